#include "app/transfer/level_pack.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/file/loaded.h"

enum { PATH_SIZE = 4200, KEY_MAX = 200, BLOCK_SIZE = 64 << 10 };

/* ---- the library ------------------------------------------------------------------------- */

/* Its functions in C, which are the same since version 1.5; what they return by `char **` is
 * freed by leveldb_free. */
#define LEVEL_FUNCTIONS(F)                                                                     \
    F(void *, leveldb_options_create, (void))                                                  \
    F(void, leveldb_options_destroy, (void *))                                                 \
    F(void *, leveldb_open, (const void *, const char *, char **))                             \
    F(void, leveldb_close, (void *))                                                           \
    F(void *, leveldb_readoptions_create, (void))                                              \
    F(void, leveldb_readoptions_destroy, (void *))                                             \
    F(void *, leveldb_create_iterator, (void *, const void *))                                 \
    F(void, leveldb_iter_destroy, (void *))                                                    \
    F(void, leveldb_iter_seek_to_first, (void *))                                              \
    F(unsigned char, leveldb_iter_valid, (const void *))                                       \
    F(void, leveldb_iter_next, (void *))                                                       \
    F(const char *, leveldb_iter_key, (const void *, size_t *))                                \
    F(const char *, leveldb_iter_value, (const void *, size_t *))                              \
    F(void, leveldb_iter_get_error, (const void *, char **))                                   \
    F(void, leveldb_free, (void *))

struct level {
#define FUNCTION(gives, name, takes) gives(*name) takes;
    LEVEL_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static enum status load(struct level *level, struct error *err)
{
    static const char *const names[] = {"libleveldb.so.1d", "libleveldb.so.1", "libleveldb.so",
                                        NULL};
#define FUNCTION(gives, name, takes) {#name, &level->name},
    const struct loaded_function functions[] = {LEVEL_FUNCTIONS(FUNCTION)};
#undef FUNCTION
    return library_load(names, functions, sizeof functions / sizeof functions[0])
               ? STATUS_OK
               : error_set(err, STATUS_MISSING, "",
                           "a pack of LevelDB needs libleveldb, which is not here: install "
                           "the package libleveldb1d, or export the actors as JSON");
}

/* ---- the copy ---------------------------------------------------------------------------- */

static bool is_of_the_pack(const char *name)
{
    return str_matches_glob(str_of(name), str_of("*.ldb")) ||
           str_matches_glob(str_of(name), str_of("*.sst")) ||
           str_matches_glob(str_of(name), str_of("*.log")) ||
           str_matches_glob(str_of(name), str_of("MANIFEST-*")) || strcmp(name, "CURRENT") == 0;
}

static bool copy_file(const char *from, const char *to)
{
    char *block = malloc(BLOCK_SIZE);
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    bool is_whole = block != NULL && in != NULL && out != NULL;
    size_t n = 0;
    while (is_whole && (n = fread(block, 1, BLOCK_SIZE, in)) > 0) {
        is_whole = fwrite(block, 1, n, out) == n;
    }
    is_whole = is_whole && ferror(in) == 0;
    if (in != NULL) {
        fclose(in);
    }
    is_whole = (out == NULL || fclose(out) == 0) && is_whole;
    free(block);
    return is_whole;
}

/* Calls for each file of a folder that belongs to a pack; ends at the first that fails. */
static bool each_file(const char *folder,
                      bool (*see)(const char *path, const char *name, const char *to),
                      const char *to, bool takes_all)
{
    DIR *entries = opendir(folder);
    bool goes_on = entries != NULL;
    for (struct dirent *entry = goes_on ? readdir(entries) : NULL; entry != NULL && goes_on;
         entry = readdir(entries)) {
        TEXT_BUFFER(path, PATH_SIZE);
        struct stat there;
        text_add(&path, "%s/%s", folder, entry->d_name);
        bool is_file = !path.is_cut && lstat(path.p, &there) == 0 && S_ISREG(there.st_mode);
        if (is_file && (takes_all || is_of_the_pack(entry->d_name))) {
            goes_on = see(path.p, entry->d_name, to);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
    return goes_on;
}

static bool copy_one(const char *path, const char *name, const char *to)
{
    TEXT_BUFFER(copy, PATH_SIZE);
    text_add(&copy, "%s/%s", to, name);
    return !copy.is_cut && copy_file(path, copy.p);
}

static bool remove_one(const char *path, const char *name, const char *to)
{
    (void)name;
    (void)to;
    (void)unlink(path);
    return true;
}

bool level_pack_is(const char *folder)
{
    TEXT_BUFFER(path, PATH_SIZE);
    char start[16] = "";
    text_add(&path, "%s/CURRENT", folder);
    struct stat there;
    if (path.is_cut || lstat(path.p, &there) != 0 || !S_ISREG(there.st_mode)) {
        return false;
    }
    FILE *current = fopen(path.p, "rb");
    bool is_one = current != NULL && fread(start, 1, 9, current) == 9 &&
                  memcmp(start, "MANIFEST-", 9) == 0;
    if (current != NULL) {
        fclose(current);
    }
    return is_one;
}

/* ---- reading ----------------------------------------------------------------------------- */

/* Keys are "!actors!ID" and "!actors.items!ACTOR.ITEM"; other records of a pack are no
 * creatures. */
static bool is_wanted(struct str key)
{
    if (key.n > KEY_MAX || !str_equal(str_beginning(key, 7), "!actors")) {
        return false;
    }
    for (int i = 0; i < key.n; i++) {
        if (key.p[i] <= ' ' || key.p[i] == '"' || key.p[i] == '\\' ||
            (unsigned char)key.p[i] >= 0x7F) {
            return false;
        }
    }
    return true;
}

static void add_record(struct str key, struct str value, struct text *out)
{
    value = str_trimmed(value);
    if (!is_wanted(key) || value.n < 2 || value.p[0] != '{') {
        return;
    }
    struct str inner = str_trimmed_start((struct str){value.p + 1, value.n - 1});
    text_add_char(out, out->n == 0 ? '[' : ',');
    if (str_holds(value, str_of("\"_key\""))) {
        text_add_str(out, value);
    } else {
        text_add(out, "{\"_key\":\"%.*s\"%s", key.n, key.p, inner.p[0] == '}' ? "" : ",");
        text_add_str(out, inner);
    }
}

static enum status read_copy(const struct level *level, const char *folder, struct text *out,
                             struct error *err)
{
    char *failure = NULL;
    void *options = level->leveldb_options_create();
    void *base = level->leveldb_open(options, folder, &failure);
    enum status status = STATUS_OK;
    if (base != NULL && failure == NULL) {
        void *reading = level->leveldb_readoptions_create();
        void *at = level->leveldb_create_iterator(base, reading);
        for (level->leveldb_iter_seek_to_first(at); level->leveldb_iter_valid(at) != 0;
             level->leveldb_iter_next(at)) {
            size_t key_bytes, bytes;
            const char *key = level->leveldb_iter_key(at, &key_bytes);
            const char *value = level->leveldb_iter_value(at, &bytes);
            if (key_bytes <= KEY_MAX && bytes < (size_t)out->size) {
                add_record((struct str){key, (int)key_bytes}, (struct str){value, (int)bytes},
                           out);
            }
        }
        level->leveldb_iter_get_error(at, &failure);
        level->leveldb_iter_destroy(at);
        level->leveldb_readoptions_destroy(reading);
        level->leveldb_close(base);
    }
    if (failure != NULL || base == NULL) {
        status = error_set(err, STATUS_USAGE, "", "the pack cannot be read: %s",
                           failure != NULL ? failure : "it is damaged");
        level->leveldb_free(failure);
    }
    level->leveldb_options_destroy(options);
    return status;
}

enum status level_pack_read(const char *folder, struct text *out, struct error *err)
{
    struct level level;
    TEXT_BUFFER(copy, PATH_SIZE);
    const char *temporary = getenv("TMPDIR");
    enum status status = load(&level, err);
    text_add(&copy, "%s/referee-pack-XXXXXX",
             temporary != NULL && temporary[0] == '/' ? temporary : "/tmp");
    if (status == STATUS_OK && (copy.is_cut || mkdtemp(copy.p) == NULL)) {
        status = error_set(err, STATUS_IO, copy.p, "%s", strerror(errno));
        copy.p[0] = '\0';
    } else if (status == STATUS_OK) {
        status = each_file(folder, copy_one, copy.p, false)
                     ? read_copy(&level, copy.p, out, err)
                     : error_set(err, STATUS_IO, folder, "it cannot be copied");
        (void)each_file(copy.p, remove_one, "", true);
        (void)rmdir(copy.p);
    }
    if (status == STATUS_OK && out->n > 0) {
        text_add_char(out, ']');
    }
    return status == STATUS_OK && out->is_cut
               ? error_set(err, STATUS_FULL, folder, "the pack is too large")
               : status;
}
