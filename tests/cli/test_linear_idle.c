/* The linear table does its idle work while it waits for a line. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/file/backup.h"
#include "cli/linear.h"
#include "support/unit.h"

enum { PATH_SIZE = 300, STEP_MS = 5000, ENDS_MS = 60000, LIMIT_S = 120 };

static int64_t clock_ms;
static int input[2]; /* the reading end, and the one that is typed into */
static int looks;    /* at the clock while nothing is typed */

/* Time passes with each look at the clock; after a minute the user leaves. Nothing is typed
 * before that, so a table that only waits never ends. */
static int64_t passing_clock(void)
{
    clock_ms += STEP_MS;
    looks++;
    if (looks == ENDS_MS / STEP_MS) {
        close(input[1]);
    }
    return clock_ms;
}

static struct sitting *open_at(const char *path)
{
    struct sitting *sitting = NULL;
    struct error err;
    struct sitting_options options = {
        .path = path, .has_seed = true, .seed = 5, .now_ms = passing_clock};
    if (sitting_open(&sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    return sitting;
}

static void run_quietly(struct sitting *sitting, FILE *file)
{
    int out = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    fflush(stdout);
    dup2(nowhere, STDOUT_FILENO);
    assert_int_equal(linear_run(sitting, file), 0);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out);
    close(nowhere);
}

static void test_linear__idle_work_is_done_while_a_line_is_waited_for(void **state)
{
    (void)state;
    static const char typed[] = "note the lamp falls\n";
    char folder[PATH_SIZE], path[PATH_SIZE + 16], line[2 * PATH_SIZE];
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/linear-XXXXXX", parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/c.db", folder);
    assert_int_equal(pipe(input), 0);
    FILE *file = fdopen(input[0], "r");
    assert_non_null(file);
    struct sitting *sitting = open_at(path);
    assert_int_equal(write(input[1], typed, sizeof typed - 1), sizeof typed - 1);
    looks = 0;
    alarm(LIMIT_S); /* ends a test that has failed */
    run_quietly(sitting, file);
    alarm(0);
    assert_true(looks >= ENDS_MS / STEP_MS);
    struct sitting_copy copy;
    assert_int_equal(sitting_copies(sitting, &copy, 1), 1);
    assert_int_equal(copy.acts, 1);
    fclose(file);
    sitting_close(sitting);
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    assert_int_equal(system(line), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear__idle_work_is_done_while_a_line_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
