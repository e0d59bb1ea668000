/* The fields of a combatant that can be given: those of every system and the attributes of its
 * own.
 *
 * What `add` and `set` take as name=value, what a form offers and what it shows all come from
 * this one table. A value is text in both directions: combatant_field_format writes what
 * combatant_field_give reads, and "-" unsets. */
#ifndef REFEREE_TRACKER_COMBATANT_FIELDS_H
#define REFEREE_TRACKER_COMBATANT_FIELDS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/library.h"
#include "tracker/state.h"

enum {
    GIVES_MAX = 8,
    COMBATANT_FIELDS_MAX = ATTRIBUTES_MAX + GIVES_MAX + 16,
    COMBATANT_EXPECTS_SIZE = 64
};

struct combatant_field {
    const char *name;
    const char *fallback; /* the value that holds while it is unset, as a word; NULL: none */
    const char *const *choices; /* ended by NULL; NULL: it is typed freely */
    const char *records; /* a kind of records: it takes a list of their names; NULL: none */
    char expects[COMBATANT_EXPECTS_SIZE]; /* "0 to 100", "dice such as 2d6+1"; "" for choices */
    bool is_always_set;                   /* it can be changed, but not unset */
    bool adds;                            /* to the combatant's value: it is never read back */
    const char *rule;                     /* rule, "" when none */
    const char *help;                     /* at most 60 columns */
};

/* How many fields a combatant of this encounter has, and each by its index. */
int combatant_fields(const struct procedure *procedure, const struct state *state);
void combatant_field_at(const struct procedure *procedure, const struct state *state, int i,
                        struct combatant_field *out);
/* The index of the field of this name; -1: there is none. */
int combatant_field_find(const struct procedure *procedure, const struct state *state,
                         const char *name);
/* Adds the value of field `i`; nothing when it is unset. */
void combatant_field_format(const struct procedure *procedure, const struct state *state,
                            int id, int i, struct text *out);
/* Gives one name=value to a combatant. A number with a plus before it is added to the
 * combatant's value: ac=+2. The decision is wrong when the name or the value is wrong; it asks
 * when the value is dice that have not been thrown. */
void combatant_field_give(struct decision *decision, int id, const struct option *option);
/* True when the option adds to a number, like ac=+2: a new combatant has none yet. */
bool combatant_field_adds(const struct state *state, const struct option *option);
/* Sets an attribute of the system from text, as combatant_field_give does; "-" takes it away.
 */
void combatant_attribute_give(struct decision *decision, int id, const struct value_def *def,
                              struct str value);
/* Renames a combatant; the decision is wrong when it is not a valid name, or is taken. */
void combatant_rename(struct decision *decision, int id, struct str name);
/* Sets the referee's note on a combatant; empty for none. The decision is wrong when it is too
 * long. */
void combatant_note(struct decision *decision, int id, struct str note);

/* A combatant filled in from a record whose fields are those of combatants: values it lacks are
 * given as `set` would give them. The state remembers which record it was. */

/* Values that the combatant already has stay, whatever the fields of the record bring. A field
 * that combatants of this game do not have is skipped. */
void combatant_fill(struct decision *decision, int id, const struct library_record *record);
/* Remembers the record without filling anything in. */
void combatant_remember(struct decision *decision, int id, const struct library_record *record);
/* Forgets the record; the values stay. */
void combatant_unfill(struct decision *decision, int id);
/* The name of the record it was filled in from; NULL: none. */
const char *combatant_made_from(const struct state *state, int id);
/* True when the state effect is the one that names the record. */
bool combatant_is_made_from(const struct effect *effect);

/* Morale groups: the combatants of one kind on one side, identified by their first member.
 *
 * What is counted and watched for the whole group is kept on that first combatant, whether or
 * not it is still in the fight. */

struct group_count {
    int initial; /* all members ever, except those taken off the table */
    int fallen;  /* those out of the fight in any way */
    int left;    /* those still in it */
};

/* The group for a combatant of this kind and side: that of an earlier one, or else its own
 * id. */
int group_for(const struct state *state, int id);
/* The group it is in. */
int group_of(const struct state *state, int id);
struct group_count group_counts(const struct state *state, int group);
/* The first of a group leaves it, with those whose ids are set in `leaves`: the rest get a new
 * first member, which takes over the group's record. Returns its id; 0 when nobody stays. */
int group_part(struct decision *decision, int group, const bool *leaves);
/* The member that a line can name: the first one who is on the table; 0: nobody is. */
int group_member(const struct state *state, int group);
/* "shrikes", or the name of the only member. */
void group_name(const struct state *state, int group, struct text *out);
/* Adds the plural of a kind's name: "gully goblins". */
void kind_add_plural(struct text *out, struct str kind);
/* "hold" or "break", after the group's name: "holds" or "breaks" of one. */
const char *group_holds(const struct state *state, int group, bool holds);

/* What a group does whose morale broke; of the last only the log tells. */
enum broken_way { BROKEN_FLEE, BROKEN_SURRENDER, BROKEN_OTHER };

/* The option then=. When it is not given, it is asked for, "shrikes break: what do Shrike 3 and
 * 2 more do?", if the decision asks, or else they flee. */
bool group_broken_way(struct decision *decision, const struct command *command, int group,
                      enum broken_way *out);

#endif
