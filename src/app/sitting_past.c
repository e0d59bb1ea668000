#include "app/sitting_past.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting_asked.h"
#include "app/sitting_data.h"
#include "app/sitting_lines.h"
#include "app/sitting_state.h"
#include "base/utf8.h"

/* An act on the way to the head. */
struct way_act {
    int64_t id;
    int round;
};

struct past {
    struct sitting *now, *then;
    struct way_act *way; /* newest first, as many as were needed */
    int known, room;
    int64_t next;   /* the act that the oldest of these followed; 0: the start */
    int64_t count;  /* acts on the whole way */
    int64_t index;  /* index of the act in view: 0 is now, `count` the start; -1: it was taken
                       back */
    int64_t undone; /* the number of the way's newest acts that do not lead there */
};

/* ---- the way --------------------------------------------------------------------------- */

static void add_to_way(struct past *past, const struct act_row *row)
{
    if (past->known == past->room) {
        past->room = past->room == 0 ? 64 : 2 * past->room;
        past->way = realloc(past->way, (size_t)past->room * sizeof past->way[0]);
        CHECK(past->way != NULL);
    }
    past->way[past->known++] = (struct way_act){row->id, row->round};
    past->next = row->parent;
}

/* Reads until the act at this index is known; there are `count` acts. */
static enum status know_way(struct past *past, int64_t index, struct error *err)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && past->known <= index && past->next != 0) {
        struct act_row row;
        status = log_row(past->now->campaign, past->next, &row, err);
        if (status == STATUS_OK) {
            add_to_way(past, &row);
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
    struct act_row row = {.kind = ROW_ACT, .encounter = past->now->encounter.id};
    enum status status = act != 0 ? log_row(past->now->campaign, act, &row, err) : STATUS_OK;
    if (status == STATUS_MISSING ||
        (status == STATUS_OK &&
         (row.kind != ROW_ACT || row.encounter != past->now->encounter.id))) {
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
        act = past->now->position.head;
        break;
    case PAST_OLDER:
    case PAST_OLDER_ROUND:
        status = log_row(past->now->campaign, act, &row, err);
        act = status == STATUS_OK ? row.parent : act;
        break;
    case PAST_NEWER:
    case PAST_NEWER_ROUND:
        status = log_newest_child(past->now->campaign, past->now->encounter.id, act, &act, err);
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
    {"first", PAST_FIRST, NULL},
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
        "look takes the number of an act (#34, as `history` lists them), back, on, "
        "round-back, round-on, first or now, not %s",
        utf8_shown(word).text);
}

enum status past_go_by_words(struct past *past, struct str words, struct error *err)
{
    struct sitting *now = past->now;
    words = str_trimmed(words);
    bool has_sign = words.n > 1 && words.p[0] == '#';
    int64_t act;
    enum status status = STATUS_OK;
    if (now->has_looked && now->looked_from == now->position.head) {
        status = past_go(past, now->looked_at, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (str_to_int64(has_sign ? (struct str){words.p + 1, words.n - 1} : words, 0, INT64_MAX,
                     &act)) {
        status = past_go(past, act, err);
    } else {
        status = move_by_word(past, words.n > 0 ? words : str_of("back"), err);
    }
    if (status == STATUS_OK) {
        now->has_looked = true;
        now->looked_from = now->position.head;
        now->looked_at = past->then->position.head;
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
        free(past->then);
        free(past->way);
        free(past);
    }
}

/* The same campaign, files and moment; facts about the state are computed again. */
static struct sitting *copy_of(const struct sitting *now)
{
    struct sitting *then = calloc(1, sizeof *then);
    CHECK(then != NULL);
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
    then->encounter = now->encounter;
    then->position = now->position;
    then->state = now->state;
    then->commands =
        then->commands_of(state_system(&then->state), &then->made, then->command, COMMANDS_MAX);
    memcpy(then->line, now->line, sizeof then->line);
    then->lines = now->lines;
    then->lines_reach_start = now->lines_reach_start;
    return then;
}

enum status past_open(struct past **out, struct sitting *sitting, struct error *err)
{
    *out = NULL;
    if (sitting->encounter.id == 0) {
        return error_set(err, STATUS_USAGE, "", "no encounter is open, so it has no past");
    }
    int64_t count = 0;
    enum status status = log_depth(sitting->campaign, sitting->position.head, &count, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct past *past = calloc(1, sizeof *past);
    CHECK(past != NULL);
    past->now = sitting;
    past->next = sitting->position.head;
    past->count = count;
    past->then = copy_of(sitting);
    *out = past;
    return STATUS_OK;
}

/* ---- where it is ----------------------------------------------------------------------- */

void past_place(const struct past *past, struct past_place *out)
{
    *out = (struct past_place){.act = past->then->position.head,
                               .place = past->count - past->index,
                               .acts = past->count,
                               .is_taken_back = past->index < 0,
                               .undone = past->undone};
}

void past_place_format(const struct past_place *place, struct text *out)
{
    if (place->act == 0) {
        text_add(out, "the start");
    } else if (place->is_taken_back) {
        text_add(out, "act #%" PRId64 ", taken back", place->act);
    } else {
        text_add(out, "act %" PRId64 " of %" PRId64, place->place, place->acts);
    }
}

void past_return_format(const struct past_place *place, struct text *out)
{
    if (place->undone == 0 && !place->is_taken_back) {
        text_add(out, "this is how it stands now");
    } else if (place->undone == 0) {
        text_add(out, "go on from here for good: nothing is undone");
    } else {
        text_add(out,
                 "go back here for good: %" PRId64 " act%s undone; redo and history bring %s "
                 "back",
                 place->undone, place->undone == 1 ? " is" : "s are",
                 place->undone == 1 ? "it" : "them");
    }
}

/* ---- the command ----------------------------------------------------------------------- */

static void tell(const struct past *past, struct result *out)
{
    struct past_place place;
    struct text text = text_over(out->text, sizeof out->text);
    past_place(past, &place);
    if (place.undone == 0 && !place.is_taken_back) {
        text_add(&text, "this is how it stands now");
    } else {
        text_add(&text, "looking back at ");
        past_place_format(&place, &text);
    }
    if (place.act != 0 && !place.is_taken_back) {
        text_add(&text, ", #%" PRId64, place.act);
    }
    text_add(&text, "\n");
    sitting_tell_table(past->then, &text);
}

void sitting_run_look(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct past *past;
    struct error err;
    enum status status = past_open(&past, sitting, &err);
    if (status == STATUS_OK) {
        status = past_go_by_words(past, command->argument[0].word, &err);
    }
    if (status == STATUS_OK) {
        tell(past, out);
    } else if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
    } else {
        sitting_fail(sitting, &err, out);
    }
    past_close(past);
}
