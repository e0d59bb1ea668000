/* YAML as a tree of values with their places: with `yaml_values` the only file that knows
 * libyaml.
 *
 * Only the YAML that the data files need: maps, lists and scalars. Anchors, aliases and tags
 * are refused, so that a small file cannot expand into a large one; depth, size and the number
 * of values are bounded; a duplicate key in a map is a mistake. Every text is made harmless
 * (utf8_clean) and is one line, unless the source keeps the lines of blocks (|). The meaning of
 * values is left to content/record.h. */
#ifndef REFEREE_CONTENT_YAML_READER_H
#define REFEREE_CONTENT_YAML_READER_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/text.h"

enum {
    YAML_BYTES_MAX = 1 << 20, /* of one file */
    YAML_DEPTH_MAX = 12,      /* maps and lists within each other */
    YAML_KEYS_MAX = 200,      /* of one map */
    YAML_VALUES_MAX = 50000   /* of one file */
};

enum yaml_shape { YAML_SHAPE_SCALAR, YAML_SHAPE_LIST, YAML_SHAPE_MAP };

/* The text of a file and the list for its mistakes. All borrowed. */
struct yaml_source {
    const char *file; /* its name, for places */
    enum status code; /* of mistakes: STATUS_USAGE when a person named the file just now, else
                           STATUS_DAMAGED */
    struct str bytes;
    struct diagnostics *diagnostics;
    /* Kept since it was read, maybe by an older program: dice are read as that one read them.
     */
    bool is_kept;
    bool keeps_lines; /* a block of text is several lines, separated by '\n' */
};

/* Borrowed from the arena. Lines and columns count from 1. */
struct yaml_value {
    enum yaml_shape shape;
    int line, column;
    struct str key; /* of a value in a map; zero-terminated */
    int key_line, key_column;
    struct str text; /* YAML_SHAPE_SCALAR: zero-terminated, without blanks at its ends */
    bool is_quoted;  /* it was in quotes, or is a block of text */
    int count;       /* of a list or a map */
    struct yaml_value *first,
        *next; /* its first value, and the next one in the same list or map */
};

/* The file's one document; NULL when anything was wrong, which is then among the diagnostics,
 * and for a file without a value. */
const struct yaml_value *yaml_read(const struct yaml_source *source, struct arena *arena);

/* The value of this key in a map; NULL when there is none. */
const struct yaml_value *yaml_find(const struct yaml_value *map, const char *key);

/* Adds a mistake at a line and column of the source. */
void yaml_complain(const struct yaml_source *source, int line, int column, const char *format,
                   ...) LIKE_PRINTF(4, 5);
/* The version of libyaml that is loaded. */
const char *yaml_library_version(void);

#endif
