/* The answer to a question that a number answers (app/forecast/forecast_question): fights at a
 * few numbers far apart, then at those between two where the chance passes the goal, then more
 * fights at the two that are left. All in pairs with the fight as it is. Played a few fights at
 * a time, so that it can be watched and stopped. Nothing is written. */
#ifndef REFEREE_APP_FORECAST_FORECAST_ANSWER_H
#define REFEREE_APP_FORECAST_FORECAST_ANSWER_H

#include "app/forecast/forecast_question.h"

enum {
    ANSWER_POINTS_MAX = 40,
    ANSWER_COARSE = 9,  /* numbers that are tried first */
    ANSWER_FEW = 100,   /* fights at each of them */
    ANSWER_SOME = 400,  /* at each, when there is no goal */
    ANSWER_MANY = 2000, /* at the numbers that are the answer: ±2 points */
    ANSWER_TEXT_SIZE = 2000
};

struct forecast_point {
    int number;
    struct forecast_trial trial;
};

struct forecast_answer {
    struct forecast *forecast; /* its own */
    struct forecast_question question;
    struct forecast_trials trials;
    struct forecast_point *point[ANSWER_POINTS_MAX]; /* from the lowest number on */
    int points;
    int coarse_high; /* the highest number that was tried first */
    int64_t many;
    bool is_played; /* nothing is left to be played */
};

/* STATUS_USAGE when the question is not understood or there is no fight; *out is NULL then.
 * `from` must stay while it is used; of the wish the policies, assumptions and the seed count,
 * and `fights` when it is not 0: the most at each number. */
enum status forecast_answer_new(struct forecast_answer **out, const struct forecast_from *from,
                                const struct forecast_wish *wish, struct str words,
                                struct error *err) MUST_CHECK;
void forecast_answer_free(struct forecast_answer *answer); /* NULL does nothing */

/* Plays about this many fights; false when everything is played. */
bool forecast_answer_play(struct forecast_answer *answer, int fights);
/* More fights at the numbers that are the answer. */
void forecast_answer_more(struct forecast_answer *answer);

/* What is known so far. */
struct forecast_found {
    const struct forecast_point *best; /* the nearest to the goal; without one: as it is */
    const struct forecast_point *next; /* on the other side of the goal, or one more; NULL */
    bool is_reached; /* a chance passes the goal between both, or best's interval holds it */
};
/* False when nothing is known yet. */
bool forecast_answer_found(const struct forecast_answer *answer, struct forecast_found *out);

/* In sentences; the numbers that were tried follow with their chances. */
void forecast_answer_tell(const struct forecast_answer *answer, struct text *out);
/* The first sentences alone. */
void forecast_answer_sum_up(const struct forecast_answer *answer, struct text *out);

#endif
