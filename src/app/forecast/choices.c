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

/* Whether the rules let it be done. What it asks is answered when it is played. */
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

static bool has_word(struct str line, struct str word)
{
    for (struct str at = str_next_word(&line); at.p != NULL; at = str_next_word(&line)) {
        if (at.n == word.n && str_equal_any_case(at, word)) {
            return true;
        }
    }
    return false;
}

/* Whether the act of the chart is this choice: its words are in its line, whatever else it says
 * of dice, and it is about the same one. */
static bool is_act(const struct chart_act *act, struct str line, int named)
{
    for (struct str word; (word = str_next_word(&line)).p != NULL;) {
        bool is_place = memchr(word.p, '{', (size_t)word.n) != NULL;
        if (!is_place && !has_word(str_of(act->line), word)) {
            return false;
        }
    }
    return named == act->to || (act->to == 0 && named == act->by);
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

/* Adds a word of a row, "by={self}", with its place filled in as #3 or by name. Returns the one
 * who is meant; 0: nobody. */
static int add_word(struct text *out, const struct state *names, struct str word,
                    const struct meant *meant)
{
    const char *place = memchr(word.p, '{', (size_t)word.n);
    int n = place == NULL ? word.n : (int)(place - word.p);
    int id = place == NULL ? 0 : place[1] == 's' ? meant->self : meant->other;
    text_add(out, "%s%.*s", out->n > 0 ? " " : "", n, word.p);
    if (id > 0 && names != NULL) {
        text_add(out, "%s", state_name(names, id));
        const char *end = memchr(place, '}', (size_t)(word.n - n));
        int rest = (int)(word.p + word.n - end - 1);
        text_add(out, "%.*s", rest, end + 1);
    } else if (id > 0) {
        text_add(out, "#%d", id);
    }
    return id;
}

static bool are_opponents(const struct state *state, int a, int b)
{
    return state_value(state, a, FIELD_SIDE, SIDE_FOES) !=
           state_value(state, b, FIELD_SIDE, SIDE_FOES);
}

/* A row of the game's list for these two. */
static void add_choice(struct trial *trial, const char *row, const struct meant *meant)
{
    struct chart_choices *choices = trial->choices;
    const struct chart *chart = choices->chart;
    const char *bar = strchr(row, '|');
    struct str written = {row, bar != NULL ? (int)(bar - row) : (int)strlen(row)};
    struct str rest = written, words = bar != NULL ? str_of(bar + 1) : written;
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
    if (choices->count == CHOICES_MAX || (!is_taken && !is_open(trial, line.p))) {
        return;
    }
    choices->taken = is_taken ? choices->count : choices->taken;
    struct chart_choice *choice = add(choices, is_taken ? act->line : line.p);
    choice->is_taken = is_taken;
    choice->is_theirs =
        strstr(row, "{one}") != NULL && are_opponents(trial->before, meant->other, meant->self);
    text_format(choice->label, sizeof choice->label, "%s", label.p);
}

static void add_row(struct trial *trial, const char *row, int by)
{
    const struct state *state = trial->before;
    bool is_of_foe = strstr(row, "{foe}") != NULL, is_of_other = strstr(row, "{one}") != NULL;
    if (!is_of_foe && !is_of_other) {
        add_choice(trial, row, &(struct meant){by, 0});
        return;
    }
    for (int id = 1; id <= state->count; id++) {
        bool is_it = state_is_in(state, id) && (is_of_other || are_opponents(state, id, by));
        if (is_it) {
            add_choice(trial, row, &(struct meant){by, id});
        }
    }
}

/* What was done and is not in the game's list: a spell, say. */
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

struct chart_choices *choices_new(const struct chart *chart, int place)
{
    struct chart_choices *choices = calloc(1, sizeof *choices);
    struct trial trial = {.choices = choices,
                          .before = chart_state_after(chart, place),
                          .decision = calloc(1, sizeof *trial.decision),
                          .memory = malloc(DECISION_TEXT_SIZE)};
    CHECK(choices != NULL && trial.decision != NULL && trial.memory != NULL);
    const struct procedure *procedure = chart->forecast->rules.procedure;
    enum fight_end end;
    choices->chart = chart;
    choices->place = place;
    choices->taken = -1;
    choices->player = malloc(sizeof *choices->player);
    CHECK(choices->player != NULL);
    forecast_player(chart->forecast, 0, trial.before, choices->player);
    choices->by = place < chart->acts ? chart->act[place].by : 0;
    if (choices->by == 0 && procedure->actor != NULL) {
        choices->by = procedure->actor(trial.before);
    }
    bool is_over = fight_is_over(trial.before, &end);
    for (int i = 0; !is_over && choices->by > 0 && procedure->choices != NULL &&
                    procedure->choices[i] != NULL;
         i++) {
        add_row(&trial, procedure->choices[i], choices->by);
    }
    if (choices->count > 0) {
        add_taken(choices);
        text_format(add(choices, "")->label, CHOICE_LABEL_SIZE, "as the policy chooses");
    }
    free(trial.decision);
    free(trial.memory);
    return choices;
}

void choices_free(struct chart_choices *choices)
{
    if (choices != NULL) {
        free(choices->player);
        free(choices->came);
        free(choices);
    }
}

/* ---- playing --------------------------------------------------------------------------- */

enum { CAME_TO_NOTHING = -1 };

struct batch {
    struct chart_choices *choices;
    struct forecast_crew *crew;
    int64_t needs_fight; /* the first that stopped at a question; -1: none */
};

static void play_one(void *context, struct fight *fight, int64_t number)
{
    struct batch *batch = context;
    struct chart_choices *choices = batch->choices;
    const struct chart *chart = choices->chart;
    const char *line = choices->choice[number / choices->batch].line;
    const struct fight_start start = {.state = chart_state_after(chart, choices->place),
                                      .opening = line[0] != '\0' ? line : NULL};
    fight_play_from(fight, &chart->forecast->rules, choices->player, &start,
                    (uint64_t)(choices->fights + number % choices->batch));
    const struct fight_outcome *outcome = &fight->outcome;
    bool is_undone = outcome->end == FIGHT_NEEDS && outcome->acts == 0;
    choices->came[number] = (signed char)(is_undone                   ? CAME_TO_NOTHING
                                          : outcome->end == FIGHT_WON ? 1
                                                                      : 0);
    if (outcome->end != FIGHT_NEEDS || is_undone) {
        return;
    }
    forecast_crew_lock(batch->crew);
    if (batch->needs_fight < 0 || number < batch->needs_fight) {
        batch->needs_fight = number;
        memcpy(choices->needs, outcome->needs, sizeof choices->needs);
    }
    forecast_crew_unlock(batch->crew);
}

static void count_batch(struct chart_choices *choices)
{
    const signed char *taken =
        choices->taken >= 0 ? &choices->came[choices->taken * choices->batch] : NULL;
    for (int i = 0; i < choices->count; i++) {
        struct chart_choice *choice = &choices->choice[i];
        for (int k = 0; k < choices->batch; k++) {
            int came = choices->came[i * choices->batch + k];
            int change = taken != NULL && taken[k] >= 0 && came >= 0 ? came - taken[k] : 0;
            choice->won += came > 0 ? 1 : 0;
            choice->undone += came < 0 ? 1 : 0;
            choice->change.sum += change;
            choice->change.squares += (int64_t)change * change;
        }
    }
    choices->fights += choices->batch;
    choices->batch = 0;
}

bool choices_play(struct chart_choices *choices, struct forecast_crew *crew, int fights)
{
    if (choices->needs[0] != '\0' || choices->count == 0) {
        return false;
    }
    if (choices->batch == 0) {
        choices->batch = fights;
        choices->next = 0;
        choices->came = realloc(choices->came, (size_t)choices->count * (size_t)fights);
        CHECK(choices->came != NULL);
    }
    struct batch batch = {choices, crew, -1};
    int64_t all = (int64_t)choices->count * choices->batch;
    choices->next = forecast_crew_play(crew, choices->next, all, play_one, &batch);
    if (choices->next == all && choices->needs[0] == '\0') {
        count_batch(choices);
    }
    return choices->needs[0] == '\0';
}

struct interval choices_chance(const struct chart_choices *choices, int i)
{
    const struct chart_choice *choice = &choices->choice[i];
    return interval_of_chance(choice->won, choices->fights - choice->undone);
}

struct interval choices_change(const struct chart_choices *choices, int i)
{
    const struct chart_choice *choice = &choices->choice[i];
    return interval_of_average(choice->change.sum, choice->change.squares, choices->fights);
}

static double middle_of(const struct chart_choices *choices, int i)
{
    const struct chart_choice *choice = &choices->choice[i];
    int64_t fights = choices->fights - choice->undone;
    return fights > 0 ? (double)choice->won / (double)fights : -1;
}

int choices_order(const struct chart_choices *choices, int order[CHOICES_ROOM])
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

/* ---- told ------------------------------------------------------------------------------ */

static const char *name_of(const struct chart_choices *choices)
{
    return choices->by > 0
               ? state_name(chart_state_after(choices->chart, choices->place), choices->by)
               : "nobody";
}

void choices_title(const struct chart_choices *choices, struct text *out)
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

/* Whether it can be known: in no fight could it be done. */
static bool is_known(const struct chart_choices *choices, int i)
{
    return choices->fights > choices->choice[i].undone;
}

void choices_chance_format(const struct chart_choices *choices, int i, struct text *out)
{
    if (is_known(choices, i)) {
        struct interval chance = choices_chance(choices, i);
        report_format_chance(out, &chance);
    }
}

static bool has_change(const struct chart_choices *choices, int i)
{
    return choices->taken >= 0 && i != choices->taken && is_known(choices, i);
}

void choices_change_format(const struct chart_choices *choices, int i, bool is_ascii,
                           struct text *out)
{
    static const struct report_column column = {.name = "", .kind = REPORT_SHORT_POINTS};
    if (has_change(choices, i)) {
        json_t *row = json_object();
        report_set_interval(row, "difference", "mean", true, choices_change(choices, i));
        report_format_cell(report_value(row, "difference"), &column, is_ascii, out);
        json_decref(row);
    }
}

json_t *choices_report(const struct chart_choices *choices)
{
    json_t *report = json_object();
    const struct chart *chart = choices->chart;
    const struct chart_act *act =
        choices->place < chart->acts ? &chart->act[choices->place] : NULL;
    int order[CHOICES_ROOM], count = choices_order(choices, order);
    report_set_words_or_null(report, "encounter", chart->forecast->encounter);
    report_set_whole_or_null(report, "act", act != NULL, act != NULL ? act->id : 0);
    report_set_words_or_null(report, "label", act != NULL ? act->label : "");
    report_set_words_or_null(report, "by", choices->by > 0 ? name_of(choices) : "");
    forecast_add_policy(report, chart->forecast, &chart->forecast->one[0]);
    report_set_whole(report, "fights", choices->fights);
    report_set_words_or_null(report, "needs", choices->needs);
    json_t *list = report_list(report, "choices");
    for (int k = 0; k < count; k++) {
        int i = order[k];
        const struct chart_choice *choice = &choices->choice[i];
        bool has_chance = is_known(choices, i);
        struct interval chance =
            has_chance ? choices_chance(choices, i) : (struct interval){0, 0, 0};
        json_t *row = report_row(list);
        report_set_words(row, "choice", choice->label);
        report_set_words_or_null(row, "line", choice->line);
        report_set_flag(row, "is_taken", choice->is_taken);
        report_set_real(row, "chance", has_chance, chance.middle);
        report_set_real(row, "low", has_chance, chance.low);
        report_set_real(row, "high", has_chance, chance.high);
        report_set_interval(row, "difference", "mean", has_change(choices, i),
                            choices_change(choices, i));
    }
    return report;
}

/* In the order of the game's list, so that nothing moves while the chances come in. */
static void tell_choice(const struct chart_choices *choices, int i, struct text *out)
{
    const struct chart_choice *choice = &choices->choice[i];
    struct interval change = choices_change(choices, i);
    text_add(out, "%s: ", choice->label);
    text_add(out, "%s",
             choices->fights == 0    ? "..."
             : !is_known(choices, i) ? "cannot be played"
                                     : "");
    choices_chance_format(choices, i, out);
    if (has_change(choices, i)) {
        double points = change.middle * 100;
        int whole = (int)(points < 0 ? points - 0.5 : points + 0.5);
        text_add(out, whole == 0 ? ", %d, give or take %d" : ", %+d, give or take %d", whole,
                 (int)((change.high - change.low) * 50 + 0.5));
    }
    text_add(out, "%s\n", choice->is_taken ? ", which was done" : "");
}

/* For the side of the one who chooses. */
static void tell_best(const struct chart_choices *choices, struct text *out)
{
    int order[CHOICES_ROOM], count = choices_order(choices, order), best = -1;
    const struct state *before = chart_state_after(choices->chart, choices->place);
    bool is_party = state_is_of_party(before, choices->by);
    for (int k = 0; k < count && choices->fights > 0; k++) {
        int i = order[is_party ? k : count - 1 - k];
        const struct chart_choice *choice = &choices->choice[i];
        bool is_act = is_known(choices, i) && choice->line[0] != '\0' && !choice->is_theirs;
        best = best < 0 && is_act ? i : best;
    }
    if (best >= 0) {
        text_add(out, "Best for the %s: %s.\n", is_party ? "party" : "foes",
                 choices->choice[best].label);
    }
}

void choices_tell(const struct chart_choices *choices, struct text *out)
{
    if (choices->needs[0] != '\0') {
        text_add(out, "Nothing is known. The fights stop at %s.\n", choices->needs);
        return;
    }
    if (choices->count == 0) {
        text_add(out, "There was nothing to choose here.\n");
        return;
    }
    choices_title(choices, out);
    text_add(out, "\nThe party's chance to win:\n");
    for (int i = 0; i < choices->count; i++) {
        tell_choice(choices, i, out);
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
    struct text text = text_over(out->text, sizeof out->text);
    struct sitting_chart chart = {.chart = NULL};
    struct forecast_crew crew = {.threads = 0};
    struct chart_choices *choices = NULL;
    enum status status =
        sitting_choices_new(&chart, &choices, sitting, command->argument[0].word, &out->error);
    out->kind = status == STATUS_OK ? RESULT_TOLD : RESULT_WRONG;
    if (status == STATUS_OK) {
        choices_play(choices, &crew, CHART_FIGHTS_USUAL);
        choices_tell(choices, &text);
        text_trim_lines(&text);
    }
    forecast_crew_end(&crew);
    choices_free(choices);
    sitting_chart_end(&chart);
}
