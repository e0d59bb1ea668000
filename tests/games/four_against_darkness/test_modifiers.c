/* Modifiers of Four Against Darkness: their grammar in data files, their odds against an
 * enumeration, and that the numbers shown are those rolled with. Each modifier has its cases in
 * tests/rules/four-against-darkness/modifiers.cases. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resolver/odds.h"
#include "support/table.h"
#include "support/unit.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/texts.h"

#define ATTACK ROLL_ATTACK
#define DEFENCE ROLL_DEFENCE

/* ---- the grammar ----------------------------------------------------------------------- */

static const char *const right[] = {
    "attack +1",         "attack -L/2 when a, b unless c vs d not-vs e",
    "defence +2L",       "save +T",
    "attack three-dice", "attack next-die when sworn_enemy=next-die",
    "attack most 1",     "attack x3",
    "is melee light",    "is dark when a",
    "may bow hand",      "may-not gunpowder",
    "against attack -1", "defence +1-each",
    "attack +0",         "attack explodes-earlier",
    "save no-explosion", "spell burst when strikes",
};

static void test_modifiers__texts_are_valid_or_reported(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"atack +1",
         "atack: expected is, may, may-not, against, attack, defence, save or spell; "
         "did you mean attack?"},
        {"", "expected is, may"},
        {"attack", "expected an amount"},
        {"attack 1", "1: expected an amount"},
        {"attack +", "+: expected an amount"},
        {"attack +L2", "+L2: expected an amount"},
        {"attack x0", "x0: expected an amount"},
        {"attack most", "expected an amount"},
        {"attack +1 wen dark", "wen: expected when, unless, vs or not-vs; did you mean when?"},
        {"attack +1 when", "when: expected a word after this"},
        {"attack +1 when a,", "when: expected a word after this"},
        {"attack +1 when a,,b", "expected words between commas"},
        {"attack +1 when unless b", "when: expected a word after this"},
        {"attack +1 when rag=plus-2", "rag: expected a setting; did you mean rage?"},
        {"attack +1 when rage=plus-3", "plus-3: expected a value of this setting; did you mean "
                                       "plus-2?"},
        {"attack +1 when a when b when c when d when e when f when g", "at most 6 conditions"},
        {"is", "expected a word after is, may or may-not"},
        {"against fire", "fire: expected attack, defence, save or spell"},
    };
    struct error err;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        if (!modifier_check(str_of(right[i]), &err)) {
            fail_msg("%s: %s", right[i], err.text);
        }
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(modifier_check(str_of(wrong[i][0]), &err));
        if (strstr(err.text, wrong[i][1]) == NULL) {
            fail_msg("%s: \"%s\", expected \"%s\"", wrong[i][0], err.text, wrong[i][1]);
        }
    }
}

static void assert_same_text(struct str a, struct str b)
{
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.p, b.p, (size_t)a.n);
}

/* The reading beside a text agrees with the text; without it, or with an impossible one, the
 * text itself is read. */
static void test_modifiers__a_reading_says_what_its_text_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        struct effect effect = {.kind = FOUR_MODIFIER};
        struct modifier parsed;
        struct error err;
        assert_true(modifier_parse(&parsed, str_of(right[i]), &err));
        text_format(effect.label, sizeof effect.label, "a source: %s", right[i]);
        const int amounts[] = {reading_of(effect.label), 1, -1, 1 << 30, INT_MAX};
        assert_true(amounts[0] > 1 << 30);
        for (size_t k = 0; k < sizeof amounts / sizeof amounts[0]; k++) {
            struct modifier read;
            struct str source;
            effect.amount = amounts[k];
            assert_true(reading_look(&effect, &read, &source));
            assert_same_text(source, str_of("a source"));
            assert_int_equal(read.kind, parsed.kind);
            assert_int_equal(read.roll, parsed.roll);
            assert_int_equal(read.is_against, parsed.is_against);
            assert_int_equal(read.amount_kind, parsed.amount_kind);
            assert_int_equal(read.amount, parsed.amount);
            assert_same_text(read.words, parsed.words);
            assert_same_text(read.conditions, parsed.conditions);
        }
    }
    assert_int_equal(reading_of("a source: atack +1"), 1);
    assert_int_equal(reading_of("attack +1"), 1);
}

/* ---- exact odds ------------------------------------------------------------------------ */

/* The faces of one exploding die, listed by hand: the chance of every total below `most`, and
 * what is left above. Written apart from the program's own arithmetic. */
enum { TOTALS = 2000 };

static void list_chain(double out[TOTALS], int sides, int explodes_from)
{
    double pending[TOTALS] = {0};
    pending[0] = 1;
    memset(out, 0, sizeof(double) * TOTALS);
    for (int from = 0; from < TOTALS; from++) {
        for (int face = 1; face <= sides && from + face < TOTALS; face++) {
            double *to = face >= explodes_from ? pending : out;
            to[from + face] += pending[from] / sides;
        }
    }
}

/* Chance to hit and mean kills of an attack with one die: a first face of 1 misses. */
static void expect_attack(int sides, int bonus, int level, int count, double *hit,
                          double *kills)
{
    static const int from[] = {[6] = 6, [8] = 7, [10] = 8, [12] = 9, [20] = 10};
    double chain[TOTALS];
    list_chain(chain, sides, from[sides]);
    *hit = 0;
    *kills = 0;
    for (int face = 2; face <= sides; face++) {
        for (int more = 0; more < TOTALS; more++) {
            bool goes_on = face >= from[sides];
            double chance = goes_on ? chain[more] / sides : more == 0 ? 1.0 / sides : 0;
            int total = face + more + bonus;
            if (chance > 0 && total >= level) {
                int killed = total / level < count ? total / level : count;
                *hit += chance;
                *kills += chance * killed;
            }
        }
    }
}

static double expect_block(int sides, int bonus, int level)
{
    static const int from[] = {[6] = 6, [8] = 7, [10] = 8, [12] = 9, [20] = 10};
    double chain[TOTALS];
    double block = 0;
    list_chain(chain, sides, from[sides]);
    for (int total = 1; total < TOTALS; total++) {
        block += total + bonus > level ? chain[total] : 0;
    }
    return block;
}

static void hold(struct table *table, const char *words)
{
    struct str rest = str_of(words);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        struct event event = {.kind = EVENT_EFFECT_CHANGED,
                              .field = FOUR_SITUATION,
                              .is_set = true,
                              .to = 1,
                              .text_to = word};
        assert_true(state_can_apply(&table->state, &event));
        state_apply(&table->state, &event);
    }
}

/* The modifiers of Ann's roll against Foe; each part names its rule. */
static struct breakdown break_down(struct table *table, enum roll roll)
{
    struct occasion occasion = {
        .roll = roll, .who = table_id(table, "Ann"), .against = table_id(table, "Foe")};
    struct breakdown breakdown;
    if (!modifiers_break_down(&table->state, &occasion, &breakdown)) {
        fail_msg("%s", breakdown.wrong.text);
    }
    for (int i = 0; i < breakdown.parts; i++) {
        assert_true(breakdown.part[i].rule[0] != '\0');
    }
    return breakdown;
}

static void check_odds(struct table *table, enum roll roll, int level, int count)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct breakdown breakdown = break_down(table, roll);
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    inputs_begin(&inputs, state_system(&table->state),
                 state_action(&table->state, roll == ATTACK ? "attack" : "defend"));
    breakdown_give(&breakdown, &inputs);
    inputs_give_number(&inputs, "level", level);
    if (roll == ATTACK) {
        inputs_give_text(&inputs, "foe", str_of("minor"));
        inputs_give_number(&inputs, "count", count);
    }
    assert_int_equal(inputs_finish(&inputs, &err), STATUS_OK);
    assert_int_equal(odds_of(&odds, &inputs, &arena, &err), STATUS_OK);
    if (roll == DEFENCE) {
        assert_true(fabs(odds.chance[0] - expect_block(breakdown.die, breakdown.bonus, level)) <
                    1e-9);
        return;
    }
    double hit, kills;
    expect_attack(breakdown.die, breakdown.bonus, level, count, &hit, &kills);
    assert_true(fabs(odds.chance[0] - hit) < 1e-9);
    assert_true(fabs(odds.numbers[3].mean - kills) < 1e-9);
}

/* Class, level, weapon and situation against foe, each combination by both ways. */
static void test_modifiers__odds_equal_an_enumeration(void **state)
{
    (void)state;
    static const char *const classes[] = {"warrior", "dwarf",  "cleric",
                                          "rogue",   "wizard", "kukla"};
    static const char *const gear[] = {"dagger", "sword", "great-axe,light-armour",
                                       "sling,shield", "black-powder-rifle"};
    static const char *const situations[] = {"", "dark", "narrow", "dark narrow"};
    static const int levels[] = {1, 4, 5, 11, 16, 23};
    for (int i = 0; i < 6 * 5 * 4 * 6; i++) {
        char line[120];
        struct table *table = table_new("four-against-darkness");
        int level = levels[i % 6];
        snprintf(line, sizeof line, "ruling add Ann class=%s level=%d gear=%s",
                 classes[i / 6 % 6], level, gear[i / 36 % 5]);
        table_do(table, line);
        snprintf(line, sizeof line, "add Foe foe=minion level=%d count=7", 1 + i % 9);
        table_do(table, line);
        hold(table, situations[i / 180]);
        check_odds(table, ATTACK, 1 + i % 9, 7);
        check_odds(table, DEFENCE, 1 + i % 9, 7);
        table_free(table);
    }
}

/* ---- the odds on the screen are those of the act --------------------------------------- */

/* The numbers shown before the act, in every kind of moment, are those the act then rolls
 * with. */
static const struct moment {
    const char *setup; /* commands, separated by ';' */
    bool is_defence;
    const char *act;
} moments[] = {
    {"", false, "attack Foe by=Ann 4"},
    {"place corridor dark", false, "attack Foe by=Ann 4"},
    {"place narrow; wield Ann great-axe", false, "attack Foe by=Ann 4"},
    {"wield Ann bow", false, "attack Foe by=Ann 4"},
    {"condition Foe bound; condition Ann blessed", false, "attack Foe by=Ann 4"},
    {"modifier Ann attack +3 high ground; trait Foe goblin", false, "attack Foe by=Ann 4"},
    {"next; set Foe count=2; morale Foe 1", false, "attack Foe by=Ann 4"},
    {"next; next", true, "defend Ann 4"},
    {"place room dark; next; next", true, "defend Ann 4"},
    {"set Foe surprise=6; surprise Foe 1", true, "defend Ann 4"},
    {"set Foe surprise=6; surprise Foe 1; defend Ann 4; defend all 4; next; next", true,
     "defend Ann 4"},
    {"flee", true, "defend Ann 4"},
    {"place grottoes; flee", true, "defend Ann 4"},
    {"place room door; withdraw", true, "defend Ann 4"},
    {"condition Ann barkskin; trait Foe fire; next; next", true, "defend Ann 4"},
};

static void do_all(struct table *table, const char *commands)
{
    char line[200];
    while (*commands != '\0') {
        size_t n = strcspn(commands, ";");
        size_t skip = strspn(commands, " ");
        snprintf(line, sizeof line, "%.*s", (int)(n - skip), commands + skip);
        table_do(table, line);
        commands += n + (commands[n] == ';' ? 1 : 0);
    }
}

static int shown_number(const struct inputs *inputs, const char *name)
{
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        if (strcmp(inputs->action->parameters[i].name, name) == 0) {
            const struct value_def *def = &inputs->action->parameters[i];
            int number = inputs->value[i].number;
            return def->kind == VALUE_CHOICE ? atoi(def->choices[number]) : number;
        }
    }
    fail_msg("no %s", name);
    return 0;
}

static void check_moment(const struct moment *moment)
{
    struct table *table = table_new("four-against-darkness");
    table_do(table, "add Ann side=party class=warrior level=2 gear=sword,shield,great-axe,bow");
    table_do(table, "add Foe foe=minion level=3 count=9");
    do_all(table, moment->setup);
    int ann = table_id(table, "Ann"), foe = table_id(table, "Foe");
    const struct procedure *procedure = table->procedure;
    struct inputs shown, due_shown;
    struct error err;
    if (!procedure->usual_act(&table->state, moment->is_defence ? foe : ann,
                              moment->is_defence ? ann : foe, &shown, &err)) {
        fail_msg("%s: %s", moment->setup, err.text);
    }
    struct pending pending[PENDING_MAX];
    int pending_checks = procedure->pending(&table->state, pending, PENDING_MAX);
    for (int i = 0; i < pending_checks && moment->is_defence; i++) {
        if (pending[i].subject == ann && pending[i].action != NULL) {
            assert_true(procedure->pending_act(&table->state, &pending[i], &due_shown, &err));
            assert_int_equal(shown_number(&due_shown, "bonus"), shown_number(&shown, "bonus"));
        }
    }
    table->asks = true;
    table_do(table, moment->act);
    const struct inputs *rolled = &table->decision.asked.inputs;
    assert_int_equal(table->decision.asked.kind, ASKED_ACT);
    if (shown_number(rolled, "die") != shown_number(&shown, "die") ||
        shown_number(rolled, "bonus") != shown_number(&shown, "bonus")) {
        fail_msg("%s: rolled with %d, shown %d", moment->setup, shown_number(rolled, "bonus"),
                 shown_number(&shown, "bonus"));
    }
    table_free(table);
}

static void test_modifiers__what_is_shown_is_what_is_rolled(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        check_moment(&moments[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modifiers__texts_are_valid_or_reported),
        cmocka_unit_test(test_modifiers__a_reading_says_what_its_text_says),
        cmocka_unit_test(test_modifiers__odds_equal_an_enumeration),
        cmocka_unit_test(test_modifiers__what_is_shown_is_what_is_rolled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
