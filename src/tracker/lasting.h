/* What lasts of a combatant, as text: a line for each number, text and state effect that goes
 * on from fight to fight (tracker/carry.h). So the roster of a campaign keeps its members, and
 * so two moments of one are compared and brought together.
 *
 *   name Bran
 *   text note wants the egg
 *   value hp 5
 *   out down
 *   effect gear 0 1 sword          kind, object's number, amount, label
 *
 * Names are those of the log, which never change. Members know each other by their numbers in
 * the campaign (EFFECT_MEMBER): 0 is the party itself, whose text has only state effects. */
#ifndef REFEREE_TRACKER_LASTING_H
#define REFEREE_TRACKER_LASTING_H

#include "tracker/members.h"

enum { LASTING_TEXT_SIZE = 16 * 1024, LASTING_KEY_SIZE = 160 };

/* Adds what lasts of a combatant, or of the party (id 0). */
void lasting_write(const struct procedure *procedure, const struct state *state, int id,
                   struct text *out);
/* Gives a new combatant that has its name and number, or the party (id 0), what the text says;
 * everybody it names must be there. Lines for others (lasting_is_own) are passed over. The
 * decision is wrong when a line cannot be read, as in a text of a newer program. */
void lasting_read(struct decision *decision, int id, struct str text);
/* Whether a line is one of the above. */
bool lasting_is_own(struct str line);

/* What a line is about, without its value: "value hp", "effect gear 0 sword". */
void lasting_key(struct str line, struct text *out);
/* The line of this key; empty when there is none. */
struct str lasting_line(struct str text, struct str key);
/* Adds `kept` with all that has changed from `base` to `now`; returns whether anything had. */
bool lasting_merge(struct str kept, struct str base, struct str now, struct text *out);
/* Takes the next line off the text; false at its end. */
bool lasting_next(struct str *text, struct str *line);

#endif
