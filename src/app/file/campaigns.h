/* The campaigns in the folder of the open one and in the user's data folder, and changing to
 * another one. */
#ifndef REFEREE_APP_FILE_CAMPAIGNS_H
#define REFEREE_APP_FILE_CAMPAIGNS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "app/file/file.h"
#include "tracker/command.h"
#include "base/text.h"
#include "resolver/system.h"

struct sitting;

struct sitting_campaign {
    char path[SITTING_PATH_MAX];
    int64_t acts;
    int64_t newest_ms; /* of the last act; 0: none */
    enum sitting_trust trust;
    bool is_open;
};
/* The open one first, then by name; returns how many. Other files are left out. */
int sitting_campaigns(struct sitting *sitting, struct sitting_campaign *out, int most);

/* `campaigns`, `campaign FILE` and `new-campaign NAME`: of a bare name beside the open one. */
void sitting_run_campaigns(struct sitting *sitting, const struct command *command,
                           struct result *out);
void sitting_run_campaign(struct sitting *sitting, const struct command *command,
                          struct result *out);
void sitting_run_new_campaign(struct sitting *sitting, const struct command *command,
                              struct result *out);

/* The demos that ship: scripts of data/demo, each with its name and what it is on its first
 * line
 * ("# The Mill Pond: a fight round a mill pond"). */

enum { DEMO_NAME_SIZE = 48, DEMO_FILE_SIZE = 32, DEMOS_MAX = 16 };

struct demo {
    char name[DEMO_NAME_SIZE]; /* "The Mill Pond" */
    char file[DEMO_FILE_SIZE]; /* "mill_pond": the name of its script, without folder */
    struct str about;          /* "a fight round a mill pond"; never freed */
    struct str lines;          /* the script; never freed */
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
/* True when it was opened before, so that it goes on where it was left. */
bool sitting_demo_goes_on(const struct demo *demo);

#endif
