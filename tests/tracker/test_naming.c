/* Names as people type and write them, and what a line says of them. */
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "tracker/combatant_commands.h"
#include "tracker/combatant_fields.h"
#include "tracker/naming.h"

static void test_names__are_the_same_but_for_case_and_composition(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool are_same;
        enum name_form fit;
    } rows[] = {
        {"Bo", "bo", true, NAME_TYPED},         {"Bo", "Boo", false, NAME_FORMS},
        {"Zoë", "ZOË", true, NAME_TYPED},       {"Zoë", "Zoe\xcc\x88", true, NAME_COMPOSED},
        {"Zoë", "Zoe", false, NAME_PLAIN},      {"Zoe", "Zoë", false, NAME_PLAIN},
        {"Zoë", "Zoé", false, NAME_PLAIN},      {"Zoë", "Zed", false, NAME_FORMS},
        {"Zo\xcc", "Zo\xcc", true, NAME_TYPED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(names_same(str_of(rows[i].a), str_of(rows[i].b)), rows[i].are_same);
        assert_int_equal(names_fit(str_of(rows[i].a), str_of(rows[i].b)), rows[i].fit);
    }
}

/* A mark alone, ill-formed bytes and what would not fit stay as they are. */
static void test_names__keep_what_has_no_other_form(void **state)
{
    (void)state;
    static const char *const kept[] = {"\xcc\x88", "Zo\xff", "ëëëëëëëëëë"};
    char buf[8];
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        struct str name = str_of(kept[i]);
        struct str form = name_in_form(name, NAME_PLAIN, buf, sizeof buf);
        assert_ptr_equal(form.p, name.p);
        assert_int_equal(form.n, name.n);
    }
    static char longer[6000];
    for (size_t i = 0; i + 2 < sizeof longer; i += 2) {
        memcpy(longer + i, "ë", 2);
    }
    static char room[sizeof longer];
    assert_ptr_equal(name_in_form(str_of(longer), NAME_PLAIN, room, sizeof room).p, longer);
}

static void test_words__are_found_with_or_without_marks(void **state)
{
    (void)state;
    assert_true(text_holds_words(str_of("Zoë is here"), str_of("zoe HERE")));
    assert_true(text_holds_words(str_of("Zoe is here"), str_of("zoë")));
    assert_true(text_holds_words(str_of("Zoe is here"), str_of("is")));
    assert_false(text_holds_words(str_of("Zoe is here"), str_of("bo")));
    assert_false(text_holds_words(str_of("Zoë is here"), str_of("bo")));
    assert_false(text_holds_words(str_of("Zoe is here"), str_of("bö")));
}

static struct table *begin(void)
{
    struct table *table = table_new("trilemma");
    table_do(table, "add 12 pelican");
    table_do(table, "add Zoë");
    table_do(table, "add Gob side=party");
    table_do(table, "add \"Gob 1\"");
    table_do(table, "remove p12");
    return table;
}

static void test_find__tells_the_nearest_of_those_who_are_there(void **state)
{
    (void)state;
    static const struct {
        const char *word, *said;
    } rows[] = {
        {"#12", "there is no combatant #12"},
        {"#x", "there is no combatant #x"},
        {"12", "no combatant here is called 12"},
        {"gbo1", "no combatant here is called gbo1; did you mean Gob 1?"},
        {"Zöee", "no combatant here is called Zöee; did you mean Zoë?"},
        {"pelicann", "did you mean Pelican 1?"},
        {"qwertyuiop123", "no combatant here is called qwertyuiop123"},
    };
    struct table *table = begin();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err;
        assert_int_equal(combatant_find(&table->state, str_of(rows[i].word), &err), 0);
        assert_int_equal(combatant_find(&table->state, str_of(rows[i].word), NULL), 0);
        if (strstr(err.text, rows[i].said) == NULL) {
            fail_msg("%s: \"%s\" does not say \"%s\"", rows[i].word, err.text, rows[i].said);
        }
    }
    assert_int_equal(combatant_called(&table->state, str_of("Pelican 12")), 0);
    assert_int_equal(combatant_called(&table->state, str_of("zoe\xcc\x88")), 13);
    assert_int_equal(combatant_called(&table->state, str_of("zöe")), 0);
    table_do(table, "remove Zoë");
    assert_int_equal(combatant_called(&table->state, str_of("zoe\xcc\x88")), 0);
    table_free(table);
}

/* A file may have somebody without a name: only the number means that one. */
static void test_find__somebody_without_a_name_by_the_number(void **state)
{
    (void)state;
    struct table *table = begin();
    struct event added = {.kind = EVENT_COMBATANT_ADDED, .subject = table->state.count + 1};
    state_apply(&table->state, &added);
    struct error err;
    TEXT_BUFFER(word, 20);
    combatant_word(&table->state, added.subject, &word);
    assert_string_equal(word.p, "#16");
    assert_int_equal(combatant_find(&table->state, str_of("#16"), &err), 16);
    assert_int_equal(combatant_find(&table->state, str_of("nobody"), &err), 0);
    assert_int_equal(combatant_called(&table->state, str_of("")), 0);
    table_free(table);
}

/* Numbers of combatants in a line are told as their names, but not within quotes or words. */
static void test_line__has_names_for_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *line, *told;
    } rows[] = {
        {"attack #1", "attack p1"},
        {"attack #1,#13/half by=#14", "attack p1,Zoë/half by=Gob"},
        {"#1 attack", "#1 attack"},
        {"note x#1", "note x#1"},
        {"note #1x #99 #", "note #1x #99 #"},
        {"note \"#1 #2\" #2", "note \"#1 #2\" p2"},
        {"", ""},
    };
    struct table *table = begin();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        TEXT_BUFFER(out, 100);
        command_name_ids(&table->state, str_of(rows[i].line), &out);
        assert_string_equal(out.p, rows[i].told);
    }
    table_free(table);
}

static void test_kinds__have_plurals(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"rat", "rats"},        {"wolf", "wolves"},   {"", ""},
        {"orc 2", "orc 2"},     {"fairy", "fairies"}, {"y", "ies"},
        {"boatman", "boatman"}, {"упырь", "упырь"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        TEXT_BUFFER(out, 40);
        kind_add_plural(&out, str_of(rows[i][0]));
        assert_string_equal(out.p, rows[i][1]);
    }
}

static void test_words__are_counts_or_names(void **state)
{
    (void)state;
    static const char *const counts[] = {"6",       "1d6",     "d6", "D6",
                                         "(party)", "party+1", "2x", "-2"};
    static const char *const names[] = {"", "d", "dwarf", "rat", "party", "-"};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        assert_true(combatant_is_count(str_of(counts[i])));
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_false(combatant_is_count(str_of(names[i])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names__are_the_same_but_for_case_and_composition),
        cmocka_unit_test(test_names__keep_what_has_no_other_form),
        cmocka_unit_test(test_words__are_found_with_or_without_marks),
        cmocka_unit_test(test_find__tells_the_nearest_of_those_who_are_there),
        cmocka_unit_test(test_find__somebody_without_a_name_by_the_number),
        cmocka_unit_test(test_line__has_names_for_numbers),
        cmocka_unit_test(test_kinds__have_plurals),
        cmocka_unit_test(test_words__are_counts_or_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
