/* Weapons by name in Caves of Qud, in the main hand and the off hand.
 *
 * A weapon is a record of the library. A combatant who takes one up has its values as
 * attributes (damage, shown PV, sharp ...; those of the off hand with "off_" before the name),
 * which a line can change; an attribute that is unset gets the weapon's value again. Its bonus
 * to the hit roll is separate: it adds to the combatant's own. Acts name the weapon as the
 * source of its numbers. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_WEAPONS_H
#define REFEREE_GAMES_CAVES_OF_QUD_WEAPONS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"
#include "games/generic/procedure.h"
#include "resolver/system.h"
#include "tracker/conditions.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

/* What Caves of Qud keeps in the state (games/caves_of_qud/effects.def), and what its hits
 * bring beside the weapon's damage: damage that can be resisted, or a condition, of either hand
 * or of one
 * (`onhit Ezra cold damage=1d4 hand=off`). The commands that say it and settle it, and what is
 * pending after a hit. It knows nothing of weapons. Rules are cited by their headings. */

enum {
    QUD_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) QUD_##name,
#include "games/caves_of_qud/effects.def"
#undef EFFECT
};

/* True when an act was given this value; false when it has no such parameter. */
bool qud_is_given(const struct inputs *inputs, const char *name);
/* Gives it, unless it was given before. */
void qud_give_number(struct inputs *inputs, const char *name, int number);
/* True when a combatant has this attribute, which must be one of the game's; and its value, or
 * else 0. */
bool qud_has(const struct state *state, int id, const char *name);
int qud_value(const struct state *state, int id, const char *name);

/* The numbers are in logs. */
enum hit_hand { HIT_HAND_ANY, HIT_HAND_MAIN, HIT_HAND_OFF };

/* The hand of a QUD_ON_HIT or QUD_ON_HIT_DAMAGE. */
enum hit_hand hands_of(const struct state *state, const struct effect *on_hit);
/* True when a hit of the off hand, or of the main one, has this effect. */
bool hands_bring(const struct state *state, const struct effect *on_hit, bool is_off);
/* " with the off hand", or nothing for either hand. */
const char *hands_words(enum hit_hand hand);

/* The conditions of the game. */
enum { QUD_CONDITIONS = 5 + GENERIC_CONDITIONS_COUNT };

extern const struct condition_def caves_of_qud_conditions[QUD_CONDITIONS];
/* All on-hit effects of a combatant, separated by commas: "cold 1d4" is damage, "poisoned 2" a
 * condition for this many rounds, "own dazed" one of the referee's own words; "-": none. */
void on_hit_give(struct decision *decision, int id, struct str list);
void on_hit_format(const struct state *state, int id, struct text *out);
/* True when this is a valid list for a record: fills err. */
bool on_hit_check(struct str text, struct error *err);

/* `onhit rimewyk cold damage=1d4`: its hits bring this from now on. */
void qud_decide_onhit(struct decision *decision, const struct command *command);
/* `effect`: one of those that are pending is resisted, begins, or is dropped. */
void qud_decide_effect(struct decision *decision, const struct command *command);
/* The slots of the procedure (tracker/procedure.h), with morale checks that are called for. */
int qud_pending(const struct state *state, struct pending *out, int most);
bool qud_pending_act(const struct state *state, const struct pending *pending,
                     struct inputs *out, struct error *err);

enum hand { HAND_MAIN, HAND_OFF };

enum { QUD_KINDS = 2, QUD_GIVES = 4 };
extern const struct library_kind caves_of_qud_kinds[QUD_KINDS];
extern const struct given_def caves_of_qud_gives[QUD_GIVES];

/* The slot `give` for weapons: weapon=, off_weapon=, and unsetting a value of a weapon in
 * hand. */
bool weapons_give(struct decision *decision, int id, struct str name, struct str value);
/* The hand that a command means: hand=off, or else the main one, also for NULL. */
enum hand weapons_hand(const struct command *command);
/* Puts the weapon that the command names into that hand of the attacker (by=..., or else the
 * combatant whose turn it is; 0: nobody yet). False: the decision has ended. */
bool weapons_ready(struct decision *decision, const struct command *command, int *attacker);

/* An attack has asked for its first die: the answer may say that the target's shield blocks. */
void weapons_let_block(struct decision *decision);

/* Adds the weapon's name for display; nothing when there is none in this hand. */
void weapon_name(const struct state *state, int id, enum hand hand, struct text *out);
bool weapon_is_psionic(const struct state *state, int id, enum hand hand);
/* True when there is anything in the off hand, by its name or by its values. */
bool weapons_has_off_hand(const struct state *state, int id);

/* True when an act takes this value from the combatant: PV is given as the base, as the
 * weapon's displayed PV, or as the strength modifier and the weapon's cap, and the first one
 * given counts (PV Calculation). */
bool weapons_take(const struct inputs *inputs, const char *name);
/* Gives an attack what the weapon in this hand adds beyond the attributes: its part of the hit
 * roll and its name; for the off hand all of its values. Values given before stay. */
void weapons_add(const struct state *state, int id, enum hand hand, struct inputs *inputs);

/* True when the facts about a weapon in hand show this attribute. */
bool weapons_tell(const struct state *state, int id, const char *attribute);
/* A line for each weapon in hand, and for the combatant's own values instead of one. */
void weapons_facts(const struct state *state, int id, struct text *out);

#endif
