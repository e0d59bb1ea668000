/* Which events a state takes, knows as its own and takes back: whatever a row of the log holds,
 * nothing that reads the state meets a number beyond its lists. */
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "tracker/combatant_fields.h"

static const char long_text[] = "01234567890123456789012345678901234567890123456789012345678901"
                                "23456789012345678901234567890"
                                "01234567890123456789012345678901234567890123456789012345678901"
                                "23456789012345678901234567890"
                                "01234567890123456789012345678901234567890123456789012345678901"
                                "23456789012345678901234567890";
#define LONG(n)                                                                                \
    {                                                                                          \
        long_text, n                                                                           \
    }
#define WORD(text)                                                                             \
    {                                                                                          \
        text, sizeof(text) - 1                                                                 \
    }

/* Fields of the counter at the first place, and one behind the last. */
enum { BEHIND_COUNTERS = COUNTERS_MAX * COUNTER_FIELDS, LAST_KIND = EFFECT_KINDS_MAX - 1 };

struct row {
    const char *what;
    struct event event;
    bool is_right;
};

/* Anka (1) is prone and has a torch that burns for 6 rounds, and the turn; Pelican (2) has 9
 * hit points. */
static struct table *begin(void)
{
    struct table *table = table_new("trilemma");
    table_do(table, "add Anka side=party wits=12 hp=9");
    table_do(table, "add Pelican wits=12 hp=9");
    table_do(table, "condition Anka prone");
    table_do(table, "counter torch 6 of=Anka then=\"note dark\"");
    struct event event = {.kind = EVENT_TURN_STARTED, .field = ENCOUNTER_TURN, .to = 1};
    state_apply(&table->state, &event);
    return table;
}

static void check_rows(const struct row *rows, size_t count, const struct state *state,
                       bool (*is_right)(const struct state *, const struct event *))
{
    int failed = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_right(state, &rows[i].event) != rows[i].is_right) {
            print_error("%s: not %d\n", rows[i].what, (int)rows[i].is_right);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
}

#define CHECK_ROWS(rows, state, is_right)                                                      \
    check_rows(rows, sizeof(rows) / sizeof(rows)[0], state, is_right)

#define NEW(id, ...)                                                                           \
    {                                                                                          \
        .kind = EVENT_COMBATANT_ADDED, .subject = (id), .text_to = __VA_ARGS__                 \
    }
#define VALUE(id, number, value)                                                               \
    {                                                                                          \
        .kind = EVENT_VALUE_CHANGED, .subject = (id), .field = (number), .is_set = true,       \
        .to = (value)                                                                          \
    }
#define UNSET(id, number)                                                                      \
    {                                                                                          \
        .kind = EVENT_VALUE_CHANGED, .subject = (id), .field = (number)                        \
    }
#define TURN(number, value)                                                                    \
    {                                                                                          \
        .kind = EVENT_TURN_STARTED, .field = (number), .is_set = true, .to = (value)           \
    }
#define TEXT(id, number, ...)                                                                  \
    {                                                                                          \
        .kind = EVENT_TEXT_CHANGED, .subject = (id), .field = (number), .text_to = __VA_ARGS__ \
    }
#define EFFECT(kind_, id, other, ...)                                                          \
    {                                                                                          \
        .kind = EVENT_EFFECT_CHANGED, .field = (kind_), .subject = (id), .object = (other),    \
        .is_set = true, .to = 1, .text_to = __VA_ARGS__                                        \
    }
#define NUMBER(number, value)                                                                  \
    {                                                                                          \
        .kind = EVENT_COUNTER_CHANGED, .field = (number), .to = (value)                        \
    }
#define NAMED(number, ...)                                                                     \
    {                                                                                          \
        .kind = EVENT_COUNTER_NAMED, .field = (number), .text_to = __VA_ARGS__                 \
    }

static void test_state__takes_what_its_readers_can_read(void **unused)
{
    (void)unused;
    static const struct row rows[] = {
        {"no kind of event", {.kind = EVENT_KINDS}, false},
        {"something told", {.kind = EVENT_NOTED}, true},
        {"the next combatant", NEW(3, WORD("Bo")), true},
        {"a combatant who is there", NEW(2, WORD("Bo")), false},
        {"the combatant after the next", NEW(4, WORD("Bo")), false},
        {"the longest name", NEW(3, LONG(NAME_SIZE - 1)), true},
        {"too long a name", NEW(3, LONG(NAME_SIZE)), false},
        {"a name of less than nothing", NEW(3, LONG(-1)), false},
        {"a zero byte in a name", NEW(3, WORD("B\0o")), false},
        {"a value", VALUE(2, FIELD_HP, 5), true},
        {"a value of nobody", VALUE(0, FIELD_HP, 5), false},
        {"a value of somebody unknown", VALUE(3, FIELD_HP, 5), false},
        {"a value of no field", VALUE(2, -1, 5), false},
        {"a value behind the attributes", VALUE(2, FIELDS_MAX - 1, 5), false},
        {"a value behind all fields", VALUE(2, FIELDS_MAX, 5), false},
        {"no value", UNSET(2, FIELD_HP), true},
        {"no value behind all fields", UNSET(2, FIELDS_MAX), false},
        {"surrendered", VALUE(2, FIELD_OUT, OUT_SURRENDERED), true},
        {"out in no way", VALUE(2, FIELD_OUT, OUT_WAYS), false},
        {"out in less than a way", VALUE(2, FIELD_OUT, -1), false},
        {"of the party", VALUE(2, FIELD_SIDE, SIDE_PARTY), true},
        {"of no side", VALUE(2, FIELD_SIDE, SIDE_PARTY + 1), false},
        {"a round", TURN(ENCOUNTER_ROUND, -5), true},
        {"no value of the encounter", TURN(-1, 1), false},
        {"a value behind those of the encounter", TURN(ENCOUNTER_FIELDS, 1), false},
        {"a turn", TURN(ENCOUNTER_TURN, 2), true},
        {"nobody's turn", TURN(ENCOUNTER_TURN, 0), true},
        {"the turn of somebody unknown", TURN(ENCOUNTER_TURN, 3), false},
        {"the turn of less than nobody", TURN(ENCOUNTER_TURN, -1), false},
        {"a kind", TEXT(1, TEXT_KIND, WORD("bird")), true},
        {"a text of nobody", TEXT(0, TEXT_KIND, WORD("bird")), false},
        {"no text", TEXT(1, -1, WORD("bird")), false},
        {"a text behind all texts", TEXT(1, TEXT_FIELDS, WORD("bird")), false},
        {"too long a kind", TEXT(1, TEXT_KIND, LONG(NAME_SIZE)), false},
        {"the longest note", TEXT(1, TEXT_NOTE, LONG(NOTE_SIZE - 1)), true},
        {"too long a note", TEXT(1, TEXT_NOTE, LONG(NOTE_SIZE)), false},
        {"an effect", EFFECT(EFFECT_GAME, 0, 0, WORD("")), true},
        {"an effect of less than nobody", EFFECT(LAST_KIND, -1, 0, WORD("")), false},
        {"an effect of somebody unknown", EFFECT(LAST_KIND, 3, 0, WORD("")), false},
        {"an effect by less than nobody", EFFECT(LAST_KIND, 1, -1, WORD("")), false},
        {"an effect by somebody unknown", EFFECT(LAST_KIND, 1, 3, WORD("")), false},
        {"no kind of effect", EFFECT(-1, 1, 2, WORD("")), false},
        {"a kind behind all kinds", EFFECT(LAST_KIND + 1, 1, 2, WORD("")), false},
        {"too long a label", EFFECT(LAST_KIND, 1, 2, LONG(LABEL_SIZE)), false},
        {"a condition", EFFECT(EFFECT_CONDITION, 1, 0, WORD("blind")), true},
        {"a condition of nobody", EFFECT(EFFECT_CONDITION, 0, 0, WORD("blind")), false},
        {"rounds of nobody", EFFECT(EFFECT_CONDITION_ROUNDS, 0, 0, WORD("blind")), false},
        {"until a turn", EFFECT(EFFECT_CONDITION_START, 1, 2, WORD("blind")), true},
        {"until nobody's turn", EFFECT(EFFECT_CONDITION_START, 1, 0, WORD("blind")), false},
        {"until nobody's turn ends", EFFECT(EFFECT_CONDITION_END, 1, 0, WORD("blind")), false},
        {"a number of a counter", NUMBER(COUNTER_NOW, -7), true},
        {"no number of a counter", NUMBER(-1, 1), false},
        {"a number behind all counters", NUMBER(BEHIND_COUNTERS, 1), false},
        {"a number for a text", NUMBER(COUNTER_NAME, 1), false},
        {"a unit", NUMBER(COUNTER_PER, PER_HAND), true},
        {"no unit", NUMBER(COUNTER_PER, COUNTER_PERS), false},
        {"less than a unit", NUMBER(COUNTER_PER, -1), false},
        {"a counter of somebody", NUMBER(COUNTER_OF, 2), true},
        {"a counter of somebody unknown", NUMBER(COUNTER_OF, 3), false},
        {"a counter of less than nobody", NUMBER(COUNTER_OF, -1), false},
        {"a counter's name", NAMED(COUNTER_NAME, WORD("lamp")), true},
        {"a text for a number", NAMED(COUNTER_OF, WORD("lamp")), false},
        {"no text of a counter", NAMED(-1, WORD("lamp")), false},
        {"too long a counter's name", NAMED(COUNTER_NAME, LONG(NAME_SIZE)), false},
        {"the longest line", NAMED(COUNTER_THEN, LONG(COUNTER_LINE_SIZE - 1)), true},
        {"too long a line", NAMED(COUNTER_THEN, LONG(COUNTER_LINE_SIZE)), false},
    };
    struct table *table = begin();
    CHECK_ROWS(rows, &table->state, state_can_apply);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct state after;
        state_init(&after, state_system(&table->state));
        state_copy(&after, &table->state);
        if (rows[i].is_right) {
            state_apply(&after, &rows[i].event);
            assert_true(state_is_sound(table->procedure, &after));
        }
    }
    table_free(table);
}

/* The group of a file may be any number: who is in none that there is has its own. */
static void test_state__a_group_that_is_not_there_is_ones_own(void **unused)
{
    (void)unused;
    static const int groups[] = {-1, 0, 3, COMBATANTS_MAX + 1};
    struct table *table = begin();
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        struct event event = VALUE(2, FIELD_GROUP, groups[i]);
        assert_true(state_can_apply(&table->state, &event));
        state_apply(&table->state, &event);
        assert_int_equal(group_of(&table->state, 2), 2);
    }
    table_free(table);
}

static void test_state__has_room_for_so_many(void **unused)
{
    (void)unused;
    struct table *table = table_new("trilemma");
    struct state *state = &table->state;
    for (int id = 1; id <= COMBATANTS_MAX; id++) {
        struct event event = NEW(id, WORD("Bo"));
        assert_true(state_can_apply(state, &event));
        state_apply(state, &event);
    }
    struct event one_more = NEW(COMBATANTS_MAX + 1, WORD("Bo"));
    assert_false(state_can_apply(state, &one_more));
    for (int i = 0; i < EFFECTS_MAX; i++) {
        struct event event = EFFECT(EFFECT_TRAIT, 1 + i % COMBATANTS_MAX, 0, WORD("brave"));
        event.text_to.n -= i / COMBATANTS_MAX;
        assert_true(state_can_apply(state, &event));
        state_apply(state, &event);
    }
    struct event more = EFFECT(EFFECT_TRAIT, 1, 0, WORD("cold"));
    struct event known = EFFECT(EFFECT_TRAIT, 1, 0, WORD("brave"));
    struct event ends = known;
    ends.is_set = false;
    assert_false(state_can_apply(state, &more));
    assert_true(state_can_apply(state, &known));
    assert_true(state_can_apply(state, &ends));
    state_apply(state, &ends);
    assert_true(state_can_apply(state, &more));
    table_free(table);
}

#define FROM(...)                                                                              \
    {                                                                                          \
        .was_set = true, __VA_ARGS__                                                           \
    }
#define OF_PRONE .kind = EVENT_CONDITION_CHANGED, .field = EFFECT_CONDITION, .subject = 1

static void test_state__knows_what_was_there_before(void **unused)
{
    (void)unused;
    static const struct row rows[] = {
        {"something told", {.kind = EVENT_NOTED, .from = 7}, true},
        {"somebody new", NEW(3, WORD("Bo")), true},
        {"a value", FROM(.kind = EVENT_HP_CHANGED, .subject = 2, .field = FIELD_HP, .from = 9),
         true},
        {"another value",
         FROM(.kind = EVENT_HP_CHANGED, .subject = 2, .field = FIELD_HP, .from = 8), false},
        {"no value",
         {.kind = EVENT_HP_CHANGED, .subject = 2, .field = FIELD_HP, .from = 9},
         false},
        {"a turn", FROM(.kind = EVENT_TURN_STARTED, .field = ENCOUNTER_TURN, .from = 1), true},
        {"another turn", FROM(.kind = EVENT_TURN_STARTED, .field = ENCOUNTER_TURN, .from = 2),
         false},
        {"a name",
         {.kind = EVENT_TEXT_CHANGED, .subject = 2, .text_from = WORD("Pelican")},
         true},
        {"another name",
         {.kind = EVENT_TEXT_CHANGED, .subject = 2, .text_from = WORD("Pelicans")},
         false},
        {"an effect", FROM(OF_PRONE, .text_to = WORD("prone"), .from = 1), true},
        {"another amount", FROM(OF_PRONE, .text_to = WORD("prone"), .from = 2), false},
        {"no effect", {OF_PRONE, .text_to = WORD("prone"), .from = 1}, false},
        {"an effect that is not there", FROM(OF_PRONE, .text_to = WORD("blind")), false},
        {"a new effect", {OF_PRONE, .text_to = WORD("blind")}, true},
        {"a new effect with an amount", {OF_PRONE, .text_to = WORD("blind"), .from = 1}, false},
        {"a number", {.kind = EVENT_COUNTER_CHANGED, .field = COUNTER_NOW, .from = 6}, true},
        {"another number",
         {.kind = EVENT_COUNTER_CHANGED, .field = COUNTER_NOW, .from = 5},
         false},
        {"a line",
         {.kind = EVENT_COUNTER_NAMED, .field = COUNTER_THEN, .text_from = WORD("note dark")},
         true},
        {"another line",
         {.kind = EVENT_COUNTER_NAMED, .field = COUNTER_THEN, .text_from = WORD("note")},
         false},
    };
    struct table *table = begin();
    CHECK_ROWS(rows, &table->state, state_has_old);
    table_free(table);
}

#define HP_TO .kind = EVENT_HP_CHANGED, .subject = 2, .field = FIELD_HP
#define SET(...)                                                                               \
    {                                                                                          \
        .is_set = true, __VA_ARGS__                                                            \
    }

static void test_state__takes_back_what_led_to_it(void **unused)
{
    (void)unused;
    static const struct row rows[] = {
        {"something told", {.kind = EVENT_NOTED}, true},
        {"somebody before the last", NEW(1, WORD("Anka")), false},
        {"somebody who has values", NEW(2, WORD("Pelican")), false},
        {"nobody", NEW(0, WORD("Bo")), false},
        {"a value", SET(HP_TO, .to = 9, .was_set = true, .from = 3), true},
        {"a value that was unset", SET(HP_TO, .to = 9), true},
        {"another value", SET(HP_TO, .to = 8, .was_set = true, .from = 3), false},
        {"an unset value", {HP_TO, .was_set = true, .from = 9}, false},
        {"a value of nobody", SET(.kind = EVENT_HP_CHANGED, .field = FIELD_HP, .to = 9), false},
        {"a way out that there never was",
         SET(.kind = EVENT_CAME_BACK, .subject = 2, .field = FIELD_SIDE, .was_set = true,
             .from = 7),
         false},
        {"a turn", SET(.kind = EVENT_TURN_STARTED, .field = ENCOUNTER_TURN, .to = 1), true},
        {"another turn", SET(.kind = EVENT_TURN_STARTED, .field = ENCOUNTER_TURN, .to = 2),
         false},
        {"a turn after that of somebody unknown",
         SET(.kind = EVENT_TURN_STARTED, .field = ENCOUNTER_TURN, .to = 1, .from = 7), false},
        {"a name",
         {.kind = EVENT_TEXT_CHANGED, .subject = 2, .text_to = WORD("Pelican")},
         true},
        {"another name",
         {.kind = EVENT_TEXT_CHANGED, .subject = 2, .text_to = WORD("Bo")},
         false},
        {"a name after one that is too long",
         {.kind = EVENT_TEXT_CHANGED,
          .subject = 2,
          .text_to = WORD("Pelican"),
          .text_from = LONG(NAME_SIZE)},
         false},
        {"the last effect", SET(OF_PRONE, .text_to = WORD("prone"), .to = 1), true},
        {"another amount", SET(OF_PRONE, .text_to = WORD("prone"), .to = 2), false},
        {"an effect that is not there", SET(OF_PRONE, .text_to = WORD("blind"), .to = 1),
         false},
        {"an effect that ended", {OF_PRONE, .text_to = WORD("prone"), .to = 1}, false},
        {"a number", {.kind = EVENT_COUNTER_CHANGED, .field = COUNTER_NOW, .to = 6}, true},
        {"another number",
         {.kind = EVENT_COUNTER_CHANGED, .field = COUNTER_NOW, .to = 5},
         false},
        {"a unit after one that there never was",
         {.kind = EVENT_COUNTER_CHANGED, .field = COUNTER_PER, .to = PER_ROUND, .from = 7},
         false},
        {"a line",
         {.kind = EVENT_COUNTER_NAMED, .field = COUNTER_THEN, .text_to = WORD("note dark")},
         true},
        {"another line",
         {.kind = EVENT_COUNTER_NAMED, .field = COUNTER_THEN, .text_to = WORD("note")},
         false},
        {"a line after one that is too long",
         {.kind = EVENT_COUNTER_NAMED,
          .field = COUNTER_THEN,
          .text_to = WORD("note dark"),
          .text_from = LONG(COUNTER_LINE_SIZE)},
         false},
    };
    static struct state after;
    struct table *table = begin();
    CHECK_ROWS(rows, &table->state, state_can_take_back);
    state_init(&after, state_system(&table->state));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].is_right) {
            state_copy(&after, &table->state);
            state_take_back(&after, &rows[i].event);
            assert_true(state_has_old(&after, &rows[i].event));
            state_apply(&after, &rows[i].event);
            assert_true(state_equal(&after, &table->state));
        }
    }
    table_free(table);
}

/* An effect that only changed is taken back wherever it is, and one that began only as the
 * last. */
static void test_state__takes_back_an_effect_that_is_not_the_last(void **unused)
{
    (void)unused;
    struct table *table = begin();
    table_do(table, "condition Anka blind");
    struct event changed =
        SET(OF_PRONE, .text_to = WORD("prone"), .to = 1, .was_set = true, .from = 2);
    struct event began = SET(OF_PRONE, .text_to = WORD("prone"), .to = 1);
    assert_true(state_can_take_back(&table->state, &changed));
    assert_false(state_can_take_back(&table->state, &began));
    table_free(table);
}

/* As long as anything in the state means somebody, that one stays. */
static void test_state__takes_nobody_back_who_is_meant(void **unused)
{
    (void)unused;
    static const struct event meant[] = {
        TURN(ENCOUNTER_TURN, 3), EFFECT(EFFECT_TRAIT, 3, 0, WORD("brave")),
        EFFECT(EFFECT_FOLLOWS, 1, 3, WORD("")), NUMBER(COUNTER_OF, 3), VALUE(3, FIELD_HP, 9)};
    static struct state after;
    struct table *table = begin();
    struct event added = NEW(3, WORD("Bo"));
    struct state *state = &table->state;
    state_init(&after, state_system(state));
    state_copy(&after, state);
    state_apply(state, &added);
    assert_true(state_can_take_back(state, &added));
    for (size_t i = 0; i < sizeof meant / sizeof meant[0]; i++) {
        static struct state with;
        state_init(&with, state_system(state));
        state_copy(&with, state);
        state_apply(&with, &meant[i]);
        assert_false(state_can_take_back(&with, &added));
    }
    state_take_back(state, &added);
    assert_true(state_equal(state, &after));
    table_free(table);
}

/* Each part of a state counts, and so does each part of what an act changed. */
static void test_state__every_part_is_compared(void **unused)
{
    (void)unused;
    static const struct event changes[] = {TURN(ENCOUNTER_ROUND, 4),
                                           EFFECT(EFFECT_CONDITION, 1, 0, WORD("prone")),
                                           NUMBER(COUNTER_NOW, 5), VALUE(2, FIELD_HP, 8)};
    static struct state after;
    struct table *table = begin();
    state_init(&after, state_system(&table->state));
    state_copy(&after, &table->state);
    assert_true(state_equal(&after, &table->state));
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct event event = changes[i];
        event.to = 3;
        state_copy(&after, &table->state);
        state_apply(&after, &event);
        assert_false(state_equal(&after, &table->state));
    }
    static const struct state_parts parts[] = {{.fields = 4},
                                               {.effects = 4},
                                               {.encounter = 4},
                                               {.anybody_new = true},
                                               {.texts = true}};
    enum { PARTS = sizeof parts / sizeof parts[0] };
    for (int i = 0; i < PARTS; i++) {
        for (int k = 0; k < PARTS; k++) {
            assert_int_equal(state_parts_meet(&parts[i], &parts[k]), i == k);
        }
    }
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_state__takes_what_its_readers_can_read),
        cmocka_unit_test(test_state__a_group_that_is_not_there_is_ones_own),
        cmocka_unit_test(test_state__has_room_for_so_many),
        cmocka_unit_test(test_state__knows_what_was_there_before),
        cmocka_unit_test(test_state__takes_back_what_led_to_it),
        cmocka_unit_test(test_state__takes_back_an_effect_that_is_not_the_last),
        cmocka_unit_test(test_state__takes_nobody_back_who_is_meant),
        cmocka_unit_test(test_state__every_part_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
