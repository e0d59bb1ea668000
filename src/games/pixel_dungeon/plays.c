#include "games/pixel_dungeon/plays.h"

#include "games/generic/plays.h"
#include "tracker/conditions.h"

/* Who is paralysed cannot act (Surprise attack). */
static bool loses_turn(const struct state *state, int id)
{
    return condition_holds(state, id, "paralysed") || condition_holds(state, id, "paralyzed");
}

void pixel_dungeon_plays(const struct state *state, struct player *player, struct text *line)
{
    static const struct generic_play play = {.loses_turn = loses_turn};
    generic_play(state, player, &play, line);
}
