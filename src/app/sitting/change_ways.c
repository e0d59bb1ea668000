#include "app/sitting/change_ways.h"

#include <string.h>

#include "base/utf8.h"

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

enum status change_ways_read(struct change_ways *out, struct campaign *campaign,
                             const char *thing, const char *field, struct error *err)
{
    memset(out, 0, sizeof *out);
    out->field = field;
    return changes_of(campaign, str_of(thing), 0, see_change, out, err);
}

const char *change_steps_newest(const struct change_steps *steps)
{
    return steps->count > 0 ? steps->step[steps->count - 1].label : "";
}
