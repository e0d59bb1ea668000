#include "tui/canvas/grapheme.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"

enum { EFFECTS_MAX = 4 };

enum part {
    PART_BASE,
    PART_MARK,
    PART_UNSEEN,
};

static bool is_within(int code, int first, int last)
{
    return code >= first && code <= last;
}

/* The code point that stands for `code` on the screen. */
static int shown_as(int code)
{
    if (is_within(code, 0x20, 0x7E)) {
        return code;
    }
    if (is_within(code, 0x1F1E6, 0x1F1FF)) {
        return code - 0x1F1E6 + 'A';
    }
    if (code == 0xA0) {
        return ' '; /* where no line is to break */
    }
    utf8proc_category_t category = utf8proc_category(code);
    if (category == UTF8PROC_CATEGORY_CC) {
        return code == '\t' || code == '\n' || code == '\r' ? ' ' : UTF8_REPLACEMENT;
    }
    if (category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP) {
        return ' ';
    }
    if (category == UTF8PROC_CATEGORY_CN || category == UTF8PROC_CATEGORY_CS) {
        return UTF8_REPLACEMENT;
    }
    return code;
}

/* `is_first`: no character before it that it could belong to. */
static enum part part_of(int code, bool is_first)
{
    if (is_within(code, 0x20, 0x7E)) {
        return PART_BASE;
    }
    if (is_within(code, 0xFE00, 0xFE0F) || is_within(code, 0xE0100, 0xE01EF) || code == 0xAD) {
        return PART_UNSEEN;
    }
    if (is_within(code, 0x1F3FB, 0x1F3FF)) {
        return is_first ? PART_BASE : PART_UNSEEN;
    }
    /* The later parts of a Korean syllable: every terminal draws them onto the first. */
    if (is_within(code, 0x1160, 0x11FF) || is_within(code, 0xD7B0, 0xD7FB)) {
        return PART_MARK;
    }
    utf8proc_category_t category = utf8proc_category(code);
    if (utf8proc_charwidth(code) > 0 || category == UTF8PROC_CATEGORY_MC) {
        return PART_BASE;
    }
    if (category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME) {
        return PART_MARK;
    }
    return category == UTF8PROC_CATEGORY_CF ? PART_UNSEEN : PART_BASE;
}

static void encode_all(struct grapheme *out, utf8proc_int32_t *codes, int count)
{
    utf8proc_ssize_t composed =
        utf8proc_normalize_utf32(codes, count, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    if (composed > 0) {
        count = (int)composed;
    }
    memset(out, 0, sizeof *out);
    for (int i = 0; i < count; i++) {
        char bytes[UTF8_BYTES_MAX];
        int length = utf8_write(bytes, (uint32_t)codes[i]);
        if (out->length + length >= GRAPHEME_SIZE) {
            break;
        }
        memcpy(out->utf8 + out->length, bytes, (size_t)length);
        out->length += length;
    }
    out->width = utf8proc_charwidth(codes[0]) == 2 ? 2 : 1;
}

/* The most frequent case: a printable ASCII character that no mark follows. Handled here, it
 * costs a tenth of the general way. */
static bool is_plain(struct str rest)
{
    bool is_printable = rest.n > 0 && rest.p[0] >= ' ' && rest.p[0] <= '~';
    return is_printable && (rest.n == 1 || (unsigned char)rest.p[1] < 0x80);
}

bool grapheme_next(struct grapheme *out, struct str *rest)
{
    if (is_plain(*rest)) {
        *out = (struct grapheme){{rest->p[0]}, 1, 1};
        rest->p++;
        rest->n--;
        return true;
    }
    utf8proc_int32_t codes[1 + EFFECTS_MAX];
    int count = 0;
    while (rest->n > 0) {
        struct utf8_step step = utf8_decode(*rest);
        int code = shown_as((int)step.code);
        enum part part = part_of(code, count == 0);
        if (part == PART_BASE) {
            if (count > 0) {
                break;
            }
            codes[count++] = code;
        } else if (part == PART_MARK) {
            if (count == 0) {
                codes[count++] = ' ';
            }
            if (count < 1 + EFFECTS_MAX) {
                codes[count++] = code;
            }
        }
        rest->p += step.n;
        rest->n -= step.n;
    }
    if (count == 0) {
        return false;
    }
    encode_all(out, codes, count);
    return true;
}

int grapheme_plain(struct str text, int most)
{
    int limit = most < text.n ? most : text.n;
    int count = 0;
    uint64_t eight;
    for (; count + (int)sizeof eight <= limit; count += (int)sizeof eight) {
        memcpy(&eight, text.p + count, sizeof eight);
        /* True when one of eight bytes is no printable ASCII character. */
        const uint64_t each = UINT64_MAX / 0xFF;
        uint64_t is_control = (eight - each * ' ') & ~eight;
        uint64_t is_beyond = (eight + each * (0x7F - '~')) | eight;
        if (((is_control | is_beyond) & each * 0x80) != 0) {
            break;
        }
    }
    while (count < limit && text.p[count] >= ' ' && text.p[count] <= '~') {
        count++;
    }
    bool may_be_marked = count > 0 && count < text.n && (unsigned char)text.p[count] >= 0x80;
    return count - (may_be_marked ? 1 : 0);
}

/* Moves *rest past the plain characters it begins with, at most `most`; returns their
 * number. */
static int skip_plain(struct str *rest, int most)
{
    int count = grapheme_plain(*rest, most);
    rest->p += count;
    rest->n -= count;
    return count;
}

int grapheme_width(struct str text)
{
    int width = skip_plain(&text, text.n);
    struct grapheme grapheme;
    while (grapheme_next(&grapheme, &text)) {
        width += grapheme.width + skip_plain(&text, text.n);
    }
    return width;
}

struct str grapheme_prefix(struct str text, int width)
{
    struct str rest = text;
    int used = skip_plain(&rest, width);
    struct str before = rest;
    struct grapheme grapheme;
    while (grapheme_next(&grapheme, &rest)) {
        used += grapheme.width;
        if (used > width) {
            return (struct str){text.p, text.n - before.n};
        }
        used += skip_plain(&rest, width - used);
        before = rest;
    }
    return text;
}

bool grapheme_next_line(struct str *out, struct str *rest, int width)
{
    CHECK(width >= 1);
    if (rest->n <= 0) {
        return false;
    }
    const char *end = memchr(rest->p, '\n', (size_t)rest->n);
    struct str rule_text = {rest->p, end != NULL ? (int)(end - rest->p) : rest->n};
    struct str line = grapheme_prefix(rule_text, width);
    if (line.n == rule_text.n) {
        *out = line;
        int taken = line.n + (end != NULL ? 1 : 0);
        rest->p += taken;
        rest->n -= taken;
        return true;
    }
    int stop = line.n;
    while (stop > 0 && rule_text.p[stop] != ' ') {
        stop--;
    }
    if (stop == 0) {
        /* A word wider than the line, or a wide character on a line of one column. */
        struct grapheme grapheme;
        struct str after = rule_text;
        grapheme_next(&grapheme, &after);
        stop = line.n > 0 ? line.n : rule_text.n - after.n;
    }
    *out = (struct str){rule_text.p, stop};
    *rest = str_trimmed_start((struct str){rest->p + stop, rest->n - stop});
    return true;
}

bool grapheme_cut_words(struct str *out, struct str text, int width)
{
    enum { ELLIPSIS_WIDTH = 2 };
    struct str rest = text;
    *out = text;
    if (grapheme_width(text) <= width) {
        return false;
    }
    if (width <= ELLIPSIS_WIDTH || !grapheme_next_line(out, &rest, width - ELLIPSIS_WIDTH)) {
        *out = (struct str){text.p, 0};
    }
    return true;
}
