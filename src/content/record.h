/* Records of the data files: each kind declares its grammar as a table of fields, and
 * everything else follows from it. Unknown, missing and misplaced fields, wrong types, and
 * values out of range are mistakes with a line and a column.
 *
 * A field is either a value_def of resolver/system.h (a number, a flag, a choice, ...), so that
 * the attributes of a system are also fields of its creatures; or a text, a name, or a list,
 * which only files have (enum record_shape). To add a kind, see content/tables.c. */
#ifndef REFEREE_CONTENT_RECORD_H
#define REFEREE_CONTENT_RECORD_H

#include "content/yaml_reader.h"
#include "resolver/system.h"
#include "tracker/library.h"

struct field_def {
    enum record_shape shape;
    struct value_def value; /* name, is_required, help; the rest depends on the shape */
};

struct record_def {
    const char *what; /* "a table", for messages */
    const struct field_def *fields;
    int count;
};

enum { RECORD_FIELDS_MAX = 64 };

/* One field of a record that was read. */
struct field {
    const struct yaml_value *at; /* NULL: left out */
    struct input value;          /* RECORD_VALUE, with its fallback; for dice only `is_set` */
    struct str text;             /* a scalar's; zero-terminated; "" when left out */
    bool is_wrong;               /* it is among the diagnostics */
};

/* In the order of the grammar. */
struct record {
    const struct yaml_value *at;
    struct field field[RECORD_FIELDS_MAX];
};

/* False when something was wrong, which is then among the diagnostics. Valid fields are always
 * filled. */
bool record_read(struct record *out, const struct record_def *def, const struct yaml_value *at,
                 const struct yaml_source *source);

#endif
