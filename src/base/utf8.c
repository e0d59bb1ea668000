#include "base/utf8.h"

#include <stddef.h>
#include <string.h>

enum { ESCAPE = 0x1B, BELL = 0x07, CANCEL = 0x18, SUBSTITUTE = 0x1A };
enum {
    C1_DCS = 0x90,
    C1_SOS = 0x98,
    C1_CSI = 0x9B,
    C1_ST = 0x9C,
    C1_OSC = 0x9D,
    C1_APC = 0x9F
};

static unsigned byte_at(struct str piece, int i)
{
    return (unsigned char)piece.p[i];
}

static struct str str_from(struct str piece, int i)
{
    return (struct str){piece.p + i, piece.n - i};
}

/* How a character of several bytes that begins with `lead` goes on (Unicode 15, table 3-7).
 * Only the second byte is ever restricted: that keeps out overlong forms, surrogates and what
 * lies above U+10FFFF.
 */
struct lead {
    int n; /* bytes of the whole character; 0: no character begins so */
    unsigned low;
    unsigned high;
};

static struct lead lead_of(unsigned lead)
{
    if (lead < 0xC2 || lead > 0xF4) {
        return (struct lead){0, 0, 0};
    }
    if (lead < 0xE0) {
        return (struct lead){2, 0x80, 0xBF};
    }
    if (lead < 0xF0) {
        return (struct lead){3, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF};
    }
    return (struct lead){4, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF};
}

struct utf8_step utf8_decode(struct str rest)
{
    if (rest.n <= 0) {
        return (struct utf8_step){0, 0, true};
    }
    unsigned first = byte_at(rest, 0);
    if (first < 0x80) {
        return (struct utf8_step){first, 1, true}; /* nearly every character */
    }
    struct lead lead = lead_of(first);
    if (lead.n == 0) {
        return (struct utf8_step){UTF8_REPLACEMENT, 1, false};
    }
    uint32_t code = first & (0x7Fu >> lead.n);
    for (int i = 1; i < lead.n; i++) {
        unsigned low = i == 1 ? lead.low : 0x80;
        unsigned high = i == 1 ? lead.high : 0xBF;
        if (i == rest.n || byte_at(rest, i) < low || byte_at(rest, i) > high) {
            return (struct utf8_step){UTF8_REPLACEMENT, i, false};
        }
        code = code << 6 | (byte_at(rest, i) & 0x3F);
    }
    return (struct utf8_step){code, lead.n, true};
}

int utf8_write(char out[UTF8_BYTES_MAX], uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
        code = UTF8_REPLACEMENT;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* ---- case ------------------------------------------------------------------------------ */

/* Capitals from `first` to `last`, all of them or every second one, and the distance to their
 * small letters (Unicode 15, simple case mapping). */
static const struct {
    uint32_t first, last;
    uint32_t stride;
    int to_small;
} capitals[] = {
    {0x41, 0x5A, 1, 32},     {0xC0, 0xD6, 1, 32},     {0xD8, 0xDE, 1, 32},
    {0x100, 0x12E, 2, 1},    {0x132, 0x136, 2, 1},    {0x139, 0x147, 2, 1},
    {0x14A, 0x176, 2, 1},    {0x178, 0x178, 1, -121}, {0x179, 0x17D, 2, 1},
    {0x386, 0x386, 1, 38},   {0x388, 0x38A, 1, 37},   {0x38C, 0x38C, 1, 64},
    {0x38E, 0x38F, 1, 63},   {0x391, 0x3A1, 1, 32},   {0x3A3, 0x3AB, 1, 32},
    {0x400, 0x40F, 1, 80},   {0x410, 0x42F, 1, 32},   {0x460, 0x480, 2, 1},
    {0x48A, 0x4BE, 2, 1},    {0x4C1, 0x4CD, 2, 1},    {0x4D0, 0x52E, 2, 1},
    {0x531, 0x556, 1, 48},   {0x1E00, 0x1E94, 2, 1},  {0x1EA0, 0x1EFE, 2, 1},
    {0x1F08, 0x1F0F, 1, -8}, {0x1F18, 0x1F1D, 1, -8}, {0x1F28, 0x1F2F, 1, -8},
    {0x1F38, 0x1F3F, 1, -8}, {0x1F48, 0x1F4D, 1, -8}, {0x1F59, 0x1F5F, 2, -8},
    {0x1F68, 0x1F6F, 1, -8},
};

static bool is_capital_of(size_t range, uint32_t code)
{
    return code >= capitals[range].first && code <= capitals[range].last &&
           (code - capitals[range].first) % capitals[range].stride == 0;
}

uint32_t utf8_lower(uint32_t code)
{
    enum { FINAL_SIGMA = 0x3C2, SIGMA = 0x3C3 };
    if (code < 0x80) {
        return (unsigned char)char_lower((char)code); /* nearly every character */
    }
    for (size_t i = 0; i < sizeof capitals / sizeof capitals[0]; i++) {
        if (is_capital_of(i, code)) {
            return code + (uint32_t)capitals[i].to_small;
        }
    }
    return code == FINAL_SIGMA ? SIGMA : code;
}

uint32_t utf8_upper(uint32_t code)
{
    for (size_t i = 0; i < sizeof capitals / sizeof capitals[0]; i++) {
        uint32_t capital = code - (uint32_t)capitals[i].to_small;
        if (is_capital_of(i, capital)) {
            return capital;
        }
    }
    return code;
}

/* ---- whole texts ----------------------------------------------------------------------- */

bool utf8_is_valid(struct str piece)
{
    int i = 0;
    while (i < piece.n) {
        struct utf8_step step = utf8_decode(str_from(piece, i));
        if (!step.is_valid) {
            return false;
        }
        i += step.n;
    }
    return true;
}

struct str utf8_without_mark(struct str text)
{
    bool has_mark = text.n >= 3 && memcmp(text.p, "\xEF\xBB\xBF", 3) == 0;
    return has_mark ? str_from(text, 3) : text;
}

/* Without a last zero-width joiner (U+200D), which has nothing to join. */
static int without_joiner(struct str piece)
{
    static const char joiner[] = "\xE2\x80\x8D";
    int n = (int)sizeof joiner - 1;
    bool ends_in_it = piece.n >= n && memcmp(piece.p + piece.n - n, joiner, (size_t)n) == 0;
    return piece.n - (ends_in_it ? n : 0);
}

int utf8_whole(struct str piece)
{
    int start = piece.n;
    while (start > 0 && piece.n - start < UTF8_BYTES_MAX - 1 &&
           (byte_at(piece, start - 1) & 0xC0) == 0x80) {
        start--;
    }
    if (start == 0 || piece.n - start + 1 >= lead_of(byte_at(piece, start - 1)).n) {
        return without_joiner(piece);
    }
    return without_joiner((struct str){piece.p, start - 1});
}

/* The length of the string that an escape sequence carries, with its end if it has one. By the
 * standard a bell ends OSC only; programs are lenient there, and a cleaner may be too. */
static int string_length(struct str rest)
{
    int i = 0;
    while (i < rest.n) {
        struct utf8_step step = utf8_decode(str_from(rest, i));
        if (step.code == '\n' || step.code == '\r') {
            return i;
        }
        if (step.code == ESCAPE) {
            return i + 1 < rest.n && rest.p[i + 1] == '\\' ? i + 2 : i;
        }
        i += step.n;
        if (step.code == BELL || step.code == C1_ST || step.code == CANCEL ||
            step.code == SUBSTITUTE) {
            return i;
        }
    }
    return i;
}

/* The number of bytes from `i` on that lie within low..high. */
static int run_length(struct str rest, int i, unsigned low, unsigned high)
{
    int start = i;
    while (i < rest.n && byte_at(rest, i) >= low && byte_at(rest, i) <= high) {
        i++;
    }
    return i - start;
}

/* The length of what follows CSI: parameters, intermediates, one final byte (ECMA-48, 5.4). */
static int csi_length(struct str rest)
{
    int i = run_length(rest, 0, 0x30, 0x3F);
    i += run_length(rest, i, 0x20, 0x2F);
    return i < rest.n && byte_at(rest, i) >= 0x40 && byte_at(rest, i) <= 0x7E ? i + 1 : i;
}

/* Characters that show nothing, or only change the order of others (Unicode 15,
 * Default_Ignorable_Code_Point). Combining marks are not among them, nor the Hangul fillers
 * that keep syllables in shape. */
static const struct {
    uint32_t first, last;
} unseen[] = {
    {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},     {0x17B4, 0x17B5},
    {0x180B, 0x180F}, {0x200B, 0x200F},   {0x202A, 0x202E},   {0x2060, 0x206F},
    {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

static bool is_unseen(uint32_t code)
{
    for (size_t i = 0; code >= unseen[0].first && i < sizeof unseen / sizeof unseen[0]; i++) {
        if (code <= unseen[i].last) {
            return code >= unseen[i].first;
        }
    }
    return false;
}

/* Joiners and variation selectors shape the character before them in scripts and pictures that
 * need them (Persian, emoji); after Latin, Greek and Cyrillic letters they only hide in the
 * text. */
static bool shapes(uint32_t code, uint32_t before)
{
    enum { FIRST_SHAPED = 0x590 };
    bool is_shaping = code == 0x200C || code == 0x200D || (code >= 0xFE00 && code <= 0xFE0F);
    return is_shaping && before >= FIRST_SHAPED && !is_unseen(before);
}

/* The length of the sequence that the control character `code` opens, without that
 * character. */
static int sequence_length(uint32_t code, struct str rest)
{
    if (code == ESCAPE) {
        /* What follows ESC; a byte that cannot belong to a sequence is left in the text. */
        if (rest.n == 0) {
            return 0;
        }
        unsigned kind = byte_at(rest, 0);
        if (kind == '[') {
            return 1 + csi_length(str_from(rest, 1));
        }
        if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
            return 1 + string_length(str_from(rest, 1));
        }
        int i = run_length(rest, 0, 0x20, 0x2F);
        return i < rest.n && byte_at(rest, i) >= 0x30 && byte_at(rest, i) <= 0x7E ? i + 1 : i;
    }
    if (code == C1_CSI) {
        return csi_length(rest);
    }
    if (code == C1_DCS || code == C1_SOS || (code >= C1_OSC && code <= C1_APC)) {
        return string_length(rest);
    }
    return 0;
}

bool utf8_clean(char *out, int size, struct str hostile)
{
    CHECK(size > 0);
    int n = 0;
    int i = 0;
    uint32_t before = 0; /* the last character written */
    while (i < hostile.n) {
        struct utf8_step step = utf8_decode(str_from(hostile, i));
        i += step.n;
        uint32_t code = step.code;
        if ((code >= '\t' && code <= '\r') || code == 0x2028 || code == 0x2029) {
            i += code == '\r' && i < hostile.n && hostile.p[i] == '\n';
            code = ' ';
        } else if (code < 0x20 || (code >= 0x7F && code < 0xA0) ||
                   (is_unseen(code) && !shapes(code, before))) {
            i += sequence_length(code, str_from(hostile, i));
            continue;
        }
        char bytes[UTF8_BYTES_MAX];
        int length = utf8_write(bytes, code);
        if (length > size - 1 - n) {
            break;
        }
        memcpy(out + n, bytes, (size_t)length);
        n += length;
        before = code;
    }
    out[n] = '\0';
    return n != hostile.n || (n > 0 && memcmp(out, hostile.p, (size_t)n) != 0);
}

enum { SHOWN_BYTES = 48 };

struct shown utf8_shown(struct str word)
{
    struct shown shown;
    utf8_clean(shown.text, sizeof shown.text - 4, str_beginning(word, SHOWN_BYTES));
    if (word.n == 0) {
        text_format(shown.text, sizeof shown.text, "\"\"");
    } else if (str_trimmed(str_of(shown.text)).n == 0) {
        /* Writes a word of invisible characters by their code points. */
        struct text text = text_over(shown.text, sizeof shown.text - 4);
        int i = 0;
        while (i < word.n && text.n < SHOWN_BYTES) {
            struct utf8_step step = utf8_decode(str_from(word, i));
            text_add(&text, "%sU+%04X", i == 0 ? "" : " ", (unsigned)step.code);
            i += step.n;
        }
        text_format(shown.text + text.n, 4, "%s", i < word.n ? "..." : "");
    } else if (word.n > SHOWN_BYTES) {
        memcpy(shown.text + strlen(shown.text), "...", 4);
    }
    return shown;
}
