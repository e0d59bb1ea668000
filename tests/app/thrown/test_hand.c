/* Which die answers which throw. */
#include "app/thrown/hand.h"

#include <string.h>

#include "resolver/dice/entered_source.h"
#include "support/unit.h"

static struct hand hand;

static const struct dice_request d20 = {
    .dice = "d20", .missing = 1, .low = 1, .high = 20, .label = "attack"};
static const struct dice_request d6 = {
    .dice = "d6", .missing = 1, .low = 1, .high = 6, .label = "damage"};
static const struct dice_request d10 = {
    .dice = "d10", .missing = 1, .low = 1, .high = 10, .label = "shot"};
static const struct dice_request d100 = {
    .dice = "d100", .missing = 1, .low = 1, .high = 100, .label = "search"};
static const struct dice_request d66 = {
    .dice = "d66", .missing = 2, .low = 1, .high = 6, .label = "trap"};
static const struct dice_request fudge = {
    .dice = "dF", .missing = 1, .low = -1, .high = 1, .label = "luck"};

static int begin(void **state)
{
    (void)state;
    memset(&hand, 0, sizeof hand);
    return 0;
}

static enum hand_took take(enum die_kind kind, int face, const char *id)
{
    struct die_told die = {.kind = kind, .has_face = true, .face = face};
    text_format(die.id, sizeof die.id, "%s", id);
    text_format(die.name, sizeof die.name, "%s", id);
    return hand_take(&hand, &die);
}

/* What the next die counts for the throw; -100: none answers it. */
static int64_t place(const struct dice_request *request, int word)
{
    enum hand_found found = hand_place(&hand, request, word);
    return found == HAND_FOUND ? hand.place[hand.places - 1].counts : -100;
}

static void assert_told(const struct dice_request *missing, const char *wanted)
{
    TEXT_BUFFER(told, 600);
    hand_tell(&hand, missing, &told);
    assert_string_equal(told.p, wanted);
}

static void test_hand__dice_answer_by_their_type_and_then_in_order(void **state)
{
    (void)state;
    take(DIE_D6, 4, "Onyx");
    take(DIE_D20, 14, "Ruby");
    take(DIE_D20, 3, "Jade");
    assert_told(NULL, "waits: d6 4 (Onyx), d20 14 (Ruby), d20 3 (Jade)"); /* of a wrong field */
    assert_int_equal(place(&d20, 0), 14);
    assert_int_equal(place(&d6, 1), 4);
    assert_told(NULL, "attack, d20 14 (Ruby)   damage, d6 4 (Onyx); waits: d20 3 (Jade)");
    assert_int_equal(hand_waiting(&hand), 1);
    assert_int_equal(place(&d6, 2), -100);
}

static void test_hand__what_is_missing_stands_behind_what_came(void **state)
{
    (void)state;
    take(DIE_D20, 14, "Ruby");
    place(&d20, 0);
    assert_told(&d6, "attack, d20 14 (Ruby)   damage, d6 _");
}

static void test_hand__a_die_without_a_type_answers_what_it_can_show(void **state)
{
    (void)state;
    take(DIE_ANY, 14, "");
    assert_int_equal(place(&d6, 0), -100);
    assert_int_equal(place(&d20, 0), 14);
    take(DIE_ANY, 0, "");
    assert_int_equal(place(&d20, 1), -100);
    assert_int_equal(place(&d10, 1), 10);
}

static void test_hand__the_same_die_thrown_again_replaces_its_face(void **state)
{
    (void)state;
    take(DIE_D20, 14, "Ruby");
    place(&d20, 0);
    assert_int_equal(take(DIE_D20, 9, "Ruby"), HAND_REPLACED);
    assert_int_equal(hand.count, 1);
    assert_int_equal(hand.place[0].counts, 9);
    assert_told(NULL, "attack, d20 9 (Ruby, before 14)");
    TEXT_BUFFER(field, 40);
    hand_add_field(&hand, str_of("14 4"), &field);
    assert_string_equal(field.p, "9 4");
}

/* 0 is 10 on a d10; 00 and 0 are 100. */
static void test_hand__zero_counts_ten_and_two_zeros_a_hundred(void **state)
{
    (void)state;
    static const struct {
        int tens, ones, counts;
    } cases[] = {{0, 0, 100}, {0, 7, 7}, {30, 0, 30}, {90, 9, 99}, {10, 10, 10}};
    take(DIE_D10, 0, "Jade");
    assert_int_equal(place(&d10, 0), 10);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(NULL);
        take(DIE_D10, cases[i].ones, "Jade");
        assert_int_equal(place(&d100, 0), -100);
        take(DIE_D00, cases[i].tens, "Opal");
        assert_int_equal(place(&d100, 0), cases[i].counts);
    }
    begin(NULL);
    take(DIE_D100, 57, "Ball");
    assert_int_equal(place(&d100, 0), 57);
}

static void test_hand__either_die_of_a_hundred_can_be_thrown_again(void **state)
{
    (void)state;
    take(DIE_D00, 30, "Opal");
    take(DIE_D10, 4, "Jade");
    assert_int_equal(place(&d100, 0), 34);
    take(DIE_D10, 7, "Jade");
    assert_int_equal(hand.place[0].counts, 37);
    take(DIE_D00, 0, "Opal");
    assert_int_equal(hand.place[0].counts, 7);
    assert_told(NULL, "search, d00 0 (Opal, before 30) + d10 7 (Jade, before 4) = 7");
}

/* Nobody knows which of two like dice are the tens: the order in which they came to rest says
 * nothing. */
static void test_hand__two_d10_without_tens_are_asked_about(void **state)
{
    (void)state;
    take(DIE_D10, 3, "Jade");
    take(DIE_D10, 7, "Opal");
    assert_int_equal(hand_place(&hand, &d100, 0), HAND_TENS);
    assert_told(&d100, "search, d100 _; waits: d10 3 (Jade), d10 7 (Opal); which is the tens? "
                       "type 37 or 73");
    hand_answered(&hand, &d100);
    assert_int_equal(hand.count, 0);
    take(DIE_D10, 0, "Jade");
    take(DIE_D10, 0, "Opal");
    assert_told(&d100, "search, d100 _; waits: d10 0 (Jade), d10 0 (Opal); which is the tens? "
                       "type 100 or 100");
    begin(NULL);
    take(DIE_D6, 3, "Jade");
    take(DIE_D6, 5, "Opal");
    assert_int_equal(hand_place(&hand, &d66, 0), HAND_TENS);
}

static void test_hand__fudge_dice_tell_one_to_six(void **state)
{
    (void)state;
    static const int counts[] = {1, -1, 0, 0, -1, 1};
    for (int face = 1; face <= 6; face++) {
        begin(NULL);
        take(DIE_FUDGE, face, "Fate");
        assert_int_equal(place(&fudge, 0), counts[face - 1]);
    }
    for (int face = -1; face <= 1; face++) {
        begin(NULL);
        take(DIE_FUDGE, face, "Fate");
        assert_int_equal(place(&fudge, 0), face);
    }
    begin(NULL);
    take(DIE_D6, 1, "Onyx");
    assert_int_equal(place(&fudge, 0), -100);
}

/* A cocked die, or one that was only laid down, waits for a person. */
static void test_hand__a_die_in_doubt_is_offered_and_never_taken_by_itself(void **state)
{
    (void)state;
    struct die_told die = {.kind = DIE_D20,
                           .state = DIE_DOUBT,
                           .has_face = true,
                           .face = 7,
                           .state_word = "crooked",
                           .id = "Ruby",
                           .name = "Ruby"};
    take(DIE_D20, 14, "Ruby");
    place(&d20, 0);
    assert_int_equal(hand_take(&hand, &die), HAND_OFFERED);
    assert_int_equal(hand.place[0].counts, 14);
    assert_told(NULL, "attack, d20 14 (Ruby); d20 7 (Ruby) is crooked: Tab takes it");
    assert_true(hand_take_offered(&hand));
    assert_int_equal(hand.place[0].counts, 7);
    assert_int_equal(hand.count, 1);
    assert_false(hand_take_offered(&hand));
    begin(NULL);
    hand_take(&hand, &die);
    assert_int_equal(place(&d20, 0), -100);
    assert_true(hand_take_offered(&hand));
    assert_int_equal(place(&d20, 0), 7);
}

static void test_hand__what_a_person_changes_in_the_field_is_let_go(void **state)
{
    (void)state;
    take(DIE_D20, 14, "Ruby");
    take(DIE_D6, 4, "Onyx");
    place(&d20, 0);
    place(&d6, 1);
    hand_see_field(&hand, str_of("14 4"));
    assert_int_equal(hand.places, 2);
    hand_see_field(&hand, str_of("14 5"));
    assert_int_equal(hand.places, 1);
    assert_int_equal(hand.count, 1);
    assert_told(NULL, "attack, d20 14 (Ruby)");
    hand_see_field(&hand, str_of(""));
    assert_int_equal(hand.count, 0);
}

static void test_hand__the_line_keeps_the_source_and_the_face_of_the_die(void **state)
{
    (void)state;
    take(DIE_D10, 0, "Ruby Red");
    place(&d10, 0);
    take(DIE_ANY, 4, "");
    place(&d6, 2);
    TEXT_BUFFER(line, 100);
    hand_add_sourced(&hand, str_of("10 3 4"), &line);
    assert_string_equal(line.p, "10@Ruby_Red:d10:0 3 4@die:d6");
    struct str rest = {line.p, line.n};
    struct entered entered;
    struct entered_source source;
    struct str word = str_next_word(&rest);
    assert_true(entered_parse(&entered, word));
    assert_int_equal(entered.kind, GIVEN_FACE);
    assert_int_equal(entered.value, 10);
    assert_true(entered_source(&source, word));
    TEXT_BUFFER(told, 100);
    entered_sources_tell((struct str){line.p, line.n}, "; ", "", &told);
    assert_string_equal(
        told.p, "; the d10 showed 0, counts 10, from Ruby Red; the d6 showed 4, from outside");
    begin(NULL);
    take(DIE_D00, 0, "Opal");
    take(DIE_D10, 0, "Jade");
    place(&d100, 0);
    text_init(&line, line.p, line.size);
    hand_add_sourced(&hand, str_of("100"), &line);
    assert_string_equal(line.p, "100@Opal+Jade:d00+d10:0+0");
    assert_true(entered_parse(&entered, (struct str){line.p, line.n}));
    text_init(&told, told.p, told.size);
    entered_sources_tell((struct str){line.p, line.n}, "", "", &told);
    assert_string_equal(told.p, "the d00+d10 showed 0+0, counts 100, from Opal and Jade");
}

static void test_hand__two_of_one_name_are_told_apart_by_their_ids(void **state)
{
    (void)state;
    take(DIE_D20, 14, "Ruby");
    take(DIE_D20, 3, "7f02");
    text_format(hand.die[1].told.name, TOLD_NAME_SIZE, "Ruby");
    take(DIE_D6, 4, "7f03");
    hand.die[2].told.name[0] = '\0';
    assert_told(NULL, "waits: d20 14 (Ruby Ruby), d20 3 (Ruby 7f02), d6 4 (7f03)");
}

static void test_hand__words_that_only_look_like_a_source_are_no_dice(void **state)
{
    (void)state;
    static const char *const words[] = {
        "14@",         "14@Ruby", "14@Ruby:",     "@Ruby:d20",  "x@Ruby:d20", "=14@Ruby:d20",
        "14@Ru=by:d2", "14@:d20", "14@Ruby:d:0:", "14@a:b:c:d", "14@Ruby::0"};
    struct entered entered;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_false(entered_parse(&entered, str_of(words[i])));
    }
}

static void test_hand__has_room_for_many_and_no_more(void **state)
{
    (void)state;
    for (int i = 0; i < HAND_MAX; i++) {
        assert_int_equal(take(DIE_D6, 1 + i % 6, ""), HAND_ADDED);
    }
    assert_int_equal(take(DIE_D6, 1, ""), HAND_FULL);
    for (int i = 0; i < HAND_MAX; i++) {
        assert_int_equal(place(&d6, i), 1 + i % 6);
    }
    assert_int_equal(place(&d6, HAND_MAX), -100);
    hand_answered(&hand, &d6);
    assert_int_equal(hand.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_hand__dice_answer_by_their_type_and_then_in_order, begin),
        cmocka_unit_test_setup(test_hand__what_is_missing_stands_behind_what_came, begin),
        cmocka_unit_test_setup(test_hand__a_die_without_a_type_answers_what_it_can_show, begin),
        cmocka_unit_test_setup(test_hand__the_same_die_thrown_again_replaces_its_face, begin),
        cmocka_unit_test_setup(test_hand__zero_counts_ten_and_two_zeros_a_hundred, begin),
        cmocka_unit_test_setup(test_hand__either_die_of_a_hundred_can_be_thrown_again, begin),
        cmocka_unit_test_setup(test_hand__two_d10_without_tens_are_asked_about, begin),
        cmocka_unit_test_setup(test_hand__fudge_dice_tell_one_to_six, begin),
        cmocka_unit_test_setup(test_hand__a_die_in_doubt_is_offered_and_never_taken_by_itself,
                               begin),
        cmocka_unit_test_setup(test_hand__what_a_person_changes_in_the_field_is_let_go, begin),
        cmocka_unit_test_setup(test_hand__the_line_keeps_the_source_and_the_face_of_the_die,
                               begin),
        cmocka_unit_test_setup(test_hand__two_of_one_name_are_told_apart_by_their_ids, begin),
        cmocka_unit_test_setup(test_hand__words_that_only_look_like_a_source_are_no_dice,
                               begin),
        cmocka_unit_test_setup(test_hand__has_room_for_many_and_no_more, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
