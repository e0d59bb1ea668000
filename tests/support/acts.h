/* Acts of the rule systems in a line of text, for tests: "trilemma attack strength=14 ac=22"
 * with the dice "14 4". Every mistake in such a line fails the running test. */
#ifndef REFEREE_SUPPORT_ACTS_H
#define REFEREE_SUPPORT_ACTS_H

#include "resolver/odds.h"
#include "resolver/resolve.h"

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

/* Reads given dice, parted by blanks; more than `most` fail the test. */
int acts_given(struct entered *given, int most, const char *words);
/* Throws with these dice; what is missing is asked for (acted->dice.is_wanting). */
void acts_throw(struct acted *out, const char *line, const char *given);
void acts_throw_inputs(struct acted *out, const struct inputs *inputs, const char *given);
/* Throws with generated dice. */
void acts_generate(struct acted *out, const struct inputs *inputs, struct dice_stream stream);

/* "hit=1 extra_degrees=0 damage=4": what is present, in the order of the table. The texts live
 * until the next call. */
const char *acts_outcome(const struct acted *acted);
const char *acts_line(const struct acted *acted);
const char *acts_rules(const struct acted *acted);

/* A row of a table of worked numbers: the line, the dice that fell, what comes of it. */
struct acts_row {
    const char *line;
    const char *given;
    const char *outcome; /* as acts_outcome writes it */
};

/* Throws every row; the first that comes out otherwise fails the test. */
void acts_check_rows(const struct acts_row *rows, int count);

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
