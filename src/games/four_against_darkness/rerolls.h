/* Luck and blessing: who may have which roll made again, and what it costs. The roll itself,
 * with all its consequences, is taken back and decided again by the owner of the log
 * (decision_again). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_REROLLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_REROLLS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The names of the throws, as the rules write them down. */
extern const char reroll_attack[], reroll_defence[], reroll_save[];

/* Remembers that this character has just made this roll, which can be made again; of several
 * in one act the last one that failed. */
void reroll_note(struct decision *decision, int who, const char *throw, bool is_failure);
/* Makes the last roll of this character, or of ANYBODY, final. */
void reroll_forget(struct decision *decision, int who);
/* Who can re-roll the save that somebody has just died of: its id, for whom, and with what; 0:
 * nobody. */
int reroll_rescue(const struct state *state, int *whom, char ability[LABEL_SIZE]);
/* Who can re-roll the newest roll, if it failed: its id, whose roll it is, which throw, and
 * with what; 0: nobody. */
int reroll_of_failure(const struct state *state, int *whom, const char **throw,
                      char ability[LABEL_SIZE]);
decide_fn reroll_decide;

/* For the slots `key_word` and `key_is_idle` of the procedure: "Pell: luck on own
 * attack", while the roll that it would make again has failed. */
bool reroll_is_idle(const struct state *state, const char *line);
void reroll_word(const struct state *state, const char *line, int brevity, struct text *out);

#endif
