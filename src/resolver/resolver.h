/* libresolver: the combat rules of several tabletop games, as a library.
 *
 * One act of one game (an attack, a saving throw, a morale check) is a *request*: a system, an
 * action and values by name. A request is *resolved* once, with dice thrown at the table, dice
 * of the library's own generator or dice from a function of yours; or its exact *odds* are
 * computed. Both run the same rule, so they cannot disagree. Plain dice notation ("4d6kh3")
 * works the same way. Random tables are not part of the library, since their rows are data from
 * elsewhere: throw the die of a table with resolver_roll and look up the total.
 *
 *     static char room[RESOLVER_REQUEST_ROOM], answer[RESOLVER_RESULT_ROOM];
 *     struct resolver_memory memory = {room, sizeof room}, more = {answer, sizeof answer};
 *     struct resolver_dice dice = {.seed = 7};
 *     struct resolver_error err;
 *     struct resolver_request *attack;
 *     struct resolver_result *result;
 *     int64_t damage;
 *     if (resolver_request_begin(&attack, memory, "trilemma", "attack", &err) != RESOLVER_OK ||
 *         resolver_request_set(attack, "strength=14", &err) != RESOLVER_OK ||
 *         resolver_request_set(attack, "ac=22", &err) != RESOLVER_OK ||
 *         resolver_request_finish(attack, &err) != RESOLVER_OK ||
 *         resolver_resolve(&result, more, attack, &dice, &err) != RESOLVER_OK ||
 *         resolver_result_value(&damage, result, "damage", &err) != RESOLVER_OK) {
 *         fprintf(stderr, "%s\n", err.text);
 *     }
 *
 * Memory: all of it is the caller's. Functions that make something take a block (of any
 * alignment), build in it and return a pointer into it; only the block is freed. The ROOM
 * constants are large enough in every version with the same major number. Static tables (names,
 * help) live forever.
 *
 * STACK: a call takes up to RESOLVER_STACK bytes, 128 KiB, of the stack of the thread that
 * makes it. The main thread of most systems has enough. A thread that is given a small stack
 * (64 KiB is not rare: musl, small devices, fibres, coroutines) OVERFLOWS IT, without an error:
 * give it RESOLVER_STACK in addition to what it needs itself (pthread_attr_setstacksize).
 *
 * Threads: there is no global state. Any number of threads may work at once, each with its own
 * dice, results and errors; a finished request is never written again and may be shared.
 *
 * Text that goes in is terminated by a zero byte, may hold any bytes, and is compared without
 * case in ASCII; text that comes out is UTF-8. Nothing depends on the locale. NULL is allowed
 * only where a comment says so.
 *
 * Errors: every function that can fail returns an enum resolver_status and on failure leaves
 * its outputs alone, unless its comment says otherwise. `err` may be NULL. A caller that breaks
 * the rules of this header (a NULL, a result used after its block is gone) gets undefined
 * behaviour, not an error.
 *
 * Structs that the library fills are passed with their sizes, `sizeof *out`: a newer library
 * fills the members that an older program knows. */
#ifndef RESOLVER_H
#define RESOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, which is independent of the releases of programs that use it,
 * `referee` included. Within one major number, programs built with an older version go on
 * working; a new function or member raises the minor number. */
#define RESOLVER_VERSION_MAJOR 1
#define RESOLVER_VERSION_MINOR 4
#define RESOLVER_VERSION_PATCH 0

/* The same as one number to compare, also in #if: 10200 is 1.2.0. */
#define RESOLVER_VERSION                                                                       \
    (RESOLVER_VERSION_MAJOR * 10000 + RESOLVER_VERSION_MINOR * 100 + RESOLVER_VERSION_PATCH)

/* What the library shows to others. Define it as nothing to build the library into one of your
 * own without showing these functions there. */
#ifndef RESOLVER_API
#if defined(__GNUC__)
#define RESOLVER_API __attribute__((visibility("default")))
#else
#define RESOLVER_API
#endif
#endif

#if defined(__GNUC__)
#define RESOLVER_MUST_CHECK __attribute__((warn_unused_result))
#else
#define RESOLVER_MUST_CHECK
#endif

/* The version of the linked library: "1.2.0", and 10200. */
RESOLVER_API const char *resolver_version(void);
RESOLVER_API int resolver_version_number(void);

/* ---- errors and memory ----------------------------------------------------------------- */

enum resolver_status {
    RESOLVER_OK,
    RESOLVER_USAGE, /* a name, a value, a notation or a given die is wrong */
    RESOLVER_FULL,  /* the block is too small, or a limit is reached; a larger block may help */
    RESOLVER_WANTED, /* dice have run out and must be asked for: resolver_result_wanted */
    RESOLVER_ABSENT  /* the outcome exists, but this act has none (the damage of a miss) */
};

/* Plain data of the caller. `where` is the parameter in question, or empty. `text` is lower
 * case without a final stop; it says what is wrong, what was expected and the nearest valid
 * word. For notation two lines follow, the expression and a caret under the place. */
struct resolver_error {
    enum resolver_status code;
    char where[96];
    char text[400];
};

/* A block that the caller lends. It may lie anywhere: on the stack, static, or from malloc. */
struct resolver_memory {
    void *start;
    size_t size; /* bytes */
};

enum {
    RESOLVER_STACK =
        128 * 1024, /* not a block: the most stack that a call takes from its thread */
    RESOLVER_REQUEST_ROOM = 64 * 1024,
    RESOLVER_RESULT_ROOM = 128 * 1024,
    RESOLVER_ODDS_ROOM = 16 * 1024 * 1024, /* for every usual act; more allows larger ones */
    RESOLVER_EXPRESSION_ROOM = 16 * 1024,
    RESOLVER_VALUE_ROOM = 5 * 1024, /* the text of one value, or a notation */
    RESOLVER_TEXT_ROOM =
        128 * 1024, /* the longest text of a result, the throws as JSON included */
    RESOLVER_DOCUMENT_ROOM = 256 * 1024 /* the longest document of a result */
};

/* ---- what there is --------------------------------------------------------------------- */

/* Systems, actions, parameters and outcomes are known by index, from 0, and by name. The
 * functions that fill a description return false for an index that does not exist, so a loop
 * may run until then; an index is stable within one version only, a name forever. All texts are
 * static, and "" where there is none. `rule` is the rule or heading of the game's own book. */

struct resolver_system {
    const char *name;       /* "four-against-darkness" */
    const char *alias;      /* a shorter name, "4ad" */
    const char *title;      /* for display */
    const char *hit_points; /* the game's word for hit points: "HP", "Life" */
    const char *note;       /* the source of its rules, one line */
    int actions;
    int attributes;
};

struct resolver_action {
    const char *name;
    const char *help;
    const char *rule;
    int parameters;
    int outcomes;
    /* An action that throws no dice answers with a list of rows and has no odds. These are the
     * name of the rows ("cells") and the names of the columns, ended by NULL; both are NULL for
     * all other actions. */
    const char *list_name;
    const char *const *list_columns;
};

enum resolver_kind {
    RESOLVER_NUMBER,  /* whole, low to high */
    RESOLVER_DECIMAL, /* low to high, six places */
    RESOLVER_FLAG,    /* true, false, yes, no, on or off */
    RESOLVER_DICE,    /* notation of at most 100 dice */
    RESOLVER_CHOICE,  /* one of the words in `choices` */
    RESOLVER_SPAN     /* "5-25": two whole numbers, each low to high */
};

/* A value by name: of an action (parameter), or of a combatant (attribute). */
struct resolver_parameter {
    const char *name;
    enum resolver_kind kind;
    int low, high;        /* 0 and 0 for the kinds that have no range */
    const char *fallback; /* the default when it is left out; NULL: it stays unset */
    bool is_required;
    const char *const *choices; /* ended by NULL; NULL for other kinds */
    const char *rule;
    const char *help;
};

enum resolver_outcome_kind {
    RESOLVER_CHANCE, /* 0 or 1; odds give its probability */
    RESOLVER_AMOUNT  /* a whole number; odds give its distribution */
};

struct resolver_outcome {
    const char *name;
    enum resolver_outcome_kind kind;
    const char *needs; /* the parameter without which an act has no such outcome; "": always */
    const char *rule;
    const char *help;
};

RESOLVER_API bool resolver_system_at(struct resolver_system *out, size_t size, int system);
RESOLVER_API bool resolver_action_at(struct resolver_action *out, size_t size, int system,
                                     int action);
RESOLVER_API bool resolver_parameter_at(struct resolver_parameter *out, size_t size, int system,
                                        int action, int parameter);
RESOLVER_API bool resolver_outcome_at(struct resolver_outcome *out, size_t size, int system,
                                      int action, int outcome);
/* What a combatant of the system has, for forms and files; requests do not read them. */
RESOLVER_API bool resolver_attribute_at(struct resolver_parameter *out, size_t size, int system,
                                        int attribute);

/* By name or alias. */
RESOLVER_API enum resolver_status
resolver_find_system(int *out, const char *name,
                     struct resolver_error *err) RESOLVER_MUST_CHECK;
RESOLVER_API enum resolver_status
resolver_find_action(int *out, int system, const char *name,
                     struct resolver_error *err) RESOLVER_MUST_CHECK;

/* ---- requests -------------------------------------------------------------------------- */

struct resolver_request;

/* A request with nothing set, in a block of RESOLVER_REQUEST_ROOM bytes. */
RESOLVER_API enum resolver_status
resolver_request_begin(struct resolver_request **out, struct resolver_memory memory,
                       const char *system, const char *action,
                       struct resolver_error *err) RESOLVER_MUST_CHECK;

/* "strength=14", "damage=2d6+1", "facing=behind", or the bare name of a flag. A value can be
 * set once; to try others, begin the request again. After a failure the request is
 * unchanged. */
RESOLVER_API enum resolver_status
resolver_request_set(struct resolver_request *request, const char *word,
                     struct resolver_error *err) RESOLVER_MUST_CHECK;
/* The same with name and value as two texts; any kind of parameter takes text. */
RESOLVER_API enum resolver_status
resolver_request_set_text(struct resolver_request *request, const char *name, const char *value,
                          struct resolver_error *err) RESOLVER_MUST_CHECK;
RESOLVER_API enum resolver_status
resolver_request_set_number(struct resolver_request *request, const char *name, int64_t value,
                            struct resolver_error *err) RESOLVER_MUST_CHECK;
/* Rounded to six places. */
RESOLVER_API enum resolver_status
resolver_request_set_decimal(struct resolver_request *request, const char *name, double value,
                             struct resolver_error *err) RESOLVER_MUST_CHECK;
RESOLVER_API enum resolver_status
resolver_request_set_flag(struct resolver_request *request, const char *name, bool value,
                          struct resolver_error *err) RESOLVER_MUST_CHECK;

/* Names a part of the `bonus`, which must be set too, -1000 to 1000: "+2 warrior L2" in the
 * texts and steps of a result, where the rest of the bonus follows as "bonus". It changes no
 * odds. `label` is copied, up to 31 bytes of it, and made harmless; `rule`, a rule or "", is
 * borrowed for as long as the request is used. RESOLVER_USAGE when the action has no `bonus`,
 * RESOLVER_FULL after 24. */
RESOLVER_API enum resolver_status
resolver_request_name_part(struct resolver_request *request, int amount, const char *label,
                           const char *rule, struct resolver_error *err) RESOLVER_MUST_CHECK;

/* Fills in the defaults and checks the whole request. Before this it can be neither resolved
 * nor enumerated; afterwards nothing can be set. */
RESOLVER_API enum resolver_status
resolver_request_finish(struct resolver_request *request,
                        struct resolver_error *err) RESOLVER_MUST_CHECK;

/* A parameter of a finished request as text, with defaults and derived values ("22", "true",
 * "1d6", "5-25"); RESOLVER_ABSENT when it stayed unset. RESOLVER_FULL when the text does not
 * fit; the part that fits is there, and terminated. */
RESOLVER_API enum resolver_status
resolver_request_value(char *out, size_t size, const struct resolver_request *request,
                       const char *name, struct resolver_error *err) RESOLVER_MUST_CHECK;

/* ---- dice ------------------------------------------------------------------------------ */

/* A face of a die, 1 to `sides` (at most 1,000,000), all equally likely. A face outside, or
 * more than 4,000,000 faces in one act, ends the act with RESOLVER_USAGE. */
typedef int resolver_face_fn(void *context, int sides);

/* The source of dice, owned by the caller, one for each thread. All zero is a good start.
 *
 * `given` comes first: the dice thrown at the table, words separated by blanks or commas, in
 * the order of the throws. "14" is a face, "=15" the total of one whole throw, "0.35" a real of
 * [0, 1) where a rule wants one ("35" is a percentile and stands for 0.345), "*" lets this
 * throw be generated and "roll" all the rest. At most 512 words; a word too many, or an
 * impossible one, is an error.
 *
 * When `asks` is set, missing dice are asked for: the act ends with RESOLVER_WANTED, and is to
 * be resolved again from its start with more words in `given`. Otherwise `face` is called for
 * them, or, when that is NULL, the generator (Philox4x32-10) makes them: the face of draw
 * number `draw` of `stream` under `seed` never depends on what was drawn before.
 *
 * An act that succeeds sets `given` to NULL and adds one to `draw` for each die that was not
 * given (two for a real from `face`); otherwise the struct is unchanged. */
struct resolver_dice {
    const char *given; /* borrowed; NULL: none */
    bool asks;
    uint64_t seed;
    uint32_t stream;
    uint32_t draw;
    resolver_face_fn *face;
    void *context;     /* passed to `face` */
    void *reserved[4]; /* for the library: set all to NULL first, then leave alone */
};

/* ---- resolving ------------------------------------------------------------------------- */

struct resolver_result;

/* One act, once, in a block of RESOLVER_RESULT_ROOM bytes. The request is borrowed while the
 * result is in use. After RESOLVER_WANTED, *out is a result for resolver_result_wanted and the
 * texts only. */
RESOLVER_API enum resolver_status
resolver_resolve(struct resolver_result **out, struct resolver_memory memory,
                 const struct resolver_request *request, struct resolver_dice *dice,
                 struct resolver_error *err) RESOLVER_MUST_CHECK;

/* A dice expression read and thrown once ("2d6+3", "4d6kh3", "d6!", "6d6>=5", "max(2d6, 7)");
 * its only outcome is "total". The rest is as with resolver_resolve. To throw an expression
 * many times, read it once: resolver_expression_parse. */
RESOLVER_API enum resolver_status
resolver_roll(struct resolver_result **out, struct resolver_memory memory, const char *notation,
              struct resolver_dice *dice, struct resolver_error *err) RESOLVER_MUST_CHECK;

/* A result by the name of the outcome: 0 or 1 for a chance, the number of an amount.
 * RESOLVER_ABSENT when the act has no such outcome, RESOLVER_USAGE when the action has none. */
RESOLVER_API enum resolver_status
resolver_result_value(int64_t *out, const struct resolver_result *result, const char *outcome,
                      struct resolver_error *err) RESOLVER_MUST_CHECK;

/* The number of rows of an action that lists; 0 for others. A cell outside the list is 0. */
RESOLVER_API int resolver_result_rows(const struct resolver_result *result);
RESOLVER_API int resolver_result_cell(const struct resolver_result *result, int row,
                                      int column);

/* The throw that lacks dice. */
struct resolver_wanted {
    const char *dice;  /* "d20", "2d6" */
    int missing;       /* its faces still wanted, at least 1 */
    int64_t low, high; /* of one face */
    const char *label; /* its purpose: "attack" */
    const char *rule;
};
/* False when nothing is wanted. The texts live as long as the result. */
RESOLVER_API bool resolver_result_wanted(struct resolver_wanted *out, size_t size,
                                         const struct resolver_result *result);

/* The texts of a result. Each function writes into `size` bytes (at least 1), always
 * terminated, and returns RESOLVER_FULL when the text does not fit. RESOLVER_TEXT_ROOM bytes
 * are always enough. */

/* For display: "d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 4: 4 damage"; given
 * dice are in brackets. */
RESOLVER_API enum resolver_status resolver_result_text(char *out, size_t size,
                                                       const struct resolver_result *result);
/* The throws as a JSON array: [{"dice":"d20","faces":[14],"source":"given","value":14,
 * "why":"attack","rule":"5.14"}]; "source" is "given" or "generated". If a face has a mark,
 * "marks":[["exploded","dropped"],[]] follows the faces, a list of words for each face:
 * re-rolled, exploded, dropped. */
RESOLVER_API enum resolver_status resolver_result_json(char *out, size_t size,
                                                       const struct resolver_result *result);
/* The whole result as one JSON object: the request, the outcome, the throws, the line for
 * display. {"system": "trilemma", "action": "attack", "inputs": {"strength": 14, "bonus": null,
 * ...}, "rules": 1, "outcome": {"hit": true, "damage": 4, ...}, "trace": [the throws, as
 * above], "text": "d20 [14] + ..."}; for a roll {"notation": "2d6+3", "total": 10, "trace",
 * "text"}; the expression of resolver_expression_roll must still exist. An action that lists
 * has its rows under the name of the list: {"outcome": {"cells": [{"x": 1, "y": 0}]}}. A result
 * that lacks dice has no outcome and no total. RESOLVER_DOCUMENT_ROOM bytes are enough. */
RESOLVER_API enum resolver_status
resolver_result_document(char *out, size_t size, const struct resolver_result *result);
/* The rules that were used, each once, in order: "5.14 5.15 5.18". */
RESOLVER_API enum resolver_status resolver_result_rules(char *out, size_t size,
                                                        const struct resolver_result *result);
/* The dice as `given` takes them: "14 4". Resolving with them gives the same result. */
RESOLVER_API enum resolver_status resolver_result_given(char *out, size_t size,
                                                        const struct resolver_result *result);

/* The explanation step by step, for programs with a layout of their own. */
enum resolver_step_kind {
    RESOLVER_STEP_DICE,    /* a throw: dice, faces or reals, value */
    RESOLVER_STEP_TERM,    /* a number added to the running total */
    RESOLVER_STEP_FACTOR,  /* a number it is multiplied by */
    RESOLVER_STEP_TOTAL,   /* the running total */
    RESOLVER_STEP_AGAINST, /* the number it is compared with */
    RESOLVER_STEP_RESULT,  /* the result; value is negative if only the label says it */
    RESOLVER_STEP_NUMBER,  /* a number that the next steps need */
    RESOLVER_STEP_FROM,    /* the first part of the number or comparison before it */
    RESOLVER_STEP_DIVISOR  /* a number that the running total is divided by */
};

struct resolver_step {
    enum resolver_step_kind kind;
    const char *label; /* "strength", "hit", or a name of yours (resolver_request_name_part) */
    const char *rule;
    double value;
    const char *dice;    /* "2d20kh1"; "" where nothing is thrown */
    int faces;           /* how many; 0 when only a total was given */
    const int32_t *face; /* NULL when the faces are reals */
    const double *real;  /* of [0, 1), or percentiles from 1 to 100 as they were given */
    bool is_given;       /* the whole throw was given */
    /* The marks of each face: enum resolver_mark, added up. NULL when the faces are reals. */
    const uint8_t *mark;
};
enum resolver_mark {
    RESOLVER_REROLLED = 1, /* another face was thrown in its place */
    RESOLVER_EXPLODED = 2, /* another die was thrown beside it */
    RESOLVER_DROPPED = 4   /* the face does not count */
};
/* False when there is no such step. The texts and faces live as long as the result. */
RESOLVER_API bool resolver_result_step(struct resolver_step *out, size_t size,
                                       const struct resolver_result *result, int step);

/* ---- odds ------------------------------------------------------------------------------ */

struct resolver_odds;

/* The exact odds of a finished request, which is borrowed while they are in use. RESOLVER_FULL
 * when the act is too large for the block or would take more than a few milliseconds;
 * RESOLVER_USAGE when the action has no odds. */
RESOLVER_API enum resolver_status
resolver_odds_of(struct resolver_odds **out, struct resolver_memory memory,
                 const struct resolver_request *request,
                 struct resolver_error *err) RESOLVER_MUST_CHECK;

/* The exact distribution of a dice expression; its only outcome is the amount "total". At most
 * 1,000,000 totals, each of which takes at least 24 bytes. */
RESOLVER_API enum resolver_status
resolver_odds_of_roll(struct resolver_odds **out, struct resolver_memory memory,
                      const char *notation, struct resolver_error *err) RESOLVER_MUST_CHECK;

/* The probability, 0 to 1, of a chance. RESOLVER_USAGE for an amount. */
RESOLVER_API enum resolver_status
resolver_odds_chance(double *out, const struct resolver_odds *odds, const char *outcome,
                     struct resolver_error *err) RESOLVER_MUST_CHECK;

/* The distribution of an amount. The chances add up to 1 less the chance that the amount is
 * absent, which adds 0 to the mean. */
struct resolver_numbers {
    int count;
    const int64_t *value; /* rising; they live as long as the odds */
    const double *chance; /* each above 0 */
    double mean;
    double deviation; /* an absent amount counts as 0 */
};
/* RESOLVER_USAGE for a chance. */
RESOLVER_API enum resolver_status
resolver_odds_numbers(struct resolver_numbers *out, size_t size,
                      const struct resolver_odds *odds, const char *outcome,
                      struct resolver_error *err) RESOLVER_MUST_CHECK;

/* The mass of endless chains of dice that was cut off, at most 1e-12. */
RESOLVER_API double resolver_odds_unresolved(const struct resolver_odds *odds);

/* ---- notation -------------------------------------------------------------------------- */

/* Checks a dice expression and writes its canonical form: lower case, no blanks. RESOLVER_FULL
 * when that does not fit; RESOLVER_VALUE_ROOM bytes are enough. */
RESOLVER_API enum resolver_status
resolver_notation(char *out, size_t size, const char *notation,
                  struct resolver_error *err) RESOLVER_MUST_CHECK;

/* Its least and greatest total; INT64_MIN or INT64_MAX when that side has no end, which happens
 * only with exploding dice. */
RESOLVER_API enum resolver_status
resolver_notation_range(int64_t *low, int64_t *high, const char *notation,
                        struct resolver_error *err) RESOLVER_MUST_CHECK;

/* An expression that was read once and can be thrown any number of times, by any number of
 * threads. */
struct resolver_expression;

/* Reads it into a block of RESOLVER_EXPRESSION_ROOM bytes. The text is no longer needed. */
RESOLVER_API enum resolver_status
resolver_expression_parse(struct resolver_expression **out, struct resolver_memory memory,
                          const char *notation, struct resolver_error *err) RESOLVER_MUST_CHECK;
/* The same for the notation of another program, "roll20", "foundry" or "avrae", in any case:
 * "5d10>7" counts sevens in Roll20. What it has and this notation has not is RESOLVER_USAGE and
 * named; resolver_expression_write tells how the rest is written here. */
RESOLVER_API enum resolver_status resolver_expression_parse_dialect(
    struct resolver_expression **out, struct resolver_memory memory, const char *dialect,
    const char *notation, struct resolver_error *err) RESOLVER_MUST_CHECK;
/* Like resolver_roll, with its explanation. */
RESOLVER_API enum resolver_status
resolver_expression_roll(struct resolver_result **out, struct resolver_memory memory,
                         const struct resolver_expression *expression,
                         struct resolver_dice *dice,
                         struct resolver_error *err) RESOLVER_MUST_CHECK;
/* The same dice without an explanation, which takes a fraction of the time and no block. After
 * RESOLVER_WANTED there is no total. */
RESOLVER_API enum resolver_status
resolver_expression_total(int64_t *out, const struct resolver_expression *expression,
                          struct resolver_dice *dice,
                          struct resolver_error *err) RESOLVER_MUST_CHECK;
/* Like resolver_odds_of_roll. */
RESOLVER_API enum resolver_status
resolver_expression_odds(struct resolver_odds **out, struct resolver_memory memory,
                         const struct resolver_expression *expression,
                         struct resolver_error *err) RESOLVER_MUST_CHECK;
/* Like resolver_notation and resolver_notation_range. */
RESOLVER_API enum resolver_status
resolver_expression_write(char *out, size_t size, const struct resolver_expression *expression,
                          struct resolver_error *err) RESOLVER_MUST_CHECK;
RESOLVER_API void resolver_expression_range(int64_t *low, int64_t *high,
                                            const struct resolver_expression *expression);

#ifdef __cplusplus
}
#endif

#endif
