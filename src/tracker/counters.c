#include "tracker/counters.h"

#include <string.h>

#include "tracker/name_form.h"

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

/* What comes about when it has run down is said to come "in 2 rounds"; what lasts till then has
 * "2 rounds". */
static void add_with_unit(const struct counter *counter, struct text *out)
{
    enum counter_per per = (enum counter_per)counter->number[COUNTER_PER];
    bool runs_down = counter->number[COUNTER_MOST] == 0 && per != PER_HAND;
    bool has_unit = runs_down && !counter_has_ended(counter);
    text_add(out, "%s", has_unit && counter->then[0] != '\0' ? "in " : "");
    add_brief_number(counter, out);
    if (has_unit) {
        text_add(out, " %s%s", counter_per_words[per],
                 counter->number[COUNTER_NOW] == 1 ? "" : "s");
    }
}

void counter_brief(const struct state *state, const struct counter *counter, struct text *out)
{
    text_add(out, "%s ", counter->name);
    add_with_unit(counter, out);
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
void counter_how_many(const struct counter *counter, struct text *out)
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

/* Whether the name, or a word in it, begins like this. */
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

bool counter_is_called(const struct state *state, int place, struct str word, int of,
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
struct event *counter_clear(struct decision *decision, int place)
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
void counter_step(struct decision *decision, int place, int steps, bool is_told)
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
        if (event->kind == EVENT_ROUND_STARTED && event->from > 0 && event->to > event->from) {
            count_all(decision, PER_ROUND, 0);
        } else if (event->kind == EVENT_ACTION_USED && event->to > event->from) {
            count_all(decision, PER_ACT, event->subject);
        } else if (event->kind == EVENT_COMBATANT_REMOVED && event->to == 0) {
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
    for (int i = 0; i < decision->state.counters && decision_goes_on(decision); i++) {
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
    for (int i = 0; i < from->counters && decision_goes_on(decision); i++) {
        const struct counter *counter = &from->counter[i];
        int of = counter->number[COUNTER_OF];
        if (state_has_counter(from, i) && counter->then[0] == '\0' &&
            (of == 0 || new_id[of] != 0)) {
            carry(decision, from, counter, of == 0 ? 0 : new_id[of]);
        }
    }
}
