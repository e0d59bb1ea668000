/* Which hand's hits bring something in Caves of Qud: those of either hand, or of one alone
 * (`onhit Ezra cold damage=1d4 hand=off`). It knows nothing of weapons. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_HANDS_H
#define REFEREE_GAMES_CAVES_OF_QUD_HANDS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The numbers stand in logs. */
enum hit_hand { HIT_HAND_ANY, HIT_HAND_MAIN, HIT_HAND_OFF };

/* `hand=main`, `hand=off`, or neither: ANY. False when it is another word: the decision is then
 * wrong. */
bool hands_read(struct decision *decision, const struct command *command, enum hit_hand *out);

/* Keeps with which hand's hits this label comes; ANY: with both. The event; NULL: it is so
 * already. */
struct event *hands_keep(struct decision *decision, int id, const char *label,
                         enum hit_hand hand);

/* Of what hits bring, a QUD_ON_HIT or QUD_ON_HIT_DAMAGE. */
enum hit_hand hands_of(const struct state *state, const struct effect *on_hit);
/* Whether it comes with a hit of the off hand, or of the main one. */
bool hands_bring(const struct state *state, const struct effect *on_hit, bool is_off);
/* " with the off hand", or nothing for either hand. */
const char *hands_words(enum hit_hand hand);

#endif
