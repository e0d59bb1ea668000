/* Whom a character attacks in a fight that is played without a referee, with which weapon, and
 * which abilities it uses with a roll. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PLAYS_ATTACKS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PLAYS_ATTACKS_H

#include "tracker/policy.h"
#include "games/four_against_darkness/said.h"

/* The foes that this character may aim at: those who are awake and whom its weapon can hurt,
 * when there are any. Returns their number. */
int plays_targets(const struct state *state, const struct player *player, int id,
                  int out[COMBATANTS_MAX]);

/* Adds ` use="rage"` for abilities that add to this roll and that the policy uses. */
void plays_add_uses(const struct state *state, const struct player *player,
                    const struct said *said, struct text *line);
/* Whether it has an ability left for such a roll. */
bool plays_has_use(const struct state *state, int id, enum roll roll);

/* The attack of this character in the present phase, or taking a fitting weapon in hand for it;
 * adds nothing when there is none. */
void plays_attack(const struct state *state, const struct player *player, int id,
                  struct text *line);
/* The last attack on a foe who flees. */
void plays_last_attack(const struct state *state, const struct player *player, int id, int foe,
                       struct text *line);
/* A weapon for shots taken in hand by one who stands too far back to fight hand to hand; adds
 * nothing when nobody needs one. */
void plays_take_bow(const struct state *state, struct text *line);

#endif
