/* A question to a forecast that is answered by a number: "how many goblin for 70%", "which
 * morale of rat* breaks=50% round=3", "how many fighter side=party". Read from words; nothing
 * is played here.
 *
 *   how many WHAT        of a kind in the fight, of one there, or of a kind of the library
 *   which FIELD of WHO   a number that `set` can change, of one, several (rat*), a kind or a
 *                        side
 *   for 70%              the party wins so often; also won=, lost=, fled=, falls= (somebody of
 *                        the party), breaks= (morale of the foes, or of WHO); without any: the
 *                        chance to win, over the numbers
 *   round=3              at the latest; from=, to=: the numbers to try; side=: of new ones */
#ifndef REFEREE_APP_FORECAST_FORECAST_QUESTION_H
#define REFEREE_APP_FORECAST_FORECAST_QUESTION_H

#include "app/forecast/forecast_trial.h"

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

/* Whether a line begins as a question. */
bool forecast_question_is(struct str line);

/* STATUS_USAGE when the words are not understood or name nobody; `where` has the words up to
 * the mistake. */
enum status forecast_question_read(struct forecast_question *out,
                                   const struct forecast *forecast, struct str words,
                                   struct error *err) MUST_CHECK;

/* The lines of a what-if after which the number is this. */
void forecast_question_lines(const struct forecast_question *question, int number,
                             struct text *out);

/* "8 gully goblin", "morale 6". */
void forecast_question_number(const struct forecast_question *question, int number,
                              struct text *out);
/* "the party wins", "morale breaks by round 3". */
void forecast_question_measure(const struct forecast_question *question, struct text *out);

/* Adds what completes the last word of these; false, with nothing added, when nothing fits. */
bool forecast_question_complete(const struct forecast *forecast, struct str words,
                                struct text *out);

#endif
