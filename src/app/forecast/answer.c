#include "app/forecast/answer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/words.h"
#include "app/report/report.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/combatant_fields.h"
#include "tracker/library.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"

static const struct {
    const char *word;
    enum forecast_measure measure;
    const char *says;
} measures[] = {
    {"won", MEASURE_WON, "the party wins"},
    {"lost", MEASURE_LOST, "the party falls"},
    {"fled", MEASURE_FLED, "the party flees"},
    {"falls", MEASURE_FALLS, "somebody of the party falls"},
    {"breaks", MEASURE_BREAKS, "morale breaks"},
};
enum { MEASURES = sizeof measures / sizeof measures[0] };
static const char *const other_words[] = {"for", "round", "from", "to", "side"};
enum { OTHER_WORDS = sizeof other_words / sizeof other_words[0] };

/* ---- reading words --------------------------------------------------------------------- */

struct reading {
    struct forecast_question *out;
    const struct forecast *forecast;
    const struct state *state;
    struct str all, rest;
    int low, high; /* the range of the number */
    bool has_low, has_high;
    struct error *err;
};

/* The words up to the mistake are its place. */
static bool wrong(struct reading *reading, const char *text)
{
    char where[ERROR_WHERE_SIZE];
    int n = reading->all.n - reading->rest.n;
    n = n < ERROR_WHERE_SIZE / 2 ? n : ERROR_WHERE_SIZE / 2;
    struct str read = str_trimmed((struct str){reading->all.p, n});
    text_format(where, sizeof where, "\"%s\"", utf8_shown(read).text);
    error_set(reading->err, STATUS_USAGE, read.n > 0 ? where : "", "%s", text);
    return false;
}

static bool split(struct str word, struct str *name, struct str *value)
{
    for (int i = 0; i < word.n; i++) {
        if (word.p[i] == '=') {
            *name = (struct str){word.p, i};
            *value = (struct str){word.p + i + 1, word.n - i - 1};
            return true;
        }
    }
    return false;
}

/* "70%". */
static bool is_share(struct str word)
{
    return word.n > 1 && word.p[word.n - 1] == '%' && char_is_digit(word.p[0]);
}

/* True when the words of a name end before this one. */
static bool ends_name(struct str word)
{
    struct str name, value;
    return is_share(word) || split(word, &name, &value) ||
           str_equal_any_case(word, str_of("for"));
}

/* The words up to the goal. */
static struct str read_name(struct reading *reading)
{
    struct str rest = reading->rest, before = rest;
    const char *begin = str_trimmed(rest).p;
    int n = 0;
    for (struct str word = str_next_word(&rest); word.p != NULL && !ends_name(word);
         word = str_next_word(&rest)) {
        before = rest;
        n = (int)(before.p - begin);
    }
    reading->rest = before;
    return str_unquoted(str_trimmed((struct str){begin, n}));
}

/* ---- who and what ---------------------------------------------------------------------- */

static bool is_meant(const struct state *state, int id, struct str name)
{
    static const char *const sides[] = {"foes", "party"};
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    return library_names_equal(name, str_of(state_text(state, id, TEXT_KIND))) ||
           str_equal_any_case(name, str_of(sides[side])) ||
           names_fit(name, str_of(state_name(state, id))) != NAME_FORMS ||
           (str_is_glob(name) && str_matches_glob(str_of(state_name(state, id)), name));
}

/* Fills in those who are meant and in the fight. */
static bool find_who(struct reading *reading, struct str name)
{
    struct forecast_question *out = reading->out;
    struct error none;
    for (int id = 1; id <= reading->state->count; id++) {
        if (state_is_in(reading->state, id) && is_meant(reading->state, id, name)) {
            out->id[out->ids++] = id;
        }
    }
    int id = out->ids == 0 ? combatant_find(reading->state, name, &none) : 0;
    if (id > 0 && state_is_in(reading->state, id)) {
        out->id[out->ids++] = id;
    }
    return out->ids > 0;
}

static void offer_who(struct nearest *nearest, const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id)) {
            nearest_offer(nearest, state_text(state, id, TEXT_KIND));
            nearest_offer(nearest, state_name(state, id));
        }
    }
}

/* A kind of the library of which combatants are made; NULL: there is none of this name. */
static const struct library_record *find_kind(struct reading *reading, struct str name,
                                              struct nearest *nearest)
{
    const struct library *library = reading->forecast->rules.library;
    for (int i = 0; library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        nearest_offer(nearest, record->name);
        if (library_names_equal(name, str_of(record->name))) {
            return record;
        }
    }
    return NULL;
}

static bool nobody(struct reading *reading, struct str name, const struct nearest *nearest)
{
    TEXT_BUFFER(text, ERROR_TEXT_SIZE);
    if (name.n == 0) {
        text_add(&text, "%s",
                 reading->out->is_count ? "expected a kind: how many rat for 70%"
                                        : "expected whose: which hp of rat*");
    } else {
        text_add(&text, "nobody here%s is called %.40s%s",
                 reading->out->is_count ? " and no kind" : "", utf8_shown(name).text,
                 nearest_question(nearest).text);
    }
    return wrong(reading, text.p);
}

/* One that stands for several, whose number the game keeps. */
static bool stands_for_several(const struct reading *reading, int id, int *count)
{
    const struct procedure *procedure = reading->forecast->from.procedure;
    struct bodies bodies;
    if (procedure->counted == NULL || procedure->bodies == NULL ||
        !procedure->bodies(reading->state, id, &bodies)) {
        return false;
    }
    *count = bodies.left;
    reading->out->counted[0] = procedure->counted;
    reading->out->counted[1] = procedure->counted_start;
    return true;
}

static bool read_how_many(struct reading *reading)
{
    struct forecast_question *out = reading->out;
    struct nearest nearest;
    struct str many = str_next_word(&reading->rest);
    if (!str_equal_any_case(many, str_of("many"))) {
        return wrong(reading, "expected: how many KIND for 70%");
    }
    struct str name = read_name(reading);
    nearest_init(&nearest, name);
    out->is_count = out->has_now = true;
    text_format(out->what, sizeof out->what, "%.*s", name.n, name.p);
    bool is_here = name.n > 0 && find_who(reading, name);
    offer_who(&nearest, reading->state);
    const struct library_record *record =
        !is_here && name.n > 0 ? find_kind(reading, name, &nearest) : NULL;
    if (!is_here && record == NULL) {
        return nobody(reading, name, &nearest);
    }
    if (record != NULL) {
        text_format(out->kind, sizeof out->kind, "%s", record->name);
    }
    out->now = out->ids;
    out->is_bodies = out->ids == 1 && stands_for_several(reading, out->id[0], &out->now);
    reading->high = COMBATANTS_MAX - reading->state->count + out->now;
    reading->high = out->is_bodies ? COMBATANTS_MAX : reading->high;
    return true;
}

/* The range of a field that is a number; false: it is none. */
static bool range_of_field(const struct reading *reading, const char *name, int *low, int *high)
{
    const struct system *system = state_system(reading->state);
    if (strcmp(name, "hp") == 0 || strcmp(name, "hp_max") == 0) {
        *low = 1;
        *high = FORECAST_NUMBERS_MAX;
        return true;
    }
    for (int i = 0; i < system->attributes_count; i++) {
        const struct value_def *def = &system->attributes[i];
        if (strcmp(name, def->name) == 0) {
            *low = def->low;
            *high = def->high;
            return def->kind == VALUE_NUMBER;
        }
    }
    return false;
}

/* The name of each field that is a number; NULL: there are fewer. */
static const char *field_at(const struct reading *reading, int place)
{
    const struct system *system = state_system(reading->state);
    if (place < 2) {
        return place == 0 ? "hp" : "hp_max";
    }
    for (int i = 0, at = 2; i < system->attributes_count; i++) {
        bool is_number = system->attributes[i].kind == VALUE_NUMBER;
        if (is_number && at++ == place) {
            return system->attributes[i].name;
        }
    }
    return NULL;
}

static bool wrong_field(struct reading *reading, struct str name)
{
    struct nearest nearest;
    const char *field;
    TEXT_BUFFER(text, ERROR_TEXT_SIZE);
    TEXT_BUFFER(known, 100);
    nearest_init(&nearest, name);
    for (int i = 0; (field = field_at(reading, i)) != NULL; i++) {
        nearest_offer(&nearest, field);
        text_add_item(&known, field);
    }
    text_add(&text, "expected a number of combatants%s%s",
             nearest.best != NULL ? nearest_question(&nearest).text : ": ",
             nearest.best != NULL ? "" : known.p);
    return wrong(reading, text.p);
}

/* What holds while nobody gives it. */
static int usual_value(const struct reading *reading)
{
    const struct system *system = state_system(reading->state);
    int64_t number = reading->low <= 0 ? 0 : reading->low;
    for (int i = 0; i < system->attributes_count; i++) {
        const struct value_def *def = &system->attributes[i];
        if (strcmp(def->name, reading->out->what) == 0 && def->fallback != NULL) {
            str_to_int64(str_of(def->fallback), reading->low, reading->high, &number);
        }
    }
    return (int)number;
}

static void learn_now(struct reading *reading)
{
    struct forecast_question *out = reading->out;
    const struct procedure *procedure = reading->forecast->from.procedure;
    int field = combatant_field_find(procedure, reading->state, out->what);
    TEXT_BUFFER(value, 80);
    int64_t number;
    if (field >= 0) {
        combatant_field_format(procedure, reading->state, out->id[0], field, &value);
    }
    out->has_now = str_to_int64(str_of(value.p), reading->low, reading->high, &number);
    out->now = out->has_now ? (int)number : usual_value(reading);
}

static bool read_which(struct reading *reading)
{
    struct forecast_question *out = reading->out;
    struct nearest nearest;
    struct str field = str_next_word(&reading->rest);
    TEXT_BUFFER(name, NAME_SIZE);
    for (int i = 0; i < field.n; i++) {
        text_add_char(&name, char_lower(field.p[i]));
    }
    if (!range_of_field(reading, name.p, &reading->low, &reading->high)) {
        return wrong_field(reading, field);
    }
    text_format(out->what, sizeof out->what, "%s", name.p);
    struct str before = reading->rest, of = str_next_word(&reading->rest);
    if (of.p == NULL || !str_equal_any_case(of, str_of("of"))) {
        /* "of=rat*" */
        struct str key, value;
        if (of.p == NULL || !split(of, &key, &value) ||
            !str_equal_any_case(key, str_of("of"))) {
            return wrong(reading, "expected whose: which hp of rat*");
        }
        before.n -= (int)(value.p - before.p);
        before.p = value.p;
        reading->rest = before;
    }
    struct str who = read_name(reading);
    nearest_init(&nearest, who);
    if (who.n == 0 || !find_who(reading, who)) {
        offer_who(&nearest, reading->state);
        return nobody(reading, who, &nearest);
    }
    text_format(out->of, sizeof out->of, "%.*s", who.n, who.p);
    learn_now(reading);
    return true;
}

/* ---- the goal -------------------------------------------------------------------------- */

static bool read_goal(struct reading *reading, struct str share)
{
    double points;
    struct str number =
        share.n > 0 && share.p[share.n - 1] == '%' ? (struct str){share.p, share.n - 1} : share;
    if (!str_to_decimal(number, &points) || points < 0 || points > 100) {
        return wrong(reading, "expected a chance from 0% to 100%, such as won=70%");
    }
    reading->out->has_goal = true;
    reading->out->goal = points / 100;
    return true;
}

static bool read_number(struct reading *reading, struct str value, int low, int high, int *out)
{
    int64_t number;
    if (!str_to_int64(value, low, high, &number)) {
        TEXT_BUFFER(text, 80);
        text_add(&text, "expected a whole number from %d to %d", low, high);
        return wrong(reading, text.p);
    }
    *out = (int)number;
    return true;
}

static bool read_side(struct reading *reading, struct str value)
{
    bool is_known =
        str_equal_any_case(value, str_of("party")) || str_equal_any_case(value, str_of("foes"));
    text_format(reading->out->side, sizeof reading->out->side, "%s",
                value.n > 0 && char_lower(value.p[0]) == 'p' ? "party" : "foes");
    return is_known || wrong(reading, "expected side=party or side=foes");
}

static bool unknown(struct reading *reading, struct str name)
{
    struct nearest nearest;
    TEXT_BUFFER(text, ERROR_TEXT_SIZE);
    TEXT_BUFFER(known, 120);
    nearest_init(&nearest, name);
    for (int i = 0; i < MEASURES; i++) {
        nearest_offer(&nearest, measures[i].word);
        text_add_item(&known, measures[i].word);
    }
    for (int i = 0; i < OTHER_WORDS; i++) {
        nearest_offer(&nearest, other_words[i]);
        text_add_item(&known, other_words[i]);
    }
    text_add(&text, "unknown word%s%s",
             nearest.best != NULL ? nearest_question(&nearest).text : "; expected one of ",
             nearest.best != NULL ? "" : known.p);
    return wrong(reading, text.p);
}

static bool read_word(struct reading *reading, struct str word)
{
    struct forecast_question *out = reading->out;
    struct str name, value;
    if (str_equal_any_case(word, str_of("for"))) {
        return true;
    }
    if (is_share(word)) {
        return read_goal(reading, word);
    }
    if (!split(word, &name, &value)) {
        return unknown(reading, word);
    }
    for (int i = 0; i < MEASURES; i++) {
        if (str_equal_any_case(name, str_of(measures[i].word))) {
            out->watched.measure = measures[i].measure;
            return read_goal(reading, value);
        }
    }
    if (str_equal_any_case(name, str_of("round"))) {
        return read_number(reading, value, 1, FIGHT_ROUNDS_MAX, &out->watched.round);
    }
    if (str_equal_any_case(name, str_of("from"))) {
        reading->has_low = true;
        return read_number(reading, value, reading->low, reading->high, &out->low);
    }
    if (str_equal_any_case(name, str_of("to"))) {
        reading->has_high = true;
        return read_number(reading, value, reading->low, reading->high, &out->high);
    }
    return str_equal_any_case(name, str_of("side")) ? read_side(reading, value)
                                                    : unknown(reading, name);
}

/* The numbers that are tried when nobody says which: around the present one. */
static void choose_numbers(struct reading *reading)
{
    enum { FEW = 12, AROUND = 20, CROWD = 48 };
    struct forecast_question *out = reading->out;
    int from = reading->low, to = reading->high;
    if (to - from > 2 * AROUND) {
        bool is_amount = from >= 0;
        int times = out->is_count ? 2 : 4, some = out->is_count ? FEW : AROUND;
        int more = out->now <= to / times ? out->now * times : to;
        more = more > some ? more : some;
        from = is_amount || out->now - AROUND < from ? from : out->now - AROUND;
        to = is_amount ? more : out->now + AROUND;
        to = to < reading->high ? to : reading->high;
    }
    out->low = reading->has_low ? out->low : from;
    out->high = reading->has_high ? out->high : to > out->low ? to : reading->high;
    out->low = !reading->has_low && out->high < out->low ? reading->low : out->low;
    int most = out->is_count && reading->high > CROWD ? CROWD : reading->high;
    out->most = reading->has_high || most < out->high ? out->high : most;
}

/* The morale groups that count: of those who are meant, else of the foes. */
static void choose_groups(struct reading *reading)
{
    struct forecast_question *out = reading->out;
    const struct state *state = reading->state;
    for (int i = 0; i < out->ids; i++) {
        out->watched.breaks[group_of(state, out->id[i])] = true;
    }
    for (int id = 1; id <= COMBATANTS_MAX && out->ids == 0; id++) {
        bool is_new = id > state->count;
        out->watched.breaks[id] =
            is_new || state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    }
}

bool forecast_question_is(struct str line)
{
    struct str word = str_next_word(&line);
    return word.p != NULL && (str_equal_any_case(word, str_of("how")) ||
                              str_equal_any_case(word, str_of("which")));
}

/* STATUS_USAGE when the words are not understood or name nobody; `where` has the words up to
 * the mistake. */
static enum status read_question(struct forecast_question *out, const struct forecast *forecast,
                                 struct str words, struct error *err)
{
    words = str_trimmed(words);
    memset(out, 0, sizeof *out);
    struct reading reading = {.out = out,
                              .forecast = forecast,
                              .state = forecast->variant[0].start,
                              .all = words,
                              .rest = words,
                              .err = err};
    if (words.n >= FORECAST_QUESTION_SIZE) {
        return error_too_long(err, "the question", FORECAST_QUESTION_SIZE - 1);
    }
    err->code = STATUS_OK;
    text_format(out->words, sizeof out->words, "%.*s", words.n, words.p);
    struct str first = str_next_word(&reading.rest);
    bool is_which = first.p != NULL && str_equal_any_case(first, str_of("which"));
    bool is_how = first.p != NULL && str_equal_any_case(first, str_of("how"));
    if (!is_which && !is_how) {
        wrong(&reading, "expected how many KIND for 70%, or which FIELD of WHO for 70%");
        return err->code;
    }
    if (!(is_how ? read_how_many(&reading) : read_which(&reading))) {
        return err->code;
    }
    for (struct str word = str_next_word(&reading.rest); word.p != NULL;
         word = str_next_word(&reading.rest)) {
        if (!read_word(&reading, word)) {
            return err->code;
        }
    }
    choose_numbers(&reading);
    choose_groups(&reading);
    if (out->low > out->high) {
        wrong(&reading, "expected numbers with from= not above to=");
    }
    return err->code;
}

/* ---- the lines of a number ------------------------------------------------------------- */

static void add_count_lines(const struct forecast_question *question, int number,
                            struct text *out)
{
    if (question->is_bodies) {
        text_add(out, "set #%d", question->id[0]);
        for (int i = 0; i < 2 && question->counted[i] != NULL; i++) {
            text_add(out, " %s=%d", question->counted[i], number);
        }
    } else if (question->ids == 0 && number > 0) {
        text_add(out, "add %d %s%s%s", number, question->kind,
                 question->side[0] != '\0' ? " side=" : "", question->side);
    } else if (question->ids > 0 && number > question->ids) {
        text_add(out, "duplicate #%d %d", question->id[0], number - question->ids);
    }
    for (int i = question->ids - 1; i >= number && !question->is_bodies; i--) {
        text_add(out, "remove #%d;", question->id[i]);
    }
}

void forecast_question_lines(const struct forecast_question *question, int number,
                             struct text *out)
{
    if (question->is_count) {
        add_count_lines(question, number, out);
        return;
    }
    for (int i = 0; i < question->ids; i++) {
        text_add(out, "set #%d %s=%d;", question->id[i], question->what, number);
    }
}

/* ---- in words -------------------------------------------------------------------------- */

/* "8 gully goblin", "morale 6". */
static void format_number(const struct forecast_question *question, int number,
                          struct text *out)
{
    if (question->is_count) {
        text_add(out, "%d %s", number, question->what);
    } else {
        text_add(out, "%s %d", question->what, number);
    }
}

void forecast_question_measure(const struct forecast_question *question, struct text *out)
{
    text_add(out, "%s", measures[question->watched.measure].says);
    if (question->watched.round > 0) {
        text_add(out, " by round %d", question->watched.round);
    }
}

/* ---- completion ------------------------------------------------------------------------ */

/* Adds the rest of the known word when it begins with what is typed. */
static bool completes(struct str typed, const char *known, const char *after, struct text *out)
{
    int n = (int)strlen(known);
    if (n < typed.n || (n == typed.n && after[0] == '\0') ||
        !str_equal_any_case((struct str){known, typed.n}, typed)) {
        return false;
    }
    text_add(out, "%s%s", known + typed.n, after);
    return true;
}

static bool completes_who(const struct reading *reading, struct str typed, struct text *out)
{
    const struct state *state = reading->state;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) &&
            (completes(typed, state_text(state, id, TEXT_KIND), " ", out) ||
             completes(typed, state_name(state, id), " ", out))) {
            return true;
        }
    }
    return false;
}

static bool completes_goal(struct str typed, struct text *out)
{
    for (int i = 0; i < OTHER_WORDS; i++) {
        if (completes(typed, other_words[i], i == 0 ? " " : "=", out)) {
            return true;
        }
    }
    for (int i = 0; i < MEASURES; i++) {
        if (completes(typed, measures[i].word, "=", out)) {
            return true;
        }
    }
    return false;
}

static bool completes_field(const struct reading *reading, struct str typed, struct text *out)
{
    const char *field;
    for (int i = 0; (field = field_at(reading, i)) != NULL; i++) {
        if (completes(typed, field, " of ", out)) {
            return true;
        }
    }
    return false;
}

bool forecast_question_complete(const struct forecast *forecast, struct str words,
                                struct text *out)
{
    struct reading reading = {.forecast = forecast, .state = forecast->variant[0].start};
    struct str word[4] = {{0}}, typed = {words.p, 0};
    int count = 0;
    bool is_open = words.n > 0 && !char_is_space(words.p[words.n - 1]);
    for (struct str next = str_next_word(&words); next.p != NULL;
         next = str_next_word(&words)) {
        word[count < 3 ? count : 3] = next;
        typed = next;
        count++;
    }
    int place = is_open ? count - 1 : count;
    typed.n = is_open ? typed.n : 0;
    bool is_which = count > 0 && str_equal_any_case(word[0], str_of("which"));
    if (place <= 0) {
        return completes(typed, "how many", " ", out) || completes(typed, "which", " ", out);
    }
    if (place == 1) {
        return is_which ? completes_field(&reading, typed, out)
                        : completes(typed, "many", " ", out);
    }
    if (place == 2 && is_which) {
        return completes(typed, "of", " ", out);
    }
    bool is_who = place == (is_which ? 3 : 2);
    return (is_who && completes_who(&reading, typed, out)) ||
           (place > 2 && completes_goal(typed, out));
}

enum { LINES_SIZE = 16384 };

enum status forecast_answer_new(struct forecast_answer **out, const struct forecast_from *from,
                                const struct forecast_wish *wish, struct str words,
                                struct error *err)
{
    struct forecast_wish own = *wish;
    struct forecast_answer *answer = calloc(1, sizeof *answer);
    CHECK(answer != NULL);
    *out = NULL;
    own.what_ifs.count = 0;
    own.fights = FORECAST_FIGHTS_USUAL;
    if (forecast_new(&answer->forecast, from, &own, err) != STATUS_OK ||
        read_question(&answer->question, answer->forecast, words, err) != STATUS_OK) {
        forecast_free(answer->forecast);
        free(answer);
        return err->code;
    }
    answer->coarse_high = answer->question.high;
    answer->many = wish->fights > 0 ? wish->fights : ANSWER_MANY;
    forecast_trials_begin(&answer->trials, answer->forecast, &answer->question.watched);
    *out = answer;
    return STATUS_OK;
}

void forecast_answer_free(struct forecast_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    for (int i = 0; i < answer->points; i++) {
        forecast_trial_end(&answer->point[i]->trial);
        free(answer->point[i]);
    }
    forecast_trials_end(&answer->trials);
    forecast_free(answer->forecast);
    free(answer);
}

/* ---- numbers that are tried ------------------------------------------------------------ */

/* The point of this number, which is made when there is room; NULL: there is none. */
static struct forecast_point *point_of(struct forecast_answer *answer, int number)
{
    int at = 0;
    while (at < answer->points && answer->point[at]->number < number) {
        at++;
    }
    if (at < answer->points && answer->point[at]->number == number) {
        return answer->point[at];
    }
    if (answer->points == ANSWER_POINTS_MAX) {
        return NULL;
    }
    struct forecast_point *point = calloc(1, sizeof *point);
    char *bytes = malloc(LINES_SIZE);
    CHECK(point != NULL && bytes != NULL);
    struct text lines = text_over(bytes, LINES_SIZE);
    forecast_question_lines(&answer->question, number, &lines);
    point->number = number;
    forecast_trial_begin(&point->trial, &answer->trials, lines.p);
    free(bytes);
    memmove(answer->point + at + 1, answer->point + at,
            (size_t)(answer->points - at) * sizeof answer->point[0]);
    answer->point[at] = point;
    answer->points++;
    return point;
}

static bool lacks(const struct forecast_answer *answer, const struct forecast_point *point,
                  int64_t fights)
{
    fights = fights < answer->many ? fights : answer->many;
    return point != NULL && forecast_trial_is_open(&point->trial) && point->trial.next < fights;
}

/* Some numbers from the lowest to the highest, and the present one. */
static struct forecast_point *next_coarse(struct forecast_answer *answer, int64_t fights)
{
    const struct forecast_question *question = &answer->question;
    int range = answer->coarse_high - question->low;
    int steps = range < ANSWER_COARSE - 1 ? range : ANSWER_COARSE - 1;
    for (int i = 0; i <= steps; i++) {
        int number = question->low + (steps > 0 ? range * i / steps : 0);
        struct forecast_point *point = point_of(answer, number);
        if (lacks(answer, point, fights)) {
            return point;
        }
    }
    bool is_tried =
        question->has_now && question->now >= question->low && question->now <= question->high;
    struct forecast_point *now = is_tried ? point_of(answer, question->now) : NULL;
    return lacks(answer, now, fights) ? now : NULL;
}

/* ---- around the goal ------------------------------------------------------------------- */

static double away(const struct forecast_answer *answer, const struct forecast_point *point)
{
    return forecast_trial_chance(&point->trial).middle - answer->question.goal;
}

static double size_of(double number)
{
    return number < 0 ? -number : number;
}

/* The two neighbours between which the chance passes the goal; of several the nearest to the
 * present number. */
static bool find_pair(const struct forecast_answer *answer, struct forecast_point **low,
                      struct forecast_point **high)
{
    struct forecast_point *last = NULL;
    int nearest = 0;
    *low = *high = NULL;
    for (int i = 0; i < answer->points; i++) {
        struct forecast_point *point = answer->point[i];
        if (point->trial.fights == 0) {
            continue;
        }
        bool passes = last != NULL && away(answer, last) * away(answer, point) <= 0;
        int distance =
            passes ? abs(last->number + point->number - 2 * answer->question.now) : 0;
        if (passes && (*low == NULL || distance < nearest)) {
            *low = last;
            *high = point;
            nearest = distance;
        }
        last = point;
    }
    return *low != NULL;
}

/* Of several that are as near, the nearest to the present number. */
static struct forecast_point *find_nearest(const struct forecast_answer *answer)
{
    struct forecast_point *best = NULL;
    int now = answer->question.now;
    for (int i = 0; i < answer->points; i++) {
        struct forecast_point *point = answer->point[i];
        if (point->trial.fights == 0) {
            continue;
        }
        double by =
            best != NULL ? size_of(away(answer, best)) - size_of(away(answer, point)) : 1;
        bool is_closer =
            best != NULL && by >= 0 && abs(point->number - now) < abs(best->number - now);
        best = by > 0 || is_closer ? point : best;
    }
    return best;
}

/* Twice the highest number, when no other is nearer to the goal; NULL: that is the highest. */
static struct forecast_point *next_beyond(struct forecast_answer *answer)
{
    const struct forecast_point *nearest = find_nearest(answer);
    struct forecast_point *last = answer->points > 0 ? answer->point[answer->points - 1] : NULL;
    if (lacks(answer, last, ANSWER_FEW)) {
        return last;
    }
    if (nearest == NULL || last->trial.fights == 0 || last->number >= answer->question.most ||
        size_of(away(answer, last)) > size_of(away(answer, nearest))) {
        return NULL;
    }
    int most = answer->question.most, twice = last->number < most / 2 ? last->number * 2 : most;
    answer->question.high = twice > last->number ? twice : last->number + 1;
    return point_of(answer, answer->question.high);
}

static struct forecast_point *next_near_goal(struct forecast_answer *answer)
{
    struct forecast_point *low, *high;
    if (!find_pair(answer, &low, &high)) {
        struct forecast_point *beyond = next_beyond(answer);
        struct forecast_point *nearest = beyond != NULL ? beyond : find_nearest(answer);
        return lacks(answer, nearest, answer->many) ? nearest : NULL;
    }
    struct forecast_point *fewer = low->trial.next <= high->trial.next ? low : high;
    if (lacks(answer, fewer, 2 * ANSWER_FEW)) {
        return fewer;
    }
    if (high->number - low->number > 1) {
        struct forecast_point *middle =
            point_of(answer, low->number + (high->number - low->number) / 2);
        if (lacks(answer, middle, 2 * ANSWER_FEW)) {
            return middle;
        }
    }
    return lacks(answer, fewer, answer->many) ? fewer : NULL;
}

/* Without a goal: the present number and one more. */
static struct forecast_point *next_of_curve(struct forecast_answer *answer)
{
    const struct forecast_question *question = &answer->question;
    struct forecast_point *next = next_coarse(answer, ANSWER_SOME);
    for (int i = 0; i < 2 && next == NULL && question->has_now; i++) {
        bool is_tried =
            question->now + i >= question->low && question->now + i <= question->high;
        struct forecast_point *point = is_tried ? point_of(answer, question->now + i) : NULL;
        next = lacks(answer, point, answer->many) ? point : NULL;
    }
    return next;
}

static struct forecast_point *next_point(struct forecast_answer *answer)
{
    struct forecast_point *next = next_coarse(answer, ANSWER_FEW);
    return next != NULL                ? next
           : answer->question.has_goal ? next_near_goal(answer)
                                       : next_of_curve(answer);
}

bool forecast_answer_play(struct forecast_answer *answer, int fights)
{
    enum { TURN = 20 };
    struct forecast_point *next;
    bool is_open = forecast_trial_is_open(&answer->trials.first);
    while (fights > 0 && is_open && (next = next_point(answer)) != NULL) {
        int turn = fights < TURN ? fights : TURN;
        int64_t left = answer->many - next->trial.next;
        turn = turn < left ? turn : (int)left;
        forecast_trial_play(&next->trial, &answer->trials, turn);
        fights -= turn;
        is_open = forecast_trial_is_open(&answer->trials.first);
    }
    answer->is_played = !is_open || next_point(answer) == NULL;
    return !answer->is_played;
}

void forecast_answer_more(struct forecast_answer *answer)
{
    answer->many = answer->many < FORECAST_FIGHTS_MAX / 2 ? answer->many * 2 : answer->many;
    answer->is_played = false;
}

/* ---- what is known --------------------------------------------------------------------- */

static const struct forecast_point *tried(const struct forecast_answer *answer, int number)
{
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->number == number && point->trial.fights > 0) {
            return point;
        }
    }
    return NULL;
}

/* Of a number that nobody has yet: the lowest and the highest. */
static void find_ends(const struct forecast_answer *answer, struct forecast_found *out)
{
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        bool is_tried = point->trial.fights > 0;
        out->next = is_tried && out->best != NULL ? point : out->next;
        out->best = is_tried && out->best == NULL ? point : out->best;
    }
    out->is_reached = true;
}

bool forecast_answer_found(const struct forecast_answer *answer, struct forecast_found *out)
{
    struct forecast_point *low, *high;
    *out = (struct forecast_found){.best = NULL};
    if (!answer->question.has_goal && !answer->question.has_now) {
        find_ends(answer, out);
    } else if (!answer->question.has_goal) {
        out->best = tried(answer, answer->question.now);
        out->next = tried(answer, answer->question.now + 1);
        out->is_reached = true;
    } else if (find_pair(answer, &low, &high)) {
        bool is_low = size_of(away(answer, low)) <= size_of(away(answer, high));
        out->best = is_low ? low : high;
        out->next = is_low ? high : low;
        out->is_reached = true;
    } else if ((out->best = find_nearest(answer)) != NULL) {
        struct interval chance = forecast_trial_chance(&out->best->trial);
        out->is_reached =
            chance.low <= answer->question.goal && answer->question.goal <= chance.high;
    }
    return out->best != NULL;
}

/* ---- in sentences ---------------------------------------------------------------------- */

/* "71% (69-73%)" */
static void add_chance(const struct forecast_point *point, struct text *out)
{
    struct interval chance = forecast_trial_chance(&point->trial);
    report_format_chance(out, &chance);
    text_add(out, " (");
    report_format_range(out, chance.low, chance.high);
    text_add(out, ")");
}

static void add_number(const struct forecast_answer *answer, const struct forecast_point *point,
                       struct text *out)
{
    format_number(&answer->question, point->number, out);
    text_add(out, ": ");
}

static void add_not_reached(const struct forecast_answer *answer, struct text *out)
{
    if (!answer->is_played) {
        text_add(out, "So far the nearest is ");
        return;
    }
    int low = 0, high = INT_MIN;
    for (int i = answer->points - 1; i >= 0; i--) {
        const struct forecast_point *point = answer->point[i];
        bool is_tried = point->trial.fights > 0;
        high = is_tried && point->number > high ? point->number : high;
        low = is_tried ? point->number : low;
    }
    text_add(out, "No number from %d to %d gives ", low, high);
    text_add_percent(out, answer->question.goal);
    text_add(out, ". The nearest is ");
}

/* The first number that could not be tried, and why. */
static void add_refused(const struct forecast_answer *answer, struct text *out)
{
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (!forecast_trial_is_open(&point->trial)) {
            text_add(out, " Not tried: ");
            format_number(&answer->question, point->number, out);
            text_add(out, " (%s).", point->trial.error.text);
            return;
        }
    }
}

void forecast_answer_sum_up(const struct forecast_answer *answer, struct text *out)
{
    struct forecast_found found;
    if (!forecast_trial_is_open(&answer->trials.first)) {
        text_add(out, "Nothing is known: %s", answer->trials.first.error.text);
        return;
    }
    if (!forecast_answer_found(answer, &found)) {
        text_add(out, "Nothing is known.");
        add_refused(answer, out);
        return;
    }
    if (!found.is_reached) {
        add_not_reached(answer, out);
    }
    add_number(answer, found.best, out);
    forecast_question_measure(&answer->question, out);
    text_add(out, " in ");
    add_chance(found.best, out);
    if (found.next != NULL) {
        text_add(out, "; ");
        add_number(answer, found.next, out);
        add_chance(found.next, out);
    }
    if (found.next != NULL && !answer->question.has_goal && answer->question.has_now) {
        struct interval more = forecast_trial_difference(&found.next->trial);
        text_add(out, ", %s by ", more.middle < 0 ? "less" : "more");
        text_add_decimal(out, size_of(more.middle) * 100, 0);
        text_add(out, " points, to within ");
        text_add_decimal(out, (more.high - more.low) * 50, 0);
    }
    text_add(out, ".");
    add_refused(answer, out);
}

void forecast_answer_tell(const struct forecast_answer *answer, struct text *out)
{
    const struct forecast_one *one = &answer->forecast->one[0];
    forecast_answer_sum_up(answer, out);
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->trial.fights > 0) {
            text_add(out, "\n");
            add_number(answer, point, out);
            add_chance(point, out);
            text_add(out, ", of %lld fights", (long long)point->trial.fights);
        }
    }
    text_add(out, "\nby %s against %s", one->side[SIDE_PARTY]->name,
             one->side[SIDE_FOES]->name);
}
