/* The help: the part for the present context comes first, commands are shown with their rules,
 * and it can be filtered by typing. */
#include "tui/widgets/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/commands.h"
#include "app/sitting/rules.h"
#include "games/games.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/widgets/reader.h"

static const char *const fight[] = {
    "encounter \"Nest ledge\"", "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add 3 pelican strength=12 wits=6 ac=22 morale=8 hp=16", "initiative 15 5", NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

static void test_help__begins_where_one_is(void **state)
{
    static const struct {
        const char *keys, *title;
    } contexts[] = {
        {"?", "At the table"},
        {"F1", "At the table"},
        {"l F1", "In the log"},
        {"U F1", "In the list of past acts"},
        {"T F1", "In the list of encounters"},
        {"l ?", "In the log"},
        {"U ?", "In the list of past acts"},
        {": F1", "In the list of commands"},
        {"e F1", "When a question is asked"},
        {"N F1", "In a form"},
    };
    struct play *play = *state;
    play->rows = 60;
    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
        play_keys(play, contexts[i].keys);
        play_shows(play, contexts[i].title);
        assert_true(play_row_of(play, contexts[i].title) <= 9);
    }
}

static void test_help__tells_what_is_asked_or_typed_first(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a F1");
    play_shows(play, "5.14 Attack: In melee or at range");
    assert_int_equal(play_row_of(play, "Now"), 1);
    /* What the rule says stands before the options. */
    assert_true(play_row_of(play, "5.14 Attack") < play_row_of(play, "by=  who does it"));
    /* And is back where it was. */
    play_keys(play, "Tab a F1 Esc text:14 Enter");
    play_shows(play, "Anka → Pelican 1: damage, 1d6");
    play_keys(play, ": \"text:morale p1 th\" F1");
    play_shows(play, "5.13 Morale check: The group holds if");
    play_shows(play, "then=flee|surrender|other  what they do when they break");
    play_keys(play, ": \"text:morale p1 th\" F1 Esc Tab");
    play_shows(play, ":morale p1 then=");
}

/* The check that waits is what one wants to know about. */
static void test_help__at_the_table_explains_a_pending_check(void **state)
{
    struct play *play = *state;
    play_keys(play, "?");
    play_hides(play, "Now");
    play_do(play, "out p1 dead");
    play_keys(play, "?");
    assert_int_equal(play_row_of(play, "Now"), 1);
    play_shows(play, "5.13 Morale check: The group holds if");
}

static void test_help__tells_all_keys_of_one_act_on_one_line(void **state)
{
    struct play *play = *state;
    play->rows = 90;
    play_keys(play, "?");
    play_shows(play, " Down j        select the next combatant");
    play_shows(play, " ? F1          this help");
    play_keys(play, "? / \"text:back to the table\" Enter");
    play_shows(play, " Esc C-c q ?   back to the table; also F1");
    play_keys(play, "l ?");
    play_shows(play, " Esc C-c q l   back to the table");
}

/* What one needs for a file of keys of one's own stands in the help, and is what that file
 * takes. */
static void test_help__says_how_keys_are_bound(void **state)
{
    struct play *play = *state;
    play_keys(play, "? / text:@filter");
    play_shows(play, "Keys of your own");
    play_shows(play,
               " reader        @down @up @newer @older @first @last @filter @accept @cancel");
    play_keys(play, "? / text:referee/keys");
    play_shows(play, "$XDG_CONFIG_HOME/referee/keys, else ~/.config/referee/keys");
}

static void test_help__is_narrowed_by_typing(void **state)
{
    struct play *play = *state;
    play_keys(play, "? / \"text:PLACE of ac\"");
    play_shows(play, "Commands, for : and for scripts");
    play_shows(play, "active defence: d20 + strength in place of AC, if higher");
    play_hides(play, "At the table");
    play_hides(play, "pay for a reaction");
    /* Of a long entry only its head and what was looked for. */
    play_keys(play, "? / \"text:direct hit spend\"");
    play_shows(play, "attack        attack with the combatant whose turn");
    play_shows(play, "direct  spend 4 extra degrees on a direct hit");
    play_hides(play, "out_reached  the attacker");
    /* Enter keeps what was found, and the keys are the reader's again. */
    play_keys(play, "? / text:undo Enter");
    play_shows(play, "take the last act back [undo]");
    play_shows(play, "/ find");
    play_keys(play, "? / text:rewind Enter j k");
    play_shows(play, "go to any act by its number");
    play_shows(play, "k: this is the top");
    play_keys(play, "? / text:undo Esc");
    play_shows(play, "end this turn, or start the next round");
    play_keys(play, "? / text:nothinglikeit Down PageDown End");
    play_shows(play, "/nothinglikeit");
    play_shows(play, "no line contains these words");
    play_keys(play, "? / text:undo Esc Esc");
    play_shows(play, "n next");
}

/* For every system the whole help fits, and has the rule of every command. */
static void test_help__has_room_for_everything(void **state)
{
    char *buf = malloc(READER_TEXT_SIZE);
    assert_non_null(buf);
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        const struct command_def *commands[COMMANDS_MAX];
        struct made_commands made;
        char line[100];
        static const char *const nothing[] = {NULL};
        struct play *play = play_new(nothing);
        snprintf(line, sizeof line, "encounter x system=%s", system_at(i)->id);
        play_do(play, line);
        struct text text = text_over(buf, READER_TEXT_SIZE);
        static struct key_table keys;
        key_table_make(&keys, games_find(system_at(i)), NULL);
        struct help_source source = {
            .keys = &keys,
            .commands = commands,
            .procedure = games_find(system_at(i)),
            .commands_count = sitting_commands_of(system_at(i), &made, commands, COMMANDS_MAX),
            .system = system_at(i),
            .rule_texts = sitting_rule_texts(play->sitting)};
        source.about = commands[0];
        help_write_now(&text, &source);
        help_write(&text, &source);
        assert_false(text.is_cut);
        for (int k = 0; k < source.commands_count; k++) {
            const struct rule_text *rule_text =
                rule_text_find(source.rule_texts, str_of(commands[k]->rule));
            assert_true(commands[k]->rule[0] == '\0' || rule_text != NULL);
            assert_non_null(strstr(buf, commands[k]->help));
            assert_true(rule_text == NULL || strstr(buf, rule_text->text) != NULL);
        }
        bool has_any = source.rule_texts->beside_count > 0;
        assert_true((strstr(buf, "# Beside the real game\n") != NULL) == has_any);
        for (int k = 0; k < source.rule_texts->beside_count; k++) {
            assert_non_null(strstr(buf, source.rule_texts->beside[k].text));
        }
        play_free(play);
    }
    free(buf);
}

/* A game that is a program too says how that differs, wherever its rules are explained at the
 * table; a game of tables alone has no such part. */
static void test_help__tells_what_the_real_game_does_otherwise(void **state)
{
    int games_with = 0;
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        char line[100];
        static const char *const nothing[] = {NULL};
        struct play *play = play_new(nothing);
        play->rows = 60;
        snprintf(line, sizeof line, "encounter x system=%s", system_at(i)->id);
        play_do(play, line);
        const struct rule_texts *texts = sitting_rule_texts(play->sitting);
        bool has_any = texts->beside_count > 0;
        games_with += has_any;
        play_keys(play, "? / \"text:real game\"");
        has_any ? play_shows(play, "Beside the real game")
                : play_hides(play, "Beside the real game");
        play_keys(play, "Esc Esc");
        for (int k = 0; k < texts->beside_count; k++) {
            struct result result;
            snprintf(line, sizeof line, "? / \"text:%s\"", texts->beside[k].title);
            play_keys(play, line);
            play_shows(play, texts->beside[k].title);
            play_keys(play, "Esc Esc");
            sitting_run(play->sitting, "rule beside", false, &result);
            assert_non_null(strstr(result.text, texts->beside[k].text));
        }
        play_free(play);
    }
    assert_in_range(games_with, 3, systems_count() - 1);
}

/* It is kept, and written again for another context or game. */
static void test_help__follows_the_context_and_the_game(void **state)
{
    struct play *play = *state;
    play_keys(play, "? Esc ? / text:superior Enter");
    play_shows(play, "[superior]");
    play_keys(play, "? Esc l ? / text:hide Enter");
    play_shows(play, "show or hide the dice, numbers");
    play_keys(play, "? Esc : \"text:encounter Den system=four-against-darkness\" Enter "
                    "? / text:marching Enter");
    play_shows(play, "where the fight is: place corridor dark");
    play_hides(play, "[superior]");
}

/* The question has a rule of its own: `next` itself stands under 5.1. */
static void test_help__tells_the_rule_of_the_question(void **state)
{
    struct play *play = *state;
    do {
        play_do(play, "next");
    } while (sitting_state(play->sitting)->value[ENCOUNTER_TURN] != 0);
    play_keys(play, "n F1");
    play_shows(play, "5.5 Between rounds: ");
    play_shows(play, "one side demands it");
}

static void test_help__is_drawn_at_every_size(void **state)
{
    play_screens(*state, "Tab a F1 / text:morale", "help_filtered");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_help__##name, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(begins_where_one_is),
        TEST(tells_what_is_asked_or_typed_first),
        TEST(at_the_table_explains_a_pending_check),
        TEST(tells_all_keys_of_one_act_on_one_line),
        TEST(says_how_keys_are_bound),
        TEST(is_narrowed_by_typing),
        TEST(has_room_for_everything),
        TEST(tells_what_the_real_game_does_otherwise),
        TEST(follows_the_context_and_the_game),
        TEST(tells_the_rule_of_the_question),
        TEST(is_drawn_at_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
