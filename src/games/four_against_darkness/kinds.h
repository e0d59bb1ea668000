/* The kinds of records of Four Against Darkness, their fields and formulas, and finding one. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_KINDS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_KINDS_H

#include "tracker/decision.h"
#include "tracker/library.h"

enum { RECORD_KINDS = 6 };
extern const struct library_kind four_against_darkness_kinds[RECORD_KINDS];

/* "vermin" and the others, in the order of enum foe_kind; ended by NULL. */
extern const char *const foe_words[];

/* A record of the library; NULL when there is none, and the decision has ended. */
const struct library_record *record_find(struct decision *decision, const char *kind,
                                         struct str name);
/* Its name as in state effects, with blanks for '-'. */
void record_label(const char *name, struct text *out);
/* The uses of a record that has a field for them, at this level. */
int record_uses(const struct library_record *record, int level);
/* The value of a checked formula for a combatant of this level, in a party whose highest level
 * is `highest`. */
int formula_value(const char *text, int level, int highest);
bool formula_is_right(const char *text);
/* The difference that one level makes to it. */
int formula_gain(const char *text, int from, int to);

#endif
