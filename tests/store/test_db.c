/* SQLite in words: what its rarer results are told as, and copies of a file that others write.
 */
#include "store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/campaign.h"
#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

static struct db *open_db(const struct fixture *fixture, const char *script)
{
    struct db *db = NULL;
    DONE(db_open(&db, fixture->path, DB_CREATE, &err));
    DONE(db_run_script(db, script, &err));
    return db;
}

static bool always(void)
{
    return true;
}

/* Only the end of a long path has room in an error. */
static void test_db__a_file_that_is_no_database_is_named(void **state)
{
    struct fixture *fixture = *state;
    char folder[FIXTURE_PATH_SIZE + 200], path[sizeof folder + 8];
    snprintf(folder, sizeof folder, "%s/%0150d", fixture->folder, 0);
    snprintf(path, sizeof path, "%s/x.db", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i < 2; i++) {
        const char *at = i == 0 ? fixture->path : path;
        struct db *db = NULL, *copy = NULL;
        int64_t version = 0;
        fixture_write_file(at, "This is no database, but a text of some length.", 47);
        DONE(db_open(&db, at, DB_WRITE, &err));
        assert_int_equal(query_number(query_begin(db, STATEMENT_VERSION), 0, &version, &err),
                         STATUS_DAMAGED);
        assert_non_null(strstr(err.text, "not a database"));
        assert_int_equal(strncmp(err.where, "...", 3) == 0, i == 1);
        assert_string_equal(err.where + strlen(err.where) - 3, ".db");
        assert_int_equal(db_copy_to_memory(&copy, db, &err), STATUS_DAMAGED);
        assert_null(copy);
        db_close(db);
    }
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* A table that is not there: values are bound to nothing, and the step says it. */
static void test_db__a_statement_without_its_table_fails_at_its_first_step(void **state)
{
    struct db *db = open_db(*state, "");
    struct query *query = query_begin(db, STATEMENT_SUMS_KEEP);
    query_bind(query, ":encounter", 1);
    query_bind_null(query, ":act");
    query_bind_text(query, ":version", str_of("3"));
    query_bind_bytes(query, ":sum", (const unsigned char *)"", 0);
    assert_int_equal(query_run(query, &err), STATUS_DAMAGED);
    assert_non_null(strstr(err.text, "no such table"));
    assert_false(db_is_busy(db));
    db_close(db);
}

static void test_db__what_another_program_locks_is_told_so(void **state)
{
    struct db *db = open_db(*state, "CREATE TABLE one (a);"), *other = open_db(*state, "");
    DONE(db_run_script(other, "BEGIN IMMEDIATE", &err));
    campaign_stop_when(always); /* which ends the waiting at once */
    assert_int_equal(db_begin(db, &err), STATUS_IO);
    campaign_stop_when(NULL);
    assert_non_null(strstr(err.text, "locked by another program"));
    assert_true(db_is_busy(db));
    DONE(db_run_script(other, "COMMIT", &err));
    DONE(db_begin(db, &err));
    DONE(db_end(db, STATUS_OK, &err));
    db_close(other);
    db_close(db);
}

/* A number with a fraction is in none of our tables, and has a sum of its own. */
static void test_db__a_value_of_another_kind_is_sealed_as_foreign(void **state)
{
    struct db *db = open_db(*state, "CREATE TABLE sums (encounter, act, version, stays, sum, "
                                    "checksum); INSERT INTO sums VALUES (1, 1, 1, 1, 1, 1), "
                                    "(1.5, 1, 1, 1, 1, 1), (NULL, 1, 1, 1, '', x'');");
    struct query *query = query_begin(db, STATEMENT_SUMS_ALL);
    enum status status = STATUS_OK;
    int64_t sum[3];
    int count = 0;
    for (; query_next(query, &status, &err); count++) {
        struct seal seal;
        seal_begin(&seal);
        query_seal_columns(query, 0, 6, &seal);
        sum[count] = seal_end(&seal);
    }
    query_end(query);
    assert_int_equal(count, 3);
    assert_int_not_equal(sum[0], sum[1]);
    assert_int_not_equal(sum[1], sum[2]);
    db_close(db);
}

/* Of a log that somebody reads only what was written before can be put into the file. */
static void test_db__a_log_that_is_read_stays(void **state)
{
    struct db *db = open_db(*state, "PRAGMA journal_mode = WAL; CREATE TABLE one (a);"),
              *other = open_db(*state, "");
    DONE(db_run_script(other, "BEGIN; SELECT * FROM one", &err));
    DONE(db_run_script(db, "INSERT INTO one VALUES (1)", &err));
    db_checkpoint(db);
    assert_true(db_log_pages(db) > 0);
    DONE(db_run_script(other, "COMMIT", &err));
    db_checkpoint(db);
    assert_int_equal(db_log_pages(db), 0);
    db_close(other);
    db_close(db);
}

static struct db *writer; /* writes when the copy is told of for the first time */
static int told;

static void write_once(const char *doing, int64_t done, int64_t of, const char *what)
{
    (void)what;
    assert_true(doing == NULL || (done >= 0 && done <= of));
    told += doing != NULL;
    if (told == 1 && doing != NULL) {
        DONE(db_run_script(writer, "INSERT INTO one VALUES ('meanwhile')", &err));
    }
}

/* A copy in pieces begins again when another program has written, and then has that too. */
static void test_db__a_copy_has_what_was_written_meanwhile(void **state)
{
    struct fixture *fixture = *state;
    struct fixture copied = *fixture;
    struct db_copy *copy = NULL;
    bool is_done = false;
    struct db *db = open_db(fixture, "CREATE TABLE one (a); "
                                     "INSERT INTO one VALUES (zeroblob(9000000))");
    writer = open_db(fixture, "");
    snprintf(copied.path, sizeof copied.path, "%.500s.copy", fixture->path);
    fixture_write_file(copied.path, "", 0);
    DONE(db_copy_begin(&copy, db, copied.path, &err));
    db_tell_progress(write_once);
    DONE(db_copy_step(copy, -1, &is_done, &err));
    db_tell_progress(NULL);
    assert_true(is_done);
    assert_true(told >= 2);
    db_copy_end(copy);
    db_close(writer);
    db_close(db);
    assert_int_equal(fixture_number(&copied, "SELECT count(*) FROM one"), 2);
}

static void test_db__the_start_of_a_file_needs_a_file(void **state)
{
    struct fixture *fixture = *state;
    unsigned char start[16];
    assert_int_equal(db_read_start(start, sizeof start, fixture->path, &err), STATUS_IO);
    assert_int_equal(db_read_start(start, sizeof start, fixture->folder, &err), STATUS_IO);
    fixture_write_file(fixture->path, "short", 5);
    DONE(db_read_start(start, sizeof start, fixture->path, &err));
    assert_memory_equal(start, "short\0\0\0\0\0\0\0\0\0\0", sizeof start);
}

int main(void)
{
#define TEST(name)                                                                             \
    cmocka_unit_test_setup_teardown(test_db__##name, fixture_set_up_folder, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_file_that_is_no_database_is_named),
        TEST(a_statement_without_its_table_fails_at_its_first_step),
        TEST(what_another_program_locks_is_told_so),
        TEST(a_value_of_another_kind_is_sealed_as_foreign),
        TEST(a_log_that_is_read_stays),
        TEST(a_copy_has_what_was_written_meanwhile),
        TEST(the_start_of_a_file_needs_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
