/* JSON written by hand: the strings and the numbers of what the log keeps, made with every act
 * that is rolled. Reading is jansson's, above the pure layers. */
#ifndef REFEREE_BASE_JSON_TEXT_H
#define REFEREE_BASE_JSON_TEXT_H

#include "base/text.h"

/* In quotes. Quotes, backslashes and control characters are escaped, the other bytes stay: the
 * text is UTF-8 that was cleaned (base/utf8.h). */
void json_text_string(struct text *out, const char *string);
/* A finite real in at most 15 digits, with a point or an exponent, so that readers keep it a
 * real: 0.55, 12.0, 15e-9. It is off by less than 1e-14 of itself, and what was written in 15
 * digits or less reads back as the same double. */
void json_text_real(struct text *out, double number);

#endif
