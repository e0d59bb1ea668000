/* Fights that are played by policies (forecast/fight.h), for tests of the games' slots `plays`:
 * any line that is refused, asks or changes nothing fails the test, and so does the same attack
 * out of turn by the same one twice in a turn. Counts what is played. */
#ifndef REFEREE_SUPPORT_PLAYED_FIGHT_H
#define REFEREE_SUPPORT_PLAYED_FIGHT_H

#include "forecast/fight.h"
#include "support/table.h"

enum { PLAYED_WORDS_MAX = 128 };

/* How often lines of each kind were played, over many fights: "react shield", "attack by=". */
struct played_words {
    struct {
        char word[64];
        int count;
    } of[PLAYED_WORDS_MAX];
    int count;
};
int played_count(const struct played_words *words, const char *word);
/* Prints all of them, as TAP comments. */
void played_print(const struct played_words *words);

/* The fight of a table: its state is where each fight begins. */
struct played_fight {
    struct table *table;
    struct player player;
    struct played_words *words; /* NULL: not counted */
    bool prints;
    struct fight *fight;
    char reacted[400]; /* the lines that react in the turn under way, each with a line's end */
    int64_t turn;      /* which turn that is */
};

/* Both sides follow these policies; what the game leaves to the referee is assumed as usual.
 * Freed by played_free. */
void played_init(struct played_fight *played, struct table *table, const struct policy *party,
                 const struct policy *foes);
void played_free(struct played_fight *played);
/* Another choice for what the game leaves to the referee. */
void played_assume(struct played_fight *played, const char *name, const char *choice);
const struct fight_outcome *played_run(struct played_fight *played, int number);

#endif
