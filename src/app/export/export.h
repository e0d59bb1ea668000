/* Exports: a fight, an evening or the acts that fit a question as a document, written to a file
 * or handed out; and the command `export`. */
#ifndef REFEREE_APP_EXPORT_EXPORT_H
#define REFEREE_APP_EXPORT_EXPORT_H

#include <stdbool.h>

#include "app/figures/figures_reading.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

struct export_wish {
    const char *const *words; /* as for `log` (app/log/history.h), or an act's address: the
                                 fight up to that act */
    int words_count;
    struct str format; /* its name; empty: by the ending of `path`, else plain text */
    const char *path;  /* the file; NULL: none */
    bool may_replace;  /* a file that is there */
    bool is_for_players;
    bool has_numbers;   /* then with the hit points of foes */
    struct str without; /* "odds,rulings" (app/export/telling.h) */
    bool has_chart;     /* with the chart of each fight (app/forecast/chart.h) */
};

/* The document in *out, which the caller frees; NULL on failure. STATUS_USAGE: a word, a format
 * or a part that cannot be read. */
enum status sitting_export(char **out, struct sitting *sitting, const struct export_wish *wish,
                           struct error *err) MUST_CHECK;
/* Writes it to the file that the wish names. STATUS_CONFLICT: there is one that may not be
 * replaced; nothing is left behind then, nor after any other failure. */
enum status sitting_export_file(struct sitting *sitting, const struct export_wish *wish,
                                struct error *err) MUST_CHECK;

/* What a line of the command is to hand on. */
struct export_draft {
    enum asked_scope scope;
    const char *encounter; /* SCOPE_FIGHT: its name */
    struct str words;      /* which acts of it; empty: all */
    bool is_for_players;
};

/* That line, with a file name made of what it tells: export nest-ledge.html "Nest ledge". The
 * open encounter needs no name. */
void sitting_export_line(struct sitting *sitting, const struct export_draft *draft,
                         struct text *out);
/* The command `export`: FILE, words, `players`, `replace`, format=, without=. */
void sitting_run_export(struct sitting *sitting, const struct command *command,
                        struct result *out);

/* Pages to print: the party, a prepared encounter, and the whole evening (the plan, its
 * encounters, the party), as text or, where the file's name ends in .md, as Markdown. A file is
 * only replaced when that is said (app/file/text_file.h). */

void sitting_run_party_print(struct sitting *sitting, const struct command *command,
                             struct result *out);
void sitting_run_prepared_print(struct sitting *sitting, const struct command *command,
                                struct result *out);
void sitting_run_plan_print(struct sitting *sitting, const struct command *command,
                            struct result *out);
/* The name of a format; NULL after the last one. */
const char *sitting_export_format(int index);

#endif
