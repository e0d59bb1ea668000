/* Four Against Darkness at the table: abilities with their uses, and spells (Class Abilities,
 * Traits & Special Abilities, Spells). */
#include "games/four_against_darkness/abilities.h"

#include <string.h>

#include "tracker/conditions.h"
#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/attack.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/defence.h"
#include "games/four_against_darkness/encounter.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/texts.h"

/* ==== Healing and other abilities with their uses (Class Abilities, Traits & Special
 * Abilities).
 *
 * What an ability does beside its modifiers is in its texts after "is": spells (one use for
 * each spell that is cast), strikes (like an attack, with the spell's bonus), heals-AMOUNT
 * (dice, +L after them for the level), gives-CONDITION, bodies-AMOUNT (to this many of a
 * group), re-roll (a save of their own, attack or defence), re-roll-save (anybody's failed
 * save), ends-condition (if the setting says so), free (not the action of the round),
 * on-foes (its condition is for a foe). */

typedef const struct effect *uses_fn(const struct state *state, int id, struct str ability);

typedef bool fits_fn(const struct decision *decision, int id, const char *ability);

/* ---- what an ability is ---------------------------------------------------------------- */

/* A word of this list that begins with `prefix`, without it. */
static bool word_in(struct str words, const char *prefix, char out[LABEL_SIZE])
{
    size_t n = strlen(prefix);
    for (struct str word; (word = str_next_word(&words)).p != NULL;) {
        if (word.n >= (int)n && strncmp(word.p, prefix, n) == 0) {
            text_format(out, LABEL_SIZE, "%.*s", word.n - (int)n, word.p + n);
            return true;
        }
    }
    return false;
}

/* The words of a valid text after "is"; none of another text. */
static struct str words_of(const char *text)
{
    struct str rest = str_of(text);
    return str_equal(str_next_word(&rest), "is") ? rest : (struct str){"", 0};
}

/* Its record; NULL when there is none. */
static const struct library_record *ability_find(const struct library *library,
                                                 const char *ability)
{
    struct error err;
    return library != NULL ? library_find(library, "ability", str_of(ability), &err) : NULL;
}

static const struct library_record *ability_record(const struct decision *decision,
                                                   const char *ability)
{
    return ability_find(decision->library, ability);
}

bool ability_record_says(const struct library_record *record, const char *prefix,
                         char out[LABEL_SIZE])
{
    const struct library_texts *texts = library_list(record, "modifiers");
    for (int i = 0; i < texts->count; i++) {
        if (word_in(words_of(texts->text[i]), prefix, out)) {
            return true;
        }
    }
    return false;
}

/* In the combatant's texts from the ability, or else in its record, since of a spell the
 * combatant may only have the uses. "d6" of "is heals-d6"; false when there is no such word. */
bool ability_says(const struct state *state, const struct library *library, int id,
                  const char *ability, const char *prefix, char out[LABEL_SIZE])
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_MODIFIER, id, 0)) != NULL) {
        struct str source;
        struct modifier modifier;
        if (reading_look(effect, &modifier, &source) && modifier.kind == TEXT_IS &&
            library_names_equal(source, str_of(ability)) &&
            word_in(modifier.words, prefix, out)) {
            return true;
        }
    }
    const struct library_record *record = ability_find(library, ability);
    return record != NULL && ability_record_says(record, prefix, out);
}

static bool is_anybody_hurt(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        TEXT_BUFFER(full, 60);
        table_say_full(state, id, &full);
        if (state_is_in(state, id) && is_character(state, id) && full.n == 0) {
            return true;
        }
    }
    return false;
}

/* True when the combatant has uses left of one that gives a condition, or that heals while
 * somebody is hurt. */
static bool has_help(const struct state *state, int id)
{
    const struct effect *effect = NULL;
    char word[LABEL_SIZE];
    bool is_needed = is_anybody_hurt(state);
    while ((effect = state_effect(state, effect, FOUR_USES, id, 0)) != NULL) {
        if (effect->amount != 0 &&
            ((is_needed && ability_says(state, NULL, id, effect->label, "heals-", word)) ||
             ability_says(state, NULL, id, effect->label, "gives-", word))) {
            return true;
        }
    }
    return false;
}

bool ability_can_help(const struct state *state, int id)
{
    return !state_value(state, id, FIELD_HAS_ACTED, 0) && !is_helpless(state, id) &&
           has_help(state, id);
}

/* The rest of a word after "is" with this prefix: "d6" of "is heals-d6" for "heals-". Looks in
 * the combatant's texts from the ability, or else in its record, since of a spell the combatant
 * may only have the uses. False when there is no such word. */
static bool ability_word(const struct decision *decision, int id, const char *ability,
                         const char *prefix, char out[LABEL_SIZE])
{
    return ability_says(&decision->state, decision->library, id, ability, prefix, out);
}

static bool ability_is(const struct decision *decision, int id, const char *ability,
                       const char *word)
{
    char rest[LABEL_SIZE];
    return ability_word(decision, id, ability, word, rest) && rest[0] == '\0';
}

/* ---- what it does ---------------------------------------------------------------------- */

/* A use that would heal nothing is not lost by a slip. */
static bool has_something_to_heal(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(full, 60);
    table_say_full(state, id, &full);
    text_add(&full, "%s", state_is_set(state, id, FIELD_HP) ? "" : "no Life to heal");
    return full.n == 0 || decision_refuse(decision, "class abilities", "%s has %s",
                                          state_name(state, id), full.p);
}

/* "d6+L": dice and the level of the user, which is a number in the throw. */
static bool throw_amount(struct decision *decision, int by, const char *text, const char *what,
                         int *amount)
{
    const char *level = strstr(text, "+L");
    TEXT_BUFFER(dice, LABEL_SIZE + 16);
    if (level != NULL && level[2] == '\0') {
        text_add(&dice, "%.*s+%d", (int)(level - text), text,
                 state_value(&decision->state, by, LEVEL, 1));
    } else {
        text_add(&dice, "%s", text);
    }
    return table_amount(decision, (struct str){dice.p, dice.n}, by, what, 1000, amount);
}

/* The number of bodies of a group, if the ability has one. False when the decision has
 * ended. */
static bool give_condition(struct decision *decision, int by, const char *ability, int on,
                           const char *condition)
{
    const struct state *state = &decision->state;
    char word[LABEL_SIZE], what[LABEL_SIZE + 16];
    int bodies = is_character(state, on) ? 1 : bodies_of(state, on), some = bodies;
    text_format(what, sizeof what, "how many %s", condition);
    if (bodies > 1 && ability_word(decision, by, ability, "bodies-", word) &&
        !throw_amount(decision, by, word, what, &some)) {
        return false;
    }
    if (some < bodies) {
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SOME, on, 0,
                                              str_of(condition), some);
        decision_say(decision, event, "class abilities", "%s: %d of %d %s",
                     state_name(state, on), some, bodies, condition);
    } else {
        struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED,
                                              EFFECT_CONDITION, on, 0, str_of(condition), 1);
        decision_say(decision, event, "class abilities", "%s: %s", state_name(state, on),
                     condition);
    }
    return decision_goes_on(decision);
}

/* Healing and conditions for the target. */
static bool ability_take_effect(struct decision *decision, int by, const char *ability, int on)
{
    char word[LABEL_SIZE];
    if (ability_word(decision, by, ability, "heals-", word)) {
        int amount;
        if (!ability_word(decision, by, ability, "gives-", word) &&
            !has_something_to_heal(decision, on)) {
            return false;
        }
        ability_word(decision, by, ability, "heals-", word);
        if (!throw_amount(decision, by, word, "healing", &amount)) {
            return false;
        }
        const struct state *state = &decision->state;
        int hp = state_value(state, on, FIELD_HP, 0);
        int most = state_value(state, on, FIELD_HP_MAX, hp + amount);
        int to = hp + amount < most ? hp + amount : most;
        if (state_is_set(state, on, FIELD_HP) && to > hp) {
            struct event *event = decision_value(decision, EVENT_HP_CHANGED, on, FIELD_HP, to);
            decision_say(decision, event, "class abilities", "%s: %d → %d of %d %s",
                         state_name(state, on), hp, to, most, state_system(state)->hit_points);
        }
    }
    if (ability_word(decision, by, ability, "gives-", word) &&
        !give_condition(decision, by, ability, on, word)) {
        return false;
    }
    const struct library_record *record = ability_record(decision, ability);
    const char *note = record != NULL ? library_text(record, "note") : NULL;
    if (note != NULL) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, by, 0), "class abilities",
                     "%s: %s", ability, note);
    }
    return decision_goes_on(decision);
}

/* A blessing ends a condition if the setting says so. */
static bool ends_condition(const struct decision *decision, int by, const char *ability)
{
    return ability_is(decision, by, ability, "ends-condition") &&
           table_rule(&decision->state, "blessing", "removes-condition");
}

/* The condition named with ends=, or else the only one there is. */
static void end_condition(struct decision *decision, const struct command *command, int on)
{
    const struct state *state = &decision->state;
    const struct option *ends = command_option(command, "ends");
    const struct effect *found = NULL;
    int count = 0;
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject == on && condition_is(effect) &&
            (ends == NULL || library_names_equal(ends->value, str_of(effect->label)))) {
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

/* The user: by=..., or else the only one who has the ability. */
static int ability_user(struct decision *decision, const struct command *command, uses_fn *uses)
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
            decision_ask(decision, QUESTION_COMBATANT, "who uses %.*s?",
                         name.n > 0 ? name.n : 7, name.n > 0 ? name.p : "a spell");
        text_format(question->prefix, sizeof question->prefix, "by=");
        question->wanted = WANTED_CHARACTER;
    } else if (!is_character(state, by)) {
        decision_wrong(decision, "%s is a foe: characters use abilities",
                       state_name(state, by));
        by = 0;
    }
    return by;
}

/* True when it does something for its target without a roll. */
static bool ability_has_effect(const struct decision *decision, int by, const char *ability)
{
    char word[LABEL_SIZE];
    return ability_word(decision, by, ability, "heals-", word) ||
           ability_word(decision, by, ability, "gives-", word);
}

/* ---- which one ------------------------------------------------------------------------- */

/* The attack or defence that the ability adds to, by the combatant's texts from it. */
static bool adds_to_act(const struct state *state, int id, const char *ability, enum roll *roll)
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

/* The first kind of roll that the ability adds to, "a save"; NULL: none. */
static const char *adds_to_roll(const struct state *state, int id, const char *ability)
{
    static const char *const rolls[ROLLS] = {[ROLL_ATTACK] = "an attack",
                                             [ROLL_DEFENCE] = "a defence",
                                             [ROLL_SAVE] = "a save",
                                             [ROLL_SPELL] = "a spell"};
    for (int roll = 0; roll < ROLLS; roll++) {
        if (modifiers_name(state, id, str_of(ability), (enum roll)roll)) {
            return rolls[roll];
        }
    }
    return NULL;
}

/* True when the ability goes with a roll and does nothing by itself. */
static bool goes_with_a_roll(const struct decision *decision, int by, const char *ability)
{
    static const char *const words[] = {"re-roll", "re-roll-save", "re-roll-own-save",
                                        "spells"};
    bool is_so = adds_to_roll(&decision->state, by, ability) != NULL;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        is_so = is_so || ability_is(decision, by, ability, words[i]);
    }
    char rest[LABEL_SIZE];
    return is_so && !ends_condition(decision, by, ability) &&
           !ability_word(decision, by, ability, "heals-", rest) &&
           !ability_word(decision, by, ability, "gives-", rest);
}

/* Used by an act of its own, or with an attack or a defence that is still to come. */
static bool is_used(const struct decision *decision, int id, const char *ability)
{
    enum roll roll;
    const struct effect *effect = uses_find(&decision->state, id, str_of(ability));
    return effect != NULL && effect->amount != 0 &&
           (adds_to_act(&decision->state, id, ability, &roll) ||
            !goes_with_a_roll(decision, id, ability));
}

/* Asks for an ability, with those of the library that fit as choices; other words can be typed.
 * False when none fits. */
static bool ability_ask(struct decision *decision, int id, fits_fn *fits, const char *prompt)
{
    const struct library *library = decision->library;
    struct question *question = decision_ask(decision, QUESTION_CHOICE, "%s", prompt);
    question->else_takes = ELSE_TAKES_WORDS;
    question->actor = id;
    question->about_explains = true;
    for (int i = 0; library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, "ability") != 0 ||
            question->choices == QUESTION_CHOICES_MAX || !fits(decision, id, record->name)) {
            continue;
        }
        const struct effect *uses = uses_find(&decision->state, id, str_of(record->name));
        bool are_counted = uses != NULL && uses->amount != USES_UNLIMITED;
        if (are_counted) {
            text_format(question->note[question->choices], sizeof question->note[0], "%d left",
                        uses->amount);
        }
        question_offer(question, record->name, are_counted ? "" : library_text(record, "note"));
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

/* The user: by=, or else the next to act, the next to be attacked, or the first who stands; but
 * before these the first who has something to use and has not acted: in the party's turn the
 * one who is said to be able to. */
static int user_by_turn(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int by;
    if (!option_combatant(decision, command, "by", &by)) {
        return 0;
    }
    bool is_named = by != 0;
    by = by != 0 ? by : course_actor(state);
    const struct effect *strike = by == 0 ? foes_attacks_next(state, 0) : NULL;
    by = strike != NULL ? strike->subject : by;
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    for (int i = 0; i < count && by == 0; i++) {
        by = ability_can_help(state, ids[i]) ? ids[i] : 0;
    }
    by = by == 0 && count > 0 ? ids[0] : by;
    for (int i = 0; i < count && !is_named && !has_something_to_use(decision, by); i++) {
        bool may = !state_value(state, ids[i], FIELD_HAS_ACTED, 0) &&
                   has_something_to_use(decision, ids[i]);
        by = may ? ids[i] : by;
    }
    if (by == 0 || !is_character(state, by)) {
        decision_wrong(decision, "by= must be a character who uses something");
        return 0;
    }
    return by;
}

/* True when it is the action of the round: in a fight, unless its text says that it is free. */
static bool is_action(const struct decision *decision, int id, const char *ability)
{
    return party_is_fighting(&decision->state) && !ability_is(decision, id, ability, "free");
}

/* True when some ability of this one does not wait for the party's turn. */
static bool has_use_at_any_time(const struct decision *decision, int id)
{
    for (int i = 0; decision->library != NULL && i < decision->library->count; i++) {
        const char *name = decision->library->record[i].name;
        enum roll roll;
        if (is_used(decision, id, name) && (adds_to_act(&decision->state, id, name, &roll) ||
                                            !is_action(decision, id, name))) {
            return true;
        }
    }
    return false;
}

/* The roll that an ability makes again; NULL: it does something else. */
static const char *awaited_roll(const struct decision *decision, int by, const char *ability)
{
    return !goes_with_a_roll(decision, by, ability)            ? NULL
           : ability_is(decision, by, ability, "re-roll-save") ? "a failed save"
           : ability_is(decision, by, ability, "re-roll-own-save")
               ? "a failed save of their own"
           : ability_is(decision, by, ability, "re-roll") ? "a roll of their own"
                                                          : NULL;
}

static void ask_what_to_use(struct decision *decision, const struct command *command)
{
    int by = user_by_turn(decision, command);
    if (by != 0 && has_something_to_use(decision, by)) {
        if (!has_use_at_any_time(decision, by) && !party_may_use(decision, by)) {
            return;
        }
        TEXT_BUFFER(prompt, QUESTION_PROMPT_SIZE);
        text_add(&prompt, "%s uses", state_name(&decision->state, by));
        /* " (blessing waits for a failed save)": what else there is, and why it is no choice.
         */
        int count = 0;
        for (int i = 0; decision->library != NULL && i < decision->library->count; i++) {
            const char *name = decision->library->record[i].name;
            const struct effect *uses = uses_find(&decision->state, by, str_of(name));
            bool has_some = uses != NULL && uses->amount != 0;
            const char *roll = has_some ? awaited_roll(decision, by, name) : NULL;
            if (roll != NULL) {
                text_add(&prompt, "%s%s waits for %s", count++ == 0 ? " (" : "; ", name, roll);
            }
        }
        text_add(&prompt, "%s", count > 0 ? ")" : "");
        ability_ask(decision, by, is_used, prompt.p);
    } else if (by != 0) {
        decision_refuse(decision, "class abilities",
                        "%s has no ability to use; `cast` casts spells, `reroll` uses luck",
                        state_name(&decision->state, by));
    }
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
    act.option[act.options++] =
        (struct option){.name = str_of("use"), .value = str_of(ability)};
    if (command_option(command, "by") == NULL) {
        act.option[act.options++] =
            (struct option){.name = str_of("by"), .value = str_of(word)};
    }
    (roll == ROLL_DEFENCE ? defence_decide : attack_decide)(decision, &act);
}

static bool asks_on_whom(struct decision *decision, int by, struct str word)
{
    const struct effect *uses = uses_find(&decision->state, by, word);
    bool is_open =
        decision->asks && uses != NULL && ability_has_effect(decision, by, uses->label);
    char rest[LABEL_SIZE];
    bool only_heals = is_open && ability_word(decision, by, uses->label, "heals-", rest) &&
                      !ends_condition(decision, by, uses->label);
    if (only_heals && !is_anybody_hurt(&decision->state) &&
        !decision_refuse(decision, "class abilities", "nobody is hurt: nothing to heal")) {
        return true;
    }
    if (is_open) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "%s uses %s: on whom?",
                         state_name(&decision->state, by), uses->label);
        text_format(question->prefix, sizeof question->prefix, "on=");
        question->wanted = WANTED_CHARACTER;
    }
    return is_open;
}

static bool refuse_alone(struct decision *decision, int by, const char *ability)
{
    const char *with = adds_to_roll(&decision->state, by, ability);
    if (with != NULL) {
        char word[LABEL_SIZE]; /* a word with '-' for a blank needs no quotes */
        text_format(word, sizeof word, "%s", ability);
        for (char *blank = strchr(word, ' '); blank != NULL; blank = strchr(blank, ' ')) {
            *blank = '-';
        }
        return decision_refuse(decision, "class abilities",
                               "%s goes with %s: type use=%s after its dice", ability, with,
                               word);
    }
    bool is_for_spells = ability_is(decision, by, ability, "spells");
    return decision_refuse(decision, "class abilities",
                           is_for_spells ? "`cast` uses %s" : "`reroll` uses %s", ability);
}

/* Uses an ability that needs no roll of its own. In a fight it is the action of the round, like
 * a spell (flow 5), unless its text says that it is free. */
static void ability_decide_use(struct decision *decision, const struct command *command)
{
    int on;
    enum roll roll;
    struct str name = command->argument[0].word;
    if (!command->argument[0].is_given) {
        ask_what_to_use(decision, command);
        return;
    }
    int by = ability_user(decision, command, uses_find);
    const struct effect *found = by != 0 ? uses_find(&decision->state, by, name) : NULL;
    char ability[LABEL_SIZE];
    text_format(ability, sizeof ability, "%s", found != NULL ? found->label : "");
    if (found != NULL && adds_to_act(&decision->state, by, ability, &roll)) {
        use_with_roll(decision, command, by, ability, roll);
        return;
    }
    if (by == 0 || !option_combatant(decision, command, "on", &on) ||
        (goes_with_a_roll(decision, by, ability) && !refuse_alone(decision, by, ability))) {
        return;
    }
    bool is_its_action = is_action(decision, by, ability);
    if ((is_its_action && !party_may_use(decision, by)) ||
        (on == 0 && asks_on_whom(decision, by, name)) || !uses_spend(decision, by, name, 1)) {
        return;
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, by, on), "class abilities",
                 "%s uses %s%s%s", state_name(&decision->state, by), ability,
                 on != 0 ? " on " : "", on != 0 ? state_name(&decision->state, on) : "");
    decision_label(decision, "%s uses %s%s%s", state_name(&decision->state, by), ability,
                   on != 0 ? " on " : "", on != 0 ? state_name(&decision->state, on) : "");
    on = on != 0 ? on : by;
    if (ability_take_effect(decision, by, ability, on) &&
        ends_condition(decision, by, ability)) {
        end_condition(decision, command, on);
    }
    if (is_its_action && decision_goes_on(decision)) {
        party_use_action(decision, by);
    }
}

/* ==== Spells, which are rolled like attacks or take effect without a roll (Spells). */

struct casting {
    int by, foe;
    char spell[LABEL_SIZE];
    bool strikes; /* it is an attack, with more than its own text */
};

/* True when this character knows the spell, by its class or by an item that casts it. A spell
 * without a list of classes is known to all, and a character without a class knows every
 * spell. */
bool spell_is_known(const struct state *state, int id, const struct library_record *spell)
{
    const struct library_texts *casters = spell != NULL ? library_list(spell, "casters") : NULL;
    const char *class = class_of(state, id);
    bool is_among = casters == NULL || casters->count == 0 || class[0] == '\0' ||
                    uses_find(state, id, str_of(spell->name)) != NULL;
    for (int i = 0; !is_among && i < casters->count; i++) {
        is_among = library_names_equal(str_of(casters->text[i]), str_of(class));
    }
    return is_among;
}

static bool knows_spell(const struct decision *decision, int id, const char *spell)
{
    return spell_is_known(&decision->state, id, ability_record(decision, spell));
}

/* Which class knows which spell is house data, which a ruling overrules. */
static bool may_know(struct decision *decision, int id, const char *spell)
{
    if (knows_spell(decision, id, spell)) {
        return true;
    }
    const struct library_texts *casters =
        library_list(ability_record(decision, spell), "casters");
    TEXT_BUFFER(list, 120);
    for (int i = 0; i < casters->count; i++) {
        text_add(&list, "%s%s", i == 0 ? "" : ", ", casters->text[i]);
    }
    return decision_refuse(decision, "spells", "%s (%s) does not know %s; classes that do: %s",
                           state_name(&decision->state, id), class_of(&decision->state, id),
                           spell, list.p);
}

/* A spell attacks or gives something; abilities that do so without a use of a spell belong to
 * `use`. */
static bool is_spell(const struct decision *decision, int id, const char *ability)
{
    char word[LABEL_SIZE];
    return (ability_is(decision, id, ability, "strikes") ||
            ability_word(decision, id, ability, "gives-", word)) &&
           knows_spell(decision, id, ability);
}

static bool can_cast(const struct decision *decision, int id, const char *ability)
{
    const struct effect *uses = uses_for_spell(&decision->state, id, str_of(ability));
    return uses != NULL && uses->amount != 0 && is_spell(decision, id, ability);
}

void spells_say(const struct decision *decision, int id, struct text *out)
{
    const struct library *library = decision->library;
    bool casts = uses_for_spell(&decision->state, id, (struct str){"", 0}) != NULL;
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

/* Adds every word that the spell `is` to the act, for the immunity of foes. */
void spell_say(struct said *said, const struct library_record *record, const char *spell,
               bool strikes)
{
    const struct library_texts *texts =
        record != NULL ? library_list(record, "modifiers") : NULL;
    said_word(said, str_of(spell));
    said_word(said, str_of("magic"));
    said_word(said, str_of(strikes ? "strikes" : ""));
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

static void say_spell(struct decision *decision, const struct casting *casting,
                      struct said *said)
{
    spell_say(said, ability_record(decision, casting->spell), casting->spell, casting->strikes);
}

/* A spell is rolled like an attack against the foe's level; it attacks, or takes effect. */
static void cast_at(struct decision *decision, const struct command *command,
                    const struct casting *casting)
{
    const struct state *state = &decision->state;
    struct said said;
    struct inputs inputs;
    struct outcome outcome;
    if (!option_value(decision, command, "level", casting->foe, LEVEL,
                      (struct number_range){1, 50})) {
        return;
    }
    said_begin(&said, ROLL_SPELL, casting->by, casting->foe);
    say_spell(decision, casting, &said);
    said_options(&said, command);
    if (casting->strikes) {
        rolls_attack(state, casting->foe, bodies_of(state, casting->foe), &inputs);
    } else {
        rolls_spell(state, casting->foe, &inputs);
    }
    char who[NAME_SIZE * 2 + LABEL_SIZE + 16];
    text_format(who, sizeof who, "%s, %s → %s", state_name(state, casting->by), casting->spell,
                state_name(state, casting->foe));
    reroll_forget(decision, casting->by);
    if (!said_give(decision, command, &said, &inputs)) {
        return;
    }
    bool is_rolled =
        decision_resolve(decision, &inputs, casting->by, casting->foe, who, &outcome);
    said_tell_immune(decision, &said);
    if (!is_rolled) {
        return;
    }
    char word[LABEL_SIZE];
    bool is_success = outcome.value[0] != 0 && !said_is_immune(state, &said.occasion, word);
    decision_label(decision, "%s: %s %s on %s", state_name(state, casting->by), casting->spell,
                   is_success ? "works" : "fails", state_name(state, casting->foe));
    if (outcome.value[0] != 0 && !is_success) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, casting->foe, 0),
                     "foe types", "%s: immune to %s", state_name(state, casting->foe), word);
        if (casting->strikes) {
            attack_in_vain(decision, casting->by, casting->foe, &outcome);
        }
    } else if (casting->strikes) {
        struct blow blow = {.id = casting->by, .targets = {casting->foe}, .count = 1};
        attack_comes_to(decision, &blow, &outcome);
    } else if (is_success) {
        ability_take_effect(decision, casting->by, casting->spell, casting->foe);
    }
}

/* The foe it is cast at, 0 when it needs none, and the character it is cast on; below 0 when
 * the decision has ended. */
static int foe_of(struct decision *decision, const struct command *command,
                  const struct casting *casting, int *on)
{
    const struct state *state = &decision->state;
    const struct argument *target = &command->argument[1];
    bool helps = *on != 0 || (ability_has_effect(decision, casting->by, casting->spell) &&
                              !ability_is(decision, casting->by, casting->spell, "on-foes"));
    bool is_open = !target->is_given && *on == 0;
    int foe = target->is_given ? target->id : helps ? 0 : only_foe(state);
    if (is_open && foe == 0 && (helps ? decision->asks : foes_left(state) > 0)) {
        decision_ask(decision, QUESTION_COMBATANT, "%s casts %s: %s whom?",
                     state_name(state, casting->by), casting->spell, helps ? "on" : "at")
            ->wanted = helps ? WANTED_CHARACTER : WANTED_FOE;
        return -1;
    }
    if (foe != 0 && helps && is_character(state, foe)) {
        *on = foe;
        return 0;
    }
    if (foe != 0 && helps &&
        !decision_refuse(decision, "spells", "%s helps the party, not %s", casting->spell,
                         state_name(state, foe))) {
        return -1;
    }
    bool is_at_foes =
        casting->strikes || ability_is(decision, casting->by, casting->spell, "on-foes");
    if (is_at_foes && foe == 0 && *on == 0) {
        return decision_refuse(decision, "spells", "there is no foe to cast %s at",
                               casting->spell)
                   ? 0
                   : -1;
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
        uses_for_spell(&decision->state, casting->by, str_of(casting->spell));
    char label[LABEL_SIZE];
    text_format(label, sizeof label, "%s", uses != NULL ? uses->label : "spells");
    return uses_spend(decision, casting->by, str_of(label), 1);
}

/* Uses the abilities that use= names along with the spell. */
static bool spend(struct decision *decision, const struct command *command,
                  const struct casting *casting)
{
    struct said said;
    said_begin(&said, ROLL_SPELL, casting->by, casting->foe);
    say_spell(decision, casting, &said);
    said_options(&said, command);
    return said_spend(decision, command, &said);
}

/* A spell at a foe begins the fight; a helpful spell before the first blow does not. */
static bool may_cast(struct decision *decision, const struct casting *casting)
{
    bool is_before = casting->foe == 0 && course_order(&decision->state) == ORDER_OPEN;
    return is_before ? party_may_use(decision, casting->by)
                     : party_may_act(decision, casting->by, PHASE_PARTY_SHOOTS);
}

/* `cast fireball rats by=Mo 5`, `cast protection on=Pell`: a use of the spell, or of the
 * caster's spells; in a fight it is the action of the round. */
void spell_decide_cast(struct decision *decision, const struct command *command)
{
    struct casting casting = {.by = ability_user(decision, command, uses_for_spell)};
    int on;
    if (casting.by == 0 || !option_combatant(decision, command, "on", &on)) {
        return;
    }
    if (!command->argument[0].is_given) {
        bool casts = uses_left_for_spell(&decision->state, casting.by) ||
                     decision_refuse(decision, "spells",
                                     uses_for_spell(&decision->state, casting.by,
                                                    (struct str){"", 0}) != NULL
                                         ? "%s has no spell left"
                                         : "%s casts no spells",
                                     state_name(&decision->state, casting.by));
        if (casts &&
            (!party_is_fighting(&decision->state) || party_may_use(decision, casting.by))) {
            char prompt[QUESTION_PROMPT_SIZE];
            const struct effect *uses =
                uses_for_spell(&decision->state, casting.by, (struct str){"", 0});
            const char *name = state_name(&decision->state, casting.by);
            if (uses != NULL &&
                uses_are_of_a_spell(&decision->state, casting.by, uses->label)) {
                text_format(prompt, sizeof prompt, "%s casts:", name);
            } else {
                text_format(prompt, sizeof prompt, "%s casts, %d left:", name,
                            uses != NULL ? uses->amount : 0);
            }
            ability_ask(decision, casting.by, can_cast, prompt);
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
    bool is_in_fight = casting.foe > 0 || party_is_fighting(&decision->state);
    if (casting.foe < 0 || !pay(decision, &casting) ||
        (is_in_fight && !may_cast(decision, &casting)) || !spend(decision, command, &casting)) {
        return;
    }
    if (casting.foe > 0) {
        cast_at(decision, command, &casting);
    } else {
        const char *name = state_name(&decision->state, casting.by);
        decision_label(decision, "%s casts %s%s%s", name, casting.spell, on != 0 ? " on " : "",
                       on != 0 ? state_name(&decision->state, on) : "");
        decision_say(decision, decision_tell(decision, EVENT_NOTED, casting.by, on),
                     "class abilities", "%s casts %s%s%s", name, casting.spell,
                     on != 0 ? " on " : "", on != 0 ? state_name(&decision->state, on) : "");
        ability_take_effect(decision, casting.by, casting.spell, on != 0 ? on : casting.by);
    }
    if (decision_goes_on(decision) && is_in_fight) {
        party_use_action(decision, casting.by);
    }
}

/* A spell of a scroll or a wand is cast, also where it is called a use. */
void spell_decide_use(struct decision *decision, const struct command *command)
{
    char name[LABEL_SIZE], word[LABEL_SIZE];
    struct str typed = command->argument[0].word;
    text_format(name, sizeof name, "%.*s", typed.n, typed.n > 0 ? typed.p : "");
    const struct library_record *spell = ability_record(decision, name);
    bool is_cast = spell != NULL && (ability_record_says(spell, "strikes", word) ||
                                     ability_record_says(spell, "on-foes", word));
    struct command cast = *command;
    cast.argument[1].id = command->argument[1].ids_count > 0 ? command->argument[1].ids[0] : 0;
    if (!is_cast) {
        ability_decide_use(decision, command);
    } else if (command->argument[1].ids_count > 1) {
        decision_wrong(decision, "%s is cast at one foe or group at a time", spell->name);
    } else {
        spell_decide_cast(decision, &cast);
    }
}
