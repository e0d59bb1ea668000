/* What the party does between its fights, each a step of its roster's history
 * (app/party/party_step.h): by the rules of the game where they say how, else by hand. */
#ifndef REFEREE_APP_PARTY_BETWEEN_H
#define REFEREE_APP_PARTY_BETWEEN_H

struct command;
struct result;
struct sitting;

/* The rest of the line is any command of the table, done to the party. */
void sitting_run_between(struct sitting *sitting, const struct command *command,
                         struct result *out);
/* What the rules bring back (procedure->rests). */
void sitting_run_rest(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* The next adventure begins (procedure->new_adventure); in other games like a rest. */
void sitting_run_party_adventure(struct sitting *sitting, const struct command *command,
                                 struct result *out);
/* Lines of the table: `heal`, `out WHO dead`; a level by procedure->levels_up, or the values
 * that are given. */
void sitting_run_party_heal(struct sitting *sitting, const struct command *command,
                            struct result *out);
void sitting_run_party_die(struct sitting *sitting, const struct command *command,
                           struct result *out);
void sitting_run_party_level(struct sitting *sitting, const struct command *command,
                             struct result *out);
/* The party's gold (procedure->pays, else a counter of that name), or another counter. */
void sitting_run_party_spend(struct sitting *sitting, const struct command *command,
                             struct result *out);
void sitting_run_party_gain(struct sitting *sitting, const struct command *command,
                            struct result *out);
/* An item by procedure->gives_item, else a word in the note; gold= pays for it. */
void sitting_run_party_buy(struct sitting *sitting, const struct command *command,
                           struct result *out);

#endif
