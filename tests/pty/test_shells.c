/* Completions at a real prompt: bash, zsh and fish on a terminal, as somebody types there. What
 * is completed is run then, and does what the words say. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/unit.h"
#include "support/visit.h"

enum { LINE_SIZE = 3 * VISIT_PATH_SIZE };

static char campaign[VISIT_PATH_SIZE];
static struct pty *pty;

static int prepare(void **state)
{
    (void)state;
    char path[VISIT_PATH_SIZE + 16], arguments[2 * VISIT_PATH_SIZE];
    visit_campaign(campaign, "shells");
    snprintf(path, sizeof path, "%s.script", campaign);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("encounter \"gold=$(touch ran)\" system=trilemma\n"
          "encounter \"Nest ledge\" system=trilemma\n"
          "add Anka side=party strength=14 wits=12 ac=20 hp=9\n",
          file);
    fclose(file);
    snprintf(arguments, sizeof arguments, "run '%s'", path);
    assert_int_equal(visit_run(campaign, arguments, NULL), 0);
    unlink(path);
    return 0;
}

static int clear(void **state)
{
    (void)state;
    if (pty != NULL) {
        pty_close(pty);
        pty = NULL;
    }
    visit_remove(campaign);
    return 0;
}

/* The shell, in which `referee` is the program under test, and its campaign the test's. */
static void open_shell(const char *const *shell)
{
    char path[LINE_SIZE], database[LINE_SIZE];
    const char *arguments[12] = {"/usr/bin/env"};
    for (int i = 0; shell[i] != NULL; i++) {
        arguments[i + 1] = shell[i];
    }
    snprintf(path, sizeof path, "PATH=%.*s:/usr/bin:/bin",
             (int)(strrchr(visit_program(), '/') - visit_program()), visit_program());
    snprintf(database, sizeof database, "REFEREE_DB=%s", campaign);
    const char *environment[] = {
        path, database, "HOME=.", "TERM=xterm-256color", "LC_ALL=C.UTF-8", "PS1=ready> ", NULL};
    struct pty_program opened = {
        .arguments = arguments, .environment = environment, .rows = 24, .columns = 80};
    pty = pty_open(&opened);
    pty_expect(pty, "ready>");
}

static void run(const char *line)
{
    pty_type(pty, line);
    pty_key(pty, "Enter");
}

/* After a command told this. What is typed before the shell reads again is echoed by the
 * terminal and not by the shell, so nothing is until its prompt is alone. */
static void clear_screen(const char *told)
{
    pty_expect(pty, told);
    pty_key(pty, "C-l");
    pty_expect_gone(pty, told);
    pty_expect_row(pty, 0, "ready>");
}

/* What is typed, and completed with Tab, becomes the line. */
static void completes(const char *typed, const char *line)
{
    char wanted[LINE_SIZE];
    snprintf(wanted, sizeof wanted, "ready> %s", line);
    pty_type(pty, typed);
    pty_key(pty, "Tab");
    pty_expect(pty, wanted);
}

/* The same lines in each of them; `blank` and `hostile` are how the shell writes these names.
 */
static void assert_completes(const char *blank, const char *hostile)
{
    char line[LINE_SIZE];
    completes("referee doc", "referee doctor");
    pty_key(pty, "C-u");
    snprintf(line, sizeof line, "referee show %s", blank);
    completes("referee show Ne", line);
    pty_key(pty, "Enter");
    clear_screen("Anka");
    completes("referee resolve trilemma shot facing=beh",
              "referee resolve trilemma shot facing=behind");
    pty_key(pty, "C-u");
    snprintf(line, sizeof line, "referee show %s", hostile);
    completes("referee show go", line);
    run("; echo the \"end\"");
    clear_screen("the end");
    snprintf(line, sizeof line, "%s/ran", pty_folder(pty));
    assert_int_equal(access(line, F_OK), -1);
    completes("referee forec", "referee forecast");
    pty_key(pty, "Tab"); /* bash shows a list after the second one that changes nothing */
    pty_key(pty, "Tab");
    pty_expect(pty, "forecasts");
    pty_key(pty, "C-u");
    run("exit");
    assert_int_equal(pty_wait(pty).exit_code, 0);
}

static void test_shells__bash_completes_at_its_prompt(void **state)
{
    (void)state;
    open_shell((const char *const[]){"bash", "--norc", "--noprofile", "-i", NULL});
    run("source <(referee completions bash); echo it is \"loaded\"");
    clear_screen("it is loaded");
    assert_completes("Nest\\ ledge", "gold=\\$\\(touch\\ ran\\)");
}

static void test_shells__zsh_completes_at_its_prompt(void **state)
{
    (void)state;
    open_shell((const char *const[]){"zsh", "-f", "-i", NULL});
    run("autoload -Uz compinit; compinit -u -D; source <(referee completions zsh); echo it is "
        "\"loaded\"");
    clear_screen("it is loaded");
    assert_completes("Nest\\ ledge", "gold=\\$\\(touch\\ ran\\)");
}

static void test_shells__fish_completes_at_its_prompt(void **state)
{
    (void)state;
    open_shell((const char *const[]){
        "fish", "--no-config", "-i", "-C",
        "function fish_prompt; echo -n 'ready> '; end; function fish_greeting; end", NULL});
    run("referee completions fish | source; echo it is \"loaded\"");
    clear_screen("it is loaded");
    assert_completes("Nest\\ ledge", "gold=\\$\\(touch\\ ran\\)");
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_shells__bash_completes_at_its_prompt, prepare,
                                        clear),
        cmocka_unit_test_setup_teardown(test_shells__zsh_completes_at_its_prompt, prepare,
                                        clear),
        cmocka_unit_test_setup_teardown(test_shells__fish_completes_at_its_prompt, prepare,
                                        clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
