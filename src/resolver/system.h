/* A rule system: tables that describe it, and the stages of its rules.
 *
 * Forms, command lines, odds, the forecast and the documentation read these tables; nothing
 * outside a system's own file asks which system it is. A rule is a few stages over one small
 * struct that holds all it remembers (struct act): rolling runs the stages once, odds walk
 * every outcome and add up equal structs between stages. A file in resolver/rules with a folder
 * of the same name in data is a system; systems.def is made from them (see "Add a game" in
 * src/README.md). */
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

/* Whose value a parameter is. At a table it is read from that combatant's attribute of the same
 * name. */
enum whose {
    WHOSE_ACT,   /* the act's own: given each time */
    WHOSE_ACTOR, /* of the actor */
    WHOSE_TARGET /* of the one the act is aimed at */
};

/* One named value: of an action (parameter) or of a combatant (attribute). */
struct value_def {
    const char *name; /* lower case, '_' between words */
    enum value_kind kind;
    int low, high;
    const char *fallback; /* the default when it is left out; NULL: it stays unset */
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
 * of `amount` points of a value, which the value's own rule explains. */
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
    bool is_bare;              /* nobody reads the parts: none are named */
    enum dice_reading reading; /* of its dice; DICE_TYPED unless they come from a log */
    struct error wrong;        /* the first that was given wrongly; STATUS_OK: none */
    int parts;
    struct input_part part[INPUT_PARTS_MAX];
};

/* All that a rule remembers between stages. Zeroed at the start, compared by bytes. */
struct rule_state {
    int stage; /* index into the action's stages; RULE_DONE when complete */
    int v[RULE_STATE_VALUES];
};
enum { RULE_DONE = -1 };

/* One stage: reads and writes *act, draws dice, sets act->stage to the next stage. */
typedef void stage_fn(struct rule_state *state, const struct inputs *inputs, struct dice *dice);

enum outcome_kind {
    OUTCOME_CHANCE, /* true or false; odds give its probability */
    OUTCOME_NUMBER  /* a whole number; odds give its distribution and mean */
};

/* What an outcome says in any game, for figures and for questions to the log. */
enum outcome_meaning {
    MEANS_NOTHING, /* only the game knows */
    MEANS_HIT,     /* the roller hits the target */
    MEANS_BLOCK,   /* the roller is not hit by the target, whose attack this is */
    MEANS_STOP,    /* it takes back a hit that came before */
    MEANS_SUCCESS, /* a check, a saving throw, a spell succeeds */
    MEANS_HOLD,    /* morale holds */
    MEANS_DAMAGE   /* damage to the attacked combatant */
};

struct outcome_def {
    const char *name;
    enum outcome_kind kind;
    int needs; /* index + 1 of the parameter without which it is not listed; 0: always */
    const char *rule;
    const char *help;
};

/* The outcome of one act. A number can be absent (the extra degrees of a miss). */
struct outcome {
    bool is_present[OUTCOMES_MAX];
    int64_t value[OUTCOMES_MAX];
};

/* Rows of whole numbers: the answer of an action that lists instead of having outcomes, such as
 * the cells of a path. */
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
    unsigned char means[OUTCOMES_MAX]; /* enum outcome_meaning of each outcome */
    const char *const *labels; /* the names of the outcomes on screen; NULL, or one that is
                                  NULL: the plain name */
    stage_fn *const *stages;
    int stages_count;
    /* Conditions between parameters; NULL: none. Fills err with STATUS_USAGE. */
    enum status (*check)(const struct inputs *inputs, struct error *err);
    /* After `check`: sets the inputs that follow from others (an armour class from its parts),
     * so that rules and answers read them in one place; NULL: none. These inputs do not count
     * as given. */
    void (*complete)(struct inputs *inputs);
    /* True when this outcome is listed with these inputs, beyond `needs`; NULL: all are. */
    bool (*lists)(const struct inputs *inputs, int outcome);
    /* Reads the outcome from a complete act. */
    void (*read)(const struct rule_state *state, const struct inputs *inputs,
                 struct outcome *out);
    /* An action without stages answers with a list instead, and has no odds: the name of its
     * rows ("cells"), the names of their columns, ended by NULL, and the list itself. */
    const char *list_name;
    const char *const *list_columns;
    void (*list)(const struct inputs *inputs, struct listing *out);
};

/* For the tables of a system: the number of rows, and the tables of an action whose names share
 * a beginning (attack_parameters, attack_outcomes, attack_stages). */
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))
#define ACTION_TABLES(prefix)                                                                  \
    .parameters = prefix##_parameters, .parameters_count = COUNT_OF(prefix##_parameters),      \
    .outcomes = prefix##_outcomes, .outcomes_count = COUNT_OF(prefix##_outcomes),              \
    .stages = prefix##_stages, .stages_count = COUNT_OF(prefix##_stages)

struct system {
    const char *id;         /* its full name as a word: lower case, with '-' */
    const char *alias;      /* "" when none */
    const char *title;      /* its name for display */
    const char *hit_points; /* the game's word for hit points: "HP", "Life" */
    const char *note;       /* the source of the rules, one line */
    /* The version of its rules, from 1, which the log keeps with every request. Raise it with
     * each change after which the same request can have another chance, or the same dice
     * another outcome; a new parameter that changes nothing when it is left out needs no new
     * version. */
    int rules;
    const struct action *actions;
    int actions_count;
    const struct value_def *attributes; /* of a combatant, beyond those every system has */
    int attributes_count;
};

/* ---- the registry ---------------------------------------------------------------------- */

int systems_count(void);
const struct system *system_at(int i);
/* By exactly its id; NULL when unknown. */
const struct system *system_with_id(const char *id);
/* By id or alias, any case; NULL when unknown. */
const struct system *system_find(struct str name);
const struct action *action_find(const struct system *system, struct str name);
/* The same for a typed word: when it is unknown, NULL with err filled, which names the nearest
 * known word. */
const struct system *system_named(struct str name, struct error *err);
const struct action *action_named(const struct system *system, struct str name,
                                  struct error *err);
/* The index of a parameter; -1, with err filled in the same way, when it is unknown. */
int parameter_named(const struct action *action, struct str name, struct error *err);

/* ---- reading values -------------------------------------------------------------------- */

/* True when a combatant's value of this kind is kept as its text (dice, spans, decimals); the
 * others are whole numbers. */
static inline bool value_is_text(const struct value_def *def)
{
    return def->kind == VALUE_DICE || def->kind == VALUE_SPAN || def->kind == VALUE_DECIMAL;
}

/* One value from text, checked against its definition. Dice go into inputs->dice. The error
 * names the value, what was expected, and for choices the nearest word. */
enum status input_parse(struct input *out, struct inputs *inputs, const struct value_def *def,
                        struct str text, struct error *err) MUST_CHECK;

/* Begins the inputs of an action with nothing given. */
void inputs_begin(struct inputs *inputs, const struct system *system,
                  const struct action *action);
/* "name=value", or the bare name of a flag. For an unknown name the error has the nearest one.
 * "null" leaves the value unset, as in the answers. */
enum status inputs_give(struct inputs *inputs, struct str word, struct error *err) MUST_CHECK;
/* The value of a parameter, by its name or index, as it was typed: an error is told at once. */
enum status inputs_take(struct inputs *inputs, const char *name, struct str value,
                        struct error *err) MUST_CHECK;
enum status input_take(struct inputs *inputs, int parameter, struct str value,
                       struct error *err) MUST_CHECK;
/* The values that a program gives, by the parameter's name or index. A wrong one is kept as the
 * error of the inputs, if it is the first, and inputs_finish fails with it. */
void inputs_give_number(struct inputs *inputs, const char *name, int number);
void inputs_give_text(struct inputs *inputs, const char *name, struct str value);
void input_give_number(struct inputs *inputs, int parameter, int number);
void input_give_text(struct inputs *inputs, int parameter, struct str value);
/* Where another error of what is given belongs, for error_set; NULL: there is one already. */
struct error *inputs_wrong(struct inputs *inputs);
/* Gives no value: it stays unset, and counts as given. It was not given before. */
void input_give_none(struct inputs *inputs, int parameter);
/* Gives a flag (0 or 1) or a choice by its index; it was not given before. */
void input_give_choice(struct inputs *inputs, int parameter, int choice);
/* True when the value was given and differs from the default: the inputs of an answer hold
 * every default, and can be given back unchanged. */
bool input_is_chosen(const struct inputs *inputs, int parameter);
/* Names a part of the given bonus; false when there is no room. */
bool inputs_name_part(struct inputs *inputs, int amount, const char *label, const char *rule);
/* Names the source of a value of this rule, in the same way. */
bool inputs_name_source(struct inputs *inputs, int amount, const char *label, const char *rule);
/* The source named for this rule; NULL when there is none. */
const struct input_part *inputs_source(const struct inputs *inputs, const char *rule);
/* Adds the named parts of a bonus to the explanation, and the rest of it as "bonus" under this
 * rule. */
void inputs_trace_bonus(const struct inputs *inputs, int bonus, const char *rule,
                        struct trace *trace);
/* Fills in the defaults and checks the whole, unless something was given wrongly: it fails with
 * that. */
enum status inputs_finish(struct inputs *inputs, struct error *err) MUST_CHECK;

/* A set value, as people write it: "14", "true", "1d6", "near". */
void input_format(const struct inputs *inputs, int parameter, struct text *out);

/* The index of the parameter with this name, in any case; -1 when the action has none. */
int parameter_find(const struct action *action, struct str name);
/* The same for a name of the program itself, as it is in the table; and in any table. */
int value_called(const struct value_def *defs, int count, const char *name);
int parameter_called(const struct action *action, const char *name);
/* The index of the outcome with this name; -1 when the action has none. */
int outcome_find(const struct action *action, const char *name);
/* The first outcome that means this; -1 when none does. */
int outcome_that_means(const struct action *action, enum outcome_meaning meaning);

/* Adds a row to a list, all 0, to be filled in. */
int *listing_add(struct listing *listing);

/* True when this outcome is listed for these inputs. */
bool outcome_is_listed(const struct inputs *inputs, int outcome);

/* Runs the stages of inputs->action with thrown dice (dice_init_thrown). After it, dice->fault
 * and dice->is_wanting say whether the outcome counts. An act of more than a fixed, very large
 * number of stages ends with a fault. An action that lists (action->list) has an empty
 * outcome. */
void resolve_act(const struct inputs *inputs, struct dice *dice, struct outcome *out);

/* How far an act has come with the present dice: before the stage that lacks some, or to its
 * end. */
struct act_stand {
    struct rule_state state;
    int taken, counted; /* entered dice: all, and those that `state` has used */
};
/* The same, and reports how far the act has come. */
void resolve_act_so_far(const struct inputs *inputs, struct dice *dice, struct outcome *out,
                        struct act_stand *stand);

#endif
