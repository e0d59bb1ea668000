/* The tour of data/demo/tour.keys: played on the demo fight to its end. With TOUR=1 in the
 * environment (`make tour`) each frame that the script names is printed, a form feed before it;
 * with TOUR=cast (`make cast`) all of them are lines of an asciicast. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/golden.h"
#include "support/picture.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/loop/table.h"

enum { FILE_SIZE = 16 * 1024, ROW_SIZE = FRAME_COLUMNS_MAX * GRAPHEME_SIZE };

enum { CAST_SECONDS = 4 }; /* for each frame */

struct tour {
    bool prints, films;
    int frames;
};

static void read_whole(const char *path, char out[FILE_SIZE])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(out, 1, FILE_SIZE - 1, file);
    fclose(file);
    assert_true(n > 0 && n < FILE_SIZE - 1);
    out[n] = '\0';
}

/* The demo fight, as `make demo` runs it. */
static struct play *demo_fight(void)
{
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_script(play, "data/demo/spire.referee");
    return play;
}

/* A frame of the film, with its caption below. */
static void film(const struct tour *tour, struct str name, const struct frame *last)
{
    static char shown[PICTURE_SIZE], line[PICTURE_SIZE];
    struct text screen = text_over(shown, sizeof shown);
    struct text out = text_over(line, sizeof line);
    picture_ansi(&screen, last);
    text_add(&screen, "\r\n   ");
    for (int i = 0; i < name.n; i++) {
        text_add_char(&screen, name.p[i] == '_' ? ' ' : name.p[i]);
    }
    if (tour->frames == 1) {
        printf("{\"version\": 2, \"width\": %d, \"height\": %d, \"title\": \"referee\"}\n",
               last->columns, last->rows + 2);
    }
    picture_json(&out, (struct str){screen.p, screen.n});
    assert_false(screen.is_cut || out.is_cut);
    printf("[%d, \"o\", %s]\n", (tour->frames - 1) * CAST_SECONDS, out.p);
}

static void photograph(void *context, struct str name, const struct frame *last)
{
    static char row[ROW_SIZE];
    struct tour *tour = context;
    tour->frames++;
    if (tour->films) {
        film(tour, name, last);
    }
    if (!tour->prints) {
        return;
    }
    printf("\f");
    for (int i = 0; i < last->rows; i++) {
        struct text text = text_over(row, sizeof row);
        frame_dump_row(&text, last, i);
        printf("%s\n", row);
    }
    printf("\n   ");
    for (int i = 0; i < name.n; i++) {
        putchar(name.p[i] == '_' ? ' ' : name.p[i]);
    }
    printf("\n");
}

static void test_tour__plays_to_its_end_on_the_demo_fight(void **state)
{
    static char keys[FILE_SIZE];
    const char *prints = getenv("TOUR");
    struct tour tour = {.prints = prints != NULL && strcmp(prints, "1") == 0,
                        .films = prints != NULL && strcmp(prints, "cast") == 0};
    struct error err;
    (void)state;
    struct play *play = demo_fight();
    read_whole("data/demo/tour.keys", keys);
    term_script_open(&play->terminal, &play->script, play->rows, play->columns, GLYPHS_UNICODE);
    play->script.photograph = photograph;
    play->script.context = &tour;
    if (term_script_feed(&play->script, str_of(keys), &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(table_run(play->sitting, &play->terminal, NULL, NULL), 0);
    term_close(&play->terminal);
    if (tour.prints) {
        printf("\f"); /* the end of the last frame */
    }
    if (tour.films) { /* it stays for as long as the others */
        printf("[%d, \"o\", \"\"]\n", tour.frames * CAST_SECONDS);
    }
    assert_true(tour.frames >= 10);
    /* What its captions promise. */
    assert_string_equal(sitting_undo_label(play->sitting), "Hookbill's turn");
    play_shows(play, "Hookbill");
    golden_assert_frame("tour", &play->script.last);
    play_free(play);
}

/* The first picture of the README after these words is the screen after these keys. */
static void assert_picture(struct play *play, const char *keys, const char *words)
{
    static char picture[FRAME_DUMP_SIZE];
    play_keys(play, keys);
    struct text text = text_over(picture, sizeof picture);
    for (int row = 0; row < play->script.last.rows; row++) {
        frame_dump_row(&text, &play->script.last, row);
        text_add_char(&text, '\n');
    }
    golden_assert_block("README.md", words, "```\n", picture);
    play_free(play);
}

static void test_tour__the_picture_in_the_readme_is_the_screen(void **state)
{
    (void)state;
    assert_picture(demo_fight(), "Tab Tab", "gives the exact odds.\n\n```\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tour__plays_to_its_end_on_the_demo_fight),
        cmocka_unit_test(test_tour__the_picture_in_the_readme_is_the_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
