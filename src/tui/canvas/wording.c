#include "tui/canvas/wording.h"

#include <string.h>

/* The glyph that the text begins with, or GLYPH_COUNT. */
static enum glyph glyph_at(struct str text)
{
    for (int i = 0; i < GLYPH_COUNT; i++) {
        struct str unicode = glyph_text((enum glyph)i, GLYPHS_UNICODE);
        if (unicode.n > 1 && unicode.n <= text.n &&
            memcmp(unicode.p, text.p, (size_t)unicode.n) == 0) {
            return (enum glyph)i;
        }
    }
    return GLYPH_COUNT;
}

struct str wording(char buf[WORDING_SIZE], const struct frame *frame, struct str text)
{
    if (frame->glyphs == GLYPHS_UNICODE) {
        return text;
    }
    struct text out;
    text_init(&out, buf, WORDING_SIZE);
    int i = 0;
    while (i < text.n) {
        struct str rest = {text.p + i, text.n - i};
        bool is_plain = (unsigned char)text.p[i] < 0x80;
        enum glyph glyph = is_plain ? GLYPH_COUNT : glyph_at(rest);
        if (glyph != GLYPH_COUNT) {
            text_add_str(&out, glyph_text(glyph, GLYPHS_ASCII));
            i += glyph_text(glyph, GLYPHS_UNICODE).n;
            continue;
        }
        text_add_char(&out, text.p[i++]);
    }
    return (struct str){out.p, out.n};
}
