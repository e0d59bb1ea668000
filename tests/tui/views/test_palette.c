/* The palette: what it offers where, what it completes, what it says before Enter. */
#include "tui/palette/palette.h"

#include <stdio.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter \"Long stair\"",
                                    "encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                    "add 3 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 12 5",
                                    "out p1 dead",
                                    "condition p2 own snagged rounds=2",
                                    "trait Ulf shield",
                                    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

/* The rows of the palette that show this are in this order. */
static void shows_in_order(const struct play *play, const char *first, const char *second)
{
    play_shows(play, first);
    play_shows(play, second);
    assert_true(play_row_of(play, first) < play_row_of(play, second));
}

/* ---- arguments ------------------------------------------------------------------------- */

struct completion {
    const char *typed, *completed; /* by Tab; the cursor stands after it */
};

static void check_completed(struct play *play, const struct completion *completion)
{
    char keys[200];
    char shown[200];
    snprintf(keys, sizeof keys, ": \"text:%s\" Tab text:#", completion->typed);
    snprintf(shown, sizeof shown, "%s#", completion->completed);
    play_keys(play, keys);
    play_shows(play, shown);
}

static void test_palette__completes_whatever_an_argument_can_be(void **state)
{
    static const struct completion cases[] = {
        {"attack p", ":attack p2 "},
        {"attack p2 by=u", ":attack p2 by=Ulf "},
        {"attack p2 defender", ":attack p2 defender_edge="},
        {"attack p2 direc", ":attack p2 direct "},
        {"damage p2,an", ":damage p2,Anka "},
        {"out Ulf fl", ":out Ulf fled "},
        {"shoot p2 facing=b", ":shoot p2 facing=behind "},
        {"force except=Anka,ul", ":force except=Anka,Ulf "},
        {"react Ulf shi", ":react Ulf shield "},
        {"condition Anka bl", ":condition Anka blind "},
        {"condition Anka x until=u", ":condition Anka x until=Ulf "},
        {"trait Anka sh", ":trait Anka shield "},
        {"setting oversp", ":setting overspend "},
        {"setting overspend den", ":setting overspend deny "},
        {"open lon", ":open \"Long stair\" "},
        {"encounter x system=four", ":encounter x system=four-against-darkness "},
        {"consult che", ":consult chest "},
        {"rule reach", ":rule 5.16 "},
        {"next by=f", ":next by=foes "},
        {"set Ulf stren", ":set Ulf strength="},
        {"ruling attack p", ":ruling attack p2 "},
        {"ruling att", ":ruling attack "},
        {"amend attack p", ":amend attack p2 "},
        {"amend act=3 attack p", ":amend act=3 attack p2 "},
        {"damage p2, an", ":damage p2, Anka "},
        {"open long st", ":open \"Long stair\" "},
        {"add 3 rat st", ":add 3 rat strength="},
        {"add giant rat strength=3 w", ":add giant rat strength=3 wits="},
        {"set Ulf no", ":set Ulf note="},
    };
    struct play *play = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_completed(play, &cases[i]);
    }
}

/* What is typed is what stands before the cursor, and the rest of the line stays. */
static void test_palette__completes_the_word_at_the_cursor(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:attack pel by=Ulf edge=1\" Home C-Right C-Right Left Tab text:#");
    play_shows(play, ":attack p2 #by=Ulf edge=1");
    play_keys(play, ": \"text:damage pel,Anka 3\" Home C-Right Right Right Tab text:#");
    play_shows(play, ":damage p2#,Anka 3");
    play_keys(play, ": \"text:dam p2 3\" Home Right Right Tab text:#");
    play_shows(play, ":damage #p2 3");
    play_keys(play, ": \"text:dam p2 3\" Home Right Right Enter Enter");
    assert_int_equal(play_value(play, "p2", FIELD_HP), 13);
    play_do(play, "undo");
}

/* Of a game whose data know foes: their names, in as many words as they have. */
static void test_palette__completes_the_names_of_foes(void **state)
{
    static const struct completion cases[] = {
        {"add wax", ":add wax rats "},
        {"add wax r", ":add wax rats "},
        {"add 8 wax r", ":add 8 wax rats "},
        {"add wax rats co", ":add wax rats count="},
        {"add wax rats le", ":add wax rats level="},
        {"add big rats foe=wax", ":add big rats foe=wax-rats "},
        {"add Ro class=cle", ":add Ro class=cleric "},
        {"add Ro class=cleric gear=sword, sh", ":add Ro class=cleric gear=sword, shield "},
    };
    struct play *play = *state;
    play_do(play, "encounter Hall system=four-against-darkness");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_completed(play, &cases[i]);
    }
}

/* The details of a place are options with their words and help. */
static void test_palette__completes_the_details_of_a_place(void **state)
{
    static const struct completion cases[] = {
        {"place cav", ":place caverns "},
        {"place caverns stalag", ":place caverns stalagmites="},
        {"place caverns stalact", ":place caverns stalactites="},
        {"place stalagmites=n", ":place stalagmites=no "},
        {"place stalactites=y", ":place stalactites=yes "},
        {"place dark=n", ":place dark=no "},
        {"place wand", ":place wandering="},
        {"place do", ":place door="},
    };
    struct play *play = *state;
    play_do(play, "encounter Cave system=four-against-darkness");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_completed(play, &cases[i]);
    }
    play_keys(play, ": \"text:place caverns stal\"");
    play_shows(play, "whether they keep dice from exploding (a house note)");
    play_shows(play, "whether exploding two-handed blows bring one down");
    play_keys(play, "Esc : \"text:place caverns stalagmites\" Enter");
    play_shows(play, "stalagmites: nothing explodes (a house note)");
}

/* Words that a prompt asks for go on in the palette, after the command that asked. */
static void test_palette__completes_what_a_prompt_asks_for(void **state)
{
    struct play *play = *state;
    play_keys(play, "+ \"text:Bo si\" Tab text:#");
    play_shows(play, ":add Bo side=#");
    play_keys(play, "+ \"text:Bo si\" Tab p Tab text:hp=3 Enter");
    assert_int_equal(play_value(play, "Bo", FIELD_SIDE), SIDE_PARTY);
    assert_int_equal(play_value(play, "Bo", FIELD_HP), 3);
    /* With nothing typed the kinds of the game are listed first, and Esc leaves no question
     * after. */
    play_keys(play, "+ Tab");
    play_shows(play, ":add");
    play_shows(play, "  gully goblin");
    play_keys(play, "+ Tab Esc n");
    play_shows(play, "undo: ");
    play_hides(play, "add: 3 rat");
    /* At dice there is nothing to complete. */
    play_keys(play, "\"text:+\" \"text:owl hp=2d6\" Enter text:4 Tab Esc");
    play_hides(play, "Owl");
}

/* Who opened a quote has it closed, and never twice. */
static void test_palette__closes_the_quote_of_a_list(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter Vault system=four-against-darkness");
    play_keys(play, ": \"text:add Ro \" text:gear=\"sword,sh\" Backspace Tab text:#");
    play_shows(play, ":add Ro gear=\"sword,shield\" #");
    play_keys(play, ": \"text:add Ro \" text:gear=\"sword,sh\" Left Tab text:#");
    play_shows(play, ":add Ro gear=\"sword,shield\" #");
    play_keys(
        play,
        ": \"text:add Ro \" text:gear=\"sword,sh,bow\" Left Left Left Left Left Tab text:#");
    play_shows(play, ":add Ro gear=\"sword,shield#,bow\"");
    play_keys(play, ": \"text:add Ro \" text:gear=\"sh\" Backspace Tab text:#");
    play_shows(play, ":add Ro gear=shield #");
}

static void test_palette__offers_no_option_twice(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:attack p2 edge=1 ed\"");
    play_shows(play, "defender_edge=");
    play_hides(play, "  edge= ");
}

static void test_palette__who_is_out_of_the_fight_comes_last(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:heal pel\"");
    shows_in_order(play, "  Pelican 3", "  Pelican 1      dead");
    /* And whom one is not likely to attack before them. */
    play->rows = 90;
    play_keys(play, ": \"text:attack \"");
    shows_in_order(play, "  Pelican 3", "  by= ");
    shows_in_order(play, "  by= ", "  Ulf");
    shows_in_order(play, "  Ulf", "  Pelican 1      dead");
}

static void test_palette__an_entry_gone_down_to_is_taken_by_enter(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:damage pel\" Down Down Enter text:2 Enter");
    assert_int_equal(play_value(play, "p2", FIELD_HP), 16);
    assert_int_equal(play_value(play, "p3", FIELD_HP), 14);
}

static void test_palette__the_typed_argument_stands_out(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:out Ulf \" screen:palette_argument");
    play_keys(play, ": \"text:attack p2 facing\" Backspace");
    play_shows(play, "attack [TARGET] [name=value ...] [dice]");
    play_keys(play, ": \"text:attack p2 magic=\"");
    play_shows(play, "attack [TARGET] [magic] [name=value ...] [dice]");
}

/* ---- the first word -------------------------------------------------------------------- */

static void test_palette__what_cannot_be_done_comes_last_with_the_reason(void **state)
{
    struct play *play = *state;
    play_keys(play, ": text:cast");
    play_shows(play, "not now: ");
    play_keys(play, ": text:re");
    play_hides(play, "  redo ");
    /* What begins so is what was looked for, even if it cannot be done now. */
    play_keys(play, ": text:red");
    shows_in_order(play, "› redo ", "  party-redo ");
    play_keys(play, ": text:redo");
    play_shows(play, "not now: there is nothing to redo");
    play_do(play, "undo");
    play_keys(play, ": text:redo");
    play_shows(play, "redo what was undone");
}

static void test_palette__an_unknown_word_is_reported_while_typed(void **state)
{
    struct play *play = *state;
    play_keys(play, ": text:xyzzy");
    play_shows(play, "no match");
    play_keys(play, ": text:xyzzy Enter");
    play_shows(play, "there is no command xyzzy");
}

static void test_palette__begins_with_what_is_done_most(void **state)
{
    struct play *play = *state;
    play_keys(play, ":");
    shows_in_order(play, "  attack ", "  next ");
    shows_in_order(play, "  damage ", "  undo ");
}

static void test_palette__a_line_that_was_wrong_is_not_offered_again(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:damage nobody 3\" Enter Esc :");
    play_hides(play, "damage nobody");
}

static void test_palette__finds_combatants_in_any_script_and_case(void **state)
{
    struct play *play = *state;
    play_do(play, "add 2 ёж hp=5");
    play_do(play, "add \"Ωμέγα\" hp=5");
    play_keys(play, ": \"text:damage ж\" Down Down Tab text:#");
    play_shows(play, ":damage ё2 #");
    play_keys(play, ": \"text:damage ωμ\" Tab text:2 Enter");
    assert_int_equal(play_value(play, "ΩΜ", FIELD_HP), 3);
}

static void test_palette__lines_run_before_come_first(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:damage p2 1\" Enter : \"text:heal p2 1\" Enter :");
    shows_in_order(play, "  heal p2 1", "  damage p2 1");
    shows_in_order(play, "  damage p2 1", "  next ");
    play_keys(play, ": \"text:damage p2 1\" Enter : Down");
    play_shows(play, "Pelican 2: 15 → 14 of 16 HP");
    play_keys(play, ": \"text:damage p2 1\" Enter : Down Enter");
    assert_int_equal(play_value(play, "p2", FIELD_HP), 13);
    /* While letters are typed what they name comes before lines. */
    play_keys(play, ": \"text:damage p2 1\" Enter : text:dam");
    shows_in_order(play, "› damage         take hit points", "  damage p2 1");
}

/* ---- before and after ------------------------------------------------------------------ */

static void test_palette__says_what_would_happen_before_enter(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:damage p2 4\"");
    play_shows(play, "Pelican 2: 16 → 12 of 16 HP");
    play_shows(play, "     Enter"); /* the key that runs it, which no message names now */
    assert_int_equal(play_value(play, "p2", FIELD_HP), 16);
    play_keys(play, ": \"text:attack p2\"");
    play_shows(play, "then it asks: Anka → Pelican 2: attack, d20");
    play_keys(play, ": text:da");
    play_hides(play, "     Enter");
    play_keys(play, ": \"text:attack p2 by=Ulf 14\"");
    play_shows(play, "refused: it is Anka's turn, not Ulf's");
    play_keys(play, ": \"text:attack p2 roll\"");
    play_hides(play, "vs AC");
    play_shows(play, "     Enter");
    play_keys(play, ": \"text:set p2 ac=-2\"");
    play_shows(play, "ac=-2: expected 0 to 100, or +2 to add to it; for 2 less type ac=");
    play_hides(play, "     Enter");
    play_keys(play, ": \"text:damage p\""); /* the list completes it: it is not wrong yet */
    play_hides(play, "could be any");
    play_hides(play, "     Enter");
}

static void test_palette__shows_the_line_that_was_run(void **state)
{
    struct play *play = *state;
    play_keys(play, ": text:dam Enter text:p2 Tab text:4 Enter");
    play_shows(play, ":damage p2 4  Pelican 2 takes 4 damage");
    play_keys(play, "l Space");
    play_shows(play, "damage p2 4");
}

static void test_palette__tells_a_rule(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:rule morale ch\" Tab Enter");
    play_shows(play, "5.13: Morale check");
    play_shows(play, "The group holds if 2d6 is at most");
    play_keys(play, ": text:rule Enter");
    play_shows(play, "5.21          Shooting into a melee");
}

/* ---- pure ------------------------------------------------------------------------------ */

static const struct key_table no_keys;

/* Without a sitting only the tables are offered. */
static void test_palette__needs_no_sitting(void **state)
{
    static struct palette palette;
    struct play *play = *state;
    struct palette_source source = {.procedure = sitting_procedure(play->sitting),
                                    .keys = &no_keys,
                                    .state = sitting_state(play->sitting)};
    source.commands_count = sitting_commands(play->sitting, &source.commands);
    palette_begin(&palette, &source, "");
    assert_int_equal(palette.list.count, source.commands_count);
    line_edit_set(&palette.edit, str_of("setting "));
    palette_update(&palette, &source);
    assert_int_equal(palette.list.count, 0);
    assert_string_equal(palette.place.command->name, "setting");
    assert_int_equal(palette.place.argument, 0);
    line_edit_set(&palette.edit, str_of("attack p2 edge=1 14 b"));
    palette_update(&palette, &source);
    assert_int_equal(palette.place.argument, 1);
    assert_int_equal(palette.place.start, 20);
    assert_null(palette.place.option);
}

/* Any line, however odd, at any length. */
static void test_palette__takes_any_line(void **state)
{
    static const char *const lines[] = {" ",
                                        "ruling",
                                        "ruling ",
                                        "ruling ruling",
                                        "\"",
                                        "damage \"",
                                        "damage ,",
                                        "damage ,,p2,",
                                        "attack by=",
                                        "attack by",
                                        "attack =",
                                        "attack by==",
                                        "rule  ",
                                        "note \"x",
                                        "add 3 x hp=",
                                        "add 3 x odd=1 ",
                                        "damage p2/half",
                                        "consult @",
                                        "set",
                                        "ready the door",
                                        "next by=party x"};
    struct play *play = *state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        static struct palette palette;
        struct palette_source source = {.keys = &no_keys,
                                        .procedure = sitting_procedure(play->sitting),
                                        .state = sitting_state(play->sitting)};
        source.commands_count = sitting_commands(play->sitting, &source.commands);
        for (int n = 0; n <= (int)strlen(lines[i]); n++) {
            char out[LINE_EDIT_SIZE];
            palette_begin(&palette, &source, "");
            line_edit_set(&palette.edit, (struct str){lines[i], n});
            palette_update(&palette, &source);
            palette_would_run(&palette, &source, out);
            assert_true(palette.place.start >= 0 && palette.place.start <= n);
            palette_complete(&palette, &source);
            assert_true(palette.edit.length >= palette.place.start);
        }
    }
}

/* ---- screens --------------------------------------------------------------------------- */

static void test_palette__is_drawn_at_every_size(void **state)
{
    play_screens(*state, ": \"text:react Ulf shield o\"", "palette_words");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_palette__##name, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(completes_whatever_an_argument_can_be),
        TEST(completes_the_word_at_the_cursor),
        TEST(completes_the_names_of_foes),
        TEST(completes_the_details_of_a_place),
        TEST(completes_what_a_prompt_asks_for),
        TEST(closes_the_quote_of_a_list),
        TEST(offers_no_option_twice),
        TEST(who_is_out_of_the_fight_comes_last),
        TEST(an_entry_gone_down_to_is_taken_by_enter),
        TEST(the_typed_argument_stands_out),
        TEST(what_cannot_be_done_comes_last_with_the_reason),
        TEST(an_unknown_word_is_reported_while_typed),
        TEST(begins_with_what_is_done_most),
        TEST(a_line_that_was_wrong_is_not_offered_again),
        TEST(finds_combatants_in_any_script_and_case),
        TEST(lines_run_before_come_first),
        TEST(says_what_would_happen_before_enter),
        TEST(shows_the_line_that_was_run),
        TEST(tells_a_rule),
        TEST(needs_no_sitting),
        TEST(takes_any_line),
        TEST(is_drawn_at_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
