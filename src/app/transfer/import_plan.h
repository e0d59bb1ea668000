/* What an import would do, item by item: worked out and told before anything is done. The
 * readers add items (app/transfer/import, app/transfer/own_document); import_plan_write writes
 * those that are taken as one step. */
#ifndef REFEREE_APP_TRANSFER_IMPORT_PLAN_H
#define REFEREE_APP_TRANSFER_IMPORT_PLAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/collection.h"
#include "app/sitting/result.h"
#include "app/transfer/import_defaults.h"
#include "base/arena.h"
#include "base/text.h"
#include "content/import/conversion.h"
#include "content/library.h"

struct sitting;

enum import_state { IMPORT_TAKEN, IMPORT_MERGED, IMPORT_LEFT_OUT };
const char *import_state_word(enum import_state state);

enum { IMPORT_WHY_MAX = 24, IMPORT_ITEM_FIELDS = 64, IMPORT_SET_MAX = 4 };

/* One record of a file. Texts are zero-terminated and borrowed from the plan. */
struct import_item {
    const char *name; /* as the file has it */
    const char *as;   /* the name of the kind; "": none */
    enum import_state state;
    const char *why[IMPORT_WHY_MAX]; /* what was assumed, mended, or is missing */
    int whys;
    int line;         /* where it is in the file; 0: not known */
    const char *text; /* a kind as the campaign keeps it; NULL: no kind, or left out */
    /* What is written where it is taken: fields of a thing of this collection; NULL: none. */
    const struct collection *of;
    int64_t id; /* its number; -1: a new one, which gets its number when it is written */
    struct {
        const char *field, *value;
        const char *was; /* what the field must hold; NULL: nothing */
    } set[IMPORT_SET_MAX];
    int sets;
    /* An entry of the plan: the prepared encounter of this import, or the key of what is there
     * already ("e5"); "": none. */
    const char *planned, *planned_key, *planned_note;
    const char *command;      /* a line of the table that is run afterwards; "": none */
    const char *path, *bytes; /* a file of the user's that is written; "": none */
    bool is_written;          /* that file */
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

/* What no record of a file tells, and is asked about once: a field, or IMPORT_ARMOUR_CLASS. */
struct import_lack {
    const char *field;
    const char *shared; /* the value that all of them share, taken as unset; "": none */
    const char *told;   /* "none of the 12 tells it, so it is 20" */
};

enum { IMPORT_FILES_MAX = 2000, IMPORT_LACKS_MAX = 32, IMPORT_ANSWERS_MAX = 32 };

/* What some records tell. */
struct import_told {
    int records, guessed_armors, known_armors;
    bool row[CONVERSION_ROWS_MAX]; /* of the conversion: one of them tells it */
};

/* What would be imported; made by import_plan_new, freed by import_plan_free. */
struct import_plan {
    struct import_item *item;
    int count, room;
    struct import_file *file;
    int files;
    int taken, merged, left_out;
    struct import_lack lack[IMPORT_LACKS_MAX];
    int lacks;
    /* Values for what is not told, given before anything is added. */
    struct import_answer answer[IMPORT_ANSWERS_MAX];
    int answers;
    int refused_blocks; /* whose text is offered */
    struct import_told
        alone;          /* by records that are a file each: these are asked about together */
    struct arena arena; /* what is kept */
    void *block;
    void *reading;                 /* what one file needs while it is read; NULL: none was */
    struct conversion *conversion; /* of the game; NULL: not read yet */
};

struct import_plan *import_plan_new(void);
void import_plan_free(struct import_plan *plan);

/* ---- adding items ---------------------------------------------------------------------- */

/* A copy of a text that stays with the plan. */
const char *import_plan_keep(struct import_plan *plan, const char *text);
/* True when a further item fits, with texts of this many bytes beside those of a kind. */
bool import_plan_has_room(const struct import_plan *plan, int more);
/* A further item; `name` is kept by the caller. The pointer is valid until the next one. */
struct import_item *import_plan_item(struct import_plan *plan, const char *name, int line);
void import_plan_set(struct import_item *item, const char *field, const char *value);
/* The item's fields, for reports: those that the draft sets. */
void import_plan_take_fields(struct import_plan *plan, const struct kind_draft *draft,
                             struct import_item *item);
void import_plan_why(struct import_plan *plan, struct import_item *item, const char *format,
                     ...) LIKE_PRINTF(3, 4);
/* Ends an item, and counts it. */
void import_plan_count(struct import_plan *plan, struct import_item *item,
                       enum import_state state);

/* ---- reporting and writing -------------------------------------------------------------- */

/* What is said of a remark: it is about a mended line or record, or about all of a file. */
const char *import_plan_remark_word(int line, const char *name);
/* The report (app/report/report.h): the files with their items, and the sums. */
json_t *import_plan_report(const struct import_plan *plan);
/* The same in lines: one for each item with what was assumed, and the sums. */
void import_plan_tell(const struct import_plan *plan, struct text *out);
/* Writes what is taken as one step, and reports it. */
void import_plan_write(struct sitting *sitting, struct import_plan *plan, struct result *out);

#endif
