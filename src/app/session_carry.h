/* What a new encounter has from one before: the table rules of the campaign, and the party, if it
 * comes along. It is the first act of the new encounter. */
#ifndef REFEREE_APP_SESSION_CARRY_H
#define REFEREE_APP_SESSION_CARRY_H

#include "app/session_private.h"

/* Whether anybody of the open encounter would come along. */
bool session_can_carry(const struct session *session);
/* Where a new encounter of this system has its settings from: the open one if it is of the system,
 * else the newest of it. False when there is none; a failure is told in *out. */
bool session_settings_from(struct session *session, const struct system *system,
                           struct state *from, struct result *out);
/* Decides what comes along from `from` (carry_party, settings_carry) into the encounter that is open
 * now and empty, and writes it; its lines stand behind those of out->text. */
typedef void carry_fn(struct decision *decision, const struct state *from);
void session_carry(struct session *session, carry_fn *carry, const struct state *from,
                   struct result *out);

#endif
