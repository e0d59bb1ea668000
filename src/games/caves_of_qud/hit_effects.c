/* Caves of Qud at the table: what hits bring beside the weapon's damage. */
#include "games/caves_of_qud/hit_effects.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/conditions.h"
#include "tracker/options.h"
#include "games/generic/procedure.h"

/* ==== Values by name: those of an act, and the attributes of a combatant. */

bool qud_is_given(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    return at >= 0 && inputs->value[at].is_given;
}

enum status qud_give_number(struct inputs *inputs, const char *name, int number,
                            struct error *err)
{
    return qud_is_given(inputs, name) ? STATUS_OK
                                      : inputs_give_number(inputs, name, number, err);
}

bool qud_has(const struct state *state, int id, const char *name)
{
    return state_is_set(state, id, state_attribute(state, name));
}

int qud_value(const struct state *state, int id, const char *name)
{
    return state_value(state, id, state_attribute(state, name), 0);
}

/* ==== Which hand an on-hit effect belongs to. */

static const char *const hand_words[] = {"main", "off", NULL};

/* `hand=main`, `hand=off`, or neither: ANY. False, with a wrong decision, for any other
 * word. */
static bool hands_read(struct decision *decision, const struct command *command,
                       enum hit_hand *out)
{
    int hand;
    *out = HIT_HAND_ANY;
    if (command_option(command, "hand") == NULL) {
        return true;
    }
    bool is_one = option_choice(decision, command, "hand", hand_words, "", &hand);
    *out = is_one ? (enum hit_hand)(HIT_HAND_MAIN + hand) : HIT_HAND_ANY;
    return is_one;
}

static const struct effect *kept(const struct state *state, int id, const char *label)
{
    return state_effect_labelled(state, QUD_ON_HIT_HAND, id, 0, str_of(label));
}

/* Keeps the hand whose hits have this effect; ANY: both. Returns the event; NULL when nothing
 * changes. */
static struct event *hands_keep(struct decision *decision, int id, const char *label,
                                enum hit_hand hand)
{
    const struct effect *before = kept(&decision->state, id, label);
    if (hand != HIT_HAND_ANY) {
        return decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_ON_HIT_HAND, id, 0,
                               str_of(label), hand);
    }
    return before != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, before) : NULL;
}

enum hit_hand hands_of(const struct state *state, const struct effect *on_hit)
{
    const struct effect *hand = kept(state, on_hit->subject, on_hit->label);
    return hand != NULL ? (enum hit_hand)hand->amount : HIT_HAND_ANY;
}

bool hands_bring(const struct state *state, const struct effect *on_hit, bool is_off)
{
    enum hit_hand hand = hands_of(state, on_hit);
    return hand == HIT_HAND_ANY || (hand == HIT_HAND_OFF) == is_off;
}

const char *hands_words(enum hit_hand hand)
{
    return hand == HIT_HAND_OFF    ? " with the off hand"
           : hand == HIT_HAND_MAIN ? " with the main hand"
                                   : "";
}

/* ==== On-hit effects of a combatant, and of a creature of the library. */

const struct condition_def caves_of_qud_conditions[QUD_CONDITIONS] = {
    {.name = "asleep", .help = "PV +4 against it", .forms = "sleeping"},
    {.name = "stuck", .help = "DV lower by the number that stuck= gives"},
    {.name = "bleeding", .help = "a word that changes no number", .is_word = true},
    {.name = "disarmed",
     .help = "a word that changes no number",
     .is_word = true,
     .forms = "disarm"},
    {.name = "poisoned",
     .help = "a word that changes no number",
     .is_word = true,
     .forms = "poison"},
    GENERIC_CONDITIONS,
};

/* ---- asking ---------------------------------------------------------------------------- */

/* Asks for the on-hit effect of the combatants in the first argument, or for the amount of a
 * kind of damage that can be resisted (Resistances); false when the command has it. */
static bool caves_of_qud_asks_on_hit(struct decision *decision, const struct command *command)
{
    const struct argument *what = &command->argument[1];
    TEXT_BUFFER(resistance, LABEL_SIZE + 16);
    if (!what->is_given) {
        condition_ask(decision, command, ", on hit",
                      "what? or: cold damage=1d4, own torn arm rounds=2",
                      (const char *const[]){"acid", "cold", "electric", "heat", NULL});
        return true;
    }
    text_add(&resistance, "%.*s_resistance", what->word.n, what->word.p);
    bool is_damage = state_attribute(&decision->state, resistance.p) >= 0;
    if (is_damage && !command_option(command, "damage") && !command_option(command, "own")) {
        struct question *question =
            decision_ask(decision, QUESTION_TEXT, "%s, on hit: how much %.*s? as 1d4",
                         state_name(&decision->state, command->argument[0].ids[0]),
                         what->word.n, what->word.p);
        text_format(question->prefix, sizeof question->prefix, "damage=");
    }
    return !decision_goes_on(decision);
}

/* ---- lists ----------------------------------------------------------------------------- */

enum { ROUNDS_MAX = 1000, DICE_MAX = 100, DICE_SIZE_MAX = 40 };

/* The kinds of damage that can be resisted (Resistances). */
static const char *const kinds_of_damage[] = {"acid", "cold", "electric", "heat", NULL};

/* What condition_find needs. */
static const struct procedure game = {.conditions = caves_of_qud_conditions,
                                      .conditions_count = QUD_CONDITIONS};

/* One entry of a list: "cold 1d4", "poisoned 2", "own off balance". */
struct brought {
    struct str words; /* without a number of rounds */
    struct dice_expr dice;
    int rounds; /* 0: no end */
    bool is_damage, is_own;
};

static bool is_damage_kind(struct str word)
{
    for (int i = 0; kinds_of_damage[i] != NULL; i++) {
        if (str_equal_any_case(word, str_of(kinds_of_damage[i]))) {
            return true;
        }
    }
    return false;
}

static bool complain(struct str text, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, text);
    for (int i = 0; kinds_of_damage[i] != NULL && !is_damage_kind(text); i++) {
        nearest_offer(&nearest, kinds_of_damage[i]);
    }
    for (int i = 0; i < QUD_CONDITIONS && !is_damage_kind(text); i++) {
        nearest_offer(&nearest, caves_of_qud_conditions[i].name);
    }
    error_set(
        err, STATUS_USAGE, "",
        "\"%.*s\": expected damage, such as cold 1d4, a condition with its rounds, such as "
        "poisoned 2, or own before a word of your own%s",
        text.n, text.p, nearest_question(&nearest).text);
    return false;
}

/* False with err when it is not an entry. */
static bool read_brought(struct brought *out, struct str text, struct error *err)
{
    int64_t rounds;
    *out = (struct brought){.words = str_trimmed(text)};
    struct str *words = &out->words;
    static const char own[] = "own ";
    int n = (int)strlen(own);
    bool is_own = words->n > n && str_equal_any_case((struct str){words->p, n}, str_of(own));
    if (is_own) {
        *words = str_trimmed_start((struct str){words->p + n, words->n - n});
    }
    out->is_own = is_own;
    int from = out->words.n;
    while (from > 0 && out->words.p[from - 1] != ' ') {
        from--;
    }
    struct str last = (struct str){out->words.p + from, out->words.n - from};
    struct str first = str_trimmed((struct str){out->words.p, out->words.n - last.n});
    if (!out->is_own && is_damage_kind(first)) {
        out->is_damage = true;
        out->words = first;
        struct error refused;
        bool is_dice = dice_expr_parse(&out->dice, last, &refused) == STATUS_OK;
        bool was_dice = is_dice || dice_expr_parse_as(NULL, &out->dice, last, DICE_LOGGED,
                                                      NULL) == STATUS_OK;
        if (was_dice && !is_dice) {
            error_set(err, STATUS_USAGE, "", "%s", refused.text);
            return false;
        }
        bool fits = last.n <= DICE_SIZE_MAX && dice_expr_dice(&out->dice) <= DICE_MAX;
        return (is_dice && fits) || complain(text, err);
    }
    if (first.n > 0 && str_to_int64(last, 1, ROUNDS_MAX, &rounds)) {
        out->rounds = (int)rounds;
        out->words = first;
    }
    bool is_known = out->is_own || condition_find(&game, out->words) != NULL;
    return is_known || complain(out->words, err);
}

bool on_hit_check(struct str text, struct error *err)
{
    struct brought brought;
    return read_brought(&brought, text, err);
}

/* Takes the first entry off the list; false when none is left. */
static bool next_entry(struct str *list, struct str *out)
{
    int n = 0;
    while (n < list->n && list->p[n] != ',') {
        n++;
    }
    *out = str_trimmed((struct str){list->p, n});
    int taken = n < list->n ? n + 1 : n;
    *list = (struct str){list->p + taken, list->n - taken};
    return out->n > 0;
}

static void give_one(struct decision *decision, int id, const struct brought *brought)
{
    char label[LABEL_SIZE];
    if (!brought->is_damage) {
        if (condition_read(decision, brought->words, brought->is_own, label)) {
            decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_ON_HIT, id, 0, str_of(label),
                            brought->rounds);
        }
        return;
    }
    struct text text = text_over(label, sizeof label);
    for (int i = 0; i < brought->words.n; i++) {
        text_add_char(&text, char_lower(brought->words.p[i]));
    }
    text_add(&text, " ");
    dice_expr_format(&brought->dice, &text);
    decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_ON_HIT_DAMAGE, id, 0, str_of(label), 1);
}

void on_hit_give(struct decision *decision, int id, struct str list)
{
    static const int kinds[] = {QUD_ON_HIT, QUD_ON_HIT_DAMAGE};
    const struct effect *before;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        while ((before = state_effect(&decision->state, NULL, kinds[i], id, 0)) != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
        }
    }
    struct str entry;
    struct error err;
    if (str_equal(list, "-")) {
        return;
    }
    while (decision_goes_on(decision) && next_entry(&list, &entry)) {
        struct brought brought;
        if (!read_brought(&brought, entry, &err)) {
            decision_wrong(decision, "on_hit: %s", err.text);
        } else {
            give_one(decision, id, &brought);
        }
    }
}

/* A word that the game does not know needs "own" before it. */
void on_hit_format(const struct state *state, int id, struct text *out)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_damage = effect->kind == QUD_ON_HIT_DAMAGE;
        if (effect->subject != id || (!is_damage && effect->kind != QUD_ON_HIT)) {
            continue;
        }
        bool is_own = !is_damage && condition_find(&game, str_of(effect->label)) == NULL;
        text_add(out, "%s%s%s", out->n > 0 ? ", " : "", is_own ? "own " : "", effect->label);
        if (!is_damage && effect->amount > 0) {
            text_add(out, " %d", effect->amount);
        }
    }
}

/* ==== Commands, and what is pending after a hit. */

static const char hit_rule[] = "hit roll";

/* ---- what comes with a hit ------------------------------------------------------------- */

/* "cold 1d4": the kind of damage, and its dice after the last blank. */
static bool split_damage(const char *label, char kind[LABEL_SIZE], const char **dice)
{
    const char *blank = strrchr(label, ' ');
    struct dice_expr expr;
    if (blank == NULL ||
        dice_expr_parse_as(NULL, &expr, str_of(blank + 1), DICE_LOGGED, NULL) != STATUS_OK) {
        return false;
    }
    struct text text = text_over(kind, LABEL_SIZE);
    text_add_str(&text, (struct str){label, (int)(blank - label)});
    *dice = blank + 1;
    return true;
}

/* Builds the label of an effect; false when the decision has ended. */
static bool read_label(struct decision *decision, const struct command *command,
                       struct str words, char out[LABEL_SIZE], int *kind)
{
    char clean[LABEL_SIZE];
    const struct option *dice = command_option(command, "damage");
    struct text label = text_over(out, LABEL_SIZE);
    if (utf8_clean(clean, sizeof clean, words) || clean[0] == '\0') {
        decision_wrong(decision, "onhit: expected a word or two, such as cold or poisoned");
        return false;
    }
    *kind = dice != NULL ? QUD_ON_HIT_DAMAGE : QUD_ON_HIT;
    if (dice == NULL) {
        return condition_read(decision, words,
                              command_option(command, "own") != NULL ||
                                  state_effect_labelled(&decision->state, QUD_ON_HIT,
                                                        command->argument[0].ids[0], 0,
                                                        str_of(clean)) != NULL,
                              out);
    }
    text_add(&label, "%s", clean);
    struct dice_expr expr;
    struct error err;
    struct str written = dice->value.p != NULL ? dice->value : str_of("");
    if (!decision_status(decision, dice_expr_parse(&expr, written, &err), &err)) {
        return false;
    }
    text_add(&label, " ");
    dice_expr_format(&expr, &label);
    if (label.is_cut || dice_expr_dice(&expr) > 100) {
        decision_wrong(decision, "onhit: at most 100 dice, and %d bytes", LABEL_SIZE - 1);
    }
    return decision_goes_on(decision);
}

/* `onhit rimewyk cold damage=1d4`, `onhit viper poisoned rounds=3`, with hand=off only for hits
 * of the off hand. */
void qud_decide_onhit(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char label[LABEL_SIZE];
    struct str words;
    int kind;
    int rounds;
    enum hit_hand hand;
    if (!hands_read(decision, command, &hand) || caves_of_qud_asks_on_hit(decision, command) ||
        !condition_words(decision, command, &words, &rounds) ||
        !read_label(decision, command, words, label, &kind)) {
        return;
    }
    bool is_off = option_flag(command, "off", false);
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        int id = targets->ids[i];
        const struct effect *effect =
            state_effect_labelled(&decision->state, kind, id, 0, str_of(label));
        struct event *event = NULL;
        if (!is_off) {
            event = decision_effect(decision, EVENT_EFFECT_CHANGED, kind, id, 0, str_of(label),
                                    kind == QUD_ON_HIT ? rounds : 1);
        } else if (effect != NULL) {
            event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        }
        struct event *of_hand = hands_keep(decision, id, label, is_off ? HIT_HAND_ANY : hand);
        decision_say(decision, event != NULL ? event : of_hand, hit_rule,
                     is_off ? "%s: hits%s no longer bring %s" : "%s: hits%s bring %s",
                     state_name(&decision->state, id), hands_words(hand), label);
    }
    decision_label(decision, "%s: on hit, %s", state_name(&decision->state, targets->ids[0]),
                   label);
}

static bool is_due(const struct effect *effect)
{
    return effect->kind == QUD_HIT_EFFECT_DUE || effect->kind == QUD_CONDITION_DUE;
}

/* The effect that a command settles: the one it names, or else the first one pending on its
 * target, or on anybody; NULL when there is none. */
static const struct effect *due_effect(const struct state *state, const struct command *command,
                                       int target)
{
    const struct argument *what = &command->argument[1];
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (is_due(effect) && (target == ANYBODY || effect->subject == target) &&
            state_is_in(state, effect->subject) &&
            (!what->is_given || str_equal(what->word, effect->label))) {
            return effect;
        }
    }
    return NULL;
}

/* Settles one of those pending. */
static void count_down(struct decision *decision, const struct effect *pending)
{
    const struct effect due = *pending;
    if (due.amount > 1) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, due.kind, due.subject, due.object,
                        str_of(due.label), due.amount - 1);
        return;
    }
    decision_end_effect(decision, EVENT_EFFECT_CHANGED, pending);
    const struct effect *rounds = state_effect_labelled(
        &decision->state, QUD_CONDITION_DUE_ROUNDS, due.subject, due.object, str_of(due.label));
    if (rounds != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, rounds);
    }
}

/* Whether the pending effect is a condition, and its rounds (0: no end). In campaigns of
 * earlier versions it looks like damage, with its rounds beside the attacker. */
static bool is_condition_due(const struct state *state, const struct effect *due, int *rounds)
{
    char kind[LABEL_SIZE];
    const char *dice;
    bool is_old = due->kind == QUD_HIT_EFFECT_DUE;
    const struct effect *lasts = state_effect_labelled(
        state, is_old ? QUD_ON_HIT : QUD_CONDITION_DUE_ROUNDS,
        is_old ? due->object : due->subject, is_old ? 0 : due->object, str_of(due->label));
    *rounds = lasts != NULL ? lasts->amount : 0;
    return !is_old || lasts != NULL || !split_damage(due->label, kind, &dice);
}

/* Elemental damage, less the target's resistance to its kind (Resistances). */
static enum status give_element(const struct state *state, int target, struct str what,
                                struct inputs *inputs, struct error *err)
{
    char label[LABEL_SIZE], kind[LABEL_SIZE], name[LABEL_SIZE + 16];
    const char *dice;
    struct text text;
    text_init(&text, label, sizeof label);
    text_add_str(&text, what);
    if (!split_damage(label, kind, &dice)) {
        return STATUS_OK; /* the dice are asked for */
    }
    enum status status = qud_is_given(inputs, "damage")
                             ? STATUS_OK
                             : inputs_give_text(inputs, "damage", str_of(dice), err);
    text_init(&text, name, sizeof name);
    text_add(&text, "%s_resistance", kind);
    if (status == STATUS_OK && state_attribute(state, name) >= 0) {
        status = qud_give_number(inputs, "resistance", qud_value(state, target, name), err);
    }
    return status;
}

static enum status add_element(const struct state *state, const struct command *command,
                               struct generic_pair pair, struct inputs *inputs,
                               struct error *err)
{
    const struct effect *pending = due_effect(state, command, pair.target);
    return give_element(state, pair.target,
                        pending != NULL ? str_of(pending->label) : command->argument[1].word,
                        inputs, err);
}

static void settle_element(struct decision *decision, const struct command *command,
                           struct generic_pair pair, const struct outcome *outcome)
{
    (void)outcome;
    const struct effect *pending = due_effect(&decision->state, command, pair.target);
    if (pending != NULL) {
        count_down(decision, pending);
    }
}

static void name_element(const struct state *state, const struct command *command,
                         struct generic_pair pair, const struct inputs *inputs,
                         struct text *out)
{
    (void)inputs;
    const struct effect *pending = due_effect(state, command, pair.target);
    struct str label = pending != NULL ? str_of(pending->label) : command->argument[1].word;
    text_add_str(out, label);
}

static const struct generic_act element = {
    .is_nobodys = true, .name = name_element, .add = add_element, .settle = settle_element};

/* For one target (or, for ANYBODY, each with something pending): damage is resisted, a
 * condition begins, or the effect is dropped. */
static void effect_on(struct decision *decision, const struct command *command, int target)
{
    const struct effect *pending = due_effect(&decision->state, command, target);
    bool is_off = option_flag(command, "off", false);
    int rounds = 0;
    if (pending == NULL && (is_off || target == ANYBODY)) {
        decision_refuse(decision, hit_rule, "no effect of a hit is pending");
    } else if (pending != NULL &&
               (is_off || is_condition_due(&decision->state, pending, &rounds))) {
        /* Starts a pending condition, or drops a pending effect. */
        const struct state *state = &decision->state;
        const struct effect due = *pending;
        if (is_off) {
            decision_say(
                decision, decision_tell(decision, EVENT_NOTED, due.subject, due.object),
                hit_rule, "%s is spared: %s", state_name(state, due.subject), due.label);
        } else {
            condition_give(decision, due.subject, due.label, rounds);
        }
        pending =
            state_effect_labelled(state, due.kind, due.subject, due.object, str_of(due.label));
        if (pending != NULL) {
            count_down(decision, pending);
        }
        decision_label(decision, "%s: %s%s", state_name(state, due.subject),
                       is_off ? "spared " : "", due.label);
    } else {
        struct command one = *command;
        int id = pending != NULL ? pending->subject : target;
        one.argument[0] = (struct argument){.is_given = true, .ids = {id}, .ids_count = 1};
        generic_decide_act(decision, &one, &element);
    }
}

void qud_decide_effect(struct decision *decision, const struct command *command)
{
    const struct argument *who = &command->argument[0];
    if (!who->is_given) {
        effect_on(decision, command, ANYBODY);
    }
    for (int i = 0; i < who->ids_count && who->is_given && decision_goes_on(decision); i++) {
        effect_on(decision, command, who->ids[i]);
    }
    if (who->is_given && who->ids_count > 1) {
        decision_label(decision, "effects on %s and %d other%s",
                       state_name(&decision->state, who->ids[0]), who->ids_count - 1,
                       who->ids_count > 2 ? "s" : "");
    }
}

/* ---- what is pending -------------------------------------------------------------------- */

int qud_pending(const struct state *state, struct pending *out, int most)
{
    int count = 0;
    for (int i = 0; i < state->effects && count < most; i++) {
        const struct effect *effect = &state->effect[i];
        if (!is_due(effect) || !state_is_in(state, effect->subject)) {
            continue;
        }
        int rounds;
        struct pending *one = &out[count++];
        bool is_damage = !is_condition_due(state, effect, &rounds);
        *one = (struct pending){.subject = effect->subject,
                                .rule = hit_rule,
                                .action = is_damage ? "effect" : NULL};
        struct text text = text_over(one->text, sizeof one->text);
        text_add(&text, "on hit: %s on %s", effect->label, state_name(state, effect->subject));
        if (effect->amount > 1) {
            text_add(&text, ", %d times", effect->amount);
        }
        text_format(one->command, sizeof one->command, "effect #%d \"%s\"", effect->subject,
                    effect->label);
    }
    return count + generic_pending(state, out + count, most - count);
}

/* The pending damage, for the chance that it takes all hit points. */
bool qud_pending_act(const struct state *state, const struct pending *pending,
                     struct inputs *out, struct error *err)
{
    const char *quote = strchr(pending->command, '"');
    if (quote == NULL) {
        return generic_no_pending_act(state, pending, out, err);
    }
    struct str what = {quote + 1, (int)strlen(quote + 1) - 1};
    inputs_begin(out, state_system(state), state_action(state, "effect"));
    enum status status = give_element(state, pending->subject, what, out, err);
    if (status == STATUS_OK && state_is_set(state, pending->subject, FIELD_HP)) {
        status =
            qud_give_number(out, "hp", state_value(state, pending->subject, FIELD_HP, 0), err);
    }
    return status == STATUS_OK && inputs_finish(out, err) == STATUS_OK;
}
