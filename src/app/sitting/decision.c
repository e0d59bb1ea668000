#include "app/sitting/decision.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/campaign_library.h"
#include "app/library/record_library.h"
#include "app/sitting/collection.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "tracker/carry.h"
#include "tracker/decide.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"

/* ---- one line ------------------------------------------------------------------------ */

static void begin(struct sitting *sitting, const struct state *state, bool asks)
{
    struct decision *decision = &sitting->decision;
    bool is_own = state == &sitting->state;
    if (is_own && sitting->is_decided_on) {
        decision_begin_again(decision, state, sitting->text_memory);
    } else {
        decision_begin(decision, games_find(state_system(state)), state, sitting->text_memory);
    }
    sitting->is_decided_on = is_own;
    decision->seed = campaign_seed(sitting->campaign);
    decision->encounter = (uint32_t)(sitting->encounter.id == 0 ? sitting->next_encounter
                                                                : sitting->encounter.id);
    decision->asks = asks;
    decision->chances = sitting->is_recorded ? &sitting->chances : NULL;
    decision->tables = sitting->tables != NULL ? table_library_tables(sitting->tables) : NULL;
    decision->tables_error =
        sitting->tables_error.code != STATUS_OK ? &sitting->tables_error : NULL;
    if (sitting->reads_records) {
        sitting_open_library(sitting, state_system(state));
    }
    decision->library = sitting->library != NULL ? record_library(sitting->library) : NULL;
    decision->library_error =
        sitting->library_error.code != STATUS_OK ? &sitting->library_error : NULL;
}

void sitting_decide(struct sitting *sitting, const struct state *state, const char *line,
                    bool asks)
{
    begin(sitting, state, asks);
    if (state != &sitting->state) {
        decide(&sitting->decision, sitting->command, sitting->commands, state, str_of(line));
        return;
    }
    const struct read_line *read = sitting_read_line(sitting, line);
    decide_command(&sitting->decision, sitting->command, sitting->commands, state,
                   &read->command, read->status != STATUS_OK ? &read->error : NULL);
}

void sitting_begin_party(struct sitting *sitting, const struct state *party, bool asks)
{
    begin(sitting, party, asks);
    sitting->decision.encounter = 0;
}

void sitting_decide_party(struct sitting *sitting, const struct state *party, const char *line,
                          bool asks)
{
    sitting_begin_party(sitting, party, asks);
    decide(&sitting->decision, sitting->command, sitting->commands, party, str_of(line));
}

static void decide_with(struct sitting *sitting, const struct state *state, const char *line,
                        bool asks, const struct again_dice *dice)
{
    struct decision *decision = &sitting->decision;
    begin(sitting, state, asks);
    kept_dice_restart(dice->kept);
    decision->kept = dice->kept;
    decision->more = dice->more;
    decision->more_count = dice->more_count;
    decide(decision, sitting->command, sitting->commands, state, str_of(line));
}

void sitting_decide_again(struct sitting *sitting, const struct state *state, const char *line,
                          bool asks, const struct again_dice *dice)
{
    /* First finds out who rolls now: only then is it clear whose dice are free for others. */
    dice->kept->knows_rollers = false;
    struct again_dice none = {.kept = dice->kept};
    if (dice->kept->rolls > 0) {
        decide_with(sitting, state, line, false, &none);
        kept_dice_learn_rollers(dice->kept);
    }
    decide_with(sitting, state, line, asks, dice);
}

bool sitting_report(struct sitting *sitting, struct result *out)
{
    const struct decision *decision = &sitting->decision;
    switch (decision->verdict) {
    case VERDICT_ASKS:
        result_ask(out, &decision->question);
        return false;
    case VERDICT_REFUSED:
        result_refuse_by(out, &decision->refusal);
        return false;
    case VERDICT_WRONG:
        result_be_wrong(out, &decision->error);
        return false;
    case VERDICT_DONE:
        break;
    }
    if (decision->events == 0) {
        /* An act that changes nothing leaves no log entry to undo. */
        bool has_answer = decision->answer[0] != '\0';
        result_tell(out, has_answer ? decision->answer : "nothing changed");
        return false;
    }
    return sitting_may_change(sitting, out);
}

void sitting_tell_preview(const struct sitting *sitting, struct result *out)
{
    struct text text = text_over(out->text, sizeof out->text);
    sitting_tell_lines(sitting, &text);
    result_label(out, "%s", sitting->decision.label);
}

/* The first act creates the encounter, in the transaction that writes it. */
static enum status make_encounter(struct sitting *sitting, struct error *err)
{
    const struct system *system = state_system(&sitting->state);
    int64_t id, next = sitting->next_encounter;
    TEXT_BUFFER(name, CAMPAIGN_NAME_SIZE);
    if (next == 1) {
        text_add(&name, "first encounter");
    } else {
        text_add(&name, "encounter %lld", (long long)next);
    }
    enum status status =
        encounter_create(sitting->campaign, name.p, system->id, sitting->now_ms(), &id, err);
    bool is_taken = status == STATUS_USAGE; /* the name */
    if (status != STATUS_OK && !is_taken) {
        return status;
    }
    if (is_taken || id != next) {
        /* Another program has made one meanwhile, and the dice were drawn for this number. */
        return error_set(err, STATUS_CONFLICT, "", "another program was first");
    }
    return encounter_current(sitting->campaign, &sitting->encounter, err);
}

void sitting_commit(struct sitting *sitting, const char *line, struct result *out)
{
    const struct decision *decision = &sitting->decision;
    struct error err;
    bool is_first = sitting->encounter.id == 0;
    enum status status = campaign_begin_writing(sitting->campaign, &err);
    bool has_begun = status == STATUS_OK;
    if (has_begun && is_first) {
        status = make_encounter(sitting, &err);
    }
    struct position position = sitting->position;
    struct act_row act = {.encounter = sitting->encounter.id,
                          .round = decision->state.value[ENCOUNTER_ROUND],
                          .at_ms = sitting->now_ms()};
    memcpy(act.label, decision->label, sizeof act.label);
    struct text command = text_over(act.command, sizeof act.command);
    text_add_str(&command, str_of(line));
    if (status == STATUS_OK) {
        status = log_append(sitting->campaign, &act, decision->event, decision->events,
                            &position, &err);
    }
    if (has_begun) {
        status = campaign_end_writing(sitting->campaign, status, &err);
    }
    if (status != STATUS_OK) {
        if (is_first) {
            sitting->encounter = (struct encounter_row){.id = 0};
        }
        sitting_fail(sitting, &err, out);
        return;
    }
    sitting->position = position;
    state_copy(&sitting->state, &decision->state);
    sitting_state_changed(sitting);
    sitting->wants_snapshot = true;
    sitting->wants_rest_snapshot = true;
    memcpy(sitting->undo_label, act.label, sizeof act.label);
    sitting->redo_label[0] = '\0';
    struct text text;
    text_init(&text, out->text, sizeof out->text);
    sitting_add_lines(sitting, &text);
    result_label(out, "%s", decision->label);
}

/* ---- what comes along ---------------------------------------------------------------- */

/* Not commands of the table: in the log they only say where the act came from. */
static const char carry_line[] = "carry";
static const char copy_line[] = "copy";

bool sitting_is_carry(const struct act_row *act)
{
    return strcmp(act->command, carry_line) == 0 || sitting_is_copy(act);
}

bool sitting_is_copy(const struct act_row *act)
{
    return strcmp(act->command, copy_line) == 0;
}

const char *sitting_why_no_carry(const struct sitting *sitting, const struct system *system)
{
    if (system != state_system(&sitting->state)) {
        return "a party can only be carried into an encounter of its own game";
    }
    return sitting_party_system(sitting) == NULL
               ? "there is no party to carry: nobody with side=party is alive"
               : NULL;
}

/* The present state of any encounter. */
static enum status state_of(struct sitting *sitting, const struct encounter_row *row,
                            struct state *out, struct error *err)
{
    struct position position;
    enum status status = log_position(sitting->campaign, row->id, &position, err);
    return status == STATUS_OK ? log_state(sitting->campaign, row->id, position.head, out, err)
                               : status;
}

bool sitting_settings_from(struct sitting *sitting, const struct system *system,
                           struct state *from, struct result *out)
{
    state_init(from, system);
    if (state_system(&sitting->state) == system) {
        state_copy(from, &sitting->state);
        return true;
    }
    struct encounter_row row;
    struct error err;
    enum status status = encounter_newest(sitting->campaign, system->id, &row, &err);
    if (status == STATUS_OK && row.id == 0) {
        return false;
    }
    if (status == STATUS_OK) {
        status = state_of(sitting, &row, from, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
    return status == STATUS_OK;
}

/* Decides what comes along into the state of an encounter: into sitting->decision. */
static void decide_carry(struct sitting *sitting, carry_fn *carry, const struct state *from,
                         const struct state *into, int64_t encounter)
{
    struct decision *decision = &sitting->decision;
    decision_begin(decision, games_find(state_system(into)), into, sitting->text_memory);
    sitting->is_decided_on = into == &sitting->state;
    decision->seed = campaign_seed(sitting->campaign);
    decision->encounter = (uint32_t)encounter;
    decision->asks = false;
    carry(decision, from);
    /* Runs the triggers for the arrivals, as after a command of the table. */
    triggers_run(decision, into);
    if (carry == carry_party) {
        /* Reports what is left undone in the encounter that the party leaves. */
        TEXT_BUFFER(owed, 120);
        if (decision->procedure->owed != NULL && decision_goes_on(decision)) {
            decision->procedure->owed(from, &owed);
        }
        if (owed.n > 0) {
            struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
            decision_say(decision, event, "", "left in the previous encounter: %s (`open` it)",
                         owed.p);
        }
    }
}

bool sitting_can_carry_into(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out)
{
    struct error err;
    struct state *into = sitting_scratch(sitting, sizeof *into);
    state_init(into, state_system(&sitting->state));
    bool fits = false;
    if (state_of(sitting, row, into, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        decide_carry(sitting, carry_party, &sitting->state, into, row->id);
        fits = sitting_report(sitting, out);
    }
    return fits;
}

bool sitting_fits(struct sitting *sitting, carry_fn *carry, const struct state *from,
                  struct result *out)
{
    const struct decision *decision = &sitting->decision;
    struct state *into = sitting_scratch(sitting, sizeof *into);
    state_init(into, state_system(from));
    decide_carry(sitting, carry, from, into, 0);
    sitting->is_decided_on = false;
    return (decision_goes_on(decision) && decision->events == 0) ||
           sitting_report(sitting, out);
}

void sitting_carry(struct sitting *sitting, carry_fn *carry, const struct state *from,
                   struct result *out)
{
    const struct decision *decision = &sitting->decision;
    decide_carry(sitting, carry, from, &sitting->state, sitting->encounter.id);
    if (decision_goes_on(decision) && decision->events == 0) {
        return;
    }
    struct result *made = sitting_scratch(sitting, sizeof *made);
    *made = *out;
    if (sitting_report(sitting, out)) {
        sitting_commit(sitting, carry == encounter_copy ? copy_line : carry_line, out);
        int n = (int)strlen(made->text);
        struct text text = text_over(made->text + n, (int)sizeof made->text - n);
        text_add(&text, "\n%s", out->text);
        memcpy(out->text, made->text, sizeof out->text);
    }
}
