/* How somebody fights in a forecast, kept with the encounter: `policy party cautious`, of a
 * side, of all of a kind, or of one combatant. Only its name is kept, for policies are files
 * that the state does not know; a forecast refuses a name that there is not. */
#ifndef REFEREE_TRACKER_POLICY_H
#define REFEREE_TRACKER_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/state.h"

struct library;
struct procedure;

int policy_commands(const struct command_def **out);

/* Who follows a policy. */
struct policy_kept {
    int id;          /* one combatant; 0: a side or a kind, which is `who` */
    struct str who;  /* "party", "foes", "shrike" */
    struct str name; /* of the policy */
};

/* The next one that is kept after `*at` (NULL: from the start), which moves on; false when
 * there is none. The texts are the state's. */
bool policy_kept_next(const struct state *state, const struct effect **at,
                      struct policy_kept *out);
/* The policy of a combatant: its own, else that of its kind, else of its side. False when none
 * is kept for it. The text is the state's. */
bool policy_kept_for(const struct state *state, int id, struct str *name);
/* True when somebody of this kind is at the table. */
bool policy_has_kind(const struct state *state, struct str name);

/* How somebody fights when nobody is asked, as data: whom it aims at, when it flees, heals and
 * reacts, what it spends, what it answers. Policies come from data/<game>/policies.yaml and
 * from the user's own file beside it; a game's slot `plays` (tracker/procedure.h) follows them.
 */

enum policy_field {
#define POLICY_FIELD(name, most, usual, help) POLICY_##name,
#include "tracker/policy_fields.def"
#undef POLICY_FIELD
    POLICY_FIELDS
};

/* The first fields are aims: the weights of a mixture. */
enum { POLICY_AIMS = POLICY_engaged + 1 };

enum { POLICY_NAME_SIZE = 32, POLICY_HELP_SIZE = 120, POLICY_ANSWERS_MAX = 16 };

/* The answer to a question of the game: its name as the game's questions are listed, and the
 * word, "degrees" and "direct". */
struct policy_answer {
    char question[POLICY_NAME_SIZE];
    char word[POLICY_NAME_SIZE];
};

struct policy {
    char name[POLICY_NAME_SIZE]; /* "focus" */
    char help[POLICY_HELP_SIZE]; /* "everybody attacks the weakest" */
    int value[POLICY_FIELDS];
    struct policy_answer answer[POLICY_ANSWERS_MAX];
    int answers;
};

struct policy_field_def {
    const char *name; /* "flees_at" */
    int most, usual;
    const char *help;
};

extern const struct policy_field_def policy_fields[POLICY_FIELDS];

/* The policy with the usual value of every field, which is called `name`. */
void policy_init(struct policy *policy, const char *name);
/* Its word for this question of the game; NULL: it has none. */
const char *policy_answer(const struct policy *policy, const char *question);

/* A fight that is played without a referee: who follows which policy, what is assumed where the
 * rules leave a choice to the referee, and the choices that all games make alike. A game's slot
 * `plays` gets a player and the state and writes the next line.
 *
 * Choices are drawn by their key, never by their order: the fight, the round, the combatant and
 * what it is about. So the same question in one round gets the same answer, and two variants of
 * a fight make the same choices as long as they are alike. */

/* What a game leaves to the referee and a forecast has to assume: "injury" (out, wounded,
 * dead), "broken" (flee, surrender). The first choice is the usual one, unless a policy or the
 * caller says otherwise. A list ends with one without a name. */
enum { ASSUMPTION_CHOICES_MAX = 8 };

struct assumption_def {
    const char *name;
    const char *help; /* "who fails an injury save" */
    const char *choice[ASSUMPTION_CHOICES_MAX];
};

/* All borrowed; one for each fight that is being played. */
struct player {
    const struct procedure *procedure;
    const struct policy
        *of[COMBATANTS_MAX];      /* of the combatant with id i + 1; NULL: its side's */
    const struct policy *side[2]; /* by enum side */
    /* What is assumed, for each assumption of the game in its order: a choice by its number. */
    int assumed[16];
    uint64_t key;                  /* of this fight's choices */
    const struct library *library; /* what spells and abilities do; NULL: there is none */
    /* True when the line before this one was played too, so that its roll can be made again;
     * and whether the line that `plays` adds does that (decision_again). */
    bool rolls_again, takes_back;
    /* Kept by `plays` from line to line: how often who has the turn has acted in it. A fight
     * begins with what its state says. */
    int acted, acted_round, acts;
    /* A number of the game's own for each combatant, kept in the same way. */
    int kept[COMBATANTS_MAX];
};

/* Notes that this one's act of its turn is the line that is being added. */
void player_acts(struct player *player, const struct state *state, int id);
/* How many it has done in its turn of this round. */
int player_acts_done(const struct player *player, const struct state *state, int id);
const struct policy *player_policy(const struct player *player, const struct state *state,
                                   int id);
/* The word for an assumption of the game. */
const char *player_assumes(const struct player *player, const char *name);
/* Adds the line of a counter that has ended (tracker/counters.h); nothing: none has. */
void player_runs_counter(const struct state *state, struct text *line);
/* True when this one does so in this round, with the field's chance: POLICY_casts, POLICY_uses,
 * POLICY_luck. `what` names the occasion, so that each is drawn by itself: "cast sleep". */
bool player_does(const struct player *player, const struct state *state, int id,
                 enum policy_field field, const char *what);
/* The same with this chance in 100, for what is assumed and not chosen: whether a shield
 * blocks. */
bool player_draws(const struct player *player, const struct state *state, int id, int chance,
                  const char *what);
/* True when its hit points, `now` of `most`, are at the share of the field or below it:
 * POLICY_flees_at, POLICY_heals_at, POLICY_reacts_at. */
bool player_is_at(const struct player *player, const struct state *state, int id,
                  enum policy_field field, int now, int most);
/* Which of its aims it follows in this round, drawn from its policy's mixture. */
enum policy_field player_aims_by(const struct player *player, const struct state *state,
                                 int id);
/* Whom this one aims at among these ids, by the mixture of its policy; 0: there are none. */
int player_aims(const struct player *player, const struct state *state, int id,
                const int *candidates, int count);
/* The combatants of the other side who are in the fight. Returns their number; `out` has room
 * for COMBATANTS_MAX. */
int player_opponents(const struct state *state, int id, int *out);

#endif
