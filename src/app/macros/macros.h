/* Macros: lines of the table that a campaign keeps under a name, to be run as one act.
 *
 *     macro charge move %1; attack %1
 *     do charge g2 14 4
 *
 * `%1` to `%9` are the words after the name; `%w` is the first of them, which a key fills in
 * with whom its command is for (`do charge %w`). What the lines still ask for, dice and
 * choices, is asked before anything is done, and the answers stand after those words. A line
 * that is refused leaves nothing done. The act's log entry begins with the lines that it ran;
 * undo takes all of them back.
 *
 * Kept as changes of the campaign (store/changes.h): thing "macro", fields "name" and "lines".
 * Each change is undone by macros-undo: `undo` at the table never touches them. */
#ifndef REFEREE_APP_MACROS_MACROS_H
#define REFEREE_APP_MACROS_MACROS_H

#include "app/sitting/named.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"

extern const struct collection macro_collection;

extern const struct named_kind macro_kind; /* its texts are lines separated by ';' */

#define MACRO_LINES "lines"

enum { MACRO_NAME_SIZE = 32, MACRO_STEPS_MAX = 12 };

struct act_row;

/* ---- pure ------------------------------------------------------------------------------ */

/* The next line of a macro, without the blanks around it; a ';' within quotes separates
 * nothing. False at the end. */
bool macro_next_line(struct str *lines, struct str *line);
/* How many words the lines take: the highest of their places, 1 for %w. */
int macro_places(struct str lines);
/* Adds the line with its places filled; `word` are those there are, with their quotes. Within
 * quotes of the line a word has none of its own. */
void macro_fill(struct text *out, struct str line, const struct str *word, int words);

/* True when an act of the log is that of a macro, which is not decided again: it can only be
 * undone as a whole. */
bool macro_was_run(const struct act_row *act);

/* `macro NAME [LINES]`, `macros`, and `do NAME [WORDS]`. */
sitting_command_fn sitting_run_macro, sitting_run_macros, sitting_run_do;
/* What `do` would do or ask next: nothing is written. */
sitting_command_fn sitting_preview_do;

#endif
