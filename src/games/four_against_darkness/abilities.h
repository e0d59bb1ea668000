/* Healing and other abilities with their uses, and what an ability is. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ABILITIES_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ABILITIES_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"

/* Among the texts that the combatant has of the ability, else in its record: a spell is cast
 * that the combatant only has a number of. "d6" of "is heals-d6", whose prefix is "heals-";
 * false when there is no such word. */
bool ability_word(const struct decision *decision, int id, const char *ability,
                  const char *prefix, char out[LABEL_SIZE]);
bool ability_is(const struct decision *decision, int id, const char *ability, const char *word);
/* Its record, when there is one; else NULL. */
const struct library_record *ability_record(const struct decision *decision,
                                            const char *ability);
/* Whether it does something for whom it is used on, that one need not roll for. */
bool ability_has_effect(const struct decision *decision, int by, const char *ability);
/* Healing and conditions come to whom it is used on. False when the decision has ended. */
bool ability_take_effect(struct decision *decision, int by, const char *ability, int on);

typedef const struct effect *uses_fn(const struct state *state, int id, struct str ability);
/* Who uses what the command's first word names: by=, else the only one who has uses of it; 0:
 * the decision has ended. */
int ability_user(struct decision *decision, const struct command *command, uses_fn *uses);
typedef bool fits_fn(const struct decision *decision, int id, const char *ability);
/* Asks which ability of the library, of those that fit; other words can be typed. False when
 * there is none. */
bool ability_ask(struct decision *decision, int id, fits_fn *fits, const char *prompt);

decide_fn ability_decide_use;

#endif
