/* Gear and uses of Four Against Darkness: what is in hand, what a class may use, what is left.
 */
#include "games/four_against_darkness/gear.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/texts.h"

static const char gear_rule[] = "equipment";

/* ---- looking it up --------------------------------------------------------------------- */

/* True when the texts of the item say one of two words. */
static bool gear_is_either(const struct state *state, int id, const char *item,
                           const char *word, const char *other)
{
    const struct effect *effect = NULL;
    struct str name = str_of(item);
    while ((effect = state_effect(state, effect, FOUR_MODIFIER, id, 0)) != NULL) {
        struct str source;
        struct modifier modifier;
        /* "ITEM: TEXT": most are of other items, and need not be read. */
        bool may_be = name.n < LABEL_SIZE && effect->label[name.n] == ':' &&
                      library_names_equal((struct str){effect->label, name.n}, name);
        if (may_be && reading_look(effect, &modifier, &source) && source.n == name.n &&
            (reading_is(&modifier, str_of(word)) ||
             (other != NULL && reading_is(&modifier, str_of(other))))) {
            return true;
        }
    }
    return false;
}

bool gear_is(const struct state *state, int id, const char *item, const char *word)
{
    return gear_is_either(state, id, item, word, NULL);
}

bool gear_is_weapon(const struct state *state, int id, const char *item)
{
    return gear_is_either(state, id, item, "melee", "ranged");
}

bool gear_is_for_shots(const struct state *state, int id, const char *item)
{
    return gear_is_either(state, id, item, "ranged", "thrown");
}

const struct effect *gear_at(const struct state *state, int id, enum place place)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_GEAR, id, 0)) != NULL) {
        if (effect->amount == (int)place) {
            return effect;
        }
    }
    return NULL;
}

const struct effect *gear_find(const struct state *state, int id, struct str item)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_GEAR, id, 0)) != NULL) {
        if (library_names_equal(str_of(effect->label), item)) {
            return effect;
        }
    }
    return NULL;
}

const struct effect *uses_find(const struct state *state, int id, struct str ability)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_USES, id, 0)) != NULL) {
        if (library_names_equal(str_of(effect->label), ability)) {
            return effect;
        }
    }
    return NULL;
}

bool uses_are_of_a_spell(const struct state *state, int id, const char *ability)
{
    return gear_is_either(state, id, ability, "strikes", "on-foes");
}

const struct effect *uses_for_spell(const struct state *state, int id, struct str spell)
{
    const struct effect *found = uses_find(state, id, spell), *effect = NULL;
    while ((found == NULL || found->amount == 0) &&
           (effect = state_effect(state, effect, FOUR_USES, id, 0)) != NULL) {
        bool is_for_any = gear_is(state, id, effect->label, "spells");
        found = is_for_any && (effect->amount != 0 || found == NULL) ? effect : found;
    }
    while (spell.n == 0 && (found == NULL || found->amount == 0) &&
           (effect = state_effect(state, effect, FOUR_USES, id, 0)) != NULL) {
        bool is_left = effect->amount != 0 && uses_are_of_a_spell(state, id, effect->label);
        found = is_left ? effect : found;
    }
    return found;
}

bool uses_left_for_spell(const struct state *state, int id)
{
    const struct effect *effect = uses_for_spell(state, id, (struct str){"", 0});
    return effect != NULL && effect->amount != 0;
}

bool uses_left_of_its_own(const struct state *state, int id)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_USES, id, 0)) != NULL) {
        bool goes_elsewhere = gear_is(state, id, effect->label, "spells") ||
                              gear_is(state, id, effect->label, "re-roll") ||
                              uses_are_of_a_spell(state, id, effect->label);
        if (effect->amount != 0 && !goes_elsewhere) {
            return true;
        }
    }
    return false;
}

/* ---- what a class may use -------------------------------------------------------------- */

/* True when the item is one of the words in the combatant's texts of this kind; `any` says
 * whether there are such texts. */
static bool item_is_among(const struct state *state, int id, const char *item,
                          enum text_kind kind, bool *any)
{
    const struct effect *effect = NULL;
    *any = false;
    while ((effect = state_effect(state, effect, FOUR_MODIFIER, id, 0)) != NULL) {
        struct str source;
        struct modifier modifier;
        if (!reading_look(effect, &modifier, &source) || modifier.kind != kind) {
            continue;
        }
        *any = true;
        for (struct str word; (word = str_next_word(&modifier.words)).p != NULL;) {
            char name[LABEL_SIZE];
            text_format(name, sizeof name, "%.*s", word.n, word.p);
            if (library_names_equal(word, str_of(item)) || gear_is(state, id, item, name)) {
                return true;
            }
        }
    }
    return false;
}

/* Tools and lights are for everybody. */
bool gear_may_use(const struct state *state, int id, const char *item)
{
    bool has_may, has_may_not;
    bool is_listed = item_is_among(state, id, item, TEXT_MAY, &has_may);
    bool is_barred = item_is_among(state, id, item, TEXT_MAY_NOT, &has_may_not);
    bool is_light = gear_is(state, id, item, "light-source");
    bool is_fighting_gear = (gear_is_weapon(state, id, item) && !is_light) ||
                            gear_is(state, id, item, "armour") ||
                            gear_is(state, id, item, "shield");
    return !is_fighting_gear || ((!has_may || is_listed) && !is_barred);
}

static bool check_use(struct decision *decision, int id, const char *item)
{
    const struct state *state = &decision->state;
    return gear_may_use(state, id, item) ||
           decision_refuse(decision, gear_rule, "%s is a %s, who may not use %s",
                           state_name(state, id), class_of(state, id), item);
}

void gear_check_class(struct decision *decision, int id)
{
    const struct effect *gear = NULL;
    while (decision_goes_on(decision) &&
           (gear = state_effect(&decision->state, gear, FOUR_GEAR, id, 0)) != NULL) {
        if (gear->amount != PLACE_PACK && !check_use(decision, id, gear->label)) {
            return;
        }
    }
}

/* ---- places ---------------------------------------------------------------------------- */

const char *const gear_places[] = {[PLACE_PACK] = "in the pack",
                                   [PLACE_HAND] = "in hand",
                                   [PLACE_OTHER_HAND] = "in the other hand",
                                   [PLACE_WORN] = "worn"};

static void move_item(struct decision *decision, int id, const char *item, enum place place)
{
    char label[LABEL_SIZE];
    text_format(label, sizeof label, "%s", item);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_GEAR, id, 0,
                                          str_of(label), (int)place);
    decision_say(decision, event, gear_rule, "%s: %s %s", state_name(&decision->state, id),
                 label, gear_places[place]);
}

void gear_put_out(struct decision *decision, int id)
{
    const struct effect *gear = NULL, *found = NULL;
    while ((gear = state_effect(&decision->state, gear, FOUR_GEAR, ANYBODY, 0)) != NULL) {
        bool is_lit = gear->amount != PLACE_PACK &&
                      state_is_in(&decision->state, gear->subject) &&
                      gear_is(&decision->state, gear->subject, gear->label, "light-source");
        found = is_lit && (found == NULL || gear->subject == id) ? gear : found;
    }
    if (found != NULL) {
        move_item(decision, found->subject, found->label, PLACE_PACK);
    }
}

static bool takes_both_hands(const struct state *state, int id, const char *item)
{
    return gear_is(state, id, item, "two-handed") || gear_is(state, id, item, "both-hands");
}

/* Where an item goes by default. */
static enum place natural_place(const struct state *state, int id, const char *item)
{
    if (gear_is(state, id, item, "armour")) {
        return PLACE_WORN;
    }
    if (gear_is(state, id, item, "shield") || gear_is(state, id, item, "light-source")) {
        return PLACE_OTHER_HAND;
    }
    return gear_is_weapon(state, id, item) ? PLACE_HAND : PLACE_PACK;
}

bool gear_is_spare(const struct state *state, const struct effect *gear)
{
    return gear->amount == PLACE_PACK &&
           natural_place(state, gear->subject, gear->label) != PLACE_PACK;
}

/* The item that must go into the pack to make room at this place; NULL when there is room. */
static const struct effect *in_the_way(const struct state *state, int id, const char *item,
                                       enum place place)
{
    const struct effect *hand = gear_at(state, id, PLACE_HAND);
    const struct effect *other = gear_at(state, id, PLACE_OTHER_HAND);
    const struct effect *found = NULL;
    if (place == PLACE_WORN) {
        found = gear_at(state, id, PLACE_WORN);
    } else if (place == PLACE_HAND) {
        found = hand != NULL ? hand : takes_both_hands(state, id, item) ? other : NULL;
    } else if (place == PLACE_OTHER_HAND) {
        bool is_held = hand != NULL && takes_both_hands(state, id, hand->label);
        found = other != NULL ? other : is_held ? hand : NULL;
    }
    return found != NULL && strcmp(found->label, item) == 0 ? NULL : found;
}

/* ---- new items ------------------------------------------------------------------------- */

enum { PROPERTIES_MAX = 3 };

/* "silver sword" is the item "sword" with the property "silver". */
struct made_item {
    const struct library_record *item;
    const struct library_record *property[PROPERTIES_MAX];
    int properties;
};

/* The first word of a name, up to a blank or a '-'; false when there is only one. */
static bool take_first(struct str *rest, struct str *out)
{
    for (int i = 1; i + 1 < rest->n; i++) {
        if (rest->p[i] == ' ' || rest->p[i] == '-') {
            *out = (struct str){rest->p, i};
            *rest = (struct str){rest->p + i + 1, rest->n - i - 1};
            return true;
        }
    }
    return false;
}

static bool find_item(struct decision *decision, struct str name, struct made_item *out)
{
    struct error err;
    struct str rest = name, first;
    *out = (struct made_item){.item = NULL};
    while (decision->library != NULL && out->properties < PROPERTIES_MAX) {
        out->item = library_find(decision->library, "item", rest, &err);
        if (out->item != NULL) {
            return true;
        }
        struct str after = rest;
        const struct library_record *property =
            take_first(&after, &first)
                ? library_find(decision->library, "property", first, &err)
                : NULL;
        if (property == NULL) {
            break;
        }
        out->property[out->properties++] = property;
        rest = after;
    }
    /* Reports the nearest name. */
    out->item = record_find(decision, "item", rest);
    return out->item != NULL;
}

/* "silver sword", or "silver sword 2" beside another. False when it does not fit. */
static bool name_item(struct decision *decision, int id, const struct made_item *made,
                      char label[LABEL_SIZE])
{
    for (int number = 1;; number++) {
        struct text out = text_over(label, NAME_SIZE);
        for (int i = 0; i < made->properties; i++) {
            record_label(made->property[i]->name, &out);
            text_add(&out, " ");
        }
        record_label(made->item->name, &out);
        if (number > 1) {
            text_add(&out, " %d", number);
        }
        if (out.is_cut) {
            decision_wrong(decision, "%s: this name is too long", label);
            return false;
        }
        if (gear_find(&decision->state, id, str_of(label)) == NULL) {
            return true;
        }
    }
}

/* True when the property fits the item: silver is for weapons, not for a lantern. */
static bool check_fit(struct decision *decision, int id, const struct library_record *property,
                      const char *item)
{
    const struct library_texts *fits = library_list(property, "fits");
    for (int i = 0; i < fits->count; i++) {
        if (gear_is(&decision->state, id, item, fits->text[i])) {
            return true;
        }
    }
    if (fits->count > 0) {
        decision_wrong(decision, "%s: %s does not go with this item", item, property->name);
    }
    return fits->count == 0;
}

/* Gives a property with a number of uses to the combatant as an ability. */
static void put_property(struct decision *decision, int id,
                         const struct library_record *property, const char *item)
{
    const struct library_texts *texts = library_list(property, "modifiers");
    bool is_used_up = library_text(property, "uses") != NULL;
    char source[LABEL_SIZE], text[LABEL_SIZE];
    struct text out;
    text_init(&out, source, sizeof source);
    record_label(property->name, &out);
    if (is_used_up) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_USES, id, 0, str_of(source),
                        record_uses(property, state_value(&decision->state, id, LEVEL, 1)));
    }
    for (int i = 0; i < texts->count && decision_goes_on(decision); i++) {
        text_init(&out, text, sizeof text);
        text_add(&out, "%s", texts->text[i]);
        if (is_used_up) {
            text_add(&out, " when ");
            for (const char *p = item; *p != '\0'; p++) {
                text_add_char(&out, *p == ' ' ? '-' : *p);
            }
        }
        modifier_put(decision, id, is_used_up ? source : item, text);
    }
}

void gear_add(struct decision *decision, int id, struct str name)
{
    struct made_item made;
    char label[LABEL_SIZE];
    if (!find_item(decision, name, &made) || !name_item(decision, id, &made, label)) {
        return;
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_GEAR, id, 0, str_of(label),
                    PLACE_PACK);
    const struct library_texts *texts = library_list(made.item, "modifiers");
    for (int i = 0; i < texts->count && decision_goes_on(decision); i++) {
        modifier_put(decision, id, label, texts->text[i]);
    }
    for (int i = 0; i < made.properties && decision_goes_on(decision); i++) {
        if (check_fit(decision, id, made.property[i], label)) {
            put_property(decision, id, made.property[i], label);
        }
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    enum place place = natural_place(&decision->state, id, label);
    if (place != PLACE_PACK && in_the_way(&decision->state, id, label, place) == NULL &&
        check_use(decision, id, label)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_GEAR, id, 0, str_of(label),
                        (int)place);
    }
}

void gear_get(struct decision *decision, int id, struct str name)
{
    int before = decision->state.effects;
    gear_add(decision, id, name);
    if (!decision_goes_on(decision)) {
        return; /* as after an item that was not added */
    }
    const struct effect *gear = &decision->state.effect[before];
    bool waits = gear_is_spare(&decision->state, gear);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), gear_rule,
                 "%s: %s %s%s", state_name(&decision->state, id), gear->label,
                 gear_places[gear->amount], waits ? "; `wield` to use it" : "");
}

void gear_add_list(struct decision *decision, int id, struct str names)
{
    if (str_equal_any_case(names, str_of("none"))) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SPECIAL, id, 0,
                        str_of("gear: none"), 1);
        return;
    }
    for (struct str name; decision_goes_on(decision) && str_next_part(&names, ',', &name);) {
        if (name.n > 0) {
            gear_add(decision, id, name);
        }
    }
}

/* ---- commands: gear -------------------------------------------------------------------- */

/* The combatant's item of this name; NULL when the decision has ended. */
static const struct effect *own_item(struct decision *decision, int id, struct str name)
{
    const struct state *state = &decision->state;
    const struct effect *found = gear_find(state, id, name);
    if (found != NULL) {
        return found;
    }
    struct nearest nearest;
    nearest_init(&nearest, name);
    const struct effect *gear = NULL;
    while ((gear = state_effect(state, gear, FOUR_GEAR, id, 0)) != NULL) {
        nearest_offer(&nearest, gear->label);
    }
    decision_wrong(decision, "%s has no %s%s%s `equip` adds one", state_name(state, id),
                   utf8_shown(name).text, nearest_question(&nearest).text,
                   nearest.best != NULL ? "" : ":");
    return NULL;
}

/* "Rolf wields which of sword, dagger?" */
static void ask_own_item(struct decision *decision, int id, const char *what)
{
    const struct effect *gear = NULL;
    TEXT_BUFFER(list, QUESTION_PROMPT_SIZE);
    while ((gear = state_effect(&decision->state, gear, FOUR_GEAR, id, 0)) != NULL) {
        text_add(&list, "%s%s", list.n > 0 ? ", " : "", gear->label);
    }
    if (list.n == 0) {
        decision_refuse(decision, gear_rule, "%s has no gear: `equip` adds some",
                        state_name(&decision->state, id));
    } else {
        decision_ask(decision, QUESTION_TEXT, "%s %s which of %s?",
                     state_name(&decision->state, id), what, list.p);
    }
}

/* `equip Hild silver sword,shield`: new items, each put at its default place. */
void gear_decide_equip(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "new gear for %s: silver sword, shield ...",
                     state_name(&decision->state, id));
        return;
    }
    struct str names = command->argument[1].word;
    for (struct str name; decision_goes_on(decision) && str_next_part(&names, ',', &name);) {
        if (name.n > 0) {
            gear_get(decision, id, name);
        }
    }
    decision_label(decision, "%s: %.*s", state_name(&decision->state, id),
                   command->argument[1].word.n, command->argument[1].word.p);
}

/* `wield Hild bow`, `wield Rolf dagger other`, `wield Hild leather`. */
void gear_decide_wield(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    if (!command->argument[1].is_given) {
        ask_own_item(decision, id, "wields");
        return;
    }
    const struct effect *gear = own_item(decision, id, command->argument[1].word);
    if (gear == NULL) {
        return;
    }
    enum place place = natural_place(&decision->state, id, gear->label);
    if (place == PLACE_PACK) {
        place = PLACE_HAND;
    }
    if (command_option(command, "other") != NULL) {
        place = PLACE_OTHER_HAND;
    }
    if (place == PLACE_OTHER_HAND && takes_both_hands(&decision->state, id, gear->label) &&
        !decision_refuse(decision, gear_rule, "%s needs both hands", gear->label)) {
        return;
    }
    decision_label(decision, "%s: %s %s", state_name(&decision->state, id), gear->label,
                   gear_places[place]);
    /* Puts an item at its place; items in the way go into the pack. */
    char name[LABEL_SIZE];
    text_format(name, sizeof name, "%s", gear->label);
    if (!check_use(decision, id, name)) {
        return;
    }
    const struct effect *other;
    while (decision_goes_on(decision) &&
           (other = in_the_way(&decision->state, id, name, place)) != NULL) {
        move_item(decision, id, other->label, PLACE_PACK);
    }
    move_item(decision, id, name, place);
}

/* `stow Hild shield`; `gone`: it is lost, sold, burnt down. */
void gear_decide_stow(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    if (!command->argument[1].is_given) {
        ask_own_item(decision, id, "stows");
        return;
    }
    const struct effect *gear = own_item(decision, id, command->argument[1].word);
    if (gear == NULL) {
        return;
    }
    char label[LABEL_SIZE];
    text_format(label, sizeof label, "%s", gear->label);
    if (command_option(command, "gone") == NULL) {
        move_item(decision, id, label, PLACE_PACK);
        decision_label(decision, "%s stows %s", state_name(&decision->state, id), label);
        return;
    }
    struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, gear);
    decision_say(decision, event, gear_rule, "%s: no longer %s",
                 state_name(&decision->state, id), label);
    modifiers_forget(decision, id, label);
    if (state_effect(&decision->state, NULL, FOUR_GEAR, id, 0) == NULL) {
        gear_add_list(decision, id, str_of("none"));
    }
    decision_label(decision, "%s: no longer %s", state_name(&decision->state, id), label);
}

/* ---- commands: modifiers and uses ------------------------------------------------------ */

/* `modifier Hild attack +1 high ground`; the amount 0 ends it. */
void gear_decide_modifier(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char text[LABEL_SIZE], reason[INPUT_LABEL_SIZE];
    if (!command->argument[3].is_given) {
        struct named_several who =
            combatants_named(&decision->state, targets->ids, targets->ids_count);
        decision_ask(decision, QUESTION_TEXT,
                     "%s: which modifier? attack +1 high ground; or defence, save, spell",
                     who.text);
        return;
    }
    struct str roll = command->argument[1].word, amount = command->argument[2].word;
    struct str why = command->argument[3].word;
    text_format(text, sizeof text, "%.*s %.*s", roll.n, roll.p, amount.n, amount.p);
    bool is_end = str_equal(amount, "0");
    struct error err;
    if (!is_end && !modifier_check(str_of(text), &err)) {
        decision_wrong(decision, "%s", err.text);
        return;
    }
    bool is_cut = why.n >= INPUT_LABEL_SIZE;
    text_format(reason, sizeof reason, "%.*s", why.n, why.p);
    if (is_cut || strstr(reason, ": ") != NULL) {
        decision_wrong(decision, "a reason is at most %d bytes, without \": \"",
                       INPUT_LABEL_SIZE - 1);
        return;
    }
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        int id = targets->ids[i];
        modifiers_forget(decision, id, reason);
        if (!is_end && !modifier_put(decision, id, reason, text)) {
            return;
        }
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "referee",
                     is_end ? "%s: no longer %s" : "%s: %s: %s",
                     state_name(&decision->state, id), reason, text);
    }
    decision_label(decision, "%s: %s", state_name(&decision->state, targets->ids[0]), reason);
}

static const struct effect *own_ability(struct decision *decision, int id, struct str name)
{
    const struct state *state = &decision->state;
    const struct effect *found = uses_find(state, id, name);
    if (found != NULL) {
        return found;
    }
    struct nearest nearest;
    nearest_init(&nearest, name);
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        nearest_offer(&nearest, uses->label);
    }
    decision_wrong(decision, "%s has no ability %s%s", state_name(state, id),
                   utf8_shown(name).text, nearest_question(&nearest).text);
    return NULL;
}

static void set_uses(struct decision *decision, int id, const char *ability, int uses)
{
    char label[LABEL_SIZE];
    text_format(label, sizeof label, "%s", ability);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_USES, id, 0, str_of(label), uses);
    const char *name = state_name(&decision->state, id);
    if (uses == 0) {
        decision_say(decision, event, "class abilities", "%s: no %s left", name, label);
    } else {
        decision_say(decision, event, "class abilities", "%s: %s, %d left", name, label, uses);
    }
}

bool uses_spend(struct decision *decision, int id, struct str ability, int times)
{
    const struct effect *effect = own_ability(decision, id, ability);
    if (effect == NULL) {
        return false;
    }
    if (effect->amount == USES_UNLIMITED) {
        return true;
    }
    if (effect->amount < times &&
        !decision_refuse(decision, "class abilities", "%s: %s is used up",
                         state_name(&decision->state, id), effect->label)) {
        return false;
    }
    char label[LABEL_SIZE];
    int before = effect->amount, left = before > times ? before - times : 0;
    text_format(label, sizeof label, "%s", effect->label);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_USES, id, 0, str_of(label), left);
    TEXT_BUFFER(now, 12);
    if (left > 0) {
        text_add(&now, "%d", left);
    } else {
        text_add(&now, "none");
    }
    /* While dice are asked for this line is shown too: so many are left if it is done. */
    decision_say(decision, event, "class abilities", "%s: %s, %d → %s left",
                 state_name(&decision->state, id), label, before, now.p);
    return decision_goes_on(decision);
}

/* `uses Pell luck 2`, `uses Pell luck -1`. */
void gear_decide_uses(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    struct str name = command->argument[1].word, change = command->argument[2].word;
    int64_t number;
    if (!command->argument[2].is_given) {
        decision_ask(decision, QUESTION_TEXT,
                     "%s: ability and uses left, such as luck 2, luck -1",
                     state_name(&decision->state, id));
        return;
    }
    const struct effect *effect = own_ability(decision, id, name);
    if (effect == NULL) {
        return;
    }
    bool is_change = change.n > 0 && (change.p[0] == '-' || change.p[0] == '+');
    if (!str_to_int64(change, is_change ? -100 : 0, 100, &number)) {
        decision_wrong(decision,
                       "uses must be a whole number up to 100, or a change such as -1");
        return;
    }
    int left = (int)number + (is_change && effect->amount > 0 ? effect->amount : 0);
    decision_label(decision, "%s: %s", state_name(&decision->state, id), effect->label);
    set_uses(decision, id, effect->label, left > 0 ? left : 0);
}
