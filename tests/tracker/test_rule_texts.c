/* Rules that a text cites, one after the other; ids may hold blanks and commas themselves. */
#include <string.h>

#include "support/unit.h"
#include "tracker/library.h"

static const struct rule_text rules[] = {{.id = "5.1", .title = "Order"},
                                         {.id = "5.14", .title = "Attack"},
                                         {.id = "save", .title = "Saves"},
                                         {.id = "save rolls", .title = "Save rolls"},
                                         {.id = "a, b", .title = "Both"}};
static const struct rule_texts texts = {.rule_text = rules,
                                        .count = sizeof rules / sizeof rules[0]};

static void test_rule_texts__are_found_in_what_cites_them(void **state)
{
    (void)state;
    static const struct {
        const char *cited, *found;
    } rows[] = {
        {"", ""},
        {"5.14", "5.14;"},
        {"5.14 5.1", "5.14;5.1;"},
        {"5.1,5.14", "5.1;5.14;"},
        {"SAVE ROLLS, save", "save rolls;save;"},
        {"save rolling", "save;"},
        {"saves, a, b", "a, b;"},
        {"5.141 unknown 5.1", "5.1;"},
        {"5", ""},
        {" , ", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct str rest = str_of(rows[i].cited);
        TEXT_BUFFER(out, 100);
        const struct rule_text *found;
        while ((found = rule_text_next(&texts, &rest)) != NULL) {
            text_add(&out, "%s;", found->id);
        }
        assert_string_equal(out.p, rows[i].found);
        assert_int_equal(rest.n, 0);
    }
}

static void test_rule_texts__have_titles(void **state)
{
    (void)state;
    assert_string_equal(rule_text_title(&texts, "5.14"), "Attack");
    assert_string_equal(rule_text_title(&texts, "5.2"), "");
}

/* A library without slots is searched one by one, as a few records of a test are. */
static void test_library__is_searched_without_slots_too(void **state)
{
    (void)state;
    static const struct library_kind kinds[] = {{.name = "item"}, {.name = "spell"}};
    static const struct library_record records[] = {{.kind = &kinds[0], .name = "long-sword"},
                                                    {.kind = &kinds[1], .name = "light"}};
    static const struct library library = {.record = records, .count = 2};
    static const struct {
        const char *kind, *name;
        int found; /* -1: none */
    } rows[] = {{"item", "long-sword", 0}, {"item", "Long Sword", 0},
                {"spell", "light", 1},     {"spell", "líght", 1},
                {"item", "light", -1},     {"item", "longsword", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err;
        const struct library_record *found =
            library_find(&library, rows[i].kind, str_of(rows[i].name), &err);
        assert_ptr_equal(found, rows[i].found >= 0 ? &records[rows[i].found] : NULL);
        assert_ptr_equal(library_find(&library, rows[i].kind, str_of(rows[i].name), NULL),
                         found);
        if (found == NULL) {
            assert_non_null(strstr(err.text, "there is no item"));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule_texts__are_found_in_what_cites_them),
        cmocka_unit_test(test_rule_texts__have_titles),
        cmocka_unit_test(test_library__is_searched_without_slots_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
