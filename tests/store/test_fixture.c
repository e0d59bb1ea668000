/* Campaigns of older formats, kept below tests/fixtures: each opens, leads to the states that
 * were recorded when it was made, and plays on. tests/fixtures/README.md describes them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "store/changes.h"
#include "store/fixture.h"
#include "support/state_text.h"
#include "support/unit.h"

enum {
    PATH_SIZE = 128,
    TEXT_SIZE = 1024 * 1024,
    LINE_SIZE = 256,
    ENCOUNTERS_MAX = 64,
    PIECE = 32
};

static char version_1[] = "tests/fixtures/version_1", version_2[] = "tests/fixtures/version_2",
            version_3[] = "tests/fixtures/version_3";

/* That of the running test. */
static const char *folder;

static struct error err;

/* ---- files ----------------------------------------------------------------------------- */

static char *path_of(char out[PATH_SIZE], const char *name)
{
    snprintf(out, PATH_SIZE, "%s/%s", folder, name);
    return out;
}

/* Terminated; the caller frees it. */
static char *read_text(const char *name)
{
    char path[PATH_SIZE];
    long n = 0;
    char *bytes = fixture_read_file(path_of(path, name), &n);
    if (bytes == NULL) {
        fail_msg("%s cannot be read", path);
    }
    char *text = realloc(bytes, (size_t)n + 1);
    assert_non_null(text);
    text[n] = '\0';
    return text;
}

/* The next line without its end; false after the last one. */
static bool next_line(const char **rest, char out[LINE_SIZE])
{
    if (**rest == '\0') {
        return false;
    }
    int n = (int)strcspn(*rest, "\n");
    snprintf(out, LINE_SIZE, "%.*s", n, *rest);
    *rest += n + ((*rest)[n] == '\n');
    return true;
}

static void assert_same_lines(const char *what, const char *recorded, const char *now)
{
    char was[LINE_SIZE], is[LINE_SIZE], encounter[LINE_SIZE] = "";
    for (int number = 1;; number++) {
        bool has_was = next_line(&recorded, was), has_is = next_line(&now, is);
        if (!has_was && !has_is) {
            return;
        }
        if (has_was != has_is || strcmp(was, is) != 0) {
            fail_msg("%s, line %d (%s): recorded \"%s\", now \"%s\"", what, number, encounter,
                     has_was ? was : "nothing", has_is ? is : "nothing");
        }
        if (strncmp(was, "== ", 3) == 0) {
            memcpy(encounter, was, sizeof encounter);
        }
    }
}

/* Records are never overwritten; RECORD=1 writes missing ones. */
static void assert_recorded(const char *name, const struct text *now)
{
    char path[PATH_SIZE];
    const char *record = getenv("RECORD");
    assert_false(now->is_cut);
    if (record != NULL && strcmp(record, "1") == 0 &&
        !fixture_exists(path_of(path, name), "")) {
        fixture_write_file(path, now->p, now->n);
    }
    char *recorded = read_text(name);
    assert_same_lines(name, recorded, now->p);
    free(recorded);
}

/* ---- the campaign, copied -------------------------------------------------------------- */

/* What is recorded with RECORD=1 has changes, too, which no command of those programs made: a
 * name, two names in a step that is undone, an archived encounter, and things of other kinds.
 */
static void add_changes(const char *path)
{
    struct campaign *campaign = NULL;
    const struct change step[][2] = {
        {{.thing = str_of(CHANGE_ENCOUNTER),
          .thing_id = 1,
          .field = str_of(CHANGE_NAME),
          .is_set = true,
          .new = str_of("Die alte Zollbrücke"),
          .line = str_of("Die Zollbrücke is called Die alte Zollbrücke")},
         {.thing = str_of("party"),
          .field = str_of("member"),
          .is_set = true,
          .new = str_of("Ýsolde"),
          .line = str_of("Ýsolde belongs to the party")}},
        {{.thing = str_of(CHANGE_ENCOUNTER),
          .thing_id = 2,
          .field = str_of(CHANGE_NAME),
          .is_set = true,
          .new = str_of("The crypt")},
         {.thing = str_of(CHANGE_ENCOUNTER),
          .thing_id = 3,
          .field = str_of(CHANGE_NAME),
          .is_set = true,
          .new = str_of("The tower")}},
        {{.thing = str_of(CHANGE_ENCOUNTER),
          .thing_id = 24,
          .field = str_of(CHANGE_ARCHIVED),
          .is_set = true,
          .new = str_of("yes")},
         {.thing = str_of("plan"), .thing_id = 7, .field = str_of("text"), .is_set = true}},
    };
    int64_t number = 0;
    DONE(campaign_open(&campaign, path, CAMPAIGN_WRITE, 0, games_find, &err));
    for (size_t i = 0; i < sizeof step / sizeof step[0]; i++) {
        DONE(changes_append(campaign, 1800000000000 + (int64_t)i, step[i], 2, &number, &err));
        if (i == 1) {
            DONE(changes_undo(campaign, 1800000000009, number,
                              str_of("the names are as they were"), &number, &err));
        }
    }
    campaign_close(campaign);
}

static bool add_change(void *context, const struct change *change)
{
    text_add(context, "%" PRId64 " %.*s %" PRId64 " %.*s: %s%.*s -> %s%.*s; %.*s; %.*s\n",
             change->step, change->thing.n, change->thing.p, change->thing_id, change->field.n,
             change->field.p, change->was_set ? "" : "none", change->old.n, change->old.p,
             change->is_set ? "" : "none", change->new.n, change->new.p, change->line.n,
             change->line.p, change->trace.n, change->trace.p);
    return true;
}

/* Only where a campaign has them: one of the first version cannot. */
static void test_fixture__what_changed_beside_the_fights_is_there(void **state)
{
    struct fixture *fixture = *state;
    struct encounter_row row[3];
    static char buf[TEXT_SIZE];
    struct text text = text_over(buf, sizeof buf);
    int count = 0;
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    DONE(changes_list(fixture->campaign, 0, add_change, &text, &err));
    assert_recorded("changes.txt", &text);
    DONE(encounter_list(fixture->campaign, row, 3, 0, &count, &err));
    bool is_renamed = strcmp(row[0].name, "Die alte Zollbrücke") == 0;
    assert_int_equal(is_renamed, text.n > 0);
    assert_string_equal(row[1].name, "Flooded crypt"); /* the step was undone */
}

static int set_up(void **state)
{
    folder = *state;
    if (fixture_set_up_folder(state) != 0) {
        return -1;
    }
    struct fixture *fixture = *state;
    char path[PATH_SIZE];
    long n = 0;
    const char *record = getenv("RECORD");
    bool is_new = !fixture_exists(path_of(path, "states.txt"), "");
    bool has_commands = strcmp(folder, version_1) != 0 && strcmp(folder, version_2) != 0;
    if (is_new && !has_commands && record != NULL && strcmp(record, "1") == 0 &&
        !fixture_exists(path_of(path, "changes.txt"), "")) {
        add_changes(path_of(path, "campaign.referee-campaign"));
    }
    char *bytes = fixture_read_file(path_of(path, "campaign.referee-campaign"), &n);
    if (bytes == NULL) {
        return -1;
    }
    fixture_write_file(fixture->path, bytes, n);
    free(bytes);
    return 0;
}

static int encounters_of(struct fixture *fixture, struct encounter_row out[ENCOUNTERS_MAX])
{
    int count = 0;
    DONE(encounter_list(fixture->campaign, out, ENCOUNTERS_MAX, 0, &count, &err));
    assert_in_range(count, 1, ENCOUNTERS_MAX - 1);
    return count;
}

struct past_act {
    int64_t id, parent;
    uint64_t digest; /* of the state after it */
};

struct past {
    struct past_act *act; /* oldest first */
    int count;
    bool has_kind[ROW_REWIND + 1]; /* of the rows read */
};

/* The caller frees the acts. */
static void read_acts(struct fixture *fixture, const struct encounter_row *encounter,
                      struct past *out)
{
    static struct act_row rows[PIECE];
    int64_t before = 0;
    int count = 0;
    *out = (struct past){.act = calloc((size_t)encounter->acts + 1, sizeof *out->act)};
    assert_non_null(out->act);
    int at = (int)encounter->acts;
    do {
        DONE(log_rows(fixture->campaign, encounter->id, before, rows, PIECE, &count, &err));
        for (int i = 0; i < count; i++) {
            before = rows[i].id;
            out->has_kind[rows[i].kind] = true;
            if (rows[i].kind == ROW_ACT) {
                assert_in_range(at, 1, encounter->acts);
                out->act[--at] = (struct past_act){.id = rows[i].id, .parent = rows[i].parent};
                out->count++;
            }
        }
    } while (count == PIECE);
    assert_int_equal(out->count, encounter->acts);
}

static const struct past_act *find_act(const struct past *acts, int64_t id)
{
    for (int i = 0; i < acts->count; i++) {
        if (acts->act[i].id == id) {
            return &acts->act[i];
        }
    }
    return NULL;
}

static int64_t head_of(struct fixture *fixture, int64_t encounter)
{
    struct position position;
    DONE(log_position(fixture->campaign, encounter, &position, &err));
    return position.head;
}

/* ---- what is in it --------------------------------------------------------------------- */

enum { EFFECT_NAMES_MAX = 128 };

struct occurs {
    bool event[EVENT_KINDS], row[ROW_REWIND + 1];
    const struct procedure *procedure; /* of the encounter that is looked at */
    const char *effect[EFFECT_NAMES_MAX];
    int effects;
};

static bool effect_occurs(const struct occurs *occurs, const char *name)
{
    for (int i = 0; i < occurs->effects; i++) {
        if (strcmp(occurs->effect[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool see_event(void *context, const struct event *event)
{
    struct occurs *occurs = context;
    occurs->event[event->kind] = true;
    if (event_shape(event->kind) == SHAPE_EFFECT) {
        const char *name = effect_name(occurs->procedure, event->field);
        if (!effect_occurs(occurs, name)) {
            assert_in_range(occurs->effects, 0, EFFECT_NAMES_MAX - 1);
            occurs->effect[occurs->effects++] = name;
        }
    }
    return true;
}

static void look_at_events(struct fixture *fixture, const struct encounter_row *encounter,
                           struct occurs *occurs)
{
    struct past acts;
    occurs->procedure = games_find(system_find(str_of(encounter->system)));
    read_acts(fixture, encounter, &acts);
    for (int kind = ROW_ACT; kind <= ROW_REWIND; kind++) {
        occurs->row[kind] = occurs->row[kind] || acts.has_kind[kind];
    }
    for (int i = 0; i < acts.count; i++) {
        int place = 0;
        enum status status = STATUS_OK;
        while (status == STATUS_OK) {
            status =
                log_event(fixture->campaign, acts.act[i].id, place++, see_event, occurs, &err);
        }
        if (status != STATUS_MISSING) {
            fail_msg("%s: %s", err.where, err.text);
        }
    }
    free(acts.act);
}

/* A line of names.txt: "event hp_changed", "mark condition". */
static bool name_occurs(const struct occurs *occurs, const char *line)
{
    if (strncmp(line, "event ", 6) == 0) {
        enum event_kind kind = event_kind_from_name(str_of(line + 6));
        return kind != EVENT_KINDS && occurs->event[kind];
    }
    assert_int_equal(strncmp(line, "mark ", 5), 0);
    return effect_occurs(occurs, line + 5);
}

static void test_fixture__every_name_of_its_time_occurs_and_is_known(void **state)
{
    struct fixture *fixture = *state;
    static struct encounter_row encounters[ENCOUNTERS_MAX];
    struct occurs occurs = {0};
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    int count = encounters_of(fixture, encounters);
    for (int i = 0; i < count; i++) {
        look_at_events(fixture, &encounters[i], &occurs);
    }
    for (int kind = ROW_ACT; kind <= ROW_REWIND; kind++) {
        assert_true(occurs.row[kind]);
    }
    char *names = read_text("names.txt");
    const char *rest = names;
    char line[LINE_SIZE];
    int wanted = 0;
    for (; next_line(&rest, line); wanted++) {
        if (!name_occurs(&occurs, line)) {
            fail_msg("%s does not occur in the campaign", line);
        }
    }
    assert_true(wanted > 80);
    free(names);
}

/* ---- states ---------------------------------------------------------------------------- */

/* From the state after one act to that after another. */
static void move_to(struct fixture *fixture, int64_t encounter, int64_t from, int64_t to,
                    struct state *at)
{
    enum log_step step;
    DONE(log_state_moved(fixture->campaign, encounter, from, to, at, &step, &err));
}

/* Every act on every branch, from its events and from the nearest snapshot. */
static void digest_acts(struct fixture *fixture, const struct encounter_row *encounter,
                        struct past *acts)
{
    static struct state folded, loaded;
    int64_t last = 0;
    const struct system *system = system_find(str_of(encounter->system));
    assert_non_null(system);
    state_init(&folded, system);
    state_init(&loaded, system);
    for (int i = 0; i < acts->count; i++) {
        struct past_act *act = &acts->act[i];
        if (act->parent == last) {
            move_to(fixture, encounter->id, last, act->id, &folded);
        } else {
            DONE(log_state_by_fold(fixture->campaign, encounter->id, act->id, &folded, &err));
        }
        DONE(log_state(fixture->campaign, encounter->id, act->id, &loaded, &err));
        if (!state_equal(&folded, &loaded)) {
            fail_msg("%s: the snapshot behind act %" PRId64 " leads elsewhere", encounter->name,
                     act->id);
        }
        act->digest = state_text_digest(&folded);
        last = act->id;
    }
}

/* Act by act back from the head to the start. */
static void walk_back(struct fixture *fixture, const struct encounter_row *encounter,
                      const struct past *acts)
{
    static struct state at, start;
    const struct system *system = system_find(str_of(encounter->system));
    state_init(&at, system);
    state_init(&start, system);
    int64_t head = head_of(fixture, encounter->id);
    DONE(log_state_by_fold(fixture->campaign, encounter->id, head, &at, &err));
    while (head != 0) {
        const struct past_act *act = find_act(acts, head);
        assert_non_null(act);
        assert_true(act->digest == state_text_digest(&at));
        move_to(fixture, encounter->id, head, act->parent, &at);
        head = act->parent;
    }
    assert_true(state_equal(&at, &start));
}

static void test_fixture__every_act_leads_to_the_state_that_was_recorded(void **state)
{
    struct fixture *fixture = *state;
    static struct encounter_row encounters[ENCOUNTERS_MAX];
    static char buf[TEXT_SIZE];
    struct text text = text_over(buf, sizeof buf);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    int count = encounters_of(fixture, encounters);
    DONE(campaign_begin_reading(fixture->campaign, &err));
    for (int i = 0; i < count; i++) {
        struct past acts;
        read_acts(fixture, &encounters[i], &acts);
        digest_acts(fixture, &encounters[i], &acts);
        walk_back(fixture, &encounters[i], &acts);
        text_add(&text, "== %s\n", encounters[i].name);
        for (int k = 0; k < acts.count; k++) {
            text_add(&text, "%" PRId64 " %016" PRIx64 "\n", acts.act[k].id, acts.act[k].digest);
        }
        free(acts.act);
    }
    campaign_end_reading(fixture->campaign);
    assert_recorded("acts.txt", &text);
}

/* The states at the heads of all encounters. */
static void assert_heads(struct fixture *fixture)
{
    static struct encounter_row encounters[ENCOUNTERS_MAX];
    static struct state head;
    static char buf[TEXT_SIZE];
    struct text text = text_over(buf, sizeof buf);
    int count = encounters_of(fixture, encounters);
    for (int i = 0; i < count; i++) {
        state_init(&head, system_find(str_of(encounters[i].system)));
        DONE(log_state(fixture->campaign, encounters[i].id, head_of(fixture, encounters[i].id),
                       &head, &err));
        text_add(&text, "== %s\n", encounters[i].name);
        state_text_add(&text, &head);
    }
    assert_recorded("states.txt", &text);
}

static void test_fixture__it_is_sound_and_at_the_recorded_state(void **state)
{
    struct fixture *fixture = *state;
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    assert_int_equal(fixture_number(fixture, "SELECT count(*) > 3 FROM snapshot"), 1);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    assert_heads(fixture);
}

/* Its snapshots dropped, as by a program that has another layout of them. */
static void test_fixture__without_its_snapshots_it_is_the_same(void **state)
{
    struct fixture *fixture = *state;
    fixture_tamper(fixture, "DROP TABLE snapshot; DROP TABLE derived");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM snapshot"), 0);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    assert_heads(fixture);
}

/* ---- bringing up to date --------------------------------------------------------------- */

enum { SUMS_SIZE = 64 * 1024 };

static bool add_place(void *context, const struct change *change)
{
    text_add(context, "%" PRId64 " ", change->after);
    return true;
}

/* Where each encounter began, and where its changes stand among the acts. */
static void tell_places(struct fixture *fixture, struct text *out)
{
    static struct encounter_row encounters[ENCOUNTERS_MAX];
    int count = encounters_of(fixture, encounters);
    for (int i = 0; i < count; i++) {
        text_add(out, "%" PRId64 " ", encounters[i].origin);
    }
    text_add(out, "; ");
    DONE(changes_list(fixture->campaign, 0, add_place, out, &err));
    assert_false(out->is_cut);
}

/* As it is read and as it is written: what has checksums keeps them, and what has no place
 * among the acts gets none, but what is changed from now on has one. */
static void test_fixture__brought_up_to_date_its_rows_are_what_they_were(void **state)
{
    struct fixture *fixture = *state;
    static char before[SUMS_SIZE], after[SUMS_SIZE];
    struct text as_read = text_over(before, sizeof before);
    struct text as_written = text_over(after, sizeof after);
    const struct change change = {.thing = str_of("plan"),
                                  .thing_id = 1,
                                  .field = str_of("text"),
                                  .is_set = true,
                                  .new = str_of("on to the mill")};
    static const char sums[] = "SELECT sum(checksum % 1000000007) FROM log";
    static const char places[] = "SELECT count(*) FROM change WHERE after IS NOT NULL";
    int64_t step = 0;
    int64_t version = fixture_number(fixture, "PRAGMA user_version");
    bool is_sealed = version > 1;
    int64_t sum = is_sealed ? fixture_number(fixture, sums) : 0;
    int64_t placed = version > 2 ? fixture_number(fixture, places) : 0;
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    tell_places(fixture, &as_read);
    fixture_close(fixture);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    tell_places(fixture, &as_written);
    assert_string_equal(before, after);
    assert_int_equal(fixture_number(fixture, "PRAGMA user_version"), 3);
    assert_true(!is_sealed || fixture_number(fixture, sums) == sum);
    assert_int_equal(fixture_number(fixture, places), placed);
    DONE(changes_append(fixture->campaign, 1800000000100, &change, 1, &step, &err));
    assert_int_equal(fixture_number(fixture,
                                    "SELECT after = (SELECT max(id) FROM log) FROM change "
                                    "ORDER BY id DESC LIMIT 1"),
                     1);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* A row that lost its checksum is damaged: it is not given another one. */
static void test_fixture__bringing_it_up_to_date_repairs_nothing(void **state)
{
    struct fixture *fixture = *state;
    if (fixture_number(fixture, "PRAGMA user_version") < 2) {
        return; /* its rows have none yet */
    }
    fixture_tamper_by_force(fixture, "UPDATE log SET checksum = NULL WHERE id = 9");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_int_equal(fixture_number(fixture, "PRAGMA user_version"), 3);
    assert_true(fixture_verify(fixture->campaign) > 0);
}

/* ---- playing on ------------------------------------------------------------------------ */

static int64_t fixed_clock(void)
{
    return 1800000000000;
}

/* What was recorded of the encounter that is open, and what it is now. */
static void assert_stands(const struct sitting *sitting, const char *states, const char *after)
{
    static char buf[STATE_TEXT_SIZE], recorded[STATE_TEXT_SIZE];
    char heading[LINE_SIZE];
    snprintf(heading, sizeof heading, "== %s\n", sitting_encounter_name(sitting));
    const char *begin = strstr(states, heading);
    if (begin == NULL) {
        fail_msg("nothing was recorded of %s", sitting_encounter_name(sitting));
    }
    begin += strlen(heading);
    const char *end = strstr(begin, "\n== ");
    int n = end != NULL ? (int)(end + 1 - begin) : (int)strlen(begin);
    assert_true(n < STATE_TEXT_SIZE);
    snprintf(recorded, sizeof recorded, "%.*s", n, begin);
    struct text text = text_over(buf, sizeof buf);
    state_text_add(&text, sitting_state(sitting));
    snprintf(heading, sizeof heading, "%s, %s", sitting_encounter_name(sitting), after);
    assert_same_lines(heading, recorded, buf);
}

/* A line that must be done; returns by how many acts the head moved on. */
static int play_line(struct sitting *sitting, const char *line)
{
    static struct result result;
    sitting_run(sitting, line, false, &result);
    if (result.kind != RESULT_DONE) {
        fail_msg("%s: %s: %s%s", sitting_encounter_name(sitting), line, result.error.text,
                 result.refusal.reason);
    }
    bool is_back = strcmp(line, "undo") == 0;
    bool stays = strncmp(line, "open ", 5) == 0;
    return is_back ? -1 : stays ? 0 : 1;
}

/* The acts of the encounter that is left are undone. */
static void take_back(struct sitting *sitting, int moved, const char *states)
{
    for (; moved > 0; moved--) {
        play_line(sitting, "undo");
    }
    assert_int_equal(moved, 0);
    assert_stands(sitting, states, "after what was undone");
}

/* One that is archived is brought back before it is opened. */
static void bring_back(struct sitting *sitting, const char *open)
{
    static struct result result;
    char line[LINE_SIZE + 16];
    snprintf(line, sizeof line, "unarchive-encounter %s", open + strlen("open "));
    sitting_run(sitting, line, false, &result);
}

/* Plays the script: every encounter is opened, goes on and is left. Returns how many. */
static int play_on(struct sitting *sitting, const char *script, const char *states)
{
    char line[LINE_SIZE];
    int opened = 0, moved = 0;
    while (next_line(&script, line)) {
        if (strncmp(line, "open ", 5) == 0) {
            if (opened > 0) {
                take_back(sitting, moved, states);
            }
            bring_back(sitting, line);
            moved = play_line(sitting, line);
            opened++;
            assert_stands(sitting, states, "as it was opened");
        } else if (line[0] != '\0' && line[0] != '#') {
            moved += play_line(sitting, line);
        }
    }
    take_back(sitting, moved, states);
    return opened;
}

static void test_fixture__every_encounter_plays_on(void **state)
{
    struct fixture *fixture = *state;
    static struct encounter_row encounters[ENCOUNTERS_MAX];
    struct sitting *sitting = NULL;
    struct sitting_options options = {.path = fixture->path, .now_ms = fixed_clock};
    char *script = read_text("plays_on.txt");
    char *states = read_text("states.txt");
    DONE(sitting_open(&sitting, &options, &err));
    int opened = play_on(sitting, script, states);
    sitting_close(sitting);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_int_equal(opened, encounters_of(fixture, encounters));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    assert_heads(fixture);
    free(script);
    free(states);
}

int main(void)
{
#define TEST(name, version)                                                                    \
    {                                                                                          \
#name "_of_version_" #version, test_fixture__##name, set_up, fixture_tear_down,        \
            version_##version                                                                  \
    }
#define TESTS(version)                                                                         \
    TEST(what_changed_beside_the_fights_is_there, version),                                    \
        TEST(every_name_of_its_time_occurs_and_is_known, version),                             \
        TEST(every_act_leads_to_the_state_that_was_recorded, version),                         \
        TEST(it_is_sound_and_at_the_recorded_state, version),                                  \
        TEST(without_its_snapshots_it_is_the_same, version),                                   \
        TEST(brought_up_to_date_its_rows_are_what_they_were, version),                         \
        TEST(bringing_it_up_to_date_repairs_nothing, version),                                 \
        TEST(every_encounter_plays_on, version)
    const struct CMUnitTest tests[] = {TESTS(1), TESTS(2), TESTS(3)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
