/* The text of one kind, as the campaign keeps it: a file of one record, read by itself. */
#ifndef REFEREE_APP_KIND_TEXT_H
#define REFEREE_APP_KIND_TEXT_H

#include "base/diagnostics.h"
#include "content/library.h"

/* Memory to read one record in; about 2 MB, the caller's. */
struct kind_text {
    struct library_set set;
    struct diagnostics diagnostics; /* what is wrong with it */
    struct arena arena, scratch;
    unsigned char memory[1 << 20];
    unsigned char scratch_memory[1 << 20];
};

/* The record, which lives in the memory until another one is read there; NULL when it has
 * mistakes. The records that it names are not looked for. */
const struct library_record *kind_text_read(struct kind_text *memory,
                                            const struct system *system, struct str text);

#endif
