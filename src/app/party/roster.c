#include "app/party/roster.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/combatant_fields.h"
#include "tracker/carry.h"
#include "tracker/state.h"
#include "tracker/settings.h"

static const char draw_word[] = "draw ";

static enum status forget(struct sitting *sitting, struct error *err)
{
    (void)err;
    sitting_forget_roster(sitting);
    return STATUS_OK;
}

const struct collection party_collection = {.thing = CHANGE_PARTY,
                                            .field = COLLECTION_OF_GAME,
                                            .commands = "party",
                                            .nothing_done = "nothing was changed in the party",
                                            .nothing_undone =
                                                "nothing was taken back in the party",
                                            .keeps_empty = true,
                                            .on_change = forget};

/* ---- lasting facts in words ------------------------------------------------------------ */

/* The parts of a line: its subject, and the rest, which depends on its kind. */
struct line_parts {
    struct str kind, name, object, amount, rest;
};

static struct line_parts parts_of(struct str line)
{
    struct line_parts parts = {.kind = lasting_word(&line)};
    bool is_effect = str_equal(parts.kind, "effect");
    if (is_effect || str_equal(parts.kind, "value") || str_equal(parts.kind, "text")) {
        parts.name = lasting_word(&line);
    }
    if (str_equal(parts.kind, "counter")) {
        parts.amount = lasting_word(&line);
        parts.object = lasting_word(&line); /* full at */
        lasting_word(&line);
    }
    if (is_effect) {
        parts.object = lasting_word(&line);
        parts.amount = lasting_word(&line);
    }
    parts.rest = line;
    return parts;
}

/* Numbers of the table that mean nothing by themselves. */
static bool is_for_people(const struct line_parts *parts)
{
    return lasting_is_own((struct str){parts->kind.p, parts->kind.n}) &&
           !(str_equal(parts->kind, "value") && str_equal(parts->name, "side"));
}

static bool is_simple(const struct line_parts *parts)
{
    return str_equal(parts->kind, "effect") &&
           (str_equal(parts->name, "condition") || str_equal(parts->name, "trait"));
}

static bool has_words_alone(const struct system *system, const struct line_parts *parts)
{
    const struct procedure *procedure = games_find(system);
    int kind = str_equal(parts->kind, "effect") ? effect_from_name(procedure, parts->name) : -1;
    return kind >= 0 && (effect_stay(procedure, kind) & EFFECT_HAS_WORDS) != 0;
}

void party_add_name(const struct system *system, struct str line, struct text *out)
{
    struct line_parts parts = parts_of(line);
    if (!is_for_people(&parts)) {
        return;
    }
    if (str_equal(parts.kind, "value") && str_equal(parts.name, "hp")) {
        text_add(out, "%s", system->hit_points);
    } else if (str_equal(parts.kind, "value") && str_equal(parts.name, "hp_max")) {
        text_add(out, "%s unhurt", system->hit_points);
    } else if (is_simple(&parts) || str_equal(parts.kind, "counter")) {
        text_add_str(out, parts.rest);
    } else if (parts.name.n > 0) {
        struct str name = parts.name;
        for (int i = 0; i < name.n; i++) {
            text_add_char(out, name.p[i] == '_' ? ' ' : name.p[i]);
        }
        if (str_equal(parts.kind, "effect") && parts.rest.n > 0) {
            text_add_char(out, ' ');
            text_add_str(out, parts.rest);
        }
    } else {
        text_add_str(out, parts.kind);
    }
}

void party_add_value(const struct system *system, struct str line, struct text *out)
{
    struct line_parts parts = parts_of(line);
    if (has_words_alone(system, &parts)) {
        return;
    }
    bool is_counter = str_equal(parts.kind, "counter");
    text_add_str(out,
                 is_counter || str_equal(parts.kind, "effect") ? parts.amount : parts.rest);
    if (is_counter && !str_equal(parts.object, "0")) {
        text_add(out, " of ");
        text_add_str(out, parts.object);
    }
}

/* A line that is gone, new, or has another value. */
static void add_one(const struct system *system, struct str before, struct str after, int from,
                    struct text *out)
{
    struct line_parts parts = parts_of(before.n > 0 ? before : after);
    bool is_flag = str_equal(parts.kind, "effect") &&
                   (str_equal(parts.name, "condition") || str_equal(parts.name, "away"));
    if (!is_for_people(&parts)) {
        return;
    }
    text_add(out, "%s", out->n > from ? ", " : "");
    if (str_equal(parts.kind, "out")) {
        text_add(out, "%s", after.n == 0 ? "no longer " : "");
        party_add_value(system, after.n == 0 ? before : after, out);
        return;
    }
    text_add(out, "%s", is_flag && after.n == 0 ? "no longer " : "");
    party_add_name(system, before.n > 0 ? before : after, out);
    if (is_flag || has_words_alone(system, &parts)) {
        text_add(out, "%s", !is_flag && after.n == 0 ? ": gone" : "");
        return;
    }
    text_add_char(out, ' ');
    if (before.n > 0) {
        party_add_value(system, before, out);
        text_add(out, after.n > 0 ? " to " : ": gone");
    }
    if (after.n > 0) {
        party_add_value(system, after, out);
    }
}

void party_add_difference(const struct system *system, struct str before, struct str after,
                          struct text *out)
{
    struct str line, rest = before;
    int from = out->n;
    while (str_next_line(&rest, &line)) {
        struct str now = lasting_line_like(after, line);
        if (now.n != line.n || memcmp(now.p, line.p, (size_t)line.n) != 0) {
            add_one(system, line, now, from, out);
        }
    }
    rest = after;
    while (str_next_line(&rest, &line)) {
        if (lasting_line_like(before, line).n == 0) {
            add_one(system, str_of(""), line, from, out);
        }
    }
}

/* ---- reading the roster ---------------------------------------------------------------- */

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

/* A text of a member, or of the party. */
struct roster_text {
    int64_t number;
    char *text; /* NULL: it has left */
};

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
    struct str name = lasting_name(str_of(row->text));
    return name.n > 0 ? str_beginning(name, NAME_SIZE - 1) : str_of("?");
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

/* The number after a word at the beginning of a line; 0: there is none. */
static int64_t own_number(const char *text, const char *word)
{
    int64_t number = 0;
    struct str line, rest = str_of(text);
    int n = (int)strlen(word);
    while (str_next_line(&rest, &line)) {
        if (line.n > n && memcmp(line.p, word, (size_t)n) == 0) {
            (void)!str_to_int64((struct str){line.p + n, line.n - n}, 0, INT32_MAX, &number);
        }
    }
    return number;
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
        struct roster_row *row = &roster->row[i];
        struct decision *decision = &sitting->decision;
        sitting_begin_party(sitting, &roster->state, false);
        row->id = row->number == 0 ? 0 : decision_add(decision, name_in(row));
        if (row->id != 0) {
            decision_value(decision, EVENT_VALUE_CHANGED, row->id, FIELD_ENTRY, row->id);
        }
        member_mark(decision, row->id, (int)row->number, row->change);
        if (!take_over(sitting, roster, err)) {
            return false;
        }
    }
    for (int i = 0; i < roster->rows; i++) {
        sitting_begin_party(sitting, &roster->state, false);
        struct decision *decision = &sitting->decision;
        const struct roster_row *row = &roster->row[i];
        struct str line, rest = str_of(row->text);
        while (str_next_line(&rest, &line)) {
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
        if (!take_over(sitting, roster, err)) {
            return false;
        }
    }
    if (roster->system == state_system(&sitting->state)) {
        sitting_begin_party(sitting, &roster->state, false);
        settings_carry(&sitting->decision, &sitting->state);
        if (!take_over(sitting, roster, err)) {
            return false;
        }
    }
    if (!state_is_sound(games_find(roster->system), &roster->state)) {
        error_set(err, STATUS_DAMAGED, "", "the party has numbers that cannot be");
        return false;
    }
    return true;
}

static struct roster *read_roster(struct sitting *sitting, const struct system *system,
                                  int64_t changes, const struct roster_text *texts, int count,
                                  struct error *err)
{
    struct roster *roster = calloc(1, sizeof *roster);
    CHECK(roster != NULL);
    roster->system = system;
    roster->changes = changes;
    state_init(&roster->state, roster->system);
    bool is_read =
        changes_present(sitting->campaign, str_of(CHANGE_PARTY), str_of(roster->system->id), 0,
                        take_row, roster, err) == STATUS_OK &&
        changes_last_id(sitting->campaign, str_of(CHANGE_PARTY), &roster->last_number, err) ==
            STATUS_OK;
    if (is_read) {
        add_party(roster);
        /* Reads it with other texts in place of those that are kept. */
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < roster->rows; k++) {
                if (roster->row[k].number == texts[i].number && texts[i].text != NULL) {
                    free(roster->row[k].text);
                    roster->row[k].text = copy_text(str_of(texts[i].text));
                }
            }
        }
        is_read = read_members(sitting, roster, err);
    }
    if (!is_read) {
        roster_free(roster);
        return NULL;
    }
    return roster;
}

enum status sitting_check_members(struct sitting *sitting, const struct member_text *members,
                                  int count, struct error *err)
{
    struct roster *roster = calloc(1, sizeof *roster);
    CHECK(roster != NULL);
    roster->system = state_system(&sitting->state);
    state_init(&roster->state, roster->system);
    enum status status = changes_present(sitting->campaign, str_of(CHANGE_PARTY),
                                         str_of(roster->system->id), 0, take_row, roster, err);
    add_party(roster);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        struct change change = {
            .thing_id = members[i].number, .is_set = true, .new = str_of(members[i].text)};
        struct roster_row *party = &roster->row[0];
        if (members[i].number == 0) {
            free(party->text);
            party->text = copy_text(change.new);
        } else if (roster->rows > ROSTER_MAX || members[i].number > INT32_MAX) {
            status = error_set(err, STATUS_FULL, "", "a party has room for %d", ROSTER_MAX);
        } else {
            take_row(roster, &change);
        }
    }
    if (status == STATUS_OK && !read_members(sitting, roster, err)) {
        status = err->code;
    }
    roster_free(roster);
    return status;
}

const struct roster *sitting_roster(struct sitting *sitting, struct error *err)
{
    return sitting_roster_of(sitting, state_system(&sitting->state), err);
}

const struct roster *sitting_roster_of(struct sitting *sitting, const struct system *system,
                                       struct error *err)
{
    int64_t changes;
    if (changes_newest(sitting->campaign, str_of(CHANGE_PARTY), &changes, err) != STATUS_OK) {
        return NULL;
    }
    const struct roster *kept = sitting->roster;
    if (kept == NULL || kept->changes != changes || kept->system != system) {
        sitting_forget_roster(sitting);
        sitting->roster = read_roster(sitting, system, changes, NULL, 0, err);
    }
    return sitting->roster;
}

/* The roster with these texts; valid until sitting_roster is called. */
static const struct roster *roster_with(struct sitting *sitting,
                                        const struct roster_text *texts, int count,
                                        struct error *err)
{
    sitting_forget_roster(sitting);
    sitting->roster =
        read_roster(sitting, state_system(&sitting->state), -1, texts, count, err);
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

/* Texts of members in one step. `trace` is JSON; "": none. */
static void write_texts(struct sitting *sitting, const struct roster_text *texts, int count,
                        const char *line, const char *trace, struct result *out)
{
    struct collection_step step = {.of = &party_collection, .line = line, .trace = trace};
    for (int i = 0; i < count; i++) {
        collection_set(&step, texts[i].number, state_system(&sitting->state)->id,
                       texts[i].text);
    }
    collection_write(sitting, &step, out);
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
    /* The roster's own lines of a text stay unchanged. */
    struct str line, rest = str_of(before);
    while (str_next_line(&rest, &line)) {
        bool is_draw = line.n > 5 && memcmp(line.p, draw_word, 5) == 0;
        if (!lasting_is_own(line) && !is_draw) {
            text_add_str(&text, line);
            text_add_char(&text, '\n');
        }
    }
    return bytes;
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
        struct error err;
        error_set(&err, STATUS_FULL, "", "a party has room for %d", ROSTER_MAX);
        result_be_wrong(out, &err);
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
    /* A member without a number gets the next one, as others may refer to it. */
    int64_t last = roster->last_number;
    struct decision *decision = &sitting->decision;
    for (int id = 1; id <= decision->state.count && decision_goes_on(decision); id++) {
        if (state_is_present(&decision->state, id) && member_number(&decision->state, id) < 0) {
            member_mark(decision, id, (int)++last, 0);
        }
    }
    int count = changed_texts(sitting, roster, texts);
    *has_changed = count > 0;
    if (count > 0) {
        write_texts(sitting, texts, count, sitting->decision.label, "", out);
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

/* ---- home ------------------------------------------------------------------------------ */

/* The number of encounters that a member remembers; the oldest are dropped. */
enum { SEEN_MAX = 64 };
static const char seen_word[] = "seen ";

/* The trace of a step that brings the party home begins with this. */
static const char home_trace[] = "{\"encounter\":";

bool roster_step_is_home(struct str trace)
{
    return str_equal(str_beginning(trace, (int)sizeof home_trace - 1), home_trace);
}

/* The data of coming home once. */
struct home {
    struct sitting *sitting;
    const struct roster *roster;
    struct state *past; /* the encounter as the roster last saw it */
    int64_t past_act;   /* -1: not read */
    char *base, *now;   /* texts of the present member */
    struct roster_text texts[ROSTER_MAX + 1];
    int count;
};

static bool is_seen(struct str line, int64_t *encounter, int64_t *act)
{
    int n = (int)sizeof seen_word - 1;
    if (line.n <= n || memcmp(line.p, seen_word, (size_t)n) != 0) {
        return false;
    }
    struct str rest = {line.p + n, line.n - n};
    return str_to_int64(str_next_word(&rest), 1, INT64_MAX, encounter) &&
           str_to_int64(str_next_word(&rest), 0, INT64_MAX, act);
}

/* The act up to which a member has the effects of this encounter; -1: it was not there yet. */
static int64_t seen_act(const char *text, int64_t encounter)
{
    struct str line, rest = str_of(text);
    int64_t one, act, found = -1;
    while (str_next_line(&rest, &line)) {
        found = is_seen(line, &one, &act) && one == encounter ? act : found;
    }
    return found;
}

static int seen_count(struct str text)
{
    struct str line;
    int64_t one, act;
    int count = 0;
    while (str_next_line(&text, &line)) {
        count += is_seen(line, &one, &act) ? 1 : 0;
    }
    return count;
}

/* The merged text, with the acts it has now seen at its end. */
static void add_seen(struct str merged, int64_t encounter, int64_t act, struct text *out)
{
    struct str line;
    int64_t one, other_act;
    int spare = SEEN_MAX - 1 - seen_count(merged);
    while (str_next_line(&merged, &line)) {
        bool is_old = is_seen(line, &one, &other_act) && (one == encounter || spare++ < 0);
        if (!is_old) {
            text_add_str(out, line);
            text_add_char(out, '\n');
        }
    }
    text_add(out, "%s%" PRId64 " %" PRId64 "\n", seen_word, encounter, act);
}

/* The encounter says nothing about ties to somebody who is not in it. */
static void leave_out_absent(char *text, const struct state *here)
{
    int kept = 0;
    struct str line, rest = str_of(text);
    while (str_next_line(&rest, &line)) {
        struct str words = line;
        int64_t object = 0;
        bool is_effect = str_equal(str_next_word(&words), "effect");
        str_next_word(&words);
        bool is_tie = is_effect && str_to_int64(str_next_word(&words), 1, INT32_MAX, &object);
        if (!is_tie || member_id(here, (int)object) != 0) {
            /* It only moves toward the beginning. */
            memmove(text + kept, line.p, (size_t)line.n);
            kept += line.n;
            text[kept++] = '\n';
        }
    }
    text[kept] = '\0';
}

static void write_member(const struct home *home, const struct state *state, int id, char *out)
{
    struct text text = text_over(out, LASTING_TEXT_SIZE);
    out[0] = '\0';
    lasting_write(sitting_procedure(home->sitting), state, id, &text);
}

/* The member as it was in the act that the roster saw last; false when that is not known. */
static bool write_past(struct home *home, const struct roster_row *row, int64_t seen)
{
    /* The encounter after that act, read once; false when it cannot be. */
    struct sitting *sitting = home->sitting;
    struct error err;
    if (home->past == NULL) {
        home->past = malloc(sizeof *home->past);
        CHECK(home->past != NULL);
        state_init(home->past, state_system(&sitting->state));
        home->past_act = -1;
    }
    if (home->past_act != seen && log_state(sitting->campaign, sitting->encounter.id, seen,
                                            home->past, &err) == STATUS_OK) {
        home->past_act = seen;
    }
    if (!(home->past_act == seen)) {
        return false;
    }
    int then = row->number != 0 ? member_id(home->past, (int)row->number) : 0;
    if (then == 0 && row->number != 0) {
        return false;
    }
    write_member(home, home->past, then, home->base);
    return true;
}

/* What the roster knows of this fight: the member as it came here, or, if the roster has seen
 * more since, as it was then. False when neither is known. */
static bool find_base(struct home *home, const struct roster_row *row, int id, int64_t seen)
{
    int64_t change = member_change(&home->sitting->state, id);
    /* The text of a member in a change of the campaign, copied for the caller to free; NULL
     * when the change is not about it. */
    struct error err;
    struct wanted_text wanted = {change, row->number, state_system(&home->sitting->state)->id,
                                 NULL};
    if (change > 0) {
        (void)!changes_of(home->sitting->campaign, str_of(CHANGE_PARTY), change - 1, take_text,
                          &wanted, &err);
    }
    char *came = wanted.text;
    int64_t seen_then = came != NULL ? seen_act(came, home->sitting->encounter.id) : -1;
    bool is_known = seen >= 0 && (came == NULL || seen_then != seen);
    is_known = is_known && write_past(home, row, seen);
    if (!is_known && came != NULL) {
        text_format(home->base, LASTING_TEXT_SIZE, "%s", came);
    }
    is_known = is_known || came != NULL || change == 0;
    free(came);
    return is_known;
}

static void look_at(struct home *home, int id)
{
    struct sitting *sitting = home->sitting;
    const struct state *here = &sitting->state;
    int number = member_number(here, id);
    const struct roster_row *row = number >= 0 ? roster_row_of(home->roster, number) : NULL;
    if (row == NULL || (id != 0 && !state_is_present(here, id))) {
        return;
    }
    int64_t act = sitting->position.head, seen = seen_act(row->text, sitting->encounter.id);
    home->base[0] = '\0';
    if (seen == act || !find_base(home, row, id, seen)) {
        return;
    }
    write_member(home, here, id, home->now);
    leave_out_absent(home->base, here);
    char *merged = malloc(LASTING_TEXT_SIZE), *text = malloc(LASTING_TEXT_SIZE);
    CHECK(merged != NULL && text != NULL);
    struct text merging = text_over(merged, LASTING_TEXT_SIZE);
    struct text whole = text_over(text, LASTING_TEXT_SIZE);
    merged[0] = '\0';
    bool has_changed =
        lasting_merge(str_of(row->text), str_of(home->base), str_of(home->now), &merging);
    add_seen(str_of(merged), sitting->encounter.id, act, &whole);
    free(merged);
    if (has_changed && home->count <= ROSTER_MAX) {
        home->texts[home->count++] = (struct roster_text){row->number, text};
    } else {
        free(text);
    }
}

/* Finds everybody who is here and has changed; the caller ends it. */
static bool home_begin(struct home *home, struct sitting *sitting, struct error *err)
{
    memset(home, 0, sizeof *home);
    home->sitting = sitting;
    bool has_members = sitting->encounter.id != 0 && member_number(&sitting->state, 0) == 0;
    home->roster = has_members ? sitting_roster(sitting, err) : NULL;
    home->base = malloc(LASTING_TEXT_SIZE);
    home->now = malloc(LASTING_TEXT_SIZE);
    CHECK(home->base != NULL && home->now != NULL);
    for (int id = 0; home->roster != NULL && id <= sitting->state.count; id++) {
        look_at(home, id);
    }
    return !has_members || home->roster != NULL;
}

static void home_end(struct home *home)
{
    for (int i = 0; i < home->count; i++) {
        free(home->texts[i].text);
    }
    free(home->past);
    free(home->base);
    free(home->now);
}

static void tell_members(const struct home *home, struct text *out)
{
    for (int i = 0; i < home->count; i++) {
        const struct roster_row *row = roster_row_of(home->roster, home->texts[i].number);
        TEXT_BUFFER(what, 400);
        party_add_difference(home->roster->system, str_of(row->text),
                             str_of(home->texts[i].text), &what);
        text_add(out, "%s%s: %s", out->n > 0 ? "\n" : "",
                 row->number == 0 ? "the party" : state_name(&home->roster->state, row->id),
                 what.n > 0 ? what.p : "as it is there");
    }
}

void sitting_tell_home(struct sitting *sitting, struct text *told)
{
    struct home home;
    struct error err;
    if (home_begin(&home, sitting, &err)) {
        tell_members(&home, told);
    }
    home_end(&home);
}

const struct roster *sitting_preview_home(struct sitting *sitting, bool *is_other,
                                          struct error *err)
{
    struct home home;
    const struct roster *roster = NULL;
    sitting_forget_roster(sitting); /* the settings of the table may be others now */
    bool is_known = home_begin(&home, sitting, err);
    *is_other = home.count > 0;
    if (is_known) {
        roster = *is_other ? roster_with(sitting, home.texts, home.count, err)
                           : sitting_roster(sitting, err);
    }
    home_end(&home);
    return roster;
}

bool sitting_bring_home(struct sitting *sitting, struct text *told, struct result *out)
{
    struct home home;
    struct error err;
    bool is_done = home_begin(&home, sitting, &err);
    if (!is_done) {
        sitting_fail(sitting, &err, out);
    } else if (home.count > 0) {
        struct result *written = sitting_scratch(sitting, sizeof *written);
        tell_members(&home, told);
        TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
        TEXT_BUFFER(trace, 80);
        text_add(&line, "home from %s#%" PRId64, sitting->encounter.name,
                 sitting->position.head);
        text_add(&trace, "%s%" PRId64 ",\"act\":%" PRId64 "}", home_trace,
                 sitting->encounter.id, sitting->position.head);
        write_texts(sitting, home.texts, home.count, line.p, trace.p, written);
        is_done = written->kind == RESULT_DONE;
        if (!is_done) {
            *out = *written;
        }
    }
    home_end(&home);
    return is_done;
}

void sitting_run_home(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    (void)command;
    TEXT_BUFFER(told, 2000);
    if (member_number(&sitting->state, 0) < 0) {
        result_refuse(out,
                      "nobody of the party was brought into this encounter; bring does that");
        return;
    }
    if (!sitting_bring_home(sitting, &told, out)) {
        return;
    }
    if (told.n == 0) {
        text_format(out->text, sizeof out->text, "the party has everything already");
        return;
    }
    result_label(out, "home from %s", sitting->encounter.name);
    text_format(out->text, sizeof out->text, "home from %s\n%s", sitting->encounter.name,
                told.p);
}
