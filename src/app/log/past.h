/* The past of an encounter: its acts as a list to go back by, the ways that were left by undo,
 * and looking at the table as it was after any act, while the open one does not move and
 * nothing is written.
 *
 * To look is a sitting of its own on the same open campaign (past_then), which gives state,
 * order, log, checks pending then and odds like any other. No line may be run in it. A step
 * along the way to the head costs one act's events. Acts that were taken back are not on that
 * way; look at them by their numbers. */
#ifndef REFEREE_APP_LOG_PAST_H
#define REFEREE_APP_LOG_PAST_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log/remarks.h"
#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"

struct encounter_row;
struct sitting;

/* How far a list of past acts has been read; all zero before its first piece. */
struct sitting_past {
    int64_t before; /* the last row read */
    int64_t on_way; /* the next act on the way to the head */
    bool is_whole;  /* there are none before those already read */
};

struct sitting_past_act {
    int64_t id;
    int64_t follows; /* the act it followed; 0: the start */
    int round;
    bool is_here;     /* it is the encounter's head */
    bool is_undone;   /* not on the way to the head */
    int64_t now;      /* it was corrected, and is now this act; 0: it was not */
    int64_t left_out; /* it was left out when this act was corrected; 0: it was not */
    char label[96];
};

/* The next piece of the open encounter's acts, newest first: at most `most`, *count is their
 * number. The cost does not depend on the length of the log. */
enum status sitting_past_acts(struct sitting *sitting, struct sitting_past *past,
                              struct sitting_past_act *out, int most, int *count,
                              struct error *err) MUST_CHECK;

/* Who cast the spell that the damage of the next line is probably of: its act is the last one,
 * or only lines with the same `by` and what they led to have followed it. 0: nobody. */
int sitting_caster(struct sitting *sitting);

/* The command `history`. */
void sitting_run_history(struct sitting *sitting, const struct command *command,
                         struct result *out);

/* The command `branches`. */
void sitting_run_branches(struct sitting *sitting, const struct command *command,
                          struct result *out);

struct past;

/* Begins at the present state; past_move goes on from there. While it is open, no line may be
 * run in `sitting`. On failure *out is NULL. */
enum status past_open(struct past **out, struct sitting *sitting, struct error *err) MUST_CHECK;
/* The same of any encounter of the campaign, just after this act (0: the start; -1: as it
 * stands now). STATUS_DAMAGED, with the place, when its log is damaged before that: nothing is
 * shown as its state then. */
enum status past_open_at(struct past **out, struct sitting *sitting,
                         const struct encounter_row *encounter, int64_t act,
                         struct error *err) MUST_CHECK;
/* The same by its number. */
enum status past_open_of(struct past **out, struct sitting *sitting, int64_t encounter,
                         int64_t act, struct error *err) MUST_CHECK;
/* Opens what the words name: an act by its address, an encounter by its name, as it is now; or
 * what past_go_by_words does, in the fight that was looked at last. */
enum status past_open_by_words(struct past **out, struct sitting *sitting, struct str words,
                               struct error *err) MUST_CHECK;
void past_close(struct past *past); /* NULL does nothing */
/* Its encounter. */
int64_t past_encounter(const struct past *past);

/* The sitting as it was there. Valid until past_close. */
struct sitting *past_then(const struct past *past);

struct past_place {
    int64_t act;        /* its number, as the log shows it; 0: the start */
    int64_t newest;     /* the number of the newest act */
    bool is_taken_back; /* not on the way there */
    bool is_other;      /* of another encounter than the open one */
    int64_t undone;     /* the number of acts that going back there for good would undo */
};
void past_place(const struct past *past, struct past_place *out);
/* "act 34 of 100", "the start", "act 17, taken back". */
void past_place_format(const struct past_place *place, struct text *out);
/* What going back there for good would do. */
void past_return_format(const struct past_place *place, struct text *out);

enum past_move {
    PAST_OLDER,       /* an act */
    PAST_NEWER,       /* from one that was taken back: to the one that followed it, if any */
    PAST_OLDER_ROUND, /* the act that began this round, else the one before */
    PAST_NEWER_ROUND, /* the act that began the next one; in the last round: the newest act */
    PAST_OLDER_MARK,  /* the act before with a fall, a morale check, a marker or a remark */
    PAST_NEWER_MARK,  /* the next one; from an act that was taken back: an act */
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
/* After a line that changed something beside the fights, such as a remark. False: the open
 * encounter has moved, and the past is to be closed. */
bool past_follow(struct past *past);
/* To the act that was done in place of this one, on a way that was left or the one that was
 * taken; the next of them with each call. *has_moved is false when there is none. */
enum status past_go_aside(bool *has_moved, struct past *past, struct error *err) MUST_CHECK;
/* What is written about the act in view, and how many ways lead elsewhere. */
struct past_around {
    struct remark remark;
    int left;   /* ways that were left after this act */
    int beside; /* acts that were done in place of this one */
};
enum status past_look_around(struct past_around *out, struct past *past,
                             struct error *err) MUST_CHECK;
/* What was done on each of the ways after the act in view. */
enum status past_tell_branches(struct past *past, struct text *out,
                               struct error *err) MUST_CHECK;
/* To the act that began a round. STATUS_USAGE when there was no such round. */
enum status past_go_to_round(struct past *past, int64_t round, struct error *err) MUST_CHECK;
/* Moves by words: "#34" or "34", "back", "on", "round-back", "round-on", "r3", "mark-back",
 * "mark-on", "first", "last", "now"; none: back. Starts from the place of the last words,
 * unless something was done since. STATUS_USAGE, with an error, for other words or when they
 * lead no further. */
enum status past_go_by_words(struct past *past, struct str words, struct error *err) MUST_CHECK;

/* A sitting of its own on the same campaign, files and moment, only for looking; it is ended
 * before the one that it was made of is closed. */
struct sitting *sitting_to_look(struct sitting *now);
void sitting_end_look(struct sitting *now, struct sitting *then); /* `then` may be NULL */
/* In an idle moment: makes the room of the first look. False: it was made before. */
bool sitting_make_room_to_look(struct sitting *sitting);
/* Of a sitting to look: nothing that was read for the records of the one it was made of is of
 * use to it. */
void sitting_forget_records(struct sitting *then);

/* The command `look`. */
void sitting_run_look(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
