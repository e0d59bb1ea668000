/* A forecast told: as a report (app/report/report.h), which the command line, scripts and the
 * screen print; in sentences, for the ear; and by the command `forecast`. */
#ifndef REFEREE_APP_FORECAST_TOLD_H
#define REFEREE_APP_FORECAST_TOLD_H

#include <jansson.h>

#include "app/forecast/answer.h"
#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

/* What a forecast came to, with what trials beside it showed. */
struct forecast_told {
    const struct forecast *forecast;
    const struct forecast_without *without; /* NULL: not asked */
    struct forecast_answer *const *answer;
    int answers;
    bool is_partial; /* with what is known of a forecast in which a question has no answer */
};

/* The report, owned by the caller. What is not known is null. Of its names:
 *
 *   combatants those who are there, then those who arrive later: only these have `arrives`, in
 *              how many fights, and what they have left is of those fights
 *   forecasts  the first is the state as it is by the first pair of policies; then its other
 *              pairs, and as many of each what-if
 *   endless    of each of them null, unless half of its fights or more are stalemates: then
 *              `why` is "unhurt" (nobody was ever hurt), "unset" (somebody was whose hit points
 *              are not set), "wounds" (somebody at 0 hit points fights on) or "long"; `assume`
 *              lists what would end them, as --assume takes it ("injury=out"), and `text` says
 *              both in sentences
 *   without    the one who matters most first
 *
 * For people alone: of a forecast `.pair`, `.what_if`, `.round` (the likeliest last one),
 * `.party_falls` and, of a what-if, `.difference`; of a combatant `.is_in`,
 * `.has_fallen`, `.band`, `.shown` and `.told` (how it is called) and `.left`; of those without
 * `.without`. */
json_t *forecast_report(const struct forecast_told *told);
/* An answer's alone. */
json_t *forecast_answer_report(const struct forecast_answer *answer);

/* True when the words behind `forecast` ask for an example: "example win 3". */
bool forecast_is_of_example(struct str words);

/* The command `forecast`: of the fight as it stands; with words: and of what would be after
 * these lines, the answer to a question, or an example. */
void sitting_run_forecast(struct sitting *sitting, const struct command *command,
                          struct result *out);

#endif
