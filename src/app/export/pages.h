/* Pages to print: the party, a prepared encounter, and the whole evening (the plan, its
 * encounters, the party), as text or, where the file's name ends in .md, as Markdown. A file is
 * only replaced when that is said (app/file/text_file.h). */
#ifndef REFEREE_APP_EXPORT_PAGES_H
#define REFEREE_APP_EXPORT_PAGES_H

#include "app/sitting/result.h"
#include "tracker/command.h"

struct sitting;

void sitting_run_party_print(struct sitting *sitting, const struct command *command,
                             struct result *out);
void sitting_run_prepared_print(struct sitting *sitting, const struct command *command,
                                struct result *out);
void sitting_run_plan_print(struct sitting *sitting, const struct command *command,
                            struct result *out);

#endif
