#include <string.h>

#include "app/sitting.h"
#include "app/sitting_state.h"
#include "app/sitting_words.h"
#include "tui/fight/table_private.h"

/* ---- what the sitting knows ------------------------------------------------------------ */

static void words(void *context, enum argument_words kind, palette_see_fn *see, void *to)
{
    const struct table *table = context;
    sitting_words(table->sitting, kind, see, to);
}

static void records(void *context, const char *kind, palette_see_fn *see, void *to)
{
    const struct table *table = context;
    sitting_records(table->sitting, kind, see, to);
}

static const struct question *asks(void *context, const char *line)
{
    struct table *table = context;
    sitting_preview(table->sitting, line, &table->result);
    return table->result.kind == RESULT_ASKS ? &table->result.question : NULL;
}

static bool refuses(void *context, const char *line, struct text *why)
{
    struct table *table = context;
    if (strcmp(line, "undo") == 0 || strcmp(line, "redo") == 0) {
        bool is_undo = line[0] == 'u';
        text_add(why, "there is nothing to %s", line);
        return (is_undo ? sitting_undo_label(table->sitting)
                        : sitting_redo_label(table->sitting))[0] == '\0';
    }
    sitting_preview(table->sitting, line, &table->result);
    const struct refusal *refusal = &table->result.refusal;
    bool is_refused = table->result.kind == RESULT_REFUSED;
    if (is_refused) {
        bool has_rule = refusal->rule != NULL && refusal->rule[0] != '\0';
        text_add(why, "%s%s%s%s", refusal->reason, has_rule ? " (" : "",
                 has_rule ? refusal->rule : "", has_rule ? ")" : "");
    }
    return is_refused;
}

struct palette_source table_source(struct table *table)
{
    struct palette_source source = {.procedure = table->model.procedure,
                                    .keys = &table->model.keys,
                                    .state = table->model.state,
                                    .context = table,
                                    .words = words,
                                    .records = records,
                                    .asks = asks,
                                    .refuses = refuses};
    source.commands_count = sitting_commands(table->sitting, &source.commands);
    return source;
}

/* ---- keys ------------------------------------------------------------------------------ */

/* What Enter would do, in the message line. */
static void echo(struct table *table, const struct palette_source *source)
{
    char line[LINE_EDIT_SIZE];
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    table->model.notice.role = ROLE_DIM;
    palette_would_run(&table->palette, source, line);
    if (line[0] == '\0' || table_echo_line(table, line, &to) ||
        table->result.kind != RESULT_REFUSED) {
        return;
    }
    text_add(&to, "refused: %s", table->result.refusal.reason);
    table->model.notice.role = ROLE_WARNING;
}

void table_open_palette(struct table *table, const char *line)
{
    struct palette_source source = table_source(table);
    palette_begin(&table->palette, &source, line);
    table->model.palette = &table->palette;
    table_say(table, ROLE_DIM, "");
}

/* What was run stands before what came of it, as a script would have it; what a correction lost
 * needs that room. An answer shows what came of it alone, with Tab as without. */
static void say_what_ran(struct table *table, const char *line)
{
    if (table->result.lost[0] != '\0' || table->palette.is_answer) {
        return;
    }
    char label[sizeof table->result.label];
    memcpy(label, table->result.label, sizeof label);
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, ":%s  %s", line, label);
}

static void accept(struct table *table, const struct palette_source *source)
{
    int id = 0;
    switch (palette_accept(&table->palette, source, &id)) {
    case PALETTE_SELECTS:
        table->model.palette = NULL;
        table_model_select(&table->model, id);
        break;
    case PALETTE_RUNS: {
        char line[LINE_EDIT_SIZE];
        memcpy(line, table->palette.edit.text, sizeof line);
        table_run_line(table, line);
        if (table->result.kind != RESULT_WRONG) {
            palette_remember(&table->palette, line);
        }
        bool is_list = table->model.history != NULL || table->model.encounters != NULL ||
                       table->model.campaigns != NULL;
        if (!is_list && table->result.kind == RESULT_DONE) {
            say_what_ran(table, line);
        }
        break;
    }
    case PALETTE_WAITS:
        echo(table, source);
        break;
    }
}

void table_take_key_in_palette(struct table *table, const struct term_input *input)
{
    struct palette_source source = table_source(table);
    bool is_character = input->kind == INPUT_CHARACTER;
    const char *act = is_character ? "" : table_act_of(table, CONTEXT_PALETTE, input);
    if (strcmp(act, "@accept") == 0) {
        table_say(table, ROLE_PLAIN, "");
        accept(table, &source);
        return;
    }
    if (strcmp(act, "@cancel") == 0) {
        table->model.palette = NULL;
        table_say(table, ROLE_PLAIN, "");
        return;
    }
    if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_PALETTE);
        return;
    }
    if (strcmp(act, "@complete") == 0) {
        palette_complete(&table->palette, &source);
    } else if (strcmp(act, "@up") == 0 || strcmp(act, "@down") == 0) {
        palette_move(&table->palette, &source, strcmp(act, "@up") == 0 ? -1 : 1);
    } else if (line_edit_input(&table->palette.edit, input) != LINE_EDIT_IGNORED) {
        palette_update(&table->palette, &source);
    }
    echo(table, &source);
}
