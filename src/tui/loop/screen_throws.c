#include <string.h>

#include "app/settings/program_settings.h"
#include "app/settings/settings.h"
#include "app/sitting/state.h"
#include "tui/loop/screen_private.h"

/* With the setting: so long after the last die the dice are taken. */
enum { QUIET_MS = 1000 };

/* ---- the socket ------------------------------------------------------------------------ */

/* Another campaign may have been put on the table. */
static void open_socket(struct screen *screen)
{
    const char *path = sitting_path(screen->sitting);
    if (strcmp(path, screen->loop->throws.campaign) != 0 && term_watch(screen->terminal, -1)) {
        table_socket_close(screen->loop->throws.socket);
        screen->loop->throws.socket = table_socket_open(path);
        text_format(screen->loop->throws.campaign, sizeof screen->loop->throws.campaign, "%s",
                    path);
        term_watch(screen->terminal, table_socket_descriptor(screen->loop->throws.socket));
    }
}

void screen_throws_begin(struct screen *screen)
{
    screen->loop->throws.hand = throws_begin(screen->sitting);
}

void screen_throws_end(struct screen *screen)
{
    term_watch(screen->terminal, -1);
    table_socket_close(screen->loop->throws.socket);
    throws_end(screen->loop->throws.hand);
}

/* ---- the open question ----------------------------------------------------------------- */

static const struct question_box *asked_box(const struct screen *screen)
{
    const struct question_box *box = &screen->loop->question;
    bool asks =
        table_model_question(&screen->model) != NULL && box->question.kind == QUESTION_DICE;
    return asks ? box : NULL;
}

static struct throws_open what_is_open(const struct screen *screen)
{
    const struct question_box *box = asked_box(screen);
    struct throws_open open = {.question = NULL};
    if (box != NULL) {
        open = (struct throws_open){&box->question, box->line, line_edit_text(&box->edit)};
    }
    return open;
}

/* What stands in the field by now. */
static void show_field(struct screen *screen)
{
    line_edit_set(&screen->loop->question.edit, throws_field(screen->loop->throws.hand));
    screen->loop->question.is_refused_entry = false;
    screen_echo(screen);
}

static void take_line(void *context, struct str line, struct text *answer)
{
    struct screen *screen = context;
    struct throws_open open = what_is_open(screen);
    if (!throws_take(screen->loop->throws.hand, &open, line, answer)) {
        return;
    }
    if (open.question != NULL) {
        const struct program_settings *settings = sitting_settings(screen->sitting);
        bool takes = settings->number[PROGRAM_THROWS_TAKE] != 0 &&
                     throws_hand(screen->loop->throws.hand)->places > 0;
        screen->loop->throws.take_at_ms =
            takes ? sitting_now_ms(screen->sitting) + QUIET_MS : 0;
        show_field(screen);
    } else {
        TEXT_BUFFER(told, THROWS_TOLD_SIZE);
        throws_speak(screen->loop->throws.hand, &told);
        screen_say(screen, ROLE_PLAIN, told.p);
    }
}

void screen_throws_hear(struct screen *screen)
{
    screen->model.dead_key[0] = '\0';
    table_socket_serve(screen->loop->throws.socket, take_line, screen);
}

void screen_throws_look(struct screen *screen)
{
    bool asks = asked_box(screen) != NULL;
    open_socket(screen);
    table_socket_asks(screen->loop->throws.socket, asks, screen->loop->throws.has_begun);
    screen->loop->throws.has_begun = false;
    if (table_model_question(&screen->model) == NULL) {
        throws_forget(screen->loop->throws.hand);
        screen->loop->throws.take_at_ms = 0;
    }
}

void screen_throws_ask(struct screen *screen)
{
    struct throws_open open = what_is_open(screen);
    screen->loop->throws.has_begun = true;
    if (open.question != NULL && throws_ask(screen->loop->throws.hand, &open)) {
        line_edit_set(&screen->loop->question.edit, throws_field(screen->loop->throws.hand));
    }
}

bool screen_throws_take_offered(struct screen *screen)
{
    struct throws_open open = what_is_open(screen);
    bool has_any =
        open.question != NULL && throws_take_offered(screen->loop->throws.hand, &open);
    if (has_any) {
        show_field(screen);
    }
    return has_any;
}

void screen_throws_answer(struct screen *screen, struct str words, struct text *out)
{
    throws_answer(screen->loop->throws.hand, &screen->loop->question.question, words, out);
}

void screen_throws_tell(struct screen *screen, struct text *out)
{
    const struct question_box *box = asked_box(screen);
    if (box == NULL || throws_hand(screen->loop->throws.hand)->count == 0) {
        return;
    }
    struct str field = str_trimmed(line_edit_text(&box->edit));
    const struct result *tried = &screen->loop->tried.result;
    bool asks_more = tried->kind == RESULT_ASKS && tried->question.kind == QUESTION_DICE;
    throws_see_field(screen->loop->throws.hand, field);
    hand_tell(throws_hand(screen->loop->throws.hand),
              field.n == 0 ? &box->question.dice
              : asks_more  ? &tried->question.dice
                           : NULL,
              out);
}

/* ---- taking without a key -------------------------------------------------------------- */

void screen_throws_wait(struct screen *screen)
{
    screen->loop->throws.take_at_ms = 0;
}

int screen_throws_limit(const struct screen *screen, int wait_ms)
{
    int64_t left = screen->loop->throws.take_at_ms - sitting_now_ms(screen->sitting);
    return screen->loop->throws.take_at_ms == 0 ? wait_ms
           : left < 0                           ? 0
           : left < wait_ms                     ? (int)left
                                                : wait_ms;
}

bool screen_throws_are_due(struct screen *screen)
{
    bool is_due = screen->loop->throws.take_at_ms != 0 &&
                  sitting_now_ms(screen->sitting) >= screen->loop->throws.take_at_ms &&
                  asked_box(screen) != NULL;
    if (is_due) {
        screen->loop->throws.take_at_ms = 0;
        screen_accept_dice(screen);
    }
    return is_due;
}
