/* The rule texts: the files that ship are valid, and every rule that a table of the program
 * cites is in them. */
#include "content/rule_texts.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cited.h"
#include "support/unit.h"
#include "tracker/decide.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"

struct fixture {
    struct arena arena, scratch;
    struct diagnostics diagnostics;
    struct rule_texts rule_texts;
    unsigned char memory[RULE_TEXTS_MEMORY_SIZE];
    unsigned char scratch_memory[RULE_TEXTS_SCRATCH_SIZE];
};

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

static bool read_text(struct fixture *fixture, const char *file, struct str text)
{
    struct yaml_source source = {.file = file,
                                 .code = STATUS_USAGE,
                                 .bytes = text,
                                 .diagnostics = &fixture->diagnostics};
    fixture->diagnostics.count = 0;
    arena_init(&fixture->arena, fixture->memory, sizeof fixture->memory);
    arena_init(&fixture->scratch, fixture->scratch_memory, sizeof fixture->scratch_memory);
    bool is_read =
        rule_texts_read(&fixture->rule_texts, &source, 1, &fixture->arena, &fixture->scratch);
    assert_int_equal(fixture->scratch.used, 0);
    return is_read;
}

/* ---- reading --------------------------------------------------------------------------- */

static void test_rule_texts__are_found_by_their_ids(void **state)
{
    struct fixture *fixture = *state;
    assert_true(read_text(fixture, "a.yaml",
                          str_of("rules:\n"
                                 "  - {id: \"5.1\", title: Order, text: The highest first.}\n"
                                 "  - id: Save rolls\n    title: Saves\n"
                                 "    text: >\n      A die\n      and a level.\n")));
    assert_int_equal(fixture->rule_texts.count, 2);
    assert_string_equal(rule_text_find(&fixture->rule_texts, str_of("5.1"))->title, "Order");
    const struct rule_text *saves = rule_text_find(&fixture->rule_texts, str_of("save ROLLS"));
    assert_string_equal(saves->text, "A die and a level.");
    assert_null(rule_text_find(&fixture->rule_texts, str_of("5")));
    assert_null(rule_text_find(&fixture->rule_texts, str_of("")));
}

/* What the real game does otherwise is in the same file, and is no rule that one could cite. */
static void test_rule_texts__differences_stand_beside_the_rules(void **state)
{
    struct fixture *fixture = *state;
    assert_true(read_text(fixture, "a.yaml",
                          str_of("beside:\n"
                                 "  - {title: Shields, text: One in four.}\n"
                                 "  - {title: Rust, text: Once.}\n"
                                 "rules:\n  - {id: hit, title: Hit, text: A die.}\n")));
    assert_int_equal(fixture->rule_texts.count, 1);
    assert_int_equal(fixture->rule_texts.beside_count, 2);
    assert_string_equal(fixture->rule_texts.beside[0].title, "Shields");
    assert_string_equal(fixture->rule_texts.beside[1].text, "Once.");
    assert_null(rule_text_find(&fixture->rule_texts, str_of("Shields")));
}

static void test_rule_texts__mistakes_have_a_place(void **state)
{
    static const struct {
        const char *text, *where, *what;
    } bad[] = {
        {"", "a.yaml:1:1", "rules: missing: a list of rules"},
        {"rules:\n  - {id: a, title: b}\n", "a.yaml:2:5", "text"},
        {"rules:\n  - {id: a, title: b, text: c, rule: d}\n", "a.yaml:2:32", "rule"},
        {"rules:\n  - {id: a, title: b, text: c}\n  - {id: A, title: b, text: c}\n",
         "a.yaml:3:10", "id: A is used twice"},
        {"rules:\n  - {id: a, title: b, text: c}\nbeside:\n  - {title: d}\n", "a.yaml:4:5",
         "text"},
        {"rules:\n  - {id: a, title: b, text: c}\nbeside:\n  - {id: a, title: b, text: c}\n",
         "a.yaml:4:6", "id"},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(read_text(fixture, "a.yaml", str_of(bad[i].text)));
        assert_string_equal(fixture->diagnostics.diagnostic[0].where, bad[i].where);
        assert_non_null(strstr(fixture->diagnostics.diagnostic[0].text, bad[i].what));
    }
}

static void test_rule_texts__several_in_a_citation_are_separated(void **state)
{
    static const struct {
        const char *cited, *ids;
    } cited[] = {
        {"5.1 5.10", "5.1|5.10|"},
        {"5.10", "5.10|"},
        {"hit, rolls, hit", "hit, rolls|hit|"},
        {"hit, hit, rolls", "hit|hit, rolls|"},
        {"hits 5.1, 9.9", "5.1|"},
        {"5.1x, ,", ""},
        {"", ""},
    };
    struct fixture *fixture = *state;
    assert_true(read_text(fixture, "a.yaml",
                          str_of("rules:\n"
                                 "  - {id: \"5.1\", title: a, text: a}\n"
                                 "  - {id: \"5.10\", title: a, text: a}\n"
                                 "  - {id: hit, title: a, text: a}\n"
                                 "  - {id: \"hit, rolls\", title: a, text: a}\n")));
    for (size_t i = 0; i < sizeof cited / sizeof cited[0]; i++) {
        char ids[100] = "";
        struct text text = text_over(ids, sizeof ids);
        struct str rest = str_of(cited[i].cited);
        const struct rule_text *rule_text;
        while ((rule_text = rule_text_next(&fixture->rule_texts, &rest)) != NULL) {
            text_add(&text, "%s|", rule_text->id);
        }
        assert_string_equal(ids, cited[i].ids);
    }
}

/* ---- what ships ------------------------------------------------------------------------ */

/* NULL: it is nobody's rule. */
static void cite(struct cited *cited, const char *rule, const char *by)
{
    cited_by(cited, str_of(rule != NULL ? rule : ""), by);
}

static void cite_values(struct cited *cited, const struct value_def *values, int count)
{
    for (int i = 0; i < count; i++) {
        cite(cited, values[i].rule, values[i].name);
    }
}

static void cite_system(struct cited *cited, const struct system *system)
{
    cite_values(cited, system->attributes, system->attributes_count);
    for (int i = 0; i < system->actions_count; i++) {
        const struct action *action = &system->actions[i];
        cite(cited, action->rule, action->name);
        cite_values(cited, action->parameters, action->parameters_count);
        for (int k = 0; k < action->outcomes_count; k++) {
            cite(cited, action->outcomes[k].rule, action->outcomes[k].name);
        }
    }
}

static void cite_procedure(struct cited *cited, const struct system *system)
{
    const struct procedure *procedure = games_find(system);
    const struct command_def *commands[COMMANDS_MAX];
    struct made_commands made;
    int count = procedure_commands(games_find(system), system, &made, commands, COMMANDS_MAX);
    for (int i = 0; i < count; i++) {
        cite(cited, commands[i]->rule, commands[i]->name);
    }
    for (int i = 0; i < procedure->settings_count; i++) {
        cite(cited, procedure->settings[i].rule, procedure->settings[i].name);
    }
}

static void test_rule_texts__every_rule_a_table_cites_has_a_text(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        struct cited *cited = cited_begin(system_at(i));
        cite_system(cited, system_at(i));
        cite_procedure(cited, system_at(i));
        cited_end(cited);
    }
}

/* On the screen they are below a command, among other lines. */
static void test_rule_texts__what_ships_is_short_and_ends_with_a_full_stop(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        struct cited *cited = cited_begin(system_at(i));
        for (int k = 0; k < cited->rule_texts.count; k++) {
            const struct rule_text *rule_text = &cited->rule_texts.rule_text[k];
            size_t n = strlen(rule_text->text);
            assert_true(n >= 20 && n <= 420 && rule_text->text[n - 1] == '.');
            assert_true(strlen(rule_text->title) <= 28);
        }
        for (int k = 0; k < cited->rule_texts.beside_count; k++) {
            const struct beside_text *beside = &cited->rule_texts.beside[k];
            size_t n = strlen(beside->text);
            assert_true(n >= 20 && n <= 420 && beside->text[n - 1] == '.');
            assert_true(strlen(beside->title) <= 28);
        }
        free(cited);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_rule_texts__##name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(are_found_by_their_ids),
        TEST(differences_stand_beside_the_rules),
        TEST(mistakes_have_a_place),
        TEST(several_in_a_citation_are_separated),
        TEST(every_rule_a_table_cites_has_a_text),
        TEST(what_ships_is_short_and_ends_with_a_full_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
