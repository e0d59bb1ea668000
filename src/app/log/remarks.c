#include "app/log/remarks.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"

#define REMARK_TEXT "text"
#define REMARK_MARKER "marker"

const struct collection remark_collection = {.thing = "remark",
                                             .commands = "remarks",
                                             .nothing_done = "no remark was written",
                                             .nothing_undone = "no remark was taken back"};

/* ---- reading --------------------------------------------------------------------------- */

/* The one of this act, which may be new. */
static struct remark *remark_at(struct remarks *remarks, int64_t act)
{
    for (int i = 0; i < remarks->count; i++) {
        if (remarks->remark[i].act == act) {
            return &remarks->remark[i];
        }
    }
    if (remarks->count == remarks->room) {
        remarks->room = remarks->room == 0 ? 16 : 2 * remarks->room;
        remarks->remark =
            realloc(remarks->remark, (size_t)remarks->room * sizeof *remarks->remark);
        CHECK(remarks->remark != NULL);
    }
    struct remark *remark = &remarks->remark[remarks->count++];
    *remark = (struct remark){.act = act};
    return remark;
}

static bool see_change(void *context, const struct change *change)
{
    struct remark *remark = remark_at(context, change->thing_id);
    struct str value = change->is_set ? change->new : str_of("");
    if (str_equal(change->field, REMARK_TEXT)) {
        utf8_clean(remark->text, sizeof remark->text, value);
    } else if (str_equal(change->field, REMARK_MARKER)) {
        utf8_clean(remark->marker, sizeof remark->marker, value);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct remark *one = a, *other = b;
    return one->act < other->act ? -1 : one->act > other->act ? 1 : 0;
}

enum status remarks_read(struct remarks *out, struct sitting *sitting, struct error *err)
{
    *out = (struct remarks){.count = 0};
    enum status status =
        changes_of(sitting->campaign, str_of(remark_collection.thing), 0, see_change, out, err);
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        if (out->remark[i].text[0] != '\0' || out->remark[i].marker[0] != '\0') {
            out->remark[kept++] = out->remark[i];
        }
    }
    out->count = kept;
    if (kept > 1) {
        qsort(out->remark, (size_t)kept, sizeof *out->remark, compare);
    }
    return status;
}

void remarks_free(struct remarks *remarks)
{
    free(remarks->remark);
    *remarks = (struct remarks){.count = 0};
}

enum status remark_of_act(struct sitting *sitting, int64_t act, struct remark *out,
                          struct error *err)
{
    *out = (struct remark){.act = act};
    enum status status = collection_value(sitting, &remark_collection, act, REMARK_TEXT,
                                          out->text, sizeof out->text, err);
    return status == STATUS_OK
               ? collection_value(sitting, &remark_collection, act, REMARK_MARKER, out->marker,
                                  sizeof out->marker, err)
               : status;
}

void remark_add(struct text *out, const struct remark *remark)
{
    if (remark->marker[0] != '\0') {
        text_add(out, "marker: %s%s", remark->marker, remark->text[0] != '\0' ? "; " : "");
    }
    if (remark->text[0] != '\0') {
        text_add(out, "remark: %s", remark->text);
    }
}

/* ---- changing -------------------------------------------------------------------------- */

/* The act that the first word names, or else the last one of the open encounter; `*words` are
 * then the others. False: there is none, and *out says why. */
static bool find_act(struct sitting *sitting, struct str *words, int64_t *act,
                     struct encounter_row *row, struct result *out)
{
    struct error err;
    struct str rest = *words;
    struct str first = str_next_word(&rest);
    *row = sitting->encounter;
    *act = sitting->position.head;
    if (first.n > 0 && is_act_address(first)) {
        *words = str_trimmed(rest);
        enum status status = sitting_act_at(sitting, first, row, act, &err);
        if (status != STATUS_OK) {
            collection_fail(sitting, &remark_collection, &err, out);
        }
        return status == STATUS_OK;
    }
    if (*act == 0) {
        result_refuse(out, "nothing was done yet: a remark belongs to an act");
    }
    return *act != 0;
}

/* One field of the remark of an act; "" takes it away. */
static void write(struct sitting *sitting, const char *field, int64_t act,
                  const struct encounter_row *row, const char *value, struct result *out)
{
    struct error err;
    char before[REMARK_SIZE];
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    act_address_format(row->name, act, &line);
    text_add(&line, value[0] != '\0' ? ": %s: %s" : ": no %s any more",
             strcmp(field, REMARK_MARKER) == 0 ? "marker" : "remark", value);
    if (!sitting_may_change(sitting, out)) {
        return;
    }
    if (collection_value(sitting, &remark_collection, act, field, before, sizeof before,
                         &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (strcmp(before, value) == 0) {
        result_refuse(out, value[0] != '\0' ? "that stands there already"
                                            : "there is nothing to take away");
    } else {
        collection_change(sitting, &remark_collection, act, field, value, line.p, out);
    }
}

static void run(struct sitting *sitting, const struct command *command, const char *field,
                int size, const char *usual, struct result *out)
{
    int64_t act;
    struct encounter_row row;
    struct str words =
        command->argument[0].is_given ? str_trimmed(command->argument[0].word) : str_of("");
    if (!find_act(sitting, &words, &act, &row, out)) {
        return;
    }
    words = words.n == 0 ? str_of(usual) : words;
    TEXT_BUFFER(value, REMARK_SIZE);
    text_add_str(&value, str_equal(words, "-") ? str_of("") : words);
    if (words.n == 0) {
        result_wrong(out, "expected the words of the remark");
    } else if (words.n >= size) {
        bool is_marker = strcmp(field, REMARK_MARKER) == 0;
        result_too_long(out, is_marker ? "the marker" : "the remark", size - 1);
    } else {
        write(sitting, field, act, &row, value.p, out);
    }
}

void sitting_run_remark(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    run(sitting, command, REMARK_TEXT, REMARK_SIZE, "", out);
}

void sitting_run_marker(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    run(sitting, command, REMARK_MARKER, MARKER_SIZE, "marked", out);
}

/* ---- listing --------------------------------------------------------------------------- */

static enum status tell_one(struct sitting *sitting, const struct remark *remark,
                            struct text *out, struct error *err)
{
    struct act_row act;
    struct encounter_row row;
    enum status status = log_row(sitting->campaign, remark->act, &act, err);
    if (status == STATUS_OK) {
        status = encounter_at(sitting->campaign, act.encounter, &row, err);
    }
    if (status != STATUS_OK) {
        return status == STATUS_MISSING || status == STATUS_DAMAGED ? STATUS_OK : status;
    }
    text_add(out, "%s", out->n > 0 ? "\n" : "");
    act_address_format(row.name, act.id, out);
    text_add(out, " r%d %s: ", act.round, act.label);
    remark_add(out, remark);
    return STATUS_OK;
}

void sitting_run_remarks(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    struct remarks remarks;
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    (void)command;
    enum status status = remarks_read(&remarks, sitting, &err);
    for (int i = 0; i < remarks.count && status == STATUS_OK; i++) {
        status = tell_one(sitting, &remarks.remark[i], &text, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (remarks.count == 0) {
        text_add(&text, "no act has a remark yet: `remark the bridge gave way` writes one");
    }
    remarks_free(&remarks);
}
