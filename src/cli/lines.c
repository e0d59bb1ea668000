#include "cli/lines.h"

#include <errno.h>
#include <string.h>

void lines_init(struct lines *lines, FILE *file)
{
    lines->file = file;
    lines->number = 0;
    lines->line = (struct str){lines->buf, 0};
}

enum line_kind lines_next(struct lines *lines)
{
    int n = 0;
    bool is_too_long = false;
    errno = 0;
    int c = getc(lines->file);
    if (c == EOF) {
        return ferror(lines->file) ? LINE_FAILED : LINE_END;
    }
    for (; c != EOF && c != '\n'; c = getc(lines->file)) {
        if (n < LINE_BYTES_MAX) {
            lines->buf[n++] = (char)c;
        } else {
            is_too_long = true;
        }
    }
    if (c == EOF && ferror(lines->file)) {
        return LINE_FAILED;
    }
    n -= n > 0 && lines->buf[n - 1] == '\r' && !is_too_long ? 1 : 0;
    lines->number++;
    lines->line = (struct str){lines->buf, n};
    if (lines->number == 1 && n >= 3 && memcmp(lines->buf, "\xEF\xBB\xBF", 3) == 0) {
        lines->line = (struct str){lines->buf + 3, n - 3};
    }
    return is_too_long ? LINE_TOO_LONG : LINE_READ;
}
