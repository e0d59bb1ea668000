/* The acts of an encounter as reported: who acted on whom, in which evening, with names of that
 * moment; and the table as it was after each of them. */
#include "app/log/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/log/address.h"
#include "app/log/why.h"
#include "app/sitting/state.h"
#include "store/fixture.h"
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

/* "party#4 e1 20 gold gained|the party: gold 20", "Den"#2 e1 Ezra takes 1 damage|...". */
static bool tell_lines(void *context, const struct sitting_act *act)
{
    struct text *out = context;
    sitting_act_address(act, out);
    text_add(out, " e%d %s", act->evening, act->label);
    for (int i = 1; i < act->lines_count && act->step != NULL; i++) {
        text_add(out, "|%s", act->lines[i].line);
    }
    text_add(out, "\n");
    return true;
}

static void assert_lines(const char *words, enum undone_acts undone, int limit,
                         const char *wanted)
{
    struct error err;
    struct asking asking;
    TEXT_BUFFER(told, TOLD_SIZE);
    assert_int_equal(asking_read_line(&asking, str_of(words), &err), STATUS_OK);
    const struct sitting_acts_wish wish = {.is_of_all = true,
                                           .tells_party = true,
                                           .asking = &asking,
                                           .limit = limit,
                                           .undone = undone};
    assert_int_equal(sitting_acts(sitting, &wish, tell_lines, &told, &err), STATUS_OK);
    assert_string_equal(told.p, wanted);
}

/* A fight, what the party does after it, another fight; the clock goes back and forth. */
static void play_with_party(void)
{
    run("encounter Den system=qud");
    run("join Ezra hp=9");
    run("bring");
    run("next");
    run("damage Ezra 1");
    now_ms -= 900 * HOUR_MS; /* it is set right */
    run("party-gain 20 from the mayor");
    now_ms += HOUR_MS;
    run("party-spend 5 a room");
    now_ms -= HOUR_MS;
    run("damage Ezra 2");
    run("party-spend 1 ale");
    run("party-undo");
    run("party-spend 2 wine");
    run("party-undo");
    run("party-redo");
}

/* They stand where they were done, whatever the clock said; what brings the party home was told
 * by the fight. */
static void test_sitting_history__steps_of_the_party_stand_between_the_acts(void **state)
{
    (void)state;
    play_with_party();
    assert_lines("session=last", UNDONE_LEFT_OUT, 0,
                 "party#1 e1 Ezra joins the party\n"
                 "\"Den\"#1 e1 the party is here\n"
                 "\"Den\"#2 e1 Ezra's turn\n"
                 "\"Den\"#3 e1 Ezra takes 1 damage\n"
                 "party#3 e1 20 gold gained: from the mayor|the party: gold 20\n"
                 "party#4 e1 5 gold spent: a room|the party: gold 20 to 15\n"
                 "\"Den\"#4 e1 Ezra takes 2 damage\n"
                 "party#8 e1 2 gold spent: wine|the party: gold 15 to 13\n");
    assert_lines("spent", UNDONE_ONLY, 0,
                 "party#6 e1 1 gold spent: ale|the party: gold 15 to 14\n");
    assert_lines("encounter=party gold", UNDONE_LEFT_OUT, 2,
                 "party#4 e1 5 gold spent: a room|the party: gold 20 to 15\n"
                 "party#8 e1 2 gold spent: wine|the party: gold 15 to 13\n");
    assert_lines("encounter=Den 2", UNDONE_LEFT_OUT, 0, "\"Den\"#4 e1 Ezra takes 2 damage\n");
    assert_lines("round=0.. gold", UNDONE_LEFT_OUT, 0, ""); /* a step has no round */
}

/* In a campaign of before version 3 of the schema only the clock tells where. */
static void test_sitting_history__steps_without_a_place_stand_by_the_clock(void **state)
{
    (void)state;
    run("encounter Den system=qud");
    run("join Ezra hp=9");
    run("bring");
    now_ms += HOUR_MS;
    run("party-gain 20");
    now_ms += HOUR_MS;
    run("next");
    sitting_close(sitting);
    static struct fixture file;
    snprintf(file.path, sizeof file.path, "%s", path);
    fixture_tamper(&file, "UPDATE change SET after = NULL");
    fixture_seal_again(&file);
    sitting = opened(false);
    assert_lines("session=last", UNDONE_LEFT_OUT, 0,
                 "\"Den\"#1 e1 the party is here\n"
                 "party#1 e1 Ezra joins the party\n"
                 "party#2 e1 20 gold gained|the party: gold 20\n"
                 "\"Den\"#2 e1 Ezra's turn\n");
}

/* A step has an address, and no fight. */
static void test_sitting_history__a_step_of_the_party_belongs_to_no_fight(void **state)
{
    (void)state;
    struct error err;
    struct why why;
    int64_t act;
    play_with_party();
    struct sitting *looking = opened(true);
    assert_int_equal(sitting_look(looking, "party#4", &act, &err), STATUS_USAGE);
    assert_string_equal(err.text, "party#4 belongs to no fight: it is a step of the party, 5 "
                                  "gold spent: a room");
    assert_int_equal(sitting_why(looking, str_of("party#6"), str_of(""), &why, &err),
                     STATUS_USAGE);
    assert_string_equal(err.text, "party#6 belongs to no fight: it is a step of the party, 1 "
                                  "gold spent: ale, which was taken back");
    assert_int_equal(sitting_look(looking, "party#99", &act, &err), STATUS_USAGE);
    assert_non_null(strstr(err.text, "the party has no step party#99"));
    sitting_close(looking);
    run("encounter Party system=qud"); /* its acts come before */
    run("add Bo hp=2");
    looking = opened(true);
    assert_int_equal(sitting_look(looking, "party#5", &act, &err), STATUS_OK);
    sitting_close(looking);
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
        cmocka_unit_test_setup_teardown(
            test_sitting_history__steps_of_the_party_stand_between_the_acts, begin, end),
        cmocka_unit_test_setup_teardown(
            test_sitting_history__steps_without_a_place_stand_by_the_clock, begin, end),
        cmocka_unit_test_setup_teardown(
            test_sitting_history__a_step_of_the_party_belongs_to_no_fight, begin, end),
        cmocka_unit_test_setup_teardown(test_sitting_history__each_moment_can_be_looked_at,
                                        begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
