/* Who stands in the line of an act, and which command it is: read from the words as they were
 * typed, with the state that they were typed in. */
#ifndef REFEREE_APP_ACT_PEOPLE_H
#define REFEREE_APP_ACT_PEOPLE_H

#include "tracker/command.h"

struct act_people {
    const char
        *action; /* the command's name, or the first word of a line that is none any more */
    int by;      /* whom `by=` names; 0: nobody */
    int to[COMBATANTS_MAX]; /* who else is named, each once */
    int to_count;
    struct command command; /* scratch */
    char word[32];          /* likewise */
};

void act_people_read(struct act_people *out, const struct procedure *procedure,
                     const struct command_def *const *defs, int defs_count,
                     const struct state *state, struct str line);

#endif
