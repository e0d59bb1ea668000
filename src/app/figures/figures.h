/* Figures of acts of the log: what was dealt, taken, hit and missed, beside what the dice could
 * have done by the chances that each roll had. Knows no game: what an outcome means stands in
 * the games' tables (resolver/system.h). */
#ifndef REFEREE_APP_FIGURES_FIGURES_H
#define REFEREE_APP_FIGURES_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "app/figures/luck.h"

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
    int64_t damage_dealt;   /* that stands: not what a shield took back; overkill too */
    int64_t damage_rolled;  /* by rolls whose chances are known, whether it stands or not */
    double damage_expected; /* of those */
    int64_t damage_taken, healed; /* hit points really lost and got back */
    int64_t hp_taken;             /* that others really lost by its damage */
    int brought_to_0, killed;     /* others: by its damage, by that or a check it called for */
    int kills, downs; /* falls of others, for the last one to take hit points; own falls */
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
    int64_t acts;  /* that fit */
    bool has_kept; /* some of it was kept earlier, and those acts were not read again */
    struct figures_row *row; /* those of an encounter stand together */
    int rows, rows_room;
    int side_rounds[2]; /* rounds in which somebody of the side was there; enum side */
    struct figures_morale *check; /* by encounter */
    int checks, checks_room;
    struct figures_faces *thrown; /* by encounter */
    int thrown_count, thrown_room;
    struct figures_turn *turn;
    int turns, turns_room;
    /* What those come to, as of the last figures_put_together (app/figures/figures_sums.h). */
    struct figures_row side[2];
    struct figures_morale *morale;
    int morales;
    struct figures_faces *faces;
    int faces_count;
};

void figures_init(struct figures *figures);
void figures_free(struct figures *figures);
/* Of a row that stands for itself, as those of figures_sums.h; and of the faces that were put
 * together. */
void figures_row_free(struct figures_row *row);
void figures_faces_free(struct figures *figures);

#endif
