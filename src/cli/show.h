/* The encounter as it stands, in lines for people. */
#ifndef REFEREE_CLI_SHOW_H
#define REFEREE_CLI_SHOW_H

#include "app/session.h"

/* Name and phase, the order, the checks that are due, what undo and redo would do. */
void show_print(const struct session *session);
/* Only the checks that are due, a line each; none when there is none. */
void show_print_due(const struct state *state);
/* What comes next, where the procedure says so. */
void show_print_guide(const struct state *state);

#endif
