/* Four Against Darkness at the table: the words of an act, and their numbers for its roll. */
#include "games/four_against_darkness/said.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/options.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/last_attacks.h"
#include "games/four_against_darkness/location.h"
#include "games/four_against_darkness/texts.h"

static const struct number_range bonus_range = {-50, 50};

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

bool said_says(const struct occasion *occasion, const char *word)
{
    for (int i = 0; i < occasion->words; i++) {
        if (strcmp(occasion->word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- the moment ------------------------------------------------------------------------ */

/* It is a shot when the act or its item says so; a weapon that does both is used according to
 * the phase. */
static bool is_shot(const struct state *state, const struct occasion *occasion)
{
    if (said_says(occasion, "ranged") || said_says(occasion, "melee")) {
        return said_says(occasion, "ranged");
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
    return !gear_is(state, id, item->label, "melee") || !location_can_melee(state, id) ||
           (course_order(state) != ORDER_OPEN && !course_party_may(state, PHASE_PARTY_MELEE));
}

void said_attack_moment(struct said *said, const struct state *state)
{
    const struct occasion *occasion = &said->occasion;
    if (is_shot(state, occasion) && !said_says(occasion, "ranged")) {
        said_word(said, str_of("ranged"));
    }
    if (last_attack_has(state, occasion->who, occasion->against)) {
        said_word(said, str_of("last-attack"));
    }
}

void said_defence_moment(struct said *said, const struct state *state)
{
    if (!state_has_effect(state, FOUR_DEFENDED, said->occasion.who, 0)) {
        said_word(said, str_of("first-defence"));
    }
    const char *running = course_running(state);
    said_word(said, str_of(running != NULL ? running : ""));
}

/* "light", "fire"; "not-magic" is everything that is not magic. */
bool said_is_immune(const struct state *state, const struct occasion *occasion,
                    char out[LABEL_SIZE])
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

void said_tell_immune(struct decision *decision, const struct said *said)
{
    struct asked *asked = &decision->asked;
    const struct occasion *occasion = &said->occasion;
    char word[LABEL_SIZE];
    if (asked->kind != ASKED_ACT || asked->object != occasion->against ||
        !said_is_immune(&decision->state, occasion, word)) {
        return;
    }
    text_format(asked->vain, sizeof asked->vain, "immune to %s", word);
    if (asked->is_open) {
        decision_prompt(decision, decision->question.dice.label, ", but %s", asked->vain);
    }
}

/* ---- its numbers ----------------------------------------------------------------------- */

/* An ability that adds nothing here is not used up. */
static bool is_of_use(struct decision *decision, const struct said *said, struct str ability)
{
    const struct state *state = &decision->state;
    const struct occasion *occasion = &said->occasion;
    const char *idle = modifiers_idle(state, occasion, ability);
    if (idle != NULL) {
        return decision_refuse(decision, "class abilities", "%s adds nothing to this roll: %s",
                               utf8_shown(ability).text, idle);
    }
    return modifiers_name(state, occasion->who, ability, occasion->roll) ||
           decision_refuse(decision, "class abilities", "%s does nothing for this roll",
                           utf8_shown(ability).text);
}

bool said_spend(struct decision *decision, const struct command *command,
                const struct said *said)
{
    const struct option *option = command_option(command, "use");
    struct str list =
        option != NULL && option->value.p != NULL ? option->value : (struct str){"", 0};
    for (struct str word; str_next_part(&list, ',', &word);) {
        if (!uses_spend(decision, said->occasion.who, word, 1) ||
            !is_of_use(decision, said, word)) {
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

bool said_finish(const struct state *state, const struct said *said, struct inputs *out,
                 struct error *err)
{
    struct breakdown breakdown;
    return modifiers_break_down(state, &said->occasion, &breakdown, err) &&
           breakdown_give(&breakdown, out, err) == STATUS_OK &&
           inputs_finish(out, err) == STATUS_OK;
}
