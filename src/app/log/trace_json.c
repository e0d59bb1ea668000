#include "app/log/trace_json.h"

#include <float.h>
#include <string.h>

enum { DEPTH_OF_STEPS = 2, DEPTH_MAX = 16, KEY_SIZE = 64 };

/* Digits of a whole number that a double holds, and powers of ten that it holds: a quotient of
 * two such numbers is the nearest double, which is what strtod gives. */
enum { DIGITS_MAX = 15, TENS_MAX = 22 };

struct reader {
    const char *at, *end;
    bool is_counted;
    bool is_odd; /* not as this program writes it, or no JSON: nothing more is read */
};

static json_t *odd(struct reader *in)
{
    in->is_odd = true;
    return NULL;
}

static bool takes(struct reader *in, char c)
{
    bool is_there = in->at < in->end && *in->at == c;
    in->at += is_there ? 1 : 0;
    return is_there;
}

/* The text of a string whose first quote was read; nothing where it has escapes. */
static struct str read_text(struct reader *in, bool *is_ascii)
{
    const char *first = in->at;
    *is_ascii = true;
    for (; in->at < in->end && *in->at != '"'; in->at++) {
        unsigned char c = (unsigned char)*in->at;
        in->is_odd = in->is_odd || c < 0x20 || c == '\\';
        *is_ascii = *is_ascii && c < 0x80;
    }
    struct str text = {first, (int)(in->at - first)};
    in->is_odd = in->is_odd || !takes(in, '"');
    return text;
}

/* A value that is wanted, or one that json_loadb must look at too: a text that is not UTF-8. */
static json_t *read_string(struct reader *in, bool is_wanted)
{
    bool is_ascii;
    struct str text = read_text(in, &is_ascii);
    if (in->is_odd || (is_ascii && !is_wanted)) {
        return NULL;
    }
    json_t *string = is_ascii ? json_stringn_nocheck(text.p, (size_t)text.n)
                              : json_stringn(text.p, (size_t)text.n);
    return string != NULL ? string : odd(in);
}

struct digits {
    int64_t number;
    int count; /* from the first that is not 0 */
    int all;
};

static void read_digits(struct reader *in, struct digits *digits)
{
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++) {
        digits->all++;
        digits->count += digits->count > 0 || *in->at != '0' ? 1 : 0;
        if (digits->count <= DIGITS_MAX) {
            digits->number = digits->number * 10 + (*in->at - '0');
        }
    }
}

static json_t *read_number(struct reader *in, bool is_wanted)
{
    static const double tens[TENS_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *first = in->at;
    struct digits digits = {.count = 0};
    bool is_negative = takes(in, '-');
    bool begins_with_0 = in->at < in->end && *in->at == '0';
    read_digits(in, &digits);
    int whole = digits.all;
    if (whole == 0 || (whole > 1 && begins_with_0)) {
        return odd(in);
    }
    bool is_real = takes(in, '.');
    if (is_real) {
        read_digits(in, &digits);
    }
    int places = digits.all - whole;
    if (is_real && places == 0) {
        return odd(in);
    }
    bool has_exponent = in->at < in->end && (*in->at == 'e' || *in->at == 'E');
    if (has_exponent || digits.count > DIGITS_MAX || places > TENS_MAX ||
        FLT_EVAL_METHOD != 0) {
        while (in->at < in->end && memchr("+-.eE0123456789", *in->at, 15) != NULL) {
            in->at++;
        }
        json_t *number = json_loadb(first, (size_t)(in->at - first), JSON_DECODE_ANY, NULL);
        return number != NULL ? number : odd(in);
    }
    if (!is_wanted) {
        return NULL;
    }
    double real = (double)digits.number / tens[places];
    return is_real ? json_real(is_negative ? -real : real)
                   : json_integer(is_negative ? -digits.number : digits.number);
}

static json_t *read_word(struct reader *in)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(in->end - in->at) >= n && memcmp(in->at, words[i], n) == 0) {
            in->at += n;
            return i == 0 ? json_true() : i == 1 ? json_false() : json_null();
        }
    }
    return odd(in);
}

static json_t *read_value(struct reader *in, int depth, bool is_wanted);

static json_t *read_array(struct reader *in, int depth, bool is_wanted)
{
    json_t *array = is_wanted ? json_array() : NULL;
    bool goes_on = !takes(in, ']');
    while (goes_on && !in->is_odd) {
        json_t *value = read_value(in, depth, is_wanted);
        if (is_wanted && !in->is_odd) {
            json_array_append_new(array, value);
        } else {
            json_decref(value);
        }
        goes_on = takes(in, ',');
        in->is_odd = in->is_odd || (!goes_on && !takes(in, ']'));
    }
    return array;
}

static bool is_of_nobody(const char *key)
{
    return strcmp(key, "why") == 0 || strcmp(key, "rule") == 0 || strcmp(key, "value") == 0;
}

/* The value of a member; `inputs` that are counted have to be plain: they are an object without
 * members then. */
static json_t *read_member(struct reader *in, const char *key, int depth, bool is_wanted)
{
    bool is_of_step = in->is_counted && depth == DEPTH_OF_STEPS;
    if (!is_of_step || strcmp(key, "inputs") != 0) {
        return read_value(in, depth, is_wanted && !(is_of_step && is_of_nobody(key)));
    }
    if (in->at == in->end || *in->at != '{') {
        return odd(in);
    }
    json_decref(read_value(in, DEPTH_MAX - 1, false));
    return json_object();
}

static json_t *read_object(struct reader *in, int depth, bool is_wanted)
{
    json_t *object = is_wanted ? json_object() : NULL;
    bool goes_on = !takes(in, '}'), is_ascii;
    char key[KEY_SIZE];
    while (goes_on && !in->is_odd) {
        in->is_odd = !takes(in, '"');
        struct str text = read_text(in, &is_ascii);
        in->is_odd = in->is_odd || !is_ascii || text.n >= KEY_SIZE || !takes(in, ':');
        if (in->is_odd) {
            break;
        }
        memcpy(key, text.p, (size_t)text.n);
        key[text.n] = '\0';
        json_t *value = read_member(in, key, depth, is_wanted);
        if (is_wanted && value != NULL) {
            json_object_set_new_nocheck(object, key, value);
        } else {
            json_decref(value);
        }
        goes_on = takes(in, ',');
        in->is_odd = in->is_odd || (!goes_on && !takes(in, '}'));
    }
    return object;
}

/* NULL: it is odd, or not wanted. What is given back may be half of it where it is odd. */
static json_t *read_value(struct reader *in, int depth, bool is_wanted)
{
    if (in->at == in->end || (depth == DEPTH_MAX && (*in->at == '{' || *in->at == '['))) {
        return odd(in);
    }
    switch (*in->at) {
    case '{':
        in->at++;
        return read_object(in, depth + 1, is_wanted);
    case '[':
        in->at++;
        return read_array(in, depth + 1, is_wanted);
    case '"':
        in->at++;
        return read_string(in, is_wanted);
    case 't':
    case 'f':
    case 'n':
        return read_word(in);
    default:
        return read_number(in, is_wanted);
    }
}

json_t *trace_json_read(struct str trace, bool is_counted)
{
    struct reader in = {.at = trace.p, .end = trace.p + trace.n, .is_counted = is_counted};
    json_t *json = trace.n > 0 && trace.p[0] == '[' ? read_value(&in, 0, true) : odd(&in);
    if (!in.is_odd && in.at == in.end) {
        return json;
    }
    json_decref(json);
    return trace.n > 0 ? json_loadb(trace.p, (size_t)trace.n, 0, NULL) : NULL;
}
