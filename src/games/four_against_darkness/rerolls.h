/* Luck and blessing: the last roll of a character with what came of it, kept to be taken back
 * and made again. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_REROLLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_REROLLS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "games/four_against_darkness/rolls.h"

/* Remembers the roll that was just made: the inputs in words, and what came of it. */
void reroll_keep(struct decision *decision, int who, int foe, const struct inputs *inputs,
                 bool is_failure);
/* What the roll did to a combatant, to be taken back with it: an amount of a field ("hp",
 * "count"), a condition ("condition: WORD"), a save that it settled ("save: ...") or called for
 * ("due: ..."). */
void reroll_effect(struct decision *decision, int row, int who, const char *what, int amount);
/* Whom that attack was at, when it was more than the one foe, or was to subdue. */
void reroll_keep_blow(struct decision *decision, const struct blow *blow);
void reroll_forget(struct decision *decision, int who);
/* Something has followed from the rolls that cannot be taken back with them. */
void reroll_forget_all(struct decision *decision);
/* Who can re-roll the save that somebody has just died of: its id, whom, and with what; 0:
 * nobody. */
int reroll_rescue(const struct state *state, int *whom, char ability[LABEL_SIZE]);

/* What is rolled once more: the roll, whom it was at, and the save that it failed. */
struct again {
    struct effect kept, save;
    struct blow blow;
    char ability[LABEL_SIZE]; /* that allows it */
};
/* Takes back the last roll, or the save that somebody has just died of, and rolls it again;
 * what comes of it is for the caller. False when the decision has ended. */
bool reroll_again(struct decision *decision, const struct command *command, struct again *again,
                  struct outcome *outcome);

/* The slot `key_word` of the procedure. */
const char *reroll_word(const struct state *state, const char *line);

#endif
