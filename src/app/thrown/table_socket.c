#include "app/thrown/table_socket.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "app/thrown/die_told.h"
#include "base/mix.h"

enum { NAME_MAX_SIZE = 300, TABLES_MAX = 16, NOBODY = -1 };

/* How long a caller may say nothing while others wait, and how often one that waits to be let
 * in tries again. */
enum { SILENT_MS = 1000, AGAIN_MS = 5 };

/* ---- where it is ----------------------------------------------------------------------- */

/* A folder with sockets, and how those of a campaign begin there. */
struct place {
    char folder[PATH_MAX];
    char begins[NAME_MAX_SIZE];
};

/* In the folder of the session, by a number made of the path; false: there is none. */
static bool place_of_session(struct place *out, const char *real)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct stat is;
    if (runtime == NULL || runtime[0] != '/') {
        return false;
    }
    text_format(out->folder, sizeof out->folder, "%s/referee", runtime);
    text_format(out->begins, sizeof out->begins, "%016llx-",
                (unsigned long long)mix_text(MIX_BEGIN, str_of(real)));
    (void)mkdir(out->folder, 0700);
    return lstat(out->folder, &is) == 0 && S_ISDIR(is.st_mode) && is.st_uid == geteuid() &&
           (is.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Beside the campaign, by its name. */
static bool place_beside(struct place *out, const char *real)
{
    const char *slash = strrchr(real, '/');
    int n = (int)(slash - real);
    text_format(out->folder, sizeof out->folder, "%.*s", n > 0 ? n : 1, real);
    text_format(out->begins, sizeof out->begins, ".%s-table-", slash + 1);
    return (int)strlen(out->begins) < NAME_MAX_SIZE - 1;
}

/* The address of a name in an open folder. The path of the folder may be too long for one, so
 * that the folder is named by its descriptor. */
static bool address_of(struct sockaddr_un *out, int folder, const char *name)
{
    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    struct text path = text_over(out->sun_path, sizeof out->sun_path);
    text_add(&path, "/proc/self/fd/%d/%s", folder, name);
    return !path.is_cut;
}

static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int64_t now_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- calling tables -------------------------------------------------------------------- */

struct call {
    int fd;
    int64_t since_ms; /* its question's; -1: it asks nothing; below: it has not answered yet */
};

enum { NOT_YET = -2 };

/* Calls the table at a name; one that nobody answers at was killed, and its name goes. At one
 * where too many wait already, the call stays unanswered. */
static int call_at(int folder, const char *name, int64_t until_ms)
{
    struct sockaddr_un address;
    struct stat is;
    if (fstatat(folder, name, &is, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISSOCK(is.st_mode) ||
        is.st_uid != geteuid() || !address_of(&address, folder, name)) {
        return NOBODY;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return NOBODY;
    }
    while (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        bool is_full = errno == EAGAIN;
        if (is_full && now_ms() < until_ms) {
            (void)poll(NULL, 0, AGAIN_MS);
        } else if (is_full) {
            break;
        } else {
            if (errno == ECONNREFUSED) {
                (void)unlinkat(folder, name, 0);
            }
            close(fd);
            return NOBODY;
        }
    }
    return fd;
}

static void call_all(const struct place *place, int64_t until_ms, struct call *calls,
                     int *count)
{
    size_t n = strlen(place->begins);
    DIR *all = opendir(place->folder);
    int folder = open_folder(place->folder);
    struct dirent *entry;
    while (all != NULL && folder >= 0 && *count < TABLES_MAX &&
           (entry = readdir(all)) != NULL) {
        int64_t process;
        bool is_one = strncmp(entry->d_name, place->begins, n) == 0 &&
                      str_to_int64(str_of(entry->d_name + n), 1, INT32_MAX, &process);
        int fd = is_one ? call_at(folder, entry->d_name, until_ms) : NOBODY;
        if (fd != NOBODY) {
            calls[(*count)++] = (struct call){fd, NOT_YET};
        }
    }
    if (all != NULL) {
        closedir(all);
    }
    if (folder >= 0) {
        close(folder);
    }
}

/* Calls all tables of a campaign. */
static int call_tables(const char *real, int64_t until_ms, struct call calls[TABLES_MAX])
{
    struct place place;
    int count = 0;
    if (place_of_session(&place, real)) {
        call_all(&place, until_ms, calls, &count);
    }
    if (place_beside(&place, real)) {
        call_all(&place, until_ms, calls, &count);
    }
    return count;
}

static void hang_up_all(const struct call *calls, int count)
{
    for (int i = 0; i < count; i++) {
        close(calls[i].fd);
    }
}

/* ---- the table ------------------------------------------------------------------------- */

struct caller {
    int fd; /* NOBODY: a free place */
    int n;
    int64_t heard_ms;
    char line[TOLD_LINE_SIZE];
};

struct table_socket {
    int folder, listener, watch;
    char name[NAME_MAX_SIZE];
    bool is_deaf; /* to those who call: there is no place */
    bool asks;
    int64_t since_ms; /* when the question opened */
    struct caller caller[TABLE_CALLERS_MAX];
};

/* Binds under another name first, so that nobody finds a socket that does not listen yet and
 * takes it for one of a table that was killed. */
static bool bind_in(struct table_socket *table, const char *folder, const char *begins)
{
    struct sockaddr_un address;
    char first[NAME_MAX_SIZE];
    text_format(table->name, sizeof table->name, "%s%ld", begins, (long)getpid());
    text_format(first, sizeof first, ".%ld", (long)getpid());
    table->folder = open_folder(folder);
    bool is_well = table->folder >= 0 && address_of(&address, table->folder, first);
    if (is_well) {
        (void)unlinkat(table->folder, first, 0);
        is_well = bind(table->listener, (struct sockaddr *)&address, sizeof address) == 0;
    }
    if (is_well && (listen(table->listener, TABLE_CALLERS_MAX) != 0 ||
                    renameat(table->folder, first, table->folder, table->name) != 0)) {
        (void)unlinkat(table->folder, first, 0);
        is_well = false;
    }
    if (!is_well && table->folder >= 0) {
        close(table->folder);
        table->folder = -1;
    }
    return is_well;
}

static void watch(const struct table_socket *table, int fd, int which)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = which};
    (void)epoll_ctl(table->watch, EPOLL_CTL_ADD, fd, &event);
}

static int new_listener(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && fchmod(fd, 0600) != 0) { /* the mode that the name will have */
        close(fd);
        fd = -1;
    }
    return fd;
}

struct table_socket *table_socket_open(const char *campaign)
{
    char real[PATH_MAX];
    struct place place;
    if (campaign[0] == '\0' || realpath(campaign, real) == NULL) {
        return NULL;
    }
    struct table_socket *table = calloc(1, sizeof *table);
    CHECK(table != NULL);
    table->folder = -1;
    table->listener = new_listener();
    table->watch = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < TABLE_CALLERS_MAX; i++) {
        table->caller[i].fd = NOBODY;
    }
    struct call calls[TABLES_MAX];
    hang_up_all(calls, call_tables(real, 0, calls)); /* what killed tables left goes by that */
    bool is_bound =
        table->listener >= 0 && table->watch >= 0 &&
        ((place_of_session(&place, real) && bind_in(table, place.folder, place.begins)) ||
         (place_beside(&place, real) && bind_in(table, place.folder, place.begins)));
    if (!is_bound) {
        table_socket_close(table);
        return NULL;
    }
    watch(table, table->listener, TABLE_CALLERS_MAX);
    return table;
}

static void hang_up(struct caller *caller)
{
    if (caller->fd != NOBODY) {
        close(caller->fd);
        caller->fd = NOBODY;
        caller->n = 0;
    }
}

void table_socket_close(struct table_socket *table)
{
    if (table == NULL) {
        return;
    }
    for (int i = 0; i < TABLE_CALLERS_MAX; i++) {
        hang_up(&table->caller[i]);
    }
    if (table->folder >= 0) {
        (void)unlinkat(table->folder, table->name, 0);
        close(table->folder);
    }
    if (table->listener >= 0) {
        close(table->listener);
    }
    if (table->watch >= 0) {
        close(table->watch);
    }
    free(table);
}

int table_socket_descriptor(const struct table_socket *table)
{
    return table != NULL ? table->watch : -1;
}

/* A line; who does not read what it asked for is cut off. */
static void say(struct caller *caller, const char *words)
{
    TEXT_BUFFER(line, TABLE_ANSWER_SIZE + 1);
    text_add(&line, "%s\n", words);
    if (send(caller->fd, line.p, (size_t)line.n, MSG_DONTWAIT | MSG_NOSIGNAL) != line.n) {
        hang_up(caller);
    }
}

/* A free place, or the one of somebody who has said nothing for too long; NULL: none. */
static struct caller *find_place(struct table_socket *table)
{
    struct caller *place = &table->caller[0];
    for (int i = 0; i < TABLE_CALLERS_MAX; i++) {
        struct caller *caller = &table->caller[i];
        bool is_better = caller->fd == NOBODY || caller->heard_ms < place->heard_ms;
        place = place->fd != NOBODY && is_better ? caller : place;
    }
    return place->fd == NOBODY || now_ms() - place->heard_ms >= SILENT_MS ? place : NULL;
}

/* While there is no place, those who call wait in line and wake nobody. */
static void hear_calls(struct table_socket *table)
{
    bool hears = find_place(table) != NULL;
    struct epoll_event event = {.events = hears ? EPOLLIN : 0, .data.fd = TABLE_CALLERS_MAX};
    if (hears == table->is_deaf) {
        (void)epoll_ctl(table->watch, EPOLL_CTL_MOD, table->listener, &event);
        table->is_deaf = !hears;
    }
}

/* Lets in who calls, as long as there is a place. The first line that they get says whether
 * this table asks, and since when. */
static void answer_calls(struct table_socket *table)
{
    struct caller *caller;
    int fd;
    while ((caller = find_place(table)) != NULL &&
           (fd = accept(table->listener, NULL, NULL)) >= 0) {
        TEXT_BUFFER(greeting, 64);
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
        hang_up(caller);
        caller->fd = fd;
        caller->heard_ms = now_ms();
        watch(table, fd, (int)(caller - table->caller));
        text_add(&greeting, "asks %lld", (long long)(table->asks ? table->since_ms : -1));
        say(caller, greeting.p);
    }
}

void table_socket_asks(struct table_socket *table, bool asks, bool begins)
{
    if (table != NULL) {
        table->since_ms = asks && (begins || !table->asks) ? now_ms() : table->since_ms;
        table->asks = asks;
        hear_calls(table);
    }
}

static void take_lines(struct caller *caller, table_line_fn *take, void *context)
{
    char *end;
    while (caller->fd != NOBODY &&
           (end = memchr(caller->line, '\n', (size_t)caller->n)) != NULL) {
        int used = (int)(end - caller->line) + 1;
        TEXT_BUFFER(answer, TABLE_ANSWER_SIZE);
        take(context, str_trimmed((struct str){caller->line, used - 1}), &answer);
        memmove(caller->line, caller->line + used, (size_t)(caller->n - used));
        caller->n -= used;
        say(caller, answer.p);
    }
    if (caller->fd != NOBODY && caller->n == (int)sizeof caller->line) {
        say(caller, "{\"taken\":false,\"why\":\"the line is too long\"}");
        hang_up(caller);
    }
}

static void listen_to(struct caller *caller, table_line_fn *take, void *context)
{
    size_t room = sizeof caller->line - (size_t)caller->n;
    ssize_t n = recv(caller->fd, caller->line + caller->n, room, MSG_DONTWAIT);
    if (n > 0) {
        caller->n += (int)n;
        caller->heard_ms = now_ms();
        take_lines(caller, take, context);
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        hang_up(caller);
    }
}

void table_socket_serve(struct table_socket *table, table_line_fn *take, void *context)
{
    struct epoll_event event[TABLE_CALLERS_MAX + 1];
    int count = table != NULL ? epoll_wait(table->watch, event, TABLE_CALLERS_MAX + 1, 0) : 0;
    /* Calls come last: they may take the place of somebody who has just said something. */
    for (int i = 0; i < count; i++) {
        int which = event[i].data.fd;
        if (which < TABLE_CALLERS_MAX && table->caller[which].fd != NOBODY) {
            listen_to(&table->caller[which], take, context);
        }
    }
    for (int i = 0; i < count; i++) {
        if (event[i].data.fd == TABLE_CALLERS_MAX) {
            answer_calls(table);
        }
    }
    if (table != NULL) {
        hear_calls(table);
    }
}

/* ---- who calls it ---------------------------------------------------------------------- */

/* Reads a line without its end, until a moment; false: none came. */
static bool read_line(int fd, int64_t until_ms, struct text *out)
{
    struct pollfd input = {.fd = fd, .events = POLLIN};
    char c;
    for (;;) {
        ssize_t n = recv(fd, &c, 1, MSG_DONTWAIT);
        int64_t left = until_ms - now_ms();
        if (n == 1 && c == '\n') {
            return !out->is_cut;
        }
        if (n == 1) {
            text_add_char(out, c);
        } else if (n == 0 || (errno != EAGAIN && errno != EINTR) || left <= 0) {
            return false;
        } else {
            (void)poll(&input, 1, (int)left);
        }
    }
}

/* The one whose question opened last; else one that asks nothing; NULL: none answers. */
static struct call *choose(struct call *calls, int count, int64_t until_ms)
{
    static const char begins[] = "asks ";
    struct call *best = NULL;
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(greeting, 64);
        bool is_one = read_line(calls[i].fd, until_ms, &greeting) &&
                      strncmp(greeting.p, begins, sizeof begins - 1) == 0 &&
                      str_to_int64(str_of(greeting.p + sizeof begins - 1), -1, INT64_MAX,
                                   &calls[i].since_ms);
        best =
            is_one && (best == NULL || calls[i].since_ms > best->since_ms) ? &calls[i] : best;
    }
    return best;
}

static bool send_line(const struct call *call, struct str line)
{
    TEXT_BUFFER(whole, TOLD_LINE_SIZE + 1);
    text_add_str(&whole, line);
    text_add_char(&whole, '\n');
    return !whole.is_cut &&
           send(call->fd, whole.p, (size_t)whole.n, MSG_DONTWAIT | MSG_NOSIGNAL) == whole.n;
}

enum status table_call(const char *campaign, struct str line, int timeout_ms,
                       struct text *answer, struct error *err)
{
    char real[PATH_MAX];
    struct call calls[TABLES_MAX];
    if (realpath(campaign, real) == NULL) {
        return error_set(err, STATUS_MISSING, campaign, "there is no campaign");
    }
    int64_t until_ms = now_ms() + timeout_ms;
    int count = call_tables(real, until_ms, calls);
    struct call *best = choose(calls, count, until_ms);
    bool is_answered =
        best != NULL && send_line(best, line) && read_line(best->fd, until_ms, answer);
    hang_up_all(calls, count);
    return is_answered  ? STATUS_OK
           : count == 0 ? error_set(err, STATUS_MISSING, "",
                                    "no table is open for this campaign: `referee` opens one")
                        : error_set(err, STATUS_MISSING, "",
                                    "the table does not answer: it is stopped, or busy");
}
