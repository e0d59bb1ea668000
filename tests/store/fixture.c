#include "store/fixture.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "resolver/system.h"
#include "store/campaign_file.h"
#include "store/db.h"
#include "store/seals.h"
#include "support/unit.h"

enum { TRIGGERS_MAX = 64 };

/* ---- the campaign ---------------------------------------------------------------------- */

int fixture_set_up_folder(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    const char *parent = getenv("TMPDIR");
    snprintf(fixture->folder, sizeof fixture->folder, "%s/campaign-XXXXXX",
             parent == NULL ? "/tmp" : parent);
    if (mkdtemp(fixture->folder) == NULL) {
        free(fixture);
        return -1;
    }
    snprintf(fixture->path, sizeof fixture->path, "%s/campaign.db", fixture->folder);
    draws_init(&fixture->draws);
    arena_init(&fixture->text, fixture->memory, sizeof fixture->memory);
    state_init(&fixture->state, system_at(0));
    *state = fixture;
    return 0;
}

int fixture_set_up(void **state)
{
    if (fixture_set_up_folder(state) != 0) {
        return -1;
    }
    struct fixture *fixture = *state;
    struct error err = {0};
    enum status status = campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_CREATE,
                                       UINT64_MAX - 6, games_find, &err);
    if (status == STATUS_OK) {
        status = encounter_create(fixture->campaign, "ledge", "trilemma", 1000,
                                  &fixture->encounter, &err);
    }
    if (status != STATUS_OK) {
        print_error("%s: %s\n", err.where, err.text);
        return -1;
    }
    return 0;
}

void fixture_close(struct fixture *fixture)
{
    campaign_close(fixture->campaign);
    fixture->campaign = NULL;
}

int fixture_tear_down(void **state)
{
    struct fixture *fixture = *state;
    fixture_close(fixture);
    DIR *folder = opendir(fixture->folder);
    if (folder != NULL) {
        const struct dirent *entry;
        while ((entry = readdir(folder)) != NULL) {
            char path[FIXTURE_PATH_SIZE + sizeof entry->d_name + 2];
            snprintf(path, sizeof path, "%s/%s", fixture->folder, entry->d_name);
            if (entry->d_name[0] != '.') {
                remove(path);
            }
        }
        closedir(folder);
    }
    rmdir(fixture->folder);
    free(fixture);
    return 0;
}

void fixture_reopen(struct fixture *fixture, enum campaign_mode mode)
{
    struct error err = {0};
    struct encounter_row row;
    enum status status =
        campaign_open(&fixture->campaign, fixture->path, mode, 0, games_find, &err);
    if (status == STATUS_OK) {
        status = encounter_current(fixture->campaign, &row, &err);
    }
    if (status == STATUS_OK) {
        fixture->encounter = row.id;
        state_init(&fixture->state, system_find(str_of(row.system)));
        status = log_position(fixture->campaign, row.id, &fixture->position, &err);
    }
    if (status == STATUS_OK) {
        status =
            log_state(fixture->campaign, row.id, fixture->position.head, &fixture->state, &err);
    }
    assert_string_equal(err.text, "");
    assert_int_equal(status, STATUS_OK);
}

/* ---- events ---------------------------------------------------------------------------- */

/* Text of all kinds, the empty one often. */
static struct str random_text(struct fixture *fixture, int most)
{
    static const char *const pieces[] = {"a",        "Pelican ",     "'",  "\"", "\\",
                                         "\xC3\xA9", "\xE2\x96\x88", "\n", "%s", ";",
                                         "--",       "\xFF"};
    int n =
        draws_between(&fixture->draws, 0, 2) == 0 ? 0 : draws_between(&fixture->draws, 0, most);
    char *p = arena_take(&fixture->text, (size_t)n + 8, 1);
    assert_non_null(p);
    struct text text = text_over(p, n + 1);
    while (!text.is_cut && text.n < n) {
        text_add(&text, "%s", pieces[draws_between(&fixture->draws, 0, 11)]);
    }
    return (struct str){p, text.n};
}

/* Any number, except for fields with values that the tracker relies on. */
static int random_number(struct fixture *fixture, const struct state *state, int field)
{
    static const int values[] = {0, -1, 1, 7, 16, 300, -1073741823, 1073741823};
    if (field == FIELD_OUT) {
        return draws_between(&fixture->draws, OUT_NOT, OUT_WAYS - 1);
    }
    if (field == FIELD_SIDE) {
        return draws_between(&fixture->draws, SIDE_FOES, SIDE_PARTY);
    }
    if (field == FIELD_GROUP) {
        return draws_between(&fixture->draws, 0, state->count);
    }
    if (field >= FIELD_SYSTEM) {
        const struct value_def *def = &state_system(state)->attributes[field - FIELD_SYSTEM];
        if (def->kind == VALUE_CHOICE) {
            return draws_between(&fixture->draws, 0, 1);
        }
    }
    return values[draws_between(&fixture->draws, 0, 7)];
}

static void random_value(struct fixture *fixture, const struct state *state,
                         struct event *event)
{
    const struct system *system = state_system(state);
    event->subject = draws_between(&fixture->draws, 1, state->count);
    event->field =
        draws_between(&fixture->draws, 0, FIELD_SYSTEM + system->attributes_count - 1);
    event->was_set = state_is_set(state, event->subject, event->field);
    event->from = state_value(state, event->subject, event->field, 0);
    event->is_set = draws_between(&fixture->draws, 0, 4) != 0;
    if (event->is_set) {
        event->to = random_number(fixture, state, event->field);
    }
}

/* Name, kind, and the system's attributes that are kept as text. */
static int text_fields(const struct state *state)
{
    const struct system *system = state_system(state);
    int count = TEXT_SYSTEM;
    for (int i = 0; i < system->attributes_count; i++) {
        count += value_is_text(&system->attributes[i]);
    }
    return count;
}

/* A mark that may be there already, or its end. */
static void random_mark(struct fixture *fixture, const struct state *state, struct event *event)
{
    do {
        event->field = draws_between(&fixture->draws, 0,
                                     effect_kinds(games_find(state_system(state))) - 1);
        event->subject = draws_between(&fixture->draws, 0, state->count);
        event->object = draws_between(&fixture->draws, 0, state->count);
    } while (!state_takes_effect(event->field, event->subject, event->object));
    event->text_to = random_text(fixture, LABEL_SIZE - 1);
    if (state->effects > 0 && draws_between(&fixture->draws, 0, 1) == 0) {
        const struct effect *other =
            &state->effect[draws_between(&fixture->draws, 0, state->effects - 1)];
        char *label = arena_take(&fixture->text, LABEL_SIZE, 1);
        assert_non_null(label);
        memcpy(label, other->label, LABEL_SIZE);
        *event = (struct event){.kind = event->kind,
                                .field = other->kind,
                                .subject = other->subject,
                                .object = other->object,
                                .text_to = str_of(label)};
    }
    const struct effect *effect = state_effect_labelled(state, event->field, event->subject,
                                                        event->object, event->text_to);
    event->was_set = effect != NULL;
    event->from = effect != NULL ? effect->amount : 0;
    event->is_set = state->effects < EFFECTS_MAX && draws_between(&fixture->draws, 0, 2) != 0;
    event->to = event->is_set ? draws_between(&fixture->draws, -5, 1000) : 0;
}

/* Any number or text of any counter. */
static void random_counter(struct fixture *fixture, const struct state *state,
                           struct event *event)
{
    bool is_text = event_shape(event->kind) == SHAPE_COUNTER_TEXT;
    int place = draws_between(&fixture->draws, 0, COUNTERS_MAX - 1);
    enum counter_field field =
        (enum counter_field)draws_between(&fixture->draws, is_text ? COUNTER_NUMBERS : 0,
                                          is_text ? COUNTER_FIELDS - 1 : COUNTER_NUMBERS - 1);
    event->subject = draws_between(&fixture->draws, 0, state->count);
    event->field = counter_field_of(place, field);
    if (is_text) {
        event->text_from = str_of(state_counter_text(state, place, field));
        event->text_to = random_text(fixture, counter_text_size(field) - 1);
        return;
    }
    event->was_set = event->is_set = true;
    event->from = state->counter[place].number[field];
    event->to = draws_between(&fixture->draws, 0,
                              field == COUNTER_PER  ? COUNTER_PERS - 1
                              : field == COUNTER_OF ? state->count
                                                    : 10000);
}

struct event fixture_event(struct fixture *fixture, const struct state *state)
{
    struct event event = {0};
    bool needs_subject = true;
    while (needs_subject) {
        event.kind = (enum event_kind)draws_between(&fixture->draws, 0, EVENT_KINDS - 1);
        enum event_shape shape = event_shape(event.kind);
        needs_subject = state->count == 0 && (shape == SHAPE_VALUE || shape == SHAPE_TEXT);
        if (shape == SHAPE_NEW && state->count == COMBATANTS_MAX) {
            needs_subject = true;
        }
    }
    switch (event_shape(event.kind)) {
    case SHAPE_NOTHING:
        event.subject = draws_between(&fixture->draws, 0, state->count);
        break;
    case SHAPE_NEW:
        event.subject = state->count + 1;
        event.text_to = random_text(fixture, NAME_SIZE - 1);
        break;
    case SHAPE_VALUE:
        random_value(fixture, state, &event);
        break;
    case SHAPE_ENCOUNTER:
        event.field = draws_between(&fixture->draws, 0, ENCOUNTER_FIELDS - 1);
        event.was_set = event.is_set = true;
        event.from = state->value[event.field];
        event.to = event.field == ENCOUNTER_TURN
                       ? draws_between(&fixture->draws, 0, state->count)
                       : draws_between(&fixture->draws, -5, 1000);
        break;
    case SHAPE_TEXT:
        event.subject = draws_between(&fixture->draws, 1, state->count);
        event.field = draws_between(&fixture->draws, 0, text_fields(state) - 1);
        event.text_from = str_of(state_at(state, event.subject)->text[event.field]);
        event.text_to = random_text(fixture, NAME_SIZE - 1);
        break;
    case SHAPE_EFFECT:
        random_mark(fixture, state, &event);
        break;
    case SHAPE_COUNTER:
    case SHAPE_COUNTER_TEXT:
        random_counter(fixture, state, &event);
        break;
    }
    if (event_shape(event.kind) != SHAPE_EFFECT) {
        event.object = draws_between(&fixture->draws, 0, 3) == 0 ? state->count : 0;
    }
    event.line = random_text(fixture, 120);
    event.rules = random_text(fixture, 20);
    event.trace = random_text(fixture, 300);
    return event;
}

enum status fixture_act(struct fixture *fixture, struct error *err)
{
    static struct state working;
    struct act_row act = {.encounter = fixture->encounter,
                          .round = draws_between(&fixture->draws, 0, 9),
                          .at_ms = 1700000000000 + fixture->position.row};
    snprintf(act.label, sizeof act.label, "act behind row %d", (int)fixture->position.row);
    snprintf(act.command, sizeof act.command, "damage p1 %d",
             draws_between(&fixture->draws, 0, 99));
    fixture->text.used = 0;
    fixture->events = draws_between(&fixture->draws, 0, FIXTURE_EVENTS_MAX);
    working = fixture->state;
    for (int i = 0; i < fixture->events; i++) {
        fixture->event[i] = fixture_event(fixture, &working);
        /* The old text belongs to the working copy, which goes on. */
        struct str from = fixture->event[i].text_from;
        char *kept = arena_take(&fixture->text, (size_t)from.n + 1, 1);
        assert_non_null(kept);
        if (from.n > 0) {
            memcpy(kept, from.p, (size_t)from.n);
        }
        fixture->event[i].text_from.p = kept;
        /* At the end of an act these mean that it belongs to a correction. */
        enum event_kind kind = fixture->event[i].kind;
        bool is_end = i + 1 == fixture->events;
        if (is_end && (kind == EVENT_AMENDED || kind == EVENT_PLAYED_AGAIN)) {
            fixture->event[i].kind = EVENT_LEFT_OUT;
        }
        state_apply(&working, &fixture->event[i]);
    }
    enum status status = log_append(fixture->campaign, &act, fixture->event, fixture->events,
                                    &fixture->position, err);
    if (status == STATUS_OK) {
        fixture->state = working;
    }
    return status;
}

void fixture_acts(struct fixture *fixture, int count)
{
    for (int i = 0; i < count; i++) {
        struct error err = {0};
        enum status status = fixture_act(fixture, &err);
        assert_string_equal(err.text, "");
        assert_int_equal(status, STATUS_OK);
    }
}

void fixture_move(struct fixture *fixture, enum row_kind kind, int64_t head)
{
    struct error err = {0};
    struct act_row act = {.kind = kind, .encounter = fixture->encounter, .label = "a move"};
    enum status status = log_move(fixture->campaign, &act, head, &fixture->position, &err);
    if (status == STATUS_OK) {
        status = log_state(fixture->campaign, fixture->encounter, head, &fixture->state, &err);
    }
    assert_string_equal(err.text, "");
    assert_int_equal(status, STATUS_OK);
}

static void count_complaint(void *context, const struct fault *fault)
{
    (*(int *)context)++;
    print_message("# %s: %s\n", fault->where, fault->what);
}

int fixture_verify(struct campaign *campaign)
{
    struct error err = {0};
    int count = 0;
    enum status status = campaign_verify(campaign, count_complaint, &count, &err);
    return status == STATUS_OK ? count : -1;
}

/* ---- past the store -------------------------------------------------------------------- */

static sqlite3 *open_past_store(const struct fixture *fixture)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

int64_t fixture_number(const struct fixture *fixture, const char *sql)
{
    sqlite3 *db = open_past_store(fixture);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

void fixture_plan(const struct fixture *fixture, const char *sql, char *out, int size)
{
    sqlite3 *db = open_past_store(fixture);
    sqlite3_stmt *statement = NULL;
    struct text text = text_over(out, size);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    while (sqlite3_step(statement) == SQLITE_ROW) {
        text_add(&text, "%s\n", (const char *)sqlite3_column_text(statement, 3));
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static void run_past_store(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
}

void fixture_change_schema(const struct fixture *fixture, const char *sql)
{
    sqlite3 *db = open_past_store(fixture);
    run_past_store(db, sql);
    sqlite3_close(db);
}

void fixture_tamper(const struct fixture *fixture, const char *sql)
{
    sqlite3 *db = open_past_store(fixture);
    sqlite3_stmt *triggers = NULL;
    char *name[TRIGGERS_MAX], *made[TRIGGERS_MAX];
    int count = 0;
    run_past_store(db, "PRAGMA foreign_keys = OFF");
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT name, sql FROM sqlite_schema "
                                        "WHERE type = 'trigger'",
                                        -1, &triggers, NULL),
                     SQLITE_OK);
    while (sqlite3_step(triggers) == SQLITE_ROW) {
        assert_true(count < TRIGGERS_MAX);
        name[count] = sqlite3_mprintf("DROP TRIGGER \"%w\"", sqlite3_column_text(triggers, 0));
        made[count++] = sqlite3_mprintf("%s", sqlite3_column_text(triggers, 1));
    }
    sqlite3_finalize(triggers);
    for (int i = 0; i < count; i++) {
        run_past_store(db, name[i]);
        sqlite3_free(name[i]);
    }
    run_past_store(db, sql);
    for (int i = 0; i < count; i++) {
        run_past_store(db, made[i]);
        sqlite3_free(made[i]);
    }
    sqlite3_close(db);
}

void fixture_tamper_by_force(const struct fixture *fixture, const char *sql)
{
    char forced[2048];
    snprintf(forced, sizeof forced, "PRAGMA ignore_check_constraints = ON; %s", sql);
    fixture_tamper(fixture, forced);
}

/* Their checksums cannot be taken away, as those of the other tables. */
static void seal_changes_again(const struct fixture *fixture, struct db *db)
{
    int64_t before = fixture_number(fixture, "SELECT checksum FROM campaign"), id = 0;
    bool has_row = true;
    while (has_row) {
        char sql[120];
        struct seal seal;
        struct query *query = query_begin(db, STATEMENT_CHANGE_ROWS);
        query_bind(query, ":after", id);
        assert_int_equal(query_step(query, &has_row, NULL), STATUS_OK);
        if (has_row) {
            id = query_int(query, CHANGE_COLUMN_ID);
            seal_begin(&seal);
            seal_text(&seal, str_of("change"));
            seal_int(&seal, before);
            query_seal_columns(query, 0, columns_sealed(query, CHANGE_COLUMN_CHECKSUM), &seal);
            before = seal_end(&seal);
        }
        query_end(query);
        snprintf(sql, sizeof sql,
                 "UPDATE change SET checksum = %" PRId64 " WHERE id = %" PRId64, before, id);
        if (has_row) {
            fixture_tamper(fixture, sql);
        }
    }
}

void fixture_seal_again(const struct fixture *fixture)
{
    struct db *db = NULL;
    if (fixture_number(fixture, "SELECT count(*) FROM sqlite_schema WHERE name = 'newest'") !=
        0) {
        fixture_tamper(fixture, "DELETE FROM newest");
    }
    fixture_tamper(fixture, "UPDATE campaign SET checksum = NULL;"
                            "UPDATE encounter SET checksum = NULL;"
                            "UPDATE opening SET checksum = NULL;"
                            "UPDATE log SET checksum = NULL, events_checksum = NULL");
    assert_int_equal(db_open(&db, fixture->path, DB_WRITE, NULL), STATUS_OK);
    db_fold_on_close(db);
    assert_int_equal(seals_make(db, NULL), STATUS_OK);
    if (fixture_number(fixture, "PRAGMA user_version") > 2) {
        seal_changes_again(fixture, db);
    }
    db_close(db);
}

/* ---- files ----------------------------------------------------------------------------- */

char *fixture_read_file(const char *path, long *n)
{
    FILE *file = fopen(path, "rb");
    *n = -1;
    if (file == NULL) {
        return NULL;
    }
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *n = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)*n + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)*n, file), *n);
    fclose(file);
    return bytes;
}

void fixture_write_file(const char *path, const void *bytes, long n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, (size_t)n, file), n);
    assert_int_equal(fclose(file), 0);
}

bool fixture_exists(const char *path, const char *suffix)
{
    char name[FIXTURE_PATH_SIZE + 32];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return access(name, F_OK) == 0;
}
