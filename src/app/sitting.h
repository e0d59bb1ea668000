/* A sitting: one campaign open at the table, and every use of it.
 *
 * The screen, the command line and scripts all work through sitting_run with lines of text, so
 * that whatever one can do the others can. An act is committed before sitting_run returns; when
 * committing fails, the state is what it was before and the result says why.
 *
 * Not for: drawing, reading keys, printing. */
#ifndef REFEREE_APP_SITTING_H
#define REFEREE_APP_SITTING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "resolver/odds.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"

struct sitting;

/* Random tables that cannot be read keep nobody from the campaign: `consult` says what is wrong
 * with them. Those of `tables` are the exception, as somebody named that file just now. */
struct sitting_options {
    const char *path;  /* campaign file; NULL: $REFEREE_DB, else the XDG default */
    bool is_read_only; /* only look */
    bool has_seed;     /* `seed` is for a new campaign */
    uint64_t seed;
    const char *tables;      /* a further file of random tables; NULL: none */
    int64_t (*now_ms)(void); /* the clock; tests give a constant */
};

/* Opens or makes the campaign. Without an open encounter the sitting stands in an empty,
 * unnamed encounter of the first system listed, which comes into being with its first act. */
enum status sitting_open(struct sitting **out, const struct sitting_options *options,
                         struct error *err) MUST_CHECK;
void sitting_close(struct sitting *sitting);

/* ---- running commands ------------------------------------------------------------------ */

enum result_kind {
    RESULT_DONE,    /* committed; `label` says what */
    RESULT_TOLD,    /* nothing to commit; `text` is the answer (lists, help) */
    RESULT_ASKS,    /* `question`: run the line again with the answer behind it */
    RESULT_REFUSED, /* by the rules: `refusal` */
    RESULT_WRONG,   /* the words: `error` */
    RESULT_FAILED,  /* the disk or the campaign: `error`; nothing was done */
    RESULT_QUIT
};

enum { RESULT_TEXT_SIZE = 8192 };

struct result {
    enum result_kind kind;
    char label[96];
    struct question question;
    struct refusal refusal;
    struct error error;
    char text[RESULT_TEXT_SIZE]; /* lines, for people */
};

/* Runs one command line. `asks`: missing dice and choices are asked for, else generated or
 * taken as usual. Lines that are empty or begin with '#' are RESULT_TOLD with no text. */
void sitting_run(struct sitting *sitting, const char *line, bool asks, struct result *out);

/* Reads random tables and records, those that ship and the user's own, unless that was done or
 * tried before: nobody waits for them at the start. sitting_run, sitting_tidy and the words of
 * an argument do it by themselves; what is wrong with a file is told when it is used. */
void sitting_need_files(struct sitting *sitting);

/* What sitting_run(line, asks) would come to, without doing it: RESULT_DONE with label and text
 * when it would be done. Lines that the application itself carries out (undo, open, ...) are,
 * but for `amend` and what is wrong with them, RESULT_TOLD without text. Without
 * sitting_need_files, no record is known to it. */
void sitting_preview(struct sitting *sitting, const char *line, struct result *out);

/* ---- looking --------------------------------------------------------------------------- */

const struct state *sitting_state(const struct sitting *sitting);
const struct procedure *sitting_procedure(const struct sitting *sitting);
const char *sitting_encounter_name(const struct sitting *sitting); /* "" before the first act */
const char *sitting_path(const struct sitting *sitting);
bool sitting_is_read_only(const struct sitting *sitting);

/* What undo and redo would do: labels, "" when there is nothing. */
const char *sitting_undo_label(const struct sitting *sitting);
const char *sitting_redo_label(const struct sitting *sitting);

/* The newest lines of the log on the way to the present state, oldest first. */
struct log_line {
    int64_t act;
    int event; /* its place among the events of the act, from 0 */
    int round;
    char line[400];
    char rules[160];
    bool is_due;    /* a check was called for */
    bool is_ruling; /* what the rules refuse was done all the same */
    bool is_turn;   /* somebody's turn began */
};
enum { SITTING_LOG_LINES = 200 };
int sitting_log(const struct sitting *sitting, const struct log_line **out);

/* Every command there is here: name, arguments, key come from one table. */
int sitting_commands(const struct sitting *sitting, const struct command_def *const **out);

/* The commands there would be in an encounter of this system; returns how many were put into
 * `out`. Those in `made` last as long as it does. */
int sitting_commands_of(const struct system *system, struct made_commands *made,
                        const struct command_def **out, int most);

/* Odds of the usual act of one combatant against another, kept until the state changes. NULL,
 * and *why filled, when there are none. */
const struct odds *sitting_odds(struct sitting *sitting, int actor, int target,
                                const struct inputs **inputs, const struct error **why);

/* The chance, by its name ("holds"), of the act that settles a check, kept until the state
 * changes. False when no act settles it, or none whose odds are known. */
bool sitting_pending_chance(struct sitting *sitting, const struct pending *pending,
                            const char **name, double *chance);

/* Idle work: checkpoints, snapshots. Never on the way of a key. */
void sitting_tidy(struct sitting *sitting);

/* Takes over what another program wrote since the opening or the last call; *has_changed says
 * whether there was anything. Cheap when there is not. */
enum status sitting_follow(bool *has_changed, struct sitting *sitting,
                           struct error *err) MUST_CHECK;

/* ---- care ------------------------------------------------------------------------------ */

/* Reads the whole campaign and tells each thing that is wrong with it. STATUS_OK when it could
 * be read to its end, whatever was found. */
typedef void sitting_found_fn(void *context, const char *text);
enum status sitting_verify(struct sitting *sitting, sitting_found_fn *found, void *context,
                           struct error *err) MUST_CHECK;

#endif
