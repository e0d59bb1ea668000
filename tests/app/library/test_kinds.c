/* Kinds of the campaign: saved from combatants, added, edited, copied and archived, undone and
 * redone by themselves; three places searched as one. */
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/library/kind_changes.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "app/sitting/state.h"
#include "content/library.h"
#include "support/draws.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

#define FOLDER "referee/library/trilemma/"

static int setup(void **state)
{
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        "add Bo side=party hp=9", NULL};
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

static enum result_kind run(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    return play->result.kind;
}

static void wrong(struct play *play, const char *line, const char *text)
{
    assert_int_equal(run(play, line), RESULT_WRONG);
    assert_string_equal(play->result.error.text, text);
}

static const struct library_record *kind(struct play *play, const char *name)
{
    struct error err;
    return sitting_kind(play->sitting, str_of(name), &err);
}

static void check_ways(struct play *play, const char *undo, const char *redo)
{
    struct collection_ways ways;
    struct error err;
    assert_int_equal(collection_ways(play->sitting, &kind_collection, &ways, &err), STATUS_OK);
    assert_string_equal(ways.undo, undo);
    assert_string_equal(ways.redo, redo);
}

static int value(struct play *play, const char *name, const char *field)
{
    const struct state *state = sitting_state(play->sitting);
    struct error err;
    int id = combatant_find(state, str_of(name), &err);
    assert_true(id != 0);
    return state_value(state, id, state_field_find(state, str_of(field)), -1);
}

/* Values of the record that the combatant does not have stay; its other values are written. */
static void test_save__takes_what_the_combatant_has(void **state)
{
    struct play *play = *state;
    play_do(play, "add gully goblin hp=5");
    play_do(play, "set gully strength=12 note=\"limps, badly\" traits=shield");
    play_do(play, "save-kind gully");
    assert_string_equal(play->result.text, "gully-goblin is saved from Gully goblin");
    const struct library_record *saved = kind(play, "gully goblin");
    assert_int_equal(saved->place, LIBRARY_CAMPAIGN);
    assert_string_equal(library_text(saved, "hp"), "1d6"); /* 5 is one of its results */
    assert_string_equal(library_text(saved, "strength"), "12");
    assert_string_equal(library_text(saved, "wits"), "11");
    assert_string_equal(library_text(saved, "tags"), "goblin");
    assert_string_equal(library_text(saved, "note"), "limps, badly");
    assert_string_equal(library_text(saved, "other_morale"), "8 with their reeve");
    play_do(play, "set gully hp_max=20");
    play_do(play, "damage gully 3");
    play_do(play, "save-kind gully Old One hp=3d8 tags=goblin, boss");
    assert_string_equal(library_text(kind(play, "old one"), "hp"), "3d8");
    play_do(play, "save-kind gully Older");
    assert_string_equal(library_text(kind(play, "older"), "hp"), "20");
    play_do(play, "save-kind Bo");
    assert_string_equal(library_text(kind(play, "bo"), "hp"), "9");
    play_do(play, "add older");
    assert_int_equal(value(play, "older", "strength"), 12);
    assert_int_equal(value(play, "older", "hp"), 20);
}

static void test_add__makes_a_kind_that_combatants_are_made_from(void **state)
{
    struct play *play = *state;
    play_do(play,
            "add-kind Salt Wolf hp=7 wits=13 tags=beast, moor note=hates bells, and fire");
    assert_string_equal(play->result.text, "salt-wolf is added");
    play_do(play, "add 2 salt wolf");
    assert_int_equal(value(play, "Salt wolf 2", "wits"), 13);
    play_do(play, "edit-kind salt wolf wits=4");
    assert_int_equal(value(play, "Salt wolf 2", "wits"),
                     13); /* the fight keeps what it began with */
    play_do(play, "add salt wolf");
    assert_int_equal(value(play, "Salt wolf", "wits"), 4);
    play_reopen(play, false);
    assert_string_equal(library_text(kind(play, "salt-wolf"), "note"), "hates bells, and fire");
}

static void test_wrong__nothing_changes(void **state)
{
    struct play *play = *state;
    play_do(play, "add-kind newt hp=3");
    wrong(play, "edit-kind newt strenth=9",
          "a creature has no strenth; did you mean strength?");
    wrong(play, "edit-kind newt hp=4 strength=900",
          "strength=900: expected a whole number from -100 to 100");
    wrong(play, "edit-kind newt hp=lots", "hp: expected 0 to 10000, or dice such as 2d8");
    wrong(play, "edit-kind newt", "expected a field and its value behind newt: hp=1d8");
    wrong(play, "edit-kind newtt hp=4", "there is no kind newtt; did you mean newt?");
    wrong(play, "edit-kind newt leads=gully-gobln",
          "leads: there is no creature gully-gobln; did you mean gully-goblin?");
    wrong(play, "add-kind newt hp=9",
          "the campaign has a creature newt already; edit-kind changes it");
    wrong(play, "add-kind 3 hp=9",
          "name: expected a name of lower-case letters, digits and -, beginning with a letter, "
          "at most 24");
    wrong(play, "copy-kind newt gully goblin",
          "there is a creature gully-goblin already; give the copy another name");
    wrong(play, "edit-kind newt name=\"\" hp=4", "name: missing: the name that is typed");
    assert_string_equal(library_text(kind(play, "newt"), "hp"), "3");
    check_ways(play, "newt is added", "");
    assert_int_equal(run(play, "archive-kind gully goblin"), RESULT_REFUSED);
    assert_string_equal(
        play->result.refusal.reason,
        "gully-goblin ships with the program: only kinds of the campaign can be archived");
}

/* Undo and redo together change nothing; the table's undo does not touch kinds, nor theirs the
 * table. */
static void test_undo__is_their_own(void **state)
{
    struct play *play = *state;
    check_ways(play, "", "");
    assert_int_equal(run(play, "kinds-undo"), RESULT_REFUSED);
    play_do(play, "edit-kind gully goblin ac=30");
    play_do(play, "copy-kind gully-goblin King hp=9 morale=11");
    play_do(play, "edit-kind king name=old king");
    play_do(play, "archive-kind old king");
    assert_null(kind(play, "old king"));
    check_ways(play, "old-king is archived", "");
    play_do(play, "undo");
    assert_string_equal(play->result.text, "undone: Bo joins");
    check_ways(play, "old-king is archived", "");
    play_do(play, "kinds-undo");
    assert_string_equal(play->result.text, "undone: old-king is archived");
    assert_string_equal(library_text(kind(play, "old king"), "morale"), "11");
    play_do(play, "kinds-undo");
    assert_non_null(kind(play, "king"));
    assert_null(kind(play, "old king"));
    play_do(play, "kinds-undo");
    assert_null(kind(play, "king"));
    assert_string_equal(library_text(kind(play, "gully-goblin"), "ac"), "30");
    play_do(play, "kinds-undo");
    assert_string_equal(library_text(kind(play, "gully-goblin"), "ac"), "21");
    assert_int_equal(kind(play, "gully-goblin")->place, LIBRARY_SHIPPED);
    for (int i = 0; i < 4; i++) {
        play_do(play, "kinds-redo");
    }
    assert_int_equal(run(play, "kinds-redo"), RESULT_REFUSED);
    assert_null(kind(play, "old king"));
    assert_string_equal(library_text(kind(play, "gully-goblin"), "ac"), "30");
    play_do(play, "kinds-undo");
    play_do(play, "kinds-undo");
    play_do(play, "copy-kind king queen");
    check_ways(play, "queen is copied from king", "");
    play_reopen(play, false);
    assert_non_null(kind(play, "queen"));
    play_do(play, "redo");
    assert_string_equal(play->result.text, "redone: Bo joins");
}

/* A kind of the campaign goes before one of a file, and that before one that ships. */
static void test_places__are_searched_as_one(void **state)
{
    struct play *play = *state;
    home_write(FOLDER "mine.yaml", "creatures:\n  - name: gully-goblin\n    hp: 2\n"
                                   "  - name: bog-imp\n    hp: 1\n    tags: [Éclair, cave]\n");
    play_reopen(play, false);
    assert_string_equal(library_text(kind(play, "gully goblin"), "hp"), "2");
    play_do(play, "edit-kind gully goblin hp=3");
    assert_string_equal(library_text(kind(play, "gully goblin"), "hp"), "3");
    play_do(play, "archive-kind gully goblin");
    assert_string_equal(library_text(kind(play, "gully goblin"), "hp"), "2");
    const struct library_record *found[8];
    assert_int_equal(sitting_search_kinds(play->sitting, str_of("ÉCL cave"), found, 8), 1);
    assert_string_equal(found[0]->name, "bog-imp");
    play_do(play, "add-kind cave imp hp=1");
    play_do(play, "add-kind imp hp=1");
    int count = sitting_search_kinds(play->sitting, str_of("imp"), found, 8);
    assert_true(count >= 3);
    assert_string_equal(found[0]->name, "imp"); /* begins so */
    assert_string_equal(found[1]->name, "cave-imp");
    play_do(play, "edit-kind cave imp hp=2");
    sitting_search_kinds(play->sitting, str_of(""), found, 8);
    assert_string_equal(found[0]->name, "cave-imp"); /* the newest first */
    assert_int_equal(run(play, "kinds zzz"), RESULT_TOLD);
    assert_string_equal(play->result.text, "no kind has zzz; `kinds` lists all of them");
}

static void test_mistakes__of_a_file_are_reported_when_a_kind_is_missing(void **state)
{
    struct play *play = *state;
    home_write(FOLDER "a.yaml", "creatures:\n  - name: bog-imp\n    hp: lots\n");
    home_write(FOLDER "b.yaml", "creatures:\n  - name: moor-imp\n    hp: 3\n");
    play_reopen(play, false);
    assert_non_null(kind(play, "moor imp"));
    assert_int_equal(run(play, "add X creature=bog-imp"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "there is no creature bog-imp"));
    assert_non_null(strstr(play->result.error.text, "a.yaml:3:9: hp: expected 0 to 10000"));
}

static void test_archived__comes_back(void **state)
{
    struct play *play = *state;
    play_do(play, "edit-kind gully goblin hp=3");
    play_do(play, "edit-kind gully goblin hp=4");
    play_do(play, "archive-kind gully goblin");
    wrong(play, "unarchive-kind gully gobln",
          "no kind gully gobln is archived; did you mean gully-goblin?");
    wrong(play, "unarchive-kind moor wolf", "no kind moor wolf is archived");
    play_do(play, "unarchive-kind Gully Goblin");
    assert_string_equal(play->result.text, "gully-goblin is on the list again");
    assert_string_equal(library_text(kind(play, "gully-goblin"), "hp"), "4");
    wrong(play, "unarchive-kind gully goblin", "no kind gully goblin is archived");
    play_do(play, "kinds-undo");
    assert_int_equal(kind(play, "gully-goblin")->place, LIBRARY_SHIPPED);
    play_do(play, "add-kind gully goblin hp=9");
    wrong(play, "unarchive-kind gully goblin",
          "the campaign has a creature gully-goblin already; edit-kind changes it");
    play_do(play, "archive-kind gully goblin");
    play_reopen(play, false);
    play_do(play, "unarchive-kind gully goblin"); /* of two the one that went last */
    assert_string_equal(library_text(kind(play, "gully-goblin"), "hp"), "9");
}

/* A prepared encounter is one whose fight has not begun. It keeps its numbers. */
static void test_uses__are_shown_with_an_edit(void **state)
{
    struct play *play = *state;
    static struct kind_uses uses;
    struct error err;
    play_do(play, "add 6 gully goblin hp=4");
    play_do(play, "add Snag creature=gully-goblin hp=4");
    play_do(play, "encounter Ford");
    play_do(play, "add gully goblin hp=2");
    play_do(play, "encounter Weir");
    play_do(play, "add 2 gully goblin hp=2");
    play_do(play, "add Bo side=party wits=12 hp=7");
    play_do(play, "initiative 9 9");
    play_do(play, "edit-kind gully goblin ac=25");
    assert_string_equal(play->result.label, "gully-goblin is edited");
    assert_string_equal(play->result.lost,
                        "prepared in Ford (1), Mill (7), with the numbers of before");
    assert_string_equal(play->result.text,
                        "gully-goblin is edited; prepared in Ford (1), Mill (7), with the "
                        "numbers of before");
    check_ways(play, "gully-goblin is edited", "");
    assert_int_equal(value(play, "gully goblin 1", "ac"), 21); /* its fight goes on */
    play_do(play, "open Mill");
    assert_int_equal(value(play, "gully goblin 6", "ac"), 21);
    play_do(play, "edit-kind moor wolf ac=25");
    assert_string_equal(play->result.lost, "");
    play_do(play, "add-kind newt hp=3");
    play_do(play, "add newt");
    play_do(play, "edit-kind newt name=eft");
    assert_string_equal(play->result.lost, "prepared in Mill (1), with the numbers of before");
    assert_int_equal(sitting_kind_uses(play->sitting, &uses, &err), STATUS_OK);
    int gone = 0;
    for (int i = 0; i < uses.count; i++) {
        gone += uses.use[i].is_gone ? 1 : 0;
        assert_int_equal(uses.use[i].is_gone, strcmp(uses.use[i].kind, "newt") == 0);
    }
    assert_int_equal(gone, 1);
    play_do(play, "archive-encounter Ford");
    play_do(play, "archive-kind gully goblin");
    assert_string_equal(play->result.lost, "prepared in Mill (7), with the numbers of before");
}

/* Two games have kinds of their own. */
static void test_games__have_their_own(void **state)
{
    struct play *play = *state;
    play_do(play, "add-kind newt hp=3");
    play_do(play, "encounter Cave system=four-against-darkness");
    assert_null(kind(play, "newt"));
    check_ways(play, "", "");
    play_do(play, "add-kind newt foe=vermin level=2");
    play_do(play, "add 3 newt");
    play_do(play, "save-kind newt big newt level=HCL+1");
    assert_string_equal(library_text(kind(play, "big newt"), "level"), "HCL+1");
    assert_string_equal(library_text(kind(play, "big newt"), "foe"), "vermin");
    play_do(play, "open Mill");
    assert_string_equal(library_text(kind(play, "newt"), "hp"), "3");
}

/* The referee's own foe needs six fields beside its name and no others. */
static void test_foes__are_six_fields(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter Drain system=four-against-darkness");
    const struct library_kind *foe = sitting_usual_kind(play->sitting);
    int count = 0;
    for (; foe->first[count] != NULL; count++) {
        struct error err;
        assert_true(kind_field_named(foe, str_of(foe->first[count]), &err) > 0);
    }
    assert_int_equal(count, 6);
    for (int i = 1; i < foe->fields_count; i++) {
        bool is_first = false;
        for (int k = 0; k < count; k++) {
            is_first = is_first || strcmp(foe->fields[i].value.name, foe->first[k]) == 0;
        }
        assert_true(is_first || !foe->fields[i].value.is_required);
    }
    play_do(play, "add Hild class=warrior level=3");
    play_do(play, "add-kind Bog Imp foe=minion level=3 count=1d6+2 attacks=1 damage=1");
    play_do(play, "add-kind Bog Queen foe=boss level=HCL+1 life=T+4 attacks=2 damage=T");
    play_do(play, "add bog imp");
    play_do(play, "add bog queen");
    play_do(play, "attack bog-imp 6 5");
    assert_int_equal(value(play, "bog queen", "level"), 4);
    assert_int_equal(value(play, "bog queen", "hp"), 6); /* T+4, and one for a boss */
    assert_int_equal(value(play, "bog queen", "attacks"), 3);
    wrong(play, "add-kind Bog King foe=boss level=5 count=2d6",
          "bog-king: count: a major foe (boss) stands alone and has Life; leave count out");
    wrong(play, "add-kind Bog King foe=bos level=5",
          "foe=bos: expected one of vermin, minion, weird, boss; did you mean boss?");
}

static int64_t fixed_clock(void)
{
    return 1000;
}

/* The records in their order, and the search over them. */
static void check_same(struct play *play, const struct library *read)
{
    const struct library *now = sitting_library(play->sitting);
    const struct library_record *found[200], *again[200];
    struct kind_search *search = kind_search_make(read, "creature");
    assert_int_equal(now->count, read->count);
    for (int i = 0; i < now->count; i++) {
        const struct library_record *a = &now->record[i], *b = &read->record[i];
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->stamp, b->stamp);
        assert_int_equal(a->place, b->place);
        for (int k = 0; k < a->kind->fields_count; k++) {
            assert_int_equal(a->field[k].count, b->field[k].count);
            for (int j = 0; j < a->field[k].count; j++) {
                assert_string_equal(a->field[k].text[j], b->field[k].text[j]);
            }
        }
        struct error err;
        assert_ptr_equal(library_find(now, a->kind->name, str_of(a->name), &err), a);
    }
    static const char *const words[] = {"", "newt", "gob", "moor", "gully"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        int count = sitting_search_kinds(play->sitting, str_of(words[i]), found, 200);
        assert_int_equal(kind_search(search, str_of(words[i]), again, 200), count);
        for (int k = 0; k < count && k < 200; k++) {
            assert_string_equal(found[k]->name, again[k]->name);
        }
    }
    kind_search_free(search);
}

/* In the lines # is one of five newts, @ a number. Only what changed is read again, and the
 * library is what reading all of it would give. */
static void test_library__follows_changes_as_if_all_of_it_were_read(void **state)
{
    struct play *play = *state;
    static const char *const lines[] = {"add-kind newt # hp=@ tags=moor",
                                        "edit-kind newt # hp=2d@",
                                        "archive-kind newt #",
                                        "unarchive-kind newt #",
                                        "copy-kind newt # Gully Goblin",
                                        "copy-kind gully goblin newt #",
                                        "kinds-undo",
                                        "kinds-redo",
                                        "edit-kind newt # name=gully-thing",
                                        "archive-kind gully goblin",
                                        "save-kind Bo Newt #",
                                        "edit-kind newt # note=number @"};
    enum { LINES = 12, TURNS = 120 };
    int done = 0;
    struct draws draws;
    draws_init(&draws);
    (void)sitting_search_kinds(play->sitting, str_of(""), NULL, 0);
    const struct sitting_options options = {
        .path = play->path, .is_read_only = true, .now_ms = fixed_clock};
    for (int i = 0; i < TURNS; i++) {
        TEXT_BUFFER(line, 200);
        struct diagnostics diagnostics;
        int newt = draws_between(&draws, 1, 5), number = draws_between(&draws, 2, 9);
        for (const char *at = lines[draws_between(&draws, 0, LINES - 1)]; *at != '\0'; at++) {
            text_add(&line, *at == '#' || *at == '@' ? "%d" : "%c",
                     *at == '#'   ? newt
                     : *at == '@' ? number
                                  : *at);
        }
        done += run(play, line.p) == RESULT_DONE;
        const void *before = play->sitting->library;
        (void)sitting_library(play->sitting);
        assert_ptr_equal(play->sitting->library, before); /* it was not read again */
        struct sitting *other;
        struct error err;
        assert_int_equal(sitting_open(&other, &options, &err), STATUS_OK);
        check_same(play,
                   sitting_library_of(other, state_system(sitting_state(other)), &diagnostics));
        sitting_close(other);
    }
    assert_true(done > TURNS / 5);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_save__takes_what_the_combatant_has),
        TEST(test_add__makes_a_kind_that_combatants_are_made_from),
        TEST(test_wrong__nothing_changes),
        TEST(test_archived__comes_back),
        TEST(test_uses__are_shown_with_an_edit),
        TEST(test_undo__is_their_own),
        TEST(test_places__are_searched_as_one),
        TEST(test_mistakes__of_a_file_are_reported_when_a_kind_is_missing),
        TEST(test_games__have_their_own),
        TEST(test_foes__are_six_fields),
        TEST(test_library__follows_changes_as_if_all_of_it_were_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
