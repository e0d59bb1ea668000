/* JSON written by hand: the strings and numbers that the log keeps for every rolled act.
 * Reading JSON is left to jansson, above the pure layers. */
#ifndef REFEREE_BASE_JSON_TEXT_H
#define REFEREE_BASE_JSON_TEXT_H

#include "base/text.h"

/* Adds a string in quotes. Quotes, backslashes and control characters are escaped, the other
 * bytes stay: the text is UTF-8 that was cleaned (base/utf8.h). */
void json_text_string(struct text *out, const char *string);
/* Adds a finite real in at most 15 digits, with a point or an exponent, so that readers keep it
 * a real: 0.55, 12.0, 15e-9. The relative error is below 1e-14, and a number of 15 digits or
 * fewer reads back as the same double. */
void json_text_real(struct text *out, double number);

#endif
