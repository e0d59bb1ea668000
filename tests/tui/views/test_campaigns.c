/* The list of campaigns and copies, and the ways on when the file is not in its place, drawn
 * from data alone; and the keys of the list at the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/file/file.h"
#include "app/sitting/state.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/unit.h"
#include "support/without_colours.h"
#include "tui/canvas/canvas.h"
#include "tui/lists/campaigns.h"
#include "tui/loop/lost_file.h"
#include "tui/widgets/view.h"

static void draw_at(struct frame *frame, int rows, int columns, enum glyph_set glyphs,
                    struct campaigns *list, struct lost_file *lost)
{
    frame_init(frame, rows, columns, glyphs);
    struct view_place place = {.canvas = canvas_of(frame)};
    if (list != NULL) {
        view_of_campaigns.draw(&place, list);
    } else {
        view_of_file.draw(&place, lost);
    }
}

static void check_screens(const char *name, struct campaigns *list, struct lost_file *lost)
{
    static struct frame frame;
    static const struct {
        int rows, columns;
        enum glyph_set glyphs;
        const char *name;
    } kinds[] = {{24, 80, GLYPHS_UNICODE, "80x24"},   {24, 80, GLYPHS_ASCII, "80x24_ascii"},
                 {40, 120, GLYPHS_UNICODE, "120x40"}, {40, 120, GLYPHS_ASCII, "120x40_ascii"},
                 {12, 40, GLYPHS_UNICODE, "40x12"},   {12, 40, GLYPHS_ASCII, "40x12_ascii"}};
    static char looks[FRAME_DUMP_SIZE];
    struct text text = text_over(looks, sizeof looks);
    char file[64];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        text_format(file, sizeof file, "%s_%s", name, kinds[i].name);
        draw_at(&frame, kinds[i].rows, kinds[i].columns, kinds[i].glyphs, list, lost);
        golden_assert_frame(file, &frame);
        without_colours_check(file, &frame);
        text_add(&text, "==== %s, ", kinds[i].name);
        without_colours_dump(&text, &frame);
    }
    text_format(file, sizeof file, "%s_without_colours", name);
    golden_assert_text(file, looks);
}

static struct campaigns *made_list(void)
{
    struct campaigns *list = calloc(1, sizeof *list);
    assert_non_null(list);
    list->count = 2;
    list->campaign[0] = (struct sitting_campaign){.path = "/home/mira/campaign.db",
                                                  .acts = 312,
                                                  .newest_ms = 1700000000000,
                                                  .is_open = true};
    list->campaign[1] = (struct sitting_campaign){
        .path = "/home/mira/a-rather-long-name/of-a-folder/second.db", .acts = 1};
    list->copies = 2;
    list->list.count = 4;
    list->copy[0] = (struct sitting_copy){
        .name = "2023-11-14-221320", .acts = 312, .newest_ms = 1700000000000};
    list->copy[1] = (struct sitting_copy){.name = "2023-11-13-200000", .acts = -1};
    return list;
}

static void expect_line(const struct campaigns *list, const char *wanted)
{
    TEXT_BUFFER(line, 200);
    campaigns_line(list, &line);
    assert_string_equal(line.p, wanted);
}

static void test_campaigns__have_a_line_for_each_that_can_be_gone_on_with(void **state)
{
    (void)state;
    struct campaigns *list = made_list();
    check_screens("campaigns", list, NULL);
    expect_line(list, "");
    list_move(&list->list, 1);
    expect_line(list, "campaign /home/mira/a-rather-long-name/of-a-folder/second.db");
    list_move(&list->list, 1);
    expect_line(list, "restore 2023-11-14-221320");
    list_move(&list->list, 5);
    expect_line(list, "");
    list_move(&list->list, -9);
    expect_line(list, "");
    free(list);
}

static void test_campaigns__have_three_ways_on_without_the_file(void **state)
{
    (void)state;
    static struct lost_file lost;
    TEXT_BUFFER(line, 200);
    text_format(
        lost.told, sizeof lost.told, "%s",
        "/home/mira/campaign.db\nanother file was copied over the campaign while it was "
        "open\n\nOpen here: 312 acts\nAt the path now: 300 acts\n");
    lost.can_reopen = true;
    line_edit_set(&lost.path, str_of("/home/mira/campaign-kept.db"));
    check_screens("lost_file", NULL, &lost);
    lost_file_line(&lost, &line);
    assert_string_equal(line.p, "save-as /home/mira/campaign-kept.db");
    lost_file_move(&lost, 1);
    text_init(&line, line.p, line.size);
    lost_file_line(&lost, &line);
    assert_string_equal(line.p, "reopen");
    lost_file_move(&lost, 1);
    text_init(&line, line.p, line.size);
    lost_file_line(&lost, &line);
    assert_string_equal(line.p, "quit");
    lost_file_move(&lost, 1);
    assert_int_equal(lost.picked, LOST_FILE_QUIT);
    lost.can_reopen = false;
    lost_file_move(&lost, -1);
    assert_int_equal(lost.picked, LOST_FILE_KEEP);
}

static void test_campaigns__the_list_is_a_key_away_from_the_encounters(void **state)
{
    (void)state;
    static const char *const lines[] = {"add Anka", NULL};
    struct play *play = play_new(lines);
    play_keys(play, "T f");
    play_shows(play, "campaigns, and copies of the open one");
    play_shows(play, "open  1 act");
    play_keys(play, "T f Enter");
    play_shows(play, "this campaign is open already");
    play_keys(play, ": text:campaigns Enter Esc");
    play_shows(play, "? help");
    play_free(play);
}

static void test_campaigns__a_new_one_is_made_and_opened_from_the_list(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma", "add Anka", NULL};
    struct play *play = play_new(lines);
    char before[SITTING_PATH_MAX], made[SITTING_PATH_MAX];
    snprintf(before, sizeof before, "%s", sitting_path(play->sitting));
    play_keys(play, "T f N \"text:Salt road\" Enter");
    play_shows(play, "which game, or a demo?");
    snprintf(made, sizeof made, "%s", sitting_path(play->sitting));
    const char *slash = strrchr(before, '/');
    int n = slash != NULL ? (int)(slash - before) + 1 : 0;
    assert_int_equal(strncmp(made, before, (size_t)n), 0);
    assert_string_equal(made + n, "Salt road.db");
    play_keys(play, "Enter text:Ford Enter + \"text:Bo side=party hp=9\" Enter");
    play_shows(play, "Ford");
    play_keys(play, "T f N \"text:Salt road\" Enter");
    play_shows(play, "is there already");
    /* Back, and nothing of the one is in the other. */
    TEXT_BUFFER(line, SITTING_PATH_MAX + 20);
    text_add(&line, "campaign %s", before);
    play_do(play, line.p);
    play_keys(play, "T");
    play_shows(play, "Mill");
    play_hides(play, "Ford");
    play_do(play, "new-campaign other.db");
    assert_non_null(strstr(sitting_path(play->sitting), "/other.db"));
    remove(sitting_path(play->sitting));
    remove(made);
    remove(before);
    play_free(play);
}

/* No key is dead: it does something, or it is said what can be done. */
static void test_campaigns__without_the_file_every_key_is_answered(void **state)
{
    (void)state;
    static const char *const lines[] = {"add Anka", NULL};
    struct play *play = play_new(lines);
    remove(play->path);
    play_keys(play, ": text:note Space x Enter");
    play_shows(play, "file is not in its place");
    play_shows(play, "Esc decide later");
    play_keys(play, ": text:note Space x Enter u");
    play_shows(play, "That key does nothing here. Up and Down choose, Enter accepts");
    play_keys(play, ": text:note Space x Enter n Down z");
    play_shows(play, "That key does nothing here.");
    play_keys(play, ": text:note Space x Enter q");
    play_shows(play, "Enter quits; Esc decides later.");
    play_keys(play, ": text:note Space x Enter q q text:n");
    play_shows(play, "file is not in its place");
    play_hides(play, "does nothing here");
    play_keys(play, ": text:note Space x Enter q Up Backspace u q");
    play_shows(play, ".duq");
    play_hides(play, "does nothing here");
    play_keys(play, ": text:note Space x Enter / q");
    play_shows(play, " /q");
    play_keys(play, ": text:note Space x Enter Esc");
    play_shows(play, ":note x");
    play_free(play);
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_campaigns__have_a_line_for_each_that_can_be_gone_on_with),
        cmocka_unit_test(test_campaigns__have_three_ways_on_without_the_file),
        cmocka_unit_test(test_campaigns__without_the_file_every_key_is_answered),
        cmocka_unit_test(test_campaigns__the_list_is_a_key_away_from_the_encounters),
        cmocka_unit_test(test_campaigns__a_new_one_is_made_and_opened_from_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
