#include "games/generic/morale.h"

#include "tracker/conditions.h"
#include "tracker/combatant_fields.h"
#include "tracker/options.h"
#include "tracker/table_commands.h"

/* The one reason for which a check is called: half of the group has fallen. */
enum { MET_HALF = 1 };
static const struct number_range morale_range = {2, 12};
static const struct number_range modifier_range = {-20, 20};

/* The rule to cite when there is none: the check comes from another game. */
static const char borrowed_rule[] = "borrowed";
static const char morale_throw[] = "optional morale check";

/* ---- the check ------------------------------------------------------------------------- */

static const char morale_trait[] = "morale";
static const char off_word[] = "off";

/* How often a group with this score holds: of the 36 throws of 2d6, those of at most the score.
 */
static double chance_to_hold(int score)
{
    int throws = 0;
    for (int face = 1; face <= 6; face++) {
        for (int other = 1; other <= 6; other++) {
            throws += face + other <= score ? 1 : 0;
        }
    }
    return throws / 36.0;
}

/* `off`, or off in place of the score. */
static bool is_off(const struct command *command)
{
    const struct option *score = command_option(command, "score");
    return option_flag(command, off_word, false) ||
           (score != NULL && str_equal_any_case(score->value, str_of(off_word)));
}

/* The score is a trait of the group's first member, asked for once. `name` is that of the
 * group. */
static bool morale_score(struct decision *decision, const struct command *command, int group,
                         const char *name, int *out)
{
    int modifier;
    if (!option_number(decision, command, "score", morale_range, 0, out) ||
        !option_number(decision, command, "modifier", modifier_range, 0, &modifier)) {
        return false;
    }
    if (command_option(command, "score") != NULL) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_TRAIT, group, 0,
                        str_of(morale_trait), *out);
    }
    *out = trait_value(&decision->state, group, morale_trait, 0);
    if (*out == 0) {
        /* No game that borrows the check has a score, so the prompt says what two of them come
         * to. The check can be left alone when it was only called for. */
        bool is_called = state_value(&decision->state, group, FIELD_MORALE_DUE, 0) != 0;
        TEXT_BUFFER(usual, 60);
        for (int score = 7; score <= 9; score += 2) {
            text_add(&usual, "%s%d holds ", usual.n > 0 ? ", " : "", score);
            text_add_percent(&usual, chance_to_hold(score));
        }
        struct question *question =
            decision_ask(decision, is_called ? QUESTION_CHOICE : QUESTION_NUMBER,
                         "%s: morale score? You set it, 2 to 12: %s", name, usual.p);
        text_format(question->prefix, sizeof question->prefix, "score=");
        question->low = morale_range.low;
        question->high = morale_range.high;
        if (is_called) {
            question->else_takes = ELSE_TAKES_NUMBER;
            question_offer(question, off_word, "(no morale check)");
        }
        return false;
    }
    *out += modifier;
    return true;
}

static void settle(struct decision *decision, int group)
{
    if (state_value(&decision->state, group, FIELD_MORALE_DUE, 0) != 0) {
        decision_value(decision, EVENT_MORALE_SETTLED, group, FIELD_MORALE_DUE, 0);
    }
}

/* A check that is called for is not a duty: the rules have none. */
static void call_off(struct decision *decision, int group, const char *name)
{
    if (state_value(&decision->state, group, FIELD_MORALE_DUE, 0) == 0) {
        decision_refuse(decision, borrowed_rule, "no morale check is pending for %s", name);
        return;
    }
    settle(decision, group);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, group, 0), borrowed_rule,
                 "%s: no morale check", name);
    decision_label(decision, "%s: no morale check", name);
}

/* The group holds with 2d6 at most the score. These rules have no morale: the check comes from
 * another game. */
void generic_decide_morale(struct decision *decision, const struct command *command)
{
    if (!command->argument[0].is_given) {
        decision_ask(decision, QUESTION_COMBATANT, "whose morale? (one stands for its group)")
            ->wanted = WANTED_FOE;
        return;
    }
    int group = group_of(&decision->state, command->argument[0].id);
    TEXT_BUFFER(text, NAME_SIZE + 8);
    group_name(&decision->state, group, &text);
    if (is_off(command)) {
        call_off(decision, group, text.p);
        return;
    }
    int score;
    int64_t total;
    struct dice_expr expr;
    struct error err;
    if (!morale_score(decision, command, group, text.p, &score) ||
        !decision_status(decision, dice_expr_parse(&expr, str_of("2d6"), &err), &err) ||
        !decision_throw(decision, &expr, group, text.p,
                        (struct source){morale_throw, borrowed_rule}, &total)) {
        decision_prompt(decision, morale_throw, " (%d or less holds)", score);
        decision_chance(decision, "they hold", INT64_MIN, score);
        return;
    }
    bool holds = total <= score;
    decision_say(decision, decision_tell(decision, EVENT_NOTED, group, 0), borrowed_rule,
                 "%s %s: %d is %s %d, their morale", text.p,
                 group_holds(&decision->state, group, holds), (int)total,
                 holds ? "at most" : "above", score);
    decision_label(decision, "%s %s", text.p, group_holds(&decision->state, group, holds));
    settle(decision, group);
    enum broken_way way;
    if (!holds && group_broken_way(decision, command, group, &way)) {
        static const enum way_out ways[] = {[BROKEN_FLEE] = OUT_FLED,
                                            [BROKEN_SURRENDER] = OUT_SURRENDERED,
                                            [BROKEN_OTHER] = OUT_NOT};
        for (int id = 1; id <= decision->state.count && ways[way] != OUT_NOT; id++) {
            if (state_is_in(&decision->state, id) && group_of(&decision->state, id) == group) {
                table_leave(decision, id, ways[way]);
            }
        }
    }
}

/* ---- calling for it -------------------------------------------------------------------- */

const struct setting_def generic_settings[GENERIC_SETTINGS] = {GENERIC_SETTING};

static void watch(struct decision *decision, const struct state *before)
{
    (void)before;
    const struct state *state = &decision->state;
    bool is_wanted = state->value[ENCOUNTER_ROUND] > 0 &&
                     setting_value(decision->procedure, state, generic_settings[0].name) == 0;
    for (int group = 1; group <= state->count && is_wanted && decision_goes_on(decision);
         group++) {
        /* Is this the first of a group of foes that has reached this point now. */
        struct group_count now = group_counts(state, group);
        if (!state_is_present(state, group) || group_of(state, group) != group ||
            state_value(state, group, FIELD_SIDE, SIDE_FOES) != SIDE_FOES || now.left <= 0 ||
            now.fallen * 2 < now.initial ||
            (state_value(state, group, FIELD_MORALE_MET, 0) & MET_HALF) != 0) {
            continue;
        }
        TEXT_BUFFER(text, NAME_SIZE + 8);
        group_name(state, group, &text);
        decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_MET, MET_HALF);
        struct event *event =
            decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_DUE, MET_HALF);
        decision_say(decision, event, borrowed_rule,
                     "half of the %s have fallen: optional morale check", text.p);
    }
}

const struct trigger generic_trigger = {watch,
                                        {.fields = PART(FIELD_PRESENT) | PART(FIELD_OUT) |
                                                   PART(FIELD_GROUP) | PART(FIELD_SIDE) |
                                                   PART(FIELD_MORALE_MET),
                                         .effects = PART(EFFECT_SETTING),
                                         .encounter = PART(ENCOUNTER_ROUND),
                                         .anybody_new = true}};

int generic_pending(const struct state *state, struct pending *out, int most)
{
    int count = 0;
    for (int id = 1; id <= state->count && count < most; id++) {
        bool is_due = state_value(state, id, FIELD_MORALE_DUE, 0) != 0 &&
                      group_counts(state, id).left > 0;
        if (!is_due) {
            continue;
        }
        struct pending *pending = &out[count++];
        int member = group_member(state, id);
        *pending =
            (struct pending){.subject = member, .rule = borrowed_rule, .is_optional = true};
        struct text text = text_over(pending->text, sizeof pending->text);
        text_add(&text, "optional morale check: half of the ");
        group_name(state, id, &text);
        text_add(&text, " have fallen");
        text_format(pending->command, sizeof pending->command, "morale #%d", member);
    }
    return count;
}
