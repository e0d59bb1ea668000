/* Trilemma at the table: reasons for a morale check, and checks (5.13; T23 to T29, T34). */
#include "games/trilemma/morale.h"

#include "base/utf8.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/morale_groups.h"
#include "games/trilemma/settings.h"
#include "tracker/combatant_fields.h"
#include "tracker/table_commands.h"

/* ---- reasons --------------------------------------------------------------------------- */

/* Reasons for a check, a bit each, in the order of their words (5.13). The first six are
 * watched (T25), the others are the referee's call (T26). */
enum {
    MET_QUARTER = 1,
    MET_HALF = 2,
    MET_FURTHER = 4,
    MET_LEADER = 8,
    MET_MAGIC = 16,
    MET_SURPRISED = 32,
    MET_SURRENDER = 1 << 13,
    REASONS = 14
};

const char *const trilemma_reasons[] = {
    "quarter",    "half",           "further",     "leader",      "magic",
    "surprised",  "superior-force", "cannot-harm", "heroic-task", "temptation",
    "rear-guard", "charge",         "surrounded",  "surrender",   NULL};

static const char *const reason_texts[REASONS] = {
    "25%+ fallen",    "50%+ fallen",         "another fallen after half",
    "leader lost",    "ally slain by magic", "surprised",
    "superior force", "cannot hurt the foe", "ordered to a heroic task",
    "temptation",     "rear guard",          "must use a charge",
    "surrounded",     "offered surrender"};

/* What follows the word of a reason where it is chosen; NULL: the word says it. */
static const char *const reasons_about[REASONS] = {
    NULL,      NULL,      NULL, "lost", "slew an ally", NULL, NULL,
    "the foe", "ordered", NULL, NULL,   "must be used", NULL, "offered to them"};

static bool fled_counts(const struct state *state)
{
    return trilemma_setting(state, SETTING_FLED_COUNTS) == 0;
}

/* The dead, the dying, the incapacitated and the captured are fallen; those who fled too,
 * unless the setting says otherwise (T28). */
static struct group_count count_group(const struct state *state, int group)
{
    struct group_count count = group_counts(state, group);
    bool are_counted = fled_counts(state);
    for (int id = 1; id <= state->count && !are_counted; id++) {
        bool has_fled = state_is_present(state, id) && group_of(state, id) == group &&
                        state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_FLED;
        count.fallen -= has_fled ? 1 : 0;
    }
    return count;
}

/* The words after "2 of 6 fallen", for the first reasons. */
static const char *const loss_texts[] = {"25%+", "50%+", "another after half"};
enum { LOSSES = sizeof loss_texts / sizeof loss_texts[0] };

/* Whether the present losses are enough for these reasons: some may have come back since, and
 * the referee may name any. */
static bool are_losses_there(struct group_count count, int bits)
{
    return (bits & (MET_QUARTER | MET_HALF | MET_FURTHER)) != 0 &&
           (!(bits & MET_QUARTER) || count.fallen * 4 >= count.initial) &&
           (!(bits & MET_HALF) || count.fallen * 2 >= count.initial) &&
           (!(bits & MET_FURTHER) || (count.fallen - 1) * 2 > count.initial);
}

/* "2 of 6 fallen (25%+), leader lost": how many fell, and the share that called for the check;
 * in brief without the share. */
static void name_reasons(const struct state *state, int group, int bits, bool is_brief,
                         struct text *out)
{
    const char *gap = "";
    struct group_count count = count_group(state, group);
    bool has_losses = are_losses_there(count, bits);
    if (has_losses) {
        text_add(out, "%d of %d fallen%s", count.fallen, count.initial, is_brief ? "" : " (");
        gap = is_brief ? ", " : gap;
    }
    for (int i = 0; i < REASONS; i++) {
        if (has_losses && is_brief && i < LOSSES) {
            continue;
        }
        if (bits >> i & 1) {
            text_add(out, "%s%s", gap,
                     has_losses && i < LOSSES ? loss_texts[i] : reason_texts[i]);
            gap = ", ";
        }
        bool is_end = i == LOSSES - 1 && has_losses && !is_brief;
        text_add(out, "%s", is_end ? ")" : "");
    }
}

/* ---- calling for checks ---------------------------------------------------------------- */

/* One pending check for a group, with every reason (T27). */
static void call(struct decision *decision, int group, int bits)
{
    int met = state_value(&decision->state, group, FIELD_MORALE_MET, 0);
    int pending = state_value(&decision->state, group, FIELD_MORALE_DUE, 0);
    decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_MET, met | bits);
    struct event *event =
        decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_DUE, pending | bits);
    if (event == NULL) {
        event = decision_tell(decision, EVENT_NOTED, group, 0);
    }
    TEXT_BUFFER(text, 200);
    group_name(&decision->state, group, &text);
    text_add(&text, ", ");
    name_reasons(&decision->state, group, bits, false, &text);
    decision_say(decision, event, "5.13", "morale check due: %s", text.p);
}

static bool has_left(const struct state *state, const struct state *before, int id)
{
    return id <= before->count && state_is_in(before, id) && !state_is_in(state, id);
}

/* How many of the group fell in this command. */
static int count_lost(const struct state *state, const struct state *before, int group)
{
    int lost = 0;
    for (int id = 1; id <= state->count; id++) {
        bool is_lost =
            has_left(state, before, id) && state_is_present(state, id) &&
            group_of(state, id) == group &&
            (state_value(state, id, FIELD_OUT, OUT_NOT) != OUT_FLED || fled_counts(state));
        lost += is_lost ? 1 : 0;
    }
    return lost;
}

/* A quarter and half fallen, once each; a further loss when more than half had fallen before
 * (5.13; T25). Several who fall in one command are losses one after the other (T34). */
static int losses(const struct state *state, const struct state *before, int group)
{
    struct group_count count = count_group(state, group);
    int met = state_value(state, group, FIELD_MORALE_MET, 0);
    int bits = 0;
    for (int lost = count_lost(state, before, group); lost > 0; lost--) {
        int fallen = count.fallen - lost + 1;
        bits |= fallen * 4 >= count.initial ? MET_QUARTER & ~met : 0;
        bits |= fallen * 2 >= count.initial ? MET_HALF & ~met : 0;
        bits |= (fallen - 1) * 2 > count.initial ? MET_FURTHER : 0;
    }
    return bits;
}

/* Whether the leader of this group deserts or is slain. One who was taken off the table does
 * not count, as with losses: it was added by mistake, or walks away. */
static int leader_lost(const struct state *state, const struct state *before, int group)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(before, effect, TRILEMMA_LEADER, ANYBODY, ANYBODY)) != NULL) {
        if (group_of(state, effect->object) == group &&
            has_left(state, before, effect->subject) &&
            state_is_present(state, effect->subject)) {
            return MET_LEADER;
        }
    }
    return 0;
}

/* Whether an ally was slain by an act marked as magic (T40): one of the same side, or on the
 * party's side, where player characters do not count for morale, one of the group (T39). */
static int slain_by_magic(const struct state *state, const struct state *before, int group)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_MAGIC, ANYBODY, ANYBODY)) != NULL) {
        int id = effect->subject;
        bool is_ally = trilemma_is_of_party(state, group) ? group_of(state, id) == group
                                                          : !trilemma_is_of_party(state, id);
        if (is_ally && has_left(state, before, id) &&
            state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_DEAD) {
            return MET_MAGIC;
        }
    }
    return 0;
}

/* Magic marks one act. The mark outlives the act only while an injury save from it is pending
 * (T40). */
/* Whether this one is marked though no injury save waits for it. */
static bool is_mark_over(const struct state *state, int id)
{
    return id <= state->count && state_has_effect(state, TRILEMMA_MAGIC, id, ANYBODY) &&
           (!state_is_in(state, id) || state_value(state, id, FIELD_CHECK_DUE, 0) == 0);
}

/* A mark that an older program left behind stays: nothing about it has changed. */
void trilemma_forget_magic(struct decision *decision, const struct state *before)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->kind == TRILEMMA_MAGIC && is_mark_over(&decision->state, effect->subject) &&
            !is_mark_over(before, effect->subject)) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        } else {
            i++;
        }
    }
}

/* A group without a score is not watched: this is reported once, when its first member
 * falls. */
static void tell_no_score(struct decision *decision, const struct state *before, int group)
{
    const struct state *state = &decision->state;
    int lost = count_lost(state, before, group);
    if (!trilemma_can_have_score(state, group) || lost == 0 ||
        count_group(state, group).fallen != lost) {
        return;
    }
    int left = 1;
    while (!state_is_in(state, left) || group_of(state, left) != group) {
        left++;
    }
    TEXT_BUFFER(name, NAME_SIZE + 8);
    TEXT_BUFFER(word, NAME_SIZE + 8);
    group_name(state, group, &name);
    combatant_word(state, left, &word);
    struct event *event = decision_tell(decision, EVENT_NOTED, group, 0);
    decision_say(decision, event, "5.12",
                 "%s: no morale score, so losses call for no check; `set %s morale=7` gives it",
                 name.p, word.p);
}

/* After exactly half, the next loss calls for no check, though the one before and the one after
 * do: this is said, since it looks like a mistake (5.13; T25). */
static void tell_no_check(struct decision *decision, const struct state *before, int group)
{
    struct group_count count = count_group(&decision->state, group);
    int lost = count_lost(&decision->state, before, group);
    if (lost == 0 || (count.fallen - 1) * 2 != count.initial) {
        return;
    }
    TEXT_BUFFER(name, NAME_SIZE + 8);
    group_name(&decision->state, group, &name);
    struct event *event = decision_tell(decision, EVENT_NOTED, group, 0);
    decision_say(decision, event, "5.13",
                 "%s, %d of %d fallen: no new morale check; one more loss calls for one",
                 name.p, count.fallen, count.initial);
}

void trilemma_watch_morale(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    for (int group = 1; group <= state->count && decision_goes_on(decision); group++) {
        if (!trilemma_is_first(state, group) || group_counts(state, group).left == 0) {
            continue;
        }
        if (!trilemma_is_checked(state, group)) {
            tell_no_score(decision, before, group);
            continue;
        }
        int bits = losses(state, before, group) | leader_lost(state, before, group) |
                   slain_by_magic(state, before, group);
        if (bits != 0) {
            call(decision, group, bits);
        } else {
            tell_no_check(decision, before, group);
        }
    }
}

/* Only in the first round after surprise: groups of which somebody had the worse of it. */
void trilemma_watch_surprise(struct decision *decision)
{
    const struct state *state = &decision->state;
    for (int group = 1; group <= state->count && decision_goes_on(decision); group++) {
        bool is_surprised = false;
        for (int id = 1; id <= state->count; id++) {
            is_surprised =
                is_surprised || (trilemma_is_surprised(state, id) && state_is_in(state, id) &&
                                 group_of(state, id) == group);
        }
        if (is_surprised && trilemma_is_first(state, group) &&
            trilemma_is_checked(state, group)) {
            call(decision, group, MET_SURPRISED);
        }
    }
}

int trilemma_morale_due(const struct state *state, int id, bool is_brief, struct text *out)
{
    int bits = state_value(state, id, FIELD_MORALE_DUE, 0);
    if (bits == 0 || group_counts(state, id).left == 0) {
        return 0;
    }
    group_name(state, id, out);
    text_add(out, ", ");
    name_reasons(state, id, bits, is_brief, out);
    return bits;
}

bool trilemma_pending_act(const struct state *state, const struct pending *pending,
                          struct inputs *out, struct error *err)
{
    const char *label;
    int score = trilemma_morale_score(state, pending->subject, &label);
    inputs_begin(out, state_system(state), state_action(state, pending->action));
    return inputs_give_number(out, "score", score, err) == STATUS_OK &&
           inputs_finish(out, err) == STATUS_OK;
}

/* ---- whose check ----------------------------------------------------------------------- */

static void ask_whose(struct decision *decision)
{
    struct question *question =
        decision_ask(decision, QUESTION_COMBATANT, "whose morale? (one stands for its group)");
    question->wanted = WANTED_FOE;
    question->rule = "5.13";
}

/* The group a check is about: that of the named one, or else the first one pending. */
static int group_named(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int group = 0;
    if (command->argument[0].is_given) {
        group = group_of(state, command->argument[0].id);
    }
    for (int id = 1; id <= state->count && group == 0; id++) {
        group = state_value(state, id, FIELD_MORALE_DUE, 0) != 0 ? id : 0;
    }
    if (group == 0) {
        ask_whose(decision);
        return 0;
    }
    TEXT_BUFFER(word, NAME_SIZE + 8);
    combatant_word(state, group, &word);
    if (!trilemma_can_have_score(state, group) &&
        !decision_refuse(decision, "5.12",
                         "%s is a player character, who never checks morale; "
                         "`set %s morale=7` makes it an NPC",
                         state_name(state, group), word.p)) {
        return 0;
    }
    if (group_counts(state, group).left == 0 &&
        !decision_refuse(decision, "5.13", "nobody of that group is left")) {
        return 0;
    }
    return group;
}

static void name_group(const struct state *state, int group, char out[NAME_SIZE + 8])
{
    struct text text = text_over(out, NAME_SIZE + 8);
    group_name(state, group, &text);
}

/* ---- checks ---------------------------------------------------------------------------- */

static void break_group(struct decision *decision, const struct command *command, int group,
                        enum broken_way way)
{
    if (way == BROKEN_OTHER) {
        char name[NAME_SIZE + 8], note[120];
        const struct option *option = command_option(command, "note");
        utf8_clean(note, sizeof note,
                   option != NULL && option->value.p != NULL
                       ? option->value
                       : str_of("the referee says what they do"));
        name_group(&decision->state, group, name);
        struct event *event = decision_tell(decision, EVENT_NOTED, group, 0);
        if (event != NULL) {
            event->is_secret = option != NULL;
        }
        decision_say(decision, event, "5.13", "%s %s: %s", name,
                     group_holds(&decision->state, group, false), note);
        return;
    }
    for (int id = 1; id <= decision->state.count; id++) {
        if (state_is_in(&decision->state, id) && group_of(&decision->state, id) == group) {
            table_leave(decision, id, way == BROKEN_FLEE ? OUT_FLED : OUT_SURRENDERED);
        }
    }
}

/* The score of one check: that of the group, or score= in its place for this check alone (T36).
 * A score that was asked for because the group has none is remembered (T32). */
static bool score_of_check(struct decision *decision, const struct command *command, int group,
                           int *out)
{
    const char *label;
    if (!trilemma_is_checked(&decision->state, group) &&
        !option_value(decision, command, "score", group, MORALE, trilemma_morale_range)) {
        return false;
    }
    const struct option *given = command_option(command, "score");
    int score = trilemma_morale_score(&decision->state, group, &label);
    if (given != NULL && given->value.n > 0 && given->value.p[0] == '+') {
        decision_wrong(decision,
                       "score=%.*s: expected a number without a sign; modifier=%.*s adds",
                       given->value.n, given->value.p, given->value.n, given->value.p);
        return false;
    }
    return option_number(decision, command, "score", trilemma_morale_range, score, out);
}

static bool morale_inputs(struct decision *decision, const struct command *command, int group,
                          struct inputs *inputs)
{
    struct error err;
    int score;
    inputs_begin(inputs, state_system(&decision->state),
                 state_action(&decision->state, "morale"));
    return score_of_check(decision, command, group, &score) &&
           decision_status(decision, inputs_give_number(inputs, "score", score, &err), &err) &&
           option_input(decision, command, "modifier", inputs) &&
           decision_status(decision, inputs_finish(inputs, &err), &err);
}

void trilemma_decide_morale(struct decision *decision, const struct command *command)
{
    int group = group_named(decision, command);
    if (group == 0) {
        return;
    }
    char name[NAME_SIZE + 8];
    name_group(&decision->state, group, name);
    struct inputs inputs;
    struct outcome outcome;
    if (!morale_inputs(decision, command, group, &inputs)) {
        return;
    }
    if (!decision_resolve(decision, &inputs, group, 0, name, &outcome)) {
        decision_prompt(decision, "morale", " (%d or less holds)",
                        trilemma_input(&inputs, "score") + trilemma_input(&inputs, "modifier"));
        return;
    }
    decision_value(decision, EVENT_MORALE_SETTLED, group, FIELD_MORALE_DUE, 0);
    bool holds = outcome.value[0] != 0;
    decision_label(decision, "%s %s", name, group_holds(&decision->state, group, holds));
    /* The referee chooses what the broken do (T29); without a question they flee. */
    enum broken_way way;
    if (!holds && group_broken_way(decision, command, group, &way)) {
        break_group(decision, command, group, way);
    }
}

/* The referee calls for a check (T26). A chance to surrender only counts after another
 * condition was met. */
void trilemma_decide_morale_due(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    if (!command->argument[0].is_given) {
        ask_whose(decision);
        return;
    }
    int group = group_named(decision, command);
    if (group == 0) {
        return;
    }
    if (!command->argument[1].is_given) {
        TEXT_BUFFER(text, NAME_SIZE);
        group_name(state, group, &text);
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s: why is there a morale check?", text.p);
        for (int i = 3; trilemma_reasons[i] != NULL; i++) {
            question_offer(question, trilemma_reasons[i], reasons_about[i]);
        }
        question->rule = "5.13";
        return;
    }
    const char *label;
    int bit = 1 << command->argument[1].choice;
    if (bit == MET_SURRENDER && state_value(state, group, FIELD_MORALE_MET, 0) == 0 &&
        !decision_refuse(decision, "5.13",
                         "a chance to surrender counts only after another reason "
                         "for a check")) {
        return;
    }
    int score;
    if (!score_of_check(decision, command, group, &score)) {
        return;
    }
    if (score != trilemma_morale_score(state, group, &label)) {
        decision_wrong(decision, "score=%d: this group has morale %d; give score= to the check",
                       score, trilemma_morale_score(state, group, &label));
        return;
    }
    call(decision, group, bit);
    decision_label(decision, "morale check due: %s", reason_texts[command->argument[1].choice]);
}

/* Drops a pending check, and the log says so (T27). */
void trilemma_decide_dismiss(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int group = group_named(decision, command);
    if (group == 0) {
        return;
    }
    int bits = state_value(state, group, FIELD_MORALE_DUE, 0);
    if (bits == 0) {
        decision_refuse(decision, "5.13", "no check is pending for %s",
                        state_name(state, group));
        return;
    }
    char name[NAME_SIZE + 8];
    TEXT_BUFFER(text, 200);
    name_reasons(state, group, bits, false, &text);
    name_group(state, group, name);
    struct event *event =
        decision_value(decision, EVENT_MORALE_SETTLED, group, FIELD_MORALE_DUE, 0);
    decision_say(decision, event, "5.13", "morale check dismissed: %s, %s", name, text.p);
    decision_label(decision, "check dismissed: %s", name);
}
