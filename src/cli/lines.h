/* Reading a file line by line, whatever is in it: lines have a limit, so that no input can use
 * up the memory, and the longer ones are passed over whole. */
#ifndef REFEREE_CLI_LINES_H
#define REFEREE_CLI_LINES_H

#include <stdio.h>

#include "base/text.h"

enum { LINE_BYTES_MAX = 64 * 1024 };

enum line_kind {
    LINE_READ,     /* `line` is it, without its end (LF or CR LF) */
    LINE_TOO_LONG, /* `line` is its beginning; the rest was passed over */
    LINE_END,      /* there is no further line */
    LINE_FAILED    /* reading failed; errno says why */
};

/* Called before more is read from this descriptor: may wait until something is there. */
typedef void lines_wait_fn(void *context, int descriptor);

struct lines {
    FILE *file;          /* borrowed */
    lines_wait_fn *wait; /* NULL: what is not there yet is waited for by reading */
    void *wait_context;
    unsigned char read[4096]; /* with `wait`: what was read and not taken yet, */
    int read_n, read_at;      /* as `file` would keep it */
    bool has_failed;
    int number;      /* of the line last read, from 1 */
    struct str line; /* borrowed from buf */
    char buf[LINE_BYTES_MAX];
};

void lines_init(struct lines *lines, FILE *file);
/* Reads the file's descriptor from here on, and calls `wait` before each time. Nothing may have
 * been read from the file before. */
void lines_wait_by(struct lines *lines, lines_wait_fn *wait, void *context);
/* A byte order mark before the first line is left out. */
enum line_kind lines_next(struct lines *lines);

#endif
