/* Nothing is read without a check: whichever bit is flipped in a campaign, the answer is that
 * of the whole file or an error with a message, and nothing is written after damage. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "store/backup.h"
#include "store/changes.h"
#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

/* ---- a campaign and all it answers ----------------------------------------------------- */

static void keep_snapshot(struct fixture *fixture)
{
    DONE(log_keep_snapshot(fixture->campaign, fixture->encounter, fixture->position.head,
                           &fixture->state, &err));
}

static void rename_encounter(struct fixture *fixture, int64_t id, const char *name)
{
    int64_t step = 0;
    struct change change = {.thing = str_of(CHANGE_ENCOUNTER),
                            .thing_id = id,
                            .field = str_of(CHANGE_NAME),
                            .is_set = true,
                            .new = str_of(name)};
    DONE(changes_append(fixture->campaign, 7, &change, 1, &step, &err));
}

/* Two encounters, branches, moves, snapshots, changes of names; ends closed. */
static void play(struct fixture *fixture)
{
    int64_t other = 0;
    for (int i = 0; i < 140; i++) {
        fixture_acts(fixture, 1);
        keep_snapshot(fixture);
    }
    fixture_move(fixture, ROW_UNDO, 139);
    fixture_move(fixture, ROW_REWIND, 130);
    fixture_acts(fixture, 3);
    fixture_move(fixture, ROW_UNDO, 143);
    rename_encounter(fixture, 1, "high ledge");
    DONE(encounter_create(fixture->campaign, "stairs", "four-against-darkness", 5, &other,
                          &err));
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 9);
    rename_encounter(fixture, 2, "the stairs");
    rename_encounter(fixture, 1, "the ledge");
    DONE(encounter_open(fixture->campaign, 1, 6, &err));
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 2);
    fixture_close(fixture);
}

enum { ANSWER_SIZE = 1 << 18 };

static bool add_line(void *context, int place, const struct event *event)
{
    text_add(context, "  %d %.*s\n", place, event->line.n, event->line.p);
    return true;
}

static bool add_change(void *context, const struct change *change)
{
    text_add(context, "%" PRId64 " %.*s\n", change->step, change->new.n, change->new.p);
    return true;
}

static enum status answer_log(struct campaign *campaign, int64_t encounter, struct text *out)
{
    enum { PIECE = 16 };
    struct act_row rows[PIECE];
    int64_t before = 0;
    int count = PIECE;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && count == PIECE) {
        status = log_rows(campaign, encounter, before, rows, PIECE, &count, &err);
        for (int i = 0; status == STATUS_OK && i < count; i++) {
            text_add(out, "%" PRId64 " %d %" PRId64 " %s %s\n", rows[i].id, rows[i].kind,
                     rows[i].head, rows[i].label, rows[i].command);
            before = rows[i].id;
            status = log_lines(campaign, rows[i].id, add_line, out, &err);
        }
    }
    return status;
}

static enum status answer_encounter(struct campaign *campaign, const struct encounter_row *row,
                                    struct text *out)
{
    static struct state head;
    struct position position;
    struct log_way undo, redo;
    const struct system *system = system_find(str_of(row->system));
    text_add(out, "== %s, %s, %" PRId64 " acts\n", row->name, row->system, row->acts);
    assert_non_null(system);
    state_init(&head, system);
    enum status status = log_position(campaign, row->id, &position, &err);
    if (status == STATUS_OK) {
        status = log_state(campaign, row->id, position.head, &head, &err);
    }
    if (status == STATUS_OK) {
        status = log_undo(campaign, row->id, position.head, &undo, &err);
    }
    if (status == STATUS_OK) {
        status = log_redo(campaign, row->id, position.head, &redo, &err);
    }
    if (status == STATUS_OK) {
        text_add(out, "%" PRId64 " %016" PRIx64 " %" PRId64 " %" PRId64 "\n", position.head,
                 XXH3_64bits(&head, sizeof head), undo.to, redo.to);
        status = answer_log(campaign, row->id, out);
    }
    return status;
}

/* Everything that a program would show of it. *is_told: something was reported as wrong. */
static void answer(struct fixture *fixture, char *buf, bool *is_told)
{
    struct text out = text_over(buf, ANSWER_SIZE);
    struct encounter_row rows[4], open;
    int count = 0;
    err = (struct error){0};
    enum status status =
        campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err);
    *is_told = status != STATUS_OK;
    if (*is_told) {
        assert_true(err.text[0] != '\0');
        return;
    }
    text_add(&out, "%" PRIu64 "\n", campaign_seed(fixture->campaign));
    status = encounter_current(fixture->campaign, &open, &err);
    text_add(&out, "%s\n", open.name);
    if (status == STATUS_OK) {
        status = encounter_list(fixture->campaign, rows, 4, 0, &count, &err);
    }
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        status = answer_encounter(fixture->campaign, &rows[i], &out);
    }
    if (status == STATUS_OK) {
        status = changes_list(fixture->campaign, 0, add_change, &out, &err);
    }
    *is_told = status != STATUS_OK || campaign_damage(fixture->campaign) != NULL;
    assert_true(status == STATUS_OK || err.text[0] != '\0');
    assert_false(out.is_cut);
    fixture_close(fixture);
}

/* ---- bits turned over ------------------------------------------------------------------ */

static const struct {
    const char *table, *id;
    const char *columns[16];
} tables[] = {
    {"campaign", "id", {"seed", "checksum"}},
    {"encounter", "id", {"name", "system", "created_ms", "origin", "checksum"}},
    {"opening", "id", {"encounter", "at_ms", "after", "previous", "checksum"}},
    {"log",
     "id",
     {"kind", "encounter", "previous", "parent", "head", "depth", "acts", "first_event",
      "events", "round", "at_ms", "label", "command", "events_checksum", "checksum"}},
    {"event",
     "id",
     {"act", "n", "kind", "subject", "object", "field", "old", "new", "text_old", "text_new",
      "line", "rules", "trace"}},
    {"change",
     "id",
     {"step", "at_ms", "thing", "thing_id", "field", "old", "new", "line", "trace", "after",
      "checksum"}},
    {"snapshot", "act", {"encounter", "stays", "state", "checksum"}},
    {"newest",
     "id",
     {"log", "log_checksum", "encounter", "encounter_checksum", "opening", "opening_checksum",
      "change", "change_checksum", "checksum"}},
    {"derived", "rowid", {"script"}},
};

enum { TABLES = sizeof tables / sizeof tables[0], FIRST_DERIVED = TABLES - 3, VARIANTS = 300 };

/* Turns one bit of one value over, somewhere in the table; a NULL becomes 1 or a letter. */
static void turn_a_bit(struct fixture *fixture, int table, char *told, int size)
{
    char sql[1200], where[200], pick[300];
    const char *name = tables[table].table;
    int columns = 0;
    while (columns < 16 && tables[table].columns[columns] != NULL) {
        columns++;
    }
    const char *column = tables[table].columns[draws_between(&fixture->draws, 0, columns - 1)];
    snprintf(pick, sizeof pick, "SELECT count(*) FROM %s", name);
    int64_t row = draws_between(&fixture->draws, 0, (int)fixture_number(fixture, pick) - 1);
    snprintf(pick, sizeof pick, "SELECT %s FROM %s ORDER BY 1 LIMIT 1 OFFSET %d",
             tables[table].id, name, (int)row);
    snprintf(where, sizeof where, "%s = %" PRId64, tables[table].id,
             fixture_number(fixture, pick));
    int bit = draws_between(&fixture->draws, 0, 62);
    int part = draws_between(&fixture->draws, 0, 9999);
    snprintf(pick, sizeof pick, "SELECT length(CAST(%s AS BLOB)) FROM %s WHERE %s", column,
             name, where);
    int at = 1 + part % (int)(fixture_number(fixture, pick) + 1);
    /* In a text or bytes: the bits of one byte, except for those that make it invalid text. */
    snprintf(sql, sizeof sql,
             "UPDATE %s SET %s = CASE typeof(%s) WHEN 'integer' THEN "
             "(%s | (1 << %d)) - (%s & (1 << %d)) "
             "WHEN 'text' THEN substr(%s, 1, %d) || '~' || substr(%s, %d) "
             "WHEN 'blob' THEN CAST(substr(%s, 1, %d) || x'%02x' || substr(%s, %d) AS BLOB) "
             "ELSE 1 END WHERE %s",
             name, column, column, column, bit, column, bit, column, at - 1, column, at + 1,
             column, at - 1, part & 0xff, column, at + 1, where);
    snprintf(told, (size_t)size, "%s.%s, %s, bit %d, part %d", name, column, where, bit, part);
    fixture_tamper_by_force(fixture, sql);
}

static void test_seals__a_flipped_bit_is_reported_or_changes_no_answer(void **state)
{
    struct fixture *fixture = *state;
    char told[300];
    bool is_told = false;
    long n = 0;
    char *wanted = malloc(ANSWER_SIZE), *now = malloc(ANSWER_SIZE);
    assert_true(wanted != NULL && now != NULL);
    play(fixture);
    char *sound = fixture_read_file(fixture->path, &n);
    answer(fixture, wanted, &is_told);
    assert_false(is_told);
    for (int i = 0; i < VARIANTS; i++) {
        fixture_write_file(fixture->path, sound, n);
        turn_a_bit(fixture, i % TABLES, told, sizeof told);
        answer(fixture, now, &is_told);
        if (!is_told && strcmp(now, wanted) != 0) {
            fail_msg("%s: another answer", told);
        }
        if (is_told && i % TABLES >= FIRST_DERIVED) {
            fail_msg("%s: %s: %s", told, err.where, err.text);
        }
        DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find,
                           &err));
        if (fixture_verify(fixture->campaign) == 0) {
            char *left = fixture_read_file(fixture->path, &n);
            bool is_same = memcmp(left, sound, (size_t)n) == 0;
            free(left);
            if (!is_same && strcmp(now, wanted) != 0) {
                fail_msg("%s: called sound", told);
            }
        }
        fixture_close(fixture);
    }
    free(sound);
    free(wanted);
    free(now);
}

/* The bytes of the file itself, anywhere. */
static void test_seals__a_byte_of_the_file_is_reported_or_changes_no_answer(void **state)
{
    struct fixture *fixture = *state;
    bool is_told = false;
    long n = 0;
    int others = 0;
    char *wanted = malloc(ANSWER_SIZE), *now = malloc(ANSWER_SIZE);
    assert_true(wanted != NULL && now != NULL);
    play(fixture);
    char *sound = fixture_read_file(fixture->path, &n);
    answer(fixture, wanted, &is_told);
    for (int i = 0; i < VARIANTS; i++) {
        long at = draws_between(&fixture->draws, 0, (int)n - 1);
        int bit = draws_between(&fixture->draws, 0, 7);
        sound[at] ^= (char)(1 << bit);
        fixture_write_file(fixture->path, sound, n);
        sound[at] ^= (char)(1 << bit);
        answer(fixture, now, &is_told);
        if (!is_told && strcmp(now, wanted) != 0) {
            print_message("# byte %ld of page %ld, bit %d: another answer\n", at % 4096,
                          at / 4096 + 1, bit);
            others++;
        }
    }
    assert_int_equal(others, 0);
    free(sound);
    free(wanted);
    free(now);
}

/* ---- a damaged log --------------------------------------------------------------------- */

/* An act that moves the number of draws on to `to`. */
static void draw_to(struct fixture *fixture, int to)
{
    struct act_row act = {
        .encounter = fixture->encounter, .label = "an act", .command = "roll"};
    struct event event = {.kind = EVENT_DICE_DRAWN,
                          .field = ENCOUNTER_DRAW,
                          .was_set = true,
                          .is_set = true,
                          .from = fixture->state.value[ENCOUNTER_DRAW],
                          .to = to,
                          .line = str_of("dice")};
    DONE(log_append(fixture->campaign, &act, &event, 1, &fixture->position, &err));
    state_apply(&fixture->state, &event);
}

static void play_draws(struct fixture *fixture, int acts)
{
    for (int i = 1; i <= acts; i++) {
        draw_to(fixture, i);
        keep_snapshot(fixture);
    }
    fixture_close(fixture);
}

static void reopen(struct fixture *fixture)
{
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
}

static bool count_lines(void *context, int place, const struct event *event)
{
    (void)place;
    (void)event;
    (*(int *)context)++;
    return true;
}

static void test_seals__a_new_value_of_3_for_7_is_found(void **state)
{
    struct fixture *fixture = *state;
    play_draws(fixture, 10);
    fixture_tamper(fixture, "UPDATE event SET new = 3 WHERE new = 7");
    reopen(fixture);
    assert_int_equal(fixture_verify(fixture->campaign), 3);
    fixture_close(fixture);
    reopen(fixture);
    static struct state past;
    state_init(&past, system_at(0));
    assert_int_equal(log_state(fixture->campaign, 1, 10, &past, &err), STATUS_DAMAGED);
    assert_string_equal(err.where, "act 7");
    assert_string_equal(err.text, "its events differ from what was written");
    /* As far as it is whole. */
    assert_int_equal(past.value[ENCOUNTER_DRAW], 6);
    DONE(log_state(fixture->campaign, 1, 6, &past, &err));
    assert_int_equal(past.value[ENCOUNTER_DRAW], 6);
    /* What is after it can be read. */
    struct act_row rows[16];
    int count = 0, lines = 0;
    DONE(log_rows(fixture->campaign, 1, 0, rows, 16, &count, &err));
    assert_int_equal(count, 10);
    for (int64_t act = 8; act <= 10; act++) {
        DONE(log_lines(fixture->campaign, act, count_lines, &lines, &err));
    }
    assert_int_equal(lines, 3);
    assert_int_equal(log_lines(fixture->campaign, 7, count_lines, &lines, &err),
                     STATUS_DAMAGED);
}

/* A successful check counts for one moment only: the next one checks again. */
static void test_seals__what_was_checked_is_checked_again_at_the_next_moment(void **state)
{
    struct fixture *fixture = *state;
    play_draws(fixture, 10);
    reopen(fixture);
    static struct state past;
    state_init(&past, system_at(0));
    int lines = 0;
    DONE(campaign_begin_reading(fixture->campaign, &err));
    DONE(log_state_by_fold(fixture->campaign, 1, 10, &past, &err));
    DONE(log_lines(fixture->campaign, 7, count_lines, &lines, &err));
    campaign_end_reading(fixture->campaign);
    assert_int_equal(lines, 1);
    fixture_tamper(fixture, "UPDATE event SET new = 3 WHERE new = 7");
    DONE(campaign_begin_reading(fixture->campaign, &err));
    assert_int_equal(log_lines(fixture->campaign, 7, count_lines, &lines, &err),
                     STATUS_DAMAGED);
    campaign_end_reading(fixture->campaign);
}

/* With valid checksums, an event must still have the right old value. */
static void test_seals__an_event_that_tells_wrongly_what_was_is_found(void **state)
{
    struct fixture *fixture = *state;
    play_draws(fixture, 10);
    fixture_tamper(fixture, "UPDATE event SET new = 3 WHERE new = 7");
    fixture_seal_again(fixture);
    reopen(fixture);
    static struct state past;
    state_init(&past, system_at(0));
    assert_int_equal(log_state(fixture->campaign, 1, 10, &past, &err), STATUS_DAMAGED);
    assert_string_equal(err.where, "event 8");
    assert_int_equal(past.value[ENCOUNTER_DRAW], 3);
}

static void assert_nothing_is_written(struct fixture *fixture)
{
    static const char word[] = "nothing more is written to it";
    struct act_row act = {.encounter = 1};
    struct position position;
    int64_t id = 0, rows = fixture_number(fixture, "SELECT count(*) FROM log");
    struct change change = {.thing = str_of("plan"), .field = str_of("text"), .is_set = true};
    DONE(log_position(fixture->campaign, 1, &position, &err));
    assert_int_equal(log_append(fixture->campaign, &act, NULL, 0, &position, &err),
                     STATUS_DAMAGED);
    assert_non_null(strstr(err.text, word));
    assert_non_null(strstr(err.text, "referee verify"));
    act.kind = ROW_UNDO;
    assert_int_equal(log_move(fixture->campaign, &act, 1, &position, &err), STATUS_DAMAGED);
    assert_int_equal(encounter_create(fixture->campaign, "new", "trilemma", 1, &id, &err),
                     STATUS_DAMAGED);
    assert_int_equal(encounter_open(fixture->campaign, 1, 1, &err), STATUS_DAMAGED);
    assert_int_equal(changes_append(fixture->campaign, 1, &change, 1, &id, &err),
                     STATUS_DAMAGED);
    assert_non_null(strstr(err.text, word));
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM log"), rows);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM opening"), 1);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM change"), 0);
}

static void test_seals__nothing_is_written_after_damage(void **state)
{
    struct fixture *fixture = *state;
    static const char *const damages[] = {
        "UPDATE log SET label = 'another' WHERE id = 10",
        "UPDATE log SET label = 'another' WHERE id = 8",
        "UPDATE event SET line = 'another' WHERE act = 9",
        "UPDATE opening SET at_ms = 5",
        "UPDATE encounter SET created_ms = 5",
        "UPDATE campaign SET seed = 5",
        "DELETE FROM log WHERE id = 10",
        "DELETE FROM event WHERE act = 10",
        "DELETE FROM log WHERE id = 8",
    };
    long n = 0;
    play_draws(fixture, 10);
    char *sound = fixture_read_file(fixture->path, &n);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        static struct state past;
        print_message("# %s\n", damages[i]);
        fixture_write_file(fixture->path, sound, n);
        fixture_tamper(fixture, damages[i]);
        reopen(fixture);
        state_init(&past, system_at(0));
        (void)!log_state(fixture->campaign, 1, 10, &past, &err);
        assert_non_null(campaign_damage(fixture->campaign));
        assert_true(campaign_damage(fixture->campaign)->where[0] != '\0');
        assert_nothing_is_written(fixture);
        fixture_close(fixture);
    }
    free(sound);
}

/* Rows of the same checksums, but taken out or put in another order. */
static void test_seals__rows_taken_out_or_put_elsewhere_are_found(void **state)
{
    struct fixture *fixture = *state;
    static const char *const damages[] = {
        "DELETE FROM log WHERE id = 5",
        ("UPDATE log SET id = 99 WHERE id = 5; UPDATE log SET id = 5 WHERE id = 6; "
         "UPDATE log SET id = 6 WHERE id = 99"),
        "DELETE FROM event WHERE act = 5",
        "UPDATE event SET n = n + 1 WHERE act = 5",
    };
    long n = 0;
    play_draws(fixture, 10);
    char *sound = fixture_read_file(fixture->path, &n);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        static struct state past;
        fixture_write_file(fixture->path, sound, n);
        fixture_tamper_by_force(fixture, damages[i]);
        reopen(fixture);
        state_init(&past, system_at(0));
        assert_int_equal(log_state(fixture->campaign, 1, 10, &past, &err), STATUS_DAMAGED);
        assert_int_equal(past.value[ENCOUNTER_DRAW], 4);
        assert_true(fixture_verify(fixture->campaign) > 0);
        fixture_close(fixture);
    }
    free(sound);
}

/* A row that refers to later rows, sealed as if the program had written it. */
/* The last row of a table is gone with its page, without a trace: no later row and no event
 * shows it. */
static void check_end(struct fixture *fixture, const char *sql, const char *where)
{
    long n = 0;
    char *sound = fixture_read_file(fixture->path, &n);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM newest"), 1);
    fixture_tamper_by_force(fixture, sql);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    const struct error *damage = campaign_damage(fixture->campaign);
    assert_non_null(damage);
    assert_string_equal(damage->where, where);
    assert_string_equal(damage->text, "rows are missing");
    fixture_close(fixture);
    DONE(
        campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_VERIFY, 0, games_find, &err));
    assert_true(fixture_verify(fixture->campaign) > 0);
    fixture_close(fixture);
    /* A file that an older version wrote last says nothing about its end. */
    fixture_tamper(fixture, "DELETE FROM newest");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_null(campaign_damage(fixture->campaign));
    fixture_close(fixture);
    fixture_write_file(fixture->path, sound, n);
    free(sound);
}

static void test_seals__a_last_row_that_is_gone_is_missed(void **state)
{
    struct fixture *fixture = *state;
    int64_t step = 0, other = 0;
    fixture_acts(fixture, 5);
    fixture_move(fixture, ROW_UNDO, 4);
    fixture_close(fixture);
    check_end(fixture, "DELETE FROM log WHERE id = 6", "the end of the log");
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_move(fixture, ROW_REDO, 5);
    fixture_close(fixture);
    check_end(fixture, "DELETE FROM log WHERE id = 7", "the end of the log");
    check_end(fixture, "DELETE FROM log WHERE id >= 6", "the end of the log");
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    struct change name = {.thing = str_of(CHANGE_ENCOUNTER),
                          .thing_id = fixture->encounter,
                          .field = str_of(CHANGE_NAME),
                          .is_set = true,
                          .new = str_of("bridge")};
    DONE(changes_append(fixture->campaign, 9, &name, 1, &step, &err));
    fixture_close(fixture);
    check_end(fixture, "DELETE FROM change WHERE id = 1", "the end of the changes");
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 7, &other, &err));
    fixture_close(fixture);
    check_end(fixture, "DELETE FROM opening WHERE id = 2", "the end of the openings");
    check_end(fixture, "DELETE FROM opening WHERE id = 2; DELETE FROM encounter WHERE id = 2",
              "the end of the encounters");
}

/* The page of the last row has its earlier contents: the row in its place is valid by
 * itself. */
static void test_seals__another_last_row_is_not_taken_for_it(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 5);
    fixture_move(fixture, ROW_UNDO, 4);
    fixture_close(fixture);
    int64_t was = fixture_number(fixture, "SELECT checksum FROM newest");
    int64_t row = fixture_number(fixture, "SELECT log_checksum FROM newest");
    char sql[300];
    fixture_tamper(fixture, "UPDATE log SET head = 3, depth = 3 WHERE id = 6");
    fixture_seal_again(fixture);
    snprintf(sql, sizeof sql,
             "INSERT INTO newest SELECT 1, 6, %" PRId64 ", 1, encounter.checksum, 1, "
             "opening.checksum, 0, 0, %" PRId64 " FROM encounter, opening",
             row, was);
    fixture_tamper(fixture, sql);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    const struct error *damage = campaign_damage(fixture->campaign);
    assert_non_null(damage);
    assert_string_equal(damage->text, "its last row differs from what was written");
}

/* A damaged record of the end is only ignored, and made again. */
static void test_seals__a_damaged_word_about_the_end_is_left_aside(void **state)
{
    struct fixture *fixture = *state;
    int encounters = 0;
    fixture_acts(fixture, 5);
    fixture_move(fixture, ROW_UNDO, 4);
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE newest SET log = 9");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_null(campaign_damage(fixture->campaign));
    assert_int_equal(fixture_verify(fixture->campaign), 1);
    DONE(campaign_rebuild(fixture->campaign, &encounters, &err));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    assert_int_equal(fixture_number(fixture, "SELECT log FROM newest"), 6);
}

static void test_seals__references_to_later_rows_do_not_loop(void **state)
{
    struct fixture *fixture = *state;
    static const char *const damages[] = {
        "UPDATE log SET previous = 9 WHERE id = 5", "UPDATE log SET parent = 9 WHERE id = 5",
        "UPDATE log SET previous = 5 WHERE id = 5", "UPDATE log SET parent = 5 WHERE id = 5",
        "UPDATE opening SET previous = 10",
    };
    long n = 0;
    play_draws(fixture, 10);
    char *sound = fixture_read_file(fixture->path, &n);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        static struct state past;
        struct act_row rows[64];
        int64_t before = 0;
        int count = 3, all = 0;
        fixture_write_file(fixture->path, sound, n);
        fixture_tamper(fixture, damages[i]);
        fixture_seal_again(fixture);
        reopen(fixture);
        while (count == 3) {
            DONE(log_rows(fixture->campaign, 1, before, rows, 3, &count, &err));
            before = count > 0 ? rows[count - 1].id : before;
            all += count;
            assert_in_range(all, 0, 10);
        }
        assert_true(all >= 9);
        state_init(&past, system_at(0));
        (void)!log_state(fixture->campaign, 1, 10, &past, &err);
        (void)fixture_verify(fixture->campaign);
        fixture_close(fixture);
    }
    free(sound);
}

/* ---- what is derived ------------------------------------------------------------------- */

static void test_seals__a_damaged_snapshot_is_not_used_and_is_made_again(void **state)
{
    struct fixture *fixture = *state;
    static const char *const damages[] = {
        "UPDATE snapshot SET state = zeroblob(length(state)) WHERE act = 64",
        ("UPDATE snapshot SET state = (SELECT state FROM snapshot WHERE act = 128) "
         "WHERE act = 64"),
        "UPDATE snapshot SET act = 65 WHERE act = 64",
        "UPDATE snapshot SET checksum = checksum + 1 WHERE act = 64",
        "UPDATE snapshot SET checksum = checksum + 1",
    };
    long n = 0;
    play_draws(fixture, 140);
    char *sound = fixture_read_file(fixture->path, &n);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        static struct state past;
        fixture_write_file(fixture->path, sound, n);
        fixture_tamper(fixture, damages[i]);
        reopen(fixture);
        state_init(&past, system_at(0));
        assert_string_equal(campaign_word(fixture->campaign), "");
        DONE(log_state(fixture->campaign, 1, 100, &past, &err));
        assert_int_equal(past.value[ENCOUNTER_DRAW], 100);
        assert_null(campaign_damage(fixture->campaign));
        assert_non_null(strstr(campaign_word(fixture->campaign), "rebuilt"));
        assert_string_equal(campaign_word(fixture->campaign), ""); /* told once */
        DONE(log_state(fixture->campaign, 1, 140, &past, &err));
        for (int k = 0; k < 2; k++) {
            DONE(log_keep_snapshot(fixture->campaign, 1, 140, &past, &err));
        }
        assert_int_equal(fixture_verify(fixture->campaign), 0);
        (void)campaign_word(fixture->campaign);
        DONE(log_state(fixture->campaign, 1, 100, &past, &err));
        assert_string_equal(campaign_word(fixture->campaign), "");
        fixture_close(fixture);
    }
    free(sound);
}

/* A snapshot belongs to an act as it was written, and is invalid after a change of it. */
static void test_seals__a_snapshot_of_another_log_is_not_used(void **state)
{
    struct fixture *fixture = *state;
    static struct state past;
    play_draws(fixture, 70);
    fixture_tamper(fixture, "UPDATE log SET label = 'another' WHERE id = 64");
    fixture_seal_again(fixture);
    reopen(fixture);
    state_init(&past, system_at(0));
    DONE(log_state(fixture->campaign, 1, 70, &past, &err));
    assert_int_equal(past.value[ENCOUNTER_DRAW], 70);
    assert_non_null(strstr(campaign_word(fixture->campaign), "rebuilt"));
}

/* ---- how it is written ----------------------------------------------------------------- */

/* By schema/checksums.md alone. */
static int put_number(unsigned char *out, int tag, int64_t value)
{
    out[0] = (unsigned char)tag;
    for (int i = 0; i < 8; i++) {
        out[1 + i] = (unsigned char)((uint64_t)value >> 8 * i);
    }
    return 9;
}

static int put_text(unsigned char *out, const char *text)
{
    int n = (int)strlen(text);
    put_number(out, 2, n);
    memcpy(out + 9, text, (size_t)n);
    return 9 + n;
}

static void test_seals__checksums_are_made_as_they_are_described(void **state)
{
    struct fixture *fixture = *state;
    unsigned char bytes[400];
    int n = put_text(bytes, "campaign");
    n += put_number(bytes + n, 1, 0);
    n += put_number(bytes + n, 1, 1);
    n += put_number(bytes + n, 1, -7); /* the seed, read as signed */
    int64_t campaign = (int64_t)XXH3_64bits(bytes, (size_t)n);
    assert_true(campaign == fixture_number(fixture, "SELECT checksum FROM campaign"));
    n = put_text(bytes, "encounter");
    n += put_number(bytes + n, 1, campaign);
    n += put_number(bytes + n, 1, 1);
    n += put_text(bytes + n, "ledge");
    n += put_text(bytes + n, "trilemma");
    n += put_number(bytes + n, 1, 1000);
    assert_true((int64_t)XXH3_64bits(bytes, (size_t)n) ==
                fixture_number(fixture, "SELECT checksum FROM encounter"));
    n = put_text(bytes, "opening");
    n += put_number(bytes + n, 1, campaign);
    n += put_number(bytes + n, 1, 1);
    n += put_number(bytes + n, 1, 1);
    n += put_number(bytes + n, 1, 1000);
    n += put_number(bytes + n, 1, 0);
    bytes[n++] = 0; /* NULL */
    assert_true((int64_t)XXH3_64bits(bytes, (size_t)n) ==
                fixture_number(fixture, "SELECT checksum FROM opening"));
    struct act_row act = {.encounter = 1};
    DONE(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err));
    assert_true((int64_t)XXH3_64bits(bytes, 0) ==
                fixture_number(fixture, "SELECT events_checksum FROM log"));
}

/* The time of an act decides which evening it belongs to. */
static void test_seals__the_time_of_a_changed_row_is_not_believed(void **state)
{
    struct fixture *fixture = *state;
    int count = 0;
    fixture_acts(fixture, 9);
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE log SET round = 1");
    fixture_seal_again(fixture);
    fixture_tamper(fixture, "UPDATE log SET at_ms = -9 WHERE id = 3");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find, &err));
    struct act_row row[10];
    DONE(log_rows_after(fixture->campaign, 0, row, 10, &count, &err));
    assert_int_equal(count, 9);
    for (int i = 0; i < count; i++) {
        assert_int_equal(row[i].id, i + 1);
        assert_int_equal(row[i].round, row[i].id == 3 ? 0 : 1); /* only its number is told */
    }
    assert_non_null(campaign_damage(fixture->campaign));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_seals__a_flipped_bit_is_reported_or_changes_no_answer),
        TEST(test_seals__a_byte_of_the_file_is_reported_or_changes_no_answer),
        TEST(test_seals__a_new_value_of_3_for_7_is_found),
        TEST(test_seals__what_was_checked_is_checked_again_at_the_next_moment),
        TEST(test_seals__an_event_that_tells_wrongly_what_was_is_found),
        TEST(test_seals__nothing_is_written_after_damage),
        TEST(test_seals__rows_taken_out_or_put_elsewhere_are_found),
        TEST(test_seals__a_last_row_that_is_gone_is_missed),
        TEST(test_seals__another_last_row_is_not_taken_for_it),
        TEST(test_seals__a_damaged_word_about_the_end_is_left_aside),
        TEST(test_seals__references_to_later_rows_do_not_loop),
        TEST(test_seals__a_damaged_snapshot_is_not_used_and_is_made_again),
        TEST(test_seals__a_snapshot_of_another_log_is_not_used),
        TEST(test_seals__checksums_are_made_as_they_are_described),
        TEST(test_seals__the_time_of_a_changed_row_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
