/* The referee's own records for Four Against Darkness: the texts that their fields take, and
 * the numbers that a foe gets from them. */
#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "games/four_against_darkness/texts.h"

enum { OWN_FIELDS_MAX = 32 };

static int setup(void **state)
{
    *state = table_new("four-against-darkness");
    return 0;
}

static int teardown(void **state)
{
    table_free(*state);
    return 0;
}

static const struct library_field_def *field_of(const char *kind, const char *name)
{
    for (int i = 0; i < RECORD_KINDS; i++) {
        const struct library_kind *found = &four_against_darkness_kinds[i];
        for (int k = 0; k < found->fields_count && strcmp(found->name, kind) == 0; k++) {
            if (strcmp(found->fields[k].value.name, name) == 0) {
                return &found->fields[k];
            }
        }
    }
    fail_msg("%s has no %s", kind, name);
    return NULL;
}

/* ---- which texts a field takes --------------------------------------------------------- */

static void expect_texts(const char *kind, const char *name, bool is_right,
                         const char *const *texts)
{
    const struct library_field_def *field = field_of(kind, name);
    for (int i = 0; texts[i] != NULL; i++) {
        struct error err;
        if (field->check(str_of(texts[i]), &err) != is_right) {
            fail_msg("%s of %s: %s", name, kind, texts[i]);
        }
    }
}

static void test_own_records__formulas_are_numbers_of_a_level_a_tier_or_the_party(void **state)
{
    (void)state;
    static const char *const right[] = {"0",   "7",     "1000",  "L",   "L+6",   "L-1",
                                        "2L",  "L/2",   "T",     "T+3", "2T+10", "HCL+1",
                                        "HCL", "HCL-2", "L/2+1", NULL};
    static const char *const wrong[] = {"",     "+3", "-3",   "1001",      "L+",  "L++3",
                                        "L+-3", "L6", "X",    "7+1",       "L/3", "L+1001",
                                        "7L7",  "HC", "L+6x", "unlimited", NULL};
    expect_texts("foe", "level", true, right);
    expect_texts("foe", "life", true, right);
    expect_texts("class", "life", true, right);
    expect_texts("foe", "level", false, wrong);
    expect_texts("foe", "attacks", false, wrong);
    expect_texts("class", "life", false, wrong);
}

static void test_own_records__uses_are_formulas_or_unlimited(void **state)
{
    (void)state;
    static const char *const right[] = {"unlimited", "3", "L+2", "T", NULL};
    static const char *const wrong[] = {"unlimited+1", "many", "+3", "", NULL};
    expect_texts("ability", "uses", true, right);
    expect_texts("ability", "uses", false, wrong);
    expect_texts("property", "uses", true, right);
    expect_texts("property", "uses", false, wrong);
}

static void test_own_records__morale_is_a_modifier_or_never(void **state)
{
    (void)state;
    static const char *const right[] = {"-10", "-1", "0", "1", "10", "never", NULL};
    static const char *const wrong[] = {"-11", "11", "always", "", NULL};
    static const char *const reasons[] = {"first-loss", "each-loss", "alone", NULL};
    static const char *const others[] = {"never", "second-loss", "", NULL};
    expect_texts("foe", "morale", true, right);
    expect_texts("foe", "morale", false, wrong);
    expect_texts("foe", "morale_when", true, reasons);
    expect_texts("foe", "morale_when", false, others);
}

static void test_own_records__a_number_of_foes_is_dice(void **state)
{
    (void)state;
    static const char *const right[] = {"1", "2d6", "1d6+2", "1d3", NULL};
    static const char *const wrong[] = {"many", "HCL", "", NULL};
    expect_texts("foe", "count", true, right);
    expect_texts("foe", "count", false, wrong);
}

/* An unknown word is a slip, wherever it is. */
static void test_own_records__words_of_modifiers_must_be_known(void **state)
{
    struct table *table = *state;
    static const char *const right[] = {"attack +1",
                                        "attack +1 when sling",
                                        "attack +1 when sling vs goblin",
                                        "defence +1 when protection",
                                        "attack +1 vs insect,construct",
                                        "save +1 when sure-footed",
                                        "may light sling light-armour",
                                        "is whatever one likes",
                                        "attack +1 when parry=plus-1",
                                        NULL};
    static const char *const wrong[] = {"attack +1 when slign",
                                        "attack +1 when slign vs goblin",
                                        "attack +1 when sling vs gobiln",
                                        "attack +1 when sling,slign",
                                        "defence +1 when gives-protection-not",
                                        "may light slign",
                                        "attack when sling",
                                        NULL};
    const struct library_field_def *field = field_of("item", "modifiers");
    for (int k = 0; k < 2; k++) {
        for (int i = 0; (k == 0 ? right : wrong)[i] != NULL; i++) {
            const char *text = (k == 0 ? right : wrong)[i];
            struct error err;
            if (field->check_among(table->decision.library, str_of(text), &err) != (k == 0)) {
                fail_msg("%s", text);
            }
        }
    }
}

/* As many as the files of data say. */
static void test_own_records__lists_have_a_most(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *field;
        int most;
    } lists[] = {
        {"foe", "reactions", 6},    {"foe", "morale_when", 3}, {"foe", "tags", 8},
        {"foe", "hates", 4},        {"foe", "immune", 8},      {"class", "abilities", 12},
        {"class", "gear", 12},      {"class", "traits", 8},    {"class", "modifiers", 12},
        {"ability", "casters", 12}, {"property", "fits", 8}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        assert_int_equal(field_of(lists[i].kind, lists[i].field)->value.high, lists[i].most);
    }
}

/* ---- a foe of one's own ---------------------------------------------------------------- */

/* The wax rats of the library, with other fields. */
struct own_foe {
    struct library library;
    struct library_record record;
    struct library_texts field[OWN_FIELDS_MAX];
    const char *text[OWN_FIELDS_MAX];
};

static void change(struct own_foe *foe, const char *name, const char *text)
{
    for (int i = 0; i < foe->record.kind->fields_count; i++) {
        if (strcmp(foe->record.kind->fields[i].value.name, name) == 0) {
            foe->text[i] = text;
            foe->field[i] = (struct library_texts){1, &foe->text[i]};
            return;
        }
    }
    fail_msg("foes have no %s", name);
}

/* From now on the table's library holds this foe alone, called own-foe. */
static void lend(struct table *table, struct own_foe *foe)
{
    struct error err;
    const struct library_record *rats =
        library_find(table->decision.library, "foe", str_of("wax-rats"), &err);
    assert_non_null(rats);
    assert_true(rats->kind->fields_count <= OWN_FIELDS_MAX);
    foe->record = *rats;
    memcpy(foe->field, rats->field, (size_t)rats->kind->fields_count * sizeof foe->field[0]);
    foe->record.name = "own-foe";
    foe->record.field = foe->field;
    change(foe, "name", "own-foe");
    foe->library = (struct library){.record = &foe->record, .count = 1};
}

static void test_own_records__numbers_follow_from_the_party(void **state)
{
    struct table *table = *state;
    /* A party of level 5 is of tier 2. */
    static const struct {
        const char *level, *life, *attacks, *damage;
        int is_level, is_life, is_attacks, is_damage;
    } foes[] = {{"HCL", "T", "1", "1", 5, 2, 1, 1},
                {"HCL+1", "T+3", "2", "T", 6, 5, 2, 2},
                {"HCL-1", "T-1", "T", "2T", 4, 1, 2, 4},
                {"HCL-4", "T-2", "T-1", "T-2", 1, 1, 1, 0},
                {"HCL-5", "HCL", "0", "3", 1, 5, 0, 3},
                {"HCL-6", "HCL/2", "HCL/2", "HCL/2+1", 1, 2, 2, 3},
                {"2HCL", "2HCL+1", "1", "1", 10, 11, 1, 1},
                {"50", "10", "1", "1", 50, 10, 1, 1},
                {"51", "10", "1", "1", 50, 10, 1, 1}};
    static struct own_foe foe;
    table_do(table, "add Hild class=warrior level=5");
    table_do(table, "add Rolf class=warrior level=3");
    lend(table, &foe);
    table->decision.library = &foe.library;
    change(&foe, "foe", "weird");
    for (size_t i = 0; i < sizeof foes / sizeof foes[0]; i++) {
        change(&foe, "level", foes[i].level);
        change(&foe, "life", foes[i].life);
        change(&foe, "attacks", foes[i].attacks);
        change(&foe, "damage", foes[i].damage);
        table_do(table, "add F foe=own-foe");
        assert_int_equal(table_value(table, "F", "level"), foes[i].is_level);
        assert_int_equal(table_value(table, "F", "hp"), foes[i].is_life);
        assert_int_equal(table_value(table, "F", "hp_max"), foes[i].is_life);
        assert_int_equal(table_value(table, "F", "attacks"), foes[i].is_attacks);
        assert_int_equal(table_value(table, "F", "damage"), foes[i].is_damage);
        table_do(table, "remove F");
    }
}

static void test_own_records__a_level_is_at_most_what_the_record_says(void **state)
{
    struct table *table = *state;
    static const struct {
        const char *level, *most;
        int is_level;
    } foes[] = {{"6", "6", 6}, {"7", "6", 6}, {"5", "6", 5}, {"7", "1", 1}, {"60", "50", 50}};
    static struct own_foe foe;
    table_do(table, "add Hild class=warrior level=5");
    lend(table, &foe);
    table->decision.library = &foe.library;
    for (size_t i = 0; i < sizeof foes / sizeof foes[0]; i++) {
        change(&foe, "level", foes[i].level);
        change(&foe, "level_max", foes[i].most);
        table_do(table, "add F foe=own-foe count=3");
        assert_int_equal(table_value(table, "F", "level"), foes[i].is_level);
        table_do(table, "remove F");
    }
}

static void test_own_records__a_group_is_as_many_as_its_dice(void **state)
{
    struct table *table = *state;
    static const struct {
        const char *count, *line;
        int is_count;
    } foes[] = {{"1000", "add F foe=own-foe", 1000},
                {"1d6-3", "add F foe=own-foe 1", 1},
                {"1d6-3", "add F foe=own-foe 5", 2},
                {"999+d1", "add F foe=own-foe", 1000},
                {"2d6", "add F foe=own-foe 3 4", 7}};
    static struct own_foe foe;
    table_do(table, "add Hild class=warrior level=5");
    table_do(table, "add imp foe=weird level=3 life=3");
    table_do(table, "meet"); /* who joins now is met at once */
    lend(table, &foe);
    table->decision.library = &foe.library;
    for (size_t i = 0; i < sizeof foes / sizeof foes[0]; i++) {
        change(&foe, "count", foes[i].count);
        table_do(table, foes[i].line);
        assert_int_equal(table_value(table, "F", "count"), foes[i].is_count);
        assert_int_equal(table_value(table, "F", "count_start"), foes[i].is_count);
        table_do(table, "remove F");
    }
}

/* "not-magic" is everything that is not magic; other words describe the act or its item. */
static void test_own_records__a_foe_is_immune_to_what_it_says(void **state)
{
    struct table *table = *state;
    static const struct {
        const char *immune, *with;
        int left;
    } foes[] = {{"not-magic", "", 9},
                {"not-magic", "when=magic", 6},
                {"magic", "", 6},
                {"magic", "when=magic", 9},
                {"not-fire", "when=fire", 6},
                {"not-fire", "when=magic", 9},
                {"melee", "", 9},
                {"ranged", "", 6},
                {"ranged", "melee", 6},
                {"not-melee", "", 6},
                {"not-ranged", "", 9}};
    static struct own_foe foe;
    table_do(table, "add Ann class=warrior level=2 gear=sword");
    lend(table, &foe);
    change(&foe, "level", "1");
    for (size_t i = 0; i < sizeof foes / sizeof foes[0]; i++) {
        char line[60];
        change(&foe, "immune", foes[i].immune);
        const struct library *all = table->decision.library;
        table->decision.library = &foe.library;
        table_do(table, "add F foe=own-foe count=9");
        table->decision.library = all;
        snprintf(line, sizeof line, "ruling attack F by=Ann %s 1", foes[i].with);
        table_do(table, "setting attack_natural_1 plain");
        table_do(table, line);
        assert_int_equal(table_value(table, "F", "count"), foes[i].left);
        table_do(table, "ruling next");
        table_do(table, "remove F");
    }
}

/* The condition that an ability gives is a word for modifiers. */
static void test_own_records__what_is_given_is_a_word(void **state)
{
    struct table *table = *state;
    static struct own_foe foe;
    struct error err;
    const struct library_field_def *field = field_of("item", "modifiers");
    lend(table, &foe);
    change(&foe, "modifiers", "is gives-floating");
    assert_true(field->check_among(&foe.library, str_of("attack +1 when floating"), &err));
    assert_false(field->check_among(&foe.library, str_of("attack +1 when gives"), &err));
    assert_false(
        field->check_among(&foe.library, str_of("attack +1 when gives-floating"), &err));
}

/* ---- reasons for morale of its own ----------------------------------------------------- */

/* Five of them, or one of 5 Life, are met and lose one after the other, down to one; the usual
 * check comes below half, at two. `due` says after which loss a morale check is due: '1' yes,
 * '0' no. */
static void check_reason(const char *kind, const char *field, const char *reason,
                         const char *due)
{
    struct table *table = table_new("four-against-darkness");
    static struct own_foe foe;
    lend(table, &foe);
    char line[40];
    change(&foe, "foe", kind);
    change(&foe, "level", "1");
    change(&foe, "morale_when", reason);
    table_do(table, "add Ann side=party level=1 hp=9");
    table->decision.library = &foe.library;
    snprintf(line, sizeof line, "add F foe=own-foe %s=5", field);
    table_do(table, line);
    table_do(table, "meet");
    assert_false(table_said(table, "morale check due"));
    for (int left = 4; left >= 1; left--) {
        snprintf(line, sizeof line, "set F %s=%d", field, left);
        table_do(table, line);
        if (table_said(table, "morale check due") != (due[4 - left] == '1')) {
            fail_msg("%s of %s, %d left", reason, kind, left);
        }
        struct pending pending;
        while (table->procedure->pending(&table->state, &pending, 1) > 0) {
            table_do(table, "morale 6"); /* two, where the usual check is due as well */
        }
    }
    table_free(table);
}

static void test_own_records__a_foe_has_its_own_reasons_for_morale(void **state)
{
    (void)state;
    check_reason("vermin", "count", "first-loss", "1010");
    check_reason("vermin", "count", "each-loss", "1111");
    check_reason("vermin", "count", "alone", "0011");
    check_reason("weird", "life", "first-loss", "1000");
    check_reason("weird", "life", "each-loss", "1111");
    check_reason("weird", "life", "alone", "0001");
}

/* ---- what it does by itself ------------------------------------------------------------- */

/* When it is met, each character within reach saves against what the record says; a failed save
 * brings what follows "or". */
static void test_own_records__what_a_foe_does_at_the_start_is_a_save_and_a_failure(void **state)
{
    (void)state;
    static const struct {
        const char *text, *save, *failure;
    } foes[] = {
        {"poison, save L3 or 1 damage", "saves against poison, level 3", "Ann: 9 → 8"},
        {"poison, save HCL+1 or 2 damage", "saves against poison, level 3", "Ann: 9 → 7"},
        {"gaze, save HCL+2 or dead", "saves against gaze, level 4", "Ann: dead"},
        {"gaze, save HCL+2 or dies", "saves against gaze, level 4", "Ann: dead"},
        {"gaze, save L4", "saves against gaze, level 4",
         "Ann, gaze: d6! [1] = 1 vs L 4: failed"}};
    for (size_t i = 0; i < sizeof foes / sizeof foes[0]; i++) {
        struct table *table = table_new("four-against-darkness");
        static struct own_foe foe;
        lend(table, &foe);
        change(&foe, "on_start", foes[i].text);
        table_do(table, "add Ann side=party level=2 hp=9");
        table->decision.library = &foe.library;
        table_do(table, "add F foe=own-foe count=2");
        table_do(table, "meet");
        if (!table_said(table, foes[i].save)) {
            fail_msg("%s", foes[i].text);
        }
        table_do(table, "save Ann 1");
        if (!table_said(table, foes[i].failure)) {
            fail_msg("%s, failed", foes[i].text);
        }
        table_free(table);
    }
}

/* ---- its treasure ---------------------------------------------------------------------- */

static void test_own_records__a_tag_says_that_a_foe_has_no_treasure(void **state)
{
    struct table *table = *state;
    static struct own_foe foe;
    lend(table, &foe);
    table_do(table, "add Ann side=party level=2 hp=9");
    change(&foe, "tags", "no-treasure");
    table->decision.library = &foe.library;
    table_do(table, "add F foe=own-foe count=1");
    table_do(table, "meet");
    table_do(table, "damage F 1");
    assert_true(table_said(table, "F: no treasure"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_own_records__formulas_are_numbers_of_a_level_a_tier_or_the_party),
        TEST(test_own_records__uses_are_formulas_or_unlimited),
        TEST(test_own_records__morale_is_a_modifier_or_never),
        TEST(test_own_records__a_number_of_foes_is_dice),
        TEST(test_own_records__words_of_modifiers_must_be_known),
        TEST(test_own_records__lists_have_a_most),
        TEST(test_own_records__numbers_follow_from_the_party),
        TEST(test_own_records__a_level_is_at_most_what_the_record_says),
        TEST(test_own_records__a_group_is_as_many_as_its_dice),
        TEST(test_own_records__a_foe_is_immune_to_what_it_says),
        TEST(test_own_records__what_is_given_is_a_word),
        TEST(test_own_records__a_foe_has_its_own_reasons_for_morale),
        TEST(test_own_records__what_a_foe_does_at_the_start_is_a_save_and_a_failure),
        TEST(test_own_records__a_tag_says_that_a_foe_has_no_treasure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
