/* `demo`: a demo that ships (app/file/demos.h), opened as a campaign of its own. Its file is
 * demos/NAME.db in the user's data folder; it is made from the script the first time, and goes
 * on where it was left after that. Nothing of it is ever in the user's own campaign. */
#ifndef REFEREE_APP_FILE_DEMO_H
#define REFEREE_APP_FILE_DEMO_H

#include <stdbool.h>

#include "app/file/demos.h"
#include "app/sitting/result.h"
#include "tracker/command.h"

struct sitting;

/* `demo`, `demo NAME`, `demo NAME again`. */
void sitting_run_demo(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* Whether it was opened before, so that it goes on where it was left. */
bool sitting_demo_goes_on(const struct demo *demo);

#endif
