/* Any bytes as a question to the log: refused in words with a caret, or terms whose texts lie
 * within the question and whose spans can be compared. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "app/log/asking.h"

enum { LINE_MAX_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_term(const struct asking *asking, const struct asked_term *term)
{
    CHECK(term->kind < ASK_KINDS && term->kind != ASK_NOT && term->kind != ASK_UNDONE);
    CHECK(term->text.n == 0 || (term->text.p >= asking->room &&
                                term->text.p + term->text.n <= asking->room + asking->used));
    CHECK(term->span.low <= term->span.high);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct asking asking;
    struct error err = {.code = STATUS_OK};
    if (size > LINE_MAX_BYTES) {
        return 0;
    }
    struct str line = {(const char *)data, (int)size};
    if (asking_read_line(&asking, line, &err) != STATUS_OK) {
        CHECK(err.code == STATUS_USAGE && err.text[0] != '\0');
        CHECK(strchr(err.text, '^') != NULL || strstr(err.text, "too much") != NULL);
        return 0;
    }
    for (int i = 0; i < asking.terms; i++) {
        check_term(&asking, &asking.term[i]);
    }
    return 0;
}
