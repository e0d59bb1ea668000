/* Settings: what a system leaves to the referee, the table rules of a campaign.
 *
 * A procedure lists its settings in a table. A fight uses the defaults until one is set; when
 * it starts, every value is written into it, so that it keeps them. */
#ifndef REFEREE_TRACKER_SETTINGS_H
#define REFEREE_TRACKER_SETTINGS_H

#include "tracker/command.h"
#include "tracker/decision.h"

struct setting_def {
    const char *name;
    const char *const *words; /* ended by NULL: the value is the index of one; NULL: a number */
    int low, high;            /* for a number */
    int fallback;
    const char *rule; /* rule */
    const char *help; /* at most 60 columns */
};

/* The value in this encounter; its procedure must have a setting of this name. */
int setting_value(const struct procedure *procedure, const struct state *state,
                  const char *name);
/* The same for a setting that the caller has found. */
int setting_value_of(const struct state *state, const struct setting_def *def);
/* The value as text: "confirm", "2". */
void setting_format(const struct setting_def *def, int value, struct text *out);
/* Writes every value into the fight; called when it starts. */
void settings_copy(struct decision *decision);

/* Takes over the settings of `from`, an encounter of the same system, that differ: a campaign
 * keeps its table rules from one encounter to the next. */
void settings_carry(struct decision *decision, const struct state *from);

/* Lists each setting with its name, value and help, one a line, with a star if it is not the
 * default. */
void settings_tell(const struct procedure *procedure, const struct state *state,
                   struct text *out);

int setting_commands(const struct command_def **out);

#endif
