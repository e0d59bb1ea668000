/* States of the past: snapshots make them quick, and are never needed. */
#include <stdio.h>
#include <string.h>

#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

enum { EVENTS_AT_MOST = 64 };

/* An act of so many events that each move one number. */
static void act_of(struct fixture *fixture, int count)
{
    struct act_row act = {.encounter = fixture->encounter};
    struct event events[EVENTS_AT_MOST];
    assert_in_range(count, 1, EVENTS_AT_MOST);
    for (int i = 0; i < count; i++) {
        int from = fixture->state.value[ENCOUNTER_DRAW];
        events[i] = (struct event){.kind = EVENT_DICE_DRAWN,
                                   .field = ENCOUNTER_DRAW,
                                   .was_set = true,
                                   .is_set = true,
                                   .from = from,
                                   .to = from + 1};
        state_apply(&fixture->state, &events[i]);
    }
    DONE(log_append(fixture->campaign, &act, events, count, &fixture->position, &err));
}

/* Long logs of these are quick to make. */
static void short_act(struct fixture *fixture)
{
    act_of(fixture, 1);
}

static void keep(struct fixture *fixture)
{
    DONE(log_keep_snapshot(fixture->campaign, fixture->encounter, fixture->position.head,
                           &fixture->state, &err));
}

static void assert_draw(struct fixture *fixture, int64_t head, int wanted)
{
    static struct state past;
    state_init(&past, state_system(&fixture->state));
    DONE(log_state(fixture->campaign, fixture->encounter, head, &past, &err));
    assert_int_equal(past.value[ENCOUNTER_DRAW], wanted);
    DONE(log_state_by_fold(fixture->campaign, fixture->encounter, head, &past, &err));
    assert_int_equal(past.value[ENCOUNTER_DRAW], wanted);
}

static void test_states__one_snapshot_is_kept_every_64_acts(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 200; i++) {
        short_act(fixture);
        keep(fixture);
    }
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 3);
    assert_int_equal(fixture_number(fixture, "SELECT sum(act) FROM snapshot"), 64 + 128 + 192);
    for (int i = 0; i <= 200; i += 8) {
        assert_draw(fixture, i, i);
    }
}

/* As in a fight of sixty: what an undo folds does not grow with the combatants. */
static void test_states__long_acts_have_a_snapshot_every_512_events(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 1; i <= 30; i++) {
        act_of(fixture, 60);
        keep(fixture);
    }
    /* after 540, 1,080 and 1,620 events */
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 3);
    assert_int_equal(fixture_number(fixture, "SELECT sum(act) FROM snapshot"), 9 + 18 + 27);
    for (int i = 0; i <= 30; i++) {
        assert_draw(fixture, i, i * 60);
    }
    DONE(log_keep_snapshot_at_rest(fixture->campaign, fixture->encounter,
                                   fixture->position.head, &fixture->state, &err));
    assert_int_equal(fixture_number(fixture, "SELECT sum(act) FROM snapshot"),
                     9 + 18 + 27 + 29);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* The table rests every ten acts: opening folds few acts, and hardly more snapshots are
 * kept. */
static void test_states__one_more_is_kept_where_the_table_rests(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 1; i <= 1000; i++) {
        short_act(fixture);
        keep(fixture);
        if (i % 10 == 0) {
            DONE(log_keep_snapshot_at_rest(fixture->campaign, fixture->encounter,
                                           fixture->position.head, &fixture->state, &err));
            assert_true(fixture_number(fixture, "SELECT max(act) FROM snapshot") >= i - 12);
        }
        bool is_thin = fixture_number(fixture, "SELECT count(*) FROM snapshot") <= i / 32 + 2;
        assert_true(is_thin);
    }
    for (int i = 0; i <= 1000; i += 50) {
        assert_draw(fixture, i, i);
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_states__a_few_acts_need_no_snapshot_at_rest(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 11; i++) {
        short_act(fixture);
    }
    DONE(log_keep_snapshot_at_rest(fixture->campaign, fixture->encounter,
                                   fixture->position.head, &fixture->state, &err));
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 0);
}

/* Combatants are added many at a time: a fight that has just begun opens as early as any. */
static void test_states__a_fight_that_begins_with_long_acts_has_one_at_rest(void **state)
{
    enum { EVENTS = 30 };
    struct fixture *fixture = *state;
    for (int act = 1; act <= 3; act++) {
        act_of(fixture, EVENTS);
        DONE(log_keep_snapshot_at_rest(fixture->campaign, fixture->encounter,
                                       fixture->position.head, &fixture->state, &err));
        assert_int_equal(fixture_number(fixture, "SELECT ifnull(max(act), 0) FROM snapshot"),
                         act - 1);
        assert_draw(fixture, act, act * EVENTS);
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_states__a_state_comes_from_its_snapshot_and_not_from_the_start(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 130; i++) {
        short_act(fixture);
        keep(fixture);
    }
    fixture_tamper(fixture, "UPDATE event SET kind = 'nonsense' WHERE act <= 128");
    static struct state past;
    state_init(&past, state_system(&fixture->state));
    DONE(log_state(fixture->campaign, fixture->encounter, 130, &past, &err));
    assert_true(state_equal(&past, &fixture->state));
    assert_int_equal(log_state(fixture->campaign, fixture->encounter, 60, &past, &err),
                     STATUS_DAMAGED);
    assert_string_equal(err.where, "event 1");
}

/* The events at the beginning cannot be read: a state a few acts back does without them. */
static void test_states__a_few_acts_back_are_taken_back_and_not_folded(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 20; i++) {
        short_act(fixture);
    }
    static struct state past;
    enum log_step step;
    past = fixture->state;
    DONE(log_state_moved(fixture->campaign, fixture->encounter, 20, 15, &past, &step, &err));
    assert_int_equal(step, LOG_STEP_ELSEWHERE);
    assert_int_equal(past.value[ENCOUNTER_DRAW], 15);
    DONE(log_state_moved(fixture->campaign, fixture->encounter, 15, 2, &past, &step, &err));
    assert_int_equal(past.value[ENCOUNTER_DRAW], 2);
    fixture_tamper(fixture, "UPDATE event SET kind = 'nonsense' WHERE act = 1");
    past = fixture->state;
    DONE(log_state_moved(fixture->campaign, fixture->encounter, 20, 13, &past, &step, &err));
    assert_int_equal(past.value[ENCOUNTER_DRAW], 13);
    assert_int_equal(
        log_state_moved(fixture->campaign, fixture->encounter, 13, 3, &past, &step, &err),
        STATUS_DAMAGED);
}

static void test_states__old_snapshots_are_thinned_out(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 3300; i++) {
        short_act(fixture);
        keep(fixture);
    }
    /* 128, 256 ... 3,200 */
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot WHERE stays"), 25);
    assert_int_equal(fixture_number(fixture, "SELECT sum(act) FROM snapshot WHERE stays"),
                     128 * (25 * 26 / 2));
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot WHERE NOT stays"),
                     16);
    assert_int_equal(fixture_number(fixture, "SELECT max(act) FROM snapshot"), 3264);
    assert_draw(fixture, 700, 700);
    assert_draw(fixture, 2047, 2047);
    assert_draw(fixture, 3263, 3263);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_states__snapshots_kept_now_and_then_stay_too(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 2300; i++) {
        short_act(fixture);
        if (i % 300 == 0) {
            keep(fixture);
        }
    }
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 7);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot WHERE stays"), 7);
}

static void test_states__branches_have_snapshots_of_their_own(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 100; i++) {
        short_act(fixture);
        keep(fixture);
    }
    fixture_move(fixture, ROW_UNDO, 10);
    for (int i = 0; i < 100; i++) {
        short_act(fixture);
        keep(fixture);
    }
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 2);
    assert_draw(fixture, 100, 100);
    assert_draw(fixture, 102, 11);
    assert_draw(fixture, fixture->position.head, 110);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_states__without_snapshots_or_with_others_the_log_is_folded(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 140; i++) {
        short_act(fixture);
        keep(fixture);
    }
    fixture_tamper(fixture, "UPDATE snapshot SET state = x'00112233' WHERE act = 128");
    assert_draw(fixture, 140, 140);
    assert_int_equal(fixture_verify(fixture->campaign), 1); /* tells of the snapshot */
    /* A program that cannot read them makes its own. */
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE snapshot SET state = x'00112233'");
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_int_equal(fixture->state.value[ENCOUNTER_DRAW], 140);
    keep(fixture);
    assert_int_equal(fixture_number(fixture, "SELECT max(act) FROM snapshot"), 140);
    fixture_tamper(fixture, "DELETE FROM snapshot");
    assert_draw(fixture, 140, 140);
}

static int64_t fill(struct fixture *fixture)
{
    int64_t steps = 0;
    struct snapshot_filling *filling = snapshot_filling_new(fixture->campaign);
    while (snapshot_filling_step(filling, 10)) {
        steps++;
    }
    snapshot_filling_free(filling);
    return steps;
}

/* As after an update: those that are there cannot be read. */
static void test_states__what_the_past_lacks_is_made_in_steps(void **state)
{
    struct fixture *fixture = *state;
    static struct state past;
    for (int i = 0; i < 1000; i++) {
        short_act(fixture);
        keep(fixture);
    }
    int64_t kept = fixture_number(fixture, "SELECT count(*) FROM snapshot");
    fill(fixture);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), kept);

    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE snapshot SET state = x'00112233'");
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    assert_true(fill(fixture) > 1000 / 10); /* in small steps */
    /* 128, 256 ... 896 */
    assert_int_equal(
        fixture_number(fixture, "SELECT count(*) FROM snapshot WHERE length(state) > 4"), 7);
    for (int i = 0; i <= 1000; i += 50) {
        assert_draw(fixture, i, i);
    }
    fixture_tamper(fixture, "UPDATE event SET kind = 'nonsense' WHERE act <= 640");
    state_init(&past, state_system(&fixture->state));
    DONE(log_state(fixture->campaign, fixture->encounter, 700, &past, &err));
    assert_int_equal(past.value[ENCOUNTER_DRAW], 700);
}

/* Another fight, which nobody has opened since, has them too; a damaged one is left alone. */
static void test_states__what_other_encounters_lack_is_made_too(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 300; i++) {
        short_act(fixture);
    }
    int64_t other = 0;
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 5, &other, &err));
    fill(fixture);
    assert_int_equal(fixture_number(fixture, "SELECT sum(act) FROM snapshot WHERE stays"),
                     128 + 256);
    fixture_tamper(fixture, "DELETE FROM snapshot");
    fixture_tamper(fixture, "UPDATE event SET new = 1 WHERE act = 100");
    fill(fixture);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 0);
}

static void test_states__an_act_of_another_encounter_is_missing(void **state)
{
    struct fixture *fixture = *state;
    short_act(fixture);
    int64_t other = 0;
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 5, &other, &err));
    assert_int_equal(log_state(fixture->campaign, other, 1, &fixture->state, &err),
                     STATUS_MISSING);
    assert_int_equal(log_state(fixture->campaign, other, 9, &fixture->state, &err),
                     STATUS_MISSING);
}

/* From the state after `from` to that after `to`, which must be the one from the log. */
static void assert_moved(struct fixture *fixture, int64_t from, int64_t to,
                         enum log_step wanted)
{
    static struct state moved, told;
    enum log_step step;
    state_init(&moved, state_system(&fixture->state));
    state_init(&told, state_system(&fixture->state));
    DONE(log_state_by_fold(fixture->campaign, fixture->encounter, from, &moved, &err));
    DONE(log_state_by_fold(fixture->campaign, fixture->encounter, to, &told, &err));
    DONE(log_state_moved(fixture->campaign, fixture->encounter, from, to, &moved, &step, &err));
    assert_int_equal(step, wanted);
    assert_memory_equal(&moved, &told, sizeof moved);
}

static void test_states__one_act_back_or_forward_is_what_the_log_tells(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 60);
    for (int64_t act = 1; act <= 60; act++) {
        assert_moved(fixture, act, act - 1, LOG_STEP_BACK);
        assert_moved(fixture, act - 1, act, LOG_STEP_FORWARD);
    }
    assert_moved(fixture, 60, 20, LOG_STEP_ELSEWHERE);
    assert_moved(fixture, 20, 60, LOG_STEP_ELSEWHERE);
    fixture_move(fixture, ROW_REWIND, 20);
    fixture_acts(fixture, 1);
    assert_moved(fixture, fixture->position.head, 20, LOG_STEP_BACK);
    assert_moved(fixture, fixture->position.head, 21, LOG_STEP_ELSEWHERE);
}

static void test_states__a_state_that_an_act_cannot_have_left_is_read_again(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 3; i++) {
        short_act(fixture);
    }
    static struct state wrong;
    enum log_step step;
    wrong = fixture->state;
    wrong.value[ENCOUNTER_DRAW] = 77;
    DONE(log_state_moved(fixture->campaign, fixture->encounter, 3, 2, &wrong, &step, &err));
    assert_int_equal(wrong.value[ENCOUNTER_DRAW], 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_states__one_snapshot_is_kept_every_64_acts),
        TEST(test_states__long_acts_have_a_snapshot_every_512_events),
        TEST(test_states__one_more_is_kept_where_the_table_rests),
        TEST(test_states__a_few_acts_need_no_snapshot_at_rest),
        TEST(test_states__a_fight_that_begins_with_long_acts_has_one_at_rest),
        TEST(test_states__a_state_comes_from_its_snapshot_and_not_from_the_start),
        TEST(test_states__a_few_acts_back_are_taken_back_and_not_folded),
        TEST(test_states__old_snapshots_are_thinned_out),
        TEST(test_states__snapshots_kept_now_and_then_stay_too),
        TEST(test_states__branches_have_snapshots_of_their_own),
        TEST(test_states__without_snapshots_or_with_others_the_log_is_folded),
        TEST(test_states__what_the_past_lacks_is_made_in_steps),
        TEST(test_states__what_other_encounters_lack_is_made_too),
        TEST(test_states__an_act_of_another_encounter_is_missing),
        TEST(test_states__one_act_back_or_forward_is_what_the_log_tells),
        TEST(test_states__a_state_that_an_act_cannot_have_left_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
