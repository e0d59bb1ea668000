#include "support/term_demo.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/draws.h"
#include "tui/term/term_curses.h"

enum { NAME_WIDTH = 20, FIRST_NAME_ROW = 3 };

struct demo {
    struct terminal terminal;
    int frames;
    char event[64];
    char pasted[256];
    bool has_cursor;
    bool has_other_names;
    void (*draw_picture)(struct frame *frame, int number); /* NULL: the usual frame */
    int pictures;
    char cells[2]; /* a digit, shown in two rows in place of what else changes */
    int words;
};

static const char *const names[] = {
    "Anka",
    "Jürgen",
    "\xE7\x8B\xBC\xE3\x81\xAE\xE7\x8E\x8B",              /* wide letters */
    "Zo\x65\xCC\x88 x\xCC\x82\xCC\xA3",                  /* combining marks */
    "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",                  /* right to left */
    "\xF0\x9F\x90\x89 dragon",                           /* a picture */
    "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80 crew", /* joined pictures */
    "bad \xFF\x1B[2J\x07 bytes",
};

enum { NAMES = sizeof names / sizeof names[0] };

static struct frame frame;

static void scrawl_word(struct canvas canvas, struct draws *draws)
{
    static const char *const words[] = {
        "",
        " ",
        "x",
        "a word",
        "12/16",
        "█▓░│",
        "Jürgen",
        "Хильда",
        "\xE7\x8B\xBC\xE7\x8E\x8B",                     /* wide letters */
        "Zo\x65\xCC\x88",                               /* a combining mark */
        "\xD7\xA9\xD7\x9C",                             /* right to left */
        "\xF0\x9F\x90\x89",                             /* a picture */
        "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80", /* joined pictures */
        "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA",             /* a flag */
        "\xF0\x9F\xA7\x99",                             /* some emulators think it narrow, */
        "\xF0\x9F\xA4\xBB",                             /* and this one wide */
    };
    enum { WORDS = sizeof words / sizeof words[0] };
    struct strip field = {.row = draws_between(draws, 0, canvas.rows - 2),
                          .column = draws_between(draws, 0, canvas.columns - 1),
                          .width = draws_between(draws, 1, canvas.columns),
                          .align = (enum align)draws_between(draws, 0, 2)};
    enum role role = (enum role)draws_between(draws, 0, ROLE_COUNT - 1);
    struct str word = str_of(words[draws_between(draws, 0, WORDS - 1)]);
    if (draws_between(draws, 0, 2) == 0) {
        canvas_field(canvas, field, role, word);
    } else {
        canvas_text(canvas, field.row, field.column, role, word);
    }
}

void term_demo_last_row(char out[TERM_DEMO_WORDS_SIZE], int number)
{
    snprintf(out, TERM_DEMO_WORDS_SIZE, "picture %d. %s", number,
             number % 2 == 0 ? "\xF0\x9F\x90\x89" : "\xF0\x9F\x90\xBA");
}

static void draw_last_row(struct canvas canvas, int number)
{
    char words[TERM_DEMO_WORDS_SIZE];
    term_demo_last_row(words, number);
    canvas_text(canvas, canvas.rows - 1, 0, ROLE_PLAIN, str_of(words));
}

void term_demo_scrawl(struct frame *out, int number)
{
    struct draws draws = {(uint64_t)number * 1000}; /* the same on both sides of the terminal */
    struct canvas canvas = canvas_of(out);
    for (int words = draws_between(&draws, 0, 12); words > 0; words--) {
        scrawl_word(canvas, &draws);
    }
    if (draws_between(&draws, 0, 1) == 0) {
        int rows = draws_between(&draws, 1, out->rows - 1);
        int row = draws_between(&draws, 0, out->rows - 1 - rows);
        canvas_fill(canvas_part(canvas, row, 0, rows, out->columns),
                    draws_between(&draws, 0, 1) == 0 ? ROLE_PLAIN : ROLE_OVERLAY);
    }
    draw_last_row(canvas, number);
}

void term_demo_scroll(struct frame *out, int number)
{
    static const char *const lines[] = {
        "\xF0\x9F\x90\x89 a line", "\xF0\x9F\x90\xBA a line",
        "\xF0\x9F\x90\xBA a line", "   a line",
        "\xC2\xA0  a line",        "another line",
        "\xF0\x9F\xA7\x99 a line", "\xF0\x9F\xA4\xBB a line",
    };
    enum { LINES = sizeof lines / sizeof lines[0] };
    struct draws draws = {(uint64_t)number * 1000};
    struct canvas canvas = canvas_of(out);
    int first = draws_between(&draws, 0, canvas.rows / 2);
    int last = draws_between(&draws, first, canvas.rows - 2);
    int moved = draws_between(&draws, 0, LINES - 1);
    for (int row = first; row <= last; row++) {
        struct strip field = {row, 0, canvas.columns, ALIGN_LEFT};
        canvas_field(canvas, field, ROLE_PLAIN, str_of(lines[(row + moved) % LINES]));
    }
    draw_last_row(canvas, number);
}

static void draw_picture(struct demo *demo)
{
    if (demo->pictures == 1) {
        frame_init(&frame, frame.rows, frame.columns, demo->terminal.glyphs);
    }
    demo->draw_picture(&frame, demo->pictures);
    term_present(&demo->terminal, &frame);
}

static void draw(struct demo *demo)
{
    int rows = 0;
    int columns = 0;
    term_size(&demo->terminal, &rows, &columns);
    frame_init(&frame, rows, columns, demo->terminal.glyphs);
    struct canvas canvas = canvas_of(&frame);
    demo->frames++;
    if (demo->cells[0] == '\0') {
        canvas_format(canvas, 0, 0, ROLE_TITLE, "%dx%d frame %d", columns, rows, demo->frames);
        int column = canvas_glyph(canvas, 1, 0, ROLE_ACTIVE, GLYPH_TURN);
        canvas_format(canvas, 1, column, ROLE_ERROR, "event %s", demo->event);
    }
    canvas_format(canvas, 2, 0, ROLE_PLAIN, "paste %s", demo->pasted);
    for (int i = 0; i < NAMES; i++) {
        struct strip field = {FIRST_NAME_ROW + i, 0, NAME_WIDTH, ALIGN_LEFT};
        const char *name = demo->has_other_names ? "other" : names[i];
        canvas_field(canvas, field, ROLE_PLAIN, str_of(name));
        canvas_text(canvas, field.row, NAME_WIDTH, ROLE_PLAIN, str_of("|end"));
    }
    canvas_text(canvas, rows - 1, columns - 1, ROLE_PLAIN, str_of("#"));
    if (demo->cells[0] != '\0') {
        canvas_format(canvas, 1, 40, ROLE_PLAIN, "cell %c", demo->cells[0]);
        canvas_format(canvas, 9, 40, ROLE_PLAIN, "%c", demo->cells[0]);
    }
    if (demo->words > 0) {
        canvas_format(canvas, 2, 40, ROLE_PLAIN, "it ends in 2%d of 21",
                      demo->words % 2 == 1 ? 1 : 7);
    }
    if (demo->has_cursor) {
        canvas_set_cursor(canvas, 2, 6);
    }
    term_present(&demo->terminal, &frame);
}

static void note_paste(struct demo *demo, struct str text)
{
    int n = 0;
    for (int i = 0; i < text.n && n + 1 < (int)sizeof demo->pasted; i++) {
        demo->pasted[n++] = text.p[i];
        if (text.p[i] == '\n') {
            demo->pasted[n - 1] = '/';
        }
    }
    demo->pasted[n] = '\0';
    snprintf(demo->event, sizeof demo->event, "paste of %d", text.n);
}

static void do_character(struct demo *demo, int character)
{
    if (character == 'A') {
        fprintf(stderr, "the last words\n");
        abort();
    } else if (character == 'E') {
        fprintf(stderr, "a word\n");
    } else if (character == 'N') {
        demo->has_other_names = !demo->has_other_names;
    } else if (character == 'R' || character == 'S') {
        demo->draw_picture = character == 'R' ? term_demo_scrawl : term_demo_scroll;
        demo->pictures++;
    } else if (character == 'C') {
        demo->has_cursor = true;
    } else if (character == 'D') {
        demo->cells[0] = demo->cells[0] == '\0' ? '1' : (char)(demo->cells[0] + 1);
    } else if (character == 'W') {
        demo->words++;
    } else if (character == 'x') {
        term_pause(&demo->terminal);
        printf("outside\n");
        fflush(stdout);
        term_resume(&demo->terminal);
    }
}

/* Returns the exit code, or -1 to go on. */
static int take(struct demo *demo, const struct term_input *input)
{
    switch (input->kind) {
    case INPUT_OUTSIDE:
    case INPUT_NONE:
        snprintf(demo->event, sizeof demo->event, "none");
        return -1;
    case INPUT_CHARACTER:
    case INPUT_KEY: {
        char name[KEY_NAME_SIZE];
        key_to_name(name, input->key);
        snprintf(demo->event, sizeof demo->event, "%s %s.",
                 input->kind == INPUT_KEY ? "key" : "character", name);
        if (input->key == 'q') {
            return 0;
        }
        do_character(demo, input->key);
        return -1;
    }
    case INPUT_PASTE:
        note_paste(demo, input->text);
        return -1;
    case INPUT_UNKNOWN:
        snprintf(demo->event, sizeof demo->event, "unknown");
        return -1;
    case INPUT_RESIZE:
        snprintf(demo->event, sizeof demo->event, "resize");
        return -1;
    case INPUT_TERMINATE:
        return 4;
    case INPUT_END:
        return 5;
    }
    return -1;
}

int term_demo_run(void)
{
    static struct demo demo;
    struct error err;
    struct term_wishes wishes = {.wants_mono = getenv("DEMO_MONO") != NULL,
                                 .wants_unicode = getenv("DEMO_UNICODE") != NULL};
    if (term_curses_open(&demo.terminal, wishes, &err) != STATUS_OK) {
        fprintf(stderr, "demo: %s\n", err.text);
        return 3;
    }
    snprintf(demo.event, sizeof demo.event, "start");
    int code = -1;
    while (code < 0) {
        (demo.pictures > 0 ? draw_picture : draw)(&demo);
        struct term_input input;
        term_read(&input, &demo.terminal, -1);
        code = take(&demo, &input);
    }
    term_close(&demo.terminal);
    raise(SIGINT); /* a C-c that comes while the program is leaving */
    printf("closed with %d\n", code);
    return code;
}
