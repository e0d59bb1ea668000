#include "app/sitting_party.h"

#include <stdlib.h>
#include <string.h>

#include "app/party_words.h"
#include "app/sitting_carry.h"
#include "app/sitting_data.h"
#include "app/sitting_decision.h"
#include "app/sitting_home.h"
#include "app/sitting_roster.h"
#include "app/sitting_state.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "tracker/carry.h"
#include "tracker/decide.h"
#include "tracker/lasting.h"
#include "tracker/naming.h"

static void refuse(struct result *out, const char *reason)
{
    out->kind = RESULT_REFUSED;
    text_format(out->refusal.reason, sizeof out->refusal.reason, "%s", reason);
    out->refusal.rule = "";
}

static bool is_wrong(struct result *out, const struct error *err)
{
    out->kind = RESULT_WRONG;
    out->error = *err;
    return false;
}

/* ---- a step of the roster -------------------------------------------------------------- */

static const struct roster *current(struct sitting *sitting, struct result *out)
{
    struct error err;
    const struct roster *roster = sitting_roster(sitting, &err);
    if (roster == NULL) {
        sitting_fail(sitting, &err, out);
    }
    return roster;
}

/* The roster as it will be once those at the table have come home. */
static const struct roster *preview(struct sitting *sitting, bool *is_other, struct result *out)
{
    struct error err;
    const struct roster *roster = sitting_preview_home(sitting, is_other, &err);
    if (roster == NULL) {
        sitting_fail(sitting, &err, out);
    }
    return roster;
}

/* The effect of the step on each: "Bran: Life 3 to 7". */
static void tell_changes(struct sitting *sitting, char *const *before, const int64_t *number,
                         int count, struct result *out)
{
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    const struct roster *roster = sitting_roster(sitting, &err);
    text_add(&text, "%s", out->label);
    for (int i = 0; roster != NULL && i < count; i++) {
        const struct roster_row *row = roster_row_of(roster, number[i]);
        TEXT_BUFFER(what, 600);
        if (row != NULL) {
            party_add_difference(roster->system, str_of(before[i]), str_of(row->text), &what);
        }
        if (what.n > 0) {
            text_add(&text, "\n%s: %s",
                     number[i] == 0 ? "the party" : state_name(&roster->state, row->id),
                     what.p);
        }
    }
}

/* Writes the decision on the roster, and reports what it changed. */
static void commit(struct sitting *sitting, struct result *out)
{
    char *before[ROSTER_MAX + 1];
    int64_t number[ROSTER_MAX + 1];
    const struct roster *roster = sitting->roster;
    int count = roster->rows;
    for (int i = 0; i < count; i++) {
        size_t n = strlen(roster->row[i].text) + 1;
        before[i] = malloc(n);
        CHECK(before[i] != NULL);
        memcpy(before[i], roster->row[i].text, n);
        number[i] = roster->row[i].number;
    }
    bool has_changed;
    sitting_commit_roster(sitting, &has_changed, out);
    if (out->kind == RESULT_DONE && has_changed) {
        tell_changes(sitting, before, number, count, out);
    } else if (!has_changed && out->kind == RESULT_TOLD) {
        text_format(out->text, sizeof out->text, "nothing changed that lasts");
    }
    for (int i = 0; i < count; i++) {
        free(before[i]);
    }
}

/* Decides what a command does to the roster; false when it does nothing, with the reason in
 * *out. */
typedef bool decide_step_fn(struct sitting *sitting, const struct roster *roster,
                            const struct command *command, struct result *out);

/* A step of the roster. Those at the table come home first, so that it is done to what they
 * are now; but only when it can be done at all. */
static bool run_step(struct sitting *sitting, const struct command *command,
                     decide_step_fn *decide_step, struct result *out)
{
    TEXT_BUFFER(told, 2000);
    bool comes_home = false;
    const struct roster *roster = preview(sitting, &comes_home, out);
    bool can_be = roster != NULL && decide_step(sitting, roster, command, out) &&
                  sitting_settle(sitting, out);
    if (can_be && comes_home) {
        can_be = sitting_bring_home(sitting, &told, out);
        roster = can_be ? current(sitting, out) : NULL;
        can_be = roster != NULL && decide_step(sitting, roster, command, out) &&
                 sitting_settle(sitting, out);
    }
    if (can_be) {
        commit(sitting, out);
    }
    return can_be && out->kind == RESULT_DONE;
}

/* ---- who ------------------------------------------------------------------------------- */

enum { WHO_MAX = ROSTER_MAX };
struct who {
    int id[WHO_MAX]; /* of the roster's state */
    int count;
};

/* Names separated by commas, "everybody" or nothing for everybody. False, with *out, when one
 * is unknown.
 */
static bool read_who(const struct roster *roster, struct str words, struct who *who,
                     struct result *out)
{
    struct error err;
    struct str part;
    who->count = 0;
    words = str_trimmed(words);
    bool is_all = words.n == 0 || str_equal_any_case(words, str_of("everybody"));
    for (int id = 1; is_all && id <= roster->state.count; id++) {
        who->id[who->count++] = id;
    }
    while (!is_all && str_next_part(&words, ',', &part)) {
        int id = combatant_find_listed(&roster->state, str_trimmed(part), &err);
        if (id == 0 || who->count == WHO_MAX) {
            return is_wrong(out, &err);
        }
        who->id[who->count++] = id;
    }
    if (who->count == 0) {
        refuse(out, "nobody is in the party yet: `join NAME` or `enlist WHO` adds somebody");
    }
    return who->count > 0;
}

/* "Bran", "Bran and 2 others". */
static void add_who(const struct state *state, const struct who *who, struct text *out)
{
    text_add(out, "%s", state_name(state, who->id[0]));
    if (who->count > 1) {
        text_add(out, " and %d other%s", who->count - 1, who->count == 2 ? "" : "s");
    }
}

/* ---- joining --------------------------------------------------------------------------- */

/* What `join` takes beside what `add` does. */
struct joining {
    char line[COMMAND_LINE_MAX + 1]; /* the line for `add` */
    struct str serves, as;
};

static bool has_option(struct str word, const char *name, struct str *value)
{
    int n = (int)strlen(name);
    if (word.n <= n || word.p[n] != '=' ||
        !str_equal_any_case((struct str){word.p, n}, str_of(name))) {
        return false;
    }
    *value = str_unquoted((struct str){word.p + n + 1, word.n - n - 1});
    return true;
}

static bool is_option(struct str word)
{
    int n = 0;
    while (n < word.n && (char_is_letter(word.p[n]) || word.p[n] == '_')) {
        n++;
    }
    return n > 0 && n < word.n && word.p[n] == '=';
}

/* The words unchanged, with side=party before the first option. */
static void read_joining(struct str words, struct joining *out)
{
    struct text line = text_over(out->line, sizeof out->line);
    bool has_side = false;
    out->serves = out->as = str_of("");
    text_add(&line, "add");
    words = str_trimmed(words);
    while (words.n > 0) {
        struct str at = words;
        struct str word = str_next_word(&words);
        if (word.p == NULL) {
            break;
        }
        if (has_option(word, "serves", &out->serves) || has_option(word, "as", &out->as)) {
            continue;
        }
        if (is_option(word) && !has_side) {
            text_add(&line, " side=party");
            has_side = true;
        }
        text_add_char(&line, ' ');
        text_add_str(&line, str_trimmed((struct str){at.p, at.n - words.n}));
    }
    text_add(&line, "%s", has_side ? "" : " side=party");
}

static bool is_role(struct str as)
{
    return as.n == 0 || str_equal_any_case(as, str_of("henchman")) ||
           str_equal_any_case(as, str_of("animal"));
}

/* Those who came in this decision belong to somebody. */
static void follow(struct decision *decision, int from, const struct joining *joining,
                   int master)
{
    const char *role =
        str_equal_any_case(joining->as, str_of("animal")) ? "animal" : "henchman";
    for (int id = from + 1; id <= decision->state.count && decision_goes_on(decision); id++) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_FOLLOWS, id, master,
                        str_of(role), 1);
    }
}

static void label_joined(struct decision *decision, int from)
{
    int count = decision->state.count - from;
    if (count == 1) {
        decision_label(decision, "%s joins the party", state_name(&decision->state, from + 1));
    } else {
        decision_label(decision, "%d join the party", count);
    }
}

static bool decide_join(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    struct joining joining;
    struct error err;
    read_joining(command->argument[0].word, &joining);
    int master =
        joining.serves.n > 0 ? combatant_find_listed(&roster->state, joining.serves, &err) : 0;
    if (!is_role(joining.as)) {
        error_set(&err, STATUS_USAGE, "", "as=%s: expected henchman or animal",
                  utf8_shown(joining.as).text);
    }
    if (!is_role(joining.as) || (joining.serves.n > 0 && master == 0)) {
        return is_wrong(out, &err);
    }
    struct decision *decision = &sitting->decision;
    sitting_decide_party(sitting, &roster->state, joining.line, sitting->asks);
    if (decision_goes_on(decision) && (master != 0 || joining.as.n > 0)) {
        follow(decision, roster->state.count, &joining, master);
    }
    if (decision_goes_on(decision)) {
        label_joined(decision, roster->state.count);
    }
    return true;
}

void sitting_run_join(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    run_step(sitting, command, decide_join, out);
}

/* Combatants of the open encounter, as they are there. */
static bool decide_enlist(struct sitting *sitting, const struct roster *roster,
                          const struct command *command, struct result *out)
{
    (void)out;
    const struct argument *who = &command->argument[0];
    struct decision *decision = &sitting->decision;
    const struct state *here = &sitting->state;
    sitting_begin_party(sitting, &roster->state, false);
    for (int i = 0; i < who->ids_count && decision_goes_on(decision); i++) {
        struct str name = str_of(state_name(here, who->ids[i]));
        if (combatant_called(&decision->state, name) != 0) {
            decision_refuse(decision, "", "%.*s is in the party already", name.n, name.p);
            return true;
        }
        char *bytes = malloc(LASTING_TEXT_SIZE);
        CHECK(bytes != NULL);
        struct text text = text_over(bytes, LASTING_TEXT_SIZE);
        lasting_write(sitting_procedure(sitting), here, who->ids[i], &text);
        int id = decision_add(decision, name);
        if (id != 0) {
            lasting_read(decision, id, str_of(bytes));
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_SIDE, SIDE_PARTY);
        }
        free(bytes);
    }
    label_joined(decision, roster->state.count);
    return true;
}

static void bring_in(struct sitting *sitting, const struct roster *roster,
                     const struct who *who, struct result *out);

void sitting_run_enlist(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    struct error err;
    struct who who = {.count = 0};
    if (!run_step(sitting, command, decide_enlist, out)) {
        return;
    }
    const struct roster *roster = sitting_roster(sitting, &err);
    for (int i = 0; roster != NULL && i < command->argument[0].ids_count; i++) {
        const char *name = state_name(&sitting->state, command->argument[0].ids[i]);
        who.id[who.count++] = combatant_called(&roster->state, str_of(name));
    }
    if (who.count > 0) {
        bring_in(sitting, roster, &who, out);
    }
}

/* ---- leaving, being there -------------------------------------------------------------- */

/* Changes each who is named, in one step. */
typedef void change_fn(struct decision *decision, int id);

static bool change_each(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, change_fn *change, const char *what,
                        struct result *out)
{
    struct who who;
    if (!read_who(roster, command->argument[0].word, &who, out)) {
        return false;
    }
    struct decision *decision = &sitting->decision;
    sitting_begin_party(sitting, &roster->state, sitting->asks);
    for (int i = 0; i < who.count && decision_goes_on(decision); i++) {
        change(decision, who.id[i]);
    }
    TEXT_BUFFER(names, 80);
    add_who(&roster->state, &who, &names);
    decision_label(decision, "%s: %s", names.p, what);
    return true;
}

static void leave(struct decision *decision, int id)
{
    decision_value(decision, EVENT_COMBATANT_REMOVED, id, FIELD_PRESENT, 0);
}

static void go_away(struct decision *decision, int id)
{
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_AWAY, id, 0, str_of(""), 1);
}

static void come_here(struct decision *decision, int id)
{
    const struct effect *away = state_effect(&decision->state, NULL, EFFECT_AWAY, id, 0);
    if (away != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, away);
    }
}

static bool decide_leave(struct sitting *sitting, const struct roster *roster,
                         const struct command *command, struct result *out)
{
    return change_each(sitting, roster, command, leave, "left the party", out);
}

void sitting_run_leave(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    run_step(sitting, command, decide_leave, out);
}

static bool decide_away(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return change_each(sitting, roster, command, go_away, "not here tonight", out);
}

void sitting_run_away(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    run_step(sitting, command, decide_away, out);
}

static bool decide_here(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return change_each(sitting, roster, command, come_here, "here tonight", out);
}

void sitting_run_here(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    run_step(sitting, command, decide_here, out);
}

/* ---- into the fight -------------------------------------------------------------------- */

static bool is_among(const struct who *who, int id)
{
    for (int i = 0; i < who->count; i++) {
        if (who->id[i] == id) {
            return true;
        }
    }
    return false;
}

/* An act of the open encounter: brings those of the roster as they are now. */
/* The roster without those who do not come. */
static void copy_coming(struct state *coming, const struct roster *roster,
                        const struct who *who)
{
    state_init(coming, roster->system);
    state_copy(coming, &roster->state);
    for (int id = 1; id <= coming->count; id++) {
        if (!is_among(who, id)) {
            state_apply(coming, &(struct event){.kind = EVENT_COMBATANT_REMOVED,
                                                .subject = id,
                                                .field = FIELD_PRESENT,
                                                .was_set = true,
                                                .from = 1,
                                                .is_set = true});
        }
    }
}

bool sitting_party_tonight(struct sitting *sitting, const struct system *system,
                           struct state *out)
{
    struct error err;
    struct who who = {.count = 0};
    const struct roster *roster = sitting_roster(sitting, &err);
    if (roster == NULL || roster->system != system) {
        return false;
    }
    for (int id = 1; id <= roster->state.count; id++) {
        if (!state_has_effect(&roster->state, EFFECT_AWAY, id, 0) &&
            carry_takes(&roster->state, id)) {
            who.id[who.count++] = id;
        }
    }
    copy_coming(out, roster, &who);
    return who.count > 0;
}

static void bring_in(struct sitting *sitting, const struct roster *roster,
                     const struct who *who, struct result *out)
{
    struct state *coming = calloc(1, sizeof *coming);
    CHECK(coming != NULL);
    copy_coming(coming, roster, who);
    if (out->text[0] == '\0') {
        text_format(out->text, sizeof out->text, "the party is here");
    }
    sitting_carry(sitting, carry_members, coming, out);
    free(coming);
}

/* Whether the encounter has this member exactly like the roster. */
static bool is_there(struct sitting *sitting, const struct roster *roster, int id)
{
    const struct state *here = &sitting->state;
    int there = member_id(here, member_number(&roster->state, id));
    char *a = malloc(LASTING_TEXT_SIZE), *b = malloc(LASTING_TEXT_SIZE);
    CHECK(a != NULL && b != NULL);
    struct text kept = text_over(a, LASTING_TEXT_SIZE), own = text_over(b, LASTING_TEXT_SIZE);
    lasting_write(sitting_procedure(sitting), &roster->state, id, &kept);
    if (there != 0) {
        lasting_write(sitting_procedure(sitting), here, there, &own);
    }
    const struct roster_row *row = roster_row_at(roster, id);
    bool is_same = there != 0 && member_change(here, there) == row->change && strcmp(a, b) == 0;
    free(a);
    free(b);
    return is_same;
}

/* Those of the named who can come, or, without names, everybody who is here tonight. */
static bool who_comes(struct sitting *sitting, const struct roster *roster, struct str words,
                      struct who *who, struct result *out)
{
    struct who all;
    bool is_anybody_there = false;
    if (!read_who(roster, words, &all, out)) {
        return false;
    }
    bool is_named = str_trimmed(words).n > 0;
    who->count = 0;
    for (int i = 0; i < all.count; i++) {
        bool is_away = !is_named && state_has_effect(&roster->state, EFFECT_AWAY, all.id[i], 0);
        bool is_here = is_there(sitting, roster, all.id[i]);
        is_anybody_there = is_anybody_there || is_here;
        if (!is_away && !is_here && carry_takes(&roster->state, all.id[i])) {
            who->id[who->count++] = all.id[i];
        }
    }
    if (who->count == 0 && is_anybody_there) {
        text_format(out->text, sizeof out->text, "the party is here already, as it is");
    } else if (who->count == 0) {
        refuse(out, "nobody of the party can come: they are dead or not here tonight");
    }
    return who->count > 0;
}

void sitting_run_bring(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct who who;
    TEXT_BUFFER(told, 2000);
    bool comes_home = false;
    struct str words = command->argument[0].word;
    const struct roster *roster = preview(sitting, &comes_home, out);
    if (roster == NULL || !who_comes(sitting, roster, words, &who, out) ||
        !sitting_may_change(sitting, out) || !sitting_bring_home(sitting, &told, out)) {
        return;
    }
    roster = current(sitting, out);
    if (roster != NULL && (!comes_home || who_comes(sitting, roster, words, &who, out))) {
        bring_in(sitting, roster, &who, out);
    }
}

void sitting_refresh_party(struct sitting *sitting, struct result *out)
{
    struct error err;
    struct who who = {.count = 0};
    bool has_members = member_number(&sitting->state, 0) == 0;
    const struct roster *roster = has_members ? sitting_roster(sitting, &err) : NULL;
    for (int id = 1; roster != NULL && id <= roster->state.count; id++) {
        int number = member_number(&roster->state, id);
        if (member_id(&sitting->state, number) != 0 && carry_takes(&roster->state, id) &&
            !is_there(sitting, roster, id)) {
            who.id[who.count++] = id;
        }
    }
    if (who.count > 0) {
        bring_in(sitting, roster, &who, out);
    }
}

/* ---- between the fights ---------------------------------------------------------------- */

static void rest(struct decision *decision, int id)
{
    if (decision->procedure->rests != NULL) {
        decision->procedure->rests(decision, id);
    }
}

static bool decide_rest(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    if (!change_each(sitting, roster, command, rest, "rested", out)) {
        return false;
    }
    if (decision_goes_on(&sitting->decision) && sitting->decision.events == 0) {
        refuse(out, "nothing comes back by a rule of this game: `party heal WHO 3` or "
                    "`party set WHO ...` does it by hand");
        return false;
    }
    return true;
}

void sitting_run_rest(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    run_step(sitting, command, decide_rest, out);
}

static const struct command_def *command_called(const struct sitting *sitting, struct str name)
{
    for (int i = 0; i < sitting->commands; i++) {
        if (str_equal_any_case(name, str_of(sitting->command[i]->name))) {
            return sitting->command[i];
        }
    }
    return NULL;
}

/* Any command of the table, applied to the party between its fights. */
static bool decide_between(struct sitting *sitting, const struct roster *roster,
                           const struct command *command, struct result *out)
{
    char bytes[COMMAND_LINE_MAX + 1];
    struct str line = str_trimmed(command->argument[0].word), rest_of_line = line;
    struct str name = str_next_word(&rest_of_line);
    if (str_equal_any_case(name, str_of("ruling"))) {
        name = str_next_word(&rest_of_line);
    }
    const struct command_def *def = command_called(sitting, name);
    if (def != NULL && def->decide == NULL) {
        TEXT_BUFFER(reason, 160);
        text_add(&reason, "%s is no act of the party: `party heal WHO 3` is one", def->name);
        refuse(out, reason.p);
        return false;
    }
    struct text text = text_over(bytes, sizeof bytes);
    text_add_str(&text, line);
    sitting_decide_party(sitting, &roster->state, bytes, sitting->asks);
    return true;
}

void sitting_run_between(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    run_step(sitting, command, decide_between, out);
}

/* ---- undoing --------------------------------------------------------------------------- */

enum status sitting_party_ways(struct sitting *sitting, struct sitting_ways *out,
                               struct error *err)
{
    return sitting_ways(sitting, CHANGE_PARTY, state_system(&sitting->state)->id, out, err);
}

static void take_back(struct sitting *sitting, bool is_undo, struct result *out)
{
    const char *game = state_system(&sitting->state)->id;
    sitting_run_take_back(sitting, CHANGE_PARTY, game, is_undo, "the party", out);
    sitting_forget_roster(sitting);
}

void sitting_run_undo_party(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    (void)command;
    take_back(sitting, true, out);
}

void sitting_run_redo_party(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    (void)command;
    take_back(sitting, false, out);
}
