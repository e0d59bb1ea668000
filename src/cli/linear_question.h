/* The questions in linear mode: the words of each, and what its answer adds to the line. */
#ifndef REFEREE_CLI_LINEAR_QUESTION_H
#define REFEREE_CLI_LINEAR_QUESTION_H

#include "app/sitting/act_odds.h"
#include "tracker/command.h"
#include "tracker/decision.h"

/* "attacks whom? (Hookbill, Shrike 3): ": the question, with the possible answers in brackets.
 * `dice_follow`: Enter rolls more dice than those that are asked for. `odds`: those of the act
 * in question; for dice, the only chance of their act is beside them. */
void linear_prompt(const struct procedure *procedure, const struct state *state,
                   const struct question *question, bool dice_follow,
                   const struct line_odds *odds, struct text *out);

/* A question for the `missing` argument of a command. */
void linear_ask_for(const struct command *command, struct question *out);

/* The answer as words of a command line: a choice may be given by its number, and Enter alone
 * rolls. Empty: no answer. */
struct str linear_answer(const struct question *question, struct str typed);
/* Adds it after the line. */
void linear_add_answer(const struct question *question, struct str answer, struct text *out);

#endif
