#include "support/fuzz_table.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "store/fixture.h"
#include "support/documents.h"
#include "support/unit.h"

static const char *const lines[] = {
    "encounter Hall system=four-against-darkness",
    "add Bran side=party class=warrior level=2",
    "add 3 rat level=1",
    "encounter Mill system=trilemma",
    "add Bo side=party wits=10 strength=9 ac=20 hp=9",
    "add Ida side=party wits=12 strength=9 ac=20 hp=7 note=\"owes the ferryman\"",
    "add 3 rat strength=8 wits=3 ac=22 hp=6 morale=7 damage=1d4",
    "enlist Bo",
    "save-kind r1 mill rat",
    "initiative 15 5 9",
    "attack r1 14 4",
    "condition r2 prone rounds=3",
    "counter torch 6",
    "prepare Ford party",
    "plan-prepared Ford",
    "question-keep falls who falls",
    "macro blow attack r1 %1",
    "marker before the bridge",
    "undo",
};

static struct fixture table;
static char *kept;
static long kept_size;
static unsigned char *bytes;
static int outside = -1, inside = -1;
static struct result result;

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void clean(const char *text)
{
    const char *fault = document_raw_fault(text);
    if (fault != NULL) {
        fprintf(stderr, "%s\n", fault);
        abort();
    }
}

struct sitting *fuzz_table_open(bool is_read_only)
{
    struct sitting *sitting;
    struct error err = {.text = ""};
    struct sitting_options options = {.path = "c.db",
                                      .is_read_only = is_read_only,
                                      .has_seed = true,
                                      .seed = 5,
                                      .now_ms = fixed_clock,
                                      .steady_ms = fixed_clock};
    if (sitting_open(&sitting, &options, &err) != STATUS_OK) {
        CHECK(err.text[0] != '\0');
        return NULL;
    }
    return sitting;
}

void fuzz_table_try(struct sitting *sitting, const char *line)
{
    sitting_run(sitting, line, false, &result);
    CHECK(result.error.text[0] != '\0' ||
          (result.kind != RESULT_WRONG && result.kind != RESULT_FAILED));
}

void fuzz_table_run(struct sitting *sitting, const char *line)
{
    fuzz_table_try(sitting, line);
    for (char *tab = result.text; (tab = strchr(tab, '\t')) != NULL;) {
        *tab = ' '; /* ours, between columns */
    }
    clean(result.text);
    if (result.kind == RESULT_WRONG || result.kind == RESULT_FAILED) {
        clean(result.error.text);
    }
}

static void remove_beside(void)
{
    static const char *const endings[] = {"c.db-wal", "c.db-shm", "c.db-search",
                                          "c.db-kept.db"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        unlink(endings[i]);
    }
}

static void make(void)
{
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(table.folder, sizeof table.folder, "%s/fuzz-%ld", folder, (long)getpid());
    snprintf(table.path, sizeof table.path, "%s/c.db", table.folder);
    char command[FIXTURE_PATH_SIZE + 16];
    snprintf(command, sizeof command, "mkdir -p '%s'", table.folder);
    CHECK(system(command) == 0);
    outside = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    inside = open(table.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK(outside >= 0 && inside >= 0 && fchdir(inside) == 0);
    setenv("HOME", table.folder, 1);
    setenv("EDITOR", "true", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("XDG_CONFIG_HOME");
    struct sitting *sitting = fuzz_table_open(false);
    CHECK(sitting != NULL);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        fuzz_table_run(sitting, lines[i]);
        if (result.kind != RESULT_DONE) {
            fprintf(stderr, "%s: %s\n", lines[i], result.error.text);
            abort();
        }
    }
    sitting_close(sitting);
    kept = fixture_read_file("c.db", &kept_size);
    bytes = malloc((size_t)kept_size);
    CHECK(kept != NULL && bytes != NULL);
}

static void remove_folder(void)
{
    char command[FIXTURE_PATH_SIZE + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", table.folder);
    if (system(command) != 0) {
        perror(command);
    }
}

unsigned char *fuzz_table_bytes(size_t *size)
{
    *size = (size_t)kept_size;
    return bytes;
}

void fuzz_table_write(void)
{
    fixture_write_file("c.db", bytes, kept_size);
}

const struct fixture *fuzz_table_begin(void)
{
    if (kept == NULL) {
        make();
        atexit(remove_folder);
    }
    CHECK(fchdir(inside) == 0);
    remove_beside();
    memcpy(bytes, kept, (size_t)kept_size);
    fuzz_table_write();
    return &table;
}

void fuzz_table_end(struct sitting *sitting, bool is_sound)
{
    if (sitting != NULL) {
        sitting_close(sitting);
    }
    sitting = fuzz_table_open(false);
    if (sitting != NULL) {
        fuzz_table_try(sitting, "note the table goes on");
        CHECK(!is_sound || result.kind == RESULT_DONE);
        fuzz_table_try(sitting, "undo");
        CHECK(!is_sound || result.kind == RESULT_DONE);
        sitting_close(sitting);
    }
    CHECK(!is_sound || sitting != NULL);
    CHECK(fchdir(outside) == 0);
}
