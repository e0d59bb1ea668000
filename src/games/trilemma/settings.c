#include "games/trilemma/settings.h"

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const yes_no[] = {"yes", "no", NULL};
static const char *const overspend[] = {"confirm", "deny", "allow", NULL};
static const char *const group_rolls[] = {"once", "each", NULL};

const struct setting_def trilemma_settings[TRILEMMA_SETTINGS] = {
    {.name = "overspend",
     .words = overspend,
     .rule = "5.9",
     .help = "paying more than one has: ask, never, always"},
    {.name = "superior_repeat",
     .words = no_yes,
     .rule = "5.3",
     .help = "superior initiative more than once a round"},
    {.name = "between_price",
     .low = 0,
     .high = 100,
     .fallback = 2,
     .rule = "5.5",
     .help = "usual price of a physical act between rounds"},
    {.name = "group_rolls",
     .words = group_rolls,
     .rule = "5.1",
     .help = "foes of one kind roll initiative once, or each"},
    {.name = "henchman_shield_ac2",
     .words = no_yes,
     .rule = "5.11",
     .help = "henchmen with a shield have AC +2"},
    {.name = "taking_aim",
     .words = no_yes,
     .rule = "5.22",
     .help = "a ranged hit may be described as taking aim"},
    {.name = "fled_counts",
     .words = yes_no,
     .rule = "5.13",
     .help = "those who fled count as fallen"},
};

int trilemma_setting(const struct state *state, const char *name)
{
    return setting_value_among(trilemma_settings, TRILEMMA_SETTINGS, state, name);
}
