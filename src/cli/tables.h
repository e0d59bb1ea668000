/* Random tables on the command line: `roll @NAME`, `odds @NAME`, and `roll @`, which lists
 * them. */
#ifndef REFEREE_CLI_TABLES_H
#define REFEREE_CLI_TABLES_H

#include <jansson.h>

#include "cli/options.h"
#include "resolver/dice/dice.h"
#include "resolver/trace.h"

/* `referee roll`, of dice or on a table: rolling once or many times: the dice, the seed, and
 * the answer as lines or as one JSON document. It is written roll by roll, since a million
 * rolls need not fit into memory. */

/* `what` is the caller's, and is passed to each function. */
struct rolls {
    void *what;
    void (*roll)(void *what, struct dice *dice);
    void (*print)(const void *what, const struct trace *trace); /* a line for display */
    json_t *(*head_json)(const void *what);                     /* an object: the request */
    void (*add_json)(const void *what, json_t *roll); /* the outcome; the trace follows */
};

/* Dice notation, and how often it is repeated ("3x 4d6"). */
struct notation_rolling {
    struct dice_expr expr;
    int times;
    int64_t total;                 /* of the last roll */
    char typed[DICE_TEXT_MAX + 1]; /* what was given, in a dialect; "": in our notation */
};
struct rolls rolls_of_notation(struct notation_rolling *rolling);

/* The whole JSON document of `times` rolls, owned by the caller; for a few rolls. `given` is
 * for a single roll, and empty when there are more. *stream moves on. */
enum status rolls_answer(json_t **out, const struct rolls *rolls, int times,
                         struct dice_stream *stream, const struct entered_dice *given,
                         struct error *err) MUST_CHECK;

/* Rolls `times` as often as the options say, with their dice and seed. */
enum status rolls_run(const struct rolls *rolls, int times, const struct options *options,
                      struct error *err) MUST_CHECK;

/* True when the words name a table, or the list of tables: the first one begins with '@'. */
bool tables_are_meant(const struct options *options);

/* Each of these prints its answer and returns the exit code. */
int tables_roll(const struct options *options);
int tables_odds(const struct options *options);

#endif
