/* Frames as pictures, in the colours of the theme for dark backgrounds: for a film of the tour
 * and for stills to be shown elsewhere. */
#ifndef REFEREE_TESTS_SUPPORT_PICTURE_H
#define REFEREE_TESTS_SUPPORT_PICTURE_H

#include "tui/canvas/canvas.h"

enum { PICTURE_SIZE = 512 * 1024 };

/* The whole screen for a terminal of 256 colours, from its first cell on; lines end with CR LF.
 */
void picture_ansi(struct text *out, const struct frame *frame);
/* An SVG image with its own background; it loads nothing. */
void picture_svg(struct text *out, const struct frame *frame);
/* A text as a JSON string, in quotes. */
void picture_json(struct text *out, struct str text);

#endif
