#include "app/sitting_plan.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting_address.h"
#include "app/sitting_data.h"
#include "app/sitting_state.h"
#include "store/changes.h"

#define PLAN "plan"
#define ORDER "order"

enum { ORDER_SIZE = PLAN_MAX * PLAN_KEY_SIZE };

/* ---- reading --------------------------------------------------------------------------- */

/* The encounter that a key names; 0: this program does not know what it is. */
static int64_t encounter_of(struct str key)
{
    int64_t id = 0;
    bool is_encounter = key.n > 1 && key.p[0] == 'e' &&
                        str_to_int64((struct str){key.p + 1, key.n - 1}, 1, INT64_MAX, &id);
    return is_encounter ? id : 0;
}

static enum status read_item(struct plan_item *item, struct sitting *sitting, int reads,
                             struct error *err)
{
    struct error own;
    int64_t id = encounter_of(str_of(item->key));
    enum status status = id == 0
                             ? STATUS_MISSING
                             : sitting_encounter(sitting, id, reads, &item->encounter, &own);
    if (status == STATUS_MISSING || (status == STATUS_OK && item->encounter.id == 0)) {
        item->is_gone = true;
        status = STATUS_OK;
    }
    if (status != STATUS_OK) {
        return error_set(err, status, own.where, "%s", own.text);
    }
    return sitting_value(sitting, PLAN, 0, item->key, item->note, sizeof item->note, err);
}

/* The keys alone. */
static enum status read_order(struct plan *out, struct sitting *sitting, struct error *err)
{
    char order[ORDER_SIZE];
    out->count = 0;
    enum status status = sitting_value(sitting, PLAN, 0, ORDER, order, sizeof order, err);
    struct str rest = str_of(order);
    for (struct str key; status == STATUS_OK && (key = str_next_word(&rest)).p != NULL;) {
        if (out->count < PLAN_MAX && key.n > 0 && key.n < PLAN_KEY_SIZE) {
            struct plan_item *item = &out->item[out->count++];
            memset(item, 0, sizeof *item);
            memcpy(item->key, key.p, (size_t)key.n);
        }
    }
    return status;
}

static enum status read_plan(struct plan *out, struct sitting *sitting, int reads,
                             struct error *err)
{
    enum status status = read_order(out, sitting, err);
    for (int i = 0; i < out->count && status == STATUS_OK; i++) {
        struct plan_item *item = &out->item[i];
        status = read_item(item, sitting, reads > 0 ? 1 : 0, err);
        reads--;
    }
    return status;
}

enum status sitting_plan(struct sitting *sitting, int reads, struct plan *out,
                         struct error *err)
{
    out->count = 0;
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = read_plan(out, sitting, reads, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

void sitting_plan_learn(struct sitting *sitting, struct plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        if (!plan->item[i].is_gone) {
            sitting_encounters_learn(sitting, &plan->item[i].encounter, 1);
        }
    }
}

/* ---- what it comes to ------------------------------------------------------------------ */

static bool was_played(const struct plan_item *item)
{
    return !item->is_gone && encounter_has_ended(&item->encounter.facts);
}

int plan_played(const struct plan *plan)
{
    int played = 0;
    for (int i = 0; i < plan->count; i++) {
        played += was_played(&plan->item[i]) ? 1 : 0;
    }
    return played;
}

int plan_next(const struct plan *plan)
{
    int next = 0;
    while (next < plan->count && (was_played(&plan->item[next]) || plan->item[next].is_gone)) {
        next++;
    }
    return next;
}

const char *plan_earned(const struct plan *plan)
{
    const struct encounter_facts *last = NULL;
    for (int i = 0; i < plan->count; i++) {
        const struct encounter_facts *facts = &plan->item[i].encounter.facts;
        bool is_later = last == NULL || facts->played_ms >= last->played_ms;
        last = facts->played_ms != 0 && is_later ? facts : last;
    }
    return last != NULL ? last->earned : "";
}

void plan_add_summary(const struct plan *plan, struct text *out)
{
    int due = 0;
    for (int i = 0; i < plan->count; i++) {
        due += was_played(&plan->item[i]) && plan->item[i].encounter.facts.due[0] != '\0';
    }
    text_add(out, "%d of %d played", plan_played(plan), plan->count);
    if (due > 0) {
        text_add(out, "; %d with something due", due);
    }
    if (plan_earned(plan)[0] != '\0') {
        text_add(out, "; %s", plan_earned(plan));
    }
}

static const char *name_of(const struct plan_item *item)
{
    return item->is_gone ? "a deleted encounter" : item->encounter.name;
}

static void tell_item(const struct plan_item *item, int place, struct text *out)
{
    text_add(out, "%s%d. %s", out->n > 0 ? "\n" : "", place, name_of(item));
    if (!item->is_gone) {
        text_add(out, " (%s, ",
                 item->encounter.system != NULL ? item->encounter.system->title
                                                : "unknown game");
        sitting_encounter_add_course(out, &item->encounter);
        text_add(out, ")");
    }
    if (item->note[0] != '\0') {
        text_add(out, ": %s", item->note);
    }
    if (!item->is_gone && item->encounter.facts.due[0] != '\0') {
        text_add(out, "; due: %s", item->encounter.facts.due);
    }
}

static struct plan *new_plan(void)
{
    struct plan *plan = calloc(1, sizeof *plan);
    CHECK(plan != NULL);
    return plan;
}

void sitting_run_plan(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct error err;
    struct plan *plan = new_plan();
    (void)command;
    struct text text = text_over(out->text, sizeof out->text);
    if (sitting_plan(sitting, PLAN_MAX, plan, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (plan->count == 0) {
        text_add(&text, "nothing is planned: plan-add puts an encounter on the plan");
    } else {
        for (int i = 0; i < plan->count; i++) {
            tell_item(&plan->item[i], i + 1, &text);
        }
        text_add(&text, "\n");
        plan_add_summary(plan, &text);
    }
    free(plan);
}

/* ---- changing -------------------------------------------------------------------------- */

static void refuse(struct result *out, const char *reason)
{
    out->kind = RESULT_REFUSED;
    text_format(out->refusal.reason, sizeof out->refusal.reason, "%s", reason);
    out->refusal.rule = "";
}

static void tell(struct sitting *sitting, enum status status, const struct error *err,
                 const char *line, struct result *out)
{
    if (status != STATUS_OK) {
        sitting_fail(sitting, err, out);
        return;
    }
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "%s", line);
    text_format(out->text, sizeof out->text, "%s", line);
}

static struct change change_of(const char *field, const char *value, const char *line)
{
    return (struct change){.thing = str_of(PLAN),
                           .field = str_of(field),
                           .is_set = value != NULL && value[0] != '\0',
                           .new = str_of(value != NULL ? value : ""),
                           .line = str_of(line)};
}

/* The order as it is in `plan` now, and one note (`key` NULL: none) in one step. */
static void write_plan(struct sitting *sitting, const struct plan *plan, const char *key,
                       const char *note, const char *line, struct result *out)
{
    struct error err;
    int64_t step;
    TEXT_BUFFER(order, ORDER_SIZE + PLAN_MAX);
    for (int i = 0; i < plan->count; i++) {
        text_add(&order, "%s%s", i > 0 ? " " : "", plan->item[i].key);
    }
    struct change changes[2] = {change_of(ORDER, order.p, line)};
    int count = 1;
    if (key != NULL) {
        changes[count++] = change_of(key, note, line);
    }
    if (sitting_may_change(sitting, out)) {
        tell(sitting,
             changes_append(sitting->campaign, sitting->now_ms(), changes, count, &step, &err),
             &err, line, out);
    }
}

/* The place of the encounter that a word names: by its name, the beginning of one, or its place
 * in the plan ("#2"); -1, and *out says why, when it is not on the plan. */
static int place_of(struct sitting *sitting, const struct plan *plan, struct str word,
                    struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    int64_t place;
    if (word.n > 1 && word.p[0] == '#' &&
        str_to_int64((struct str){word.p + 1, word.n - 1}, 1, plan->count, &place)) {
        return (int)place - 1;
    }
    if (!encounter_name_copy(name, word, out) || !encounter_named(sitting, name, &row, out)) {
        return -1;
    }
    for (int i = 0; i < plan->count; i++) {
        if (encounter_of(str_of(plan->item[i].key)) == row.id) {
            return i;
        }
    }
    TEXT_BUFFER(reason, 200);
    text_add(&reason, "%s is not on the plan: plan-add ", row.name);
    text_add_quoted(&reason, str_of(row.name));
    text_add(&reason, " puts it there");
    refuse(out, reason.p);
    return -1;
}

/* Reads the plan and finds the encounter of the first argument. */
static int find_item(struct sitting *sitting, const struct command *command, struct plan *plan,
                     struct result *out)
{
    struct error err;
    if (sitting_plan(sitting, 0, plan, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return -1;
    }
    return place_of(sitting, plan, command->argument[0].word, out);
}

static bool note_fits(struct str note, struct result *out)
{
    if (note.n < PLAN_NOTE_SIZE) {
        return true;
    }
    out->kind = RESULT_WRONG;
    error_set(&out->error, STATUS_USAGE, "", "a note on the plan: at most %d bytes",
              PLAN_NOTE_SIZE - 1);
    return false;
}

static void add(struct sitting *sitting, const struct command *command,
                const struct encounter_row *row, struct plan *plan, struct result *out)
{
    struct str words =
        command->argument[1].is_given ? str_trimmed(command->argument[1].word) : str_of("");
    TEXT_BUFFER(note, PLAN_NOTE_SIZE);
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    struct plan_item *item = &plan->item[plan->count];
    text_format(item->key, sizeof item->key, "e%lld", (long long)row->id);
    text_add(&line, "%s is on the plan", row->name);
    for (int i = 0; i < plan->count; i++) {
        if (strcmp(plan->item[i].key, item->key) == 0) {
            text_add(&line, " already, at place %d", i + 1);
            refuse(out, line.p);
            return;
        }
    }
    if (note_fits(words, out)) {
        plan->count++;
        text_add_str(&note, words);
        write_plan(sitting, plan, words.n > 0 ? item->key : NULL, note.p, line.p, out);
    }
}

void sitting_run_plan_add(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    struct error err;
    struct plan *plan = new_plan();
    if (!encounter_name_copy(name, command->argument[0].word, out) ||
        !encounter_named(sitting, name, &row, out)) {
        free(plan);
        return;
    }
    if (read_order(plan, sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (plan->count == PLAN_MAX) {
        refuse(out, "the plan is full: plan-remove or plan-clear makes room");
    } else if (row.is_archived) {
        refuse(out, "it is archived: unarchive-encounter brings it back");
    } else {
        add(sitting, command, &row, plan, out);
    }
    free(plan);
}

/* The place that a word means, from 0; -1, and *out says so, when it is none. */
static int new_place(const struct plan *plan, int place, struct str word, struct result *out)
{
    int64_t number;
    if (str_equal_any_case(word, str_of("up"))) {
        return place > 0 ? place - 1 : 0;
    }
    if (str_equal_any_case(word, str_of("down"))) {
        return place < plan->count - 1 ? place + 1 : place;
    }
    if (str_equal_any_case(word, str_of("first"))) {
        return 0;
    }
    if (str_equal_any_case(word, str_of("last"))) {
        return plan->count - 1;
    }
    if (str_to_int64(word, 1, plan->count, &number)) {
        return (int)number - 1;
    }
    out->kind = RESULT_WRONG;
    error_set(&out->error, STATUS_USAGE, "",
              "%.*s: expected a place from 1 to %d, or up, down, first, last", word.n, word.p,
              plan->count);
    return -1;
}

static void move(struct sitting *sitting, struct plan *plan, int from, int to,
                 struct result *out)
{
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    text_add(&line, "%s is %snumber %d of the plan", name_of(&plan->item[from]),
             from == to ? "already " : "", to + 1);
    if (from == to) {
        refuse(out, line.p);
        return;
    }
    struct plan_item moved = plan->item[from];
    int step = to > from ? 1 : -1;
    for (int i = from; i != to; i += step) {
        plan->item[i] = plan->item[i + step];
    }
    plan->item[to] = moved;
    write_plan(sitting, plan, NULL, NULL, line.p, out);
}

void sitting_run_plan_move(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct plan *plan = new_plan();
    int from = find_item(sitting, command, plan, out);
    int to = from >= 0 ? new_place(plan, from, command->argument[1].word, out) : -1;
    if (to >= 0) {
        move(sitting, plan, from, to, out);
    }
    free(plan);
}

void sitting_run_plan_remove(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    struct plan *plan = new_plan();
    int place = find_item(sitting, command, plan, out);
    if (place >= 0) {
        TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
        char key[PLAN_KEY_SIZE];
        bool has_note = plan->item[place].note[0] != '\0';
        text_add(&line, "%s is off the plan", name_of(&plan->item[place]));
        memcpy(key, plan->item[place].key, sizeof key);
        plan->count--;
        memmove(&plan->item[place], &plan->item[place + 1],
                (size_t)(plan->count - place) * sizeof plan->item[0]);
        write_plan(sitting, plan, has_note ? key : NULL, NULL, line.p, out);
    }
    free(plan);
}

static void set_note(struct sitting *sitting, const struct plan_item *item, const char *note,
                     struct result *out)
{
    struct error err;
    int64_t step;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (strcmp(item->note, note) == 0) {
        refuse(out, "that is its note already");
        return;
    }
    if (note[0] != '\0') {
        text_add(&line, "plan: %s: %s", name_of(item), note);
    } else {
        text_add(&line, "plan: %s has no note any more", name_of(item));
    }
    struct change change = change_of(item->key, note, line.p);
    if (sitting_may_change(sitting, out)) {
        tell(sitting,
             changes_append(sitting->campaign, sitting->now_ms(), &change, 1, &step, &err),
             &err, line.p, out);
    }
}

void sitting_run_plan_note(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct plan *plan = new_plan();
    struct str words = str_trimmed(command->argument[1].word);
    TEXT_BUFFER(note, PLAN_NOTE_SIZE);
    int place = find_item(sitting, command, plan, out);
    if (place >= 0 && note_fits(words, out)) {
        text_add_str(&note, str_equal(words, "-") ? str_of("") : words);
        set_note(sitting, &plan->item[place], note.p, out);
    }
    free(plan);
}

void sitting_run_plan_clear(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    struct change changes[PLAN_MAX + 1];
    struct error err;
    int64_t step;
    int count = 1;
    static const char line[] = "the plan is cleared";
    struct plan *plan = new_plan();
    (void)command;
    changes[0] = change_of(ORDER, NULL, line);
    if (sitting_plan(sitting, 0, plan, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (plan->count == 0) {
        refuse(out, "nothing is planned");
    } else if (sitting_may_change(sitting, out)) {
        for (int i = 0; i < plan->count; i++) {
            if (plan->item[i].note[0] != '\0') {
                changes[count++] = change_of(plan->item[i].key, NULL, line);
            }
        }
        tell(sitting,
             changes_append(sitting->campaign, sitting->now_ms(), changes, count, &step, &err),
             &err, line, out);
    }
    free(plan);
}

/* ---- undoing --------------------------------------------------------------------------- */

enum status sitting_plan_ways(struct sitting *sitting, struct sitting_ways *out,
                              struct error *err)
{
    return sitting_ways(sitting, PLAN, NULL, out, err);
}

static void take_back(struct sitting *sitting, bool is_undo, struct result *out)
{
    struct error err;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    enum status status = sitting_take_back(sitting, PLAN, NULL, is_undo, &line, &err);
    if (status == STATUS_MISSING) {
        refuse(out, is_undo ? "nothing was changed in the plan"
                            : "nothing was taken back in the plan");
    } else {
        tell(sitting, status, &err, line.p, out);
    }
}

void sitting_run_undo_plan(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    (void)command;
    take_back(sitting, true, out);
}

void sitting_run_redo_plan(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    (void)command;
    take_back(sitting, false, out);
}
