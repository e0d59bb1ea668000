/* The policies of a game: those that ship, and the user's own in the files *.yaml of
 * $XDG_DATA_HOME/referee/policies/SYSTEM/, which replace those of the same name. */
#ifndef REFEREE_APP_FORECAST_POLICY_FILES_H
#define REFEREE_APP_FORECAST_POLICY_FILES_H

#include "base/status.h"
#include "content/policies.h"
#include "resolver/system.h"

/* Reads them all into `out`. A mistake, with its file, line and column, is STATUS_DAMAGED. */
enum status policy_files_read(struct policy_set *out, const struct system *system,
                              struct error *err) MUST_CHECK;

#endif
