/* From the arguments to the screen or to a subcommand. */
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

/* The table on the screen. */
static int table_open(const struct options *options)
{
    (void)options;
    subcommands_help();
    return EXIT_USAGE;
}

static int program_run(int argc, char **argv)
{
    struct options options;
    struct error err;
    if (options_read(&options, argc, argv, &err) != STATUS_OK) {
        return output_error(&err);
    }
    const struct subcommand *subcommand = NULL;
    if (options.subcommand != NULL) {
        subcommand = subcommand_find(options.subcommand, &err);
        if (subcommand == NULL) {
            return output_error(&err);
        }
    }
    if (options_has(&options, OPTION_VERSION)) {
        subcommands_version();
        return EXIT_DONE;
    }
    if (options_has(&options, OPTION_HELP)) {
        if (subcommand == NULL) {
            subcommands_help();
        } else {
            subcommand_help(subcommand);
        }
        return EXIT_DONE;
    }
    if (options_check_scope(&options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    return subcommand != NULL && subcommand->run != NULL ? subcommand->run(&options)
                                                         : table_open(&options);
}

int main(int argc, char **argv)
{
    output_begin();
    return output_end(program_run(argc, argv));
}
