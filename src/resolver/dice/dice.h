/* The source of dice that every rule is written against, and the verbs a rule draws with.
 *
 * One rule has three readings. While throwing, dice come from the table (given) or from the
 * generator; while enumerating, the same calls visit every outcome with its mass. A rule cannot
 * see the difference, so the odds before a roll and the roll itself cannot disagree.
 *
 * Start reading at `struct dice`; rules are run by resolver/resolver.h and resolver/odds.h. */
#ifndef REFEREE_RESOLVER_DICE_DICE_H
#define REFEREE_RESOLVER_DICE_DICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/distribution.h"
#include "resolver/trace.h"

/* ---- the generator: dice that nobody threw, each a function of its number alone -------- */

/* Reals, typed or generated, are whole multiples of 10^-12. */
#define DICE_REAL_PARTS INT64_C(1000000000000)

/* Faces that come neither from the table nor from the generator: 1 to sides, all equally
 * likely. A real takes two, of a million sides each. */
struct dice_source {
    int (*face)(void *context, int sides);
    void *context;
};

/* The generator's place: draw number `draw` of encounter `encounter` under `seed` is always the
 * same number, whatever was drawn before. Another seed or encounter is another stream. Begin
 * one with the first three members and zeros; `draw` may be set at any time. */
struct dice_stream {
    uint64_t seed;
    uint32_t encounter;
    uint32_t draw; /* the next one; each face takes one */
    /* Random bits that eight draws share, kept until the ninth. */
    uint32_t shared_number; /* the block of these bits, from 1; 0: none yet */
    uint64_t shared[2];     /* 16 of them each, the first draw's lowest */
    /* Borrowed; called instead of the generator, from the stream's first draw on. NULL:
     * none. */
    const struct dice_source *source;
};

/* A generated uniform whole number 1 to sides, without bias. Takes one draw. */
int dice_stream_face(struct dice_stream *stream, int sides);
/* The sum of `count` of them, with the same draws and faces as one by one. */
int64_t dice_stream_sum(struct dice_stream *stream, int count, int sides);
/* The same for at least one, with the least and the greatest of them. */
int64_t dice_stream_range(struct dice_stream *stream, int count, int sides, int *least,
                          int *greatest);
/* A generated uniform real of [0, 1), a whole multiple of 10^-12, so that writing and reading
 * it gives the same number. Takes one draw. */
double dice_stream_uniform(struct dice_stream *stream);

/* ---- dice that have already fallen ----------------------------------------------------- */

/* Dice that have already fallen, for an act that is decided again.
 *
 * A die is kept by its place, never by its position in a line: which roll of the act (by
 * combatant), which throw of that roll (by purpose: attack, defence, damage), and which die of
 * the throw. The source of dice looks here first; a place without a kept die is new, and its
 * die is entered, asked for or generated like any other. So a changed option keeps every die
 * that still has its place. A typed die stays if the new die can show it; a generated one only
 * for a die of the same kind, as it would not be random otherwise.
 *
 * A place can have a new die, typed in place of the old one, or none, so that it is thrown
 * again. app/correct/correction fills this from the trace of an act. */

enum {
    KEPT_ROLLS_MAX = 256,
    KEPT_THROWS_MAX = 512,
    KEPT_DICE_MAX = 4096,
    KEPT_LABEL_SIZE = 64
};

enum kept_as {
    KEPT_AS_IT_FELL,
    KEPT_REPLACED, /* somebody typed another one for this place */
    KEPT_NOT       /* struck: it is thrown again */
};

struct kept_die {
    int64_t face; /* or a percentile, with is_real */
    double real;  /* of [0, 1), or a percentile from 1 */
    bool is_real;
    bool is_entered;
    enum kept_as as;
    bool is_used;
};

/* A throw. One that was typed as a total without faces has one "die": the total. */
struct kept_throw {
    char label[KEPT_LABEL_SIZE];
    char dice[TRACE_DICE_SIZE]; /* the notation: "2d20kl1" */
    int first, count;           /* of its dice */
    bool is_total;
    bool is_used;
};

/* The throws of one event: whose roll it was. */
struct kept_roll {
    int subject, object;
    int first, count; /* of its throws */
    bool is_used;
};

struct kept_dice {
    struct kept_roll roll[KEPT_ROLLS_MAX];
    struct kept_throw throws[KEPT_THROWS_MAX];
    struct kept_die die[KEPT_DICE_MAX];
    int rolls, throws_count, dice;
    bool is_cut;   /* something did not fit */
    uint32_t draw; /* dice that are generated again begin with this draw or a later one */
    /* The combatants who roll in the act as it is decided now, once that is known: the dice of
     * one who is no longer among them go to the one who came instead. */
    bool knows_rollers;
    struct kept_roll roller[KEPT_ROLLS_MAX];
    int rollers;
    /* While the act is decided. */
    int subject, object; /* of the roll that goes on */
    int now_roll;        /* the one it is matched with; -1: none yet */
    int now_throw;       /* the same of the throw; -1: it is new */
    int next, end;       /* of its dice: the next one, and the end of those that may be used */
    char notation[TRACE_DICE_SIZE]; /* of the throw as it is now */
};

void kept_dice_init(struct kept_dice *kept);
/* A roll, then its throws, then the dice of each. */
void kept_dice_add_roll(struct kept_dice *kept, int subject, int object);
void kept_dice_add_throw(struct kept_dice *kept, const char *label, const char *dice,
                         bool is_total);
void kept_dice_add(struct kept_dice *kept, struct kept_die die);

/* The act is decided from its start: no die is used yet. */
void kept_dice_restart(struct kept_dice *kept);
/* Takes those who rolled since the restart as those who roll in the act. */
void kept_dice_learn_rollers(struct kept_dice *kept);
/* The next kept die that had no place in the decided act; NULL after the last. Start with `i`
 * at 0. */
const struct kept_die *kept_dice_unused(const struct kept_dice *kept, int *i,
                                        const struct kept_throw **of);
/* True when another kept roll like the one just made has not been used yet. */
bool kept_dice_are_left(const struct kept_dice *kept);

/* ---- for the source of dice ------------------------------------------------------------ */

void kept_dice_begin_roll(struct kept_dice *kept, int subject, int object);
/* True when the throw that begins had a place in the earlier act. */
bool kept_dice_begin_throw(struct kept_dice *kept, const char *notation, const char *label);
/* A chain is thrown: its first dice, and then the explosions of the best one. */
void kept_dice_begin_chain(struct kept_dice *kept);
void kept_dice_go_on_chain(struct kept_dice *kept);
/* The kept total of the throw that has begun; NULL: none. */
struct kept_die *kept_dice_total(struct kept_dice *kept);
/* The kept die of the next place of the throw, which shows low to high; NULL when there is none
 * or this die cannot show it. A die that was typed for this place is returned whatever it
 * shows. */
struct kept_die *kept_dice_next(struct kept_dice *kept, int low, int high, bool is_real);

/* ---- dice of the table ----------------------------------------------------------------- */

/* What the table says about the next dice, in the order of the throws. */
enum entered_kind {
    GIVEN_FACE,    /* one face as the die shows it */
    GIVEN_TOTAL,   /* "=15": the total of one whole throw; "=8.6" of one that is a real */
    GIVEN_DECIMAL, /* "0.35": a uniform real of [0, 1), taken to 12 places */
    GIVEN_ROLL,    /* "*": generate this throw */
    GIVEN_ROLL_ALL /* "roll": generate everything from here on */
};

enum { ENTERED_MAX = 512 };

struct entered {
    enum entered_kind kind;
    int64_t value;
    double
        decimal; /* GIVEN_DECIMAL, and GIVEN_TOTAL: to 6 places, of which value is the whole */
};

/* Reads one word ("14", "=15", "0.35", "*", "roll"); false when it is none of them. */
bool entered_parse(struct entered *out, struct str word);

/* The dice of one act as people write them: words separated by commas or blanks. */
struct entered_dice {
    int count;
    struct entered entered[ENTERED_MAX];
};
/* Adds the dice in `text` to the list. */
enum status entered_dice_read(struct entered_dice *dice, struct str text,
                              struct error *err) MUST_CHECK;

/* The room has the longest title of a table, or a name and what is thrown for. */
enum { DICE_REQUEST_LABEL_SIZE = 160 };

/* The throw that lacks dice, which the table is asked for when given dice have run out. */
struct dice_request {
    char dice[TRACE_DICE_SIZE]; /* "d20", "2d6" */
    int missing;                /* faces still wanted of this throw; at least 1 */
    int steps;                  /* how many steps the trace had before it; 0 without a trace */
    int64_t low, high;          /* of one face */
    bool takes_total;           /* "=7" can stand for all of them, between these: */
    int64_t total_low, total_high;
    /* What the throw is for, as in struct source. It is a copy: people are asked after the act,
     * whose texts are gone by then. */
    char label[DICE_REQUEST_LABEL_SIZE];
    const char *rule; /* static text */
};

enum { DICE_PATH_MAX = 16, DICE_TABLES_MAX = 64 };

/* Kinds of dice_table: 1 to 9 belong to dice.c; each other file of verbs counts from a start of
 * its own. */
enum { DICE_TABLE_EXPRESSION = 10, DICE_TABLE_OTHERS = 20 };

/* The state of an enumeration: the outcome chosen at each draw of one stage. */
struct dice_path {
    int depth, length;
    double mass; /* of the choices made so far in this pass */
    double
        whole; /* the same, and the cut-off mass of chains that go on beyond the last choice */
    double missing; /* cut-off mass met for the first time in this pass */
    struct {
        int index, count;
    } at[DICE_PATH_MAX];
};

/* A distribution a verb needs over and over while one action is enumerated. Verbs choose what
 * the numbers of its key mean. */
struct dice_table_key {
    int kind, a, b, c;
    const struct dice_expr *expr;
};
struct dice_table {
    struct dice_table_key key;
    struct distribution distribution;
};

struct dice {
    /* Throwing. */
    struct dice_stream stream;
    const struct entered *entered; /* borrowed; NULL when entered_count is 0 */
    int entered_count, entered_used;
    struct kept_dice *kept;        /* borrowed: dice of an act that is decided again; or NULL */
    bool asks;                     /* missing dice are asked for instead of generated */
    bool rolls_rest;               /* GIVEN_ROLL_ALL was met */
    bool throw_is_generated;       /* GIVEN_ROLL applies to the throw that has begun */
    int64_t total_low, total_high; /* of the throw whose total was asked for last */
    int zero_means;                /* what a 0 typed for this throw stands for; 0: none was */
    bool is_wanting; /* dice ran out while asking: `request` says which; the outcome is void */
    struct dice_request request;
    struct trace *trace; /* NULL: no explanation wanted */
    /* Enumerating, when path is not NULL. */
    struct dice_path *path;
    struct arena *arena; /* for tables */
    struct dice_table *tables;
    int tables_count, tables_last; /* the last one found is tried first */
    double work;                   /* spent on tables so far */
    /* Both: STATUS_OK, or the first thing that went wrong; the outcome is void then. */
    struct error fault;
};

/* Dice that are thrown. `given` is borrowed: it must outlive the dice. */
void dice_init_thrown(struct dice *dice, struct dice_stream stream,
                      const struct entered *entered, int entered_count, bool asks,
                      struct trace *trace);

/* True when further draws are pointless (dice are wanted, or there is a fault): loops of draws
 * must end then. Every verb still returns a legal outcome. */
static inline bool dice_is_stuck(const struct dice *dice)
{
    return dice->is_wanting || dice->fault.code != STATUS_OK;
}

/* STATUS_USAGE when a given face or total was left over. Call it when the act is complete. */
enum status dice_finish(struct dice *dice, struct error *err) MUST_CHECK;

/* ---- the verbs ------------------------------------------------------------------------- */

/* One die: 1 to sides. */
int dice_face(struct dice *dice, int sides, struct source why);

/* Advantage (edge > 0): 1 + edge dice, the best counts; penalty (edge < 0): 1 - edge dice, the
 * worst. Edge -5 to 5. */
int dice_best(struct dice *dice, int sides, int edge, struct source why);

/* count dice added, 1 to 100 of them. */
int dice_sum(struct dice *dice, int count, int sides, struct source why);

/* An exploding die: on `from` or more it is thrown again and added, without end. `best_of`
 * first faces are thrown, and the best one is kept and may explode (1: an ordinary die). */
struct chain {
    int first;     /* the kept first face */
    int64_t total; /* of the whole chain */
};
struct chain dice_chain(struct dice *dice, int sides, int from, int best_of, struct source why);

/* A dice expression thrown `times` times and added up; 0 times gives 0 without a throw. */
int64_t dice_total(struct dice *dice, const struct dice_expr *expr, int times,
                   struct source why);
/* The same, once, for an expression that is_simple, when its dice are generated and no caller
 * wants their faces. */
int64_t dice_expr_throw(const struct dice_expr *expr, struct dice_stream *stream);

/* ---- for writing verbs ----------------------------------------------------------------- */

/* What a die shows, from its least face to its greatest; at most 1,000,000 faces. */
struct face_range {
    int low, high;
};

/* One given or generated face of a throw that has begun (trace step may be NULL). `missing` is
 * how many faces this throw still wants, for the request. */
int dice_draw_face(struct dice *dice, struct trace_step *step, int sides, int missing,
                   struct source why);
/* The same for dice that show low to high, as -1 to 1. */
int dice_draw_between(struct dice *dice, struct trace_step *step, struct face_range range,
                      int missing, struct source why);
/* A real of [0, 1) of a throw that has begun: given as a decimal, or as a percentile 1 to 100
 * that stands for its middle, (p - 0.5) / 100. */
double dice_draw_real(struct dice *dice, struct trace_step *step, int missing,
                      struct source why);
/* If the next given word is the total of this throw, takes it, checks low <= total <= high, and
 * returns true. */
bool dice_take_total(struct dice *dice, struct trace_step *step, int64_t low, int64_t high,
                     int64_t *total);
/* The same for a throw that is a real of [0, high]. */
bool dice_take_real_total(struct dice *dice, struct trace_step *step, double high,
                          double *total);
/* Writes the notation of a throw, of TRACE_DICE_SIZE bytes; "" when nobody reads it. */
void dice_notation(const struct dice *dice, char *notation, const char *format, ...)
    LIKE_PRINTF(3, 4);
/* Begins a throw: takes a "*" if one is next. Returns the trace step (NULL without a trace). */
struct trace_step *dice_begin(struct dice *dice, const char *notation, struct source why);
/* Ends it; `value` is the value of the throw. */
void dice_end(struct dice *dice, struct trace_step *step, int64_t value);
/* Enumerating: picks the outcome that this pass visits. `missing` is the mass of chains that go
 * on beyond the last one. */
int dice_branch(struct dice *dice, const double *mass, int count, double missing);
/* Enumerating: moves on to the next combination of outcomes; false when all have been visited.
 * Before each pass the walker sets depth to 0, mass and whole to 1, and missing to 0. */
bool dice_path_next(struct dice_path *path);
/* Enumerating: the table with this key, or NULL and *slot to be filled by the caller (NULL when
 * there is no room: a fault is set). */
const struct distribution *dice_table_find(struct dice *dice, const struct dice_table_key *key,
                                           struct dice_table **slot);
/* Enumerating: whether this many more steps, of about a nanosecond each, may be spent on
 * tables; all tables together may take a few milliseconds. If not, a fault is set. */
bool dice_can_work(struct dice *dice, double steps);
/* Enumerating: an outcome of the distribution with this key, which `fill` makes on first use.
 */
typedef enum status dice_fill_fn(struct distribution *out, const struct dice_table_key *key,
                                 struct arena *arena, struct error *err);
int64_t dice_branch_over(struct dice *dice, const struct dice_table_key *key,
                         dice_fill_fn *fill);
/* Sets the fault if there is none yet. */
void dice_fail(struct dice *dice, enum status code, const char *format, ...) LIKE_PRINTF(3, 4);

#endif
