/* A form drawn: its fields, and what the focused one takes. */
#ifndef REFEREE_TUI_VIEWS_FORM_VIEW_H
#define REFEREE_TUI_VIEWS_FORM_VIEW_H

#include "tui/views/form.h"

/* Into a canvas of any size: in one row the focused field alone. Shows the cursor. */
void form_view_draw(struct form *form, struct canvas canvas);

#endif
