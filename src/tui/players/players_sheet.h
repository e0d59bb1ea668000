/* The players' screen, drawn: whose turn it is, who is next and the round in letters of blocks
 * where rows are left, below them the order; between fights a calm page with the party. Pure:
 * it knows what app/players lets it see, and nothing else. */
#ifndef REFEREE_TUI_PLAYERS_PLAYERS_SHEET_H
#define REFEREE_TUI_PLAYERS_PLAYERS_SHEET_H

#include "app/players/players.h"
#include "tui/canvas/canvas.h"

/* `message` stands in the last row: what keeps the screen from being of now; "": nothing. */
void players_sheet_draw(const struct players_view *view, const char *message,
                        struct frame *frame);

#endif
