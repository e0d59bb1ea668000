#include "app/log/past.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "app/correct/correction.h"
#include "app/log/act.h"
#include "app/log/address.h"
#include "app/sitting/asked.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"

/* ---- its acts as a list ---------------------------------------------------------------- */

enum { ROWS_AT_ONCE = 64 };

enum status sitting_past_acts(struct sitting *sitting, struct sitting_past *past,
                              struct sitting_past_act *out, int most, int *count,
                              struct error *err)
{
    struct act_row rows[ROWS_AT_ONCE];
    enum status status = STATUS_OK;
    *count = 0;
    past->is_whole = past->is_whole || sitting->encounter.id == 0;
    int64_t head = sitting->position.head;
    if (past->before == 0 && !past->is_whole) {
        struct position position;
        status = log_position(sitting->campaign, sitting->encounter.id, &position, err);
        past->on_way = status == STATUS_OK ? position.head : past->on_way;
    }
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
            struct log_fate fate = {.kind = LOG_STANDS};
            if (act->is_undone) {
                status = log_fate_off_way(sitting->campaign, sitting->encounter.id, head,
                                          act->id, &fate, err);
            }
            act->now = fate.kind == LOG_CORRECTED ? fate.now : 0;
            act->left_out = fate.kind == LOG_LEFT_OUT ? fate.now : 0;
        }
    }
    return status;
}

static bool take_subject(void *context, const struct event *event)
{
    int *first = context;
    *first = *first != 0 ? *first : event->subject;
    return *first == 0;
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
            int who = people->by;
            if (who == 0 &&
                log_events(sitting->campaign, act, take_subject, &who, &err) != STATUS_OK) {
                who = 0; /* else the spell begins with something of its caster's */
            }
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
        const struct sitting_past_act *act = &acts[i];
        text_add(&text, "%s%6lld  ", i == 0 ? "" : "\n", (long long)act->id);
        if (act->is_here) {
            text_add(&text, "now, ");
        } else if (act->now != 0) {
            text_add(&text, "corrected, done again as %lld, ", (long long)act->now);
        } else if (act->left_out != 0) {
            text_add(&text, "left out since %lld, ", (long long)act->left_out);
        } else if (act->is_undone) {
            text_add(&text, "undone, ");
        }
        text_add(&text, "round %d: %s", act->round, act->label);
    }
    if (count == 0) {
        text_add(&text, "nothing has happened yet");
    }
}

/* ---- ways that were left --------------------------------------------------------------- */

enum {
    LINES_MAX = 12,
    LINE_SIZE = 200,
    DICE_SIZE = 200,
    FOLLOWED_MAX = 1000,
    BRANCHES_MAX = 8,
    BRANCH_ACTS_SHOWN = 3
};

/* The acts that followed one act (0: the start). */
struct branches {
    /* The one that was taken first, if there is one; then the newest. */
    int64_t act[BRANCHES_MAX];
    int count;
    bool has_taken; /* the first one is on the way to where the encounter stands, */
    int64_t then[BRANCH_ACTS_SHOWN]; /* with these acts after it, the last one first */
    int thens;
};

/* One of the ways, told. */
struct told_branch {
    int64_t act;
    int followed; /* acts after the first one */
    char line[LINES_MAX][LINE_SIZE];
    int lines;
    char dice[DICE_SIZE]; /* those of its first act; "": none */
};

/* Finds if an act is on the way to the head, and which acts follow it there; acts follow older
 * ones. */
static enum status find_after(struct branches *out, struct sitting *sitting, int64_t head,
                              int64_t act, struct error *err)
{
    enum status status = STATUS_OK;
    out->thens = 0;
    while (status == STATUS_OK && head > act) {
        struct act_row row;
        if (out->thens == BRANCH_ACTS_SHOWN) {
            memmove(&out->then[0], &out->then[1], (--out->thens) * sizeof out->then[0]);
        }
        out->then[out->thens++] = head;
        status = log_row(sitting->campaign, head, &row, err);
        head = status == STATUS_OK ? row.parent : 0;
    }
    out->has_taken = status == STATUS_OK && head == act;
    return status;
}

static enum status read_branches(struct branches *out, struct sitting *sitting,
                                 int64_t encounter, int64_t head, int64_t act,
                                 struct error *err)
{
    *out = (struct branches){.count = 0};
    enum status status = log_children(sitting->campaign, encounter, act, out->act, BRANCHES_MAX,
                                      &out->count, err);
    for (int i = 0; i < out->count && status == STATUS_OK && !out->has_taken; i++) {
        int64_t taken = out->act[i];
        status = find_after(out, sitting, head, taken, err);
        if (out->has_taken) {
            memmove(&out->act[1], &out->act[0], (size_t)i * sizeof out->act[0]);
            out->act[0] = taken;
        }
    }
    return status;
}

static bool add_line(void *context, int place, const struct event *event)
{
    struct told_branch *told = context;
    (void)place;
    if (event->line.n > 0 && told->lines < LINES_MAX) {
        struct text text = text_over(told->line[told->lines++], LINE_SIZE);
        text_add_str(&text, event->line);
    }
    return true;
}

/* The dice of its first act as they fell. */
static enum status read_dice(struct told_branch *told, struct sitting *sitting,
                             struct error *err)
{
    struct text text = text_over(told->dice, sizeof told->dice);
    struct kept_dice *dice = malloc(sizeof *dice);
    CHECK(dice != NULL);
    kept_dice_init(dice);
    enum status status = fallen_read(dice, sitting->campaign, told->act, err);
    for (int i = 0; i < dice->dice && status == STATUS_OK; i++) {
        text_add(&text, "%s", text.n > 0 ? " " : "");
        fallen_add_die(&dice->die[i], &text);
    }
    free(dice);
    return status;
}

/* From its first act on, along the newest acts. */
static enum status tell_branch(struct told_branch *told, struct sitting *sitting, int64_t act,
                               struct error *err)
{
    struct act_row row;
    *told = (struct told_branch){.act = act};
    enum status status = read_dice(told, sitting, err);
    for (int i = 0; status == STATUS_OK && act != 0 && i < FOLLOWED_MAX; i++) {
        if (i < BRANCH_ACTS_SHOWN) {
            status = log_row_and_lines(sitting->campaign, act, &row, add_line, told, err);
        }
        told->followed = i;
        if (status == STATUS_OK) {
            status = log_newest_child(sitting->campaign, row.encounter, act, &act, err);
        }
    }
    return status;
}

/* The first line in which they differ. */
static int first_difference(const struct told_branch *one, const struct told_branch *other)
{
    int i = 0;
    while (i < one->lines && i < other->lines && strcmp(one->line[i], other->line[i]) == 0) {
        i++;
    }
    return i;
}

static void add_branch(struct text *out, const struct told_branch *told, bool is_taken,
                       int different)
{
    text_add(out, "%s#%lld, %s", out->n > 0 ? "\n" : "", (long long)told->act,
             is_taken ? "the way that was taken" : "a way that was left");
    if (!is_taken && told->followed > 0) {
        text_add(out, ", with %d act%s after it", told->followed,
                 told->followed == 1 ? "" : "s");
    }
    text_add(out, ":");
    for (int i = 0; i < told->lines; i++) {
        text_add(out, "\n%s %s", i == different ? "  >" : "   ", told->line[i]);
    }
}

static void add_dice(struct text *out, const struct told_branch *taken,
                     const struct told_branch *left)
{
    if (taken->dice[0] == '\0' && left->dice[0] == '\0') {
        return;
    }
    if (strcmp(taken->dice, left->dice) == 0) {
        text_add(out, "\n    the same dice fell in both: %s", left->dice);
    } else {
        text_add(out, "\n    dice: %s here, %s on the way that was taken",
                 left->dice[0] != '\0' ? left->dice : "none",
                 taken->dice[0] != '\0' ? taken->dice : "none");
    }
}

/* What was done on each of them, as lines. */
static enum status tell_branches(struct sitting *sitting, const struct branches *branches,
                                 struct text *out, struct error *err)
{
    struct told_branch *first = calloc(2, sizeof *first);
    CHECK(first != NULL);
    struct told_branch *other = &first[1];
    enum status status = STATUS_OK;
    if (branches->has_taken) {
        /* The one that was taken, along the way to the head. */
        struct act_row row;
        *first = (struct told_branch){.act = branches->act[0]};
        status = read_dice(first, sitting, err);
        if (status == STATUS_OK) {
            status =
                log_row_and_lines(sitting->campaign, first->act, &row, add_line, first, err);
        }
        for (int i = branches->thens - 1; i > 0 && status == STATUS_OK; i--) {
            status = log_row_and_lines(sitting->campaign, branches->then[i], &row, add_line,
                                       first, err);
        }
    } else if (branches->count > 0) {
        status = tell_branch(first, sitting, branches->act[0], err);
    }
    if (status == STATUS_OK && branches->count > 0) {
        add_branch(out, first, branches->has_taken, -1);
    }
    for (int i = 1; i < branches->count && status == STATUS_OK; i++) {
        status = tell_branch(other, sitting, branches->act[i], err);
        if (status == STATUS_OK) {
            add_branch(out, other, false, first_difference(first, other));
            add_dice(out, first, other);
        }
    }
    free(first);
    return status;
}

/* The act that the words name, or else the newest one with more than one way after it. */
static enum status find_newest_fork(struct sitting *sitting, struct str words,
                                    struct encounter_row *row, int64_t *act, struct error *err)
{
    struct branches branches = {.count = 0};
    *row = sitting->encounter;
    *act = sitting->position.head;
    if (words.n > 0) {
        return sitting_act_at(sitting, words, row, act, err);
    }
    enum status status = read_branches(&branches, sitting, row->id, *act, *act, err);
    for (int i = 0; status == STATUS_OK && branches.count < 2 && *act != 0 && i < FOLLOWED_MAX;
         i++) {
        struct act_row parent;
        status = log_row(sitting->campaign, *act, &parent, err);
        *act = status == STATUS_OK ? parent.parent : 0;
        if (status == STATUS_OK) {
            status =
                read_branches(&branches, sitting, row->id, sitting->position.head, *act, err);
        }
    }
    return status;
}

static void tell_fork(struct sitting *sitting, const struct encounter_row *row, int64_t act,
                      struct result *out)
{
    struct error err;
    struct branches branches;
    struct position position;
    struct text text = text_over(out->text, sizeof out->text);
    enum status status = log_position(sitting->campaign, row->id, &position, &err);
    if (status == STATUS_OK) {
        status = read_branches(&branches, sitting, row->id, position.head, act, &err);
    }
    if (status == STATUS_OK && branches.count < 2 &&
        (branches.has_taken || branches.count == 0)) {
        text_add(&text, "no way was left after %s #%lld", row->name, (long long)act);
    } else if (status == STATUS_OK) {
        text_add(&text, "after %s #%lld, > marks the first difference:", row->name,
                 (long long)act);
        status = tell_branches(sitting, &branches, &text, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
}

void sitting_run_branches(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    struct error err;
    struct encounter_row row;
    int64_t act;
    struct str words = command->argument[0].is_given ? command->argument[0].word : str_of("");
    enum status status = find_newest_fork(sitting, str_trimmed(words), &row, &act, &err);
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (row.id == 0) {
        text_format(out->text, sizeof out->text, "nothing was done yet");
    } else {
        tell_fork(sitting, &row, act, out);
    }
}

/* ---- looking at it --------------------------------------------------------------------- */

/* An act on the way to the head. */
struct way_act {
    int64_t id;
    int round;
};

struct past {
    struct sitting *now, *then;
    struct encounter_row encounter; /* need not be the open one */
    int64_t head;                   /* the act after which it is now */
    int64_t was_open;               /* the open encounter */
    struct way_act *way;            /* newest first, as many as were needed */
    int known, room;
    int64_t next;   /* the act that the oldest of these followed; 0: the start */
    int64_t count;  /* acts on the whole way */
    int64_t index;  /* index of the act in view: 0 is now, `count` the start; -1: it was taken
                       back */
    int64_t undone; /* the number of the way's newest acts that do not lead there */
};

/* ---- the way --------------------------------------------------------------------------- */

/* Reads until the act at this index is known; there are `count` acts. */
static enum status know_way(struct past *past, int64_t index, struct error *err)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && past->known <= index && past->next != 0) {
        struct act_row row;
        status = log_row(past->now->campaign, past->next, &row, err);
        if (status == STATUS_OK) {
            if (past->known == past->room) {
                past->room = past->room == 0 ? 64 : 2 * past->room;
                past->way = realloc(past->way, (size_t)past->room * sizeof past->way[0]);
                CHECK(past->way != NULL);
            }
            past->way[past->known++] = (struct way_act){row.id, row.round};
            past->next = row.parent;
        }
    }
    return status;
}

/* The index of an act on the way, on which each follows an older one; -1: not on it. */
static enum status find_on_way(int64_t *index, struct past *past, int64_t act,
                               struct error *err)
{
    enum status status = STATUS_OK;
    int64_t at = 0;
    while (status == STATUS_OK && at < past->count) {
        status = know_way(past, at, err);
        if (status == STATUS_OK && (at >= past->known || past->way[at].id <= act)) {
            break;
        }
        at++;
    }
    bool is_there = at < past->known ? past->way[at].id == act : act == 0;
    *index = is_there ? at : -1;
    return status;
}

static int round_at(const struct past *past, int64_t index)
{
    return index < past->known ? past->way[index].round : 0;
}

/* ---- going ----------------------------------------------------------------------------- */

static enum status go(struct past *past, int64_t act, struct error *err)
{
    int64_t from = past->then->position.head;
    if (act == from) {
        return STATUS_OK;
    }
    past->then->position.head = act;
    return sitting_follow_head(past->then, from, err);
}

/* For an act that was taken back: where its own way branched off. */
static enum status find_fork(struct past *past, int64_t act, struct error *err)
{
    enum status status = STATUS_OK;
    int64_t index = -1;
    while (status == STATUS_OK && index < 0) {
        struct act_row row;
        status = log_row(past->now->campaign, act, &row, err);
        if (status == STATUS_OK) {
            act = row.parent;
            status = find_on_way(&index, past, act, err);
        }
    }
    past->undone = index;
    return status;
}

static enum status place_at(struct past *past, int64_t act, struct error *err)
{
    enum status status = find_on_way(&past->index, past, act, err);
    past->undone = past->index;
    if (status == STATUS_OK && past->index < 0) {
        status = find_fork(past, act, err);
    }
    return status == STATUS_OK ? go(past, act, err) : status;
}

enum status past_go(struct past *past, int64_t act, struct error *err)
{
    struct act_row row = {.kind = ROW_ACT, .encounter = past->encounter.id};
    enum status status = act != 0 ? log_row(past->now->campaign, act, &row, err) : STATUS_OK;
    if (status == STATUS_MISSING ||
        (status == STATUS_OK && (row.kind != ROW_ACT || row.encounter != past->encounter.id))) {
        return error_set(err, STATUS_USAGE, "",
                         "there is no act #%" PRId64 " in this encounter; `history` lists them",
                         act);
    }
    return status == STATUS_OK ? place_at(past, act, err) : status;
}

static enum status go_on_way(struct past *past, int64_t index, struct error *err)
{
    /* The start is known without the way to it. */
    enum status status = index < past->count ? know_way(past, index, err) : STATUS_OK;
    if (status == STATUS_OK) {
        past->index = index;
        past->undone = index;
        status = go(past, index < past->count ? past->way[index].id : 0, err);
    }
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------- */

/* The act that began the round of the act at this index. */
static enum status begin_of_round(int64_t *out, struct past *past, int64_t index,
                                  struct error *err)
{
    enum status status = know_way(past, index + 1, err);
    while (status == STATUS_OK && index + 1 < past->count &&
           round_at(past, index + 1) == round_at(past, index)) {
        index++;
        status = know_way(past, index + 1, err);
    }
    *out = index;
    return status;
}

static enum status older_round(int64_t *out, struct past *past, struct error *err)
{
    int64_t begin = past->index;
    enum status status = begin_of_round(&begin, past, past->index, err);
    if (status == STATUS_OK && begin == past->index && begin < past->count) {
        begin++;
        status = begin < past->count ? begin_of_round(&begin, past, begin, err) : STATUS_OK;
    }
    *out = begin;
    return status;
}

static enum status newer_round(int64_t *out, struct past *past, struct error *err)
{
    int64_t index = past->index;
    enum status status = know_way(past, index, err);
    int round = round_at(past, index);
    while (index > 0 && round_at(past, index) == round) {
        index--;
    }
    *out = index;
    return status;
}

enum status past_go_to_round(struct past *past, int64_t round, struct error *err)
{
    /* The newest act before that round, or the oldest one. */
    int64_t index = 0;
    enum status status = know_way(past, 0, err);
    while (status == STATUS_OK && index < past->count && round_at(past, index) >= round) {
        index++;
        status = know_way(past, index, err);
    }
    if (status == STATUS_OK && (index == 0 || round_at(past, index - 1) != round)) {
        return error_set(err, STATUS_USAGE, "", "there is no round %" PRId64 " in this fight",
                         round);
    }
    return status == STATUS_OK ? go_on_way(past, index - 1, err) : status;
}

/* ---- what is worth seeing -------------------------------------------------------------- */

static bool see_event(void *context, const struct event *event)
{
    bool *is_marked = context;
    *is_marked = event_is_marked(event);
    return !*is_marked;
}

/* An event of it, or a marker or a remark of the referee. */
static enum status act_is_marked(bool *out, struct sitting *sitting, int64_t act,
                                 struct error *err)
{
    struct remark remark;
    *out = false;
    enum status status = log_events(sitting->campaign, act, see_event, out, err);
    if (status == STATUS_OK && !*out) {
        status = remark_of_act(sitting, act, &remark, err);
        *out = remark.text[0] != '\0' || remark.marker[0] != '\0';
    }
    return status;
}

/* The next act with a mark in this direction (1: older, -1: newer); unchanged when there is
 * none. */
static enum status next_mark(int64_t *out, struct past *past, int step, struct error *err)
{
    enum status status = STATUS_OK;
    bool is_marked = false;
    int64_t index = *out + step;
    while (status == STATUS_OK && index >= 0 && index < past->count && !is_marked) {
        status = know_way(past, index, err);
        if (status == STATUS_OK) {
            status = act_is_marked(&is_marked, past->now, past->way[index].id, err);
        }
        index += is_marked ? 0 : step;
    }
    *out = is_marked ? index : *out;
    return status;
}

/* ---- moving ---------------------------------------------------------------------------- */

/* From an act that was taken back: to its neighbours on its branch, or to the ends of the
 * way. */
static enum status move_aside(bool *has_moved, struct past *past, enum past_move move,
                              struct error *err)
{
    int64_t act = past->then->position.head;
    struct act_row row;
    enum status status = STATUS_OK;
    switch (move) {
    case PAST_FIRST:
        act = 0;
        break;
    case PAST_LAST:
        act = past->head;
        break;
    case PAST_OLDER:
    case PAST_OLDER_MARK:
    case PAST_OLDER_ROUND:
        status = log_row(past->now->campaign, act, &row, err);
        act = status == STATUS_OK ? row.parent : act;
        break;
    case PAST_NEWER:
    case PAST_NEWER_MARK:
    case PAST_NEWER_ROUND:
        status = log_newest_child(past->now->campaign, past->encounter.id, act, &act, err);
        act = act != 0 ? act : past->then->position.head;
        break;
    }
    *has_moved = act != past->then->position.head;
    return status == STATUS_OK && *has_moved ? place_at(past, act, err) : status;
}

enum status past_move(bool *has_moved, struct past *past, enum past_move move,
                      struct error *err)
{
    if (past->index < 0) {
        return move_aside(has_moved, past, move, err);
    }
    int64_t index = past->index;
    enum status status = STATUS_OK;
    switch (move) {
    case PAST_OLDER:
        index = index < past->count ? index + 1 : index;
        break;
    case PAST_NEWER:
        index = index > 0 ? index - 1 : index;
        break;
    case PAST_OLDER_ROUND:
        status = older_round(&index, past, err);
        break;
    case PAST_NEWER_ROUND:
        status = newer_round(&index, past, err);
        break;
    case PAST_OLDER_MARK:
        status = next_mark(&index, past, 1, err);
        break;
    case PAST_NEWER_MARK:
        status = next_mark(&index, past, -1, err);
        break;
    case PAST_FIRST:
        index = past->count;
        break;
    case PAST_LAST:
        index = 0;
        break;
    }
    *has_moved = index != past->index;
    return status == STATUS_OK && *has_moved ? go_on_way(past, index, err) : status;
}

/* ---- by words -------------------------------------------------------------------------- */

static const struct {
    const char *word;
    enum past_move move;
    const char *end; /* when it leads no further */
} moves[] = {
    {"back", PAST_OLDER, "this is the start: nothing was done before it"},
    {"on", PAST_NEWER, "nothing was done after it: this is how it stands now"},
    {"round-back", PAST_OLDER_ROUND, "this is the start: nothing was done before it"},
    {"round-on", PAST_NEWER_ROUND, "nothing was done after it: this is how it stands now"},
    {"mark-back", PAST_OLDER_MARK, "no fall, morale check or marker before it"},
    {"mark-on", PAST_NEWER_MARK, "no fall, morale check or marker after it"},
    {"first", PAST_FIRST, NULL},
    {"last", PAST_LAST, NULL},
    {"now", PAST_LAST, NULL},
};

static enum status move_by_word(struct past *past, struct str word, struct error *err)
{
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        if (str_equal_any_case(word, str_of(moves[i].word))) {
            bool has_moved;
            enum status status = past_move(&has_moved, past, moves[i].move, err);
            bool is_end = status == STATUS_OK && !has_moved && moves[i].end != NULL;
            return is_end ? error_set(err, STATUS_USAGE, "", "%s", moves[i].end) : status;
        }
    }
    return error_set(
        err, STATUS_USAGE, "",
        "look takes the number of an act (#34, as `history` lists them), an address "
        "(\"Nest ledge\"#34), an encounter, back, on, round-back, round-on, r3 (round 3), "
        "mark-back, mark-on, first, last or now, not %s",
        utf8_shown(word).text);
}

/* "r3". */
static bool is_round(struct str word, int64_t *round)
{
    return word.n > 1 && (word.p[0] == 'r' || word.p[0] == 'R') &&
           str_to_int64((struct str){word.p + 1, word.n - 1}, 1, INT32_MAX, round);
}

static enum status go_by_words(struct past *past, struct str words, struct error *err)
{
    bool has_sign = words.n > 1 && words.p[0] == '#';
    int64_t number;
    if (str_to_int64(has_sign ? (struct str){words.p + 1, words.n - 1} : words, 0, INT64_MAX,
                     &number)) {
        return past_go(past, number, err);
    }
    if (is_round(words, &number)) {
        return past_go_to_round(past, number, err);
    }
    return move_by_word(past, words.n > 0 ? words : str_of("back"), err);
}

/* What was looked at last, to go on from there. */
static void remember(struct past *past)
{
    struct sitting *now = past->now;
    now->has_looked = true;
    now->looked_encounter = past->encounter.id;
    now->looked_from = past->head;
    now->looked_at = past->then->position.head;
}

enum status past_go_by_words(struct past *past, struct str words, struct error *err)
{
    struct sitting *now = past->now;
    enum status status = STATUS_OK;
    if (now->has_looked && now->looked_encounter == past->encounter.id &&
        now->looked_from == past->head) {
        status = past_go(past, now->looked_at, err);
    }
    if (status == STATUS_OK) {
        status = go_by_words(past, str_trimmed(words), err);
    }
    if (status == STATUS_OK) {
        remember(past);
    }
    return status;
}

/* The encounter and the act that an address names, or an encounter by its exact name (act -1:
 * as it is now). False: the words are neither. */
static enum status find_named(bool *is_found, struct sitting *sitting, struct str words,
                              struct encounter_row *row, int64_t *act, struct error *err)
{
    TEXT_BUFFER(name, CAMPAIGN_NAME_SIZE);
    *is_found = true;
    *act = -1;
    if (words.n > 0 && words.p[0] != '#' && is_act_address(words)) {
        return sitting_act_at(sitting, words, row, act, err);
    }
    text_add_str(&name, str_unquoted(words));
    struct error own;
    enum status status = encounter_find(sitting->campaign, name.p, row, &own);
    *is_found = status == STATUS_OK && !name.is_cut && name.n > 0;
    return STATUS_OK;
}

enum status past_open_by_words(struct past **out, struct sitting *sitting, struct str words,
                               struct error *err)
{
    struct encounter_row row = sitting->encounter;
    int64_t act = -1;
    bool is_named;
    *out = NULL;
    words = str_trimmed(words);
    bool is_now = words.n == 0 || str_equal_any_case(words, str_of("now"));
    enum status status = find_named(&is_named, sitting, words, &row, &act, err);
    if (status == STATUS_OK && !is_named && !is_now && sitting->has_looked) {
        struct error own; /* the fight that was looked at last */
        bool is_known =
            encounter_at(sitting->campaign, sitting->looked_encounter, &row, &own) == STATUS_OK;
        row = is_known && words.p[0] != '#' ? row : sitting->encounter;
    }
    if (status == STATUS_OK) {
        status = row.id != 0 ? past_open_at(out, sitting, &row, act, err)
                             : past_open(out, sitting, err);
    }
    if (status == STATUS_OK && !is_named) {
        status = past_go_by_words(*out, words, err);
    }
    if (status == STATUS_OK) {
        remember(*out);
    } else {
        past_close(*out);
        *out = NULL;
    }
    return status;
}

/* ---- opening --------------------------------------------------------------------------- */

struct sitting *past_then(const struct past *past)
{
    return past->then;
}

void past_close(struct past *past)
{
    if (past != NULL) {
        sitting_end_look(past->now, past->then);
        free(past->way);
        free(past);
    }
}

static void clear_part(struct sitting *sitting, size_t from, size_t end)
{
    memset((char *)sitting + from, 0, end - from);
}

/* All but the lines, the events and its 17 MB of memory for odds and texts, which are written
 * before they are read, and the two states, which another one replaces: a key waits for this.
 */
static void clear(struct sitting *sitting)
{
    clear_part(sitting, 0, offsetof(struct sitting, state));
    clear_part(sitting, offsetof(struct sitting, made), offsetof(struct sitting, line));
    clear_part(sitting, offsetof(struct sitting, lines),
               offsetof(struct sitting, decision.state));
    clear_part(sitting, offsetof(struct sitting, decision.events),
               offsetof(struct sitting, chances.memory));
}

static struct sitting *new_room(void)
{
    struct sitting *room = malloc(sizeof *room);
    CHECK(room != NULL);
    memset(&room->state, 0, sizeof room->state);
    memset(&room->decision.state, 0, sizeof room->decision.state);
    clear(room); /* the system hands memory out as it is written to */
    return room;
}

bool sitting_make_room_to_look(struct sitting *sitting)
{
    if (sitting->has_made_room) {
        return false;
    }
    sitting->has_made_room = true;
    sitting->room_to_look = new_room();
    return true;
}

/* Facts about the state are computed again. */
struct sitting *sitting_to_look(struct sitting *now)
{
    struct sitting *then = now->room_to_look != NULL ? now->room_to_look : new_room();
    now->room_to_look = NULL;
    now->has_made_room = true;
    clear(then);
    then->campaign = now->campaign;
    memcpy(then->path, now->path, sizeof then->path);
    then->now_ms = now->now_ms;
    then->settings = now->settings;
    then->commands_of = now->commands_of;
    then->has_tables = now->has_tables;
    then->tables = now->tables;
    then->tables_error = now->tables_error;
    then->reads_records = now->reads_records;
    then->library_system = now->library_system;
    then->library = now->library;
    then->library_error = now->library_error;
    then->library_newest = now->library_newest;
    then->kinds_looked_at = now->kinds_looked_at;
    then->encounter = now->encounter;
    then->position = now->position;
    state_copy(&then->state, &now->state);
    then->commands =
        then->commands_of(state_system(&then->state), &then->made, then->command, COMMANDS_MAX);
    memcpy(then->line, now->line, (size_t)now->lines * sizeof then->line[0]);
    then->lines = now->lines;
    then->lines_reach_start = now->lines_reach_start;
    return then;
}

void sitting_end_look(struct sitting *now, struct sitting *then)
{
    if (then == NULL) {
        return;
    }
    free(then->room_to_look); /* a look began from this one */
    then->room_to_look = NULL;
    free(then->read);
    then->read = NULL;
    act_blocks_free(&then->scratch);
    if (now->room_to_look == NULL) {
        now->room_to_look = then;
    } else {
        free(then);
    }
}

void sitting_forget_records(struct sitting *then)
{
    then->reads_records = false;
    then->library = NULL;
    then->library_system = NULL;
}

/* Another encounter than the open one, after this act (-1: as it stands now). */
static enum status load_other(struct past *past, int64_t act, struct error *err)
{
    struct sitting *then = past->then;
    struct position position;
    sitting_forget_records(then);
    enum status status = log_position(then->campaign, past->encounter.id, &position, err);
    past->head = position.head;
    return status == STATUS_OK
               ? sitting_load_whole(then, &past->encounter, act < 0 ? past->head : act, err)
               : status;
}

enum status past_open_at(struct past **out, struct sitting *sitting,
                         const struct encounter_row *encounter, int64_t act, struct error *err)
{
    *out = NULL;
    struct past *past = calloc(1, sizeof *past);
    CHECK(past != NULL);
    past->now = sitting;
    past->encounter = *encounter;
    past->was_open = sitting->encounter.id;
    past->then = sitting_to_look(sitting);
    past->head = sitting->position.head;
    enum status status =
        encounter->id != sitting->encounter.id ? load_other(past, act, err) : STATUS_OK;
    past->next = past->head;
    if (status == STATUS_OK) {
        status = log_depth(sitting->campaign, past->head, &past->count, err);
    }
    if (status == STATUS_OK && act >= 0) {
        status = past_go(past, act, err);
    }
    if (status != STATUS_OK) {
        past_close(past);
        return status;
    }
    *out = past;
    return STATUS_OK;
}

enum status past_open_of(struct past **out, struct sitting *sitting, int64_t encounter,
                         int64_t act, struct error *err)
{
    struct encounter_row row;
    *out = NULL;
    enum status status = encounter_at(sitting->campaign, encounter, &row, err);
    return status == STATUS_OK ? past_open_at(out, sitting, &row, act, err) : status;
}

enum status past_open(struct past **out, struct sitting *sitting, struct error *err)
{
    *out = NULL;
    if (sitting->encounter.id == 0) {
        return error_set(err, STATUS_USAGE, "", "no encounter is open, so it has no past");
    }
    return past_open_at(out, sitting, &sitting->encounter, -1, err);
}

int64_t past_encounter(const struct past *past)
{
    return past->encounter.id;
}

bool past_follow(struct past *past)
{
    const struct sitting *now = past->now;
    past->then->tables = now->tables;
    if (past->then->library != NULL) {
        past->then->library = now->library;
        past->then->library_system = now->library_system;
    }
    bool is_other = past->encounter.id != now->encounter.id;
    return is_other ? past->was_open == now->encounter.id : past->head == now->position.head;
}

/* ---- other ways ------------------------------------------------------------------------ */

/* The acts that followed one; which of them was taken is known from the way. */
struct followers {
    int64_t act[BRANCHES_MAX];
    int count;
};

static enum status find_followers(struct followers *out, struct past *past, int64_t act,
                                  struct error *err)
{
    return log_children(past->now->campaign, past->encounter.id, act, out->act, BRANCHES_MAX,
                        &out->count, err);
}

/* Those that followed the same act as the one in view, itself too; none at the start. */
static enum status find_beside(struct followers *out, struct past *past, struct error *err)
{
    int64_t act = past->then->position.head;
    struct act_row row;
    out->count = 0;
    if (act == 0) {
        return STATUS_OK;
    }
    enum status status = log_row(past->now->campaign, act, &row, err);
    return status == STATUS_OK ? find_followers(out, past, row.parent, err) : status;
}

enum status past_go_aside(bool *has_moved, struct past *past, struct error *err)
{
    int64_t act = past->then->position.head;
    struct followers beside;
    *has_moved = false;
    enum status status = find_beside(&beside, past, err);
    for (int i = 0; status == STATUS_OK && i < beside.count && !*has_moved; i++) {
        if (beside.act[i] == act && beside.count > 1) {
            *has_moved = true;
            status = past_go(past, beside.act[(i + 1) % beside.count], err);
        }
    }
    return status;
}

enum status past_look_around(struct past_around *out, struct past *past, struct error *err)
{
    struct followers then = {.count = 0}, beside = {.count = 0};
    int64_t act = past->then->position.head;
    *out = (struct past_around){.left = 0};
    enum status status = remark_of_act(past->now, act, &out->remark, err);
    if (status == STATUS_OK && past->index > 0) {
        status = find_followers(&then, past, act, err);
    }
    if (status == STATUS_OK) {
        status = find_beside(&beside, past, err);
    }
    out->left = then.count > 0 ? then.count - 1 : 0;
    out->beside = beside.count > 0 ? beside.count - 1 : 0;
    return status;
}

enum status past_tell_branches(struct past *past, struct text *out, struct error *err)
{
    struct branches branches;
    enum status status = read_branches(&branches, past->now, past->encounter.id, past->head,
                                       past->then->position.head, err);
    bool has_left = branches.count > (branches.has_taken ? 1 : 0);
    return status == STATUS_OK && has_left ? tell_branches(past->now, &branches, out, err)
                                           : status;
}

/* ---- where it is ----------------------------------------------------------------------- */

void past_place(const struct past *past, struct past_place *out)
{
    *out = (struct past_place){.act = past->then->position.head,
                               .newest = past->head,
                               .is_taken_back = past->index < 0,
                               .is_other = past->encounter.id != past->now->encounter.id,
                               .undone = past->undone};
}

void past_place_format(const struct past_place *place, struct text *out)
{
    if (place->act == 0) {
        text_add(out, "the start");
    } else if (place->is_taken_back) {
        text_add(out, "act %" PRId64 ", taken back", place->act);
    } else {
        text_add(out, "act %" PRId64 " of %" PRId64, place->act, place->newest);
    }
}

void past_return_format(const struct past_place *place, struct text *out)
{
    if (place->is_other) {
        text_add(out, "another fight: a copy goes on from here, and the past stays");
    } else if (place->undone == 0 && !place->is_taken_back) {
        text_add(out, "this is how it stands now");
    } else if (place->undone == 0) {
        text_add(out, "go on from here: nothing is undone");
    } else {
        text_add(out,
                 "go back here: %" PRId64 " act%s undone; redo or history can bring %s back",
                 place->undone, place->undone == 1 ? " is" : "s are",
                 place->undone == 1 ? "it" : "them");
    }
}

/* ---- the command ----------------------------------------------------------------------- */

void sitting_run_look(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct past *past;
    struct error err;
    enum status status = past_open_by_words(&past, sitting, command->argument[0].word, &err);
    if (status == STATUS_OK) {
        struct past_place place;
        struct text text = text_over(out->text, sizeof out->text);
        past_place(past, &place);
        if (place.is_other) {
            text_add(&text, "%s: ", past->encounter.name);
        }
        if (place.undone == 0 && !place.is_taken_back) {
            text_add(&text, "this is how it stands now, after act %" PRId64, place.act);
        } else {
            text_add(&text, "looking back at ");
            past_place_format(&place, &text);
        }
        text_add(&text, "\n");
        sitting_tell_table(past->then, &text);
    } else {
        sitting_fail(sitting, &err, out);
    }
    past_close(past);
}
