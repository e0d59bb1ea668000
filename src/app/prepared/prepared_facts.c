#include "app/prepared/prepared_facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/prepared/prepared_parts.h"
#include "app/prepared/prepared_run.h"
#include "app/library/record_library.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "content/library.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/counters.h"

/* ---- ready? ---------------------------------------------------------------------------- */

static struct ready_item *add_item(struct ready_item *out, int most, int *count)
{
    if (*count == most) {
        return NULL;
    }
    struct ready_item *item = &out[(*count)++];
    *item = (struct ready_item){.rule = ""};
    return item;
}

static void take_missing(const struct missing *missing, struct ready_item *item)
{
    text_format(item->text, sizeof item->text, "%s", missing->text);
    memcpy(item->command, missing->command, sizeof item->command);
    item->rule = missing->rule;
}

/* "Ford:12:5" at the end of a place. */
static void read_place(const char *where, struct ready_item *item)
{
    struct str rest = str_of(where);
    int64_t number[2] = {0, 0};
    for (int i = 1; i >= 0; i--) {
        int at = rest.n;
        while (at > 0 && rest.p[at - 1] != ':') {
            at--;
        }
        if (at == 0 ||
            !str_to_int64((struct str){rest.p + at, rest.n - at}, 1, INT32_MAX, &number[i])) {
            return;
        }
        rest.n = at - 1;
    }
    item->line = (int)number[0];
    item->column = (int)number[1];
}

static void take_mistakes(const struct prepared_run *run, struct ready_item *out, int most,
                          int *count)
{
    for (int i = 0; i < run->diagnostics.count; i++) {
        struct ready_item *item = add_item(out, most, count);
        if (item != NULL) {
            /* The place is told beside it, so without the lines that show it. */
            const char *text = run->diagnostics.diagnostic[i].text;
            text_format(item->text, sizeof item->text, "%.*s", (int)strcspn(text, "\n"), text);
            read_place(run->diagnostics.diagnostic[i].where, item);
        }
    }
}

static void take_gone(const struct prepared_run *run, struct ready_item *out, int most,
                      int *count)
{
    for (int i = 0; i < run->lines.count; i++) {
        const struct prepared_line *line = &run->lines.line[i];
        struct ready_item *item =
            run->is_gone[i] && line->map != NULL ? add_item(out, most, count) : NULL;
        if (item != NULL) {
            const struct yaml_value *kind = yaml_find(line->map, "kind");
            const struct library *library = record_library(run->sitting->library);
            text_format(item->text, sizeof item->text, "there is no kind %s%s", line->kind,
                        library_nearest(library, str_of(line->kind)).text);
            item->line = kind != NULL ? kind->line : line->at->line;
            item->column = kind != NULL ? kind->column : line->at->column;
        }
    }
}

static void take_table(const struct procedure *procedure, const struct state *state,
                       struct prepared_run *run, struct ready_item *out, int most, int *count)
{
    struct missing missing[MISSING_MAX];
    int found = missing_find(procedure, state, missing, MISSING_MAX);
    for (int i = 0; i < found; i++) {
        int subject = run != NULL ? missing[i].subject : 0;
        int line = subject > 0 ? prepared_run_line_of(run, subject) : -1;
        bool is_guest = subject > 0 && subject <= run->guests;
        /* A kind that does not exist is one mistake, not one for each value of its people. */
        bool is_told = line >= 0 && run->is_gone[line];
        struct ready_item *item = is_guest || is_told ? NULL : add_item(out, most, count);
        if (item == NULL) {
            continue;
        }
        take_missing(&missing[i], item);
        if (run != NULL) {
            item->command[0] = '\0'; /* not a table yet: the text is to be corrected */
        }
        if (line >= 0) {
            item->line = run->lines.line[line].map->line;
            item->column = run->lines.line[line].map->column;
        }
    }
}

/* Decides the text and takes what is missing; the run is the caller's to end, by run_done. */
static enum status look(struct sitting *sitting, int64_t id, struct prepared_run **run,
                        char **bytes, struct error *err)
{
    *bytes = malloc(PREPARED_TEXT_SIZE);
    *run = calloc(1, sizeof **run);
    CHECK(*bytes != NULL && *run != NULL);
    return sitting_prepared_text(sitting, id, *bytes, err);
}

static void take_all(struct prepared_run *run, struct ready_item *out, int most, int *count)
{
    take_mistakes(run, out, most, count);
    take_gone(run, out, most, count);
    if (run->procedure != NULL) {
        take_table(run->procedure, run->at, run, out, most, count);
    }
}

enum status sitting_ready(struct sitting *sitting, int64_t id, struct ready_item *out, int most,
                          int *count, struct error *err)
{
    struct prepared_run *run;
    char *bytes;
    *count = 0;
    if (id == 0) {
        take_table(sitting_procedure(sitting), &sitting->state, NULL, out, most, count);
        return STATUS_OK;
    }
    enum status status = look(sitting, id, &run, &bytes, err);
    if (status == STATUS_OK) {
        struct prepared_options options = {.text = str_of(bytes), .file = "", .is_check = true};
        prepared_run(run, sitting, &options);
        take_all(run, out, most, count);
        prepared_run_done(run);
    }
    free(run);
    free(bytes);
    return status;
}

/* ---- facts ----------------------------------------------------------------------------- */

/* The facts of a prepared encounter that was asked for. */
struct kept_prepared {
    int64_t id;
    /* The change of its text, and the newest of a kind and of the party, then. */
    int64_t version, kinds, party;
    bool is_wanted;
    struct prepared_facts facts;
};

/* The party that comes to it, or stands in for one, is not counted, nor named. */
static void take_people(struct prepared_facts *out, const struct prepared_run *run)
{
    struct encounter_facts facts;
    encounter_facts_of(&facts, run->procedure, run->at);
    int others = run->guests + run->members;
    out->combatants = facts.combatants - others;
    const char *who = facts.who;
    if (others > 0) {
        const char *comma = strstr(who, ", ");
        who = comma != NULL ? comma + 2 : "";
    }
    text_format(out->who, sizeof out->who, "%s", who);
    struct text counters = text_over(out->counters, sizeof out->counters);
    counters_brief(run->at, &counters);
}

/* A part in one line: blanks and ends of lines become one blank each; quotation marks stay. */
static void take_part(const struct encounter_text *parts, enum encounter_part part, char *out,
                      int size)
{
    struct str rest = encounter_text_part(parts, part);
    struct text text = text_over(out, size);
    bool is_after_gap = false;
    for (int i = 0; i < rest.n; i++) {
        bool is_gap = char_is_space(rest.p[i]);
        text_add(&text, "%s", !is_gap && is_after_gap && text.n > 0 ? " " : "");
        text_add(&text, "%.*s", is_gap ? 0 : 1, &rest.p[i]);
        is_after_gap = is_gap;
    }
}

static void take_parts(struct prepared_facts *out, struct str bytes)
{
    struct prepared_parts parts;
    prepared_parts_open(&parts, bytes, "");
    take_part(&parts.text, ENCOUNTER_PLACE, out->place, sizeof out->place);
    take_part(&parts.text, ENCOUNTER_WANTS, out->wants, sizeof out->wants);
    take_part(&parts.text, ENCOUNTER_READ, out->read, sizeof out->read);
    take_part(&parts.text, ENCOUNTER_NOTES, out->notes, sizeof out->notes);
    prepared_parts_close(&parts);
}

static enum status read_facts(struct prepared_facts *out, struct sitting *sitting, int64_t id,
                              struct error *err)
{
    struct prepared_run *run;
    char *bytes;
    struct ready_item items[READY_MAX];
    *out = (struct prepared_facts){.is_known = true};
    enum status status = look(sitting, id, &run, &bytes, err);
    if (status == STATUS_OK) {
        struct prepared_options options = {.text = str_of(bytes), .file = "", .is_check = true};
        prepared_run(run, sitting, &options);
        take_all(run, items, READY_MAX, &out->missing);
        if (out->missing > 0) {
            text_format(out->first, sizeof out->first, "%s", items[0].text);
        }
        if (run->procedure != NULL) {
            take_people(out, run);
        }
        prepared_run_done(run);
        take_parts(out, str_of(bytes));
    }
    free(run);
    free(bytes);
    return status;
}

/* ---- kept ------------------------------------------------------------------------------ */

/* Its place, which is made when it has none. */
static struct kept_prepared *place_of(struct sitting *sitting, int64_t id)
{
    for (int i = 0; i < sitting->kept_prepared_count; i++) {
        if (sitting->kept_prepared[i].id == id) {
            return &sitting->kept_prepared[i];
        }
    }
    size_t size = (size_t)(sitting->kept_prepared_count + 1) * sizeof *sitting->kept_prepared;
    sitting->kept_prepared = realloc(sitting->kept_prepared, size);
    CHECK(sitting->kept_prepared != NULL);
    struct kept_prepared *kept = &sitting->kept_prepared[sitting->kept_prepared_count++];
    *kept = (struct kept_prepared){.id = id};
    return kept;
}

enum status prepared_facts_find(struct prepared_facts *out, struct sitting *sitting,
                                const struct sitting_prepared *prepared, int *budget,
                                struct error *err)
{
    int64_t kinds = 0, party = 0;
    struct kept_prepared *kept = place_of(sitting, prepared->id);
    enum status status = changes_newest(sitting->campaign, str_of(CHANGE_KIND), &kinds, err);
    if (status == STATUS_OK) {
        status = changes_newest(sitting->campaign, str_of(CHANGE_PARTY), &party, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    bool is_kept = kept->facts.is_known && kept->version == prepared->version &&
                   kept->kinds == kinds && kept->party == party;
    if (!is_kept) {
        kept->facts = (struct prepared_facts){.is_known = false};
        kept->version = prepared->version;
        kept->kinds = kinds;
        kept->party = party;
        kept->is_wanted = true;
        sitting->wants_prepared_facts = true;
    }
    if (!is_kept && *budget > 0) {
        (*budget)--;
        kept->is_wanted = false;
        status = read_facts(&kept->facts, sitting, prepared->id, err);
    }
    *out = kept->facts;
    return status;
}

bool prepared_facts_step(struct sitting *sitting)
{
    struct error err;
    int count = sitting->wants_prepared_facts ? sitting->kept_prepared_count : 0;
    for (int i = 0; i < count; i++) {
        struct kept_prepared *kept = &sitting->kept_prepared[i];
        if (kept->is_wanted) {
            kept->is_wanted = false; /* an unreadable one is not tried again */
            return read_facts(&kept->facts, sitting, kept->id, &err) == STATUS_OK;
        }
    }
    sitting->wants_prepared_facts = false;
    return false;
}

void prepared_facts_forget(struct sitting *sitting)
{
    free(sitting->kept_prepared);
    sitting->kept_prepared = NULL;
    sitting->kept_prepared_count = 0;
    sitting->wants_prepared_facts = false;
}

void prepared_facts_add_course(struct text *out, const struct prepared_facts *facts)
{
    if (facts->is_known && facts->missing == 0) {
        text_add(out, "ready");
    } else if (facts->is_known) {
        text_add(out, "%d missing", facts->missing);
    }
}
