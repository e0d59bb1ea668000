/* Packs of Foundry that are a folder of LevelDB, read from a copy by a library that is loaded
 * then. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/file/loaded.h"
#include "app/transfer/level_pack.h"
#include "support/home.h"
#include "support/unit.h"

static int begin(void **state)
{
    (void)state;
    return home_begin("XDG_DATA_HOME");
}

static int end(void **state)
{
    (void)state;
    return home_end("XDG_DATA_HOME");
}

/* Writes two actors, an item and a folder into a pack. */
static void write_pack(const char *folder)
{
    static const char *const records[][2] = {
        {"!actors!a1", "{\"name\":\"Fen Imp\",\"items\":[\"w1\"]}"},
        {"!actors!a2", "{}"},
        {"!actors.items!a1.w1", "{\"name\":\"Hook\"}"},
        {"!folders!f1", "{\"name\":\"Imps\"}"}};
    static const char *const names[] = {"libleveldb.so.1d", NULL};
    void *(*create)(void), *(*open)(const void *, const char *, char **), *(*writing)(void);
    void (*set)(void *, unsigned char), (*close_pack)(void *);
    void (*end_options)(void *), (*end_writing)(void *);
    void (*put)(void *, const void *, const char *, size_t, const char *, size_t, char **);
    const struct loaded_function functions[] = {{"leveldb_options_create", &create},
                                                {"leveldb_open", &open},
                                                {"leveldb_writeoptions_create", &writing},
                                                {"leveldb_options_set_create_if_missing", &set},
                                                {"leveldb_close", &close_pack},
                                                {"leveldb_put", &put},
                                                {"leveldb_options_destroy", &end_options},
                                                {"leveldb_writeoptions_destroy", &end_writing}};
    if (!library_load(names, functions, sizeof functions / sizeof functions[0])) {
        fail_msg("this test needs the package libleveldb1d");
    }
    char *failure = NULL;
    void *options = create(), *write_options = writing();
    set(options, 1);
    void *base = open(options, folder, &failure);
    assert_null(failure);
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        put(base, write_options, records[i][0], strlen(records[i][0]), records[i][1],
            strlen(records[i][1]), &failure);
        assert_null(failure);
    }
    close_pack(base);
    end_writing(write_options);
    end_options(options);
}

static void test_level_pack__is_read_record_by_record(void **state)
{
    static char bytes[4096];
    struct text out = text_over(bytes, sizeof bytes);
    struct error err;
    char path[600];
    (void)state;
    snprintf(path, sizeof path, "%s", home_path("imps"));
    write_pack(path);
    assert_true(level_pack_is(path));
    assert_int_equal(level_pack_read(path, &out, &err), STATUS_OK);
    assert_string_equal(out.p,
                        "[{\"_key\":\"!actors!a1\",\"name\":\"Fen Imp\",\"items\":[\"w1\"]},"
                        "{\"_key\":\"!actors!a2\"},"
                        "{\"_key\":\"!actors.items!a1.w1\",\"name\":\"Hook\"}]");
}

/* One byte of a file is another one; false: the file has not so many. */
static bool flip(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    bool is_there = file != NULL && fseek(file, at, SEEK_SET) == 0;
    int byte = is_there ? fgetc(file) : EOF;
    if (byte != EOF) {
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        fputc(byte ^ 0x55, file);
    }
    if (file != NULL) {
        fclose(file);
    }
    return byte != EOF;
}

/* Whatever byte is wrong, there are records or a reason, and the pack stays as it was. */
static void test_level_pack__a_damaged_one_is_read_or_told(void **state)
{
    enum { STEP = 7 };
    static char bytes[4096];
    char path[600];
    int damaged = 0;
    (void)state;
    snprintf(path, sizeof path, "%s", home_path("imps"));
    write_pack(path);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char file[900];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        for (long at = 0; entry->d_name[0] != '.' && flip(file, at); at += STEP) {
            struct text out = text_over(bytes, sizeof bytes);
            struct error err = {.text = ""};
            enum status status = level_pack_read(path, &out, &err);
            assert_true(status == STATUS_OK || err.text[0] != '\0');
            assert_true(flip(file, at)); /* it was not written to */
            damaged++;
        }
    }
    closedir(folder);
    assert_true(damaged > 20);
    struct text out = text_over(bytes, sizeof bytes);
    struct error err;
    assert_int_equal(level_pack_read(path, &out, &err), STATUS_OK);
    assert_non_null(strstr(out.p, "Fen Imp"));
}

/* What lacks a function is none, and neither is what is not there. */
static void test_library__is_loaded_whole_or_not_at_all(void **state)
{
    static const char *const nothing[] = {"libreferee-has-no-such.so", NULL};
    static const char *const second[] = {"libreferee-has-no-such.so", "libleveldb.so.1d", NULL};
    void *(*create)(void) = NULL;
    void (*other)(void) = NULL;
    const struct loaded_function functions[] = {{"leveldb_options_create", &create},
                                                {"leveldb_has_no_such", &other}};
    (void)state;
    assert_false(library_load(nothing, functions, 1));
    assert_false(library_load(second, functions, 2));
    assert_true(library_load(second, functions, 1));
    assert_non_null(create);
}

static void test_level_pack__is_known_by_its_files(void **state)
{
    char path[600];
    (void)state;
    snprintf(path, sizeof path, "%s", home_path("."));
    assert_false(level_pack_is(path));
    home_write("CURRENT", "nothing of the kind\n");
    assert_false(level_pack_is(path));
    home_write("CURRENT", "MANIFEST-000001\n");
    assert_true(level_pack_is(path));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_level_pack__is_read_record_by_record),
        TEST(test_level_pack__a_damaged_one_is_read_or_told),
        TEST(test_library__is_loaded_whole_or_not_at_all),
        TEST(test_level_pack__is_known_by_its_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
