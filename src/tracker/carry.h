/* Carrying a party on: the combatants of one encounter as events of another.
 *
 * Members of the party who can still be taken along come with every number, text and state
 * effect that lasts; what belonged to the fight (turns, scores, morale, pending attacks) stays
 * behind.
 *
 * The other encounter is a new one, or one that was prepared or parked before. There the party
 * may already have combatants, matched by their numbers in the campaign's party
 * (member_number), else by their names. Such a combatant is updated, but keeps what belongs
 * to its own fight (place, group, score) and what is known only there (an armour class, a
 * note). A member who has died since, or is in other hands, is dead or in other hands there
 * too. A combatant of the same name on the other side is somebody else, which is refused. */
#ifndef REFEREE_TRACKER_CARRY_H
#define REFEREE_TRACKER_CARRY_H

#include "tracker/decision.h"

/* True when this combatant would come along: of the party, present, and neither dead nor in
 * other hands. */
bool carry_takes(const struct state *from, int id);
/* Brings the party of `from` into the decision, whose state is another encounter of the same
 * system; what holds for the party's whole campaign (XP counts, and settings unless the fight
 * there has begun) comes along. Labels the decision. */
void carry_party(struct decision *decision, const struct state *from);
/* The same without settings: the members of a roster, who come from no encounter. */
void carry_members(struct decision *decision, const struct state *from);

/* Members of the campaign's party in an encounter: the numbers of its combatants in the
 * campaign, and the change with which they came. */

/* The number of a combatant in the campaign's party, or of the party itself (id 0); -1: not in
 * a party. */
int member_number(const struct state *state, int id);
/* The present combatant of this number; 0: none. */
int member_id(const struct state *state, int number);
/* The change with which it came here; 0: not in a party. */
int64_t member_change(const struct state *state, int id);
/* Sets both. */
void member_mark(struct decision *decision, int id, int number, int64_t change);

/* Copying an encounter as events of another one: both sides with all their values, under the
 * same numbers, with effects, settings and counters. Dice come from the new encounter's stream
 * from its start. */

/* Brings all of `from` into the decision, whose state is an empty encounter of the same system.
 * Labels the decision. */
void encounter_copy(struct decision *decision, const struct state *from);

/* The lasting facts of a combatant as text: a line for each number, text and state effect that
 * goes on from fight to fight. The roster of a campaign keeps its members in
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

enum { LASTING_TEXT_SIZE = 16 * 1024, LASTING_KEY_SIZE = 160 };

/* Adds the lasting facts of a combatant, or of the party (id 0). */
void lasting_write(const struct procedure *procedure, const struct state *state, int id,
                   struct text *out);
/* Applies the text to a new combatant with its name and number, or to the party (id 0);
 * everybody it names must be present. Lines for others (lasting_is_own) are skipped. The
 * decision is wrong when a line cannot be read, as in a text of a newer program. */
void lasting_read(struct decision *decision, int id, struct str text);
/* True when a line is one of the above. */
bool lasting_is_own(struct str line);
/* The key of a line, without its value: "value hp", "effect gear 0 sword". */
void lasting_key(struct str line, struct text *out);
/* The line of this key; empty when there is none. */
struct str lasting_line(struct str text, struct str key);
/* The line of the same key as this one; empty when there is none. */
struct str lasting_line_like(struct str text, struct str line);
/* Takes the next word of a line and the blank after it. */
struct str lasting_word(struct str *rest);
/* The name in it; empty for the party itself. */
struct str lasting_name(struct str text);
/* Adds its lines without those that tie it to its campaign: what can be handed to another. */
void lasting_add_own(struct str text, struct text *out);
/* Adds `kept` with all changes from `base` to `now`; returns whether there were any. */
bool lasting_merge(struct str kept, struct str base, struct str now, struct text *out);

#endif
