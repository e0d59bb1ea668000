/* The footer: what the keys do now, from the key table. */
#ifndef REFEREE_TUI_FIGHT_FOOTER_H
#define REFEREE_TUI_FIGHT_FOOTER_H

#include "app/settings/keys.h"
#include "tui/fight/table_layout.h"
#include "tui/fight/table_model.h"

/* The columns that keys may take beside the permanent ones and the one that leads on after a
 * fight, and the columns of one key on a screen of that width: with shorter words, if it has
 * them, where the usual ones do not fit into the room. The code that fills model->can_run need
 * not try keys that do not fit. */
int footer_room(const struct table_model *model, enum key_context context, int columns);
int footer_width(const struct table_model *model, const struct key_binding *binding,
                 int columns, int room);
/* The keys in the order in which they get room: those for somebody else than the one whose turn
 * it is come after that one's. */
void footer_rank(const struct table_model *model, short ranked[KEY_BINDINGS_MAX]);
/* Whether the key is not a permanent one. */
bool footer_can_show(const struct key_binding *binding);

/* Whether another row of the screen names the key, so that others come before it. */
bool footer_is_said_above(const struct table_model *model, const struct key_binding *binding,
                          int columns);

/* Whether the line above the log has room for the keys that every evening needs (FRAME in
 * keys.def), and draws them into it: as many as fit, in the order of the key table. */
bool footer_has_frame(const struct table_model *model, const struct table_layout *layout);
void footer_draw_frame(const struct table_model *model, const struct table_layout *layout);

/* Draws the context's keys with notes that fit and can do something: those of the table only
 * while model->can_run has them, and not those that stand in the frame or in the row above
 * (tui/fight/aim_view); but first the one that leads on, once a fight is over. Commands and
 * help are always at the end. */
void footer_draw(const struct table_model *model, enum key_context context,
                 const struct table_layout *layout, struct canvas canvas);

#endif
