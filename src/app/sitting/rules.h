/* What each rule of the open encounter says: for the help, the log and `rule`. */
#ifndef REFEREE_APP_SITTING_RULES_H
#define REFEREE_APP_SITTING_RULES_H

#include "app/sitting/result.h"
#include "resolver/system.h"
#include "tracker/command.h"
#include "tracker/library.h"

struct sitting;

/* Those of the open encounter's system, read at the first use; none when it has no such file.
 * Borrowed until another encounter is opened. */
const struct rule_texts *sitting_rule_texts(struct sitting *sitting);

/* Calls `tell` with each of the texts on how the real game of this system differs; it may have
 * none. */
void beside_each(const struct system *system,
                 void (*tell)(void *context, const struct beside_text *beside), void *context);

/* The command `rule`. */
void sitting_run_rule(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
