/* Commands: the words of the table, and reading a line of them.
 *
 * Every act is a line such as `attack p1 edge=1 14 4`: the name, the arguments in order,
 * options (`name=value` or a bare option name) anywhere after them, and at the end the dice
 * (`14`, `=15` for a total, `*` to roll one throw here, `roll` for all of them). `ruling`
 * before the name overrules a refusal. Keys, the palette, scripts and the command line all make
 * such lines; the help comes from the same tables. */
#ifndef REFEREE_TRACKER_COMMAND_H
#define REFEREE_TRACKER_COMMAND_H

#include "resolver/dice/dice.h"
#include "tracker/command_def.h"
#include "tracker/naming.h"
#include "tracker/state.h"

struct procedure;

enum { OPTIONS_MAX = 40, COMMAND_LINE_MAX = 1000 };

/* The share of an amount that goes to one of several: `damage p1,p2/half,p3/none 12`. */
enum share { SHARE_FULL, SHARE_HALF, SHARE_NONE, SHARES };

struct argument {
    bool is_given, is_quoted;
    struct str word;                     /* as read: without quotes */
    struct str written;                  /* as it is in the line, with quotes */
    int id;                              /* ARGUMENT_COMBATANT */
    int ids[COMBATANTS_MAX];             /* ARGUMENT_COMBATANTS, in order of ids, each once */
    int named[COMBATANTS_MAX];           /* the same in the order of the line */
    unsigned char share[COMBATANTS_MAX]; /* enum share, beside ids */
    int ids_count;
    int choice;
};

struct option {
    struct str name, value; /* value.p NULL: the bare name */
    struct str written;     /* the value as it is in the line, with quotes */
};

/* Borrowed from the line, which must outlive it; words with a doubled quotation mark are in
 * `read` of the first command parsed from the line. */
struct command {
    const struct command_def *def;
    bool is_ruling;
    struct argument argument[ARGUMENTS_MAX];
    struct option option[OPTIONS_MAX];
    int options;
    /* This argument is missing, and nothing else is wrong with the line; NULL otherwise. */
    const struct argument_def *missing;
    struct entered entered[ENTERED_MAX];
    int entered_count;
    struct str entered_word[ENTERED_MAX]; /* as written */
    char read[COMMAND_LINE_MAX + 1]; /* words that differ from the line when they are read */
    int read_size;
};

/* Parses a line against a table of definitions, for an encounter under this procedure. The
 * caller handles empty lines and lines that begin with '#'. The error names the word, what was
 * expected, and the nearest known word. */
enum status command_parse(struct command *out, const struct procedure *procedure,
                          const struct command_def *const *defs, int defs_count,
                          const struct state *state, struct str line,
                          struct error *err) MUST_CHECK;

/* "attack [TARGET] [by=] [direct] [dice]", as in the system. */
void command_usage(const struct procedure *procedure, const struct system *system,
                   const struct command_def *def, struct text *out);
/* One of its options in that form, without brackets: "by=", "direct", "name=value ..." for "*",
 * "NAME=value ..." for "@".
 */
void command_option_usage(const struct procedure *procedure, const struct system *system,
                          const struct command_def *def, const char *option, struct text *out);

/* The option of this name, or NULL. */
const struct option *command_option(const struct command *command, const char *name);
/* Whether only the referee may read what the command writes. */
bool command_is_secret(const struct command *command, const struct state *state);

#endif
