/* A question to a forecast that is answered by a number, and its answer: "how many goblin for
 * 70%", "which morale of rat* breaks=50% round=3", "how many fighter side=party".
 *
 *   how many WHAT        of a kind in the fight, of one there, or of a kind of the library
 *   which FIELD of WHO   a number that `set` can change, of one, several (rat*), a kind or a
 *                        side
 *   for 70%              the party wins so often; also won=, lost=, fled=, falls= (somebody of
 *                        the party), breaks= (morale of the foes, or of WHO); without any: the
 *                        chance to win, over the numbers
 *   round=3              at the latest; from=, to=: the numbers to try; side=: of new ones
 *
 * Fights are played at a few numbers far apart, then at those between two where the chance
 * passes the goal, then more fights at the two that are left. All in pairs with the fight as it
 * is. Played a few fights at a time, so that it can be watched and stopped. Nothing is written.
 */
#ifndef REFEREE_APP_FORECAST_ANSWER_H
#define REFEREE_APP_FORECAST_ANSWER_H

#include "app/forecast/trial.h"

/* ---- questions ------------------------------------------------------------------------- */

enum { FORECAST_QUESTION_SIZE = 200, FORECAST_NUMBERS_MAX = 10000 };

struct forecast_question {
    char words[FORECAST_QUESTION_SIZE];
    bool is_count;           /* how many; else a field */
    char what[NAME_SIZE];    /* the kind, or the field */
    char of[NAME_SIZE + 16]; /* for display: whose field */
    int id[COMBATANTS_MAX];  /* those who are meant and in the fight; how many: those there */
    int ids;
    char
        kind[NAME_SIZE]; /* of the library, when nobody of it is there; "": there is somebody */
    char side[8];        /* of new ones; "": as it comes */
    bool is_bodies;      /* one stands for several */
    const char *counted[2]; /* the attributes for their number, now and at the start, or NULL */
    struct forecast_watched watched;
    bool has_goal;
    double goal;   /* a chance */
    int low, high; /* the numbers to try */
    int most;      /* the highest one, if the goal lies beyond `high`; at least `high` */
    bool has_now;
    int now; /* the number as it is */
};

/* True when a line begins as a question. */
bool forecast_question_is(struct str line);

/* The lines of a what-if after which the number is this. */
void forecast_question_lines(const struct forecast_question *question, int number,
                             struct text *out);

/* "the party wins", "morale breaks by round 3". */
void forecast_question_measure(const struct forecast_question *question, struct text *out);

/* Adds what completes the last word of these; false, with nothing added, when nothing fits. */
bool forecast_question_complete(const struct forecast *forecast, struct str words,
                                struct text *out);

/* ---- answers --------------------------------------------------------------------------- */

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
