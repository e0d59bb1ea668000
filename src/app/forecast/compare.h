/* Two fights, or two ways of one, side by side: how their chances went, what of it was dice and
 * what choice, the figures of both, and the first act in which they differ. Nothing is written.
 */
#ifndef REFEREE_APP_FORECAST_COMPARE_H
#define REFEREE_APP_FORECAST_COMPARE_H

#include <jansson.h>

#include "app/figures/figures.h"
#include "app/forecast/chart.h"

/* Begin with zeros; end with compare_end, also after a failure. */
struct compare {
    struct sitting_chart chart[2];
    struct figures figures[2];
    int differs; /* the place of the first act that is not the same; where one goes on, its end
                  */
    bool is_one; /* two ways of one encounter: the same acts are those of the log */
    int64_t until[2];  /* the fight up to this act; 0: as it stands */
    bool is_played[2]; /* there is nothing more to play */
};

/* Two encounters by their names, or acts by their addresses, also of ways that were left: the
 * fight up to there. "" is the open encounter. STATUS_USAGE as for a chart. */
enum status compare_begin(struct compare *compare, struct sitting *sitting,
                          const struct str words[2], struct error *err) MUST_CHECK;
/* Plays up to `fights` more of each chance, in both charts or in the one that has fewer; as
 * chart_play. */
bool compare_play(struct compare *compare, struct forecast_crew *crew, int fights);
/* How many fights of each chance have been played. */
int64_t compare_fights(const struct compare *compare);
void compare_end(struct compare *compare);
/* The fights in the words of `compare`: Ford #27. */
void compare_words(struct str out[2], struct str words);

/* The report (app/report/report.h), owned by the caller. */
json_t *compare_report(const struct compare *compare);
/* In lines, each ended: what, the first one, the second one. */
void compare_tell(const struct compare *compare, struct text *out);

struct command;
struct result;

/* The command `compare`. */
void sitting_run_compare(struct sitting *sitting, const struct command *command,
                         struct result *out);

#endif
