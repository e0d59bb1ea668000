/* The list of encounters: how each ended or what is due, when it was made and played, tags and
 * notes, copies; what is known without reading the log again. */
#include <string.h>

#include "app/encounters/encounters.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

enum { MOST = 64 };
static struct sitting_encounter list[MOST];

static int read_list(struct play *play, int reads)
{
    int count;
    struct error err;
    assert_int_equal(sitting_encounters(play->sitting, true, reads, list, MOST, &count, &err),
                     STATUS_OK);
    return count;
}

static const struct sitting_encounter *find(struct play *play, const char *name)
{
    int count = read_list(play, MOST);
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            return &list[i];
        }
    }
    fail_msg("%s is not listed", name);
    return NULL;
}

static enum result_kind run(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    return play->result.kind;
}

static const char *course(struct play *play, const char *name)
{
    static char words[64];
    struct text text = text_over(words, sizeof words);
    encounter_course_add(&text, &find(play, name)->facts);
    return words;
}

#define ROOM "add Ann side=party class=warrior level=2", "add rats foe=vermin level=1 count=3"

#define FIGHT                                                                                  \
    "add Anka side=party strength=14 wits=12 ac=24 hp=9",                                      \
        "add 2 rat wits=8 strength=8 ac=20 hp=3", "initiative 15 5"

static void test_course__is_how_the_encounter_ended_or_stands(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "encounter Empty system=trilemma",
        "encounter Ready system=trilemma",
        "add 3 rat hp=3",
        "encounter Running system=trilemma",
        FIGHT,
        "encounter Won system=trilemma",
        FIGHT,
        "out r1 dead",
        "out r2 fled",
        "encounter Lost system=trilemma",
        FIGHT,
        "out Anka dead",
        "encounter Fled system=trilemma",
        FIGHT,
        "out Anka fled",
        "encounter Ran system=four-against-darkness",
        ROOM,
        "reactions rats fight / fight / fight / fight / "
        "fight / fight",
        "wait 1",
        "defend all 4 4 4",
        "flee",
        "defend all 4 4 4",
        "encounter Bribed system=four-against-darkness",
        ROOM,
        "reactions rats food-and-rest / fight / fight / fight / "
        "fight / fight",
        "wait 1",
        NULL};
    struct play *play = play_new(lines);
    assert_string_equal(course(play, "Ran"), "fled, round 1");
    assert_string_equal(course(play, "Bribed"), "peace");
    assert_string_equal(course(play, "Empty"), "empty");
    assert_string_equal(course(play, "Ready"), "not started");
    assert_string_equal(course(play, "Running"), "round 1");
    assert_string_equal(course(play, "Won"), "won, round 1");
    assert_string_equal(course(play, "Lost"), "lost, round 1");
    assert_string_equal(course(play, "Fled"), "fled, round 1");
    play_do(play, "open Won");
    play_do(play, "undo");
    assert_string_equal(course(play, "Won"), "round 1");
    play_do(play, "redo");
    assert_string_equal(course(play, "Won"), "won, round 1");
    assert_string_equal(find(play, "Won")->facts.who, "party of 1, 2 × rat");
    play_free(play);
}

static void test_played__is_when_something_was_last_done_in_a_fight(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma", FIGHT, NULL};
    struct play *play = play_new(lines);
    int64_t day = 24 * 3600 * INT64_C(1000);
    int64_t made = find(play, "Mill")->created_ms;
    assert_int_equal(find(play, "Mill")->facts.played_ms, made);
    play_wait(3 * day);
    play_do(play, "damage Anka 2");
    play_wait(3 * day);
    play_do(play, "encounter Ford system=trilemma");
    play_do(play, "add rat hp=2");
    assert_int_equal(find(play, "Mill")->facts.played_ms, made + 3 * day);
    assert_int_equal(find(play, "Ford")->facts.played_ms, 0);
    assert_int_equal(find(play, "Ford")->created_ms, made + 6 * day);
    play_free(play);
}

static void test_due__is_treasure_and_pending_checks(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "encounter Cellar system=four-against-darkness", "add Hild class=warrior level=2",
        "add king foe=weird level=3 hp=1", "attack king by=Hild 6 6 6 4", NULL};
    struct play *play = play_new(lines);
    assert_non_null(strstr(find(play, "Cellar")->facts.due, "treasure of King"));
    play_do(play, "encounter Hall");
    assert_non_null(strstr(find(play, "Cellar")->facts.due, "treasure of King"));
    assert_int_equal(run(play, "encounters treasure"), RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "acts, won"));
    assert_non_null(strstr(play->result.text, "due: treasure of King"));
    assert_null(strstr(play->result.text, "Hall"));
    play_free(play);
}

static void test_facts__that_are_not_read_now_are_read_in_idle_moments(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=trilemma",
                                        "add rat hp=3",
                                        "encounter Two system=trilemma",
                                        "add cat hp=3",
                                        "encounter Three system=trilemma",
                                        "add bat hp=3",
                                        NULL};
    struct play *play = play_new(lines);
    play_reopen(play, false);
    assert_int_equal(read_list(play, 1), 3);
    assert_true(list[0].facts.is_known);
    assert_false(list[1].facts.is_known);
    assert_false(sitting_encounters_learn(play->sitting, list, 3));
    for (int i = 0; i < 8 && sitting_idle(play->sitting, 0); i++) {
    }
    assert_true(sitting_encounters_learn(play->sitting, list, 3));
    assert_string_equal(list[2].facts.who, "rat");
    /* They are kept until the encounter's log goes on. */
    assert_int_equal(read_list(play, 0), 3);
    assert_true(list[2].facts.is_known);
    play_do(play, "open One");
    play_do(play, "add rat hp=3");
    assert_int_equal(read_list(play, 0), 3);
    assert_false(list[2].facts.is_known);
    assert_true(list[1].facts.is_known);
    play_free(play);
}

/* ---- tags and notes -------------------------------------------------------------------- */

static void test_tags__are_kept_tidy_and_undone_in_the_list(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma", "encounter Ford",
                                        NULL};
    struct play *play = play_new(lines);
    play_do(play, "tag-encounter Mill boss,  river , BOSS,, \"old mill\"");
    assert_string_equal(find(play, "Mill")->tags, "boss, river, old mill");
    assert_int_equal(run(play, "tag-encounter Mill boss, river, old mill"), RESULT_REFUSED);
    play_do(play, "note-encounter Ford They want the egg, not blood");
    assert_string_equal(find(play, "Ford")->note, "They want the egg, not blood");
    assert_int_equal(run(play, "encounters RIVER"), RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "Mill (Trilemma, 0 acts, empty"));
    assert_null(strstr(play->result.text, "Ford"));
    play_reopen(play, false);
    play_do(play, "encounters-undo");
    assert_string_equal(find(play, "Ford")->note, "");
    play_do(play, "encounters-undo");
    assert_string_equal(find(play, "Mill")->tags, "");
    play_do(play, "encounters-redo");
    assert_string_equal(find(play, "Mill")->tags, "boss, river, old mill");
    play_do(play, "tag-encounter Mill -");
    assert_string_equal(find(play, "Mill")->tags, "");
    assert_int_equal(run(play, "tag-encounter Mill -"), RESULT_REFUSED);
    play_free(play);
}

static void test_tags__too_long_or_of_nobody_change_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma", NULL};
    struct play *play = play_new(lines);
    assert_int_equal(run(play, "tag-encounter Moll boss"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "did you mean Mill?"));
    char line[400];
    struct text text = text_over(line, sizeof line);
    text_add(&text, "tag-encounter Mill ");
    for (int i = 0; i < 50; i++) {
        text_add(&text, "t%d,", i);
    }
    assert_int_equal(run(play, line), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "at most 95 letters"));
    assert_string_equal(find(play, "Mill")->tags, "");
    assert_int_equal(run(play, "encounters-undo"), RESULT_REFUSED);
    play_free(play);
}

/* ---- copies ---------------------------------------------------------------------------- */

static void test_copy__is_the_encounter_before_its_fight(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        FIGHT,
                                        "damage Anka 3",
                                        "out r1 dead",
                                        "condition Anka prone",
                                        "encounter Ford",
                                        "add toad hp=1",
                                        NULL};
    struct play *play = play_new(lines);
    play_do(play, "tag-encounter Mill boss, river");
    play_do(play, "note-encounter Mill they want the egg");
    play_do(play, "copy-encounter Mill");
    assert_string_equal(play->result.text, "Mill 2 is a copy of Mill");
    assert_int_equal(run(play, "encounters river"), RESULT_TOLD);
    const char *copied = strstr(play->result.text, "Mill 2 (Trilemma");
    assert_non_null(copied);
    assert_non_null(strstr(copied, "tags: boss, river; they want the egg\nMill (Trilemma"));
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
    play_do(play, "copy-encounter Mill");
    assert_string_equal(play->result.text, "Mill 3 is a copy of Mill");
    play_do(play, "copy-encounter Mill Weir");
    play_do(play, "open Weir");
    const struct state *copy = sitting_state(play->sitting);
    assert_int_equal(copy->count, 3);
    assert_int_equal(copy->value[ENCOUNTER_ROUND], 0);
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 9);
    assert_int_equal(play_value(play, "Anka", FIELD_INITIATIVE), -1);
    assert_true(state_is_in(copy, play_id(play, "r1")));
    assert_string_equal(course(play, "Mill"), "round 1");
    play_do(play, "initiative 15 5");
    play_do(play, "undo");
    play_do(play, "undo");
    assert_int_equal(sitting_state(play->sitting)->count, 0);
    play_free(play);
}

static void test_copy__of_one_that_was_never_played_is_equal_to_it(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        "add Anka side=party hp=9 wits=9 strength=9",
                                        "add 2 rat hp=2d8 morale=7",
                                        "remove r1",
                                        "hide r2",
                                        "counter torch 6",
                                        "note-on Anka owes the ferryman",
                                        "condition Anka prone",
                                        NULL};
    struct play *play = play_new(lines);
    static struct state before;
    state_init(&before, state_system(sitting_state(play->sitting)));
    state_copy(&before, sitting_state(play->sitting));
    play_do(play, "copy-encounter Mill Weir");
    assert_true(state_equal(&before, sitting_state(play->sitting)));
    play_do(play, "open Weir");
    before.value[ENCOUNTER_DRAW] = 0; /* its own dice */
    assert_true(state_equal(&before, sitting_state(play->sitting)));
    play_reopen(play, false);
    assert_true(state_equal(&before, sitting_state(play->sitting)));
    play_free(play);
}

static void test_copy__that_was_not_touched_can_be_deleted(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma", "add rat hp=3", NULL};
    struct play *play = play_new(lines);
    play_do(play, "copy-encounter Mill");
    play_do(play, "delete-encounter \"Mill 2\"");
    assert_int_equal(run(play, "copy-encounter Mill MILL"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "already an encounter \"Mill\""));
    play_do(play, "copy-encounter Mill Weir");
    play_do(play, "open Weir");
    play_do(play, "damage rat 1");
    assert_int_equal(run(play, "delete-encounter Weir"), RESULT_REFUSED);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_course__is_how_the_encounter_ended_or_stands),
        cmocka_unit_test(test_played__is_when_something_was_last_done_in_a_fight),
        cmocka_unit_test(test_due__is_treasure_and_pending_checks),
        cmocka_unit_test(test_facts__that_are_not_read_now_are_read_in_idle_moments),
        cmocka_unit_test(test_tags__are_kept_tidy_and_undone_in_the_list),
        cmocka_unit_test(test_tags__too_long_or_of_nobody_change_nothing),
        cmocka_unit_test(test_copy__is_the_encounter_before_its_fight),
        cmocka_unit_test(test_copy__of_one_that_was_never_played_is_equal_to_it),
        cmocka_unit_test(test_copy__that_was_not_touched_can_be_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
