/* Four Against Darkness at the table: spells, healing and other abilities with their uses (Class
 * Abilities, Traits & Special Abilities).
 *
 * What an ability does beside its modifiers stands behind "is" among its texts: spells (one use for
 * each spell that is cast), strikes (as an attack, with the spell's bonus), heals-AMOUNT (dice, +L
 * behind them for the level), gives-CONDITION, re-roll (an own save, attack or defence),
 * re-roll-save (anybody's failed one), ends-condition (where a blessing does), free (not the
 * action of the round). */
#include <stdio.h>
#include <string.h>

#include "tracker/four_against_darkness_flow.h"

/* ---- what an ability is --------------------------------------------------------------------- */

/* A word behind "is" that begins with `prefix`, without it. */
static bool word_in(struct str text, const char *prefix, char out[LABEL_SIZE])
{
    size_t n = strlen(prefix);
    struct modifier modifier;
    struct error err;
    if (!modifier_parse(&modifier, text, &err) || modifier.kind != TEXT_IS) {
        return false;
    }
    for (struct str word; (word = str_next_word(&modifier.words)).p != NULL;) {
        if (word.n >= (int)n && strncmp(word.p, prefix, n) == 0) {
            snprintf(out, LABEL_SIZE, "%.*s", word.n - (int)n, word.p + n);
            return true;
        }
    }
    return false;
}

static const struct library_record *record_of(const struct decision *decision, const char *ability)
{
    struct error err;
    return decision->library != NULL
               ? library_find(decision->library, "ability", str_of(ability), &err)
               : NULL;
}

/* Among the texts that the row has of the ability, else in its record: a spell is cast that the
 * row only has a number of. "d6" of "is heals-d6"; false when there is no such word. */
static bool ability_word(const struct decision *decision, int id, const char *ability,
                         const char *prefix, char out[LABEL_SIZE])
{
    const struct mark *mark = NULL;
    while ((mark = state_mark(&decision->state, mark, MARK_MODIFIER, id, 0)) != NULL) {
        struct str source, text;
        if (modifier_split(mark->label, &source, &text) &&
            library_names_equal(source, str_of(ability)) && word_in(text, prefix, out)) {
            return true;
        }
    }
    const struct library_record *record = record_of(decision, ability);
    const struct library_texts *texts = record != NULL ? library_list(record, "modifiers") : NULL;
    for (int i = 0; texts != NULL && i < texts->count; i++) {
        if (word_in(str_of(texts->text[i]), prefix, out)) {
            return true;
        }
    }
    return false;
}

static bool ability_is(const struct decision *decision, int id, const char *ability,
                       const char *word)
{
    char rest[LABEL_SIZE];
    return ability_word(decision, id, ability, word, rest) && rest[0] == '\0';
}

/* The uses that pay for a spell: those of its own name, else those for any spell. */
static const struct mark *spell_uses(const struct state *state, int id, struct str spell)
{
    const struct mark *own = uses_find(state, id, spell);
    const struct mark *mark = NULL, *empty = NULL;
    while (own == NULL && (mark = state_mark(state, mark, MARK_USES, id, 0)) != NULL) {
        if (gear_is(state, id, mark->label, "spells")) {
            own = mark->amount != 0 ? mark : own;
            empty = mark;
        }
    }
    return own != NULL ? own : empty;
}

bool spell_left(const struct state *state, int id)
{
    const struct mark *mark = spell_uses(state, id, (struct str){"", 0});
    return mark != NULL && mark->amount != 0;
}

/* ---- what it does --------------------------------------------------------------------------- */

static void heal(struct decision *decision, int id, int amount)
{
    const struct state *state = &decision->state;
    int hp = state_value(state, id, FIELD_HP, 0);
    int most = state_value(state, id, FIELD_HP_MAX, hp + amount);
    int to = hp + amount < most ? hp + amount : most;
    if (state_is_set(state, id, FIELD_HP) && to > hp) {
        struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, to);
        decision_say(decision, event, "class abilities", "%s: %d → %d of %d %s",
                     state_name(state, id), hp, to, most, state_system(state)->hit_points);
    }
}

/* "d6+L": dice and the level of who uses it. */
static bool throw_amount(struct decision *decision, int by, char *text, int *amount)
{
    char *level = strstr(text, "+L");
    int plus = 0;
    if (level != NULL && level[2] == '\0') {
        *level = '\0';
        plus = state_value(&decision->state, by, LEVEL, 1);
    }
    if (!table_amount(decision, str_of(text), by, "healing", 1000, amount)) {
        return false;
    }
    *amount += plus;
    return true;
}

static void tell_note(struct decision *decision, int by, const char *ability)
{
    const struct library_record *record = record_of(decision, ability);
    const char *note = record != NULL ? library_text(record, "note") : NULL;
    if (note != NULL) {
        struct event *event = decision_tell(decision, EVENT_NOTED, by, 0);
        decision_say(decision, event, "class abilities", "%s: %s", ability, note);
    }
}

/* Healing and conditions come to whom it is used on. */
static bool take_effect(struct decision *decision, int by, const char *ability, int on)
{
    const struct state *state = &decision->state;
    char word[LABEL_SIZE];
    if (ability_word(decision, by, ability, "heals-", word)) {
        int amount;
        if (!throw_amount(decision, by, word, &amount)) {
            return false;
        }
        heal(decision, on, amount);
    }
    if (ability_word(decision, by, ability, "gives-", word)) {
        struct event *event = decision_mark(decision, EVENT_CONDITION_CHANGED, MARK_CONDITION, on,
                                            0, str_of(word), 1);
        decision_say(decision, event, "class abilities", "%s: %s", state_name(state, on), word);
    }
    tell_note(decision, by, ability);
    return decision_goes_on(decision);
}

/* A blessing ends a condition where the table reads it so. */
static bool ends_condition(const struct decision *decision, int by, const char *ability)
{
    return ability_is(decision, by, ability, "ends-condition") &&
           table_rule(&decision->state, "blessing", "removes-condition");
}

/* The one that is named with ends=, else the only one there is. */
static void end_condition(struct decision *decision, const struct command *command, int on)
{
    const struct state *state = &decision->state;
    const struct option *ends = command_option(command, "ends");
    bool is_named = ends != NULL && ends->value.p != NULL;
    const struct mark *mark = NULL, *found = NULL;
    int count = 0;
    while ((mark = state_mark(state, mark, MARK_CONDITION, on, 0)) != NULL) {
        if (!is_named || library_names_equal(ends->value, str_of(mark->label))) {
            found = mark;
            count++;
        }
    }
    if (count > 1) {
        struct question *question = decision_ask(decision, QUESTION_TEXT, "%s: which condition ends?",
                                                 state_name(state, on));
        snprintf(question->prefix, sizeof question->prefix, "ends=");
    } else if (count == 0) {
        decision_refuse(decision, "traits & special abilities", "%s has no such condition",
                        state_name(state, on));
    } else {
        char label[LABEL_SIZE];
        snprintf(label, sizeof label, "%s", found->label);
        struct event *event = decision_unmark(decision, EVENT_CONDITION_CHANGED, found);
        decision_say(decision, event, "traits & special abilities", "%s: no longer %s",
                     state_name(state, on), label);
    }
}

typedef const struct mark *uses_fn(const struct state *state, int id, struct str ability);

/* by=..., else the only one who has it. */
static int user_of(struct decision *decision, const struct command *command, uses_fn *uses)
{
    const struct state *state = &decision->state;
    struct str name = command->argument[0].word;
    int by, only = 0, count = 0;
    if (!option_combatant(decision, command, "by", &by)) {
        return 0;
    }
    for (int id = 1; id <= state->count && by == 0; id++) {
        bool has_it = state_is_in(state, id) && is_character(state, id) &&
                      uses(state, id, name) != NULL;
        only = has_it && only == 0 ? id : only;
        count += has_it ? 1 : 0;
    }
    by = by == 0 && count == 1 ? only : by;
    if (by == 0) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "%.*s: by whom?", name.n, name.p);
        snprintf(question->prefix, sizeof question->prefix, "by=");
        question->wanted = WANTED_CHARACTER;
    } else if (!is_character(state, by)) {
        decision_wrong(decision, "%s is a foe: characters use abilities", state_name(state, by));
        by = 0;
    }
    return by;
}

/* It goes with a roll, and does nothing by itself. */
static bool goes_with_a_roll(const struct decision *decision, int by, const char *ability)
{
    static const char *const words[] = {"re-roll", "re-roll-save", "re-roll-own-save", "spells"};
    bool is_so = false;
    for (int roll = 0; roll < ROLLS; roll++) {
        is_so = is_so || modifiers_name(&decision->state, by, str_of(ability), (enum roll)roll);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        is_so = is_so || ability_is(decision, by, ability, words[i]);
    }
    char rest[LABEL_SIZE];
    return is_so && !ends_condition(decision, by, ability) &&
           !ability_word(decision, by, ability, "heals-", rest) &&
           !ability_word(decision, by, ability, "gives-", rest);
}

/* An ability that needs no roll of its own. In a fight it is the action of the round, as a spell is
 * (flow 5: one action each); unless its text says that it is free. */
void flow_decide_use(struct decision *decision, const struct command *command)
{
    int on;
    struct str name = command->argument[0].word;
    int by = user_of(decision, command, uses_find);
    if (by == 0 || !option_combatant(decision, command, "on", &on)) {
        return;
    }
    const struct mark *found = uses_find(&decision->state, by, name);
    char ability[LABEL_SIZE];
    snprintf(ability, sizeof ability, "%s", found != NULL ? found->label : "");
    bool is_action = order_of(&decision->state) != ORDER_OPEN &&
                     flow_over(&decision->state) == NULL &&
                     !ability_is(decision, by, ability, "free");
    if ((goes_with_a_roll(decision, by, ability) &&
         !decision_refuse(decision, "class abilities",
                          "%s goes with a roll: use=, `reroll` or `cast`", ability)) ||
        (is_action && !may_use(decision, by)) || !uses_spend(decision, by, name, 1)) {
        return;
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, by, on);
    decision_say(decision, event, "class abilities", "%s uses %s%s%s",
                 state_name(&decision->state, by), ability, on != 0 ? " on " : "",
                 on != 0 ? state_name(&decision->state, on) : "");
    decision_label(decision, "%s uses %s", state_name(&decision->state, by), ability);
    on = on != 0 ? on : by;
    if (take_effect(decision, by, ability, on) && ends_condition(decision, by, ability)) {
        end_condition(decision, command, on);
    }
    if (is_action && decision_goes_on(decision)) {
        decision_value(decision, EVENT_ACTION_USED, by, FIELD_HAS_ACTED, 1);
    }
}

/* ---- spells --------------------------------------------------------------------------------- */

struct casting {
    int by, foe;
    char spell[LABEL_SIZE];
    bool strikes; /* it is an attack, and not only its own text */
};

/* Everything that the spell `is` is said with it, for what the foe is immune to. */
static void say_spell(struct decision *decision, const struct casting *casting, struct said *said)
{
    const struct library_record *record = record_of(decision, casting->spell);
    const struct library_texts *texts = record != NULL ? library_list(record, "modifiers") : NULL;
    said_word(said, str_of(casting->spell));
    said_word(said, str_of("magic"));
    for (int i = 0; texts != NULL && i < texts->count; i++) {
        struct modifier modifier;
        struct error err;
        bool is_words = modifier_parse(&modifier, str_of(texts->text[i]), &err) &&
                        modifier.kind == TEXT_IS;
        for (struct str word; is_words && (word = str_next_word(&modifier.words)).p != NULL;) {
            said_word(said, word);
        }
    }
}

static bool spell_inputs(const struct state *state, const struct casting *casting,
                         struct inputs *inputs, struct error *err)
{
    if (casting->strikes) {
        return attack_inputs(state, casting->foe, bodies_of(state, casting->foe), inputs, err);
    }
    inputs_begin(inputs, state_system(state), state_action(state, "spell"));
    enum status status =
        inputs_give_number(inputs, "level", state_value(state, casting->foe, LEVEL, 1), err);
    if (status == STATUS_OK && table_rule(state, "attack_natural_1", "plain")) {
        status = inputs_give_text(inputs, "natural_1_misses", str_of("no"), err);
    }
    return status == STATUS_OK;
}

/* A spell is rolled as an attack against the foe's level; it strikes, or takes effect. */
static void cast_at(struct decision *decision, const struct command *command,
                    const struct casting *casting)
{
    const struct state *state = &decision->state;
    struct said said;
    struct inputs inputs;
    struct outcome outcome;
    struct error err;
    if (!option_value(decision, command, "level", casting->foe, LEVEL,
                      (struct number_range){1, 50})) {
        return;
    }
    said_begin(&said, ROLL_SPELL, casting->by, casting->foe);
    say_spell(decision, casting, &said);
    said_options(&said, command);
    if (!spell_inputs(state, casting, &inputs, &err)) {
        decision_wrong(decision, "%s", err.text);
        return;
    }
    char who[NAME_SIZE * 2 + LABEL_SIZE + 16];
    snprintf(who, sizeof who, "%s, %s → %s", state_name(state, casting->by), casting->spell,
             state_name(state, casting->foe));
    reroll_forget(decision, casting->by);
    if (!said_give(decision, command, &said, &inputs) ||
        !decision_resolve(decision, &inputs, casting->by, casting->foe, who, &outcome)) {
        return;
    }
    char word[LABEL_SIZE];
    bool is_success = outcome.value[0] != 0 && !is_immune(state, &said.occasion, word);
    decision_label(decision, "%s: %s %s", state_name(state, casting->by), casting->spell,
                   is_success ? "works" : "fails");
    if (outcome.value[0] != 0 && !is_success) {
        struct event *event = decision_tell(decision, EVENT_NOTED, casting->foe, 0);
        decision_say(decision, event, "foe types", "%s: immune to %s",
                     state_name(state, casting->foe), word);
    } else if (casting->strikes) {
        struct blow blow = {.id = casting->by, .targets = {casting->foe}, .count = 1};
        attack_comes_to(decision, &blow, &outcome);
    } else if (is_success) {
        take_effect(decision, casting->by, casting->spell, casting->foe);
    }
}

/* The foe it is cast at, 0 when it needs none; below 0 when the decision has ended. */
static int foe_of(struct decision *decision, const struct command *command,
                  const struct casting *casting)
{
    const struct state *state = &decision->state;
    const struct argument *target = &command->argument[1];
    char word[LABEL_SIZE];
    bool helps = ability_word(decision, casting->by, casting->spell, "heals-", word) ||
                 ability_word(decision, casting->by, casting->spell, "gives-", word) ||
                 command_option(command, "on") != NULL;
    int foe = target->is_given ? target->id : helps ? 0 : only_foe(state);
    bool is_fit = foe == 0 || (!is_character(state, foe) && state_is_in(state, foe));
    return is_fit || decision_refuse(decision, "attack", "%s is no foe in the fight",
                                     state_name(state, foe))
               ? foe
               : -1;
}

static bool pay(struct decision *decision, const struct casting *casting)
{
    const struct mark *uses =
        spell_uses(&decision->state, casting->by, str_of(casting->spell));
    char label[LABEL_SIZE];
    snprintf(label, sizeof label, "%s", uses != NULL ? uses->label : "spells");
    return uses_spend(decision, casting->by, str_of(label), 1);
}

static void take_effect_on(struct decision *decision, const struct casting *casting, int on)
{
    const char *name = state_name(&decision->state, casting->by);
    decision_label(decision, "%s casts %s", name, casting->spell);
    struct event *event = decision_tell(decision, EVENT_NOTED, casting->by, on);
    decision_say(decision, event, "class abilities", "%s casts %s%s%s", name, casting->spell,
                 on != 0 ? " on " : "", on != 0 ? state_name(&decision->state, on) : "");
    take_effect(decision, casting->by, casting->spell, on != 0 ? on : casting->by);
}

/* `cast fireball rats by=Mo 5`, `cast protection on=Pell`: a use of the spell, or of the caster's
 * spells; in a fight it is the action of the round. */
void flow_decide_cast(struct decision *decision, const struct command *command)
{
    struct casting casting = {.by = user_of(decision, command, spell_uses)};
    int on;
    if (casting.by == 0 || !option_combatant(decision, command, "on", &on)) {
        return;
    }
    struct text spell;
    text_init(&spell, casting.spell, sizeof casting.spell);
    text_add_str(&spell, command->argument[0].word);
    casting.strikes = command_option(command, "strikes") != NULL ||
                      ability_is(decision, casting.by, casting.spell, "strikes");
    casting.foe = foe_of(decision, command, &casting);
    bool is_in_fight = casting.foe > 0 || order_of(&decision->state) != ORDER_OPEN;
    if (casting.foe < 0 || !pay(decision, &casting) ||
        (is_in_fight && !may_act(decision, casting.by, PHASE_PARTY_SHOOTS)) || !said_spend(decision, command, casting.by, ROLL_SPELL)) {
        return;
    }
    if (casting.foe > 0) {
        cast_at(decision, command, &casting);
    } else {
        take_effect_on(decision, &casting, on);
    }
    if (decision_goes_on(decision) && is_in_fight) {
        decision_value(decision, EVENT_ACTION_USED, casting.by, FIELD_HAS_ACTED, 1);
    }
}
