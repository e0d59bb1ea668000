/* A fight of a forecast walked through, act by act, as the past of a real one is: the table as
 * it was after each act, its log and the odds then. It never happened: it is played again from
 * the forecast's copy of the state, with the forecast's dice, and nothing is written.
 *
 * It is a sitting of its own that is only looked at (sitting_example_then); no line may be run
 * in it. A step plays the fight once more, which takes a few milliseconds. */
#ifndef REFEREE_APP_FORECAST_EXAMPLE_H
#define REFEREE_APP_FORECAST_EXAMPLE_H

#include "app/forecast/shown.h"
#include "app/log/past.h"

struct sitting_example;

/* At its start. The forecast is borrowed and must not begin again meanwhile. False, with *out
 * NULL, when none of its fights is such an example. */
bool sitting_example_open(struct sitting_example **out, struct forecast_shown *shown,
                          enum forecast_example which);
void sitting_example_close(struct sitting_example *example); /* NULL does nothing */

/* The sitting as it would be there. Valid until sitting_example_close. */
struct sitting *sitting_example_then(const struct sitting_example *example);

struct example_place {
    enum forecast_example which;
    int64_t number; /* of the fight in its forecast, from 0 */
    int act, acts;  /* 0: the start */
    enum fight_end end;
};
void sitting_example_place(const struct sitting_example *example, struct example_place *out);

/* As past_move, with the start and the end of the fight in place of the present. False, without
 * any change, when there is nothing further in that direction. */
bool sitting_example_move(struct sitting_example *example, enum past_move move);
/* To this act (0: the start); to the act that began a round. False, without any change, when
 * there is none. */
bool sitting_example_go(struct sitting_example *example, int64_t act);
bool sitting_example_go_to_round(struct sitting_example *example, int64_t round);

/* `forecast example [WHICH] [ACT]` of the fight on the table: which examples there are, one
 * line by line, or the table after one of its acts. STATUS_USAGE for other words. */
enum status sitting_tell_example(struct sitting *sitting, struct str words, struct text *out,
                                 struct error *err) MUST_CHECK;

#endif
