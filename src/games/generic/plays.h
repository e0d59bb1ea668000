/* Fights that are played without a referee, in games whose order the referee sets (the slot
 * `plays` of tracker/procedure.h): rolling initiative, the optional morale check, sleepers,
 * whom the combatant whose turn it is attacks, and when it flees. What a game adds to that is
 * in a struct generic_play. */
#ifndef REFEREE_GAMES_GENERIC_PLAYS_H
#define REFEREE_GAMES_GENERIC_PLAYS_H

#include "tracker/policy.h"
#include "tracker/procedure.h"

/* Each part may be left out. A part that adds nothing leaves the rest to the others. */
struct generic_play {
    /* Settles a check of the game's own that is pending. */
    void (*settle)(const struct state *state, struct player *player, struct text *line);
    /* True when it loses its turn, whatever it wants; who sleeps or is stunned does in any
     * game.
     */
    bool (*loses_turn)(const struct state *state, int id);
    /* What it does before anything else in its turn, in place of its act. */
    void (*first)(const struct state *state, struct player *player, int id, struct text *line);
    /* Its act on this target; nothing: `attack`. */
    void (*act)(const struct state *state, struct player *player, int id, int target,
                struct text *line);
    /* A further act after `acts` of them in this turn; nothing: the turn is over. */
    void (*further)(const struct state *state, struct player *player, int id, int target,
                    int acts, struct text *line);
};

void generic_play(const struct state *state, struct player *player,
                  const struct generic_play *play, struct text *line);
/* The slot for a game that adds nothing. */
void generic_plays(const struct state *state, struct player *player, struct text *line);

/* What every such game leaves to the referee; a game puts its own after them. */
/* clang-format off */
#define GENERIC_ASSUMPTIONS \
    {"initiative", "initiative, where there is no order yet", {"d20", "entry"}}, \
    {"morale", "whether foes check a borrowed morale when half fell", {"off", "checked"}}, \
    {"broken", "foes whose morale breaks", {"flee", "surrender"}}, \
    {"sleepers", "sleepers who are hurt", {"wake", "sleep"}}
/* clang-format on */
extern const struct assumption_def generic_assumptions[];

/* Combatants of the other side whom it can see; the hidden ones, when there are no others.
 * Returns their number. */
int generic_play_targets(const struct state *state, int id, int out[COMBATANTS_MAX]);

#endif
