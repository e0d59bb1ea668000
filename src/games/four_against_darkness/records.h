/* New combatants: a record of a class, an ability or a foe is copied into the state, where it
 * can be seen and changed, and does not follow later changes of the file. Foes without a record
 * are the referee's own. The number of a group and formulas such as HCL+3 stay open until the
 * foe is met (decisions A, F 1); major foes lose a level at half Life, and bosses have their
 * extras (Major Foes, Boss Foes). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RECORDS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RECORDS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"

/* The dice in their usual notation; NULL when its number is known, or it is not a group. */
const char *counts_open(const struct state *state, int foe);
/* The first group in the fight that the party sees and whose number is open; 0: none. */
int counts_first_open(const struct state *state);
/* Throws the dice of an open number, with at least 1 as the result. False when they are asked
 * for. */
bool counts_throw(struct decision *decision, int foe);

/* Called after every act: the numbers follow the party, and are decided when the foe is met. So
 * is the number of a group (counts_open), whose dice may be asked for. */
void formulas_watch(struct decision *decision, int foe);
/* "until met: level HCL+3 (4 now), Life T+5 (6 now), count 2d6"; nothing for a foe without
 * formulas. */
void formulas_say(const struct state *state, int foe, struct text *out);

/* True when the table rule gives this boss more than its record says. */
bool major_has_extras(const struct state *state, int foe);
/* Called when it is met: gives a boss its extras, once. */
void major_meet(struct decision *decision, int foe);
/* Called after every act: at half Life it loses a level, once. */
void major_watch(struct decision *decision, int foe);

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
