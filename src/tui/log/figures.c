#include <string.h>

#include "app/encounters/encounters.h"
#include "app/export/export.h"
#include "app/figures/figures.h"
#include "app/figures/figures_reading.h"
#include "app/log/kept_questions.h"
#include "app/log/questions.h"
#include "app/sitting/state.h"
#include "tracker/state.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/table_view.h"
#include "tui/log/ask_box.h"
#include "tui/loop/screen.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/reader.h"

enum figures_pane {
    PANE_NOTES,
    PANE_HIT_POINTS,
    PANE_DICE,
    PANE_EVENINGS,
    PANE_QUESTIONS,
    FIGURES_PANES
};

enum { FIGURES_ANSWER_SIZE = 4096, FIGURES_ANSWER_ROWS = 64, TREND_EVENINGS = 16 };

enum trend { TREND_HITS, TREND_DAMAGE, TREND_LUCK, TREND_TURNS, TRENDS };

/* What a side did evening after evening, the newest last: hits of 100 attacks, damage, luck of
 * 100, seconds a turn. */
struct figures_trends {
    int evenings;
    int number[TRENDS][TREND_EVENINGS];
};

struct figures_sheet {
    struct list list; /* of the rows, those of a side's sum included */
    struct figures_reading reading;
    struct figures_sums names, evenings; /* of what was read so far */
    struct figures_trends trends[2];     /* by side */
    int64_t summed_acts;                 /* how many there were then */
    struct figures_times times;
    bool has_times;
    char encounter[FIGURES_NAME_SIZE]; /* for the scope of a fight: which; "": the open one */
    char title[FIGURES_NAME_SIZE];     /* its name on the screen */
    struct ask_box box;
    enum figures_pane pane;
    int question; /* of the ready questions */
    bool is_answered;
    struct answering *answering;      /* it is being answered; NULL: it is not */
    char answer[FIGURES_ANSWER_SIZE]; /* its text and rows, for the same acts */
    struct error damage; /* code not STATUS_OK: what could not be read, said once */
};

/* ---- rows ------------------------------------------------------------------------------ */

/* The combatants that have figures, a side after the other, and after each side its sum. */
struct item {
    const struct figures_row *row;
    const char *name;
    bool is_side;
};

static int count_items(const struct figures_sheet *sheet, int wanted, struct item *out)
{
    int count = 0;
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        int members = 0;
        for (int i = 0; i < sheet->names.rows; i++) {
            const struct figures_row *row = &sheet->names.row[i];
            bool is_party = row->side == SIDE_PARTY;
            if (is_party != (side == SIDE_PARTY) || !figures_row_tells(row)) {
                continue;
            }
            members++;
            if (count++ == wanted) {
                *out = (struct item){row, row->name, false};
            }
        }
        if (members > 0 && count++ == wanted) {
            *out = (struct item){&sheet->reading.figures.side[side],
                                 side == SIDE_PARTY ? "the party" : "the foes", true};
        }
    }
    return count;
}

static int items_of(const struct figures_sheet *sheet)
{
    struct item item;
    return count_items(sheet, -1, &item);
}

/* ---- reading --------------------------------------------------------------------------- */

static void free_sums(struct figures_sheet *sheet)
{
    figures_sums_free(&sheet->names);
    figures_sums_free(&sheet->evenings);
}

static void add_evening(struct figures_trends *trends, const struct figures_row *row)
{
    double luck = row->attacks > 0 ? figures_luck(row) : -1;
    const int number[TRENDS] = {
        [TREND_HITS] = row->attacks > 0 ? 100 * row->hits / row->attacks : 0,
        [TREND_DAMAGE] = (int)row->damage_dealt,
        [TREND_LUCK] = luck >= 0 ? figures_of_hundred(luck) : 0,
        [TREND_TURNS] = row->turns > 0 ? (int)(row->turn_ms / row->turns / 1000) : 0};
    bool is_full = trends->evenings == TREND_EVENINGS;
    for (int i = 0; i < TRENDS; i++) {
        int *numbers = trends->number[i];
        if (is_full) {
            memmove(numbers, numbers + 1, (TREND_EVENINGS - 1) * sizeof *numbers);
        }
        numbers[trends->evenings - (is_full ? 1 : 0)] = number[i];
    }
    trends->evenings += is_full ? 0 : 1;
}

static void sum_up(struct figures_sheet *sheet)
{
    free_sums(sheet);
    figures_put_together(&sheet->reading.figures);
    figures_by_name(&sheet->reading.figures, &sheet->names);
    figures_by_evening(&sheet->reading.figures, &sheet->evenings);
    memset(sheet->trends, 0, sizeof sheet->trends);
    for (int i = 0; i < sheet->evenings.rows; i++) {
        const struct figures_row *row = &sheet->evenings.row[i];
        add_evening(&sheet->trends[row->side == SIDE_PARTY ? SIDE_PARTY : SIDE_FOES], row);
    }
    sheet->has_times = figures_times(&sheet->reading.figures, &sheet->times);
    sheet->list.count = items_of(sheet);
    list_move(&sheet->list, 0);
}

static void forget_answer(struct figures_sheet *sheet)
{
    answering_free(sheet->answering);
    sheet->answering = NULL;
    sheet->is_answered = false;
}

/* This one: its place among them. */
static void figures_sheet_ask_for(struct figures_sheet *sheet, int question)
{
    sheet->question = question;
    sheet->pane = PANE_QUESTIONS;
    forget_answer(sheet);
}

/* The next piece of the answer that the pane shows, of the acts that the figures are of. */
static void answer(struct figures_sheet *sheet, struct sitting *sitting)
{
    struct error err;
    bool is_whole;
    if (sheet->answering == NULL) {
        const struct figures_reading *reading = &sheet->reading;
        struct sitting_acts_wish wish = {
            .encounter = reading->encounter[0] != '\0' ? reading->encounter : NULL,
            .is_of_all = reading->scope != SCOPE_FIGHT,
            .evenings = &reading->evenings,
            .asking = &reading->asking,
            .undone = reading->asking.undone};
        sheet->answering =
            answering_new(ready_question_at(sheet->question), &wish, FIGURES_ANSWER_ROWS);
    }
    enum status status =
        answering_step(sheet->answering, sitting, FIGURES_PIECE, &is_whole, &err);
    if (!is_whole) {
        return;
    }
    struct text text = text_over(sheet->answer, sizeof sheet->answer);
    if (status == STATUS_OK || status == STATUS_DAMAGED) {
        answer_format(answering_answer(sheet->answering), ready_question_at(sheet->question),
                      &text);
    } else {
        text_add(&text, "%s", err.text);
    }
    forget_answer(sheet);
    sheet->is_answered = true;
}

/* Reads the next piece; false when there is nothing more to read. */
static bool figures_sheet_read(struct figures_sheet *sheet, struct sitting *sitting)
{
    struct error err;
    bool wants_answer = sheet->pane == PANE_QUESTIONS && !sheet->is_answered;
    if (!sheet->reading.has_begun) {
        return false;
    }
    if (sheet->reading.knows_evenings && wants_answer) { /* the question may name one */
        answer(sheet, sitting);
        return true;
    }
    if (sheet->reading.is_whole) {
        /* What was shown may have come from sums; where the log behind them is damaged, it
         * goes. */
        bool goes_on = figures_reading_check(&sheet->reading, sitting);
        if (!sheet->reading.is_whole) {
            forget_answer(sheet);
            sheet->summed_acts = 0;
            sum_up(sheet);
        }
        return goes_on;
    }
    enum status status = figures_reading_step(&sheet->reading, sitting, FIGURES_PIECE, &err);
    if (status != STATUS_OK && sheet->damage.code == STATUS_OK) {
        sheet->damage = err;
        sheet->damage.code = status;
    }
    int64_t acts = sheet->reading.figures.acts;
    /* Sums cost as much as what was read: an encounter that is still being read has new ones
     * whenever its acts have doubled. */
    if (sheet->reading.adding == NULL || acts >= 2 * sheet->summed_acts) {
        sum_up(sheet);
        sheet->summed_acts = acts;
    }
    return true;
}

static void figures_sheet_done(struct figures_sheet *sheet)
{
    forget_answer(sheet);
    free_sums(sheet);
    figures_reading_done(&sheet->reading);
}

static void figures_sheet_turn(struct figures_sheet *sheet, int panes)
{
    sheet->pane =
        (enum figures_pane)(((int)sheet->pane + panes + FIGURES_PANES) % FIGURES_PANES);
}

/* The picked combatant; NULL: a side's sum, or nobody. */
static const struct figures_row *figures_sheet_picked(const struct figures_sheet *sheet)
{
    struct item item = {.row = NULL};
    count_items(sheet, sheet->list.picked, &item);
    return item.is_side ? NULL : item.row;
}

/* ---- the table of rows ----------------------------------------------------------------- */

/* From the right: what each column is, and its width; on a narrow screen the last ones go. */
enum column {
    COLUMN_HITS,
    COLUMN_HITS_EXPECTED,
    COLUMN_DAMAGE,
    COLUMN_DAMAGE_EXPECTED,
    COLUMN_LUCK,
    COLUMN_TAKEN,
    COLUMN_TO_0,
    COLUMN_KILLED,
    COLUMN_HP,
    COLUMN_DOWNS,
    COLUMN_HEALED,
    COLUMN_TURNS,
    COLUMNS
};

static const struct {
    const char *title;
    int width;
} columns[COLUMNS] = {
    [COLUMN_HITS] = {"hits", 8},         [COLUMN_HITS_EXPECTED] = {"average", 8},
    [COLUMN_DAMAGE] = {"damage", 7},     [COLUMN_DAMAGE_EXPECTED] = {"average", 8},
    [COLUMN_LUCK] = {"luck of 100", 13}, [COLUMN_TAKEN] = {"lost", 6},
    [COLUMN_TO_0] = {"to 0", 6},         [COLUMN_KILLED] = {"killed", 7},
    [COLUMN_HP] = {"HP taken", 9},       [COLUMN_DOWNS] = {"downs", 6},
    [COLUMN_HEALED] = {"healed", 7},     [COLUMN_TURNS] = {"turns", 6},
};

enum { NAME_COLUMN = 2, NAME_LEAST = 14, NAME_MOST = 30, LUCK_NUMBER = 4 };

/* How many columns fit beside a name. */
static int columns_in(int width)
{
    int used = NAME_COLUMN + NAME_LEAST;
    int count = 0;
    while (count < COLUMNS && used + columns[count].width <= width) {
        used += columns[count++].width;
    }
    return count;
}

static int name_width(int width)
{
    int name = width - NAME_COLUMN;
    for (int i = 0; i < columns_in(width); i++) {
        name -= columns[i].width;
    }
    return name > NAME_MOST ? NAME_MOST : name;
}

static void add_average(struct text *out, bool is_known, double number)
{
    if (is_known) {
        text_add_average(out, number + 1e-9); /* sums in another order are shown alike */
    } else {
        text_add(out, "-");
    }
}

static void add_count(struct text *out, int64_t number)
{
    if (number != 0) {
        text_add(out, "%lld", (long long)number);
    } else {
        text_add(out, "-");
    }
}

static void write_cell(const struct figures_row *row, enum column column, struct text *out)
{
    switch (column) {
    case COLUMN_HITS:
        if (row->attacks > 0) {
            text_add(out, "%d of %d", row->hits, row->attacks);
        } else {
            text_add(out, "-");
        }
        return;
    case COLUMN_HITS_EXPECTED:
        add_average(out, row->attacks > 0 && !row->has_unknown_hits, row->hits_expected);
        return;
    case COLUMN_DAMAGE:
        if (row->attacks > 0) {
            text_add(out, "%lld", (long long)row->damage_dealt);
        } else {
            add_count(out, row->damage_dealt);
        }
        return;
    case COLUMN_DAMAGE_EXPECTED:
        add_average(out, !row->has_unknown_damage && row->damage_luck.parts > 0,
                    row->damage_expected);
        return;
    case COLUMN_TAKEN:
        add_count(out, row->damage_taken);
        return;
    case COLUMN_DOWNS:
        add_count(out, row->downs);
        return;
    case COLUMN_TO_0:
        add_count(out, row->brought_to_0);
        return;
    case COLUMN_KILLED:
        add_count(out, row->killed);
        return;
    case COLUMN_HP:
        add_count(out, row->hp_taken);
        return;
    case COLUMN_HEALED:
        add_count(out, row->healed);
        return;
    case COLUMN_TURNS:
        add_count(out, row->turns);
        return;
    case COLUMN_LUCK:
    case COLUMNS:
        return;
    }
}

/* A bar and the number of it; a dash when it is not known. */
static void draw_luck(const struct figures_row *row, struct canvas canvas, struct strip field,
                      enum role role)
{
    double luck = figures_luck(row);
    TEXT_BUFFER(number, 16);
    if (luck < 0 || row->attacks == 0) {
        field.align = ALIGN_RIGHT;
        canvas_field(canvas, field, role, str_of("-"));
        return;
    }
    int hundredth = figures_of_hundred(luck);
    text_add(&number, "%d", hundredth);
    struct strip bar = {field.row, field.column + 2, field.width - LUCK_NUMBER - 2, ALIGN_LEFT};
    canvas_bar(canvas, bar, ROLE_HP_GOOD, (struct measure){hundredth, 100});
    canvas_field(canvas,
                 (struct strip){field.row, field.column + field.width - LUCK_NUMBER,
                                LUCK_NUMBER, ALIGN_RIGHT},
                 role, str_of(number.p));
}

static void draw_item(const void *self, int entry, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    struct item item = {.row = NULL};
    count_items(self, entry, &item);
    int name = name_width(canvas.columns);
    int at = NAME_COLUMN + name;
    enum role role = item.is_side ? ROLE_DIM : ROLE_OVERLAY;
    canvas_field(canvas, (struct strip){row, NAME_COLUMN, name, ALIGN_LEFT}, role,
                 wording(buf, canvas.frame, str_of(item.name)));
    for (int i = 0; i < columns_in(canvas.columns); i++) {
        struct strip field = {row, at, columns[i].width, ALIGN_RIGHT};
        TEXT_BUFFER(cell, 40);
        write_cell(item.row, (enum column)i, &cell);
        if (i == COLUMN_LUCK) {
            draw_luck(item.row, canvas, field, role);
        } else {
            canvas_field(canvas, field, role, str_of(cell.p));
        }
        at += columns[i].width;
    }
}

/* ---- notes ----------------------------------------------------------------------------- */

static void add_duration(struct text *out, int64_t ms)
{
    int64_t seconds = (ms + 500) / 1000;
    if (seconds < 100) {
        text_add(out, "%lld s", (long long)seconds);
    } else {
        text_add(out, "%lld min", (long long)(seconds + 30) / 60);
    }
}

/* "about 160 more throws would tell whether it is fair" */
static void add_enough(const struct figures_faces *faces, struct text *out)
{
    int64_t enough = luck_enough_throws(faces->sides);
    if (enough > faces->throws) {
        text_add(out, "%lld more throws are needed to tell anything",
                 (long long)(enough - faces->throws));
    } else if (enough > 0) {
        text_add(out, "enough throws to tell something");
    }
}

/* The kind of die that was thrown most. */
static const struct figures_faces *most_thrown(const struct figures *figures)
{
    const struct figures_faces *most = NULL;
    for (int i = 0; i < figures->faces_count; i++) {
        const struct figures_faces *faces = &figures->faces[i];
        most = most == NULL || faces->throws > most->throws ? faces : most;
    }
    return most;
}

static void write_notes(const struct figures_sheet *sheet, struct text *out)
{
    const struct figures *figures = &sheet->reading.figures;
    const struct figures_faces *most = most_thrown(figures);
    bool is_unknown =
        figures->side[SIDE_PARTY].has_unknown_hits || figures->side[SIDE_FOES].has_unknown_hits;
    text_add(out,
             "luck of 100\tof a hundred such fights, how many would have gone worse by the "
             "dice; average: what these dice give on average\n");
    for (int i = 0; i < figures->morales; i++) {
        const struct figures_morale *morale = &figures->morale[i];
        text_add(out, "%s%s held %d of %d (average ", i == 0 ? "morale\t" : "; ", morale->group,
                 morale->held, morale->checks);
        add_average(out, !morale->has_unknown, morale->held_expected);
        text_add(out, ")");
    }
    text_add(out, "%s", figures->morales > 0 ? "\n" : "");
    int bought = 0, stopped = 0;
    int64_t spent = 0;
    for (int side = SIDE_FOES; side <= SIDE_PARTY; side++) {
        bought += figures->side[side].reactions;
        stopped += figures->side[side].reactions_stopped;
        spent += figures->side[side].initiative_spent;
    }
    if (bought > 0 || spent > 0) {
        text_add(out, "reactions\t%d bought, %d stopped a hit; %lld initiative spent\n", bought,
                 stopped, (long long)spent);
    }
    if (sheet->has_times) {
        text_add(out, "turns\t");
        add_duration(out, sheet->times.middle_ms);
        text_add(out, " in the middle, the longest ");
        add_duration(out, sheet->times.longest_ms);
        text_add(out, " (%s)\n", figures->row[sheet->times.row].name);
    }
    if (most != NULL) {
        text_add(out, "dice\td%d %s: %lld throw%s, ", most->sides,
                 most->is_entered ? "entered" : "rolled", (long long)most->throws,
                 most->throws == 1 ? "" : "s");
        add_enough(most, out);
        text_add(out, "\n");
    }
    if (is_unknown) {
        text_add(out, "not known\tsome rolls are of an older log, which did not keep their "
                      "chances: -\n");
    }
    if (sheet->damage.code != STATUS_OK) {
        bool is_damaged = sheet->damage.code == STATUS_DAMAGED;
        text_add(out, "left out\t%s%s%s%s\n", is_damaged ? "the log is damaged: " : "",
                 sheet->damage.where, sheet->damage.where[0] != '\0' ? ": " : "",
                 sheet->damage.text);
    }
}

static void draw_notes(const struct figures_sheet *sheet, struct canvas canvas)
{
    char buf[4096];
    struct text text = text_over(buf, sizeof buf);
    write_notes(sheet, &text);
    reader_draw_text(canvas_part(canvas, 0, 2, canvas.rows, canvas.columns - 3), 0,
                     (struct str){text.p, text.n});
}

/* ---- hit points ------------------------------------------------------------------------ */

enum { SPARK_NAME = 16 };

static int full_of(const struct figures_row *row)
{
    int full = 0;
    for (int i = 0; i < row->hp_count; i++) {
        full = row->hp[i] > full ? row->hp[i] : full;
    }
    return full;
}

/* A row for each combatant: name, chart, first and last number. */
static void draw_hit_points(const struct figures_sheet *sheet, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    struct item item = {.row = NULL};
    int items = items_of(sheet);
    int height = canvas.rows >= 14 ? 2 : 1;
    int row = 0;
    int first = sheet->list.picked * height + height > canvas.rows ? sheet->list.picked : 0;
    for (int i = first; i < items && row + height <= canvas.rows; i++) {
        count_items(sheet, i, &item);
        if (item.is_side || item.row->hp_count == 0) {
            continue;
        }
        int full = full_of(item.row);
        canvas_field(canvas, (struct strip){row + height - 1, 2, SPARK_NAME, ALIGN_LEFT},
                     i == sheet->list.picked ? ROLE_SELECTED : ROLE_OVERLAY,
                     wording(buf, canvas.frame, str_of(item.name)));
        int width = canvas.columns - SPARK_NAME - 4 - 16;
        int used = graph_draw(canvas_part(canvas, row, SPARK_NAME + 3, height, width),
                              ROLE_HP_GOOD, item.row->hp, item.row->hp_count, full);
        canvas_format(canvas, row + height - 1, SPARK_NAME + 4 + used, ROLE_DIM, "%d of %d",
                      item.row->hp[item.row->hp_count - 1], full);
        row += height;
    }
    if (row == 0) {
        canvas_text(canvas, 0, 2, ROLE_DIM, str_of("nobody has hit points that were counted"));
    }
}

/* ---- dice ------------------------------------------------------------------------------ */

static void draw_faces(const struct figures_faces *faces, struct canvas canvas, int row)
{
    enum { FACES_MOST = 100 };
    int count[FACES_MOST];
    int most = 0, shown = faces->sides < FACES_MOST ? faces->sides : FACES_MOST;
    TEXT_BUFFER(words, 120);
    for (int i = 0; i < shown; i++) {
        count[i] = (int)faces->count[i];
        most = count[i] > most ? count[i] : most;
    }
    int at = canvas_format(canvas, row, 2, ROLE_OVERLAY, "d%-4d%-8s%6lld thrown ", faces->sides,
                           faces->is_entered ? "entered" : "rolled", (long long)faces->throws);
    int room = canvas.columns - at > 40 ? 20 : 10;
    if (shown <= room * graph_numbers_in_cell(canvas.frame)) {
        graph_draw(canvas_part(canvas, row, at, 1, room), ROLE_HP_GOOD, count, shown, most);
    }
    add_enough(faces, &words);
    canvas_words(canvas, row, at + room + 1, ROLE_DIM, str_of(words.p));
}

static void draw_dice(const struct figures_sheet *sheet, struct canvas canvas)
{
    const struct figures *figures = &sheet->reading.figures;
    for (int i = 0; i < figures->faces_count && i < canvas.rows; i++) {
        draw_faces(&figures->faces[i], canvas, i);
    }
    if (figures->faces_count == 0) {
        canvas_text(canvas, 0, 2, ROLE_DIM, str_of("no dice were thrown"));
    }
}

/* ---- evenings -------------------------------------------------------------------------- */

static void write_evening(const struct figures_row *row, struct text *out)
{
    double luck = figures_luck(row);
    text_add(out, "evening %-3d %-6s hits %d of %d (", row->evening,
             row->side == SIDE_PARTY ? "party" : "foes", row->hits, row->attacks);
    add_average(out, row->attacks > 0 && !row->has_unknown_hits, row->hits_expected);
    text_add(out, ")  damage %lld (", (long long)row->damage_dealt);
    add_average(out, !row->has_unknown_damage, row->damage_expected);
    text_add(out, ")  luck ");
    if (luck >= 0 && row->attacks > 0) {
        text_add(out, "%d", figures_of_hundred(luck));
    } else {
        text_add(out, "-");
    }
    if (row->turns > 0 && row->turn_ms > 0) {
        text_add(out, "  turn ");
        add_duration(out, row->turn_ms / row->turns);
    }
}

/* The charts of a side in one row, as many as there is room for. */
static void draw_trends(const struct figures_trends *trends, struct canvas canvas, int row,
                        const char *side)
{
    enum { CHART = 8, NAME = 8 };
    static const struct {
        const char *name;
        int full; /* 0: the most there was */
    } charts[TRENDS] = {[TREND_HITS] = {"hits", 100},
                        [TREND_DAMAGE] = {"damage", 0},
                        [TREND_LUCK] = {"luck", 100},
                        [TREND_TURNS] = {"time a turn", 0}};
    int column = 2 + NAME;
    canvas_text(canvas, row, 2, ROLE_HEADING, str_of(side));
    for (int i = 0; i < TRENDS; i++) {
        int full = charts[i].full;
        for (int k = 0; k < trends->evenings && charts[i].full == 0; k++) {
            full = trends->number[i][k] > full ? trends->number[i][k] : full;
        }
        int width = (int)strlen(charts[i].name) + 1;
        if (column + width + CHART > canvas.columns) {
            return;
        }
        canvas_text(canvas, row, column, ROLE_DIM, str_of(charts[i].name));
        graph_draw(canvas_part(canvas, row, column + width, 1, CHART), ROLE_HP_GOOD,
                   trends->number[i], trends->evenings, full);
        column += width + CHART + 2;
    }
}

/* From two evenings on there is a trend to see. */
static int draw_trends_of_both(const struct figures_sheet *sheet, struct canvas canvas)
{
    const struct figures_trends *party = &sheet->trends[SIDE_PARTY];
    const struct figures_trends *foes = &sheet->trends[SIDE_FOES];
    enum { ROWS_LEAST = 4 };
    if ((party->evenings < 2 && foes->evenings < 2) || canvas.rows < ROWS_LEAST) {
        return 0;
    }
    draw_trends(party, canvas, 0, "party");
    draw_trends(foes, canvas, 1, "foes");
    return 2;
}

static void draw_evenings(const struct figures_sheet *sheet, struct canvas canvas)
{
    const struct figures_sums *evenings = &sheet->evenings;
    int above = draw_trends_of_both(sheet, canvas);
    int room = canvas.rows - above;
    int first = evenings->rows > room ? evenings->rows - room : 0;
    for (int i = first; i < evenings->rows; i++) {
        TEXT_BUFFER(line, 200);
        write_evening(&evenings->row[i], &line);
        canvas_words(canvas, above + i - first, 2, ROLE_OVERLAY, str_of(line.p));
    }
    if (evenings->rows == 0) {
        canvas_text(canvas, 0, 2, ROLE_DIM, str_of("no fight has begun"));
    }
}

/* ---- questions ------------------------------------------------------------------------- */

static void draw_answer(const struct figures_sheet *sheet, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    struct str rest = str_of(sheet->answer);
    if (!sheet->is_answered) {
        canvas_text(canvas, 0, 2, ROLE_DIM, str_of("it is being counted"));
        return;
    }
    for (int row = 0; row < canvas.rows && rest.n > 0; row++) {
        int n = 0;
        while (n < rest.n && rest.p[n] != '\n') {
            n++;
        }
        canvas_text(canvas, row, 2, row == 0 ? ROLE_HEADING : ROLE_OVERLAY,
                    wording(buf, canvas.frame, (struct str){rest.p, n}));
        rest = (struct str){rest.p + n, rest.n - n};
        rest = rest.n > 0 ? (struct str){rest.p + 1, rest.n - 1} : rest;
    }
}

/* ---- the whole ------------------------------------------------------------------------- */

enum { ROWS_WITH_PANE = 10, PANE_LEAST = 6 };

static void draw_pane(const struct figures_sheet *sheet, struct canvas canvas)
{
    static const char *const titles[FIGURES_PANES] = {[PANE_NOTES] = "notes",
                                                      [PANE_HIT_POINTS] = "hit points",
                                                      [PANE_DICE] = "dice",
                                                      [PANE_EVENINGS] = "evenings",
                                                      [PANE_QUESTIONS] = "questions"};
    int column = 2;
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    for (int i = 0; i < FIGURES_PANES; i++) {
        column =
            canvas_format(canvas, 0, column, i == (int)sheet->pane ? ROLE_SELECTED : ROLE_DIM,
                          " %s ", titles[i]) +
            1;
    }
    struct canvas inside = canvas_part(canvas, 1, 0, canvas.rows - 1, canvas.columns);
    switch (sheet->pane) {
    case PANE_NOTES:
        draw_notes(sheet, inside);
        return;
    case PANE_HIT_POINTS:
        draw_hit_points(sheet, inside);
        return;
    case PANE_DICE:
        draw_dice(sheet, inside);
        return;
    case PANE_EVENINGS:
        draw_evenings(sheet, inside);
        return;
    case PANE_QUESTIONS:
        draw_answer(sheet, inside);
        return;
    case FIGURES_PANES:
        return;
    }
}

static void figures_sheet_draw(const struct figures_sheet *sheet, struct canvas canvas)
{
    TEXT_BUFFER(title, 400);
    text_add(&title, "figures: %s",
             sheet->box.scope == SCOPE_FIGHT && sheet->title[0] != '\0'
                 ? sheet->title
                 : asked_scope_name(sheet->box.scope));
    if (sheet->box.edit.length > 0) {
        text_add(&title, ", %s", sheet->box.edit.text);
    }
    if (!sheet->reading.is_whole) {
        text_add(&title, ", reading");
    }
    struct canvas inside = sheet_draw(canvas, title.p);
    struct canvas rows = canvas_part(inside, 1, 0, inside.rows - 1, inside.columns);
    int items = items_of(sheet);
    if (inside.rows < ROWS_WITH_PANE && sheet->pane != PANE_NOTES) {
        draw_pane(sheet, inside); /* a small screen has room for one of the two */
        ask_box_draw_wrong(&sheet->box, inside);
        return;
    }
    if (inside.rows >= ROWS_WITH_PANE) {
        int room = rows.rows - PANE_LEAST - 1;
        int height = items < room ? (items > 0 ? items : 1) : room;
        draw_pane(sheet, canvas_part(rows, height, 0, rows.rows - height, rows.columns));
        rows = canvas_part(rows, 0, 0, height, rows.columns);
    }
    int at = NAME_COLUMN + name_width(inside.columns);
    for (int i = 0; i < columns_in(inside.columns); i++) {
        canvas_field(inside, (struct strip){0, at, columns[i].width, ALIGN_RIGHT}, ROLE_DIM,
                     str_of(columns[i].title));
        at += columns[i].width;
    }
    /* No signs of more rows: the panes stand below. */
    list_draw_rows(&sheet->list, draw_item, sheet, rows, canvas_part(rows, 0, 0, 0, 0));
    if (items == 0) {
        canvas_text(rows, 0, 2, ROLE_DIM,
                    str_of(sheet->reading.is_whole ? "no attack, damage or healing to count"
                                                   : "it is being read"));
    }
    ask_box_draw_wrong(&sheet->box, inside);
}

/* The open fight is read at once; what is larger, a piece in each idle moment. */
static void ask(struct screen *screen)
{
    struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    /* Asks again with the words and the scope of the box; nothing is read yet. */
    forget_answer(sheet); /* it borrows from the reading */
    figures_reading_begin(&sheet->reading, sheet->box.scope, sheet->encounter,
                          &sheet->box.asking);
    sheet->damage.code = STATUS_OK;
    sheet->summed_acts = 0;
    sheet->has_times = false; /* they name a row of what was read before */
    if (sheet->box.scope == SCOPE_FIGHT) {
        figures_sheet_read(sheet, screen->sitting);
    }
}

static void ask_again(struct screen *screen)
{
    struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    struct asking_names names = ask_box_names(&screen->model);
    if (ask_box_read(&sheet->box, &names)) {
        ask(screen);
    }
}

/* Of an encounter by its name; "": the open one. */
static void open_of(struct screen *screen, const char *encounter)
{
    struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    figures_sheet_done(sheet);
    memset(sheet, 0, sizeof *sheet);
    ask_box_init(&sheet->box, SCOPE_FIGHT);
    ask_box_read_kept(screen, &sheet->box);
    struct text name = text_over(sheet->encounter, sizeof sheet->encounter);
    struct text title = text_over(sheet->title, sizeof sheet->title);
    text_add(&name, "%s", encounter);
    text_add(&title, "%s", encounter[0] != '\0' ? encounter : screen->model.encounter);
    ask(screen);
    screen_push(screen, &view_of_figures);
}

static void open_about(struct screen *screen, const struct view_about *about)
{
    open_of(screen, about->name);
}

static bool opens_by_words(struct screen *screen, struct str words)
{
    struct asking asking;
    struct error err;
    struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    struct str name = str_unquoted(words);
    TEXT_BUFFER(encounter, FIGURES_NAME_SIZE);
    text_add_str(&encounter, name);
    bool is_name = name.n > 0 && sitting_has_encounter(screen->sitting, encounter.p);
    if (!is_name && (asking_read_line(&asking, words, &err) != STATUS_OK ||
                     sitting_put_questions(screen->sitting, &asking, &err) != STATUS_OK)) {
        return false; /* the command says what is wrong */
    }
    screen_close(screen, &view_of_palette);
    open_of(screen, is_name ? encounter.p : "");
    if (!is_name && words.n > 0) {
        line_edit_set(&sheet->box.edit, words);
        sheet->box.scope = SCOPE_CAMPAIGN;
        ask_again(screen);
    }
    return true;
}

/* The words of `questions QUESTION WORDS`, whose answer stands below the figures. */
static bool opens_question(struct screen *screen, struct str words)
{
    const struct ready_question *question;
    struct asking asking;
    struct error err;
    struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    struct str key = str_next_word(&words);
    words = str_trimmed(words);
    if (key.n == 0 || ready_question_find(&question, key, &err) != STATUS_OK ||
        asking_read_line(&asking, words, &err) != STATUS_OK ||
        sitting_put_questions(screen->sitting, &asking, &err) != STATUS_OK) {
        return false; /* the command lists them, or says what is wrong */
    }
    screen_close(screen, &view_of_palette);
    open_of(screen, "");
    figures_sheet_ask_for(sheet, (int)(question - ready_question_at(0)));
    if (words.n > 0) {
        line_edit_set(&sheet->box.edit, words);
        sheet->box.scope = SCOPE_CAMPAIGN;
        ask_again(screen);
    }
    return true;
}

static bool opens(struct screen *screen, enum opens what, struct str words)
{
    return what == OPENS_QUESTIONS ? opens_question(screen, words)
                                   : opens_by_words(screen, words);
}

/* ---- keys ------------------------------------------------------------------------------ */

/* While words are typed, only keys other than characters do something else. */
static bool before_key(struct screen *screen, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    struct ask_box *box = &sheet->box;
    screen_say(screen, ROLE_PLAIN, "");
    if (!box->is_typing || key->act == ACT_WIDEN) {
        return false;
    }
    if (key->act == ACT_WHY) {
        box->is_typing = box->is_wrong;
        return true;
    }
    if (key->act == ACT_CANCEL) {
        line_edit_init(&box->edit);
        box->is_typing = false;
        ask_again(screen);
        return true;
    }
    enum line_edit_effect effect = ask_box_input(box, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        ask_again(screen);
    }
    return effect != LINE_EDIT_IGNORED;
}

static bool types(const void *self)
{
    const struct figures_sheet *sheet = self;
    return sheet->box.is_typing;
}

static void type_words(struct screen *screen, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    (void)screen;
    sheet->box.is_typing = true;
}

static void widen(struct screen *screen, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    ask_box_widen(&sheet->box);
    ask(screen);
}

static void turn(struct screen *screen, const struct view_key *key)
{
    struct figures_sheet *sheet = key->self;
    figures_sheet_turn(sheet, key->act == ACT_NEXT ? 1 : -1);
    if (sheet->box.scope == SCOPE_FIGHT) {
        figures_sheet_read(sheet, screen->sitting);
    }
}

/* That of the open fight is answered at once; of more, when nobody presses a key. */
static void ask_ready(struct screen *screen, const struct view_key *key)
{
    struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    (void)key;
    /* The next of the ready questions, or the first to be shown. */
    int next = sheet->question + (sheet->pane == PANE_QUESTIONS ? 1 : 0);
    sheet->question = ready_question_at(next) != NULL ? next : 0;
    figures_sheet_ask_for(sheet, sheet->question);
    if (sheet->box.scope == SCOPE_FIGHT) {
        figures_sheet_read(sheet, screen->sitting);
    }
}

static void keep(struct screen *screen, const struct view_key *key)
{
    const struct figures_sheet *sheet = key->self;
    ask_box_keep(screen, &sheet->box);
}

static void ran(struct screen *screen)
{
    struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    ask_box_read_kept(screen, &sheet->box);
    ask_again(screen);
}

static void export(struct screen *screen, const struct view_key *key)
{
    const struct figures_sheet *sheet = screen_data(screen, &view_of_figures);
    struct export_draft draft = {.scope = sheet->box.scope,
                                 .encounter = sheet->title,
                                 .words = line_edit_text(&sheet->box.edit),
                                 .is_for_players = key->act == ACT_EXPORT_PLAYERS};
    screen_open_export(screen, &draft);
}

/* Only somebody of the open encounter can be asked about. */
static void ask_why(struct screen *screen, const struct view_key *key)
{
    const struct figures_row *row = figures_sheet_picked(key->self);
    const struct state *state = screen->model.state;
    (void)key;
    for (int id = 1; row != NULL && id <= state->count; id++) {
        if (strcmp(state_name(state, id), row->name) == 0) {
            view_of_why.open_about(screen, &(struct view_about){.id = id});
            return;
        }
    }
    screen_say(screen, ROLE_PLAIN,
               row == NULL ? "a side has no hit points: select somebody of it"
                           : "not in the open encounter: open that one to ask why");
}

/* ---- the view -------------------------------------------------------------------------- */

static void draw(const struct view_place *place, void *self)
{
    figures_sheet_draw(self, sheet_of(place->canvas));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct figures_sheet *sheet = self;
    if (sheet->box.is_typing) {
        ask_box_draw(&sheet->box, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

static bool learn(struct screen *screen)
{
    return figures_sheet_read(screen_data(screen, &view_of_figures), screen->sitting);
}

static void end(struct screen *screen)
{
    figures_sheet_done(screen_data(screen, &view_of_figures));
}

static const struct list_view list_of_figures = {.none = "nobody has figures"};

const struct view view_of_figures = {
    .context = CONTEXT_FIGURES,
    .room = VIEW_SHEET,
    .size = sizeof(struct figures_sheet),
    .list = &list_of_figures,
    .opens = opens,
    .open_about = open_about,
    .on =
        {
            [ACT_WHY] = ask_why,
            [ACT_NEXT] = turn,
            [ACT_BEFORE] = turn,
            [ACT_WIDEN] = widen,
            [ACT_READY] = ask_ready,
            [ACT_FILTER] = type_words,
            [ACT_KEEP] = keep,
            [ACT_EXPORT] = export,
            [ACT_EXPORT_PLAYERS] = export,
        },
    .before = before_key,
    .types = types,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .ran = ran,
    .learns = learn,
    .closed = end,
};
