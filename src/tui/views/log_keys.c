#include <string.h>

#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

void table_open_log(struct table *table)
{
    struct error err;
    table->log.is_open = false;
    table->log.is_filtering = false;
    line_edit_init(&table->log.filter);
    if (log_list_begin(&table->log, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    table->model.log = &table->log;
}

/* While the words to look for are typed, only the keys that type nothing do something else. */
static bool take_in_filter(struct table *table, const struct term_input *input, const char *act,
                           enum status *status, struct error *err)
{
    struct log_list *log = &table->log;
    bool is_key = input->kind == INPUT_KEY;
    bool is_dropped = is_key && strcmp(act, "@cancel") == 0;
    if (!log->is_filtering) {
        return false;
    }
    if (is_key && strcmp(act, "@open") == 0) {
        log->is_filtering = false;
        return true;
    }
    if (is_dropped) {
        line_edit_init(&log->filter);
        log->is_filtering = false;
    }
    enum line_edit_effect effect =
        is_dropped ? LINE_EDIT_CHANGED : line_edit_input(&log->filter, input);
    *status =
        effect == LINE_EDIT_CHANGED ? log_list_begin(log, table->sitting, err) : STATUS_OK;
    return effect != LINE_EDIT_IGNORED;
}

void table_take_key_in_log(struct table *table, const struct term_input *input)
{
    struct error err;
    struct log_list *log = &table->log;
    const char *act = table_act_of(table, CONTEXT_LOG, input);
    struct canvas canvas = table_view_reader(canvas_of(&table->frame));
    int page = reader_page(canvas);
    int steps = table_list_steps(act, page, LOG_WINDOW);
    enum status status = STATUS_OK;
    table_say(table, ROLE_PLAIN, "");
    if (take_in_filter(table, input, act, &status, &err)) {
        /* it was typed */
    } else if (strcmp(act, "@filter") == 0) {
        log->is_filtering = true;
    } else if (strcmp(act, "@cancel") == 0) {
        table->model.log = NULL;
    } else if (strcmp(act, "@rewind") == 0) {
        table->model.log = NULL;
        table_rewind(table, log_list_act(log));
    } else if (strcmp(act, "@amend") == 0) {
        table->model.log = NULL;
        table_amend(table, log_list_act(log));
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_LOG);
    } else if (strcmp(act, "@open") == 0) {
        status = log_list_open(log, table->sitting, &err);
    } else if (strcmp(act, "@last") == 0) {
        status = log_list_begin(log, table->sitting, &err);
    } else {
        status = log_list_move(log, table->sitting, steps, canvas, &err);
    }
    if (status != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}
