/* A game's additions to prepared encounters: values of their texts that are its own commands,
 * and what is missing or odd before a fight begins. Tables and a slot of the procedure
 * (tracker/procedure.h); the code that reads and writes the texts knows no game. */
#ifndef REFEREE_TRACKER_PREPARED_H
#define REFEREE_TRACKER_PREPARED_H

#include <stdbool.h>

#include "tracker/decision.h"

/* A value that a text gives to an entry (or to the encounter) by a command of the game: the
 * line `surprise %w %v` for `surprise: prepared`. Ended by one without a name. */
struct prepared_def {
    const char *name;
    bool of_encounter; /* false: for each combatant of an entry: %w */
    const char *line;  /* %v: the value as written, %w: the combatant */
    const char *help;  /* at most 60 columns */
    /* Adds the present value, or nothing when there is none; NULL: it is never written. `id` is
     * 0 for the encounter. */
    void (*format)(const struct state *state, int id, struct text *out);
};

enum { MISSING_MAX = 64, MISSING_COMMAND_SIZE = 96 };

/* Something that is missing or odd before the start. */
struct missing {
    int subject; /* the combatant it is about; 0: the encounter */
    char text[160];
    /* The line that corrects it, to be completed: "set #3 wits="; "": none at the table. */
    char command[MISSING_COMMAND_SIZE];
    const char *rule;
};

/* A list of them, for the functions that check. */
struct missing_list {
    struct missing *missing;
    int count, most;
};
/* Adds one; the caller fills in command and rule. NULL when there is no room. */
struct missing *missing_add(struct missing_list *list, int subject, const char *format, ...)
    LIKE_PRINTF(3, 4);
/* Adds one for an attribute that is unset: "Shrike 1 has no wits", `set #3 wits=`. */
void missing_add_unset(struct missing_list *list, const struct state *state, int id,
                       const char *attribute, const char *rule);

/* Finds everything missing or odd in any game and, by its slot, in this one; returns the
 * number. */
int missing_find(const struct procedure *procedure, const struct state *state,
                 struct missing *out, int most);

#endif
