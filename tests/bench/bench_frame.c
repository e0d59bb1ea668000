/* From a key to the finished frame: the table at 120 x 40 with 60 combatants, the largest fight
 * that it is made for, and with 200, by keys as a referee presses them, through the real loop
 * and the real terminal code on a pty that somebody reads.
 *
 * It is compared with a program that does the least for each key: fill a screen of that size
 * with new characters by ncurses and send it to /dev/null. bench_commit measures the disk: here
 * nothing waits for it. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "bench/bare_frame.h"
#include "bench/big_fight.h"
#include "bench/measure.h"
#include "tui/loop/table.h"
#include "tui/term/term_curses.h"
#include "tui/term/term_script.h"

enum { ROWS = BIG_FIGHT_ROWS, COLUMNS = BIG_FIGHT_COLUMNS };
enum { COMBATANTS = BIG_FIGHT_COMBATANTS, COMBATANTS_MANY = 200 };
enum { ROUNDS = 25 /* within one round of the fight */, BARE_FRAMES = 1000 };

static const double frame_aim_ms = 1;

/* ---- a terminal that looks at its watch ------------------------------------------------ */

/* The slow keys: one row for each name. */
enum { KEYS_MAX = 64, SLOWEST = 5 };

struct key_samples {
    char key[KEY_NAME_SIZE];
    struct samples processor;
};

struct watch {
    struct terminal script, screen;
    struct term_script storage;
    double pressed; /* when the loop took the key; 0: none is on the way */
    double used;    /* of the processor until then */
    char key[KEY_NAME_SIZE];
    struct samples all, processor;
    struct key_samples by_key[KEYS_MAX];
    int keys;
};

static struct samples *samples_of_key(struct watch *watch, const char *key)
{
    int i = 0;
    while (i < watch->keys && strcmp(watch->by_key[i].key, key) != 0) {
        i++;
    }
    bench_need(i < KEYS_MAX, "more kinds of keys than there is room for");
    if (i == watch->keys) {
        watch->keys++;
        memcpy(watch->by_key[i].key, key, KEY_NAME_SIZE);
    }
    return &watch->by_key[i].processor;
}

static struct watch *watch_of(struct terminal *terminal)
{
    return terminal->owner;
}

static void watch_size(struct terminal *terminal, int *rows, int *columns)
{
    term_size(&watch_of(terminal)->screen, rows, columns);
}

static void watch_present(struct terminal *terminal, const struct frame *frame)
{
    struct watch *watch = watch_of(terminal);
    term_present(&watch->screen, frame);
    if (watch->pressed == 0) {
        return;
    }
    double used = measure_processor() - watch->used;
    samples_add(&watch->all, measure_now() - watch->pressed);
    samples_add(&watch->processor, used);
    samples_add(samples_of_key(watch, watch->key), used);
    watch->pressed = 0;
}

static void watch_read(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    struct watch *watch = watch_of(terminal);
    term_read(out, &watch->script, timeout_ms);
    if (out->kind == INPUT_KEY || out->kind == INPUT_CHARACTER) {
        key_to_name(watch->key, out->key);
        watch->used = measure_processor();
        watch->pressed = measure_now();
    }
}

static void watch_nothing(struct terminal *terminal)
{
    (void)terminal;
}

static void watch_open(struct terminal *out, struct watch *watch)
{
    static const struct terminal_operations operations = {.size = watch_size,
                                                          .present = watch_present,
                                                          .read = watch_read,
                                                          .pause = watch_nothing,
                                                          .resume = watch_nothing,
                                                          .close = watch_nothing};
    struct error err;
    bench_need(term_curses_open(&watch->screen, (struct term_wishes){0}, &err) == STATUS_OK,
               "the terminal");
    term_script_open(&watch->script, &watch->storage, ROWS, COLUMNS, watch->screen.glyphs);
    *out = (struct terminal){.operations = &operations,
                             .owner = watch,
                             .colours = watch->screen.colours,
                             .glyphs = watch->screen.glyphs};
}

/* ---- the table ------------------------------------------------------------------------- */

static void press_keys(struct watch *watch, int combatants)
{
    char path[CAMPAIGN_PATH_SIZE];
    char *all = malloc(strlen(big_fight_keys) * ROUNDS + 1);
    bench_need(all != NULL, "out of memory");
    all[0] = '\0';
    for (int i = 0; i < ROUNDS; i++) {
        strcat(all, big_fight_keys);
    }
    struct sitting *sitting = big_fight_open(path, combatants);
    struct terminal terminal;
    struct error err;
    watch_open(&terminal, watch);
    bench_need(term_script_feed(&watch->storage, str_of(all), &err) == STATUS_OK, err.text);
    int64_t begin = sitting->position.row;
    table_run(sitting, &terminal, NULL, NULL);
    bench_need(sitting->position.row - begin == (int64_t)ROUNDS * BIG_FIGHT_ACTS,
               "the keys did not do what they are to measure");
    term_close(&watch->screen);
    sitting_close(sitting);
    campaigns_remove(path);
    free(all);
}

/* ---- two processes --------------------------------------------------------------------- */

struct times {
    double middle, slow, most;
    int count;
};

struct slow_key {
    char key[KEY_NAME_SIZE];
    struct times processor;
};

struct findings {
    struct times key, processor, bare;
    struct slow_key slowest[SLOWEST]; /* the slowest first, by their 99th percentiles */
};

static struct times times_of(struct samples *samples)
{
    return (struct times){.middle = samples_quantile(samples, 0.5),
                          .slow = samples_quantile(samples, 0.99),
                          .most = samples_quantile(samples, 1),
                          .count = samples->count};
}

static void find_slowest(struct findings *out, struct watch *watch)
{
    for (int i = 0; i < watch->keys; i++) {
        struct slow_key one = {.processor = times_of(&watch->by_key[i].processor)};
        memcpy(one.key, watch->by_key[i].key, sizeof one.key);
        for (int at = 0; at < SLOWEST; at++) {
            if (one.processor.slow > out->slowest[at].processor.slow) {
                struct slow_key faster = out->slowest[at];
                out->slowest[at] = one;
                one = faster;
            }
        }
    }
}

/* In the child, whose standard input and output are the pty. */
static void find(struct findings *out, int combatants)
{
    static struct watch watch;
    struct samples bare = {0};
    bench_need(bare_frame_begin(ROWS, COLUMNS), "ncurses on /dev/null");
    for (int i = 0; i < BARE_FRAMES; i++) {
        double start = measure_now();
        bare_frame_draw(i);
        samples_add(&bare, measure_now() - start);
    }
    bare_frame_end();
    press_keys(&watch, combatants);
    *out = (struct findings){.key = times_of(&watch.all),
                             .processor = times_of(&watch.processor),
                             .bare = times_of(&bare)};
    find_slowest(out, &watch);
}

static void find_on(const char *terminal_path, int answer, int combatants)
{
    struct findings findings;
    struct winsize size = {.ws_row = ROWS, .ws_col = COLUMNS};
    setsid();
    int terminal = open(terminal_path, O_RDWR);
    bench_need(terminal >= 0 && ioctl(terminal, TIOCSWINSZ, &size) == 0 &&
                   dup2(terminal, STDIN_FILENO) >= 0 && dup2(terminal, STDOUT_FILENO) >= 0,
               "the pty");
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    find(&findings, combatants);
    _exit(write(answer, &findings, sizeof findings) == sizeof findings ? 0 : 1);
}

/* Reads what the child draws, like a terminal, until it answers or is gone. */
static void read_until_answered(int master, int answer)
{
    static char bytes[64 * 1024];
    struct pollfd waited[] = {{.fd = master, .events = POLLIN},
                              {.fd = answer, .events = POLLIN}};
    do {
        bench_need(poll(waited, 2, -1) > 0, "waiting for the table");
        if ((waited[0].revents & POLLIN) != 0) {
            bench_need(read(master, bytes, sizeof bytes) > 0, "reading the pty");
        }
    } while ((waited[1].revents & (POLLIN | POLLHUP)) == 0);
}

static void report_times(const char *what, const struct times *times)
{
    char middle[REPORT_TIME_SIZE], slow[REPORT_TIME_SIZE], most[REPORT_TIME_SIZE];
    printf("  %-46s p50 %8s  p99 %8s  max %8s  of %d\n", what,
           report_time(middle, times->middle), report_time(slow, times->slow),
           report_time(most, times->most), times->count);
}

/* In a process of its own, as curses has one terminal. */
static struct findings find_apart(int combatants)
{
    struct findings findings = {0};
    int answer[2];
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    bench_need(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0 &&
                   pipe(answer) == 0,
               "a pty");
    /* Held open here as well, so that the other end stays while the child comes and goes. */
    int held = open(ptsname(master), O_RDWR | O_NOCTTY);
    fflush(stdout);
    pid_t child = fork();
    bench_need(held >= 0 && child >= 0, "a process");
    if (child == 0) {
        char name[64];
        snprintf(name, sizeof name, "%s", ptsname(master));
        close(master);
        close(held);
        find_on(name, answer[1], combatants);
    }
    close(answer[1]);
    read_until_answered(master, answer[0]);
    int status = 0;
    bench_need(waitpid(child, &status, 0) == child && status == 0 &&
                   read(answer[0], &findings, sizeof findings) == sizeof findings,
               "the table on a pty");
    close(answer[0]);
    close(held);
    close(master);
    return findings;
}

static void report(const struct findings *findings, bool has_aim)
{
    report_times("a key at the table, until the pty has its frame", &findings->key);
    report_times("the same in processor time", &findings->processor);
    report_times("outside: erase, addch of all, doupdate to /dev/null", &findings->bare);
    for (int i = 0; i < SLOWEST; i++) {
        char what[64];
        snprintf(what, sizeof what, "the slowest, in processor time: %s",
                 findings->slowest[i].key);
        report_times(what, &findings->slowest[i].processor);
    }
    if (has_aim) {
        report_at_most("a key, 99th percentile, processor time", findings->processor.slow * 1e3,
                       frame_aim_ms, " ms");
        report_at_most("a key, 99th percentile", findings->key.slow * 1e3, frame_aim_ms, " ms");
    }
    printf("  %-50s %9.2fx\n", "a key / the outside frame, medians",
           findings->key.middle / findings->bare.middle);
}

int main(void)
{
    static const int combatants[] = {COMBATANTS, COMBATANTS_MANY};
    bench_folder();
    for (int i = 0; i < 2; i++) {
        char title[80];
        snprintf(title, sizeof title,
                 "From a key to the finished frame, %d x %d, %d combatants", COLUMNS, ROWS,
                 combatants[i]);
        report_title(title);
        struct findings findings = find_apart(combatants[i]);
        report(&findings, combatants[i] == COMBATANTS);
    }
    return 0;
}
