/* A campaign whose file, or whose rows, somebody changed: it is opened, shown, searched and
 * verified, or refused with a message.
 *
 * The first byte chooses. Even: each three bytes that follow are a place in the file, in
 * sixty-fourths of a sector, and what stands there. Odd: a text of a row is what follows,
 * sealed again as if the program had written it; the next two bytes choose column and row. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "store/fixture.h"
#include "support/fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void change_bytes(const uint8_t *data, size_t size)
{
    size_t n;
    unsigned char *bytes = fuzz_table_bytes(&n);
    for (size_t i = 0; i + 2 < size; i += 3) {
        bytes[((size_t)data[i] << 8 | data[i + 1]) * 8 % n] = data[i + 2];
    }
    fuzz_table_write();
}

static void change_row(const struct fixture *table, const uint8_t *data, size_t size)
{
    static const char *const columns[][2] = {
        {"event", "field"},      {"event", "text_new"}, {"event", "text_old"},
        {"event", "line"},       {"event", "rules"},    {"event", "trace"},
        {"event", "kind"},       {"log", "label"},      {"log", "command"},
        {"change", "new"},       {"change", "old"},     {"change", "trace"},
        {"change", "line"},      {"change", "field"},   {"encounter", "name"},
        {"encounter", "system"},
    };
    enum { COLUMNS = sizeof columns / sizeof columns[0], TEXT_MAX = 400 };
    char sql[4 * TEXT_MAX];
    if (size < 3) {
        return;
    }
    const char *const *column = columns[data[0] % COLUMNS];
    struct text text = text_over(sql, sizeof sql);
    text_add(&text, "UPDATE %s SET %s = CAST(x'", column[0], column[1]);
    for (size_t i = 2; i < size && i < TEXT_MAX; i++) {
        text_add(&text, "%02x", data[i]);
    }
    text_add(&text, "' AS TEXT) WHERE id = 1 + %d %% (SELECT max(id) FROM %s)", data[1],
             column[0]);
    fixture_tamper_by_force(table, sql);
    fixture_seal_again(table);
}

static void see_fault(void *context, const struct fault *fault)
{
    (void)context;
    CHECK(fault->what[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const lines[] = {
        "status",         "log rat", "log undone=any", "figures",   "why Bo",
        "encounters",     "kinds",   "party",          "plan",      "chronicle",
        "questions",      "macros",  "undo",           "open Hall", "start Ford",
        "attack r1 14 4", "redo",    "look back",      "prepared",  "party-history"};
    const struct fixture *table = fuzz_table_begin();
    if (size > 0 && data[0] % 2 == 0) {
        change_bytes(data + 1, size - 1);
    } else if (size > 0) {
        change_row(table, data + 1, size - 1);
    }
    struct sitting *sitting = fuzz_table_open(false);
    for (size_t i = 0; sitting != NULL && i < sizeof lines / sizeof lines[0]; i++) {
        fuzz_table_try(sitting, lines[i]);
    }
    if (sitting != NULL) {
        sitting_close(sitting);
    }
    struct error err;
    char path[FIXTURE_PATH_SIZE];
    (void)!sitting_verify_file("c.db", path, sizeof path, see_fault, NULL, &err);
    fuzz_table_end(NULL, false);
    return 0;
}
