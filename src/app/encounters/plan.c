#include "app/encounters/plan.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"

const struct collection plan_collection = {
    .thing = "plan",
    .commands = "plan",
    .nothing_done = "nothing was changed in the plan",
    .nothing_undone = "nothing was taken back in the plan",
    .conflict = "another program changed the plan meanwhile; nothing was changed here"};

/* ---- reading --------------------------------------------------------------------------- */

/* The encounter, or the prepared one, that a key names; 0: this program does not know what it
 * is. */
static int64_t id_of(struct str key, char letter)
{
    int64_t id = 0;
    bool is_one = key.n > 1 && key.p[0] == letter &&
                  str_to_int64((struct str){key.p + 1, key.n - 1}, 1, INT64_MAX, &id);
    return is_one ? id : 0;
}

/* What is needed to read the items. */
struct reading {
    struct sitting *sitting;
    int reads; /* encounters that may be read now */
    struct sitting_prepared *prepared;
    int prepared_count;
    int64_t wanted; /* the fights of this prepared one are looked for, */
    int64_t below;  /* with a smaller number than this */
    int64_t found;  /* the newest of them; 0: none */
};

static bool see_fight(void *context, const struct change *change)
{
    struct reading *reading = context;
    int64_t from;
    if (change->is_set && str_to_int64(change->new, 1, INT64_MAX, &from) &&
        from == reading->wanted && change->thing_id < reading->below &&
        change->thing_id > reading->found) {
        reading->found = change->thing_id;
    }
    return true;
}

static enum status read_encounter(struct plan_item *item, struct reading *reading, int64_t id,
                                  struct error *err)
{
    struct error own;
    enum status status = sitting_encounter(reading->sitting, id, reading->reads > 0 ? 1 : 0,
                                           &item->encounter, &own);
    item->has_fight = status == STATUS_OK && item->encounter.id != 0;
    reading->reads--;
    return status == STATUS_OK || status == STATUS_MISSING
               ? STATUS_OK
               : error_set(err, status, own.where, "%s", own.text);
}

static enum status read_prepared(struct plan_item *item, struct reading *reading, int64_t id,
                                 struct error *err)
{
    item->is_gone = true;
    for (int i = 0; i < reading->prepared_count; i++) {
        if (reading->prepared[i].id == id) {
            item->prepared = reading->prepared[i];
            item->is_prepared = true;
            item->is_gone = false;
        }
    }
    if (item->is_gone) {
        return STATUS_OK;
    }
    /* The newest fight that began from it and is not archived. */
    enum status status = STATUS_OK;
    reading->wanted = item->prepared.id;
    reading->found = INT64_MAX;
    while (status == STATUS_OK && !item->has_fight && reading->found != 0) {
        reading->below = reading->found;
        reading->found = 0;
        status = changes_present(reading->sitting->campaign, str_of(CHANGE_FIGHT),
                                 str_of(CHANGE_FROM), 0, see_fight, reading, err);
        if (status == STATUS_OK && reading->found != 0) {
            status = read_encounter(item, reading, reading->found, err);
            item->has_fight = item->has_fight && !item->encounter.is_archived;
        }
    }
    if (status == STATUS_OK && !item->has_fight) {
        int budget = reading->reads > 0 ? 1 : 0;
        status =
            prepared_facts_find(&item->ready, reading->sitting, &item->prepared, &budget, err);
    }
    return status;
}

static enum status read_item(struct plan_item *item, struct reading *reading, struct error *err)
{
    enum status status = STATUS_OK;
    int64_t encounter = id_of(str_of(item->key), 'e');
    int64_t prepared = id_of(str_of(item->key), 'p');
    if (prepared != 0) {
        status = read_prepared(item, reading, prepared, err);
    } else if (encounter != 0) {
        status = read_encounter(item, reading, encounter, err);
        item->is_gone = !item->has_fight;
    } else {
        item->is_gone = true;
    }
    return status == STATUS_OK ? collection_value(reading->sitting, &plan_collection, 0,
                                                  item->key, item->note, sizeof item->note, err)
                               : status;
}

/* The keys alone. */
static enum status read_order(struct plan *out, struct sitting *sitting, struct error *err)
{
    out->count = 0;
    enum status status = collection_value(sitting, &plan_collection, 0, PLAN_ORDER, out->order,
                                          sizeof out->order, err);
    struct str rest = str_of(out->order);
    for (struct str key; status == STATUS_OK && (key = str_next_word(&rest)).p != NULL;) {
        if (out->count < PLAN_MAX && key.n > 0 && key.n < PLAN_KEY_SIZE) {
            struct plan_item *item = &out->item[out->count++];
            memset(item, 0, sizeof *item);
            memcpy(item->key, key.p, (size_t)key.n);
        }
    }
    return status;
}

bool sitting_plan_is(struct sitting *sitting, const struct plan *plan)
{
    char order[PLAN_ORDER_SIZE];
    struct error err;
    return collection_value(sitting, &plan_collection, 0, PLAN_ORDER, order, sizeof order,
                            &err) == STATUS_OK &&
           strcmp(order, plan->order) == 0;
}

enum status sitting_plan(struct sitting *sitting, int reads, struct plan *out,
                         struct error *err)
{
    struct reading reading = {.sitting = sitting, .reads = reads};
    out->count = 0;
    if (campaign_begin_reading(sitting->campaign, err) != STATUS_OK) {
        return err->code;
    }
    reading.prepared = malloc(PREPARED_MAX * sizeof *reading.prepared);
    CHECK(reading.prepared != NULL);
    enum status status = read_order(out, sitting, err);
    if (status == STATUS_OK) {
        status = sitting_prepared_list(sitting, reading.prepared, PREPARED_MAX,
                                       &reading.prepared_count, err);
    }
    for (int i = 0; i < out->count && status == STATUS_OK; i++) {
        status = read_item(&out->item[i], &reading, err);
    }
    free(reading.prepared);
    campaign_end_reading(sitting->campaign);
    return status;
}

void sitting_plan_learn(struct sitting *sitting, struct plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        struct plan_item *item = &plan->item[i];
        struct error err;
        int budget = 0;
        if (item->has_fight) {
            sitting_encounters_learn(sitting, &item->encounter, 1);
        } else if (item->is_prepared && !item->ready.is_known) {
            (void)!prepared_facts_find(&item->ready, sitting, &item->prepared, &budget, &err);
        }
    }
}

/* ---- what it comes to ------------------------------------------------------------------ */

static bool was_played(const struct plan_item *item)
{
    return item->has_fight && encounter_has_ended(&item->encounter.facts);
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

const char *plan_item_name(const struct plan_item *item)
{
    return item->is_gone       ? "a deleted encounter"
           : item->is_prepared ? item->prepared.name
                               : item->encounter.name;
}

void plan_item_add_course(struct text *out, const struct plan_item *item)
{
    if (item->is_gone) {
        text_add(out, "deleted");
    } else if (item->has_fight && encounter_has_ended(&item->encounter.facts)) {
        encounter_course_add(out, &item->encounter.facts);
    } else if (item->has_fight) {
        sitting_encounter_add_course(out, &item->encounter);
    } else {
        prepared_facts_add_course(out, &item->ready);
    }
}

static void tell_item(const struct plan_item *item, int place, struct text *out)
{
    text_add(out, "%s%d. %s", out->n > 0 ? "\n" : "", place, plan_item_name(item));
    if (!item->is_gone) {
        const struct system *system =
            item->is_prepared ? item->prepared.system : item->encounter.system;
        text_add(out, " (%s, ", system != NULL ? system->title : "unknown game");
        plan_item_add_course(out, item);
        text_add(out, ")");
    }
    if (item->note[0] != '\0') {
        text_add(out, ": %s", item->note);
    }
    if (item->has_fight && item->encounter.facts.due[0] != '\0') {
        text_add(out, "; due: %s", item->encounter.facts.due);
    }
}

void sitting_run_plan(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct error err;
    struct plan *plan = sitting_scratch(sitting, sizeof *plan);
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
}

/* ---- changing -------------------------------------------------------------------------- */

/* A step over the plan as it was read, with the order as it is in `plan` now. */
static void begin_step(struct collection_step *step, const struct plan *plan, const char *line,
                       struct text *order)
{
    for (int i = 0; i < plan->count; i++) {
        text_add(order, "%s%s", i > 0 ? " " : "", plan->item[i].key);
    }
    *step = (struct collection_step){.of = &plan_collection, .line = line};
    collection_set_over(step, 0, PLAN_ORDER, order->p, plan->order);
}

/* The place of the encounter that a word names: by its name, a unique beginning of it, or its
 * place in the plan ("#2"); -1, and *out says why, when it is not on the plan. */
static int place_of(struct sitting *sitting, const struct plan *plan, struct str word,
                    struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    int64_t number;
    if (word.n > 1 && word.p[0] == '#' &&
        str_to_int64((struct str){word.p + 1, word.n - 1}, 1, plan->count, &number)) {
        return (int)number - 1;
    }
    if (!encounter_name_copy(name, word, out)) {
        return -1;
    }
    struct meaning meaning;
    struct sitting_prepared prepared;
    struct error err;
    meaning_init(&meaning, str_of(name));
    for (int i = 0; i < plan->count; i++) {
        if (!plan->item[i].is_gone) {
            meaning_offer(&meaning, i, plan_item_name(&plan->item[i]));
        }
    }
    if (meaning_is_clear(&meaning)) {
        return (int)meaning.id;
    }
    TEXT_BUFFER(reason, 200);
    if (sitting_prepared_find(sitting, str_of(name), &prepared, &err) == STATUS_OK) {
        text_format(row.name, sizeof row.name, "%s", prepared.name);
    } else if (!encounter_named(sitting, name, &row, out)) {
        return -1;
    }
    text_add(&reason, "%s is not on the plan: plan-add ", row.name);
    text_add_quoted(&reason, str_of(row.name));
    text_add(&reason, " puts it there");
    result_refuse(out, "%s", reason.p);
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
    result_too_long(out, "the note", PLAN_NOTE_SIZE - 1);
    return false;
}

/* Puts an encounter ('e') or a prepared one ('p') on the plan. */
static void add(struct sitting *sitting, const struct command *command, char letter, int64_t id,
                const char *name, struct result *out)
{
    struct error err;
    char key[PLAN_KEY_SIZE], was[PLAN_NOTE_SIZE];
    struct str words =
        command->argument[1].is_given ? str_trimmed(command->argument[1].word) : str_of("");
    struct collection_step step;
    struct plan *plan = sitting_scratch(sitting, sizeof *plan);
    TEXT_BUFFER(order, PLAN_ORDER_SIZE + PLAN_MAX);
    TEXT_BUFFER(note, PLAN_NOTE_SIZE);
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    text_format(key, sizeof key, "%c%lld", letter, (long long)id);
    text_add(&line, "%s is on the plan", name);
    enum status status = read_order(plan, sitting, &err);
    int place = 0;
    while (status == STATUS_OK && place < plan->count &&
           strcmp(plan->item[place].key, key) != 0) {
        place++;
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (plan->count == PLAN_MAX) {
        result_refuse(out, "the plan is full: plan-remove or plan-clear makes room");
    } else if (place < plan->count) {
        text_add(&line, " already, at place %d", place + 1);
        result_refuse(out, "%s", line.p);
    } else if (!note_fits(words, out)) {
        /* *out says so */
    } else if (collection_value(sitting, &plan_collection, 0, key, was, sizeof was, &err) !=
               STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        memcpy(plan->item[plan->count++].key, key, sizeof key);
        text_add_str(&note, words);
        begin_step(&step, plan, line.p, &order);
        if (words.n > 0) {
            collection_set_over(&step, 0, key, note.p, was);
        }
        collection_write(sitting, &step, out);
    }
}

/* An encounter of the list or, when none has exactly this name, a prepared one. */
void sitting_run_plan_add(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    struct sitting_prepared prepared;
    struct error err;
    if (!encounter_name_copy(name, command->argument[0].word, out)) {
        return;
    }
    bool is_exact =
        encounter_find(sitting->campaign, name, &row, &err) == STATUS_OK && !row.is_archived;
    if (!is_exact &&
        sitting_prepared_find(sitting, str_of(name), &prepared, &err) == STATUS_OK) {
        add(sitting, command, 'p', prepared.id, prepared.name, out);
        return;
    }
    if (!encounter_named(sitting, name, &row, out)) {
        return;
    }
    if (row.is_archived) {
        result_refuse(out, "it is archived: unarchive-encounter brings it back");
        return;
    }
    add(sitting, command, 'e', row.id, row.name, out);
}

void sitting_run_plan_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    struct sitting_prepared prepared;
    struct error err;
    if (sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err) !=
        STATUS_OK) {
        result_fail(out, &err);
        return;
    }
    add(sitting, command, 'p', prepared.id, prepared.name, out);
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
    result_wrong(out, "%.*s: expected a place from 1 to %d, or up, down, first, last", word.n,
                 word.p, plan->count);
    return -1;
}

void sitting_run_plan_move(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct plan *plan = sitting_scratch(sitting, sizeof *plan);
    struct collection_step step;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    TEXT_BUFFER(order, PLAN_ORDER_SIZE + PLAN_MAX);
    int from = find_item(sitting, command, plan, out);
    int to = from >= 0 ? new_place(plan, from, command->argument[1].word, out) : -1;
    if (to >= 0) {
        text_add(&line, "%s is %snumber %d of the plan", plan_item_name(&plan->item[from]),
                 from == to ? "already " : "", to + 1);
    }
    if (to >= 0 && from == to) {
        result_refuse(out, "%s", line.p);
    } else if (to >= 0) {
        struct plan_item moved = plan->item[from];
        int next = to > from ? 1 : -1;
        for (int i = from; i != to; i += next) {
            plan->item[i] = plan->item[i + next];
        }
        plan->item[to] = moved;
        begin_step(&step, plan, line.p, &order);
        collection_write(sitting, &step, out);
    }
}

void sitting_run_plan_remove(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    struct plan *plan = sitting_scratch(sitting, sizeof *plan);
    struct collection_step step;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    TEXT_BUFFER(order, PLAN_ORDER_SIZE + PLAN_MAX);
    int place = find_item(sitting, command, plan, out);
    if (place >= 0) {
        struct plan_item removed = plan->item[place];
        text_add(&line, "%s is off the plan", plan_item_name(&removed));
        plan->count--;
        memmove(&plan->item[place], &plan->item[place + 1],
                (size_t)(plan->count - place) * sizeof plan->item[0]);
        begin_step(&step, plan, line.p, &order);
        if (removed.note[0] != '\0') {
            collection_set_over(&step, 0, removed.key, NULL, removed.note);
        }
        collection_write(sitting, &step, out);
    }
}

void sitting_run_plan_note(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct plan *plan = sitting_scratch(sitting, sizeof *plan);
    struct str words = str_trimmed(command->argument[1].word);
    TEXT_BUFFER(note, PLAN_NOTE_SIZE);
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    int place = find_item(sitting, command, plan, out);
    const struct plan_item *item = &plan->item[place >= 0 ? place : 0];
    text_add_str(&note, str_equal(words, "-") ? str_of("") : words);
    if (place < 0 || !note_fits(words, out)) {
        /* *out says why */
    } else if (strcmp(item->note, note.p) == 0) {
        result_refuse(out, "that is its note already");
    } else {
        text_add(&line, note.n > 0 ? "plan: %s: %s" : "plan: %s has no note any more",
                 plan_item_name(item), note.p);
        struct collection_step step = {.of = &plan_collection, .line = line.p};
        collection_set_over(&step, 0, item->key, note.p, item->note);
        collection_write(sitting, &step, out);
    }
}

void sitting_run_plan_clear(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    struct error err;
    struct collection_step step = {.of = &plan_collection, .line = "the plan is cleared"};
    struct plan *plan = sitting_scratch(sitting, sizeof *plan);
    (void)command;
    if (sitting_plan(sitting, 0, plan, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (plan->count == 0) {
        result_refuse(out, "nothing is planned");
    } else {
        collection_set_over(&step, 0, PLAN_ORDER, NULL, plan->order);
        for (int i = 0; i < plan->count; i++) {
            if (plan->item[i].note[0] != '\0') {
                collection_set_over(&step, 0, plan->item[i].key, NULL, plan->item[i].note);
            }
        }
        collection_write(sitting, &step, out);
    }
}
