/* Finding acts by parts of words: what the index finds, that it is made from the log alone, and
 * that neither an old nor a damaged one gives a wrong answer. */
#include "store/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/backup.h"
#include "store/campaign_file.h"
#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

static void act(struct fixture *fixture, const char *label, const char *line)
{
    struct act_row row = {.encounter = fixture->encounter, .round = 1, .at_ms = 1000};
    struct event event = {.kind = EVENT_NOTED, .line = str_of(line)};
    text_format(row.label, sizeof row.label, "%s", label);
    DONE(log_append(fixture->campaign, &row, &event, 1, &fixture->position, &err));
}

static int set_up(void **state)
{
    fixture_set_up(state);
    struct fixture *fixture = *state;
    act(fixture, "Anka hits Pelican 1", "Anka → Pelican 1: d20 14");
    act(fixture, "a note", "Ünder the \"bridge\" 100%");
    act(fixture, "a note", "nothing");
    return 0;
}

static void fill(struct fixture *fixture)
{
    while (search_fill(fixture->campaign, 2)) {
        /* The next rows. */
    }
}

/* The acts as "3 1 "; -: none. */
static const char *found(struct fixture *fixture, const char *word)
{
    static char text[256];
    int64_t acts[16];
    struct str words[] = {str_of(word)};
    struct text out = text_over(text, sizeof text);
    int count = search_find(fixture->campaign, words, 1, 0, acts, 16);
    text_add(&out, count == 0 ? "-" : "");
    for (int i = 0; i < count; i++) {
        text_add(&out, "%lld ", (long long)acts[i]);
    }
    return text;
}

static void path_of(struct fixture *fixture, char path[FIXTURE_PATH_SIZE + 32])
{
    snprintf(path, FIXTURE_PATH_SIZE + 32, "%s-search", fixture->path);
}

static void test_search__finds_parts_of_words_in_labels_and_lines(void **state)
{
    struct fixture *fixture = *state;
    assert_string_equal(found(fixture, "anka"), "-");
    assert_int_equal(search_upto(fixture->campaign), 0);
    fill(fixture);
    assert_int_equal(search_upto(fixture->campaign), 3);
    assert_string_equal(found(fixture, "anka"), "1 ");
    assert_string_equal(found(fixture, "ELICAN 1"), "1 ");
    assert_string_equal(found(fixture, "note"), "3 2 ");
    assert_string_equal(found(fixture, "ünd"), "2 ");
    assert_string_equal(found(fixture, "\"bri"), "2 ");
    assert_string_equal(found(fixture, "00%"), "2 ");
    assert_string_equal(found(fixture, "* OR"), "-");
    assert_string_equal(found(fixture, "nobody"), "-");
}

static void test_search__too_few_letters_are_left_to_the_log(void **state)
{
    (void)state;
    assert_false(search_can_find(str_of("")));
    assert_false(search_can_find(str_of("ab")));
    assert_false(search_can_find(str_of("üä")));
    assert_true(search_can_find(str_of("üäö")));
    assert_false(search_can_find(str_of("abc\xff")));
    assert_false(search_can_find(str_of("abc\xc3")));
}

static void test_search__finds_letters_of_any_length_and_no_broken_ones(void **state)
{
    static const struct {
        const char *word;
        bool can_be_found;
    } words[] = {
        {"", false},
        {"ab", false},
        {"abc", true},
        {"\xC3\xA9\xC3\xA9\xC3\xA9", true},
        {"a\xE2\x86\x92z", true},
        {"\xF0\x9D\x84\x9E"
         "ab",
         true},
        {"ab\xF0\x9D\x84\x9E", true},
        {"ab\x84"
         "cd",
         false},
        {"abc\xC3", false},
        {"abc\xF0\x9D", false},
        {"abc\xC3"
         "d",
         false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_int_equal(search_can_find(str_of(words[i].word)), words[i].can_be_found);
    }
}

/* Words beyond the fourth, and letters beyond the fourteenth of one, are left to its reader. */
static void test_search__finds_by_some_words_and_letters(void **state)
{
    struct fixture *fixture = *state;
    const struct str none = str_of("xyz"), hits = str_of("hits"), nothing = str_of("ab"),
                     many[] = {hits, hits, hits, hits, none}, broken[] = {nothing, hits};
    int64_t acts[4];
    act(fixture, "a long one", "the drawbridge-keepers and their dogs");
    act(fixture, "Bo hits", "nobody");
    fill(fixture);
    assert_string_equal(found(fixture, "drawbridge-keepers and no cats"), "4 ");
    assert_int_equal(search_find(fixture->campaign, many, 5, 0, acts, 4), 2);
    assert_int_equal(search_find(fixture->campaign, broken, 2, 0, acts, 4), 2);
    assert_int_equal(search_find(fixture->campaign, broken, 1, 0, acts, 4), 0);
    assert_int_equal(search_find(fixture->campaign, many, 1, 5, acts, 4), 1);
    assert_int_equal(acts[0], 1);
    assert_int_equal(search_find(fixture->campaign, many, 1, 0, acts, 1), 1);
    assert_int_equal(acts[0], 5);
    fixture->campaign->damage.code = STATUS_DAMAGED;
    assert_false(search_fill(fixture->campaign, 2));
    fixture->campaign->damage.code = STATUS_OK;
}

static void test_search__goes_on_where_it_stopped(void **state)
{
    struct fixture *fixture = *state;
    fill(fixture);
    act(fixture, "later", "a pelican again");
    assert_string_equal(found(fixture, "pelican"), "1 ");
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(search_upto(fixture->campaign), 3);
    fill(fixture);
    assert_string_equal(found(fixture, "pelican"), "4 1 ");
}

/* A file in the place of the index that is none, one with damaged pages, one of another log. */
static void test_search__what_is_not_its_index_is_made_again(void **state)
{
    struct fixture *fixture = *state;
    char path[FIXTURE_PATH_SIZE + 32];
    path_of(fixture, path);
    fill(fixture);
    for (int kind = 0; kind < 3; kind++) {
        long n = 0;
        fixture_close(fixture);
        char *bytes = fixture_read_file(path, &n);
        assert_true(n > 8192);
        memset(bytes + (kind == 0 ? 0 : 4096), kind == 0 ? 'x' : 0x5a, (size_t)n - 4096);
        fixture_write_file(path, bytes, kind == 2 ? 4096 : n);
        free(bytes);
        fixture_reopen(fixture, CAMPAIGN_WRITE);
        assert_string_equal(found(fixture, "pelican"), "-");
        fill(fixture);
        assert_string_equal(found(fixture, "pelican"), "1 ");
        fixture_close(fixture);
        fixture_reopen(fixture, CAMPAIGN_WRITE);
    }
}

/* What is done to the file beside the campaign, and what a program that only looks finds then.
 */
static const struct {
    const char *sql;
    bool is_told; /* when verifying; of the pages of an index SQLite tells it since 3.44 */
} damages[] = {
    {"UPDATE searched_upto SET seed = 1", true},
    {"UPDATE searched_upto SET row = -1", true},
    {"UPDATE searched_upto SET row = 99", true},
    {"UPDATE searched_upto SET row = 2", true},
    {"UPDATE searched_upto SET checksum = 1", true},
    {"DROP TABLE searched_upto", true},
    {"UPDATE searched_data SET block = x'00'", false},
    {"UPDATE searched_data SET block = x'' WHERE id > 10", false},
    {"DROP TABLE searched_data", false},
};

/* A program that only looks leaves the file alone, and does not ask it again; one that writes
 * makes it again. Verifying says what is wrong. */
static void test_search__a_damaged_index_finds_nothing_and_is_made_again(void **state)
{
    struct fixture *fixture = *state;
    struct fixture beside = *fixture;
    snprintf(beside.path, sizeof beside.path, "%.500s-search", fixture->path);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        fill(fixture);
        assert_string_equal(found(fixture, "pelican"), "1 ");
        fixture_close(fixture);
        fixture_change_schema(&beside, damages[i].sql);
        fixture_reopen(fixture, CAMPAIGN_READ);
        if (damages[i].is_told && fixture_verify(fixture->campaign) != 1) {
            fail_msg("not found: %s", damages[i].sql);
        }
        for (int tries = 0; tries < 2; tries++) {
            assert_string_equal(found(fixture, "pelican"), "-");
        }
        assert_true(fixture_exists(fixture->path, "-search"));
        fixture_close(fixture);
        fixture_reopen(fixture, CAMPAIGN_WRITE);
        (void)found(fixture, "pelican"); /* which finds the damage */
        fill(fixture);
        const char *again = found(fixture, "pelican");
        /* One without its mark is filled from its beginning, and found to be damaged then. */
        bool has_mark = strncmp(damages[i].sql, "DROP", 4) != 0;
        if (damages[i].is_told && has_mark && strcmp(again, "1 ") != 0) {
            fail_msg("not made again: %s", damages[i].sql);
        }
        search_remove(fixture->campaign);
        fixture_close(fixture);
        fixture_reopen(fixture, CAMPAIGN_WRITE);
    }
}

static void test_search__belongs_to_one_log(void **state)
{
    struct fixture *fixture = *state;
    char path[FIXTURE_PATH_SIZE + 32], copy[FIXTURE_PATH_SIZE + 48];
    path_of(fixture, path);
    snprintf(copy, sizeof copy, "%s.older", fixture->path);
    DONE(campaign_copy(fixture->campaign, copy, false, &err));
    act(fixture, "only in the newer one", "");
    fill(fixture);
    fixture_close(fixture);
    /* An older copy takes the campaign's place, and goes another way. */
    assert_int_equal(rename(copy, fixture->path), 0);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    act(fixture, "only here", "");
    assert_string_equal(found(fixture, "only"), "-");
    fill(fixture);
    assert_string_equal(found(fixture, "newer"), "-");
    assert_string_equal(found(fixture, "only here"), "4 ");
}

static void test_search__verifying_and_rebuilding_know_of_it(void **state)
{
    struct fixture *fixture = *state;
    char path[FIXTURE_PATH_SIZE + 32];
    int encounters;
    path_of(fixture, path);
    fill(fixture);
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    fixture_write_file(path, "no index", 8);
    assert_int_equal(fixture_verify(fixture->campaign), 1);
    DONE(campaign_rebuild(fixture->campaign, &encounters, &err));
    assert_false(fixture_exists(fixture->path, "-search"));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static bool always(void)
{
    return true;
}

/* Nobody waits for a program that holds the file, and it loses nothing by it. */
static void test_search__what_another_program_holds_is_left_to_it(void **state)
{
    struct fixture *fixture = *state;
    struct db *other = NULL;
    char path[FIXTURE_PATH_SIZE + 32];
    path_of(fixture, path);
    fill(fixture);
    fixture_close(fixture);
    DONE(db_open(&other, path, DB_WRITE, &err));
    campaign_stop_when(always); /* which ends the waiting at once */
    static const char *const locks[] = {"BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"};
    for (int i = 0; i < 2; i++) {
        bool can_be_read = i == 1;
        DONE(db_run_script(other, locks[i], &err));
        fixture_reopen(fixture, CAMPAIGN_WRITE);
        act(fixture, "later", "a pelican again");
        assert_false(search_fill(fixture->campaign, 9));
        assert_string_equal(found(fixture, "anka"), can_be_read ? "1 " : "-");
        assert_int_equal(search_check(fixture->campaign, &err),
                         can_be_read ? STATUS_OK : STATUS_IO);
        assert_int_equal(fixture_verify(fixture->campaign), can_be_read ? 0 : 1);
        fixture_close(fixture);
        DONE(db_run_script(other, "ROLLBACK", &err));
    }
    /* A reader of the index keeps it from being written, until the end of what it reads. */
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    DONE(db_run_script(other, "BEGIN; SELECT count(*) FROM sums", &err));
    assert_false(search_fill(fixture->campaign, 99));
    DONE(db_run_script(other, "COMMIT", &err));
    campaign_stop_when(NULL);
    assert_string_equal(found(fixture, "anka"), "1 ");
    assert_int_equal(search_upto(fixture->campaign), 3);
    fill(fixture);
    assert_string_equal(found(fixture, "pelican"), "5 4 1 ");
    db_close(other);
}

/* What is put in is kept every 64 steps, and when the campaign is closed. Moves are no acts. */
static void test_search__what_was_put_in_is_kept(void **state)
{
    struct fixture *fixture = *state;
    struct fixture beside = *fixture;
    static const char upto[] = "SELECT row FROM searched_upto";
    snprintf(beside.path, sizeof beside.path, "%.500s-search", fixture->path);
    fixture_move(fixture, ROW_UNDO, 2);
    act(fixture, "", "");
    for (int i = 5; i < 70; i++) {
        act(fixture, "a note", "more");
    }
    for (int i = 0; i < 66; i++) {
        assert_true(search_fill(fixture->campaign, 1));
    }
    assert_int_equal(fixture_number(&beside, upto), 64);
    assert_int_equal(search_upto(fixture->campaign), 66);
    fixture_close(fixture);
    assert_int_equal(fixture_number(&beside, upto), 66);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fill(fixture);
    assert_int_equal(search_upto(fixture->campaign), 70);
    assert_int_equal(fixture_number(&beside, "SELECT count(*) FROM searched('\"mor\"')"), 65);
}

/* Acts whose events are damaged are left out, and so is all after a damaged row. */
static void test_search__leaves_out_what_is_damaged(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *sql, *found;
    } of_log[] = {
        {"UPDATE event SET line = 'Pelican 2 hits' WHERE act = 1", "-"},
        {"UPDATE log SET label = 'Pelican 2 hits' WHERE id = 1", "-"},
    };
    for (int i = 0; i < 12; i++) {
        act(fixture, "a note", "more");
    }
    for (int i = 0; i < 2; i++) {
        fixture_close(fixture);
        fixture_tamper(fixture, of_log[i].sql);
        DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find,
                           &err));
        fill(fixture);
        assert_string_equal(found(fixture, "pelican"), of_log[i].found);
        search_remove(fixture->campaign);
    }
}

/* A campaign that only is read uses the index as it stands. */
static void test_search__is_used_where_only_is_read(void **state)
{
    struct fixture *fixture = *state;
    fill(fixture);
    act(fixture, "later", "a pelican again");
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_false(search_fill(fixture->campaign, 100));
    assert_string_equal(found(fixture, "pelican"), "1 ");
    assert_int_equal(search_upto(fixture->campaign), 3);
}

/* One that lost its place writes nothing beside the file that is there now. */
static void test_search__is_not_made_for_a_campaign_that_lost_its_place(void **state)
{
    struct fixture *fixture = *state;
    char moved[FIXTURE_PATH_SIZE + 32];
    snprintf(moved, sizeof moved, "%s.moved", fixture->path);
    assert_int_equal(rename(fixture->path, moved), 0);
    assert_int_equal(open_file_check(fixture->campaign, &err), STATUS_ELSEWHERE);
    assert_false(search_fill(fixture->campaign, 100));
    search_remove(fixture->campaign);
    assert_false(fixture_exists(fixture->path, "-search"));
    assert_int_equal(rename(moved, fixture->path), 0);
}

/* Reading leaves nothing beside the campaign. */
static void test_search__is_not_made_where_only_is_read(void **state)
{
    struct fixture *fixture = *state;
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_false(search_fill(fixture->campaign, 100));
    assert_false(fixture_exists(fixture->path, "-search"));
}

/* The way to the head, over branches and other encounters in between. */
static void test_search__tells_the_way_to_an_act(void **state)
{
    struct fixture *fixture = *state;
    struct log_stretch *way;
    int count;
    fixture_move(fixture, ROW_UNDO, 2);
    act(fixture, "another way", ""); /* 5 follows 2 */
    act(fixture, "and on", "");
    DONE(log_way_to(fixture->campaign, fixture->encounter, 6, &way, &count, &err));
    assert_int_equal(count, 2);
    assert_int_equal(way[0].first, 5);
    assert_int_equal(way[0].last, 6);
    assert_int_equal(way[1].first, 1);
    assert_int_equal(way[1].last, 2);
    free(way);
    DONE(log_way_to(fixture->campaign, fixture->encounter, 0, &way, &count, &err));
    assert_int_equal(count, 0);
    free(way);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_search__finds_parts_of_words_in_labels_and_lines),
        cmocka_unit_test(test_search__too_few_letters_are_left_to_the_log),
        TEST(test_search__goes_on_where_it_stopped),
        TEST(test_search__finds_letters_of_any_length_and_no_broken_ones),
        TEST(test_search__finds_by_some_words_and_letters),
        TEST(test_search__what_is_not_its_index_is_made_again),
        TEST(test_search__a_damaged_index_finds_nothing_and_is_made_again),
        TEST(test_search__what_another_program_holds_is_left_to_it),
        TEST(test_search__what_was_put_in_is_kept),
        TEST(test_search__leaves_out_what_is_damaged),
        TEST(test_search__is_used_where_only_is_read),
        TEST(test_search__is_not_made_for_a_campaign_that_lost_its_place),
        TEST(test_search__belongs_to_one_log),
        TEST(test_search__verifying_and_rebuilding_know_of_it),
        TEST(test_search__is_not_made_where_only_is_read),
        TEST(test_search__tells_the_way_to_an_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
