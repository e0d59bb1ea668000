#include "tui/lists/prepared_detail.h"

enum { COLUMN = 2, LABEL = 7 };

/* A label, and a text beside it in at most so many rows. */
static int draw_part(struct canvas canvas, int row, int most, const char *label,
                     const char *text)
{
    char buf[WORDING_SIZE];
    struct str line;
    struct str rest = wording(buf, canvas.frame, str_of(text));
    if (rest.n == 0) {
        return row;
    }
    int last = row + most < canvas.rows ? row + most : canvas.rows;
    int first = row;
    while (row < last && grapheme_next_line(&line, &rest, canvas.columns - COLUMN - LABEL)) {
        bool is_last = row == last - 1 && rest.n > 0;
        canvas_text(canvas, row, COLUMN, ROLE_DIM, str_of(row == first ? label : ""));
        /* The end that has no room is cut with a sign. */
        struct str shown =
            is_last ? (struct str){line.p, (int)(rest.p + rest.n - line.p)} : line;
        canvas_field(
            canvas,
            (struct strip){row, COLUMN + LABEL, canvas.columns - COLUMN - LABEL, ALIGN_LEFT},
            ROLE_OVERLAY, shown);
        row++;
    }
    return row;
}

int prepared_detail_draw(const struct prepared_facts *facts, struct canvas canvas, int row)
{
    TEXT_BUFFER(ready, PREPARED_LINE_SIZE + 40);
    TEXT_BUFFER(who, ENCOUNTER_WHO_SIZE + PREPARED_LINE_SIZE + 24);
    if (!facts->is_known) {
        canvas_text(canvas, row, COLUMN, ROLE_DIM, str_of("it is being read"));
        return row + 1;
    }
    text_add(&who, "%s", facts->who);
    text_add_item(&who, facts->counters);
    if (facts->missing == 0) {
        text_add(&ready, "nothing is missing");
    } else if (facts->missing == 1) {
        text_add(&ready, "missing or odd: %s", facts->first);
    } else {
        text_add(&ready, "%d missing or odd: %s", facts->missing, facts->first);
    }
    int prose = (canvas.rows - row - 4) / 2;
    prose = prose < 1 ? 1 : prose;
    row = draw_part(canvas, row, 1, "foes", who.p);
    row = draw_part(canvas, row, 1, "ready", ready.p);
    row = draw_part(canvas, row, 1, "place", facts->place);
    row = draw_part(canvas, row, 1, "wants", facts->wants);
    row = draw_part(canvas, row, prose, "notes", facts->notes);
    return draw_part(canvas, row, canvas.rows, "read", facts->read);
}
