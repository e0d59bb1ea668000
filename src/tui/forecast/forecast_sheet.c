#include "tui/forecast/forecast_sheet.h"

#include "app/forecast/forecast_play.h"
#include "app/forecast/forecast_words.h"
#include "tracker/combatant_fields.h"
#include "tui/forecast/forecast_trials.h"
#include "tui/widgets/reader.h"

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

int forecast_sheet_count(const struct forecast_sheet *sheet)
{
    int count = 0;
    const struct state *state = start_of(sheet);
    for (int id = 1; state != NULL && id <= state->count; id++) {
        count += state_is_in(state, id) ? 1 : 0;
    }
    return count;
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

static void draw_chance(struct canvas canvas, struct strip field, enum role role, int64_t count,
                        int64_t of)
{
    struct interval chance = interval_of_chance(count, of);
    TEXT_BUFFER(cell, 32);
    forecast_add_chance(&cell, &chance);
    canvas_field(canvas, field, role, str_of(cell.p));
}

static void draw_range(struct canvas canvas, struct strip field, double low, double high)
{
    TEXT_BUFFER(cell, 32);
    forecast_add_range(&cell, low, high);
    canvas_field(canvas, field, ROLE_DIM, str_of(cell.p));
}

/* By each pair of policies: the chance to win, its interval, the other ends. */
static int draw_pairs(const struct forecast *forecast, struct canvas canvas)
{
    int name = canvas.columns - CHANCE_WIDTH - BAND_WIDTH - 3;
    bool has_room = name >= NAME_MOST + CHANCE_WIDTH;
    name = name > NAME_MOST ? NAME_MOST : name;
    canvas_text(canvas, 0, 2, ROLE_DIM, str_of("party / foes"));
    canvas_field(canvas, (struct strip){0, 2 + name, CHANCE_WIDTH, ALIGN_RIGHT}, ROLE_DIM,
                 str_of("party wins"));
    canvas_field(canvas, (struct strip){0, 2 + name + CHANCE_WIDTH, BAND_WIDTH, ALIGN_RIGHT},
                 ROLE_DIM, str_of("95%"));
    struct strip fall = {0, 2 + name + CHANCE_WIDTH + BAND_WIDTH, CHANCE_WIDTH, ALIGN_RIGHT};
    if (has_room) {
        canvas_field(canvas, fall, ROLE_DIM, str_of("all fall"));
    }
    for (int i = 0; i < forecast->pairs; i++) {
        const struct forecast_one *one = &forecast->one[i];
        const struct fight_tally *tally = &one->tally;
        struct interval won = interval_of_chance(tally->ends[FIGHT_WON], tally->fights);
        TEXT_BUFFER(names, 2 * POLICY_NAME_SIZE + 8);
        text_add(&names, "%s / %s", one->side[SIDE_PARTY]->name, one->side[SIDE_FOES]->name);
        int at = 2 + name, row = 1 + i;
        enum role role = i == 0 ? ROLE_HEADING : ROLE_OVERLAY;
        canvas_field(canvas, (struct strip){row, 2, name, ALIGN_LEFT}, role, str_of(names.p));
        draw_chance(canvas, (struct strip){row, at, CHANCE_WIDTH, ALIGN_RIGHT}, role,
                    tally->ends[FIGHT_WON], tally->fights);
        draw_range(canvas, (struct strip){row, at + CHANCE_WIDTH, BAND_WIDTH, ALIGN_RIGHT},
                   won.low, won.high);
        fall.row = row;
        if (has_room) {
            draw_chance(canvas, fall, ROLE_OVERLAY, tally->ends[FIGHT_LOST], tally->fights);
        }
    }
    return 1 + forecast->pairs;
}

/* Those who fall in how many fights, by the first pair, and the band over all pairs. */
static void draw_falls(const struct forecast_sheet *sheet, struct canvas canvas)
{
    const struct forecast *forecast = sheet->shown.forecast;
    const struct state *state = forecast->variant[0].start;
    const struct fight_tally *tally = &forecast->one[0].tally;
    int name = canvas.columns - CHANCE_WIDTH - BAND_WIDTH - 11;
    name = name > NAME_MOST ? NAME_MOST : name < NAME_LEAST ? NAME_LEAST : name;
    int bar = canvas.columns - 2 - name - CHANCE_WIDTH - BAND_WIDTH - 2;
    bar = bar > BAR_MOST ? BAR_MOST : bar;
    canvas_text(canvas, 0, 2, ROLE_DIM, str_of("falls in"));
    canvas_field(canvas, (struct strip){0, 2 + name + CHANCE_WIDTH, BAND_WIDTH, ALIGN_RIGHT},
                 ROLE_DIM, str_of("band"));
    struct canvas rows = canvas_part(canvas, 1, 0, canvas.rows - 1, canvas.columns);
    int count = forecast_sheet_count(sheet);
    int first = sheet_first(rows, count, sheet->picked);
    for (int row = 0; row < rows.rows && first + row < count; row++) {
        char buf[WORDING_SIZE];
        int id = one_at(state, first + row);
        bool is_picked = first + row == sheet->picked;
        bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        struct forecast_band band = forecast_band_falls(forecast, id);
        canvas_field(rows, (struct strip){row, 2, name, ALIGN_LEFT},
                     is_party ? ROLE_OVERLAY : ROLE_DIM,
                     wording(buf, rows.frame, str_of(state_name(state, id))));
        draw_chance(rows, (struct strip){row, 2 + name, CHANCE_WIDTH, ALIGN_RIGHT},
                    ROLE_OVERLAY, tally->falls[id - 1], tally->fights);
        draw_range(rows, (struct strip){row, 2 + name + CHANCE_WIDTH, BAND_WIDTH, ALIGN_RIGHT},
                   band.low, band.high);
        if (bar >= 4) {
            canvas_bar(
                rows,
                (struct strip){row, 2 + name + CHANCE_WIDTH + BAND_WIDTH + 2, bar, ALIGN_LEFT},
                is_party ? ROLE_HP_LOW : ROLE_HP_GOOD,
                (struct measure){tally->falls[id - 1], tally->fights});
        }
        if (is_picked) {
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
    int64_t rest = tally->fights, most = 1;
    int row = 0;
    for (int i = 0; i < TALLY_ROUNDS; i++) {
        most = tally->rounds[i] > most ? tally->rounds[i] : most;
    }
    canvas_text(canvas, row++, 1, ROLE_DIM, str_of("ends in round"));
    for (int i = 0; i < TALLY_ROUNDS && rest > 0 && row <= shown; i++) {
        if (tally->rounds[i] == 0 && row == 1) {
            continue;
        }
        bool is_last = row == shown && rest > tally->rounds[i];
        int64_t count = is_last ? rest : tally->rounds[i];
        TEXT_BUFFER(label, 16);
        TEXT_BUFFER(chance, 16);
        text_add(&label, "%d%s", forecast->variant[0].about.first_round + i,
                 is_last ? "+" : "");
        text_add_percent(&chance, (double)count / (double)tally->fights);
        canvas_field(canvas, (struct strip){row, 1, 4, ALIGN_RIGHT}, ROLE_OVERLAY,
                     str_of(label.p));
        canvas_bar(canvas, (struct strip){row, 6, canvas.columns - 12, ALIGN_LEFT},
                   ROLE_HP_GOOD, (struct measure){count, most > count ? most : count});
        canvas_field(canvas, (struct strip){row, canvas.columns - 6, 6, ALIGN_RIGHT}, ROLE_DIM,
                     str_of(chance.p));
        rest -= count;
        row++;
    }
    return row;
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
        text_add(&words, " of %lld HP left", (long long)now);
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
static void draw_right(const struct forecast_shown *shown, struct canvas canvas)
{
    const struct forecast *forecast = shown->forecast;
    int without = canvas.rows >= 10 ? 1 + WITHOUT_BEST : 0;
    int rounds = canvas.rows - 3 - without;
    rounds = rounds < ROUNDS_SHOWN ? rounds : ROUNDS_SHOWN;
    int row = draw_rounds(forecast, canvas, rounds > 2 ? rounds : 2);
    draw_left(forecast, canvas, row++);
    row = draw_breaks(forecast,
                      canvas_part(canvas, 0, 0, canvas.rows - without, canvas.columns), row);
    forecast_draw_without(&shown->without,
                          canvas_part(canvas, row, 0, canvas.rows - row, canvas.columns));
}

/* ---- what if ---------------------------------------------------------------------------- */

static int draw_what_ifs(const struct forecast *forecast, struct canvas canvas)
{
    canvas_text(canvas, 0, 2, ROLE_DIM, str_of("what if"));
    int name = canvas.columns - 44 > NAME_LEAST ? canvas.columns - 44 : NAME_LEAST;
    canvas_field(canvas, (struct strip){0, 2 + name, CHANCE_WIDTH, ALIGN_RIGHT}, ROLE_DIM,
                 str_of("party wins"));
    canvas_field(canvas, (struct strip){0, 2 + name + CHANCE_WIDTH + 11, 18, ALIGN_RIGHT},
                 ROLE_DIM, str_of("fall"));
    for (int i = 0; i < forecast->variants; i++) {
        char buf[WORDING_SIZE];
        const struct fight_tally *tally = &forecast->one[i * forecast->pairs].tally;
        const struct fight_tally_difference *difference = &tally->difference;
        TEXT_BUFFER(falls, 48);
        int row = 1 + i, at = 2 + name;
        canvas_field(canvas, (struct strip){row, 2, name, ALIGN_LEFT}, ROLE_OVERLAY,
                     wording(buf, canvas.frame,
                             str_of(i == 0 ? "as it is" : forecast->variant[i].what_if)));
        draw_chance(canvas, (struct strip){row, at, CHANCE_WIDTH, ALIGN_RIGHT}, ROLE_OVERLAY,
                    tally->ends[FIGHT_WON], tally->fights);
        if (tally->fights == 0) {
            continue;
        }
        text_add_average(&falls, (double)tally->party_falls / (double)tally->fights);
        if (i > 0) {
            struct interval won = interval_of_average(difference->won, difference->won_squares,
                                                      difference->pairs);
            struct interval fallen = interval_of_average(
                difference->falls, difference->falls_squares, difference->pairs);
            TEXT_BUFFER(words, 32);
            forecast_write_difference(&canvas, &won, 100, 0, &words);
            canvas_field(canvas, (struct strip){row, at + CHANCE_WIDTH, 11, ALIGN_RIGHT},
                         ROLE_HEADING, str_of(words.p));
            text_add(&falls, "  ");
            forecast_write_difference(&canvas, &fallen, 1, 1, &falls);
        }
        canvas_field(canvas, (struct strip){row, at + CHANCE_WIDTH + 11, 18, ALIGN_RIGHT},
                     ROLE_OVERLAY, str_of(falls.p));
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
    for (int i = 0; i < forecast->ones; i++) {
        const char *needs = forecast_needs(&forecast->one[i]);
        if (needs[0] != '\0') {
            text_add(out, "The fights stop at %s.", needs);
            return;
        }
    }
    if (has_hidden(forecast->variant[0].start)) {
        text_add(out, "For the referee alone: those who are hidden are in it. ");
    }
    if (forecast->fights > 0) {
        TEXT_BUFFER(depends, 200);
        forecast_depends(forecast, &depends);
        text_add(out, "%s%s", depends.p, depends.n > 0 ? " " : "");
        forecast_why_endless(forecast, &forecast->one[0], out);
    }
    forecast_who_follows(forecast, out);
    TEXT_BUFFER(assumed, 400);
    for (int i = 0; forecast_assumption(forecast, i, &assumed); i++) {
        text_add(out, "%s%s",
                 i == 0 ? (out->n > 0 && out->p[out->n - 1] != ' ' ? " Assumed: " : "Assumed: ")
                        : "; ",
                 assumed.p);
        assumed = text_over(assumed.p, 400);
    }
    text_add(out, "%s", out->n > 0 ? "." : "");
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

static void draw_forecast(const struct forecast_sheet *sheet, struct canvas inside)
{
    const struct forecast *forecast = sheet->shown.forecast;
    TEXT_BUFFER(verdict, 240);
    TEXT_BUFFER(notes, 1600);
    text_add(&verdict, "# ");
    forecast_verdict(forecast, &verdict);
    if (sheet->is_overtaken) {
        text_add(&notes, "%s ", FORECAST_OVERTAKEN);
    }
    write_went(sheet, &notes);
    text_add(&notes, "%s", notes.n > 0 ? "\n" : "");
    write_notes(forecast, &notes);
    if (forecast->one[0].tally.fights == 0) {
        int told = draw_wrapped(inside, 0, 2, str_of(verdict.p));
        draw_wrapped(inside, told + 1, 4, str_of(notes.p));
        return;
    }
    bool is_small = inside.rows < 16;
    int row = draw_wrapped(inside, 0, is_small ? 3 : 2, str_of(verdict.p));
    row += is_small ? 0 : 1;
    int notes_rows = is_small ? 0 : sheet->is_over ? 5 : 2;
    int below = (forecast->variants > 1 ? 1 + forecast->variants : 0) + notes_rows;
    int height = inside.rows - row - below;
    int right = inside.columns >= SPLIT_FROM && !is_small ? RIGHT_WIDTH : 0;
    struct canvas left = canvas_part(inside, row, 0, height, inside.columns - right);
    /* Where there are few rows, the keys that move go on to who falls. */
    int pairs = is_small && sheet->picked > 0 ? 0 : draw_pairs(forecast, left);
    draw_falls(sheet, canvas_part(left, pairs, 0, left.rows - pairs, left.columns - 1));
    if (right > 0) {
        canvas_rule_down(inside, row, inside.columns - right, height, ROLE_BORDER);
        draw_right(&sheet->shown,
                   canvas_part(inside, row, inside.columns - right + 1, height, right - 2));
    }
    row += height;
    if (forecast->variants > 1) {
        row += draw_what_ifs(forecast, canvas_part(inside, row, 0, below, inside.columns));
    }
    draw_wrapped(inside, row, notes_rows, str_of(notes.p));
}

static void write_title(const struct forecast_sheet *sheet, bool is_ascii, struct text *out)
{
    const struct forecast_shown *shown = &sheet->shown;
    text_add(out, "forecast: %s", shown->at[0] != '\0' ? shown->at : shown->encounter);
    if (shown->forecast == NULL) {
        return;
    }
    if (shown->forecast->one[0].tally.fights > 0) {
        text_add(out, ", %lld fights each", (long long)shown->forecast->fights);
        text_add(out, ", %s", is_ascii ? "+-" : "\302\261");
        text_add_decimal(out, forecast_points(shown->forecast), 1);
    }
    text_add(out, "%s", forecast_shown_is_busy(shown) ? ", playing" : "");
}

void forecast_sheet_draw(const struct forecast_sheet *sheet, struct canvas canvas)
{
    TEXT_BUFFER(title, FORECAST_NAME_SIZE + 80);
    write_title(sheet, glyphs_are_ascii(canvas.frame->glyphs), &title);
    struct canvas inside = sheet_draw(canvas, title.p);
    if (sheet->shown.error.code != STATUS_OK) {
        TEXT_BUFFER(went, 1000);
        write_went(sheet, &went);
        TEXT_BUFFER(wrong, ERROR_WHERE_SIZE + ERROR_TEXT_SIZE + 4);
        text_add_error(&wrong, &sheet->shown.error);
        int told = draw_wrapped(inside, 0, 4, str_of(wrong.p));
        draw_wrapped(inside, told + 1, 6, str_of(went.p));
    } else if (sheet->answer != NULL) {
        forecast_draw_answer(sheet->answer, inside);
    } else if (sheet->is_choosing && sheet->shown.forecast != NULL) {
        forecast_draw_choice(sheet, inside);
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
