#include "tui/term/term.h"

#include <stddef.h>

#include "base/utf8.h"

void term_size(struct terminal *terminal, int *rows, int *columns)
{
    terminal->operations->size(terminal, rows, columns);
    CHECK(*rows >= 1 && *rows <= FRAME_ROWS_MAX);
    CHECK(*columns >= 1 && *columns <= FRAME_COLUMNS_MAX);
}

void term_present(struct terminal *terminal, const struct frame *frame)
{
    terminal->operations->present(terminal, frame);
}

void term_read(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    *out = (struct term_input){.kind = INPUT_NONE};
    terminal->operations->read(out, terminal, timeout_ms);
}

void term_pause(struct terminal *terminal)
{
    terminal->operations->pause(terminal);
}

void term_resume(struct terminal *terminal)
{
    terminal->operations->resume(terminal);
}

void term_close(struct terminal *terminal)
{
    terminal->operations->close(terminal);
}

void term_restyle(struct terminal *terminal, const struct term_wishes *wishes)
{
    if (terminal->operations->restyle != NULL) {
        terminal->operations->restyle(terminal, wishes);
    }
}

void term_title(struct terminal *terminal, const char *title)
{
    if (terminal->operations->title != NULL) {
        terminal->operations->title(terminal, title);
    }
}

void term_bell(struct terminal *terminal)
{
    if (terminal->operations->bell != NULL) {
        terminal->operations->bell(terminal);
    }
}

void term_add_pasted(struct text *out, int previous, int code_point)
{
    if (code_point == '\n' && previous == '\r') {
        return;
    }
    if (code_point == '\r' || code_point == '\n') {
        text_add_char(out, '\n');
    } else if (code_point == '\t') {
        text_add_char(out, ' ');
    } else if (code_point >= ' ' && (code_point < 127 || code_point > 0x9F)) {
        char utf8[UTF8_BYTES_MAX];
        text_add_str(out, (struct str){utf8, utf8_write(utf8, (uint32_t)code_point)});
    }
}
