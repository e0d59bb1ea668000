#include "tui/fight/table_view.h"

#include <string.h>

#include "tracker/counters.h"
#include "tui/canvas/canvas.h"
#include "tui/canvas/grapheme.h"
#include "tui/fight/detail_view.h"
#include "tui/fight/footer.h"
#include "tui/fight/order.h"
#include "tui/widgets/list_view.h"

/* ---- the log --------------------------------------------------------------------------- */

enum {
    INDENT = 5,
    WARNING_WIDTH = 2,
    RULES_GAP = 2,
    ROUND_SIZE = 16,
    COLUMNS_FOR_RULES = 60, /* the width of a pane in which rules may have a row of their own */
    ROWS_FOR_DUE = 4,       /* the rows of a pane that repeats the checks pending below it */
};

/* How one line is broken into rows. */
struct shape {
    int indent, width; /* of the text */
    int rows;
    bool has_rules;
};

static int count_rows(struct str text, int width, int *last_width)
{
    struct str piece;
    int rows = 0;
    *last_width = 0;
    while (width > 0 && grapheme_next_line(&piece, &text, width)) {
        *last_width = grapheme_width(piece);
        rows++;
    }
    return rows > 0 ? rows : 1;
}

/* The rules are at the right end of the last row. If they do not fit there, the text is broken
 * a little earlier, if that takes no more rows, or they get a row of their own; if they are
 * longer than half a row, or the pane is narrow, they are left out. */
static struct shape shape_of(const struct log_line *line, struct str text, struct canvas canvas)
{
    int last;
    struct shape shape = {.indent = INDENT + (line->is_due ? WARNING_WIDTH : 0)};
    int rules = grapheme_width(str_of(line->rules)) + RULES_GAP;
    shape.width = canvas.columns - shape.indent - 1;
    shape.rows = count_rows(text, shape.width, &last);
    shape.has_rules = rules > RULES_GAP && rules <= canvas.columns / 2;
    if (!shape.has_rules || last + rules <= shape.width) {
        return shape;
    }
    int narrow_rows = count_rows(text, shape.width - rules, &last);
    if (narrow_rows <= shape.rows) {
        shape.width -= rules;
        return shape;
    }
    shape.has_rules = canvas.columns >= COLUMNS_FOR_RULES;
    shape.rows += shape.has_rules ? 1 : 0;
    return shape;
}

int log_line_rows(const struct log_line *line, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    return shape_of(line, wording(buf, canvas.frame, str_of(line->line)), canvas).rows;
}

void log_line_draw_round(const struct log_line *line, struct canvas canvas, int row)
{
    if (line->round == 0) {
        return; /* before the fight */
    }
    TEXT_BUFFER(text, ROUND_SIZE);
    text_add(&text, "r%d", line->round);
    canvas_field(canvas, (struct strip){row, 1, INDENT - 2, ALIGN_LEFT}, ROLE_LOG_ROUND,
                 (struct str){text.p, text.n});
}

void log_line_draw(const struct log_line *line, struct canvas canvas, int row, enum role plain)
{
    char buf[WORDING_SIZE];
    struct str text = wording(buf, canvas.frame, str_of(line->line));
    struct shape shape = shape_of(line, text, canvas);
    enum role role = line->is_due ? ROLE_WARNING : line->is_ruling ? ROLE_RULING : plain;
    struct str piece;
    int last = row + shape.rows - 1;
    if (line->is_due) {
        canvas_glyph(canvas, row, INDENT, role, GLYPH_WARNING);
        canvas_text(canvas, row, INDENT + 1, role, str_of(" "));
    }
    while (shape.width > 0 && row < canvas.rows &&
           grapheme_next_line(&piece, &text, shape.width)) {
        /* Text that does not fit below is cut with an ellipsis. */
        piece.n = row == canvas.rows - 1 ? (int)(text.p - piece.p) + text.n : piece.n;
        canvas_words(canvas, row++, shape.indent, role, piece);
    }
    if (shape.has_rules && last < canvas.rows) {
        struct str rules = str_of(line->rules);
        int left = canvas.columns - 1 - grapheme_width(rules);
        canvas_text(canvas, last, left, ROLE_DIM, rules);
    }
}

static bool is_plain(const struct log_line *line)
{
    return !line->is_due && !line->is_ruling;
}

static bool is_number(struct str rule_text)
{
    return rule_text.n > 0 && rule_text.p[0] >= '0' && rule_text.p[0] <= '9';
}

/* The next rule: numbers are separated by blanks; headings, which have blanks in them, by
 * commas. */
static struct str next_rule(struct str *rest)
{
    *rest = str_trimmed_start(*rest);
    if (is_number(*rest)) {
        return str_next_word(rest);
    }
    struct str rule;
    return str_next_part(rest, ',', &rule) && rule.n > 0 ? rule : (struct str){NULL, 0};
}

/* Rules, each once. */
static void add_rules(struct text *out, const char *rules)
{
    struct str rest = str_of(rules);
    for (struct str rule; (rule = next_rule(&rest)).p != NULL;) {
        bool is_there = false;
        struct str before = {out->p, out->n};
        for (struct str other; (other = next_rule(&before)).p != NULL;) {
            is_there = is_there || str_equal_any_case(other, rule);
        }
        if (!is_there) {
            const char *gap = out->n == 0 ? "" : is_number(rule) ? " " : ", ";
            text_add(out, "%s%.*s", gap, rule.n, rule.p);
        }
    }
}

/* ---- like lines ------------------------------------------------------------------------ */

/* "Goblin 2-11: dead": the combatants of a line, as numbers after a stem. */
struct telling {
    struct str stem, numbers, what; /* "Goblin ", "2-11", ": dead" */
    int first;
};

static bool read_telling(struct telling *out, struct str line)
{
    int64_t number;
    int stem = 0;
    while (stem < line.n && !char_is_digit(line.p[stem]) && line.p[stem] != ':') {
        stem++;
    }
    int digits = stem;
    while (digits < line.n && char_is_digit(line.p[digits])) {
        digits++;
    }
    int end = digits;
    while (end < line.n && (char_is_digit(line.p[end]) || strchr("-, ", line.p[end]) != NULL)) {
        end++;
    }
    out->stem = (struct str){line.p, stem};
    out->numbers = (struct str){line.p + stem, end - stem};
    out->what = (struct str){line.p + end, line.n - end};
    bool has_number =
        str_to_int64((struct str){line.p + stem, digits - stem}, 0, INT32_MAX, &number);
    out->first = has_number ? (int)number : 0;
    return has_number && out->what.n > 1 && out->what.p[0] == ':';
}

static bool begins_with(struct str text, struct str beginning)
{
    return beginning.n <= text.n && memcmp(text.p, beginning.p, (size_t)beginning.n) == 0;
}

/* True when the first of such numbers begins a range, as in "3-11, 14", and its number of
 * digits. */
static bool begins_stretch(struct str numbers, int *digits)
{
    *digits = 0;
    while (*digits < numbers.n && char_is_digit(numbers.p[*digits])) {
        (*digits)++;
    }
    return *digits < numbers.n && numbers.p[*digits] == '-';
}

/* Merges two lines that differ only in a number: "Goblin 2: dead" before "Goblin 3-11: dead" is
 * "Goblin 2-11: dead". False when they differ otherwise. */
static bool join_like(struct text *out, struct str a, struct str b)
{
    struct telling one;
    struct telling rest;
    int digits;
    bool are_alike = read_telling(&one, a) && read_telling(&rest, b) &&
                     one.stem.n == rest.stem.n && begins_with(rest.stem, one.stem) &&
                     begins_with(rest.what, one.what);
    bool is_more_said = are_alike && one.what.n < rest.what.n && rest.what.p[one.what.n] != ';';
    if (!are_alike || is_more_said) {
        return false;
    }
    bool is_stretch = begins_stretch(rest.numbers, &digits);
    text_add(out, "%.*s%.*s", one.stem.n, one.stem.p, one.numbers.n, one.numbers.p);
    if (rest.first != one.first + 1) {
        text_add(out, ", %.*s", rest.numbers.n, rest.numbers.p);
    } else if (is_stretch) {
        text_add(out, "%.*s", rest.numbers.n - digits, rest.numbers.p + digits);
    } else {
        text_add(out, "-%.*s", rest.numbers.n, rest.numbers.p);
    }
    text_add(out, "%.*s", rest.what.n, rest.what.p);
    return true;
}

/* ---- the lines of one act -------------------------------------------------------------- */

/* Merges two lines of one act; false when the result is too long for a line. */
static bool join_two(struct log_line *out, const struct log_line *a, const struct log_line *b)
{
    *out = *a;
    struct text line = text_over(out->line, sizeof out->line);
    struct text rules = text_over(out->rules, sizeof out->rules);
    if (!join_like(&line, str_of(a->line), str_of(b->line))) {
        text_add(&line, "%s; %s", a->line, b->line);
    }
    add_rules(&rules, a->rules);
    add_rules(&rules, b->rules);
    return !line.is_cut && !rules.is_cut;
}

/* ---- turns without an act -------------------------------------------------------------- */

enum { PASSING_NAMES_MAX = 4 };

/* The line after this turn's, at which the next turn or phase begins; the end of the lines when
 * it goes on. *has_act: something was done in it, beside what its beginning and its end
 * brought by themselves. */
static int turn_end(const struct table_model *model, int index, bool *has_act)
{
    const struct log_line *line = model->lines;
    int end = index + 1;
    while (end < model->lines_count && !line[end].is_turn && !line[end].is_phase) {
        end++;
    }
    *has_act = false;
    for (int i = index + 1; i < end; i++) {
        bool is_next = end < model->lines_count && line[i].act == line[end].act;
        *has_act = *has_act || (line[i].act != line[index].act && !is_next);
    }
    return end;
}

/* True when nothing was done in the turn that began with this line. */
static bool is_passed(const struct table_model *model, int index)
{
    bool has_act;
    return model->lines[index].is_turn &&
           turn_end(model, index, &has_act) < model->lines_count && !has_act;
}

/* The line as the pane shows it. */
static void take_line(struct log_line *out, const struct table_model *model, int index)
{
    *out = model->lines[index];
    if (model->older == 0 && is_passed(model, index)) {
        /* "Ulf passes", "Ulf, Bo and 3 more pass": the turns without an act up to this one, as
         * one line. */
        int first = index;
        while (first > 0 && is_passed(model, first - 1)) {
            first--;
        }
        int count = index - first + 1;
        int named = count <= PASSING_NAMES_MAX ? count : PASSING_NAMES_MAX - 1;
        struct text text = text_over(out->line, sizeof out->line);
        for (int i = 0; i < named; i++) {
            const char *line = model->lines[first + i].line;
            const char *end = strstr(line, "'s turn");
            int n = end != NULL ? (int)(end - line) : (int)strlen(line);
            const char *gap = i == 0 ? "" : i == count - 1 ? " and " : ", ";
            text_add(&text, "%s%.*s", gap, n, line);
        }
        if (named < count) {
            text_add(&text, " and %d more", count - named);
        }
        text_add(&text, count == 1 ? " passes" : " pass");
    }
}

/* ---- the pane -------------------------------------------------------------------------- */

/* The beginning of a turn is left out when an act of it follows, unless it is the newest line;
 * turns without an act are shown together by the last one. In a pane of few rows, lines about
 * new pending checks are left out too: the checks are shown below, and the line that settles
 * one names it. Scrolling back shows every line. */
static bool is_left_out(const struct table_model *model, int index, struct canvas canvas)
{
    const struct log_line *line = &model->lines[index];
    bool has_act;
    bool is_over = line->is_turn && turn_end(model, index, &has_act) < model->lines_count;
    bool is_old_turn = line->is_turn &&
                       (has_act || (is_over && line[1].is_turn && is_passed(model, index + 1)));
    return model->older == 0 && (is_old_turn || (line->is_due && canvas.rows < ROWS_FOR_DUE));
}

/* The newest line above this one that is shown; -1: there is none. */
static int shown_before(const struct table_model *model, int index, struct canvas canvas)
{
    do {
        index--;
    } while (index >= 0 && is_left_out(model, index, canvas));
    return index;
}

/* Merges lines of one act up to `last` if that takes fewer rows and no line is cut by it in the
 * `room` left in the pane. Returns the first of them. */
static int join(struct log_line *out, const struct table_model *model, int last,
                struct canvas canvas, int room)
{
    int first = last;
    int above = shown_before(model, first, canvas);
    take_line(out, model, last);
    while (above >= 0 && model->lines[above].act == out->act && is_plain(out) &&
           is_plain(&model->lines[above])) {
        struct log_line joined, before;
        take_line(&before, model, above);
        int apart = log_line_rows(&before, canvas) + log_line_rows(out, canvas);
        bool is_one = join_two(&joined, &before, out);
        int rows = log_line_rows(&joined, canvas);
        if (!is_one || rows >= apart || rows > room) {
            break;
        }
        *out = joined;
        first = above;
        above = shown_before(model, first, canvas);
    }
    return first;
}

/* Lines from the newest backward, each from its beginning: the beginning of the one that no
 * longer fits is at the top. */
void log_view_draw(const struct table_model *model, struct canvas canvas)
{
    int newest = shown_before(model, model->lines_count - model->older, canvas);
    int row = canvas.rows;
    for (int i = newest; i >= 0 && row > 0; i = shown_before(model, i, canvas)) {
        struct log_line line;
        struct canvas room = canvas_part(canvas, 0, 0, row, canvas.columns);
        i = join(&line, model, i, canvas, row);
        int rows = log_line_rows(&line, canvas);
        row = rows < row ? row - rows : 0;
        log_line_draw(&line, room, row, ROLE_PLAIN);
        /* The round is shown at its first line, and at the pane's top. */
        int before = shown_before(model, i, canvas);
        if (row == 0 || before < 0 || model->lines[before].round != line.round) {
            log_line_draw_round(&line, canvas, row);
        }
    }
}

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
    int detail = has_detail ? at_most(screen.columns * 2 / 5 - 2, 64) : 0;
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
    int most = at_least(at_most(screen.rows / 8, DUE_SHOWN_MAX), 1);
    struct edge edge = {
        .pending = at_most(model->pending_checks, most),
        .notice = notice_rows(model, screen),
        .aim = has_aim(model, screen) ? 1 : 0,
        .prompt = box != NULL ? question_rows(box, screen.columns) : 1,
    };
    /* What comes next takes the place of pending checks, or stands below those that can be
     * left. */
    if (table_model_is_guided(model) && edge.pending < most) {
        edge.pending += guide_rows(model, screen.columns, most - edge.pending);
    }
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
        /* The form takes the right, order and log keep the left. */
        int form = at_most(body.columns / 2, FORM_COLUMNS_MOST);
        int left = body.columns - form;
        share_body(out, model, screen, canvas_part(body, 0, 0, body.rows, left - 1));
        out->divider = left - 1;
        out->form = canvas_part(body, 0, left, body.rows, form);
    } else {
        /* The form takes everything below a few rows of the order, and on the smallest screen
         * the message's row. */
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
}

/* ---- counters ------------------------------------------------------------------------- */

enum { DOT_GAP = 3, NAME_LEAST = 3, NAME_SHORT = 8, MORE_WIDTH = 2 /* " …" */ };

/* How much is shown of each. */
enum detail { DETAIL_ALL, DETAIL_NO_UNIT, DETAIL_NO_OWNER, DETAIL_SHORT, DETAILS };

static bool is_counter_shown(const struct state *state, int place)
{
    return state_has_counter(state, place) && !counter_has_ended(&state->counter[place]);
}

/* The text after its name: " in 4 rounds", " 2/6", " 3 rounds (Ana)". */
static void add_counter_rest(const struct state *state, const struct counter *counter,
                             enum detail detail, struct text *out)
{
    struct counter one = *counter;
    one.name[0] = '\0';
    one.number[COUNTER_OF] = detail <= DETAIL_NO_UNIT ? counter->number[COUNTER_OF] : 0;
    if (detail == DETAIL_ALL) {
        counter_brief(state, &one, out);
    } else {
        counter_shortest(state, &one, out);
    }
}

static int counter_width(const struct state *state, int place, enum detail detail)
{
    const struct counter *counter = &state->counter[place];
    int name = grapheme_width(str_of(counter->name));
    TEXT_BUFFER(rest, NAME_SIZE + 40);
    add_counter_rest(state, counter, detail, &rest);
    return DOT_GAP + (detail == DETAIL_SHORT && name > NAME_SHORT ? NAME_SHORT : name) +
           grapheme_width((struct str){rest.p, rest.n});
}

static int width_of_counters(const struct state *state, enum detail detail)
{
    int width = 0;
    for (int i = 0; i < state->counters; i++) {
        width += is_counter_shown(state, i) ? counter_width(state, i, detail) : 0;
    }
    return width;
}

static int counters_width(const struct state *state)
{
    return width_of_counters(state, DETAIL_ALL);
}

/* Draws one counter within the canvas; its name is cut to make room for its number. */
static int draw_counter(const struct state *state, int place, enum detail detail,
                        struct canvas canvas, int column)
{
    const struct counter *counter = &state->counter[place];
    enum role role = counter_is_close(counter) ? ROLE_WARNING : ROLE_TITLE;
    TEXT_BUFFER(rest, NAME_SIZE + 40);
    add_counter_rest(state, counter, detail, &rest);
    if (column > 1) {
        column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    }
    int room = canvas.columns - column - grapheme_width((struct str){rest.p, rest.n});
    room = detail == DETAIL_SHORT && room > NAME_SHORT ? NAME_SHORT : room;
    struct canvas name = canvas_part(canvas, 0, 0, 1, column + room);
    if (room >= NAME_LEAST) {
        column = canvas_text(name, 0, column, role, str_of(counter->name));
    }
    return canvas_text(canvas, 0, column, role, (struct str){rest.p, rest.n});
}

static int draw_some_counters(const struct state *state, struct canvas canvas, int column)
{
    bool is_drawn[COUNTERS_MAX] = {false};
    int left = 0;
    for (int i = 0; i < state->counters; i++) {
        left += is_counter_shown(state, i) ? 1 : 0;
    }
    for (bool is_first = true; left > 0; left--, is_first = false) {
        /* Of the remaining counters the one nearest to its end, the earliest of equals;
         * -1: none. */
        int place = -1;
        for (int i = 0; i < state->counters; i++) {
            if (is_counter_shown(state, i) && !is_drawn[i] &&
                (place < 0 ||
                 counter_left(&state->counter[i]) < counter_left(&state->counter[place]))) {
                place = i;
            }
        }
        int room = canvas.columns - column - (left > 1 ? MORE_WIDTH : 0);
        if (!is_first && counter_width(state, place, DETAIL_SHORT) > room) {
            return canvas_glyph(canvas, 0, column + 1, ROLE_TITLE, GLYPH_ELLIPSIS);
        }
        is_drawn[place] = true;
        column = draw_counter(state, place, DETAIL_SHORT,
                              canvas_part(canvas, 0, 0, 1, column + room), column);
    }
    return column;
}

static int counters_draw(const struct state *state, struct canvas canvas, int column)
{
    int detail = DETAIL_ALL;
    while (detail < DETAILS &&
           width_of_counters(state, (enum detail)detail) > canvas.columns - column) {
        detail++;
    }
    if (detail == DETAILS) {
        return draw_some_counters(state, canvas, column);
    }
    for (int i = 0; i < state->counters; i++) {
        if (is_counter_shown(state, i)) {
            column = draw_counter(state, i, (enum detail)detail, canvas, column);
        }
    }
    return column;
}

/* ---- the banner of the past ----------------------------------------------------------- */

enum { PART_SIZE = 120 };

/* The parts of the banner side by side, as many as there is room for. */
static int draw_banner_part(struct canvas canvas, int column, int end, const char *part)
{
    int width = grapheme_width(str_of(part));
    if (part[0] == '\0' || column + 3 + width > end) {
        return column;
    }
    column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    return canvas_text(canvas, 0, column, ROLE_TITLE, str_of(part));
}

static void banner_draw(const struct table_model *model, struct canvas canvas)
{
    const struct past_banner *banner = model->banner;
    TEXT_BUFFER(place, PART_SIZE);
    TEXT_BUFFER(phase, PART_SIZE);
    TEXT_BUFFER(now, PART_SIZE);
    past_place_format(&banner->place, &place);
    model->procedure->phase(model->state, &phase);
    if (phase.n > 0 && banner->place.act != 0) {
        text_add(&place, ", %s", phase.p);
    }
    text_add(&now, "now: %s", banner->now);
    const char *what = banner->example != NULL ? "EXAMPLE, never played" : "LOOKING BACK";
    int column = canvas_text(canvas, 0, 1, ROLE_WARNING, str_of(what));
    if (banner->place.is_other) {
        column = draw_banner_part(canvas, column, canvas.columns - 1, model->encounter);
    }
    column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    column = canvas_text(canvas, 0, column, ROLE_TITLE, (struct str){place.p, place.n});
    if (banner->example != NULL) {
        column = draw_banner_part(canvas, column, canvas.columns - 1, banner->example);
    }
    int width = grapheme_width((struct str){now.p, now.n});
    int left = canvas.columns - 1 - width;
    bool has_now = banner->now[0] != '\0' && column + 2 <= left;
    if (has_now) {
        canvas_text(canvas, 0, left, ROLE_DIM, (struct str){now.p, now.n});
    }
    int end = has_now ? left - 2 : canvas.columns - 1;
    if (counters_width(model->state) > 0) {
        column = counters_draw(model->state, canvas_part(canvas, 0, 0, 1, end), column);
    }
    draw_banner_part(canvas, column, end, banner->place.is_other ? "" : model->encounter);
}

/* ---- a prepared encounter that begins ------------------------------------------------- */

static int draw_starting_lines(struct canvas canvas, int row, int end, enum role role,
                               const char *text)
{
    char buf[WORDING_SIZE];
    struct str line;
    struct str rest = wording(buf, canvas.frame, str_of(text));
    while (row < end && grapheme_next_line(&line, &rest, canvas.columns - 2)) {
        canvas_text(canvas, row++, 1, role, line);
    }
    return row;
}

static void starting_view_draw(const struct table_model *model,
                               const struct table_layout *layout, struct canvas screen)
{
    char buf[WORDING_SIZE];
    const struct starting *starting = &model->starting;
    int end = layout->notice.top - screen.top;
    TEXT_BUFFER(title, sizeof starting->name + 16);
    text_add(&title, "starting %s", starting->name);
    struct str shown = wording(buf, screen.frame, (struct str){title.p, title.n});
    int column = canvas_text(layout->title, 0, 1, ROLE_TITLE, shown);
    if (starting->game[0] != '\0') {
        column = canvas_glyph(layout->title, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
        canvas_text(layout->title, 0, column, ROLE_DIM, str_of(starting->game));
    }
    int row = draw_starting_lines(screen, 2, end, ROLE_PLAIN, starting->who);
    draw_starting_lines(screen, row + (row > 2 ? 1 : 0), end, ROLE_DIM,
                        "who joins stands here once the questions are answered");
}

/* ---- the panes ------------------------------------------------------------------------ */

enum { TITLE_SIZE = 400, TITLE_GAP = 2, DUE_SIZE = 80 };

/* ---- title ----------------------------------------------------------------------------- */

enum {
    PART_GAP = 3,
    UNDO_WIDTH_LEAST = 16,
    COLUMNS_OF_USUAL = 70,
    NAME_ROOM_LEAST = 5,
    NAME_ROOM_NARROW = 12, /* a name in fewer columns is not recognisable */
};

/* Parts of the title, separated by dots. */
static int draw_part(struct canvas canvas, int column, enum role role, const char *part)
{
    if (column > 1) {
        column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    }
    return canvas_text(canvas, 0, column, role, str_of(part));
}

/* "u undo: Bo takes 3", with the key that does it. */
static void add_way(const struct table_model *model, const char *command, const char *label,
                    struct text *out)
{
    const char *key = key_of_command(&model->keys, command);
    text_add(out, "%s%s%s: %s", key != NULL ? key : "", key != NULL ? " " : "", command, label);
}

static int width_of_way(const struct table_model *model, const char *command, const char *label)
{
    TEXT_BUFFER(text, TITLE_SIZE);
    add_way(model, command, label, &text);
    return label[0] != '\0' ? TITLE_GAP + grapheme_width((struct str){text.p, text.n}) : 0;
}

/* The columns that undo and redo want there, with a gap before each. */
static int width_of_undo(const struct table_model *model)
{
    return width_of_way(model, "undo", model->undo_label) +
           width_of_way(model, "redo", model->redo_label);
}

/* "A amend or " before what undo would take back, since both are for the same act. */
static void add_amending(const struct table_model *model, struct text *out)
{
    const char *key = key_of_command(&model->keys, "amend");
    if (key != NULL && model->undo_label[0] != '\0') {
        text_add(out, "%s amend or ", key);
    }
}

static int width_of_amending(const struct table_model *model)
{
    TEXT_BUFFER(text, TITLE_SIZE);
    add_amending(model, &text);
    return grapheme_width((struct str){text.p, text.n});
}

/* What undo would take back, at the right end of the free part; before it, if everything fits,
 * what was taken back last. */
static void draw_undo(const struct table_model *model, struct canvas canvas, int column)
{
    char buf[WORDING_SIZE];
    TEXT_BUFFER(text, TITLE_SIZE);
    bool has_redo =
        model->redo_label[0] != '\0' && column + width_of_undo(model) < canvas.columns;
    if (has_redo) {
        add_way(model, "redo", model->redo_label, &text);
        text_add(&text, "%s", model->undo_label[0] != '\0' ? "  " : "");
    }
    if (model->undo_label[0] != '\0') {
        if (column + width_of_undo(model) + width_of_amending(model) < canvas.columns) {
            add_amending(model, &text);
        }
        add_way(model, "undo", model->undo_label, &text);
    }
    struct str shown = wording(buf, canvas.frame, (struct str){text.p, text.n});
    int width = grapheme_width(shown);
    int room = canvas.columns - 1 - column - TITLE_GAP;
    if (text.n > 0 && (room >= width || room >= UNDO_WIDTH_LEAST)) {
        width = width < room ? width : room;
        canvas_text(canvas_part(canvas, 0, canvas.columns - 1 - width, 1, width), 0, 0,
                    ROLE_DIM, shown);
    }
}

/* The columns reserved for undo: the act it would take back is always named, in at most a
 * quarter of a screen of usual width, or half of a narrow one, where a slip is more likely than
 * forgetting the encounter's name. */
static int undo_reserve(const struct table_model *model, int columns, int phase_width)
{
    int width = width_of_way(model, "undo", model->undo_label) - TITLE_GAP;
    int most = columns >= COLUMNS_OF_USUAL ? columns / 4 : columns / 2;
    bool has_room = columns - phase_width - 2 - TITLE_GAP >= UNDO_WIDTH_LEAST;
    bool is_named = model->undo_label[0] != '\0' && has_room;
    return is_named ? TITLE_GAP + (width < most ? width : most) : 0;
}

/* The round is visible at every width: first the system's title is dropped, then the key that
 * amends, then the text for undo is cut, then the end of the name. */
static void draw_title(const struct table_model *model, struct canvas canvas)
{
    if (model->banner != NULL) {
        banner_draw(model, canvas);
        return;
    }
    const char *name = model->encounter[0] != '\0' ? model->encounter : "new encounter";
    const char *title = state_system(model->state)->title;
    const char *read_only = model->is_read_only ? " read only " : "";
    TEXT_BUFFER(text, TITLE_SIZE);
    model->procedure->phase(model->state, &text);
    int name_width = grapheme_width(str_of(name));
    int counters = counters_width(model->state);
    int counters_least = counters < canvas.columns / 3 ? counters : canvas.columns / 3;
    int reserve =
        undo_reserve(model, canvas.columns, grapheme_width(str_of(text.p)) + counters_least);
    int rest = 1 + PART_GAP + grapheme_width(str_of(text.p)) + counters_least +
               (model->is_read_only ? PART_GAP + grapheme_width(str_of(read_only)) : 0);
    bool has_title = name_width + rest - counters_least + counters + PART_GAP +
                         grapheme_width(str_of(title)) + width_of_undo(model) +
                         width_of_amending(model) <
                     canvas.columns;
    int name_room = canvas.columns - rest - reserve;
    int column = 1;
    bool is_usual = canvas.columns >= COLUMNS_OF_USUAL;
    if (name_room > (is_usual ? NAME_ROOM_LEAST : NAME_ROOM_NARROW) || name_room > name_width) {
        column = draw_part(canvas_part(canvas, 0, 0, 1, name_room), column, ROLE_TITLE, name);
    }
    if (has_title) {
        column = draw_part(canvas, column, ROLE_DIM, title);
    }
    column = draw_part(canvas, column, ROLE_TITLE, text.p);
    if (counters > 0) {
        int undo = TITLE_GAP + UNDO_WIDTH_LEAST;
        int behind = (reserve < undo ? reserve : undo) +
                     (model->is_read_only ? PART_GAP + grapheme_width(str_of(read_only)) : 0);
        column = counters_draw(model->state,
                               canvas_part(canvas, 0, 0, 1, canvas.columns - behind), column);
    }
    if (model->is_read_only) {
        column = draw_part(canvas, column, ROLE_WARNING, read_only);
    }
    draw_undo(model, canvas, column);
}

/* ---- lines between the panes ----------------------------------------------------------- */

/* ---- checks and messages --------------------------------------------------------------- */

/* How much is shown after a check. */
enum wordiness {
    WORDS_ALL,
    WORDS_FIRST_CHANCE,
    WORDS_OF_THE_CHECK,
    WORDS_FEW,  /* the chance, and how it is settled */
    WORDS_SHORT /* the same with the bare key */
};

/* After a check: its chance, "72% holds", and in the first row how it is settled and how many
 * checks have no row; with fewer words when room is short. */
static void format_due_end(const struct table_model *model, int row, int rows,
                           enum wordiness words, struct text *out)
{
    bool is_short = words >= WORDS_FEW;
    const char *name = model->pending_chance[row].name;
    int more = model->pending_checks - rows;
    if (name != NULL) {
        text_add(out, is_short ? " " : "  ");
        text_add_percent(out, model->pending_chance[row].chance);
        if (!is_short) {
            text_add(out, " %s", name);
        }
    }
    if (words <= WORDS_FIRST_CHANCE) {
        /* The total of everything that waits for the check's combatant: once, in its first row.
         */
        const struct together *together = model->pending_chance[row].together;
        for (int i = 0; i < row; i++) {
            bool is_told = model->pending[i].subject == model->pending[row].subject;
            together = is_told ? NULL : together;
        }
        int chances = together == NULL ? 0 : words == WORDS_ALL ? together->chances : 1;
        for (int i = 0; i < chances && together->chance[i].value > 0; i++) { /* the threat */
            text_add(out, i == 0 ? ", in all %s " : ", %s ", together->chance[i].name);
            text_add_percent(out, together->chance[i].value);
        }
    }
    if (row > 0) {
        return;
    }
    if (model->pending[row].command[0] != '\0' && model->banner == NULL) {
        const char *key = key_of_act(&model->keys, ACT_SETTLE);
        const char *does = model->pending[row].does;
        does = does != NULL ? does : "settles it";
        text_add(out,
                 words == WORDS_FEW ? "  %s %s"
                 : is_short         ? " %s"
                                    : "   %s %s ",
                 key, does);
    }
    if (more > 0) { /* behind it: what comes before "it" would be read as what it settles */
        const char *all = key_of_act(&model->keys, ACT_OPEN_LIST);
        if (!is_short && all != NULL) {
            text_add(out, "  %s lists all ", all);
        } else {
            text_add(out, is_short ? " +%d" : "  +%d more", more);
        }
    }
    text_add(out, words == WORDS_SHORT ? " " : "");
}

/* The name of the check's combatant is shown in full if it ends the text, since many may be
 * pending. */
static int draw_pending_text(const struct table_model *model, const struct pending *pending,
                             struct str what, struct canvas canvas, int column)
{
    enum { KIND_WIDTH_LEAST = 4 };
    struct str name =
        str_of(pending->subject > 0 ? state_name(model->state, pending->subject) : "");
    int room = canvas.columns - column - grapheme_width(name) - 1;
    bool is_end = name.n > 0 && name.n < what.n &&
                  memcmp(what.p + what.n - name.n, name.p, (size_t)name.n) == 0;
    if (!is_end || grapheme_width(what) <= canvas.columns - column || room < KIND_WIDTH_LEAST) {
        return canvas_words(canvas, 0, column, ROLE_WARNING, what);
    }
    struct str kind = str_trimmed((struct str){what.p, what.n - name.n});
    struct canvas front = canvas_part(canvas, 0, 0, 1, column + room);
    column = canvas_text(front, 0, column, ROLE_WARNING, kind);
    return canvas_text(canvas, 0, column + 1, ROLE_WARNING, name);
}

/* The rule after the first check, with its title if there is room. */
static int draw_pending_rule(const struct table_model *model, struct canvas canvas, int column)
{
    char rule[DUE_SIZE];
    struct text text;
    const char *title = model->pending_title != NULL ? model->pending_title : "";
    int room = canvas.columns - column;
    text_init(&text, rule, sizeof rule);
    /* A rule with words in place of a number is shown by its title alone. */
    bool has_number = char_is_digit(model->pending[0].rule[0]);
    text_add(&text, has_number ? " (%s %s)" : " (%s%s)",
             has_number ? model->pending[0].rule : "", title);
    if (title[0] == '\0' || grapheme_width((struct str){text.p, text.n}) > room) {
        text_init(&text, rule, sizeof rule);
        text_add(&text, " (%s)", model->pending[0].rule);
    }
    struct str shown = {text.p, text.n};
    bool fits = grapheme_width(shown) <= room;
    return fits ? canvas_text(canvas, 0, column, ROLE_WARNING, shown) : column;
}

/* One check: its text gives way to the words after it. */
static void draw_pending_row(const struct table_model *model, struct canvas canvas, int row)
{
    enum { BEGIN = 3, TEXT_LEAST = 30 };
    char buf[WORDING_SIZE];
    char line[DUE_SIZE];
    struct text text;
    const struct pending *pending = &model->pending[row];
    struct canvas here = canvas_part(canvas, row, 0, 1, canvas.columns);
    bool has_rule = row == 0 && pending->rule != NULL && pending->rule[0] != '\0';
    canvas_field(here, (struct strip){0, 0, here.columns, ALIGN_LEFT}, ROLE_WARNING,
                 str_of(""));
    TEXT_BUFFER(said, GUIDE_SIZE);
    guide_add_with_keys(model, pending->text, &said);
    struct str what = wording(buf, here.frame, (struct str){said.p, said.n});
    for (int words = WORDS_ALL; words <= WORDS_SHORT; words++) {
        text_init(&text, line, sizeof line);
        format_due_end(model, row, canvas.rows, (enum wordiness)words, &text);
        /* How it is settled stays in words as long as enough of the reason fits. */
        bool is_enough = words == WORDS_OF_THE_CHECK && row == 0 &&
                         BEGIN + TEXT_LEAST + text.n <= here.columns;
        if (BEGIN + grapheme_width(what) + text.n <= here.columns || is_enough) {
            break;
        }
    }
    struct canvas front = canvas_part(here, 0, 0, 1, here.columns - text.n);
    if (row == 0) {
        canvas_glyph(here, 0, 1, ROLE_WARNING, GLYPH_WARNING);
    }
    int column = draw_pending_text(model, pending, what, front, BEGIN);
    if (has_rule) {
        column = draw_pending_rule(model, front, column);
    }
    canvas_text(here, 0, column, ROLE_WARNING, (struct str){text.p, text.n});
}

/* Several lines shortened to one row. */
static struct str on_one_line(char buf[WORDING_SIZE], struct str lines)
{
    struct text text = text_over(buf, WORDING_SIZE);
    for (int i = 0; i < lines.n; i++) {
        bool is_end = lines.p[i] == '\n';
        text_add(&text, "%.*s", is_end ? 2 : 1, is_end ? "; " : &lines.p[i]);
    }
    return (struct str){text.p, text.n};
}

/* While a target is chosen and there is no pane for odds, they take the last row of a hint.
 * Returns the remaining rows. */
static struct canvas draw_odds_of_choice(const struct table_model *model,
                                         const struct table_layout *layout)
{
    char buf[WORDING_SIZE];
    struct canvas canvas = layout->notice;
    const struct question_box *box = table_model_question(model);
    bool is_choice =
        box != NULL && layout->detail.rows == 0 && box->question.kind == QUESTION_COMBATANT;
    TEXT_BUFFER(text, GUIDE_SIZE);
    if (is_choice && model->notice.role == ROLE_DIM && model->odds != NULL) {
        detail_line(model, canvas.columns - 2, &text);
    }
    if (text.n == 0 || canvas.rows == 0) {
        return canvas;
    }
    canvas_text(canvas, canvas.rows - 1, 1, ROLE_PLAIN,
                wording(buf, canvas.frame, (struct str){text.p, text.n}));
    return canvas_part(canvas, 0, 0, canvas.rows - 1, canvas.columns);
}

/* While a view is open, or the past is looked at, the keys are not for the table. */
static void draw_aim(const struct table_model *model, struct canvas canvas)
{
    if (canvas.rows > 0 && model->views.count == 0 && model->banner == NULL) {
        aim_draw(model, canvas);
    }
}

static void draw_notice(const struct table_model *model, const struct table_layout *layout)
{
    char odds[GUIDE_SIZE];
    char buf[WORDING_SIZE];
    struct text text;
    struct canvas canvas = draw_odds_of_choice(model, layout);
    struct str rest = str_of(model->notice.text);
    enum role role = model->notice.role;
    /* Without a message: odds or facts, when there is no pane for them. */
    bool is_bare =
        table_model_question(model) == NULL && !view_has_room(&model->views, VIEW_BESIDE_ORDER);
    if (rest.n == 0 && is_bare && layout->detail.rows == 0) {
        text_init(&text, odds, sizeof odds);
        detail_line(model, canvas.columns - 2, &text);
        role = ROLE_DIM;
        rest = (struct str){text.p, text.n};
    }
    bool is_silent = rest.n == 0 && model->dead_key[0] == '\0';
    if (is_silent && is_bare && layout->detail.rows > 0) {
        if (layout->aim.rows == 0) {
            draw_aim(model, canvas);
        }
        return;
    }
    struct str line;
    char words[NOTICE_SIZE + GUIDE_SIZE];
    if (rest.p == model->notice.text) {
        text_init(&text, words, sizeof words);
        if (model->dead_key[0] != '\0') {
            text_add(&text, "%s%s", model->dead_key, rest.n > 0 ? "; " : "");
        }
        guide_add_with_keys(model, rest.p, &text);
        rest = (struct str){text.p, text.n};
    }
    rest = wording(buf, canvas.frame, rest);
    for (int row = 0; row < canvas.rows && grapheme_next_line(&line, &rest, canvas.columns - 2);
         row++) {
        bool is_last = row == canvas.rows - 1 && rest.n > 0;
        /* Text that does not fit is cut with an ellipsis. */
        char last[WORDING_SIZE];
        struct str left = {line.p, (int)(rest.p - line.p) + rest.n};
        struct str shown = is_last ? on_one_line(last, left) : line;
        canvas_words(canvas, row, 1, role, shown);
    }
}

/* ---- the last row ---------------------------------------------------------------------- */

void table_view_keys(const struct table_model *model, struct canvas canvas)
{
    struct table_layout layout;
    enum key_context context = view_top(&model->views).view->context;
    table_layout(&layout, model, canvas_of(canvas.frame));
    footer_draw(model, context, &layout, canvas);
}

/* What a view tells is in the row above its keys. */
static void draw_told(const struct table_model *model, struct canvas screen)
{
    enum { ROWS_LEAST = 3 };
    char buf[WORDING_SIZE];
    const struct view *top = view_top(&model->views).view;
    if (!top->tells || model->notice.text[0] == '\0' || screen.rows < ROWS_LEAST) {
        return;
    }
    struct canvas row = canvas_part(screen, screen.rows - 2, 0, 1, screen.columns);
    canvas_fill(row, ROLE_PLAIN);
    canvas_words(row, 0, 1, model->notice.role,
                 wording(buf, screen.frame, str_of(model->notice.text)));
}

static void draw_prompt(const struct table_model *model, struct canvas canvas)
{
    struct view_entry top = view_top(&model->views);
    if (top.view->draw_prompt != NULL) {
        top.view->draw_prompt(model, top.self, canvas);
    } else if (top.view->list != NULL && list_types(top.self)) {
        struct list *list = top.self;
        line_edit_draw_filter(&list->filter, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

void table_view_more(struct menu *out, const struct table_model *model)
{
    menu_make(out, &(struct menu_source){.of = MENU_MORE,
                                         .keys = &model->keys,
                                         .can_run = model->can_run,
                                         .left_out = model->left_out,
                                         .picked = model->menu_picked});
}

void table_view_menu(const struct view_place *place, enum menu_of of, int number)
{
    struct menu menu;
    const struct table_model *model = place->model;
    if (of == MENU_MORE) {
        table_view_more(&menu, model);
    } else {
        menu_make(&menu, &(struct menu_source){.of = of,
                                               .number = number,
                                               .keys = &model->keys,
                                               .can_run = model->can_run});
    }
    struct canvas screen = place->canvas;
    int end = place->layout->notice.top - screen.top;
    int rows = menu_rows(&menu, screen.rows, screen.columns);
    rows = rows < end ? rows : end;
    if (rows > 1) {
        menu_draw(&menu, canvas_part(screen, end - rows, 0, rows, screen.columns));
    }
}

void table_view_panes(const struct view_place *place, void *self)
{
    const struct table_model *model = place->model;
    const struct table_layout *layout = place->layout;
    (void)self;
    const struct question_box *box = table_model_question(model);
    struct str rest = str_of(box != NULL ? box->line : "");
    struct str first = str_next_word(&rest);
    if (first.p != NULL && str_equal(first, "start")) {
        starting_view_draw(model, layout, place->canvas);
        draw_notice(model, layout);
        return;
    }
    draw_title(model, layout->title);
    order_view_draw(model, layout->heading, layout->order);
    if (layout->divider > 0) {
        bool has_form = layout->form.rows > 0;
        canvas_rule_down(place->canvas, 1, layout->divider,
                         has_form ? layout->form.rows : layout->order.rows + 1, ROLE_BORDER);
        if (has_form && layout->log.rows > 0) {
            canvas_glyph(place->canvas, layout->order.rows + 2, layout->divider, ROLE_BORDER,
                         GLYPH_JOINT_LEFT);
        }
    }
    if (layout->detail.rows > 0) {
        detail_view_draw(model, layout->detail);
    }
    if (layout->log.rows > 0) {
        struct canvas rule = layout->rule;
        canvas_rule_across(rule, (struct strip){0, 0, rule.columns, ALIGN_LEFT}, ROLE_BORDER);
        if (layout->divider > 0 && layout->form.rows == 0) {
            canvas_glyph(rule, 0, layout->divider, ROLE_BORDER, GLYPH_JOINT_UP);
        }
        if (model->older > 0) {
            canvas_format(rule, 0, 2, ROLE_HINT_TEXT, " %d newer lines below, PageDown ",
                          model->older);
        } else if (model->views.count == 0 && model->banner == NULL &&
                   footer_has_frame(model, layout)) {
            footer_draw_frame(model, layout);
        }
        log_view_draw(model, layout->log);
    }
    struct canvas pending = layout->pending;
    int rows = at_most(model->pending_checks, pending.rows);
    for (int row = 0; row < rows; row++) {
        draw_pending_row(model, pending, row);
    }
    if (table_model_is_guided(model)) {
        guide_draw(model, canvas_part(pending, rows, 0, pending.rows - rows, pending.columns));
    }
    draw_notice(model, layout);
    draw_aim(model, layout->aim);
    if (model->menu != MENU_NONE && model->views.count == 0) {
        table_view_menu(place, model->menu,
                        model->menu == MENU_COUNT ? model->count : table_model_chosen(model));
    }
}

void table_view_draw(const struct table_model *model, struct frame *frame)
{
    struct canvas screen = canvas_of(frame);
    struct table_layout layout;
    const struct view_stack *views = &model->views;
    table_layout(&layout, model, screen);
    if (layout.is_too_small) {
        struct str line;
        TEXT_BUFFER(text, 64);
        text_add(&text, "too small: %dx%d", screen.columns, screen.rows);
        struct str rest = {text.p, text.n};
        for (int row = 0; row < screen.rows && grapheme_next_line(&line, &rest, screen.columns);
             row++) {
            canvas_text(screen, row, 0, ROLE_PLAIN, line);
        }
        return;
    }
    struct view_place place = {model, &layout, screen};
    /* The number of views up to the topmost sheet, inclusive; 0: there is none, and the table
     * is visible. Nothing below a sheet is drawn: a question may have more rows than the one
     * that it leaves. */
    int sheet = views->count;
    while (sheet > 0 && views->entry[sheet - 1].view->room != VIEW_SHEET) {
        sheet--;
    }
    if (sheet == 0) {
        view_of_table.draw(&place, NULL);
    }
    for (int i = sheet > 0 ? sheet - 1 : 0; i < views->count; i++) {
        if (views->entry[i].view->draw != NULL) {
            views->entry[i].view->draw(&place, views->entry[i].self);
        }
    }
    bool is_sheet = sheet > 0 && sheet == views->count;
    if (sheet > 0 && !is_sheet && model->notice.text[0] != '\0') {
        canvas_fill(layout.notice, ROLE_PLAIN);
        draw_notice(model, &layout);
    }
    struct canvas last = canvas_part(screen, screen.rows - 1, 0, 1, screen.columns);
    struct view_entry top = view_top(views);
    bool is_typing = top.view->types != NULL && top.view->types(top.self);
    if (is_sheet && model->dead_key[0] != '\0' && is_typing) {
        int width = grapheme_width(str_of(model->dead_key));
        draw_prompt(model, last);
        canvas_text(last, 0, last.columns - width - 1, ROLE_PLAIN, str_of(model->dead_key));
    } else if (is_sheet && model->dead_key[0] != '\0') {
        /* Shown in place of the keys, which come back with the next key. */
        canvas_text(last, 0, 1, ROLE_PLAIN, str_of(model->dead_key));
    } else {
        draw_prompt(model, is_sheet ? last : layout.prompt);
    }
    if (is_sheet && !is_typing) {
        draw_told(model, screen);
    }
}
