#include "tui/forecast/forecast_sheet.h"

#include <string.h>

#include "app/forecast/answer.h"
#include "app/forecast/play.h"
#include "app/forecast/told.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "resolver/system.h"
#include "tracker/combatant_fields.h"
#include "tracker/naming.h"
#include "tracker/policy.h"
#include "tui/canvas/canvas.h"
#include "tui/widgets/reader.h"
#include "tui/widgets/report_table.h"

/* ---- policies, and for whom one of them is chosen --------------------------------------- */

/* The policy that is kept for a combatant (`id`), or for a side or a kind (`who`). */
static void find_kept(const struct state *state, int id, const char *who,
                      char out[POLICY_NAME_SIZE])
{
    const struct effect *at = NULL;
    struct policy_kept kept;
    while (policy_kept_next(state, &at, &kept)) {
        if (kept.id == id && (id != 0 || str_equal_any_case(str_of(who), kept.who))) {
            text_copy(out, POLICY_NAME_SIZE, kept.name);
        }
    }
}

/* True when others are of the same kind, for else the combatant's own name says all. */
static bool has_kin(const struct state *state, int id)
{
    struct str kind = str_of(state_text(state, id, TEXT_KIND));
    int count = 0;
    for (int other = 1; other <= state->count; other++) {
        count += state_is_present(state, other) &&
                         str_equal_any_case(kind, str_of(state_text(state, other, TEXT_KIND)))
                     ? 1
                     : 0;
    }
    return kind.n > 0 && count > 1;
}

void forecast_choice_who(const struct forecast_sheet *sheet, int place,
                         struct forecast_choice_who *out)
{
    static const char *const sides[] = {"party", "foes"};
    const struct state *state = sheet->shown.start;
    int id = forecast_sheet_picked(sheet);
    *out = (struct forecast_choice_who){.shown = ""};
    if (place < 2) {
        text_format(out->shown, sizeof out->shown, "the %s", sides[place]);
        text_format(out->word, sizeof out->word, "%s", sides[place]);
        find_kept(state, 0, sides[place], out->policy);
    } else if (place == 2 && id != 0 && has_kin(state, id)) {
        const char *kind = state_text(state, id, TEXT_KIND);
        struct text word = text_over(out->word, sizeof out->word);
        text_format(out->shown, sizeof out->shown, "every %s", kind);
        text_add_quoted(&word, str_of(kind));
        find_kept(state, 0, kind, out->policy);
    } else if (place == 3 && id != 0) {
        struct text word = text_over(out->word, sizeof out->word);
        text_format(out->shown, sizeof out->shown, "%s", state_name(state, id));
        combatant_word(state, id, &word);
        find_kept(state, id, "", out->policy);
    }
}

/* Where there are few columns, the chosen one alone. */
static int draw_who(const struct forecast_sheet *sheet, struct canvas inside)
{
    enum { WIDE = 70 };
    char buf[WORDING_SIZE];
    int column = canvas_text(inside, 0, 2, ROLE_DIM, str_of("Tab who:"));
    for (int i = 0; i < FORECAST_CHOICE_WHO; i++) {
        struct forecast_choice_who who;
        forecast_choice_who(sheet, i, &who);
        bool is_chosen = i == sheet->choice_who;
        if (who.shown[0] != '\0' && (is_chosen || inside.columns >= WIDE)) {
            if (is_chosen) {
                canvas_glyph(inside, 0, column + 1, ROLE_HEADING, GLYPH_SELECTED);
            }
            column = canvas_text(inside, 0, column + 3, is_chosen ? ROLE_HEADING : ROLE_OVERLAY,
                                 wording(buf, inside.frame, str_of(who.shown)));
        }
    }
    return 2;
}

static void draw_choice(const struct forecast_sheet *sheet, struct canvas inside)
{
    enum { NAME = 14 };
    const struct policy_set *set = &sheet->shown.forecast->policies;
    struct forecast_choice_who who;
    forecast_choice_who(sheet, sheet->choice_who, &who);
    int row = draw_who(sheet, inside);
    int below = inside.rows >= 12 ? 3 : 0;
    struct canvas list = canvas_part(inside, row, 0, inside.rows - row - below, inside.columns);
    const struct policy *chosen = sheet->choice > 0 ? &set->policy[sheet->choice - 1] : NULL;
    if (chosen != NULL && below > 0) {
        struct canvas part =
            canvas_part(inside, inside.rows - below, 2, below, inside.columns - 4);
        reader_draw_text(part, 0, str_of(chosen->help));
    }
    int first = sheet_first(list, set->count + 1, sheet->choice);
    for (int i = first; i <= set->count && i - first < list.rows; i++) {
        char buf[WORDING_SIZE];
        TEXT_BUFFER(help, POLICY_HELP_SIZE + 40);
        const struct policy *policy = i > 0 ? &set->policy[i - 1] : NULL;
        const char *name = policy != NULL ? policy->name : "usual";
        bool is_now = policy != NULL ? strcmp(who.policy, name) == 0 : who.policy[0] == '\0';
        text_add(&help, "%s%s%s", is_now ? "(now) " : "",
                 policy == NULL ? "no policy of their own: the usual ways" : policy->help,
                 policy != NULL && set->layer[i - 1] > 0 ? " (yours)" : "");
        int at = i - first;
        canvas_field(list, (struct strip){at, 2, NAME, ALIGN_LEFT}, ROLE_OVERLAY,
                     wording(buf, inside.frame, str_of(name)));
        canvas_field(list, (struct strip){at, 3 + NAME, list.columns - 4 - NAME, ALIGN_LEFT},
                     ROLE_OVERLAY, wording(buf, inside.frame, str_of(help.p)));
        if (i == sheet->choice) {
            canvas_set_role(list, (struct strip){at, 0, list.columns, ALIGN_LEFT},
                            ROLE_SELECTED);
            canvas_glyph(list, at, 0, ROLE_SELECTED, GLYPH_SELECTED);
        }
    }
}

/* The chance to win without those who matter most, a row each; nothing before it is known. */
static void draw_without(const json_t *list, struct canvas canvas)
{
    enum { CHANCE = 5, DIFFERENCE = 9 };
    const struct report_column columns[] = {
        {.columns = canvas.columns - CHANCE - DIFFERENCE - 2, .name = "name"},
        {.columns = -CHANCE, .name = "won", .kind = REPORT_PERCENT},
        {.columns = -DIFFERENCE, .name = "difference/won", .kind = REPORT_SHORT_POINTS}};
    int count = (int)json_array_size(list);
    if (count == 0 || canvas.rows < 2) {
        return;
    }
    canvas_words(canvas, 0, 1, ROLE_DIM, str_of("decides most: wins without"));
    for (int row = 1; row < canvas.rows && row <= count && row <= WITHOUT_BEST; row++) {
        report_table_draw_row(canvas, (struct report_strip){row, 1, ROLE_OVERLAY},
                              json_array_get(list, (size_t)row - 1), columns, 3);
    }
}

/* ---- the answer ------------------------------------------------------------------------ */

enum { FULL = 1000, AXIS = 5 };

/* The chance at a number, in parts of FULL: between two that were tried, on the line from one
 * to the other. */
static int chance_at(const struct forecast_answer *answer, double number)
{
    const struct forecast_point *low = NULL, *high = NULL;
    for (int i = 0; i < answer->points && high == NULL; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->trial.fights > 0) {
            low = point->number <= number ? point : low;
            high = point->number >= number ? point : NULL;
        }
    }
    if (low == NULL || high == NULL) {
        return 0;
    }
    double from = forecast_trial_chance(&low->trial).middle;
    double to = forecast_trial_chance(&high->trial).middle;
    double apart = high->number - low->number;
    return (int)((from + (apart > 0 ? (to - from) * (number - low->number) / apart : 0)) *
                 (double)FULL);
}

static void draw_axis(const struct forecast_answer *answer, struct canvas canvas)
{
    const struct forecast_question *question = &answer->question;
    struct strip field = {0, 0, AXIS - 1, ALIGN_RIGHT};
    int last = canvas.rows - 2;
    canvas_field(canvas, field, ROLE_DIM, str_of("100%"));
    field.row = last;
    canvas_field(canvas, field, ROLE_DIM, str_of("0%"));
    int row = (int)((1 - question->goal) * last + 0.5);
    if (question->has_goal && row > 0 && row < last) {
        TEXT_BUFFER(goal, 16);
        text_add_percent(&goal, question->goal);
        field.row = row;
        canvas_field(canvas, field, ROLE_HEADING, str_of(goal.p));
    }
    TEXT_BUFFER(low, 16);
    TEXT_BUFFER(high, 16);
    text_add(&low, "%d", question->low);
    text_add(&high, "%d", question->high);
    canvas_text(canvas, last + 1, AXIS, ROLE_DIM, str_of(low.p));
    canvas_field(canvas, (struct strip){last + 1, AXIS, canvas.columns - AXIS, ALIGN_RIGHT},
                 ROLE_DIM, str_of(high.p));
    canvas_text(canvas, last + 1, AXIS + low.n, ROLE_DIM, str_of(" "));
    canvas_text(canvas, last + 1, AXIS, ROLE_DIM, str_of(low.p));
}

static void draw_curve(const struct forecast_answer *answer, struct canvas canvas)
{
    enum { NUMBERS = 160 };
    int number[NUMBERS];
    const struct forecast_question *question = &answer->question;
    int count = (canvas.columns - AXIS) * graph_numbers_in_cell(canvas.frame);
    count = count < NUMBERS ? count : NUMBERS;
    if (canvas.rows < 3 || count < 2) {
        return;
    }
    double step = (double)(question->high - question->low) / (count - 1);
    for (int i = 0; i < count; i++) {
        number[i] = chance_at(answer, question->low + step * i);
    }
    int columns = AXIS + (count + 1) / graph_numbers_in_cell(canvas.frame);
    graph_draw(canvas_part(canvas, 0, AXIS, canvas.rows - 1, columns - AXIS), ROLE_HP_GOOD,
               number, count, FULL);
    draw_axis(answer, canvas_part(canvas, 0, 0, canvas.rows, columns));
}

/* "› 5  73%  69-77%  400" */
static void draw_points(const struct forecast_answer *answer, struct canvas canvas)
{
    enum { WIDTH = 32 };
    static const struct report_column columns[] = {
        {.columns = -5, .name = "number"},
        {.columns = -6, .name = "", .kind = REPORT_PERCENT},
        {.columns = -10, .name = "", .kind = REPORT_RANGE},
        {.columns = -7, .name = "fights"}};
    struct forecast_found found;
    bool is_known = forecast_answer_found(answer, &found);
    json_t *report = forecast_answer_report(answer), *point;
    size_t i;
    int row = 1, column = 0;
    json_array_foreach(report_value(report, "curve"), i, point)
    {
        if (row == canvas.rows) {
            row = 1;
            column += WIDTH;
        }
        if (column + WIDTH > canvas.columns || canvas.rows < 2) {
            break;
        }
        if (row == 1) {
            canvas_text(canvas, 0, column, ROLE_DIM, str_of("  tried chance       95% fights"));
        }
        bool is_best =
            is_known && found.best->number == json_integer_value(report_value(point, "number"));
        struct canvas part = canvas_part(canvas, row++, column, 1, WIDTH);
        if (is_best) {
            canvas_glyph(part, 0, 0, ROLE_HEADING, GLYPH_SELECTED);
        }
        report_table_draw_row(
            part, (struct report_strip){0, 2, is_best ? ROLE_HEADING : ROLE_OVERLAY}, point,
            columns, 4);
        canvas_set_role(part, (struct strip){0, 23, 7, ALIGN_LEFT}, ROLE_DIM);
    }
    json_decref(report);
}

/* The answer in a sentence, the chance over the numbers, and those that were tried. */
static void draw_answer(const struct forecast_answer *answer, struct canvas canvas)
{
    enum { CURVE = 7, SAYS = 3, SMALL = 14 };
    TEXT_BUFFER(says, 600);
    TEXT_BUFFER(asked, FORECAST_QUESTION_SIZE + 24 + 2 * POLICY_NAME_SIZE);
    char buf[WORDING_SIZE];
    const struct forecast_one *one = &answer->forecast->one[0];
    text_add(&asked, "%s?%s  by %s against %s", answer->question.words,
             answer->is_played ? "" : " ...", one->side[SIDE_PARTY]->name,
             one->side[SIDE_FOES]->name);
    canvas_field(canvas, (struct strip){0, 2, canvas.columns - 4, ALIGN_LEFT}, ROLE_DIM,
                 wording(buf, canvas.frame, str_of(asked.p)));
    text_add(&says, "# ");
    forecast_answer_sum_up(answer, &says);
    struct canvas part = canvas_part(canvas, 1, 2, SAYS, canvas.columns - 4);
    int rows = reader_draw_text(part, 0, str_of(says.p));
    int row = 1 + (rows < SAYS ? rows : SAYS);
    int left = canvas.rows - row, curve = left < SMALL ? left : CURVE + (left - SMALL) / 3;
    draw_curve(answer, canvas_part(canvas, row, 2, curve, canvas.columns - 4));
    row += curve + 1;
    draw_points(answer, canvas_part(canvas, row, 2, canvas.rows - row, canvas.columns - 4));
}

enum {
    ROUNDS_SHOWN = 8,
    CHANCE_WIDTH = 12,
    BAND_WIDTH = 9,
    NAME_LEAST = 12,
    NAME_MOST = 24,
    BAR_MOST = 30,
    SPLIT_FROM = 70, /* columns; narrower: one column */
    RIGHT_WIDTH = 31
};

/* ---- who is shown ---------------------------------------------------------------------- */

static const struct state *start_of(const struct forecast_sheet *sheet)
{
    return sheet->shown.start;
}

/* The combatant at this place, the party first; 0: there are fewer. */
static int one_at(const struct state *state, int place)
{
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        for (int id = 1; id <= state->count; id++) {
            bool is_shown =
                state_is_in(state, id) && state_value(state, id, FIELD_SIDE, SIDE_FOES) == side;
            if (is_shown && place-- == 0) {
                return id;
            }
        }
    }
    return 0;
}

static int count_there(const struct state *state)
{
    int count = 0;
    for (int id = 1; state != NULL && id <= state->count; id++) {
        count += state_is_in(state, id) ? 1 : 0;
    }
    return count;
}

int forecast_sheet_count(const struct forecast_sheet *sheet)
{
    const struct forecast *forecast = sheet->shown.forecast;
    const struct fight_tally_later *later[TALLY_LATER_MAX];
    return count_there(start_of(sheet)) +
           (forecast != NULL ? fight_tally_later(&forecast->one[0].tally, later) : 0);
}

int forecast_sheet_picked(const struct forecast_sheet *sheet)
{
    const struct state *state = start_of(sheet);
    return state != NULL ? one_at(state, sheet->picked) : 0;
}

void forecast_sheet_move(struct forecast_sheet *sheet, int steps)
{
    int64_t last = forecast_sheet_count(sheet) - 1;
    int64_t picked = (int64_t)sheet->picked + steps;
    picked = picked > last ? last : picked;
    sheet->picked = picked < 0 ? 0 : (int)picked;
}

/* ---- parts ----------------------------------------------------------------------------- */

/* By each pair of policies: the chance to win, its interval, the other ends. */
static int draw_pairs(const struct forecast *forecast, const json_t *list, struct canvas canvas)
{
    int name = canvas.columns - CHANCE_WIDTH - BAND_WIDTH - 3;
    int count = name >= NAME_MOST + CHANCE_WIDTH ? 4 : 3;
    const struct report_column columns[] = {
        {.title = "party / foes",
         .columns = name > NAME_MOST ? NAME_MOST : name,
         .name = ".pair"},
        {.title = "party wins",
         .columns = -CHANCE_WIDTH,
         .name = "ends/won",
         .kind = REPORT_CHANCE},
        {.title = "95%", .columns = -BAND_WIDTH, .name = "ends/won", .kind = REPORT_RANGE},
        {.title = "all fall",
         .columns = -CHANCE_WIDTH,
         .name = "ends/lost",
         .kind = REPORT_CHANCE}};
    report_table_draw_head(canvas, (struct report_strip){0, 2, ROLE_DIM}, columns, count);
    for (int i = 0; i < forecast->pairs; i++) {
        struct report_strip at = {1 + i, 2, i == 0 ? ROLE_HEADING : ROLE_OVERLAY};
        report_table_draw_row(canvas, at, json_array_get(list, (size_t)i), columns, 3);
        at.column += columns[0].columns + CHANCE_WIDTH + BAND_WIDTH;
        at.role = ROLE_OVERLAY; /* only the chance to win stands out */
        report_table_draw_row(canvas, at, json_array_get(list, (size_t)i), columns + 3,
                              count - 3);
    }
    return 1 + forecast->pairs;
}

/* The row of a combatant in a report. */
static const json_t *row_of(const json_t *combatants, const struct state *state, int id)
{
    size_t at = 0;
    for (int before = 1; before < id; before++) {
        at += state_is_present(state, before) ? 1 : 0;
    }
    return json_array_get(combatants, at);
}

/* One that is listed: the party, the foes, then those who arrive later. */
struct falls_row {
    const json_t *told;
    bool is_party;
    int64_t falls;
};

static struct falls_row falls_row_at(const struct forecast *forecast, const json_t *combatants,
                                     int place)
{
    const struct state *state = forecast->variant[0].start;
    const struct fight_tally *tally = &forecast->one[0].tally;
    const struct fight_tally_later *later[TALLY_LATER_MAX];
    int id = one_at(state, place), laters = fight_tally_later(tally, later);
    if (id != 0) {
        return (struct falls_row){row_of(combatants, state, id),
                                  state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY,
                                  tally->falls[id - 1]};
    }
    int at = place - count_there(state);
    CHECK(at >= 0 && at < laters);
    return (struct falls_row){
        json_array_get(combatants, json_array_size(combatants) - (size_t)(laters - at)),
        later[at]->side == SIDE_PARTY, later[at]->falls};
}

/* Those who fall in how many fights, by the first pair, and the band over all pairs. */
static void draw_falls(const struct forecast_sheet *sheet, const json_t *list,
                       struct canvas canvas)
{
    const struct forecast *forecast = sheet->shown.forecast;
    const json_t *combatants = report_value(json_array_get(list, 0), "combatants");
    int name = canvas.columns - CHANCE_WIDTH - BAND_WIDTH - 11;
    name = name > NAME_MOST ? NAME_MOST : name < NAME_LEAST ? NAME_LEAST : name;
    int bar = canvas.columns - 2 - name - CHANCE_WIDTH - BAND_WIDTH - 2;
    bar = bar > BAR_MOST ? BAR_MOST : bar;
    const struct report_column columns[] = {
        {.title = "falls in", .columns = name, .name = ".shown"},
        {.columns = -CHANCE_WIDTH, .name = "falls", .kind = REPORT_CHANCE},
        {.title = "band", .columns = -BAND_WIDTH, .name = ".band", .kind = REPORT_RANGE}};
    report_table_draw_head(canvas, (struct report_strip){0, 2, ROLE_DIM}, columns, 3);
    struct canvas rows = canvas_part(canvas, 1, 0, canvas.rows - 1, canvas.columns);
    int count = forecast_sheet_count(sheet);
    int first = sheet_first(rows, count, sheet->picked);
    for (int row = 0; row < rows.rows && first + row < count; row++) {
        struct falls_row one = falls_row_at(forecast, combatants, first + row);
        report_table_draw_row(rows, (struct report_strip){row, 2, ROLE_OVERLAY}, one.told,
                              columns, 3);
        if (!one.is_party) {
            canvas_set_role(rows, (struct strip){row, 2, name, ALIGN_LEFT}, ROLE_DIM);
        }
        if (bar >= 4) {
            canvas_bar(
                rows,
                (struct strip){row, 2 + name + CHANCE_WIDTH + BAND_WIDTH + 2, bar, ALIGN_LEFT},
                one.is_party ? ROLE_HP_LOW : ROLE_HP_GOOD,
                (struct measure){one.falls, forecast->one[0].tally.fights});
        }
        if (first + row == sheet->picked) {
            canvas_set_role(rows, (struct strip){row, 0, rows.columns, ALIGN_LEFT},
                            ROLE_SELECTED);
            canvas_glyph(rows, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
        }
    }
}

/* ---- the right half -------------------------------------------------------------------- */

/* A row for each round in which fights end, the last one for all later rounds. */
static int draw_rounds(const struct forecast *forecast, struct canvas canvas, int shown)
{
    const struct fight_tally *tally = &forecast->one[0].tally;
    struct forecast_round round[ROUNDS_SHOWN];
    int64_t most = 1;
    int count = forecast_last_rounds(forecast, shown, round);
    for (int i = 0; i < TALLY_ROUNDS; i++) {
        most = tally->rounds[i] > most ? tally->rounds[i] : most;
    }
    canvas_text(canvas, 0, 1, ROLE_DIM, str_of("ends in round"));
    for (int i = 0; i < count; i++) {
        int row = 1 + i;
        int64_t fights = round[i].fights;
        TEXT_BUFFER(label, 16);
        TEXT_BUFFER(chance, 16);
        text_add(&label, "%d%s", round[i].round, round[i].is_rest ? "+" : "");
        text_add_percent(&chance, (double)fights / (double)tally->fights);
        canvas_field(canvas, (struct strip){row, 1, 4, ALIGN_RIGHT}, ROLE_OVERLAY,
                     str_of(label.p));
        canvas_bar(canvas, (struct strip){row, 6, canvas.columns - 12, ALIGN_LEFT},
                   ROLE_HP_GOOD, (struct measure){fights, most > fights ? most : fights});
        canvas_field(canvas, (struct strip){row, canvas.columns - 6, 6, ALIGN_RIGHT}, ROLE_DIM,
                     str_of(chance.p));
    }
    return 1 + count;
}

/* Hit points or bodies of the party that are left, on average, of those it has now. */
static void draw_left(const struct forecast *forecast, struct canvas canvas, int row)
{
    const struct state *state = forecast->variant[0].start;
    const struct fight_tally *tally = &forecast->one[0].tally;
    int64_t left = 0, now = 0;
    for (int id = 1; id <= state->count; id++) {
        bool is_party = state_is_in(state, id) &&
                        state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        left += is_party ? tally->hp_left[id - 1] : 0;
        now += is_party ? state_value(state, id, FIELD_HP, 0) : 0;
    }
    if (tally->fights > 0) {
        TEXT_BUFFER(words, 80);
        text_add(&words, "party: ");
        text_add_average(&words, (double)left / (double)tally->fights);
        text_add(&words, " of %lld %s left", (long long)now, state_system(state)->hit_points);
        canvas_words(canvas, row, 1, ROLE_OVERLAY, str_of(words.p));
    }
}

static int draw_breaks(const struct forecast *forecast, struct canvas canvas, int row)
{
    const struct state *state = forecast->variant[0].start;
    const struct fight_tally *tally = &forecast->one[0].tally;
    for (int id = 1; id <= state->count && row < canvas.rows; id++) {
        if (tally->breaks[id - 1] > 0) {
            char buf[WORDING_SIZE];
            TEXT_BUFFER(words, NAME_SIZE + 40);
            text_add(&words, "breaks ");
            text_add_percent(&words, (double)tally->breaks[id - 1] / (double)tally->fights);
            text_add(&words, "  ");
            group_name(state, id, &words);
            canvas_words(canvas, row++, 1, ROLE_OVERLAY,
                         wording(buf, canvas.frame, str_of(words.p)));
        }
    }
    return row;
}

/* Where there are few rows, those who matter most come before later rounds and morale. */
static void draw_right(const struct forecast *forecast, const json_t *report,
                       struct canvas canvas)
{
    int without = canvas.rows >= 10 ? 1 + WITHOUT_BEST : 0;
    int rounds = canvas.rows - 3 - without;
    rounds = rounds < ROUNDS_SHOWN ? rounds : ROUNDS_SHOWN;
    int row = draw_rounds(forecast, canvas, rounds > 2 ? rounds : 2);
    draw_left(forecast, canvas, row++);
    row = draw_breaks(forecast,
                      canvas_part(canvas, 0, 0, canvas.rows - without, canvas.columns), row);
    draw_without(report_value(report, "without"),
                 canvas_part(canvas, row, 0, canvas.rows - row, canvas.columns));
}

/* ---- what if ---------------------------------------------------------------------------- */

static int draw_what_ifs(const struct forecast *forecast, const json_t *list,
                         struct canvas canvas)
{
    enum { CHANGE = 11, FALL = 18 };
    bool is_ascii = glyphs_are_ascii(canvas.frame->glyphs);
    int name = canvas.columns - 44 > NAME_LEAST ? canvas.columns - 44 : NAME_LEAST;
    const struct report_column columns[] = {
        {.title = "what if", .columns = name, .name = ".what_if"},
        {.title = "party wins",
         .columns = -CHANCE_WIDTH,
         .name = "ends/won",
         .kind = REPORT_CHANCE},
        {.columns = -CHANGE, .name = ".difference/won", .kind = REPORT_SHORT_POINTS},
        {.title = "fall", .columns = -FALL, .name = ".fall"}};
    report_table_draw_head(canvas, (struct report_strip){0, 2, ROLE_DIM}, columns, 4);
    for (int i = 0; i < forecast->variants; i++) {
        json_t *row = json_array_get(list, (size_t)(i * forecast->pairs));
        TEXT_BUFFER(fall, 60);
        report_tell(row, i > 0 ? "{.party_falls:average}  " : "{.party_falls:average}", &fall);
        const struct report_column change = {.name = ".difference/falls", .kind = REPORT_SHORT};
        report_format_cell(row, &change, is_ascii, &fall);
        report_set_words(row, ".fall", fall.p);
        bool is_known = forecast->one[i * forecast->pairs].tally.fights > 0;
        report_table_draw_row(canvas, (struct report_strip){1 + i, 2, ROLE_OVERLAY}, row,
                              columns, is_known ? 4 : 2);
    }
    return 1 + forecast->variants;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* What no policy answers, why it does not end, what was assumed. */
static bool has_hidden(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && state_has_effect(state, EFFECT_HIDDEN, id, 0)) {
            return true;
        }
    }
    return false;
}

static void write_notes(const struct forecast *forecast, struct text *out)
{
    if (forecast_stops(forecast) != NULL) {
        text_add(out, "The fights stop at %s.", forecast_stops(forecast));
        return;
    }
    if (has_hidden(forecast->variant[0].start)) {
        text_add(out, "For the referee alone: those who are hidden are in it. ");
    }
    TEXT_BUFFER(said, 1600);
    if (forecast->fights > 0) {
        forecast_say(forecast, SAYS_DEPENDS, SAYS_ENDLESS, " ", &said);
    }
    int before = said.n;
    forecast_say(forecast, SAYS_LATER, SAYS_LATER, " ", &said);
    text_add(&said, "%s", said.n > before ? " In a what if, set changes them too." : "");
    forecast_who_follows(forecast, &said);
    TEXT_BUFFER(assumed, 1000);
    forecast_assumptions(forecast, &assumed);
    if (assumed.n > 0) {
        text_add(&said, "%sAssumed: %s.", said.n > 0 ? " " : "", assumed.p);
    }
    text_add_str(out, (struct str){said.p, said.n});
}

/* What was kept, or else what is shown, beside how it went. */
static void write_went(const struct forecast_sheet *sheet, struct text *out)
{
    const struct forecast *forecast = sheet->shown.forecast;
    struct kept_forecast live;
    if (!sheet->is_over) {
        return;
    }
    if (sheet->is_kept) {
        kept_forecast_compare(&sheet->kept, &sheet->went, out);
    } else if (forecast != NULL && forecast->one[0].tally.fights > 0) {
        kept_forecast_of(&live, forecast);
        kept_forecast_compare(&live, &sheet->went, out);
    }
}

/* Words broken at blanks; returns the rows they take, `most` or fewer. */
static int draw_wrapped(struct canvas canvas, int row, int most, struct str text)
{
    struct canvas part = canvas_part(canvas, row, 2, most, canvas.columns - 4);
    int rows = reader_draw_text(part, 0, text);
    return rows < most ? rows : most;
}

/* As many rows as the notes need, at most a quarter of all. */
static int rows_of_notes(struct canvas inside, struct str notes)
{
    enum { SHARE = 4 };
    struct str line;
    int rows = 0;
    while (grapheme_next_line(&line, &notes, inside.columns - 4)) {
        rows++;
    }
    int most = inside.rows / SHARE;
    return rows > most ? most : rows;
}

static void draw_forecast(const struct forecast_sheet *sheet, struct canvas inside)
{
    const struct forecast *forecast = sheet->shown.forecast;
    TEXT_BUFFER(verdict, 240);
    TEXT_BUFFER(notes, 1600);
    text_add(&verdict, "# ");
    forecast_say(forecast, SAYS_VERDICT, SAYS_VERDICT, "", &verdict);
    if (sheet->is_overtaken) {
        text_add(&notes, "%s ", FORECAST_OVERTAKEN);
    }
    write_went(sheet, &notes);
    text_add(&notes, "%s", notes.n > 0 ? "\n" : "");
    write_notes(forecast, &notes);
    if (!forecast_is_known(forecast)) {
        int told = draw_wrapped(inside, 0, 2, str_of(verdict.p));
        draw_wrapped(inside, told + 1, 4, str_of(notes.p));
        return;
    }
    bool is_small = inside.rows < 16;
    int row = draw_wrapped(inside, 0, is_small ? 3 : 2, str_of(verdict.p));
    row += is_small ? 0 : 1;
    int notes_rows = is_small ? 0 : rows_of_notes(inside, str_of(notes.p));
    int below = (forecast->variants > 1 ? 1 + forecast->variants : 0) + notes_rows;
    int height = inside.rows - row - below;
    int right = inside.columns >= SPLIT_FROM && !is_small ? RIGHT_WIDTH : 0;
    struct canvas left = canvas_part(inside, row, 0, height, inside.columns - right);
    /* Where there are few rows, the keys that move go on to who falls. */
    const struct forecast_told told = {
        .forecast = forecast, .without = &sheet->shown.without, .is_partial = true};
    json_t *report = forecast_report(&told), *list = report_value(report, "forecasts");
    int pairs = is_small && sheet->picked > 0 ? 0 : draw_pairs(forecast, list, left);
    draw_falls(sheet, list, canvas_part(left, pairs, 0, left.rows - pairs, left.columns - 1));
    if (right > 0) {
        canvas_rule_down(inside, row, inside.columns - right, height, ROLE_BORDER);
        draw_right(forecast, report,
                   canvas_part(inside, row, inside.columns - right + 1, height, right - 2));
    }
    row += height;
    if (forecast->variants > 1) {
        row +=
            draw_what_ifs(forecast, list, canvas_part(inside, row, 0, below, inside.columns));
    }
    json_decref(report);
    draw_wrapped(inside, row, notes_rows, str_of(notes.p));
}

/* How far it is. */
static void write_facts(const struct forecast_shown *shown, struct text *out)
{
    if (shown->forecast == NULL) {
        return;
    }
    if (shown->forecast->one[0].tally.fights > 0) {
        text_add(out, ", %lld fights each, within ", (long long)shown->forecast->fights);
        text_add_decimal(out, forecast_points(shown->forecast), 1);
        text_add(out, " points");
    }
    text_add(out, "%s", forecast_shown_is_busy(shown) ? ", playing" : "");
}

void forecast_sheet_draw(const struct forecast_sheet *sheet, struct canvas canvas)
{
    TEXT_BUFFER(title, FORECAST_NAME_SIZE + 20);
    TEXT_BUFFER(facts, 80);
    text_add(&title, "forecast: %s",
             sheet->shown.at[0] != '\0' ? sheet->shown.at : sheet->shown.encounter);
    write_facts(&sheet->shown, &facts);
    struct canvas inside = sheet_draw_with(canvas, title.p, facts.p);
    if (sheet->shown.error.code != STATUS_OK) {
        TEXT_BUFFER(went, 1000);
        write_went(sheet, &went);
        TEXT_BUFFER(wrong, ERROR_WHERE_SIZE + ERROR_TEXT_SIZE + 4);
        text_add_error(&wrong, &sheet->shown.error);
        int told = draw_wrapped(inside, 0, 4, str_of(wrong.p));
        draw_wrapped(inside, told + 1, 6, str_of(went.p));
    } else if (sheet->answer != NULL) {
        draw_answer(sheet->answer, inside);
    } else if (sheet->is_choosing && sheet->shown.forecast != NULL) {
        draw_choice(sheet, inside);
    } else if (sheet->shown.forecast == NULL || sheet->shown.forecast->fights == 0) {
        canvas_text(inside, 0, 2, ROLE_DIM, str_of("the first fights are being played"));
    } else {
        draw_forecast(sheet, inside);
    }
    if (sheet->wrong[0] != '\0') {
        struct canvas place = canvas_part(inside, inside.rows - 2, 0, 2, inside.columns);
        canvas_fill(place, ROLE_OVERLAY);
        draw_wrapped(place, 0, 2, str_of(sheet->wrong));
    }
}
