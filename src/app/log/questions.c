#include "app/log/questions.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_counting.h"
#include "app/figures/figures_reading.h"
#include "app/log/kept_questions.h"
#include "app/log/logged_roll.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"

/* ---- the questions --------------------------------------------------------------------- */

enum asked_for {
    HIT_MOST,
    HITS,
    MISSES,
    EXPECTED,
    DAMAGE,
    BLOW,
    UNLIKELY,
    MORALE,
    STOPPED,
    DEFENCE,
    KILLED,
    ROUNDS,
    QUESTIONS
};

static const struct ready_question questions[] = {
    [HIT_MOST] = {"hit-most", "Who was hit most often?", {"hits", "attacks"}, {0, 0}},
    [HITS] = {"hits", "Who hit most often?", {"hits", "attacks"}, {0, 0}},
    [MISSES] = {"misses", "Who missed most often?", {"misses", "attacks"}, {0, 0}},
    [EXPECTED] = {"expected",
                  "Who hit more often than the dice give on average?",
                  {"hits", "expected", "attacks"},
                  {0, 2, 0}},
    [DAMAGE] = {"damage", "Who dealt the most damage?", {"damage", "hits"}, {0, 0}},
    [BLOW] = {"blow", "What was the hardest blow, stopped or not?", {"damage", "act"}, {0, 0}},
    [UNLIKELY] = {"unlikely", "Which hit was the least likely?", {"chance", "act"}, {4, 0}},
    [MORALE] = {"morale",
                "Do morale checks hold as often as they should?",
                {"held", "checks", "expected"},
                {0, 0, 2}},
    [STOPPED] = {"stopped", "Who stopped most hits?", {"stopped", "tried"}, {0, 0}},
    [DEFENCE] = {"defence",
                 "Who stopped more hits than the dice give on average?",
                 {"stopped", "expected", "tried"},
                 {0, 2, 0}},
    [KILLED] = {"killed", "Who killed most?", {"killed", "to 0"}, {0, 0}},
    [ROUNDS] = {"rounds", "How many acts had each round?", {"acts"}, {0}},
};

_Static_assert(sizeof questions / sizeof questions[0] == QUESTIONS, "each has a row");

const struct ready_question *ready_question_at(int i)
{
    return i < QUESTIONS ? &questions[i] : NULL;
}

enum status ready_question_find(const struct ready_question **out, struct str key,
                                struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, key);
    for (int i = 0; i < QUESTIONS; i++) {
        nearest_offer(&nearest, questions[i].key);
        if (str_equal_any_case(key, str_of(questions[i].key))) {
            *out = &questions[i];
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_USAGE, "", "there is no question %s%s", utf8_shown(key).text,
                     nearest.best != NULL ? nearest_question(&nearest).text
                                          : "; `questions` lists them");
}

/* ---- rows ------------------------------------------------------------------------------ */

static struct answer_row *add_row(struct answer *answer, const char *name)
{
    if (answer->rows == answer->room) {
        answer->room = answer->room == 0 ? 32 : answer->room * 2;
        answer->row = realloc(answer->row, (size_t)answer->room * sizeof *answer->row);
        CHECK(answer->row != NULL);
    }
    struct answer_row *row = &answer->row[answer->rows++];
    *row = (struct answer_row){.order = 0};
    text_format(row->name, sizeof row->name, "%s", name);
    return row;
}

/* Adds up what is told of one name. */
static struct answer_row *count_of(struct answer *answer, const char *name, double counted,
                                   double beside)
{
    int i = 0;
    while (i < answer->rows && strcmp(answer->row[i].name, name) != 0) {
        i++;
    }
    struct answer_row *row = i < answer->rows ? &answer->row[i] : add_row(answer, name);
    row->number[0] += counted;
    row->number[1] += beside;
    row->order = row->number[0];
    return row;
}

/* What came about beside what its chances come to. */
static void count_luck(struct answer *answer, const char *name, int counted, double expected,
                       int times)
{
    struct answer_row *row = count_of(answer, name, counted, expected);
    row->number[2] += times;
    /* Sums of the same chances in another order are the same. */
    row->order = floor((row->number[0] - row->number[1]) * 1e9 + 0.5);
}

static void count_single(struct answer *answer, const char *name, double number, int64_t act,
                         double order)
{
    struct answer_row *row = add_row(answer, name);
    row->number[0] = number;
    row->number[1] = (double)act;
    row->order = order;
}

static int compare_rows(const void *a, const void *b)
{
    const struct answer_row *one = a, *other = b;
    int by_name = strcmp(one->name, other->name);
    bool is_same = one->order == other->order;
    return !is_same                            ? (one->order < other->order ? 1 : -1)
           : by_name != 0                      ? by_name
           : one->number[1] < other->number[1] ? -1
                                               : one->number[1] > other->number[1];
}

static void put_in_order(struct answer *answer)
{
    if (answer->rows > 1) {
        qsort(answer->row, (size_t)answer->rows, sizeof *answer->row, compare_rows);
    }
}

struct answering {
    struct answer answer;
    enum asked_for kind;
    struct sitting_acts_wish wish;
    bool is_of_all;
    int next;                  /* of all encounters: the place of the next one in the list */
    struct encounter_row row;  /* that one */
    struct acts_reading *acts; /* NULL: between two encounters, or figures are read */
    struct figures_adding *adding;
    struct figures figures; /* what was counted */
    int most;
    enum status damage; /* of an encounter; the others are read all the same */
    struct error damage_error;
};

struct answering *answering_new(const struct ready_question *question,
                                const struct sitting_acts_wish *wish, int most)
{
    struct answering *answering = calloc(1, sizeof *answering);
    CHECK(answering != NULL);
    answering->kind = (enum asked_for)(question - questions);
    answering->wish = *wish;
    answering->wish.tells_rolls = true;
    figures_init(&answering->figures);
    answering->most = most;
    answering->is_of_all = wish->is_of_all && wish->row == NULL && wish->encounter == NULL &&
                           wish->until == 0 && wish->limit == 0;
    answering->wish.is_of_all = wish->is_of_all && !answering->is_of_all;
    return answering;
}

/* What stands in the end is for the figures to say; and without words, the sums of them that
 * are kept tell everything at once. */
static bool is_of_figures(const struct answering *answering)
{
    const struct asking *asking = answering->wish.asking;
    return answering->kind == DAMAGE || answering->kind == KILLED || asking == NULL ||
           asking->terms == 0;
}

/* With words, the rolls of the acts that fit are all that is asked for. */
static bool tally_act(void *context, const struct sitting_act *act)
{
    size_t i;
    const json_t *request;
    if (act->is_behind_gap) {
        return true;
    }
    figures_tally_round(context, act);
    json_array_foreach(act->events->requests, i, request)
    {
        struct roll_meaning meaning;
        roll_meaning_read(&meaning, request, json_array_get(act->events->outcomes, i));
        figures_tally_roll(context, act, request, &meaning);
    }
    return true;
}

static void add_tally(struct answering *answering, const struct figures_tally *tally)
{
    struct answer *answer = &answering->answer;
    const char *name = tally->name;
    const int counted[QUESTIONS] = {
        [HIT_MOST] = tally->attacked,      [HITS] = tally->attacks,  [MISSES] = tally->attacks,
        [EXPECTED] = tally->known_attacks, [MORALE] = tally->checks, [STOPPED] = tally->tried,
        [DEFENCE] = tally->known_tried};
    int times = counted[answering->kind];
    if (times == 0) {
        return;
    }
    if (answering->kind == EXPECTED) {
        count_luck(answer, name, tally->known_hits, tally->hits_expected, times);
    } else if (answering->kind == DEFENCE) {
        count_luck(answer, name, tally->known_stopped, tally->stopped_expected, times);
    } else if (answering->kind == MORALE) {
        struct answer_row *row = count_of(answer, name, tally->held, times);
        row->number[2] += tally->held_expected;
        row->order = row->number[1];
    } else {
        count_of(answer, name,
                 answering->kind == HIT_MOST  ? tally->was_hit
                 : answering->kind == HITS    ? tally->hits
                 : answering->kind == STOPPED ? tally->stopped
                                              : times - tally->hits,
                 times);
    }
}

static void add_figures(struct answering *answering, const struct figures_row *figures)
{
    bool is_damage = answering->kind == DAMAGE;
    bool tells = is_damage ? figures->attacks > 0 || figures->damage_dealt != 0
                           : figures->killed > 0 || figures->brought_to_0 > 0;
    if (tells) {
        count_of(&answering->answer, figures->name,
                 is_damage ? (double)figures->damage_dealt : figures->killed,
                 is_damage ? figures->hits : figures->brought_to_0);
    }
}

static void add_blow(struct answering *answering, const struct figures_blow *blow)
{
    struct answer *answer = &answering->answer;
    const char *name = answering->figures.tally[blow->tally].name;
    if (answering->kind == BLOW && blow->damage > 0) {
        count_single(answer, name, (double)blow->damage, blow->act, (double)blow->damage);
    } else if (answering->kind == UNLIKELY && blow->is_hit && blow->knows_hitting) {
        count_single(answer, name, blow->hit_chance, blow->act, -blow->hit_chance);
    }
    if (answering->most > 0 && answer->rows > 4 * answering->most) {
        put_in_order(answer); /* there can be as many as there are acts */
        answer->rows = answering->most;
    }
}

/* There can be thousands, so that they are found by their numbers. */
static void add_round(struct answering *answering, const struct figures_round *round)
{
    struct answer *answer = &answering->answer;
    int i = 0;
    while (i < answer->rows && answer->row[i].order != -round->round) {
        i++;
    }
    if (i == answer->rows) {
        TEXT_BUFFER(name, 32);
        text_add(&name, "round %d", round->round);
        add_row(answer, name.p)->order = -round->round;
    }
    answer->row[i].number[0] += round->acts;
}

/* What was counted, as the question wants it. */
static void tell(struct answering *answering)
{
    const struct figures *figures = &answering->figures;
    enum asked_for kind = answering->kind;
    for (int i = 0; (kind == DAMAGE || kind == KILLED) && i < figures->rows; i++) {
        add_figures(answering, &figures->row[i]);
    }
    for (int i = 0; (kind == BLOW || kind == UNLIKELY) && i < figures->blows; i++) {
        add_blow(answering, &figures->blow[i]);
    }
    for (int i = 0; kind == ROUNDS && i < figures->rounds; i++) {
        add_round(answering, &figures->round[i]);
    }
    for (int i = 0; i < figures->tallies; i++) {
        add_tally(answering, &figures->tally[i]);
    }
    put_in_order(&answering->answer);
}

/* The reading of the next encounter; *is_whole: there is none. */
static enum status begin_next(struct answering *answering, struct sitting *sitting,
                              bool *is_whole, struct error *err)
{
    struct sitting_acts_wish wish = answering->wish;
    if (answering->is_of_all) {
        struct encounter_row row;
        int count;
        enum status status =
            encounter_list(sitting->campaign, &row, 1, answering->next, &count, err);
        *is_whole = status != STATUS_OK || count == 0;
        if (*is_whole) {
            return status;
        }
        answering->row = row;
        wish.row = &answering->row;
    }
    answering->next++;
    if (is_of_figures(answering)) {
        answering->adding = figures_adding_new(&answering->figures, sitting, &wish);
    } else {
        answering->acts = acts_reading_new(sitting, &wish);
    }
    return STATUS_OK;
}

enum status answering_step(struct answering *answering, struct sitting *sitting, int acts,
                           bool *is_whole, struct error *err)
{
    enum status status = STATUS_OK;
    bool is_read = false;
    *is_whole = false;
    if (answering->acts == NULL && answering->adding == NULL) {
        status = begin_next(answering, sitting, is_whole, err);
    }
    if (status == STATUS_OK && answering->adding != NULL) {
        status = figures_adding_step(answering->adding, acts, &is_read, err);
    } else if (status == STATUS_OK && !*is_whole) {
        status = acts_reading_step(answering->acts, acts, tally_act, &answering->figures,
                                   &is_read, err);
    }
    if (is_read) {
        acts_reading_free(answering->acts);
        figures_adding_free(answering->adding);
        answering->acts = NULL;
        answering->adding = NULL;
        *is_whole = !answering->is_of_all;
    }
    if (status == STATUS_DAMAGED && answering->is_of_all && is_read) {
        answering->damage = status;
        answering->damage_error = *err;
        status = STATUS_OK;
    }
    *is_whole = *is_whole || status != STATUS_OK;
    if (*is_whole) {
        tell(answering);
    }
    if (*is_whole && status == STATUS_OK && answering->damage != STATUS_OK) {
        *err = answering->damage_error;
        status = answering->damage;
    }
    return status;
}

const struct answer *answering_answer(const struct answering *answering)
{
    return &answering->answer;
}

void answering_free(struct answering *answering)
{
    if (answering != NULL) {
        acts_reading_free(answering->acts);
        figures_adding_free(answering->adding);
        figures_free(&answering->figures);
        answer_free(&answering->answer);
        free(answering);
    }
}

static enum status answer_once(struct answer *out, struct sitting *sitting,
                               const struct ready_question *question,
                               const struct sitting_acts_wish *wish, bool *has_cached,
                               int64_t *cached_of, struct error *err)
{
    struct answering *answering = answering_new(question, wish, 0);
    struct error own;
    bool is_whole = false;
    enum status status = STATUS_OK;
    while (!is_whole) {
        status = answering_step(answering, sitting, INT_MAX, &is_whole, &own);
    }
    if (status != STATUS_OK && err != NULL) {
        *err = own;
    }
    *has_cached = answering->figures.has_cached;
    *cached_of = answering->figures.cached_of;
    *out = answering->answer;
    answering->answer = (struct answer){.row = NULL};
    answering_free(answering);
    return status;
}

enum status ready_question_answer(struct answer *out, struct sitting *sitting,
                                  const struct ready_question *question,
                                  const struct sitting_acts_wish *wish, struct error *err)
{
    bool has_cached;
    int64_t cached_of;
    enum status status =
        answer_once(out, sitting, question, wish, &has_cached, &cached_of, err);
    if (has_cached && !figures_check_cached_of(sitting, cached_of)) {
        answer_free(out);
        status = answer_once(out, sitting, question, wish, &has_cached, &cached_of, err);
    }
    return status;
}

void answer_free(struct answer *answer)
{
    free(answer->row);
    *answer = (struct answer){.row = NULL};
}

/* ---- in lines -------------------------------------------------------------------------- */

enum { NAME_COLUMNS = 24, NUMBER_COLUMNS = 10 };

void answer_format(const struct answer *answer, const struct ready_question *question,
                   struct text *out)
{
    text_add(out, "%s\n%-*s", question->text, NAME_COLUMNS, "");
    for (int k = 0; k < QUESTION_COLUMNS && question->column[k] != NULL; k++) {
        text_add(out, " %*s", NUMBER_COLUMNS - 1, question->column[k]);
    }
    for (int i = 0; i < answer->rows; i++) {
        const struct answer_row *row = &answer->row[i];
        text_add(out, "\n%s", row->name);
        for (int columns = (int)strlen(row->name); columns < NAME_COLUMNS; columns++) {
            text_add_char(out, ' ');
        }
        for (int k = 0; k < QUESTION_COLUMNS && question->column[k] != NULL; k++) {
            TEXT_BUFFER(cell, 32);
            text_add_decimal(&cell, row->number[k], question->decimals[k]);
            text_add(out, " %*s", NUMBER_COLUMNS - 1, cell.p);
        }
    }
    text_add(out, "%s", answer->rows == 0 ? "\nno act tells" : "");
}

/* ---- the command ----------------------------------------------------------------------- */

static void list_questions(struct sitting *sitting, struct result *out)
{
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    struct named_list *kept = malloc(sizeof *kept);
    CHECK(kept != NULL);
    for (int i = 0; i < QUESTIONS; i++) {
        text_add(&text, "%s%-10s %s", i > 0 ? "\n" : "", questions[i].key, questions[i].text);
    }
    if (named_read(kept, &question_kind, sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (kept->count > 0) {
        text_add(&text, "\nkept, and asked again by question=NAME:");
        named_tell(kept, 10, &text);
    }
    free(kept);
}

static enum status answer_words(struct sitting *sitting, struct str words, struct result *out,
                                struct error *err)
{
    const struct ready_question *question;
    struct asking *asking = malloc(sizeof *asking);
    struct sitting_acts_wish wish = {.limit = 0};
    struct answer answer = {.row = NULL};
    CHECK(asking != NULL);
    struct str key = str_next_word(&words);
    enum status status = ready_question_find(&question, key, err);
    if (status == STATUS_OK) {
        status = asking_read_line(asking, words, err);
    }
    if (status == STATUS_OK) {
        status = sitting_put_questions(sitting, asking, err);
    }
    if (status == STATUS_OK) {
        wish.asking = asking;
        wish.undone = asking->undone;
        wish.is_of_all = asking->terms > 0;
        status = ready_question_answer(&answer, sitting, question, &wish, err);
    }
    if (status == STATUS_OK) {
        struct text text = text_over(out->text, sizeof out->text);
        answer_format(&answer, question, &text);
    }
    answer_free(&answer);
    free(asking);
    return status;
}

void sitting_run_questions(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct error err;
    struct str words = str_trimmed(command->argument[0].word);
    if (words.n == 0) {
        list_questions(sitting, out);
        return;
    }
    enum status status = answer_words(sitting, words, out, &err);
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
}
