/* The program's own document (app/transfer/document.h) read back into an import. Nothing is
 * converted: kinds, members and texts come in as they were written, and what is there already
 * stays. */
#ifndef REFEREE_APP_TRANSFER_OWN_DOCUMENT_H
#define REFEREE_APP_TRANSFER_OWN_DOCUMENT_H

#include <jansson.h>

#include "app/transfer/import_plan.h"

/* True when a text of YAML says that it is one: it has a key `referee` with a version. */
bool own_document_is(struct str text);
/* The same of JSON that was read. */
bool own_document_is_json(const json_t *document);
/* Adds its items: of a text of YAML, of JSON. `file` is its name for places. */
void own_document_add_text(struct sitting *sitting, struct import_plan *plan, struct str text,
                           const char *file);
void own_document_add(struct sitting *sitting, struct import_plan *plan, json_t *document,
                      const char *file);
/* Ends an item that stands for a prepared encounter of this text: merged where the same is
 * here, else under its name, or that and a number. */
void own_document_add_encounter(struct sitting *sitting, struct import_plan *plan,
                                struct import_item *item, const char *text);
/* Adds members, rows of the party of a document. */
void own_document_add_members(struct sitting *sitting, struct import_plan *plan, json_t *rows);

#endif
