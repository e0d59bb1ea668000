/* What the players may see of the open encounter: the one source of their screen, their page
 * and `players --json`.
 *
 * An allow-list: it is made of a state without hidden combatants, kinds, notes and counters
 * (state_be_seen), and holds who is in the order, whose turn it is, who is next, the round,
 * conditions that the game knows, what everybody sees of somebody, and hit points as the
 * settings say. Nothing else of the campaign reaches those who draw or send it. Before the
 * fight begins foes are not in it: the referee may still prepare them.
 *
 * Its numbers are counted for players alone: ids in the order in which somebody came into
 * sight, acts as changes that show. So a gap in them tells nothing. */
#ifndef REFEREE_APP_PLAYERS_PLAYERS_H
#define REFEREE_APP_PLAYERS_PLAYERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "store/campaign.h"
#include "tracker/state.h"

struct sitting;

enum { PLAYERS_CONDITIONS_MAX = 12, PLAYERS_WORDS_SIZE = 24, PLAYERS_PHASE_SIZE = 80 };

struct shown_combatant {
    int id;
    char name[NAME_SIZE];
    bool is_party;
    bool is_active; /* it is its turn, and it is in the fight */
    bool is_next;
    char hp[PLAYERS_WORDS_SIZE];  /* "7 of 9", "hurt", "3 left"; "": not known or not told */
    char out[PLAYERS_WORDS_SIZE]; /* "dead"; "": it is in the fight */
    int conditions;
    char condition[PLAYERS_CONDITIONS_MAX][LABEL_SIZE];
};

/* Zeroed where nothing is, so that two of them are compared by their bytes. */
struct players_view {
    char encounter[CAMPAIGN_NAME_SIZE]; /* "": between fights */
    int round;                          /* 0: between fights */
    bool is_over;                       /* nobody acts any more; `phase` says so */
    char phase[PLAYERS_PHASE_SIZE];
    int count;
    struct shown_combatant order[COMBATANTS_MAX];
};

/* Which part of it somebody gets. */
enum players_part { PLAYERS_ALL, PLAYERS_HEROES, PLAYERS_ORDER, PLAYERS_PARTS };

struct players;

/* The sitting is borrowed and must outlive it; its settings say what hit points are told. */
struct players *players_begin(struct sitting *sitting);
void players_end(struct players *players);
/* Looks at the open encounter as the sitting has it; *has_changed: something that shows. A log
 * that is damaged is shown up to its damage. */
enum status players_look(struct players *players, bool *has_changed,
                         struct error *err) MUST_CHECK;
const struct players_view *players_view(const struct players *players);
/* The changes that have shown since the encounter was made. */
int64_t players_act(const struct players *players);
/* The document of the contract: of the order alone without hit points and conditions, of the
 * heroes without foes; values whose names begin with a dot are words of the column. The caller
 * releases it. */
json_t *players_report(const struct players *players, enum players_part part);

#endif
