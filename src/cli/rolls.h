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
                     json_t *roll); /* what came of it; the trace comes behind */
};

/* Rolls `times` as often as the options say, with their dice and seed. */
enum status rolls_run(const struct rolls *rolls, int times, const struct options *options,
                      struct error *err) MUST_CHECK;

#endif
