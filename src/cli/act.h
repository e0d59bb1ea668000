/* Reading one act of a system from words, running it, and writing it as JSON in the forms that
 * the documents describe. `odds`, `resolve` and the JSON lines share it.
 *
 * Knows no system: everything comes from the tables in resolver/system.h. */
#ifndef REFEREE_CLI_ACT_H
#define REFEREE_CLI_ACT_H

#include <jansson.h>

#include "base/arena.h"
#include "cli/options.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/odds.h"
#include "resolver/system.h"

/* ---- reading --------------------------------------------------------------------------- */

/* SYSTEM ACTION [name=value ...], finished and checked. */
enum status act_read(struct inputs *out, char *const *words, int count,
                     struct error *err) MUST_CHECK;

/* The dice of --given for `roll` with `count` rolls: only a single roll can have dice. */
enum status act_dice_of_one_roll(struct entered_dice *out, int count,
                                 const struct options *options, struct error *err) MUST_CHECK;

/* ---- running --------------------------------------------------------------------------- */

/* One act that was run, with its dice and outcome. */
struct act_run {
    struct trace trace;
    struct outcome outcome;
};
/* Runs the act with these dice; missing ones are generated from *stream, which moves on.
 * STATUS_USAGE for an impossible face, or one too many. */
enum status act_run(struct act_run *out, const struct inputs *inputs,
                    const struct entered_dice *dice, struct dice_stream *stream,
                    struct error *err) MUST_CHECK;

/* ---- writing --------------------------------------------------------------------------- */

/* New references, owned by the caller. */
json_t *act_inputs_json(const struct inputs *inputs);
json_t *act_trace_json(const struct trace *trace);
json_t *act_trace_text_json(const struct trace *trace);
/* The whole answer of `resolve --json`. */
json_t *act_json(const struct inputs *inputs, const struct act_run *run);

/* Exact odds: computed in memory of their own, and written as JSON in the forms that the
 * documents describe. `odds` and the JSON lines share it. */

/* Memory for a million totals and the scratch space for them. */
struct odds_room {
    void *memory;
    struct arena arena;
};
/* STATUS_IO when there is not enough; otherwise free it with odds_room_free. */
enum status odds_room_take(struct odds_room *out, struct error *err) MUST_CHECK;
void odds_room_free(struct odds_room *room);

/* The distribution of a dice expression. */
struct notation_odds {
    struct odds_numbers numbers; /* borrowed from the room */
    double unresolved;
};
enum status odds_of_notation(struct notation_odds *out, const struct dice_expr *expr,
                             struct odds_room *room, struct error *err) MUST_CHECK;

/* New references, owned by the caller. */
json_t *odds_act_json(const struct inputs *inputs, const struct odds *odds);
/* `typed`: what was given in a dialect; "": our notation. */
json_t *odds_notation_json(const struct dice_expr *expr, const char *typed,
                           const struct notation_odds *odds);

#endif
