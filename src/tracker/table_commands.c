#include "tracker/table_commands.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/options.h"
#include "tracker/procedure.h"

/* ---- hit points ------------------------------------------------------------------------ */

/* Who is healed does not get up or come back by that: `back` is an act of its own. */
static void add_way_back(const struct state *state, int id, struct text *out)
{
    enum way_out way = (enum way_out)state_value(state, id, FIELD_OUT, OUT_NOT);
    if (way != OUT_NOT) {
        const char *is = way == OUT_DOWN || way == OUT_DEAD ? "still" : "has";
        text_add(out, ", %s %s; `back` ends that", is, way_out_name(way));
    }
}

/* Sets hit points and reports it. */
static void put_hp(struct decision *decision, int id, int to, const char *rules)
{
    int from = state_value(&decision->state, id, FIELD_HP, 0);
    struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, to);
    const struct state *state = &decision->state;
    const char *unit = state_system(state)->hit_points;
    int hp = state_value(state, id, FIELD_HP, 0);
    TEXT_BUFFER(most, 24);
    if (state_is_set(state, id, FIELD_HP_MAX)) {
        text_add(&most, " of %d", state_value(state, id, FIELD_HP_MAX, 0));
    }
    TEXT_BUFFER(way_back, 64);
    if (hp > from) {
        add_way_back(state, id, &way_back);
    }
    decision_say(decision, event, rules, "%s: %d → %d%s %s%s", state_name(state, id), from, hp,
                 most.p, unit, way_back.p);
}

/* Changes the number of bodies, if it stands for several; false: it has hit points. */
static bool change_bodies(struct decision *decision, int id, int change, const char *rules)
{
    return decision->procedure->change_bodies != NULL &&
           decision->procedure->change_bodies(decision, id, change, rules);
}

void table_damage(struct decision *decision, int id, int amount, const char *rules)
{
    if (change_bodies(decision, id, -amount, rules)) {
        return;
    }
    if (!state_is_set(&decision->state, id, FIELD_HP)) {
        int harm = state_value(&decision->state, id, FIELD_DAMAGE_COUNTED, 0);
        struct event *event = decision_value(decision, EVENT_DAMAGE_COUNTED, id,
                                             FIELD_DAMAGE_COUNTED, harm + amount);
        decision_say(decision, event, rules, "%s: %d damage so far",
                     state_name(&decision->state, id), harm + amount);
        return;
    }
    int temporary = state_value(&decision->state, id, FIELD_HP_TEMPORARY, 0);
    int soaked = amount < temporary ? amount : temporary;
    if (soaked > 0) {
        struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP_TEMPORARY,
                                             temporary - soaked);
        decision_say(decision, event, rules, "%s: %d → %d temporary",
                     state_name(&decision->state, id), temporary, temporary - soaked);
    }
    int left = amount - soaked;
    int hp = state_value(&decision->state, id, FIELD_HP, 0);
    int taken = left < hp ? left : hp;
    if (taken > 0) {
        put_hp(decision, id, hp - taken, rules);
    }
    if (decision_goes_on(decision) && left > 0) {
        decision->procedure->hurt(decision, id, left - taken);
    }
}

/* The share of an amount for the i-th of several: all, half (rounded down), or nothing. */
static int share_of(const struct argument *targets, int i, int amount)
{
    switch ((enum share)targets->share[i]) {
    case SHARE_HALF:
        return amount / 2;
    case SHARE_NONE:
        return 0;
    case SHARE_FULL:
    case SHARES:
        break;
    }
    return amount;
}

/* "heal Goblin 1 and 3 more: how much?": whom it will touch, between what is said of them. */
static struct question *ask_about(struct decision *decision, enum question_kind kind,
                                  const struct argument *targets, const char *before,
                                  const char *after)
{
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    return decision_ask(decision, kind, "%s%s%s", before, who.text, after);
}

/* An amount for all of them. The question for its dice says whom it is for. */
static bool amount_for(struct decision *decision, const struct argument *targets,
                       struct str word, const char *what, int *out)
{
    if (table_amount(decision, word, 0, what, AMOUNT_MAX, out)) {
        return true;
    }
    struct question *question = &decision->question;
    if (decision->verdict == VERDICT_ASKS) {
        char asked[QUESTION_PROMPT_SIZE];
        struct named_several who =
            combatants_named(&decision->state, targets->ids, targets->ids_count);
        memcpy(asked, question->prompt, sizeof asked);
        text_format(question->prompt, sizeof question->prompt, "%s: %s", who.text, asked);
    }
    return false;
}

/* Lets the game apply the source of damage to a combatant. */
static void harm(struct decision *decision, const struct command *command, int id)
{
    if (decision->procedure->damaged != NULL) {
        decision->procedure->damaged(decision, command, id);
    }
}

/* Adds the damage to the first line about a combatant if the line does not show all of it,
 * since hit points end at 0. The first damage that is only counted has already been
 * reported. */
static void say_amount(struct decision *decision, int first, int id, int amount)
{
    for (int i = first; i < decision->events; i++) {
        struct event *event = &decision->event[i];
        if (event->kind == EVENT_DAMAGE_COUNTED &&
            state_value(&decision->state, id, FIELD_DAMAGE_COUNTED, 0) == amount) {
            return;
        }
        bool is_harm = event->kind != EVENT_CHECK_CALLED && event->kind != EVENT_MORALE_CALLED;
        if (event->subject == id && event->line.n > 0 && is_harm) {
            TEXT_BUFFER(line, 400);
            TEXT_BUFFER(rules, 120);
            text_add_str(&line, event->line);
            text_add_str(&rules, event->rules);
            decision_say(decision, event, rules.p, "%s (%d damage)", line.p, amount);
            return;
        }
    }
}

/* Damage of a line belongs to the one whom by= names; without it nobody is known. */
static void tell_cause(struct decision *decision, int id, int by, int amount)
{
    if (by != 0 && amount > 0) {
        decision_dealt(decision, id, by, 0, amount);
    }
}

/* "7", and where not all of several have the whole amount "up to 7". */
static void add_amount_most(const struct argument *targets, int amount, struct text *out)
{
    bool are_alike = true;
    for (int i = 0; targets->ids_count > 1 && i < targets->ids_count; i++) {
        are_alike = are_alike && targets->share[i] == SHARE_FULL;
    }
    text_add(out, "%s%d", are_alike ? "" : "up to ",
             targets->ids_count == 1 ? share_of(targets, 0, amount) : amount);
}

static void decide_damage(struct decision *decision, const struct command *command)
{
    int amount, by;
    if (!command->argument[1].is_given) {
        ask_about(decision, QUESTION_TEXT, &command->argument[0], "",
                  ": how much damage? e.g. 7 or 2d6");
        return;
    }
    const struct argument *targets = &command->argument[0];
    if (!option_combatant(decision, command, "by", &by) ||
        !amount_for(decision, targets, command->argument[1].word, "damage", &amount)) {
        return;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        int id = targets->ids[i];
        int part = share_of(targets, i, amount);
        if (part > 0) {
            harm(decision, command, id);
            tell_cause(decision, id, by, part);
        }
        int first = decision->events;
        int before = state_value(&decision->state, id, FIELD_HP, 0);
        if (part > 0 || amount == 0) {
            table_damage(decision, id, part, "");
        }
        bool is_told = before - state_value(&decision->state, id, FIELD_HP, 0) == part;
        if (part > 0 && !is_told && decision_goes_on(decision)) {
            say_amount(decision, first, id, part);
        }
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    TEXT_BUFFER(most, 24);
    add_amount_most(targets, amount, &most);
    decision_label(decision,
                   targets->ids_count == 1 ? "%s takes %s damage%s%s" : "%s take %s%s%s",
                   who.text, most.p, by != 0 ? " from " : "",
                   by != 0 ? state_name(&decision->state, by) : "");
}

void table_say_full(const struct state *state, int id, struct text *out)
{
    int hp = state_value(state, id, FIELD_HP, 0);
    bool has_most = state_is_set(state, id, FIELD_HP) && state_is_set(state, id, FIELD_HP_MAX);
    if (has_most && hp >= state_value(state, id, FIELD_HP_MAX, 0)) {
        text_add(out, "%d of %d %s: nothing to heal", hp,
                 state_value(state, id, FIELD_HP_MAX, 0), state_system(state)->hit_points);
        add_way_back(state, id, out);
    }
}

/* Healing never exceeds the maximum, and never lowers hit points that are above it. */
static void heal(struct decision *decision, int id, int amount)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(way_back, 64);
    add_way_back(state, id, &way_back);
    if (change_bodies(decision, id, amount, "")) {
        if (way_back.n > 0 && decision_goes_on(decision)) {
            decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "", "%s: %s",
                         state_name(state, id), way_back.p + 2);
        }
        return;
    }
    if (!state_is_set(state, id, FIELD_HP)) {
        int harm = state_value(state, id, FIELD_DAMAGE_COUNTED, 0);
        int left = amount < harm ? harm - amount : 0;
        struct event *event =
            decision_value(decision, EVENT_DAMAGE_COUNTED, id, FIELD_DAMAGE_COUNTED, left);
        decision_say(decision, event, "", "%s: %d damage so far%s", state_name(state, id), left,
                     way_back.p);
        return;
    }
    int hp = state_value(state, id, FIELD_HP, 0);
    int most = state_value(state, id, FIELD_HP_MAX, INT32_MAX / 2);
    int to = hp + amount > most ? most : hp + amount;
    if (to > hp) {
        put_hp(decision, id, to, "");
    }
}

/* "9 of 9 Life: nothing to heal" of all of them; "" when somebody can be healed. */
static void say_none_to_heal(const struct decision *decision, const struct argument *targets,
                             struct text *out)
{
    const struct state *state = &decision->state;
    bool (*stands_for)(const struct state *, int, struct bodies *) =
        decision->procedure->bodies;
    for (int i = 0; i < targets->ids_count; i++) {
        struct bodies bodies;
        int id = targets->ids[i];
        text_init(out, out->p, out->size);
        if (stands_for == NULL || !stands_for(state, id, &bodies)) {
            table_say_full(state, id, out);
        }
        if (out->n == 0) {
            return;
        }
    }
    if (targets->ids_count > 1) {
        text_init(out, out->p, out->size);
        text_add(out, "full %s: nothing to heal", state_system(state)->hit_points);
    }
}

static void decide_heal(struct decision *decision, const struct command *command)
{
    int amount;
    TEXT_BUFFER(full, 80);
    say_none_to_heal(decision, &command->argument[0], &full);
    if (!command->argument[1].is_given) {
        TEXT_BUFFER(how_much, 120);
        text_add(&how_much, "%s%s%s: how much? e.g. 7 or 2d6", full.n > 0 ? " (" : "", full.p,
                 full.n > 0 ? ")" : "");
        ask_about(decision, QUESTION_TEXT, &command->argument[0], "heal ", how_much.p);
        return;
    }
    const struct argument *targets = &command->argument[0];
    if (!amount_for(decision, targets, command->argument[1].word, "healing", &amount)) {
        return;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        heal(decision, targets->ids[i], share_of(targets, i, amount));
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    if (full.n > 0) { /* nothing changes, so there is no act */
        decision_answer(decision, "%s: %s", who.text, full.p);
        return;
    }
    TEXT_BUFFER(most, 24);
    add_amount_most(targets, amount, &most);
    decision_label(decision, "%s: healed %s", who.text, most.p);
}

/* "-7", "+5", "=12", "t5": the sign says how the amount after it is used. */
static void decide_hp(struct decision *decision, const struct command *command)
{
    if (!command->argument[1].is_given) {
        ask_about(decision, QUESTION_TEXT, &command->argument[0], "HP of ",
                  ": -7, +5, =12, -2d6, or t5 for temporary");
        return;
    }
    struct str word = command->argument[1].word;
    char sign = word.n > 0 ? char_lower(word.p[0]) : '\0';
    struct str rest = {word.p + 1, word.n - 1};
    int amount, by;
    if (strchr("-+=t", sign) == NULL || sign == '\0' || rest.n == 0) {
        decision_wrong(decision, "hit points: expected -7, +5, =12, -2d6 or t5");
        return;
    }
    if (sign != '-' && command_option(command, "by") != NULL) {
        decision_wrong(decision, "by= says whose damage it is: it goes with -7, not with %.*s",
                       word.n, word.p);
        return;
    }
    const struct argument *targets = &command->argument[0];
    if (!option_combatant(decision, command, "by", &by)) {
        return;
    }
    if (!amount_for(decision, targets, rest, sign == '-' ? "damage" : "hit points", &amount)) {
        return;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        int id = targets->ids[i];
        if (sign == '-') {
            tell_cause(decision, id, by, amount);
            table_damage(decision, id, amount, "");
        } else if (sign == '+') {
            heal(decision, id, amount);
        } else if (sign == '=') {
            /* Sets hit points, or the bodies of a combatant that stands for several, to this
             * number. */
            struct bodies bodies;
            bool has_bodies = decision->procedure->bodies != NULL &&
                              decision->procedure->bodies(&decision->state, id, &bodies);
            if (!has_bodies || !change_bodies(decision, id, amount - bodies.left, "")) {
                put_hp(decision, id, amount, "");
            }
        } else { /* neither damage nor healing */
            struct event *event =
                decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_TEMPORARY, amount);
            decision_say(decision, event, "", "%s: %d temporary",
                         state_name(&decision->state, id), amount);
        }
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    decision_label(decision, "%s %.*s", who.text, word.n, word.p);
}

/* ---- leaving the table ----------------------------------------------------------------- */

static void decide_remove(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    for (int i = 0; i < targets->ids_count; i++) {
        int id = targets->ids[i];
        struct event *event =
            decision_value(decision, EVENT_COMBATANT_REMOVED, id, FIELD_PRESENT, 0);
        decision_say(decision, event, "", "%s is taken off the table",
                     state_name(&decision->state, id));
        conditions_remove(decision, id);
        if (decision->state.value[ENCOUNTER_TURN] == id) {
            decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, 0);
        }
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    decision_label(decision, "%s removed", who.text);
}

/* ---- leaving the fight ----------------------------------------------------------------- */

void table_leave(struct decision *decision, int id, enum way_out way)
{
    const char *name = state_name(&decision->state, id);
    if (way == OUT_NOT) {
        struct event *event = decision_value(decision, EVENT_CAME_BACK, id, FIELD_OUT, OUT_NOT);
        decision_say(decision, event, "", "%s is back in the fight", name);
        return;
    }
    struct event *event = decision_value(decision, EVENT_WENT_OUT, id, FIELD_OUT, (int)way);
    decision_say(decision, event, "", "%s: %s", name, way_out_name(way));
}

/* "dead" first: its key is then d, as where an injury is settled, and that of "down" is o. */
static const char *const ways_out[] = {"dead", "down", "fled", "surrendered", NULL};
static const enum way_out way_of[] = {OUT_DEAD, OUT_DOWN, OUT_FLED, OUT_SURRENDERED};

static void decide_out(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    if (!command->argument[1].is_given && decision->asks) {
        struct question *question = ask_about(
            decision, QUESTION_CHOICE, targets, "",
            targets->ids_count > 1 ? " leave the fight: how?" : " leaves the fight: how?");
        for (int i = 0; ways_out[i] != NULL; i++) {
            question_offer(question, ways_out[i], "");
        }
        return;
    }
    enum way_out way = way_of[command->argument[1].choice];
    int by;
    if (!option_combatant(decision, command, "by", &by)) {
        return;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        harm(decision, command, targets->ids[i]);
        int before = decision->events;
        table_leave(decision, targets->ids[i], way);
        if (decision->events > before) {
            decision->event[before].object = by; /* whose doing it is */
        }
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    decision_label(decision, "%s: %s", who.text, way_out_name(way));
}

static void decide_back(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    int left = 0;
    for (int i = 0; i < targets->ids_count; i++) {
        left += state_is_in(&decision->state, targets->ids[i]) ? 0 : 1;
    }
    if (left == 0 &&
        !decision_refuse(
            decision, "", "%s never left the fight",
            combatants_named(&decision->state, targets->ids, targets->ids_count).text)) {
        return;
    }
    for (int i = 0; i < targets->ids_count; i++) {
        table_leave(decision, targets->ids[i], OUT_NOT);
    }
    struct named_several who =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    decision_label(decision, "%s back", who.text);
}

enum { LOG_NOTE_SIZE = 300 }; /* it fits a line of the log */

static void decide_note(struct decision *decision, const struct command *command)
{
    char clean[LOG_NOTE_SIZE];
    struct str words = command->argument[0].word;
    utf8_clean(clean, sizeof clean, words);
    if (words.n >= LOG_NOTE_SIZE) {
        decision_wrong(decision,
                       "a note has at most %d" IN_LETTERS "; this one has %d: make two notes",
                       LOG_NOTE_SIZE - 1, words.n);
        return;
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "", "note: %s", clean);
    decision_label(decision, "note: %s", clean);
}

/* Combatants that table rows bring do not arrive unseen: the lines that add them are pending
 * checks. */
static void bring(struct decision *decision, const struct table_act *act)
{
    for (int i = 0; i < act->hits; i++) {
        const struct random_table *table = &decision->tables->table[act->hit[i].table];
        const struct table_row *row = &table->row[act->hit[i].row];
        for (int k = 0; k < row->brings_count && decision_goes_on(decision); k++) {
            TEXT_BUFFER(line, COUNTER_LINE_SIZE);
            text_add(&line, "add %s", row->brings[k]);
            counter_call(decision, table->name, line.p);
        }
    }
}

static void decide_consult(struct decision *decision, const struct command *command)
{
    struct str name = command->argument[0].word;
    if (name.n > 0 && name.p[0] == '@') {
        name = (struct str){name.p + 1, name.n - 1};
    }
    int table = decision_table(decision, name);
    if (table < 0) {
        return;
    }
    struct table_act act;
    random_table_begin(&act, table);
    while (!random_table_is_done(&act)) {
        if (!decision_table_step(decision, &act, 0)) {
            return;
        }
    }
    bring(decision, &act);
    decision_label(decision, "consult %s", decision->tables->table[table].name);
}

/* Dice for anything without a rule here, the log keeps them; or `roll @moor`, which consults.
 */
static void decide_roll(struct decision *decision, const struct command *command)
{
    struct str dice = command->argument[0].word;
    if (dice.n > 0 && dice.p[0] == '@' && command_option(command, "dialect") != NULL) {
        decision_wrong(decision, "roll: dialect= is for dice notation, not for a table");
        return;
    }
    if (dice.n > 0 && dice.p[0] == '@') {
        decide_consult(decision, command);
        return;
    }
    enum { DICE_MAX = 100 };
    struct dice_expr expr;
    struct error err;
    char what[NAME_SIZE];
    int64_t total;
    struct str purpose = option_text(command, "for", "roll");
    utf8_clean(what, sizeof what, purpose.n > 0 ? purpose : str_of("roll"));
    enum dice_reading reading = DICE_TYPED;
    const struct option *dialect = command_option(command, "dialect");
    if ((dialect != NULL && dice_dialect_find(&reading, dialect->value, &err) != STATUS_OK) ||
        dice_expr_parse_as(NULL, &expr, dice, reading, &err) != STATUS_OK) {
        decision_wrong(decision, "roll: %s", err.text);
    } else if (dice_expr_dice(&expr) > DICE_MAX) {
        decision_wrong(decision, "roll takes at most %d dice", DICE_MAX);
    } else if (decision_throw(decision, &expr, 0, what, (struct source){what, ""}, &total)) {
        decision_label(decision, "%s: %lld", what, (long long)total);
    }
}

static const struct command_def commands[] = {
    {.name = "remove",
     .signature = "WHO:combatants",
     .help = "take combatants off the table; the log keeps what they did",
     .decide = decide_remove},
    {.name = "damage",
     .signature = "WHO:combatants/shares [AMOUNT:number] [by=] [dice]",
     .help = "take hit points: damage p1,p2/half 7, damage gob* 2d6",
     .takes_damage_options = true,
     .cause = CAUSE_DAMAGES,
     .whom = WHOM_TARGET,
     .decide = decide_damage},
    {.name = "heal",
     .signature = "WHO:combatants/shares [AMOUNT:number] [dice]",
     .help = "heal hit points, up to the maximum",
     .whom = WHOM_HEALED,
     .decide = decide_heal},
    {.name = "hp",
     .signature = "WHO:combatants [CHANGE:change] [by=] [dice]",
     .help = "hit points: -7, +5, =12, -2d6, t5 (temporary)",
     .cause = CAUSE_DAMAGES,
     .decide = decide_hp},
    {.name = "out",
     .signature = "WHO:combatants [HOW:dead|down|fled|surrendered] [by=]",
     .help = "combatants leave the fight: dead, down, fled, surrendered",
     .takes_damage_options = true,
     .cause = CAUSE_CONCLUDES,
     .decide = decide_out},
    /* The dice are those that a game throws when the combatant is met. */
    {.name = "back",
     .signature = "WHO:combatants [dice]",
     .help = "combatants come back into the fight",
     .whom = WHOM_OUT,
     .decide = decide_back},
    {.name = "consult",
     .signature = "TABLE:word/table [dice]",
     .help = "roll on a random table: consult chest, consult chest 4 =8",
     .decide = decide_consult},
    {.name = "roll",
     .signature = "DICE:word [for=] [dialect=] [dice]",
     .help = "dice for anything: roll d20+3 for=\"the door\"",
     .decide = decide_roll},
    {.name = "note",
     .signature = "TEXT:text",
     .help = "write a line into the log",
     .audience = AUDIENCE_REFEREE,
     .decide = decide_note},
};

int table_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
