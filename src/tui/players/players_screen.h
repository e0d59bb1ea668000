/* The players' screen at work: it follows the campaign that another program plays. */
#ifndef REFEREE_TUI_PLAYERS_PLAYERS_SCREEN_H
#define REFEREE_TUI_PLAYERS_PLAYERS_SCREEN_H

#include "tui/term/term.h"

struct sitting;

/* Runs until q, Esc or C-c, or until the terminal is gone; returns the exit code, 0. Both are
 * borrowed and stay open. */
int players_screen_run(struct sitting *sitting, struct terminal *terminal);

#endif
