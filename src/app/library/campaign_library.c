#include "app/library/campaign_library.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/kind_search.h"
#include "app/library/record_library.h"
#include "app/sitting/data.h"
#include "content/library.h"
#include "store/changes.h"

static void tell_mistake(struct sitting *sitting, const struct error *mistake)
{
    struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
    /* Dice are shown below the message, with a caret under the mistake. */
    int first_line = (int)strcspn(mistake->text, "\n");
    text_add(&text, "%s: %.*s; nothing of that file is used%s", mistake->where, first_line,
             mistake->text, mistake->text + first_line);
    sitting->has_idle_news = true;
}

enum status sitting_open_tables(struct sitting *sitting, const char *file, struct error *err)
{
    struct diagnostics diagnostics;
    sitting->has_tables = true;
    enum status status = table_library_open(&sitting->tables, file, &diagnostics);
    sitting->tables_error = (struct error){.code = STATUS_OK};
    if (diagnostics.count > 0) {
        sitting->tables_error = diagnostics.diagnostic[0];
    }
    if (status != STATUS_OK) {
        *err = sitting->tables_error;
    } else if (diagnostics.count > 0) {
        tell_mistake(sitting, &sitting->tables_error);
    }
    return status;
}

/* ---- records --------------------------------------------------------------------------- */

/* A library in the making. */
struct library_reading {
    const struct system *system;
    struct record_library *library;
    struct diagnostics diagnostics;
    int64_t newest; /* change of a kind when this began */
    int64_t upto;   /* the last one that was added */
    int most, taken;
    bool has_room; /* in this step */
};

/* Each is a text of its own: a wrong one does not affect the others. One without a text is
 * archived. */
static void read_kind(struct library_set *set, const struct change *change,
                      struct diagnostics *diagnostics)
{
    char name[64];
    struct diagnostics own = {.count = 0};
    struct yaml_source source = {
        .file = name, .code = STATUS_DAMAGED, .bytes = change->new, .diagnostics = &own};
    text_format(name, sizeof name, "kind %" PRId64 " of the campaign", change->thing_id);
    set->stamp = change->id;
    set->id = change->thing_id;
    if (change->is_set && !library_read(set, &source) && own.count > 0) {
        /* What is refused now and was not before stays, to be changed; each use of it tells
         * again. */
        struct diagnostics again = {.count = 0};
        source.diagnostics = &again;
        source.is_kept = true;
        (void)!library_read(set, &source);
        diagnostics_add(diagnostics, STATUS_DAMAGED, own.diagnostic[0].where, "%s",
                        own.diagnostic[0].text);
    }
}

static bool take_kind(void *context, const struct change *change)
{
    struct library_reading *reading = context;
    if (reading->taken == reading->most) {
        reading->has_room = false;
        return false;
    }
    read_kind(record_library_set(reading->library), change, &reading->diagnostics);
    reading->upto = change->id;
    reading->taken++;
    return true;
}

static void begin_reading(struct sitting *sitting, const struct system *system)
{
    struct error err;
    struct library_reading *reading = calloc(1, sizeof *reading);
    CHECK(reading != NULL);
    sitting_forget_library(sitting);
    reading->system = system;
    (void)!changes_newest(sitting->campaign, str_of(CHANGE_KIND), &reading->newest, &err);
    record_library_begin(&reading->library, system, &reading->diagnostics);
    sitting->reading = reading;
}

/* Adds as many kinds of the campaign; after the last one the library is complete. */
static void go_on_reading(struct sitting *sitting, int most)
{
    struct library_reading *reading = sitting->reading;
    struct error err;
    reading->most = most;
    reading->taken = 0;
    reading->has_room = true;
    enum status status =
        changes_present(sitting->campaign, str_of(CHANGE_KIND), str_of(reading->system->id),
                        reading->upto, take_kind, reading, &err);
    if (status != STATUS_OK) {
        diagnostics_add(&reading->diagnostics, status, err.where, "%s", err.text);
        sitting->kinds_unread = err;
    }
    if (status != STATUS_OK || reading->has_room) {
        record_library_finish(reading->library, &reading->diagnostics);
        sitting->library = reading->library;
        sitting->library_system = reading->system;
        sitting->library_newest = reading->newest;
        reading->library = NULL;
    }
}

static void tell_mistakes(struct sitting *sitting, const struct diagnostics *diagnostics)
{
    sitting->library_error = (struct error){.code = STATUS_OK};
    if (diagnostics->count > 0) {
        sitting->library_error = diagnostics->diagnostic[0];
        tell_mistake(sitting, &sitting->library_error);
    }
}

static void forget_reading(struct sitting *sitting)
{
    if (sitting->reading != NULL) {
        record_library_close(sitting->reading->library);
    }
    free(sitting->reading);
    sitting->reading = NULL;
}

void sitting_open_library(struct sitting *sitting, const struct system *system)
{
    if (sitting->library_system == system) {
        return;
    }
    if (sitting->reading == NULL || sitting->reading->system != system) {
        begin_reading(sitting, system);
    }
    go_on_reading(sitting, INT_MAX);
    tell_mistakes(sitting, &sitting->reading->diagnostics);
    forget_reading(sitting);
}

void sitting_read_library(struct sitting *sitting, const struct system *system,
                          struct diagnostics *diagnostics)
{
    begin_reading(sitting, system);
    go_on_reading(sitting, INT_MAX);
    *diagnostics = sitting->reading->diagnostics;
    forget_reading(sitting);
}

struct record_library *sitting_read_library_apart(const struct sitting *sitting,
                                                  const struct system *system)
{
    struct error err;
    struct library_reading reading = {.system = system, .most = INT_MAX};
    record_library_begin(&reading.library, system, &reading.diagnostics);
    /* The table reports mistakes. */
    (void)!changes_present(sitting->campaign, str_of(CHANGE_KIND), str_of(system->id), 0,
                           take_kind, &reading, &err);
    record_library_finish(reading.library, &reading.diagnostics);
    return reading.library;
}

void sitting_forget_library(struct sitting *sitting)
{
    forget_reading(sitting);
    kind_search_free(sitting->kind_search);
    record_library_close(sitting->library);
    sitting->kind_search = NULL;
    sitting->library = NULL;
    sitting->library_system = NULL;
    sitting->kinds_unread.code = STATUS_OK;
}

/* Changes of kinds since the library was read. */
struct library_update {
    const struct system *system;
    struct library_set *set;
    struct diagnostics diagnostics;
};

static bool take_change(void *context, const struct change *change)
{
    struct library_update *update = context;
    if (str_equal(change->field, update->system->id)) {
        library_drop(update->set, change->thing_id);
        read_kind(update->set, change, &update->diagnostics);
    }
    return true;
}

/* Only the changed kinds are read. False when that cannot be done: a kind with a mistake may
 * have hidden another one, or there is no room. */
static bool update_library(struct sitting *sitting, int64_t newest)
{
    struct error err;
    if (sitting->library_error.code != STATUS_OK) {
        return false;
    }
    struct library_update update = {.system = sitting->library_system,
                                    .set = record_library_reopen(sitting->library)};
    enum status status = changes_of(sitting->campaign, str_of(CHANGE_KIND),
                                    sitting->library_newest, take_change, &update, &err);
    record_library_finish(sitting->library, &update.diagnostics);
    bool is_right = status == STATUS_OK && update.diagnostics.count == 0;
    if (is_right && sitting->kind_search != NULL) {
        kind_search_update(sitting->kind_search);
    }
    sitting->library_newest = newest;
    return is_right;
}

/* Takes over changes by any program. */
static void look_for_changes(struct sitting *sitting)
{
    struct error err;
    int64_t newest,
        read = sitting->reading != NULL ? sitting->reading->newest : sitting->library_newest;
    bool has_any = sitting->reading != NULL || sitting->library != NULL;
    sitting->kinds_looked_at = campaign_written(sitting->campaign);
    if (has_any &&
        changes_newest(sitting->campaign, str_of(CHANGE_KIND), &newest, &err) == STATUS_OK &&
        newest != read && (sitting->library == NULL || !update_library(sitting, newest))) {
        sitting_forget_library(sitting);
    }
}

/* The part of a large library that is read in an idle moment: about a millisecond. */
enum { CHANGES_AT_ONCE = 500, KINDS_AT_ONCE = 50 };

/* Mistakes are reported when the library is complete. */
static bool read_more(struct sitting *sitting)
{
    struct error err;
    bool is_ready;
    if (changes_get_ready(sitting->campaign, str_of(CHANGE_KIND), CHANGES_AT_ONCE, &is_ready,
                          &err) == STATUS_OK &&
        !is_ready) {
        return true;
    }
    go_on_reading(sitting, KINDS_AT_ONCE);
    if (sitting->library_system == NULL) {
        return true;
    }
    tell_mistakes(sitting, &sitting->reading->diagnostics);
    forget_reading(sitting);
    return false;
}

bool sitting_read_some_kinds(struct sitting *sitting)
{
    const struct system *system = state_system(&sitting->state);
    sitting->reads_records = true;
    look_for_changes(sitting);
    if (sitting->library_system == system) {
        return false;
    }
    if (sitting->reading == NULL || sitting->reading->system != system) {
        begin_reading(sitting, system);
    }
    return read_more(sitting);
}

static void open_files(struct sitting *sitting)
{
    struct error err;
    sitting_open_library(sitting, state_system(&sitting->state));
    if (!sitting->has_tables) {
        /* Mistakes in tables that the user did not name are reported when tables are used. */
        (void)!sitting_open_tables(sitting, NULL, &err);
    }
}

void sitting_need_files(struct sitting *sitting)
{
    sitting->reads_records = true;
    look_for_changes(sitting);
    open_files(sitting);
}

void sitting_ready_files(struct sitting *sitting)
{
    sitting->reads_records = true;
    if (campaign_written(sitting->campaign) != sitting->kinds_looked_at) {
        look_for_changes(sitting);
    }
    open_files(sitting);
}
