/* Counting the acts of one encounter into figures, one after the other: what each event and
 * roll means to them. The acts come from app/log/history.h. */
#ifndef REFEREE_APP_FIGURES_FIGURES_COUNTING_H
#define REFEREE_APP_FIGURES_FIGURES_COUNTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/figures/figures.h"
#include "app/log/act.h"
#include "base/status.h"
#include "tracker/state.h"

struct act_view;
struct sitting;

/* What is remembered from act to act. */
struct figures_course {
    int taker[COMBATANTS_MAX + 1]; /* who last took hit points of it; 0: nobody, not known */
    int cause[COMBATANTS_MAX + 1]; /* who did that, or called for a check on its life since */
    /* Of the last hit on it: by whom, what stands of its damage, and the row in which that was
     * counted, from 1 on; 0: in none. */
    int hit_by[COMBATANTS_MAX + 1], hit_damage[COMBATANTS_MAX + 1];
    int hit_row[COMBATANTS_MAX + 1];
    bool is_down[COMBATANTS_MAX + 1];
    bool is_crowd[COMBATANTS_MAX + 1]; /* it stands for several bodies */
    bool has_hp[COMBATANTS_MAX + 1];
    int hp[COMBATANTS_MAX + 1]; /* at the last act that was seen */
    int turn;                   /* whose it is; 0: nobody's */
    int64_t last_ms;            /* of the last act */
};

/* All zero but for the first three at the beginning of an encounter. */
struct figures_counting {
    struct sitting *sitting;
    struct figures *figures;
    struct act_view *view; /* what is counted; NULL: everything */
    struct figures_course course;
    int64_t encounter_id, last; /* of the last act; 0: none was told */
    int64_t told;               /* acts so far */
    /* Of one act: */
    struct sitting_act viewed;
    const struct sitting_act *act;
    int roller, target;     /* of its last roll; 0: nobody */
    int attacker;           /* who attacked with that; 0: it was no attack, or a defence */
    bool has_stopped;       /* a roll of it took a hit back */
    int dealt_to, dealt_by; /* whose damage to whom it told last; 0: none */
    bool takes_back;        /* and it told that this does not stand any more */
    int raised, raised_by;  /* whose maximum it raised last, and by how much */
    struct error *err;
    enum status status;
};

/* A sitting_see_act_fn; the context is the counting. */
bool figures_count_act(void *context, const struct sitting_act *act);
/* After the last one: the hit points at the end. */
void figures_count_end(struct figures_counting *counting);

/* The checks of a group in one encounter, and the faces of a kind of die there: found or
 * added. */
struct figures_morale *figures_morale_of(struct figures *figures, int64_t encounter,
                                         const char *group);
struct figures_faces *figures_faces_of(struct figures *figures, int64_t encounter, int sides,
                                       bool is_entered);
/* An array with room for one more. */
void *figures_grown(void *array, int count, int *room, size_t size);

#endif
