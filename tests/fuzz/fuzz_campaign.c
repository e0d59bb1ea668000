/* A campaign whose file, or whose rows, somebody changed: it is opened, shown, searched and
 * verified, or refused with a message.
 *
 * The first byte chooses by its remainder of 3. 0: each three bytes that follow are a place in
 * the file, in sixty-fourths of a sector, and what stands there. 1: a text of a row is what
 * follows; the next two bytes choose column and row. 2: each four bytes that follow are a
 * column of a row and what it holds then: a number, nothing, or what it holds in another row.
 * Rows are sealed again as if the program had written them. */
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

/* What an event finds is what the one before it left, so that the state takes both. */
static const char follows[] =
    "UPDATE event SET old = was.new, text_old = was.text_new FROM event AS was "
    "WHERE was.id = (SELECT max(id) FROM event AS other WHERE id < event.id AND "
    "(kind, field, subject) IS (event.kind, event.field, event.subject) AND "
    "(SELECT encounter FROM log WHERE id = other.act) = "
    "(SELECT encounter FROM log WHERE id = event.act))";

/* Four bytes: column, row, which kind of value and whether events follow it, and the value. */
static void change_value(const struct fixture *table, const uint8_t *data)
{
    static const char *const columns[][2] = {
        {"event", "kind"},
        {"event", "subject"},
        {"event", "object"},
        {"event", "field"},
        {"event", "old"},
        {"event", "new"},
        {"event", "text_old"},
        {"event", "text_new"},
        {"event", "n"},
        {"event", "act"},
        {"event", "line"},
        {"event", "rules"},
        {"event", "trace"},
        {"log", "kind"},
        {"log", "encounter"},
        {"log", "previous"},
        {"log", "parent"},
        {"log", "head"},
        {"log", "depth"},
        {"log", "acts"},
        {"log", "first_event"},
        {"log", "events"},
        {"log", "round"},
        {"log", "at_ms"},
        {"change", "step"},
        {"change", "trace"},
        {"change", "thing"},
        {"change", "thing_id"},
        {"change", "at_ms"},
        {"change", "after"},
        {"change", "new"},
        {"change", "old"},
        {"encounter", "system"},
        {"encounter", "origin"},
        {"encounter", "created_ms"},
        {"opening", "encounter"},
        {"opening", "at_ms"},
        {"opening", "after"},
        {"opening", "previous"},
        {"campaign", "seed"},
        {"event", "id"},
        {"log", "id"},
        {"change", "id"},
        {"encounter", "id"},
        {"opening", "id"},
    };
    static const char *const extremes[] = {
        "NULL",
        "32767",
        "32768",
        "-32769",
        "65536",
        "2147483647",
        "-2147483648",
        "2147483648",
        "9223372036854775807",
        "-9223372036854775808",
    };
    enum {
        COLUMNS = sizeof columns / sizeof columns[0],
        EXTREMES = sizeof extremes / sizeof extremes[0]
    };
    char sql[300], rows[80];
    const char *const *column = columns[data[0] % COLUMNS];
    snprintf(rows, sizeof rows, "%% (SELECT max(id) FROM %s)", column[0]);
    struct text text = text_over(sql, sizeof sql);
    text_add(&text, "UPDATE OR IGNORE %s SET %s = ifnull(", column[0], column[1]);
    switch (data[2] % 3) {
    case 0:
        text_add(&text, "%d", (int8_t)data[3]);
        break;
    case 1:
        text_add(&text, "%s", extremes[data[3] % EXTREMES]);
        break;
    default:
        text_add(&text, "(SELECT %s FROM %s WHERE id = 1 + %d %s)", column[1], column[0],
                 data[3], rows);
    }
    /* An id is never nothing. */
    text_add(&text, ", %s) WHERE id = 1 + %d %s", strcmp(column[1], "id") == 0 ? "id" : "NULL",
             data[1], rows);
    fixture_tamper_by_force(table, sql);
    if (data[2] / 3 % 2 == 1) {
        fixture_tamper_by_force(table, follows);
    }
}

static void change_values(const struct fixture *table, const uint8_t *data, size_t size)
{
    enum { CHANGES_MAX = 8, BYTES = 4 };
    for (size_t i = 0; i < CHANGES_MAX && (i + 1) * BYTES <= size; i++) {
        change_value(table, data + i * BYTES);
    }
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
    if (size > 0) {
        switch (data[0] % 3) {
        case 0:
            change_bytes(data + 1, size - 1);
            break;
        case 1:
            change_row(table, data + 1, size - 1);
            break;
        default:
            change_values(table, data + 1, size - 1);
        }
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
