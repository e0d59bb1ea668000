/* Amending acts (T33), rolls made again, and the classes of bugs that need a campaign (B4, B6,
 * B18 to B22). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/state_text.h"
#include "support/unit.h"

static const char *const fight[] = {"add Ana side=party strength=14 wits=12 ac=24 hp=9",
                                    "add 2 rat strength=8 wits=3 ac=22 hp=6", "initiative 15 5",
                                    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

static int hp_of(const struct play *play, int id)
{
    return state_value(sitting_state(play->sitting), id, FIELD_HP, -1);
}

enum { ANA = 1, RAT_1, RAT_2 };

static const char *text_of(const struct play *play)
{
    return play->result.text;
}

static void assert_told(const struct play *play, const char *part)
{
    if (strstr(text_of(play), part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", text_of(play), part);
    }
}

static void test_amend__another_target_keeps_the_dice(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 8 4");
    assert_int_equal(hp_of(play, RAT_1), 2);
    play_do(play, "amend r2");
    assert_int_equal(hp_of(play, RAT_1), 6);
    assert_int_equal(hp_of(play, RAT_2), 2);
    assert_string_equal(sitting_undo_label(play->sitting), "amended: Ana hits Rat 2");
    /* One undo takes back the correction, and nothing else. */
    play_do(play, "undo");
    assert_int_equal(hp_of(play, RAT_1), 2);
    assert_int_equal(hp_of(play, RAT_2), 6);
    assert_string_equal(sitting_undo_label(play->sitting), "Ana hits Rat 1");
    assert_string_equal(sitting_redo_label(play->sitting), "amended: Ana hits Rat 2");
    play_do(play, "redo");
    assert_int_equal(hp_of(play, RAT_2), 2);
}

static void test_amend__rolled_dice_stay_as_they_fell(void **state)
{
    struct play *play = *state;
    play_do(play, "hp r1,r2 =40");
    play_do(play, "damage r1 3d6");
    int taken = 40 - hp_of(play, RAT_1);
    assert_true(taken >= 3);
    play_do(play, "amend r2");
    assert_int_equal(hp_of(play, RAT_1), 40);
    assert_int_equal(hp_of(play, RAT_2), 40 - taken);
    /* They are still reported as rolled dice. */
    assert_null(strchr(strstr(text_of(play), "3d6 "), '['));
    /* A die of another kind does not match: it is rolled again with later draws. */
    int draw = sitting_state(play->sitting)->value[ENCOUNTER_DRAW];
    play_do(play, "amend 3d8");
    assert_told(play, "are no longer used");
    assert_int_equal(sitting_state(play->sitting)->value[ENCOUNTER_DRAW], draw + 3);
}

/* Whatever way the dice were left to the program: by a word, for some of them, or by no word.
 */
static void test_amend__the_line_has_rolled_dice_as_numbers(void **state)
{
    static const char *const lines[] = {"damage r1 3d6", "damage r1 3d6 roll",
                                        "damage r1 3d6 4 roll"};
    struct play *play = *state;
    play_do(play, "hp r1,r2 =40");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int die[3] = {0};
        char line[100], fell[40];
        play_do(play, lines[i]);
        int taken = 40 - hp_of(play, RAT_1);
        sitting_run(play->sitting, "amend", true, &play->result);
        assert_int_equal(
            sscanf(text_of(play), "damage r1 3d6 %d %d %d", &die[0], &die[1], &die[2]), 3);
        assert_int_equal(die[0] + die[1] + die[2], taken);
        /* The same numbers are rolled ones still. */
        snprintf(line, sizeof line, "amend damage r1 3d6 %d %d %d", die[0], die[1], die[2]);
        play_do(play, line);
        assert_int_equal(hp_of(play, RAT_1), 40 - taken);
        snprintf(fell, sizeof fell, "3d6 %d %d %d =", die[0], die[1], die[2]);
        if (i < 2) { /* a throw is marked as typed as a whole */
            assert_told(play, fell);
        }
        /* Another one is taken, the others stay as they fell. */
        int other = die[2] == 1 ? 2 : 1;
        snprintf(line, sizeof line, "amend damage r1 3d6 %d %d %d", die[0], die[1], other);
        play_do(play, line);
        assert_int_equal(hp_of(play, RAT_1), 40 - die[0] - die[1] - other);
        for (int k = 0; k < 3; k++) {
            play_do(play, "undo");
        }
    }
}

/* Dice of a later act are not those that the corrected act would have used. */
static void test_amend__new_dice_are_none_that_fell_since(void **state)
{
    struct play *play = *state;
    play_do(play, "hp r1,r2 =400");
    play_do(play, "note here");
    play_do(play, "damage r1 8d20");
    int taken = 400 - hp_of(play, RAT_1);
    int draw = sitting_state(play->sitting)->value[ENCOUNTER_DRAW];
    char line[64];
    snprintf(line, sizeof line, "amend act=%lld damage r2 8d20",
             (long long)play->sitting->position.head - 1);
    play_do(play, line);
    assert_int_equal(hp_of(play, RAT_1), 400 - taken);
    assert_true(hp_of(play, RAT_2) < 400);
    assert_int_not_equal(hp_of(play, RAT_2), hp_of(play, RAT_1));
    assert_int_equal(sitting_state(play->sitting)->value[ENCOUNTER_DRAW], draw + 8);
}

static void test_amend__options_are_added_replaced_and_taken_away(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 ac=23 8");
    assert_int_equal(hp_of(play, RAT_1), 6);
    sitting_run(play->sitting, "amend ac=22", false, &play->result);
    /* 22 hits, and the missing damage is rolled by the program. */
    assert_int_equal(play->result.kind, RESULT_DONE);
    assert_true(hp_of(play, RAT_1) < 6);
    play_do(play, "amend 8 3");
    assert_int_equal(hp_of(play, RAT_1), 3);
    play_do(play, "damage r1 9");
    play_do(play, "amend magic");
    assert_true(state_has_effect(sitting_state(play->sitting),
                                 effect_called(sitting_state(play->sitting), "magic"), RAT_1,
                                 ANYBODY));
    play_do(play, "amend magic=");
    assert_false(state_has_effect(sitting_state(play->sitting),
                                  effect_called(sitting_state(play->sitting), "magic"), RAT_1,
                                  ANYBODY));
    for (int i = 0; i < 3; i++) { /* both corrections and the damage */
        play_do(play, "undo");
    }
    play_do(play, "amend attack r2 8 2");
    assert_int_equal(hp_of(play, RAT_2), 4);
    assert_int_equal(hp_of(play, RAT_1), 6);
}

static void test_amend__what_cannot_be_changes_nothing(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 8 4");
    static struct state before;
    before = *sitting_state(play->sitting);
    sitting_preview(play->sitting, "amend r2", &play->result);
    assert_int_equal(play->result.kind, RESULT_DONE);
    assert_string_equal(play->result.label, "amended: Ana hits Rat 2");
    assert_true(state_equal(&before, sitting_state(play->sitting)));
    assert_string_equal(sitting_undo_label(play->sitting), "Ana hits Rat 1");
    sitting_preview(play->sitting, "amend nobody", &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    static const char *const wrong[] = {"amend nobody", "amend 23", "amend edge=99",
                                        "amend by=r1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        sitting_run(play->sitting, wrong[i], false, &play->result);
        assert_int_not_equal(play->result.kind, RESULT_DONE);
        assert_true(state_equal(&before, sitting_state(play->sitting)));
        assert_string_equal(sitting_undo_label(play->sitting), "Ana hits Rat 1");
        assert_string_equal(sitting_redo_label(play->sitting), "");
    }
}

static void test_amend__asks_after_the_line_for_missing_parts(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 7");
    sitting_run(play->sitting, "amend 8", true, &play->result);
    assert_int_equal(play->result.kind, RESULT_ASKS);
    assert_string_equal(play->result.question.prefix, "also=");
    sitting_run(play->sitting, "amend 8 also=4", true, &play->result);
    assert_int_equal(play->result.kind, RESULT_DONE);
    assert_int_equal(hp_of(play, RAT_1), 2);
}

static void test_amend__at_the_start_is_refused(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter Other");
    sitting_run(play->sitting, "amend r1", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_REFUSED);
}

static void test_amend__alone_tells_the_last_line(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 14 4");
    sitting_run(play->sitting, "amend", true, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    assert_string_equal(play->result.text, "attack r1 14 4\nAna hits Rat 1");
}

/* ---- earlier acts ---------------------------------------------------------------------- */

static int64_t head_of(const struct play *play)
{
    return play->sitting->position.head;
}

static enum result_kind LIKE_PRINTF(3, 4)
    run(struct play *play, bool asks, const char *format, ...)
{
    char line[128];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(line, sizeof line, format, arguments);
    va_end(arguments);
    sitting_run(play->sitting, line, asks, &play->result);
    return play->result.kind;
}

static void test_amend__an_act_of_another_encounter_is_refused(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 8 4");
    int64_t act = head_of(play);
    play_do(play, "encounter Other");
    play_do(play, "note here");
    assert_int_equal(run(play, false, "amend act=%lld r2", (long long)(act)), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "belongs to first encounter"));
}

static void test_amend__a_carried_party_is_not_played_again(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter Later");
    play_do(play, "add Cat hp=3");
    int64_t act = head_of(play);
    play_do(play, "open \"first encounter\"");
    play_do(play, "open Later carry");
    static struct state before;
    before = *sitting_state(play->sitting);
    assert_int_equal(run(play, false, "amend act=%lld hp=4", (long long)(act)), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "from another encounter"));
    assert_true(state_equal(&before, sitting_state(play->sitting)));
    play_do(play, "damage Cat 1");
    assert_int_equal(run(play, false, "amend act=%lld 2", (long long)(head_of(play))),
                     RESULT_DONE);
    assert_int_equal(play_value(play, "Cat", FIELD_HP), 1);
}

static void test_amend__an_earlier_act_is_kept_over_a_restart(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 8 4");
    int64_t act = head_of(play);
    play_do(play, "next");
    play_do(play, "damage r1 1");
    play_do(play, "condition r2 prone");
    static struct state before, after;
    before = *sitting_state(play->sitting);
    int64_t head = head_of(play);
    assert_int_equal(run(play, false, "amend act=%lld r2", (long long)(act)), RESULT_DONE);
    assert_told(play, "played again: Rat 1 takes 1");
    assert_int_equal(hp_of(play, RAT_1), 5);
    assert_int_equal(hp_of(play, RAT_2), 2);
    after = *sitting_state(play->sitting);
    play_reopen(play, false);
    assert_true(state_equal(&after, sitting_state(play->sitting)));
    play_do(play, "undo");
    assert_int_equal(head_of(play), head);
    assert_true(state_equal(&before, sitting_state(play->sitting)));
    play_reopen(play, false);
    play_do(play, "redo");
    assert_true(state_equal(&after, sitting_state(play->sitting)));
    /* The new acts have numbers of their own, and can be amended again. */
    assert_int_equal(run(play, false, "amend act=%lld ac=30", (long long)(head_of(play) - 3)),
                     RESULT_DONE);
    assert_int_equal(hp_of(play, RAT_2), 6);
    assert_int_equal(run(play, false, "amend act=#%lld", (long long)(head_of(play) - 3)),
                     RESULT_TOLD);
    assert_string_equal(play->result.text, "attack r2 ac=30 8\namended: Ana misses Rat 2");
}

static void test_amend__a_preview_of_an_earlier_act_changes_nothing(void **state)
{
    struct play *play = *state;
    play_do(play, "attack r1 8 4");
    int64_t act = head_of(play);
    play_do(play, "damage r1 1");
    static struct state before;
    before = *sitting_state(play->sitting);
    char line[64];
    snprintf(line, sizeof line, "amend act=%lld r2", (long long)act);
    sitting_preview(play->sitting, line, &play->result);
    assert_int_equal(play->result.kind, RESULT_DONE);
    assert_told(play, "played again: Rat 1 takes 1");
    assert_true(state_equal(&before, sitting_state(play->sitting)));
    assert_int_equal(head_of(play), act + 1);
}

/* ---- a roll made again ----------------------------------------------------------------- */

/* `second Ana 5`: her last attack die is thrown again, at a price of 1 hit point. */
static void decide_second(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    if (state_value(&decision->state, id, FIELD_HP, 0) < 2) {
        decision_refuse(decision, "", "%s has nothing left to pay with",
                        state_name(&decision->state, id));
        return;
    }
    int hp = state_value(&decision->state, id, FIELD_HP, 0);
    struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, hp - 1);
    decision_say(decision, event, "", "%s pays 1", state_name(&decision->state, id));
    decision_label(decision, "%s tries again", state_name(&decision->state, id));
    decision_again(decision, id, "attack", 0, NULL);
}

static const struct command_def second = {
    .name = "second",
    .help = "the last attack die again",
    .rule = "",
    .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT}},
    .arguments_count = 1,
    .takes_dice = true,
    .decide = decide_second};

struct wanted_line {
    const char *part;
    int count;
};

static bool count_line(void *context, int place, const struct event *event)
{
    struct wanted_line *wanted = context;
    (void)place;
    wanted->count += str_holds(event->line, str_of(wanted->part)) ? 1 : 0;
    return true;
}

/* How many lines of the log up to now have this part. */
static int lines_with(const struct play *play, const char *part)
{
    struct wanted_line wanted = {.part = part};
    struct error err;
    for (int64_t act = head_of(play); act != 0;) {
        struct act_row row;
        assert_int_equal(
            log_row_and_lines(play->sitting->campaign, act, &row, count_line, &wanted, &err),
            STATUS_OK);
        act = row.parent;
    }
    return wanted.count;
}

static void amend_at(struct play *play, int64_t act, const char *words)
{
    assert_int_equal(run(play, true, "amend act=%lld %s", (long long)act, words), RESULT_DONE);
}

/* Each correction decides the acts after it again, and adds notes of its own. */
static void test_amend__notes_of_earlier_corrections_stay(void **state)
{
    static const char old_dice[] = "stands; the old dice showed 2, the new dice 8";
    static const char amended[] = "amended: it was damage Rat 2 1 (Rat 2 takes 1 damage)";
    struct play *play = *state;
    struct sitting *sitting = play->sitting;
    sitting->command[sitting->commands++] = &second;
    play_do(play, "note here");
    int64_t first = head_of(play);
    play_do(play, "attack r1 2");
    play_do(play, "second Ana 8 4");
    play_do(play, "damage r2 1");
    amend_at(play, head_of(play), "2");
    assert_int_equal(lines_with(play, old_dice), 1);
    assert_int_equal(lines_with(play, amended), 1);
    /* Played again, as acts after the one that is amended. */
    amend_at(play, first, "there");
    assert_int_equal(lines_with(play, old_dice), 1);
    assert_int_equal(lines_with(play, amended), 1);
    /* Amended themselves. */
    amend_at(play, head_of(play), "3");
    assert_int_equal(lines_with(play, amended), 1);
    assert_int_equal(lines_with(play, "amended: it was damage Rat 2 2"), 1);
    play_reopen(play, false);
    assert_int_equal(lines_with(play, old_dice), 1);
}

static void test_again__a_command_has_a_roll_made_again(void **state)
{
    struct play *play = *state;
    struct sitting *sitting = play->sitting;
    sitting->command[sitting->commands++] = &second;
    assert_int_equal(run(play, true, "second Ana 8"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "Ana has rolled no attack"));
    play_do(play, "attack r1 2");
    play_do(play, "damage r1 1");
    static struct state before;
    before = *sitting_state(sitting);
    /* The new die is asked for as this line's own, then what the hit needs. */
    assert_int_equal(run(play, true, "second Ana"), RESULT_ASKS);
    assert_string_equal(play->result.question.prefix, "");
    assert_int_equal(run(play, true, "second Ana 8"), RESULT_ASKS);
    assert_int_equal(run(play, true, "second Ana 8 4 1"), RESULT_WRONG);
    assert_true(state_equal(&before, sitting_state(sitting)));
    play_do(play, "second Ana 8 4");
    assert_told(play, "d20 [8]");
    assert_told(play, "played again: Rat 1 takes 1");
    assert_told(play, "Ana pays 1");
    assert_int_equal(hp_of(play, RAT_1), 1);
    assert_int_equal(hp_of(play, ANA), 8);
    assert_string_equal(sitting_undo_label(sitting), "Ana tries again: Ana hits Rat 1");
    assert_told(play, "Ana tries again: the new attack stands; the old dice showed 2, the new "
                      "dice 8");
    /* The act that was paid for is replayed unchanged, and only the price is due. */
    int64_t damage = head_of(play) - 1;
    assert_int_equal(run(play, true, "amend act=%lld 2", (long long)(damage)), RESULT_DONE);
    assert_int_equal(hp_of(play, RAT_1), 0);
    assert_int_equal(hp_of(play, ANA), 8);
    play_do(play, "undo");
    play_do(play, "undo");
    assert_true(state_equal(&before, sitting_state(sitting)));
    sitting->commands--;
}

/* ---- classes of bugs ------------------------------------------------------------------- */

/* B4: undo of a turn leads to the turn before, whatever the turn did. B6: every act of any kind
 * is one entry, so one undo takes back one act. B20: all of it is there after reopening. */
static void test_bugs__every_kind_of_act_is_one_undo_and_is_kept(void **state)
{
    struct play *play = *state;
    static const char *const acts[] = {"condition r1 blind rounds=2",
                                       "trait Ana riposte",
                                       "react Ana riposte",
                                       "hide r2",
                                       "engage Ana r1",
                                       "command r2 under=r1",
                                       "setting overspend deny",
                                       "leader r1 of=r2",
                                       "alternate r1 9 \"with the king\"",
                                       "attack r1 8 4",
                                       "effect push",
                                       "superior",
                                       "next",
                                       "condition r2 held end=Ana",
                                       "move r1 down",
                                       "set r1 initiative=3",
                                       "rename r2 Mouse",
                                       "morale-due r1 surrounded score=7",
                                       "dismiss r1",
                                       "next",
                                       "next",
                                       "between Ana",
                                       "force hp=1",
                                       "delay"};
    enum { ACTS = sizeof acts / sizeof acts[0] };
    static struct state after[ACTS + 1];
    int count = 0;
    after[0] = *sitting_state(play->sitting);
    for (int i = 0; i < ACTS; i++) {
        sitting_run(play->sitting, acts[i], false, &play->result);
        if (play->result.kind == RESULT_DONE) {
            after[++count] = *sitting_state(play->sitting);
        } else {
            assert_true(state_equal(&after[count], sitting_state(play->sitting)));
        }
    }
    assert_true(count >= 18);
    for (int i = count; i > 0; i--) {
        play_reopen(play, false);
        assert_true(state_equal(&after[i], sitting_state(play->sitting)));
        play_do(play, "undo");
        assert_true(state_equal(&after[i - 1], sitting_state(play->sitting)));
    }
    for (int i = 1; i <= count; i++) {
        play_do(play, "redo");
        assert_true(state_equal(&after[i], sitting_state(play->sitting)));
    }
}

/* B18: a snapshot of another layout is skipped, and the log is enough. */
static void test_bugs__a_state_of_another_layout_is_passed_over(void **state)
{
    struct play *play = *state;
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    static struct state read;
    const struct procedure *procedure = sitting_procedure(play->sitting);
    int n = state_pack(procedure, sitting_state(play->sitting), bytes);
    state_init(&read, state_system(sitting_state(play->sitting)));
    assert_true(state_unpack(&read, procedure, bytes, n));
    assert_true(state_equal(&read, sitting_state(play->sitting)));
    bytes[0] ^= 1;
    assert_false(state_unpack(&read, procedure, bytes, n));
    bytes[0] ^= 1;
    assert_false(state_unpack(&read, procedure, bytes, n - 1));
}

/* B19: an act is in the file before it is reported. */
static void test_bugs__nothing_waits_for_saving(void **state)
{
    struct play *play = *state;
    play_do(play, "damage r1 2");
    struct sitting *other;
    struct error err;
    struct sitting_options options = {.path = play->path, .is_read_only = true};
    assert_int_equal(sitting_open(&other, &options, &err), STATUS_OK);
    assert_true(state_equal(sitting_state(other), sitting_state(play->sitting)));
    sitting_close(other);
}

/* B22: names that break other programs. */
static void test_bugs__any_name_comes_back_as_it_was(void **state)
{
    struct play *play = *state;
    play_do(play, "add \"Desmañados – a|b, 'c'; -- %s\" hp=4");
    play_do(play, "condition #4 own \"sehr müde | 100%\" rounds=3");
    play_reopen(play, false);
    assert_string_equal(state_name(sitting_state(play->sitting), 4),
                        "Desmañados – a|b, 'c'; -- %s");
    assert_non_null(state_effect_labelled(sitting_state(play->sitting), EFFECT_CONDITION_ROUNDS,
                                          4, 0, str_of("sehr müde | 100%")));
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, begin, play_end)
static const struct CMUnitTest tests[] = {
    TEST(amend__another_target_keeps_the_dice),
    TEST(amend__alone_tells_the_last_line),
    TEST(amend__rolled_dice_stay_as_they_fell),
    TEST(amend__the_line_has_rolled_dice_as_numbers),
    TEST(amend__new_dice_are_none_that_fell_since),
    TEST(amend__an_act_of_another_encounter_is_refused),
    TEST(amend__a_carried_party_is_not_played_again),
    TEST(amend__an_earlier_act_is_kept_over_a_restart),
    TEST(amend__a_preview_of_an_earlier_act_changes_nothing),
    TEST(amend__notes_of_earlier_corrections_stay),
    TEST(again__a_command_has_a_roll_made_again),
    TEST(amend__options_are_added_replaced_and_taken_away),
    TEST(amend__what_cannot_be_changes_nothing),
    TEST(amend__asks_after_the_line_for_missing_parts),
    TEST(amend__at_the_start_is_refused),
    TEST(bugs__every_kind_of_act_is_one_undo_and_is_kept),
    TEST(bugs__a_state_of_another_layout_is_passed_over),
    TEST(bugs__nothing_waits_for_saving),
    TEST(bugs__any_name_comes_back_as_it_was),
#undef TEST
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
