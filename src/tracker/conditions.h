/* Conditions, traits and hidden combatants: facts about a combatant beside its numbers.
 *
 * A condition holds until it is ended, for a number of rounds, or until somebody's turn starts
 * or ends; procedures say when those moments come. A trait is something that a combatant has or
 * lacks (a shield, a training), or has an amount of (reach). */
#ifndef REFEREE_TRACKER_CONDITIONS_H
#define REFEREE_TRACKER_CONDITIONS_H

#include "tracker/command.h"
#include "tracker/decision.h"

struct procedure;

/* The words for conditions: which condition is meant, the rounds after it, the referee's own
 * words. */

/* A condition that the rules of a game know, in a table of its procedure. Any other word is the
 * referee's own and marked as such; it is kept and shown too, but changes nothing. */
struct condition_def {
    const char *name;
    const char *help;     /* what it changes, at most 60 columns */
    bool ends_with_fight; /* it is not carried on into another encounter (tracker/carry.h) */
    bool hinders_no_act;  /* as wounds, or a protection: not said with every turn */
    bool lets_act;        /* as fury, or a lower AC: said with every turn, but no reason not to
                             act */
    bool is_word; /* only a word for the table that changes no number; the log says so */
    /* Other words for it, separated by ", "; NULL: none. Its name with another ending is always
     * recognised: "blinded" for "blind". */
    const char *forms;
};

/* The command's second argument without the number of rounds after it, and that number or
 * rounds=; 0 when neither is given. A number in quotes belongs to the name. */
bool condition_words(struct decision *decision, const struct command *command,
                     struct str *words, int *rounds);
/* Asks which condition the combatants of the command's first argument get, or with `own` which
 * words: "Bo and others", `before`, ": ", `after`. `more` holds static words, ended by NULL,
 * that are offered before the conditions. The question can be changed. */
struct question *condition_ask(struct decision *decision, const struct command *command,
                               const char *before, const char *after, const char *const *more);
int condition_commands(const struct command_def **out);
/* True when this state effect is a condition, of whatever length; its label is the name. */
bool condition_is(const struct effect *effect);

/* The kinds that are conditions, a bit for each. */
#define CONDITION_KINDS                                                                        \
    ((uint64_t)1 << EFFECT_CONDITION | (uint64_t)1 << EFFECT_CONDITION_ROUNDS |                \
     (uint64_t)1 << EFFECT_CONDITION_START | (uint64_t)1 << EFFECT_CONDITION_END)

/* True when anybody has any. */
static inline bool conditions_any(const struct state *state)
{
    return (state->has_effect & CONDITION_KINDS) != 0;
}

/* The effect of such a condition, of whatever length; NULL: it does not hold. */
const struct effect *condition_effect(const struct state *state, int id, const char *name);

/* True when a condition of this name holds, for whatever length. */
static inline bool condition_holds(const struct state *state, int id, const char *name)
{
    return (state_effect_kinds(state, id) & CONDITION_KINDS) != 0 &&
           condition_effect(state, id, name) != NULL;
}

/* Starts the condition for this many rounds; 0: until it is ended. */
void condition_give(struct decision *decision, int id, const char *name, int rounds);
/* Ends it, of whatever length; nothing if it does not hold. */
void condition_end(struct decision *decision, int id, const char *name);

/* In somebody's turn the round that runs is the first of a condition's rounds. Between the
 * turns it depends on the game which is. */
static inline bool condition_ends_with_round(const struct state *state)
{
    return state->value[ENCOUNTER_TURN] != 0;
}

/* Adds ", for 2 rounds", and where the end is known ", to the end of round 3". */
void condition_format_rounds(const struct state *state, int rounds, struct text *out);
/* The trait's amount, by its name in any case; `fallback` when the trait is not set. */
int trait_value(const struct state *state, int id, const char *name, int fallback);
/* True when it is a condition in somebody's own words, none that the game knows. */
bool condition_is_own(const struct procedure *procedure, const struct effect *effect);
/* Adds "poisoned (2 rounds), blind" after what is there, separated by ", ". */
void conditions_format(const struct state *state, int id, struct text *out);
/* The same without those that are in somebody's own words. */
void conditions_format_known(const struct procedure *procedure, const struct state *state,
                             int id, struct text *out);

/* Which conditions of the combatant whose turn comes. */
enum conditions_of_turn {
    OF_TURN_LOGGED,    /* what the table should remember, but nothing in somebody's own words,
                          which players do not see in the log */
    OF_TURN_ALL,       /* these too */
    OF_TURN_HINDERING, /* without those that are no reason not to act */
    OF_TURN_BARRED     /* of these, those that the game knows */
};

/* Adds them as conditions_format does, without those that hinder no act. */
void conditions_format_of_turn(const struct procedure *procedure, const struct state *state,
                               int id, enum conditions_of_turn which, struct text *out);
/* The same in few columns: "poisoned 2, blind"; conditions_give reads it. */
void conditions_brief(const struct state *state, int id, struct text *out);
/* Adds "shield, reach 2, no riposte"; traits_give reads it. */
void traits_format(const struct state *state, int id, struct text *out);

/* ---- giving them to a combatant -------------------------------------------------------- */

/* Sets all its traits from a list separated by commas; traits that are not on it end. "-":
 * none. */
void traits_give(struct decision *decision, int id, struct str list);
/* Sets all its conditions from a list, each until it is ended or for a number of rounds, as
 * condition_read takes them: "blind, own torn arm 2, own "room 3"". One that it already has
 * needs no "own"; one that lasts until somebody's turn stays so; conditions that are not on the
 * list end. "-": none. */
void conditions_give(struct decision *decision, int id, struct str list);
void conditions_hide(struct decision *decision, int id, bool is_hidden);

/* ---- moments: called by procedures ----------------------------------------------------- */

void conditions_turn_starts(struct decision *decision, int id);
void conditions_turn_ends(struct decision *decision, int id);
/* Takes a round off conditions that last rounds. Those that last until the turn of somebody who
 * is out of the fight end too, since that turn never comes. */
void conditions_round_ends(struct decision *decision);
/* The combatant is taken off the table: every condition on it, or until its turn, ends. */
void conditions_remove(struct decision *decision, int id);
/* By its name or another word for it, in any case, with blanks or '-' between the parts; NULL
 * when the game has none. */
const struct condition_def *condition_find(const struct procedure *procedure, struct str word);
/* The condition that a word means, as it is kept: the game's name for it, or the referee's own
 * words, if `is_own` or an "own" before them says so. False when it is neither: the decision is
 * wrong then, with the nearest word. */
bool condition_read(struct decision *decision, struct str word, bool is_own,
                    char out[LABEL_SIZE]);

enum { CONDITION_ROUNDS_MOST = 1000 };

#endif
