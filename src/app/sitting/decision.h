/* One line decided on the open encounter, reported, and committed. This does not know which
 * lines the tracker decides and which ones the application carries out itself. */
#ifndef REFEREE_APP_SITTING_DECISION_H
#define REFEREE_APP_SITTING_DECISION_H

#include <stdbool.h>

#include "app/sitting/act_blocks.h"
#include "app/sitting/result.h"
#include "base/text.h"
#include "resolver/dice/dice.h"
#include "store/campaign.h"
#include "tracker/decision.h"
#include "tracker/state.h"

struct sitting;

/* Decides what a line would do on this state: into sitting->decision. */
void sitting_decide(struct sitting *sitting, const struct state *state, const char *line,
                    bool asks);
/* The same for the party between its fights, whose dice belong to no encounter; and only the
 * beginning of that. */
void sitting_decide_party(struct sitting *sitting, const struct state *party, const char *line,
                          bool asks);
void sitting_begin_party(struct sitting *sitting, const struct state *party, bool asks);

/* The same for an act that was decided before: the dice of its line are skipped, kept dice stay
 * in their places, and new places take those of `more`, not all of which need be used (see
 * sitting->decision.entered_used). */
struct again_dice {
    struct kept_dice *kept;
    const struct entered *more;
    int more_count;
};

void sitting_decide_again(struct sitting *sitting, const struct state *state, const char *line,
                          bool asks, const struct again_dice *dice);
/* The decision as a result; true when it could be committed. */
bool sitting_report(struct sitting *sitting, struct result *out);
/* The decision as a preview. */
void sitting_tell_preview(const struct sitting *sitting, struct result *out);
/* Writes the decision after the head, and takes over its state. */
void sitting_commit(struct sitting *sitting, const char *line, struct result *out);

/* What an encounter takes over from another: a new one the table rules of the campaign, a new
 * or an older one the party, if it comes along. It is one act of that encounter. */

/* The reason why the party of the open encounter cannot come along into one of this system;
 * NULL: it can. */
const char *sitting_why_no_carry(const struct sitting *sitting, const struct system *system);
/* True when it can come along into this encounter, which is not the open one; if not, the
 * reason is in *out. */
bool sitting_can_carry_into(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out);
/* The source of settings for a new encounter of this system: the open one if it is of the
 * system, or else the newest of it. False when there is none; a failure is reported in *out. */
bool sitting_settings_from(struct sitting *sitting, const struct system *system,
                           struct state *from, struct result *out);

/* A function that brings an encounter, or a part of it, into another: carry_party,
 * settings_carry, encounter_copy. */
typedef void carry_fn(struct decision *decision, const struct state *from);

/* True when that is possible in an empty encounter; if not, the reason is in *out. Nothing
 * changes. */
bool sitting_fits(struct sitting *sitting, carry_fn *carry, const struct state *from,
                  struct result *out);
/* Decides what comes along from `from` into the open encounter, and writes it; its lines follow
 * those of out->text. */
void sitting_carry(struct sitting *sitting, carry_fn *carry, const struct state *from,
                   struct result *out);
/* True when an act of the log is such an arrival: it has no command line that could be
 * changed. */
bool sitting_is_carry(const struct act_row *act);
/* The same, only for the beginning of a copied encounter. */
bool sitting_is_copy(const struct act_row *act);

#endif
