/* Draws the footer, which says what the keys do now; the row above it, which says whom they are
 * for; and the guide, which says what comes next, with its keys. All of it is read from the key
 * table. Pure. */
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
/* Ranks the keys for the room there is: a key for the combatant whose turn it is comes before
 * one for anybody else. */
void footer_rank(const struct table_model *model, short ranked[KEY_BINDINGS_MAX]);
/* True when the key is not a permanent one. */
bool footer_can_show(const struct key_binding *binding);

/* True when the key does no more than the one that settles the first check, which stands beside
 * the check. */
bool footer_is_due(const struct table_model *model, const struct key_binding *binding);

/* True when another row of the screen names the key, so that others come before it. */
bool footer_is_said_above(const struct table_model *model, const struct key_binding *binding,
                          int columns);

/* True when the line above the log has room for the keys that every evening needs (FRAME in
 * keys.def), and draws them into it: as many as fit, in the order of the key table. */
bool footer_has_frame(const struct table_model *model, const struct table_layout *layout);
void footer_draw_frame(const struct table_model *model, const struct table_layout *layout);

/* Draws those keys of the context that have a note, fit, and can do something. Keys of the
 * table are drawn only while model->can_run has them and no other row shows them; once a fight
 * is over, the key that leads on comes first. Commands and help are always at the end. */
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

/* True when that row may show this key: it acts on the target or on several combatants. The
 * code that fills model->can_run tries such keys too. */
bool aim_may_show(const struct key_binding *binding);

/* Draws into one row; nothing while nobody is here. */
void aim_draw(const struct table_model *model, struct canvas canvas);
/* The same for the keys of the box after @more: each that touches somebody at once. */
void aim_draw_more(const struct table_model *model, struct canvas canvas);

/* ---- what comes next ------------------------------------------------------------------- */

/* The guide is shown where no check is pending and the game says what comes next. */

/* Adds a text with the keys of the commands that it names in backquotes: "n next"; where a
 * command has no key it stays in its quotes. */
void guide_add_with_keys(const struct table_model *model, const char *words, struct text *out);

/* The rows that the guide takes, at most this many; 0: it says nothing. */
int guide_rows(const struct table_model *model, int columns, int most);

/* Draws the guide. Where there is too little room its beginning is cut, and not the keys. */
void guide_draw(const struct table_model *model, struct canvas canvas);

#endif
