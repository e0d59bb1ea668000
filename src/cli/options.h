/* The words of the command line: the options, the subcommand, and the rest for it.
 *
 * Options may be anywhere after the program's name. An argument that begins with '-' and then a
 * digit, 'd' or '(' is a dice expression, not an option; "-" alone is standard input; after
 * "--" there are no more options. Does not know what the subcommands do. Below: the campaign
 * and the dice expression that the words name. */
#ifndef REFEREE_CLI_OPTIONS_H
#define REFEREE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/forecast/forecast.h"
#include "app/settings/program_settings.h"
#include "app/sitting/sitting.h"
#include "base/status.h"
#include "base/text.h"
#include "resolver/dice/dice_expr.h"

enum option_kind {
#define OPTION(name, spelling, value, scope, takes, member, help) OPTION_##name,
#include "cli/options.def"
#undef OPTION
    OPTION_KINDS
};

enum option_reads {
    READS_NOTHING,
    READS_TEXT,
    READS_WORDS, /* a text each time that it is given */
    READS_COUNT, /* from 1 on */
    READS_SEED,
    READS_THREADS,
    READS_PORT,
    READS_POINTS,
    READS_DIALECT
};

struct option_def {
    const char *spelling;
    const char *value; /* word for its value; "" when it takes none */
    const char *scope; /* subcommands, separated by blanks; "" for all */
    const char *help;
    enum option_reads reads;
    size_t member; /* of struct options, where its value goes */
};

/* All texts are borrowed from argv. */
struct options {
    uint64_t given;         /* a bit for each option_kind that was given */
    const char *subcommand; /* NULL: none */
    char *const *word;      /* what is left for the subcommand, in order */
    int words;
    const char *db; /* NULL: from the environment */
    uint64_t seed;
    int count;                 /* 1 when it is not given */
    const char *dice;          /* of --given; NULL: none */
    enum dice_reading reading; /* of dice notation */
    int limit;                 /* 0: all */
    const char *tables;        /* a file of random tables; NULL: none */
    const char *system;        /* the name of a game; NULL: none */
    const char *output;        /* a file; NULL: standard output */
    const char *format;        /* of an export; NULL: by the file's ending */
    const char *rest;          /* of --plan; NULL: by the game's rule */
    const char *without;       /* parts of an export; NULL: none */
    double within;             /* points of 100; 0: not given */
    int threads;               /* 0: not given */
    int port;                  /* 0: any */
    /* those that can be given several times, in their order */
    struct forecast_words policies, what_ifs, asks, assumes, values;
    /* of the program, read when needed; NULL: the defaults */
    struct program_settings *settings;
};

/* Reads argv from 1 on; words that are not options are moved together in argv. The error has
 * the word, what was expected, and the nearest option. */
enum status options_read(struct options *out, int argc, char **argv,
                         struct error *err) MUST_CHECK;
/* STATUS_OK when each option given belongs to the subcommand. */
enum status options_check_scope(const struct options *options, struct error *err) MUST_CHECK;

bool options_has(const struct options *options, enum option_kind kind);
const struct option_def *option_at(enum option_kind kind);
/* True when this subcommand (NULL: the program itself) knows the option. */
bool option_is_for(enum option_kind kind, const char *subcommand);

/* Reads all the words together as a dice expression, so that blanks in it need no quotes, and
 * how often it is repeated ("3x 4d6"). A comment at its end ("# for the fire") is left out. In
 * a dialect `typed` is what was given; else it stays empty. */
enum status options_dice_expr(int *times, struct dice_expr *out, struct text *typed,
                              const struct options *options, struct error *err) MUST_CHECK;
/* Refuses a dialect for what is no dice notation. */
enum status options_no_dialect(const struct options *options, struct error *err) MUST_CHECK;

/* Opens the campaign that they name, for writing; it is made when there is none. */
enum status options_campaign_for_writing(struct sitting **out, const struct options *options,
                                         struct error *err) MUST_CHECK;
/* Closes it; when its file is no longer at its path, the campaign is kept in another one and
 * standard error says where. Damage is reported too. Returns `code`, or EXIT_OPERATING when it
 * is elsewhere or its log is damaged. */
int options_campaign_close(struct sitting *sitting, int code);
/* Opens it read-only; STATUS_MISSING when there is none, and none is made. */
enum status options_campaign_for_reading(struct sitting **out, const struct options *options,
                                         struct error *err) MUST_CHECK;

#endif
