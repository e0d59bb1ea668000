#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

const char *status_word(enum status code)
{
    static const char *const words[STATUS_COUNT] = {
#define STATUS(name, word) [STATUS_##name] = word,
#include "base/status.def"
#undef STATUS
    };
    CHECK(code < STATUS_COUNT);
    return words[code];
}

enum status error_set(struct error *err, enum status code, const char *where,
                      const char *format, ...)
{
    if (err == NULL) {
        return code;
    }
    /* Built in a copy, since the arguments may point into *err: a caller often adds a place to
     * the text of a lower layer. */
    struct error built = {.code = code};
    snprintf(built.where, sizeof built.where, "%s", where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(built.text, sizeof built.text, format, arguments);
    va_end(arguments);
    built.where[utf8_whole(str_of(built.where))] = '\0';
    built.text[utf8_whole(str_of(built.text))] = '\0';
    *err = built;
    return code;
}

enum status error_too_long(struct error *err, const char *what, int most)
{
    return error_set(err, STATUS_USAGE, "", "%s is too long: at most %d" IN_LETTERS, what,
                     most);
}
