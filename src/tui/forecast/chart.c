/* The chart of a fight, which one walks along: the chance after each act drawn over the rounds,
 * the selected act with what its dice and its choice did, and where there is room the table as
 * it was then. It is read and played in idle moments, and sharper the longer it is looked at;
 * where it stands at the table nothing of it is shown before it is asked for. */
#include <stdlib.h>
#include <string.h>

#include "app/forecast/chart_cache.h"
#include "app/forecast/chart_rounded.h"
#include "app/forecast/chart_told.h"
#include "app/forecast/slice.h"
#include "app/report/report.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "resolver/system.h"
#include "tracker/turns.h"
#include "tui/fight/table_view.h"
#include "tui/forecast/choices.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/reader.h"

enum {
    SHOWN_BATCH = 10,   /* fights of each chance between two pictures */
    SHOWN_FIGHTS = 1000 /* of each: ±3 points */
};

struct chart_sheet {
    struct list list; /* the acts */
    struct sitting_chart of;
    struct forecast_crew crew;
    struct sitting *sitting;
    struct forecast_slice slice;
    int64_t encounter, act;      /* what is shown, and which act is selected at first */
    int64_t kept;                /* fights that were counted when it was opened */
    bool is_asked;               /* it is still to be read */
    bool is_all;                 /* there is nothing more to play */
    char wrong[ERROR_TEXT_SIZE]; /* why there is none; "" */
};

static const struct chart_act *picked_act(const struct chart_sheet *sheet)
{
    return sheet->list.count > 0 ? &sheet->of.chart->act[sheet->list.picked] : NULL;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum {
    AXIS = 6,
    NUMBERS_MAX = 2 * FRAME_COLUMNS_MAX,
    ROUND_WIDTH = 4,
    CHANCE_WIDTH = 4,
    CHANGE_WIDTH = 7,
    TABLE_WIDTH = 34,
    NARROW = 60,
    WIDE = 100
};

static bool is_turning(const struct chart *chart, int act)
{
    int turn[CHART_TURNS];
    int count = chart_turns(chart, turn), i = 0;
    while (i < count && turn[i] != act) {
        i++;
    }
    return i < count;
}

static void draw_act(const void *self, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct chart_sheet *sheet = self;
    const struct chart *chart = sheet->of.chart;
    const struct chart_act *act = &chart->act[i];
    const struct chart_rounded rounded = chart_round_act(chart, i);
    const int shown[] = {rounded.dice, rounded.choice};
    static const char *const names[] = {"dice", "choice"};
    TEXT_BUFFER(chance, 16);
    int column = LIST_COLUMN;
    canvas_field(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT}, ROLE_OVERLAY,
                 str_of(""));
    if (act->round > 0) {
        canvas_format(canvas, row, column, ROLE_OVERLAY, "r%d", act->round);
    }
    column += ROUND_WIDTH;
    if (chart->fights > 0) {
        chart_chance_format(chart, act->chance, &chance);
    }
    list_draw_field(canvas, (struct strip){row, column, CHANCE_WIDTH, ALIGN_RIGHT}, ROLE_CHANCE,
                    chance.p);
    column += CHANCE_WIDTH + 1;
    canvas_glyph(canvas, row, column, ROLE_WARNING,
                 is_turning(chart, i) ? GLYPH_WARNING : GLYPH_BLANK);
    column += 2;
    int end = canvas.columns;
    for (int k = canvas.columns >= NARROW ? 1 : -1; k >= 0; k--) {
        TEXT_BUFFER(said, 24);
        if (shown[k] != 0) {
            text_add(&said, "%s ", names[k]);
            chart_points_format(shown[k], &said);
        }
        end -= CHANGE_WIDTH + (int)strlen(names[k]) - 1;
        list_draw_field(
            canvas,
            (struct strip){row, end, CHANGE_WIDTH + (int)strlen(names[k]) - 2, ALIGN_LEFT},
            ROLE_DIM, said.p);
    }
    canvas_text(canvas_part(canvas, row, 0, 1, end - 1), 0, column, ROLE_OVERLAY,
                wording(buf, canvas.frame, str_of(act->label)));
}

/* The selected act is marked under its column, or its round there. */
static void draw_graph(const struct chart_sheet *sheet, struct canvas canvas)
{
    const struct chart *chart = sheet->of.chart;
    int number[NUMBERS_MAX], each, in_column = graph_numbers_in_cell(canvas.frame);
    int room = (canvas.columns - AXIS) * in_column, rows = canvas.rows - 1;
    int count = chart_numbers(chart, number, room < NUMBERS_MAX ? room : NUMBERS_MAX, &each);
    TEXT_BUFFER(rounds, FRAME_COLUMNS_MAX);
    canvas_text(canvas, 0, 0, ROLE_DIM, str_of("100%"));
    canvas_text(canvas, rows - 1, 0, ROLE_DIM, str_of("  0%"));
    for (int row = 0; row < rows; row++) {
        canvas_glyph(canvas, row, AXIS - 1, ROLE_BORDER, GLYPH_LINE_VERTICAL);
    }
    graph_draw(canvas_part(canvas, 0, AXIS, rows, canvas.columns - AXIS), ROLE_HP_GOOD, number,
               count, 1000);
    chart_rounds_format(chart, &(struct chart_drawn){count, in_column, canvas.columns - AXIS},
                        &rounds);
    canvas_text(canvas, rows, AXIS, ROLE_LOG_ROUND, (struct str){rounds.p, rounds.n});
    if (sheet->list.count > 0) {
        int at = (int)((int64_t)(sheet->list.picked + 1) * count / (chart->acts + 1));
        int column = at / in_column;
        if (column < rounds.n && rounds.p[column] != ' ') {
            canvas_set_role(canvas, (struct strip){rows, AXIS + column, 1, ALIGN_LEFT},
                            ROLE_SELECTED);
        } else {
            canvas_glyph(canvas, rows, AXIS + column, ROLE_SELECTED, GLYPH_MORE_ABOVE);
        }
    }
}

/* "r3, Bran misses Pelican 1: 71% to 44%: dice -25, choice -2, give or take 3": the numbers
 * stay whole where the name must be cut, which stands in the list too. */
static void draw_step(const struct chart *chart, int act, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    enum { COLUMN = 1, LEAST = 8 };
    TEXT_BUFFER(label, 160);
    TEXT_BUFFER(numbers, 140);
    chart_label_format(chart, act, &label);
    chart_step_format(chart, act, &numbers);
    chart_parts_format(chart, act, &numbers);
    int room = canvas.columns - 2 * COLUMN - (int)strlen(": ") - numbers.n, column = COLUMN;
    if (room >= LEAST) {
        column =
            canvas_text(canvas_part(canvas, row, 0, 1, COLUMN + room), 0, COLUMN, ROLE_PLAIN,
                        wording(buf, canvas.frame, (struct str){label.p, label.n}));
        column = canvas_text(canvas, row, column, ROLE_PLAIN, str_of(": "));
    }
    canvas_text(canvas, row, column, ROLE_PLAIN, (struct str){numbers.p, numbers.n});
}

static void draw_change(const struct chart_sheet *sheet, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct chart *chart = sheet->of.chart;
    TEXT_BUFFER(said, 300);
    if (chart->batch.needs[0] != '\0') {
        text_add(&said, "The fights stop at %s.", chart->batch.needs);
    } else if (chart->fights == 0) {
        text_add(&said, "the first fights are being played");
    } else if (sheet->list.count > 0) {
        draw_step(chart, sheet->list.picked, canvas, row);
    }
    canvas_text(canvas, row, 1, ROLE_PLAIN,
                wording(buf, canvas.frame, (struct str){said.p, said.n}));
}

/* Who is in the fight after the selected act, with hit points or bodies. */
static void draw_table(const struct chart_sheet *sheet, struct canvas canvas)
{
    const struct chart *chart = sheet->of.chart;
    const struct procedure *procedure = chart->forecast->from.procedure;
    const struct chart_act *act = picked_act(sheet);
    int row = 0;
    const struct state *state =
        act != NULL ? chart->point[act->chance].start.state : chart->start;
    for (int id = 1; id <= state->count && row < canvas.rows; id++) {
        struct combatant_points points;
        TEXT_BUFFER(left, 40);
        if (!state_is_present(state, id)) {
            continue;
        }
        bool is_party = state_is_of_party(state, id);
        enum way_out out = (enum way_out)state_value(state, id, FIELD_OUT, OUT_NOT);
        if (out != OUT_NOT) {
            text_add(&left, "%s", way_out_name(out));
        } else if (combatant_points(procedure, state, id, &points) && points.are_bodies) {
            text_add(&left, "%d of %d", points.now, points.most);
        } else if (state_is_set(state, id, FIELD_HP)) {
            text_add(&left, "%d %s", points.now, state_system(state)->hit_points);
        }
        canvas_glyph(canvas, row, 0, is_party ? ROLE_ALLY : ROLE_FOE,
                     is_party ? GLYPH_ALLY : GLYPH_FOE);
        list_draw_field(canvas, (struct strip){row, 2, canvas.columns - 13, ALIGN_LEFT},
                        out == OUT_NOT ? ROLE_OVERLAY : ROLE_DIM, state_name(state, id));
        list_draw_field(canvas, (struct strip){row, canvas.columns - 10, 10, ALIGN_RIGHT},
                        out == OUT_NOT ? ROLE_OVERLAY : ROLE_DIM, left.p);
        row++;
    }
}

static void draw_whole(const struct chart_sheet *sheet, struct canvas inside,
                       struct canvas sheet_canvas)
{
    enum { GRAPH_LEAST = 4 };
    int graph = inside.rows * 2 / 5;
    graph = graph < GRAPH_LEAST ? GRAPH_LEAST : graph;
    draw_graph(sheet, canvas_part(inside, 0, 1, graph, inside.columns - 2));
    draw_change(sheet, inside, graph);
    canvas_rule_across(inside, (struct strip){graph + 1, 0, inside.columns, ALIGN_LEFT},
                       ROLE_BORDER);
    struct canvas rest =
        canvas_part(inside, graph + 2, 0, inside.rows - graph - 2, inside.columns);
    struct canvas rows = rest;
    if (inside.columns >= WIDE) {
        rows = canvas_part(rest, 0, 0, rest.rows, rest.columns - TABLE_WIDTH - 2);
        draw_table(sheet, canvas_part(rest, 0, rest.columns - TABLE_WIDTH, rest.rows,
                                      TABLE_WIDTH - 1));
    }
    /* What is above is marked on the rule over the list. */
    int rule = graph + 2;
    list_draw_rows(
        &sheet->list, draw_act, sheet, rows,
        canvas_part(sheet_canvas, rule, 0, sheet_canvas.rows - rule, sheet_canvas.columns));
}

/* How far it is, and how sure. */
static void write_facts(const struct chart_sheet *sheet, struct text *out)
{
    const struct chart *chart = sheet->of.chart;
    if (chart != NULL && chart->fights > 0) {
        text_add(out, ", within %d points%s", (int)(chart_points(chart) + 0.5),
                 sheet->is_all ? "" : ", playing");
    }
}

static void draw(const struct view_place *place, void *self)
{
    const struct chart_sheet *sheet = self;
    const struct chart *chart = sheet->of.chart;
    struct canvas whole = sheet_of(place->canvas);
    TEXT_BUFFER(title, FORECAST_NAME_SIZE + 80);
    TEXT_BUFFER(facts, 60);
    text_add(&title, "chart");
    if (chart != NULL) {
        text_add(&title, " of %s: %s against %s", chart->forecast->encounter,
                 chart->forecast->one[0].side[SIDE_PARTY]->name,
                 chart->forecast->one[0].side[SIDE_FOES]->name);
    }
    write_facts(sheet, &facts);
    struct canvas inside = sheet_draw_with(whole, title.p, facts.p);
    if (chart != NULL) {
        draw_whole(sheet, inside, whole);
    } else {
        list_draw_text(
            inside, 1, ROLE_PLAIN,
            str_of(sheet->wrong[0] != '\0' ? sheet->wrong : "the log is being read"));
    }
}

/* ---- opening, reading and playing ------------------------------------------------------ */

static void forget(struct chart_sheet *sheet)
{
    if (sheet->of.chart != NULL && sheet->of.chart->fights > sheet->kept) {
        chart_cache(sheet->of.chart, sheet->sitting);
    }
    sitting_chart_end(&sheet->of);
    forecast_crew_end(&sheet->crew);
    memset(sheet, 0, sizeof *sheet);
}

static void open_chart(struct screen *screen, int64_t encounter, int64_t act)
{
    struct chart_sheet *sheet = screen_data(screen, &view_of_chart);
    forget(sheet);
    sheet->encounter = encounter;
    sheet->act = act;
    sheet->is_asked = true;
    sheet->sitting = screen->sitting;
    screen_push(screen, &view_of_chart);
}

static void open_about(struct screen *screen, const struct view_about *about)
{
    open_chart(screen, about->encounter, about->act);
}

static bool opens(struct screen *screen, enum opens what, struct str words)
{
    (void)what;
    int64_t encounter, act;
    struct error err;
    if (sitting_chart_find(&encounter, &act, screen->sitting, words, &err) != STATUS_OK) {
        return false; /* the command says what is wrong */
    }
    screen_close(screen, &view_of_palette);
    open_chart(screen, encounter, act);
    return true;
}

static void open(struct screen *screen)
{
    open_chart(screen, sitting_encounter_number(screen->sitting), 0);
}

static void read_chart(struct chart_sheet *sheet)
{
    struct error err;
    sheet->is_asked = false;
    if (sitting_chart_new(&sheet->of, sheet->sitting, sheet->encounter, 0, &err) != STATUS_OK) {
        text_format(sheet->wrong, sizeof sheet->wrong, "%s", err.text);
        sheet->is_all = true;
        return;
    }
    struct chart *chart = sheet->of.chart;
    chart_recall(chart, sheet->sitting, SHOWN_FIGHTS);
    sheet->kept = chart->fights;
    sheet->list.count = chart->acts;
    sheet->list.picked = chart->acts > 0 ? chart->acts - 1 : 0;
    for (int i = 0; i < chart->acts; i++) {
        sheet->list.picked = chart->act[i].id == sheet->act ? i : sheet->list.picked;
    }
}

static bool learn(struct screen *screen)
{
    struct chart_sheet *sheet = screen_data(screen, &view_of_chart);
    if (sheet->is_asked) {
        read_chart(sheet);
    } else if (!sheet->is_all) {
        forecast_slice_begin(&sheet->slice, sitting_clock, sheet->sitting, &sheet->crew);
        sheet->is_all = !chart_play(sheet->of.chart, &sheet->crew, SHOWN_BATCH) ||
                        sheet->of.chart->fights >= SHOWN_FIGHTS;
    }
    return !sheet->is_all;
}

static void end(struct screen *screen)
{
    forget(screen_data(screen, &view_of_chart));
}

/* ---- keys ------------------------------------------------------------------------------ */

static void look(struct screen *screen, const struct view_key *key)
{
    const struct chart_sheet *sheet = key->self;
    const struct chart_act *act = picked_act(sheet);
    if (act != NULL) {
        screen_look_back_at(screen, sheet->encounter, act->id);
    }
}

static void show_choices(struct screen *screen, const struct view_key *key)
{
    const struct chart_sheet *sheet = key->self;
    const struct chart_act *act = picked_act(sheet);
    if (act != NULL) {
        screen_open_choices(screen, sheet->encounter, act->id);
    }
}

/* To the nearest turning point in this direction. */
static void go_to_turn(struct screen *screen, const struct view_key *key)
{
    struct chart_sheet *sheet = key->self;
    int turn[CHART_TURNS], best = -1, picked = sheet->list.picked;
    int count = sheet->of.chart != NULL ? chart_turns(sheet->of.chart, turn) : 0;
    bool is_on = key->act == ACT_MARK_NEWER;
    for (int i = 0; i < count; i++) {
        bool is_there = is_on ? turn[i] > picked : turn[i] < picked;
        bool is_nearer = best < 0 || (is_on ? turn[i] < best : turn[i] > best);
        best = is_there && is_nearer ? turn[i] : best;
    }
    if (best >= 0) {
        sheet->list.picked = best;
    } else if (count == 0) {
        screen_say(screen, ROLE_PLAIN,
                   "nothing turned it: no act changed the chance by ten points or more");
    } else {
        screen_say(screen, ROLE_PLAIN,
                   is_on ? "nothing turned it after this act"
                         : "nothing turned it before this act");
    }
}

static void tell_shares(struct screen *screen, const struct view_key *key)
{
    static char told[READER_TEXT_SIZE];
    const struct chart_sheet *sheet = key->self;
    struct text text = text_over(told, sizeof told);
    if (sheet->of.chart == NULL || sheet->of.chart->fights == 0) {
        screen_say(screen, ROLE_PLAIN, "the first fights are being played");
        return;
    }
    chart_tell(sheet->of.chart, &text);
    chart_tell_shares(sheet->of.chart, &text);
    screen_read(screen, "when did it turn?", (struct str){text.p, text.n});
}

/* Where there is no chart, only what closes it. */
static bool offers(const void *self, enum screen_act act)
{
    const struct chart_sheet *sheet = self;
    return sheet->of.chart != NULL || act == ACT_CANCEL || act == ACT_HELP;
}

static const struct list_view list_of_chart = {.none = "nothing was done in this fight"};

const struct view view_of_chart = {
    .context = CONTEXT_CHART,
    LIST_VIEW(struct chart_sheet, &list_of_chart),
    .open = open,
    .opens = opens,
    .open_about = open_about,
    .at_first = "this is the first act of the fight",
    .at_last = "this is the last act",
    .offers = offers,
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_CHOICES] = show_choices,
            [ACT_MARK_NEWER] = go_to_turn,
            [ACT_MARK_OLDER] = go_to_turn,
            [ACT_FIGURES] = tell_shares,
        },
    .draw = draw,
    .learns = learn,
    .lists_past = true,
    .closed = end,
};
