/* What is known about the options of commands: every option of every command is described, with
 * what it takes. */
#include "games/games.h"

#include <string.h>

#include "support/unit.h"
#include "tracker/command.h"
#include "tracker/decide.h"
#include "tracker/procedure.h"

static const struct command_def *command_named(const struct system *system, const char *name)
{
    static struct made_commands made;
    const struct command_def *commands[COMMANDS_MAX];
    int count = procedure_commands(games_find(system), system, &made, commands, COMMANDS_MAX);
    for (int i = 0; i < count; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    fail_msg("there is no command %s", name);
    return NULL;
}

static void test_option_about__every_option_of_every_command_is_described(void **state)
{
    (void)state;
    char list[2000] = "";
    struct text missing = text_over(list, sizeof list);
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        const struct command_def *commands[COMMANDS_MAX];
        struct made_commands made;
        int count =
            procedure_commands(games_find(system), system, &made, commands, COMMANDS_MAX);
        for (int k = 0; k < count; k++) {
            const char *names[OPTION_NAMES_MAX];
            int named = option_names(games_find(system), system, commands[k], names);
            for (int n = 0; n < named; n++) {
                struct option_about about =
                    option_about(games_find(system), system, commands[k], names[n]);
                bool is_told = about.takes != OPTION_TAKES_ANYTHING && about.help[0] != '\0' &&
                               (about.takes != OPTION_TAKES_WORDS || about.words[0] != NULL);
                if (!is_told) {
                    text_add(&missing, "\n  %s %s= (%s)", commands[k]->name, names[n],
                             system->id);
                }
            }
        }
    }
    if (missing.n > 0) {
        fail_msg("neither the game nor src/tracker/option_about.def tells:%s", list);
    }
}

static void test_option_about__says_what_is_taken(void **state)
{
    static const struct {
        const char *command, *option;
        enum option_takes takes;
    } cases[] = {
        {"attack", "by", OPTION_TAKES_COMBATANT}, {"next", "by", OPTION_TAKES_WORDS},
        {"attack", "edge", OPTION_TAKES_NUMBER},  {"attack", "direct", OPTION_TAKES_FLAG},
        {"shoot", "facing", OPTION_TAKES_WORDS},  {"force", "except", OPTION_TAKES_COMBATANTS},
        {"set", "strength", OPTION_TAKES_NUMBER}, {"add", "side", OPTION_TAKES_WORDS},
        {"morale", "note", OPTION_TAKES_TEXT},    {"attack", "nothing", OPTION_TAKES_ANYTHING},
    };
    (void)state;
    const struct system *system = system_find(str_of("trilemma"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct command_def *def = command_named(system, cases[i].command);
        assert_int_equal(option_about(games_find(system), system, def, cases[i].option).takes,
                         cases[i].takes);
    }
}

/* A word that other games use for something else has the help of the game that asks. */
static void test_option_about__an_acts_own_value_comes_first(void **state)
{
    static const struct {
        const char *system, *command, *option, *help;
    } cases[] = {
        {"pixel-dungeon", "attack", "magic", "a wand or spell: accuracy rolls double"},
        {"pixel-dungeon", "set", "magic", "it attacks by magic: accuracy doubles"},
        {"pixel-dungeon", "attack", "hp", "the defender's hit points"},
        {"pixel-dungeon", "set", "hp", "hit points: a number, or dice"},
        {"trilemma", "damage", "magic", "magic did it"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct system *system = system_find(str_of(cases[i].system));
        const struct command_def *def = command_named(system, cases[i].command);
        assert_string_equal(option_about(games_find(system), system, def, cases[i].option).help,
                            cases[i].help);
    }
}

/* The scores that `initiative` takes stand after names, not after values of combatants. */
static void test_option_about__initiative_takes_names_alone(void **state)
{
    static const char *const systems[] = {"caves-of-qud", "pixel-dungeon", "yuxtapa"};
    (void)state;
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        const struct system *system = system_find(str_of(systems[i]));
        const struct command_def *def = command_named(system, "initiative");
        const char *names[OPTION_NAMES_MAX];
        assert_int_equal(option_names(games_find(system), system, def, names), 0);
        TEXT_BUFFER(usage, 100);
        command_usage(games_find(system), system, def, &usage);
        assert_string_equal(usage.p, "initiative [DICE] [NAME=value ...] [dice]");
    }
}

static void test_option_about__names_what_a_command_knows(void **state)
{
    (void)state;
    const struct system *system = system_find(str_of("trilemma"));
    const char *names[OPTION_NAMES_MAX];
    assert_int_equal(
        option_names(games_find(system), system, command_named(system, "superior"), names), 0);
    assert_int_equal(
        option_names(games_find(system), system, command_named(system, "leader"), names), 2);
    assert_string_equal(names[0], "of");
    assert_int_equal(
        option_names(games_find(system), system, command_named(system, "set"), names),
        8 + system->attributes_count + games_find(system)->gives_count);
}

/* What a row says of its options is what the usage tells: "[by=]" takes a value, "[hurt]" none.
 */
static void test_signature__is_told_as_it_is_written(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        static struct made_commands made;
        const struct system *system = system_at(i);
        const struct command_def *commands[COMMANDS_MAX];
        int count =
            procedure_commands(games_find(system), system, &made, commands, COMMANDS_MAX);
        for (int k = 0; k < count; k++) {
            struct str rest =
                str_of(commands[k]->signature != NULL ? commands[k]->signature : "");
            TEXT_BUFFER(usage, 1000);
            command_usage(games_find(system), system, commands[k], &usage);
            for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
                bool is_argument = memchr(word.p, ':', (size_t)word.n) != NULL;
                bool is_any = memchr("*@", word.p[1], 2) != NULL;
                if (!is_argument && !is_any && !commands[k]->takes_damage_options &&
                    !str_holds(str_of(usage.p), word)) {
                    fail_msg("%s: %.*s is not in %s", commands[k]->name, word.n, word.p,
                             usage.p);
                }
            }
        }
    }
}

static void test_signature__is_read_into_arguments_options_and_dice(void **state)
{
    static struct made_commands made;
    const struct command_def row = {
        .name = "test",
        .signature = "WHO:combatants/shares [TO:up|down] [ITEM:name/record:item/no-number] "
                     "[TABLE:word/table] [by=] [hurt] [dice]",
        .help = ""};
    (void)state;
    const struct command_def *def = commands_add(&made, &row, system_at(0));
    assert_int_equal(def->arguments_count, 4);
    assert_string_equal(def->arguments[0].name, "WHO");
    assert_int_equal(def->arguments[0].kind, ARGUMENT_COMBATANTS);
    assert_true(def->arguments[0].takes_shares && !def->arguments[0].is_optional);
    assert_int_equal(def->arguments[1].kind, ARGUMENT_CHOICE);
    assert_string_equal(def->arguments[1].choices[1], "down");
    assert_null(def->arguments[1].choices[2]);
    assert_true(def->arguments[1].is_optional);
    assert_string_equal(def->arguments[2].records, "item");
    assert_true(def->arguments[2].leaves_numbers);
    assert_int_equal(def->arguments[3].words, WORDS_TABLE);
    assert_string_equal(def->options[0], "by");
    assert_string_equal(def->options[1], "hurt");
    assert_null(def->options[2]);
    assert_true(def->takes_dice);
    assert_string_equal(def->rule, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_option_about__every_option_of_every_command_is_described),
        cmocka_unit_test(test_option_about__says_what_is_taken),
        cmocka_unit_test(test_option_about__an_acts_own_value_comes_first),
        cmocka_unit_test(test_option_about__initiative_takes_names_alone),
        cmocka_unit_test(test_option_about__names_what_a_command_knows),
        cmocka_unit_test(test_signature__is_told_as_it_is_written),
        cmocka_unit_test(test_signature__is_read_into_arguments_options_and_dice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
