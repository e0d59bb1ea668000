/* What is kept of forecasts with an encounter: the what-ifs that were tried, and the forecast
 * that stood before a fight, to be shown after it beside how that went.
 *
 * Kept as changes of the campaign (store/changes.h): thing "forecast" with the number of the
 * encounter, or "forecast_prepared" with that of the prepared one; fields "what_ifs" (a line
 * each) and "stood" (JSON). They are written by the keys of the view and by `forecast-keep`
 * only. A fight that began from a prepared encounter has the forecast and the what-ifs of that
 * one until it has its own. */
#ifndef REFEREE_APP_FORECAST_KEPT_H
#define REFEREE_APP_FORECAST_KEPT_H

#include "app/sitting/collection.h"
#include "app/forecast/forecast.h"

/* Of encounters: forecast-undo is about "stood" alone, and there is no redo. */
extern const struct collection forecast_collection;

enum { KEPT_FALLS_MAX = 24 };

/* What is kept of a forecast: that of its first pair of policies, and the band. */
struct kept_forecast {
    int64_t fights;
    int first_round;  /* in which it began; 1 for one before the fight */
    double low, high; /* the chance to win, over the pairs of policies */
    int64_t ways[FIGHT_ENDS][TALLY_FALLS];
    int64_t rounds[TALLY_ROUNDS];
    int falls;
    struct kept_fall {
        char name[NAME_SIZE];
        int64_t count;
    } fall[KEPT_FALLS_MAX]; /* of the party */
};

/* How a fight went. */
struct fight_went {
    enum fight_end end;
    int round, falls;
    char fallen[240]; /* names of those of the party who fell */
};

void kept_forecast_of(struct kept_forecast *out, const struct forecast *forecast);
/* False when the fight is not over. */
bool fight_went(struct fight_went *out, const struct state *state);
/* The share of the forecast's fights that went worse, half of the equal ones counted: first by
 * the end (won, fled, undecided, lost), then by how many of the party fell. */
double kept_forecast_share(const struct kept_forecast *kept, const struct fight_went *went);
/* "The party won in round 5, Marit fell: better than 8 of 10 fights of the forecast. It said:
 * won 62% (55-70%), ..." */
void kept_forecast_compare(const struct kept_forecast *kept, const struct fight_went *went,
                           struct text *out);

/* One line: "forecast before: the party wins 55-70%; it won in round 4, nobody fell". `went`
 * NULL: without the end. */
void kept_forecast_line(const struct kept_forecast *kept, const struct fight_went *went,
                        struct text *out);

/* The JSON that is kept, and reading it; false when it is none. */
void kept_forecast_write_json(const struct kept_forecast *kept, struct text *out);
bool kept_forecast_read_json(struct kept_forecast *out, struct str json);

/* ---- keeping it ------------------------------------------------------------------------- */

enum { KEPT_WHAT_IFS_SIZE = 1400 };

/* With what it is kept. */
struct kept_owner {
    bool is_prepared;
    int64_t id; /* 0: with nothing */
};

/* STATUS_MISSING when none is kept. */
enum status sitting_kept_forecast(struct kept_forecast *out, struct sitting *sitting,
                                  struct kept_owner owner, struct error *err) MUST_CHECK;
/* What was kept last before this act of the fight, with it or with the prepared encounter that
 * it began from; STATUS_MISSING when nothing was, or it was dropped again by then. */
struct act_row;
enum status sitting_kept_forecast_before(struct kept_forecast *out, struct sitting *sitting,
                                         int64_t encounter, const struct act_row *act,
                                         struct error *err) MUST_CHECK;
/* `kept` NULL: what was kept is not kept any more. */
enum status sitting_keep_forecast(struct sitting *sitting, struct kept_owner owner,
                                  const struct kept_forecast *kept, const char *name,
                                  struct error *err) MUST_CHECK;
/* Lines, KEPT_WHAT_IFS_SIZE bytes; "": none. */
enum status sitting_kept_what_ifs(struct sitting *sitting, struct kept_owner owner, char *out,
                                  struct error *err) MUST_CHECK;
enum status sitting_keep_what_ifs(struct sitting *sitting, struct kept_owner owner,
                                  const char *lines, const char *name,
                                  struct error *err) MUST_CHECK;

/* The line of what is kept with an encounter (kept_forecast_line), beside how it went in
 * `state` when it is over there; `state` NULL: alone. Adds nothing when nothing is kept, or
 * when it cannot be read: what it stands beside is worth more. */
void sitting_add_kept_line(struct sitting *sitting, int64_t encounter,
                           const struct state *state, struct text *out);

/* The same of the encounter of this name (NULL: the open one) as it stands now. */
void sitting_add_kept_line_of(struct sitting *sitting, const char *name, struct text *out);

sitting_command_fn sitting_run_forecast_keep, sitting_run_forecast_kept;

#endif
