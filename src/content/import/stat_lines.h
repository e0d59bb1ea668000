/* Stat lines as old-school adventures print them, one or a page of them:
 *
 *   Bog Imp: AC 5 [14], HD 3+1 (15hp), Att 1 x hook (1d8), THAC0 16 [+3], MV 90' (30'), ML 9,
 * XP 135
 *
 * The name stands before its clauses or on the line above, bold or not; clauses come in any
 * order, separated by commas, semicolons, full stops, bars and line ends; brackets hold theirs
 * together. */
#ifndef REFEREE_CONTENT_IMPORT_STAT_LINES_H
#define REFEREE_CONTENT_IMPORT_STAT_LINES_H

#include "content/import/import.h"

/* True when a text looks like stat lines: an armour class and hit dice or hit points in it. */
bool stat_lines_are_in(struct str text);

/* Adds the clauses of one line to the newest record; false, and nothing is added, when it holds
 * none. */
bool stat_line_add(struct import *import, struct str line);

/* Adds what the lines tell to the import. Text without a creature is told in a remark. */
void stat_lines_read(struct import *import, struct str text);

#endif
