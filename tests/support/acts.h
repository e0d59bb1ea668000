/* Acts of the rule systems in a line of text, for tests: "trilemma attack strength=14 ac=22"
 * with the dice "14 4". Every mistake in such a line fails the running test. */
#ifndef REFEREE_SUPPORT_ACTS_H
#define REFEREE_SUPPORT_ACTS_H

#include "resolver/odds.h"
#include "resolver/system.h"

/* Fails unless |a - b| <= 1e-12. */
#define assert_close(a, b) acts_assert_close((a), (b), #a, __FILE__, __LINE__)
void acts_assert_close(double a, double b, const char *what, const char *file, int line);

/* The inputs of a line: a system, an action, its parameters. */
enum status acts_read(struct inputs *out, const char *line, struct error *err) MUST_CHECK;
void acts_inputs(struct inputs *out, const char *line);

enum { ACTS_GIVEN_MAX = 4096 };

/* One act that was thrown. */
struct acted {
    struct inputs inputs;
    struct dice dice;
    struct trace trace;
    struct outcome outcome;
    struct error err; /* STATUS_OK, or why the dice were refused */
    struct entered given[ACTS_GIVEN_MAX];
    int entered_count;
};

/* Reads given dice, separated by blanks; more than `most` fail the test. */
int acts_given(struct entered *given, int most, const char *words);
/* Throws with these dice; missing ones are asked for (acted->dice.is_wanting). */
void acts_throw_inputs(struct acted *out, const struct inputs *inputs, const char *given);
/* Throws with generated dice. */
void acts_generate(struct acted *out, const struct inputs *inputs, struct dice_stream stream);

/* The explanation, and the rules that it cites. The texts live until the next call. */
const char *acts_line(const struct acted *acted);
const char *acts_rules(const struct acted *acted);

/* The exact odds of a line. They live until the next call. */
struct acts_odds {
    struct inputs inputs;
    struct odds odds;
};
void acts_odds(struct acts_odds *out, const char *line);
void acts_odds_inputs(struct acts_odds *out, const struct inputs *inputs);
/* The index of an outcome, which must exist. */
int acts_outcome_index(const struct action *action, const char *name);
double acts_chance(const struct acts_odds *odds, const char *name);
double acts_mass(const struct acts_odds *odds, const char *name, int64_t value);
double acts_mean(const struct acts_odds *odds, const char *name);
bool acts_lists(const struct acts_odds *odds, const char *name);

#endif
