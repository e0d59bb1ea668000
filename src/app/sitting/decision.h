/* One line decided on the open encounter, reported, and committed. This does not know which
 * lines the tracker decides and which ones the application carries out itself. */
#ifndef REFEREE_APP_SITTING_DECISION_H
#define REFEREE_APP_SITTING_DECISION_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "resolver/dice/dice.h"
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
bool sitting_settle(struct sitting *sitting, struct result *out);
/* The decision as a preview. */
void sitting_tell_preview(const struct sitting *sitting, struct result *out);
/* Writes the decision after the head, and takes over its state. */
void sitting_commit(struct sitting *sitting, const char *line, struct result *out);

#endif
