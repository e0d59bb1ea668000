/* Healing and other abilities with their uses, and spells, which are rolled like attacks or
 * take effect without a roll (Class Abilities, Traits & Special Abilities, Spells). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ABILITIES_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ABILITIES_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"
#include "games/four_against_darkness/rolls.h"

/* The same outside of a decision; `library` may be NULL. */
bool ability_says(const struct state *state, const struct library *library, int id,
                  const char *ability, const char *prefix, char out[LABEL_SIZE]);
/* The same of a record alone. */
bool ability_record_says(const struct library_record *record, const char *prefix,
                         char out[LABEL_SIZE]);
/* True when the combatant has not acted, and one of its abilities would heal somebody who is
 * hurt, or give a condition. */
bool ability_can_help(const struct state *state, int id);

decide_fn spell_decide_cast, spell_decide_use;
/* Adds "spells it knows (house data): fireball, sleep" for a character who casts any. */
void spells_say(const struct decision *decision, int id, struct text *out);
/* True when this character's class knows the spell; NULL, a spell without a record: known. */
bool spell_is_known(const struct state *state, int id, const struct library_record *spell);
/* Adds every word that the spell `is` to the act; its record may be NULL. */
void spell_say(struct said *said, const struct library_record *record, const char *spell,
               bool strikes);

#endif
