/* Four Against Darkness at the table: spells, which are rolled like attacks or take effect
 * without a roll (Spells). */
#include "games/four_against_darkness/spells.h"

#include <string.h>

#include "tracker/options.h"
#include "games/four_against_darkness/abilities.h"
#include "games/four_against_darkness/attack.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/party.h"
#include "games/four_against_darkness/rerolls.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/said.h"
#include "games/four_against_darkness/settings.h"
#include "games/four_against_darkness/texts.h"

struct casting {
    int by, foe;
    char spell[LABEL_SIZE];
    bool strikes; /* it is an attack, with more than its own text */
};

/* Whether this character knows the spell, by its class or by an item that casts it. A spell
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

static void ask_spell(struct decision *decision, int by)
{
    char prompt[QUESTION_PROMPT_SIZE];
    const struct effect *uses = uses_for_spell(&decision->state, by, (struct str){"", 0});
    const char *name = state_name(&decision->state, by);
    if (uses != NULL && uses_are_of_a_spell(&decision->state, by, uses->label)) {
        text_format(prompt, sizeof prompt, "%s casts:", name);
    } else {
        text_format(prompt, sizeof prompt, "%s casts, %d left:", name,
                    uses != NULL ? uses->amount : 0);
    }
    ability_ask(decision, by, can_cast, prompt);
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

static bool spell_inputs(const struct state *state, const struct casting *casting,
                         struct inputs *inputs, struct error *err)
{
    if (casting->strikes) {
        return rolls_attack(state, casting->foe, bodies_of(state, casting->foe), inputs, err);
    }
    inputs_begin(inputs, state_system(state), state_action(state, "spell"));
    enum status status =
        inputs_give_number(inputs, "level", state_value(state, casting->foe, LEVEL, 1), err);
    if (status == STATUS_OK && table_rule(state, "attack_natural_1", "plain")) {
        status = inputs_give_text(inputs, "natural_1_misses", str_of("no"), err);
    }
    return status == STATUS_OK;
}

/* A spell is rolled like an attack against the foe's level; it attacks, or takes effect. */
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
        struct event *event = decision_tell(decision, EVENT_NOTED, casting->foe, 0);
        decision_say(decision, event, "foe types", "%s: immune to %s",
                     state_name(state, casting->foe), word);
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

static void take_effect_on(struct decision *decision, const struct casting *casting, int on)
{
    const char *name = state_name(&decision->state, casting->by);
    decision_label(decision, "%s casts %s%s%s", name, casting->spell, on != 0 ? " on " : "",
                   on != 0 ? state_name(&decision->state, on) : "");
    struct event *event = decision_tell(decision, EVENT_NOTED, casting->by, on);
    decision_say(decision, event, "class abilities", "%s casts %s%s%s", name, casting->spell,
                 on != 0 ? " on " : "", on != 0 ? state_name(&decision->state, on) : "");
    ability_take_effect(decision, casting->by, casting->spell, on != 0 ? on : casting->by);
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
    bool is_in_fight = casting.foe > 0 || party_is_fighting(&decision->state);
    if (casting.foe < 0 || !pay(decision, &casting) ||
        (is_in_fight && !may_cast(decision, &casting)) || !spend(decision, command, &casting)) {
        return;
    }
    if (casting.foe > 0) {
        cast_at(decision, command, &casting);
    } else {
        take_effect_on(decision, &casting, on);
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
