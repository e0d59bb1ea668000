/* What the players may see: who is shown, what of them, and that nothing else gets there. */
#include "app/players/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/settings/program_settings.h"
#include "app/settings/settings.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/secrets.h"
#include "support/unit.h"
#include "tui/players/players_sheet.h"

static const char *const fight[] = {"encounter Ledge system=trilemma",
                                    "add Anka side=party strength=14 wits=12 ac=20 hp=9",
                                    "add Bo side=party strength=9 wits=10 ac=20 hp=8",
                                    "add Zorblax strength=12 wits=9 ac=22 hp=11 hidden=yes",
                                    "add Pelican strength=12 wits=12 ac=22 hp=16",
                                    NULL};

static const struct players_view *look(struct players *players)
{
    struct error err;
    bool has_changed;
    assert_int_equal(players_look(players, &has_changed, &err), STATUS_OK);
    return players_view(players);
}

static const struct shown_combatant *shown(const struct players_view *view, const char *name)
{
    for (int i = 0; i < view->count; i++) {
        if (strcmp(view->order[i].name, name) == 0) {
            return &view->order[i];
        }
    }
    fail_msg("%s is not shown", name);
    return NULL;
}

/* The document and the screen together; the caller frees it. */
static char *all_of(struct players *players)
{
    static struct frame frame;
    json_t *report = players_report(players, PLAYERS_ALL);
    char *document = json_dumps(report, 0);
    size_t size = strlen(document) + FRAME_DUMP_SIZE;
    char *all = malloc(size);
    struct text text = text_over(all, (int)size);
    frame_init(&frame, 40, 120, GLYPHS_UNICODE);
    players_sheet_draw(players_view(players), "", &frame);
    text_add(&text, "%s\n", document);
    for (int row = 0; row < frame.rows; row++) {
        frame_dump_row(&text, &frame, row);
        text_add_char(&text, '\n');
    }
    free(document);
    json_decref(report);
    return all;
}

static void test_players__see_the_order_the_turn_and_hit_points_by_side(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    struct players *players = players_begin(play->sitting);
    const struct players_view *view = look(players);
    assert_string_equal(view->encounter, "");
    assert_int_equal(view->count, 2); /* before the fight the party alone */
    play_do(play, "initiative 15 9 8 4");
    play_do(play, "damage Pelican 9");
    play_do(play, "damage Anka 2");
    play_do(play, "condition Bo prone");
    play_do(play, "condition Bo own sworn");
    play_do(play, "next");
    view = look(players);
    assert_string_equal(view->encounter, "Ledge");
    assert_int_equal(view->round, 1);
    assert_int_equal(view->count, 3);
    assert_string_equal(shown(view, "Anka")->hp, "7 of 9");
    assert_string_equal(shown(view, "Pelican")->hp, "badly hurt");
    assert_int_equal(shown(view, "Bo")->conditions, 1);
    assert_string_equal(shown(view, "Bo")->condition[0], "prone");
    int active = 0, next = 0;
    for (int i = 0; i < view->count; i++) {
        active += view->order[i].is_active ? 1 : 0;
        next += view->order[i].is_next ? 1 : 0;
        assert_false(view->order[i].is_active && view->order[i].is_next);
    }
    assert_int_equal(active, 1);
    assert_int_equal(next, 1);
    players_end(players);
}

/* What a hidden one does shows nowhere: no id is left out, no act is counted. */
static void test_players__cannot_tell_a_gap_where_somebody_is_hidden(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    struct players *players = players_begin(play->sitting);
    play_do(play, "initiative 15 9 8 4");
    const struct players_view *view = look(players);
    int64_t acts = players_act(players);
    bool is_used[COMBATANTS_MAX + 1] = {false};
    for (int i = 0; i < view->count; i++) {
        assert_in_range(view->order[i].id, 1, view->count);
        assert_false(is_used[view->order[i].id]);
        is_used[view->order[i].id] = true;
    }
    play_do(play, "damage Zorblax 2");
    play_do(play, "condition Zorblax prone");
    play_do(play, "note-on Zorblax the abbot");
    look(players);
    assert_int_equal(players_act(players), acts);
    char *all = all_of(players);
    assert_null(strstr(all, "Zorblax"));
    free(all);
    play_do(play, "reveal Zorblax");
    view = look(players);
    assert_int_equal(players_act(players), acts + 1);
    assert_int_equal(shown(view, "Zorblax")->id, 4);
    play_do(play, "undo");
    view = look(players);
    assert_int_equal(view->count, 3);
    assert_int_equal(players_act(players), acts);
    /* Who looks for the first time counts the same. */
    struct players *later = players_begin(play->sitting);
    look(later);
    assert_int_equal(players_act(later), acts);
    assert_memory_equal(players_view(later), view, sizeof *view);
    players_end(later);
    players_end(players);
}

static void test_players__get_no_secret_of_any_game(void **state)
{
    (void)state;
    unsigned taken = 0;
    for (int i = 0; i < systems_count(); i++) {
        struct play *play = secrets_planted(i, &taken);
        sitting_run(play->sitting, "add " SECRET " hidden=yes hp=3", false, &play->result);
        for (int turn = 0; turn < 2; turn++) {
            sitting_run(play->sitting, "next", false, &play->result);
            sitting_run(play->sitting, "next", false, &play->result);
            secrets_plant_acts(play);
            sitting_run(play->sitting, "damage " SECRET " 1", false, &play->result);
        }
        struct players *players = players_begin(play->sitting);
        look(players);
        char *all = all_of(players);
        assert_non_null(strstr(all, "Anka"));
        if (strstr(all, SECRET) != NULL) {
            fail_msg("%s:\n%s", system_at(i)->id, all);
        }
        free(all);
        players_end(players);
        play_free(play);
    }
}

static void test_players__get_hit_points_as_the_settings_say(void **state)
{
    static struct program_settings settings;
    struct error err;
    struct play *play = play_new(fight);
    *state = play;
    program_settings_init(&settings, NULL, 0);
    play->settings = &settings;
    play_do(play, "initiative 15 9 8 4");
    play_do(play, "damage Pelican 9");
    play_do(play, "damage Anka 2");
    play_reopen(play, false);
    struct players *players = players_begin(play->sitting);
    assert_int_equal(
        program_setting_set(&settings, str_of("players-party"), str_of("words"), &err),
        STATUS_OK);
    assert_int_equal(
        program_setting_set(&settings, str_of("players-foes"), str_of("numbers"), &err),
        STATUS_OK);
    const struct players_view *view = look(players);
    assert_string_equal(shown(view, "Anka")->hp, "hurt");
    assert_string_equal(shown(view, "Pelican")->hp, "7 of 16");
    assert_int_equal(
        program_setting_set(&settings, str_of("players-foes"), str_of("none"), &err),
        STATUS_OK);
    players_end(players);
    players = players_begin(play->sitting);
    assert_string_equal(shown(look(players), "Pelican")->hp, "");
    players_end(players);
}

static void test_players__can_be_given_a_part_of_it(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "initiative 15 9 8 4");
    struct players *players = players_begin(play->sitting);
    look(players);
    json_t *heroes = players_report(players, PLAYERS_HEROES);
    json_t *order = players_report(players, PLAYERS_ORDER);
    char *of_heroes = json_dumps(heroes, 0), *of_order = json_dumps(order, 0);
    assert_non_null(strstr(of_heroes, "Anka"));
    assert_null(strstr(of_heroes, "Pelican"));
    assert_non_null(strstr(of_order, "Pelican"));
    assert_null(strstr(of_order, "unhurt"));
    free(of_heroes);
    free(of_order);
    json_decref(heroes);
    json_decref(order);
    players_end(players);
}

/* Somebody who fled has no turn; while somebody hidden fights on, the fight does. */
static void test_players__see_that_the_fight_is_over(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    play_do(play, "initiative 9 8 4 15");
    struct players *players = players_begin(play->sitting);
    assert_true(shown(look(players), "Pelican")->is_active);
    play_do(play, "out Pelican fled");
    const struct players_view *view = look(players);
    assert_false(shown(view, "Pelican")->is_active);
    assert_false(view->is_over);
    play_do(play, "out Zorblax dead");
    view = look(players);
    assert_true(view->is_over);
    for (int i = 0; i < view->count; i++) {
        assert_false(view->order[i].is_active || view->order[i].is_next);
    }
    char *all = all_of(players);
    assert_non_null(strstr(all, "\"phase\": \"the fight is over\""));
    assert_non_null(strstr(all, "\"active\": null"));
    assert_null(strstr(all, " now "));
    free(all);
    play_do(play, "undo");
    assert_false(look(players)->is_over);
    players_end(players);
}

/* What everybody sees of somebody in each game, beside conditions. */
static void test_players__see_what_shows_in_each_game(void **state)
{
    static const struct {
        const char *lines[6];
        const char *who, *sees[2];
    } cases[] = {
        {{"encounter Pond system=yuxtapa", "add Fay side=party class=fighter", "water Fay",
          NULL},
         "Fay",
         {"in water"}},
        {{"encounter Hall system=pixel",
          "add Wren side=party level=5 weapon_accuracy=1.2 strength=18 required_strength=18 "
          "damage=5-25 dodge=5 hp=25",
          "add Scout accuracy=11 dodge=4 damage=2-6 armor=4 hp=40", "next", "surprise Scout",
          NULL},
         "Scout",
         {"surprised"}},
        {{"encounter Salt system=qud",
          "add Ezra side=party to_hit=2 dv=6 av=3 hp=18 weapon=steel-mace "
          "off_weapon=hook-bill",
          NULL},
         "Ezra",
         {"steel mace", "hook bill"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct play *play = play_new(cases[i].lines);
        struct players *players = players_begin(play->sitting);
        const struct shown_combatant *one = shown(look(players), cases[i].who);
        const char *const *sees = cases[i].sees;
        assert_int_equal(one->conditions, sees[1] != NULL ? 2 : 1);
        for (int k = 0; k < one->conditions; k++) {
            assert_string_equal(one->condition[k], sees[k]);
        }
        players_end(players);
        play_free(play);
    }
}

/* ---- the screen ------------------------------------------------------------------------ */

static void draw(struct players *players, const char *name)
{
    static struct frame frame;
    static const struct {
        int rows, columns;
    } sizes[] = {{24, 80}, {40, 120}, {12, 40}};
    for (int i = 0; i < 6; i++) {
        TEXT_BUFFER(golden, 80);
        int at = i / 2;
        bool is_ascii = i % 2 == 1;
        frame_init(&frame, sizes[at].rows, sizes[at].columns,
                   is_ascii ? GLYPHS_ASCII : GLYPHS_UNICODE);
        players_sheet_draw(players_view(players), "", &frame);
        text_add(&golden, "players_%s_%dx%d%s", name, sizes[at].columns, sizes[at].rows,
                 is_ascii ? "_ascii" : "");
        golden_assert_frame(golden.p, &frame);
    }
}

static void test_screen__has_large_letters_where_rows_are_left(void **state)
{
    struct play *play = play_new(fight);
    *state = play;
    struct players *players = players_begin(play->sitting);
    look(players);
    draw(players, "between");
    play_do(play, "initiative 15 9 8 4");
    play_do(play, "next");
    play_do(play, "condition Bo prone");
    look(players);
    draw(players, "fight");
    play_do(play, "rename Anka \"Ánka Þórsdóttir of the 忍者\"");
    play_do(play, "add 40 gull strength=3 wits=3 ac=10 hp=1");
    look(players);
    draw(players, "crowd");
    players_end(players);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_players__see_the_order_the_turn_and_hit_points_by_side,
                                  play_end),
        cmocka_unit_test_teardown(test_players__cannot_tell_a_gap_where_somebody_is_hidden,
                                  play_end),
        cmocka_unit_test(test_players__get_no_secret_of_any_game),
        cmocka_unit_test_teardown(test_players__get_hit_points_as_the_settings_say, play_end),
        cmocka_unit_test_teardown(test_players__see_that_the_fight_is_over, play_end),
        cmocka_unit_test(test_players__see_what_shows_in_each_game),
        cmocka_unit_test_teardown(test_players__can_be_given_a_part_of_it, play_end),
        cmocka_unit_test_teardown(test_screen__has_large_letters_where_rows_are_left, play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
