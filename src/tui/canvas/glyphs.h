/* Glyphs: the marks of the screen, each with a Unicode and an ASCII form.
 *
 * Which set is drawn is a property of the frame (tui/canvas/canvas.h), chosen once by the
 * terminal: views name a glyph and never ask. The list is glyphs.def. */
#ifndef REFEREE_TUI_CANVAS_GLYPHS_H
#define REFEREE_TUI_CANVAS_GLYPHS_H

#include <stdbool.h>

#include "base/text.h"

enum glyph_set {
    GLYPHS_UNICODE,
    GLYPHS_ASCII,   /* in ASCII, and so is all text: another letter is a question mark */
    GLYPHS_LETTERS, /* in ASCII; the letters of names stay */
    GLYPHS_BLOCKS,  /* as Unicode, with charts of blocks, where the font has no braille */
};

enum glyph {
#define GLYPH(name, unicode, ascii) GLYPH_##name,
#define GLYPH_TEXT(name, unicode, ascii) GLYPH_##name,
#include "tui/canvas/glyphs.def"
#undef GLYPH
#undef GLYPH_TEXT
    GLYPH_COUNT
};

bool glyphs_are_ascii(enum glyph_set set);

/* The form of a glyph in a set, as UTF-8. */
struct str glyph_text(enum glyph glyph, enum glyph_set set);

/* True for the signs that fit one cell in both sets; the others are for running text. */
bool glyph_is_one_cell(enum glyph glyph);

/* True when `utf8` (terminated) is the Unicode form of some glyph. */
bool glyph_is_known(const char *utf8);

#endif
