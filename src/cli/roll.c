/* `referee roll`: dice, thrown here or entered. */
#include "cli/subcommands.h"

#include "cli/options.h"
#include "cli/output.h"
#include "cli/rolls.h"
#include "cli/tables.h"

int roll_run(const struct options *options)
{
    struct error err;
    if (tables_are_meant(options)) {
        return options_no_dialect(options, &err) == STATUS_OK ? tables_roll(options)
                                                              : output_error(&err);
    }
    struct notation_rolling rolling;
    const struct rolls rolls = rolls_of_notation(&rolling);
    struct text typed = text_over(rolling.typed, sizeof rolling.typed);
    enum status status =
        options_dice_expr(&rolling.times, &rolling.expr, &typed, options, &err);
    if (status == STATUS_OK) {
        status = rolls_run(&rolls, rolling.times, options, &err);
    }
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
