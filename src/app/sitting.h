/* A sitting: one campaign open at the table. Opening it, running lines, care for its file.
 *
 * The screen, the command line and scripts all work through sitting_run with lines of text, so
 * that whatever one can do the others can. An act is committed before sitting_run returns; when
 * committing fails, the state is what it was before and the result says why.
 *
 * What can be looked at is in the headers of the other sitting_ modules, sitting_state.h first.
 * Not for: drawing, reading keys, printing. */
#ifndef REFEREE_APP_SITTING_H
#define REFEREE_APP_SITTING_H

#include <stdbool.h>
#include <stdint.h>

#include "app/result.h"
#include "base/status.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

struct sitting;
struct program_settings;

/* Random tables that cannot be read keep nobody from the campaign: `consult` says what is wrong
 * with them. Those of `tables` are the exception, as somebody named that file just now. */
struct sitting_options {
    const char *path;  /* campaign file; NULL: $REFEREE_DB, else the XDG default */
    bool is_read_only; /* only look */
    bool has_seed;     /* `seed` is for a new campaign */
    uint64_t seed;
    const char *tables;                /* a further file of random tables; NULL: none */
    int64_t (*now_ms)(void);           /* the clock; tests give a constant */
    struct program_settings *settings; /* borrowed; NULL: the defaults, and no file */
};

/* Opens or makes the campaign. Without an open encounter the sitting stands in an empty,
 * unnamed encounter of the first system listed, which comes into being with its first act. */
enum status sitting_open(struct sitting **out, const struct sitting_options *options,
                         struct error *err) MUST_CHECK;
void sitting_close(struct sitting *sitting);

/* ---- running commands ------------------------------------------------------------------ */

/* Runs one command line of at most COMMAND_LINE_MAX bytes. `asks`: missing dice and choices are
 * asked for, else generated or taken as usual. Lines that are empty or begin with '#' are
 * RESULT_TOLD with no text. */
void sitting_run(struct sitting *sitting, const char *line, bool asks, struct result *out);

/* What sitting_run(line, asks) would come to, without doing it: RESULT_DONE with label and text
 * when it would be done. Lines that the application itself carries out (undo, open, ...) are,
 * except for `amend` and what is wrong with them, RESULT_TOLD without text. Without
 * sitting_need_files, no record is known to it. */
void sitting_preview(struct sitting *sitting, const char *line, struct result *out);

/* ---- care ------------------------------------------------------------------------------ */

/* What an act leaves for an idle moment: checkpoints, snapshots. Never on the way of a key; the
 * first step of sitting_idle (app/sitting_idle.h). */
void sitting_tidy(struct sitting *sitting);
/* Keeps a snapshot where the table rests, if there were acts, so that the next opening is
 * quick. */
void sitting_rest(struct sitting *sitting);

/* Takes over what another program wrote since the opening or the last call; *has_changed says
 * whether there was anything. Cheap when there is not. STATUS_ELSEWHERE: the file is not at its
 * path any more, and nothing is read. */
enum status sitting_follow(bool *has_changed, struct sitting *sitting,
                           struct error *err) MUST_CHECK;

/* Reads the whole campaign and tells each thing that is wrong with it. STATUS_OK when it could
 * be read to its end, whatever was found. */
enum status sitting_verify(struct sitting *sitting, found_fn *found, void *context,
                           struct error *err) MUST_CHECK;
/* The same for a file that nobody has opened, and that may be too damaged to be: whatever keeps
 * a campaign from being opened is a fault then. `path` as in sitting_options; the whole of it
 * is written to `found_path`. STATUS_OK when something can be said about the file; else there
 * is none, or it cannot be read. */
enum status sitting_verify_file(const char *path, char *found_path, int size, found_fn *found,
                                void *context, struct error *err) MUST_CHECK;
/* Where the campaign is; `path` as in sitting_options. */
enum status sitting_find_path(const char *path, char *found_path, int size,
                              struct error *err) MUST_CHECK;

/* What asks, while a long look into a campaign goes on, whether the program is to end; whatever
 * runs then is taken back. NULL: nothing does. */
void sitting_stop_when(bool (*asked)(void));

#endif
