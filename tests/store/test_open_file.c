/* The open file and the file at its path: the results of a move, a deletion, a replacement and
 * a copy over it, and that legitimate changes by others are none of these. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/backup.h"
#include "store/campaign_file.h"
#include "store/changes.h"
#include "store/fixture.h"
#include "support/unit.h"

enum { OTHER_SIZE = FIXTURE_PATH_SIZE + 16 };

static struct error err;

static const char *const names[] = {"campaign.db", "campaign.db-wal", "campaign.db-shm"};

static void path_beside(char out[OTHER_SIZE], const struct fixture *fixture, const char *name)
{
    TEXT_BUFFER(text, OTHER_SIZE);
    text_add(&text, "%s/%s", fixture->folder, name);
    assert_false(text.is_cut);
    memcpy(out, text.p, (size_t)text.n + 1);
}

/* Copies bytes as `cp` does: into the file that is there, if there is one. */
static void copy_over(const char *from, const char *to)
{
    long n = 0;
    char *bytes = fixture_read_file(from, &n);
    assert_non_null(bytes);
    fixture_write_file(to, bytes, n);
    free(bytes);
}

/* A whole copy of the campaign as it is now. */
static void keep(struct fixture *fixture, char path[OTHER_SIZE], const char *name)
{
    path_beside(path, fixture, name);
    DONE(campaign_copy(fixture->campaign, path, false, &err));
}

static void fold(struct fixture *fixture)
{
    open_file_fold(fixture->campaign);
    assert_int_equal(campaign_place(fixture->campaign), CAMPAIGN_IN_PLACE);
}

/* An act, a move of the head, and another encounter are refused; nothing is written. */
static void assert_refused(struct fixture *fixture, enum campaign_place place)
{
    struct position before = fixture->position;
    int64_t id = 0;
    struct act_row move = {.kind = ROW_UNDO, .encounter = fixture->encounter};
    assert_int_equal(fixture_act(fixture, &err), STATUS_ELSEWHERE);
    assert_int_equal(campaign_place(fixture->campaign), place);
    assert_int_equal(log_move(fixture->campaign, &move, 0, &fixture->position, &err),
                     STATUS_ELSEWHERE);
    assert_int_equal(encounter_create(fixture->campaign, "stairs", "trilemma", 1, &id, &err),
                     STATUS_ELSEWHERE);
    assert_int_equal(fixture->position.row, before.row);
    assert_int_equal(fixture->position.head, before.head);
}

/* What is open can be written to another file, with every act that was done. */
static void assert_kept(struct fixture *fixture)
{
    static struct state wanted;
    char kept[OTHER_SIZE];
    wanted = fixture->state;
    keep(fixture, kept, "kept.db");
    fixture_close(fixture);
    snprintf(fixture->path, sizeof fixture->path, "%s", kept);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_true(state_equal(&fixture->state, &wanted));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    fixture_acts(fixture, 2);
}

static void test_open_file__a_moved_file_takes_no_act(void **state)
{
    struct fixture *fixture = *state;
    char other[OTHER_SIZE];
    path_beside(other, fixture, "moved.db");
    fixture_acts(fixture, 5);
    assert_int_equal(rename(fixture->path, other), 0);
    assert_refused(fixture, CAMPAIGN_MOVED);
    /* It was a mistake and is repaired: nothing more is to be done. */
    assert_int_equal(rename(other, fixture->path), 0);
    fixture_acts(fixture, 2);
    assert_int_equal(rename(fixture->path, other), 0);
    assert_refused(fixture, CAMPAIGN_MOVED);
    assert_kept(fixture);
}

static void test_open_file__a_deleted_file_is_kept_whole(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    for (int i = 0; i < 3; i++) {
        char path[OTHER_SIZE];
        path_beside(path, fixture, names[i]);
        assert_int_equal(remove(path), 0);
    }
    assert_refused(fixture, CAMPAIGN_MOVED);
    assert_kept(fixture);
}

static void test_open_file__a_replaced_file_takes_no_act(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE];
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    fixture_acts(fixture, 3);
    assert_int_equal(rename(older, fixture->path), 0);
    assert_refused(fixture, CAMPAIGN_REPLACED);
    assert_kept(fixture);
}

/* The bytes of the file copied over it stay unchanged to the end. */
static void check_copied_over(struct fixture *fixture, bool is_folded)
{
    char older[OTHER_SIZE];
    long before = 0, after = 0;
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    fixture_acts(fixture, 40);
    fold(fixture);
    if (!is_folded) {
        fixture_acts(fixture, 3);
    }
    copy_over(older, fixture->path);
    assert_refused(fixture, CAMPAIGN_OVERWRITTEN);
    campaign_tidy(fixture->campaign);
    fixture_close(fixture);
    char *wanted = fixture_read_file(older, &before);
    char *found = fixture_read_file(fixture->path, &after);
    assert_int_equal(before, after);
    assert_memory_equal(wanted, found, (size_t)before);
    free(wanted);
    free(found);
}

static void test_open_file__a_file_copied_over_takes_no_act(void **state)
{
    check_copied_over(*state, true);
}

static void test_open_file__nor_while_the_newest_acts_are_in_the_log(void **state)
{
    check_copied_over(*state, false);
}

/* Rows that can no longer be read are in the newest copy and in memory. */
static void test_open_file__copy_and_memory_make_up_for_a_file_copied_over(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE], copy[OTHER_SIZE];
    int64_t second = 0;
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    fixture_acts(fixture, 60);
    keep(fixture, copy, "copy.db");
    fixture_acts(fixture, 2);
    DONE(campaign_keep_tail(fixture->campaign, copy, &err));
    fixture_acts(fixture, 30);
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 7, &second, &err));
    DONE(encounter_open(fixture->campaign, fixture->encounter, 8, &err));
    fixture_move(fixture, ROW_UNDO, fixture->position.head - 1);
    fixture_acts(fixture, 30);
    fold(fixture);
    copy_over(older, fixture->path);
    assert_refused(fixture, CAMPAIGN_OVERWRITTEN);
    assert_kept(fixture);
}

static void change(struct fixture *fixture, const char *name)
{
    int64_t step = 0;
    struct change renamed = {.thing = str_of(CHANGE_ENCOUNTER),
                             .thing_id = fixture->encounter,
                             .field = str_of(CHANGE_NAME),
                             .is_set = true,
                             .new = str_of(name)};
    DONE(changes_append(fixture->campaign, 9, &renamed, 1, &step, &err));
}

/* Changes outside the fights are rescued with them. */
static void test_open_file__changes_are_made_up_for_too(void **state)
{
    struct fixture *fixture = *state;
    struct encounter_row row;
    char older[OTHER_SIZE], copy[OTHER_SIZE], kept[OTHER_SIZE];
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    change(fixture, "bridge");
    fixture_acts(fixture, 60);
    keep(fixture, copy, "copy.db");
    DONE(campaign_keep_tail(fixture->campaign, copy, &err));
    fixture_acts(fixture, 2);
    change(fixture, "ford");
    fixture_acts(fixture, 30);
    change(fixture, "mill");
    fold(fixture);
    copy_over(older, fixture->path);
    assert_refused(fixture, CAMPAIGN_OVERWRITTEN);
    path_beside(kept, fixture, "kept.db");
    DONE(campaign_copy(fixture->campaign, kept, false, &err));
    fixture_close(fixture);
    snprintf(fixture->path, sizeof fixture->path, "%s", kept);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    fixture_acts(fixture, 2);
    int count = 0;
    DONE(encounter_list(fixture->campaign, &row, 1, 0, &count, &err));
    assert_string_equal(row.name, "mill");
}

/* When a campaign of an older program is first opened, only its copies exist. */
static void test_open_file__a_copy_of_the_older_version_is_a_base_too(void **state)
{
    struct fixture *fixture = *state;
    struct encounter_row row;
    char copy[OTHER_SIZE];
    fixture_close(fixture);
    path_beside(copy, fixture, "copy.db");
    copy_over("tests/fixtures/version_1/campaign.referee-campaign", copy);
    path_beside(fixture->path, fixture, "old.db");
    copy_over(copy, fixture->path);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    DONE(campaign_keep_tail(fixture->campaign, copy, &err));
    DONE(encounter_current(fixture->campaign, &row, &err));
    fixture->encounter = row.id;
    change(fixture, "Regenkeller");
    struct position position;
    DONE(log_position(fixture->campaign, row.id, &position, &err));
    struct act_row act = {.encounter = row.id, .at_ms = 77};
    DONE(log_append(fixture->campaign, &act, NULL, 0, &position, &err));
    fold(fixture);
    copy_over(copy, fixture->path);
    assert_int_equal(campaign_find_place(fixture->campaign, &err), CAMPAIGN_OVERWRITTEN);
    char kept[OTHER_SIZE];
    path_beside(kept, fixture, "kept.db");
    DONE(campaign_copy(fixture->campaign, kept, false, &err));
    fixture_close(fixture);
    DONE(campaign_open(&fixture->campaign, kept, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    assert_int_equal(campaign_newest_row(fixture->campaign), position.row);
    DONE(encounter_current(fixture->campaign, &row, &err));
    assert_string_equal(row.name, "Regenkeller");
}

/* A change alone makes a different history, and a file without it is a different one. */
static void test_open_file__a_file_without_the_newest_change_is_another(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE];
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    change(fixture, "bridge");
    fold(fixture);
    copy_over(older, fixture->path);
    assert_refused(fixture, CAMPAIGN_OVERWRITTEN);
}

/* A copy in which a change is missing between others is not called whole. */
static void test_open_file__a_missing_change_is_a_gap(void **state)
{
    struct fixture *fixture = *state;
    char path[OTHER_SIZE];
    change(fixture, "bridge");
    change(fixture, "ford");
    change(fixture, "mill");
    fixture_close(fixture);
    fixture_tamper(fixture, "DELETE FROM change WHERE id = 2");
    fixture_reopen(fixture, CAMPAIGN_READ);
    path_beside(path, fixture, "copy.db");
    assert_int_equal(campaign_copy(fixture->campaign, path, false, &err), STATUS_DAMAGED);
}

/* A copy with a different history cannot be continued. */
static void test_open_file__a_copy_with_another_history_cannot_be_a_base(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE], copy[OTHER_SIZE];
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    struct act_row act = {.encounter = fixture->encounter, .at_ms = 77};
    DONE(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err));
    keep(fixture, copy, "copy.db");
    fixture_close(fixture);
    copy_over(older, fixture->path);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 2);
    assert_int_equal(campaign_keep_tail(fixture->campaign, copy, &err), STATUS_CONFLICT);
    DONE(campaign_keep_tail(fixture->campaign, older, &err));
}

/* Keeping many rows in memory would be noticeable: a newer copy is made first. */
static void
test_open_file__a_copy_far_behind_is_no_base_until_there_is_a_newer_one(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE], copy[OTHER_SIZE];
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    fixture_acts(fixture, 1000);
    DONE(campaign_keep_tail(fixture->campaign, older, &err));
    fixture_acts(fixture, 1);
    assert_int_equal(campaign_keep_tail(fixture->campaign, older, &err), STATUS_FULL);
    keep(fixture, copy, "copy.db");
    DONE(campaign_keep_tail(fixture->campaign, copy, &err));
    fixture_acts(fixture, 2);
    fold(fixture);
    copy_over(older, fixture->path);
    assert_refused(fixture, CAMPAIGN_OVERWRITTEN);
    assert_kept(fixture);
}

/* Bytes in place of others, in the file that is there; what SQLite has of it in memory is
 * forgotten, as that of a larger campaign would be. */
static void spoil(const struct fixture *fixture, const char *name, long from, long most)
{
    char path[OTHER_SIZE];
    long n = 0;
    DONE(db_run_script(fixture->campaign->db, "PRAGMA shrink_memory", &err));
    path_beside(path, fixture, name);
    char *bytes = fixture_read_file(path, &n);
    assert_true(n > from);
    memset(bytes + from, 0x5a, (size_t)(n - from < most ? n - from : most));
    fixture_write_file(path, bytes, n);
    free(bytes);
}

/* Neither in the file nor in a copy and memory: that is said, and no copy is made. */
static void assert_lost(struct fixture *fixture, bool can_be_kept)
{
    char kept[OTHER_SIZE];
    path_beside(kept, fixture, "kept.db");
    assert_int_equal(campaign_can_be_kept(fixture->campaign), can_be_kept);
    assert_int_equal(campaign_copy(fixture->campaign, kept, false, &err), STATUS_DAMAGED);
    assert_non_null(strstr(err.text, "can no longer be read from the disk, nor rebuilt from "
                                     "the newest copy: there is no newer copy"));
    assert_int_equal(campaign_copy(fixture->campaign, kept, true, &err), STATUS_DAMAGED);
    assert_false(fixture_exists(kept, ""));
}

static void test_open_file__without_a_copy_what_was_written_over_is_lost(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 60);
    fold(fixture);
    spoil(fixture, names[0], 0, LONG_MAX);
    assert_refused(fixture, CAMPAIGN_OVERWRITTEN);
    assert_lost(fixture, false);
}

/* The newest acts are in a log that another program has written to. */
static void test_open_file__copy_and_memory_make_up_for_a_log_written_over(void **state)
{
    struct fixture *fixture = *state;
    char copy[OTHER_SIZE];
    fixture_acts(fixture, 3);
    fold(fixture);
    keep(fixture, copy, "copy.db");
    DONE(campaign_keep_tail(fixture->campaign, copy, &err));
    fixture_acts(fixture, 40);
    spoil(fixture, names[1], 32, LONG_MAX);
    assert_refused(fixture, CAMPAIGN_LOG_GONE);
    assert_kept(fixture);
}

static void test_open_file__without_a_copy_acts_in_such_a_log_are_lost(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 3);
    fold(fixture);
    fixture_acts(fixture, 40);
    spoil(fixture, names[1], 32, LONG_MAX);
    assert_refused(fixture, CAMPAIGN_LOG_GONE);
    assert_lost(fixture, true);
}

/* The newest rows are all there, but not what is between them. */
static void test_open_file__a_file_that_is_damaged_in_place_takes_no_act(void **state)
{
    struct fixture *fixture = *state;
    long n = 0;
    fixture_acts(fixture, 60);
    fold(fixture);
    free(fixture_read_file(fixture->path, &n));
    spoil(fixture, names[0], n / 2, 4096);
    assert_refused(fixture, CAMPAIGN_OVERWRITTEN);
}

/* All of the campaign is still in the log: the file below it is not read at all. */
static void test_open_file__where_the_log_holds_everything_nothing_is_lost(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE];
    static struct state wanted;
    fixture_acts(fixture, 3);
    keep(fixture, older, "older.db");
    fixture_acts(fixture, 3);
    copy_over(older, fixture->path);
    fixture_acts(fixture, 3);
    fold(fixture);
    wanted = fixture->state;
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_true(state_equal(&fixture->state, &wanted));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_open_file__a_log_that_was_removed_takes_no_act(void **state)
{
    struct fixture *fixture = *state;
    char log[OTHER_SIZE];
    path_beside(log, fixture, "campaign.db-wal");
    fixture_acts(fixture, 5);
    assert_int_equal(remove(log), 0);
    assert_refused(fixture, CAMPAIGN_LOG_GONE);
    assert_kept(fixture);
}

static void test_open_file__so_does_an_index_that_was_removed(void **state)
{
    struct fixture *fixture = *state;
    char index[OTHER_SIZE];
    path_beside(index, fixture, "campaign.db-shm");
    fixture_acts(fixture, 5);
    assert_int_equal(remove(index), 0);
    assert_refused(fixture, CAMPAIGN_LOG_GONE);
    assert_kept(fixture);
}

/* Found after the commit: the act is not reported as done, and is in the rescued file. */
static void go_while_it_is_written(struct fixture *fixture, const char *name,
                                   enum campaign_place place)
{
    char path[OTHER_SIZE];
    struct campaign *campaign = fixture->campaign;
    fixture_acts(fixture, 5);
    DONE(open_file_begin(campaign, &err));
    struct query *query = query_begin(campaign->db, STATEMENT_OPENING_MAKE);
    query_bind(query, ":id", 2);
    query_bind(query, ":after", fixture->position.row);
    query_bind(query, ":checksum", 1);
    query_bind(query, ":encounter", fixture->encounter);
    query_bind(query, ":at_ms", 99);
    query_bind(query, ":previous", fixture->position.row);
    DONE(query_run(query, &err));
    path_beside(path, fixture, name);
    assert_int_equal(remove(path), 0);
    assert_int_equal(open_file_end(campaign, STATUS_OK, &err), STATUS_ELSEWHERE);
    assert_int_equal(campaign_place(campaign), place);
    char kept[OTHER_SIZE];
    keep(fixture, kept, "kept.db");
    fixture_close(fixture);
    snprintf(fixture->path, sizeof fixture->path, "%s", kept);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM opening WHERE at_ms = 99"),
                     1);
}

static void
test_open_file__a_file_that_goes_while_it_is_written_is_found_before_it_is_shown(void **state)
{
    go_while_it_is_written(*state, names[0], CAMPAIGN_MOVED);
}

static void test_open_file__so_is_a_log_that_goes_while_it_is_written(void **state)
{
    go_while_it_is_written(*state, names[1], CAMPAIGN_LOG_GONE);
}

/* Another program writes, folds the log into the file and closes; somebody makes the file
 * private; the sqlite3 program empties the log. */
static void test_open_file__legitimate_changes_by_others_are_not_a_loss(void **state)
{
    struct fixture *fixture = *state;
    struct campaign *other = NULL;
    fixture_acts(fixture, 5);
    for (int i = 0; i < 3; i++) {
        DONE(campaign_open(&other, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
        struct act_row act = {.encounter = fixture->encounter};
        DONE(log_append(other, &act, NULL, 0, &fixture->position, &err));
        open_file_fold(other);
        fixture_acts(fixture, 3);
        campaign_close(other);
        fixture_acts(fixture, 3);
        assert_int_equal(campaign_place(fixture->campaign), CAMPAIGN_IN_PLACE);
    }
    assert_int_equal(chmod(fixture->path, 0600), 0);
    fixture_acts(fixture, 2);
    assert_int_equal(fixture_number(fixture, "PRAGMA wal_checkpoint(TRUNCATE)"), 0);
    fixture_acts(fixture, 2);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* The log of a campaign that is named by a link stands beside the file, not beside the link:
 * what becomes of the link moves neither. */
static void test_open_file__a_link_to_the_file_is_followed_once(void **state)
{
    struct fixture *fixture = *state;
    char link[OTHER_SIZE], other[OTHER_SIZE];
    path_beside(link, fixture, "link.db");
    path_beside(other, fixture, "other.db");
    fixture_acts(fixture, 3);
    fixture_close(fixture);
    assert_int_equal(symlink("campaign.db", link), 0);
    snprintf(fixture->path, sizeof fixture->path, "%s", link);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 3);
    keep(fixture, other, "other.db");
    long size = 0, size_after = 0;
    char *before = fixture_read_file(other, &size);
    assert_int_equal(remove(link), 0);
    fixture_acts(fixture, 1);
    assert_int_equal(symlink("other.db", link), 0);
    fixture_acts(fixture, 1);
    fold(fixture);
    fixture_acts(fixture, 1);
    fixture_close(fixture);
    char *after = fixture_read_file(other, &size_after);
    assert_int_equal(size_after, size);
    assert_memory_equal(before, after, (size_t)size);
    free(before);
    free(after);
    path_beside(fixture->path, fixture, names[0]);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM log"), 9);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* ---- the one who only looks ------------------------------------------------------------ */

static struct campaign *look_at(const char *path)
{
    struct campaign *reader = NULL;
    DONE(campaign_open(&reader, path, CAMPAIGN_READ, 0, games_find, &err));
    assert_false(campaign_has_changed(reader));
    return reader;
}

/* A file of the first version, which this program reads from a copy in memory. */
static void test_open_file__a_look_at_the_older_version_sees_what_is_written(void **state)
{
    struct fixture *fixture = *state;
    struct encounter_row row;
    struct position position;
    fixture_close(fixture);
    path_beside(fixture->path, fixture, "old.db");
    copy_over("tests/fixtures/version_1/campaign.referee-campaign", fixture->path);
    struct campaign *reader = look_at(fixture->path);
    int64_t before = campaign_newest_row(reader);
    /* The program of that version writes. */
    fixture_change_schema(
        fixture,
        "INSERT INTO log SELECT (SELECT max(id) + 1 FROM log), 'act', encounter, row, head, "
        "(SELECT max(id) + 1 FROM log), depth + 1, acts + 1, (SELECT max(id) + 1 FROM event), "
        "0, "
        "round, 99, 'rest', 'rest' FROM positions WHERE is_open");
    assert_true(campaign_has_changed(reader));
    assert_false(campaign_has_changed(reader));
    assert_int_equal(campaign_newest_row(reader), before + 1);
    /* This program writes, and makes it one of this version. */
    struct campaign *writer = NULL;
    DONE(campaign_open(&writer, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    DONE(encounter_current(writer, &row, &err));
    DONE(log_position(writer, row.id, &position, &err));
    struct act_row act = {.encounter = row.id, .at_ms = 77, .label = "they wait"};
    DONE(log_append(writer, &act, NULL, 0, &position, &err));
    assert_true(campaign_has_changed(reader));
    assert_int_equal(campaign_newest_row(reader), before + 2);
    DONE(log_append(writer, &act, NULL, 0, &position, &err));
    assert_true(campaign_has_changed(reader));
    assert_int_equal(campaign_newest_row(reader), before + 3);
    campaign_fold(writer);
    assert_false(campaign_has_changed(reader));
    campaign_close(writer);
    assert_int_equal(fixture_verify(reader), 0);
    campaign_close(reader);
}

/* Another file in its place, or one copied over it, is read from then on. */
static void test_open_file__a_look_follows_the_file_at_the_path(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE], oldest[OTHER_SIZE], same_size[OTHER_SIZE];
    fixture_acts(fixture, 3);
    keep(fixture, oldest, "oldest.db");
    struct act_row act = {.encounter = fixture->encounter, .at_ms = 77};
    DONE(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err));
    keep(fixture, same_size, "same_size.db");
    fixture_acts(fixture, 2);
    keep(fixture, older, "older.db");
    fixture_acts(fixture, 40);
    fixture_close(fixture);
    struct campaign *reader = look_at(fixture->path);
    assert_int_equal(campaign_newest_row(reader), 46);
    copy_over(older, fixture->path);
    /* Later than the file was written: a file system's clock may have this resolution. */
    struct timespec later[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 2000000000}};
    assert_int_equal(utimensat(AT_FDCWD, fixture->path, later, 0), 0);
    assert_true(campaign_has_changed(reader));
    assert_int_equal(campaign_newest_row(reader), 6);
    assert_int_equal(rename(oldest, fixture->path), 0);
    assert_true(campaign_has_changed(reader));
    assert_int_equal(campaign_newest_row(reader), 3);
    assert_int_equal(rename(same_size, fixture->path), 0);
    assert_true(campaign_has_changed(reader));
    assert_int_equal(campaign_newest_row(reader), 4);
    assert_int_equal(fixture_verify(reader), 0);
    /* A file that is not a campaign is not read: the last campaign stays. */
    fixture_write_file(fixture->path, "no campaign", 11);
    assert_false(campaign_has_changed(reader));
    assert_int_equal(remove(fixture->path), 0);
    assert_false(campaign_has_changed(reader));
    campaign_close(reader);
}

/* ---- files that are not open ----------------------------------------------------------- */

static void test_open_file__only_a_database_may_be_a_campaign(void **state)
{
    struct fixture *fixture = *state;
    char text[OTHER_SIZE];
    path_beside(text, fixture, "text");
    fixture_write_file(text, "A text, not a database.", 23);
    assert_true(campaign_may_be_at(fixture->path));
    assert_false(campaign_may_be_at(text));
    assert_false(campaign_may_be_at(fixture->folder));
    fixture_write_file(text, "SQLite", 6);
    assert_false(campaign_may_be_at(text));
    assert_int_equal(remove(text), 0);
    assert_false(campaign_may_be_at(text));
}

/* What cannot be copied, and where no copy can be: `from` and `to` in the folder. */
static void test_open_file__copies_that_cannot_be_made_say_why(void **state)
{
    static const struct {
        const char *from, *to;
        bool replaces;
        enum status status;
        const char *word;
    } rows[] = {
        {"nowhere.db", "copy.db", false, STATUS_MISSING, "there is no campaign here"},
        {"empty.db", "copy.db", false, STATUS_MISSING, "there is no campaign here"},
        {"whole.db", "nowhere/copy.db", false, STATUS_MISSING, "there is no folder"},
        {"whole.db", "empty.db", false, STATUS_IO, "there is a file of this name already"},
        {"whole.db", "folder", true, STATUS_IO, "the copy cannot be put there"},
        {"whole.db", "empty.db/copy.db", true, STATUS_IO, "cannot be written"},
        {"broken.db", "copy.db", false, STATUS_DAMAGED, "cannot be copied without damage"},
    };
    struct fixture *fixture = *state;
    char whole[OTHER_SIZE], empty[OTHER_SIZE], broken[OTHER_SIZE], folder[OTHER_SIZE];
    static char longer[CAMPAIGN_PATH_MAX + 8];
    fixture_acts(fixture, 40);
    keep(fixture, whole, "whole.db");
    path_beside(empty, fixture, "empty.db");
    path_beside(broken, fixture, "broken.db");
    path_beside(folder, fixture, "folder");
    fixture_write_file(empty, "", 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    long n = 0;
    char *bytes = fixture_read_file(whole, &n);
    memset(bytes + n / 2, 0x5a, 4096);
    fixture_write_file(broken, bytes, n);
    free(bytes);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char from[OTHER_SIZE], to[OTHER_SIZE];
        path_beside(from, fixture, rows[i].from);
        path_beside(to, fixture, rows[i].to);
        err = (struct error){0};
        enum status status = campaign_copy_file(from, to, rows[i].replaces, &err);
        if (status != rows[i].status || strstr(err.text, rows[i].word) == NULL) {
            fail_msg("%s to %s: %s", rows[i].from, rows[i].to, err.text);
        }
    }
    memset(longer, 'x', sizeof longer - 1);
    assert_int_equal(campaign_copy_file(whole, longer, false, &err), STATUS_USAGE);
    assert_false(fixture_exists(fixture->folder, "/copy.db"));
}

/* A file that is put back keeps the one that was there; where that cannot be, or the copy is
 * damaged, nothing has changed. */
static void test_open_file__a_copy_that_cannot_be_put_back_changes_nothing(void **state)
{
    struct fixture *fixture = *state;
    char copy[OTHER_SIZE], kept[OTHER_SIZE], nowhere[OTHER_SIZE], log[OTHER_SIZE];
    long n = 0, now_n = 0;
    fixture_acts(fixture, 40);
    keep(fixture, copy, "copy.db");
    path_beside(kept, fixture, "kept.db");
    path_beside(nowhere, fixture, "nowhere/kept.db");
    path_beside(log, fixture, "campaign.db-wal");
    fixture_close(fixture);
    char *bytes = fixture_read_file(copy, &n), *now = fixture_read_file(fixture->path, &now_n);
    for (int has_log = 0; has_log < 2; has_log++) {
        if (has_log == 1) {
            fixture_write_file(log, "log", 3);
        }
        assert_int_equal(campaign_restore_file(copy, fixture->path, nowhere, &err), STATUS_IO);
        assert_non_null(strstr(err.text, "the present file cannot be kept there"));
        memset(bytes + n / 2, 0x5a, 4096);
        fixture_write_file(copy, bytes, n);
        assert_int_equal(campaign_restore_file(copy, fixture->path, kept, &err),
                         STATUS_DAMAGED);
        assert_false(fixture_exists(kept, ""));
        assert_int_equal(fixture_exists(log, ""), has_log == 1);
        long is_n = 0;
        char *is = fixture_read_file(fixture->path, &is_n);
        assert_int_equal(is_n, now_n);
        assert_memory_equal(is, now, (size_t)now_n);
        free(is);
        fixture_write_file(copy, now, now_n);
    }
    /* Where nothing is, nothing is kept. */
    assert_int_equal(remove(fixture->path), 0);
    assert_int_equal(remove(log), 0);
    DONE(campaign_restore_file(copy, fixture->path, kept, &err));
    assert_false(fixture_exists(kept, ""));
    free(bytes);
    free(now);
}

/* The file in the making, while a copy is made in steps. */
static void find_part(char out[OTHER_SIZE], const struct fixture *fixture)
{
    struct dirent *entry;
    DIR *folder = opendir(fixture->folder);
    assert_non_null(folder);
    out[0] = '\0';
    while ((entry = readdir(folder)) != NULL) {
        if (strstr(entry->d_name, ".part-") != NULL &&
            strstr(entry->d_name, "-journal") == NULL) {
            path_beside(out, fixture, entry->d_name);
        }
    }
    closedir(folder);
    assert_true(out[0] != '\0');
}

/* Another campaign, an older state of this one, and rows that are damaged do not become its
 * copy, no matter which program put them there. */
static void test_open_file__a_copy_in_steps_is_of_this_campaign(void **state)
{
    struct fixture *fixture = *state;
    char older[OTHER_SIZE], changed[OTHER_SIZE], other[OTHER_SIZE], copy[OTHER_SIZE];
    char newer[OTHER_SIZE], shorter[OTHER_SIZE];
    struct campaign *another = NULL;
    struct fixture tampered = *fixture;
    fixture_acts(fixture, 5);
    keep(fixture, older, "older.db");
    struct act_row act = {.encounter = fixture->encounter, .at_ms = 77};
    for (int i = 0; i < 5; i++) { /* as many rows, but of no events */
        DONE(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err));
    }
    keep(fixture, shorter, "shorter.db");
    fixture_close(fixture);
    copy_over(older, fixture->path);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 5);
    keep(fixture, changed, "changed.db");
    fixture_acts(fixture, 1);
    keep(fixture, newer, "newer.db");
    fixture_close(fixture);
    copy_over(changed, fixture->path);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    path_beside(other, fixture, "other.db");
    path_beside(copy, fixture, "copy.db");
    memcpy(tampered.path, changed, sizeof tampered.path);
    fixture_tamper(&tampered, "UPDATE log SET label = 'other' WHERE id IN (3, 5)");
    DONE(campaign_open(&another, other, CAMPAIGN_CREATE, 9, games_find, &err));
    campaign_close(another);
    const struct {
        const char *path, *word;
    } rows[] = {{older, "it is not of this campaign"}, {other, "it is not of this campaign"},
                {newer, "it is not of this campaign"}, {shorter, "it is not of this campaign"},
                {changed, "row 3: it differs"},        {NULL, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct backup *backup = NULL;
        char part[OTHER_SIZE];
        bool is_done = false;
        DONE(backup_begin(&backup, fixture->campaign, copy, false, &err));
        DONE(backup_step(backup, 1000, &is_done, &err));
        assert_false(is_done);
        if (rows[i].path != NULL) {
            find_part(part, fixture);
            copy_over(rows[i].path, part);
        }
        enum status status = STATUS_OK;
        while (status == STATUS_OK && !is_done) {
            status = backup_step(backup, 1000, &is_done, &err);
        }
        backup_end(backup);
        assert_int_equal(status, rows[i].path == NULL ? STATUS_OK : STATUS_DAMAGED);
        assert_true(rows[i].path == NULL || strstr(err.text, rows[i].word) != NULL);
        assert_int_equal(fixture_exists(copy, ""), rows[i].path == NULL);
    }
}

/* A file takes the place of an open one only where it is still there, and nobody else reads its
 * log; one of a size that takes long to read is not kept in memory. */
static void test_open_file__gives_its_place_only_where_nobody_reads_it(void **state)
{
    struct fixture *fixture = *state;
    struct db *reader = NULL;
    struct backup *backup = NULL;
    char copy[OTHER_SIZE], moved[OTHER_SIZE];
    struct stat about;
    fixture_acts(fixture, 5);
    keep(fixture, copy, "copy.db");
    path_beside(moved, fixture, "moved.db");
    DONE(db_open(&reader, fixture->path, DB_LOOK, &err));
    DONE(db_run_script(reader, "BEGIN; SELECT count(*) FROM log", &err));
    fixture_acts(fixture, 1);
    assert_int_equal(campaign_give_place(fixture->campaign, copy, &err), STATUS_IO);
    assert_non_null(strstr(err.text, "another program is reading it"));
    DONE(db_run_script(reader, "COMMIT", &err));
    db_close(reader);
    assert_true(campaign_can_be_kept(fixture->campaign));
    fixture_acts(fixture, 1);
    fold(fixture);
    assert_int_equal(stat(fixture->path, &about), 0);
    assert_int_equal(truncate(fixture->path, (off_t)65 << 20), 0);
    assert_int_equal(campaign_keep_tail_of_memory(fixture->campaign, &err), STATUS_FULL);
    assert_int_equal(truncate(fixture->path, about.st_size), 0);
    assert_int_equal(campaign_keep_damaged(fixture->campaign, copy, &err), STATUS_IO);
    assert_non_null(strstr(err.text, "the damaged file cannot be kept there"));
    assert_int_equal(rename(fixture->path, moved), 0);
    assert_int_equal(campaign_give_place(fixture->campaign, copy, &err), STATUS_ELSEWHERE);
    assert_int_equal(campaign_keep_damaged(fixture->campaign, copy, &err), STATUS_ELSEWHERE);
    assert_int_equal(backup_begin(&backup, fixture->campaign, moved, true, &err),
                     STATUS_ELSEWHERE);
    assert_int_equal(rename(moved, fixture->path), 0);
}

/* A campaign without encounters, and one of a game that this program does not have. */
static void test_open_file__summaries_and_rebuilding_need_no_game(void **state)
{
    struct fixture *fixture = *state;
    struct campaign_summary summary;
    struct campaign *another = NULL;
    char other[OTHER_SIZE];
    int encounters = 0;
    path_beside(other, fixture, "other.db");
    DONE(campaign_open(&another, other, CAMPAIGN_CREATE, 9, games_find, &err));
    campaign_close(another);
    DONE(campaign_summarise(&summary, other, &err));
    assert_string_equal(summary.encounter, "");
    assert_int_equal(summary.acts, 0);
    fixture_acts(fixture, 3);
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE encounter SET system = 'chess'");
    fixture_seal_again(fixture);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    DONE(campaign_rebuild(fixture->campaign, &encounters, &err));
    assert_int_equal(encounters, 1);
    assert_true(campaign_rows(fixture->campaign) > 3);
}

static void test_open_file__a_new_campaign_is_its_owners_alone(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 1);
    for (int i = 0; i < 3; i++) {
        char path[OTHER_SIZE];
        struct stat found;
        path_beside(path, fixture, names[i]);
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_open_file__a_moved_file_takes_no_act),
        TEST(test_open_file__a_deleted_file_is_kept_whole),
        TEST(test_open_file__a_replaced_file_takes_no_act),
        TEST(test_open_file__a_file_copied_over_takes_no_act),
        TEST(test_open_file__nor_while_the_newest_acts_are_in_the_log),
        TEST(test_open_file__copy_and_memory_make_up_for_a_file_copied_over),
        TEST(test_open_file__changes_are_made_up_for_too),
        TEST(test_open_file__a_file_without_the_newest_change_is_another),
        TEST(test_open_file__a_missing_change_is_a_gap),
        TEST(test_open_file__a_copy_of_the_older_version_is_a_base_too),
        TEST(test_open_file__a_copy_with_another_history_cannot_be_a_base),
        TEST(test_open_file__a_copy_far_behind_is_no_base_until_there_is_a_newer_one),
        TEST(test_open_file__without_a_copy_what_was_written_over_is_lost),
        TEST(test_open_file__copy_and_memory_make_up_for_a_log_written_over),
        TEST(test_open_file__without_a_copy_acts_in_such_a_log_are_lost),
        TEST(test_open_file__a_file_that_is_damaged_in_place_takes_no_act),
        TEST(test_open_file__where_the_log_holds_everything_nothing_is_lost),
        TEST(test_open_file__a_log_that_was_removed_takes_no_act),
        TEST(test_open_file__so_does_an_index_that_was_removed),
        TEST(test_open_file__a_file_that_goes_while_it_is_written_is_found_before_it_is_shown),
        TEST(test_open_file__so_is_a_log_that_goes_while_it_is_written),
        TEST(test_open_file__legitimate_changes_by_others_are_not_a_loss),
        TEST(test_open_file__a_link_to_the_file_is_followed_once),
        TEST(test_open_file__a_look_at_the_older_version_sees_what_is_written),
        TEST(test_open_file__a_look_follows_the_file_at_the_path),
        TEST(test_open_file__only_a_database_may_be_a_campaign),
        TEST(test_open_file__copies_that_cannot_be_made_say_why),
        TEST(test_open_file__a_copy_that_cannot_be_put_back_changes_nothing),
        TEST(test_open_file__a_copy_in_steps_is_of_this_campaign),
        TEST(test_open_file__gives_its_place_only_where_nobody_reads_it),
        TEST(test_open_file__summaries_and_rebuilding_need_no_game),
        TEST(test_open_file__a_new_campaign_is_its_owners_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
