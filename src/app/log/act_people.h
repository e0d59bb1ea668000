/* The combatants and the command in the line of an act, read from the words as typed and the
 * state at that moment. */
#ifndef REFEREE_APP_LOG_ACT_PEOPLE_H
#define REFEREE_APP_LOG_ACT_PEOPLE_H

#include "tracker/command.h"

struct act_people {
    const char *action; /* the command's name, or the first word of a line that is no longer a
                           command */
    int by;             /* the combatant that `by=` names; 0: nobody */
    int to[COMBATANTS_MAX]; /* the others who are named, each once */
    int to_count;
    struct command command; /* scratch */
    char word[32];          /* scratch */
};

void act_people_read(struct act_people *out, const struct procedure *procedure,
                     const struct command_def *const *defs, int defs_count,
                     const struct state *state, struct str line);

/* Sets the actor, if it is known from elsewhere; it is then not among the others. */
void act_people_set_by(struct act_people *people, int id);

#endif
