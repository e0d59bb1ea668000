/* A telling as one page of HTML that needs nothing else: no scripts, no pictures, no styles
 * from elsewhere. It is well-formed XML too. */
#ifndef REFEREE_EXCHANGE_HTML_H
#define REFEREE_EXCHANGE_HTML_H

#include "exchange/telling.h"
#include "exchange/writing.h"

void write_as_html(struct writing *out, const struct telling *telling);

#endif
