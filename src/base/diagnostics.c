#include "base/diagnostics.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

bool diagnostics_full(const struct diagnostics *diagnostics)
{
    return diagnostics->count == DIAGNOSTICS_MAX;
}

enum status diagnostics_add(struct diagnostics *diagnostics, enum status code,
                            const char *where, const char *format, ...)
{
    if (diagnostics_full(diagnostics)) {
        return code;
    }
    char text[ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(&diagnostics->diagnostic[diagnostics->count++], code, where, "%s", text);
}

const char *diagnostics_place(char out[ERROR_WHERE_SIZE], const char *file, int line,
                              int column)
{
    char numbers[32] = "";
    if (line > 0) {
        snprintf(numbers, sizeof numbers, ":%d:%d", line, column);
    }
    char clean[4096];
    utf8_clean(clean, sizeof clean, str_of(file));
    int room = ERROR_WHERE_SIZE - 1 - (int)strlen(numbers);
    const char *path = clean;
    int n = (int)strlen(path);
    if (n > room) {
        path += n - (room - 3);
        /* never cut a character in two */
        while (((unsigned char)*path & 0xC0) == 0x80) {
            path++;
        }
    }
    struct text place = text_over(out, ERROR_WHERE_SIZE);
    text_add(&place, "%s%s%s", path == clean ? "" : "...", path, numbers);
    return out;
}
