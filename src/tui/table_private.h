/* What the files of the table's loop share; nobody else includes this. table.c waits, looks and
 * draws, table_keys.c takes keys (those of the log, the palette and the reader have files of their
 * own), table_lines.c runs command lines and says what came of them. */
#ifndef REFEREE_TUI_TABLE_PRIVATE_H
#define REFEREE_TUI_TABLE_PRIVATE_H

#include "app/keys.h"
#include "app/session.h"
#include "tui/table_model.h"
#include "tui/term.h"

/* What the answers of the footer's dry runs hang on, besides the state. All of it is compared. */
struct footer_of {
    int is_known; /* 0: nothing was tried since the state changed */
    int has_refused;
    int selected, marked, acting;
    int columns;
};

/* All that the loop holds: a few megabytes, of which the log and the list of past acts are touched
 * only when they are opened. */
struct table {
    struct session *session;
    struct terminal *terminal;
    struct table_model model;
    struct question_box question;
    struct palette palette;
    struct reader reader;
    struct history history;
    struct log_list log;
    struct form form;
    struct result result; /* of the line that ran last */
    char refused[COMMAND_LINE_MAX + 1]; /* what `!` overrules; "" when there is nothing */
    bool has_ended, wants_tidying;
    struct footer_of footer_of; /* of the answers in the model */
    struct frame frame;
};

/* ---- table.c ---------------------------------------------------------------------------------- */

/* The model is filled again from the session, whose state or encounter may have changed. */
void table_load(struct table *table);
/* Odds and footer: after the state, the selection or the mark may have changed. */
void table_look(struct table *table);
/* Whether the encounter's system has the command that a key runs. */
bool table_knows_command(struct table *table, const char *command);

/* ---- table_lines.c ---------------------------------------------------------------------------- */

void table_say(struct table *table, enum role role, const char *text);
/* With its place. */
void table_say_error(struct table *table, const struct error *error);
/* That the key of this act of the screen helps: "l shows the whole log". */
void table_say_key(struct table *table, const char *act, const char *what);
/* Runs a line and shows what came of it. What went wrong leaves what was typed where it is, so
 * that it can be mended. */
void table_run_line(struct table *table, const char *line);
/* The line that was refused last, under a ruling. */
void table_run_ruling(struct table *table);
/* What the typed answer would do, in the message line. */
void table_echo(struct table *table);
/* What a line would do, into `out`; false, with nothing written, when that cannot be told before it
 * is done: it is wrong or refused so far, or has the program throw dice. */
bool table_echo_line(struct table *table, const char *line, struct text *out);
/* No more questions; the selection is where it was. */
void table_leave_question(struct table *table);
/* The list of past acts, on top of the table. */
void table_open_history(struct table *table);
void table_read(struct table *table, const char *title, struct str text);

/* ---- table_form.c ----------------------------------------------------------------------------- */

/* A form for a new row, or for the selected one. */
void table_open_form_new(struct table *table);
void table_open_form_edit(struct table *table);
/* The line that accepting the form would run, in the message line. */
void table_echo_form(struct table *table);
/* Closes a form whose row is gone. */
void table_check_form(struct table *table);
void table_take_in_form(struct table *table, const struct term_input *input);

/* ---- table_keys.c ----------------------------------------------------------------------------- */

/* The act of the screen that a key is bound to in this context: "@down"; "" for none. */
const char *table_act_of(enum key_context context, const struct term_input *input);
/* A key, a character or a paste, in whatever context the table is. */
void table_take_key(struct table *table, const struct term_input *input);

/* ---- log_keys.c ------------------------------------------------------------------------------- */

/* The whole log, on top of the table, and the keys there. */
void table_open_log(struct table *table);
void table_take_key_in_log(struct table *table, const struct term_input *input);

/* ---- palette_keys.c --------------------------------------------------------------------------- */

/* Commands and rows, and what the session knows beside them. */
struct palette_source table_source(struct table *table);
void table_open_palette(struct table *table);
void table_take_key_in_palette(struct table *table, const struct term_input *input);

/* ---- reader_keys.c ---------------------------------------------------------------------------- */

/* The help, on top of everything, with what is meant for this context first. */
void table_open_help(struct table *table, enum key_context context);
void table_take_key_in_reader(struct table *table, const struct term_input *input);

#endif
