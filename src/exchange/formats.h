/* The formats of an export: how a telling is written as Markdown, as one page of HTML, as CSV,
 * as JSON, as plain text. Each is a file of its own; this is their table. */
#ifndef REFEREE_EXCHANGE_FORMATS_H
#define REFEREE_EXCHANGE_FORMATS_H

#include "base/status.h"
#include "exchange/telling.h"
#include "exchange/writing.h"

struct export_format {
    const char *name;   /* "md" */
    const char *ending; /* of files: "md" */
    const char *help;
    void (*write)(struct writing *out, const struct telling *telling);
};

/* NULL after the last. */
const struct export_format *export_format_at(int i);
/* By its name, in any case. STATUS_USAGE with the nearest one when there is none. */
enum status export_format_find(const struct export_format **out, struct str name,
                               struct error *err) MUST_CHECK;
/* By the ending of a file; NULL: none has it. */
const struct export_format *export_format_of_file(const char *path);

#endif
