#include "app/log/past_acts.h"

#include <stdlib.h>

#include "app/log/act_people.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"

enum { ROWS_AT_ONCE = 64 };

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

/* What is special about an act: "now, ", "corrected, done again as 41, ". */
static void add_place(const struct sitting_past_act *act, struct text *out)
{
    if (act->is_here) {
        text_add(out, "now, ");
    } else if (act->now != 0) {
        text_add(out, "corrected, done again as %lld, ", (long long)act->now);
    } else if (act->left_out != 0) {
        text_add(out, "left out since %lld, ", (long long)act->left_out);
    } else if (act->is_undone) {
        text_add(out, "undone, ");
    }
}

static bool take_subject(void *context, const struct event *event)
{
    int *first = context;
    *first = *first != 0 ? *first : event->subject;
    return *first == 0;
}

/* A line that names nobody: a spell that takes effect begins with something of its caster's. */
static int caster_of(struct sitting *sitting, int64_t act, const struct act_people *people)
{
    struct error err;
    int first = 0;
    if (people->by != 0) {
        return people->by;
    }
    return log_events(sitting->campaign, act, take_subject, &first, &err) == STATUS_OK ? first
                                                                                       : 0;
}

int sitting_caster(struct sitting *sitting)
{
    enum { ACTS_MOST = 24 };
    struct act_people *people = calloc(1, sizeof *people);
    struct act_row row = {.parent = sitting->position.head};
    struct error err;
    int by = 0, caster = 0;
    CHECK(people != NULL);
    for (int i = 0; i < ACTS_MOST && row.parent != 0; i++) {
        int64_t act = row.parent;
        if (sitting_damage(sitting) != NULL ||
            log_row(sitting->campaign, act, &row, &err) != STATUS_OK) {
            break;
        }
        people->command.def = NULL;
        act_people_read(people, sitting_procedure(sitting), sitting->command, sitting->commands,
                        &sitting->state, str_of(row.command));
        const struct command_def *def = people->command.def;
        enum cause_role role = def != NULL ? def->cause : CAUSE_NONE;
        if (role == CAUSE_CASTS) {
            int who = caster_of(sitting, act, people);
            caster = by == 0 || by == who ? who : 0;
        }
        bool is_same = by == 0 || people->by == by;
        bool goes_on = role == CAUSE_CONCLUDES || (role == CAUSE_DAMAGES && people->by != 0);
        if (!goes_on || (people->by != 0 && !is_same)) {
            break;
        }
        by = people->by != 0 ? people->by : by;
    }
    free(people);
    return caster;
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
