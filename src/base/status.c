#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

enum status error_set(struct error *err, enum status code, const char *where, const char *format,
                      ...)
{
    if (err == NULL) {
        return code;
    }
    memset(err, 0, sizeof *err);
    err->code = code;
    snprintf(err->where, sizeof err->where, "%s", where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    return code;
}
