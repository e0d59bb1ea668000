#include "app/sitting/changes.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/result.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"

enum { CHANGE_STEPS_MAX = 64 };

/* A step that can be taken back: the step itself or, for one that was undone, the step that
 * undid it. */
struct change_step {
    int64_t step;
    char label[CAMPAIGN_LABEL_SIZE];
};

/* The newest is last; when there are too many the oldest are dropped. */
struct change_steps {
    struct change_step step[CHANGE_STEPS_MAX];
    int count;
};

struct change_ways {
    struct change_steps done, undone;
    const char *field; /* borrowed; NULL: any */
    int64_t last;
};

static void push(struct change_steps *steps, int64_t step, struct str label)
{
    if (steps->count == CHANGE_STEPS_MAX) {
        memmove(&steps->step[0], &steps->step[1],
                (CHANGE_STEPS_MAX - 1) * sizeof steps->step[0]);
        steps->count--;
    }
    struct change_step *top = &steps->step[steps->count++];
    top->step = step;
    utf8_clean(top->label, sizeof top->label, label); /* anybody may have written it */
}

/* Moves the newest entry of one list to the other, as the step that did so. */
static bool pass(struct change_steps *from, struct change_steps *to, int64_t undoes,
                 int64_t step)
{
    if (from->count == 0 || from->step[from->count - 1].step != undoes) {
        return false;
    }
    push(to, step, str_of(from->step[--from->count].label));
    return true;
}

/* The step that a change undoes, according to its trace; 0: none. */
static int64_t undone_step(struct str trace)
{
    static const char head[] = "{\"undoes\":";
    int n = (int)sizeof head - 1;
    int64_t step = 0;
    bool undoes = trace.n > n + 1 && memcmp(trace.p, head, (size_t)n) == 0 &&
                  str_to_int64((struct str){trace.p + n, trace.n - n - 1}, 1, INT64_MAX, &step);
    return undoes ? step : 0;
}

/* After a new step nothing can be redone. */
static bool see_change(void *context, const struct change *change)
{
    struct change_ways *ways = context;
    if (change->line.n == 0 ||
        (ways->field != NULL && !str_equal(change->field, ways->field)) ||
        change->step == ways->last) {
        return true;
    }
    ways->last = change->step;
    int64_t undoes = undone_step(change->trace);
    if (undoes != 0 && (pass(&ways->done, &ways->undone, undoes, change->step) ||
                        pass(&ways->undone, &ways->done, undoes, change->step))) {
        return true;
    }
    push(&ways->done, change->step, change->line);
    ways->undone.count = 0;
    return true;
}

/* Reads every change of this thing that has a line; with a field only changes of that field. */
static enum status change_ways_read(struct change_ways *out, struct campaign *campaign,
                                    const char *thing, const char *field, struct error *err)
{
    memset(out, 0, sizeof *out);
    out->field = field;
    return changes_of(campaign, str_of(thing), 0, see_change, out, err);
}

/* The label of the newest; "" when there is none. */
static const char *change_steps_newest(const struct change_steps *steps)
{
    return steps->count > 0 ? steps->step[steps->count - 1].label : "";
}

/* The caller's to free. */
static enum status read_ways(struct sitting *sitting, const char *thing, const char *field,
                             struct change_ways **out, struct error *err)
{
    *out = malloc(sizeof **out);
    CHECK(*out != NULL);
    return change_ways_read(*out, sitting->campaign, thing, field, err);
}

enum status sitting_ways(struct sitting *sitting, const char *thing, const char *field,
                         struct sitting_ways *out, struct error *err)
{
    struct change_ways *ways;
    enum status status = read_ways(sitting, thing, field, &ways, err);
    text_format(out->undo, sizeof out->undo, "%s", change_steps_newest(&ways->done));
    text_format(out->redo, sizeof out->redo, "%s", change_steps_newest(&ways->undone));
    free(ways);
    return status;
}

bool sitting_may_change(struct sitting *sitting, struct result *out)
{
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        sitting_fail_read_only(sitting, &out->error);
        return false;
    }
    return true;
}

enum status sitting_take_back(struct sitting *sitting, const char *thing, const char *field,
                              bool is_undo, struct text *line, struct error *err)
{
    struct change_ways *ways;
    int64_t undoing;
    enum status status = read_ways(sitting, thing, field, &ways, err);
    const struct change_steps *steps = is_undo ? &ways->done : &ways->undone;
    if (status == STATUS_OK && steps->count == 0) {
        status = error_set(err, STATUS_MISSING, "", "nothing was changed");
    } else if (status == STATUS_OK && sitting_is_read_only(sitting)) {
        sitting_fail_read_only(sitting, err);
        status = err->code;
    } else if (status == STATUS_OK) {
        text_add(line, "%s: %s", is_undo ? "undone" : "redone", change_steps_newest(steps));
        status = changes_undo(sitting->campaign, sitting->now_ms(),
                              steps->step[steps->count - 1].step,
                              (struct str){line->p, line->n}, &undoing, err);
    }
    free(ways);
    return status;
}

bool sitting_run_take_back(struct sitting *sitting, const char *thing, const char *field,
                           bool is_undo, const char *where, struct result *out)
{
    struct error err;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    enum status status = sitting_take_back(sitting, thing, field, is_undo, &line, &err);
    if (status == STATUS_MISSING) {
        out->kind = RESULT_REFUSED;
        out->refusal.rule = "";
        text_format(out->refusal.reason, sizeof out->refusal.reason,
                    is_undo ? "nothing was changed in %s" : "nothing was taken back in %s",
                    where);
    } else if (status == STATUS_USAGE) {
        result_be_wrong(out, &err);
    } else if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        result_be_done(out, line.p);
    }
    return status == STATUS_OK;
}
