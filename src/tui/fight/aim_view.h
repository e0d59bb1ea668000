/* Whom the keys are for: "Pelican 1 (target) a d t Anka (selected) e c h x", in the row of
 * messages while there is none. It is made from the key table and the commands (enum whom), so
 * it cannot disagree with what a key does. Pure. */
#ifndef REFEREE_TUI_FIGHT_AIM_VIEW_H
#define REFEREE_TUI_FIGHT_AIM_VIEW_H

#include "tui/fight/table_model.h"

/* Draws into one row; nothing while nobody is here. */
void aim_view_draw(const struct table_model *model, struct canvas canvas);

#endif
