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
 * one whose turn it is; 0: nobody yet). False: the decision has ended. */
bool weapons_ready(struct decision *decision, const struct command *command, int *attacker);

/* An attack has asked for its first die: the answer may say that the target's shield blocks. */
void weapons_let_block(struct decision *decision);

/* Adds the weapon's name for display; nothing when there is none in this hand. */
void weapon_name(const struct state *state, int id, enum hand hand, struct text *out);
bool weapon_is_psionic(const struct state *state, int id, enum hand hand);
/* Whether there is anything in the off hand, by its name or by its values. */
bool weapons_has_off_hand(const struct state *state, int id);

/* Whether an act takes this value from the combatant: PV is given as the base, as the weapon's
 * displayed PV, or as the strength modifier and the weapon's cap, and the first one given
 * counts (PV Calculation). */
bool weapons_take(const struct inputs *inputs, const char *name);
/* Gives an attack what the weapon in this hand adds beyond the attributes: its part of the hit
 * roll and its name; for the off hand all of its values. Values given before stay. */
enum status weapons_add(const struct state *state, int id, enum hand hand,
                        struct inputs *inputs, struct error *err);

/* Whether the facts about a weapon in hand show this attribute. */
bool weapons_tell(const struct state *state, int id, const char *attribute);
/* A line for each weapon in hand, and for the combatant's own values instead of one. */
void weapons_facts(const struct state *state, int id, struct text *out);

#endif
