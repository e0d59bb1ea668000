/* The list of what is open: pending checks, acts that were paid for, questions of the rules,
 * lines of ended counters; each with the way to settle it. Any of them can be picked, or all of
 * the picked one's kind. */
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "base/text.h"
#include "tracker/procedure.h"
#include "tracker/state.h"
#include "tui/fight/table_view.h"
#include "tui/loop/screen_private.h"
#include "tui/widgets/list_view.h"

enum {
    OPEN_HOW_SIZE = 400,
    ABOUT_ROWS = 3,
    HOW_COLUMNS_LEAST = 60,
    NUMBER_COLUMN = 1,
    TEXT_COLUMN = 4
};

struct open_line {
    char text[160];
    char how[OPEN_HOW_SIZE]; /* "type 2d6", "none, wounded, out, dead, or other words" */
    int alike;               /* the number settled like it, itself included */
};

struct open_list {
    struct list list;
    struct open_line line[PENDING_MAX];
};

/* ---- like things together -------------------------------------------------------------- */

static struct str name_of(const struct pending *pending)
{
    struct str rest = str_of(pending->command);
    return str_next_word(&rest);
}

static int side_of(const struct state *state, const struct pending *pending)
{
    return pending->subject > 0 ? state_value(state, pending->subject, FIELD_SIDE, SIDE_FOES)
                                : -1;
}

bool table_are_alike(const struct state *state, const struct pending *a,
                     const struct pending *b)
{
    struct str name = name_of(a);
    return name.n > 0 && str_equal_any_case(name, name_of(b)) &&
           side_of(state, a) == side_of(state, b);
}

/* A command and one combatant, "injury #3": names can be put together, values cannot. */
static bool is_plain(const struct pending *pending, struct str *whom)
{
    struct str rest = str_of(pending->command);
    str_next_word(&rest);
    *whom = str_next_word(&rest);
    return whom->n > 1 && whom->p[0] == '#' && str_next_word(&rest).p == NULL;
}

/* The line that settles all of the picked one's kind as one act; false when each needs its own
 * line. `several`: the command takes several combatants. */
static bool write_together(const struct open_list *list, const struct state *state,
                           const struct pending *pending, bool several, struct text *out)
{
    const struct pending *picked = &pending[list->list.picked];
    struct str name = name_of(picked);
    struct str whom;
    if (picked->all != NULL) {
        text_add(out, "%s", picked->all);
        return true;
    }
    text_add(out, "%.*s ", name.n, name.p);
    const char *gap = "";
    for (int i = 0; i < list->list.count; i++) {
        if (!table_are_alike(state, &pending[i], picked)) {
            continue;
        }
        if (!several || !is_plain(&pending[i], &whom)) {
            return false;
        }
        text_add(out, "%s%.*s", gap, whom.n, whom.p);
        gap = ",";
    }
    return !out->is_cut;
}

/* ---- drawing --------------------------------------------------------------------------- */

static void draw_line(const void *self, int i, struct canvas canvas, int row)
{
    const struct open_list *list = self;
    char buf[WORDING_SIZE];
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    bool is_picked = i == list->list.picked;
    enum role role = is_picked ? ROLE_SELECTED : ROLE_OVERLAY;
    canvas_field(canvas, whole, role, str_of(""));
    if (i < 9) {
        canvas_format(canvas, row, NUMBER_COLUMN + 1, is_picked ? role : ROLE_HINT_KEY, "%d",
                      i + 1);
    }
    struct str how = wording(buf, canvas.frame, str_of(list->line[i].how));
    int end = canvas.columns;
    if (canvas.columns >= HOW_COLUMNS_LEAST) {
        int width = grapheme_width(how);
        int most = canvas.columns * 2 / 5;
        width = width < most ? width : most;
        end -= width + 2;
        canvas_text(canvas_part(canvas, 0, 0, canvas.rows, canvas.columns - 1), row, end + 1,
                    role, how);
    }
    char words[WORDING_SIZE];
    canvas_text(canvas_part(canvas, 0, 0, canvas.rows, end), row, TEXT_COLUMN, role,
                wording(words, canvas.frame, str_of(list->line[i].text)));
}

static void draw(const struct view_place *place, void *self)
{
    const struct open_list *list = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside = sheet_draw(sheet, "what is open");
    if (list->list.count == 0) {
        canvas_text(inside, 0, 1, ROLE_OVERLAY, str_of("nothing is open: no check is due"));
        return;
    }
    int about = inside.rows > 2 * ABOUT_ROWS ? ABOUT_ROWS : inside.rows > 3 ? 2 : 0;
    struct canvas lines = canvas_part(inside, 0, 0, inside.rows - about, inside.columns);
    list_draw_rows(&list->list, draw_line, list, lines, sheet);
    /* The picked check in full, below the lines. */
    const struct open_line *line = &list->line[list->list.picked];
    TEXT_BUFFER(text, OPEN_HOW_SIZE + 200);
    text_add(&text, "%s: %s", line->text, line->how);
    char buf[WORDING_SIZE];
    struct str piece;
    struct str rest = wording(buf, inside.frame, (struct str){text.p, text.n});
    for (int row = inside.rows - about;
         row < inside.rows && grapheme_next_line(&piece, &rest, inside.columns - 2); row++) {
        canvas_text(inside, row, 1, ROLE_OVERLAY, piece);
    }
}

/* ---- how each is settled --------------------------------------------------------------- */

/* The only command that the text of a check names, "`divert` changes who";
 * nothing when it names none, or several to choose from. */
static struct str only_command(const char *text)
{
    const char *begin = strchr(text, '`');
    const char *end = begin != NULL ? strchr(begin + 1, '`') : NULL;
    bool is_only = end != NULL && strchr(end + 1, '`') == NULL;
    return is_only ? (struct str){begin + 1, (int)(end - begin - 1)} : (struct str){"", 0};
}

/* The question or result of a dry run of its line. */
static void tell_how(struct screen *screen, const struct pending *pending, struct text *out)
{
    if (pending->command[0] == '\0') {
        struct str named = only_command(pending->text);
        text_add(out, named.n > 0 ? "you decide: %.*s" : "you decide", named.n, named.p);
        return;
    }
    const struct result *result = screen_try_line(screen, pending->command);
    const struct question *question = &result->question;
    if (result->kind == RESULT_REFUSED) {
        text_add(out, "not now: %s", result->refusal.reason);
    } else if (result->kind != RESULT_ASKS) {
        text_add(out, "runs at once: ");
        command_name_ids(screen->model.state, str_of(pending->command), out);
    } else if (question->kind == QUESTION_DICE) {
        text_add(out, "%s", question->die);
    } else if (question->kind == QUESTION_CHOICE) {
        for (int i = 0; i < question->choices; i++) {
            text_add(out, "%s%s", i > 0 ? ", " : "", question->choice[i]);
        }
        text_add(out, "%s", question->else_takes == ELSE_TAKES_WORDS ? ", or your words" : "");
    } else {
        question_text(question, out);
    }
}

void screen_open_list(struct screen *screen)
{
    const struct table_model *model = &screen->model;
    struct open_list *list = screen_data(screen, &view_of_open);
    list->list.count = model->pending_checks;
    list->list.picked = 0;
    for (int i = 0; i < list->list.count; i++) {
        const struct pending *pending = &model->pending[i];
        struct text text = text_over(list->line[i].text, sizeof list->line[i].text);
        struct text how = text_over(list->line[i].how, sizeof list->line[i].how);
        text_add(&text, "%s", pending->text);
        tell_how(screen, pending, &how);
        list->line[i].alike = 0;
        for (int k = 0; k < list->list.count; k++) {
            list->line[i].alike +=
                table_are_alike(model->state, pending, &model->pending[k]) ? 1 : 0;
        }
        if (list->line[i].alike > 1) {
            text_add(&how, " (%d alike)", list->line[i].alike);
        }
    }
    screen_push(screen, &view_of_open);
}

/* ---- settling -------------------------------------------------------------------------- */

void table_add_settling_line(const struct table_model *model, const struct pending *pending,
                             struct text *out)
{
    command_name_ids(model->state, str_of(pending->command), out);
    if (out->is_cut) {
        text_init(out, out->p, out->size);
        text_add(out, "%s", pending->command);
    }
}

/* A check without a line: what the key of the command does that its text names. */
static void settle_by_key(struct screen *screen, const char *text)
{
    TEXT_BUFFER(name, COMMAND_LINE_MAX + 1);
    text_add_str(&name, only_command(text));
    const struct key_binding *binding = key_binding_of_command(&screen->model.keys, name.p);
    if (binding != NULL) {
        screen_run_command(screen, binding->command);
    } else {
        screen_say(screen, ROLE_PLAIN, text);
    }
}

void screen_settle(struct screen *screen, int which)
{
    const struct table_model *model = &screen->model;
    if (which >= model->pending_checks) {
        screen_say(screen, ROLE_PLAIN, "no check is pending");
    } else if (model->pending[which].command[0] == '\0') {
        settle_by_key(screen, model->pending[which].text);
    } else {
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
        table_add_settling_line(model, &model->pending[which], &line);
        screen_run_line(screen, line.p);
    }
}

/* True when its command takes several combatants in this place. */
static bool takes_several(struct screen *screen, const struct pending *pending)
{
    struct str rest = str_of(pending->command);
    struct str name = str_next_word(&rest);
    struct palette_source source = screen_source(screen);
    for (int i = 0; i < source.commands_count; i++) {
        const struct command_def *def = source.commands[i];
        if (str_equal(name, def->name)) {
            return def->arguments_count > 0 && def->arguments[0].kind == ARGUMENT_COMBATANTS;
        }
    }
    return false;
}

/* As one act if the command takes all of them; otherwise one after the other, as a series whose
 * dice can be typed at once. */
static void settle_alike(struct screen *screen, const struct open_list *list)
{
    const struct table_model *model = &screen->model;
    const struct pending *pending = &model->pending[list->list.picked];
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(named, COMMAND_LINE_MAX + 1);
    if (list->list.count == 0 || list->line[list->list.picked].alike < 2) {
        screen_settle(screen, list->list.picked);
    } else if (write_together(list, model->state, model->pending,
                              takes_several(screen, pending), &line)) {
        command_name_ids(model->state, (struct str){line.p, line.n}, &named);
        screen_run_line(screen, named.is_cut ? line.p : named.p);
    } else {
        screen_series_begin_alike(screen, pending, list->line[list->list.picked].alike);
    }
}

/* ---- the view -------------------------------------------------------------------------- */

static void accept(struct screen *screen, const struct view_key *key)
{
    const struct list *list = key->self;
    screen_close(screen, &view_of_open);
    screen_settle(screen, list->picked);
}

static void alike(struct screen *screen, const struct view_key *key)
{
    screen_close(screen, &view_of_open);
    settle_alike(screen, key->self);
}

/* The number of a line settles it. */
static void pick(struct screen *screen, const struct view_key *key)
{
    struct list *list = key->self;
    bool is_number =
        key->input->kind == INPUT_CHARACTER && key->input->key >= '1' && key->input->key <= '9';
    int which = is_number ? key->input->key - '1' : PENDING_MAX;
    if (which < list->count) {
        list->picked = which;
        accept(screen, key);
    }
}

static const struct list_view list_of_open = {.lines = NULL};

const struct view view_of_open = {
    .context = CONTEXT_OPEN,
    LIST_VIEW(struct open_list, &list_of_open),
    .on = {[ACT_ACCEPT] = accept, [ACT_ALIKE] = alike},
    .other = pick,
    .draw = draw,
};
