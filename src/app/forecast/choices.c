#include "app/forecast/choices.h"

#include <stdlib.h>
#include <string.h>

#include "app/forecast/chart_told.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "app/sitting/result.h"
#include "tracker/decide.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"

/* ---- what is open ---------------------------------------------------------------------- */

/* Where the lines are tried. */
struct trial {
    struct chart_choices *choices;
    const struct state *before;
    struct decision *decision;
    void *memory;
};

/* True when the rules let it be done. What it asks is answered when it is played. */
static bool is_open(struct trial *trial, const char *line)
{
    const struct fight_rules *rules = &trial->choices->chart->forecast->rules;
    struct decision *decision = trial->decision;
    decision_begin(decision, rules->procedure, trial->before, trial->memory);
    decision->encounter = 0;
    decision->asks = decision->rolls = decision->is_silent = true;
    decision->library = rules->library;
    decision->tables = rules->tables;
    decide(decision, rules->defs, rules->defs_count, trial->before, str_of(line));
    return decision->verdict == VERDICT_ASKS ||
           (decision->verdict == VERDICT_DONE && decision->events > 0);
}

/* The same but for quotes: use="rage", use=rage. */
static bool is_same_word(struct str a, struct str b)
{
    int i = 0, k = 0;
    for (;;) {
        while (i < a.n && a.p[i] == '"') {
            i++;
        }
        while (k < b.n && b.p[k] == '"') {
            k++;
        }
        if (i == a.n || k == b.n) {
            return i == a.n && k == b.n;
        }
        if (char_lower(a.p[i++]) != char_lower(b.p[k++])) {
            return false;
        }
    }
}

static bool has_word(struct str line, struct str word)
{
    for (struct str at = str_next_word(&line); at.p != NULL; at = str_next_word(&line)) {
        if (is_same_word(at, word)) {
            return true;
        }
    }
    return false;
}

/* True when the act of the chart is this choice: its words are in its line, whatever else it
 * says of dice, and it is about the same one. */
static bool is_act(const struct chart_act *act, struct str line, int named)
{
    for (struct str word; (word = str_next_word(&line)).p != NULL;) {
        bool is_place = memchr(word.p, '{', (size_t)word.n) != NULL;
        if (!is_place && !has_word(str_of(act->line), word)) {
            return false;
        }
    }
    return named == act->to || (act->to == 0 && (named == 0 || named == act->by));
}

static struct chart_choice *add(struct chart_choices *choices, const char *line)
{
    struct chart_choice *choice = &choices->choice[choices->count++];
    text_format(choice->line, sizeof choice->line, "%s", line);
    return choice;
}

/* Whom the places of a row mean. */
struct meant {
    int self, other; /* `other` 0: the row has no place for one */
};

/* Adds a word of a row, "by={self}" or "{3},{4}", with its places filled in as #3 or by name.
 * Returns the first who is meant; 0: nobody. */
static int add_word(struct text *out, const struct state *names, struct str word,
                    const struct meant *meant)
{
    int first = 0;
    text_add(out, "%s", out->n > 0 ? " " : "");
    for (int i = 0; i < word.n; i++) {
        const char *end =
            word.p[i] == '{' ? memchr(word.p + i, '}', (size_t)(word.n - i)) : NULL;
        int64_t id;
        if (end == NULL) {
            text_add_char(out, word.p[i]);
            continue;
        }
        struct str place = {word.p + i + 1, (int)(end - word.p) - i - 1};
        if (!str_to_int64(place, 1, COMBATANTS_MAX, &id)) {
            id = str_equal_any_case(place, str_of("self")) ? meant->self : meant->other;
        }
        if (names != NULL) {
            text_add(out, "%s", state_name(names, (int)id));
        } else {
            text_add(out, "#%d", (int)id);
        }
        first = first == 0 ? (int)id : first;
        i += place.n + 1;
    }
    return first;
}

static bool has_place(struct str row, const char *place)
{
    TEXT_BUFFER(words, COMMAND_LINE_MAX);
    text_add_str(&words, row);
    return strstr(words.p, place) != NULL;
}

static bool are_opponents(const struct state *state, int a, int b)
{
    return state_value(state, a, FIELD_SIDE, SIDE_FOES) !=
           state_value(state, b, FIELD_SIDE, SIDE_FOES);
}

/* A row of the game for these two. */
static void add_choice(struct trial *trial, struct str row, const struct meant *meant)
{
    struct chart_choices *choices = trial->choices;
    const struct chart *chart = choices->chart;
    struct str written, words = row;
    str_next_part(&words, '|', &written);
    words = words.n > 0 ? words : written;
    struct str rest = written;
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    TEXT_BUFFER(label, CHOICE_LABEL_SIZE);
    int named = 0;
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        int id = add_word(&line, NULL, word, meant);
        named = id > 0 && word.p[0] == '{' ? id : named;
    }
    for (struct str word; (word = str_next_word(&words)).p != NULL;) {
        /* Who does it stands above all of them. */
        if (memchr(word.p, '=', (size_t)word.n) == NULL) {
            add_word(&label, trial->before, word, meant);
        }
    }
    const struct chart_act *act =
        choices->place < chart->acts ? &chart->act[choices->place] : NULL;
    bool is_taken = act != NULL && choices->taken < 0 && is_act(act, written, named);
    if (!is_taken && !is_open(trial, line.p)) {
        return;
    }
    if (choices->count == CHOICES_MAX) {
        choices->left_out++;
        return;
    }
    choices->taken = is_taken ? choices->count : choices->taken;
    struct chart_choice *choice = add(choices, is_taken ? act->line : line.p);
    choice->is_taken = is_taken;
    choice->is_theirs = meant->other > 0 && has_place(row, "{one}") &&
                        are_opponents(trial->before, meant->other, meant->self);
    text_format(choice->label, sizeof choice->label, "%s", label.p);
}

/* Once for each whom its place can mean. */
static void add_row(struct trial *trial, struct str row, int by)
{
    const struct state *state = trial->before;
    bool is_of_foe = has_place(row, "{foe}"), is_of_ally = has_place(row, "{ally}");
    if (!is_of_foe && !is_of_ally && !has_place(row, "{one}")) {
        add_choice(trial, row, &(struct meant){by, 0});
        return;
    }
    for (int id = 1; id <= state->count; id++) {
        bool is_foe = are_opponents(state, id, by);
        bool is_it = is_foe ? !is_of_ally : !is_of_foe;
        if (state_is_in(state, id) && is_it) {
            add_choice(trial, row, &(struct meant){by, id});
        }
    }
}

static void add_rows(struct trial *trial, const struct procedure *procedure)
{
    enum { ROWS_SIZE = 8 << 10 };
    struct chart_choices *choices = trial->choices;
    char *memory = malloc(ROWS_SIZE);
    CHECK(memory != NULL);
    struct text rows = text_over(memory, ROWS_SIZE);
    procedure->choices(trial->before, choices->chart->forecast->rules.library, choices->by,
                       &rows);
    struct str rest = {rows.p, rows.n}, row;
    while (str_next_line(&rest, &row)) {
        add_row(trial, row, choices->by);
    }
    free(memory);
}

/* What was done and is not in the game's list. */
static void add_taken(struct chart_choices *choices)
{
    const struct chart *chart = choices->chart;
    if (choices->taken >= 0 || choices->place == chart->acts) {
        return;
    }
    const struct chart_act *act = &chart->act[choices->place];
    struct str line = str_of(act->line), word = str_next_word(&line);
    choices->taken = choices->count;
    struct chart_choice *choice = add(choices, act->line);
    choice->is_taken = true;
    text_format(choice->label, sizeof choice->label, "%.*s", word.n, word.p);
}

/* Adds why there is nothing to choose; nothing: there may be something. */
static void add_none(const struct chart_choices *choices, const struct state *before,
                     struct text *out)
{
    enum fight_end end;
    int by = choices->by;
    if (fight_is_over(before, &end)) {
        text_add(out, "The fight was over: there was nothing to choose.");
    } else if (by == 0) {
        text_add(out, "It was nobody's turn: there was nothing to choose.");
    } else if (!state_is_in(before, by)) {
        int way = state_value(before, by, FIELD_OUT, OUT_NOT);
        text_add(out, "%s was out of the fight (%s) and had nothing to choose.",
                 state_name(before, by),
                 way == OUT_NOT ? "not there yet" : way_out_name((enum way_out)way));
    }
}

struct chart_choices *choices_new(const struct chart *chart, int place)
{
    struct chart_choices *choices = calloc(1, sizeof *choices);
    struct trial trial = {.choices = choices,
                          .before = chart_state_after(chart, place),
                          .decision = calloc(1, sizeof *trial.decision),
                          .memory = malloc(DECISION_TEXT_SIZE)};
    CHECK(choices != NULL && trial.decision != NULL && trial.memory != NULL);
    const struct procedure *procedure = chart->forecast->rules.procedure;
    choices->chart = chart;
    choices->place = place;
    choices->taken = -1;
    choices->player = malloc(sizeof *choices->player);
    CHECK(choices->player != NULL);
    forecast_player(chart->forecast, 0, trial.before, choices->player);
    choices->by = place < chart->acts ? chart->act[place].by : 0;
    if (choices->by == 0) {
        choices->by = procedure->actor(trial.before);
    }
    struct text none = text_over(choices->none, sizeof choices->none);
    add_none(choices, trial.before, &none);
    if (none.n == 0 && procedure->choices != NULL) {
        add_rows(&trial, procedure);
    }
    if (choices->count > 0) {
        add_taken(choices);
        text_format(add(choices, "")->label, CHOICE_LABEL_SIZE, "as the policy chooses");
    } else if (none.n == 0) {
        text_add(&none, "There was nothing to choose here.");
    }
    free(trial.decision);
    free(trial.memory);
    return choices;
}

void choices_free(struct chart_choices *choices)
{
    if (choices != NULL) {
        free(choices->player);
        free(choices->batch.came);
        free(choices);
    }
}

/* ---- playing --------------------------------------------------------------------------- */

static void start_of_choice(const void *context, int start, struct forecast_start *out)
{
    const struct chart_choices *choices = context;
    const char *line = choices->choice[start].line;
    *out = (struct forecast_start){
        .start = {.state = chart_state_after(choices->chart, choices->place),
                  .opening = line[0] != '\0' ? line : NULL},
        .player = choices->player,
        .may_fail = true};
}

static void count_batch(struct chart_choices *choices)
{
    const signed char *came = choices->batch.came;
    const int fights = choices->batch.fights;
    for (int i = 0; i < choices->count; i++) {
        struct chart_choice *choice = &choices->choice[i];
        for (int k = 0; k < fights; k++) {
            int own = came[i * fights + k];
            choice->won += own > 0 ? 1 : 0;
            choice->undone += own < 0 ? 1 : 0;
            for (int other = 0; own > 0 && other < choices->count; other++) {
                choice->more[other] += came[other * fights + k] == 0 ? 1 : 0;
            }
        }
    }
    choices->fights += fights;
    choices->batch.fights = 0;
}

bool choices_play(struct chart_choices *choices, struct forecast_crew *crew, int fights)
{
    if (choices->batch.needs[0] != '\0' || choices->count == 0) {
        return false;
    }
    const struct forecast_starts starts = {&choices->chart->forecast->rules, start_of_choice,
                                           choices, choices->count};
    if (forecast_batch_play(&choices->batch, crew, &starts, choices->fights, fights)) {
        count_batch(choices);
    }
    return choices->batch.needs[0] == '\0';
}

struct interval choices_chance(const struct chart_choices *choices, int i)
{
    const struct chart_choice *choice = &choices->choice[i];
    return interval_of_chance(choice->won, choices->fights - choice->undone);
}

struct interval choices_less(const struct chart_choices *choices, int i, int other)
{
    int more = choices->choice[i].more[other], fewer = choices->choice[other].more[i];
    return interval_of_average(more - fewer, more + fewer, choices->fights);
}

/* True when it can be known: in some fight it could be done. */
static bool is_known(const struct chart_choices *choices, int i)
{
    return choices->fights > choices->choice[i].undone;
}

bool choices_are_equal(const struct chart_choices *choices, int i, int other)
{
    struct interval less = choices_less(choices, i, other);
    return is_known(choices, i) && is_known(choices, other) && less.low <= 0 && less.high >= 0;
}

static double middle_of(const struct chart_choices *choices, int i)
{
    return is_known(choices, i) ? choices_chance(choices, i).middle : -1;
}

/* Their places, the best one for the party first, the unknown last; returns their number. */
static int order_of(const struct chart_choices *choices, int order[CHOICES_ROOM])
{
    for (int i = 0; i < choices->count; i++) {
        int at = i;
        while (at > 0 && middle_of(choices, order[at - 1]) < middle_of(choices, i)) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    return choices->count;
}

static bool is_of_party(const struct chart_choices *choices)
{
    return state_is_of_party(chart_state_after(choices->chart, choices->place), choices->by);
}

/* What the one who chooses can do, and its chance is known. */
static bool is_own(const struct chart_choices *choices, int i)
{
    const struct chart_choice *choice = &choices->choice[i];
    return is_known(choices, i) && choice->line[0] != '\0' && !choice->is_theirs;
}

int choices_best(const struct chart_choices *choices)
{
    int order[CHOICES_ROOM], count = order_of(choices, order), best = -1;
    for (int k = 0; k < count; k++) {
        int i = order[is_of_party(choices) ? k : count - 1 - k];
        best = best < 0 && is_own(choices, i) ? i : best;
    }
    return best;
}

/* ---- told ------------------------------------------------------------------------------ */

static const char *name_of(const struct chart_choices *choices)
{
    return choices->by > 0
               ? state_name(chart_state_after(choices->chart, choices->place), choices->by)
               : "nobody";
}

static void add_title(const struct chart_choices *choices, struct text *out)
{
    const struct chart *chart = choices->chart;
    if (choices->place == chart->acts) {
        text_add(out, "what %s can do now", name_of(choices));
        return;
    }
    const struct chart_act *act = &chart->act[choices->place];
    text_add(out, "r%d, %s: what else was open to %s", act->round, act->label,
             name_of(choices));
}

static bool has_change(const struct chart_choices *choices, int i)
{
    return choices->taken >= 0 && i != choices->taken && is_known(choices, i) &&
           is_known(choices, choices->taken);
}

json_t *choices_report(const struct chart_choices *choices)
{
    json_t *report = json_object();
    const struct chart *chart = choices->chart;
    const struct chart_act *act =
        choices->place < chart->acts ? &chart->act[choices->place] : NULL;
    int order[CHOICES_ROOM], count = order_of(choices, order);
    int best = choices_best(choices);
    report_set_words_or_null(report, "encounter", chart->forecast->encounter);
    report_set_whole_or_null(report, "act", act != NULL, act != NULL ? act->id : 0);
    report_set_words_or_null(report, "label", act != NULL ? act->label : "");
    report_set_words_or_null(report, "by", choices->by > 0 ? name_of(choices) : "");
    forecast_add_policy(report, chart->forecast, &chart->forecast->one[0]);
    report_set_whole(report, "fights", choices->fights);
    report_set_words_or_null(report, "needs", choices->batch.needs);
    report_set_words_or_null(report, "none", choices->none);
    report_set_whole(report, "left_out", choices->left_out);
    json_t *list = report_list(report, "choices");
    for (int k = 0; k < count; k++) {
        int i = order[k];
        const struct chart_choice *choice = &choices->choice[i];
        bool has_chance = is_known(choices, i), is_other = has_change(choices, i);
        struct interval chance =
            has_chance ? choices_chance(choices, i) : (struct interval){0, 0, 0};
        json_t *row = report_row(list);
        report_set_words(row, "choice", choice->label);
        report_set_words_or_null(row, "line", choice->line);
        report_set_flag(row, "is_taken", choice->is_taken);
        report_set_real(row, "chance", has_chance, chance.middle);
        report_set_real(row, "low", has_chance, chance.low);
        report_set_real(row, "high", has_chance, chance.high);
        report_set_interval(row, "difference", "mean", is_other,
                            is_other ? choices_less(choices, i, choices->taken) : chance);
        report_set_flag(row, "is_equal",
                        is_other && choices_are_equal(choices, i, choices->taken));
        report_set_flag(row, "is_best",
                        best >= 0 && is_own(choices, i) && choices_are_equal(choices, i, best));
    }
    return report;
}

/* ", +7, give or take 5", or that no difference shows. */
static void add_change(const struct chart_choices *choices, int i, struct text *out)
{
    struct interval change = choices_less(choices, i, choices->taken);
    double points = change.middle * 100;
    if (choices_are_equal(choices, i, choices->taken)) {
        text_add(out, ", no difference shows");
    } else {
        text_add(out, ", %+d, give or take %d", (int)(points < 0 ? points - 0.5 : points + 0.5),
                 (int)((change.high - change.low) * 50 + 0.5));
    }
}

/* In the order of the game's list, so that nothing moves while the chances come in. */
static void tell_choice(const struct chart_choices *choices, int i, struct text *out)
{
    const struct chart_choice *choice = &choices->choice[i];
    text_add(out, "%s: ", choice->label);
    if (choices->fights == 0) {
        text_add(out, "...");
    } else if (!is_known(choices, i)) {
        text_add(out, "cannot be played");
    } else {
        struct interval chance = choices_chance(choices, i);
        report_format_chance(out, &chance);
        if (chance.middle > 0 && chance.middle < 1) {
            text_add(out, " (");
            report_format_range(out, chance.low, chance.high);
            text_add(out, ")");
        }
    }
    if (has_change(choices, i)) {
        add_change(choices, i, out);
    }
    text_add(out, "%s\n", choice->is_taken ? ", which was done" : "");
}

/* Adds the names of those that can be told apart from the best, or of those that cannot. */
static void add_names(const struct chart_choices *choices, int best, bool are_equal, int count,
                      struct text *out)
{
    for (int i = 0, told = 0; i < choices->count; i++) {
        if (is_own(choices, i) && choices_are_equal(choices, i, best) == are_equal) {
            told++;
            text_add(out, "%s%s",
                     told == 1       ? ""
                     : told == count ? " or "
                                     : ", ",
                     choices->choice[i].label);
        }
    }
}

/* For the side of the one who chooses, with all that cannot be told apart from it. */
static void tell_best(const struct chart_choices *choices, struct text *out)
{
    int best = choices_best(choices), equal = 0, own = 0;
    const char *side = is_of_party(choices) ? "party" : "foes";
    if (best < 0) {
        return;
    }
    for (int i = 0; i < choices->count; i++) {
        own += is_own(choices, i) ? 1 : 0;
        equal += is_own(choices, i) && choices_are_equal(choices, i, best) ? 1 : 0;
    }
    if (equal == own && own > 1) {
        text_add(out, "They are all equal: no difference shows in %lld fights of each.\n",
                 (long long)choices->fights);
    } else if (equal > own - equal) {
        text_add(out, "Worse for the %s: ", side);
        add_names(choices, best, false, own - equal, out);
        text_add(out, ". The others are equal: no difference shows.\n");
    } else {
        text_add(out, "Best for the %s: ", side);
        add_names(choices, best, true, equal, out);
        text_add(out, "%s.\n", equal > 1 ? ", which are equal: no difference shows" : "");
    }
}

void choices_tell(const struct chart_choices *choices, struct text *out)
{
    if (choices->batch.needs[0] != '\0') {
        text_add(out, "Nothing is known. The fights stop at %s.\n", choices->batch.needs);
        return;
    }
    if (choices->none[0] != '\0') {
        text_add(out, "%s\n", choices->none);
        return;
    }
    add_title(choices, out);
    text_add(out, "\nThe party's chance to win:\n");
    for (int i = 0; i < choices->count; i++) {
        tell_choice(choices, i, out);
    }
    if (choices->left_out > 0) {
        text_add(out, "%d more could be done and are left out.\n", choices->left_out);
    }
    tell_best(choices, out);
    text_add(out,
             "The dice are open. For the same act with other dice, or another act with the "
             "dice that fell: `amend`.\n");
}

enum status sitting_choices_new(struct sitting_chart *chart, struct chart_choices **out,
                                struct sitting *sitting, struct str words, struct error *err)
{
    int64_t encounter, act;
    *out = NULL;
    enum status status = sitting_chart_find(&encounter, &act, sitting, words, err);
    if (status == STATUS_OK) {
        status = sitting_chart_new(chart, sitting, encounter, act, err);
    }
    if (status == STATUS_OK) {
        *out = choices_new(chart->chart, chart->chart->acts - (act != 0 ? 1 : 0));
    }
    return status;
}

void sitting_run_choices(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    struct sitting_chart chart = {.chart = NULL};
    struct forecast_crew crew = {.threads = 0};
    struct chart_choices *choices = NULL;
    if (sitting_choices_new(&chart, &choices, sitting, command->argument[0].word, &err) ==
        STATUS_OK) {
        choices_play(choices, &crew, CHART_FIGHTS_USUAL);
        choices_tell(choices, &text);
        text_trim_lines(&text);
    } else {
        result_fail(out, &err);
    }
    forecast_crew_end(&crew);
    choices_free(choices);
    sitting_chart_end(&chart);
}
