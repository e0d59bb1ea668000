#include <string.h>

#include "app/sitting.h"
#include "app/sitting_state.h"
#include "tui/fight/table_private.h"

void table_open_lost_file(struct table *table)
{
    lost_file_begin(&table->lost_file, table->sitting);
    table->model.lost_file = &table->lost_file;
}

/* What was refused is still there below, unless the file that is gone on with stands elsewhere.
 */
static void go_on(struct table *table)
{
    struct table_model *model = &table->model;
    bool is_same = str_equal(str_of(sitting_encounter_name(table->sitting)), table->encounter);
    model->lost_file = NULL;
    if (!is_same) {
        table_leave_question(table);
        model->form = NULL;
        model->history = NULL;
        model->log = NULL;
        model->encounters = NULL;
    }
    table->refused[0] = '\0';
    table->wants_tidying = true;
    table_load(table);
    table_say(table, ROLE_WARNING, table->result.label);
}

static void accept(struct table *table)
{
    struct lost_file *lost = table->model.lost_file;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    lost_file_line(lost, &line);
    sitting_run(table->sitting, line.p, true, &table->result);
    if (table->result.kind == RESULT_DONE) {
        go_on(table);
        return;
    }
    if (table->result.kind == RESULT_QUIT) {
        /* What is open is written to a file when the program ends. */
        table->has_ended = true;
        return;
    }
    if (table->result.kind == RESULT_TOLD) {
        /* It is in its place again. */
        table->model.lost_file = NULL;
        table_say(table, ROLE_PLAIN, table->result.text);
        return;
    }
    text_format(lost->said, sizeof lost->said, "%s: %s", table->result.error.where,
                table->result.error.text);
    if (table->result.error.where[0] == '\0') {
        text_format(lost->said, sizeof lost->said, "%s", table->result.error.text);
    }
}

/* Once more while quitting is picked, it quits. */
static void quit(struct table *table)
{
    struct lost_file *lost = table->model.lost_file;
    if (lost->picked == LOST_FILE_QUIT) {
        accept(table);
        return;
    }
    lost->picked = LOST_FILE_QUIT;
    text_format(lost->said, sizeof lost->said, "Enter quits; Esc decides later.");
}

static void say_ways(struct table *table)
{
    struct lost_file *lost = table->model.lost_file;
    text_format(lost->said, sizeof lost->said,
                "That key does nothing here. Up and Down choose, Enter accepts%s, q quits.",
                lost->picked == LOST_FILE_KEEP ? ", Backspace or / changes the path" : "");
}

void table_take_key_in_lost_file(struct table *table, const struct term_input *input)
{
    struct lost_file *lost = table->model.lost_file;
    bool types =
        input->kind == INPUT_CHARACTER && lost->is_typed && lost->picked == LOST_FILE_KEEP;
    const char *act = types ? "" : table_act_of(table, CONTEXT_FILE, input);
    lost->said[0] = '\0';
    if (strcmp(act, "@accept") == 0) {
        accept(table);
    } else if (strcmp(act, "@cancel") == 0) {
        table->model.lost_file = NULL;
    } else if (strcmp(act, "@quit") == 0) {
        quit(table);
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_FILE);
    } else if (strcmp(act, "@down") == 0 || strcmp(act, "@up") == 0) {
        lost_file_move(lost, strcmp(act, "@down") == 0 ? 1 : -1);
    } else if (!lost_file_type(lost, input)) {
        say_ways(table);
    }
}
