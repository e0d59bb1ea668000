/* One line decided on the open encounter, told, and committed. Which lines the tracker decides
 * and which ones the application carries out itself is not known here. */
#ifndef REFEREE_APP_SITTING_DECISION_H
#define REFEREE_APP_SITTING_DECISION_H

#include <stdbool.h>

#include "app/result.h"
#include "tracker/state.h"

struct sitting;

/* What a line would do on this state: into sitting->decision. */
void sitting_decide(struct sitting *sitting, const struct state *state, const char *line,
                    bool asks);
/* The decision as a result; true when it could be committed. */
bool sitting_settle(struct sitting *sitting, struct result *out);
/* The decision as what would be done. */
void sitting_tell_preview(const struct sitting *sitting, struct result *out);
/* Writes the decision behind the head, and takes its state over. */
void sitting_commit(struct sitting *sitting, const char *line, struct result *out);

#endif
