#include <string.h>

#include "tui/table_private.h"
#include "tui/table_view.h"

void table_open_log(struct table *table)
{
    struct error err;
    table->log.is_open = false;
    if (log_list_begin(&table->log, table->session, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    table->model.log = &table->log;
}

void table_take_key_in_log(struct table *table, const struct term_input *input)
{
    struct error err;
    struct log_list *log = &table->log;
    const char *act = table_act_of(CONTEXT_LOG, input);
    struct canvas canvas = table_view_reader(canvas_of(&table->frame));
    int page = reader_page(canvas);
    int steps = table_list_steps(act, page, LOG_WINDOW);
    enum status status = STATUS_OK;
    table_say(table, ROLE_PLAIN, "");
    if (strcmp(act, "@cancel") == 0) {
        table->model.log = NULL;
    } else if (strcmp(act, "@rewind") == 0) {
        table->model.log = NULL;
        table_rewind(table, log_list_act(log));
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_LOG);
    } else if (strcmp(act, "@open") == 0) {
        status = log_list_open(log, table->session, &err);
    } else if (strcmp(act, "@last") == 0) {
        status = log_list_begin(log, table->session, &err);
    } else {
        status = log_list_move(log, table->session, steps, canvas, &err);
    }
    if (status != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}
