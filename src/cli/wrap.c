#include "cli/wrap.h"

#include <utf8proc.h>

#include "base/utf8.h"

static int width_of(uint32_t code)
{
    return utf8proc_charwidth((utf8proc_int32_t)code);
}

static struct str behind(struct str text, int n)
{
    return (struct str){text.p + n, text.n - n};
}

int wrap_columns(struct str text)
{
    int columns = 0;
    while (text.n > 0) {
        struct utf8_step step = utf8_decode(text);
        columns += width_of(step.code);
        text = behind(text, step.n);
    }
    return columns;
}

int wrap_indent(struct str line, int columns)
{
    enum { USUALLY = 2 };
    int blanks = 0;
    while (blanks < line.n && line.p[blanks] == ' ') {
        blanks++;
    }
    int indent = blanks + USUALLY;
    int column = 0;
    int gap = 0; /* blanks before this character */
    struct str rest = line;
    while (rest.n > 0 && column <= columns / 2) {
        struct utf8_step step = utf8_decode(rest);
        if (step.code != ' ' && gap >= 2 && column > blanks) {
            indent = column;
        }
        gap = step.code == ' ' ? gap + 1 : 0;
        column += width_of(step.code);
        rest = behind(rest, step.n);
    }
    return indent < columns / 2 ? indent : columns / 2;
}

int wrap_bytes(struct str rest, int columns)
{
    int used = 0;
    int n = 0;
    int blank = 0; /* where the last word that fits ends */
    bool is_in_word = false;
    while (n < rest.n) {
        struct utf8_step step = utf8_decode(behind(rest, n));
        int width = width_of(step.code);
        if (step.code == ' ' && is_in_word) {
            blank = n;
        }
        if (used + width > columns && n > 0) {
            return blank > 0 ? blank : n;
        }
        is_in_word = step.code != ' ';
        used += width;
        n += step.n;
    }
    return n;
}

bool wrap_caret(struct text *out, int *place, struct str line, struct str caret, int columns)
{
    static const char dots[] = "...";
    enum { DOTS = sizeof dots - 1 };
    int at = 0;
    while (at < caret.n && caret.p[at] == ' ') {
        at++;
    }
    int whole = wrap_columns(line);
    if (at != caret.n - 1 || caret.p[at] != '^' || at > whole || whole + 1 <= columns) {
        return false;
    }
    int room = columns - 2 * DOTS - 1;
    int from = at - room * 2 / 3 < whole - room ? at - room * 2 / 3 : whole - room;
    from = from > 0 ? from : 0;
    int column = 0;
    *place = at - from + (from > 0 ? DOTS : 0);
    text_add(out, "%s", from > 0 ? dots : "");
    while (line.n > 0 && column < from + room) {
        struct utf8_step step = utf8_decode(line);
        if (column >= from) {
            text_add_str(out, (struct str){line.p, step.n});
        }
        column += width_of(step.code);
        line = behind(line, step.n);
    }
    text_add(out, "%s", line.n > 0 ? dots : "");
    return true;
}
