/* Whom the keys are for: "on Pelican 1 (target): d damage  . damage 5 again   on Anka
 * (selected): e hp  h heal", in a row above the footer; on a small screen in that of messages
 * while there is none. It is made from the key table and the commands (enum whom), so it cannot
 * disagree with what a key does. Pure. */
#ifndef REFEREE_TUI_FIGHT_AIM_VIEW_H
#define REFEREE_TUI_FIGHT_AIM_VIEW_H

#include "tui/fight/table_model.h"

/* Whether it has room for this key: one that acts on the target or on several. The code that
 * fills model->can_run tries these too. */
bool aim_view_may_show(const struct key_binding *binding);

/* Which keys stand in a row of that many columns, by their places in model->keys; others are
 * left as they are. */
void aim_view_keys(const struct table_model *model, int columns, bool shown[KEY_BINDINGS_MAX]);

/* Draws into one row; nothing while nobody is here. */
void aim_view_draw(const struct table_model *model, struct canvas canvas);
/* The same for the keys of the box after @more: each that touches somebody at once. */
void aim_view_draw_more(const struct table_model *model, struct canvas canvas);

#endif
