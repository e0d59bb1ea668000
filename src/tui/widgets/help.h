/* The help: every key of every context, every command with its arguments, options and rule.
 * Made from the key table, the commands and the rules, so it cannot disagree with them. */
#ifndef REFEREE_TUI_WIDGETS_HELP_H
#define REFEREE_TUI_WIDGETS_HELP_H

#include "app/settings/keys.h"
#include "tracker/command.h"
#include "tracker/library.h"

/* The sources of the help, and what comes first in it. */
struct help_source {
    const struct command_def *const *commands;
    int commands_count;
    const struct procedure *procedure;
    const struct system *system;
    const struct key_table *keys;
    const struct rule_texts *rule_texts;
    enum key_context context; /* whose keys come first */
    const struct command_def
        *about;       /* the line that is typed, answered or due now; NULL: none */
    const char *rule; /* the rule of the question or check; NULL: that of the command */
};

/* Adds the part about the present line, in the form that tui/widgets/reader.h shows; nothing
 * when that line is not a command. */
void help_write_now(struct text *out, const struct help_source *source);
/* Adds the rest, which changes only with the context and the system. */
void help_write(struct text *out, const struct help_source *source);

#endif
