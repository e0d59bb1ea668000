/* Facts about an encounter without opening it: whether and when it was played, how it ended or
 * how it is going, what it still owes the players, and who is in it.
 *
 * All of this comes from its state, and reading a state takes longer than a key may. So it is
 * read once and kept until the encounter's log grows: a list uses the facts that are kept, and
 * missing ones are read in idle moments, one encounter at each step. */
#ifndef REFEREE_APP_ENCOUNTERS_ENCOUNTER_FACTS_H
#define REFEREE_APP_ENCOUNTERS_ENCOUNTER_FACTS_H

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
/* Whether it was played to the end. */
bool encounter_has_ended(const struct encounter_facts *facts);

/* The facts of an encounter of the campaign. If they are not kept they are read while *budget
 * is above 0, which takes one off it; otherwise is_known is false, and the next calls of
 * encounter_facts_step read them. */
enum status encounter_facts_find(struct encounter_facts *out, struct sitting *sitting,
                                 int64_t encounter, const struct system *system, int *budget,
                                 struct error *err) MUST_CHECK;
/* For idle moments: reads the facts of one requested encounter. False: none is left. */
bool encounter_facts_step(struct sitting *sitting);
/* Forgets all facts, since another campaign is open, or none. */
void encounter_facts_forget(struct sitting *sitting);

#endif
