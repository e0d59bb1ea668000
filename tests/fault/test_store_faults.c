/* Disks that are full, fail or vanish at every single write: an act is there completely or not
 * at all, the error says why, and the campaign goes on.
 *
 * FAULTS=all tries every operation of bringing an old campaign up to date; without it every
 * few.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault/fault_vfs.h"
#include "store/backup.h"
#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

/* The number of operations a test tries before it gives up waiting for one that needs fewer. */
enum { OPERATIONS_MAX = 2000 };

static const char *word_of(enum fault_kind kind)
{
    return kind == FAULT_FULL ? "disk is full" : "disk fails";
}

static void assert_told(enum fault_kind kind)
{
    if (strstr(err.text, word_of(kind)) == NULL) {
        fail_msg("told: %s", err.text);
    }
}

/* The memory agrees with the file, and the campaign can go on. */
static void assert_intact(struct fixture *fixture)
{
    static struct state past;
    struct position position;
    DONE(log_position(fixture->campaign, fixture->encounter, &position, &err));
    assert_int_equal(position.row, fixture->position.row);
    assert_int_equal(position.head, fixture->position.head);
    state_init(&past, state_system(&fixture->state));
    DONE(log_state(fixture->campaign, fixture->encounter, position.head, &past, &err));
    assert_true(state_equal(&past, &fixture->state));
}

/* Acts with every operation failing in turn, on one long campaign. */
static void fail_appends(struct fixture *fixture, enum fault_kind kind)
{
    int failures = 0;
    fixture_acts(fixture, 3);
    for (int n = 1; n < OPERATIONS_MAX; n++) {
        struct position before = fixture->position;
        fault_arm(kind, n);
        err = (struct error){0};
        enum status status = fixture_act(fixture, &err);
        if (!fault_disarm()) {
            assert_int_equal(status, STATUS_OK);
            if (failures >= 3) {
                break;
            }
            n = failures; /* an act too small to fail at that operation: once more */
            continue;
        }
        failures++;
        assert_int_equal(status, STATUS_IO);
        assert_told(kind);
        assert_int_equal(fixture->position.row, before.row);
        assert_int_equal(fixture->position.head, before.head);
        assert_intact(fixture);
        fixture_acts(fixture, 1);
        assert_int_equal(fixture->position.row, before.row + 1);
    }
    assert_true(failures >= 3);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    static struct state wanted;
    wanted = fixture->state;
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_true(state_equal(&fixture->state, &wanted));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_store_faults__on_a_full_disk_an_act_is_not_done(void **state)
{
    fail_appends(*state, FAULT_FULL);
}

static void test_store_faults__on_a_failing_disk_an_act_is_not_done(void **state)
{
    fail_appends(*state, FAULT_IO);
}

static void test_store_faults__a_disk_that_stays_full_can_be_looked_at(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 3);
    for (int i = 0; i < 5; i++) {
        fault_arm(FAULT_FULL, 1);
        assert_int_equal(fixture_act(fixture, &err), STATUS_IO);
        struct act_row move = {.kind = ROW_UNDO, .encounter = fixture->encounter};
        fault_arm(FAULT_FULL, 1);
        assert_int_equal(log_move(fixture->campaign, &move, 2, &fixture->position, &err),
                         STATUS_IO);
        int64_t id = 7;
        fault_arm(FAULT_FULL, 1);
        assert_int_equal(
            encounter_create(fixture->campaign, "stairs", "trilemma", 1, &id, &err), STATUS_IO);
        assert_int_equal(id, 0);
        assert_intact(fixture);
        assert_true(fault_disarm());
    }
    fixture_move(fixture, ROW_UNDO, 2);
    fixture_acts(fixture, 1);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_store_faults__failed_reads_are_reported_and_pass(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 60);
    static struct state wanted, past;
    wanted = fixture->state;
    int failures = 0;
    for (int n = 1; n < OPERATIONS_MAX; n++) {
        /* Opened again, so that nothing is remembered. */
        fixture_close(fixture);
        DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find,
                           &err));
        state_init(&past, state_system(&wanted));
        fault_arm(FAULT_READ, n);
        enum status status = log_state_by_fold(fixture->campaign, fixture->encounter,
                                               fixture->position.head, &past, &err);
        if (!fault_disarm()) {
            assert_int_equal(status, STATUS_OK);
            break;
        }
        failures++;
        assert_int_equal(status, STATUS_IO);
        assert_told(FAULT_READ);
        DONE(log_state_by_fold(fixture->campaign, fixture->encounter, fixture->position.head,
                               &past, &err));
        assert_true(state_equal(&past, &wanted));
    }
    assert_true(failures > 0);
}

static void test_store_faults__tidying_and_closing_lose_nothing(void **state)
{
    struct fixture *fixture = *state;
    static struct state wanted;
    static const enum fault_kind kinds[] = {FAULT_FULL, FAULT_IO};
    for (int i = 0; i < 2; i++) {
        for (int n = 1; n < 12; n++) {
            fixture_acts(fixture, 30);
            fault_arm(kinds[i], n);
            campaign_tidy(fixture->campaign);
            fault_disarm();
            assert_intact(fixture);
            wanted = fixture->state;
            fault_arm(kinds[i], n);
            fixture_close(fixture);
            fault_disarm();
            fixture_reopen(fixture, CAMPAIGN_WRITE);
            assert_true(state_equal(&fixture->state, &wanted));
        }
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* Whether a copy, or a part of one, was left in the folder. */
static bool has_copy(const struct fixture *fixture)
{
    bool has = false;
    DIR *folder = opendir(fixture->folder);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        has = has || strncmp(entry->d_name, "copy", 4) == 0;
    }
    closedir(folder);
    return has;
}

static void test_store_faults__a_copy_that_fails_leaves_nothing(void **state)
{
    struct fixture *fixture = *state;
    static const enum fault_kind kinds[] = {FAULT_FULL, FAULT_IO, FAULT_READ, FAULT_CUT};
    char path[sizeof fixture->path];
    snprintf(path, sizeof path, "%.500s/copy.db", fixture->folder);
    fixture_acts(fixture, 30);
    for (int i = 0; i < 4; i++) {
        int failures = 0;
        for (int n = 1; n < OPERATIONS_MAX; n++) {
            fault_arm(kinds[i], n);
            enum status status = campaign_copy(fixture->campaign, path, false, &err);
            if (kinds[i] == FAULT_CUT && status == STATUS_OK) {
                fault_cut((unsigned)n); /* a part that was not synced would be there again */
            }
            if (!fault_disarm()) {
                assert_int_equal(status, STATUS_OK);
                break;
            }
            if (status == STATUS_OK) { /* it failed after the last write of the copy */
                assert_int_equal(remove(path), 0);
                continue;
            }
            failures++;
            assert_false(has_copy(fixture));
            assert_intact(fixture);
        }
        assert_true(failures > 3);
        assert_int_equal(remove(path), 0);
        assert_false(has_copy(fixture));
        fixture_acts(fixture, 3);
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_store_faults__a_snapshot_that_fails_loses_nothing(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 70);
    for (int n = 1; n < OPERATIONS_MAX; n++) {
        fault_arm(FAULT_IO, n);
        enum status status = log_keep_snapshot(fixture->campaign, fixture->encounter,
                                               fixture->position.head, &fixture->state, &err);
        if (!fault_disarm()) {
            assert_int_equal(status, STATUS_OK);
            break;
        }
        assert_int_equal(status, STATUS_IO);
        assert_intact(fixture);
    }
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 1);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_store_faults__power_lost_at_any_moment_leaves_whole_acts(void **state)
{
    struct fixture *fixture = *state;
    static struct state before, after;
    fixture_acts(fixture, 3);
    for (int n = 1; n < 60; n++) {
        int64_t row = 0;
        fault_arm(FAULT_GONE, n);
        enum status status = STATUS_OK;
        while (status == STATUS_OK) {
            before = fixture->state;
            row = fixture->position.row;
            status = fixture_act(fixture, &err);
        }
        fixture_close(fixture);
        assert_true(fault_disarm());
        fixture_reopen(fixture, CAMPAIGN_WRITE);
        after = fixture->state;
        /* The act whose commit was not confirmed may still be there, and is then complete. */
        assert_true(fixture->position.row == row || fixture->position.row == row + 1);
        if (fixture->position.row == row) {
            assert_true(state_equal(&after, &before));
        }
        if (n % 10 == 0) {
            assert_int_equal(fixture_verify(fixture->campaign), 0);
        }
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* Making a campaign is interrupted at every write: the next attempt makes it. */
static void make_in_spite_of(struct fixture *fixture, enum fault_kind kind)
{
    int failures = 0;
    for (int n = 1; n < OPERATIONS_MAX; n++) {
        struct campaign *campaign = NULL;
        fault_arm(kind, n);
        enum status status =
            campaign_open(&campaign, fixture->path, CAMPAIGN_CREATE, 21, games_find, &err);
        campaign_close(campaign);
        bool has_failed = fault_disarm();
        assert_true(has_failed || status == STATUS_OK);
        failures += status != STATUS_OK;
        DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_CREATE, 21, games_find,
                           &err));
        assert_int_equal(campaign_seed(fixture->campaign), 21);
        assert_int_equal(fixture_verify(fixture->campaign), 0);
        fixture_close(fixture);
        remove(fixture->path);
        if (!has_failed) {
            assert_true(failures > 10);
            return;
        }
    }
    fail_msg("an operation failed every time");
}

static void test_store_faults__a_campaign_half_made_on_a_full_disk_is_made_later(void **state)
{
    make_in_spite_of(*state, FAULT_FULL);
}

static void
test_store_faults__a_campaign_half_made_when_power_was_lost_is_made_later(void **state)
{
    make_in_spite_of(*state, FAULT_GONE);
}

/* Programs that make one campaign at the same time: SQLite looks for a file to write to, finds
 * none, looks for one to read, and finds the one that another program has made meanwhile. */
static void
test_store_faults__a_file_that_another_program_makes_meanwhile_is_written_to(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 3);
    fixture_close(fixture);
    fault_arm(FAULT_LATE, 1);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_true(fault_disarm());
    fixture_acts(fixture, 3);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* ---- bringing an old campaign up to date ----------------------------------------------- */

enum { VERSION_NOW = 3 };

static void put_old_campaign(struct fixture *fixture, int version)
{
    static const char *const suffixes[] = {"-wal", "-shm", "-journal"};
    char old_campaign[80];
    long n = 0;
    snprintf(old_campaign, sizeof old_campaign,
             "tests/fixtures/version_%d/campaign.referee-campaign", version);
    char *bytes = fixture_read_file(old_campaign, &n);
    assert_non_null(bytes);
    for (int i = 0; i < 3; i++) {
        char path[FIXTURE_PATH_SIZE + 32];
        snprintf(path, sizeof path, "%s%s", fixture->path, suffixes[i]);
        remove(path);
    }
    fixture_write_file(fixture->path, bytes, n);
    free(bytes);
}

/* The version that it was, or the newest with every row sealed. */
static void assert_old_or_new(struct fixture *fixture, int old, const int64_t rows[3])
{
    static const char *const counts[] = {"SELECT count(*) FROM log",
                                         "SELECT count(*) FROM event",
                                         "SELECT sum(length(label) + depth + at_ms) FROM log"};
    int64_t version = fixture_number(fixture, "PRAGMA user_version");
    assert_true(version == old || version == VERSION_NOW);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(fixture_number(fixture, counts[i]), rows[i]);
    }
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM pragma_table_info('log') "
                                             "WHERE name LIKE '%checksum'"),
                     version == 1 ? 0 : 2);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM sqlite_schema "
                                             "WHERE type = 'trigger'"),
                     version == 1 ? 15 : 18);
    assert_int_equal(
        fixture_number(fixture, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"),
        1);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM pragma_table_info('change') "
                                             "WHERE name = 'after'"),
                     version == VERSION_NOW);
    if (version == VERSION_NOW) {
        assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM log WHERE checksum IS "
                                                 "NULL OR events_checksum IS NULL"),
                         0);
    }
}

static void migrate_in_spite_of(struct fixture *fixture, int old, enum fault_kind kind)
{
    int failures = 0, points = 0;
    put_old_campaign(fixture, old);
    const int64_t rows[3] = {
        fixture_number(fixture, "SELECT count(*) FROM log"),
        fixture_number(fixture, "SELECT count(*) FROM event"),
        fixture_number(fixture, "SELECT sum(length(label) + depth + at_ms) FROM log")};
    for (int n = 1; n < OPERATIONS_MAX; n += fault_tries_all() ? 1 : 1 + n / 16) {
        struct campaign *campaign = NULL;
        put_old_campaign(fixture, old);
        fault_arm(kind, n);
        enum status status =
            campaign_open(&campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err);
        bool is_open = campaign != NULL;
        campaign_close(campaign);
        if (kind == FAULT_CUT) {
            char index[FIXTURE_PATH_SIZE + 32];
            snprintf(index, sizeof index, "%s-shm", fixture->path);
            fault_cut((unsigned)n);
            remove(index);
        }
        bool has_failed = fault_disarm();
        assert_true(is_open == (status == STATUS_OK));
        assert_true(has_failed || is_open);
        assert_true(is_open || err.text[0] != '\0');
        assert_old_or_new(fixture, old, rows);
        failures += status != STATUS_OK;
        bool is_looked_at = points++ % 50 == 0 || !has_failed;
        if (is_looked_at) {
            DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find,
                               &err));
            assert_int_equal(fixture_verify(fixture->campaign), 0);
            fixture_close(fixture);
            assert_int_equal(fixture_number(fixture, "PRAGMA user_version"), VERSION_NOW);
        }
        if (!has_failed) {
            print_message("# %d operations, %d tried, %d of which end it\n", n, points,
                          failures);
            assert_true(failures > 30);
            return;
        }
    }
    fail_msg("an operation failed every time");
}

static void test_store_faults__an_old_campaign_is_old_or_new_on_a_full_disk(void **state)
{
    migrate_in_spite_of(*state, 1, FAULT_FULL);
    migrate_in_spite_of(*state, 2, FAULT_FULL);
}

static void test_store_faults__an_old_campaign_is_old_or_new_when_power_is_lost(void **state)
{
    migrate_in_spite_of(*state, 1, FAULT_GONE);
    migrate_in_spite_of(*state, 2, FAULT_GONE);
}

/* What was not synced is there in part. */
static void test_store_faults__an_old_campaign_is_old_or_new_when_power_is_cut(void **state)
{
    migrate_in_spite_of(*state, 1, FAULT_CUT);
    migrate_in_spite_of(*state, 2, FAULT_CUT);
}

int main(void)
{
    fault_install();
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
#define IN_FOLDER(name)                                                                        \
    cmocka_unit_test_setup_teardown(name, fixture_set_up_folder, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_store_faults__on_a_full_disk_an_act_is_not_done),
        TEST(test_store_faults__on_a_failing_disk_an_act_is_not_done),
        TEST(test_store_faults__a_disk_that_stays_full_can_be_looked_at),
        TEST(test_store_faults__failed_reads_are_reported_and_pass),
        TEST(test_store_faults__tidying_and_closing_lose_nothing),
        TEST(test_store_faults__a_copy_that_fails_leaves_nothing),
        TEST(test_store_faults__a_snapshot_that_fails_loses_nothing),
        TEST(test_store_faults__power_lost_at_any_moment_leaves_whole_acts),
        IN_FOLDER(test_store_faults__a_campaign_half_made_on_a_full_disk_is_made_later),
        IN_FOLDER(test_store_faults__a_campaign_half_made_when_power_was_lost_is_made_later),
        TEST(test_store_faults__a_file_that_another_program_makes_meanwhile_is_written_to),
        IN_FOLDER(test_store_faults__an_old_campaign_is_old_or_new_on_a_full_disk),
        IN_FOLDER(test_store_faults__an_old_campaign_is_old_or_new_when_power_is_lost),
        IN_FOLDER(test_store_faults__an_old_campaign_is_old_or_new_when_power_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
