/* Verifying: a sound campaign has no faults, and each fault is found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

/* Two encounters, branches, moves; snapshots. */
static void play(struct fixture *fixture)
{
    static struct state after[400];
    int64_t other = 0;
    for (int i = 0; i < 150; i++) {
        fixture_acts(fixture, 1);
        after[fixture->position.row] = fixture->state;
        DONE(log_keep_snapshot(fixture->campaign, fixture->encounter, fixture->position.head,
                               &fixture->state, &err));
    }
    fixture_move(fixture, ROW_REWIND, 20);
    fixture_acts(fixture, 5);
    fixture_move(fixture, ROW_REWIND, 100);
    assert_true(state_equal(&fixture->state, &after[100]));
    fixture_acts(fixture, 5);
    DONE(encounter_create(fixture->campaign, "stairs", "four-against-darkness", 5, &other,
                          &err));
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    fixture_acts(fixture, 5);
    DONE(encounter_open(fixture->campaign, 1, 6, &err));
}

static void test_verify__a_sound_campaign_has_nothing_wrong(void **state)
{
    struct fixture *fixture = *state;
    play(fixture);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
    fixture_tamper(fixture, "DELETE FROM snapshot");
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

struct complaints {
    int count;
    char first[1200];
};

static void keep_first(void *context, const struct fault *fault)
{
    struct complaints *complaints = context;
    if (complaints->count++ == 0) {
        snprintf(complaints->first, sizeof complaints->first, "%s: %s; %s", fault->where,
                 fault->what, fault->next);
    }
}

/* What is done to a sound campaign. */
static const struct {
    const char *sql;
    const char *word; /* in the first complaint */
} changes[] = {
    {"DELETE FROM event WHERE id = (SELECT max(id) FROM event)", "event"},
    {"DELETE FROM event WHERE id = 40", "event"},
    {"DELETE FROM log WHERE id = 77", "row"},
    {"DELETE FROM opening WHERE id = 2", "not the open one"},
    {"UPDATE opening SET after = after - 1 WHERE id = 2", "not the open one"},
    {"UPDATE opening SET after = after + 1 WHERE id = 2", "not the open one"},
    {"UPDATE opening SET previous = NULL WHERE id = 3", "opening 3"},
    {"UPDATE event SET kind = 'exploded' WHERE id = 41", "event 41"},
    {"UPDATE event SET field = 'charm' WHERE id = (SELECT min(id) FROM event "
     "WHERE kind = 'hp_changed')",
     "charm"},
    {"UPDATE event SET new = 3000000000 WHERE id = 41", "event 41"},
    {"UPDATE event SET old = 3000000000 WHERE id = 41", "event 41"},
    {"UPDATE event SET object = 3000000000 WHERE id = 41", "event 41"},
    {"UPDATE event SET old = -3000000000 WHERE id = 41", "event 41"},
    {"UPDATE event SET subject = 256 WHERE id = (SELECT min(id) FROM event "
     "WHERE kind = 'hp_changed')",
     "does not fit"},
    {"UPDATE event SET old = ifnull(old, 0) + 1 WHERE id = (SELECT min(id) FROM event "
     "WHERE kind = 'hp_changed')",
     "was there before"},
    {"UPDATE event SET n = n + 9 WHERE id = 41", "event 41"},
    {"UPDATE event SET act = 99999 WHERE id = 41", "missing"},
    {"UPDATE log SET parent = 3 WHERE id = 30", "row 30"},
    {"UPDATE log SET depth = 9 WHERE id = 30", "row 30"},
    {"UPDATE log SET acts = 9 WHERE id = 30", "row 30"},
    {"UPDATE log SET previous = 9 WHERE id = 30", "row 30"},
    {"UPDATE log SET first_event = first_event + 1 WHERE id = 30", "row 30"},
    {"UPDATE log SET encounter = 2 WHERE id = 30", "row 30"},
    {"UPDATE log SET encounter = -1 WHERE id = 30", "row"},
    {"UPDATE log SET encounter = 9223372036854775807 WHERE id = 30", "row"},
    {"UPDATE log SET first_event = 9223372036854775807 WHERE id = 30", "row 30"},
    {"UPDATE log SET at_ms = 9223372036854775807 WHERE id = 30", "row 30"},
    {"UPDATE log SET id = 9223372036854775807, head = CASE kind WHEN 'act' THEN "
     "9223372036854775807 ELSE head END WHERE id = (SELECT max(id) FROM log)",
     "missing"},
    {"UPDATE opening SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM opening)",
     "opening"},
    {"UPDATE log SET head = 151 WHERE id = 151", "row 151"},
    {"UPDATE log SET depth = depth + 1 WHERE id = 151", "row 151"},
    {"UPDATE log SET head = (SELECT min(id) FROM log WHERE kind <> 'act') "
     "WHERE id = (SELECT max(id) FROM log WHERE kind <> 'act')",
     "row"},
    {"UPDATE encounter SET system = 'chess' WHERE id = 1", "chess"},
    {"UPDATE snapshot SET state = (SELECT state FROM snapshot WHERE act = 128) "
     "WHERE act = 64",
     "act 64"},
};

static void test_verify__whatever_was_changed_is_found(void **state)
{
    struct fixture *fixture = *state;
    play(fixture);
    fixture_close(fixture);
    long n = 0;
    char *sound = fixture_read_file(fixture->path, &n);
    enum { ROWS = sizeof changes / sizeof changes[0] };
    /* Found by its checksum; and with a valid checksum, by its contents. */
    for (int i = 0; i < 2 * ROWS; i++) {
        const char *sql = changes[i % ROWS].sql, *word = i < ROWS ? "" : changes[i % ROWS].word;
        fixture_write_file(fixture->path, sound, n);
        fixture_tamper(fixture, sql);
        if (i >= ROWS) {
            fixture_seal_again(fixture);
        }
        DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0, games_find,
                           &err));
        struct complaints complaints = {0};
        enum status status = campaign_verify(fixture->campaign, keep_first, &complaints, &err);
        if (status != STATUS_OK || complaints.count == 0 ||
            strstr(complaints.first, word) == NULL) {
            fail_msg("%s: %d complaints, the first: %s", sql, complaints.count,
                     complaints.first);
        }
        fixture_close(fixture);
    }
    free(sound);
}

/* Bytes of the file are flipped, a page at a time: nothing crashes, and only bytes without data
 * are not found (the rest of a page, say). */
static void test_verify__broken_pages_are_found_or_reported(void **state)
{
    struct fixture *fixture = *state;
    play(fixture);
    fixture_close(fixture);
    long n = 0;
    int found = 0, tried = 0;
    char *sound = fixture_read_file(fixture->path, &n);
    char *broken = malloc((size_t)n);
    assert_non_null(broken);
    for (long page = 4096; page < n; page += 4096) {
        memcpy(broken, sound, (size_t)n);
        for (int i = 0; i < 40; i++) {
            broken[page + draws_between(&fixture->draws, 0, 4095)] ^=
                (char)(1 << draws_between(&fixture->draws, 0, 7));
        }
        fixture_write_file(fixture->path, broken, n);
        struct complaints complaints = {0};
        tried++;
        enum status status = campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_READ, 0,
                                           games_find, &err);
        if (status == STATUS_OK) {
            status = campaign_verify(fixture->campaign, keep_first, &complaints, &err);
            fixture_close(fixture);
        }
        found += status != STATUS_OK || complaints.count > 0;
    }
    assert_true(tried > 20);
    assert_true(found * 10 > tried * 8);
    free(sound);
    free(broken);
}

/* ---- beside a writer ------------------------------------------------------------------- */

struct writer {
    struct fixture *fixture;
    struct complaints complaints;
};

/* Acts are written by another connection just now. */
static void write_meanwhile(void *context, const struct fault *fault)
{
    struct writer *writer = context;
    keep_first(&writer->complaints, fault);
    fixture_acts(writer->fixture, 3);
}

/* The first row has a fault, so that the writer gets its turn in the middle: nothing else may
 * be found, however much the log grows meanwhile. */
static void test_verify__rows_written_meanwhile_are_not_a_fault(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 20);
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE log SET acts = 9 WHERE id = 1");
    fixture_seal_again(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    struct campaign *reader = NULL;
    DONE(campaign_open(&reader, fixture->path, CAMPAIGN_VERIFY, 0, games_find, &err));
    struct complaints alone = {0};
    DONE(campaign_verify(reader, keep_first, &alone, &err));
    struct writer writer = {.fixture = fixture};
    DONE(campaign_verify(reader, write_meanwhile, &writer, &err));
    assert_int_equal(alone.count, 2); /* the row, and the one that counts on from it */
    assert_int_equal(writer.complaints.count, alone.count);
    assert_int_equal(fixture->position.row, 26);
    campaign_close(reader);
}

enum { ACTS_A_RUN = 5, RUNS = 200 };

/* For each byte received, some acts and a byte back; ends when no more come. */
static void write_when_asked(struct fixture *fixture, int from, int to)
{
    char byte;
    fixture_reopen(fixture, CAMPAIGN_WRITE);
    while (read(from, &byte, 1) == 1) {
        for (int i = 0; i < ACTS_A_RUN; i++) {
            if (fixture_act(fixture, &err) != STATUS_OK) {
                _exit(1);
            }
            campaign_tidy(fixture->campaign);
        }
        if (write(to, &byte, 1) != 1) {
            _exit(2);
        }
    }
    fixture_close(fixture);
    _exit(0);
}

/* Another process writes while this one verifies: each run is told to write, and the file is
 * verified while it does. */
static void test_verify__beside_a_writer_there_is_no_false_alarm(void **state)
{
    struct fixture *fixture = *state;
    int asked[2], done[2], status = 0;
    char byte = 'w';
    fixture_acts(fixture, 5);
    fixture_close(fixture);
    assert_int_equal(pipe(asked), 0);
    assert_int_equal(pipe(done), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(asked[1]);
        close(done[0]);
        write_when_asked(fixture, asked[0], done[1]);
    }
    close(asked[0]);
    close(done[1]);
    for (int run = 0; run < RUNS; run++) {
        struct campaign *reader = NULL;
        assert_int_equal(write(asked[1], &byte, 1), 1);
        DONE(campaign_open(&reader, fixture->path, CAMPAIGN_VERIFY, 0, games_find, &err));
        assert_int_equal(fixture_verify(reader), 0);
        campaign_close(reader);
        assert_int_equal(read(done[0], &byte, 1), 1);
    }
    close(asked[1]);
    close(done[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    fixture_reopen(fixture, CAMPAIGN_READ);
    assert_int_equal(fixture->position.row, 5 + ACTS_A_RUN * RUNS);
}

/* ---- in steps -------------------------------------------------------------------------- */

/* Between two steps the campaign is written to, and the new rows are verified as well. */
static void test_verify__in_steps_it_finds_the_same(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 60);
    struct complaints complaints = {0};
    struct verification *run = NULL;
    bool is_done = false;
    int steps = 0;
    DONE(verification_begin(&run, fixture->campaign, keep_first, &complaints, &err));
    for (; !is_done; steps++) {
        DONE(verification_step(run, 10, &is_done, &err));
        if (steps < 5) {
            fixture_acts(fixture, 1);
        }
    }
    verification_end(run);
    assert_int_equal(complaints.count, 0);
    assert_int_equal(steps, 1 + 7 + 7); /* the file, 65 rows, and all checksums */
}

static void test_verify__after_a_hundred_faults_it_says_that_there_are_more(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 150);
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE log SET acts = acts + id");
    struct complaints complaints = {0};
    fixture_reopen(fixture, CAMPAIGN_READ);
    DONE(campaign_verify(fixture->campaign, keep_first, &complaints, &err));
    assert_int_equal(complaints.count, VERIFY_FAULTS_MAX + 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_verify__a_sound_campaign_has_nothing_wrong),
        TEST(test_verify__whatever_was_changed_is_found),
        TEST(test_verify__broken_pages_are_found_or_reported),
        TEST(test_verify__rows_written_meanwhile_are_not_a_fault),
        TEST(test_verify__beside_a_writer_there_is_no_false_alarm),
        TEST(test_verify__in_steps_it_finds_the_same),
        TEST(test_verify__after_a_hundred_faults_it_says_that_there_are_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
