#include "store/schema.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "store/seals.h"

const struct schema_scripts *schema_scripts(void)
{
    static const char *const log[] = {
        (const char *)embedded_schema_log_sql,
        (const char *)embedded_schema_log_0002_sql,
        (const char *)embedded_schema_log_0003_sql,
    };
    static const struct schema_scripts scripts = {
        .log = log,
        .log_count = sizeof log / sizeof log[0],
        .derived = (const char *)embedded_schema_views_sql,
        .seal = seals_make,
    };
    return &scripts;
}

enum status schema_check(struct db *db, const struct schema_scripts *scripts, struct error *err)
{
    int64_t application = 0, version = 0;
    enum status status =
        query_number(query_begin(db, STATEMENT_APPLICATION), 0, &application, err);
    if (status == STATUS_OK) {
        status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (application != SCHEMA_APPLICATION) {
        return error_set(err, STATUS_FOREIGN, "",
                         "the database belongs to another application");
    }
    if (version < 1) {
        return error_set(err, STATUS_DAMAGED, "", "the campaign is damaged: it has no version");
    }
    if (version > scripts->log_count) {
        return error_set(err, STATUS_FOREIGN, "",
                         "the campaign was written by a newer version of this program "
                         "(format %" PRId64 ", this one knows %d)",
                         version, scripts->log_count);
    }
    return STATUS_OK;
}

enum status schema_is_older(struct db *db, const struct schema_scripts *scripts, bool *out,
                            struct error *err)
{
    int64_t version = 0;
    *out = false;
    enum status status = schema_check(db, scripts, err);
    if (status == STATUS_OK) {
        status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    }
    *out = status == STATUS_OK && version < scripts->log_count;
    return status;
}

/* Within a transaction, so that changes by another program are seen. */
static enum status migrate(struct db *db, const struct schema_scripts *scripts, uint64_t seed,
                           struct error *err)
{
    int64_t version = 0;
    enum status status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    for (int64_t i = version; status == STATUS_OK && i < scripts->log_count; i++) {
        status = db_run_script(db, scripts->log[i], err);
        if (status == STATUS_OK && i == 0) {
            struct query *query = query_begin(db, STATEMENT_CAMPAIGN_MAKE);
            query_bind(query, ":seed", (int64_t)seed);
            status = query_run(query, err);
        }
    }
    if (status == STATUS_OK && scripts->seal != NULL && version < SCHEMA_SEALED) {
        status = scripts->seal(db, err);
    }
    return status;
}

enum status schema_migrate(struct db *db, const struct schema_scripts *scripts, uint64_t seed,
                           struct error *err)
{
    int64_t version = 0;
    enum status status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    if (status != STATUS_OK || version >= scripts->log_count) {
        return status;
    }
    status = db_begin(db, err);
    if (status != STATUS_OK) {
        return status;
    }
    return db_end(db, migrate(db, scripts, seed, err), err);
}

enum status schema_has_derived(struct db *db, const struct schema_scripts *scripts, bool *out,
                               struct error *err)
{
    int64_t number = 0;
    *out = false;
    enum status status =
        query_number(query_begin(db, STATEMENT_DERIVED_EXISTS), 0, &number, err);
    if (status != STATUS_OK || number == 0) {
        return status;
    }
    struct query *query = query_begin(db, STATEMENT_DERIVED_IS);
    query_bind_text(query, ":script", str_of(scripts->derived));
    status = query_number(query, 0, &number, err);
    *out = status == STATUS_OK && number != 0;
    return status;
}

static enum status derive(struct db *db, const struct schema_scripts *scripts,
                          struct error *err)
{
    enum status status = db_run_script(db, scripts->derived, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct query *query = query_begin(db, STATEMENT_DERIVED_KEEP);
    query_bind_text(query, ":script", str_of(scripts->derived));
    return query_run(query, err);
}

enum status schema_derive_anew(struct db *db, const struct schema_scripts *scripts,
                               struct error *err)
{
    enum status status = db_run_script(db, "REINDEX;", err);
    return status == STATUS_OK ? derive(db, scripts, err) : status;
}

enum status schema_derive(struct db *db, const struct schema_scripts *scripts,
                          struct error *err)
{
    enum status status = db_begin(db, err);
    if (status != STATUS_OK) {
        return status;
    }
    return db_end(db, derive(db, scripts, err), err);
}

/* ---- comparing ------------------------------------------------------------------------- */

enum { MADE_MAX = 128, COLUMNS_ADDED_MAX = 4, FILE_MAX = 1000 };
enum { STATEMENT_SIZE = 8192, COLUMN_SIZE = 200 };

enum { COLUMN_TYPE, COLUMN_NAME, COLUMN_SQL };

/* ---- whether they are as written ------------------------------------------------------- */

/* A statement of the scripts that creates something, and the columns that later ones add to
 * it. */
struct made {
    struct str type, name; /* "TABLE", "log" */
    const char *sql;       /* up to a semicolon */
    struct str column[COLUMNS_ADDED_MAX];
    int columns;
    bool is_found;
};

struct all_made {
    struct made made[MADE_MAX];
    int count, found;
    bool is_beyond; /* a script does something else, which only SQLite can evaluate */
};

static struct made *find_name(struct all_made *all, struct str type, struct str name)
{
    for (int i = 0; i < all->count; i++) {
        if (str_equal_any_case(all->made[i].type, type) &&
            str_equal_any_case(all->made[i].name, name)) {
            return &all->made[i];
        }
    }
    return NULL;
}

/* The words up to a blank, a line's end, a parenthesis or a semicolon. */
static struct str next_name(const char **at)
{
    *at += strspn(*at, " ");
    struct str name = {*at, (int)strcspn(*at, " (;\n")};
    *at += name.n;
    return name;
}

static void take_create(struct all_made *all, const char *line)
{
    if (all->count == MADE_MAX) {
        all->is_beyond = true;
        return;
    }
    const char *at = line + strlen("CREATE ");
    struct made *made = &all->made[all->count++];
    *made = (struct made){.sql = line};
    made->type = next_name(&at);
    made->name = next_name(&at);
}

static void take_alter(struct all_made *all, const char *line)
{
    const char *at = line + strlen("ALTER ");
    struct str type = next_name(&at);
    struct made *altered = find_name(all, type, next_name(&at));
    static const char adds[] = " ADD COLUMN ";
    if (altered == NULL || altered->columns == COLUMNS_ADDED_MAX ||
        strncmp(at, adds, strlen(adds)) != 0) {
        all->is_beyond = true;
        return;
    }
    at += strlen(adds);
    altered->column[altered->columns++] = (struct str){at, (int)strcspn(at, ";")};
}

/* Statements start at the beginning of a line. */
static void gather_made(struct all_made *all, const char *script)
{
    for (const char *line = script; line != NULL;) {
        if (strncmp(line, "CREATE ", 7) == 0) {
            take_create(all, line);
        } else if (strncmp(line, "DROP ", 5) == 0) {
            const char *at = line + strlen("DROP ");
            struct str type = next_name(&at);
            at += strncmp(at, " IF EXISTS ", 11) == 0 ? 10 : 0;
            struct made *dropped = find_name(all, type, next_name(&at));
            if (dropped != NULL) {
                *dropped = all->made[--all->count];
            }
            /* With a table its indexes and triggers go too. */
            all->is_beyond = all->is_beyond ||
                             (dropped != NULL && str_equal_any_case(type, str_of("table")));
        } else if (strncmp(line, "ALTER ", 6) == 0) {
            take_alter(all, line);
        }
        const char *end = strchr(line, '\n');
        line = end != NULL ? end + 1 : NULL;
    }
}

/* True when the text is that of the statement, with ", COLUMN" for each added column. */
static bool is_text_of(const struct made *made, struct str sql)
{
    char text[STATEMENT_SIZE];
    if (sql.n == 0 || sql.n >= STATEMENT_SIZE) {
        return false;
    }
    if (made->columns == 0) {
        return strncmp(made->sql, sql.p, (size_t)sql.n) == 0 && made->sql[sql.n] == ';';
    }
    memcpy(text, sql.p, (size_t)sql.n);
    text[sql.n] = '\0';
    int n = sql.n;
    for (int i = 0; i < made->columns; i++) {
        char column[COLUMN_SIZE];
        struct text added = text_over(column, sizeof column);
        text_add(&added, ", %.*s", made->column[i].n, made->column[i].p);
        char *at = strstr(text, column);
        if (at == NULL || added.is_cut) {
            return false;
        }
        memmove(at, at + added.n, strlen(at + added.n) + 1);
        n -= added.n;
    }
    return strncmp(made->sql, text, (size_t)n) == 0 && made->sql[n] == ';';
}

/* True when one of them, not found yet, is this text. */
static bool find_made(struct all_made *all, struct str sql)
{
    for (int i = 0; i < all->count; i++) {
        struct made *made = &all->made[i];
        if (!made->is_found && is_text_of(made, sql)) {
            made->is_found = true;
            all->found++;
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

/* ---- object by object ------------------------------------------------------------------ */

struct object {
    char *type, *name, *sql; /* one piece of memory, at `type` */
    bool is_derived;
};

struct objects {
    struct object *object;
    int count;
    bool is_cut; /* whether there are more than FILE_MAX */
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
    while (has_memory && !out->is_cut && query_next(query, &status, err)) {
        if (!is_statistics(query_text(query, COLUMN_TYPE), query_text(query, COLUMN_NAME))) {
            out->is_cut = out->count == FILE_MAX;
            has_memory = out->is_cut || objects_add(out, query);
        }
    }
    query_end(query);
    return has_memory ? status : error_set(err, STATUS_MEMORY, "", "out of memory");
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

/* The objects that the scripts make, with the derived ones marked. */
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

/* True when the script of derived objects would drop it, since an older one made it. */
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
    /* Each object of the file must have the text of its own statement, and each statement its
     * object. Also false when a script does something that is not understood here. */
    struct all_made made = {.count = 0};
    is_same = version == scripts->log_count;
    for (int i = 0; i < version; i++) {
        gather_made(&made, scripts->log[i]);
    }
    gather_made(&made, scripts->derived);
    struct query *query = query_begin(db, STATEMENT_SCHEMA_ROWS);
    query_bind(query, ":most", FILE_MAX);
    enum status status = STATUS_OK;
    while (is_same && query_next(query, &status, err)) {
        if (!is_statistics(query_text(query, COLUMN_TYPE), query_text(query, COLUMN_NAME))) {
            is_same = find_made(&made, query_text(query, COLUMN_SQL));
        }
    }
    query_end(query);
    is_same = is_same && !made.is_beyond && made.found == made.count;
    if (status != STATUS_OK || is_same) {
        return status;
    }
    return compare_objects(db, scripts, version, see, context, err);
}
