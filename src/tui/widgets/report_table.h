/* A report (app/report/report.h) as a table on a sheet: the fourth of its printers. Drawing is
 * pure. */
#ifndef REFEREE_TUI_WIDGETS_REPORT_TABLE_H
#define REFEREE_TUI_WIDGETS_REPORT_TABLE_H

#include "app/report/report.h"
#include "tui/canvas/canvas.h"

/* Where a row stands, and how. Columns follow each other without a gap; those to the right end
 * at their right. */
struct report_strip {
    int row, column;
    enum role role; /* of words, numbers and chances; ranges are dim, changes stand out */
};

/* The heads of the columns, and a row of them: a report's object. */
void report_table_draw_head(struct canvas canvas, struct report_strip at,
                            const struct report_column *columns, int count);
void report_table_draw_row(struct canvas canvas, struct report_strip at, const json_t *row,
                           const struct report_column *columns, int count);

#endif
