/* Short ways of typing: a condition with its rounds after it, and names with any characters,
 * written in a form that can be read again. SEED= repeats a failing run. */
#include <string.h>

#include "base/utf8.h"
#include "support/draws.h"
#include "support/table.h"
#include "support/unit.h"
#include "tracker/conditions.h"

/* ---- conditions ------------------------------------------------------------------------ */

static const struct {
    const char *system, *condition;
} games[] = {{"trilemma", "blind"},
             {"four-against-darkness", "wounded"},
             {"caves-of-qud", "asleep"},
             {"pixel-dungeon", "asleep"},
             {"yuxtapa", "blind"}};
enum { GAMES_COUNT = sizeof games / sizeof games[0], LINE_SIZE = 200 };

static struct table *two_people(const char *system)
{
    struct table *table = table_new(system);
    table_do(table, "add Bo side=party");
    table_do(table, "add Cy side=party");
    return table;
}

/* The words with the game's condition for each '$'. */
static const char *in_game(char out[LINE_SIZE], const char *words, int game)
{
    struct text text = text_over(out, LINE_SIZE);
    for (; *words != '\0'; words++) {
        text_add(&text, "%.*s", *words == '$' ? 0 : 1, words);
        text_add(&text, "%s", *words == '$' ? games[game].condition : "");
    }
    return out;
}

static void check_stands(struct table *table, const char *line, const char *stands)
{
    struct combatant_words words = {.is_waiting = false};
    table->procedure->describe(&table->state, table_id(table, "Bo"), &words);
    if (strstr(words.words, stands) == NULL) {
        fail_msg("%s: \"%s\" does not hold \"%s\"", line, words.words, stands);
    }
}

static void test_condition__a_number_after_it_is_its_rounds(void **state)
{
    (void)state;
    static const char *const typed[][2] = {
        {"$ 3", "$ (3 rounds)"},
        {"$ 1", "$ (1 round)"},
        {"\"$\" 3", "$ (3 rounds)"},
        {"$ rounds=3", "$ (3 rounds)"},
        {"rounds=3 $", "$ (3 rounds)"},
        {"$ until=Cy", "$ (until Cy's turn starts)"},
        {"$ end=Cy", "$ (until Cy's turn ends)"},
        {"$", "$"},
        {"own torn arm 2", "torn arm (2 rounds)"},
        {"own \"torn arm\" 2", "torn arm (2 rounds)"},
        {"own \"room 3\"", "room 3"},
        {"own \"room 3\" 2", "room 3 (2 rounds)"},
        {"own \"room 3\" rounds=2", "room 3 (2 rounds)"},
    };
    for (int game = 0; game < GAMES_COUNT; game++) {
        for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
            char words[LINE_SIZE], stands[LINE_SIZE];
            TEXT_BUFFER(line, LINE_SIZE);
            struct table *table = two_people(games[game].system);
            text_add(&line, "condition Bo %s", in_game(words, typed[i][0], game));
            table_do(table, line.p);
            check_stands(table, line.p, in_game(stands, typed[i][1], game));
            assert_false(table_said(table, "3 (3"));
            table_free(table);
        }
    }
}

static void test_condition__none_is_called_by_its_rounds_by_accident(void **state)
{
    (void)state;
    static const char *const typed[][2] = {
        {"\"$ 3\"", "did you mean $?"},
        {"$ 3 rounds=2", "given twice"},
        {"$ 3 until=Cy", "give only one"},
        {"$ 0", "a condition lasts 1 to 1000 rounds"},
        {"$ 1001", "a condition lasts 1 to 1000 rounds"},
        {"\"$\" x", "a condition lasts 1 to 1000 rounds"},
    };
    for (int game = 0; game < GAMES_COUNT; game++) {
        struct table *table = two_people(games[game].system);
        for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
            char words[LINE_SIZE], told[LINE_SIZE];
            TEXT_BUFFER(line, LINE_SIZE);
            text_add(&line, "condition Bo %s", in_game(words, typed[i][0], game));
            table_wrong(table, line.p, in_game(told, typed[i][1], game));
        }
        table_free(table);
    }
}

static void test_condition__a_number_of_its_name_stays_in_lists_and_ends_with_it(void **state)
{
    (void)state;
    struct table *table = two_people("trilemma");
    table_do(table, "condition Bo own \"room 3\"");
    table_do(table, "set Bo conditions=\"\"\"room 3\"\", blind 2\"");
    check_stands(table, "set", "room 3, blind (2 rounds)");
    TEXT_BUFFER(list, LINE_SIZE);
    conditions_brief(&table->state, table_id(table, "Bo"), &list);
    assert_string_equal(list.p, "\"room 3\", blind 2");
    table_do(table, "condition Bo room 3 off");
    check_stands(table, "off", "blind (2 rounds)");
    assert_false(condition_holds(&table->state, table_id(table, "Bo"), "room 3"));
    table_do(table, "condition Bo blind 3 off");
    assert_false(condition_holds(&table->state, table_id(table, "Bo"), "blind"));
    table_free(table);
}

/* ---- the question for a condition ------------------------------------------------------ */

static void test_question__words_after_a_condition_are_its_rounds(void **state)
{
    (void)state;
    static const char *const typed[][2] = {{"blind 3", "blind (3 rounds)"},
                                           {"blinded 3", "blind (3 rounds)"},
                                           {"own torn arm 2", "torn arm (2 rounds)"},
                                           {"own \"room 3\"", "room 3"}};
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        struct table *table = two_people("trilemma");
        table->asks = true;
        assert_int_equal(table_try(table, "condition Bo"), VERDICT_ASKS);
        assert_string_equal(table->decision.question.digit_prefix, "rounds=");
        TEXT_BUFFER(line, LINE_SIZE);
        text_add(&line, "condition Bo ");
        question_add_answer(&table->decision.question, str_of(typed[i][0]), &line);
        table_do(table, line.p);
        check_stands(table, line.p, typed[i][1]);
        table_free(table);
    }
    struct table *table = two_people("trilemma");
    table->asks = true;
    assert_int_equal(table_try(table, "condition Bo rounds=3"), VERDICT_ASKS);
    assert_non_null(strstr(table_question(table), "Bo, for 3 rounds"));
    table_do(table, "condition Bo rounds=3 blind");
    check_stands(table, "the count", "blind (3 rounds)");
    table_free(table);
}

/* ---- names ----------------------------------------------------------------------------- */

/* Who it is, read from the word that is shown for the name, alone and in a list. */
static void check_word(struct table *table, int id)
{
    static const char *const lines[] = {"damage %s",  "damage %s,Cy", "damage Cy,%s/half",
                                        "note-on %s", "rename %s",    "attack Cy by=%s"};
    struct command command;
    struct error err;
    TEXT_BUFFER(word, 2 * NAME_SIZE + 2);
    combatant_word(&table->state, id, &word);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char *place = strstr(lines[i], "%s");
        TEXT_BUFFER(line, 4 * NAME_SIZE);
        text_add(&line, "%.*s%s%s", (int)(place - lines[i]), lines[i], word.p, place + 2);
        enum status status =
            command_parse(&command, table->procedure, table->command, table->commands,
                          &table->state, str_of(line.p), &err);
        if (status != STATUS_OK && command.missing == NULL) {
            fail_msg("%s (for \"%s\"): %s", line.p, state_name(&table->state, id), err.text);
        }
        const struct argument *who = &command.argument[0];
        bool is_there = who->id == id;
        for (int k = 0; k < who->ids_count; k++) {
            is_there = is_there || who->ids[k] == id;
        }
        const struct option *by = command_option(&command, "by");
        is_there = is_there || (by != NULL &&
                                combatant_find_listed(&table->state, by->written, &err) == id);
        if (!is_there) {
            fail_msg("%s does not mean \"%s\"", line.p, state_name(&table->state, id));
        }
    }
}

/* Renames Bo to the name in quotes, reads it back, and changes it back by that word. */
static void check_name(struct table *table, struct str name)
{
    TEXT_BUFFER(line, 4 * NAME_SIZE);
    char clean[NAME_SIZE];
    int id = 1;
    utf8_clean(clean, sizeof clean, name);
    text_add(&line, "rename #1 ");
    text_add_quoted(&line, name);
    if (table_try(table, line.p) != VERDICT_DONE) {
        return; /* it is taken, or nothing is left of it */
    }
    assert_string_equal(state_name(&table->state, id), clean);
    check_word(table, id);
    TEXT_BUFFER(back, 4 * NAME_SIZE);
    text_add(&back, "rename ");
    combatant_word(&table->state, id, &back);
    text_add(&back, " Bo");
    table_do(table, back.p);
    assert_string_equal(state_name(&table->state, id), "Bo");
    struct text add = text_over(line.p, line.size);
    text_add(&add, "add ");
    text_add_quoted(&add, name);
    if (table_try(table, add.p) == VERDICT_DONE) {
        check_word(table, table->state.count);
        text_init(&add, line.p, line.size);
        text_add(&add, "remove #%d", table->state.count);
        table_do(table, add.p);
    }
}

static void test_names__are_read_as_they_are_written(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Br\"an",   "\"Br\"an\"", "\"",      "\"\"", "an\" Bran", "a\\b", "\\\"",
        " x ",      "#2",         "#",       "a,b",  "hp=3",      "gob*", "what?",
        "1",        "=15",        "roll",    "all",  "d6",        "-",    "Bo/half",
        "x/none",   "own",        "off",     "%f",   "by=Cy",     "cy",   "\"Cy\",Bo",
        "ЮЮ \"Ю\"", "3 gob",      "note-on", "a  b", "p1",        "'",    "a\" b=\"c",
    };
    struct table *table = two_people("trilemma");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        check_name(table, str_of(names[i]));
    }
    table_free(table);
}

static void test_names__of_any_signs_are_read_as_they_are_written(void **state)
{
    (void)state;
    static const char signs[] = "ab\"\" \\#,=*?/%'1d-Cy";
    struct draws draws;
    struct table *table = two_people("yuxtapa");
    draws_init(&draws);
    for (int i = 0; i < 3000; i++) {
        if (i % 100 == 99) {
            table_free(table);
            table = two_people("yuxtapa");
        }
        TEXT_BUFFER(name, 12);
        int n = draws_between(&draws, 1, 8);
        for (int k = 0; k < n; k++) {
            text_add_char(&name, signs[draws_between(&draws, 0, (int)sizeof signs - 2)]);
        }
        check_name(table, (struct str){name.p, name.n});
    }
    table_free(table);
}

static void test_names__a_mark_within_quotes_is_written_twice(void **state)
{
    (void)state;
    struct table *table = two_people("trilemma");
    table_do(table, "rename Bo Br\"an");
    assert_string_equal(state_name(&table->state, 1), "Br\"an");
    table_wrong(table, "rename \"Br\"an\" Bran", "a quotation mark twice");
    table_wrong(table, "set Cy name=\"Br\"o\"", "a quotation mark twice");
    assert_string_equal(state_name(&table->state, 1), "Br\"an");
    table_do(table, "note-on \"Br\"\"an\" says \"no\" and \"yes\"");
    assert_string_equal(state_text(&table->state, 1, TEXT_NOTE), "says \"no\" and \"yes\"");
    table_do(table, "note-on Br \"says \"\"no\"\"\"");
    assert_string_equal(state_text(&table->state, 1, TEXT_NOTE), "says \"no\"");
    table_do(table, "set Cy name=\"Big \"\"Cy\"\"\"");
    assert_string_equal(state_name(&table->state, 2), "Big \"Cy\"");
    table_do(table, "rename \"Br\"\"an\" Bran");
    assert_string_equal(state_name(&table->state, 1), "Bran");
    table_free(table);
}

static void test_names__of_several_words_need_no_quotes_where_no_dice_are(void **state)
{
    (void)state;
    struct table *table = two_people("trilemma");
    table_do(table, "add 6 goblin hp=5");
    table_do(table, "rename goblin 3 Snik the Bold");
    assert_string_equal(state_name(&table->state, 5), "Snik the Bold");
    table_do(table, "rename snik the bold \"Goblin 3\"");
    assert_string_equal(state_name(&table->state, 5), "Goblin 3");
    table_do(table, "condition goblin 2 blind 3");
    assert_true(condition_holds(&table->state, 4, "blind"));
    table_do(table, "note-on goblin 4 3 coins");
    assert_string_equal(state_text(&table->state, 6, TEXT_NOTE), "3 coins");
    /* A combatant with this whole name is meant, and dice are dice. */
    table_do(table, "add \"Bo 3\"");
    table_do(table, "note-on Bo 3 coins");
    assert_string_equal(state_text(&table->state, 1, TEXT_NOTE), "3 coins");
    table_wrong(table, "damage goblin 3", "could be any of");
    table->asks = true;
    assert_int_equal(table_try(table, "rename g1"), VERDICT_ASKS);
    assert_string_equal(table_question(table), "Goblin 1: what is the new name?");
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_condition__a_number_after_it_is_its_rounds),
        cmocka_unit_test(test_condition__none_is_called_by_its_rounds_by_accident),
        cmocka_unit_test(test_condition__a_number_of_its_name_stays_in_lists_and_ends_with_it),
        cmocka_unit_test(test_question__words_after_a_condition_are_its_rounds),
        cmocka_unit_test(test_names__are_read_as_they_are_written),
        cmocka_unit_test(test_names__of_any_signs_are_read_as_they_are_written),
        cmocka_unit_test(test_names__of_several_words_need_no_quotes_where_no_dice_are),
        cmocka_unit_test(test_names__a_mark_within_quotes_is_written_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
