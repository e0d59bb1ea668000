/* What may be shown of the acts of a log: all of it to the referee; to the players nothing that
 * is hidden, noted or pending. A combatant who is hidden at the beginning of the fight was so
 * while it was prepared; one who is revealed stands there from that act on.
 *
 * For the players it leaves out: what was undone; acts by or on one who is hidden then; lines
 * that are about one or name one; whatever was marked as the referee's when it was written
 * (struct event); counters, what is due or asks for a command, and what was written beside a
 * correction; the kind of a foe, where its name does not say it; conditions and waits in words
 * that the game does not know. Acts of older programs have no marks: their commands say what is
 * the referee's (struct command_def). Where the state before an act is not known, since the log
 * is damaged, nothing of the act is shown. While a fight is being prepared, foes have no name
 * but the one that they begin it with. */
#ifndef REFEREE_APP_LOG_ACT_VIEW_H
#define REFEREE_APP_LOG_ACT_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log/act.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"
#include "tracker/state.h"

struct sitting;

struct act_view {
    struct sitting *sitting;
    bool is_for_players;
    int64_t encounter;   /* of the acts that are looked at; 0: none yet */
    bool is_start_known; /* whether the beginning of its fight could be read */
    struct state start;  /* when the fight began */
    /* Of the act that was looked at last. */
    const struct sitting_act *act;
    bool has_after; /* whether `after` is known */
    struct state after;
    bool hides[COMBATANTS_MAX + 1];    /* by id */
    bool has_gone[COMBATANTS_MAX + 1]; /* off the table, and never revealed */
    bool touches_hidden;               /* an event is about one who is hidden */
    bool has_secret;                   /* an event is a note, a counter, a check */
    bool has_counter;                  /* its label may tell a counter */
    bool is_marked; /* events that only the referee may read were marked when it was written */
    enum audience audience; /* of its command; of a counter's line, where it runs one */
    bool takes_note;        /* its command has note= */
    bool has_note;          /* an event is a note */
    bool describes_foe;     /* it writes down what a foe is, wants or can do */
    /* The commands of the encounter's game, to read those of acts without marks. */
    struct made_commands made;
    const struct command_def *def[COMMANDS_MAX];
    int defs;
    struct command command; /* scratch */
};

/* It is large: on the heap. */
void act_view_init(struct act_view *view, struct sitting *sitting, bool is_for_players);
/* Looks at the next act. `act` must stay until the next call. */
enum status act_view_look(struct act_view *view, const struct sitting_act *act,
                          struct error *err) MUST_CHECK;

/* The rest is about that act. */
bool act_view_shows_act(const struct act_view *view);
/* True when this combatant may stand in it; 0: nobody, who may. */
bool act_view_shows_combatant(const struct act_view *view, int id);
/* True when its numbers may be counted. */
bool act_view_counts_event(const struct act_view *view, const struct event *event);
/* True when its line may be shown. */
bool act_view_shows_line(const struct act_view *view, const struct event *event);
/* True when the label may be shown: it may have the words of whatever was marked. */
bool act_view_shows_label(const struct act_view *view);
/* True when it is a note that its command wrote. */
bool act_view_is_note(const struct act_view *view, const struct event *event);
/* True when a text names nobody who is hidden, no note and no secret kind. */
bool act_view_shows_text(const struct act_view *view, struct str text);

#endif
