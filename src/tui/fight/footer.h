/* The footer: what the keys do now, from the key table. */
#ifndef REFEREE_TUI_FIGHT_FOOTER_H
#define REFEREE_TUI_FIGHT_FOOTER_H

#include "app/keys.h"
#include "tui/fight/table_model.h"

/* How many columns the keys may take beside those that always stand there, and how many one
 * takes of them. Who fills model->can_run need not try keys that find no room. */
int footer_room(const struct key_table *keys, enum key_context context, int columns);
int footer_width(const struct key_binding *binding);
/* Whether the key is one that comes and goes. */
bool footer_can_show(const struct key_binding *binding);

/* The keys with a note of the context that fit and can do something: those of the table only
 * while model->can_run has them. Commands and help always stand at the end. */
void footer_draw(const struct table_model *model, enum key_context context,
                 struct canvas canvas);

#endif
