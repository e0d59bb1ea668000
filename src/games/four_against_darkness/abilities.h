/* Healing and other abilities with their uses. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ABILITIES_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ABILITIES_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"

/* The rest of a word after "is" with this prefix: "d6" of "is heals-d6" for "heals-". Looks in
 * the combatant's texts from the ability, or else in its record, since of a spell the combatant
 * may only have the uses. False when there is no such word. */
bool ability_word(const struct decision *decision, int id, const char *ability,
                  const char *prefix, char out[LABEL_SIZE]);
bool ability_is(const struct decision *decision, int id, const char *ability, const char *word);
/* The same outside of a decision; `library` may be NULL. */
bool ability_says(const struct state *state, const struct library *library, int id,
                  const char *ability, const char *prefix, char out[LABEL_SIZE]);
/* The same of a record alone. */
bool ability_record_says(const struct library_record *record, const char *prefix,
                         char out[LABEL_SIZE]);
/* Whether the combatant has not acted, and one of its abilities would heal somebody who is
 * hurt, or give a condition. */
bool ability_can_help(const struct state *state, int id);
/* Its record; NULL when there is none. */
const struct library_record *ability_find(const struct library *library, const char *ability);
const struct library_record *ability_record(const struct decision *decision,
                                            const char *ability);
/* Whether it does something for its target without a roll. */
bool ability_has_effect(const struct decision *decision, int by, const char *ability);
/* Heals the target and gives it conditions. False when the decision has ended. */
bool ability_take_effect(struct decision *decision, int by, const char *ability, int on);

typedef const struct effect *uses_fn(const struct state *state, int id, struct str ability);
/* The user of the ability in the command's first word: by=, or else the only one who has uses
 * of it; 0: the decision has ended. */
int ability_user(struct decision *decision, const struct command *command, uses_fn *uses);
typedef bool fits_fn(const struct decision *decision, int id, const char *ability);
/* Asks for an ability, with those of the library that fit as choices; other words can be typed.
 * False when none fits. */
bool ability_ask(struct decision *decision, int id, fits_fn *fits, const char *prompt);

decide_fn ability_decide_use;

#endif
