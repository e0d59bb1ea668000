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
#include "resolver/system.h"
#include "tracker/naming.h"
#include "tracker/state.h"

struct procedure;
struct decision;

enum argument_kind {
    ARGUMENT_COMBATANT,  /* one, by name, abbreviation (p1), unique beginning, or #id */
    ARGUMENT_COMBATANTS, /* several: names, globs (gob*) and lists separated by commas */
    ARGUMENT_NUMBER,     /* a whole number or a dice expression: amounts and counts */
    ARGUMENT_CHANGE,     /* -7, +5, =12, -2d6, t5 */
    ARGUMENT_WORD,       /* one word (quoted with "..." when it holds blanks) */
    ARGUMENT_NAME,       /* one word, or several up to the first option or die */
    ARGUMENT_CHOICE,     /* one of `choices` */
    ARGUMENT_TEXT        /* the rest of the line */
};

/* The likely words of an ARGUMENT_WORD, _NAME or _TEXT, for completion. */
enum argument_words {
    WORDS_ANY,
    WORDS_CONDITION,       /* conditions of the game, and those that somebody here has */
    WORDS_TRAIT,           /* traits that somebody here has */
    WORDS_COUNTER,         /* counters that are there */
    WORDS_SETTING,         /* settings of the system */
    WORDS_PROGRAM,         /* settings of the program */
    WORDS_ENCOUNTER,       /* encounters of the campaign */
    WORDS_ARCHIVED,        /* those that are archived */
    WORDS_TABLE,           /* random tables */
    WORDS_RULE,            /* rules by their references */
    WORDS_RECORD,          /* the records that combatants are made from */
    WORDS_ARCHIVED_RECORD, /* those of the campaign that are archived */
    WORDS_MEMBER,          /* members of the campaign's party */
    WORDS_PREPARED,        /* prepared encounters */
    WORDS_QUESTION,        /* questions to the log that were kept */
    WORDS_MACRO,           /* macros of the campaign */
    WORDS_DEMO             /* the demos that ship */
};

struct argument_def {
    const char *name;
    enum argument_kind kind;
    bool is_optional;
    enum argument_words words;
    /* a kind of records: it takes their names (tracker/library.h); NULL: none */
    const char *records;
    const char *const *choices; /* ended by NULL */
    /* optional, and not a number: a number in its place is already a die */
    bool leaves_numbers;
    bool takes_shares; /* of combatants: /full, /half or /none may follow a name */
};

enum { ARGUMENTS_MAX = 4 };

struct command;
typedef void decide_fn(struct decision *decision, const struct command *command);

/* The combatant a command is meant for when nobody is named: its key fills that in, and a
 * question for the combatant offers it first. Chosen combatants come before all of these when
 * the command takes several and is not an attack. */
enum whom {
    WHOM_SELECTED, /* the selected combatant */
    WHOM_HEALED, /* the same, unless it is a foe whose turn has selected it: it is asked for */
    /* the same if it waits to act, or else the only one who waits; with several it is asked for
     */
    WHOM_WAITING,
    WHOM_OUT,    /* the same if it is out of the fight, or nobody is; or else it is asked for */
    WHOM_TARGET, /* the target, or without one a selected foe of the actor */
    WHOM_FOE     /* the same, but never one of its own side: attacks */
};

/* Who may read what a command writes into the log. The events of the others are marked
 * (struct event), and no telling for the players has them. */
enum audience {
    AUDIENCE_TABLE,
    AUDIENCE_REFEREE,
    AUDIENCE_REFEREE_FOR_FOES /* of a foe: what it is, wants or can do */
};

/* What the line has to do with damage whose cause it names by `by`. */
enum cause_role {
    CAUSE_NONE,
    CAUSE_CASTS,    /* the damage of lines that follow may be the actor's */
    CAUSE_DAMAGES,  /* it is damage */
    CAUSE_CONCLUDES /* it says what damage led to */
};

/* What the screen shows for a line of the command in place of what it would tell. */
enum opens {
    OPENS_NOTHING,
    OPENS_HELP,
    OPENS_LOG,
    OPENS_HISTORY,
    OPENS_PAST,
    OPENS_CHRONICLE,
    OPENS_ENCOUNTERS,
    OPENS_PLAN,
    OPENS_PARTY,
    OPENS_PREPARED,
    OPENS_KINDS,
    OPENS_SETTINGS,
    OPENS_CAMPAIGNS,
    OPENS_IMPORT,
    OPENS_WHY,
    OPENS_FIGURES,
    OPENS_QUESTIONS,
    OPENS_FORECAST,
    OPENS_EVENING,
    OPENS_CHART,
    OPENS_CHOICES,
    OPENS_COMPARE,
    OPENS_COUNT
};

/* A row of a table of commands. What it takes is one text, as its usage is told, with the kind
 * of each argument behind a colon:
 *
 *     "WHO:combatants/shares [AMOUNT:number] [by=] [magic] [dice]"
 *
 * An argument is optional in brackets. Its kind is one of enum argument_kind in small letters,
 * or its choices: "WHERE:up|down" ("choice": those of the row, which code reads too). After a
 * slash stand likely words (enum argument_words), the kind of records whose names it takes
 * ("ITEM:name/record:item"), "shares", or "no-number". The options follow, "*" for any value of
 * a combatant and "@" for the names of combatants, and then the dice. */
struct command_def {
    const char *name;
    const char *signature; /* NULL: it takes nothing */
    const char *help;      /* at most 60 columns */
    const char *rule;      /* NULL: none */
    enum whom whom;        /* for the first argument that is a combatant, or several */
    const char *act; /* the name of the action of the system that it resolves; NULL: none */
    const char *const *choices; /* ended by NULL */
    bool takes_damage_options;  /* the game's own options for it (struct procedure) */
    bool is_reaction;           /* it pays for an act out of turn, for figures */
    enum audience audience;
    enum cause_role cause;
    enum opens opens;
    decide_fn *decide; /* NULL: the application carries it out (undo, open, ...) */

    /* Read from the signature, and found, by commands_add. */
    struct argument_def arguments[ARGUMENTS_MAX];
    int arguments_count;
    const char *const *options;  /* names of its options, ended by NULL; NULL: none */
    const struct action *action; /* its parameters are options too */
    /* The field of combatants with the name of each of its parameters, -1: none; found once.
     * NULL: they are found by name each time. */
    const signed char *fields;
    bool takes_dice;
};

/* A row of a table of commands: its name, signature, help and rule, then the other members that
 * it has. */
#define COMMAND(word, takes, does, cites, ...)                                                 \
    {                                                                                          \
        .name = (word), .signature = (takes), .help = (does), .rule = (cites), __VA_ARGS__     \
    }

/* The commands of an encounter, with their signatures read; the caller's, while they are in
 * use. They point into it, so it is never copied. */
enum {
    COMMANDS_MAX = 192,
    MADE_ACTIONS_MAX = 24,
    MADE_WORDS_MAX = 768,
    MADE_TEXT_SIZE = 8 * 1024
};

struct made_commands {
    struct command_def def[COMMANDS_MAX];
    int count;
    signed char fields[MADE_ACTIONS_MAX][PARAMETERS_MAX]; /* of those with an action */
    int actions;
    const char *word[MADE_WORDS_MAX]; /* lists of options and choices, each ended by NULL */
    int words;
    char text[MADE_TEXT_SIZE]; /* what they point at */
    int text_used;
};

/* Adds a command from its row. `system` has the action that it resolves. */
struct command_def *commands_add(struct made_commands *made, const struct command_def *row,
                                 const struct system *system);

/* What an option of a command takes, for help and completion: a list of special options (the
 * game's own in its procedure, option_about.def for the commands of every game), and the
 * system's tables for values of its actions and combatants. The code that reads a value decides
 * what is valid (tracker/options). */

enum option_takes {
    OPTION_TAKES_ANYTHING, /* unknown */
    OPTION_TAKES_COMBATANT,
    OPTION_TAKES_COMBATANTS,
    OPTION_TAKES_WORDS, /* one of `words` */
    OPTION_TAKES_FLAG,  /* the bare name */
    OPTION_TAKES_NUMBER,
    OPTION_TAKES_TEXT,
    OPTION_TAKES_SYSTEM /* a rule system's id */
};

struct option_about {
    enum option_takes takes;
    const char *const *words; /* ended by NULL */
    const char *records;      /* a kind of records: it also takes their names; NULL: none */
    const char *help;         /* "" when nothing is known */
};

/* A line of such a list. */
struct listed_option {
    const char *command; /* "": every one that has it */
    const char *name;
    struct option_about about;
};

/* The names of a command's options; for a command that takes any value, those of a combatant's
 * values. Returns the number of names in `out`. */
enum { OPTION_NAMES_MAX = 64 };

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

/* The command of this name, in any case; NULL: there is none. */
const struct command_def *command_def_named(const struct command_def *const *defs,
                                            int defs_count, struct str name);
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
/* True when only the referee may read what the command writes. */
bool command_is_secret(const struct command *command, const struct state *state);

static inline bool whom_is_opponent(enum whom whom)
{
    return whom == WHOM_TARGET || whom == WHOM_FOE;
}

/* The name of its i-th option, its own first and then the parameters of its action; NULL after
 * the last. */
const char *command_option_name(const struct command_def *def, int i);
struct option_about option_about(const struct procedure *procedure, const struct system *system,
                                 const struct command_def *def, const char *name);
int option_names(const struct procedure *procedure, const struct system *system,
                 const struct command_def *def, const char *out[OPTION_NAMES_MAX]);

#endif
