/* The state of an encounter as text, for states that are recorded forever: written only with
 * lasting names, those of the log, and never with an index in a table of the program.
 *
 *   system trilemma
 *   round 2                       phase, turn and draw follow; others where they are not 0
 *   1 hp 7                        combatant 1: each number that is set, by its name
 *   1 name: Anka                  each text that is not empty
 *   mark condition 1 0 2: prone   kind, subject, object, amount: label
 *
 * Numbers and texts of a combatant stand in the order of their names; marks in that of their
 * kinds, then of their subjects, and such as have both in common as they came. */
#ifndef REFEREE_TESTS_SUPPORT_STATE_TEXT_H
#define REFEREE_TESTS_SUPPORT_STATE_TEXT_H

#include "tracker/state.h"

/* Room for the text of any state that occurs in a test. */
enum { STATE_TEXT_SIZE = 256 * 1024 };

/* Adds the text; `out` is cut when it does not have enough room. */
void state_text_add(struct text *out, const struct state *state);
/* FNV-1a, 64 bits, of that text. */
uint64_t state_text_digest(const struct state *state);

/* The kind of effects that the log knows by this name in the game of the state; the test fails
 * when there is none. */
int effect_called(const struct state *state, const char *name);

#endif
