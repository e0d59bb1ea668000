/* YAML as a tree with places: shapes, keys, quotes, and what is refused at which place. */
#include "content/yaml_reader.h"

#include <string.h>

#include "support/unit.h"

enum { MEMORY_SIZE = 4 << 20 };

static unsigned char memory[MEMORY_SIZE];
static struct arena arena;
static struct diagnostics diagnostics;

static const struct yaml_value *read_text(const char *text)
{
    arena_init(&arena, memory, sizeof memory);
    diagnostics.count = 0;
    struct yaml_source source = {.file = "x.yaml",
                                 .code = STATUS_DAMAGED,
                                 .bytes = str_of(text),
                                 .diagnostics = &diagnostics};
    return yaml_read(&source, &arena);
}

static void assert_refused(const char *text, const char *where, const char *part)
{
    assert_null(read_text(text));
    assert_true(diagnostics.count >= 1);
    assert_string_equal(diagnostics.diagnostic[0].where, where);
    assert_int_equal(diagnostics.diagnostic[0].code, STATUS_DAMAGED);
    if (strstr(diagnostics.diagnostic[0].text, part) == NULL) {
        fail_msg("%s: %s", text, diagnostics.diagnostic[0].text);
    }
}

static void test_yaml_reader__values_have_shapes_and_places(void **state)
{
    (void)state;
    const struct yaml_value *map = read_text("# first\na: 1\n\nb:\n  - x y\n  - {c: \"2\"}\n");
    assert_non_null(map);
    assert_int_equal(map->shape, YAML_SHAPE_MAP);
    assert_int_equal(map->count, 2);
    const struct yaml_value *a = yaml_find(map, "a");
    assert_string_equal(a->text.p, "1");
    assert_false(a->is_quoted);
    assert_int_equal(a->line, 2);
    assert_int_equal(a->column, 4);
    assert_int_equal(a->key_column, 1);
    const struct yaml_value *b = yaml_find(map, "b");
    assert_int_equal(b->shape, YAML_SHAPE_LIST);
    assert_int_equal(b->count, 2);
    assert_string_equal(b->first->text.p, "x y");
    const struct yaml_value *c = yaml_find(b->first->next, "c");
    assert_true(c->is_quoted);
    assert_int_equal(c->line, 6);
    assert_int_equal(c->column, 9);
    assert_null(yaml_find(map, "c"));
}

static void test_yaml_reader__texts_are_one_harmless_line(void **state)
{
    (void)state;
    const struct yaml_value *map =
        read_text("a: |\n  two\n  lines\nb: \"  \\e[2Jx\\t \"\nc: \xC3\xA9\xE2\x86\x92\n");
    assert_string_equal(yaml_find(map, "a")->text.p, "two lines");
    assert_string_equal(yaml_find(map, "b")->text.p, "x");
    assert_string_equal(yaml_find(map, "c")->text.p, "\xC3\xA9\xE2\x86\x92");
}

static void test_yaml_reader__an_empty_file_is_neither_a_value_nor_a_mistake(void **state)
{
    (void)state;
    assert_null(read_text(""));
    assert_int_equal(diagnostics.count, 0);
    assert_null(read_text("# a comment\n"));
    assert_int_equal(diagnostics.count, 0);
}

static void test_yaml_reader__what_could_grow_or_run_is_refused(void **state)
{
    (void)state;
    assert_refused("a: &x 1\nb: *x\n", "x.yaml:1:4", "anchors");
    assert_refused("a: 1\nb: *x\n", "x.yaml:2:4", "aliases");
    assert_refused("a: !!str 1\n", "x.yaml:1:4", "tags");
    assert_refused("a: ! 1\n", "x.yaml:1:4", "tags");
    assert_refused("&x a: 1\n", "x.yaml:1:1", "");
    assert_refused("[a]: 1\n", "x.yaml:1:1", "the name of a field");
    assert_refused("a: 1\n---\nb: 1\n", "x.yaml:2:1", "one document");
    assert_refused("a: [[[[[[[[[[[[[1]]]]]]]]]]]]]\n", "x.yaml:1:15", "more than 12");
}

static void test_yaml_reader__every_duplicate_key_is_named(void **state)
{
    (void)state;
    assert_refused("a: 1\nb: 2\na: 3\n\"b\": 4\n", "x.yaml:3:1",
                   "a: appears twice, first in line 1");
    assert_int_equal(diagnostics.count, 2);
    assert_string_equal(diagnostics.diagnostic[1].where, "x.yaml:4:1");
}

static void test_yaml_reader__bytes_that_are_no_text_have_a_place(void **state)
{
    (void)state;
    assert_refused("a: 1\nb: \xC3\x28\n", "x.yaml:2:5", "UTF-8");
    assert_refused("a: \"x\x07\"\n", "x.yaml:1:6", "control");
    assert_refused("a: b: c\n", "x.yaml:1:5", "quotes");
    assert_refused("a: @b\n", "x.yaml:1:4", "quotes");
    assert_refused("a: 'b\n", "x.yaml:2:1", "");
}

static void test_yaml_reader__too_many_values_are_refused(void **state)
{
    (void)state;
    static char text[YAML_VALUES_MAX * 2 + 16];
    size_t n = 0;
    text[n++] = '[';
    for (int i = 0; i < YAML_VALUES_MAX; i++) {
        text[n++] = 'a';
        text[n++] = ',';
    }
    text[n++] = ']';
    text[n] = '\0';
    assert_null(read_text(text));
    assert_int_equal(diagnostics.count, 1);
    /* A map of many keys would be searched for each of them. */
    n = 0;
    for (int i = 0; i <= YAML_KEYS_MAX; i++) {
        text[n++] = (char)('a' + i % 26);
        text[n++] = (char)('a' + i / 26);
        memcpy(text + n, ": 1\n", 5);
        n += 4;
    }
    assert_null(read_text(text));
    assert_string_equal(diagnostics.diagnostic[0].text, "more than 200 fields in one record");
}

static void test_yaml_reader__too_little_memory_is_a_mistake_of_the_file(void **state)
{
    (void)state;
    static const char text[] = "a: [b, c, {d: e}]\n";
    for (size_t size = 0; size < 1200; size += 8) {
        arena_init(&arena, memory, size);
        diagnostics.count = 0;
        struct yaml_source source = {.file = "x.yaml",
                                     .code = STATUS_USAGE,
                                     .bytes = str_of(text),
                                     .diagnostics = &diagnostics};
        const struct yaml_value *value = yaml_read(&source, &arena);
        assert_int_equal(value == NULL, diagnostics.count == 1);
        assert_true(value != NULL ||
                    strcmp(diagnostics.diagnostic[0].text, "too large to read") == 0);
    }
    assert_int_equal(diagnostics.count, 0); /* the last one had room */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yaml_reader__values_have_shapes_and_places),
        cmocka_unit_test(test_yaml_reader__texts_are_one_harmless_line),
        cmocka_unit_test(test_yaml_reader__an_empty_file_is_neither_a_value_nor_a_mistake),
        cmocka_unit_test(test_yaml_reader__what_could_grow_or_run_is_refused),
        cmocka_unit_test(test_yaml_reader__every_duplicate_key_is_named),
        cmocka_unit_test(test_yaml_reader__bytes_that_are_no_text_have_a_place),
        cmocka_unit_test(test_yaml_reader__too_many_values_are_refused),
        cmocka_unit_test(test_yaml_reader__too_little_memory_is_a_mistake_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
