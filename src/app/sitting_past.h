/* The past of the open encounter, to be looked at: the table as it stood behind any of its
 * acts, while the encounter itself stays where it is and nothing is written.
 *
 * What is looked at is a sitting of its own on the same open campaign (past_then): state,
 * order, log, checks that were due and odds are asked of it as of any other. No line may be run
 * in it. Stepping along the way to where the encounter stands costs one act's events. Acts that
 * were taken back are not on that way; they are looked at by their numbers. */
#ifndef REFEREE_APP_SITTING_PAST_H
#define REFEREE_APP_SITTING_PAST_H

#include <stdbool.h>
#include <stdint.h>

#include "app/result.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;
struct past;

/* Looks at where the encounter stands; past_move goes on from there. As long as it is open, no
 * line is run in `sitting`. On failure *out is NULL. */
enum status past_open(struct past **out, struct sitting *sitting, struct error *err) MUST_CHECK;
void past_close(struct past *past); /* NULL does nothing */

/* The sitting as it stood there. Valid until past_close. */
struct sitting *past_then(const struct past *past);

struct past_place {
    int64_t act;        /* its number; 0: the start */
    int64_t place;      /* how many acts lead there, unless it was taken back */
    int64_t acts;       /* how many lead to where the encounter stands */
    bool is_taken_back; /* not on the way there */
    int64_t undone;     /* how many acts going back there for good would undo */
};
void past_place(const struct past *past, struct past_place *out);
/* "act 34 of 100", "the start", "act #17, taken back". */
void past_place_format(const struct past_place *place, struct text *out);
/* What going back there for good would do. */
void past_return_format(const struct past_place *place, struct text *out);

enum past_move {
    PAST_OLDER,       /* an act */
    PAST_NEWER,       /* of one that was taken back: to the one that followed it, if any */
    PAST_OLDER_ROUND, /* the act that began this round, else the one before */
    PAST_NEWER_ROUND, /* the act that began the next one; in the last round: the newest act */
    PAST_FIRST,       /* the start */
    PAST_LAST         /* where the encounter stands */
};
/* False, and nothing has changed, when there is nothing further that way. After a failure it is
 * to be closed. */
enum status past_move(bool *has_moved, struct past *past, enum past_move move,
                      struct error *err) MUST_CHECK;
/* To any act of the encounter, also one that was taken back; 0: the start. STATUS_USAGE, and
 * nothing has changed, when there is no such act. */
enum status past_go(struct past *past, int64_t act, struct error *err) MUST_CHECK;
/* As words say it: "#34" or "34", "back", "on", "round-back", "round-on", "first", "now"; none:
 * back. From where words looked last, unless something was done since. STATUS_USAGE, in words,
 * when they say nothing of this kind or lead no further. */
enum status past_go_by_words(struct past *past, struct str words, struct error *err) MUST_CHECK;

/* The command `look`. */
void sitting_run_look(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
