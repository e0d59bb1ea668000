/* What hits bring in Caves of Qud beside the weapon's damage: the commands that say it and
 * settle it, and what is pending after a hit. Rules are cited by their headings. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_HIT_EFFECTS_H
#define REFEREE_GAMES_CAVES_OF_QUD_HIT_EFFECTS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"

/* `onhit rimewyk cold damage=1d4`: its hits bring this from now on. */
void qud_decide_onhit(struct decision *decision, const struct command *command);
/* `effect`: one of those that are pending is resisted, begins, or is dropped. */
void qud_decide_effect(struct decision *decision, const struct command *command);

/* The slots of the procedure (tracker/procedure.h), with morale checks that are called for. */
int qud_pending(const struct state *state, struct pending *out, int most);
bool qud_pending_act(const struct state *state, const struct pending *pending,
                     struct inputs *out, struct error *err);

#endif
