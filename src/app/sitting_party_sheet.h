/* The party asked for in plain words: the list, one's sheet, the history, and all of it as a
 * file to print. */
#ifndef REFEREE_APP_SITTING_PARTY_SHEET_H
#define REFEREE_APP_SITTING_PARTY_SHEET_H

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
/* To a file: Markdown where its name ends so, else text. One that is there stays, unless it is
 * to be replaced. */
void sitting_run_party_print(struct sitting *sitting, const struct command *command,
                             struct result *out);

#endif
