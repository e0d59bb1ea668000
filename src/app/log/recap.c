#include "app/log/recap.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/logged_roll.h"
#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/odds.h"
#include "app/log/past.h"
#include "app/sitting/state.h"

/* ---- the blow -------------------------------------------------------------------------- */

struct blow {
    int target, attacker; /* 0: no roll to hit the target */
};

static bool see_event(void *context, const struct event *event)
{
    struct blow *blow = context;
    struct logged_roll roll;
    if (event->trace.n == 0 || event->object != blow->target) {
        return true;
    }
    logged_roll_read(&roll, event->trace);
    if (roll.request != NULL && log_request_outcome(roll.request, MEANS_HIT) != NULL) {
        blow->attacker = event->subject;
    }
    logged_roll_free(&roll);
    return blow->attacker == 0;
}

/* ---- before the roll ------------------------------------------------------------------- */

/* The chance to be hit in this state; below 0: not known. */
static double chance_to_hit(struct sitting *then, const struct state *state,
                            const struct blow *blow)
{
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    arena_init(&arena, then->chance_memory, sizeof then->chance_memory);
    if (!sitting_procedure(then)->usual_act(state, blow->attacker, blow->target, &inputs,
                                            &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        return -1;
    }
    int hit = outcome_that_means(inputs.action, MEANS_HIT);
    return hit >= 0 && odds.is_listed[hit] ? odds.chance[hit] : -1;
}

static void add_help(struct text *out, const char *choice, const char *price, const char *when)
{
    text_add(out, "could have\t%s%s%s %s: ", choice, price[0] != '\0' ? " " : "", price, when);
}

/* Each answer to the question for the reaction, tried on a copy of the state. */
static void try_before(struct sitting *then, const char *line, const struct question *question,
                       const struct blow *blow, struct text *out)
{
    double without = chance_to_hit(then, &then->state, blow);
    for (int i = 0; i < question->choices && without >= 0; i++) {
        TEXT_BUFFER(chosen, COMMAND_LINE_MAX + 1);
        text_add(&chosen, "%s %s%s", line, question->prefix, question->choice[i]);
        sitting_decide(then, &then->state, chosen.p, true);
        double with = then->decision.verdict == VERDICT_DONE
                          ? chance_to_hit(then, &then->decision.state, blow)
                          : -1;
        if (with >= 0 && with < without - 1e-9) {
            add_help(out, question->choice[i], question->note[i], "before the roll");
            text_add(out, "hit ");
            text_add_percent(out, with);
            text_add(out, ", not ");
            text_add_percent(out, without);
            text_add(out, "\n");
        }
    }
}

/* ---- after the roll -------------------------------------------------------------------- */

static const char *price_of(const struct question *question, const char *choice)
{
    for (int i = 0; i < question->choices; i++) {
        if (strcmp(question->choice[i], choice) == 0) {
            return question->note[i];
        }
    }
    return "";
}

static void try_after(struct sitting *then, const char *line, const struct question *question,
                      struct text *out)
{
    const struct line_odds *odds = sitting_line_odds(then, line);
    for (int i = 0; i < odds->count; i++) {
        const struct act_odds *act = &odds->act[i];
        int stop = outcome_that_means(act->inputs.action, MEANS_STOP);
        if (act->error.code == STATUS_OK && stop >= 0 && act->odds.is_listed[stop]) {
            add_help(out, act->choice, price_of(question, act->choice), "after it");
            text_add(out, "stops it ");
            text_add_percent(out, act->odds.chance[stop]);
            text_add(out, "\n");
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------- */

static enum status try_command(struct past *past, const struct command_def *def,
                               const struct blow *blow, int64_t act, struct text *out,
                               struct error *err)
{
    struct sitting *then = past_then(past);
    struct result *result = calloc(1, sizeof *result);
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    CHECK(result != NULL);
    text_add(&line, "%s #%d", def->name, blow->target);
    sitting_preview(then, line.p, result);
    bool is_choice = result->kind == RESULT_ASKS && result->question.kind == QUESTION_CHOICE;
    enum status status = STATUS_OK;
    if (is_choice) {
        try_before(then, line.p, &result->question, blow, out);
        status = past_go(past, act, err);
    }
    if (is_choice && status == STATUS_OK) {
        try_after(then, line.p, &result->question, out);
    } else if (result->kind == RESULT_REFUSED) {
        text_add(out, "no reaction\t%s (%s)\n", result->refusal.reason, result->refusal.rule);
    }
    free(result);
    return status;
}

enum status recap_reactions(struct past *past, int id, int64_t act, struct text *out,
                            struct error *err)
{
    struct sitting *then = past_then(past);
    struct blow blow = {.target = id};
    struct act_row row;
    enum status status = log_events(then->campaign, act, see_event, &blow, err);
    for (int i = 0; status == STATUS_OK && blow.attacker != 0 && i < then->commands; i++) {
        if (!then->command[i]->is_reaction) {
            continue;
        }
        status = log_row(then->campaign, act, &row, err);
        if (status == STATUS_OK) {
            status = past_go(past, row.parent, err);
        }
        if (status == STATUS_OK) {
            status = try_command(past, then->command[i], &blow, act, out, err);
        }
    }
    return status;
}
