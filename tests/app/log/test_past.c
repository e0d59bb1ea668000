/* Looking at the past: at every act of both demo fights, walking back and forward, the table is
 * what it was then, field by field, with pending checks and odds; acts that were taken back are
 * found by their numbers, and the present state never changes. */
#include "app/log/past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/odds.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/state_text.h"
#include "support/unit.h"

enum { MOMENTS_MAX = 400, LINE_SIZE = 1000 };

/* The table after an act: everything it shows. */
struct moment {
    int64_t act;
    char encounter[NAME_SIZE];
    char *text;
};

static struct moment moments[MOMENTS_MAX];
static int moments_count, compared;

static void add_pending(struct sitting *sitting, struct text *out)
{
    struct pending pending[PENDING_MAX];
    int count =
        sitting_procedure(sitting)->pending(sitting_state(sitting), pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        const char *name;
        double chance;
        text_add(out, "due %s\n", pending[i].text);
        if (sitting_pending_chance(sitting, &pending[i], &name, &chance)) {
            text_add(out, "chance %s %f\n", name, chance);
        }
    }
}

/* The usual acts of the one who acts against each of the others. */
static void add_odds(struct sitting *sitting, struct text *out)
{
    const struct state *state = sitting_state(sitting);
    int actor = sitting_procedure(sitting)->actor(state);
    for (int id = 1; id <= state->count && actor != 0; id++) {
        if (id == actor || !state_is_in(state, id) || !state_is_in(state, actor)) {
            continue;
        }
        const struct line_odds *odds = sitting_usual_odds(sitting, actor, id);
        for (int i = 0; odds != NULL && i < odds->count; i++) {
            text_add(out, "odds %d:", id);
            act_odds_title(&odds->act[i], state, false, out);
            for (int k = 0; k < OUTCOMES_MAX && odds->act[i].error.code == STATUS_OK; k++) {
                text_add(out, " %f", odds->act[i].odds.chance[k]);
            }
            text_add(out, "\n");
        }
    }
}

static char *told(struct sitting *sitting)
{
    char *buf = malloc(STATE_TEXT_SIZE);
    const struct log_line *lines;
    assert_non_null(buf);
    struct text text = text_over(buf, STATE_TEXT_SIZE);
    state_text_add(&text, sitting_state(sitting));
    add_pending(sitting, &text);
    add_odds(sitting, &text);
    text_add(&text, "undo %s\n", sitting_undo_label(sitting));
    int count = sitting_log(sitting, &lines);
    for (int i = count > 5 ? count - 5 : 0; i < count; i++) {
        text_add(&text, "r%d %s\n", lines[i].round, lines[i].line);
    }
    assert_false(text.is_cut);
    char *out = strdup(buf);
    free(buf);
    return out;
}

static void keep_moment(struct sitting *sitting)
{
    assert_true(moments_count < MOMENTS_MAX);
    struct moment *moment = &moments[moments_count++];
    moment->act = sitting_act_now(sitting);
    snprintf(moment->encounter, sizeof moment->encounter, "%s",
             sitting_encounter_name(sitting));
    moment->text = told(sitting);
}

static void forget_moments(void)
{
    for (int i = 0; i < moments_count; i++) {
        free(moments[i].text);
    }
    moments_count = 0;
    compared = 0;
}

static const char *moment_of(const char *encounter, int64_t act)
{
    for (int i = 0; i < moments_count; i++) {
        if (moments[i].act == act && strcmp(moments[i].encounter, encounter) == 0) {
            return moments[i].text;
        }
    }
    return NULL;
}

/* Runs a script, and keeps what the table showed after each of its lines. */
static struct play *play_demo(const char *path)
{
    char line[LINE_SIZE];
    struct play *play = play_new((const char *const[]){NULL});
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    forget_moments();
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#') {
            continue;
        }
        sitting_run(play->sitting, line, false, &play->result);
        assert_int_equal(play->result.kind, RESULT_DONE);
        keep_moment(play->sitting);
    }
    fclose(file);
    return play;
}

/* A line that makes several acts, as opening with the party, was kept after the last of them.
 */
static void expect_moment(const struct past *past, const char *encounter)
{
    struct past_place place;
    past_place(past, &place);
    const char *then = moment_of(encounter, place.act);
    char *now = told(past_then(past));
    if (then != NULL) {
        assert_string_equal(now, then);
        compared++;
    }
    free(now);
}

static bool moved(struct past *past, enum past_move move)
{
    bool has_moved;
    struct error err;
    if (past_move(&has_moved, past, move, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    return has_moved;
}

static struct past *opened(struct sitting *sitting)
{
    struct past *past;
    struct error err;
    assert_int_equal(past_open(&past, sitting, &err), STATUS_OK);
    return past;
}

/* To the start and back to now, an act at a time. */
static int walk(struct sitting *sitting, const char *encounter)
{
    struct past *past = opened(sitting);
    struct past_place place;
    char *before = told(sitting);
    int acts = 0;
    past_place(past, &place);
    int64_t newest = place.newest;
    while (moved(past, PAST_OLDER)) {
        acts++;
        past_place(past, &place);
        assert_true(place.act < newest);
        assert_int_equal(place.newest, newest);
        assert_int_equal(place.undone, acts);
        assert_false(place.is_taken_back);
        expect_moment(past, encounter);
    }
    assert_int_equal(place.act, 0);
    assert_int_equal(place.act, 0);
    for (int i = 0; i < acts; i++) {
        assert_true(moved(past, PAST_NEWER));
        expect_moment(past, encounter);
    }
    assert_false(moved(past, PAST_NEWER));
    char *after = told(sitting);
    assert_string_equal(after, before);
    free(before);
    free(after);
    past_close(past);
    return acts;
}

static void test_past__every_act_of_both_demos_is_as_it_was(void **state)
{
    static const char *const demos[] = {"data/demo/spire.referee", "data/demo/dungeon.referee"};
    (void)state;
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        struct play *play = play_demo(demos[i]);
        int walked = 0;
        for (int k = 0; k < moments_count; k++) {
            char line[LINE_SIZE];
            bool is_new = k == 0 || strcmp(moments[k].encounter, moments[k - 1].encounter) != 0;
            if (is_new) {
                snprintf(line, sizeof line, "open \"%s\"", moments[k].encounter);
                sitting_run(play->sitting, line, false, &play->result);
                walked += walk(play->sitting, moments[k].encounter);
            }
        }
        assert_true(walked >= 30);
        assert_true(compared >= 2 * walked - 20);
        play_free(play);
    }
    forget_moments();
}

static void test_past__any_act_is_gone_to_at_once(void **state)
{
    (void)state;
    struct play *play = play_demo("data/demo/spire.referee");
    struct past *past = opened(play->sitting);
    struct error err;
    for (int i = 0; i < moments_count; i++) {
        const struct moment *moment = &moments[i * 7 % moments_count];
        assert_int_equal(past_go(past, moment->act, &err), STATUS_OK);
        expect_moment(past, moment->encounter);
    }
    assert_int_equal(past_go(past, 4000, &err), STATUS_USAGE);
    assert_string_equal(err.text,
                        "there is no act #4000 in this encounter; `history` lists them");
    assert_true(moved(past, PAST_FIRST));
    expect_moment(past, "The Broken Lantern");
    assert_false(moved(past, PAST_OLDER));
    assert_true(moved(past, PAST_LAST));
    expect_moment(past, "The Broken Lantern");
    past_close(past);
    play_free(play);
    forget_moments();
}

static const char *const fight[] = {"encounter Ledge",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add Wolf strength=12 wits=6 ac=22 hp=16",
                                    "initiative 15 5",
                                    "damage Wolf 1",
                                    "next",
                                    "next",
                                    "damage Wolf 2",
                                    NULL};

static int64_t act_of(const struct past *past)
{
    struct past_place place;
    past_place(past, &place);
    return place.act;
}

static int wolf_in(const struct sitting *sitting)
{
    return state_value(sitting_state(sitting), 2, FIELD_HP, 0);
}

/* Acts 1 and 2 add, 3 begins round 1, 4 hurts, 5 and 6 end turns, 7 hurts. */
static void test_past__rounds_are_steps(void **state)
{
    (void)state;
    struct play *play = play_new(fight);
    play_do(play, "next by=party");
    int64_t second = sitting_act_now(play->sitting);
    play_do(play, "damage Wolf 3");
    struct past *past = opened(play->sitting);
    assert_true(moved(past, PAST_OLDER_ROUND));
    assert_int_equal(act_of(past), second);
    assert_true(moved(past, PAST_OLDER_ROUND));
    assert_int_equal(act_of(past), 3);
    assert_true(moved(past, PAST_OLDER_ROUND));
    assert_int_equal(act_of(past), 1);
    assert_true(moved(past, PAST_OLDER_ROUND));
    assert_int_equal(act_of(past), 0);
    assert_false(moved(past, PAST_OLDER_ROUND));
    assert_true(moved(past, PAST_NEWER_ROUND));
    assert_int_equal(act_of(past), 3);
    assert_true(moved(past, PAST_NEWER_ROUND));
    assert_int_equal(act_of(past), second);
    assert_true(moved(past, PAST_NEWER_ROUND));
    assert_int_equal(act_of(past), sitting_act_now(play->sitting));
    assert_false(moved(past, PAST_NEWER_ROUND));
    past_close(past);
    play_free(play);
}

static void test_past__what_was_taken_back_is_looked_at_and_not_on_the_way(void **state)
{
    (void)state;
    struct error err;
    struct past_place place;
    struct play *play = play_new(fight);
    TEXT_BUFFER(words, 200);
    play_do(play, "damage Wolf 4");
    int64_t hurt = sitting_act_now(play->sitting);
    play_do(play, "damage Wolf 5");
    play_do(play, "undo");
    play_do(play, "undo");
    play_do(play, "heal Wolf 1");
    struct past *past = opened(play->sitting);
    assert_true(moved(past, PAST_OLDER)); /* the way passes them by */
    assert_int_equal(act_of(past), 7);
    assert_int_equal(past_go(past, hurt, &err), STATUS_OK);
    assert_int_equal(wolf_in(past_then(past)), 9);
    past_place(past, &place);
    assert_true(place.is_taken_back);
    assert_int_equal(place.undone, 1);
    past_place_format(&place, &words);
    assert_string_equal(words.p, "act 8, taken back");
    assert_true(moved(past, PAST_NEWER)); /* along what was done then */
    assert_int_equal(wolf_in(past_then(past)), 4);
    assert_false(moved(past, PAST_NEWER));
    assert_true(moved(past, PAST_OLDER));
    assert_true(moved(past, PAST_OLDER)); /* where the way went another way since */
    past_place(past, &place);
    assert_false(place.is_taken_back);
    assert_int_equal(place.act, 7);
    assert_true(moved(past, PAST_NEWER));
    assert_int_equal(wolf_in(past_then(past)), 14);
    assert_int_equal(wolf_in(play->sitting), 14);
    past_close(past);
    play_free(play);
}

static void expect_told(struct play *play, const char *line, const char *beginning)
{
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    assert_memory_equal(play->result.text, beginning, strlen(beginning));
}

static void expect_wrong(struct play *play, const char *line, const char *why)
{
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_string_equal(play->result.error.text, why);
}

static void test_past__words_go_on_from_where_they_looked_last(void **state)
{
    (void)state;
    struct play *play = play_new(fight);
    int64_t now = sitting_act_now(play->sitting);
    expect_told(play, "look", "looking back at act 6 of 7\nLedge (Trilemma): ");
    expect_told(play, "look back", "looking back at act 5 of 7\n");
    expect_told(play, "look on", "looking back at act 6 of 7\n");
    expect_told(play, "look #4", "looking back at act 4 of 7\n");
    assert_non_null(strstr(play->result.text, "Wolf (foes): HP 15 of 16"));
    assert_non_null(strstr(play->result.text, "Anka (party): HP 9 of 9, has the turn"));
    expect_told(play, "look 3", "looking back at act 3 of 7\n");
    expect_told(play, "look first", "looking back at the start\n");
    expect_wrong(play, "look back", "this is the start: nothing was done before it");
    expect_told(play, "look now", "this is how it stands now, after act 7\n");
    expect_wrong(play, "look on", "nothing was done after it: this is how it stands now");
    expect_wrong(play, "look sideways",
                 "look takes the number of an act (#34, as `history` lists them), an "
                 "address (\"Nest ledge\"#34), an encounter, back, on, round-back, "
                 "round-on, r3 (round 3), mark-back, mark-on, first, last or now, not "
                 "sideways");
    assert_int_equal(sitting_act_now(play->sitting), now);
    /* After an act in between, stepping begins again from the present. */
    expect_told(play, "look #2", "looking back at act 2 of 7");
    play_do(play, "damage Wolf 1");
    expect_told(play, "look back", "looking back at act 7 of 8");
    play_free(play);
}

static void test_past__there_is_none_without_an_encounter(void **state)
{
    (void)state;
    struct play *play = play_new((const char *const[]){NULL});
    expect_wrong(play, "look back", "no encounter is open, so it has no past");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_past__every_act_of_both_demos_is_as_it_was),
        cmocka_unit_test(test_past__any_act_is_gone_to_at_once),
        cmocka_unit_test(test_past__rounds_are_steps),
        cmocka_unit_test(test_past__what_was_taken_back_is_looked_at_and_not_on_the_way),
        cmocka_unit_test(test_past__words_go_on_from_where_they_looked_last),
        cmocka_unit_test(test_past__there_is_none_without_an_encounter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
