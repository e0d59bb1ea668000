/* Any lines as a script at the table: each is answered in clean words, and the campaign opens
 * and goes on afterwards. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "support/fuzz_table.h"
#include "tracker/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A demo, or another campaign, would be the open one from then on; fights that are played by
 * the thousand have a fuzzer's whole time. */
static bool is_tried(const char *line)
{
    static const char *const left_out[] = {"demo", "campaign", "forec",
                                           "char", "choic",    "compar"};
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        if (strstr(line, left_out[i]) != NULL) {
            return false;
        }
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Files are written as they are named: only in the folder. */
    if (size > 2000 || memchr(data, '/', size) != NULL || memchr(data, '~', size) != NULL ||
        memchr(data, '.', size) != NULL) {
        return 0;
    }
    fuzz_table_begin();
    struct sitting *sitting = fuzz_table_open(false);
    CHECK(sitting != NULL);
    for (size_t at = 0; at < size;) {
        char line[COMMAND_LINE_MAX + 1];
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t n = end != NULL ? (size_t)(end - data) - at : size - at;
        size_t taken = n < sizeof line - 1 ? n : sizeof line - 1;
        memcpy(line, data + at, taken);
        line[taken] = '\0';
        if (is_tried(line)) {
            fuzz_table_run(sitting, line);
        }
        at += n + 1;
    }
    fuzz_table_end(sitting, true);
    return 0;
}
