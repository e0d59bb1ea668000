/* Four Against Darkness at the table: what an encounter leaves: pending treasure, XP rolls,
 * levels (Boss Foes, XP). */
#include "games/four_against_darkness/treasure.h"

#include <string.h>

#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/gold.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/found.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rerolls.h"
#include "games/four_against_darkness/tally.h"

/* An XP roll for this many encounters with minor foes; a boss's gold is multiplied by this
 * number and has this minimum. */
enum {
    MINOR_FOR_A_ROLL = 10,
    BOSS_GOLD_TIMES = 3,
    BOSS_GOLD_LEAST = 100,
    BOSS_MAGIC_TIMES = 2,
    GOLD_MAX = 100000
};

static const char minor_label[] = "minor encounters";

static const char rolls_label[] = "rolls";

/* The random table for treasure. */
static const char treasure_table[] = "treasure";

static int xp_of(const struct state *state, const char *label)
{
    const struct effect *effect = state_effect_labelled(state, FOUR_XP, 0, 0, str_of(label));
    return effect != NULL ? effect->amount : 0;
}

int treasure_rolls(const struct state *state)
{
    return xp_of(state, rolls_label);
}

static int treasure_minor(const struct state *state)
{
    return xp_of(state, minor_label);
}

static struct event *xp_set(struct decision *decision, const char *label, int amount)
{
    return decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_XP, 0, 0, str_of(label),
                           amount);
}

/* ---- counting -------------------------------------------------------------------------- */

/* Foes defeated, subdued or driven off by morale; not those who were bribed, made peace or fled
 * when met. */
static bool is_beaten(const struct state *state, int foe)
{
    int way = state_value(state, foe, FIELD_OUT, OUT_NOT);
    return state_is_present(state, foe) && !is_character(state, foe) && way != OUT_NOT &&
           attitude_of(state, foe) != REACTION_FLEE;
}

static void treasure_call(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    int modifier = state_value(state, foe, TREASURE, 0);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_TREASURE_DUE,
                                          foe, 0, str_of(""), modifier);
    TEXT_BUFFER(on_roll, 32);
    if (modifier != 0) {
        text_add(&on_roll, ", %+d on the roll", modifier);
    }
    decision_say(decision, event, "boss foes", "treasure due: %s%s", state_name(state, foe),
                 on_roll.p);
}

static void count_minor(struct decision *decision)
{
    int minor = treasure_minor(&decision->state) + 1;
    if (minor >= MINOR_FOR_A_ROLL) {
        xp_set(decision, rolls_label, treasure_rolls(&decision->state) + 1);
        minor -= MINOR_FOR_A_ROLL;
    }
    struct event *event = xp_set(decision, minor_label, minor);
    decision_say(decision, event, "xp", "XP: minor encounters %d of %d", minor,
                 MINOR_FOR_A_ROLL);
}

void treasure_count(struct decision *decision)
{
    bool has_minor = false, is_counted = false;
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        if (state_has_effect(&decision->state, FOUR_XP_COUNTED, foe, 0)) {
            is_counted = is_counted || is_minor(&decision->state, foe);
            continue;
        }
        if (!is_beaten(&decision->state, foe)) {
            continue;
        }
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_XP_COUNTED, foe, 0, str_of(""), 1);
        treasure_call(decision, foe);
        if (is_minor(&decision->state, foe)) {
            has_minor = true;
            continue;
        }
        struct event *event =
            xp_set(decision, rolls_label, treasure_rolls(&decision->state) + 1);
        decision_say(decision, event, "xp", "XP: a roll for %s",
                     state_name(&decision->state, foe));
    }
    /* Encounters count, not groups; an encounter that went on after its end is still the same
     * one. */
    if (has_minor && !is_counted) {
        count_minor(decision);
    }
}

void treasure_owed(const struct state *state, struct text *out)
{
    const char *gap = "treasure of ";
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_TREASURE_DUE, ANYBODY, 0)) != NULL) {
        text_add(out, "%s%s", gap, state_name(state, effect->subject));
        gap = ", ";
    }
}

void treasure_earned(const struct state *state, struct text *out)
{
    int rolls = treasure_rolls(state);
    if (rolls > 0) {
        text_add(out, "%d XP roll%s", rolls, rolls == 1 ? "" : "s");
    }
}

void treasure_tell_xp(const struct state *state, struct text *out)
{
    int rolls = treasure_rolls(state);
    text_add(out, "minor encounters %d of %d; XP rolls due %d", treasure_minor(state),
             MINOR_FOR_A_ROLL, rolls);
}

/* ---- treasure -------------------------------------------------------------------------- */

static int heap_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct effect *effect = state_effect(state, NULL, FOUR_TREASURE_DUE, ANYBODY, 0);
    int foe = command->argument[0].is_given ? command->argument[0].id
              : effect != NULL              ? effect->subject
                                            : 0;
    bool is_due = foe != 0 && state_has_effect(state, FOUR_TREASURE_DUE, foe, 0);
    if (!is_due && !decision_refuse(decision, "boss foes", "no treasure is pending")) {
        return 0;
    }
    if (foe == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "whose treasure?")->wanted = WANTED_FOE;
    }
    return foe;
}

/* A boss with its extras triples the gold, at least to 100, and doubles magic items: those of
 * the table are rolled twice, others are the referee's. */
static void tell_gold(struct decision *decision, int foe, int gold, const char *magic)
{
    bool is_boss = state_has_effect(&decision->state, FOUR_MET, foe, 0);
    int most =
        gold * BOSS_GOLD_TIMES > BOSS_GOLD_LEAST ? gold * BOSS_GOLD_TIMES : BOSS_GOLD_LEAST;
    int before = gold_of(&decision->state);
    int all = gold_change(decision, is_boss ? most : gold);
    tally_add(decision, TALLY_GOLD, is_boss ? most : gold);
    char in_all[32] = "";
    if (before > 0) {
        text_format(in_all, sizeof in_all, "; party gold %d", all);
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, foe, 0);
    if (is_boss) {
        bool is_least = gold * BOSS_GOLD_TIMES < BOSS_GOLD_LEAST;
        TEXT_BUFFER(sum, 60);
        text_add(&sum, "a boss: %d x %d", BOSS_GOLD_TIMES, gold);
        if (is_least) {
            text_add(&sum, " = %d, but at least %d", BOSS_GOLD_TIMES * gold, BOSS_GOLD_LEAST);
        }
        decision_say(decision, event, "boss foes", "treasure of %s: %d gold (%s)%s%s",
                     state_name(&decision->state, foe), most, sum.p, magic, in_all);
    } else {
        decision_say(decision, event, "boss foes", "treasure of %s: %d gold%s",
                     state_name(&decision->state, foe), gold, in_all);
    }
}

/* The row of a total; a total beyond the ends of the table gives its first or last row. */
static const struct table_row *row_at(const struct random_table *table, int64_t total)
{
    const struct table_row *row = &table->row[0];
    for (int i = 0; i < table->rows; i++) {
        row = table->row[i].low <= total ? &table->row[i] : row;
    }
    return row;
}

/* "gold 3d6 in a jar": the dice after the word; false without any. */
static bool gold_in(const char *text, struct str *dice)
{
    const char *found = strstr(text, "gold ");
    const char *from = found != NULL ? found + strlen("gold ") : text;
    *dice = (struct str){from, (int)strcspn(from, " ,;")};
    return found != NULL && dice->n > 0;
}

/* The tables that a row sends on to, twice for a boss: magic items. */
static bool roll_further(struct decision *decision, const struct table_row *row, int factor)
{
    for (int i = 0; i < row->rolls; i++) {
        int times = row->roll[i].times * factor;
        for (int n = 1; n <= times; n++) {
            struct table_act act;
            random_table_begin(&act, row->roll[i].table);
            while (!random_table_is_done(&act)) {
                if (!decision_table_step(decision, &act, 0)) {
                    if (times > 1) {
                        decision_prompt(decision, decision->question.dice.label, " (%d of %d)",
                                        n, times);
                        decision_prompt_more(decision, times - n);
                    }
                    return false;
                }
            }
            struct table_hit last = act.hit[act.hits - 1];
            found_add(decision, &decision->tables->table[last.table].row[last.row]);
        }
    }
    return true;
}

static bool take_row(struct decision *decision, int foe, const struct table_row *row)
{
    bool is_boss = state_has_effect(&decision->state, FOUR_MET, foe, 0);
    struct str dice;
    int gold = 0;
    TEXT_BUFFER(what, 40);
    text_add(&what, "gold");
    if (is_boss) {
        text_add(&what, " (a boss's x%d follows)", BOSS_GOLD_TIMES);
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, foe, 0);
    decision_say(decision, event, "boss foes", "treasure of %s: %s",
                 state_name(&decision->state, foe), row->text);
    if (gold_in(row->text, &dice) &&
        !table_amount(decision, dice, foe, what.p, GOLD_MAX, &gold)) {
        return false;
    }
    if (gold > 0 || is_boss) {
        tell_gold(decision, foe, gold, row->rolls > 0 ? ", magic items twice" : "");
    }
    return roll_further(decision, row, is_boss ? BOSS_MAGIC_TIMES : 1);
}

/* Rolls a d6 plus the foe's modifier on the table of treasures, if there is one. */
static bool roll_treasure(struct decision *decision, int foe)
{
    int modifier = state_value(&decision->state, foe, TREASURE, 0);
    struct dice_expr expr;
    struct error err;
    int64_t total;
    char who[NAME_SIZE + 16];
    text_format(who, sizeof who, "treasure of %s", state_name(&decision->state, foe));
    TEXT_BUFFER(dice, 24);
    text_add(&dice, "d6");
    if (modifier != 0) {
        text_add(&dice, "%+d", modifier);
    }
    CHECK(dice_expr_parse(&expr, str_of(dice.p), NULL) == STATUS_OK);
    if (!decision_throw(decision, &expr, foe, who, (struct source){"treasure", "boss foes"},
                        &total)) {
        return false;
    }
    int table = decision->tables != NULL
                    ? random_table_find(decision->tables, str_of(treasure_table), &err)
                    : -1;
    if (table >= 0) {
        return take_row(decision, foe, row_at(&decision->tables->table[table], total));
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, foe, 0);
    decision_say(decision, event, "boss foes", "%s: %lld on the treasure table", who,
                 (long long)total);
    return true;
}

void treasure_decide(struct decision *decision, const struct command *command)
{
    int gold;
    int foe = heap_of(decision, command);
    if (foe == 0 || !option_number(decision, command, "gold",
                                   (struct number_range){0, GOLD_MAX}, -1, &gold)) {
        return;
    }
    if (gold >= 0) {
        tell_gold(decision, foe, gold, ", any magic items twice");
    } else if (!roll_treasure(decision, foe)) {
        return;
    }
    reroll_forget(decision, ANYBODY);
    const struct effect *effect =
        state_effect(&decision->state, NULL, FOUR_TREASURE_DUE, foe, 0);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    decision_label(decision, "treasure of %s", state_name(&decision->state, foe));
}

/* ---- XP -------------------------------------------------------------------------------- */

/* With a d6 above the level, or a 6, the character gains a level. */
void treasure_decide_advance(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].is_given ? command->argument[0].id : 0;
    struct inputs inputs;
    struct outcome outcome;
    struct error err;
    if (id == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "who rolls for XP?")->wanted =
            WANTED_CHARACTER;
        return;
    }
    if (!is_character(state, id)) {
        decision_wrong(decision, "%s is a foe: characters advance", state_name(state, id));
        return;
    }
    if (!option_value(decision, command, "level", id, LEVEL, (struct number_range){1, 50})) {
        return;
    }
    if (treasure_rolls(state) == 0 &&
        !decision_refuse(decision, "xp",
                         "no XP roll is pending: one for each major foe, one for %d "
                         "encounters with minor ones",
                         MINOR_FOR_A_ROLL)) {
        return;
    }
    int level = state_value(state, id, LEVEL, 1);
    inputs_begin(&inputs, state_system(state), state_action(state, "advance"));
    if (!decision_status(decision, inputs_give_number(&inputs, "level", level, &err), &err) ||
        !decision_status(decision, inputs_finish(&inputs, &err), &err) ||
        !decision_resolve(decision, &inputs, id, 0, state_name(state, id), &outcome)) {
        return;
    }
    if (treasure_rolls(state) > 0) {
        xp_set(decision, rolls_label, treasure_rolls(state) - 1);
    }
    bool advances = outcome.value[0] != 0 && level < 50;
    reroll_forget(decision, ANYBODY);
    decision_label(decision, advances ? "%s advances" : "%s stays at its level",
                   state_name(state, id));
    if (advances) {
        character_level(decision, id, level + 1);
    }
}

/* XP rolls from earlier encounters, or by the referee's ruling. */
void treasure_decide_xp(struct decision *decision, const struct command *command)
{
    int minor, rolls;
    if (!option_number(decision, command, "minor", (struct number_range){0, 9},
                       treasure_minor(&decision->state), &minor) ||
        !option_number(decision, command, "rolls", (struct number_range){0, 100},
                       treasure_rolls(&decision->state), &rolls)) {
        return;
    }
    if (command->options == 0) {
        decision_ask(decision, QUESTION_TEXT,
                     "XP: what is the count? now minor=%d encounters, rolls=%d pending", minor,
                     rolls);
        return;
    }
    xp_set(decision, minor_label, minor);
    xp_set(decision, rolls_label, rolls);
    struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "xp", "XP: minor encounters %d of %d, rolls pending %d",
                 minor, MINOR_FOR_A_ROLL, rolls);
    decision_label(decision, "XP counts");
}
