#define _DEFAULT_SOURCE /* syscall */
#include "support/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

#include "base/utf8.h"
#include "support/unit.h"
#include "tui/term/term.h"

enum { ENVIRONMENT_MAX = 16, PATH_SIZE = 512 };

enum report_kind {
    REPORT_STOPPED = 's',
    REPORT_ENDED = 'e',
};

/* Messages of the process in the middle. */
struct report {
    char kind;
    int status; /* as wait() gives it */
};

enum order {
    ORDER_CONTINUE = 'c',
    ORDER_KILL = 'k',
};

struct pty {
    int master;
    int reports; /* to read from */
    int orders;  /* to write to */
    pid_t middle;
    pid_t program;
    VTerm *emulator;
    VTermScreen *screen;
    int rows, columns;
    bool is_alternate;
    bool has_stopped, has_ended;
    int status;
    struct termios modes_before;
    const char *background; /* the answer to a query for it, or NULL */
    bool is_wide;           /* it says that a sign took two columns */
    int of_query;           /* how much of such a query was read */
    char folder[PATH_SIZE]; /* where the program starts: files with a bare name land there */
    char output[PTY_TEXT_SIZE];
    int output_count;
    char text[PTY_TEXT_SIZE];
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return; /* the other side is gone, which the test will see */
        }
        bytes += written;
        count -= (size_t)written;
    }
}

/* ---- The process in the middle --------------------------------------------------------- */

static const int usual_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGTERM,
                                    SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD};

/* A file to write to, or the terminal. */
static int open_in_place(const char *path, int terminal)
{
    return path != NULL ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : terminal;
}

/* The top of the source tree, where the tests run, followed by the path if it is relative. */
static const char *path_from_here(char out[PATH_SIZE], const char *path)
{
    char here[PATH_SIZE / 2];
    if (path[0] == '/' || getcwd(here, sizeof here) == NULL) {
        snprintf(out, PATH_SIZE, "%s", path);
    } else {
        snprintf(out, PATH_SIZE, "%s/%s", here, path);
    }
    return out;
}

static void become_program(const struct pty_program *program, const char *terminal_path,
                           const char *folder)
{
    /* With sanitizers the program is only responsible for its own memory. */
    char leaks[PATH_SIZE];
    char leaks_setting[PATH_SIZE + 64];
    snprintf(leaks_setting, sizeof leaks_setting,
             "LSAN_OPTIONS=suppressions=%s:print_suppressions=0",
             path_from_here(leaks, "tests/support/ncurses.leaks"));
    const char *settings[ENVIRONMENT_MAX + 2] = {leaks_setting};
    for (int i = 0; program->environment[i] != NULL && i < ENVIRONMENT_MAX; i++) {
        settings[i + 1] = program->environment[i];
    }
    setpgid(0, 0);
    /* The new group takes the terminal itself, so that it cannot run before it has it. */
    signal(SIGTTOU, SIG_IGN);
    int terminal = open(terminal_path, O_RDWR);
    tcsetpgrp(terminal, getpid());
    /* The one who runs the tests may ignore some; a shell starts programs with none ignored. */
    for (size_t i = 0; i < sizeof usual_signals / sizeof usual_signals[0]; i++) {
        signal(usual_signals[i], SIG_DFL);
    }
    int input = program->input_path != NULL ? open(program->input_path, O_RDONLY) : terminal;
    int errors = open_in_place(program->errors_path, terminal);
    int output = open_in_place(program->output_path, terminal);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < 256; fd++) {
        close(fd);
    }
    /* execve does not write to these arrays, but its declaration allows it. */
    union {
        const char *const *given;
        char *const *wanted;
    } arguments = {program->arguments}, environment = {settings};
    char path[PATH_SIZE];
    path_from_here(path, program->arguments[0]);
    if (chdir(folder) == 0) {
        execve(path, arguments.wanted, environment.wanted);
    }
    _exit(127);
}

static void send_report(int reports, char kind, int status)
{
    struct report report = {.kind = kind, .status = status};
    write_all(reports, (const char *)&report, sizeof report);
}

static void play_shell(const struct pty_program *program, const char *terminal_path,
                       const char *folder, int reports, int orders)
{
    setsid();
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    int terminal = open(terminal_path, O_RDWR); /* becomes the session's terminal */
    struct termios shell_modes;
    tcgetattr(terminal, &shell_modes);
    pid_t child = fork();
    if (child == 0) {
        become_program(program, terminal_path, folder);
    }
    setpgid(child, child);
    write_all(reports, (const char *)&child, sizeof child);
    for (;;) {
        int status = 0;
        if (waitpid(child, &status, WUNTRACED) < 0 && errno != EINTR) {
            _exit(1);
        }
        if (!WIFSTOPPED(status)) {
            send_report(reports, REPORT_ENDED, status);
            break;
        }
        struct termios program_modes;
        tcgetattr(terminal, &program_modes);
        tcsetpgrp(terminal, getpgrp());
        send_report(reports, REPORT_STOPPED, status);
        char order = ORDER_KILL;
        if (read(orders, &order, 1) != 1 || order == ORDER_KILL) {
            kill(-child, SIGKILL);
        }
        tcsetattr(terminal, TCSADRAIN, &program_modes);
        tcsetpgrp(terminal, child);
        kill(-child, SIGCONT);
    }
    _exit(0);
}

/* ---- The emulator ---------------------------------------------------------------------- */

static int on_property(VTermProp property, VTermValue *value, void *user)
{
    struct pty *pty = user;
    if (property == VTERM_PROP_ALTSCREEN) {
        pty->is_alternate = value->boolean != 0;
    }
    return 1;
}

static void send_answers(struct pty *pty)
{
    char buf[256];
    size_t count;
    while ((count = vterm_output_read(pty->emulator, buf, sizeof buf)) > 0) {
        for (size_t i = 0; pty->is_wide && i + 6 <= count;
             i++) { /* answers may come together */
            bool is_width = memcmp(buf + i, "\033[1;2R", 6) == 0;
            buf[i + 4] = is_width ? '3' : buf[i + 4];
        }
        write_all(pty->master, buf, count);
    }
}

static void open_emulator(struct pty *pty)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = on_property};
    pty->emulator = vterm_new(pty->rows, pty->columns);
    assert_non_null(pty->emulator);
    vterm_set_utf8(pty->emulator, 1);
    pty->screen = vterm_obtain_screen(pty->emulator);
    vterm_screen_enable_altscreen(pty->screen, 1);
    vterm_screen_set_callbacks(pty->screen, &callbacks, pty);
    vterm_screen_reset(pty->screen, 1);
}

static const char background_query[] = "\033]11;?\007";
static const char black[] = "\033]11;rgb:0000/0000/0000\007";

/* The emulator itself knows no such query. */
static void answer_queries(struct pty *pty, const char *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        bool is_next = bytes[i] == background_query[pty->of_query];
        pty->of_query = is_next ? pty->of_query + 1 : bytes[i] == background_query[0] ? 1 : 0;
        if (background_query[pty->of_query] == '\0') {
            pty->of_query = 0;
            if (pty->background != NULL) {
                write_all(pty->master, pty->background, strlen(pty->background));
            }
        }
    }
}

void pty_tell_background(struct pty *pty, const char *answer)
{
    pty->background = answer;
}

void pty_tell_wide(struct pty *pty)
{
    pty->is_wide = true;
}

static void take_output(struct pty *pty, const char *bytes, int count)
{
    int room = PTY_TEXT_SIZE - 1 - pty->output_count;
    int kept = count < room ? count : room;
    memcpy(pty->output + pty->output_count, bytes, (size_t)kept);
    pty->output_count += kept;
    pty->output[pty->output_count] = '\0';
    vterm_input_write(pty->emulator, bytes, (size_t)count);
    send_answers(pty);
    answer_queries(pty, bytes, count);
}

/* Reads whatever is there; false when the terminal's other side is closed. */
static bool drain_output(struct pty *pty)
{
    char buf[4096];
    ssize_t count = read(pty->master, buf, sizeof buf);
    if (count > 0) {
        take_output(pty, buf, (int)count);
        return true;
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR);
}

static void take_report(struct pty *pty)
{
    struct report report;
    if (read(pty->reports, &report, sizeof report) != (ssize_t)sizeof report) {
        pty->has_ended = true;
        return;
    }
    pty->has_stopped = report.kind == REPORT_STOPPED;
    pty->has_ended = report.kind == REPORT_ENDED;
    pty->status = report.status;
}

static void fail_with_picture(struct pty *pty, const char *what, const char *text)
{
    print_error("waited for %s \"%s\"; the screen is:\n", what, text);
    for (int row = 0; row < pty->rows; row++) {
        print_error("%s\n", pty_row(pty, row)); /* a whole screen would be cut */
    }
    if (pty->has_ended) {
        print_error("the program has ended with status %d\n", pty->status);
    }
    fail();
}

/* Waits for anything to happen until the limit; false when the limit is over, or when nothing
 * can happen any more. */
static bool await_anything(struct pty *pty, int64_t limit_ms)
{
    int64_t left_ms = limit_ms - now_ms();
    if (left_ms <= 0 || pty->has_ended) {
        return false;
    }
    struct pollfd sources[2] = {{pty->master, POLLIN, 0}, {pty->reports, POLLIN, 0}};
    if (poll(sources, 2, (int)left_ms) <= 0) {
        return errno == EINTR;
    }
    if ((sources[0].revents & POLLIN) != 0) {
        drain_output(pty);
        return true;
    }
    /* Only now, so that everything the program wrote is on the screen before its end is
     * known. */
    if (sources[1].revents != 0) {
        take_report(pty);
        while (pty->master >= 0 && poll(sources, 1, 0) > 0 &&
               (sources[0].revents & POLLIN) != 0 && drain_output(pty)) {
        }
    }
    return true;
}

static void make_folder(struct pty *pty)
{
    const char *temporary = getenv("TMPDIR");
    int n = snprintf(pty->folder, sizeof pty->folder, "%s/terminal.XXXXXX",
                     temporary != NULL ? temporary : "/tmp");
    assert_true(n < (int)sizeof pty->folder);
    assert_non_null(mkdtemp(pty->folder));
}

static void remove_folder(const struct pty *pty)
{
    char line[PATH_SIZE + 16];
    snprintf(line, sizeof line, "rm -rf '%s'", pty->folder);
    assert_int_equal(system(line), 0);
}

struct pty *pty_open(const struct pty_program *program)
{
    struct pty *pty = calloc(1, sizeof *pty);
    assert_non_null(pty);
    make_folder(pty);
    pty->background = black;
    pty->rows = program->rows != 0 ? program->rows : 24;
    pty->columns = program->columns != 0 ? program->columns : 80;
    pty->master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(pty->master >= 0);
    assert_int_equal(grantpt(pty->master), 0);
    assert_int_equal(unlockpt(pty->master), 0);
    char path[128] = "";
    strncpy(path, ptsname(pty->master), sizeof path - 1);
    struct winsize size = {.ws_row = (unsigned short)program->rows,
                           .ws_col = (unsigned short)program->columns};
    assert_int_equal(ioctl(pty->master, TIOCSWINSZ, &size), 0);
    assert_int_equal(tcgetattr(pty->master, &pty->modes_before), 0);
    int reports[2];
    int orders[2];
    assert_int_equal(pipe(reports), 0);
    assert_int_equal(pipe(orders), 0);
    signal(SIGPIPE, SIG_IGN);
    pty->middle = fork();
    assert_true(pty->middle >= 0);
    if (pty->middle == 0) {
        signal(SIGPIPE, SIG_DFL);
        close(pty->master);
        close(reports[0]);
        close(orders[1]);
        play_shell(program, path, pty->folder, reports[1], orders[0]);
    }
    close(reports[1]);
    close(orders[0]);
    pty->reports = reports[0];
    pty->orders = orders[1];
    assert_int_equal(read(pty->reports, &pty->program, sizeof pty->program),
                     sizeof pty->program);
    open_emulator(pty);
    return pty;
}

const char *pty_folder(const struct pty *pty)
{
    return pty->folder;
}

void pty_close(struct pty *pty)
{
    if (!pty->has_ended) {
        kill(-pty->program, SIGKILL);
        kill(-pty->program, SIGCONT);
    }
    close(pty->orders);
    if (pty->master >= 0) {
        close(pty->master);
    }
    waitpid(pty->middle, NULL, 0);
    remove_folder(pty);
    close(pty->reports);
    vterm_free(pty->emulator);
    free(pty);
}

/* ---- Keys ------------------------------------------------------------------------------ */

static VTermKey emulator_key(int base)
{
    static const struct {
        int ours;
        VTermKey theirs;
    } both[] = {
        {NAMED_KEY_ENTER, VTERM_KEY_ENTER},    {NAMED_KEY_TAB, VTERM_KEY_TAB},
        {NAMED_KEY_ESC, VTERM_KEY_ESCAPE},     {NAMED_KEY_BACKSPACE, VTERM_KEY_BACKSPACE},
        {NAMED_KEY_DELETE, VTERM_KEY_DEL},     {NAMED_KEY_INSERT, VTERM_KEY_INS},
        {NAMED_KEY_UP, VTERM_KEY_UP},          {NAMED_KEY_DOWN, VTERM_KEY_DOWN},
        {NAMED_KEY_LEFT, VTERM_KEY_LEFT},      {NAMED_KEY_RIGHT, VTERM_KEY_RIGHT},
        {NAMED_KEY_HOME, VTERM_KEY_HOME},      {NAMED_KEY_END, VTERM_KEY_END},
        {NAMED_KEY_PAGE_UP, VTERM_KEY_PAGEUP}, {NAMED_KEY_PAGE_DOWN, VTERM_KEY_PAGEDOWN},
    };
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++) {
        if (both[i].ours == base) {
            return both[i].theirs;
        }
    }
    assert_in_range(base, NAMED_KEY_F1, NAMED_KEY_F12);
    return (VTermKey)(VTERM_KEY_FUNCTION_0 + 1 + base - NAMED_KEY_F1);
}

void pty_key(struct pty *pty, const char *name)
{
    int key = 0;
    if (!key_from_name(&key, str_of(name))) {
        fail_msg("no key is called %s", name);
    }
    int held = ((key & KEY_WITH_CONTROL) != 0 ? VTERM_MOD_CTRL : 0) |
               ((key & KEY_WITH_ALT) != 0 ? VTERM_MOD_ALT : 0) |
               ((key & KEY_WITH_SHIFT) != 0 ? VTERM_MOD_SHIFT : 0);
    int base = key & KEY_WITHOUT_BITS;
    if (key_is_character(base)) {
        vterm_keyboard_unichar(pty->emulator, (uint32_t)base, (VTermModifier)held);
    } else {
        vterm_keyboard_key(pty->emulator, emulator_key(base), (VTermModifier)held);
    }
    send_answers(pty);
}

void pty_type(struct pty *pty, const char *text)
{
    struct str rest = str_of(text);
    while (rest.n > 0) {
        struct utf8_step step = utf8_decode(rest);
        vterm_keyboard_unichar(pty->emulator, step.code, VTERM_MOD_NONE);
        rest.p += step.n;
        rest.n -= step.n;
        send_answers(pty);
    }
}

void pty_paste(struct pty *pty, const char *text)
{
    vterm_keyboard_start_paste(pty->emulator);
    send_answers(pty);
    write_all(pty->master, text, strlen(text));
    vterm_keyboard_end_paste(pty->emulator);
    send_answers(pty);
}

void pty_send(struct pty *pty, const char *bytes, int count)
{
    write_all(pty->master, bytes, (size_t)count);
}

void pty_blank(struct pty *pty)
{
    static const char blank[] = "\030\033[2J"; /* the first ends what may have begun */
    vterm_input_write(pty->emulator, blank, sizeof blank - 1);
}

void pty_scribble(struct pty *pty, const char *text)
{
    int terminal = open(ptsname(pty->master), O_WRONLY | O_NOCTTY);
    assert_true(terminal >= 0);
    write_all(terminal, text, strlen(text));
    close(terminal);
}

void pty_resize(struct pty *pty, int rows, int columns)
{
    pty->rows = rows;
    pty->columns = columns;
    vterm_set_size(pty->emulator, rows, columns);
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    assert_int_equal(ioctl(pty->master, TIOCSWINSZ, &size), 0);
}

void pty_signal(struct pty *pty, int signal_number)
{
    assert_int_equal(kill(pty->program, signal_number), 0);
}

void pty_limit_files(struct pty *pty, long bytes)
{
    struct rlimit limit = {.rlim_cur = bytes < 0 ? RLIM_INFINITY : (rlim_t)bytes,
                           .rlim_max = RLIM_INFINITY};
    assert_int_equal(syscall(SYS_prlimit64, pty->program, RLIMIT_FSIZE, &limit, NULL), 0);
}

void pty_hang_up(struct pty *pty)
{
    close(pty->master);
    pty->master = -1;
}

/* ---- Waiting --------------------------------------------------------------------------- */

bool pty_awaits(struct pty *pty, const char *text, int limit_ms)
{
    int64_t until_ms = now_ms() + limit_ms;
    while (strstr(pty_screen(pty), text) == NULL) {
        if (!await_anything(pty, until_ms)) {
            return strstr(pty_screen(pty), text) != NULL;
        }
    }
    return true;
}

bool pty_comes_to(struct pty *pty, pty_condition *holds, const void *context)
{
    int64_t until_ms = now_ms() + PTY_LIMIT_MS;
    while (!holds(pty, context)) {
        if (!await_anything(pty, until_ms)) {
            return holds(pty, context);
        }
    }
    return true;
}

void pty_expect(struct pty *pty, const char *text)
{
    if (!pty_awaits(pty, text, PTY_LIMIT_MS)) {
        fail_with_picture(pty, "the text", text);
    }
}

static bool has_word(const char *row, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = row; (at = strstr(at, word)) != NULL; at++) {
        bool begins = at == row || at[-1] == ' ';
        if (begins && (at[n] == ' ' || at[n] == '\0')) {
            return true;
        }
    }
    return false;
}

static bool has_word_below(struct pty *pty, int rows, const char *word)
{
    for (int row = pty->rows - rows; row < pty->rows; row++) {
        if (has_word(pty_row(pty, row), word)) {
            return true;
        }
    }
    return false;
}

void pty_expect_word_below(struct pty *pty, int rows, const char *word)
{
    int64_t limit_ms = now_ms() + PTY_LIMIT_MS;
    while (!has_word_below(pty, rows, word)) {
        if (!await_anything(pty, limit_ms) && !has_word_below(pty, rows, word)) {
            fail_with_picture(pty, "below, the word", word);
        }
    }
}

void pty_expect_row(struct pty *pty, int row, const char *text)
{
    int64_t limit_ms = now_ms() + PTY_LIMIT_MS;
    while (strstr(pty_row(pty, row), text) == NULL) {
        if (!await_anything(pty, limit_ms) && strstr(pty_row(pty, row), text) == NULL) {
            print_error("in row %d: ", row);
            fail_with_picture(pty, "the text", text);
        }
    }
}

void pty_expect_gone(struct pty *pty, const char *text)
{
    int64_t limit_ms = now_ms() + PTY_LIMIT_MS;
    while (strstr(pty_screen(pty), text) != NULL) {
        if (!await_anything(pty, limit_ms) && strstr(pty_screen(pty), text) != NULL) {
            fail_with_picture(pty, "the end of", text);
        }
    }
}

void pty_expect_stopped(struct pty *pty)
{
    int64_t limit_ms = now_ms() + PTY_LIMIT_MS;
    while (!pty->has_stopped) {
        if (!await_anything(pty, limit_ms)) {
            fail_with_picture(pty, "the program to stop", "");
        }
    }
}

void pty_continue(struct pty *pty)
{
    char order = ORDER_CONTINUE;
    pty->has_stopped = false;
    write_all(pty->orders, &order, 1);
}

bool pty_has_ended(const struct pty *pty)
{
    return pty->has_ended;
}

struct pty_end pty_wait(struct pty *pty)
{
    int64_t limit_ms = now_ms() + PTY_LIMIT_MS;
    while (!pty->has_ended) {
        if (!await_anything(pty, limit_ms)) {
            fail_with_picture(pty, "the program to end", "");
        }
    }
    if (WIFSIGNALED(pty->status)) {
        return (struct pty_end){-1, WTERMSIG(pty->status)};
    }
    return (struct pty_end){WEXITSTATUS(pty->status), 0};
}

/* ---- Looking --------------------------------------------------------------------------- */

static void add_row(struct text *out, struct pty *pty, int row)
{
    int begin = out->n;
    int end = out->n;
    for (int column = 0; column < pty->columns; column++) {
        struct pty_look look;
        pty_look_at(&look, pty, row, column);
        if (look.width == 0) {
            continue;
        }
        bool is_blank = look.text[0] == '\0' || strcmp(look.text, " ") == 0;
        text_add(out, "%s", is_blank ? " " : look.text);
        end = is_blank ? end : out->n;
    }
    out->n = end > begin ? end : begin;
    out->p[out->n] = '\0';
}

const char *pty_screen(struct pty *pty)
{
    struct text text = text_over(pty->text, (int)sizeof pty->text);
    for (int row = 0; row < pty->rows; row++) {
        add_row(&text, pty, row);
        text_add_char(&text, '\n');
    }
    return pty->text;
}

const char *pty_row(struct pty *pty, int row)
{
    struct text text = text_over(pty->text, (int)sizeof pty->text);
    add_row(&text, pty, row);
    return pty->text;
}

void pty_look_at(struct pty_look *out, struct pty *pty, int row, int column)
{
    VTermScreenCell cell;
    memset(out, 0, sizeof *out);
    assert_in_range(row, 0, pty->rows - 1);
    assert_in_range(column, 0, pty->columns - 1);
    assert_true(vterm_screen_get_cell(pty->screen, (VTermPos){row, column}, &cell));
    out->width = cell.chars[0] == (uint32_t)-1 ? 0 : cell.width;
    struct text text = text_over(out->text, (int)sizeof out->text);
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0 && out->width > 0; i++) {
        char utf8[UTF8_BYTES_MAX];
        text_add_str(&text, (struct str){utf8, utf8_write(utf8, cell.chars[i])});
    }
    out->is_bold = cell.attrs.bold != 0;
    out->is_reverse = cell.attrs.reverse != 0;
    out->is_underlined = cell.attrs.underline != 0;
    out->foreground = VTERM_COLOR_IS_INDEXED(&cell.fg) ? cell.fg.indexed.idx : -1;
    out->background = VTERM_COLOR_IS_INDEXED(&cell.bg) ? cell.bg.indexed.idx : -1;
    out->has_colour =
        !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) || !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg);
}

int pty_width_of(const char *character)
{
    static VTerm *emulator; /* kept, for a test may ask for thousands */
    static const char first_column[] = "\033[2J\r";
    if (emulator == NULL) {
        emulator = vterm_new(1, 8);
        assert_non_null(emulator);
        vterm_set_utf8(emulator, 1);
        vterm_state_reset(vterm_obtain_state(emulator), 1);
    }
    VTermPos end;
    vterm_input_write(emulator, first_column, sizeof first_column - 1);
    vterm_input_write(emulator, character, strlen(character));
    vterm_state_get_cursorpos(vterm_obtain_state(emulator), &end);
    return end.col;
}

void pty_cursor(struct pty *pty, int *row, int *column)
{
    VTermPos place;
    vterm_state_get_cursorpos(vterm_obtain_state(pty->emulator), &place);
    *row = place.row;
    *column = place.col;
}

int pty_column_of(struct pty *pty, int row, const char *wanted)
{
    for (int column = 0; column < pty->columns; column++) {
        struct text rest = text_over(pty->text, (int)sizeof pty->text);
        for (int here = column; here < pty->columns; here++) {
            struct pty_look look;
            pty_look_at(&look, pty, row, here);
            if (look.width > 0) {
                text_add(&rest, "%s", look.text[0] != '\0' ? look.text : " ");
            }
        }
        struct pty_look first;
        pty_look_at(&first, pty, row, column);
        if (first.width > 0 && strncmp(pty->text, wanted, strlen(wanted)) == 0) {
            return column;
        }
    }
    return -1;
}

bool pty_is_cooked(struct pty *pty)
{
    struct termios modes;
    assert_int_equal(tcgetattr(pty->master, &modes), 0);
    return (modes.c_lflag & ECHO) != 0 && (modes.c_lflag & ICANON) != 0;
}

bool pty_is_as_before(struct pty *pty)
{
    struct termios modes;
    const struct termios *before = &pty->modes_before;
    assert_int_equal(tcgetattr(pty->master, &modes), 0);
    return modes.c_iflag == before->c_iflag && modes.c_oflag == before->c_oflag &&
           modes.c_cflag == before->c_cflag && modes.c_lflag == before->c_lflag &&
           memcmp(modes.c_cc, before->c_cc, sizeof modes.c_cc) == 0;
}

bool pty_is_alternate(struct pty *pty)
{
    return pty->is_alternate;
}

const char *pty_output(struct pty *pty)
{
    return pty->output;
}
