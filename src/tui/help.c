#include "tui/help.h"

#include "app/keys.h"

/* Keys whose command the system does not have do nothing here. */
static bool is_known(const struct key_binding *binding, const struct command_def *const *commands,
                     int count)
{
    struct str rest = str_of(binding->command);
    struct str name = str_next_word(&rest);
    bool has_it = binding->command[0] == '@';
    for (int i = 0; i < count && !has_it; i++) {
        has_it = str_equal_any_case(name, str_of(commands[i]->name));
    }
    return has_it;
}

static void write_keys(struct text *out, enum key_context context,
                       const struct command_def *const *commands, int commands_count)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    text_add(out, "# %s\n", key_context_title(context));
    for (int i = 0; i < count; i++) {
        if (bindings[i].context == context && is_known(&bindings[i], commands, commands_count)) {
            text_add(out, "%s\t%s\n", bindings[i].key, bindings[i].help);
        }
    }
    text_add(out, "\n");
}

static void write_command(struct text *out, const struct command_def *def)
{
    char usage[400];
    struct text text;
    text_init(&text, usage, sizeof usage);
    command_usage(def, &text);
    text_add(out, "%s\t%s", def->name, def->help);
    if (def->rule[0] != '\0') {
        text_add(out, " (%s)", def->rule);
    }
    text_add(out, "\n\t%s\n", usage);
}

void help_write(struct text *out, const struct command_def *const *commands, int count)
{
    write_keys(out, CONTEXT_TABLE, commands, count);
    write_keys(out, CONTEXT_QUESTION, commands, count);
    write_keys(out, CONTEXT_PALETTE, commands, count);
    write_keys(out, CONTEXT_READER, commands, count);
    write_keys(out, CONTEXT_HISTORY, commands, count);
    write_keys(out, CONTEXT_FORM, commands, count);
    text_add(out, "# Commands, as : and scripts take them\n");
    for (int i = 0; i < count; i++) {
        write_command(out, commands[i]);
    }
    text_add(out, "\n# Words\n"
                  "who\ta name, its beginning, p1 for Pelican 1, #7; several: gob*, a,b,c\n"
                  "dice\tas they fell, behind the command: 14 4, =15 for a total, * for one "
                  "throw made here, roll for all\n"
                  "ruling\tbefore a command: overrules what the rules refuse\n"
                  "undo\tnothing is lost by it; the dice that come after it are the same\n");
}
