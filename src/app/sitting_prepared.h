/* Prepared encounters of the campaign: each is a text (content/encounter_text.h), kept as it
 * was written in the changes of the campaign, and never rewritten by the program. A fight that
 * begins from one is an encounter of its own; the prepared one stays.
 *
 * They have names of their own: the fight has its prepared encounter's. */
#ifndef REFEREE_APP_SITTING_PREPARED_H
#define REFEREE_APP_SITTING_PREPARED_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting_changes.h"
#include "base/diagnostics.h"
#include "resolver/system.h"

struct sitting;

enum { PREPARED_NAME_SIZE = 64, PREPARED_MAX = 256, PREPARED_TEXT_SIZE = (64 << 10) + 1 };

struct sitting_prepared {
    int64_t id;
    char name[PREPARED_NAME_SIZE];
    const struct system *system; /* NULL: none of its game's name is known here */
    int64_t changed_ms;          /* when its text was last changed */
};

/* Those that are not archived, in the order in which they were made, at most `most`. */
enum status sitting_prepared_list(struct sitting *sitting, struct sitting_prepared *out,
                                  int most, int *count, struct error *err) MUST_CHECK;
/* By its name or by a beginning that no other one has; STATUS_USAGE, with the nearest, when
 * there is none. */
enum status sitting_prepared_find(struct sitting *sitting, struct str name,
                                  struct sitting_prepared *out, struct error *err) MUST_CHECK;
/* Its text, into PREPARED_TEXT_SIZE bytes. */
enum status sitting_prepared_text(struct sitting *sitting, int64_t id, char *out,
                                  struct error *err) MUST_CHECK;

/* The mistakes in a text that can be known before the fight; `file` names it. */
bool sitting_prepared_check(struct sitting *sitting, struct str text, const char *file,
                            struct diagnostics *diagnostics);

/* A text that is to be kept. All borrowed. */
struct prepared_saving {
    int64_t id; /* 0: a new one */
    const char *name;
    const char *text;
    const char *was;  /* of an old one: the text that was changed; NULL: whatever it is */
    const char *line; /* what the step is called: "Ford is prepared" */
};
/* Checks the text and keeps it; nothing is kept when it has mistakes (STATUS_USAGE, in
 * *diagnostics), when the name is taken, or when another program changed the text that was
 * (STATUS_CONFLICT). *id is its number. */
enum status sitting_prepared_save(struct sitting *sitting, const struct prepared_saving *saving,
                                  int64_t *id, struct diagnostics *diagnostics,
                                  struct error *err) MUST_CHECK;
/* The name, or that it is archived (NULL: it is not), changed in a step of its own. */
enum status sitting_prepared_rename(struct sitting *sitting,
                                    const struct sitting_prepared *prepared, const char *name,
                                    const char *line, struct error *err) MUST_CHECK;
enum status sitting_prepared_archive(struct sitting *sitting,
                                     const struct sitting_prepared *prepared, const char *line,
                                     struct error *err) MUST_CHECK;

/* The prepared encounter that a fight began from; STATUS_MISSING when it began otherwise. */
enum status sitting_prepared_of(struct sitting *sitting, int64_t encounter, int64_t *id,
                                struct error *err) MUST_CHECK;
/* Remembers it. */
enum status sitting_prepared_began(struct sitting *sitting, int64_t id, int64_t encounter,
                                   struct error *err) MUST_CHECK;

#endif
