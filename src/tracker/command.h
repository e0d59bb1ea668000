/* Commands: the words of the table, and reading a line of them.
 *
 * Every act is a line such as `attack p1 edge=1 14 4`: the name, the arguments in order,
 * options
 * (`name=value` or a bare option name) anywhere behind them, and at the end the dice that fell
 * (`14`, `=15` for a total, `*` to roll one throw here, `roll` for all of them). `ruling`
 * before the name overrules a refusal. Keys, the palette, scripts and the command line all make
 * such lines; the help is made from the same tables. */
#ifndef REFEREE_TRACKER_COMMAND_H
#define REFEREE_TRACKER_COMMAND_H

#include "resolver/dice/dice.h"
#include "tracker/decision.h"
#include "tracker/state.h"

enum argument_kind {
    ARGUMENT_COMBATANT,  /* one, by name, abbreviation (p1), unique beginning, or #id */
    ARGUMENT_COMBATANTS, /* several: names, globs (gob*) and lists parted by commas */
    ARGUMENT_NUMBER,     /* a whole number or a dice expression: amounts and counts */
    ARGUMENT_CHANGE,     /* -7, +5, =12, -2d6, t5 */
    ARGUMENT_WORD,       /* one word (quoted with "..." when it holds blanks) */
    ARGUMENT_NAME,       /* one word, or several up to the first option or die */
    ARGUMENT_CHOICE,     /* one of `choices` */
    ARGUMENT_TEXT        /* the rest of the line */
};

/* Which words an ARGUMENT_WORD, _NAME or _TEXT is likely to be, for completing it. */
enum argument_words {
    WORDS_ANY,
    WORDS_CONDITION, /* conditions that somebody here has */
    WORDS_TRAIT,     /* the same of traits */
    WORDS_SETTING,   /* settings of the system */
    WORDS_ENCOUNTER, /* encounters of the campaign */
    WORDS_TABLE,     /* random tables */
    WORDS_RULE       /* rules */
};

struct argument_def {
    const char *name;
    enum argument_kind kind;
    bool is_optional;
    enum argument_words words;
    const char
        *records; /* a kind of records whose names it takes (tracker/library.h); NULL: none */
    const char *const *choices; /* ended by NULL */
    bool leaves_numbers; /* optional, and no number: a number in its place is a die already */
    bool takes_shares;   /* of combatants: behind a name may stand /full, /half or /none */
};

enum { ARGUMENTS_MAX = 4, OPTIONS_MAX = 40, COMMAND_LINE_MAX = 1000 };

struct command;
typedef void decide_fn(struct decision *decision, const struct command *command);

struct command_def {
    const char *name;
    const char *help; /* at most 60 columns */
    const char *rule; /* rule, "" when none */
    struct argument_def arguments[ARGUMENTS_MAX];
    int arguments_count;
    const char *const
        *options; /* names it knows, ended by NULL; NULL: none. "*" takes any name */
    /* The action of the system that it resolves, NULL: none; its parameters are options too. A
     * table names it, and whoever gathers an encounter's commands (tracker/procedure.h) finds
     * it. */
    const char *act;
    const struct action *action;
    bool takes_dice;
    decide_fn *decide; /* NULL: the application carries it out (undo, open, ...) */
};

/* How much of an amount goes to one of several: `damage p1,p2/half,p3/none 12`. */
enum share { SHARE_FULL, SHARE_HALF, SHARE_NONE, SHARES };

struct argument {
    bool is_given;
    struct str word;                     /* as written */
    int id;                              /* ARGUMENT_COMBATANT */
    int ids[COMBATANTS_MAX];             /* ARGUMENT_COMBATANTS, in order of ids, each once */
    unsigned char share[COMBATANTS_MAX]; /* enum share, beside ids */
    int ids_count;
    int choice;
};

struct option {
    struct str name, value; /* value.p NULL: the bare name */
};

/* Borrowed from the line, which must outlive it. */
struct command {
    const struct command_def *def;
    bool is_ruling;
    struct argument argument[ARGUMENTS_MAX];
    struct option option[OPTIONS_MAX];
    int options;
    /* All that is wrong with the line is that this argument is not given yet; else NULL. */
    const struct argument_def *missing;
    struct entered entered[ENTERED_MAX];
    int entered_count;
};

/* Parses a line against a table of definitions. Empty lines and lines that begin with '#' are
 * the caller's business. The error names the word, what was expected, and the nearest known
 * word. */
enum status command_parse(struct command *out, const struct command_def *const *defs,
                          int defs_count, const struct state *state, struct str line,
                          struct error *err) MUST_CHECK;

/* "attack [TARGET] [by=] [direct] [dice]", as the system has it. */
void command_usage(const struct system *system, const struct command_def *def,
                   struct text *out);
/* One of its options in that form, without brackets: "by=", "direct", "name=value ..." for "*".
 */
void command_option_usage(const struct system *system, const struct command_def *def,
                          const char *option, struct text *out);

/* The i-th name that it knows as an option, the parameters of its action behind its own; NULL
 * behind the last. */
const char *command_option_name(const struct command_def *def, int i);

/* The option of this name, or NULL. */
const struct option *command_option(const struct command *command, const char *name);

/* One combatant by what someone typed; among several that fit, those still in the fight win;
 * still several is an error that lists them. `err` explains. 0 when none. */
int combatant_find(const struct state *state, struct str word, struct error *err);
/* Who is called exactly so, whatever signs are in the name, but for case; 0: nobody. */
int combatant_called(const struct state *state, struct str name);
/* A short word that names exactly this one, alone and in lists: "p1", else the name, in quotes
 * where it needs them; "#7" only where no words can tell it from another combatant. */
void combatant_word(const struct state *state, int id, struct text *out);
/* The next of `p1,"Odo Quill"/half,gob*`, moving *list past it; what is quoted keeps its
 * quotes. False at the end. */
bool command_next_of_list(struct str *list, struct str *one);

#endif
