#include "games/caves_of_qud/weapons.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"
#include "tracker/options.h"

/* Caves of Qud at the table: what hits bring beside the weapon's damage. */

/* ==== Values by name: those of an act, and the attributes of a combatant. */

bool qud_is_given(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    return at >= 0 && inputs->value[at].is_given;
}

void qud_give_number(struct inputs *inputs, const char *name, int number)
{
    if (!qud_is_given(inputs, name)) {
        inputs_give_number(inputs, name, number);
    }
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
        while (decision_goes_on(decision) &&
               (before = state_effect(&decision->state, NULL, kinds[i], id, 0)) != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
        }
    }
    struct str entry;
    struct error err;
    if (str_equal(list, "-")) {
        return;
    }
    while (decision_goes_on(decision) && str_next_part(&list, ',', &entry)) {
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
    if (!decision_status(decision, dice_expr_parse(&expr, dice->value, &err), &err)) {
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

/* True when the pending effect is a condition, and its rounds (0: no end). In campaigns of
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
static void give_element(const struct state *state, int target, struct str what,
                         struct inputs *inputs)
{
    char label[LABEL_SIZE], kind[LABEL_SIZE], name[LABEL_SIZE + 16];
    const char *dice;
    struct text text;
    text_init(&text, label, sizeof label);
    text_add_str(&text, what);
    if (!split_damage(label, kind, &dice)) {
        return; /* the dice are asked for */
    }
    if (!qud_is_given(inputs, "damage")) {
        inputs_give_text(inputs, "damage", str_of(dice));
    }
    text_init(&text, name, sizeof name);
    text_add(&text, "%s_resistance", kind);
    if (state_attribute(state, name) >= 0) {
        qud_give_number(inputs, "resistance", qud_value(state, target, name));
    }
}

static void add_element(const struct state *state, const struct command *command,
                        struct generic_pair pair, struct inputs *inputs)
{
    const struct effect *pending = due_effect(state, command, pair.target);
    give_element(state, pair.target,
                 pending != NULL ? str_of(pending->label) : command->argument[1].word, inputs);
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
        count_down(decision, state_effect_labelled(state, due.kind, due.subject, due.object,
                                                   str_of(due.label)));
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
        return;
    }
    for (int i = 0; i < who->ids_count && decision_goes_on(decision); i++) {
        effect_on(decision, command, who->ids[i]);
    }
    if (who->ids_count > 1) {
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
    give_element(state, pending->subject, what, out);
    if (state_is_set(state, pending->subject, FIELD_HP)) {
        inputs_give_number(out, "hp", state_value(state, pending->subject, FIELD_HP, 0));
    }
    return inputs_finish(out, err) == STATUS_OK;
}

/* The rules of its numbers, by which the explanation finds their names. */
static const char pv_rule[] = "pv calculation";
static const char damage_rule[] = "damage rolls";

/* ---- the kinds of records -------------------------------------------------------------- */

/* So that name, damage and all properties of a weapon fit into the label of a state effect. */
enum { DAMAGE_MOST = 15 };
_Static_assert(LIBRARY_NAME_MAX + DAMAGE_MOST +
                       sizeof ", , cap -100, sharp, masterwork, blade" <=
                   LABEL_SIZE,
               "a weapon is kept as one line");

static const struct library_field_def weapon_fields[] = {
    {.value = {.name = "name",
               .high = LIBRARY_NAME_MAX,
               .is_required = true,
               .help = "the name that is typed"},
     .shape = RECORD_NAME},
    {.value = {.name = "source",
               .high = LIBRARY_TEXT_MAX,
               .is_required = true,
               .help = "where its numbers come from: a rule, or house"},
     .shape = RECORD_TEXT},
    {.value = {.name = "psionic",
               .kind = VALUE_FLAG,
               .high = 1,
               .help = "ego and mental armour in place of PV and AV"},
     .shape = RECORD_VALUE},
    {.value = {.name = "note", .high = LIBRARY_TEXT_MAX, .help = "a description in one line"},
     .shape = RECORD_TEXT},
};

static const char *const weapon_attributes[] = {"to_hit",     "damage", "shown_pv",   "pv",
                                                "cap",        "sharp",  "masterwork", "vibro",
                                                "long_blade", NULL};

static bool is_yes(const struct library_record *weapon, const char *name)
{
    const char *text = library_text(weapon, name);
    bool is_set;
    return text != NULL && str_to_flag(str_of(text), &is_set) && is_set;
}

/* In the usual notation; an item without damage has 1d2 (Melee combat). */
static void write_damage(const struct library_record *weapon, struct text *out)
{
    const char *damage = library_text(weapon, "damage");
    struct dice_expr expr;
    enum status status = dice_expr_parse_as(
        NULL, &expr, str_of(damage != NULL ? damage : "1d2"), DICE_LOGGED, NULL);
    CHECK(status == STATUS_OK);
    dice_expr_format(&expr, out);
}

static bool is_short(const struct library_record *weapon)
{
    TEXT_BUFFER(text, NAME_SIZE);
    write_damage(weapon, &text);
    return text.n <= DAMAGE_MOST && strchr(text.p, ',') == NULL;
}

/* The PV is given once; that of a psionic weapon is the ego of its wielder (Psionic
 * Weapons). */
static bool weapon_check(const struct library_record *weapon, struct error *err)
{
    bool has_shown = library_text(weapon, "shown_pv") != NULL;
    bool has_pv = library_text(weapon, "pv") != NULL;
    bool has_cap = library_text(weapon, "cap") != NULL;
    bool is_psionic = is_yes(weapon, "psionic");
    if (has_cap && (has_shown || has_pv || is_psionic || is_yes(weapon, "vibro"))) {
        error_set(err, STATUS_USAGE, "",
                  "a weapon with a cap has no pv, shown_pv, vibro or psionic: its PV is the "
                  "strength_bonus of its holder");
    } else if (has_shown && has_pv) {
        error_set(err, STATUS_USAGE, "", "expected pv or shown_pv, which is 4 more, not both");
    } else if (is_psionic && (has_shown || has_pv || is_yes(weapon, "vibro"))) {
        error_set(err, STATUS_USAGE, "",
                  "a psionic weapon has no pv, shown_pv or vibro: its PV is the ego of its "
                  "holder");
    } else if (is_yes(weapon, "vibro") && (has_shown || has_pv)) {
        error_set(err, STATUS_USAGE, "",
                  "a vibro weapon has no pv or shown_pv: its base is the AV that it meets");
    } else if (!is_short(weapon)) {
        error_set(err, STATUS_USAGE, "", "damage: expected plain dice of at most %d characters",
                  DAMAGE_MOST);
    } else {
        return true;
    }
    return false;
}

static const struct library_field_def creature_fields[] = {
    GENERIC_CREATURE_FIELDS,
    {.value = {.name = "weapon", .high = LIBRARY_NAME_MAX, .help = "a weapon, in hand"},
     .shape = RECORD_TEXT,
     .refers = "weapon"},
    {.value = {.name = "off_weapon", .high = LIBRARY_NAME_MAX, .help = "one in the off hand"},
     .shape = RECORD_TEXT,
     .refers = "weapon"},
    {.value = {.name = "on_hit", .high = 4, .help = "what its hits bring: cold 1d4"},
     .shape = RECORD_LIST,
     .check = on_hit_check},
};

const struct library_kind caves_of_qud_kinds[QUD_KINDS] = {
    {.name = "weapon",
     .list = "weapons",
     .what = "a weapon",
     .fields = weapon_fields,
     .fields_count = COUNT_OF(weapon_fields),
     .attributes = weapon_attributes,
     .check = weapon_check},
    {GENERIC_CREATURE(creature_fields)},
};

/* ---- what is in hand ------------------------------------------------------------------- */

static const struct effect *weapon_at(const struct state *state, int id, enum hand hand)
{
    return state_effect(state, NULL, hand == HAND_OFF ? QUD_OFF_WEAPON : QUD_WEAPON, id, 0);
}

/* The state keeps a weapon as a line: "pump handle, 1d4, PV 5, sharp". Takes off its first
 * part, whose `p` is NULL after the last one. */
static struct str next_part(struct str *rest)
{
    for (int i = 0; i + 1 < rest->n; i++) {
        if (rest->p[i] == ',' && rest->p[i + 1] == ' ') {
            struct str part = {rest->p, i};
            *rest = (struct str){rest->p + i + 2, rest->n - i - 2};
            return part;
        }
    }
    struct str part = {rest->n > 0 ? rest->p : NULL, rest->n};
    *rest = (struct str){rest->p, 0};
    return part;
}

/* The word for a long blade there, where room is short. */
static const char blade[] = "blade";

/* One value of a weapon as one would type it; nothing when it has none. The damage follows the
 * name. */
static void weapon_value(const struct effect *weapon, const char *name, struct text *out)
{
    static const struct {
        const char *before, *name;
    } numbers[] = {{"PV ", "shown_pv"}, {"cap ", "cap"}};
    struct str rest = str_of(weapon->label);
    next_part(&rest);
    struct str damage = next_part(&rest);
    if (strcmp(name, "damage") == 0) {
        text_add_str(out, damage);
    }
    for (struct str part = next_part(&rest); part.p != NULL; part = next_part(&rest)) {
        for (int i = 0; i < COUNT_OF(numbers); i++) {
            int n = (int)strlen(numbers[i].before);
            bool is_it = part.n > n && memcmp(part.p, numbers[i].before, (size_t)n) == 0;
            if (is_it && strcmp(name, numbers[i].name) == 0) {
                text_add_str(out, (struct str){part.p + n, part.n - n});
            }
        }
        if (str_equal(part, strcmp(name, "long_blade") == 0 ? blade : name)) {
            text_add(out, "yes");
        }
    }
}

void weapon_name(const struct state *state, int id, enum hand hand, struct text *out)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    if (weapon != NULL) {
        struct str rest = str_of(weapon->label);
        text_add_str(out, next_part(&rest));
    }
}

bool weapon_is_psionic(const struct state *state, int id, enum hand hand)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    /* No name holds a comma and a blank. */
    return weapon != NULL && strstr(weapon->label, ", psionic") != NULL;
}

/* ---- values of combatants from a weapon ------------------------------------------------ */

/* The last three are three ways to give the same value. */
static const char *const weapon_values[] = {
    "to_hit", "damage", "sharp", "masterwork", "vibro", "long_blade", "shown_pv", "pv", "cap"};
static const char *const off_values[] = {"off_to_hit",     "off_damage", "off_sharp",
                                         "off_masterwork", "off_vibro",  "off_long_blade",
                                         "off_shown_pv",   "off_pv",     "off_cap"};
enum { WEAPON_VALUES = sizeof weapon_values / sizeof weapon_values[0], FIRST_BROUGHT = 1 };

static const char *off_name(const char *name)
{
    int i = FIRST_BROUGHT;
    while (!names_equal(weapon_values[i], name)) {
        i++;
        CHECK(i < WEAPON_VALUES);
    }
    return off_values[i];
}

/* The attribute that holds this value of the weapon in this hand. */
static const struct value_def *attribute(const struct state *state, enum hand hand,
                                         const char *name)
{
    int field = state_attribute(state, hand == HAND_OFF ? off_name(name) : name);
    CHECK(field >= FIELD_SYSTEM);
    return &state_system(state)->attributes[field - FIELD_SYSTEM];
}

static bool value_of(const struct state *state, int id, enum hand hand, const char *name,
                     struct text *out)
{
    return state_attribute_format(state, id, attribute(state, hand, name), out);
}

/* True when the combatant's value is exactly the one from the weapon in this hand. */
static bool is_weapons(const struct state *state, int id, enum hand hand, const char *name)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    TEXT_BUFFER(now, NAME_SIZE);
    TEXT_BUFFER(brought, NAME_SIZE);
    if (weapon == NULL || !value_of(state, id, hand, name, &now)) {
        return false;
    }
    weapon_value(weapon, name, &brought);
    return str_equal(str_of(now.p), brought.p);
}

static void put(struct decision *decision, int id, enum hand hand, const char *name,
                const char *value)
{
    combatant_attribute_give(decision, id, attribute(&decision->state, hand, name),
                             str_of(value[0] != '\0' ? value : "-"));
}

/* "damage 1d6", "shown pv 7": a value that the combatant had without the weapon, and loses. */
static void say_own(const struct state *state, int id, enum hand hand, const char *name,
                    struct text *out)
{
    TEXT_BUFFER(own, NAME_SIZE);
    if (value_of(state, id, hand, name, &own) && !is_weapons(state, id, hand, name)) {
        text_add(out, "%s", out->n > 0 ? ", " : "");
        for (const char *p = name; *p != '\0'; p++) {
            text_add_char(out, *p == '_' ? ' ' : *p);
        }
        text_add(out, " %s", own.p);
    }
}

/* Removes the values from the weapon in this hand; values that were set since stay. */
static void put_down(struct decision *decision, int id, enum hand hand)
{
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        if (is_weapons(&decision->state, id, hand, weapon_values[i])) {
            put(decision, id, hand, weapon_values[i], "");
        }
    }
    decision_end_effect(decision, EVENT_EFFECT_CHANGED, weapon_at(&decision->state, id, hand));
}

/* ---- taking one up --------------------------------------------------------------------- */

/* Its displayed PV: 4 when it has none (Melee combat), or 4 more than its base (PV
 * Calculation). */
static int shown_pv(const struct library_record *weapon)
{
    const char *shown = library_text(weapon, "shown_pv");
    const char *pv = library_text(weapon, "pv");
    int64_t number = 0;
    bool is_number =
        (shown == NULL && pv == NULL) ||
        str_to_int64(str_of(shown != NULL ? shown : pv), INT16_MIN, INT16_MAX, &number);
    CHECK(is_number);
    return (int)number + (shown != NULL ? 0 : 4);
}

/* True when the combatant is new in this line: then its facts list what it has. */
static bool is_new(const struct decision *decision, int id)
{
    for (int i = 0; i < decision->events; i++) {
        if (decision->event[i].kind == EVENT_COMBATANT_ADDED &&
            decision->event[i].subject == id) {
            return true;
        }
    }
    return false;
}

static void hold(struct decision *decision, int id, enum hand hand,
                 const struct library_record *record)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(label, LABEL_SIZE);
    TEXT_BUFFER(own, 160);
    int64_t to_hit = 0;
    const char *bonus = library_text(record, "to_hit");
    CHECK(bonus == NULL || str_to_int64(str_of(bonus), INT16_MIN, INT16_MAX, &to_hit));
    static const struct {
        const char *name, *word;
    } flags[] = {{"sharp", "sharp"},
                 {"masterwork", "masterwork"},
                 {"vibro", "vibro"},
                 {"psionic", "psionic"},
                 {"long_blade", blade}};
    const char *cap = library_text(record, "cap");
    for (const char *p = record->name; *p != '\0'; p++) {
        text_add_char(&label, *p == '-' ? ' ' : *p);
    }
    text_add(&label, ", ");
    write_damage(record, &label);
    if (cap != NULL) {
        text_add(&label, ", cap %s", cap);
    } else if (!is_yes(record, "psionic") && !is_yes(record, "vibro")) {
        text_add(&label, ", PV %d", shown_pv(record));
    }
    for (int i = 0; i < COUNT_OF(flags); i++) {
        bool is_on = is_yes(record, flags[i].name);
        text_add(&label, "%s%s", is_on ? ", " : "", is_on ? flags[i].word : "");
    }
    CHECK(!label.is_cut);
    if (weapon_at(state, id, hand) != NULL) {
        put_down(decision, id, hand);
    }
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        say_own(state, id, hand, weapon_values[i], &own);
    }
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED,
                                          hand == HAND_OFF ? QUD_OFF_WEAPON : QUD_WEAPON, id, 0,
                                          (struct str){label.p, label.n}, (int)to_hit);
    if (!is_new(decision, id)) {
        TEXT_BUFFER(hit, 24);
        text_add(&hit, to_hit != 0 ? ", %+d to hit" : "%.0d", (int)to_hit);
        decision_say(decision, event, "melee combat", "%s%s: %s%s (%s)%s%s",
                     state_name(state, id), hand == HAND_OFF ? ", off hand" : "", label.p,
                     hit.p, library_text(record, "source"), own.n > 0 ? ", instead of " : "",
                     own.p);
    }
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES && decision_goes_on(decision); i++) {
        TEXT_BUFFER(value, NAME_SIZE);
        weapon_value(weapon_at(state, id, hand), weapon_values[i], &value);
        put(decision, id, hand, weapon_values[i], value.p);
    }
}

static void empty_hand(struct decision *decision, int id, enum hand hand)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(name, LABEL_SIZE);
    weapon_name(state, id, hand, &name);
    if (name.n == 0) {
        return;
    }
    put_down(decision, id, hand);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "melee combat",
                 "%s puts the %s away", state_name(state, id), name.p);
}

static bool is_held(const struct state *state, int id, enum hand hand, struct str name)
{
    TEXT_BUFFER(held, LABEL_SIZE);
    weapon_name(state, id, hand, &held);
    return weapon_at(state, id, hand) != NULL && library_names_equal(str_of(held.p), name);
}

static void take_up(struct decision *decision, int id, enum hand hand, struct str name)
{
    const struct library_record *record = decision_record(decision, "weapon", name);
    if (record != NULL) {
        hold(decision, id, hand, record);
    }
}

/* When a value is unset, that of the weapon in hand counts again. */
static bool unset(struct decision *decision, int id, struct str name)
{
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        for (enum hand hand = HAND_MAIN; hand <= HAND_OFF; hand++) {
            const struct effect *weapon = weapon_at(&decision->state, id, hand);
            TEXT_BUFFER(value, NAME_SIZE);
            bool is_it =
                weapon != NULL &&
                str_equal_any_case(
                    name, str_of(attribute(&decision->state, hand, weapon_values[i])->name));
            if (is_it) {
                weapon_value(weapon, weapon_values[i], &value);
                put(decision, id, hand, weapon_values[i], value.p);
                return true;
            }
        }
    }
    return false;
}

bool weapons_give(struct decision *decision, int id, struct str name, struct str value)
{
    bool is_main = str_equal_any_case(name, str_of("weapon"));
    bool is_none = str_equal(value, "-");
    if (!is_main && !str_equal_any_case(name, str_of("off_weapon"))) {
        return is_none && unset(decision, id, name);
    }
    enum hand hand = is_main ? HAND_MAIN : HAND_OFF;
    if (is_none) {
        empty_hand(decision, id, hand);
    } else {
        take_up(decision, id, hand, value);
    }
    return true;
}

/* Its name as in the library. */
static void format_hand(const struct state *state, int id, enum hand hand, struct text *out)
{
    TEXT_BUFFER(name, LABEL_SIZE);
    weapon_name(state, id, hand, &name);
    for (int i = 0; i < name.n; i++) {
        text_add_char(out, name.p[i] == ' ' ? '-' : name.p[i]);
    }
}

static void format_main(const struct state *state, int id, struct text *out)
{
    format_hand(state, id, HAND_MAIN, out);
}

static void format_off(const struct state *state, int id, struct text *out)
{
    format_hand(state, id, HAND_OFF, out);
}

const struct given_def caves_of_qud_gives[QUD_GIVES] = {
    {.name = "weapon",
     .records = "weapon",
     .expects = "the name of a weapon: steel-mace",
     .help = "what is in hand; it sets damage, PV and the like",
     .format = format_main,
     .comes_first = true},
    {.name = "off_weapon",
     .records = "weapon",
     .expects = "the name of a weapon: steel-mace",
     .help = "what is in the off hand, for hand=off",
     .format = format_off,
     .comes_first = true},
    {.name = "on_hit",
     .expects = "a list: cold 1d4, poisoned 2 (rounds)",
     .help = "what its hits bring, separated by commas",
     .format = on_hit_format},
    GENERIC_GIVES_CREATURE,
};

/* ---- attacks --------------------------------------------------------------------------- */

static bool is_open(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    return at >= 0 && !inputs->value[at].is_given;
}

/* Names the weapon as the source of its numbers, if the act uses them. */
static void name_sources(const struct state *state, int id, enum hand hand,
                         struct inputs *inputs)
{
    TEXT_BUFFER(name, LABEL_SIZE);
    TEXT_BUFFER(own, NAME_SIZE);
    if (inputs->is_bare) {
        return;
    }
    weapon_name(state, id, hand, &name);
    bool has_its_pv = is_open(inputs, "pv") && is_open(inputs, "shown_pv") &&
                      !value_of(state, id, hand, "pv", &own) &&
                      is_weapons(state, id, hand, "shown_pv");
    if (has_its_pv) {
        inputs_name_source(inputs, 0, name.p, pv_rule);
    }
    if (is_open(inputs, "damage") && name.n > 0) {
        bool is_its = is_weapons(state, id, hand, "damage");
        inputs_name_source(inputs, 0, is_its ? name.p : "own", damage_rule);
    }
}

/* d20 + agility modifier + weapon hit bonus (Hit Roll). A hit bonus of the off hand takes the
 * place of agility; a hit bonus given for the act replaces everything. */
static void add_to_hit(const struct state *state, int id, enum hand hand, struct inputs *inputs)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    if (weapon == NULL || !is_open(inputs, "to_hit")) {
        return;
    }
    int off = hand == HAND_OFF ? state_attribute(state, "off_to_hit") : -1;
    int field =
        off >= 0 && state_is_set(state, id, off) ? off : state_attribute(state, "to_hit");
    int sum = state_value(state, id, field, 0) + weapon->amount;
    TEXT_BUFFER(name, LABEL_SIZE);
    if (weapon->amount != 0 && !inputs->is_bare) {
        weapon_name(state, id, hand, &name);
        inputs_name_source(inputs, weapon->amount, name.p, hit_rule);
    }
    inputs_give_number(inputs, "to_hit", sum < -100 ? -100 : sum > 100 ? 100 : sum);
}

bool weapons_has_off_hand(const struct state *state, int id)
{
    bool is_there = weapon_at(state, id, HAND_OFF) != NULL;
    for (int i = 0; i < WEAPON_VALUES && !is_there; i++) {
        int field = state_attribute(state, off_values[i]);
        bool is_text = value_is_text(&state_system(state)->attributes[field - FIELD_SYSTEM]);
        is_there = is_text ? state_attribute_text(state, id, field)[0] != '\0'
                           : state_is_set(state, id, field);
    }
    return is_there;
}

bool weapons_take(const struct inputs *inputs, const char *name)
{
    bool is_pv = names_equal(name, "pv"), is_shown = names_equal(name, "shown_pv");
    if (is_pv || is_shown) {
        return !qud_is_given(inputs, is_pv ? "shown_pv" : "pv") &&
               !qud_is_given(inputs, "strength_bonus") && !qud_is_given(inputs, "cap");
    }
    bool is_strength = names_equal(name, "strength_bonus") || names_equal(name, "cap");
    return !is_strength || (!qud_is_given(inputs, "pv") && !qud_is_given(inputs, "shown_pv"));
}

/* The weapon in the off hand has values of its own; an unset one has its default, never the
 * other hand's value. */
static void give_off_hand(const struct state *state, int id, struct inputs *inputs)
{
    bool is_by_strength = qud_is_given(inputs, "strength_bonus");
    for (int i = 0; i < WEAPON_VALUES; i++) {
        const char *name = weapon_values[i];
        int at = parameter_called(inputs->action, name);
        if (at < 0 || inputs->value[at].is_given || !weapons_take(inputs, name)) {
            continue;
        }
        generic_give_attribute(state, id, state_attribute(state, off_values[i]), inputs, at);
        const char *usual = inputs->action->parameters[at].fallback;
        bool is_unset = !inputs->value[at].is_given;
        if (is_unset && usual != NULL && strcmp(name, "shown_pv") != 0) {
            input_give_text(inputs, at, str_of(usual));
        } else if (is_unset && strcmp(name, "cap") == 0 && is_by_strength) {
            input_give_none(inputs, at);
        }
    }
    if (is_open(inputs, "pv") && is_open(inputs, "shown_pv") && is_open(inputs, "cap") &&
        is_open(inputs, "strength_bonus")) {
        inputs_give_text(inputs, "shown_pv", str_of("4"));
    }
}

void weapons_add(const struct state *state, int id, enum hand hand, struct inputs *inputs)
{
    name_sources(state, id, hand, inputs);
    add_to_hit(state, id, hand, inputs);
    if (hand == HAND_OFF) {
        give_off_hand(state, id, inputs);
    }
}

/* ---- before an attack ------------------------------------------------------------------ */

enum hand weapons_hand(const struct command *command)
{
    const struct option *hand = command != NULL ? command_option(command, "hand") : NULL;
    bool is_off = hand != NULL && str_equal_any_case(hand->value, str_of("off"));
    return is_off ? HAND_OFF : HAND_MAIN;
}

static bool is_hand(struct decision *decision, const struct command *command)
{
    const struct option *hand = command_option(command, "hand");
    if (hand != NULL && weapons_hand(command) == HAND_MAIN &&
        !str_equal_any_case(hand->value, str_of("main"))) {
        decision_wrong(decision, "hand: expected main or off, as in hand=off");
        return false;
    }
    return true;
}

bool weapons_ready(struct decision *decision, const struct command *command, int *attacker)
{
    const struct option *weapon = command_option(command, "weapon");
    enum hand hand = weapons_hand(command);
    *attacker = 0;
    if (!is_hand(decision, command) || !option_combatant(decision, command, "by", attacker)) {
        return false;
    }
    *attacker = *attacker != 0 ? *attacker : decision->state.value[ENCOUNTER_TURN];
    if (weapon == NULL || *attacker == 0) {
        return true;
    }
    if (str_equal(weapon->value, "-")) {
        empty_hand(decision, *attacker, hand);
    } else if (!is_held(&decision->state, *attacker, hand, weapon->value)) {
        take_up(decision, *attacker, hand, weapon->value);
    }
    return decision_goes_on(decision);
}

/* ---- facts ----------------------------------------------------------------------------- */

bool weapons_tell(const struct state *state, int id, const char *attribute_name)
{
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        for (enum hand hand = HAND_MAIN; hand <= HAND_OFF; hand++) {
            const struct value_def *def = attribute(state, hand, weapon_values[i]);
            if (weapon_at(state, id, hand) != NULL && strcmp(def->name, attribute_name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static void hand_facts(const struct state *state, int id, enum hand hand, struct text *out)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    if (weapon == NULL) {
        return;
    }
    text_add(out, "%s: %s", hand == HAND_OFF ? "off hand" : "weapon", weapon->label);
    if (weapon->amount != 0) {
        text_add(out, ", %+d to hit", weapon->amount);
    }
    text_add(out, "\n");
    TEXT_BUFFER(own, 160);
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        say_own(state, id, hand, weapon_values[i], &own);
    }
    if (own.n > 0) {
        text_add(out, "own instead: %s\n", own.p);
    }
}

void weapons_facts(const struct state *state, int id, struct text *out)
{
    hand_facts(state, id, HAND_MAIN, out);
    hand_facts(state, id, HAND_OFF, out);
}

void weapons_let_block(struct decision *decision)
{
    const struct state *state = &decision->state;
    const struct asked *asked = &decision->asked;
    bool is_first = decision->verdict == VERDICT_ASKS &&
                    decision->question.kind == QUESTION_DICE && asked->kind == ASKED_ACT &&
                    asked->is_open && asked->stand.taken == 0;
    if (is_first && asked->object != 0 &&
        state_is_set(state, asked->object, state_attribute(state, "shield_av"))) {
        decision->question.flag = "block";
    }
}
