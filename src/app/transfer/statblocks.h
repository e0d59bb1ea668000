/* Kinds and prepared encounters as blocks in Markdown notes: `statblock` blocks of Fantasy
 * Statblocks, `encounter` blocks of the Initiative Tracker. */
#ifndef REFEREE_APP_TRANSFER_STATBLOCKS_H
#define REFEREE_APP_TRANSFER_STATBLOCKS_H

#include <jansson.h>

/* The kinds and encounters of a document (app/transfer/document.h) as a note, which the caller
 * frees. */
char *statblocks_write(json_t *document);

#endif
