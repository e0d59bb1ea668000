/* Names in the forms in which they are compared, whatever way their marks were typed. Knows no
 * state; the tables of letters are utf8proc's, which works in our memory here.
 */
#ifndef REFEREE_TRACKER_NAME_FORM_H
#define REFEREE_TRACKER_NAME_FORM_H

#include "base/text.h"

/* The forms in which names are compared, one after the other until one fits: as they are; in
 * Unicode's composed form (NFC), as letters with marks can be typed in two ways that look
 * alike; and without marks, so that `zoe` finds Zoë. Case never counts. */
enum name_form { NAME_TYPED, NAME_COMPOSED, NAME_PLAIN, NAME_FORMS };
/* Whether anything in it is beyond ASCII. */
bool name_has_marks(struct str name);
/* A name or line in one of them, in `buf` or `name` itself where that is the same. What is not
 * valid UTF-8 or does not fit stays as it is. */
struct str name_in_form(struct str name, enum name_form form, char *buf, int size);
/* The first form in which both are the same; NAME_FORMS: they are not. */
enum name_form names_fit(struct str a, struct str b);
/* Whether they are the same but for case and the way marks were typed. */
bool names_same(struct str a, struct str b);
/* Whether each of the words stands somewhere in the text, in any form. */
bool text_holds_words(struct str text, struct str words);

#endif
