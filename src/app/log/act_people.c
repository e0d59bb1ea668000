#include "app/log/act_people.h"

static void add(struct act_people *people, int id)
{
    for (int i = 0; i < people->to_count; i++) {
        if (people->to[i] == id) {
            return;
        }
    }
    if (id != 0 && people->to_count < COMBATANTS_MAX) {
        people->to[people->to_count++] = id;
    }
}

/* A word that is not a command of this program may be one of an older program. */
static void take_first_word(struct act_people *people, struct str line)
{
    struct str word = str_next_word(&line);
    if (str_equal_any_case(word, str_of("ruling"))) {
        word = str_next_word(&line);
    }
    struct text text = text_over(people->word, sizeof people->word);
    text_add_str(&text, word);
    people->action = people->word;
}

void act_people_read(struct act_people *out, const struct procedure *procedure,
                     const struct command_def *const *defs, int defs_count,
                     const struct state *state, struct str line)
{
    struct command *command = &out->command;
    out->by = 0;
    out->to_count = 0;
    if (command_parse(command, procedure, defs, defs_count, state, line, NULL) != STATUS_OK) {
        take_first_word(out, line);
        return;
    }
    out->action = command->def->name;
    for (int i = 0; i < command->def->arguments_count; i++) {
        const struct argument *argument = &command->argument[i];
        enum argument_kind kind = command->def->arguments[i].kind;
        if (argument->is_given && kind == ARGUMENT_COMBATANT) {
            add(out, argument->id);
        }
        for (int k = 0;
             argument->is_given && kind == ARGUMENT_COMBATANTS && k < argument->ids_count;
             k++) {
            add(out, argument->named[k]);
        }
    }
    const struct option *by = command_option(command, "by");
    if (by != NULL && by->value.p != NULL) {
        out->by = combatant_find(state, str_unquoted(by->value), NULL);
    }
}

void act_people_set_by(struct act_people *people, int id)
{
    int kept = 0;
    for (int i = 0; i < people->to_count; i++) {
        if (people->to[i] != id) {
            people->to[kept++] = people->to[i];
        }
    }
    people->by = id;
    people->to_count = kept;
}
