/* What is asked, in any room: with enough of it the whole question, and else the die first, cut
 * between words. */
#include <string.h>

#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/question.h"

static struct frame frame;
static struct question_box box;

static void ask(const char *prompt, const char *die)
{
    struct question question = {.kind = QUESTION_DICE, .rule = ""};
    text_format(question.prompt, sizeof question.prompt, "%s", prompt);
    text_format(question.die, sizeof question.die, "%s", die);
    question_init(&box, &question, "attack p1");
}

/* The rows, separated by '|'; blanks at their ends are left out. */
static const char *drawn(int rows, int columns)
{
    static char out[FRAME_DUMP_SIZE];
    frame_init(&frame, rows, columns, GLYPHS_UNICODE);
    struct text text = text_over(out, sizeof out);
    question_draw(&box, canvas_of(&frame));
    for (int row = 0; row < rows; row++) {
        text_add(&text, "%s", row > 0 ? "|" : "");
        frame_dump_row(&text, &frame, row);
    }
    return out;
}

static const char long_prompt[] =
    "Сэр Варфоломей Болотный → Benedikta Grenzwächterin 12: attack";

static void test_question__is_whole_where_there_is_room(void **state)
{
    (void)state;
    ask("Anka → Pelican 1: attack", "d20 (8+ hits AC 22)");
    assert_string_equal(drawn(1, 80), " Anka → Pelican 1: attack, d20 (8+ hits AC 22)");
    assert_string_equal(drawn(2, 40), " Anka → Pelican 1: attack, d20 (8+ hits| AC 22)");
    assert_string_equal(drawn(2, 48), " Anka → Pelican 1: attack, d20 (8+ hits AC 22)|");
    ask("\"rat\": how many", "");
    assert_string_equal(drawn(1, 40), " \"rat\": how many");
}

static void test_question__begins_with_the_die_when_nothing_comes_before(void **state)
{
    (void)state;
    ask("Anka → Pelican 1: attack", "d20 (8+ hits AC 22)");
    assert_string_equal(drawn(1, 60), " d20 (8+ hits AC 22): Anka → Pelican 1: …");
    assert_string_equal(drawn(1, 40), " d20 (8+ hits AC 22)");
    assert_string_equal(drawn(1, 30), " d20 (8+ hits AC 22)");
    assert_string_equal(drawn(1, 20), " d20 (8+ …");
    ask(long_prompt, "d20 (8+ hits AC 22)");
    assert_string_equal(drawn(2, 40), " d20 (8+ hits AC 22): Сэр Варфоломей …|");
    assert_string_equal(drawn(3, 40),
                        " Сэр Варфоломей Болотный → Benedikta| Grenzwächterin 12: attack, d20 "
                        "(8+| hits AC 22)");
}

/* Each word that is seen must be one of the question. */
static void check_words(const char *seen)
{
    char whole[QUESTION_TEXT_SIZE], first[QUESTION_TEXT_SIZE];
    struct text text;
    text_init(&text, whole, sizeof whole);
    question_text(&box.question, &text);
    text_init(&text, first, sizeof first);
    question_text_die_first(&box.question, &text);
    struct str rest = str_of(seen);
    for (struct str part; str_next_part(&rest, '|', &part);) {
        for (struct str word; (word = str_next_word(&part)).p != NULL;) {
            if (!str_equal(word, "…") && !str_holds_words(str_of(whole), word) &&
                !str_holds_words(str_of(first), word)) {
                fail_msg("%s: %.*s is no word of the question", seen, word.n, word.p);
            }
            bool ends = word.p[word.n] == '\0' || strchr(" |", word.p[word.n]) != NULL;
            assert_true(ends);
        }
    }
}

static void test_question__keeps_its_die_in_every_room(void **state)
{
    (void)state;
    static const char *const prompts[] = {"Anka → Pelican 1: attack", long_prompt,
                                          "Ulf: initiative"};
    static const char *const dice[] = {"d20 (8+ hits AC 22)", "2d6",
                                       "d20 after 4 2 (3+ holds)"};
    for (int i = 0; i < 9; i++) {
        ask(prompts[i / 3], dice[i % 3]);
        for (int columns = 20; columns <= 120; columns++) {
            for (int rows = 1; rows <= 4; rows++) {
                const char *seen = drawn(rows, columns);
                const char *die = i % 3 == 1 ? "2d6" : "d20";
                if (strstr(seen, die) == NULL) {
                    fail_msg("%dx%d: no die in %s", columns, rows, seen);
                }
                check_words(seen);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_question__is_whole_where_there_is_room),
        cmocka_unit_test(test_question__begins_with_the_die_when_nothing_comes_before),
        cmocka_unit_test(test_question__keeps_its_die_in_every_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
