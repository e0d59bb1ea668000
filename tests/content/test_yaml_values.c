/* Values as YAML: what is written is read back as the same, whatever the texts hold; what is
 * hostile is refused with its place. */
#include <stdlib.h>
#include <string.h>

#include "content/yaml_values.h"
#include "support/draws.h"
#include "support/unit.h"

static void goes_round(json_t *value)
{
    struct error err;
    char *text = yaml_values_write(value);
    assert_non_null(text);
    json_t *read = yaml_values_read(str_of(text), "test", &err);
    if (read == NULL || !json_equal(read, value)) {
        char *wanted = json_dumps(value, JSON_ENCODE_ANY);
        char *got = read != NULL ? json_dumps(read, JSON_ENCODE_ANY) : NULL;
        fail_msg("%s\nbecame\n%s\nand\n%s", wanted, text, got != NULL ? got : err.text);
    }
    json_decref(read);
    free(text);
}

static void test_yaml_values__texts_that_look_like_something_else(void **state)
{
    static const char *const texts[] = {"",
                                        " ",
                                        "\n",
                                        "\n\n",
                                        "a\n",
                                        "a\n\n",
                                        "a\nb",
                                        "a\n\n  b\n",
                                        " a\nb",
                                        "\ta\nb",
                                        "a\n\tb",
                                        "a \nb",
                                        "yes",
                                        "No",
                                        "null",
                                        "~",
                                        "12",
                                        "-3",
                                        "+4",
                                        "0x1F",
                                        "1e3",
                                        "1:30",
                                        ".inf",
                                        "-",
                                        "- a",
                                        "a: b",
                                        "a:",
                                        ": a",
                                        "# a",
                                        "a # b",
                                        "a#b",
                                        "'a'",
                                        "\"a\"",
                                        "\\n",
                                        "{a}",
                                        "[a]",
                                        "a, b",
                                        "*a",
                                        "&a",
                                        "!a",
                                        "%a",
                                        "@a",
                                        "`a",
                                        "|",
                                        "> a",
                                        "? a",
                                        "---",
                                        "...",
                                        "--- a\nb",
                                        "a\r\nb",
                                        "a\rb",
                                        "\xC2\x85",
                                        "a\nb\xC2\x85",
                                        "a\nb\xE2\x80\xA8",
                                        ("\xEF\xBB\xBF"
                                         "a\nb"),
                                        "\xF0\x9F\x90\x89",
                                        "\xF0\x9F\x90\x89\nb",
                                        "\x01",
                                        "a\n\x1B[31m",
                                        "\x7F\nb",
                                        "2026-11-29",
                                        "a\n# not a note\n",
                                        "a\n---\nb\n",
                                        "a\n...\n",
                                        "true\n",
                                        "=",
                                        "<<",
                                        "trailing \n",
                                        "Nest ledge",
                                        "Odo's (old) hat, 2/3 + 1"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *list = json_array();
        json_t *map = json_object();
        json_array_append_new(list, json_string(texts[i]));
        json_object_set_new(map, "plain", json_string(texts[i]));
        json_object_set(map, "list", list);
        json_object_set_new(map, texts[i], json_integer(-1));
        goes_round(map);
        json_decref(map);
        json_decref(list);
    }
}

static void add_character(struct draws *draws, struct text *out)
{
    static const char *const some[] = {
        "\n", "\n  ",     " ", ":", "#", "- ", "'", "\"",   "\\",           "\t",
        "\r", "\xC3\xA9", "{", "]", "|", ">",  "%", "\x02", "\xE2\x80\xA9", "---\n"};
    int pick = draws_between(draws, 0, 40);
    if (pick < (int)(sizeof some / sizeof some[0])) {
        text_add(out, "%s", some[pick]);
    } else {
        text_add_char(out, (char)draws_between(draws, 'a', 'z'));
    }
}

static json_t *some_value(struct draws *draws, int depth)
{
    TEXT_BUFFER(text, 200);
    int pick = draws_between(draws, depth > 3 ? 3 : 0, 9);
    json_t *value = pick < 2 ? json_object() : json_array();
    for (int i = draws_between(draws, 0, 20); i > 0; i--) {
        add_character(draws, &text);
    }
    if (pick >= 3) {
        json_decref(value);
        return pick == 3   ? json_integer(draws_between(draws, -2000000, 2000000))
               : pick == 4 ? json_boolean(draws_between(draws, 0, 1))
               : pick == 5 ? json_null()
                           : json_string(text.p);
    }
    for (int i = draws_between(draws, 0, 15); i > 0; i--) {
        text = text_over(text.p, text.size);
        text_add(&text, "k%d", i);
        add_character(draws, &text);
        json_t *one = some_value(draws, depth + 1);
        (void)(pick < 2 ? json_object_set_new(value, text.p, one)
                        : json_array_append_new(value, one));
    }
    return value;
}

static void test_yaml_values__any_values_go_round(void **state)
{
    struct draws draws;
    (void)state;
    draws_init(&draws);
    for (int i = 0; i < 500; i++) {
        json_t *value = some_value(&draws, 0);
        goes_round(value);
        json_decref(value);
    }
}

static void test_yaml_values__what_is_refused_has_its_place(void **state)
{
    static const struct {
        const char *text, *where, *why;
    } cases[] = {
        {"a: 1\na: 2\n", "test:2:1", "this key is there already"},
        {"a: &x 1\nb: *x\n", "test:1:4", "anchors and tags are not read here"},
        {"a: !!python/object x\n", "test:1:4", "anchors and tags are not read here"},
        {"? [a]\n: 1\n", "test:1:3", "expected a word as the key"},
        {"", "test:1:1", "expected a value"},
        {"a: 1\n---\nb: 2\n", "test:2:1", "expected one document, not several"},
        {"[[[[[[[[[[[[[[1]]]]]]]]]]]]]]\n", "test:1:14", "too deep within each other"},
    };
    struct error err;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_null(yaml_values_read(str_of(cases[i].text), "test", &err));
        assert_string_equal(err.where, cases[i].where);
        assert_string_equal(err.text, cases[i].why);
    }
    assert_null(yaml_values_read(str_of("a: [1\n"), "test", &err));
    assert_null(yaml_values_read(str_of("a: \"\\uD800\"\n"), "test", &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yaml_values__texts_that_look_like_something_else),
        cmocka_unit_test(test_yaml_values__any_values_go_round),
        cmocka_unit_test(test_yaml_values__what_is_refused_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
