/* A party for each game with its own procedure, and how its fights begin. */
#ifndef REFEREE_SUPPORT_RANDOM_GAMES_H
#define REFEREE_SUPPORT_RANDOM_GAMES_H

#include <stdbool.h>

enum { RANDOM_GAMES = 5, RANDOM_MEMBERS_MAX = 4 };

/* The party, and the line that begins a fight; NULL: it begins by itself. */
struct random_game {
    const char *system;
    const char *member[RANDOM_MEMBERS_MAX];
    const char *begin;
    bool is_of_classes; /* a party of classes, in which nobody else can be */
};
extern const struct random_game random_games[RANDOM_GAMES];

#endif
