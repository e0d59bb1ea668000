/* Amending the last act (T33), and the classes of bugs that need a campaign (B4, B6, B18 to B22). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/session_amend.h"
#include "support/unit.h"

struct place {
    char path[512];
    struct session *session;
    struct result result;
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void reopen(struct place *place)
{
    struct error err;
    struct session_options options = {
        .path = place->path, .has_seed = true, .seed = 5, .now_ms = fixed_clock};
    session_close(place->session);
    if (session_open(&place->session, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
}

static void run(struct place *place, const char *line)
{
    session_run(place->session, line, false, &place->result);
    if (place->result.kind != RESULT_DONE) {
        fail_msg("%s: %s%s", line, place->result.error.text, place->result.refusal.reason);
    }
}

static int begin(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    const char *folder = getenv("TMPDIR");
    snprintf(place->path, sizeof place->path, "%s/amend-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    remove(place->path);
    reopen(place);
    run(place, "add Ana side=party strength=14 wits=12 ac=24 hp=9");
    run(place, "add 2 rat strength=8 wits=3 ac=22 hp=6");
    run(place, "initiative 15 5");
    *state = place;
    return 0;
}

static int end(void **state)
{
    struct place *place = *state;
    session_close(place->session);
    remove(place->path);
    free(place);
    return 0;
}

static int hp_of(const struct place *place, int id)
{
    return state_value(session_state(place->session), id, FIELD_HP, -1);
}

enum { ANA = 1, RAT_1, RAT_2 };

static void test_amend__another_target_keeps_the_dice(void **state)
{
    struct place *place = *state;
    run(place, "attack r1 8 4");
    assert_int_equal(hp_of(place, RAT_1), 2);
    run(place, "amend r2");
    assert_int_equal(hp_of(place, RAT_1), 6);
    assert_int_equal(hp_of(place, RAT_2), 2);
    assert_string_equal(session_undo_label(place->session), "amended: Ana hits Rat 2");
    /* One undo takes the amended act away, not the one before it. */
    run(place, "undo");
    assert_int_equal(hp_of(place, RAT_2), 6);
    assert_string_equal(session_undo_label(place->session), "initiative for 3");
}

static void test_amend__generated_dice_fall_again(void **state)
{
    struct place *place = *state;
    run(place, "damage r1 3d6 * * *");
    int lost = 6 - hp_of(place, RAT_1);
    run(place, "undo");
    run(place, "hp r1,r2 =40");
    run(place, "damage r1 3d6");
    int taken = 40 - hp_of(place, RAT_1);
    assert_true(lost > 0 && taken >= 3);
    run(place, "amend r2");
    assert_int_equal(hp_of(place, RAT_1), 40);
    assert_int_equal(hp_of(place, RAT_2), 40 - taken);
}

static void test_amend__options_are_added_replaced_and_taken_away(void **state)
{
    struct place *place = *state;
    run(place, "attack r1 ac=23 8");
    assert_int_equal(hp_of(place, RAT_1), 6);
    session_run(place->session, "amend ac=22", false, &place->result);
    /* 22 hits, and the damage that is wanting is thrown here. */
    assert_int_equal(place->result.kind, RESULT_DONE);
    assert_true(hp_of(place, RAT_1) < 6);
    run(place, "amend also=3");
    assert_int_equal(hp_of(place, RAT_1), 3);
    run(place, "amend magic 9");
    assert_true(state_has_mark(session_state(place->session), MARK_MAGIC, RAT_1, ANYBODY));
    run(place, "amend magic=");
    assert_false(state_has_mark(session_state(place->session), MARK_MAGIC, RAT_1, ANYBODY));
    run(place, "amend attack r2 8 2");
    assert_int_equal(hp_of(place, RAT_2), 4);
    assert_int_equal(hp_of(place, RAT_1), 6);
}

static void test_amend__what_cannot_be_changes_nothing(void **state)
{
    struct place *place = *state;
    run(place, "attack r1 8 4");
    static struct state before;
    before = *session_state(place->session);
    static const char *const wrong[] = {"amend nobody", "amend 23", "amend edge=99", "amend by=r1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        session_run(place->session, wrong[i], false, &place->result);
        assert_int_not_equal(place->result.kind, RESULT_DONE);
        assert_true(state_equal(&before, session_state(place->session)));
        assert_string_equal(session_undo_label(place->session), "Ana hits Rat 1");
        assert_string_equal(session_redo_label(place->session), "");
    }
}

static void test_amend__asks_behind_the_line_for_what_is_wanting(void **state)
{
    struct place *place = *state;
    run(place, "attack r1 7");
    session_run(place->session, "amend 8", true, &place->result);
    assert_int_equal(place->result.kind, RESULT_ASKS);
    assert_string_equal(place->result.question.prefix, "also=");
    session_run(place->session, "amend 8 also=4", true, &place->result);
    assert_int_equal(place->result.kind, RESULT_DONE);
    assert_int_equal(hp_of(place, RAT_1), 2);
}

static void test_amend__at_the_start_is_refused(void **state)
{
    struct place *place = *state;
    run(place, "encounter Other");
    session_run(place->session, "amend r1", false, &place->result);
    assert_int_equal(place->result.kind, RESULT_REFUSED);
}

static void test_amend__alone_tells_the_last_line(void **state)
{
    struct place *place = *state;
    run(place, "attack r1 14 4");
    session_run(place->session, "amend", true, &place->result);
    assert_int_equal(place->result.kind, RESULT_TOLD);
    assert_string_equal(place->result.text, "attack r1 14 4");
}

/* ---- classes of bugs ------------------------------------------------------------------------ */

/* B4: the turn before is the undo of this one, whatever the turn did. B6: every act is one entry,
 * of whatever kind, so that one undo takes back one act. B20: all of it is there after reopening. */
static void test_bugs__every_kind_of_act_is_one_undo_and_is_kept(void **state)
{
    struct place *place = *state;
    static const char *const acts[] = {
        "condition r1 blind rounds=2", "trait Ana riposte", "react Ana riposte", "hide r2",
        "engage Ana r1", "command r2 under=r1", "setting overspend deny", "leader r1 of=r2",
        "alternate r1 9 \"with the king\"", "attack r1 8 4", "effect push", "superior", "next",
        "condition r2 held end=Ana", "move r1 down", "set r1 initiative=3", "rename r2 Mouse",
        "morale-due r1 surrounded score=7", "dismiss r1", "next", "next", "between Ana", "force hp=1",
        "delay"};
    enum { ACTS = sizeof acts / sizeof acts[0] };
    static struct state after[ACTS + 1];
    int count = 0;
    after[0] = *session_state(place->session);
    for (int i = 0; i < ACTS; i++) {
        session_run(place->session, acts[i], false, &place->result);
        if (place->result.kind == RESULT_DONE) {
            after[++count] = *session_state(place->session);
        } else {
            assert_true(state_equal(&after[count], session_state(place->session)));
        }
    }
    assert_true(count >= 18);
    for (int i = count; i > 0; i--) {
        reopen(place);
        assert_true(state_equal(&after[i], session_state(place->session)));
        run(place, "undo");
        assert_true(state_equal(&after[i - 1], session_state(place->session)));
    }
    for (int i = 1; i <= count; i++) {
        run(place, "redo");
        assert_true(state_equal(&after[i], session_state(place->session)));
    }
}

/* B18: a snapshot of another layout is passed over, and the log is enough. */
static void test_bugs__a_state_of_another_layout_is_passed_over(void **state)
{
    struct place *place = *state;
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    static struct state read;
    int n = state_pack(session_state(place->session), bytes);
    state_init(&read, state_system(session_state(place->session)));
    assert_true(state_unpack(&read, bytes, n));
    assert_true(state_equal(&read, session_state(place->session)));
    bytes[0] ^= 1;
    assert_false(state_unpack(&read, bytes, n));
    bytes[0] ^= 1;
    assert_false(state_unpack(&read, bytes, n - 1));
}

/* B19: what was done is in the file before anything is said about it. */
static void test_bugs__nothing_waits_for_saving(void **state)
{
    struct place *place = *state;
    run(place, "damage r1 2");
    struct session *other;
    struct error err;
    struct session_options options = {.path = place->path, .is_read_only = true};
    assert_int_equal(session_open(&other, &options, &err), STATUS_OK);
    assert_true(state_equal(session_state(other), session_state(place->session)));
    session_close(other);
}

/* B22: names that other programs choke on. */
static void test_bugs__any_name_comes_back_as_it_was(void **state)
{
    struct place *place = *state;
    run(place, "add \"Desmañados – a|b, 'c'; -- %s\" hp=4");
    run(place, "condition #4 \"sehr müde | 100%\" rounds=3");
    reopen(place);
    assert_string_equal(state_name(session_state(place->session), 4),
                        "Desmañados – a|b, 'c'; -- %s");
    assert_non_null(state_mark_labelled(session_state(place->session), MARK_CONDITION_ROUNDS, 4, 0,
                                        str_of("sehr müde | 100%")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_amend__another_target_keeps_the_dice, begin, end),
        cmocka_unit_test_setup_teardown(test_amend__alone_tells_the_last_line, begin, end),
        cmocka_unit_test_setup_teardown(test_amend__generated_dice_fall_again, begin, end),
        cmocka_unit_test_setup_teardown(test_amend__options_are_added_replaced_and_taken_away,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_amend__what_cannot_be_changes_nothing, begin, end),
        cmocka_unit_test_setup_teardown(test_amend__asks_behind_the_line_for_what_is_wanting,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_amend__at_the_start_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(test_bugs__every_kind_of_act_is_one_undo_and_is_kept,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_bugs__a_state_of_another_layout_is_passed_over,
                                        begin, end),
        cmocka_unit_test_setup_teardown(test_bugs__nothing_waits_for_saving, begin, end),
        cmocka_unit_test_setup_teardown(test_bugs__any_name_comes_back_as_it_was, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
