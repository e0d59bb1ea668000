/* The texts of modifiers as the state keeps them: each is parsed once, when it is copied into a
 * combatant, and the result is kept beside it.
 *
 * A FOUR_MODIFIER's label is "SOURCE: TEXT", its amount the reading of the text: a number that
 * packs the roll, the kind of amount, the amount, and the places in the label where the text
 * and its conditions begin. So a roll looks at numbers, and at words only when they decide. The
 * numbers of the enums (texts.h) are in logs: new ones go after the others. A text of an old
 * log has the amount 1, and one of a newer program may have an unknown reading: these are
 * parsed from the label each time. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_READINGS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_READINGS_H

#include "games/four_against_darkness/texts.h"
#include "tracker/decision.h"

/* Keeps the text of a modifier, or forgets all texts of a source. */
bool modifier_put(struct decision *decision, int id, const char *source, const char *text);
void modifiers_forget(struct decision *decision, int id, const char *source);

/* The amount for a FOUR_MODIFIER with this label; 1 when the text is wrong. */
int reading_of(const char *label);
/* The parsed text of a FOUR_MODIFIER and its source, both borrowed from its label. False when
 * it cannot be read. */
bool reading_look(const struct effect *effect, struct modifier *out, struct str *source);
/* Whether a text says that its source is this word. */
bool reading_is(const struct modifier *modifier, struct str word);

#endif
