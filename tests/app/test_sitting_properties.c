/* What must hold for every encounter of every system that runs at the table, over long random
 * sequences of commands: the log is the fight. SEED= repeats a failing run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "support/draws.h"
#include "support/random_line.h"
#include "support/unit.h"

enum { LINES = 400, ACTS_MAX = LINES + 1 };

struct play {
    char path[512];
    const struct system *system;
    struct sitting *sitting;
    struct draws draws;
    struct state *after; /* after[k]: the state after k acts on the present path */
    int acts;
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void reopen(struct play *play)
{
    struct error err;
    struct sitting_options options = {
        .path = play->path, .has_seed = true, .seed = 99, .now_ms = fixed_clock};
    sitting_close(play->sitting);
    if (sitting_open(&play->sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
}

static void play_begin(struct play *play, const struct system *system)
{
    const char *folder = getenv("TMPDIR");
    memset(play, 0, sizeof *play);
    draws_init(&play->draws);
    play->system = system;
    play->after = calloc(ACTS_MAX, sizeof *play->after);
    assert_non_null(play->after);
    snprintf(play->path, sizeof play->path, "%s/properties-%s-%ld.db",
             folder != NULL ? folder : "/tmp", system->id, (long)getpid());
    remove(play->path);
    reopen(play);
    struct result result;
    char line[128];
    snprintf(line, sizeof line, "encounter Properties system=%s", system->id);
    sitting_run(play->sitting, line, false, &result);
    assert_int_equal(result.kind, RESULT_DONE);
    play->after[0] = *sitting_state(play->sitting);
}

static void play_end(struct play *play)
{
    sitting_close(play->sitting);
    free(play->after);
    remove(play->path);
}

/* The fold of every event, and the snapshot with its tail, are the live state byte for byte. */
static void check_fold(struct play *play)
{
    struct sitting *sitting = play->sitting;
    struct error err;
    static struct state folded, loaded;
    state_init(&folded, play->system);
    state_init(&loaded, play->system);
    if (log_state_by_fold(sitting->campaign, sitting->encounter.id, sitting->position.head,
                          &folded, &err) != STATUS_OK ||
        log_state(sitting->campaign, sitting->encounter.id, sitting->position.head, &loaded,
                  &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    assert_true(state_equal(&folded, sitting_state(sitting)));
    assert_true(state_equal(&loaded, sitting_state(sitting)));
    /* Nothing is left of what was in use. */
    static struct state fresh;
    state_init(&fresh, play->system);
    state_empty(&loaded, play->system);
    assert_memory_equal(&loaded, &fresh, sizeof fresh);
}

static void write_line(struct play *play, char out[COMMAND_LINE_MAX + 1])
{
    const struct command_def *const *defs;
    int count = sitting_commands(play->sitting, &defs);
    struct text text = text_over(out, COMMAND_LINE_MAX + 1);
    random_line(&text, &play->draws, defs, count, sitting_state(play->sitting));
}

/* Dry runs leave no trace: the next decision begins on the present state. */
static void try_out(struct play *play)
{
    struct sitting *sitting = play->sitting;
    for (int tries = draws_between(&play->draws, 0, 3); tries > 0; tries--) {
        char line[COMMAND_LINE_MAX + 1];
        struct result result;
        write_line(play, line);
        sitting_preview(sitting, line, &result);
    }
    sitting_decide(sitting, sitting_state(sitting), "", true);
    assert_int_equal(sitting->decision.events, 0);
    assert_true(state_equal(&sitting->decision.state, sitting_state(sitting)));
}

/* Runs one random line; returns whether it was an act. Otherwise nothing has changed. */
static bool step(struct play *play)
{
    char line[COMMAND_LINE_MAX + 1];
    try_out(play);
    write_line(play, line);
    struct result result;
    sitting_run(play->sitting, line, draws_between(&play->draws, 0, 3) == 0, &result);
    if (result.kind == RESULT_DONE) {
        return true;
    }
    if (result.kind == RESULT_FAILED) {
        fail_msg("%s: %s", line, result.error.text);
    }
    assert_true(state_equal(sitting_state(play->sitting), &play->after[play->acts]));
    return false;
}

static void run_random(struct play *play, int lines)
{
    for (int i = 0; i < lines; i++) {
        if (step(play)) {
            play->after[++play->acts] = *sitting_state(play->sitting);
        }
        if (draws_between(&play->draws, 1, 25) == 1) {
            check_fold(play);
        }
        if (draws_between(&play->draws, 1, 40) == 1) {
            reopen(play);
            assert_true(state_equal(sitting_state(play->sitting), &play->after[play->acts]));
        }
    }
}

static enum result_kind move(struct play *play, const char *line)
{
    struct result result;
    sitting_run(play->sitting, line, false, &result);
    return result.kind;
}

static void check_undo_and_redo(struct play *play)
{
    for (int at = play->acts - 1; at >= 0; at--) {
        assert_int_equal(move(play, "undo"), RESULT_DONE);
        assert_true(state_equal(sitting_state(play->sitting), &play->after[at]));
        if (draws_between(&play->draws, 1, 60) == 1) {
            reopen(play);
            assert_true(state_equal(sitting_state(play->sitting), &play->after[at]));
        }
    }
    assert_int_equal(move(play, "undo"), RESULT_REFUSED);
    for (int at = 1; at <= play->acts; at++) {
        assert_int_equal(move(play, "redo"), RESULT_DONE);
        assert_true(state_equal(sitting_state(play->sitting), &play->after[at]));
    }
    assert_int_equal(move(play, "redo"), RESULT_REFUSED);
}

static void for_every_system(void (*check)(struct play *play))
{
    for (int i = 0; i < systems_count(); i++) {
        struct play play;
        play_begin(&play, system_at(i));
        check(&play);
        play_end(&play);
    }
}

static void check_everything_undone_and_redone(struct play *play)
{
    run_random(play, LINES);
    assert_true(play->acts > LINES / 8);
    int counted = 0;
    for (int i = 0; i <= play->acts; i++) {
        counted += play->after[i].counters > 0 ? 1 : 0;
    }
    assert_true(counted > 0);
    check_fold(play);
    check_undo_and_redo(play);
    check_fold(play);
}

static void test_sitting__undo_of_all_and_redo_of_all_is_nothing(void **state)
{
    (void)state;
    for_every_system(check_everything_undone_and_redone);
}

/* A branch that was left by undoing and acting again is still there, to the byte. */
static void check_branches(struct play *play)
{
    while (play->acts < 5) {
        run_random(play, 60);
    }
    int64_t left = play->sitting->position.head;
    static struct state before;
    before = *sitting_state(play->sitting);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(move(play, "undo"), RESULT_DONE);
    }
    assert_int_equal(move(play, "note another way"), RESULT_DONE);
    assert_int_equal(move(play, "redo"), RESULT_REFUSED);
    char line[64];
    snprintf(line, sizeof line, "rewind %lld", (long long)left);
    assert_int_equal(move(play, line), RESULT_DONE);
    assert_true(state_equal(sitting_state(play->sitting), &before));
    check_fold(play);
}

static void test_sitting__a_branch_is_never_lost(void **state)
{
    (void)state;
    for_every_system(check_branches);
}

/* The same commands after the same undo meet the same dice. */
static void check_dice(struct play *play)
{
    run_random(play, 40);
    assert_int_equal(move(play, "add Dice hp=3d6"), RESULT_DONE);
    static struct state first;
    first = *sitting_state(play->sitting);
    assert_int_equal(move(play, "undo"), RESULT_DONE);
    reopen(play);
    assert_int_equal(move(play, "add Dice hp=3d6"), RESULT_DONE);
    assert_true(state_equal(sitting_state(play->sitting), &first));
}

static void test_sitting__undo_and_the_same_act_meet_the_same_dice(void **state)
{
    (void)state;
    for_every_system(check_dice);
}

/* Opening another encounter parks this one; coming back finds every field as it was. */
static void check_parking(struct play *play)
{
    run_random(play, 40);
    assert_int_equal(move(play, "encounter Elsewhere"), RESULT_DONE);
    assert_int_equal(sitting_state(play->sitting)->count, 0);
    assert_int_equal(move(play, "note here now"), RESULT_DONE);
    assert_int_equal(move(play, "open Properties"), RESULT_DONE);
    assert_true(state_equal(sitting_state(play->sitting), &play->after[play->acts]));
    assert_string_equal(sitting_encounter_name(play->sitting), "Properties");
}

static void test_sitting__opening_another_encounter_parks_this_one(void **state)
{
    (void)state;
    for_every_system(check_parking);
}

/* ---- amends ---------------------------------------------------------------------------- */

static enum status verify_file(struct sitting *sitting, found_fn *tell, void *context,
                               struct error *err)
{
    char path[4096];
    return sitting_verify_file(sitting_path(sitting), path, sizeof path, tell, context, err);
}

static void found(void *context, const struct fault *fault)
{
    (void)context;
    fail_msg("verify: %s: %s", fault->where, fault->what);
}

/* Some act on the way to the head, often the last. */
static int64_t any_act(struct play *play)
{
    struct sitting *sitting = play->sitting;
    struct error err;
    int64_t act = sitting->position.head;
    for (int back = draws_between(&play->draws, -4, 6); back > 0 && act != 0; back--) {
        struct act_row row;
        assert_int_equal(log_row(sitting->campaign, act, &row, &err), STATUS_OK);
        if (row.parent == 0) {
            break;
        }
        act = row.parent;
    }
    return act;
}

/* Changes as somebody may type them: dice, another one, an option, a whole line, an answer. */
static void write_amend(struct play *play, char out[COMMAND_LINE_MAX + 1])
{
    static const char *const changes[] = {
        "6",       "5 3",    "6 6 2 4", "edge=1",    "edge=-2", "#1",       "#2",
        "#3 4",    "also=3", "20 6",    "level=",    "=7",      "*",        "roll",
        "bonus=2", "defend", "g1,x",    "damage=d8", "by=#2 4", "note well"};
    enum { CHANGES = sizeof changes / sizeof changes[0] };
    char line[COMMAND_LINE_MAX + 1];
    struct text text = text_over(out, COMMAND_LINE_MAX + 1);
    text_add(&text, "amend ");
    if (draws_between(&play->draws, 0, 3) > 0) {
        text_add(&text, "act=%lld ", (long long)any_act(play));
    }
    if (draws_between(&play->draws, 0, 3) == 0) {
        write_line(play, line);
        text_add(&text, "%s", line);
    } else {
        text_add(&text, "%s", changes[draws_between(&play->draws, 0, CHANGES - 1)]);
    }
}

/* One correction; undone it leaves what was there before, to the byte, and redone what it made.
 */
static bool correct(struct play *play, const char *line)
{
    static struct state before, after;
    static struct result result, preview;
    struct sitting *sitting = play->sitting;
    int64_t head = sitting->position.head;
    bool asks = draws_between(&play->draws, 0, 2) == 0;
    before = *sitting_state(sitting);
    sitting_preview(sitting, line, &preview);
    assert_true(state_equal(sitting_state(sitting), &before));
    assert_int_equal(sitting->position.head, head);
    sitting_run(sitting, line, asks, &result);
    if (result.kind == RESULT_FAILED) {
        fail_msg("%s: %s", line, result.error.text);
    }
    if (result.kind != RESULT_DONE) {
        assert_true(state_equal(sitting_state(sitting), &before));
        assert_int_equal(sitting->position.head, head);
        return false;
    }
    after = *sitting_state(sitting);
    check_fold(play);
    assert_string_equal(sitting_undo_label(sitting), result.label);
    if (draws_between(&play->draws, 1, 8) == 1) {
        reopen(play);
        sitting = play->sitting;
    }
    assert_int_equal(move(play, "undo"), RESULT_DONE);
    assert_int_equal(sitting->position.head, head);
    assert_true(state_equal(sitting_state(sitting), &before));
    assert_string_equal(sitting_redo_label(sitting), result.label);
    assert_int_equal(move(play, "redo"), RESULT_DONE);
    assert_true(state_equal(sitting_state(sitting), &after));
    check_fold(play);
    return true;
}

static bool amend(struct play *play)
{
    char line[COMMAND_LINE_MAX + 1];
    write_amend(play, line);
    return correct(play, line);
}

/* The party goes on to another encounter, with everything that it keeps. */
static bool carry_on(struct play *play, int number)
{
    char line[64];
    text_format(line, sizeof line, "encounter \"Room %d\" carry", number);
    bool is_done = move(play, line) == RESULT_DONE;
    if (!is_done && move(play, "add Ana side=party") == RESULT_DONE) { /* nobody was alive */
        is_done = move(play, line) == RESULT_DONE;
    }
    if (is_done) {
        check_fold(play);
    }
    return is_done;
}

static void check_amends(struct play *play)
{
    int amended = 0;
    int carried = 0;
    int acts = 0;
    for (int i = 0; i < LINES; i++) {
        if (draws_between(&play->draws, 1, 40) == 1 || (carried == 0 && i > LINES / 2)) {
            carried += carry_on(play, i) ? 1 : 0;
        }
        play->acts = 0;
        play->after[0] = *sitting_state(play->sitting);
        acts += step(play) ? 1 : 0;
        if (acts > 5 && draws_between(&play->draws, 0, 1) == 0) {
            amended += amend(play) ? 1 : 0;
        }
        if (draws_between(&play->draws, 1, 12) == 1) {
            move(play, draws_between(&play->draws, 0, 1) ? "undo" : "redo");
        }
    }
    assert_true(amended > LINES / 40);
    assert_true(carried > 0);
    struct error err;
    assert_int_equal(verify_file(play->sitting, found, NULL, &err), STATUS_OK);
    /* Undo and redo are each other's inverse, over corrections too. */
    int undone = 0;
    while (undone < ACTS_MAX - 1 && play->sitting->position.head != 0) {
        play->after[undone++] = *sitting_state(play->sitting);
        assert_int_equal(move(play, "undo"), RESULT_DONE);
    }
    while (undone > 0) {
        assert_int_equal(move(play, "redo"), RESULT_DONE);
        assert_true(state_equal(sitting_state(play->sitting), &play->after[--undone]));
    }
    check_fold(play);
}

static void test_sitting__an_amend_is_one_undo_in_any_encounter(void **state)
{
    (void)state;
    for_every_system(check_amends);
}

/* ---- rolls made again ------------------------------------------------------------------ */

/* A party that can roll again, and foes of whom some are left for long. */
static const char *const lucky_party[] = {
    "add Ann class=halfling level=4 hp=30",
    "add Bo class=cleric level=4 hp=30",
    "add Cy class=warrior level=4 hp=30",
    "uses Ann luck 90",
    "uses Bo blessing 90",
    "add rats foe=vermin level=3 count=40",
    "add moths foe=needle-moths count=20",
    "add golem foe=weird level=6 hp=60",
    "add wolf foe=fog-wolf name=Wolf attacks=2",
};

/* Fights of many rounds: everything that luck or a blessing takes back is restored, and one
 * undo away. */
static void test_sitting__luck_is_one_undo(void **state)
{
    static const char *const lines[] = {"attack rats by=Ann",
                                        "attack golem by=Ann",
                                        "attack rats,moths by=Ann",
                                        "attack golem by=Bo",
                                        "attack moths by=Cy",
                                        "attack wolf by=Ann subdual",
                                        "defend",
                                        "defend all",
                                        "save",
                                        "save Cy fear",
                                        "save Ann trap",
                                        "morale",
                                        "next",
                                        "next",
                                        "damage golem 2",
                                        "attack wolf by=Ann 6 6 5 1"};
    enum { KINDS = sizeof lines / sizeof lines[0] };
    static const char *const again[] = {"reroll",   "reroll Ann",         "reroll by=Bo",
                                        "reroll 1", "reroll Ann 6 6 6 1", "ruling reroll Cy"};
    enum { AGAIN = sizeof again / sizeof again[0] };
    (void)state;
    struct play play;
    play_begin(&play, system_find(str_of("four-against-darkness")));
    for (size_t i = 0; i < sizeof lucky_party / sizeof lucky_party[0]; i++) {
        assert_int_equal(move(&play, lucky_party[i]), RESULT_DONE);
    }
    int rolled_again = 0;
    for (int i = 0; i < LINES; i++) {
        move(&play, lines[draws_between(&play.draws, 0, KINDS - 1)]);
        if (draws_between(&play.draws, 0, 1) == 0) {
            rolled_again += correct(&play, again[draws_between(&play.draws, 0, AGAIN - 1)]);
        }
        if (draws_between(&play.draws, 1, 6) == 1) {
            amend(&play);
        }
    }
    assert_true(rolled_again > LINES / 20);
    struct error err;
    assert_int_equal(verify_file(play.sitting, found, NULL, &err), STATUS_OK);
    play_end(&play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sitting__undo_of_all_and_redo_of_all_is_nothing),
        cmocka_unit_test(test_sitting__a_branch_is_never_lost),
        cmocka_unit_test(test_sitting__undo_and_the_same_act_meet_the_same_dice),
        cmocka_unit_test(test_sitting__opening_another_encounter_parks_this_one),
        cmocka_unit_test(test_sitting__an_amend_is_one_undo_in_any_encounter),
        cmocka_unit_test(test_sitting__luck_is_one_undo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
