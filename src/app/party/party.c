#include "app/party/party.h"

#include <stdlib.h>
#include <string.h>

#include "app/party/party_step.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/party/home.h"
#include "app/party/roster.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "tracker/carry.h"
#include "tracker/decide.h"
#include "tracker/naming.h"

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

static void refuse_taken(struct decision *decision, const struct state *members,
                         const char *line)
{
    int first = members->count + 1;
    const char *name =
        decision->state.count == first ? state_name(&decision->state, first) : "";
    int n = length_of_taken(members, name);
    if (n > 0 && !str_holds_words(str_of(line), str_of(name))) {
        decision_refuse(decision, "",
                        "%.*s is in the party already; another one needs a name of their own",
                        n, name);
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
        return party_is_wrong(out, &err);
    }
    struct decision *decision = &sitting->decision;
    sitting_decide_party(sitting, &roster->state, joining.line, sitting->asks);
    if (decision_goes_on(decision)) {
        refuse_taken(decision, &roster->state, joining.line);
    }
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
    party_run_step(sitting, command, decide_join, out);
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
                     const struct party_who *who, struct result *out);

void sitting_run_enlist(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    struct error err;
    struct party_who who = {.count = 0};
    if (!party_run_step(sitting, command, decide_enlist, out)) {
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
    return party_change_each(sitting, roster, command, leave, "left the party", out);
}

void sitting_run_leave(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    party_run_step(sitting, command, decide_leave, out);
}

static bool decide_away(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return party_change_each(sitting, roster, command, go_away, "not here tonight", out);
}

void sitting_run_away(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    party_run_step(sitting, command, decide_away, out);
}

static bool decide_here(struct sitting *sitting, const struct roster *roster,
                        const struct command *command, struct result *out)
{
    return party_change_each(sitting, roster, command, come_here, "here tonight", out);
}

void sitting_run_here(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    party_run_step(sitting, command, decide_here, out);
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
                     const struct party_who *who, struct result *out)
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
    if (!party_read_who(roster, words, &all, out)) {
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
    const struct roster *roster = party_preview(sitting, &comes_home, out);
    if (roster == NULL || !who_comes(sitting, roster, words, &who, out) ||
        !sitting_may_change(sitting, out) || !sitting_bring_home(sitting, &told, out)) {
        return;
    }
    roster = party_current(sitting, out);
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
