/* Morale for games that have none: a check borrowed from another game, 2d6 at most a score, and
 * shown as borrowed everywhere. It is called for when half of a group of foes has fallen, may
 * be left alone (`morale gnolls off`), and can be turned off by a setting. */
#ifndef REFEREE_GAMES_GENERIC_MORALE_H
#define REFEREE_GAMES_GENERIC_MORALE_H

#include "tracker/procedure.h"
#include "tracker/settings.h"
#include "tracker/decision.h"

void generic_decide_morale(struct decision *decision, const struct command *command);

enum { GENERIC_SETTINGS = 1 };
extern const struct setting_def generic_settings[GENERIC_SETTINGS];
/* The row of a game that has settings of its own too. */
/* clang-format off */
#define GENERIC_SETTING                                                                        \
    {                                                                                          \
        .name = "borrowed_morale", .words = (const char *const[]){"yes", "no", NULL},          \
        .rule = "borrowed", .help = "say when half a group of foes fell: it may check morale"  \
    }
/* clang-format on */

/* Calls for a check, once for each group. */
extern const struct trigger generic_trigger;
/* The checks that are called for. */
int generic_pending(const struct state *state, struct pending *out, int most);

#endif
