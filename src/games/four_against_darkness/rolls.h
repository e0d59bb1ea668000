/* One roll: the values that it takes from the combatants, the words of the act about it, the
 * numbers that these words bring, and luck and blessing, which make it again. The new roll
 * itself, with all its consequences, is taken back and decided again by the owner of the log
 * (decision_again). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ROLLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ROLLS_H

#include "resolver/system.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "games/four_against_darkness/modifiers.h"

/* Begins the inputs of an attack on a foe; `count` bodies can be killed. It is an error of the
 * inputs that the foe has no level. */
void rolls_attack(const struct state *state, int foe, int count, struct inputs *inputs);
/* Of a spell that takes effect on a foe. */
void rolls_spell(const struct state *state, int foe, struct inputs *inputs);
/* Of a defence against a foe. */
void rolls_defence(const struct state *state, int foe, struct inputs *inputs);
/* Of a save against a level. */
void rolls_save(const struct state *state, int level, struct inputs *inputs);

/* The targets of an attack: kills go from one group to the next. */
enum { TARGETS_MAX = 8 };

struct blow {
    int id;
    int targets[TARGETS_MAX], count;
    bool is_subdual;
    bool is_at_awake; /* of groups that are half asleep: the sleepers are left alone */
};

/* Bodies of all its targets, as far as it is aimed at them. */
int rolls_bodies_of(const struct state *state, const struct blow *blow, int foe);
int rolls_bodies(const struct state *state, const struct blow *blow);
/* A plain d6 of `who` about `subject`. False when it is asked for. */
bool rolls_d6(struct decision *decision, int subject, const char *who, struct source why,
              int *face);

/* An occasion and the words it borrows. */
struct said {
    struct occasion occasion;
    char text[SAID_MAX][LABEL_SIZE];
};

void said_begin(struct said *said, enum roll roll, int who, int against);
void said_word(struct said *said, struct str word);
/* The words of the options use=, with=, when=, and of flags: each list separated by commas. */
void said_options(struct said *said, const struct command *command);
bool said_says(const struct occasion *occasion, const char *word);
/* Adds the words of the moment. For an attack: a shot, according to the weapon and the phase,
 * and a last attack. For a defence: the first of the encounter, and how the party runs. */
void said_attack_moment(struct said *said, const struct state *state);
void said_defence_moment(struct said *said, const struct state *state);
/* True when the act can have no effect: the foe's record says "immune: WORD", and the act, its
 * item or spell is this word, which goes into `out`. */
bool said_is_immune(const struct state *state, const struct occasion *occasion,
                    char out[LABEL_SIZE]);
/* Tells the odds of an act that was just resolved, or whose dice were just asked for, when the
 * foe is immune to it. */
void said_tell_immune(struct decision *decision, const struct said *said);
/* Uses each ability in use= once for each time it is named; false when the decision has
 * ended. */
bool said_spend(struct decision *decision, const struct command *command,
                const struct said *said);
/* Gives the breakdown of the occasion to the inputs and finishes them; said_give adds the
 * referee's own bonus= because=. */
bool said_finish(const struct state *state, const struct said *said, struct inputs *out,
                 struct error *err);
bool said_give(struct decision *decision, const struct command *command,
               const struct said *said, struct inputs *inputs);

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
