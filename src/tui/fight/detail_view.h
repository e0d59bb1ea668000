/* Draws the selected combatant in full, and the exact odds of the actor's usual act. */
#ifndef REFEREE_TUI_FIGHT_DETAIL_VIEW_H
#define REFEREE_TUI_FIGHT_DETAIL_VIEW_H

#include "tui/fight/table_model.h"

void detail_view_draw(const struct table_model *model, struct canvas canvas);

/* Adds what matters most of that, in one line of this many columns, for screens without the
 * pane: "Anka against Pelican 1: hit 65%", or the facts about another selected combatant.
 * Numbers are shown in full or left out. Adds nothing when there is nothing to say. */
void detail_line(const struct table_model *model, int width, struct text *out);

/* Adds the note and facts of a combatant in a row, except for its score, as many as fit into
 * this many columns: each in full, or whole items of a list. False when there are more. */
bool detail_facts(const struct table_model *model, int id, int width, struct text *out);

#endif
