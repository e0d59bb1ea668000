/* One fight played in memory, by the tracker's own `decide` and `apply`: the game's slot
 * `plays` proposes each line, dice are generated, questions are answered from the policies.
 * Nothing is guessed: a question without an answer ends the fight.
 *
 * The dice are never those of the campaign, or a forecast would foresee them. They are keyed:
 * each act has a stream of its own, a function of the seed, the fight, the combatant, the
 * round, the command, and how often this one gave it in this round. So two variants of a fight
 * meet the same luck as long as the same is done, and their difference is measured with fewer
 * fights.
 *
 * This knows no file, no clock and no game. Memory is the caller's. */
#ifndef REFEREE_FORECAST_FIGHT_H
#define REFEREE_FORECAST_FIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "resolver/dice/dice.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/policy.h"

/* The last is no end, but a question that no policy answers. */
enum fight_end { FIGHT_WON, FIGHT_LOST, FIGHT_FLED, FIGHT_STALEMATE, FIGHT_NEEDS };
enum { FIGHT_ENDS = FIGHT_NEEDS };

/* Nobody has won after so many rounds, or so many acts: a stalemate. */
enum { FIGHT_ROUNDS_MAX = 50, FIGHT_ACTS_MAX = 2000 };

/* What all fights of a forecast share. All borrowed; constant while they are played. */
struct fight_rules {
    const struct procedure *procedure;     /* whose `plays` is not NULL */
    const struct command_def *const *defs; /* procedure_commands */
    int defs_count;
    const struct library *library;      /* NULL: there is none */
    const struct random_tables *tables; /* NULL: there are none */
    uint64_t seed;                      /* of the forecast */
};

/* A morale group that broke: somebody of it fled or surrendered in an act that settled its
 * morale. */
struct fight_break {
    int group; /* the id of its first */
    int round;
};

enum { FIGHT_NEEDS_SIZE = 400 };

struct fight_outcome {
    enum fight_end end;
    int round;   /* the encounter's round at the end */
    int acts;    /* lines that were done */
    int refused; /* lines of `plays` that were refused or changed nothing: always 0 when the
                    game's slot is right */
    char first_refused[FIGHT_NEEDS_SIZE]; /* the first of them, and why; "" */
    /* Of FIGHT_NEEDS: "degrees: Anka hits Bo, ...", and what would answer it. */
    char needs[FIGHT_NEEDS_SIZE];
    bool anybody_was_hurt;                    /* lost hit points or bodies */
    struct fight_break broke[COMBATANTS_MAX]; /* each group once */
    int breaks;
};

/* Where fights are played, one at a time; of about a megabyte. Zeroed before its first fight.
 */
struct fight {
    struct state state; /* at the end: the state that the last fight came to */
    struct fight_outcome outcome;
    /* Called after each act, with its events and their texts in `decision`; NULL: nobody
     * looks. */
    void (*sees)(void *context, const struct fight *fight, const char *line);
    void *context;
    bool is_silent; /* there are no texts though somebody looks */
    struct decision decision;
    /* The last act, as long as a roll of it can be made again: its line, and the state before
     * it. */
    struct state before;
    char last[COMMAND_LINE_MAX];
    struct kept_dice none; /* those of an act whose dice have all been made */
    /* Scratch. */
    const struct fight_rules *rules;
    struct player player;
    uint64_t key;       /* of the fight */
    bool has_caught_up; /* `state` is the decision's: the last act has been applied to it */
    bool opens;         /* the act of the start is being decided: its dice are thrown */
    int ordinal_round;
    unsigned short ordinal[COMBATANTS_MAX + 1][16]; /* lines of this round, by command */
    unsigned char memory[DECISION_TEXT_SIZE];
};

/* Plays fight `number` from `start`, which has not begun or runs. `player` says who follows
 * which policy; its key is set here. */
void fight_play(struct fight *fight, const struct fight_rules *rules,
                const struct player *player, const struct state *start, uint64_t number);

/* Where a fight of the log is played on. All borrowed. */
struct fight_start {
    const struct state *state;
    /* The act that led there, which a player may roll again, and the state before it; NULL: it
     * stands. */
    const char *last;
    const struct state *before;
    /* The act that comes first, whatever the players would do: its line, whose dice are left
     * out and thrown. Where it cannot be done, or asks what no policy answers, the fight ends
     * with FIGHT_NEEDS before its first act. NULL: none. */
    const char *opening;
};
void fight_play_from(struct fight *fight, const struct fight_rules *rules,
                     const struct player *player, const struct fight_start *start,
                     uint64_t number);

/* "won", "lost", "fled", "stalemate". */
const char *fight_end_name(enum fight_end end);

/* True when no foe is left, or nobody of the party; *end: how it ended then. The party has won
 * when no foe is left, also when nobody of its own is; it is lost when nobody is left and none
 * fled. */
bool fight_is_over(const struct state *state, enum fight_end *end);

/* True when somebody fell by the end: is down or dead, or has an injury that nobody has settled
 * yet. A combatant that fled did not fall, nor did one that fights on without
 * hit points. */
bool fight_has_fallen(const struct procedure *procedure, const struct state *state, int id);

#endif
