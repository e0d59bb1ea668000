#include <string.h>

#include "app/sitting_rules.h"
#include "tui/views/help.h"
#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

/* ---- the help -------------------------------------------------------------------------- */

/* The line that is asked about, or typed, or that settles the first check that is due. */
static struct str line_of(const struct table *table, enum key_context context)
{
    bool is_question = context == CONTEXT_QUESTION && table->model.question != NULL;
    bool is_palette = context == CONTEXT_PALETTE && table->model.palette != NULL;
    bool is_due = context == CONTEXT_TABLE && table->model.pending_checks > 0;
    return is_question  ? str_of(table->question.line)
           : is_palette ? line_edit_text(&table->palette.edit)
           : is_due     ? str_of(table->model.pending[0].command)
                        : (struct str){"", 0};
}

/* The rule of what is asked, or of the first check that is due; NULL: that of the command. */
static const char *rule_of(const struct table *table, enum key_context context)
{
    const struct table_model *model = &table->model;
    return context == CONTEXT_QUESTION && model->question != NULL
               ? table->question.question.rule
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

/* While the words to look for are typed, only the keys that type nothing do something else. */
static bool take_in_filter(struct reader *reader, const struct term_input *input,
                           const char *act)
{
    if (!reader->is_filtering) {
        return false;
    }
    if (input->kind == INPUT_KEY && strcmp(act, "@cancel") == 0) {
        line_edit_init(&reader->filter);
        reader_filter(reader);
        reader->is_filtering = false;
        return true;
    }
    if (input->kind == INPUT_KEY && strcmp(act, "@accept") == 0) {
        reader->is_filtering = false;
        return true;
    }
    enum line_edit_effect effect = line_edit_input(&reader->filter, input);
    if (effect == LINE_EDIT_CHANGED) {
        reader_filter(reader);
    }
    return effect != LINE_EDIT_IGNORED;
}

void table_take_key_in_reader(struct table *table, const struct term_input *input)
{
    struct reader *reader = &table->reader;
    const char *act = table_act_of(table, CONTEXT_READER, input);
    if (take_in_filter(reader, input, act)) {
        return;
    }
    struct canvas canvas = table_view_reader(canvas_of(&table->frame));
    int page = reader_page(canvas);
    int rows = strcmp(act, "@down") == 0    ? 1
               : strcmp(act, "@up") == 0    ? -1
               : strcmp(act, "@newer") == 0 ? page
               : strcmp(act, "@older") == 0 ? -page
               : strcmp(act, "@first") == 0 ? -READER_TEXT_SIZE
               : strcmp(act, "@last") == 0  ? READER_TEXT_SIZE
                                            : 0;
    if (rows != 0) {
        reader_scroll(reader, rows, canvas);
    }
    if (strcmp(act, "@cancel") == 0) {
        table->model.reader = NULL;
    } else if (strcmp(act, "@filter") == 0) {
        reader->is_filtering = true;
    }
}
