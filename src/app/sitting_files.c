#include "app/sitting_files.h"

#include <inttypes.h>

#include "app/kind_search.h"
#include "app/record_library.h"
#include "app/sitting_data.h"
#include "app/table_library.h"
#include "content/library.h"
#include "store/changes.h"

enum status sitting_open_tables(struct sitting *sitting, const char *file, struct error *err)
{
    struct diagnostics diagnostics;
    sitting->has_tables = true;
    if (table_library_open(&sitting->tables, file, &diagnostics) == STATUS_OK) {
        return STATUS_OK;
    }
    sitting->tables_error = diagnostics.diagnostic[0];
    if (file == NULL) {
        return STATUS_OK;
    }
    *err = sitting->tables_error;
    return err->code;
}

/* ---- records --------------------------------------------------------------------------- */

/* Where the kinds of a campaign go. */
struct taking {
    struct library_set *set;
    struct diagnostics *diagnostics;
};

/* Each is a text of its own: one that is wrong takes no other one away. One without a text is
 * archived. */
static bool take_kind(void *context, const struct change *change)
{
    struct taking *taking = context;
    char name[64];
    struct diagnostics own = {.count = 0};
    struct yaml_source source = {
        .file = name, .code = STATUS_DAMAGED, .bytes = change->new, .diagnostics = &own};
    text_format(name, sizeof name, "kind %" PRId64 " of the campaign", change->thing_id);
    taking->set->stamp = change->id;
    taking->set->id = change->thing_id;
    if (change->is_set && !library_read(taking->set, &source) && own.count > 0) {
        diagnostics_add(taking->diagnostics, STATUS_DAMAGED, own.diagnostic[0].where, "%s",
                        own.diagnostic[0].text);
    }
    return true;
}

static void take_kinds(void *context, struct library_set *set, struct diagnostics *diagnostics)
{
    struct sitting *sitting = context;
    struct taking taking = {set, diagnostics};
    struct error err;
    enum status status =
        changes_present(sitting->campaign, str_of(CHANGE_KIND),
                        str_of(sitting->library_system->id), take_kind, &taking, &err);
    if (status != STATUS_OK) {
        diagnostics_add(diagnostics, status, err.where, "%s", err.text);
    }
}

static void tell_mistakes(struct sitting *sitting, const struct diagnostics *diagnostics)
{
    struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
    sitting->library_error =
        diagnostics->count > 0 ? diagnostics->diagnostic[0] : (struct error){.code = STATUS_OK};
    if (diagnostics->count > 0) {
        text_add(&text, "%s: %s; nothing of that file is used", sitting->library_error.where,
                 sitting->library_error.text);
        sitting->has_idle_news = true;
    }
}

void sitting_open_library(struct sitting *sitting, const struct system *system)
{
    struct diagnostics diagnostics;
    if (sitting->library_system != system) {
        sitting_read_library(sitting, system, &diagnostics);
        tell_mistakes(sitting, &diagnostics);
    }
}

void sitting_read_library(struct sitting *sitting, const struct system *system,
                          struct diagnostics *diagnostics)
{
    struct error err;
    sitting_forget_library(sitting);
    sitting->library_system = system;
    (void)!changes_count(sitting->campaign, &sitting->library_changes, &err);
    record_library_open(&sitting->library, system, take_kinds, sitting, diagnostics);
}

void sitting_forget_library(struct sitting *sitting)
{
    kind_search_free(sitting->kind_search);
    record_library_close(sitting->library);
    sitting->kind_search = NULL;
    sitting->library = NULL;
    sitting->library_system = NULL;
}

/* What another program, or another view of this one, has changed meanwhile. */
static void look_for_changes(struct sitting *sitting)
{
    struct error err;
    int64_t count;
    if (sitting->library != NULL &&
        changes_count(sitting->campaign, &count, &err) == STATUS_OK &&
        count != sitting->library_changes) {
        sitting_forget_library(sitting);
    }
}

void sitting_need_files(struct sitting *sitting)
{
    struct error err;
    sitting->reads_records = true;
    look_for_changes(sitting);
    sitting_open_library(sitting, state_system(&sitting->state));
    if (!sitting->has_tables) {
        /* What is wrong with tables nobody named is told when they are used. */
        (void)!sitting_open_tables(sitting, NULL, &err);
    }
}
