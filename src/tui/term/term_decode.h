/* From the input of a terminal to events: characters assembled from bytes, the sequences of
 * keys, what is no key swallowed whole, pastes kept together, late rests of keys. Curses does
 * none of these; tests/pty/test_curses.c shows each.
 *
 * The source provides bytes and the keys in the terminal's description; only it reads and
 * waits, so that all of this can be tested without a terminal. */
#ifndef REFEREE_TUI_TERM_TERM_DECODE_H
#define REFEREE_TUI_TERM_TERM_DECODE_H

#include "tui/term/term.h"

enum code_kind {
    CODE_NONE,      /* nothing came in time */
    CODE_BYTE,      /* value: a byte of UTF-8 */
    CODE_CHARACTER, /* value: a code point, from a terminal that is not UTF-8 */
    CODE_KEY,       /* value: a key (tui/term/term.h) */
    CODE_PASTE_BEGIN,
    CODE_PASTE_END,
    CODE_RESIZE,
    CODE_BACKGROUND, /* an answer has begun; value: the parts of its colour, 3 or 4 */
    CODE_WIDTH,      /* an answer; value: the columns of the sign that was written */
    CODE_UNKNOWN,    /* a key without a name */
    CODE_SWALLOWED,  /* a report, or an answer to nothing we ask; no source gives it */
};

struct code {
    enum code_kind kind;
    int value;
};

/* The next code, with a wait of at most `wait_ms`. */
typedef struct code code_source(void *context, int wait_ms);

/* What terminals send for keys, whatever their description says, and the answers to what we ask
 * them. A new one is a row. */
struct key_sequence {
    const char *bytes;
    struct code code;
};
extern const struct key_sequence key_sequences[];
extern const int key_sequences_count;

enum { KEY_SEQUENCE_SIZE = 16 /* with room for longer ones, which are unknown */ };

struct decoder {
    code_source *source;
    void *context;
    struct code pushed_back[KEY_SEQUENCE_SIZE]; /* the next one last */
    int pushed_back_count;
    int begun; /* the last character, if it may begin a late sequence: ESC, '[', 'O'; or 0 */
    bool is_answer_due; /* set by the owner: an ESC alone may begin an answer */
    int background[3];  /* red, green, blue, each up to 255 */
    int sign_columns;
    char pasted[PASTE_SIZE];
};

enum decoded {
    DECODED_NOTHING, /* nothing came in time */
    DECODED_UNSEEN,  /* input that is not an event */
    DECODED_EVENT,   /* *out is filled; its text is the decoder's, valid until the next call */
    DECODED_BACKGROUND, /* the terminal's background: decoder->background */
    DECODED_WIDTH,      /* the width of the sign: decoder->sign_columns */
};

void decoder_init(struct decoder *decoder, code_source *source, void *context);
enum decoded decoder_next(struct term_input *out, struct decoder *decoder, int wait_ms);

#endif
