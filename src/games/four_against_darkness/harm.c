/* Four Against Darkness at the table: damage, 0 Life, and the effects of foes in words (Save
 * Rolls, Damage Types). */
#include "games/four_against_darkness/harm.h"

#include <limits.h>
#include <string.h>

#include "tracker/conditions.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/counts.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/last_attacks.h"
#include "games/four_against_darkness/location.h"
#include "games/four_against_darkness/saves.h"
#include "games/four_against_darkness/settings.h"
#include "games/four_against_darkness/readings.h"

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

/* A minor foe has one Life for each of its bodies, unless it is a single foe with its own
 * Life. */
static bool is_counted(const struct state *state, int id)
{
    bool is_one = state_is_set(state, id, FOE) && !state_is_set(state, id, FIELD_HP);
    return !is_character(state, id) && is_minor(state, id) &&
           (state_is_set(state, id, COUNT) || is_one);
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
    if (!is_counted(state, id)) {
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

/* The action of this round if it is still to come, or else that of the next round. */
static void lose_action(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_now = course_action_to_come(state, id);
    struct event *event =
        is_now ? decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1)
               : decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION, id, 0,
                                 str_of(harm_dazed), 1);
    decision_say(decision, event, "damage types", "%s loses %s action", state_name(state, id),
                 is_now ? "this round's" : "the next");
}

/* A number for the rest of the encounter, labelled with the foe; it ends with the encounter. */
static bool lay_modifier(struct decision *decision, int foe, int id, const char *source,
                         const char *text)
{
    struct modifier modifier;
    struct error err;
    if (!modifier_parse(&modifier, str_of(text), &err) || modifier.kind != TEXT_ROLL) {
        return false;
    }
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%s: %s", source, text);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MODIFIER, id,
                                          foe, str_of(out.p), reading_of(out.p));
    decision_say(decision, event, "damage types", "%s: %s", state_name(&decision->state, id),
                 out.p);
    return true;
}

/* "1 damage", "dead": false when these words are not about Life. */
static bool read_threat(const char *effect, struct threat *out)
{
    bool is_amount = effect[0] >= '0' && effect[0] <= '9' && strstr(effect, " damage") != NULL;
    out->damage = is_amount ? number_behind(effect, "") : 0;
    out->is_death = begins_with(effect, "dead") || begins_with(effect, "dies");
    return out->damage > 0 || out->is_death;
}

/* Applies an effect whose words are known: damage, death, a lost action, a light that goes out,
 * a number for the rest of the encounter. False when they are unknown. */
bool harm_carry_out(struct decision *decision, int foe, int id, int level, const char *source,
                    const char *effect)
{
    struct threat threat;
    if (read_threat(effect, &threat)) {
        if (threat.is_death) {
            table_leave(decision, id, OUT_DEAD);
        } else {
            harm_suffer(decision, id, threat.damage, level, "save rolls");
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
        struct event *event = decision_tell(decision, EVENT_NOTED, id, foe);
        decision_say(decision, event, "damage types", "%s → %s: %s", state_name(state, foe),
                     state_name(state, id), text);
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
