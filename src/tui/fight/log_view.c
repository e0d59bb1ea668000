#include "tui/fight/log_view.h"

#include <string.h>

#include "tui/canvas/canvas.h"

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

/* Whether the first of such numbers begins a range, as in "3-11, 14", and its number of
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

/* Whether nothing was done in the turn that began with this line. */
static bool is_passed(const struct table_model *model, int index)
{
    bool has_act;
    return model->lines[index].is_turn &&
           turn_end(model, index, &has_act) < model->lines_count && !has_act;
}

/* "Ulf passes", "Ulf, Bo and 3 more pass": the turns without an act up to this one, as one
 * line. */
static void say_passed(struct log_line *out, const struct table_model *model, int last)
{
    int first = last;
    while (first > 0 && is_passed(model, first - 1)) {
        first--;
    }
    int count = last - first + 1;
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

/* The line as the pane shows it. */
static void take_line(struct log_line *out, const struct table_model *model, int index)
{
    *out = model->lines[index];
    if (model->older == 0 && is_passed(model, index)) {
        say_passed(out, model, index);
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
