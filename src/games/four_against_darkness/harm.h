/* Damage, 0 Life, the effects of foes in words, and saves: FOUR_SAVE_DUE on the one who makes
 * it, from its source (Save Rolls, Save Thresholds, Damage Types). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_HARM_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_HARM_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The first one pending for this character (0: for anybody); NULL: none. */
const struct effect *save_due(const struct state *state, int id);
/* The lethal save of this character, which has this word as its label. */
const struct effect *save_lethal(const struct state *state, int id);
/* The number of equal saves pending: a foe that hits twice poisons twice. */
int save_times(const struct state *state, const struct effect *due);
/* The name of a save: "poison" of "poison: 1 damage". */
struct str save_word(const struct effect *due);
/* Called after every act: nobody out of the fight has one. */
void save_watch(struct decision *decision);

/* Damage from a source of this level (0: not known); at 0 Life a lethal save is due, or death.
 */
void harm_suffer(struct decision *decision, int id, int damage, int level, const char *rule);
/* Bodies of a minor foe fall or are subdued; with the last it is out of the fight. Returns
 * their number. */
int harm_kill(struct decision *decision, int foe, int bodies, bool is_subdual);
/* Damage and healing of a minor foe (struct procedure, change_bodies): a Life is a body. */
bool harm_change_bodies(struct decision *decision, int id, int change, const char *rule);
/* Called after every act: a foe without bodies is out of the fight. */
void harm_watch(struct decision *decision, int foe);
/* Called after every act: a character who was healed to full Life is no longer wounded. */
void harm_watch_healed(struct decision *decision, const struct state *before, int id);
/* Called after every act: who is dazed from now on loses the action of this round, if it is
 * still to come. */
void harm_watch_dazed(struct decision *decision, const struct state *before, int id);
/* If this one is dazed: says what it loses by that now, and ends it unless it was given for a
 * time. */
void harm_lose_to_daze(struct decision *decision, int id, const char *loss);
/* Hit points were used up (struct procedure, hurt). */
void harm_hurt(struct decision *decision, int id, int excess);
/* Applies a foe's text "poison, save L3 or 1 damage" to one character: a save becomes due, or
 * the effect comes without one. False when its words are unknown: it is only reported. */
bool harm_call(struct decision *decision, int foe, int id, const char *text);
/* A foe's on_turn, at the start of a round: "heals N", or a text as above for everybody within
 * reach. */
void harm_call_turn(struct decision *decision, int foe);

/* The effect of a failed save, or a hit, on Life. */
struct threat {
    struct str kind;  /* "poison" */
    int level;        /* of the save; 0: no save */
    int source_level; /* of the lethal save that follows at 0 Life */
    int damage;
    bool is_death;
};

/* That effect for a foe's on_hit and for a FOUR_SAVE_DUE; false when it does not touch Life. */
bool harm_threat_of_hit(const struct state *state, int foe, const char *text,
                        struct threat *out);
bool harm_threat_of_save(const struct effect *due, struct threat *out);
/* True when foes take those they strike down prisoner: then there is no lethal save. */
bool harm_captures(const struct state *state);
/* The condition of a combatant that loses its next action. */
extern const char harm_dazed[];

extern const char *const saving_words[];
decide_fn saving_decide;

#endif
