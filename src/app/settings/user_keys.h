/* The user's own keys: $XDG_CONFIG_HOME/referee/keys, or else ~/.config/referee/keys. */
#ifndef REFEREE_APP_SETTINGS_USER_KEYS_H
#define REFEREE_APP_SETTINGS_USER_KEYS_H

#include "app/settings/key_file.h"

/* Room for a path and DIAGNOSTICS_MAX problems. */
enum { USER_KEYS_TOLD_SIZE = 8 * 1024 };

/* Reads the file, if there is one. When anything is wrong with it, `out` holds no keys, returns
 * false, and `told` says so, with a line for each mistake: its place, a tab, the mistake. The
 * commands of every system are known; the screen answers the two questions about keys. */
bool user_keys_load(struct key_file *out, bool (*is_key)(struct str),
                    bool (*is_typed)(struct str), struct text *told);

#endif
