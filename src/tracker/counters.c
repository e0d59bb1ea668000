#include "tracker/counters.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/naming.h"
#include "tracker/options.h"

const char *const counter_per_words[COUNTER_PERS + 1] = {
    [PER_ROUND] = "round", [PER_ACT] = "act", [PER_HAND] = "manual"};

const char counter_run_name[] = "counter-run";

/* ---- reading --------------------------------------------------------------------------- */

bool counter_has_ended(const struct counter *counter)
{
    return counter_left(counter) <= 0;
}

int counter_left(const struct counter *counter)
{
    int most = counter->number[COUNTER_MOST];
    int now = counter->number[COUNTER_NOW];
    return most > 0 ? most - now : now;
}

bool counter_is_close(const struct counter *counter)
{
    return counter_left(counter) <= 1;
}

static void add_number(const struct counter *counter, const char *between, struct text *out)
{
    text_add(out, "%d", counter->number[COUNTER_NOW]);
    if (counter->number[COUNTER_MOST] > 0) {
        text_add(out, "%s%d", between, counter->number[COUNTER_MOST]);
    }
}

/* " (Ana)" */
static void add_owner(const struct state *state, const struct counter *counter,
                      struct text *out)
{
    if (counter->number[COUNTER_OF] != 0) {
        text_add(out, " (%s)", state_name(state, counter->number[COUNTER_OF]));
    }
}

static void add_brief_number(const struct counter *counter, struct text *out)
{
    if (counter_has_ended(counter)) {
        text_add(out, "due");
    } else {
        add_number(counter, "/", out);
    }
}

void counter_brief(const struct state *state, const struct counter *counter, struct text *out)
{
    text_add(out, "%s ", counter->name);
    /* What comes about when it has run down is said to come "in 2 rounds"; what lasts till then
     * has "2 rounds". */
    enum counter_per per = (enum counter_per)counter->number[COUNTER_PER];
    bool runs_down = counter->number[COUNTER_MOST] == 0 && per != PER_HAND;
    bool has_unit = runs_down && !counter_has_ended(counter);
    text_add(out, "%s", has_unit && counter->then[0] != '\0' ? "in " : "");
    add_brief_number(counter, out);
    if (has_unit) {
        text_add(out, " %s%s", counter_per_words[per],
                 counter->number[COUNTER_NOW] == 1 ? "" : "s");
    }
    add_owner(state, counter, out);
}

void counter_shortest(const struct state *state, const struct counter *counter,
                      struct text *out)
{
    text_add(out, "%s ", counter->name);
    add_brief_number(counter, out);
    add_owner(state, counter, out);
}

/* All of them: "torch 4 rounds, ritual 2/6". */
void counters_brief(const struct state *state, struct text *out)
{
    bool is_first = true;
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            text_add(out, is_first ? "" : ", ");
            counter_brief(state, &state->counter[i], out);
            is_first = false;
        }
    }
}

/* "4 rounds left", "2 of 6, by hand" */
static void counter_how_many(const struct counter *counter, struct text *out)
{
    int now = counter->number[COUNTER_NOW];
    enum counter_per per = (enum counter_per)counter->number[COUNTER_PER];
    add_number(counter, " of ", out);
    if (counter->number[COUNTER_MOST] > 0) {
        text_add(out, per == PER_HAND ? ", by hand" : ", one each %s", counter_per_words[per]);
    } else if (per == PER_HAND) {
        text_add(out, " left, by hand");
    } else {
        text_add(out, " %s%s left", counter_per_words[per], now == 1 ? "" : "s");
    }
}

/* The line as it is shown: `add (party) rat` brings as many rats as the party has, and
 * nobody joins the party. */
static void add_then(const char *then, struct text *out)
{
    static const char formula[] = "(party)";
    const char *at = strstr(then, formula);
    text_add_str(out, (struct str){then, (int)(at != NULL ? at - then : (long)strlen(then))});
    if (at != NULL) {
        text_add(out, "(as many as the party)%s", at + sizeof formula - 1);
    }
}

void counter_format(const struct state *state, const struct counter *counter, struct text *out)
{
    text_add(out, "%s", counter->name);
    add_owner(state, counter, out);
    text_add(out, ": ");
    counter_how_many(counter, out);
    if (counter->then[0] != '\0') {
        text_add(out, "; %s: ", counter_has_ended(counter) ? "due" : "then");
        add_then(counter->then, out);
    }
}

bool counter_is_coming(const struct state *state, int place)
{
    const struct counter *counter = &state->counter[place];
    return state_has_counter(state, place) && counter->then[0] != '\0' &&
           (counter->number[COUNTER_PER] != PER_HAND || counter_has_ended(counter));
}

static bool adds_foes(const struct counter *counter)
{
    struct str rest = str_of(counter->then);
    struct str word = str_next_word(&rest);
    if (str_equal_any_case(word, str_of("ruling"))) {
        word = str_next_word(&rest);
    }
    bool adds = word.p != NULL && str_equal_any_case(word, str_of("add"));
    while (adds && (word = str_next_word(&rest)).p != NULL) {
        adds = !str_equal_any_case(word, str_of("side=party"));
    }
    return adds;
}

bool counter_adds_foes(const struct state *state, int place)
{
    return state_has_counter(state, place) && adds_foes(&state->counter[place]);
}

void counter_add_left(const struct state *state, int place, struct text *out)
{
    const struct counter *counter = &state->counter[place];
    if (counter_has_ended(counter)) {
        text_add(out, "due");
    } else {
        counter_how_many(counter, out);
    }
}

/* The counter that adds foes next; NULL: none does. */
static const struct counter *next_foes(const struct state *state)
{
    const struct counter *next = NULL;
    for (int i = 0; i < state->counters; i++) {
        const struct counter *counter = &state->counter[i];
        if (counter_is_coming(state, i) && adds_foes(counter) &&
            (next == NULL || counter_left(counter) < counter_left(next))) {
            next = counter;
        }
    }
    return next;
}

bool counters_bring_foes(const struct state *state)
{
    return next_foes(state) != NULL;
}

void counters_guide(const struct state *state, const char *go_on, struct text *out)
{
    const struct counter *next = next_foes(state);
    if (next != NULL && counter_has_ended(next)) {
        text_add(out, "no foe is left; due: %s: `%s`", next->name, counter_run_name);
    } else if (next != NULL) {
        text_add(out, "no foe is left; still to come: %s, ", next->name);
        counter_how_many(next, out);
        text_add(out, ": `%s`", go_on);
    }
}

void counters_facts(const struct state *state, int id, struct text *out)
{
    for (int i = 0; i < state->counters; i++) {
        const struct counter *counter = &state->counter[i];
        if (state_has_counter(state, i) && counter->number[COUNTER_OF] == id) {
            text_add(out, "%s%s: ", out->n > 0 ? "\n" : "", counter->name);
            counter_how_many(counter, out);
        }
    }
}

/* ---- finding --------------------------------------------------------------------------- */

/* True when the name, or a word in it, begins like this. */
static bool begins_with_as(struct str name, struct str word)
{
    for (int i = 0; i + word.n <= name.n && word.n > 0; i++) {
        if ((i == 0 || name.p[i - 1] == ' ') &&
            str_equal_any_case((struct str){name.p + i, word.n}, word)) {
            return true;
        }
    }
    return false;
}

static bool begins_with(struct str name, struct str word)
{
    char own[4 * NAME_SIZE], typed[4 * NAME_SIZE];
    return begins_with_as(name, word) ||
           begins_with_as(name_in_form(name, NAME_PLAIN, own, sizeof own),
                          name_in_form(word, NAME_PLAIN, typed, sizeof typed));
}

/* True when a word names the counter at this place by its whole name, or by the beginning of it
 * or of a word in it. The counter belongs to this combatant, the encounter (0) or ANYBODY. */
static bool counter_is_called(const struct state *state, int place, struct str word, int of,
                              bool is_whole)
{
    const struct counter *counter = &state->counter[place];
    struct str name = str_of(counter->name);
    return state_has_counter(state, place) &&
           (of == ANYBODY || counter->number[COUNTER_OF] == of) &&
           (is_whole ? names_same(name, word) : begins_with(name, word));
}

/* How many counters the word names, by whole names or by beginnings; the first of them in
 * *place. */
int counters_called(const struct state *state, struct str word, int of, bool is_whole,
                    int *place)
{
    int count = 0;
    for (int i = 0; i < state->counters; i++) {
        if (counter_is_called(state, i, word, of, is_whole)) {
            *place = count == 0 ? i : *place;
            count++;
        }
    }
    return count;
}

void counter_word(const struct state *state, int place, struct text *out)
{
    struct str name = str_of(state->counter[place].name);
    int64_t number;
    int first;
    bool is_plain = !str_to_int64(name, INT32_MIN, INT32_MAX, &number);
    for (int i = 0; i < name.n; i++) {
        char c = name.p[i];
        is_plain = is_plain && (char_is_letter(c) || char_is_digit(c) || c == '-' ||
                                (unsigned char)c >= 0x80);
    }
    if (memchr(name.p, '"', (size_t)name.n) != NULL || name.n == 0 ||
        counters_called(state, name, ANYBODY, true, &first) > 1) {
        text_add(out, "%d", place + 1);
    } else {
        text_add(out, is_plain ? "%s" : "\"%s\"", name.p);
    }
}

/* ---- pending checks -------------------------------------------------------------------- */

int pending_checks(const struct procedure *procedure, const struct state *state,
                   struct pending *out, int most)
{
    int count = procedure->pending(state, out, most);
    for (int i = 0; i < state->counters && count < most; i++) {
        const struct counter *counter = &state->counter[i];
        if (!state_has_counter(state, i) || counter->then[0] == '\0' ||
            !counter_has_ended(counter)) {
            continue;
        }
        struct pending *pending = &out[count++];
        memset(pending, 0, sizeof *pending);
        pending->subject = counter->number[COUNTER_OF];
        pending->rule = "";
        struct text text = text_over(pending->text, sizeof pending->text);
        text_add(&text, "%s", counter->name);
        add_owner(state, counter, &text);
        text_add(&text, " is due: ");
        add_then(counter->then, &text);
        struct text command = text_over(pending->command, sizeof pending->command);
        text_add(&command, "%s ", counter_run_name);
        counter_word(state, i, &command);
    }
    return count;
}

/* ---- changing -------------------------------------------------------------------------- */

struct event *counter_make(struct decision *decision, int place, const struct counter *counter)
{
    int of = counter->number[COUNTER_OF];
    struct event *last =
        decision_counter_text(decision, place, COUNTER_NAME, of, str_of(counter->name));
    for (int field = COUNTER_NUMBERS - 1; field >= 0; field--) {
        struct event *event =
            decision_counter(decision, EVENT_COUNTER_CHANGED, place, (enum counter_field)field,
                             of, counter->number[field]);
        last = event != NULL ? event : last;
    }
    struct event *event =
        decision_counter_text(decision, place, COUNTER_THEN, of, str_of(counter->then));
    return event != NULL ? event : last;
}

int counter_free_place(const struct state *state)
{
    int place = 0;
    while (place < COUNTERS_MAX && state_has_counter(state, place)) {
        place++;
    }
    return place;
}

/* Removes the counter; returns an event of it to put a line on. */
static struct event *counter_clear(struct decision *decision, int place)
{
    int of = decision->state.counter[place].number[COUNTER_OF];
    for (int field = 0; field < COUNTER_NUMBERS; field++) {
        decision_counter(decision, EVENT_COUNTER_CHANGED, place, (enum counter_field)field, of,
                         0);
    }
    decision_counter_text(decision, place, COUNTER_THEN, of, str_of(""));
    return decision_counter_text(decision, place, COUNTER_NAME, of, str_of(""));
}

/* Sets the counter's number; one that ends goes, unless its line is due. */
void counter_put(struct decision *decision, int place, int to, bool is_told)
{
    const struct counter *counter = &decision->state.counter[place];
    struct counter ending = *counter;
    int most = counter->number[COUNTER_MOST];
    to = to < 0 ? 0 : to;
    to = most > 0 && to > most ? most : to > COUNTER_HIGHEST ? COUNTER_HIGHEST : to;
    ending.number[COUNTER_NOW] = to;
    bool ends = counter_has_ended(&ending) && !counter_has_ended(counter);
    struct event *event =
        decision_counter(decision, ends ? EVENT_COUNTER_ENDED : EVENT_COUNTER_CHANGED, place,
                         COUNTER_NOW, counter->number[COUNTER_OF], to);
    if (event == NULL || (!is_told && !counter_is_close(counter))) {
        return;
    }
    TEXT_BUFFER(text, 400);
    counter_format(&decision->state, counter, &text);
    bool goes = ends && counter->then[0] == '\0';
    decision_say(decision, event, "", "%s%s", text.p, goes ? ", it ends" : "");
    if (goes) {
        counter_clear(decision, place);
    }
}

void counter_call(struct decision *decision, const char *name, const char *line)
{
    struct counter counter = {.number = {[COUNTER_PER] = PER_HAND}};
    int place = counter_free_place(&decision->state);
    int other;
    bool is_taken = true;
    for (int number = 1; is_taken; number++) {
        struct text text = text_over(counter.name, sizeof counter.name);
        text_add(&text, "%s", name);
        if (number > 1) {
            text_add(&text, " %d", number);
        }
        is_taken =
            counters_called(&decision->state, str_of(counter.name), ANYBODY, true, &other) > 0;
    }
    text_format(counter.then, sizeof counter.then, "%s", line);
    if (place == COUNTERS_MAX) {
        decision_wrong(decision,
                       "an encounter keeps at most %d counters: `counter-end` ends one",
                       COUNTERS_MAX);
        decision->error.code = STATUS_FULL;
        return;
    }
    struct event *event = counter_make(decision, place, &counter);
    decision_say(decision, event, "", "%s: %s waits to be run", counter.name, line);
}

/* Steps toward its end; below 0: away from it. */
static void counter_step(struct decision *decision, int place, int steps, bool is_told)
{
    const struct counter *counter = &decision->state.counter[place];
    int now = counter->number[COUNTER_NOW];
    counter_put(decision, place, counter->number[COUNTER_MOST] > 0 ? now + steps : now - steps,
                is_told);
}

/* One step for all counters of this kind, after `who` has acted. */
static void count_all(struct decision *decision, enum counter_per per, int who)
{
    for (int i = 0; i < decision->state.counters && decision_goes_on(decision); i++) {
        const struct counter *counter = &decision->state.counter[i];
        int of = counter->number[COUNTER_OF];
        bool is_meant = per == PER_ROUND || of == 0 || of == who;
        if (state_has_counter(&decision->state, i) && is_meant &&
            counter->number[COUNTER_PER] == (int)per && !counter_has_ended(counter)) {
            counter_step(decision, i, 1, false);
        }
    }
}

static void end_those_of(struct decision *decision, int id)
{
    for (int i = 0; i < decision->state.counters && decision_goes_on(decision); i++) {
        if (decision->state.counter[i].number[COUNTER_OF] == id) {
            char name[NAME_SIZE];
            text_format(name, sizeof name, "%s", decision->state.counter[i].name);
            decision_say(decision, counter_clear(decision, i), "", "%s (%s): it ends", name,
                         state_name(&decision->state, id));
        }
    }
}

void counters_watch(struct decision *decision)
{
    int events = decision->state.counters > 0 ? decision->events : 0;
    for (int i = 0; i < events && decision_goes_on(decision); i++) {
        const struct event *event = &decision->event[i];
        if (event->kind == EVENT_ROUND_STARTED && event->from > 0) {
            count_all(decision, PER_ROUND, 0);
        } else if (event->kind == EVENT_ACTION_USED && event->to > event->from) {
            count_all(decision, PER_ACT, event->subject);
        } else if (event->kind == EVENT_COMBATANT_REMOVED) {
            end_those_of(decision, event->subject);
        }
    }
}

/* ---- into the next encounter ----------------------------------------------------------- */

static void carry(struct decision *decision, const struct state *from,
                  const struct counter *counter, int of)
{
    struct counter there = *counter;
    int place;
    there.number[COUNTER_OF] = of;
    TEXT_BUFFER(text, 2 * NAME_SIZE + 40);
    counter_shortest(from, counter, &text);
    if (counters_called(&decision->state, str_of(counter->name), of, true, &place) == 0) {
        place = counter_free_place(&decision->state);
    }
    if (place == COUNTERS_MAX) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, of, 0), "",
                     "%s stays behind: there are %d counters already", text.p, COUNTERS_MAX);
    } else {
        decision_say(decision, counter_make(decision, place, &there), "", "%s goes on", text.p);
    }
}

void counters_drop(struct decision *decision, const struct state *from, const int *old_id)
{
    for (int i = 0; i < decision->state.counters; i++) {
        const struct counter *counter = &decision->state.counter[i];
        int of = counter->number[COUNTER_OF], place;
        bool is_theirs = state_has_counter(&decision->state, i) && counter->then[0] == '\0' &&
                         (of == 0 || old_id[of] != 0);
        if (is_theirs && counters_called(from, str_of(counter->name), of == 0 ? 0 : old_id[of],
                                         true, &place) == 0) {
            counter_clear(decision, i);
        }
    }
}

void counters_carry(struct decision *decision, const struct state *from, const int *new_id)
{
    for (int i = 0; i < from->counters; i++) {
        const struct counter *counter = &from->counter[i];
        int of = counter->number[COUNTER_OF];
        if (state_has_counter(from, i) && counter->then[0] == '\0' &&
            (of == 0 || new_id[of] != 0)) {
            carry(decision, from, counter, of == 0 ? 0 : new_id[of]);
        }
    }
}

/* ---- finding --------------------------------------------------------------------------- */

static void ambiguous(struct decision *decision, struct str word)
{
    TEXT_BUFFER(list, 160);
    for (int i = 0; i < decision->state.counters; i++) {
        if (counter_is_called(&decision->state, i, word, ANYBODY, false)) {
            text_add(&list, "%s", list.n == 0 ? "" : ", ");
            counter_brief(&decision->state, &decision->state.counter[i], &list);
        }
    }
    decision_wrong(decision, "%s could be any of these: %s; of= names the combatant",
                   utf8_shown(word).text, list.p);
}

/* The place of the counter that the word means: its number, its name, or a unique beginning of
 * the name or of a word in it. False when the decision has ended. */
static bool find(struct decision *decision, struct str word, int of, int *place)
{
    int64_t number;
    if (str_to_int64(word, 1, COUNTERS_MAX, &number) &&
        state_has_counter(&decision->state, (int)number - 1)) {
        *place = (int)number - 1;
        return true;
    }
    int count = counters_called(&decision->state, word, of, true, place);
    count = count > 0 ? count : counters_called(&decision->state, word, of, false, place);
    if (count == 0) {
        const struct state *state = &decision->state;
        struct nearest nearest;
        nearest_init(&nearest, word);
        for (int i = 0; i < state->counters; i++) {
            if (state_has_counter(state, i)) {
                nearest_offer(&nearest, state->counter[i].name);
            }
        }
        decision_wrong(decision, "there is no counter %s%s", utf8_shown(word).text,
                       state->counters > 0 ? nearest_question(&nearest).text
                                           : ": `counter torch 6` starts one");
    } else if (count > 1) {
        ambiguous(decision, word);
    }
    return count == 1;
}

/* The option of=: the combatant that the counter belongs to. */
static bool read_owner(struct decision *decision, const struct command *command, int fallback,
                       int *of)
{
    int id;
    if (!option_combatant(decision, command, "of", &id)) {
        return false;
    }
    *of = id != 0 ? id : fallback;
    return true;
}

/* The counter that the word names; without a word, the only counter there is, or else a
 * question. */
static bool find_named(struct decision *decision, const struct command *command,
                       struct str word, int *place)
{
    const struct state *state = &decision->state;
    int of;
    if (!read_owner(decision, command, ANYBODY, &of)) {
        return false;
    }
    if (word.p != NULL) {
        return find(decision, word, of, place);
    }
    int count = 0;
    for (int i = 0; i < state->counters; i++) {
        bool is_theirs = of == ANYBODY || state->counter[i].number[COUNTER_OF] == of;
        if (state_has_counter(state, i) && is_theirs) {
            *place = i;
            count++;
        }
    }
    if (count == 0) {
        decision_wrong(decision, "there is no counter; `counter torch 6` starts one");
    } else if (count > 1) {
        TEXT_BUFFER(list, 200);
        counters_brief(state, &list);
        decision_ask(decision, QUESTION_TEXT, "which counter? %s", list.p);
    }
    return count == 1;
}

/* ---- starting and changing one --------------------------------------------------------- */

/* The values of a counter to start. */
struct plan {
    int place;
    struct counter counter;
};

/* "6", "1d6", "0/6" or "/6"; dice that are refused are told when they are read. */
static bool is_amount(struct str word)
{
    int64_t number;
    struct dice_expr expr;
    struct str rest = word;
    struct str part;
    bool is_ratio = word.n > 1 && memchr(word.p, '/', (size_t)word.n) != NULL;
    if (!is_ratio) {
        return str_to_int64(word, INT32_MIN, INT32_MAX, &number) ||
               dice_expr_parse_as(NULL, &expr, word, DICE_LOGGED, NULL) == STATUS_OK;
    }
    while (str_next_part(&rest, '/', &part)) {
        is_ratio = is_ratio && (part.n == 0 || str_to_int64(part, 0, INT32_MAX, &number));
    }
    return is_ratio;
}

static bool wrong_amount(struct decision *decision, struct str word)
{
    decision_wrong(decision,
                   "%s is not a count: 1 to %d runs down, such as 6 or 2d6; 0/6 fills up to 6",
                   utf8_shown(word).text, COUNTER_HIGHEST);
    return false;
}

static bool read_amount(struct decision *decision, struct str word, struct plan *plan)
{
    const char *slash = memchr(word.p, '/', (size_t)word.n);
    int64_t now = 0;
    int64_t most = 0;
    if (slash != NULL) {
        struct str before = {word.p, (int)(slash - word.p)};
        struct str after = {slash + 1, word.n - before.n - 1};
        if ((before.n > 0 && !str_to_int64(before, 0, COUNTER_HIGHEST - 1, &now)) ||
            !str_to_int64(after, 1, COUNTER_HIGHEST, &most) || now >= most) {
            return wrong_amount(decision, word);
        }
        plan->counter.number[COUNTER_NOW] = (int)now;
    } else if (str_to_int64(word, INT32_MIN, INT32_MAX, &now) &&
               (now < 1 || now > COUNTER_HIGHEST)) {
        return wrong_amount(decision, word);
    } else if (!table_amount_from(decision, word, 0, plan->counter.name, 1, COUNTER_HIGHEST,
                                  &plan->counter.number[COUNTER_NOW])) {
        return false;
    } else if (plan->counter.number[COUNTER_NOW] < 1) {
        return wrong_amount(decision, word);
    }
    plan->counter.number[COUNTER_MOST] = (int)most;
    return true;
}

/* Acts of the table, but not lines of other counters: nothing may go on without end. */
static bool can_run(const struct command_def *def)
{
    return def->decide != NULL && strcmp(def->name, counter_run_name) != 0;
}

/* The line must begin with a command of the table; the rest is checked when it runs. */
static bool read_line(struct decision *decision, struct str word, struct plan *plan)
{
    if (str_equal(word, "-")) {
        plan->counter.then[0] = '\0';
        return true;
    }
    if (utf8_clean(plan->counter.then, COUNTER_LINE_SIZE, word)) {
        decision_wrong(decision, "then: a line is plain text of at most %d" IN_LETTERS,
                       COUNTER_LINE_SIZE - 1);
        return false;
    }
    struct str rest = str_of(plan->counter.then);
    struct str name = str_next_word(&rest);
    if (str_equal_any_case(name, str_of("ruling"))) {
        name = str_next_word(&rest);
    }
    struct nearest nearest;
    nearest_init(&nearest, name.p != NULL ? name : str_of(""));
    for (int i = 0; i < decision->defs_count; i++) {
        if (can_run(decision->defs[i])) {
            if (name.p != NULL && str_is_name(name, decision->defs[i]->name)) {
                return true;
            }
            nearest_offer(&nearest, decision->defs[i]->name);
        }
    }
    decision_wrong(decision, "then: a counter cannot run %s%s",
                   utf8_shown(name.p != NULL ? name : str_of("\"\"")).text,
                   nearest_question(&nearest).text);
    return false;
}

/* Its place: that of the counter with this name and owner, or else a free one. */
static bool find_place(struct decision *decision, int of, struct plan *plan, bool *is_new)
{
    const struct state *state = &decision->state;
    struct str name = str_of(plan->counter.name);
    int count = counters_called(state, name, of, true, &plan->place);
    *is_new = count == 0;
    if (count > 1) {
        ambiguous(decision, name);
        return false;
    }
    if (count == 1) {
        plan->counter = state->counter[plan->place];
        return true;
    }
    plan->counter.number[COUNTER_OF] = of == ANYBODY ? 0 : of;
    plan->place = counter_free_place(state);
    if (plan->place < COUNTERS_MAX) {
        return true;
    }
    decision_wrong(decision, "an encounter keeps at most %d counters: `counter-end` ends one",
                   COUNTERS_MAX);
    decision->error.code = STATUS_FULL;
    return false;
}

/* `counter torch 6` and `counter 6 "old torch"` mean the same. False when the decision has
 * ended. */
static bool read_words(struct decision *decision, const struct command *command,
                       struct plan *plan, struct str *amount)
{
    const struct argument *first = &command->argument[0];
    const struct argument *second = &command->argument[1];
    bool is_turned = first->is_given && is_amount(first->word);
    struct str name = is_turned ? second->word : first->word;
    *amount = is_turned ? first->word : second->word;
    if (!first->is_given) {
        decision_ask(decision, QUESTION_TEXT,
                     "a counter: its name and count, torch 6 or, to fill up, ritual 0/6");
    } else if (is_turned && (!second->is_given || is_amount(name))) {
        decision_wrong(decision, "a counter's name cannot be a number: counter torch 6");
    } else if (second->is_given && !is_turned && !is_amount(*amount)) {
        decision_wrong(decision, "put a name of several words in quotes: "
                                 "counter \"black ritual\" 6");
    } else {
        if (utf8_clean(plan->counter.name, NAME_SIZE, name) || plan->counter.name[0] == '\0') {
            decision_wrong(decision, "a counter's name is plain text of 1 to %d" IN_LETTERS,
                           NAME_SIZE - 1);
            return false;
        }
        return true;
    }
    return false;
}

static void decide_counter(struct decision *decision, const struct command *command)
{
    struct plan plan;
    struct str amount;
    const struct option *then = command_option(command, "then");
    bool is_new;
    int of;
    memset(&plan, 0, sizeof plan);
    if (!read_words(decision, command, &plan, &amount) ||
        !read_owner(decision, command, ANYBODY, &of) ||
        !find_place(decision, of, &plan, &is_new)) {
        return;
    }
    if (is_new && amount.p == NULL) {
        decision_ask(decision, QUESTION_TEXT,
                     "%s: how many? 6 runs down to 0, 0/6 fills up to 6", plan.counter.name);
        return;
    }
    if (amount.p != NULL && !read_amount(decision, amount, &plan)) {
        return;
    }
    /* A counter that fills up waits for the referee, as nothing else says when. */
    if (is_new) {
        plan.counter.number[COUNTER_PER] =
            plan.counter.number[COUNTER_MOST] > 0 ? PER_HAND : PER_ROUND;
    }
    if ((command_option(command, "per") != NULL &&
         !option_choice(decision, command, "per", counter_per_words, "",
                        &plan.counter.number[COUNTER_PER])) ||
        (then != NULL && !read_line(decision, then->value, &plan))) {
        return;
    }
    struct event *event = counter_make(decision, plan.place, &plan.counter);
    TEXT_BUFFER(text, 400);
    counter_format(&decision->state, &decision->state.counter[plan.place], &text);
    decision_say(decision, event, "", "%s", text.p);
    decision_label(decision, "counter %s", plan.counter.name);
}

/* ---- by hand --------------------------------------------------------------------------- */

static bool is_change(const struct argument *argument)
{
    return argument->is_given && argument->word.n > 1 &&
           strchr("+-=", argument->word.p[0]) != NULL;
}

/* `tick torch` is one step toward its end, `tick torch 2` is two; -1, +1 and =4 change the
 * number, and may come first. */
static void decide_tick(struct decision *decision, const struct command *command)
{
    int place;
    int amount = 1;
    bool is_turned = is_change(&command->argument[0]);
    const struct argument *change = &command->argument[is_turned ? 0 : 1];
    if (!find_named(decision, command, command->argument[is_turned ? 1 : 0].word, &place)) {
        return;
    }
    const struct counter *counter = &decision->state.counter[place];
    char name[NAME_SIZE];
    text_format(name, sizeof name, "%s", counter->name);
    struct str word = change->is_given ? change->word : str_of("1");
    char sign = is_change(change) ? word.p[0] : ' ';
    struct str rest = sign == ' ' ? word : (struct str){word.p + 1, word.n - 1};
    if (!table_amount(decision, rest, 0, name, COUNTER_HIGHEST, &amount)) {
        return;
    }
    int now = counter->number[COUNTER_NOW];
    if (sign == ' ') {
        counter_step(decision, place, amount, true);
    } else {
        counter_put(decision, place,
                    sign == '='   ? amount
                    : sign == '+' ? now + amount
                                  : now - amount,
                    true);
    }
    decision_label(decision, "tick %s", name);
}

static void decide_counter_end(struct decision *decision, const struct command *command)
{
    int place;
    if (find_named(decision, command, command->argument[0].word, &place)) {
        TEXT_BUFFER(text, 2 * NAME_SIZE + 16);
        counter_shortest(&decision->state, &decision->state.counter[place], &text);
        decision_say(decision, counter_clear(decision, place), "", "%s: taken away", text.p);
        decision_label(decision, "counter ends: %s", text.p);
    }
}

/* ---- running its line ------------------------------------------------------------------ */

/* The counter's line with the answers after it, kept as long as the decision; n < 0 when it is
 * too long. */
static struct str line_of(struct decision *decision, const struct counter *counter,
                          const struct argument *more)
{
    char *line = decision_take(decision, COMMAND_LINE_MAX + 1);
    if (line == NULL) {
        return (struct str){NULL, -1};
    }
    struct text text = text_over(line, COMMAND_LINE_MAX + 1);
    bool is_quoted = more->is_given && more->word.p[-1] == '"';
    const char *quote = is_quoted ? "\"" : "";
    text_add(&text, "%s", counter->then);
    if (more->is_given) {
        text_add(&text, " %s%.*s%s", quote, more->word.n, more->word.p, quote);
    }
    return (struct str){line, text.is_cut ? -1 : text.n};
}

/* The dice of the line are entered like those of any line; with kept dice they already are. */
static bool take_dice(struct decision *decision, const struct command *command)
{
    if (decision->kept != NULL || command->entered_count == 0) {
        return true;
    }
    size_t size = (size_t)command->entered_count * sizeof command->entered[0];
    struct entered *dice = decision_take(decision, size);
    if (dice == NULL) {
        return false;
    }
    memcpy(dice, command->entered, size);
    decision->entered = dice;
    decision->entered_count = command->entered_count;
    return true;
}

/* One act: the counter goes, and its line runs as if it had been typed. Its questions are
 * asked; if it is refused, nothing changes. */
static void run_line(struct decision *decision, int place, const struct argument *more)
{
    struct command command;
    struct error err;
    struct str line = line_of(decision, &decision->state.counter[place], more);
    if (line.n < 0) {
        decision_wrong(decision, "a line has at most %d" IN_LETTERS, COMMAND_LINE_MAX);
        return;
    }
    counter_clear(decision, place);
    if (command_parse(&command, decision->procedure, decision->defs, decision->defs_count,
                      &decision->state, line, &err) != STATUS_OK) {
        decision_wrong(decision, "%.*s: %s", line.n, line.p, err.text);
        return;
    }
    if (!can_run(command.def) || !take_dice(decision, &command)) {
        decision_wrong(decision, "%.*s: a counter cannot run this", line.n, line.p);
        return;
    }
    decision->is_ruling = decision->is_ruling || command.is_ruling;
    decision->is_secret = command_is_secret(&command, &decision->state);
    command.def->decide(decision, &command);
    decision->is_secret = false;
    if (decision->again.is_wanted) {
        decision_wrong(decision, "%.*s: a counter cannot roll again; type it", line.n, line.p);
    }
    if (decision->label[0] == '\0') {
        decision_label(decision, "%s", command.def->name);
    }
}

static void decide_counter_run(struct decision *decision, const struct command *command)
{
    int place;
    if (!find_named(decision, command, command->argument[0].word, &place)) {
        return;
    }
    const struct counter *counter = &decision->state.counter[place];
    if (counter->then[0] == '\0') {
        decision_wrong(decision, "%s has no line to run: counter %s then=\"...\" gives it one",
                       counter->name, counter->name);
        return;
    }
    TEXT_BUFFER(text, 64);
    counter_how_many(counter, &text);
    if (counter_has_ended(counter) ||
        decision_refuse(decision, "", "%s has not ended: %s", counter->name, text.p)) {
        run_line(decision, place, &command->argument[1]);
    }
}

/* ---- the table ------------------------------------------------------------------------- */

static const struct command_def commands[] = {
    {.name = "counter",
     .signature = "[NAME:word/counter] [N:name] [per=] [of=] [then=] [dice]",
     .help = "torch 6 runs down each round; ritual 0/6 fills by hand",
     .audience = AUDIENCE_REFEREE,
     .decide = decide_counter},
    {.name = "tick",
     .signature = "[NAME:word/counter] [CHANGE:word] [of=] [dice]",
     .help = "a step of a counter by hand: tick ritual; -1, +2, =4",
     .audience = AUDIENCE_REFEREE,
     .decide = decide_tick},
    {.name = "counter-end",
     .signature = "[NAME:word/counter] [of=]",
     .help = "take a counter away; its line is not run",
     .audience = AUDIENCE_REFEREE,
     .decide = decide_counter_end},
    {.name = counter_run_name,
     .signature = "[NAME:word/counter] [ANSWERS:text]",
     .help = "run the line of a counter that has ended",
     .decide = decide_counter_run},
};

int counter_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
