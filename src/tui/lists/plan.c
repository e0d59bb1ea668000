/* The plan for the evening: its encounters in their order, each with how it ended or stands and
 * the note on it; below them, where there is room, all that is known of the picked one. */
#include "app/encounters/plan.h"

#include <string.h>

#include "app/log/dates.h"
#include "app/sitting/state.h"
#include "tui/fight/table_view.h"
#include "tui/forecast/evening.h"
#include "tui/lists/prepared.h"
#include "tui/widgets/list_view.h"
#include "tui/loop/screen.h"

struct plan_list {
    struct list list;
    struct plan plan;
    const struct system *goes_on; /* the game of the party at the table; NULL: nobody */
};

static const struct plan_item *picked_item(const struct plan_list *list)
{
    return list->list.count > 0 ? &list->plan.item[list->list.picked] : NULL;
}

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    enum { READ_AT_ONCE = 16 };
    struct plan_list *list = self;
    enum status status = sitting_plan(sitting, READ_AT_ONCE, &list->plan, err);
    list->list.count = list->plan.count;
    list->goes_on = sitting_party_system(sitting);
    return status;
}

/* The next one that is to be played is picked. */
static enum status begin(void *self, struct sitting *sitting, struct error *err)
{
    struct plan_list *list = self;
    (void)sitting;
    (void)err;
    list->list.picked = plan_next(&list->plan);
    return STATUS_OK;
}

static void write_key(const void *self, int entry, struct text *out)
{
    const struct plan_list *list = self;
    text_add(out, "%s", list->plan.item[entry].key);
}

/* By its place: names of prepared encounters and of fights can be the same. */
static bool write_name(const void *self, struct text *out)
{
    const struct plan_list *list = self;
    text_add(out, "#%d", list->list.picked + 1);
    return true;
}

static bool is_still(const void *self, struct sitting *sitting)
{
    const struct plan_list *list = self;
    const struct plan_item *item = picked_item(list);
    bool is_renamed = !item->is_prepared && item->has_fight &&
                      !sitting_encounter_is(sitting, item->encounter.id, item->encounter.name);
    return !is_renamed && sitting_plan_is(sitting, &list->plan);
}

static void write_value(const void *self, enum screen_act act, struct text *out)
{
    (void)act;
    text_add(out, "%s", picked_item(self)->note);
}

static bool learn(struct screen *screen)
{
    struct plan_list *list = screen_data(screen, &view_of_plan);
    sitting_plan_learn(screen->sitting, &list->plan);
    return false;
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

/* Played; the next one; still to come. */
static enum glyph mark_of(const struct plan_list *list, int i)
{
    const struct plan_item *item = &list->plan.item[i];
    bool was_played = item->has_fight && encounter_has_ended(&item->encounter.facts);
    return was_played ? GLYPH_MET : i == plan_next(&list->plan) ? GLYPH_TURN : GLYPH_UNMARKED;
}

static void draw_item(const void *self, int i, struct canvas canvas, int row)
{
    const struct plan_list *list = self;
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
    list_draw_field(canvas, (struct strip){row, 1, NUMBER_WIDTH, ALIGN_RIGHT}, ROLE_OVERLAY,
                    number.p);
    canvas_glyph(canvas, row, MARK_COLUMN, ROLE_OVERLAY, mark_of(list, i));
    list_draw_field(canvas, (struct strip){row, NAME_COLUMN, name, ALIGN_LEFT}, ROLE_OVERLAY,
                    plan_item_name(item));
    list_draw_field(canvas,
                    (struct strip){row, NAME_COLUMN + name + 1, COURSE_WIDTH, ALIGN_LEFT},
                    ROLE_OVERLAY, course.p);
    list_draw_field(
        canvas, (struct strip){row, NAME_COLUMN + name + COURSE_WIDTH + 2, note, ALIGN_LEFT},
        ROLE_OVERLAY, item->note);
}

/* A prepared one before its fight: what will be met there. */
static void draw_ready(const struct plan_item *item, struct canvas canvas)
{
    TEXT_BUFFER(first, 200);
    text_add(&first, "%s, %s: prepared", item->prepared.name,
             item->prepared.system != NULL ? item->prepared.system->title : "unknown game");
    int row = list_draw_fact(canvas, 1, "", first.p);
    row = list_draw_fact(canvas, row, "plan:", item->note);
    prepared_detail_draw(&item->ready, canvas, row);
}

static void draw_details(const struct plan_list *list, struct canvas canvas)
{
    const struct plan_item *item = picked_item(list);
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
    int row = list_draw_fact(canvas, 1, "", first.p);
    row = list_draw_fact(canvas, row, "plan:", item->note);
    row = list_draw_fact(canvas, row, "due:", facts->due);
    row = list_draw_fact(canvas, row, "", facts->who);
    row = list_draw_fact(canvas, row, "note:", encounter->note);
    list_draw_fact(canvas, row, "tags:", encounter->tags);
}

static void draw(const struct view_place *place, void *self)
{
    const struct plan_list *list = self;
    struct canvas sheet = sheet_of(place->canvas);
    TEXT_BUFFER(title, 120);
    int count = list->plan.count;
    text_add(&title, "plan");
    if (count > 0) {
        text_add(&title, ": ");
        plan_add_summary(&list->plan, &title);
    }
    struct canvas inside = sheet_draw(sheet, title.p);
    struct canvas rows = inside;
    if (count == 0) {
        list_draw_text(inside, 0, ROLE_DIM,
                       str_of("Nothing is planned. In the list of encounters + puts the "
                              "selected one on the plan, and so does plan-add."));
        return;
    }
    if (inside.rows >= ROWS_FOR_DETAILS) {
        int rest = inside.rows - count - 1; /* a short plan leaves more room */
        int height = rest > DETAIL_ROWS + 1 ? rest : DETAIL_ROWS + 1;
        rows = canvas_part(inside, 0, 0, inside.rows - height, inside.columns);
        draw_details(list, canvas_part(inside, rows.rows, 0, height, inside.columns));
    }
    list_draw_rows(&list->list, draw_item, list, rows, sheet);
}

/* ---- the view -------------------------------------------------------------------------- */

/* The picked one, if it is still there and still the same; else that is said. */
static const struct plan_item *still_picked(struct screen *screen, const struct view_key *key)
{
    const struct plan_item *item = list_has_picked(screen, key) ? picked_item(key->self) : NULL;
    if (item != NULL && item->is_gone) {
        screen_say(screen, ROLE_PLAIN, "this encounter was deleted");
        item = NULL;
    }
    return item;
}

/* Its fight, or the first one of a prepared encounter. */
static void open_picked(struct screen *screen, const struct view_key *key)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    bool carries = key->act == ACT_CARRY;
    const struct plan_item *item = still_picked(screen, key);
    if (item == NULL) {
        return;
    }
    if (!item->has_fight) {
        int64_t id = item->prepared.id;
        screen_close(screen, &view_of_plan);
        screen_start_prepared(screen, id, carries);
        return;
    }
    text_add(&text, "open ");
    text_add_quoted(&text, str_of(item->encounter.name));
    text_add(&text, "%s", carries ? " carry" : "");
    screen_close(screen, &view_of_plan);
    screen_close(screen, &view_of_encounters);
    screen_run_line(screen, text.p);
}

/* Its fight as it stands, or a prepared encounter as it would begin. */
static void forecast(struct screen *screen, const struct view_key *key)
{
    const struct plan_item *item = still_picked(screen, key);
    if (item != NULL) {
        struct view_about about = {.encounter = item->encounter.id,
                                   .act = -1,
                                   .prepared = item->has_fight ? NULL : &item->prepared};
        view_of_forecast.open_about(screen, &about);
    }
}

static void forecast_evening(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_open_evening(screen);
}

/* Where others are put on the plan. */
static void open_encounters(struct screen *screen, const struct view_key *key)
{
    (void)key;
    screen_close(screen, &view_of_plan);
    screen_open(screen, &view_of_encounters);
}

/* True when the party at the table can come along into the picked one. */
static bool takes_party(const struct plan_list *list)
{
    const struct plan_item *item = picked_item(list);
    return item != NULL && list->goes_on != NULL && !item->encounter.is_open &&
           (item->has_fight ? item->encounter.system : item->prepared.system) == list->goes_on;
}

static bool offers(const void *self, enum screen_act act)
{
    const struct list *list = self;
    if (act == ACT_CARRY) {
        return takes_party(self);
    }
    if (act == ACT_UNDO || act == ACT_REDO) {
        return list_offers_undo(list, act);
    }
    bool is_for_one = act == ACT_ACCEPT || act == ACT_NOTE || act == ACT_DELETE ||
                      act == ACT_DOWN || act == ACT_FORECAST;
    bool is_up = act == ACT_MOVE_UP && list->picked == 0;
    bool is_down = act == ACT_MOVE_DOWN && list->picked >= list->count - 1;
    return !is_up && !is_down && (!is_for_one || list->count > 0);
}

static const struct list_line lines[] = {
    {.act = ACT_MOVE_UP, .line = "plan-move %p up"},
    {.act = ACT_MOVE_DOWN, .line = "plan-move %p down"},
    {.act = ACT_NOTE,
     .line = "plan-note %p %v",
     .advice = "type a note, - for none; Enter keeps it, Esc cancels",
     .is_typed_on = true},
    {.act = ACT_DELETE, .line = "plan-remove %p"},
    {.act = ACT_PRINT,
     .line = "plan-print ",
     .advice = "type a file name, .md for Markdown; Enter writes it"},
    {.act = ACT_UNDO, .line = "plan-undo"},
    {.act = ACT_REDO, .line = "plan-redo"},
    {.act = ACT_NONE},
};

static const struct list_view list_of_plan = {
    .what = "the list",
    .none = "nothing is planned",
    .lines = lines,
    .collection = &plan_collection,
    .reads_again = true,
    .fill = fill,
    .begin = begin,
    .key = write_key,
    .name = write_name,
    .is_still = is_still,
    .value = write_value,
};

const struct view view_of_plan = {
    .context = CONTEXT_PLAN,
    LIST_VIEW(struct plan_list, &list_of_plan),
    .on =
        {
            [ACT_ACCEPT] = open_picked,
            [ACT_CARRY] = open_picked,
            [ACT_FORECAST] = forecast,
            [ACT_EVENING] = forecast_evening,
            [ACT_PLAN_ADD] = open_encounters,
        },
    .offers = offers,
    .draw = draw,
    .learns = learn,
};
