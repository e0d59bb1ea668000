/* Why a value of a combatant is what it is: the acts that made it, one a row, with what it was
 * before and after, the chance of what came about, and the arithmetic of the picked act below.
 * The newest acts are read at once, older ones in idle moments. Hit points are a staircase:
 * each row has a bar of what was left.
 *
 * The values of the combatant stand above; stepping through them asks why of the next one, at
 * the same moment. */
#include <string.h>

#include "app/log/log_pages.h"
#include "app/log/past.h"
#include "app/log/recap.h"
#include "app/log/why.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tracker/naming.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/list_view.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen.h"
#include "tui/widgets/reader.h"

enum { WHY_VALUES_MAX = 128, WHY_ACTS_AT_ONCE = 64, WHY_ACTS_IDLE = 64 };

struct why_list {
    struct list list; /* of the links */
    struct why why;
    struct past *past; /* the moment that is asked about; NULL: the view is closed */
    bool is_of_past;   /* it was asked while looking at the past, after the act `from` */
    int64_t from;
    int id;         /* the combatant */
    int64_t at;     /* the act after which it is asked */
    char place[64]; /* "act 34 of 100, round 2"; "": now */
    int full;       /* hit points that a bar is full at; 0: the value has no bar */
    char value[WHY_VALUES_MAX][WHY_NAME_SIZE]; /* that the combatant has */
    int values;
    char text[LOG_EXPLANATION_SIZE]; /* the arithmetic of the picked link's act */
};

/* ---- asking ---------------------------------------------------------------------------- */

/* A blow comes with what could have helped against it. */
static enum status read_picked(struct why_list *list, struct error *err)
{
    struct past *past = list->past;
    struct text text = text_over(list->text, sizeof list->text);
    if (list->why.links == 0) {
        return STATUS_OK;
    }
    const struct why_link *link = &list->why.link[list->list.picked];
    bool is_lost = list->full > 0 && link->from.is_number && link->to.is_number &&
                   link->to.number < link->from.number;
    enum status status =
        is_lost ? recap_reactions(past, list->id, link->act, &text, err) : STATUS_OK;
    return status == STATUS_OK ? sitting_explain_act(past_then(past), link->act, &text, err)
                               : status;
}

/* Hit points in a bar have room for the most that the combatant ever had. */
static void take_links(struct why_list *list)
{
    const struct why *why = &list->why;
    int64_t most = 0;
    bool is_hp = strcmp(why->field, "hp") == 0;
    for (int i = 0; is_hp && i < why->links; i++) {
        int64_t number = why->link[i].to.is_number ? why->link[i].to.number : 0;
        most = number > most ? number : most;
    }
    list->full = (int)most;
    list->list.count = why->links;
}

/* What was asked before is given back; after a failure it stays. */
static enum status ask_value(struct why_list *list, int id, struct str value, struct error *err)
{
    struct why why;
    struct sitting *sitting = past_then(list->past);
    TEXT_BUFFER(who, 24);
    text_add(&who, "#%d", id);
    enum status status =
        sitting_why_newest(sitting, str_of(who.p), value, WHY_ACTS_AT_ONCE, &why, err);
    if (status != STATUS_OK) {
        return status;
    }
    why_free(&list->why);
    list->why = why;
    list->id = id;
    list->at = why.at;
    take_links(list);
    list->list.picked = why.links > 0 ? why.links - 1 : 0;
    list->values = 0;
    for (const char *name; list->values < WHY_VALUES_MAX &&
                           (name = sitting_why_value(sitting, id, list->values))[0] != '\0';) {
        text_format(list->value[list->values++], WHY_NAME_SIZE, "%s", name);
    }
    return read_picked(list, err);
}

/* The picked link stays picked. What cannot be read is said once, and ends it. */
static bool learn(struct screen *screen)
{
    struct why_list *list = screen_data(screen, &view_of_why);
    struct error err;
    int links = list->why.links;
    if (list->why.upto == 0) {
        return false;
    }
    enum status status =
        sitting_why_older(past_then(list->past), &list->why, WHY_ACTS_IDLE, &err);
    if (status != STATUS_OK) {
        list->why.upto = 0;
        screen_say(screen, ROLE_ERROR, err.text);
    }
    take_links(list);
    list->list.picked += links > 0 ? list->why.links - links : list->why.links - 1;
    list->list.picked = list->list.picked < 0 ? 0 : list->list.picked;
    if (links == 0) {
        screen_say_failed(screen, read_picked(list, &err), &err);
    }
    return list->why.upto != 0;
}

/* The value this many after the one that is asked, in a ring. */
static const char *other_value(const struct why_list *list, int steps)
{
    int at = 0;
    for (int i = 0; i < list->values; i++) {
        at = strcmp(list->value[i], list->why.field) == 0 ? i : at;
    }
    return list->values > 0
               ? list->value[((at + steps) % list->values + list->values) % list->values]
               : "";
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

static void draw_link(const void *self, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct why_list *list = self;
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
}

static void draw(const struct view_place *place, void *self)
{
    const struct why_list *list = self;
    TEXT_BUFFER(title, 200);
    text_add(&title, "why%s%s", list->place[0] != '\0' ? ": " : "", list->place);
    struct canvas inside = sheet_draw(sheet_of(place->canvas), title.p);
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
    list_draw_rows(&list->list, draw_link, list, rows, canvas_part(rows, 0, 0, 0, 0));
    if (list->list.count == 0) {
        canvas_text(rows, 0, 2, ROLE_DIM,
                    str_of(list->why.upto != 0 ? "older acts are being read"
                                               : "no act has changed it"));
    }
}

/* ---- the view -------------------------------------------------------------------------- */

static void say_failed(struct screen *screen, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        screen_say(screen, status == STATUS_USAGE ? ROLE_PLAIN : ROLE_ERROR, err->text);
    }
}

/* The moment that is asked about, which is held as long as the view is open. */
static enum status hold_moment(struct screen *screen, int64_t act, struct error *err)
{
    struct why_list *list = screen_data(screen, &view_of_why);
    past_close(list->past);
    if (list->is_of_past) {
        return past_open_of(&list->past, screen->sitting, past_encounter(screen_past(screen)),
                            act, err);
    }
    enum status status = past_open(&list->past, screen->sitting, err);
    return status == STATUS_OK ? past_go(list->past, act, err) : status;
}

/* Asks at this moment, and opens the view if there is an answer. */
static void ask(struct screen *screen, int id, struct str value, int64_t act)
{
    struct error err;
    struct why_list *list = screen_data(screen, &view_of_why);
    struct past_place place;
    enum status status = hold_moment(screen, act, &err);
    struct text words = text_over(list->place, sizeof list->place);
    if (status == STATUS_OK && act != sitting_act_now(screen->sitting)) {
        past_place(list->past, &place);
        past_place_format(&place, &words);
    }
    if (status == STATUS_OK) {
        status = ask_value(list, id, value, &err);
    }
    if (status != STATUS_OK) {
        past_close(list->past);
        list->past = NULL;
        say_failed(screen, status, &err);
        return;
    }
    screen_push(screen, &view_of_why);
}

static void ask_now(struct screen *screen, int id, struct str value)
{
    struct why_list *list = screen_data(screen, &view_of_why);
    list->is_of_past = false;
    ask(screen, id, value, sitting_act_now(screen->sitting));
}

/* Why somebody is as they are now, or were at the moment of the past. */
static void open_about(struct screen *screen, const struct view_about *about)
{
    struct why_list *list = screen_data(screen, &view_of_why);
    if (about->past == NULL) {
        ask_now(screen, about->id, (struct str){"", 0});
        return;
    }
    list->is_of_past = true;
    list->from = about->act;
    ask(screen, about->id, (struct str){"", 0}, about->act);
}

static bool opens(struct screen *screen, enum opens what, struct str words)
{
    (void)what;
    struct error err;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    text_add(&line, "why %.*s", words.n, words.p);
    const struct read_line *read = sitting_read_line(screen->sitting, line.p);
    const struct argument *argument = read->command.argument;
    if (read->status != STATUS_OK || argument[0].word.n == 0) {
        return false; /* the command itself says what is wrong, or asks */
    }
    int id = combatant_find(screen->model.state, argument[0].word, &err);
    if (id == 0) {
        return false;
    }
    TEXT_BUFFER(value, COMMAND_LINE_MAX + 1);
    text_add_str(&value, argument[1].word);
    screen_close(screen, &view_of_palette);
    ask_now(screen, id, (struct str){value.p, value.n});
    return true;
}

/* ---- keys ------------------------------------------------------------------------------ */

static void look(struct screen *screen, const struct view_key *key)
{
    const struct why_list *list = key->self;
    if (list->list.count > 0) {
        screen_look_back_at(screen, past_encounter(list->past),
                            list->why.link[list->list.picked].act);
    }
}

static void step_value(struct screen *screen, const struct view_key *key)
{
    struct error err;
    struct why_list *list = key->self;
    const char *value = other_value(list, key->act == ACT_NEXT ? 1 : -1);
    enum status status = past_go(list->past, list->at, &err);
    if (status == STATUS_OK) {
        status = ask_value(list, list->id, str_of(value), &err);
    }
    say_failed(screen, status, &err);
}

static void move(struct screen *screen, const struct view_key *key)
{
    struct error err;
    list_act(screen, key);
    say_failed(screen, read_picked(key->self, &err), &err);
}

/* Back to the moment of the past that it was asked from, if another one was looked at. */
static void leave(struct screen *screen, const struct view_key *key)
{
    const struct why_list *list = key->self;
    bool goes_back = list->is_of_past && view_find(&screen->model.views, &view_of_past) == NULL;
    int64_t from = list->from;
    int64_t encounter = past_encounter(list->past);
    screen_close(screen, &view_of_why);
    if (goes_back) {
        screen_look_back_at(screen, encounter, from);
    }
}

static bool offers(const void *self, enum screen_act act)
{
    const struct list *list = self;
    return act != ACT_LOOK || list->count > 0;
}

static void end(struct screen *screen)
{
    struct why_list *list = screen_data(screen, &view_of_why);
    why_free(&list->why);
    past_close(list->past);
    list->past = NULL;
}

static const struct list_view list_of_why = {.lines = NULL};

const struct view view_of_why = {
    .context = CONTEXT_WHY,
    LIST_VIEW(struct why_list, &list_of_why),
    .opens = opens,
    .open_about = open_about,
    .at_first = "this is the first act",
    .at_last = "this is the newest act",
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_NEXT] = step_value,
            [ACT_BEFORE] = step_value,
            [ACT_CANCEL] = leave,
            VIEW_LIST_MOVES(move),
        },
    .offers = offers,
    .draw = draw,
    .lists_past = true,
    .learns = learn,
    .closed = end,
};
