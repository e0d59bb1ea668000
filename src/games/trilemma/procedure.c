/* Trilemma at the table: its face. Commands, settings, what the screen shows of a combatant,
 * and what is due. The rules themselves are in the files that trilemma_table.h lists. */
#include "games/trilemma/table.h"

#include <stdio.h>

#include "tracker/conditions.h"
#include "tracker/groups.h"
#include "tracker/settings.h"
#include "games/generic/procedure.h"
#include "tracker/turns.h"

/* ---- combatants ------------------------------------------------------------------------ */

/* State effects that are one word in the combatant, beside those of every game. */
static const struct {
    enum effect_kind kind;
    const char *word;
} effects_of[] = {{EFFECT_DEFENCE, "defends"},
                  {EFFECT_GUARD, "guards"},
                  {EFFECT_AIMING, "aims"},
                  {EFFECT_GRANTED, "may act"}};

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    struct generic_words own;
    struct text words, brief, score;
    bool is_in_order = state_is_in(state, id) && state_is_set(state, id, FIELD_INITIATIVE);
    text_init(&words, own.words, sizeof own.words);
    text_init(&brief, own.brief, sizeof own.brief);
    if (is_in_order && trilemma_score(state, id) == 0) {
        text_add_item(&words, "flat-footed"); /* 5.9 */
    }
    if (trilemma_is_surprised(state, id)) {
        text_add_item(&words, "surprised"); /* 5.10 */
    }
    if (trilemma_is_casting(state, id)) {
        /* Others see it from the start of the round, 5.7. */
        text_add_item(&words, trilemma_is_round(state) ? "casting" : "declared");
    }
    for (size_t i = 0; i < sizeof effects_of / sizeof effects_of[0]; i++) {
        if (state_has_effect(state, effects_of[i].kind, id, ANYBODY)) {
            text_add_item(&words, effects_of[i].word);
        }
    }
    text_add(&brief, "%s", own.words);
    generic_describe(state, id, &own, out);
    if (is_in_order) {
        text_init(&score, out->score, sizeof out->score);
        text_add(&score, "%d", trilemma_score(state, id)); /* less what was spent, 5.2 */
    }
}

static void phase(const struct state *state, struct text *out)
{
    int round = state->value[ENCOUNTER_ROUND];
    if (round == 0) {
        text_add(out, "not started");
    } else if (state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN) {
        text_add(out, "after round %d", round);
    } else {
        text_add(out, "round %d", round);
    }
}

/* ---- facts ----------------------------------------------------------------------------- */

static void fact_abilities(const struct state *state, int id, struct text *out)
{
    const char *gap = "";
    if (state_is_set(state, id, STRENGTH)) {
        text_add(out, "strength %d", state_value(state, id, STRENGTH, 0));
        gap = "  ";
    }
    if (state_is_set(state, id, WITS)) {
        text_add(out, "%swits %d", gap, state_value(state, id, WITS, 0));
    }
    text_add(out, "\n");
}

static void fact_ac(const struct state *state, int id, struct text *out)
{
    int ac;
    char buf[120];
    struct text why;
    text_init(&why, buf, sizeof buf);
    if (!trilemma_ac(state, id, 0, &ac, &why)) {
        return;
    }
    if (why.n > 0) {
        text_add(out, "%s", buf);
    } else {
        text_add(out, "AC %d", ac);
    }
    if (state_is_set(state, id, ARMOUR)) {
        text_add(out, " (armour %d)", state_value(state, id, ARMOUR, 0));
    }
    text_add(out, "\n");
}

static void fact_melee(const struct state *state, int id, struct text *out)
{
    const char *gap = "in melee with ";
    bool is_in_melee =
        state_is_in(state, id) && (state_has_effect(state, EFFECT_ENGAGED, id, ANYBODY) ||
                                   state_has_effect(state, EFFECT_ENGAGED, ANYBODY, id));
    for (int other = 1; is_in_melee && other <= state->count; other++) {
        if (other != id && state_is_in(state, other) && trilemma_is_engaged(state, id, other)) {
            text_add(out, "%s%s", gap, state_name(state, other));
            gap = ", ";
        }
    }
    text_add(out, "%s", gap[0] == ',' ? "\n" : "");
}

static void fact_morale(const struct state *state, int id, struct text *out)
{
    const char *label;
    int group = group_of(state, id);
    int score = trilemma_morale_score(state, group, &label);
    if (score == 0 || state_value(state, id, FIELD_SIDE, SIDE_FOES) != SIDE_FOES) {
        return;
    }
    text_add(out, "morale %d%s%s", score, label[0] != '\0' ? " " : "", label);
    text_add(out, "%s\n",
             state_has_effect(state, EFFECT_LEADER, id, ANYBODY) ? ", leader" : "");
}

/* State effects with a sentence of their own. */
static void fact_marks(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = NULL;
    const char *gap = "";
    while ((effect = state_effect(state, effect, EFFECT_TRAIT, id, ANYBODY)) != NULL) {
        text_add(out,
                 effect->amount == 0   ? "%sno %s"
                 : effect->amount == 1 ? "%s%s"
                                       : "%s%s %d",
                 gap, effect->label, effect->amount);
        gap = ", ";
    }
    text_add(out, "%s", gap[0] != '\0' ? "\n" : "");
    if ((effect = state_effect(state, NULL, EFFECT_COMMANDED, id, ANYBODY)) != NULL) {
        text_add(out, "under %s's command\n", state_name(state, effect->object));
    }
    if ((effect = state_effect(state, NULL, EFFECT_CASTING, id, ANYBODY)) != NULL) {
        text_add(out, "casts %s\n", effect->label);
    }
    if ((effect = state_effect(state, NULL, EFFECT_READY, id, ANYBODY)) != NULL) {
        text_add(out, "ready: %s\n", effect->label);
    }
    if ((effect = state_effect(state, NULL, EFFECT_DEGREES, id, ANYBODY)) != NULL) {
        text_add(out, "%d extra to spend on %s\n", effect->amount,
                 state_name(state, effect->object));
    }
    if ((effect = state_effect(state, NULL, EFFECT_TAKING_AIM, id, ANYBODY)) != NULL) {
        text_add(out, "%s has taken aim\n", state_name(state, effect->object));
    }
}

static void facts(const struct state *state, int id, struct text *out)
{
    fact_abilities(state, id, out);
    fact_ac(state, id, out);
    if (state_at(state, id)->text[TEXT_DAMAGE][0] != '\0') {
        text_add(out, "damage %s\n", state_at(state, id)->text[TEXT_DAMAGE]);
    }
    fact_morale(state, id, out);
    if (state_is_set(state, id, FIELD_INITIATIVE)) {
        text_add(out, "init ");
        trilemma_format_score(state, id, out);
        text_add(out, "%s\n", trilemma_has_superior(state, id) ? ", superior" : "");
    }
    fact_melee(state, id, out);
    fact_marks(state, id, out);
}

/* ---- what is due ----------------------------------------------------------------------- */

static int pending(const struct state *state, struct pending *out, int most)
{
    int count = 0;
    char buf[140];
    for (int id = 1; id <= state->count && count < most; id++) {
        const struct effect *effect =
            state_effect(state, NULL, EFFECT_INTERRUPTED, id, ANYBODY);
        if (effect != NULL) {
            struct pending *one = &out[count++];
            *one = (struct pending){.subject = id, .rule = "5.7"};
            snprintf(one->text, sizeof one->text, "hurt while casting %s: %s interrupted?",
                     effect->label, state_name(state, id));
            snprintf(one->command, sizeof one->command, "interrupt #%d", id);
        }
        int saves = state_is_in(state, id) ? state_value(state, id, FIELD_INJURY_DUE, 0) : 0;
        if (saves > 0 && count < most) {
            struct pending *one = &out[count++];
            *one = (struct pending){.subject = id, .rule = "5.18"};
            struct text text;
            text_init(&text, one->text, sizeof one->text);
            text_add(&text, saves > 1 ? "%d injury saves due: " : "injury save due: ", saves);
            text_add(&text, "%s", state_name(state, id));
            snprintf(one->command, sizeof one->command, "injury #%d", id);
        }
        struct text reasons;
        text_init(&reasons, buf, sizeof buf);
        if (trilemma_morale_due(state, id, &reasons) != 0 && count < most) {
            struct pending *one = &out[count++];
            *one = (struct pending){.subject = id, .rule = "5.13", .action = "morale"};
            struct text text;
            text_init(&text, one->text, sizeof one->text);
            text_add(&text, "morale check due: %s", buf);
            snprintf(one->command, sizeof one->command, "morale #%d", id);
        }
    }
    return count;
}

static void watch(struct decision *decision, const struct state *before)
{
    trilemma_watch_spells(decision, before);
    trilemma_watch_morale(decision, before);
}

/* The guideline, when a score is set (5.12). */
static void advise(struct decision *decision, int id, struct str name)
{
    if (!str_equal_any_case(name, str_of("morale")) ||
        !state_is_set(&decision->state, id, MORALE)) {
        return;
    }
    int score = state_value(&decision->state, id, MORALE, 0);
    char buf[200];
    struct text text;
    text_init(&text, buf, sizeof buf);
    trilemma_morale_guideline(score, &text);
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    decision_say(decision, event, "5.12", "morale %d: %s", score, buf);
}

/* ---- settings -------------------------------------------------------------------------- */

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const yes_no[] = {"yes", "no", NULL};
static const char *const overspend[] = {"confirm", "deny", "allow", NULL};
static const char *const group_rolls[] = {"once", "each", NULL};

static const struct setting_def settings[] = {
    {.name = "overspend",
     .words = overspend,
     .rule = "5.9",
     .help = "paying more than one has: ask, never, always"},
    {.name = "superior_repeat",
     .words = no_yes,
     .rule = "5.3",
     .help = "superior initiative more than once a round"},
    {.name = "between_price",
     .low = 0,
     .high = 100,
     .fallback = 2,
     .rule = "5.5",
     .help = "usual price of a physical act between rounds"},
    {.name = "group_rolls",
     .words = group_rolls,
     .rule = "5.1",
     .help = "foes of one kind roll initiative once, or each"},
    {.name = "henchman_shield_ac2",
     .words = no_yes,
     .rule = "5.11",
     .help = "henchmen with a shield have AC +2"},
    {.name = "taking_aim",
     .words = no_yes,
     .rule = "5.22",
     .help = "a ranged hit may be described as taking aim"},
    {.name = "fled_counts",
     .words = yes_no,
     .rule = "5.13",
     .help = "those who fled count as fallen"},
};

/* ---- commands -------------------------------------------------------------------------- */

#define ATTACK_OPTIONS                                                                         \
    "by", "edge", "ac", "strength", "defend", "defender_edge", "direct", "blind",              \
        "constrained", "unaware", "out_reached", "bonus", "magic"

static const char *const attack_options[] = {ATTACK_OPTIONS, NULL};
static const char *const shoot_options[] = {ATTACK_OPTIONS, "other",    "facing",     "target",
                                            "aim",          "other_ac", "taking_aim", NULL};
static const char *const by_options[] = {"by", NULL};
static const char *const wits_options[] = {"wits", NULL};
static const char *const reorient_options[] = {"by", "wits", "edge", NULL};
static const char *const guard_options[] = {"by", "edge", "strength", NULL};
static const char *const react_options[] = {"for",  "overspend", "dc", "edge",
                                            "wits", "strength",  NULL};
static const char *const between_options[] = {"for", "overspend", NULL};
static const char *const force_options[] = {"except", "hp", NULL};
static const char *const order_options[] = {"by", "overspend", NULL};
static const char *const chain_options[] = {"under", "off", NULL};
static const char *const injury_options[] = {"ability", "dc", "edge", "note", "magic", NULL};
static const char *const effect_options[] = {"cost", NULL};
static const char *const morale_options[] = {"modifier", "then", "score", "note", NULL};
static const char *const score_options[] = {"score", NULL};
static const char *const leader_options[] = {"of", "off", NULL};
static const char *const up_down[] = {"up", "down", NULL};
static const char *const sides[] = {"party", "foes", NULL};

/* clang-format off */
#define ONE {.name = "WHO", .kind = ARGUMENT_COMBATANT}
#define MAYBE_ONE {.name = "WHO", .kind = ARGUMENT_COMBATANT, .is_optional = true}
#define MAYBE_TARGET {.name = "TARGET", .kind = ARGUMENT_COMBATANT, .is_optional = true}
#define MANY {.name = "WHO", .kind = ARGUMENT_COMBATANTS}
/* clang-format on */

static const struct command_def commands[] = {
    {.name = "next",
     .help = "end the turn, or start the next round",
     .rule = "5.1",
     .options = by_options,
     .decide = trilemma_decide_next},
    {.name = "attack",
     .help = "attack with the combatant whose turn it is: attack p1 14 4",
     .rule = "5.14",
     .arguments = {MAYBE_TARGET},
     .arguments_count = 1,
     .options = attack_options,
     .takes_dice = true,
     .decide = trilemma_decide_attack},
    {.name = "react",
     .help = "pay for a reaction: react Bo shield, react Bo 4",
     .rule = "5.4",
     .arguments = {MAYBE_ONE, {.name = "PRICE", .kind = ARGUMENT_WORD, .is_optional = true}},
     .arguments_count = 2,
     .options = react_options,
     .takes_dice = true,
     .decide = trilemma_decide_react},
    {.name = "superior",
     .help = "another turn for 10, for the first of the round",
     .rule = "5.3",
     .decide = trilemma_decide_superior},
    {.name = "reorient",
     .help = "roll initiative again instead of acting",
     .rule = "5.6",
     .options = reorient_options,
     .takes_dice = true,
     .decide = trilemma_decide_reorient},
    {.name = "shoot",
     .help = "a ranged attack, also into a melee",
     .rule = "5.21",
     .arguments = {MAYBE_TARGET},
     .arguments_count = 1,
     .options = shoot_options,
     .takes_dice = true,
     .decide = trilemma_decide_shoot},
    {.name = "aim",
     .help = "a full round of aiming, for the next shot",
     .rule = "5.21",
     .options = by_options,
     .decide = trilemma_decide_aim},
    {.name = "guard",
     .help = "the action is active defence for the round",
     .rule = "5.17",
     .options = guard_options,
     .takes_dice = true,
     .decide = trilemma_decide_defend},
    {.name = "effect",
     .help = "spend extra degrees: effect direct, effect push cost=2",
     .rule = "5.19",
     .arguments = {{.name = "WHAT", .kind = ARGUMENT_NAME, .is_optional = true}},
     .arguments_count = 1,
     .options = effect_options,
     .decide = trilemma_decide_effect},
    {.name = "order",
     .help = "order combatants under your command to act",
     .rule = "5.11",
     .arguments = {MANY},
     .arguments_count = 1,
     .options = order_options,
     .decide = trilemma_decide_order},
    {.name = "command",
     .help = "a chain of command: command h* under=Ana",
     .rule = "5.11",
     .arguments = {MANY},
     .arguments_count = 1,
     .options = chain_options,
     .decide = trilemma_decide_command},
    {.name = "delay",
     .help = "let others go first; the score stays",
     .rule = "5.1",
     .decide = trilemma_decide_delay},
    {.name = "ready",
     .help = "wait for something: ready the door opens",
     .rule = "5.1",
     .arguments = {{.name = "FOR", .kind = ARGUMENT_TEXT}},
     .arguments_count = 1,
     .decide = trilemma_decide_ready},
    {.name = "act",
     .help = "a combatant that waited or was ready acts now",
     .rule = "5.1",
     .arguments = {ONE},
     .arguments_count = 1,
     .decide = trilemma_decide_act},
    {.name = "between",
     .help = "an act between rounds: between Bo 2 for=potion",
     .rule = "5.5",
     .arguments = {ONE, {.name = "PRICE", .kind = ARGUMENT_WORD, .is_optional = true}},
     .arguments_count = 2,
     .options = between_options,
     .decide = trilemma_decide_between},
    {.name = "demand",
     .help = "a side demands the next round",
     .rule = "5.5",
     .arguments = {{.name = "SIDE", .kind = ARGUMENT_CHOICE, .choices = sides}},
     .arguments_count = 1,
     .decide = trilemma_decide_demand},
    {.name = "force",
     .help = "force the bout to go on: everyone pays 10",
     .rule = "5.8",
     .options = force_options,
     .decide = trilemma_decide_force},
    {.name = "declare",
     .help = "declare a spell, between rounds",
     .rule = "5.7",
     .arguments = {ONE, {.name = "SPELL", .kind = ARGUMENT_NAME, .is_optional = true}},
     .arguments_count = 2,
     .decide = trilemma_decide_declare},
    {.name = "cast",
     .help = "the declared spell takes effect",
     .rule = "5.7",
     .options = by_options,
     .decide = trilemma_decide_cast},
    {.name = "interrupt",
     .help = "say whether the caster was interrupted",
     .rule = "5.7",
     .arguments =
         {ONE,
          {.name = "YES", .kind = ARGUMENT_CHOICE, .is_optional = true, .choices = yes_no}},
     .arguments_count = 2,
     .decide = trilemma_decide_interrupt},
    {.name = "initiative",
     .help = "roll for all who have no score, and start",
     .rule = "5.1",
     .options = wits_options,
     .takes_dice = true,
     .decide = trilemma_decide_initiative},
    {.name = "surprise",
     .help = "how a combatant gets its first score",
     .rule = "5.10",
     .arguments = {MANY,
                   {.name = "KIND",
                    .kind = ARGUMENT_CHOICE,
                    .is_optional = true,
                    .choices = trilemma_surprises}},
     .arguments_count = 2,
     .decide = trilemma_decide_surprise},
    {.name = "move",
     .help = "move a combatant among those with the same score",
     .rule = "5.1",
     .arguments = {ONE, {.name = "WHERE", .kind = ARGUMENT_CHOICE, .choices = up_down}},
     .arguments_count = 2,
     .decide = trilemma_decide_move},
    {.name = "engage",
     .help = "two combatants are in melee",
     .rule = "5.21",
     .arguments = {ONE, {.name = "WITH", .kind = ARGUMENT_COMBATANT}},
     .arguments_count = 2,
     .decide = trilemma_decide_engage},
    {.name = "part",
     .help = "two combatants are no longer in melee",
     .rule = "5.21",
     .arguments = {ONE, {.name = "FROM", .kind = ARGUMENT_COMBATANT}},
     .arguments_count = 2,
     .decide = trilemma_decide_part},
    {.name = "morale",
     .help = "a group's morale check: morale p1",
     .rule = "5.13",
     .arguments = {MAYBE_ONE},
     .arguments_count = 1,
     .options = morale_options,
     .takes_dice = true,
     .decide = trilemma_decide_morale},
    {.name = "morale-due",
     .help = "call for a morale check: why",
     .rule = "5.13",
     .arguments = {ONE,
                   {.name = "REASON",
                    .kind = ARGUMENT_CHOICE,
                    .is_optional = true,
                    .choices = trilemma_reasons}},
     .arguments_count = 2,
     .options = score_options,
     .decide = trilemma_decide_morale_due},
    {.name = "dismiss",
     .help = "no morale check after all",
     .rule = "5.13",
     .arguments = {MAYBE_ONE},
     .arguments_count = 1,
     .decide = trilemma_decide_dismiss},
    {.name = "leader",
     .help = "whose fall shakes a group: leader Chief of=g1",
     .rule = "5.13",
     .arguments = {ONE},
     .arguments_count = 1,
     .options = leader_options,
     .decide = trilemma_decide_leader},
    {.name = "split",
     .help = "combatants become a morale group of their own",
     .rule = "5.13",
     .arguments = {MANY},
     .arguments_count = 1,
     .decide = trilemma_decide_split},
    {.name = "alternate",
     .help = "set another morale score, or switch to it",
     .rule = "5.12",
     .arguments = {ONE,
                   {.name = "SCORE", .kind = ARGUMENT_WORD, .is_optional = true},
                   {.name = "LABEL", .kind = ARGUMENT_NAME, .is_optional = true}},
     .arguments_count = 3,
     .decide = trilemma_decide_alternate},
    {.name = "injury",
     .help = "none, wounded, out, dead, or your own word for it",
     .rule = "5.18",
     .arguments = {ONE, {.name = "OUTCOME", .kind = ARGUMENT_NAME, .is_optional = true}},
     .arguments_count = 2,
     .options = injury_options,
     .takes_dice = true,
     .decide = trilemma_decide_injury},
};

const struct procedure trilemma_procedure;
const struct procedure trilemma_procedure = {
    .system = "trilemma",
    .score = "init",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .settings = settings,
    .settings_count = (int)(sizeof settings / sizeof settings[0]),
    .comes_before = trilemma_comes_before,
    .describe = describe,
    .phase = phase,
    .guide = turns_guide,
    .facts = facts,
    .actor = generic_actor,
    .usual_act = trilemma_usual_act,
    .hurt = trilemma_hurt,
    .watch = watch,
    .pending = pending,
    .pending_act = trilemma_pending_act,
    .give = trilemma_give,
    .advise = advise,
};
