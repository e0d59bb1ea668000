/* What the screen shows: combatants, the phase and whose attack it is, facts, pending checks,
 * and what comes next (struct procedure); and the sheet of a combatant. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SCREEN_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SCREEN_H

#include "resolver/system.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

decide_fn sheet_decide;

/* The slot `seen`: what foes want, and how many of a group sleep or are held. */
void screen_seen(const struct state *state, int id, struct text *out);
void screen_row(const struct state *state, int id, struct combatant_words *out);
bool screen_bodies(const struct state *state, int id, struct bodies *out);
void screen_needed(const struct inputs *inputs, struct text *out);
void screen_phase(const struct state *state, struct text *out);
void screen_facts(const struct state *state, int id, struct text *out);
int screen_pending(const struct state *state, struct pending *out, int most);
bool screen_pending_act(const struct state *state, const struct pending *pending,
                        struct inputs *out, struct error *err);
void screen_guide(const struct state *state, struct text *out);

#endif
