/* The chart of a fight (app/forecast/chart) in a document: as part of a telling, or as a page
 * of its own. For the referee alone: its acts are those of the log. */
#ifndef REFEREE_APP_EXPORT_CHART_PAGE_H
#define REFEREE_APP_EXPORT_CHART_PAGE_H

#include <jansson.h>

#include "app/forecast/chart.h"
#include "exchange/telling.h"

/* A report as JSON, owned by the telling; takes the report over. */
const char *telling_document(struct telling *telling, json_t *report);

/* Owned by the telling. */
const struct telling_chart *telling_chart_of(struct telling *telling,
                                             const struct chart *chart);

/* A document of the chart and nothing else, by the name of its format (exchange/formats.h), in
 * *out, which the caller frees; NULL on failure. STATUS_USAGE, which chart_page_check tells
 * before anything is played: there is no such format, or it has only rows of acts. */
enum status chart_page_check(struct str format, struct error *err) MUST_CHECK;
enum status chart_page(char **out, const struct chart *chart, struct str format,
                       struct error *err) MUST_CHECK;

#endif
