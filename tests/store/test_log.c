/* The log of a campaign: rows are read as they were written, whatever is done in between. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

/* ---- events ---------------------------------------------------------------------------- */

static void assert_str_equal(struct str a, struct str b)
{
    assert_int_equal(a.n, b.n);
    if (a.n > 0) {
        assert_memory_equal(a.p, b.p, (size_t)a.n);
    }
}

struct compare {
    const struct event *event;
    int count, seen;
};

static bool compare_event(void *context, const struct event *read)
{
    struct compare *compare = context;
    assert_true(compare->seen < compare->count);
    const struct event *wanted = &compare->event[compare->seen++];
    assert_int_equal(read->kind, wanted->kind);
    assert_int_equal(read->subject, wanted->subject);
    assert_int_equal(read->object, wanted->object);
    assert_int_equal(read->field, wanted->field);
    assert_int_equal(read->was_set, wanted->was_set);
    assert_int_equal(read->is_set, wanted->is_set);
    assert_int_equal(read->from, wanted->from);
    assert_int_equal(read->to, wanted->to);
    assert_str_equal(read->text_from, wanted->text_from);
    assert_str_equal(read->text_to, wanted->text_to);
    assert_str_equal(read->line, wanted->line);
    assert_str_equal(read->rules, wanted->rules);
    assert_str_equal(read->trace, wanted->trace);
    return true;
}

static void test_log__events_of_every_kind_are_read_as_they_were_written(void **state)
{
    struct fixture *fixture = *state;
    bool has_been[EVENT_KINDS] = {false};
    for (int i = 0; i < 300; i++) {
        fixture_acts(fixture, 1);
        struct compare compare = {.event = fixture->event, .count = fixture->events};
        for (int place = 0; place < fixture->events; place++) {
            DONE(log_event(fixture->campaign, fixture->position.head, place, compare_event,
                           &compare, &err));
        }
        assert_int_equal(compare.seen, fixture->events);
        for (int j = 0; j < fixture->events; j++) {
            has_been[fixture->event[j].kind] = true;
        }
    }
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        assert_true(has_been[kind]);
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_log__a_missing_event_is_reported(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 2);
    int64_t act = fixture->position.head;
    int places[] = {-1, fixture->events, INT_MAX};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            log_event(fixture->campaign, act, places[i], compare_event, NULL, &err),
            STATUS_MISSING);
    }
}

/* The lines are those of the act's events, at their places. */
struct lines {
    const struct event *event;
    int count, next, seen, stop_after;
};

static bool compare_line(void *context, int place, const struct event *read)
{
    struct lines *lines = context;
    while (lines->next < lines->count && lines->event[lines->next].line.n == 0) {
        lines->next++;
    }
    assert_true(lines->next < lines->count);
    const struct event *wanted = &lines->event[lines->next];
    assert_int_equal(place, lines->next++);
    assert_int_equal(read->kind, wanted->kind);
    assert_str_equal(read->line, wanted->line);
    assert_str_equal(read->rules, wanted->rules);
    lines->seen++;
    return lines->seen != lines->stop_after;
}

static void test_log__lines_of_an_act_are_those_of_its_events(void **state)
{
    struct fixture *fixture = *state;
    int seen = 0;
    int events = 0;
    for (int i = 0; i < 200; i++) {
        fixture_acts(fixture, 1);
        struct lines lines = {.event = fixture->event, .count = fixture->events};
        DONE(log_lines(fixture->campaign, fixture->position.head, compare_line, &lines, &err));
        for (int rest = lines.next; rest < lines.count; rest++) {
            assert_int_equal(lines.event[rest].line.n, 0);
        }
        seen += lines.seen;
        events += lines.count;
        struct lines first = {
            .event = fixture->event, .count = fixture->events, .stop_after = 1};
        DONE(log_lines(fixture->campaign, fixture->position.head, compare_line, &first, &err));
        assert_int_equal(first.seen, lines.seen > 0 ? 1 : 0);
    }
    assert_true(seen > 0 && seen < events);
}

static void test_log__every_field_of_every_system_has_a_name_that_finds_it(void **state)
{
    (void)state;
    static struct state names;
    for (int i = 0; i < systems_count(); i++) {
        state_init(&names, system_at(i));
        for (int field = 0; field < FIELD_SYSTEM + system_at(i)->attributes_count; field++) {
            assert_int_equal(state_field_find(&names, str_of(state_field_name(&names, field))),
                             field);
        }
    }
}

/* ---- rows ------------------------------------------------------------------------------ */

static void test_log__a_row_is_read_as_it_was_written(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 1);
    struct act_row wanted = {.encounter = fixture->encounter,
                             .round = 3,
                             .at_ms = 1700000000123,
                             .label = "Anka hits Pelican 1",
                             .command = "attack p1 14 4"};
    struct position before = fixture->position;
    DONE(log_append(fixture->campaign, &wanted, NULL, 0, &fixture->position, &err));
    struct act_row row;
    DONE(log_row(fixture->campaign, fixture->position.row, &row, &err));
    assert_int_equal(row.id, before.row + 1);
    assert_int_equal(row.kind, ROW_ACT);
    assert_int_equal(row.encounter, wanted.encounter);
    assert_int_equal(row.parent, before.head);
    assert_int_equal(row.head, row.id);
    assert_int_equal(row.round, 3);
    assert_int_equal(row.at_ms, wanted.at_ms);
    assert_string_equal(row.label, wanted.label);
    assert_string_equal(row.command, wanted.command);
    assert_int_equal(fixture->position.head, row.id);
    assert_int_equal(log_row(fixture->campaign, row.id + 1, &row, &err), STATUS_MISSING);
}

static void test_log__undo_and_redo_are_rows_and_a_new_act_makes_a_branch(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 3);
    struct state after_three = fixture->state;
    fixture_move(fixture, ROW_UNDO, 2);
    fixture_move(fixture, ROW_UNDO, 1);
    int64_t child = 0;
    DONE(log_newest_child(fixture->campaign, fixture->encounter, 1, &child, &err));
    assert_int_equal(child, 2);
    fixture_move(fixture, ROW_REDO, 2);
    fixture_move(fixture, ROW_REDO, 3);
    assert_true(state_equal(&fixture->state, &after_three));
    fixture_move(fixture, ROW_UNDO, 1);
    fixture_acts(fixture, 1);
    assert_int_equal(fixture->position.head, 9);
    DONE(log_newest_child(fixture->campaign, fixture->encounter, 1, &child, &err));
    assert_int_equal(child, 9);
    DONE(log_newest_child(fixture->campaign, fixture->encounter, 2, &child, &err));
    assert_int_equal(child, 3);
    DONE(log_newest_child(fixture->campaign, fixture->encounter, 3, &child, &err));
    assert_int_equal(child, 0);
    fixture_move(fixture, ROW_UNDO, 0);
    static struct state start;
    state_init(&start, system_at(0));
    assert_true(state_equal(&fixture->state, &start));
    DONE(log_newest_child(fixture->campaign, fixture->encounter, 0, &child, &err));
    assert_int_equal(child, 1);
    fixture_acts(fixture, 1);
    DONE(log_newest_child(fixture->campaign, fixture->encounter, 0, &child, &err));
    assert_int_equal(child, 11);
    fixture_move(fixture, ROW_REWIND, 3);
    assert_true(state_equal(&fixture->state, &after_three));
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_log__rows_are_read_backwards_in_pieces(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 7);
    fixture_move(fixture, ROW_UNDO, 6);
    int64_t other = 0;
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 2000, &other, &err));
    struct act_row act = {.encounter = other};
    struct position position = {0};
    DONE(log_append(fixture->campaign, &act, NULL, 0, &position, &err));
    DONE(encounter_open(fixture->campaign, fixture->encounter, 3000, &err));
    fixture_acts(fixture, 2);
    static const int64_t wanted[] = {11, 10, 8, 7, 6, 5, 4, 3, 2, 1};
    struct act_row rows[4];
    int count = 0, seen = 0;
    int64_t before = 0;
    do {
        DONE(log_rows(fixture->campaign, fixture->encounter, before, rows, 4, &count, &err));
        for (int i = 0; i < count; i++) {
            assert_int_equal(rows[i].id, wanted[seen++]);
        }
        before = count == 0 ? 0 : rows[count - 1].id;
    } while (count == 4);
    assert_int_equal(seen, 10);
    DONE(log_rows(fixture->campaign, fixture->encounter, 1, rows, 4, &count, &err));
    assert_int_equal(count, 0);
    assert_int_equal(log_rows(fixture->campaign, other, 3, rows, 4, &count, &err),
                     STATUS_MISSING);
}

static void test_log__the_head_moves_to_acts_of_its_encounter_only(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 2);
    fixture_move(fixture, ROW_UNDO, 1);
    int64_t other = 0;
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 2000, &other, &err));
    struct act_row move = {.kind = ROW_REWIND, .encounter = other};
    struct position position = {0};
    assert_int_equal(log_move(fixture->campaign, &move, 1, &position, &err), STATUS_MISSING);
    DONE(encounter_open(fixture->campaign, fixture->encounter, 3000, &err));
    move.encounter = fixture->encounter;
    assert_int_equal(log_move(fixture->campaign, &move, 3, &fixture->position, &err),
                     STATUS_MISSING); /* row 3 is the undo */
    assert_int_equal(log_move(fixture->campaign, &move, 77, &fixture->position, &err),
                     STATUS_MISSING);
    assert_int_equal(fixture->position.row, 3);
    fixture_acts(fixture, 1);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void assert_ways(struct fixture *fixture, int64_t head, int64_t undo, int64_t redo)
{
    struct log_way way;
    DONE(log_undo(fixture->campaign, fixture->encounter, head, &way, &err));
    assert_int_equal(way.to, undo);
    DONE(log_redo(fixture->campaign, fixture->encounter, head, &way, &err));
    assert_int_equal(way.to, redo);
}

/* Acts 1 to 3; row 4 goes back to act 1, and acts 5 and 6 stand in place of 2 and 3. */
static void test_log__a_correction_is_one_step_of_undo_and_redo(void **state)
{
    struct fixture *fixture = *state;
    struct corrected_act acts[2] = {
        {.row = {.encounter = fixture->encounter, .label = "one"}},
        {.row = {.encounter = fixture->encounter, .label = "two"}, .line = str_of("a line")}};
    struct act_row move = {
        .kind = ROW_REWIND, .encounter = fixture->encounter, .label = "the correction"};
    fixture_acts(fixture, 3);
    assert_ways(fixture, 3, 2, -1);
    DONE(log_correct(fixture->campaign, &move, 1, acts, 2, &fixture->position, &err));
    assert_int_equal(fixture->position.head, 6);
    assert_ways(fixture, 6, 3, -1);
    assert_ways(fixture, 3, 2, 6);
    struct log_way way;
    DONE(log_redo(fixture->campaign, fixture->encounter, 3, &way, &err));
    assert_string_equal(way.label, "the correction");
    /* Redo never leads into the middle of one. */
    assert_ways(fixture, 1, 0, 2);
    assert_ways(fixture, 5, 1, -1);
    /* A newer act after the corrected one comes before it. */
    DONE(log_state(fixture->campaign, fixture->encounter, 3, &fixture->state, &err));
    fixture_move(fixture, ROW_UNDO, 3);
    fixture_acts(fixture, 1);
    assert_ways(fixture, 3, 2, 8);
    assert_ways(fixture, 6, 3, -1);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_log__a_correction_is_written_whole_or_not_at_all(void **state)
{
    struct fixture *fixture = *state;
    struct corrected_act act = {.row = {.encounter = fixture->encounter, .label = "one"}};
    struct act_row move = {.kind = ROW_REWIND, .encounter = fixture->encounter};
    fixture_acts(fixture, 2);
    struct position stale = {.head = 1, .row = 1};
    assert_int_equal(log_correct(fixture->campaign, &move, 1, &act, 1, &stale, &err),
                     STATUS_CONFLICT);
    assert_int_equal(
        log_correct(fixture->campaign, &move, 77, &act, 1, &fixture->position, &err),
        STATUS_MISSING);
    assert_int_equal(fixture->position.row, 2);
    struct position now;
    DONE(log_position(fixture->campaign, fixture->encounter, &now, &err));
    assert_int_equal(now.row, 2);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* The newest child by a walk over everything. */
static int64_t newest_child_by_search(struct fixture *fixture, int64_t encounter,
                                      int64_t parent, int64_t last)
{
    struct act_row row;
    for (int64_t id = last; id > 0; id--) {
        DONE(log_row(fixture->campaign, id, &row, &err));
        if (row.kind == ROW_ACT && row.encounter == encounter && row.parent == parent) {
            return id;
        }
    }
    return 0;
}

/* The result of a long random use of a campaign, by row of the log. */
enum { RANDOM_STEPS = 400, RANDOM_ROWS = 2 * RANDOM_STEPS };

static struct {
    int64_t encounters[2];
    int64_t encounter[RANDOM_ROWS]; /* of an act; 0: the row is none */
    struct state after[RANDOM_ROWS];
} history;

static void restart(struct fixture *fixture)
{
    fixture_close(fixture);
    fixture_reopen(fixture, CAMPAIGN_WRITE);
}

static void act_and_remember(struct fixture *fixture)
{
    fixture_acts(fixture, 1);
    history.after[fixture->position.row] = fixture->state;
    history.encounter[fixture->position.row] = fixture->encounter;
    DONE(log_keep_snapshot(fixture->campaign, fixture->encounter, fixture->position.head,
                           &fixture->state, &err));
}

/* An act, an undo, a redo, a rewind, a restart, or a change of the encounter. */
static void random_step(struct fixture *fixture)
{
    int what = draws_between(&fixture->draws, 0, 19);
    int64_t head = fixture->position.head, last = fixture->position.row, child = 0;
    if (what == 0) {
        restart(fixture);
    } else if (what == 1) {
        int64_t next = history.encounters[draws_between(&fixture->draws, 0, 1)];
        DONE(encounter_open(fixture->campaign, next, 1, &err));
        restart(fixture);
    } else if (what < 6 && head != 0) {
        struct act_row row;
        DONE(log_row(fixture->campaign, head, &row, &err));
        fixture_move(fixture, ROW_UNDO, row.parent);
    } else if (what == 6 && last != 0) {
        int64_t target = draws_between(&fixture->draws, 1, (int)last);
        if (history.encounter[target] == fixture->encounter) {
            fixture_move(fixture, ROW_REWIND, target);
        }
    } else if (what < 9) {
        DONE(log_newest_child(fixture->campaign, fixture->encounter, head, &child, &err));
        if (child != 0) {
            fixture_move(fixture, ROW_REDO, child);
        }
    } else {
        act_and_remember(fixture);
    }
}

static void assert_newest_child(struct fixture *fixture, int64_t encounter, int64_t act,
                                int64_t last)
{
    int64_t child = 0;
    DONE(log_newest_child(fixture->campaign, encounter, act, &child, &err));
    assert_int_equal(child, newest_child_by_search(fixture, encounter, act, last));
}

static void assert_past(struct fixture *fixture, int64_t act)
{
    static struct state past;
    int64_t encounter = history.encounter[act];
    state_init(&past, state_system(&history.after[act]));
    DONE(log_state(fixture->campaign, encounter, act, &past, &err));
    assert_true(state_equal(&past, &history.after[act]));
    DONE(log_state_by_fold(fixture->campaign, encounter, act, &past, &err));
    assert_true(state_equal(&past, &history.after[act]));
}

static void test_log__whatever_is_done_every_act_gives_its_state_back(void **state)
{
    struct fixture *fixture = *state;
    memset(&history, 0, sizeof history);
    history.encounters[0] = fixture->encounter;
    DONE(encounter_create(fixture->campaign, "stairs", "four-against-darkness", 1,
                          &history.encounters[1], &err));
    DONE(encounter_open(fixture->campaign, fixture->encounter, 1, &err));
    for (int i = 0; i < RANDOM_STEPS; i++) {
        random_step(fixture);
        if (fixture->position.head != 0) {
            assert_true(state_equal(&fixture->state, &history.after[fixture->position.head]));
        }
    }
    struct act_row newest;
    int count = 0;
    DONE(log_rows(fixture->campaign, fixture->encounter, 0, &newest, 1, &count, &err));
    assert_int_equal(count, 1);
    assert_newest_child(fixture, history.encounters[0], 0, newest.id);
    assert_newest_child(fixture, history.encounters[1], 0, newest.id);
    for (int64_t act = 1; act <= newest.id; act++) {
        if (history.encounter[act] != 0) {
            assert_newest_child(fixture, history.encounter[act], act, newest.id);
            assert_past(fixture, act);
        }
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* ---- two tables ------------------------------------------------------------------------ */

static void test_log__two_tables_on_one_campaign_do_not_write_over_each_other(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 2);
    struct campaign *other = NULL;
    DONE(campaign_open(&other, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    struct position known = fixture->position;
    assert_false(campaign_has_changed(other));
    fixture_acts(fixture, 1);
    assert_true(campaign_has_changed(other));
    assert_false(campaign_has_changed(other));
    assert_false(campaign_has_changed(fixture->campaign));
    struct act_row act = {.encounter = fixture->encounter, .label = "late"};
    assert_int_equal(log_append(other, &act, NULL, 0, &known, &err), STATUS_CONFLICT);
    assert_int_equal(known.row, 2);
    struct act_row move = {.kind = ROW_UNDO, .encounter = fixture->encounter};
    assert_int_equal(log_move(other, &move, 1, &known, &err), STATUS_CONFLICT);
    DONE(log_position(other, fixture->encounter, &known, &err));
    assert_int_equal(known.row, 3);
    DONE(log_append(other, &act, NULL, 0, &known, &err));
    /* Undone to where the first program thinks it is: the head is the same, the row is not. */
    DONE(log_move(other, &move, 3, &known, &err));
    assert_int_equal(log_append(fixture->campaign, &act, NULL, 0, &fixture->position, &err),
                     STATUS_CONFLICT);
    campaign_close(other);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_log__a_table_whose_encounter_was_parked_learns_of_it(void **state)
{
    struct fixture *fixture = *state;
    fixture_acts(fixture, 2);
    struct campaign *other = NULL;
    DONE(campaign_open(&other, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    int64_t id = 0;
    DONE(encounter_create(other, "stairs", "trilemma", 5, &id, &err));
    assert_int_equal(fixture_act(fixture, &err), STATUS_CONFLICT);
    assert_non_null(strstr(err.text, "another encounter"));
    DONE(encounter_open(other, fixture->encounter, 6, &err));
    fixture_acts(fixture, 1);
    campaign_close(other);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_log__events_of_every_kind_are_read_as_they_were_written),
        TEST(test_log__a_missing_event_is_reported),
        TEST(test_log__lines_of_an_act_are_those_of_its_events),
        cmocka_unit_test(test_log__every_field_of_every_system_has_a_name_that_finds_it),
        TEST(test_log__a_row_is_read_as_it_was_written),
        TEST(test_log__undo_and_redo_are_rows_and_a_new_act_makes_a_branch),
        TEST(test_log__rows_are_read_backwards_in_pieces),
        TEST(test_log__the_head_moves_to_acts_of_its_encounter_only),
        TEST(test_log__a_correction_is_one_step_of_undo_and_redo),
        TEST(test_log__a_correction_is_written_whole_or_not_at_all),
        TEST(test_log__whatever_is_done_every_act_gives_its_state_back),
        TEST(test_log__two_tables_on_one_campaign_do_not_write_over_each_other),
        TEST(test_log__a_table_whose_encounter_was_parked_learns_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
