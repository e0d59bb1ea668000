/* The footer: what the keys do now, from the key table. */
#ifndef REFEREE_TUI_FOOTER_H
#define REFEREE_TUI_FOOTER_H

#include "app/keys.h"
#include "tui/table_model.h"

/* The keys with a note of the context that fit, those of the table only while model->can_run has
 * them; commands and help always stand at the end. */
void footer_draw(const struct table_model *model, enum key_context context,
                 struct canvas canvas);

#endif
