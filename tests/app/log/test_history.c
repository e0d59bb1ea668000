/* The acts of an encounter as reported: who acted on whom, in which evening, with names of that
 * moment; and the table as it was after each of them. */
#include "app/log/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/log/address.h"
#include "app/sitting/state.h"
#include "support/unit.h"

enum { TOLD_SIZE = 4096 };
static const int64_t HOUR_MS = 3600000;

static char path[512];
static int64_t now_ms;
static struct sitting *sitting;

static int64_t set_clock(void)
{
    return now_ms;
}

static struct sitting *opened(bool is_read_only)
{
    struct sitting *out;
    struct error err;
    struct sitting_options options = {.path = path,
                                      .is_read_only = is_read_only,
                                      .has_seed = true,
                                      .seed = 1,
                                      .now_ms = set_clock};
    assert_int_equal(sitting_open(&out, &options, &err), STATUS_OK);
    return out;
}

static int begin(void **state)
{
    const char *folder = getenv("TMPDIR");
    (void)state;
    snprintf(path, sizeof path, "%s/history-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    remove(path);
    now_ms = 1700000000000;
    sitting = opened(false);
    return 0;
}

static int end(void **state)
{
    (void)state;
    sitting_close(sitting);
    remove(path);
    return 0;
}

static void run(const char *line)
{
    struct result result;
    sitting_run(sitting, line, false, &result);
    if (result.kind != RESULT_DONE) {
        fail_msg("%s: %s", line, result.error.text);
    }
}

/* "e1 attack Anka>Rat 1,Rat 2" for each act, one a line. */
static bool tell(void *context, const struct sitting_act *act)
{
    struct text *out = context;
    text_add(out, "%se%d %s %s>", act->is_undone ? "undone " : "", act->evening, act->action,
             act->by);
    for (int i = 0; i < act->to_count; i++) {
        text_add(out, "%s%s", i == 0 ? "" : ",", act->to[i]);
    }
    text_add(out, "\n");
    return true;
}

static void assert_told(const struct sitting_acts_wish *wish, const char *wanted)
{
    struct error err;
    TEXT_BUFFER(told, TOLD_SIZE);
    assert_int_equal(sitting_acts(sitting, wish, tell, &told, &err), STATUS_OK);
    assert_string_equal(told.p, wanted);
}

static void test_sitting_history__people_have_the_names_of_that_moment(void **state)
{
    (void)state;
    run("encounter Den system=trilemma");
    run("add Anka side=party strength=14 wits=12 hp=9");
    run("add 2 rat strength=3 wits=3 ac=20 hp=9");
    run("damage \"Rat 2\",Anka 1");
    run("rename \"Rat 2\" Whiskers");
    run("ruling DAMAGE whiskers 2");
    run("ruling attack \"Rat 1\" by=Anka 14 4");
    assert_told(&(struct sitting_acts_wish){.limit = 5},
                "e0 add >\ne0 damage >Rat 2,Anka\ne0 rename >Rat 2\ne0 damage >Whiskers\n"
                "e0 attack Anka>Rat 1\n");
}

static void test_sitting_history__who_spends_initiative_is_the_one_who_acts(void **state)
{
    (void)state;
    run("encounter Den system=trilemma");
    run("add Anka side=party strength=14 wits=12 hp=9");
    run("add Bo side=party strength=14 wits=2 hp=9");
    run("initiative 15 5");
    run("react Bo warn");
    run("damage Bo 1");
    assert_told(&(struct sitting_acts_wish){.limit = 3},
                "e1 initiative >\ne1 react Bo>\ne1 damage >Bo\n");
}

/* Ids are given again on each branch, so that names are those of the act's own branch. */
static void test_sitting_history__acts_taken_back_are_shown_on_request(void **state)
{
    (void)state;
    run("encounter Den system=trilemma");
    run("add Anka hp=9");
    run("damage Anka 1");
    run("undo");
    run("undo");
    run("add Bo hp=9");
    run("damage Bo 1");
    struct sitting_acts_wish wish = {.limit = 4};
    assert_told(&wish, "e0 add >\ne0 damage >Bo\n");
    wish.undone = UNDONE_ONLY;
    assert_told(&wish, "undone e0 add >\nundone e0 damage >Anka\n");
    wish.undone = UNDONE_TOO;
    assert_told(&wish, "undone e0 add >\nundone e0 damage >Anka\ne0 add >\ne0 damage >Bo\n");
}

static void test_sitting_history__an_evening_ends_with_a_gap_of_six_hours(void **state)
{
    (void)state;
    run("encounter Den system=qud");
    run("add Ezra hp=9");
    run("next");
    now_ms += 6 * HOUR_MS - 1;
    run("damage Ezra 1");
    run("encounter Attic system=qud");
    run("add Bo hp=9");
    now_ms += 3 * HOUR_MS; /* preparing keeps no evening going */
    run("add Cleo hp=9");
    now_ms += 3 * HOUR_MS;
    run("next");
    run("open Den");
    now_ms -= 24 * HOUR_MS; /* the clock is set right */
    run("damage Ezra 1");
    now_ms += 6 * HOUR_MS;
    run("damage Ezra 1");
    assert_told(&(struct sitting_acts_wish){.limit = 5},
                "e1 add >\ne1 next >\ne1 damage >Ezra\ne2 damage >Ezra\ne3 damage >Ezra\n");
    assert_told(&(struct sitting_acts_wish){.encounter = "attic", .limit = 3},
                "e1 add >\ne1 add >\ne2 next >\n");
    /* What is done outside of fights is of an evening from which less than six hours part it.
     */
    run("encounter Loft system=qud");
    now_ms += 6 * HOUR_MS - 1;
    run("add Dot hp=9");
    now_ms += 1;
    run("add Eve hp=9");
    now_ms += 5 * HOUR_MS;
    run("add Flo hp=9");
    now_ms += HOUR_MS + 1;
    run("next");
    assert_told(&(struct sitting_acts_wish){.limit = 4},
                "e3 add >\ne0 add >\ne4 add >\ne4 next >\n");
}

static void test_sitting_history__each_moment_can_be_looked_at(void **state)
{
    (void)state;
    run("encounter Den system=trilemma");
    run("add Anka hp=9");
    run("damage Anka 2");
    run("encounter Attic system=qud");
    struct sitting *looking = opened(true);
    struct error err;
    int64_t act;
    assert_int_equal(sitting_look(looking, "den", &act, &err), STATUS_OK);
    assert_int_equal(act, 0);
    assert_int_equal(state_value(sitting_state(looking), 1, FIELD_HP, 0), 7);
    assert_string_equal(sitting_redo_label(looking), "");
    assert_int_equal(sitting_look(looking, "\"Den\"#1", &act, &err), STATUS_OK);
    assert_int_equal(act, 1);
    assert_int_equal(state_value(sitting_state(looking), 1, FIELD_HP, 0), 9);
    assert_string_equal(sitting_redo_label(looking), "Anka takes 2 damage");
    assert_string_equal(sitting_encounter_name(looking), "Den");
    static const char *const none[] = {"#",     "#0",     "#99",    "Den#",
                                       "Den#x", "Den#-1", "\"\"#x", "Den#99999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(sitting_look(looking, none[i], &act, &err), STATUS_USAGE);
        assert_string_not_equal(err.text, "");
    }
    sitting_close(looking);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_sitting_history__people_have_the_names_of_that_moment, begin, end),
        cmocka_unit_test_setup_teardown(
            test_sitting_history__who_spends_initiative_is_the_one_who_acts, begin, end),
        cmocka_unit_test_setup_teardown(
            test_sitting_history__acts_taken_back_are_shown_on_request, begin, end),
        cmocka_unit_test_setup_teardown(
            test_sitting_history__an_evening_ends_with_a_gap_of_six_hours, begin, end),
        cmocka_unit_test_setup_teardown(test_sitting_history__each_moment_can_be_looked_at,
                                        begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
