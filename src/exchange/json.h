/* A telling as one JSON document. Its acts and figures have the keys of `log --json` and
 * `figures --json`. */
#ifndef REFEREE_EXCHANGE_JSON_H
#define REFEREE_EXCHANGE_JSON_H

#include "exchange/telling.h"
#include "exchange/writing.h"

void write_as_json(struct writing *out, const struct telling *telling);

#endif
