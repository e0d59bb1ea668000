/* A party that goes on into another encounter, and an encounter that is copied: who and what
 * comes along, what stays, and what is told. */
#include <stdlib.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "tracker/carry.h"
#include "tracker/counters.h"

typedef void carry_fn(struct decision *decision, const struct state *from);

/* From one table to another, of the same game. */
struct journey {
    struct table *from, *into;
    struct decision decision;
    unsigned char memory[DECISION_TEXT_SIZE];
};

static void set_up(struct table *table, const char *lines)
{
    struct str rest = str_of(lines), line;
    while (str_next_line(&rest, &line)) {
        char text[200];
        text_format(text, sizeof text, "%.*s", line.n, line.p);
        table_do(table, text);
    }
}

static struct journey *begin(const char *system, const char *from, const char *into)
{
    struct journey *journey = calloc(1, sizeof *journey);
    assert_non_null(journey);
    journey->from = table_new(system);
    journey->into = table_new(system);
    set_up(journey->from, from);
    set_up(journey->into, into);
    return journey;
}

static void end(struct journey *journey)
{
    table_free(journey->from);
    table_free(journey->into);
    free(journey);
}

/* Marks somebody as a member of the campaign's party. */
static void mark(struct table *table, const char *word, int number)
{
    struct event event = {.kind = EVENT_EFFECT_CHANGED,
                          .field = EFFECT_MEMBER,
                          .subject = word[0] != '\0' ? table_id(table, word) : 0,
                          .is_set = true,
                          .to = number,
                          .text_to = str_of("7")};
    state_apply(&table->state, &event);
}

/* With room for so many events; all of them are applied to the table there when it is done. */
static void go_with_room(struct journey *journey, carry_fn *carry, int room)
{
    struct decision *decision = &journey->decision;
    decision_begin(decision, journey->into->procedure, &journey->into->state, journey->memory);
    while (decision->events < EVENTS_MAX - room) {
        decision->event[decision->events++] = (struct event){.kind = EVENT_NOTED};
    }
    carry(decision, &journey->from->state);
}

/* With any room that is too little it ends with that, and with enough it is done. */
static void go(struct journey *journey, carry_fn *carry)
{
    struct decision *decision = &journey->decision;
    go_with_room(journey, carry, EVENTS_MAX);
    assert_int_equal(decision->verdict, VERDICT_DONE);
    int events = decision->events;
    for (int room = 0; room < events; room++) {
        go_with_room(journey, carry, room);
        assert_int_equal(decision->verdict, VERDICT_WRONG);
        assert_int_equal(decision->error.code, STATUS_FULL);
    }
    go_with_room(journey, carry, EVENTS_MAX);
    for (int i = 0; i < events; i++) {
        assert_true(state_can_apply(&journey->into->state, &decision->event[i]));
        state_apply(&journey->into->state, &decision->event[i]);
    }
    assert_true(state_equal(&journey->into->state, &decision->state));
}

/* The lines that were told, each ended by ". ". */
static void assert_said(const struct journey *journey, const char *expected)
{
    TEXT_BUFFER(said, 1000);
    for (int i = 0; i < journey->decision.events; i++) {
        struct str line = journey->decision.event[i].line;
        text_add_str(&said, line);
        text_add(&said, "%s", line.n > 0 ? ". " : "");
    }
    assert_string_equal(said.p, expected);
}

static void test_carry__who_can_go_on_comes_along(void **state)
{
    (void)state;
    struct journey *journey =
        begin("trilemma",
              "add Ana side=party wits=12 hp=9\nadd Bo side=party hp=9\nadd Cy side=party\n"
              "add Di side=party hp=9\nadd Eve side=party hp=9\nadd Fay side=party hp=9\n"
              "add rat hp=3\ndamage Ana 2\nout Bo dead\nout Cy fled\nout Di surrendered\n"
              "out Eve down\nremove Fay\n",
              "add wolf hp=6\n");
    go(journey, carry_party);
    assert_said(journey, "Ana comes along: 7 of 9 HP. Cy comes along. "
                         "Eve comes along: 9 of 9 HP. ");
    assert_string_equal(journey->decision.label, "the party comes along");
    assert_int_equal(journey->into->state.count, 4);
    assert_int_equal(table_value(journey->into, "Eve", "out"), OUT_DOWN);
    assert_int_equal(state_value(&journey->into->state, 3, FIELD_OUT, OUT_NOT), OUT_NOT);
    end(journey);
}

/* Who is there already is brought up to date; who is out by now is out there too. */
static void test_carry__who_is_there_already_is_brought_up_to_date(void **state)
{
    (void)state;
    struct journey *journey = begin(
        "trilemma",
        "add Ana side=party wits=12 hp=9\nadd Bo side=party hp=9\nadd Cy side=party hp=5\n"
        "add Di side=party hp=4\nadd Eve side=party\nout Bo dead\nout Di surrendered\n"
        "out Eve dead\n",
        "add Ana side=party hp=4 ac=24\nadd Bo side=party hp=9\nadd Cy side=party hp=5\n"
        "add Di side=party hp=4\nout Ana down\nout Di surrendered\n");
    go(journey, carry_party);
    assert_said(journey, "Ana comes along, in place of the one that was here: 9 of 9 HP. "
                         "Bo stays out: dead. "
                         "Cy comes along, in place of the one that was here: 5 of 5 HP. ");
    assert_int_equal(table_value(journey->into, "Ana", "out"), OUT_NOT);
    assert_int_equal(table_value(journey->into, "Ana", "ac"), 24);
    assert_int_equal(table_value(journey->into, "Bo", "out"), OUT_DEAD);
    /* Of a roster only what changed is told. */
    go(journey, carry_members);
    assert_said(journey, "");
    assert_string_equal(journey->decision.label, "the party is here");
    end(journey);
}

static void test_carry__a_foe_of_that_name_is_somebody_else(void **state)
{
    (void)state;
    struct journey *journey =
        begin("trilemma", "add Ana side=party hp=9\nadd Bo side=party hp=9\nout Bo dead\n",
              "add Bo hp=9\nadd Ana hp=9\n");
    go_with_room(journey, carry_party, EVENTS_MAX);
    assert_int_equal(journey->decision.verdict, VERDICT_REFUSED);
    assert_string_equal(journey->decision.refusal.reason,
                        "a foe there is called Ana, too: `rename` one of the two first");
    end(journey);
}

/* Members of the campaign's party are known by their numbers, whatever they are called. */
static void test_carry__members_are_known_by_their_numbers(void **state)
{
    (void)state;
    struct journey *journey = begin(
        "trilemma", "add Ana side=party hp=9\nadd Bo side=party hp=8\nadd Cy side=party hp=7\n",
        "add Ann side=party hp=1\nadd Bo side=party hp=1\nadd Cy side=party hp=1\n");
    mark(journey->from, "Ana", 4);
    mark(journey->from, "Bo", 5);
    mark(journey->from, "Cy", 6);
    mark(journey->into, "Ann", 4);
    mark(journey->into, "Bo", 9);
    go(journey, carry_members);
    assert_int_equal(journey->into->state.count, 4);
    assert_int_equal(table_value(journey->into, "Ann", "hp"), 9);
    assert_int_equal(table_value(journey->into, "Cy", "hp"), 7);
    assert_int_equal(member_number(&journey->into->state, 2), 9);
    assert_string_equal(state_name(&journey->into->state, 4), "Bo");
    end(journey);
}

/* Effects that last come along, with both whom they are between; others that ended meanwhile
 * end there too. */
static void test_carry__effects_that_last_come_along(void **state)
{
    (void)state;
    struct journey *journey =
        begin("trilemma",
              "add Ana side=party hp=9\nadd Bo side=party hp=8\nadd rat hp=3\n"
              "trait Ana reach 2\ncondition Ana own torn\ncondition Ana blind 3\n"
              "hide rat\ncondition Bo own cold until=Ana\n",
              "add Bo side=party hp=8\nadd wolf hp=3\ntrait Bo brave\ntrait wolf bold\n"
              "condition Bo own cold\n");
    struct event follows = {.kind = EVENT_EFFECT_CHANGED,
                            .field = EFFECT_FOLLOWS,
                            .subject = 2,
                            .object = 3,
                            .is_set = true,
                            .to = 1,
                            .text_to = str_of("pet")};
    state_apply(&journey->from->state, &follows);
    struct event there = follows;
    there.subject = 1;
    there.object = 2;
    state_apply(&journey->into->state, &there);
    go(journey, carry_party);
    const struct state *into = &journey->into->state;
    TEXT_BUFFER(out, 400);
    for (int i = 0; i < into->effects; i++) {
        text_add(&out, "%d %d %s %d; ", into->effect[i].subject, into->effect[i].object,
                 into->effect[i].label, into->effect[i].amount);
    }
    assert_string_equal(out.p, "2 0 bold 1; 1 2 pet 1; 3 0 reach 2; 3 0 torn 1; ");
    end(journey);
}

/* Those with a line end with the fight, as those of foes do. */
static void test_carry__counters_go_on(void **state)
{
    (void)state;
    struct journey *journey =
        begin("trilemma",
              "add Ana side=party hp=9\nadd rat hp=3\ncounter gone 3\ncounter torch 6\n"
              "counter bless 2 of=Ana\ncounter rage 2 of=rat\n"
              "counter help 3 then=\"note x\"\ncounter-end gone\n",
              "add Ana side=party hp=9\ncounter torch 9\ncounter luck 2\n");
    go(journey, carry_party);
    TEXT_BUFFER(out, 200);
    counters_brief(&journey->into->state, &out);
    assert_string_equal(out.p, "torch 6 rounds, luck 2 rounds, bless 2 rounds (Ana)");
    /* A counter that no member has any more has ended there too. */
    mark(journey->into, "", 0);
    table_do(journey->from, "counter-end torch");
    struct counter wolfs = {.name = "howl", .number = {[COUNTER_NOW] = 3}};
    struct decision *decision = &journey->decision;
    decision_begin(decision, journey->into->procedure, &journey->into->state, journey->memory);
    wolfs.number[COUNTER_OF] = decision_add(decision, str_of("wolf"));
    counter_make(decision, 7, &wolfs);
    state_copy(&journey->into->state, &decision->state);
    go(journey, carry_members);
    text_init(&out, out.p, out.size);
    counters_brief(&journey->into->state, &out);
    assert_string_equal(out.p, "bless 2 rounds (Ana), howl 3 rounds (wolf)");
    end(journey);
}

static void test_carry__a_counter_without_a_place_stays_behind(void **state)
{
    (void)state;
    struct journey *journey =
        begin("trilemma", "add Ana side=party\ncounter torch 6\n", "add wolf\n");
    for (int i = 0; i < COUNTERS_MAX; i++) {
        char line[40];
        text_format(line, sizeof line, "counter full-%d 3", i);
        table_do(journey->into, line);
    }
    go(journey, carry_party);
    assert_said(journey,
                "Ana comes along. torch 6 stays behind: there are 24 counters already. ");
    end(journey);
}

/* Settings are those of the last fight, unless the one there has begun. */
static void test_carry__settings_come_along_before_the_first_round(void **state)
{
    (void)state;
    struct journey *journey =
        begin("trilemma", "add Ana side=party hp=9\nsetting overspend deny\n", "");
    go(journey, carry_party);
    assert_said(journey, "Ana comes along: 9 of 9 HP. setting overspend: deny, as before. ");
    end(journey);
}

/* A copy has all of it, under the same numbers, but for the place in the stream of dice. */
static void test_copy__has_all_of_it(void **state)
{
    (void)state;
    struct journey *journey =
        begin("trilemma",
              "add Ana side=party wits=12 hp=9 damage=1d6\nadd 2 rat hp=3 wits=9\nadd owl\n"
              "initiative\nremove owl\ncondition r1 prone\ntrait Ana reach 2\n"
              "counter gone 3\ncounter torch 6 of=Ana\ncounter-end gone\nnote-on Ana mine\n",
              "");
    go(journey, encounter_copy);
    assert_said(journey, "copied: 3 combatants. ");
    struct state *copy = &journey->into->state;
    assert_true(journey->from->state.value[ENCOUNTER_DRAW] > 0);
    assert_int_equal(copy->value[ENCOUNTER_DRAW], 0);
    copy->value[ENCOUNTER_DRAW] = journey->from->state.value[ENCOUNTER_DRAW];
    assert_true(state_equal(copy, &journey->from->state));
    end(journey);
}

static void test_copy__of_one_is_one(void **state)
{
    (void)state;
    struct journey *journey = begin("trilemma", "add Ana side=party\n", "");
    go(journey, encounter_copy);
    assert_said(journey, "copied: 1 combatant. ");
    end(journey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carry__who_can_go_on_comes_along),
        cmocka_unit_test(test_carry__who_is_there_already_is_brought_up_to_date),
        cmocka_unit_test(test_carry__a_foe_of_that_name_is_somebody_else),
        cmocka_unit_test(test_carry__members_are_known_by_their_numbers),
        cmocka_unit_test(test_carry__effects_that_last_come_along),
        cmocka_unit_test(test_carry__counters_go_on),
        cmocka_unit_test(test_carry__a_counter_without_a_place_stays_behind),
        cmocka_unit_test(test_carry__settings_come_along_before_the_first_round),
        cmocka_unit_test(test_copy__has_all_of_it),
        cmocka_unit_test(test_copy__of_one_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
