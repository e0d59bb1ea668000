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

#include "app/sitting/collection.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"

extern const struct collection macro_collection;
#define MACRO_NAME "name"
#define MACRO_LINES "lines"

enum { MACROS_MAX = 64, MACRO_NAME_SIZE = 32, MACRO_LINES_SIZE = 600, MACRO_STEPS_MAX = 12 };

struct act_row;
struct campaign;

struct macro {
    int64_t id;
    char name[MACRO_NAME_SIZE];
    char lines[MACRO_LINES_SIZE]; /* as they were typed, separated by ';' */
};

/* By name. About 40 KB of plain data, owned by the caller. */
struct macros {
    struct macro macro[MACROS_MAX];
    int count;
};

enum status macros_read(struct macros *out, struct campaign *campaign,
                        struct error *err) MUST_CHECK;

/* The one of this name, in any case; NULL: none. */
const struct macro *macros_find(const struct macros *macros, struct str name);

/* ---- pure ------------------------------------------------------------------------------ */

/* The next line of a macro, without the blanks around it; a ';' within quotes separates
 * nothing. False at the end. */
bool macro_next_line(struct str *lines, struct str *line);
/* Whether a macro can be kept so: its name is one word, and it has 1 to MACRO_STEPS_MAX lines,
 * whatever game they are of. */
bool macro_can_be(const char *name, struct str lines);
/* How many words the lines take: the highest of their places, 1 for %w. */
int macro_places(struct str lines);
/* Adds the line with its places filled; `word` are those there are. */
void macro_fill(struct text *out, struct str line, const struct str *word, int words);

/* Whether an act of the log is that of a macro, which is not decided again: it can only be
 * undone as a whole. */
bool macro_was_run(const struct act_row *act);

/* `macro NAME [LINES]`, `macros`, `macro-rename`, `macro-delete`, and `do NAME [WORDS]`. */
sitting_command_fn sitting_run_macro, sitting_run_macros, sitting_run_rename_macro;
sitting_command_fn sitting_run_delete_macro, sitting_run_do;
/* What `do` would do or ask next: nothing is written. */
sitting_command_fn sitting_preview_do;

#endif
