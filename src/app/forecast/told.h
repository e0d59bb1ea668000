/* A forecast in sentences, for the ear and for scripts, and the command `forecast`. */
#ifndef REFEREE_APP_FORECAST_TOLD_H
#define REFEREE_APP_FORECAST_TOLD_H

#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct forecast;
struct sitting;

/* The verdict, how it ends, who falls, what each what-if changes, what was assumed. */
void forecast_tell(const struct forecast *forecast, struct text *out);

/* Whether the words behind `forecast` ask for an example: "example win 3". */
bool forecast_is_of_example(struct str words);

/* The command `forecast`: of the fight as it stands; with words: and of what would be after
 * these lines, the answer to a question, or an example. */
void sitting_run_forecast(struct sitting *sitting, const struct command *command,
                          struct result *out);

#endif
