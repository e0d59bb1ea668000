/* The encounters of the campaign, as a list to choose from. */
#ifndef REFEREE_APP_ENCOUNTERS_ENCOUNTERS_H
#define REFEREE_APP_ENCOUNTERS_ENCOUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/encounters/encounter_facts.h"
#include "base/status.h"
#include "resolver/system.h"

struct sitting;

enum { SITTING_ENCOUNTER_NAME_SIZE = 64, ENCOUNTER_TAGS_SIZE = 96, ENCOUNTER_NOTE_SIZE = 240 };

/* The referee's own texts about an encounter (store/changes.h). */
#define ENCOUNTER_TAGS "tags"
#define ENCOUNTER_NOTE "note"

struct sitting_encounter {
    int64_t id;
    char name[SITTING_ENCOUNTER_NAME_SIZE];
    const struct system *system; /* NULL: this program does not know its game */
    int64_t acts;                /* on all branches */
    int64_t created_ms;
    bool is_open; /* it is the one on the table */
    bool is_archived;
    char tags[ENCOUNTER_TAGS_SIZE]; /* "boss, spire"; "": none */
    char note[ENCOUNTER_NOTE_SIZE];
    struct encounter_facts facts;
};

/* At most `most` (at least 1) of them, the last one made first, archived ones too if wanted;
 * *count is their number. The facts of each may still have to be read in idle moments
 * (app/encounters/encounter_facts.h): at most `reads` are read now. */
enum status sitting_encounters(struct sitting *sitting, bool wants_archived, int reads,
                               struct sitting_encounter *out, int most, int *count,
                               struct error *err) MUST_CHECK;
/* The one with this id; STATUS_MISSING when there is none, or it was deleted. */
enum status sitting_encounter(struct sitting *sitting, int64_t id, int reads,
                              struct sitting_encounter *out, struct error *err) MUST_CHECK;
/* Whether there still is one with this id and name: another program may have changed it since
 * it was listed. */
bool sitting_encounter_is(struct sitting *sitting, int64_t id, const char *name);
/* Whether there is one of this name. */
bool sitting_has_encounter(struct sitting *sitting, const char *name);
/* Fills in the facts read meanwhile; false: there were none. */
bool sitting_encounters_learn(struct sitting *sitting, struct sitting_encounter *list,
                              int count);
/* Whether it has each of the words in its name, game, tags, note or state. */
bool sitting_encounter_holds(const struct sitting_encounter *encounter, struct str words);
/* "on the table", "archived", "won, round 7". */
void sitting_encounter_add_course(struct text *out, const struct sitting_encounter *encounter);

/* The present value of a field of a thing (store/changes.h), cut to `size`; "": none. */
enum status sitting_value(struct sitting *sitting, const char *thing, int64_t id,
                          const char *field, char *out, int size, struct error *err) MUST_CHECK;

#endif
