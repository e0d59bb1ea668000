/* What views may do to the screen that they are on: run and offer command lines, say something,
 * open and close views. They know the table itself (tui/loop) only as this handle; the
 * functions are its. A view's data belongs to the screen, as memory of the view's size, which
 * is zero at first, and stays from one opening to the next. */
#ifndef REFEREE_TUI_WIDGETS_SCREEN_H
#define REFEREE_TUI_WIDGETS_SCREEN_H

#include "app/sitting/result.h"
#include "app/sitting/sitting.h"
#include "tui/widgets/view.h"

struct sitting *table_sitting(struct table *table);
/* The model that is drawn: its state, keys, message and views. */
struct table_model *table_model_of(struct table *table);
/* The result of the line that ran last. */
struct result *table_result(struct table *table);
/* The data of a view, whether it is open or not. */
void *table_data(struct table *table, const struct view *view);
/* The part of the screen for a view with the room VIEW_SHEET, and the number of rows of a list
 * shown in it at once, for moving by pages. */
struct canvas table_sheet(struct table *table);
int table_page(struct table *table);
/* Idle moments follow each other at once as long as there is work for them. */
void table_go_on_idle(struct table *table);

/* ---- messages -------------------------------------------------------------------------- */

void table_say(struct table *table, enum role role, const char *text);
/* The error with its place. */
void table_say_error(struct table *table, const struct error *error);
/* The words of an error alone; nothing when there is none. */
void table_say_failed(struct table *table, enum status status, const struct error *error);
/* For `before`: clears the message of the last key. */
bool table_say_nothing(struct table *table, const struct view_key *key);
/* Shows a long text on top of everything. */
void table_read(struct table *table, const char *title, struct str text);

/* ---- lines ----------------------------------------------------------------------------- */

/* Runs a line and shows the result. After a mistake the typed text stays, so that it can be
 * corrected. */
void table_run_line(struct table *table, const char *line);
/* Opens the palette with the beginning of a line in it, or "". */
void table_open_palette(struct table *table, const char *line);
/* The same with the cursor after this many of its bytes. */
void table_open_palette_at(struct table *table, const char *line, int cursor);

/* ---- views ----------------------------------------------------------------------------- */

/* Opens a view as its word does as a command line, without closing any other. */
void table_open(struct table *table, const struct view *view);
/* Puts a view over what is open. */
void table_push(struct table *table, const struct view *view);
/* Closes a view wherever it is on the stack. */
void table_close(struct table *table, const struct view *view);
/* Closes all of them. */
void table_close_all(struct table *table);
/* Common acts of views: closing the one on top, and its help. */
void table_act_close(struct table *table, const struct view_key *key);
void table_act_help(struct table *table, const struct view_key *key);

#endif
