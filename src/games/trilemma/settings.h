/* Choices that the rules of Trilemma leave to the referee: table rules of a campaign. */
#ifndef REFEREE_GAMES_TRILEMMA_SETTINGS_H
#define REFEREE_GAMES_TRILEMMA_SETTINGS_H

#include "tracker/settings.h"

enum trilemma_setting {
    SETTING_OVERSPEND,
    SETTING_SUPERIOR_REPEAT,
    SETTING_BETWEEN_PRICE,
    SETTING_GROUP_ROLLS,
    SETTING_HENCHMAN_SHIELD_AC2,
    SETTING_TAKING_AIM,
    SETTING_FLED_COUNTS,
    SETTINGS
};
extern const struct setting_def trilemma_settings[];

/* The value in this encounter. */
int trilemma_setting(const struct state *state, enum trilemma_setting setting);

#endif
