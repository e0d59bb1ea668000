#include "cli/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { AGAIN_MS = 200, MUCH = 10000, COLUMNS = 79 };

/* The one line. */
static struct {
    int columns;       /* so many of it are shown; 0: it is not */
    int64_t at_ms;     /* when it was written */
    const char *doing; /* of progress_of_file */
    void (*draw)(const char *text);
} line;

static int64_t now_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_draw_by(void (*draw)(const char *text))
{
    progress_end();
    line.draw = draw;
}

void progress_show(const char *format, ...)
{
    int64_t now = now_ms();
    bool has_place = line.draw != NULL || isatty(STDERR_FILENO) != 0;
    if ((line.columns > 0 && now < line.at_ms + AGAIN_MS) || !has_place) {
        return;
    }
    TEXT_BUFFER(text, COLUMNS + 1);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    if (line.draw != NULL) {
        line.draw(text.p);
    } else {
        fprintf(stderr, "\r%-*s", line.columns, text.p);
        fflush(stderr);
    }
    line.columns = text.n > line.columns ? text.n : line.columns;
    line.at_ms = now;
}

void progress_end(void)
{
    if (line.columns > 0 && line.draw != NULL) {
        line.draw("");
    } else if (line.columns > 0) {
        fprintf(stderr, "\r%*s\r", line.columns, "");
        fflush(stderr);
    }
    line.columns = 0;
}

/* "1,200,000" */
static void add_number(struct text *out, int64_t number)
{
    if (number >= 1000) {
        add_number(out, number / 1000);
        text_add(out, ",%03d", (int)(number % 1000));
    } else {
        text_add(out, "%d", (int)number);
    }
}

void progress_of_file(const char *doing, int64_t done, int64_t of, const char *what)
{
    TEXT_BUFFER(text, COLUMNS + 1);
    if (doing == NULL) {
        progress_end();
        return;
    }
    if (of < MUCH) {
        return;
    }
    if (line.doing != doing) { /* other work: it is told at once */
        line.doing = doing;
        line.at_ms = now_ms() - AGAIN_MS;
    }
    text_add(&text, "%s ", doing);
    if (done >= 0) {
        add_number(&text, done);
        text_add(&text, " of ");
    }
    add_number(&text, of);
    text_add(&text, " %s", what);
    progress_show("%s", text.p);
}
