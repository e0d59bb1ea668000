/* Changes outside the fights: present values, steps that are undone as a whole, and names that
 * can be used again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/changes.h"
#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

static struct change set(const char *thing, int64_t id, const char *field, const char *value)
{
    return (struct change){.thing = str_of(thing),
                           .thing_id = id,
                           .field = str_of(field),
                           .is_set = value != NULL,
                           .new = str_of(value == NULL ? "" : value),
                           .line = str_of("a line")};
}

static int64_t append(struct fixture *fixture, const struct change *changes, int count)
{
    int64_t step = 0;
    DONE(changes_append(fixture->campaign, 1700000000000, changes, count, &step, &err));
    return step;
}

static int64_t change_one(struct fixture *fixture, const char *thing, int64_t id,
                          const char *field, const char *value)
{
    struct change change = set(thing, id, field, value);
    return append(fixture, &change, 1);
}

struct told {
    int count;
    char text[2000];
};

static bool keep_change(void *context, const struct change *change)
{
    struct told *told = context;
    struct text text = text_over(told->text, sizeof told->text);
    text_add(&text, "%s%.*s", change->is_set ? "" : "unset", change->new.n, change->new.p);
    told->count++;
    return true;
}

/* "never" when it never had a value, "unset" when it has none now. */
static void assert_value(struct fixture *fixture, const char *thing, int64_t id,
                         const char *field, const char *wanted)
{
    struct told told = {.text = "never"};
    enum status status = changes_value(fixture->campaign, str_of(thing), id, str_of(field),
                                       keep_change, &told, &err);
    assert_int_equal(status, strcmp(wanted, "never") == 0 ? STATUS_MISSING : STATUS_OK);
    assert_string_equal(told.text, wanted);
}

static void assert_name(struct fixture *fixture, int64_t id, const char *wanted)
{
    struct encounter_row rows[8];
    int count = 0;
    DONE(encounter_list(fixture->campaign, rows, 8, 0, &count, &err));
    assert_in_range(count, id, 8);
    assert_string_equal(rows[id - 1].name, wanted);
}

static int64_t make(struct fixture *fixture, const char *name)
{
    int64_t id = 0;
    DONE(encounter_create(fixture->campaign, name, "trilemma", 5, &id, &err));
    return id;
}

static void reopen(struct fixture *fixture)
{
    fixture_close(fixture);
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
}

/* ---- values ---------------------------------------------------------------------------- */

static void test_changes__the_newest_change_of_a_field_is_its_value(void **state)
{
    struct fixture *fixture = *state;
    assert_value(fixture, "plan", 0, "text", "never");
    change_one(fixture, "plan", 0, "text", "over the bridge");
    change_one(fixture, "plan", 0, "title", "");
    change_one(fixture, "remark", 3, "text", "the cook lies");
    change_one(fixture, "remark", 4, "text", "no exit");
    change_one(fixture, "plan", 0, "text", "under the bridge");
    for (int i = 0; i < 2; i++) {
        assert_value(fixture, "plan", 0, "text", "under the bridge");
        assert_value(fixture, "plan", 0, "title", "");
        assert_value(fixture, "plan", 1, "text", "never");
        assert_value(fixture, "remark", 3, "text", "the cook lies");
        assert_value(fixture, "remark", 4, "text", "no exit");
        reopen(fixture);
    }
    change_one(fixture, "plan", 0, "text", NULL);
    assert_value(fixture, "plan", 0, "text", "unset");
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM change WHERE old IS NULL"),
                     4);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM change WHERE new IS NULL "
                                             "AND old = 'under the bridge' AND step = 6"),
                     1);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static bool keep_places(void *context, const struct change *change)
{
    text_add(context, "%lld ", (long long)change->after);
    return true;
}

/* Whatever the clock says: it is that of a fixture, the same for all. */
static void test_changes__each_knows_the_newest_act_before_it(void **state)
{
    struct fixture *fixture = *state;
    TEXT_BUFFER(places, 100);
    change_one(fixture, "plan", 0, "text", "before everything");
    fixture_acts(fixture, 3);
    change_one(fixture, "plan", 0, "text", "after the third act");
    change_one(fixture, "plan", 0, "text", "and again");
    fixture_move(fixture, ROW_UNDO, 2);
    change_one(fixture, "plan", 0, "text", "after the move");
    DONE(changes_list(fixture->campaign, 0, keep_places, &places, &err));
    assert_string_equal(places.p, "0 3 3 4 ");
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_changes__many_things_are_each_found(void **state)
{
    struct fixture *fixture = *state;
    char value[16];
    for (int i = 0; i < 120; i++) {
        snprintf(value, sizeof value, "%d", i);
        change_one(fixture, i % 2 == 0 ? "remark" : "kind", i * 37 % 60, "text", value);
    }
    reopen(fixture);
    for (int i = 60; i < 120; i++) {
        snprintf(value, sizeof value, "%d", i);
        assert_value(fixture, i % 2 == 0 ? "remark" : "kind", i * 37 % 60, "text", value);
    }
}

static bool count_change(void *context, const struct change *change)
{
    struct told *told = context;
    assert_int_equal(change->at_ms, 1700000000000);
    assert_true(str_equal(change->line, "a line"));
    assert_int_equal(change->id, ++told->count);
    return told->count < 3;
}

static void test_changes__all_are_listed_in_order(void **state)
{
    struct fixture *fixture = *state;
    struct told told = {.count = 0};
    for (int i = 0; i < 5; i++) {
        change_one(fixture, "plan", i, "text", "somewhere");
    }
    DONE(changes_list(fixture->campaign, 0, count_change, &told, &err));
    assert_int_equal(told.count, 3);
    DONE(changes_list(fixture->campaign, 3, count_change, &told, &err));
    assert_int_equal(told.count, 4);
}

static void test_changes__what_cannot_be_kept_is_refused(void **state)
{
    struct fixture *fixture = *state;
    int64_t step = 0;
    char longer[CAMPAIGN_NAME_SIZE + 1];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    const struct change wrong[] = {
        set("", 0, "text", "a"),
        set("plan", 0, "", "a"),
        set("a thing with far too long a name", 0, "text", "a"),
        set("plan", 0, "a field with a name that is longer than any name may be", "a"),
        set("encounter", 1, "head", "x"),
        set("encounter", 1, "head", NULL),
        set("encounter", 9, "name", "a"),
        set("encounter", 1, "name", ""),
        set("encounter", 1, "name", longer),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(changes_append(fixture->campaign, 1, &wrong[i], 1, &step, &err),
                         STATUS_USAGE);
    }
    assert_value(fixture, "", 0, "text", "never");
    assert_value(fixture, "a thing with far too long a name", 0, "text", "never");
    const struct change twice[] = {set("plan", 0, "text", "a"), set("plan", 0, "text", "b")};
    assert_int_equal(changes_append(fixture->campaign, 1, twice, 2, &step, &err), STATUS_USAGE);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM change"), 0);
    assert_name(fixture, 1, "ledge");
}

/* ---- steps ----------------------------------------------------------------------------- */

static void test_changes__a_step_is_undone_whole_and_that_is_undone_too(void **state)
{
    struct fixture *fixture = *state;
    change_one(fixture, "plan", 0, "text", "first");
    const struct change step_of_two[] = {set("plan", 0, "text", "second"),
                                         set("party", 1, "share", "3")};
    int64_t step = append(fixture, step_of_two, 2), undoing = 0, again = 0;
    assert_int_equal(step, 2);
    DONE(changes_undo(fixture->campaign, 2, step, str_of("undone"), &undoing, &err));
    assert_int_equal(undoing, 3);
    assert_value(fixture, "plan", 0, "text", "first");
    assert_value(fixture, "party", 1, "share", "unset");
    assert_int_equal(fixture_number(fixture,
                                    "SELECT count(*) FROM change WHERE step = 3 "
                                    "AND trace = '{\"undoes\":2}' AND line = 'undone'"),
                     2);
    DONE(changes_undo(fixture->campaign, 3, undoing, str_of("redone"), &again, &err));
    assert_value(fixture, "plan", 0, "text", "second");
    assert_value(fixture, "party", 1, "share", "3");
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM change"), 7);
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static void test_changes__what_was_changed_since_is_not_undone(void **state)
{
    struct fixture *fixture = *state;
    int64_t undoing = 0;
    const struct change step_of_two[] = {set("plan", 0, "text", "one"),
                                         set("party", 1, "share", "3")};
    int64_t step = append(fixture, step_of_two, 2);
    change_one(fixture, "party", 1, "share", "4");
    assert_int_equal(changes_undo(fixture->campaign, 2, step, str_of(""), &undoing, &err),
                     STATUS_CONFLICT);
    assert_value(fixture, "plan", 0, "text", "one");
    assert_int_equal(changes_undo(fixture->campaign, 2, 9, str_of(""), &undoing, &err),
                     STATUS_MISSING);
    assert_int_equal(fixture_number(fixture, "SELECT count(*) FROM change"), 3);
}

/* ---- names ----------------------------------------------------------------------------- */

static void test_changes__an_encounter_is_called_what_it_was_named_last(void **state)
{
    struct fixture *fixture = *state;
    struct encounter_row row;
    int64_t step = change_one(fixture, "encounter", 1, "name", "High Ledge"), undoing = 0;
    DONE(encounter_current(fixture->campaign, &row, &err));
    assert_string_equal(row.name, "High Ledge");
    DONE(encounter_find(fixture->campaign, "high ledge", &row, &err));
    assert_int_equal(row.id, 1);
    assert_int_equal(encounter_find(fixture->campaign, "ledge", &row, &err), STATUS_MISSING);
    assert_int_equal(
        fixture_number(fixture, "SELECT count(*) FROM positions WHERE name = 'High Ledge'"), 1);
    DONE(changes_undo(fixture->campaign, 2, step, str_of(""), &undoing, &err));
    assert_name(fixture, 1, "ledge");
}

static void test_changes__names_are_unique_among_those_not_archived(void **state)
{
    struct fixture *fixture = *state;
    int64_t id = 0, step = 0;
    struct encounter_row row;
    make(fixture, "stairs");
    assert_int_equal(encounter_create(fixture->campaign, "LEDGE", "trilemma", 1, &id, &err),
                     STATUS_USAGE);
    struct change change = set("encounter", 2, "name", "Ledge");
    assert_int_equal(changes_append(fixture->campaign, 1, &change, 1, &step, &err),
                     STATUS_USAGE);
    /* The name of an archived one is free, and so is the old name of a renamed one. */
    change_one(fixture, "encounter", 1, "archived", "yes");
    assert_int_equal(make(fixture, "ledge"), 3);
    assert_name(fixture, 3, "ledge");
    change_one(fixture, "encounter", 2, "name", "the stairs");
    assert_int_equal(make(fixture, "stairs"), 4);
    assert_name(fixture, 4, "stairs");
    DONE(encounter_find(fixture->campaign, "ledge", &row, &err));
    assert_int_equal(row.id, 3);
    assert_false(row.is_archived);
    /* Out of the archive only under a name that nobody has. */
    change = set("encounter", 1, "archived", NULL);
    assert_int_equal(changes_append(fixture->campaign, 1, &change, 1, &step, &err),
                     STATUS_USAGE);
    const struct change both[] = {change, set("encounter", 1, "name", "old ledge")};
    append(fixture, both, 2);
    /* Two of them change names at once. */
    const struct change swapped[] = {set("encounter", 3, "name", "stairs"),
                                     set("encounter", 4, "name", "ledge")};
    append(fixture, swapped, 2);
    for (int i = 0; i < 2; i++) {
        assert_name(fixture, 1, "old ledge");
        assert_name(fixture, 2, "the stairs");
        assert_name(fixture, 3, "stairs");
        assert_name(fixture, 4, "ledge");
        reopen(fixture);
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

/* The unique name of a row is unique in any case, and fits. */
static void test_changes__a_long_name_can_be_used_again_too(void **state)
{
    struct fixture *fixture = *state;
    char name[CAMPAIGN_NAME_SIZE];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (int64_t id = 2; id <= 6; id++) {
        assert_int_equal(make(fixture, name), id);
        assert_name(fixture, id, name);
        change_one(fixture, "encounter", id, "archived", "yes");
    }
    assert_int_equal(fixture_number(fixture, "SELECT count(DISTINCT name) FROM encounter"), 6);
}

static void test_changes__two_programs_see_what_the_other_changed(void **state)
{
    struct fixture *fixture = *state;
    struct campaign *other = NULL;
    struct encounter_row row;
    int64_t step = 0;
    DONE(campaign_open(&other, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    change_one(fixture, "encounter", 1, "name", "the ledge");
    DONE(encounter_current(other, &row, &err));
    assert_string_equal(row.name, "the ledge");
    struct change change = set("encounter", 1, "name", "a ledge");
    DONE(changes_append(other, 3, &change, 1, &step, &err));
    assert_int_equal(step, 2);
    campaign_close(other);
    assert_name(fixture, 1, "a ledge");
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

static int64_t newest_of(struct campaign *campaign, const char *thing)
{
    int64_t id = -1;
    DONE(changes_newest(campaign, str_of(thing), &id, &err));
    return id;
}

static void test_changes__two_programs_know_the_newest_change_of_a_thing(void **state)
{
    struct fixture *fixture = *state;
    struct campaign *other = NULL;
    int64_t step = 0;
    DONE(campaign_open(&other, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_int_equal(newest_of(other, "kind"), 0);
    assert_int_equal(newest_of(fixture->campaign, "kind"), 0);
    change_one(fixture, "kind", 1, "trilemma", "goblin");
    assert_int_equal(newest_of(fixture->campaign, "kind"), 1);
    assert_int_equal(newest_of(other, "kind"), 1);
    struct change change = set("plan", 0, "text", "over the bridge");
    DONE(changes_append(other, 3, &change, 1, &step, &err));
    assert_int_equal(newest_of(fixture->campaign, "kind"), 1);
    assert_int_equal(newest_of(fixture->campaign, "plan"), 2);
    change = set("kind", 2, "trilemma", "moor wolf");
    DONE(changes_append(other, 4, &change, 1, &step, &err));
    assert_int_equal(newest_of(other, "kind"), 3);
    assert_int_equal(newest_of(fixture->campaign, "kind"), 3);
    assert_int_equal(newest_of(fixture->campaign, "plan"), 2);
    campaign_close(other);
}

/* Opening reads the names of encounters and the last change; what is between them waits until
 * somebody asks, and is checked then. */
static void test_changes__of_other_things_are_read_when_they_are_asked_for(void **state)
{
    struct fixture *fixture = *state;
    bool is_ready = false;
    for (int i = 1; i <= 9; i++) {
        change_one(fixture, "kind", i, "trilemma", i % 2 == 0 ? "goblin" : "moor wolf");
    }
    change_one(fixture, "encounter", 1, "name", "the ledge");
    change_one(fixture, "plan", 0, "text", "over the bridge");
    fixture_close(fixture);
    fixture_tamper(fixture, "UPDATE change SET new = 'a dragon' WHERE id = 5");
    DONE(campaign_open(&fixture->campaign, fixture->path, CAMPAIGN_WRITE, 0, games_find, &err));
    assert_name(fixture, 1, "the ledge");
    assert_value(fixture, "plan", 0, "text", "over the bridge");
    assert_null(campaign_damage(fixture->campaign));
    DONE(changes_get_ready(fixture->campaign, str_of("kind"), 4, &is_ready, &err));
    assert_false(is_ready);
    assert_null(campaign_damage(fixture->campaign));
    DONE(changes_get_ready(fixture->campaign, str_of("kind"), 4, &is_ready, &err));
    assert_string_equal(campaign_damage(fixture->campaign)->where, "change 5");
    DONE(changes_get_ready(fixture->campaign, str_of("kind"), 4, &is_ready, &err));
    assert_true(is_ready);
    assert_int_equal(fixture_verify(fixture->campaign), 1);
}

/* An encounter moves to the act that its head is changed to, from the head that it had: what
 * was done at the table since is not passed over. Another one that is on the table stays there.
 */
static void test_changes__of_a_head_move_an_encounter(void **state)
{
    struct fixture *fixture = *state;
    int64_t stairs = 0;
    fixture_acts(fixture, 5);
    DONE(encounter_create(fixture->campaign, "stairs", "trilemma", 5, &stairs, &err));
    const struct {
        const char *done, *head;
        enum status status;
        int64_t stands, open; /* after it: where it stands, and the encounter on the table */
    } rows[] = {
        {"", "3", STATUS_USAGE, 5, 2}, /* the head it had is not known yet */
        {"", "5", STATUS_OK, 5, 2},        {"", "99", STATUS_MISSING, 5, 2},
        {"", "2", STATUS_OK, 2, 2},        {"open", "0", STATUS_OK, 0, 1},
        {"act", "3", STATUS_USAGE, 8, 1},  {"undo", "3", STATUS_OK, 3, 1},
        {"archive", "1", STATUS_OK, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t step = 0;
        struct position position;
        struct encounter_row open;
        const char *done = rows[i].done;
        DONE(log_position(fixture->campaign, 1, &fixture->position, &err));
        if (strcmp(done, "open") == 0) {
            DONE(encounter_open(fixture->campaign, 1, 6, &err));
        } else if (strcmp(done, "act") == 0) {
            DONE(
                log_state(fixture->campaign, 1, fixture->position.head, &fixture->state, &err));
            fixture_acts(fixture, 1);
        } else if (strcmp(done, "undo") == 0) {
            fixture_move(fixture, ROW_UNDO, 0);
        } else if (strcmp(done, "archive") == 0) {
            DONE(encounter_open(fixture->campaign, stairs, 7, &err));
            change_one(fixture, "encounter", stairs, "archived", "1");
        }
        const struct change both[] = {set("encounter", 1, "head", rows[i].head),
                                      set("plan", 1, "text", rows[i].head)};
        enum status status = changes_append(fixture->campaign, 1, both, 2, &step, &err);
        DONE(log_position(fixture->campaign, 1, &position, &err));
        DONE(encounter_current(fixture->campaign, &open, &err));
        if (status != rows[i].status || position.head != rows[i].stands ||
            open.id != rows[i].open) {
            fail_msg("row %d: status %d, act %d, encounter %d", (int)i, (int)status,
                     (int)position.head, (int)open.id);
        }
    }
    assert_int_equal(fixture_verify(fixture->campaign), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_changes__the_newest_change_of_a_field_is_its_value),
        TEST(test_changes__each_knows_the_newest_act_before_it),
        TEST(test_changes__many_things_are_each_found),
        TEST(test_changes__all_are_listed_in_order),
        TEST(test_changes__what_cannot_be_kept_is_refused),
        TEST(test_changes__a_step_is_undone_whole_and_that_is_undone_too),
        TEST(test_changes__what_was_changed_since_is_not_undone),
        TEST(test_changes__an_encounter_is_called_what_it_was_named_last),
        TEST(test_changes__names_are_unique_among_those_not_archived),
        TEST(test_changes__a_long_name_can_be_used_again_too),
        TEST(test_changes__of_other_things_are_read_when_they_are_asked_for),
        TEST(test_changes__two_programs_see_what_the_other_changed),
        TEST(test_changes__two_programs_know_the_newest_change_of_a_thing),
        TEST(test_changes__of_a_head_move_an_encounter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
