/* A rule system: tables that say what it knows, and the stages of its rules.
 *
 * Forms, command lines, odds, the forecast and the documentation read these tables; nothing
 * outside a system's own file asks which system it is. A rule is a few stages over one small
 * struct that holds all it remembers (struct act): rolling runs the stages once, odds walk
 * every outcome and add up equal structs between stages. To add a system, write its file after
 * the example of an existing one and put its name on the list SYSTEMS of the Makefile, from
 * which systems.def is made. */
#ifndef REFEREE_RESOLVER_SYSTEM_H
#define REFEREE_RESOLVER_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "resolver/dice/dice.h"

enum {
    PARAMETERS_MAX = 24,
    OUTCOMES_MAX = 12,
    ATTRIBUTES_MAX = 32,
    RULE_STATE_VALUES = 11,
    INPUT_DICE_MAX = 2,
    INPUT_PARTS_MAX = 24,
    INPUT_LABEL_SIZE = TRACE_LABEL_SIZE
};

enum value_kind {
    VALUE_NUMBER,  /* whole, low..high */
    VALUE_DECIMAL, /* low..high */
    VALUE_FLAG,    /* true/false/yes/no, or the bare name */
    VALUE_DICE,    /* a dice expression of at most 100 dice */
    VALUE_CHOICE,  /* one of the words in `choices`; its index */
    VALUE_SPAN     /* low-high, as 5-25; number and number_high */
};

/* Whose value a parameter is. At a table it is read from the row of that one, where the
 * attribute of the same name stands. */
enum whose {
    WHOSE_ACT,   /* the act's own: said each time */
    WHOSE_ACTOR, /* of the one who acts */
    WHOSE_TARGET /* of whom the act is aimed at */
};

/* One named value: of an action (parameter) or of a combatant (attribute). */
struct value_def {
    const char *name; /* lower case, '_' between words */
    enum value_kind kind;
    int low, high;
    const char *fallback; /* what is taken when it is left out; NULL: it stays unset */
    bool is_required;
    enum whose whose;           /* of a parameter */
    const char *const *choices; /* VALUE_CHOICE: words, ended by NULL */
    const char *rule;           /* rule, "" when none */
    const char *help;           /* at most 60 columns */
};

struct input {
    bool is_set;
    bool is_given; /* set by the caller, not by the fallback */
    int number;    /* whole number, flag, choice index, dice slot, low end of a span */
    int number_high;
    double decimal;
};

/* A named part of the action's bonus, for the explanation alone: "+2 warrior L2". Or the source
 * of a value, of which `amount` comes from there: the rule that the value belongs to tells it.
 */
struct input_part {
    int amount;
    bool is_source;
    char label[INPUT_LABEL_SIZE];
    const char *rule; /* static text */
};

/* The values of one action, in the order of its parameters. */
struct inputs {
    const struct system *system;
    const struct action *action;
    struct input value[PARAMETERS_MAX];
    int dice_count;
    struct dice_expr dice[INPUT_DICE_MAX];
    int parts;
    struct input_part part[INPUT_PARTS_MAX];
};

/* All that a rule remembers between stages. Zeroed at the start, compared by bytes. */
struct rule_state {
    int stage; /* index into the action's stages; RULE_DONE when complete */
    int v[RULE_STATE_VALUES];
};
enum { RULE_DONE = -1 };

/* One stage: reads and writes *act, draws dice, sets act->stage to what comes next. */
typedef void stage_fn(struct rule_state *state, const struct inputs *inputs, struct dice *dice);

enum outcome_kind {
    OUTCOME_CHANCE, /* true or false; odds give its probability */
    OUTCOME_NUMBER  /* a whole number; odds give its distribution and mean */
};

struct outcome_def {
    const char *name;
    enum outcome_kind kind;
    int needs; /* index + 1 of the parameter without which it is not listed; 0: always */
    const char *rule;
    const char *help;
};

/* What came of one act. A number can be absent (the extra degrees of a miss). */
struct outcome {
    bool is_present[OUTCOMES_MAX];
    int64_t value[OUTCOMES_MAX];
};

/* Rows of whole numbers: what an action lists that resolves to no outcome, as the cells of a
 * path. */
enum { LISTING_ROWS_MAX = 256, LISTING_COLUMNS_MAX = 8 };
struct listing {
    int rows;
    int value[LISTING_ROWS_MAX][LISTING_COLUMNS_MAX];
};

struct action {
    const char *name;
    const char *help;
    const char *rule;
    const struct value_def *parameters;
    int parameters_count;
    const struct outcome_def *outcomes;
    int outcomes_count;
    const char *const
        *labels; /* what a screen calls the outcomes; NULL, of one too: its name */
    stage_fn *const *stages;
    int stages_count;
    /* Conditions between parameters; NULL: none. Fills err with STATUS_USAGE. */
    enum status (*check)(const struct inputs *inputs, struct error *err);
    /* After `check`: sets the inputs that follow from others (an armour class from its parts),
     * so that rules and answers read them in one place; NULL: none. Nothing becomes *given*. */
    void (*complete)(struct inputs *inputs);
    /* Whether this outcome is listed with these inputs, beyond `needs`; NULL: all are. */
    bool (*lists)(const struct inputs *inputs, int outcome);
    /* Reads the outcome from a complete act. */
    void (*read)(const struct rule_state *state, const struct inputs *inputs,
                 struct outcome *out);
    /* An action without stages answers with a list instead, and has no odds: what its rows are
     * ("cells"), the names of their columns, ended by NULL, and the list itself. */
    const char *list_name;
    const char *const *list_columns;
    void (*list)(const struct inputs *inputs, struct listing *out);
};

/* For the tables of a system: how many rows there are, and the tables of an action whose names
 * begin alike (attack_parameters, attack_outcomes, attack_stages). */
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))
#define ACTION_TABLES(prefix)                                                                  \
    .parameters = prefix##_parameters, .parameters_count = COUNT_OF(prefix##_parameters),      \
    .outcomes = prefix##_outcomes, .outcomes_count = COUNT_OF(prefix##_outcomes),              \
    .stages = prefix##_stages, .stages_count = COUNT_OF(prefix##_stages)

struct system {
    const char *id;         /* its full name as a word: lower case, parted by '-' */
    const char *alias;      /* "" when none */
    const char *title;      /* its name for people */
    const char *hit_points; /* what the table calls them: "HP", "Life" */
    const char *note;       /* where the rules come from, one line */
    /* The version of its rules, from 1, which the log keeps with every request: raised with
     * each change after which the same request can have another chance, or the same dice
     * another outcome. A parameter that is new and changes nothing where it is left out needs
     * none. */
    int rules;
    const struct action *actions;
    int actions_count;
    const struct value_def *attributes; /* of a combatant, beyond those every system has */
    int attributes_count;
};

/* ---- the registry ---------------------------------------------------------------------- */

int systems_count(void);
const struct system *system_at(int i);
/* By id or alias, any case; NULL when unknown. */
const struct system *system_find(struct str name);
const struct action *action_find(const struct system *system, struct str name);
/* The same for a word that somebody typed: NULL with err filled when there is none of this
 * name; the nearest known word is named. */
const struct system *system_named(struct str name, struct error *err);
const struct action *action_named(const struct system *system, struct str name,
                                  struct error *err);
/* The index of a parameter; -1, with err filled in the same way, when there is none. */
int parameter_named(const struct action *action, struct str name, struct error *err);

/* ---- reading values -------------------------------------------------------------------- */

/* Whether a combatant's value of this kind is kept as it is written (dice, spans, decimals);
 * the others are whole numbers. */
bool value_is_text(const struct value_def *def);

/* One value from text, checked against its definition. Dice go into inputs->dice. The error
 * names the value, what was expected, and for choices the nearest word. */
enum status input_parse(struct input *out, struct inputs *inputs, const struct value_def *def,
                        struct str text, struct error *err) MUST_CHECK;

/* Begins the inputs of an action with nothing given. */
void inputs_begin(struct inputs *inputs, const struct system *system,
                  const struct action *action);
/* "name=value", or the bare name of a flag. An unknown name is answered with the nearest one.
 * "null" leaves a value as it is when nobody gives it, as an answer has it where it is not set.
 */
enum status inputs_give(struct inputs *inputs, struct str word, struct error *err) MUST_CHECK;
enum status inputs_give_number(struct inputs *inputs, const char *name, int number,
                               struct error *err) MUST_CHECK;
enum status inputs_give_text(struct inputs *inputs, const char *name, struct str value,
                             struct error *err) MUST_CHECK;
/* Whether the value was given, and is not what is taken without it: the inputs of an answer
 * hold every default, and can be given back as they stand. */
bool input_is_chosen(const struct inputs *inputs, int parameter);
/* Names a part of the bonus that is given as well; false when there is no room. */
bool inputs_name_part(struct inputs *inputs, int amount, const char *label, const char *rule);
/* Names the source of a value that this rule reads, in the same way. */
bool inputs_name_source(struct inputs *inputs, int amount, const char *label, const char *rule);
/* The one that was named for this rule; NULL: none was. */
const struct input_part *inputs_source(const struct inputs *inputs, const char *rule);
/* Adds the named parts of a bonus to the explanation, and what is left of it as "bonus"
 * under this rule. */
void inputs_trace_bonus(const struct inputs *inputs, int bonus, const char *rule,
                        struct trace *trace);
/* Fills in what was left out and checks the whole. */
enum status inputs_finish(struct inputs *inputs, struct error *err) MUST_CHECK;

/* A value that is set, as people write it: "14", "true", "1d6", "near". */
void input_format(const struct inputs *inputs, int parameter, struct text *out);

/* The place of the parameter with this name, in any case; -1 when the action has none. */
int parameter_find(const struct action *action, struct str name);
/* The place of the outcome with this name; -1 when the action has none. */
int outcome_find(const struct action *action, const char *name);

/* The next row of a list, all 0, to be filled in. */
int *listing_add(struct listing *listing);

/* Whether this outcome is listed for these inputs. */
bool outcome_is_listed(const struct inputs *inputs, int outcome);

/* Runs the stages of inputs->action with thrown dice (dice_init_thrown). After it, dice->fault
 * and dice->is_wanting tell whether the outcome counts. An act that would need more than a
 * fixed, very large number of stages ends with a fault. An action that lists (action->list) has
 * an empty outcome. */
void resolve_act(const struct inputs *inputs, struct dice *dice, struct outcome *out);

/* How far an act has come with the dice there are: before the stage that lacks some, else to
 * its end. */
struct act_stand {
    struct rule_state state;
    int taken,
        counted; /* dice that were entered for it: all, and those that `state` knows of */
};
/* The same, and tells that. */
void resolve_act_so_far(const struct inputs *inputs, struct dice *dice, struct outcome *out,
                        struct act_stand *stand);

#endif
