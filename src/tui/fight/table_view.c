#include "tui/fight/table_view.h"

#include <string.h>

#include "tui/fight/aim_view.h"
#include "tui/fight/banner.h"
#include "tui/fight/counters_view.h"
#include "tui/fight/detail_view.h"
#include "tui/fight/footer.h"
#include "tui/fight/guide_view.h"
#include "tui/fight/log_view.h"
#include "tui/fight/order_view.h"
#include "tui/fight/starting_view.h"
#include "tui/fight/table_layout.h"
#include "tui/canvas/canvas.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/reader.h"

enum { TITLE_SIZE = 400, TITLE_GAP = 2, DUE_SIZE = 80 };

struct canvas table_view_sheet(struct canvas screen)
{
    return canvas_part(screen, 0, 0, screen.rows - 1, screen.columns);
}

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

/* "A mend or " before what undo would take back, since both are for the same act. */
static void add_mending(const struct table_model *model, struct text *out)
{
    const char *key = key_of_command(&model->keys, "amend");
    if (key != NULL && model->undo_label[0] != '\0') {
        text_add(out, "%s mend or ", key);
    }
}

static int width_of_mending(const struct table_model *model)
{
    TEXT_BUFFER(text, TITLE_SIZE);
    add_mending(model, &text);
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
        if (column + width_of_undo(model) + width_of_mending(model) < canvas.columns) {
            add_mending(model, &text);
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
 * mends, then the text for undo is cut, then the end of the name. */
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
                         width_of_mending(model) <
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

static void draw_divider(const struct table_layout *layout, struct canvas screen)
{
    if (layout->divider > 0) {
        bool has_form = layout->form.rows > 0;
        canvas_rule_down(screen, 1, layout->divider,
                         has_form ? layout->form.rows : layout->order.rows + 1, ROLE_BORDER);
        if (has_form && layout->log.rows > 0) {
            canvas_glyph(screen, layout->order.rows + 2, layout->divider, ROLE_BORDER,
                         GLYPH_JOINT_LEFT);
        }
    }
}

static void draw_rule(const struct table_layout *layout, const struct table_model *model)
{
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
}

/* ---- checks and messages --------------------------------------------------------------- */

/* How much is shown after a check. */
enum wordiness {
    WORDS_ALL,
    WORDS_FIRST_CHANCE,
    WORDS_OF_THE_CHECK,
    WORDS_FEW,  /* the chance, and how it is settled */
    WORDS_SHORT /* the same with the bare key */
};

/* The total of everything that waits for the check's combatant: once, in its first row. */
static void format_together(const struct table_model *model, int row, enum wordiness words,
                            struct text *out)
{
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
        format_together(model, row, words, out);
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

/* Pending checks; when the fight goes on without them, what comes next, if the procedure says
 * so. */
static void draw_pending(const struct table_model *model, struct canvas canvas)
{
    for (int row = 0; row < canvas.rows && row < model->pending_checks; row++) {
        draw_pending_row(model, canvas, row);
    }
    int rows = model->pending_checks < canvas.rows ? model->pending_checks : canvas.rows;
    if (table_model_is_guided(model)) {
        guide_view_draw(model,
                        canvas_part(canvas, rows, 0, canvas.rows - rows, canvas.columns));
    }
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
        aim_view_draw(model, canvas);
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
        reader_draw_filter(&list->filter, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

static void draw_too_small(struct canvas screen)
{
    struct str line;
    TEXT_BUFFER(text, 64);
    text_add(&text, "too small: %dx%d", screen.columns, screen.rows);
    struct str rest = {text.p, text.n};
    for (int row = 0; row < screen.rows && grapheme_next_line(&line, &rest, screen.columns);
         row++) {
        canvas_text(screen, row, 0, ROLE_PLAIN, line);
    }
}

void table_view_menu(const struct view_place *place, enum menu_of of, int number)
{
    struct menu menu;
    const struct table_model *model = place->model;
    struct menu_source source = {
        .of = of, .number = number, .keys = &model->keys, .can_run = model->can_run};
    menu_make(&menu, &source);
    struct canvas screen = place->screen;
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
    if (starting_is_asked(model)) {
        starting_view_draw(model, layout, place->screen);
        draw_notice(model, layout);
        return;
    }
    draw_title(model, layout->title);
    order_view_draw(model, layout->heading, layout->order);
    draw_divider(layout, place->screen);
    if (layout->detail.rows > 0) {
        detail_view_draw(model, layout->detail);
    }
    if (layout->log.rows > 0) {
        draw_rule(layout, model);
        log_view_draw(model, layout->log);
    }
    draw_pending(model, layout->pending);
    draw_notice(model, layout);
    draw_aim(model, layout->aim);
    if (model->menu != MENU_NONE && model->views.count == 0) {
        table_view_menu(place, model->menu,
                        model->menu == MENU_COUNT ? model->count : table_model_chosen(model));
    }
}

/* The number of views up to the topmost sheet, inclusive; 0: there is none, and the table is
 * visible. Nothing below a sheet is drawn: a question may have more rows than the one that it
 * leaves. */
static int up_to_sheet(const struct view_stack *views)
{
    int count = views->count;
    while (count > 0 && views->entry[count - 1].view->room != VIEW_SHEET) {
        count--;
    }
    return count;
}

void table_view_draw(const struct table_model *model, struct frame *frame)
{
    struct canvas screen = canvas_of(frame);
    struct table_layout layout;
    const struct view_stack *views = &model->views;
    table_layout(&layout, model, screen);
    if (layout.is_too_small) {
        draw_too_small(screen);
        return;
    }
    struct view_place place = {model, &layout, screen};
    int sheet = up_to_sheet(views);
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
