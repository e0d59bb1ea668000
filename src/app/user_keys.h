/* The user's own keys: $XDG_CONFIG_HOME/referee/keys, else ~/.config/referee/keys. */
#ifndef REFEREE_APP_USER_KEYS_H
#define REFEREE_APP_USER_KEYS_H

#include "app/key_file.h"

/* Reads the file, if there is one, and puts its bindings in force (app/keys.h); they stay until the
 * program ends. When anything is wrong with it, what ships stays in force, and the error names the
 * first mistake and how many more there are. The commands of every system are known; the two
 * questions about keys are answered by the screen. */
enum status user_keys_load(bool (*is_key)(struct str), bool (*is_typed)(struct str),
                           struct error *err) MUST_CHECK;

#endif
