/* From exec to the first screen, and the memory used until then: the real program on a pty, on
 * a fight that has just begun and on a campaign of a million events, against a bare program
 * that only fills the screen (tests/bench/bare_screen.c). By turns.
 *
 * The screen is complete with the last byte that the program writes before it falls silent. */
#define _DEFAULT_SOURCE /* wait4, which is not in POSIX */

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "bench/campaigns.h"
#include "bench/measure.h"

enum { ROWS = 40, COLUMNS = 120, TURNS = 25, SILENCE_MS = 100, SCREEN_BYTES_MIN = 200 };
enum { EVENTS_LONG = 1000000, NAME_BYTES = 512 };

static const double start_aim = 2, memory_aim_mib = 32;

static const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8",
                                          "PATH=/usr/bin", NULL};

struct contender {
    const char *what;
    const char *argument[5];
    struct samples seconds, processor, kibibytes;
};

/* ---- one start ------------------------------------------------------------------------- */

static void become(const struct contender *contender, const char *terminal_path)
{
    union { /* execve does not write to these arrays, but its declaration allows it */
        const char *const *given;
        char *const *wanted;
    } arguments = {contender->argument}, variables = {environment};
    setsid();
    int terminal = open(terminal_path, O_RDWR);
    struct winsize size = {.ws_row = ROWS, .ws_col = COLUMNS};
    if (terminal < 0 || ioctl(terminal, TIOCSWINSZ, &size) != 0 || dup2(terminal, 0) < 0 ||
        dup2(terminal, 1) < 0 || dup2(terminal, 2) < 0) {
        _exit(126);
    }
    execve(arguments.wanted[0], arguments.wanted, variables.wanted);
    _exit(127);
}

/* When the last byte before a silence came. */
static double read_screen(int master)
{
    static char bytes[64 * 1024];
    struct pollfd waited = {.fd = master, .events = POLLIN};
    double last = 0;
    long count = 0;
    while (poll(&waited, 1, count < SCREEN_BYTES_MIN ? 5000 : SILENCE_MS) > 0) {
        ssize_t n = read(master, bytes, sizeof bytes);
        bench_need(n > 0, "the program ended at once");
        last = measure_now();
        count += n;
    }
    bench_need(count >= SCREEN_BYTES_MIN, "no screen appeared");
    return last;
}

static void start_once(struct contender *contender)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    bench_need(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0, "a pty");
    char terminal_path[64];
    snprintf(terminal_path, sizeof terminal_path, "%s", ptsname(master));
    int held =
        open(terminal_path, O_RDWR | O_NOCTTY); /* so that it is there before the child */
    double start = measure_now();
    pid_t child = fork();
    bench_need(held >= 0 && child >= 0, "a process");
    if (child == 0) {
        close(held);
        close(master);
        become(contender, terminal_path);
    }
    double shown = read_screen(master);
    struct rusage use;
    int status;
    kill(child, SIGTERM);
    /* What it writes at its end must not stop it. */
    fcntl(master, F_SETFL, O_NONBLOCK);
    char bytes[4096];
    while (wait4(child, &status, WNOHANG, &use) == 0) {
        struct pollfd waited = {.fd = master, .events = POLLIN};
        poll(&waited, 1, 1);
        ssize_t n = read(master, bytes, sizeof bytes);
        (void)n;
    }
    close(held);
    close(master);
    samples_add(&contender->seconds, shown - start);
    samples_add(&contender->processor,
                (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                    (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6);
    samples_add(&contender->kibibytes, (double)use.ru_maxrss);
}

/* ---- the comparison -------------------------------------------------------------------- */

/* In a process of its own: the memory it takes would count as that of programs started later.
 */
static void copy_apart(const char *path, long events)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        char copy[CAMPAIGN_PATH_SIZE];
        campaigns_copy(copy, events);
        fflush(stdout);
        _exit(rename(copy, path) == 0 ? 0 : 1);
    }
    int status;
    bench_need(child > 0 && waitpid(child, &status, 0) == child && status == 0, path);
}

static double median(const struct samples *samples)
{
    struct samples sorted = *samples;
    return samples_quantile(&sorted, 0.5);
}

static void report(const struct contender *contender, const struct contender *bare)
{
    char middle[REPORT_TIME_SIZE], slow[REPORT_TIME_SIZE], used[REPORT_TIME_SIZE];
    struct samples seconds = contender->seconds, kibibytes = contender->kibibytes;
    printf("  %-36s p50 %8s  p90 %8s  processor, to the end %8s  %5.1f MiB\n", contender->what,
           report_time(middle, median(&seconds)),
           report_time(slow, samples_quantile(&seconds, 0.9)),
           report_time(used, median(&contender->processor)), median(&kibibytes) / 1024);
    if (bare != NULL) {
        report_at_most("first screen, against the bare program",
                       median(&seconds) / median(&bare->seconds), start_aim, "x");
        printf("  %-50s %9.2fx\n", "processor time to the end, against it",
               median(&contender->processor) / median(&bare->processor));
        report_at_most("peak memory", samples_quantile(&kibibytes, 1) / 1024, memory_aim_mib,
                       " MiB");
    }
}

int main(void)
{
    static const char begun[] = BENCH_FOLDER "/begun.db", grown[] = BENCH_FOLDER "/grown.db";
    const char *folder = getenv("BUILD_DIR");
    char program[NAME_BYTES], bare[NAME_BYTES];
    snprintf(program, sizeof program, "%s/referee", folder == NULL ? "build/release" : folder);
    snprintf(bare, sizeof bare, "%s/tests/bench/bare_screen",
             folder == NULL ? "build/release" : folder);
    bench_need(access(program, X_OK) == 0 && access(bare, X_OK) == 0,
               "a program is not built; `make bench` builds them all");
    report_title("First screen, 120 x 40");
    copy_apart(begun, 0);
    copy_apart(grown, EVENTS_LONG);
    struct contender contenders[] = {
        {.what = "a bare program", .argument = {bare}},
        {.what = "the table, the fight has just begun",
         .argument = {program, "--db", begun, "table"}},
        {.what = "the table, a million events", .argument = {program, "--db", grown, "table"}},
    };
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < 3; i++) {
            start_once(&contenders[i]);
        }
    }
    for (int i = 0; i < 3; i++) {
        report(&contenders[i], i == 0 ? NULL : &contenders[0]);
    }
    campaigns_remove(begun);
    campaigns_remove(grown);
    return 0;
}
