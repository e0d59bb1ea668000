#include "tracker/conditions.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/procedure.h"
#include "tracker/options.h"

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

const struct condition_def *condition_find(const struct procedure *procedure, struct str name)
{
    for (int i = 0; i < procedure->conditions_count; i++) {
        if (str_equal_any_case(name, str_of(procedure->conditions[i].name))) {
            return &procedure->conditions[i];
        }
    }
    return NULL;
}

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

int trait_value(const struct state *state, int id, const char *name, int fallback)
{
    const struct effect *effect =
        state_effect_labelled(state, EFFECT_TRAIT, id, 0, str_of(name));
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

/* A condition or trait is a word or a few; false when the decision has ended. */
static bool clean_label(struct decision *decision, struct str word, char out[LABEL_SIZE])
{
    if (utf8_clean(out, LABEL_SIZE, word) || out[0] == '\0') {
        decision_wrong(decision, "expected 1 to %d bytes of plain text", LABEL_SIZE - 1);
        return false;
    }
    return true;
}

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

static void ask_condition(struct decision *decision, const struct command *command)
{
    const struct procedure *procedure = decision->procedure;
    const struct argument *targets = &command->argument[0];
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s%s: which condition? or words, rounds=2",
                     state_name(&decision->state, targets->ids[0]),
                     targets->ids_count > 1 ? " and others" : "");
    for (int i = 0; i < procedure->conditions_count && i < QUESTION_CHOICES_MAX; i++) {
        question->choice[question->choices++] = procedure->conditions[i].name;
    }
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

/* "no riposte" says something of riposte. */
static bool takes_no(struct str *words)
{
    bool is_no = words->n > 3 && str_equal_any_case((struct str){words->p, 3}, str_of("no "));
    if (is_no) {
        *words = str_trimmed((struct str){words->p + 3, words->n - 3});
    }
    return is_no;
}

static bool is_listed(struct str list, const char *label)
{
    struct listed one;
    bool is_there = false;
    while (!is_there && next_listed(&list, &one)) {
        is_there = str_equal_any_case(one.words, str_of(label));
        is_there =
            (takes_no(&one.words) && str_equal_any_case(one.words, str_of(label))) || is_there;
    }
    return is_there;
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
        bool is_no = takes_no(&one.words);
        int amount = is_no ? 0 : one.amount < 0 ? 1 : one.amount;
        if (amount > trait_range.high) {
            decision_wrong(decision, "traits: an amount is %d to %d, not %d", trait_range.low,
                           trait_range.high, amount);
        } else if (clean_label(decision, one.words, name)) {
            decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_TRAIT, id, 0, str_of(name),
                            amount);
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

void conditions_give(struct decision *decision, int id, struct str list)
{
    struct listed one;
    char name[LABEL_SIZE];
    list = list_of(list);
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->subject == id && is_condition(effect) && !is_listed(list, effect->label)) {
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
        } else if (!clean_label(decision, one.words, name)) {
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

static void decide_condition(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char name[LABEL_SIZE];
    struct duration duration;
    if (!command->argument[1].is_given) {
        ask_condition(decision, command);
        return;
    }
    struct str word = command->argument[1].word;
    bool is_end = command_option(command, "off") != NULL;
    if (!clean_label(decision, word, name) || !read_duration(decision, command, &duration)) {
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

/* `trait Bo shield`, `trait Bo shield=no`, `trait Bo reach=2`. */
static void decide_trait(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char name[LABEL_SIZE];
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s: which trait? shield, riposte, reach ...",
                     state_name(&decision->state, targets->ids[0]));
        return;
    }
    int amount = 1;
    if (!clean_label(decision, command->argument[1].word, name) ||
        !option_number(decision, command, "amount", trait_range, 1, &amount)) {
        return;
    }
    amount = command_option(command, "off") != NULL ? 0 : amount;
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_TRAIT,
                                              targets->ids[i], 0, str_of(name), amount);
        decision_say(decision, event, "",
                     amount == 0   ? "%s: no %s"
                     : amount == 1 ? "%s: %s"
                                   : "%s: %s %d",
                     state_name(&decision->state, targets->ids[i]), name, amount);
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

static const char *const condition_options[] = {"rounds", "until", "end", "off", NULL};
static const char *const trait_options[] = {"amount", "off", NULL};

/* clang-format off */
#define WHO {.name = "WHO", .kind = ARGUMENT_COMBATANTS}
/* clang-format on */

static const struct command_def commands[] = {
    {.name = "condition",
     .help = "a condition: condition p1 blind rounds=2 (off ends it)",
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
     .help = "what a combatant has: trait Bo shield (off: it lacks it)",
     .rule = "",
     .arguments =
         {WHO,
          {.name = "NAME", .kind = ARGUMENT_WORD, .is_optional = true, .words = WORDS_TRAIT}},
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
     .decide = decide_reveal},
};

int condition_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
