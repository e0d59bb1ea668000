/* Four Against Darkness at the table: spells, healing and other abilities with their uses
 * (Class Abilities, Traits & Special Abilities).
 *
 * What an ability does beside its modifiers stands behind "is" among its texts: spells (one use
 * for each spell that is cast), strikes (as an attack, with the spell's bonus), heals-AMOUNT
 * (dice, +L behind them for the level), gives-CONDITION, re-roll (an own save, attack or
 * defence), re-roll-save (anybody's failed one), ends-condition (where a blessing does), free
 * (not the action of the round), on-foes (what it gives is for a foe). */
#include <string.h>

#include "games/four_against_darkness/flow.h"
#include "games/four_against_darkness/readings.h"

/* ---- what an ability is ---------------------------------------------------------------- */

/* A word behind "is" that begins with `prefix`, without it. */
static bool word_in(const struct modifier *modifier, const char *prefix, char out[LABEL_SIZE])
{
    size_t n = strlen(prefix);
    struct str words = modifier->kind == TEXT_IS ? modifier->words : (struct str){"", 0};
    for (struct str word; (word = str_next_word(&words)).p != NULL;) {
        if (word.n >= (int)n && strncmp(word.p, prefix, n) == 0) {
            text_format(out, LABEL_SIZE, "%.*s", word.n - (int)n, word.p + n);
            return true;
        }
    }
    return false;
}

static const struct library_record *record_of(const struct decision *decision,
                                              const char *ability)
{
    struct error err;
    return decision->library != NULL
               ? library_find(decision->library, "ability", str_of(ability), &err)
               : NULL;
}

/* Among the texts that the combatant has of the ability, else in its record: a spell is cast
 * that the combatant only has a number of. "d6" of "is heals-d6"; false when there is no such
 * word. */
static bool ability_word(const struct decision *decision, int id, const char *ability,
                         const char *prefix, char out[LABEL_SIZE])
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(&decision->state, effect, FOUR_MODIFIER, id, 0)) != NULL) {
        struct str source;
        struct modifier modifier;
        if (reading_look(effect, &modifier, &source) &&
            library_names_equal(source, str_of(ability)) && word_in(&modifier, prefix, out)) {
            return true;
        }
    }
    const struct library_record *record = record_of(decision, ability);
    const struct library_texts *texts =
        record != NULL ? library_list(record, "modifiers") : NULL;
    for (int i = 0; texts != NULL && i < texts->count; i++) {
        struct modifier modifier;
        struct error err;
        if (modifier_parse(&modifier, str_of(texts->text[i]), &err) &&
            word_in(&modifier, prefix, out)) {
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
static const struct effect *spell_uses(const struct state *state, int id, struct str spell)
{
    const struct effect *own = uses_find(state, id, spell);
    const struct effect *effect = NULL, *empty = NULL;
    while (own == NULL && (effect = state_effect(state, effect, FOUR_USES, id, 0)) != NULL) {
        if (gear_is(state, id, effect->label, "spells")) {
            own = effect->amount != 0 ? effect : own;
            empty = effect;
        }
    }
    return own != NULL ? own : empty;
}

bool spell_left(const struct state *state, int id)
{
    const struct effect *effect = spell_uses(state, id, (struct str){"", 0});
    return effect != NULL && effect->amount != 0;
}

/* ---- what it does ---------------------------------------------------------------------- */

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
        if (plus > 0) {
            decision_prompt(decision, decision->question.dice.why.label, " +%d", plus);
        }
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
        struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED,
                                              EFFECT_CONDITION, on, 0, str_of(word), 1);
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
    const struct effect *effect = NULL, *found = NULL;
    int count = 0;
    while ((effect = state_effect(state, effect, EFFECT_CONDITION, on, 0)) != NULL) {
        if (!is_named || library_names_equal(ends->value, str_of(effect->label))) {
            found = effect;
            count++;
        }
    }
    if (count > 1) {
        struct question *question = decision_ask(
            decision, QUESTION_TEXT, "%s: which condition ends?", state_name(state, on));
        text_format(question->prefix, sizeof question->prefix, "ends=");
    } else if (count == 0) {
        decision_refuse(decision, "traits & special abilities", "%s has no such condition",
                        state_name(state, on));
    } else {
        char label[LABEL_SIZE];
        text_format(label, sizeof label, "%s", found->label);
        struct event *event = decision_end_effect(decision, EVENT_CONDITION_CHANGED, found);
        decision_say(decision, event, "traits & special abilities", "%s: no longer %s",
                     state_name(state, on), label);
    }
}

typedef const struct effect *uses_fn(const struct state *state, int id, struct str ability);

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
        bool has_it =
            state_is_in(state, id) && is_character(state, id) && uses(state, id, name) != NULL;
        only = has_it && only == 0 ? id : only;
        count += has_it ? 1 : 0;
    }
    by = by == 0 && count == 1 ? only : by;
    if (by == 0 && count == 0 && name.n == 0) {
        decision_refuse(decision, "spells", "nobody here casts spells");
    } else if (by == 0) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "%.*s by whom?", name.n > 0 ? name.n : 7,
                         name.n > 0 ? name.p : "a spell");
        text_format(question->prefix, sizeof question->prefix, "by=");
        question->wanted = WANTED_CHARACTER;
    } else if (!is_character(state, by)) {
        decision_wrong(decision, "%s is a foe: characters use abilities",
                       state_name(state, by));
        by = 0;
    }
    return by;
}

/* Whether it does something for whom it is used on, that one need not roll for. */
static bool has_effect(const struct decision *decision, int by, const char *ability)
{
    char word[LABEL_SIZE];
    return ability_word(decision, by, ability, "heals-", word) ||
           ability_word(decision, by, ability, "gives-", word);
}

/* ---- which one ------------------------------------------------------------------------- */

typedef bool fits_fn(const struct decision *decision, int id, const char *ability);

/* Whether the class of this character is among those that know the spell; each is that has no
 * such list, and everybody without a class knows all. */
static bool knows_spell(const struct decision *decision, int id, const char *spell)
{
    const struct library_record *record = record_of(decision, spell);
    const struct library_texts *casters =
        record != NULL ? library_list(record, "casters") : NULL;
    const char *class = class_of(&decision->state, id);
    bool is_among = casters == NULL || casters->count == 0 || class[0] == '\0';
    for (int i = 0; !is_among && i < casters->count; i++) {
        is_among = library_names_equal(str_of(casters->text[i]), str_of(class));
    }
    return is_among;
}

/* Who knows which spell is house data, which a ruling goes beyond. */
static bool may_know(struct decision *decision, int id, const char *spell)
{
    if (knows_spell(decision, id, spell)) {
        return true;
    }
    const struct library_texts *casters = library_list(record_of(decision, spell), "casters");
    TEXT_BUFFER(list, 120);
    for (int i = 0; i < casters->count; i++) {
        text_add(&list, "%s%s", i == 0 ? "" : ", ", casters->text[i]);
    }
    return decision_refuse(decision, "spells", "%s, a %s, does not know %s; who does: %s",
                           state_name(&decision->state, id), class_of(&decision->state, id),
                           spell, list.p);
}

/* A spell attacks or gives something; abilities that do so without a spell's use are used. */
static bool is_spell(const struct decision *decision, int id, const char *ability)
{
    char word[LABEL_SIZE];
    return (ability_is(decision, id, ability, "strikes") ||
            ability_word(decision, id, ability, "gives-", word)) &&
           knows_spell(decision, id, ability);
}

void spells_say(const struct decision *decision, int id, struct text *out)
{
    const struct library *library = decision->library;
    bool casts = spell_uses(&decision->state, id, (struct str){"", 0}) != NULL;
    const char *gap = "spells it knows (house data): ";
    for (int i = 0; casts && library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, "ability") == 0 &&
            is_spell(decision, id, record->name)) {
            text_add(out, "%s%s", gap, record->name);
            gap = ", ";
        }
    }
}

/* Used by an act of its own, or with a roll that is not made yet. */
static bool is_used(const struct decision *decision, int id, const char *ability)
{
    char word[LABEL_SIZE];
    const struct effect *effect = uses_find(&decision->state, id, str_of(ability));
    return effect != NULL && effect->amount != 0 &&
           !ability_word(decision, id, ability, "re-roll", word) &&
           !ability_is(decision, id, ability, "spells");
}

/* Asks which ability of the library, of those that fit; other words can be typed. False when
 * there is none. The records' names stand as long as a question does. */
static bool ask_ability(struct decision *decision, int id, fits_fn *fits, const char *prompt)
{
    const struct library *library = decision->library;
    struct question *question = decision_ask(decision, QUESTION_CHOICE, "%s", prompt);
    question->else_takes = ELSE_TAKES_WORDS;
    for (int i = 0; library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, "ability") != 0 ||
            question->choices == QUESTION_CHOICES_MAX || !fits(decision, id, record->name)) {
            continue;
        }
        const struct effect *uses = uses_find(&decision->state, id, str_of(record->name));
        if (uses != NULL && uses->amount != USES_UNLIMITED) {
            text_format(question->note[question->choices], sizeof question->note[0], "%d left",
                        uses->amount);
        }
        question->choice[question->choices++] = record->name;
    }
    return question->choices > 0;
}

static bool has_something_to_use(const struct decision *decision, int id)
{
    for (int i = 0; decision->library != NULL && i < decision->library->count; i++) {
        if (is_used(decision, id, decision->library->record[i].name)) {
            return true;
        }
    }
    return false;
}

/* by=, else the next to act, else the next to be struck, else the first who stands; and rather
 * than one of these the first who has something to use and has not acted. */
static int user_by_turn(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int by;
    if (!option_combatant(decision, command, "by", &by)) {
        return 0;
    }
    bool is_named = by != 0;
    by = by != 0 ? by : next_actor(state);
    const struct effect *strike = by == 0 ? strike_next(state, 0) : NULL;
    by = strike != NULL ? strike->subject : by;
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    by = by == 0 && count > 0 ? ids[0] : by;
    for (int i = 0; i < count && !is_named && !has_something_to_use(decision, by); i++) {
        bool may = !state_value(state, ids[i], FIELD_HAS_ACTED, 0) &&
                   has_something_to_use(decision, ids[i]);
        by = may ? ids[i] : by;
    }
    if (by == 0 || !is_character(state, by)) {
        decision_wrong(decision, "by= must name a character who uses something");
        return 0;
    }
    return by;
}

static void ask_what_to_use(struct decision *decision, const struct command *command)
{
    char prompt[QUESTION_PROMPT_SIZE];
    int by = user_by_turn(decision, command);
    if (by != 0 && has_something_to_use(decision, by)) {
        text_format(prompt, sizeof prompt, "%s uses", state_name(&decision->state, by));
        ask_ability(decision, by, is_used, prompt);
    } else if (by != 0) {
        decision_refuse(decision, "class abilities",
                        "%s has no ability to use; `cast` casts spells, `reroll` uses luck",
                        state_name(&decision->state, by));
    }
}

static void ask_spell(struct decision *decision, int by)
{
    char prompt[QUESTION_PROMPT_SIZE];
    const struct effect *uses = spell_uses(&decision->state, by, (struct str){"", 0});
    text_format(prompt, sizeof prompt, "%s casts, %d left:", state_name(&decision->state, by),
                uses != NULL ? uses->amount : 0);
    ask_ability(decision, by, is_spell, prompt);
}

/* The attack or the defence that the ability adds to, by its texts of the combatant. */
static bool goes_with_roll(const struct state *state, int id, const char *ability,
                           enum roll *roll)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_MODIFIER, id, 0)) != NULL) {
        struct str source;
        struct modifier modifier;
        if (reading_look(effect, &modifier, &source) && modifier.kind == TEXT_ROLL &&
            library_names_equal(source, str_of(ability))) {
            *roll = modifier.roll;
            return *roll == ROLL_ATTACK || *roll == ROLL_DEFENCE;
        }
    }
    return false;
}

/* `use rage goblins` is `attack goblins use=rage`, `use parry` is `defend WHO use=parry`. */
static void use_with_roll(struct decision *decision, const struct command *command, int by,
                          const char *ability, enum roll roll)
{
    struct command act = *command;
    act.argument[0] = command->argument[1];
    if (roll == ROLL_DEFENCE) {
        act.argument[0] =
            (struct argument){.is_given = true, .id = by, .ids = {by}, .ids_count = 1};
    }
    if (act.options + 2 > OPTIONS_MAX) {
        decision_wrong(decision, "at most %d options", OPTIONS_MAX - 2);
        return;
    }
    char word[16];
    text_format(word, sizeof word, "#%d", by);
    act.option[act.options++] = (struct option){str_of("use"), str_of(ability)};
    if (command_option(command, "by") == NULL) {
        act.option[act.options++] = (struct option){str_of("by"), str_of(word)};
    }
    (roll == ROLL_DEFENCE ? flow_decide_defend : flow_decide_attack)(decision, &act);
}

static bool asks_on_whom(struct decision *decision, int by, struct str word)
{
    const struct effect *uses = uses_find(&decision->state, by, word);
    bool is_open = decision->asks && uses != NULL && has_effect(decision, by, uses->label);
    if (is_open) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "%s uses %s: on whom?",
                         state_name(&decision->state, by), uses->label);
        text_format(question->prefix, sizeof question->prefix, "on=");
        question->wanted = WANTED_CHARACTER;
    }
    return is_open;
}

/* It goes with a roll, and does nothing by itself. */
static bool goes_with_a_roll(const struct decision *decision, int by, const char *ability)
{
    static const char *const words[] = {"re-roll", "re-roll-save", "re-roll-own-save",
                                        "spells"};
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

/* An ability that needs no roll of its own. In a fight it is the action of the round, as a
 * spell is (flow 5: one action each); unless its text says that it is free. */
void flow_decide_use(struct decision *decision, const struct command *command)
{
    int on;
    enum roll roll;
    struct str name = command->argument[0].word;
    if (!command->argument[0].is_given) {
        ask_what_to_use(decision, command);
        return;
    }
    int by = user_of(decision, command, uses_find);
    const struct effect *found = by != 0 ? uses_find(&decision->state, by, name) : NULL;
    char ability[LABEL_SIZE];
    text_format(ability, sizeof ability, "%s", found != NULL ? found->label : "");
    if (found != NULL && goes_with_roll(&decision->state, by, ability, &roll)) {
        use_with_roll(decision, command, by, ability, roll);
        return;
    }
    if (by == 0 || !option_combatant(decision, command, "on", &on) ||
        (goes_with_a_roll(decision, by, ability) &&
         !decision_refuse(decision, "class abilities",
                          "%s is used with a roll: use=, `reroll` or `cast`", ability)) ||
        (on == 0 && asks_on_whom(decision, by, name))) {
        return;
    }
    bool is_action = order_of(&decision->state) != ORDER_OPEN &&
                     flow_over(&decision->state) == NULL &&
                     !ability_is(decision, by, ability, "free");
    if ((is_action && !may_use(decision, by)) || !uses_spend(decision, by, name, 1)) {
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

/* ---- spells ---------------------------------------------------------------------------- */

struct casting {
    int by, foe;
    char spell[LABEL_SIZE];
    bool strikes; /* it is an attack, and not only its own text */
};

/* Everything that the spell `is` is said with it, for what the foe is immune to. */
static void say_spell(struct decision *decision, const struct casting *casting,
                      struct said *said)
{
    const struct library_record *record = record_of(decision, casting->spell);
    const struct library_texts *texts =
        record != NULL ? library_list(record, "modifiers") : NULL;
    said_word(said, str_of(casting->spell));
    said_word(said, str_of("magic"));
    for (int i = 0; texts != NULL && i < texts->count; i++) {
        struct modifier modifier;
        struct error err;
        bool is_words =
            modifier_parse(&modifier, str_of(texts->text[i]), &err) && modifier.kind == TEXT_IS;
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

/* A spell is rolled as an attack against the foe's level; it attacks, or takes effect. */
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
    text_format(who, sizeof who, "%s, %s → %s", state_name(state, casting->by), casting->spell,
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

/* The foe it is cast at, 0 when it needs none, and the character it is cast on; below 0 when
 * the decision has ended. */
static int foe_of(struct decision *decision, const struct command *command,
                  const struct casting *casting, int *on)
{
    const struct state *state = &decision->state;
    const struct argument *target = &command->argument[1];
    bool helps = *on != 0 || (has_effect(decision, casting->by, casting->spell) &&
                              !ability_is(decision, casting->by, casting->spell, "on-foes"));
    bool is_open = !target->is_given && *on == 0;
    int foe = target->is_given ? target->id : helps ? 0 : only_foe(state);
    if (is_open && foe == 0 && (helps ? decision->asks : foes_left(state) > 0)) {
        decision_ask(decision, QUESTION_COMBATANT, "%s casts %s: at whom?",
                     state_name(state, casting->by), casting->spell)
            ->wanted = helps ? WANTED_CHARACTER : WANTED_FOE;
        return -1;
    }
    if (foe != 0 && helps && is_character(state, foe)) {
        *on = foe;
        return 0;
    }
    bool is_fit = foe == 0 || (!is_character(state, foe) && state_is_in(state, foe));
    return is_fit || decision_refuse(decision, "attack", "%s is not a foe in the fight",
                                     state_name(state, foe))
               ? foe
               : -1;
}

static bool pay(struct decision *decision, const struct casting *casting)
{
    const struct effect *uses =
        spell_uses(&decision->state, casting->by, str_of(casting->spell));
    char label[LABEL_SIZE];
    text_format(label, sizeof label, "%s", uses != NULL ? uses->label : "spells");
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

/* `cast fireball rats by=Mo 5`, `cast protection on=Pell`: a use of the spell, or of the
 * caster's spells; in a fight it is the action of the round. */
void flow_decide_cast(struct decision *decision, const struct command *command)
{
    struct casting casting = {.by = user_of(decision, command, spell_uses)};
    int on;
    if (casting.by == 0 || !option_combatant(decision, command, "on", &on)) {
        return;
    }
    bool is_over = flow_over(&decision->state) != NULL;
    bool is_open = order_of(&decision->state) == ORDER_OPEN;
    if (!command->argument[0].is_given) {
        bool casts = spell_left(&decision->state, casting.by) ||
                     decision_refuse(
                         decision, "spells",
                         spell_uses(&decision->state, casting.by, (struct str){"", 0}) != NULL
                             ? "%s has no spell left"
                             : "%s casts no spells",
                         state_name(&decision->state, casting.by));
        if (casts && (is_open || is_over || may_use(decision, casting.by))) {
            ask_spell(decision, casting.by);
        }
        return;
    }
    struct text spell = text_over(casting.spell, sizeof casting.spell);
    text_add_str(&spell, command->argument[0].word);
    if (!may_know(decision, casting.by, casting.spell)) {
        return;
    }
    casting.strikes = command_option(command, "strikes") != NULL ||
                      ability_is(decision, casting.by, casting.spell, "strikes");
    casting.foe = foe_of(decision, command, &casting, &on);
    bool is_in_fight = casting.foe > 0 || (!is_open && !is_over);
    if (casting.foe < 0 || !pay(decision, &casting) ||
        (is_in_fight && !may_act(decision, casting.by, PHASE_PARTY_SHOOTS)) ||
        !said_spend(decision, command, casting.by, ROLL_SPELL)) {
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
