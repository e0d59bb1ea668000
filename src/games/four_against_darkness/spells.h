/* Spells, which are rolled like attacks or take effect without a roll. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H

#include "tracker/command.h"
#include "tracker/library.h"
#include "games/four_against_darkness/said.h"

decide_fn spell_decide_cast, spell_decide_use;

/* Adds "spells it knows (house data): fireball, sleep" for a character who casts any. */
void spells_say(const struct decision *decision, int id, struct text *out);
/* Whether this character's class knows the spell; NULL, a spell without a record: known. */
bool spell_is_known(const struct state *state, int id, const struct library_record *spell);
/* Adds every word that the spell `is` to the act; its record may be NULL. */
void spell_say(struct said *said, const struct library_record *record, const char *spell,
               bool strikes);

#endif
