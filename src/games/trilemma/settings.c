#include "games/trilemma/settings.h"

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const yes_no[] = {"yes", "no", NULL};
static const char *const overspend[] = {"confirm", "deny", "allow", NULL};
static const char *const group_rolls[] = {"once", "each", NULL};

const struct setting_def trilemma_settings[] = {
    [SETTING_OVERSPEND] = {.name = "overspend",
                           .words = overspend,
                           .rule = "5.9",
                           .help = "paying more than one has: ask, never, always"},
    [SETTING_SUPERIOR_REPEAT] = {.name = "superior_repeat",
                                 .words = no_yes,
                                 .rule = "5.3",
                                 .help = "buying another turn more than once a round"},
    [SETTING_BETWEEN_PRICE] = {.name = "between_price",
                               .low = 0,
                               .high = 100,
                               .fallback = 2,
                               .rule = "5.5",
                               .help = "usual price of a physical act between rounds"},
    [SETTING_GROUP_ROLLS] = {.name = "group_rolls",
                             .words = group_rolls,
                             .rule = "5.1",
                             .help = "foes of one kind roll initiative once, or each"},
    [SETTING_HENCHMAN_SHIELD_AC2] = {.name = "henchman_shield_ac2",
                                     .words = no_yes,
                                     .rule = "5.11",
                                     .help = "henchmen with a shield have AC +2"},
    [SETTING_TAKING_AIM] = {.name = "taking_aim",
                            .words = no_yes,
                            .rule = "5.22",
                            .help = "a ranged hit may be described as taking aim"},
    [SETTING_FLED_COUNTS] = {.name = "fled_counts",
                             .words = yes_no,
                             .rule = "5.13",
                             .help = "those who fled count as fallen"},
};

int trilemma_setting(const struct state *state, enum trilemma_setting setting)
{
    return setting_value_of(state, &trilemma_settings[setting]);
}
