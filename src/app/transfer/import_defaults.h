/* Values for fields of kinds that what is imported does not tell: kept with the campaign for
 * each game, so that a whole file is asked about once. */
#ifndef REFEREE_APP_TRANSFER_IMPORT_DEFAULTS_H
#define REFEREE_APP_TRANSFER_IMPORT_DEFAULTS_H

#include "app/sitting/collection.h"
#include "base/status.h"
#include "base/text.h"

struct sitting;

extern const struct collection import_default_collection;

enum { IMPORT_DEFAULT_SIZE = 100, IMPORT_DEFAULT_FIELD_SIZE = 64 };

/* What is kept beside the fields: whether armour classes that are one number go up or down,
 * `ascending` or `descending`; and `note` when blocks that cannot be read come in as kinds with
 * their text alone. */
#define IMPORT_ARMOUR_CLASS "armour-class"
#define IMPORT_BLOCKS "blocks"

struct import_answer {
    char field[IMPORT_DEFAULT_FIELD_SIZE]; /* its own name */
    char value[IMPORT_DEFAULT_SIZE];       /* as it would be typed; "": none */
};

/* Reads a value for a field of the open encounter's kinds; "-" is none. STATUS_USAGE: there is
 * no such field, or the field does not take the value. */
enum status import_answer_read(struct sitting *sitting, struct str field, struct str value,
                               struct import_answer *out, struct error *err) MUST_CHECK;

/* The key of a field among the defaults that are kept: each game has fields of its own. */
void import_default_key(struct sitting *sitting, const char *field, struct text *out);

/* The value that is kept for a field of the open encounter's game, as it would be typed; "":
 * none. */
enum status import_default(struct sitting *sitting, const char *field,
                           char out[IMPORT_DEFAULT_SIZE], struct error *err) MUST_CHECK;

/* `import-default FIELD VALUE`; -: none. */
sitting_command_fn sitting_run_import_default;

#endif
