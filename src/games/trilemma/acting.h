/* One act of Trilemma: its actor, its target, whether it may be done now (5.1); acts that were
 * paid for and not used yet (5.2, 5.4, 5.11; T37); the last hit on somebody, which a shield may
 * take back; spells (5.7). The effects of hits are in hits.h, prices and who may pay in
 * reactions.h. */
#ifndef REFEREE_GAMES_TRILEMMA_ACTING_H
#define REFEREE_GAMES_TRILEMMA_ACTING_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The use of a bought act. */
enum buys {
    BUYS_NOTHING, /* words alone, such as a warning */
    BUYS_ATTACK,  /* an attack or a shot */
    BUYS_ACT,     /* any one action */
    BUYS_DEFENCE, /* a shield against the next attack */
    BUYS_ORDER,   /* an order, which needs no second payment */
    BUYS_CHECK    /* a wits check */
};

/* The names of acts, as in the price list and the log, that have no price. */
#define TRILEMMA_ORDERED "ordered"
#define TRILEMMA_EXTRA "extra: "
/* The kind that the act of this name buys. */
enum buys trilemma_buys(struct str name);
/* Adds an act of this name. */
void trilemma_buy(struct decision *decision, int id, struct str name);
/* The next one with this use; for an attack and a check also any action. NULL: none. */
const struct effect *trilemma_bought(const struct state *state, int id, enum buys buys);
/* The next bought act after `after` (NULL: from the start), of anybody and any kind; NULL:
 * none. */
const struct effect *trilemma_next_bought(const struct state *state,
                                          const struct effect *after);
/* Its kind, and its words for display: "riposte", "an extra attack". */
enum buys trilemma_bought_buys(const struct effect *effect);
const char *trilemma_bought_words(const struct effect *effect);
/* True when it was ordered to act now, rather than having paid for something that may be words
 * alone. */
bool trilemma_is_order(const struct effect *effect);
/* Uses one of them. */
void trilemma_use_bought(struct decision *decision, const struct effect *effect);
/* At the end of a round: reports and removes unused acts. */
void trilemma_lose_bought(struct decision *decision);

/* True when this combatant can pay anything now: it is in the fight and has a score. */
bool trilemma_has_score(struct decision *decision, int id);
/* True when it pays this much: asked about when it has less (5.9; T2). */
bool trilemma_can_pay(struct decision *decision, const struct command *command, int id,
                      int price);
/* Lowers the score, to 0 at least; the log and the facts name the reason. */
void trilemma_pay(struct decision *decision, int id, int price, const char *reason,
                  const char *rule);
/* The words of for=..., or else the usual ones. */
void trilemma_reason(const struct command *command, const char *usual, char out[LABEL_SIZE]);
/* "21 = 31 rolled - 10 superior". */
void trilemma_format_score(const struct state *state, int id, struct text *out);

/* The hit that a shield after the roll can still stop; NULL: none. Its object hit its subject,
 * and its amount is the total of the attack. */
const struct effect *trilemma_last_hit(const struct state *state, int target);
/* After another attack, or a settled injury: no shield can stop earlier hits on `target`
 * (ANYBODY: each). Unspent degrees stay. */
void trilemma_close_hits(struct decision *decision, int target);
/* Says of extra degrees on this target, who is out now, that they have no use any more. */
void trilemma_say_useless(struct decision *decision, int target);
/* At the end of a turn: forgets all hits and reports unspent extra degrees. */
void trilemma_forget_hits(struct decision *decision);
/* Forgets one hit. */
void trilemma_forget_hit(struct decision *decision, int attacker, int target);

/* The actor: by=..., or else the combatant whose turn it is. 0: the decision has ended. */
int trilemma_actor_of(struct decision *decision, const struct command *command);
/* True when it may act: one action on its own turn (5.1), or one that was paid for or ordered
 * (T37). */
bool trilemma_may_act(struct decision *decision, int id);
/* The same for an attack or a shot, which more kinds of payments buy. */
bool trilemma_may_attack(struct decision *decision, int id);
/* The act that was paid for and will be used, outside its own turn; NULL: none. */
const struct effect *trilemma_act_paid_for(const struct state *state, int id, enum buys buys);
/* Uses the action, or the act that was paid for. The combatant's side has acted again. */
void trilemma_use_action(struct decision *decision, int id);
void trilemma_use_attack(struct decision *decision, int id);
/* The target of this attacker, asked for when it is not named. */
int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb);
/* Marks the act as magic, which counts for morale (5.13). */
bool trilemma_is_magic(const struct command *command);
/* A number given to an act, by the name of its parameter. */
int trilemma_input(const struct inputs *inputs, const char *name);
/* The total of the first roll of the last explanation; 0: there is none. */
int trilemma_first_total(const struct decision *decision);
/* The last number that it was compared with; 0: there is none. */
int trilemma_last_against(const struct decision *decision);

/* At the end of the caster's turn: a declared spell takes effect (5.7). */
void trilemma_finish_spell(struct decision *decision, int id);
/* All declared spells are lost; `why` ends the line: ", the bout was forced". */
void trilemma_forget_spells(struct decision *decision, const char *why);
/* Called after an act: casters who are hurt may be interrupted, those out of the fight cast
 * nothing. */
void trilemma_watch_spells(struct decision *decision, const struct state *before);
decide_fn trilemma_decide_declare, trilemma_decide_cast, trilemma_decide_interrupt;

#endif
