/* A prepared encounter that asks before it begins: its name and what it has, in place of the
 * table that is still open, whose combatants have nothing to do with the questions. Pure. */
#ifndef REFEREE_TUI_FIGHT_STARTING_VIEW_H
#define REFEREE_TUI_FIGHT_STARTING_VIEW_H

#include "tui/fight/table_layout.h"
#include "tui/fight/table_model.h"

/* Whether the question is one of `start`. */
bool starting_is_asked(const struct table_model *model);
/* In place of title, order, pane and log. */
void starting_view_draw(const struct table_model *model, const struct table_layout *layout,
                        struct canvas screen);

#endif
