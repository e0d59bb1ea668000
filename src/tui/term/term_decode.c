#include "tui/term/term_decode.h"

#include <string.h>

#include "base/utf8.h"

enum {
    NO_CHARACTER = -1,
    ESC = 27,
    BELL = 7,
    CONTROL_LAST = 0x9F, /* the last of the 8-bit control characters, whose first is 0x80 */
    STRING_END = 0x9C,   /* ESC \ in 8 bits */
    SEVEN_BITS = 0x40,   /* 0x9B is ESC and 0x9B - 0x40, which is '[' */
    MOUSE_CHARACTERS = 3,
    REST_WAIT_MS = 25, /* the longest pause between bytes of a character or a sequence */
    LATE_WAIT_MS =
        150, /* the longest pause in one whose beginning was already taken for a key, */
    PASTE_WAIT_MS = 5000, /* the longest pause in a paste: later text would be commands */
};

void decoder_init(struct decoder *decoder, code_source *source, void *context)
{
    decoder->source = source;
    decoder->context = context;
    decoder->pushed_back = (struct code){CODE_NONE, 0};
    decoder->begun = 0;
}

static struct code next_byte(struct decoder *decoder, int wait_ms)
{
    struct code code = decoder->pushed_back;
    decoder->pushed_back.kind = CODE_NONE;
    return code.kind != CODE_NONE ? code : decoder->source(decoder->context, wait_ms);
}

/* Whether it is one of the 8-bit control characters. */
static bool is_long_control(int value)
{
    return value >= 0x80 && value <= CONTROL_LAST;
}

/* Bytes become CODE_CHARACTER; ill-formed ones are U+FFFD. A byte that would be an 8-bit
 * control character is read as that, since it may begin a sequence. */
static struct code next_code(struct decoder *decoder, int wait_ms)
{
    struct code code = next_byte(decoder, wait_ms);
    if (code.kind != CODE_BYTE) {
        return code;
    }
    int lead = code.value;
    if (is_long_control(lead)) {
        return (struct code){CODE_CHARACTER, lead};
    }
    int wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    char bytes[UTF8_BYTES_MAX] = {(char)lead};
    int count = 1;
    while (count < wanted) {
        struct code more = next_byte(decoder, REST_WAIT_MS);
        if (more.kind != CODE_BYTE || (more.value & 0xC0) != 0x80) {
            decoder->pushed_back = more;
            break;
        }
        bytes[count++] = (char)more.value;
    }
    struct utf8_step step = utf8_decode((struct str){bytes, count});
    bool is_whole = step.is_valid && step.n == wanted;
    return (struct code){CODE_CHARACTER, is_whole ? (int)step.code : UTF8_REPLACEMENT};
}

static bool is_character(struct code code, int character)
{
    return code.kind == CODE_CHARACTER && code.value == character;
}

static bool is_between(struct code code, int first, int last)
{
    return code.kind == CODE_CHARACTER && code.value >= first && code.value <= last;
}

/* The next character within a sequence; NO_CHARACTER for anything else, which ends the sequence
 * and is kept: a key, the beginning of a paste, a change of size. */
static int next_character(struct decoder *decoder)
{
    struct code code = next_code(decoder, REST_WAIT_MS);
    if (code.kind != CODE_CHARACTER) {
        decoder->pushed_back = code;
        return NO_CHARACTER;
    }
    return code.value;
}

/* Reads up to the final character of a sequence. `last` is the greatest character that can come
 * before it. Anything that cannot be in a sequence ends it, and is kept. */
static void swallow_to_final(struct decoder *decoder, int last)
{
    struct code code = next_code(decoder, REST_WAIT_MS);
    while (is_between(code, ' ', last)) {
        code = next_code(decoder, REST_WAIT_MS);
    }
    if (!is_between(code, last + 1, '~')) {
        decoder->pushed_back = code;
    }
}

/* The oldest report of a mouse has a button and a place after its final M. */
static void swallow_mouse(struct decoder *decoder)
{
    for (int i = 0; i < MOUSE_CHARACTERS; i++) {
        struct code code = next_code(decoder, REST_WAIT_MS);
        if (code.kind != CODE_CHARACTER || code.value == ESC) {
            decoder->pushed_back = code;
            return;
        }
    }
}

/* Reads the rest of a control sequence ("ESC [" was read). */
static void swallow_control(struct decoder *decoder)
{
    struct code first = next_code(decoder, REST_WAIT_MS);
    if (is_character(first, '[')) {
        next_character(decoder); /* the Linux console's function keys: ESC [ [ A */
    } else if (is_character(first, 'M')) {
        swallow_mouse(decoder);
    } else {
        decoder->pushed_back = first;
        swallow_to_final(decoder, '?');
    }
}

/* Reads the rest of a string from the terminal (an answer to a query that nobody sent). Returns
 * the character after an ESC that broke it off, which may begin another sequence; otherwise
 * NO_CHARACTER. */
static int swallow_string(struct decoder *decoder)
{
    int character = next_character(decoder);
    while (character != NO_CHARACTER && character != ESC && character != BELL &&
           character != STRING_END) {
        character = next_character(decoder);
    }
    return character == ESC ? next_character(decoder) : NO_CHARACTER; /* the '\' of ESC \ */
}

static bool begins_string(int character)
{
    return character == ']' || character == 'P' || character == '_' || character == '^' ||
           character == 'X';
}

static bool begins_sequence(int character)
{
    return begins_string(character) || character == '[' || character == 'O' ||
           (character >= ' ' && character <= '/');
}

/* Reads the rest of a sequence; returns the same as swallow_string. */
static int swallow_sequence(struct decoder *decoder, int character)
{
    if (begins_string(character)) {
        return swallow_string(decoder);
    }
    if (character == '[') {
        swallow_control(decoder);
    } else {
        swallow_to_final(decoder, character == 'O' ? '?' : '/');
    }
    return NO_CHARACTER;
}

/* "ESC" and this character were read. Reads the rest of a sequence, if there is one, and
 * returns whether there was. */
static bool swallow_any(struct decoder *decoder, int character)
{
    bool has_more = false;
    while (begins_sequence(character)) {
        struct code after = next_code(decoder, REST_WAIT_MS);
        if (after.kind == CODE_NONE) {
            break;
        }
        decoder->pushed_back = after;
        character = swallow_sequence(decoder, character);
        has_more = true;
    }
    return has_more;
}

static enum decoded take_key(struct term_input *out, int key)
{
    out->kind = INPUT_KEY;
    out->key = key;
    return DECODED_EVENT;
}

/* An ESC was read that does not begin a sequence known to the source. It is alone, or the next
 * key was pressed with alt, or it begins something unknown, whose rest must not be taken for
 * keys. */
static enum decoded take_escape(struct term_input *out, struct decoder *decoder)
{
    struct code code = next_code(decoder, 0);
    if (code.kind == CODE_KEY) {
        return take_key(out, code.value | KEY_WITH_ALT);
    }
    if (code.kind != CODE_CHARACTER || code.value == ESC) {
        decoder->pushed_back = code;
        decoder->begun = ESC;
        return take_key(out, NAMED_KEY_ESC);
    }
    if (swallow_any(decoder, code.value) || code.value == UTF8_REPLACEMENT) {
        return DECODED_UNSEEN;
    }
    decoder->begun = code.value == '[' || code.value == 'O' ? code.value : 0;
    bool is_control = code.value < ' ' || code.value == 127;
    int key = is_control ? key_from_control(code.value) : code.value;
    return take_key(out, key | KEY_WITH_ALT);
}

/* The end of a paste may come in pieces, so late that the source no longer recognises it. */
static enum decoded take_paste(struct term_input *out, struct decoder *decoder)
{
    static const char end[] = "\033[201~";
    struct text text = text_over(decoder->pasted, (int)sizeof decoder->pasted);
    int previous = 0;
    int of_end = 0;
    while (end[of_end] != '\0') {
        struct code code = next_code(decoder, PASTE_WAIT_MS);
        if (code.kind == CODE_NONE || code.kind == CODE_PASTE_END) {
            break;
        }
        if (is_character(code, end[of_end])) {
            of_end++;
            continue;
        }
        for (int i = 0; i < of_end; i++) { /* it was text */
            term_add_pasted(&text, previous, end[i]);
            previous = end[i];
        }
        of_end = is_character(code, end[0]) ? 1 : 0;
        if (code.kind == CODE_CHARACTER && of_end == 0) {
            term_add_pasted(&text, previous, code.value);
            previous = code.value;
        }
    }
    *out = (struct term_input){INPUT_PASTE, 0, {text.p, text.n}, text.is_cut};
    return DECODED_EVENT;
}

static enum decoded take_character(struct term_input *out, struct decoder *decoder,
                                   int character)
{
    if (character == ESC) {
        return take_escape(out, decoder);
    }
    if (character < ' ' || character == 127) {
        return take_key(out, key_from_control(character));
    }
    if (is_long_control(character)) {
        swallow_any(decoder, character - SEVEN_BITS);
        return DECODED_UNSEEN;
    }
    if (character == UTF8_REPLACEMENT) {
        return DECODED_UNSEEN;
    }
    out->kind = INPUT_CHARACTER;
    out->key = character;
    return DECODED_EVENT;
}

/* An arrow or similar key by the last character of its sequence; 0: none. */
static int key_of_final(struct code code)
{
    static const char finals[] = "ABCDHF";
    static const int keys[] = {NAMED_KEY_UP,   NAMED_KEY_DOWN, NAMED_KEY_RIGHT,
                               NAMED_KEY_LEFT, NAMED_KEY_HOME, NAMED_KEY_END};
    const char *at = code.kind == CODE_CHARACTER && code.value > 0 && code.value < 127
                         ? strchr(finals, code.value)
                         : NULL;
    return at != NULL ? keys[at - finals] : 0;
}

/* A slow line may deliver a key in pieces, its ESC so early that it was taken for a key, as it
 * must be. The rest still belongs to that key and must not run commands as letters; anything
 * else is read normally. */
static enum decoded take_late(struct term_input *out, struct decoder *decoder, int character)
{
    struct code final = {CODE_CHARACTER, character};
    if (decoder->begun == ESC && (character == '[' || character == 'O')) {
        decoder->begun = 0;
        final = next_code(decoder, LATE_WAIT_MS);
        if (key_of_final(final) == 0) {
            decoder->pushed_back = final;
            return take_character(out, decoder, character);
        }
    }
    int key = decoder->begun == ESC ? 0 : key_of_final(final);
    decoder->begun = 0;
    return key != 0 ? take_key(out, key) : take_character(out, decoder, character);
}

enum decoded decoder_next(struct term_input *out, struct decoder *decoder, int wait_ms)
{
    /* Anything later is not a rest: O long after an Esc is the key O. */
    struct code code = next_code(decoder, decoder->begun != 0 ? LATE_WAIT_MS : wait_ms);
    if (code.kind == CODE_CHARACTER && decoder->begun != 0) {
        return take_late(out, decoder, code.value);
    }
    decoder->begun = 0;
    switch (code.kind) {
    case CODE_NONE:
        return DECODED_NOTHING;
    case CODE_CHARACTER:
        return take_character(out, decoder, code.value);
    case CODE_KEY:
        return take_key(out, code.value);
    case CODE_PASTE_BEGIN:
        return take_paste(out, decoder);
    case CODE_RESIZE:
        out->kind = INPUT_RESIZE;
        return DECODED_EVENT;
    case CODE_BYTE: /* next_code made a character of it */
    case CODE_PASTE_END:
    case CODE_UNKNOWN:
        return DECODED_UNSEEN;
    }
    CHECK(false);
    return DECODED_UNSEEN;
}
