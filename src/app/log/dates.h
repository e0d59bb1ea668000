/* Days as people write them: "14 Nov", or "Nov 2023" when that is long ago. Months have English
 * names in any locale; days are in local time. */
#ifndef REFEREE_APP_LOG_DATES_H
#define REFEREE_APP_LOG_DATES_H

#include <stdint.h>

#include "base/text.h"

/* `ms`: milliseconds since 1970, UTC. At most eight columns, as seen from `now_ms`: a date more
 * than ten months away has its year in place of its day. */
void date_add_short(struct text *out, int64_t ms, int64_t now_ms);
/* "14 Nov 2023". */
void date_add(struct text *out, int64_t ms);
/* "Fri 20 Nov 2026". */
void date_add_day(struct text *out, int64_t ms);
/* A stretch of time: "2 h 40 min", "52 min", "<1 min". */
void length_add(struct text *out, int64_t ms);

#endif
