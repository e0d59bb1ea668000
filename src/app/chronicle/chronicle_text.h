/* What the chronicle keeps in the file about the campaign and each encounter, as JSON. It is
 * derived and sealed, but every value is still checked when it is read. */
#ifndef REFEREE_APP_CHRONICLE_CHRONICLE_TEXT_H
#define REFEREE_APP_CHRONICLE_CHRONICLE_TEXT_H

#include <stdbool.h>

#include "app/chronicle/chronicle_data.h"

/* The caller's to free. */
char *chronicle_text_of_fight(const struct chronicle_fight *fight);
char *chronicle_text_of_campaign(const struct chronicle_log *log);
/* Adds to `log` what a text says, of the campaign (encounter 0) or of a fight. False: it cannot
 * be understood. */
bool chronicle_text_read(struct chronicle_log *log, int64_t encounter, int64_t row,
                         struct str text);

#endif
