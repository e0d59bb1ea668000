#include "tracker/conditions.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/library.h"
#include "tracker/naming.h"
#include "tracker/options.h"
#include "tracker/procedure.h"

/* ---- words ----------------------------------------------------------------------------- */

static bool ends_as(struct str word, int n, const char *end)
{
    struct str rest = {word.p + n, word.n - n};
    return str_equal_any_case(rest, str_of(end));
}

/* True when the longer word is the shorter with an ending: "blinded", "stunned" of "stun",
 * "unawares". */
static bool is_form(struct str a, struct str b)
{
    static const char *const ends[] = {"s", "d", "ed", "ing", "ness"};
    struct str shorter = a.n < b.n ? a : b;
    struct str longer = a.n < b.n ? b : a;
    struct str head = {longer.p, shorter.n};
    if (shorter.n < 3 || !str_equal_any_case(head, shorter)) {
        return false;
    }
    bool is_doubled = longer.n > shorter.n &&
                      char_lower(longer.p[shorter.n]) == char_lower(shorter.p[shorter.n - 1]);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (ends_as(longer, shorter.n, ends[i]) ||
            (is_doubled && ends[i][1] != '\0' && ends_as(longer, shorter.n + 1, ends[i]))) {
            return true;
        }
    }
    return false;
}

const struct condition_def *condition_find(const struct procedure *procedure, struct str word)
{
    for (int i = 0; i < procedure->conditions_count; i++) {
        const struct condition_def *def = &procedure->conditions[i];
        struct str forms = def->forms != NULL ? str_of(def->forms) : (struct str){"", 0};
        for (struct str form; str_next_part(&forms, ',', &form);) {
            if (library_names_equal(word, form)) {
                return &procedure->conditions[i];
            }
        }
        if (library_names_equal(word, str_of(def->name))) {
            return &procedure->conditions[i];
        }
    }
    for (int i = 0; i < procedure->conditions_count; i++) {
        if (is_form(word, str_of(procedure->conditions[i].name))) {
            return &procedure->conditions[i];
        }
    }
    return NULL;
}

/* True when a flag of the game's acts has this name: it is set while the condition holds. */
static bool is_flag(const struct state *state, struct str word)
{
    const struct system *system = state_system(state);
    for (int i = 0; i < system->actions_count; i++) {
        int at = parameter_find(&system->actions[i], word);
        const struct value_def *def = at >= 0 ? &system->actions[i].parameters[at] : NULL;
        if (def != NULL && def->kind == VALUE_FLAG && def->whose != WHOSE_ACT) {
            return true;
        }
    }
    return false;
}

/* True when the rules use the condition of this name. */
static bool condition_changes_numbers(const struct decision *decision, const char *name)
{
    const struct condition_def *def = condition_find(decision->procedure, str_of(name));
    bool is_known = def != NULL && strcmp(def->name, name) == 0 && !def->is_word;
    return is_known || is_flag(&decision->state, str_of(name));
}

/* Takes a beginning such as "no " off the words. */
static bool condition_takes_word(struct str *words, const char *beginning)
{
    struct str word = str_of(beginning);
    bool is_there =
        words->n > word.n && str_equal_any_case((struct str){words->p, word.n}, word);
    if (is_there) {
        *words = str_trimmed((struct str){words->p + word.n, words->n - word.n});
    }
    return is_there;
}

/* Checks that a condition or trait is a few words at most; false when the decision has
 * ended. */
static bool condition_label(struct decision *decision, struct str word, char out[LABEL_SIZE])
{
    if (utf8_clean(out, LABEL_SIZE, word) || out[0] == '\0') {
        decision_wrong(decision, "expected plain text of 1 to %d" IN_LETTERS, LABEL_SIZE - 1);
        return false;
    }
    return true;
}

static void unknown_condition(struct decision *decision, const char *word)
{
    const struct procedure *procedure = decision->procedure;
    struct nearest nearest;
    nearest_init(&nearest, str_of(word));
    TEXT_BUFFER(list, 200);
    for (int i = 0; i < procedure->conditions_count; i++) {
        const struct condition_def *def = &procedure->conditions[i];
        nearest_offer(&nearest, def->name);
        text_add_item(&list, def->name);
    }
    const char *quote = strchr(word, ' ') != NULL ? "\"" : "";
    decision_wrong(
        decision,
        "\"%s\" is no condition of this game%s%s%s words of your own type: own %s%s%s", word,
        nearest.best != NULL ? ": did you mean " : " (",
        nearest.best != NULL ? nearest.best : list.p, nearest.best != NULL ? "? For" : "); for",
        quote, word, quote);
}

/* Takes a number up to `most` off the end of two words or more; -1 when there is none. */
static int condition_number(struct str *words, int most)
{
    int blank = words->n;
    while (blank > 0 && words->p[blank - 1] != ' ') {
        blank--;
    }
    int64_t number;
    struct str last = {words->p + blank, words->n - blank};
    if (blank == 0 || !str_to_int64(last, 0, most, &number)) {
        return -1;
    }
    *words = str_trimmed((struct str){words->p, blank});
    return (int)number;
}

/* Adds the name of a condition as a line has it: in quotes if it would be read differently, as
 * "room 3" does not mean 3 rounds of "room", nor "off balance" the end of "balance". */
static void condition_add_label(const char *label, struct text *out)
{
    struct str words = str_of(label);
    struct str rest = words;
    struct str first = str_next_word(&rest);
    bool needs_quotes = strpbrk(label, ",\"") != NULL ||
                        str_equal_any_case(first, str_of("off")) ||
                        condition_number(&words, CONDITION_ROUNDS_MOST) >= 0;
    if (needs_quotes) {
        text_add_quoted(out, str_of(label));
    } else {
        text_add(out, "%s", label);
    }
}

/* The words within quotes, unquoted, in `buf` if needed. */
static struct str condition_unquoted(struct str words, char buf[COMMAND_LINE_MAX + 1])
{
    struct text room = text_over(buf, COMMAND_LINE_MAX + 1);
    struct str inner = str_unquoted(words);
    return inner.n < words.n ? str_read_quoted(inner, &room) : words;
}

bool condition_read(struct decision *decision, struct str word, bool is_own,
                    char out[LABEL_SIZE])
{
    char read[COMMAND_LINE_MAX + 1];
    is_own = condition_takes_word(&word, "own ") || is_own;
    word = condition_unquoted(word, read);
    const struct condition_def *def = condition_find(decision->procedure, word);
    if (!condition_label(decision, word, out)) {
        return false;
    }
    if (def != NULL && (!is_own || library_names_equal(word, str_of(def->name)))) {
        text_format(out, LABEL_SIZE, "%s", def->name);
    } else if (!is_own && !is_flag(&decision->state, word)) {
        unknown_condition(decision, out);
    }
    return decision_goes_on(decision);
}

static const struct number_range rounds_range = {1, CONDITION_ROUNDS_MOST};
static const struct number_range trait_range = {0, 100};

bool condition_is(const struct effect *effect)
{
    int kind = effect->kind;
    return kind == EFFECT_CONDITION || kind == EFFECT_CONDITION_ROUNDS ||
           kind == EFFECT_CONDITION_START || kind == EFFECT_CONDITION_END;
}

/* ---- what holds ------------------------------------------------------------------------ */

const struct effect *condition_effect(const struct state *state, int id, const char *name)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect_of(state, effect, id)) != NULL) {
        if (condition_is(effect) && names_same(str_of(effect->label), str_of(name))) {
            return effect;
        }
    }
    return NULL;
}

static const struct effect *trait_of(const struct state *state, int id, struct str name)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, EFFECT_TRAIT, id, 0)) != NULL) {
        if (names_same(str_of(effect->label), name)) {
            break;
        }
    }
    return effect;
}

int trait_value(const struct state *state, int id, const char *name, int fallback)
{
    const struct effect *effect = trait_of(state, id, str_of(name));
    return effect != NULL ? effect->amount : fallback;
}

/* "poisoned (2 rounds)", "grappled (until Bo's turn ends)". */
static void condition_format(const struct state *state, const struct effect *effect,
                             struct text *out)
{
    text_add(out, "%s", effect->label);
    if (effect->kind == EFFECT_CONDITION_ROUNDS) {
        text_add(out, " (%d round%s)", effect->amount, effect->amount == 1 ? "" : "s");
    } else if (effect->kind != EFFECT_CONDITION) {
        text_add(out, " (until %s's turn %s)", state_name(state, effect->object),
                 effect->kind == EFFECT_CONDITION_START ? "starts" : "ends");
    }
}

bool condition_is_own(const struct procedure *procedure, const struct effect *effect)
{
    return condition_is(effect) && condition_find(procedure, str_of(effect->label)) == NULL;
}

/* procedure NULL: all of them. */
static void add_conditions(const struct procedure *procedure, const struct state *state, int id,
                           struct text *out)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_left_out = procedure != NULL && condition_is_own(procedure, effect);
        if (effect->subject == id && condition_is(effect) && !is_left_out) {
            text_add(out, "%s", out->n > 0 ? ", " : "");
            condition_format(state, effect, out);
        }
    }
}

void conditions_format(const struct state *state, int id, struct text *out)
{
    add_conditions(NULL, state, id, out);
}

void conditions_format_known(const struct procedure *procedure, const struct state *state,
                             int id, struct text *out)
{
    add_conditions(procedure, state, id, out);
}

void conditions_format_of_turn(const struct procedure *procedure, const struct state *state,
                               int id, enum conditions_of_turn which, struct text *out)
{
    const char *gap = "";
    for (int i = 0; conditions_any(state) && i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject != id || !condition_is(effect)) {
            continue;
        }
        const struct condition_def *def = condition_find(procedure, str_of(effect->label));
        bool is_said =
            def != NULL ? !def->hinders_no_act && !(def->lets_act && which >= OF_TURN_HINDERING)
                        : which == OF_TURN_ALL || which == OF_TURN_HINDERING;
        if (is_said) {
            text_add(out, "%s", gap);
            condition_format(state, effect, out);
            gap = ", ";
        }
    }
}

void conditions_brief(const struct state *state, int id, struct text *out)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject != id || !condition_is(effect)) {
            continue;
        }
        TEXT_BUFFER(label, 2 * LABEL_SIZE + 2);
        condition_add_label(effect->label, &label);
        text_add_item(out, label.p);
        if (effect->kind == EFFECT_CONDITION_ROUNDS) {
            text_add(out, " %d", effect->amount);
        }
    }
}

void traits_format(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, EFFECT_TRAIT, id, 0)) != NULL) {
        text_add(out, "%s%s%s", out->n > 0 ? ", " : "", effect->amount == 0 ? "no " : "",
                 effect->label);
        if (effect->amount > 1) {
            text_add(out, " %d", effect->amount);
        }
    }
}

/* ---- moments --------------------------------------------------------------------------- */

/* Words that no game knows may say what only the referee knows. */
static void mark_own(const struct decision *decision, struct event *event, const char *name)
{
    if (event != NULL && condition_find(decision->procedure, str_of(name)) == NULL) {
        event->is_secret = true;
    }
}

static void end_condition(struct decision *decision, const struct effect *effect)
{
    struct effect ended = *effect;
    struct event *event = decision_end_effect(decision, EVENT_CONDITION_CHANGED, effect);
    mark_own(decision, event, ended.label);
    decision_say(decision, event, "", "%s: no longer %s",
                 state_name(&decision->state, ended.subject), ended.label);
}

static void end_those_of_turn(struct decision *decision, enum effect_kind kind, int id)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, kind, ANYBODY, id)) != NULL) {
        end_condition(decision, effect);
    }
}

void conditions_turn_starts(struct decision *decision, int id)
{
    end_those_of_turn(decision, EFFECT_CONDITION_START, id);
}

void conditions_turn_ends(struct decision *decision, int id)
{
    end_those_of_turn(decision, EFFECT_CONDITION_END, id);
}

void conditions_round_ends(struct decision *decision)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        bool is_last = effect->kind == EFFECT_CONDITION_ROUNDS && effect->amount <= 1;
        bool is_orphaned =
            (effect->kind == EFFECT_CONDITION_START || effect->kind == EFFECT_CONDITION_END) &&
            !state_is_in(&decision->state, effect->object);
        if (is_last || is_orphaned) {
            end_condition(decision, effect);
            continue;
        }
        if (effect->kind == EFFECT_CONDITION_ROUNDS) {
            decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION_ROUNDS,
                            effect->subject, effect->object, str_of(effect->label),
                            effect->amount - 1);
        }
        i++;
    }
}

void conditions_remove(struct decision *decision, int id)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->subject != id && effect->object != id) {
            i++;
        } else if (condition_is(effect) && effect->subject != id) {
            end_condition(decision, effect);
        } else {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        }
    }
}

/* ---- commands -------------------------------------------------------------------------- */

struct duration {
    enum effect_kind kind;
    int object, amount;
};

bool condition_words(struct decision *decision, const struct command *command,
                     struct str *words, int *rounds)
{
    const struct argument *name = &command->argument[1], *number = &command->argument[2];
    *words = name->word;
    if (!option_number(decision, command, "rounds", rounds_range, 0, rounds)) {
        return false;
    }
    int64_t behind = name->is_quoted ? -1 : condition_number(words, INT32_MAX);
    if (number->is_given && !str_to_int64(number->word, 0, INT32_MAX, &behind)) {
        behind = 0;
    }
    bool is_number = number->is_given || behind >= 0;
    if (is_number && *rounds > 0) {
        decision_wrong(decision, "the rounds were given twice");
    } else if (is_number && (behind < rounds_range.low || behind > rounds_range.high)) {
        decision_wrong(decision,
                       "a condition lasts %d to %d rounds; put a number that belongs to the "
                       "name in quotes: own \"torn arm 3\"",
                       rounds_range.low, rounds_range.high);
    } else if (is_number) {
        *rounds = (int)behind;
    }
    return decision_goes_on(decision);
}

/* The rounds after the condition or rounds=N, until=NAME (its next turn's start), end=NAME
 * (its turn's end): one of them, or none. */
static bool read_duration(struct decision *decision, const struct command *command, int rounds,
                          struct duration *out)
{
    int start, end;
    if (!option_combatant(decision, command, "until", &start) ||
        !option_combatant(decision, command, "end", &end)) {
        return false;
    }
    if ((rounds > 0) + (start > 0) + (end > 0) > 1) {
        decision_wrong(decision, "give only one of a number of rounds, until= and end=");
        return false;
    }
    *out = (struct duration){.kind = EFFECT_CONDITION, .amount = 1};
    if (rounds > 0) {
        *out = (struct duration){.kind = EFFECT_CONDITION_ROUNDS, .amount = rounds};
    } else if (start > 0) {
        *out = (struct duration){.kind = EFFECT_CONDITION_START, .object = start, .amount = 1};
    } else if (end > 0) {
        *out = (struct duration){.kind = EFFECT_CONDITION_END, .object = end, .amount = 1};
    }
    return true;
}

void condition_end(struct decision *decision, int id, const char *name)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        bool is_it = effect->subject == id && condition_is(effect) &&
                     names_same(str_of(effect->label), str_of(name));
        if (is_it) {
            end_condition(decision, effect);
        } else {
            i++;
        }
    }
}

static int last_round(const struct state *state, int rounds)
{
    return state->value[ENCOUNTER_ROUND] + rounds - 1;
}

void condition_format_rounds(const struct state *state, int rounds, struct text *out)
{
    text_add(out, ", for %d round%s", rounds, rounds == 1 ? "" : "s");
    if (condition_ends_with_round(state)) {
        text_add(out, ", to the end of round %d", last_round(state, rounds));
    }
}

static void set_condition(struct decision *decision, int id, const char *name,
                          const struct duration *duration)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        bool is_other =
            effect->subject == id && condition_is(effect) &&
            (effect->kind != (int)duration->kind || effect->object != duration->object) &&
            names_same(str_of(effect->label), str_of(name));
        if (is_other) {
            decision_end_effect(decision, EVENT_CONDITION_CHANGED, effect);
        } else {
            i++;
        }
    }
    struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED, duration->kind, id,
                                          duration->object, str_of(name), duration->amount);
    mark_own(decision, event, name);
    if (event == NULL) {
        decision_answer(decision, "%s: %s already; to end it: `condition`, then off",
                        state_name(&decision->state, id), name);
        return;
    }
    TEXT_BUFFER(text, 240);
    /* "dazed (2 rounds)", or where its end is known "dazed (to the end of round 3)". */
    const struct state *state = &decision->state;
    const struct effect *effect = state_effect_labelled(&decision->state, duration->kind, id,
                                                        duration->object, str_of(name));
    if (duration->kind == EFFECT_CONDITION_ROUNDS && condition_ends_with_round(state)) {
        text_add(&text, "%s (to the end of round %d)", effect->label,
                 last_round(state, duration->amount));
    } else {
        condition_format(state, effect, &text);
    }
    const struct condition_def *def = condition_find(decision->procedure, str_of(name));
    bool has_effect = condition_changes_numbers(decision, name);
    if (!has_effect) {
        text_add(&text, ", only a reminder: no number changes");
    } else if (def != NULL) {
        text_add(&text, "; %s", def->help);
    }
    decision_say(decision, event, "", "%s: %s", state_name(&decision->state, id), text.p);
}

void condition_give(struct decision *decision, int id, const char *name, int rounds)
{
    struct duration duration = {.kind = EFFECT_CONDITION, .amount = 1};
    if (rounds > 0) {
        duration = (struct duration){.kind = EFFECT_CONDITION_ROUNDS, .amount = rounds};
    }
    set_condition(decision, id, name, &duration);
}

struct question *condition_ask(struct decision *decision, const struct command *command,
                               const char *before, const char *after, const char *const *more)
{
    const struct procedure *procedure = decision->procedure;
    const struct argument *targets = &command->argument[0];
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    if (command_option(command, "own") != NULL) {
        return decision_ask(decision, QUESTION_TEXT, "%s%s: which words?", who.text, before);
    }
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s%s: %s", who.text, before, after);
    for (; *more != NULL && question->choices < QUESTION_CHOICES_MAX - 1; more++) {
        question_offer(question, *more, "");
    }
    for (int i = 0;
         i < procedure->conditions_count && question->choices < QUESTION_CHOICES_MAX - 1; i++) {
        const struct condition_def *def = &procedure->conditions[i];
        question_offer(question, def->name, def->is_word ? NULL : def->help);
    }
    question->about_explains = true;
    question_offer(question, "own", "a reminder in your words");
    question->else_takes = ELSE_TAKES_WORDS;
    question->keeps_words = true;
    question->words_about = "types it"; /* "own" is for other words */
    question->rule = "";
    return question;
}

/* ---- lists ----------------------------------------------------------------------------- */

/* One of "shield, reach 2, no riposte": its words, and the number after them (-1: none). */
struct listed {
    struct str words;
    int amount;
};

/* The next part that is not empty; false at the end of the list. A number in quotes belongs to
 * the words: own "room 3". */
static bool next_listed(struct str *list, struct listed *out)
{
    *out = (struct listed){.words = {list->p, 0}, .amount = -1};
    while (out->words.n == 0 && str_next_part(list, ',', &out->words)) {
        continue;
    }
    out->amount = condition_number(&out->words, rounds_range.high);
    return out->words.n > 0;
}

/* An empty list is written "-". */
static struct str list_of(struct str value)
{
    return str_equal(value, "-") ? (struct str){value.p, 0} : value;
}

static bool is_listed(struct str list, const char *label)
{
    struct listed one;
    bool is_there = false;
    while (!is_there && next_listed(&list, &one)) {
        is_there = names_same(one.words, str_of(label));
        is_there =
            (condition_takes_word(&one.words, "no ") && names_same(one.words, str_of(label))) ||
            is_there;
    }
    return is_there;
}

/* "shield", "reach 2" or "no riposte", which is an amount of 0; a trait that the combatant has
 * in another case of letters keeps its name. */
static bool read_trait(struct decision *decision, int id, struct listed *one,
                       char name[LABEL_SIZE])
{
    one->amount = condition_takes_word(&one->words, "no ") ? 0
                  : one->amount < 0                        ? 1
                                                           : one->amount;
    if (one->amount > trait_range.high) {
        decision_wrong(decision, "traits: an amount is %d to %d, not %d", trait_range.low,
                       trait_range.high, one->amount);
        return false;
    }
    const struct effect *known = trait_of(&decision->state, id, one->words);
    return condition_label(decision, known != NULL ? str_of(known->label) : one->words, name);
}

void traits_give(struct decision *decision, int id, struct str list)
{
    struct listed one;
    char name[LABEL_SIZE];
    list = list_of(list);
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->kind == EFFECT_TRAIT && effect->subject == id &&
            !is_listed(list, effect->label)) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        } else {
            i++;
        }
    }
    while (decision_goes_on(decision) && next_listed(&list, &one)) {
        if (read_trait(decision, id, &one, name)) {
            decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_TRAIT, id, 0, str_of(name),
                            one.amount);
        }
    }
}

static bool lasts_for_rounds(const struct state *state, int id, const char *name)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, EFFECT_CONDITION_ROUNDS, id, 0)) != NULL) {
        if (names_same(str_of(effect->label), str_of(name))) {
            return true;
        }
    }
    return false;
}

/* True when the list holds a word for the condition of this name. */
static bool is_condition_listed(const struct procedure *procedure, struct str list,
                                const char *name)
{
    struct listed one;
    bool is_there = false;
    while (!is_there && next_listed(&list, &one)) {
        char read[COMMAND_LINE_MAX + 1];
        condition_takes_word(&one.words, "own ");
        one.words = condition_unquoted(one.words, read);
        const struct condition_def *def = condition_find(procedure, one.words);
        is_there = names_same(one.words, str_of(name)) ||
                   (def != NULL && str_equal_any_case(str_of(def->name), str_of(name)));
    }
    return is_there;
}

/* A condition that it already has needs no "own". */
static bool has_words(const struct state *state, int id, struct str words)
{
    char name[LABEL_SIZE], read[COMMAND_LINE_MAX + 1];
    utf8_clean(name, sizeof name, condition_unquoted(words, read));
    return condition_holds(state, id, name);
}

void conditions_give(struct decision *decision, int id, struct str list)
{
    struct listed one;
    char name[LABEL_SIZE];
    list = list_of(list);
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->subject == id && condition_is(effect) &&
            !is_condition_listed(decision->procedure, list, effect->label)) {
            end_condition(decision, effect);
        } else {
            i++;
        }
    }
    while (decision_goes_on(decision) && next_listed(&list, &one)) {
        struct duration duration = {.kind = EFFECT_CONDITION, .amount = 1};
        if (one.amount == 0) {
            decision_wrong(
                decision,
                "conditions: %d to %d rounds; without a number it lasts until it is ended",
                rounds_range.low, rounds_range.high);
        } else if (!condition_read(decision, one.words,
                                   has_words(&decision->state, id, one.words), name)) {
            return;
        }
        if (one.amount > 0) {
            duration = (struct duration){.kind = EFFECT_CONDITION_ROUNDS, .amount = one.amount};
        }
        bool stays = one.amount < 0 && condition_holds(&decision->state, id, name) &&
                     !lasts_for_rounds(&decision->state, id, name);
        if (decision_goes_on(decision) && !stays) {
            set_condition(decision, id, name, &duration);
        }
    }
}

/* ---- deciding -------------------------------------------------------------------------- */

/* True when one of them has the condition of these words; its clean name is put into *out. */
static bool somebody_has(struct decision *decision, const struct argument *targets,
                         struct str words, char out[LABEL_SIZE])
{
    if (!condition_label(decision, words, out)) {
        return false;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        if (condition_holds(&decision->state, targets->ids[i], out)) {
            return true;
        }
    }
    return false;
}

/* The name of the condition that ends: one that somebody has (all the words, or those before a
 * number), else one of the game's. False, with a wrong decision, when nobody has it. */
static bool find_ending(struct decision *decision, const struct argument *targets,
                        struct str whole, struct str word, char out[LABEL_SIZE])
{
    condition_takes_word(&whole, "own ");
    condition_takes_word(&word, "own ");
    if (somebody_has(decision, targets, whole, out)) {
        return true;
    }
    const struct condition_def *def = condition_find(decision->procedure, word);
    for (int own = 1; own >= (def != NULL ? 0 : 1) && decision_goes_on(decision); own--) {
        if (somebody_has(decision, targets, own != 0 ? word : str_of(def->name), out)) {
            return true;
        }
    }
    if (!decision_goes_on(decision)) {
        return false;
    }
    decision_wrong(decision, "%s is not %s", state_name(&decision->state, targets->ids[0]),
                   out);
    return false;
}

/* The next condition, from *at on, of somebody among these that nobody before has: each name
 * once. NULL: none. */
static const char *next_held(const struct state *state, const struct argument *targets, int *at)
{
    for (; *at < targets->ids_count * state->effects; ++*at) {
        int who = *at / state->effects;
        const struct effect *effect = &state->effect[*at % state->effects];
        bool is_new = effect->subject == targets->ids[who] && condition_is(effect);
        for (int k = 0; is_new && k < who; k++) {
            is_new = !condition_holds(state, targets->ids[k], effect->label);
        }
        if (is_new) {
            ++*at;
            return effect->label;
        }
    }
    return NULL;
}

/* The condition that ends where none is named: the only one that they have; NULL: none, and it
 * is asked which one, or refused. */
static const char *which_ends(struct decision *decision, const struct argument *targets)
{
    const struct state *state = &decision->state;
    int at = 0;
    const char *first = next_held(state, targets, &at);
    const char *held = first != NULL ? next_held(state, targets, &at) : NULL;
    struct named_several who = combatants_named(state, targets->ids, targets->ids_count);
    if (first == NULL) {
        decision_wrong(decision, "%s: there is no condition to end", who.text);
        return NULL;
    }
    if (held == NULL) {
        return first;
    }
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s: which condition ends?", who.text);
    for (at = 0; (held = next_held(state, targets, &at)) != NULL &&
                 question->choices < QUESTION_CHOICES_MAX;) {
        TEXT_BUFFER(label, LABEL_SIZE + 2);
        condition_add_label(held, &label);
        question_offer(question, label.p, "");
    }
    return NULL;
}

/* With the rounds from a count before the key. */
static void ask_condition(struct decision *decision, const struct command *command)
{
    TEXT_BUFFER(before, 60);
    int rounds;
    int at = 0;
    if (!option_number(decision, command, "rounds", rounds_range, 0, &rounds)) {
        return;
    }
    if (rounds > 0) {
        condition_format_rounds(&decision->state, rounds, &before);
    }
    struct question *asked = condition_ask(decision, command, before.p, "which condition?",
                                           (const char *const[]){NULL});
    if (asked->kind == QUESTION_CHOICE && asked->choices < QUESTION_CHOICES_MAX &&
        rounds == 0 && next_held(&decision->state, &command->argument[0], &at) != NULL) {
        question_offer(asked, "off", "one of them ends");
    }
    if (rounds == 0 && asked->kind == QUESTION_CHOICE) {
        asked->digit_prefix = "rounds=";
        asked->digit_about =
            condition_ends_with_round(&decision->state) ? "rounds counting this one" : "rounds";
    }
}

/* "own off balance": one's own words may begin with off, unless somebody has the rest of them.
 * Puts it before the words then. */
static bool begins_with_off(struct decision *decision, const struct command *command,
                            struct str *words)
{
    char rest[LABEL_SIZE];
    const struct argument *name = &command->argument[1];
    const struct option *own = command_option(command, "own");
    const struct option *off = command_option(command, "off");
    bool is_before = own != NULL && off != NULL && own->name.p < off->name.p &&
                     off->name.p < name->written.p;
    if (!is_before || name->is_quoted || own->value.p != NULL || off->value.p != NULL ||
        somebody_has(decision, &command->argument[0], *words, rest)) {
        return false;
    }
    words->n += (int)(words->p - off->name.p);
    words->p = off->name.p;
    return true;
}

static void decide_condition(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char name[LABEL_SIZE];
    struct duration duration;
    struct str word;
    int rounds;
    bool is_end = command_option(command, "off") != NULL;
    bool is_own = command_option(command, "own") != NULL;
    if (!command->argument[1].is_given && is_end) {
        const char *only = which_ends(decision, targets);
        if (only == NULL) {
            return;
        }
        text_format(name, sizeof name, "%s", only);
    } else if (!command->argument[1].is_given) {
        ask_condition(decision, command);
        return;
    } else {
        if (!condition_words(decision, command, &word, &rounds)) {
            return;
        }
        is_end = is_end && !begins_with_off(decision, command, &word);
        if (!(is_end ? find_ending(decision, targets, command->argument[1].word, word, name)
                     : condition_read(decision, word, is_own, name)) ||
            !read_duration(decision, command, rounds, &duration)) {
            return;
        }
    }
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        if (is_end) {
            condition_end(decision, targets->ids[i], name);
        } else {
            set_condition(decision, targets->ids[i], name, &duration);
        }
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    decision_label(decision, "%s: %s%s", who.text, is_end ? "no longer " : "", name);
}

static void set_trait(struct decision *decision, int id, const char *name, int amount)
{
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_TRAIT, id, 0,
                                          str_of(name), amount);
    decision_say(decision, event, "",
                 amount == 0   ? "%s: no %s"
                 : amount == 1 ? "%s: %s"
                               : "%s: %s %d",
                 state_name(&decision->state, id), name, amount);
}

/* `trait Bo shield`, `trait Bo no shield`, `trait Bo reach 2`, `trait Bo shield, riposte`: like
 * a list, but traits that are not named stay. */
static void decide_trait(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char name[LABEL_SIZE] = "";
    int amount;
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s: which trait? shield, riposte, reach 2 ...",
                     state_name(&decision->state, targets->ids[0]));
        return;
    }
    if (!option_number(decision, command, "amount", trait_range, -1, &amount)) {
        return;
    }
    amount = command_option(command, "off") != NULL ? 0 : amount;
    for (int i = 0; i < targets->ids_count; i++) {
        struct str list = command->argument[1].word;
        struct listed one;
        while (decision_goes_on(decision) && next_listed(&list, &one)) {
            if (read_trait(decision, targets->ids[i], &one, name)) {
                set_trait(decision, targets->ids[i], name, amount >= 0 ? amount : one.amount);
            }
        }
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    decision_label(decision, "%s: %s", who.text, name);
}

void conditions_hide(struct decision *decision, int id, bool is_hidden)
{
    const struct effect *effect = state_effect(&decision->state, NULL, EFFECT_HIDDEN, id, 0);
    struct event *event = NULL;
    if (is_hidden) {
        event = decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_HIDDEN, id, 0,
                                str_of(""), 1);
    } else if (effect != NULL) {
        event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    decision_say(decision, event, "", "%s is %s", state_name(&decision->state, id),
                 is_hidden ? "hidden" : "seen");
}

static void set_hidden(struct decision *decision, const struct command *command, bool is_hidden)
{
    const struct argument *targets = &command->argument[0];
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        conditions_hide(decision, targets->ids[i], is_hidden);
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    decision_label(decision, "%s %s", who.text, is_hidden ? "hidden" : "seen");
}

static void decide_hide(struct decision *decision, const struct command *command)
{
    set_hidden(decision, command, true);
}

static void decide_reveal(struct decision *decision, const struct command *command)
{
    set_hidden(decision, command, false);
}

static const struct command_def commands[] = {
    {.name = "condition",
     .signature = "WHO:combatants [NAME:name/condition] [ROUNDS:number] [rounds=] [until=] "
                  "[end=] [off] [own]",
     .help = "condition p1 blind 2: for 2 rounds; off ends it; own: words",
     .decide = decide_condition},
    {.name = "trait",
     .signature = "WHO:combatants [NAME:name/trait] [amount=] [off]",
     .help = "what a combatant has or lacks: trait Bo no shield",
     .audience = AUDIENCE_REFEREE_FOR_FOES,
     .decide = decide_trait},
    {.name = "hide",
     .signature = "WHO:combatants",
     .help = "combatants the players do not see yet",
     .decide = decide_hide},
    /* The dice are those that a game throws when the combatant is met. */
    {.name = "reveal",
     .signature = "WHO:combatants [dice]",
     .help = "hidden combatants are seen now",
     .decide = decide_reveal},
};

int condition_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
