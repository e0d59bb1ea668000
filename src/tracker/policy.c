#include "tracker/policy.h"

#include <string.h>

#include "base/mix.h"
#include "base/utf8.h"
#include "tracker/counters.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"

const struct policy_field_def policy_fields[POLICY_FIELDS] = {
#define POLICY_FIELD(name, most, usual, help) {#name, most, usual, help},
#include "tracker/policy_fields.def"
#undef POLICY_FIELD
};

void policy_init(struct policy *policy, const char *name)
{
    memset(policy, 0, sizeof *policy);
    text_format(policy->name, sizeof policy->name, "%s", name);
    for (int i = 0; i < POLICY_FIELDS; i++) {
        policy->value[i] = policy_fields[i].usual;
    }
}

const char *policy_answer(const struct policy *policy, const char *question)
{
    for (int i = 0; i < policy->answers; i++) {
        if (strcmp(policy->answer[i].question, question) == 0) {
            return policy->answer[i].word;
        }
    }
    return NULL;
}

static const char usual[] = "usual";
static const char *const sides[] = {[SIDE_FOES] = "foes", [SIDE_PARTY] = "party"};

bool policy_has_kind(const struct state *state, struct str name)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) &&
            names_same(name, str_of(state_text(state, id, TEXT_KIND)))) {
            return true;
        }
    }
    return false;
}

bool policy_kept_next(const struct state *state, const struct effect **at,
                      struct policy_kept *out)
{
    *at = state_effect(state, *at, EFFECT_POLICY, ANYBODY, ANYBODY);
    if (*at != NULL) {
        /* The label is the policy's name; of a side or a kind, "party=cautious". */
        const struct effect *effect = *at;
        const char *equals = strrchr(effect->label, '=');
        struct policy_kept kept = {.id = effect->subject, .name = str_of(effect->label)};
        if (effect->subject == 0 && equals != NULL) {
            kept.who = (struct str){effect->label, (int)(equals - effect->label)};
            kept.name = str_of(equals + 1);
        }
        *out = kept;
    }
    return *at != NULL;
}

/* How close it is to the combatant: 3 its own, 2 of its kind, 1 of its side; 0: another's. */
static int closeness(const struct state *state, int id, const struct policy_kept *kept)
{
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    if (kept->id != 0) {
        return kept->id == id ? 3 : 0;
    }
    if (str_equal_any_case(kept->who, str_of(sides[side]))) {
        return 1;
    }
    return names_same(kept->who, str_of(state_text(state, id, TEXT_KIND))) ? 2 : 0;
}

bool policy_kept_for(const struct state *state, int id, struct str *name)
{
    const struct effect *at = NULL;
    struct policy_kept kept;
    int closest = 0;
    while (policy_kept_next(state, &at, &kept)) {
        int close = closeness(state, id, &kept);
        *name = close > closest ? kept.name : *name;
        closest = close > closest ? close : closest;
    }
    return closest > 0;
}

/* Of this side, kind (`who`) or combatant; NULL: none. */
static const struct effect *find_kept(const struct state *state, int id, struct str who)
{
    const struct effect *at = NULL;
    struct policy_kept kept;
    while (policy_kept_next(state, &at, &kept)) {
        if (kept.id == id && (id != 0 || names_same(who, kept.who))) {
            return at;
        }
    }
    return NULL;
}

/* A side, a kind, or a combatant (*id). False when the decision has ended. */
static bool find_who(struct decision *decision, struct str word, int *id, char shown[NAME_SIZE])
{
    const struct state *state = &decision->state;
    struct error err;
    utf8_clean(shown, NAME_SIZE, word);
    *id = 0;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        if (str_equal_any_case(word, str_of(sides[i]))) {
            text_format(shown, NAME_SIZE, "%s", sides[i]);
            return true;
        }
    }
    if (policy_has_kind(state, word)) {
        return true;
    }
    *id = combatant_find(state, word, &err);
    if (*id == 0) {
        decision_wrong(decision, "policy: expected party, foes, a kind or a combatant: %s",
                       err.text);
        return false;
    }
    text_format(shown, NAME_SIZE, "%s", state_name(state, *id));
    return true;
}

static void keep(struct decision *decision, int id, const char *who, struct str name)
{
    const struct effect *before = find_kept(&decision->state, id, str_of(who));
    bool is_usual = str_equal(name, usual);
    struct event *event = NULL;
    TEXT_BUFFER(label, LABEL_SIZE);
    text_add(&label, "%s%s%.*s", id == 0 ? who : "", id == 0 ? "=" : "", name.n, name.p);
    if (label.is_cut) {
        decision_wrong(decision, "policy: \"%s\" is too long", utf8_shown(str_of(who)).text);
        return;
    }
    bool is_same = before != NULL && strcmp(before->label, label.p) == 0;
    if (before != NULL && !is_same) {
        event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    if (!is_usual) {
        event = decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_POLICY, id, 0,
                                str_of(label.p), 1);
    }
    TEXT_BUFFER(text, 120);
    text_add(&text, "%s %s %s%.*s in a forecast", who,
             strcmp(who, "foes") == 0 ? "fight" : "fights",
             is_usual ? "in the usual ways" : "by ", is_usual ? 0 : name.n, name.p);
    decision_say(decision, event, "", "%s", text.p);
    decision_label(decision, "%s: policy %.*s", who, name.n, name.p);
}

static void decide_policy(struct decision *decision, const struct command *command)
{
    char who[NAME_SIZE];
    int id;
    if (!command->argument[0].is_given) {
        decision_ask(decision, QUESTION_TEXT,
                     "who fights by a policy? party, foes, a kind or a combatant");
        return;
    }
    if (!find_who(decision, command->argument[0].word, &id, who)) {
        return;
    }
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT,
                     "%s: which policy? focus, spread, cautious ...; usual: none", who);
        return;
    }
    struct str name = command->argument[1].word;
    /* As in a file of policies. */
    bool is_plain = name.n > 0 && name.n < POLICY_NAME_SIZE;
    for (int i = 0; i < name.n && is_plain; i++) {
        char c = name.p[i];
        is_plain = (c >= 'a' && c <= 'z') || char_is_digit(c) || c == '-';
    }
    if (!is_plain) {
        decision_wrong(decision,
                       "policy %s %s: a policy's name has lower-case letters, digits and -",
                       utf8_shown(str_of(who)).text, utf8_shown(name).text);
        return;
    }
    keep(decision, id, who, name);
}

static const struct command_def commands[] = {
    {.name = "policy",
     .signature = "[WHO:word] [NAME:word]",
     .help = "how a side, a kind or one fights in a forecast",
     .audience = AUDIENCE_REFEREE,
     .decide = decide_policy},
};

int policy_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}

const struct policy *player_policy(const struct player *player, const struct state *state,
                                   int id)
{
    const struct policy *own = player->of[id - 1];
    return own != NULL ? own : player->side[state_value(state, id, FIELD_SIDE, SIDE_FOES)];
}

const char *player_assumes(const struct player *player, const char *name)
{
    const struct assumption_def *def = player->procedure->assumptions;
    int place = 0;
    while (strcmp(def[place].name, name) != 0) {
        place++;
        CHECK(def[place].name != NULL);
    }
    return def[place].choice[player->assumed[place]];
}

void player_acts(struct player *player, const struct state *state, int id)
{
    player->acts = player_acts_done(player, state, id) + 1;
    player->acted = id;
    player->acted_round = state->value[ENCOUNTER_ROUND];
}

int player_acts_done(const struct player *player, const struct state *state, int id)
{
    bool is_this_turn =
        player->acted == id && player->acted_round == state->value[ENCOUNTER_ROUND];
    return is_this_turn ? player->acts : 0;
}

void player_runs_counter(const struct state *state, struct text *line)
{
    for (int i = 0; i < state->counters && line->n == 0; i++) {
        const struct counter *counter = &state->counter[i];
        if (state_has_counter(state, i) && counter->then[0] != '\0' &&
            counter_has_ended(counter)) {
            text_add(line, "%s ", counter_run_name);
            counter_word(state, i, line);
        }
    }
}

/* A number below `limit` for this occasion alone. */
static uint32_t draw(const struct player *player, const struct state *state, int id,
                     const char *what, uint32_t limit)
{
    uint64_t key = player->key ^ MIX_BEGIN;
    key = mix_number(key, (uint64_t)state->value[ENCOUNTER_ROUND]);
    key = mix_number(key, (uint64_t)id);
    key = mix_bits(mix_text(key, str_of(what)));
    return (uint32_t)((key >> 32) * limit >> 32);
}

bool player_draws(const struct player *player, const struct state *state, int id, int chance,
                  const char *what)
{
    return chance >= 100 || (chance > 0 && (int)draw(player, state, id, what, 100) < chance);
}

bool player_does(const struct player *player, const struct state *state, int id,
                 enum policy_field field, const char *what)
{
    int chance = player_policy(player, state, id)->value[field];
    return player_draws(player, state, id, chance, what);
}

bool player_is_at(const struct player *player, const struct state *state, int id,
                  enum policy_field field, int now, int most)
{
    int share = player_policy(player, state, id)->value[field];
    return share >= 100 || (share > 0 && (int64_t)now * 100 <= (int64_t)most * share);
}

enum policy_field player_aims_by(const struct player *player, const struct state *state, int id)
{
    const int *weight = player_policy(player, state, id)->value;
    int sum = 0;
    for (int i = 0; i < POLICY_AIMS; i++) {
        sum += weight[i];
    }
    int drawn = sum > 0 ? (int)draw(player, state, id, "aims by", (uint32_t)sum) : 0;
    int i = 0;
    while (i < POLICY_AIMS - 1 && drawn >= weight[i]) {
        drawn -= weight[i++];
    }
    return sum > 0 ? (enum policy_field)i : POLICY_weakest;
}

/* The hit points left, or the bodies of one that stands for several. */
static int left(const struct player *player, const struct state *state, int id)
{
    struct bodies bodies;
    const struct procedure *procedure = player->procedure;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies)) {
        return bodies.left;
    }
    return state_value(state, id, FIELD_HP, 0);
}

/* How much is gone, in thousandths. */
static int hurt(const struct player *player, const struct state *state, int id)
{
    struct bodies bodies;
    const struct procedure *procedure = player->procedure;
    if (procedure->bodies == NULL || !procedure->bodies(state, id, &bodies)) {
        bodies.left = state_value(state, id, FIELD_HP, 0);
        bodies.most = state_value(state, id, FIELD_HP_MAX, 0);
    }
    return bodies.most > 0 ? (int)((int64_t)(bodies.most - bodies.left) * 1000 / bodies.most)
                           : 0;
}

int player_aims(const struct player *player, const struct state *state, int id,
                const int *candidates, int count)
{
    enum policy_field by = player_aims_by(player, state, id);
    const struct procedure *procedure = player->procedure;
    if (by == POLICY_random) {
        return count > 0 ? candidates[draw(player, state, id, "whom", (uint32_t)count)] : 0;
    }
    int best = 0, best_rank = 0;
    bool best_engaged = false;
    for (int i = 0; i < count; i++) {
        int whom = candidates[i];
        bool is_engaged = by == POLICY_engaged && procedure->is_engaged != NULL &&
                          procedure->is_engaged(state, id, whom);
        int rank = by == POLICY_strongest ? -left(player, state, whom)
                   : by == POLICY_spread  ? hurt(player, state, whom)
                                          : left(player, state, whom);
        bool is_better =
            is_engaged != best_engaged ? is_engaged : best == 0 || rank < best_rank;
        if (is_better) {
            best = whom;
            best_rank = rank;
            best_engaged = is_engaged;
        }
    }
    return best;
}

int player_opponents(const struct state *state, int id, int *out)
{
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES), count = 0;
    for (int other = 1; other <= state->count; other++) {
        if (state_is_in(state, other) &&
            state_value(state, other, FIELD_SIDE, SIDE_FOES) != side) {
            out[count++] = other;
        }
    }
    return count;
}
