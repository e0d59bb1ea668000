/* What an encounter has from one before: a new one the table rules of the campaign, a new or an
 * older one the party, if it comes along. It is one act of that encounter. */
#ifndef REFEREE_APP_SITTING_CARRY_H
#define REFEREE_APP_SITTING_CARRY_H

#include <stdbool.h>

#include "app/result.h"
#include "store/campaign.h"
#include "tracker/decision.h"

struct sitting;

/* Why the party of the open encounter cannot come along into one of this system; NULL: it can.
 */
const char *sitting_why_no_carry(const struct sitting *sitting, const struct system *system);
/* Whether it can come along into this encounter as it stands, another one than the open one;
 * why not is told in *out. */
bool sitting_can_carry_into(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out);
/* Where a new encounter of this system has its settings from: the open one if it is of the
 * system, else the newest of it. False when there is none; a failure is told in *out. */
bool sitting_settings_from(struct sitting *sitting, const struct system *system,
                           struct state *from, struct result *out);
/* What brings one encounter, or a part of it, into another: carry_party, settings_carry,
 * encounter_copy. */
typedef void carry_fn(struct decision *decision, const struct state *from);
/* Whether that can be done in an empty encounter; why not is told in *out. Nothing changes. */
bool sitting_fits(struct sitting *sitting, carry_fn *carry, const struct state *from,
                  struct result *out);
/* Decides what comes along from `from` into the encounter that is open now, and writes it; its
 * lines stand after those of out->text. */
void sitting_carry(struct sitting *sitting, carry_fn *carry, const struct state *from,
                   struct result *out);

/* Whether an act of the log is what came along: it has no command line that could be changed.
 */
bool sitting_is_carry(const struct act_row *act);
/* The same, only of what a copied encounter begins with. */
bool sitting_is_copy(const struct act_row *act);

#endif
