/* Showing a frame on the real terminal: its roles as colours and attributes, and only the cells
 * that have changed.
 *
 * Curses must be started. One process has one real terminal: the state is static. */
#ifndef REFEREE_TUI_TERM_TERM_CURSES_FRAME_H
#define REFEREE_TUI_TERM_TERM_CURSES_FRAME_H

#include "tui/canvas/canvas.h"
#include "tui/canvas/theme.h"

/* `is_unicode`: whether the terminal understands Unicode, whatever the glyphs of frames.
 * Returns the colours that frames will have: none unless `may_colour`. */
enum colour_depth curses_frame_open(const struct theme *theme, bool is_unicode,
                                    bool may_colour);
/* Changes the theme and whether the terminal understands Unicode; the number of colours
 * stays. */
void curses_frame_restyle(const struct theme *theme, bool is_unicode);
/* Adds the bytes that ask how wide a sign is, which leave the screen as it was; the answer is
 * the place of a cursor (CODE_WIDTH in tui/term/term_decode.h). */
void curses_frame_ask_width(void);
/* Says whether signs are two columns wide that are one elsewhere (East Asian "ambiguous" ones);
 * the screen is drawn again. */
void curses_frame_widen(bool is_wide);
/* Changes the theme's colours where they are shown; the screen is not cleared. */
void curses_frame_recolour(const struct theme *theme);
/* Takes the terminal's screen, at first and after it was returned: it is then empty. At first
 * this comes before the colours: with them, curses would give the terminal its own palette
 * back. */
void curses_frame_begin(void);
/* Leaves it to curses to give it back: the last row is cleared, since where the screen before
 * is not brought back, or only as the terminal's description says and not by what is between it
 * and here (mosh, screen), what is written next comes there. */
void curses_frame_end(void);
/* Shows as much of the frame as fits on the terminal. */
void curses_frame_present(const struct frame *frame);
/* The contents of the terminal are no longer known: the next frame is sent whole. */
void curses_frame_forget(void);
/* Forgets everything, for another terminal. */
void curses_frame_close(void);

#endif
