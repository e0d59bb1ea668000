#include "app/log/history.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/act.h"
#include "app/log/asking.h"
#include "app/chronicle/chronicle.h"
#include "app/log/kept_questions.h"
#include "app/log/address.h"
#include "app/party/party_steps.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "store/search.h"
#include "tracker/carry.h"

enum { ROWS_AT_ONCE = 64 };

/* The acts to report, while their rows are gathered from the newest backward. */
struct gathered {
    int64_t id;    /* of a step of the party: the row that it stands after */
    int step;      /* its place among the steps, from 1; 0: it is an act */
    int encounter; /* its place in the list of those that are told */
    bool is_undone;
    bool is_behind_gap; /* the way to it goes through a row that cannot be read */
    bool fits;
};

struct history {
    struct sitting *sitting;
    const struct sitting_acts_wish *wish;
    struct encounter_row *list; /* the encounters that are told */
    bool *has_gap; /* of each: an act that cannot be read was met on the way that is told */
    int listed, list_room;
    struct party_steps steps; /* of the party, where they are told */
    struct gathered *act;     /* newest first */
    int acts, room;
    struct log_line *line; /* of the present act */
    int lines, lines_room;
    struct act_row row; /* the present act */
    /* Its events, and those of the act that was told before. */
    struct act_events events, events_before;
    struct act_events no_events; /* of a step of the party */
    struct evenings evenings;
    const struct encounter_row *encounter; /* of the act that was told last; NULL: none yet */
    /* That encounter as it was before the act that is told, for the names in its line. */
    struct state state;
    int64_t head; /* the act after which it is; -1: none yet */
    int64_t told; /* the act that was told last, if the state stands before it; 0: none */
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    int commands;
    struct act_people people;
    bool leaves_people_out; /* nobody is named, which saves the states of the past */
    char name[COMBATANTS_MAX + 1][NAME_SIZE];
    const char *to[COMBATANTS_MAX + 1];
};

/* Doubles the room of an array of `size` bytes each. */
static void *grow(void *array, int *room, size_t size)
{
    *room = *room == 0 ? ROWS_AT_ONCE : *room * 2;
    void *larger = realloc(array, (size_t)*room * size);
    CHECK(larger != NULL);
    return larger;
}

static void history_free(struct history *history)
{
    free(history->list);
    free(history->has_gap);
    party_steps_free(&history->steps);
    free(history->line);
    act_events_free(&history->events);
    act_events_free(&history->events_before);
}

/* ---- which acts ------------------------------------------------------------------------ */

static bool is_wanted(const struct sitting_acts_wish *wish, bool is_on_way)
{
    return wish->undone == UNDONE_TOO || is_on_way == (wish->undone == UNDONE_LEFT_OUT);
}

/* True when only acts that fit are told. */
static bool selects(const struct sitting_acts_wish *wish)
{
    return wish->asking != NULL && wish->asking->terms > 0;
}

/* What an act's row tells of it. */
static void begin_act(const struct history *history, const struct encounter_row *encounter,
                      const struct act_row *row, struct sitting_act *act)
{
    *act = (struct sitting_act){.id = row->id,
                                .follows = row->parent,
                                .encounter = encounter->name,
                                .encounters = history->listed,
                                .encounter_id = encounter->id,
                                .round = row->round,
                                .at_ms = row->at_ms,
                                .evenings = history->evenings.count,
                                .label = row->label,
                                .command = row->command,
                                .action = "",
                                .by = ""};
    act->evening = evening_of(&history->evenings, row->id, row->at_ms, row->round > 0);
}

static bool can_fit(const struct history *history, const struct encounter_row *encounter,
                    const struct act_row *row)
{
    struct sitting_act act;
    if (!selects(history->wish)) {
        return true;
    }
    begin_act(history, encounter, row, &act);
    return asking_can_fit(history->wish->asking, &act);
}

/* ---- telling --------------------------------------------------------------------------- */

static bool add_line(void *context, int event_place, const struct event *event)
{
    struct history *history = context;
    struct log_place place = {history->row.id, event_place, history->row.round};
    if (history->lines == history->lines_room) {
        history->line = grow(history->line, &history->lines_room, sizeof *history->line);
    }
    log_line_put(&history->line[history->lines++], &place, event);
    return true;
}

/* Applies the events of the act that was told last, which are in memory. False: they do not fit
 * the state, which is broken then. */
static bool go_on(struct history *history)
{
    const struct act_events *told = &history->events_before;
    bool fits = true;
    for (int i = 0; i < told->count && fits; i++) {
        fits = state_can_apply(&history->state, &told->event[i]) &&
               state_has_old(&history->state, &told->event[i]);
        if (fits) {
            state_apply(&history->state, &told->event[i]);
        }
    }
    return fits;
}

/* Moves the state to the beginning of the present act. */
static enum status stand_before(struct history *history, struct error *err)
{
    struct campaign *campaign = history->sitting->campaign;
    int64_t encounter = history->encounter->id, before = history->row.parent;
    int64_t from = history->head, told = history->told;
    enum log_step step;
    enum status status = STATUS_OK;
    history->head = before;
    history->told = 0;
    if (from < 0) {
        return log_state(campaign, encounter, before, &history->state, err);
    }
    if (from == before || (told != 0 && told == before && go_on(history))) {
        return STATUS_OK;
    }
    if (told != 0 && told == before) {
        status = log_state(campaign, encounter, from, &history->state, err);
    }
    return status == STATUS_OK
               ? log_state_moved(campaign, encounter, from, before, &history->state, &step, err)
               : status;
}

/* The combatants in its line. */
static void name_people(struct history *history, struct sitting_act *act)
{
    struct act_people *people = &history->people;
    const struct state *state = &history->state;
    act_people_read(people, games_find(state_system(state)), history->command,
                    history->commands, state, str_of(history->row.command));
    if (people->by == 0 && history->events.spender > 0) {
        act_people_set_by(people, history->events.spender);
    }
    const struct command_def *def = people->command.def;
    act->action = people->action;
    act->is_reaction = def != NULL && def->is_reaction && people->action == def->name;
    act->by_id = people->by;
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

/* What was asked of the dice tells better who acted on whom: who rolled, unless several did,
 * and against whom. */
static void name_rollers(struct history *history, struct sitting_act *act)
{
    const json_t *requests = history->events.requests;
    const json_t *by = json_object_get(json_array_get(requests, 0), "by");
    bool is_one = json_is_string(by);
    bool has_to = false;
    size_t i, k;
    const json_t *request, *name;
    json_array_foreach(requests, i, request)
    {
        is_one = is_one && json_equal(json_object_get(request, "by"), by);
        json_array_foreach(json_object_get(request, "to"), k, name)
        {
            int known = 0;
            act->to_count = has_to ? act->to_count : 0;
            has_to = true;
            while (known < act->to_count &&
                   strcmp(history->to[known], json_string_value(name)) != 0) {
                known++;
            }
            if (known == act->to_count && known < COMBATANTS_MAX) {
                history->to[act->to_count++] = json_string_value(name);
            }
        }
    }
    act->to = history->to;
    act->by = act->by[0] == '\0' && is_one ? json_string_value(by) : act->by;
}

/* Everything of an act but its row. */
static enum status tell_act(struct history *history, struct sitting_act *act, struct error *err)
{
    struct campaign *campaign = history->sitting->campaign;
    bool has_rolls = history->wish->tells_rolls || selects(history->wish);
    enum status status = STATUS_OK;
    history->lines = 0;
    act->fits = true;
    if (history
            ->leaves_people_out) { /* the lines alone tell of most acts that they do not fit */
        status = log_lines(campaign, act->id, add_line, history, err);
        act->lines = history->line;
        act->lines_count = history->lines;
        act->fits = status != STATUS_OK || asking_can_fit_lines(history->wish->asking, act);
    }
    if (status == STATUS_OK && act->fits) {
        status = act_events_read(&history->events, campaign, act->id, has_rolls, err);
    }
    if (status != STATUS_OK || !act->fits) {
        return status;
    }
    act->events = &history->events;
    if (history->leaves_people_out) {
        return STATUS_OK;
    }
    for (int i = 0; i < history->events.count; i++) {
        if (history->events.event[i].line.n > 0) {
            add_line(history, i, &history->events.event[i]);
        }
    }
    act->lines = history->line;
    act->lines_count = history->lines;
    status = stand_before(history, err);
    if (status == STATUS_OK) {
        history->told = act->id;
        act->before = &history->state;
        name_people(history, act);
    } else if (sitting_ended_at_damage(history->sitting, status)) {
        history->head = -1; /* what happened can be told, but not who was there */
        status = STATUS_OK;
    }
    name_rollers(history, act);
    return status;
}

/* Goes over to the encounter that an act belongs to. */
static enum status stand_in(struct history *history, const struct encounter_row *encounter,
                            struct error *err)
{
    if (history->encounter == encounter) {
        return STATUS_OK;
    }
    const struct system *system = system_find(str_of(encounter->system));
    if (system == NULL) {
        return sitting_unknown_system(encounter, err);
    }
    history->encounter = encounter;
    history->head = -1;
    history->told = 0;
    state_empty(&history->state, system);
    history->commands =
        history->sitting->commands_of(system, &history->made, history->command, COMMANDS_MAX);
    return STATUS_OK;
}

/* One act from its row to the one who sees it; *goes_on becomes false when that one has seen
 * enough. NULL: only whether it fits is found out. */
static enum status see_act(struct history *history, struct gathered *gathered,
                           sitting_see_act_fn *see, void *context, bool *goes_on,
                           struct error *err)
{
    struct sitting_act act;
    enum status status = stand_in(history, &history->list[gathered->encounter], err);
    if (status != STATUS_OK) {
        return status;
    }
    status = log_row(history->sitting->campaign, gathered->id, &history->row, err);
    if (status == STATUS_OK) {
        begin_act(history, history->encounter, &history->row, &act);
        act.is_undone = gathered->is_undone;
        act.is_behind_gap = gathered->is_behind_gap || history->has_gap[gathered->encounter];
        status = tell_act(history, &act, err);
    }
    if (status == STATUS_OK) {
        const struct sitting_acts_wish *wish = history->wish;
        act.fits = gathered->fits =
            act.fits && (!selects(wish) || asking_fits(wish->asking, &act));
        if (see != NULL && (act.fits || wish->tells_all)) {
            *goes_on = see(context, &act);
        }
    }
    if (history->told == gathered->id) { /* for the state after it */
        struct act_events events = history->events_before;
        history->events_before = history->events;
        history->events = events;
    }
    if (sitting_ended_at_damage(history->sitting, status)) {
        bool is_on_way = !gathered->is_undone;
        history->has_gap[gathered->encounter] |= is_on_way;
        return STATUS_OK; /* the caller is told of it; the others can be read */
    }
    return status;
}

/* ---- steps of the party ---------------------------------------------------------------- */

/* What a step tells without its lines. */
static void begin_step(const struct history *history, const struct party_step *step,
                       struct sitting_act *act)
{
    *act = (struct sitting_act){.id = step->number,
                                .step = step,
                                .encounter = PARTY_STEPS_NAME,
                                .encounters = history->listed + 1,
                                .at_ms = step->at_ms,
                                .evenings = history->evenings.count,
                                .is_undone = step->is_undone,
                                .fits = true,
                                .label = step->label,
                                .command = "",
                                .action = "",
                                .by = "",
                                .events = &history->no_events};
    act->evening = evening_of(&history->evenings, step->after, step->at_ms, false);
}

/* The steps that bring the party home say what acts of fights have said; a step that takes
 * another one back is no step of its own. */
static bool step_can_fit(const struct history *history, const struct party_step *step)
{
    struct sitting_act act;
    begin_step(history, step, &act);
    return step->undoes == 0 && !step->is_home && is_wanted(history->wish, !step->is_undone) &&
           (!selects(history->wish) || asking_can_fit(history->wish->asking, &act));
}

static void add_step_line(struct history *history, struct str line)
{
    if (history->lines == history->lines_room) {
        history->line = grow(history->line, &history->lines_room, sizeof *history->line);
    }
    struct log_line *out = &history->line[history->lines++];
    *out = (struct log_line){.act = 0};
    text_format(out->line, sizeof out->line, "%.*s", line.n, line.p);
}

/* What a fight's act says in lines: the label, and what it changed of each. */
static void tell_step(struct history *history, const struct party_step *step,
                      struct sitting_act *act)
{
    struct str rest = str_of(step->what != NULL ? step->what : ""), line;
    begin_step(history, step, act);
    history->lines = 0;
    add_step_line(history, str_of(step->label));
    while (str_next_line(&rest, &line)) {
        add_step_line(history, line);
    }
    act->lines = history->line;
    act->lines_count = history->lines;
    act->fits = !selects(history->wish) || asking_fits(history->wish->asking, act);
}

static void see_step(struct history *history, struct gathered *gathered,
                     sitting_see_act_fn *see, void *context, bool *goes_on)
{
    struct sitting_act act;
    tell_step(history, &history->steps.step[gathered->step - 1], &act);
    gathered->fits = act.fits;
    if (see != NULL && (act.fits || history->wish->tells_all)) {
        *goes_on = see(context, &act);
    }
}

/* ---- of which encounters --------------------------------------------------------------- */

static void list_encounter(struct history *history, const struct encounter_row *row)
{
    if (history->listed == history->list_room) {
        history->list = grow(history->list, &history->list_room, sizeof *history->list);
        history->has_gap =
            realloc(history->has_gap, (size_t)history->list_room * sizeof *history->has_gap);
        CHECK(history->has_gap != NULL);
    }
    history->has_gap[history->listed] = false;
    history->list[history->listed++] = *row;
}

static enum status list_encounters(struct history *history, struct error *err)
{
    struct sitting *sitting = history->sitting;
    struct encounter_row row = sitting->encounter;
    if (history->wish->until != 0) {
        struct act_row act;
        enum status status = log_row(sitting->campaign, history->wish->until, &act, err);
        if (status == STATUS_OK) {
            status = encounter_at(sitting->campaign, act.encounter, &row, err);
        }
        if (status != STATUS_OK) {
            return status;
        }
    } else if (history->wish->row != NULL) {
        row = *history->wish->row; /* names of archived ones can be used again */
    } else if (history->wish->encounter != NULL) {
        enum status status =
            sitting_find_encounter(sitting, history->wish->encounter, &row, err);
        if (status != STATUS_OK) {
            return status;
        }
    } else if (history->wish->is_of_all) {
        struct encounter_row rows[ROWS_AT_ONCE];
        int count;
        do {
            enum status status = encounter_list(sitting->campaign, rows, ROWS_AT_ONCE,
                                                history->listed, &count, err);
            if (status != STATUS_OK) {
                return status;
            }
            for (int i = 0; i < count; i++) {
                list_encounter(history, &rows[i]);
            }
        } while (count == ROWS_AT_ONCE);
        return STATUS_OK;
    }
    if (row.id != 0) { /* else nothing has happened yet */
        list_encounter(history, &row);
    }
    return STATUS_OK;
}

/* ---- from the oldest on ---------------------------------------------------------------- */

enum { GATHERED_AS_ONE = 16 }; /* rows: to gather them takes less time than to tell an act */

struct acts_reading {
    struct history history;
    struct sitting_acts_wish wish;
    bool has_begun, is_gathered;
    int encounter;          /* whose rows are gathered; those before it were */
    bool is_inside;         /* its newest row was read */
    int64_t before, on_way; /* the last row read; the next act on the way to the head */
    int most;               /* acts to gather up to the end of this encounter */
    int left;               /* gathered acts that are still to be told */
    bool has_any;           /* one of them may fit; else none is told */
};

struct acts_reading *acts_reading_new(struct sitting *sitting,
                                      const struct sitting_acts_wish *wish)
{
    struct acts_reading *reading = calloc(1, sizeof *reading);
    CHECK(reading != NULL);
    reading->wish = *wish;
    reading->history.sitting = sitting;
    reading->history.wish = &reading->wish;
    reading->history.head = -1;
    return reading;
}

void acts_reading_free(struct acts_reading *reading)
{
    if (reading != NULL) {
        if (reading->wish.evenings == NULL) {
            evenings_free(&reading->history.evenings);
        }
        free(reading->history.act);
        history_free(&reading->history);
        free(reading);
    }
}

static enum status begin_reading(struct acts_reading *reading, struct error *err)
{
    struct history *history = &reading->history;
    enum status status = list_encounters(history, err);
    if (status == STATUS_OK && reading->wish.is_of_all && reading->wish.tells_party) {
        status = party_steps_read(&history->steps, history->sitting, err);
    }
    reading->has_begun = true;
    reading->wish.encounter = NULL; /* they need not outlive the first piece */
    reading->wish.row = NULL;
    if (status == STATUS_OK && reading->wish.evenings != NULL) {
        history->evenings = *reading->wish.evenings;
    } else if (status == STATUS_OK && history->listed > 0) {
        status = evenings_read(&history->evenings, history->sitting->campaign, err);
    }
    return status;
}

static enum status begin_encounter(struct acts_reading *reading, struct error *err)
{
    struct history *history = &reading->history;
    struct position position;
    bool is_limited = reading->wish.limit > 0 && !selects(&reading->wish);
    enum status status = log_position(history->sitting->campaign,
                                      history->list[reading->encounter].id, &position, err);
    int64_t until = reading->wish.until;
    reading->is_inside = true;
    reading->before = 0;
    reading->on_way = until != 0 || status != STATUS_OK ? until : position.head;
    reading->most = is_limited ? history->acts + reading->wish.limit : INT_MAX;
    return status;
}

/* The next rows of an encounter, newest first. Every act follows an older one, so one walk
 * backward covers the whole way to the head. */
static enum status gather_rows(struct acts_reading *reading, struct error *err)
{
    struct history *history = &reading->history;
    const struct encounter_row *encounter = &history->list[reading->encounter];
    struct act_row rows[ROWS_AT_ONCE];
    int count;
    enum status status = log_rows(history->sitting->campaign, encounter->id, reading->before,
                                  rows, ROWS_AT_ONCE, &count, err);
    bool goes_on = status == STATUS_OK && count > 0;
    for (int i = 0; goes_on && i < count; i++) {
        reading->before = rows[i].id;
        goes_on = rows[i].id > history->wish->after; /* parents are older */
        if (rows[i].kind != ROW_ACT || !goes_on) {
            continue;
        }
        if (rows[i].id < reading->on_way) { /* which could not be read: the way to this one */
            reading->on_way = rows[i].head;
            for (int k = history->acts;
                 k > 0 && history->act[k - 1].encounter == reading->encounter; k--) {
                history->act[k - 1].is_behind_gap = true;
            }
        }
        bool is_on_way = rows[i].id == reading->on_way;
        reading->on_way = is_on_way ? rows[i].parent : reading->on_way;
        bool fits = can_fit(history, encounter, &rows[i]);
        if (!is_wanted(history->wish, is_on_way) || (!fits && !history->wish->tells_all)) {
            continue;
        }
        reading->has_any = reading->has_any || fits;
        if (history->acts == history->room) {
            history->act = grow(history->act, &history->room, sizeof *history->act);
        }
        goes_on = history->acts < reading->most;
        if (goes_on) {
            history->act[history->acts++] = (struct gathered){
                .id = rows[i].id, .encounter = reading->encounter, .is_undone = !is_on_way};
        }
    }
    if (!goes_on) {
        reading->encounter++;
        reading->is_inside = false;
    }
    return status;
}

static int compare_gathered(const void *a, const void *b)
{
    const struct gathered *one = a, *other = b; /* the newest first */
    return one->id != other->id ? (one->id < other->id ? 1 : -1) : other->step - one->step;
}

static void gather_steps(struct acts_reading *reading)
{
    struct history *history = &reading->history;
    for (int i = 0; i < history->steps.count; i++) {
        const struct party_step *step = &history->steps.step[i];
        if (!step_can_fit(history, step)) {
            continue;
        }
        if (history->acts == history->room) {
            history->act = grow(history->act, &history->room, sizeof *history->act);
        }
        history->act[history->acts++] =
            (struct gathered){.id = step->after, .step = i + 1, .is_undone = step->is_undone};
        reading->has_any = true;
    }
}

/* Leaves the newest acts that fit, when there are more than are wanted. */
static enum status keep_newest(struct history *history, struct error *err)
{
    enum status status = STATUS_OK;
    int kept = 0;
    for (int i = 0; i < history->acts && kept < history->wish->limit; i++) {
        bool goes_on;
        if (selects(history->wish) && history->act[i].step != 0) {
            see_step(history, &history->act[i], NULL, NULL, &goes_on);
        } else if (selects(history->wish)) {
            status = see_act(history, &history->act[i], NULL, NULL, &goes_on, err);
        }
        if (status != STATUS_OK) {
            return status;
        }
        if (!selects(history->wish) || history->act[i].fits) {
            history->act[kept++] = history->act[i];
        }
    }
    history->acts = kept;
    return STATUS_OK;
}

/* All of them are known: puts them in order. */
static enum status end_gathering(struct acts_reading *reading, struct error *err)
{
    struct history *history = &reading->history;
    enum status status = STATUS_OK;
    gather_steps(reading);
    if ((history->listed > 1 || history->steps.count > 0) && history->acts > 1) {
        qsort(history->act, (size_t)history->acts, sizeof *history->act, compare_gathered);
    }
    if (reading->wish.limit > 0) {
        status = keep_newest(history, err);
    }
    for (int i = 0; i < history->listed; i++) {
        history->has_gap[i] = false; /* from the oldest on */
    }
    reading->is_gathered = true;
    reading->left = reading->has_any ? history->acts : 0;
    return status;
}

static enum status reading_step(struct acts_reading *reading, int acts, sitting_see_act_fn *see,
                                void *context, bool *is_whole, struct error *err)
{
    struct history *history = &reading->history;
    bool goes_on = true;
    enum status status = reading->has_begun ? STATUS_OK : begin_reading(reading, err);
    while (status == STATUS_OK && acts > 0 && reading->encounter < history->listed) {
        status = reading->is_inside ? STATUS_OK : begin_encounter(reading, err);
        status = status == STATUS_OK ? gather_rows(reading, err) : status;
        acts -= ROWS_AT_ONCE / GATHERED_AS_ONE;
    }
    if (status == STATUS_OK && reading->encounter == history->listed && !reading->is_gathered) {
        status = end_gathering(reading, err);
    }
    for (; status == STATUS_OK && goes_on && acts > 0 && reading->left > 0; acts--) {
        struct gathered *act = &history->act[--reading->left];
        if (act->step != 0) {
            see_step(history, act, see, context, &goes_on);
        } else {
            status = see_act(history, act, see, context, &goes_on, err);
        }
    }
    *is_whole = status != STATUS_OK || !goes_on || (reading->is_gathered && reading->left == 0);
    const struct error *damage = sitting_damage(history->sitting);
    if (status == STATUS_OK && *is_whole && damage != NULL) {
        return error_set(err, STATUS_DAMAGED, damage->where, "%s", damage->text);
    }
    return status;
}

/* One reading for the whole piece: beginning one costs more than reading an act. */
enum status acts_reading_step(struct acts_reading *reading, int acts, sitting_see_act_fn *see,
                              void *context, bool *is_whole, struct error *err)
{
    struct campaign *campaign = reading->history.sitting->campaign;
    enum status status = campaign_begin_reading(campaign, err);
    *is_whole = status != STATUS_OK;
    if (status == STATUS_OK) {
        status = reading_step(reading, acts, see, context, is_whole, err);
        campaign_end_reading(campaign);
    }
    return status;
}

enum status sitting_acts(struct sitting *sitting, const struct sitting_acts_wish *wish,
                         sitting_see_act_fn *see, void *context, struct error *err)
{
    struct acts_reading *reading = acts_reading_new(sitting, wish);
    bool is_whole = false;
    enum status status = STATUS_OK;
    while (!is_whole) {
        status = acts_reading_step(reading, INT_MAX, see, context, &is_whole, err);
    }
    acts_reading_free(reading);
    return status;
}

/* ---- from the newest on ----------------------------------------------------------------- */

struct acts_search {
    struct history history;
    struct sitting_acts_wish wish;
    struct asking asking;
    bool has_begun;
    int encounter;  /* the one that is looked through; those after it were */
    bool is_inside; /* its newest row was read */
    int64_t before, on_way;
    /* What the index of texts finds comes before. */
    struct str word[ASK_TERMS_MAX];
    int words;
    bool is_indexed; /* it may find more */
    int64_t indexed_before;
    struct log_stretch *way; /* in the encounter `way_of`; 0: in none yet */
    int ways;
    int64_t way_of;
};

struct acts_search *acts_search_new(struct sitting *sitting,
                                    const struct sitting_acts_wish *wish)
{
    struct acts_search *search = calloc(1, sizeof *search);
    CHECK(search != NULL);
    search->wish = *wish;
    search->wish.encounter = NULL;
    search->wish.evenings = NULL;
    asking_copy(&search->asking, wish->asking);
    search->wish.asking = &search->asking;
    search->history.sitting = sitting;
    search->history.wish = &search->wish;
    search->history.head = -1;
    search->history.leaves_people_out = !asking_needs_people(&search->asking);
    for (int i = 0; i < search->asking.terms; i++) {
        const struct asked_term *term = &search->asking.term[i];
        if (term->kind == ASK_TEXT && !term->is_not && search_can_find(term->text)) {
            search->word[search->words++] = term->text;
        }
    }
    /* Who was there is known act by act, so that leaping from one to the other would cost more
     * than the index saves. */
    search->is_indexed = search->words > 0 && search->history.leaves_people_out;
    sitting->wants_search = sitting->wants_search || search->is_indexed;
    return search;
}

/* All steps of the party, the newest first: they are few. */
static void search_steps(struct history *history, sitting_see_act_fn *see, void *context)
{
    bool goes_on = true;
    for (int i = history->steps.count; i > 0 && goes_on; i--) {
        struct gathered gathered = {.step = i};
        if (step_can_fit(history, &history->steps.step[i - 1])) {
            see_step(history, &gathered, see, context, &goes_on);
        }
    }
}

/* The next rows of one encounter; *count is 0 after its last. */
static enum status search_rows(struct acts_search *search, int most, sitting_see_act_fn *see,
                               void *context, int *count, struct error *err)
{
    struct history *history = &search->history;
    const struct encounter_row *encounter = &history->list[search->encounter];
    struct act_row rows[ROWS_AT_ONCE];
    most = most < ROWS_AT_ONCE ? most : ROWS_AT_ONCE;
    bool goes_on = true;
    enum status status = log_rows(history->sitting->campaign, encounter->id, search->before,
                                  rows, most, count, err);
    for (int i = 0; status == STATUS_OK && i < *count && goes_on; i++) {
        search->before = rows[i].id;
        if (rows[i].kind != ROW_ACT) {
            continue;
        }
        bool is_on_way = rows[i].id == search->on_way;
        search->on_way = is_on_way ? rows[i].parent : search->on_way;
        if (is_wanted(&search->wish, is_on_way) && can_fit(history, encounter, &rows[i])) {
            struct gathered gathered = {
                .id = rows[i].id, .encounter = search->encounter, .is_undone = !is_on_way};
            status = see_act(history, &gathered, see, context, &goes_on, err);
        }
    }
    return status;
}

static enum status find_way(struct acts_search *search, int64_t encounter, struct error *err)
{
    struct position position;
    struct campaign *campaign = search->history.sitting->campaign;
    if (search->way_of == encounter) {
        return STATUS_OK;
    }
    free(search->way);
    search->way = NULL;
    search->ways = 0;
    search->way_of = encounter;
    enum status status = log_position(campaign, encounter, &position, err);
    return status == STATUS_OK ? log_way_to(campaign, encounter, position.head, &search->way,
                                            &search->ways, err)
                               : status;
}

static enum status see_found(struct acts_search *search, int64_t act, sitting_see_act_fn *see,
                             void *context, bool *goes_on, struct error *err)
{
    struct act_row row = {.encounter = 0};
    struct history *history = &search->history;
    enum status status = log_row(history->sitting->campaign, act, &row, err);
    int place = 0;
    while (place < history->listed && history->list[place].id != row.encounter) {
        place++;
    }
    if (status != STATUS_OK || place == history->listed || row.kind != ROW_ACT) {
        return STATUS_OK; /* of another fight, or damaged: the search through the log tells */
    }
    bool is_on_way = false;
    status = find_way(search, row.encounter, err);
    for (int i = 0; i < search->ways && !is_on_way; i++) {
        is_on_way = act >= search->way[i].first && act <= search->way[i].last;
    }
    if (status == STATUS_OK && is_wanted(&search->wish, is_on_way) &&
        can_fit(history, &history->list[place], &row)) {
        struct gathered gathered = {.id = act, .encounter = place, .is_undone = !is_on_way};
        status = see_act(history, &gathered, see, context, goes_on, err);
    }
    return status;
}

static enum status search_index(struct acts_search *search, sitting_see_act_fn *see,
                                void *context, struct error *err)
{
    enum { ACTS_AT_ONCE = 32 };
    int64_t acts[ACTS_AT_ONCE];
    bool goes_on = true;
    enum status status = STATUS_OK;
    int count = search_find(search->history.sitting->campaign, search->word, search->words,
                            search->indexed_before, acts, ACTS_AT_ONCE);
    for (int i = 0; i < count && status == STATUS_OK && goes_on; i++) {
        search->indexed_before = acts[i];
        status = see_found(search, acts[i], see, context, &goes_on, err);
    }
    search->is_indexed = count == ACTS_AT_ONCE && goes_on;
    return status;
}

static enum status search_step(struct acts_search *search, int rows, sitting_see_act_fn *see,
                               void *context, bool *is_whole, struct error *err)
{
    struct history *history = &search->history;
    /* A key waits for the newest rows only, which have most of what is common. */
    bool is_first = !search->has_begun;
    enum status status = STATUS_OK;
    if (is_first) {
        status = list_encounters(history, err);
        search->has_begun = true;
        search->encounter = history->listed - 1;
        if (status == STATUS_OK && asking_needs_evenings(&search->asking)) {
            status = evenings_read(&history->evenings, history->sitting->campaign, err);
        }
        if (status == STATUS_OK && search->wish.is_of_all && search->wish.tells_party) {
            status = party_steps_read(&history->steps, history->sitting, err);
        }
        if (status == STATUS_OK) {
            search_steps(history, see, context);
        }
    }
    if (status == STATUS_OK && search->is_indexed && !is_first) {
        status = search_index(search, see, context, err);
    }
    while (status == STATUS_OK && rows > 0 && search->encounter >= 0) {
        struct position position;
        int count = 0;
        if (!search->is_inside) {
            status = log_position(history->sitting->campaign,
                                  history->list[search->encounter].id, &position, err);
            search->is_inside = true;
            search->before = 0;
            search->on_way = status == STATUS_OK ? position.head : 0;
        }
        if (status == STATUS_OK) {
            status = search_rows(search, rows, see, context, &count, err);
        }
        rows -= count > 0 ? count : 1;
        if (count == 0) {
            search->encounter--;
            search->is_inside = false;
        }
    }
    *is_whole = status != STATUS_OK || search->encounter < 0;
    return status;
}

enum status acts_search_step(struct acts_search *search, int rows, sitting_see_act_fn *see,
                             void *context, bool *is_whole, struct error *err)
{
    struct campaign *campaign = search->history.sitting->campaign;
    enum status status = campaign_begin_reading(campaign, err);
    *is_whole = status != STATUS_OK;
    if (status == STATUS_OK) {
        status = search_step(search, rows, see, context, is_whole, err);
        campaign_end_reading(campaign);
    }
    return status;
}

void acts_search_free(struct acts_search *search)
{
    if (search != NULL) {
        evenings_free(&search->history.evenings);
        history_free(&search->history);
        free(search->way);
        free(search);
    }
}

enum status sitting_read_wish(struct sitting_acts_wish *out, struct asking *asking,
                              struct sitting *sitting, const char *const *words, int count,
                              struct error *err)
{
    struct str asked[ASK_TERMS_MAX + 1];
    int asked_count = 0;
    *out = (struct sitting_acts_wish){.encounter = NULL};
    for (int i = 0; i < count && asked_count <= ASK_TERMS_MAX; i++) {
        struct encounter_row row;
        enum status status = STATUS_MISSING;
        if (out->encounter == NULL) {
            status = encounter_find(sitting->campaign, words[i], &row, err);
        }
        if (status == STATUS_OK) {
            out->encounter = words[i];
        } else if (status == STATUS_MISSING) {
            asked[asked_count++] = str_of(words[i]);
        } else {
            return status;
        }
    }
    enum status status = asking_read(asking, asked, asked_count, err);
    if (status == STATUS_OK) {
        status = sitting_put_questions(sitting, asking, err);
    }
    out->asking = asking;
    out->undone = asking->undone;
    out->is_of_all = status == STATUS_OK && asked_count > 0;
    return status;
}
