/* What a campaign keeps under a name, a text each, such as macros and questions to the log: a
 * collection (app/sitting/collection.h) whose things are read as a list, found by what is
 * typed, kept, renamed and deleted here. Each change is a step of its own.
 *
 * A new kind of them is a collection, a `struct named_kind` in the lists of
 * app/sitting/commands.c, a function for the command that keeps one, and the rows of its
 * commands; those for another name and for deleting are one function for all kinds. */
#ifndef REFEREE_APP_SITTING_NAMED_H
#define REFEREE_APP_SITTING_NAMED_H

#include "app/sitting/collection.h"

struct campaign;

/* Of all kinds; a kind can have smaller ones. */
enum { NAMED_MAX = 64, NAMED_NAME_SIZE = 48, NAMED_TEXT_SIZE = 600 };

#define NAMED_NAME "name" /* the field of the name */

struct named {
    int64_t id;
    char name[NAMED_NAME_SIZE];
    char text[NAMED_TEXT_SIZE]; /* as it was typed, without control characters */
};

/* By name. About 40 KB of plain data. */
struct named_list {
    struct named one[NAMED_MAX];
    int count;
};

struct named_kind {
    const struct collection *of;
    const char *word; /* what its steps are said to be about: "macro charge deleted" */
    const char *text; /* the field of the text */
    /* The name as it is kept, in *name; false: it cannot be one, *out says why. */
    bool (*read_name)(char name[NAMED_NAME_SIZE], struct str typed, struct result *out);
    /* True when one of this name and text can be kept, whatever the game at the table; for what
     * comes from elsewhere. */
    enum status (*check)(const char *name, struct str text, struct error *err);
    bool can_be_begun;   /* the only one whose name begins as typed is meant too */
    const char *none[2]; /* before and after a name that there is none of */
    const char *makes;   /* how the first is made, after that; NULL: it is not said */
    /* Refusals. */
    const char *is_kept_so, *is_taken, *is_full;
};

enum status named_read(struct named_list *out, const struct named_kind *kind,
                       struct sitting *sitting, struct error *err) MUST_CHECK;
/* Those of a campaign that is not at the table. */
enum status named_read_from(struct named_list *out, const struct named_kind *kind,
                            struct campaign *campaign, struct error *err) MUST_CHECK;
/* The same for a command: the caller frees it; NULL: they cannot be read, *out says why. */
struct named_list *named_list_new(const struct named_kind *kind, struct sitting *sitting,
                                  struct result *out);
/* The one of this name in any case; where none has it, the one that has it without marks. NULL:
 * there is none. */
const struct named *named_fit(const struct named_list *list, struct str name);
/* The one that has this name already, in any case; one that only looks like it without marks
 * does not. NULL: none has it. */
const struct named *named_same(const struct named_list *list, struct str name);
/* The one that was typed; NULL: there is none, and *out offers the nearest name. */
const struct named *named_find(const struct named_list *list, const struct named_kind *kind,
                               struct str typed, struct result *out);
/* Adds a line for each, its name as wide as this: "crits  by=Bran damage>=6", each after a line
 * break where there is something before it. */
void named_tell(const struct named_list *list, int width, struct text *out);

/* Keeps a checked text under a name that was read by the kind: a new one, or another text in
 * place of the one that has this name. */
void named_keep(struct sitting *sitting, const struct named_kind *kind, const char *name,
                struct str text, struct result *out);
/* The commands `WORD-rename NAME NEW-NAME` and `WORD-delete NAME`. */
void named_rename(struct sitting *sitting, const struct named_kind *kind,
                  const struct command *command, struct result *out);
void named_delete(struct sitting *sitting, const struct named_kind *kind,
                  const struct command *command, struct result *out);

#endif
