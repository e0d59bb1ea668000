/* The party of the campaign: who joins, leaves and is here tonight; bringing everybody into the
 * open encounter; what it does between its fights, by the rules of the game where they say how,
 * else by hand; and the party asked for in plain words (as a file to print: app/export/export).
 * What changes it is a step of the roster's history (app/party/roster.h), undone where it was
 * done: `undo` at the table never touches it. Those at the table come home first, so that a
 * step is done to what they are now. */
#ifndef REFEREE_APP_PARTY_PARTY_H
#define REFEREE_APP_PARTY_PARTY_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "resolver/system.h"
#include "tracker/state.h"

/* The members of a game's party who are here tonight and can come, as carry_members brings
 * them; false: nobody. The library of that game is open afterwards. */
bool sitting_party_tonight(struct sitting *sitting, const struct system *system,
                           struct state *out);
/* After a party was carried here from another encounter: its members are as the roster has them
 * now, with what was done between the fights. */
void sitting_refresh_party(struct sitting *sitting, struct result *out);

/* Each step of the party has a command: join, leave, here and away; `rest`, what the rules
 * bring back (procedure->rests); `party-adventure`, the next one (procedure->new_adventure), in
 * other games like a rest; `party-heal` and `party-die`, lines of the table; `party-level` by
 * procedure->levels_up, or the values that are given; `party-spend` and `party-gain`, the
 * party's gold (procedure->pays, else a counter of that name), or another counter; `party-buy`,
 * an item by procedure->gives_item, else a word in the note, for gold=. */
sitting_command_fn sitting_run_party_step;
/* The same for combatants of the encounter; and members come to it. */
sitting_command_fn sitting_run_enlist, sitting_run_bring;
/* The list; with a line after it, any command of the table, done to the party. */
sitting_command_fn sitting_run_party;
sitting_command_fn sitting_run_party_sheet, sitting_run_party_history;

/* What a line of the table would do to the party, its members as they are now: nothing is
 * done. RESULT_TOLD: it could be. */
void sitting_try_party(struct sitting *sitting, const char *line, struct result *out);

#endif
