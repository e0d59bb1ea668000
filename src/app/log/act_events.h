/* The events of one act, gathered: which kinds there are, what was rolled, who paid. */
#ifndef REFEREE_APP_LOG_ACT_EVENTS_H
#define REFEREE_APP_LOG_ACT_EVENTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "tracker/state.h"

struct campaign;

struct act_events {
    uint64_t kinds; /* a bit for each enum event_kind */
    int spender;    /* who spends initiative; 0: nobody, -1: several */
    int most_lost;  /* the most that one combatant lost: hit points, bodies of a group */
    /* Beside each other, as log_requests has them; NULL: they are not wanted. */
    json_t *requests, *outcomes;
    bool has_entered, has_rolled; /* dice */
    /* While they are gathered. */
    bool has_rolls;
    int lost[COMBATANTS_MAX + 1];
};

/* To be given back by act_events_free, also on failure. */
enum status act_events_read(struct act_events *out, struct campaign *campaign, int64_t act,
                            bool with_rolls, struct error *err) MUST_CHECK;
void act_events_free(struct act_events *events);

/* What an event took from its subject: hit points, temporary ones too, or damage that is
 * counted while hit points are not set; below 0: it gave them back. */
int event_lost(const struct event *event);

#endif
