/* The encounters of the campaign: a list to choose from, and facts about each without opening
 * it: whether and when it was played, how it ended or how it is going, what it still owes the
 * players, and who is in it.
 *
 * The facts come from its state, and reading a state takes longer than a key may. So they are
 * read once and kept until the encounter's log grows: a list uses the facts that are kept, and
 * missing ones are read in idle moments, one encounter at each step. */
#ifndef REFEREE_APP_ENCOUNTERS_ENCOUNTERS_H
#define REFEREE_APP_ENCOUNTERS_ENCOUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/collection.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "resolver/system.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

/* Their names, tags, notes and whether they are archived; the rest is the log's. */
extern const struct collection encounter_collection;

/* ---- facts ----------------------------------------------------------------------------- */

enum encounter_course {
    COURSE_EMPTY,   /* nobody is in it */
    COURSE_READY,   /* it has not begun */
    COURSE_RUNNING, /* both sides are in the fight, or there was only ever one side */
    COURSE_WON,     /* no foe is left in the fight */
    COURSE_LOST,    /* nobody of the party is left, and nobody fled */
    COURSE_FLED,    /* nobody of the party is left, and some fled; or it ran from foes */
    COURSE_PEACE,   /* nobody fights any more */
    COURSE_DAMAGED, /* its log cannot be read to its end */
    COURSE_UNKNOWN_GAME
};

enum { ENCOUNTER_DUE_SIZE = 96, ENCOUNTER_EARNED_SIZE = 48, ENCOUNTER_WHO_SIZE = 160 };

struct encounter_facts {
    bool is_known; /* false: not read yet, and the rest is empty */
    enum encounter_course course;
    int round;
    int64_t played_ms; /* the time of its last act; 0: it has not begun */
    int combatants;
    char due[ENCOUNTER_DUE_SIZE];       /* "treasure of King, 2 pending checks"; "": nothing */
    char earned[ENCOUNTER_EARNED_SIZE]; /* "2 XP rolls"; "": nothing that is left to do */
    char who[ENCOUNTER_WHO_SIZE];       /* "party of 4, 6 × shrike, Hookbill" */
};

/* The facts of a state; all but `played_ms`. */
void encounter_facts_of(struct encounter_facts *out, const struct procedure *procedure,
                        const struct state *state);
/* "won, round 7", "not started". */
void encounter_course_add(struct text *out, const struct encounter_facts *facts);
/* "won"; "" while it has not ended. */
const char *encounter_ending(const struct encounter_facts *facts);
/* True when it was played to the end. */
bool encounter_has_ended(const struct encounter_facts *facts);

/* For idle moments: reads the facts of one encounter that a list asked for. False: none is
 * left. */
bool encounter_facts_step(struct sitting *sitting);
/* Forgets all facts, since another campaign is open, or none. */
void encounter_facts_forget(struct sitting *sitting);

/* ---- the list -------------------------------------------------------------------------- */

enum { SITTING_ENCOUNTER_NAME_SIZE = 64, ENCOUNTER_TAGS_SIZE = 96, ENCOUNTER_NOTE_SIZE = 240 };

/* The referee's own texts about an encounter (store/changes.h). */
#define ENCOUNTER_TAGS "tags"
#define ENCOUNTER_NOTE "note"

struct sitting_encounter {
    int64_t id;
    char name[SITTING_ENCOUNTER_NAME_SIZE];
    const struct system *system; /* NULL: this program does not know its game */
    int64_t acts;                /* on all branches; 0 while its facts are not known */
    int64_t created_ms;
    bool is_open; /* it is the one on the table */
    bool is_archived;
    char tags[ENCOUNTER_TAGS_SIZE]; /* "boss, spire"; "": none */
    char note[ENCOUNTER_NOTE_SIZE];
    struct encounter_facts facts;
};

/* At most `most` (at least 1) of them, the last one made first, archived ones too if wanted;
 * *count is their number. The facts of each may still have to be read in idle moments
 * (app/encounters/encounters.h): at most `reads` are read now. */
enum status sitting_encounters(struct sitting *sitting, bool wants_archived, int reads,
                               struct sitting_encounter *out, int most, int *count,
                               struct error *err) MUST_CHECK;
/* The one with this id; STATUS_MISSING when there is none, or it was deleted. */
enum status sitting_encounter(struct sitting *sitting, int64_t id, int reads,
                              struct sitting_encounter *out, struct error *err) MUST_CHECK;
/* True when there still is one with this id and name: another program may have changed it since
 * it was listed. */
bool sitting_encounter_is(struct sitting *sitting, int64_t id, const char *name);
/* True when there is one of this name. */
bool sitting_has_encounter(struct sitting *sitting, const char *name);
/* Fills in the facts read meanwhile; false: there were none. */
bool sitting_encounters_learn(struct sitting *sitting, struct sitting_encounter *list,
                              int count);
/* True when it has each of the words in its name, game, tags, note or state. */
bool sitting_encounter_holds(const struct sitting_encounter *encounter, struct str words);
/* "on the table", "archived", "won, round 7". */
void sitting_encounter_add_course(struct text *out, const struct sitting_encounter *encounter);

/* The commands for encounters: another one on the table, with the party or without it, while
 * the one that was there is parked; copies, of an encounter before its fight or of any past
 * moment; and the list changed: renamed, given tags or a note, archived, brought back, deleted.
 * The changes of the list are steps of a collection (app/sitting/collection.h). */

sitting_command_fn sitting_run_encounter, sitting_run_open;
sitting_command_fn sitting_run_copy_encounter, sitting_run_go_on;
sitting_command_fn sitting_run_encounters;
sitting_command_fn sitting_run_rename_encounter;
sitting_command_fn sitting_run_tag_encounter, sitting_run_note_encounter;
sitting_command_fn sitting_run_archive_encounter, sitting_run_unarchive_encounter;
sitting_command_fn sitting_run_delete_encounter;

/* The name of the encounter that was on the table before this one; false: there is none. */
bool sitting_encounter_before(struct sitting *sitting, char out[NAME_SIZE]);

#endif
