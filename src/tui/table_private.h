/* What the files of the table's loop share; nobody else includes this. table.c waits, looks and
 * draws, table_keys.c takes keys, table_lines.c runs command lines and says what came of them. */
#ifndef REFEREE_TUI_TABLE_PRIVATE_H
#define REFEREE_TUI_TABLE_PRIVATE_H

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

/* All that the loop holds; about a megabyte, mostly the frame. */
struct table {
    struct session *session;
    struct terminal *terminal;
    struct table_model model;
    struct question_box question;
    struct palette palette;
    struct reader reader;
    struct history history;
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
struct palette_source table_source(struct table *table);
/* Whether the encounter's system has the command that a key runs. */
bool table_knows_command(struct table *table, const char *command);

/* ---- table_lines.c ---------------------------------------------------------------------------- */

void table_say(struct table *table, enum role role, const char *text);
/* With its place. */
void table_say_error(struct table *table, const struct error *error);
/* Runs a line and shows what came of it. What went wrong leaves what was typed where it is, so
 * that it can be mended. */
void table_run_line(struct table *table, const char *line);
/* The line that was refused last, under a ruling. */
void table_run_ruling(struct table *table);
/* What the typed answer would do, in the message line. */
void table_echo(struct table *table);
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

/* A key, a character or a paste, in whatever context the table is. */
void table_take_key(struct table *table, const struct term_input *input);

#endif
