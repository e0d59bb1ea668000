/* Lasting facts of a member of the party in words: the changes between two texts
 * (tracker/carry.h), and the meaning of a line. */
#ifndef REFEREE_APP_PARTY_PARTY_WORDS_H
#define REFEREE_APP_PARTY_PARTY_WORDS_H

#include "resolver/system.h"

/* Adds the differences, separated by commas: "Life 9 to 3, uses luck 2 to 1, wounded". Nothing
 * when nothing visible has changed. */
void party_add_difference(const struct system *system, struct str before, struct str after,
                          struct text *out);
/* Adds the name of the line ("Life", "uses luck") and, separately, its value. Nothing for lines
 * that are not for display. */
void party_add_name(const struct system *system, struct str line, struct text *out);
void party_add_value(const struct system *system, struct str line, struct text *out);

#endif
