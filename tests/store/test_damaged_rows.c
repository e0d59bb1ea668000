/* Rows that were changed, with valid checksums or without: each question to the store about
 * them gets the answer that is still known, or says what is damaged.
 *
 * Another damage is a row of the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/campaign_file.h"
#include "store/fixture.h"
#include "support/unit.h"

static struct error err;

/* What is asked: each adds its answer to the text. */
typedef enum status ask_fn(struct campaign *campaign, int64_t id, struct text *out,
                           struct error *wrong);

/* The encounter, and where it stood when the campaign was whole. */
enum { LEDGE = 1, HEAD = 13 };

static enum status undo(struct campaign *campaign, int64_t id, struct text *out,
                        struct error *wrong)
{
    struct log_way way = {.to = -1};
    enum status status = log_undo(campaign, LEDGE, id, &way, wrong);
    text_add(out, "to %d", (int)way.to);
    return status;
}

static enum status redo(struct campaign *campaign, int64_t id, struct text *out,
                        struct error *wrong)
{
    struct log_way way = {.to = -1};
    enum status status = log_redo(campaign, LEDGE, id, &way, wrong);
    text_add(out, "to %d", (int)way.to);
    return status;
}

static enum status fate(struct campaign *campaign, int64_t id, struct text *out,
                        struct error *wrong)
{
    static const char *const words[] = {[LOG_STANDS] = "stands",
                                        [LOG_CORRECTED] = "corrected",
                                        [LOG_LEFT_OUT] = "left out",
                                        [LOG_TAKEN_BACK] = "taken back"};
    struct log_fate found = {.kind = LOG_TAKEN_BACK};
    enum status status = log_fate(campaign, LEDGE, HEAD, id, &found, wrong);
    text_add(out, "%s %d", words[found.kind], (int)found.now);
    return status;
}

static enum status children(struct campaign *campaign, int64_t id, struct text *out,
                            struct error *wrong)
{
    int64_t child[8];
    int count = 0;
    enum status status = log_children(campaign, LEDGE, id, child, 2, &count, wrong);
    for (int i = 0; i < count; i++) {
        text_add(out, "%d ", (int)child[i]);
    }
    return status;
}

static enum status newest_child(struct campaign *campaign, int64_t id, struct text *out,
                                struct error *wrong)
{
    int64_t child = 0;
    enum status status = log_newest_child(campaign, LEDGE, id, &child, wrong);
    text_add(out, "%d", (int)child);
    return status;
}

static enum status depth(struct campaign *campaign, int64_t id, struct text *out,
                         struct error *wrong)
{
    int64_t number = 0;
    enum status status = log_depth(campaign, id, &number, wrong);
    text_add(out, "%d", (int)number);
    return status;
}

static enum status way(struct campaign *campaign, int64_t id, struct text *out,
                       struct error *wrong)
{
    struct log_stretch *stretch = NULL;
    int count = 0;
    enum status status = log_way_to(campaign, LEDGE, id, &stretch, &count, wrong);
    for (int i = 0; i < count; i++) {
        text_add(out, "%d-%d ", (int)stretch[i].first, (int)stretch[i].last);
    }
    free(stretch);
    return status;
}

static enum status position(struct campaign *campaign, int64_t id, struct text *out,
                            struct error *wrong)
{
    struct position found = {0, 0};
    enum status status = log_position(campaign, id, &found, wrong);
    text_add(out, "row %d, act %d", (int)found.row, (int)found.head);
    return status;
}

static enum status rows_before(struct campaign *campaign, int64_t id, struct text *out,
                               struct error *wrong)
{
    struct act_row row[4];
    int count = 0;
    enum status status = log_rows(campaign, LEDGE, id, row, 4, &count, wrong);
    for (int i = 0; i < count; i++) {
        text_add(out, "%d ", (int)row[i].id);
    }
    return status;
}

static bool see_line(void *context, int place, const struct event *event)
{
    text_add(context, "%d:%.*s ", place, event->line.n, event->line.p);
    return true;
}

static bool see_event(void *context, const struct event *event)
{
    return see_line(context, 0, event);
}

static enum status lines(struct campaign *campaign, int64_t id, struct text *out,
                         struct error *wrong)
{
    return log_lines(campaign, id, see_line, out, wrong);
}

static enum status events_once(struct campaign *campaign, int64_t id, struct text *out,
                               struct error *wrong)
{
    return log_events_once(campaign, id, see_event, out, wrong);
}

static enum status last_event(struct campaign *campaign, int64_t id, struct text *out,
                              struct error *wrong)
{
    return log_event(campaign, id, 0, see_event, out, wrong);
}

static enum status check_way(struct campaign *campaign, int64_t id, struct text *out,
                             struct error *wrong)
{
    (void)out;
    return log_check_way(campaign, LEDGE, id, 0, wrong);
}

/* The state after an act: how many combatants are in it. */
static enum status state_of(struct campaign *campaign, int64_t id, struct text *out,
                            struct error *wrong)
{
    static struct state state;
    state_init(&state, system_find(str_of("trilemma")));
    enum status status = log_state(campaign, LEDGE, id, &state, wrong);
    text_add(out, "%d combatants", state.count);
    return status;
}

/* From the head to an act, a step or more. */
static enum status state_moved(struct campaign *campaign, int64_t id, struct text *out,
                               struct error *wrong)
{
    static struct state state;
    enum log_step step;
    state_init(&state, system_find(str_of("trilemma")));
    enum status status = log_state(campaign, LEDGE, HEAD, &state, NULL);
    status = log_state_moved(campaign, LEDGE, HEAD, id, &state, &step, wrong);
    text_add(out, "%d combatants", state.count);
    return status;
}

static enum status encounters(struct campaign *campaign, int64_t id, struct text *out,
                              struct error *wrong)
{
    struct encounter_row row;
    (void)id;
    enum status status = encounter_current(campaign, &row, wrong);
    text_add(out, "on the table: %s", row.name);
    status = status == STATUS_OK ? encounter_before(campaign, &row, wrong) : status;
    text_add(out, ", before: %s", row.name);
    status = status == STATUS_OK ? encounter_newest(campaign, "trilemma", &row, wrong) : status;
    text_add(out, ", newest: %s", row.name);
    return status;
}

static enum status find_ledge(struct campaign *campaign, int64_t id, struct text *out,
                              struct error *wrong)
{
    struct encounter_row row;
    (void)id;
    enum status status = encounter_find(campaign, "ledge", &row, wrong);
    text_add(out, "%s", row.name);
    return status;
}

static bool see_change(void *context, const struct change *change)
{
    text_add(context, "%.*s ", change->new.n, change->new.p);
    return true;
}

static enum status plan(struct campaign *campaign, int64_t id, struct text *out,
                        struct error *wrong)
{
    return changes_value(campaign, str_of("plan"), id, str_of("text"), see_change, out, wrong);
}

static enum status undo_step(struct campaign *campaign, int64_t id, struct text *out,
                             struct error *wrong)
{
    int64_t step = 0;
    (void)out;
    return changes_undo(campaign, 1, id, str_of("undo"), &step, wrong);
}

static void see_facts(void *context, const struct chronicle_row *row)
{
    text_add(context, "%.*s ", row->facts.n, row->facts.p);
}

static enum status chronicle(struct campaign *campaign, int64_t id, struct text *out,
                             struct error *wrong)
{
    const struct chronicle_part part = {.from = 0, .below = 100, .most = (int)id};
    bool is_whole = true;
    enum status status = chronicle_rows_read(campaign, &part, see_facts, out, &is_whole, wrong);
    text_add(out, "%s", is_whole ? "whole" : "damaged");
    return status;
}

static enum status nothing(struct campaign *campaign, int64_t id, struct text *out,
                           struct error *wrong)
{
    (void)campaign;
    (void)id;
    (void)out;
    (void)wrong;
    return STATUS_OK;
}

static void keep_first(void *context, const struct fault *fault)
{
    struct text *out = context;
    if (out->n == 0) {
        text_add(out, "%s: %s", fault->where, fault->what);
    }
}

static enum status verify(struct campaign *campaign, int64_t id, struct text *out,
                          struct error *wrong)
{
    (void)id;
    return campaign_verify(campaign, keep_first, out, wrong);
}

/* SEALED: with valid checksums, as another program could write them. */
enum how { DAMAGED, SEALED };

static const struct {
    const char *sql;
    enum how how;
    enum campaign_mode mode;
    ask_fn *ask;
    int64_t id;
    const char *answer; /* and whether damage is known then; or the error */
} damages[] = {
    /* Of one that is whole. */
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, verify, 0, ""},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, undo, 9, "to 6"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, redo, 4, "to 5"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, fate, 5, "corrected 8"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, fate, 6, "corrected 9"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, fate, 3, "stands 3"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, children, 0, "1 "},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, children, 4, "8 5 "},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, children, 9, "12 "},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, depth, 0, "0"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, depth, 13, "8"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, depth, 99, "the log has no row 99"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, way, 13, "12-13 8-9 1-4 "},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, rows_before, 10, "the encounter has no row 10"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, rows_before, 99, "the log has no row 99"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, newest_child, 6, "0"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, newest_child, 13, "0"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, undo_step, 1, ""},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, chronicle, 9, "stairs a ledge whole"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, check_way, 99, "row 14: it is missing"},
    {"SELECT 1", SEALED, CAMPAIGN_WRITE, encounters, 0,
     "on the table: ledge, before: stairs, newest: stairs"},
    {"UPDATE log SET kind = 'undo' WHERE id = 7", SEALED, CAMPAIGN_WRITE, undo, 9,
     "act 9: its correction has no beginning"},
    {"UPDATE log SET encounter = 2 WHERE id = 7", SEALED, CAMPAIGN_WRITE, undo, 9,
     "act 9: its correction has no beginning"},
    {"UPDATE log SET checksum = NULL WHERE id = 3", DAMAGED, CAMPAIGN_WRITE, depth, 3,
     "row 3: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id = 3", DAMAGED, CAMPAIGN_WRITE, fate, 1,
     "row 3: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id = 7", DAMAGED, CAMPAIGN_WRITE, fate, 5,
     "row 7: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id = 8", DAMAGED, CAMPAIGN_WRITE, fate, 5,
     "row 8: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id = 5", DAMAGED, CAMPAIGN_WRITE, fate, 5,
     "row 5: it differs from what was written"},
    {"UPDATE event SET line = 'other' WHERE act = 8", DAMAGED, CAMPAIGN_WRITE, redo, 4,
     "act 8: its events differ from what was written"},
    {"UPDATE event SET line = 'other' WHERE act = 9", DAMAGED, CAMPAIGN_WRITE, fate, 5,
     "act 9: its events differ from what was written"},
    {"UPDATE event SET old = 9 WHERE act = 8 AND n = 3", SEALED, CAMPAIGN_WRITE, redo, 4,
     "to 5"},
    {"UPDATE event SET new = 40 WHERE act = 8 AND n = 3", SEALED, CAMPAIGN_WRITE, redo, 4,
     "to 5"},
    {"UPDATE event SET new = 40 WHERE act = 8 AND n = 3", SEALED, CAMPAIGN_WRITE, fate, 6,
     "corrected 9"},
    {"UPDATE event SET new = 0 WHERE act = 8 AND n = 3", SEALED, CAMPAIGN_WRITE, fate, 6,
     "taken back 0"},
    {"UPDATE event SET old = 40 WHERE act = 9 AND n = 3", SEALED, CAMPAIGN_WRITE, undo, 9,
     "the log has no row -32"},
    {"UPDATE event SET kind = 'noted' WHERE act = 9 AND n = 1", SEALED, CAMPAIGN_WRITE, fate, 6,
     "corrected 9"},
    {"UPDATE event SET kind = 'left_out' WHERE act = 8 AND n = 1", SEALED, CAMPAIGN_WRITE, fate,
     6, "left out 8"},
    {"UPDATE log SET label = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_WRITE, children, 0,
     "row 1: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id = 5", DAMAGED, CAMPAIGN_WRITE, children, 4,
     "row 5: it differs from what was written"},
    {"UPDATE log SET encounter = 2 WHERE id = 5", SEALED, CAMPAIGN_WRITE, children, 4, "8 "},
    {"UPDATE log SET kind = 'undo' WHERE id = 5", SEALED, CAMPAIGN_WRITE, children, 4, "8 "},
    {"UPDATE log SET parent = 3 WHERE id = 5", SEALED, CAMPAIGN_WRITE, children, 4, "8 "},
    {"UPDATE log SET kind = 'undo' WHERE id = 6", SEALED, CAMPAIGN_WRITE, newest_child, 5, "0"},
    {"UPDATE log SET parent = 12 WHERE id = 8", SEALED, CAMPAIGN_WRITE, way, 13,
     "12-13 8-9 , damaged"},
    {"UPDATE log SET parent = 12 WHERE id = 8", SEALED, CAMPAIGN_WRITE, depth, 8,
     "row 8: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id = 13", DAMAGED, CAMPAIGN_WRITE, position, 1,
     "row 12, act 12, damaged"},
    {"DELETE FROM log WHERE id = 13", SEALED, CAMPAIGN_WRITE, position, 1, "row 12, act 12"},
    {"DELETE FROM log WHERE id >= 12", SEALED, CAMPAIGN_WRITE, position, 1,
     "row 9, act 9, damaged"},
    {"DELETE FROM log WHERE id = 9", SEALED, CAMPAIGN_READ, position, 1, "row 13, act 13"},
    {"DELETE FROM log WHERE id >= 9", SEALED, CAMPAIGN_READ, position, 1,
     "row 8, act 8, damaged"},
    {"UPDATE opening SET previous = 10 WHERE id = 3; DELETE FROM log WHERE id >= 12", SEALED,
     CAMPAIGN_READ, position, 1, "row 9, act 9, damaged"},
    {"UPDATE opening SET after = 99 WHERE id = 3", SEALED, CAMPAIGN_READ, position, 2,
     "row 11, act 0, damaged"},
    {"UPDATE opening SET encounter = 7 WHERE id = 3", SEALED, CAMPAIGN_READ, position, 1,
     "row 13, act 13"},
    {"UPDATE opening SET encounter = 7 WHERE id = 3", SEALED, CAMPAIGN_READ, encounters, 1,
     "on the table: stairs, before: ledge, newest: stairs"},
    {"UPDATE opening SET encounter = 2 WHERE id = 3", SEALED, CAMPAIGN_WRITE, nothing, 1,
     "damaged"},
    {"UPDATE opening SET after = 13 WHERE id = 3", SEALED, CAMPAIGN_WRITE, nothing, 1, ""},
    {"DELETE FROM opening", SEALED, CAMPAIGN_WRITE, nothing, 1, "damaged"},
    {"UPDATE log SET label = 'other' WHERE id = 11", DAMAGED, CAMPAIGN_READ, verify, 1,
     "row 11: it differs from what was written, damaged"},
    {"UPDATE log SET label = 'other' WHERE id = 6", DAMAGED, CAMPAIGN_READ, rows_before, 7,
     "5 4 3 2 , damaged"},
    {"DELETE FROM log WHERE id = 6", SEALED, CAMPAIGN_READ, rows_before, 7,
     "row 7: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id = 7", DAMAGED, CAMPAIGN_READ, rows_before, 7,
     "row 7: it differs from what was written"},
    {"UPDATE event SET kind = 'exploded' WHERE act = 3", SEALED, CAMPAIGN_READ, lines, 3,
     "event 3: no event is called \"exploded\""},
    {"UPDATE event SET kind = 'exploded' WHERE act = 3", SEALED, CAMPAIGN_READ, events_once, 3,
     "event 3: no event is called \"exploded\""},
    {"UPDATE event SET kind = 'exploded' WHERE act = 3", SEALED, CAMPAIGN_READ, last_event, 3,
     "event 3: no event is called \"exploded\""},
    {"UPDATE event SET kind = 'exploded' WHERE act = 3", DAMAGED, CAMPAIGN_READ, events_once, 3,
     "act 3: its events differ from what was written"},
    {"UPDATE event SET n = 9 WHERE act = 3", SEALED, CAMPAIGN_READ, lines, 3,
     "event 3: it is at the wrong place in the log"},
    {"DELETE FROM event WHERE act = 3", SEALED, CAMPAIGN_READ, last_event, 3,
     "act 3: 0 of its events are there, and 1 should be"},
    {"UPDATE log SET events = 2 WHERE id = 13", SEALED, CAMPAIGN_READ, last_event, 13,
     "act 13: 0 of its events are there, and 2 should be"},
    {"UPDATE log SET kind = 'undo' WHERE id = 4", SEALED, CAMPAIGN_READ, state_of, 13,
     "act 4: it is missing"},
    {"UPDATE log SET encounter = 2 WHERE id = 4", SEALED, CAMPAIGN_READ, state_of, 13,
     "act 4: it is missing"},
    {"UPDATE log SET label = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_READ, state_of, 13,
     "row 1: it differs from what was written"},
    {"UPDATE log SET label = 'other' WHERE id IN (1, 2, 4)", DAMAGED, CAMPAIGN_READ, state_of,
     13, "row 4: it differs from what was written"},
    {"UPDATE log SET label = 'other'", DAMAGED, CAMPAIGN_READ, state_of, 13,
     "row 13: it differs from what was written"},
    {"UPDATE event SET line = 'other' WHERE act = 2", DAMAGED, CAMPAIGN_READ, state_of, 13,
     "act 2: its events differ from what was written"},
    {"UPDATE event SET subject = 9 WHERE act = 1", SEALED, CAMPAIGN_READ, state_of, 13,
     "event 1: it does not fit the state before it"},
    {"UPDATE log SET label = 'other' WHERE id = 12", DAMAGED, CAMPAIGN_READ, state_moved, 9,
     "1 combatants, damaged"},
    {"UPDATE event SET line = 'other' WHERE act = 9", DAMAGED, CAMPAIGN_READ, state_moved, 8,
     "1 combatants, damaged"},
    {"UPDATE log SET kind = 'undo' WHERE id = 12", SEALED, CAMPAIGN_READ, state_moved, 9,
     "1 combatants, damaged"},
    {"UPDATE encounter SET name = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_READ, encounters, 0,
     "on the table: stairs, before: , newest: stairs, damaged"},
    {"UPDATE encounter SET name = 'other' WHERE id = 2", DAMAGED, CAMPAIGN_READ, encounters, 0,
     "on the table: ledge, before: , newest: ledge, damaged"},
    {"UPDATE encounter SET name = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_READ, find_ledge, 0,
     "there is no encounter \"ledge\""},
    {"UPDATE encounter SET name = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_READ, position, 1,
     "row 0, act 0, damaged"},
    {"UPDATE encounter SET checksum = NULL WHERE id = 2", DAMAGED, CAMPAIGN_READ, encounters, 0,
     "on the table: ledge, before: , newest: ledge, damaged"},
    {"UPDATE encounter SET origin = 77 WHERE id = 2", SEALED, CAMPAIGN_READ, verify, 0, ""},
    {"UPDATE campaign SET checksum = NULL", DAMAGED, CAMPAIGN_READ, nothing, 0, "damaged"},
    {"UPDATE campaign SET seed = 1", DAMAGED, CAMPAIGN_READ, nothing, 0, "damaged"},
    {"DELETE FROM campaign", DAMAGED, CAMPAIGN_READ, nothing, 0,
     "the campaign is damaged: its dice seed is missing. What to do: go back to an earlier "
     "copy with referee restore"},
    {"DELETE FROM campaign", DAMAGED, CAMPAIGN_VERIFY, verify, 0,
     "table campaign: its row is missing, which holds the seed of all dice, damaged"},
    {"UPDATE change SET new = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_READ, plan, 1,
     "it was never set"},
    {"UPDATE change SET new = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_READ, plan, 2,
     "two , damaged"},
    {"UPDATE change SET new = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_WRITE, undo_step, 1,
     "change 1: it differs from what was written"},
    {"UPDATE change SET field = 'a field with a name that is much too long for it' WHERE id = "
     "1",
     SEALED, CAMPAIGN_READ, plan, 1, "it was never set"},
    {"UPDATE change SET field = '' WHERE id = 1", SEALED, CAMPAIGN_READ, plan, 1,
     "it was never set"},
    {"UPDATE change SET step = 3 WHERE id = 2", SEALED, CAMPAIGN_WRITE, undo_step, 1,
     "change 2: it differs from what was written"},
    {"DELETE FROM change WHERE id = 1", SEALED, CAMPAIGN_READ, plan, 1, "it was never set"},
    {"UPDATE chronicle SET facts = 'other' WHERE encounter = 1", DAMAGED, CAMPAIGN_READ,
     chronicle, 9, "stairs damaged"},
    {"UPDATE chronicle SET facts = 'other' WHERE encounter = 2", DAMAGED, CAMPAIGN_READ,
     chronicle, 9, "damaged"},
    {"UPDATE chronicle SET row = 99 WHERE encounter = 2", DAMAGED, CAMPAIGN_READ, chronicle, 9,
     "damaged"},
    {"DROP TABLE chronicle", DAMAGED, CAMPAIGN_READ, chronicle, 9, "whole"},
    {"UPDATE newest SET checksum = 1", DAMAGED, CAMPAIGN_READ, verify, 9,
     "table newest: it differs from what was written"},
    {"UPDATE log SET head = 6 WHERE id = 11", SEALED, CAMPAIGN_READ, verify, 9,
     "row 11: it moves to act 6, which does not exist"},
    {"UPDATE log SET head = 12 WHERE id = 7", SEALED, CAMPAIGN_READ, verify, 9,
     "row 7: it moves to act 12, which does not exist"},
    {"UPDATE log SET label = 'other' WHERE id = 4", DAMAGED, CAMPAIGN_READ, verify, 9,
     "row 7: it moves to act 4, which does not exist, damaged"},
    {"UPDATE log SET kind = 'undo', head = 0, depth = 0 WHERE id = 4", SEALED, CAMPAIGN_READ,
     verify, 9, "pages: CHECK constraint failed in log, damaged"},
    {"UPDATE log SET kind = 'fight' WHERE id = 4", SEALED, CAMPAIGN_READ, verify, 9,
     "pages: CHECK constraint failed in log, damaged"},
    {"UPDATE event SET id = 999 WHERE id = (SELECT max(id) FROM event)", SEALED, CAMPAIGN_READ,
     verify, 9, "act 12: 0 of its events are there, and 1 should be, damaged"},
    {"UPDATE log SET label = 'other' WHERE id = 1", DAMAGED, CAMPAIGN_READ, check_way, 13,
     "row 1: it differs from what was written"},
    {"UPDATE log SET events = 2 WHERE id = 13", SEALED, CAMPAIGN_WRITE, nothing, 0, "damaged"},
    {"DELETE FROM log WHERE id = 11", SEALED, CAMPAIGN_WRITE, nothing, 0, "damaged"},
    {"UPDATE log SET label = 'other' WHERE id = 13", DAMAGED, CAMPAIGN_WRITE, nothing, 0,
     "damaged"},
    {"UPDATE log SET kind = 'fight' WHERE id = 4", DAMAGED, CAMPAIGN_READ, depth, 4,
     "row 4: it differs from what was written"},
    {"UPDATE event SET rules = 'other' WHERE act = 8", DAMAGED, CAMPAIGN_READ, undo, 9, "to 6"},
    {"UPDATE log SET head = 5 WHERE id = 7", SEALED, CAMPAIGN_READ, fate, 6, "corrected 8"},
    {"UPDATE log SET head = 1 WHERE id = 7", SEALED, CAMPAIGN_READ, fate, 2, "stands 2"},
    {"UPDATE log SET head = 1 WHERE id = 7", SEALED, CAMPAIGN_READ, fate, 6, "taken back 0"},
    {"UPDATE log SET parent = 4 WHERE id = 6", SEALED, CAMPAIGN_READ, fate, 5, "taken back 0"},
    {"UPDATE log SET parent = 4 WHERE id = 7", SEALED, CAMPAIGN_READ, fate, 5, "taken back 0"},
    {"UPDATE log SET parent = 5 WHERE id = 7", SEALED, CAMPAIGN_READ, fate, 6, "taken back 0"},
    {"UPDATE opening SET after = 12 WHERE id = 3", SEALED, CAMPAIGN_WRITE, nothing, 0, ""},
    {"UPDATE opening SET after = 14 WHERE id = 3", SEALED, CAMPAIGN_WRITE, nothing, 0,
     "damaged"},
    {"UPDATE opening SET previous = 3 WHERE id = 3; DELETE FROM log WHERE id >= 12", SEALED,
     CAMPAIGN_READ, position, 1, "row 3, act 3, damaged"},
    {"UPDATE opening SET previous = 11 WHERE id = 3; DELETE FROM log WHERE id >= 12", SEALED,
     CAMPAIGN_READ, position, 1, "row 9, act 9, damaged"},
    {"UPDATE opening SET previous = 99 WHERE id = 3; DELETE FROM log WHERE id >= 12", SEALED,
     CAMPAIGN_READ, position, 1, "row 9, act 9, damaged"},
    {"UPDATE opening SET previous = 10 WHERE id = 3; DELETE FROM log WHERE id >= 12", SEALED,
     CAMPAIGN_READ, position, 1, "row 9, act 9, damaged"},
    {"DELETE FROM log", SEALED, CAMPAIGN_READ, position, 1, "row 0, act 0, damaged"},
    {"DELETE FROM event", SEALED, CAMPAIGN_READ, verify, 1,
     "act 1: 0 of its events are there, and 1 should be, damaged"},
    {"DELETE FROM log", SEALED, CAMPAIGN_READ, verify, 1,
     "table opening, row 3: the row of log it names is missing, damaged"},
    {"DELETE FROM log", SEALED, CAMPAIGN_WRITE, nothing, 1, "damaged"},
    {"DELETE FROM encounter WHERE id = 2", SEALED, CAMPAIGN_READ, encounters, 1,
     "on the table: ledge, before: , newest: ledge"},
    {"DELETE FROM encounter", SEALED, CAMPAIGN_READ, encounters, 1,
     "on the table: , before: , newest: , damaged"},
    {"DELETE FROM encounter", SEALED, CAMPAIGN_READ, find_ledge, 1,
     "there is no encounter \"ledge\""},
    {"UPDATE encounter SET system = 'chess' WHERE id = 1", SEALED, CAMPAIGN_READ, undo, 9,
     "the encounter \"ledge\" belongs to the game \"chess\", which this program does not know"},
    {"UPDATE encounter SET system = 'chess' WHERE id = 1", SEALED, CAMPAIGN_READ, events_once,
     9,
     "the encounter \"ledge\" belongs to the game \"chess\", which this program does not know"},
    {"UPDATE encounter SET system = 'chess' WHERE id = 1", SEALED, CAMPAIGN_READ, encounters, 9,
     "on the table: ledge, before: stairs, newest: stairs"},
    {"UPDATE log SET depth = 99 WHERE id = 13", SEALED, CAMPAIGN_READ, depth, 13, "99"},
    {"UPDATE log SET parent = 99 WHERE id = 13", SEALED, CAMPAIGN_READ, state_of, 13,
     "row 13: it differs from what was written"},
    {"UPDATE log SET parent = -1 WHERE id = 13", SEALED, CAMPAIGN_READ, state_of, 13,
     "act -1: it is missing"},
    {"UPDATE log SET head = 13 WHERE id = 12", SEALED, CAMPAIGN_READ, state_of, 13,
     "row 12: it differs from what was written"},
    {"UPDATE log SET previous = 13 WHERE id = 12", SEALED, CAMPAIGN_READ, state_of, 13,
     "row 12: it differs from what was written"},
    {"UPDATE log SET first_event = -5 WHERE id = 3", SEALED, CAMPAIGN_READ, lines, 3,
     "row 3: it differs from what was written"},
    {"UPDATE log SET head = 7, depth = 4 WHERE id = 11", SEALED, CAMPAIGN_READ, verify, 0,
     "row 11: it moves to act 7, which does not exist"},
    {"UPDATE log SET head = 9, depth = 6 WHERE id = 11", SEALED, CAMPAIGN_READ, verify, 0,
     "row 11: it moves to act 9, which does not exist"},
    {"SELECT 1", SEALED, CAMPAIGN_READ, redo, 6, "to 9"},
    {"DELETE FROM log WHERE id >= 8", SEALED, CAMPAIGN_READ, redo, 6, "to -1, damaged"},
    {"UPDATE log SET label = 'other' WHERE id = 8", DAMAGED, CAMPAIGN_READ, redo, 6,
     "row 8: it differs from what was written"},
    {"UPDATE event SET old = 9 WHERE act = 8 AND n = 3", SEALED, CAMPAIGN_READ, redo, 6,
     "to -1"},
    {"UPDATE event SET kind = 'noted' WHERE act = 8", SEALED, CAMPAIGN_READ, redo, 6, "to -1"},
    {"UPDATE log SET events = 0 WHERE id = 3", SEALED, CAMPAIGN_READ, lines, 3, ""},
    {"UPDATE log SET events = -1 WHERE id = 3", SEALED, CAMPAIGN_READ, lines, 3,
     "row 3: it differs from what was written"},
};

/* Acts 1 to 6, of which the last two were corrected: row 7 moves back, 8 and 9 are new, and
 * what was act 6 is left out at act 9. Encounter 2 has act 10, and row 11 takes it back. Then
 * rows 12 and 13 of the first one. */
static void play(struct fixture *fixture)
{
    static const struct event adds = {.kind = EVENT_COMBATANT_ADDED,
                                      .subject = 1,
                                      .text_to = {"Bo", 2},
                                      .line = {"Bo comes", 8}};
    static const struct event note = {.kind = EVENT_NOTED, .line = {"a note", 6}};
    static const struct event amended[] = {
        {.kind = EVENT_NOTED, .line = {"again", 5}},
        {.kind = EVENT_AMENDED, .from = 0, .to = 1, .line = {"corrected", 9}}};
    static const struct event again[] = {
        {.kind = EVENT_LEFT_OUT, .line = {"left out", 8}},
        {.kind = EVENT_PLAYED_AGAIN, .from = 1, .to = 0, .line = {"again", 5}}};
    struct campaign *campaign = fixture->campaign;
    struct act_row act = {.encounter = LEDGE, .round = 1, .at_ms = 1000, .label = "an act"};
    struct act_row move = act;
    int64_t stairs = 0, step = 0;
    struct position other = {0, 0};
    move.kind = ROW_REWIND;
    for (int i = 1; i <= 6; i++) {
        DONE(log_append(campaign, &act, i == 1 ? &adds : &note, 1, &fixture->position, &err));
    }
    const struct corrected_act acts[] = {{.row = act, .events = amended, .count = 2},
                                         {.row = act, .events = again, .count = 2}};
    DONE(log_correct(campaign, &move, 4, acts, 2, &fixture->position, &err));
    const struct change changes[] = {{.thing = str_of("plan"),
                                      .thing_id = 1,
                                      .field = str_of("text"),
                                      .is_set = true,
                                      .new = str_of("one")},
                                     {.thing = str_of("plan"),
                                      .thing_id = 2,
                                      .field = str_of("text"),
                                      .is_set = true,
                                      .new = str_of("two")}};
    DONE(changes_append(campaign, 1, changes, 2, &step, &err));
    DONE(encounter_create(campaign, "stairs", "trilemma", 5, &stairs, &err));
    act.encounter = stairs;
    DONE(log_append(campaign, &act, &note, 1, &other, &err));
    move.kind = ROW_UNDO;
    move.encounter = stairs;
    DONE(log_move(campaign, &move, 0, &other, &err));
    const struct chronicle_row facts[] = {{1, 9, str_of("a ledge")}, {2, 11, str_of("stairs")}};
    DONE(chronicle_rows_keep(campaign, facts, 2, true, &err));
    DONE(encounter_open(campaign, LEDGE, 6, &err));
    act.encounter = LEDGE;
    DONE(log_append(campaign, &act, &note, 1, &fixture->position, &err));
    DONE(log_append(campaign, &act, NULL, 0, &fixture->position, &err));
    assert_int_equal(fixture->position.head, HEAD);
}

static void test_damaged_rows__get_an_answer_or_a_word(void **state)
{
    struct fixture *fixture = *state;
    play(fixture);
    fixture_close(fixture);
    long n = 0;
    int wrong = 0;
    char *sound = fixture_read_file(fixture->path, &n);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        TEXT_BUFFER(answer, 600);
        fixture_write_file(fixture->path, sound, n);
        fixture_tamper_by_force(fixture, damages[i].sql);
        if (damages[i].how == SEALED) {
            fixture_seal_again(fixture);
        }
        err = (struct error){0};
        enum status status = campaign_open(&fixture->campaign, fixture->path, damages[i].mode,
                                           0, games_find, &err);
        if (status == STATUS_OK) {
            status = damages[i].ask(fixture->campaign, damages[i].id, &answer, &err);
        }
        if (status != STATUS_OK) {
            answer.n = 0;
            text_add(&answer, "%s%s%s", err.where[0] == '/' ? "" : err.where,
                     err.where[0] == '/' || err.where[0] == '\0' ? "" : ": ", err.text);
        } else if (campaign_damage(fixture->campaign) != NULL) {
            text_add(&answer, "%sdamaged", answer.n > 0 ? ", " : "");
        }
        if (strcmp(answer.p, damages[i].answer) != 0) {
            print_message("# %s: \"%s\", not \"%s\"\n", damages[i].sql, answer.p,
                          damages[i].answer);
            wrong++;
        }
        fixture_close(fixture);
    }
    assert_int_equal(wrong, 0);
    free(sound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_damaged_rows__get_an_answer_or_a_word,
                                        fixture_set_up, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
