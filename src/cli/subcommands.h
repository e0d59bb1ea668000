/* The subcommands: one table with their names, words, help and functions. Dispatch and `--help`
 * use it. To add one, write its file with its function, and add its row.
 *
 * Every function prints its answer and returns the exit code: 0 done, 1 refused by the rules,
 * 2 wrong words, 3 operating error (output.h). */
#ifndef REFEREE_CLI_SUBCOMMANDS_H
#define REFEREE_CLI_SUBCOMMANDS_H

#include "cli/options.h"

struct subcommand {
    const char *name;
    const char *words; /* its arguments: "NOTATION" */
    /* For completion, what its words are, in order, from the list in cli/completions.c: several
     * for one place by '|', '*' after what repeats; NULL: nothing is known. */
    const char *takes;
    const char *help;                          /* at most 60 columns */
    const char *details;                       /* lines with more, and examples */
    int (*run)(const struct options *options); /* NULL: the screen carries it out (main) */
};

/* The subcommands in order; NULL after the last one. */
const struct subcommand *subcommand_at(int index);
/* The one of this name; NULL, with the nearest name in err, when there is none. */
const struct subcommand *subcommand_find(const char *name, struct error *err);

/* Print what --help tells: of everything, or of one subcommand. */
void subcommands_help(void);
void subcommand_help(const struct subcommand *subcommand);
void subcommands_version(void);

/* STATUS_USAGE when there are more words than `most`. */
enum status subcommand_words(const struct options *options, int most,
                             struct error *err) MUST_CHECK;

/* Prints what a command of the table takes, in the game that is meant; false when the game has
 * no such command. */
bool commands_help(const struct options *options, struct str name);
/* True when some game has such a command at the table. */
bool commands_has(struct str name);

/* The name of a page of the manual and what it is about; NULL after the last one. */
const char *manual_page_at(int index, const char **help);
/* Prints a page; false, with the nearest name in err, when there is none. */
bool manual_print(const struct options *options, struct str name, struct error *err);

int roll_run(const struct options *options);
int odds_run(const struct options *options);
int resolve_run(const struct options *options);
int systems_run(const struct options *options);
int run_run(const struct options *options);
int show_run(const struct options *options);
int commands_run(const struct options *options);
int log_run(const struct options *options);
int players_run(const struct options *options);
int serve_run(const struct options *options);
int throw_run(const struct options *options);
int figures_run(const struct options *options);
int forecast_run(const struct options *options);
int forecasts_run(const struct options *options);
int compare_run(const struct options *options);
int questions_run(const struct options *options);
int export_run(const struct options *options);
int why_run(const struct options *options);
int library_run(const struct options *options);
int import_run(const struct options *options);
int write_run(const struct options *options);
int merge_run(const struct options *options);
int backup_run(const struct options *options);
int restore_run(const struct options *options);
int rebuild_run(const struct options *options);
int verify_run(const struct options *options);
int completions_run(const struct options *options);
int manual_run(const struct options *options);
int help_run(const struct options *options);

#endif
