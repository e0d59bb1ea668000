/* Forecasts graded: what was forecast before a fight beside how it ended, over the campaign.
 *
 * What counts is the forecast that was kept last before the fight's first round, with the
 * encounter or with the prepared one that it began from. A fight that is over is won, or it is
 * not: flight is no victory, nor is any other end. Fights without a forecast are counted. */
#ifndef REFEREE_APP_FORECAST_GRADED_H
#define REFEREE_APP_FORECAST_GRADED_H

#include <jansson.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "forecast/fight_tally.h"
#include "tracker/command.h"

struct sitting;

enum {
    GRADED_BINS = 10, /* of ten points each */
    GRADED_NAME_SIZE = 64,
    GRADED_LEAST = 20 /* with fewer fights nothing can be said */
};

struct graded_fight {
    char encounter[GRADED_NAME_SIZE];
    struct interval chance;
    bool is_won;
    int evening; /* in which it began; 0: none is known */
};

struct graded {
    struct graded_fight *fight; /* in the order in which the encounters were made */
    int fights, room;
    int without; /* fights that are over, without a forecast */
};

/* Free it with graded_free, also after a failure. Encounters whose log is damaged are left out.
 */
enum status sitting_graded(struct graded *out, struct sitting *sitting,
                           struct error *err) MUST_CHECK;
void graded_free(struct graded *graded);

/* The mean square of what was said less the result: 0 is perfect, and who always says 50%
 * has 0.25. */
struct interval graded_brier(const struct graded *graded);
/* From how many fights on that tells anything: known to 0.05, GRADED_LEAST at least. */
int graded_enough(const struct graded *graded);

/* The report (app/report/report.h), owned by the caller, as `forecasts --json` has it. */
json_t *graded_report(const struct graded *graded);
/* In sentences, each line ended. */
void graded_tell(const struct graded *graded, struct text *out);

/* The command `forecasts`. */
void sitting_run_forecasts(struct sitting *sitting, const struct command *command,
                           struct result *out);

#endif
