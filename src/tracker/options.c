#include "tracker/options.h"

#include <string.h>

bool decision_status(struct decision *decision, enum status status, const struct error *err)
{
    if (status == STATUS_OK) {
        return true;
    }
    decision_wrong(decision, "%s", err->text);
    return false;
}

bool option_number(struct decision *decision, const struct command *command, const char *name,
                   struct number_range range, int fallback, int *out)
{
    const struct option *option = command_option(command, name);
    int64_t number = fallback;
    if (option != NULL && (option->value.p == NULL ||
                           !str_to_int64(option->value, range.low, range.high, &number))) {
        decision_wrong(decision, "%s=%.*s: expected a whole number from %d to %d", name,
                       option->value.n, option->value.p == NULL ? "" : option->value.p,
                       range.low, range.high);
        return false;
    }
    *out = (int)number;
    return true;
}

bool option_combatant(struct decision *decision, const struct command *command,
                      const char *name, int *out)
{
    const struct option *option = command_option(command, name);
    *out = 0;
    if (option == NULL) {
        return true;
    }
    struct error err;
    struct str word = option->value.p == NULL ? (struct str){"", 0} : option->value;
    *out = combatant_find(&decision->state, word, &err);
    if (*out == 0) {
        decision_wrong(decision, "%s=: %s", name, err.text);
    }
    return *out != 0;
}

/* A value learned for one is set for all of its kind for whom it is unset. */
static void learn_of_like(struct decision *decision, const char *name, int id, int field,
                          int number)
{
    const struct state *state = &decision->state;
    struct event *first = NULL;
    int others = 0;
    for (int other = 1; other <= state->count; other++) {
        bool is_like = other != id && state_is_present(state, other) &&
                       !state_is_set(state, other, field) &&
                       strcmp(state_at(state, other)->text[TEXT_KIND],
                              state_at(state, id)->text[TEXT_KIND]) == 0 &&
                       state_value(state, other, FIELD_SIDE, SIDE_FOES) ==
                           state_value(state, id, FIELD_SIDE, SIDE_FOES);
        if (is_like && decision_goes_on(decision)) {
            struct event *event =
                decision_value(decision, EVENT_VALUE_CHANGED, other, field, number);
            first = first != NULL ? first : event;
            others++;
        }
    }
    decision_say(decision, first, "", "%s and %d like it: %s %d", state_name(state, id), others,
                 name, number);
}

bool option_plain_number(struct decision *decision, const struct command *command,
                         const char *name, struct number_range range, int fallback, int *out)
{
    const struct option *given = command_option(command, name);
    if (given != NULL && given->value.n > 1 && given->value.p[0] == '+') {
        decision_wrong(decision, "%s=%.*s: expected a number without a sign, from %d to %d",
                       name, given->value.n, given->value.p, range.low, range.high);
        return false;
    }
    return option_number(decision, command, name, range, fallback, out);
}

bool option_value(struct decision *decision, const struct command *command, const char *name,
                  int id, int field, struct number_range range)
{
    int number;
    const struct option *given = command_option(command, name);
    if (!option_plain_number(decision, command, name, range, 0, &number)) {
        return false;
    }
    if (given != NULL) {
        bool is_new = !state_is_set(&decision->state, id, field);
        decision_value(decision, EVENT_VALUE_CHANGED, id, field, number);
        if (is_new) {
            learn_of_like(decision, name, id, field, number);
        }
    }
    if (state_is_set(&decision->state, id, field)) {
        return true;
    }
    struct question *question = decision_ask(decision, QUESTION_NUMBER, "%s: %s?",
                                             state_name(&decision->state, id), name);
    text_format(question->prefix, sizeof question->prefix, "%s=", name);
    question->low = range.low;
    question->high = range.high;
    question->lacks = id;
    return false;
}

bool option_value_of_act(struct decision *decision, const struct command *command,
                         const char *name, int id, int field, struct number_range range,
                         int *out)
{
    bool was_set = state_is_set(&decision->state, id, field);
    if (was_set && command_option(command, name) != NULL) {
        return option_plain_number(decision, command, name, range, 0, out);
    }
    int events = decision->events;
    if (!option_value(decision, command, name, id, field, range)) {
        return false;
    }
    *out = state_value(&decision->state, id, field, 0);
    /* One line has already reported it for several of a kind. */
    if (!was_set && decision->events == events + 1) {
        decision_say(decision, &decision->event[events], "", "%s: %s %d, from now on",
                     state_name(&decision->state, id), name, *out);
    }
    return decision_goes_on(decision);
}

static void ask_choice(struct decision *decision, const char *name, const char *const *words,
                       const char *prompt)
{
    struct question *question = decision_ask(decision, QUESTION_CHOICE, "%s", prompt);
    text_format(question->prefix, sizeof question->prefix, "%s=", name);
    for (int i = 0; words[i] != NULL; i++) {
        question_offer(question, words[i], "");
    }
}

bool option_choice(struct decision *decision, const struct command *command, const char *name,
                   const char *const *words, const char *prompt, int *out)
{
    const struct option *option = command_option(command, name);
    *out = 0;
    if (option == NULL) {
        if (decision->asks) {
            ask_choice(decision, name, words, prompt);
        }
        return !decision->asks;
    }
    TEXT_BUFFER(list, 120);
    for (int i = 0; words[i] != NULL; i++) {
        if (option->value.p != NULL && str_is_choice(option->value, words[i])) {
            *out = i;
            return true;
        }
        text_add(&list, "%s%s", i == 0 ? "" : ", ", words[i]);
    }
    decision_wrong(decision, "%s=%.*s: expected one of %s", name, option->value.n,
                   option->value.p == NULL ? "" : option->value.p, list.p);
    return false;
}

bool option_flag(const struct command *command, const char *name, bool fallback)
{
    const struct option *option = command != NULL ? command_option(command, name) : NULL;
    if (option == NULL) {
        return fallback;
    }
    bool is_set;
    return option->value.p == NULL || !str_to_flag(option->value, &is_set) || is_set;
}

bool option_input(struct decision *decision, const struct command *command, const char *name,
                  struct inputs *inputs)
{
    const struct option *option = command_option(command, name);
    if (option == NULL) {
        return true;
    }
    struct error err;
    struct str value = option->value.p == NULL ? str_of("true") : option->value;
    return decision_status(decision, inputs_give_text(inputs, name, value, &err), &err);
}
