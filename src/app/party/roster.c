#include "app/party/roster.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/changes.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "store/changes.h"
#include "tracker/combatant_fields.h"
#include "tracker/carry.h"
#include "tracker/settings.h"

static const char draw_word[] = "draw ";

/* ---- reading --------------------------------------------------------------------------- */

static char *copy_text(struct str text)
{
    char *copy = malloc((size_t)text.n + 1);
    CHECK(copy != NULL);
    if (text.n > 0) {
        memcpy(copy, text.p, (size_t)text.n);
    }
    copy[text.n] = '\0';
    return copy;
}

static void roster_free(struct roster *roster)
{
    for (int i = 0; roster != NULL && i < roster->rows; i++) {
        free(roster->row[i].text);
    }
    free(roster);
}

void sitting_forget_roster(struct sitting *sitting)
{
    roster_free(sitting->roster);
    sitting->roster = NULL;
}

/* Rows arrive in the order of their changes and are kept in that of their numbers. */
static bool take_row(void *context, const struct change *change)
{
    struct roster *roster = context;
    bool fits = change->is_set && roster->rows < ROSTER_MAX + (change->thing_id == 0) &&
                change->thing_id >= 0 && change->thing_id <= INT32_MAX;
    if (!fits) {
        return true;
    }
    int at = roster->rows++;
    while (at > 0 && roster->row[at - 1].number > change->thing_id) {
        roster->row[at] = roster->row[at - 1];
        at--;
    }
    roster->row[at] = (struct roster_row){
        .number = change->thing_id, .change = change->id, .text = copy_text(change->new)};
    return true;
}

static struct str name_in(const struct roster_row *row)
{
    struct str line = lasting_line(str_of(row->text), str_of("name"));
    struct str name = line.n > 5 ? (struct str){line.p + 5, line.n - 5} : str_of("?");
    return str_beginning(name, NAME_SIZE - 1);
}

/* Each step of reading is a decision of its own, because of the room it needs. */
static bool take_over(struct sitting *sitting, struct roster *roster, struct error *err)
{
    const struct decision *decision = &sitting->decision;
    if (!decision_goes_on(decision)) {
        *err = decision->error;
        return false;
    }
    state_copy(&roster->state, &decision->state);
    return true;
}

static bool add_member(struct sitting *sitting, struct roster *roster, struct roster_row *row,
                       struct error *err)
{
    struct decision *decision = &sitting->decision;
    sitting_begin_party(sitting, &roster->state, false);
    row->id = row->number == 0 ? 0 : decision_add(decision, name_in(row));
    if (row->id != 0) {
        decision_value(decision, EVENT_VALUE_CHANGED, row->id, FIELD_ENTRY, row->id);
    }
    member_mark(decision, row->id, (int)row->number, row->change);
    return take_over(sitting, roster, err);
}

/* The number after a word at the beginning of a line; 0: there is none. */
static int64_t own_number(const char *text, const char *word)
{
    int64_t number = 0;
    struct str line, rest = str_of(text);
    int n = (int)strlen(word);
    while (lasting_next(&rest, &line)) {
        if (line.n > n && memcmp(line.p, word, (size_t)n) == 0) {
            (void)!str_to_int64((struct str){line.p + n, line.n - n}, 0, INT32_MAX, &number);
        }
    }
    return number;
}

static void fill_member(struct decision *decision, const struct roster_row *row)
{
    struct str line, rest = str_of(row->text);
    while (lasting_next(&rest, &line)) {
        if (lasting_is_own(line)) {
            lasting_read(decision, row->id, line);
        }
    }
    if (row->id != 0 && decision_goes_on(decision)) {
        decision_value(decision, EVENT_VALUE_CHANGED, row->id, FIELD_SIDE, SIDE_PARTY);
        decision_value(decision, EVENT_VALUE_CHANGED, row->id, FIELD_GROUP,
                       group_for(&decision->state, row->id));
    } else if (row->id == 0) {
        decision_encounter(decision, EVENT_DICE_DRAWN, ENCOUNTER_DRAW,
                           (int)own_number(row->text, draw_word));
    }
}

/* The party itself is always there, even while nothing is known about it. */
static void add_party(struct roster *roster)
{
    if (roster_row_of(roster, 0) == NULL) {
        memmove(&roster->row[1], &roster->row[0], (size_t)roster->rows * sizeof roster->row[0]);
        roster->row[0] = (struct roster_row){.text = copy_text(str_of(""))};
        roster->rows++;
    }
}

static bool read_members(struct sitting *sitting, struct roster *roster, struct error *err)
{
    for (int i = 0; i < roster->rows; i++) {
        if (!add_member(sitting, roster, &roster->row[i], err)) {
            return false;
        }
    }
    for (int i = 0; i < roster->rows; i++) {
        sitting_begin_party(sitting, &roster->state, false);
        fill_member(&sitting->decision, &roster->row[i]);
        if (!take_over(sitting, roster, err)) {
            return false;
        }
    }
    sitting_begin_party(sitting, &roster->state, false);
    settings_carry(&sitting->decision, &sitting->state);
    if (!take_over(sitting, roster, err)) {
        return false;
    }
    if (!state_is_sound(sitting_procedure(sitting), &roster->state)) {
        error_set(err, STATUS_DAMAGED, "", "the party has numbers that cannot be");
        return false;
    }
    return true;
}

/* Reads it with other texts in place of those that are kept. */
static void put_texts(struct roster *roster, const struct roster_text *texts, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < roster->rows; k++) {
            if (roster->row[k].number == texts[i].number && texts[i].text != NULL) {
                free(roster->row[k].text);
                roster->row[k].text = copy_text(str_of(texts[i].text));
            }
        }
    }
}

static struct roster *read_roster(struct sitting *sitting, int64_t changes,
                                  const struct roster_text *texts, int count, struct error *err)
{
    struct roster *roster = calloc(1, sizeof *roster);
    CHECK(roster != NULL);
    roster->system = state_system(&sitting->state);
    roster->changes = changes;
    state_init(&roster->state, roster->system);
    bool is_read =
        changes_present(sitting->campaign, str_of(CHANGE_PARTY), str_of(roster->system->id), 0,
                        take_row, roster, err) == STATUS_OK &&
        changes_last_id(sitting->campaign, str_of(CHANGE_PARTY), &roster->last_number, err) ==
            STATUS_OK;
    if (is_read) {
        add_party(roster);
        put_texts(roster, texts, count);
        is_read = read_members(sitting, roster, err);
    }
    if (!is_read) {
        roster_free(roster);
        return NULL;
    }
    return roster;
}

const struct roster *sitting_roster(struct sitting *sitting, struct error *err)
{
    int64_t changes;
    if (changes_newest(sitting->campaign, str_of(CHANGE_PARTY), &changes, err) != STATUS_OK) {
        return NULL;
    }
    const struct roster *kept = sitting->roster;
    if (kept == NULL || kept->changes != changes ||
        kept->system != state_system(&sitting->state)) {
        sitting_forget_roster(sitting);
        sitting->roster = read_roster(sitting, changes, NULL, 0, err);
    }
    return sitting->roster;
}

const struct roster *sitting_roster_with(struct sitting *sitting,
                                         const struct roster_text *texts, int count,
                                         struct error *err)
{
    sitting_forget_roster(sitting);
    sitting->roster = read_roster(sitting, -1, texts, count, err);
    return sitting->roster;
}

const struct roster_row *roster_row_of(const struct roster *roster, int64_t number)
{
    for (int i = 0; i < roster->rows; i++) {
        if (roster->row[i].number == number) {
            return &roster->row[i];
        }
    }
    return NULL;
}

const struct roster_row *roster_row_at(const struct roster *roster, int id)
{
    for (int i = 0; i < roster->rows; i++) {
        if (roster->row[i].id == id) {
            return &roster->row[i];
        }
    }
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------- */

void sitting_write_roster(struct sitting *sitting, const struct roster_text *texts, int count,
                          const char *line, const char *trace, struct result *out)
{
    struct change change[ROSTER_MAX + 1];
    struct error err;
    int64_t step;
    CHECK(count <= ROSTER_MAX + 1);
    if (!sitting_may_change(sitting, out)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        change[i] = (struct change){.thing = str_of(CHANGE_PARTY),
                                    .thing_id = texts[i].number,
                                    .field = str_of(state_system(&sitting->state)->id),
                                    .is_set = texts[i].text != NULL,
                                    .new = str_of(texts[i].text != NULL ? texts[i].text : ""),
                                    .line = str_of(line),
                                    .trace = str_of(trace)};
    }
    if (changes_append(sitting->campaign, sitting->now_ms(), change, count, &step, &err) !=
        STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    sitting_forget_roster(sitting);
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "%s", line);
}

/* The roster's own lines of a text stay unchanged. */
static void add_own_lines(const char *before, struct text *out)
{
    struct str line, rest = str_of(before);
    while (lasting_next(&rest, &line)) {
        bool is_draw = line.n > 5 && memcmp(line.p, draw_word, 5) == 0;
        if (!lasting_is_own(line) && !is_draw) {
            text_add_str(out, line);
            text_add_char(out, '\n');
        }
    }
}

static char *text_of(struct sitting *sitting, int id, const char *before)
{
    char *bytes = malloc(LASTING_TEXT_SIZE);
    CHECK(bytes != NULL);
    const struct state *state = &sitting->decision.state;
    struct text text = text_over(bytes, LASTING_TEXT_SIZE);
    lasting_write(sitting_procedure(sitting), state, id, &text);
    if (id == 0 && state->value[ENCOUNTER_DRAW] != 0) {
        text_add(&text, "%s%d\n", draw_word, state->value[ENCOUNTER_DRAW]);
    }
    add_own_lines(before, &text);
    return bytes;
}

/* A member without a number gets the next one, as others may refer to it. */
static void number_new(struct sitting *sitting, int64_t last)
{
    struct decision *decision = &sitting->decision;
    for (int id = 1; id <= decision->state.count && decision_goes_on(decision); id++) {
        if (state_is_present(&decision->state, id) && member_number(&decision->state, id) < 0) {
            member_mark(decision, id, (int)++last, 0);
        }
    }
}

/* What has changed, in texts for the caller to free. */
static int changed_texts(struct sitting *sitting, const struct roster *roster,
                         struct roster_text texts[ROSTER_MAX + 1])
{
    const struct state *state = &sitting->decision.state;
    int count = 0;
    for (int id = 0; id <= state->count && count <= ROSTER_MAX; id++) {
        const struct roster_row *row = roster_row_at(roster, id);
        const char *before = row != NULL ? row->text : "";
        if (id != 0 && !state_is_present(state, id)) {
            if (row != NULL) {
                texts[count++] = (struct roster_text){row->number, NULL};
            }
            continue;
        }
        char *text = text_of(sitting, id, before);
        if (strcmp(text, before) == 0) {
            free(text);
        } else {
            texts[count++] = (struct roster_text){id == 0 ? 0 : member_number(state, id), text};
        }
    }
    return count;
}

static bool has_room(const struct sitting *sitting, struct result *out)
{
    const struct state *state = &sitting->decision.state;
    int members = 0;
    for (int id = 1; id <= state->count; id++) {
        members += state_is_present(state, id) ? 1 : 0;
    }
    if (members > ROSTER_MAX) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_FULL, "", "a party has room for %d", ROSTER_MAX);
    }
    return members <= ROSTER_MAX;
}

void sitting_commit_roster(struct sitting *sitting, bool *has_changed, struct result *out)
{
    struct roster_text texts[ROSTER_MAX + 1];
    const struct roster *roster = sitting->roster;
    CHECK(roster != NULL);
    *has_changed = false;
    if (!has_room(sitting, out)) {
        return;
    }
    number_new(sitting, roster->last_number);
    int count = changed_texts(sitting, roster, texts);
    *has_changed = count > 0;
    if (count > 0) {
        sitting_write_roster(sitting, texts, count, sitting->decision.label, "", out);
    }
    for (int i = 0; i < count; i++) {
        free(texts[i].text);
    }
}

/* ---- old texts ------------------------------------------------------------------------- */

struct wanted_text {
    int64_t change, number;
    const char *field;
    char *text;
};

static bool take_text(void *context, const struct change *change)
{
    struct wanted_text *wanted = context;
    if (change->id == wanted->change && change->is_set && change->thing_id == wanted->number &&
        str_equal(change->thing, CHANGE_PARTY) && str_equal(change->field, wanted->field)) {
        wanted->text = copy_text(change->new);
    }
    return false;
}

char *roster_text_of_change(struct sitting *sitting, int64_t change, int64_t number)
{
    struct error err;
    struct wanted_text wanted = {change, number, state_system(&sitting->state)->id, NULL};
    if (change > 0) {
        (void)!changes_of(sitting->campaign, str_of(CHANGE_PARTY), change - 1, take_text,
                          &wanted, &err);
    }
    return wanted.text;
}
