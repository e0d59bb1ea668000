/* Four Against Darkness at the table: luck and blessing. Which roll of a character was the last
 * is remembered until something follows from it that dice have settled, or the next phase; the
 * new roll stands (Traits & Special Abilities). */
#include "games/four_against_darkness/rerolls.h"

#include <string.h>

#include "tracker/options.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/settings.h"

const char reroll_attack[] = "attack", reroll_defence[] = "defence", reroll_save[] = "save";

/* ---- remembering ----------------------------------------------------------------------- */

void reroll_forget(struct decision *decision, int who)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, FOUR_ROLL_KEPT, who, ANYBODY)) !=
               NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* The newest stands behind the others. */
void reroll_note(struct decision *decision, int who, const char *throw, bool is_failure)
{
    reroll_forget(decision, who);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ROLL_KEPT, who, 0, str_of(throw),
                    is_failure);
}

/* In old logs more stands behind the word. */
static bool is_throw(const struct effect *kept, const char *throw)
{
    struct str words = str_of(kept->label);
    return str_equal(str_next_word(&words), throw);
}

/* ---- who and what ---------------------------------------------------------------------- */

/* Whether the ability may re-roll this: an own roll, or anybody's failed save. */
static bool may_reroll(const struct state *state, const struct effect *kept, int by,
                       const char *ability)
{
    bool is_save = is_throw(kept, reroll_save);
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
        bool is_fatal = is_throw(effect, reroll_save) && effect->amount != 0 &&
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
    if (last == NULL &&
        decision_refuse(decision, "traits & special abilities", "there is no roll to repeat")) {
        decision_wrong(decision, "there is no roll to repeat");
    }
    return last;
}

/* ---- the command ----------------------------------------------------------------------- */

/* A use is gone, unless the referee lets somebody roll again without one (by 0). */
static bool pay(struct decision *decision, int whose, int by, struct str ability)
{
    const char *name = state_name(&decision->state, whose);
    const char *comma = by != 0 ? ", " : "";
    decision_label(decision, "%s again%s%.*s", name, comma, ability.n, ability.p);
    int events = decision->events;
    if (by != 0 && !uses_spend(decision, by, ability, 1)) {
        return false;
    }
    if (decision->events == events) {
        struct event *event = decision_tell(decision, EVENT_NOTED, whose, by);
        decision_say(decision, event, "traits & special abilities", "%s rolls again%s%.*s",
                     name, comma, ability.n, ability.p);
    }
    return true;
}

/* The roll was made again already, and stands: only what that costs is due. */
static void pay_again(struct decision *decision, const struct command *command, int whose)
{
    int by;
    const struct option *use = command_option(command, "use");
    if (!option_combatant(decision, command, "by", &by)) {
        return;
    }
    bool names_all = whose != 0 && by != 0 && use != NULL;
    if (!names_all && !decision_refuse(decision, "traits & special abilities",
                                       "only a new `reroll` makes this roll again")) {
        return;
    }
    if (whose == 0) {
        decision_wrong(decision, "whose roll it was is missing");
        return;
    }
    reroll_forget(decision, whose);
    pay(decision, whose, names_all ? by : 0, names_all ? use->value : (struct str){"", 0});
}

void reroll_decide(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *who = &command->argument[0];
    if (decision_is_again(decision)) {
        pay_again(decision, command, who->is_given ? who->id : 0);
        return;
    }
    const struct effect *found = roll_of(decision, command);
    int by;
    if (found == NULL || !option_combatant(decision, command, "by", &by)) {
        return;
    }
    const struct effect kept = *found;
    int named = by != 0 ? by : kept.subject;
    by = reroller_of(state, command, &kept, by);
    if (by == 0 &&
        !decision_refuse(
            decision, "traits & special abilities",
            "%s cannot re-roll this: luck is for one's own rolls, a blessing for a failed save",
            state_name(state, named))) {
        return;
    }
    char ability[LABEL_SIZE] = "", price[ROLL_AGAIN_PRICE_SIZE];
    struct text line = text_over(price, sizeof price);
    text_add(&line, "reroll #%d", kept.subject);
    if (by != 0) {
        text_format(ability, sizeof ability, "%s", reroll_ability(state, command, &kept, by));
        text_add(&line, " by=#%d use=\"%s\"", by, ability);
    }
    struct str throw = str_of(kept.label);
    throw = str_next_word(&throw);
    char label[KEPT_LABEL_SIZE];
    text_format(label, sizeof label, "%.*s", throw.n, throw.p);
    if (pay(decision, kept.subject, by, str_of(ability))) {
        decision_again(decision, kept.subject, label, price);
    }
}
