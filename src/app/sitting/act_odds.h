/* The odds of the acts that a line may lead to, as plain data. */
#ifndef REFEREE_APP_SITTING_ACT_ODDS_H
#define REFEREE_APP_SITTING_ACT_ODDS_H

#include "base/status.h"
#include "base/text.h"
#include "resolver/odds.h"
#include "tracker/decision.h"
#include "tracker/state.h"

struct procedure;

enum { ACT_ODDS_MAX = QUESTION_CHOICES_MAX, ACT_NAME_SIZE = 96 };

/* The part of an act that the odds cover, when some of its dice have been thrown. */
enum odds_since {
    ODDS_OF_ALL,     /* no die of it has been thrown */
    ODDS_OF_REST,    /* the rest of it */
    ODDS_FROM_START, /* all of it, as if no die had been thrown */
    ODDS_FROM_WITHIN /* without the last dice */
};

struct act_odds {
    char act[ACT_NAME_SIZE];        /* its name in the line: "attack circular" */
    char choice[ACT_NAME_SIZE];     /* the choices still open for it: "zap"; "" */
    int subject, object;            /* the actor and the target; 0: nobody */
    char who[QUESTION_PROMPT_SIZE]; /* the name of the actor as in the log: "pelicans" */
    int hurt;                       /* the combatant who takes its damage; 0: nobody */
    enum odds_since since;
    struct inputs inputs;
    struct odds odds;
    struct error error; /* code not STATUS_OK: the reason why there are no odds */
    bool is_vain;       /* the reason is that nothing comes of it, whatever falls */
    /* A plain throw of dice is an action of its own. */
    struct action throw_action;
    struct outcome_def throw_outcome[2];
};

/* The odds of one act, or of an act for each answer to the next question. */
struct line_odds {
    int count;
    struct act_odds act[ACT_ODDS_MAX];
    char why[200]; /* if there are none: why the rules refuse the line; "": nothing to say */
};

/* The name of an outcome on the screen: "direct hit"; a kill is "to 0 HP" in games that count
 * hit points. */
void act_odds_label(const struct act_odds *act, int outcome, struct text *out);
void outcome_label(const struct system *system, const struct action *action, int outcome,
                   struct text *out);
/* The chance that the damage brings the target's hit points to 0, from the exact distribution,
 * if no outcome says it. False when there is no such chance. */
bool act_odds_zero(const struct act_odds *act, const struct state *state, double *chance);
void act_odds_zero_label(const struct act_odds *act, struct text *out);
/* "zap: Ana → Orc 2", or in short, without the actor, "zap → Orc 2"; "save: Bo against
 * Spider"; "trap: Ana"; "morale: pelicans". Open choices are left out. */
void act_odds_title(const struct act_odds *act, const struct state *state, bool is_short,
                    struct text *out);

/* What the act needs, and every number of its bonus with its source: "hit 4+ with d20 +14: +14
 * strength, -2 prone", or each number in a line of its own. Adds nothing when there is nothing
 * to say. */
void act_odds_needed(const struct act_odds *act, const struct procedure *procedure,
                     bool are_apart, struct text *out);

/* The act's only chance with its name ("holds"); NULL when it has none, or several. */
const char *act_odds_chance(const struct act_odds *act, double *chance);

#endif
