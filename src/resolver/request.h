/* The request of a roll and its chance, as the log keeps them: an act of a game with all its
 * values, plain dice, or a random table.
 *
 * The texts are members of a JSON object, without its braces. They are written by hand, since
 * every rolled act writes them. Chances are cached, since a screen has often shown them before
 * the act. app/log/logged_roll.h reads them back. */
#ifndef REFEREE_RESOLVER_REQUEST_H
#define REFEREE_RESOLVER_REQUEST_H

#include "base/arena.h"
#include "resolver/odds.h"
#include "resolver/system.h"
#include "resolver/tables/random_table.h"

/* One of the three; all borrowed. */
struct roll_request {
    const struct inputs *inputs;
    const struct dice_expr *expr;
    const struct random_table *table;
};

/* The result: the outcome of an act, or else the total of the dice and the row of the table. */
struct roll_outcome {
    const struct outcome *act; /* NULL: no act of a game */
    int64_t total;
    const char *text; /* of the row; NULL: no table */
};

/* "system", "action", "inputs" (every one of them, null where it is not set) and "rules", the
 * version of the game's rules; or "notation" and its version; or "table". */
void roll_request_format(const struct roll_request *request, struct text *out);
/* The outcomes of an act by their names, null where a number is absent; or "total", with "text"
 * for a table. */
void roll_outcome_format(const struct roll_request *request, const struct roll_outcome *outcome,
                         struct text *out);
/* "probabilities", "distributions", "mean", as `odds` reports them. A distribution of more than
 * CHANCE_VALUES_MAX values is its mean and variance, and "cut". */
enum { CHANCE_VALUES_MAX = 64 };
void act_chance_format(const struct inputs *inputs, const struct odds *odds, struct text *out);

/* ---- chances, and those already computed ----------------------------------------------- */

enum { KNOWN_CHANCES = 16, KNOWN_CHANCE_SIZE = 6 << 10 };

struct known_chance {
    int request_length, length;   /* 0 and 0: none; a chance of length 0 cannot be enumerated */
    char text[KNOWN_CHANCE_SIZE]; /* the request, and the chance after it */
};

struct known_chances {
    int next; /* the next place to write */
    struct known_chance known[KNOWN_CHANCES];
    unsigned char memory[ODDS_MEMORY_SIZE]; /* scratch */
};

/* Writes the chance of every outcome of the roll, as `odds` reports it, or nothing when it
 * cannot be enumerated in a few milliseconds. `text` is the request, as roll_request_format
 * wrote it. */
void chances_add(struct known_chances *chances, const struct roll_request *request,
                 struct str text, struct text *out);
/* Caches odds of a whole act that were computed for another purpose. */
void chances_learn(struct known_chances *chances, const struct inputs *inputs,
                   const struct odds *odds);

#endif
