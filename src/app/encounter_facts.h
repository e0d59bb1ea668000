/* What is known of an encounter without opening it: whether it was played and when, how it
 * ended or how it stands, what it still owes the players, and who is in it.
 *
 * All of this comes from its state, and reading a state takes longer than a key may. So it is
 * read once and kept until the encounter's log goes on: a list takes what is kept, and what is
 * missing is read in idle moments, one encounter a step. */
#ifndef REFEREE_APP_ENCOUNTER_FACTS_H
#define REFEREE_APP_ENCOUNTER_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

struct sitting;

enum encounter_course {
    COURSE_EMPTY,   /* nobody is in it */
    COURSE_READY,   /* it has not begun */
    COURSE_RUNNING, /* both sides are in the fight, or only one side was ever there */
    COURSE_WON,     /* no foe is left in the fight */
    COURSE_LOST,    /* nobody of the party is left, and nobody fled */
    COURSE_FLED,    /* nobody of the party is left, and some fled */
    COURSE_DAMAGED, /* its log cannot be read to its end */
    COURSE_UNKNOWN_GAME
};

enum { ENCOUNTER_DUE_SIZE = 96, ENCOUNTER_WHO_SIZE = 160 };

struct encounter_facts {
    bool is_known; /* false: not read yet, and all of this is empty */
    enum encounter_course course;
    int round;
    int64_t played_ms; /* when the last thing was done in it; 0: it has not begun */
    int combatants;
    char due[ENCOUNTER_DUE_SIZE]; /* "treasure of King, 2 pending checks"; "": nothing */
    char who[ENCOUNTER_WHO_SIZE]; /* "party of 4, shrike 6, Hookbill" */
};

/* How it stands, of a state; all but `played_ms`. */
void encounter_facts_of(struct encounter_facts *out, const struct procedure *procedure,
                        const struct state *state);
/* "won, round 7", "not started". */
void encounter_course_add(struct text *out, const struct encounter_facts *facts);
/* Whether it was played to its end. */
bool encounter_has_ended(const struct encounter_facts *facts);

/* Those of an encounter of the campaign. Where they are not kept they are read while *budget is
 * above 0, which is then one less; else is_known is false, and the next steps of
 * encounter_facts_step read them. */
enum status encounter_facts_find(struct encounter_facts *out, struct sitting *sitting,
                                 int64_t encounter, const struct system *system, int *budget,
                                 struct error *err) MUST_CHECK;
/* For idle moments: reads those of one encounter that was asked for. False: none is left. */
bool encounter_facts_step(struct sitting *sitting);
/* Another campaign is open, or none. */
void encounter_facts_forget(struct sitting *sitting);

#endif
