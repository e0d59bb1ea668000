/* Packs of Foundry that are a folder of LevelDB, read where libleveldb is installed. Of the
 * folder a copy is opened, as opening changes it. Only this file knows that library. */
#ifndef REFEREE_APP_TRANSFER_LEVEL_PACK_H
#define REFEREE_APP_TRANSFER_LEVEL_PACK_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

/* True when a folder is such a pack, by its files. */
bool level_pack_is(const char *folder);
/* Adds its actors and their items as one list of JSON, each with its key. STATUS_MISSING: the
 * library is not here; STATUS_FULL: it is larger than `out`. */
enum status level_pack_read(const char *folder, struct text *out, struct error *err) MUST_CHECK;

#endif
