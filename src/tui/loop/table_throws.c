#include <string.h>

#include "app/settings/program_settings.h"
#include "app/settings/settings.h"
#include "app/sitting/state.h"
#include "tui/loop/table_private.h"

/* With the setting: so long after the last die the dice are taken. */
enum { QUIET_MS = 1000 };

/* ---- the socket ------------------------------------------------------------------------ */

/* Another campaign may have been put on the table. */
static void open_socket(struct table *table)
{
    const char *path = sitting_path(table->sitting);
    if (strcmp(path, table->loop->throws.campaign) != 0 && term_watch(table->terminal, -1)) {
        table_socket_close(table->loop->throws.socket);
        table->loop->throws.socket = table_socket_open(path);
        text_format(table->loop->throws.campaign, sizeof table->loop->throws.campaign, "%s",
                    path);
        term_watch(table->terminal, table_socket_descriptor(table->loop->throws.socket));
    }
}

void table_throws_begin(struct table *table)
{
    table->loop->throws.hand = throws_begin(table->sitting);
}

void table_throws_end(struct table *table)
{
    term_watch(table->terminal, -1);
    table_socket_close(table->loop->throws.socket);
    throws_end(table->loop->throws.hand);
}

/* ---- the open question ----------------------------------------------------------------- */

static const struct question_box *asked_box(const struct table *table)
{
    const struct question_box *box = &table->loop->question;
    bool asks =
        table_model_question(&table->model) != NULL && box->question.kind == QUESTION_DICE;
    return asks ? box : NULL;
}

static struct throws_open what_is_open(const struct table *table)
{
    const struct question_box *box = asked_box(table);
    struct throws_open open = {.question = NULL};
    if (box != NULL) {
        open = (struct throws_open){&box->question, box->line, line_edit_text(&box->edit)};
    }
    return open;
}

/* What stands in the field by now. */
static void show_field(struct table *table)
{
    line_edit_set(&table->loop->question.edit, throws_field(table->loop->throws.hand));
    table->loop->question.is_refused_entry = false;
    table_echo(table);
}

static void take_line(void *context, struct str line, struct text *answer)
{
    struct table *table = context;
    struct throws_open open = what_is_open(table);
    if (!throws_take(table->loop->throws.hand, &open, line, answer)) {
        return;
    }
    if (open.question != NULL) {
        const struct program_settings *settings = sitting_settings(table->sitting);
        bool takes = settings->number[PROGRAM_THROWS_TAKE] != 0 &&
                     throws_hand(table->loop->throws.hand)->places > 0;
        table->loop->throws.take_at_ms = takes ? sitting_now_ms(table->sitting) + QUIET_MS : 0;
        show_field(table);
    } else {
        TEXT_BUFFER(told, THROWS_TOLD_SIZE);
        throws_speak(table->loop->throws.hand, &told);
        table_say(table, ROLE_PLAIN, told.p);
    }
}

void table_throws_hear(struct table *table)
{
    table->model.dead_key[0] = '\0';
    table_socket_serve(table->loop->throws.socket, take_line, table);
}

void table_throws_look(struct table *table)
{
    bool asks = asked_box(table) != NULL;
    open_socket(table);
    table_socket_asks(table->loop->throws.socket, asks, table->loop->throws.has_begun);
    table->loop->throws.has_begun = false;
    if (table_model_question(&table->model) == NULL) {
        throws_forget(table->loop->throws.hand);
        table->loop->throws.take_at_ms = 0;
    }
}

void table_throws_ask(struct table *table)
{
    struct throws_open open = what_is_open(table);
    table->loop->throws.has_begun = true;
    if (open.question != NULL && throws_ask(table->loop->throws.hand, &open)) {
        line_edit_set(&table->loop->question.edit, throws_field(table->loop->throws.hand));
    }
}

bool table_throws_take_offered(struct table *table)
{
    struct throws_open open = what_is_open(table);
    bool has_any =
        open.question != NULL && throws_take_offered(table->loop->throws.hand, &open);
    if (has_any) {
        show_field(table);
    }
    return has_any;
}

void table_throws_answer(struct table *table, struct str words, struct text *out)
{
    throws_answer(table->loop->throws.hand, &table->loop->question.question, words, out);
}

void table_throws_tell(struct table *table, struct text *out)
{
    const struct question_box *box = asked_box(table);
    if (box == NULL || throws_hand(table->loop->throws.hand)->count == 0) {
        return;
    }
    struct str field = str_trimmed(line_edit_text(&box->edit));
    const struct result *tried = &table->loop->tried.result;
    bool asks_more = tried->kind == RESULT_ASKS && tried->question.kind == QUESTION_DICE;
    throws_see_field(table->loop->throws.hand, field);
    hand_tell(throws_hand(table->loop->throws.hand),
              field.n == 0 ? &box->question.dice
              : asks_more  ? &tried->question.dice
                           : NULL,
              out);
}

/* ---- taking without a key -------------------------------------------------------------- */

void table_throws_wait(struct table *table)
{
    table->loop->throws.take_at_ms = 0;
}

int table_throws_limit(const struct table *table, int wait_ms)
{
    int64_t left = table->loop->throws.take_at_ms - sitting_now_ms(table->sitting);
    return table->loop->throws.take_at_ms == 0 ? wait_ms
           : left < 0                          ? 0
           : left < wait_ms                    ? (int)left
                                               : wait_ms;
}

bool table_throws_are_due(struct table *table)
{
    bool is_due = table->loop->throws.take_at_ms != 0 &&
                  sitting_now_ms(table->sitting) >= table->loop->throws.take_at_ms &&
                  asked_box(table) != NULL;
    if (is_due) {
        table->loop->throws.take_at_ms = 0;
        table_accept_dice(table);
    }
    return is_due;
}
