#include "tui/fight/table_layout.h"

#include <string.h>

#include "tui/fight/guide_view.h"
#include "tui/fight/order_rows.h"

enum {
    DETAIL_COLUMNS_LEAST = 70, /* of the screen, for a detail pane */
    DETAIL_ROWS_LEAST = 5,     /* of the pane */
    DETAIL_ROWS_WANTED = 13,   /* rows for a combatant and the odds, */
    DETAIL_ROWS_MOST = 24,     /* with a distribution after them */
    AIM_ROWS_LEAST = 24,       /* of the screen, for a row that says whom the keys are for */
    LOG_ROWS_LEAST = 10,       /* of the screen, for a log */
    ORDER_ROWS_LEAST = 4,      /* of the pane, beside a log */
    NOTICE_ROWS_MOST = 8,
    FORM_BESIDE_LEAST = 72, /* columns of the screen, for a form beside the order */
    FORM_COLUMNS_MOST = 72,
};

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

static int at_least(int value, int least)
{
    return value > least ? value : least;
}

/* A long message, such as what six dice would do, may take rows from the log, up to a third of
 * the screen. */
static int notice_rows(const struct table_model *model, struct canvas screen)
{
    struct str rest = str_of(model->notice.text);
    struct str line;
    int rows = 0;
    while (grapheme_next_line(&line, &rest, at_least(screen.columns - 2, 1))) {
        rows++;
    }
    return at_least(at_most(rows, at_most(NOTICE_ROWS_MOST, screen.rows / 3)), 1);
}

/* Without a combatant there is nothing to show, and a form shows more. */
static bool has_detail_pane(const struct table_model *model, struct canvas screen)
{
    return screen.columns >= DETAIL_COLUMNS_LEAST && model->order_count > 0 &&
           !view_has_room(&model->views, VIEW_BESIDE_ORDER);
}

static int detail_columns(int columns)
{
    return at_most(columns * 2 / 5 - 2, 64);
}

/* Pending checks, some of them if there is room; what comes next takes their place, or stands
 * below those that can be left. */
static int pending_rows(const struct table_model *model, struct canvas screen)
{
    int most = at_least(at_most(screen.rows / 8, DUE_SHOWN_MAX), 1);
    int pending = at_most(model->pending_checks, most);
    bool has_guide = table_model_is_guided(model) && pending < most;
    return pending + (has_guide ? guide_rows(model, screen.columns, most - pending) : 0);
}

bool table_layout_has_aim(const struct table_model *model, int rows, int columns)
{
    return rows >= AIM_ROWS_LEAST && columns >= DETAIL_COLUMNS_LEAST && model->order_count > 0;
}

/* A question and a form have keys of their own, and need the row. */
static bool has_aim(const struct table_model *model, struct canvas screen)
{
    return table_layout_has_aim(model, screen.rows, screen.columns) &&
           table_model_question(model) == NULL &&
           !view_has_room(&model->views, VIEW_BESIDE_ORDER);
}

struct shares {
    int order, log;
};

/* The rows that the detail pane wants: with plenty of room also a distribution. */
static int detail_rows(int rows)
{
    return at_least(at_most(rows * 5 / 8, DETAIL_ROWS_WANTED),
                    at_most(rows / 2, DETAIL_ROWS_MOST));
}

/* Shares out the rows between title and message: the order gets what its lines or the detail
 * pane beside it need; the log gets the rest, at least a quarter, or is left out when too
 * little of the order would be left to choose from. */
static struct shares share_rows(const struct table_model *model, struct canvas screen, int rows)
{
    int log_least = at_least(rows / 4, 2);
    int most = rows - 1 - log_least;
    int order_least = at_least(at_most(model->order_count, ORDER_ROWS_LEAST), 1);
    if (screen.rows < LOG_ROWS_LEAST || most < order_least) {
        return (struct shares){rows, 0};
    }
    bool has_detail = has_detail_pane(model, screen);
    struct order_lines lines;
    order_fold(&lines, model, most);
    /* The log alone gives a row to whom the keys are for. */
    int least = has_detail ? detail_rows(rows + (has_aim(model, screen) ? 1 : 0)) : 3;
    int order = at_most(at_least(lines.rows, least), most);
    return (struct shares){order, rows - 1 - order};
}

/* Order and detail pane, the log below. */
static void share_body(struct table_layout *out, const struct table_model *model,
                       struct canvas screen, struct canvas body)
{
    int columns = body.columns;
    struct shares shares = share_rows(model, screen, body.rows - 1);
    bool has_detail = has_detail_pane(model, screen) && shares.order + 1 >= DETAIL_ROWS_LEAST;
    int detail = has_detail ? detail_columns(screen.columns) : 0;
    int order = detail > 0 ? columns - detail - 1 : columns;
    out->heading = canvas_part(body, 0, 0, 1, order);
    out->order = canvas_part(body, 1, 0, shares.order, order);
    if (detail > 0) {
        out->divider = order;
        out->detail = canvas_part(body, 0, order + 2, shares.order + 1, detail - 1);
    }
    if (shares.log > 0) {
        out->rule = canvas_part(body, shares.order + 1, 0, 1, columns);
        out->log = canvas_part(body, shares.order + 2, 0, shares.log, columns);
    }
}

/* The form takes the right, order and log keep the left. */
static void form_beside(struct table_layout *out, const struct table_model *model,
                        struct canvas screen, struct canvas body)
{
    int form = at_most(body.columns / 2, FORM_COLUMNS_MOST);
    int left = body.columns - form;
    share_body(out, model, screen, canvas_part(body, 0, 0, body.rows, left - 1));
    out->divider = left - 1;
    out->form = canvas_part(body, 0, left, body.rows, form);
}

/* The form takes everything below a few rows of the order, and on the smallest screen the
 * message's row. */
static void form_below(struct table_layout *out, const struct table_model *model,
                       struct canvas body)
{
    int rows = body.rows - 1;
    int order = at_least(at_most(model->order_count, rows / 3), 1);
    out->heading = canvas_part(body, 0, 0, 1, body.columns);
    out->order = canvas_part(body, 1, 0, order, body.columns);
    out->form = canvas_part(body, 1 + order, 0, rows - order, body.columns);
    if (out->form.rows == 0) {
        out->form = out->notice;
        out->notice = canvas_part(out->notice, 0, 0, 0, 0);
    }
}

/* The parts below the panes. */
struct edge {
    int pending, notice, aim, prompt;
};

/* A question comes first. To keep a few rows of the order to choose from, what comes next and
 * the end of a hint are dropped; to keep one row of it the message shrinks, then pending checks
 * are dropped, then a message that is only a hint. On the smallest screen a pending check takes
 * the row of a message. */
static struct edge share_edge(const struct table_model *model, struct canvas screen)
{
    const struct question_box *box = table_model_question(model);
    struct edge edge = {
        .pending = pending_rows(model, screen),
        .notice = notice_rows(model, screen),
        .aim = has_aim(model, screen) ? 1 : 0,
        .prompt = box != NULL ? question_rows(box, screen.columns) : 1,
    };
    int room = screen.rows - 3; /* for everything */
    bool says_more = model->notice.text[0] != '\0' && model->notice.role != ROLE_DIM;
    int spare = room + 1 - at_most(model->order_count, ORDER_ROWS_LEAST);
    if (box != NULL && edge.pending + edge.notice + edge.prompt > spare) {
        edge.pending = at_most(edge.pending, model->pending_checks);
        edge.notice = says_more ? edge.notice : 1;
    }
    if (edge.pending + edge.notice + edge.prompt <= room) {
        return edge;
    }
    bool has_due = model->pending_checks > 0 && model->notice.text[0] == '\0';
    edge.pending = at_least(at_most(edge.pending, room - 1 - edge.prompt), has_due ? 1 : 0);
    edge.notice = at_least(at_most(1, room - edge.pending - edge.prompt), says_more ? 1 : 0);
    edge.prompt = at_least(at_most(edge.prompt, room - edge.pending - edge.notice), 1);
    return edge;
}

void table_layout(struct table_layout *out, const struct table_model *model,
                  struct canvas screen)
{
    memset(out, 0, sizeof *out);
    out->is_too_small =
        screen.rows < SCREEN_ROWS_LEAST || screen.columns < SCREEN_COLUMNS_LEAST;
    if (out->is_too_small) {
        return;
    }
    int columns = screen.columns;
    struct edge edge = share_edge(model, screen);
    int middle = screen.rows - 2 - edge.pending - edge.notice - edge.aim - edge.prompt;
    struct canvas body = canvas_part(screen, 1, 0, middle + 1, columns);
    out->title = canvas_part(screen, 0, 0, 1, columns);
    out->pending = canvas_part(screen, middle + 2, 0, edge.pending, columns);
    out->notice = canvas_part(screen, middle + 2 + edge.pending, 0, edge.notice, columns);
    out->aim = canvas_part(screen, screen.rows - edge.prompt - edge.aim, 0, edge.aim, columns);
    out->prompt = canvas_part(screen, screen.rows - edge.prompt, 0, edge.prompt, columns);
    if (!view_has_room(&model->views, VIEW_BESIDE_ORDER)) {
        share_body(out, model, screen, body);
    } else if (columns >= FORM_BESIDE_LEAST) {
        form_beside(out, model, screen, body);
    } else {
        form_below(out, model, body);
    }
}
