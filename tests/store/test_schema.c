/* The tables: upgraded in one piece, never changed afterwards, with derived ones made again at
 * any time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/changes.h"
#include "store/db.h"
#include "store/fixture.h"
#include "store/schema.h"
#include "store/seals.h"
#include "support/unit.h"

static struct error err;

static struct db *open_raw(const struct fixture *fixture)
{
    struct db *db = NULL;
    DONE(db_open(&db, fixture->path, DB_CREATE, &err));
    db_fold_on_close(db);
    return db;
}

static int64_t version_of(struct db *db)
{
    int64_t version = -1;
    DONE(query_number(query_begin(db, STATEMENT_VERSION), 0, &version, &err));
    return version;
}

/* ---- migrations ------------------------------------------------------------------------ */

/* After those of this program. */
enum { NEXT = 4 };
static const char script_next[] =
    "PRAGMA user_version = 4;"
    "ALTER TABLE campaign ADD COLUMN title TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE weather (id INTEGER PRIMARY KEY, word TEXT) STRICT;";
static const char script_last[] = "PRAGMA user_version = 5;"
                                  "INSERT INTO weather (word) VALUES ('fog');";

static void test_schema__later_scripts_run_on_top_of_what_is_there(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    const char *const log[] = {schema_scripts()->log[0], schema_scripts()->log[1],
                               schema_scripts()->log[2], script_next, script_last};
    struct schema_scripts later = {log, NEXT + 1, schema_scripts()->derived, seals_make};
    struct db *db = open_raw(fixture);
    DONE(schema_migrate(db, &later, 4, &err));
    assert_int_equal(version_of(db), NEXT + 1);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM weather WHERE word = 'fog'"),
                     1);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM log"), 5);
    DONE(schema_migrate(db, &later, 4, &err)); /* nothing is left to do */
    DONE(schema_check(db, &later, &err));
    assert_int_equal(schema_check(db, schema_scripts(), &err), STATUS_FOREIGN);
    int64_t seed = 0;
    DONE(query_number(query_begin(db, STATEMENT_CAMPAIGN_SEED), 0, &seed, &err));
    assert_int_equal((uint64_t)seed, UINT64_MAX - 6);
    db_close(db);
}

static void test_schema__a_new_file_runs_every_script(void **state)
{
    struct fixture *fixture = *state;
    const char *const log[] = {schema_scripts()->log[0], schema_scripts()->log[1],
                               schema_scripts()->log[2], script_next, script_last};
    struct schema_scripts later = {log, NEXT + 1, schema_scripts()->derived, seals_make};
    struct db *db = open_raw(fixture);
    DONE(schema_migrate(db, &later, 4, &err));
    assert_int_equal(version_of(db), NEXT + 1);
    db_close(db);
}

static void test_schema__a_script_that_fails_takes_all_of_them_back(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    const char *const log[] = {schema_scripts()->log[0], schema_scripts()->log[1],
                               schema_scripts()->log[2], script_next,
                               "PRAGMA user_version = 5; INSERT INTO nowhere VALUES (1);"};
    struct schema_scripts broken = {log, NEXT + 1, schema_scripts()->derived, seals_make};
    struct db *db = open_raw(fixture);
    assert_int_not_equal(schema_migrate(db, &broken, 4, &err), STATUS_OK);
    assert_int_equal(version_of(db), NEXT - 1);
    assert_int_not_equal(db_run_script(db, "SELECT * FROM weather;", &err), STATUS_OK);
    db_close(db);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture->position.row, 5);
}

static void test_schema__the_script_of_each_version_sets_its_number(void **state)
{
    struct fixture *fixture = *state;
    struct db *db = open_raw(fixture);
    for (int i = 0; i < schema_scripts()->log_count; i++) {
        DONE(db_run_script(db, schema_scripts()->log[i], &err));
        assert_int_equal(version_of(db), i + 1);
    }
    int64_t application = 0;
    DONE(query_number(query_begin(db, STATEMENT_APPLICATION), 0, &application, &err));
    assert_int_equal(application, SCHEMA_APPLICATION);
    db_close(db);
}

/* ---- what is derived ------------------------------------------------------------------- */

static void test_schema__what_is_derived_is_made_again_for_another_script(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    struct schema_scripts other = *schema_scripts();
    other.derived = "DROP TABLE IF EXISTS snapshot; DROP TABLE IF EXISTS derived;"
                    "CREATE TABLE derived (script TEXT NOT NULL) STRICT;"
                    "CREATE TABLE snapshot (quite TEXT, another TEXT) STRICT;";
    struct db *db = open_raw(fixture);
    bool has_derived = true;
    DONE(schema_has_derived(db, &other, &has_derived, &err));
    assert_false(has_derived);
    DONE(schema_derive(db, &other, &err));
    DONE(schema_has_derived(db, &other, &has_derived, &err));
    assert_true(has_derived);
    db_close(db);
    /* To look, the log is enough. */
    static struct state wanted;
    wanted = fixture->state;
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_true(state_equal(&fixture->state, &wanted));
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 1);
    DONE(log_keep_snapshot(fixture->campaign, fixture->encounter, fixture->position.head,
                           &fixture->state, &err));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_schema__the_views_tell_where_everything_stands(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_move(fixture, ROW_UNDO, 4);
    fixture_move(fixture, ROW_UNDO, 3);
    fixture_acts(fixture, 1);
    int64_t other = 0;
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 5, &other, &err));
    static const struct {
        const char *sql;
        int64_t wanted;
    } rows[] = {
        {"SELECT count(*) FROM positions", 2},
        {"SELECT head FROM positions WHERE name = 'ledge'", 8},
        {"SELECT acts FROM positions WHERE name = 'ledge'", 6},
        {"SELECT depth FROM positions WHERE name = 'ledge'", 4},
        {"SELECT is_open FROM positions WHERE name = 'ledge'", 0},
        {"SELECT is_open FROM positions WHERE name = 'stairs'", 1},
        {"SELECT head IS NULL FROM positions WHERE name = 'stairs'", 1},
        {"SELECT count(*) FROM acts", 8},
        {"SELECT count(*) FROM acts WHERE kind = 'undo' AND encounter = 'ledge'", 2},
        {"SELECT at = '2023-11-14 22:13:20' FROM acts WHERE id = 1", 1},
        {"SELECT count(*) FROM path WHERE encounter = 1", 4},
        {"SELECT sum(act) FROM path", 1 + 2 + 3 + 8},
        {"SELECT count(*) - (SELECT count(*) FROM event WHERE line <> '') FROM lines", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (fixture_number(fixture, rows[i].sql) != rows[i].wanted) {
            fail_msg("%s: %d", rows[i].sql, (int)fixture_number(fixture, rows[i].sql));
        }
    }
}

/* ---- comparing ------------------------------------------------------------------------- */

/* A later script, what else is done to the file after it, and what then differs. Where a script
 * does something that cannot be compared as text, SQLite makes what it should be. */
static const struct {
    const char *script, *done;
    const char *differs;
} comparisons[] = {
    {"CREATE TABLE weather (word TEXT) STRICT;", "", ""},
    {"CREATE TABLE weather (word TEXT) STRICT;", "ANALYZE", ""},
    {"CREATE TABLE weather (word TEXT) STRICT;", "ANALYZE; CREATE TABLE fog (a)", "+fog "},
    {"CREATE TABLE weather (word TEXT) STRICT;", "DROP TABLE weather", "-weather "},
    {"CREATE TABLE weather (word TEXT) STRICT;",
     "DROP TABLE weather; CREATE TABLE weather (word TEXT, b TEXT) STRICT", "*weather "},
    {"ALTER TABLE campaign ADD COLUMN title TEXT;", "", ""},
    {"ALTER TABLE campaign ADD COLUMN title TEXT;",
     "ALTER TABLE campaign ADD COLUMN other TEXT", "*campaign "},
    {"ALTER TABLE campaign ADD COLUMN title TEXT;", "DROP TRIGGER campaign_update",
     "-campaign_update "},
    {"ALTER TABLE campaign ADD COLUMN a TEXT;\nALTER TABLE campaign ADD COLUMN b TEXT;\n"
     "ALTER TABLE campaign ADD COLUMN c TEXT;\nALTER TABLE campaign ADD COLUMN d TEXT;\n"
     "ALTER TABLE campaign ADD COLUMN e TEXT;",
     "", ""},
    {"ALTER TABLE campaign RENAME COLUMN seed TO sown;", "", ""},
    {"CREATE TABLE fog (a);\nALTER TABLE fog RENAME TO mist;", "", ""},
    {"CREATE TABLE fog (a);\nDROP TABLE fog;", "", ""},
    {"CREATE TABLE fog (a);\nDROP TABLE fog;", "CREATE TABLE fog (a)", "+fog "},
    {"CREATE VIEW fog AS SELECT 1;\nDROP VIEW fog;\nDROP VIEW IF EXISTS mist;", "", ""},
    {"ALTER TABLE campaign ADD COLUMN "
     "title_of_the_campaign_as_the_players_know_it_and_as_it_stands_on_the_cover_of_the_book"
     "_of_its_evenings_in_the_hand_of_the_referee_who_wrote_it_down_one_evening_after_another"
     "_until_the_end_of_it_all TEXT;",
     "", ""},
    {"CREATE TABLE weather (word TEXT) STRICT;",
     "CREATE VIEW fog AS SELECT 'as long a name as no table of ours has' AS a", "+fog "},
    {"PRAGMA user_version = 4;",
     "CREATE TABLE a_table_with_a_name_that_is_far_longer_than_any_that_this_program_would_give"
     "_to_one_of_its_own_tables_or_views_or_indexes_so_that_it_cannot_be_one_that_an_older"
     "_version_has_made_and_forgotten (a)",
     "+a_table_with_a_name_that_is_far_longer_than_any_that_this_program_would_give"
     "_to_one_of_its_own_tables_or_views_or_indexes_so_that_it_cannot_be_one_that_an_older"
     "_version_has_made_and_forgotten "},
};

static void add_difference(void *context, const struct schema_difference *difference)
{
    static const char signs[] = {
        [SCHEMA_MISSING] = '-', [SCHEMA_CHANGED] = '*', [SCHEMA_ADDED] = '+'};
    text_add(context, "%c%s ", signs[difference->kind], difference->name);
}

static void test_schema__a_file_is_compared_with_its_scripts(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++) {
        char script[1200];
        TEXT_BUFFER(differs, 600);
        remove(fixture->path);
        snprintf(script, sizeof script, "PRAGMA user_version = 4;\n%s", comparisons[i].script);
        const char *const log[] = {schema_scripts()->log[0], schema_scripts()->log[1],
                                   schema_scripts()->log[2], script};
        const struct schema_scripts later = {log, NEXT, schema_scripts()->derived, NULL};
        struct db *db = open_raw(fixture);
        DONE(schema_migrate(db, &later, 4, &err));
        DONE(schema_derive(db, &later, &err));
        DONE(db_run_script(db, comparisons[i].done, &err));
        DONE(schema_compare(db, &later, NEXT, add_difference, &differs, &err));
        if (strcmp(differs.p, comparisons[i].differs) != 0) {
            fail_msg("%s %s: %s", comparisons[i].script, comparisons[i].done, differs.p);
        }
        db_close(db);
    }
}

/* More than can be compared as text, and a statement that is too long for it. */
static void test_schema__a_long_script_is_compared_by_what_it_makes(void **state)
{
    struct fixture *fixture = *state;
    enum { VIEWS = 130, SIZE = 20000, WORDS = 9000 };
    for (int kind = 0; kind < 2; kind++) {
        char *memory = malloc(SIZE);
        assert_non_null(memory);
        TEXT_BUFFER(differs, 600);
        struct text script = text_over(memory, SIZE);
        text_add(&script, "PRAGMA user_version = 4;\n");
        for (int i = 0; kind == 0 && i < VIEWS; i++) {
            text_add(&script, "CREATE VIEW view_%d AS SELECT %d AS a;\n", i, i);
        }
        if (kind == 1) {
            text_add(&script, "CREATE VIEW long AS SELECT '%0*d' AS a;\n", WORDS, 1);
        }
        assert_false(script.is_cut);
        remove(fixture->path);
        const char *const log[] = {schema_scripts()->log[0], schema_scripts()->log[1],
                                   schema_scripts()->log[2], memory};
        const struct schema_scripts later = {log, NEXT, schema_scripts()->derived, NULL};
        struct db *db = open_raw(fixture);
        DONE(schema_migrate(db, &later, 4, &err));
        DONE(schema_derive(db, &later, &err));
        DONE(schema_compare(db, &later, NEXT, add_difference, &differs, &err));
        assert_string_equal(differs.p, "");
        DONE(db_run_script(db, kind == 0 ? "DROP VIEW view_9" : "DROP VIEW long", &err));
        DONE(schema_compare(db, &later, NEXT, add_difference, &differs, &err));
        assert_string_equal(differs.p, kind == 0 ? "-view_9 " : "-long ");
        db_close(db);
        free(memory);
    }
}

/* ---- what endures ---------------------------------------------------------------------- */

static void test_schema__nothing_that_endures_can_be_changed(void **state)
{
    struct fixture *fixture = *state;
    while (fixture->events == 0 || fixture->position.row < 5) {
        fixture_acts(fixture, 1);
    }
    const struct change change = {
        .thing = str_of("plan"), .field = str_of("text"), .is_set = true};
    int64_t step = 0;
    DONE(changes_append(fixture->campaign, 1, &change, 1, &step, &err));
    fixture_close(fixture);
    static const char *const scripts[] = {
        "UPDATE campaign SET seed = 1",
        "DELETE FROM campaign",
        "INSERT OR REPLACE INTO campaign (id, seed) VALUES (1, 1)",
        "UPDATE encounter SET name = 'other'",
        "DELETE FROM encounter",
        "INSERT OR REPLACE INTO encounter (id, name, system, created_ms) VALUES (1, 'o', 't', "
        "1)",
        "INSERT OR REPLACE INTO encounter (id, name, system, created_ms) "
        "VALUES (2, 'ledge', 't', 1)",
        "UPDATE encounter SET checksum = NULL",
        "INSERT INTO encounter (id, name, system, created_ms) VALUES (2, 'o', 't', 1)",
        "UPDATE opening SET after = 3",
        "DELETE FROM opening",
        "INSERT OR REPLACE INTO opening (id, encounter, at_ms, after) VALUES (1, 1, 1, 1)",
        "UPDATE log SET label = ''",
        "DELETE FROM log WHERE id = (SELECT max(id) FROM log)",
        "INSERT OR REPLACE INTO log SELECT * FROM log WHERE id = 2",
        "INSERT INTO log SELECT id + 7, kind, encounter, previous, parent, id + 7, depth, "
        "acts, first_event, events, round, at_ms, label, command, events_checksum, checksum "
        "FROM log WHERE id = 2",
        "INSERT INTO log SELECT id + 1, kind, encounter, previous, parent, id + 1, depth, "
        "acts, first_event, events, round, at_ms, label, command, events_checksum, NULL "
        "FROM log ORDER BY id DESC LIMIT 1",
        "INSERT INTO change (id, step, at_ms, thing, thing_id, field, checksum) "
        "VALUES (2, 1, 1, 'plan', 0, 'text', 1)",
        "INSERT INTO change (id, step, at_ms, thing, thing_id, field, after, checksum) "
        "VALUES (3, 1, 1, 'plan', 0, 'text', 1, 1)",
        "UPDATE change SET after = 0",
        "UPDATE encounter SET origin = 7",
        "UPDATE event SET line = 'nothing happened'",
        "DELETE FROM event WHERE id = 1",
        "INSERT OR REPLACE INTO event SELECT * FROM event WHERE id = 1",
        "INSERT INTO event (id, act, n, kind) VALUES (100000, 1, 1, 'noted')",
    };
    struct db *db = open_raw(fixture);
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        err = (struct error){0};
        assert_int_equal(db_run_script(db, scripts[i], &err), STATUS_DAMAGED);
        if (strstr(err.text, "never changed") == NULL &&
            strstr(err.text, "end of the log") == NULL) {
            fail_msg("%s: %s", scripts[i], err.text);
        }
    }
    db_close(db);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* Those that go through the log from one end to the other: a closer look at a file, the list of
 * copies, remaking snapshots. */
static bool may_scan(enum statement statement)
{
    return statement == STATEMENT_CAMPAIGN_TIP || statement == STATEMENT_CAMPAIGN_GAPS ||
           statement == STATEMENT_SNAPSHOT_ALL;
}

/* No other statement reads a whole table that grows with the log. Rows kept in memory
 * (store/backup.h) are not part of the file, and are found by their numbers; nor is what stands
 * beside it (store/beside.h). */
static void test_schema__no_statement_reads_the_whole_log(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        enum statement statement;
        const char *sql;
    } statements[] = {
#define STATEMENT(name, sql) {STATEMENT_##name, "EXPLAIN QUERY PLAN " sql},
#include "store/statements.def"
#undef STATEMENT
    };
    for (int i = 0; i < STATEMENTS; i++) {
        static const char *const growing[] = {"SCAN log", "SCAN event", "SCAN snapshot"};
        char plan[4096];
        if (strstr(statements[i].sql, "tail.") != NULL ||
            strstr(statements[i].sql, " searched") != NULL ||
            strstr(statements[i].sql, " sums") != NULL) {
            continue;
        }
        fixture_plan(fixture, statements[i].sql, plan, sizeof plan);
        for (int j = 0; j < 3; j++) {
            if (!may_scan(statements[i].statement) && strstr(plan, growing[j]) != NULL) {
                fail_msg("%s: %s", statements[i].sql, plan);
            }
        }
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
#define IN_FOLDER(name)                                                                        \
    cmocka_unit_test_setup_teardown(name, fixture_set_up_folder, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_schema__later_scripts_run_on_top_of_what_is_there),
        IN_FOLDER(test_schema__a_new_file_runs_every_script),
        TEST(test_schema__a_script_that_fails_takes_all_of_them_back),
        IN_FOLDER(test_schema__the_script_of_each_version_sets_its_number),
        TEST(test_schema__what_is_derived_is_made_again_for_another_script),
        TEST(test_schema__the_views_tell_where_everything_stands),
        IN_FOLDER(test_schema__a_file_is_compared_with_its_scripts),
        IN_FOLDER(test_schema__a_long_script_is_compared_by_what_it_makes),
        TEST(test_schema__nothing_that_endures_can_be_changed),
        TEST(test_schema__no_statement_reads_the_whole_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
