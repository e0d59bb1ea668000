/* Words that say where an entered die comes from: how they are parted, made and told. */
#include "resolver/dice/entered_source.h"

#include <string.h>

#include "resolver/dice/dice.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static bool is(struct str part, const char *wanted)
{
    return str_equal(part, wanted);
}

static void test_entered_source__a_word_names_face_source_and_die(void **state)
{
    (void)state;
    static const struct {
        const char *word, *face, *name, *die, *shown;
    } rows[] = {
        {"4@table:d6", "4", "table", "d6", "4"},
        {"10@Anka_B:d10:0", "10", "Anka_B", "d10", "0"},
        {"4@Bj\xC3\xB6rn+Ana-2:d6", "4", "Bj\xC3\xB6rn+Ana-2", "d6", "4"},
    };
    static const char *const others[] = {"",
                                         "4",
                                         "@table:d6",
                                         "4@",
                                         "4@:d6",
                                         "4@table",
                                         "4@table:",
                                         "4@table::4",
                                         "4@ta!:d6",
                                         "4@table:d 6",
                                         "4@table:d6:",
                                         "4@table:d6:4:5",
                                         "4@table:d6:4!"};
    struct entered_source source;
    for (int i = 0; i < COUNT(rows); i++) {
        assert_true(entered_source(&source, str_of(rows[i].word)));
        assert_true(is(source.face, rows[i].face) && is(source.name, rows[i].name));
        assert_true(is(source.die, rows[i].die) && is(source.shown, rows[i].shown));
    }
    for (int i = 0; i < COUNT(others); i++) {
        if (entered_source(&source, str_of(others[i]))) {
            fail_msg("%s has a source", others[i]);
        }
    }
}

static void test_entered_source__only_faces_have_one(void **state)
{
    (void)state;
    struct entered entered;
    assert_true(entered_parse(&entered, str_of("4@table:d6")));
    assert_true(entered.kind == GIVEN_FACE && entered.value == 4);
    assert_false(entered_parse(&entered, str_of("=4@table:d6")));
    assert_false(entered_parse(&entered, str_of("4x@table:d6")));
    assert_false(entered_parse(&entered, str_of("")));
}

static void test_entered_source__names_are_made_fit_and_told_as_they_were(void **state)
{
    (void)state;
    static const struct {
        const char *name, *kept, *told;
    } rows[] = {{"Anka B", "Anka_B", "Anka B"},
                {"a+b:c", "a_b_c", "a b c"},
                {"\xC3\x89t\xC3\xA9", "\xC3\x89t\xC3\xA9", "\xC3\x89t\xC3\xA9"},
                {"", "die", "outside"}};
    for (int i = 0; i < COUNT(rows); i++) {
        TEXT_BUFFER(kept, 60);
        TEXT_BUFFER(told, 60);
        entered_source_add_name(str_of(rows[i].name), &kept);
        assert_string_equal(kept.p, rows[i].kept);
        struct entered_source source = {.name = {kept.p, kept.n}};
        entered_source_tell_name(&source, &told);
        assert_string_equal(told.p, rows[i].told);
    }
}

static void test_entered_source__all_of_a_line_are_told(void **state)
{
    (void)state;
    TEXT_BUFFER(told, 200);
    entered_sources_tell(str_of("attack rat 10@Anka:d10:0 3 4@Bo+Ana:d6 by=Bo"), "(", ")",
                         &told);
    assert_string_equal(told.p, "(the d10 showed 0, counts 10, from Anka)"
                                "(the d6 showed 4, from Bo and Ana)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entered_source__a_word_names_face_source_and_die),
        cmocka_unit_test(test_entered_source__only_faces_have_one),
        cmocka_unit_test(test_entered_source__names_are_made_fit_and_told_as_they_were),
        cmocka_unit_test(test_entered_source__all_of_a_line_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
