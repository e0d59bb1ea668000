/* Kinds weighed against a stated party: every kind that ships can be, and is plausible. */
#include <stdlib.h>
#include <string.h>

#include "app/library/kinds.h"
#include "app/library/record_library.h"
#include "support/table.h"
#include "support/unit.h"

/* Weighs kinds of one game. */
struct weighed {
    struct record_library *records;
    const struct library *library;
    struct kind_weighing *weighing;
};

static void open_game(struct weighed *out, const char *game)
{
    struct diagnostics diagnostics;
    struct error err;
    const struct system *system = system_find(str_of(game));
    record_library_open(&out->records, system, &diagnostics);
    assert_int_equal(diagnostics.count, 0);
    out->library = record_library(out->records);
    if (kind_weighing_new(&out->weighing, system, out->library, NULL, &err) != STATUS_OK) {
        fail_msg("%s: %s", game, err.text);
    }
}

static void close_game(struct weighed *weighed)
{
    kind_weighing_free(weighed->weighing);
    record_library_close(weighed->records);
}

static double won(const struct weighed *weighed, const char *kind,
                  enum weighing_against against, int fights)
{
    struct kind_weight weight = {.fights = 0};
    kind_weigh(weighed->weighing, kind, &weight, fights);
    assert_string_equal(weight.why_not, "");
    assert_int_equal(weight.fights, fights);
    return kind_weight_chance(&weight, against).middle;
}

/* A kind that never loses to four, or that needs an answer, is a mistake in its numbers. */
static void test_every_kind_that_ships_can_be_beaten_by_the_party(void **state)
{
    static const char *const games[] = {"trilemma", "four-against-darkness", "caves-of-qud",
                                        "pixel-dungeon", "yuxtapa"};
    enum { FIGHTS = 12 };
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        struct weighed weighed;
        int kinds = 0;
        open_game(&weighed, games[g]);
        assert_int_equal(kind_weighing_party(weighed.weighing), 4);
        for (int i = 0; i < weighed.library->count; i++) {
            const struct library_record *record = &weighed.library->record[i];
            if (!kind_is_weighed(weighed.weighing, record)) {
                continue;
            }
            kinds++;
            if (won(&weighed, record->name, WEIGHED_BY_ALL, FIGHTS) <= 0) {
                fail_msg("%s: no party of four beats %s", games[g], record->name);
            }
        }
        assert_true(kinds >= 10);
        close_game(&weighed);
    }
}

/* The odds of the duel are exact in data/trilemma/duels.md: 98% and 3%. */
static void test_a_strong_kind_wins_more_often(void **state)
{
    struct weighed weighed;
    (void)state;
    open_game(&weighed, "trilemma");
    assert_true(won(&weighed, "gully-goblin", WEIGHED_BY_ONE, 60) > 0.9);
    assert_true(won(&weighed, "bridge-troll", WEIGHED_BY_ONE, 60) < 0.15);
    assert_true(won(&weighed, "bridge-troll", WEIGHED_BY_ALL, 60) > 0.85);
    close_game(&weighed);
}

static void test_pieces_come_to_the_same_as_the_whole(void **state)
{
    struct weighed weighed;
    struct kind_weight whole = {.fights = 0}, pieces = {.fights = 0};
    TEXT_BUFFER(told, 120);
    (void)state;
    open_game(&weighed, "trilemma");
    kind_weigh(weighed.weighing, "moss-ogre", &whole, 30);
    for (int i = 0; i < 6; i++) {
        assert_true(kind_weigh(weighed.weighing, "moss-ogre", &pieces, 5));
        won(&weighed, "barge-rat", WEIGHED_BY_ONE, 2); /* another one in between */
    }
    assert_memory_equal(&whole, &pieces, sizeof whole);
    kind_weighing_tell(weighed.weighing, &whole, &told);
    assert_true(str_holds(str_of(told.p), str_of("Ysolde alone wins ")));
    assert_true(str_holds(str_of(told.p), str_of("the party of 4 ")));
    close_game(&weighed);
}

static void test_it_ends_with_enough_fights(void **state)
{
    struct weighed weighed;
    struct kind_weight weight = {.fights = WEIGHING_FIGHTS - 2, .won = {1, 2}};
    (void)state;
    open_game(&weighed, "trilemma");
    assert_false(kind_weigh(weighed.weighing, "barge-rat", &weight, 100));
    assert_int_equal(weight.fights, WEIGHING_FIGHTS);
    close_game(&weighed);
}

static void test_a_name_that_no_kind_has_is_not_weighed(void **state)
{
    struct weighed weighed;
    struct kind_weight weight = {.fights = 0};
    TEXT_BUFFER(told, 400);
    (void)state;
    open_game(&weighed, "four-against-darkness");
    assert_false(kind_weigh(weighed.weighing, "barge-ratt", &weight, 5));
    assert_int_equal(weight.fights, 0);
    kind_weighing_tell(weighed.weighing, &weight, &told);
    assert_true(str_holds(str_of(told.p), str_of("not weighed: ")));
    close_game(&weighed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_that_ships_can_be_beaten_by_the_party),
        cmocka_unit_test(test_a_strong_kind_wins_more_often),
        cmocka_unit_test(test_pieces_come_to_the_same_as_the_whole),
        cmocka_unit_test(test_it_ends_with_enough_fights),
        cmocka_unit_test(test_a_name_that_no_kind_has_is_not_weighed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
