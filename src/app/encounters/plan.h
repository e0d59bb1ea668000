/* The plan for an evening: encounters in an order, with a note on each. What was played is
 * known by how it ended, and what it still owes the players stands beside it. A prepared
 * encounter stands there before it has a fight; then the newest fight that began from it tells
 * how it went.
 *
 * The plan is the thing "plan" of the changes of the campaign (store/changes.h): its field
 * "order" holds the encounters ("e5 p3"), a field of such a name the note on that one. Each
 * command is one step there, undone by plan-undo: `undo` at the table never touches it. A step
 * is written over the order that was read for it, and refused when another program was first.
 */
#ifndef REFEREE_APP_ENCOUNTERS_PLAN_H
#define REFEREE_APP_ENCOUNTERS_PLAN_H

#include "app/encounters/encounters.h"
#include "app/prepared/prepared.h"
#include "app/sitting/collection.h"

/* The order, and the notes. */
extern const struct collection plan_collection;
#define PLAN_ORDER "order"

enum { PLAN_MAX = 48, PLAN_KEY_SIZE = 24, PLAN_NOTE_SIZE = 240 };

struct plan_item {
    char key[PLAN_KEY_SIZE]; /* "e5": encounter 5; "p3": prepared encounter 3 */
    char note[PLAN_NOTE_SIZE];
    bool is_gone; /* it was deleted, or is of a newer program; the rest is empty then */
    bool is_prepared;
    bool has_fight; /* `encounter` is known: always, but for a prepared one not played yet */
    struct sitting_encounter encounter;
    struct sitting_prepared prepared; /* where is_prepared */
    struct prepared_facts ready;      /* of that one, before it has a fight */
};

enum { PLAN_ORDER_SIZE = PLAN_MAX * PLAN_KEY_SIZE };

struct plan {
    struct plan_item item[PLAN_MAX];
    int count;
    char order[PLAN_ORDER_SIZE]; /* as it was read */
};

/* At most `reads` encounters are read now (app/encounters/encounters.h). */
enum status sitting_plan(struct sitting *sitting, int reads, struct plan *out,
                         struct error *err) MUST_CHECK;
/* True when its order is still the one that was read. */
bool sitting_plan_is(struct sitting *sitting, const struct plan *plan);
/* Its name, and how it stands: "won, round 7", "ready", "2 missing". */
const char *plan_item_name(const struct plan_item *item);
void plan_item_add_course(struct text *out, const struct plan_item *item);
/* Fills in what was read meanwhile. */
void sitting_plan_learn(struct sitting *sitting, struct plan *plan);
/* How many were played to their end, and the first that was not: `count` when all were. */
int plan_played(const struct plan *plan);
int plan_next(const struct plan *plan);
/* What is left to do with XP after the one that was played last: "2 XP rolls"; "": nothing. */
const char *plan_earned(const struct plan *plan);
/* "2 of 3 played", and what is due. */
void plan_add_summary(const struct plan *plan, struct text *out);

sitting_command_fn sitting_run_plan, sitting_run_plan_add, sitting_run_plan_prepared;
sitting_command_fn sitting_run_plan_move, sitting_run_plan_remove, sitting_run_plan_note;
sitting_command_fn sitting_run_plan_clear;

#endif
