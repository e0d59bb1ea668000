/* Days as people write them: "14 Nov", or "Nov 2023" where that is long ago. Months are named
 * in English, whatever the locale; days are those of the local time. */
#ifndef REFEREE_APP_DATES_H
#define REFEREE_APP_DATES_H

#include <stdint.h>

#include "base/text.h"

/* `ms`: milliseconds since 1970, UTC. In at most eight columns, as seen from `now_ms`; what
 * lies more than ten months away has its year in place of its day. */
void date_add_short(struct text *out, int64_t ms, int64_t now_ms);
/* "14 Nov 2023". */
void date_add(struct text *out, int64_t ms);

#endif
