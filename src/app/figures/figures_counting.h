/* Counting the acts of one encounter into figures, one after the other: what each event and
 * roll means to them. The acts come from app/log/history.h. What was counted can be kept as
 * bytes (store/sums.h), and counting goes on from there. */
#ifndef REFEREE_APP_FIGURES_FIGURES_COUNTING_H
#define REFEREE_APP_FIGURES_FIGURES_COUNTING_H

#include <jansson.h>
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
    bool fits;              /* as it was told: also where it is damaged */
    int roller, target;     /* of its last roll; 0: nobody */
    int attacker;           /* who attacked with that; 0: it was no attack, or a defence */
    bool has_stopped;       /* a roll of it took a hit back */
    int dealt_to, dealt_by; /* whose damage to whom it told last; 0: none */
    bool takes_back;        /* and it told that this does not stand any more */
    int raised, raised_by;  /* whose maximum it raised last, and by how much */
    struct error *err;
    enum status status;
};

struct roll_meaning;

/* Only for the ready questions: an act of this round, and one roll of it. */
void figures_tally_round(struct figures *figures, const struct sitting_act *act);
void figures_tally_roll(struct figures *figures, const struct sitting_act *act,
                        const json_t *request, const struct roll_meaning *meaning);

/* A sitting_see_act_fn; the context is the counting. */
bool figures_count_act(void *context, const struct sitting_act *act);
/* After the last one: the hit points at the end. */
void figures_count_end(struct figures_counting *counting);

/* Of the bytes and of what is counted: who changes either raises it, and sums that older
 * programs kept are made again. */
enum { FIGURES_VERSION = 5 };

/* What the figures held before an encounter was added. */
struct figures_base {
    int rows, checks, thrown, turns, tallies, blows, rounds;
    int64_t acts;
    int side_rounds[2];
};

struct figures_base figures_base_of(const struct figures *figures);

/* What was counted since then; free it. */
unsigned char *figures_to_bytes(const struct figures_counting *counting,
                                const struct figures_base *base, int *count);
/* Adds that to the figures of the counting, and goes on from there; the rows get this name of
 * the encounter, whose number the counting has. False, with nothing changed, when the bytes are
 * not those of a sum. */
bool figures_from_bytes(struct figures_counting *counting, const char *encounter,
                        const unsigned char *bytes, int count);

#endif
