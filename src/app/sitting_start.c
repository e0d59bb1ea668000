#include "app/sitting_start.h"

#include <stdlib.h>
#include <string.h>

#include "app/prepared_run.h"
#include "app/sitting_address.h"
#include "app/sitting_carry.h"
#include "app/sitting_data.h"
#include "app/sitting_home.h"
#include "app/sitting_party.h"
#include "app/sitting_prepared.h"
#include "app/sitting_prepared_commands.h"
#include "app/sitting_state.h"
#include "games/games.h"

/* ---- what is said ---------------------------------------------------------------------- */

static void refuse(struct result *out, const char *reason)
{
    out->kind = RESULT_REFUSED;
    text_format(out->refusal.reason, sizeof out->refusal.reason, "%s", reason);
    out->refusal.rule = "";
}

static void fail(struct sitting *sitting, const struct error *err, struct result *out)
{
    if (err->code == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = *err;
    } else {
        sitting_fail(sitting, err, out);
    }
}

/* A prepared encounter with its text, which is the caller's to free; NULL: *out says why. */
static char *open_text(struct sitting *sitting, struct str name,
                       struct sitting_prepared *prepared, struct result *out)
{
    struct error err;
    enum status status = sitting_prepared_find(sitting, name, prepared, &err);
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    if (status == STATUS_OK) {
        status = sitting_prepared_text(sitting, prepared->id, bytes, &err);
    }
    if (status != STATUS_OK) {
        fail(sitting, &err, out);
        free(bytes);
        return NULL;
    }
    return bytes;
}

/* ---- starting -------------------------------------------------------------------------- */

/* The name of the fight: that of the prepared one, with the first free number if it is
 * taken. */
static enum status free_name(struct sitting *sitting, const char *wanted,
                             char out[CAMPAIGN_NAME_SIZE], struct error *err)
{
    struct encounter_row row;
    enum status status = STATUS_OK;
    for (int i = 1; status == STATUS_OK; i++) {
        TEXT_BUFFER(number, 16);
        if (i > 1) {
            text_add(&number, " %d", i);
        }
        struct text name = text_over(out, CAMPAIGN_NAME_SIZE - number.n);
        text_add(&name, "%s", wanted);
        memcpy(out + name.n, number.p, (size_t)number.n + 1);
        status = encounter_find(sitting->campaign, out, &row, err);
        if (status == STATUS_OK && row.is_archived) {
            return STATUS_OK;
        }
    }
    return status == STATUS_MISSING ? STATUS_OK : status;
}

/* Makes the encounter and writes its acts: `id` is the one that they were decided for. */
static enum status write_fight(struct sitting *sitting, struct prepared_run *run,
                               const char *name, int64_t prepared, struct error *err)
{
    int64_t id;
    struct position position = {0};
    enum status status = encounter_create(sitting->campaign, name, run->text.system->id,
                                          sitting->now_ms(), &id, err);
    if (status == STATUS_OK && id != run->options->encounter) {
        status = error_set(err, STATUS_CONFLICT, "", "another program was first");
    }
    if (status == STATUS_OK && run->acts > 0) {
        status = log_append_all(sitting->campaign, run->act, run->acts, &position, err);
    }
    if (status == STATUS_OK) {
        status = sitting_prepared_began(sitting, prepared, id, err);
    }
    return status == STATUS_OK ? sitting_load(sitting, err) : status;
}

static void tell_start(struct sitting *sitting, const struct prepared_run *run,
                       const char *name, struct result *out)
{
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "%s begins", name);
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "%s begins, %s\n", name, state_system(&sitting->state)->title);
    text_add_str(&text, (struct str){run->told.p, run->told.n});
}

static void settle_start(struct sitting *sitting, struct prepared_run *run, const char *name,
                         int64_t prepared, struct result *out)
{
    struct error err;
    char free_for[CAMPAIGN_NAME_SIZE];
    if (run->is_asking) {
        out->kind = RESULT_ASKS;
        out->question = run->question;
    } else if (run->diagnostics.count > 0) {
        sitting_tell_mistakes(&run->diagnostics, out);
    } else if (free_name(sitting, name, free_for, &err) != STATUS_OK ||
               write_fight(sitting, run, free_for, prepared, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        tell_start(sitting, run, free_for, out);
    }
}

static void start(struct sitting *sitting, const struct command *command,
                  const struct sitting_prepared *prepared, const char *bytes,
                  struct result *out)
{
    int64_t next;
    struct error err;
    struct state *from = calloc(1, sizeof *from);
    struct state *members = calloc(1, sizeof *members);
    struct prepared_run *run = calloc(1, sizeof *run);
    CHECK(from != NULL && members != NULL && run != NULL);
    bool has_from =
        prepared->system != NULL && sitting_settings_from(sitting, prepared->system, from, out);
    TEXT_BUFFER(told, 2000);
    if (out->kind != RESULT_TOLD) {
        /* it is told already */
    } else if (encounter_next(sitting->campaign, &next, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else if (sitting_bring_home(sitting, &told, out)) {
        bool come = prepared->system != NULL &&
                    sitting_party_tonight(sitting, prepared->system, members);
        struct prepared_options options = {.text = str_of(bytes),
                                           .file = prepared->name,
                                           .from = has_from ? from : NULL,
                                           .carries = command_option(command, "carry") != NULL,
                                           .members = come ? members : NULL,
                                           .asks = sitting->asks,
                                           .encounter = (uint32_t)next,
                                           .dice = command->entered,
                                           .dice_count = command->entered_count};
        prepared_run(run, sitting, &options);
        settle_start(sitting, run, prepared->name, prepared->id, out);
        prepared_run_done(run);
    }
    free(from);
    free(members);
    free(run);
}

void sitting_run_start(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct sitting_prepared prepared;
    char *bytes = open_text(sitting, command->argument[0].word, &prepared, out);
    if (bytes == NULL) {
        return;
    }
    bool carries = command_option(command, "carry") != NULL;
    const char *why_not = carries ? sitting_why_no_carry(sitting, prepared.system) : NULL;
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        sitting_fail_read_only(sitting, &out->error);
    } else if (why_not != NULL) {
        refuse(out, why_not);
    } else {
        start(sitting, command, &prepared, bytes, out);
    }
    free(bytes);
}

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
            text_format(item->text, sizeof item->text, "%s",
                        run->diagnostics.diagnostic[i].text);
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
            text_format(item->text, sizeof item->text, "the kind %s is gone", line->kind);
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
        bool is_guest =
            run != NULL && missing[i].subject > 0 && missing[i].subject <= run->guests;
        struct ready_item *item = is_guest ? NULL : add_item(out, most, count);
        if (item == NULL) {
            continue;
        }
        take_missing(&missing[i], item);
        if (run != NULL) {
            item->command[0] = '\0'; /* not a table yet: the text is to be corrected */
            prepared_run_place(run, missing[i].subject, &item->line, &item->column);
        }
    }
}

enum status sitting_ready(struct sitting *sitting, int64_t id, struct ready_item *out, int most,
                          int *count, struct error *err)
{
    *count = 0;
    if (id == 0) {
        take_table(sitting_procedure(sitting), &sitting->state, NULL, out, most, count);
        return STATUS_OK;
    }
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    struct prepared_run *run = calloc(1, sizeof *run);
    CHECK(bytes != NULL && run != NULL);
    enum status status = sitting_prepared_text(sitting, id, bytes, err);
    if (status == STATUS_OK) {
        struct prepared_options options = {.text = str_of(bytes), .file = "", .is_check = true};
        prepared_run(run, sitting, &options);
        take_mistakes(run, out, most, count);
        take_gone(run, out, most, count);
        if (run->procedure != NULL) {
            take_table(run->procedure, run->at, run, out, most, count);
        }
        prepared_run_done(run);
    }
    free(run);
    free(bytes);
    return status;
}

void sitting_run_missing(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    int count;
    struct error err;
    struct sitting_prepared prepared = {.id = 0};
    struct ready_item *items = malloc(READY_MAX * sizeof *items);
    CHECK(items != NULL);
    enum status status =
        command->argument[0].is_given
            ? sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err)
            : STATUS_OK;
    if (status == STATUS_OK) {
        status = sitting_ready(sitting, prepared.id, items, READY_MAX, &count, &err);
    }
    if (status != STATUS_OK) {
        fail(sitting, &err, out);
        free(items);
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count; i++) {
        const struct ready_item *item = &items[i];
        text_add(&text, "%s%s", i > 0 ? "\n" : "", item->text);
        text_add(&text, item->rule[0] != '\0' ? "  [%s]" : "%s", item->rule);
        if (item->line > 0) {
            text_add(&text, "; line %d, column %d of the text", item->line, item->column);
        } else if (item->command[0] != '\0') {
            text_add(&text, "; %s", item->command);
        }
    }
    if (count == 0) {
        text_add(&text, "ready: nothing is missing");
    }
    free(items);
}

/* ---- notes ----------------------------------------------------------------------------- */

static void add_part(const struct encounter_text *parts, enum encounter_part part,
                     const char *heading, struct text *out)
{
    struct str text = encounter_text_part(parts, part);
    if (text.n > 0) {
        text_add(out, "%s%s\n", out->n > 0 ? "\n\n" : "", heading);
        text_add_str(out, text);
    }
}

static void tell_notes(const char *bytes, struct text *out)
{
    struct encounter_text parts;
    struct diagnostics diagnostics = {.count = 0};
    struct arena arena;
    unsigned char *memory = malloc(ENCOUNTER_MEMORY_SIZE);
    CHECK(memory != NULL);
    arena_init(&arena, memory, ENCOUNTER_MEMORY_SIZE);
    struct yaml_source source = {.file = "",
                                 .code = STATUS_USAGE,
                                 .bytes = str_of(bytes),
                                 .diagnostics = &diagnostics,
                                 .keeps_lines = true};
    encounter_text_open(&parts, &source, &arena);
    add_part(&parts, ENCOUNTER_READ, "Read aloud", out);
    add_part(&parts, ENCOUNTER_PLACE, "Place", out);
    add_part(&parts, ENCOUNTER_WANTS, "What the foes want", out);
    add_part(&parts, ENCOUNTER_NOTES, "Notes", out);
    free(memory);
}

void sitting_run_notes(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct sitting_prepared prepared = {.id = 0};
    struct error err;
    enum status status =
        command->argument[0].is_given
            ? sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err)
            : sitting_prepared_of(sitting, sitting->encounter.id, &prepared.id, &err);
    if (status == STATUS_MISSING) {
        refuse(out, "this fight began from no prepared encounter: notes NAME reads one's");
        return;
    }
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    if (status == STATUS_OK) {
        status = sitting_prepared_text(sitting, prepared.id, bytes, &err);
    }
    if (status != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        struct text text = text_over(out->text, sizeof out->text);
        tell_notes(bytes, &text);
        text_add(&text, "%s", text.n == 0 ? "nothing is written down for this encounter" : "");
    }
    free(bytes);
}
