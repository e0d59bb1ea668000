#include "app/sitting/decision.h"

#include <string.h>

#include "app/library/record_library.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/sitting/lines.h"
#include "app/sitting/state.h"
#include "app/library/table_library.h"
#include "tracker/decide.h"

static void begin(struct sitting *sitting, const struct state *state, bool asks)
{
    struct decision *decision = &sitting->decision;
    bool is_own = state == &sitting->state;
    if (is_own && sitting->is_decided_on) {
        decision_begin_again(decision, state, sitting->text_memory);
    } else {
        decision_begin(decision, sitting_procedure(sitting), state, sitting->text_memory);
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
    decide(&sitting->decision, sitting->command, sitting->commands, state, str_of(line));
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

bool sitting_settle(struct sitting *sitting, struct result *out)
{
    const struct decision *decision = &sitting->decision;
    switch (decision->verdict) {
    case VERDICT_ASKS:
        out->kind = RESULT_ASKS;
        out->question = decision->question;
        return false;
    case VERDICT_REFUSED:
        out->kind = RESULT_REFUSED;
        out->refusal = decision->refusal;
        return false;
    case VERDICT_WRONG:
        out->kind = RESULT_WRONG;
        out->error = decision->error;
        return false;
    case VERDICT_DONE:
        break;
    }
    if (decision->events == 0) {
        /* An act that changes nothing leaves no log entry to undo. */
        out->kind = RESULT_TOLD;
        bool has_answer = decision->answer[0] != '\0';
        text_format(out->text, sizeof out->text, "%s",
                    has_answer ? decision->answer : "nothing changed");
        return false;
    }
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        sitting_fail_read_only(sitting, &out->error);
        return false;
    }
    return true;
}

void sitting_tell_preview(const struct sitting *sitting, struct result *out)
{
    struct text text = text_over(out->text, sizeof out->text);
    sitting_tell_lines(sitting, &text);
    out->kind = RESULT_DONE;
    memcpy(out->label, sitting->decision.label, sizeof out->label);
}

/* The first act creates the encounter, just before it is written. */
static enum status make_encounter(struct sitting *sitting, struct error *err)
{
    if (sitting->encounter.id != 0) {
        return STATUS_OK;
    }
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
    enum status status = make_encounter(sitting, &err);
    struct act_row act = {.encounter = sitting->encounter.id,
                          .round = decision->state.value[ENCOUNTER_ROUND],
                          .at_ms = sitting->now_ms()};
    memcpy(act.label, decision->label, sizeof act.label);
    struct text command = text_over(act.command, sizeof act.command);
    text_add_str(&command, str_of(line));
    if (status == STATUS_OK) {
        status = log_append(sitting->campaign, &act, decision->event, decision->events,
                            &sitting->position, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    state_copy(&sitting->state, &decision->state);
    sitting_state_changed(sitting);
    sitting->wants_snapshot = true;
    sitting->wants_rest_snapshot = true;
    memcpy(sitting->undo_label, act.label, sizeof act.label);
    sitting->redo_label[0] = '\0';
    struct text text;
    text_init(&text, out->text, sizeof out->text);
    sitting_add_lines(sitting, &text);
    out->kind = RESULT_DONE;
    memcpy(out->label, decision->label, sizeof out->label);
}
