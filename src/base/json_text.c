#include "base/json_text.h"

#include <string.h>

void json_text_string(struct text *out, const char *string)
{
    text_add_char(out, '"');
    for (const char *p = string; *p != '\0';) {
        const char *from = p;
        while (*p != '"' && *p != '\\' && (unsigned char)*p >= 0x20) {
            p++;
        }
        text_add_str(out, (struct str){from, (int)(p - from)});
        if (*p != '\0') {
            text_add(out, "\\u%04x", (unsigned char)*p);
            p++;
        }
    }
    text_add_char(out, '"');
}

/* Powers of ten that doubles hold exactly. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { POWER_MOST = 22, DIGITS = 15 };

/* The number as digits x 10^exponent, without zeros at the end of the digits. */
struct decimal {
    int64_t digits;
    int exponent;
};

static struct decimal decimal_of(double number)
{
    struct decimal decimal = {.exponent = 0};
    while (number >= 1e15) {
        number /= 10;
        decimal.exponent++;
    }
    /* Very small numbers are first scaled until one exact power reaches them. */
    while (number < 1e-7) {
        number *= powers[POWER_MOST];
        decimal.exponent -= POWER_MOST;
    }
    int up = 0;
    while (up < POWER_MOST && number * powers[up] < 1e14) {
        up++;
    }
    decimal.digits = (int64_t)(number * powers[up] + 0.5);
    decimal.exponent -= up;
    while (decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        decimal.exponent++;
    }
    return decimal;
}

/* Writes the digits from the end of an array backward; returns where they begin. */
static int write_digits(char digits[DIGITS + 2], int64_t number)
{
    int at = DIGITS + 2;
    while (number != 0) {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    }
    return at;
}

void json_text_real(struct text *out, double number)
{
    static const char zeros[] = "0000000000000000";
    CHECK(number - number == 0);
    if (number < 0) {
        text_add_char(out, '-');
        number = -number;
    }
    if (number == 0) {
        text_add_str(out, (struct str){"0.0", 3});
        return;
    }
    struct decimal decimal = decimal_of(number);
    char buf[DIGITS + 2];
    int at = write_digits(buf, decimal.digits);
    struct str digits = {buf + at, DIGITS + 2 - at};
    int before = digits.n + decimal.exponent; /* digits before the point */
    if (before > DIGITS || before < -4) {
        text_add_str(out, digits);
        text_add_char(out, 'e');
        text_add_whole(out, decimal.exponent);
    } else if (before <= 0) {
        text_add_str(out, (struct str){"0.", 2});
        text_add_str(out, (struct str){zeros, -before});
        text_add_str(out, digits);
    } else if (decimal.exponent >= 0) {
        text_add_str(out, digits);
        text_add_str(out, (struct str){zeros, decimal.exponent});
        text_add_str(out, (struct str){".0", 2});
    } else {
        text_add_str(out, (struct str){digits.p, before});
        text_add_char(out, '.');
        text_add_str(out, (struct str){digits.p + before, digits.n - before});
    }
}
