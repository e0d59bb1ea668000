/* From a key's byte to the last byte of the screen it makes, as a person at a terminal has it:
 * the table with 60 combatants, and in turn with it, on terminals of the same size, tig
 * scrolling by a line, and a program that has the table's frames ready and only gives them to
 * curses: what a key cannot take less than. bench_commit measures the disk: here nothing waits
 * for it.
 *
 * A screen is complete with the last byte before a silence. Esc is pressed but not counted: the
 * terminal code waits after it, for it may begin a key. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "bench/big_fight.h"
#include "bench/measure.h"
#include "tui/loop/table.h"
#include "tui/term/term_curses.h"
#include "tui/term/term_script.h"

enum { ROUNDS = 6 /* within one round of the fight */, SILENCE_MS = 12, OPENING_MS = 1000 };
enum { TEXT_LINES = 20000, TERMINAL_NAME_SIZE = 64, PLACES = 128, SLOWEST = 6 };

#define TEXT_PATH BENCH_FOLDER "/lines.txt"
#define WRITTEN_PATH BENCH_FOLDER "/written"
#define SCROLL "\005" /* C-e: tig's key to scroll by a line */

struct contender {
    int master;
    pid_t child;
    struct samples seconds, processor, bytes;
};

/* The keys that only move within what is shown, as tig's key does. */
static struct samples move_seconds, move_processor;

/* One key of the round each, by its place there: at the table, and what curses alone takes to
 * show the same frame. */
static struct {
    char key[16];
    struct samples seconds, curses;
} places[PLACES];

/* What SQLite took at each place to write, measured once by the process that keeps the frames,
 * and that together with what curses alone takes: no table that uses both is faster. */
static double *written;
static struct samples floor_seconds;

/* ---- the two sides --------------------------------------------------------------------- */

static void run_table(void)
{
    char path[CAMPAIGN_PATH_SIZE];
    struct terminal terminal;
    struct error err;
    struct sitting *sitting = big_fight_open(path, BIG_FIGHT_COMBATANTS);
    bench_need(term_curses_open(&terminal, (struct term_wishes){0}, &err) == STATUS_OK,
               err.text);
    table_run(sitting, &terminal, NULL, NULL);
    term_close(&terminal);
    sitting_close(sitting);
    campaigns_remove(path);
    _exit(0);
}

/* ---- what SQLite takes ------------------------------------------------------------------ */

static double write_began, write_seconds;

/* Statements that give rows back are left out: between two rows the time is our own. */
static int watch_write(unsigned event, void *context, void *statement, void *more)
{
    (void)context, (void)more;
    bool begins = event == SQLITE_TRACE_STMT;
    if (sqlite3_column_count(statement) == 0 && begins && write_began == 0) {
        write_began = measure_now();
    } else if (!begins && write_began != 0) {
        write_seconds += measure_now() - write_began;
        write_began = 0;
    }
    return 0;
}

static int watch_connection(sqlite3 *connection, char **error, const void *routines)
{
    (void)error, (void)routines;
    return sqlite3_trace_v2(connection, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE, watch_write,
                            NULL);
}

/* ---- the table's frames, kept, and shown again ----------------------------------------- */

struct keeper {
    struct terminal script;
    struct term_script storage;
    struct frame *frame[2 * PLACES]; /* the one before the first key, and one after each */
    int frames;
};

static struct keeper *keeper_of(struct terminal *terminal)
{
    return terminal->owner;
}

static void keeper_size(struct terminal *terminal, int *rows, int *columns)
{
    term_size(&keeper_of(terminal)->script, rows, columns);
}

static void keeper_present(struct terminal *terminal, const struct frame *frame)
{
    term_present(&keeper_of(terminal)->script, frame);
}

/* The last frame before a key is read is the one that the key before it made. */
static void keeper_read(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    struct keeper *keeper = keeper_of(terminal);
    term_read(out, &keeper->script, timeout_ms);
    if (out->kind == INPUT_KEY || out->kind == INPUT_CHARACTER || out->kind == INPUT_END) {
        struct frame *kept = calloc(1, sizeof *kept);
        bench_need(kept != NULL && keeper->frames < 2 * PLACES,
                   "room for the frames of a round");
        *kept = keeper->storage.last;
        if (keeper->frames > 0 && keeper->frames <= PLACES) {
            written[keeper->frames - 1] = write_seconds;
        }
        write_seconds = 0;
        keeper->frame[keeper->frames++] = kept;
    }
}

static void keeper_nothing(struct terminal *terminal)
{
    (void)terminal;
}

static void keep_frames(struct keeper *keeper)
{
    static const struct terminal_operations operations = {.size = keeper_size,
                                                          .present = keeper_present,
                                                          .read = keeper_read,
                                                          .pause = keeper_nothing,
                                                          .resume = keeper_nothing,
                                                          .close = keeper_nothing};
    char path[CAMPAIGN_PATH_SIZE];
    struct error err;
    bench_need(sqlite3_auto_extension((void (*)(void))watch_connection) == SQLITE_OK,
               "watching SQLite");
    struct sitting *sitting = big_fight_open(path, BIG_FIGHT_COMBATANTS);
    sqlite3_reset_auto_extension();
    term_script_open(&keeper->script, &keeper->storage, BIG_FIGHT_ROWS, BIG_FIGHT_COLUMNS,
                     GLYPHS_UNICODE);
    bench_need(term_script_feed(&keeper->storage, str_of(big_fight_keys), &err) == STATUS_OK,
               err.text);
    struct terminal terminal = {.operations = &operations,
                                .owner = keeper,
                                .colours = COLOUR_256,
                                .glyphs = GLYPHS_UNICODE};
    table_run(sitting, &terminal, NULL, NULL);
    sitting_close(sitting);
    campaigns_remove(path);
}

/* Each key shows the next frame; after the last one of a round comes the first. */
static void run_frames(void)
{
    static struct keeper keeper;
    struct terminal terminal;
    struct term_input input;
    struct error err;
    keep_frames(&keeper);
    bench_need(term_curses_open(&terminal, (struct term_wishes){0}, &err) == STATUS_OK,
               err.text);
    int next = 0;
    do {
        term_present(&terminal, keeper.frame[next]);
        term_read(&input, &terminal, -1);
        next = next + 1 < keeper.frames ? next + 1 : 1;
    } while (input.kind != INPUT_END && input.kind != INPUT_TERMINATE);
    term_close(&terminal);
    _exit(0);
}

static void run_tig(void)
{
    int text = open(TEXT_PATH, O_RDONLY);
    setenv("TIGRC_USER", "/dev/null", 1);
    if (text >= 0 && dup2(text, STDIN_FILENO) >= 0) {
        execlp("tig", "tig", (char *)NULL);
    }
    _exit(127);
}

static void write_text(void)
{
    FILE *text = fopen(TEXT_PATH, "w");
    bench_need(text != NULL, TEXT_PATH);
    for (int i = 0; i < TEXT_LINES; i++) {
        fprintf(text, "%5d %.*s\n", i, 40 + i * 7 % 70,
                "the quick brown fox jumps over the lazy dog, and the lazy dog sleeps on until "
                "another fox comes by");
    }
    fclose(text);
}

static bool is_tig_there(void)
{
    return system("command -v tig > /dev/null 2>&1") == 0;
}

/* ---- at the terminal ------------------------------------------------------------------- */

/* When the last byte before a silence came; 0: none did. Adds to *count what was read. */
static double read_until_silent(int master, int first_ms, long *count)
{
    static char bytes[64 * 1024];
    struct pollfd waited = {.fd = master, .events = POLLIN};
    double last = 0;
    while (poll(&waited, 1, last == 0 ? first_ms : SILENCE_MS) > 0) {
        ssize_t n = read(master, bytes, sizeof bytes);
        bench_need(n > 0, "a program has ended");
        last = measure_now();
        *count += n;
    }
    return last;
}

static void open_one(struct contender *one, void (*run)(void))
{
    struct winsize size = {.ws_row = BIG_FIGHT_ROWS, .ws_col = BIG_FIGHT_COLUMNS};
    char name[TERMINAL_NAME_SIZE];
    long count = 0;
    one->master = posix_openpt(O_RDWR | O_NOCTTY);
    bench_need(one->master >= 0 && grantpt(one->master) == 0 && unlockpt(one->master) == 0 &&
                   fcntl(one->master, F_SETFD, FD_CLOEXEC) == 0 &&
                   ioctl(one->master, TIOCSWINSZ, &size) == 0,
               "a pty");
    snprintf(name, sizeof name, "%s", ptsname(one->master));
    fflush(stdout);
    one->child = fork();
    bench_need(one->child >= 0, "a process");
    if (one->child == 0) {
        close(one->master);
        setsid();
        int terminal = open(name, O_RDWR); /* becomes its controlling one, which tig reads */
        bench_need(terminal >= 0 && dup2(terminal, STDIN_FILENO) >= 0 &&
                       dup2(terminal, STDOUT_FILENO) >= 0,
                   "the pty");
        setenv("TERM", "xterm-256color", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        run();
    }
    /* Until it is silent for long: it reads its text, or makes its fight. */
    double last;
    do {
        last = read_until_silent(one->master, OPENING_MS, &count);
    } while (count == 0 || last != 0);
}

static void close_one(struct contender *one, int signal_number)
{
    int status;
    kill(one->child, signal_number);
    while (waitpid(one->child, &status, WNOHANG) == 0) {
        struct pollfd waited = {.fd = one->master, .events = POLLIN};
        char bytes[4096];
        if (poll(&waited, 1, 1) > 0) {
            ssize_t n = read(one->master, bytes, sizeof bytes);
            (void)n;
        }
    }
    close(one->master);
}

/* Seconds of processor time of a process until now, which a busy machine does not affect. */
static double processor_of(pid_t child)
{
    char path[TERMINAL_NAME_SIZE];
    long long nanoseconds = 0;
    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)child);
    FILE *file = fopen(path, "r");
    bench_need(file != NULL && fscanf(file, "%lld", &nanoseconds) == 1, path);
    fclose(file);
    return (double)nanoseconds * 1e-9;
}

/* Returns whether it was counted. */
static bool press(struct contender *one, const char *bytes, bool is_counted)
{
    long count = 0;
    double used = processor_of(one->child);
    double start = measure_now();
    bench_need(write(one->master, bytes, strlen(bytes)) == (ssize_t)strlen(bytes), "a key");
    double last =
        read_until_silent(one->master, is_counted ? SILENCE_MS : 4 * SILENCE_MS, &count);
    if (last != 0 && is_counted) {
        samples_add(&one->seconds, last - start);
        samples_add(&one->processor, processor_of(one->child) - used);
        samples_add(&one->bytes, (double)count);
    }
    return last != 0 && is_counted;
}

/* ---- keys as bytes --------------------------------------------------------------------- */

static const char *bytes_of(const char *key)
{
    static const struct {
        const char *key, *bytes;
    } named[] = {
        {"Up", "\033OA"},        {"Down", "\033OB"}, {"Right", "\033OC"}, {"Left", "\033OD"},
        {"Home", "\033OH"},      {"End", "\033OF"},  {"Tab", "\t"},       {"PageUp", "\033[5~"},
        {"PageDown", "\033[6~"}, {"Enter", "\r"},    {"Space", " "},      {"C-r", "\022"},
        {"Esc", "\033"},
    };
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (strcmp(named[i].key, key) == 0) {
            return named[i].bytes;
        }
    }
    return key;
}

static bool only_moves(const char *key)
{
    static const char *const moves[] = {"Up",     "Down",     "Left", "Right",
                                        "PageUp", "PageDown", "Home", "End"};
    bool is_move = false;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0] && !is_move; i++) {
        is_move = strcmp(moves[i], key) == 0;
    }
    return is_move;
}

static double newest(const struct samples *samples)
{
    return samples->value[samples->count - 1];
}

static void press_one(struct contender *table, struct contender *frames, int place,
                      const char *key, const char *bytes)
{
    bool is_counted = strcmp(bytes, "\033") != 0;
    bench_need(place < PLACES, "more keys in a round than places");
    if (press(frames, bytes, is_counted)) {
        samples_add(&places[place].curses, newest(&frames->seconds));
        samples_add(&floor_seconds, newest(&frames->seconds) + written[place]);
    }
    if (!press(table, bytes, is_counted)) {
        return;
    }
    snprintf(places[place].key, sizeof places[place].key, "%s", key);
    samples_add(&places[place].seconds, newest(&table->seconds));
    if (only_moves(key)) {
        samples_add(&move_seconds, newest(&table->seconds));
        samples_add(&move_processor, newest(&table->processor));
    }
}

/* Each key of a round here, and each time one there. */
static void press_round(struct contender *table, struct contender *frames,
                        struct contender *tig)
{
    char keys[1024];
    int place = 0;
    snprintf(keys, sizeof keys, "%s", big_fight_keys);
    for (char *key = strtok(keys, " "); key != NULL; key = strtok(NULL, " ")) {
        bool is_text = strncmp(key, "text:", 5) == 0;
        for (char *p = key + 5; is_text && *p != '\0'; p++) {
            const char typed[] = {*p, '\0'};
            press_one(table, frames, place++, typed, typed);
        }
        if (!is_text) {
            press_one(table, frames, place++, key, bytes_of(key));
        }
        press(tig, SCROLL, true);
    }
}

/* The keys that decide the 99th percentile, each by its median, with their places in a round,
 * and how much of it curses alone takes. */
static void report_slowest(void)
{
    for (int i = 0; i < SLOWEST; i++) {
        int slowest = 0;
        double most = 0;
        for (int place = 0; place < PLACES; place++) {
            struct samples *here = &places[place].seconds;
            double middle = here->count > 0 ? samples_quantile(here, 0.5) : 0;
            slowest = middle > most ? place : slowest;
            most = middle > most ? middle : most;
        }
        char all[REPORT_TIME_SIZE], curses[REPORT_TIME_SIZE], writes[REPORT_TIME_SIZE];
        printf(
            "  slow key: %-5s at place %2d of a round  p50 %8s  of it curses %8s, writes %8s\n",
            places[slowest].key, slowest + 1, report_time(all, most),
            report_time(curses, samples_quantile(&places[slowest].curses, 0.5)),
            report_time(writes, written[slowest]));
        places[slowest].seconds.count = 0;
    }
}

static void report_one(const char *what, struct samples *samples)
{
    char middle[REPORT_TIME_SIZE], slow[REPORT_TIME_SIZE], most[REPORT_TIME_SIZE];
    printf("  %-46s p50 %8s  p99 %8s  max %8s  of %d\n", what,
           report_time(middle, samples_quantile(samples, 0.5)),
           report_time(slow, samples_quantile(samples, 0.99)),
           report_time(most, samples_quantile(samples, 1)), samples->count);
}

static double against(struct samples *table, struct samples *tig, double part)
{
    return samples_quantile(table, part) / samples_quantile(tig, part);
}

static void report_all(struct contender *table, struct contender *frames, struct contender *tig)
{
    report_one("a key at the table, 60 combatants", &table->seconds);
    report_one("of these, one that only moves", &move_seconds);
    report_one("curses alone, with the same frames", &frames->seconds);
    report_one("and with what SQLite takes to write", &floor_seconds);
    report_one("tig, scrolling by a line", &tig->seconds);
    report_one("processor time: a key at the table", &table->processor);
    report_one("processor time: one that only moves", &move_processor);
    report_one("processor time: curses alone", &frames->processor);
    report_one("processor time: tig", &tig->processor);
    report_slowest();
    report_at_most("a key, 99th percentile, against tig's",
                   against(&table->seconds, &tig->seconds, 0.99), 1, "x");
    report_at_most("a key, 99th percentile, processor time, against it",
                   against(&table->processor, &tig->processor, 0.99), 1, "x");
    printf("  %-50s %9.2fx\n", "curses alone, 99th percentile, against tig's",
           against(&frames->seconds, &tig->seconds, 0.99));
    printf("  %-50s %9.2fx\n", "curses and SQLite's writes alone, 99th percentile",
           against(&floor_seconds, &tig->seconds, 0.99));
    printf("  %-50s %9.2fx\n", "curses alone, 99th, processor time",
           against(&frames->processor, &tig->processor, 0.99));
    printf("  %-50s %9.2fx\n", "a key that only moves, 99th percentile",
           against(&move_seconds, &tig->seconds, 0.99));
    printf("  %-50s %9.2fx\n", "a key that only moves, 99th, processor time",
           against(&move_processor, &tig->processor, 0.99));
    printf("  %-50s %9.2fx\n", "a key, medians", against(&table->seconds, &tig->seconds, 0.5));
    printf("  %-50s %9.2fx\n", "a key, medians, processor time",
           against(&table->processor, &tig->processor, 0.5));
    printf("  %-50s %9.2fx\n", "bytes sent for a key, medians",
           against(&table->bytes, &tig->bytes, 0.5));
}

/* What one process measures and this one reports. */
static void share_written(void)
{
    int file = open(WRITTEN_PATH, O_RDWR | O_CREAT | O_TRUNC, 0600);
    bench_need(file >= 0 && ftruncate(file, PLACES * (off_t)sizeof *written) == 0,
               WRITTEN_PATH);
    written = mmap(NULL, PLACES * sizeof *written, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    bench_need(written != MAP_FAILED, WRITTEN_PATH);
    close(file);
    remove(WRITTEN_PATH);
}

int main(void)
{
    static struct contender table, frames, tig;
    bench_folder();
    report_title("From a key's byte to the screen's last, 120 x 40, against tig");
    if (!is_tig_there()) {
        report_skip("a key at the table, against tig",
                    "tig is not installed (apt-get install tig)");
        return 0;
    }
    write_text();
    share_written();
    open_one(&frames, run_frames); /* first: its fight is made in the same file */
    open_one(&table, run_table);
    open_one(&tig, run_tig);
    for (int i = 0; i < ROUNDS; i++) {
        press_round(&table, &frames, &tig);
    }
    close_one(&table, SIGTERM);
    close_one(&frames, SIGTERM);
    close_one(&tig, SIGKILL);
    remove(TEXT_PATH);
    report_all(&table, &frames, &tig);
    return 0;
}
