/* The words of an act about its roll: the options of its command and the words of the moment;
 * and their numbers for the roll. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAID_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAID_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "games/four_against_darkness/modifiers.h"

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
/* Whether the act can have no effect: the foe's record says "immune: WORD", and the act, its
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

#endif
