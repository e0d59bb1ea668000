/* The help: every key of every context, every command with its arguments, options and
 * rule. Written from the key table, the commands there are and the rules, so that it cannot
 * disagree with them. */
#ifndef REFEREE_TUI_VIEWS_HELP_H
#define REFEREE_TUI_VIEWS_HELP_H

#include "app/keys.h"
#include "tracker/command.h"
#include "tracker/rule_text.h"

/* What it is written from, and what comes first in it. */
struct help_source {
    const struct command_def *const *commands;
    int commands_count;
    const struct procedure *procedure;
    const struct system *system;
    const struct key_table *keys;
    const struct rule_texts *rule_texts;
    enum key_context context;        /* whose keys come first */
    const struct command_def *about; /* what is typed, answered or due now; NULL: nothing */
    const char *rule;                /* of what is asked or due; NULL: that of the command */
};

/* In the form that tui/views/reader.h shows. What it is about now; nothing when that is no
 * command. */
void help_write_now(struct text *out, const struct help_source *source);
/* All the rest, which changes with the context and the system alone. */
void help_write(struct text *out, const struct help_source *source);

#endif
