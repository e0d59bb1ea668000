/* Random tables on the command line: `roll @NAME`, `odds @NAME`, and `roll @`, which lists
 * them. */
#ifndef REFEREE_CLI_TABLES_H
#define REFEREE_CLI_TABLES_H

#include "cli/options.h"

/* Whether the words name a table, or the list of tables: the first one begins with '@'. */
bool tables_are_meant(const struct options *options);

/* Each prints its answer and returns the exit code. */
int tables_roll(const struct options *options);
int tables_odds(const struct options *options);

#endif
