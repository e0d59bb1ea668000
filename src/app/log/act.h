/* One act of the log: what its events come to, who is in its line, whether it is worth stopping
 * at, and all of it together as it is told, as plain data. */
#ifndef REFEREE_APP_LOG_ACT_H
#define REFEREE_APP_LOG_ACT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/log/log_line.h"
#include "base/status.h"
#include "tracker/command.h"
#include "tracker/state.h"

struct campaign;
struct party_step;

/* The events of one act, gathered: which kinds there are, what was rolled, who paid. */
struct act_events {
    struct event *event; /* all of them in their order; owned, with their texts */
    char **texts;
    int count, room;
    uint64_t kinds; /* a bit for each enum event_kind */
    int spender;    /* who spends initiative; 0: nobody, -1: several */
    int most_lost;  /* the most that one combatant lost: hit points, bodies of a group */
    /* Beside each other, as log_request_add writes them; NULL: they are not wanted. */
    json_t *requests, *outcomes;
    bool has_entered, has_rolled; /* dice */
    /* While they are gathered. */
    bool has_rolls;
    int lost[COMBATANTS_MAX + 1];
};

/* Zeroed memory before the first time. Freed by act_events_free, also on failure. */
enum status act_events_read(struct act_events *out, struct campaign *campaign, int64_t act,
                            bool with_rolls, struct error *err) MUST_CHECK;
void act_events_free(struct act_events *events);

/* What an event took from its subject: hit points, temporary ones too, or damage that is
 * counted while hit points are not set; below 0: it gave them back. */
int event_lost(const struct event *event);

/* The combatants and the command in the line of an act, read from the words as typed and the
 * state at that moment. */
struct act_people {
    const char *action; /* the command's name, or the first word of a line that is no longer a
                           command */
    int by;             /* the combatant that `by=` names; 0: nobody */
    int to[COMBATANTS_MAX]; /* the others who are named, each once */
    int to_count;
    struct command command; /* scratch */
    char word[32];          /* scratch */
};

void act_people_read(struct act_people *out, const struct procedure *procedure,
                     const struct command_def *const *defs, int defs_count,
                     const struct state *state, struct str line);

/* Sets the actor, if it is known from elsewhere; it is then not among the others. */
void act_people_set_by(struct act_people *people, int id);

/* Somebody falls by this event: out of the fight, down or dead. At 0 hit points some fight on.
 */
bool event_is_fall(const struct event *event);

/* True when a roll of the log can be a morale check, without reading all of it. */
bool trace_may_be_morale(struct str trace);

/* True when it makes its act worth stopping at while one walks through a fight: somebody fell,
 * or morale was due or was checked. */
bool event_is_marked(const struct event *event);

/* An act as it is told. Its texts, lines and rolls are valid during the call only. */
struct sitting_act {
    int64_t id;
    int64_t follows; /* the act it followed; 0: the start */
    /* A step of the party (app/party/party_steps.h): `id` is its number, `encounter` a name
     * to show, encounter_id 0; it has no round, no events, and no state before it. NULL: an
     * act. */
    const struct party_step *step;
    const char *encounter;
    int encounters; /* how many are told, this one with them */
    int64_t encounter_id;
    int round;
    int64_t at_ms;
    int evening;        /* app/chronicle/chronicle.h; 0: the fight had not begun */
    int evenings;       /* how many there are */
    bool is_undone;     /* not on the way to where its encounter stands */
    bool is_behind_gap; /* an act before it, on the same way, is damaged: nothing is counted */
    bool fits;          /* what was asked; with `tells_all` other acts are told too */
    const char *label;
    const char *command;   /* as it was given */
    const char *action;    /* its name */
    bool is_reaction;      /* the command pays for one */
    const char *by;        /* who is named as the actor, or rolled; "": nobody */
    int by_id;             /* who is named; 0: nobody */
    const char *const *to; /* whom it was rolled against, else who else is named */
    int to_count;
    const struct log_line *lines;
    int lines_count;
    const struct act_events *events; /* with its rolls where they are wanted */
    const struct state *before;      /* the encounter before it; NULL: damaged */
};

/* Returns whether to go on; what it does may read the campaign. */
typedef bool sitting_see_act_fn(void *context, const struct sitting_act *act);

#endif
