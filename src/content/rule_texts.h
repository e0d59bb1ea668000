/* Files of rules: data/<system>/rules.yaml, whose heads explain the format. Rules that several
 * systems cite are kept once, in a folder of their own such as data/generic/. */
#ifndef REFEREE_CONTENT_RULE_TEXTS_H
#define REFEREE_CONTENT_RULE_TEXTS_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "content/yaml_reader.h"
#include "tracker/library.h"

enum { RULE_TEXTS_MAX = 200, BESIDE_TEXTS_MAX = 24 };

/* The most memory that this many texts need, and that for reading them. */
enum { RULE_TEXTS_MEMORY_SIZE = 192 << 10, RULE_TEXTS_SCRATCH_SIZE = 1 << 20 };

/* Several files as one list. False when something was wrong, which is then among the
 * diagnostics of its source. The texts are kept in `arena`, which has RULE_TEXTS_MEMORY_SIZE
 * bytes; `scratch` is used and given back. */
bool rule_texts_read(struct rule_texts *out, const struct yaml_source *sources, int count,
                     struct arena *arena, struct arena *scratch);

#endif
