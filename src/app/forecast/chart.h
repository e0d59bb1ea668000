/* The chart of a fight: the chance that the party wins after each act of the log, along the way
 * that stands, and what of its change was dice and what was choice.
 *
 * V is that chance by the table's own rules and policies, from the state after an act. Q is the
 * chance when every fight begins with that very act, its dice open. Then V - Q is what the dice
 * did, and Q less the V before it is what the choice did; so over a fight
 *
 *     start + dice + choices = end
 *
 * where the end is 1, 0 or the chance of a fight that goes on. All is from the party's side: a
 * foe's luck counts against it. An act of the referee (an arrival, a number that was typed, a
 * ruling) is a choice of nobody's, id 0. An act without dice, or one that the program cannot
 * play again, has Q = V.
 *
 * All chances are counted of the same fights by their numbers, which meet the same luck; what
 * is counted are whole numbers, so that any number of threads gives the same. Nothing is
 * written, and no dice of the campaign are drawn. */
#ifndef REFEREE_APP_FORECAST_CHART_H
#define REFEREE_APP_FORECAST_CHART_H

#include "app/forecast/begin.h"
#include "app/forecast/forecast.h"
#include "app/forecast/play.h"

struct sitting;

enum {
    CHART_BATCH = 50, /* fights of each chance between two looks at whether that is enough */
    CHART_FIGHTS_USUAL = 400,
    CHART_TURNS = 3 /* turning points that are told */
};

/* A chance that is counted: from a state, perhaps with an act whose dice are open. */
struct chart_point {
    struct fight_start start;
    struct player *player; /* own */
    bool is_exact;         /* the fight is over there: the chance is `won`, 0 or 1 */
    int64_t won;
};

/* A difference of two chances, summed over all fights. */
struct chart_sum {
    int64_t sum, squares;
};

struct chart_act {
    int64_t id;
    int round;
    char label[96];
    char line[COMMAND_LINE_MAX + 1];
    int by;              /* a combatant; 0: the referee */
    int to;              /* the first other one in its line; 0: nobody */
    struct state *after; /* own; NULL: as before it */
    int chance, open;    /* V and Q, as places in `point`; the same where no dice are open */
    struct chart_sum dice, choice, change; /* `change`: both */
};

/* Of one combatant, or the referee. */
struct chart_share {
    bool has_acted;
    struct chart_sum dice, choice;
};

struct chart {
    struct forecast *forecast; /* own: rules, policies, what is assumed */
    int64_t encounter;
    bool is_whole;       /* to where the encounter stands, not only to an act of it */
    struct state *start; /* own: as the fight began */
    struct chart_act *act;
    int acts, acts_room;
    struct chart_point *point; /* the first is the start's */
    int points, points_room;
    int64_t fights;                               /* of each chance */
    struct chart_share share[COMBATANTS_MAX + 1]; /* by id; 0: the referee */
    struct chart_share side[2];                   /* by enum side, as they are at the end */
    struct chart_sum dice, choices;
    struct chart_sum without; /* the start and the choices: the result without the dice */
    int *open, *row; /* the points that are not exact; and by point its place there, or -1 */
    int opens;
    struct forecast_batch batch; /* that is being played: the fights of each open point */
};

/* Reads the way of an encounter to an act of it (0: as it stands): `from` tells whose rules and
 * records, `wish` policies, assumptions, seed and threads; a side without a policy is sensible.
 * The first chance is that before the fight began, or once both sides are there. STATUS_USAGE
 * when nobody ever fought. On failure *out is NULL. */
enum status chart_new(struct chart **out, struct sitting *sitting, int64_t encounter,
                      int64_t until, const struct forecast_from *from,
                      const struct forecast_wish *wish, struct error *err) MUST_CHECK;
void chart_free(struct chart *chart); /* NULL does nothing */

/* Plays a batch more of this many fights; where the crew is over before its end, the next call
 * goes on with it, and only a whole batch is counted. False: there is nothing (more) to play,
 * for all is exact or something needs an answer (`batch.needs`). */
bool chart_play(struct chart *chart, struct forecast_crew *crew, int fights);
/* Half the width of the widest interval, in points of 100. */
double chart_points(const struct chart *chart);

/* ---- of the sitting -------------------------------------------------------------------- */

struct command;
struct record_library;
struct result;

/* A chart and what it borrows. */
struct sitting_chart {
    struct chart *chart;            /* NULL: there is none */
    struct record_library *library; /* NULL: there is none */
};

/* That of an encounter of the campaign up to an act (0: as it stands), by the policies that are
 * kept with it. End it with sitting_chart_end, also after a failure; begin with zeros. */
enum status sitting_chart_new(struct sitting_chart *out, struct sitting *sitting,
                              int64_t encounter, int64_t act, struct error *err) MUST_CHECK;
void sitting_chart_end(struct sitting_chart *chart);
/* The encounter and the act that words name: nothing, an encounter's name or an address. */
enum status sitting_chart_find(int64_t *encounter, int64_t *act, struct sitting *sitting,
                               struct str words, struct error *err) MUST_CHECK;

/* ---- what it shows --------------------------------------------------------------------- */

/* The state after this many of its acts; 0: as the fight began. Borrowed. */
const struct state *chart_state_after(const struct chart *chart, int acts);
struct interval chart_chance(const struct chart *chart, int point);
/* After the last act: the place of its point. */
int chart_end(const struct chart *chart);
/* In chances, with the interval of the pairs. */
struct interval chart_share_of(const struct chart *chart, const struct chart_sum *sum);

/* The acts after which it was another fight, the greatest change first: at least ten points,
 * and more than chance could be. Returns their number, CHART_TURNS at most. */
int chart_turns(const struct chart *chart, int turn[CHART_TURNS]);

#endif
