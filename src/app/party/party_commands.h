/* The party asked for in plain words: the list, one's sheet, the history. As a file to print:
 * app/export/export. */
#ifndef REFEREE_APP_PARTY_PARTY_COMMANDS_H
#define REFEREE_APP_PARTY_PARTY_COMMANDS_H

struct command;
struct result;
struct sitting;

/* The list; with a line after it, an act between the fights. */
void sitting_run_party(struct sitting *sitting, const struct command *command,
                       struct result *out);
void sitting_run_party_sheet(struct sitting *sitting, const struct command *command,
                             struct result *out);
void sitting_run_party_history(struct sitting *sitting, const struct command *command,
                               struct result *out);

#endif
