/* Four Against Darkness at the table: saves with the levels of their sources, what a failed one
 * brings, the lethal save and death (Save Rolls, Save Thresholds). */
#include <string.h>

#include "games/four_against_darkness/flow.h"
#include "games/four_against_darkness/readings.h"

static const char lethal[] = "lethal";
const char dazed_word[] = "dazed";

const char *const save_words[] = {"lethal", "trap", "poison", "disease", "magic",
                                  "fear",   "gaze", "other",  NULL};

/* The usual levels of a source, by the place of its word; from_highest adds HCL. */
static const struct {
    int low, high;
    bool from_highest;
} presets[] = {{0, 0, false}, {1, 4, true},  {2, 4, false}, {2, 3, false},
               {4, 6, false}, {4, 4, false}, {4, 4, false}, {0, 0, false}};

/* ---- what is due ----------------------------------------------------------------------- */

const struct effect *save_due(const struct state *state, int id)
{
    return state_effect(state, NULL, FOUR_SAVE_DUE, id == 0 ? ANYBODY : id, ANYBODY);
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

/* So many more of the same are due. */
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

struct event *save_call(struct decision *decision, int id, int from, const char *label,
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

void save_drop(struct decision *decision, const struct effect *effect)
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

/* ---- damage and death ------------------------------------------------------------------ */

const struct effect *lethal_due(const struct state *state, int id)
{
    return state_effect_labelled(state, FOUR_SAVE_DUE, id, 0, str_of(lethal));
}

void suffer(struct decision *decision, int id, int damage, int level, const char *rule)
{
    int before = state_value(&decision->state, id, FIELD_HP, 0);
    table_damage(decision, id, damage, rule);
    reroll_effect(decision, id, id, "hp",
                  before - state_value(&decision->state, id, FIELD_HP, 0));
    const struct effect *due = lethal_due(&decision->state, id);
    if (due != NULL && due->amount == 0 && level > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_DUE, id, 0, str_of(lethal),
                        level);
    }
}

/* Foes that want prisoners leave whom they strike down alive. */
bool saves_capture(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && !is_character(state, foe) &&
            attitude_of(state, foe) == REACTION_CAPTURE) {
            return true;
        }
    }
    return false;
}

void saves_hurt(struct decision *decision, int id, int excess)
{
    const struct state *state = &decision->state;
    (void)excess;
    if (state_value(state, id, FIELD_HP, 1) > 0 || !state_is_in(state, id)) {
        return;
    }
    if (!is_character(state, id)) {
        bool is_subdued = state_has_effect(state, FOUR_SUBDUED, id, 0);
        table_leave(decision, id, is_subdued ? OUT_SURRENDERED : OUT_DEAD);
    } else if (saves_capture(state)) {
        table_leave(decision, id, OUT_SURRENDERED);
    } else if (table_rule(state, "lethal_save", "dead")) {
        table_leave(decision, id, OUT_DEAD);
    } else if (lethal_due(state, id) == NULL) {
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_DUE, id,
                                              0, str_of(lethal), 0);
        decision_say(decision, event, "save rolls", "%s is at 0 Life: a save to survive at 1",
                     state_name(state, id));
    }
}

/* Who was healed, or left the table, has nothing to save against any more. */
void saves_watch(struct decision *decision)
{
    const struct effect *effect = NULL;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, effect, FOUR_SAVE_DUE, ANYBODY, ANYBODY)) !=
               NULL) {
        bool is_healed = strcmp(effect->label, lethal) == 0 &&
                         state_value(&decision->state, effect->subject, FIELD_HP, 0) > 0;
        if (is_healed || !state_is_in(&decision->state, effect->subject)) {
            save_drop(decision, effect);
            effect = NULL;
        }
    }
}

/* ---- effects --------------------------------------------------------------------------- */

/* A number behind this word; 0 when there is none. */
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

/* The action of this round, when it is still to come, else that of the next one. */
static void lose_action(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_now = has_action_to_come(state, id);
    struct event *event =
        is_now ? decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1)
               : decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION, id, 0,
                                 str_of(dazed_word), 1);
    decision_say(decision, event, "damage types", "%s loses %s action", state_name(state, id),
                 is_now ? "this round's" : "the next");
    reroll_effect(decision, id, id, is_now ? "action" : "condition: dazed", 1);
}

/* A number for the rest of the encounter: it is marked with the foe, and does not outlast it.
 */
static bool lay_modifier(struct decision *decision, int foe, int id, const char *source,
                         const char *text)
{
    struct modifier modifier;
    struct error err;
    if (!modifier_parse(&modifier, str_of(text), &err) || modifier.kind != TEXT_ROLL) {
        return false;
    }
    char what[LABEL_SIZE + 12];
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%s: %s", source, text);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MODIFIER, id,
                                          foe, str_of(out.p), reading_of(out.p));
    decision_say(decision, event, "damage types", "%s: %s", state_name(&decision->state, id),
                 out.p);
    text_format(what, sizeof what, "modifier: %s", out.p);
    reroll_effect(decision, id, id, what, 1);
    return true;
}

/* "1 damage", "dead": false when these words say nothing of Life. */
static bool read_threat(const char *effect, struct threat *out)
{
    bool is_amount = effect[0] >= '0' && effect[0] <= '9' && strstr(effect, " damage") != NULL;
    out->damage = is_amount ? number_behind(effect, "") : 0;
    out->is_death = begins_with(effect, "dead") || begins_with(effect, "dies");
    return out->damage > 0 || out->is_death;
}

/* What comes of it, as far as the words are known: so much damage, death, a lost action, a
 * light that goes out, a number for the rest of the encounter. False when they are not. */
static bool carry_out(struct decision *decision, int foe, int id, int level, const char *source,
                      const char *effect)
{
    struct threat threat;
    if (read_threat(effect, &threat)) {
        if (threat.is_death) {
            table_leave(decision, id, OUT_DEAD);
        } else {
            suffer(decision, id, threat.damage, level, "save rolls");
        }
    } else if (begins_with(effect, "lose an action")) {
        lose_action(decision, id);
    } else if (begins_with(effect, "a light goes out")) {
        gear_put_out(decision, id);
    } else {
        return lay_modifier(decision, foe, id, source, effect);
    }
    return true;
}

/* Whatever is not known otherwise is a condition. */
static void fail_save(struct decision *decision, const struct effect *due)
{
    int id = due->subject;
    const char *colon = strchr(due->label, ':');
    const char *effect = colon != NULL ? colon + 2 : "";
    char source[LABEL_SIZE], what[LABEL_SIZE + 12];
    text_format(source, sizeof source, "%.*s", save_word(due).n, due->label);
    if (effect[0] == '\0' ||
        carry_out(decision, due->object, id, due->amount, source, effect)) {
        return;
    }
    struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION,
                                          id, 0, str_of(effect), 1);
    decision_say(decision, event, "save rolls", "%s: %s", state_name(&decision->state, id),
                 effect);
    text_format(what, sizeof what, "condition: %s", effect);
    reroll_effect(decision, id, id, what, 1);
}

/* The parts of "poison, save L3 or 1 damage". */
struct effect_text {
    struct str kind;    /* "poison"; "other" when it has none */
    int level;          /* of the save; 0: there is none */
    const char *effect; /* "1 damage"; NULL: not said */
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

/* "poison, save L3 or 1 damage": the save is due with what a failure brings, "poison: 1
 * damage". "fear, attack -1": that comes without a save. */
bool effect_call(struct decision *decision, int foe, int id, const char *text)
{
    const struct state *state = &decision->state;
    struct effect_text read = effect_read(state, text);
    if (read.level == 0) {
        int of_foe = state_value(state, foe, LEVEL, 0);
        struct event *event = decision_tell(decision, EVENT_NOTED, id, foe);
        decision_say(decision, event, "damage types", "%s → %s: %s", state_name(state, foe),
                     state_name(state, id), text);
        char kind[LABEL_SIZE];
        text_format(kind, sizeof kind, "%.*s", read.kind.n, read.kind.p);
        return carry_out(decision, foe, id, of_foe, kind, read.effect);
    }
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%.*s%s%s", read.kind.n, read.kind.p, read.effect != NULL ? ": " : "",
             read.effect != NULL ? read.effect : "");
    char what[LABEL_SIZE + 8];
    text_format(what, sizeof what, "due: %s", out.p);
    struct event *event = save_call(decision, id, foe, out.p, read.level);
    decision_say(decision, event, "save rolls", "%s: a save against %s, level %d",
                 state_name(state, id), out.p, read.level);
    reroll_effect(decision, id, id, what, read.level);
    return true;
}

bool threat_of_hit(const struct state *state, int foe, const char *text, struct threat *out)
{
    struct effect_text read = effect_read(state, text);
    int of_foe = state_value(state, foe, LEVEL, 0);
    *out = (struct threat){.kind = read.kind,
                           .level = read.level,
                           .source_level = read.level > 0 ? read.level : of_foe};
    return read.effect != NULL && read_threat(read.effect, out);
}

bool threat_of_save(const struct effect *due, struct threat *out)
{
    const char *colon = strchr(due->label, ':');
    *out = (struct threat){
        .kind = save_word(due), .level = due->amount, .source_level = due->amount};
    return colon != NULL && due->amount > 0 && read_threat(colon + 2, out);
}

/* "heals 1" is for the foe itself; what is not for everybody within reach is told once. */
void effect_call_turn(struct decision *decision, int foe)
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
    int count = healed > 0 ? 0 : within_reach(state, ids);
    for (int i = 0; i < count && effect_call(decision, foe, ids[i], text); i++) {
    }
}

/* ---- what comes of it ------------------------------------------------------------------ */

struct str save_word(const struct effect *due)
{
    return (struct str){due->label, (int)strcspn(due->label, ":")};
}

bool save_inputs(const struct state *state, int level, struct inputs *inputs, struct error *err)
{
    inputs_begin(inputs, state_system(state), state_action(state, "save"));
    return inputs_give_number(inputs, "level", level, err) == STATUS_OK;
}

/* At 1 Life and wounded, or dead (the lethal save). */
static void live_or_die(struct decision *decision, int id, int level, bool is_success)
{
    if (!is_success) {
        reroll_effect(decision, id, id, "save: lethal", level);
        table_leave(decision, id, OUT_DEAD);
        return;
    }
    struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, 1);
    decision_say(decision, event, "save rolls", "%s survives at 1 Life, wounded",
                 state_name(&decision->state, id));
    decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION, id, 0,
                    str_of("wounded"), 1);
}

void save_comes_to(struct decision *decision, const struct effect *due, bool is_success)
{
    struct effect effect = *due;
    int id = effect.subject;
    decision_label(decision, "%s %s against %.*s", state_name(&decision->state, id),
                   is_success ? "saves" : "fails", save_word(&effect).n, effect.label);
    save_drop(decision, &effect);
    if (strcmp(effect.label, lethal) == 0) {
        decision_label(decision, is_success ? "%s survives" : "%s dies",
                       state_name(&decision->state, id));
        live_or_die(decision, id, effect.amount, is_success);
        return;
    }
    if (is_success) {
        return;
    }
    char what[LABEL_SIZE + 8];
    text_format(what, sizeof what, "save: %s", effect.label);
    reroll_effect(decision, id, id, what, effect.amount);
    fail_save(decision, &effect);
}

/* ---- the command ----------------------------------------------------------------------- */

static const struct effect *pending_of(const struct state *state, const struct command *command,
                                       int id)
{
    if (!command->argument[1].is_given) {
        return save_due(state, id);
    }
    const char *word = save_words[command->argument[1].choice];
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SAVE_DUE, id, ANYBODY)) != NULL) {
        if (library_names_equal(save_word(effect), str_of(word))) {
            return effect;
        }
    }
    return NULL;
}

/* The level is asked for with the usual ones of its source as choices. */
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
        question->choice[question->choices++] = numbers[level - 1];
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

/* Whose save: named, or of the first that is due. */
static int saver_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct effect *due = save_due(state, 0);
    int id = command->argument[0].is_given ? command->argument[0].id
             : due != NULL                 ? due->subject
                                           : 0;
    if (id == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "whose save?")->wanted = WANTED_CHARACTER;
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
    struct error err;
    said_begin(&said, ROLL_SAVE, id, due->object);
    said_word(&said, save_word(due));
    said_options(&said, command);
    if (!save_inputs(state, due->amount, &inputs, &err)) {
        decision_wrong(decision, "%s", err.text);
        return false;
    }
    char who[NAME_SIZE + 48];
    text_format(who, sizeof who, "%s, %.*s", state_name(state, id), save_word(due).n,
                due->label);
    struct outcome outcome;
    reroll_forget(decision, id);
    if (!said_spend(decision, command, id, ROLL_SAVE) ||
        !said_give(decision, command, &said, &inputs) ||
        !decision_resolve(decision, &inputs, id, due->object, who, &outcome)) {
        return false;
    }
    *is_success = outcome.value[0] != 0;
    reroll_keep(decision, id, due->object, &inputs, !*is_success);
    return true;
}

void flow_decide_save(struct decision *decision, const struct command *command)
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
        for (int i = 1; save_words[i] != NULL; i++) {
            question->choice[question->choices++] = save_words[i];
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
        command->argument[1].is_given ? save_words[command->argument[1].choice] : "other";
    if (found != NULL) {
        due = *found;
        due.amount = level;
    } else if (damage > 0) {
        text_format(due.label, sizeof due.label, "%s: %d damage", word, damage);
    } else {
        text_format(due.label, sizeof due.label, "%s", word);
    }
    if (roll_save(decision, command, &due, &is_success)) {
        save_comes_to(decision, &due, is_success);
    }
}
