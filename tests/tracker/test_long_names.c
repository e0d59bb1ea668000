/* Names in other scripts, as long as possible: every text about them ends at a whole character,
 * in every system and for every command. SEED= repeats a failing run. */
#include <string.h>

#include "base/utf8.h"
#include "support/draws.h"
#include "support/random_line.h"
#include "support/table.h"
#include "support/unit.h"

enum { LINES = 600, NAMES = 6 };

/* Some ASCII letters, so that characters of two, three and four bytes end at different places,
 * and one of those again and again; below `size` bytes. */
static void long_name(char *out, int size, int i)
{
    static const char *const letters[] = {"ж", "李", "𝔄"};
    struct text text = text_over(out, size);
    text_add(&text, "%.*s%c", i % 4, "abc", 'A' + i);
    while (!text.is_cut) {
        text_add(&text, "%s", letters[i % 3]);
    }
}

static void check(const char *line, const char *what, struct str text)
{
    if (!utf8_is_valid(text)) {
        fail_msg("%s: %s ends within a character: %.*s", line, what, text.n, text.p);
    }
}

static void check_rows(const struct table *table, const char *line)
{
    const struct procedure *procedure = table->procedure;
    for (int id = 1; id <= table->state.count; id++) {
        struct combatant_words words = {.is_waiting = false};
        TEXT_BUFFER(text, 4000);
        procedure->describe(&table->state, id, &words);
        procedure->facts(&table->state, id, &text);
        check(line, "what is special", str_of(words.words));
        check(line, "what is special, in brief", str_of(words.brief));
        check(line, "a fact", (struct str){text.p, text.n});
    }
    struct pending pending[PENDING_MAX];
    int count = procedure->pending != NULL
                    ? procedure->pending(&table->state, pending, PENDING_MAX)
                    : 0;
    for (int i = 0; i < count; i++) {
        check(line, "a pending check", str_of(pending[i].text));
        check(line, "its command", str_of(pending[i].command));
    }
    for (int i = 0; i < table->state.effects; i++) {
        check(line, "an effect", str_of(table->state.effect[i].label));
    }
}

static void check_words(const struct table *table, const char *line)
{
    const struct decision *decision = &table->decision;
    switch (decision->verdict) {
    case VERDICT_DONE:
        check(line, "the label", str_of(decision->label));
        check(line, "the answer", str_of(decision->answer));
        break;
    case VERDICT_ASKS:
        check(line, "the question", str_of(table_question(table)));
        if (decision->question.kind == QUESTION_DICE &&
            strncmp(decision->question.die, decision->question.dice.dice,
                    strcspn(decision->question.dice.dice, "+-")) != 0) {
            fail_msg("%s: the die is lost: %s", line, decision->question.die);
        }
        check(line, "what fell so far", str_of(decision->question.so_far));
        for (int i = 0; i < decision->question.choices; i++) {
            check(line, "a choice", str_of(decision->question.choice[i]));
        }
        break;
    case VERDICT_REFUSED:
        check(line, "the refusal", str_of(decision->refusal.reason));
        break;
    case VERDICT_WRONG:
        check(line, "the mistake", str_of(decision->error.text));
        break;
    }
    for (int i = 0; i < decision->events; i++) {
        check(line, "a line of the log", decision->event[i].line);
        check(line, "what was", decision->event[i].text_from);
        check(line, "what is", decision->event[i].text_to);
    }
}

static void run(struct table *table, const char *line)
{
    table_try(table, line);
    check_words(table, line);
    check_rows(table, line);
}

static void fill(struct table *table)
{
    char name[NAME_SIZE], label[LABEL_SIZE], buf[COMMAND_LINE_MAX];
    for (int i = 0; i < NAMES; i++) {
        long_name(name, sizeof name, i);
        text_format(buf, sizeof buf, "add \"%s\" side=%s", name, i < 3 ? "party" : "foes");
        table_do(table, buf);
        long_name(label, sizeof label, i + 1);
        text_format(buf, sizeof buf, "condition #%d own \"%s\"", i + 1, label);
        table_do(table, buf);
        long_name(buf, sizeof buf / 2, i);
        run(table, buf);
    }
}

static void test_long_names__are_never_cut_within_a_character(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    for (int i = 0; i < systems_count(); i++) {
        struct table *table = table_new(system_at(i)->id);
        fill(table);
        for (int k = 0; k < LINES; k++) {
            TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
            random_line(&text, &draws, table->command, table->commands, &table->state);
            table->asks = k % 2 == 0;
            run(table, text.p);
        }
        table_free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_names__are_never_cut_within_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
