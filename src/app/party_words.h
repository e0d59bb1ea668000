/* What lasts of a member of the party, in words: what has changed between two texts of it
 * (tracker/lasting.h), and what a line says. */
#ifndef REFEREE_APP_PARTY_WORDS_H
#define REFEREE_APP_PARTY_WORDS_H

#include "resolver/system.h"

/* Adds what differs, parted by commas: "Life 9 to 3, uses luck 2 to 1, wounded". Nothing when
 * nothing that people know has changed. */
void party_add_difference(const struct system *system, struct str before, struct str after,
                          struct text *out);
/* Adds what the line is called: "Life", "uses luck"; and its value, apart. Nothing for lines
 * that are not for people. */
void party_add_name(const struct system *system, struct str line, struct text *out);
void party_add_value(struct str line, struct text *out);

#endif
