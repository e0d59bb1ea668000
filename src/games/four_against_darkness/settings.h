/* The table rules of Four Against Darkness, where printed editions differ. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SETTINGS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SETTINGS_H

#include "tracker/settings.h"

enum { TABLE_RULES = 18 };
extern const struct setting_def four_against_darkness_settings[TABLE_RULES];
/* Whether a setting has this value now: table_rule(state, "level_drop", "half"). */
bool table_rule(const struct state *state, const char *name, const char *value);

#endif
