#include "app/party/party_step.h"

#include <stdlib.h>
#include <string.h>

#include "app/party/party_words.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/party/home.h"
#include "app/sitting/state.h"
#include "tracker/decide.h"
#include "tracker/naming.h"

bool party_is_wrong(struct result *out, const struct error *err)
{
    out->kind = RESULT_WRONG;
    out->error = *err;
    return false;
}

/* ---- a step of the roster -------------------------------------------------------------- */

const struct roster *party_current(struct sitting *sitting, struct result *out)
{
    struct error err;
    const struct roster *roster = sitting_roster(sitting, &err);
    if (roster == NULL) {
        sitting_fail(sitting, &err, out);
    }
    return roster;
}

/* The roster as it will be once those at the table have come home. */
const struct roster *party_preview(struct sitting *sitting, bool *is_other, struct result *out)
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
bool party_run_step(struct sitting *sitting, const struct command *command,
                    party_decide_fn *decide_step, struct result *out)
{
    TEXT_BUFFER(told, 2000);
    bool comes_home = false;
    const struct roster *roster = party_preview(sitting, &comes_home, out);
    bool can_be = roster != NULL && decide_step(sitting, roster, command, out) &&
                  sitting_settle(sitting, out);
    if (can_be && comes_home) {
        can_be = sitting_bring_home(sitting, &told, out);
        roster = can_be ? party_current(sitting, out) : NULL;
        can_be = roster != NULL && decide_step(sitting, roster, command, out) &&
                 sitting_settle(sitting, out);
    }
    if (can_be) {
        commit(sitting, out);
    }
    return can_be && out->kind == RESULT_DONE;
}

/* ---- who ------------------------------------------------------------------------------- */

bool party_read_who(const struct roster *roster, struct str words, struct party_who *who,
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
            return party_is_wrong(out, &err);
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

bool party_change_each(struct sitting *sitting, const struct roster *roster,
                       const struct command *command, party_change_fn *change, const char *what,
                       struct result *out)
{
    struct party_who who;
    if (!party_read_who(roster, command->argument[0].word, &who, out)) {
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
