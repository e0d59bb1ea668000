/* What Trilemma leaves to the referee, once for a whole fight. The decisions behind them are
 * told in data/trilemma/rules.yaml under the rule that each cites. */
#ifndef REFEREE_GAMES_TRILEMMA_SETTINGS_H
#define REFEREE_GAMES_TRILEMMA_SETTINGS_H

#include "tracker/settings.h"

enum { TRILEMMA_SETTINGS = 7 };
extern const struct setting_def trilemma_settings[TRILEMMA_SETTINGS];

/* The value that counts in this encounter, by the setting's name. */
int trilemma_setting(const struct state *state, const char *name);

#endif
