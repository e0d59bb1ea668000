/* The library: the records from files, layers, every possible mistake, and that the files that
 * ship are valid. */
#include "content/library.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "games/games.h"
#include "support/unit.h"
#include "tracker/procedure.h"

enum { FILE_SIZE = 16384 };

struct fixture {
    struct arena arena, scratch;
    struct library_set set;
    struct diagnostics diagnostics;
    struct library library;
    const struct system *system;
    const struct procedure *procedure;
    unsigned char memory[LIBRARY_MEMORY_SIZE];
    unsigned char scratch_memory[LIBRARY_SCRATCH_SIZE];
};

static void begin(struct fixture *fixture)
{
    fixture->diagnostics.count = 0;
    arena_init(&fixture->arena, fixture->memory, sizeof fixture->memory);
    arena_init(&fixture->scratch, fixture->scratch_memory, sizeof fixture->scratch_memory);
    assert_true(library_begin(&fixture->set, fixture->procedure->kinds,
                              fixture->procedure->kinds_count, fixture->system, &fixture->arena,
                              &fixture->scratch));
}

static void begin_system(struct fixture *fixture, const char *id)
{
    fixture->system = system_find(str_of(id));
    assert_non_null(fixture->system);
    fixture->procedure = games_find(fixture->system);
    assert_non_null(fixture->procedure);
    begin(fixture);
}

static int setup(void **state)
{
    struct fixture *fixture = malloc(sizeof *fixture);
    assert_non_null(fixture);
    begin_system(fixture, "four-against-darkness");
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
    library_read(&fixture->set, &source);
    assert_int_equal(fixture->scratch.used, 0);
}

static void finish(struct fixture *fixture)
{
    library_finish(&fixture->set, &fixture->diagnostics, &fixture->library);
    if (fixture->diagnostics.count > 0) {
        fail_msg("%s: %s", fixture->diagnostics.diagnostic[0].where,
                 fixture->diagnostics.diagnostic[0].text);
    }
}

static void test_library__fields_are_taken_over(void **state)
{
    struct fixture *fixture = *state;
    struct error err;
    read_text(fixture, "a.yaml",
              str_of("abilities:\n  - name: luck\nitems:\n  - name: rope\n"
                     "classes:\n  - name: tall-scout\n    life: L+2\n"
                     "    modifiers: [attack +L, 'defence +1 when dark, luck']\n"
                     "    abilities: luck\n    gear: [rope, rope]\n"));
    finish(fixture);
    assert_int_equal(fixture->library.count, 3);
    const struct library_record *scout =
        library_find(&fixture->library, "class", str_of("Tall Scout"), &err);
    assert_non_null(scout);
    assert_string_equal(scout->name, "tall-scout");
    assert_string_equal(library_text(scout, "life"), "L+2");
    assert_int_equal(library_list(scout, "modifiers")->count, 2);
    assert_string_equal(library_list(scout, "modifiers")->text[1],
                        "defence +1 when dark, luck");
    assert_int_equal(library_list(scout, "gear")->count, 2);
    assert_string_equal(library_text(scout, "abilities"), "luck");
    assert_null(library_text(scout, "note"));
    /* A default takes the place of a missing value. */
    const struct library_record *luck =
        library_find(&fixture->library, "ability", str_of("luck"), &err);
    assert_string_equal(library_text(luck, "uses"), "unlimited");
    assert_null(library_find(&fixture->library, "class", str_of("luck"), &err));
    assert_null(library_find(&fixture->library, "ability", str_of("luk"), &err));
    assert_string_equal(err.text, "there is no ability luk; did you mean luck?");
}

static void test_library__a_later_layer_takes_the_place_of_an_earlier_one(void **state)
{
    struct fixture *fixture = *state;
    struct error err;
    read_text(fixture, "a.yaml", str_of("items:\n  - name: rope\n    modifiers: is long\n"));
    library_next_layer(&fixture->set);
    read_text(fixture, "b.yaml", str_of("items:\n  - name: rope\n    modifiers: is short\n"));
    finish(fixture);
    assert_int_equal(fixture->library.count, 1);
    const struct library_record *rope =
        library_find(&fixture->library, "item", str_of("rope"), &err);
    assert_string_equal(library_text(rope, "modifiers"), "is short");
}

/* Returns how many files of records ship for a system. */
static int read_shipped(struct fixture *fixture, const char *id)
{
    char pattern[80];
    int files = 0;
    begin_system(fixture, id);
    snprintf(pattern, sizeof pattern, "data/%s/*.yaml", id);
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (str_matches_glob(str_of(file->path), str_of(pattern)) &&
            !str_matches_glob(str_of(file->path), str_of("*/tables.yaml")) &&
            !str_matches_glob(str_of(file->path), str_of("*/policies.yaml")) &&
            !str_matches_glob(str_of(file->path), str_of("*/import.yaml")) &&
            !str_matches_glob(str_of(file->path), str_of("*/rules.yaml"))) {
            read_text(fixture, file->path,
                      (struct str){(const char *)file->bytes, (int)*file->size});
            files++;
        }
    }
    finish(fixture);
    return files;
}

static void test_library__everything_that_ships_is_right(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *system;
        int files, least;
    } shipped[] = {{"four-against-darkness", 4, 80},
                   {"caves-of-qud", 2, 24},
                   {"pixel-dungeon", 1, 10},
                   {"yuxtapa", 1, 10}};
    for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; i++) {
        assert_int_equal(read_shipped(fixture, shipped[i].system), shipped[i].files);
        assert_true(fixture->library.count >= shipped[i].least);
    }
}

static bool differ_in(const struct library_record *a, const struct library_record *b, int field)
{
    const struct library_texts *x = &a->field[field], *y = &b->field[field];
    bool differ = x->count != y->count;
    for (int i = 0; i < x->count && !differ; i++) {
        differ = strcmp(x->text[i], y->text[i]) != 0;
    }
    return differ;
}

/* Records that only repeat another one are useless. */
static void test_library__no_two_creatures_or_weapons_differ_in_name_alone(void **state)
{
    struct fixture *fixture = *state;
    static const char *const systems[] = {"caves-of-qud", "pixel-dungeon", "yuxtapa"};
    for (size_t s = 0; s < sizeof systems / sizeof systems[0]; s++) {
        read_shipped(fixture, systems[s]);
        const struct library *library = &fixture->library;
        for (int i = 0; i < library->count; i++) {
            const struct library_record *one = &library->record[i];
            assert_non_null(library_text(one, "source"));
            for (int k = 0; k < i; k++) {
                const struct library_record *other = &library->record[k];
                bool is_same = one->kind == other->kind;
                for (int field = 1; field < one->kind->fields_count && is_same; field++) {
                    is_same = strcmp(one->kind->fields[field].value.name, "note") == 0 ||
                              strcmp(one->kind->fields[field].value.name, "source") == 0 ||
                              !differ_in(one, other, field);
                }
                if (is_same) {
                    fail_msg("%s: %s is %s", systems[s], one->name, other->name);
                }
            }
        }
    }
}

/* The attributes of the system are fields after a kind's own, as many as it asks for. */
static void test_library__attributes_of_the_system_are_fields(void **state)
{
    struct fixture *fixture = *state;
    struct error err;
    begin_system(fixture, "caves-of-qud");
    read_text(fixture, "a.yaml",
              str_of("weapons:\n  - name: rake\n    source: house\n    pv: 2\n"
                     "creatures:\n  - name: newt\n    weapon: rake\n    dv: -3\n"));
    finish(fixture);
    const struct library_record *rake =
        library_find(&fixture->library, "weapon", str_of("rake"), &err);
    const struct library_record *newt =
        library_find(&fixture->library, "creature", str_of("newt"), &err);
    assert_non_null(rake);
    assert_non_null(newt);
    assert_string_equal(library_text(rake, "pv"), "2");
    assert_string_equal(library_text(newt, "dv"), "-3");
    /* Missing values get no default. */
    assert_null(library_text(rake, "damage"));
    assert_null(library_text(newt, "masterwork"));
    for (int i = 0; i < fixture->system->attributes_count; i++) {
        assert_int_equal(library_list(newt, fixture->system->attributes[i].name)->count,
                         strcmp(fixture->system->attributes[i].name, "dv") == 0 ? 1 : 0);
    }
}

static int read_whole(const char *path, char bytes[FILE_SIZE])
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("%s is missing", path);
    }
    size_t n = fread(bytes, 1, FILE_SIZE - 1, file);
    fclose(file);
    bytes[n] = '\0';
    return (int)n;
}

/* Each bad file has its messages beside it. Returns the number of files. */
static int check_bad_files(struct fixture *fixture, const char *folder_path)
{
    DIR *folder = opendir(folder_path);
    assert_non_null(folder);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        static char bytes[FILE_SIZE], expected[FILE_SIZE], actual[FILE_SIZE];
        char path[400];
        if (!str_matches_glob(str_of(entry->d_name), str_of("*.yaml"))) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder_path, entry->d_name);
        int n = read_whole(path, bytes);
        snprintf(path + strlen(path) - strlen("yaml"), 5, "txt");
        read_whole(path, expected);
        begin(fixture);
        read_text(fixture, entry->d_name, (struct str){bytes, n});
        library_finish(&fixture->set, &fixture->diagnostics, &fixture->library);
        struct text text = text_over(actual, sizeof actual);
        for (int i = 0; i < fixture->diagnostics.count; i++) {
            text_add(&text, "%s: %s\n", fixture->diagnostics.diagnostic[i].where,
                     fixture->diagnostics.diagnostic[i].text);
        }
        assert_string_equal(actual, expected);
        assert_true(text.n > 0);
        files++;
    }
    closedir(folder);
    return files;
}

/* Those of games whose records are their attributes stand in folders of their own. */
static void test_library__every_bad_file_is_answered_as_expected(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *system, *folder;
        int least;
    } folders[] = {{"four-against-darkness", "tests/content/bad_library", 14},
                   {"caves-of-qud", "tests/content/bad_library/caves-of-qud", 5},
                   {"pixel-dungeon", "tests/content/bad_library/pixel-dungeon", 1},
                   {"yuxtapa", "tests/content/bad_library/yuxtapa", 1}};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        begin_system(fixture, folders[i].system);
        assert_true(check_bad_files(fixture, folders[i].folder) >= folders[i].least);
    }
}

/* What fuzzing started from and found: of every game, each is refused with a place, or taken.
 */
static void test_library__the_corpus_is_read_or_refused(void **state)
{
    struct fixture *fixture = *state;
    DIR *folder = opendir("tests/fuzz/corpus/library");
    assert_non_null(folder);
    int right = 0, wrong = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        static char bytes[FILE_SIZE];
        char path[400];
        if (entry->d_name[0] == '.') {
            continue;
        }
        snprintf(path, sizeof path, "tests/fuzz/corpus/library/%s", entry->d_name);
        int n = read_whole(path, bytes);
        for (int i = 0; i < 2 * systems_count(); i++) {
            begin_system(fixture, system_at(i / 2)->id);
            fixture->set.only_checks = i % 2 == 1;
            read_text(fixture, entry->d_name, (struct str){bytes, n});
            library_finish(&fixture->set, &fixture->diagnostics, &fixture->library);
            for (int k = 0; k < fixture->diagnostics.count; k++) {
                const struct error *one = &fixture->diagnostics.diagnostic[k];
                assert_int_equal(strncmp(one->where, entry->d_name, strlen(entry->d_name)), 0);
                assert_true(one->text[0] != '\0');
            }
            right += fixture->diagnostics.count == 0 ? 1 : 0;
            wrong += fixture->diagnostics.count > 0 ? 1 : 0;
        }
    }
    closedir(folder);
    assert_true(right >= 10 && wrong >= 100);
}

static void test_library__too_little_memory_is_a_problem(void **state)
{
    struct fixture *fixture = *state;
    for (size_t size = 1000; size < 300000; size += 3001) {
        fixture->diagnostics.count = 0;
        arena_init(&fixture->arena, fixture->memory, size);
        if (!library_begin(&fixture->set, fixture->procedure->kinds,
                           fixture->procedure->kinds_count, fixture->system, &fixture->arena,
                           &fixture->scratch)) {
            continue;
        }
        for (int i = 0; i < 8; i++) {
            char text[200];
            snprintf(text, sizeof text,
                     "foes:\n  - name: newt-%d\n    foe: vermin\n    level: 1\n"
                     "    tags: [animal, wet, small]\n",
                     i);
            read_text(fixture, "a.yaml", str_of(text));
        }
        if (fixture->diagnostics.count > 0) {
            assert_non_null(strstr(fixture->diagnostics.diagnostic[0].text, "no room"));
        }
    }
    assert_int_equal(fixture->diagnostics.count, 0); /* the last one had room */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_library__fields_are_taken_over),
        TEST(test_library__a_later_layer_takes_the_place_of_an_earlier_one),
        TEST(test_library__everything_that_ships_is_right),
        TEST(test_library__no_two_creatures_or_weapons_differ_in_name_alone),
        TEST(test_library__attributes_of_the_system_are_fields),
        TEST(test_library__every_bad_file_is_answered_as_expected),
        TEST(test_library__the_corpus_is_read_or_refused),
        TEST(test_library__too_little_memory_is_a_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
