/* The program's own document (app/transfer/document.h) read back into an import. Nothing is
 * converted: kinds, members and texts come in as they were written, and what is there already
 * stays. */
#ifndef REFEREE_APP_TRANSFER_OWN_DOCUMENT_H
#define REFEREE_APP_TRANSFER_OWN_DOCUMENT_H

#include "app/transfer/import_plan.h"

/* Whether a text says that it is one: its first key is `referee`, in YAML or in JSON. */
bool own_document_is(struct str text);
/* Adds its items. `file` is its name for places. */
void own_document_add(struct sitting *sitting, struct import_plan *plan, struct str text,
                      const char *file);
/* Ends an item that stands for a prepared encounter of this text: merged where the same is
 * here, else under its name, or that and a number. */
void own_document_add_encounter(struct sitting *sitting, struct import_plan *plan,
                                struct import_item *item, const char *text);

#endif
