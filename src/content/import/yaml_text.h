/* YAML as people write it in notes: what is almost right is mended line by line, and each
 * mended line is told. In this order: as it stands; links and pictures of notes become the
 * words that they show, comments of notes (%%...%%) and tags (!!int) go; a line whose value
 * alone is no YAML is put in quotes. */
#ifndef REFEREE_CONTENT_IMPORT_YAML_TEXT_H
#define REFEREE_CONTENT_IMPORT_YAML_TEXT_H

#include "content/import/import.h"
#include "content/yaml_reader.h"

/* The value of a block whose first line has the number `line` in its file; its lines count from
 * there. NULL when it is no YAML with all of that, which is told in a remark with `name`. */
const struct yaml_value *import_yaml(struct import *import, struct str text, int line);

/* Adds a value in one line: "12", "1, 2, 3", "name: claw; desc: 1d4". */
void import_yaml_add(const struct yaml_value *value, struct text *out);

#endif
