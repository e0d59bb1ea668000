/* Dice from outside at a table that plays: they come to the question that is open, the screen
 * shows them, Enter takes them, and whatever else is sent, the table goes on. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "support/draws.h"
#include "support/unit.h"
#include "support/visit.h"

enum { OUTPUT_SIZE = 64 * 1024 };

static char campaign[VISIT_PATH_SIZE];
static char script[VISIT_PATH_SIZE + 16], told[VISIT_PATH_SIZE + 16];
static char output[OUTPUT_SIZE];

/* What is open; a test that fails leaves it so, and the next one would throw at it. */
static struct pty *opened[2];

static struct pty *keep(struct pty *pty)
{
    opened[opened[0] != NULL ? 1 : 0] = pty;
    return pty;
}

static struct pty *open_table(void)
{
    return keep(visit_open(campaign, &terminal_usual));
}

static void forget(const struct pty *pty)
{
    for (int i = 0; i < 2; i++) {
        opened[i] = opened[i] == pty ? NULL : opened[i];
    }
}

static void leave(struct pty *pty)
{
    visit_leave(pty);
    forget(pty);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char *read_told(void)
{
    FILE *file = fopen(told, "r");
    assert_non_null(file);
    size_t n = fread(output, 1, sizeof output - 1, file);
    output[n] = '\0';
    fclose(file);
    return output;
}

static int prepare(void **state)
{
    (void)state;
    char arguments[2 * VISIT_PATH_SIZE];
    visit_campaign(campaign, "throw");
    snprintf(script, sizeof script, "%s.script", campaign);
    snprintf(told, sizeof told, "%s.told", campaign);
    write_file(script, "encounter Ledge system=trilemma\n"
                       "add Anka side=party strength=14 wits=12 ac=20 hp=9\n"
                       "add Pelican strength=12 wits=9 ac=22 hp=16\n"
                       "initiative 15 4\n");
    snprintf(arguments, sizeof arguments, "run '%s'", script);
    assert_int_equal(visit_run(campaign, arguments, NULL), 0);
    return 0;
}

static int clear(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        if (opened[i] != NULL) {
            pty_close(opened[i]);
            opened[i] = NULL;
        }
    }
    unlink(script);
    unlink(told);
    visit_remove(campaign);
    return 0;
}

/* The exit code; what it prints is in `output`. */
static int throw_dice(const char *faces)
{
    char arguments[VISIT_PATH_SIZE];
    snprintf(arguments, sizeof arguments, "throw %s", faces);
    int code = visit_run(campaign, arguments, told);
    read_told();
    return code;
}

/* The lines go to a stream, and its answers are in `output`. */
static void stream(const char *lines)
{
    char arguments[2 * VISIT_PATH_SIZE];
    write_file(script, lines);
    snprintf(arguments, sizeof arguments, "throw --stream < '%s'", script);
    assert_int_equal(visit_run(campaign, arguments, told), 0);
    read_told();
}

static void assert_printed(const char *text)
{
    if (strstr(output, text) == NULL) {
        fail_msg("%s is not in:\n%s", text, output);
    }
}

/* The names of the sockets beside the campaign; how many there are. */
static int find_sockets(char out[VISIT_PATH_SIZE + 300])
{
    char folder[VISIT_PATH_SIZE], begins[VISIT_PATH_SIZE];
    int count = 0;
    snprintf(folder, sizeof folder, "%s", campaign);
    char *slash = strrchr(folder, '/');
    snprintf(begins, sizeof begins, ".%s-table-", slash + 1);
    *slash = '\0';
    DIR *all = opendir(folder);
    assert_non_null(all);
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (strncmp(entry->d_name, begins, strlen(begins)) == 0) {
            snprintf(out, VISIT_PATH_SIZE + 300, "%s/%s", folder, entry->d_name);
            count++;
        }
    }
    closedir(all);
    return count;
}

/* ---- one table ------------------------------------------------------------------------- */

static void test_throw__faces_come_to_the_open_question_and_enter_takes_them(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(throw_dice("d20:14"), 0);
    assert_printed("d20 14: taken for attack; missing: d6");
    pty_expect(pty, "attack, d20 14   damage, d6 _");
    assert_int_equal(throw_dice("d6:4"), 0);
    pty_expect(pty, "damage, d6 4");
    visit_press(pty, "Enter gone:_ expect:12/16");
    assert_int_equal(visit_run(campaign, "log --json", told), 0);
    read_told();
    assert_printed("14@die:d20 4@die:d6");
    leave(pty);
}

static void test_throw__the_order_of_unlike_dice_does_not_matter(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(throw_dice("d6:4 d8:3"), 1);
    assert_printed("it waits: a d20 is asked for");
    pty_expect(pty, "waits: d6 4, d8 3");
    assert_int_equal(throw_dice("d20:14"), 0);
    pty_expect(pty, "damage, d6 4");
    pty_expect(pty, "waits: d8 3");
    /* What is typed in place of a die counts, and the die is let go. */
    visit_press(pty, "Backspace text:6 \"gone:d6 4\" Enter expect:10/16");
    visit_press(pty, "u a \"expect:then damage\" gone:waits");
    visit_press(pty, "Esc");
    leave(pty);
}

/* "1" may become "14": a die that comes then is no part of the number. */
static void test_throw__a_number_that_is_being_typed_stays_whole(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\" text:1");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(throw_dice(i == 0 ? "d6:1" : "d6:3"), 1);
        assert_printed("it waits: a number is being typed");
    }
    assert_int_equal(throw_dice("6"), 1);
    assert_printed("a number is being typed");
    visit_press(pty, "text:4 Enter \"expect:damage, d6 1\" Enter expect:15/16");
    leave(pty);
}

static void test_throw__the_missing_rest_is_never_rolled_by_itself(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(throw_dice("14"), 0);
    visit_press(pty, "\"expect:d20 14\" Enter \"expect:damage, 1d6\"");
    assert_int_equal(throw_dice("7"), 1);
    assert_printed("7 is not possible: a d6 is asked for");
    visit_press(pty, "Esc expect:16/16");
    leave(pty);
}

static void test_throw__without_a_question_the_table_says_what_came_and_drops_it(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    assert_int_equal(throw_dice("d20:14"), 1);
    assert_printed("nothing asks for dice");
    pty_expect(pty, "d20 14, but nothing asks for dice now");
    visit_press(pty, "a \"expect:then damage\" \"gone:nothing asks\"");
    visit_press(pty, "Esc");
    leave(pty);
}

static void test_throw__a_stream_hears_what_dice_say(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    stream("{\"id\":\"a\",\"name\":\"Ruby\",\"die\":\"d20\",\"state\":\"rolling\",\"face\":9}\n"
           "{\"id\":\"a\",\"name\":\"Ruby\",\"die\":\"d20\",\"state\":\"rolling\",\"face\":3}\n"
           "{\"id\":\"a\",\"name\":\"Ruby\",\"die\":\"d20\",\"state\":\"rolled\",\"face\":14}\n"
           "{\"id\":\"a\",\"name\":\"Ruby\",\"die\":\"d20\",\"state\":\"rolled\",\"face\":14}\n"
           "{\"id\":\"a\",\"name\":\"Ruby\",\"die\":\"d20\",\"state\":\"onFace\",\"face\":7}\n"
           "{\"id\":\"a\",\"die\":\"d20\",\"state\":\"rolled\",\"face\":256}\n"
           "nonsense\n");
    assert_string_equal(
        output, "{\"taken\":false,\"why\":\"rolling\"}\n"
                "{\"taken\":false,\"why\":\"rolling\"}\n"
                "{\"taken\":true,\"for\":\"attack\",\"shows\":14,\"missing\":[\"d6\"],"
                "\"waiting\":0}\n"
                "{\"taken\":false,\"why\":\"the same again\"}\n"
                "{\"taken\":false,\"why\":\"onFace\",\"offered\":true}\n"
                "{\"taken\":false,\"why\":\"a d20 has no face 256: it shows 1 to 20\"}\n"
                "{\"taken\":false,\"why\":\"expected a line of JSON such as {\\\"die\\\": "
                "\\\"d20\\\", \\\"face\\\": 14}\"}\n");
    pty_expect(pty, "d20 14 (Ruby)");
    pty_expect(pty, "7 (Ruby) is onFace: Tab takes it");
    /* Enter takes what lies well, Tab what does not. */
    visit_press(pty, "Tab \"expect:d20 7 (Ruby, before 14)\" Enter");
    pty_expect_gone(pty, "Ruby, before");
    assert_int_equal(visit_run(campaign, "log --json", told), 0);
    read_told();
    assert_printed("7@Ruby:d20");
    leave(pty);
}

static void test_throw__why_says_what_the_die_showed_and_whose_it_was(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    stream("{\"id\":\"a\",\"name\":\"Ruby\",\"die\":\"d20\",\"face\":14}\n"
           "{\"id\":\"b\",\"name\":\"Onyx\",\"die\":\"d6\",\"face\":4}\n");
    visit_press(pty, "expect:Onyx Enter expect:12/16 l \"expect:log of\" Space");
    pty_expect(pty, "the d20 showed 14, from Ruby");
    pty_expect(pty, "the d6 showed 4, from Onyx");
    visit_press(pty, "C-c : \"text:why Pelican\" Enter \"expect:── why\"");
    pty_expect(pty, "d20 [14]: attack, from Ruby");
    pty_expect(pty, "the d20 showed 14, from Ruby");
    visit_press(pty, "C-c");
    leave(pty);
    assert_int_equal(visit_run(campaign, "why Pelican --json", told), 0);
    read_told();
    assert_printed("HP; the d20 showed 14, from Ruby; the d6 showed 4, from Onyx\"");
}

/* A macro asks for all dice of its lines as a plain line does. */
static void test_throw__all_dice_of_a_macro_are_shown_and_taken(void **state)
{
    (void)state;
    struct pty *pty = open_table();
    visit_press(pty,
                ": \"text:macro charge note on; attack %1\" Enter \"expect:macro charge\"");
    visit_press(pty, ": \"text:do charge Pelican\" Enter \"expect:then damage\"");
    assert_int_equal(throw_dice("d20:14"), 0);
    assert_printed("d20 14: taken for attack; missing: d6");
    pty_expect(pty, "attack, d20 14   damage, d6 _");
    assert_int_equal(throw_dice("d6:4"), 0);
    visit_press(pty, "\"expect:damage, d6 4\" expect:16/16 Enter expect:12/16");
    leave(pty);
}

static void test_throw__a_setting_takes_them_after_a_second_of_quiet(void **state)
{
    (void)state;
    char folder[VISIT_PATH_SIZE + 20], inner[VISIT_PATH_SIZE + 40], file[VISIT_PATH_SIZE + 60],
        further[VISIT_PATH_SIZE + 40];
    snprintf(folder, sizeof folder, "%s.config", campaign);
    snprintf(inner, sizeof inner, "%s/referee", folder);
    snprintf(file, sizeof file, "%s/settings.yaml", inner);
    snprintf(further, sizeof further, "XDG_CONFIG_HOME=%s", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(mkdir(inner, 0700), 0);
    write_file(file, "throws-take: yes\n");
    struct terminal_kind kind = terminal_usual;
    kind.further = further;
    struct pty *pty = keep(visit_open(campaign, &kind));
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(throw_dice("d20:14 d6:4"), 0);
    pty_expect(pty, "12/16");
    leave(pty);
    unlink(file);
    rmdir(inner);
    rmdir(folder);
}

/* ---- several tables, and none ---------------------------------------------------------- */

static void test_throw__of_two_tables_the_one_that_asked_last_gets_the_faces(void **state)
{
    (void)state;
    struct pty *first = open_table();
    struct pty *second = open_table();
    visit_press(first, "a \"expect:then damage\"");
    visit_press(second, "a \"expect:then damage\"");
    assert_int_equal(throw_dice("d20:14"), 0);
    pty_expect(second, "d20 14");
    visit_press(second, "Esc \"gone:d20 14\"");
    assert_int_equal(throw_dice("d20:13"), 0);
    pty_expect(first, "d20 13");
    visit_press(second, "a \"expect:then damage\"");
    assert_int_equal(throw_dice("d20:12"), 0);
    pty_expect(second, "d20 12");
    visit_press(first, "Esc");
    visit_press(second, "Esc");
    leave(first);
    leave(second);
    char path[VISIT_PATH_SIZE + 300];
    assert_int_equal(find_sockets(path), 0);
}

/* A table that was killed leaves its socket; who finds it removes it. */
static void test_throw__a_killed_table_is_no_table(void **state)
{
    (void)state;
    char path[VISIT_PATH_SIZE + 300];
    struct stat is;
    assert_int_equal(throw_dice("14"), 1);
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(find_sockets(path), 1);
    assert_int_equal(stat(path, &is), 0);
    assert_true(S_ISSOCK(is.st_mode));
    assert_int_equal(is.st_mode & 0777, 0600);
    pty_signal(pty, SIGKILL);
    assert_int_equal(pty_wait(pty).signal_number, SIGKILL);
    pty_close(pty);
    forget(pty);
    assert_int_equal(find_sockets(path), 1);
    assert_int_equal(throw_dice("14"), 1);
    assert_int_equal(find_sockets(path), 0);
    stream("{\"face\":14}\n");
    assert_printed("no table is open for this campaign");
    pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(throw_dice("14"), 0);
    visit_press(pty, "Esc");
    leave(pty);
}

/* ---- whatever else is sent ------------------------------------------------------------- */

static int call(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    assert_true(strlen(path) < sizeof address.sun_path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* What it says until it hangs up. */
static void read_all(int fd)
{
    size_t got = 0;
    for (ssize_t more = 1;
         more > 0 && got<sizeof output - 1; got += more> 0 ? (size_t)more : 0) {
        more = recv(fd, output + got, sizeof output - 1 - got, 0);
    }
    output[got] = '\0';
    close(fd);
}

/* The same, after `n` bytes. */
static void send_and_read(const char *path, const char *bytes, size_t n)
{
    int fd = call(path);
    for (ssize_t sent = 1; n > 0 && sent > 0; bytes += sent > 0 ? sent : 0) {
        sent = send(fd, bytes, n, MSG_NOSIGNAL);
        n -= sent > 0 ? (size_t)sent : 0;
    }
    shutdown(fd, SHUT_WR);
    read_all(fd);
}

static void test_throw__hostile_bytes_are_refused_and_the_table_goes_on(void **state)
{
    (void)state;
    enum { CALLS = 300, QUIET = 80, BYTES_MAX = 3000 };
    static char bytes[BYTES_MAX];
    char path[VISIT_PATH_SIZE + 300];
    int quiet[QUIET];
    struct draws draws;
    draws_init(&draws);
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(find_sockets(path), 1);
    memset(bytes, 'x', sizeof bytes);
    send_and_read(path, bytes, sizeof bytes);
    assert_printed("the line is too long");
    send_and_read(path, "{\"face\":\"\033[2J\"}\n", 16);
    assert_printed("expected a line of JSON");
    for (int i = 0; i < QUIET; i++) { /* who says nothing gives its place to others */
        quiet[i] = call(path);
    }
    for (int i = 0; i < CALLS; i++) {
        int n = draws_between(&draws, 0, BYTES_MAX);
        for (int k = 0; k < n; k++) {
            bytes[k] = (char)draws_between(&draws, 0, 255);
        }
        send_and_read(path, bytes, (size_t)n);
        assert_null(strstr(output, "\"taken\":true"));
    }
    for (int i = 0; i < QUIET; i++) {
        close(quiet[i]);
    }
    assert_int_equal(throw_dice("14"), 0);
    visit_press(pty, "\"expect:d20 14\" Esc a \"expect:then damage\" Esc");
    leave(pty);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
}

/* More than have a place at a time: they wait in line. */
static void test_throw__dice_of_one_moment_are_each_answered(void **state)
{
    (void)state;
    enum { CALLERS = 100 };
    static const char line[] = "{\"die\":\"d20\",\"face\":14}\n";
    char path[VISIT_PATH_SIZE + 300];
    int caller[CALLERS], taken = 0;
    struct pty *pty = open_table();
    visit_press(pty, "a \"expect:then damage\"");
    assert_int_equal(find_sockets(path), 1);
    for (int i = 0; i < CALLERS; i++) {
        caller[i] = call(path);
        assert_int_equal(send(caller[i], line, sizeof line - 1, MSG_NOSIGNAL), sizeof line - 1);
        shutdown(caller[i], SHUT_WR);
    }
    for (int i = 0; i < CALLERS; i++) {
        read_all(caller[i]);
        assert_printed("{\"taken\":");
        taken += strstr(output, "\"taken\":true") != NULL ? 1 : 0;
    }
    assert_int_equal(taken, 1); /* others wait, or are too many to wait */
    visit_press(pty, "\"expect:d20 14\" Esc");
    leave(pty);
}

/* ---- the linear table ------------------------------------------------------------------ */

static void test_throw__the_linear_table_says_each_face_once(void **state)
{
    (void)state;
    const char *const arguments[] = {visit_program(), "table",  "--linear",
                                     "--db",          campaign, NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    const struct pty_program program = {arguments, environment, 24, 80, NULL, NULL, NULL};
    struct pty *pty = keep(pty_open(&program));
    pty_expect(pty, "Command:");
    assert_int_equal(throw_dice("d20:14"), 1);
    pty_expect(pty, "d20 14, but nothing asks for dice now.");
    pty_type(pty, "attack pelican");
    pty_key(pty, "Enter");
    pty_expect(pty, "(Enter rolls");
    stream("{\"id\":\"a\",\"name\":\"Ruby\",\"die\":\"d20\",\"face\":14}\n"
           "{\"id\":\"b\",\"name\":\"Onyx\",\"die\":\"d6\",\"face\":4}\n"
           "{\"id\":\"c\",\"name\":\"Jade\",\"die\":\"d6\",\"face\":2}\n");
    pty_expect(pty, "Ruby: d20 14, for attack.");
    pty_expect(pty, "Onyx: d6 4, for damage.");
    pty_expect(pty, "Jade: d6 2: it waits: no more dice are asked for.");
    pty_key(pty, "Enter");
    pty_expect(pty, "12");
    pty_type(pty, "quit");
    pty_key(pty, "Enter");
    assert_int_equal(pty_wait(pty).exit_code, 0);
    pty_close(pty);
    forget(pty);
    char path[VISIT_PATH_SIZE + 300];
    assert_int_equal(find_sockets(path), 0);
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
#define THROW_TEST(name) cmocka_unit_test_setup_teardown(test_throw__##name, prepare, clear)
    const struct CMUnitTest tests[] = {
        THROW_TEST(faces_come_to_the_open_question_and_enter_takes_them),
        THROW_TEST(the_order_of_unlike_dice_does_not_matter),
        THROW_TEST(a_number_that_is_being_typed_stays_whole),
        THROW_TEST(the_missing_rest_is_never_rolled_by_itself),
        THROW_TEST(without_a_question_the_table_says_what_came_and_drops_it),
        THROW_TEST(a_stream_hears_what_dice_say),
        THROW_TEST(why_says_what_the_die_showed_and_whose_it_was),
        THROW_TEST(all_dice_of_a_macro_are_shown_and_taken),
        THROW_TEST(a_setting_takes_them_after_a_second_of_quiet),
        THROW_TEST(of_two_tables_the_one_that_asked_last_gets_the_faces),
        THROW_TEST(a_killed_table_is_no_table),
        THROW_TEST(hostile_bytes_are_refused_and_the_table_goes_on),
        THROW_TEST(dice_of_one_moment_are_each_answered),
        THROW_TEST(the_linear_table_says_each_face_once),
    };
#undef THROW_TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
