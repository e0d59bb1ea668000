/* The demos that ship: scripts of data/demo, each with its name and what it is on its first
 * line
 * ("# The Mill Pond: a fight round a mill pond"). */
#ifndef REFEREE_APP_FILE_DEMOS_H
#define REFEREE_APP_FILE_DEMOS_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "resolver/system.h"
#include "tracker/command.h"

struct sitting;

enum { DEMO_NAME_SIZE = 48, DEMO_FILE_SIZE = 32, DEMOS_MAX = 16 };

struct demo {
    char name[DEMO_NAME_SIZE]; /* "The Mill Pond" */
    char file[DEMO_FILE_SIZE]; /* "mill_pond": the name of its script, without folder */
    struct str about;          /* "a fight round a mill pond"; lasts forever */
    struct str lines;          /* the script; lasts forever */
};

/* In the order of the start screen; returns how many, at most `most`. */
int demos_list(struct demo *out, int most);
/* The game that it names in `about`; NULL: it names none. */
const struct system *demo_game(const struct demo *demo);

/* `demo`: a demo that ships, opened as a campaign of its own. Its file is
 * demos/NAME.db in the user's data folder; it is made from the script the first time, and goes
 * on where it was left after that. Nothing of it is ever in the user's own campaign. */

/* `demo`, `demo NAME`, `demo NAME again`. */
void sitting_run_demo(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* Whether it was opened before, so that it goes on where it was left. */
bool sitting_demo_goes_on(const struct demo *demo);

#endif
