#include "support/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "support/golden.h"
#include "support/unit.h"
#include "tracker/command.h"
#include "tui/canvas/canvas.h"
#include "tui/loop/table.h"

static int64_t waited_ms, set_ms;

/* It stands still except for play_wait. */
static int64_t fixed_clock(void)
{
    return 1700000000000 + waited_ms + set_ms;
}

static int64_t steady_clock(void)
{
    return waited_ms;
}

void play_set_clock(int64_t by_ms)
{
    set_ms += by_ms;
}

void play_wait(int64_t ms)
{
    waited_ms += ms;
}

static void remove_files(const struct play *play)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-search"};
    for (int i = 0; i < 4; i++) {
        char path[sizeof play->path + 8];
        snprintf(path, sizeof path, "%s%s", play->path, endings[i]);
        remove(path);
    }
    char line[sizeof play->path + 32];
    snprintf(line, sizeof line, "rm -rf '%s.backups'", play->path);
    if (system(line) != 0) {
        perror(line);
    }
}

static void open_campaign(struct play *play, bool is_read_only)
{
    struct sitting_options options = {.path = play->path,
                                      .is_read_only = is_read_only,
                                      .has_seed = true,
                                      .seed = 5,
                                      .now_ms = fixed_clock,
                                      .steady_ms = steady_clock,
                                      .settings = play->settings};
    struct error err;
    if (sitting_open(&play->sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
}

struct play *play_new(const char *const *lines)
{
    struct play *play = calloc(1, sizeof *play);
    assert_non_null(play);
    const char *folder = getenv("TMPDIR");
    snprintf(play->path, sizeof play->path, "%s/table-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    play->rows = 24;
    play->columns = 80;
    waited_ms = set_ms = 0;
    remove_files(play);
    open_campaign(play, false);
    for (int i = 0; lines[i] != NULL; i++) {
        play_do(play, lines[i]);
    }
    return play;
}

void play_free(struct play *play)
{
    sitting_close(play->sitting);
    remove_files(play);
    free(play);
}

int play_end(void **state)
{
    play_free(*state);
    return 0;
}

void play_do(struct play *play, const char *line)
{
    struct result *result = &play->result;
    sitting_run(play->sitting, line, false, result);
    if (result->kind != RESULT_DONE) {
        fail_msg("%s: %s%s", line, result->error.text, result->refusal.reason);
    }
}

void play_script(struct play *play, const char *path)
{
    char line[COMMAND_LINE_MAX + 2];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#') {
            play_do(play, line);
        }
    }
    fclose(file);
}

void play_reopen(struct play *play, bool is_read_only)
{
    sitting_close(play->sitting);
    open_campaign(play, is_read_only);
}

static void compare(void *context, struct str name, const struct frame *last)
{
    char file[64];
    (void)context;
    snprintf(file, sizeof file, "%.*s", name.n, name.p);
    golden_assert_frame(file, last);
}

void play_keys(struct play *play, const char *keys)
{
    play_keys_after(play, NULL, keys);
}

void play_keys_after(struct play *play, const char *told, const char *keys)
{
    struct error err;
    term_script_open(&play->terminal, &play->script, play->rows, play->columns, play->glyphs);
    play->script.photograph = compare;
    if (term_script_feed(&play->script, str_of(keys), &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(table_run(play->sitting, &play->terminal, play->own_keys, told), 0);
    term_close(&play->terminal);
}

/* ---- looking --------------------------------------------------------------------------- */

static void row_text(const struct play *play, int row, char *out, int size)
{
    struct text text = text_over(out, size);
    frame_dump_row(&text, &play->script.last, row);
}

enum { ROW_SIZE = FRAME_COLUMNS_MAX * GRAPHEME_SIZE };

int play_row_of(const struct play *play, const char *text)
{
    static char row[ROW_SIZE];
    for (int i = 0; i < play->script.last.rows; i++) {
        row_text(play, i, row, sizeof row);
        if (strstr(row, text) != NULL) {
            return i;
        }
    }
    return -1;
}

int play_id(const struct play *play, const char *word)
{
    struct error err;
    int id = combatant_find(sitting_state(play->sitting), str_of(word), &err);
    if (id == 0) {
        fail_msg("%s: %s", word, err.text);
    }
    return id;
}

int play_value(const struct play *play, const char *word, int field)
{
    return state_value(sitting_state(play->sitting), play_id(play, word), field, -1);
}

void play_screens(struct play *play, const char *keys, const char *name)
{
    static const struct {
        int rows, columns;
    } sizes[] = {{12, 40}, {24, 80}, {40, 120}, {60, 200}};
    struct play before = *play;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int ascii = 0; ascii < 2; ascii++) {
            char all[300];
            play->rows = sizes[i].rows;
            play->columns = sizes[i].columns;
            play->glyphs = ascii ? GLYPHS_ASCII : GLYPHS_UNICODE;
            int n = snprintf(all, sizeof all, "%s screen:%s_%dx%d%s", keys, name, play->columns,
                             play->rows, ascii ? "_ascii" : "");
            assert_true(n < (int)sizeof all);
            play_keys(play, all);
        }
    }
    play->rows = before.rows;
    play->columns = before.columns;
    play->glyphs = before.glyphs;
}

static void print_screen(const struct play *play)
{
    static char row[ROW_SIZE];
    for (int i = 0; i < play->script.last.rows; i++) {
        row_text(play, i, row, sizeof row);
        print_error("%s\n", row);
    }
}

void play_shows(const struct play *play, const char *text)
{
    if (play_row_of(play, text) < 0) {
        print_screen(play);
        fail_msg("not on the screen: %s", text);
    }
}

void play_hides(const struct play *play, const char *text)
{
    if (play_row_of(play, text) >= 0) {
        print_screen(play);
        fail_msg("on the screen: %s", text);
    }
}
