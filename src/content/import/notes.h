/* Notes in Markdown: fenced blocks `statblock` (Fantasy Statblocks) and `clyt` (stat blocks of
 * old-school rules), creatures that a note's front matter describes, and the text behind them.
 */
#ifndef REFEREE_CONTENT_IMPORT_NOTES_H
#define REFEREE_CONTENT_IMPORT_NOTES_H

#include "content/import/import.h"

/* True when a note holds such a block, or front matter of a creature. */
bool notes_are_in(struct str text);

/* Adds the creatures of one note. `file` is its name without folder and ending, for those that
 * have no name. */
void notes_read(struct import *import, struct str text, struct str file);

/* Adds the creature of a file that is one map of YAML, or several where it has `variants`. */
void notes_read_yaml(struct import *import, struct str text, struct str file);

/* Adds a creature from a map of Fantasy Statblocks: of a block, of front matter, of the
 * plugin's data. An instance (`monster:` and nothing else) becomes a remark. */
struct yaml_value;
void notes_creature(struct import *import, const struct yaml_value *map, struct str name,
                    int line);
/* The version of cmark that is loaded. */
const char *notes_library_version(void);

#endif
