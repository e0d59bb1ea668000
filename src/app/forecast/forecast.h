/* A forecast: many fights from one state, what if it were another, and by several pairs of
 * policies, since these matter more than luck. Made ready here from what somebody asked for;
 * app/forecast/play plays it. Nothing is written. */
#ifndef REFEREE_APP_FORECAST_FORECAST_H
#define REFEREE_APP_FORECAST_FORECAST_H

#include "base/status.h"
#include "content/policies.h"
#include "forecast/fight.h"
#include "forecast/fight_tally.h"
#include "resolver/system.h"
#include "tracker/command.h"

enum {
    FORECAST_BATCH = 200, /* fights between two looks at whether that is enough */
    FORECAST_FIRST = 50,  /* fights until the first look at what is known so far */
    FORECAST_FIGHTS_USUAL = 2000,
    FORECAST_FIGHTS_MAX = 1000000,
    FORECAST_WORDS_MAX = 16, /* of each kind of words below */
    FORECAST_PAIRS_MAX = 4,
    FORECAST_VARIANTS_MAX = 1 + FORECAST_WORDS_MAX,
    FORECAST_ONES_MAX = FORECAST_PAIRS_MAX * FORECAST_VARIANTS_MAX,
    FORECAST_THREADS_MAX = 16,
    FORECAST_KEPT_MAX = 2 * COMBATANTS_MAX,
    FORECAST_NAME_SIZE = 192
};

/* A list of words as somebody gave them. */
struct forecast_words {
    const char *word[FORECAST_WORDS_MAX];
    int count;
};

/* What is asked for. All borrowed. */
struct forecast_wish {
    int64_t fights; /* of each forecast; with `within`: the most */
    double within;  /* stop once each chance to win is known to this many points; 0: never */
    struct forecast_words policies; /* "party=focus", "goblin=spread", "Odo=cautious" */
    struct forecast_words what_ifs; /* "duplicate s3 2; set g* ac=24" */
    struct forecast_words assumes;  /* "injury=out" */
    int threads;                    /* 0: as many as there are processors */
    uint64_t seed;
    const char
        *rest; /* between the fights of an evening (evening.h); NULL: by the game's rule */
    const char *usual; /* the policy of a side that has none; NULL: it fights in two ways */
};

/* Where it begins. All borrowed. */
struct forecast_from {
    const struct state *state;
    const struct procedure *procedure;
    const struct library *library;
    const struct random_tables *tables;
    const char *encounter;        /* its name */
    const char *at;               /* an address; "": as it is now */
    const struct state *policies; /* whose kept policies count; NULL: those of each state */
};

/* Who follows a policy: a side, all of a kind, or one combatant. */
enum forecast_who { FORECAST_SIDE, FORECAST_KIND, FORECAST_ONE };
struct forecast_follows {
    enum forecast_who who;
    int side, id;
    char name[NAME_SIZE];
    const struct policy *policy;
};

/* The state as it is, or as it would be. */
struct forecast_variant {
    const char *what_if; /* the words; "": as it is */
    struct state *start;
    struct forecast_follows kept[FORECAST_KEPT_MAX]; /* with the encounter */
    int kept_count;
    struct fight_tally_about about;
};

/* One forecast: a variant and a pair of policies. */
struct forecast_one {
    int variant;
    const struct policy *side[2]; /* by enum side */
    struct player player;
    struct fight_tally tally;
};

/* Of many megabytes: by forecast_new and forecast_free. */
struct forecast {
    struct forecast_from from;
    struct forecast_wish wish;
    char encounter[FORECAST_NAME_SIZE], at[FORECAST_NAME_SIZE];
    const struct system *system;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    struct fight_rules rules;
    struct policy_set policies;
    struct forecast_follows follows[FORECAST_WORDS_MAX * 2];
    int follows_count;
    bool is_fixed[2]; /* by enum side: its policy was named, or is kept */
    int ways[2];      /* in which the side fights */
    int assumed[16];
    struct forecast_variant variant[FORECAST_VARIANTS_MAX];
    int variants;
    struct forecast_one one[FORECAST_ONES_MAX]; /* pairs of the first variant first */
    int ones, pairs;
    int64_t fights; /* played of each */
    bool is_interrupted;
};

/* Makes it ready: finds policies, assumptions and the states of the what-ifs, and any mistake
 * in them before anything is played: STATUS_USAGE; STATUS_REFUSED for a what-if that the rules
 * refuse, STATUS_DAMAGED for a mistake in a file of policies. On failure *out is NULL. */
enum status forecast_new(struct forecast **out, const struct forecast_from *from,
                         const struct forecast_wish *wish, struct error *err) MUST_CHECK;
void forecast_free(struct forecast *forecast); /* NULL does nothing */

/* True when both sides are in it; a fight with one of them is over before it begins, which
 * `err` tells. */
bool forecast_has_sides(const struct state *state, struct error *err);

/* Who follows which policy of this pair, from such a state of the same fight. */
void forecast_player(const struct forecast *forecast, int pair, const struct state *state,
                     struct player *out);

/* The choice that is assumed for the game's assumption at this place. */
const char *forecast_assumed(const struct forecast *forecast, int place);
/* What no policy answered in this one; "": nothing. */
const char *forecast_needs(const struct forecast_one *one);
/* True when fights were played and none of those without a what-if waits for an answer: then
 * alone do they tell the chances. */
bool forecast_is_known(const struct forecast *forecast);

/* The policies of a game: those that ship, and the user's own in the files *.yaml of
 * $XDG_DATA_HOME/referee/policies/SYSTEM/, which replace those of the same name.
 * Reads them all into `out`. A mistake, with its file, line and column, is STATUS_DAMAGED. */
enum status policy_files_read(struct policy_set *out, const struct system *system,
                              struct error *err) MUST_CHECK;

/* What if: decides the lines, which are separated by `;` outside of quotes, and applies them to
 * the state. Dice that they leave out are generated from the seed of the rules. False, with the
 * line's number and words in `err`, when one is wrong, refused or leaves something to be
 * answered: STATUS_REFUSED when the rules refuse it, else STATUS_USAGE. */
bool forecast_what_if(const struct fight_rules *rules, const char *lines, struct state *state,
                      struct error *err);

/* The next line of a what-if; false when there is none. */
bool forecast_next_line(struct str *rest, struct str *line);

#endif
