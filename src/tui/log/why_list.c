#include "tui/log/why_list.h"

#include <string.h>

#include "app/log/recap.h"
#include "app/log/past.h"
#include "tui/widgets/reader.h"

/* ---- asking ---------------------------------------------------------------------------- */

/* Hit points in a bar have room for the most that the combatant ever had. */
static int full_of(const struct why *why)
{
    int64_t most = 0;
    bool is_hp = strcmp(why->field, "hp") == 0;
    for (int i = 0; is_hp && i < why->links; i++) {
        int64_t number = why->link[i].to.is_number ? why->link[i].to.number : 0;
        most = number > most ? number : most;
    }
    return (int)most;
}

/* A blow comes with what could have helped against it. */
static enum status read_picked(struct why_list *list, struct past *past, struct error *err)
{
    struct text text = text_over(list->text, sizeof list->text);
    if (list->why.links == 0) {
        return STATUS_OK;
    }
    const struct why_link *link = &list->why.link[list->picked];
    bool is_lost = list->full > 0 && link->from.is_number && link->to.is_number &&
                   link->to.number < link->from.number;
    enum status status =
        is_lost ? recap_reactions(past, list->id, link->act, &text, err) : STATUS_OK;
    return status == STATUS_OK ? sitting_explain_act(past_then(past), link->act, &text, err)
                               : status;
}

enum status why_list_ask(struct why_list *list, struct past *past, int id, struct str value,
                         struct error *err)
{
    struct why why;
    struct sitting *sitting = past_then(past);
    TEXT_BUFFER(who, 24);
    text_add(&who, "#%d", id);
    enum status status = sitting_why(sitting, str_of(who.p), value, &why, err);
    if (status != STATUS_OK) {
        return status;
    }
    why_free(&list->why);
    list->why = why;
    list->id = id;
    list->at = why.at;
    list->full = full_of(&why);
    list->picked = why.links > 0 ? why.links - 1 : 0;
    list->values = 0;
    for (const char *name; list->values < WHY_VALUES_MAX &&
                           (name = sitting_why_value(sitting, id, list->values))[0] != '\0';) {
        text_format(list->value[list->values++], WHY_NAME_SIZE, "%s", name);
    }
    return read_picked(list, past, err);
}

void why_list_done(struct why_list *list)
{
    why_free(&list->why);
}

enum status why_list_move(struct why_list *list, struct past *past, int steps,
                          struct error *err)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = list->why.links - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
    return read_picked(list, past, err);
}

const char *why_list_other_value(const struct why_list *list, int steps)
{
    int at = 0;
    for (int i = 0; i < list->values; i++) {
        at = strcmp(list->value[i], list->why.field) == 0 ? i : at;
    }
    return list->values > 0
               ? list->value[((at + steps) % list->values + list->values) % list->values]
               : "";
}

int64_t why_list_act(const struct why_list *list)
{
    return list->why.links > 0 ? list->why.link[list->picked].act : 0;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum {
    ACT_COLUMNS = 7,
    ROUND_COLUMNS = 4,
    BAR_COLUMNS = 8,
    CHANGE_COLUMNS = 15,
    CHANCE_COLUMNS = 16,
    WIDE = 60,
    VALUES_ROWS = 2,
    ROWS_WITH_ARITHMETIC = 10
};

/* The name of a value on the screen, in a buffer for names with more words than one. */
static struct str label_of(const char *value, char buf[WHY_NAME_SIZE])
{
    static const struct {
        const char *name, *label;
    } labels[] = {{"hp", "HP"},
                  {"hp_max", "full HP"},
                  {"words", "conditions"},
                  {"due", "pending checks"},
                  {"group-due", "morale check"},
                  {"out", "out of the fight"},
                  {"harm", "damage"},
                  {"left", "how many are left"}};
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        if (strcmp(labels[i].name, value) == 0) {
            return str_of(labels[i].label);
        }
    }
    struct text text = text_over(buf, WHY_NAME_SIZE);
    for (const char *c = value; *c != '\0'; c++) {
        text_add_char(&text, *c == '_' ? ' ' : *c);
    }
    return (struct str){text.p, text.n};
}

/* The values around the asked one, which stands out. */
static void draw_values(const struct why_list *list, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    char name[WHY_NAME_SIZE];
    TEXT_BUFFER(line, 400);
    const struct why_value *value = &list->why.value;
    text_add(&line, "%s: ", list->why.combatant);
    text_add_str(&line, label_of(list->why.field, name));
    text_add(&line, " %s", value->is_set ? value->text : "-");
    canvas_words(canvas, 0, 1, ROLE_HEADING, wording(buf, canvas.frame, str_of(line.p)));
    int column = 1, at = 0;
    for (int i = 0; i < list->values; i++) {
        at = strcmp(list->value[i], list->why.field) == 0 ? i : at;
    }
    for (int i = at > 1 ? at - 1 : 0; i < list->values && column < canvas.columns - 2; i++) {
        column = canvas_text(canvas, 1, column, i == at ? ROLE_SELECTED : ROLE_DIM,
                             label_of(list->value[i], name));
        column += 2;
    }
}

/* "7 → 5"; texts longer than the column are told by the act's own words. */
static void draw_change(const struct why_list *list, const struct why_link *link,
                        struct canvas canvas, struct strip field)
{
    char buf[WORDING_SIZE];
    TEXT_BUFFER(change, 2 * WHY_TEXT_SIZE + 8);
    why_link_format(link, &change);
    if (list->full > 0 && canvas.columns >= WIDE) {
        struct strip bar = {field.row, field.column, BAR_COLUMNS, ALIGN_LEFT};
        canvas_bar(canvas, bar, ROLE_HP_GOOD,
                   (struct measure){link->to.is_number ? link->to.number : 0, list->full});
        field.column += BAR_COLUMNS + 1;
        field.width -= BAR_COLUMNS + 1;
    }
    canvas_field(canvas, field, ROLE_OVERLAY, wording(buf, canvas.frame, str_of(change.p)));
}

static void draw_link(const struct why_list *list, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct why_link *link = &list->why.link[i];
    bool is_wide = canvas.columns >= WIDE;
    TEXT_BUFFER(act, 24);
    TEXT_BUFFER(round, 16);
    text_add(&act, "#%lld", (long long)link->act);
    text_add(&round, "r%d", link->round);
    int column = 2;
    canvas_field(canvas, (struct strip){row, column, ACT_COLUMNS, ALIGN_LEFT}, ROLE_OVERLAY,
                 str_of(act.p));
    column += ACT_COLUMNS;
    canvas_field(canvas, (struct strip){row, column, ROUND_COLUMNS, ALIGN_LEFT}, ROLE_DIM,
                 str_of(round.p));
    column += ROUND_COLUMNS;
    int change = CHANGE_COLUMNS + (list->full > 0 && is_wide ? BAR_COLUMNS - 2 : 0);
    draw_change(list, link, canvas, (struct strip){row, column, change, ALIGN_LEFT});
    column += change + 1;
    if (is_wide) {
        canvas_field(canvas, (struct strip){row, column, CHANCE_COLUMNS, ALIGN_LEFT},
                     ROLE_OVERLAY, str_of(link->chance));
        column += CHANCE_COLUMNS + 1;
    }
    canvas_words(canvas, row, column, ROLE_OVERLAY,
                 wording(buf, canvas.frame, str_of(link->label)));
    if (i == list->picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

static void draw_links(const struct why_list *list, struct canvas canvas)
{
    int first = sheet_first(canvas, list->why.links, list->picked);
    for (int row = 0; row < canvas.rows && first + row < list->why.links; row++) {
        draw_link(list, first + row, canvas, row);
    }
    if (list->why.links == 0) {
        canvas_text(canvas, 0, 2, ROLE_DIM, str_of("no act has changed it"));
    }
}

void why_list_draw(const struct why_list *list, struct canvas canvas)
{
    TEXT_BUFFER(title, 200);
    text_add(&title, "why%s%s", list->place[0] != '\0' ? ": " : "", list->place);
    struct canvas inside = sheet_draw(canvas, title.p);
    draw_values(list, canvas_part(inside, 0, 0, VALUES_ROWS, inside.columns));
    struct canvas rows =
        canvas_part(inside, VALUES_ROWS, 0, inside.rows - VALUES_ROWS, inside.columns);
    if (rows.rows >= ROWS_WITH_ARITHMETIC && list->why.links > 0) {
        int height = rows.rows / 2 < list->why.links ? rows.rows / 2 : list->why.links;
        struct canvas below = canvas_part(rows, height, 0, rows.rows - height, rows.columns);
        canvas_rule_across(below, (struct strip){0, 0, below.columns, ALIGN_LEFT}, ROLE_BORDER);
        reader_draw_text(canvas_part(below, 1, 2, below.rows - 1, below.columns - 3), 0,
                         str_of(list->text));
        rows = canvas_part(rows, 0, 0, height, rows.columns);
    }
    draw_links(list, rows);
}
