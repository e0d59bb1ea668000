#include "tracker/settings.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

static const struct setting_def *find(const struct procedure *procedure, struct str name)
{
    for (int i = 0; i < procedure->settings_count; i++) {
        if (str_equal_any_case(name, str_of(procedure->settings[i].name))) {
            return &procedure->settings[i];
        }
    }
    return NULL;
}

int setting_value_of(const struct state *state, const struct setting_def *def)
{
    const struct effect *effect =
        state_effect_labelled(state, EFFECT_SETTING, 0, 0, str_of(def->name));
    return effect != NULL ? effect->amount : def->fallback;
}

int setting_value(const struct procedure *procedure, const struct state *state,
                  const char *name)
{
    const struct setting_def *def = find(procedure, str_of(name));
    CHECK(def != NULL);
    return setting_value_of(state, def);
}

void setting_format(const struct setting_def *def, int value, struct text *out)
{
    if (def->words == NULL) {
        text_add(out, "%d", value);
        return;
    }
    int i = 0;
    while (def->words[i] != NULL && i < value) {
        i++;
    }
    text_add(out, "%s", def->words[i] != NULL ? def->words[i] : "?");
}

void settings_copy(struct decision *decision)
{
    const struct procedure *procedure = decision->procedure;
    for (int i = 0; i < procedure->settings_count; i++) {
        const struct setting_def *def = &procedure->settings[i];
        decision_effect(decision, EVENT_SETTING_CHANGED, EFFECT_SETTING, 0, 0,
                        str_of(def->name), setting_value_of(&decision->state, def));
    }
}

static bool parse_value(struct decision *decision, const struct setting_def *def,
                        struct str word, int *out)
{
    int64_t number;
    if (def->words == NULL) {
        if (str_to_int64(word, def->low, def->high, &number)) {
            *out = (int)number;
            return true;
        }
        decision_wrong(decision, "%s must be a whole number from %d to %d", def->name, def->low,
                       def->high);
        return false;
    }
    TEXT_BUFFER(list, 120);
    for (int i = 0; def->words[i] != NULL; i++) {
        if (str_is_choice(word, def->words[i])) {
            *out = i;
            return true;
        }
        text_add(&list, "%s%s", i == 0 ? "" : ", ", def->words[i]);
    }
    decision_wrong(decision, "%s must be one of %s", def->name, list.p);
    return false;
}

static void decide_setting(struct decision *decision, const struct command *command)
{
    const struct setting_def *def = find(decision->procedure, command->argument[0].word);
    int value;
    if (def == NULL) {
        struct str name = command->argument[0].word;
        const struct procedure *procedure = decision->procedure;
        struct nearest nearest;
        nearest_init(&nearest, name);
        TEXT_BUFFER(list, 240);
        for (int i = 0; i < procedure->settings_count; i++) {
            nearest_offer(&nearest, procedure->settings[i].name);
            text_add(&list, "%s%s", i == 0 ? "" : ", ", procedure->settings[i].name);
        }
        char shown[48];
        utf8_clean(shown, sizeof shown, name);
        decision_wrong(decision, "there is no setting %s%s (there %s %s)", shown,
                       nearest_question(&nearest).text,
                       procedure->settings_count == 0 ? "is" : "are",
                       procedure->settings_count == 0 ? "none" : list.p);
        return;
    }
    if (!command->argument[1].is_given) {
        struct question *question;
        if (def->words == NULL) {
            question = decision_ask(decision, QUESTION_NUMBER, "%s: %s", def->name, def->help);
            question->low = def->low;
            question->high = def->high;
        } else {
            question = decision_ask(decision, QUESTION_CHOICE, "%s: %s", def->name, def->help);
            for (int i = 0; def->words[i] != NULL; i++) {
                question_offer(question, def->words[i], "");
            }
        }
        question->rule = def->rule;
        return;
    }
    if (!parse_value(decision, def, command->argument[1].word, &value)) {
        return;
    }
    struct event *event = decision_effect(decision, EVENT_SETTING_CHANGED, EFFECT_SETTING, 0, 0,
                                          str_of(def->name), value);
    TEXT_BUFFER(text, 64);
    setting_format(def, value, &text);
    decision_say(decision, event, def->rule, "setting %s: %s", def->name, text.p);
    decision_label(decision, "setting %s: %s", def->name, text.p);
}

void settings_tell(const struct procedure *procedure, const struct state *state,
                   struct text *out)
{
    for (int i = 0; i < procedure->settings_count; i++) {
        const struct setting_def *def = &procedure->settings[i];
        int value = setting_value_of(state, def);
        TEXT_BUFFER(text, 64);
        setting_format(def, value, &text);
        text_add(out, "%s%c %-17s %-10s %s", i == 0 ? "" : "\n",
                 value != def->fallback ? '*' : ' ', def->name, text.p, def->help);
    }
    if (procedure->settings_count == 0) {
        text_add(out, "this game has no settings");
    }
}

void settings_carry(struct decision *decision, const struct state *from)
{
    const struct procedure *procedure = decision->procedure;
    for (int i = 0; i < procedure->settings_count; i++) {
        const struct setting_def *def = &procedure->settings[i];
        int value = setting_value_of(from, def);
        if (value == setting_value_of(&decision->state, def)) {
            continue;
        }
        TEXT_BUFFER(text, 64);
        setting_format(def, value, &text);
        struct event *event = decision_effect(decision, EVENT_SETTING_CHANGED, EFFECT_SETTING,
                                              0, 0, str_of(def->name), value);
        decision_say(decision, event, def->rule, "setting %s: %s, as before", def->name,
                     text.p);
    }
    decision_label(decision, "the same settings as before");
}

static const struct command_def commands[] = {
    {.name = "setting",
     .signature = "NAME:word/setting [VALUE:word]",
     .help = "a table rule, for this fight and later ones: NAME VALUE",
     .decide = decide_setting},
};

int setting_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
