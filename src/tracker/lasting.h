/* The lasting facts of a combatant as text: a line for each number, text and state effect that
 * goes on from fight to fight (tracker/carry.h). The roster of a campaign keeps its members in
 * this form, and compares and merges two moments of one.
 *
 *   name Bran
 *   text note wants the egg
 *   value hp 5
 *   out down
 *   effect gear 0 1 sword          kind, object's number, amount, label
 *   counter 6 0 round torch        now, full at (0: it runs down), per what, name
 *
 * Names are those of the log, which never change. Members know each other by their numbers in
 * the campaign (EFFECT_MEMBER): 0 is the party itself, whose text has only state effects and
 * counters. */
#ifndef REFEREE_TRACKER_LASTING_H
#define REFEREE_TRACKER_LASTING_H

#include "tracker/members.h"

enum { LASTING_TEXT_SIZE = 16 * 1024, LASTING_KEY_SIZE = 160 };

/* Adds the lasting facts of a combatant, or of the party (id 0). */
void lasting_write(const struct procedure *procedure, const struct state *state, int id,
                   struct text *out);
/* Applies the text to a new combatant with its name and number, or to the party (id 0);
 * everybody it names must be present. Lines for others (lasting_is_own) are skipped. The
 * decision is wrong when a line cannot be read, as in a text of a newer program. */
void lasting_read(struct decision *decision, int id, struct str text);
/* Whether a line is one of the above. */
bool lasting_is_own(struct str line);

/* The key of a line, without its value: "value hp", "effect gear 0 sword". */
void lasting_key(struct str line, struct text *out);
/* The line of this key; empty when there is none. */
struct str lasting_line(struct str text, struct str key);
/* Adds `kept` with all changes from `base` to `now`; returns whether there were any. */
bool lasting_merge(struct str kept, struct str base, struct str now, struct text *out);
/* Takes the next line off the text; false at its end. */
bool lasting_next(struct str *text, struct str *line);

#endif
