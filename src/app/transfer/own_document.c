#include "app/transfer/own_document.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/encounters/plan.h"
#include "app/file/campaign_path.h"
#include "app/file/text_file.h"
#include "app/library/kind_changes.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "app/library/record_library.h"
#include "app/log/kept_questions.h"
#include "app/macros/macros.h"
#include "app/party/roster.h"
#include "app/prepared/prepared.h"
#include "app/prepared/prepared_run.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "app/transfer/document.h"
#include "app/transfer/records.h"
#include "base/array.h"
#include "base/utf8.h"
#include "content/policies.h"
#include "content/yaml_values.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/carry.h"

enum {
    NUMBERS_MAX = 999,
    TOLD_MAX = 64 << 10,
    COMMAND_SIZE = 400,
    POLICY_MEMORY_SIZE = 4 << 20
};

struct reading {
    struct sitting *sitting;
    struct import_plan *plan;
    json_t *document;
    /* Members of the party: their numbers in the document, and here. */
    int64_t there[ROSTER_MAX + 1], here[ROSTER_MAX + 1];
    int members;
    bool is_full;
    struct kept_texts kept; /* kinds of the campaign, of one game */
    const struct system *kept_of;
    struct record_library *apart; /* of a game that is not the open encounter's; NULL: none */
    const struct system *apart_of;
};

static bool has_room(struct reading *reading, int more)
{
    reading->is_full = reading->is_full || !import_plan_has_room(reading->plan, more);
    return !reading->is_full;
}

/* ---- values ----------------------------------------------------------------------------- */

/* The text under a key; "" where there is none, or another value. */
static const char *text_in(json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text != NULL ? text : "";
}

/* Each line harmless by itself; in the plan. */
static const char *keep_lines(struct import_plan *plan, const char *text)
{
    size_t size = strlen(text) * 3 + 2;
    char *clean = malloc(size);
    CHECK(clean != NULL);
    struct text out = text_over(clean, (int)size);
    struct str rest = str_of(text), line;
    while (str_next_line(&rest, &line)) {
        char *one = malloc((size_t)line.n * 3 + 2);
        CHECK(one != NULL);
        utf8_clean(one, line.n * 3 + 2, line);
        text_add_str(&out, str_of(one));
        text_add_str(&out, (struct str){"\n", line.p[line.n] == '\n'});
        free(one);
    }
    const char *kept = import_plan_keep(plan, clean);
    free(clean);
    return kept;
}

static const char *keep_clean(struct import_plan *plan, const char *text, int size)
{
    char *clean = malloc((size_t)size);
    CHECK(clean != NULL);
    utf8_clean(clean, size, str_of(text));
    const char *kept = import_plan_keep(plan, clean);
    free(clean);
    return kept;
}

static struct import_item *new_item(struct reading *reading, const char *name)
{
    return import_plan_item(reading->plan, keep_clean(reading->plan, name, 200), 0);
}

static void leave_out(struct reading *reading, struct import_item *item, const char *why)
{
    import_plan_why(reading->plan, item, "%s", why);
    import_plan_count(reading->plan, item, IMPORT_LEFT_OUT);
}

static void merge(struct reading *reading, struct import_item *item)
{
    import_plan_why(reading->plan, item, "the same is here");
    import_plan_count(reading->plan, item, IMPORT_MERGED);
}

/* The game of a row; NULL, and the item is left out, when it is none that is known. */
static const struct system *game_of(struct reading *reading, json_t *row,
                                    struct import_item *item)
{
    const char *id = text_in(row, "game");
    const struct system *system = system_with_id(id);
    if (system == NULL) {
        import_plan_why(reading->plan, item, "there is no game %s",
                        utf8_shown(str_of(id)).text);
        import_plan_count(reading->plan, item, IMPORT_LEFT_OUT);
    }
    return system;
}

/* The same, of the open encounter; other games are told apart. */
static bool is_of_the_game(struct reading *reading, json_t *row, struct import_item *item)
{
    const struct system *system = game_of(reading, row, item);
    const struct system *open = state_system(&reading->sitting->state);
    if (system != NULL && system != open) {
        import_plan_why(reading->plan, item,
                        "it is of %s: open an encounter of that game first", system->title);
        import_plan_count(reading->plan, item, IMPORT_LEFT_OUT);
    }
    return system == open;
}

/* ---- kinds ------------------------------------------------------------------------------ */

static char *draft_text(const struct kind_draft *draft)
{
    char *text = malloc(DRAFT_TEXT_SIZE);
    CHECK(text != NULL);
    struct text whole = text_over(text, DRAFT_TEXT_SIZE);
    kind_draft_write(draft, &whole);
    return text;
}

/* The records of a game, the open encounter's or another's. */
static const struct library *library_of(struct reading *reading, const struct system *system)
{
    if (system == state_system(&reading->sitting->state)) {
        return sitting_library(reading->sitting);
    }
    if (reading->apart_of != system) {
        if (reading->apart != NULL) {
            record_library_close(reading->apart);
        }
        reading->apart = sitting_read_library_apart(reading->sitting, system);
        reading->apart_of = system;
    }
    return record_library(reading->apart);
}

/* The kind of the campaign with this name, also one that the library leaves out for a mistake;
 * NULL: none. */
static const struct kept_text *kept_kind(struct reading *reading, const struct system *system,
                                         const char *name)
{
    struct error err;
    if (reading->kept_of != system) {
        kept_texts_free(&reading->kept);
        reading->kept_of = system;
        (void)!kept_texts_read(&reading->kept, reading->sitting->campaign, CHANGE_KIND,
                               system->id, &err);
    }
    for (int i = 0; i < reading->kept.count; i++) {
        if (library_names_equal(record_name_in(str_of(reading->kept.one[i].text)),
                                str_of(name))) {
            return &reading->kept.one[i];
        }
    }
    return NULL;
}

/* True when the campaign has a kind of this name; *is_same: with the same fields and
 * description.
 */
static bool is_here(struct reading *reading, const struct system *system,
                    const struct kind_draft *draft, const char *told, bool *is_same)
{
    struct error err;
    const char *name = draft->value[0];
    const struct kept_text *kept = kept_kind(reading, system, name);
    bool is_found = kept != NULL;
    char *text = draft_text(draft);
    *is_same = false;
    if (is_found) {
        struct kind_text *memory = NULL;
        struct kind_draft *other = malloc(sizeof *other);
        char *own_told = malloc(TOLD_MAX);
        CHECK(other != NULL && own_told != NULL);
        const struct library_record *record =
            kind_text_read(&memory, system, str_of(kept->text), NULL);
        if (record != NULL) {
            kind_draft_take(other, record);
            char *own_text = draft_text(other);
            *is_same = strcmp(own_text, text) == 0 &&
                       collection_value(reading->sitting, &kind_collection, kept->id, KIND_TOLD,
                                        own_told, TOLD_MAX, &err) == STATUS_OK &&
                       strcmp(own_told, told) == 0;
            free(own_text);
        }
        free(own_told);
        free(other);
        free(memory);
    }
    for (int i = 0; i < reading->plan->count; i++) {
        const struct import_item *item = &reading->plan->item[i];
        if (item->text != NULL && item->state == IMPORT_TAKEN && item->sets > 0 &&
            strcmp(item->set[0].field, system->id) == 0 && strcmp(item->as, name) == 0) {
            is_found = true;
            *is_same = strcmp(item->text, text) == 0 && strcmp(item->told, told) == 0;
        }
    }
    free(text);
    return is_found;
}

/* Gives the draft a name that is free: its own, or "bog-imp-2". False: the same kind is here.
 */
static bool find_name(struct reading *reading, const struct system *system,
                      struct kind_draft *draft, const char *told)
{
    char name[LIBRARY_NAME_MAX + 1];
    bool is_same = false, is_taken = true;
    text_format(name, sizeof name, "%s", draft->value[0]);
    for (int number = 2; number <= NUMBERS_MAX && is_taken; number++) {
        is_taken = is_here(reading, system, draft, told, &is_same);
        if (is_same) {
            return false;
        }
        if (is_taken) {
            text_format_numbered(draft->value[0], LIBRARY_NAME_MAX + 1, str_of(name), '-',
                                 number);
        }
    }
    return true;
}

static void take_kind(struct reading *reading, const struct system *system,
                      struct kind_draft *draft, json_t *row, struct import_item *item)
{
    struct import_plan *plan = reading->plan;
    const char *told = keep_lines(plan, text_in(row, "told"));
    struct kind_text *memory = NULL;
    struct diagnostics mistakes;
    char *text = draft_text(draft);
    const struct library_record *record =
        kind_text_read(&memory, system, str_of(text), &mistakes);
    free(text);
    item->told = told;
    if (record == NULL) {
        leave_out(reading, item,
                  mistakes.count > 0 ? mistakes.diagnostic[0].text : "it is no record");
    } else {
        struct kind_draft *usual = malloc(sizeof *usual);
        CHECK(usual != NULL);
        kind_draft_take(usual, record); /* without what is usual anyway */
        bool is_new = find_name(reading, system, usual, told);
        item->as = import_plan_keep(plan, usual->value[0]);
        import_plan_take_fields(plan, usual, item);
        struct error err;
        if (is_new && !library_fits(library_of(reading, system), record, &err)) {
            import_plan_why(plan, item, "unless it comes in too: %s", err.text);
        }
        if (is_new) {
            text = draft_text(usual);
            item->text = import_plan_keep(plan, text);
            free(text);
            item->of = &kind_collection;
            import_plan_set(item, system->id, item->text);
            if (told[0] != '\0') {
                import_plan_set(item, KIND_TOLD, told);
            }
            import_plan_count(plan, item, IMPORT_TAKEN);
        } else {
            merge(reading, item);
        }
        free(usual);
    }
    free(memory);
}

static void add_kind(struct reading *reading, json_t *row)
{
    struct error err;
    json_t *record = json_object_get(row, "record");
    struct import_item *item = new_item(reading, text_in(record, "name"));
    const struct system *system = game_of(reading, row, item);
    if (system == NULL) {
        return;
    }
    if (!json_is_object(record)) {
        leave_out(reading, item, "it has no record: it had a mistake where it was written");
        return;
    }
    const struct library *library = library_of(reading, system);
    for (int i = 0; i < library->kinds_count; i++) {
        if (strcmp(library->kinds[i].name, text_in(row, "kind")) == 0) {
            struct kind_draft *draft = malloc(sizeof *draft);
            CHECK(draft != NULL);
            kind_draft_begin(draft, &library->kinds[i]);
            if (record_values_take(draft, record, &err) == STATUS_OK) {
                take_kind(reading, system, draft, row, item);
            } else {
                leave_out(reading, item, err.text);
            }
            free(draft);
            return;
        }
    }
    import_plan_why(reading->plan, item, "%s has no records called %s", system->title,
                    utf8_shown(str_of(text_in(row, "kind"))).text);
    import_plan_count(reading->plan, item, IMPORT_LEFT_OUT);
}

/* ---- the party -------------------------------------------------------------------------- */

/* The lasting facts of a row, a line each; false when one is no such line. */
static bool add_facts(json_t *row, struct text *out)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(row, "facts"), i, one)
    {
        struct str line = str_of(json_is_string(one) ? json_string_value(one) : "");
        if (!lasting_is_own(line) || memchr(line.p, '\n', (size_t)line.n) != NULL) {
            return false;
        }
        text_add_str(out, line);
        text_add_char(out, '\n');
    }
    return out->n > 0 && !out->is_cut;
}

static int64_t number_here(const struct reading *reading, int64_t number)
{
    for (int i = 0; i < reading->members; i++) {
        if (reading->there[i] == number) {
            return reading->here[i];
        }
    }
    return number;
}

/* A state effect on another member names it by its number: "effect serves 2 1 ". */
static void add_renumbered(const struct reading *reading, const char *facts, struct text *out)
{
    struct str line, rest = str_of(facts);
    while (str_next_line(&rest, &line)) {
        struct str words = line;
        int64_t number = 0;
        struct str first = str_next_word(&words), name = str_next_word(&words);
        struct str object = str_next_word(&words);
        bool is_effect =
            str_equal(first, "effect") && str_to_int64(object, 1, INT32_MAX, &number);
        if (is_effect) {
            text_add(out, "effect %.*s %lld", name.n, name.p,
                     (long long)number_here(reading, number));
            int taken = (int)(object.p - line.p) + object.n;
            text_add_str(out, (struct str){line.p + taken, line.n - taken});
        } else {
            text_add_str(out, line);
        }
        text_add_char(out, '\n');
    }
}

static const struct roster_row *member_called(const struct roster *roster, const char *name)
{
    for (int i = 0; i < roster->rows; i++) {
        const struct roster_row *row = &roster->row[i];
        if (row->number != 0 &&
            str_equal_any_case(str_of(state_name(&roster->state, row->id)), str_of(name))) {
            return row;
        }
    }
    return NULL;
}

/* One row: merged, left out, or taken under a number of its own. */
static void add_member(struct reading *reading, const struct roster *roster, json_t *row,
                       int64_t *last)
{
    struct import_plan *plan = reading->plan;
    json_t *number = json_object_get(row, "number");
    int64_t there = json_integer_value(number);
    struct import_item *item =
        new_item(reading, there == 0 ? "the party" : text_in(row, "name"));
    char *bytes = malloc((size_t)LASTING_TEXT_SIZE * 2), *facts = bytes + LASTING_TEXT_SIZE;
    CHECK(bytes != NULL);
    struct text own = text_over(bytes, LASTING_TEXT_SIZE);
    struct text text = text_over(facts, LASTING_TEXT_SIZE);
    if (!json_is_integer(number) || there < 0 || !add_facts(row, &text)) {
        leave_out(reading, item, "expected its number and its facts, a line each");
    } else if (is_of_the_game(reading, row, item)) {
        struct str name = lasting_name(str_of(facts));
        if (there != 0 && name.n > 0) { /* the fact counts, not the word beside it */
            text_add_str(&own, name);
            item->name = import_plan_keep(plan, own.p);
            own = text_over(bytes, LASTING_TEXT_SIZE);
        }
        const struct roster_row *here =
            there == 0 ? roster_row_of(roster, 0) : member_called(roster, item->name);
        item->of = &party_collection;
        item->told = import_plan_keep(plan, facts);
        lasting_add_own(str_of(here != NULL ? here->text : ""), &own);
        if (here != NULL && strcmp(own.p, facts) == 0) {
            item->id = here->number;
            merge(reading, item);
        } else if (here != NULL && own.n > 0) {
            item->id = here->number;
            leave_out(reading, item, "the party has it with other facts, which stay");
        } else {
            item->id = there == 0 ? 0 : roster->last_number == 0 ? there : ++*last;
            import_plan_count(plan, item, IMPORT_TAKEN);
        }
        if (there != 0 && reading->members <= ROSTER_MAX) {
            reading->there[reading->members] = there;
            reading->here[reading->members++] = item->id;
        }
    }
    free(bytes);
}

/* Their facts with the numbers that they have here; all are left out where they cannot stand
 * beside each other. */
static void set_members(struct reading *reading, const struct roster *roster, int first)
{
    struct import_plan *plan = reading->plan;
    struct member_text *members = calloc((size_t)(plan->count - first) + 1, sizeof *members);
    char *bytes = malloc(LASTING_TEXT_SIZE);
    struct error err;
    int count = 0;
    CHECK(members != NULL && bytes != NULL);
    const struct roster_row *party = roster_row_of(roster, 0);
    const char *was =
        party != NULL && party->change != 0 ? import_plan_keep(plan, party->text) : NULL;
    for (int i = first; i < plan->count; i++) {
        struct import_item *item = &plan->item[i];
        if (item->state != IMPORT_TAKEN) {
            continue;
        }
        struct text text = text_over(bytes, LASTING_TEXT_SIZE);
        add_renumbered(reading, item->told, &text);
        if (item->id == 0 && was != NULL) { /* what ties it to this campaign stays */
            text_add_str(&text, str_of(was));
        }
        const char *facts = import_plan_keep(plan, bytes);
        import_plan_set(item, state_system(&reading->sitting->state)->id, facts);
        item->set[0].was = item->id == 0 ? was : NULL;
        members[count++] = (struct member_text){item->id, facts};
    }
    if (count > 0 &&
        sitting_check_members(reading->sitting, members, count, &err) != STATUS_OK) {
        for (int i = first; i < plan->count; i++) {
            if (plan->item[i].state == IMPORT_TAKEN) {
                plan->taken--;
                plan->item[i].sets = 0;
                leave_out(reading, &plan->item[i], err.text);
            }
        }
    }
    for (int i = first; i < plan->count; i++) {
        plan->item[i].as = plan->item[i].state == IMPORT_LEFT_OUT ? "" : plan->item[i].name;
        plan->item[i].told = "";
    }
    free(bytes);
    free(members);
}

static void add_party(struct reading *reading)
{
    struct error err;
    size_t i;
    json_t *row;
    json_t *rows = json_object_get(reading->document, "party");
    int first = reading->plan->count;
    const struct roster *roster =
        json_array_size(rows) > 0 ? sitting_roster(reading->sitting, &err) : NULL;
    if (roster == NULL && json_array_size(rows) > 0) {
        leave_out(reading, new_item(reading, "the party"), err.text);
    }
    int64_t last = roster != NULL ? roster->last_number : 0;
    json_array_foreach(rows, i, row)
    {
        if (roster != NULL && has_room(reading, 0)) {
            add_member(reading, roster, row, &last);
        }
    }
    if (roster != NULL) {
        set_members(reading, roster, first);
    }
}

void own_document_add_members(struct sitting *sitting, struct import_plan *plan, json_t *rows)
{
    struct reading *reading = calloc(1, sizeof *reading);
    CHECK(reading != NULL);
    json_t *document = json_pack("{s:O}", "party", rows);
    reading->sitting = sitting;
    reading->plan = plan;
    reading->document = document;
    add_party(reading);
    json_decref(document);
    free(reading);
}

/* ---- prepared encounters ---------------------------------------------------------------- */

static const struct sitting_prepared *prepared_called(const struct sitting_prepared *list,
                                                      int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(str_of(list[i].name), str_of(name))) {
            return &list[i];
        }
    }
    return NULL;
}

static bool is_brought(const struct reading *reading, const char *name)
{
    for (int i = 0; i < reading->plan->count; i++) {
        const struct import_item *item = &reading->plan->item[i];
        if (item->of == &prepared_collection && item->state == IMPORT_TAKEN &&
            str_equal_any_case(str_of(item->as), str_of(name))) {
            return true;
        }
    }
    return false;
}

static bool has_text(struct reading *reading, int64_t id, const char *text)
{
    struct error err;
    char *own = malloc(PREPARED_TEXT_SIZE);
    CHECK(own != NULL);
    bool is_same = sitting_prepared_text(reading->sitting, id, own, &err) == STATUS_OK &&
                   strcmp(own, text) == 0;
    free(own);
    return is_same;
}

void own_document_add_encounter(struct sitting *sitting, struct import_plan *plan,
                                struct import_item *item, const char *text)
{
    struct reading reading = {.sitting = sitting, .plan = plan};
    struct error err;
    struct prepared_parts parts;
    struct diagnostics mistakes = {.count = 0};
    int count = 0;
    char name[PREPARED_NAME_SIZE], whole[PREPARED_NAME_SIZE];
    struct sitting_prepared *list = calloc(PREPARED_MAX, sizeof *list);
    CHECK(list != NULL);
    text_format(whole, sizeof whole, "%s", item->name);
    memcpy(name, whole, sizeof name);
    prepared_parts_open(&parts, str_of(text), item->name);
    if (sitting_prepared_list(sitting, list, PREPARED_MAX, &count, &err) != STATUS_OK) {
        leave_out(&reading, item, err.text);
    } else if (!parts.is_open || strlen(text) >= PREPARED_TEXT_SIZE || name[0] == '\0') {
        (void)sitting_prepared_check(sitting, str_of(text), item->name, &mistakes);
        leave_out(&reading, item,
                  mistakes.count > 0 ? mistakes.diagnostic[0].text
                                     : "it is no text of a prepared encounter");
    } else {
        const struct sitting_prepared *here = NULL;
        bool is_same = false;
        for (int number = 2; number <= NUMBERS_MAX; number++) {
            here = prepared_called(list, count, name);
            is_same = here != NULL && has_text(&reading, here->id, text);
            if (is_same || (here == NULL && !is_brought(&reading, name))) {
                break;
            }
            text_format_numbered(name, sizeof name, str_of(whole), ' ', number);
        }
        item->as = import_plan_keep(plan, name);
        item->of = &prepared_collection;
        if (is_same) {
            item->id = here->id;
            merge(&reading, item);
        } else if (count >= PREPARED_MAX) {
            leave_out(&reading, item, "there is no room for another prepared encounter");
        } else {
            import_plan_set(item, CHANGE_NAME, item->as);
            import_plan_set(item, CHANGE_GAME, import_plan_keep(plan, parts.text.system->id));
            import_plan_set(item, CHANGE_TEXT, import_plan_keep(plan, text));
            import_plan_count(plan, item, IMPORT_TAKEN);
        }
    }
    prepared_parts_close(&parts);
    free(list);
}

static void add_encounters(struct reading *reading)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(reading->document, "encounters"), i, row)
    {
        if (has_room(reading, PREPARED_TEXT_SIZE)) {
            struct import_item *item = new_item(reading, text_in(row, "name"));
            own_document_add_encounter(reading->sitting, reading->plan, item,
                                       text_in(row, "text"));
        }
    }
}

/* ---- what is kept beside ---------------------------------------------------------------- */

/* True when the plan's order has this key. */
static bool is_planned(struct sitting *sitting, const char *key)
{
    struct error err;
    char order[PLAN_ORDER_SIZE];
    (void)!collection_value(sitting, &plan_collection, 0, PLAN_ORDER, order, sizeof order,
                            &err);
    struct str rest = str_of(order), word;
    while ((word = str_next_word(&rest)).n > 0) {
        if (str_equal(word, key)) {
            return true;
        }
    }
    return false;
}

static void add_planned(struct reading *reading, json_t *row)
{
    struct import_plan *plan = reading->plan;
    struct error err;
    bool is_prepared = json_is_string(json_object_get(row, "prepared"));
    const char *name = text_in(row, is_prepared ? "prepared" : "encounter");
    struct import_item *item = new_item(reading, name);
    char key[PLAN_KEY_SIZE] = "";
    item->planned_note = keep_clean(plan, text_in(row, "note"), PLAN_NOTE_SIZE);
    for (int i = 0; is_prepared && i < plan->count; i++) {
        const struct import_item *one = &plan->item[i];
        if (one->of == &prepared_collection && strcmp(one->name, item->name) == 0 &&
            one->state != IMPORT_LEFT_OUT) {
            item->planned = one->state == IMPORT_TAKEN ? one->as : "";
            if (one->state == IMPORT_MERGED) {
                text_format(key, sizeof key, "p%lld", (long long)one->id);
            }
        }
    }
    struct encounter_row encounter;
    if (!is_prepared &&
        encounter_find(reading->sitting->campaign, item->name, &encounter, &err) == STATUS_OK) {
        text_format(key, sizeof key, "e%lld", (long long)encounter.id);
    }
    item->planned_key = import_plan_keep(plan, key);
    item->as = item->name;
    if (item->planned[0] == '\0' && key[0] == '\0') {
        leave_out(reading, item,
                  is_prepared ? "the plan names a prepared encounter that did not come in"
                              : "the plan names a fight that is not here; merge brings fights");
    } else if (key[0] != '\0' && is_planned(reading->sitting, key)) {
        item->planned_key = "";
        merge(reading, item);
    } else {
        import_plan_why(plan, item, "in the plan");
        import_plan_count(plan, item, IMPORT_TAKEN);
    }
}

/* A line of the table, which is an act of the open encounter; merged where it changes nothing.
 */
static void add_command(struct reading *reading, json_t *row, const char *word,
                        const char *first, const char *second)
{
    TEXT_BUFFER(line, COMMAND_SIZE);
    TEXT_BUFFER(name, 200);
    struct sitting *sitting = reading->sitting;
    text_add(&name, "%s %s %s", word, text_in(row, first), text_in(row, second));
    struct import_item *item = new_item(reading, name.p);
    text_add(&line, "%s ", word);
    text_add_quoted(&line, str_of(text_in(row, first)));
    text_add_char(&line, ' ');
    text_add_quoted(&line, str_of(text_in(row, second)));
    if (!is_of_the_game(reading, row, item)) {
        return;
    }
    item->as = item->name;
    item->command = keep_clean(reading->plan, line.p, COMMAND_SIZE);
    sitting_decide(sitting, &sitting->state, item->command, false);
    struct decision *decision = &sitting->decision;
    if (line.is_cut || decision->verdict != VERDICT_DONE) {
        leave_out(reading, item,
                  decision->verdict == VERDICT_REFUSED ? decision->refusal.reason
                  : decision->verdict == VERDICT_WRONG ? decision->error.text
                                                       : "it cannot be set so");
    } else if (memcmp(sitting->state.effect, decision->state.effect,
                      sizeof sitting->state.effect) == 0) {
        merge(reading, item);
    } else {
        import_plan_why(reading->plan, item,
                        "an act of the open encounter; undo takes it back");
        import_plan_count(reading->plan, item, IMPORT_TAKEN);
    }
}

/* A file of policies comes in where there is none of its name, and its policies are right. */
static void add_policy_file(struct reading *reading, json_t *row)
{
    struct import_plan *plan = reading->plan;
    const char *file = text_in(row, "file"), *text = text_in(row, "text");
    struct import_item *item = new_item(reading, file);
    const struct system *system = game_of(reading, row, item);
    TEXT_BUFFER(path, TEXT_FILE_PATH_SIZE);
    if (system == NULL) {
        return;
    }
    bool is_name = strchr(file, '/') == NULL && file[0] != '.' &&
                   strcmp(file, item->name) == 0 &&
                   str_matches_glob(str_of(file), str_of("*.yaml"));
    char *here = malloc(POLICY_FILE_SIZE);
    struct policy_set *set = calloc(1, sizeof *set);
    void *memory = malloc(POLICY_MEMORY_SIZE);
    CHECK(here != NULL && set != NULL && memory != NULL);
    struct arena scratch;
    struct diagnostics mistakes = {.count = 0};
    const struct yaml_source source = {.file = item->name,
                                       .code = STATUS_USAGE,
                                       .bytes = str_of(text),
                                       .diagnostics = &mistakes};
    arena_init(&scratch, memory, POLICY_MEMORY_SIZE);
    bool is_right = policies_read(set, &source, &scratch);
    bool has_folder = campaign_path_data(&path);
    text_add(&path, "/policies/%s/%s", system->id, file);
    int n =
        has_folder && !path.is_cut ? text_file_bytes(path.p, here, POLICY_FILE_SIZE - 1) : -1;
    item->as = item->name;
    if (!is_name || !has_folder || path.is_cut || strlen(text) >= POLICY_FILE_SIZE) {
        leave_out(reading, item, "expected a file of policies, such as mine.yaml");
    } else if (!is_right) {
        leave_out(reading, item,
                  mistakes.count > 0 ? mistakes.diagnostic[0].text
                                     : "its policies cannot be read");
    } else if (n >= 0 && str_same((struct str){here, n}, str_of(text))) {
        merge(reading, item);
    } else if (n >= 0) {
        leave_out(reading, item, "a file of policies with this name is here, and stays");
    } else {
        item->path = import_plan_keep(plan, path.p);
        item->bytes = import_plan_keep(plan, text);
        import_plan_why(plan, item,
                        "policies of the user, for every campaign: undo leaves them");
        import_plan_count(plan, item, IMPORT_TAKEN);
    }
    free(memory);
    free(set);
    free(here);
}

/* Macros, or kept questions. */
static void add_named(struct reading *reading, const struct named_kind *kind)
{
    struct error err;
    size_t i;
    json_t *row;
    struct named_list *list = calloc(1, sizeof *list);
    CHECK(list != NULL);
    enum status read = named_read(list, kind, reading->sitting, &err);
    int room = NAMED_MAX - list->count;
    json_array_foreach(json_object_get(reading->document, kind->of->commands), i, row)
    {
        struct import_item *item = new_item(reading, text_in(row, "name"));
        const char *text = import_plan_keep(reading->plan, text_in(row, kind->text));
        const struct named *here = named_same(list, str_of(item->name));
        item->as = item->name;
        if (read != STATUS_OK || kind->check(item->name, str_of(text), &err) != STATUS_OK) {
            err.text[strcspn(err.text, "\n")] = '\0'; /* without the caret */
            leave_out(reading, item, err.text);
        } else if (here != NULL && strcmp(here->text, text) == 0) {
            merge(reading, item);
        } else if (here != NULL || room == 0) {
            TEXT_BUFFER(why, 120);
            if (here != NULL) {
                text_add(&why, "a %s of this name has other %s, which stay", kind->word,
                         kind->text);
            } else {
                text_add(&why, "there is no room for another %s", kind->word);
            }
            leave_out(reading, item, why.p);
        } else {
            item->of = kind->of;
            import_plan_set(item, NAMED_NAME, item->name);
            import_plan_set(item, kind->text, text);
            import_plan_count(reading->plan, item, IMPORT_TAKEN);
            room--;
        }
    }
    free(list);
}

/* ---- the document ----------------------------------------------------------------------- */

/* True when a line of it begins with the key and a number. */
static bool has_key(struct str text)
{
    struct str line;
    while (str_next_line(&text, &line)) {
        struct str key = str_of("referee:");
        struct str rest = {line.p + key.n, line.n - key.n};
        if (line.n > key.n && memcmp(line.p, key.p, (size_t)key.n) == 0) {
            rest = str_trimmed(rest);
            return rest.n > 0 && char_is_digit(rest.p[0]);
        }
    }
    return false;
}

bool own_document_is(struct str text)
{
    text = utf8_without_mark(text);
    return str_holds(text, str_of("referee")) && has_key(text);
}

bool own_document_is_json(const json_t *document)
{
    return json_is_integer(json_object_get(document, "referee"));
}

/* Keys of a newer program, or mistyped ones, are not lost in silence. */
static void tell_unknown(struct reading *reading)
{
    static const char *const known[] = {"referee",      "kinds",    "party", "encounters",
                                        "plan",         "policies", "rules", "questions",
                                        "policy_files", "macros"};
    const char *key;
    json_t *value;
    json_object_foreach(reading->document, key, value)
    {
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            is_known = is_known || strcmp(key, known[i]) == 0;
        }
        bool is_list = strcmp(key, "referee") == 0 || json_is_array(value);
        if (!is_known || !is_list) {
            leave_out(reading, new_item(reading, key),
                      is_known ? "expected a list"
                               : "no part of a document that is known here");
        }
    }
}

void own_document_add_text(struct sitting *sitting, struct import_plan *plan, struct str text,
                           const char *file)
{
    struct error err;
    json_t *document = yaml_values_read(utf8_without_mark(text), file, &err);
    if (document == NULL) {
        struct import_item *item = import_plan_item(plan, import_plan_keep(plan, file), 0);
        import_plan_why(plan, item, "%s: %s", err.where, err.text);
        import_plan_count(plan, item, IMPORT_LEFT_OUT);
    } else {
        own_document_add(sitting, plan, document, file);
    }
    json_decref(document);
}

void own_document_add(struct sitting *sitting, struct import_plan *plan, json_t *document,
                      const char *file)
{
    size_t i;
    json_t *row;
    struct reading *reading = calloc(1, sizeof *reading);
    CHECK(reading != NULL);
    reading->sitting = sitting;
    reading->plan = plan;
    reading->document = document;
    if (!json_is_object(document)) {
        leave_out(reading, new_item(reading, file), "expected keys and values");
    } else if (json_integer_value(json_object_get(document, "referee")) > DOCUMENT_VERSION) {
        leave_out(reading, new_item(reading, file),
                  "a newer version of referee wrote it; that version reads it");
    } else {
        json_array_foreach(json_object_get(document, "kinds"), i, row)
        {
            if (has_room(reading, TOLD_MAX * 2)) {
                add_kind(reading, row);
            }
        }
        add_party(reading);
        add_encounters(reading);
        json_array_foreach(json_object_get(document, "plan"), i, row)
        {
            add_planned(reading, row);
        }
        json_array_foreach(json_object_get(document, "rules"), i, row)
        {
            add_command(reading, row, "setting", "setting", "value");
        }
        json_array_foreach(json_object_get(document, "policies"), i, row)
        {
            add_command(reading, row, "policy", "of", "policy");
        }
        json_array_foreach(json_object_get(document, "policy_files"), i, row)
        {
            if (has_room(reading, POLICY_FILE_SIZE)) {
                add_policy_file(reading, row);
            }
        }
        add_named(reading, &question_kind);
        add_named(reading, &macro_kind);
        tell_unknown(reading);
    }
    if (reading->is_full) {
        leave_out(reading, new_item(reading, file),
                  "it is too large: the rest of it was not read");
    }
    if (reading->apart != NULL) {
        record_library_close(reading->apart);
    }
    kept_texts_free(&reading->kept);
    free(reading);
}
