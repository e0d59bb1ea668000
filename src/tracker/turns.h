/* Turns: what every order of combatants has in common, whatever the order is made of. One turn
 * each in a round, the first of the procedure's order who has not acted first; who lets others
 * go first comes after all of them, or when it is taken.
 *
 * Shared by the procedures; each says in a struct turn_rules what is its own. */
#ifndef REFEREE_TRACKER_TURNS_H
#define REFEREE_TRACKER_TURNS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"

struct turn_rules {
    const char *rule; /* rule about turns */
    /* The procedure's row order. */
    bool (*comes_before)(const struct state *state, int a, int b);
    /* Whether it has a place in the order, among those who are in the fight. */
    bool (*has_place)(const struct state *state, int id);
    /* What the order goes by, kept beside a wait; 0 when by nothing. */
    int (*score)(const struct state *state, int id);
    void (*start)(struct decision *decision, int id); /* its turn begins */
    void (*end)(struct decision *decision);        /* the running turn is over, if one runs */
    void (*round_over)(struct decision *decision); /* everybody has acted */
};

/* Ids of the present combatants in the procedure's order; returns how many. */
int turns_order(const struct procedure *procedure, const struct state *state,
                int ids[COMBATANTS_MAX]);

/* Next to act; 0 when all have. */
int turns_next(const struct state *state, const struct turn_rules *rules);
/* The next in order gets the turn, or the round is over. */
void turns_go_on(struct decision *decision, const struct turn_rules *rules);

/* Lets others go first: the turn comes when it is taken, or after all the others. */
void turns_delay(struct decision *decision, const struct turn_rules *rules);
/* The turn is spent on waiting for something; what it was for comes out of turn, or not at all.
 */
void turns_ready(struct decision *decision, const struct turn_rules *rules, struct str what);
/* A combatant that waited acts now; the one that had the turn has it afterwards, unless it has
 * acted. */
void turns_act(struct decision *decision, const struct turn_rules *rules, int id);
/* Nobody has acted in the new round, and nobody waits any more. */
void turns_begin_round(struct decision *decision);

/* What comes next once no foe is left in the fight, of those there were; else nothing. */
void turns_guide(const struct state *state, struct text *out);

/* Ends every state effect of a kind. */
void turns_end_effects(struct decision *decision, int kind);
/* A score that was typed: `set Ana initiative=31`; "+2" is added to `now`, what it stands at;
 * "-" takes it away. False when the name is another; `take` puts a score down. */
bool turns_give_score(struct decision *decision, int id, struct option option,
                      struct number_range range, int now,
                      void (*take)(struct decision *decision, int id, int score));

#endif
