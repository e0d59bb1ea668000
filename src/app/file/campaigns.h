/* The campaigns in the folder of the open one and in the user's data folder, and changing to
 * another one. */
#ifndef REFEREE_APP_FILE_CAMPAIGNS_H
#define REFEREE_APP_FILE_CAMPAIGNS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "app/file/file.h"
#include "tracker/command.h"

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

#endif
