#include "tui/fight/table_private.h"

#include <string.h>

#include "app/keys.h"
#include "app/result.h"
#include "app/sitting_state.h"

enum { COUNT_MOST = 9999 };

/* ---- counts ---------------------------------------------------------------------------- */

/* What the keys behind a count would do with it: of damage to whom, as nothing asks any more
 * then. */
static void say_count(struct table_model *model)
{
    struct text to = text_over(model->notice.text, sizeof model->notice.text);
    const struct key_table *keys = &model->keys;
    text_add(&to, "%d: %s is %d damage", model->count, key_of_command(keys, "damage"),
             model->count);
    int chosen = table_model_chosen(model);
    int id = model->target != 0 ? model->target : model->selected;
    if (chosen > 0) {
        text_add(&to, " to %d chosen", chosen);
    } else if (id != 0) {
        text_add(&to, " to %s", state_name(model->state, id));
    }
    const char *many = model->count == 1 ? "" : "s";
    text_add(&to, ", %s moves %d line%s, %s ends %d turn%s; Esc drops it",
             key_of_command(keys, "@down"), model->count, many, key_of_command(keys, "next"),
             model->count, many);
    model->notice.role = ROLE_DIM;
}

bool table_count_digit(struct table *table, const struct term_input *input)
{
    struct table_model *model = &table->model;
    bool is_digit = input->kind == INPUT_CHARACTER && input->key >= '0' && input->key <= '9';
    if (!is_digit || (input->key == '0' && model->count == 0)) {
        return false;
    }
    int count = model->count * 10 + (input->key - '0');
    model->count = count <= COUNT_MOST ? count : model->count;
    say_count(model);
    return true;
}

void table_run_command(struct table *table, const char *command)
{
    int count = table->model.count;
    bool is_amount = strstr(command, "%n") != NULL;
    table_series_begin(table, command, "", count > 0 && !is_amount ? count : 1);
    /* What was done unseen is shown at once, with what undo would take back beside it. */
    if (is_amount && count > 0 && table->result.kind == RESULT_DONE) {
        table_say(table, ROLE_DIM, table->result.text);
    }
}

/* ---- the last act again ---------------------------------------------------------------- */

/* The key's command with its places, which say anew whom it is about; NULL when no key has it.
 */
static const char *template_of(const struct table *table, const char *name)
{
    const struct key_binding *binding = key_binding_of_command(&table->model.keys, name);
    return binding != NULL ? binding->command : NULL;
}

/* How many words of a key's command stand for arguments, and whether one gives this option. */
static int template_arguments(const char *command)
{
    struct str rest = str_of(command);
    int count = -1; /* the name */
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool is_amount = str_equal(word, "%n");
        count += memchr(word.p, '=', (size_t)word.n) == NULL && !is_amount ? 1 : 0;
    }
    return count;
}

static bool template_gives(const char *command, struct str option)
{
    struct str rest = str_of(command);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool is_it = word.n > option.n && word.p[option.n] == '=' &&
                     str_equal_any_case((struct str){word.p, option.n}, option);
        if (is_it) {
            return true;
        }
    }
    return false;
}

/* Without the place for an amount: that of the last time stands among its words. */
static void put_template(struct again *out, const char *command)
{
    struct str rest = str_of(command);
    struct text text = text_over(out->command, sizeof out->command);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        if (!str_equal(word, "%n")) {
            text_add(&text, "%s%.*s", text.n > 0 ? " " : "", word.n, word.p);
        }
    }
}

static void add_word(struct text *text, struct str word)
{
    bool has_quotes = memchr(word.p, '"', (size_t)word.n) != NULL;
    bool is_plain = word.n > 0 && (has_quotes || memchr(word.p, ' ', (size_t)word.n) == NULL);
    text_add(text, is_plain ? "%s%.*s" : "%s\"%.*s\"", text->n > 0 ? " " : "", word.n, word.p);
}

bool table_stands(const struct state *state, int id)
{
    int hp =
        state_value(state, id, FIELD_HP, 1) + state_value(state, id, FIELD_HP_TEMPORARY, 0);
    return state_is_in(state, id) && hp > 0;
}

/* The one that a line is about, beside those who do it. */
static int target_of(const struct command *command)
{
    for (int i = 0; i < command->def->arguments_count; i++) {
        const struct argument *argument = &command->argument[i];
        enum argument_kind kind = command->def->arguments[i].kind;
        if (kind == ARGUMENT_COMBATANT && argument->is_given) {
            return argument->id;
        }
        if (kind == ARGUMENT_COMBATANTS && argument->ids_count == 1) {
            return argument->ids[0];
        }
    }
    return 0;
}

void table_again(struct again *out, struct table *table, const char *line)
{
    struct command command;
    const struct command_def *const *defs;
    int count = sitting_commands(table->sitting, &defs);
    memset(out, 0, sizeof *out);
    if (command_parse(&command, table->model.procedure, defs, count, table->model.state,
                      str_of(line), NULL) != STATUS_OK) {
        return;
    }
    out->target = target_of(&command);
    out->stood = out->target != 0 && table_stands(table->model.state, out->target);
    const char *template = template_of(table, command.def->name);
    put_template(out, template != NULL ? template : command.def->name);
    int from = template_arguments(out->command);
    struct text words = text_over(out->words, sizeof out->words);
    for (int i = 0; i < command.def->arguments_count; i++) {
        out->has_targets =
            out->has_targets || command.def->arguments[i].kind == ARGUMENT_COMBATANTS;
        if (i >= from && command.argument[i].is_given) {
            bool is_text = command.def->arguments[i].kind == ARGUMENT_TEXT;
            struct str word = command.argument[i].word;
            if (is_text) {
                text_add(&words, "%s%.*s", words.n > 0 ? " " : "", word.n, word.p);
            } else {
                add_word(&words, word);
            }
        }
    }
    for (int i = 0; i < command.options; i++) {
        const struct option *option = &command.option[i];
        if (!template_gives(out->command, option->name)) {
            text_add(&words, "%s%.*s", words.n > 0 ? " " : "", option->name.n, option->name.p);
            struct str value = option->value.p != NULL ? option->value : str_of("");
            bool has_quotes = memchr(value.p, '"', (size_t)value.n) != NULL;
            text_add(&words,
                     option->value.p == NULL ? "%.*s"
                     : has_quotes            ? "=%.*s"
                                             : "=\"%.*s\"",
                     value.n, value.p);
        }
    }
    /* What one key does alone, as the next turn, would only push out what is worth keeping. */
    bool is_more_than_a_key = strchr(out->command, '%') != NULL || words.n > 0;
    out->is_act = command.def->decide != NULL && is_more_than_a_key && !words.is_cut;
}

/* ---- who was chosen -------------------------------------------------------------------- */

static struct choice *choice_at(struct table *table, int64_t act)
{
    for (int i = 0; i < CHOICES_KEPT; i++) {
        if (table->choice[i].act == act) {
            return &table->choice[i];
        }
    }
    return NULL;
}

void table_keep_choice(struct table *table)
{
    int64_t act = sitting_act_now(table->sitting);
    struct choice *choice = choice_at(table, act);
    if (choice == NULL) {
        choice = &table->choice[table->choice_next];
        table->choice_next = (table->choice_next + 1) % CHOICES_KEPT;
    }
    choice->act = act;
    memcpy(choice->is_chosen, table->model.is_chosen, sizeof choice->is_chosen);
}

void table_choose_as_then(struct table *table)
{
    const struct choice *choice = choice_at(table, sitting_act_now(table->sitting));
    if (choice != NULL && table_model_chosen(&table->model) == 0) {
        for (int id = 1; id <= table->model.state->count; id++) {
            if (choice->is_chosen[id]) {
                table_model_choose(&table->model, id);
            }
        }
    }
}

void table_forget_choices(struct table *table)
{
    memset(table->choice, 0, sizeof table->choice);
}

/* ---- the act that is done -------------------------------------------------------------- */

void table_keep_again(struct table *table, const struct again *again)
{
    if (again->is_act) {
        memcpy(table->again, again->command, sizeof table->again);
        memcpy(table->again_words, again->words, sizeof table->again_words);
    }
    if (again->has_targets) {
        table_model_choose_none(&table->model);
    }
    int acting = table->model.acting;
    if (acting != 0 && again->target != 0) {
        int side = state_value(table->model.state, acting, FIELD_SIDE, SIDE_FOES);
        table->model.gone_for[side] = again->target;
    }
    table->last.target = again->target;
    table->last.stood = again->stood;
}

void table_repeat(struct table *table, int times)
{
    if (table->again[0] == '\0') {
        table_say(table, ROLE_PLAIN, "there is no act to repeat yet");
        return;
    }
    /* A copy: each act done writes the last one anew. */
    char command[COMMAND_LINE_MAX + 1];
    char words[COMMAND_LINE_MAX + 1];
    memcpy(command, table->again, sizeof command);
    memcpy(words, table->again_words, sizeof words);
    table->model.count = 0;
    table_series_begin(table, command, words, times);
}
