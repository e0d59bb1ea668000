/* A program that is killed, and media that cannot be written to: the real ones, in processes of
 * their own. */
/* For the call that takes a right away from a process, which POSIX does not know. */
#define _DEFAULT_SOURCE

#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

/* ---- kill -9 --------------------------------------------------------------------------- */

/* Acts forever, reporting each when it is done. */
static void act_until_killed(struct fixture *fixture, int pipe_end)
{
    while (fixture_act(fixture, &err) == STATUS_OK) {
        int64_t row = fixture->position.row;
        if (write(pipe_end, &row, sizeof row) != sizeof row) {
            break;
        }
        campaign_tidy(fixture->campaign);
    }
    _exit(1);
}

static void test_crash__a_killed_program_loses_no_act_it_has_reported(void **state)
{
    struct fixture *fixture = *state;
    int64_t told = 0;
    for (int round = 0; round < 8; round++) {
        int64_t wanted = told + 1 + draws_between(&fixture->draws, 0, 60);
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        fixture_close(fixture);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(ends[0]);
            fixture_reopen(fixture, CAMPAIGN_WRITE);
            act_until_killed(fixture, ends[1]);
        }
        close(ends[1]);
        while (told < wanted) {
            assert_int_equal(read(ends[0], &told, sizeof told), sizeof told);
        }
        assert_int_equal(kill(child, SIGKILL), 0);
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        int64_t row;
        while (read(ends[0], &row, sizeof row) == sizeof row) {
            told = row; /* told before the end, read after it */
        }
        close(ends[0]);
        fixture_reopen(fixture, CAMPAIGN_WRITE);
        assert_true(fixture->position.row >= told);
        assert_true(fixture->position.row <= told + 1);
        told = fixture->position.row;
        assert_int_equal(fixture_verify(fixture->campaign), 0);
    }
}

static void test_crash__reading_the_leftovers_does_not_change_them(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    static struct state wanted;
    wanted = fixture->state;
    fixture_close(fixture);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        fixture_reopen(fixture, CAMPAIGN_WRITE);
        fixture_acts(fixture, 3);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(fixture_exists(fixture->path, "-wal"));
    long n = 0, n_after = 0;
    char *before = fixture_read_file(fixture->path, &n);
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_int_equal(fixture->position.row, 8);
    fixture_close(fixture);
    assert_true(fixture_exists(fixture->path, "-wal"));
    char *after = fixture_read_file(fixture->path, &n_after);
    assert_int_equal(n_after, n);
    assert_memory_equal(after, before, (size_t)n);
    free(before);
    free(after);
    assert_false(state_equal(&fixture->state, &wanted));
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture->position.row, 8);
    fixture_close(fixture);
    assert_false(fixture_exists(fixture->path, "-wal"));
}

/* ---- media for reading only ------------------------------------------------------------ */

/* The superuser may write to everything: from here on this process may not. */
static void become_ordinary(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}, {0}};
    if (geteuid() == 0 && syscall(SYS_capset, &header, none) != 0) {
        _exit(99);
    }
}

/* Runs in a process of its own, as the rights it gives up cannot be regained. 0: everything is
 * right; otherwise the number of the check that failed. */
static int look_at_read_only(struct fixture *fixture, int64_t acts)
{
    become_ordinary();
    struct campaign *campaign = NULL;
    if (campaign_open(&campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err) !=
        STATUS_IO) {
        return 1;
    }
    if (campaign_open(&campaign, fixture->path, CAMPAIGN_CREATE, 0, games_find, &err) !=
        STATUS_IO) {
        return 2;
    }
    if (strstr(err.text, "read-only") == NULL) {
        return 3;
    }
    if (campaign_open(&campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err) !=
        STATUS_OK) {
        return 4;
    }
    struct position position;
    static struct state past;
    state_init(&past, state_system(&fixture->state));
    if (log_position(campaign, fixture->encounter, &position, &err) != STATUS_OK ||
        position.row != acts) {
        return 5;
    }
    if (log_state(campaign, fixture->encounter, position.head, &past, &err) != STATUS_OK ||
        !state_equal(&past, &fixture->state)) {
        return 6;
    }
    struct act_row act = {.encounter = fixture->encounter};
    if (log_append(campaign, &act, NULL, 0, &position, &err) != STATUS_IO ||
        strstr(err.text, "read-only") == NULL) {
        return 7;
    }
    if (fixture_verify(campaign) != 0) {
        return 8;
    }
    campaign_close(campaign);
    return 0;
}

static void assert_read_only_works(struct fixture *fixture, mode_t folder_mode)
{
    int64_t acts = fixture->position.row;
    assert_int_equal(chmod(fixture->path, 0444), 0);
    assert_int_equal(chmod(fixture->folder, folder_mode), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(look_at_read_only(fixture, acts));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(fixture->folder, 0755), 0);
    assert_int_equal(chmod(fixture->path, 0644), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_crash__a_read_only_medium_is_read(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    assert_read_only_works(fixture, 0555);
    assert_false(fixture_exists(fixture->path, "-wal"));
}

/* The file could be written, but no file can be made beside it, as the message says. */
static int look_at_folder(struct fixture *fixture)
{
    struct campaign *campaign = NULL;
    become_ordinary();
    if (campaign_open(&campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err) !=
        STATUS_IO) {
        return 1;
    }
    if (strstr(err.text, "the folder ") == NULL ||
        strstr(err.text, "cannot be written") == NULL) {
        return 2;
    }
    if (campaign_open(&campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err) !=
        STATUS_OK) {
        return 3;
    }
    campaign_close(campaign);
    char other[FIXTURE_PATH_SIZE + 16];
    snprintf(other, sizeof other, "%s/other.db", fixture->folder);
    if (campaign_open(&campaign, other, CAMPAIGN_CREATE, 0, games_find, &err) != STATUS_IO ||
        strstr(err.text, "the folder ") == NULL ||
        strstr(err.text, "cannot be written") == NULL) {
        return 4; /* nor can a new one be made there */
    }
    return 0;
}

static void test_crash__a_folder_that_cannot_be_written_is_called_that(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    assert_int_equal(chmod(fixture->folder, 0555), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(look_at_folder(fixture));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(fixture->folder, 0755), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_crash__a_read_only_file_in_a_folder_for_writing_is_read(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    assert_read_only_works(fixture, 0755);
}

/* The newest acts of a campaign that was not closed are in the write-ahead log only. */
static void
test_crash__a_read_only_medium_with_a_write_ahead_log_is_read_to_its_end(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        fixture_reopen(fixture, CAMPAIGN_WRITE);
        fixture_acts(fixture, 3);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_int_equal(fixture->position.row, 8);
    fixture_close(fixture);
    assert_read_only_works(fixture, 0555);
    /* Copied without the file that programs share, the log cannot be read; it is not
     * ignored. */
    char path[FIXTURE_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s-shm", fixture->path);
    assert_int_equal(remove(path), 0);
    assert_int_equal(chmod(fixture->path, 0444), 0);
    assert_int_equal(chmod(fixture->folder, 0555), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        become_ordinary();
        struct campaign *campaign = NULL;
        _exit(campaign_open(&campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err) ==
                      STATUS_IO
                  ? 0
                  : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(fixture->folder, 0755), 0);
    assert_int_equal(chmod(fixture->path, 0644), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_crash__a_killed_program_loses_no_act_it_has_reported),
        TEST(test_crash__reading_the_leftovers_does_not_change_them),
        TEST(test_crash__a_read_only_medium_is_read),
        TEST(test_crash__a_folder_that_cannot_be_written_is_called_that),
        TEST(test_crash__a_read_only_file_in_a_folder_for_writing_is_read),
        TEST(test_crash__a_read_only_medium_with_a_write_ahead_log_is_read_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
