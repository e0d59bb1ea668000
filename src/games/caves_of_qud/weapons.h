/* Weapons by name in Caves of Qud: what is in the main hand and in the off hand.
 *
 * A weapon is a record of the library. Who takes one up has its values as attributes from then
 * on (damage, shown PV, sharp ...; those of the off hand with "off_" before the name), which a
 * line can change; one that is unset again is the weapon's. Its bonus to the hit roll stays
 * apart: it adds to what the combatant itself has. Acts name the weapon as the source of its
 * numbers. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_WEAPONS_H
#define REFEREE_GAMES_CAVES_OF_QUD_WEAPONS_H

#include "games/generic/creatures.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"

enum hand { HAND_MAIN, HAND_OFF };

enum { QUD_KINDS = 2, QUD_GIVES = 4 };
extern const struct library_kind caves_of_qud_kinds[QUD_KINDS];
extern const struct given_def caves_of_qud_gives[QUD_GIVES];

/* The slot `give` as far as weapons go: weapon=, off_weapon=, and a value of a weapon in hand
 * that is unset. */
bool weapons_give(struct decision *decision, int id, struct str name, struct str value);
/* The hand that a command means: hand=off, else the main one; NULL: that, too. */
enum hand weapons_hand(const struct command *command);
/* Who attacks (by=..., else the one whose turn it is; 0: nobody yet) has the weapon that the
 * command names in that hand from then on. False: the decision has ended. */
bool weapons_ready(struct decision *decision, const struct command *command, int *attacker);

/* Its name for people: nothing added when there is none in this hand. */
void weapon_name(const struct state *state, int id, enum hand hand, struct text *out);
bool weapon_is_psionic(const struct state *state, int id, enum hand hand);
/* Whether there is anything in the off hand, by name or by its values. */
bool weapons_has_off_hand(const struct state *state, int id);

/* Gives an attack what the weapon in this hand brings and no attribute says: its part of the
 * hit roll and its name; of the off hand all of its values. What was given before stays. */
enum status weapons_add(const struct state *state, int id, enum hand hand,
                        struct inputs *inputs, struct error *err);

/* Whether the facts about a weapon in hand tell this attribute. */
bool weapons_tell(const struct state *state, int id, const char *attribute);
/* A line for each weapon in hand, and for what the combatant has of its own instead. */
void weapons_facts(const struct state *state, int id, struct text *out);

#endif
