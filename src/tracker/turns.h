/* Turns: what all orders of combatants have in common. Each combatant has one turn in a round,
 * in the procedure's order; one who lets others go first has its turn after all of them, or
 * when it takes it.
 *
 * Shared by the procedures; each describes its own order in a struct turn_rules. */
#ifndef REFEREE_TRACKER_TURNS_H
#define REFEREE_TRACKER_TURNS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"
#include "tracker/procedure.h"

struct turn_rules {
    const char *rule; /* rule about turns */
    /* The procedure's order of combatants. */
    bool (*comes_before)(const struct state *state, int a, int b);
    /* True when a combatant who is in the fight has a place in the order. */
    bool (*has_place)(const struct state *state, int id);
    /* The score that sets the order, kept with a wait; 0 when there is none. */
    int (*score)(const struct state *state, int id);
    void (*start)(struct decision *decision, int id); /* its turn begins */
    void (*end)(struct decision *decision); /* the present turn is over, if there is one */
    void (*round_over)(struct decision *decision); /* everybody has acted */
};

/* Ids of the present combatants in the procedure's order; returns how many. */
int turns_order(const struct procedure *procedure, const struct state *state,
                int ids[COMBATANTS_MAX]);
/* True when it let others go first or is ready for something, and may act now. */
bool turns_waits(const struct state *state, int id);
/* The next to act; 0 when all have acted. */
int turns_next(const struct state *state, const struct turn_rules *rules);
/* Gives the turn to the next in order, or ends the round. */
void turns_go_on(struct decision *decision, const struct turn_rules *rules);
/* Lets others go first: the turn comes after all the others, or when the combatant takes it. */
void turns_delay(struct decision *decision, const struct turn_rules *rules);
/* Spends the turn on waiting for something; the act then comes out of turn, or not at all. */
void turns_ready(struct decision *decision, const struct turn_rules *rules, struct str what);
/* A combatant that waited acts now; the one whose turn it was has it again afterwards, unless
 * it has acted. */
void turns_act(struct decision *decision, const struct turn_rules *rules, int id);
/* For a new round: nobody has acted and nobody waits. */
void turns_begin_round(struct decision *decision);
/* True when somebody was on this side, and nobody of it is left in the fight. */
bool turns_is_out(const struct state *state, enum side side);
/* True when no foe is left in the fight, the party is, and a counter brings more foes. */
bool turns_await_foes(const struct state *state);
/* How the fight ended, "won" or "lost": one side is out of it, and no counter brings more foes.
 * NULL: it goes on, or has no two sides. */
const char *turns_over(const struct state *state);
/* One has acted this many more times in its turn; the next turn starts without any. Times of
 * others than the combatant whose turn it is are not counted. */
void turns_count_acts(struct decision *decision, int id, int times);
/* How often the combatant whose turn it is has acted in it. */
int turns_acts(const struct state *state);
/* Adds what comes next once one side is out of the fight: the foes that a counter will bring,
 * or that it is over; otherwise nothing. `out` is empty before. */
void turns_guide(const struct state *state, struct text *out);
/* Ends every state effect of a kind. */
void turns_end_effects(struct decision *decision, int kind);
/* Reads a typed score: `set Ana initiative=31`; "+2" is added to `now`, the present score; "-"
 * removes it. False when the name is a different one; `take` stores the score. */
bool turns_give_score(struct decision *decision, int id, struct option option,
                      struct number_range range, int now,
                      void (*take)(struct decision *decision, int id, int score));

/* What is known about one combatant, in words: the source of the screen's panel, of `show` as
 * text and as JSON, and of the table in plain lines. Each of them lays it out and adds nothing.
 *
 * Knows no game: conditions and numbers come from the slots of its procedure. */

/* Room for every fact of a combatant, and for its hit points in words. */
enum { COMBATANT_FACTS_SIZE = 2000, COMBATANT_HP_SIZE = 160 };

/* How many are left of those that one stands for, else its hit points; `most` is 0 where that
 * is not known. False: neither is known, or the combatant is not there. */
struct combatant_points {
    int now, most;
    bool are_bodies;
};

bool combatant_points(const struct procedure *procedure, const struct state *state, int id,
                      struct combatant_points *out);
/* "HP 7 of 9 +2 temporary", "HP not set, 3 damage so far", "3 of 6 left"; for combatants whose
 * number is dice until they are met, "2d6 of them, thrown when met". */
void combatant_hit_points(const struct procedure *procedure, const struct state *state, int id,
                          struct text *out);
/* When it acts: "has the turn", "acts now, out of turn", "can act now", "has acted"; ""
 * when there is nothing to say. Static text. */
const char *combatant_turn(const struct procedure *procedure, const struct state *state,
                           int id);
/* Adds the game's facts about it, one a line, without a line end after the last; empty lines
 * are left out. */
void combatant_facts(const struct procedure *procedure, const struct state *state, int id,
                     struct text *out);
/* The next of those lines; moves *rest past it. False when there are no more. */
bool combatant_next_fact(struct str *rest, struct str *fact);

#endif
