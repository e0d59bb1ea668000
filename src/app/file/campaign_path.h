/* The path of a campaign: --db, or else $REFEREE_DB, or else the XDG data folder. */
#ifndef REFEREE_APP_FILE_CAMPAIGN_PATH_H
#define REFEREE_APP_FILE_CAMPAIGN_PATH_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

/* Copies a path given by a person; checks its length. */
enum status campaign_path_copy(char *out, int size, const char *path,
                               struct error *err) MUST_CHECK;
/* $REFEREE_DB, or else $XDG_DATA_HOME/referee/campaign.db, or else ~/.local/share/...; with
 * makes_folder the folder of the latter two is made when missing. */
enum status campaign_path_default(char *out, int size, bool makes_folder,
                                  struct error *err) MUST_CHECK;

/* Makes a path through links the one that they lead to, so that it stays the campaign's when a
 * link is pointed elsewhere meanwhile. One without links stays as it was typed. */
void campaign_path_behind_links(char *path, int size);

/* Makes every missing folder on the way to the file, mode 0700. Changes the path meanwhile and
 * restores it. */
enum status campaign_path_make_folders(char *path, struct error *err) MUST_CHECK;

/* Adds the user's data folder: $XDG_DATA_HOME/referee, or else ~/.local/share/referee; false,
 * and adds nothing, when neither is known. */
bool campaign_path_data(struct text *out);
/* The same for the folder of settings: $XDG_CONFIG_HOME/referee, or else ~/.config/referee. */
bool campaign_path_config(struct text *out);

#endif
