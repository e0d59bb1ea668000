/* A telling as CSV: a row for each act, all rows of one width. Figures and charts are left to
 * the spreadsheet. */
#ifndef REFEREE_EXCHANGE_CSV_H
#define REFEREE_EXCHANGE_CSV_H

#include "exchange/telling.h"
#include "exchange/writing.h"

void write_as_csv(struct writing *out, const struct telling *telling);

#endif
