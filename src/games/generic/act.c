#include "games/generic/act.h"

#include <string.h>

#include "tracker/conditions.h"
#include "tracker/options.h"
#include "tracker/combatant_fields.h"
#include "tracker/table_commands.h"
#include "tracker/turns.h"

static const struct number_range times_range = {1, 20};

enum { LIST_LINE_SIZE = 300 };

/* ---- reading tables -------------------------------------------------------------------- */

bool generic_reads(const struct action *action, enum whose whose)
{
    for (int i = 0; i < action->parameters_count; i++) {
        if (action->parameters[i].whose == whose) {
            return true;
        }
    }
    return false;
}

int generic_outcome(const struct action *action, const struct outcome *outcome,
                    const char *name)
{
    int i = outcome_find(action, name);
    return i >= 0 && outcome->is_present[i] ? (int)outcome->value[i] : 0;
}

/* The combatant whose value a parameter has; 0: nobody. */
static int row_of(const struct value_def *def, struct generic_pair pair)
{
    switch (def->whose) {
    case WHOSE_ACTOR:
        return pair.actor;
    case WHOSE_TARGET:
        return pair.target;
    case WHOSE_ACT:
        break;
    }
    return 0;
}

/* The attribute of the system that has a parameter's name; NULL when it has none. */
static const struct value_def *attribute_of(const struct state *state,
                                            const struct value_def *parameter)
{
    int field = state_attribute(state, parameter->name);
    return field < 0 ? NULL : &state_system(state)->attributes[field - FIELD_SYSTEM];
}

/* ---- inputs ---------------------------------------------------------------------------- */

/* `dv=14` counts for every target, `dv@3=14` only for the one with id 3. Returns the name of
 * the parameter; n == 0: the option is for another target. */
static struct str name_for(struct str name, int target)
{
    const char *at = memchr(name.p, '@', (size_t)name.n);
    int64_t id;
    if (at == NULL) {
        return name;
    }
    struct str parameter = {name.p, (int)(at - name.p)};
    struct str digits = {at + 1, name.n - parameter.n - 1};
    bool is_its = str_to_int64(digits, 1, COMBATANTS_MAX, &id) && id == target;
    return is_its ? parameter : (struct str){"", 0};
}

/* The option that gives this parameter for the target; NULL: none. */
static const struct option *option_for(const struct command *command, const char *parameter,
                                       int target)
{
    for (int i = 0; i < command->options; i++) {
        struct str name = command->option[i].name;
        bool may_be = name.n > 0 && char_lower(name.p[0]) == parameter[0];
        if (may_be && str_is_name(name_for(name, target), parameter)) {
            return &command->option[i];
        }
    }
    return NULL;
}

static enum status give_options(const struct command *command, struct inputs *inputs,
                                int target, struct error *err)
{
    for (int i = 0; i < command->options; i++) {
        const struct option *option = &command->option[i];
        int at = parameter_find(inputs->action, name_for(option->name, target));
        if (at < 0) {
            continue;
        }
        const struct value_def *def = &inputs->action->parameters[at];
        struct str value = option->value.p == NULL ? str_of("true") : option->value;
        bool is_number = def->kind == VALUE_NUMBER || def->kind == VALUE_DECIMAL;
        if (is_number && def->whose != WHOSE_ACT && value.n > 1 && value.p[0] == '+') {
            return error_set(err, STATUS_USAGE, "",
                             "%s=%.*s: expected a number without a sign, from %d to %d",
                             def->name, value.n, value.p, def->low, def->high);
        }
        enum status status = input_take(inputs, at, value, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

void generic_give_attribute(const struct state *state, int id, int field, struct inputs *inputs,
                            int parameter)
{
    const struct value_def *def = &inputs->action->parameters[parameter];
    const struct value_def *attribute = &inputs->system->attributes[field - FIELD_SYSTEM];
    int value = state_value(state, id, field, 0);
    if (value_is_text(attribute)) {
        struct error err;
        const char *text = state_attribute_text(state, id, field);
        if (text[0] != '\0' && input_take(inputs, parameter, str_of(text), &err) != STATUS_OK) {
            error_set(inputs_wrong(inputs), err.code, err.where, "%s, %s: %s",
                      state_name(state, id), attribute->name, err.text);
        }
    } else if (!state_is_set(state, id, field)) {
        return;
    } else if (attribute->kind == VALUE_NUMBER) {
        input_give_number(inputs, parameter, value);
    } else if (attribute->kind == def->kind && attribute->choices == def->choices) {
        bool is_flag = def->kind == VALUE_FLAG;
        input_give_choice(inputs, parameter, is_flag && value != 0 ? 1 : value);
    } else {
        TEXT_BUFFER(text, NAME_SIZE);
        state_attribute_format(state, id, attribute, &text);
        input_give_text(inputs, parameter, (struct str){text.p, text.n});
    }
}

/* A parameter, and the field of combatants that has its name; -1: none. */
struct parameter_link {
    int parameter, field;
};

/* A value of a combatant: hit points with temporary ones, the attribute of the same name, or
 * for a flag the condition of that name. */
static void give_combatant(const struct state *state, int id, const struct parameter_link *of,
                           struct inputs *inputs)
{
    const struct value_def *def = &inputs->action->parameters[of->parameter];
    if (names_equal(def->name, "hp")) {
        int hp =
            state_value(state, id, FIELD_HP, 0) + state_value(state, id, FIELD_HP_TEMPORARY, 0);
        if (state_is_set(state, id, FIELD_HP)) {
            input_give_number(inputs, of->parameter, hp > def->high ? def->high : hp);
        }
    } else if (def->kind == VALUE_FLAG && condition_holds(state, id, def->name)) {
        input_give_choice(inputs, of->parameter, 1);
    } else if (of->field >= 0) {
        generic_give_attribute(state, id, of->field, inputs, of->parameter);
    }
}

/* Fills in everything known of inputs that have begun: after the options the game's additions,
 * then the combatants. */
static void fill(const struct state *state, const struct command *command,
                 const struct generic_act *act, struct generic_pair pair, struct inputs *out)
{
    const struct action *action = out->action;
    if (act->add != NULL) {
        act->add(state, command, pair, out);
    }
    for (int i = 0; i < action->parameters_count; i++) {
        const struct value_def *def = &action->parameters[i];
        int id = row_of(def, pair);
        bool counts = id != 0 && !out->value[i].is_given &&
                      (act->takes == NULL || act->takes(out, def->name));
        if (counts) {
            int field = command != NULL && command->def->fields != NULL
                            ? command->def->fields[i]
                            : state_attribute(state, def->name);
            give_combatant(state, id, &(struct parameter_link){i, field}, out);
        }
    }
}

/* Finishes the inputs. `lacks`: the parameter that nobody has given, if that is all that is
 * wrong; otherwise -1. */
static enum status finish_inputs(struct inputs *inputs, int *lacks, struct error *err)
{
    enum status status = inputs_finish(inputs, err);
    bool is_known = status == STATUS_OK || inputs_wrong(inputs) == NULL;
    *lacks = is_known ? -1 : parameter_called(inputs->action, err->where);
    *lacks = *lacks >= 0 && inputs->value[*lacks].is_given ? -1 : *lacks;
    return status;
}

bool generic_act_inputs(const struct state *state, const struct action *action,
                        const struct generic_act *act, struct generic_pair pair,
                        struct inputs *out, struct error *err)
{
    int lacks;
    inputs_begin(out, state_system(state), action);
    fill(state, NULL, act, pair, out);
    enum status status = finish_inputs(out, &lacks, err);
    const struct value_def *def = lacks >= 0 ? &action->parameters[lacks] : NULL;
    int id = def != NULL ? row_of(def, pair) : 0;
    if (id != 0) {
        error_set(err, STATUS_MISSING, def->name, "%s has no %s yet", state_name(state, id),
                  def->name);
    }
    return status == STATUS_OK;
}

/* A value that a combatant lacked, without a default, is kept on it once it was given. */
static void remember(struct decision *decision, const struct command *command,
                     const struct inputs *inputs, struct generic_pair pair)
{
    const struct action *action = inputs->action;
    for (int i = 0; i < action->parameters_count; i++) {
        const struct value_def *def = &action->parameters[i];
        int id = row_of(def, pair);
        const struct option *option =
            id != 0 && def->kind != VALUE_FLAG && def->fallback == NULL
                ? option_for(command, def->name, pair.target)
                : NULL;
        const struct value_def *attribute =
            option != NULL ? attribute_of(&decision->state, def) : NULL;
        TEXT_BUFFER(text, NAME_SIZE);
        if (attribute != NULL &&
            !state_attribute_format(&decision->state, id, attribute, &text)) {
            combatant_attribute_give(decision, id, attribute, option->value);
        }
    }
}

static bool finish(struct decision *decision, const struct command *command,
                   struct inputs *inputs, struct generic_pair pair)
{
    struct error err;
    int at;
    if (finish_inputs(inputs, &at, &err) == STATUS_OK) {
        return true;
    }
    if (at >= 0) {
        /* Asks for a parameter; the answer comes back as the option of its name. */
        const struct action *action = command->def->action;
        const struct value_def *def = &action->parameters[at];
        int id = row_of(def, pair);
        bool is_choice = def->kind == VALUE_CHOICE;
        bool is_number = def->kind == VALUE_NUMBER;
        struct question *question = decision_ask(
            decision,
            is_choice   ? QUESTION_CHOICE
            : is_number ? QUESTION_NUMBER
                        : QUESTION_TEXT,
            "%s: %s? (%s)", id != 0 ? state_name(&decision->state, id) : action->name,
            def->name, def->help);
        if (def->whose == WHOSE_TARGET && command->argument[0].ids_count > 1) {
            text_format(question->prefix, sizeof question->prefix, "%s@%d=", def->name, id);
        } else {
            text_format(question->prefix, sizeof question->prefix, "%s=", def->name);
        }
        question->low = def->low;
        question->high = def->high;
        question->rule = def->rule;
        question->lacks = attribute_of(&decision->state, def) != NULL ? id : 0;
        for (int i = 0; is_choice && def->choices[i] != NULL && i < QUESTION_CHOICES_MAX; i++) {
            question_offer(question, def->choices[i], "");
        }
    } else {
        decision_wrong(decision, "%s", err.text);
    }
    return false;
}

/* ---- actor and target ------------------------------------------------------------------ */

/* Refuses an act for which nobody else is there. */
static bool is_anybody_in(struct decision *decision, const struct command *command, int beside)
{
    const struct state *state = &decision->state;
    for (int id = 1; id <= state->count; id++) {
        if (id != beside && state_is_in(state, id)) {
            return true;
        }
    }
    return decision_refuse(decision, command->def->action->rule, "nobody%s is in the fight",
                           beside != 0 ? " else" : "");
}

/* The actor: by=..., or else the combatant whose turn it is; 0 when none is needed. False: the
 * decision has ended. */
static bool find_actor(struct decision *decision, const struct command *command,
                       const struct generic_act *act, int *out)
{
    *out = 0;
    if (act->is_nobodys) {
        return true;
    }
    if (!option_combatant(decision, command, "by", out)) {
        return false;
    }
    *out = *out != 0 ? *out : decision->state.value[ENCOUNTER_TURN];
    if (*out == 0 && generic_reads(command->def->action, WHOSE_ACTOR)) {
        if (!is_anybody_in(decision, command, 0)) {
            return false;
        }
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "%s: who acts?", command->def->name);
        text_format(question->prefix, sizeof question->prefix, "by=");
    }
    return decision_goes_on(decision);
}

/* The only combatant of the other side in the fight; 0: none, or several. */
static int only_opponent(const struct state *state, int actor)
{
    int only = 0;
    for (int id = 1; id <= state->count && actor != 0; id++) {
        bool is_other =
            state_is_in(state, id) && state_value(state, id, FIELD_SIDE, SIDE_FOES) !=
                                          state_value(state, actor, FIELD_SIDE, SIDE_FOES);
        if (is_other && only != 0) {
            return 0;
        }
        only = is_other ? id : only;
    }
    return only;
}

/* The target of an act that names none: the only opponent; if there are several it is asked
 * for, and false is returned. */
static bool find_target(struct decision *decision, const struct command *command, int actor,
                        int *out)
{
    *out = 0;
    if (command->def->arguments_count == 0 || command->argument[0].is_given) {
        return true;
    }
    *out = only_opponent(&decision->state, actor);
    if (*out != 0) {
        return true;
    }
    if (!is_anybody_in(decision, command, actor)) {
        return false;
    }
    bool is_character =
        actor != 0 && state_value(&decision->state, actor, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    if (actor != 0 && turns_is_out(&decision->state, is_character ? SIDE_FOES : SIDE_PARTY)) {
        decision_refuse(decision, command->def->action->rule,
                        is_character ? "no foe is left in the fight"
                                     : "nobody of the party is left in the fight");
        return false;
    }
    decision_ask(decision, QUESTION_COMBATANT, "%s%s%s: which target?",
                 actor != 0 ? state_name(&decision->state, actor) : "", actor != 0 ? ", " : "",
                 command->def->name)
        ->wanted = actor == 0     ? WANTED_ANYBODY
                   : is_character ? WANTED_FOE
                                  : WANTED_CHARACTER;
    return false;
}

static bool may(struct decision *decision, const struct command *command,
                const struct generic_act *act, struct generic_pair pair)
{
    const struct state *state = &decision->state;
    const char *rule = command->def->action->rule;
    if (pair.actor != 0 && !state_is_in(state, pair.actor) &&
        !decision_refuse(decision, rule, "%s is out of the fight",
                         state_name(state, pair.actor))) {
        return false;
    }
    if (pair.actor != 0 && pair.actor == pair.target && !act->may_be_own &&
        !decision_refuse(decision, rule, "%s cannot attack itself: name another target",
                         state_name(state, pair.actor))) {
        return false;
    }
    if (pair.target != 0 && !state_is_in(state, pair.target) &&
        !decision_refuse(decision, rule, "%s is out of the fight already",
                         state_name(state, pair.target))) {
        return false;
    }
    return act->may == NULL || act->may(decision, command, pair);
}

/* ---- doing it -------------------------------------------------------------------------- */

/* "Ash hits Hexer", "Ash hits Hexer, no damage", "cold 1d4 → Teshk, 3 damage". `name`: the act
 * as the log has it. */
static void label(struct decision *decision, const struct command *command,
                  struct generic_pair pair, const struct outcome *outcome, const char *name)
{
    const struct state *state = &decision->state;
    const struct action *action = command->def->action;
    int damage = generic_outcome(action, outcome, "damage");
    bool has_damage = outcome_find(action, "damage") >= 0;
    TEXT_BUFFER(dealt, 32);
    if (damage > 0) {
        text_add(&dealt, ", %d damage", damage);
    } else {
        text_add(&dealt, ", no damage");
    }
    if (pair.actor != 0 && pair.target != 0 && outcome_find(action, "hit") >= 0) {
        bool is_hit = generic_outcome(action, outcome, "hit") != 0;
        decision_label(decision, "%s %s %s%s", state_name(state, pair.actor),
                       is_hit ? "hits" : "misses", state_name(state, pair.target),
                       is_hit && has_damage && damage == 0 ? dealt.p : "");
        return;
    }
    decision_label(decision, "%s%s", name, has_damage ? dealt.p : "");
}

static bool act_once(struct decision *decision, const struct command *command,
                     const struct generic_act *act, struct generic_pair pair)
{
    const struct action *action = command->def->action;
    struct inputs inputs;
    struct outcome outcome;
    struct error err;
    TEXT_BUFFER(text, NAME_SIZE * 3);
    inputs_begin(&inputs, state_system(&decision->state), action);
    inputs.is_bare = !decision_says(decision);
    if (!decision_status(decision, give_options(command, &inputs, pair.target, &err), &err)) {
        return false;
    }
    fill(&decision->state, command, act, pair, &inputs);
    remember(decision, command, &inputs, pair);
    if (!decision_goes_on(decision) || !finish(decision, command, &inputs, pair)) {
        return false;
    }
    /* A mistake in given dice names the act too. */
    if (decision_says(decision) || decision->entered_count > 0) {
        /* "Fay → Max", "Fay, shot → Max", "a booby trap springs on Max". */
        TEXT_BUFFER(name, NAME_SIZE);
        if (act->name != NULL) {
            act->name(&decision->state, command, pair, &inputs, &name);
        }
        text_add(&text, "%s", pair.actor != 0 ? state_name(&decision->state, pair.actor) : "");
        text_add(&text, "%s%s", text.n > 0 && name.n > 0 ? ", " : "", name.p);
        if (pair.target != 0) {
            bool is_verb = act->is_nobodys && name.n > 0 && name.p[name.n - 1] == ' ';
            text_add(&text, "%s%s", text.n > 0 && !is_verb ? " → " : "",
                     state_name(&decision->state, pair.target));
        }
        text_add(&text, "%s", text.n == 0 ? command->def->action->name : "");
    }
    if (!decision_resolve(decision, &inputs, pair.actor, pair.target, text.p, &outcome)) {
        return false;
    }
    int at = outcome_find(action, "damage");
    int damage = generic_outcome(action, &outcome, "damage");
    if (damage > 0 && pair.target != 0) {
        table_damage(decision, pair.target, damage, action->outcomes[at].rule);
    }
    if (act->settle != NULL && decision_goes_on(decision)) {
        act->settle(decision, command, pair, &outcome);
    }
    label(decision, command, pair, &outcome, text.p);
    return decision_goes_on(decision);
}

/* Several acts on one target end when it is out of the fight. `done`: how many there were. */
static bool act_times(struct decision *decision, const struct command *command,
                      const struct generic_act *act, struct generic_pair pair, int times,
                      int *done)
{
    *done = 0;
    for (int i = 0; i < times; i++) {
        bool is_over = i > 0 && pair.target != 0 && !state_is_in(&decision->state, pair.target);
        if (is_over) {
            decision_say(decision,
                         decision_tell(decision, EVENT_NOTED, pair.actor, pair.target),
                         command->def->action->rule, "%s is out: %d of %d attacks not needed",
                         state_name(&decision->state, pair.target), times - i, times);
            break;
        }
        if (!act_once(decision, command, act, pair)) {
            return false;
        }
        ++*done;
    }
    return true;
}

void generic_decide_act(struct decision *decision, const struct command *command,
                        const struct generic_act *act)
{
    int actor, only, times;
    if (!find_actor(decision, command, act, &actor) ||
        !find_target(decision, command, actor, &only) ||
        !option_number(decision, command, "times", times_range, 1, &times)) {
        return;
    }
    const struct argument *targets = &command->argument[0];
    int count = targets->is_given ? targets->ids_count : 1;
    int acts = 0;
    for (int i = 0; i < count; i++) {
        struct generic_pair pair = {actor, targets->is_given ? targets->ids[i] : only};
        /* For an act without an actor (a trap, water) it is chance that the target has the
         * turn. */
        bool is_own = pair.actor == pair.target && !act->may_be_own &&
                      !generic_reads(command->def->action, WHOSE_ACTOR);
        pair.actor = is_own ? 0 : pair.actor;
        int done;
        if (!may(decision, command, act, pair) ||
            !act_times(decision, command, act, pair, times, &done)) {
            return;
        }
        acts = done > acts ? done : acts; /* one act can be on several */
    }
    turns_count_acts(decision, actor, acts);
    if (count > 1) {
        decision_label(decision, "%s at %s and %d other%s", command->def->name,
                       state_name(&decision->state, targets->ids[0]), count - 1,
                       count > 2 ? "s" : "");
    }
}

/* ---- lists ----------------------------------------------------------------------------- */

bool generic_list(struct decision *decision, const struct command *command, struct listing *out)
{
    const struct action *action = command->def->action;
    struct inputs inputs;
    struct error err;
    inputs_begin(&inputs, state_system(&decision->state), action);
    if (!decision_status(decision, give_options(command, &inputs, 0, &err), &err) ||
        !finish(decision, command, &inputs, (struct generic_pair){0, 0})) {
        return false;
    }
    out->rows = 0;
    action->list(&inputs, out);
    return true;
}

static void tell_line(struct decision *decision, const struct command *command,
                      struct text *line)
{
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0),
                 command->def->action->rule, "%s", line->p);
    text_init(line, line->p, line->size);
}

void generic_tell_list(struct decision *decision, const struct command *command,
                       const struct listing *listing)
{
    const struct action *action = command->def->action;
    TEXT_BUFFER(line, LIST_LINE_SIZE);
    text_add(&line, "%s: ", action->list_name);
    for (int i = 0; i < listing->rows; i++) {
        bool is_full = line.n > LIST_LINE_SIZE / 3; /* lines side by side are parted already */
        if (is_full) {
            tell_line(decision, command, &line);
        }
        text_add(&line, "%s", i == 0 || is_full ? "" : ", ");
        for (int k = 0; action->list_columns[k] != NULL; k++) {
            text_add(&line, "%s%s %d",
                     k == 0   ? ""
                     : k == 1 ? " ("
                              : ", ",
                     action->list_columns[k], listing->value[i][k]);
        }
        text_add(&line, "%s", action->list_columns[1] != NULL ? ")" : "");
    }
    tell_line(decision, command, &line);
    decision_label(decision, "%s", command->def->name);
}
