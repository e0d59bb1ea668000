/* Drawing a form: its fields, and the values that the focused one takes. */
#ifndef REFEREE_TUI_WIDGETS_FORM_VIEW_H
#define REFEREE_TUI_WIDGETS_FORM_VIEW_H

#include "tui/widgets/form.h"

/* Draws into a canvas of any size: in one row only the focused field. Shows the cursor. */
void form_view_draw(struct form *form, struct canvas canvas);

#endif
