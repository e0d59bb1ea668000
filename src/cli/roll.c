/* `referee roll`: dice, thrown here or entered. */
#include "cli/subcommands.h"

#include "cli/options.h"
#include "cli/output.h"
#include "cli/rolls.h"
#include "cli/tables.h"

int roll_run(const struct options *options)
{
    if (tables_are_meant(options)) {
        return tables_roll(options);
    }
    struct error err;
    struct notation_rolling rolling;
    const struct rolls rolls = rolls_of_notation(&rolling);
    enum status status = options_dice_expr(&rolling.times, &rolling.expr, options, &err);
    if (status == STATUS_OK) {
        status = rolls_run(&rolls, rolling.times, options, &err);
    }
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
