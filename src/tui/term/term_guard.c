#include "tui/term/term_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { CRASH_STACK_SIZE = 64 * 1024 };

static const int crash_signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
static const int flag_signals[] = {SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT};
static const int key_signals[] = {SIGINT, SIGTSTP, SIGQUIT};
enum {
    CRASH_SIGNALS = sizeof crash_signals / sizeof crash_signals[0],
    FLAG_SIGNALS = sizeof flag_signals / sizeof flag_signals[0],
    KEY_SIGNALS = sizeof key_signals / sizeof key_signals[0],
};

static volatile sig_atomic_t must_end;
static volatile sig_atomic_t must_stop;
static volatile sig_atomic_t was_continued;

static struct sigaction before_crash[CRASH_SIGNALS];
static struct sigaction before_flag[FLAG_SIGNALS];
static sigset_t outer_mask;
static int terminal = -1;
static struct termios modes_before;
static bool has_modes;
static char restore_bytes[GUARD_RESTORE_SIZE];
static volatile sig_atomic_t restore_count;
static int errors_kept = -1;   /* the pipe's end to read from */
static int errors_before = -1; /* a copy of the original standard error */
static char crash_stack[CRASH_STACK_SIZE];

static void write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written <= 0) {
            return;
        }
        bytes += written;
        count -= (size_t)written;
    }
}

/* Safe in a handler, like everything it calls. */
static void pour_errors(int into)
{
    char buf[512];
    ssize_t count;
    while ((count = read(errors_kept, buf, sizeof buf)) > 0) {
        write_all(into, buf, (size_t)count);
    }
}

static void on_crash(int signal_number)
{
    if (restore_count > 0) {
        write_all(terminal, restore_bytes, (size_t)restore_count);
        if (has_modes) {
            tcsetattr(terminal, TCSANOW, &modes_before);
        }
    }
    if (errors_kept >= 0) {
        pour_errors(errors_before);
        dup2(errors_before, STDERR_FILENO);
    }
    /* What was there before has the last word: the default, which ends the process, or another
     * handler that does. */
    for (int i = 0; i < CRASH_SIGNALS; i++) {
        if (crash_signals[i] == signal_number) {
            sigaction(signal_number, &before_crash[i], NULL);
        }
    }
    raise(signal_number);
}

static void on_flag(int signal_number)
{
    if (signal_number == SIGTSTP) {
        must_stop = 1;
    } else if (signal_number == SIGCONT) {
        was_continued = 1;
    } else {
        must_end = 1;
    }
}

static bool is_plain(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler != SIG_IGN;
}

static void replace_default(int signal_number, const struct sigaction *action,
                            struct sigaction *before)
{
    sigaction(signal_number, NULL, before);
    if (is_plain(before) && before->sa_handler == SIG_DFL) {
        sigaction(signal_number, action, NULL);
    }
}

int guard_install(int terminal_fd)
{
    terminal = terminal_fd;
    has_modes = tcgetattr(terminal_fd, &modes_before) == 0;
    int failure = has_modes ? 0 : errno;
    must_end = 0;
    must_stop = 0;
    was_continued = 0;
    restore_count = 0;
    /* After a stack overflow the handler cannot run on the same stack. */
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    struct sigaction crash = {.sa_handler = on_crash};
    crash.sa_flags = (int)SA_RESETHAND | SA_ONSTACK;
    sigemptyset(&crash.sa_mask);
    for (int i = 0; i < CRASH_SIGNALS; i++) {
        sigaction(crash_signals[i], NULL, &before_crash[i]);
        if (is_plain(&before_crash[i])) {
            sigaction(crash_signals[i], &crash, NULL);
        }
    }
    struct sigaction flag = {.sa_handler = on_flag};
    sigemptyset(&flag.sa_mask);
    for (int i = 0; i < FLAG_SIGNALS; i++) {
        replace_default(flag_signals[i], &flag, &before_flag[i]);
    }
    return failure;
}

static bool has_modes_of_before(void)
{
    struct termios now;
    return tcgetattr(terminal, &now) == 0 && now.c_iflag == modes_before.c_iflag &&
           now.c_oflag == modes_before.c_oflag && now.c_cflag == modes_before.c_cflag &&
           now.c_lflag == modes_before.c_lflag;
}

int guard_put_modes_back(void)
{
    enum { TRIES = 3 };
    int failure = 0;
    for (int i = 0; has_modes && i < TRIES && !has_modes_of_before(); i++) {
        failure = tcsetattr(terminal, TCSADRAIN, &modes_before) == 0 ? 0 : errno;
    }
    return failure;
}

void guard_ignore_keys(void)
{
    for (int i = 0; i < KEY_SIGNALS; i++) {
        signal(key_signals[i], SIG_IGN);
    }
}

/* The signals of keys stay ignored throughout, so that they cannot end the program. */
static void put_back(int signal_number, const struct sigaction *before)
{
    for (int i = 0; i < KEY_SIGNALS; i++) {
        if (key_signals[i] == signal_number) {
            return;
        }
    }
    sigaction(signal_number, before, NULL);
}

void guard_remove(void)
{
    restore_count = 0;
    guard_ignore_keys();
    for (int i = 0; i < CRASH_SIGNALS; i++) {
        put_back(crash_signals[i], &before_crash[i]);
    }
    for (int i = 0; i < FLAG_SIGNALS; i++) {
        put_back(flag_signals[i], &before_flag[i]);
    }
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
}

void guard_set_restore(const char *bytes, int count)
{
    CHECK(count >= 0 && count <= GUARD_RESTORE_SIZE);
    restore_count = 0;
    memcpy(restore_bytes, bytes, (size_t)count);
    restore_count = count;
}

void guard_write_restore(void)
{
    write_all(terminal, restore_bytes, (size_t)restore_count);
}

void guard_catch_errors(void)
{
    int ends[2];
    if (!isatty(STDERR_FILENO) || pipe(ends) != 0) {
        return;
    }
    /* A writer of more than the pipe holds loses it, and must not wait for us to read. */
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    errors_before = dup(STDERR_FILENO);
    if (errors_before < 0 || dup2(ends[1], STDERR_FILENO) < 0) {
        close(ends[0]);
        close(ends[1]);
        return;
    }
    fcntl(errors_before, F_SETFD, FD_CLOEXEC);
    close(ends[1]);
    errors_kept = ends[0];
}

void guard_release_errors(void)
{
    if (errors_kept < 0) {
        return;
    }
    dup2(errors_before, STDERR_FILENO);
    pour_errors(STDERR_FILENO);
    close(errors_kept);
    close(errors_before);
    errors_kept = -1;
    errors_before = -1;
}

void guard_begin(void)
{
    sigset_t kept;
    sigemptyset(&kept);
    sigaddset(&kept, SIGWINCH);
    for (int i = 0; i < FLAG_SIGNALS; i++) {
        sigaddset(&kept, flag_signals[i]);
    }
    sigprocmask(SIG_BLOCK, &kept, &outer_mask);
}

void guard_end(void)
{
    sigprocmask(SIG_SETMASK, &outer_mask, NULL);
}

bool guard_is_hung_up(int terminal_fd)
{
    struct pollfd state = {.fd = terminal_fd, .events = POLLIN};
    return poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

enum guard_event guard_wait(int terminal_fd, int other_fd, int timeout_ms)
{
    fd_set wanted;
    FD_ZERO(&wanted);
    FD_SET(terminal_fd, &wanted);
    if (other_fd >= 0 && other_fd < FD_SETSIZE) {
        FD_SET(other_fd, &wanted);
    }
    int most = other_fd > terminal_fd && other_fd < FD_SETSIZE ? other_fd : terminal_fd;
    struct timespec limit = {timeout_ms / 1000, (timeout_ms % 1000) * 1000000L};
    int ready =
        pselect(most + 1, &wanted, NULL, NULL, timeout_ms < 0 ? NULL : &limit, &outer_mask);
    if (ready > 0) {
        return FD_ISSET(terminal_fd, &wanted) ? GUARD_READY : GUARD_OUTSIDE;
    }
    if (ready == 0) {
        return GUARD_TIMEOUT;
    }
    return errno == EINTR ? GUARD_SIGNAL : GUARD_HANGUP;
}

bool guard_must_end(void)
{
    return must_end != 0;
}

bool guard_must_stop(void)
{
    bool result = must_stop != 0;
    must_stop = 0;
    return result;
}

bool guard_was_continued(void)
{
    bool result = was_continued != 0;
    was_continued = 0;
    return result;
}

void guard_stop(void)
{
    struct sigaction flag;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigemptyset(&standard.sa_mask);
    sigaction(SIGTSTP, &standard, &flag);
    kill(0, SIGTSTP);
    sigset_t let_through;
    sigset_t mask;
    sigemptyset(&let_through);
    sigaddset(&let_through, SIGTSTP);
    sigaddset(&let_through, SIGCONT);
    /* The signal was blocked until here: the process stops inside this call. */
    sigprocmask(SIG_UNBLOCK, &let_through, &mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &flag, NULL);
    must_stop = 0;
    was_continued = 0;
}
