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
    ANSWER_WAIT_MS = 1000, /* the longest pause in an answer, once its kind is known */
    PASTE_WAIT_MS = 5000,  /* the longest pause in a paste: later text would be commands */
};

/* Arrows and the like come in two forms, depending on a mode that a remote side may not know,
 * and so do function keys. The keypad's keys come as ESC O and a letter in its application
 * mode, which is not asked for, but which other programs leave on. */
const struct key_sequence key_sequences[] = {
    {"\033[A", {CODE_KEY, NAMED_KEY_UP}},
    {"\033OA", {CODE_KEY, NAMED_KEY_UP}},
    {"\033[B", {CODE_KEY, NAMED_KEY_DOWN}},
    {"\033OB", {CODE_KEY, NAMED_KEY_DOWN}},
    {"\033[C", {CODE_KEY, NAMED_KEY_RIGHT}},
    {"\033OC", {CODE_KEY, NAMED_KEY_RIGHT}},
    {"\033[D", {CODE_KEY, NAMED_KEY_LEFT}},
    {"\033OD", {CODE_KEY, NAMED_KEY_LEFT}},
    {"\033[H", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033OH", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033[1~", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033[7~", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033[F", {CODE_KEY, NAMED_KEY_END}},
    {"\033OF", {CODE_KEY, NAMED_KEY_END}},
    {"\033[4~", {CODE_KEY, NAMED_KEY_END}},
    {"\033[8~", {CODE_KEY, NAMED_KEY_END}},
    {"\033[2~", {CODE_KEY, NAMED_KEY_INSERT}},
    {"\033[3~", {CODE_KEY, NAMED_KEY_DELETE}},
    {"\033[5~", {CODE_KEY, NAMED_KEY_PAGE_UP}},
    {"\033[6~", {CODE_KEY, NAMED_KEY_PAGE_DOWN}},
    {"\033[Z", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_TAB}},
    {"\033[1;5A", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_UP}},
    {"\033[1;5B", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_DOWN}},
    {"\033[1;5C", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_RIGHT}},
    {"\033[1;5D", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_LEFT}},
    {"\033[1;2A", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_UP}},
    {"\033[1;2B", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_DOWN}},
    {"\033[1;2C", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_RIGHT}},
    {"\033[1;2D", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_LEFT}},
    {"\033[1;3A", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_UP}},
    {"\033[1;3B", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_DOWN}},
    {"\033[1;3C", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_RIGHT}},
    {"\033[1;3D", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_LEFT}},
    {"\033OP", {CODE_KEY, NAMED_KEY_F1}},
    {"\033OQ", {CODE_KEY, NAMED_KEY_F2}},
    {"\033OR", {CODE_KEY, NAMED_KEY_F3}},
    {"\033OS", {CODE_KEY, NAMED_KEY_F4}},
    {"\033[[A", {CODE_KEY, NAMED_KEY_F1}},
    {"\033[[B", {CODE_KEY, NAMED_KEY_F2}},
    {"\033[[C", {CODE_KEY, NAMED_KEY_F3}},
    {"\033[[D", {CODE_KEY, NAMED_KEY_F4}},
    {"\033[[E", {CODE_KEY, NAMED_KEY_F5}},
    {"\033[11~", {CODE_KEY, NAMED_KEY_F1}},
    {"\033[12~", {CODE_KEY, NAMED_KEY_F2}},
    {"\033[13~", {CODE_KEY, NAMED_KEY_F3}},
    {"\033[14~", {CODE_KEY, NAMED_KEY_F4}},
    {"\033[15~", {CODE_KEY, NAMED_KEY_F5}},
    {"\033[17~", {CODE_KEY, NAMED_KEY_F6}},
    {"\033[18~", {CODE_KEY, NAMED_KEY_F7}},
    {"\033[19~", {CODE_KEY, NAMED_KEY_F8}},
    {"\033[20~", {CODE_KEY, NAMED_KEY_F9}},
    {"\033[21~", {CODE_KEY, NAMED_KEY_F10}},
    {"\033[23~", {CODE_KEY, NAMED_KEY_F11}},
    {"\033[24~", {CODE_KEY, NAMED_KEY_F12}},
    {"\033OM", {CODE_KEY, NAMED_KEY_ENTER}},
    {"\033OI", {CODE_KEY, NAMED_KEY_TAB}},
    {"\033O ", {CODE_CHARACTER, ' '}},
    {"\033OX", {CODE_CHARACTER, '='}},
    {"\033Oj", {CODE_CHARACTER, '*'}},
    {"\033Ok", {CODE_CHARACTER, '+'}},
    {"\033Ol", {CODE_CHARACTER, ','}},
    {"\033Om", {CODE_CHARACTER, '-'}},
    {"\033On", {CODE_CHARACTER, '.'}},
    {"\033Oo", {CODE_CHARACTER, '/'}},
    {"\033Op", {CODE_CHARACTER, '0'}},
    {"\033Oq", {CODE_CHARACTER, '1'}},
    {"\033Or", {CODE_CHARACTER, '2'}},
    {"\033Os", {CODE_CHARACTER, '3'}},
    {"\033Ot", {CODE_CHARACTER, '4'}},
    {"\033Ou", {CODE_CHARACTER, '5'}},
    {"\033Ov", {CODE_CHARACTER, '6'}},
    {"\033Ow", {CODE_CHARACTER, '7'}},
    {"\033Ox", {CODE_CHARACTER, '8'}},
    {"\033Oy", {CODE_CHARACTER, '9'}},
    {"\033[200~", {CODE_PASTE_BEGIN, 0}},
    {"\033[201~", {CODE_PASTE_END, 0}},
    {"\033]11;rgb:", {CODE_BACKGROUND, 3}},
    {"\033]11;rgba:", {CODE_BACKGROUND, 4}},
    /* Where the cursor is after one sign in the upper left corner; dvtm counts from 0. */
    {"\033[1;2R", {CODE_WIDTH, 1}},
    {"\033[1;3R", {CODE_WIDTH, 2}},
    {"\033[0;1R", {CODE_WIDTH, 1}},
    {"\033[0;2R", {CODE_WIDTH, 2}},
};

const int key_sequences_count = sizeof key_sequences / sizeof key_sequences[0];

void decoder_init(struct decoder *decoder, code_source *source, void *context)
{
    decoder->source = source;
    decoder->context = context;
    decoder->pushed_back_count = 0;
    decoder->begun = 0;
    decoder->is_answer_due = false;
}

static struct code next_byte(struct decoder *decoder, int wait_ms)
{
    return decoder->pushed_back_count > 0 ? decoder->pushed_back[--decoder->pushed_back_count]
                                          : decoder->source(decoder->context, wait_ms);
}

/* The next code will be this one. */
static void push_back(struct decoder *decoder, struct code code)
{
    if (code.kind != CODE_NONE) {
        CHECK(decoder->pushed_back_count < KEY_SEQUENCE_SIZE);
        decoder->pushed_back[decoder->pushed_back_count++] = code;
    }
}

/* True when it is one of the 8-bit control characters. */
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
            push_back(decoder, more);
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
static int next_character(struct decoder *decoder, int wait_ms)
{
    struct code code = next_code(decoder, wait_ms);
    if (code.kind != CODE_CHARACTER) {
        push_back(decoder, code);
        return NO_CHARACTER;
    }
    return code.value;
}

/* The oldest report of a mouse has a button and a place after its final M. */
static void swallow_mouse(struct decoder *decoder)
{
    for (int i = 0; i < MOUSE_CHARACTERS; i++) {
        struct code code = next_code(decoder, REST_WAIT_MS);
        if (code.kind != CODE_CHARACTER || code.value == ESC) {
            push_back(decoder, code);
            return;
        }
    }
}

/* ---- Sequences ------------------------------------------------------------------------- */

/* The bytes of a sequence as far as they were read, terminated; of a long one the beginning. */
struct sequence {
    char bytes[KEY_SEQUENCE_SIZE];
    int count;
};

static void sequence_add(struct sequence *sequence, int character)
{
    if (sequence->count + 1 < KEY_SEQUENCE_SIZE) {
        sequence->bytes[sequence->count++] = (char)character;
        sequence->bytes[sequence->count] = '\0';
    }
}

/* What the list of keys says of these bytes: their code, CODE_NONE when longer ones begin with
 * them, or else CODE_SWALLOWED. */
static struct code code_of_sequence(const struct sequence *sequence)
{
    struct code found = {CODE_SWALLOWED, 0};
    for (int i = 0; i < key_sequences_count; i++) {
        const char *bytes = key_sequences[i].bytes;
        if (strncmp(bytes, sequence->bytes, (size_t)sequence->count) == 0) {
            found = (struct code){CODE_NONE, 0};
            if (bytes[sequence->count] == '\0') {
                return key_sequences[i].code;
            }
        }
    }
    return found;
}

/* The code of a whole sequence: in the list, a key that is not, or a report or an answer, which
 * have a mark after "ESC [" or one of the other final characters. */
static struct code code_of_whole(const struct sequence *sequence)
{
    struct code code = code_of_sequence(sequence);
    char last = sequence->bytes[sequence->count - 1];
    bool is_key = sequence->bytes[1] == 'O' || sequence->bytes[2] == '[' ||
                  (strpbrk(sequence->bytes + 2, "<=>? !\"#%&'()*+,-./") == NULL &&
                   strchr("ABCDEFGHPQSZabcdu~^@", last) != NULL);
    return code.kind != CODE_NONE && code.kind != CODE_SWALLOWED ? code
           : is_key ? (struct code){CODE_UNKNOWN, 0}
                    : (struct code){CODE_SWALLOWED, 0};
}

/* Reads up to the final character and returns what the sequence is. `first`: the least
 * character that can come before it; anything that cannot be in a sequence ends it, and is
 * kept. */
static struct code read_to_final(struct decoder *decoder, struct sequence *sequence, int first)
{
    int wait_ms = decoder->is_answer_due ? ANSWER_WAIT_MS : REST_WAIT_MS;
    struct code code = next_code(decoder, wait_ms);
    while (is_between(code, first, '?')) {
        sequence_add(sequence, code.value);
        code = next_code(decoder, wait_ms);
    }
    if (!is_between(code, ' ', '~')) {
        push_back(decoder, code);
        return (struct code){CODE_SWALLOWED, 0};
    }
    sequence_add(sequence, code.value);
    return code_of_whole(sequence);
}

/* Reads the rest of a control sequence ("ESC [" was read). */
static struct code read_control(struct decoder *decoder)
{
    struct sequence sequence = {"\033[", 2};
    struct code first = next_code(decoder, REST_WAIT_MS);
    if (is_character(first, '[')) { /* the Linux console's function keys: ESC [ [ A */
        sequence_add(&sequence, '[');
        return read_to_final(decoder, &sequence, '@');
    }
    if (is_character(first, 'M')) {
        swallow_mouse(decoder);
        return (struct code){CODE_SWALLOWED, 0};
    }
    push_back(decoder, first);
    return read_to_final(decoder, &sequence, ' ');
}

static bool ends_string(int character)
{
    return character == NO_CHARACTER || character == ESC || character == BELL ||
           character == STRING_END;
}

/* Reads the rest of a string from the terminal: an answer in the list as far as the list has
 * it, whose code it returns, or one to a query that nobody sent. `after`: the character after
 * an ESC that broke it off, which may begin another sequence; otherwise NO_CHARACTER. */
static struct code read_string(int *after, struct decoder *decoder, int kind)
{
    struct sequence sequence = {"\033", 1};
    sequence_add(&sequence, kind);
    struct code code = code_of_sequence(&sequence);
    int character = next_character(decoder, REST_WAIT_MS);
    while (!ends_string(character)) {
        if (code.kind == CODE_NONE) {
            sequence_add(&sequence, character < 127 ? character : 127);
            code = code_of_sequence(&sequence);
        }
        if (code.kind == CODE_BACKGROUND) {
            *after = NO_CHARACTER;
            return code;
        }
        character =
            next_character(decoder, code.kind == CODE_NONE ? ANSWER_WAIT_MS : REST_WAIT_MS);
    }
    *after = character == ESC ? next_character(decoder, REST_WAIT_MS) : NO_CHARACTER;
    return (struct code){CODE_SWALLOWED, 0};
}

static bool begins_string(int character)
{
    return character == ']' || character == 'P' || character == '_' || character == '^' ||
           character == 'X';
}

/* Of those that choose characters only these: a terminal sends none, and of the other signs
 * many are keys, which may come together with the Esc before them. */
static bool begins_sequence(int character)
{
    return begins_string(character) || character == '[' || character == 'O' ||
           character == '(' || character == ')';
}

/* Reads the rest of one that chooses characters: ESC ( B. */
static void swallow_choice(struct decoder *decoder)
{
    struct code code = next_code(decoder, REST_WAIT_MS);
    while (is_between(code, ' ', '/')) {
        code = next_code(decoder, REST_WAIT_MS);
    }
    if (!is_between(code, '0', '~')) {
        push_back(decoder, code);
    }
}

/* "ESC" and this character were read. Reads the rest of a sequence and returns what it is;
 * CODE_NONE: there is no rest. */
static struct code read_sequence(struct decoder *decoder, int character)
{
    struct code code = {CODE_NONE, 0};
    while (begins_sequence(character)) {
        bool is_late = character == '[' || character == 'O' || decoder->is_answer_due;
        struct code after = next_code(decoder, is_late ? LATE_WAIT_MS : REST_WAIT_MS);
        if (after.kind == CODE_NONE) {
            break;
        }
        push_back(decoder, after);
        if (character == '[') {
            return read_control(decoder);
        }
        if (character == 'O') {
            struct sequence sequence = {"\033O", 2};
            return read_to_final(decoder, &sequence, '0');
        }
        if (!begins_string(character)) {
            swallow_choice(decoder);
            return (struct code){CODE_SWALLOWED, 0};
        }
        code = read_string(&character, decoder, character);
    }
    return code;
}

static enum decoded take_key(struct term_input *out, int key)
{
    out->kind = INPUT_KEY;
    out->key = key;
    return DECODED_EVENT;
}

static enum decoded take_code(struct term_input *out, struct decoder *decoder,
                              struct code code);

/* An ESC was read that does not begin a sequence known to the source. It is alone, or the next
 * key was pressed with alt, or it begins something unknown, whose rest must not be taken for
 * keys. */
static enum decoded take_escape(struct term_input *out, struct decoder *decoder)
{
    struct code code = next_code(decoder, 0);
    if (code.kind == CODE_NONE && decoder->is_answer_due) {
        code = next_code(decoder, LATE_WAIT_MS);
        if (!is_character(code, '[') && !is_character(code, ']')) {
            push_back(decoder, code);
            return take_key(out, NAMED_KEY_ESC);
        }
    }
    if (code.kind == CODE_KEY) {
        return take_key(out, code.value | KEY_WITH_ALT);
    }
    if (code.kind != CODE_CHARACTER || code.value == ESC) {
        push_back(decoder, code);
        decoder->begun = ESC;
        return take_key(out, NAMED_KEY_ESC);
    }
    struct code meant = read_sequence(decoder, code.value);
    if (meant.kind != CODE_NONE) {
        return take_code(out, decoder, meant);
    }
    if (code.value == UTF8_REPLACEMENT) {
        return DECODED_UNSEEN;
    }
    decoder->begun = code.value == '[' || code.value == 'O' ? code.value : 0;
    bool is_control = code.value < ' ' || code.value == 127;
    int key = is_control ? key_from_control(code.value) : code.value;
    return take_key(out, key | KEY_WITH_ALT);
}

/* ---- Answers --------------------------------------------------------------------------- */

static int digit_of(int character)
{
    return character >= '0' && character <= '9'   ? character - '0'
           : character >= 'a' && character <= 'f' ? character - 'a' + 10
           : character >= 'A' && character <= 'F' ? character - 'A' + 10
                                                  : -1;
}

/* One part of a colour, which has one to four digits, scaled to 255. Sets *end to the character
 * after it. Returns -1 for anything else. */
static int read_part(int *end, struct decoder *decoder)
{
    int value = 0;
    int most = 0;
    for (int digits = 0; digits <= 4; digits++) {
        *end = next_character(decoder, ANSWER_WAIT_MS);
        int digit = digit_of(*end);
        if (digit < 0) {
            return digits > 0 ? value * 255 / most : -1;
        }
        value = value * 16 + digit;
        most = most * 16 + 15;
    }
    return -1;
}

/* The terminal's background; its fourth part, how much of it is seen, says nothing here. What
 * is no answer after all is swallowed up to its end, as other strings are. */
static enum decoded take_background(struct decoder *decoder, int parts)
{
    int colour[4] = {0};
    int end = '/';
    bool is_valid = true;
    for (int i = 0; i < parts && is_valid; i++) {
        colour[i] = read_part(&end, decoder);
        is_valid = colour[i] >= 0 && (i == parts - 1 || end == '/');
    }
    is_valid = is_valid && ends_string(end) && end != NO_CHARACTER;
    while (!ends_string(end)) {
        end = next_character(decoder, REST_WAIT_MS);
    }
    if (end == ESC) {
        struct code code = next_code(decoder, ANSWER_WAIT_MS);
        if (!is_character(code, '\\')) { /* it begins something else */
            push_back(decoder, code);
            push_back(decoder, (struct code){CODE_CHARACTER, ESC});
            return DECODED_UNSEEN;
        }
    }
    if (!is_valid) {
        return DECODED_UNSEEN;
    }
    memcpy(decoder->background, colour, sizeof decoder->background);
    return DECODED_BACKGROUND;
}

/* A key held with others may come in the same form: it is one when no answer is due. */
static enum decoded take_width(struct term_input *out, struct decoder *decoder, int columns)
{
    if (!decoder->is_answer_due) {
        out->kind = INPUT_UNKNOWN;
        return DECODED_EVENT;
    }
    decoder->sign_columns = columns;
    return DECODED_WIDTH;
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
        return take_code(out, decoder, read_sequence(decoder, character - SEVEN_BITS));
    }
    if (character == UTF8_REPLACEMENT) {
        return DECODED_UNSEEN;
    }
    out->kind = INPUT_CHARACTER;
    out->key = character;
    return DECODED_EVENT;
}

/* A slow line may deliver a key in pieces, its ESC so early that it was taken for a key, as it
 * must be. The rest still belongs to that key and must not run commands as letters; anything
 * else is read normally. */
static enum decoded take_late(struct term_input *out, struct decoder *decoder, int character)
{
    struct sequence sequence = {"\033", 1};
    struct code read[KEY_SEQUENCE_SIZE];
    struct code last = {CODE_CHARACTER, character};
    struct code meant = {CODE_NONE, 0};
    int count = 0;
    if (decoder->begun != ESC) {
        sequence_add(&sequence, decoder->begun);
    }
    decoder->begun = 0;
    while (meant.kind == CODE_NONE && last.kind == CODE_CHARACTER) {
        read[count++] = last;
        sequence_add(&sequence, last.value < 127 ? last.value : 127);
        meant = code_of_sequence(&sequence);
        last = meant.kind == CODE_NONE ? next_code(decoder, LATE_WAIT_MS) : last;
    }
    if (meant.kind != CODE_NONE && meant.kind != CODE_SWALLOWED) {
        return take_code(out, decoder, meant);
    }
    if (meant.kind == CODE_NONE) {
        push_back(decoder, last);
    }
    while (count > 1) {
        push_back(decoder, read[--count]);
    }
    return take_character(out, decoder, character);
}

static enum decoded take_code(struct term_input *out, struct decoder *decoder, struct code code)
{
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
    case CODE_BACKGROUND:
        return take_background(decoder, code.value);
    case CODE_WIDTH:
        return take_width(out, decoder, code.value);
    case CODE_UNKNOWN:
        out->kind = INPUT_UNKNOWN;
        return DECODED_EVENT;
    case CODE_BYTE: /* next_code made a character of it */
    case CODE_PASTE_END:
    case CODE_SWALLOWED:
        return DECODED_UNSEEN;
    }
    CHECK(false);
    return DECODED_UNSEEN;
}

enum decoded decoder_next(struct term_input *out, struct decoder *decoder, int wait_ms)
{
    /* Anything later is not a rest: O long after an Esc is the key O. */
    struct code code = next_code(decoder, decoder->begun != 0 ? LATE_WAIT_MS : wait_ms);
    if (code.kind == CODE_CHARACTER && decoder->begun != 0) {
        return take_late(out, decoder, code.value);
    }
    decoder->begun = 0;
    return take_code(out, decoder, code);
}
