/* The players' screen and page beside a table that plays: what they show follows it, and
 * whatever is asked of the page, it and the table go on and nothing secret leaves them. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/draws.h"
#include "support/unit.h"
#include "support/visit.h"

static char campaign[VISIT_PATH_SIZE];
static char script[VISIT_PATH_SIZE + 16];

/* Runs lines beside what is open. */
static void run(const char *lines)
{
    char arguments[2 * VISIT_PATH_SIZE];
    FILE *file = fopen(script, "w");
    assert_non_null(file);
    fputs(lines, file);
    fclose(file);
    snprintf(arguments, sizeof arguments, "run '%s'", script);
    assert_int_equal(visit_run(campaign, arguments, NULL), 0);
}

static int prepare(void **state)
{
    (void)state;
    visit_campaign(campaign, "players");
    snprintf(script, sizeof script, "%s.referee", campaign);
    run("encounter Ledge system=trilemma\n"
        "add Anka side=party strength=14 wits=12 ac=20 hp=9\n"
        "add Pelican strength=12 wits=9 ac=22 hp=16\n"
        "add Zqsecret strength=12 wits=3 ac=22 hp=11 hidden=yes\n");
    return 0;
}

static int clear(void **state)
{
    (void)state;
    unlink(script);
    visit_remove(campaign);
    return 0;
}

static void test_screen__follows_a_table_and_leaves_the_terminal_as_it_was(void **state)
{
    (void)state;
    char path[VISIT_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s", campaign);
    const char *const arguments[] = {visit_program(), "players", "--db", path, NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    const struct pty_program program = {arguments, environment, 24, 80, NULL, NULL, NULL};
    struct pty *pty = pty_open(&program);
    pty_expect(pty, "Between fights");
    run("initiative 15 9 4\nnext\n");
    pty_expect(pty, "Ledge");
    pty_expect(pty, "unhurt");
    run("damage Pelican 9\ncondition Anka prone\ndamage Zqsecret 1\n");
    pty_expect(pty, "badly hurt");
    pty_expect(pty, "prone");
    assert_null(strstr(pty_screen(pty), "Zqsecret"));
    pty_resize(pty, 12, 40);
    pty_expect_row(pty, 11, "q leaves");
    run("undo\n");
    pty_key(pty, "q");
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.exit_code, 0);
    assert_true(pty_is_as_before(pty));
    assert_null(strstr(pty_output(pty), "Zqsecret"));
    pty_close(pty);
}

/* Programs that are the last to write fold the file's log, and may only take it away when
 * nobody else has it open. On the console of a TV. */
static void test_screen__follows_tables_that_come_and_go(void **state)
{
    (void)state;
    char path[VISIT_PATH_SIZE + 16], shown[32], line[32];
    snprintf(path, sizeof path, "%s", campaign);
    const char *const arguments[] = {visit_program(), "players", "--db", path, NULL};
    const char *const environment[] = {"TERM=linux", "LC_ALL=C.UTF-8", NULL};
    const struct pty_program program = {arguments, environment, 24, 80, NULL, NULL, NULL};
    run("initiative 15 9 4\n");
    struct pty *pty = pty_open(&program);
    pty_expect(pty, "9 of 9");
    pty_expect(pty, "####"); /* large letters, of what a console has */
    for (int hp = 8; hp > 2; hp--) {
        struct pty *table = visit_open(campaign, &terminal_usual);
        snprintf(line, sizeof line, "set Anka hp=%d\n", hp);
        run(line);
        snprintf(shown, sizeof shown, "%d of 9", hp);
        pty_expect(pty, shown);
        visit_leave(table);
    }
    pty_key(pty, "q");
    assert_int_equal(pty_wait(pty).exit_code, 0);
    pty_close(pty);
}

/* To open and close it as a text would end the table's locks, and the next program that leaves
 * would take the log away from it. */
static void test_table__that_imports_its_own_campaign_goes_on(void **state)
{
    (void)state;
    char line[2 * VISIT_PATH_SIZE];
    struct pty *table = visit_open(campaign, &terminal_usual);
    visit_press(table, ": \"text:note one\" Enter \"expect:note: one\"");
    snprintf(line, sizeof line, ": \"text:import %s\" Enter \"expect:0 taken\" Esc", campaign);
    visit_press(table, line);
    run("note two\n");
    visit_press(table,
                "\"expect:note: two\" : \"text:note three\" Enter \"expect:note: three\"");
    visit_leave(table);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
}

/* ---- the page -------------------------------------------------------------------------- */

enum { ANSWER_SIZE = 64 * 1024, REQUEST_SIZE = 8192 };

struct served {
    pid_t process;
    FILE *output;
    int port;
    char token[64];
};

static void serve(struct served *out)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    out->process = fork();
    assert_true(out->process >= 0);
    if (out->process == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        execl(visit_program(), visit_program(), "--db", campaign, "serve", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    out->output = fdopen(ends[0], "r");
    assert_non_null(out->output);
    assert_int_equal(fscanf(out->output, "http://127.0.0.1:%d/#k=%63s", &out->port, out->token),
                     2);
}

/* Sends bytes and reads up to `most` of the answer; returns how many. */
static int ask(const struct served *served, const char *bytes, int n, char *answer, int most)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)served->port)};
    int read_bytes = 0;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    (void)!send(fd, bytes, (size_t)n, MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    for (ssize_t more; read_bytes < most - 1; read_bytes += (int)more) {
        more = recv(fd, answer + read_bytes, (size_t)(most - 1 - read_bytes), 0);
        if (more <= 0) {
            break;
        }
    }
    close(fd);
    answer[read_bytes] = '\0';
    return read_bytes;
}

/* A request that is nearly right: each of its parts is one of these or nothing. */
static int make_request(struct draws *draws, const struct served *served, char *out)
{
    static const char *const methods[] = {"GET",     "POST", "PUT",    "HEAD",
                                          "OPTIONS", "",     "G\r\nET"};
    static const char *const paths[] = {"/",      "/enter",  "/events",  "/take",
                                        "/throw", "/../etc", "*",        "/enter?k=1",
                                        "//",     "/%00",    "/events/", ""};
    static const char *const cookies[] = {
        "referee=", "referee=0123456789abcdef0123456789abcdef", "referee=\x01\xff",
        "other=1; referee", ""};
    const char *method = methods[draws_between(draws, 0, 6)];
    const char *path = paths[draws_between(draws, 0, 11)];
    int length = draws_between(draws, -5, 40);
    int n = snprintf(out, REQUEST_SIZE, "%s %s HTTP/1.%d\r\nHost: %s:%d\r\nCookie: %s\r\n",
                     method, path, draws_between(draws, 0, 2),
                     draws_between(draws, 0, 3) > 0 ? "127.0.0.1" : "example.org", served->port,
                     cookies[draws_between(draws, 0, 4)]);
    n += snprintf(out + n, (size_t)(REQUEST_SIZE - n), "Content-Length: %d\r\n%s", length,
                  draws_between(draws, 0, 9) > 0 ? "\r\n" : "");
    for (int i = 0; i < length; i++) {
        out[n++] = (char)draws_between(draws, 0, 255);
    }
    for (int i = draws_between(draws, 0, 2); i > 0 && n > 0; i--) {
        out[draws_between(draws, 0, n - 1)] = (char)draws_between(draws, 0, 255);
    }
    return n;
}

static void test_page__refuses_whatever_is_not_right_and_tells_nothing(void **state)
{
    enum { REQUESTS = 10000 };
    static char request[REQUEST_SIZE], answer[ANSWER_SIZE];
    struct served served;
    struct draws draws;
    (void)state;
    draws_init(&draws);
    serve(&served);
    for (int i = 0; i < REQUESTS; i++) {
        int n = make_request(&draws, &served, request);
        ask(&served, request, n, answer, ANSWER_SIZE);
        bool is_let_in = strstr(answer, "Set-Cookie") != NULL;
        bool tells = strstr(answer, "Anka") != NULL || strstr(answer, "Ledge") != NULL ||
                     strstr(answer, "Zqsecret") != NULL;
        if (is_let_in || tells) {
            fail_msg("request %d:\n%s\nanswer:\n%s", i, request, answer);
        }
        if (i % 1000 == 0) {
            run("note the table goes on\n");
        }
    }
    snprintf(request, sizeof request,
             "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", served.port);
    assert_true(ask(&served, request, (int)strlen(request), answer, ANSWER_SIZE) > 0);
    assert_non_null(strstr(answer, "HTTP/1.1 200"));
    int how;
    assert_int_equal(waitpid(served.process, &how, WNOHANG), 0);
    kill(served.process, SIGTERM);
    assert_int_equal(waitpid(served.process, &how, 0), served.process);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    fclose(served.output);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
}

/* What the referee sees who starts it, and says to it. */
static void test_page__shows_its_address_as_a_code_and_takes_lines(void **state)
{
    (void)state;
    char path[VISIT_PATH_SIZE];
    snprintf(path, sizeof path, "%s", campaign);
    const char *const arguments[] = {visit_program(), "serve", "--lan", "--db", path, NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    const struct pty_program program = {arguments, environment, 40, 80, NULL, NULL, NULL};
    struct pty *pty = pty_open(&program);
    pty_expect(pty, "/#k=");
    pty_expect(pty, "Everybody in this network who has this address can read the order");
    pty_expect(pty,
               "\u2588\u2588\u2588\u2588 \u2584\u2584\u2584\u2584\u2584 "); /* its corner */
    pty_expect(pty, "It shows ");
    pty_expect(pty, "`away 1` sends it away");
    pty_type(pty, "devices");
    pty_key(pty, "Enter");
    pty_expect(pty, "nobody has entered yet");
    pty_type(pty, "quit");
    pty_key(pty, "Enter");
    assert_int_equal(pty_wait(pty).exit_code, 0);
    pty_close(pty);
}

/* A request with a body; the answer is in `answer`. */
static void post(const struct served *served, const char *path, const char *cookie,
                 const char *body, char *answer)
{
    char request[REQUEST_SIZE];
    int n = snprintf(request, sizeof request,
                     "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: referee=%s\r\n"
                     "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                     path, served->port, cookie, strlen(body), body);
    ask(served, request, n, answer, ANSWER_SIZE);
}

/* Somebody who was let in, and says anything. */
static void test_page__answers_whatever_who_has_entered_says(void **state)
{
    enum { REQUESTS = 2000, PIECES_MAX = 12, COOKIE_SIZE = 64 };
    static const char *const pieces[] = {
        "{",    "}",    "[",       "]",          ":",          ",",           " ",
        "14",   "-1",   "0",       "4e9",        "4294967297", "null",        "NaN",
        "\xff", "true", "\"d20\"", "\"rolled\"", "\"face\"",   "\"die\"",     "\"state\"",
        "x",    "1",    "\"id\"",  "\"name\"",   "\"Zq\"",     "\"\033[2J\"", "\"\\u0000\""};
    static char answer[ANSWER_SIZE];
    char cookie[COOKIE_SIZE], body[PIECES_MAX * 16];
    struct served served;
    struct draws draws;
    int taken = 0;
    (void)state;
    draws_init(&draws);
    run("settings phones-throw yes\ninitiative 15 9 4\n");
    serve(&served);
    post(&served, "/enter", "", served.token, answer);
    const char *set = strstr(answer, "referee=");
    assert_non_null(set);
    assert_int_equal(sscanf(set, "referee=%63[0-9a-f]", cookie), 1);
    for (int i = 0; i < REQUESTS; i++) {
        body[0] = '\0';
        for (int k = draws_between(&draws, 0, PIECES_MAX); k > 0; k--) {
            strcat(body, pieces[draws_between(&draws, 0, 27)]);
        }
        post(&served, i % 2 == 0 ? "/take" : "/throw", cookie, i % 50 == 0 ? "1" : body,
             answer);
        taken += strncmp(answer, "HTTP/1.1 204", 12) == 0 ? 1 : 0;
        if (strncmp(answer, "HTTP/1.1 ", 9) != 0 || strstr(answer, "Zqsecret") != NULL) {
            fail_msg("request %d:\n%s\nanswer:\n%s", i, body, answer);
        }
    }
    assert_true(taken >= REQUESTS / 100);
    int how;
    assert_int_equal(waitpid(served.process, &how, WNOHANG), 0);
    kill(served.process, SIGTERM);
    assert_int_equal(waitpid(served.process, &how, 0), served.process);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    fclose(served.output);
    run("settings phones-throw no\n");
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
}

/* ---- the sudden end of one of the two -------------------------------------------------- */

/* A table that writes acts, killed once it has told so many bytes about them. */
static void kill_a_table(int bytes)
{
    int ends[2], how;
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(visit_program(), visit_program(), "--db", campaign, "run", script, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while (bytes-- > 0 && read(ends[0], &byte, 1) == 1) {
    }
    kill(process, SIGKILL);
    assert_int_equal(waitpid(process, &how, 0), process);
    close(ends[0]);
}

static void test_page__and_table_go_on_when_the_other_is_killed(void **state)
{
    enum { KILLS = 6, NOTES = 60 };
    static char request[REQUEST_SIZE], answer[ANSWER_SIZE], notes[NOTES * 24];
    struct served served;
    struct draws draws;
    int how;
    (void)state;
    draws_init(&draws);
    for (int i = 0, n = 0; i < NOTES; i++) {
        n += snprintf(notes + n, sizeof notes - (size_t)n, "note the lamp falls\n");
    }
    for (int i = 0; i < KILLS; i++) {
        serve(&served);
        run(""); /* opens the campaign, and closes it */
        FILE *file = fopen(script, "w");
        assert_non_null(file);
        fputs(notes, file);
        fclose(file);
        kill_a_table(draws_between(&draws, 0, 2000));
        /* The page still knows the campaign: its stream begins with what there is. */
        snprintf(request, sizeof request,
                 "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
                 served.port);
        assert_true(ask(&served, request, (int)strlen(request), answer, ANSWER_SIZE) > 0);
        assert_non_null(strstr(answer, "HTTP/1.1 200"));
        assert_int_equal(visit_run(campaign, "verify", NULL), 0);
        /* And the other way round, in the middle of a request. */
        ask(&served, request, draws_between(&draws, 0, (int)strlen(request) - 1), answer,
            ANSWER_SIZE);
        kill(served.process, SIGKILL);
        assert_int_equal(waitpid(served.process, &how, 0), served.process);
        fclose(served.output);
        run("damage Pelican 1\nheal Pelican 1\n");
        assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    }
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_screen__follows_a_table_and_leaves_the_terminal_as_it_was, prepare, clear),
        cmocka_unit_test_setup_teardown(test_screen__follows_tables_that_come_and_go, prepare,
                                        clear),
        cmocka_unit_test_setup_teardown(test_table__that_imports_its_own_campaign_goes_on,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(
            test_page__refuses_whatever_is_not_right_and_tells_nothing, prepare, clear),
        cmocka_unit_test_setup_teardown(test_page__shows_its_address_as_a_code_and_takes_lines,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_page__answers_whatever_who_has_entered_says,
                                        prepare, clear),
        cmocka_unit_test_setup_teardown(test_page__and_table_go_on_when_the_other_is_killed,
                                        prepare, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
