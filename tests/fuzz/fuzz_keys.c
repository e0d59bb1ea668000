/* Any bytes as keys at the table: letters and signs as they are, others as named keys, Control
 * or time that passes. No cell of the screen is raw, and the campaign opens and goes on. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/documents.h"
#include "support/fuzz_table.h"
#include "tui/canvas/canvas.h"
#include "tui/loop/table.h"
#include "tui/term/term.h"
#include "tui/term/term_script.h"

enum { KEYS_MAX = 300, WORDS_SIZE = KEYS_MAX * 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void add_key(struct text *words, int byte)
{
    static const int named[] = {
#define NAMED_KEY(constant, name) NAMED_KEY_##constant,
#include "tui/term/named_keys.def"
#undef NAMED_KEY
    };
    enum { NAMED = sizeof named / sizeof named[0] };
    char name[KEY_NAME_SIZE];
    if (byte > ' ' && byte < 0x7F) {
        /* No path out of the folder is typed. */
        bool is_typed = byte != '/' && byte != '~' && byte != '.' && byte != '"';
        text_add(words, is_typed ? "text:%c " : "Down ", byte);
    } else if (byte == ' ') {
        text_add(words, "Space ");
    } else if (byte == 0x7F) {
        text_add(words, "wait ");
    } else if (byte == 0x80) {
        text_add(words, "resize:40x12 ");
    } else if (byte == 0x81) {
        text_add(words, "resize:120x40 ");
    } else if (byte < ' ') {
        int same, key = KEY_WITH_CONTROL | ('a' + byte % 26);
        key_to_name(name, key);
        /* C-i is Tab, and C-m is Enter: no terminal gives these. */
        bool is_key = key_from_name(&same, str_of(name)) && same == key && byte % 26 != 25;
        text_add(words, "%s ", is_key ? name : "Enter");
    } else {
        key_to_name(name, named[(byte - 0x82) % NAMED]);
        text_add(words, "%s ", name);
    }
}

static void check_frame(const struct frame *frame)
{
    for (int i = 0; i < frame->rows * frame->columns; i++) {
        char text[GRAPHEME_SIZE + 1];
        const struct cell *cell = &frame->cells[i];
        snprintf(text, sizeof text, "%.*s", (int)cell->length, cell->utf8);
        if (document_raw_fault(text) != NULL || strchr(text, '\n') != NULL) {
            fprintf(stderr, "%s\n", document_raw_fault(text));
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char bytes[WORDS_SIZE];
    static struct term_script script;
    struct terminal terminal;
    struct text words = text_over(bytes, sizeof bytes);
    for (size_t i = 0; i < size && i < KEYS_MAX; i++) {
        add_key(&words, data[i]);
    }
    fuzz_table_begin();
    struct sitting *sitting = fuzz_table_open(false);
    CHECK(sitting != NULL);
    term_script_open(&terminal, &script, 24, 80, GLYPHS_UNICODE);
    enum status status = term_script_feed(&script, str_of(bytes), NULL);
    CHECK(status == STATUS_OK);
    CHECK(table_run(sitting, &terminal, NULL, NULL) == 0);
    check_frame(&script.last);
    term_close(&terminal);
    fuzz_table_end(sitting, true);
    return 0;
}
