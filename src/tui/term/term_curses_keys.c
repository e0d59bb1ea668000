#include "tui/term/term_curses_keys.h"

#include <curses.h>
#include <wchar.h>

#include "base/status.h"
#include "base/utf8.h"
#include "tui/term/key.h"
#include "tui/term/term_curses_bytes.h"

enum {
    CONTROL_LAST = 0x9F,     /* the last control character of 8 bits */
    FIRST_OWN_CODE = 0x4000, /* above the codes that curses uses for keys */
};

/* Names of keys in the terminal's own description that differ from the above. */
static const struct {
    int code;
    int key;
} described_keys[] = {
    {KEY_UP, NAMED_KEY_UP},
    {KEY_DOWN, NAMED_KEY_DOWN},
    {KEY_LEFT, NAMED_KEY_LEFT},
    {KEY_RIGHT, NAMED_KEY_RIGHT},
    {KEY_HOME, NAMED_KEY_HOME},
    {KEY_END, NAMED_KEY_END},
    {KEY_PPAGE, NAMED_KEY_PAGE_UP},
    {KEY_NPAGE, NAMED_KEY_PAGE_DOWN},
    {KEY_IC, NAMED_KEY_INSERT},
    {KEY_DC, NAMED_KEY_DELETE},
    {KEY_BACKSPACE, NAMED_KEY_BACKSPACE},
    {KEY_ENTER, NAMED_KEY_ENTER},
    {KEY_BTAB, KEY_WITH_SHIFT | NAMED_KEY_TAB},
    {KEY_SUSPEND, KEY_OF_STOP}, /* for the Linux console it is a key */
    {KEY_SLEFT, KEY_WITH_SHIFT | NAMED_KEY_LEFT},
    {KEY_SRIGHT, KEY_WITH_SHIFT | NAMED_KEY_RIGHT},
    {KEY_SR, KEY_WITH_SHIFT | NAMED_KEY_UP},
    {KEY_SF, KEY_WITH_SHIFT | NAMED_KEY_DOWN},
};

enum { DESCRIBED_KEYS = sizeof described_keys / sizeof described_keys[0] };

static WINDOW *keys; /* reading from a window of its own never redraws the screen */
static bool is_utf8;

/* The meaning of curses' numbers above those of bytes. */
static struct code code_from_curses(int value)
{
    if (value >= FIRST_OWN_CODE && value < FIRST_OWN_CODE + key_sequences_count) {
        return key_sequences[value - FIRST_OWN_CODE].code;
    }
    if (value == KEY_RESIZE) {
        return (struct code){CODE_RESIZE, 0};
    }
    if (value >= KEY_F(1) && value <= KEY_F(12)) {
        return (struct code){CODE_KEY, NAMED_KEY_F1 + value - KEY_F(1)};
    }
    for (int i = 0; i < DESCRIBED_KEYS; i++) {
        if (described_keys[i].code == value) {
            return (struct code){CODE_KEY, described_keys[i].key};
        }
    }
    return (struct code){CODE_UNKNOWN, 0};
}

struct code curses_keys_next(int wait_ms)
{
    wtimeout(keys, wait_ms);
    int value = wgetch(keys);
    if (value == ERR) {
        return (struct code){CODE_NONE, 0};
    }
    if (value > 0xFF) {
        return code_from_curses(value);
    }
    if (is_utf8 || value < 0x80) {
        return (struct code){CODE_BYTE, value};
    }
    wint_t wide = btowc(value);
    /* If the locale has no character there, it may still be a control character. */
    int unknown = value <= CONTROL_LAST ? value : UTF8_REPLACEMENT;
    return (struct code){CODE_CHARACTER, wide == WEOF ? unknown : (int)wide};
}

void curses_keys_open(bool is_unicode)
{
    is_utf8 = is_unicode;
    set_escdelay(ESCAPE_WAIT_MS);
    keys = newpad(1, 1);
    CHECK(keys != NULL);
    /* The arrows' application mode comes together with the keypad's, in which PuTTY sends F1 to
     * F4 for NumLock and its neighbours. */
    curses_capability_mend("smkx", "\033=", "\033>");
    keypad(keys, TRUE);
    /* The mouse was not requested: reports of one are swallowed like everything unknown. */
    define_key(NULL, KEY_MOUSE);
    define_key("\033[I", 0); /* so are those of the focus, which new descriptions call keys */
    define_key("\033[O", 0);
    for (int i = 0; i < key_sequences_count; i++) {
        define_key(key_sequences[i].bytes, FIRST_OWN_CODE + i);
    }
}

void curses_keys_decode(bool is_unicode)
{
    is_utf8 = is_unicode;
}

void curses_keys_close(void)
{
    delwin(keys);
    keys = NULL;
}
