/* The log's end: what happened, with the arithmetic and the rules, newest at the bottom. And
 * single lines of it, for other views. */
#ifndef REFEREE_TUI_FIGHT_LOG_VIEW_H
#define REFEREE_TUI_FIGHT_LOG_VIEW_H

#include "app/log/log_line.h"
#include "tui/fight/table_model.h"

/* The first row is always the beginning of a line. */
void log_view_draw(const struct table_model *model, struct canvas canvas);

/* One line: the rows of this canvas that it takes, and drawing it from `row` on, which may be
 * outside. `plain` is the role of lines that are neither a warning nor a ruling. */
int log_line_rows(const struct log_line *line, struct canvas canvas);
void log_line_draw(const struct log_line *line, struct canvas canvas, int row, enum role plain);
/* Its round, at the left of that row. */
void log_line_draw_round(const struct log_line *line, struct canvas canvas, int row);

#endif
