/* Where a campaign lives: --db, else $REFEREE_DB, else the XDG data folder. */
#ifndef REFEREE_APP_CAMPAIGN_PATH_H
#define REFEREE_APP_CAMPAIGN_PATH_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

/* A path given by a person, checked to fit. */
enum status campaign_path_copy(char *out, int size, const char *path,
                               struct error *err) MUST_CHECK;
/* $REFEREE_DB, else $XDG_DATA_HOME/referee/campaign.db, else ~/.local/share/...; with
 * makes_folder the folder of the latter two is made when it is missing. */
enum status campaign_path_default(char *out, int size, bool makes_folder,
                                  struct error *err) MUST_CHECK;

/* Makes every missing folder on the way to the file, mode 0700; the path is as before
 * afterwards. */
enum status campaign_path_make_folders(char *path, struct error *err) MUST_CHECK;

/* Adds the user's folder of data: $XDG_DATA_HOME/referee, else ~/.local/share/referee; false,
 * and nothing added, when neither is known. */
bool campaign_path_data(struct text *out);
/* The same for what is set: $XDG_CONFIG_HOME/referee, else ~/.config/referee. */
bool campaign_path_config(struct text *out);

#endif
