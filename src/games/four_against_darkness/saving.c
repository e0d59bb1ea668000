/* Four Against Darkness at the table: saving throws, with the levels of their sources, and the
 * effects of failing (Save Rolls, Save Thresholds). */
#include "games/four_against_darkness/saving.h"

#include <string.h>

#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/rerolls.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/said.h"
#include "games/four_against_darkness/saves.h"
#include "games/four_against_darkness/texts.h"

const char *const saving_words[] = {"lethal", "trap", "poison", "disease", "magic",
                                    "fear",   "gaze", "other",  NULL};

/* The usual levels of a source, by the place of its word; from_highest adds HCL. */
static const struct {
    int low, high;
    bool from_highest;
} presets[] = {{0, 0, false}, {1, 4, true},  {2, 4, false}, {2, 3, false},
               {4, 6, false}, {4, 4, false}, {4, 4, false}, {0, 0, false}};

/* ---- effects --------------------------------------------------------------------------- */

/* Any other word is a condition. */
static void fail_save(struct decision *decision, const struct effect *due)
{
    int id = due->subject;
    const char *colon = strchr(due->label, ':');
    const char *effect = colon != NULL ? colon + 2 : "";
    char source[LABEL_SIZE];
    text_format(source, sizeof source, "%.*s", save_word(due).n, due->label);
    if (effect[0] == '\0' ||
        harm_carry_out(decision, due->object, id, due->amount, source, effect)) {
        return;
    }
    struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION,
                                          id, 0, str_of(effect), 1);
    decision_say(decision, event, "save rolls", "%s: %s", state_name(&decision->state, id),
                 effect);
}

/* At 1 Life and wounded, or dead (the lethal save). */
static void live_or_die(struct decision *decision, int id, bool is_success)
{
    if (!is_success) {
        table_leave(decision, id, OUT_DEAD);
        return;
    }
    struct event *event = decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, 1);
    decision_say(decision, event, "save rolls", "%s survives at 1 Life, wounded",
                 state_name(&decision->state, id));
    decision_effect(decision, EVENT_CONDITION_CHANGED, EFFECT_CONDITION, id, 0,
                    str_of("wounded"), 1);
}

static void saving_comes_to(struct decision *decision, const struct effect *due,
                            bool is_success)
{
    struct effect effect = *due;
    int id = effect.subject;
    decision_label(decision, "%s %s against %.*s", state_name(&decision->state, id),
                   is_success ? "saves" : "fails", save_word(&effect).n, effect.label);
    save_drop(decision, &effect);
    if (strcmp(effect.label, save_lethal_word) == 0) {
        decision_label(decision, is_success ? "%s survives" : "%s dies",
                       state_name(&decision->state, id));
        live_or_die(decision, id, is_success);
        return;
    }
    if (!is_success) {
        fail_save(decision, &effect);
    }
}

/* ---- the command ----------------------------------------------------------------------- */

static const struct effect *pending_of(const struct state *state, const struct command *command,
                                       int id)
{
    if (!command->argument[1].is_given) {
        const struct effect *lethal = save_lethal(state, id);
        return lethal != NULL ? lethal : save_due(state, id);
    }
    const char *word = saving_words[command->argument[1].choice];
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SAVE_DUE, id, ANYBODY)) != NULL) {
        if (library_names_equal(save_word(effect), str_of(word))) {
            return effect;
        }
    }
    return NULL;
}

/* Asks for the level, with the usual ones of its source as choices. */
static void ask_level(struct decision *decision, const char *who, int low, int high)
{
    static const char *const numbers[] = {"1", "2",  "3",  "4",  "5",  "6",  "7", "8",
                                          "9", "10", "11", "12", "13", "14", "15"};
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s: a save against which level?", who);
    text_format(question->prefix, sizeof question->prefix, "level=");
    question->else_takes = ELSE_TAKES_NUMBER;
    question->rule = "save thresholds";
    for (int level = low; level <= high && level <= 15; level++) {
        question_offer(question, numbers[level - 1], "");
    }
}

static bool level_of(struct decision *decision, const struct command *command,
                     const struct effect *due, int id, int *level)
{
    const struct state *state = &decision->state;
    int kind = command->argument[1].is_given ? command->argument[1].choice : 0;
    int base = presets[kind].from_highest ? highest_level(state) : 0;
    int low = base + presets[kind].low, high = base + presets[kind].high;
    int usual = due != NULL && due->amount > 0 ? due->amount : low == high ? low : 0;
    if (!option_number(decision, command, "level", (struct number_range){1, 50}, usual,
                       level)) {
        return false;
    }
    if (*level == 0 && (decision->asks || low == 0)) {
        ask_level(decision, state_name(state, id), low > 0 ? low : 1, low > 0 ? high : 6);
        return false;
    }
    *level = *level == 0 ? low : *level;
    return true;
}

/* Whose save it is: the one named, or the first one pending. */
static int saver_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct effect *due = save_due(state, 0);
    int id = command->argument[0].is_given ? command->argument[0].id
             : due != NULL                 ? due->subject
                                           : 0;
    if (id == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "who makes a save?")->wanted =
            WANTED_CHARACTER;
    } else if (!is_character(state, id)) {
        decision_wrong(decision, "%s is a foe: foes never roll", state_name(state, id));
        id = 0;
    }
    return id;
}

static bool roll_save(struct decision *decision, const struct command *command,
                      const struct effect *due, bool *is_success)
{
    const struct state *state = &decision->state;
    int id = due->subject;
    struct said said;
    struct inputs inputs;
    struct error err;
    said_begin(&said, ROLL_SAVE, id, due->object);
    said_word(&said, save_word(due));
    said_options(&said, command);
    if (!rolls_save(state, due->amount, &inputs, &err)) {
        decision_wrong(decision, "%s", err.text);
        return false;
    }
    char who[NAME_SIZE + 48];
    text_format(who, sizeof who, "%s, %.*s", state_name(state, id), save_word(due).n,
                due->label);
    struct outcome outcome;
    if (!said_spend(decision, command, &said) ||
        !said_give(decision, command, &said, &inputs) ||
        !decision_resolve(decision, &inputs, id, due->object, who, &outcome)) {
        return false;
    }
    *is_success = outcome.value[0] != 0;
    reroll_note(decision, id, reroll_save, !*is_success);
    return true;
}

/* At 0 Life the lethal save comes first: a survivor meets the other effects of the hit. */
static bool may_save(struct decision *decision, const struct effect *due)
{
    const struct state *state = &decision->state;
    return save_lethal(state, due->subject) == NULL ||
           strcmp(due->label, save_lethal_word) == 0 ||
           decision_refuse(decision, "death", "%s is at 0 Life: the lethal save comes first",
                           state_name(state, due->subject));
}

void saving_decide(struct decision *decision, const struct command *command)
{
    int level, damage;
    bool is_success;
    int id = saver_of(decision, command);
    if (id == 0) {
        return;
    }
    const struct effect *found = pending_of(&decision->state, command, id);
    bool wants_kind = found == NULL && !command->argument[1].is_given;
    if (wants_kind && decision->asks) {
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s: a save against what?",
                         state_name(&decision->state, id));
        for (int i = 1; saving_words[i] != NULL; i++) {
            question_offer(question, saving_words[i], "");
        }
        return;
    }
    if (!level_of(decision, command, found, id, &level) ||
        !option_number(decision, command, "damage", (struct number_range){0, 100}, 0,
                       &damage)) {
        return;
    }
    struct effect due = {.kind = FOUR_SAVE_DUE, .subject = id, .amount = level};
    const char *word =
        command->argument[1].is_given ? saving_words[command->argument[1].choice] : "other";
    if (found != NULL) {
        due = *found;
        due.amount = level;
    } else if (damage > 0) {
        text_format(due.label, sizeof due.label, "%s: %d damage", word, damage);
    } else {
        text_format(due.label, sizeof due.label, "%s", word);
    }
    if (may_save(decision, &due) && roll_save(decision, command, &due, &is_success)) {
        saving_comes_to(decision, &due, is_success);
    }
}
