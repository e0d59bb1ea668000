#include "app/sitting/rules.h"
#include "tui/widgets/help.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

/* ---- the help -------------------------------------------------------------------------- */

/* The line of the question, the typed line, or the line that settles the first pending
 * check. */
static struct str line_of(const struct table *table, enum key_context context)
{
    bool is_question = context == CONTEXT_QUESTION;
    bool is_palette = context == CONTEXT_PALETTE;
    bool is_due = context == CONTEXT_TABLE && table->model.pending_checks > 0;
    return is_question  ? str_of(table->question.line)
           : is_palette ? line_edit_text(&table->palette.edit)
           : is_due     ? str_of(table->model.pending[0].command)
                        : (struct str){"", 0};
}

/* The rule of the question, or of the first pending check; NULL: that of the command. */
static const char *rule_of(const struct table *table, enum key_context context)
{
    const struct table_model *model = &table->model;
    return context == CONTEXT_QUESTION ? table->question.question.rule
           : context == CONTEXT_TABLE && model->pending_checks > 0 ? model->pending[0].rule
                                                                   : NULL;
}

void table_open_help(struct table *table, enum key_context context)
{
    char buf[READER_TEXT_SIZE];
    struct text text;
    struct palette_source commands = table_source(table);
    struct help_source source = {.commands = commands.commands,
                                 .commands_count = commands.commands_count,
                                 .procedure = table->model.procedure,
                                 .system = state_system(table->model.state),
                                 .keys = &table->model.keys,
                                 .rule_texts = sitting_rule_texts(table->sitting),
                                 .context = context,
                                 .about =
                                     palette_command_of(&commands, line_of(table, context)),
                                 .rule = rule_of(table, context)};
    if (table->help.system != source.system || table->help.context != context) {
        text_init(&text, table->help.text, sizeof table->help.text);
        help_write(&text, &source);
        table->help.system = source.system;
        table->help.context = context;
        table->help.n = text.n;
    }
    text_init(&text, buf, sizeof buf);
    help_write_now(&text, &source);
    text_add_str(&text, (struct str){table->help.text, table->help.n});
    table_read(table, "help", (struct str){text.p, text.n});
}

/* ---- keys ------------------------------------------------------------------------------ */

/* While the filter is typed, only keys other than characters do something else. */
static bool before_key(struct table *table, const struct view_key *key)
{
    struct reader *reader = &table->reader;
    if (!reader->is_filtering) {
        return false;
    }
    if (key->act == ACT_CANCEL) {
        line_edit_init(&reader->filter);
        reader_filter(reader);
        reader->is_filtering = false;
        return true;
    }
    if (key->act == ACT_ACCEPT) {
        reader->is_filtering = false;
        return true;
    }
    enum line_edit_effect effect = line_edit_input(&reader->filter, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        reader_filter(reader);
    }
    return effect != LINE_EDIT_IGNORED;
}

static bool types(const void *self)
{
    const struct reader *reader = self;
    return reader->is_filtering;
}

static void filter(struct table *table, const struct view_key *key)
{
    (void)key;
    table->reader.is_filtering = true;
}

/* Keeps the filter's result; before_key does that while there is something to keep. */
static void accept(struct table *table, const struct view_key *key)
{
    (void)key;
    table->reader.is_filtering = false;
}

static void scroll(struct table *table, const struct view_key *key)
{
    enum screen_act act = key->act == ACT_NEWER   ? ACT_PAGE_DOWN
                          : key->act == ACT_OLDER ? ACT_PAGE_UP
                                                  : key->act;
    reader_scroll(&table->reader, view_list_steps(act, table_page(table), READER_TEXT_SIZE),
                  table_view_sheet(canvas_of(&table->frame)));
}

/* ---- the view -------------------------------------------------------------------------- */

static void draw(const struct view_place *place, void *self)
{
    reader_draw(self, table_view_sheet(place->screen));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct reader *reader = self;
    if (reader->is_filtering) {
        reader_draw_filter(&reader->filter, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

/* The screen may have become larger than the text left below. */
static void resized(void *self, struct canvas sheet)
{
    reader_scroll(self, 0, sheet);
}

/* ---- texts that grow ------------------------------------------------------------------- */

void table_end_growing(struct table *table)
{
    if (table->growing.self != NULL) {
        table->growing.end(table->growing.self);
        table->growing = (struct reader_growing){.self = NULL};
    }
}

bool table_learn_growing(struct table *table)
{
    static char told[READER_TEXT_SIZE];
    struct text text = text_over(told, sizeof told);
    TEXT_BUFFER(title, READER_TITLE_SIZE);
    struct error err;
    if (table->growing.self == NULL) {
        return false;
    }
    enum grows grows = table->growing.go_on(table->growing.self, table, &title, &text, &err);
    if (grows == GROWS_FAILED) {
        table_say_error(table, &err);
        table_close(table, &view_of_reader);
        return false;
    }
    reader_replace(&table->reader, title.p, (struct str){text.p, text.n});
    reader_scroll(&table->reader, 0, table_view_sheet(canvas_of(&table->frame)));
    if (grows == GROWS_NO_MORE) {
        table_end_growing(table);
    }
    return grows == GROWS_ON;
}

const struct view view_of_reader = {
    .context = CONTEXT_READER,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = table_act_close,
            [ACT_DOWN] = scroll,
            [ACT_UP] = scroll,
            [ACT_NEWER] = scroll,
            [ACT_OLDER] = scroll,
            [ACT_FIRST] = scroll,
            [ACT_LAST] = scroll,
            [ACT_FILTER] = filter,
        },
    .before = before_key,
    .types = types,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .resized = resized,
    .learns = table_learn_growing,
    .closed = table_end_growing,
};
