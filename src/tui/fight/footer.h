/* The footer: what the keys do now, from the key table; the row above it, whom they are for;
 * and what comes next, with its keys. Pure. */
#ifndef REFEREE_TUI_FIGHT_FOOTER_H
#define REFEREE_TUI_FIGHT_FOOTER_H

#include "app/settings/keys.h"
#include "tui/fight/table_model.h"

/* The columns that keys may take beside the permanent ones and the one that leads on after a
 * fight, and the columns of one key on a screen of that width: with shorter words, if it has
 * them, where the usual ones do not fit into the room. The code that fills model->can_run need
 * not try keys that do not fit. */
int footer_room(const struct table_model *model, enum key_context context, int columns);
int footer_width(const struct table_model *model, const struct key_binding *binding,
                 int columns, int room);
/* The keys in the order in which they get room: those for somebody else than the one whose turn
 * it is come after that one's. */
void footer_rank(const struct table_model *model, short ranked[KEY_BINDINGS_MAX]);
/* Whether the key is not a permanent one. */
bool footer_can_show(const struct key_binding *binding);

/* Whether the key does no more than the one that settles the first check, which stands beside
 * the check. */
bool footer_is_due(const struct table_model *model, const struct key_binding *binding);

/* Whether another row of the screen names the key, so that others come before it. */
bool footer_is_said_above(const struct table_model *model, const struct key_binding *binding,
                          int columns);

/* Whether the line above the log has room for the keys that every evening needs (FRAME in
 * keys.def), and draws them into it: as many as fit, in the order of the key table. */
bool footer_has_frame(const struct table_model *model, const struct table_layout *layout);
void footer_draw_frame(const struct table_model *model, const struct table_layout *layout);

/* Draws the context's keys with notes that fit and can do something: those of the table only
 * while model->can_run has them, and not those that stand in the frame or in the row above; but
 * first the one that leads on, once a fight is over. Commands and help are always at the end.
 */
void footer_draw(const struct table_model *model, enum key_context context,
                 const struct table_layout *layout, struct canvas canvas);

/* The keys of the table that can do something now, but stand in no row of it. */
void footer_left_out(const struct table_model *model, const struct table_layout *layout,
                     bool out[KEY_BINDINGS_MAX]);

/* ---- whom the keys are for ------------------------------------------------------------- */

/* "on Pelican 1 (target): d damage  . damage 5 again   on Anka (selected): e hp  h heal", in a
 * row above the footer; on a small screen in that of messages while there is none. It is made
 * from the key table and the commands (enum whom), so it cannot disagree with what a key does.
 */

/* Whether it has room for this key: one that acts on the target or on several. The code that
 * fills model->can_run tries these too. */
bool aim_may_show(const struct key_binding *binding);

/* Draws into one row; nothing while nobody is here. */
void aim_draw(const struct table_model *model, struct canvas canvas);
/* The same for the keys of the box after @more: each that touches somebody at once. */
void aim_draw_more(const struct table_model *model, struct canvas canvas);

/* ---- what comes next ------------------------------------------------------------------- */

/* Where no check is pending and the game says so. */

/* A text with the keys of the commands that it names in backquotes: "n next"; where a command
 * has no key it stays in its quotes. */
void guide_add_with_keys(const struct table_model *model, const char *words, struct text *out);

/* The rows that it takes, at most this many; 0: nothing is said. */
int guide_rows(const struct table_model *model, int columns, int most);

/* Where there is too little room, the beginning is cut and not the keys. */
void guide_draw(const struct table_model *model, struct canvas canvas);

#endif
