/* Values for fields of kinds that what is imported does not tell: kept with the campaign for
 * each game, so that a whole file is asked about once. */
#ifndef REFEREE_APP_TRANSFER_IMPORT_DEFAULTS_H
#define REFEREE_APP_TRANSFER_IMPORT_DEFAULTS_H

#include "app/sitting/collection.h"
#include "base/status.h"

struct sitting;

extern const struct collection import_default_collection;

/* The value that is kept for a field of the open encounter's game, as it would be typed; "":
 * none. */
enum { IMPORT_DEFAULT_SIZE = 100 };
enum status import_default(struct sitting *sitting, const char *field,
                           char out[IMPORT_DEFAULT_SIZE], struct error *err) MUST_CHECK;

/* `import-default FIELD VALUE`; -: none. */
sitting_command_fn sitting_run_import_default;

#endif
