/* What holds of every import, whatever was read: for the fuzzers of the readers. */
#ifndef REFEREE_TESTS_SUPPORT_IMPORT_CHECK_H
#define REFEREE_TESTS_SUPPORT_IMPORT_CHECK_H

#include "content/import/import.h"

/* Ends it; nothing that it tells has a control character, and its sums are right. */
void import_check(struct import *import);
/* The same of one line, or with `has_lines` of several. */
void import_check_text(struct str text, bool has_lines);
/* Lets a reader have these bytes, within its memory, and checks what it makes of them. */
void import_check_reader(void (*read)(struct import *import, struct str text), struct str text);

#endif
