/* Gear and uses of combatants: what is in hand, what a class may use, what is left. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_GEAR_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_GEAR_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* How a combatant carries an item (the amount of FOUR_GEAR), and the words for it. */
enum place { PLACE_PACK, PLACE_HAND, PLACE_OTHER_HAND, PLACE_WORN };
extern const char *const gear_places[];

/* The FOUR_GEAR of a combatant by the item's name, or at a place; NULL when there is none. */
const struct effect *gear_find(const struct state *state, int id, struct str item);
const struct effect *gear_at(const struct state *state, int id, enum place place);
/* True when this item of the combatant `is` the word. A weapon is melee or ranged. */
bool gear_is(const struct state *state, int id, const char *item, const char *word);
bool gear_is_weapon(const struct state *state, int id, const char *item);
/* True when it shoots or can be thrown. */
bool gear_is_for_shots(const struct state *state, int id, const char *item);
/* True when its class may use the item; tools and lights are for everybody. */
bool gear_may_use(const struct state *state, int id, const char *item);

/* Gives a new item, named by its properties and its record ("silver sword"), several separated
 * by commas, or "none". Each is put at its default place, if there is room. */
void gear_add(struct decision *decision, int id, struct str name);
void gear_add_list(struct decision *decision, int id, struct str names);
/* gear_add, and says where the item is. */
void gear_get(struct decision *decision, int id, struct str name);
/* True when it is in the pack though it could be in hand or worn. */
bool gear_is_spare(const struct state *state, const struct effect *gear);
/* Puts out the light of this character, or else the first of the party: it goes into the
 * pack. */
void gear_put_out(struct decision *decision, int id);
/* Refuses items in use that the class may not use. */
void gear_check_class(struct decision *decision, int id);

/* The FOUR_USES of an ability of a combatant; NULL when it has none. */
const struct effect *uses_find(const struct state *state, int id, struct str ability);
/* True when the combatant's ability is a spell at foes of its own, as of a scroll or a wand. */
bool uses_are_of_a_spell(const struct state *state, int id, const char *ability);
/* The uses that pay for a spell: those of its own name, or else those for any spell; with an
 * empty name those for any spell, or else those of one spell that is left. NULL: there are
 * none. */
const struct effect *uses_for_spell(const struct state *state, int id, struct str spell);
/* True when this character has a spell that is not used up. */
bool uses_left_for_spell(const struct state *state, int id);
/* True when this character has an ability that is not used up, beside spells and what rolls
 * again. */
bool uses_left_of_its_own(const struct state *state, int id);
/* Takes off a number of uses. Refused when there are fewer; the decision is wrong without such
 * an ability. */
bool uses_spend(struct decision *decision, int id, struct str ability, int times);

decide_fn gear_decide_equip, gear_decide_wield, gear_decide_stow, gear_decide_modifier,
    gear_decide_uses;

#endif
