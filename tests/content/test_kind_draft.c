/* Records being written: the typed text, the file it becomes, and reading that again. */

#include <stdlib.h>
#include <string.h>

#include "content/library.h"
#include "games/games.h"
#include "support/unit.h"

struct fixture {
    struct arena arena, scratch;
    struct library_set set;
    struct diagnostics diagnostics;
    struct kind_draft draft, again;
    unsigned char memory[8 << 20];
    unsigned char scratch_memory[LIBRARY_SCRATCH_SIZE];
};

static void begin(struct fixture *fixture, const struct system *system)
{
    const struct procedure *procedure = games_find(system);
    fixture->diagnostics.count = 0;
    arena_init(&fixture->arena, fixture->memory, sizeof fixture->memory);
    arena_init(&fixture->scratch, fixture->scratch_memory, sizeof fixture->scratch_memory);
    assert_true(library_begin(&fixture->set, procedure->kinds, procedure->kinds_count, system,
                              &fixture->arena, &fixture->scratch));
}

static bool read_text(struct fixture *fixture, const char *text)
{
    struct yaml_source source = {.file = "x.yaml",
                                 .code = STATUS_USAGE,
                                 .bytes = str_of(text),
                                 .diagnostics = &fixture->diagnostics};
    return library_read(&fixture->set, &source);
}

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

/* Writes the draft, reads it, and takes the record into another draft. */
static void write_and_read(struct fixture *fixture)
{
    static char bytes[DRAFT_TEXT_SIZE];
    struct text text = text_over(bytes, sizeof bytes);
    kind_draft_write(&fixture->draft, &text);
    assert_false(text.is_cut);
    fixture->set.count = 0;
    fixture->set.room = 0;
    if (!read_text(fixture, bytes)) {
        fail_msg("%s: %s\n%s", fixture->diagnostics.diagnostic[0].where,
                 fixture->diagnostics.diagnostic[0].text, bytes);
    }
    kind_draft_take(&fixture->again, &fixture->set.record[0]);
}

static const struct library_kind *kind_named(struct fixture *fixture, const char *name)
{
    for (int i = 0; i < fixture->set.kinds_count; i++) {
        if (strcmp(fixture->set.kinds[i].name, name) == 0) {
            return &fixture->set.kinds[i];
        }
    }
    fail_msg("there is no kind %s", name);
    return NULL;
}

static void set(struct fixture *fixture, const char *field, const char *value)
{
    struct error err;
    int index = kind_field_named(fixture->draft.kind, str_of(field), &err);
    assert_true(index >= 0);
    assert_int_equal(kind_draft_set(&fixture->draft, index, str_of(value), &err), STATUS_OK);
}

/* Characters that are special in YAML, in lists and in quotes come back unchanged. */
static void test_kind_draft__what_is_written_is_read_again(void **state)
{
    struct fixture *fixture = *state;
    static const char pieces[][8] = {"a", "\"", "\\", ",", ":", " #",       "- ", "{",  "]",
                                     "'", "&x", "*",  "!", "|", "\xc3\xa9", "%",  "? ", "~"};
    unsigned seed = 7;
    begin(fixture, system_find(str_of("trilemma")));
    for (int round = 0; round < 500; round++) {
        kind_draft_begin(&fixture->draft, kind_named(fixture, "creature"));
        set(fixture, "name", "Gully Goblin");
        for (int field = 0; field < 2; field++) {
            TEXT_BUFFER(value, 40);
            text_add(&value, "x");
            for (int i = 0; i < 8; i++) {
                seed = seed * 1103515245u + 12345u;
                text_add(&value, "%s", pieces[(seed >> 16) % COUNT_OF(pieces)]);
            }
            text_add(&value, "x");
            if (field == 0) {
                set(fixture, "note", value.p);
            } else {
                struct library_texts texts = {1, (const char *const[]){value.p}};
                struct library_texts all[DRAFT_FIELDS_MAX] = {{0, NULL}};
                int traits = kind_field_named(fixture->draft.kind, str_of("traits"), NULL);
                all[traits] = texts;
                struct library_record record = {.kind = fixture->draft.kind, .field = all};
                TEXT_BUFFER(typed, 200);
                kind_field_format(&record, traits, &typed);
                set(fixture, "traits", typed.p);
                write_and_read(fixture);
                assert_int_equal(fixture->set.record[0].field[traits].count, 1);
                assert_string_equal(fixture->set.record[0].field[traits].text[0], value.p);
            }
        }
        for (int i = 0; i < fixture->draft.kind->fields_count; i++) {
            assert_string_equal(fixture->again.value[i], fixture->draft.value[i]);
        }
        assert_string_equal(fixture->again.value[0], "gully-goblin");
        fixture->arena.used = 0;
        begin(fixture, system_find(str_of("trilemma")));
    }
}

static void test_kind_draft__lists_are_separated_by_commas(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, system_find(str_of("trilemma")));
    kind_draft_begin(&fixture->draft, kind_named(fixture, "creature"));
    set(fixture, "name", "x");
    set(fixture, "tags", "cave , \"a, \"\"b\"\"\", moor,");
    write_and_read(fixture);
    const struct library_texts *tags = library_list(&fixture->set.record[0], "tags");
    assert_int_equal(tags->count, 3);
    assert_string_equal(tags->text[0], "cave");
    assert_string_equal(tags->text[1], "a, \"b\"");
    assert_string_equal(tags->text[2], "moor");
    set(fixture, "tags", "-");
    write_and_read(fixture);
    assert_int_equal(library_list(&fixture->set.record[0], "tags")->count, 0);
}

static void test_kind_draft__a_wrong_field_names_the_nearest(void **state)
{
    struct fixture *fixture = *state;
    struct error err;
    begin(fixture, system_find(str_of("trilemma")));
    assert_int_equal(kind_field_named(kind_named(fixture, "creature"), str_of("strenth"), &err),
                     -1);
    assert_string_equal(err.text, "a creature has no strenth; did you mean strength?");
    static char long_value[DRAFT_VALUE_SIZE + 10];
    memset(long_value, 'x', sizeof long_value - 1);
    kind_draft_begin(&fixture->draft, kind_named(fixture, "creature"));
    assert_int_equal(kind_draft_set(&fixture->draft, 1, str_of(long_value), &err),
                     STATUS_USAGE);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_kind_draft__what_is_written_is_read_again),
        TEST(test_kind_draft__lists_are_separated_by_commas),
        TEST(test_kind_draft__a_wrong_field_names_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
