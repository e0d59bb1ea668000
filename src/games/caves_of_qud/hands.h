/* Which hand an on-hit effect of Caves of Qud belongs to: either hand, or only one (`onhit Ezra
 * cold damage=1d4 hand=off`). It knows nothing of weapons. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_HANDS_H
#define REFEREE_GAMES_CAVES_OF_QUD_HANDS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The numbers are in logs. */
enum hit_hand { HIT_HAND_ANY, HIT_HAND_MAIN, HIT_HAND_OFF };

/* `hand=main`, `hand=off`, or neither: ANY. False, with a wrong decision, for any other
 * word. */
bool hands_read(struct decision *decision, const struct command *command, enum hit_hand *out);

/* Keeps the hand whose hits have this effect; ANY: both. Returns the event; NULL when nothing
 * changes. */
struct event *hands_keep(struct decision *decision, int id, const char *label,
                         enum hit_hand hand);

/* The hand of a QUD_ON_HIT or QUD_ON_HIT_DAMAGE. */
enum hit_hand hands_of(const struct state *state, const struct effect *on_hit);
/* Whether a hit of the off hand, or of the main one, has this effect. */
bool hands_bring(const struct state *state, const struct effect *on_hit, bool is_off);
/* " with the off hand", or nothing for either hand. */
const char *hands_words(enum hit_hand hand);

#endif
