#include "tracker/options.h"

#include <string.h>

#include "base/utf8.h"

static const char party_word[] = "party";
enum { PARTY_WORD = sizeof party_word - 1 };

/* True when the word of its own begins here. */
static bool stands_at(struct str word, int at)
{
    if (at + PARTY_WORD > word.n ||
        !str_equal_any_case((struct str){word.p + at, PARTY_WORD}, str_of(party_word))) {
        return false;
    }
    char before = at > 0 ? word.p[at - 1] : ' ';
    char after = at + PARTY_WORD < word.n ? word.p[at + PARTY_WORD] : ' ';
    return !char_is_letter(before) && !char_is_digit(before) && !char_is_letter(after) &&
           !char_is_digit(after);
}

/* Writes the word with a number for each "party"; false when it does not fit. */
static bool fill(struct str word, int count, struct text *out)
{
    for (int i = 0; i < word.n; i++) {
        if (stands_at(word, i)) {
            text_add(out, "%d", count);
            i += PARTY_WORD - 1;
        } else {
            text_add_char(out, word.p[i]);
        }
    }
    return !out->is_cut;
}

bool party_formula_is(struct str word)
{
    bool has_party = false, has_sign = false, has_more = false;
    for (int i = 0; i < word.n; i++) {
        char c = word.p[i];
        if (stands_at(word, i)) {
            has_party = true;
            i += PARTY_WORD - 1;
        } else if (c == '+' || c == '-' || c == '*' || c == '/' || c == '(' || c == ')') {
            has_sign = true;
        } else if (!char_is_digit(c) && char_lower(c) != 'd' && c != ' ') {
            has_more = true;
        }
    }
    if (!has_party || !has_sign || !has_more) {
        return has_party && has_sign;
    }
    /* Other letters are suffixes of dice, or the word is a name: "party+1d6!", "party-goer".
     * Dice that are refused are told when they are read. */
    struct dice_expr expr;
    TEXT_BUFFER(filled, PARTY_FORMULA_SIZE);
    return fill(word, 1, &filled) &&
           dice_expr_parse_as(NULL, &expr, (struct str){filled.p, filled.n}, DICE_LOGGED,
                              NULL) == STATUS_OK;
}

bool party_formula_fill(struct decision *decision, struct str word,
                        char buf[PARTY_FORMULA_SIZE], struct str *out)
{
    *out = word;
    if (!party_formula_is(word)) {
        return true;
    }
    const struct state *state = &decision->state;
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        count += state_is_present(state, id) &&
                 state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY &&
                 state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
    }
    if (count == 0) {
        decision_wrong(decision,
                       "%s needs the party: bring it first, or write a number instead",
                       utf8_shown(word).text);
        return false;
    }
    struct text text = text_over(buf, PARTY_FORMULA_SIZE);
    if (!fill(word, count, &text)) {
        decision_wrong(decision, "%s is too long for a number", utf8_shown(word).text);
        return false;
    }
    *out = (struct str){text.p, text.n};
    return true;
}

bool decision_status(struct decision *decision, enum status status, const struct error *err)
{
    if (status == STATUS_OK) {
        return true;
    }
    decision_wrong(decision, "%s", err->text);
    return false;
}

bool decision_finish(struct decision *decision, struct inputs *inputs)
{
    struct error err;
    return decision_status(decision, inputs_finish(inputs, &err), &err);
}

bool option_number(struct decision *decision, const struct command *command, const char *name,
                   struct number_range range, int fallback, int *out)
{
    const struct option *option = command_option(command, name);
    int64_t number = fallback;
    if (option != NULL && !str_to_int64(option->value, range.low, range.high, &number)) {
        decision_wrong(decision, "%s=%.*s: expected a whole number from %d to %d", name,
                       option->value.n, option->value.p, range.low, range.high);
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
    *out = combatant_find(&decision->state, option->value, &err);
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

bool option_choice(struct decision *decision, const struct command *command, const char *name,
                   const char *const *words, const char *prompt, int *out)
{
    const struct option *option = command_option(command, name);
    *out = 0;
    if (option == NULL) {
        if (decision->asks) {
            struct question *question = decision_ask(decision, QUESTION_CHOICE, "%s", prompt);
            text_format(question->prefix, sizeof question->prefix, "%s=", name);
            for (int i = 0; words[i] != NULL; i++) {
                question_offer(question, words[i], "");
            }
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

struct str option_text(const struct command *command, const char *name, const char *usual)
{
    const struct option *option = command_option(command, name);
    return option != NULL ? option->value : str_of(usual);
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
    return decision_status(decision, inputs_take(inputs, name, value, &err), &err);
}

/* ---- amounts --------------------------------------------------------------------------- */

static bool has_digit(struct str word)
{
    for (int i = 0; i < word.n; i++) {
        if (char_is_digit(word.p[i])) {
            return true;
        }
    }
    return false;
}

bool table_amount_from(struct decision *decision, struct str word, int subject,
                       const char *what, int least, int most, int *out)
{
    int64_t amount;
    char filled[PARTY_FORMULA_SIZE];
    if (!party_formula_fill(decision, word, filled, &word)) {
        return false;
    }
    if (!str_to_int64(word, 0, most, &amount)) {
        struct dice_expr expr;
        struct error err;
        if (dice_expr_parse(&expr, word, &err) != STATUS_OK) {
            char shown[32];
            utf8_clean(shown, sizeof shown, word);
            /* When nothing is a number, a place in it would not help. */
            if (has_digit(word)) {
                decision_wrong(decision, "%s: %s", what, err.text);
            } else {
                decision_wrong(decision,
                               "%s must be a whole number up to %d or dice, such as 2d6+3%s%s",
                               what, most, word.n == 0 ? "" : ", not ", shown);
            }
            return false;
        }
        int64_t low, high;
        dice_expr_range(&expr, &low, &high);
        if (low == high && (low < 0 || low > most)) {
            decision_wrong(decision, "%s must be 0 to %d, not %lld", what, most,
                           (long long)low);
            return false;
        }
        /* "(party)" or "1+2" throws nothing: there is no roll to tell. */
        amount = low;
        if (dice_expr_dice(&expr) > 0) {
            if (!decision_throw(decision, &expr, subject, what, (struct source){what, ""},
                                &amount)) {
                return false;
            }
            if (amount < least) {
                decision_say(decision, decision_tell(decision, EVENT_NOTED, subject, 0), "",
                             "%s: %d instead of %lld, the least that dice give here", what,
                             least, (long long)amount);
                amount = least;
            }
        }
    }
    *out = amount < 0 ? 0 : amount > most ? most : (int)amount;
    if (amount > most) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, subject, 0), "",
                     "%s: %lld is more than the limit of %d: %d counts", what,
                     (long long)amount, most, most);
    }
    return decision_goes_on(decision);
}

bool table_amount(struct decision *decision, struct str word, int subject, const char *what,
                  int most, int *out)
{
    return table_amount_from(decision, word, subject, what, INT32_MIN, most, out);
}
