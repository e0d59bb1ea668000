#include "tui/lists/encounters_view.h"

#include "app/log/dates.h"
#include "tui/lists/prepared_detail.h"

/* ---- columns --------------------------------------------------------------------------- */

enum {
    NAME_COLUMN = 2,
    GAME_WIDTH = 21,
    DATE_WIDTH = 8,
    COURSE_WIDTH = 15,
    NARROW_COURSE_WIDTH = 14,
    WIDE = 70,       /* from this width on game and date have columns of their own */
    VERY_WIDE = 100, /* and from this width on the day it was made, and pending checks */
    DETAIL_ROWS = 5,
    EVENING_ROWS = EVENINGS_BRIEF + 1,
    ROWS_FOR_EVENINGS = 12,
    DEMO_WIDTH = 33, /* "demo: Under the chandler's house" and a blank */
    DAY_WIDTH = 12,
    EVENING_WIDTH = 22,
    ROWS_FOR_DETAILS = 15
};

/* The beginning and width of each column; 0: it is left out. */
struct columns {
    struct strip name, game, made, played, course, due;
};

/* A column from *at on, with a blank after it. */
static struct strip take(int *at, int width, enum align align)
{
    struct strip strip = {0, *at, width, align};
    *at += width > 0 ? width + 1 : 0;
    return strip;
}

static void lay_out(struct columns *out, int width)
{
    bool is_wide = width >= WIDE;
    bool is_very_wide = width >= VERY_WIDE;
    int fixed = is_wide ? GAME_WIDTH + DATE_WIDTH + COURSE_WIDTH + 3 : NARROW_COURSE_WIDTH + 1;
    fixed += is_very_wide ? DATE_WIDTH + 1 : 0;
    int rest = width - NAME_COLUMN - fixed;
    int due = is_very_wide ? rest * 2 / 5 : 0;
    int at = NAME_COLUMN;
    out->name = take(&at, rest - due, ALIGN_LEFT);
    out->game = take(&at, is_wide ? GAME_WIDTH : 0, ALIGN_LEFT);
    out->made = take(&at, is_very_wide ? DATE_WIDTH : 0, ALIGN_RIGHT);
    out->played = take(&at, is_wide ? DATE_WIDTH : 0, ALIGN_RIGHT);
    out->course = take(&at, is_wide ? COURSE_WIDTH : NARROW_COURSE_WIDTH,
                       is_wide ? ALIGN_LEFT : ALIGN_RIGHT);
    out->due = take(&at, due > 0 ? due - 1 : 0, ALIGN_LEFT);
}

static void draw_field(struct canvas canvas, int row, struct strip field, enum role role,
                       struct str text)
{
    char buf[WORDING_SIZE];
    field.row = row;
    if (field.width > 0) {
        canvas_field(canvas, field, role, wording(buf, canvas.frame, text));
    }
}

static void draw_headings(const struct columns *columns, struct canvas canvas)
{
    draw_field(canvas, 0, columns->name, ROLE_HEADING, str_of("encounter"));
    draw_field(canvas, 0, columns->game, ROLE_HEADING, str_of("game"));
    draw_field(canvas, 0, columns->made, ROLE_HEADING, str_of("made"));
    draw_field(canvas, 0, columns->played, ROLE_HEADING, str_of("played"));
    draw_field(canvas, 0, columns->course, ROLE_HEADING, str_of("how it stands"));
    draw_field(canvas, 0, columns->due, ROLE_HEADING, str_of("due"));
}

/* ---- rows ------------------------------------------------------------------------------ */

/* The name, and after it the tags in the remaining room. */
static void draw_name(const struct sitting_encounter *encounter, struct canvas canvas, int row,
                      struct strip field)
{
    char buf[WORDING_SIZE];
    struct canvas part = canvas_part(canvas, row, field.column, 1, field.width);
    int at = canvas_text(part, 0, 0, ROLE_OVERLAY,
                         wording(buf, canvas.frame, str_of(encounter->name)));
    if (encounter->tags[0] != '\0' && at + 4 < field.width) {
        canvas_text(part, 0, at + 2, ROLE_DIM,
                    wording(buf, canvas.frame, str_of(encounter->tags)));
    }
}

static void draw_encounter(const struct encounters *list,
                           const struct sitting_encounter *encounter,
                           const struct columns *columns, struct canvas canvas, int row)
{
    const struct encounter_facts *facts = &encounter->facts;
    const char *game = encounter->system != NULL ? encounter->system->title : "unknown game";
    TEXT_BUFFER(made, 24);
    TEXT_BUFFER(played, 24);
    TEXT_BUFFER(course, 40);
    date_add_short(&made, encounter->created_ms, list->now_ms);
    if (facts->played_ms != 0) {
        date_add_short(&played, facts->played_ms, list->now_ms);
    }
    bool is_marked = facts->due[0] != '\0' && columns->due.width == 0;
    text_add(&course, is_marked ? "! " : "");
    sitting_encounter_add_course(&course, encounter);
    draw_name(encounter, canvas, row, columns->name);
    draw_field(canvas, row, columns->game, ROLE_OVERLAY, str_of(game));
    draw_field(canvas, row, columns->made, ROLE_OVERLAY, str_of(made.p));
    draw_field(canvas, row, columns->played, ROLE_OVERLAY, str_of(played.p));
    draw_field(canvas, row, columns->course, ROLE_OVERLAY, str_of(course.p));
    draw_field(canvas, row, columns->due, ROLE_OVERLAY, str_of(facts->due));
}

static void draw_prepared(const struct encounters *list,
                          const struct sitting_prepared *prepared,
                          const struct columns *columns, struct canvas canvas, int row)
{
    const struct prepared_brief *brief = &list->brief[prepared - list->prepared];
    TEXT_BUFFER(made, 24);
    date_add_short(&made, prepared->changed_ms, list->now_ms);
    draw_field(canvas, row, columns->name, ROLE_OVERLAY, str_of(prepared->name));
    draw_field(canvas, row, columns->game, ROLE_OVERLAY,
               str_of(prepared->system != NULL ? prepared->system->title : "unknown game"));
    draw_field(canvas, row, columns->made, ROLE_OVERLAY, str_of(made.p));
    draw_field(canvas, row, columns->played, ROLE_DIM, str_of("prepared"));
    draw_field(canvas, row, columns->course, ROLE_OVERLAY,
               str_of(brief->course[0] != '\0' ? brief->course : "prepared"));
    draw_field(canvas, row, columns->due, ROLE_DIM, str_of(brief->who));
}

static void draw_demo(const struct encounters *list, const struct demo *demo,
                      struct canvas canvas, int row)
{
    enum { COURSE_WIDTH_LEAST = 7 };
    bool goes_on = list->demo_goes_on[demo - list->demo];
    const struct system *system = list->demo_game[demo - list->demo];
    const char *game = system != NULL ? system->title : "";
    int at = canvas_format(canvas, row, NAME_COLUMN, ROLE_OVERLAY, "demo: %s", demo->name);
    at = at < NAME_COLUMN + DEMO_WIDTH ? NAME_COLUMN + DEMO_WIDTH : at + 2;
    at = canvas.columns < WIDE ? grapheme_width(str_of(demo->name)) + NAME_COLUMN + 8 : at;
    if (at + grapheme_width(str_of(game)) > canvas.columns) {
        return;
    }
    canvas_text(canvas, row, at, ROLE_DIM, str_of(game));
    at += GAME_WIDTH + 2;
    if (at + COURSE_WIDTH_LEAST <= canvas.columns) {
        canvas_text(canvas, row, at, ROLE_DIM, str_of(goes_on ? "begun" : "new"));
    }
}

static void draw_entry(const struct encounters *list, int entry, const struct columns *columns,
                       struct canvas canvas, int row)
{
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    const struct system *game;
    const struct sitting_encounter *encounter = encounters_at(list, entry, &game);
    const struct sitting_prepared *prepared = encounters_prepared_at(list, entry);
    if (encounter != NULL) {
        draw_encounter(list, encounter, columns, canvas, row);
    } else if (prepared != NULL) {
        draw_prepared(list, prepared, columns, canvas, row);
    } else if (encounters_demo_at(list, entry) != NULL) {
        draw_demo(list, encounters_demo_at(list, entry), canvas, row);
    } else if (game != NULL) {
        bool goes_on = entry == 0 && list->goes_on != NULL;
        canvas_format(canvas, row, NAME_COLUMN, ROLE_OVERLAY,
                      goes_on ? "a new encounter of %s: this party, no foes yet"
                              : "a new encounter of %s",
                      game->title);
    }
    if (entry == list->picked) {
        canvas_set_role(canvas, whole, ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

static int draw_lines(struct canvas canvas, int row, enum role role, struct str text)
{
    struct str line;
    while (grapheme_next_line(&line, &text, canvas.columns - NAME_COLUMN)) {
        canvas_text(canvas, row++, NAME_COLUMN, role, line);
    }
    return row;
}

/* All that is known of a demo, whose row has room for its name and game alone. */
static int draw_demo_detail(const struct encounters *list, const struct demo *demo,
                            struct canvas canvas, int row)
{
    bool goes_on = list->demo_goes_on[demo - list->demo];
    TEXT_BUFFER(text, 800);
    text_add(&text, "%s: ", demo->name);
    text_add_str(&text, demo->about);
    row = draw_lines(canvas, row, ROLE_OVERLAY, (struct str){text.p, text.n});
    return draw_lines(canvas, row, ROLE_DIM,
                      str_of(goes_on ? "Enter opens it where you left it, in a campaign of its "
                                       "own: nothing in it touches yours."
                                     : "Enter opens it in a campaign of its own: nothing in it "
                                       "touches yours."));
}

/* For a user who sees the program for the first time. */
static void draw_advice(const struct encounters *list, struct canvas canvas)
{
    const struct demo *demo = encounters_demo_at(list, list->picked);
    int row = 0;
    if (demo != NULL) {
        row = draw_demo_detail(list, demo, canvas, row);
    } else {
        row = draw_lines(canvas, row, ROLE_DIM,
                         str_of("Press Enter and type a name for the encounter. At the table "
                                "+ or N adds combatants."));
    }
    draw_lines(canvas, row, ROLE_DIM,
               str_of("Everything is saved as it happens, u takes it back, and ? explains "
                      "every key."));
}

/* ---- the picked one in full ------------------------------------------------------------ */

static void add_times(const struct sitting_encounter *encounter, struct text *out)
{
    const struct encounter_facts *facts = &encounter->facts;
    text_add(out, "made ");
    date_add(out, encounter->created_ms);
    if (facts->played_ms != 0) {
        text_add(out, ", played ");
        date_add(out, facts->played_ms);
    }
    text_add(out, ", %lld act%s", (long long)encounter->acts, encounter->acts == 1 ? "" : "s");
    if (facts->is_known) {
        text_add(out, ": ");
        encounter_course_add(out, facts);
    } else {
        text_add(out, "; it is being read");
    }
}

/* A line with a label, if there is anything to show. */
static int draw_detail(struct canvas canvas, int row, const char *what, const char *text)
{
    char buf[WORDING_SIZE];
    if (text[0] == '\0') {
        return row;
    }
    int at = what[0] != '\0' ? canvas_text(canvas, row, NAME_COLUMN, ROLE_DIM, str_of(what)) + 1
                             : NAME_COLUMN;
    canvas_text(canvas, row, at, ROLE_OVERLAY, wording(buf, canvas.frame, str_of(text)));
    return row + 1;
}

static void draw_details(const struct encounters *list, struct canvas canvas)
{
    const struct system *game;
    const struct sitting_encounter *encounter = encounters_picked(list, &game);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (encounters_prepared_at(list, list->picked) != NULL) {
        prepared_detail_draw(&list->facts, canvas, 1);
    }
    const struct demo *demo = encounters_demo_at(list, list->picked);
    if (demo != NULL) {
        draw_demo_detail(list, demo, canvas, 1);
    }
    if (encounter == NULL) {
        return;
    }
    const struct encounter_facts *facts = &encounter->facts;
    TEXT_BUFFER(times, 160);
    add_times(encounter, &times);
    int row = draw_detail(canvas, 1, "", encounter->name);
    row = draw_detail(canvas, row, "", times.p);
    row = draw_detail(canvas, row, "due:", facts->due);
    row = draw_detail(canvas, row, "", facts->who);
    row = draw_detail(canvas, row, "tags:", encounter->tags);
    draw_detail(canvas, row, "note:", encounter->note);
}

/* ---- the last evenings ----------------------------------------------------------------- */

static bool has_played(const struct encounters *list)
{
    for (int i = 0; i < list->count; i++) {
        if (list->encounter[i].facts.played_ms != 0) {
            return true;
        }
    }
    return false;
}

/* One line each: when, how many fights, how each ended. Their rows are kept free from the
 * beginning, since they are read in an idle moment. */
static void draw_evenings(const struct encounters *list, struct canvas canvas)
{
    canvas_text(canvas, 0, NAME_COLUMN, ROLE_HEADING,
                str_of(list->evenings > 0 ? "evenings" : ""));
    for (int i = 0; i < list->evenings; i++) {
        const struct evening_brief *evening = &list->evening[i];
        char buf[WORDING_SIZE];
        int at = NAME_COLUMN;
        canvas_text(canvas, i + 1, at, ROLE_OVERLAY, str_of(evening->when));
        at += DAY_WIDTH;
        canvas_text(canvas, i + 1, at, ROLE_OVERLAY, str_of(evening->what));
        at += EVENING_WIDTH;
        canvas_field(canvas, (struct strip){i + 1, at, canvas.columns - at, ALIGN_LEFT},
                     ROLE_DIM, wording(buf, canvas.frame, str_of(evening->fights)));
    }
}

/* ---- the whole ------------------------------------------------------------------------- */

static const char *title_of(const struct encounters *list)
{
    return encounters_has_filter(list) ? "encounters that contain the words"
           : list->shows_archived      ? "encounters, with the archived ones"
           : list->count > 0           ? "encounters"
           : list->prepared_count > 0  ? "encounters"
                                       : "which game, or a demo?";
}

void encounters_draw(const struct encounters *list, struct canvas canvas)
{
    struct canvas inside = sheet_draw(canvas, title_of(list));
    struct columns columns;
    struct canvas rows = inside;
    bool has_some = list->count > 0 || list->prepared_count > 0;
    bool has_details = has_some && inside.rows >= ROWS_FOR_DETAILS;
    if (has_details) {
        int height = DETAIL_ROWS + 2;
        rows = canvas_part(inside, 0, 0, inside.rows - height, inside.columns);
        draw_details(list, canvas_part(inside, rows.rows, 0, height, inside.columns));
    }
    lay_out(&columns, inside.columns);
    bool has_evenings =
        has_played(list) && columns.game.width > 0 && rows.rows >= ROWS_FOR_EVENINGS;
    if (has_evenings) {
        draw_evenings(list, canvas_part(rows, 0, 0, EVENING_ROWS, rows.columns));
        rows = canvas_part(rows, EVENING_ROWS, 0, rows.rows - EVENING_ROWS, rows.columns);
    }
    if (has_details && columns.game.width > 0) {
        draw_headings(&columns, rows);
        rows = canvas_part(rows, 1, 0, rows.rows - 1, rows.columns);
    }
    int count = encounters_entries(list);
    int first = sheet_first(rows, count, list->picked);
    for (int row = 0; row < rows.rows && first + row < count; row++) {
        draw_entry(list, first + row, &columns, rows, row);
    }
    if (!has_some) {
        draw_advice(list,
                    canvas_part(inside, count + 1, 0, inside.rows - count - 1, inside.columns));
    } else if (count == 0) {
        canvas_text(rows, 0, NAME_COLUMN, ROLE_DIM,
                    str_of("no encounter contains these words"));
    }
    sheet_draw_more(canvas, first > 0, first + rows.rows < count);
}
