/* The linear table has what the screen has: for each view its facts by a line, for each act of
 * the screen a line that does the same, and the help of every command of every game. A new
 * view, act or command fails here until it has one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/settings/keys.h"
#include "app/sitting/commands.h"
#include "cli/linear.h"
#include "games/games.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/decide.h"

enum { OUTPUT_SIZE = 256 * 1024 };

static const char *const fight[] = {"encounter Cellar system=trilemma",
                                    "encounter \"Nest ledge\" system=trilemma",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "note-on Anka owes the ferryman",
                                    "initiative 15 5",
                                    "counter torch 6",
                                    "condition p2 prone rounds=3",
                                    "damage p1 20",
                                    NULL};

/* The typed line, and what must be said. */
struct spoken {
    const char *typed, *said;
};

static const struct spoken of_view[CONTEXT_COUNT] = {
    [CONTEXT_TABLE] = {"show", "Pelican 2, foe, init 11, HP 16 of 16, prone (3 rounds)"},
    [CONTEXT_MORE] = {"commands", "ready, "},
    [CONTEXT_QUESTION] = {"attack", "attacks whom? (Pelican 1, Pelican 2):"},
    [CONTEXT_PALETTE] = {"help wound", "injury: "},
    [CONTEXT_READER] = {"help", "A line is a command"},
    [CONTEXT_HISTORY] = {"history", "Pelican 1 takes 20 damage"},
    [CONTEXT_LOG] = {"log", "Pelican 1: 16 to 0 of 16 HP"},
    [CONTEXT_CHRONICLE] = {"chronicle", "Nest ledge (Trilemma): on the table, round 1"},
    [CONTEXT_ENCOUNTERS] = {"encounters", "Cellar"},
    [CONTEXT_PLAN] = {"plan-add Cellar the door sticks\nplan",
                      "1. Cellar (Trilemma, empty): the door sticks"},
    [CONTEXT_FORM] = {"help add", "strength="},
    [CONTEXT_FILE] = {"help save-as", "save-as: "},
    [CONTEXT_SETTINGS] = {"settings", "backups-newest"},
    [CONTEXT_CAMPAIGNS] = {"campaigns", "7 acts"},
    [CONTEXT_KINDS] = {"kinds gully", "gully-goblin, shipped, HP 1d6"},
    [CONTEXT_PREPARED] = {"prepare Ford\nprepared", "Ford (Trilemma)"},
    [CONTEXT_PAST] = {"look back", "Pelican 1, foe, init 11, HP 16 of 16"},
    [CONTEXT_OPEN] = {"due", "injury save due: Pelican 1"},
    [CONTEXT_PARTY] = {"join Bo hp=3\nparty", "Bo"},
    [CONTEXT_ASK] = {"log pelican", "2 pelican join"},
    [CONTEXT_FIGURES] = {"figures", "the foes: 0 damage, 16 HP lost"},
    [CONTEXT_WHY] = {"why p1", "Pelican 1: hp is 0"},
    [CONTEXT_FORECAST] = {"forecast", "Anka falls in "},
    [CONTEXT_CHART] = {"chart", "The party's chance to win was "},
    [CONTEXT_IMPORTS] = {"import tests/content/import/basic.txt", "fen-drake: taken"},
    [CONTEXT_EXAMPLE] = {"forecast example win 1", "never played: a close win, act 1 of "},
};

/* Nothing is said about things that only the screen has: a selection, a place in a list. */
static const struct spoken of_act[ACT_COUNT] = {
    [ACT_ACCEPT] = {"attack p1\n14\n4", "Anka to Pelican 1: d20 14"},
    [ACT_CANCEL] = {"attack p1\ncancel", "Nothing was done."},
    [ACT_HELP] = {"help attack", "attack: "},
    [ACT_OLDER] = {"log 30", "Anka joins"},
    [ACT_FILTER] = {"log pelican", "2 pelican join"},
    [ACT_OPEN] = {"log #7", "damage p1 20"},
    [ACT_TURN] = {"", "Turn: Anka."},
    [ACT_TARGET] = {"odds", "Anka to Pelican 1"},
    [ACT_FOE] = {"odds", "Anka to Pelican 2"},
    [ACT_CHOOSE] = {"damage p1,p2 1", "Pelican 2: 16 to 15 of 16 HP"},
    [ACT_SETTLE] = {"due", "To settle it: injury"},
    [ACT_RULING] = {"ruling attack p1 by=p2 14 4", "Pelican 2 to Pelican 1"},
    [ACT_LOG] = {"log", "Pelican 1: 16 to 0 of 16 HP"},
    [ACT_PALETTE] = {"commands", "damage, "},
    [ACT_NEW] = {"add 2 rat hp=3", "2 rat join"},
    [ACT_EDIT] = {"set Anka ac=26", "Anka"},
    [ACT_COMPLETE] = {"damage", "damage: who?"},
    [ACT_AMEND] = {"amend 7", "Pelican 1: 16 to 9 of 16 HP"},
    [ACT_REWIND] = {"rewind 6", "went back to"},
    [ACT_CARRY] = {"open Cellar carry", "opened Cellar"},
    [ACT_CAMPAIGNS] = {"campaigns", "7 acts"},
    [ACT_PREPARED] = {"prepare Ford\nprepared Ford", "encounter: Ford"},
    [ACT_RENAME] = {"rename-encounter Cellar Den", "Cellar is now Den"},
    [ACT_COPY] = {"copy-encounter Cellar", "Cellar 2 is a copy of Cellar"},
    [ACT_TAGS] = {"tag-encounter Cellar boss, damp", "Cellar: tags boss, damp"},
    [ACT_NOTE] = {"note-encounter Cellar the door sticks", "Cellar: the door sticks"},
    [ACT_PLAN] = {"plan", "nothing is planned"},
    [ACT_PLAN_ADD] = {"plan-add Cellar", "Cellar is on the plan"},
    [ACT_MOVE_UP] = {"plan-add Cellar\nplan-add Nest\nplan-move Nest up",
                     "Nest ledge is number 1 of the plan"},
    [ACT_MOVE_DOWN] = {"plan-add Cellar\nplan-add Nest\nplan-move Cellar down",
                       "Cellar is number 2 of the plan"},
    [ACT_ARCHIVE] = {"archive-encounter Cellar", "Cellar is archived"},
    [ACT_SHOW_ARCHIVED] = {"archive-encounter Cellar\nencounters archived", "archived"},
    [ACT_DELETE] = {"delete-encounter Cellar", "Cellar is deleted"},
    [ACT_UNDO] = {"archive-encounter Cellar\nencounters-undo", "undone: Cellar is archived"},
    [ACT_REDO] = {"archive-encounter Cellar\nencounters-undo\nencounters-redo",
                  "redone: Cellar"},
    [ACT_LOOK] = {"look #4", "Looking back at act 4"},
    [ACT_MARK_OLDER] = {"damage p2 1\nlook mark-back", "Looking back at act 7"},
    [ACT_MARK_NEWER] = {"damage p2 1\nlook first\nlook mark-on", "Looking back at act 7"},
    [ACT_ROUND] = {"look r1", "Looking back at act 4"},
    [ACT_ADDRESS] = {"look \"Nest ledge\"#4", "Looking back at act 4"},
    [ACT_BRANCHES] = {"undo\ndamage p2 20\nbranches", "a way that was left"},
    [ACT_OTHER_WAY] = {"undo\ndamage p2 20\nlook #7", "Looking back at act 7, taken back"},
    [ACT_POLICIES] = {"policy party cautious", "party fights by cautious in a forecast"},
    [ACT_GO_ON] = {"go-on #4", "Nest ledge 2 goes on from Nest ledge #4"},
    [ACT_REMARK] = {"remark #7 the cook lies", "\"Nest ledge\"#7: remark: the cook lies"},
    [ACT_MARKER] = {"marker turning point", "\"Nest ledge\"#7: marker: turning point"},
    [ACT_CHRONICLE] = {"chronicle", "1 fight"},
    [ACT_PARTY] = {"join Bo hp=3\nparty", "Bo"},
    [ACT_LOOK_OLDER] = {"look back", "Looking back at act 6"},
    [ACT_LOOK_NEWER] = {"look back\nlook back\nlook on",
                        "Command: look on\nLooking back at act 6"},
    [ACT_OPEN_LIST] = {"due", "To settle it: injury"},
    [ACT_ALIKE] = {"damage p2 20\ninjury p1 alike wounded", "Pelican 2"},
    [ACT_HERE] = {"join Bo hp=3\naway Bo\nhere Bo", "Bo: here tonight"},
    [ACT_ENLIST] = {"enlist Anka", "Anka joins the party"},
    [ACT_HOME] = {"enlist Anka\ndamage Anka 1\nhome", "home from"},
    [ACT_REST] = {"join Bo hp=3\nrest", "nothing comes back by a rule of this game"},
    [ACT_HEAL] = {"join Bo hp=3\nparty damage Bo 2\nparty heal Bo 1", "Bo: HP 1 to 2"},
    [ACT_SPEND] = {"party-gain 20\nparty-spend 3", "the party: gold 20 to 17"},
    [ACT_GAIN] = {"party-gain 20", "gold 20"},
    [ACT_BUY] = {"join Bo hp=3\nparty-buy Bo rope", "Bo: note rope"},
    [ACT_LEVEL] = {"join Bo hp=3\nparty-level Bo", "this game has no rule for a level"},
    [ACT_ADVENTURE] = {"join Bo hp=3\nparty-adventure",
                       "nothing comes back by a rule of this game"},
    [ACT_OUT] = {"join Bo hp=3\nparty out Bo dead", "Bo: dead"},
    [ACT_PRINT] = {"party-print /", "/ is there already"},
    [ACT_EXPORT] = {"export /", "/ is there already"},
    [ACT_EXPORT_PLAYERS] = {"export / players", "/ is there already"},
    [ACT_HISTORY] = {"join Bo hp=3\nparty-history", "Bo joins the party"},
    [ACT_READY] = {"questions", "hit-most"},
    [ACT_KEEP] = {"question-keep birds by=peli\nquestions", "birds, by=peli"},
    [ACT_ASK] = {"log pelican", "2 pelican join"},
    [ACT_FIGURES] = {"figures Cellar", "no attack, damage or healing to count"},
    [ACT_FORECAST] = {"forecast", "The party wins"},
    [ACT_HOW_MANY] = {"forecast which hp of=Anka won=70%", "hp"},
    [ACT_CHART] = {"forecast when did it turn?", "The party's chance to win was "},
    [ACT_CHOICES] = {"choices", "what Anka can do now"},
    [ACT_EVENING] = {"forecast-evening", "The plan is empty"},
    [ACT_WHAT_IF] = {"forecast set p2 hp=1", "with set p2 hp=1: won"},
    [ACT_ONE_MORE] = {"forecast duplicate p2", "with duplicate p2: won"},
    [ACT_WITHOUT] = {"forecast set Anka ac=30", "with set Anka ac=30: won"},
    [ACT_DO] = {"set p2 hp=1", "Pelican 2"},
    [ACT_WIDEN] = {"figures session=last", "the foes: 0 damage, 16 HP lost"},
    [ACT_WHY] = {"why p1", "16 to 0"},
    [ACT_QUIT] = {"quit", "Command: quit"},
};

/* What moves a selection or a cursor, opens and closes rows, or saves keys. */
static const enum screen_act of_the_screen[] = {
    ACT_DOWN,       ACT_UP,           ACT_PAGE_DOWN,  ACT_PAGE_UP,      ACT_FIRST,
    ACT_LAST,       ACT_NEWER,        ACT_NEXT,       ACT_BEFORE,       ACT_CLOSE,
    ACT_CLEAR,      ACT_REPEAT,       ACT_OPEN_ALL,   ACT_CHOOSE_AGAIN, ACT_MORE,
    ACT_SHOW_LINES, ACT_PARTY_FIGHTS, ACT_FOES_FIGHT, ACT_EXAMPLE,      ACT_MORE_FIGHTS,
    ACT_BACK,       ACT_TYPE,         ACT_UNSET};

/* ---- listening ------------------------------------------------------------------------- */

/* Everything that is said while these lines are typed. */
static const char *listen(struct sitting *sitting, const char *typed)
{
    static char heard[OUTPUT_SIZE];
    FILE *input = tmpfile(), *output = tmpfile();
    assert_non_null(input);
    assert_non_null(output);
    fprintf(input, "%s\n", typed);
    rewind(input);
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    dup2(fileno(output), STDOUT_FILENO);
    int code = linear_run(sitting, input);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(output);
    size_t n = fread(heard, 1, sizeof heard - 1, output);
    heard[n] = '\0';
    fclose(input);
    fclose(output);
    assert_int_equal(code, 0);
    return heard;
}

static bool is_said(const char *what, const struct spoken *spoken)
{
    struct play *play = play_new(fight);
    const char *heard = listen(play->sitting, spoken->typed);
    bool is_there = strstr(heard, spoken->said) != NULL;
    if (!is_there) {
        print_error("%s: \"%s\" does not say \"%s\":\n%s\n", what, spoken->typed, spoken->said,
                    heard);
    }
    play_free(play);
    return is_there;
}

static void test_linear__each_view_has_its_facts(void **state)
{
    (void)state;
    int silent = 0;
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        const char *name = key_context_name((enum key_context)i);
        if (of_view[i].typed == NULL) {
            fail_msg("no line is known that says what the view of %s shows", name);
        }
        silent += is_said(name, &of_view[i]) ? 0 : 1;
    }
    assert_int_equal(silent, 0);
}

static void test_linear__notes_beside_the_list_are_said(void **state)
{
    static const struct spoken facts[] = {{"", "Counter torch: 6 rounds left."},
                                          {"show Anka", "owes the ferryman"},
                                          {"show", "Pelican 1, foe, init 11, HP 0 of 16"},
                                          {"", "Undo takes back: Pelican 1 takes 20 damage."},
                                          {"undo\n\n", "Redo does again: Pelican 1"}};
    (void)state;
    int silent = 0;
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        silent += is_said("beside the list", &facts[i]) ? 0 : 1;
    }
    assert_int_equal(silent, 0);
}

static bool is_of_the_screen(int act)
{
    bool is_it = false;
    for (size_t i = 0; i < sizeof of_the_screen / sizeof of_the_screen[0]; i++) {
        is_it = is_it || of_the_screen[i] == (enum screen_act)act;
    }
    return is_it;
}

static void test_linear__each_act_of_the_screen_has_a_line(void **state)
{
    static const char *const names[] = {
        "none",
#define ACT(act, name) name,
#include "app/settings/screen_acts.def"
#undef ACT
    };
    (void)state;
    int silent = 0;
    for (int i = ACT_NONE + 1; i < ACT_COUNT; i++) {
        if ((of_act[i].typed == NULL) != is_of_the_screen(i)) {
            fail_msg("%s: a line does the same, or it is of the screen: one of the two",
                     names[i]);
        }
        silent += of_act[i].typed == NULL || is_said(names[i], &of_act[i]) ? 0 : 1;
    }
    assert_int_equal(silent, 0);
}

/* Asked for by its name, with the help it has in the palette. */
static void test_linear__every_command_of_every_game_is_explained(void **state)
{
    static char typed[16 * 1024];
    (void)state;
    for (int s = 0; s < systems_count(); s++) {
        const struct command_def *defs[COMMANDS_MAX];
        struct made_commands made;
        char line[100];
        const char *const lines[] = {line, NULL};
        int count = sitting_commands_of(system_at(s), &made, defs, COMMANDS_MAX);
        text_format(line, sizeof line, "encounter Den system=%s", system_at(s)->id);
        struct play *play = play_new(lines);
        struct text text = text_over(typed, sizeof typed);
        for (int i = 0; i < count; i++) {
            text_add(&text, "help %s\n", defs[i]->name);
        }
        assert_false(text.is_cut);
        const char *heard = listen(play->sitting, typed);
        for (int i = 0; i < count; i++) {
            TEXT_BUFFER(said, 300);
            text_add(&said, "\n%s: %s.", defs[i]->name, defs[i]->help);
            if (strstr(heard, said.p) == NULL) {
                fail_msg("%s: help %s is not said", system_at(s)->id, defs[i]->name);
            }
        }
        play_free(play);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear__each_view_has_its_facts),
        cmocka_unit_test(test_linear__notes_beside_the_list_are_said),
        cmocka_unit_test(test_linear__each_act_of_the_screen_has_a_line),
        cmocka_unit_test(test_linear__every_command_of_every_game_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
