/* Counters: named things that run down to 0, or fill up to a number: a torch, a spell, the
 * rounds until help comes, a ritual. They belong to the encounter or to a combatant, in every
 * game.
 *
 * A counter moves one step toward its end with each round that begins after the first, with
 * each act (EVENT_ACTION_USED: somebody's turn of this round is over or lost; if the counter
 * belongs to a combatant, only that one's), or only by hand. When it has ended, it is taken
 * away and the log says so; one that has a command line stays, and that line is a pending
 * check. No line runs by itself: it may ask, be refused, or come at a bad moment, so the
 * referee runs it with the key for pending checks, or removes the counter. This also keeps a
 * line from starting a chain of others. */
#ifndef REFEREE_TRACKER_COUNTERS_H
#define REFEREE_TRACKER_COUNTERS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"

enum { COUNTER_HIGHEST = 10000 };

/* True when it has ended and its line is due. */
bool counter_has_ended(const struct counter *counter);
/* The number of steps to its end. */
int counter_left(const struct counter *counter);
/* True when at most one step is left. */
bool counter_is_close(const struct counter *counter);
/* A short text: "torch 4 rounds", "ritual 2/6", "goblins arrive in 2 rounds", "bless 3 rounds
 * (Ana)", "reinforcements due". */
void counter_brief(const struct state *state, const struct counter *counter, struct text *out);
/* The same without units: "torch 4". */
void counter_shortest(const struct state *state, const struct counter *counter,
                      struct text *out);
/* A whole sentence: "ritual: 2 of 6, by hand; then: note it is done". */
void counter_format(const struct state *state, const struct counter *counter, struct text *out);
/* True when the counter at this place has a line that becomes due without anybody counting by
 * hand, or that is due. */
bool counter_is_coming(const struct state *state, int place);
/* True when one of these adds foes: a fight without foes is not over then. Judged by the first
 * word of its line, since what the line does is only known when it runs. */
bool counters_bring_foes(const struct state *state);
/* True when the line of the counter at this place adds foes, whether it counts by itself or by
 * hand. */
bool counter_adds_foes(const struct state *state, int place);
/* Adds what is left of it: "2 rounds left", "1 left, by hand". */
void counter_add_left(const struct state *state, int place, struct text *out);
/* Adds the counter that adds foes next: "no foe is left; still to come: orcs, 2 rounds left",
 * and then `go_on`, the command that goes on until then; once it is due, the command that runs
 * its line. Nothing when none adds foes. */
void counters_guide(const struct state *state, const char *go_on, struct text *out);
/* How a line names the counter at this place: by its name, in quotes if needed, or by its
 * number. */
void counter_word(const struct state *state, int place, struct text *out);
/* Those of a combatant, a line each: "bless: 2 acts left". */
void counters_facts(const struct state *state, int id, struct text *out);
/* All of them in a short text: "torch 4, ritual 2/6". */
void counters_brief(const struct state *state, struct text *out);

/* "round", "act", "manual", then NULL. */
extern const char *const counter_per_words[COUNTER_PERS + 1];

/* The command that runs the line of a counter. */
extern const char counter_run_name[];

/* How many counters a word names in this way; the place of the first in *place. */
int counters_called(const struct state *state, struct str word, int of, bool is_whole,
                    int *place);
/* COUNTERS_MAX when none is free. */
int counter_free_place(const struct state *state);
/* Every pending check of an encounter: those of the game, then the lines of counters that have
 * ended. */
int pending_checks(const struct procedure *procedure, const struct state *state,
                   struct pending *out, int most);

/* ---- changing, within a decision ------------------------------------------------------- */

/* Sets the counter at this place to `counter`. Returns the last event of it to put a line on,
 * NULL when nothing changed. */
struct event *counter_make(struct decision *decision, int place, const struct counter *counter);
/* Sets its number to `to`, within its bounds; the log says so if `is_told` or the end is close.
 * A counter that ends goes, unless its line is due. */
void counter_put(struct decision *decision, int place, int to, bool is_told);
/* Adds a line that waits until the referee runs it, like that of a counter that has ended:
 * "moor is due: add 1d6 moor-wolf". The decision is wrong when there is no room. */
void counter_call(struct decision *decision, const char *name, const char *line);

/* ---- called by the engine -------------------------------------------------------------- */

/* Moves the counters that the events of the decision so far affect; counters of a combatant
 * that was taken off the table end. */
void counters_watch(struct decision *decision);
/* Removes those that have ended in `from` since (`old_id`: the ids there, 0: it is not there);
 * those with a line belong to the fight. */
void counters_drop(struct decision *decision, const struct state *from, const int *old_id);
/* Counters of the encounter and of combatants that come along (`new_id`: by the old id, 0:
 * stays behind) go on unchanged; those with a line stay with the old fight. */
void counters_carry(struct decision *decision, const struct state *from, const int *new_id);
int counter_commands(const struct command_def **out);

#endif
