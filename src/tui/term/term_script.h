/* A terminal that is a list of keys: for tests, for scripts that drive the whole screen, and
 * for reports of faults. It keeps the last frame and never waits.
 *
 * A script is words separated by blanks or line ends (a word with blanks is quoted: "text:two
 * words"):
 *     a  Enter  C-r  Up      the key of that name (tui/term/term.h)
 *     text:hello             each character typed
 *     paste:hello            the text as one paste; \n in it is a line end
 *     resize:40x12           columns x rows
 *     wait                   time passes: a read that waits for a limited time gets INPUT_NONE
 *     terminate              what a signal does
 *     screen:name hands the last frame to `photograph`
 * After its end every read gives INPUT_END. */
#ifndef REFEREE_TUI_TERM_TERM_SCRIPT_H
#define REFEREE_TUI_TERM_TERM_SCRIPT_H

#include "tui/term/term.h"

struct term_script {
    struct str rest;   /* the unread rest; borrowed */
    struct str typing; /* the rest of a text: word */
    int rows, columns;
    int presented_count; /* frames shown so far */
    struct frame last;   /* a copy of the last one */
    char pasted[PASTE_SIZE];
    char title[TERM_TITLE_SIZE]; /* as it was last set */
    int bells;                   /* rung so far */
    struct theme theme;          /* of the last wishes, */
    int restyled;                /* and the number of times that wishes came */
    /* Called for screen: words, if not NULL; `context` is the caller's. */
    void (*photograph)(void *context, struct str name, const struct frame *last);
    void *context;
};

/* Begins with a size in cells, without colours. `script` (the storage) is the caller's. */
void term_script_open(struct terminal *out, struct term_script *script, int rows, int columns,
                      enum glyph_set glyphs);

/* Sets the words that the next reads give. An unknown word is a usage error that names it, and
 * nothing is set. */
enum status term_script_feed(struct term_script *script, struct str words,
                             struct error *err) MUST_CHECK;

#endif
