/* The selected combatant in full, and the exact odds of what the one who acts would usually do.
 */
#ifndef REFEREE_TUI_FIGHT_DETAIL_VIEW_H
#define REFEREE_TUI_FIGHT_DETAIL_VIEW_H

#include "tui/fight/table_model.h"

void detail_view_draw(const struct table_model *model, struct canvas canvas);

/* What matters most of that in one line of this many columns, for screens without the pane:
 * "Anka against Pelican 1: hit 65%", or of another selected combatant what is known of it.
 * Numbers are whole or left out. Nothing is added when there is nothing to say. */
void detail_line(const struct table_model *model, int width, struct text *out);

/* Note and facts of a combatant after one another, except for its score, as far as they find
 * room in this many columns: each whole, or of a list whole items. False when there are more.
 */
bool detail_facts(const struct table_model *model, int id, int width, struct text *out);

#endif
