#include "tui/lists/plan.h"

#include <string.h>

#include "app/log/dates.h"
#include "tui/lists/prepared_detail.h"

/* ---- reading --------------------------------------------------------------------------- */

enum { READ_AT_ONCE = 16 };

static enum status read_list(struct plan_list *list, struct sitting *sitting, struct error *err)
{
    enum status status = sitting_plan(sitting, READ_AT_ONCE, &list->plan, err);
    return status == STATUS_OK ? collection_ways(sitting, &plan_collection, &list->ways, err)
                               : status;
}

enum status plan_list_begin(struct plan_list *list, struct sitting *sitting, struct error *err)
{
    list->picked = 0;
    enum status status = read_list(list, sitting, err);
    list->picked = plan_next(&list->plan);
    plan_list_move(list, 0);
    return status;
}

enum status plan_list_read(struct plan_list *list, struct sitting *sitting, struct error *err)
{
    const struct plan_item *picked = plan_list_picked(list);
    char key[PLAN_KEY_SIZE] = "";
    memcpy(key, picked != NULL ? picked->key : key, sizeof key);
    enum status status = read_list(list, sitting, err);
    for (int i = 0; i < list->plan.count; i++) {
        list->picked = strcmp(list->plan.item[i].key, key) == 0 ? i : list->picked;
    }
    plan_list_move(list, 0);
    return status;
}

void plan_list_move(struct plan_list *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = list->plan.count - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

const struct plan_item *plan_list_picked(const struct plan_list *list)
{
    return list->picked < list->plan.count ? &list->plan.item[list->picked] : NULL;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum {
    NUMBER_WIDTH = 3,
    MARK_COLUMN = 5,
    NAME_COLUMN = 7,
    COURSE_WIDTH = 15,
    WIDE = 60,
    DETAIL_ROWS = 8,
    ROWS_FOR_DETAILS = 15
};

static void draw_text(struct canvas canvas, struct strip field, enum role role,
                      const char *text)
{
    char buf[WORDING_SIZE];
    if (field.width > 0) {
        canvas_field(canvas, field, role, wording(buf, canvas.frame, str_of(text)));
    }
}

/* Played; the next one; still to come. */
static enum glyph mark_of(const struct plan_list *list, int i)
{
    const struct plan_item *item = &list->plan.item[i];
    bool was_played = item->has_fight && encounter_has_ended(&item->encounter.facts);
    return was_played ? GLYPH_MET : i == plan_next(&list->plan) ? GLYPH_TURN : GLYPH_UNMARKED;
}

static void draw_item(const struct plan_list *list, int i, struct canvas canvas, int row)
{
    const struct plan_item *item = &list->plan.item[i];
    TEXT_BUFFER(course, 40);
    TEXT_BUFFER(number, 16);
    int rest = canvas.columns - NAME_COLUMN - COURSE_WIDTH - 1;
    int name = canvas.columns >= WIDE ? rest * 9 / 20 : rest;
    int note = rest - name - 1;
    text_add(&number, "%d.", i + 1);
    text_add(&course, "%s",
             item->has_fight && item->encounter.facts.due[0] != '\0' ? "! " : "");
    plan_item_add_course(&course, item);
    draw_text(canvas, (struct strip){row, 1, NUMBER_WIDTH, ALIGN_RIGHT}, ROLE_OVERLAY,
              number.p);
    canvas_glyph(canvas, row, MARK_COLUMN, ROLE_OVERLAY, mark_of(list, i));
    draw_text(canvas, (struct strip){row, NAME_COLUMN, name, ALIGN_LEFT}, ROLE_OVERLAY,
              plan_item_name(item));
    draw_text(canvas, (struct strip){row, NAME_COLUMN + name + 1, COURSE_WIDTH, ALIGN_LEFT},
              ROLE_OVERLAY, course.p);
    draw_text(canvas,
              (struct strip){row, NAME_COLUMN + name + COURSE_WIDTH + 2, note, ALIGN_LEFT},
              ROLE_OVERLAY, item->note);
    if (i == list->picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

static int draw_detail(struct canvas canvas, int row, const char *what, const char *text)
{
    char buf[WORDING_SIZE];
    if (text[0] == '\0') {
        return row;
    }
    int at = what[0] != '\0' ? canvas_text(canvas, row, 2, ROLE_DIM, str_of(what)) + 1 : 2;
    canvas_text(canvas, row, at, ROLE_OVERLAY, wording(buf, canvas.frame, str_of(text)));
    return row + 1;
}

/* A prepared one before its fight: what will be met there. */
static void draw_ready(const struct plan_item *item, struct canvas canvas)
{
    TEXT_BUFFER(first, 200);
    text_add(&first, "%s, %s: prepared", item->prepared.name,
             item->prepared.system != NULL ? item->prepared.system->title : "unknown game");
    int row = draw_detail(canvas, 1, "", first.p);
    row = draw_detail(canvas, row, "plan:", item->note);
    prepared_detail_draw(&item->ready, canvas, row);
}

static void draw_details(const struct plan_list *list, struct canvas canvas)
{
    const struct plan_item *item = plan_list_picked(list);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (item == NULL || item->is_gone) {
        return;
    }
    if (!item->has_fight) {
        draw_ready(item, canvas);
        return;
    }
    const struct sitting_encounter *encounter = &item->encounter;
    const struct encounter_facts *facts = &encounter->facts;
    TEXT_BUFFER(first, 400);
    text_add(&first, "%s, %s", encounter->name,
             encounter->system != NULL ? encounter->system->title : "unknown game");
    if (facts->played_ms != 0) {
        text_add(&first, ", played ");
        date_add(&first, facts->played_ms);
    }
    text_add(&first, facts->is_known ? ": " : "; it is being read");
    encounter_course_add(&first, facts);
    int row = draw_detail(canvas, 1, "", first.p);
    row = draw_detail(canvas, row, "plan:", item->note);
    row = draw_detail(canvas, row, "due:", facts->due);
    row = draw_detail(canvas, row, "", facts->who);
    row = draw_detail(canvas, row, "note:", encounter->note);
    draw_detail(canvas, row, "tags:", encounter->tags);
}

static void draw_advice(struct canvas canvas)
{
    struct str line;
    struct str rest = str_of("Nothing is planned. In the list of encounters + puts the "
                             "selected one on the plan, and so does plan-add.");
    for (int row = 0; grapheme_next_line(&line, &rest, canvas.columns - 2); row++) {
        canvas_text(canvas, row, 2, ROLE_DIM, line);
    }
}

void plan_list_draw(const struct plan_list *list, struct canvas canvas)
{
    TEXT_BUFFER(title, 120);
    int count = list->plan.count;
    text_add(&title, "plan");
    if (count > 0) {
        text_add(&title, ": ");
        plan_add_summary(&list->plan, &title);
    }
    struct canvas inside = sheet_draw(canvas, title.p);
    struct canvas rows = inside;
    if (count == 0) {
        draw_advice(inside);
        return;
    }
    if (inside.rows >= ROWS_FOR_DETAILS) {
        int rest = inside.rows - count - 1; /* a short plan leaves more room */
        int height = rest > DETAIL_ROWS + 1 ? rest : DETAIL_ROWS + 1;
        rows = canvas_part(inside, 0, 0, inside.rows - height, inside.columns);
        draw_details(list, canvas_part(inside, rows.rows, 0, height, inside.columns));
    }
    int first = sheet_first(rows, count, list->picked);
    for (int row = 0; row < rows.rows && first + row < count; row++) {
        draw_item(list, first + row, rows, row);
    }
    sheet_draw_more(canvas, first > 0, first + rows.rows < count);
}
