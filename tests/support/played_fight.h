/* A fight that is played by policies, by the game's slot `plays` (tracker/procedure.h): a line
 * at a time, decided and applied like one that is typed. Any line that is refused, asks or
 * changes nothing fails the test. */
#ifndef REFEREE_SUPPORT_PLAYED_FIGHT_H
#define REFEREE_SUPPORT_PLAYED_FIGHT_H

#include "support/table.h"
#include "tracker/player.h"

enum { PLAYED_LINES_MAX = 4000, PLAYED_WORDS_MAX = 96 };

/* How often lines began with these words, over many fights: "attack", "react shield". */
struct played_words {
    struct {
        char word[48];
        int count;
    } of[PLAYED_WORDS_MAX];
    int count;
};
int played_count(const struct played_words *words, const char *word);
/* Prints all of them, as TAP comments. */
void played_print(const struct played_words *words);

enum played_end { PLAYED_WON, PLAYED_LOST, PLAYED_STALEMATE };

struct played_fight {
    struct table *table; /* everybody has joined */
    struct player player;
    struct played_words *words; /* NULL: not counted */
    bool prints;
    int lines;
    char failed[700]; /* a line that was not done, and why; "" */
};

/* Both sides follow these policies; nothing else is assumed than what is usual. */
void played_init(struct played_fight *fight, struct table *table, const struct policy *party,
                 const struct policy *foes, uint64_t key);
/* Another choice for what the game leaves to the referee. */
void played_assume(struct played_fight *fight, const char *name, const char *choice);
enum played_end played_run(struct played_fight *fight);

#endif
