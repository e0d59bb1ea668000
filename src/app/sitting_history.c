#include "app/sitting_history.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting_data.h"
#include "app/sitting_state.h"
#include "base/nearest.h"
#include "base/utf8.h"

enum { ROWS_AT_ONCE = 64, NAMES_MAX = 64 };

/* What is known of the acts to be told while their rows are gathered from the newest backwards.
 */
struct gathered {
    int64_t id;
    bool is_undone;
};

struct history {
    struct sitting *sitting;
    struct gathered *act; /* newest first */
    int acts, room;
    struct log_line *line; /* of the act that is told */
    int lines, lines_room;
    const struct act_row *row; /* the act that is told */
};

/* Doubles the room of an array of `size` bytes each. */
static void *grow(void *array, int *room, size_t size)
{
    *room = *room == 0 ? ROWS_AT_ONCE : *room * 2;
    void *larger = realloc(array, (size_t)*room * size);
    CHECK(larger != NULL);
    return larger;
}

/* ---- which acts ------------------------------------------------------------------------ */

/* Every act follows an older one, so one walk backwards meets the whole way to the head. */
static enum status gather(struct history *history, int64_t encounter, int64_t head, int limit,
                          struct error *err)
{
    struct campaign *campaign = history->sitting->campaign;
    struct act_row rows[ROWS_AT_ONCE];
    int64_t on_way = head;
    int64_t before = 0;
    for (;;) {
        int count;
        enum status status =
            log_rows(campaign, encounter, before, rows, ROWS_AT_ONCE, &count, err);
        if (status != STATUS_OK || count == 0) {
            return status;
        }
        for (int i = 0; i < count; i++) {
            if (rows[i].kind != ROW_ACT) {
                continue;
            }
            if (limit > 0 && history->acts == limit) {
                return STATUS_OK;
            }
            if (history->acts == history->room) {
                history->act = grow(history->act, &history->room, sizeof *history->act);
            }
            bool is_on_way = rows[i].id == on_way;
            on_way = is_on_way ? rows[i].parent : on_way;
            history->act[history->acts++] = (struct gathered){rows[i].id, !is_on_way};
        }
        before = rows[count - 1].id;
    }
}

/* ---- telling --------------------------------------------------------------------------- */

static bool add_line(void *context, int event_place, const struct event *event)
{
    struct history *history = context;
    struct log_place place = {history->row->id, event_place, history->row->round};
    if (history->lines == history->lines_room) {
        history->line = grow(history->line, &history->lines_room, sizeof *history->line);
    }
    log_line_put(&history->line[history->lines++], &place, event);
    return true;
}

static enum status tell(struct history *history, sitting_see_act_fn *see, void *context,
                        struct error *err)
{
    for (int i = history->acts - 1; i >= 0; i--) {
        struct act_row row;
        history->row = &row;
        history->lines = 0;
        enum status status = log_row(history->sitting->campaign, history->act[i].id, &row, err);
        if (status == STATUS_OK) {
            status = log_lines(history->sitting->campaign, row.id, add_line, history, err);
        }
        if (status == STATUS_DAMAGED) {
            continue; /* the caller is told of it; the others can be read */
        }
        if (status != STATUS_OK) {
            return status;
        }
        struct sitting_act act = {.id = row.id,
                                  .round = row.round,
                                  .at_ms = row.at_ms,
                                  .is_undone = history->act[i].is_undone,
                                  .label = row.label,
                                  .command = row.command,
                                  .lines = history->line,
                                  .lines_count = history->lines};
        if (!see(context, &act)) {
            return STATUS_OK;
        }
    }
    return STATUS_OK;
}

/* ---- whose ----------------------------------------------------------------------------- */

static enum status find_encounter(struct sitting *sitting, const char *name,
                                  struct encounter_row *out, struct error *err)
{
    enum status status = encounter_find(sitting->campaign, name, out, err);
    if (status != STATUS_MISSING) {
        return status;
    }
    struct nearest nearest;
    nearest_init(&nearest, str_of(name));
    struct encounter_row rows[NAMES_MAX];
    int count;
    status = encounter_list(sitting->campaign, rows, NAMES_MAX, 0, &count, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < count; i++) {
        nearest_offer(&nearest, rows[i].name);
    }
    return error_set(err, STATUS_USAGE, "", "there is no encounter %s%s",
                     utf8_shown(str_of(name)).text, nearest_question(&nearest).text);
}

enum status sitting_acts(struct sitting *sitting, const char *encounter, int limit,
                         sitting_see_act_fn *see, void *context, struct error *err)
{
    struct encounter_row row = sitting->encounter;
    struct position position;
    enum status status = STATUS_OK;
    if (encounter != NULL) {
        status = find_encounter(sitting, encounter, &row, err);
    } else if (row.id == 0) {
        return STATUS_OK; /* nothing has happened yet */
    }
    if (status == STATUS_OK) {
        status = log_position(sitting->campaign, row.id, &position, err);
    }
    struct history history = {.sitting = sitting};
    if (status == STATUS_OK) {
        status = gather(&history, row.id, position.head, limit, err);
    }
    if (status == STATUS_OK) {
        status = tell(&history, see, context, err);
    }
    free(history.act);
    free(history.line);
    const struct error *damage = sitting_damage(sitting);
    if (status == STATUS_OK && damage != NULL) {
        return error_set(err, STATUS_DAMAGED, damage->where, "%s", damage->text);
    }
    return status;
}

/* ---- to go back by --------------------------------------------------------------------- */

static enum status begin_past(struct sitting *sitting, struct sitting_past *past,
                              struct error *err)
{
    struct position position;
    enum status status = log_position(sitting->campaign, sitting->encounter.id, &position, err);
    if (status == STATUS_OK) {
        past->on_way = position.head;
    }
    return status;
}

enum status sitting_past_acts(struct sitting *sitting, struct sitting_past *past,
                              struct sitting_past_act *out, int most, int *count,
                              struct error *err)
{
    struct act_row rows[ROWS_AT_ONCE];
    enum status status = STATUS_OK;
    *count = 0;
    past->is_whole = past->is_whole || sitting->encounter.id == 0;
    bool is_first = past->before == 0 && !past->is_whole;
    int64_t head = sitting->position.head;
    status = is_first ? begin_past(sitting, past, err) : STATUS_OK;
    while (status == STATUS_OK && *count < most && !past->is_whole) {
        int read;
        int wanted = most - *count < ROWS_AT_ONCE ? most - *count : ROWS_AT_ONCE;
        status = log_rows(sitting->campaign, sitting->encounter.id, past->before, rows, wanted,
                          &read, err);
        past->is_whole = status == STATUS_OK && read == 0;
        for (int i = 0; status == STATUS_OK && i < read; i++) {
            past->before = rows[i].id;
            if (rows[i].kind != ROW_ACT) {
                continue;
            }
            bool is_on_way = rows[i].id == past->on_way;
            past->on_way = is_on_way ? rows[i].parent : past->on_way;
            struct sitting_past_act *act = &out[(*count)++];
            *act = (struct sitting_past_act){.id = rows[i].id,
                                             .follows = rows[i].parent,
                                             .round = rows[i].round,
                                             .is_here = rows[i].id == head,
                                             .is_undone = !is_on_way};
            struct text label = text_over(act->label, sizeof act->label);
            text_add_str(&label, str_of(rows[i].label));
        }
    }
    return status;
}

/* `history`: the newest acts as lines. */
void sitting_run_history(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    enum { MOST = 40 };
    struct sitting_past past = {0};
    struct sitting_past_act acts[MOST];
    struct error err;
    int count;
    (void)command;
    if (sitting_past_acts(sitting, &past, acts, MOST, &count, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count; i++) {
        const char *effect = acts[i].is_here ? "now, " : acts[i].is_undone ? "undone, " : "";
        text_add(&text, "%s%6lld  %sround %d: %s", i == 0 ? "" : "\n", (long long)acts[i].id,
                 effect, acts[i].round, acts[i].label);
    }
    if (count == 0) {
        text_add(&text, "nothing has happened yet");
    }
}
