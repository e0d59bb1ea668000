/* The odds of the acts that a line can come to, as plain data. */
#ifndef REFEREE_APP_ACT_ODDS_H
#define REFEREE_APP_ACT_ODDS_H

#include "base/status.h"
#include "base/text.h"
#include "resolver/odds.h"
#include "tracker/decision.h"
#include "tracker/state.h"

struct procedure;

enum { ACT_ODDS_MAX = QUESTION_CHOICES_MAX, ACT_NAME_SIZE = 96 };

/* Which part of an act the odds are of, when some of its dice have fallen. */
enum odds_since {
    ODDS_OF_ALL,     /* no die of it has fallen */
    ODDS_OF_REST,    /* of what remains */
    ODDS_FROM_START, /* of all of it, as if none had fallen */
    ODDS_FROM_WITHIN /* the dice that fell last are left out */
};

struct act_odds {
    char act[ACT_NAME_SIZE];    /* what the line calls it: "attack circular" */
    char choice[ACT_NAME_SIZE]; /* the choices that are still to be made for it: "zap"; "" */
    int subject, object;        /* who does it, and whom it is aimed at; 0: nobody */
    char who[QUESTION_PROMPT_SIZE]; /* whose act it is, as the log has it: "pelicans" */
    int hurt;                       /* whose hit points its damage comes off; 0: nobody's */
    enum odds_since since;
    struct inputs inputs;
    struct odds odds;
    struct error error; /* code not STATUS_OK: there are no odds, and why */
    /* A throw of dice by itself is an action of its own. */
    struct action throw_action;
    struct outcome_def throw_outcome[2];
};

/* Of one act, or of an act for each way in which what is asked next can be chosen. */
struct line_odds {
    int count;
    struct act_odds act[ACT_ODDS_MAX];
    char why[200]; /* without any: why the rules refuse the line; "": there is nothing to say */
};

/* What a screen calls an outcome: "direct hit"; a kill is what it is where hit points are
 * counted: "to 0 HP". */
void act_odds_label(const struct act_odds *act, int outcome, struct text *out);
void outcome_label(const struct system *system, const struct action *action, int outcome,
                   struct text *out);
/* The chance that the damage brings the hit points of whom it hurts to 0, where no outcome
 * tells it: from the exact distribution. False when there is no such chance to tell. */
bool act_odds_zero(const struct act_odds *act, const struct state *state, double *chance);
void act_odds_zero_label(const struct act_odds *act, struct text *out);
/* "zap: Ana → Orc 2", or in short, without who does it, "zap → Orc 2"; "save: Bo against
 * Spider"; "trap: Ana"; "morale: pelicans". The choices that are still to be made are left out.
 */
void act_odds_title(const struct act_odds *act, const struct state *state, bool is_short,
                    struct text *out);

/* What the act needs, and every number of its bonus with its source: "hit 4+ with d20 +14: +14
 * strength, -2 prone", or each number in a line of its own. Nothing where there is nothing to
 * say. */
void act_odds_needed(const struct act_odds *act, const struct procedure *procedure,
                     bool are_apart, struct text *out);

/* The act's only chance, by its name ("holds"); NULL: it has none, or several. */
const char *act_odds_chance(const struct act_odds *act, double *chance);

#endif
