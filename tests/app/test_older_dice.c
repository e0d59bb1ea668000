/* Dice that an older program understood and that are refused now, in what a campaign keeps
 * beside its log: prepared encounters, members of the party, counters; and in files of
 * policies. Each is told with its place and the new spelling when it is used, stays as it was
 * written, and can be changed. Kinds are in test_hostile_kinds.c, the log in
 * tests/app/log/test_logged_roll.c. */
#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "store/campaign.h"
#include "store/changes.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

static int setup(void **state)
{
    static const char *const lines[] = {
        "encounter Ford system=caves-of-qud",
        "add Bo side=party to_hit=2 dv=6 av=3 pv=2 damage=1d6 hp=18",
        "add crab to_hit=1 dv=5 av=4 ma=2 pv=1 damage=1d3 hp=30",
        "order Bo crab",
        "next",
        NULL,
    };
    if (home_begin("XDG_DATA_HOME") != 0) {
        return 1;
    }
    *state = play_new(lines);
    return 0;
}

static int teardown(void **state)
{
    play_free(*state);
    return home_end("XDG_DATA_HOME");
}

/* As an older program wrote it. */
static void write_change(struct play *play, const char *thing, int64_t id, const char *field,
                         const char *text)
{
    struct campaign *campaign;
    struct error err;
    int64_t step;
    struct change change = {.thing = str_of(thing),
                            .thing_id = id,
                            .field = str_of(field),
                            .is_set = true,
                            .new = str_of(text),
                            .line = str_of("a line")};
    assert_int_equal(campaign_open(&campaign, play->path, CAMPAIGN_WRITE, 0, games_find, &err),
                     STATUS_OK);
    if (changes_append(campaign, 1, &change, 1, &step, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    campaign_close(campaign);
}

static void says(struct play *play, const char *line, enum result_kind kind, const char *part)
{
    sitting_run(play->sitting, line, false, &play->result);
    const char *text = kind == RESULT_WRONG ? play->result.error.text : play->result.text;
    if (play->result.kind != kind || strstr(text, part) == NULL) {
        fail_msg("%s: %s %s %s, without %s", line, play->result.text, play->result.error.where,
                 play->result.error.text, part);
    }
}

/* ---- prepared encounters --------------------------------------------------------------- */

#define TEXT(lines)                                                                            \
    "encounter: Dam\ngame: caves-of-qud\nfoes:\n  - name: crab\n    dv: 5\n    av: 4\n"        \
    "    ma: 2\n    pv: 1\n" lines

static void test_older_dice__of_a_prepared_encounter_are_told_with_their_place(void **state)
{
    static const struct {
        const char *text, *where, *told;
    } row[] = {
        {TEXT("    damage: 2d66\n"), "9, column 13",
         "damage: d66 is two dice, tens and ones, and stands alone: 2x d66"},
        {TEXT("    hp: 5d10x10\n"), "9, column 9",
         "hit points: glued to a die x explodes elsewhere: *10 multiplies, ! explodes"},
        {TEXT("    count: 2d6>=7\n"), "9, column 12",
         "how many: a comparison counts dice, and no face meets this one; for the total see "
         "the "
         "column \"or more\" of `odds 2d6`"},
        {TEXT("    on_hit: cold 2d66\n"), "9, column 13",
         "d66 is two dice, tens and ones, and stands alone: 2x d66"},
        {TEXT("counters:\n  - name: help\n    count: 2d66\n"), "10, column 5",
         "help: d66 is two dice, tens and ones, and stands alone: 2x d66"},
    };
    struct play *play = *state;
    write_change(play, CHANGE_PREPARED, 1, CHANGE_NAME, "Dam");
    write_change(play, CHANGE_PREPARED, 1, CHANGE_GAME, "caves-of-qud");
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        TEXT_BUFFER(missing, 400);
        text_add(&missing, "%s; line %s of the text", row[i].told, row[i].where);
        write_change(play, CHANGE_PREPARED, 1, CHANGE_TEXT, row[i].text);
        says(play, "missing Dam", RESULT_TOLD, missing.p);
        says(play, "start Dam", RESULT_WRONG, row[i].told);
        assert_non_null(strstr(play->result.error.where, "Dam:"));
        /* The fight that goes on and the text are as they were. */
        assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
        sitting_run(play->sitting, "prepared Dam", false, &play->result);
        assert_string_equal(play->result.text, row[i].text);
    }
    /* A formula of the party is still known as one. */
    write_change(play, CHANGE_PREPARED, 1, CHANGE_TEXT, TEXT("    count: party+2d6>=7\n"));
    says(play, "missing Dam", RESULT_TOLD, "`odds 4+2d6`; line 9, column 12 of the text");
    says(play, "start Dam carry", RESULT_WRONG, "`odds 1+2d6`");
    write_change(play, CHANGE_PREPARED, 1, CHANGE_TEXT, TEXT("    damage: 2d6\n    hp: 3\n"));
    play_do(play, "start Dam");
}

/* ---- members of the party -------------------------------------------------------------- */

#define MEMBER                                                                                 \
    "name Ann\ntext kind Ann\ntext damage 2d66\nvalue side 1\nvalue hp 9\nvalue hp_max 9\n"    \
    "value dv 6\nvalue av 3\nvalue pv 2\nvalue to_hit 2\n"

/* It comes along, and what it has is told before a start and when it attacks. */
static void test_older_dice__of_a_member_are_told_with_its_name(void **state)
{
    struct play *play = *state;
    write_change(play, CHANGE_PARTY, 1, "caves-of-qud", MEMBER);
    says(play, "party-sheet Ann", RESULT_TOLD, "damage 2d66");
    play_do(play, "bring");
    says(play, "missing", RESULT_TOLD,
         "Ann, damage 2d66: d66 is two dice, tens and ones, and stands alone: 2x d66  [damage "
         "rolls]; set #3 damage=");
    says(play, "attack crab by=Ann", RESULT_WRONG,
         "Ann, damage: d66 is two dice, tens and ones, and stands alone: 2x d66");
    says(play, "party-sheet Ann", RESULT_TOLD, "damage 2d66");
    play_do(play, "attack crab by=Ann damage=2d6 15 1 1 1");
    play_do(play, "set Ann damage=1d8");
    says(play, "missing", RESULT_TOLD, "ready: nothing is missing");
    play_do(play, "home");
    says(play, "party-sheet Ann", RESULT_TOLD, "damage 1d8");
}

/* In every game, whose values have names of their own. */
static void test_older_dice__of_a_member_are_told_in_every_game(void **state)
{
    static const struct {
        const char *system, *foe;
    } row[] = {{"trilemma", "add rat strength=8 wits=3 ac=22 hp=6"},
               {"yuxtapa", "add rat dv=3 pv=0 to_hit=2 damage=1d4 hp=9"}};
    struct play *play = *state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "encounter Mill%d system=%s", (int)i, row[i].system);
        play_do(play, line.p);
        write_change(play, CHANGE_PARTY, (int64_t)i + 2, row[i].system,
                     "name Ann\ntext kind Ann\ntext damage 2d66\nvalue side 1\nvalue hp 9\n"
                     "value hp_max 9\n");
        play_do(play, "bring");
        play_do(play, row[i].foe);
        says(play, "missing", RESULT_TOLD, "Ann, damage 2d66: d66 is two dice");
        says(play,
             i == 0 ? "ruling attack rat by=Ann strength=9" : "attack rat by=Ann to_hit=1 pv=1",
             RESULT_WRONG,
             "Ann, damage: d66 is two dice, tens and ones, and stands alone: 2x d66");
    }
}

/* ---- counters -------------------------------------------------------------------------- */

/* Its command waits, and is told as what it is. */
static void test_older_dice__in_the_command_of_a_counter_leave_it_due(void **state)
{
    struct play *play = *state;
    play_do(play, "counter help 1 then=\"add 3 crab hp=2d66\"");
    play_do(play, "tick help");
    says(play, "counter-run help", RESULT_WRONG,
         "hit points: d66 is two dice, tens and ones, and stands alone: 2x d66");
    assert_int_equal(sitting_state(play->sitting)->count, 2);
    play_keys(play, "m");
    play_shows(play, "2x d66");
    play_keys(play, "Esc");
    play_shows(play, "help is due: add 3 crab hp=2d66");
    says(play, "counter help 2d66", RESULT_WRONG, "stands alone: 2x d66");
    play_do(play, "counter-end help");
}

/* ---- policies -------------------------------------------------------------------------- */

static void test_older_dice__in_a_policy_stop_its_forecast_alone(void **state)
{
    struct play *play = *state;
    home_write(
        "referee/policies/yuxtapa/mine.yaml",
        "policies:\n  - name: mine\n    help: h\n    answers: {damage: 2d66, stuck: 2d66}\n");
    play_do(play, "encounter Mill system=yuxtapa");
    play_do(play, "add Bo side=party dv=4 pv=1 to_hit=3 hp=40");
    play_do(play, "add rat dv=3 pv=0 to_hit=2 damage=1d4 hp=90");
    play_do(play, "policy party mine");
    says(play, "forecast", RESULT_TOLD,
         "The fights stop at damage: d66 is two dice, tens and ones, and stands alone: 2x d66; "
         "policy mine answers 2d66");
    play_do(play, "policy party focus");
    play_do(play, "set Bo damage=1d6");
    sitting_run(play->sitting, "forecast", false, &play->result);
    assert_null(strstr(play->result.text, "stop at"));
}

/* ---- all of them at once --------------------------------------------------------------- */

static void see_fault(void *context, const struct fault *fault)
{
    text_add(context, "%s: %s\n", fault->where, fault->what);
}

static void test_older_dice__are_found_where_the_campaign_keeps_them(void **state)
{
    struct play *play = *state;
    struct error err;
    TEXT_BUFFER(found, 2000);
    write_change(play, CHANGE_KIND, 1, "caves-of-qud",
                 "creatures:\n  - name: \"reed-crab\"\n    hp: \"2d66\"\n"
                 "    damage: \"1d6\"\n    note: \"it has 2d66 legs\"\n");
    write_change(play, CHANGE_PREPARED, 1, CHANGE_NAME, "Dam");
    write_change(play, CHANGE_PREPARED, 1, CHANGE_GAME, "caves-of-qud");
    write_change(play, CHANGE_PREPARED, 1, CHANGE_TEXT,
                 TEXT("    hp: 5d10x10\n    on_hit: cold 2d66\nread: |\n  roll: 2d66\n"));
    write_change(play, CHANGE_PARTY, 1, "caves-of-qud", MEMBER);
    assert_int_equal(sitting_find_stored_dice(play->path, see_fault, &found, &err), STATUS_OK);
    assert_string_equal(
        found.p,
        "kind reed-crab, line 3: hp 2d66: d66 is two dice, tens and ones, and stands alone: "
        "2x d66\n"
        "prepared encounter Dam, line 9: hp 5d10x10: glued to a die x explodes elsewhere: *10 "
        "multiplies, ! explodes\n"
        "prepared encounter Dam, line 10: on_hit 2d66: d66 is two dice, tens and ones, and "
        "stands alone: 2x d66\n"
        "member Ann, line 3: damage 2d66: d66 is two dice, tens and ones, and stands alone: 2x "
        "d66\n");
    /* Mended, it is found no more. */
    found = text_over(found.p, 2000);
    write_change(play, CHANGE_KIND, 1, "caves-of-qud",
                 "creatures:\n  - name: \"reed-crab\"\n    hp: \"2d6\"\n");
    write_change(play, CHANGE_PREPARED, 1, CHANGE_TEXT, TEXT("    hp: 3\n"));
    write_change(play, CHANGE_PARTY, 1, "caves-of-qud", "name Ann\ntext damage 2d6\n");
    assert_int_equal(sitting_find_stored_dice(play->path, see_fault, &found, &err), STATUS_OK);
    assert_string_equal(found.p, "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_older_dice__##name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_a_prepared_encounter_are_told_with_their_place),
        TEST(of_a_member_are_told_with_its_name),
        TEST(of_a_member_are_told_in_every_game),
        TEST(in_the_command_of_a_counter_leave_it_due),
        TEST(in_a_policy_stop_its_forecast_alone),
        TEST(are_found_where_the_campaign_keeps_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
