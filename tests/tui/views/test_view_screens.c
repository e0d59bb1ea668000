/* Every view at the three sizes, with colours, without any, and in ASCII: one golden a view. A
 * size has the screen with Unicode glyphs, its roles (each of them is a colour), what tells
 * these apart where there are no colours, and the screen in ASCII. The list of campaigns and
 * the ways on without a file show paths; test_campaigns.c draws them from paths of its own. */
#include <stdio.h>
#include <string.h>

#include "app/settings/keys.h"
#include "support/fights.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/unit.h"
#include "support/without_colours.h"
#include "tui/canvas/canvas.h"

static const struct {
    enum key_context context;
    const char *name;
    enum fight fight;
    const char *keys;
} views[] = {
    {CONTEXT_TABLE, "list", FIGHT_CROWDED, "Tab"},
    {CONTEXT_TABLE, "dungeon", FIGHT_CISTERN_STRIKES, "Tab"},
    {CONTEXT_QUESTION, "defence", FIGHT_CISTERN_STRIKES, "m"},
    {CONTEXT_QUESTION, "spells", FIGHT_CISTERN_SPELL, "Home Down Down G"},
    {CONTEXT_QUESTION, "reactions", FIGHT_LEDGE, "Tab r"},
    {CONTEXT_TABLE, "count", FIGHT_LEDGE, "7"},
    {CONTEXT_TABLE, "chosen", FIGHT_SIXTY, "Down 4 *"},
    {CONTEXT_TABLE, "counters", FIGHT_LEDGE,
     "# \"text:torch 6\" Enter # \"text:rite 0/4\" Enter"},
    {CONTEXT_MORE, "more", FIGHT_LEDGE, ","},
    {CONTEXT_QUESTION, "dice", FIGHT_LEDGE, "Tab a text:14"},
    {CONTEXT_QUESTION, "whom", FIGHT_TWENTY, "a"},
    {CONTEXT_QUESTION, "choice", FIGHT_LEDGE, "Tab c"},
    {CONTEXT_QUESTION, "shares", FIGHT_SIXTY, "Down 4 * d text:12BCC"},
    {CONTEXT_PALETTE, "palette", FIGHT_NAMES, ": text:d"},
    {CONTEXT_READER, "help", FIGHT_LEDGE, "?"},
    {CONTEXT_READER, "help_found", FIGHT_LEDGE, "? / text:targ"},
    {CONTEXT_OPEN, "open", FIGHT_CROWDED, "&"},
    {CONTEXT_HISTORY, "history", FIGHT_TWENTY, "U Down"},
    {CONTEXT_PAST, "past", FIGHT_CROWDED, "3 <"},
    {CONTEXT_LOG, "log", FIGHT_TWENTY, "l Up Up Enter"},
    {CONTEXT_CHRONICLE, "chronicle", FIGHT_FALLEN,
     ": \"text:marker the turn\" Enter : \"text:encounter Ford system=trilemma\" Enter H"},
    {CONTEXT_PAST, "past_other", FIGHT_FALLEN,
     ": \"text:encounter Ford system=trilemma\" Enter H Enter <"},
    {CONTEXT_ENCOUNTERS, "encounters", FIGHT_EVENING, "T Down"},
    {CONTEXT_PLAN, "plan", FIGHT_PLAN, "T P"},
    {CONTEXT_PARTY, "party", FIGHT_PARTY, "p Down"},
    {CONTEXT_WHY, "why", FIGHT_CROWDED, "y"},
    {CONTEXT_ASK, "ask", FIGHT_TWENTY, "/ text:ank"},
    {CONTEXT_FIGURES, "figures", FIGHT_TWENTY, "%"},
    {CONTEXT_FORECAST, "forecast", FIGHT_TWENTY, "C-f wait wait"},
    {CONTEXT_EXAMPLE, "example", FIGHT_LEDGE, "C-f wait wait e > > >"},
    {CONTEXT_CHART, "chart", FIGHT_RATS, "l v wait wait wait"},
    {CONTEXT_FIGURES, "figures_asked", FIGHT_EVENING, "% Tab Right / \"text:by=Anka acton=x\""},
    {CONTEXT_FORM, "form_new", FIGHT_LEDGE, "N \"text:Wax rat\" Down text:4"},
    {CONTEXT_FORM, "form_edit", FIGHT_NAMES, "Down Enter Down"},
    {CONTEXT_SETTINGS, "settings", FIGHT_LEDGE, ", , Down text:9"},
    {CONTEXT_FORM, "form_kind", FIGHT_LEDGE, ", k N \"text:Bog imp\" Down Down text:lots Down"},
    {CONTEXT_IMPORTS, "import", FIGHT_LEDGE,
     "\"paste:**Fen imp (2)** AC 5 [14], HD 3+1 (15hp), ML 9 (7 alone); fears fire\\nEel: ac "
     "8, hp 4\\n\""},
    {CONTEXT_KINDS, "kinds", FIGHT_LEDGE, ", k Down"},
    {CONTEXT_KINDS, "kinds_found", FIGHT_LEDGE, ", k / text:gob Down"},
    {CONTEXT_PREPARED, "prepared", FIGHT_LEDGE,
     ": \"text:add crow hp=3\" Enter : \"text:prepare Ford\" Enter Enter"},
};
enum { VIEWS = sizeof views / sizeof views[0] };

static const struct {
    int rows, columns;
} sizes[] = {{24, 80}, {40, 120}, {12, 40}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void add_ascii(struct text *out, const struct frame *frame)
{
    text_add(out, "in ASCII\n");
    for (int row = 0; row < frame->rows; row++) {
        frame_dump_row(out, frame, row);
        text_add_char(out, '\n');
    }
}

/* Every cell is one character of ASCII: each glyph has a sign there. */
static void check_ascii(const char *name, const struct frame *frame)
{
    for (int row = 0; row < frame->rows; row++) {
        for (int column = 0; column < frame->columns; column++) {
            const struct cell *cell = frame_cell(frame, row, column);
            if (cell->length != 1 || (unsigned char)cell->utf8[0] >= 0x80) {
                fail_msg("%s: row %d, column %d is not ASCII", name, row, column);
            }
        }
    }
}

static void add_size(struct text *out, struct play *play, const char *name, const char *keys)
{
    text_add(out, "==== ");
    play->glyphs = GLYPHS_UNICODE;
    play_keys(play, keys);
    frame_dump(out, &play->script.last);
    without_colours_check(name, &play->script.last);
    without_colours_dump(out, &play->script.last);
}

static void test_views__are_drawn_at_every_size_in_colours_mono_and_ascii(void **state)
{
    static char screens[FRAME_DUMP_SIZE];
    bool is_there[CONTEXT_COUNT] = {[CONTEXT_FILE] = true, [CONTEXT_CAMPAIGNS] = true};
    (void)state;
    for (int i = 0; i < VIEWS; i++) {
        char file[64];
        struct text text = text_over(screens, sizeof screens);
        for (int k = 0; k < SIZES; k++) {
            struct play *play = play_new(fight_lines(views[i].fight));
            play->rows = sizes[k].rows;
            play->columns = sizes[k].columns;
            add_size(&text, play, views[i].name, views[i].keys);
            play_free(play);
            play = play_new(fight_lines(views[i].fight));
            play->rows = sizes[k].rows;
            play->columns = sizes[k].columns;
            play->glyphs = GLYPHS_ASCII;
            play_keys(play, views[i].keys);
            check_ascii(views[i].name, &play->script.last);
            add_ascii(&text, &play->script.last);
            play_free(play);
        }
        assert_false(text.is_cut);
        snprintf(file, sizeof file, "view_%s", views[i].name);
        golden_assert_text(file, screens);
        is_there[views[i].context] = true;
    }
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        if (!is_there[i]) {
            fail_msg("%s has no picture", key_context_name((enum key_context)i));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views__are_drawn_at_every_size_in_colours_mono_and_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
