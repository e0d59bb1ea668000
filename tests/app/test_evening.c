/* An evening of Trilemma by script: every state of it is still there after the program was
 * killed, and after everything was undone and redone. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "support/unit.h"

enum { LINES_MAX = 400, ACTS_MIN = 150, ENCOUNTERS = 3 };

struct evening {
    char path[512];
    char line[LINES_MAX][COMMAND_LINE_MAX + 1];
    int lines;
    struct state *after; /* after[k]: the state after line k */
    bool is_act[LINES_MAX];
    int dice_given, dice_thrown;
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static struct sitting *open_session(const struct evening *evening)
{
    struct sitting *sitting;
    struct error err;
    struct sitting_options options = {
        .path = evening->path, .has_seed = true, .seed = 7, .now_ms = fixed_clock};
    if (sitting_open(&sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    return sitting;
}

static void remove_files(const struct evening *evening)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s%s", evening->path, endings[i]);
        remove(path);
    }
    char line[600];
    snprintf(line, sizeof line, "rm -rf '%s.backups'", evening->path);
    if (system(line) != 0) {
        perror(line);
    }
}

static int begin(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    assert_non_null(evening);
    const char *folder = getenv("TMPDIR");
    snprintf(evening->path, sizeof evening->path, "%s/evening-%ld.db",
             folder != NULL ? folder : "/tmp", (long)getpid());
    FILE *script = fopen("tests/scripts/trilemma_evening.referee", "r");
    assert_non_null(script);
    while (evening->lines < LINES_MAX &&
           fgets(evening->line[evening->lines], COMMAND_LINE_MAX + 1, script) != NULL) {
        char *line = evening->line[evening->lines];
        line[strcspn(line, "\n")] = '\0';
        evening->lines += line[0] != '\0' && line[0] != '#' ? 1 : 0;
    }
    fclose(script);
    evening->after = calloc((size_t)evening->lines + 1, sizeof *evening->after);
    assert_non_null(evening->after);
    remove_files(evening);
    *state = evening;
    return 0;
}

static int end(void **state)
{
    struct evening *evening = *state;
    remove_files(evening);
    free(evening->after);
    free(evening);
    return 0;
}

static void run_line(struct sitting *sitting, const char *line, struct result *result)
{
    sitting_run(sitting, line, false, result);
    if (result->kind != RESULT_DONE) {
        fail_msg("%s: %s%s", line, result->error.text, result->refusal.reason);
    }
}

/* Throws of the act that was just decided: typed ones, and those rolled by the program. */
static void count_dice(struct evening *evening, const struct sitting *sitting)
{
    const struct decision *decision = &sitting->decision;
    for (int i = 0; i < decision->events; i++) {
        struct str trace = decision->event[i].trace;
        static const char given[] = "\"source\":\"given\"";
        static const char thrown[] = "\"source\":\"generated\"";
        for (int k = 0; k < trace.n; k++) {
            int left = trace.n - k;
            evening->dice_given += left >= (int)sizeof given - 1 &&
                                   memcmp(trace.p + k, given, sizeof given - 1) == 0;
            evening->dice_thrown += left >= (int)sizeof thrown - 1 &&
                                    memcmp(trace.p + k, thrown, sizeof thrown - 1) == 0;
        }
    }
}

static bool is_encounter(const char *line)
{
    return strncmp(line, "encounter ", 10) == 0;
}

/* Plays all lines in one go, remembering the state after each. */
static void play(struct evening *evening)
{
    struct sitting *sitting = open_session(evening);
    struct result result;
    for (int i = 0; i < evening->lines; i++) {
        int64_t head = sitting->position.head;
        run_line(sitting, evening->line[i], &result);
        evening->after[i] = *sitting_state(sitting);
        evening->is_act[i] = !is_encounter(evening->line[i]) && sitting->position.head > head;
        if (evening->is_act[i]) {
            count_dice(evening, sitting);
        }
    }
    sitting_close(sitting);
}

static void test_evening__is_long_and_half_of_its_dice_are_typed(void **state)
{
    struct evening *evening = *state;
    play(evening);
    int acts = 0;
    int encounters = 0;
    for (int i = 0; i < evening->lines; i++) {
        acts += evening->is_act[i] ? 1 : 0;
        encounters += is_encounter(evening->line[i]) ? 1 : 0;
    }
    assert_true(acts >= ACTS_MIN);
    assert_int_equal(encounters, ENCOUNTERS);
    /* Half of them: neither kind is more than three fifths. */
    int dice = evening->dice_given + evening->dice_thrown;
    assert_true(dice >= 100);
    assert_true(evening->dice_given * 5 <= dice * 3 && evening->dice_thrown * 5 <= dice * 3);
}

/* Each line is run by a process of its own that is killed as soon as the line is done. */
static void test_evening__a_kill_after_each_act_loses_nothing(void **state)
{
    struct evening *evening = *state;
    play(evening);
    remove_files(evening);
    struct result result;
    for (int i = 0; i < evening->lines; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct sitting *sitting = open_session(evening);
            sitting_run(sitting, evening->line[i], false, &result);
            raise(SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        struct sitting *sitting = open_session(evening);
        if (!state_equal(sitting_state(sitting), &evening->after[i])) {
            fail_msg("another state after \"%s\"", evening->line[i]);
        }
        sitting_close(sitting);
    }
}

/* Everything of the open encounter is undone and redone: the same state at its end. */
static void undo_and_redo(struct sitting *sitting, const struct state *wanted)
{
    struct result result;
    int undone = 0;
    for (;;) {
        sitting_run(sitting, "undo", false, &result);
        if (result.kind != RESULT_DONE) {
            break;
        }
        undone++;
    }
    assert_int_equal(result.kind, RESULT_REFUSED);
    assert_int_equal(sitting_state(sitting)->count, 0);
    for (int i = 0; i < undone; i++) {
        run_line(sitting, "redo", &result);
    }
    assert_true(undone > ACTS_MIN / 4);
    assert_true(state_equal(sitting_state(sitting), wanted));
}

static void test_evening__undone_and_redone_is_the_same(void **state)
{
    struct evening *evening = *state;
    play(evening);
    struct sitting *sitting = open_session(evening);
    struct result result;
    for (int i = 0; i < evening->lines; i++) {
        if (is_encounter(evening->line[i])) {
            int last = i + 1;
            while (last < evening->lines && !is_encounter(evening->line[last])) {
                last++;
            }
            char line[COMMAND_LINE_MAX];
            const char *name = strchr(evening->line[i], '"');
            snprintf(line, sizeof line, "open %.*s", (int)(strrchr(name, '"') - name) + 1,
                     name);
            run_line(sitting, line, &result);
            undo_and_redo(sitting, &evening->after[last - 1]);
        }
    }
    sitting_close(sitting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_evening__is_long_and_half_of_its_dice_are_typed,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_evening__a_kill_after_each_act_loses_nothing,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_evening__undone_and_redone_is_the_same, begin,
                                        end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
