/* Little scripts for tables of rules: a row of a table is a rule and what must happen at a
 * new table under it. The first character of a line says what it does:
 *   + does a command         ! RULE|command: refused, citing RULE, and nothing changes; a
 * ruling is tried, too (without a '|' the rule is the first word) ? command: asks          x
 * part|command: the words are wrong, and the message holds `part` # who score              the
 * current score, as the row shows it = who field value        - for a value that is not set ~
 * who word               the row shows the word; ^ who word: it does not ' part the last
 * command said so; - part: it did not % who|part               the facts of the row hold it >
 * who                    whose turn it is ("nobody" for 0)
 *   @ phase                  < a,b,c  the first rows of the order
 *   * part                   something due holds it; 0: no check is pending */
#ifndef REFEREE_TESTS_SUPPORT_TABLE_SCRIPT_H
#define REFEREE_TESTS_SUPPORT_TABLE_SCRIPT_H

#include <stdbool.h>

/* False, and the line with what was wrong told, when something went otherwise. */
bool table_script_run(const char *system, const char *title, const char *script);

#endif
