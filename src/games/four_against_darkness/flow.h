/* What the files of an encounter's flow share; nobody else includes this. Numbers and modifiers
 * are in four_against_darkness_table.h, which this builds on.
 *
 *   four_against_darkness_procedure   the face: commands, settings
 *   four_against_darkness_screen      combatants, phases, facts, what is due, what comes next
 *   four_against_darkness_location       where the fight is, marching order, who can reach whom
 *   four_against_darkness_flow        the four orders, phases, rounds, the end
 *   four_against_darkness_meeting     the start: first effects, surprise, reactions, offers
 *   four_against_darkness_attack      attacks on groups and major foes, subdual, last attacks
 *   four_against_darkness_strikes     the foes' attacks: how many, on whom
 *   four_against_darkness_defence     defences, and what a hit brings
 *   four_against_darkness_saves       saves with their presets, the lethal save, death
 *   four_against_darkness_abilities   spells, healing and the like
 *   four_against_darkness_rerolls     luck, blessing
 *   four_against_darkness_running     fleeing and withdrawing
 *   four_against_darkness_morale      morale, the level drop, the extras of bosses
 *   four_against_darkness_spoils      treasure, XP rolls, levels */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FLOW_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FLOW_H

#include "tracker/conditions.h"
#include "games/four_against_darkness/table.h"

/* ---- combatants and ranks (place) ------------------------------------------------------ */

bool is_character(const struct state *state, int id);
bool is_minor(const struct state *state, int id);
/* In the fight and not waiting at 0 Life for its lethal save. */
bool is_standing(const struct state *state, int id);
/* Asleep, paralysed or the like: neither acts nor defends. */
bool is_helpless(const struct state *state, int id);
/* Bodies left of a foe: the number of a group, 1 of a major foe. */
int bodies_of(const struct state *state, int id);
int standing_characters(const struct state *state);
/* Bodies of all foes still in the fight. */
int foes_left(const struct state *state);
/* Standing characters in marching order, the front first; returns how many. */
int marching_order(const struct state *state, int ids[COMBATANTS_MAX]);
/* Whether this character's rank can fight hand to hand here. */
bool rank_can_melee(const struct state *state, int id);
/* The characters that foes can attack here; returns how many. */
int within_reach(const struct state *state, int ids[COMBATANTS_MAX]);
/* How many single foes can attack at the same time here; 0: all. */
int foes_abreast(const struct state *state);
/* The only foe still there, when there is just one; 0 otherwise. */
int only_foe(const struct state *state);
/* Behind the phase, as far as it is no plain room: ", dark corridor". */
void location_say(const struct state *state, struct text *out);
/* A situation of the encounter begins or ends. */
void situation_set(struct decision *decision, const char *word, bool holds);

/* ---- flow ------------------------------------------------------------------------------ */

enum phase {
    PHASE_PARTY_SHOOTS,
    PHASE_FOES_SHOOT,
    PHASE_PARTY_MELEE,
    PHASE_FOES_MELEE,
    PHASES
};

/* Which order of the phases was set, once for the whole encounter (flow 4). */
enum order {
    ORDER_OPEN,
    ORDER_AT_ONCE,
    ORDER_WAITED,
    ORDER_SURPRISED,
    ORDER_WANDERING,
    ORDERS
};
enum { ENCOUNTER_ORDER = ENCOUNTER_DRAW + 1 };

enum order order_of(const struct state *state);
/* The phase that runs; the order is set. */
enum phase phase_now(const struct state *state);
/* What the party did to come to this order: "attacked at once". */
const char *order_brief(enum order order);
/* "the foes' melee". */
const char *phase_words(enum phase phase);
/* The phase that runs, or the two of the party that are one. */
const char *phase_says(const struct state *state);
bool is_foes_phase(enum phase phase);
/* The order that an encounter has which begins now: set by what came before. */
enum order order_to_begin(const struct state *state);
/* The order is set and the first round begins. */
void flow_begin(struct decision *decision, enum order order);
/* Whether the party may do this kind of act now: phases of the party with nothing of the foes
 * between them are one. */
bool party_may(const struct state *state, enum phase kind);
/* The same of what comes behind it, in this round or the next. */
const char *phase_next_says(const struct state *state, bool *is_new_round);
bool can_shoot(const struct state *state, int id);
/* Hand to hand: from a rank that can, and not with weapons that only shoot. */
bool can_fight(const struct state *state, int id);
/* Whether this character's action of the round is still to come. */
bool has_action_to_come(const struct state *state, int id);
/* Who can still act in the phase that runs. */
bool can_act_now(const struct state *state, int id);
/* NULL while it goes on; else how it ended: "won", "fled", "withdrew", "peace", "lost". */
const char *flow_over(const struct state *state);
/* Over in peace, which the party may break. */
bool flow_is_peace(const struct state *state);
void flow_end(struct decision *decision, const char *how);
void flow_watch(struct decision *decision);

/* ---- the meeting ----------------------------------------------------------------------- */

/* The start has come: first effects are called, the foes are met by this party. False when the
 * decision has ended. */
bool meeting_open(struct decision *decision);
bool is_met(const struct state *state);
/* Foes with something to save against when they are met, as long as they are not: the first, or
 * 0. */
int start_due(const struct state *state);
/* Foes whose surprise is not rolled yet: the first, or 0. */
int surprise_due(const struct state *state);
enum reaction attitude_of(const struct state *state, int foe);
/* It fights, as far as one knows. */
bool is_hostile(const struct state *state, int foe);
/* It waits for an answer: a bribe, a quest. */
bool is_offering(const struct state *state, int foe);
void attitude_set(struct decision *decision, int foe, enum reaction reaction, int price);
/* Whether nothing of the start keeps the party from attacking; refuses otherwise. */
bool may_open(struct decision *decision);
/* The same, and nobody waits for an answer: the fight may begin. */
bool may_begin(struct decision *decision);

/* ---- attack ---------------------------------------------------------------------------- */

/* An occasion and the words it borrows. */
struct said {
    struct occasion occasion;
    char text[SAID_MAX][LABEL_SIZE];
};

void said_begin(struct said *said, enum roll roll, int who, int against);
void said_word(struct said *said, struct str word);
/* The words of the options use=, with=, when=, and of flags: each list parted by commas. */
void said_options(struct said *said, const struct command *command);
/* The breakdown of the occasion with the referee's own bonus= because=, given to the inputs. */
bool said_give(struct decision *decision, const struct command *command,
               const struct said *said, struct inputs *inputs);
/* Everything that use= names is used once for each time it stands there; false when the
 * decision has ended. */
bool said_spend(struct decision *decision, const struct command *command, int who,
                enum roll roll);
/* Whether nothing can come of the act: the foe's record says "immune: WORD", and the act, its
 * item or spell is this; the word into `out`. */
bool is_immune(const struct state *state, const struct occasion *occasion,
               char out[LABEL_SIZE]);

/* Who acts: by=, else the next; 0: the decision has ended. */
int actor_of(struct decision *decision, const struct command *command);
int next_actor(const struct state *state);
/* One action each, in the party's phase of this kind. */
bool may_act(struct decision *decision, int id, enum phase kind);
/* The same for what is neither melee nor shot, in a fight that goes on: any phase of the party.
 */
bool may_use(struct decision *decision, int id);
bool has_last_attack(const struct state *state, int id, int foe);
/* Kills or damage of an attack come to the foe; returns what was used up. */
int foe_suffers(struct decision *decision, int foe, int effect, bool is_subdual);
/* What counts on this occasion, given to the inputs, which are then finished. */
bool occasion_give(const struct state *state, const struct said *said, struct inputs *out,
                   struct error *err);
/* What the foe's texts give to an attack; `count` bodies can be killed. */
bool attack_inputs(const struct state *state, int foe, int count, struct inputs *inputs,
                   struct error *err);

/* The attack that this character would make on the foe now; false with err when it cannot. */
bool attack_act(const struct state *state, int id, int foe, struct inputs *out,
                struct error *err);
/* The words of the moment: a shot, as the weapon and the phase have it, and a last attack. */
void attack_say_moment(struct said *said, const struct state *state);

/* An attack whose outcome is known: kills go from one group to the next. */
enum { TARGETS_MAX = 8 };
struct blow {
    int id;
    int targets[TARGETS_MAX], count;
    bool is_subdual;
};
/* Bodies of all its targets. */
int blow_bodies(const struct state *state, const struct blow *blow);
void attack_comes_to(struct decision *decision, const struct blow *blow,
                     const struct outcome *outcome);

/* ---- foes' attacks and defences -------------------------------------------------------- */

/* Whether any foe attacks in this phase. */
bool foes_attack_in(const struct state *state, enum phase phase);
/* Assigns the attacks of a phase by the rules (FOUR_FOES_ATTACK). */
void foes_attacks_call(struct decision *decision, enum phase phase);
/* Tells it where the players choose who is spared. */
void foes_attacks_say_spared(struct decision *decision);
/* Every foe attacks once those who flee. */
void foes_attacks_call_running(struct decision *decision);
void foes_attacks_forget(struct decision *decision);
/* The next attack to defend against (of this character, 0: anybody's); NULL: none. */
const struct effect *strike_next(const struct state *state, int id);
int foes_attacks_left(const struct state *state);
/* Whether this FOUR_FOES_ATTACK is still to be settled. */
bool foes_attack_counts(const struct state *state, const struct effect *effect);
/* What the foe's texts give to a defence. */
bool defence_inputs(const struct state *state, int foe, struct inputs *inputs,
                    struct error *err);
/* The defence of this character against the foe now. */
bool defence_act(const struct state *state, int id, int foe, struct inputs *out,
                 struct error *err);
/* The words of the moment: the first defence of the encounter, and how the party runs. */
void defence_say_moment(struct said *said, const struct state *state);
/* A defence whose outcome is known: the damage, and what the foe does on a hit. */
void defence_comes_to(struct decision *decision, int id, int foe, int damage);

/* ---- saves ----------------------------------------------------------------------------- */

/* Damage from a source of this level (0: not known); at 0 Life a lethal save is due, or death.
 */
void suffer(struct decision *decision, int id, int damage, int level, const char *rule);
/* Hit points were used up (struct procedure, hurt). */
void saves_hurt(struct decision *decision, int id, int excess);
void saves_watch(struct decision *decision);
/* A save whose outcome is known. */
void save_comes_to(struct decision *decision, const struct effect *pending, bool is_success);
/* Rolls the save that is due. */
bool save_inputs(const struct state *state, int level, struct inputs *inputs,
                 struct error *err);
/* The word a save is known by: "poison" of "poison: 1 damage". */
struct str save_word(const struct effect *pending);
/* The text "poison, save L3 or 1 damage" of a foe, for one character: a save that is due, or
 * what comes without one. False when its words are not known: it is only told. Known are "N
 * damage", "dead", "lose an action", "a light goes out", and a modifier, as "attack -1", which
 * lasts for the encounter; a failed save brings any other words as a condition. */
bool effect_call(struct decision *decision, int foe, int id, const char *text);
/* A foe's on_turn, at the start of a round: "heals N", or as above for everybody within reach.
 */
void effect_call_turn(struct decision *decision, int foe);
/* Who is this loses the next action. */
extern const char dazed_word[];
const struct effect *save_due(const struct state *state, int id);
/* How many of the same are due: a foe that hits twice poisons twice. */
int save_times(const struct state *state, const struct effect *pending);
/* A save is due, beside those of its kind that are due already; its event tells. */
struct event *save_call(struct decision *decision, int id, int from, const char *label,
                        int level);
/* One of its kind is due no more. */
void save_drop(struct decision *decision, const struct effect *pending);
const struct effect *lethal_due(const struct state *state, int id);
/* What a failed save, or a hit, does to Life. */
struct threat {
    struct str kind;  /* "poison" */
    int level;        /* of the save; 0: it comes without one */
    int source_level; /* of the lethal save that follows at 0 Life */
    int damage;
    bool is_death;
};
/* Of a foe's on_hit, and of a FOUR_SAVE_DUE; false when it does nothing to Life. */
bool threat_of_hit(const struct state *state, int foe, const char *text, struct threat *out);
bool threat_of_save(const struct effect *pending, struct threat *out);
/* Foes take whom they strike down prisoner: there is no lethal save. */
bool saves_capture(const struct state *state);
bool save_due_inputs(const struct state *state, const struct effect *effect,
                     struct inputs *inputs, struct error *err);

/* ---- abilities ------------------------------------------------------------------------- */

/* A spell of this character that is not used up. */
bool spell_left(const struct state *state, int id);

/* ---- re-rolls -------------------------------------------------------------------------- */

/* Remembers the roll that was just made, for luck: the inputs in words, and what came of it. */
void reroll_keep(struct decision *decision, int who, int foe, const struct inputs *inputs,
                 bool is_failure);
/* What the roll did to a combatant, to be taken back with it: an amount of a field ("hp",
 * "count"), a condition ("condition: WORD"), a save that it settled ("save: ...") or called for
 * ("due:
 * ..."). */
void reroll_effect(struct decision *decision, int row, int who, const char *what, int amount);
/* Whom that attack was at, when it was more than the one foe, or was to subdue. */
struct blow;
void reroll_keep_blow(struct decision *decision, const struct blow *blow);
void reroll_forget(struct decision *decision, int who);
/* Who can re-roll the save that somebody has just died of: its id, whom, and with what; 0:
 * nobody. */
int reroll_rescue(const struct state *state, int *whom, char ability[LABEL_SIZE]);
/* The slot `key_word` of the procedure. */
const char *reroll_word(const struct state *state, const char *line);
/* Something has followed from the rolls that cannot be taken back with them. */
void reroll_forget_all(struct decision *decision);

/* ---- fleeing, morale, treasure --------------------------------------------------------- */

/* "fleeing", "withdrawing", or NULL. */
const char *running_how(const struct state *state);
void running_watch(struct decision *decision);
bool is_wandering_due(const struct state *state);
/* `before` is the state before the act: what a combatant loses in it can be a reason of its
 * own. */
/* Foes whose check is due: the first, or 0. */
int morale_due(const struct state *state);
/* Why it is: "below half". */
const char *morale_reason(const struct state *state, int foe);
void morale_watch(struct decision *decision, int foe, const struct state *before);
void level_watch(struct decision *decision, int foe);
/* A boss that the table rule gives more than its record says. */
bool boss_has_extras(const struct state *state, int foe);
void boss_watch(struct decision *decision, int foe);
/* The foe leaves by failed morale: last attacks at +1, treasure stays due. */
void foe_routs(struct decision *decision, int foe);
/* Treasure and XP of the encounter that ends. */
void treasure_count(struct decision *decision);
/* The slot `owed` of the procedure: treasure that is not rolled yet. */
void treasure_owed(const struct state *state, struct text *out);
int treasure_rolls(const struct state *state);
int treasure_minor(const struct state *state);

/* ---- the screen ------------------------------------------------------------------------ */

void screen_row(const struct state *state, int id, struct combatant_words *out);
bool screen_bodies(const struct state *state, int id, int *left, int *most);
void screen_needed(const struct inputs *inputs, struct text *out);
void screen_phase(const struct state *state, struct text *out);
void screen_facts(const struct state *state, int id, struct text *out);
int screen_pending(const struct state *state, struct pending *out, int most);
bool screen_pending_act(const struct state *state, const struct pending *pending,
                        struct inputs *out, struct error *err);
void screen_guide(const struct state *state, struct text *out);

/* ---- commands -------------------------------------------------------------------------- */

decide_fn flow_decide_location, flow_decide_divert, flow_decide_next, flow_decide_meet,
    flow_decide_surprise, flow_decide_wait, flow_decide_reactions, flow_decide_accept,
    flow_decide_decline, flow_decide_attack, flow_decide_defend, flow_decide_save,
    flow_decide_cast, flow_decide_use, flow_decide_reroll, flow_decide_flee,
    flow_decide_withdraw, flow_decide_wandering, flow_decide_morale, flow_decide_treasure,
    flow_decide_advance, flow_decide_xp;

extern const char *const location_words[], *const save_words[];

#endif
