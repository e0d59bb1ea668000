#include "tui/fight/detail_view.h"

#include <string.h>

#include "app/library/kinds.h"
#include "app/sitting/odds.h"
#include "tracker/turns.h"

enum {
    ITEM_SIZE = 80,
    ITEM_GAP = 3,
    CHOICE_GAP = 2, /* after the name of a choice */
    LABEL_WIDTH = 5,
    PERCENT_WIDTH = 6,
    EACH_WIDTH = 4,
    DISTRIBUTION_ROWS_LEAST = 2,
    LINE_SIZE = 400,
    ROW_SIZE = COMBATANT_FACTS_SIZE,
    ROW_ROWS_LEAST = 4 /* name, hit points and a little more */
};

/* How much is shown, and how tightly, when there is too much for the pane: each step goes
 * further than the one before. */
enum density {
    DENSITY_ROOMY,
    DENSITY_BONUS_IN_LINE, /* the numbers of a bonus on one line */
    DENSITY_WORDS_BRIEF,   /* conditions as in the order */
    DENSITY_NO_MEANS,      /* and the chances first */
    DENSITY_NO_GAP,        /* between row and odds */
};

/* Lines from top to bottom; lines below the canvas are not drawn. */
struct pen {
    struct canvas canvas;
    int row, column;
    enum density density;
};

static void new_row(struct pen *pen)
{
    if (pen->column > 0) {
        pen->row++;
        pen->column = 0;
    }
}

static void put_lines(struct pen *pen, enum role role, struct str text)
{
    struct str line;
    new_row(pen);
    while (pen->canvas.columns > 0 && grapheme_next_line(&line, &text, pen->canvas.columns)) {
        canvas_text(pen->canvas, pen->row++, 0, role, line);
    }
}

/* Label and value side by side with the items before them, if they fit. */
static void put_item(struct pen *pen, const char *label, const char *value)
{
    int width = grapheme_width(str_of(label)) + 1 + grapheme_width(str_of(value));
    if (pen->column > 0 && pen->column + width > pen->canvas.columns) {
        new_row(pen);
    }
    int column = canvas_text(pen->canvas, pen->row, pen->column, ROLE_PLAIN, str_of(label)) + 1;
    pen->column =
        canvas_text(pen->canvas, pen->row, column, ROLE_CHANCE, str_of(value)) + ITEM_GAP;
}

static void add_facts(const struct table_model *model, int id, struct text *out)
{
    combatant_facts(model->procedure, model->state, id, out);
    if (model->kind_is_gone[id]) {
        kind_add_gone_fact(model->state, id, out);
    }
}

/* ---- the combatant in full ------------------------------------------------------------- */

static void put_combatant(struct pen *pen, const struct table_model *model, int id)
{
    const struct state *state = model->state;
    const struct combatant_words *words = &model->words[id];
    char buf[1024];
    struct text text;
    bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    struct canvas canvas = pen->canvas;
    const char *side = is_party ? "party" : "foe";
    int side_width = (int)strlen(side) + 1;
    canvas_field(canvas, (struct strip){pen->row, 0, canvas.columns, ALIGN_RIGHT},
                 is_party ? ROLE_ALLY : ROLE_FOE, str_of(side));
    struct str name = str_of(state_name(state, id));
    struct str line;
    int room = canvas.columns - side_width;
    while (room > 0 && grapheme_next_line(&line, &name, room)) {
        canvas_text(canvas, pen->row++, 0, ROLE_TITLE, line);
    }
    text_init(&text, buf, sizeof buf);
    combatant_hit_points(model->procedure, state, id, &text);
    put_lines(pen, ROLE_PLAIN, (struct str){text.p, text.n});
    if (words->words[0] != '\0') {
        bool is_brief = pen->density >= DENSITY_WORDS_BRIEF;
        put_lines(pen, ROLE_CONDITION, str_of(is_brief ? words->brief : words->words));
    }
    if (state_text(state, id, TEXT_NOTE)[0] != '\0') {
        text_init(&text, buf, sizeof buf);
        text_add(&text, "note: %s", state_text(state, id, TEXT_NOTE));
        put_lines(pen, ROLE_ACTOR, (struct str){text.p, text.n});
    }
    TEXT_BUFFER(facts, COMBATANT_FACTS_SIZE);
    add_facts(model, id, &facts);
    put_lines(pen, ROLE_PLAIN, (struct str){facts.p, facts.n});
}

/* ---- odds ------------------------------------------------------------------------------ */

static void put_chance(struct pen *pen, const char *label, double chance)
{
    TEXT_BUFFER(text, ITEM_SIZE);
    text_add_percent(&text, chance);
    put_item(pen, label, text.p);
}

static bool is_chance_of(const struct act_odds *act, int outcome)
{
    return act->odds.is_listed[outcome] &&
           act->inputs.action->outcomes[outcome].kind == OUTCOME_CHANCE;
}

/* True when something can come of it. */
static bool has_chance(const struct act_odds *act)
{
    bool has = false;
    for (int i = 0; i < act->inputs.action->outcomes_count && !has; i++) {
        has = is_chance_of(act, i) && act->odds.chance[i] > 0;
    }
    return has;
}

/* Among others there is no room for impossible outcomes, unless nothing else can be said: what
 * the act would need, "cannot stop 33", or else that it has no chance. */
static void put_chances(struct pen *pen, const struct table_model *model,
                        const struct act_odds *act, bool is_brief)
{
    bool is_short = is_brief && has_chance(act);
    TEXT_BUFFER(needed, LINE_SIZE);
    if (is_brief && !is_short && model->procedure->needed != NULL) {
        model->procedure->needed(&act->inputs, &needed);
    }
    if (needed.n > 0) {
        pen->column =
            canvas_text(pen->canvas, pen->row, pen->column, ROLE_PLAIN, str_of(needed.p));
        return;
    }
    for (int i = 0; i < act->inputs.action->outcomes_count; i++) {
        if (is_chance_of(act, i) && (!is_short || act->odds.chance[i] > 0)) {
            TEXT_BUFFER(label, ITEM_SIZE);
            act_odds_label(act, i, &label);
            put_chance(pen, label.p, act->odds.chance[i]);
        }
    }
    double chance;
    /* The total of everything that waits for the target says more than one act. */
    if (model->together == NULL && act_odds_zero(act, model->state, &chance) &&
        (!is_brief || chance > 0)) {
        TEXT_BUFFER(label, ITEM_SIZE);
        act_odds_zero_label(act, &label);
        put_chance(pen, label.p, chance);
    }
}

/* The total of everything that waits for the target: "all 4 due: to 0 Life 41%", or when it is
 * one thing "falls to 0 Life 41%". */
static void put_together(struct pen *pen, const struct table_model *model)
{
    const struct together *together = model->together;
    for (int i = 0; together != NULL && i < together->chances; i++) {
        TEXT_BUFFER(label, ITEM_SIZE);
        bool is_headed = i == 0 && together->count > 1;
        if (i == 0) {
            new_row(pen);
        }
        if (is_headed) { /* the pane is too narrow to say what they are */
            text_add(&label, "all %d due: ", together->count);
        }
        text_add(&label, "%s%s", together->chance[i].is_fall && !is_headed ? "falls " : "",
                 together->chance[i].name);
        put_chance(pen, label.p, together->chance[i].value);
    }
    new_row(pen);
}

static void put_means(struct pen *pen, const struct act_odds *act)
{
    const struct action *action = act->inputs.action;
    for (int i = 0; i < action->outcomes_count; i++) {
        if (act->odds.is_listed[i] && action->outcomes[i].kind == OUTCOME_NUMBER) {
            TEXT_BUFFER(label, ITEM_SIZE);
            TEXT_BUFFER(value, ITEM_SIZE);
            text_add(&label, "average ");
            act_odds_label(act, i, &label);
            text_add_average(&value, act->odds.numbers[i].mean);
            put_item(pen, label.p, value.p);
        }
    }
}

static double greatest_mass(const struct odds_numbers *numbers)
{
    double most = 0;
    for (int i = 0; i < numbers->count; i++) {
        most = numbers->mass[i] > most ? numbers->mass[i] : most;
    }
    return most;
}

/* The count of consecutive, equally likely numbers from `first` on, like the faces of a die:
 * one row shows them all. */
static int equal_run(const struct odds_numbers *numbers, int first)
{
    static const double rounding = 1e-9; /* from sums in a different order */
    int end = first + 1;
    while (end < numbers->count && numbers->value[end] == numbers->value[end - 1] + 1) {
        double more = numbers->mass[end] - numbers->mass[first];
        if (more > rounding || more < -rounding) {
            break;
        }
        end++;
    }
    return end - first;
}

/* "1-6   9.2% each" and a bar. */
static void put_run(struct canvas canvas, int row, const struct odds_numbers *numbers,
                    int first, bool has_runs)
{
    int count = equal_run(numbers, first);
    char buf[ITEM_SIZE];
    struct text text;
    text_init(&text, buf, sizeof buf);
    text_add(&text, "%lld", (long long)numbers->value[first]);
    if (count > 1) {
        text_add(&text, "-%lld", (long long)numbers->value[first + count - 1]);
    }
    canvas_field(canvas, (struct strip){row, 0, LABEL_WIDTH, ALIGN_RIGHT}, ROLE_PLAIN,
                 (struct str){text.p, text.n});
    char percent[ITEM_SIZE];
    text_init(&text, percent, sizeof percent);
    text_add_percent(&text, numbers->mass[first]);
    canvas_field(canvas, (struct strip){row, LABEL_WIDTH + 1, PERCENT_WIDTH, ALIGN_RIGHT},
                 ROLE_CHANCE, str_of(percent));
    int column = LABEL_WIDTH + 1 + PERCENT_WIDTH + 1;
    canvas_text(canvas, row, column, ROLE_DIM, str_of(count > 1 ? "each" : ""));
    column += has_runs ? EACH_WIDTH + 1 : 0;
    double most = greatest_mass(numbers);
    struct measure measure = {(int64_t)(numbers->mass[first] * 1e6), (int64_t)(most * 1e6)};
    canvas_bar(canvas, (struct strip){row, column, canvas.columns - column, ALIGN_LEFT},
               ROLE_HP_GOOD, measure);
}

/* The last number of the act with more than one possible value; -1: none. */
static int shown_number(const struct act_odds *act)
{
    const struct action *action = act->inputs.action;
    int shown = -1;
    for (int i = 0; i < action->outcomes_count; i++) {
        bool is_shown = act->odds.is_listed[i] && action->outcomes[i].kind == OUTCOME_NUMBER &&
                        act->odds.numbers[i].count > 1;
        shown = is_shown ? i : shown;
    }
    return shown;
}

/* With room to spare: the whole distribution of that number. */
static void put_distribution(struct pen *pen, const struct act_odds *act)
{
    int shown = shown_number(act);
    new_row(pen);
    int room = pen->canvas.rows - pen->row - 2;
    if (shown < 0 || room < DISTRIBUTION_ROWS_LEAST) {
        return;
    }
    const struct odds_numbers *numbers = &act->odds.numbers[shown];
    int runs = 0;
    for (int i = 0; i < numbers->count; i += equal_run(numbers, i)) {
        runs++;
    }
    pen->row++;
    TEXT_BUFFER(label, ITEM_SIZE);
    act_odds_label(act, shown, &label);
    canvas_text(pen->canvas, pen->row++, 0, ROLE_HEADING, (struct str){label.p, label.n});
    int rows = runs <= room ? runs : room - 1;
    int first = 0;
    for (int i = 0; i < rows; i++) {
        put_run(pen->canvas, pen->row++, numbers, first, runs < numbers->count);
        first += equal_run(numbers, first);
    }
    if (first < numbers->count) {
        canvas_format(pen->canvas, pen->row++, 0, ROLE_DIM, "and %d more, up to %lld",
                      numbers->count - first, (long long)numbers->value[numbers->count - 1]);
    }
}

/* What the act needs, and every number of its bonus with its source: on one line, or a line
 * each. */
static void put_needed(struct pen *pen, const struct table_model *model,
                       const struct act_odds *act)
{
    TEXT_BUFFER(text, LINE_SIZE);
    act_odds_needed(act, model->procedure, pen->density < DENSITY_BONUS_IN_LINE, &text);
    put_lines(pen, ROLE_PLAIN, (struct str){text.p, text.n});
}

/* Leaves out the actor when there is no room, if the screen names it beside this: below the
 * name of somebody else the odds would be taken for that one's. */
static void format_title(const struct table_model *model, const struct act_odds *act, int width,
                         struct text *out)
{
    TEXT_BUFFER(whole, LINE_SIZE);
    act_odds_title(act, model->state, false, &whole);
    bool fits = grapheme_width((struct str){whole.p, whole.n}) <= width;
    bool is_named = act->subject == model->selected || table_model_question(model) != NULL;
    act_odds_title(act, model->state, !fits && is_named, out);
}

/* Some of its dice have been thrown. */
static void put_since(struct pen *pen, enum odds_since since)
{
    static const char *const words[] = {
        [ODDS_OF_ALL] = "",
        [ODDS_OF_REST] = "with the dice so far:",
        [ODDS_FROM_START] = "before any dice:",
        [ODDS_FROM_WITHIN] = "before the last dice:",
    };
    put_lines(pen, ROLE_DIM, str_of(words[since]));
}

/* One act for each choice, close together. */
static void put_choices(struct pen *pen, const struct table_model *model,
                        const struct line_odds *odds)
{
    for (int i = 0; i < odds->count; i++) {
        const struct act_odds *act = &odds->act[i];
        pen->column =
            canvas_text(pen->canvas, pen->row, 0, ROLE_ACTOR, str_of(act->choice)) + CHOICE_GAP;
        if (act->is_vain) {
            canvas_text(pen->canvas, pen->row, pen->column, ROLE_DIM, str_of(act->error.text));
            new_row(pen);
            continue;
        }
        if (act->error.code != STATUS_OK) {
            put_lines(pen, ROLE_DIM, str_of(act->error.text));
            continue;
        }
        put_chances(pen, model, act, true);
        if (pen->density < DENSITY_NO_MEANS) {
            put_means(pen, act);
        }
        new_row(pen);
    }
}

static void put_no_odds(struct pen *pen, const struct table_model *model)
{
    bool is_asking = table_model_question(model) != NULL;
    if (model->odds != NULL && model->odds->why[0] != '\0') {
        put_lines(pen, ROLE_DIM, str_of(model->odds->why));
    } else if (!is_asking && model->acting != 0 && state_is_in(model->state, model->acting)) {
        bool has_foes = table_model_next_foe(model, 0) != 0;
        bool is_own =
            has_foes && model->target != 0 && state_is_in(model->state, model->target);
        TEXT_BUFFER(text, LINE_SIZE);
        text_add(&text, "%s%s",
                 is_own     ? "odds: Tab targets a foe; the target is on the side of "
                 : has_foes ? "odds: no target yet; Tab targets a foe"
                            : "no foe is in the fight",
                 is_own ? state_name(model->state, model->acting) : "");
        put_lines(pen, ROLE_DIM, (struct str){text.p, text.n});
    }
}

/* The act and its chances; with several acts, a line for each choice. */
static void put_acts(struct pen *pen, const struct table_model *model)
{
    const struct line_odds *odds = model->odds;
    if (odds == NULL || odds->count == 0) {
        put_no_odds(pen, model);
        return;
    }
    const struct act_odds *first = &odds->act[0];
    char buf[WORDING_SIZE];
    TEXT_BUFFER(text, LINE_SIZE);
    format_title(model, first, pen->canvas.columns, &text);
    put_lines(pen, ROLE_HEADING, wording(buf, pen->canvas.frame, (struct str){text.p, text.n}));
    if (first->choice[0] != '\0') {
        put_choices(pen, model, odds);
    } else {
        put_since(pen, first->since);
        if (first->error.code != STATUS_OK) {
            put_lines(pen, ROLE_DIM, str_of(first->error.text));
        } else if (pen->density < DENSITY_NO_MEANS) {
            put_needed(pen, model, first);
            put_chances(pen, model, first, false);
            put_means(pen, first);
            put_together(pen, model);
        } else {
            put_chances(pen, model, first, false);
            put_together(pen, model);
            put_needed(pen, model, first);
        }
        new_row(pen);
    }
}

static void put_odds(struct pen *pen, const struct table_model *model)
{
    const struct line_odds *odds = model->odds;
    put_acts(pen, model);
    if (odds != NULL && odds->count == 1 && odds->act[0].error.code == STATUS_OK &&
        odds->act[0].choice[0] == '\0') {
        put_distribution(pen, &odds->act[0]);
    }
}

/* A sign in the last row when not everything fits. */
static void effect_cut(const struct pen *pen)
{
    int rows = pen->row + (pen->column > 0 ? 1 : 0);
    if (rows > pen->canvas.rows && pen->canvas.rows > 0) {
        canvas_glyph(pen->canvas, pen->canvas.rows - 1, pen->canvas.columns - 1, ROLE_DIM,
                     GLYPH_ELLIPSIS);
    }
}

/* Counting draws nothing: there are no rows to draw into. */
static int rows_of_chances(const struct table_model *model, struct canvas canvas,
                           enum density density)
{
    struct pen count = {canvas_part(canvas, 0, 0, 0, canvas.columns), 0, 0, density};
    put_acts(&count, model);
    return count.row;
}

static int rows_of_row(const struct table_model *model, struct canvas canvas,
                       enum density density)
{
    struct pen count = {canvas_part(canvas, 0, 0, 0, canvas.columns), 0, 0, density};
    put_combatant(&count, model, model->selected);
    return count.row;
}

static int gap_of(enum density density)
{
    return density < DENSITY_NO_GAP ? 1 : 0;
}

/* The roomiest layout that shows everything, or the tightest one if none does. */
static enum density density_of(const struct table_model *model, struct canvas canvas)
{
    enum density density = DENSITY_ROOMY;
    while (density < DENSITY_NO_GAP && rows_of_row(model, canvas, density) + gap_of(density) +
                                               rows_of_chances(model, canvas, density) >
                                           canvas.rows) {
        density = (enum density)(density + 1);
    }
    return density;
}

/* The chances keep their rows at the bottom, however much there is about the combatant. */
void detail_view_draw(const struct table_model *model, struct canvas canvas)
{
    if (model->selected == 0) {
        return;
    }
    enum density density = density_of(model, canvas);
    int chances = rows_of_chances(model, canvas, density);
    int rows = canvas.rows - (chances > 0 ? chances + gap_of(density) : 0);
    rows = rows < ROW_ROWS_LEAST ? ROW_ROWS_LEAST : rows;
    rows = rows > canvas.rows ? canvas.rows : rows;
    struct pen row = {canvas_part(canvas, 0, 0, rows, canvas.columns), 0, 0, density};
    put_combatant(&row, model, model->selected);
    effect_cut(&row);
    struct pen odds = {canvas, (row.row < rows ? row.row : rows) + gap_of(density), 0, density};
    put_odds(&odds, model);
    effect_cut(&odds);
}

/* ---- in one line ----------------------------------------------------------------------- */

/* Whole pieces while they fit; the first one in any case. */
static bool add_piece(struct text *out, int width, const char *gap, struct str piece)
{
    int taken = grapheme_width((struct str){out->p, out->n});
    int more = grapheme_width(str_of(gap)) + grapheme_width(piece);
    bool fits = taken + more <= width;
    if (fits) {
        text_add(out, "%s%.*s", gap, piece.n, piece.p);
    }
    return fits;
}

/* The act, preceded by the actor if there is room; a long name gives way to the first
 * chance. */
static void add_act(const struct table_model *model, const struct act_odds *act, int room,
                    struct text *out)
{
    TEXT_BUFFER(text, LINE_SIZE);
    act_odds_title(act, model->state, false, &text);
    if (grapheme_width((struct str){text.p, text.n}) > room) {
        text_init(&text, text.p, text.size);
        act_odds_title(act, model->state, true, &text);
    }
    struct str name = {text.p, text.n};
    bool is_cut = grapheme_width(name) + 1 > room;
    struct str shown = is_cut ? grapheme_prefix(name, room > 2 ? room - 2 : 0) : name;
    text_add(out, "%.*s%s:", shown.n, shown.p, is_cut ? "…" : "");
}

static void format_chance(const struct act_odds *act, int outcome, struct text *out)
{
    act_odds_label(act, outcome, out);
    text_add(out, " ");
    text_add_percent(out, act->odds.chance[outcome]);
}

static void add_odds(const struct table_model *model, const struct act_odds *act, int width,
                     struct text *out)
{
    bool fits = true;
    for (int i = 0; i < act->inputs.action->outcomes_count && fits; i++) {
        if (!is_chance_of(act, i)) {
            continue;
        }
        TEXT_BUFFER(text, LINE_SIZE);
        format_chance(act, i, &text);
        if (act->is_vain) {
            text_add(&text, "%s %s", act->choice, act->error.text);
        }
        struct str chance = {text.p, text.n};
        if (out->n == 0) {
            add_act(model, act, width - 1 - grapheme_width(chance), out);
        }
        fits = add_piece(out, width, " ", chance);
    }
    if (model->together != NULL && fits) {
        TEXT_BUFFER(text, LINE_SIZE);
        together_format(model->together, &text);
        fits = add_piece(out, width, ", ", (struct str){text.p, text.n});
    }
    bool has_stages = act->inputs.action->stages_count > 0;
    if (model->procedure->needed != NULL && fits && has_stages) {
        TEXT_BUFFER(text, LINE_SIZE);
        model->procedure->needed(&act->inputs, &text);
        add_piece(out, width, ", ", (struct str){text.p, text.n});
    }
}

/* "spell → Orc 2: missile resisted 10%; zap resisted 10%": the first chance of each. */
static void add_choices(const struct table_model *model, int width, struct text *out)
{
    bool fits = true;
    for (int i = 0; i < model->odds->count && fits; i++) {
        const struct act_odds *act = &model->odds->act[i];
        const struct action *action = act->inputs.action;
        TEXT_BUFFER(text, LINE_SIZE);
        for (int k = 0; act->error.code == STATUS_OK && k < action->outcomes_count; k++) {
            if (text.n == 0 && is_chance_of(act, k)) {
                text_add(&text, "%s ", act->choice);
                format_chance(act, k, &text);
            }
        }
        struct str chance = {text.p, text.n};
        if (out->n == 0 && text.n > 0) {
            act_odds_title(act, model->state, true, out);
            text_add(out, ":");
        }
        fits = text.n == 0 || add_piece(out, width, i > 0 ? "; " : " ", chance);
    }
}

/* "init 23": the score, unless it has a column of its own. */
static bool is_score(const struct table_model *model, int id, struct str fact)
{
    TEXT_BUFFER(text, ITEM_SIZE);
    text_add(&text, "%s %s", model->procedure->score, model->words[id].score);
    return str_equal(fact, text.p);
}

/* The items of a list that fit; returns false, as they are not all. */
static bool add_items(struct text *out, int width, struct str fact)
{
    const char *gap = out->n > 0 ? "; " : "";
    int end = 0;
    for (int i = 1; i + 1 < fact.n; i++) {
        bool is_end = fact.p[i] == ',' && fact.p[i + 1] == ' ';
        if (is_end && !add_piece(out, width, gap, (struct str){fact.p + end, i - end})) {
            break;
        }
        gap = is_end ? "" : gap;
        end = is_end ? i : end;
    }
    return false;
}

bool detail_facts(const struct table_model *model, int id, int width, struct text *out)
{
    bool is_whole = true;
    const char *note = state_text(model->state, id, TEXT_NOTE);
    TEXT_BUFFER(text, ROW_SIZE);
    text_add(&text, "%s%s%s", note[0] != '\0' ? "note: " : "", note,
             note[0] != '\0' ? "\n" : "");
    add_facts(model, id, &text);
    struct str rest = {text.p, text.n};
    struct str fact;
    while (is_whole && grapheme_next_line(&fact, &rest, ROW_SIZE)) {
        if (fact.n > 0 && !is_score(model, id, fact)) {
            is_whole = add_piece(out, width, out->n > 0 ? "; " : "", fact) ||
                       add_items(out, width, fact);
        }
    }
    return is_whole;
}

/* First the conditions of a combatant, then the facts about it. */
static void add_combatant(const struct table_model *model, int id, int width, struct text *out)
{
    char buf[ROW_SIZE];
    struct text row;
    struct str line;
    enum { END_WIDTH = 2 };
    text_init(&row, buf, sizeof buf);
    text_add(&row, "%s", model->words[id].brief);
    int room = width - grapheme_width(str_of(state_name(model->state, id))) - 2;
    bool is_whole = detail_facts(model, id, room, &row);
    if (!is_whole) {
        text_init(&row, buf, sizeof buf);
        text_add(&row, "%s", model->words[id].brief);
        detail_facts(model, id, room - END_WIDTH, &row);
    }
    if (row.n > 0) {
        TEXT_BUFFER(text, ROW_SIZE);
        text_add(&text, "%s: %s", state_name(model->state, id), buf);
        bool is_cut = grapheme_cut_words(&line, (struct str){text.p, text.n}, width);
        text_add(out, "%.*s%s", line.n, line.p, is_cut || !is_whole ? " …" : "");
    }
}

void detail_line(const struct table_model *model, int width, struct text *out)
{
    int selected = model->selected;
    const struct act_odds *act =
        model->odds != NULL && model->odds->count > 0 ? &model->odds->act[0] : NULL;
    bool is_chosen = table_model_question(model) != NULL ||
                     view_find(&model->views, &view_of_palette) != NULL;
    bool has_odds =
        act != NULL && (act->error.code == STATUS_OK || act->is_vain) &&
        (is_chosen || selected == 0 || selected == act->subject || selected == act->object);
    if (has_odds && act->choice[0] != '\0') {
        add_choices(model, width, out);
    } else if (has_odds && act->is_vain) {
        act_odds_title(act, model->state, false, out);
        text_add(out, ": %s", act->error.text);
    } else if (has_odds) {
        add_odds(model, act, width, out);
    }
    if (out->n == 0 && selected != 0) {
        add_combatant(model, selected, width, out);
    }
}
