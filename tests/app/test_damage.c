/* A sitting over a damaged file: the damage is reported, the log is shown up to it, and the
 * file is left alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/history.h"
#include "app/sitting/state.h"
#include "store/fixture.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter ledge",      "add Anka hp=9 side=party",
                                    "add Pelican hp=16",    "damage Anka 7",
                                    "note the lamp is out", "damage Anka 1",
                                    "damage Pelican 2",     NULL};

/* The file is damaged between two sittings. */
static struct play *play_lines_damaged(const char *const *lines, const char *sql,
                                       bool is_sealed_again)
{
    struct play *play = play_new(lines);
    static struct fixture file;
    snprintf(file.path, sizeof file.path, "%s", play->path);
    sitting_close(play->sitting);
    play->sitting = NULL;
    fixture_tamper(&file, sql);
    if (is_sealed_again) {
        fixture_seal_again(&file);
    }
    struct sitting_options options = {.path = play->path};
    struct error err;
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    return play;
}

static struct play *play_damaged(const char *sql, bool is_sealed_again)
{
    return play_lines_damaged(fight, sql, is_sealed_again);
}

static int64_t acts_in(const struct play *play)
{
    static struct fixture file;
    snprintf(file.path, sizeof file.path, "%s", play->path);
    return fixture_number(&file, "SELECT count(*) FROM log");
}

static bool gather(void *context, const struct sitting_act *act)
{
    struct text *text = context;
    text_add(text, "%s;", act->label);
    return true;
}

static void test_damage__it_is_reported_and_the_log_is_shown_up_to_it(void **state)
{
    struct play *play =
        play_damaged("UPDATE event SET new = 3 WHERE new = 2 AND old = 9", false);
    *state = play;
    struct sitting *sitting = play->sitting;
    const char *notice = sitting_notice(sitting);
    assert_non_null(strstr(notice, "the log is damaged (act 3"));
    assert_non_null(strstr(notice, "`referee verify`"));
    assert_string_equal(sitting_notice(sitting), "");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 9);
    assert_int_equal(play_value(play, "Pelican", FIELD_HP), 16);
}

static void test_damage__no_act_is_taken_and_the_words_say_what_to_do(void **state)
{
    static const char *const lines[] = {"damage Pelican 1", "undo", "encounter another",
                                        "rewind 2", "note more"};
    struct play *play =
        play_damaged("UPDATE event SET new = 3 WHERE new = 2 AND old = 9", false);
    *state = play;
    int64_t acts = acts_in(play);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        sitting_run(play->sitting, lines[i], false, &play->result);
        if (play->result.kind != RESULT_FAILED && play->result.kind != RESULT_REFUSED) {
            fail_msg("%s: %d %s", lines[i], play->result.kind, play->result.text);
        }
    }
    sitting_run(play->sitting, "damage Pelican 1", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_FAILED);
    assert_non_null(strstr(play->result.error.text, "nothing more is written to it"));
    assert_non_null(strstr(play->result.error.text, "`restore` goes back"));
    assert_int_equal(acts_in(play), acts);
    assert_int_equal(play_value(play, "Pelican", FIELD_HP), 16);
}

/* The words were right, so the line is not called wrong: it failed. */
static void test_damage__a_question_that_cannot_be_read_has_failed(void **state)
{
    static const char *const lines[] = {"chart", "choices #3", "compare #3 #4",
                                        "import /no/such/file.md"};
    struct play *play =
        play_damaged("UPDATE event SET new = 3 WHERE new = 2 AND old = 9", false);
    *state = play;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        sitting_run(play->sitting, lines[i], false, &play->result);
        if (play->result.kind != RESULT_FAILED) {
            fail_msg("%s: %d %s %s", lines[i], play->result.kind, play->result.text,
                     play->result.error.text);
        }
    }
    sitting_run(play->sitting, "choices of nobody", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
}

static void test_damage__rows_after_it_can_be_read(void **state)
{
    struct play *play =
        play_damaged("UPDATE event SET new = 3 WHERE new = 2 AND old = 9", false);
    *state = play;
    char told[1000];
    struct error err;
    struct text text = text_over(told, sizeof told);
    struct sitting_acts_wish wish = {.undone = UNDONE_TOO};
    assert_int_equal(sitting_acts(play->sitting, &wish, gather, &text, &err), STATUS_DAMAGED);
    assert_string_equal(err.where, "act 3");
    assert_null(strstr(told, "9 → 2"));
    assert_non_null(strstr(told, "Anka"));
    assert_non_null(strstr(told, "lamp"));
    assert_non_null(strstr(told, "Pelican"));
}

/* Its own checksums hold, but an act with a wrong old value is still found. */
static void test_damage__an_act_that_does_not_fit_is_found(void **state)
{
    struct play *play =
        play_damaged("UPDATE event SET new = 3 WHERE new = 2 AND old = 9", true);
    *state = play;
    assert_non_null(strstr(sitting_notice(play->sitting), "does not fit"));
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 3);
}

/* Whatever number another program puts into an event and seals again, nothing that reads the
 * state meets somebody who is not there, or a place beyond a list. */
static void test_damage__a_number_beyond_what_there_is_is_found(void **state)
{
    static const char *const acts[] = {"encounter ledge",
                                       "add Anka hp=9 wits=12 side=party",
                                       "add Pelican hp=16 wits=9",
                                       "initiative 15 5",
                                       "condition Anka own dazed until=Pelican",
                                       "out Pelican surrendered",
                                       NULL};
    static const char *const changes[] = {
        "UPDATE event SET new = 5 WHERE field = 'out'",
        "UPDATE event SET new = -1 WHERE field = 'out'",
        "UPDATE event SET new = 2 WHERE field = 'side' AND new = 1",
        "UPDATE event SET new = 3 WHERE field = 'turn' AND new = 1",
        "UPDATE event SET subject = 32767 WHERE kind = 'rolled'",
        "UPDATE event SET subject = 32767 WHERE kind = 'round_started'",
        "UPDATE event SET object = NULL WHERE field = 'condition_start'",
        "UPDATE event SET subject = NULL WHERE field = 'condition_start'",
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct play *play = play_lines_damaged(acts, changes[i], true);
        *state = play;
        if (strstr(sitting_notice(play->sitting), "does not fit") == NULL) {
            fail_msg("%s: it is not noticed", changes[i]);
        }
        play_keys(play, "");
        sitting_run(play->sitting, "note more", false, &play->result);
        assert_int_equal(play->result.kind, RESULT_FAILED);
        if (i + 1 < sizeof changes / sizeof changes[0]) {
            play_end(state);
        }
    }
}

/* The same in a row of the log or of changes: it is damage, and nothing takes it for the number
 * of something, or adds to it. */
static void test_damage__a_number_that_no_row_can_have_is_found(void **state)
{
    static const char *const acts[] = {"encounter ledge",  "add Anka hp=9 wits=12 side=party",
                                       "note it rains",    "remark well done",
                                       "remark and again", NULL};
    static const char *const changes[] = {
        "UPDATE log SET encounter = -1 WHERE id = 2",
        "UPDATE log SET encounter = 0 WHERE id = 2",
        "UPDATE log SET encounter = 2 WHERE id = 2",
        "UPDATE log SET encounter = 9223372036854775807 WHERE id = 2",
        "UPDATE log SET first_event = 9223372036854775807 WHERE id = 2",
        "UPDATE log SET events = 9223372036854775807 WHERE id = 2",
        "UPDATE log SET events = 2147483648 WHERE id = 2",
        "UPDATE log SET depth = 9223372036854775807 WHERE id = 2",
        "UPDATE log SET acts = 9223372036854775807 WHERE id = 2",
        "UPDATE log SET at_ms = 9223372036854775807 WHERE id = 2",
        "UPDATE log SET at_ms = -9223372036854775807 WHERE id = 2",
        "UPDATE event SET new = -2147483648 WHERE field = 'hp_max'",
        "UPDATE event SET old = -2147483648 WHERE field = 'hp_max'",
        "UPDATE change SET step = 9223372036854775807 WHERE id = 2",
        "UPDATE change SET id = 9223372036854775807 WHERE id = 2",
    };
    static const char *const lines[] = {"chronicle", "encounters", "log",        "figures",
                                        "log rain",  "status",     "remark more"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct play *play = play_lines_damaged(acts, changes[i], true);
        *state = play;
        for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
            sitting_run(play->sitting, lines[k], false, &play->result);
        }
        if (play->result.kind != RESULT_FAILED) {
            fail_msg("%s: it is not noticed: %d %s", changes[i], play->result.kind,
                     play->result.text);
        }
        if (i + 1 < sizeof changes / sizeof changes[0]) {
            play_end(state);
        }
    }
}

static void test_damage__the_screen_tells_it_first(void **state)
{
    struct play *play =
        play_damaged("UPDATE event SET new = 3 WHERE new = 2 AND old = 9", false);
    *state = play;
    play_keys(play, "");
    play_shows(play, "the log is damaged");
    play_shows(play, "nothing can be written");
}

/* 200 acts, and the snapshot of one of them is damaged. */
static void test_damage__a_snapshot_is_made_again_with_a_message(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    static struct fixture file;
    struct error err;
    snprintf(file.path, sizeof file.path, "%s", play->path);
    for (int i = 0; i < 70; i++) {
        play_do(play, "note again");
    }
    sitting_close(play->sitting);
    play->sitting = NULL;
    fixture_tamper(&file, "UPDATE snapshot SET state = zeroblob(length(state))");
    struct sitting_options options = {.path = play->path};
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    assert_non_null(strstr(sitting_notice(play->sitting), "rebuilt from the log"));
    assert_string_equal(sitting_notice(play->sitting), "");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 1);
    sitting_tidy(play->sitting);
    play_do(play, "damage Pelican 1");
    play_reopen(play, false);
    assert_string_equal(sitting_notice(play->sitting), "");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, play_end)
    const struct CMUnitTest tests[] = {
        TEST(test_damage__it_is_reported_and_the_log_is_shown_up_to_it),
        TEST(test_damage__no_act_is_taken_and_the_words_say_what_to_do),
        TEST(test_damage__a_question_that_cannot_be_read_has_failed),
        TEST(test_damage__rows_after_it_can_be_read),
        TEST(test_damage__an_act_that_does_not_fit_is_found),
        TEST(test_damage__a_number_beyond_what_there_is_is_found),
        TEST(test_damage__a_number_that_no_row_can_have_is_found),
        TEST(test_damage__the_screen_tells_it_first),
        TEST(test_damage__a_snapshot_is_made_again_with_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
