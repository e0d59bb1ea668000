/* Trilemma at the table: its commands, its settings, what the screen shows of a combatant, and
 * pending checks. The rules themselves are in the other files of this folder. Each of them
 * knows only those of lines above its own, and this one knows all:
 *
 *   combatant             what holds of one combatant; what the referee chooses
 *   acting                who does something, what was paid for, spells
 *   morale, hits          who checks morale, and creatures; effects of acts
 *   attack, initiative    acts with a weapon; turns and rounds
 *   reactions             prices, the acts that they buy, what else is paid for
 *   plays                 fights without a referee
 *
 * The consequences of changes for spells and morale are watched here, whatever act made the
 * change. */
#include "tracker/conditions.h"
#include "tracker/combatant_fields.h"
#include "tracker/command.h"
#include "tracker/prepared.h"
#include "tracker/decision.h"
#include "tracker/turns.h"
#include "games/generic/procedure.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/attack.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/initiative.h"
#include "games/trilemma/morale.h"
#include "games/trilemma/plays.h"
#include "games/trilemma/reactions.h"

/* ---- before a fight (5.1, 5.10 to 5.13, 5.15) ------------------------------------------ */

enum { TRILEMMA_PREPARED = 3 };

/* ---- texts ----------------------------------------------------------------------------- */

static void format_surprise(const struct state *state, int id, struct text *out)
{
    int surprise = trilemma_surprise(state, id);
    if (surprise != SURPRISE_ROLL) {
        text_add(out, "%s", trilemma_surprises[surprise]);
    }
}

/* The group that it leads, by one of its members. */
static void format_leader(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_LEADER, id, ANYBODY);
    if (effect != NULL) {
        text_add(out, "%s", state_name(state, effect->object != 0 ? effect->object : id));
    }
}

static void format_under(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_COMMANDED, id, ANYBODY);
    if (effect != NULL) {
        text_add(out, "%s", state_name(state, effect->object));
    }
}

static const struct prepared_def trilemma_prepared[TRILEMMA_PREPARED + 1] = {
    {.name = "surprise",
     .line = "surprise %w %v",
     .help = "how it gets its first score: prepared, zero ...",
     .format = format_surprise},
    {.name = "leader_of",
     .line = "leader %w of=%v",
     .help = "a member of the group that its fall shakes",
     .format = format_leader},
    {.name = "under",
     .line = "command %w under=%v",
     .help = "whose orders it follows",
     .format = format_under},
};

/* ---- what is missing ------------------------------------------------------------------- */

static bool is_in_fight(const struct state *state, int id)
{
    return state_is_present(state, id) && state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
}

static void find_leader(struct missing_list *list, const struct state *state, int id)
{
    const struct effect *leads = state_effect(state, NULL, TRILEMMA_LEADS, id, ANYBODY);
    bool is_leader = state_has_effect(state, TRILEMMA_LEADER, id, ANYBODY);
    const struct effect *leader = state_effect(state, NULL, TRILEMMA_LEADER, id, ANYBODY);
    bool has_group = false;
    for (int other = 1; other <= state->count && leader != NULL; other++) {
        has_group = has_group || (other != id && is_in_fight(state, other) &&
                                  group_of(state, other) == group_of(state, leader->object));
    }
    if ((leads == NULL && !is_leader) || has_group) {
        return;
    }
    struct missing *missing = missing_add(
        list, id, "%s leads %s%s, and nobody of them is here", state_name(state, id),
        leads != NULL ? "the kind " : "a group", leads != NULL ? leads->label : "");
    if (missing != NULL) {
        missing->rule = "5.13";
        text_format(missing->command, sizeof missing->command, "leader #%d of=", id);
    }
}

/* The slot `missing`. */
static void trilemma_missing(const struct state *state, struct missing_list *list)
{
    for (int id = 1; id <= state->count; id++) {
        if (!is_in_fight(state, id)) {
            continue;
        }
        missing_add_unset(list, state, id, "wits", "5.1");
        missing_add_unset(list, state, id, "strength", "5.14");
        /* An armour class is known as a number, or by the armour (5.15). */
        if (!state_is_set(state, id, ARMOUR)) {
            missing_add_unset(list, state, id, "ac", "5.15");
        }
        missing_add_unset(list, state, id, "hp", "5.18");
        /* Monsters and NPCs have a score; a group has one in common (5.12). */
        int group = group_of(state, id);
        bool is_told = trilemma_is_of_party(state, id) || trilemma_is_checked(state, group);
        for (int other = 1; other < id && !is_told; other++) {
            is_told = is_in_fight(state, other) && group_of(state, other) == group;
        }
        if (!is_told) {
            missing_add_unset(list, state, id, "morale", "5.12");
        }
        find_leader(list, state, id);
    }
}

/* ---- combatants ------------------------------------------------------------------------ */

/* State effects, and acts that were paid for, that show as one word beside the combatant. */
static const struct {
    int kind;
    const char *word;
} effects_of[] = {{TRILEMMA_DEFENCE, "defends"}, {TRILEMMA_AIMING, "aims"}};

static const char *const bought_words[] = {
    [BUYS_NOTHING] = "",       [BUYS_ATTACK] = "may attack", [BUYS_ACT] = "may act",
    [BUYS_DEFENCE] = "guards", [BUYS_ORDER] = "may order",   [BUYS_CHECK] = "may look"};

static void add_effects(const struct state *state, int id, struct text *out)
{
    for (size_t i = 0; i < sizeof effects_of / sizeof effects_of[0]; i++) {
        if (state_has_effect(state, effects_of[i].kind, id, ANYBODY)) {
            text_add_item(out, effects_of[i].word);
        }
    }
}

/* The slot `seen`: others see a spell from the start of the round (5.7). */
static void seen(const struct state *state, int id, struct text *out)
{
    if (trilemma_is_casting(state, id) && trilemma_is_round(state)) {
        text_add_item(out, "casting");
    }
    add_effects(state, id, out);
}

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    struct generic_words own;
    bool is_in_order = state_is_in(state, id) && state_is_set(state, id, FIELD_INITIATIVE);
    struct text words = text_over(own.words, sizeof own.words);
    struct text brief = text_over(own.brief, sizeof own.brief);
    if (is_in_order && trilemma_score(state, id) == 0) {
        text_add_item(&words, "flat-footed"); /* rule 5.9 */
    }
    if (trilemma_is_surprised(state, id)) {
        text_add_item(&words, "surprised"); /* rule 5.10 */
    }
    if (trilemma_is_casting(state, id)) {
        /* Others see it from the start of the round (5.7). */
        text_add_item(&words, trilemma_is_round(state) ? "casting" : "declared");
    }
    add_effects(state, id, &words);
    bool is_said[sizeof bought_words / sizeof bought_words[0]] = {false};
    const struct effect *effect = NULL;
    while ((effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        if (effect->subject == id && !is_said[buys]) {
            is_said[buys] = true;
            text_add_item(&words, bought_words[buys]);
        }
    }
    text_add(&brief, "%s", own.words);
    generic_describe(state, id, &own, out);
    if (is_in_order) {
        struct text score = text_over(out->score, sizeof out->score);
        text_add(&score, "%d", trilemma_score(state, id)); /* less what was spent (5.2) */
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

static void fact_ac(const struct state *state, int id, struct text *out)
{
    int ac;
    TEXT_BUFFER(why, 120);
    if (!trilemma_ac(state, id, 0, &ac, &why)) {
        return;
    }
    if (why.n > 0) {
        text_add(out, "%s", why.p);
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
        state_is_in(state, id) && (state_has_effect(state, TRILEMMA_ENGAGED, id, ANYBODY) ||
                                   state_has_effect(state, TRILEMMA_ENGAGED, ANYBODY, id));
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
    if (score == 0) {
        return;
    }
    text_add(out, "morale %d%s%s", score, label[0] != '\0' ? " " : "", label);
    text_add(out, "%s",
             state_has_effect(state, TRILEMMA_LEADER, id, ANYBODY) ? ", leader" : "");
    trilemma_morale_facts(state, id, out);
    text_add(out, "\n");
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
    if ((effect = state_effect(state, NULL, TRILEMMA_COMMANDED, id, ANYBODY)) != NULL) {
        text_add(out, "under %s's command\n", state_name(state, effect->object));
    }
    if ((effect = state_effect(state, NULL, TRILEMMA_CASTING, id, ANYBODY)) != NULL) {
        text_add(out, "casts %s\n", effect->label);
    }
    if ((effect = state_effect(state, NULL, EFFECT_READY, id, ANYBODY)) != NULL) {
        text_add(out, "ready: %s\n", effect->label);
    }
    effect = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_DEGREES, id, ANYBODY)) != NULL) {
        if (state_is_in(state, id) && state_is_in(state, effect->object)) {
            text_add(out, "%d extra to spend on %s\n", effect->amount,
                     state_name(state, effect->object));
        }
    }
    if ((effect = state_effect(state, NULL, TRILEMMA_TAKING_AIM, id, ANYBODY)) != NULL) {
        text_add(out, "%s has taken aim\n", state_name(state, effect->object));
    }
}

static void facts(const struct state *state, int id, struct text *out)
{
    int hp;
    if (state_is_in(state, id) && trilemma_hp(state, id, &hp) && hp == 0 &&
        trilemma_saves_due(state, id) == 0) {
        text_add(out, "0 HP: fights on; a hit now makes an injury save due\n"); /* 5.18 */
    }
    const char *gap = "";
    if (state_is_set(state, id, STRENGTH)) {
        text_add(out, "strength %d", state_value(state, id, STRENGTH, 0));
        gap = "  ";
    }
    if (state_is_set(state, id, WITS)) {
        text_add(out, "%swits %d", gap, state_value(state, id, WITS, 0));
    }
    text_add(out, "\n");
    fact_ac(state, id, out);
    if (state_at(state, id)->text[TEXT_DAMAGE][0] != '\0') {
        text_add(out, "damage %s\n", state_at(state, id)->text[TEXT_DAMAGE]);
    }
    fact_morale(state, id, out);
    trilemma_score_fact(state, id, out);
    fact_melee(state, id, out);
    fact_marks(state, id, out);
    trilemma_creature_facts(state, id, out);
}

/* ---- pending checks -------------------------------------------------------------------- */

/* Acts that were paid for and not used yet, each with the command that uses it (T37). A shield
 * waits for the next attack without a command. */
static int pending_bought(const struct state *state, struct pending *out, int most)
{
    static const char *const lines[] = {
        [BUYS_NOTHING] = NULL, [BUYS_ATTACK] = "attack by=", [BUYS_ACT] = "use ",
        [BUYS_DEFENCE] = NULL, [BUYS_ORDER] = "order by=",   [BUYS_CHECK] = "check "};
    int count = 0;
    const struct effect *effect = NULL;
    while (count < most && (effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        int id = effect->subject;
        if (lines[buys] == NULL || !state_is_in(state, id) || !trilemma_is_round(state)) {
            continue;
        }
        struct pending *one = &out[count++];
        *one = (struct pending){
            .subject = id, .rule = buys == BUYS_ACT ? "5.2" : "5.4", .does = "uses it"};
        one->does = buys == BUYS_ATTACK ? "asks whom" : one->does;
        struct text text = text_over(one->text, sizeof one->text);
        text_add(&text, "%s %s: %s", state_name(state, id), bought_words[buys],
                 trilemma_bought_words(effect));
        if (effect->kind == TRILEMMA_BOUGHT && effect->amount > 1) {
            text_add(&text, " (%d times)", effect->amount);
        }
        text_format(one->command, sizeof one->command, "%s#%d", lines[buys], id);
    }
    return count;
}

/* The combatant that the referee has picked, if an act of its own was paid for; or else the
 * last one who paid for an attack or was ordered to act: that act is likely. */
static int out_of_turn(const struct state *state, int picked)
{
    int last = 0;
    const struct effect *effect = NULL;
    while (trilemma_is_round(state) && (effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        bool is_act = buys == BUYS_ATTACK || buys == BUYS_ACT;
        bool is_extra = buys == BUYS_ACT && !trilemma_is_order(effect);
        if (!is_act || !state_is_in(state, effect->subject)) {
            continue;
        }
        if (effect->subject == picked) {
            return picked;
        }
        last = is_extra ? last : effect->subject;
    }
    return last;
}

/* Saves of the wounded come before checks that their fall may call for: the same keys settle
 * one after the other, and a group checks once for all who fell. */
static int pending(const struct state *state, struct pending *out, int most)
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        const struct effect *effect =
            state_effect(state, NULL, TRILEMMA_INTERRUPTED, id, ANYBODY);
        if (effect != NULL && count < most) {
            struct pending *one = &out[count++];
            *one = (struct pending){.subject = id, .rule = "5.7"};
            text_format(one->text, sizeof one->text, "hurt while casting %s: %s interrupted?",
                        effect->label, state_name(state, id));
            text_format(one->command, sizeof one->command, "interrupt #%d", id);
        }
        int saves = trilemma_saves_due(state, id);
        if (saves > 0 && count < most) {
            struct pending *one = &out[count++];
            *one = (struct pending){.subject = id, .rule = "5.18"};
            struct text text = text_over(one->text, sizeof one->text);
            text_add(&text, saves > 1 ? "%d injury saves due: " : "injury save due: ", saves);
            text_add(&text, "%s", state_name(state, id));
            text_format(one->command, sizeof one->command, "injury #%d", id);
        }
    }
    for (int id = 1; id <= state->count; id++) {
        char buf[140];
        struct text reasons = text_over(buf, sizeof buf);
        if (trilemma_morale_due(state, id, true, &reasons) != 0 && count < most) {
            struct pending *one = &out[count++];
            int member = group_member(state, id);
            *one = (struct pending){.subject = member, .rule = "5.13", .action = "morale"};
            struct text text = text_over(one->text, sizeof one->text);
            text_add(&text, "morale check due: %s", buf);
            text_format(one->command, sizeof one->command, "morale #%d", member);
        }
    }
    return count + pending_bought(state, out + count, most - count);
}

static void guide(const struct state *state, struct text *out)
{
    turns_guide(state, out);
    if (out->n == 0) {
        trilemma_guide_initiative(state, out);
    }
}

/* Leaders are found for those who come. A spell is lost when its caster is hurt or leaves.
 * Losses and new scores call for morale, and a save that is made ends the mark of magic. */
static const struct trigger triggers[] = {
    {trilemma_watch_leaders, {.effects = PART(TRILEMMA_LEADS), .anybody_new = true}},
    {trilemma_watch_spells,
     {.fields = PART(FIELD_PRESENT) | PART(FIELD_OUT) | PART(FIELD_HP) |
                PART(FIELD_HP_TEMPORARY) | PART(FIELD_DAMAGE_COUNTED) | PART(FIELD_CHECK_DUE)}},
    {trilemma_settle_scores, {.fields = PART(MORALE), .anybody_new = true}},
    {trilemma_watch_morale, {.fields = PART(FIELD_PRESENT) | PART(FIELD_OUT)}},
    {trilemma_forget_magic,
     {.fields = PART(FIELD_PRESENT) | PART(FIELD_OUT) | PART(FIELD_CHECK_DUE),
      .effects = PART(TRILEMMA_MAGIC)}},
};

static bool give(struct decision *decision, int id, struct str name, struct str value)
{
    return trilemma_give(decision, id, name, value) ||
           trilemma_give_creature(decision, id, name, value);
}

static const struct topic_def topics[] = {
    {"injury", EVENT_CHECK_CALLED}, {"injury", EVENT_CHECK_SETTLED}, {0}};

/* ---- commands -------------------------------------------------------------------------- */

#define ATTACK                                                                                 \
    "[by=] [edge=] [ac=] [strength=] [defend] [defender_edge=] [direct] [blind] "              \
    "[constrained] [unaware] [out_reached] [bonus=] [ac_bonus=] [magic]"
#define SHOT "[other=] [facing=] [target=] [aim=] [other_ac=] [taking_aim]"

static const struct command_def commands[] = {
    COMMAND("next", "[by=]", "end the turn, or start the next round", "5.1",
            .decide = trilemma_decide_next),
    COMMAND("attack", "[TARGET:combatant] " ATTACK " [dice]",
            "attack with the combatant whose turn it is: attack p1 14 4", "5.14",
            .decide = trilemma_decide_attack, .whom = WHOM_FOE),
    COMMAND("react",
            "[WHO:combatant] [PRICE:word] [for=] [overspend=] [dc=] [edge=] [wits=] "
            "[strength=] [dice]",
            "pay for a reaction: react Bo shield, react Bo 4", "5.4",
            .decide = trilemma_decide_react, .is_reaction = true),
    COMMAND("use",
            "WHO:combatant [ACT:choice] [TARGET:combatant] " ATTACK " " SHOT " [wits=] [dice]",
            "an act that was paid for: use Bo attack g1, use Bo done", "5.2",
            .decide = trilemma_decide_use, .choices = trilemma_acts),
    COMMAND("check",
            "[WHO:combatant] [by=] [of=] [dc=] [wits=] [strength=] [edge=] [for=] [dice]",
            "a check: check Bo of=strength dc=20 for=\"lift the gate\"", "5.14",
            .decide = trilemma_decide_check),
    COMMAND("superior", "", "who began the round highest pays 10 for one more turn", "5.3",
            .decide = trilemma_decide_superior),
    COMMAND("reorient", "[by=] [wits=] [edge=] [dice]",
            "roll initiative again instead of acting", "5.6",
            .decide = trilemma_decide_reorient),
    COMMAND("shoot", "[TARGET:combatant] " ATTACK " " SHOT " [dice]",
            "a ranged attack, also into a melee", "5.21", .decide = trilemma_decide_shoot,
            .whom = WHOM_FOE),
    COMMAND("aim", "[by=]", "a full round of aiming, for a shot into a melee", "5.21",
            .decide = trilemma_decide_aim),
    COMMAND("guard", "[by=] [edge=] [strength=] [dice]",
            "active defence: d20 + strength in place of AC, if higher", "5.17",
            .decide = trilemma_decide_defend),
    COMMAND("effect", "[WHAT:name] [cost=] [rounds=] [by=]",
            "extra degrees: effect direct, blind rounds=2, push cost=2", "5.19",
            .decide = trilemma_decide_effect),
    COMMAND("order", "[WHO:combatants] [by=] [overspend=]",
            "order combatants under your command to act", "5.11",
            .decide = trilemma_decide_order),
    COMMAND("command", "WHO:combatants [under=] [off]",
            "a chain of command: command h* under=Ana", "5.11",
            .decide = trilemma_decide_command),
    COMMAND("delay", "", "let others go first; the score stays", "5.1",
            .decide = trilemma_decide_delay),
    COMMAND("ready", "FOR:text", "wait for something: ready the door opens", "5.1",
            .decide = trilemma_decide_ready),
    COMMAND("act", "WHO:combatant", "a combatant that waited or was ready acts now", "5.1",
            .decide = trilemma_decide_act, .whom = WHOM_WAITING),
    COMMAND("between", "[WHO:combatant] [PRICE:word] [for=] [overspend=]",
            "an act between rounds: between Bo 2 for=potion", "5.5",
            .decide = trilemma_decide_between),
    COMMAND("demand", "SIDE:party|foes", "a side demands the next round", "5.5",
            .decide = trilemma_decide_demand),
    COMMAND("force", "[except=] [hp=] [dice]", "force the bout to go on: everyone pays 10",
            "5.8", .decide = trilemma_decide_force),
    COMMAND("declare", "[WHO:combatant] [SPELL:name]", "declare a spell, between rounds", "5.7",
            .decide = trilemma_decide_declare),
    COMMAND("cast", "[by=]", "the declared spell takes effect", "5.7",
            .decide = trilemma_decide_cast, .cause = CAUSE_CASTS),
    COMMAND("interrupt", "WHO:combatant [YES:yes|no]", "say whether the caster was interrupted",
            "5.7", .decide = trilemma_decide_interrupt),
    COMMAND("initiative", "[wits=] [dice]", "roll for all who have no score, and start", "5.1",
            .decide = trilemma_decide_initiative),
    COMMAND("surprise", "WHO:combatants [KIND:choice]", "how a combatant gets its first score",
            "5.10", .decide = trilemma_decide_surprise, .choices = trilemma_surprises,
            .whom = WHOM_TARGET),
    COMMAND("move", "WHO:combatant WHERE:up|down",
            "move a combatant among those with the same score", "5.1",
            .decide = trilemma_decide_move),
    COMMAND("engage", "WHO:combatant WITH:combatant", "two combatants are in melee", "5.21",
            .decide = trilemma_decide_engage),
    COMMAND("part", "WHO:combatant FROM:combatant", "two combatants are no longer in melee",
            "5.21", .decide = trilemma_decide_part),
    COMMAND("morale", "[WHO:combatant] [modifier=] [then=] [score=] [note=] [dice]",
            "a group's morale check: morale p1", "5.13", .decide = trilemma_decide_morale,
            .whom = WHOM_TARGET),
    COMMAND("morale-due", "[WHO:combatant] [REASON:choice] [score=]",
            "call for a morale check: why", "5.13", .decide = trilemma_decide_morale_due,
            .choices = trilemma_reasons, .whom = WHOM_TARGET),
    COMMAND("dismiss", "[WHO:combatant]", "no morale check after all", "5.13",
            .decide = trilemma_decide_dismiss),
    COMMAND("leader", "WHO:combatant [of=] [off]",
            "whose fall shakes a group: leader Chief of=g1", "5.13",
            .decide = trilemma_decide_leader),
    COMMAND("split", "WHO:combatants", "combatants become a morale group of their own", "5.13",
            .decide = trilemma_decide_split),
    COMMAND("alternate", "WHO:combatant [SCORE:word] [LABEL:name]",
            "set another morale score, or switch to it", "5.12",
            .decide = trilemma_decide_alternate, .audience = AUDIENCE_REFEREE),
    COMMAND("injury",
            "WHO:combatants [OUTCOME:name] [ability=] [dc=] [edge=] [note=] [magic] "
            "[alike] [by=] [dice]",
            "injury s1,s2 dead; none, wounded, out, your own words", "5.18",
            .decide = trilemma_decide_injury, .cause = CAUSE_CONCLUDES),
};

static const struct listed_option options[] = {
    /* before the option of all commands */
    {"check", "of", {OPTION_TAKES_WORDS, .words = trilemma_abilities, .help = "the ability"}},
    {"next",
     "by",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"party", "foes", NULL},
      .help = "the side that wants the next round"}},
    {"", "other", {OPTION_TAKES_COMBATANT, .help = "who else is in the line of the shot"}},
    {"", "except", {OPTION_TAKES_COMBATANTS, .help = "who is left out"}},
    {"", "under", {OPTION_TAKES_COMBATANT, .help = "whose orders they follow"}},
    {"", "of", {OPTION_TAKES_COMBATANT, .help = "a member of the group that is led"}},
    {"react", "for", {OPTION_TAKES_TEXT, .help = "what it is paid for"}},
    {"between", "for", {OPTION_TAKES_TEXT, .help = "what it is paid for"}},
    {"check", "for", {OPTION_TAKES_TEXT, .help = "what it is made for"}},
    {"",
     "taking_aim",
     {OPTION_TAKES_FLAG, .help = "a hit is told as taking aim; HP go as usual"}},
    {"",
     "overspend",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"no", "yes", NULL},
      .help = "pay more than it has, and be flat-footed"}},
    {"",
     "then",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"flee", "surrender", "other", NULL},
      .help = "what they do when they break"}},
    {"", "alike", {OPTION_TAKES_FLAG, .help = "all of its kind who owe a save as well"}},
    {"", "cost", {OPTION_TAKES_NUMBER, .help = "how many extra degrees it takes"}},
    {"", "bonus", {OPTION_TAKES_NUMBER, .help = "added to the roll"}},
    {"", "ac_bonus", {OPTION_TAKES_NUMBER, .help = "added to the target's AC, for this act"}},
    {"", "modifier", {OPTION_TAKES_NUMBER, .help = "added, with its sign"}},
    {"", "score", {OPTION_TAKES_NUMBER, .help = "the morale score"}},
    {0},
};

static const struct key_def keys[] = {
    {"a", "attack %w by=%a", "attack", "attack the target", "@settle"},
    {"E", "effect", "effect", "what the hit brings: extra degrees, other effects", "next"},
    {"G", "cast by=%a", "cast", "the declared spell takes effect; you tell what it does",
     "damage"},
    {"i", "initiative", "initiative", "roll the missing initiative and start", "damage"},
    {"s", "superior", "superior", "who began the round highest pays 10 for one more turn",
     "redo"},
    {"B", "between %w %n", "act between", "the selected combatant acts between rounds",
     "damage"},
    {"v", "declare", "declare spell", "declare a spell between rounds: who, then which",
     "damage"},
    {"F", "force", "", "force a round without a demand: everyone pays 10", "history"},
    {"r", "react %r %n", "react", "a reaction of the selected or the target; 4r: at 4", "undo"},
    {"W", "act %w", "act now", "acts now: the only one who waits, or the selected one",
     "@target"},
    {"t", "shoot %w by=%a", "shoot", "shoot at the target", "@target"},
    {"g", "guard by=%a", "defend", "its own defence for the whole round", "@target"},
    {"o", "reorient by=%a", "new initiative",
     "its act: roll initiative again; a higher one counts", "@target"},
    {"w", "delay", "wait", "let others go first", "@target"},
    {"Z", "surprise %w", "surprise", "the target or the chosen just came into view", "out"},
    {"M", "morale %w", "", "a morale check of the target, pending or not", "history"},
    {"F3 y", "ready", "ready", "wait for something", "history"},
    {"F3 z", "aim by=%a", "aim", "for a shot into melee", "history"},
    {"F3 c", "check %s", "check", "of wits or strength", "history"},
    {"F3 D", "morale-due %w", "morale due", "call for a check", "history"},
    {"F3 j", "engage %s", "engage", "is in melee with whom", "history"},
    {"F3 J", "part %s", "part", "is no longer in melee", "history"},
    {"F3 I", "move %w", "move", "elsewhere in the order", "@clear"},
    {0},
};

/* ---- what it keeps in the state -------------------------------------------------------- */

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/trilemma/effects.def"
#undef EFFECT
};

#define WORD .help = "a word that changes no number", .is_word = true

static const struct condition_def conditions[] = {
    {.name = "blind", .help = "AC -5", .forms = "blinded", .lets_act = true},
    {.name = "constrained", .help = "AC -5", .forms = "restrained, held", .lets_act = true},
    {.name = "prone", WORD, .forms = "trip, tripped, knock down, knocked down"},
    {.name = "stunned", WORD},
    {.name = "unaware", .help = "AC -10", .forms = "unawares", .lets_act = true},
    {.name = "wounded", WORD, .hinders_no_act = true},
};

static const char *const damage_options[] = {"by", "magic", NULL};

static void damaged(struct decision *decision, const struct command *command, int id)
{
    if (trilemma_is_magic(command)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_MAGIC, id, 0, str_of(""), 1);
    }
}

static bool is_usual(const struct effect *effect)
{
    return effect->kind == TRILEMMA_SPENT || effect->kind == TRILEMMA_SURPRISE ||
           effect->kind == TRILEMMA_MORALE_OTHER || effect->kind == TRILEMMA_MORALE_TOGGLED ||
           effect->kind == TRILEMMA_TURN || effect->kind == TRILEMMA_MORALE_FOR ||
           effect->kind == TRILEMMA_WANTS;
}

/* Also between rounds, when all are apart but will meet again. */
static bool is_engaged(const struct state *state, int a, int b)
{
    return state_has_effect(state, TRILEMMA_ENGAGED, a, b) ||
           state_has_effect(state, TRILEMMA_ENGAGED, b, a);
}

static const char *const choices[] = {"attack {foe} by={self}",
                                      "shoot {foe} by={self}",
                                      "guard by={self}|defend",
                                      "reorient by={self}|new initiative",
                                      "cast by={self}",
                                      "aim by={self}",
                                      "superior|one more turn",
                                      "delay|let others go first",
                                      "next by={self}",
                                      "out {self} fled|flee",
                                      "react {one} shield|{one} reacts: shield",
                                      "react {one} shield-after|{one} reacts: shield after",
                                      "react {one} riposte|{one} reacts: riposte",
                                      NULL};

const struct procedure trilemma_procedure = {
    .system = "trilemma",
    .score = "init",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .settings = trilemma_settings,
    .settings_count = SETTINGS,
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    .conditions = conditions,
    .conditions_count = (int)(sizeof conditions / sizeof conditions[0]),
    .damage_options = damage_options,
    .damaged = damaged,
    .comes_before = trilemma_comes_before,
    .describe = describe,
    .seen = seen,
    .phase = phase,
    .guide = guide,
    .key_word = trilemma_key_word,
    .key_is_aside = trilemma_key_is_aside,
    .facts = facts,
    .actor = generic_actor,
    .out_of_turn = out_of_turn,
    .usual_act = trilemma_usual_act,
    .needed = trilemma_needed,
    .hurt = trilemma_hurt,
    .triggers = triggers,
    .triggers_count = COUNT_OF(triggers),
    .is_falling = trilemma_is_falling,
    .pending = pending,
    .pending_act = trilemma_pending_act,
    .give = give,
    .kinds = trilemma_kinds,
    .kinds_count = TRILEMMA_KINDS,
    .gives = trilemma_gives,
    .gives_count = TRILEMMA_GIVES,
    .fills = "creature",
    .joins = trilemma_joins,
    .advise = trilemma_advise,
    .keys = keys,
    .options = options,
    .topics = topics,
    .is_usual = is_usual,
    .is_engaged = is_engaged,
    .prepared = trilemma_prepared,
    .missing = trilemma_missing,
    .plays = trilemma_plays,
    .choices = choices,
    .assumptions = trilemma_assumptions,
    .ends_wounds = trilemma_ends_wounds,
};
