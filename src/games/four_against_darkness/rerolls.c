/* Four Against Darkness at the table: luck and blessing. A roll is remembered with what came of
 * it; rolling again takes all of that back, and the new roll stands (Traits & Special
 * Abilities). */
#include "games/four_against_darkness/rerolls.h"

#include <string.h>

#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/saves.h"
#include "games/four_against_darkness/settings.h"

/* ---- remembering ----------------------------------------------------------------------- */

/* What of the inputs cannot be read off the combatants again. */
static const char *const kept_inputs[] = {"die",        "bonus",  "multiplier",
                                          "max_damage", "triple", "purpose"};

/* The numbers that the bonus is made of, for the explanation. */
static void keep_parts(struct decision *decision, int who, const struct inputs *inputs)
{
    for (int i = 0; i < inputs->parts; i++) {
        const struct input_part *part = &inputs->part[i];
        const struct effect *same = state_effect_labelled(&decision->state, FOUR_ROLL_PART, who,
                                                          0, str_of(part->label));
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ROLL_PART, who, 0,
                        str_of(part->label), part->amount + (same != NULL ? same->amount : 0));
    }
}

static void name_parts(const struct state *state, int who, struct inputs *inputs)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_PART, who, 0)) != NULL) {
        CHECK(inputs_name_part(inputs, effect->amount, effect->label,
                               "traits & special abilities"));
    }
}

void reroll_keep(struct decision *decision, int who, int foe, const struct inputs *inputs,
                 bool is_failure)
{
    TEXT_BUFFER(text, LABEL_SIZE);
    text_add(&text, "%s", inputs->action->name);
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        const struct value_def *def = &inputs->action->parameters[i];
        for (size_t k = 0; k < sizeof kept_inputs / sizeof kept_inputs[0]; k++) {
            if (strcmp(def->name, kept_inputs[k]) != 0 || !inputs->value[i].is_given) {
                continue;
            }
            int number = inputs->value[i].number;
            if (def->kind == VALUE_CHOICE) {
                text_add(&text, " %s=%s", def->name, def->choices[number]);
            } else if (def->kind == VALUE_FLAG) {
                text_add(&text, " %s=%s", def->name, number != 0 ? "yes" : "no");
            } else {
                text_add(&text, " %s=%d", def->name, number);
            }
        }
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ROLL_KEPT, who, foe, str_of(text.p),
                    is_failure);
    keep_parts(decision, who, inputs);
}

/* The targets in their order; the one foe of a plain blow is known from the roll. */
void reroll_keep_blow(struct decision *decision, const struct blow *blow)
{
    for (int i = 0; i < blow->count && (blow->count > 1 || blow->is_subdual); i++) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ROLL_TARGET, blow->id,
                        blow->targets[i], str_of(blow->is_subdual ? "subdual" : ""), i);
    }
}

static struct blow blow_again(const struct state *state, const struct effect *kept)
{
    struct blow blow = {.id = kept->subject, .targets = {kept->object}, .count = 1};
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_TARGET, kept->subject, ANYBODY)) !=
           NULL) {
        int at = effect->amount;
        if (at >= 0 && at < TARGETS_MAX) {
            blow.targets[at] = effect->object;
            blow.count = at + 1 > blow.count ? at + 1 : blow.count;
            blow.is_subdual = effect->label[0] != '\0';
        }
    }
    return blow;
}

void reroll_effect(struct decision *decision, int row, int who, const char *what, int amount)
{
    if (amount > 0 && state_has_effect(&decision->state, FOUR_ROLL_KEPT, who, ANYBODY)) {
        const struct effect *effect =
            state_effect_labelled(&decision->state, FOUR_ROLL_EFFECT, row, who, str_of(what));
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ROLL_EFFECT, row, who,
                        str_of(what), amount + (effect != NULL ? effect->amount : 0));
    }
}

static void forget(struct decision *decision, int kind, int subject, int object)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, kind, subject, object)) != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

void reroll_forget(struct decision *decision, int who)
{
    forget(decision, FOUR_ROLL_KEPT, who, ANYBODY);
    forget(decision, FOUR_ROLL_PART, who, 0);
    forget(decision, FOUR_ROLL_TARGET, who, ANYBODY);
    forget(decision, FOUR_ROLL_EFFECT, ANYBODY, who);
}

void reroll_forget_all(struct decision *decision)
{
    reroll_forget(decision, ANYBODY);
}

/* ---- taking back ----------------------------------------------------------------------- */

static void take_back(struct decision *decision, const struct effect *effect, int foe)
{
    const struct state *state = &decision->state;
    int row = effect->subject;
    if (!state_is_in(state, row)) {
        table_leave(decision, row, OUT_NOT);
    }
    if (strcmp(effect->label, "hp") == 0 || strcmp(effect->label, "count") == 0) {
        int field = effect->label[0] == 'h' ? FIELD_HP : COUNT;
        enum event_kind kind = field == COUNT ? EVENT_COUNT_CHANGED : EVENT_HP_CHANGED;
        int to = state_value(state, row, field, 0) + effect->amount;
        struct event *event = decision_value(decision, kind, row, field, to);
        decision_say(decision, event, "traits & special abilities", "%s: back to %d",
                     state_name(state, row), to);
        return;
    }
    if (strcmp(effect->label, "action") == 0) {
        decision_value(decision, EVENT_ACTION_USED, row, FIELD_HAS_ACTED, 0);
        return;
    }
    const char *what = strchr(effect->label, ' ') + 1;
    const struct effect *modifier =
        effect->label[0] == 'm'
            ? state_effect_labelled(state, FOUR_MODIFIER, row, foe, str_of(what))
            : NULL;
    if (modifier != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, modifier);
        return;
    }
    if (effect->label[0] == 's') {
        save_call(decision, row, strcmp(what, "lethal") == 0 ? 0 : foe, what, effect->amount);
        return;
    }
    if (effect->label[0] == 'd') {
        const struct effect *due =
            state_effect_labelled(state, FOUR_SAVE_DUE, row, foe, str_of(what));
        if (due != NULL) {
            save_drop(decision, due);
        }
        return;
    }
    const struct effect *condition =
        state_effect_labelled(state, EFFECT_CONDITION, row, 0, str_of(what));
    if (condition != NULL) {
        decision_end_effect(decision, EVENT_CONDITION_CHANGED, condition);
    }
}

/* Everything the last roll did is as it was before; what it called for is off. */
static void take_all_back(struct decision *decision, const struct effect *kept)
{
    const struct effect *kept_effect;
    while (decision_goes_on(decision) &&
           (kept_effect = state_effect(&decision->state, NULL, FOUR_ROLL_EFFECT, ANYBODY,
                                       kept->subject)) != NULL) {
        struct effect effect = *kept_effect;
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, kept_effect);
        take_back(decision, &effect, kept->object);
    }
}

/* ---- again ----------------------------------------------------------------------------- */

/* The save that the roll failed is due again when the roll has been taken back. */
static struct effect save_again(const struct state *state, const struct effect *kept)
{
    static const char head[] = "save: ";
    struct effect save = {.kind = FOUR_SAVE_DUE, .subject = kept->subject};
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_EFFECT, kept->subject,
                                  kept->subject)) != NULL) {
        if (strncmp(effect->label, head, strlen(head)) == 0) {
            text_format(save.label, sizeof save.label, "%s", effect->label + strlen(head));
            save.object = strcmp(save.label, "lethal") == 0 ? 0 : kept->object;
            save.amount = effect->amount;
        }
    }
    return save;
}

static bool inputs_again(const struct state *state, const struct again *again,
                         struct inputs *inputs, struct error *err)
{
    const struct effect *kept = &again->kept;
    bool is_ready =
        kept->label[0] == 'a'
            ? rolls_attack(state, kept->object, rolls_bodies(state, &again->blow), inputs, err)
        : kept->label[0] == 'd' ? rolls_defence(state, kept->object, inputs, err)
                                : rolls_save(state, again->save.amount, inputs, err);
    struct str words = str_of(kept->label);
    str_next_word(&words);
    for (struct str word; is_ready && (word = str_next_word(&words)).p != NULL;) {
        is_ready = inputs_give(inputs, word, err) == STATUS_OK;
    }
    if (is_ready) {
        name_parts(state, kept->subject, inputs);
    }
    return is_ready && inputs_finish(inputs, err) == STATUS_OK;
}

static bool roll_again(struct decision *decision, const struct again *again,
                       struct outcome *outcome)
{
    const struct state *state = &decision->state;
    const struct effect *kept = &again->kept;
    struct inputs inputs;
    struct error err;
    if (!inputs_again(state, again, &inputs, &err)) {
        decision_wrong(decision, "%s", err.text);
        return false;
    }
    reroll_forget(decision, kept->subject);
    char who[NAME_SIZE + LABEL_SIZE + 16];
    text_format(who, sizeof who, "%s again, %s", state_name(state, kept->subject),
                again->ability);
    return decision_resolve(decision, &inputs, kept->subject, kept->object, who, outcome);
}

/* Whether the ability may re-roll this: an own roll, or anybody's failed save. */
static bool may_reroll(const struct state *state, const struct effect *kept, int by,
                       const char *ability)
{
    bool is_save = strncmp(kept->label, "save", 4) == 0;
    bool is_own =
        by == kept->subject && (gear_is(state, by, ability, "re-roll") ||
                                (is_save && gear_is(state, by, ability, "re-roll-own-save")));
    bool is_blessing = is_save && gear_is(state, by, ability, "re-roll-save") &&
                       table_rule(state, "blessing", "re-roll");
    return (is_own || is_blessing) && (!is_save || kept->amount != 0);
}

/* What this character has to re-roll it with: what use= names, else what is first; NULL:
 * nothing. */
static const char *reroll_ability(const struct state *state, const struct command *command,
                                  const struct effect *kept, int by)
{
    const struct option *use = command_option(command, "use");
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_USES, by, 0)) != NULL) {
        bool is_named = use == NULL || use->value.p == NULL ||
                        library_names_equal(use->value, str_of(effect->label));
        if (is_named && may_reroll(state, kept, by, effect->label)) {
            return effect->label;
        }
    }
    return NULL;
}

/* by=, else whose roll it was, else the first who stands and can bless it; 0: nobody can. */
static int reroller_of(const struct state *state, const struct command *command,
                       const struct effect *kept, int by)
{
    int ids[COMBATANTS_MAX];
    int count = by == 0 ? marching_order(state, ids) : 0;
    by = by == 0 ? kept->subject : by;
    if (reroll_ability(state, command, kept, by) != NULL) {
        return by;
    }
    for (int i = 0; i < count; i++) {
        const char *ability = reroll_ability(state, command, kept, ids[i]);
        if (ability != NULL && uses_find(state, ids[i], str_of(ability))->amount != 0) {
            return ids[i];
        }
    }
    return 0;
}

int reroll_rescue(const struct state *state, int *whom, char ability[LABEL_SIZE])
{
    struct command plain = {.options = 0};
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_KEPT, ANYBODY, ANYBODY)) != NULL) {
        bool is_fatal = strncmp(effect->label, "save", 4) == 0 && effect->amount != 0 &&
                        state_value(state, effect->subject, FIELD_OUT, OUT_NOT) == OUT_DEAD;
        int by = is_fatal ? reroller_of(state, &plain, effect, 0) : 0;
        const char *with = by != 0 ? reroll_ability(state, &plain, effect, by) : NULL;
        const struct effect *uses = with != NULL ? uses_find(state, by, str_of(with)) : NULL;
        if (uses != NULL && uses->amount != 0) {
            *whom = effect->subject;
            text_format(ability, LABEL_SIZE, "%s", with);
            return by;
        }
    }
    return 0;
}

/* What rolls the last roll again: "luck", "blessing"; a name of the data that is too long for
 * the footer is not told. */
const char *reroll_word(const struct state *state, const char *line)
{
    enum { WORD_MAX = 8 };
    struct command plain = {.options = 0};
    const struct effect *effect = NULL, *last = NULL;
    while ((effect = state_effect(state, effect, FOUR_ROLL_KEPT, ANYBODY, ANYBODY)) != NULL) {
        last = effect;
    }
    bool is_asked = strcmp(line, "reroll") == 0 && last != NULL;
    int by = is_asked ? reroller_of(state, &plain, last, 0) : 0;
    const char *ability = by != 0 ? reroll_ability(state, &plain, last, by) : NULL;
    return ability != NULL && strlen(ability) <= WORD_MAX ? ability : NULL;
}

static const struct effect *roll_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *who = &command->argument[0];
    const struct effect *effect = NULL, *last = NULL;
    char ability[LABEL_SIZE];
    int whose = who->is_given ? who->id : ANYBODY, dying;
    if (!who->is_given && reroll_rescue(state, &dying, ability) != 0) {
        whose = dying;
    }
    while ((effect = state_effect(state, effect, FOUR_ROLL_KEPT, whose, ANYBODY)) != NULL) {
        last = effect;
    }
    if (last == NULL) {
        decision_refuse(decision, "traits & special abilities", "there is no roll to repeat");
    }
    return last;
}

bool reroll_again(struct decision *decision, const struct command *command, struct again *again,
                  struct outcome *outcome)
{
    const struct effect *found = roll_of(decision, command);
    int by;
    if (found == NULL || !option_combatant(decision, command, "by", &by)) {
        return false;
    }
    *again = (struct again){.kept = *found};
    int named = by != 0 ? by : again->kept.subject;
    by = reroller_of(&decision->state, command, &again->kept, by);
    if (by == 0) {
        decision_refuse(
            decision, "traits & special abilities",
            "%s cannot re-roll this: luck is for one's own rolls, a blessing for a failed save",
            state_name(&decision->state, named));
        return false;
    }
    text_format(again->ability, sizeof again->ability, "%s",
                reroll_ability(&decision->state, command, &again->kept, by));
    if (!uses_spend(decision, by, str_of(again->ability), 1)) {
        return false;
    }
    again->blow = blow_again(&decision->state, &again->kept);
    again->save = save_again(&decision->state, &again->kept);
    take_all_back(decision, &again->kept);
    return roll_again(decision, again, outcome);
}
