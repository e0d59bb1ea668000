/* Dice expressions as words of the command line. */
#ifndef REFEREE_CLI_NOTATION_H
#define REFEREE_CLI_NOTATION_H

#include "cli/options.h"
#include "resolver/dice/dice_expr.h"

/* All the words together are one expression, so that blanks in it need no quotes. */
enum status notation_read(struct dice_expr *out, const struct options *options,
                          struct error *err) MUST_CHECK;

#endif
