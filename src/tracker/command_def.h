/* Commands as tables describe them: names, arguments, options, and the function that decides.
 * Reading a line by such a table is tracker/command. */
#ifndef REFEREE_TRACKER_COMMAND_DEF_H
#define REFEREE_TRACKER_COMMAND_DEF_H

#include "resolver/system.h"

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
struct decision;
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
    WHOM_TARGET, /* the target, or without one a selected foe of the one who acts */
    WHOM_FOE     /* the same, but never one of its own side: attacks */
};

static inline bool whom_is_opponent(enum whom whom)
{
    return whom == WHOM_TARGET || whom == WHOM_FOE;
}

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
    OPENS_WHY,
    OPENS_FIGURES,
    OPENS_QUESTIONS,
    OPENS_FORECAST,
    OPENS_EVENING,
    OPENS_COUNT
};

struct command_def {
    const char *name;
    const char *help; /* at most 60 columns */
    const char *rule; /* rule, "" when none */
    struct argument_def arguments[ARGUMENTS_MAX];
    int arguments_count;
    enum whom whom;             /* for the first argument that is a combatant, or several */
    const char *const *options; /* names of its options, ended by NULL; NULL: none. "*" takes
                                   any value of a combatant, "@" the names of combatants */
    /* The action of the system that it resolves, NULL: none; its parameters are options too. A
     * table has its name, and tracker/decide.h finds it when it gathers the commands of an
     * encounter. */
    const char *act;
    const struct action *action;
    /* The field of combatants with the name of each of its parameters, -1: none; found once.
     * NULL: they are found by name each time. */
    const signed char *fields;
    bool takes_damage_options; /* the game's own options for it (struct procedure) */
    bool takes_dice;
    bool is_reaction; /* it pays for an act out of turn, for figures */
    enum audience audience;
    enum cause_role cause;
    enum opens opens;
    decide_fn *decide; /* NULL: the application carries it out (undo, open, ...) */
};

/* A row of a table of commands: its name, help and rule, then the other members that it has. */
/* clang-format off */
#define COMMAND(word, does, cites, ...)                                                        \
    {.name = (word), .help = (does), .rule = (cites), __VA_ARGS__}
/* Its arguments, and the names of its options. */
#define ARGUMENTS(...)                                                                         \
    .arguments = {__VA_ARGS__},                                                                \
    .arguments_count =                                                                         \
        (int)(sizeof((struct argument_def[]){__VA_ARGS__}) / sizeof(struct argument_def))
#define OPTIONS(...) .options = (const char *const[]){__VA_ARGS__, NULL}
/* clang-format on */

/* Room for the commands that come from a system's actions; the caller's, while they are in
 * use. */
enum { COMMANDS_MAX = 192, MADE_COMMANDS_MAX = 24 };
struct made_commands {
    struct command_def def[MADE_COMMANDS_MAX];
    signed char fields[MADE_COMMANDS_MAX][PARAMETERS_MAX]; /* of each of them */
    int count;
};

/* The name of its i-th option, its own first and then the parameters of its action; NULL after
 * the last. */
const char *command_option_name(const struct command_def *def, int i);

#endif
