/* Whatever is typed is decided dry at every letter, for the preview and its odds: a line
 * that brings somebody with dice may not end the program, or change the fight, in any game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/odds.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

enum { KEYS_SIZE = 512, TITLE_SIZE = 512, LINES_EACH = 1 };

/* A running fight of every game, the lines that bring somebody who rolls at once, and others
 * that only this game has. */
static const struct fight {
    const char *script;
    const char *lines[12];
} fights[] = {
    {"data/demo/dungeon.referee",
     {"add 2d6 g", "add rats foe=minion count=2d6", "add well-spider", "duplicate king"}},
    {"data/demo/spire.referee", {"add 2d6 g", "add 3 g hp=2d6"}},
    {"data/demo/mill_pond.referee", {"add 2d6 g", "add 2 rat hp=2d8"}},
    {"data/demo/saltworks.referee", {"add 2d6 g", "add 2 rat hp=2d8"}},
    {"data/demo/sunken_larder.referee", {"add 2d6 g", "add 2 rat hp=2d8"}},
};

/* What the screen and the linear table ask for at every letter, without drawing it. */
static void preview_letters(struct play *play, const char *line)
{
    char prefix[COMMAND_LINE_MAX + 1];
    for (size_t n = 1; n <= strlen(line); n++) {
        double chance;
        snprintf(prefix, sizeof prefix, "%.*s", (int)n, line);
        sitting_preview(play->sitting, prefix, &play->result);
        const struct line_odds *odds = sitting_line_odds(play->sitting, prefix);
        for (int i = 0; i < odds->count; i++) {
            TEXT_BUFFER(title, TITLE_SIZE);
            act_odds_title(&odds->act[i], sitting_state(play->sitting), false, &title);
            act_odds_zero(&odds->act[i], sitting_state(play->sitting), &chance);
        }
    }
}

/* Opens the palette, types the line and leaves it. */
static void type(struct play *play, const char *line)
{
    char keys[KEYS_SIZE];
    struct text text = text_over(keys, sizeof keys);
    text_add(&text, ": \"text:%s\" Esc", line);
    assert_false(text.is_cut);
    play_keys(play, keys);
    if (play->script.presented_count < (int)strlen(line)) {
        fail_msg("%s: %d frames", line, play->script.presented_count);
    }
}

static void test_prefixes__every_letter_of_who_joins_is_decided_dry(void **unused)
{
    (void)unused;
    static const char *const nothing[] = {NULL};
    struct state *before = calloc(1, sizeof *before);
    assert_non_null(before);
    for (size_t i = 0; i < sizeof fights / sizeof fights[0]; i++) {
        struct play *play = play_new(nothing);
        play->rows = 40;
        play->columns = 120;
        play_script(play, fights[i].script);
        state_copy(before, sitting_state(play->sitting));
        type(play, fights[i].lines[0]);
        for (int k = 1; fights[i].lines[k] != NULL; k++) {
            preview_letters(play, fights[i].lines[k]);
        }
        assert_true(state_equal(sitting_state(play->sitting), before));
        play_free(play);
    }
    free(before);
}

/* The group that the line would bring has no row yet: what its dice come to is told all the
 * same, in the words of the throw. */
static void test_prefixes__dice_of_who_is_not_there_yet_are_named(void **unused)
{
    (void)unused;
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play->rows = 40;
    play->columns = 120;
    play_script(play, "data/demo/dungeon.referee");
    play_keys(play, "+ \"text:2d6 g foe=minion level=3\"");
    play_shows(play, "then it asks: G: how many, 2d6");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prefixes__dice_of_who_is_not_there_yet_are_named),
        cmocka_unit_test(test_prefixes__every_letter_of_who_joins_is_decided_dry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
