/* Sums kept beside a campaign: the one that reaches farthest on the way is found, and none of
 * another version, branch or log, nor one that was changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/campaign_file.h"
#include "store/fixture.h"
#include "store/sums.h"
#include "support/unit.h"

enum { VERSION = 3, ACTS = 9 };

static struct error err;

static void keep(struct fixture *fixture, int64_t encounter, int64_t act, bool stays,
                 const char *bytes)
{
    unsigned char copy[32];
    struct sum sum = {.encounter = encounter,
                      .act = act,
                      .version = VERSION,
                      .stays = stays,
                      .bytes = copy,
                      .count = (int)strlen(bytes)};
    memcpy(copy, bytes, strlen(bytes));
    sums_keep(fixture->campaign, &sum);
}

/* The act of what is found; -1: nothing is. */
static int64_t found(struct fixture *fixture, int64_t encounter, int64_t head, int version,
                     const char *bytes)
{
    struct sum sum;
    if (!sums_find(fixture->campaign, encounter, head, version, &sum)) {
        assert_null(sum.bytes);
        return -1;
    }
    assert_int_equal(sum.encounter, encounter);
    assert_int_equal(sum.count, strlen(bytes));
    assert_memory_equal(sum.bytes, bytes, strlen(bytes));
    free(sum.bytes);
    return sum.act;
}

static void begin(struct fixture *fixture)
{
    fixture->campaign->sums_from = 0;
    fixture_acts(fixture, ACTS);
}

static void test_sums__of_the_campaign_reach_to_a_row(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture);
    assert_int_equal(found(fixture, 0, ACTS, VERSION, ""), -1);
    assert_false(sums_are_cached(fixture->campaign));
    keep(fixture, 0, 5, false, "five");
    assert_true(sums_are_cached(fixture->campaign));
    assert_int_equal(found(fixture, 0, ACTS, VERSION, "five"), 5);
    assert_int_equal(found(fixture, 0, 5, VERSION, "five"), 5);
    assert_int_equal(found(fixture, 0, 4, VERSION, ""), -1);
    assert_int_equal(found(fixture, 0, ACTS, VERSION + 1, ""), -1);
    assert_int_equal(found(fixture, 1, ACTS, VERSION, ""), -1);
    DONE(sums_check(fixture->campaign, &err));
}

static void test_sums__of_another_branch_are_not_found(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture);
    keep(fixture, 1, 3, true, "");
    keep(fixture, 1, ACTS, false, "nine");
    assert_int_equal(found(fixture, 1, ACTS, VERSION, "nine"), ACTS);
    fixture_move(fixture, ROW_UNDO, 6);
    assert_int_equal(found(fixture, 1, 6, VERSION, ""), 3);
    fixture_acts(fixture, 2);
    assert_int_equal(found(fixture, 1, fixture->position.head, VERSION, ""), 3);
    assert_int_equal(found(fixture, 1, 2, VERSION, ""), -1);
}

static void test_sums__that_were_changed_are_dropped_and_not_by_a_reader(void **state)
{
    struct fixture *fixture = *state;
    struct fixture beside = *fixture;
    begin(fixture);
    keep(fixture, 1, ACTS, false, "nine");
    snprintf(beside.path, sizeof beside.path, "%.500s-search", fixture->path);
    fixture_close(fixture);
    fixture_change_schema(&beside, "UPDATE sums SET sum = x'6e696e65ff'");
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_int_equal(sums_check(fixture->campaign, &err), STATUS_DAMAGED);
    assert_int_equal(found(fixture, 1, ACTS, VERSION, ""), -1);
    keep(fixture, 1, ACTS, false, "nine");
    assert_int_equal(fixture_number(&beside, "SELECT count(*) FROM sums"), 1);
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture->campaign->sums_from = 0;
    assert_int_equal(found(fixture, 1, ACTS, VERSION, ""), -1);
    assert_int_equal(fixture_number(&beside, "SELECT count(*) FROM sums"), 0);
    keep(fixture, 1, ACTS, false, "nine");
    assert_int_equal(found(fixture, 1, ACTS, VERSION, "nine"), ACTS);
    /* Sums of a row that is not there are of another log. */
    fixture_close(fixture);
    fixture_change_schema(&beside, "UPDATE sums SET act = 99");
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(found(fixture, 1, 99, VERSION, ""), -1);
}

static bool always(void)
{
    return true;
}

/* Charts are kept of a short log too. While another program writes or reads the file nothing is
 * kept, and nothing is lost. */
static void test_sums__that_another_program_holds_are_left_to_it(void **state)
{
    struct fixture *fixture = *state;
    struct fixture beside = *fixture;
    struct db *other = NULL;
    unsigned char bytes[] = "chart";
    const struct sum chart = {
        .kind = SUM_CHART, .encounter = 1, .act = 3, .bytes = bytes, .count = sizeof bytes};
    snprintf(beside.path, sizeof beside.path, "%.500s-search", fixture->path);
    begin(fixture);
    keep(fixture, 1, 2, false, "two");
    DONE(db_open(&other, beside.path, DB_WRITE, &err));
    campaign_stop_when(always); /* which ends the waiting at once */
    static const char *const locks[] = {"BEGIN IMMEDIATE", "BEGIN EXCLUSIVE",
                                        "BEGIN; SELECT count(*) FROM sums"};
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; i++) {
        DONE(db_run_script(other, locks[i], &err));
        sums_keep(fixture->campaign, &chart);
        bool can_be_read = i != 1;
        assert_int_equal(sums_check(fixture->campaign, &err),
                         can_be_read ? STATUS_OK : STATUS_IO);
        assert_int_equal(sums_are_cached(fixture->campaign), can_be_read);
        assert_int_equal(found(fixture, 1, 2, VERSION, "two"), can_be_read ? 2 : -1);
        DONE(db_run_script(other, "ROLLBACK", &err));
        assert_int_equal(found(fixture, 1, 2, VERSION, "two"), 2);
    }
    campaign_stop_when(NULL);
    db_close(other);
    sums_keep(fixture->campaign, &chart);
    assert_int_equal(fixture_number(&beside, "SELECT count(*) FROM sums"), 2);
    fixture->campaign->damage.code = STATUS_DAMAGED;
    sums_keep(fixture->campaign, &chart);
    fixture->campaign->damage.code = STATUS_OK;
}

/* Those of a row that is not in this log, or damaged itself, are not of it. */
static void test_sums__of_no_row_of_this_log_are_damaged(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture);
    keep(fixture, 1, 99, false, "of another log");
    assert_int_equal(found(fixture, 1, 99, VERSION, ""), -1);
    keep(fixture, 1, 3, false, "three");
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE log SET label = 'other' WHERE id = 3");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    assert_int_equal(sums_check(fixture->campaign, &err), STATUS_DAMAGED);
}

static void test_sums__of_a_short_log_are_not_kept(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture);
    fixture->campaign->sums_from = ACTS + 1;
    assert_false(sums_can_be_cached(fixture->campaign));
    keep(fixture, 1, ACTS, false, "nine");
    assert_false(fixture_exists(fixture->path, "-search"));
    fixture_acts(fixture, 1);
    assert_true(sums_can_be_cached(fixture->campaign));
    fixture->campaign->damage.code = STATUS_DAMAGED;
    assert_false(sums_can_be_cached(fixture->campaign));
    assert_int_equal(found(fixture, 1, ACTS, VERSION, ""), -1);
}

int main(void)
{
#define TEST(name)                                                                             \
    cmocka_unit_test_setup_teardown(test_sums__##name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(of_the_campaign_reach_to_a_row),
        TEST(of_another_branch_are_not_found),
        TEST(that_were_changed_are_dropped_and_not_by_a_reader),
        TEST(that_another_program_holds_are_left_to_it),
        TEST(of_no_row_of_this_log_are_damaged),
        TEST(of_a_short_log_are_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
