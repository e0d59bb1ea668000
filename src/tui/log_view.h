/* The log's end: what happened, with its arithmetic and the paragraphs it rests on, newest at the
 * bottom. */
#ifndef REFEREE_TUI_LOG_VIEW_H
#define REFEREE_TUI_LOG_VIEW_H

#include "tui/table_model.h"

void log_view_draw(const struct table_model *model, struct canvas canvas);

#endif
