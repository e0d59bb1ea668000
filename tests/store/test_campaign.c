/* Opening and closing: which files are campaigns, and what opening leaves behind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/backup.h"
#include "store/changes.h"
#include "store/campaign_file.h"
#include "store/fixture.h"
#include "store/search.h"
#include "store/schema.h"
#include "support/unit.h"

static struct error err;

/* ---- new campaigns --------------------------------------------------------------------- */

static void test_campaign__a_new_one_keeps_its_seed_for_ever(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(campaign_seed(fixture->campaign), UINT64_MAX - 6);
    fixture_close(fixture);
    DONE(
        campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_CREATE, 5, games_find, &err));
    assert_int_equal(campaign_seed(fixture->campaign), UINT64_MAX - 6);
    assert_false(campaign_is_read_only(fixture->campaign));
}

static void test_campaign__what_is_not_there_is_missing(void **state)
{
    struct fixture *fixture = *state;
    struct campaign *campaign = NULL;
    assert_int_equal(
        campaign_open(&campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err),
        STATUS_MISSING);
    assert_int_equal(
        campaign_open(&campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err),
        STATUS_MISSING);
    assert_null(campaign);
    assert_false(fixture_exists(fixture->path, ""));
    char path[FIXTURE_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/no-such-folder/x.db", fixture->folder);
    assert_int_equal(campaign_open(&campaign, path, CAMPAIGN_CREATE, 0, games_find, &err),
                     STATUS_MISSING);
    assert_non_null(strstr(err.text, "no-such-folder"));
    assert_int_equal(
        campaign_open(&campaign, fixture->folder, CAMPAIGN_CREATE, 0, games_find, &err),
        STATUS_IO);
}

static void test_campaign__a_file_of_no_length_is_a_new_one(void **state)
{
    struct fixture *fixture = *state;
    fixture_write_file(fixture->path, "", 0);
    struct campaign *campaign = NULL;
    assert_int_equal(
        campaign_open(&campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err),
        STATUS_MISSING);
    assert_int_equal(
        campaign_open(&campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err),
        STATUS_MISSING);
    long n = 0;
    free(fixture_read_file(fixture->path, &n));
    assert_int_equal(n, 0);
    DONE(campaign_open(&campaign, fixture->path, CAMPAIGN_CREATE, 11, games_find, &err));
    assert_int_equal(campaign_seed(campaign), 11);
    campaign_close(campaign);
}

static void test_campaign__a_path_may_hold_what_means_something_elsewhere(void **state)
{
    struct fixture *fixture = *state;
    static const char *const names[] = {"100%25 sure?.db", "a#b&c=d.db", "\xC3\xA9' \".db",
                                        "-x.db"};
    for (int i = 0; i < 4; i++) {
        char path[FIXTURE_PATH_SIZE + 32];
        snprintf(path, sizeof path, "%s/%s", fixture->folder, names[i]);
        struct campaign *campaign = NULL;
        DONE(campaign_open(&campaign, path, CAMPAIGN_CREATE, 1, games_find, &err));
        campaign_close(campaign);
        assert_true(fixture_exists(path, ""));
        DONE(campaign_open(&campaign, path, CAMPAIGN_READ, 1, games_find, &err));
        campaign_close(campaign);
    }
}

/* ---- what is refused stays as it is ---------------------------------------------------- */

/* No mode opens the file, and neither it nor its folder has changed afterwards. */
static void refuses_untouched(const char *path, enum status wanted, const char *word)
{
    static const enum campaign_mode modes[] = {CAMPAIGN_READ, CAMPAIGN_WRITE, CAMPAIGN_CREATE};
    long n = 0, n_after = 0;
    char *before = fixture_read_file(path, &n);
    struct stat stat_before, stat_after;
    assert_int_equal(stat(path, &stat_before), 0);
    for (int i = 0; i < 3; i++) {
        struct campaign *campaign = NULL;
        err = (struct error){0};
        assert_int_equal(campaign_open(&campaign, path, modes[i], 1, games_find, &err), wanted);
        assert_null(campaign);
        assert_non_null(strstr(err.text, word));
        assert_true(err.where[0] != '\0');
    }
    assert_int_equal(stat(path, &stat_after), 0);
    assert_int_equal(stat_after.st_mtim.tv_sec, stat_before.st_mtim.tv_sec);
    assert_int_equal(stat_after.st_mtim.tv_nsec, stat_before.st_mtim.tv_nsec);
    char *after = fixture_read_file(path, &n_after);
    assert_int_equal(n_after, n);
    assert_memory_equal(after, before, (size_t)n);
    assert_false(fixture_exists(path, "-wal"));
    assert_false(fixture_exists(path, "-shm"));
    assert_false(fixture_exists(path, "-journal"));
    free(before);
    free(after);
}

static void make_database(const char *path, const char *script)
{
    struct db *db = NULL;
    DONE(db_open(&db, path, DB_CREATE, &err));
    DONE(db_run_script(db, script, &err));
    db_fold_on_close(db);
    db_close(db);
}

static void test_campaign__other_files_are_refused_and_left_as_they_are(void **state)
{
    struct fixture *fixture = *state;
    fixture_write_file(fixture->path, "Anka, strength 14\n", 18);
    refuses_untouched(fixture->path, STATUS_FOREIGN, "not a campaign");
    char long_text[3000];
    memset(long_text, 'x', sizeof long_text);
    fixture_write_file(fixture->path, long_text, sizeof long_text);
    refuses_untouched(fixture->path, STATUS_FOREIGN, "not a campaign");
    remove(fixture->path);
    make_database(fixture->path, "CREATE TABLE t (a); INSERT INTO t VALUES (1);");
    refuses_untouched(fixture->path, STATUS_FOREIGN, "another application");
    remove(fixture->path);
    make_database(fixture->path,
                  "PRAGMA journal_mode = WAL; PRAGMA application_id = 252006673; "
                  "CREATE TABLE t (a);");
    refuses_untouched(fixture->path, STATUS_FOREIGN, "another application");
}

static void test_campaign__a_newer_one_is_refused_and_left_as_it_is(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 3);
    fixture_close(fixture);
    make_database(fixture->path, "PRAGMA user_version = 99;");
    refuses_untouched(fixture->path, STATUS_FOREIGN, "newer version");
}

static void test_campaign__a_newer_version_in_the_write_ahead_log_is_seen(void **state)
{
    struct fixture *fixture = *state;
    struct db *db = NULL;
    DONE(db_open(&db, fixture->path, DB_WRITE, &err));
    DONE(db_run_script(db, "PRAGMA user_version = 99;", &err));
    struct campaign *campaign = NULL;
    assert_int_equal(
        campaign_open(&campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err),
        STATUS_FOREIGN);
    assert_int_equal(
        campaign_open(&campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err),
        STATUS_FOREIGN);
    db_close(db);
}

static void test_campaign__a_damaged_one_is_named_and_left_as_it_is(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 40);
    fixture_close(fixture);
    long n = 0;
    char *sound = fixture_read_file(fixture->path, &n);
    /* Cut off at any place after the header. */
    for (long cut = 100; cut < n; cut += 4001) {
        fixture_write_file(fixture->path, sound, cut);
        refuses_untouched(fixture->path, STATUS_DAMAGED, "damaged");
    }
    /* The table of tables overwritten. */
    char *broken = malloc((size_t)n);
    memcpy(broken, sound, (size_t)n);
    memset(broken + 100, 0xA5, 3000);
    fixture_write_file(fixture->path, broken, n);
    refuses_untouched(fixture->path, STATUS_DAMAGED, "damaged");
    fixture_write_file(fixture->path, sound, n);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    free(sound);
    free(broken);
}

/* ---- what is left behind --------------------------------------------------------------- */

static void test_campaign__a_closed_one_is_one_file(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    assert_true(fixture_exists(fixture->path, "-wal"));
    fixture_close(fixture);
    assert_true(fixture_exists(fixture->path, ""));
    assert_false(fixture_exists(fixture->path, "-wal"));
    assert_false(fixture_exists(fixture->path, "-shm"));
    assert_false(fixture_exists(fixture->path, "-journal"));
}

static void test_campaign__reading_changes_nothing_and_leaves_nothing(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 70);
    static struct state wanted;
    wanted = fixture->state;
    fixture_close(fixture);
    long n = 0, n_after = 0;
    char *before = fixture_read_file(fixture->path, &n);
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_true(campaign_is_read_only(fixture->campaign));
    assert_true(state_equal(&fixture->state, &wanted));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    DONE(log_keep_snapshot(fixture->campaign, fixture->encounter, fixture->position.head,
                           &fixture->state, &err));
    struct act_row act = {.encounter = fixture->encounter};
    assert_int_equal(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err),
                     STATUS_IO);
    assert_non_null(strstr(err.text, "read-only"));
    fixture_close(fixture);
    assert_false(fixture_exists(fixture->path, "-wal"));
    assert_false(fixture_exists(fixture->path, "-shm"));
    char *after = fixture_read_file(fixture->path, &n_after);
    assert_int_equal(n_after, n);
    assert_memory_equal(after, before, (size_t)n);
    free(before);
    free(after);
}

static void test_campaign__a_reader_sees_what_a_writer_does_meanwhile(void **state)
{
    struct fixture *fixture = *state;
    struct campaign *reader = NULL;
    fixture_close(fixture);
    DONE(campaign_open(&reader, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 3);
    assert_true(campaign_has_changed(reader));
    struct position position;
    DONE(log_position(reader, fixture->encounter, &position, &err));
    assert_int_equal(position.row, 3);
    campaign_close(reader);
    fixture_acts(fixture, 1);
}

static void test_campaign__tidying_keeps_the_write_ahead_log_short(void **state)
{
    struct fixture *fixture = *state;
    char path[FIXTURE_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s-wal", fixture->path);
    for (int i = 0; i < 400; i++) {
        fixture_acts(fixture, 1);
        campaign_tidy(fixture->campaign);
    }
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    assert_true(found.st_size < 150 * 4120);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_campaign__the_write_ahead_log_has_an_end_without_tidying_too(void **state)
{
    struct fixture *fixture = *state;
    char path[FIXTURE_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s-wal", fixture->path);
    struct act_row act = {.encounter = fixture->encounter};
    for (int i = 0; i < 1500; i++) {
        DONE(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err));
    }
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    assert_true(found.st_size < 1100 * 4120);
}

static void
test_campaign__one_that_another_program_writes_to_is_reported_as_locked(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 1);
    struct db *other = NULL;
    DONE(db_open(&other, fixture->path, DB_WRITE, &err));
    DONE(db_begin(other, &err));
    assert_int_equal(fixture_act(fixture, &err), STATUS_IO);
    assert_non_null(strstr(err.text, "locked by another program"));
    assert_int_equal(fixture->position.row, 1);
    assert_int_equal(db_end(other, STATUS_FULL, NULL), STATUS_FULL);
    db_close(other);
    fixture_acts(fixture, 1);
}

/* ---- encounters ------------------------------------------------------------------------ */

static void test_campaign__encounters_are_made_found_and_listed(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 4);
    int64_t id = 0;
    assert_int_equal(encounter_create(fixture->campaign, "LEDGE", "trilemma", 1, &id, &err),
                     STATUS_USAGE);
    assert_int_equal(encounter_create(fixture->campaign, "", "trilemma", 1, &id, &err),
                     STATUS_USAGE);
    assert_int_equal(encounter_create(fixture->campaign, "x", "chess", 1, &id, &err),
                     STATUS_USAGE);
    char name[CAMPAIGN_NAME_SIZE + 1];
    memset(name, 'n', sizeof name);
    name[CAMPAIGN_NAME_SIZE] = '\0';
    assert_int_equal(encounter_create(fixture->campaign, name, "trilemma", 1, &id, &err),
                     STATUS_USAGE);
    name[CAMPAIGN_NAME_SIZE - 1] = '\0';
    DONE(encounter_create(fixture->campaign, name, "4ad", 77, &id, &err));
    assert_int_equal(id, 2);
    struct encounter_row row, rows[3];
    DONE(encounter_current(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 2);
    assert_int_equal(row.acts, 0);
    assert_int_equal(row.created_ms, 77);
    assert_string_equal(row.system, "four-against-darkness");
    assert_string_equal(row.name, name);
    DONE(encounter_find(fixture->campaign, "Ledge", &row, &err));
    assert_int_equal(row.id, 1);
    assert_int_equal(row.acts, 4);
    assert_int_equal(encounter_find(fixture->campaign, "stairs", &row, &err), STATUS_MISSING);
    int count = 0;
    DONE(encounter_list(fixture->campaign, rows, 3, 0, &count, &err));
    assert_int_equal(count, 2);
    assert_string_equal(rows[0].name, "ledge");
    assert_int_equal(rows[0].acts, 4);
    assert_string_equal(rows[1].name, name);
    DONE(encounter_list(fixture->campaign, rows, 3, 1, &count, &err));
    assert_int_equal(count, 1);
    DONE(encounter_list(fixture->campaign, rows, 1, 0, &count, &err));
    assert_int_equal(count, 1);
    assert_int_equal(encounter_open(fixture->campaign, 9, 1, &err), STATUS_MISSING);
    DONE(encounter_open(fixture->campaign, 1, 99, &err));
    DONE(encounter_current(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 1);
}

static void change_encounter(struct fixture *fixture, int64_t id, const char *field,
                             const char *value)
{
    int64_t step = 0;
    const struct change change = {.thing = str_of(CHANGE_ENCOUNTER),
                                  .thing_id = id,
                                  .field = str_of(field),
                                  .is_set = true,
                                  .new = str_of(value)};
    DONE(changes_append(fixture->campaign, 5, &change, 1, &step, &err));
}

/* One that is put away can be found, one that was never used cannot. */
static void test_campaign__the_encounter_before_is_neither_put_away_nor_deleted(void **state)
{
    struct fixture *fixture = *state;
    struct encounter_row row, rows[4];
    int64_t id = 0;
    int count = 0;
    DONE(encounter_before(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 0);
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 2, &id, &err));
    DONE(encounter_create(fixture->campaign, "tower", "yuxtapa", 3, &id, &err));
    DONE(encounter_create(fixture->campaign, "well", "trilemma", 4, &id, &err));
    DONE(encounter_before(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 3);
    change_encounter(fixture, 3, CHANGE_ARCHIVED, "yes");
    DONE(encounter_before(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 2);
    DONE(encounter_open(fixture->campaign, 1, 5, &err));
    change_encounter(fixture, 4, CHANGE_ARCHIVED, CHANGE_DELETED);
    DONE(encounter_before(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 2);
    DONE(encounter_find(fixture->campaign, "tower", &row, &err));
    assert_int_equal(row.id, 3);
    assert_int_equal(encounter_find(fixture->campaign, "well", &row, &err), STATUS_MISSING);
    assert_int_equal(encounter_at(fixture->campaign, 5, &row, &err), STATUS_MISSING);
    assert_int_equal(encounter_at(fixture->campaign, 0, &row, &err), STATUS_MISSING);
    DONE(encounter_newest(fixture->campaign, "trilemma", &row, &err));
    assert_int_equal(row.id, 2);
    DONE(encounter_newest(fixture->campaign, "caves-of-qud", &row, &err));
    assert_int_equal(row.id, 0);
    DONE(encounter_list(fixture->campaign, rows, 4, 0, &count, &err));
    assert_int_equal(count, 3);
    DONE(encounter_list_newest(fixture->campaign, rows, 4, 0, &count, &err));
    assert_int_equal(rows[0].id, 3);
    change_encounter(fixture, 1, CHANGE_ARCHIVED, "yes");
    DONE(encounter_current(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 0);
}

static void ignore_row(void *context, const struct chronicle_row *row)
{
    (void)row;
    (*(int *)context)++;
}

/* What looks after a campaign leaves one alone that is only read, also an older one, which has
 * none of what is derived. */
static void leave_alone(struct fixture *fixture)
{
    const struct chronicle_row row = {1, 1, str_of("a ledge")};
    const struct chronicle_part part = {1, 9, 9};
    struct snapshot_filling *filling = snapshot_filling_new(fixture->campaign);
    int64_t written = campaign_written(fixture->campaign);
    bool is_whole = false;
    int rows = 0;
    DONE(log_keep_snapshot(fixture->campaign, fixture->encounter, fixture->position.head,
                           &fixture->state, &err));
    DONE(log_keep_snapshot_at_rest(fixture->campaign, fixture->encounter,
                                   fixture->position.head, &fixture->state, &err));
    DONE(chronicle_rows_keep(fixture->campaign, &row, 1, true, &err));
    DONE(chronicle_rows_read(fixture->campaign, &part, ignore_row, &rows, &is_whole, &err));
    assert_true(is_whole);
    assert_int_equal(rows, 0);
    assert_false(snapshot_filling_step(filling, 5));
    snapshot_filling_free(filling);
    campaign_tidy(fixture->campaign);
    campaign_fold(fixture->campaign);
    assert_false(search_fill(fixture->campaign, 5));
    assert_int_equal(search_upto(fixture->campaign), 0);
    assert_int_equal(campaign_written(fixture->campaign), written);
}

static void test_campaign__one_that_is_only_read_is_left_alone(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 70);
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_READ);
    leave_alone(fixture);
    fixture_close(fixture);
    long n = 0;
    char *older = fixture_read_file("tests/fixtures/version_1/campaign.referee-campaign", &n);
    assert_non_null(older);
    fixture_write_file(fixture->path, older, n);
    free(older);
    fixture_reopen(fixture, CAMPAIGN_READ);
    leave_alone(fixture);
}

/* A name without a folder is in the folder where the program is. */
static void test_campaign__a_path_may_be_a_name_alone(void **state)
{
    struct fixture *fixture = *state;
    struct campaign *campaign = NULL;
    static char was[CAMPAIGN_PATH_MAX], longer[CAMPAIGN_PATH_MAX + 1];
    assert_non_null(getcwd(was, sizeof was));
    assert_int_equal(chdir(fixture->folder), 0);
    DONE(campaign_open(&campaign, "x.db", CAMPAIGN_CREATE, 3, games_find, &err));
    DONE(campaign_copy(campaign, "copy.db", false, &err));
    assert_int_equal(campaign_copy(campaign, "copy.db", false, &err), STATUS_IO);
    assert_int_equal(campaign_copy(campaign, "none/copy.db", false, &err), STATUS_MISSING);
    campaign_close(campaign);
    DONE(campaign_open(&campaign, "copy.db", CAMPAIGN_READ, 0, games_find, &err));
    assert_int_equal(campaign_seed(campaign), 3);
    memset(longer, 'x', CAMPAIGN_PATH_MAX);
    assert_int_equal(campaign_copy(campaign, longer, false, &err), STATUS_USAGE);
    campaign_close(campaign);
    assert_int_equal(campaign_open(&campaign, longer, CAMPAIGN_READ, 0, games_find, &err),
                     STATUS_USAGE);
    assert_int_equal(chdir(was), 0);
}

/* Two files that went on from one, each with an encounter of its own. */
static void test_campaign__an_encounter_has_the_same_origin_in_each_copy(void **state)
{
    struct fixture *fixture = *state;
    char copy[FIXTURE_PATH_SIZE + 32];
    struct encounter_row here[2], there[2];
    struct campaign *other = NULL;
    int64_t id = 0;
    int count = 0;
    snprintf(copy, sizeof copy, "%s.copy", fixture->path);
    DONE(campaign_copy(fixture->campaign, copy, false, &err));
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 1, &id, &err));
    DONE(campaign_open(&other, copy, CAMPAIGN_WRITE, 0, games_find, &err));
    DONE(encounter_create(other, "stairs", "trilemma", 2, &id, &err));
    DONE(encounter_list(fixture->campaign, here, 2, 0, &count, &err));
    DONE(encounter_list(other, there, 2, 0, &count, &err));
    assert_int_equal(count, 2);
    assert_true(here[0].origin == there[0].origin && here[1].origin != there[1].origin);
    assert_true(here[0].origin != here[1].origin && here[0].origin != 0);
    campaign_close(other);
    remove(copy);
}

static void test_campaign__a_new_one_has_no_encounter(void **state)
{
    struct fixture *fixture = *state;
    DONE(
        campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_CREATE, 0, games_find, &err));
    struct encounter_row row = {.id = 5};
    DONE(encounter_current(fixture->campaign, &row, &err));
    assert_int_equal(row.id, 0);
    int count = 1;
    DONE(encounter_list(fixture->campaign, &row, 1, 0, &count, &err));
    assert_int_equal(count, 0);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
#define IN_FOLDER(name)                                                                        \
    cmocka_unit_test_setup_teardown(name, fixture_set_up_folder, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_campaign__a_new_one_keeps_its_seed_for_ever),
        IN_FOLDER(test_campaign__what_is_not_there_is_missing),
        IN_FOLDER(test_campaign__a_file_of_no_length_is_a_new_one),
        IN_FOLDER(test_campaign__a_path_may_hold_what_means_something_elsewhere),
        IN_FOLDER(test_campaign__other_files_are_refused_and_left_as_they_are),
        TEST(test_campaign__a_newer_one_is_refused_and_left_as_it_is),
        TEST(test_campaign__a_newer_version_in_the_write_ahead_log_is_seen),
        TEST(test_campaign__a_damaged_one_is_named_and_left_as_it_is),
        TEST(test_campaign__a_closed_one_is_one_file),
        TEST(test_campaign__reading_changes_nothing_and_leaves_nothing),
        TEST(test_campaign__a_reader_sees_what_a_writer_does_meanwhile),
        TEST(test_campaign__tidying_keeps_the_write_ahead_log_short),
        TEST(test_campaign__the_write_ahead_log_has_an_end_without_tidying_too),
        TEST(test_campaign__one_that_another_program_writes_to_is_reported_as_locked),
        TEST(test_campaign__encounters_are_made_found_and_listed),
        TEST(test_campaign__an_encounter_has_the_same_origin_in_each_copy),
        TEST(test_campaign__the_encounter_before_is_neither_put_away_nor_deleted),
        TEST(test_campaign__one_that_is_only_read_is_left_alone),
        IN_FOLDER(test_campaign__a_path_may_be_a_name_alone),
        IN_FOLDER(test_campaign__a_new_one_has_no_encounter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
