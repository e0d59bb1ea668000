#include "app/forecast/told.h"

#include "app/forecast/answer.h"
#include "app/forecast/play.h"
#include "app/forecast/words.h"
#include "app/forecast/example.h"
#include "app/forecast/begin.h"
#include "tracker/procedure.h"

static void add_chance(struct text *out, int64_t count, int64_t of)
{
    struct interval chance = interval_of_chance(count, of);
    forecast_add_chance(out, &chance);
}

/* "it ends won in 62%, lost in 27%; in round 5 in 28% of the fights" */
static void tell_ends(const struct forecast *forecast, struct text *out)
{
    const struct fight_tally *tally = &forecast->one[0].tally;
    text_add(out, "\nof %lld fights, by %s against %s:", (long long)tally->fights,
             forecast->one[0].side[SIDE_PARTY]->name, forecast->one[0].side[SIDE_FOES]->name);
    for (int end = 0; end < FIGHT_ENDS; end++) {
        text_add(out, "%s %s ", end == 0 ? "" : ",", fight_end_name((enum fight_end)end));
        add_chance(out, tally->ends[end], tally->fights);
    }
    int likely = 0;
    for (int i = 1; i < TALLY_ROUNDS; i++) {
        likely = tally->rounds[i] > tally->rounds[likely] ? i : likely;
    }
    text_add(out, "; most often it ends in round %d",
             forecast->variant[0].about.first_round + likely);
}

static void tell_falls(const struct forecast *forecast, struct text *out)
{
    const struct state *state = forecast->variant[0].start;
    const struct fight_tally *tally = &forecast->one[0].tally;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id)) {
            struct forecast_band band = forecast_band_falls(forecast, id);
            text_add(out, "\n%s falls in ", state_name(state, id));
            add_chance(out, tally->falls[id - 1], tally->fights);
            text_add(out, " (");
            forecast_add_range(out, band.low, band.high);
            text_add(out, ")");
        }
    }
}

static void tell_what_ifs(const struct forecast *forecast, struct text *out)
{
    for (int i = 1; i < forecast->variants; i++) {
        const struct fight_tally *tally = &forecast->one[i * forecast->pairs].tally;
        const struct fight_tally_difference *difference = &tally->difference;
        struct interval won =
            interval_of_average(difference->won, difference->won_squares, difference->pairs);
        text_add(out, "\nwith %s: won ", forecast->variant[i].what_if);
        add_chance(out, tally->ends[FIGHT_WON], tally->fights);
        text_add(out, ", %s by ", won.middle < 0 ? "less" : "more");
        text_add_decimal(out, (won.middle < 0 ? -won.middle : won.middle) * 100, 0);
        text_add(out, " points, give or take ");
        text_add_decimal(out, (won.high - won.low) * 50, 0);
    }
}

void forecast_tell(const struct forecast *forecast, struct text *out)
{
    forecast_verdict(forecast, out);
    for (int i = 0; i < forecast->ones; i++) {
        const char *needs = forecast_needs(&forecast->one[i]);
        if (needs[0] != '\0') {
            text_add(out, "\nthe fights stop at %s", needs);
            return;
        }
    }
    if (forecast->one[0].tally.fights == 0) {
        return;
    }
    tell_ends(forecast, out);
    tell_falls(forecast, out);
    TEXT_BUFFER(depends, 200);
    forecast_depends(forecast, &depends);
    text_add(out, "%s%s", depends.n > 0 ? "\n" : "", depends.p);
    tell_what_ifs(forecast, out);
    TEXT_BUFFER(endless, 400);
    forecast_why_endless(forecast, &forecast->one[0], &endless);
    text_add(out, "%s%s", endless.n > 0 ? "\n" : "", endless.p);
    TEXT_BUFFER(ways, 600);
    forecast_add_ways(forecast, &ways);
    text_add(out, "%s%s", ways.n > 0 ? "\nassumed: " : "", ways.p);
    for (int i = 0;; i++) {
        TEXT_BUFFER(assumed, 200);
        if (!forecast_assumption(forecast, i, &assumed)) {
            return;
        }
        text_add(out, "\nassumed: %s", assumed.p);
    }
}

static void run_question(const struct forecast_from *from, struct str words, struct result *out)
{
    enum { TURN = 1000 };
    struct forecast_answer *answer;
    struct text text = text_over(out->text, sizeof out->text);
    const struct forecast_wish wish = {.fights = 0};
    if (forecast_answer_new(&answer, from, &wish, words, &out->error) != STATUS_OK) {
        out->kind = RESULT_WRONG;
        return;
    }
    while (forecast_answer_play(answer, TURN)) {
    }
    forecast_answer_tell(answer, &text);
    forecast_answer_free(answer);
}

bool forecast_is_of_example(struct str words)
{
    return str_equal_any_case(str_next_word(&words), str_of("example"));
}

void sitting_run_forecast(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    struct forecast *forecast;
    struct forecast_from from;
    TEXT_BUFFER(lines, COMMAND_LINE_MAX + 1);
    struct text text = text_over(out->text, sizeof out->text);
    struct forecast_wish wish = {.fights = FORECAST_FIGHTS_USUAL};
    struct str rest = str_trimmed(command->argument[0].word);
    text_add_str(&lines, rest);
    if (lines.n > 0) {
        wish.what_ifs.word[wish.what_ifs.count++] = lines.p;
    }
    out->kind = RESULT_TOLD;
    if (forecast_is_of_example(rest)) {
        str_next_word(&rest);
        if (sitting_tell_example(sitting, rest, &text, &out->error) != STATUS_OK) {
            out->kind = RESULT_WRONG;
        }
        return;
    }
    sitting_forecast_open(sitting, &from);
    if (forecast_question_is(str_of(lines.p))) {
        run_question(&from, str_of(lines.p), out);
        return;
    }
    if (forecast_new(&forecast, &from, &wish, &out->error) != STATUS_OK) {
        out->kind = RESULT_WRONG;
        return;
    }
    forecast_play(forecast, NULL);
    forecast_tell(forecast, &text);
    forecast_free(forecast);
}
