/* The commands that the application itself carries out: undo, redo, encounters, rules. To add
 * one, write its function and its row in the table. */
#ifndef REFEREE_APP_SITTING_COMMANDS_H
#define REFEREE_APP_SITTING_COMMANDS_H

#include "app/sitting/result.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

struct sitting;

/* NULL when the tracker carries it out. */
sitting_command_fn *sitting_own_command(const struct command_def *def);
/* The commands in an encounter of this system, the application's own last, without those whose
 * name the game uses for something else (`save`, a saving throw); returns their number in
 * `out`. Those in `made` last as long as it does. */
int sitting_commands_of(const struct system *system, struct made_commands *made,
                        const struct command_def **out, int most);

/* The likely words for an argument of a command in the open campaign, for completion. */

/* `word` as it is typed, and a few words about it; both valid only during the call. */
typedef void sitting_see_word_fn(void *context, const char *word, const char *note);

/* Visits each word of this kind once. None for WORDS_ANY, or when they cannot be read. */
void sitting_words(struct sitting *sitting, enum argument_words kind, sitting_see_word_fn *see,
                   void *context);
/* Visits the name of each record of this kind that the system at the table has, with a
 * description. None before the first line was run or tried. */
void sitting_records(struct sitting *sitting, const char *kind, sitting_see_word_fn *see,
                     void *context);

#endif
