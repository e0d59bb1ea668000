/* Prepared encounters of the campaign: each is a text (content/encounter_text.h), kept
 * unchanged in the changes of the campaign, and never rewritten by the program. A fight that
 * begins from one is a new encounter; the prepared one stays.
 *
 * Their names are separate from those of encounters: a fight has the name of its prepared
 * encounter.
 *
 * What one comes to before its fight (who is in it, what is missing or odd, what is read aloud)
 * is found by deciding its text (app/prepared/prepared_run.h). That is kept until the text or a
 * kind changes: lists show what is kept, and idle moments read the rest, one encounter at each
 * step. */
#ifndef REFEREE_APP_PREPARED_PREPARED_H
#define REFEREE_APP_PREPARED_PREPARED_H

#include <stdbool.h>
#include <stdint.h>

#include "app/encounters/encounters.h"
#include "app/sitting/collection.h"
#include "base/diagnostics.h"
#include "resolver/system.h"
#include "tracker/prepared.h"

/* Fields "name", "game", "text", "archived". */
extern const struct collection prepared_collection;

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
    bool is_checked;  /* sitting_prepared_check found no mistake in this text */
};
/* Checks the text and keeps it, unless it has mistakes (STATUS_USAGE, in *diagnostics), the
 * name is taken, or another program changed the old text (STATUS_CONFLICT). *id is its
 * number. */
enum status sitting_prepared_save(struct sitting *sitting, const struct prepared_saving *saving,
                                  int64_t *id, struct diagnostics *diagnostics,
                                  struct error *err) MUST_CHECK;
/* STATUS_USAGE when another one has the name, or there is no room for a new one (id 0). */
enum status sitting_prepared_check_name(struct sitting *sitting, int64_t id, const char *name,
                                        struct error *err) MUST_CHECK;

/* ---- fights that began ----------------------------------------------------------------- */

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

/* ---- what it comes to ------------------------------------------------------------------ */

/* Something that is missing or odd before a start. */
struct ready_item {
    char text[200];
    int line, column;                   /* of the place in the text; 0: not from a text */
    char command[MISSING_COMMAND_SIZE]; /* the line that corrects it at the table, to be
                                           completed; "" */
    const char *rule;
};

enum { READY_MAX = 64 };

/* For a prepared encounter, or (id 0) the one on the table. Mistakes in its text come first,
 * each with its place. */
enum status sitting_ready(struct sitting *sitting, int64_t id, struct ready_item *out, int most,
                          int *count, struct error *err) MUST_CHECK;

enum { PREPARED_PROSE_SIZE = 600, PREPARED_LINE_SIZE = 208 };

struct prepared_facts {
    bool is_known;                     /* false: not read yet, and the rest is empty */
    int combatants;                    /* without the party that comes to it */
    int missing;                       /* how much is missing or odd, mistakes included */
    char what[PREPARED_PROSE_SIZE];    /* as much of that as fits: "Osric has no AC; ..." */
    char who[ENCOUNTER_WHO_SIZE];      /* "2 × bridge hound, Big Osric" */
    char counters[PREPARED_LINE_SIZE]; /* "howl 0/2, gully-goblin arrive 3" */
    char place[PREPARED_LINE_SIZE], wants[PREPARED_LINE_SIZE];
    /* The beginnings of what is read aloud and of the notes, in one line each. */
    char read[PREPARED_PROSE_SIZE], notes[PREPARED_PROSE_SIZE];
};

/* The facts of one of the list. If they are not kept they are read while *budget is above 0,
 * which takes one off it; otherwise is_known is false, and prepared_facts_step reads them. */
enum status prepared_facts_find(struct prepared_facts *out, struct sitting *sitting,
                                const struct sitting_prepared *prepared, int *budget,
                                struct error *err) MUST_CHECK;
/* For idle moments: reads the facts of one that was asked for. False: none is left. */
bool prepared_facts_step(struct sitting *sitting);
/* Forgets all of them, since another campaign is open, or none. */
void prepared_facts_forget(struct sitting *sitting);

/* "ready", "2 missing", "". */
void prepared_facts_add_course(struct text *out, const struct prepared_facts *facts);

#endif
