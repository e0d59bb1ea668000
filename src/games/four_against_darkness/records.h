/* Combatants made from records: classes, abilities and foes copied into the state. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RECORDS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RECORDS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"

/* Gives an ability with its uses at a level and its texts. */
void ability_put(struct decision *decision, int id, const struct library_record *ability,
                 int level);
/* The slot `rests` of the procedure: luck, spells and other limited uses are whole again, as
 * the class has them at this level; those by hand have no number to go back to. */
void records_rest(struct decision *decision, int id);
/* The same whatever the table rule says. */
void records_refresh(struct decision *decision, int id);
/* A character reaches a level: Life and uses grow by its class. */
void character_level(struct decision *decision, int id, int level);
/* The slots `give`, `comes_as_one` and `joins` of the procedure: class=, enemy=, gear=, foe=,
 * level=. */
bool records_give(struct decision *decision, int id, struct str name, struct str value);
bool records_come_as_one(struct decision *decision, const struct command *command,
                         struct str name);
void records_join(struct decision *decision, int id);

#endif
