/* The list of kinds at the real table: searching as one types, adding, changing the kinds of
 * the campaign, and their own undo. */
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/library/kinds.h"
#include "app/sitting/state.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/turns.h"

static int setup(void **state)
{
    static const char *const lines[] = {
        "encounter Mill system=trilemma", "add Bo side=party strength=11 wits=11 hp=9",
        "add-kind salt wolf hp=7 wits=13 tags=beast, moor note=hates bells", NULL};
    if (home_begin("XDG_DATA_HOME") != 0) {
        return 1;
    }
    *state = play_new(lines);
    return 0;
}

static int teardown(void **state)
{
    play_free(*state);
    return home_end("XDG_DATA_HOME");
}

static const struct library_record *kind(struct play *play, const char *name)
{
    struct error err;
    return sitting_kind(play->sitting, str_of(name), &err);
}

static int people(const struct play *play)
{
    return sitting_state(play->sitting)->count;
}

static void test_kinds__are_found_as_one_types(void **state)
{
    struct play *play = *state;
    play_keys(play, ", k");
    play_shows(play, "kinds of Trilemma");
    play_shows(play, "› salt wolf"); /* the newest of the campaign first */
    play_shows(play, "hates bells");
    play_keys(play, ", k / text:gob");
    play_shows(play, "4 with gob");
    play_shows(play, "› goblin slinger");
    play_shows(play, "/gob");
    play_keys(play, ", k / \"text:gob cave\" Down Enter");
    play_shows(play, "› goblin slinger");
    play_shows(play, "Enter adds");
    play_keys(play, ", k / text:bells"); /* a note */
    play_shows(play, "1 with bells");
    play_keys(play, ", k / text:zzz");
    play_shows(play, "no kind has zzz");
    play_keys(play, ", k / text:zzz Esc");
    play_shows(play, "› salt wolf");
    play_keys(play, ": \"text:kinds wolf\" Enter");
    play_shows(play, "3 with wolf");
    play_keys(play, ", k Space");
    play_shows(play, "── salt-wolf");
    assert_int_equal(people(play), 1);
}

static void test_kinds__are_added(void **state)
{
    struct play *play = *state;
    play_keys(play, ", k Enter");
    play_shows(play, ":add  salt-wolf");
    assert_int_equal(people(play), 1);
    play_keys(play, ", k Enter Enter");
    assert_int_equal(people(play), 2);
    play_keys(play, ", k Enter 3 Enter");
    assert_int_equal(people(play), 5);
    play_keys(play, ", k 1 2");
    play_shows(play, "12: Enter adds 12 of the selected kind");
    play_keys(play, ", k 2 Down Enter Enter"); /* gully goblins, whose dice are rolled here */
    assert_int_equal(people(play), 7);
    assert_int_equal(play_value(play, "gully goblin 2", FIELD_HP) > 0, 1);
    play_keys(play, ", k 2 Esc Enter Esc"); /* the count was dropped */
    assert_int_equal(people(play), 7);
    play_shows(play, "Gully goblin 2");
}

static void test_kinds__have_an_undo_of_their_own(void **state)
{
    struct play *play = *state;
    play_keys(play, ", k a");
    play_shows(play, "salt-wolf is archived");
    play_hides(play, "› salt wolf");
    assert_null(kind(play, "salt wolf"));
    play_keys(play, ", k u");
    play_shows(play, "undone: salt-wolf is archived");
    assert_non_null(kind(play, "salt wolf"));
    play_keys(play, ", k C-r");
    assert_null(kind(play, "salt wolf"));
    play_keys(play, ", k V End");
    play_shows(play, "› salt wolf");
    play_shows(play, "salt wolf: archived");
    play_keys(play, ", k V End Enter");
    play_shows(play, "it is archived: press a to bring it back");
    play_keys(play, ", k V End a");
    play_shows(play, "salt-wolf is on the list again");
    assert_string_equal(library_text(kind(play, "salt wolf"), "wits"), "13");
    play_keys(play, ", k u u u u");
    play_shows(play, "nothing was changed in the kinds of the campaign");
    assert_null(kind(play, "salt wolf"));
    assert_int_equal(people(play), 1); /* the table is as it was */
    play_keys(play, ", k a");
    play_shows(play, "ships with the program: only kinds of the campaign");
}

/* What comes is told before Enter; a beginning that only one kind has is enough. */
static void test_lines__say_what_joins(void **state)
{
    struct play *play = *state;
    play_keys(play, "+ \"text:6 gul\"");
    play_shows(play, "6 × gully goblin: HP 1d6, strength 8");
    play_keys(play, "+ \"text:6 gul\" Enter Enter");
    assert_int_equal(people(play), 7);
    play_keys(play, ": \"text:add salt\"");
    play_shows(play, "salt wolf: HP 7, wits 13");
    play_keys(play, "+ \"text:2 sal wo wits=20\" Enter");
    assert_int_equal(play_value(play, "salt wolf 2", FIELD_HP), 7);
    play_keys(play, "+ text:gob");
    play_shows(play, "type more for one of these kinds: gully goblin, goblin slinger");
    play_keys(play, "+ text:gob Enter");
    play_id(play, "gob");                /* as it was typed */
    play_keys(play, "+ text:Sal Enter"); /* a name of its own */
    play_id(play, "sal");
    play_keys(play, "+ \"text:2 gull hp=3\" Enter");
    play_id(play, "gull 2");
    play_keys(play, "+ \"text:gul 3\" Enter");
    assert_int_equal(play_value(play, "gully goblin", FIELD_HP) > 0, 1);
}

static void test_form__makes_a_kind(void **state)
{
    struct play *play = *state;
    play_keys(play, ", k N");
    play_shows(play, "new kind");
    play_shows(play, "a new kind needs a name");
    play_keys(play, ", k N \"text:Bog Imp\" Down Down text:lots Down");
    play_shows(play, "hp: expected 0 to 10000, or dice such as 2d8");
    play_keys(play,
              ", k N \"text:Bog Imp\" Down Down text:2d6 Down Down \"text:imp, bog\" Down "
              "\"text:says \" \"text:a=b\"");
    play_shows(play, "add-kind Bog Imp hp=2d6");
    play_keys(play,
              ", k N \"text:Bog Imp\" Down Down text:2d6 Down Down \"text:imp, bog\" Down "
              "\"text:says \" \"text:a=b\" Enter");
    play_shows(play, "bog-imp is added");
    play_shows(play, "› bog imp");
    play_shows(play, "kinds of Trilemma");
    const struct library_record *imp = kind(play, "bog imp");
    assert_string_equal(library_text(imp, "hp"), "2d6");
    assert_string_equal(library_text(imp, "note"), "says a=b");
    assert_int_equal(library_list(imp, "tags")->count, 2);
    play_keys(play, ", k N text:3 Enter");
    play_shows(play, "name: expected a name of");
    play_keys(play, ", k N Esc");
    play_shows(play, "kinds of Trilemma");
}

static void test_form__changes_and_copies_one(void **state)
{
    struct play *play = *state;
    play_keys(play, ", k e Up text:eft Enter"); /* to its name, which is replaced */
    assert_non_null(kind(play, "salt-wolfeft"));
    play_keys(play, ", k e");
    play_shows(play, "nothing has changed yet");
    play_keys(play, ", k e Down C-u Enter"); /* its hit points are unset */
    play_shows(play, "is edited");
    assert_null(library_text(kind(play, "salt-wolfeft"), "hp"));
    play_keys(play, ", k C text:Grey Enter");
    play_shows(play, "grey is copied from salt-wolfeft");
    assert_string_equal(library_text(kind(play, "grey"), "wits"), "13");
    play_keys(play, ", k / text:gully Enter C Enter");
    play_shows(play, "a new kind needs a name");
    play_keys(play, ", k u u u");
    assert_non_null(kind(play, "salt wolf"));
    assert_null(kind(play, "grey"));
}

/* A kind that is gone is shown as gone where it is used; nothing of who was made from it is
 * lost. */
static void test_kinds__that_are_gone_are_shown_as_gone(void **state)
{
    struct play *play = *state;
    play_do(play, "add 2 salt wolf");
    play_keys(play, ", k");
    play_shows(play, "Mill (2)");
    play_do(play, "edit-kind salt wolf name=tide-wolf");
    play_keys(play, ", k");
    play_hides(play, "salt wolf");
    play_keys(play, ", k V End");
    play_shows(play, "salt wolf: gone");
    play_shows(play, "Mill (2)");
    assert_int_equal(play_value(play, "salt wolf 2", FIELD_HP), 7);
    play_keys(play, ", k V End a");
    play_shows(play, "it is gone");
}

/* In the panel, once an idle moment has read the library, and in its facts. */
static void test_panel__says_that_a_kind_is_gone(void **state)
{
    struct play *play = *state;
    play_do(play, "add salt wolf");
    play_keys(play, "Down");
    play_hides(play, "is gone");
    play_do(play, "archive-kind salt wolf");
    play_keys(play, "Down");
    play_shows(play, "the kind salt wolf is gone");
    TEXT_BUFFER(facts, COMBATANT_FACTS_SIZE);
    sitting_facts(play->sitting, play_id(play, "salt wolf"), &facts);
    assert_non_null(strstr(facts.p, "from the library: salt-wolf\n"
                                    "the kind salt wolf is gone: archived, or its file was "
                                    "removed"));
    play_do(play, "unarchive-kind salt wolf");
    play_keys(play, "Down");
    play_hides(play, "is gone");
}

/* A referee who prepares a fight sees what the selected kind means for a party. */
static void test_kinds__are_weighed_in_idle_moments(void **state)
{
    struct play *play = *state;
    play_keys(play, ", k / text:gully-goblin Enter");
    play_hides(play, "alone wins");
    play_keys(play, ", k / text:gully-goblin Enter wait wait wait wait wait wait wait wait");
    play_shows(play, "fights");
    play_shows(play, "Ysolde alone wins over 8");
    play_shows(play, "the party of 4 over 8"); /* of 25 fights so far */
    play_keys(play, ", k / text:gob Enter wait wait wait wait wait wait wait wait End");
    play_hides(play, "alone wins"); /* those were the fights of another one */
}

static void test_kinds__are_weighed_by_ones_own_party(void **state)
{
    struct play *play = *state;
    play_do(play, "join Mab strength=18 wits=15 ac=22 hp=19");
    play_do(play, "join Tod strength=12 wits=9 ac=20 hp=9");
    play_keys(play, ", k / text:gully-goblin Enter wait wait wait wait wait wait wait wait");
    play_shows(play, "Mab alone wins ");
    play_shows(play, "the party of 2 ");
    play_do(play, "join Ida serves=Mab hp=4");
    play_keys(play, ", k / text:gully-goblin Enter wait wait wait wait wait wait wait wait");
    play_shows(play, "not weighed: ac: Ida has none");
}

/* As `+` does: a beginning is enough, and what joins is told before Enter. */
static void test_form__completes_the_name_of_a_kind(void **state)
{
    struct play *play = *state;
    play_keys(play, "N text:gul");
    play_shows(play, "gully-goblin");
    play_shows(play, "gully goblin: HP 1d6, strength 8");
    play_shows(play, ": add gully-goblin");
    play_keys(play, "N \"text:salt wo\" Down text:3 Enter");
    assert_int_equal(play_value(play, "salt wolf 3", FIELD_HP), 7);
    play_keys(play, "N text:gob");
    play_shows(play, "type more for one of these kinds: gully");
    play_shows(play, ": add gob");
    play_keys(play, "N text:Sal Enter"); /* a name of its own */
    play_id(play, "Sal");
    play_keys(play, "N Right Right Right Left");
    play_shows(play, ": add ");
    assert_int_equal(people(play), 5);
}

static void test_kinds__are_saved_from_the_selected_combatant_by_a_key(void **state)
{
    struct play *play = *state;
    play_do(play, "add salt wolf wits=20");
    play_do(play, "rename salt \"Old Grey\"");
    play_keys(play, "Home Down , K");
    play_shows(play, "salt-wolf is saved from Old Grey");
    assert_string_equal(library_text(kind(play, "salt wolf"), "wits"), "20");
    play_keys(play, ",");
    play_shows(play, "save kind");
    play_keys(play, ", k u");
    assert_string_equal(library_text(kind(play, "salt wolf"), "wits"), "13");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_kinds__are_found_as_one_types),
        TEST(test_kinds__are_added),
        TEST(test_kinds__have_an_undo_of_their_own),
        TEST(test_lines__say_what_joins),
        TEST(test_form__makes_a_kind),
        TEST(test_form__changes_and_copies_one),
        TEST(test_kinds__that_are_gone_are_shown_as_gone),
        TEST(test_kinds__are_weighed_in_idle_moments),
        TEST(test_kinds__are_weighed_by_ones_own_party),
        TEST(test_panel__says_that_a_kind_is_gone),
        TEST(test_form__completes_the_name_of_a_kind),
        TEST(test_kinds__are_saved_from_the_selected_combatant_by_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
