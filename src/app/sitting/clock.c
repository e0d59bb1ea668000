#include "app/sitting/clock.h"

#include <inttypes.h>

#include "app/log/dates.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "store/changes.h"

bool clock_step_read(struct clock_step *out, struct str value)
{
    struct str from = str_next_word(&value), to = str_next_word(&value);
    return str_to_int64(from, 1, INT64_MAX, &out->from_ms) &&
           str_to_int64(to, out->from_ms, INT64_MAX, &out->to_ms) && str_trimmed(value).n == 0;
}

/* A failure is passed over: the evening is parted then, as after a pause. */
static void write_step(struct sitting *sitting, const struct clock_step *step,
                       const struct text *line)
{
    int64_t number;
    TEXT_BUFFER(value, 64);
    text_add(&value, "%" PRId64 " %" PRId64, step->from_ms, step->to_ms);
    const struct change change = {.thing = str_of(CHANGE_CLOCK),
                                  .field = str_of("set"),
                                  .is_set = true,
                                  .new = {value.p, value.n},
                                  .line = {line->p, line->n}};
    if (!sitting_is_read_only(sitting)) {
        (void)!changes_append(sitting->campaign, step->to_ms, &change, 1, &number, NULL);
    }
}

void sitting_see_clock(struct sitting *sitting)
{
    if (sitting->steady_ms == NULL) {
        return;
    }
    int64_t now = sitting->now_ms(), steady = sitting->steady_ms();
    bool is_first = sitting->clock_ms == 0;
    struct clock_step step = {sitting->clock_ms + steady - sitting->clock_steady_ms, now};
    int64_t by = step.to_ms - step.from_ms;
    sitting->clock_ms = now;
    sitting->clock_steady_ms = steady;
    if (is_first || (by < ODD_CLOCK_MS && -by < ODD_CLOCK_MS)) {
        return;
    }
    TEXT_BUFFER(line, ERROR_TEXT_SIZE);
    text_add(&line, "the clock was set %s by ", by > 0 ? "forward" : "back");
    length_add(&line, by > 0 ? by : -by);
    if (by > 0) {
        write_step(sitting, &step, &line);
    }
    text_add(&line, ": the evening goes on, its acts are in their order");
    text_copy(sitting->idle_news, sizeof sitting->idle_news, (struct str){line.p, line.n});
    sitting->has_idle_news = true;
}
