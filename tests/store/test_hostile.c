/* Campaigns with a foreign schema: they are refused with the difference and what to do, none of
 * their triggers and views runs, and verifying lists every difference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/db.h"
#include "store/fixture.h"
#include "store/schema.h"
#include "support/unit.h"

#define ENDLESS "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "

static struct error err;

/* A view with the name and columns of the table it replaces, which never gives a row. */
#define ENDLESS_EVENT                                                                          \
    "CREATE VIEW event AS " ENDLESS                                                            \
    "SELECT i AS id, 1 AS act, 1 AS n, '' AS kind, NULL AS subject, NULL AS object, "          \
    "NULL AS field, NULL AS old, NULL AS new, NULL AS text_old, NULL AS text_new, "            \
    "NULL AS line, NULL AS rules, NULL AS trace FROM n WHERE i < 0;"

static const struct {
    const char *what;
    const char *sql;
    enum status read, write; /* the results of opening it to read and to write */
    const char *told;        /* a part of the error of opening; NULL: not refused */
    const char *fault;       /* the first of verify, as "where: what; next" */
    int faults;
} hostile[] = {
    {"every trigger is dropped",
     "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'trigger';",
     STATUS_DAMAGED, STATUS_DAMAGED,
     "its schema was changed: trigger campaign_delete: it is missing, so "
     "other programs could change acts. What to do: go back to an earlier copy with "
     "referee restore; what this file holds is shown by sqlite3 with .dump (17 more: referee "
     "verify "
     "lists them all)",
     "trigger campaign_delete: it is missing, so other programs could change "
     "acts; go back to an earlier copy with referee restore; what this file holds "
     "is shown "
     "by sqlite3 with .dump",
     18},
    {"a trigger that rewrites lines is added",
     "CREATE TRIGGER kinder AFTER INSERT ON opening BEGIN "
     "UPDATE event SET line = 'all is well'; END;",
     STATUS_DAMAGED, STATUS_DAMAGED,
     "trigger kinder: it was added by another program, and could change what is written. What "
     "to do: remove it with that program, or go back to an earlier copy with referee "
     "restore",
     "trigger kinder: it was added by another program, and could change what is written; "
     "remove it with that program, or go back to an earlier copy with referee restore",
     1},
    {"the events are an endless view",
     "PRAGMA foreign_keys = OFF; DROP VIEW lines; DROP TABLE event;" ENDLESS_EVENT,
     STATUS_DAMAGED, STATUS_DAMAGED, "table event: it is missing",
     "table event: it is missing;", -1},
    {"the table that names the script is an endless view",
     "DROP TABLE derived; CREATE VIEW derived AS " ENDLESS "SELECT i AS script FROM n "
     "WHERE i < 0;",
     STATUS_DAMAGED, STATUS_DAMAGED, "view derived: it was added by another program",
     "table derived: it is missing; referee rebuild makes it again", 2},
    {"a view of the program is endless",
     "DROP VIEW lines; CREATE VIEW lines AS " ENDLESS "SELECT i AS id FROM n WHERE i < 0;",
     STATUS_OK, STATUS_OK, NULL,
     "view lines: it is not the one that this program makes; referee rebuild makes it again; "
     "no "
     "act is lost",
     1},
    {"an endless view is added", "CREATE VIEW more AS " ENDLESS "SELECT i FROM n WHERE i < 0;",
     STATUS_DAMAGED, STATUS_DAMAGED, "view more: it was added by another program. What",
     "view more: it was added by another program; remove it with that program", 1},
    {"a table is added", "CREATE TABLE weather (word TEXT)", STATUS_DAMAGED, STATUS_DAMAGED,
     "table weather: it was added by another program. What",
     "table weather: it was added by another program; remove it with that program", 1},
    {"an index is added", "CREATE INDEX quick ON event (line)", STATUS_DAMAGED, STATUS_DAMAGED,
     "index quick: it was added", "index quick: it was added", 1},
    {"an index is another one",
     "DROP INDEX log_branch; CREATE INDEX log_branch ON log (label) WHERE kind = 'act' "
     "AND parent IS NOT id - 1;",
     STATUS_DAMAGED, STATUS_DAMAGED,
     "index log_branch: it is not the one that this program makes",
     "index log_branch: it is not the one that this program makes; go back to an earlier copy",
     1},
    {"a table checks nothing any more",
     "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
     "replace(sql, 'CHECK (depth >= 0)', '') WHERE name = 'log';",
     STATUS_DAMAGED, STATUS_DAMAGED, "table log: it is not the one that this program makes",
     "table log: it is not the one that this program makes; go back to an earlier copy", 1},
    {"the schema is no schema",
     "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE log (' "
     "WHERE name = 'log';",
     STATUS_DAMAGED, STATUS_DAMAGED, "malformed database schema (log)",
     "schema: the campaign is damaged: malformed database schema (log)", 1},
    {"the schema is huge",
     "PRAGMA writable_schema = ON; " ENDLESS "INSERT INTO sqlite_schema (type, name, tbl_name, "
     "rootpage, sql) SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || "
     "' AS SELECT 1' FROM n LIMIT 3000;",
     STATUS_DAMAGED, STATUS_DAMAGED,
     "view v1: it was added by another program. What to do: remove it with that program, or "
     "go back to an earlier copy with referee restore (9",
     "view v1: it was added by another program", VERIFY_FAULTS_MAX + 1},
    {"the file has no version", "PRAGMA user_version = 0", STATUS_DAMAGED, STATUS_DAMAGED,
     "it has no version",
     "header: the campaign is damaged: it has no version; go back to an earlier copy with "
     "referee restore, or name the campaign's file with --db",
     1},
    {"statistics are gathered", "ANALYZE", STATUS_OK, STATUS_OK, NULL, NULL, 0},
};

struct faults {
    int count;
    char first[1200];
};

static void keep_first(void *context, const struct fault *fault)
{
    struct faults *faults = context;
    if (faults->count++ == 0) {
        snprintf(faults->first, sizeof faults->first, "%s: %s; %s", fault->where, fault->what,
                 fault->next);
    }
}

/* Verifies the file as it is, whatever is wrong with it. */
static struct faults verify_file(const struct fixture *fixture)
{
    struct faults faults = {0};
    struct campaign *campaign = NULL;
    DONE(campaign_open(&campaign, fixture->path, CAMPAIGN_VERIFY, 0, games_find, &err));
    DONE(campaign_verify(campaign, keep_first, &faults, &err));
    campaign_close(campaign);
    return faults;
}

static void open_hostile(struct fixture *fixture, int i, enum campaign_mode mode,
                         enum status wanted)
{
    err = (struct error){0};
    enum status status =
        campaign_open(&fixture->campaign, fixture->path, mode, 0, games_find, &err);
    if (status != wanted ||
        (status != STATUS_OK && strstr(err.text, hostile[i].told) == NULL)) {
        fail_msg("%s: %s: %s", hostile[i].what, status_word(status), err.text);
    }
    fixture_close(fixture);
}

/* The file as it is: read, verified, and written to; a refused file stays unchanged. */
static void check_hostile(struct fixture *fixture, int i)
{
    long n = 0, after = 0;
    char *changed = fixture_read_file(fixture->path, &n);
    open_hostile(fixture, i, CAMPAIGN_READ, hostile[i].read);
    struct faults faults = verify_file(fixture);
    const char *wanted = hostile[i].fault != NULL ? hostile[i].fault : "";
    if (strncmp(faults.first, wanted, strlen(wanted)) != 0 ||
        (hostile[i].faults >= 0 && faults.count != hostile[i].faults)) {
        fail_msg("%s: %d faults, the first: %s", hostile[i].what, faults.count, faults.first);
    }
    open_hostile(fixture, i, CAMPAIGN_WRITE, hostile[i].write);
    char *kept = fixture_read_file(fixture->path, &after);
    if (hostile[i].write != STATUS_OK &&
        (after != n || memcmp(kept, changed, (size_t)n) != 0)) {
        fail_msg("%s: the file was changed", hostile[i].what);
    }
    free(changed);
    free(kept);
}

static void test_hostile__a_changed_schema_is_refused_with_what_to_do(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 10);
    fixture_close(fixture);
    long n = 0;
    char *sound = fixture_read_file(fixture->path, &n);
    for (int i = 0; i < (int)(sizeof hostile / sizeof hostile[0]); i++) {
        fixture_write_file(fixture->path, sound, n);
        fixture_change_schema(fixture, hostile[i].sql);
        check_hostile(fixture, i);
    }
    free(sound);
}

/* Derived tables are made again as soon as somebody writes. */
static void test_hostile__what_is_derived_is_made_again_when_it_was_changed(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 10);
    fixture_close(fixture);
    fixture_change_schema(fixture,
                          "DROP VIEW lines; CREATE VIEW lines AS SELECT 'nothing' AS line; "
                          "DROP TABLE snapshot; CREATE TABLE snapshot (act, state);");
    assert_int_equal(verify_file(fixture).count, 3); /* the snapshots' index is gone, too */
    fixture_reopen(fixture, CAMPAIGN_READ);
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 1);
    fixture_close(fixture);
    assert_int_equal(verify_file(fixture).count, 0);
    assert_int_equal(
        fixture_number(fixture, "SELECT count(*) FROM lines WHERE line = 'nothing'"), 0);
}

static void test_hostile__another_applications_file_is_refused(void **state)
{
    struct fixture *fixture = *state;
    fixture_close(fixture);
    fixture_change_schema(fixture, "PRAGMA application_id = 7");
    static const enum campaign_mode modes[] = {CAMPAIGN_READ, CAMPAIGN_WRITE, CAMPAIGN_VERIFY};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            campaign_open(&fixture->campaign, fixture->path, modes[i], 0, games_find, &err),
            STATUS_FOREIGN);
        assert_string_equal(err.text, "the database belongs to another application");
    }
}

static void test_hostile__a_campaign_without_its_seed_is_refused(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 3);
    fixture_close(fixture);
    fixture_tamper(fixture, "DELETE FROM campaign");
    assert_int_equal(
        campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err),
        STATUS_DAMAGED);
    assert_string_equal(err.text,
                        "the campaign is damaged: its dice seed is missing. What to do: "
                        "go back to an earlier copy with referee restore");
    struct faults faults = verify_file(fixture);
    assert_true(faults.count >= 1); /* all checksums follow from its own */
    assert_non_null(strstr(faults.first,
                           "table campaign: its row is missing, which holds the seed of all "
                           "dice; go back to an earlier copy"));
}

/* ---- chains ---------------------------------------------------------------------------- */

static void test_hostile__a_chain_that_points_forward_ends_with_a_word(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 12);
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE log SET previous = 9 WHERE id = 5");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    static struct act_row rows[4];
    int64_t before = 0;
    enum status status = STATUS_OK;
    int seen = 0;
    int count = 4;
    while (status == STATUS_OK && count == 4) {
        status = log_rows(fixture->campaign, fixture->encounter, before, rows, 4, &count, &err);
        seen += count;
        before = count > 0 ? rows[count - 1].id : 0;
        assert_true(seen < 20);
    }
    /* The row itself is skipped and named; those before it are found by their numbers. */
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(seen, 11);
    assert_string_equal(campaign_damage(fixture->campaign)->where, "row 5");
}

static void test_hostile__nothing_is_written_after_a_damaged_end(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 12);
    while (fixture->events == 0) {
        fixture_acts(fixture, 1);
    }
    fixture_close(fixture);
    fixture_tamper(fixture, "DELETE FROM event WHERE id = (SELECT max(id) FROM event)");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    struct act_row act = {.encounter = fixture->encounter};
    assert_int_equal(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err),
                     STATUS_DAMAGED);
    assert_non_null(strstr(err.text, "the end of the log: its last row does not match its "
                                     "last event"));
}

/* ---- statements that do not end -------------------------------------------------------- */

static int looks_left;

static bool stop_after_some_looks(void)
{
    return --looks_left <= 0;
}

static void test_hostile__a_statement_lets_the_program_end(void **state)
{
    struct fixture *fixture = *state;
    struct db *db = NULL;
    fixture_close(fixture);
    DONE(db_open(&db, fixture->path, DB_WRITE, &err));
    looks_left = 3;
    db_stop_when(stop_after_some_looks);
    enum status status = db_run_script(db, ENDLESS "SELECT count(*) FROM n;", &err);
    db_stop_when(NULL);
    assert_int_equal(status, STATUS_IO);
    assert_string_equal(err.text, "stopped: the program was asked to end");
    DONE(db_run_script(db, "SELECT 1;", &err)); /* and can be worked with further */
    db_close(db);
}

static bool stop_always(void)
{
    return true;
}

/* SQLite asks after so many steps of a statement, however often that has begun. */
static void test_hostile__what_ends_a_transaction_is_not_ended(void **state)
{
    struct fixture *fixture = *state;
    struct db *db = NULL;
    int ended = 0;
    fixture_close(fixture);
    DONE(db_open(&db, fixture->path, DB_WRITE, &err));
    db_stop_when(stop_always);
    for (int i = 0; i < 30000; i++) {
        enum status status = db_begin_reading(db, &err);
        assert_true(status == STATUS_OK || status == STATUS_IO);
        if (status == STATUS_OK) {
            db_end_reading(db);
        }
        ended += status == STATUS_IO;
    }
    db_stop_when(NULL);
    assert_true(ended > 0);
    DONE(db_begin(db, &err));
    DONE(db_end(db, STATUS_OK, &err));
    db_close(db);
}

static void test_hostile__a_query_that_does_not_end_is_ended(void **state)
{
    struct fixture *fixture = *state;
    struct db *db = NULL;
    int64_t number = 0;
    fixture_close(fixture);
    DONE(db_open(&db, fixture->path, DB_WRITE, &err));
    DONE(db_run_script(db,
                       "DROP TABLE derived; CREATE VIEW derived AS " ENDLESS
                       "SELECT i AS script FROM n WHERE i < 0;",
                       &err));
    struct query *query = query_begin(db, STATEMENT_DERIVED_IS);
    query_bind_text(query, ":script", str_of("x"));
    assert_int_equal(query_number(query, 0, &number, &err), STATUS_DAMAGED);
    assert_string_equal(err.text, "the campaign is damaged: reading it does not end");
    db_close(db);
}

/* ---- comparing with other scripts ------------------------------------------------------ */

static void count_difference(void *context, const struct schema_difference *difference)
{
    (void)difference;
    (*(int *)context)++;
}

/* A version that alters, drops and renames is recognised by the result of its scripts. */
static void compare_later_version(struct fixture *fixture, const char *script)
{
    const char *const log[] = {schema_scripts()->log[0], script};
    struct schema_scripts later = {log, 2,
                                   "\nDROP TABLE IF EXISTS derived;\n"
                                   "CREATE TABLE derived (script TEXT) STRICT;\n",
                                   NULL};
    struct db *db = NULL;
    int differences = 0;
    remove(fixture->path);
    DONE(db_open(&db, fixture->path, DB_CREATE, &err));
    DONE(schema_migrate(db, &later, 1, &err));
    DONE(schema_derive(db, &later, &err));
    DONE(schema_compare(db, &later, 2, count_difference, &differences, &err));
    assert_int_equal(differences, 0);
    DONE(db_run_script(db, "ALTER TABLE campaign DROP COLUMN title;", &err));
    DONE(schema_compare(db, &later, 2, count_difference, &differences, &err));
    assert_int_equal(differences, 1);
    db_close(db);
}

static void test_hostile__a_later_version_is_compared_without_further_words(void **state)
{
    struct fixture *fixture = *state;
    fixture_close(fixture);
    compare_later_version(fixture,
                          "PRAGMA user_version = 2;\n"
                          "ALTER TABLE campaign ADD COLUMN title TEXT;\n"
                          "ALTER TABLE log ADD COLUMN title TEXT; -- what it is called\n"
                          "ALTER TABLE log ADD COLUMN remark TEXT;\n"
                          "DROP TRIGGER IF EXISTS log_insert;\n"
                          "CREATE TRIGGER log_insert BEFORE INSERT ON log WHEN NEW.id < 1\n"
                          "BEGIN SELECT RAISE(ABORT, 'no'); END;\n");
    compare_later_version(fixture, "PRAGMA user_version = 2;\n"
                                   "ALTER TABLE campaign ADD COLUMN title TEXT;\n"
                                   "DROP TRIGGER log_insert;\n"
                                   "ALTER TABLE opening RENAME TO openings;\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_hostile__a_changed_schema_is_refused_with_what_to_do),
        TEST(test_hostile__what_is_derived_is_made_again_when_it_was_changed),
        TEST(test_hostile__another_applications_file_is_refused),
        TEST(test_hostile__a_campaign_without_its_seed_is_refused),
        TEST(test_hostile__a_chain_that_points_forward_ends_with_a_word),
        TEST(test_hostile__nothing_is_written_after_a_damaged_end),
        TEST(test_hostile__a_statement_lets_the_program_end),
        TEST(test_hostile__what_ends_a_transaction_is_not_ended),
        TEST(test_hostile__a_query_that_does_not_end_is_ended),
        TEST(test_hostile__a_later_version_is_compared_without_further_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
