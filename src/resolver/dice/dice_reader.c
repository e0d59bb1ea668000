#include "resolver/dice/dice_reader.h"

#include <stdarg.h>
#include <string.h>

enum { REASON_SIZE = 200, WINDOW_BEFORE = 40, WINDOW_AFTER = 24 };

_Static_assert(REASON_SIZE + 2 * (WINDOW_BEFORE + WINDOW_AFTER + 8) + 3 <= ERROR_TEXT_SIZE,
               "a reason, a window and a caret fit into an error");

/* ---- errors ---------------------------------------------------------------------------- */

/* The expression around a place in one line of plain ASCII, and the caret's column in it. */
static int add_window(struct text *out, struct str text, int place)
{
    int from = place > WINDOW_BEFORE ? place - WINDOW_BEFORE : 0;
    int to = text.n - place > WINDOW_AFTER ? place + WINDOW_AFTER : text.n;
    int line = out->n;
    int caret = 0;
    if (from > 0) {
        text_add(out, "...");
    }
    for (int i = from; i < to; i++) {
        unsigned char c = (unsigned char)text.p[i];
        if (i == place) {
            caret = out->n - line;
        }
        if (char_is_space(text.p[i])) {
            text_add_char(out, ' ');
        } else if ((c & 0xC0) != 0x80) { /* a character of several bytes takes one column */
            text_add_char(out, c > 0x20 && c < 0x7F ? text.p[i] : '?');
        }
    }
    if (place == text.n) {
        caret = out->n - line;
    }
    if (to < text.n) {
        text_add(out, "...");
    }
    return caret;
}

void dice_reader_fail(struct dice_reader *reader, int place, const char *format, ...)
{
    if (reader->has_failed) {
        return;
    }
    reader->has_failed = true;
    char reason[REASON_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (str_trimmed(reader->text).n == 0) { /* nothing to point into */
        error_set(reader->err, STATUS_USAGE, "", "%s", reason);
        return;
    }
    TEXT_BUFFER(line, ERROR_TEXT_SIZE);
    int caret = add_window(&line, reader->text, place);
    error_set(reader->err, STATUS_USAGE, "", "%s\n%s\n%*s^", reason, line.p, caret, "");
}

struct str dice_reader_rest(const struct dice_reader *reader, int place)
{
    return (struct str){reader->text.p + place, reader->text.n - place};
}

void dice_reader_fail_value(struct dice_reader *reader, int place)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    bool is_start = str_trimmed((struct str){reader->text.p, place}).n == 0;
    dice_foreign_value(&reason, dice_reader_rest(reader, place), is_start);
    dice_reader_fail(reader, place, "%s", reason.p);
}

void dice_reader_fail_operator(struct dice_reader *reader, int place)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    dice_foreign_operator(&reason, dice_reader_rest(reader, place), reader->before);
    dice_reader_fail(reader, place, "%s", reason.p);
}

void dice_reader_fail_foreign(struct dice_reader *reader, int place, enum dice_foreign_id id,
                              struct str ours)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    dice_foreign_say(&reason, dice_foreign_row(id), ours);
    dice_reader_fail(reader, place, "%s", reason.p);
}

/* ---- characters ------------------------------------------------------------------------ */

int dice_reader_skip_blanks(struct dice_reader *reader)
{
    while (reader->at < reader->text.n && char_is_space(reader->text.p[reader->at])) {
        reader->at++;
    }
    return reader->at;
}

/* The character at the place, in lower case, and how many bytes it takes; '\0' at the end. */
static char character_at(const struct dice_reader *reader, int *bytes)
{
    struct str rest = dice_reader_rest(reader, reader->at);
    *bytes = rest.n > 0 ? 1 : 0;
    if (rest.n == 0) {
        return '\0';
    }
    static const char times[] = "\xC3\x97"; /* as people paste it */
    int minus = str_minus(rest);
    if (minus > 0) {
        *bytes = minus;
        return '-';
    }
    if (rest.n >= 2 && memcmp(rest.p, times, 2) == 0) {
        *bytes = 2;
        return '*';
    }
    return char_lower(rest.p[0]);
}

/* The next character that is not a blank, in lower case; '\0' at the end. */
char dice_reader_peek(struct dice_reader *reader)
{
    int bytes;
    dice_reader_skip_blanks(reader);
    return character_at(reader, &bytes);
}

bool dice_reader_at_end(struct dice_reader *reader)
{
    return dice_reader_skip_blanks(reader) == reader->text.n;
}

bool dice_reader_take(struct dice_reader *reader, char wanted)
{
    int bytes;
    if (dice_reader_at_end(reader) || character_at(reader, &bytes) != wanted) {
        return false;
    }
    reader->at += bytes;
    return true;
}

/* Takes all letters of a word, with or without blanks between them, or nothing when one
 * differs. */
bool dice_reader_take_word(struct dice_reader *reader, const char *word)
{
    int start = reader->at;
    for (; *word != '\0'; word++) {
        if (!dice_reader_take(reader, *word)) {
            reader->at = start;
            return false;
        }
    }
    return true;
}

/* Takes a run of digits; a number beyond 64 bits becomes -1. False when no digit is next. */
bool dice_reader_take_digits(struct dice_reader *reader, int64_t *out)
{
    if (!char_is_digit(dice_reader_peek(reader))) {
        return false;
    }
    int64_t number = 0;
    while (reader->at < reader->text.n && char_is_digit(reader->text.p[reader->at])) {
        int digit = reader->text.p[reader->at++] - '0';
        if (number >= 0) {
            number = number > (INT64_MAX - digit) / 10 ? -1 : number * 10 + digit;
        }
    }
    *out = number;
    return true;
}

/* Takes a number with an optional minus sign, moved to within -most to most. */
bool dice_reader_take_signed(struct dice_reader *reader, int most, int *out)
{
    int start = reader->at;
    bool is_negative = dice_reader_take(reader, '-');
    int64_t number;
    if (!dice_reader_take_digits(reader, &number)) {
        reader->at = start;
        return false;
    }
    int near = number < 0 || number > most ? most : (int)number;
    *out = is_negative ? -near : near;
    return true;
}
