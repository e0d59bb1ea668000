/* Conditions, traits and hidden combatants: what can be said of a combatant beside its numbers.
 *
 * A condition holds until it is ended, for a number of rounds, or until somebody's turn starts
 * or ends; procedures say when those moments come. A trait is something a combatant has or has
 * not (a shield, a training), or has so much of (reach). */
#ifndef REFEREE_TRACKER_CONDITIONS_H
#define REFEREE_TRACKER_CONDITIONS_H

#include "tracker/command.h"
#include "tracker/condition_words.h"
#include "tracker/decision.h"

struct procedure;

/* The command's second argument less a number of rounds after it, and that number or rounds=;
 * 0: neither is given. A number in quotes belongs to the name. */
bool condition_words(struct decision *decision, const struct command *command,
                     struct str *words, int *rounds);

/* Asks which condition the combatants of the command's first argument have, or with `own` which
 * words: "Bo and others", `before`, ": ", `after`. `more` are static words that are offered
 * before the conditions, ended by NULL. */
void condition_ask(struct decision *decision, const struct command *command, const char *before,
                   const char *after, const char *const *more);

int condition_commands(const struct command_def **out);

/* Whether a condition of this name holds, however long. */
bool condition_holds(const struct state *state, int id, const char *name);
/* The condition holds from now on, for this many rounds; 0: until it is ended. */
void condition_give(struct decision *decision, int id, const char *name, int rounds);
/* The trait's amount, by its name in any case of letters; `fallback` when nothing was said
 * about it. */
int trait_value(const struct state *state, int id, const char *name, int fallback);

/* Adds "poisoned (2 rounds), blind" after what is there, parted by ", ". */
void conditions_format(const struct state *state, int id, struct text *out);

/* The same in few columns: "poisoned 2, blind"; conditions_give reads it. */
void conditions_brief(const struct state *state, int id, struct text *out);

/* Adds "shield, reach 2, no riposte"; traits_give reads it. */
void traits_format(const struct state *state, int id, struct text *out);

/* ---- giving them to a combatant -------------------------------------------------------- */

/* All its traits as a list parted by commas; what is not on it is said no more. "-": none. */
void traits_give(struct decision *decision, int id, struct str list);
/* All its conditions as a list, each until it is ended or for a number of rounds, as
 * condition_read takes them: "blind, own torn arm 2, own "room 3"". One that it has needs no
 * "own"; one that lasts to somebody's turn stays so; what is not on the list ends. "-": none.
 */
void conditions_give(struct decision *decision, int id, struct str list);
void conditions_hide(struct decision *decision, int id, bool is_hidden);

/* ---- moments: called by procedures ----------------------------------------------------- */

void conditions_turn_starts(struct decision *decision, int id);
void conditions_turn_ends(struct decision *decision, int id);
/* A round less for what lasts rounds. What waits for the turn of somebody who is out of the
 * fight ends too, since that turn never comes. */
void conditions_round_ends(struct decision *decision);
/* The combatant is taken off the table: everything about it, or waiting for it, ends. */
void conditions_remove(struct decision *decision, int id);

#endif
