/* What the rules of the open encounter say, by paragraph: for the help, the log and `rule`. */
#ifndef REFEREE_APP_SESSION_RULES_H
#define REFEREE_APP_SESSION_RULES_H

#include "app/session.h"
#include "tracker/paragraph.h"

/* Those of the open encounter's system, read at the first use; none when it has no file of
 * them. Borrowed until another encounter is opened. */
const struct paragraphs *session_paragraphs(struct session *session);

#endif
