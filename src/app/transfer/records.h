/* A record of the library as values: numbers are numbers, lists are lists, all else is text. */
#ifndef REFEREE_APP_TRANSFER_RECORDS_H
#define REFEREE_APP_TRANSFER_RECORDS_H

#include <jansson.h>

#include "base/status.h"
#include "content/library.h"

/* The fields that the draft sets; a new object. */
json_t *record_values(const struct kind_draft *draft);
/* One value as it is typed into a field, added to `out`; false when it is none of a record. */
bool record_value_add(json_t *value, struct text *out);
/* Sets the fields of a draft that was begun. STATUS_USAGE with the field that is unknown, has a
 * value of another shape, or is too long. */
enum status record_values_take(struct kind_draft *draft, json_t *values,
                               struct error *err) MUST_CHECK;
/* The name in the text of a kind as the campaign keeps it; empty: none. */
struct str record_name_in(struct str text);

#endif
