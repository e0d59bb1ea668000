/* What changes beside the fights, and endures: names of encounters and whether they are
 * archived, their order, the party, the plan, remarks, kept questions and forecasts.
 *
 * A field of a thing has a value, a text, from its newest change; before the first it has none.
 * What is done at once is one step, and is undone at once, by a further step. Nothing is lost:
 * changes_list tells all that ever was.
 *
 * Of the thing "encounter" (its id), the store knows two fields itself: "name", and "archived",
 * which is set to any text; by "deleted" it is one that was never used. Names are unique among
 * those that are not archived, in any case of letters. */
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
#define CHANGE_DELETED "deleted"

struct change {
    int64_t id, step, at_ms; /* filled when it is read */
    struct str thing;        /* what kind of thing; 1 to CHANGE_THING_SIZE - 1 bytes */
    int64_t thing_id;        /* 0: there is only one */
    struct str field;        /* 1 to CHANGE_FIELD_SIZE - 1 bytes */
    bool was_set, is_set;    /* whether it had and has a value */
    struct str old, new;
    struct str line;  /* for people; empty: none */
    struct str trace; /* JSON; empty: none */
};

/* One step, in one transaction. Of each change thing, thing_id, field, is_set, new, line and
 * trace are used; what was is what the log says. STATUS_USAGE when a name is empty, too long
 * or taken, or there is no such encounter. *step is its number. */
enum status changes_append(struct campaign *campaign, int64_t now_ms,
                           const struct change *changes, int count, int64_t *step,
                           struct error *err) MUST_CHECK;
/* Gives every field of a step the value it had before, as a step of its own, which can be
 * undone in turn. STATUS_CONFLICT, and nothing is done, when one of them was changed since;
 * STATUS_MISSING when there is no such step. `line`: of each of its rows. */
enum status changes_undo(struct campaign *campaign, int64_t now_ms, int64_t step,
                         struct str line, int64_t *undoing, struct error *err) MUST_CHECK;

/* What `see` gets is valid during the call, which must not call the store. It goes on while
 * that returns true. */
typedef bool see_change_fn(void *context, const struct change *change);

/* The change that the field's present value is from. STATUS_MISSING when it never had one. */
enum status changes_value(struct campaign *campaign, struct str thing, int64_t thing_id,
                          struct str field, see_change_fn *see, void *context,
                          struct error *err) MUST_CHECK;
/* Every change from the one after `after` (0: the first) on, in order. */
enum status changes_list(struct campaign *campaign, int64_t after, see_change_fn *see,
                         void *context, struct error *err) MUST_CHECK;

/* The same, only those of such a thing... */
enum status changes_of(struct campaign *campaign, struct str thing, int64_t after,
                       see_change_fn *see, void *context, struct error *err) MUST_CHECK;
/* ...that a field of this name has its present value from. */
enum status changes_present(struct campaign *campaign, struct str thing, struct str field,
                            int64_t after, see_change_fn *see, void *context,
                            struct error *err) MUST_CHECK;
/* The first question about a thing waits until all its changes are looked at. In
 * idle moments that can be done before, `most` of them at a time; *is_done: all are. */
enum status changes_get_ready(struct campaign *campaign, struct str thing, int most,
                              bool *is_done, struct error *err) MUST_CHECK;
/* The id of the newest change of such a thing; and the highest id of such a thing. 0 when there
 * is none yet. */
enum status changes_newest(struct campaign *campaign, struct str thing, int64_t *out,
                           struct error *err) MUST_CHECK;
enum status changes_last_id(struct campaign *campaign, struct str thing, int64_t *out,
                            struct error *err) MUST_CHECK;

#endif
