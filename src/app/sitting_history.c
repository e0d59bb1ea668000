#include "app/sitting_history.h"

#include <stdlib.h>
#include <string.h>

#include "app/act_people.h"
#include "app/evenings.h"
#include "app/sitting_address.h"
#include "app/sitting_data.h"
#include "app/sitting_state.h"
#include "games/games.h"

enum { ROWS_AT_ONCE = 64 };

/* The acts to report, while their rows are gathered from the newest backward. */
struct gathered {
    int64_t id;
    bool is_undone;
};

struct history {
    struct sitting *sitting;
    const struct encounter_row *encounter;
    const struct sitting_acts_wish *wish;
    struct gathered *act; /* newest first */
    int acts, room;
    struct log_line *line; /* of the present act */
    int lines, lines_room;
    const struct act_row *row; /* the present act */
    struct evenings evenings;
    /* The encounter as it was before the present act, for the names in its line. */
    struct state state;
    int64_t head; /* the act after which it is; -1: none yet */
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    int commands;
    struct act_people people;
    char name[COMBATANTS_MAX + 1][NAME_SIZE];
    const char *to[COMBATANTS_MAX];
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

static bool is_wanted(const struct sitting_acts_wish *wish, bool is_on_way)
{
    return wish->undone == UNDONE_TOO || is_on_way == (wish->undone == UNDONE_LEFT_OUT);
}

/* Every act follows an older one, so one walk backward covers the whole way to the head. */
static enum status gather(struct history *history, int64_t head, struct error *err)
{
    struct campaign *campaign = history->sitting->campaign;
    struct act_row rows[ROWS_AT_ONCE];
    int64_t on_way = head;
    int64_t before = 0;
    for (;;) {
        int count;
        enum status status =
            log_rows(campaign, history->encounter->id, before, rows, ROWS_AT_ONCE, &count, err);
        if (status != STATUS_OK || count == 0) {
            return status;
        }
        for (int i = 0; i < count; i++) {
            if (rows[i].kind != ROW_ACT) {
                continue;
            }
            bool is_on_way = rows[i].id == on_way;
            on_way = is_on_way ? rows[i].parent : on_way;
            if (!is_wanted(history->wish, is_on_way)) {
                continue;
            }
            if (history->wish->limit > 0 && history->acts == history->wish->limit) {
                return STATUS_OK;
            }
            if (history->acts == history->room) {
                history->act = grow(history->act, &history->room, sizeof *history->act);
            }
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

/* Moves the state to the beginning of the present act. */
static enum status stand_before(struct history *history, struct error *err)
{
    struct campaign *campaign = history->sitting->campaign;
    int64_t before = history->row->parent;
    int64_t from = history->head;
    enum log_step step;
    if (from == before) {
        return STATUS_OK;
    }
    history->head = before;
    if (from < 0) {
        return log_state(campaign, history->encounter->id, before, &history->state, err);
    }
    return log_state_moved(campaign, history->encounter->id, from, before, &history->state,
                           &step, err);
}

/* The one who spends initiative acts, without an option for it; 0: nobody, -1: several. */
static bool see_spender(void *context, const struct event *event)
{
    int *spender = context;
    if (event->kind == EVENT_INITIATIVE_SPENT && event->is_set) {
        *spender = *spender == 0 || *spender == event->subject ? event->subject : -1;
    }
    return true;
}

static enum status find_spender(struct history *history, struct error *err)
{
    struct act_people *people = &history->people;
    int spender = 0;
    enum status status =
        log_events(history->sitting->campaign, history->row->id, see_spender, &spender, err);
    if (status == STATUS_OK && people->by == 0 && spender > 0) {
        act_people_set_by(people, spender);
    }
    return status;
}

/* The combatants in its line. */
static void name_people(struct history *history, struct sitting_act *act)
{
    struct act_people *people = &history->people;
    const struct state *state = &history->state;
    act->action = people->action;
    text_format(history->name[0], NAME_SIZE, "%s",
                people->by != 0 ? state_name(state, people->by) : "");
    act->by = history->name[0];
    for (int i = 0; i < people->to_count; i++) {
        text_format(history->name[i + 1], NAME_SIZE, "%s", state_name(state, people->to[i]));
        history->to[i] = history->name[i + 1];
    }
    act->to = history->to;
    act->to_count = people->to_count;
}

static enum status tell_act(struct history *history, const struct gathered *gathered,
                            struct sitting_act *act, struct error *err)
{
    const struct act_row *row = history->row;
    history->lines = 0;
    enum status status = log_lines(history->sitting->campaign, row->id, add_line, history, err);
    bool has_people = false, has_lines = status == STATUS_OK;
    if (has_lines) {
        status = stand_before(history, err);
        has_people = status == STATUS_OK;
    }
    /* After damage, the events can be reported, but not who was there. */
    if (has_lines && status == STATUS_DAMAGED && sitting_damage(history->sitting) != NULL) {
        history->head = -1;
        status = STATUS_OK;
    }
    if (status != STATUS_OK) {
        return status;
    }
    *act = (struct sitting_act){.id = row->id,
                                .encounter = history->encounter->name,
                                .round = row->round,
                                .at_ms = row->at_ms,
                                .is_undone = gathered->is_undone,
                                .label = row->label,
                                .command = row->command,
                                .lines = history->line,
                                .lines_count = history->lines};
    act->evening = row->round > 0 ? evening_of(&history->evenings, row->id) : 0;
    if (has_people) {
        act_people_read(&history->people, games_find(state_system(&history->state)),
                        history->command, history->commands, &history->state,
                        str_of(row->command));
        status = find_spender(history, err);
    }
    if (has_people && status == STATUS_OK) {
        name_people(history, act);
    } else {
        act->action = act->by = "";
    }
    return status;
}

static enum status tell(struct history *history, sitting_see_act_fn *see, void *context,
                        struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = history->acts - 1; i >= 0 && status == STATUS_OK; i--) {
        struct act_row row;
        struct sitting_act act;
        history->row = &row;
        status = log_row(history->sitting->campaign, history->act[i].id, &row, err);
        if (status == STATUS_OK) {
            status = tell_act(history, &history->act[i], &act, err);
        }
        if (status == STATUS_DAMAGED && sitting_damage(history->sitting) != NULL) {
            status = STATUS_OK; /* it is reported to the caller; the others can be read */
            continue;
        }
        if (status == STATUS_OK && !see(context, &act)) {
            return STATUS_OK;
        }
    }
    return status;
}

/* ---- of an encounter ------------------------------------------------------------------- */

static enum status tell_encounter(struct history *history, sitting_see_act_fn *see,
                                  void *context, struct error *err)
{
    struct sitting *sitting = history->sitting;
    const struct system *system = system_find(str_of(history->encounter->system));
    if (system == NULL) {
        return sitting_unknown_system(history->encounter, err);
    }
    state_empty(&history->state, system);
    history->commands =
        sitting->commands_of(system, &history->made, history->command, COMMANDS_MAX);
    struct position position;
    enum status status =
        log_position(sitting->campaign, history->encounter->id, &position, err);
    if (status == STATUS_OK) {
        status = evenings_read(&history->evenings, sitting->campaign, err);
    }
    if (status == STATUS_OK) {
        status = gather(history, position.head, err);
    }
    return status == STATUS_OK ? tell(history, see, context, err) : status;
}

enum status sitting_acts(struct sitting *sitting, const struct sitting_acts_wish *wish,
                         sitting_see_act_fn *see, void *context, struct error *err)
{
    struct encounter_row row = sitting->encounter;
    if (wish->encounter != NULL) {
        enum status status = sitting_find_encounter(sitting, wish->encounter, &row, err);
        if (status != STATUS_OK) {
            return status;
        }
    } else if (row.id == 0) {
        return STATUS_OK; /* nothing has happened yet */
    }
    struct history *history = calloc(1, sizeof *history);
    CHECK(history != NULL);
    history->sitting = sitting;
    history->encounter = &row;
    history->wish = wish;
    history->head = -1;
    enum status status = tell_encounter(history, see, context, err);
    evenings_free(&history->evenings);
    free(history->act);
    free(history->line);
    free(history);
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

static enum status tell_fate(struct sitting *sitting, struct sitting_past_act *act,
                             struct error *err)
{
    struct log_fate fate = {.kind = LOG_STANDS};
    enum status status = STATUS_OK;
    if (act->is_undone) {
        status = log_fate_off_way(sitting->campaign, sitting->encounter.id,
                                  sitting->position.head, act->id, &fate, err);
    }
    act->now = fate.kind == LOG_CORRECTED ? fate.now : 0;
    act->left_out = fate.kind == LOG_LEFT_OUT ? fate.now : 0;
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
            status = tell_fate(sitting, act, err);
        }
    }
    return status;
}

/* What is special about an act: "now, ", "corrected, it is 41 now, ". */
static void add_place(const struct sitting_past_act *act, struct text *out)
{
    if (act->is_here) {
        text_add(out, "now, ");
    } else if (act->now != 0) {
        text_add(out, "corrected, it is %lld now, ", (long long)act->now);
    } else if (act->left_out != 0) {
        text_add(out, "left out since %lld, ", (long long)act->left_out);
    } else if (act->is_undone) {
        text_add(out, "undone, ");
    }
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
        text_add(&text, "%s%6lld  ", i == 0 ? "" : "\n", (long long)acts[i].id);
        add_place(&acts[i], &text);
        text_add(&text, "round %d: %s", acts[i].round, acts[i].label);
    }
    if (count == 0) {
        text_add(&text, "nothing has happened yet");
    }
}
