#include "tracker/conditions.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/library.h"
#include "tracker/options.h"
#include "tracker/procedure.h"

static const enum effect_kind condition_kinds[] = {
    EFFECT_CONDITION, EFFECT_CONDITION_ROUNDS, EFFECT_CONDITION_START, EFFECT_CONDITION_END};
enum { CONDITION_KINDS = sizeof condition_kinds / sizeof condition_kinds[0] };

static const struct number_range rounds_range = {1, 1000};
static const struct number_range trait_range = {0, 100};

static bool is_condition(const struct effect *effect)
{
    for (int i = 0; i < CONDITION_KINDS; i++) {
        if (effect->kind == (int)condition_kinds[i]) {
            return true;
        }
    }
    return false;
}

/* ---- words ----------------------------------------------------------------------------- */

static bool ends_as(struct str word, int n, const char *end)
{
    struct str rest = {word.p + n, word.n - n};
    return word.n > n && str_equal_any_case(rest, str_of(end));
}

/* The longer is the shorter with an ending: "blinded", "stunned" of "stun", "unawares". */
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

static bool is_listed_form(const struct condition_def *def, struct str word)
{
    struct str forms = def->forms != NULL ? str_of(def->forms) : (struct str){"", 0};
    for (struct str form; str_next_part(&forms, ',', &form);) {
        if (library_names_equal(word, form)) {
            return true;
        }
    }
    return library_names_equal(word, str_of(def->name));
}

const struct condition_def *condition_find(const struct procedure *procedure, struct str word)
{
    for (int i = 0; i < procedure->conditions_count; i++) {
        if (is_listed_form(&procedure->conditions[i], word)) {
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

/* A flag of the game's acts has this name: it holds while the condition does. */
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

/* Whether the rules look at the condition of this name. */
static bool changes_numbers(const struct decision *decision, const char *name)
{
    const struct condition_def *def = condition_find(decision->procedure, str_of(name));
    bool is_known = def != NULL && strcmp(def->name, name) == 0 && !def->is_word;
    return is_known || is_flag(&decision->state, str_of(name));
}

/* Takes a beginning such as "no " off the words. */
static bool takes_word(struct str *words, const char *beginning)
{
    struct str word = str_of(beginning);
    bool is_there =
        words->n > word.n && str_equal_any_case((struct str){words->p, word.n}, word);
    if (is_there) {
        *words = str_trimmed((struct str){words->p + word.n, words->n - word.n});
    }
    return is_there;
}

/* A condition or trait is a word or a few; false when the decision has ended. */
static bool clean_label(struct decision *decision, struct str word, char out[LABEL_SIZE])
{
    if (utf8_clean(out, LABEL_SIZE, word) || out[0] == '\0') {
        decision_wrong(decision, "expected 1 to %d bytes of plain text", LABEL_SIZE - 1);
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
        decision, "\"%s\" is no condition of this game%s%s%s; own %s%s%s is a word of your own",
        word, nearest.best != NULL ? ": did you mean " : " (",
        nearest.best != NULL ? nearest.best : list.p, nearest.best != NULL ? "?" : ")", quote,
        word, quote);
}

bool condition_read(struct decision *decision, struct str word, bool is_own,
                    char out[LABEL_SIZE])
{
    is_own = takes_word(&word, "own ") || is_own;
    const struct condition_def *def = condition_find(decision->procedure, word);
    if (!clean_label(decision, word, out)) {
        return false;
    }
    if (def != NULL && (!is_own || library_names_equal(word, str_of(def->name)))) {
        text_format(out, LABEL_SIZE, "%s", def->name);
    } else if (!is_own && !is_flag(&decision->state, word)) {
        unknown_condition(decision, out);
    }
    return decision_goes_on(decision);
}

/* ---- what holds ------------------------------------------------------------------------ */

bool condition_holds(const struct state *state, int id, const char *name)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject == id && is_condition(effect) &&
            str_equal_any_case(str_of(effect->label), str_of(name))) {
            return true;
        }
    }
    return false;
}

static const struct effect *trait_of(const struct state *state, int id, struct str name)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, EFFECT_TRAIT, id, 0)) != NULL) {
        if (str_equal_any_case(str_of(effect->label), name)) {
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

void conditions_format(const struct state *state, int id, struct text *out)
{
    for (int i = 0; i < state->effects; i++) {
        if (state->effect[i].subject == id && is_condition(&state->effect[i])) {
            text_add(out, "%s", out->n > 0 ? ", " : "");
            condition_format(state, &state->effect[i], out);
        }
    }
}

void conditions_brief(const struct state *state, int id, struct text *out)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject != id || !is_condition(effect)) {
            continue;
        }
        text_add_item(out, effect->label);
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

static void end_condition(struct decision *decision, const struct effect *effect)
{
    struct effect ended = *effect;
    struct event *event = decision_end_effect(decision, EVENT_CONDITION_CHANGED, effect);
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
        } else if (is_condition(effect) && effect->subject != id) {
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

/* rounds=N, until=NAME (its next turn's start), end=NAME (its turn's end): one of them, or
 * none. */
static bool read_duration(struct decision *decision, const struct command *command,
                          struct duration *out)
{
    int rounds, start, end;
    if (!option_number(decision, command, "rounds", rounds_range, 0, &rounds) ||
        !option_combatant(decision, command, "until", &start) ||
        !option_combatant(decision, command, "end", &end)) {
        return false;
    }
    if ((rounds > 0) + (start > 0) + (end > 0) > 1) {
        decision_wrong(decision, "give only one of rounds=, until= and end=");
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

static void unset_condition(struct decision *decision, int id, const char *name)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        bool is_it = effect->subject == id && is_condition(effect) &&
                     str_equal_any_case(str_of(effect->label), str_of(name));
        if (is_it) {
            end_condition(decision, effect);
        } else {
            i++;
        }
    }
}

static void set_condition(struct decision *decision, int id, const char *name,
                          const struct duration *duration)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        bool is_other =
            effect->subject == id && is_condition(effect) &&
            (effect->kind != (int)duration->kind || effect->object != duration->object) &&
            str_equal_any_case(str_of(effect->label), str_of(name));
        if (is_other) {
            decision_end_effect(decision, EVENT_CONDITION_CHANGED, effect);
        } else {
            i++;
        }
    }
    struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED, duration->kind, id,
                                          duration->object, str_of(name), duration->amount);
    if (event == NULL) {
        return;
    }
    TEXT_BUFFER(text, 160);
    condition_format(&decision->state,
                     state_effect_labelled(&decision->state, duration->kind, id,
                                           duration->object, str_of(name)),
                     &text);
    decision_say(decision, event, "", "%s: %s%s", state_name(&decision->state, id), text.p,
                 changes_numbers(decision, name) ? "" : ", which changes no number");
}

void condition_give(struct decision *decision, int id, const char *name, int rounds)
{
    struct duration duration = {.kind = EFFECT_CONDITION, .amount = 1};
    if (rounds > 0) {
        duration = (struct duration){.kind = EFFECT_CONDITION_ROUNDS, .amount = rounds};
    }
    set_condition(decision, id, name, &duration);
}

void condition_ask(struct decision *decision, const struct command *command, const char *before,
                   const char *after, const char *const *more)
{
    const struct procedure *procedure = decision->procedure;
    const struct argument *targets = &command->argument[0];
    const char *name = state_name(&decision->state, targets->ids[0]);
    const char *others = targets->ids_count > 1 ? " and others" : "";
    if (command_option(command, "own") != NULL) {
        decision_ask(decision, QUESTION_TEXT, "%s%s%s: which words of your own?", name, others,
                     before);
        return;
    }
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s%s%s: %s", name, others, before, after);
    for (; *more != NULL && question->choices < QUESTION_CHOICES_MAX - 1; more++) {
        question->choice[question->choices++] = *more;
    }
    for (int i = 0;
         i < procedure->conditions_count && question->choices < QUESTION_CHOICES_MAX - 1; i++) {
        question->choice[question->choices++] = procedure->conditions[i].name;
    }
    question->choice[question->choices++] = "own";
    question->else_takes = ELSE_TAKES_WORDS;
    question->rule = "";
}

/* ---- lists ----------------------------------------------------------------------------- */

/* One of "shield, reach 2, no riposte": its words, and the number behind them (-1: none). */
struct listed {
    struct str words;
    int amount;
};

/* The next that is not empty; false at the list's end. */
static bool next_listed(struct str *list, struct listed *out)
{
    *out = (struct listed){.words = {list->p, 0}, .amount = -1};
    while (out->words.n == 0 && str_next_part(list, ',', &out->words)) {
        continue;
    }
    int blank = out->words.n;
    while (blank > 0 && out->words.p[blank - 1] != ' ') {
        blank--;
    }
    int64_t amount;
    struct str last = {out->words.p + blank, out->words.n - blank};
    if (blank > 0 && str_to_int64(last, 0, rounds_range.high, &amount)) {
        out->amount = (int)amount;
        out->words = str_trimmed((struct str){out->words.p, blank});
    }
    return out->words.n > 0;
}

/* A list of nothing is written "-". */
static struct str list_of(struct str value)
{
    return str_equal(value, "-") ? (struct str){value.p, 0} : value;
}

static bool is_listed(struct str list, const char *label)
{
    struct listed one;
    bool is_there = false;
    while (!is_there && next_listed(&list, &one)) {
        is_there = str_equal_any_case(one.words, str_of(label));
        is_there =
            (takes_word(&one.words, "no ") && str_equal_any_case(one.words, str_of(label))) ||
            is_there;
    }
    return is_there;
}

/* "shield", "reach 2" or "no riposte", which is an amount of 0; a trait that is said of the
 * combatant in other letters keeps its name. */
static bool read_trait(struct decision *decision, int id, struct listed *one,
                       char name[LABEL_SIZE])
{
    one->amount = takes_word(&one->words, "no ") ? 0 : one->amount < 0 ? 1 : one->amount;
    if (one->amount > trait_range.high) {
        decision_wrong(decision, "traits: an amount is %d to %d, not %d", trait_range.low,
                       trait_range.high, one->amount);
        return false;
    }
    const struct effect *known = trait_of(&decision->state, id, one->words);
    return clean_label(decision, known != NULL ? str_of(known->label) : one->words, name);
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
        if (str_equal_any_case(str_of(effect->label), str_of(name))) {
            return true;
        }
    }
    return false;
}

/* Whether the list holds a word for the condition of this name. */
static bool is_condition_listed(const struct procedure *procedure, struct str list,
                                const char *name)
{
    struct listed one;
    bool is_there = false;
    while (!is_there && next_listed(&list, &one)) {
        takes_word(&one.words, "own ");
        const struct condition_def *def = condition_find(procedure, one.words);
        is_there = str_equal_any_case(one.words, str_of(name)) ||
                   (def != NULL && str_equal_any_case(str_of(def->name), str_of(name)));
    }
    return is_there;
}

/* What it has already needs no "own". */
static bool has_words(const struct state *state, int id, struct str words)
{
    char name[LABEL_SIZE];
    utf8_clean(name, sizeof name, words);
    return condition_holds(state, id, name);
}

void conditions_give(struct decision *decision, int id, struct str list)
{
    struct listed one;
    char name[LABEL_SIZE];
    list = list_of(list);
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->subject == id && is_condition(effect) &&
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

/* The name of what ends: words that somebody has, else those of the game. False, and the
 * decision is wrong, when nobody has it. */
static bool find_ending(struct decision *decision, const struct argument *targets,
                        struct str word, char out[LABEL_SIZE])
{
    takes_word(&word, "own ");
    const struct condition_def *def = condition_find(decision->procedure, word);
    for (int own = 1; own >= (def != NULL ? 0 : 1); own--) {
        if (!clean_label(decision, own != 0 ? word : str_of(def->name), out)) {
            return false;
        }
        for (int i = 0; i < targets->ids_count; i++) {
            if (condition_holds(&decision->state, targets->ids[i], out)) {
                return true;
            }
        }
    }
    decision_wrong(decision, "%s is not %s", state_name(&decision->state, targets->ids[0]),
                   out);
    return false;
}

static void decide_condition(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char name[LABEL_SIZE];
    struct duration duration;
    if (!command->argument[1].is_given) {
        condition_ask(decision, command, "", "which condition? or: own torn arm rounds=2",
                      (const char *const[]){NULL});
        return;
    }
    struct str word = command->argument[1].word;
    bool is_end = command_option(command, "off") != NULL;
    bool is_own = command_option(command, "own") != NULL;
    if (!(is_end ? find_ending(decision, targets, word, name)
                 : condition_read(decision, word, is_own, name)) ||
        !read_duration(decision, command, &duration)) {
        return;
    }
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        if (is_end) {
            unset_condition(decision, targets->ids[i], name);
        } else {
            set_condition(decision, targets->ids[i], name, &duration);
        }
    }
    decision_label(decision, "%s%s: %s%s", state_name(&decision->state, targets->ids[0]),
                   targets->ids_count > 1 ? " and others" : "", is_end ? "no longer " : "",
                   name);
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

/* `trait Bo shield`, `trait Bo no shield`, `trait Bo reach 2`, `trait Bo shield, riposte`: as
 * in a list, whose others stay. */
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
    decision_label(decision, "%s: %s", state_name(&decision->state, targets->ids[0]), name);
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
    decision_label(decision, "%s%s %s", state_name(&decision->state, targets->ids[0]),
                   targets->ids_count > 1 ? " and others" : "", is_hidden ? "hidden" : "seen");
}

static void decide_hide(struct decision *decision, const struct command *command)
{
    set_hidden(decision, command, true);
}

static void decide_reveal(struct decision *decision, const struct command *command)
{
    set_hidden(decision, command, false);
}

static const char *const condition_options[] = {"rounds", "until", "end", "off", "own", NULL};
static const char *const trait_options[] = {"amount", "off", NULL};

/* clang-format off */
#define WHO {.name = "WHO", .kind = ARGUMENT_COMBATANTS}
/* clang-format on */

static const struct command_def commands[] = {
    {.name = "condition",
     .help = "condition p1 blind rounds=2; off ends it; own: your word",
     .rule = "",
     .arguments = {WHO,
                   {.name = "NAME",
                    .kind = ARGUMENT_NAME,
                    .is_optional = true,
                    .words = WORDS_CONDITION}},
     .arguments_count = 2,
     .options = condition_options,
     .decide = decide_condition},
    {.name = "trait",
     .help = "what a combatant has or lacks: trait Bo no shield",
     .rule = "",
     .arguments =
         {WHO,
          {.name = "NAME", .kind = ARGUMENT_NAME, .is_optional = true, .words = WORDS_TRAIT}},
     .arguments_count = 2,
     .options = trait_options,
     .decide = decide_trait},
    {.name = "hide",
     .help = "combatants the players do not see yet",
     .rule = "",
     .arguments = {WHO},
     .arguments_count = 1,
     .decide = decide_hide},
    {.name = "reveal",
     .help = "hidden combatants are seen now",
     .rule = "",
     .arguments = {WHO},
     .arguments_count = 1,
     .takes_dice = true, /* that a game throws for whoever is met */
     .decide = decide_reveal},
};

int condition_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
