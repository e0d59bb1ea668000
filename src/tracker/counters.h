/* Counters: named things that run down to 0, or fill up to a number: a torch, a spell, the
 * rounds until help comes, a ritual. They belong to the encounter or to a combatant, in every
 * game.
 *
 * A counter goes one step nearer to its end with each round that begins after the first, with
 * each act that is used up (EVENT_ACTION_USED: somebody's turn of this round is over or lost;
 * of a counter that belongs to a combatant, only that one's), or by hand alone. When it has
 * ended, it is taken away and the log says so; one that has a command line stays, and that line
 * is a pending check. No line runs by itself: what changes the table at its end may ask, be
 * refused, or come at a bad moment, so the referee runs it with the key of pending checks, or
 * takes the counter away. So no line can start a chain of others, either. */
#ifndef REFEREE_TRACKER_COUNTERS_H
#define REFEREE_TRACKER_COUNTERS_H

#include "tracker/decision.h"
#include "tracker/procedure.h"

enum { COUNTER_HIGHEST = 10000 };

/* Whether it has come to its end: a line of it is due. */
bool counter_has_ended(const struct counter *counter);
/* How many steps are left to its end. */
int counter_left(const struct counter *counter);
/* One at most is. */
bool counter_is_close(const struct counter *counter);
/* In few words: "torch 4", "ritual 2/6", "bless 3 (Ana)", "reinforcements due". */
void counter_brief(const struct state *state, const struct counter *counter, struct text *out);
/* In a sentence: "ritual: 2 of 6, by hand; then: note it is done". */
void counter_format(const struct state *state, const struct counter *counter, struct text *out);
/* How the one at this place is named in a line: by its name, in quotes where those are needed,
 * or by its number. */
void counter_word(const struct state *state, int place, struct text *out);
/* Those of a combatant, a line each: "bless: 2 acts left". */
void counters_facts(const struct state *state, int id, struct text *out);
/* All of them in few words: "torch 4, ritual 2/6". */
void counters_brief(const struct state *state, struct text *out);
/* "4 rounds left", "2 of 6, by hand". */
void counter_how_many(const struct counter *counter, struct text *out);
/* "round", "act", "manual", and then NULL. */
extern const char *const counter_per_words[COUNTER_PERS + 1];
/* The command that runs the line of a counter. */
extern const char counter_run_name[];

/* Whether a word names the counter at this place: its whole name, or else the beginning of it
 * or of a word in it; of this combatant, of the encounter (0), or of ANYBODY. */
bool counter_is_called(const struct state *state, int place, struct str word, int of,
                       bool is_whole);
/* How many a word names so; the place of the first of them in *place. */
int counters_called(const struct state *state, struct str word, int of, bool is_whole,
                    int *place);
/* COUNTERS_MAX when there is none. */
int counter_free_place(const struct state *state);

/* Every pending check of an encounter: those of the game, then the lines of counters that have
 * ended. */
int pending_checks(const struct procedure *procedure, const struct state *state,
                   struct pending *out, int most);

/* ---- changing, within a decision ------------------------------------------------------- */

/* The counter at this place is what `counter` says; the last event of that to put a line on,
 * NULL when it was so. */
struct event *counter_make(struct decision *decision, int place, const struct counter *counter);
/* It is no longer there; an event of that. */
struct event *counter_clear(struct decision *decision, int place);
/* Its number becomes `to`, within its bounds, and the log says so if it `is_told` or comes
 * close to its end. One that ends goes, unless its line is due. */
void counter_put(struct decision *decision, int place, int to, bool is_told);
/* A line of the table that waits until the referee runs it, as that of a counter that has
 * ended: "moor is due: add 1d6 moor-wolf". The decision is wrong when there is no room. */
void counter_call(struct decision *decision, const char *name, const char *line);
/* Steps nearer to its end. */
void counter_step(struct decision *decision, int place, int steps, bool is_told);

/* ---- called by the engine -------------------------------------------------------------- */

/* Counts what the events of the decision so far let run down or fill up; counters of a
 * combatant that was taken off the table end. */
void counters_watch(struct decision *decision);
/* Those of the encounter and of combatants that come along (`new_id`: by the id before, 0:
 * stays behind) go on as they are; those with a line belong to the fight that is left. */
void counters_carry(struct decision *decision, const struct state *from, const int *new_id);

#endif
