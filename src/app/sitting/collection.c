#include "app/sitting/collection.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"

/* ---- writing --------------------------------------------------------------------------- */

void collection_set(struct collection_step *step, int64_t id, const char *field,
                    const char *value)
{
    CHECK(step->count < COLLECTION_STEP_MAX);
    step->set[step->count].id = id;
    step->set[step->count].field = field;
    step->set[step->count].value = value;
    step->set[step->count++].was = NULL;
}

void collection_set_over(struct collection_step *step, int64_t id, const char *field,
                         const char *value, const char *was)
{
    collection_set(step, id, field, value);
    step->set[step->count - 1].was = was;
    step->is_over = true;
}

/* One side of a change. */
static struct str side_of(const struct collection *of, const char *value, bool *is_set)
{
    *is_set = value != NULL && (value[0] != '\0' || of->keeps_empty);
    return str_of(value != NULL ? value : "");
}

enum status collection_append(struct sitting *sitting, const struct collection_step *step,
                              struct error *err)
{
    struct change changes[COLLECTION_STEP_MAX], was[COLLECTION_STEP_MAX];
    int64_t number;
    if (sitting_is_read_only(sitting)) {
        sitting_fail_read_only(sitting, err);
        return err->code;
    }
    for (int i = 0; i < step->count; i++) {
        struct change *change = &changes[i];
        bool is_told = i == 0 || !step->says_once;
        was[i] = (struct change){.id = 0};
        *change = (struct change){.thing = str_of(step->of->thing),
                                  .thing_id = step->set[i].id,
                                  .field = str_of(step->set[i].field),
                                  .line = str_of(is_told ? step->line : ""),
                                  .trace = str_of(step->trace != NULL ? step->trace : "")};
        change->new = side_of(step->of, step->set[i].value, &change->is_set);
        was[i].new = side_of(step->of, step->set[i].was, &was[i].is_set);
    }
    enum status status = step->is_over
                             ? changes_append_over(sitting->campaign, sitting->now_ms(),
                                                   changes, was, step->count, &number, err)
                             : changes_append(sitting->campaign, sitting->now_ms(), changes,
                                              step->count, &number, err);
    return status == STATUS_OK && step->of->on_change != NULL
               ? step->of->on_change(sitting, err)
               : status;
}

void collection_fail(struct sitting *sitting, const struct collection *of,
                     const struct error *err, struct result *out)
{
    sitting_fail(sitting, err, out);
    if (out->error.code == STATUS_CONFLICT && of->conflict != NULL) {
        error_set(&out->error, STATUS_CONFLICT, "", "%s", of->conflict);
    }
}

void collection_write(struct sitting *sitting, const struct collection_step *step,
                      struct result *out)
{
    struct error err;
    if (collection_append(sitting, step, &err) == STATUS_OK) {
        result_be_done(out, step->line);
    } else {
        collection_fail(sitting, step->of, &err, out);
    }
}

void collection_change(struct sitting *sitting, const struct collection *of, int64_t id,
                       const char *field, const char *value, const char *line,
                       struct result *out)
{
    struct collection_step step = {.of = of, .line = line};
    collection_set(&step, id, field, value);
    collection_write(sitting, &step, out);
}

bool sitting_may_change(struct sitting *sitting, struct result *out)
{
    if (sitting_is_read_only(sitting)) {
        struct error err;
        sitting_fail_read_only(sitting, &err);
        result_fail(out, &err);
        return false;
    }
    return true;
}

/* ---- reading --------------------------------------------------------------------------- */

struct value_copy {
    char *out;
    int size;
};

static bool copy_value(void *context, const struct change *change)
{
    struct value_copy *copy = context;
    if (change->is_set) {
        text_copy(copy->out, copy->size, change->new);
    }
    return true;
}

enum status collection_value(struct sitting *sitting, const struct collection *of, int64_t id,
                             const char *field, char *out, int size, struct error *err)
{
    struct error own;
    struct value_copy copy = {out, size};
    out[0] = '\0';
    enum status status = changes_value(sitting->campaign, str_of(of->thing), id, str_of(field),
                                       copy_value, &copy, &own);
    if (status == STATUS_OK || status == STATUS_MISSING) {
        return STATUS_OK;
    }
    return error_set(err, status, own.where, "%s", own.text);
}

enum status collection_next_id(struct sitting *sitting, const struct collection *of,
                               int64_t *id, struct error *err)
{
    enum status status = changes_last_id(sitting->campaign, str_of(of->thing), id, err);
    *id = status == STATUS_OK && *id < INT64_MAX ? *id + 1 : 0;
    return status;
}

void meaning_init(struct meaning *meaning, struct str name)
{
    *meaning = (struct meaning){.name = name};
    nearest_init(&meaning->nearest, name);
}

void meaning_offer(struct meaning *meaning, int64_t id, const char *name)
{
    if (meaning->is_exact) {
        return;
    }
    nearest_offer(&meaning->nearest, name);
    if (meaning->nearest.best == name) { /* the caller may not keep it */
        text_format(meaning->nearest_name, sizeof meaning->nearest_name, "%s", name);
        meaning->nearest.best = meaning->nearest_name;
    }
    struct str whole = str_of(name);
    meaning->is_exact = str_equal_any_case(whole, meaning->name);
    bool begins = meaning->name.n > 0 &&
                  str_equal_any_case(str_beginning(whole, meaning->name.n), meaning->name);
    if (meaning->is_exact || (begins && meaning->begun++ == 0)) {
        meaning->id = id;
    }
}

bool meaning_is_clear(const struct meaning *meaning)
{
    return meaning->is_exact || meaning->begun == 1;
}

/* ---- undoing --------------------------------------------------------------------------- */

enum { STEPS_MAX = 64 };

struct step {
    int64_t number; /* the step itself or, for one that was undone, the step that undid it */
    const struct collection *of;
    char field[CHANGE_FIELD_SIZE];
    char label[COLLECTION_LABEL_SIZE];
};

/* Steps that can be taken back, the newest last. When there are too many the oldest are
 * dropped. */
struct steps {
    struct step step[STEPS_MAX];
    int count;
};

/* The steps of one collection, or of several. */
struct history {
    struct steps done, undone;
    const struct collection *const *parts;
    const char *game;
    int64_t last;
};

static void take_out(struct steps *steps, int i)
{
    steps->count--;
    memmove(&steps->step[i], &steps->step[i + 1],
            (size_t)(steps->count - i) * sizeof steps->step[0]);
}

static struct step *push(struct steps *steps)
{
    if (steps->count == STEPS_MAX) {
        take_out(steps, 0);
    }
    return &steps->step[steps->count++];
}

/* If one list has the step that was undone now, it passes to the other as this one. It is the
 * newest, unless a collection that is a part has undone its own newest. */
static bool pass(struct steps *from, struct steps *to, int64_t undoes, int64_t number)
{
    for (int i = from->count - 1; i >= 0; i--) {
        if (from->step[i].number == undoes) {
            struct step *step = push(to);
            *step = from->step[i];
            step->number = number;
            take_out(from, i);
            return true;
        }
    }
    return false;
}

static const char *newest(const struct steps *steps)
{
    return steps->count > 0 ? steps->step[steps->count - 1].label : "";
}

/* The step that a change undoes, according to its trace; 0: none. */
int64_t collection_undone_step(struct str trace)
{
    static const char head[] = "{\"undoes\":";
    int n = (int)sizeof head - 1;
    int64_t step = 0;
    bool undoes = trace.n > n + 1 && memcmp(trace.p, head, (size_t)n) == 0 &&
                  str_to_int64((struct str){trace.p + n, trace.n - n - 1}, 1, INT64_MAX, &step);
    return undoes ? step : 0;
}

static bool is_of(const struct history *history, const struct collection *of,
                  const struct change *change)
{
    /* Together, those of every game are taken back. */
    bool is_any = of->field == NULL || (of->field[0] == '\0' && history->game == NULL);
    return str_equal(change->thing, of->thing) &&
           (is_any ||
            str_equal(change->field, of->field[0] == '\0' ? history->game : of->field));
}

static bool see_change(void *context, const struct change *change)
{
    struct history *history = context;
    const struct collection *of = NULL;
    for (int i = 0; of == NULL && history->parts[i] != NULL; i++) {
        of = is_of(history, history->parts[i], change) ? history->parts[i] : NULL;
    }
    if (change->line.n == 0 || change->step == history->last || of == NULL) {
        return true;
    }
    history->last = change->step;
    int64_t undoes = collection_undone_step(change->trace);
    if (undoes == 0 || (!pass(&history->done, &history->undone, undoes, change->step) &&
                        !pass(&history->undone, &history->done, undoes, change->step))) {
        /* After a new step none of its collection, or of its game there, can be redone. */
        struct step *step = push(&history->done);
        *step = (struct step){.number = change->step, .of = of};
        text_copy(step->field, sizeof step->field,
                  of->field != NULL && of->field[0] == '\0' ? change->field : str_of(""));
        /* Another program may have written it. */
        utf8_clean(step->label, COLLECTION_LABEL_SIZE, change->line);
        for (int i = history->undone.count - 1; i >= 0; i--) {
            if (history->undone.step[i].of == of &&
                strcmp(history->undone.step[i].field, step->field) == 0) {
                take_out(&history->undone, i);
            }
        }
    }
    return true;
}

/* The history is the caller's to free, also after a failure. */
static enum status read_history(struct sitting *sitting, const struct collection *of,
                                struct history **out, struct error *err)
{
    const struct collection *const alone[] = {of, NULL};
    struct history *history = calloc(1, sizeof *history);
    CHECK(history != NULL);
    *out = history;
    history->parts = of->parts != NULL ? of->parts : alone;
    history->game = of->parts != NULL ? NULL : state_system(&sitting->state)->id;
    return of->parts != NULL
               ? changes_list(sitting->campaign, 0, see_change, history, err)
               : changes_of(sitting->campaign, str_of(of->thing), 0, see_change, history, err);
}

enum status collection_ways(struct sitting *sitting, const struct collection *of,
                            struct collection_ways *out, struct error *err)
{
    struct history *history;
    enum status status = read_history(sitting, of, &history, err);
    text_format(out->undo, sizeof out->undo, "%s", newest(&history->done));
    text_format(out->redo, sizeof out->redo, "%s", newest(&history->undone));
    free(history);
    return status;
}

void collection_take_back(struct sitting *sitting, const struct collection *of, bool is_undo,
                          struct result *out)
{
    struct error err;
    struct history *history;
    int64_t undoing;
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    enum status status = read_history(sitting, of, &history, &err);
    const struct steps *steps = is_undo ? &history->done : &history->undone;
    if (status == STATUS_OK && steps->count == 0) {
        result_refuse(out, "%s", is_undo ? of->nothing_done : of->nothing_undone);
    } else if (status == STATUS_OK && sitting_may_change(sitting, out)) {
        text_add(&line, "%s: %s", is_undo ? "undone" : "redone", newest(steps));
        const struct step *step = &steps->step[steps->count - 1];
        status = changes_undo(sitting->campaign, sitting->now_ms(), step->number,
                              (struct str){line.p, line.n}, &undoing, &err);
        if (status == STATUS_OK && step->of->on_change != NULL) {
            status = step->of->on_change(sitting, &err);
        }
        if (status == STATUS_OK) {
            result_be_done(out, line.p);
        }
    }
    if (status != STATUS_OK) {
        collection_fail(sitting, of, &err, out);
    }
    free(history);
}
