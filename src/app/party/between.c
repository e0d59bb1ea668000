#include "app/party/between.h"

#include <string.h>

#include "app/party/party_step.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/naming.h"
#include "tracker/options.h"

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
    if (!party_change_each(sitting, roster, command, rest, "rested", out)) {
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

void sitting_run_rest(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    party_run_step(sitting, command, decide_rest, out);
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
        result_refuse(out, reason.p);
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
    party_run_step(sitting, command, decide_between, out);
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
    if (!party_read_who(roster, command->argument[0].word, &who, result)) {
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
        return party_is_wrong(out, &err);
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

static bool decide_buy(struct sitting *sitting, const struct roster *roster,
                       const struct command *command, struct result *out)
{
    struct party_who who;
    int price = 0;
    const struct option *gold = command_option(command, "gold");
    const char *gives = sitting_procedure(sitting)->gives_item;
    if (!party_read_who(roster, command->argument[0].word, &who, out)) {
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
        !option_number(decision, command, "gold", (struct number_range){0, AMOUNT_MOST}, 0,
                       &price) ||
        (gold != NULL && !change_gold(decision, -price))) {
        return true;
    }
    TEXT_BUFFER(paid, 40);
    text_add(&paid, " for %d gold", price);
    decision_label(decision, "%s%s buy%s %.*s%s", state_name(&roster->state, who.id[0]),
                   who.count > 1 ? " and others" : "", who.count > 1 ? "" : "s", item.n, item.p,
                   gold != NULL ? paid.p : "");
    return true;
}

/* ---- the commands ---------------------------------------------------------------------- */

void sitting_run_party_heal(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    party_run_step(sitting, command, decide_heal, out);
}

void sitting_run_party_die(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    party_run_step(sitting, command, decide_die, out);
}

void sitting_run_party_level(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    party_run_step(sitting, command, decide_level, out);
}

void sitting_run_party_spend(struct sitting *sitting, const struct command *command,
                             struct result *out)
{
    party_run_step(sitting, command, decide_spend, out);
}

void sitting_run_party_gain(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    party_run_step(sitting, command, decide_gain, out);
}

void sitting_run_party_buy(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    party_run_step(sitting, command, decide_buy, out);
}

void sitting_run_party_adventure(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    party_run_step(sitting, command, decide_adventure, out);
}
