/* How soon a change at the table is on eight phones at once, while the table works on, and what
 * the page costs while nothing happens: the real `referee serve` with eight streams of events.
 * Against a bare relay that is told of each change by a pipe, reads no campaign, and writes the
 * same few bytes to eight sockets: what a loopback network takes by itself. */
#define _DEFAULT_SOURCE /* usleep, which is not in POSIX */

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "bench/campaigns.h"
#include "bench/measure.h"

enum { CLIENTS = 8, CHANGES = 200, IDLE_SECONDS = 5, BYTES_MAX = 64 * 1024, TEXT_SIZE = 512 };

static const double change_aim_ms = 100, idle_aim_percent = 1;

struct server {
    pid_t process;
    FILE *output;
    int port;
    char token[64];
};

/* ---- the network ----------------------------------------------------------------------- */

static int connect_to(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bench_need(fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0,
               "connecting to the page");
    return fd;
}

static void send_text(int fd, const char *text)
{
    bench_need(send(fd, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text),
               "sending a request");
}

/* All that has come by now, or comes soon where nothing has. */
static int read_some(int fd, char *out, int wait_ms)
{
    struct pollfd input = {.fd = fd, .events = POLLIN};
    int n = 0;
    while (n < BYTES_MAX - 1 && poll(&input, 1, n == 0 ? wait_ms : 0) > 0) {
        ssize_t more = recv(fd, out + n, (size_t)(BYTES_MAX - 1 - n), 0);
        bench_need(more > 0, "the other end has gone");
        n += (int)more;
    }
    out[n] = '\0';
    return n;
}

/* ---- referee serve --------------------------------------------------------------------- */

static void start_server(struct server *out, const char *campaign)
{
    char program[TEXT_SIZE];
    int ends[2];
    const char *build = getenv("BUILD_DIR");
    snprintf(program, sizeof program, "%s/referee", build != NULL ? build : "build/release");
    bench_need(pipe(ends) == 0, "a pipe");
    out->process = fork();
    bench_need(out->process >= 0, "a process");
    if (out->process == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (freopen("/dev/null", "r", stdin) != NULL) {
            execl(program, program, "--db", campaign, "serve", (char *)NULL);
        }
        _exit(127);
    }
    close(ends[1]);
    out->output = fdopen(ends[0], "r");
    bench_need(out->output != NULL && fscanf(out->output, "http://127.0.0.1:%d/#k=%63s",
                                             &out->port, out->token) == 2,
               "referee serve");
}

static void stop_server(struct server *server)
{
    kill(server->process, SIGTERM);
    waitpid(server->process, NULL, 0);
    fclose(server->output);
}

/* A stream of events, behind its first one. */
static int open_stream(const struct server *server)
{
    static char answer[BYTES_MAX];
    char request[TEXT_SIZE];
    int fd = connect_to(server->port);
    snprintf(request, sizeof request,
             "POST /enter HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %zu\r\n\r\n%s",
             server->port, strlen(server->token), server->token);
    send_text(fd, request);
    read_some(fd, answer, 5000);
    const char *cookie = strstr(answer, "referee=");
    bench_need(cookie != NULL, "the token of the page");
    snprintf(request, sizeof request,
             "GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %.40s\r\n\r\n",
             server->port, cookie);
    send_text(fd, request);
    while (strstr(answer, "data: {") == NULL) {
        read_some(fd, answer, 5000);
    }
    return fd;
}

/* The processor time of another process so far, in seconds. */
static double processor_of(pid_t process)
{
    char path[64], text[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    bench_need(file != NULL && fgets(text, sizeof text, file) != NULL, path);
    fclose(file);
    const char *rest = strrchr(text, ')');
    bench_need(rest != NULL &&
                   sscanf(rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                          &user, &system) == 2,
               path);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Whether an event with the text is among what came. */
static bool has_event(int fd, const char *text)
{
    static char bytes[BYTES_MAX];
    return read_some(fd, bytes, 0) > 0 && strstr(bytes, text) != NULL;
}

/* Seconds until all of them have the change; the table works on meanwhile. */
static double wait_for_all(const int *client, const char *text, struct sitting *table)
{
    bool has[CLIENTS] = {false};
    double start = measure_now();
    for (int count = 0; count < CLIENTS;) {
        for (int i = 0; i < CLIENTS; i++) {
            if (!has[i] && has_event(client[i], text)) {
                has[i] = true;
                count++;
            }
        }
        campaigns_do(table, "note the lamp falls");
        usleep(1000); /* a table does not work more often than that */
        bench_need(measure_now() - start < 10, "a change that reaches everybody");
    }
    return measure_now() - start;
}

static void bench_changes(struct sitting *table, const int *client, struct samples *out)
{
    for (int i = 0; i < CHANGES; i++) {
        char line[64], text[64];
        snprintf(line, sizeof line, "rename #1 \"Change %d\"", i);
        snprintf(text, sizeof text, "\"Change %d\"", i);
        campaigns_do(table, line);
        samples_add(out, wait_for_all(client, text, table));
    }
}

/* ---- the bare relay -------------------------------------------------------------------- */

static void relay(int listener, int told)
{
    char byte;
    int client[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
        client[i] = accept(listener, NULL, NULL);
    }
    while (read(told, &byte, 1) == 1) {
        for (int i = 0; i < CLIENTS; i++) {
            (void)!send(client[i], &byte, 1, MSG_NOSIGNAL);
        }
    }
    _exit(0);
}

static void bench_relay(struct samples *out)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    int tell[2], client[CLIENTS];
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    bench_need(listener >= 0 && pipe(tell) == 0 &&
                   bind(listener, (struct sockaddr *)&address, sizeof address) == 0 &&
                   listen(listener, CLIENTS) == 0 &&
                   getsockname(listener, (struct sockaddr *)&address, &size) == 0,
               "a bare relay");
    pid_t process = fork();
    bench_need(process >= 0, "a process");
    if (process == 0) {
        close(tell[1]);
        relay(listener, tell[0]);
    }
    for (int i = 0; i < CLIENTS; i++) {
        client[i] = connect_to(ntohs(address.sin_port));
    }
    for (int i = 0; i < CHANGES; i++) {
        double start = measure_now();
        char byte;
        bench_need(write(tell[1], "x", 1) == 1, "the pipe");
        for (int k = 0; k < CLIENTS; k++) {
            bench_need(recv(client[k], &byte, 1, 0) == 1, "the bare relay");
        }
        samples_add(out, measure_now() - start);
    }
    for (int i = 0; i < CLIENTS; i++) {
        close(client[i]);
    }
    close(tell[0]);
    close(tell[1]);
    close(listener);
    waitpid(process, NULL, 0);
}

int main(void)
{
    char path[CAMPAIGN_PATH_SIZE], usual[REPORT_TIME_SIZE], slow[REPORT_TIME_SIZE];
    struct server server;
    struct samples changes = {0}, bare = {0};
    int client[CLIENTS];
    report_title("A change at the table on eight phones, against a bare relay");
    campaigns_copy(path, 1000);
    struct sitting *table = campaigns_open(path);
    start_server(&server, path);
    for (int i = 0; i < CLIENTS; i++) {
        client[i] = open_stream(&server);
    }
    bench_changes(table, client, &changes);
    bench_relay(&bare);
    printf("  %-50s %8s (p99 %8s)\n", "on all eight, the table working on",
           report_time(usual, samples_quantile(&changes, 0.5)),
           report_time(slow, samples_quantile(&changes, 0.99)));
    printf("  %-50s %8s (p99 %8s)\n", "a bare relay, told by a pipe",
           report_time(usual, samples_quantile(&bare, 0.5)),
           report_time(slow, samples_quantile(&bare, 0.99)));
    report_at_most("a change on all eight, p99", samples_quantile(&changes, 0.99) * 1e3,
                   change_aim_ms, "ms");
    double before = processor_of(server.process);
    sleep(IDLE_SECONDS);
    report_at_most("of a core while nothing happens, eight looking",
                   (processor_of(server.process) - before) / IDLE_SECONDS * 100,
                   idle_aim_percent, "%");
    stop_server(&server);
    sitting_close(table);
    samples_free(&changes);
    samples_free(&bare);
    campaigns_remove(path);
    return 0;
}
