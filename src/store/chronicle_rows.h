/* What was read from the log about each encounter, kept in the file so that it need not be read
 * again: derived data, as text that only the caller understands.
 *
 * Each row belongs to one row of the log, the last that was read for it, and its checksum is
 * over that row's as well: it is not taken for that of another log. When any row is damaged all
 * of them are to be made again. */
#ifndef REFEREE_STORE_CHRONICLE_ROWS_H
#define REFEREE_STORE_CHRONICLE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct campaign;

struct chronicle_row {
    int64_t encounter; /* 0: the campaign as a whole */
    int64_t row;       /* of the log; at least 1 */
    struct str facts;
};

/* Calls `see` for each row; it must not call the store. *is_whole is false when a row is
 * damaged, or belongs to a log that is no longer there: then none of them counts. */
typedef void see_chronicle_row_fn(void *context, const struct chronicle_row *row);
enum status chronicle_rows_read(struct campaign *campaign, see_chronicle_row_fn *see,
                                void *context, bool *is_whole, struct error *err) MUST_CHECK;
/* Writes these rows in one transaction; other ones stay, unless `drops_others`. Does nothing on
 * a campaign that is only read. */
enum status chronicle_rows_keep(struct campaign *campaign, const struct chronicle_row *rows,
                                int count, bool drops_others, struct error *err) MUST_CHECK;

#endif
