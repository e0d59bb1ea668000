/* Values as YAML, written and read exactly: what was written is read as the same values, every
 * text byte for byte, with the blanks and line ends that content/yaml_reader takes off. For the
 * program's own documents, which are the same values in YAML as in JSON. Uses libyaml.
 *
 * Texts of several lines are blocks, others are plain where no reader of YAML takes them for
 * something else. */
#ifndef REFEREE_CONTENT_YAML_VALUES_H
#define REFEREE_CONTENT_YAML_VALUES_H

#include <jansson.h>

#include "base/status.h"
#include "base/text.h"

enum { VALUES_DEPTH_MAX = 12, VALUES_MAX = 1000000 };

/* The text, which the caller frees; NULL when a value is no YAML (an ill-formed text) or memory
 * is out. */
char *yaml_values_write(json_t *value);

/* The one document of a text. Plain whole numbers are numbers, `true`, `false` and `null` what
 * they say, all else texts. Anchors and tags are refused, and so are values that are deeper
 * within each other, or more, than the bounds, and a key that a map has twice. NULL with err,
 * whose place is in `file`. */
json_t *yaml_values_read(struct str text, const char *file, struct error *err);

#endif
