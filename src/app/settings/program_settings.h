/* The settings of the program, which belong to the person at the keyboard and not to a fight.
 * Table rules are settings of the fight (tracker/settings.h) and not here.
 *
 * One table has a row for each: name, kind, default, choices or range, help. The file, the
 * form, the command `settings` and the help are made from it. To add one: a name in the enum, a
 * row in program_settings.c, and the code that uses its value.
 *
 * The file is $XDG_CONFIG_HOME/referee/settings.yaml, or else ~/.config/referee/settings.yaml.
 * It belongs to the person who edits it: changing a setting changes that one line, and every
 * comment and every other line stay unchanged. */
#ifndef REFEREE_APP_SETTINGS_PROGRAM_SETTINGS_H
#define REFEREE_APP_SETTINGS_PROGRAM_SETTINGS_H

#include "base/diagnostics.h"
#include "base/text.h"
#include "resolver/system.h"

/* The style of a part of the screen, in words that a person writes: "bold red", "203",
 * "underline white on blue", "theme".
 *
 * Knows no terminal: the look of a numbered colour is up to the terminal. */

enum { COLOUR_WORDS_MAX = 60 };

/* All zero: the theme's style. */
struct colour_words {
    bool is_own;    /* false: the theme's style, and the rest is unused */
    int foreground; /* 0 to 255; -1: the terminal's own */
    int background;
    bool is_bold, is_dim, is_reverse, is_underlined;
};

/* The settings with a number as value; after them come the colours, one for each role. */
enum program_setting {
    PROGRAM_BACKUPS,          /* 1: copies are kept automatically */
    PROGRAM_BACKUPS_NEWEST,   /* the number of newest copies that stay */
    PROGRAM_BACKUPS_EVENINGS, /* the number of evenings of which one copy stays */
    PROGRAM_GLYPHS,           /* enum program_glyphs */
    PROGRAM_THEME,            /* enum program_theme */
    PROGRAM_BELL,             /* 1: the bell rings when something becomes due */
    PROGRAM_TITLE,            /* 1: the terminal's title shows what is due */
    PROGRAM_SHOW_LINES,       /* 1: the command line of each key is shown as it runs */
    PROGRAM_PLAYERS_PARTY,    /* enum program_hit_points: what players see of the party's, */
    PROGRAM_PLAYERS_FOES,     /* and of the foes' */
    PROGRAM_PHONES_THROW,     /* 1: dice from a phone that took a character reach the table */
    PROGRAM_THROWS_TAKE,      /* 1: dice from outside are taken after a second of quiet */
    PROGRAM_COLOURS           /* the number of those, and the first colour */
};

enum program_glyphs {
    PROGRAM_GLYPHS_AUTO,
    PROGRAM_GLYPHS_UNICODE,
    PROGRAM_GLYPHS_ASCII,
    PROGRAM_GLYPHS_BLOCKS
};

enum program_hit_points { PROGRAM_HP_NUMBERS, PROGRAM_HP_WORDS, PROGRAM_HP_NONE };

enum program_theme { PROGRAM_THEME_AUTO, PROGRAM_THEME_DARK, PROGRAM_THEME_LIGHT };

enum {
    PROGRAM_ROLES_MAX = 32,
    PROGRAM_SETTINGS_MAX = PROGRAM_COLOURS + PROGRAM_ROLES_MAX,
    PROGRAM_VALUE_SIZE = COLOUR_WORDS_MAX + 1,
    PROGRAM_NAME_SIZE = 32,
    PROGRAM_FILE_MAX = 64 * 1024, /* bytes; a longer file is not read */
    PROGRAM_PATH_SIZE = 4096
};

/* Plain data, owned by the caller, about 20 KB; it points into itself and must not be
 * copied. */
struct program_settings {
    int count; /* all of them */
    struct value_def row[PROGRAM_SETTINGS_MAX];
    char colour_name[PROGRAM_ROLES_MAX][PROGRAM_NAME_SIZE];
    int number[PROGRAM_COLOURS];
    struct colour_words colour[PROGRAM_ROLES_MAX];
    char value[PROGRAM_SETTINGS_MAX][PROGRAM_VALUE_SIZE]; /* as written */
    bool is_set[PROGRAM_SETTINGS_MAX]; /* set by the user; otherwise the default */
    int changes;                  /* increases with each change, so that a screen can follow */
    char path[PROGRAM_PATH_SIZE]; /* of the file; "": there is none */
    bool is_loaded;
    struct settings_file_look { /* the file as it was read; all 0: it was not there */
        int64_t number, size, seconds, nanoseconds;
    } look;
};

/* The roles of text on the screen, handed over by the screen, which knows them. */
struct program_role {
    const char *name; /* "HP_LOW": its setting is colour-hp-low */
    const char *help;
};

/* Every setting at its default; no file. */
void program_settings_init(struct program_settings *settings, const struct program_role *roles,
                           int roles_count);
/* The row of a name; -1 when there is none. */
int program_setting_find(const struct program_settings *settings, struct str name);
const char *program_setting_name(const struct program_settings *settings, int setting);
const char *program_setting_help(const struct program_settings *settings, int setting);
const char *program_setting_default(const struct program_settings *settings, int setting);
/* The words that are valid, ended by NULL; NULL: it is a number or a colour. */
const char *const *program_setting_choices(const struct program_settings *settings,
                                           int setting);
/* The value this many steps after the present one, for choices and numbers, which have an
 * order; false for a colour. */
bool program_setting_step(const struct program_settings *settings, int setting, int steps,
                          struct text *out);
/* Reads a file's bytes into settings that are at their defaults. Each line is read by itself: a
 * line with a mistake is reported with file:line:column, what was expected and the nearest
 * word, and left out; the others count. */
void program_settings_read(struct program_settings *settings, const char *file,
                           struct str bytes, struct diagnostics *diagnostics);
/* Sets one by its name and a value in the form of the file, for this run. STATUS_USAGE when
 * either is wrong. */
enum status program_setting_set(struct program_settings *settings, struct str name,
                                struct str value, struct error *err) MUST_CHECK;
/* [bold] [dim] [reverse] [underline] [COLOUR [on COLOUR]], or "theme" alone. A colour is one of
 * eight names, a number from 0 to 255, or "default". STATUS_USAGE says which word is wrong,
 * what was expected, and the nearest word. */
enum status colour_words_parse(struct colour_words *out, struct str text,
                               struct error *err) MUST_CHECK;

/* Room for a path and DIAGNOSTICS_MAX mistakes. */
enum { SETTINGS_TOLD_SIZE = 8 * 1024 };

/* Finds the file and reads it, if there is one, into settings just initialised. When anything
 * is wrong with it, returns false, and `told` says so, with a line for each mistake: a tab, its
 * place and the mistake. */
bool settings_file_load(struct program_settings *settings, struct text *told);
/* Reads the file again where somebody has changed it since; true when it was read. Its mistakes
 * are left out. */
bool settings_file_follow(struct program_settings *settings);
/* Changes a setting, here and in the file, which is made with every setting explained when
 * there is none (mode 0600). STATUS_USAGE: the name or the value is wrong, and nothing changed.
 * Otherwise it is changed at least for this run, and another status says why the file stays
 * unchanged. */
enum status settings_file_change(struct program_settings *settings, struct str name,
                                 struct str value, struct error *err) MUST_CHECK;

#endif
