/* What an act says of its roll, in words: the options of its command and the words of the
 * moment; and the numbers that these words give to the roll. */
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
/* The words of the moment. Of an attack: a shot, as the weapon and the phase have it, and a
 * last attack. Of a defence: the first of the encounter, and how the party runs. */
void said_attack_moment(struct said *said, const struct state *state);
void said_defence_moment(struct said *said, const struct state *state);
/* Whether nothing can come of the act: the foe's record says "immune: WORD", and the act, its
 * item or spell is this; the word into `out`. */
bool said_is_immune(const struct state *state, const struct occasion *occasion,
                    char out[LABEL_SIZE]);

/* Everything that use= names is used once for each time it stands there; false when the
 * decision has ended. */
bool said_spend(struct decision *decision, const struct command *command,
                const struct said *said);
/* The breakdown of the occasion, given to the inputs, which are then finished; said_give adds
 * the referee's own bonus= because=. */
bool said_finish(const struct state *state, const struct said *said, struct inputs *out,
                 struct error *err);
bool said_give(struct decision *decision, const struct command *command,
               const struct said *said, struct inputs *inputs);

#endif
