/* Things that stand beside the fights: encounters of the list, prepared ones, the plan, kinds,
 * the party, remarks, kept questions and forecasts. Each kind of them is a collection over the
 * changes of the campaign (store/changes.h). What they have in common is here: a step is
 * written and told, a field is read, a name is found, and each collection has its own undo and
 * redo, which `undo` at the table never touches. Several together have one too, over the steps
 * of all of them in the order in which they were made.
 *
 * Things of a name and a text are listed, found, renamed and deleted by app/sitting/named.h.
 * Any other new kind of thing is a `struct collection`, the commands that fill in its steps,
 * and its place in the list of app/sitting/commands.c. */
#ifndef REFEREE_APP_SITTING_COLLECTION_H
#define REFEREE_APP_SITTING_COLLECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "base/nearest.h"
#include "base/status.h"

struct sitting;

/* Fields with the id of the open encounter's game: a thing of another game has its own undo. */
#define COLLECTION_OF_GAME ""

struct collection {
    const char *thing; /* in the changes of the campaign; NULL: it is the `parts` together */
    const struct collection *const *parts; /* ended by NULL */
    const char
        *field; /* undo is about this field; NULL: about all of them; COLLECTION_OF_GAME */
    const char *commands;     /* "plan": they are plan-undo and plan-redo */
    const char *nothing_done; /* the refusals of these two when there is nothing to do: */
    const char *nothing_undone;
    bool keeps_empty;     /* "" is a value of a field too, not the lack of one */
    const char *conflict; /* when another program was first; NULL: the usual words */
    /* After a step: what is in memory of it is read again, or forgotten; NULL: nothing is. */
    enum status (*on_change)(struct sitting *sitting, struct error *err);
};

/* ---- writing --------------------------------------------------------------------------- */

enum { COLLECTION_STEP_MAX = 66, COLLECTION_LABEL_SIZE = 96 };

/* One step, which is undone as a whole. Set `of` and `line`, and the fields by collection_set.
 * All texts are borrowed. */
struct collection_step {
    const struct collection *of;
    const char *line;  /* shown: "Ford is now Mill"; "": this is no step of its own to undo */
    const char *trace; /* JSON; NULL: none */
    bool says_once;    /* the line stands with the first field alone */
    bool is_over;      /* each field must still hold its `was` */
    int count;
    struct {
        int64_t id;
        const char *field, *value, *was;
    } set[COLLECTION_STEP_MAX];
};

/* Sets a field of a thing; NULL takes its value away, and so does "" (but see keeps_empty). */
void collection_set(struct collection_step *step, int64_t id, const char *field,
                    const char *value);
/* The same; the step is refused when any of its fields holds something else than its `was`
 * (NULL or "": nothing). Either all fields of a step are set so, or none. */
void collection_set_over(struct collection_step *step, int64_t id, const char *field,
                         const char *value, const char *was);
/* Writes it. STATUS_CONFLICT: a field did not hold what was expected; also fails when the
 * campaign is read-only. */
enum status collection_append(struct sitting *sitting, const struct collection_step *step,
                              struct error *err) MUST_CHECK;
/* Writes it for a command: *out is done and reports the line, or says why not. */
void collection_write(struct sitting *sitting, const struct collection_step *step,
                      struct result *out);
/* The same for a step of one field. */
void collection_change(struct sitting *sitting, const struct collection *of, int64_t id,
                       const char *field, const char *value, const char *line,
                       struct result *out);
/* Reports a failure with a thing: what was typed is wrong, another program was first, or the
 * campaign cannot be read or written. */
void collection_fail(struct sitting *sitting, const struct collection *of,
                     const struct error *err, struct result *out);
/* False when the campaign is read-only: *out says so. */
bool sitting_may_change(struct sitting *sitting, struct result *out);

/* ---- reading --------------------------------------------------------------------------- */

/* The present value of a field, cut to `size`; "": none. */
enum status collection_value(struct sitting *sitting, const struct collection *of, int64_t id,
                             const char *field, char *out, int size,
                             struct error *err) MUST_CHECK;

/* The id for a new thing; 0 when none is left. */
enum status collection_next_id(struct sitting *sitting, const struct collection *of,
                               int64_t *id, struct error *err) MUST_CHECK;

/* Which of several things a name means: the one that has it, in any case, or else the only one
 * whose name begins with it. */
struct meaning {
    struct str name;
    int64_t id;             /* that one; 0: none yet */
    bool is_exact;          /* its name is the same, in any case */
    int begun;              /* how many names begin with it */
    struct nearest nearest; /* among all that were offered */
    char nearest_name[NEAREST_LENGTH_MAX + 1];
};
void meaning_init(struct meaning *meaning, struct str name);
void meaning_offer(struct meaning *meaning, int64_t id, const char *name);
/* True when it means one; else nearest_question(&meaning->nearest) asks for another one. */
bool meaning_is_clear(const struct meaning *meaning);

/* ---- undoing --------------------------------------------------------------------------- */

/* What would be undone, and redone; "": nothing. */
struct collection_ways {
    char undo[COLLECTION_LABEL_SIZE], redo[COLLECTION_LABEL_SIZE];
};
enum status collection_ways(struct sitting *sitting, const struct collection *of,
                            struct collection_ways *out, struct error *err) MUST_CHECK;
/* The number of the step that one with this trace took back or restored; 0: none. */
int64_t collection_undone_step(struct str trace);
/* Undoes the newest step, or redoes the one that was undone last; *out reports it: "undone:
 * Ford is now Mill". */
void collection_take_back(struct sitting *sitting, const struct collection *of, bool is_undo,
                          struct result *out);

#endif
