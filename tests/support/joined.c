#include "support/joined.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t text_bytes = strlen(text), end_bytes = strlen(end);
    return text_bytes >= end_bytes && strcmp(text + text_bytes - end_bytes, end) == 0;
}

int joined_run(const struct joined_test *tests, size_t tests_count, int count, char **arguments)
{
    for (size_t i = 0; count > 0 && i < tests_count; i++) {
        if (ends_with(arguments[0], tests[i].path)) {
            return tests[i].run();
        }
    }
    fprintf(stderr, "%s: no test of this name\n", count > 0 ? arguments[0] : "tests");
    return 2;
}
