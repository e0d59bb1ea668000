#include "app/prepared/prepared.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "app/prepared/prepared_run.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "content/library.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/counters.h"

const struct collection prepared_collection = {
    .thing = CHANGE_PREPARED,
    .commands = "prepared",
    .nothing_done = "nothing was changed in the prepared encounters",
    .nothing_undone = "nothing was taken back in the prepared encounters",
    .conflict = "another program changed this prepared encounter meanwhile; nothing was "
                "changed: look at it and try again"};

/* From which prepared one a fight began. */
static const struct collection fight_collection = {.thing = CHANGE_FIGHT};

/* ---- reading --------------------------------------------------------------------------- */

struct reading {
    struct sitting_prepared *out;
    int count, most;
};

/* The present value of a field; the names come first. */
static bool take_field(void *context, const struct change *change)
{
    struct reading *reading = context;
    struct sitting_prepared *prepared = reading->out;
    struct sitting_prepared *end = reading->out + reading->count;
    while (prepared < end && prepared->id != change->thing_id) {
        prepared++;
    }
    if (str_equal(change->field, CHANGE_NAME)) {
        if (change->is_set && reading->count < reading->most) {
            *end = (struct sitting_prepared){.id = change->thing_id};
            text_copy(end->name, sizeof end->name, change->new);
            reading->count++;
        }
    } else if (prepared == end) {
        return true;
    } else if (str_equal(change->field, CHANGE_GAME)) {
        prepared->system = system_find(change->new);
    } else if (str_equal(change->field, CHANGE_TEXT)) {
        prepared->changed_ms = change->at_ms;
        prepared->version = change->id;
    } else if (change->is_set) { /* an archived one is left out */
        memmove(prepared, prepared + 1, (size_t)(end - prepared - 1) * sizeof *prepared);
        reading->count--;
    }
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    const struct sitting_prepared *first = a, *second = b;
    return first->id < second->id ? -1 : first->id > second->id;
}

enum status sitting_prepared_list(struct sitting *sitting, struct sitting_prepared *out,
                                  int most, int *count, struct error *err)
{
    static const char *const fields[] = {CHANGE_NAME, CHANGE_GAME, CHANGE_TEXT,
                                         CHANGE_ARCHIVED};
    struct reading reading = {.out = out, .most = most};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && status == STATUS_OK; i++) {
        status = changes_present(sitting->campaign, str_of(CHANGE_PREPARED), str_of(fields[i]),
                                 0, take_field, &reading, err);
    }
    qsort(out, (size_t)reading.count, sizeof *out, compare_ids);
    *count = reading.count;
    return status;
}

enum status sitting_prepared_find(struct sitting *sitting, struct str name,
                                  struct sitting_prepared *out, struct error *err)
{
    int count;
    struct meaning meaning;
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    meaning_init(&meaning, name);
    enum status status = sitting_prepared_list(sitting, list, PREPARED_MAX, &count, err);
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        meaning_offer(&meaning, i, list[i].name);
    }
    if (status == STATUS_OK && meaning_is_clear(&meaning)) {
        *out = list[meaning.id];
    } else if (status == STATUS_OK) {
        status = error_set(err, STATUS_USAGE, "", "no encounter %s is prepared%s",
                           utf8_shown(name).text,
                           count == 0 ? "; `prepare NAME` makes one"
                                      : nearest_question(&meaning.nearest).text);
    }
    free(list);
    return status;
}

enum status sitting_prepared_text(struct sitting *sitting, int64_t id, char *out,
                                  struct error *err)
{
    return collection_value(sitting, &prepared_collection, id, CHANGE_TEXT, out,
                            PREPARED_TEXT_SIZE, err);
}

bool sitting_prepared_check(struct sitting *sitting, struct str text, const char *file,
                            struct diagnostics *diagnostics)
{
    struct prepared_run *run = calloc(1, sizeof *run);
    CHECK(run != NULL);
    struct prepared_options options = {.text = text, .file = file, .is_check = true};
    bool is_right = prepared_run(run, sitting, &options);
    *diagnostics = run->diagnostics;
    prepared_run_done(run);
    free(run);
    return is_right;
}

/* ---- changing -------------------------------------------------------------------------- */

enum status sitting_prepared_check_name(struct sitting *sitting, int64_t id, const char *name,
                                        struct error *err)
{
    int count;
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    enum status status = sitting_prepared_list(sitting, list, PREPARED_MAX, &count, err);
    if (status == STATUS_OK && id == 0 && count == PREPARED_MAX) {
        status = error_set(err, STATUS_USAGE, "", "at most %d encounters can be prepared",
                           PREPARED_MAX);
    }
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        if (list[i].id != id && str_equal_any_case(str_of(list[i].name), str_of(name))) {
            status = error_set(err, STATUS_USAGE, "",
                               "%s is prepared already; give this one "
                               "another name",
                               list[i].name);
        }
    }
    free(list);
    return status;
}

/* The id of its game; "": none. */
static const char *game_now(struct sitting *sitting, int64_t id)
{
    int count;
    struct error err;
    const char *game = "";
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    if (sitting_prepared_list(sitting, list, PREPARED_MAX, &count, &err) == STATUS_OK) {
        for (int i = 0; i < count; i++) {
            game = list[i].id == id && list[i].system != NULL ? list[i].system->id : game;
        }
    }
    free(list);
    return game;
}

static enum status write_text(struct sitting *sitting, const struct prepared_saving *saving,
                              int64_t *id, struct error *err)
{
    bool is_new = saving->id == 0;
    struct prepared_parts parts;
    prepared_parts_open(&parts, str_of(saving->text), "");
    const char *game = parts.text.system != NULL ? parts.text.system->id : "";
    prepared_parts_close(&parts);
    if (is_new && collection_next_id(sitting, &prepared_collection, id, err) != STATUS_OK) {
        return err->code;
    }
    const char *before = is_new ? "" : game_now(sitting, *id);
    struct collection_step step = {
        .of = &prepared_collection, .line = saving->line, .says_once = true};
    collection_set_over(&step, *id, CHANGE_TEXT, saving->text, is_new ? NULL : saving->was);
    if (is_new) {
        collection_set_over(&step, *id, CHANGE_NAME, saving->name, NULL);
    }
    if (is_new || (game[0] != '\0' && strcmp(game, before) != 0)) {
        collection_set_over(&step, *id, CHANGE_GAME, game, before);
    }
    step.is_over = is_new || saving->was != NULL;
    return collection_append(sitting, &step, err);
}

enum status sitting_prepared_save(struct sitting *sitting, const struct prepared_saving *saving,
                                  int64_t *id, struct diagnostics *diagnostics,
                                  struct error *err)
{
    *id = saving->id;
    *diagnostics = (struct diagnostics){.count = 0};
    if (sitting_is_read_only(sitting)) {
        sitting_fail_read_only(sitting, err);
        return err->code;
    }
    enum status status = saving->id == 0
                             ? sitting_prepared_check_name(sitting, 0, saving->name, err)
                             : STATUS_OK;
    if (status == STATUS_OK && !saving->is_checked &&
        !sitting_prepared_check(sitting, str_of(saving->text), saving->name, diagnostics)) {
        *err = diagnostics->diagnostic[0];
        status = err->code;
    }
    return status == STATUS_OK ? write_text(sitting, saving, id, err) : status;
}

/* ---- fights that began ----------------------------------------------------------------- */

enum status sitting_prepared_of(struct sitting *sitting, int64_t encounter, int64_t *id,
                                struct error *err)
{
    char number[24];
    enum status status = collection_value(sitting, &fight_collection, encounter, CHANGE_FROM,
                                          number, sizeof number, err);
    if (!str_to_int64(str_of(number), 1, INT64_MAX, id)) {
        *id = 0;
    }
    return status == STATUS_OK && *id == 0
               ? error_set(err, STATUS_MISSING, "", "it began from no prepared encounter")
               : status;
}

struct fights {
    const struct sitting_prepared *prepared;
    int count;
    int64_t *fight;
};

static bool see_fight(void *context, const struct change *change)
{
    struct fights *fights = context;
    int64_t from;
    if (!change->is_set || !str_to_int64(change->new, 1, INT64_MAX, &from)) {
        return true;
    }
    for (int i = 0; i < fights->count; i++) {
        if (fights->prepared[i].id == from && change->thing_id > fights->fight[i]) {
            fights->fight[i] = change->thing_id;
        }
    }
    return true;
}

enum status sitting_prepared_fights(struct sitting *sitting,
                                    const struct sitting_prepared *prepared, int count,
                                    int64_t *fight, struct error *err)
{
    struct fights fights = {prepared, count, fight};
    memset(fight, 0, (size_t)count * sizeof *fight);
    return count == 0 ? STATUS_OK
                      : changes_present(sitting->campaign, str_of(CHANGE_FIGHT),
                                        str_of(CHANGE_FROM), 0, see_fight, &fights, err);
}

enum status sitting_prepared_began(struct sitting *sitting, int64_t id, int64_t encounter,
                                   struct error *err)
{
    TEXT_BUFFER(number, 24);
    text_add(&number, "%" PRId64, id);
    struct collection_step step = {.of = &fight_collection, .line = ""};
    collection_set(&step, encounter, CHANGE_FROM, number.p);
    return collection_append(sitting, &step, err);
}

/* ---- ready? ---------------------------------------------------------------------------- */

static struct ready_item *add_item(struct ready_item *out, int most, int *count)
{
    if (*count == most) {
        return NULL;
    }
    struct ready_item *item = &out[(*count)++];
    *item = (struct ready_item){.rule = ""};
    return item;
}

/* "Ford:12:5" at the end of a place. */
static void read_place(const char *where, struct ready_item *item)
{
    struct str rest = str_of(where);
    int64_t number[2] = {0, 0};
    for (int i = 1; i >= 0; i--) {
        int at = rest.n;
        while (at > 0 && rest.p[at - 1] != ':') {
            at--;
        }
        if (at == 0 ||
            !str_to_int64((struct str){rest.p + at, rest.n - at}, 1, INT32_MAX, &number[i])) {
            return;
        }
        rest.n = at - 1;
    }
    item->line = (int)number[0];
    item->column = (int)number[1];
}

static void take_table(const struct procedure *procedure, const struct state *state,
                       struct prepared_run *run, struct ready_item *out, int most, int *count)
{
    struct missing missing[MISSING_MAX];
    int found = missing_find(procedure, state, missing, MISSING_MAX);
    for (int i = 0; i < found; i++) {
        int subject = run != NULL ? missing[i].subject : 0;
        int line = subject > 0 ? prepared_run_line_of(run, subject) : -1;
        bool is_guest = subject > 0 && subject <= run->guests;
        /* A kind that does not exist is one mistake, not one for each value of its people. */
        bool is_told = line >= 0 && run->is_gone[line];
        struct ready_item *item = is_guest || is_told ? NULL : add_item(out, most, count);
        if (item == NULL) {
            continue;
        }
        text_format(item->text, sizeof item->text, "%s", missing[i].text);
        item->rule = missing[i].rule;
        if (run == NULL) { /* otherwise the text is to be corrected */
            memcpy(item->command, missing[i].command, sizeof item->command);
        }
        if (line >= 0) {
            item->line = run->lines.line[line].map->line;
            item->column = run->lines.line[line].map->column;
        }
    }
}

/* A text decided, as a check. */
struct looking {
    char bytes[PREPARED_TEXT_SIZE];
    struct prepared_options options;
    struct prepared_run run;
    struct ready_item item[READY_MAX]; /* what is missing in it */
    int items;
};

static void look_done(struct looking *looking)
{
    prepared_run_done(&looking->run);
    free(looking);
}

/* NULL, with err, when it cannot be read; else the caller's to end. */
static struct looking *look(struct sitting *sitting, int64_t id, struct error *err)
{
    struct looking *looking = calloc(1, sizeof *looking);
    CHECK(looking != NULL);
    if (sitting_prepared_text(sitting, id, looking->bytes, err) != STATUS_OK) {
        free(looking);
        return NULL;
    }
    struct prepared_run *run = &looking->run;
    looking->options =
        (struct prepared_options){.text = str_of(looking->bytes), .file = "", .is_check = true};
    prepared_run(run, sitting, &looking->options);
    for (int i = 0; i < run->diagnostics.count; i++) {
        struct ready_item *item = add_item(looking->item, READY_MAX, &looking->items);
        if (item != NULL) {
            /* The place is told beside it, so without the lines that show it. */
            const char *text = run->diagnostics.diagnostic[i].text;
            text_format(item->text, sizeof item->text, "%.*s", (int)strcspn(text, "\n"), text);
            read_place(run->diagnostics.diagnostic[i].where, item);
        }
    }
    for (int i = 0; i < run->lines.count; i++) {
        const struct prepared_line *line = &run->lines.line[i];
        struct ready_item *item = run->is_gone[i] && line->map != NULL
                                      ? add_item(looking->item, READY_MAX, &looking->items)
                                      : NULL;
        if (item != NULL) {
            const struct yaml_value *kind = yaml_find(line->map, "kind");
            const struct library *library = record_library(run->sitting->library);
            text_format(item->text, sizeof item->text, "there is no kind %s%s", line->kind,
                        library_nearest(library, str_of(line->kind)).text);
            item->line = kind != NULL ? kind->line : line->at->line;
            item->column = kind != NULL ? kind->column : line->at->column;
        }
    }
    if (run->procedure != NULL) {
        take_table(run->procedure, run->at, run, looking->item, READY_MAX, &looking->items);
    }
    return looking;
}

enum status sitting_ready(struct sitting *sitting, int64_t id, struct ready_item *out, int most,
                          int *count, struct error *err)
{
    *count = 0;
    if (id == 0) {
        take_table(sitting_procedure(sitting), &sitting->state, NULL, out, most, count);
        return STATUS_OK;
    }
    struct looking *looking = look(sitting, id, err);
    if (looking == NULL) {
        return err->code;
    }
    *count = looking->items < most ? looking->items : most;
    memcpy(out, looking->item, (size_t)*count * sizeof *out);
    look_done(looking);
    return STATUS_OK;
}

/* ---- facts ----------------------------------------------------------------------------- */

/* The facts of a prepared encounter that was asked for. */
struct cached_prepared {
    int64_t id;
    /* The change of its text, and the newest of a kind and of the party, then. */
    int64_t version, kinds, party;
    bool is_wanted;
    struct prepared_facts facts;
};

/* A part in one line: blanks and ends of lines become one blank each; quotation marks stay. */
static void take_part(const struct encounter_text *parts, enum encounter_part part, char *out,
                      int size)
{
    struct str rest = encounter_text_part(parts, part);
    struct text text = text_over(out, size);
    bool is_after_gap = false;
    for (int i = 0; i < rest.n; i++) {
        bool is_gap = char_is_space(rest.p[i]);
        text_add(&text, "%s", !is_gap && is_after_gap && text.n > 0 ? " " : "");
        text_add(&text, "%.*s", is_gap ? 0 : 1, &rest.p[i]);
        is_after_gap = is_gap;
    }
}

static enum status read_facts(struct prepared_facts *out, struct sitting *sitting, int64_t id,
                              struct error *err)
{
    struct prepared_parts parts;
    struct looking *looking = look(sitting, id, err);
    *out = (struct prepared_facts){.is_known = true};
    if (looking == NULL) {
        return err->code;
    }
    out->missing = looking->items;
    struct text what = text_over(out->what, sizeof out->what);
    for (int i = 0; i < looking->items; i++) {
        text_add(&what, "%s%s", i > 0 ? "; " : "", looking->item[i].text);
    }
    if (looking->run.procedure != NULL) {
        /* The party that comes to it, or stands in for one, is not counted, nor named. */
        const struct prepared_run *run = &looking->run;
        struct encounter_facts facts;
        encounter_facts_of(&facts, run->procedure, run->at);
        int others = run->guests + run->members;
        out->combatants = facts.combatants - others;
        const char *who = facts.who;
        if (others > 0) {
            const char *comma = strstr(who, ", ");
            who = comma != NULL ? comma + 2 : "";
        }
        text_format(out->who, sizeof out->who, "%s", who);
        struct text counters = text_over(out->counters, sizeof out->counters);
        counters_brief(run->at, &counters);
    }
    prepared_parts_open(&parts, str_of(looking->bytes), "");
    take_part(&parts.text, ENCOUNTER_PLACE, out->place, sizeof out->place);
    take_part(&parts.text, ENCOUNTER_WANTS, out->wants, sizeof out->wants);
    take_part(&parts.text, ENCOUNTER_READ, out->read, sizeof out->read);
    take_part(&parts.text, ENCOUNTER_NOTES, out->notes, sizeof out->notes);
    prepared_parts_close(&parts);
    look_done(looking);
    return STATUS_OK;
}

/* ---- kept ------------------------------------------------------------------------------ */

/* Its place, which is made when it has none. */
static struct cached_prepared *place_of(struct sitting *sitting, int64_t id)
{
    for (int i = 0; i < sitting->cached_prepared_count; i++) {
        if (sitting->cached_prepared[i].id == id) {
            return &sitting->cached_prepared[i];
        }
    }
    size_t size =
        (size_t)(sitting->cached_prepared_count + 1) * sizeof *sitting->cached_prepared;
    sitting->cached_prepared = realloc(sitting->cached_prepared, size);
    CHECK(sitting->cached_prepared != NULL);
    struct cached_prepared *kept = &sitting->cached_prepared[sitting->cached_prepared_count++];
    *kept = (struct cached_prepared){.id = id};
    return kept;
}

enum status prepared_facts_find(struct prepared_facts *out, struct sitting *sitting,
                                const struct sitting_prepared *prepared, int *budget,
                                struct error *err)
{
    int64_t kinds = 0, party = 0;
    struct cached_prepared *kept = place_of(sitting, prepared->id);
    enum status status = changes_newest(sitting->campaign, str_of(CHANGE_KIND), &kinds, err);
    if (status == STATUS_OK) {
        status = changes_newest(sitting->campaign, str_of(CHANGE_PARTY), &party, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    bool is_kept = kept->facts.is_known && kept->version == prepared->version &&
                   kept->kinds == kinds && kept->party == party;
    if (!is_kept) {
        kept->facts = (struct prepared_facts){.is_known = false};
        kept->version = prepared->version;
        kept->kinds = kinds;
        kept->party = party;
        kept->is_wanted = true;
        sitting->wants_prepared_facts = true;
    }
    if (!is_kept && *budget > 0) {
        (*budget)--;
        kept->is_wanted = false;
        status = read_facts(&kept->facts, sitting, prepared->id, err);
    }
    *out = kept->facts;
    return status;
}

bool prepared_facts_step(struct sitting *sitting)
{
    struct error err;
    int count = sitting->wants_prepared_facts ? sitting->cached_prepared_count : 0;
    for (int i = 0; i < count; i++) {
        struct cached_prepared *kept = &sitting->cached_prepared[i];
        if (kept->is_wanted) {
            kept->is_wanted = false; /* an unreadable one is not tried again */
            return read_facts(&kept->facts, sitting, kept->id, &err) == STATUS_OK;
        }
    }
    sitting->wants_prepared_facts = false;
    return false;
}

void prepared_facts_forget(struct sitting *sitting)
{
    free(sitting->cached_prepared);
    sitting->cached_prepared = NULL;
    sitting->cached_prepared_count = 0;
    sitting->wants_prepared_facts = false;
}

void prepared_facts_add_course(struct text *out, const struct prepared_facts *facts)
{
    if (facts->is_known && facts->missing == 0) {
        text_add(out, "ready");
    } else if (facts->is_known) {
        text_add(out, "%d missing", facts->missing);
    }
}
