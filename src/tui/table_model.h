/* What the table's screen shows, as plain data: the encounter, and what the screen itself
 * remembers about it (selection, mark, scrolling, the message, what is being typed).
 *
 * Views draw from a model and change nothing; the loop (tui/table.h) fills it. Selection and mark
 * are ids of combatants and stay with them however the order changes. Nothing here opens, runs or
 * waits, so tests make models from a state alone. */
#ifndef REFEREE_TUI_TABLE_MODEL_H
#define REFEREE_TUI_TABLE_MODEL_H

#include "app/keys.h"
#include "app/session.h"
#include "tui/form.h"
#include "tui/history.h"
#include "tui/palette.h"
#include "tui/question.h"
#include "tui/reader.h"
#include "tui/theme.h"

enum { NOTICE_SIZE = 600, BINDINGS_MAX = KEY_BINDINGS_MAX };

/* One message; an empty text is none. */
struct notice {
    enum role role;
    char text[NOTICE_SIZE];
};

struct table_model {
    /* Of the session, borrowed. Odds may be missing: odds_error says why, if not NULL. */
    const struct state *state;
    const struct procedure *procedure;
    const char *encounter, *undo_label;
    bool is_read_only;
    const struct log_line *lines;
    int lines_count;
    const struct odds *odds;
    const struct inputs *odds_inputs;
    const struct error *odds_error;
    /* Made by table_model_refresh. */
    int order[COMBATANTS_MAX], order_count;
    int acting; /* who would act now; 0: nobody */
    struct due due[DUE_MAX];
    int dues;
    const char *due_chance_name; /* of the first check: "holds"; NULL: no chance is known */
    double due_chance;
    bool can_run[BINDINGS_MAX]; /* for the footer: a row of the key table each; see tui/footer.h */
    /* The screen's own. */
    int selected, marked; /* ids; 0: none */
    int selected_index;   /* where the selected row stood, for when it is taken away */
    bool follows_turn;    /* the selection stands on the turn and goes with it */
    int older;            /* lines of the log below the newest one shown */
    struct notice notice;
    /* What lies on top; NULL when it is not there. Drawing moves only what their lines hide. */
    struct question_box *question;
    struct palette *palette;
    struct reader *reader;
    struct history *history;
    struct form *form;
};

/* After the state may have changed: order, who acts, what is due; selection and mark are kept as
 * long as their rows are there. The first call after zeroing selects whoever acts. */
void table_model_refresh(struct table_model *model);

/* As the referee does by key. */
void table_model_select(struct table_model *model, int id);
void table_model_move(struct table_model *model, int steps);
void table_model_mark(struct table_model *model, int id); /* marks, or unmarks the marked one */

/* The one an attack would go for: the marked row, else the selected one, as far as it is of the
 * other side than the one who acts; 0: neither. While nobody acts it is the marked row. */
int table_model_target(const struct table_model *model);
/* Whose odds are shown, and against whom: the one who acts against its target. While nobody of the
 * party can act in a phase of the fight, the foe of the selected and the marked row acts. False
 * when there are no such two. */
bool table_model_pair(const struct table_model *model, int *actor, int *target);
/* A likely target when there is none: the next in the order, still in the fight, of the other side
 * than the one who acts, after `from` (0: from the top); 0: nobody. */
int table_model_next_foe(const struct table_model *model, int from);

/* A command line of the key table with its places filled in. */
void table_model_expand(const struct table_model *model, const char *command, struct text *out);

#endif
