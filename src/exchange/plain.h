/* A telling as plain text. */
#ifndef REFEREE_EXCHANGE_PLAIN_H
#define REFEREE_EXCHANGE_PLAIN_H

#include "exchange/telling.h"
#include "exchange/writing.h"

void write_as_plain(struct writing *out, const struct telling *telling);

#endif
