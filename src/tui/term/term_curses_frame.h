/* A frame shown on the real terminal: its roles as colours and attributes, and of its cells
 * those that are others than before.
 *
 * Curses is started. One process has one real terminal: the state is static. */
#ifndef REFEREE_TUI_TERM_TERM_CURSES_FRAME_H
#define REFEREE_TUI_TERM_TERM_CURSES_FRAME_H

#include "tui/canvas/canvas.h"
#include "tui/canvas/theme.h"

/* `is_unicode`: what the terminal understands, whatever frames are made of. Returns the colours
 * that frames will have: none unless `may_colour`. */
enum colour_depth curses_frame_open(const struct theme *theme, bool is_unicode,
                                    bool may_colour);
/* Another theme, and another answer to what the terminal understands; as many colours as
 * before.
 */
void curses_frame_restyle(const struct theme *theme, bool is_unicode);
/* Takes the terminal's screen, at first and when it was given back: it is empty then. */
void curses_frame_begin(void);
/* Shows as much of the frame as the terminal has room for. */
void curses_frame_present(const struct frame *frame);
/* What the terminal shows is not known any more: the next frame is sent whole. */
void curses_frame_forget(void);
/* Forgets everything, for another terminal. */
void curses_frame_close(void);

#endif
