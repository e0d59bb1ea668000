/* Exact odds: computed in memory of their own, and written as JSON in the forms that the
 * documents describe. `odds` and the JSON lines share it. */
#ifndef REFEREE_CLI_ODDS_DOCUMENT_H
#define REFEREE_CLI_ODDS_DOCUMENT_H

#include <jansson.h>

#include "base/arena.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/odds.h"

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
