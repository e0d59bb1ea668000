/* Four Against Darkness at the table: damage, 0 Life, the effects of foes in words, saves that
 * are due and saves that are made (Save Rolls, Save Thresholds, Damage Types). */
#include "games/four_against_darkness/harm.h"

#include <limits.h>
#include <string.h>

#include "tracker/conditions.h"
#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/texts.h"

/* ==== Pending saves: FOUR_SAVE_DUE on the one who makes it, from its source. */

static const char save_lethal_word[] = "lethal";

const struct effect *save_due(const struct state *state, int id)
{
    return state_effect(state, NULL, FOUR_SAVE_DUE, id == 0 ? ANYBODY : id, ANYBODY);
}

const struct effect *save_lethal(const struct state *state, int id)
{
    return state_effect_labelled(state, FOUR_SAVE_DUE, id, 0, str_of(save_lethal_word));
}

static const struct effect *more_of(const struct state *state, const struct effect *due)
{
    return state_effect_labelled(state, FOUR_SAVE_MORE, due->subject, due->object,
                                 str_of(due->label));
}

int save_times(const struct state *state, const struct effect *due)
{
    const struct effect *more = more_of(state, due);
    return 1 + (more != NULL ? more->amount : 0);
}

struct str save_word(const struct effect *due)
{
    return (struct str){due->label, (int)strcspn(due->label, ":")};
}

/* Adds this many more of the same save. */
static void set_more(struct decision *decision, const struct effect *due, int amount)
{
    const struct effect *more = more_of(&decision->state, due);
    if (amount > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_MORE, due->subject,
                        due->object, str_of(due->label), amount);
    } else if (more != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, more);
    }
}

/* Adds a save to those of its kind that are already pending; its event reports it. */
static struct event *save_call(struct decision *decision, int id, int from, const char *label,
                               int level)
{
    const struct effect *same =
        state_effect_labelled(&decision->state, FOUR_SAVE_DUE, id, from, str_of(label));
    if (same == NULL) {
        return decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_DUE, id, from,
                               str_of(label), level);
    }
    struct effect due = *same;
    set_more(decision, &due, save_times(&decision->state, &due));
    return decision_tell(decision, EVENT_NOTED, id, from);
}

/* Takes off one of its kind. */
static void save_drop(struct decision *decision, const struct effect *effect)
{
    struct effect due = *effect;
    int times = save_times(&decision->state, &due);
    if (times > 1) {
        set_more(decision, &due, times - 2);
        return;
    }
    const struct effect *kept = state_effect_labelled(
        &decision->state, FOUR_SAVE_DUE, due.subject, due.object, str_of(due.label));
    if (kept != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, kept);
    }
}

/* A combatant that was healed, or left the table, has nothing more to save against. */
void save_watch(struct decision *decision)
{
    const struct effect *effect = NULL;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, effect, FOUR_SAVE_DUE, ANYBODY, ANYBODY)) !=
               NULL) {
        bool is_healed = strcmp(effect->label, save_lethal_word) == 0 &&
                         state_value(&decision->state, effect->subject, FIELD_HP, 0) > 0;
        if (is_healed || !state_is_in(&decision->state, effect->subject)) {
            save_drop(decision, effect);
            effect = NULL;
        }
    }
}

/* ==== Damage, 0 Life, and the effects of foes in words (Save Rolls, Damage Types). */

const char harm_dazed[] = "dazed";

/* ---- damage and death ------------------------------------------------------------------ */

void harm_suffer(struct decision *decision, int id, int damage, int level, const char *rule)
{
    table_damage(decision, id, damage, rule);
    const struct effect *due = save_lethal(&decision->state, id);
    if (due != NULL && due->amount == 0 && level > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_DUE, id, 0,
                        str_of(save_lethal_word), level);
    }
}

int harm_kill(struct decision *decision, int foe, int bodies, bool is_subdual)
{
    const struct state *state = &decision->state;
    int before = bodies_of(state, foe);
    int gone = bodies < before ? bodies : before;
    struct event *event =
        decision_value(decision, EVENT_COUNT_CHANGED, foe, COUNT, before - gone);
    decision_say(decision, event, "multi-kill", "%s: %d → %d of %d%s", state_name(state, foe),
                 before, before - gone, state_value(state, foe, COUNT_START, before),
                 is_subdual ? ", subdued" : "");
    if (event != NULL && is_subdual) {
        event->text_to = str_of("subdued"); /* for figures: nobody died */
    }
    if (before - gone == 0) {
        table_leave(decision, foe, is_subdual ? OUT_SURRENDERED : OUT_DEAD);
        last_attack_end(decision, foe);
    }
    return gone;
}

bool harm_change_bodies(struct decision *decision, int id, int change, const char *rule)
{
    const struct state *state = &decision->state;
    if (counts_open(state, id) != NULL &&
        (!decision_refuse(
             decision, "minor foes",
             "the number of %s is rolled (%s) when they are met: `meet`, or `set %s count=N`",
             state_name(state, id), counts_open(state, id), state_name(state, id)) ||
         !counts_throw(decision, id))) {
        return true;
    }
    /* A minor foe has one Life for each of its bodies, unless it is a single foe with its own
     * Life. */
    bool is_one = state_is_set(state, id, FOE) && !state_is_set(state, id, FIELD_HP);
    if (is_character(state, id) || !is_minor(state, id) ||
        (!state_is_set(state, id, COUNT) && !is_one)) {
        return false;
    }
    int before = bodies_of(state, id);
    int most = state_value(state, id, COUNT_START, before);
    if (change <= 0) {
        harm_kill(decision, id, -change, false);
    } else if (before < most) {
        int after = before + change < most ? before + change : most;
        struct event *event = decision_value(decision, EVENT_COUNT_CHANGED, id, COUNT, after);
        decision_say(decision, event, rule[0] != '\0' ? rule : "minor foes",
                     "%s: %d → %d of %d", state_name(state, id), before, after, most);
    }
    return true;
}

void harm_watch(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    if (state_is_in(state, foe) && is_minor(state, foe) && bodies_of(state, foe) < 1) {
        table_leave(decision, foe, OUT_DEAD);
        last_attack_end(decision, foe);
    }
}

void harm_lose_to_daze(struct decision *decision, int id, const char *loss)
{
    const struct effect *dazed = condition_effect(&decision->state, id, harm_dazed);
    if (dazed == NULL) {
        return;
    }
    bool has_length = dazed->kind != EFFECT_CONDITION;
    struct event *event = has_length
                              ? decision_tell(decision, EVENT_NOTED, id, 0)
                              : decision_end_effect(decision, EVENT_CONDITION_CHANGED, dazed);
    decision_say(decision, event, "damage types", "%s: dazed, %s",
                 state_name(&decision->state, id), loss);
}

void harm_watch_dazed(struct decision *decision, const struct state *before, int id)
{
    if (condition_holds(&decision->state, id, harm_dazed) &&
        !condition_holds(before, id, harm_dazed) &&
        course_action_to_come(&decision->state, id)) {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
        harm_lose_to_daze(decision, id, "the action of this round is lost");
    }
}

void harm_watch_healed(struct decision *decision, const struct state *before, int id)
{
    const struct state *state = &decision->state;
    int most = state_value(state, id, FIELD_HP_MAX, INT_MAX);
    bool is_healed = condition_holds(before, id, "wounded") &&
                     state_value(state, id, FIELD_HP, 0) >= most &&
                     state_value(before, id, FIELD_HP, most) < most;
    const struct effect *wounded = is_healed ? condition_effect(state, id, "wounded") : NULL;
    if (wounded != NULL) {
        struct event *event = decision_end_effect(decision, EVENT_CONDITION_CHANGED, wounded);
        decision_say(decision, event, "save rolls", "%s is no longer wounded",
                     state_name(state, id));
    }
}

/* Foes that want prisoners leave those they strike down alive. */
bool harm_captures(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && !is_character(state, foe) &&
            attitude_of(state, foe) == REACTION_CAPTURE) {
            return true;
        }
    }
    return false;
}

void harm_hurt(struct decision *decision, int id, int excess)
{
    const struct state *state = &decision->state;
    (void)excess;
    if (state_value(state, id, FIELD_HP, 1) > 0 || !state_is_in(state, id)) {
        return;
    }
    if (!is_character(state, id)) {
        bool is_subdued = state_has_effect(state, FOUR_SUBDUED, id, 0);
        table_leave(decision, id, is_subdued ? OUT_SURRENDERED : OUT_DEAD);
    } else if (harm_captures(state)) {
        table_leave(decision, id, OUT_SURRENDERED);
    } else if (table_rule(state, "lethal_save", "dead")) {
        table_leave(decision, id, OUT_DEAD);
    } else if (save_lethal(state, id) == NULL) {
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_DUE, id,
                                              0, str_of(save_lethal_word), 0);
        decision_say(decision, event, "save rolls", "%s is at 0 Life: a save to survive at 1",
                     state_name(state, id));
    }
}

/* ---- effects --------------------------------------------------------------------------- */

/* The number after this word; 0 when there is none. */
static int number_behind(const char *text, const char *word)
{
    const char *found = strstr(text, word);
    int64_t number = 0;
    if (found == NULL) {
        return 0;
    }
    found += strlen(word);
    str_to_int64((struct str){found, (int)strspn(found, "0123456789")}, 0, 50, &number);
    return (int)number;
}

/* "save L3 or 1 damage" and "save HCL+1 or ..." */
static int level_in(const struct state *state, const char *text)
{
    int above = number_behind(text, "save HCL+");
    return above > 0 ? highest_level(state) + above : number_behind(text, "save L");
}

static bool begins_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* "1 damage", "dead": false when these words are not about Life. */
static bool read_threat(const char *effect, struct threat *out)
{
    out->damage = strstr(effect, " damage") != NULL ? number_behind(effect, "") : 0;
    out->is_death = begins_with(effect, "dead") || begins_with(effect, "dies");
    return out->damage > 0 || out->is_death;
}

/* Applies an effect whose words are known: damage, death, a lost action, a light that goes out,
 * a number for the rest of the encounter. False when they are unknown. */
static bool harm_carry_out(struct decision *decision, int foe, int id, int level,
                           const char *source, const char *effect)
{
    struct threat threat;
    if (read_threat(effect, &threat)) {
        if (threat.is_death) {
            table_leave(decision, id, OUT_DEAD);
        } else {
            harm_suffer(decision, id, threat.damage, level, "save rolls");
        }
    } else if (begins_with(effect, "lose an action")) {
        /* The action of this round if it is still to come, or else that of the next round. */
        const struct state *state = &decision->state;
        bool is_now = course_action_to_come(state, id);
        struct event *event =
            is_now ? decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1)
                   : decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION, id, 0,
                                     str_of(harm_dazed), 1);
        decision_say(decision, event, "damage types", "%s loses %s action",
                     state_name(state, id), is_now ? "this round's" : "the next");
    } else if (begins_with(effect, "a light goes out")) {
        gear_put_out(decision, id);
    } else {
        /* A number for the rest of the encounter, labelled with the foe; it ends with the
         * encounter. */
        struct modifier modifier;
        struct error err;
        if (!modifier_parse(&modifier, str_of(effect), &err) || modifier.kind != TEXT_ROLL) {
            return false;
        }
        TEXT_BUFFER(out, LABEL_SIZE);
        text_add(&out, "%s: %s", source, effect);
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MODIFIER, id,
                                              foe, str_of(out.p), reading_of(out.p));
        decision_say(decision, event, "damage types", "%s: %s",
                     state_name(&decision->state, id), out.p);
        return true;
    }
    return true;
}

/* The parts of "poison, save L3 or 1 damage". */
struct effect_text {
    struct str kind;    /* "poison"; "other" when it has none */
    int level;          /* of the save; 0: there is none */
    const char *effect; /* "1 damage"; NULL: not given */
};

static struct effect_text effect_read(const struct state *state, const char *text)
{
    const char *comma = strchr(text, ',');
    const char *save = strstr(text, "save ");
    bool has_kind = comma != NULL && (save == NULL || comma < save);
    struct effect_text out = {.kind = str_of("other"), .level = level_in(state, text)};
    out.kind = has_kind ? (struct str){text, (int)(comma - text)} : out.kind;
    if (out.level == 0) {
        out.effect = has_kind ? comma + 1 + strspn(comma + 1, " ") : text;
    } else {
        const char *effect = strstr(save, " or ");
        out.effect = effect != NULL ? effect + 4 : NULL;
    }
    return out;
}

/* "poison, save L3 or 1 damage": the save is due, with its failure as "poison: 1 damage".
 * "fear, attack -1": it has no save. */
bool harm_call(struct decision *decision, int foe, int id, const char *text)
{
    const struct state *state = &decision->state;
    struct effect_text read = effect_read(state, text);
    if (read.level == 0) {
        int of_foe = state_value(state, foe, LEVEL, 0);
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, foe), "damage types",
                     "%s → %s: %s", state_name(state, foe), state_name(state, id), text);
        char kind[LABEL_SIZE];
        text_format(kind, sizeof kind, "%.*s", read.kind.n, read.kind.p);
        return harm_carry_out(decision, foe, id, of_foe, kind, read.effect);
    }
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%.*s%s%s", read.kind.n, read.kind.p, read.effect != NULL ? ": " : "",
             read.effect != NULL ? read.effect : "");
    struct event *event = save_call(decision, id, foe, out.p, read.level);
    decision_say(decision, event, "save rolls", "%s saves against %.*s, level %d%s%s",
                 state_name(state, id), read.kind.n, read.kind.p, read.level,
                 read.effect != NULL ? "; if it fails: " : "",
                 read.effect != NULL ? read.effect : "");
    return true;
}

bool harm_threat_of_hit(const struct state *state, int foe, const char *text,
                        struct threat *out)
{
    struct effect_text read = effect_read(state, text);
    int of_foe = state_value(state, foe, LEVEL, 0);
    *out = (struct threat){.kind = read.kind,
                           .level = read.level,
                           .source_level = read.level > 0 ? read.level : of_foe};
    return read.effect != NULL && read_threat(read.effect, out);
}

bool harm_threat_of_save(const struct effect *due, struct threat *out)
{
    const char *colon = strchr(due->label, ':');
    *out = (struct threat){
        .kind = save_word(due), .level = due->amount, .source_level = due->amount};
    return colon != NULL && due->amount > 0 && read_threat(colon + 2, out);
}

/* "heals 1" is for the foe itself; an effect that is not for everybody within reach is reported
 * once. */
void harm_call_turn(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    const char *found = special_find(state, foe, "on_turn");
    char text[LABEL_SIZE];
    int ids[COMBATANTS_MAX];
    if (found == NULL) {
        return;
    }
    text_format(text, sizeof text, "%s", found);
    int healed = begins_with(text, "heals ") ? number_behind(text, "heals ") : 0;
    int hp = state_value(state, foe, FIELD_HP, 0);
    int most = state_value(state, foe, FIELD_HP_MAX, hp);
    if (healed > 0 && hp < most) {
        struct event *event = decision_value(decision, EVENT_HP_CHANGED, foe, FIELD_HP,
                                             hp + healed < most ? hp + healed : most);
        decision_say(decision, event, "foe types", "%s, each turn: %s", state_name(state, foe),
                     text);
    }
    int count = healed > 0 ? 0 : location_reach(state, ids);
    for (int i = 0; i < count && harm_call(decision, foe, ids[i], text); i++) {
    }
}

/* ==== Saving throws, with the levels of their sources, and the effects of failing (Save
 * Rolls, Save Thresholds). */

const char *const saving_words[] = {"lethal", "trap", "poison", "disease", "magic",
                                    "fear",   "gaze", "other",  NULL};

/* The usual levels of a source, by the place of its word; from_highest adds HCL. */
static const struct {
    int low, high;
    bool from_highest;
} presets[] = {{0, 0, false}, {1, 4, true},  {2, 4, false}, {2, 3, false},
               {4, 6, false}, {4, 4, false}, {4, 4, false}, {0, 0, false}};

/* ---- effects --------------------------------------------------------------------------- */

/* Any other word is a condition. */
static void fail_save(struct decision *decision, const struct effect *due)
{
    int id = due->subject;
    const char *colon = strchr(due->label, ':');
    const char *effect = colon != NULL ? colon + 2 : "";
    char source[LABEL_SIZE];
    text_format(source, sizeof source, "%.*s", save_word(due).n, due->label);
    if (effect[0] == '\0' ||
        harm_carry_out(decision, due->object, id, due->amount, source, effect)) {
        return;
    }
    struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION,
                                          id, 0, str_of(effect), 1);
    decision_say(decision, event, "save rolls", "%s: %s", state_name(&decision->state, id),
                 effect);
}

/* At 1 Life and wounded, or dead (the lethal save). */
static void live_or_die(struct decision *decision, int id, bool is_success)
{
    if (!is_success) {
        table_leave(decision, id, OUT_DEAD);
        return;
    }
    struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, 1);
    decision_say(decision, event, "save rolls", "%s survives at 1 Life, wounded",
                 state_name(&decision->state, id));
    decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION, id, 0,
                    str_of("wounded"), 1);
}

static void saving_comes_to(struct decision *decision, const struct effect *due,
                            bool is_success)
{
    struct effect effect = *due;
    int id = effect.subject;
    decision_label(decision, "%s %s against %.*s", state_name(&decision->state, id),
                   is_success ? "saves" : "fails", save_word(&effect).n, effect.label);
    save_drop(decision, &effect);
    if (strcmp(effect.label, save_lethal_word) == 0) {
        decision_label(decision, is_success ? "%s survives" : "%s dies",
                       state_name(&decision->state, id));
        live_or_die(decision, id, is_success);
        return;
    }
    if (!is_success) {
        fail_save(decision, &effect);
    }
}

/* ---- the command ----------------------------------------------------------------------- */

static const struct effect *pending_of(const struct state *state, const struct command *command,
                                       int id)
{
    if (!command->argument[1].is_given) {
        const struct effect *lethal = save_lethal(state, id);
        return lethal != NULL ? lethal : save_due(state, id);
    }
    const char *word = saving_words[command->argument[1].choice];
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SAVE_DUE, id, ANYBODY)) != NULL) {
        if (library_names_equal(save_word(effect), str_of(word))) {
            return effect;
        }
    }
    return NULL;
}

/* Asks for the level, with the usual ones of its source as choices. */
static void ask_level(struct decision *decision, const char *who, int low, int high)
{
    static const char *const numbers[] = {"1", "2",  "3",  "4",  "5",  "6",  "7", "8",
                                          "9", "10", "11", "12", "13", "14", "15"};
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s: a save against which level?", who);
    text_format(question->prefix, sizeof question->prefix, "level=");
    question->else_takes = ELSE_TAKES_NUMBER;
    question->rule = "save thresholds";
    for (int level = low; level <= high && level <= 15; level++) {
        question_offer(question, numbers[level - 1], "");
    }
}

static bool level_of(struct decision *decision, const struct command *command,
                     const struct effect *due, int id, int *level)
{
    const struct state *state = &decision->state;
    int kind = command->argument[1].is_given ? command->argument[1].choice : 0;
    int base = presets[kind].from_highest ? highest_level(state) : 0;
    int low = base + presets[kind].low, high = base + presets[kind].high;
    int usual = due != NULL && due->amount > 0 ? due->amount : low == high ? low : 0;
    if (!option_number(decision, command, "level", (struct number_range){1, 50}, usual,
                       level)) {
        return false;
    }
    if (*level == 0 && (decision->asks || low == 0)) {
        ask_level(decision, state_name(state, id), low > 0 ? low : 1, low > 0 ? high : 6);
        return false;
    }
    *level = *level == 0 ? low : *level;
    return true;
}

/* Whose save it is: the one named, or the first one pending. */
static int saver_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct effect *due = save_due(state, 0);
    int id = command->argument[0].is_given ? command->argument[0].id
             : due != NULL                 ? due->subject
                                           : 0;
    if (id == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "who makes a save?")->wanted =
            WANTED_CHARACTER;
    } else if (!is_character(state, id)) {
        decision_wrong(decision, "%s is a foe: foes never roll", state_name(state, id));
        id = 0;
    }
    return id;
}

static bool roll_save(struct decision *decision, const struct command *command,
                      const struct effect *due, bool *is_success)
{
    const struct state *state = &decision->state;
    int id = due->subject;
    struct said said;
    struct inputs inputs;
    said_begin(&said, ROLL_SAVE, id, due->object);
    said_word(&said, save_word(due));
    said_options(&said, command);
    rolls_save(state, due->amount, &inputs);
    char who[NAME_SIZE + 48];
    text_format(who, sizeof who, "%s, %.*s", state_name(state, id), save_word(due).n,
                due->label);
    struct outcome outcome;
    if (!said_spend(decision, command, &said) ||
        !said_give(decision, command, &said, &inputs) ||
        !decision_resolve(decision, &inputs, id, due->object, who, &outcome)) {
        return false;
    }
    *is_success = outcome.value[0] != 0;
    reroll_note(decision, id, reroll_save, !*is_success);
    return true;
}

/* At 0 Life the lethal save comes first: a survivor meets the other effects of the hit. */
static bool may_save(struct decision *decision, const struct effect *due)
{
    const struct state *state = &decision->state;
    return save_lethal(state, due->subject) == NULL ||
           strcmp(due->label, save_lethal_word) == 0 ||
           decision_refuse(decision, "death", "%s is at 0 Life: the lethal save comes first",
                           state_name(state, due->subject));
}

void saving_decide(struct decision *decision, const struct command *command)
{
    int level, damage;
    bool is_success;
    int id = saver_of(decision, command);
    if (id == 0) {
        return;
    }
    const struct effect *found = pending_of(&decision->state, command, id);
    bool wants_kind = found == NULL && !command->argument[1].is_given;
    if (wants_kind && decision->asks) {
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s: a save against what?",
                         state_name(&decision->state, id));
        for (int i = 1; saving_words[i] != NULL; i++) {
            question_offer(question, saving_words[i], "");
        }
        return;
    }
    if (!level_of(decision, command, found, id, &level) ||
        !option_number(decision, command, "damage", (struct number_range){0, 100}, 0,
                       &damage)) {
        return;
    }
    struct effect due = {.kind = FOUR_SAVE_DUE, .subject = id, .amount = level};
    const char *word =
        command->argument[1].is_given ? saving_words[command->argument[1].choice] : "other";
    if (found != NULL) {
        due = *found;
        due.amount = level;
    } else if (damage > 0) {
        text_format(due.label, sizeof due.label, "%s: %d damage", word, damage);
    } else {
        text_format(due.label, sizeof due.label, "%s", word);
    }
    if (may_save(decision, &due) && roll_save(decision, command, &due, &is_success)) {
        saving_comes_to(decision, &due, is_success);
    }
}
