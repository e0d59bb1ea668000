/* What an option of a command takes, for help and completion: a list of special options (the
 * game's own in its procedure, option_about.def for the commands of every game), and the
 * system's tables for values of its actions and combatants. The code that reads a value decides
 * what is valid (tracker/options). */
#ifndef REFEREE_TRACKER_OPTION_ABOUT_H
#define REFEREE_TRACKER_OPTION_ABOUT_H

#include "tracker/command_def.h"

struct procedure;

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

struct option_about option_about(const struct procedure *procedure, const struct system *system,
                                 const struct command_def *def, const char *name);

/* The names of a command's options; for a command that takes any value, those of a combatant's
 * values. Returns the number of names in `out`. */
enum { OPTION_NAMES_MAX = 64 };
int option_names(const struct procedure *procedure, const struct system *system,
                 const struct command_def *def, const char *out[OPTION_NAMES_MAX]);

#endif
