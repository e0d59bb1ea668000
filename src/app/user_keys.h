/* The user's own keys: $XDG_CONFIG_HOME/referee/keys, else ~/.config/referee/keys. */
#ifndef REFEREE_APP_USER_KEYS_H
#define REFEREE_APP_USER_KEYS_H

#include "app/key_file.h"

/* Room for a path and DIAGNOSTICS_MAX problems. */
enum { USER_KEYS_TOLD_SIZE = 8 * 1024 };

/* Reads the file, if there is one, and puts its bindings in force (app/keys.h); they stay until
 * the program ends. When anything is wrong with it, what ships stays in force, false is
 * returned and `told` says so, with a line for each mistake: its place, a tab, what it is. The
 * commands of every system are known; the two questions about keys are answered by the screen.
 */
bool user_keys_load(bool (*is_key)(struct str), bool (*is_typed)(struct str),
                    struct text *told);

#endif
