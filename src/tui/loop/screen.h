/* The screen as its views know it: the data that all of them share, and what they may do to the
 * screen that they are on: run and offer command lines, say something, open and close views.
 * How the loop works it does not tell (tui/loop/screen_private.h does), and it knows no view.
 *
 * A view's data belongs to the screen, as memory of the view's size, which is zero at first,
 * and stays from one opening to the next. What a view offers to others stands in its own
 * header; two views that open each other do it by their slots `opens` and `open_about`
 * (tui/widgets/view.h), so that neither needs the other's header. */
#ifndef REFEREE_TUI_LOOP_SCREEN_H
#define REFEREE_TUI_LOOP_SCREEN_H

#include "app/sitting/result.h"
#include "app/sitting/sitting.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/table_model.h"
#include "tui/term/term.h"
#include "tui/widgets/view.h"

struct export_draft;
struct loop;

struct screen {
    struct sitting *sitting; /* borrowed, as is the terminal */
    struct terminal *terminal;
    const struct own_keys *own_keys; /* the user's; NULL: none */
    struct table_model model;        /* what is drawn: state, keys, message and views */
    struct result result;            /* of the line that ran last */
    struct frame frame;              /* between two keys it is clear */
    void *data[CONTEXT_COUNT];       /* of views, see screen_data */
    struct loop *loop;               /* what the loop alone knows */
    /* The loop's own: see screen_run_line, screen_open_palette_at and screen_act_help. */
    void (*run_line)(struct screen *screen, const char *line);
    void (*open_palette)(struct screen *screen, const char *line, int cursor);
    void (*open_help)(struct screen *screen, enum key_context context);
};

/* The data of a view, whether it is open or not. */
void *screen_data(struct screen *screen, const struct view *view);
/* The part of the screen for a view with the room VIEW_SHEET, and the number of rows of a list
 * shown in it at once, for moving by pages. */
struct canvas screen_sheet(struct screen *screen);
int screen_page(struct screen *screen);

/* ---- the model ------------------------------------------------------------------------- */

/* Fills a model from any sitting: state, order, log and pending checks. */
void table_fill(struct table_model *model, struct sitting *sitting);
/* The odds of the usual act of the selected combatant against the target. */
void table_usual_odds(struct table_model *model, struct sitting *sitting);
/* What waits for the combatant whom the odds of the model are about. */
void table_find_together(struct table_model *model, struct sitting *sitting);
/* Which kinds are gone; known once the library has been read, in the first idle moment. */
void table_look_at_kinds(struct table_model *model, const struct sitting *sitting);

/* ---- messages -------------------------------------------------------------------------- */

void screen_say(struct screen *screen, enum role role, const char *text);
/* The error with its place. */
void screen_say_error(struct screen *screen, const struct error *error);
/* The words of an error alone; nothing when there is none. */
void screen_say_failed(struct screen *screen, enum status status, const struct error *error);
/* For `before`: clears the message of the last key. */
bool screen_say_nothing(struct screen *screen, const struct view_key *key);

/* ---- lines ----------------------------------------------------------------------------- */

/* Runs a line and shows the result. After a mistake the typed text stays, so that it can be
 * corrected. */
void screen_run_line(struct screen *screen, const char *line);
/* Opens the palette with the beginning of a line in it, or "". */
void screen_open_palette(struct screen *screen, const char *line);
/* The same with the cursor after this many of its bytes. */
void screen_open_palette_at(struct screen *screen, const char *line, int cursor);
/* Opens the palette with the line of this act, to change it. */
void screen_amend(struct screen *screen, int64_t act);
/* Goes back or forward to just after this act. */
void screen_rewind(struct screen *screen, int64_t act);
/* The line that exports an encounter, to be completed. */
void screen_open_export(struct screen *screen, const struct export_draft *draft);

/* ---- views ----------------------------------------------------------------------------- */

/* Puts a view over what is open. */
void screen_push(struct screen *screen, const struct view *view);
/* Closes a view wherever it is on the stack. */
void screen_close(struct screen *screen, const struct view *view);
/* Closes all of them. */
void screen_close_all(struct screen *screen);
/* Common acts of views: closing the one on top, and its help. */
void screen_act_close(struct screen *screen, const struct view_key *key);
void screen_act_help(struct screen *screen, const struct view_key *key);

#endif
