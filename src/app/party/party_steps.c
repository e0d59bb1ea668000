#include "app/party/party_steps.h"

#include <stdlib.h>
#include <string.h>

#include "app/party/roster.h"
#include "app/sitting/collection.h"
#include "app/sitting/data.h"
#include "base/array.h"
#include "store/changes.h"
#include "tracker/carry.h"

static const char word[] = "party#";

/* ---- reading --------------------------------------------------------------------------- */

static struct str note_in(struct str text)
{
    return lasting_line(text, str_of("text note"));
}

static void add_what(struct party_step *step, struct str line)
{
    size_t had = step->what != NULL ? strlen(step->what) : 0;
    char *what = realloc(step->what, had + (size_t)line.n + 2);
    CHECK(what != NULL);
    size_t gap = had > 0 ? 1 : 0;
    memcpy(what + had, "\n", gap);
    memcpy(what + had + gap, line.p, (size_t)line.n);
    what[had + gap + (size_t)line.n] = '\0';
    step->what = what;
}

static struct party_step *find(struct party_steps *steps, int64_t number)
{
    for (int i = steps->count - 1; i >= 0 && number > 0; i--) {
        if (steps->step[i].number == number) {
            return &steps->step[i];
        }
    }
    return NULL;
}

static struct party_step *add_step(struct party_steps *steps, const struct change *change)
{
    void *room =
        array_grown(steps->step, steps->count, &steps->room, sizeof *steps->step, realloc);
    CHECK(room != NULL);
    steps->step = room;
    struct party_step *step = &steps->step[steps->count++];
    *step = (struct party_step){.number = change->step,
                                .undoes = collection_undone_step(change->trace),
                                .after = change->after,
                                .at_ms = change->at_ms,
                                .is_home = roster_step_is_home(change->trace),
                                .system = system_find(change->field)};
    text_format(step->label, sizeof step->label, "%.*s", change->line.n, change->line.p);
    /* A step that is taken back counts no more, unless that is taken back too. */
    bool is_undone = true;
    struct party_step *undone = find(steps, step->undoes);
    while (undone != NULL && undone->undoes != 0) {
        is_undone = !is_undone;
        undone = find(steps, undone->undoes);
    }
    if (undone != NULL) {
        undone->is_undone = is_undone;
    }
    return step;
}

/* The changes of one step are together. */
static bool see_change(void *context, const struct change *change)
{
    struct party_steps *steps = context;
    struct party_step *step = steps->count > 0 ? &steps->step[steps->count - 1] : NULL;
    if (step == NULL || step->number != change->step) {
        step = add_step(steps, change);
    }
    TEXT_BUFFER(line, 400);
    TEXT_BUFFER(difference, 300);
    /* A new member had no facts before; the party itself is always there. */
    bool has_changed = change->is_set && (change->was_set || change->thing_id == 0);
    if (has_changed && step->system != NULL) {
        struct str before = note_in(change->old), after = note_in(change->new);
        step->has_note = step->has_note || !str_same(before, after);
        party_add_difference(step->system, change->old, change->new, &difference);
    }
    if (difference.n > 0) {
        struct str name = lasting_name(change->new);
        text_add_str(&line, name.n > 0 ? name : str_of("the party"));
        text_add(&line, ": %s", difference.p);
        add_what(step, (struct str){line.p, line.n});
    }
    return true;
}

/* The newest row of the log up to a time; where the clock was set back, one of those. */
static enum status row_at(struct sitting *sitting, int64_t at_ms, int64_t *out,
                          struct error *err)
{
    int64_t low = 0, high = campaign_newest_row(sitting->campaign);
    enum status status = STATUS_OK;
    while (low < high && status == STATUS_OK) {
        struct act_row row;
        int count = 0;
        int64_t middle = low + (high - low) / 2;
        status = log_rows_after(sitting->campaign, middle, &row, 1, &count, err);
        if (count > 0 && row.at_ms <= at_ms) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out = low;
    return status;
}

/* Those of before version 3 of the schema know their time alone. */
static enum status place(struct party_steps *steps, struct sitting *sitting, struct error *err)
{
    enum status status = STATUS_OK;
    int64_t before = 0;
    for (int i = 0; i < steps->count && status == STATUS_OK; i++) {
        struct party_step *step = &steps->step[i];
        if (step->after < 0) {
            status = row_at(sitting, step->at_ms, &step->after, err);
        }
        step->after = step->after < before ? before : step->after;
        before = step->after;
    }
    return status;
}

enum status party_steps_read(struct party_steps *out, struct sitting *sitting,
                             struct error *err)
{
    *out = (struct party_steps){.step = NULL};
    enum status status =
        changes_of(sitting->campaign, str_of(CHANGE_PARTY), 0, see_change, out, err);
    return status == STATUS_OK ? place(out, sitting, err) : status;
}

void party_steps_free(struct party_steps *steps)
{
    for (int i = 0; i < steps->count; i++) {
        free(steps->step[i].what);
    }
    free(steps->step);
    *steps = (struct party_steps){.step = NULL};
}

/* ---- addresses ------------------------------------------------------------------------- */

void party_step_address(int64_t number, struct text *out)
{
    text_add(out, "%s%lld", word, (long long)number);
}

bool is_party_step(struct str words, int64_t *number)
{
    int n = (int)sizeof word - 1;
    return words.n > n && str_equal_any_case(str_beginning(words, n), str_of(word)) &&
           str_to_int64((struct str){words.p + n, words.n - n}, 1, INT64_MAX, number);
}

enum status party_step_is_no_act(struct sitting *sitting, int64_t number, struct error *err)
{
    struct party_steps steps;
    enum status status = party_steps_read(&steps, sitting, err);
    const struct party_step *step = status == STATUS_OK ? find(&steps, number) : NULL;
    if (step != NULL) {
        status = error_set(err, STATUS_USAGE, "",
                           "%s%lld belongs to no fight: it is a step of the party, %s%s", word,
                           (long long)number, step->label,
                           step->is_undone ? ", which was taken back" : "");
    } else if (status == STATUS_OK) {
        status = error_set(err, STATUS_USAGE, "",
                           "the party has no step %s%lld; party-history lists its steps", word,
                           (long long)number);
    }
    party_steps_free(&steps);
    return status;
}
