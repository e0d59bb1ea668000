#include "tui/term_decode.h"

#include "base/utf8.h"

enum {
    ESC = 27,
    BELL = 7,
    REST_WAIT_MS = 25,    /* how long a character or a sequence may pause between bytes */
    PASTE_WAIT_MS = 5000, /* how long a paste may: what comes later would be commands */
};

void decoder_init(struct decoder *decoder, code_source *source, void *context)
{
    decoder->source = source;
    decoder->context = context;
    decoder->pushed_back = (struct code){CODE_NONE, 0};
}

static struct code next_byte(struct decoder *decoder, int wait_ms)
{
    struct code code = decoder->pushed_back;
    decoder->pushed_back.kind = CODE_NONE;
    return code.kind != CODE_NONE ? code : decoder->source(decoder->context, wait_ms);
}

/* Bytes become CODE_CHARACTER; what is no character is U+FFFD. */
static struct code next_code(struct decoder *decoder, int wait_ms)
{
    struct code code = next_byte(decoder, wait_ms);
    if (code.kind != CODE_BYTE) {
        return code;
    }
    int lead = code.value;
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

/* Reads what is left of a control sequence ("ESC [" was read) up to its final byte. */
static void swallow_sequence(struct decoder *decoder)
{
    struct code code = next_code(decoder, REST_WAIT_MS);
    if (is_character(code, '[')) {
        next_code(decoder, REST_WAIT_MS); /* the Linux console's function keys: ESC [ [ A */
        return;
    }
    while (code.kind == CODE_CHARACTER && code.value != ESC &&
           !(code.value >= 0x40 && code.value <= 0x7E)) {
        code = next_code(decoder, REST_WAIT_MS);
    }
    if (code.kind != CODE_CHARACTER || code.value == ESC) {
        decoder->pushed_back = code;
    }
}

/* Reads what is left of a string the terminal sends (an answer to a query nobody asked). */
static void swallow_string(struct decoder *decoder)
{
    struct code code = next_code(decoder, REST_WAIT_MS);
    while (code.kind == CODE_CHARACTER && code.value != BELL) {
        if (code.value == ESC) {
            next_code(decoder, REST_WAIT_MS); /* the '\' of ESC \ */
            return;
        }
        code = next_code(decoder, REST_WAIT_MS);
    }
}

static enum decoded take_key(struct term_input *out, int key)
{
    out->kind = INPUT_KEY;
    out->key = key;
    return DECODED_EVENT;
}

static bool begins_string(int character)
{
    return character == ']' || character == 'P' || character == '_' || character == '^' ||
           character == 'X';
}

/* "ESC" and a character that may begin a sequence were read. Returns whether one followed, and has
 * read it then. */
static bool swallow_any(struct decoder *decoder, int character)
{
    bool is_string = begins_string(character);
    if (!is_string && character != '[' && character != 'O') {
        return false;
    }
    struct code after = next_code(decoder, 0);
    if (after.kind == CODE_NONE) {
        return false;
    }
    if (character == 'O') {
        return true; /* one character follows */
    }
    decoder->pushed_back = after;
    if (is_string) {
        swallow_string(decoder);
    } else {
        swallow_sequence(decoder);
    }
    return true;
}

/* An ESC was read that begins no sequence that the source knows. It stands alone, or the key after
 * it was held with alt, or it begins something unknown, whose rest must not be taken for keys. */
static enum decoded take_escape(struct term_input *out, struct decoder *decoder)
{
    struct code code = next_code(decoder, 0);
    if (code.kind == CODE_KEY) {
        return take_key(out, code.value | KEY_WITH_ALT);
    }
    if (code.kind != CODE_CHARACTER || code.value == ESC) {
        decoder->pushed_back = code;
        return take_key(out, NAMED_KEY_ESC);
    }
    if (swallow_any(decoder, code.value) || code.value == UTF8_REPLACEMENT) {
        return DECODED_UNSEEN;
    }
    bool is_control = code.value < ' ' || code.value == 127;
    int key = is_control ? key_from_control(code.value) : code.value;
    return take_key(out, key | KEY_WITH_ALT);
}

static enum decoded take_paste(struct term_input *out, struct decoder *decoder)
{
    struct text text;
    text_init(&text, decoder->pasted, (int)sizeof decoder->pasted);
    int previous = 0;
    for (;;) {
        struct code code = next_code(decoder, PASTE_WAIT_MS);
        if (code.kind == CODE_NONE || code.kind == CODE_PASTE_END) {
            break;
        }
        if (code.kind == CODE_CHARACTER) {
            term_add_pasted(&text, previous, code.value);
            previous = code.value;
        }
    }
    *out = (struct term_input){INPUT_PASTE, 0, {text.p, text.n}, text.is_cut};
    return DECODED_EVENT;
}

static enum decoded take_character(struct term_input *out, struct decoder *decoder, int character)
{
    if (character == ESC) {
        return take_escape(out, decoder);
    }
    if (character < ' ' || character == 127) {
        return take_key(out, key_from_control(character));
    }
    if ((character >= 0x80 && character <= 0x9F) || character == UTF8_REPLACEMENT) {
        return DECODED_UNSEEN;
    }
    out->kind = INPUT_CHARACTER;
    out->key = character;
    return DECODED_EVENT;
}

enum decoded decoder_next(struct term_input *out, struct decoder *decoder, int wait_ms)
{
    struct code code = next_code(decoder, wait_ms);
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
