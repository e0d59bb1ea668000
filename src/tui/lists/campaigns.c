#include "tui/lists/campaigns.h"

#include <string.h>

#include "tui/fight/table_view.h"
#include "tui/loop/screen.h"

/* The time of the last act is shown only if there is room. */
enum { NOTE_WIDTH = 34, NOTE_WIDTH_NARROW = 14, WIDE = 70 };

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    struct campaigns *list = self;
    (void)err;
    list->count = sitting_campaigns(sitting, list->campaign, CAMPAIGNS_SHOWN_MAX);
    list->copies = sitting_copies(sitting, list->copy, SITTING_COPIES_MAX);
    list->list.count = list->count + list->copies;
    return STATUS_OK;
}

void campaigns_line(const struct campaigns *list, struct text *out)
{
    int copy = list->list.picked - list->count;
    if (copy >= 0 && copy < list->copies && list->copy[copy].acts >= 0) {
        text_add(out, "restore %s", list->copy[copy].name);
    } else if (copy < 0 && !list->campaign[list->list.picked].is_open) {
        text_add(out, "campaign %s", list->campaign[list->list.picked].path);
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* The end of a long path, which has the name. */
static void draw_row(struct canvas canvas, int row, const char *name, const char *note)
{
    int note_width = canvas.columns >= WIDE ? NOTE_WIDTH : NOTE_WIDTH_NARROW;
    int width = canvas.columns - LIST_COLUMN - note_width - 1;
    const char *slash = strrchr(name, '/');
    list_draw_field(canvas, (struct strip){row, LIST_COLUMN, width, ALIGN_LEFT}, ROLE_OVERLAY,
                    str_of(name).n > width && slash != NULL ? slash + 1 : name);
    list_draw_field(canvas,
                    (struct strip){row, canvas.columns - note_width, note_width, ALIGN_RIGHT},
                    ROLE_OVERLAY, note);
}

static void draw_entry(const void *self, int i, struct canvas canvas, int row)
{
    const struct campaigns *list = self;
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
}

static void draw(const struct view_place *place, void *self)
{
    const struct campaigns *list = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside = sheet_draw(sheet, "campaigns, and copies of the open one");
    list_draw_rows(&list->list, draw_entry, list, inside, sheet);
    list_draw_text(inside, list->list.count + 1, ROLE_DIM,
                   str_of("Enter opens a campaign or goes back to a copy; the present campaign "
                          "is kept beside it. Copies are made automatically."));
}

/* ---- the view -------------------------------------------------------------------------- */

static void open(struct screen *screen)
{
    screen_close(screen, &view_of_encounters);
    list_open(screen, &view_of_campaigns);
}

static void accept(struct screen *screen, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    campaigns_line(key->self, &line);
    screen_close(screen, &view_of_campaigns);
    if (line.n == 0) {
        screen_say(screen, ROLE_PLAIN, "this campaign is open already, or cannot be read");
    } else {
        screen_run_line(screen, line.p);
    }
}

static const struct list_line lines[] = {
    {.act = ACT_NEW, .line = "new-campaign ", .after = LIST_CLOSES},
    {.act = ACT_NONE},
};

static const struct list_view list_of_campaigns = {.lines = lines, .fill = fill};

const struct view view_of_campaigns = {
    .context = CONTEXT_CAMPAIGNS,
    LIST_VIEW(struct campaigns, &list_of_campaigns),
    .open = open,
    .on = {[ACT_ACCEPT] = accept},
    .draw = draw,
};
