#include "store/campaign.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/campaign_file.h"

/* ---- rows ------------------------------------------------------------------------------ */

int64_t known_sum_before(const struct campaign *campaign, int64_t rows, int64_t checksum)
{
    return rows == 0 ? campaign->checksum : checksum;
}

int columns_sealed(const struct query *query, int columns)
{
    return query_is_null(query, columns - 1) ? columns - 1 : columns;
}

/* True when the present row, whose checksum is in this column, over the first `sealed`, is
 * undamaged and follows the row with the sum `before`. */
static bool is_whole(const struct query *query, const char *table, int64_t before, int sealed,
                     int checksum)
{
    struct seal seal;
    seal_begin(&seal);
    seal_text(&seal, str_of(table));
    seal_int(&seal, before);
    query_seal_columns(query, 0, sealed, &seal);
    return !query_is_null(query, checksum) && query_int(query, checksum) == seal_end(&seal);
}

/* Remembers the damage of a row; reading goes on after it. */
static void note_wrong(struct campaign *campaign, const char *table, int64_t id)
{
    char where[ERROR_WHERE_SIZE];
    snprintf(where, sizeof where, "%s %" PRId64, table, id);
    campaign_note_damage(campaign, where, "it differs from what was written", NULL);
}

/* If the ids of a table have a gap, rows after it are not read. */
static bool goes_on(struct campaign *campaign, const char *table, int64_t last, int64_t id)
{
    if (id == last + 1) {
        return true;
    }
    char where[ERROR_WHERE_SIZE];
    snprintf(where, sizeof where, "%s %" PRId64, table, last + 1);
    campaign_note_damage(campaign, where, "it is missing", NULL);
    return false;
}

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "", "out of memory");
}

/* ---- encounters ------------------------------------------------------------------------ */

static enum status add_encounter(struct campaign *campaign, const struct query *query,
                                 struct error *err)
{
    enum { ID, NAME, SYSTEM, CREATED_MS, ORIGIN, CHECKSUM };
    struct known *known = &campaign->known;
    void *room = array_grown(known->encounter, known->encounters, &known->encounters_room,
                             sizeof *known->encounter, realloc);
    if (room == NULL) {
        return no_memory(err);
    }
    known->encounter = room;
    struct known_encounter *encounter = &known->encounter[known->encounters];
    *encounter = (struct known_encounter){.end = -1};
    int64_t before = known_sum_before(campaign, known->encounters, known->encounters_checksum);
    encounter->is_whole =
        is_whole(query, "encounter", before, columns_sealed(query, CHECKSUM), CHECKSUM);
    if (encounter->is_whole) {
        encounter->row.id = query_int(query, ID);
        encounter->row.created_ms = query_int(query, CREATED_MS);
        encounter->row.origin =
            query_int(query, query_is_null(query, ORIGIN) ? CHECKSUM : ORIGIN);
        query_copy_text(query, NAME, encounter->row.name, sizeof encounter->row.name);
        query_copy_text(query, NAME, encounter->own_name, sizeof encounter->own_name);
        query_copy_text(query, SYSTEM, encounter->row.system, sizeof encounter->row.system);
    } else {
        note_wrong(campaign, "encounter", query_int(query, ID));
    }
    known->encounters++;
    known->encounters_checksum = query_int(query, CHECKSUM);
    return STATUS_OK;
}

/* ---- openings -------------------------------------------------------------------------- */

static enum status add_opening(struct campaign *campaign, const struct query *query,
                               struct error *err)
{
    enum { ID, ENCOUNTER, AT_MS, AFTER, PREVIOUS, CHECKSUM };
    (void)err;
    struct known *known = &campaign->known;
    int64_t before = known_sum_before(campaign, known->openings, known->openings_checksum);
    struct known_encounter *encounter = known_encounter(known, query_int(query, ENCOUNTER));
    bool is_sound = is_whole(query, "opening", before, CHECKSUM, CHECKSUM);
    known->openings++;
    known->openings_checksum = query_int(query, CHECKSUM);
    if (!is_sound || encounter == NULL) {
        if (!is_sound) {
            note_wrong(campaign, "opening", known->openings);
        }
        known->has_wrong_opening = true;
        return STATUS_OK;
    }
    struct known_encounter *last = known_encounter(known, known->open);
    if (last != NULL && last != encounter) {
        last->end = query_int(query, AFTER);
    }
    encounter->opening = known->openings;
    encounter->previous = query_int(query, PREVIOUS);
    encounter->end = -1;
    encounter->position.is_known = false;
    known->open = encounter->row.id;
    known->last_after = query_int(query, AFTER);
    return STATUS_OK;
}

/* ---- changes --------------------------------------------------------------------------- */

/* An order of texts, the shorter ones first. */
static int compare_texts(const char *a, struct str b)
{
    int n = (int)strlen(a);
    return n != b.n ? n - b.n : n == 0 ? 0 : memcmp(a, b.p, (size_t)n);
}

/* Entries are in the order of their keys, those of the newest things last. */
static int compare(const struct known_value *value, struct str thing, int64_t thing_id,
                   struct str field)
{
    if (value->thing_id != thing_id) {
        return value->thing_id < thing_id ? -1 : 1;
    }
    int order = compare_texts(value->thing, thing);
    return order != 0 ? order : compare_texts(value->field, field);
}

/* Its place, or the place to insert it; *is_found says which. */
static int place_of(bool *is_found, const struct known *known, struct str thing,
                    int64_t thing_id, struct str field)
{
    int low = 0, high = known->values;
    *is_found = false;
    while (low < high && !*is_found) {
        int middle = low + (high - low) / 2;
        int order = compare(&known->value[middle], thing, thing_id, field);
        *is_found = order == 0;
        low = order < 0 ? middle + 1 : *is_found ? middle : low;
        high = order > 0 ? middle : high;
    }
    return low;
}

int64_t known_change(const struct known *known, struct str thing, int64_t thing_id,
                     struct str field)
{
    bool is_found;
    int at = place_of(&is_found, known, thing, thing_id, field);
    return is_found ? known->value[at].change : 0;
}

/* A new one has no change yet; NULL when out of memory. */
static struct known_value *value_of(struct known *known, struct str thing, int64_t thing_id,
                                    struct str field)
{
    bool is_found;
    int at = place_of(&is_found, known, thing, thing_id, field);
    if (is_found) {
        return &known->value[at];
    }
    void *room = array_grown(known->value, known->values, &known->values_room,
                             sizeof *known->value, realloc);
    if (room == NULL) {
        return NULL;
    }
    known->value = room;
    struct known_value *value = &known->value[at];
    memmove(value + 1, value, (size_t)(known->values++ - at) * sizeof *value);
    *value = (struct known_value){.thing_id = thing_id};
    struct text text = text_over(value->thing, sizeof value->thing);
    text_add_str(&text, thing);
    text = text_over(value->field, sizeof value->field);
    text_add_str(&text, field);
    return value;
}

/* The changes that the store itself uses. */
static void take_over(struct known *known, struct str thing, int64_t thing_id, struct str field,
                      bool is_set, struct str new)
{
    struct known_encounter *encounter =
        str_equal(thing, CHANGE_ENCOUNTER) ? known_encounter(known, thing_id) : NULL;
    if (encounter == NULL) {
        return;
    }
    if (str_equal(field, CHANGE_NAME)) {
        struct text name = text_over(encounter->row.name, sizeof encounter->row.name);
        text_add_str(&name, is_set ? new : str_of(encounter->own_name));
    } else if (str_equal(field, CHANGE_ARCHIVED)) {
        encounter->row.is_archived = is_set;
        encounter->row.is_deleted = is_set && str_equal(new, CHANGE_DELETED);
    }
}

bool change_is_whole(const struct campaign *campaign, const struct query *query)
{
    int64_t id = query_int(query, CHANGE_COLUMN_ID);
    int64_t step = query_int(query, CHANGE_COLUMN_STEP);
    int64_t before =
        id == 1 ? campaign->checksum : query_int(query, CHANGE_COLUMN_CHECKSUM_BEFORE);
    bool is_in_range = id <= ROW_NUMBER_MAX && step > 0 && step <= id;
    return is_in_range &&
           is_whole(query, "change", before, columns_sealed(query, CHANGE_COLUMN_CHECKSUM),
                    CHANGE_COLUMN_CHECKSUM);
}

static enum status add_change(struct campaign *campaign, const struct query *query,
                              struct error *err)
{
    struct known *known = &campaign->known;
    struct str thing = query_text(query, CHANGE_COLUMN_THING);
    struct str field = query_text(query, CHANGE_COLUMN_FIELD);
    int64_t id = query_int(query, CHANGE_COLUMN_ID);
    if (!change_is_whole(campaign, query) || field.n >= CHANGE_FIELD_SIZE) {
        note_wrong(campaign, "change", id);
        return STATUS_OK;
    }
    struct known_value *value =
        value_of(known, thing, query_int(query, CHANGE_COLUMN_THING_ID), field);
    if (value == NULL) {
        return no_memory(err);
    }
    value->change = id;
    take_over(known, thing, value->thing_id, field, !query_is_null(query, CHANGE_COLUMN_NEW),
              query_text(query, CHANGE_COLUMN_NEW));
    return STATUS_OK;
}

/* The last of all changes, which the next one follows. */
static enum status read_newest_change(struct campaign *campaign, struct error *err)
{
    struct known *known = &campaign->known;
    struct query *query = query_begin(campaign->db, STATEMENT_CHANGE_NEWEST);
    query_bind(query, ":after", known->changes);
    bool has_row = false;
    enum status status = query_step(query, &has_row, err);
    if (status == STATUS_OK && has_row) {
        known->changes = query_int(query, CHANGE_COLUMN_ID);
        known->changes_checksum = query_int(query, CHANGE_COLUMN_CHECKSUM);
        if (change_is_whole(campaign, query)) {
            known->steps = query_int(query, CHANGE_COLUMN_STEP);
        } else {
            note_wrong(campaign, "change", known->changes);
        }
    }
    query_end(query);
    return status;
}

/* The reading state of this kind of thing; NULL when out of memory. */
static struct known_thing *thing_of(struct known *known, struct str thing)
{
    for (int i = 0; i < known->things; i++) {
        if (str_equal(thing, known->thing[i].thing)) {
            return &known->thing[i];
        }
    }
    void *room = array_grown(known->thing, known->things, &known->things_room,
                             sizeof *known->thing, realloc);
    if (room == NULL) {
        return NULL;
    }
    known->thing = room;
    struct known_thing *added = &known->thing[known->things++];
    *added = (struct known_thing){.upto = 0};
    struct text text = text_over(added->thing, sizeof added->thing);
    text_add_str(&text, thing);
    return added;
}

static enum status read_thing(struct campaign *campaign, struct str name, int most,
                              bool *is_done, struct error *err)
{
    struct known *known = &campaign->known;
    struct known_thing *thing = thing_of(known, name);
    *is_done = false;
    if (thing == NULL) {
        return no_memory(err);
    }
    if (thing->upto == known->changes) {
        *is_done = true;
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_CHANGE_OF);
    query_bind_text(query, ":thing", name);
    query_bind(query, ":after", thing->upto);
    bool has_row = true;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && has_row && most-- > 0) {
        status = query_step(query, &has_row, err);
        if (has_row) {
            thing->upto = query_int(query, CHANGE_COLUMN_ID);
            status = add_change(campaign, query, err);
        }
    }
    query_end(query);
    if (status == STATUS_OK && !has_row) {
        thing->upto = known->changes;
        *is_done = true;
    }
    return status;
}

/* ---- all of them ----------------------------------------------------------------------- */

typedef enum status add_fn(struct campaign *campaign, const struct query *query,
                           struct error *err);

static enum status read_rows(struct campaign *campaign, enum statement rows, const char *table,
                             int64_t last, add_fn *add, struct error *err)
{
    struct query *query = query_begin(campaign->db, rows);
    query_bind(query, ":after", last);
    enum status status = STATUS_OK;
    while (query_next(query, &status, err) &&
           goes_on(campaign, table, last++, query_int(query, 0))) {
        status = add(campaign, query, err);
    }
    query_end(query);
    return status;
}

static enum status read_added(struct campaign *campaign, struct error *err)
{
    struct known *known = &campaign->known;
    enum status status = read_rows(campaign, STATEMENT_ENCOUNTER_ROWS, "encounter",
                                   known->encounters, add_encounter, err);
    if (status == STATUS_OK) {
        status = read_rows(campaign, STATEMENT_OPENING_ROWS, "opening", known->openings,
                           add_opening, err);
    }
    if (status == STATUS_OK) {
        status = read_newest_change(campaign, err);
    }
    bool is_done;
    return status == STATUS_OK
               ? read_thing(campaign, str_of(CHANGE_ENCOUNTER), INT_MAX, &is_done, err)
               : status;
}

/* Every key asks: most of the time neither this program nor another one has written. Where it
 * cannot write it may read a file that is changed in other ways, and always looks. */
enum status known_refresh(struct campaign *campaign, struct error *err)
{
    struct known *known = &campaign->known;
    int64_t version = 0, written = db_written(campaign->db);
    if (known->is_fresh && campaign->readings > 0) {
        return STATUS_OK;
    }
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_DATA_VERSION), 0, &version, err);
    known->is_fresh = status == STATUS_OK;
    if (status != STATUS_OK || (version == known->data_version && written == known->written &&
                                !campaign->is_read_only)) {
        return status;
    }
    bool is_own;
    status = db_join_reading(campaign->db, &is_own, err);
    if (status == STATUS_OK) {
        status = read_added(campaign, err);
    }
    if (is_own) {
        db_end_reading(campaign->db);
    }
    known->data_version = status == STATUS_OK ? version : 0;
    known->written = written;
    known->is_fresh = status == STATUS_OK;
    return status;
}

enum status known_read_thing(struct campaign *campaign, struct str thing, int most,
                             bool *is_done, struct error *err)
{
    enum status status = known_refresh(campaign, err);
    *is_done = thing.n < 1 || thing.n >= CHANGE_THING_SIZE; /* no kind of thing has this name */
    return status != STATUS_OK || *is_done ? status
                                           : read_thing(campaign, thing, most, is_done, err);
}

enum status known_newest_change(int64_t *out, struct campaign *campaign, struct str thing,
                                struct error *err)
{
    struct known *known = &campaign->known;
    *out = 0;
    enum status status = known_refresh(campaign, err);
    struct known_thing *of = status == STATUS_OK ? thing_of(known, thing) : NULL;
    if (status == STATUS_OK && of == NULL) {
        return no_memory(err);
    }
    if (status == STATUS_OK && of->newest_of != known->changes) {
        struct query *query = query_begin(campaign->db, STATEMENT_CHANGE_NEWEST_OF);
        query_bind_text(query, ":thing", thing);
        status = query_number(query, 0, &of->newest, err);
        of->newest_of = status == STATUS_OK ? known->changes : 0;
    }
    *out = status == STATUS_OK ? of->newest : 0;
    return status;
}

void known_forget(struct known *known)
{
    free(known->encounter);
    free(known->value);
    free(known->thing);
    *known = (struct known){.encounters = 0};
}

struct known_encounter *known_encounter(struct known *known, int64_t id)
{
    if (id < 1 || id > known->encounters || !known->encounter[id - 1].is_whole) {
        return NULL;
    }
    return &known->encounter[id - 1];
}
