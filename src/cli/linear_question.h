/* The questions of the linear mode: how each is put, and what its answer adds to the line. */
#ifndef REFEREE_CLI_LINEAR_QUESTION_H
#define REFEREE_CLI_LINEAR_QUESTION_H

#include "app/act_odds.h"
#include "tracker/command.h"
#include "tracker/decision.h"

/* "attack whom? (Hookbill, Shrike 3): ": what is asked, and in brackets what can be answered.
 * `odds`: of what is asked for; of dice, the only chance of their act stands beside them. */
void linear_prompt(const struct procedure *procedure, const struct state *state,
                   const struct question *question, const struct line_odds *odds,
                   struct text *out);

/* What a command cannot do without (its `missing` argument), as a question. */
void linear_ask_for(const struct command *command, struct question *out);

/* The answer as words of a command line: a choice may have been given by its number, and Enter
 * alone rolls. Empty: there is none. */
struct str linear_answer(const struct question *question, struct str typed);
/* Adds it after the line. */
void linear_add_answer(const struct question *question, struct str answer, struct text *out);

#endif
