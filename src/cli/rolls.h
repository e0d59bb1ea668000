/* What is rolled once or often (`roll`, of dice or on a table): its dice, its seed, and the
 * answer as lines or as one JSON document, written roll by roll, as a million of them need not
 * stand in memory.
 */
#ifndef REFEREE_CLI_ROLLS_H
#define REFEREE_CLI_ROLLS_H

#include <jansson.h>

#include "cli/options.h"
#include "resolver/dice/dice.h"
#include "resolver/trace.h"

/* `what` is the caller's, and goes to each function. */
struct rolls {
    void *what;
    void (*roll)(void *what, struct dice *dice);
    void (*print)(const void *what, const struct trace *trace); /* a line for people */
    json_t *(*head_json)(const void *what);                     /* an object: what is rolled */
    void (*add_json)(const void *what,
                     json_t *roll); /* what came of it; the trace comes after */
};

/* Dice notation, and how often it is repeated ("3x 4d6"). */
struct notation_rolling {
    struct dice_expr expr;
    int times;
    int64_t total; /* of the roll made last */
};
struct rolls rolls_of_notation(struct notation_rolling *rolling);

/* The whole JSON document of `times` rolls, the caller's; for a few of them. `given` is for the
 * first one, and empty when there are more. *stream is moved on. */
enum status rolls_answer(json_t **out, const struct rolls *rolls, int times,
                         struct dice_stream *stream, const struct entered_dice *given,
                         struct error *err) MUST_CHECK;

/* Rolls `times` as often as the options say, with their dice and seed. */
enum status rolls_run(const struct rolls *rolls, int times, const struct options *options,
                      struct error *err) MUST_CHECK;

#endif
