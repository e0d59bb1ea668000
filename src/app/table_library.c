#include "app/table_library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/campaign_path.h"
#include "base/text.h"
#include "content/tables.h"
#include "embedded.h"

enum { PATH_SIZE = 4096, FOLDER_FILES_MAX = 200, NAME_SIZE_MAX = 256 };

struct table_library {
    struct random_tables tables;
    unsigned char memory[TABLES_MEMORY_SIZE];
};

/* What is needed while the files are read. */
struct loading {
    struct table_set set;
    struct problems *problems;
    struct arena arena, scratch;
    char bytes[YAML_BYTES_MAX + 1]; /* one more tells a file that is too large */
    unsigned char memory[TABLES_SCRATCH_SIZE];
};

/* ---- one file ------------------------------------------------------------------------------------ */

static void fail_of_file(struct loading *loading, const char *path, int code)
{
    char where[ERROR_WHERE_SIZE];
    problems_add(loading->problems, STATUS_IO, problems_place(where, path, 0, 0), "%s",
                 strerror(code));
}

/* Everything there is, up to the size of bytes; -1 with errno set. Only a file is read: a pipe
 * could keep us waiting. */
static int read_bytes(struct loading *loading, int fd)
{
    struct stat about;
    if (fstat(fd, &about) != 0) {
        return -1;
    }
    if (!S_ISREG(about.st_mode)) {
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    size_t used = 0;
    for (;;) {
        ssize_t n = read(fd, loading->bytes + used, sizeof loading->bytes - used);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return -1;
        }
        used += (size_t)n;
        if (n == 0 || used == sizeof loading->bytes) {
            return (int)used;
        }
    }
}

static void load_file(struct loading *loading, const char *path, enum status code)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    int n = fd >= 0 ? read_bytes(loading, fd) : -1;
    int failure = errno;
    if (fd >= 0) {
        close(fd);
    }
    if (n < 0) {
        fail_of_file(loading, path, failure);
        return;
    }
    struct yaml_source source = {.file = path,
                                 .code = code,
                                 .bytes = {loading->bytes, n},
                                 .problems = loading->problems};
    tables_read(&loading->set, &source);
}

/* ---- where they are -------------------------------------------------------------------------------- */

static void load_shipped(struct loading *loading)
{
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        struct str path = str_of(file->path);
        if (!str_matches_glob(path, str_of("data/tables/*.yaml")) &&
            !str_matches_glob(path, str_of("data/*/tables.yaml"))) {
            continue;
        }
        struct yaml_source source = {.file = file->path,
                                     .code = STATUS_DAMAGED,
                                     .bytes = {(const char *)file->bytes, (int)*file->size},
                                     .problems = loading->problems};
        tables_read(&loading->set, &source);
    }
}

struct folder_names {
    int count;
    bool is_cut; /* there are more */
    char name[FOLDER_FILES_MAX][NAME_SIZE_MAX];
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The folder's files of tables by name, so that their order is the same everywhere. */
static void list_folder(DIR *folder, struct folder_names *names)
{
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct str name = str_of(entry->d_name);
        bool is_wanted = name.n < NAME_SIZE_MAX && name.p[0] != '.' &&
                         str_matches_glob(name, str_of("*.yaml"));
        if (!is_wanted) {
            continue;
        }
        if (names->count == FOLDER_FILES_MAX) {
            names->is_cut = true;
            return;
        }
        memcpy(names->name[names->count++], name.p, (size_t)name.n + 1);
    }
    qsort(names->name, (size_t)names->count, NAME_SIZE_MAX, compare_names);
}

static void load_folder(struct loading *loading)
{
    char path[PATH_SIZE];
    struct text text;
    text_init(&text, path, sizeof path);
    if (!campaign_path_data(&text)) {
        return;
    }
    text_add(&text, "/tables");
    DIR *folder = text.is_cut ? NULL : opendir(path);
    if (folder == NULL) {
        if (errno != ENOENT && errno != ENOTDIR) {
            fail_of_file(loading, path, errno);
        }
        return;
    }
    struct folder_names *names = calloc(1, sizeof *names);
    CHECK(names != NULL);
    list_folder(folder, names);
    closedir(folder);
    if (names->is_cut) {
        problems_add(loading->problems, STATUS_DAMAGED, "",
                     "%.60s: expected at most %d files of tables", path, FOLDER_FILES_MAX);
    }
    int folder_length = text.n;
    for (int i = 0; i < names->count && !problems_full(loading->problems); i++) {
        text_init(&text, path + folder_length, (int)sizeof path - folder_length);
        text_add(&text, "/%s", names->name[i]);
        load_file(loading, path, STATUS_DAMAGED);
    }
    free(names);
}

enum status table_library_open(struct table_library **out, const char *file,
                               struct problems *problems)
{
    *problems = (struct problems){.count = 0};
    struct table_library *library = malloc(sizeof *library);
    struct loading *loading = malloc(sizeof *loading);
    CHECK(library != NULL && loading != NULL);
    loading->problems = problems;
    arena_init(&loading->arena, library->memory, sizeof library->memory);
    arena_init(&loading->scratch, loading->memory, sizeof loading->memory);
    CHECK(tables_begin(&loading->set, &loading->arena, &loading->scratch));
    load_shipped(loading);
    tables_next_layer(&loading->set);
    load_folder(loading);
    tables_next_layer(&loading->set);
    if (file != NULL) {
        load_file(loading, file, STATUS_USAGE);
    }
    tables_finish(&loading->set, problems, &library->tables);
    free(loading);
    if (problems->count > 0) {
        free(library);
        return problems->problem[0].code;
    }
    *out = library;
    return STATUS_OK;
}

void table_library_close(struct table_library *library)
{
    free(library);
}

const struct random_tables *table_library_tables(const struct table_library *library)
{
    return &library->tables;
}
