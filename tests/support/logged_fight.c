#include "support/logged_fight.h"

#include <stdlib.h>

#include "app/forecast/begin.h"
#include "app/sitting/data.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"

struct logging {
    struct sitting *sitting;
    int draw; /* a fight begins each act at the first draw */
};

static void log_act(void *context, const struct fight *fight, const char *line)
{
    struct logging *logging = context;
    struct sitting *sitting = logging->sitting;
    struct error err;
    struct act_row act = {.encounter = sitting->encounter.id,
                          .round = fight->state.value[ENCOUNTER_ROUND],
                          .at_ms = sitting_now_ms(sitting)};
    struct event *events = calloc((size_t)fight->decision.events, sizeof *events);
    CHECK(events != NULL);
    int first = logging->draw;
    for (int i = 0; i < fight->decision.events; i++) {
        events[i] = fight->decision.event[i];
        if (event_shape(events[i].kind) == SHAPE_ENCOUNTER &&
            events[i].field == ENCOUNTER_DRAW) {
            events[i].from += first;
            events[i].to += first;
            logging->draw = events[i].to;
        }
    }
    text_format(act.label, sizeof act.label, "%s", fight->decision.label);
    text_format(act.command, sizeof act.command, "%s", line);
    CHECK(log_append(sitting->campaign, &act, events, fight->decision.events,
                     &sitting->position, &err) == STATUS_OK);
    free(events);
}

void logged_fight(struct sitting *sitting, const char *policy, uint64_t number)
{
    struct error err;
    struct forecast *forecast;
    struct forecast_from from;
    char party[64], foes[64];
    struct forecast_wish wish = {.fights = 1, .seed = 77, .usual = "sensible"};
    text_format(party, sizeof party, "party=%s", policy);
    text_format(foes, sizeof foes, "foes=%s", policy);
    wish.policies = (struct forecast_words){.word = {party, foes}, .count = 2};
    sitting_forecast_open(sitting, &from);
    CHECK(forecast_new(&forecast, &from, &wish, &err) == STATUS_OK);
    struct logging logging = {sitting, from.state->value[ENCOUNTER_DRAW]};
    struct fight *fight = calloc(1, sizeof *fight);
    CHECK(fight != NULL);
    fight->sees = log_act;
    fight->context = &logging;
    fight_play(fight, &forecast->rules, &forecast->one[0].player, forecast->variant[0].start,
               number);
    CHECK(fight->outcome.first_refused[0] == '\0');
    CHECK(fight->outcome.end != FIGHT_NEEDS);
    free(fight);
    forecast_free(forecast);
    CHECK(sitting_load(sitting, &err) == STATUS_OK);
}
