/* How far an encounter has come: what its foes have shown that they want, the last attacks on
 * those who flee, its order, phase and end, and who can act now (flow 3 to 6). It answers
 * questions, and changes nothing but attitudes and last attacks. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COURSE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COURSE_H

#include "resolver/tables/random_table.h"
#include "tracker/decision.h"
#include "tracker/state.h"

enum reaction attitude_of(const struct state *state, int foe);
/* True when it fights, or has not shown otherwise. */
bool attitude_is_hostile(const struct state *state, int foe);
/* True when it waits for an answer: a bribe, a quest. */
bool attitude_is_offering(const struct state *state, int foe);
/* True when it is present, hostile and able to attack. */
bool attitude_fights(const struct state *state, int foe);
/* True when it does nothing unless it is attacked: it is asleep, or wants no fight. */
bool attitude_is_quiet(const struct state *state, int foe);
void attitude_set(struct decision *decision, int foe, enum reaction reaction, int price);

bool last_attack_has(const struct state *state, int id, int foe);
/* True when somebody still has one. */
bool last_attack_any(const struct state *state);
/* Ends the last attacks on this foe, or on ANYBODY. */
void last_attack_end(struct decision *decision, int foe);

enum phase {
    PHASE_PARTY_SHOOTS,
    PHASE_FOES_SHOOT,
    PHASE_PARTY_MELEE,
    PHASE_FOES_MELEE,
    PHASES
};

/* The order of the phases, set once for the whole encounter (flow 4). */
enum order {
    ORDER_OPEN,
    ORDER_AT_ONCE,
    ORDER_WAITED,
    ORDER_SURPRISED,
    ORDER_WANDERING,
    ORDERS
};

enum { ENCOUNTER_ORDER = ENCOUNTER_DRAW + 1 };

enum order course_order(const struct state *state);
/* The order of an encounter that begins now: it depends on what came before. */
enum order course_order_to_begin(const struct state *state);
/* "the party attacked at once". */
const char *course_order_words(enum order order);
/* The present phase; the order must be set. */
enum phase course_phase(const struct state *state);
/* "the foes' melee". */
const char *course_phase_words(enum phase phase);
/* The present phase, or the two phases of the party that count as one. */
const char *course_phase_says(const struct state *state);
/* The same for the phase after it, in this round or the next. */
const char *course_next_says(const struct state *state, bool *is_new_round);
bool course_is_foes_phase(enum phase phase);
/* The phases of a round by their place in its order, 0 the first. The phase at a place; the
 * next place with something to do from `step` on, and after the present phase; PHASES when this
 * round has none. */
enum phase course_phase_at(const struct state *state, int step);
int course_step_from(const struct state *state, int step, bool is_new_round);
int course_step_behind(const struct state *state);
/* True when this party has met the foes, so that the start is over. */
bool course_is_met(const struct state *state);
/* "fleeing", "withdrawing", or NULL. */
const char *course_running(const struct state *state);
/* NULL while it goes on; else how it ended: "won", "subdued", "the foes fled", "peace", "fled",
 * "withdrew", "lost". */
const char *course_over(const struct state *state);
/* True when it is over in peace, which the party may break. */
bool course_is_peace(const struct state *state);
extern const char course_peace[];
/* True when this foe, or any, attacks in this phase; one that has shot does not fight hand to
 * hand in the same round. */
bool course_foe_attacks(const struct state *state, int foe, enum phase phase);
/* True when the party may do this kind of act now: phases of the party without a phase of the
 * foes between them count as one. */
bool course_party_may(const struct state *state, enum phase kind);
bool course_can_shoot(const struct state *state, int id);
/* True when it can fight hand to hand: from a rank that can, and not with weapons that only
 * shoot. */
bool course_can_fight(const struct state *state, int id);
/* Before the encounter begins: the phase that would come before this kind of act; NULL: the act
 * may be the first. */
const char *course_comes_first(const struct state *state, enum phase kind);
/* True when this character's action of the round is lost when the present phase ends. */
bool course_passes(const struct state *state, int id);
/* True while somebody's action or last attack would be lost with the present phase. */
bool course_attacks_go_on(const struct state *state);
/* True when this character's action of the round is still to come. */
bool course_action_to_come(const struct state *state, int id);
/* True when a character can still act in the present phase, and who is the next; 0: nobody. */
bool course_can_act(const struct state *state, int id);
int course_actor(const struct state *state);

#endif
