/* Which acts of the log fit a question (app/log/asking.h). Knows acts as they are told, and no
 * campaign. */
#ifndef REFEREE_APP_LOG_ASKING_MATCH_H
#define REFEREE_APP_LOG_ASKING_MATCH_H

#include "app/log/asking.h"
#include "app/log/act.h"

/* Whether an act can fit by what its row tells: encounter, round, time, evening. False is
 * final; true says nothing yet. Of `act` only these are read. */
bool asking_can_fit(const struct asking *asking, const struct sitting_act *act);
/* The same by its lines and label: texts and rules. The act has its lines. */
bool asking_can_fit_lines(const struct asking *asking, const struct sitting_act *act);
/* Whether fitting needs who acted on whom. */
bool asking_needs_people(const struct asking *asking);
/* Whether it needs which evening it was. */
bool asking_needs_evenings(const struct asking *asking);
/* Whether it fits: each word of the question. The act has its lines and rolls. */
bool asking_fits(const struct asking *asking, const struct sitting_act *act);

#endif
