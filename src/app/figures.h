/* Figures of acts of the log: what was dealt, taken, hit and missed, beside what the dice could
 * have done by the chances that each roll had. Knows no game: what an outcome means stands in
 * the games' tables (resolver/system.h). */
#ifndef REFEREE_APP_FIGURES_H
#define REFEREE_APP_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "app/luck.h"
#include "app/sitting_history.h"
#include "base/status.h"

struct sitting;

enum { FIGURES_NAME_SIZE = 64, FIGURES_SIDES_MAX = 1000 };

/* Of one combatant in one encounter and evening, or of several of them. */
struct figures_row {
    char name[FIGURES_NAME_SIZE];
    char encounter[FIGURES_NAME_SIZE];
    int64_t encounter_id;
    int id, side, evening; /* evening 0: the fight had not begun */
    int attacks, hits;
    double hits_expected;
    bool has_unknown_hits, has_unknown_damage; /* rolls whose chances are not known */
    struct luck hits_luck, damage_luck;
    int64_t damage_dealt;
    double damage_expected;
    int64_t damage_taken, healed; /* hit points really lost and got back */
    int kills, downs;
    int reactions, reactions_stopped;
    int64_t initiative_spent;
    int turns, rounds;
    int64_t turn_ms; /* all turns together, by the clock */
    /* Its hit points when each round began, and at the end of what was read; owned. */
    int *hp;
    int hp_count, hp_room;
};

/* One turn by the clock, and whose it was: a place among the rows. */
struct figures_turn {
    int row;
    int64_t ms;
};

struct figures_morale {
    int64_t encounter_id; /* 0: of several */
    char group[FIGURES_NAME_SIZE];
    int checks, held;
    double held_expected;
    bool has_unknown;
};

/* The faces that one kind of die showed. */
struct figures_faces {
    int64_t encounter_id; /* 0: of several */
    int sides;
    bool is_entered;
    int64_t throws;
    int64_t *count; /* of each face from 1 on */
};

struct figures {
    int64_t acts;            /* that fit */
    struct figures_row *row; /* those of an encounter stand together */
    int rows, rows_room;
    int side_rounds[2]; /* rounds in which somebody of the side was there; enum side */
    struct figures_morale *check; /* by encounter */
    int checks, checks_room;
    struct figures_faces *thrown; /* by encounter */
    int thrown_count, thrown_room;
    struct figures_turn *turn;
    int turns, turns_room;
    /* What those come to, as of the last figures_put_together (app/figures_sums.h). */
    struct figures_row side[2];
    struct figures_morale *morale;
    int morales;
    struct figures_faces *faces;
    int faces_count;
};

void figures_init(struct figures *figures);
/* Of the acts that the wish asks for. To be given back by figures_free, also on failure. What
 * is damaged is as for sitting_acts. */
enum status figures_read(struct figures *out, struct sitting *sitting,
                         const struct sitting_acts_wish *wish, struct error *err) MUST_CHECK;
/* The same of what the players may see (app/act_view.h). */
enum status figures_read_for_players(struct figures *out, struct sitting *sitting,
                                     const struct sitting_acts_wish *wish,
                                     struct error *err) MUST_CHECK;
void figures_free(struct figures *figures);

/* Adds the acts of one encounter that the wish asks for to what was counted before, a piece at
 * a time; between the pieces the figures are those of the acts so far, not put together. An
 * encounter must be added by one wish. What the wish borrows must live as long as for
 * acts_reading_new; its evenings must be given.
 *
 * All acts of an encounter are not told from its start again: the sum over them is kept beside
 * the campaign (store/sums.h), and only those after it are told. */
struct figures_adding;
struct figures_adding *figures_adding_new(struct figures *figures, struct sitting *sitting,
                                          const struct sitting_acts_wish *wish);
/* As acts_reading_step (app/sitting_history.h). */
enum status figures_adding_step(struct figures_adding *adding, int acts, bool *is_whole,
                                struct error *err) MUST_CHECK;
void figures_adding_free(struct figures_adding *adding); /* NULL does nothing */

/* Of a row that stands for itself, as those of figures_sums.h. */
void figures_row_free(struct figures_row *row);

#endif
