/* A record of the library as values: numbers are numbers, lists are lists, all else is text. */
#ifndef REFEREE_APP_TRANSFER_RECORDS_H
#define REFEREE_APP_TRANSFER_RECORDS_H

#include <jansson.h>

#include "base/status.h"
#include "content/library.h"

struct campaign;

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

/* ---- texts of the campaign --------------------------------------------------------------- */

/* The present texts of one field of all things of a kind (store/changes.h), in the order of
 * their numbers. Zeroed before it is read; to be freed by kept_texts_free, also after a
 * failure. */
struct kept_text {
    int64_t id;
    char *text;
};

struct kept_texts {
    struct kept_text *one;
    int count, room;
};

enum status kept_texts_read(struct kept_texts *out, struct campaign *campaign,
                            const char *thing, const char *field, struct error *err) MUST_CHECK;
void kept_texts_free(struct kept_texts *texts);

#endif
