/* Reading any file line by line: lines have a limit, so that no input can use up the memory,
 * and longer ones are skipped whole. */
#ifndef REFEREE_CLI_LINES_H
#define REFEREE_CLI_LINES_H

#include <stdio.h>

#include "base/text.h"

enum { LINE_BYTES_MAX = 64 * 1024 };

enum line_kind {
    LINE_READ,     /* `line` is the line without its end (LF or CR LF) */
    LINE_TOO_LONG, /* `line` is its beginning; the rest was skipped */
    LINE_END,      /* no more lines */
    LINE_FAILED    /* reading failed; errno says why */
};

/* Called before more is read from this descriptor: may wait until there is input. True: the
 * line ends here, as if Enter had been pressed. */
typedef bool lines_wait_fn(void *context, int descriptor);

struct lines {
    FILE *file;          /* borrowed */
    lines_wait_fn *wait; /* NULL: reading itself waits for input */
    void *wait_context;
    unsigned char read[4096]; /* with `wait`: bytes read but not used yet, */
    int read_n, read_at;      /* like the buffer of `file` */
    bool has_failed;
    int number;      /* of the last line read, from 1 */
    struct str line; /* borrowed from buf */
    char buf[LINE_BYTES_MAX];
};

void lines_init(struct lines *lines, FILE *file);
/* Reads the file's descriptor from here on, and calls `wait` before each time. Call it before
 * anything is read from the file. */
void lines_wait_by(struct lines *lines, lines_wait_fn *wait, void *context);
/* Reads the next line. A byte order mark before the first one is left out. */
enum line_kind lines_next(struct lines *lines);

#endif
