/* What the files of Trilemma at the table share; nobody else includes this. Rules are
 * those of chapter 5.
 *
 *   trilemma_procedure   the face: commands, settings, what the screen shows
 *   trilemma_order       scores, combatants, turns, rounds, waiting
 *   trilemma_initiative  rolling, surprise, re-orienting
 *   trilemma_spending    prices, reactions, superior initiative, orders, forced bouts
 *   trilemma_attack      armour class, attacks, active defence
 *   trilemma_shooting    aiming, and shooting into a melee
 *   trilemma_hits        injury, degrees to spend, taking a hit back
 *   trilemma_spells      declared, noticed, interrupted
 *   trilemma_morale      reasons, checks, groups */
#ifndef REFEREE_GAMES_TRILEMMA_TABLE_H
#define REFEREE_GAMES_TRILEMMA_TABLE_H

#include "tracker/options.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"

enum { PHASE_ROUND, PHASE_BETWEEN };

/* Attributes, in the order of the system's table. */
enum { STRENGTH = FIELD_SYSTEM, WITS, AC, ARMOUR, DAMAGE, MORALE };
enum { TEXT_DAMAGE = TEXT_SYSTEM };

extern const struct number_range trilemma_ability_range, trilemma_ac_range, trilemma_edge_range;

/* ---- scores and order ------------------------------------------------------------------ */

/* The current score: what was rolled less the list of what was spent, never below 0 (5.1, 5.2).
 */
int trilemma_score(const struct state *state, int id);
bool trilemma_comes_before(const struct state *state, int a, int b);
/* A round runs: the fight has started and this is not the rest between rounds. */
bool trilemma_is_round(const struct state *state);
/* Had the worse of surprise: a penalty die, or 0 (5.10). */
bool trilemma_is_surprised(const struct state *state, int id);
bool trilemma_is_henchman(const struct state *state, int id);
/* Whether two combatants are in melee now (T31): not between rounds, where all are apart (5.5).
 */
bool trilemma_is_engaged(const struct state *state, int a, int b);

/* `side` names who demanded it, "" nobody; a forced round keeps those in melee together. */
void trilemma_start_round(struct decision *decision, int round, bool is_forced,
                          const char *side);
void trilemma_start_turn(struct decision *decision, int id);
/* The next in order gets the turn, or the round ends. */
void trilemma_go_on(struct decision *decision);

/* ---- acting ---------------------------------------------------------------------------- */

/* Who acts: by=..., else the one whose turn it is. 0: the decision has ended. */
int trilemma_actor_of(struct decision *decision, const struct command *command);
/* One action on one's own turn (5.1), or one that was paid for or ordered. */
bool trilemma_may_act(struct decision *decision, int id);
/* The action is used, or the leave to act out of turn. */
void trilemma_use_action(struct decision *decision, int id);

/* ---- spending -------------------------------------------------------------------------- */

/* Asks, refuses or goes on when the price is more than the score (T2). */
bool trilemma_can_pay(struct decision *decision, const struct command *command, int id,
                      int price);
/* Takes the price off the score, at most all of it, and says what for. */
void trilemma_pay(struct decision *decision, int id, int price, const char *reason,
                  const char *rule);
/* "21 = 31 rolled - 10 superior". */
void trilemma_format_score(const struct state *state, int id, struct text *out);
/* Whether this combatant may still take another turn in this round, by its superior initiative
 * (5.3).
 */
bool trilemma_has_superior(const struct state *state, int id);
/* A new score: nothing is spent of it yet. */
void trilemma_take_score(struct decision *decision, int id, int score);

/* ---- fighting -------------------------------------------------------------------------- */

/* The AC from its parts (5.15, 5.16; T16), against this attacker (0: nobody), without options.
 * False when it is not known. `why` (NULL: not wanted) gets the sum, when there is more than
 * one part. */
bool trilemma_ac(const struct state *state, int id, int attacker, int *out, struct text *why);
/* What an attack needs of both combatants, the options of the command included. */
bool trilemma_attack_inputs(struct decision *decision, const struct command *command, int id,
                            int target, const char *action, struct inputs *out,
                            struct text *why);
/* A number that an act was given, by the name of its parameter. */
int trilemma_input(const struct inputs *inputs, const char *name);
/* "13+ hits AC 22", while the die of an attack is asked for, "14+ stops 27" while that of a
 * defence is: what the players ask before they throw it. */
void trilemma_say_needed(struct decision *decision, const struct inputs *inputs);
/* The AC with the options of the command: blind, constrained, unaware, out_reached, bonus=. It
 * is asked for when it is unset (T32). */
bool trilemma_ac_now(struct decision *decision, const struct command *command, int id,
                     int attacker, const char *option, int *out, struct text *why);
/* The hit points and those on top; false when they are unset. */
bool trilemma_hp(const struct state *state, int id, int *out);
bool trilemma_is_magic(const struct command *command);
bool trilemma_usual_act(const struct state *state, int id, int target, struct inputs *out,
                        struct error *err);
/* d20 + strength, the number an active defender uses (5.17). */
bool trilemma_roll_defence(struct decision *decision, const struct command *command, int id,
                           int *total);
void trilemma_engage(struct decision *decision, int a, int b);
/* The target of this attacker, asked for when it is not named. */
int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb);

/* A hit of the attack that was just resolved. `total` is what it came to. */
struct hit {
    int attacker, target;
    int total, degrees, damage;
    bool is_direct, is_injury_due, is_magic;
};
void trilemma_hit(struct decision *decision, const struct hit *hit);
/* What was struck just now cannot be taken back any more, degrees left are lost. */
void trilemma_forget_hit(struct decision *decision);
/* The last hit on this combatant becomes a miss. */
void trilemma_take_hit_back(struct decision *decision, int target);
void trilemma_hurt(struct decision *decision, int id, int excess);
/* The first number of this kind in the explanation of the last roll; `fallback` when none. */
int trilemma_first_total(const struct decision *decision, int fallback);

/* ---- spells ---------------------------------------------------------------------------- */

bool trilemma_is_casting(const struct state *state, int id);
/* The caster's turn ends: what was declared takes effect (5.7). */
void trilemma_finish_spell(struct decision *decision, int id);
void trilemma_forget_spells(struct decision *decision, const char *why);
void trilemma_watch_spells(struct decision *decision, const struct state *before);

/* ---- morale ---------------------------------------------------------------------------- */

int trilemma_morale_score(const struct state *state, int id, const char **label);
void trilemma_watch_morale(struct decision *decision, const struct state *before);
/* Calls for a check of groups that were surprised (5.13), when the fight starts. */
void trilemma_watch_surprise(struct decision *decision);
/* Reasons of the check that is due for this group, 0 when none; adds "rats, 25% fallen". */
int trilemma_morale_due(const struct state *state, int id, struct text *out);
bool trilemma_pending_act(const struct state *state, const struct pending *pending,
                          struct inputs *out, struct error *err);
/* The guideline of a score (5.12). */
void trilemma_morale_guideline(int score, struct text *out);

/* ---- commands -------------------------------------------------------------------------- */

extern const char *const trilemma_surprises[], *const trilemma_reasons[];

decide_fn trilemma_decide_next, trilemma_decide_demand, trilemma_decide_delay,
    trilemma_decide_ready, trilemma_decide_act, trilemma_decide_move, trilemma_decide_engage,
    trilemma_decide_part;
decide_fn trilemma_decide_initiative, trilemma_decide_surprise, trilemma_decide_reorient;
decide_fn trilemma_decide_react, trilemma_decide_superior, trilemma_decide_between,
    trilemma_decide_force, trilemma_decide_order, trilemma_decide_command;
decide_fn trilemma_decide_attack, trilemma_decide_defend, trilemma_decide_aim,
    trilemma_decide_shoot, trilemma_decide_injury, trilemma_decide_effect;
decide_fn trilemma_decide_declare, trilemma_decide_cast, trilemma_decide_interrupt;
decide_fn trilemma_decide_morale, trilemma_decide_morale_due, trilemma_decide_dismiss,
    trilemma_decide_leader, trilemma_decide_split, trilemma_decide_alternate;

/* `set Ana initiative=31`: true when the option was one of this procedure's. */
bool trilemma_give(struct decision *decision, int id, struct str name, struct str value);

#endif
