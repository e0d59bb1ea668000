#include "tui/canvas/glyphs.h"

#include <string.h>

struct glyph_row {
    const char *unicode;
    const char *ascii;
    bool is_one_cell;
};

static const struct glyph_row rows[GLYPH_COUNT] = {
#define GLYPH(name, unicode, ascii) [GLYPH_##name] = {unicode, ascii, true},
#define GLYPH_TEXT(name, unicode, ascii) [GLYPH_##name] = {unicode, ascii, false},
#include "tui/canvas/glyphs.def"
#undef GLYPH
#undef GLYPH_TEXT
};

bool glyphs_are_ascii(enum glyph_set set)
{
    return set == GLYPHS_ASCII || set == GLYPHS_LETTERS;
}

struct str glyph_text(enum glyph glyph, enum glyph_set set)
{
    CHECK(glyph < GLYPH_COUNT);
    return str_of(glyphs_are_ascii(set) ? rows[glyph].ascii : rows[glyph].unicode);
}

bool glyph_is_one_cell(enum glyph glyph)
{
    CHECK(glyph < GLYPH_COUNT);
    return rows[glyph].is_one_cell;
}

bool glyph_is_known(const char *utf8)
{
    for (int i = 0; i < GLYPH_COUNT; i++) {
        if (strcmp(rows[i].unicode, utf8) == 0) {
            return true;
        }
    }
    return false;
}
