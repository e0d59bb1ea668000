/* What each rule of the open encounter says: for the help, the log and `rule`. */
#ifndef REFEREE_APP_SITTING_RULES_H
#define REFEREE_APP_SITTING_RULES_H

#include "app/sitting.h"
#include "tracker/rule_text.h"

/* Those of the open encounter's system, read at the first use; none when it has no file of
 * them. Borrowed until another encounter is opened. */
const struct rule_texts *sitting_rule_texts(struct sitting *sitting);

#endif
