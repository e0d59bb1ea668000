/* The chronicle and walking through past fights: in whole demo fights of both games every act
 * shows the state that was there when it was live; the chronicle says the same however often it
 * is read, from the file or from the log. */
#include "app/chronicle/chronicle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/sitting.h"
#include "app/log/past.h"
#include "app/log/remarks.h"
#include "app/sitting/state.h"
#include "store/changes.h"
#include "store/fixture.h"
#include "support/play.h"
#include "support/unit.h"

enum { ACTS_MAX = 400, LINE_SIZE = 1000, ALL = 1 << 30, HOUR_MS = 60 * 60 * 1000 };

/* ---- walking --------------------------------------------------------------------------- */

struct live {
    int64_t act;
    struct state state;
};

static struct play *play_demo(const char *path, struct live *live, int *count)
{
    char line[LINE_SIZE];
    struct play *play = play_new((const char *const[]){NULL});
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#') {
            continue;
        }
        play_do(play, line);
        assert_true(*count < ACTS_MAX);
        live[*count].act = sitting_act_now(play->sitting);
        state_copy(&live[*count].state, sitting_state(play->sitting));
        (*count)++;
    }
    fclose(file);
    return play;
}

/* The last state seen after an act; NULL: nobody looked then. */
static const struct state *seen_after(const struct live *live, int count, int64_t act)
{
    for (int i = count - 1; i >= 0; i--) {
        if (live[i].act == act) {
            return &live[i].state;
        }
    }
    return NULL;
}

/* How many of the acts on the way were compared. */
static int walk(struct past *past, const struct live *live, int count, enum past_move move)
{
    struct error err;
    bool has_moved = true;
    int compared = 0;
    while (has_moved) {
        struct past_place place;
        past_place(past, &place);
        const struct state *seen = seen_after(live, count, place.act);
        if (seen != NULL) {
            assert_true(state_equal(sitting_state(past_then(past)), seen));
            compared++;
        }
        assert_int_equal(past_move(&has_moved, past, move, &err), STATUS_OK);
    }
    return compared;
}

/* Straight to each act that was live, those that were undone since among them, from far and
 * near. */
static void expect_jumps_show_what_was_live(struct past *past, const struct live *live,
                                            int count)
{
    struct error err;
    for (int i = 0; i < count; i++) {
        int to = (i * 17 + 5) % count;
        if (past_go(past, live[to].act, &err) == STATUS_USAGE) {
            continue; /* of another encounter */
        }
        assert_true(
            state_equal(sitting_state(past_then(past)), seen_after(live, count, live[to].act)));
    }
}

/* How many different acts were seen on the way to where it ended. */
static int seen_on_way(struct past *past, const struct live *live, int count)
{
    struct error err;
    struct past_place place;
    int seen = 0;
    for (int i = 0; i < count; i++) {
        if (past_go(past, live[i].act, &err) == STATUS_USAGE) {
            continue; /* of another encounter */
        }
        past_place(past, &place);
        seen += !place.is_taken_back && seen_after(live, count, live[i].act) == &live[i].state
                    ? 1
                    : 0;
    }
    bool has_moved;
    assert_int_equal(past_move(&has_moved, past, PAST_LAST, &err), STATUS_OK);
    return seen;
}

static void expect_walk_shows_what_was_live(const char *path)
{
    struct error err;
    struct past *past;
    int count;
    struct live *live = calloc(ACTS_MAX, sizeof *live);
    assert_non_null(live);
    struct play *play = play_demo(path, live, &count);
    assert_int_equal(past_open(&past, play->sitting, &err), STATUS_OK);
    int all = seen_on_way(past, live, count);
    int back = walk(past, live, count, PAST_OLDER);
    int on = walk(past, live, count, PAST_NEWER);
    assert_int_equal(back, on);
    assert_int_equal(back, all);
    assert_true(back > 5);
    past_close(past);
    /* The same while another fight is open, which stays where it is. */
    TEXT_BUFFER(name, 64);
    text_add(&name, "%s", sitting_encounter_name(play->sitting));
    play_do(play, "encounter Elsewhere");
    struct chronicle chronicle = {.evenings = 0};
    assert_int_equal(chronicle_read(&chronicle, play->sitting, ALL, ALL, &err), STATUS_OK);
    assert_true(chronicle.entries > 0);
    int64_t open = sitting_act_now(play->sitting);
    int played = 0;
    while (strcmp(chronicle.entry[played].name, name.p) != 0) {
        played++;
        assert_true(played < chronicle.entries);
    }
    assert_int_equal(
        past_open_of(&past, play->sitting, chronicle.entry[played].encounter, -1, &err),
        STATUS_OK);
    assert_int_equal(walk(past, live, count, PAST_OLDER), back);
    past_close(past);
    /* And every other fight of the campaign. */
    for (int i = 0; i < chronicle.entries; i++) {
        int64_t encounter = chronicle.entry[i].encounter;
        assert_int_equal(past_open_of(&past, play->sitting, encounter, -1, &err), STATUS_OK);
        all = seen_on_way(past, live, count);
        assert_true(all > 0);
        assert_int_equal(walk(past, live, count, PAST_OLDER), all);
        expect_jumps_show_what_was_live(past, live, count);
        past_close(past);
    }
    assert_int_equal(sitting_act_now(play->sitting), open);
    assert_string_equal(sitting_encounter_name(play->sitting), "Elsewhere");
    chronicle_free(&chronicle);
    play_free(play);
    free(live);
}

static void test_walk__every_act_of_Trilemma_is_as_it_was_live(void **state)
{
    (void)state;
    expect_walk_shows_what_was_live("data/demo/spire.referee");
}

static void test_walk__every_act_of_Four_Against_Darkness_is_as_it_was_live(void **state)
{
    (void)state;
    expect_walk_shows_what_was_live("data/demo/dungeon.referee");
}

static void test_walk__every_mark_is_stopped_at_and_rounds_begin_where_they_did(void **state)
{
    struct error err;
    struct past *past;
    bool has_moved = true;
    int marks = 0, count;
    (void)state;
    struct live *live = calloc(ACTS_MAX, sizeof *live);
    assert_non_null(live);
    struct play *play = play_demo("data/demo/spire.referee", live, &count);
    assert_int_equal(past_open(&past, play->sitting, &err), STATUS_OK);
    assert_int_equal(past_go_to_round(past, 2, &err), STATUS_OK);
    assert_int_equal(sitting_state(past_then(past))->value[ENCOUNTER_ROUND], 2);
    assert_int_equal(past_move(&has_moved, past, PAST_OLDER, &err), STATUS_OK);
    assert_int_equal(sitting_state(past_then(past))->value[ENCOUNTER_ROUND], 1);
    assert_int_equal(past_go_to_round(past, 99, &err), STATUS_USAGE);
    assert_int_equal(past_move(&has_moved, past, PAST_FIRST, &err), STATUS_OK);
    for (has_moved = true; has_moved; marks += has_moved ? 1 : 0) {
        assert_int_equal(past_move(&has_moved, past, PAST_NEWER_MARK, &err), STATUS_OK);
    }
    assert_true(marks > 3);
    past_close(past);
    play_free(play);
    free(live);
}

/* ---- the chronicle --------------------------------------------------------------------- */

static const char *const fight[] = {"encounter \"Nest ledge\" system=trilemma",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 5",
                                    "out p1 dead by=Anka",
                                    NULL};

static const char *told(struct play *play)
{
    sitting_run(play->sitting, "chronicle", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    return play->result.text;
}

static void expect_told(struct play *play, const char *words)
{
    if (strstr(told(play), words) == NULL) {
        fail_msg("not told: %s\n%s", words, play->result.text);
    }
}

static void expect_not_told(struct play *play, const char *words)
{
    if (strstr(told(play), words) != NULL) {
        fail_msg("told: %s\n%s", words, play->result.text);
    }
}

/* The chronicle of the first one is half read then, and its rest was to be read when idle. */
static void test_chronicle__another_campaign_may_be_opened_before_it_is_read(void **state)
{
    static const char *const lines[] = {"encounter Mill system=trilemma", "add 3 rat hp=3",
                                        NULL};
    struct play *play = play_new(lines);
    struct error err;
    char line[600];
    (void)state;
    for (int i = 0; i < 5; i++) {
        play_do(play, "damage r1 1");
    }
    struct chronicle chronicle = {.evenings = 0};
    assert_int_equal(chronicle_read(&chronicle, play->sitting, 1, 0, &err), STATUS_OK);
    chronicle_free(&chronicle);
    snprintf(line, sizeof line, "new-campaign \"%s-other\"", play->path);
    play_do(play, line);
    for (int i = 0; i < 100; i++) {
        sitting_idle(play->sitting, 1000 * i);
    }
    assert_int_equal(sitting_act_now(play->sitting), 0);
    snprintf(line, sizeof line, "rm -f '%s-other'*", play->path);
    play_free(play);
    assert_int_equal(system(line), 0);
}

static void test_chronicle__an_undone_fall_is_left_out_until_it_is_redone(void **state)
{
    struct play *play = play_new(fight);
    (void)state;
    expect_told(play, "Pelican 1 falls, \"Nest ledge\"#4");
    play_do(play, "undo");
    expect_not_told(play, "falls");
    play_do(play, "redo");
    expect_told(play, "Pelican 1 falls");
    play_do(play, "undo");
    play_do(play, "damage p2 20"); /* at 0 hit points it fights on */
    expect_not_told(play, "falls");
    play_do(play, "injury p2 out");
    expect_told(play, "Pelican 2 falls");
    play_do(play, "heal p2 3"); /* and is still down */
    expect_told(play, "Pelican 2 falls");
    play_do(play, "undo");
    expect_not_told(play, "Pelican 1 falls");
    play_free(play);
}

static void test_chronicle__evenings_are_those_of_the_questions(void **state)
{
    struct play *play = play_new(fight);
    (void)state;
    play_wait((int64_t)7 * HOUR_MS);
    play_do(play, "damage p2 3");
    play_do(play, "encounter Ford system=trilemma");
    play_do(play, "add Bo side=party hp=3");
    play_do(play, "add crow hp=2");
    play_wait((int64_t)5 * HOUR_MS);
    play_do(play, "open Nest");
    play_do(play, "damage p2 3");
    struct chronicle chronicle = {.evenings = 0};
    struct error err;
    assert_int_equal(chronicle_read(&chronicle, play->sitting, ALL, ALL, &err), STATUS_OK);
    assert_true(chronicle.is_whole);
    assert_int_equal(chronicle.evenings, 2);
    assert_int_equal(chronicle.evening[0].number, 2);
    assert_int_equal(chronicle.entry[0].stretch.acts, 2);
    assert_true(chronicle.entry[0].is_last && chronicle.entry[0].is_open);
    assert_int_equal(chronicle.evening[0].fights, 1); /* nobody fights at the ford */
    assert_int_equal(chronicle.evening[0].entries, 2);
    assert_int_equal(chronicle.entry[1].stretch.acts, 2);
    assert_false(chronicle.entry[2].is_last);
    assert_int_equal(chronicle.evening[0].last_ms - chronicle.evening[0].first_ms,
                     (int64_t)5 * HOUR_MS);
    chronicle_free(&chronicle);
    play_free(play);
}

/* A hall with a trap, what the party buys, and what was prepared long before. */
static void test_chronicle__what_is_done_without_a_fight_belongs_to_the_evening(void **state)
{
    struct play *play = play_new((const char *const[]){"encounter Hall system=trilemma",
                                                       "note a trap", "join Anka hp=9", NULL});
    (void)state;
    assert_non_null(strstr(told(play), "no fight has begun yet"));
    play_wait((int64_t)5 * HOUR_MS);
    play_do(play, "encounter Ford system=trilemma");
    play_do(play, "add crow wits=3 hp=2");
    play_do(play, "initiative 4");
    play_do(play, "party-gain 5 from a chest");
    play_do(play, "party-spend 1 ale");
    play_do(play, "party-undo");
    play_wait((int64_t)HOUR_MS);
    play_do(play, "encounter Cellar system=trilemma");
    play_do(play, "note empty");
    expect_told(play, "1 fight, 2 places without one, 2 steps of the party, 6 h 00 min");
    expect_told(play, "\n  Hall (Trilemma): ");
    expect_told(play, "\n  Cellar (Trilemma): ");
    expect_told(play, "\n  the party: Anka joins the party, party#1\n"
                      "  the party: 5 gold gained: from a chest, party#2");
    expect_not_told(play, "ale");
    play_wait((int64_t)7 * HOUR_MS);
    play_do(play, "note nobody comes"); /* of no evening */
    expect_told(play, "1 fight, 2 places without one, 2 steps of the party, 6 h 00 min");
    for (int i = 0; i < 100 && sitting_idle(play->sitting, sitting_now_ms(play->sitting));
         i++) {
    }
    play_reopen(play, false);
    play_do(play, "open Cellar");
    play_do(play, "add bat wits=3 hp=2");
    play_do(play, "initiative 4");
    expect_told(play, "evening 2, Wed 15 Nov 2023: 1 fight, <1 min\n  Cellar (Trilemma): ");
    expect_told(play, "1 fight, 2 places without one, 2 steps of the party, 6 h 00 min");
    play_free(play);
}

/* An hour back and forth, and weeks back: the evening goes on, its length is that of its acts.
 */
static void test_chronicle__names_a_clock_that_was_set_back(void **state)
{
    struct play *play = play_new(fight);
    (void)state;
    play_wait((int64_t)40 * 60 * 1000);
    play_do(play, "damage p2 1");
    play_wait(-(int64_t)HOUR_MS);
    play_do(play, "damage p2 1");
    play_wait((int64_t)HOUR_MS);
    play_do(play, "damage p2 1");
    expect_told(play, "1 fight, 1 h 40 min; the clock was set back by 1 h 00 min\n"
                      "  Nest ledge (Trilemma): on the table, round 1; 1 h 40 min");
    play_wait(-(int64_t)500 * HOUR_MS);
    play_do(play, "damage p2 1");
    play_do(play, "note where are we");
    expect_told(play, "evening 1, ");
    expect_not_told(play, "evening 2");
    expect_told(play, "the clock was set back by 501 h 00 min");
    play_free(play);
}

/* Weeks forward while the campaign is open, noticed by a line or in an idle moment: the evening
 * goes on, with what is done without a fight too, and is the same when it is read again. */
static void test_chronicle__a_clock_that_is_set_forward_parts_no_evening(void **state)
{
    struct play *play = play_new(fight);
    (void)state;
    play_wait((int64_t)10 * 60 * 1000);
    play_set_clock((int64_t)500 * HOUR_MS);
    assert_true(sitting_idle(play->sitting, sitting_now_ms(play->sitting)));
    const char *news = sitting_idle_news(play->sitting);
    assert_non_null(news);
    assert_string_equal(news, "the clock was set forward by 500 h 00 min: the evening goes on, "
                              "its acts are in their order");
    play_wait((int64_t)5 * 60 * 1000);
    play_do(play, "damage p2 1");
    play_do(play, "encounter Hall system=trilemma");
    play_do(play, "note a trap");
    play_do(play, "open Nest");
    play_set_clock((int64_t)24 * HOUR_MS);
    play_do(play, "damage p2 1");
    expect_told(play, "evening 1, ");
    expect_not_told(play, "evening 2");
    expect_told(play,
                "1 fight, 1 place without one, 15 min; the clock was set forward by 524 h "
                "00 min\n");
    for (int i = 0; i < 100 && sitting_idle(play->sitting, sitting_now_ms(play->sitting));
         i++) {
    }
    play_reopen(play, true);
    expect_told(play,
                "1 fight, 1 place without one, 15 min; the clock was set forward by 524 h "
                "00 min\n");
    sitting_run(play->sitting, "figures session=1", false, &play->result);
    if (strstr(play->result.text, "Pelican 2") == NULL) {
        fail_msg("%s", play->result.text);
    }
    play_reopen(play, false);
    play_wait((int64_t)7 * HOUR_MS); /* a pause still ends it */
    play_do(play, "damage p2 1");
    expect_told(play, "evening 2");
    play_free(play);
}

/* Two programs tell of it, each in its time: it counts once. A value that says nothing of a
 * clock is passed over. */
static void test_chronicle__what_two_programs_tell_of_the_clock_counts_once(void **state)
{
    struct play *play = play_new(fight);
    (void)state;
    play_set_clock((int64_t)500 * HOUR_MS);
    sitting_run(play->sitting, "status", false, &play->result);
    const struct change changes[] = {{.thing = str_of("clock"),
                                      .field = str_of("set"),
                                      .is_set = true,
                                      .new = str_of("1700000000000 1701800000000")},
                                     {.thing = str_of("clock"),
                                      .thing_id = 1,
                                      .field = str_of("set"),
                                      .is_set = true,
                                      .new = str_of("1700000000000 -1")}};
    struct error err;
    int64_t step;
    assert_int_equal(
        changes_append(play->sitting->campaign, 1701800000000, changes, 2, &step, &err),
        STATUS_OK);
    play_do(play, "damage p2 1");
    expect_told(play, "1 fight, <1 min; the clock was set forward by 500 h 00 min\n");
    play_free(play);
}

/* What idle moments keep in the file says the same as the log, and is not needed. */
static void test_chronicle__is_the_same_from_the_file_and_from_the_log(void **state)
{
    char before[RESULT_TEXT_SIZE];
    struct play *play = play_new(fight);
    (void)state;
    text_format(before, sizeof before, "%s", told(play));
    for (int i = 0; i < 100 && sitting_idle(play->sitting, sitting_now_ms(play->sitting));
         i++) {
    }
    static struct fixture file;
    text_format(file.path, sizeof file.path, "%s", play->path);
    assert_int_equal(fixture_number(&file, "SELECT count(*) FROM chronicle"), 2);
    play_reopen(play, false);
    assert_string_equal(told(play), before);
    /* Wrong, or of nothing: it is read from the log again. */
    sitting_close(play->sitting);
    fixture_tamper(&file, "UPDATE chronicle SET facts = replace(facts, 'Pelican 1', 'Anka')");
    struct error err;
    struct sitting_options options = {.path = play->path};
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    assert_string_equal(told(play), before);
    play_free(play);
}

static void test_chronicle__nothing_crosses_a_damage(void **state)
{
    struct play *play = play_new(fight);
    struct error err;
    struct past *past;
    (void)state;
    play_do(play, "damage p2 16");
    play_do(play, "encounter Ford system=trilemma");
    play_do(play, "add Bo side=party hp=3");
    sitting_close(play->sitting);
    static struct fixture file;
    text_format(file.path, sizeof file.path, "%s", play->path);
    fixture_tamper(&file, "UPDATE event SET new = 1 WHERE act = 4 AND kind = 'went_out'");
    struct sitting_options options = {.path = play->path};
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    expect_told(play, "Nest ledge (Trilemma): damaged from #4 on");
    expect_not_told(play, "falls");
    assert_int_equal(past_open_of(&past, play->sitting, 1, -1, &err), STATUS_DAMAGED);
    assert_null(past);
    /* What was before it is still there. */
    assert_int_equal(past_open_of(&past, play->sitting, 1, 3, &err), STATUS_OK);
    assert_int_equal(state_value(sitting_state(past_then(past)), 2, FIELD_HP, -1), 16);
    past_close(past);
    /* Figures name the gap, and count nothing of it or behind it: a death, 16 hit points. */
    sitting_run(play->sitting, "figures round=0..", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    if (strstr(play->result.text, "damaged") == NULL) {
        fail_msg("%s", play->result.text);
    }
    assert_null(strstr(play->result.text, "HP lost"));
    assert_null(strstr(play->result.text, "killed"));
    play_free(play);
}

/* A question about a value behind a gap has no answer. */
static void test_why__says_so_where_the_log_is_damaged(void **state)
{
    struct play *play = play_new(fight);
    (void)state;
    play_do(play, "damage p2 3");
    sitting_close(play->sitting);
    static struct fixture file;
    text_format(file.path, sizeof file.path, "%s", play->path);
    fixture_tamper(&file, "UPDATE event SET new = 1 WHERE act = 4 AND kind = 'went_out'");
    struct sitting_options options = {.path = play->path};
    struct error err;
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    sitting_run(play->sitting, "why p2 hp", false, &play->result);
    assert_null(strstr(play->result.text, "16 → 13"));
    play_free(play);
}

/* ---- remarks, ways that were left, going on -------------------------------------------- */

static void test_remarks__belong_to_an_act_and_have_their_own_undo(void **state)
{
    struct play *play = play_new(fight);
    struct remark remark;
    struct error err;
    (void)state;
    play_do(play, "remark the cook lies");
    play_do(play, "marker \"Nest ledge\"#3 it begins");
    expect_told(play, "round 1: it begins, \"Nest ledge\"#3");
    expect_told(play, "round 1: the cook lies, \"Nest ledge\"#4");
    play_do(play, "remarks-undo");
    expect_not_told(play, "it begins");
    play_do(play, "remarks-redo");
    expect_told(play, "it begins");
    assert_int_equal(remark_of_act(play->sitting, 4, &remark, &err), STATUS_OK);
    assert_string_equal(remark.text, "the cook lies");
    /* Undo at the table takes the act back, and leaves what was written about it. */
    play_do(play, "undo");
    assert_int_equal(remark_of_act(play->sitting, 4, &remark, &err), STATUS_OK);
    assert_string_equal(remark.text, "the cook lies");
    play_do(play, "remark #4 -");
    assert_int_equal(remark_of_act(play->sitting, 4, &remark, &err), STATUS_OK);
    assert_string_equal(remark.text, "");
    sitting_run(play->sitting, "remark #77 nothing", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    play_free(play);
}

static void test_branches__show_the_same_dice_with_another_choice(void **state)
{
    struct play *play = play_new(fight);
    (void)state;
    play_do(play, "undo");
    play_do(play, "attack p1 14 4");
    play_do(play, "undo");
    play_do(play, "attack p2 14 4");
    sitting_run(play->sitting, "branches #3", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "#8, the way that was taken:\n    Anka"));
    assert_non_null(strstr(play->result.text, "#6, a way that was left:\n  > Anka"));
    assert_non_null(strstr(play->result.text, "the same dice fell in both: 14 4"));
    assert_non_null(strstr(play->result.text, "#4, a way that was left:\n  > Pelican 1"));
    play_free(play);
}

static void test_go_on__makes_a_copy_and_leaves_the_past_as_it_is(void **state)
{
    struct play *play = play_new(fight);
    struct state *before = calloc(1, sizeof *before);
    (void)state;
    assert_non_null(before);
    play_do(play, "damage p2 3");
    state_copy(before, sitting_state(play->sitting));
    play_do(play, "go-on \"Nest ledge\"#4 Another end");
    assert_string_equal(sitting_encounter_name(play->sitting), "Another end");
    assert_int_equal(play_value(play, "p1", FIELD_OUT), OUT_DEAD);
    assert_int_equal(play_value(play, "p2", FIELD_HP), 16);
    assert_int_equal(sitting_state(play->sitting)->value[ENCOUNTER_ROUND], 1);
    play_do(play, "damage p2 9");
    play_do(play, "open Nest");
    assert_true(state_equal(before, sitting_state(play->sitting)));
    free(before);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walk__every_act_of_Trilemma_is_as_it_was_live),
        cmocka_unit_test(test_walk__every_act_of_Four_Against_Darkness_is_as_it_was_live),
        cmocka_unit_test(test_walk__every_mark_is_stopped_at_and_rounds_begin_where_they_did),
        cmocka_unit_test(test_chronicle__another_campaign_may_be_opened_before_it_is_read),
        cmocka_unit_test(test_chronicle__an_undone_fall_is_left_out_until_it_is_redone),
        cmocka_unit_test(test_chronicle__evenings_are_those_of_the_questions),
        cmocka_unit_test(test_chronicle__what_is_done_without_a_fight_belongs_to_the_evening),
        cmocka_unit_test(test_chronicle__names_a_clock_that_was_set_back),
        cmocka_unit_test(test_chronicle__a_clock_that_is_set_forward_parts_no_evening),
        cmocka_unit_test(test_chronicle__what_two_programs_tell_of_the_clock_counts_once),
        cmocka_unit_test(test_chronicle__is_the_same_from_the_file_and_from_the_log),
        cmocka_unit_test(test_chronicle__nothing_crosses_a_damage),
        cmocka_unit_test(test_why__says_so_where_the_log_is_damaged),
        cmocka_unit_test(test_remarks__belong_to_an_act_and_have_their_own_undo),
        cmocka_unit_test(test_branches__show_the_same_dice_with_another_choice),
        cmocka_unit_test(test_go_on__makes_a_copy_and_leaves_the_past_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
