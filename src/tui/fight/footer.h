/* The footer: what the keys do now, from the key table. */
#ifndef REFEREE_TUI_FIGHT_FOOTER_H
#define REFEREE_TUI_FIGHT_FOOTER_H

#include "app/keys.h"
#include "tui/fight/table_model.h"

/* The columns that keys may take beside the permanent ones, and the columns of one key on a
 * screen of that width. The code that fills model->can_run need not try keys that do not fit.
 */
int footer_room(const struct table_model *model, enum key_context context, int columns);
int footer_width(const struct table_model *model, const struct key_binding *binding,
                 int columns);
/* Whether the key is not a permanent one. */
bool footer_can_show(const struct key_binding *binding);

/* Draws the context's keys with notes that fit and can do something: those of the table only
 * while model->can_run has them. Commands and help are always at the end. */
void footer_draw(const struct table_model *model, enum key_context context,
                 struct canvas canvas);

#endif
