/* Reading command lines, and finding combatants by typed words. */
#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"

static struct table *birds(void)
{
    struct table *table = table_new("trilemma");
    table_do(table, "add 12 pelican ac=20 hp=5");
    table_do(table, "add Pell side=party");
    table_do(table, "add \"Odo the Old\" side=party");
    table_do(table, "add Ünïcödé");
    return table;
}

static void test_find__takes_names_abbreviations_beginnings_and_numbers(void **state)
{
    (void)state;
    struct table *table = birds();
    static const struct {
        const char *word;
        const char *name; /* NULL: nobody, or several */
    } words[] = {
        {"Pelican 1", "Pelican 1"},
        {"pelican 12", "Pelican 12"},
        {"p1", "Pelican 1"},
        {"P11", "Pelican 11"},
        {"pel12", "Pelican 12"},
        {"p13", NULL},
        {"pell", "Pell"},
        {"pel", NULL},
        {"odo", "Odo the Old"},
        {"odo the", "Odo the Old"},
        {"odo-the", "Odo the Old"},
        {"pelican-1", "Pelican 1"},
        {"#13", "Pell"},
        {"#99", NULL},
        {"#0", NULL},
        {"#", NULL},
        {"ünÏcödé", "Ünïcödé"},
        {"Ünïcödé", "Ünïcödé"},
        {"Ün", "Ünïcödé"},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct error err;
        int id = combatant_find(&table->state, str_of(words[i].word), &err);
        if ((id != 0) != (words[i].name != NULL)) {
            fail_msg("\"%s\" found %d: %s", words[i].word, id, id == 0 ? err.text : "");
        }
        if (id != 0) {
            assert_string_equal(state_name(&table->state, id), words[i].name);
        }
    }
    table_free(table);
}

static void test_find__prefers_those_still_in_the_fight(void **state)
{
    (void)state;
    struct table *table = birds();
    table_do(table, "add Orla");
    struct error err;
    assert_int_equal(combatant_find(&table->state, str_of("o"), &err), 0);
    assert_non_null(strstr(err.text, "Odo the Old, Orla"));
    table_do(table, "out odo dead");
    assert_int_equal(combatant_find(&table->state, str_of("o"), &err), table_id(table, "Orla"));
    /* The dead can still be named. */
    assert_int_equal(table_value(table, "odo", "out"), OUT_DEAD);
    table_free(table);
}

/* Names of all sorts, and the word that a line has for each. */
static void test_word__is_the_name_wherever_a_person_reads(void **state)
{
    (void)state;
    static const struct {
        const char *line, *word;
    } rows[] = {
        {"add 2 pelican", "p1"},
        {"add Pell", "Pell"},
        {"add \"Odo the Old\"", "\"Odo the Old\""},
        {"add Ἀριάδνη", "Ἀριάδνη"},
        {"add Вера Холодная", "\"Вера Холодная\""},
        {"add 12 упырь", "у1"},
        {"add 李小龙", "李小龙"},
        {"add 2 哥布林", "哥1"},
        {"add שרה", "שרה"},
        {"add عمر الخيام", "\"عمر الخيام\""},
        {"add \"Smith, John\"", "\"Smith, John\""},
        {"add \"Who?\"", "\"Who?\""},
        {"add \"a/half\"", "\"A/half\""},
        {"add \"3 14\"", "\"3 14\""},
        {"add roll", "\"Roll\""},
        {"add Magic", "Magic"},
        {"rename Magic Bo\"n Lo", "\"Bo\"\"n Lo\""},
    };
    struct table *table = table_new("trilemma");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int before = table->state.count;
        table_do(table, rows[i].line);
        TEXT_BUFFER(text, NAME_SIZE + 8);
        combatant_word(&table->state, before < table->state.count ? before + 1 : before, &text);
        assert_string_equal(text.p, rows[i].word);
    }
    table_free(table);
}

/* A word means its combatant alone, and in a list with all the others. */
static void test_word__names_exactly_the_one_it_was_made_for(void **state)
{
    (void)state;
    struct table *table = birds();
    char line[2000] = "damage ";
    struct text list = text_over(line + 7, sizeof line - 7);
    table_do(table, "add 2 pelikan");
    table_do(table, "rename #1 \"Odo the\"");
    table_do(table, "add 2 ёж");
    table_do(table, "add \"Пётр, the\"");
    table_do(table, "add 2 упырь");
    table_do(table, "add \"Упырь 12\" side=party");
    table_do(table, "add \"Smith, John\"");
    table_do(table, "add \"a/half\"");
    table_do(table, "add \"Who?\"");
    table_do(table, "add Bo");
    table_do(table, "rename Bo Bo\"n");
    for (int id = 1; id <= table->state.count; id++) {
        TEXT_BUFFER(text, NAME_SIZE + 8);
        combatant_word(&table->state, id, &text);
        struct str rest = {text.p, text.n};
        struct str word = str_next_word(&rest);
        char read[NAME_SIZE];
        struct text room = text_over(read, sizeof read);
        word = str_read_quoted(word, &room);
        assert_int_equal(combatant_find(&table->state, word, NULL), id);
        assert_int_equal(rest.n, 0);
        text_add(&list, "%s%s/half", id > 1 ? "," : "", text.p);
    }
    text_add(&list, " 4");
    table_do(table, line);
    for (int id = 1; id <= table->state.count; id++) {
        int lost = 5 - state_value(&table->state, id, FIELD_HP, 5);
        assert_int_equal(lost + state_value(&table->state, id, FIELD_DAMAGE_COUNTED, 0), 2);
    }
    table_free(table);
}

static void test_parse__lists_take_quoted_names_and_shares(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int vera, smith, first, second; /* what each has lost */
    } rows[] = {
        {"damage \"Вера Холодная\"/half,у1 4", 2, 0, 4, 0},
        {"damage у*,\"Smith, John\"/none 3", 0, 0, 3, 3},
        {"damage \"Smith, John\" 3", 0, 3, 0, 0},
        {"damage \"smith, JOHN\"/half,вера/full 6", 6, 3, 0, 0},
        {"damage \"Вера Холодная,у2\" 5", 5, 0, 0, 5},
        {"damage УПЫРЬ?2 1", 0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = table_new("trilemma");
        table_do(table, "add Вера Холодная side=party");
        table_do(table, "add \"Smith, John\" side=party");
        table_do(table, "add 2 упырь");
        table_do(table, rows[i].line);
        const int lost[] = {rows[i].vera, rows[i].smith, rows[i].first, rows[i].second};
        for (int id = 1; id <= 4; id++) {
            assert_int_equal(state_value(&table->state, id, FIELD_DAMAGE_COUNTED, 0),
                             lost[id - 1]);
        }
        table_free(table);
    }
    struct table *table = birds();
    table_wrong(table, "damage \"\" 3", "expected a name");
    table_wrong(table, "damage , 3", "no combatant here is called");
    table_wrong(table, "damage \"Odo the Old\",\"No one\" 3",
                "no combatant here is called No one");
    table_free(table);
}

/* A rule may ask who was named first; each must be one of them once, however often it is named.
 */
static void test_parse__a_list_keeps_the_order_of_its_names(void **state)
{
    (void)state;
    static const struct command_def def = {
        .name = "hit",
        .arguments = {{.name = "targets", .kind = ARGUMENT_COMBATANTS}},
        .arguments_count = 1};
    static const struct command_def *const defs[] = {&def};
    struct table *table = birds();
    struct command command;
    struct error err;
    int status = command_parse(&command, table->procedure, defs, 1, &table->state,
                               str_of("hit odo,p3,p1,odo,\"Pelican 3\",pelican?1?"), &err);
    assert_int_equal(status, STATUS_OK);
    static const int named[] = {14, 3, 1, 10, 11, 12};
    static const int ids[] = {1, 3, 10, 11, 12, 14};
    assert_int_equal(command.argument[0].ids_count, COUNT_OF(ids));
    assert_memory_equal(command.argument[0].named, named, sizeof named);
    assert_memory_equal(command.argument[0].ids, ids, sizeof ids);
    table_free(table);
}

/* In the form of a palette or a list of targets: after each other, with or without a blank. */
static void test_parse__takes_lists_however_they_are_written(void **state)
{
    (void)state;
    struct table *table = birds();
    static const char *const lists[] = {"p1,p2,odo", "p1, p2, odo", "p1,p2,\"Odo the Old\"",
                                        "\"Odo the Old\", p1,  p2", "\"odo the old\",p1,p2"};
    table_do(table, "set odo hp=90");
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char line[80];
        snprintf(line, sizeof line, "damage %s 1", lists[i]);
        int before = table_value(table, "odo", "hp");
        table_do(table, line);
        assert_int_equal(table_value(table, "odo", "hp"), before - 1);
        assert_int_equal(table_value(table, "p1", "hp"), 5 - 1 - (int)i < 0 ? 0 : 4 - (int)i);
        assert_int_equal(table_value(table, "p2", "hp"), 4 - (int)i < 0 ? 0 : 4 - (int)i);
    }
    char word[NAME_SIZE + 8];
    struct text text;
    table_do(table, "add 2 ёж");
    text_init(&text, word, sizeof word);
    combatant_word(&table->state, table_id(table, "ЁЖ 2"), &text);
    assert_string_equal(word, "ё2");
    text_init(&text, word, sizeof word);
    combatant_word(&table->state, table_id(table, "ünï"), &text);
    assert_string_equal(word, "Ünïcödé");
    table_free(table);
}

static void test_parse__says_what_is_wrong_with_the_nearest_word(void **state)
{
    (void)state;
    struct table *table = birds();
    static const struct {
        const char *line;
        const char *part;
    } lines[] = {
        {"atack p1", "there is no command atack; did you mean attack?"},
        {"ruling", "a command is missing"},
        {"frobnicate", "there is no command frobnicate"},
        {"attack pelikan", "did you mean pelican?"},
        {"attack p1 egde=2", "attack has no option egde; did you mean edge"},
        {"attack p1 edge=1 edge=2", "edge was given twice"},
        {"attack p1 by=Pelican", "could be any of 12"},
        {"out p1 deaf", "deaf: expected HOW: dead, down, fled, surrendered; did you mean dead"},
        {"next now", "next does not take now: it is next"},
        {"damage zz* 3", "nobody in the fight matches zz*"},
        {"damage p1 lots",
         "damage must be a whole number up to 10000 or dice, such as 2d6+3, not lots"},
        {"damage p1 2d", "the sides of the"},
        {"damage p1 99999", "damage must be 0 to 10000, not 99999"},
        {"hp p1 7", "expected -7, +5, =12, -2d6 or t5"},
        {"set p1 wist=3", "there is no wist to set"},
        {"set p1 wits=3.5", "wits=3.5: expected a whole number from -100 to 100"},
        {"set p1 damage=2d", "damage:"},
        {"add 0 gnat", "1 to 64 can be added at once"},
        {"add 100 gnat", "gnat: how many must be 0 to 64, not 100"},
        {"add 3 gnat hp=2d6 9 9", "9 is not possible"},
        {"add gnat side=left", "expected party or foes"},
        {"morale p1 score=8 5 7", "7 is not possible"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct state before = table->state;
        table_wrong(table, lines[i].line, lines[i].part);
        assert_true(state_equal(&before, &table->state));
    }
    table_free(table);
}

static void test_parse__takes_hostile_and_overlong_lines(void **state)
{
    (void)state;
    struct table *table = birds();
    static char line[5000];
    memset(line, 'a', sizeof line - 1);
    table_wrong(table, line, "at most");
    memcpy(line, "attack ", 7);
    line[900] = '\0';
    table_wrong(table, line, "no combatant here is called aaaa");
    table_do(table, "add Gerda");
    table_do(table, "rename Gerda Hild");
    table_wrong(table, "damage gerda 1",
                "no combatant here is called gerda; did you mean Hild?");
    memcpy(line, "note ", 5);
    table_wrong(table, line,
                "a note has at most 299 letters (accented ones count double or more); this one "
                "has 895");
    memset(line, '"', 900);
    table_try(table, line);
    for (int i = 0; i < 300; i++) {
        memcpy(line + 3 * i, " 1 ", 4);
    }
    memcpy(line, "next ", 5);
    table_wrong(table, line, "does not take");
    table_free(table);
}

static void test_parse__a_name_is_all_words_up_to_an_option_or_a_die(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add 2 giant rat hp=2d6 1 2 3 4");
    assert_string_equal(state_name(&table->state, 1), "Giant rat 1");
    table_do(table, "add wax rat queen wits=3");
    assert_string_equal(state_name(&table->state, 3), "Wax rat queen");
    table_do(table, "add hp=3 Þórhall of the West");
    assert_string_equal(state_name(&table->state, 4), "Þórhall of the West");
    table_do(table, "add \"2nd guard\"");
    assert_string_equal(state_name(&table->state, 5), "2nd guard");
    table_do(table, "rename #4 Old Þórhall");
    assert_string_equal(state_name(&table->state, 4), "Old Þórhall");
    table_wrong(table, "add giant hp=3 rat", "keep the words of a name together");
    table_wrong(table, "add giant \"rat\"", "together");
    table_free(table);
}

static void test_parse__a_combatant_may_be_called_as_an_option(void **state)
{
    (void)state;
    struct table *table = birds();
    table_do(table, "add Magic hp=9");
    table_do(table, "damage Magic 4");
    assert_int_equal(table_value(table, "Magic", "hp"), 5);
    table_do(table, "damage magic 1 magic");
    assert_int_equal(table_value(table, "Magic", "hp"), 4);
    table_do(table, "damage p1 1 magic");
    table_do(table, "remove Magic");
    table_wrong(table, "damage magic 1", "no combatant here is called 1");
    table_free(table);
}

static void test_add__numbers_combatants_of_a_kind_on(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add 2 goblin");
    table_do(table, "add goblin");
    table_do(table, "add 2 goblin");
    assert_string_equal(state_name(&table->state, 3), "Goblin");
    assert_string_equal(state_name(&table->state, 5), "Goblin 4");
    /* All belong to one morale group. */
    for (int id = 1; id <= 5; id++) {
        assert_int_equal(state_value(&table->state, id, FIELD_GROUP, 0), 1);
    }
    table_free(table);
}

static void test_add__stops_at_the_room_there_is(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    for (int i = 0; i < COMBATANTS_MAX / 64; i++) {
        table_do(table, "add 64 ant");
    }
    table_wrong(table, "add one", "an encounter has room for 256");
    assert_int_equal(table->decision.error.code, STATUS_FULL);
    assert_int_equal(table->state.count, COMBATANTS_MAX);
    table_free(table);
}

static void test_commands__are_documented_and_unique(void **state)
{
    (void)state;
    for (int s = 0; s < systems_count(); s++) {
        struct table *table = table_new(system_at(s)->id);
        for (int i = 0; i < table->commands; i++) {
            const struct command_def *def = table->command[i];
            assert_true(strlen(def->help) > 0 && strlen(def->help) <= 60);
            assert_non_null(def->rule);
            for (int k = 0; k < i; k++) {
                assert_string_not_equal(def->name, table->command[k]->name);
            }
        }
        table_free(table);
    }
}

static void test_parse__text_is_the_rest_of_the_line_in_quotes_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *line, *note;
    } rows[] = {
        {"note-on Pell owes the ferryman", "owes the ferryman"},
        {"note-on Pell \"owes the ferryman\"", "owes the ferryman"},
        {"note-on Pell \"owes the ferryman\" ", "owes the ferryman"},
        {"note-on Pell owes \"the ferryman\"", "owes \"the ferryman\""},
        {"note-on Pell \"owes\" the ferryman", "\"owes\" the ferryman"},
    };
    struct table *table = birds();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table_do(table, rows[i].line);
        assert_string_equal(state_text(&table->state, table_id(table, "Pell"), TEXT_NOTE),
                            rows[i].note);
    }
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find__takes_names_abbreviations_beginnings_and_numbers),
        cmocka_unit_test(test_find__prefers_those_still_in_the_fight),
        cmocka_unit_test(test_word__is_the_name_wherever_a_person_reads),
        cmocka_unit_test(test_word__names_exactly_the_one_it_was_made_for),
        cmocka_unit_test(test_parse__a_list_keeps_the_order_of_its_names),
        cmocka_unit_test(test_parse__takes_lists_however_they_are_written),
        cmocka_unit_test(test_parse__lists_take_quoted_names_and_shares),
        cmocka_unit_test(test_parse__text_is_the_rest_of_the_line_in_quotes_or_not),
        cmocka_unit_test(test_parse__says_what_is_wrong_with_the_nearest_word),
        cmocka_unit_test(test_parse__takes_hostile_and_overlong_lines),
        cmocka_unit_test(test_parse__a_name_is_all_words_up_to_an_option_or_a_die),
        cmocka_unit_test(test_parse__a_combatant_may_be_called_as_an_option),
        cmocka_unit_test(test_add__numbers_combatants_of_a_kind_on),
        cmocka_unit_test(test_add__stops_at_the_room_there_is),
        cmocka_unit_test(test_commands__are_documented_and_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
