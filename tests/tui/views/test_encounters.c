/* The list of encounters: the menu of an empty campaign, going from one encounter to another.
 */
#include <string.h>

#include "app/sitting/sitting.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/loop/table.h"

static const char *const nothing[] = {NULL};

static const char *const evening[] = {"encounter \"The stair\"",
                                      "add Anka side=party hp=9",
                                      "encounter \"Wet cellar\" system=4ad",
                                      "add Hild side=party hp=5",
                                      "encounter Ünder-the-bridge",
                                      NULL};

static void test_encounters__an_empty_campaign_begins_with_the_games(void **state)
{
    (void)state;
    struct play *play = play_new(nothing);
    play_keys(play, "screen:encounters_none Enter \"text:Nest ledge\" Enter");
    play_shows(play, "Nest ledge · Trilemma · not started");
    play_shows(play, "nobody is here yet: + or N adds combatants");
    play_keys(play, "");
    play_shows(play, "Nest ledge");
    play_free(play);
}

static void test_encounters__another_game_is_a_key_away(void **state)
{
    (void)state;
    struct play *play = play_new(nothing);
    play_keys(play, "Down Enter text:Cellar Enter");
    play_shows(play, "Cellar · Four Against Darkness");
    play_free(play);
}

static void test_encounters__escape_leads_to_an_empty_table(void **state)
{
    (void)state;
    struct play *play = play_new(nothing);
    play_keys(play, "Esc + \"text:2 wax rat hp=3\" Enter");
    play_shows(play, "Wax rat 2");
    play_free(play);
}

static void test_encounters__are_renamed_archived_and_deleted_there(void **state)
{
    (void)state;
    struct play *play = play_new(evening);
    play_keys(play, "T r text:Bridge Enter");
    play_shows(play, "Ünder-the-bridge is now Bridge");
    play_shows(play, "encounters"); /* the list is there again */
    play_keys(play, "");
    play_shows(play, "Bridge · Four Against Darkness");
    play_keys(play, "T Down a");
    play_shows(play, "Wet cellar is archived");
    play_hides(play, "Wet cellar  ");
    play_keys(play, "T V");
    play_shows(play, "with the archived ones");
    play_shows(play, "archived");
    play_keys(play, "T u");
    play_shows(play, "undone: Wet cellar is archived");
    play_shows(play, "Wet cellar  ");
    play_keys(play, "T C-r");
    play_shows(play, "redone: Wet cellar is archived");
    play_keys(play, "T V Down Enter");
    play_shows(play, "it is archived: press a to bring it back");
    play_keys(play, "T V Down a");
    play_shows(play, "Wet cellar is on the list again");
    play_keys(play, "T D");
    play_shows(play, "Bridge is deleted");
    play_hides(play, "Bridge  ");
    play_keys(play, "Down Down D");
    play_shows(play, "no encounter is selected");
    play_keys(play, "u Home Enter");
    play_keys(play, "T Down Down D");
    play_shows(play, "The stair has 1 act: archive-encounter keeps it");
    play_free(play);
}

static void test_encounters__open_parks_one_and_comes_back(void **state)
{
    (void)state;
    struct play *play = play_new(evening);
    play_keys(play, "T screen:encounters_three");
    play_keys(play, "T Down Enter");
    play_shows(play, "Wet cellar · not started");
    play_shows(play, "Hild");
    play_keys(play, ": text:encounters Enter Down Enter");
    play_shows(play, "The stair · Trilemma");
    play_keys(play, ": \"text:open wet cellar\" Enter");
    play_shows(play, "Hild");
    play_free(play);
}

/* The foes of an encounter wait, and the party comes to them by one key. */
static void test_encounters__the_party_comes_along_into_a_prepared_one(void **state)
{
    (void)state;
    static const char *const prepared[] = {"encounter Cellar system=trilemma",
                                           "add chief wits=9 hp=14",
                                           "encounter Hall system=4ad",
                                           "encounter Bridge system=trilemma",
                                           "add Anka side=party hp=9",
                                           "damage Anka 4",
                                           NULL};
    struct play *play = play_new(prepared);
    play_keys(play, "T screen:encounters_open_one Down Down screen:encounters_carry I");
    play_shows(play, "Cellar · Trilemma");
    play_shows(play, "Anka comes along: 5 of 9 HP");
    play_shows(play, "undo: the party comes along");
    play_keys(play, "u");
    play_hides(play, "5/9");
    /* The same key goes on to a new one, when its game is picked. */
    play_keys(play, "C-r T Down I text:Attic Enter");
    play_shows(play, "Attic · Trilemma");
    play_shows(play, "Anka comes along");
    play_free(play);
}

static void test_encounters__where_no_party_can_go_the_key_says_why(void **state)
{
    (void)state;
    struct play *play = play_new(evening);
    play_keys(play, "T I screen:encounters_no_party Esc");
    play_shows(play, "Ünder-the-bridge · Four Against");
    play_do(play, "open \"Wet cellar\"");
    play_keys(play, "T I");
    play_shows(play, "the party can only go to an encounter of its own game");
    play_keys(play, "T Down I"); /* to the stair: Trilemma */
    play_shows(play, "the party can only go to an encounter of its own game");
    play_keys(play, "T Up I");
    play_shows(play, "Ünder-the-bridge · not started");
    play_shows(play, "Hild comes along: 5 of 5 Life");
    play_free(play);
}

/* The last two stand above the list as soon as nobody presses a key, also while words are
 * typed; what follows is played a day later. */
static void test_encounters__the_last_evenings_stand_above_them(void **state)
{
    static const char *const fights[] = {"encounter Ford system=trilemma",
                                         "add Anka side=party wits=12 ac=24 hp=9",
                                         "add rat wits=8 ac=22 hp=4",
                                         "initiative 15 5",
                                         "damage rat 4",
                                         "encounter Mill system=trilemma",
                                         "add Anka side=party wits=12 ac=24 hp=9",
                                         "add rat wits=8 ac=22 hp=4",
                                         "initiative 15 5",
                                         "next",
                                         NULL};
    (void)state;
    struct play *play = play_new(fights);
    play_keys(play, "T"); /* no heading over nothing */
    play_hides(play, "evenings");
    play_hides(play, "2 fights");
    play_keys(play, "T wait wait wait wait wait wait");
    play_shows(play,
               "Tue 14 Nov  2 fights, <1 min      Ford: round 1; Mill: on the table, round 1");
    play_do(play, "join Bo hp=3"); /* what the party does has no room there */
    play_keys(play, "T wait wait wait wait wait wait");
    play_shows(play, "2 fights, <1 min      Ford: round 1; Mill: on the table, round 1");
    play_wait(INT64_C(24) * 60 * 60 * 1000);
    play_do(play, "damage rat 1");
    play_keys(play, "T wait wait wait wait wait wait screen:encounters_evenings / text:fo");
    play_shows(play, "Wed 15 Nov  1 fight, <1 min       Mill: on the table, round 1");
    play_shows(play, "Mill: goes on another even");
    play->rows = 12;
    play->columns = 40;
    play_keys(play, "T wait wait wait wait wait wait");
    play_hides(play, "evenings");
    play_free(play);
}

static void test_encounters__keys_that_mean_nothing_change_nothing(void **state)
{
    (void)state;
    struct play *play = play_new(evening);
    play_keys(play, "T x text:14 paste:q End PageUp PageDown Home ? Esc Esc");
    play_shows(play, "Ünder-the-bridge · Four Against");
    play_keys(play, "T End Up Up Up Up Up Up Up Enter Esc");
    play_shows(play, "Ünder-the-bridge · Four Against");
    play_free(play);
}

static void test_encounters__are_found_as_one_types(void **state)
{
    (void)state;
    struct play *play = play_new(evening);
    play_do(play, "tag-encounter \"Wet cellar\" boss, damp");
    play_keys(play, "T / text:DAMP");
    play_shows(play, "encounters that contain the words");
    play_shows(play, "Wet cellar  boss, damp");
    play_hides(play, "The stair");
    play_hides(play, "a new encounter");
    play_keys(play, "T / text:DAMPX");
    play_shows(play, "no encounter contains these words");
    /* Enter keeps what was found, the next one opens it; Esc shows all again, then closes. */
    play_keys(play, "T / text:trilemma Enter Enter");
    play_shows(play, "The stair · Trilemma");
    play_keys(play, "T / text:damp Enter Esc");
    play_shows(play, "The stair");
    play_shows(play, "a new encounter of Trilemma");
    play_keys(play, "T / text:damp Esc Esc");
    play_shows(play, "The stair · Trilemma");
    /* While the filter is typed, letters are text, not keys. */
    play_keys(play,
              "T / text:raDC Backspace Backspace Backspace Backspace text:ünder Enter Enter");
    play_shows(play, "Ünder-the-bridge · Four Against");
    play_free(play);
}

static void test_encounters__are_tagged_noted_and_copied_there(void **state)
{
    (void)state;
    struct play *play = play_new(evening);
    play_keys(play, "T Down t \"text:boss, damp\" Enter");
    play_shows(play, "Wet cellar: tags boss, damp");
    play_shows(play, "Wet cellar  boss, damp");
    play_keys(play, "T Down O \"text:the door sticks\" Enter");
    play_shows(play, "note: the door sticks");
    /* What is there is changed, and not typed again. */
    play_keys(play, "T Down t text:!,mold Enter");
    play_shows(play, "Wet cellar: tags boss, damp!, mold");
    play_keys(play, "T Down t Esc");
    play_shows(play, "tags: boss, damp!, mold");
    play_keys(play, "T Down u u u");
    play_shows(play, "undone: Wet cellar: tags boss, damp");
    play_hides(play, "tags:");
    play_keys(play, "T Down C");
    play_shows(play, "Wet cellar 2 is a copy of Wet cellar");
    play_shows(play, "on the table");
    play_keys(play, "T Home Enter");
    play_shows(play, "Wet cellar 2 · not started");
    play_shows(play, "Hild");
    play_free(play);
}

static void rename_by_another_program(struct play *play, const char *line)
{
    static struct result result;
    struct sitting *other;
    struct error err;
    struct sitting_options options = {.path = play->path, .has_seed = true, .seed = 6};
    assert_int_equal(sitting_open(&other, &options, &err), STATUS_OK);
    sitting_run(other, line, false, &result);
    assert_int_equal(result.kind, RESULT_DONE);
    sitting_close(other);
}

static struct play *played;

/* By the word screen:rename: two encounters change their names while the list is open. */
static void swap_names(void *context, struct str name, const struct frame *last)
{
    (void)context;
    (void)name;
    (void)last;
    rename_by_another_program(played, "rename-encounter \"Wet cellar\" Dry");
    rename_by_another_program(played, "rename-encounter \"The stair\" \"Wet cellar\"");
}

static void test_encounters__that_another_program_renamed_are_shown_again(void **state)
{
    (void)state;
    static const char *const keys[] = {"a", "Enter", "C", "t", "D"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct error err;
        TEXT_BUFFER(typed, 80);
        played = play_new(evening);
        text_add(&typed, "T Down screen:rename %s", keys[i]);
        term_script_open(&played->terminal, &played->script, 24, 80, GLYPHS_UNICODE);
        played->script.photograph = swap_names;
        assert_int_equal(term_script_feed(&played->script, str_of(typed.p), &err), STATUS_OK);
        assert_int_equal(table_run(played->sitting, &played->terminal, NULL, NULL), 0);
        term_close(&played->terminal);
        play_shows(played, "another program changed the list: it is shown as it is now");
        play_shows(played, "› Dry");
        play_hides(played, "archived");
        play_free(played);
    }
}

static void test_encounters__sixty_with_long_names_in_many_scripts_are_drawn(void **state)
{
    static const char *const names[] = {
        "山の門を守る者たちの長い長い夜の物語", "حراس الجسر القديم في الليل الط",
        "Стража старого моста у реки ноч", "🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉",
        "Überfall auf die Brücke der Übermütigen Nachtwächter 1"};
    (void)state;
    struct play *play = play_new(nothing);
    for (int i = 0; i < 60; i++) {
        TEXT_BUFFER(line, 200);
        text_add(&line, "encounter system=%s \"%d %s\"", i % 2 == 0 ? "trilemma" : "4ad", i,
                 names[i % 5]);
        play_do(play, line.p);
    }
    play_do(play, "tag-encounter 59 boss, моря");
    play_reopen(play, false);
    play->rows = 24;
    play_screens(play, "T Down Down wait", "encounters_sixty");
    play_free(play);
}

static void test_encounters__are_drawn_at_any_size(void **state)
{
    (void)state;
    struct play *plays[] = {play_new(nothing), play_new(evening)};
    for (int i = 0; i < 2; i++) {
        play_keys(plays[i], "T resize:1x1 resize:20x5 resize:21x6 resize:40x12 resize:200x60 "
                            "resize:7x90 resize:90x3");
        play_free(plays[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encounters__an_empty_campaign_begins_with_the_games),
        cmocka_unit_test(test_encounters__another_game_is_a_key_away),
        cmocka_unit_test(test_encounters__escape_leads_to_an_empty_table),
        cmocka_unit_test(test_encounters__are_renamed_archived_and_deleted_there),
        cmocka_unit_test(test_encounters__open_parks_one_and_comes_back),
        cmocka_unit_test(test_encounters__the_party_comes_along_into_a_prepared_one),
        cmocka_unit_test(test_encounters__where_no_party_can_go_the_key_says_why),
        cmocka_unit_test(test_encounters__the_last_evenings_stand_above_them),
        cmocka_unit_test(test_encounters__keys_that_mean_nothing_change_nothing),
        cmocka_unit_test(test_encounters__are_found_as_one_types),
        cmocka_unit_test(test_encounters__are_tagged_noted_and_copied_there),
        cmocka_unit_test(test_encounters__that_another_program_renamed_are_shown_again),
        cmocka_unit_test(test_encounters__sixty_with_long_names_in_many_scripts_are_drawn),
        cmocka_unit_test(test_encounters__are_drawn_at_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
