#include "app/sitting/lines.h"

#include <string.h>

#include "app/sitting/data.h"

/* The lines of one act, as they are read back: the last ones that fit are kept. They stand in
 * the sitting, not on the stack, of which a hardened program touches every page that it takes.
 */
struct reading {
    struct log_line *line;
    int count;
    struct act_row *row;
};

static bool see(void *context, int event_place, const struct event *event)
{
    struct reading *reading = context;
    struct log_place place = {reading->row->id, event_place, reading->row->round};
    if (reading->count == SITTING_LOG_LINES) {
        memmove(&reading->line[0], &reading->line[1],
                (SITTING_LOG_LINES - 1) * sizeof reading->line[0]);
        reading->count--;
    }
    log_line_put(&reading->line[reading->count++], &place, event);
    return true;
}

static enum status read_act(struct reading *out, struct sitting *sitting, struct act_row *row,
                            int64_t act, struct error *err)
{
    *out = (struct reading){.line = sitting->act_line, .row = row};
    return log_row_and_lines(sitting->campaign, act, row, see, out, err);
}

/* Backward from the head, filling the lines from their end; then they move to the front. */
enum status sitting_load_lines(struct sitting *sitting, int most, struct error *err)
{
    static const size_t size = sizeof sitting->line[0];
    struct reading reading;
    int first = SITTING_LOG_LINES;
    int64_t act = sitting->position.head;
    enum status status = STATUS_OK;
    while (act != 0 && first > SITTING_LOG_LINES - most) {
        struct act_row row;
        status = read_act(&reading, sitting, &row, act, err);
        if (status == STATUS_DAMAGED) {
            break; /* later lines can be read */
        }
        if (status != STATUS_OK) {
            return status;
        }
        int fit = reading.count < first ? reading.count : first;
        first -= fit;
        memcpy(&sitting->line[first], &reading.line[reading.count - fit], (size_t)fit * size);
        act = row.parent;
    }
    sitting->lines = SITTING_LOG_LINES - first;
    sitting->lines_reach_start = act == 0 && first > 0;
    sitting->has_only_first = !sitting->lines_reach_start && most < SITTING_LOG_LINES;
    memmove(&sitting->line[0], &sitting->line[first], (size_t)sitting->lines * size);
    return status;
}

/* Repeated undo uses the lines up: then they are read again, many at a time. */
enum status sitting_take_back_lines(struct sitting *sitting, int64_t from, struct error *err)
{
    while (sitting->lines > 0 && sitting->line[sitting->lines - 1].act == from) {
        sitting->lines--;
    }
    bool is_used_up = sitting->lines < FIRST_LINES / 2 && !sitting->lines_reach_start;
    return is_used_up ? sitting_load_lines(sitting, SITTING_LOG_LINES, err) : STATUS_OK;
}

enum status sitting_follow_lines(struct sitting *sitting, struct error *err)
{
    int kept = sitting->lines;
    while (kept > 0 && sitting->line[kept - 1].act != sitting->position.head) {
        kept--;
    }
    if (kept >= FIRST_LINES || (kept > 0 && sitting->lines_reach_start)) {
        sitting->lines = kept;
        return STATUS_OK;
    }
    return sitting_load_lines(sitting, FIRST_LINES, err);
}

enum status sitting_load_newest_lines(struct sitting *sitting, struct error *err)
{
    static const size_t size = sizeof sitting->line[0];
    struct reading reading;
    struct act_row row;
    enum status status = read_act(&reading, sitting, &row, sitting->position.head, err);
    if (status != STATUS_OK) {
        return status;
    }
    int room = SITTING_LOG_LINES - reading.count;
    int drop = sitting->lines > room ? sitting->lines - room : 0;
    sitting->lines -= drop;
    sitting->lines_reach_start = sitting->lines_reach_start && drop == 0;
    memmove(&sitting->line[0], &sitting->line[drop], (size_t)sitting->lines * size);
    memcpy(&sitting->line[sitting->lines], &reading.line[0], (size_t)reading.count * size);
    sitting->lines += reading.count;
    return STATUS_OK;
}

void sitting_tell_lines(const struct sitting *sitting, struct text *text)
{
    const struct decision *decision = &sitting->decision;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        if (event->line.n == 0) {
            continue;
        }
        text_add(text, "%s%.*s", text->n == 0 ? "" : "\n", event->line.n, event->line.p);
        if (event->rules.n > 0) {
            text_add(text, "  [%.*s]", event->rules.n, event->rules.p);
        }
    }
}

void sitting_add_lines_of(struct sitting *sitting, const struct decision *decision)
{
    int added = 0;
    for (int i = 0; i < decision->events; i++) {
        added += decision->event[i].line.n > 0 ? 1 : 0;
    }
    int skip = added > SITTING_LOG_LINES ? added - SITTING_LOG_LINES : 0;
    int room = SITTING_LOG_LINES - (added - skip);
    int drop = sitting->lines > room ? sitting->lines - room : 0;
    memmove(&sitting->line[0], &sitting->line[drop],
            (size_t)(sitting->lines - drop) * sizeof sitting->line[0]);
    sitting->lines -= drop;
    sitting->lines_reach_start = sitting->lines_reach_start && drop == 0 && skip == 0;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        if (event->line.n == 0) {
            continue;
        }
        if (skip > 0) {
            skip--;
            continue;
        }
        struct log_place place = {.act = sitting->position.head,
                                  .event = i,
                                  .round = decision->state.value[ENCOUNTER_ROUND]};
        log_line_put(&sitting->line[sitting->lines++], &place, event);
    }
}

void sitting_add_lines(struct sitting *sitting, struct text *text)
{
    sitting_tell_lines(sitting, text);
    sitting_add_lines_of(sitting, &sitting->decision);
}

int sitting_log(const struct sitting *sitting, const struct log_line **out)
{
    *out = sitting->line;
    return sitting->lines;
}
