#include "cli/lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

void lines_init(struct lines *lines, FILE *file)
{
    lines->file = file;
    lines->wait = NULL;
    lines->read_n = 0;
    lines->read_at = 0;
    lines->has_failed = false;
    lines->number = 0;
    lines->line = (struct str){lines->buf, 0};
}

void lines_wait_by(struct lines *lines, lines_wait_fn *wait, void *context)
{
    lines->wait = wait;
    lines->wait_context = context;
}

/* The next byte, or EOF. */
static int next_byte(struct lines *lines)
{
    if (lines->wait == NULL) {
        int c = getc(lines->file);
        lines->has_failed = c == EOF && ferror(lines->file);
        return c;
    }
    if (lines->read_at == lines->read_n) {
        int descriptor = fileno(lines->file);
        if (lines->wait(lines->wait_context, descriptor)) {
            return '\n';
        }
        ssize_t n = read(descriptor, lines->read, sizeof lines->read);
        lines->has_failed = n < 0;
        lines->read_n = n > 0 ? (int)n : 0;
        lines->read_at = 0;
    }
    return lines->read_at < lines->read_n ? lines->read[lines->read_at++] : EOF;
}

enum line_kind lines_next(struct lines *lines)
{
    int n = 0;
    bool is_too_long = false;
    errno = 0;
    int c = next_byte(lines);
    if (c == EOF) {
        return lines->has_failed ? LINE_FAILED : LINE_END;
    }
    for (; c != EOF && c != '\n'; c = next_byte(lines)) {
        if (n < LINE_BYTES_MAX) {
            lines->buf[n++] = (char)c;
        } else {
            is_too_long = true;
        }
    }
    if (c == EOF && lines->has_failed) {
        return LINE_FAILED;
    }
    n -= n > 0 && lines->buf[n - 1] == '\r' && !is_too_long ? 1 : 0;
    lines->number++;
    lines->line = (struct str){lines->buf, n};
    if (lines->number == 1) {
        lines->line = utf8_without_mark(lines->line);
    }
    return is_too_long ? LINE_TOO_LONG : LINE_READ;
}
