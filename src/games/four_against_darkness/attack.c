/* Four Against Darkness at the table: attacks on groups and major foes, subdual, last attacks
 * on those who flee (Attack Resolution, Multi-Kill, Combat State). */
#include <string.h>

#include "base/utf8.h"
#include "games/four_against_darkness/flow.h"

static const struct number_range level_range = {1, 50};
static const struct number_range bonus_range = {-50, 50};

/* ---- what an act says ------------------------------------------------------------------ */

void said_begin(struct said *said, enum roll roll, int who, int against)
{
    memset(said, 0, sizeof *said);
    said->occasion.roll = roll;
    said->occasion.who = who;
    said->occasion.against = against;
}

void said_word(struct said *said, struct str word)
{
    int at = said->occasion.words;
    if (word.n > 0 && at < SAID_MAX) {
        text_format(said->text[at], sizeof said->text[at], "%.*s", word.n, word.p);
        said->occasion.word[said->occasion.words++] = said->text[at];
    }
}

static void said_list(struct said *said, const struct command *command, const char *name)
{
    const struct option *option = command_option(command, name);
    struct str list =
        option != NULL && option->value.p != NULL ? option->value : (struct str){"", 0};
    for (struct str word; str_next_part(&list, ',', &word);) {
        said_word(said, word);
    }
}

void said_options(struct said *said, const struct command *command)
{
    static const char *const flags[] = {"subdual", "ranged", "melee"};
    static const char *const lists[] = {"use", "with", "when"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        said_list(said, command, lists[i]);
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (command_option(command, flags[i]) != NULL) {
            said_word(said, str_of(flags[i]));
        }
    }
}

bool said_spend(struct decision *decision, const struct command *command, int who,
                enum roll roll)
{
    const struct option *option = command_option(command, "use");
    struct str list =
        option != NULL && option->value.p != NULL ? option->value : (struct str){"", 0};
    for (struct str word; str_next_part(&list, ',', &word);) {
        if (!uses_spend(decision, who, word, 1) ||
            (!modifiers_name(&decision->state, who, word, roll) &&
             !decision_refuse(decision, "class abilities", "%s does nothing for this roll",
                              utf8_shown(word).text))) {
            return false;
        }
    }
    return true;
}

/* The referee's own number, with its reason. */
static bool add_own(struct decision *decision, const struct command *command,
                    struct breakdown *breakdown)
{
    int more;
    struct error err;
    const struct option *because = command_option(command, "because");
    char label[PART_LABEL_SIZE] = "bonus";
    if (because != NULL && because->value.p != NULL) {
        struct text text = text_over(label, sizeof label);
        text_add_str(&text, because->value);
    }
    if (!option_number(decision, command, "bonus", bonus_range, 0, &more)) {
        return false;
    }
    if (!breakdown_add(breakdown, more, label, "referee", &err)) {
        decision_wrong(decision, "%s", err.text);
        return false;
    }
    return true;
}

bool said_give(struct decision *decision, const struct command *command,
               const struct said *said, struct inputs *inputs)
{
    struct breakdown breakdown;
    struct error err;
    if (!modifiers_break_down(&decision->state, &said->occasion, &breakdown, &err)) {
        decision_wrong(decision, "%s", err.text);
        return false;
    }
    return add_own(decision, command, &breakdown) &&
           decision_status(decision, breakdown_give(&breakdown, inputs, &err), &err) &&
           decision_status(decision, inputs_finish(inputs, &err), &err);
}

/* ---- who acts -------------------------------------------------------------------------- */

int actor_of(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : next_actor(&decision->state);
    if (id != 0 && !is_character(&decision->state, id)) {
        decision_wrong(decision, "%s is a foe: foes never roll to hit, characters defend",
                       state_name(&decision->state, id));
        return 0;
    }
    bool is_over = flow_over(&decision->state) != NULL;
    if (id == 0 && decision_refuse(decision, is_over ? "flow 6" : "flow 5",
                                   is_over ? "the encounter is over"
                                           : "nobody in the party can act now: `next`")) {
        decision_wrong(decision, "who acts? by=NAME");
    }
    return id;
}

/* Why a kind of act is not possible now. */
static bool refuse_phase(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    enum phase now = phase_now(state);
    int left = foes_attacks_left(state);
    if (is_foes_phase(now) && left > 0) {
        return decision_refuse(decision, "flow 4", "it is time for %s: `defend`",
                               phase_words(now));
    }
    if (kind == PHASE_PARTY_SHOOTS && party_may(state, PHASE_PARTY_MELEE) &&
        can_fight(state, id)) {
        return decision_refuse(decision, "flow 4",
                               "it is time for %s: %s can `wield` a melee weapon",
                               phase_words(now), state_name(state, id));
    }
    return decision_refuse(decision, "flow 4", "it is time for %s, not %s: `next` goes on",
                           phase_words(now), phase_words(kind));
}

static bool can_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const char *name = state_name(state, id);
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "flow 5", "%s is out of the fight", name)) {
        return false;
    }
    if (state_is_in(state, id) && !is_standing(state, id) &&
        !decision_refuse(decision, "death", "%s is at 0 Life: the lethal save comes first",
                         name)) {
        return false;
    }
    return !is_helpless(state, id) ||
           decision_refuse(decision, "flow 5", "%s can do nothing now", name);
}

/* The first act of the party begins the fight: it attacks at once, if nothing else came before.
 */
static bool begin_if_open(struct decision *decision)
{
    if (order_of(&decision->state) != ORDER_OPEN) {
        return true;
    }
    if (!may_begin(decision)) {
        return false;
    }
    flow_begin(decision, order_to_begin(&decision->state));
    return decision_goes_on(decision);
}

static bool is_free_to_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_over = flow_over(state) != NULL && !flow_is_peace(state);
    return (!is_over || decision_refuse(decision, "flow 6", "the encounter is over")) &&
           (running_how(state) == NULL || decision_refuse(decision, "fleeing & withdrawing",
                                                          "the party is fleeing: `defend`")) &&
           can_act(decision, id);
}

static bool has_action_left(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    return !state_value(state, id, FIELD_HAS_ACTED, 0) ||
           decision_refuse(decision, "flow 5", "%s has acted this round",
                           state_name(state, id));
}

bool may_act(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    if (!is_free_to_act(decision, id) || !begin_if_open(decision) ||
        (!party_may(state, kind) && !refuse_phase(decision, id, kind)) ||
        !has_action_left(decision, id)) {
        return false;
    }
    return kind != PHASE_PARTY_MELEE || rank_can_melee(state, id) ||
           decision_refuse(decision, "marching order",
                           "%s stands too far back to fight hand to hand here",
                           state_name(state, id));
}

bool may_use(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_theirs = is_foes_phase(phase_now(state));
    return is_free_to_act(decision, id) &&
           (!is_theirs || refuse_phase(decision, id, PHASE_PARTY_MELEE)) &&
           has_action_left(decision, id);
}

/* ---- whom ------------------------------------------------------------------------------ */

bool has_last_attack(const struct state *state, int id, int foe)
{
    return state_has_effect(state, FOUR_GRANTED, id, foe);
}

static bool is_fit(struct decision *decision, int id, int foe)
{
    const struct state *state = &decision->state;
    if (is_character(state, foe) &&
        !decision_refuse(decision, "attack", "%s is a character", state_name(state, foe))) {
        return false;
    }
    return state_is_in(state, foe) || has_last_attack(state, id, foe) ||
           decision_refuse(decision, "attack", "%s is out of the fight",
                           state_name(state, foe));
}

/* Where nobody can be attacked now, nobody is asked for. */
static void ask_for_target(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool has_foes =
        foes_left(state) > 0 ||
        decision_refuse(decision, "attack", "no foe is in the fight: `add` adds some");
    if (has_foes && (order_of(state) == ORDER_OPEN || may_use(decision, id))) {
        decision_ask(decision, QUESTION_COMBATANT, "attack whom?")->wanted = WANTED_FOE;
    }
}

/* The groups in the order in which they were named; returns how many, 0 when the decision has
 * ended. */
static int targets_of(struct decision *decision, const struct command *command, int id,
                      int targets[TARGETS_MAX])
{
    const struct state *state = &decision->state;
    const struct argument *argument = &command->argument[0];
    int count = 0;
    if (!argument->is_given) {
        const struct effect *last = state_effect(state, NULL, FOUR_GRANTED, id, ANYBODY);
        targets[0] = last != NULL ? last->object : only_foe(state);
        count = targets[0] != 0 ? 1 : 0;
    }
    for (int i = 0; i < argument->ids_count && count < TARGETS_MAX; i++) {
        targets[count++] = argument->named[i];
    }
    if (count == 0) {
        ask_for_target(decision, id);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (!is_fit(decision, id, targets[i])) {
            return 0;
        }
    }
    return count;
}

/* Kills go over to the next group of minor foes of the same level. */
static bool can_spread(struct decision *decision, const int *targets, int count)
{
    const struct state *state = &decision->state;
    int level = state_value(state, targets[0], LEVEL, 0);
    for (int i = 1; i < count; i++) {
        bool fits = is_minor(state, targets[0]) && is_minor(state, targets[i]) &&
                    state_value(state, targets[i], LEVEL, 0) == level;
        if (!fits && !decision_refuse(
                         decision, "multi-kill",
                         "kills can only be spread over groups of minor foes of one level")) {
            return false;
        }
    }
    return true;
}

/* ---- the effect ------------------------------------------------------------------------ */

/* Nobody of them is left to be struck as they flee. */
static void forget_last_attacks(struct decision *decision, int foe)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, FOUR_GRANTED, ANYBODY, foe)) !=
               NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

static int kill_bodies(struct decision *decision, int foe, int effect, bool is_subdual)
{
    const struct state *state = &decision->state;
    int before = bodies_of(state, foe);
    int gone = effect < before ? effect : before;
    struct event *event =
        decision_value(decision, EVENT_COUNT_CHANGED, foe, COUNT, before - gone);
    decision_say(decision, event, "multi-kill", "%s: %d → %d of %d%s", state_name(state, foe),
                 before, before - gone, state_value(state, foe, COUNT_START, before),
                 is_subdual ? ", subdued" : "");
    if (before - gone == 0) {
        table_leave(decision, foe, is_subdual ? OUT_SURRENDERED : OUT_DEAD);
        forget_last_attacks(decision, foe);
    }
    return gone;
}

int foe_suffers(struct decision *decision, int foe, int effect, bool is_subdual)
{
    /* The blow that takes the last Life says which it is. */
    const struct effect *before = state_effect(&decision->state, NULL, FOUR_SUBDUED, foe, 0);
    if (is_subdual && before == NULL) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SUBDUED, foe, 0, str_of(""), 1);
    } else if (!is_subdual && before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    if (is_minor(&decision->state, foe)) {
        return kill_bodies(decision, foe, effect, is_subdual);
    }
    table_damage(decision, foe, effect, "damage");
    return effect;
}

/* Who is attacked wakes and fights. */
static void rouse(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    const struct effect *asleep =
        state_effect_labelled(state, EFFECT_CONDITION, foe, 0, str_of("sleeping"));
    if (asleep != NULL) {
        struct event *event = decision_end_effect(decision, EVENT_CONDITION_CHANGED, asleep);
        decision_say(decision, event, "foe reaction", "%s: awake", state_name(state, foe));
    }
    if (state_is_in(state, foe) && !is_hostile(state, foe)) {
        attitude_set(decision, foe, REACTION_FIGHT, 0);
    }
}

/* ---- the attack ------------------------------------------------------------------------ */

bool occasion_give(const struct state *state, const struct said *said, struct inputs *out,
                   struct error *err)
{
    struct breakdown breakdown;
    return modifiers_break_down(state, &said->occasion, &breakdown, err) &&
           breakdown_give(&breakdown, out, err) == STATUS_OK &&
           inputs_finish(out, err) == STATUS_OK;
}

bool attack_inputs(const struct state *state, int foe, int count, struct inputs *inputs,
                   struct error *err)
{
    if (!state_is_set(state, foe, LEVEL)) {
        error_set(err, STATUS_MISSING, "level", "%s has no level yet", state_name(state, foe));
        return false;
    }
    bool minor = is_minor(state, foe);
    inputs_begin(inputs, state_system(state), state_action(state, "attack"));
    enum status status =
        inputs_give_number(inputs, "level", state_value(state, foe, LEVEL, 1), err);
    if (status == STATUS_OK) {
        status = inputs_give_text(inputs, "foe", str_of(minor ? "minor" : "major"), err);
    }
    if (status == STATUS_OK && minor && count > 0) {
        status = inputs_give_number(inputs, "count", count, err);
    }
    if (status == STATUS_OK && !minor && state_is_set(state, foe, FIELD_HP)) {
        status = inputs_give_number(inputs, "life", state_value(state, foe, FIELD_HP, 0), err);
    }
    if (status == STATUS_OK && table_rule(state, "attack_natural_1", "plain")) {
        status = inputs_give_text(inputs, "natural_1_misses", str_of("no"), err);
    }
    return status == STATUS_OK;
}

static bool says(const struct occasion *occasion, const char *word)
{
    for (int i = 0; i < occasion->words; i++) {
        if (strcmp(occasion->word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* Shot when the act or its item says so; a weapon that does both is used as the phase has it.
 */
static bool is_shot(const struct state *state, const struct occasion *occasion)
{
    if (says(occasion, "ranged") || says(occasion, "melee")) {
        return says(occasion, "ranged");
    }
    int id = occasion->who;
    const struct effect *item = gear_at(state, id, PLACE_HAND), *named = NULL;
    for (int i = 0; i < occasion->words && named == NULL; i++) {
        named = gear_find(state, id, str_of(occasion->word[i]));
    }
    item = named != NULL ? named : item;
    if (item == NULL || !gear_is_for_shots(state, id, item->label)) {
        return false;
    }
    return !gear_is(state, id, item->label, "melee") || !rank_can_melee(state, id) ||
           (order_of(state) != ORDER_OPEN && !party_may(state, PHASE_PARTY_MELEE));
}

void attack_say_moment(struct said *said, const struct state *state)
{
    const struct occasion *occasion = &said->occasion;
    if (is_shot(state, occasion) && !says(occasion, "ranged")) {
        said_word(said, str_of("ranged"));
    }
    if (has_last_attack(state, occasion->who, occasion->against)) {
        said_word(said, str_of("last-attack"));
    }
}

/* A shot, or hand to hand from a rank that can; a last attack reaches in any case. */
static bool is_in_reach(const struct state *state, const struct occasion *occasion)
{
    return says(occasion, "ranged") || says(occasion, "last-attack") ||
           rank_can_melee(state, occasion->who);
}

bool attack_act(const struct state *state, int id, int foe, struct inputs *out,
                struct error *err)
{
    struct said said;
    char word[LABEL_SIZE];
    said_begin(&said, ROLL_ATTACK, id, foe);
    attack_say_moment(&said, state);
    if (is_immune(state, &said.occasion, word)) {
        error_set(err, STATUS_MISSING, "", "%s is immune to %s", state_name(state, foe), word);
        return false;
    }
    if (!is_in_reach(state, &said.occasion)) {
        error_set(err, STATUS_MISSING, "", "%s stands too far back to fight hand to hand",
                  state_name(state, id));
        return false;
    }
    return attack_inputs(state, foe, bodies_of(state, foe), out, err) &&
           occasion_give(state, &said, out, err);
}

enum { OUT_HIT, OUT_CRITICAL, OUT_KILL, OUT_KILLS, OUT_DAMAGE };

/* "light", "fire"; "not-magic" is whatever is not magic. */
bool is_immune(const struct state *state, const struct occasion *occasion, char out[LABEL_SIZE])
{
    const char *list = special_find(state, occasion->against, "immune");
    struct str rest = str_of(list != NULL ? list : "");
    for (struct str word; str_next_part(&rest, ',', &word);) {
        bool is_other = word.n > 4 && strncmp(word.p, "not-", 4) == 0;
        struct str what = is_other ? (struct str){word.p + 4, word.n - 4} : word;
        if (what.n > 0 && occasion_is(state, occasion, what) != is_other) {
            text_format(out, LABEL_SIZE, "%.*s", word.n, word.p);
            return true;
        }
    }
    return false;
}

void attack_comes_to(struct decision *decision, const struct blow *blow,
                     const struct outcome *outcome)
{
    const struct state *state = &decision->state;
    bool minor = is_minor(state, blow->targets[0]);
    int effect = (int)outcome->value[minor ? OUT_KILLS : OUT_DAMAGE];
    decision_label(decision, "%s %s %s", state_name(state, blow->id),
                   effect > 0 ? "hits" : "misses", state_name(state, blow->targets[0]));
    for (int i = 0; i < blow->count && effect > 0 && decision_goes_on(decision); i++) {
        int foe = blow->targets[i];
        int hp = state_value(state, foe, FIELD_HP, 0);
        int gone = foe_suffers(decision, foe, effect, blow->is_subdual);
        int taken = minor ? gone : hp - state_value(state, foe, FIELD_HP, 0);
        reroll_effect(decision, foe, blow->id, minor ? "count" : "hp", taken);
        effect -= gone;
    }
    for (int i = 0; i < blow->count; i++) {
        rouse(decision, blow->targets[i]);
    }
}

int blow_bodies(const struct state *state, const struct blow *blow)
{
    int bodies = 0;
    for (int i = 0; i < blow->count; i++) {
        bodies += bodies_of(state, blow->targets[i]);
    }
    return bodies <= 10000 ? bodies : 10000;
}

static void use_action(struct decision *decision, int id, int foe, bool is_last)
{
    const struct effect *granted = state_effect(&decision->state, NULL, FOUR_GRANTED, id, foe);
    if (is_last && granted != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, granted);
    } else {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    }
}

/* The whole act misses the point: nothing comes of it, and nothing is to be rolled again. */
static bool is_in_vain(struct decision *decision, const struct said *said,
                       struct outcome *outcome)
{
    int foe = said->occasion.against;
    char word[LABEL_SIZE];
    if (!is_immune(&decision->state, &said->occasion, word)) {
        return false;
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, foe, 0);
    decision_say(decision, event, "foe types", "%s: immune to %s",
                 state_name(&decision->state, foe), word);
    outcome->value[OUT_KILLS] = 0;
    outcome->value[OUT_DAMAGE] = 0;
    return true;
}

static bool roll_attack(struct decision *decision, const struct command *command,
                        const struct said *said, const struct blow *blow,
                        struct outcome *outcome)
{
    const struct state *state = &decision->state;
    int id = said->occasion.who, foe = said->occasion.against;
    struct inputs inputs;
    struct error err;
    if (!attack_inputs(state, foe, blow_bodies(state, blow), &inputs, &err) ||
        (blow->is_subdual &&
         inputs_give_text(&inputs, "purpose", str_of("subdue"), &err) != STATUS_OK)) {
        decision_wrong(decision, "%s", err.text);
        return false;
    }
    char who[NAME_SIZE * 2 + 8];
    text_format(who, sizeof who, "%s → %s", state_name(state, id), state_name(state, foe));
    reroll_forget(decision, id);
    if (!said_give(decision, command, said, &inputs) ||
        !decision_resolve(decision, &inputs, id, foe, who, outcome)) {
        return false;
    }
    if (!is_in_vain(decision, said, outcome)) {
        reroll_keep(decision, id, foe, &inputs, outcome->value[OUT_HIT] == 0);
        reroll_keep_blow(decision, blow);
    }
    return decision_goes_on(decision);
}

void flow_decide_attack(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    struct blow blow = {.id = actor_of(decision, command),
                        .is_subdual = command_option(command, "subdual") != NULL};
    blow.count = blow.id != 0 ? targets_of(decision, command, blow.id, blow.targets) : 0;
    if (blow.count == 0) {
        return;
    }
    int id = blow.id, foe = blow.targets[0];
    struct said said;
    struct outcome outcome;
    said_begin(&said, ROLL_ATTACK, id, foe);
    said_options(&said, command);
    attack_say_moment(&said, state);
    bool is_last = has_last_attack(state, id, foe);
    enum phase kind = says(&said.occasion, "ranged") ? PHASE_PARTY_SHOOTS : PHASE_PARTY_MELEE;
    if ((is_last ? !can_act(decision, id) : !may_act(decision, id, kind)) ||
        !option_value(decision, command, "level", foe, LEVEL, level_range) ||
        !can_spread(decision, blow.targets, blow.count) ||
        !said_spend(decision, command, id, ROLL_ATTACK)) {
        return;
    }
    if (roll_attack(decision, command, &said, &blow, &outcome)) {
        use_action(decision, id, foe, is_last);
        attack_comes_to(decision, &blow, &outcome);
    }
}
