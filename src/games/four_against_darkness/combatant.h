/* Combatants of Four Against Darkness as its rules see them: what the state says of them, their
 * marching order and the place where they fight, what holds for the whole encounter, and the
 * table rules, where printed editions differ. Rules are cited by the headings of the rules
 * analysis.
 *
 * This is the lowest module of this game at the table: it knows none of the others. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COMBATANT_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COMBATANT_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/settings.h"
#include "tracker/state.h"

enum { TABLE_RULES = 18 };

extern const struct setting_def four_against_darkness_settings[TABLE_RULES];
/* True when a setting has this value now: table_rule(state, "level_drop", "half"). */
bool table_rule(const struct state *state, const char *name, const char *value);

/* Its effects (games/four_against_darkness/effects.def). */
enum {
    FOUR_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) FOUR_##name,
#include "games/four_against_darkness/effects.def"
#undef EFFECT
};

/* Attributes, in the order of the system's table. */
enum {
    FOE = FIELD_SYSTEM, /* enum foe_kind; unset: a character, or not said */
    LEVEL,
    COUNT,
    COUNT_START,
    ATTACKS,
    DAMAGE,
    POSITION, /* in the marching order, 1 the first */
    MORALE,   /* its modifier */
    TREASURE, /* its modifier */
    SURPRISE_IN_6,
    LEVEL_DROPPED
};

enum foe_kind { FOE_VERMIN, FOE_MINION, FOE_WEIRD, FOE_BOSS };

/* The greatest total that the dice of a group may have. */
enum { COUNT_MOST = 1000 };

/* The amount of a FOUR_USES that is never used up. */
enum { USES_UNLIMITED = -1 };

/* Tier of a level: 1-4 is 1, 5-9 is 2, ... 20 and more is 5 (Words and arithmetic). */
int tier_of_level(int level);
/* Sides of the die of a tier: d6, d8, d10, d12, d20. */
int die_of_tier(int tier);
/* The lowest face that explodes: 6, 7, 8, 9, 10 of these dice. */
int explodes_from(int sides);
/* The highest level in the party, 1 without any (HCL). */
int highest_level(const struct state *state);
/* The class that was copied into a combatant; "" when it has none. */
const char *class_of(const struct state *state, int id);
/* True when the combatant has this condition, trait, class or kind; "minor" and "major" are
 * kinds too. */
bool row_is(const struct state *state, int id, struct str word);
/* True when this state effect gives its subject such a word, its label. */
bool row_says(const struct effect *effect);
/* True when it is a foe of this kind: "vermin", "minor". */
bool kind_is(const struct state *state, int id, struct str word);
/* True when the foe's texts say that it hates this character (FOUR_SPECIAL "hates: CLASS,
 * ..."). */
bool row_hates(const struct state *state, int foe, int id);
/* The text after "HEAD: " in the combatant's FOUR_SPECIAL: on_start, on_turn, on_hit, note,
 * hates, immune, morale (never), enemy; NULL when there is none. */
const char *special_find(const struct state *state, int id, const char *head);
bool is_character(const struct state *state, int id);
bool is_minor(const struct state *state, int id);
/* A group, of which a sentence says "are". */
bool is_many(const struct state *state, int id);
/* In the fight and not waiting at 0 Life for its lethal save. */
bool is_standing(const struct state *state, int id);
/* Asleep, paralysed or similar: it neither acts nor defends. */
bool is_helpless(const struct state *state, int id);
/* Bodies left of a foe: the number of a group, 1 of a major foe. */
int bodies_of(const struct state *state, int id);
/* Those of them that are not asleep or otherwise helpless. */
int bodies_awake(const struct state *state, int foe);
/* Attacks of each of its bodies in a round. */
int attacks_of(const struct state *state, int foe);
/* Standing characters in marching order from the front; returns their number. */
int marching_order(const struct state *state, int ids[COMBATANTS_MAX]);
int standing_characters(const struct state *state);
/* Bodies of all foes still in the fight. */
int foes_left(const struct state *state);
/* The only foe left, when there is just one; 0 otherwise. */
int only_foe(const struct state *state);
/* True when a word holds for the encounter (FOUR_SITUATION on 0). */
bool situation_holds(const struct state *state, const char *word);
/* The word begins or ends to hold. */
void situation_set(struct decision *decision, const char *word, bool holds);

/* True when this character's rank can fight hand to hand here. */
bool location_can_melee(const struct state *state, int id);
/* The characters that foes can attack here; returns their number. */
int location_reach(const struct state *state, int ids[COMBATANTS_MAX]);
/* The number of single foes that can attack here at the same time; 0: all. */
int location_abreast(const struct state *state);
/* Adds the place after the phase, unless it is an ordinary room: ", dark corridor". */
void location_say(const struct state *state, struct text *out);
/* As `place` takes it: "corridor dark"; nothing while nothing was said of it. */
void location_format(const struct state *state, int id, struct text *out);
extern const char *const location_words[];
decide_fn location_decide;

#endif
