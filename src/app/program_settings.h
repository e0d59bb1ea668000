/* The settings of the program: what belongs to the person at the keyboard and to no fight. A
 * table's rules are settings of the fight (tracker/settings.h) and not here.
 *
 * One table has a row for each: name, kind, default, choices or range, help. The file, the
 * form, the command `settings` and the help are made from it. To add one: a name in the enum, a
 * row in program_settings.c, and who asks for its value.
 *
 * This is the table, the values and reading them; the file is app/settings_file.h. */
#ifndef REFEREE_APP_PROGRAM_SETTINGS_H
#define REFEREE_APP_PROGRAM_SETTINGS_H

#include "app/colour_words.h"
#include "base/diagnostics.h"
#include "resolver/system.h"

/* Those whose value is a number; after them stand the colours, one for each role. */
enum program_setting {
    PROGRAM_BACKUPS,          /* 1: copies are kept by themselves */
    PROGRAM_BACKUPS_NEWEST,   /* how many of the newest stay */
    PROGRAM_BACKUPS_EVENINGS, /* of how many evenings one stays */
    PROGRAM_GLYPHS,           /* enum program_glyphs */
    PROGRAM_THEME,            /* 0: dark, 1: light */
    PROGRAM_BELL,             /* 1: it rings when something becomes due */
    PROGRAM_TITLE,            /* 1: the terminal's title says what is due */
    PROGRAM_SHOW_LINES,       /* 1: the command line of each key is shown as it runs */
    PROGRAM_COLOURS           /* how many those are, and the first colour */
};

enum program_glyphs { PROGRAM_GLYPHS_AUTO, PROGRAM_GLYPHS_UNICODE, PROGRAM_GLYPHS_ASCII };

enum {
    PROGRAM_ROLES_MAX = 32,
    PROGRAM_SETTINGS_MAX = PROGRAM_COLOURS + PROGRAM_ROLES_MAX,
    PROGRAM_VALUE_SIZE = COLOUR_WORDS_MAX + 1,
    PROGRAM_NAME_SIZE = 32,
    PROGRAM_FILE_MAX = 64 * 1024, /* bytes; a longer file is not read */
    PROGRAM_PATH_SIZE = 4096
};

/* What text on the screen can be, as the screen hands it over: it knows, and this does not. */
struct program_role {
    const char *name; /* "HP_LOW": its setting is colour-hp-low */
    const char *help;
};

/* Plain data, the caller's, about 20 KB; it points into itself and is not copied. */
struct program_settings {
    int count; /* of all */
    struct value_def row[PROGRAM_SETTINGS_MAX];
    char colour_name[PROGRAM_ROLES_MAX][PROGRAM_NAME_SIZE];
    int number[PROGRAM_COLOURS];
    struct colour_words colour[PROGRAM_ROLES_MAX];
    char value[PROGRAM_SETTINGS_MAX][PROGRAM_VALUE_SIZE]; /* as it is written */
    bool is_set[PROGRAM_SETTINGS_MAX];                    /* by somebody; else the default */
    int changes;                  /* goes up with each change, so that a screen can follow */
    char path[PROGRAM_PATH_SIZE]; /* of the file; "": there is none */
    bool is_loaded;
};

/* Every setting at its default; no file. */
void program_settings_init(struct program_settings *settings, const struct program_role *roles,
                           int roles_count);

/* The row of a name; -1: there is none. */
int program_setting_find(const struct program_settings *settings, struct str name);
const char *program_setting_name(const struct program_settings *settings, int setting);
const char *program_setting_help(const struct program_settings *settings, int setting);
const char *program_setting_default(const struct program_settings *settings, int setting);
/* The words that the value can be, ended by NULL; NULL: it is a number or a colour. */
const char *const *program_setting_choices(const struct program_settings *settings,
                                           int setting);

/* The value that is this many steps on from the present one, of those that have an order
 * (choices and numbers); false for a colour. */
bool program_setting_step(const struct program_settings *settings, int setting, int steps,
                          struct text *out);

/* Reads a file's bytes into settings that are at their defaults. Each line is read for itself:
 * a line with a mistake is told with file:line:column, what was expected and the nearest word,
 * and left out; the others count. */
void program_settings_read(struct program_settings *settings, const char *file,
                           struct str bytes, struct diagnostics *diagnostics);

/* Sets one by its name and a value as it would stand in the file, for this run. STATUS_USAGE
 * says what is wrong with either. */
enum status program_setting_set(struct program_settings *settings, struct str name,
                                struct str value, struct error *err) MUST_CHECK;

#endif
