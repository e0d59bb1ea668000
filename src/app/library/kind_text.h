/* The text of one kind as the campaign keeps it: a file with one record, read by itself. */
#ifndef REFEREE_APP_LIBRARY_KIND_TEXT_H
#define REFEREE_APP_LIBRARY_KIND_TEXT_H

#include "base/diagnostics.h"
#include "content/library.h"

/* Memory for reading one record; about 2 MB, owned by the caller. */
struct kind_text {
    struct library_set set;
    struct diagnostics diagnostics; /* its mistakes */
    struct arena arena, scratch;
    unsigned char memory[1 << 20];
    unsigned char scratch_memory[1 << 20];
};

/* Reads the record, which stays in the memory until another one is read there; NULL when it has
 * mistakes. Records that it names are not looked up. */
const struct library_record *kind_text_read(struct kind_text *memory,
                                            const struct system *system, struct str text);

#endif
