#include "app/party/party.h"

#include <stdlib.h>
#include <string.h>

#include "app/party/party_sheet.h"
#include "app/party/roster.h"
#include "app/sitting/decision.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "tracker/carry.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/library.h"
#include "tracker/naming.h"
#include "tracker/options.h"

/* Decides what a command does to the roster; false when it does nothing, with the reason in
 * *out. */
typedef bool decide_step_fn(struct sitting *sitting, const struct roster *roster,
                            const struct command *command, struct result *out);

/* Members by their ids in the roster's state. */
struct party_who {
    int id[ROSTER_MAX];
    int count;
};

/* Changes one member in a decision. */
typedef void change_member_fn(struct decision *decision, int id);

/* Always false. */
static bool is_wrong(struct result *out, const struct error *err)
{
    result_be_wrong(out, err);
    return false;
}

/* ---- a step of the roster -------------------------------------------------------------- */

static const struct roster *current_roster(struct sitting *sitting, struct result *out)
{
    struct error err;
    const struct roster *roster = sitting_roster(sitting, &err);
    if (roster == NULL) {
        sitting_fail(sitting, &err, out);
    }
    return roster;
}

/* The roster as it will be once those at the table have come home. */
static const struct roster *roster_at_home(struct sitting *sitting, bool *is_other,
                                           struct result *out)
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

/* A step of the roster. Those at the table come home first, so that it is done to what they
 * are now; but only when it can be done at all. */
static bool run_step(struct sitting *sitting, const struct command *command,
                     decide_step_fn *decide_step, struct result *out)
{
    TEXT_BUFFER(told, 2000);
    bool comes_home = false;
    const struct roster *roster = roster_at_home(sitting, &comes_home, out);
    bool can_be = roster != NULL && decide_step(sitting, roster, command, out) &&
                  sitting_report(sitting, out);
    if (can_be && comes_home) {
        can_be = sitting_bring_home(sitting, &told, out);
        roster = can_be ? current_roster(sitting, out) : NULL;
        can_be = roster != NULL && decide_step(sitting, roster, command, out) &&
                 sitting_report(sitting, out);
    }
    if (can_be) {
        commit(sitting, out);
    }
    return can_be && out->kind == RESULT_DONE;
}

/* ---- who ------------------------------------------------------------------------------- */

static bool read_who(const struct roster *roster, struct str words, struct party_who *who,
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
        if (id == 0 || who->count == ROSTER_MAX) {
            return is_wrong(out, &err);
        }
        who->id[who->count++] = id;
    }
    if (who->count == 0) {
        result_refuse(out,
                      "nobody is in the party yet: `join NAME` or `enlist WHO` adds somebody");
    }
    return who->count > 0;
}

/* "Bran", "Bran and 2 others". */
static void add_who(const struct state *state, const struct party_who *who, struct text *out)
{
    text_add(out, "%s", state_name(state, who->id[0]));
    if (who->count > 1) {
        text_add(out, " and %d other%s", who->count - 1, who->count == 2 ? "" : "s");
    }
}

static bool change_each(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, change_member_fn *change,
                        const char *what, struct result *out)
{
    struct party_who who;
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
        int n = 0;
        while (n < word.n && (char_is_letter(word.p[n]) || word.p[n] == '_')) {
            n++;
        }
        if ((n > 0 && n < word.n && word.p[n] == '=') && !has_side) {
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

/* A name that is taken gets a number, which is right for the third goblin of a fight, and not
 * for somebody who has joined before: then it returns the length of the name, else 0. */
static int length_of_taken(const struct state *members, const char *name)
{
    const char *blank = strrchr(name, ' ');
    int n = blank != NULL ? (int)(blank - name) : 0;
    bool is_number =
        blank != NULL && blank[1] != '\0' && blank[1 + strspn(blank + 1, "0123456789")] == '\0';
    return is_number && combatant_called(members, (struct str){name, n}) != 0 ? n : 0;
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
    if (decision_goes_on(decision)) {
        int first = roster->state.count + 1;
        const char *name =
            decision->state.count == first ? state_name(&decision->state, first) : "";
        int n = length_of_taken(&roster->state, name);
        if (n > 0 && !str_holds_words(str_of(joining.line), str_of(name))) {
            decision_refuse(
                decision, "",
                "%.*s is in the party already; another one needs a name of their own", n, name);
        }
    }
    if (decision_goes_on(decision) && (master != 0 || joining.as.n > 0)) {
        follow(decision, roster->state.count, &joining, master);
    }
    if (decision_goes_on(decision)) {
        label_joined(decision, roster->state.count);
    }
    return true;
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

/* ---- leaving, being there -------------------------------------------------------------- */

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

static bool decide_away(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return change_each(sitting, roster, command, go_away, "not here tonight", out);
}

static bool decide_here(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return change_each(sitting, roster, command, come_here, "here tonight", out);
}

/* ---- into the fight -------------------------------------------------------------------- */

static bool is_among(const struct party_who *who, int id)
{
    for (int i = 0; i < who->count; i++) {
        if (who->id[i] == id) {
            return true;
        }
    }
    return false;
}

/* The roster without those who do not come. */
static void copy_coming(struct state *coming, const struct roster *roster,
                        const struct party_who *who)
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
    struct party_who who = {.count = 0};
    const struct roster *roster = sitting_roster_of(sitting, system, &err);
    if (roster == NULL) {
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
                     const struct party_who *who, struct result *out)
{
    struct state *coming = sitting_scratch(sitting, sizeof *coming);
    copy_coming(coming, roster, who);
    if (out->text[0] == '\0') {
        text_format(out->text, sizeof out->text, "the party is here");
    }
    sitting_carry(sitting, carry_members, coming, out);
}

void sitting_run_enlist(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    struct error err;
    struct party_who who = {.count = 0};
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

/* True when the encounter has this member exactly like the roster. */
static bool is_there(struct sitting *sitting, const struct roster *roster, int id)
{
    const struct state *here = &sitting->state;
    /* The party itself, whose id is 0, is there from the first member on. */
    int there = id != 0 ? member_id(here, member_number(&roster->state, id)) : 0;
    bool is_here = id != 0 ? there != 0 : member_number(here, 0) == 0;
    char *a = malloc(LASTING_TEXT_SIZE), *b = malloc(LASTING_TEXT_SIZE);
    CHECK(a != NULL && b != NULL);
    struct text kept = text_over(a, LASTING_TEXT_SIZE), own = text_over(b, LASTING_TEXT_SIZE);
    lasting_write(sitting_procedure(sitting), &roster->state, id, &kept);
    if (is_here) {
        lasting_write(sitting_procedure(sitting), here, there, &own);
    }
    const struct roster_row *row = roster_row_at(roster, id);
    bool is_same = is_here && member_change(here, there) == row->change && strcmp(a, b) == 0;
    free(a);
    free(b);
    return is_same;
}

/* Those of the named who can come, or, without names, everybody who is here tonight. */
static bool who_comes(struct sitting *sitting, const struct roster *roster, struct str words,
                      struct party_who *who, struct result *out)
{
    struct party_who all;
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
    if (who->count == 0 && is_anybody_there && !is_there(sitting, roster, 0)) {
        return true; /* what belongs to the whole party */
    }
    if (who->count == 0 && is_anybody_there) {
        text_format(out->text, sizeof out->text, "the party is here already, as it is");
    } else if (who->count == 0) {
        result_refuse(out, "nobody of the party can come: they are dead or not here tonight");
    }
    return who->count > 0;
}

void sitting_run_bring(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct party_who who;
    TEXT_BUFFER(told, 2000);
    bool comes_home = false;
    struct str words = command->argument[0].word;
    const struct roster *roster = roster_at_home(sitting, &comes_home, out);
    if (roster == NULL || !who_comes(sitting, roster, words, &who, out) ||
        !sitting_may_change(sitting, out) || !sitting_bring_home(sitting, &told, out)) {
        return;
    }
    roster = current_roster(sitting, out);
    if (roster != NULL && (!comes_home || who_comes(sitting, roster, words, &who, out))) {
        bring_in(sitting, roster, &who, out);
    }
}

void sitting_refresh_party(struct sitting *sitting, struct result *out)
{
    struct error err;
    struct party_who who = {.count = 0};
    bool has_members = member_number(&sitting->state, 0) == 0;
    const struct roster *roster = has_members ? sitting_roster(sitting, &err) : NULL;
    for (int id = 1; roster != NULL && id <= roster->state.count; id++) {
        int number = member_number(&roster->state, id);
        if (member_id(&sitting->state, number) != 0 && carry_takes(&roster->state, id) &&
            !is_there(sitting, roster, id)) {
            who.id[who.count++] = id;
        }
    }
    if (roster != NULL && (who.count > 0 || !is_there(sitting, roster, 0))) {
        bring_in(sitting, roster, &who, out);
    }
}

/* ---- resting --------------------------------------------------------------------------- */

static void rest(struct decision *decision, int id)
{
    if (decision->procedure->rests != NULL) {
        decision->procedure->rests(decision, id);
    }
}

/* "luck, spells": what the events give back, each once. */
static void add_what_came_back(const struct decision *decision, struct text *out)
{
    for (int i = 0; i < decision->events; i++) {
        struct str what = decision->event[i].text_to;
        bool is_new = what.n > 0;
        for (int j = 0; j < i && is_new; j++) {
            is_new = !str_equal_any_case(decision->event[j].text_to, what);
        }
        if (is_new) {
            text_add(out, "%s", out->n > 0 ? ", " : "");
            text_add_str(out, what);
        }
    }
}

static bool decide_rest(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    if (!change_each(sitting, roster, command, rest, "rested", out)) {
        return false;
    }
    if (decision_goes_on(&sitting->decision) && sitting->decision.events == 0) {
        result_refuse(out, "nothing comes back by a rule of this game: `party-heal WHO 3` or "
                           "`party set WHO ...` does it by hand");
        return false;
    }
    TEXT_BUFFER(label, sizeof sitting->decision.label);
    TEXT_BUFFER(back, sizeof sitting->decision.label);
    text_add(&label, "%s", sitting->decision.label);
    add_what_came_back(&sitting->decision, &back);
    text_add(&label, "%s%s", back.n > 0 ? "; back: " : "", back.p);
    decision_label(&sitting->decision, "%s", label.p);
    return true;
}

/* ---- any command of the table ---------------------------------------------------------- */

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
        result_refuse(out, "%s", reason.p);
        return false;
    }
    struct text text = text_over(bytes, sizeof bytes);
    text_add_str(&text, line);
    sitting_decide_party(sitting, &roster->state, bytes, sitting->asks);
    return true;
}

void sitting_try_party(struct sitting *sitting, const char *line, struct result *out)
{
    result_begin(out);
    const struct roster *roster = current_roster(sitting, out);
    if (roster != NULL) {
        sitting_decide_party(sitting, &roster->state, line, true);
        (void)sitting_report(sitting, out);
    }
}

/* ---- acts with names of their own ------------------------------------------------------ */

/* Decides a line of the table for the party; what was to be overruled still is. */
static void decide_line(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, const struct text *line)
{
    TEXT_BUFFER(whole, COMMAND_LINE_MAX + 1);
    text_add(&whole, "%s%s", command->is_ruling ? "ruling " : "", line->p);
    sitting_decide_party(sitting, &roster->state, whole.p, sitting->asks);
}

/* Begins a decision that is not a line of the table. */
static struct decision *begin(struct sitting *sitting, const struct roster *roster,
                              const struct command *command)
{
    sitting_begin_party(sitting, &roster->state, sitting->asks);
    sitting->decision.is_ruling = command->is_ruling;
    return &sitting->decision;
}

/* The command's name, the members of its first argument, and the rest of the line. */
static bool write_line(const char *name, const struct roster *roster,
                       const struct command *command, struct text *out, struct result *result)
{
    struct party_who who;
    if (!read_who(roster, command->argument[0].word, &who, result)) {
        return false;
    }
    text_add(out, "%s", name);
    for (int i = 0; i < who.count; i++) {
        text_add(out, "%s", i == 0 ? " " : ",");
        combatant_word(&roster->state, who.id[i], out);
    }
    text_add(out, "%s", command->argument[1].is_given ? " " : "");
    text_add_str(out, command->argument[1].written);
    return true;
}

static bool decide_as(struct sitting *sitting, const struct roster *roster,
                      const struct command *command, const char *name, struct result *out)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (!write_line(name, roster, command, &line, out)) {
        return false;
    }
    decide_line(sitting, roster, command, &line);
    return true;
}

static bool decide_heal(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return decide_as(sitting, roster, command, "heal", out);
}

static bool decide_die(struct sitting *sitting, const struct roster *roster,
                       const struct command *command, struct result *out)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (!write_line("out", roster, command, &line, out)) {
        return false;
    }
    text_add(&line, " dead");
    decide_line(sitting, roster, command, &line);
    return true;
}

/* By the game's rule, or, with values, by hand. */
static bool decide_level(struct sitting *sitting, const struct roster *roster,
                         const struct command *command, struct result *out)
{
    struct str values = command->argument[1].written;
    const char *rule = sitting_procedure(sitting)->levels_up;
    bool has_values = values.n > 0 && memchr(values.p, '=', (size_t)values.n) != NULL;
    if (has_values || rule == NULL) {
        if (!has_values) {
            result_refuse(out,
                          "this game has no rule for a level: `party-level Bran hp_max=12` "
                          "gives new values");
            return false;
        }
        return decide_as(sitting, roster, command, "set", out);
    }
    return decide_as(sitting, roster, command, rule, out);
}

/* A new adventure, in a game that tells one from the next; else the party rests. */
static bool decide_adventure(struct sitting *sitting, const struct roster *roster,
                             const struct command *command, struct result *out)
{
    const char *begins = sitting_procedure(sitting)->new_adventure;
    if (begins == NULL) {
        return decide_rest(sitting, roster, command, out);
    }
    TEXT_BUFFER(line, 80);
    text_add(&line, "%s", begins);
    decide_line(sitting, roster, command, &line);
    return true;
}

/* ---- gold and other things that are counted -------------------------------------------- */

enum { AMOUNT_MOST = 100000 };
static const char gold_name[] = "gold";

/* What is paid from, or into, in a game that has no purse of its own: a counter by hand. */
static bool change_counter(struct decision *decision, int place, int change)
{
    const struct counter *counter = &decision->state.counter[place];
    int now = counter->number[COUNTER_NOW];
    if (now + change < 0 && !decision_refuse(decision, "", "there %s only %d %s",
                                             now == 1 ? "is" : "are", now, counter->name)) {
        return false;
    }
    counter_put(decision, place, now + change, true);
    return true;
}

static bool change_gold(struct decision *decision, int change)
{
    int place;
    if (decision->procedure->pays != NULL) {
        return decision->procedure->pays(decision, change);
    }
    if (counters_called(&decision->state, str_of(gold_name), 0, true, &place) > 0) {
        return change_counter(decision, place, change);
    }
    place = counter_free_place(&decision->state);
    if (change < 0 || place == COUNTERS_MAX) {
        return decision_refuse(decision, "",
                               change < 0 ? "the party has no gold: `party-gain 20` gives some"
                                          : "there are too many counters already");
    }
    struct counter gold = {.name = "gold"};
    gold.number[COUNTER_NOW] = change;
    gold.number[COUNTER_PER] = PER_HAND;
    counter_make(decision, place, &gold);
    return true;
}

static bool read_amount(const struct command *command, int *amount, struct result *out)
{
    struct error err;
    int64_t number;
    struct str word = command->argument[0].word;
    if (!str_to_int64(word, 0, AMOUNT_MOST, &number)) {
        error_set(&err, STATUS_USAGE, "", "%s: expected an amount, 0 to %d",
                  utf8_shown(word).text, AMOUNT_MOST);
        return is_wrong(out, &err);
    }
    *amount = (int)number;
    return true;
}

/* `sign` 1: gained, -1: spent. Further words are the name of a counter, or say what for. */
static bool decide_change(struct sitting *sitting, const struct roster *roster,
                          const struct command *command, int sign, struct result *out)
{
    int amount = 0, place = 0;
    if (!read_amount(command, &amount, out)) {
        return false;
    }
    struct decision *decision = begin(sitting, roster, command);
    struct str what = str_trimmed(command->argument[1].word);
    bool is_counter =
        what.n > 0 && counters_called(&decision->state, what, ANYBODY, true, &place) == 1;
    TEXT_BUFFER(name, NAME_SIZE);
    text_add(&name, "%s", is_counter ? decision->state.counter[place].name : gold_name);
    if (is_counter ? !change_counter(decision, place, sign * amount)
                   : !change_gold(decision, sign * amount)) {
        return true;
    }
    decision_label(decision, "%d %s %s%s%.*s", amount, name.p, sign > 0 ? "gained" : "spent",
                   what.n > 0 && !is_counter ? ": " : "", is_counter ? 0 : what.n, what.p);
    return true;
}

static bool decide_spend(struct sitting *sitting, const struct roster *roster,
                         const struct command *command, struct result *out)
{
    return decide_change(sitting, roster, command, -1, out);
}

static bool decide_gain(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return decide_change(sitting, roster, command, 1, out);
}

/* ---- buying ---------------------------------------------------------------------------- */

/* In a game without gear of its own a thing is noted with the one who has it. */
static bool note_item(struct decision *decision, int id, struct str item)
{
    TEXT_BUFFER(note, COMMAND_LINE_MAX + 1);
    const char *before = state_text(&decision->state, id, TEXT_NOTE);
    text_add(&note, "%s%s", before, before[0] != '\0' ? ", " : "");
    text_add_str(&note, item);
    if (note.n >= state_text_size(TEXT_NOTE)) {
        decision_wrong(decision,
                       "the note on %s has no room for it: `party note-on` changes it",
                       state_name(&decision->state, id));
        return false;
    }
    decision_text(decision, id, TEXT_NOTE, (struct str){note.p, note.n});
    return true;
}

/* What a record of this name costs, where records have a price; -1: nothing says it. */
static int price_of(const struct library *library, struct str item)
{
    for (int i = 0; library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        int64_t price;
        if (!library_names_equal(str_of(record->name), item)) {
            continue;
        }
        for (int k = 0; k < record->kind->fields_count; k++) {
            const struct library_texts *field = &record->field[k];
            if (strcmp(record->kind->fields[k].value.name, "price") == 0 && field->count > 0 &&
                str_to_int64(str_of(field->text[0]), 0, AMOUNT_MOST, &price)) {
                return (int)price;
            }
        }
    }
    return -1;
}

static bool decide_buy(struct sitting *sitting, const struct roster *roster,
                       const struct command *command, struct result *out)
{
    struct party_who who;
    int each = 0;
    const char *gives = sitting_procedure(sitting)->gives_item;
    if (!read_who(roster, command->argument[0].word, &who, out)) {
        return false;
    }
    struct decision *decision = &sitting->decision;
    struct str item = str_trimmed(command->argument[1].word);
    if (gives != NULL && !decide_as(sitting, roster, command, gives, out)) {
        return false;
    } else if (gives == NULL) {
        begin(sitting, roster, command);
        for (int i = 0; i < who.count && note_item(decision, who.id[i], item); i++) {
        }
    }
    if (!decision_goes_on(decision) ||
        !option_number(decision, command, "gold", (struct number_range){0, AMOUNT_MOST},
                       price_of(decision->library, item), &each) ||
        (each >= 0 && !change_gold(decision, -each * who.count))) {
        return true;
    }
    TEXT_BUFFER(paid, 40);
    text_add(&paid, " for %d gold%s", each, who.count > 1 ? " each" : "");
    decision_label(decision, "%s%s buy%s %.*s%s", state_name(&roster->state, who.id[0]),
                   who.count > 1 ? " and others" : "", who.count > 1 ? "" : "s", item.n, item.p,
                   each >= 0 ? paid.p : "");
    return true;
}

/* ---- the commands ---------------------------------------------------------------------- */

void sitting_run_party_step(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    static const struct {
        const char *name;
        decide_step_fn *decide;
    } steps[] = {{"join", decide_join},         {"leave", decide_leave},
                 {"away", decide_away},         {"here", decide_here},
                 {"rest", decide_rest},         {"party-heal", decide_heal},
                 {"party-die", decide_die},     {"party-level", decide_level},
                 {"party-spend", decide_spend}, {"party-gain", decide_gain},
                 {"party-buy", decide_buy},     {"party-adventure", decide_adventure}};
    int i = 0;
    while (strcmp(steps[i].name, command->def->name) != 0) {
        i++;
        CHECK(i < (int)(sizeof steps / sizeof steps[0]));
    }
    run_step(sitting, command, steps[i].decide, out);
}

/* ---- asked for in plain words ---------------------------------------------------------- */

/* It is there until the line ends; NULL: *out says why. */
static struct party *read_party(struct sitting *sitting, struct result *out)
{
    struct error err;
    struct party *party = sitting_scratch(sitting, sizeof *party);
    if (party_read(party, sitting, &err) == STATUS_OK) {
        return party;
    }
    sitting_fail(sitting, &err, out);
    return NULL;
}

void sitting_run_party(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    if (str_trimmed(command->argument[0].word).n > 0) {
        run_step(sitting, command, decide_between, out);
        return;
    }
    struct party *party = read_party(sitting, out);
    if (party != NULL) {
        struct text text = text_over(out->text, sizeof out->text);
        party_tell(party, &text);
    }
}

/* One member by what is typed; everybody, where nothing is. */
static void tell_sheets(struct sitting *sitting, const struct party *party, struct str who,
                        struct result *out)
{
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    const struct roster *roster = sitting_roster(sitting, &err);
    int id = roster != NULL && who.n > 0 ? combatant_find_listed(&roster->state, who, &err) : 0;
    if (roster == NULL || (who.n > 0 && id == 0)) {
        result_be_wrong(out, &err);
        return;
    }
    int64_t number = id != 0 ? roster_row_at(roster, id)->number : 0;
    for (int i = 0; i < party->count; i++) {
        if (number == 0 || party->member[i].number == number) {
            text_add(&text, "%s", text.n > 0 ? "\n\n" : "");
            party_tell_sheet(&party->member[i], false, &text);
        }
    }
    if (party->count == 0) {
        party_tell(party, &text);
    }
}

void sitting_run_party_sheet(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    struct party *party = read_party(sitting, out);
    if (party != NULL) {
        tell_sheets(sitting, party, str_trimmed(command->argument[0].word), out);
    }
}

void sitting_run_party_history(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    (void)command;
    struct error err;
    struct text text = text_over(out->text, sizeof out->text);
    if (party_tell_history(sitting, &text, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
}
