/* JSON of other programs: Improved Initiative, the Obsidian Initiative Tracker, Fantasy
 * Statblocks' data, Basic Fantasy in its shapes, actors of Foundry's old-school systems,
 * Open5e. What a file is shows in its keys; what no row of a shape takes becomes the note of
 * its creature. */
#ifndef REFEREE_CONTENT_IMPORT_JSON_RECORDS_H
#define REFEREE_CONTENT_IMPORT_JSON_RECORDS_H

#include <jansson.h>

#include "content/import/import.h"

/* True when the text begins like JSON: a brace or a square bracket first. */
bool json_records_are_in(struct str text);

/* Reads the text once. A comma before a closing bracket, outside of texts, is passed over and
 * told. NULL: it was several documents, one a line, whose creatures are added; or it is no
 * JSON, which is told in a remark. Else the caller owns the document. */
json_t *json_records_load(struct import *import, struct str text) MUST_CHECK;
/* Adds the creatures of a document. Where it holds none, that is told in a remark. */
void json_records_add(struct import *import, json_t *document);
/* Both. */
void json_records_read(struct import *import, struct str text);

/* "<p>It <b>bites</b>.</p>" as "It bites.": without tags, entities as their signs, the ends of
 * texts as lines, links of compendiums as the words that they show. In the arena; p == NULL
 * without room. */
struct str json_without_html(struct arena *arena, struct str html);

#endif
