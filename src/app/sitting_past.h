/* Looking at the past of the open encounter: the table as it was after any of its acts, while
 * the encounter itself does not move and nothing is written.
 *
 * It is a sitting of its own on the same open campaign (past_then), which gives state, order,
 * log, checks pending then and odds like any other. No line may be run in it. A step along the
 * way to the head costs one act's events. Acts that were taken back are not on that way; look
 * at them by their numbers. */
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

/* Begins at the present state; past_move goes on from there. While it is open, no line may be
 * run in `sitting`. On failure *out is NULL. */
enum status past_open(struct past **out, struct sitting *sitting, struct error *err) MUST_CHECK;
void past_close(struct past *past); /* NULL does nothing */

/* The sitting as it was there. Valid until past_close. */
struct sitting *past_then(const struct past *past);

struct past_place {
    int64_t act;        /* its number; 0: the start */
    int64_t place;      /* the number of acts that lead there, unless it was taken back */
    int64_t acts;       /* the number of acts that lead to the head */
    bool is_taken_back; /* not on the way there */
    int64_t undone;     /* the number of acts that going back there for good would undo */
};
void past_place(const struct past *past, struct past_place *out);
/* "act 34 of 100", "the start", "act #17, taken back". */
void past_place_format(const struct past_place *place, struct text *out);
/* What going back there for good would do. */
void past_return_format(const struct past_place *place, struct text *out);

enum past_move {
    PAST_OLDER,       /* an act */
    PAST_NEWER,       /* from one that was taken back: to the one that followed it, if any */
    PAST_OLDER_ROUND, /* the act that began this round, else the one before */
    PAST_NEWER_ROUND, /* the act that began the next one; in the last round: the newest act */
    PAST_FIRST,       /* the start */
    PAST_LAST         /* the present */
};
/* False, without any change, when there is nothing further in that direction. Close it after a
 * failure. */
enum status past_move(bool *has_moved, struct past *past, enum past_move move,
                      struct error *err) MUST_CHECK;
/* To any act of the encounter, also one that was taken back; 0: the start. STATUS_USAGE,
 * without any change, when there is no such act. */
enum status past_go(struct past *past, int64_t act, struct error *err) MUST_CHECK;
/* Moves by words: "#34" or "34", "back", "on", "round-back", "round-on", "first", "now"; none:
 * back. Starts from the place of the last words, unless something was done since. STATUS_USAGE,
 * with an error, for other words or when they lead no further. */
enum status past_go_by_words(struct past *past, struct str words, struct error *err) MUST_CHECK;

/* The command `look`. */
void sitting_run_look(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
