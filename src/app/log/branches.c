#include "app/log/branches.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/correct/correction.h"
#include "app/sitting/state.h"

enum { LINES_MAX = 12, LINE_SIZE = 200, DICE_SIZE = 200, FOLLOWED_MAX = 1000 };

/* One of the ways, told. */
struct told_branch {
    int64_t act;
    int followed; /* acts after the first one */
    char line[LINES_MAX][LINE_SIZE];
    int lines;
    char dice[DICE_SIZE]; /* those of its first act; "": none */
};

/* ---- which ----------------------------------------------------------------------------- */

/* Whether an act is on the way to the head, and which acts follow it there; acts follow older
 * ones. */
static enum status find_on_way(struct branches *out, struct sitting *sitting, int64_t head,
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

enum status branches_read(struct branches *out, struct sitting *sitting, int64_t encounter,
                          int64_t head, int64_t act, struct error *err)
{
    *out = (struct branches){.count = 0};
    enum status status = log_children(sitting->campaign, encounter, act, out->act, BRANCHES_MAX,
                                      &out->count, err);
    for (int i = 0; i < out->count && status == STATUS_OK && !out->has_taken; i++) {
        int64_t taken = out->act[i];
        status = find_on_way(out, sitting, head, taken, err);
        if (out->has_taken) {
            memmove(&out->act[1], &out->act[0], (size_t)i * sizeof out->act[0]);
            out->act[0] = taken;
        }
    }
    return status;
}

/* ---- what was done there --------------------------------------------------------------- */

static bool see_line(void *context, int place, const struct event *event)
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
            status = log_row_and_lines(sitting->campaign, act, &row, see_line, told, err);
        }
        told->followed = i;
        if (status == STATUS_OK) {
            status = log_newest_child(sitting->campaign, row.encounter, act, &act, err);
        }
    }
    return status;
}

/* The one that was taken, along the way to the head. */
static enum status tell_way(struct told_branch *told, struct sitting *sitting,
                            const struct branches *branches, struct error *err)
{
    struct act_row row;
    *told = (struct told_branch){.act = branches->act[0]};
    enum status status = read_dice(told, sitting, err);
    if (status == STATUS_OK) {
        status = log_row_and_lines(sitting->campaign, told->act, &row, see_line, told, err);
    }
    for (int i = branches->thens - 1; i > 0 && status == STATUS_OK; i--) {
        status =
            log_row_and_lines(sitting->campaign, branches->then[i], &row, see_line, told, err);
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

enum status branches_tell(struct sitting *sitting, const struct branches *branches,
                          struct text *out, struct error *err)
{
    struct told_branch *first = calloc(2, sizeof *first);
    CHECK(first != NULL);
    struct told_branch *other = &first[1];
    enum status status = STATUS_OK;
    if (branches->has_taken) {
        status = tell_way(first, sitting, branches, err);
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

/* ---- the command ----------------------------------------------------------------------- */

/* The act that the words name, or else the newest one with more than one way after it. */
static enum status find_fork(struct sitting *sitting, struct str words,
                             struct encounter_row *row, int64_t *act, struct error *err)
{
    struct branches branches = {.count = 0};
    *row = sitting->encounter;
    *act = sitting->position.head;
    if (words.n > 0) {
        return sitting_act_at(sitting, words, row, act, err);
    }
    enum status status = branches_read(&branches, sitting, row->id, *act, *act, err);
    for (int i = 0; status == STATUS_OK && branches.count < 2 && *act != 0 && i < FOLLOWED_MAX;
         i++) {
        struct act_row parent;
        status = log_row(sitting->campaign, *act, &parent, err);
        *act = status == STATUS_OK ? parent.parent : 0;
        if (status == STATUS_OK) {
            status =
                branches_read(&branches, sitting, row->id, sitting->position.head, *act, err);
        }
    }
    return status;
}

static void tell(struct sitting *sitting, const struct encounter_row *row, int64_t act,
                 struct result *out)
{
    struct error err;
    struct branches branches;
    struct position position;
    struct text text = text_over(out->text, sizeof out->text);
    enum status status = log_position(sitting->campaign, row->id, &position, &err);
    if (status == STATUS_OK) {
        status = branches_read(&branches, sitting, row->id, position.head, act, &err);
    }
    if (status == STATUS_OK && branches.count < 2 &&
        (branches.has_taken || branches.count == 0)) {
        text_add(&text, "no way was left after %s #%lld", row->name, (long long)act);
    } else if (status == STATUS_OK) {
        text_add(&text, "after %s #%lld, > marks the first difference:", row->name,
                 (long long)act);
        status = branches_tell(sitting, &branches, &text, &err);
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
    enum status status = find_fork(sitting, str_trimmed(words), &row, &act, &err);
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
    } else if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (row.id == 0) {
        text_format(out->text, sizeof out->text, "nothing was done yet");
    } else {
        tell(sitting, &row, act, out);
    }
}
