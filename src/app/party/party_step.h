/* Steps of the roster's history: what every act of the party between its fights has in common.
 * Those at the table come home first, so that a step is done to what they are now. */
#ifndef REFEREE_APP_PARTY_PARTY_STEP_H
#define REFEREE_APP_PARTY_PARTY_STEP_H

#include "app/sitting/result.h"
#include "app/party/roster.h"
#include "tracker/command.h"

struct decision;
struct sitting;

/* Always false. */
bool party_is_wrong(struct result *out, const struct error *err);

/* The roster; NULL: *out says why. */
const struct roster *party_current(struct sitting *sitting, struct result *out);
/* The roster as it will be once those at the table have come home; *is_other: it differs. */
const struct roster *party_preview(struct sitting *sitting, bool *is_other, struct result *out);

/* Decides what a command does to the roster; false when it does nothing, with the reason in
 * *out. */
typedef bool party_decide_fn(struct sitting *sitting, const struct roster *roster,
                             const struct command *command, struct result *out);
/* One step; true when it was done. */
bool party_run_step(struct sitting *sitting, const struct command *command,
                    party_decide_fn *decide_step, struct result *out);

/* Members by their ids in the roster's state. */
struct party_who {
    int id[ROSTER_MAX];
    int count;
};
/* Names separated by commas; "everybody" or nothing: all. False, with *out, when one is unknown
 * or nobody is in the party. */
bool party_read_who(const struct roster *roster, struct str words, struct party_who *who,
                    struct result *out);
/* Changes each who is named by the command's first argument, in one decision, which is labelled
 * "Bran and 2 others: " and `what`. */
typedef void party_change_fn(struct decision *decision, int id);
bool party_change_each(struct sitting *sitting, const struct roster *roster,
                       const struct command *command, party_change_fn *change, const char *what,
                       struct result *out);

#endif
