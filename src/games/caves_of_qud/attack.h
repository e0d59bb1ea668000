/* Attacks of Caves of Qud, with either hand, psionic ones, and shields that block: the
 * commands, the usual attack, and what its dice must show. Rules are cited by their headings.
 */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_ATTACK_H
#define REFEREE_GAMES_CAVES_OF_QUD_ATTACK_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/settings.h"

enum { QUD_SETTINGS = 2 };
extern const struct setting_def caves_of_qud_settings[QUD_SETTINGS];

void qud_decide_attack(struct decision *decision, const struct command *command);
void qud_decide_psionic(struct decision *decision, const struct command *command);

/* The slots of the procedure (tracker/procedure.h). */
bool qud_usual_act(const struct state *state, int actor, int target, struct inputs *out,
                   struct error *err);
void qud_needed(const struct inputs *inputs, struct text *out);
void qud_asked(const struct inputs *inputs, const struct dice_request *die,
               const struct trace *so_far, struct text *out);
const char *qud_asked_dice(const struct dice_request *die);

#endif
