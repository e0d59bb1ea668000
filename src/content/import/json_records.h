/* JSON of other programs: Improved Initiative, the Obsidian Initiative Tracker, Fantasy
 * Statblocks' data, Basic Fantasy in its shapes, actors of Foundry's old-school systems,
 * Open5e. What a file is shows in its keys; what no row of a shape takes becomes the note of
 * its creature. */
#ifndef REFEREE_CONTENT_IMPORT_JSON_RECORDS_H
#define REFEREE_CONTENT_IMPORT_JSON_RECORDS_H

#include "content/import/import.h"

/* Whether the text begins like JSON: a brace or a square bracket first. */
bool json_records_are_in(struct str text);

/* Adds its creatures: of one document, or of several, one a line. A comma before a closing
 * bracket, outside of texts, is passed over and told. What is no JSON, or holds no creature, is
 * told in a remark. */
void json_records_read(struct import *import, struct str text);

/* "<p>It <b>bites</b>.</p>" as "It bites.": without tags, entities as their signs, the ends of
 * texts as lines, links of compendiums as the words that they show. In the arena; p == NULL
 * without room. */
struct str json_without_html(struct arena *arena, struct str html);

#endif
