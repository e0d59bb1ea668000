/* The terminal as the program sees it: something that shows a frame and gives one event at a
 * time.
 *
 * There are two: a real one (tui/term/term_curses.h) and a list of keys
 * (tui/term/term_script.h). The whole frame is handed over each time; the terminal finds out
 * which cells have changed. */
#ifndef REFEREE_TUI_TERM_TERM_H
#define REFEREE_TUI_TERM_TERM_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"
#include "tui/canvas/canvas.h"

/* ---- keys ------------------------------------------------------------------------------ */

/* Keys as numbers and as names.
 *
 * A key is one int: a code point for a character, NAMED_KEY_... for the others, plus bits for
 * the keys held with it. Each key has exactly one name, so that bindings, help, scripts and
 * tests write the same: "a", "Space", "Enter", "C-r", "M-x", "C-Left", "S-Tab". Keys that
 * terminals cannot distinguish are one key: C-i is Tab, C-m and C-j are Enter, C-[ is Esc, C-h
 * is Backspace. */

enum {
    NAMED_KEY_BEFORE_FIRST = 0x10FFFF, /* the last code point */
#define NAMED_KEY(constant, name) NAMED_KEY_##constant,
#include "tui/term/named_keys.def"
#undef NAMED_KEY
    NAMED_KEY_END_OF_LIST
};

enum {
    KEY_WITH_SHIFT =
        1 << 24, /* only with named keys: a shifted character is a different character */
    KEY_WITH_CONTROL = 1 << 25,
    KEY_WITH_ALT = 1 << 26,
    KEY_WITHOUT_BITS = (1 << 24) - 1,
};

enum { KEY_NAME_SIZE = 24 };

/* The key's name; `key` must be one that key_from_name or a terminal gave. */
void key_to_name(char out[KEY_NAME_SIZE], int key);

/* False when no key has this name; *out is unchanged then. */
bool key_from_name(int *out, struct str name);

/* The keys that always belong to the terminal: the first stops the program until the shell
 * continues it, the second redraws the screen. */
enum {
    KEY_OF_STOP = KEY_WITH_CONTROL | 'z',
    KEY_OF_REDRAW = KEY_WITH_CONTROL | 'l',
};

/* True when a key of this name can be bound; the second, when it types a character. */
bool key_is_bindable(struct str name);
bool key_is_typed(struct str name);

/* The key that a terminal means by a control character (0 to 31, or 127). */
int key_from_control(int character);

/* True for a key that types a character, without modifier bits. */
bool key_is_character(int key);

/* ---- events ---------------------------------------------------------------------------- */

enum input_kind {
    INPUT_NONE,      /* the time ran out */
    INPUT_KEY,       /* `key`: a named key, or a character held with control or alt */
    INPUT_CHARACTER, /* `key`: a code point, never a control character */
    INPUT_PASTE,     /* `text`: text and never commands; it holds no control but '\n' */
    INPUT_UNKNOWN,   /* a key was pressed that has no name here */
    INPUT_RESIZE,    /* the size may have changed, or the screen was lost: draw again */
    INPUT_TERMINATE, /* the program was asked to end; comes again at each read */
    INPUT_END,       /* the terminal is gone; nothing else will come */
    INPUT_OUTSIDE,   /* the watched descriptor can be read */
};

struct term_input {
    enum input_kind kind;
    int key;
    struct str text; /* owned by the terminal; valid until the next read */
    bool is_cut;     /* the paste was longer than PASTE_SIZE */
};

enum { PASTE_SIZE = 64 * 1024, TERM_TITLE_SIZE = 256 };

struct terminal;

/* The user's wishes for the terminal; the environment (NO_COLOR) can only reduce them. */
struct term_wishes {
    bool wants_ascii;
    bool wants_blocks;  /* charts of blocks, for fonts without braille */
    bool wants_unicode; /* also when the locale does not say that the terminal knows it */
    bool wants_mono;
    bool wants_title; /* the terminal's title is saved, and restored at the end */
    /* NULL: the one for dark backgrounds; read at once. On an unknown background the terminal
     * is asked for it, and frames follow when it answers. */
    const struct theme *theme;
};

struct terminal_operations {
    void (*size)(struct terminal *terminal, int *rows, int *columns);
    void (*present)(struct terminal *terminal, const struct frame *frame);
    void (*read)(struct term_input *out, struct terminal *terminal, int timeout_ms);
    void (*pause)(struct terminal *terminal);
    void (*resume)(struct terminal *terminal);
    void (*close)(struct terminal *terminal);
    /* These may be NULL: the terminal has nothing of the kind. */
    void (*restyle)(struct terminal *terminal, const struct term_wishes *wishes);
    void (*title)(struct terminal *terminal, const char *title);
    void (*bell)(struct terminal *terminal);
    void (*watch)(struct terminal *terminal, int descriptor);
};

/* Filled by term_..._open; the storage is the caller's. */
struct terminal {
    const struct terminal_operations *operations;
    void *owner;
    enum colour_depth colours;
    enum glyph_set glyphs; /* the glyphs for frames of this terminal */
    /* Why it gave INPUT_END, or how its closing failed; STATUS_OK: it was hung up, or nothing
     * failed. */
    struct error lost;
};

/* The size that a frame for this terminal has, within the limits of struct frame. */
void term_size(struct terminal *terminal, int *rows, int *columns);
void term_present(struct terminal *terminal, const struct frame *frame);
/* Waits for one event; a `timeout_ms` below 0 waits forever. */
void term_read(struct term_input *out, struct terminal *terminal, int timeout_ms);
/* Returns the screen while another program (an editor, a pager) runs, and takes it back. */
void term_pause(struct terminal *terminal);
void term_resume(struct terminal *terminal);
void term_close(struct terminal *terminal);
/* Changes the wishes while it is open: the next frame is redrawn in full. */
void term_restyle(struct terminal *terminal, const struct term_wishes *wishes);
/* Shows a text as the terminal's title, if it has one; "" restores the old title. */
void term_title(struct terminal *terminal, const char *title);
/* Rings, or flashes if there is no bell. */
void term_bell(struct terminal *terminal);
/* Waiting ends with INPUT_OUTSIDE too when this can be read; -1: nothing is watched. Keys come
 * first. False: this terminal watches nothing, as one that is a list of keys. */
bool term_watch(struct terminal *terminal, int descriptor);

/* Adds one code point of a paste to *out: every line end (CR, LF, CR LF) becomes one '\n', a
 * tab a blank, other control characters nothing. `previous` is the code point before it, 0 at
 * first. */
void term_add_pasted(struct text *out, int previous, int code_point);

#endif
