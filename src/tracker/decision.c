#include "tracker/decision.h"

#include <stdarg.h>
#include <string.h>

#include "base/json_text.h"
#include "base/utf8.h"
#include "resolver/trace.h"
#include "tracker/procedure.h"

/* ---- the record of a roll, as the log keeps it ------------------------------------------- */

struct roll_record {
    struct roll_request request;
    struct roll_outcome outcome;
    const struct trace *trace;
    const struct state *state; /* for the names, recorded as they were then */
    int subject, object;       /* 0: nobody */
};

static void add_name(const struct state *state, int id, struct text *out)
{
    if (id != 0) {
        json_text_string(out, state_name(state, id));
    }
}

static void add_request(const struct roll_record *record, struct known_chances *chances,
                        struct text *out)
{
    text_add(out, "{\"step\":\"request\",\"by\":%s", record->subject == 0 ? "null" : "");
    add_name(record->state, record->subject, out);
    text_add(out, ",\"to\":[");
    add_name(record->state, record->object, out);
    text_add(out, "],");
    int from = out->n;
    roll_request_format(&record->request, out);
    if (chances != NULL) {
        struct str request = {out->p + from, out->n - from};
        int before = out->n;
        text_add(out, ",\"chance\":{");
        int begun = out->n;
        chances_add(chances, &record->request, request, out);
        if (out->n == begun && !out->is_cut) {
            out->n = before;
        } else {
            text_add_char(out, '}');
        }
    }
    text_add_char(out, '}');
}

/* ---- questions --------------------------------------------------------------------------- */

void question_offer(struct question *question, const char *word, const char *about)
{
    int to = question->choices++;
    CHECK(to < QUESTION_CHOICES_MAX);
    text_copy(question->choice[to], sizeof question->choice[to], str_of(word));
    text_copy(question->about[to], sizeof question->about[to],
              str_of(about != NULL ? about : ""));
}

void question_explain_die(const struct question *question, struct text *out)
{
    const char *dice = question->dice.dice;
    size_t n = strlen(dice);
    if (question->kind == QUESTION_DICE && n > 0 && dice[n - 1] == '!' &&
        question->fallen == 0) {
        text_add(out, "%lld: roll again and add", (long long)question->dice.high);
    }
}

void question_text(const struct question *question, struct text *out)
{
    text_add(out, "%s%s%s", question->prompt, question->die[0] != '\0' ? ", " : "",
             question->die);
}

void question_text_die_first(const struct question *question, struct text *out)
{
    text_add(out, "%s%s%s", question->die, question->die[0] != '\0' ? ": " : "",
             question->prompt);
}

void question_add_next(struct question *question, const char *next)
{
    struct text die = {
        .p = question->die, .n = (int)strlen(question->die), .size = (int)sizeof question->die};
    if (next != NULL && die.n > 0) {
        text_add(&die, ", then %s", next);
    }
}

static bool is_choice(const struct question *question, struct str word)
{
    for (int i = 0; i < question->choices; i++) {
        if (str_is_choice(word, question->choice[i])) {
            return true;
        }
    }
    return false;
}

void question_choice_name(const struct question *question, int choice, struct text *out)
{
    for (const char *c = question->choice[choice]; *c != '\0'; c++) {
        text_add_char(out, *c == '-' ? ' ' : *c);
    }
}

void question_add_answer(const struct question *question, struct str answer, struct text *out)
{
    struct str rest = answer;
    struct str words = {answer.p, 0};
    text_add(out, "%s", question->prefix);
    bool are_own = question->else_takes == ELSE_TAKES_WORDS && !question->keeps_words &&
                   !is_choice(question, str_next_word(&rest)) &&
                   memchr(answer.p, '"', (size_t)answer.n) == NULL;
    rest = answer;
    for (struct str word; are_own && (word = str_next_word(&rest)).p != NULL;) {
        if (memchr(word.p, '=', (size_t)word.n) != NULL) {
            break;
        }
        words.n = (int)(word.p - answer.p) + word.n;
    }
    struct str behind = {answer.p + words.n, answer.n - words.n};
    if (memchr(words.p, ' ', (size_t)words.n) != NULL) {
        text_add(out, "\"%.*s\"%.*s", words.n, words.p, behind.n, behind.p);
    } else {
        text_add_str(out, answer);
    }
}

/* True when it is name=value, as commands read it, or the question's flag. */
static bool is_option(const struct question *question, struct str word)
{
    bool begins = word.n > 0 && (char_is_letter(word.p[0]) || (unsigned char)word.p[0] >= 0x80);
    return (begins && memchr(word.p, '=', (size_t)word.n) != NULL) ||
           (question->flag != NULL && str_equal_any_case(word, str_of(question->flag)));
}

/* An answer to a question for dice is read as dice, whatever else the line might take. */
bool question_finds_wrong_word(const struct question *question, struct str words,
                               struct text *out)
{
    bool wants_number = question->kind == QUESTION_NUMBER;
    if (!wants_number && question->kind != QUESTION_DICE) {
        return false;
    }
    const char *line = words.p;
    for (struct str word; (word = str_next_word(&words)).p != NULL; wants_number = false) {
        struct entered entered;
        int64_t number;
        char shown[NAME_SIZE];
        bool is_quoted = word.p > line && word.p[-1] == '"';
        bool is_right = wants_number
                            ? str_to_int64(word, INT32_MIN, INT32_MAX, &number)
                            : entered_parse(&entered, word) || is_option(question, word);
        if (is_right && !is_quoted) {
            continue;
        }
        utf8_clean(shown, sizeof shown, word);
        text_add(out, "%s is not possible: ", shown);
        const struct dice_request *dice = &question->dice;
        if (wants_number) {
            text_add(out, "expected a whole number from %d to %d", question->low,
                     question->high);
        } else if (question->kind == QUESTION_NUMBER) {
            text_add(out, "only dice can follow the number");
        } else {
            text_add(out, "each die shows %lld to %lld", (long long)dice->low,
                     (long long)dice->high);
            if (dice->missing > 1) {
                text_add(out, ", and %d are needed", dice->missing);
            }
        }
        return true;
    }
    return false;
}

/* What only some decisions end in; all of it is large. */
static void clear_ending(struct decision *decision)
{
    memset(&decision->question, 0, sizeof decision->question);
    memset(&decision->refusal, 0, sizeof decision->refusal);
    memset(&decision->error, 0, sizeof decision->error);
}

/* All but the state and the ending. */
static void begin(struct decision *decision, void *memory)
{
    decision->verdict = VERDICT_DONE;
    decision->events = 0;
    decision->changed = (struct state_parts){0};
    decision->label[0] = '\0';
    decision->answer[0] = '\0';
    decision->entered = NULL;
    decision->entered_count = 0;
    decision->entered_used = 0;
    decision->entered_left = 0;
    decision->rolls_rest = false;
    decision->is_ruling = false;
    decision->is_secret = false;
    decision->is_silent = false;
    decision->asked.kind = ASKED_NOTHING;
    decision->chances = NULL;
    decision->kept = NULL;
    decision->more = NULL;
    decision->more_count = 0;
    decision->again = (struct roll_again){.is_wanted = false};
    arena_init(&decision->text, memory, DECISION_TEXT_SIZE);
}

void decision_begin(struct decision *decision, const struct procedure *procedure,
                    const struct state *state, void *memory)
{
    decision->procedure = procedure;
    state_copy(&decision->state, state);
    clear_ending(decision);
    begin(decision, memory);
}

void decision_begin_again(struct decision *decision, const struct state *state, void *memory)
{
    state_copy_back(&decision->state, state, decision->event, decision->events);
    clear_ending(decision);
    begin(decision, memory);
}

void decision_begin_next(struct decision *decision, void *memory)
{
    if (decision->verdict != VERDICT_DONE) {
        clear_ending(decision);
    }
    begin(decision, memory);
}

/* ---- endings --------------------------------------------------------------------------- */

/* A line that is wrong, or found no room, has ended with that: what it finds afterwards, in a
 * state that lacks what had no room, is not told. */
static bool is_wrong(const struct decision *decision)
{
    return decision->verdict == VERDICT_WRONG;
}

bool decision_refuse(struct decision *decision, const char *rule, const char *format, ...)
{
    char reason[sizeof decision->refusal.reason];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (decision->is_ruling) {
        struct event *event = decision_tell(decision, EVENT_RULED, 0, 0);
        decision_say(decision, event, rule, "ruling, against: %s", reason);
        return decision_goes_on(decision);
    }
    if (is_wrong(decision)) {
        return false;
    }
    decision->verdict = VERDICT_REFUSED;
    memcpy(decision->refusal.reason, reason, sizeof reason);
    decision->refusal.rule = rule;
    return false;
}

void decision_wrong(struct decision *decision, const char *format, ...)
{
    if (!decision_goes_on(decision)) {
        return;
    }
    decision->verdict = VERDICT_WRONG;
    decision->error.code = STATUS_USAGE;
    va_list arguments;
    va_start(arguments, format);
    text_format_list(decision->error.text, sizeof decision->error.text, format, arguments);
    va_end(arguments);
}

static void decision_full(struct decision *decision)
{
    decision_wrong(decision, "this is too much at once: do it in parts");
    decision->error.code = STATUS_FULL;
}

struct question *decision_ask(struct decision *decision, enum question_kind kind,
                              const char *format, ...)
{
    struct question *question = &decision->question;
    memset(question, 0, sizeof *question);
    decision->verdict = is_wrong(decision) ? VERDICT_WRONG : VERDICT_ASKS;
    question->kind = kind;
    question->rule = "";
    va_list arguments;
    va_start(arguments, format);
    text_format_list(question->prompt, sizeof question->prompt, format, arguments);
    va_end(arguments);
    struct text so_far = text_over(question->so_far, sizeof question->so_far);
    for (int i = decision->events - 1; i >= 0 && so_far.n == 0; i--) {
        text_add_str(&so_far, decision->event[i].line);
    }
    return question;
}

/* A name that is not there may stand in a file that is left out. */
static void add_mistake(struct error *err, const struct error *file)
{
    struct error own = *err;
    if (file != NULL) {
        error_set(err, STATUS_USAGE, "",
                  "%.120s (a file has a mistake, so nothing of it is used: %s: %.120s)",
                  own.text, file->where, file->text);
    }
}

int decision_table(struct decision *decision, struct str name)
{
    struct error err;
    int table = -1;
    if (decision->tables != NULL) {
        table = random_table_find(decision->tables, name, &err);
    } else {
        error_set(&err, STATUS_MISSING, "", "there are no random tables");
    }
    if (table < 0) {
        add_mistake(&err, decision->tables_error);
        decision_wrong(decision, "%s", err.text);
    }
    return table;
}

const struct library_record *decision_record(struct decision *decision, const char *kind,
                                             struct str name)
{
    struct error err;
    const struct library_record *record = NULL;
    if (decision->library != NULL) {
        record = library_find(decision->library, kind, name, &err);
        if (record == NULL) {
            add_mistake(&err, decision->library_error);
        }
    } else {
        error_set(&err, STATUS_MISSING, "", "there is no library of records");
    }
    if (record == NULL) {
        decision_wrong(decision, "%s", err.text);
    }
    return record;
}

void decision_answer(struct decision *decision, const char *format, ...)
{
    int n = (int)strlen(decision->answer);
    struct text answer = text_over(decision->answer + n, (int)sizeof decision->answer - n);
    text_add(&answer, "%s", n > 0 ? "\n" : "");
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&answer, format, arguments);
    va_end(arguments);
}

void decision_label(struct decision *decision, const char *format, ...)
{
    if (decision->is_silent) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    text_format_list(decision->label, sizeof decision->label, format, arguments);
    va_end(arguments);
}

/* ---- events ---------------------------------------------------------------------------- */

void *decision_take(struct decision *decision, size_t size)
{
    void *taken = arena_take(&decision->text, size, 1);
    if (taken == NULL) {
        decision_full(decision);
    }
    return taken;
}

/* A copy of the text that lives as long as the decision; false when there is no room. */
static bool keep(struct decision *decision, struct str text, struct str *out)
{
    if (text.n == 0) {
        *out = (struct str){"", 0};
        return true;
    }
    char *copy = decision_take(decision, (size_t)text.n + 1);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, text.p, (size_t)text.n);
    *out = (struct str){copy, text.n};
    return true;
}

static struct event *emit(struct decision *decision, struct event event)
{
    if (!decision_goes_on(decision)) {
        return NULL;
    }
    if (decision->events == EVENTS_MAX) {
        decision_full(decision);
        return NULL;
    }
    if (!keep(decision, event.text_from, &event.text_from) ||
        !keep(decision, event.text_to, &event.text_to)) {
        return NULL;
    }
    struct event *kept = &decision->event[decision->events++];
    *kept = event;
    kept->is_secret = decision->is_secret;
    state_apply(&decision->state, kept);
    state_parts_add(&decision->changed, kept);
    return kept;
}

static struct event *change_value(struct decision *decision, struct event event)
{
    const struct combatant *combatant = state_at(&decision->state, event.subject);
    event.was_set = state_is_set(&decision->state, event.subject, event.field);
    event.from = combatant->value[event.field];
    if (event.was_set == event.is_set && event.from == event.to) {
        return NULL;
    }
    return emit(decision, event);
}

struct event *decision_value(struct decision *decision, enum event_kind kind, int subject,
                             int field, int to)
{
    return change_value(
        decision,
        (struct event){
            .kind = kind, .subject = subject, .field = field, .is_set = true, .to = to});
}

struct event *decision_unset(struct decision *decision, enum event_kind kind, int subject,
                             int field)
{
    return change_value(decision,
                        (struct event){.kind = kind, .subject = subject, .field = field});
}

struct event *decision_encounter(struct decision *decision, enum event_kind kind,
                                 enum encounter_field field, int to)
{
    int from = decision->state.value[field];
    if (from == to) {
        return NULL;
    }
    return emit(decision, (struct event){.kind = kind,
                                         .field = (int)field,
                                         .was_set = true,
                                         .is_set = true,
                                         .from = from,
                                         .to = to});
}

struct event *decision_text(struct decision *decision, int subject, int field, struct str to)
{
    struct str from = str_of(state_text(&decision->state, subject, field));
    if (str_equal(to, from.p)) {
        return NULL;
    }
    CHECK(to.n < state_text_size(field));
    return emit(decision, (struct event){.kind = EVENT_TEXT_CHANGED,
                                         .subject = subject,
                                         .field = field,
                                         .text_from = from,
                                         .text_to = to});
}

struct event *decision_effect(struct decision *decision, enum event_kind event, int kind,
                              int subject, int object, struct str label, int amount)
{
    CHECK(kind >= 0 && kind < effect_kinds(decision->procedure));
    label = str_beginning(label, LABEL_SIZE - 1);
    const struct effect *effect =
        state_effect_labelled(&decision->state, kind, subject, object, label);
    if (effect != NULL && effect->amount == amount) {
        return NULL;
    }
    if (effect == NULL && decision->state.effects == EFFECTS_MAX) {
        decision_wrong(decision,
                       "no room for this: an encounter keeps at most %d conditions, traits and "
                       "payments at once; do it for fewer, or remove combatants who are out",
                       EFFECTS_MAX);
        decision->error.code = STATUS_FULL;
        return NULL;
    }
    return emit(decision, (struct event){.kind = event,
                                         .subject = subject,
                                         .object = object,
                                         .field = (int)kind,
                                         .was_set = effect != NULL,
                                         .from = effect != NULL ? effect->amount : 0,
                                         .is_set = true,
                                         .to = amount,
                                         .text_to = label});
}

struct event *decision_end_effect(struct decision *decision, enum event_kind event,
                                  const struct effect *effect)
{
    return emit(decision, (struct event){.kind = event,
                                         .subject = effect->subject,
                                         .object = effect->object,
                                         .field = effect->kind,
                                         .was_set = true,
                                         .from = effect->amount,
                                         .text_to = str_of(effect->label)});
}

struct event *decision_counter(struct decision *decision, enum event_kind event, int place,
                               enum counter_field field, int about, int to)
{
    CHECK(place >= 0 && place < COUNTERS_MAX && field < COUNTER_NUMBERS);
    int from = decision->state.counter[place].number[field];
    if (from == to) {
        return NULL;
    }
    return emit(decision, (struct event){.kind = event,
                                         .subject = about,
                                         .field = counter_field_of(place, field),
                                         .was_set = true,
                                         .is_set = true,
                                         .from = from,
                                         .to = to});
}

struct event *decision_counter_text(struct decision *decision, int place,
                                    enum counter_field field, int about, struct str to)
{
    struct str from = str_of(state_counter_text(&decision->state, place, field));
    if (str_equal(to, from.p)) {
        return NULL;
    }
    CHECK(to.n < counter_text_size(field));
    return emit(decision, (struct event){.kind = EVENT_COUNTER_NAMED,
                                         .subject = about,
                                         .field = counter_field_of(place, field),
                                         .text_from = from,
                                         .text_to = to});
}

int decision_add(struct decision *decision, struct str name)
{
    CHECK(name.n < NAME_SIZE);
    if (decision->state.count == COMBATANTS_MAX) {
        decision_wrong(decision,
                       "an encounter has room for %d combatants, removed ones included",
                       COMBATANTS_MAX);
        decision->error.code = STATUS_FULL;
        return 0;
    }
    int id = decision->state.count + 1;
    struct event *event =
        emit(decision,
             (struct event){.kind = EVENT_COMBATANT_ADDED, .subject = id, .text_to = name});
    return event != NULL ? id : 0;
}

struct event *decision_tell(struct decision *decision, enum event_kind kind, int subject,
                            int object)
{
    CHECK(event_shape(kind) == SHAPE_NOTHING);
    return emit(decision, (struct event){.kind = kind, .subject = subject, .object = object});
}

void decision_dealt(struct decision *decision, int id, int by, int from, int to)
{
    emit(decision, (struct event){.kind = EVENT_DAMAGE_DEALT,
                                  .subject = id,
                                  .object = by,
                                  .was_set = true,
                                  .is_set = true,
                                  .from = from,
                                  .to = to,
                                  .text_to = str_of(state_name(&decision->state, by))});
}

void decision_say(struct decision *decision, struct event *event, const char *rules,
                  const char *format, ...)
{
    if (event == NULL || decision->is_silent) {
        return;
    }
    TEXT_BUFFER(line, 400);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&line, format, arguments);
    va_end(arguments);
    if (keep(decision, (struct str){line.p, line.n}, &event->line)) {
        keep(decision, str_of(rules), &event->rules);
    }
}

/* ---- dice ------------------------------------------------------------------------------ */

static void dice_start(struct decision *decision, struct dice *dice, int subject, int object)
{
    struct dice_stream stream = {.seed = decision->seed,
                                 .encounter = decision->encounter,
                                 .draw = (uint32_t)decision->state.value[ENCOUNTER_DRAW]};
    dice_init_thrown(dice, stream, decision->entered, decision->entered_count,
                     decision->asks && !decision->rolls, &decision->trace);
    decision->trace.is_bare = !decision_says(decision);
    dice->entered_used = decision->entered_used;
    dice->rolls_rest = decision->rolls_rest;
    dice->kept = decision->kept;
    if (dice->kept != NULL) {
        kept_dice_begin_roll(dice->kept, subject, object);
        /* The dice that are kept took the draws before this one. */
        if (dice->stream.draw < dice->kept->draw) {
            dice->stream.draw = dice->kept->draw;
        }
    }
}

static bool begins_or_ends_with(struct str text, struct str word)
{
    struct str head = {text.p, word.n};
    struct str tail = {text.p + text.n - word.n, word.n};
    return text.n >= word.n &&
           (str_equal_any_case(head, word) || str_equal_any_case(tail, word));
}

/* " after 6", " after 4 2": the faces so far of an unfinished throw; returns their number. */
static int add_fallen(const struct decision *decision, const struct dice_request *request,
                      struct text *out)
{
    enum { SHOWN_MOST = 8 };
    const struct trace_step *step = &decision->trace.step[request->steps];
    if (request->steps >= decision->trace.steps || step->kind != TRACE_DICE || step->is_real) {
        return 0;
    }
    int first = step->face_count > SHOWN_MOST ? step->face_count - SHOWN_MOST : 0;
    for (int i = first; i < step->face_count; i++) {
        text_add(out, "%s%d",
                 i > first   ? " "
                 : first > 0 ? " after ... "
                             : " after ",
                 (int)decision->trace.face[step->face_first + i]);
    }
    return step->face_count;
}

/* "Anka attacks Pelican 1: attack, d20"; the purpose is named once. A purpose without a rule is
 * a random table, whose title names it. */
static void ask_for_dice(struct decision *decision, const struct dice_request *request,
                         const char *who)
{
    const char *label = request->label;
    bool is_said = request->rule[0] == '\0' || begins_or_ends_with(str_of(who), str_of(label));
    struct question *question = decision_ask(decision, QUESTION_DICE, "%s%s%s", who,
                                             is_said ? "" : ": ", is_said ? "" : label);
    struct text die = text_over(question->die, sizeof question->die);
    const char *(*words)(const struct dice_request *) = decision->procedure->asked_dice;
    /* The dice to throw; a number that comes to them by itself stands apart, so that nobody
     * adds it too: "d6 (+1 is added)". */
    const char *dice = words != NULL ? words(request) : request->dice;
    const char *sign = strpbrk(dice, "+-");
    bool is_range = sign != NULL && memchr(dice, 'd', (size_t)(sign - dice)) == NULL;
    if (sign != NULL && !is_range && sign[1 + strspn(sign + 1, "0123456789")] == '\0') {
        text_add(&die, "%.*s (%s is added)", (int)(sign - dice), dice, sign);
    } else {
        text_add(&die, "%s", dice);
    }
    question->fallen = add_fallen(decision, request, &die);
    /* How a die that nobody has is thrown with one that people have: " (a d8, 8 again)". */
    static const int usual[] = {2, 4, 6, 8, 10, 12, 20, 100};
    int64_t sides = request->low == 1 ? request->high : 0;
    int found = 0;
    for (int i = (int)(sizeof usual / sizeof usual[0]) - 1; i >= 0 && sides > 0; i--) {
        found = usual[i] >= sides ? usual[i] : found;
    }
    if (sides == 3 || sides == 5) { /* two faces of the larger one count as one */
        text_add(&die, " (a d%lld, halved and rounded up)", (long long)sides * 2);
    } else if (found > sides && found <= 2 * sides && sides > 1) {
        text_add(&die, " (a d%d, %lld", found, (long long)sides + 1);
        if (found > sides + 1) {
            text_add(&die, " to %d", found);
        }
        text_add(&die, " again)");
    }
    question->dice = *request;
    question->rule = request->rule;
    /* Arithmetic after the missing die is left out. */
    decision->trace.steps = request->steps;
    if (request->steps > 0) {
        struct text so_far = text_over(question->so_far, sizeof question->so_far);
        trace_format(&decision->trace, &so_far);
    }
}

void decision_prompt(struct decision *decision, const char *label, const char *format, ...)
{
    struct question *question = &decision->question;
    bool is_asked = decision->verdict == VERDICT_ASKS && question->kind == QUESTION_DICE &&
                    strcmp(question->dice.label, label) == 0;
    if (is_asked) {
        int n = (int)strlen(question->die);
        va_list arguments;
        va_start(arguments, format);
        text_format_list(question->die + n, (int)sizeof question->die - n, format, arguments);
        va_end(arguments);
    }
}

/* What is read about a throw: the line of its event, and its record. */
static bool tell_roll(struct decision *decision, struct event *event,
                      struct roll_record *record, const char *who)
{
    TEXT_BUFFER(line, 360);
    trace_format(&decision->trace, &line);
    TEXT_BUFFER(cited, 160);
    trace_format_rules(&decision->trace, &cited);
    decision_say(decision, event, cited.p, "%s: %s", who, line.p);
    record->trace = &decision->trace;
    record->state = &decision->state;
    /* Puts the record of the roll on its event, written into the free room of the decision's
     * texts. */
    struct arena *arena = &decision->text;
    size_t room = arena->size - arena->used;
    char none[1];
    struct text text = room > 0 ? text_over((char *)arena->start + arena->used, (int)room)
                                : text_over(none, sizeof none);
    /* [{"step":"request","by":NAME,"to":[NAME],REQUEST,"chance":{...}},
     *  ... every step of the trace ...,
     *  {"step":"outcome","outcome":{...}}]
     *
     * "by" is null and "to" empty when there is nobody. Without `chances`, or if the chance
     * cannot be enumerated, "chance" is left out. An outcome whose trace had no room for all of
     * its steps has "cut":true. */
    struct text *out = &text;
    text_add_char(out, '[');
    add_request(record, decision->chances, out);
    trace_format_steps(record->trace, out);
    text_add(out, ",{\"step\":\"outcome\",\"outcome\":{");
    roll_outcome_format(&record->request, &record->outcome, out);
    text_add(out, "}%s}]", record->trace->is_cut ? ",\"cut\":true" : "");
    if (event == NULL || text.is_cut) {
        decision_full(decision);
        return false;
    }
    event->trace = (struct str){text.p, text.n};
    size_t taken = ((size_t)text.n + 16) / 16 * 16;
    arena->used += taken < room ? taken : room;
    return true;
}

/* Ends a throw with a fault, a question, or events that record the dice. */
static bool end_throw(struct decision *decision, const struct dice *dice,
                      struct roll_record *record, const char *who)
{
    if (dice->fault.code != STATUS_OK) {
        decision_wrong(decision, "%s: %s", who, dice->fault.text);
        decision->error.code = dice->fault.code;
        return false;
    }
    if (dice->is_wanting) {
        ask_for_dice(decision, &dice->request, who);
        return false;
    }
    decision->entered_used = dice->entered_used;
    decision->rolls_rest = dice->rolls_rest;
    decision_encounter(decision, EVENT_DICE_DRAWN, ENCOUNTER_DRAW, (int)dice->stream.draw);
    struct event *event =
        decision_tell(decision, EVENT_ROLLED, record->subject, record->object);
    return decision->is_silent ? decision_goes_on(decision)
                               : tell_roll(decision, event, record, who);
}

/* Keeps the purpose of a throw, once it is known whether its dice are there: the first such
 * throw, and then the one that asks. NULL: nothing to keep. */
static struct asked *keep_asked(struct decision *decision, enum asked_kind kind, int subject,
                                int object, const char *who)
{
    struct asked *asked = &decision->asked;
    bool is_open = decision->verdict == VERDICT_ASKS;
    bool is_first = asked->kind == ASKED_NOTHING && decision_goes_on(decision);
    if (!decision->asks || decision->rolls || (!is_open && !is_first)) {
        return NULL;
    }
    asked->kind = kind;
    asked->is_open = is_open;
    asked->subject = subject;
    asked->object = object;
    asked->name = NULL;
    asked->vain[0] = '\0';
    text_format(asked->who, sizeof asked->who, "%s", who);
    return asked;
}

/* True when the act would have used all of the given dice if those from `from` to `used` had
 * shown something else. */
static bool uses_all(const struct decision *decision, const struct inputs *inputs, int first,
                     int from, int used)
{
    enum { HIGHEST_TRIED = 100, PARTS = 8 };
    struct entered tried[ENTERED_MAX];
    struct outcome out;
    struct act_stand stand;
    struct dice dice;
    memcpy(tried, decision->entered, (size_t)decision->entered_count * sizeof tried[0]);
    for (int face = 0; face <= HIGHEST_TRIED; face++) {
        for (int i = from; i < used; i++) {
            bool is_real = tried[i].kind == GIVEN_DECIMAL;
            tried[i].value = face;
            tried[i].decimal = is_real ? (double)(face % PARTS) / (double)PARTS : face;
        }
        dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, tried, decision->entered_count,
                         true, NULL);
        dice.entered_used = first;
        resolve_act_so_far(inputs, &dice, &out, &stand);
        if (dice.fault.code == STATUS_OK && dice.entered_used == decision->entered_count) {
            return true;
        }
    }
    return false;
}

/* Attack and damage dice are often thrown and typed together. After a miss those for the damage
 * are left: remembers that, as only what is still left at the end of the line is not used. */
static void leave_rest(struct decision *decision, const struct inputs *inputs, int first,
                       const struct outcome *out)
{
    int used = decision->entered_used;
    bool has_rest = used > first && used < decision->entered_count && !decision->rolls_rest;
    for (int from = used - 1; has_rest && decision->kept == NULL && from >= first; from--) {
        if (uses_all(decision, inputs, first, from, used)) {
            int hit = outcome_find(inputs->action, "hit");
            decision->entered_left = used;
            decision->has_missed = hit >= 0 && out->is_present[hit] && out->value[hit] == 0;
            return;
        }
    }
}

bool decision_resolve(struct decision *decision, const struct inputs *inputs, int subject,
                      int object, const char *who, struct outcome *out)
{
    if (!decision_goes_on(decision)) {
        return false;
    }
    struct dice dice;
    int first = decision->entered_used;
    dice_start(decision, &dice, subject, object);
    struct act_stand stand;
    resolve_act_so_far(inputs, &dice, out, &stand);
    struct roll_record record = {
        .request.inputs = inputs, .outcome.act = out, .subject = subject, .object = object};
    bool has_ended = end_throw(decision, &dice, &record, who);
    struct asked *asked = keep_asked(decision, ASKED_ACT, subject, object, who);
    if (asked != NULL) {
        asked->inputs = *inputs;
        asked->stand = stand;
    }
    if (decision->verdict == VERDICT_ASKS) {
        /* " (hit 4+ with d6 +2)" after the request for the dice, if the procedure says so. */
        const struct procedure *procedure = decision->procedure;
        TEXT_BUFFER(needed, 80);
        const struct dice_request *die = &decision->question.dice;
        if (procedure->asked != NULL) {
            procedure->asked(inputs, die, &decision->trace, &needed);
        } else if (procedure->needed != NULL) {
            procedure->needed(inputs, &needed);
        }
        if (needed.n > 0) {
            decision_prompt(decision, die->label, " (%s)", needed.p);
        }
    }
    if (has_ended) {
        leave_rest(decision, inputs, first, out);
    }
    return has_ended;
}

bool decision_throw(struct decision *decision, const struct dice_expr *expr, int subject,
                    const char *who, struct source why, int64_t *total)
{
    if (!decision_goes_on(decision)) {
        return false;
    }
    struct dice dice;
    dice_start(decision, &dice, subject, 0);
    *total = dice_total(&dice, expr, 1, why);
    struct roll_record record = {
        .request.expr = expr, .outcome.total = *total, .subject = subject};
    bool has_ended = end_throw(decision, &dice, &record, who);
    struct asked *asked = keep_asked(decision, ASKED_THROW, subject, 0, who);
    if (asked != NULL) {
        asked->expr = *expr;
    }
    return has_ended;
}

void decision_chance(struct decision *decision, const char *name, int64_t low, int64_t high)
{
    struct asked *asked = &decision->asked;
    if (asked->kind == ASKED_THROW && asked->is_open) {
        asked->name = name;
        asked->low = low;
        asked->high = high;
    }
}

bool decision_table_step(struct decision *decision, struct table_act *act, int who)
{
    if (!decision_goes_on(decision)) {
        return false;
    }
    struct dice dice;
    dice_start(decision, &dice, 0, 0);
    const struct random_table *table = &decision->tables->table[act->wait[act->waiting - 1]];
    int hits = act->hits;
    random_table_step(act, decision->tables, &dice);
    const struct table_hit *hit =
        act->hits > hits ? &act->hit[hits] : NULL; /* otherwise stuck */
    struct roll_record record = {
        .request.table = table,
        .outcome = {.total = hit != NULL ? hit->total : 0,
                    .text = hit != NULL ? table->row[hit->row].text : ""}};
    TEXT_BUFFER(what, NAME_SIZE + 120);
    text_add(&what, "%s%s%s", who != 0 ? state_name(&decision->state, who) : "",
             who != 0 ? ": " : "", table->title);
    bool has_ended = end_throw(decision, &dice, &record, what.p);
    /* Who is asked for the die, here or on a phone, reads what people call the table. */
    if (decision->verdict == VERDICT_ASKS) {
        struct dice_request *asked = &decision->question.dice;
        text_copy(asked->label, sizeof asked->label, str_of(table->title));
        decision->question.is_of_table = true;
    }
    return has_ended;
}

bool decision_has_dice(const struct decision *decision)
{
    return (decision->entered_used < decision->entered_count && !decision->rolls_rest) ||
           (decision->kept != NULL && kept_dice_are_left(decision->kept));
}

void decision_again(struct decision *decision, int subject, const char *label, int later,
                    const char *price)
{
    if (decision_goes_on(decision)) {
        struct roll_again *again = &decision->again;
        *again = (struct roll_again){.is_wanted = true, .subject = subject, .later = later};
        text_format(again->label, sizeof again->label, "%s", label);
        text_format(again->price, sizeof again->price, "%s%s",
                    price != NULL && decision->is_ruling ? "ruling " : "",
                    price != NULL ? price : "");
    }
}

bool decision_is_again(const struct decision *decision)
{
    return decision->kept != NULL;
}

void decision_finish_dice(struct decision *decision)
{
    /* Draws of an act that is decided again, or that decides another one again, are counted by
     * the code that replays them. */
    if (!decision_goes_on(decision) || decision->kept != NULL || decision->again.is_wanted) {
        return;
    }
    if (decision->entered_left > 0 && decision->entered_left == decision->entered_used) {
        /* "the 5 and 3 are not used: it missed". */
        TEXT_BUFFER(list, 120);
        int count = decision->entered_count - decision->entered_used;
        for (int i = decision->entered_used; i < decision->entered_count; i++) {
            const struct entered *one = &decision->entered[i];
            bool is_last = i == decision->entered_count - 1;
            text_add(&list, "%s", i == decision->entered_used ? "" : is_last ? " and " : ", ");
            if (one->kind == GIVEN_ROLL || one->kind == GIVEN_ROLL_ALL) {
                text_add(&list, "%s", one->kind == GIVEN_ROLL ? "*" : "roll");
            } else if (one->kind == GIVEN_FACE) {
                text_add(&list, "%lld", (long long)one->value);
            } else {
                text_add(&list, "%s", one->kind == GIVEN_TOTAL ? "=" : "");
                text_add_decimal(&list, one->decimal, 6);
            }
        }
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "",
                     "the %s %s not used: %s", list.p, count == 1 ? "is" : "are",
                     decision->has_missed ? "it missed" : "nothing more is thrown");
        return;
    }
    struct dice dice;
    dice_start(decision, &dice, 0, 0);
    struct error err;
    if (dice_finish(&dice, &err) != STATUS_OK) {
        decision_wrong(decision, "%s", err.text);
    }
}

#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

void triggers_run(struct decision *decision, const struct state *before)
{
    const struct procedure *procedure = decision->procedure;
    for (int i = 0; i < procedure->triggers_count && decision_goes_on(decision); i++) {
        const struct trigger *trigger = &procedure->triggers[i];
        if (state_parts_meet(&decision->changed, &trigger->reads)) {
            trigger->watch(decision, before);
        } else if (IS_SANITIZED) {
            /* Runs a trigger that reads nothing of what the act changed: nothing may follow. */
            int events = decision->events;
            trigger->watch(decision, before);
            CHECK(decision->events == events && decision_goes_on(decision));
        }
    }
}
