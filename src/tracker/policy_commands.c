#include "tracker/policy_commands.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/naming.h"
#include "tracker/policy.h"

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

/* The label is the policy's name; of a side or a kind, "party=cautious". */
static struct policy_kept read_kept(const struct effect *effect)
{
    const char *equals = strrchr(effect->label, '=');
    struct policy_kept kept = {.id = effect->subject, .name = str_of(effect->label)};
    if (effect->subject == 0 && equals != NULL) {
        kept.who = (struct str){effect->label, (int)(equals - effect->label)};
        kept.name = str_of(equals + 1);
    }
    return kept;
}

bool policy_kept_next(const struct state *state, const struct effect **at,
                      struct policy_kept *out)
{
    *at = state_effect(state, *at, EFFECT_POLICY, ANYBODY, ANYBODY);
    if (*at != NULL) {
        *out = read_kept(*at);
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

/* As in a file of policies. */
static bool is_name(struct str word)
{
    bool is_plain = word.n > 0 && word.n < POLICY_NAME_SIZE;
    for (int i = 0; i < word.n && is_plain; i++) {
        char c = word.p[i];
        is_plain = (c >= 'a' && c <= 'z') || char_is_digit(c) || c == '-';
    }
    return is_plain;
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
    if (!is_name(name)) {
        decision_wrong(decision,
                       "policy %s %s: a policy's name has lower-case letters, digits and -",
                       utf8_shown(str_of(who)).text, utf8_shown(name).text);
        return;
    }
    keep(decision, id, who, name);
}

static const struct command_def commands[] = {
    {.name = "policy",
     .help = "how a side, a kind or one fights in a forecast",
     .rule = "",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_WORD, .is_optional = true},
                   {.name = "NAME", .kind = ARGUMENT_WORD, .is_optional = true}},
     .arguments_count = 2,
     .audience = AUDIENCE_REFEREE,
     .decide = decide_policy},
};

int policy_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
