/* `settings`: the settings of the program, listed and changed; after them those of the fight,
 * which `setting` changes. */
#ifndef REFEREE_APP_SETTINGS_SETTINGS_H
#define REFEREE_APP_SETTINGS_SETTINGS_H

#include "app/settings/program_settings.h"
#include "app/sitting/result.h"
#include "tracker/command.h"

struct sitting;

/* The settings in force; never NULL. They belong to the caller that opened the sitting, or else
 * to it. */
const struct program_settings *sitting_settings(const struct sitting *sitting);

/* Follows what another program changed in their file; true when it did. */
bool sitting_follow_settings(struct sitting *sitting);

void sitting_run_settings(struct sitting *sitting, const struct command *command,
                          struct result *out);

#endif
