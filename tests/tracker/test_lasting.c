/* The lasting facts of a combatant as text: written and read back the same, and changes of one
 * moment merged into another. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "support/unit.h"
#include "tracker/carry.h"
#include "tracker/counters.h"

static void check_merge(const char *kept, const char *base, const char *now,
                        const char *expected, bool changes)
{
    TEXT_BUFFER(out, 1000);
    bool has = lasting_merge(str_of(kept), str_of(base), str_of(now), &out);
    assert_string_equal(out.p, expected);
    assert_int_equal(has, changes);
}

static void test_merge__takes_only_what_the_fight_changed(void **state)
{
    (void)state;
    check_merge("value hp 9\n", "value hp 9\n", "value hp 9\n", "value hp 9\n", false);
    check_merge("value hp 9\n", "value hp 9\n", "value hp 3\n", "value hp 3\n", true);
    /* Rested meanwhile, and nothing more happened in the fight: the rest stays. */
    check_merge("value hp 9\n", "value hp 3\n", "value hp 3\n", "value hp 9\n", false);
    /* One number of the fight, another of the rest. */
    check_merge("value hp 9\nvalue level 2\n", "value hp 3\nvalue level 1\n",
                "value hp 2\nvalue level 1\n", "value hp 2\nvalue level 2\n", true);
}

static void test_merge__lines_come_and_go(void **state)
{
    (void)state;
    check_merge("name A\neffect condition 0 1 prone\n", "name A\neffect condition 0 1 prone\n",
                "name A\n", "name A\n", true);
    check_merge("name A\n", "name A\n", "name A\neffect condition 0 1 prone\n",
                "name A\neffect condition 0 1 prone\n", true);
    check_merge("name A\n", "name A\neffect condition 0 1 prone\n",
                "name A\neffect condition 0 1 prone\n", "name A\n", false);
    check_merge("effect uses 0 2 luck\neffect uses 0 1 rage\n",
                "effect uses 0 2 luck\neffect uses 0 1 rage\n",
                "effect uses 0 1 luck\neffect uses 0 1 rage\n",
                "effect uses 0 1 luck\neffect uses 0 1 rage\n", true);
}

static void test_merge__lines_of_others_stay(void **state)
{
    (void)state;
    check_merge("draw 4\nvalue hp 9\nseen 3 27\n", "value hp 9\n", "value hp 8\n",
                "draw 4\nvalue hp 8\nseen 3 27\n", true);
}

/* A decision on an empty encounter. */
struct work {
    struct decision decision;
    struct state start;
    unsigned char memory[DECISION_TEXT_SIZE];
};

static struct work *begin(const char *system)
{
    struct work *work = calloc(1, sizeof *work);
    assert_non_null(work);
    state_init(&work->start, system_find(str_of(system)));
    decision_begin(&work->decision, games_find(system_find(str_of(system))), &work->start,
                   work->memory);
    return work;
}

static int add(struct work *work, const char *name, int number)
{
    int id = decision_add(&work->decision, str_of(name));
    member_mark(&work->decision, id, number, 7);
    return id;
}

static void check_same(const char *system, const char *text)
{
    struct work *work = begin(system);
    add(work, "Master", 4);
    int id = add(work, "Bran", 5);
    lasting_read(&work->decision, id, str_of(text));
    assert_true(decision_goes_on(&work->decision));
    TEXT_BUFFER(out, 4000);
    lasting_write(work->decision.procedure, &work->decision.state, id, &out);
    assert_string_equal(out.p, text);
    free(work);
}

static void test_text__is_read_back_as_it_was(void **state)
{
    (void)state;
    check_same("trilemma", "name Bran\ntext kind warrior\ntext damage 1d6\n"
                           "text note \"quoted\", with = and  two blanks\n"
                           "value side 1\nvalue hp 0\nvalue hp_max 9\nvalue strength 14\n"
                           "out down\n"
                           "effect trait 0 2 reach\neffect commanded 4 1 \n"
                           "effect condition 0 1 torn arm\n");
    check_same("four-against-darkness", "name Bran\nvalue hp 3\neffect uses 0 -1 luck\n"
                                        "effect follows 4 1 henchman\n");
}

static void test_text__what_is_of_the_fight_is_left_out(void **state)
{
    (void)state;
    struct work *work = begin("trilemma");
    int id = add(work, "Bran", 5);
    decision_value(&work->decision, EVENT_VALUE_CHANGED, id, FIELD_INITIATIVE, 12);
    decision_value(&work->decision, EVENT_VALUE_CHANGED, id, FIELD_OUT, OUT_FLED);
    decision_effect(&work->decision, EVENT_EFFECT_CHANGED, EFFECT_READY, id, 0, str_of("x"), 3);
    TEXT_BUFFER(out, 400);
    lasting_write(work->decision.procedure, &work->decision.state, id, &out);
    assert_string_equal(out.p, "name Bran\n");
    free(work);
}

static void test_wrong__a_line_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "value valour 3",
        "value hp many",
        "value initiative 3",
        "text song la",
        "out of it",
        "effect glow 0 1 x",
        "effect trait 0 x",
        "effect trait x 1 y",
        "value hp",
        "value hp 3000000000",
        "value side 2",
        "effect condition_end 0 1 cold",
        "effect trait 0 1 "
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaaaaaaaa",
        "text kind aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "counter 6 0 round",
        "counter 6 0 day torch",
        "counter x 0 round torch",
        "counter 6 x round torch",
        "counter -1 0 round torch",
        "counter 10001 0 round torch",
        "counter 6 -1 round torch",
        "counter 6 10001 round torch",
        ("counter 6 0 round "
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct work *work = begin("trilemma");
        int id = add(work, "Bran", 5);
        lasting_read(&work->decision, id, str_of(lines[i]));
        assert_int_equal(work->decision.verdict, VERDICT_WRONG);
        char beginning[24]; /* the error cuts a long one */
        text_format(beginning, sizeof beginning, "%s", lines[i]);
        assert_non_null(strstr(work->decision.error.text, beginning));
        free(work);
    }
}

/* The party itself has effects and counters alone; a counter finds no place behind the last. */
static void test_text__of_the_party_is_shorter(void **state)
{
    (void)state;
    static const char text[] = "counter 6 0 round torch\ncounter 2 4 manual x y\n";
    struct work *work = begin("trilemma");
    add(work, "Bran", 5);
    work->start = work->decision.state;
    lasting_read(&work->decision, 0, str_of("value hp 3\ntext kind x\nout down\nname Ana\n"));
    assert_true(state_equal(&work->decision.state, &work->start));
    lasting_read(&work->decision, 0, str_of(text));
    TEXT_BUFFER(out, 400);
    lasting_write(work->decision.procedure, &work->decision.state, 0, &out);
    assert_string_equal(out.p, text);
    for (int i = 2; i < COUNTERS_MAX; i++) {
        lasting_read(&work->decision, 0, str_of("counter 6 0 round torch\n"));
        assert_true(decision_goes_on(&work->decision));
    }
    lasting_read(&work->decision, 0, str_of("counter 6 0 round torch\n"));
    assert_int_equal(work->decision.verdict, VERDICT_WRONG);
    free(work);
}

/* Another program may have put line breaks into a text, which would be lines of their own. */
static void test_text__has_a_line_for_each_fact(void **state)
{
    (void)state;
    struct work *work = begin("trilemma");
    int id = add(work, "Bran", 5);
    decision_text(&work->decision, id, TEXT_NOTE, str_of("one\ntwo\rthree"));
    TEXT_BUFFER(out, 400);
    lasting_write(work->decision.procedure, &work->decision.state, id, &out);
    assert_string_equal(out.p, "name Bran\ntext note one two three\n");
    free(work);
}

/* Only what lasts, of those who stay: not who is hidden or waits, nor what is between two. */
static void test_text__of_one_has_what_is_its_own(void **state)
{
    (void)state;
    struct work *work = begin("trilemma");
    struct decision *decision = &work->decision;
    int master = add(work, "Master", 4), id = add(work, "Bran", 5);
    int stranger = decision_add(decision, str_of("Stranger"));
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_FOLLOWS, id, master, str_of("x"), 1);
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_FOLLOWS, id, stranger, str_of("y"),
                    1);
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_CONDITION, master, 0, str_of("torn"),
                    1);
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_TRAIT, id, 0, str_of("reach"), 2);
    struct counter counter = {.name = "bless", .number = {[COUNTER_NOW] = 3}};
    counter.number[COUNTER_OF] = id;
    counter_make(decision, 2, &counter);
    struct counter others = {.name = "curse", .then = "note x", .number = {[COUNTER_NOW] = 3}};
    others.number[COUNTER_OF] = id;
    counter_make(decision, 3, &others);
    TEXT_BUFFER(out, 400);
    lasting_write(decision->procedure, &decision->state, id, &out);
    assert_string_equal(out.p, "name Bran\neffect follows 4 1 x\neffect trait 0 2 reach\n"
                               "counter 3 0 round bless\n");
    free(work);
}

static void test_member__is_known_by_its_number(void **state)
{
    (void)state;
    struct work *work = begin("trilemma");
    int a = add(work, "Ana", 4), b = add(work, "Bo", 9);
    const struct state *now = &work->decision.state;
    assert_int_equal(member_id(now, 9), b);
    assert_int_equal(member_number(now, a), 4);
    assert_int_equal(member_change(now, a), 7);
    assert_int_equal(member_number(now, 0), -1);
    member_mark(&work->decision, 0, 0, 12);
    member_mark(&work->decision, a, 4, 12);
    assert_int_equal(member_number(now, 0), 0);
    assert_int_equal(member_change(now, a), 12);
    assert_int_equal(member_id(now, 0), 0);
    decision_value(&work->decision, EVENT_COMBATANT_REMOVED, b, FIELD_PRESENT, 0);
    assert_int_equal(member_id(now, 9), 0);
    free(work);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merge__takes_only_what_the_fight_changed),
        cmocka_unit_test(test_merge__lines_come_and_go),
        cmocka_unit_test(test_merge__lines_of_others_stay),
        cmocka_unit_test(test_text__is_read_back_as_it_was),
        cmocka_unit_test(test_text__what_is_of_the_fight_is_left_out),
        cmocka_unit_test(test_wrong__a_line_that_cannot_be_read_is_named),
        cmocka_unit_test(test_text__of_the_party_is_shorter),
        cmocka_unit_test(test_text__has_a_line_for_each_fact),
        cmocka_unit_test(test_text__of_one_has_what_is_its_own),
        cmocka_unit_test(test_member__is_known_by_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
