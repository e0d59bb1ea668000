/* Lasting changes outside the fights: names of encounters and whether they are archived, their
 * order, the party, the plan, remarks, kept questions and forecasts.
 *
 * A field of a thing has its value, a text, from its newest change; before the first it has
 * none. Changes made together are one step, which is undone as a whole by another step. Nothing
 * is lost: changes_list lists every change ever made.
 *
 * For the thing "encounter" (its id), the store itself knows three fields: "name"; "archived",
 * which is set to any text, where "deleted" means that it was never used; and "head", the act
 * after which it is where something other than its own acts put it there. Names are unique
 * among those that are not archived, in any case. A step that sets a head moves the encounter
 * to that act, unless it is there already. */
#ifndef REFEREE_STORE_CHANGES_H
#define REFEREE_STORE_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct campaign;

enum { CHANGE_THING_SIZE = 24, CHANGE_FIELD_SIZE = 48 };

#define CHANGE_ENCOUNTER "encounter"
#define CHANGE_NAME "name"
#define CHANGE_ARCHIVED "archived"
#define CHANGE_KIND "kind"
#define CHANGE_PARTY "party"
#define CHANGE_HEAD "head"
#define CHANGE_DELETED "deleted"
#define CHANGE_PREPARED "prepared"
#define CHANGE_GAME "game"
#define CHANGE_TEXT "text"
#define CHANGE_FIGHT "fight"
#define CHANGE_FROM "from"

struct change {
    int64_t id, step, at_ms; /* filled when read, and so is: */
    int64_t after;           /* the newest row of the whole log then, 0: none; -1: not known, as
                                it is older than version 3 of the schema */
    struct str thing;        /* the kind of thing; 1 to CHANGE_THING_SIZE - 1 bytes */
    int64_t thing_id;        /* 0: there is only one */
    struct str field;        /* 1 to CHANGE_FIELD_SIZE - 1 bytes */
    bool was_set, is_set;    /* whether it had and has a value */
    struct str old, new;
    struct str line;  /* for display; empty: none */
    struct str trace; /* JSON; empty: none */
};

/* One step, in one transaction. Of each change thing, thing_id, field, is_set, new, line and
 * trace are used; the old value comes from the log. STATUS_USAGE when a name is empty, too long
 * or taken, there is no such encounter, or one whose head is set has gone on from the old one.
 * *step is its number. */
enum status changes_append(struct campaign *campaign, int64_t now_ms,
                           const struct change *changes, int count, int64_t *step,
                           struct error *err) MUST_CHECK;
/* The same, but STATUS_CONFLICT, and nothing is written, when a field does not hold what stands
 * in `was` (is_set and new of each, in the order of `changes`): somebody else changed it. */
enum status changes_append_over(struct campaign *campaign, int64_t now_ms,
                                const struct change *changes, const struct change *was,
                                int count, int64_t *step, struct error *err) MUST_CHECK;
/* Gives every field of a step its old value, as a step of its own, which can be undone in turn.
 * STATUS_CONFLICT, without any change, when one of them was changed since; STATUS_MISSING when
 * there is no such step. `line`: for each of its rows. */
enum status changes_undo(struct campaign *campaign, int64_t now_ms, int64_t step,
                         struct str line, int64_t *undoing, struct error *err) MUST_CHECK;

/* The change passed to `see` is valid during the call, which must not call the store. Reading
 * goes on while it returns true. */
typedef bool see_change_fn(void *context, const struct change *change);

/* The change that gave the field its present value. STATUS_MISSING when it never had one. */
enum status changes_value(struct campaign *campaign, struct str thing, int64_t thing_id,
                          struct str field, see_change_fn *see, void *context,
                          struct error *err) MUST_CHECK;
/* Every change after `after` (0: from the first), in order. */
enum status changes_list(struct campaign *campaign, int64_t after, see_change_fn *see,
                         void *context, struct error *err) MUST_CHECK;

/* The same, only for this kind of thing... */
enum status changes_of(struct campaign *campaign, struct str thing, int64_t after,
                       see_change_fn *see, void *context, struct error *err) MUST_CHECK;
/* ...those that gave a field of this name its present value. */
enum status changes_present(struct campaign *campaign, struct str thing, struct str field,
                            int64_t after, see_change_fn *see, void *context,
                            struct error *err) MUST_CHECK;
/* The first question about a kind of thing reads all its changes. Idle moments can be used for
 * that, `most` of them at a time; *is_done: all have been read. */
enum status changes_get_ready(struct campaign *campaign, struct str thing, int most,
                              bool *is_done, struct error *err) MUST_CHECK;
/* The id of the newest change of this kind of thing; and the highest id of such a thing. 0 when
 * there is none yet. */
enum status changes_newest(struct campaign *campaign, struct str thing, int64_t *out,
                           struct error *err) MUST_CHECK;
enum status changes_last_id(struct campaign *campaign, struct str thing, int64_t *out,
                            struct error *err) MUST_CHECK;

#endif
