#include "app/forecast/example.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/act.h"
#include "app/sitting/asked.h"
#include "app/sitting/data.h"
#include "app/forecast/begin.h"
#include "app/sitting/state.h"
#include "base/utf8.h"

/* What moving needs to know of an act. */
struct example_act {
    int round;
    bool is_marked;
};

struct sitting_example {
    struct forecast_shown *shown;
    enum forecast_example which;
    int64_t number;
    enum fight_end end;
    struct sitting *then;
    struct example_act *act; /* act n is at n - 1 */
    int acts, room;
    int at; /* the act that is looked at; 0: the start */
};

/* ---- the fight played again ------------------------------------------------------------ */

static void survey_act(void *context, const struct fight *fight, const char *line)
{
    struct sitting_example *example = context;
    const struct decision *decision = &fight->decision;
    (void)line;
    if (example->acts == example->room) {
        example->room = example->room == 0 ? 64 : 2 * example->room;
        example->act = realloc(example->act, (size_t)example->room * sizeof example->act[0]);
        CHECK(example->act != NULL);
    }
    struct example_act *act = &example->act[example->acts++];
    *act = (struct example_act){.round = fight->state.value[ENCOUNTER_ROUND]};
    for (int i = 0; i < decision->events && !act->is_marked; i++) {
        act->is_marked = event_is_marked(&decision->event[i]);
    }
}

/* One of its acts, on the way to the one that is looked at. */
struct replay {
    struct sitting *then;
    struct fight *fight;
    int act, until;
};

static void replay_act(void *context, const struct fight *fight, const char *line)
{
    struct replay *replay = context;
    (void)line;
    if (replay->act == replay->until) {
        return;
    }
    replay->then->position.head = ++replay->act;
    sitting_add_lines_of(replay->then, &fight->decision);
    if (replay->act == replay->until) {
        state_copy(&replay->then->state, &fight->state);
        /* What follows is not looked at. */
        replay->fight->is_silent = true;
    }
}

static void look_at(struct sitting_example *example, int act)
{
    struct sitting *then = example->then;
    struct replay replay = {
        .then = then, .fight = forecast_crew_fight(&example->shown->crew), .until = act};
    example->at = act;
    then->position.head = 0;
    then->lines = 0;
    then->lines_reach_start = true;
    state_copy(&then->state, example->shown->start);
    sitting_state_changed(then);
    if (act > 0) {
        forecast_shown_replay(example->shown, example->number, replay_act, &replay);
        CHECK(replay.act == act);
    }
}

/* ---- opening --------------------------------------------------------------------------- */

/* Of no encounter, so that nothing of the campaign's is found in it. */
static struct sitting *sitting_of(const struct forecast_shown *shown)
{
    struct sitting *then = sitting_to_look(shown->sitting);
    const struct system *system = state_system(shown->start);
    if (system != state_system(&then->state)) {
        sitting_forget_records(then);
    }
    then->encounter = (struct encounter_row){.id = 0};
    text_format(then->encounter.name, sizeof then->encounter.name, "%s", shown->encounter);
    then->position = (struct position){.head = 0};
    state_empty(&then->state, system);
    then->commands = then->commands_of(system, &then->made, then->command, COMMANDS_MAX);
    return then;
}

bool sitting_example_open(struct sitting_example **out, struct forecast_shown *shown,
                          enum forecast_example which)
{
    int64_t number = forecast_shown_find_example(shown, which);
    *out = NULL;
    if (number < 0) {
        return false;
    }
    struct sitting_example *example = calloc(1, sizeof *example);
    CHECK(example != NULL);
    example->shown = shown;
    example->which = which;
    example->number = number;
    example->then = sitting_of(shown);
    example->end = forecast_shown_replay(shown, number, survey_act, example)->outcome.end;
    look_at(example, 0);
    *out = example;
    return true;
}

void sitting_example_close(struct sitting_example *example)
{
    if (example != NULL) {
        sitting_end_look(example->shown->sitting, example->then);
        free(example->act);
        free(example);
    }
}

struct sitting *sitting_example_then(const struct sitting_example *example)
{
    return example->then;
}

void sitting_example_place(const struct sitting_example *example, struct example_place *out)
{
    *out = (struct example_place){.which = example->which,
                                  .number = example->number,
                                  .act = example->at,
                                  .acts = example->acts,
                                  .end = example->end};
}

/* ---- moving ---------------------------------------------------------------------------- */

/* The start is in no round. */
static int round_of(const struct sitting_example *example, int act)
{
    return act > 0 ? example->act[act - 1].round : -1;
}

/* The act that began the round of this one. */
static int begin_of_round(const struct sitting_example *example, int act)
{
    while (act > 0 && round_of(example, act - 1) == round_of(example, act)) {
        act--;
    }
    return act;
}

static int next_round(const struct sitting_example *example)
{
    int act = example->at;
    while (act < example->acts && round_of(example, act) == round_of(example, example->at)) {
        act++;
    }
    return act;
}

/* The next act with a mark in this direction; the same one when there is none. */
static int next_mark(const struct sitting_example *example, int step)
{
    int act = example->at + step;
    while (act > 0 && act <= example->acts && !example->act[act - 1].is_marked) {
        act += step;
    }
    return act > 0 && act <= example->acts ? act : example->at;
}

static int target_of(const struct sitting_example *example, enum past_move move)
{
    int at = example->at, begin = begin_of_round(example, at);
    switch (move) {
    case PAST_OLDER:
        return at > 0 ? at - 1 : 0;
    case PAST_NEWER:
        return at < example->acts ? at + 1 : at;
    case PAST_OLDER_ROUND:
        return begin < at || at == 0 ? begin : begin_of_round(example, at - 1);
    case PAST_NEWER_ROUND:
        return next_round(example);
    case PAST_OLDER_MARK:
        return next_mark(example, -1);
    case PAST_NEWER_MARK:
        return next_mark(example, 1);
    case PAST_FIRST:
        return 0;
    case PAST_LAST:
        return example->acts;
    }
    CHECK(false);
    return at;
}

bool sitting_example_move(struct sitting_example *example, enum past_move move)
{
    int act = target_of(example, move);
    bool has_moved = act != example->at;
    if (has_moved) {
        look_at(example, act);
    }
    return has_moved;
}

bool sitting_example_go(struct sitting_example *example, int64_t act)
{
    bool is_there = act >= 0 && act <= example->acts;
    if (is_there && act != example->at) {
        look_at(example, (int)act);
    }
    return is_there;
}

bool sitting_example_go_to_round(struct sitting_example *example, int64_t round)
{
    int act = 1;
    while (act <= example->acts && round_of(example, act) != round) {
        act++;
    }
    return act <= example->acts && sitting_example_go(example, act);
}

/* ---- in words -------------------------------------------------------------------------- */

enum { FIRST_FIGHTS = 400 }; /* that examples told in words are found among */

static const char *const words_of[FORECAST_EXAMPLES] = {
    [EXAMPLE_DEFEAT] = "defeat", [EXAMPLE_CLOSE_WIN] = "win"};

static bool play_first(struct forecast_shown *shown, struct sitting *sitting, struct error *err)
{
    struct forecast_from from;
    sitting_forecast_open(sitting, &from);
    forecast_shown_begin(shown, sitting, &from);
    while ((shown->forecast == NULL || shown->forecast->fights < FIRST_FIGHTS) &&
           forecast_shown_play(shown, NULL, NULL)) {
    }
    *err = shown->error;
    return shown->error.code == STATUS_OK;
}

static void tell_which(struct forecast_shown *shown, struct text *out)
{
    int told = 0;
    for (int i = 0; i < FORECAST_EXAMPLES; i++) {
        struct sitting_example *example;
        if (sitting_example_open(&example, shown, (enum forecast_example)i)) {
            text_add(out, "%sforecast example %s: %s, %d acts", told++ > 0 ? "\n" : "",
                     words_of[i], forecast_example_name(example->which), example->acts);
        }
        sitting_example_close(example);
    }
    text_add(out, "%s",
             told == 0 ? "in the forecast the party neither won nor lost"
                       : "\nThey were never played. A number after it shows the table after "
                         "that act: forecast example win 3");
}

static bool find_which(struct str word, enum forecast_example *out, struct error *err)
{
    for (int i = 0; i < FORECAST_EXAMPLES; i++) {
        if (str_equal_any_case(word, str_of(words_of[i]))) {
            *out = (enum forecast_example)i;
            return true;
        }
    }
    error_set(err, STATUS_USAGE, "",
              "forecast example: expected defeat or win, and perhaps the number of an act, not "
              "%s",
              utf8_shown(word).text);
    return false;
}

static void tell_act(struct sitting_example *example, struct text *out)
{
    struct sitting *then = example->then;
    text_add(out, "Example, never played: %s, ", forecast_example_name(example->which));
    if (example->at == 0) {
        text_add(out, "the start, %d acts\n", example->acts);
    } else {
        text_add(out, "act %d of %d\n", example->at, example->acts);
    }
    for (int i = 0; i < then->lines; i++) {
        if (then->line[i].act == example->at) {
            text_add(out, "%s\n", then->line[i].line);
        }
    }
    sitting_tell_table(then, out);
}

static enum status tell_example(struct forecast_shown *shown, struct str words,
                                struct text *out, struct error *err)
{
    struct sitting_example *example;
    enum forecast_example which;
    int64_t act;
    if (words.n == 0) {
        tell_which(shown, out);
        return STATUS_OK;
    }
    if (!find_which(str_next_word(&words), &which, err)) {
        return err->code;
    }
    struct str number = str_trimmed(words);
    if (number.n == 0) {
        if (!forecast_shown_example(shown, which, out)) {
            text_add(out, "in no fight of the forecast was there %s",
                     forecast_example_name(which));
        }
        return STATUS_OK;
    }
    if (!sitting_example_open(&example, shown, which)) {
        text_add(out, "in no fight of the forecast was there %s", forecast_example_name(which));
        return STATUS_OK;
    }
    enum status status = STATUS_OK;
    if (str_to_int64(number, 0, INT32_MAX, &act) && sitting_example_go(example, act)) {
        tell_act(example, out);
    } else {
        status = error_set(err, STATUS_USAGE, "",
                           "forecast example: %s is not an act of it: 0 (the start) to %d",
                           utf8_shown(number).text, example->acts);
    }
    sitting_example_close(example);
    return status;
}

enum status sitting_tell_example(struct sitting *sitting, struct str words, struct text *out,
                                 struct error *err)
{
    struct forecast_shown shown = {.forecast = NULL};
    enum status status = STATUS_USAGE;
    if (play_first(&shown, sitting, err)) {
        status = tell_example(&shown, str_trimmed(words), out, err);
    }
    forecast_shown_end(&shown);
    return status;
}
