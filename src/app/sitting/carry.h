/* What an encounter takes over from another: a new one the table rules of the campaign, a new
 * or an older one the party, if it comes along. It is one act of that encounter. */
#ifndef REFEREE_APP_SITTING_CARRY_H
#define REFEREE_APP_SITTING_CARRY_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "store/campaign.h"
#include "tracker/decision.h"

struct sitting;

/* The reason why the party of the open encounter cannot come along into one of this system;
 * NULL: it can. */
const char *sitting_why_no_carry(const struct sitting *sitting, const struct system *system);
/* Whether it can come along into this encounter, which is not the open one; if not, the reason
 * is in *out. */
bool sitting_can_carry_into(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out);
/* The source of settings for a new encounter of this system: the open one if it is of the
 * system, or else the newest of it. False when there is none; a failure is reported in *out. */
bool sitting_settings_from(struct sitting *sitting, const struct system *system,
                           struct state *from, struct result *out);
/* A function that brings an encounter, or a part of it, into another: carry_party,
 * settings_carry, encounter_copy. */
typedef void carry_fn(struct decision *decision, const struct state *from);
/* Whether that is possible in an empty encounter; if not, the reason is in *out. Nothing
 * changes. */
bool sitting_fits(struct sitting *sitting, carry_fn *carry, const struct state *from,
                  struct result *out);
/* Decides what comes along from `from` into the open encounter, and writes it; its lines follow
 * those of out->text. */
void sitting_carry(struct sitting *sitting, carry_fn *carry, const struct state *from,
                   struct result *out);

/* Whether an act of the log is such an arrival: it has no command line that could be
 * changed. */
bool sitting_is_carry(const struct act_row *act);
/* The same, only for the beginning of a copied encounter. */
bool sitting_is_copy(const struct act_row *act);

#endif
