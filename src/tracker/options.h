/* Reading the options of a command inside a decision: each function either gives a value, or
 * ends the decision with what was wrong or missing.
 *
 * Shared by the procedures. */
#ifndef REFEREE_TRACKER_OPTIONS_H
#define REFEREE_TRACKER_OPTIONS_H

#include <stdbool.h>

#include "tracker/command.h"
#include "tracker/decision.h"

/* A whole number within a range. */
struct number_range {
    int low, high;
};

/* The option as a number; `fallback` when it is not given. */
bool option_number(struct decision *decision, const struct command *command, const char *name,
                   struct number_range range, int fallback, int *out);
/* The same for a plain number, such as an armour class: a plus before it would mean a change,
 * and is refused. */
bool option_plain_number(struct decision *decision, const struct command *command,
                         const char *name, struct number_range range, int fallback, int *out);
/* The option as a combatant; 0 in *out when it is not given. */
bool option_combatant(struct decision *decision, const struct command *command,
                      const char *name, int *out);
/* Makes sure that a value of a combatant is set: the option sets it; if it is still unset it is
 * asked for once. The answer comes back as the option and is remembered for all combatants of
 * its kind that lack it. */
bool option_value(struct decision *decision, const struct command *command, const char *name,
                  int id, int field, struct number_range range);
/* The same for one act alone: the option counts in this act and does not change a known value;
 * without it, the combatant's value counts. Only an unset value that had to be asked for is
 * remembered, and the log says so. */
bool option_value_of_act(struct decision *decision, const struct command *command,
                         const char *name, int id, int field, struct number_range range,
                         int *out);
/* The option as one of some words (ended by NULL). When it is not given, it is asked for with
 * `prompt` if the decision asks, or else is the first word. */
bool option_choice(struct decision *decision, const struct command *command, const char *name,
                   const char *const *words, const char *prompt, int *out);
/* The option as yes or no, where its bare name is yes; `fallback` when it is not given, or
 * there is no command (NULL). */
bool option_flag(const struct command *command, const char *name, bool fallback);
/* The option's words; `usual` when it is not given. */
struct str option_text(const struct command *command, const char *name, const char *usual);
/* Puts the option, if it is given, into the input of an action with the same name. */
bool option_input(struct decision *decision, const struct command *command, const char *name,
                  struct inputs *inputs);
/* True on STATUS_OK; otherwise the decision ends with the error. */
bool decision_status(struct decision *decision, enum status status, const struct error *err);
/* Finishes the inputs of an act (inputs_finish); false: the decision ended with their error. */
bool decision_finish(struct decision *decision, struct inputs *inputs);

/* Numbers that follow from the party: "party+1", "1d4+party", "5*party" are dice notation in
 * which `party` is the number of the party in the fight. They are decided when they are used:
 * when a combatant joins, that is, when the foe is met. */

enum { PARTY_FORMULA_SIZE = 96 };

/* True when the word is a formula: it has `party` with a sign, and no other letters than the d
 * of dice. */
bool party_formula_is(struct str word);
/* The word with the party's number filled in, in `buf`; any other word unchanged. False, with a
 * wrong decision, when nobody of the party is here. */
bool party_formula_fill(struct decision *decision, struct str word,
                        char buf[PARTY_FORMULA_SIZE], struct str *out);

/* The amount in an argument: a whole number, or a dice expression that is thrown with the
 * command's dice. False when the decision has ended (a question, a fault). `most` is its limit;
 * below 0 counts as 0. */
bool table_amount(struct decision *decision, struct str word, int subject, const char *what,
                  int most, int *out);
/* The same where dice give at least `least`, as hit dice give 1 hit point: a lower total is
 * kept as it was rolled, and what counts instead is told. */
bool table_amount_from(struct decision *decision, struct str word, int subject,
                       const char *what, int least, int most, int *out);

#endif
