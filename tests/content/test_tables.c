/* Files of random tables: the resulting tables, layers, every possible mistake, and that the
 * files that ship are valid. */
#include "content/tables.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "resolver/tables/random_table.h"
#include "support/unit.h"

struct fixture {
    struct arena arena, scratch;
    struct table_set set;
    struct diagnostics diagnostics;
    struct random_tables tables;
    unsigned char memory[TABLES_MEMORY_SIZE];
    unsigned char scratch_memory[TABLES_SCRATCH_SIZE];
};

static int setup(void **state)
{
    struct fixture *fixture = malloc(sizeof *fixture);
    assert_non_null(fixture);
    fixture->diagnostics.count = 0;
    arena_init(&fixture->arena, fixture->memory, sizeof fixture->memory);
    arena_init(&fixture->scratch, fixture->scratch_memory, sizeof fixture->scratch_memory);
    assert_true(tables_begin(&fixture->set, &fixture->arena, &fixture->scratch));
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

static void read_text(struct fixture *fixture, const char *file, struct str text)
{
    struct yaml_source source = {.file = file,
                                 .code = STATUS_USAGE,
                                 .bytes = text,
                                 .diagnostics = &fixture->diagnostics};
    tables_read(&fixture->set, &source);
    assert_int_equal(fixture->scratch.used, 0);
}

static void finish(struct fixture *fixture)
{
    tables_finish(&fixture->set, &fixture->diagnostics, &fixture->tables);
    assert_int_equal(fixture->scratch.used, 0);
    if (fixture->diagnostics.count > 0) {
        fail_msg("%s: %s", fixture->diagnostics.diagnostic[0].where,
                 fixture->diagnostics.diagnostic[0].text);
    }
}

static const struct random_table *table_named(const struct fixture *fixture, const char *name)
{
    int i = random_table_find(&fixture->tables, str_of(name), NULL);
    assert_true(i >= 0);
    return &fixture->tables.table[i];
}

static void test_tables__every_field_is_taken_over(void **state)
{
    struct fixture *fixture = *state;
    read_text(fixture, "a.yaml",
              str_of("tables:\n"
                     "  - name: first\n"
                     "    title: The  first\n"
                     "    dice: 1D4 - 2\n"
                     "    rows:\n"
                     "      - {roll: -1..0, text: \"a: b\", then: [second, 3x second]}\n"
                     "      - {roll: 1, result: bribe}\n"
                     "      - {roll: 2, result: bribe, text: ten}\n"
                     "  - name: second\n"
                     "    rows:\n"
                     "      - {weight: 3, text: c}\n"
                     "      - text: >\n"
                     "          two\n"
                     "          lines\n"));
    finish(fixture);
    const struct random_table *first = table_named(fixture, "first");
    assert_string_equal(first->title, "The  first");
    assert_int_equal(first->kind, TABLE_EXPRESSION);
    assert_int_equal(first->rows, 3);
    assert_int_equal(first->row[0].low, -1);
    assert_int_equal(first->row[0].high, 0);
    assert_string_equal(first->row[0].text, "a: b");
    assert_int_equal(first->row[0].rolls, 2);
    assert_int_equal(first->row[0].roll[0].times, 1);
    assert_int_equal(first->row[0].roll[1].times, 3);
    assert_string_equal(fixture->tables.table[first->row[0].roll[1].table].name, "second");
    assert_int_equal(first->row[1].reaction, REACTION_BRIBE);
    assert_string_equal(first->row[1].text, reaction_text(REACTION_BRIBE));
    assert_string_equal(first->row[2].text, "ten");
    const struct random_table *second = table_named(fixture, "second");
    assert_string_equal(second->title, "second");
    assert_int_equal(second->kind, TABLE_WEIGHTS);
    assert_int_equal(second->sides, 4);
    assert_int_equal(second->row[1].low, 4);
    assert_string_equal(second->row[1].text, "two lines");
}

static void test_tables__hostile_text_is_made_harmless(void **state)
{
    struct fixture *fixture = *state;
    read_text(fixture, "a.yaml",
              str_of("tables:\n  - name: a\n    rows:\n"
                     "      - text: \"red \\e[31malert\\a \\u202Egnp.exe\\x9b\"\n"));
    finish(fixture);
    assert_string_equal(table_named(fixture, "a")->row[0].text, "red alert gnp.exe");
}

static const char one[] = "tables:\n  - name: a\n    rows:\n      - text: one\n"
                          "  - name: b\n    rows:\n      - then: a\n";
static const char two[] = "tables:\n  - name: a\n    rows:\n      - text: two\n";

static void test_tables__a_later_layer_takes_the_place_of_an_earlier_one(void **state)
{
    struct fixture *fixture = *state;
    read_text(fixture, "one.yaml", str_of(one));
    tables_next_layer(&fixture->set);
    read_text(fixture, "two.yaml", str_of(two));
    finish(fixture);
    assert_int_equal(fixture->tables.count, 2);
    const struct random_table *b = table_named(fixture, "b");
    assert_string_equal(fixture->tables.table[b->row[0].roll[0].table].row[0].text, "two");
}

static void test_tables__a_name_is_unique_in_a_layer(void **state)
{
    struct fixture *fixture = *state;
    read_text(fixture, "one.yaml", str_of(one));
    read_text(fixture, "two.yaml", str_of(two));
    assert_int_equal(fixture->diagnostics.count, 1);
    assert_string_equal(fixture->diagnostics.diagnostic[0].where, "two.yaml:2:11");
    assert_string_equal(fixture->diagnostics.diagnostic[0].text,
                        "name: there is a table a already, one.yaml:2:5");
}

static void test_tables__names_are_looked_up_across_files(void **state)
{
    struct fixture *fixture = *state;
    read_text(fixture, "one.yaml",
              str_of("tables:\n  - name: x\n    rows:\n      - then: a\n"));
    read_text(fixture, "two.yaml", str_of(two));
    finish(fixture);
}

/* ---- what ships ------------------------------------------------------------------------ */

static void test_tables__every_table_that_ships_is_right(void **state)
{
    struct fixture *fixture = *state;
    int files = 0;
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strstr(file->path, "tables") == NULL) {
            continue;
        }
        const char *text = (const char *)file->bytes;
        assert_int_equal(text[0], '#'); /* it begins by explaining itself */
        assert_non_null(strstr(text, "Source: "));
        assert_non_null(strstr(text, "Licence: "));
        read_text(fixture, file->path, (struct str){text, (int)*file->size});
        files++;
    }
    assert_true(files >= 4);
    finish(fixture);
    bool has_kind[TABLE_WEIGHTS + 1] = {false};
    int reactions = 0;
    for (int i = 0; i < fixture->tables.count; i++) {
        const struct random_table *table = &fixture->tables.table[i];
        has_kind[table->kind] = true;
        struct table_odds odds;
        size_t mark = fixture->scratch.used;
        assert_int_equal(random_table_odds(&odds, &fixture->tables, i, &fixture->scratch, NULL),
                         STATUS_OK);
        assert_true(odds.has_texts);
        fixture->scratch.used = mark;
        for (int k = 0; k < table->rows; k++) {
            reactions |= 1 << table->row[k].reaction;
        }
    }
    assert_true(has_kind[TABLE_EXPRESSION] && has_kind[TABLE_D66] && has_kind[TABLE_WEIGHTS]);
    assert_int_equal(reactions, (1 << REACTIONS) - 1); /* each is shown at least once */
}

/* ---- what is wrong --------------------------------------------------------------------- */

enum { FILE_SIZE = 64 * 1024 };

/* The whole file, zero-terminated; its length. */
static int read_whole(const char *path, char *buf)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("%s cannot be opened", path);
        return 0;
    }
    int n = (int)fread(buf, 1, FILE_SIZE - 1, file);
    fclose(file);
    buf[n] = '\0';
    return n;
}

static void problems_text(const struct diagnostics *diagnostics, struct text *out)
{
    for (int i = 0; i < diagnostics->count; i++) {
        text_add(out, "%s: %s\n", diagnostics->diagnostic[i].where,
                 diagnostics->diagnostic[i].text);
    }
}

/* Each tests/content/bad/NAME.yaml is answered with exactly the lines of NAME.txt. */
static void test_tables__every_bad_file_is_answered_as_expected(void **state)
{
    struct fixture *fixture = *state;
    DIR *folder = opendir("tests/content/bad");
    assert_non_null(folder);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!str_matches_glob(str_of(entry->d_name), str_of("*.yaml"))) {
            continue;
        }
        static char bytes[FILE_SIZE], expected[FILE_SIZE], actual[FILE_SIZE];
        char path[400];
        snprintf(path, sizeof path, "tests/content/bad/%s", entry->d_name);
        int n = read_whole(path, bytes);
        snprintf(path + strlen(path) - strlen("yaml"), 5, "txt");
        read_whole(path, expected);
        fixture->diagnostics.count = 0;
        fixture->arena.used = 0;
        assert_true(tables_begin(&fixture->set, &fixture->arena, &fixture->scratch));
        read_text(fixture, entry->d_name, (struct str){bytes, n});
        tables_finish(&fixture->set, &fixture->diagnostics, &fixture->tables);
        struct text text = text_over(actual, sizeof actual);
        problems_text(&fixture->diagnostics, &text);
        assert_string_equal(actual, expected);
        assert_true(text.n > 0);
        files++;
    }
    closedir(folder);
    assert_true(files >= 30);
}

/* What fuzzing started from and found: each is refused with a place, or can be rolled on. */
static void test_tables__the_corpus_is_read_or_refused(void **state)
{
    struct fixture *fixture = *state;
    DIR *folder = opendir("tests/fuzz/corpus/tables");
    assert_non_null(folder);
    int right = 0;
    int wrong = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        static char bytes[FILE_SIZE];
        char path[400];
        if (entry->d_name[0] == '.') {
            continue;
        }
        snprintf(path, sizeof path, "tests/fuzz/corpus/tables/%s", entry->d_name);
        int n = read_whole(path, bytes);
        fixture->diagnostics.count = 0;
        fixture->arena.used = 0;
        assert_true(tables_begin(&fixture->set, &fixture->arena, &fixture->scratch));
        read_text(fixture, entry->d_name, (struct str){bytes, n});
        tables_finish(&fixture->set, &fixture->diagnostics, &fixture->tables);
        for (int i = 0; i < fixture->tables.count && fixture->diagnostics.count == 0; i++) {
            struct dice dice;
            struct table_act act;
            dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, false, NULL);
            random_table_roll(&act, &fixture->tables, i, &dice);
            assert_true(random_table_is_done(&act));
        }
        for (int i = 0; i < fixture->diagnostics.count; i++) {
            assert_true(strncmp(fixture->diagnostics.diagnostic[i].where, entry->d_name,
                                strlen(entry->d_name)) == 0);
            assert_true(fixture->diagnostics.diagnostic[i].text[0] != '\0');
        }
        right += fixture->diagnostics.count == 0 ? 1 : 0;
        wrong += fixture->diagnostics.count > 0 ? 1 : 0;
    }
    closedir(folder);
    assert_true(right >= 5 && wrong >= 10);
}

static void test_tables__too_little_memory_is_a_problem(void **state)
{
    struct fixture *fixture = *state;
    for (size_t size = 1000; size < 600000; size += 7001) {
        fixture->diagnostics.count = 0;
        arena_init(&fixture->arena, fixture->memory, size);
        if (!tables_begin(&fixture->set, &fixture->arena, &fixture->scratch)) {
            continue;
        }
        for (int i = 0; i < 4; i++) {
            char text[600];
            snprintf(text, sizeof text,
                     "tables:\n  - name: a%d\n    dice: %dd6\n    rows:\n"
                     "      - {roll: %d-%d, text: x, then: a0}\n",
                     i, i + 1, i + 1, 6 * (i + 1));
            read_text(fixture, "a.yaml", str_of(text));
        }
        if (fixture->diagnostics.count > 0) {
            assert_non_null(strstr(fixture->diagnostics.diagnostic[0].text, "no room"));
        }
    }
    assert_int_equal(fixture->diagnostics.count, 0); /* the last one had room */
}

/* Files of a megabyte: many tables, one long text, many mistakes. */
static void test_tables__large_files_are_read_or_refused(void **state)
{
    struct fixture *fixture = *state;
    static char bytes[YAML_BYTES_MAX + 2];
    static const char *const repeated[] = {"[",      "- ", "a: ", "\"",    "{a: ", "? ",
                                           "# ",     "\n", "&a ", "- a\n", "'\n",  "x",
                                           "a: b\n", "%",  "|\n", "!"};
    for (size_t i = 0; i < sizeof repeated / sizeof repeated[0]; i++) {
        size_t n = 0;
        size_t length = strlen(repeated[i]);
        while (n + length <= YAML_BYTES_MAX) {
            memcpy(bytes + n, repeated[i], length);
            n += length;
        }
        fixture->diagnostics.count = 0;
        read_text(fixture, "large.yaml", (struct str){bytes, (int)n});
        assert_true(fixture->diagnostics.count > 0);
        assert_true(fixture->diagnostics.diagnostic[0].text[0] != '\0');
    }
    fixture->diagnostics.count = 0;
    read_text(fixture, "large.yaml", (struct str){bytes, YAML_BYTES_MAX + 1});
    assert_string_equal(fixture->diagnostics.diagnostic[0].text,
                        "expected a file of at most 1048576 bytes");
}

static void test_tables__rows_are_read_as_books_print_them(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *dice, *roll[3];
        int low[3], high[3];
    } books[] = {
        {"d100",
         {"01\xE2\x80\x93"
          "50",
          "51 - 99", "00"},
         {1, 51, 100},
         {50, 99, 100}},
        {"d100",
         {"1-50",
          "51\xE2\x88\x92"
          "90",
          "91\xE2\x80\x93"
          "00"},
         {1, 51, 91},
         {50, 90, 100}},
        {"d10", {"1, 2", "3,4-8", "9,0"}, {1, 3, 9}, {2, 8, 10}},
        {"d66", {"11,12", "13-16,21", "22-66"}, {11, 13, 22}, {12, 21, 66}},
        {"d10-1", {"0", "1-8", "9"}, {0, 1, 9}, {0, 8, 9}},
    };
    TEXT_BUFFER(text, 2000);
    text_add(&text, "tables:\n");
    for (int i = 0; i < 5; i++) {
        text_add(&text, "  - name: book-%c\n    title: Book\n    dice: %s\n    rows:\n",
                 'a' + i, books[i].dice);
        for (int k = 0; k < 3; k++) {
            text_add(&text, "      - roll: %s\n        text: row %d\n", books[i].roll[k], k);
        }
    }
    read_text(fixture, "books.yaml", (struct str){text.p, text.n});
    finish(fixture);
    assert_int_equal(5, fixture->tables.count);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 3; k++) {
            assert_int_equal(books[i].low[k], fixture->tables.table[i].row[k].low);
            assert_int_equal(books[i].high[k], fixture->tables.table[i].row[k].high);
        }
    }
}

static void test_tables__a_list_with_a_gap_is_no_row(void **state)
{
    struct fixture *fixture = *state;
    read_text(fixture, "gaps.yaml",
              str_of("tables:\n  - name: gaps\n    title: Gaps\n    dice: d6\n    rows:\n"
                     "      - roll: 1,3\n        text: one\n"
                     "      - roll: 4-6\n        text: two\n"));
    assert_true(fixture->diagnostics.count > 0);
    assert_non_null(strstr(fixture->diagnostics.diagnostic[0].text, "roll: expected"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_tables__rows_are_read_as_books_print_them),
        TEST(test_tables__a_list_with_a_gap_is_no_row),
        TEST(test_tables__every_field_is_taken_over),
        TEST(test_tables__hostile_text_is_made_harmless),
        TEST(test_tables__a_later_layer_takes_the_place_of_an_earlier_one),
        TEST(test_tables__a_name_is_unique_in_a_layer),
        TEST(test_tables__names_are_looked_up_across_files),
        TEST(test_tables__every_table_that_ships_is_right),
        TEST(test_tables__every_bad_file_is_answered_as_expected),
        TEST(test_tables__the_corpus_is_read_or_refused),
        TEST(test_tables__too_little_memory_is_a_problem),
        TEST(test_tables__large_files_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
