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

/* Of every field of a combatant whether it has a value, by its index. */
void combatant_fields_set(const struct procedure *procedure, const struct state *state, int id,
                          bool is_set[COMBATANT_FIELDS_MAX]);

/* Adds the value of field `i`; nothing when it is unset. */
void combatant_field_format(const struct procedure *procedure, const struct state *state,
                            int id, int i, struct text *out);

/* Gives one name=value to a combatant. A number with a plus before it is added to the
 * combatant's value: ac=+2. The decision is wrong when the name or the value is wrong; it asks
 * when the value is dice that have not been thrown. */
void combatant_field_give(struct decision *decision, int id, const struct option *option);

/* Whether the option adds to a number, like ac=+2: a new combatant has none yet. */
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

#endif
