/* `referee doctor`: what this terminal and this machine can do, the campaign and the user's
 * files, each with what to do about it. It changes nothing. The terminal is looked at by the
 * screen's layer, which this does not know: main hands its facts over. */
#ifndef REFEREE_CLI_DOCTOR_H
#define REFEREE_CLI_DOCTOR_H

#include <stdbool.h>

#include "cli/options.h"

struct doctor_terminal {
    const char *name; /* TERM; "": none */
    bool is_terminal; /* standard input and output are one */
    bool is_known;    /* the system describes a terminal of this name */
    bool can_place;   /* text can be put anywhere on it */
    bool has_keypad, has_function_keys;
    bool is_utf8;             /* by the locale */
    bool is_locale_installed; /* the one that the environment names */
    int rows, columns;        /* 0: not known */
    int colours;              /* 0 or less: none */
    const char *library;      /* "ncurses 6.4" */
    const char *mistakes;     /* in the user's file of keys, a line each; "": none */
};

int doctor_run(const struct options *options, const struct doctor_terminal *terminal);

#endif
