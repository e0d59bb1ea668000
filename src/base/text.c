#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

void text_init(struct text *text, char *buf, int size)
{
    *text = text_over(buf, size);
}

void text_copy(char *buf, int size, struct str piece)
{
    CHECK(size > 0);
    int n = piece.n < size ? piece.n : utf8_whole((struct str){piece.p, size - 1});
    memcpy(buf, piece.p, (size_t)n);
    buf[n] = '\0';
}

void text_cut(struct text *text)
{
    text->is_cut = true;
    text->n = utf8_whole((struct str){text->p, text->n});
    text->p[text->n] = '\0';
}

/* The C library's formatted output, for formats that text_add_list does not write itself. */
static void add_formatted(struct text *text, const char *format, va_list arguments)
    LIKE_PRINTF(2, 0);

static void add_formatted(struct text *text, const char *format, va_list arguments)
{
    int room = text->size - text->n;
    int wanted = vsnprintf(text->p + text->n, (size_t)room, format, arguments);
    CHECK(wanted >= 0);
    if (wanted < room) {
        text->n += wanted;
        return;
    }
    text->n = text->size - 1;
    text_cut(text);
}

/* Straight into the text: the compiler would guard an array in between, which doubles the
 * instructions. */
void text_add_whole(struct text *text, long long number)
{
    if (text->is_cut) {
        return;
    }
    unsigned long long rest =
        number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
    int sign = number < 0 ? 1 : 0, n = sign + 1;
    for (unsigned long long left = rest / 10; left > 0; left /= 10) {
        n++;
    }
    int room = text->size - 1 - text->n;
    int fit = n < room ? n : room;
    char *out = text->p + text->n;
    for (int i = n - 1; i >= sign; i--) {
        if (i < fit) {
            out[i] = (char)('0' + rest % 10);
        }
        rest /= 10;
    }
    if (sign > 0 && fit > 0) {
        out[0] = '-';
    }
    out[fit] = '\0';
    text->n += fit;
    if (fit < n) {
        text_cut(text);
    }
}

/* Our formats are nearly all plain text, %s, %d and %lld. These are written here, since the C
 * library takes several times as long and a rolled line has a hundred such pieces; from the
 * first other conversion on, the C library gets the rest. */
void text_add_list(struct text *text, const char *format, va_list arguments)
{
    while (!text->is_cut) {
        const char *percent = strchr(format, '%');
        if (percent == NULL) {
            text_add_str(text, str_of(format));
            return;
        }
        text_add_str(text, (struct str){format, (int)(percent - format)});
        format = percent;
        if (format[1] == 's') {
            text_add_str(text, str_of(va_arg(arguments, const char *)));
            format += 2;
        } else if (format[1] == 'd') {
            text_add_whole(text, va_arg(arguments, int));
            format += 2;
        } else if (strncmp(format, "%lld", 4) == 0) {
            text_add_whole(text, va_arg(arguments, long long));
            format += 4;
        } else {
            if (!text->is_cut) {
                add_formatted(text, format, arguments);
            }
            return;
        }
    }
}

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

void text_format_list(char *buf, int size, const char *format, va_list arguments)
{
    struct text text = text_over(buf, size);
    text_add_list(&text, format, arguments);
}

void text_format(char *buf, int size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_format_list(buf, size, format, arguments);
    va_end(arguments);
}

void text_add_str(struct text *text, struct str piece)
{
    if (text->is_cut) {
        return;
    }
    int room = text->size - 1 - text->n;
    int n = piece.n < room ? piece.n : room;
    if (n > 0) {
        memcpy(text->p + text->n, piece.p, (size_t)n);
    }
    text->n += n;
    text->p[text->n] = '\0';
    if (n < piece.n) {
        text_cut(text);
    }
}

void text_add_error(struct text *text, const struct error *err)
{
    bool is_named = err->where[0] == '\0' || strstr(err->text, err->where) != NULL;
    text_add(text, "%s%s%s", is_named ? "" : err->where, is_named ? "" : ": ", err->text);
}

void text_add_item(struct text *text, const char *item)
{
    if (item[0] != '\0') {
        text_add_str(text, str_of(text->n > 0 ? ", " : ""));
        text_add_str(text, str_of(item));
    }
}

void text_add_average(struct text *text, double number)
{
    int before = text->n;
    text_add_decimal(text, number, 1);
    bool is_number = text->n > before && char_is_digit(text->p[text->n - 1]);
    for (int i = before; i < text->n; i++) {
        is_number = is_number && text->p[i] != '.';
    }
    text_add(text, "%s", is_number ? ".0" : "");
}

void text_add_decimal(struct text *text, double number, int decimals)
{
    CHECK(decimals >= 0 && decimals <= 6);
    static const double scales[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6};
    double magnitude = number < 0 ? -number : number;
    if (number != number) {
        text_add(text, "nan");
        return;
    }
    if (magnitude > 9e12) {
        text_add(text, "%s", number < 0 ? "-huge" : "huge");
        return;
    }
    int64_t scale = (int64_t)scales[decimals];
    int64_t rounded = (int64_t)(magnitude * scales[decimals] + 0.5);
    text_add(text, "%s%lld", number < 0 && rounded != 0 ? "-" : "",
             (long long)(rounded / scale));
    int64_t fraction = rounded % scale;
    if (fraction == 0) {
        return;
    }
    int places = decimals;
    while (fraction % 10 == 0) {
        fraction /= 10;
        places--;
    }
    text_add(text, ".%0*lld", places, (long long)fraction);
}

bool text_is_certain(double chance)
{
    return chance > 1 - 1e-11;
}

void text_add_percent(struct text *text, double chance)
{
    double percent = chance * 100;
    if (chance <= 0) {
        text_add(text, "0%%");
    } else if (text_is_certain(chance)) {
        text_add(text, "100%%");
    } else if (percent < 1 - 1e-9) {
        text_add(text, "<1%%");
    } else if (percent > 99 + 1e-9) {
        text_add(text, ">99%%");
    } else {
        /* A sum of exact chances may end just below a half; it is still rounded up. */
        text_add(text, "%d%%", (int)(percent + 0.5 + 1e-9));
    }
}

void text_add_fraction(struct text *text, double fraction)
{
    CHECK(fraction >= 0 && fraction < 1);
    const int64_t whole = 1000000000000;
    int64_t digits = (int64_t)(fraction * 1e12 + 0.5);
    digits = digits < whole ? digits : whole - 1;
    int places = 12;
    while (places > 1 && digits % 10 == 0) {
        digits /= 10;
        places--;
    }
    text_add(text, "0.%0*lld", places, (long long)digits);
}

/* The number of bytes of the first character when both texts begin with it, in either case; 0
 * when they differ. Bytes that form no character equal only themselves. */
static int same_any_case(struct str a, struct str b)
{
    if (((unsigned char)a.p[0] | (unsigned char)b.p[0]) < 0x80) {
        return char_lower(a.p[0]) == char_lower(b.p[0]) ? 1 : 0;
    }
    struct utf8_step first = utf8_decode(a);
    struct utf8_step second = utf8_decode(b);
    bool is_same = first.is_valid && second.is_valid
                       ? utf8_lower(first.code) == utf8_lower(second.code)
                       : first.n <= b.n && memcmp(a.p, b.p, (size_t)first.n) == 0;
    return is_same ? first.n : 0;
}

bool str_equal_any_case(struct str a, struct str b)
{
    if (a.n != b.n) {
        return false;
    }
    if (a.n > 0 && ((unsigned char)a.p[0] | (unsigned char)b.p[0]) < 0x80 &&
        char_lower(a.p[0]) != char_lower(b.p[0])) {
        return false; /* nearly all differences, as when a list is searched for a name */
    }
    for (int i = 0; i < a.n;) {
        if (a.p[i] == b.p[i] && (unsigned char)a.p[i] < 0x80) {
            i++;
            continue;
        }
        int n = same_any_case((struct str){a.p + i, a.n - i}, (struct str){b.p + i, b.n - i});
        if (n == 0) {
            return false;
        }
        i += n;
    }
    return true;
}

bool char_is_letter(char c)
{
    char lower = char_lower(c);
    return lower >= 'a' && lower <= 'z';
}

/* True when a doubled quotation mark stands here, which belongs to the words. */
static bool is_doubled(struct str text, int at)
{
    return at + 1 < text.n && text.p[at] == '"' && text.p[at + 1] == '"';
}

/* The place after the quotation that opens at `open`; without a closing mark it takes the
 * rest. */
static int quotation_end(struct str text, int open)
{
    int end = open + 1;
    while (end < text.n && (text.p[end] != '"' || is_doubled(text, end))) {
        end += is_doubled(text, end) ? 2 : 1;
    }
    return end < text.n ? end + 1 : end;
}

bool str_same(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0);
}

bool str_next_line(struct str *rest, struct str *line)
{
    const char *end = rest->n > 0 ? memchr(rest->p, '\n', (size_t)rest->n) : NULL;
    *line = (struct str){rest->p, end == NULL ? rest->n : (int)(end - rest->p)};
    int taken = line->n + (end != NULL ? 1 : 0);
    *rest = (struct str){rest->p + taken, rest->n - taken};
    return taken > 0;
}

void text_trim_lines(struct text *text)
{
    while (text->n > 0 && text->p[text->n - 1] == '\n') {
        text->p[--text->n] = '\0';
    }
}

void text_format_numbered(char *buf, int size, struct str name, char gap, int number)
{
    TEXT_BUFFER(end, 16);
    text_add_char(&end, gap);
    text_add(&end, "%d", number);
    struct str whole = str_beginning(name, size - 1 - end.n);
    text_format(buf, size, "%.*s%s", whole.n, whole.p, end.p);
}

struct str str_beginning(struct str piece, int most)
{
    return (struct str){piece.p,
                        piece.n > most ? utf8_whole((struct str){piece.p, most}) : piece.n};
}

struct str str_trimmed_start(struct str piece)
{
    while (piece.n > 0 && piece.p[0] == ' ') {
        piece = (struct str){piece.p + 1, piece.n - 1};
    }
    return piece;
}

struct str str_trimmed_end(struct str piece)
{
    while (piece.n > 0 && piece.p[piece.n - 1] == ' ') {
        piece.n--;
    }
    return piece;
}

struct str str_trimmed(struct str piece)
{
    return str_trimmed_end(str_trimmed_start(piece));
}

struct str str_next_word(struct str *rest)
{
    if (rest->n == 0) {
        return (struct str){NULL, 0};
    }
    int i = 0;
    while (i < rest->n && char_is_space(rest->p[i])) {
        i++;
    }
    if (i == rest->n) {
        *rest = (struct str){rest->p + i, 0};
        return (struct str){NULL, 0};
    }
    /* Where a word ends: at a blank. Quotations at its beginning, after '=' or after ',' keep
     * their blanks. */
    struct str text = *rest;
    int end = i;
    while (end < text.n && !char_is_space(text.p[end])) {
        if (text.p[end] != '"') {
            end++;
            continue;
        }
        bool opens = end == i || text.p[end - 1] == '=' || text.p[end - 1] == ',';
        end = opens ? quotation_end(text, end) : end + 1;
    }
    struct str word = {rest->p + i, end - i};
    int closed = rest->p[i] == '"' ? quotation_end(*rest, i) : i;
    char then = closed < end ? rest->p[closed] : '\0';
    bool is_list = then == ',' || then == '/' || then == '#';
    if (closed > i && !is_list) {
        end = closed;
        word = (struct str){rest->p + i + 1, end - i - 1};
        word.n -= word.n > 0 && word.p[word.n - 1] == '"' ? 1 : 0;
    }
    *rest = (struct str){rest->p + end, rest->n - end};
    return word;
}

struct str str_next_list(struct str *rest)
{
    struct str whole = *rest;
    struct str word = str_next_word(rest);
    bool is_quoted = word.p > whole.p && word.p[-1] == '"';
    while (!is_quoted && word.n > 0 && word.p[word.n - 1] == ',') {
        struct str next = str_next_word(rest);
        if (next.p == NULL) {
            break;
        }
        word.n = (int)(rest->p - word.p);
    }
    return word;
}

bool str_next_part(struct str *list, char separator, struct str *part)
{
    if (list->n <= 0) {
        return false;
    }
    *list = str_trimmed_start(*list);
    int end = list->n > 0 && list->p[0] == '"' ? quotation_end(*list, 0) : 0;
    while (end < list->n && list->p[end] != separator) {
        end++;
    }
    *part = str_trimmed_end((struct str){list->p, end});
    int used = end < list->n ? end + 1 : end;
    *list = (struct str){list->p + used, list->n - used};
    return true;
}

struct str str_unquoted(struct str piece)
{
    bool is_quoted = piece.n >= 2 && piece.p[0] == '"' && piece.p[piece.n - 1] == '"' &&
                     quotation_end(piece, 0) == piece.n;
    return is_quoted ? (struct str){piece.p + 1, piece.n - 2} : piece;
}

struct str str_read_quoted(struct str inner, struct text *room)
{
    bool has_doubled = false;
    for (int i = 0; i < inner.n; i++) {
        has_doubled = has_doubled || is_doubled(inner, i);
    }
    if (!has_doubled) {
        return inner;
    }
    int start = room->n;
    for (int i = 0; i < inner.n; i++) {
        text_add_char(room, inner.p[i]);
        i += is_doubled(inner, i) ? 1 : 0;
    }
    return (struct str){room->p + start, room->n - start};
}

void text_add_quoted(struct text *text, struct str word)
{
    text_add_char(text, '"');
    for (int i = 0; i < word.n; i++) {
        text_add(text, "%s", word.p[i] == '"' ? "\"" : "");
        text_add_char(text, word.p[i]);
    }
    text_add_char(text, '"');
}

bool str_holds(struct str text, struct str word)
{
    for (int i = 0; i + word.n <= text.n; i++) {
        if (str_equal_any_case((struct str){text.p + i, word.n}, word)) {
            return true;
        }
    }
    return false;
}

bool str_holds_words(struct str text, struct str words)
{
    for (struct str word; (word = str_next_word(&words)).p != NULL;) {
        if (!str_holds(text, word)) {
            return false;
        }
    }
    return true;
}

bool str_to_flag(struct str word, bool *out)
{
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on"};
    for (int i = 0; i < 6; i++) {
        if (str_is_name(word, words[i])) {
            *out = i % 2 == 1;
            return true;
        }
    }
    return false;
}

bool str_is_choice(struct str word, const char *choice)
{
    bool means, wanted;
    bool is_yes_no = names_equal(choice, "yes") || names_equal(choice, "no");
    return str_equal_any_case(word, str_of(choice)) ||
           (is_yes_no && str_to_flag(word, &means) && str_to_flag(str_of(choice), &wanted) &&
            means == wanted);
}

int str_minus(struct str piece)
{
    /* Hyphens and dashes, the minus sign, and the small and wide hyphen. */
    static const char *const signs[] = {"\xE2\x88\x92", "\xE2\x80\x93", "\xE2\x80\x90",
                                        "\xE2\x80\x91", "\xE2\x80\x92", "\xE2\x80\x94",
                                        "\xEF\xB9\xA3", "\xEF\xBC\x8D"};
    if (piece.n == 0 || (unsigned char)piece.p[0] < 0x80) {
        return piece.n > 0 && piece.p[0] == '-' ? 1 : 0;
    }
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (piece.n >= 3 && memcmp(piece.p, signs[i], 3) == 0) {
            return 3;
        }
    }
    return 0;
}

bool str_to_int64(struct str piece, int64_t low, int64_t high, int64_t *out)
{
    int i = str_minus(piece);
    bool is_negative = i > 0;
    i += i == 0 && piece.n > 0 && piece.p[0] == '+' ? 1 : 0;
    if (i == piece.n) {
        return false;
    }
    /* Counted downward, as the least number has no positive counterpart. */
    int64_t value = 0;
    for (; i < piece.n; i++) {
        int digit = piece.p[i] - '0';
        if (!char_is_digit(piece.p[i]) || value < (INT64_MIN + digit) / 10) {
            return false;
        }
        value = value * 10 - digit;
    }
    if (!is_negative) {
        if (value == INT64_MIN) {
            return false;
        }
        value = -value;
    }
    if (value < low || value > high) {
        return false;
    }
    *out = value;
    return true;
}

/* Digits beyond these cannot change the double, or only its last bit. */
static const int64_t DECIMAL_MANTISSA_MAX = 100000000000000000;
enum { DECIMAL_DIGITS_MAX = 40 };

bool str_to_decimal(struct str piece, double *out)
{
    int i = str_minus(piece);
    bool is_negative = i > 0;
    i += i == 0 && piece.n > 0 && piece.p[0] == '+' ? 1 : 0;
    int digits = 0;
    int64_t mantissa = 0;
    double scale = 1;
    bool has_point = false;
    for (; i < piece.n; i++) {
        if (piece.p[i] == '.' && !has_point) {
            has_point = true;
            continue;
        }
        if (!char_is_digit(piece.p[i]) || ++digits > DECIMAL_DIGITS_MAX) {
            return false;
        }
        if (mantissa < DECIMAL_MANTISSA_MAX) {
            mantissa = mantissa * 10 + (piece.p[i] - '0');
            scale = has_point ? scale * 10 : scale;
        } else {
            scale = has_point ? scale : scale / 10;
        }
    }
    if (digits == 0) {
        return false;
    }
    *out = (is_negative ? -1 : 1) * ((double)mantissa / scale);
    return true;
}

/* The character at `i`; bytes that belong to no character count one by one. */
static struct utf8_step character_at(struct str piece, int i)
{
    return utf8_decode((struct str){piece.p + i, piece.n - i});
}

bool str_is_glob(struct str piece)
{
    return piece.n > 0 && (memchr(piece.p, '*', (size_t)piece.n) != NULL ||
                           memchr(piece.p, '?', (size_t)piece.n) != NULL);
}

bool str_matches_glob(struct str piece, struct str glob)
{
    /* The last star can always take one more character, so no recursion is needed. */
    int i = 0;
    int g = 0;
    int star = -1;
    int retry = 0;
    while (i < piece.n) {
        struct utf8_step wanted = character_at(glob, g);
        struct utf8_step there = character_at(piece, i);
        if (g < glob.n && glob.p[g] == '*') {
            star = g++;
            retry = i;
        } else if (g < glob.n &&
                   (glob.p[g] == '?' || (wanted.is_valid && there.is_valid &&
                                         utf8_lower(wanted.code) == utf8_lower(there.code)))) {
            i += there.n;
            g += wanted.n;
        } else if (star >= 0) {
            g = star + 1;
            retry += character_at(piece, retry).n;
            i = retry;
        } else {
            return false;
        }
    }
    while (g < glob.n && glob.p[g] == '*') {
        g++;
    }
    return g == glob.n;
}
