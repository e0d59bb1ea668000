/* A telling as Markdown, by rounds. */
#ifndef REFEREE_EXCHANGE_MARKDOWN_H
#define REFEREE_EXCHANGE_MARKDOWN_H

#include "exchange/telling.h"
#include "exchange/writing.h"

void write_as_markdown(struct writing *out, const struct telling *telling);

#endif
