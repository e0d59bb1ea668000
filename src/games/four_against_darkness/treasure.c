/* Four Against Darkness at the table: treasure, gold, what was found, XP and levels, the
 * adventure (Boss Foes, XP). */
#include "games/four_against_darkness/treasure.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/combatant_fields.h"
#include "tracker/conditions.h"
#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/texts.h"

/* ==== What adds up over the encounters of an adventure (FOUR_TALLY). */

enum tally { TALLY_WANDERING, TALLY_MAJOR, TALLY_GOLD, TALLIES };

static const char *const labels[TALLIES] = {
    [TALLY_WANDERING] = "wandering monsters met",
    [TALLY_MAJOR] = "major foes met",
    [TALLY_GOLD] = "gold found",
};

static const struct effect *find(const struct state *state, enum tally tally)
{
    return state_effect_labelled(state, FOUR_TALLY, 0, 0, str_of(labels[tally]));
}

static int tally_of(const struct state *state, enum tally tally)
{
    const struct effect *effect = find(state, tally);
    return effect != NULL ? effect->amount : 0;
}

static void tally_add(struct decision *decision, enum tally tally, int more)
{
    if (more > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_TALLY, 0, 0, str_of(labels[tally]),
                        tally_of(&decision->state, tally) + more);
    }
}

/* ==== The gold that the party has found, over all its encounters. The rules do not use it:
 * it is added up for the players, and bribes are paid from it until it is gone. */

enum { GOLD_MOST = 1000000 };

int gold_of(const struct state *state)
{
    const struct effect *effect = state_effect(state, NULL, FOUR_GOLD, 0, 0);
    return effect != NULL ? effect->amount : 0;
}

int gold_change(struct decision *decision, int amount)
{
    int gold = gold_of(&decision->state);
    int to = gold + amount > 0 ? gold + amount : 0;
    to = to < GOLD_MOST ? to : GOLD_MOST;
    if (to != gold) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_GOLD, 0, 0, str_of(""), to);
    }
    return to;
}

bool gold_pay(struct decision *decision, int amount)
{
    int gold = gold_of(&decision->state);
    if (gold + amount < 0 &&
        !decision_refuse(decision, "", "the party has only %d gold", gold)) {
        return false;
    }
    gold_change(decision, amount);
    return true;
}

void gold_decide(struct decision *decision, const struct command *command)
{
    struct str word = command->argument[0].word;
    int64_t amount;
    if (!command->argument[0].is_given) {
        decision_answer(decision, "the party has %d gold", gold_of(&decision->state));
        return;
    }
    bool is_change = word.n > 0 && (word.p[0] == '+' || word.p[0] == '-');
    if (!str_to_int64(word, is_change ? -GOLD_MOST : 0, GOLD_MOST, &amount)) {
        decision_wrong(decision, "%s: expected an amount of gold, or a change such as -5",
                       utf8_shown(word).text);
        return;
    }
    int before = gold_of(&decision->state);
    int to = gold_change(decision, is_change ? (int)amount : (int)amount - before);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "treasure",
                 "the party's gold: %d → %d", before, to);
    decision_label(decision, "gold %d", to);
}

/* ==== What the party has found and nobody has taken yet: the magic items of a treasure. Who
 * takes one has it from then on: a spell or an ability with its uses, gear, or a note. The
 * row of the table says what it gives: "uses sleep 3", "equip magic-sword"; without that it
 * becomes a note. In the state, and in rows of older files, that stands in brackets at the
 * end of the text. */

enum { USES_MOST = 100 };

/* One more of this row is found. */
static void found_add(struct decision *decision, const struct table_row *row)
{
    TEXT_BUFFER(gives, TABLE_GIVES_MAX + 4);
    TEXT_BUFFER(label, LABEL_SIZE);
    char words[LABEL_SIZE];
    if (row->gives != NULL) {
        text_add(&gives, " (%s)", row->gives);
    }
    text_copy(words, LABEL_SIZE - gives.n, str_of(row->text)); /* these words give way */
    text_add(&label, "%s%s", words, gives.p);
    const struct effect *before =
        state_effect_labelled(&decision->state, FOUR_FOUND, 0, 0, str_of(label.p));
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FOUND, 0, 0, str_of(label.p),
                    before != NULL ? before->amount + 1 : 1);
}

const struct effect *found_first(const struct state *state)
{
    return state_effect(state, NULL, FOUR_FOUND, 0, 0);
}

int found_count(const struct state *state)
{
    const struct effect *found = NULL;
    int count = 0;
    while ((found = state_effect(state, found, FOUR_FOUND, 0, 0)) != NULL) {
        count += found->amount;
    }
    return count;
}

/* "uses sleep 3" of "a wand of sleep: 3 spells (uses sleep 3)"; empty without any. */
static struct str gives_of(const struct effect *found)
{
    int n = (int)strlen(found->label);
    const char *open = strrchr(found->label, '(');
    if (open == NULL || found->label[n - 1] != ')') {
        return (struct str){"", 0};
    }
    return (struct str){open + 1, (int)(found->label + n - 1 - (open + 1))};
}

struct str found_name(const struct effect *found)
{
    struct str gives = gives_of(found);
    struct str name = {found->label, gives.n > 0 ? (int)(gives.p - 1 - found->label)
                                                 : (int)strlen(found->label)};
    return str_trimmed(name);
}

/* ---- taking it ------------------------------------------------------------------------- */

/* "sleep 3": an ability, and how often; without a number as often as its record says. */
static void give_uses(struct decision *decision, int id, struct str words)
{
    struct str name = str_next_word(&words);
    const struct library_record *ability = record_find(decision, "ability", name);
    int64_t times;
    if (ability == NULL) {
        return;
    }
    const struct effect *before = uses_find(&decision->state, id, name);
    int had = before != NULL && before->amount > 0 ? before->amount : 0;
    int level = state_value(&decision->state, id, LEVEL, 1);
    bool is_said = str_to_int64(str_trimmed(words), 1, USES_MOST, &times);
    ability_put(decision, id, ability, level);
    TEXT_BUFFER(label, LABEL_SIZE);
    record_label(ability->name, &label);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_USES, id, 0, str_of(label.p),
                    had + (is_said ? (int)times : record_uses(ability, level)));
}

static void give(struct decision *decision, int id, const struct effect *found)
{
    struct str rest = gives_of(found);
    struct str way = str_next_word(&rest);
    if (str_equal_any_case(way, str_of("uses"))) {
        give_uses(decision, id, rest);
    } else if (str_equal_any_case(way, str_of("equip"))) {
        gear_get(decision, id, str_trimmed(rest));
    } else {
        /* After what is noted of this one already. */
        struct str name = found_name(found);
        const char *before = state_text(&decision->state, id, TEXT_NOTE);
        TEXT_BUFFER(note, COMMAND_LINE_MAX);
        text_add(&note, "%s%s%.*s", before, before[0] != '\0' ? "; " : "", name.n, name.p);
        combatant_note(decision, id, (struct str){note.p, note.n});
    }
}

/* One of it less. */
static void found_drop(struct decision *decision, const struct effect *found)
{
    if (found->amount > 1) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FOUND, 0, 0, str_of(found->label),
                        found->amount - 1);
    } else {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, found);
    }
}

void found_decide_take(struct decision *decision, const struct command *command)
{
    bool is_gone = command_option(command, "gone") != NULL;
    int id = command->argument[0].is_given ? command->argument[0].id : 0;
    const struct effect *effect = found_first(&decision->state);
    if (effect == NULL) {
        decision_wrong(decision, "nothing was found that nobody has taken");
        return;
    }
    struct effect found = *effect;
    struct str name = found_name(&found);
    if (id == 0 && !is_gone) {
        decision_ask(decision, QUESTION_COMBATANT, "who takes %.*s?", name.n, name.p)->wanted =
            WANTED_CHARACTER;
        return;
    }
    if (id != 0 && !is_character(&decision->state, id)) {
        decision_wrong(decision, "%s is a foe: one of the party takes it",
                       state_name(&decision->state, id));
        return;
    }
    if (is_gone) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "treasure",
                     "nobody takes %.*s", name.n, name.p);
        decision_label(decision, "nobody takes it");
    } else {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "treasure",
                     "%s takes %.*s", state_name(&decision->state, id), name.n, name.p);
        give(decision, id, &found);
        decision_label(decision, "%s takes what was found", state_name(&decision->state, id));
    }
    if (decision_goes_on(decision)) {
        found_drop(decision, state_effect_labelled(&decision->state, FOUR_FOUND, 0, 0,
                                                   str_of(found.label)));
    }
}

/* ==== What an encounter leaves: pending treasure, XP rolls, levels (Boss Foes, XP). */

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
    /* The trait "no treasure", which is kept as one that it lacks, or a tag of its row. */
    if (trait_value(state, foe, "treasure", 1) <= 0 ||
        row_is(state, foe, str_of("no-treasure"))) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "treasure",
                     "%s: no treasure", state_name(state, foe));
        return;
    }
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_TREASURE_DUE,
                                          foe, 0, str_of(""), modifier);
    TEXT_BUFFER(on_roll, 32);
    if (modifier != 0) {
        text_add(&on_roll, ", %+d on the roll", modifier);
    }
    decision_say(decision, event, "treasure", "treasure due: %s%s", state_name(state, foe),
                 on_roll.p);
}

static bool is_counted(const struct state *state, int id)
{
    return state_has_effect(state, FOUR_TALLIED, id, 0);
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
        int minor = treasure_minor(&decision->state) + 1;
        if (minor >= MINOR_FOR_A_ROLL) {
            xp_set(decision, rolls_label, treasure_rolls(&decision->state) + 1);
            minor -= MINOR_FOR_A_ROLL;
        }
        struct event *event = xp_set(decision, minor_label, minor);
        decision_say(decision, event, "xp", "XP: minor encounters %d of %d", minor,
                     MINOR_FOR_A_ROLL);
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

/* ---- treasure -------------------------------------------------------------------------- */

static int heap_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct effect *effect = state_effect(state, NULL, FOUR_TREASURE_DUE, ANYBODY, 0);
    int foe = command->argument[0].is_given ? command->argument[0].id
              : effect != NULL              ? effect->subject
                                            : 0;
    bool is_due = foe != 0 && state_has_effect(state, FOUR_TREASURE_DUE, foe, 0);
    if (!is_due && !decision_refuse(decision, "treasure", "no treasure is pending")) {
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
        decision_say(decision, event, "treasure", "treasure of %s: %d gold%s",
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
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "treasure",
                 "treasure of %s: %s", state_name(&decision->state, foe), row->text);
    if (gold_in(row->text, &dice) &&
        !table_amount(decision, dice, foe, what.p, GOLD_MAX, &gold)) {
        return false;
    }
    if (gold > 0 || is_boss) {
        tell_gold(decision, foe, gold, row->rolls > 0 ? ", magic items twice" : "");
    }
    /* The tables that a row sends on to, twice for a boss: magic items. */
    for (int i = 0; i < row->rolls; i++) {
        int times = row->roll[i].times * (is_boss ? BOSS_MAGIC_TIMES : 1);
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
    if (!decision_throw(decision, &expr, foe, who, (struct source){"treasure", "treasure"},
                        &total)) {
        decision->question.is_of_table = true;
        return false;
    }
    int table = decision->tables != NULL
                    ? random_table_find(decision->tables, str_of(treasure_table), &err)
                    : -1;
    if (table >= 0) {
        return take_row(decision, foe, row_at(&decision->tables->table[table], total));
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "treasure",
                 "%s: %lld on the treasure table", who, (long long)total);
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
    const struct effect *before = state_effect(state, NULL, FOUR_ADVANCED, id, 0);
    int gained = before != NULL ? before->amount : 0;
    char who[NAME_SIZE + 32];
    text_format(who, sizeof who, gained > 0 ? "%s, who has just advanced" : "%s",
                state_name(state, id));
    inputs_begin(&inputs, state_system(state), state_action(state, "advance"));
    inputs_give_number(&inputs, "level", level);
    if (!decision_finish(decision, &inputs) ||
        !decision_resolve(decision, &inputs, id, 0, who, &outcome)) {
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
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ADVANCED, id, 0, str_of(""),
                        gained + 1);
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
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "xp",
                 "XP: minor encounters %d of %d, rolls pending %d", minor, MINOR_FOR_A_ROLL,
                 rolls);
    decision_label(decision, "XP counts");
}

/* ==== The present adventure of the party, over all its encounters: wandering monsters and
 * major foes that it met, treasure that it found. Whether a boss is the final one is house:
 * a d6 plus the major foes met so far, 6 or more; the rules analysis only says what a final
 * boss has. */

/* A d6 plus the major foes met before, this or more: the final boss. */
enum { FINAL_FROM = 6, DIE_SIDES = 6 };

/* ---- counting -------------------------------------------------------------------------- */

static void mark(struct decision *decision, int id)
{
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_TALLIED, id, 0, str_of(""), 1);
}

void adventure_meet(struct decision *decision)
{
    const struct state *state = &decision->state;
    if (situation_holds(state, "wandering") && !is_counted(state, 0) && foes_left(state) > 0) {
        tally_add(decision, TALLY_WANDERING, 1);
        mark(decision, 0);
    }
    for (int foe = 1; foe <= state->count && decision_goes_on(decision); foe++) {
        bool is_major = state_is_in(state, foe) && !is_character(state, foe) &&
                        state_is_set(state, foe, FOE) && !is_minor(state, foe) &&
                        !state_has_effect(state, EFFECT_HIDDEN, foe, 0);
        if (is_major && !is_counted(state, foe)) {
            tally_add(decision, TALLY_MAJOR, 1);
            mark(decision, foe);
        }
    }
}

/* ---- the final boss -------------------------------------------------------------------- */

/* The major foes met before this one. */
static int met_before(const struct state *state, int foe)
{
    int met = tally_of(state, TALLY_MAJOR);
    return is_counted(state, foe) && met > 0 ? met - 1 : met;
}

static bool is_boss_here(const struct state *state, int id)
{
    return state_is_in(state, id) && !is_character(state, id) &&
           state_value(state, id, FOE, FOE_VERMIN) == FOE_BOSS;
}

int adventure_boss_due(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (is_boss_here(state, id) && !row_is(state, id, str_of("final")) &&
            !state_has_effect(state, FOUR_BOSS_ROLLED, id, 0) &&
            !state_has_effect(state, EFFECT_HIDDEN, id, 0)) {
            return id;
        }
    }
    return 0;
}

static int boss_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int boss = command->argument[0].is_given ? command->argument[0].id : 0;
    boss = boss == 0 ? adventure_boss_due(state) : boss;
    for (int id = 1; id <= state->count && boss == 0; id++) {
        boss = is_boss_here(state, id) ? id : boss;
    }
    if (boss == 0 || is_character(state, boss)) {
        decision_refuse(decision, "boss foes", "there is no boss here");
        return 0;
    }
    if (!is_boss_here(state, boss) &&
        !decision_refuse(decision, "boss foes", "only a boss can be the final one, not %s",
                         state_name(state, boss))) {
        return 0;
    }
    if (row_is(state, boss, str_of("final")) &&
        !decision_refuse(decision, "boss foes", "%s is the final boss already",
                         state_name(state, boss))) {
        return 0;
    }
    return boss;
}

void adventure_decide_boss(struct decision *decision, const struct command *command)
{
    int boss = boss_of(decision, command);
    int face;
    if (boss == 0) {
        return;
    }
    const char *name = state_name(&decision->state, boss);
    int met = met_before(&decision->state, boss);
    if (!rolls_d6(decision, boss, name, (struct source){"final boss", "boss foes"}, &face)) {
        decision_prompt(decision, "final boss", " (%d+)", FINAL_FROM - met);
        return;
    }
    bool is_final = face + met >= FINAL_FROM;
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED,
                                          is_final ? EFFECT_TRAIT : FOUR_BOSS_ROLLED, boss, 0,
                                          str_of(is_final ? "final" : ""), 1);
    decision_say(decision, event, "boss foes", "%s: %d + %d major foe%s before = %d: %s", name,
                 face, met, met == 1 ? "" : "s", face + met,
                 is_final ? "the final boss" : "not the final boss");
    decision_label(decision, is_final ? "%s is the final boss" : "%s is not the final boss",
                   name);
}

/* ---- telling --------------------------------------------------------------------------- */

void adventure_tell(const struct state *state, struct text *out)
{
    int major = tally_of(state, TALLY_MAJOR);
    /* Faces of the d6 that make a boss the final one, with this many major foes before it. */
    int faces = major + 1 < DIE_SIDES ? major + 1 : DIE_SIDES;
    text_add(out, "this adventure: wandering monsters %d, major foes %d, gold found %d\n",
             tally_of(state, TALLY_WANDERING), major, tally_of(state, TALLY_GOLD));
    text_add(out, "final boss %d in %d; ", faces, DIE_SIDES);
    text_add(out, "minor encounters %d of %d; XP rolls due %d", treasure_minor(state),
             MINOR_FOR_A_ROLL, treasure_rolls(state));
    text_add(out, "; gold %d\n", gold_of(state));
}

/* ---- a new one ------------------------------------------------------------------------- */

void adventure_decide(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    (void)command;
    for (int i = 0; i < TALLIES && decision_goes_on(decision); i++) {
        const struct effect *effect = find(&decision->state, (enum tally)i);
        if (effect != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        }
    }
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (state_is_present(state, id) && is_character(state, id) &&
            !table_rule(state, "refresh", "never")) {
            records_refresh(decision, id);
        }
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "class abilities",
                 "a new adventure begins");
    decision_label(decision, "a new adventure begins");
}
