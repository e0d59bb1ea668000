#include "tui/term/term.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* ---- keys ------------------------------------------------------------------------------ */

static const char *const names[] = {
#define NAMED_KEY(constant, name) [NAMED_KEY_##constant - NAMED_KEY_BEFORE_FIRST - 1] = name,
#include "tui/term/named_keys.def"
#undef NAMED_KEY
};

enum { NAMES_COUNT = sizeof names / sizeof names[0] };

bool key_is_character(int key)
{
    return key >= ' ' && key != 127 && key <= NAMED_KEY_BEFORE_FIRST;
}

int key_from_control(int character)
{
    switch (character) {
    case '\r':
    case '\n':
        return NAMED_KEY_ENTER;
    case '\t':
        return NAMED_KEY_TAB;
    case 27:
        return NAMED_KEY_ESC;
    case 8:
    case 127:
        return NAMED_KEY_BACKSPACE;
    case 0:
        return KEY_WITH_CONTROL | ' ';
    default:
        CHECK(character > 0 && character < ' ');
        /* C-a is 1; from 28 on they are C-\ C-] C-^ C-_. */
        return KEY_WITH_CONTROL | (character < 27 ? character + 'a' - 1 : character + '@');
    }
}

void key_to_name(char out[KEY_NAME_SIZE], int key)
{
    int base = key & KEY_WITHOUT_BITS;
    struct text name = text_over(out, KEY_NAME_SIZE);
    text_add(&name, "%s%s%s", (key & KEY_WITH_CONTROL) != 0 ? "C-" : "",
             (key & KEY_WITH_ALT) != 0 ? "M-" : "", (key & KEY_WITH_SHIFT) != 0 ? "S-" : "");
    if (base == ' ') {
        text_add(&name, "Space");
    } else if (key_is_character(base)) {
        char utf8[UTF8_BYTES_MAX];
        text_add_str(&name, (struct str){utf8, utf8_write(utf8, (uint32_t)base)});
    } else {
        CHECK(base > NAMED_KEY_BEFORE_FIRST && base < NAMED_KEY_END_OF_LIST);
        text_add(&name, "%s", names[base - NAMED_KEY_BEFORE_FIRST - 1]);
    }
}

static bool take_prefix(struct str *name, const char *prefix)
{
    int length = (int)strlen(prefix);
    if (name->n <= length || memcmp(name->p, prefix, (size_t)length) != 0) {
        return false;
    }
    name->p += length;
    name->n -= length;
    return true;
}

static bool base_from_name(int *out, struct str name)
{
    if (str_equal(name, "Space")) {
        *out = ' ';
        return true;
    }
    for (int i = 0; i < NAMES_COUNT; i++) {
        if (str_equal(name, names[i])) {
            *out = NAMED_KEY_BEFORE_FIRST + 1 + i;
            return true;
        }
    }
    struct utf8_step step = utf8_decode(name);
    int code = (int)step.code;
    if (step.n != name.n || !step.is_valid || !key_is_character(code) || code == ' ') {
        return false;
    }
    *out = code;
    return true;
}

/* A terminal sends control with only a few characters, and some of those are other keys. */
static bool can_be_controlled(int base)
{
    if (!key_is_character(base)) {
        return true;
    }
    if (base >= 'a' && base <= 'z') {
        return strchr("hijm", base) == NULL;
    }
    return base == ' ' || (base >= '\\' && base <= '_');
}

bool key_from_name(int *out, struct str name)
{
    int bits = 0;
    int base = 0;
    if (take_prefix(&name, "C-")) {
        bits |= KEY_WITH_CONTROL;
    }
    if (take_prefix(&name, "M-")) {
        bits |= KEY_WITH_ALT;
    }
    if (take_prefix(&name, "S-")) {
        bits |= KEY_WITH_SHIFT;
    }
    if (!base_from_name(&base, name)) {
        return false;
    }
    if ((bits & KEY_WITH_CONTROL) != 0 && !can_be_controlled(base)) {
        return false;
    }
    if ((bits & KEY_WITH_SHIFT) != 0 && key_is_character(base)) {
        return false;
    }
    *out = base | bits;
    return true;
}

bool key_is_bindable(struct str name)
{
    int key;
    return key_from_name(&key, name) && key != KEY_OF_STOP && key != KEY_OF_REDRAW;
}

bool key_is_typed(struct str name)
{
    int key;
    return key_from_name(&key, name) && key_is_character(key);
}

/* ---- what each terminal does ----------------------------------------------------------- */

void term_size(struct terminal *terminal, int *rows, int *columns)
{
    terminal->operations->size(terminal, rows, columns);
    CHECK(*rows >= 1 && *rows <= FRAME_ROWS_MAX);
    CHECK(*columns >= 1 && *columns <= FRAME_COLUMNS_MAX);
}

void term_present(struct terminal *terminal, const struct frame *frame)
{
    terminal->operations->present(terminal, frame);
}

void term_read(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    *out = (struct term_input){.kind = INPUT_NONE};
    terminal->operations->read(out, terminal, timeout_ms);
}

void term_pause(struct terminal *terminal)
{
    terminal->operations->pause(terminal);
}

void term_resume(struct terminal *terminal)
{
    terminal->operations->resume(terminal);
}

void term_close(struct terminal *terminal)
{
    terminal->operations->close(terminal);
}

void term_restyle(struct terminal *terminal, const struct term_wishes *wishes)
{
    if (terminal->operations->restyle != NULL) {
        terminal->operations->restyle(terminal, wishes);
    }
}

void term_title(struct terminal *terminal, const char *title)
{
    if (terminal->operations->title != NULL) {
        terminal->operations->title(terminal, title);
    }
}

void term_bell(struct terminal *terminal)
{
    if (terminal->operations->bell != NULL) {
        terminal->operations->bell(terminal);
    }
}

bool term_watch(struct terminal *terminal, int descriptor)
{
    bool can = terminal->operations->watch != NULL;
    if (can) {
        terminal->operations->watch(terminal, descriptor);
    }
    return can;
}

void term_add_pasted(struct text *out, int previous, int code_point)
{
    if (code_point == '\n' && previous == '\r') {
        return;
    }
    if (code_point == '\r' || code_point == '\n') {
        text_add_char(out, '\n');
    } else if (code_point == '\t') {
        text_add_char(out, ' ');
    } else if (code_point >= ' ' && (code_point < 127 || code_point > 0x9F)) {
        char utf8[UTF8_BYTES_MAX];
        text_add_str(out, (struct str){utf8, utf8_write(utf8, (uint32_t)code_point)});
    }
}
