#include "app/encounters/encounters.h"

#include <string.h>

#include "app/sitting/data.h"
#include "store/changes.h"
#include "tracker/naming.h"

/* ---- what the referee wrote ------------------------------------------------------------ */

struct value_copy {
    char *out;
    int size;
};

static bool copy_value(void *context, const struct change *change)
{
    struct value_copy *copy = context;
    struct text text = text_over(copy->out, copy->size);
    if (change->is_set) {
        text_add_str(&text, change->new);
    }
    return true;
}

enum status sitting_value(struct sitting *sitting, const char *thing, int64_t id,
                          const char *field, char *out, int size, struct error *err)
{
    struct error own;
    struct value_copy copy = {out, size};
    out[0] = '\0';
    enum status status = changes_value(sitting->campaign, str_of(thing), id, str_of(field),
                                       copy_value, &copy, &own);
    if (status == STATUS_MISSING) {
        return STATUS_OK;
    }
    return status == STATUS_OK ? STATUS_OK : error_set(err, status, own.where, "%s", own.text);
}

/* ---- one of them ----------------------------------------------------------------------- */

static void fill(struct sitting_encounter *out, const struct sitting *sitting,
                 const struct encounter_row *row)
{
    *out = (struct sitting_encounter){.id = row->id,
                                      .system = system_find(str_of(row->system)),
                                      .acts = row->acts,
                                      .created_ms = row->created_ms,
                                      .is_open = row->id == sitting->encounter.id,
                                      .is_archived = row->is_archived};
    static_assert(sizeof out->name == sizeof row->name, "names are as long as the store's");
    memcpy(out->name, row->name, sizeof out->name);
}

static enum status look_at(struct sitting *sitting, struct sitting_encounter *encounter,
                           int *budget, struct error *err)
{
    enum status status = sitting_value(sitting, CHANGE_ENCOUNTER, encounter->id, ENCOUNTER_TAGS,
                                       encounter->tags, sizeof encounter->tags, err);
    if (status == STATUS_OK) {
        status = sitting_value(sitting, CHANGE_ENCOUNTER, encounter->id, ENCOUNTER_NOTE,
                               encounter->note, sizeof encounter->note, err);
    }
    if (status == STATUS_OK) {
        status = encounter_facts_find(&encounter->facts, sitting, encounter->id,
                                      encounter->system, budget, err);
    }
    return status;
}

enum status sitting_encounter(struct sitting *sitting, int64_t id, int reads,
                              struct sitting_encounter *out, struct error *err)
{
    struct encounter_row row;
    int count = 0;
    enum status status = encounter_at(sitting->campaign, id, &row, err);
    if (status == STATUS_OK && row.is_deleted) {
        return error_set(err, STATUS_MISSING, "", "the encounter was deleted");
    }
    if (status == STATUS_OK) {
        fill(out, sitting, &row);
        count = reads;
        status = look_at(sitting, out, &count, err);
    }
    return status;
}

bool sitting_encounter_is(struct sitting *sitting, int64_t id, const char *name)
{
    struct encounter_row row;
    struct error err;
    return encounter_at(sitting->campaign, id, &row, &err) == STATUS_OK && !row.is_deleted &&
           strcmp(row.name, name) == 0;
}

void sitting_encounter_add_course(struct text *out, const struct sitting_encounter *encounter)
{
    if (encounter->is_archived) {
        text_add(out, "archived");
    } else if (encounter->is_open && encounter_has_ended(&encounter->facts)) {
        text_add(out, "%s, on table", encounter_ending(&encounter->facts));
    } else if (encounter->is_open) {
        text_add(out, "on the table");
    } else {
        encounter_course_add(out, &encounter->facts);
    }
}

bool sitting_encounter_holds(const struct sitting_encounter *encounter, struct str words)
{
    TEXT_BUFFER(text, 1024);
    text_add(&text, "%s\n%s\n%s\n%s\n", encounter->name,
             encounter->system != NULL ? encounter->system->title : "", encounter->tags,
             encounter->note);
    sitting_encounter_add_course(&text, encounter);
    text_add(&text, "\n");
    encounter_course_add(&text, &encounter->facts);
    text_add(&text, "\n%s\n%s", encounter->facts.due, encounter->facts.who);
    return text_holds_words((struct str){text.p, text.n}, words);
}

/* ---- the list -------------------------------------------------------------------------- */

static void reverse(struct sitting_encounter *first, int count)
{
    for (int i = 0; i < count / 2; i++) {
        struct sitting_encounter kept = first[i];
        first[i] = first[count - 1 - i];
        first[count - 1 - i] = kept;
    }
}

/* The store lists them in order of making, in pieces; when there are too many the oldest are
 * dropped. */
static enum status list_all(struct sitting *sitting, bool wants_archived,
                            struct sitting_encounter *out, int most, int *count,
                            struct error *err)
{
    enum { AT_ONCE = 64 };
    struct encounter_row rows[AT_ONCE];
    int read = AT_ONCE;
    int all = 0;
    *count = 0;
    for (int skip = 0; read == AT_ONCE; skip += read) {
        enum status status = encounter_list(sitting->campaign, rows, AT_ONCE, skip, &read, err);
        if (status != STATUS_OK) {
            return status;
        }
        for (int i = 0; i < read; i++) {
            if (wants_archived || !rows[i].is_archived) {
                fill(&out[all++ % most], sitting, &rows[i]);
            }
        }
    }
    *count = all < most ? all : most;
    int newer = all <= most ? all : all % most; /* those before the oldest */
    reverse(out, newer);
    reverse(out + newer, *count - newer);
    return STATUS_OK;
}

static enum status list(struct sitting *sitting, bool wants_archived, int reads,
                        struct sitting_encounter *out, int most, int *count, struct error *err)
{
    enum status status = list_all(sitting, wants_archived, out, most, count, err);
    for (int i = 0; i < *count && status == STATUS_OK; i++) {
        status = look_at(sitting, &out[i], &reads, err);
    }
    return status;
}

enum status sitting_encounters(struct sitting *sitting, bool wants_archived, int reads,
                               struct sitting_encounter *out, int most, int *count,
                               struct error *err)
{
    *count = 0;
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = list(sitting, wants_archived, reads, out, most, count, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

bool sitting_has_encounter(struct sitting *sitting, const char *name)
{
    struct encounter_row row;
    struct error err;
    return encounter_find(sitting->campaign, name, &row, &err) == STATUS_OK;
}

bool sitting_encounters_learn(struct sitting *sitting, struct sitting_encounter *list,
                              int count)
{
    bool has_learnt = false;
    for (int i = 0; i < count; i++) {
        struct encounter_facts *facts = &list[i].facts;
        struct error err;
        int budget = 0;
        if (!facts->is_known && encounter_facts_find(facts, sitting, list[i].id, list[i].system,
                                                     &budget, &err) == STATUS_OK) {
            has_learnt = has_learnt || facts->is_known;
        }
    }
    return has_learnt;
}
