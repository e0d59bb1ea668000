#include "tui/help.h"

#include "app/keys.h"

static void write_keys(struct text *out, enum key_context context)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    text_add(out, "# %s\n", key_context_title(context));
    for (int i = 0; i < count; i++) {
        if (bindings[i].context == context) {
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
    write_keys(out, CONTEXT_TABLE);
    write_keys(out, CONTEXT_QUESTION);
    write_keys(out, CONTEXT_PALETTE);
    write_keys(out, CONTEXT_READER);
    write_keys(out, CONTEXT_HISTORY);
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
