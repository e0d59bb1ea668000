/* A sitting: one campaign open at the table. Opening it, running lines, looking after its file.
 *
 * The screen, the command line and scripts all work through sitting_run with lines of text, so
 * that each can do what the others can. An act is committed before sitting_run returns; when
 * that fails, the state is unchanged and the result says why.
 *
 * Functions for looking at things are in the headers of the other sitting_ modules,
 * state.h first. Not for: drawing, reading keys, printing. */
#ifndef REFEREE_APP_SITTING_SITTING_H
#define REFEREE_APP_SITTING_SITTING_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

struct sitting;
struct program_settings;

/* Random tables that cannot be read do not keep the campaign from opening: `consult` reports
 * their mistakes. Those of `tables` are the exception, as the user has just named that file. */
struct sitting_options {
    const char *path;  /* campaign file; NULL: $REFEREE_DB, or else the XDG default */
    bool is_read_only; /* only look */
    bool has_seed;     /* `seed` is for a new campaign */
    uint64_t seed;
    const char *tables;                /* another file of random tables; NULL: none */
    int64_t (*now_ms)(void);           /* the clock; constant in tests; NULL: the system's */
    int64_t (*steady_ms)(void);        /* one that nobody sets, from any start; NULL: none, or
                                          the system's where `now_ms` is */
    struct program_settings *settings; /* borrowed; NULL: the defaults, and no file */
};

/* Opens or makes the campaign. Without an open encounter the sitting has an empty, unnamed
 * encounter of the first system in the list, which is created with its first act. */
enum status sitting_open(struct sitting **out, const struct sitting_options *options,
                         struct error *err) MUST_CHECK;
void sitting_close(struct sitting *sitting);

/* ---- running commands ------------------------------------------------------------------ */

/* Runs one command line of at most COMMAND_LINE_MAX bytes. `asks`: missing dice and choices are
 * asked for, otherwise generated or defaulted. Empty lines and lines that begin with '#' give
 * RESULT_TOLD without text. */
void sitting_run(struct sitting *sitting, const char *line, bool asks, struct result *out);
/* The result that sitting_run(line, asks) would have, without running it: RESULT_DONE with
 * label and text when it would be done. Valid lines that the application itself carries out
 * (undo, open, ...), except `amend`, give RESULT_TOLD without text. Without sitting_need_files,
 * no record is known. */
void sitting_preview(struct sitting *sitting, const char *line, struct result *out);
/* The name of the dice that may be thrown after those that a line asks for, "damage": Enter
 * rolls them too. On a table it is "any dice that follow", as their name tells the row. A
 * static word; NULL: none may follow. `out` is lent for dry runs, so the question must not be
 * in it. */
const char *sitting_dice_follow(struct sitting *sitting, const char *line,
                                const struct question *question, struct result *out);
/* Whose turn it would be after the line that was previewed last and would be done; 0: nobody's.
 */
int sitting_previewed_turn(const struct sitting *sitting);

/* ---- care ------------------------------------------------------------------------------ */

/* Work that acts leave for an idle moment: checkpoints, snapshots. Never between a key and its
 * screen; the first step of sitting_idle below. */
void sitting_tidy(struct sitting *sitting);
/* True when another program did something in the open encounter that is not read yet: it stands
 * elsewhere than here. One short query; nothing is read. */
bool sitting_is_overtaken(struct sitting *sitting);
/* Reads what another program wrote since the opening or the last call; *has_changed says
 * whether there was anything. Cheap when there is not. STATUS_ELSEWHERE: the file is no longer
 * at its path, and nothing is read. */
enum status sitting_follow(bool *has_changed, struct sitting *sitting,
                           struct error *err) MUST_CHECK;
/* Reads a whole campaign, which may be too damaged to open, and reports each fault; an obstacle
 * to opening it is a fault too. `path` as in sitting_options; the full path is written to
 * `found_path`. STATUS_OK when the file could be examined; otherwise there is none, or it
 * cannot be read. */
enum status sitting_verify_file(const char *path, char *found_path, int size, found_fn *found,
                                void *context, struct error *err) MUST_CHECK;
/* The same for dice in a sound campaign that this program refuses (stored_dice.h). They are no
 * faults: nothing is lost. */
enum status sitting_find_stored_dice(const char *path, found_fn *found, void *context,
                                     struct error *err) MUST_CHECK;
/* The path of the campaign, behind links; `path` as in sitting_options. */
enum status sitting_find_path(const char *path, char *found_path, int size,
                              struct error *err) MUST_CHECK;
/* A function that is called during long reading and returns whether the program is to end; the
 * running statement is then rolled back. NULL: none. */
void sitting_stop_when(bool (*asked)(void));
/* A function that is told how far work over a whole file has come: "checked", 1200, 3000,
 * "rows". `done` is -1 where it is not known before the end; `doing` is NULL when it has ended.
 * NULL: none. */
void sitting_tell_progress(void (*tell)(const char *doing, int64_t done, int64_t of,
                                        const char *what));

/* Work that waits until nobody presses a key: tidying the campaign's file, reading what the
 * first screen did not need, checking the file. It is done in steps so short that the next key
 * never has to wait.
 *
 * A step is a function of the table `steps` in sitting.c: a new kind of idle work is a new
 * row. Not for: anything that an act needs before it is shown. */

/* Does one step. True: more is left that can be done at once, so call again when there is still
 * no key. False: nothing is left for now; call again in a second or so, since some work waits
 * until the table has been quiet for a while. `now_ms` is a clock in milliseconds, the same one
 * each time (sitting_now_ms); quiet time is counted from the first call after a line. */
bool sitting_idle(struct sitting *sitting, int64_t now_ms);
/* Milliseconds on the clock that the sitting was opened with. */
int64_t sitting_now_ms(const struct sitting *sitting);
/* The same, for what takes a clock with a context: the sitting. */
int64_t sitting_clock(void *sitting);
/* A message from a step for the user, returned once; NULL: none. It waits until it is asked
 * for, and is valid until the next step. */
const char *sitting_idle_news(struct sitting *sitting);

#endif
