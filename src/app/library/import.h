/* Creatures from elsewhere that become kinds of the campaign: what each of them would be is
 * worked out and told first, and then all are written as one step, which kinds-undo takes back.
 *
 * The readers are in content/import; what their numbers become in the game of the open
 * encounter is in data/<ga-me>/import.yaml. What no field takes is the description of the kind.
 */
#ifndef REFEREE_APP_LIBRARY_IMPORT_H
#define REFEREE_APP_LIBRARY_IMPORT_H

#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/library.h"

struct sitting;

enum import_state { IMPORT_TAKEN, IMPORT_MERGED, IMPORT_LEFT_OUT };
const char *import_state_word(enum import_state state);

enum { IMPORT_WHY_MAX = 8, IMPORT_ITEM_FIELDS = 64 };

/* One record of a file. Texts are zero-terminated and borrowed from the plan. */
struct import_item {
    const char *name; /* as the file has it */
    const char *as;   /* the name of the kind; "": none */
    enum import_state state;
    const char *why[IMPORT_WHY_MAX]; /* what was assumed, mended, or is missing */
    int whys;
    int line;                 /* where it is in the file; 0: not known */
    const char *text;         /* the record as the campaign keeps it; NULL: left out */
    const char *told;         /* its description, several lines; "": none */
    const char *other_morale; /* further scores: "7 if defending lair"; "": none */
    struct {
        const char *name, *value;
    } field[IMPORT_ITEM_FIELDS]; /* those that are set */
    int fields;
};

struct import_file {
    char file[256];   /* its name, for places */
    const char *kind; /* statlines, statblocks, bfrpg ... */
    int first, count; /* its items */
};

enum { IMPORT_FILES_MAX = 2000 };

/* What would be imported; made by import_plan_new, given back by import_plan_free. */
struct import_plan {
    struct import_item *item;
    int count, room;
    struct import_file *file;
    int files;
    int taken, merged, left_out;
    struct import_memory *memory;
};

struct import_plan *import_plan_new(void);
void import_plan_free(struct import_plan *plan);

/* Adds what a text holds. `name` is shown as its place; its last part without an ending names
 * what has no name. */
enum status import_plan_add(struct sitting *sitting, struct import_plan *plan, struct str text,
                            const char *name, struct error *err) MUST_CHECK;
/* Adds a file, or all files of a folder and of the folders in it that end in .md, .json, .db or
 * .txt, in the order of their names. */
enum status import_plan_add_path(struct sitting *sitting, struct import_plan *plan,
                                 const char *path, struct error *err) MUST_CHECK;

/* Adds the report: a line for each item with what was assumed, and the sums. */
void import_plan_tell(const struct import_plan *plan, struct text *out);

/* Writes the kinds that are taken as one step, and reports it. */
void import_plan_write(struct sitting *sitting, const struct import_plan *plan,
                       struct result *out);

/* `import FILE`: the report; `import FILE yes` writes. */
sitting_command_fn sitting_run_import;

#endif
