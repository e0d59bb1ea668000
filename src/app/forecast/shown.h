/* A forecast for a screen: played a few fights at a time, so that keys are answered meanwhile,
 * asked again when somebody tries a what-if or another policy, and with two of its fights kept
 * to be read. The fights and their luck are those of `referee forecast`. Nothing is written. */
#ifndef REFEREE_APP_FORECAST_SHOWN_H
#define REFEREE_APP_FORECAST_SHOWN_H

#include "app/forecast/answer.h"
#include "app/forecast/play.h"
#include "app/forecast/slice.h"
#include "app/forecast/trial.h"

enum {
    FORECAST_SHOWN_FIGHTS = 2400, /* of each: ±2 points */
    FORECAST_SHOWN_WHAT_IFS = 6,
    FORECAST_SHOWN_LINE = 200,
    FORECAST_SHOWN_TURN = 20, /* fights of a slice, at most */
    FORECAST_SHOWN_TRIALS = 4 /* fights of a trial between two looks at the time */
};

/* A fight that is worth reading. */
enum forecast_example { EXAMPLE_DEFEAT, EXAMPLE_CLOSE_WIN, FORECAST_EXAMPLES };

struct record_library;
struct sitting;

struct forecast_shown {
    struct forecast *forecast; /* NULL: there is none, see `error` */
    struct error error;        /* why */
    struct forecast_from from; /* `state` is `start` */
    struct state *start;       /* its own */
    /* Its own, as the table may read its records again meanwhile; NULL: not read yet. */
    struct record_library *library;
    struct sitting *sitting; /* borrowed */
    char encounter[FORECAST_NAME_SIZE], at[FORECAST_NAME_SIZE];
    char what_if[FORECAST_SHOWN_WHAT_IFS][FORECAST_SHOWN_LINE];
    int what_ifs;
    /* "party=spread", by enum side; "": fought in the usual ways. */
    char policy[2][POLICY_NAME_SIZE + 8];
    int64_t fights;            /* to be played of each */
    struct forecast_crew crew; /* that plays them */
    struct forecast_slice slice;
    struct fight_sum *sum;           /* of the first forecast, by the number of the fight */
    int64_t sums;                    /* it has room for */
    struct forecast_without without; /* begun once the figures are there */
    bool knows_without;              /* it is played */
};

/* Takes a copy of the state; nothing is read or played yet. Ends what it showed before; begin
 * with zeros. */
void forecast_shown_begin(struct forecast_shown *shown, struct sitting *sitting,
                          const struct forecast_from *from);
void forecast_shown_end(struct forecast_shown *shown);

/* Plays for a short while, on all processors (without a clock a whole turn of fights, however
 * long it takes); false when everything is played. */
bool forecast_shown_play(struct forecast_shown *shown, forecast_clock *now_ms, void *context);
/* True when fights are left to be played. */
bool forecast_shown_is_busy(const struct forecast_shown *shown);
/* More of the same. */
void forecast_shown_more(struct forecast_shown *shown);

/* Another what-if: lines separated by `;`. All begins again. False, with the mistake in `err`
 * and nothing changed, when it is wrong or there are too many. */
bool forecast_shown_add(struct forecast_shown *shown, struct str lines, struct error *err);
/* Drops the last what-if; false when there is none. */
bool forecast_shown_drop(struct forecast_shown *shown);
/* The next policy for a side: the usual ways, then each policy of the game by itself. */
void forecast_shown_turn_policy(struct forecast_shown *shown, int side);

/* A question about the fight as it is, by the policies that are shown. The answer borrows from
 * here, and is freed before this ends. False, with the mistake in `err`, when it is not
 * understood. */
bool forecast_shown_ask(struct forecast_shown *shown, struct str words,
                        struct forecast_answer **out, struct error *err);

/* "a defeat of middling length". */
const char *forecast_example_name(enum forecast_example example);
/* The number of the fight that is this example, of those played so far; -1: there was none. */
int64_t forecast_shown_find_example(const struct forecast_shown *shown,
                                    enum forecast_example example);
/* Plays this fight of the first forecast again, with its texts; `sees` as in struct fight.
 * Returns where it was played; valid until others are. */
struct fight *forecast_shown_replay(struct forecast_shown *shown, int64_t number,
                                    void (*sees)(void *context, const struct fight *fight,
                                                 const char *line),
                                    void *context);
/* Plays this example again and writes it line by line. False when there was no such fight. */
bool forecast_shown_example(struct forecast_shown *shown, enum forecast_example example,
                            struct text *out);

#endif
