/* A new encounter with the party of the one that was open: its first act. */
#ifndef REFEREE_APP_SESSION_CARRY_H
#define REFEREE_APP_SESSION_CARRY_H

#include "app/session_private.h"

/* Whether anybody of the open encounter would come along. */
bool session_can_carry(const struct session *session);
/* Takes the party of `from` into the encounter that is open now and empty; adds to out->text. */
void session_carry(struct session *session, const struct state *from, struct result *out);

#endif
