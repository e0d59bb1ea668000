#include "tui/term/term_script.h"

#include <string.h>

#include "base/utf8.h"

enum word_kind {
    WORD_KEY,
    WORD_TEXT,
    WORD_PASTE,
    WORD_RESIZE,
    WORD_WAIT,
    WORD_TERMINATE,
    WORD_UNKNOWN,
    WORD_SCREEN,
};

struct word {
    enum word_kind kind;
    int key;
    int rows, columns;
    struct str text;
};

static bool text_after(struct str *out, struct str word, const char *prefix)
{
    int length = (int)strlen(prefix);
    if (word.n < length || memcmp(word.p, prefix, (size_t)length) != 0) {
        return false;
    }
    *out = (struct str){word.p + length, word.n - length};
    return true;
}

static bool word_parse(struct word *out, struct str word)
{
    *out = (struct word){.kind = WORD_KEY};
    if (str_equal(word, "wait")) {
        out->kind = WORD_WAIT;
        return true;
    }
    if (str_equal(word, "terminate")) {
        out->kind = WORD_TERMINATE;
        return true;
    }
    if (str_equal(word, "unknown")) {
        out->kind = WORD_UNKNOWN;
        return true;
    }
    if (text_after(&out->text, word, "text:")) {
        out->kind = WORD_TEXT;
        return true;
    }
    if (text_after(&out->text, word, "paste:")) {
        out->kind = WORD_PASTE;
        return true;
    }
    if (text_after(&out->text, word, "screen:")) {
        out->kind = WORD_SCREEN;
        return out->text.n > 0;
    }
    if (text_after(&out->text, word, "resize:")) {
        out->kind = WORD_RESIZE;
        struct str text = out->text;
        const char *cross = text.n > 0 ? memchr(text.p, 'x', (size_t)text.n) : NULL;
        if (cross == NULL) {
            return false;
        }
        int before = (int)(cross - text.p);
        int64_t columns = 0;
        int64_t rows = 0;
        if (!str_to_int64((struct str){text.p, before}, 1, FRAME_COLUMNS_MAX, &columns) ||
            !str_to_int64((struct str){cross + 1, text.n - before - 1}, 1, FRAME_ROWS_MAX,
                          &rows)) {
            return false;
        }
        out->rows = (int)rows;
        out->columns = (int)columns;
        return true;
    }
    return key_from_name(&out->key, word);
}

static void read_typed(struct term_input *out, struct term_script *script)
{
    struct utf8_step step = utf8_decode(script->typing);
    out->kind = INPUT_CHARACTER;
    out->key = (int)step.code;
    if (!key_is_character(out->key)) {
        out->kind = INPUT_KEY;
        out->key = key_from_control(out->key);
    }
    script->typing.p += step.n;
    script->typing.n -= step.n;
}

static void read_pasted(struct term_input *out, struct term_script *script, struct str word)
{
    struct text text = text_over(script->pasted, (int)sizeof script->pasted);
    int previous = 0;
    while (word.n > 0) {
        struct utf8_step step = utf8_decode(word);
        int code = (int)step.code;
        if (code == '\\' && word.n > 1 && word.p[1] == 'n') {
            code = '\n';
            step.n = 2;
        }
        term_add_pasted(&text, previous, code);
        previous = code;
        word.p += step.n;
        word.n -= step.n;
    }
    *out = (struct term_input){INPUT_PASTE, 0, {text.p, text.n}, text.is_cut};
}

/* True when the word is an event. */
static bool read_word(struct term_input *out, struct term_script *script,
                      const struct word *word)
{
    switch (word->kind) {
    case WORD_KEY:
        out->kind = key_is_character(word->key) ? INPUT_CHARACTER : INPUT_KEY;
        out->key = word->key;
        return true;
    case WORD_TEXT:
        script->typing = word->text;
        return false;
    case WORD_PASTE:
        read_pasted(out, script, word->text);
        return true;
    case WORD_RESIZE:
        script->rows = word->rows;
        script->columns = word->columns;
        out->kind = INPUT_RESIZE;
        return true;
    case WORD_WAIT:
        return true;
    case WORD_TERMINATE:
        out->kind = INPUT_TERMINATE;
        return true;
    case WORD_UNKNOWN:
        out->kind = INPUT_UNKNOWN;
        return true;
    case WORD_SCREEN:
        if (script->photograph != NULL) {
            script->photograph(script->context, word->text, &script->last);
        }
        return false;
    }
    CHECK(false);
    return false;
}

static void script_read(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    (void)timeout_ms;
    struct term_script *script = terminal->owner;
    for (;;) {
        if (script->typing.n > 0) {
            read_typed(out, script);
            return;
        }
        struct str next = str_next_word(&script->rest);
        if (next.p == NULL) {
            out->kind = INPUT_END;
            return;
        }
        struct word word;
        bool is_understood = word_parse(&word, next);
        CHECK(is_understood); /* term_script_feed checked them all */
        if (read_word(out, script, &word)) {
            return;
        }
    }
}

static void script_size(struct terminal *terminal, int *rows, int *columns)
{
    const struct term_script *script = terminal->owner;
    *rows = script->rows;
    *columns = script->columns;
}

static void script_present(struct terminal *terminal, const struct frame *frame)
{
    struct term_script *script = terminal->owner;
    script->last = *frame;
    script->presented_count++;
}

static void script_nothing(struct terminal *terminal)
{
    (void)terminal;
}

static void script_restyle(struct terminal *terminal, const struct term_wishes *wishes)
{
    struct term_script *script = terminal->owner;
    if (wishes->theme != NULL) {
        script->theme = *wishes->theme;
    }
    if (wishes->wants_ascii || wishes->wants_blocks || wishes->wants_unicode) {
        terminal->glyphs = wishes->wants_ascii    ? GLYPHS_LETTERS
                           : wishes->wants_blocks ? GLYPHS_BLOCKS
                                                  : GLYPHS_UNICODE;
    }
    script->restyled++;
}

static void script_title(struct terminal *terminal, const char *title)
{
    struct term_script *script = terminal->owner;
    text_format(script->title, sizeof script->title, "%s", title);
}

static void script_bell(struct terminal *terminal)
{
    struct term_script *script = terminal->owner;
    script->bells++;
}

void term_script_open(struct terminal *out, struct term_script *script, int rows, int columns,
                      enum glyph_set glyphs)
{
    static const struct terminal_operations operations = {
        .size = script_size,
        .present = script_present,
        .read = script_read,
        .pause = script_nothing,
        .resume = script_nothing,
        .close = script_nothing,
        .restyle = script_restyle,
        .title = script_title,
        .bell = script_bell,
    };
    memset(script, 0, sizeof *script);
    script->rows = rows;
    script->columns = columns;
    frame_init(&script->last, rows, columns, glyphs);
    *out = (struct terminal){
        .operations = &operations, .owner = script, .colours = COLOUR_MONO, .glyphs = glyphs};
}

enum status term_script_feed(struct term_script *script, struct str words, struct error *err)
{
    struct str rest = words;
    for (;;) {
        struct str next = str_next_word(&rest);
        if (next.p == NULL) {
            break;
        }
        struct word word;
        if (!word_parse(&word, next)) {
            return error_set(err, STATUS_USAGE, "",
                             "\"%.*s\" is not a key or a word of a script", next.n, next.p);
        }
    }
    script->rest = words;
    return STATUS_OK;
}
