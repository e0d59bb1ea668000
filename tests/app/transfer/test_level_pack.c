/* Packs of Foundry that are a folder of LevelDB: read from a copy where the library is, and
 * told where it is not. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Writes two actors, an item and a folder into a pack; false where there is no library. */
static bool write_pack(const char *folder)
{
    static const char *const records[][2] = {
        {"!actors!a1", "{\"name\":\"Fen Imp\",\"items\":[\"w1\"]}"},
        {"!actors!a2", "{}"},
        {"!actors.items!a1.w1", "{\"name\":\"Hook\"}"},
        {"!folders!f1", "{\"name\":\"Imps\"}"}};
    void *library = dlopen("libleveldb.so.1d", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        return false;
    }
    void *(*create)(void), *(*open)(const void *, const char *, char **), *(*writing)(void);
    void (*set)(void *, unsigned char), (*close_pack)(void *), (*destroy)(void *);
    void (*put)(void *, const void *, const char *, size_t, const char *, size_t, char **);
    void *found[] = {dlsym(library, "leveldb_options_create"),
                     dlsym(library, "leveldb_open"),
                     dlsym(library, "leveldb_writeoptions_create"),
                     dlsym(library, "leveldb_options_set_create_if_missing"),
                     dlsym(library, "leveldb_close"),
                     dlsym(library, "leveldb_put"),
                     dlsym(library, "leveldb_free")};
    memcpy(&create, &found[0], sizeof create);
    memcpy(&open, &found[1], sizeof open);
    memcpy(&writing, &found[2], sizeof writing);
    memcpy(&set, &found[3], sizeof set);
    memcpy(&close_pack, &found[4], sizeof close_pack);
    memcpy(&put, &found[5], sizeof put);
    memcpy(&destroy, &found[6], sizeof destroy);
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
    destroy(write_options);
    destroy(options);
    dlclose(library);
    return true;
}

static void test_level_pack__is_read_where_the_library_is_and_told_where_not(void **state)
{
    static char bytes[4096];
    struct text out = text_over(bytes, sizeof bytes);
    struct error err;
    char path[600];
    (void)state;
    snprintf(path, sizeof path, "%s", home_path("imps"));
    if (!write_pack(path)) {
        home_write("CURRENT", "MANIFEST-000001\n");
        assert_int_equal(level_pack_read(path, &out, &err), STATUS_MISSING);
        assert_non_null(strstr(err.text, "install the package libleveldb1d"));
        return;
    }
    assert_true(level_pack_is(path));
    assert_int_equal(level_pack_read(path, &out, &err), STATUS_OK);
    assert_string_equal(out.p,
                        "[{\"_key\":\"!actors!a1\",\"name\":\"Fen Imp\",\"items\":[\"w1\"]},"
                        "{\"_key\":\"!actors!a2\"},"
                        "{\"_key\":\"!actors.items!a1.w1\",\"name\":\"Hook\"}]");
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
        TEST(test_level_pack__is_read_where_the_library_is_and_told_where_not),
        TEST(test_level_pack__is_known_by_its_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
