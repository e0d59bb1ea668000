#include "store/schema_compare.h"

#include <stdlib.h>
#include <string.h>

enum { MADE_MAX = 256, FILE_MAX = 1000 };

enum { COLUMN_TYPE, COLUMN_NAME, COLUMN_SQL };

/* ---- the quick answer ------------------------------------------------------------------ */

/* The statements of the scripts that make something, by where they begin. */
struct made {
    const char *at[MADE_MAX];
    bool is_found[MADE_MAX];
    int count, found;
};

static void gather_made(struct made *made, const char *script)
{
    for (const char *line = script; line != NULL && made->count < MADE_MAX;) {
        if (strncmp(line, "CREATE ", 7) == 0) {
            made->at[made->count++] = line;
        }
        line = strchr(line, '\n');
        line += line != NULL ? 1 : 0;
    }
}

/* Whether one of them, not found yet, is this text. */
static bool find_made(struct made *made, struct str sql)
{
    for (int i = 0; i < made->count; i++) {
        if (!made->is_found[i] && sql.n > 0 &&
            strncmp(made->at[i], sql.p, (size_t)sql.n) == 0 && made->at[i][sql.n] == ';') {
            made->is_found[i] = true;
            made->found++;
            return true;
        }
    }
    return false;
}

static bool is_statistics(struct str type, struct str name)
{
    return str_equal(type, "table") &&
           (str_equal(name, "sqlite_stat1") || str_equal(name, "sqlite_stat4"));
}

/* Each object of the file has the text of a statement of its own, and each statement has its
 * object. Where a later script drops or alters something this cannot be so, and says no. */
static enum status is_as_written(bool *out, struct db *db, const struct schema_scripts *scripts,
                                 int64_t version, struct error *err)
{
    struct made made = {.count = 0};
    *out = version == scripts->log_count;
    for (int i = 0; i < version; i++) {
        gather_made(&made, scripts->log[i]);
    }
    gather_made(&made, scripts->derived);
    struct query *query = query_begin(db, STATEMENT_SCHEMA_ROWS);
    query_bind(query, ":most", FILE_MAX);
    enum status status = STATUS_OK;
    bool has_row = true;
    while (status == STATUS_OK && *out && has_row) {
        status = query_step(query, &has_row, err);
        if (has_row &&
            !is_statistics(query_text(query, COLUMN_TYPE), query_text(query, COLUMN_NAME))) {
            *out = find_made(&made, query_text(query, COLUMN_SQL));
        }
    }
    query_end(query);
    *out = *out && made.found == made.count;
    return status;
}

/* ---- object by object ------------------------------------------------------------------ */

struct object {
    char *type, *name, *sql; /* one piece of memory, at `type` */
    bool is_derived;
};

struct objects {
    struct object *object;
    int count;
    bool is_cut; /* there are more than FILE_MAX */
};

static void objects_free(struct objects *objects)
{
    for (int i = 0; i < objects->count; i++) {
        free(objects->object[i].type);
    }
    free(objects->object);
    *objects = (struct objects){0};
}

static char *put(char **to, struct str text)
{
    char *at = *to;
    memcpy(at, text.n > 0 ? text.p : "", (size_t)text.n);
    at[text.n] = '\0';
    *to += text.n + 1;
    return at;
}

static bool objects_add(struct objects *objects, const struct query *query)
{
    struct str type = query_text(query, COLUMN_TYPE), name = query_text(query, COLUMN_NAME);
    struct str sql = query_text(query, COLUMN_SQL);
    char *memory = malloc((size_t)type.n + (size_t)name.n + (size_t)sql.n + 3);
    if (memory == NULL) {
        return false;
    }
    struct object *object = &objects->object[objects->count++];
    object->type = put(&memory, type);
    object->name = put(&memory, name);
    object->sql = put(&memory, sql);
    object->is_derived = false;
    return true;
}

static enum status objects_read(struct objects *out, struct db *db, struct error *err)
{
    *out = (struct objects){.object = calloc(FILE_MAX, sizeof *out->object)};
    bool has_memory = out->object != NULL;
    struct query *query = query_begin(db, STATEMENT_SCHEMA_ROWS);
    query_bind(query, ":most", FILE_MAX + 1);
    enum status status = STATUS_OK;
    bool has_row = true;
    while (status == STATUS_OK && has_row && has_memory && !out->is_cut) {
        status = query_step(query, &has_row, err);
        if (has_row &&
            !is_statistics(query_text(query, COLUMN_TYPE), query_text(query, COLUMN_NAME))) {
            out->is_cut = out->count == FILE_MAX;
            has_memory = out->is_cut || objects_add(out, query);
        }
    }
    query_end(query);
    return has_memory ? status : error_set(err, STATUS_FULL, "", "no memory is left");
}

static struct object *objects_find(const struct objects *objects, const struct object *wanted)
{
    for (int i = 0; i < objects->count; i++) {
        struct object *object = &objects->object[i];
        if (strcmp(object->type, wanted->type) == 0 &&
            strcmp(object->name, wanted->name) == 0) {
            return object;
        }
    }
    return NULL;
}

/* What the scripts make, the derived part marked. */
static enum status objects_make(struct objects *out, const struct schema_scripts *scripts,
                                int64_t version, struct error *err)
{
    struct db *db = NULL;
    struct objects enduring = {0};
    *out = (struct objects){0};
    enum status status = db_open(&db, "", DB_MEMORY, err);
    for (int i = 0; status == STATUS_OK && i < version; i++) {
        status = db_run_script(db, scripts->log[i], err);
    }
    if (status == STATUS_OK) {
        status = objects_read(&enduring, db, err);
    }
    if (status == STATUS_OK && version == scripts->log_count) {
        status = db_run_script(db, scripts->derived, err);
    }
    if (status == STATUS_OK) {
        status = objects_read(out, db, err);
    }
    for (int i = 0; i < out->count; i++) {
        out->object[i].is_derived = objects_find(&enduring, &out->object[i]) == NULL;
    }
    objects_free(&enduring);
    db_close(db);
    return status;
}

/* Whether the script of what is derived would drop it: an older one made it. */
static bool is_dropped(const struct schema_scripts *scripts, const struct object *object)
{
    static const struct {
        const char *type, *word;
    } words[] = {{"table", "TABLE"}, {"index", "INDEX"}, {"view", "VIEW"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char line[200];
        struct text text = text_over(line, sizeof line);
        text_add(&text, "\nDROP %s IF EXISTS %s;", words[i].word, object->name);
        if (strcmp(words[i].type, object->type) == 0 && !text.is_cut) {
            return strstr(scripts->derived, line) != NULL;
        }
    }
    return false;
}

static enum status compare_objects(struct db *db, const struct schema_scripts *scripts,
                                   int64_t version, schema_difference_fn *see, void *context,
                                   struct error *err)
{
    struct objects ours, theirs = {0};
    enum status status = objects_make(&ours, scripts, version, err);
    if (status == STATUS_OK) {
        status = objects_read(&theirs, db, err);
    }
    for (int i = 0; status == STATUS_OK && i < ours.count; i++) {
        const struct object *object = &ours.object[i];
        const struct object *found = objects_find(&theirs, object);
        if (found == NULL || strcmp(found->sql, object->sql) != 0) {
            see(context, &(struct schema_difference){.kind = found == NULL ? SCHEMA_MISSING
                                                                           : SCHEMA_CHANGED,
                                                     .type = object->type,
                                                     .name = object->name,
                                                     .is_derived = object->is_derived});
        }
    }
    for (int i = 0; status == STATUS_OK && i < theirs.count; i++) {
        const struct object *object = &theirs.object[i];
        if (objects_find(&ours, object) == NULL) {
            see(context,
                &(struct schema_difference){.kind = SCHEMA_ADDED,
                                            .type = object->type,
                                            .name = object->name,
                                            .is_derived = is_dropped(scripts, object)});
        }
    }
    if (status == STATUS_OK && theirs.is_cut) {
        see(context,
            &(struct schema_difference){.kind = SCHEMA_TOO_MANY, .type = "", .name = ""});
    }
    objects_free(&ours);
    objects_free(&theirs);
    return status;
}

enum status schema_compare(struct db *db, const struct schema_scripts *scripts, int64_t version,
                           schema_difference_fn *see, void *context, struct error *err)
{
    CHECK(version >= 1 && version <= scripts->log_count);
    bool is_same = false;
    enum status status = is_as_written(&is_same, db, scripts, version, err);
    if (status != STATUS_OK || is_same) {
        return status;
    }
    return compare_objects(db, scripts, version, see, context, err);
}
