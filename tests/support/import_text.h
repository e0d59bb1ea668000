/* What an import has read, as text for goldens. */
#ifndef REFEREE_SUPPORT_IMPORT_TEXT_H
#define REFEREE_SUPPORT_IMPORT_TEXT_H

#include "content/import/import.h"

/* A file's bytes, in memory that the next call uses again; the test fails when it is not there.
 */
struct str import_text_of_file(const char *path);

/* Each creature with its values, its note and what was marked, and then the remarks. */
void import_text_add(struct text *out, const struct import *import);

#endif
