/* Prepared encounters of the campaign: each is a text (content/encounter_text.h), kept
 * unchanged in the changes of the campaign, and never rewritten by the program. A fight that
 * begins from one is a new encounter; the prepared one stays.
 *
 * Their names are separate from those of encounters: a fight has the name of its prepared
 * encounter. */
#ifndef REFEREE_APP_PREPARED_PREPARED_H
#define REFEREE_APP_PREPARED_PREPARED_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/changes.h"
#include "base/diagnostics.h"
#include "resolver/system.h"

struct sitting;

enum { PREPARED_NAME_SIZE = 64, PREPARED_MAX = 256, PREPARED_TEXT_SIZE = (64 << 10) + 1 };

struct sitting_prepared {
    int64_t id;
    char name[PREPARED_NAME_SIZE];
    const struct system *system; /* NULL: this program does not know its game */
    int64_t changed_ms;          /* when its text was last changed, */
    int64_t version;             /* and the change that did it */
};

/* Those not archived, in order of making, at most `most`. */
enum status sitting_prepared_list(struct sitting *sitting, struct sitting_prepared *out,
                                  int most, int *count, struct error *err) MUST_CHECK;
/* Finds one by its name or by a unique beginning; STATUS_USAGE, with the nearest, when there is
 * none. */
enum status sitting_prepared_find(struct sitting *sitting, struct str name,
                                  struct sitting_prepared *out, struct error *err) MUST_CHECK;
/* Reads its text into PREPARED_TEXT_SIZE bytes. */
enum status sitting_prepared_text(struct sitting *sitting, int64_t id, char *out,
                                  struct error *err) MUST_CHECK;

/* The mistakes in a text that can be known before the fight; `file` names it. */
bool sitting_prepared_check(struct sitting *sitting, struct str text, const char *file,
                            struct diagnostics *diagnostics);

/* A text to keep. All borrowed. */
struct prepared_saving {
    int64_t id; /* 0: a new one */
    const char *name;
    const char *text;
    const char *was;  /* for an old one: the text before the change; NULL: any */
    const char *line; /* the line of the step: "Ford is prepared" */
};
/* Checks the text and keeps it, unless it has mistakes (STATUS_USAGE, in *diagnostics), the
 * name is taken, or another program changed the old text (STATUS_CONFLICT). *id is its
 * number. */
enum status sitting_prepared_save(struct sitting *sitting, const struct prepared_saving *saving,
                                  int64_t *id, struct diagnostics *diagnostics,
                                  struct error *err) MUST_CHECK;
/* Changes the name, or whether it is archived (NULL: it is not), in a step of its own. */
enum status sitting_prepared_rename(struct sitting *sitting,
                                    const struct sitting_prepared *prepared, const char *name,
                                    const char *line, struct error *err) MUST_CHECK;
enum status sitting_prepared_archive(struct sitting *sitting,
                                     const struct sitting_prepared *prepared, const char *line,
                                     struct error *err) MUST_CHECK;

/* The prepared encounter from which a fight began; STATUS_MISSING when there is none. */
enum status sitting_prepared_of(struct sitting *sitting, int64_t encounter, int64_t *id,
                                struct error *err) MUST_CHECK;
/* The newest fight that began from each of these prepared ones; 0: none. */
enum status sitting_prepared_fights(struct sitting *sitting,
                                    const struct sitting_prepared *prepared, int count,
                                    int64_t *fight, struct error *err) MUST_CHECK;
/* Remembers it. */
enum status sitting_prepared_began(struct sitting *sitting, int64_t id, int64_t encounter,
                                   struct error *err) MUST_CHECK;

#endif
