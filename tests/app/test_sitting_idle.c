/* Idle work is done in steps, by the test's clock. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/library/kinds.h"
#include "games/games.h"
#include "store/changes.h"
#include "store/fixture.h"
#include "support/unit.h"

struct place {
    char path[512];
    struct sitting *sitting;
    struct result result;
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void remove_files(const struct place *place)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s%s", place->path, endings[i]);
        remove(path);
    }
}

static void open_as(struct place *place, bool is_read_only)
{
    struct error err;
    struct sitting_options options = {.path = place->path,
                                      .has_seed = true,
                                      .seed = 5,
                                      .now_ms = fixed_clock,
                                      .is_read_only = is_read_only};
    if (sitting_open(&place->sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
}

static void open_place(struct place *place)
{
    open_as(place, false);
    /* Copies have tests and steps of their own. Without a home there is no file for a setting:
     * it holds, and fails for it is not kept. */
    sitting_run(place->sitting, "settings backups no", false, &place->result);
    assert_int_equal(place->result.kind, RESULT_FAILED);
}

static void close_place(struct place *place)
{
    sitting_close(place->sitting);
    place->sitting = NULL;
}

static int begin(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    const char *folder = getenv("TMPDIR");
    snprintf(place->path, sizeof place->path, "%s/idle-%ld.db",
             folder != NULL ? folder : "/tmp", (long)getpid());
    remove_files(place);
    open_place(place);
    *state = place;
    return 0;
}

static int end(void **state)
{
    struct place *place = *state;
    close_place(place);
    remove_files(place);
    free(place);
    return 0;
}

static void run(struct place *place, const char *line)
{
    sitting_run(place->sitting, line, false, &place->result);
    if (place->result.kind != RESULT_DONE) {
        fail_msg("%s: %s", line, place->result.error.text);
    }
}

/* Takes steps until nothing is left at this moment; returns how many did something. */
static int steps_until_still(struct place *place, int64_t now_ms)
{
    int steps = 0;
    while (sitting_idle(place->sitting, now_ms)) {
        steps++;
        assert_true(steps < 1000);
    }
    return steps;
}

static void test_idle__what_opening_left_is_done_once(void **state)
{
    struct place *place = *state;
    assert_int_equal(steps_until_still(place, 0),
                     2); /* and the room for a look into the past */
    assert_int_equal(steps_until_still(place, 1), 0);
}

static void test_idle__a_line_leaves_something_to_do_again(void **state)
{
    struct place *place = *state;
    steps_until_still(place, 0);
    run(place, "note the door creaks");
    assert_int_equal(steps_until_still(place, 10), 1);
    assert_int_equal(steps_until_still(place, 20), 0);
}

/* Acts, then changes of the campaign while it is not open. */
static void play_and_tamper(struct place *place, const char *sql)
{
    struct fixture fixture;
    for (int i = 0; i < 150; i++) {
        run(place, "note the door creaks");
    }
    close_place(place);
    snprintf(fixture.path, sizeof fixture.path, "%s", place->path);
    fixture_tamper(&fixture, sql);
    fixture_seal_again(&fixture);
    open_place(place);
}

enum { MANY_KINDS = 500 };

/* As another program, or an earlier evening, left them. */
static void add_kinds(struct place *place, int first, int count)
{
    struct error err;
    struct campaign *campaign;
    assert_int_equal(campaign_open(&campaign, place->path, CAMPAIGN_WRITE, 0, games_find, &err),
                     STATUS_OK);
    for (int i = first; i < first + count; i++) {
        char text[80];
        int64_t step;
        snprintf(text, sizeof text, "creatures:\n  - {name: quagling-%d, hp: 1d6}\n", i);
        struct change change = {.thing = str_of(CHANGE_KIND),
                                .thing_id = i,
                                .field = str_of("trilemma"),
                                .is_set = true,
                                .new = str_of(text),
                                .line = str_of("one more")};
        assert_int_equal(changes_append(campaign, 1, &change, 1, &step, &err), STATUS_OK);
    }
    campaign_close(campaign);
}

static int found(struct place *place, const char *words)
{
    return sitting_search_kinds(place->sitting, str_of(words), NULL, 0);
}

/* A campaign with many kinds of its own is opened without them; the first search has them all,
 * however far the steps have come, also those that another program adds meanwhile. */
static void test_idle__many_kinds_are_read_in_steps(void **state)
{
    struct place *place = *state;
    run(place, "encounter Mill system=trilemma");
    close_place(place);
    add_kinds(place, 1, MANY_KINDS);
    open_as(place, true);
    int steps = steps_until_still(place, 0);
    assert_true(steps >= MANY_KINDS / 50);
    assert_int_equal(found(place, "quagling"), MANY_KINDS);
    for (int done = 0; done < steps; done++) {
        close_place(place);
        open_as(place, true);
        for (int i = 0; i < done; i++) {
            sitting_idle(place->sitting, 0);
        }
        assert_int_equal(found(place, "quagling"), MANY_KINDS);
    }
    close_place(place);
    open_as(place, true);
    sitting_idle(place->sitting, 0);
    add_kinds(place, MANY_KINDS + 1, 3);
    sitting_idle(place->sitting, 0);
    assert_int_equal(found(place, "quagling"), MANY_KINDS + 3);
}

static void test_idle__the_file_is_looked_over_when_it_has_been_quiet(void **state)
{
    struct place *place = *state;
    play_and_tamper(place, "UPDATE log SET acts = 9 WHERE id = 30");
    assert_int_equal(steps_until_still(place, 5000), 2);
    assert_int_equal(steps_until_still(place, 6999), 0);
    assert_null(sitting_idle_news(place->sitting));
    /* The file itself, 150 rows in two steps, and their checksums. */
    assert_int_equal(steps_until_still(place, 7000), 5);
    assert_string_equal(sitting_idle_news(place->sitting),
                        "the campaign is damaged: row 30: it counts its acts wrongly; referee "
                        "verify lists everything");
    assert_null(sitting_idle_news(place->sitting)); /* told once */
    assert_int_equal(steps_until_still(place, 99000), 0);
}

/* As after an update: there are none that can be read. */
static void test_idle__the_past_of_a_long_fight_gets_snapshots_again(void **state)
{
    struct place *place = *state;
    static struct fixture file;
    play_and_tamper(place, "DELETE FROM snapshot");
    for (int i = 0; i < 150; i++) {
        run(place, "note somebody knocks");
    }
    text_format(file.path, sizeof file.path, "%s", place->path);
    fixture_tamper(&file, "DELETE FROM snapshot");
    steps_until_still(place, 5000);
    assert_int_equal(fixture_number(&file, "SELECT count(*) FROM snapshot WHERE act < 200"), 0);
    assert_true(steps_until_still(place, 7000) > 5);
    assert_int_equal(fixture_number(&file, "SELECT count(*) FROM snapshot WHERE act < 200"), 1);
    assert_int_equal(steps_until_still(place, 99000), 0);
    assert_null(sitting_idle_news(place->sitting));
}

/* Another campaign is open when only a part of the one before was looked over. */
static void test_idle__another_campaign_is_looked_over_again(void **state)
{
    struct place *place = *state;
    char other[sizeof place->path + 8], line[sizeof other + 16];
    snprintf(other, sizeof other, "%s-copy", place->path);
    play_and_tamper(place, "UPDATE log SET acts = 9 WHERE id = 130");
    snprintf(line, sizeof line, "backup %s", other);
    sitting_run(place->sitting, line, false, &place->result);
    assert_int_equal(place->result.kind, RESULT_TOLD);
    assert_int_equal(steps_until_still(place, 0), 2);
    assert_true(sitting_idle(place->sitting, 2000)); /* it has begun */
    assert_true(sitting_idle(place->sitting, 2000));
    snprintf(line, sizeof line, "campaign %s", other);
    run(place, line);
    steps_until_still(place, 3000);
    assert_int_equal(steps_until_still(place, 5000), 5);
    assert_non_null(sitting_idle_news(place->sitting));
    close_place(place);
    remove(other);
}

static void test_idle__a_line_puts_looking_the_file_over_off(void **state)
{
    struct place *place = *state;
    play_and_tamper(place, "UPDATE log SET acts = 9 WHERE id = 130");
    assert_int_equal(steps_until_still(place, 0), 2);
    assert_true(sitting_idle(place->sitting, 2000)); /* it has begun */
    run(place, "note somebody knocks");
    assert_int_equal(steps_until_still(place, 3000), 1);
    assert_null(sitting_idle_news(place->sitting));
    assert_int_equal(steps_until_still(place, 5000), 5); /* a snapshot; 151 rows, twice */
    assert_non_null(sitting_idle_news(place->sitting));
}

static void test_idle__a_clock_that_is_put_back_begins_the_wait_again(void **state)
{
    struct place *place = *state;
    assert_int_equal(steps_until_still(place, 5000), 2);
    assert_int_equal(steps_until_still(place, 1000), 0);
    assert_int_equal(steps_until_still(place, 2999), 0);
    assert_int_equal(steps_until_still(place, 3000), 3);
}

static void test_idle__a_sound_campaign_has_no_news(void **state)
{
    struct place *place = *state;
    run(place, "add Anka side=party hp=9");
    steps_until_still(place, 0);
    steps_until_still(place, 3600 * 1000);
    assert_null(sitting_idle_news(place->sitting));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_idle__what_opening_left_is_done_once),
        TEST(test_idle__a_line_leaves_something_to_do_again),
        TEST(test_idle__many_kinds_are_read_in_steps),
        TEST(test_idle__the_file_is_looked_over_when_it_has_been_quiet),
        TEST(test_idle__the_past_of_a_long_fight_gets_snapshots_again),
        TEST(test_idle__another_campaign_is_looked_over_again),
        TEST(test_idle__a_line_puts_looking_the_file_over_off),
        TEST(test_idle__a_clock_that_is_put_back_begins_the_wait_again),
        TEST(test_idle__a_sound_campaign_has_no_news),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
