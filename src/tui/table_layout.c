#include "tui/table_layout.h"

#include <string.h>

#include "tui/order_rows.h"

enum {
    DETAIL_COLUMNS_LEAST = 60, /* of the screen, for a detail pane */
    DETAIL_ROWS_LEAST = 5,     /* of the pane */
    DETAIL_ROWS_WANTED = 13,   /* what a combatant and the odds take up */
    LOG_ROWS_LEAST = 10,       /* of the screen, for a log */
    NOTICE_ROWS_MOST = 4,
};

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

static int at_least(int value, int least)
{
    return value > least ? value : least;
}

/* A long message may take some rows of the log, up to a quarter of the screen. */
static int notice_rows(const struct table_model *model, struct canvas screen)
{
    struct str rest = str_of(model->notice.text);
    struct str line;
    int rows = 0;
    while (grapheme_next_line(&line, &rest, at_least(screen.columns - 2, 1))) {
        rows++;
    }
    return at_least(at_most(rows, at_most(NOTICE_ROWS_MOST, screen.rows / 4)), 1);
}

static int detail_columns(int columns)
{
    if (columns < DETAIL_COLUMNS_LEAST) {
        return 0;
    }
    return at_most(at_least(columns * 2 / 5 - 2, 26), 64);
}

struct shares {
    int order, log;
};

/* The rows between title and message, shared out: the order gets what its lines need, or what the
 * detail pane beside it wants; the log gets the rest and at least a quarter. */
static struct shares share_rows(const struct table_model *model, struct canvas screen, int rows)
{
    if (screen.rows < LOG_ROWS_LEAST) {
        return (struct shares){rows, 0};
    }
    bool has_detail = detail_columns(screen.columns) > 0;
    int log_least = at_least(rows / 4, 2);
    int beside = has_detail ? at_most(rows * 5 / 8, DETAIL_ROWS_WANTED) : 3;
    int most = at_least(rows - 1 - log_least, 1);
    struct order_lines lines;
    order_fold(&lines, model, most);
    int order = at_most(at_least(lines.count, beside), most);
    return (struct shares){order, rows - 1 - order};
}

void table_layout(struct table_layout *out, const struct table_model *model, struct canvas screen)
{
    memset(out, 0, sizeof *out);
    out->is_too_small = screen.rows < SCREEN_ROWS_LEAST || screen.columns < SCREEN_COLUMNS_LEAST;
    if (out->is_too_small) {
        return;
    }
    int columns = screen.columns;
    int prompt = model->question != NULL ? question_rows(model->question, columns) : 1;
    int notice = notice_rows(model, screen);
    int due = model->dues > 0 && screen.rows > SCREEN_ROWS_LEAST ? 1 : 0;
    int middle = screen.rows - 2 - due - notice - prompt;
    if (middle < 1) {
        /* Of a long question as much as leaves one row of the order in sight. */
        notice = 1;
        due = prompt > screen.rows - 4 - due ? 0 : due;
        prompt = at_least(at_most(prompt, screen.rows - 4 - due), 1);
        middle = screen.rows - 3 - due - prompt;
    }
    struct shares shares = share_rows(model, screen, middle);
    int detail = shares.order + 1 >= DETAIL_ROWS_LEAST ? detail_columns(columns) : 0;
    int order = detail > 0 ? columns - detail - 1 : columns;
    int row = 0;
    out->title = canvas_part(screen, row++, 0, 1, columns);
    out->heading = canvas_part(screen, row++, 0, 1, order);
    out->order = canvas_part(screen, row, 0, shares.order, order);
    if (detail > 0) {
        out->divider = order;
        out->detail = canvas_part(screen, row - 1, order + 2, shares.order + 1, detail - 1);
    }
    row += shares.order;
    if (shares.log > 0) {
        out->rule = canvas_part(screen, row++, 0, 1, columns);
        out->log = canvas_part(screen, row, 0, shares.log, columns);
        row += shares.log;
    }
    out->due = canvas_part(screen, row, 0, due, columns);
    out->notice = canvas_part(screen, row + due, 0, notice, columns);
    out->prompt = canvas_part(screen, row + due + notice, 0, prompt, columns);
}
