/* An evening: several encounters one after the other, with wounds and uses carried on, played
 * many times; and what a rest between two of them changes. The party goes on after a fight that
 * it won; an evening breaks at the first one that it did not win.
 *
 * What a rest is can be said in words: "rest", by the rule of the game, "6 HP each", "1d6 HP
 * each", or several with commas.
 *
 * The encounters are those of the plan, or any. Each evening has a number and luck of its own,
 * and what is counted are whole numbers: any number of threads gives the same answer. */
#ifndef REFEREE_APP_FORECAST_EVENING_H
#define REFEREE_APP_FORECAST_EVENING_H

#include <jansson.h>

#include "app/forecast/play.h"

enum {
    EVENING_STEPS_MAX = 16,
    EVENING_RESTS_MAX = EVENING_STEPS_MAX + 1,   /* none, after each one alone, after all */
    EVENING_MOMENTS_MAX = EVENING_STEPS_MAX + 1, /* the start, after each one */
    EVENING_TALLIES_MAX = EVENING_RESTS_MAX + EVENING_MOMENTS_MAX,
    EVENINGS_USUAL = 400,
    EVENING_SEED_STEP = 7919 /* between the seeds of two encounters of an evening */
};

/* An encounter of the evening, as it would begin with a fresh party. */
struct evening_step {
    char name[FORECAST_NAME_SIZE];
    char left_out[ERROR_TEXT_SIZE]; /* why it is not fought; "": it is */
    struct state *start;            /* own; NULL: it cannot be forecast */
    struct forecast *forecast;      /* own: its policies and rules; NULL: as `start` */
    struct state *end;              /* own: of a fight that was played; NULL: it was not */
};

/* What happens where the party rests. */
enum { EVENING_REST_SIZE = 80, EVENING_HEALS_SIZE = 24 };
struct evening_rest {
    char words[EVENING_REST_SIZE]; /* "a rest", "6 HP each"; a game's own word is taken too */
    bool is_by_rule;
    char heals[EVENING_HEALS_SIZE]; /* hit points of each, or dice for them; "": none */
};
/* STATUS_USAGE: the words say no rest. */
enum status evening_rest_read(struct evening_rest *out, struct str words,
                              struct error *err) MUST_CHECK;

struct evening_tally {
    bool rests[EVENING_STEPS_MAX]; /* after this step */
    bool is_moment;  /* of the evening so far: the fights that were played since are open */
    int after;       /* the step from whose real end it goes on; -1: from the start */
    int64_t through; /* evenings that came to their end */
    int64_t reached[EVENING_STEPS_MAX], past[EVENING_STEPS_MAX];
    int64_t falls[EVENING_STEPS_MAX];   /* of the party so far, where it was reached */
    int64_t hp_left[EVENING_STEPS_MAX]; /* of the party, where it got past */
    int64_t more, fewer; /* evenings that came through with these rests alone, and
                            without any alone */
};

struct forecast_evening {
    const struct procedure *procedure;
    const struct library *library;
    const struct random_tables *tables;
    struct evening_step step[EVENING_STEPS_MAX];
    int steps, fought;                               /* `fought`: those that are not left out */
    struct evening_rest rest;                        /* all zero: by the game's rule */
    struct evening_tally tally[EVENING_TALLIES_MAX]; /* with these rests, then the moments */
    int tallies, moments;
    int64_t evenings;             /* that were played */
    char needs[FIGHT_NEEDS_SIZE]; /* of the first evening that needs an answer; "" */
    int64_t needs_evening;        /* -1: none does */
    /* That plays them: its time may be set, and evenings are then played in pieces. */
    struct forecast_crew crew;
    struct evening_place *place; /* own: where they are played; NULL: none is there yet */
};

/* Adds one; `start` is copied. NULL: it is left out, for this reason. `before` is the party's
 * encounter before it, which brings it where it has none of its own; NULL: none. A mistake is
 * why it is left out, not a failure. */
void forecast_evening_add(struct forecast_evening *evening, const char *name,
                          const struct state *start, const struct state *before,
                          const struct forecast_wish *wish, const char *left_out);
/* The one that was added last was played, and ended so, which is copied: it is left out, and
 * the chance is counted of what comes after it, and of the whole evening from its start. */
void forecast_evening_played(struct forecast_evening *evening, const struct state *end);
/* True when there is anything to play. */
bool forecast_evening_can_play(const struct forecast_evening *evening);
/* Counts from zero. */
void forecast_evening_begin(struct forecast_evening *evening);
/* Plays on until there are `to` evenings, or until the crew's turn is over, after one of them
 * at least; false when there are that many. */
bool forecast_evening_go_on(struct forecast_evening *evening, int64_t to);
/* Both: plays `evenings` of them, on this many threads (0: as many as there are processors). */
void forecast_evening_play(struct forecast_evening *evening, int64_t evenings, int threads);
void forecast_evening_end(struct forecast_evening *evening);

/* In sentences, each line ended. */
void forecast_evening_tell(const struct forecast_evening *evening, struct text *out);
/* As a report, owned by the caller. */
json_t *forecast_evening_report(const struct forecast_evening *evening, uint64_t seed);

/* ---- the plan -------------------------------------------------------------------------- */

struct command;
struct record_library;
struct result;
struct sitting;

/* An evening and what it borrows. */
struct sitting_evening {
    struct forecast_evening evening;
    struct record_library *library; /* NULL: there is none */
};

/* Reads the plan. What was played is left out, and its party goes on from there, with the
 * chance that it had then; so is what cannot be played, with the reason. End it with
 * sitting_evening_end, also after a failure. */
enum status sitting_evening_begin(struct sitting_evening *out, struct sitting *sitting,
                                  const struct forecast_wish *wish,
                                  struct error *err) MUST_CHECK;
void sitting_evening_end(struct sitting_evening *evening);

/* The command `forecast-evening`. */
void sitting_run_forecast_evening(struct sitting *sitting, const struct command *command,
                                  struct result *out);

#endif
