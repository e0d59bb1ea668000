#include "tui/lists/campaigns.h"

#include <string.h>

/* The time of the last act is shown only if there is room. */
enum { NAME_COLUMN = 2, NOTE_WIDTH = 34, NOTE_WIDTH_NARROW = 14, WIDE = 70 };

static int note_width(struct canvas canvas)
{
    return canvas.columns >= WIDE ? NOTE_WIDTH : NOTE_WIDTH_NARROW;
}

void campaigns_begin(struct campaigns *list, struct sitting *sitting)
{
    list->count = sitting_campaigns(sitting, list->campaign, CAMPAIGNS_SHOWN_MAX);
    list->copies = sitting_copies(sitting, list->copy, SITTING_COPIES_MAX);
    list->picked = 0;
}

void campaigns_move(struct campaigns *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = list->count + list->copies - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

void campaigns_line(const struct campaigns *list, struct text *out)
{
    int copy = list->picked - list->count;
    if (copy >= 0 && copy < list->copies && list->copy[copy].acts >= 0) {
        text_add(out, "restore %s", list->copy[copy].name);
    } else if (copy < 0 && !list->campaign[list->picked].is_open) {
        text_add(out, "campaign %s", list->campaign[list->picked].path);
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* The end of a long path, which has the name. */
static void draw_row(struct canvas canvas, int row, const char *name, const char *note)
{
    char buf[WORDING_SIZE];
    struct str shown = str_of(name);
    int width = canvas.columns - NAME_COLUMN - note_width(canvas) - 1;
    const char *slash = strrchr(name, '/');
    if (shown.n > width && slash != NULL) {
        shown = str_of(slash + 1);
    }
    canvas_field(canvas, (struct strip){row, NAME_COLUMN, width, ALIGN_LEFT}, ROLE_OVERLAY,
                 wording(buf, canvas.frame, shown));
    int at = canvas.columns - note_width(canvas);
    canvas_field(canvas, (struct strip){row, at, note_width(canvas), ALIGN_RIGHT}, ROLE_OVERLAY,
                 str_of(note));
}

static void draw_entry(const struct campaigns *list, int i, struct canvas canvas, int row)
{
    bool is_copy = i >= list->count;
    const struct sitting_campaign *campaign = &list->campaign[is_copy ? 0 : i];
    const struct sitting_copy *copy = &list->copy[is_copy ? i - list->count : 0];
    int64_t acts = is_copy ? copy->acts : campaign->acts;
    char newest[SITTING_TIME_SIZE];
    TEXT_BUFFER(name, SITTING_PATH_MAX + 16);
    TEXT_BUFFER(note, 64);
    sitting_time(newest, is_copy ? copy->newest_ms : campaign->newest_ms);
    text_add(&name, "%s%s", is_copy && canvas.columns >= WIDE ? "copy " : "",
             is_copy ? copy->name : campaign->path);
    if (acts < 0) {
        text_add(&note, "cannot be read");
    } else {
        bool is_open = !is_copy && campaign->is_open;
        text_add(&note, "%s%lld act%s", is_open ? "open  " : "", (long long)acts,
                 acts == 1 ? "" : "s");
        const char *trust = sitting_trust_word(is_copy ? copy->trust : campaign->trust);
        text_add(&note, "%s%s", trust[0] != '\0' ? "  " : "", trust);
        if (canvas.columns >= WIDE) {
            text_add(&note, "  %s", newest);
        }
    }
    draw_row(canvas, row, name.p, note.p);
    if (i == list->picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

void campaigns_draw(const struct campaigns *list, struct canvas canvas)
{
    struct canvas inside = sheet_draw(canvas, "campaigns, and copies of the open one");
    int count = list->count + list->copies;
    int first = sheet_first(inside, count, list->picked);
    for (int row = 0; row < inside.rows && first + row < count; row++) {
        draw_entry(list, first + row, inside, row);
    }
    if (count < inside.rows) {
        struct str line;
        struct str rest = str_of("Enter opens a campaign or goes back to a copy; the present "
                                 "campaign is kept beside it. Copies are made automatically.");
        for (int row = count + 1;
             grapheme_next_line(&line, &rest, inside.columns - NAME_COLUMN); row++) {
            canvas_text(inside, row, NAME_COLUMN, ROLE_DIM, line);
        }
    }
    sheet_draw_more(canvas, first > 0, first + inside.rows < count);
}
