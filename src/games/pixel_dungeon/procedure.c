/* Pixel Dungeon at the table: heroes by level and weapon, surprise, and the cells of a shot.
 * The referee sets the order. Rules are cited by their headings. */
#include <string.h>

#include "tracker/conditions.h"
#include "tracker/command.h"
#include "tracker/options.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"
#include "games/generic/plays.h"
#include "games/generic/procedure.h"

/* ---- fights without a referee ---------------------------------------------------------- */

/* Who is paralysed cannot act (Surprise attack). */
static bool loses_turn(const struct state *state, int id)
{
    return condition_holds(state, id, "paralysed") || condition_holds(state, id, "paralyzed");
}

static void pixel_dungeon_plays(const struct state *state, struct player *player,
                                struct text *line)
{
    static const struct generic_play play = {.loses_turn = loses_turn};
    generic_play(state, player, &play, line);
}

/* ---- at the table ---------------------------------------------------------------------- */

enum { CELLS_MAX = 100000 };

static const char surprise_rule[] = "surprise attack";

/* ---- surprise -------------------------------------------------------------------------- */

static bool is_hero(const struct state *state, int id)
{
    return state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

static bool is_asleep(const struct state *state, int id)
{
    return condition_holds(state, id, "asleep") || condition_holds(state, id, "sleeping");
}

static int surprised_field(const struct state *state)
{
    return state_attribute(state, "surprised");
}

/* The reason why an attack on this combatant is a surprise, NULL when it is not: it or its
 * attacker just came into view; it is paralysed; it wanders; or it sleeps and is not a hero,
 * who would be warned (Surprise attack). */
static const char *surprise_of(const struct state *state, int id)
{
    static const char *const open_to_it[] = {"paralysed", "paralyzed", "wandering"};
    if (state_value(state, id, surprised_field(state), 0) != 0) {
        return "surprised";
    }
    for (size_t i = 0; i < sizeof open_to_it / sizeof open_to_it[0]; i++) {
        if (condition_holds(state, id, open_to_it[i])) {
            return open_to_it[i];
        }
    }
    return is_asleep(state, id) && !is_hero(state, id) ? "asleep" : NULL;
}

static void set_surprised(struct decision *decision, int id, bool is_on)
{
    int field = surprised_field(&decision->state);
    struct event *event = NULL;
    if (is_on) {
        event = decision_value(decision, EVENT_VALUE_CHANGED, id, field, 1);
    } else if (state_is_set(&decision->state, id, field)) {
        event = decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
    }
    decision_say(decision, event, surprise_rule,
                 is_on ? "%s: the next attack on it is a surprise" : "%s: no longer surprised",
                 state_name(&decision->state, id));
}

static bool warns(struct decision *decision, int id)
{
    return decision_refuse(decision, surprise_rule,
                           "%s is a sleeping hero, who cannot be surprised",
                           state_name(&decision->state, id));
}

/* Somebody just came into view, so the next attack is a surprise. */
static void decide_surprise(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    bool is_on = !option_flag(command, "off", false);
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        int id = targets->ids[i];
        bool is_warned =
            is_on && is_hero(&decision->state, id) && is_asleep(&decision->state, id);
        if (is_warned && !warns(decision, id)) {
            return;
        }
        set_surprised(decision, id, is_on);
    }
    decision_label(decision, "%s: %s", state_name(&decision->state, targets->ids[0]),
                   is_on ? "surprised" : "no longer surprised");
}

/* ---- attacks --------------------------------------------------------------------------- */

static bool is_given(const struct inputs *inputs, const char *name)
{
    return inputs->value[parameter_called(inputs->action, name)].is_given;
}

/* Accuracy is given, or follows from a hero's level and weapon: the first one given counts. */
static bool takes(const struct inputs *inputs, const char *name)
{
    static const char *const hero[] = {"level", "weapon_accuracy", "strength",
                                       "required_strength"};
    if (names_equal(name, "accuracy")) {
        bool says_hero = false;
        for (size_t i = 0; i < sizeof hero / sizeof hero[0]; i++) {
            says_hero = says_hero || is_given(inputs, hero[i]);
        }
        return !says_hero;
    }
    bool is_heros = false;
    for (size_t i = 0; i < sizeof hero / sizeof hero[0]; i++) {
        is_heros = is_heros || names_equal(name, hero[i]);
    }
    return !is_heros || !is_given(inputs, "accuracy");
}

/* Where the real game is known to differ; the first word is the reading of these rules. */
enum { WHOLE_ACCURACY, ASSASSIN, SETTINGS = 2 + GENERIC_SETTINGS };

static const struct setting_def settings[SETTINGS] = {
    [WHOLE_ACCURACY] = {.name = "whole_accuracy",
                        .words = (const char *const[]){"no", "yes", NULL},
                        .rule = "test for successful attack",
                        .help = "accuracy and dodge are cut to whole numbers"},
    [ASSASSIN] = {.name = "assassin",
                  .words = (const char *const[]){"half", "game", NULL},
                  .rule = "surprise attack",
                  .help = "an assassin's surprise: half more, or 1 to damage - 1 more"},
    GENERIC_SETTING,
};

/* A flag of the act that holds here, unless the line says otherwise. */
static void hold(struct inputs *inputs, const char *name, bool holds)
{
    if (holds && !is_given(inputs, name)) {
        input_give_choice(inputs, parameter_called(inputs->action, name), 1);
    }
}

static void add_flags(const struct state *state, const struct command *command,
                      struct generic_pair pair, struct inputs *inputs)
{
    (void)command;
    hold(inputs, "surprise", surprise_of(state, pair.target) != NULL);
    hold(inputs, "whole_accuracy", setting_value_of(state, &settings[WHOLE_ACCURACY]) != 0);
    hold(inputs, "assassin_die", setting_value_of(state, &settings[ASSASSIN]) != 0);
}

static bool may_attack(struct decision *decision, const struct command *command,
                       struct generic_pair pair)
{
    const struct state *state = &decision->state;
    bool is_warned = option_flag(command, "surprise", false) && is_hero(state, pair.target) &&
                     is_asleep(state, pair.target) && surprise_of(state, pair.target) == NULL;
    return !is_warned || warns(decision, pair.target);
}

/* Once attacked, nobody is surprised any more. */
static void settle_attack(struct decision *decision, const struct command *command,
                          struct generic_pair pair, const struct outcome *outcome)
{
    (void)command;
    (void)outcome;
    set_surprised(decision, pair.target, false);
}

static const struct generic_act attack = {
    .takes = takes, .add = add_flags, .may = may_attack, .settle = settle_attack};

static void decide_attack(struct decision *decision, const struct command *command)
{
    generic_decide_act(decision, command, &attack);
}

static bool usual_act(const struct state *state, int actor, int target, struct inputs *out,
                      struct error *err)
{
    return generic_act_inputs(state, state_action(state, "attack"), &attack,
                              (struct generic_pair){actor, target}, out, err);
}

/* ---- what is needed -------------------------------------------------------------------- */

static const struct input *input_of(const struct inputs *inputs, const char *name)
{
    return &inputs->value[parameter_called(inputs->action, name)];
}

/* Accuracy or dodge, cut where the table plays so. */
static double counted(const struct inputs *inputs, const char *name)
{
    double number = input_of(inputs, name)->decimal;
    return input_of(inputs, "whole_accuracy")->number ? (double)(int)(number + 1e-9) : number;
}

/* Magic doubles the roll (Test for successful attack). */
static double accuracy_of(const struct inputs *inputs)
{
    return counted(inputs, "accuracy") * (input_of(inputs, "magic")->number ? 2 : 1);
}

static void needed(const struct inputs *inputs, struct text *out)
{
    if (input_of(inputs, "surprise")->number) {
        text_add(out, "a surprise hits");
        return;
    }
    text_add(out, "accuracy ");
    text_add_decimal(out, accuracy_of(inputs), 4);
    text_add(out, " against dodge ");
    text_add_decimal(out, counted(inputs, "dodge"), 4);
}

/* A percentile p counts as (p - 0.5) / 100 of `most`: the lowest one that gives at least
 * `least`. Above 100: none does. */
static int percentile_of(double least, double most)
{
    int p = 1;
    while (p <= 100 && (p - 0.5) / 100 * most < least) {
        p++;
    }
    return p;
}

/* The attacker's number, which the defender's must exceed. */
static double rolled(const struct trace *so_far)
{
    double value = 0;
    for (int i = 0; i < so_far->steps; i++) {
        value = so_far->step[i].kind == TRACE_TOTAL ? so_far->step[i].value_decimal : value;
    }
    return value;
}

static void asked(const struct inputs *inputs, const struct dice_request *die,
                  const struct trace *so_far, struct text *out)
{
    double dodge = counted(inputs, "dodge");
    if (strcmp(die->label, "accuracy") == 0) {
        /* Less can hit too, when the defender's number is lower still. */
        int hits = percentile_of(dodge, accuracy_of(inputs));
        needed(inputs, out);
        if (hits > 1 && hits <= 100) {
            text_add(out, "; %d%s always hits, below that dodge decides", hits,
                     hits < 100 ? "+" : "");
        } else {
            text_add(out, hits == 1 ? "; always a hit" : "; dodge decides");
        }
    } else if (strcmp(die->label, "dodge") == 0) {
        /* A number equal to the attacker's is not enough to escape. */
        int escapes = percentile_of(rolled(so_far), dodge);
        escapes += (escapes - 0.5) / 100 * dodge <= rolled(so_far) ? 1 : 0;
        text_add(out, escapes > 100 ? "always a hit" : "%d%s escapes", escapes,
                 escapes < 100 ? "+" : "");
    } else if (die->high == 100) {
        text_add(out, "two d%%, averaged");
    }
}

/* ---- paths ----------------------------------------------------------------------------- */

/* An obstacle stops the shot one cell before it (Targeting). */
static bool stop_before(struct decision *decision, struct listing *listing, int obstacle)
{
    enum { CELL };
    for (int i = 0; i < listing->rows; i++) {
        if (listing->value[i][CELL] == obstacle) {
            listing->rows = i;
        }
    }
    if (listing->rows == 0) {
        decision_wrong(decision, "obstacle=%d: that is the shooter's own cell", obstacle);
    }
    return decision_goes_on(decision);
}

/* The cells of a shot, and where it ends. */
static void decide_path(struct decision *decision, const struct command *command)
{
    struct listing listing;
    int obstacle;
    if (!option_number(decision, command, "obstacle", (struct number_range){0, CELLS_MAX}, -1,
                       &obstacle) ||
        !generic_list(decision, command, &listing)) {
        return;
    }
    int all = listing.rows;
    if (!stop_before(decision, &listing, obstacle)) {
        return;
    }
    generic_tell_list(decision, command, &listing);
    const int *last = listing.value[listing.rows - 1];
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "targeting",
                 "the shot %s cell %d: row %d, column %d from the shooter",
                 listing.rows < all ? "is stopped at" : "reaches", last[0], last[1], last[2]);
}

/* ---- the procedure --------------------------------------------------------------------- */

static bool is_surprised(const struct state *state, int id)
{
    return state_value(state, id, surprised_field(state), 0) != 0;
}

static void seen(const struct state *state, int id, struct text *out)
{
    if (is_surprised(state, id)) {
        text_add_item(out, "surprised");
    }
}

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    generic_describe(state, id,
                     is_surprised(state, id) ? &(struct generic_words){"surprised", "surprised"}
                                             : NULL,
                     out);
}

/* True when it has a value of its own, of any kind. */
static bool has(const struct state *state, int id, const char *name)
{
    const struct value_def *def =
        &state_system(state)->attributes[state_attribute(state, name) - FIELD_SYSTEM];
    TEXT_BUFFER(text, NAME_SIZE);
    return state_attribute_format(state, id, def, &text);
}

/* A hero's accuracy follows from level, weapon and strength (An example). */
static void facts(const struct state *state, int id, struct text *out)
{
    struct inputs inputs;
    struct error err;
    generic_facts(state, id, out);
    bool is_derived = has(state, id, "level") && !has(state, id, "accuracy");
    if (is_derived && generic_act_inputs(state, state_action(state, "attack"), &attack,
                                         (struct generic_pair){id, id}, &inputs, &err)) {
        text_add(out, "accuracy ");
        text_add_decimal(out, counted(&inputs, "accuracy"), 4);
        text_add(out, ", by level and weapon\n");
    }
}

static const struct command_def commands[] = {
    COMMAND("attack", GENERIC_ACT, "opposed rolls, then damage less absorption",
            "test for successful attack", .decide = decide_attack, .act = "attack",
            .whom = WHOM_FOE),
    COMMAND("surprise", "WHO:combatants [off]",
            "just come into view: the next attack surprises (off)", "surprise attack",
            .decide = decide_surprise, .whom = WHOM_TARGET),
    COMMAND("path", "[obstacle=]", "the cells of a shot: path dx=15 dy=8 obstacle=53",
            "targeting", .decide = decide_path, .act = "path"),
};

static const struct listed_option options[] = {
    {"", "obstacle", {OPTION_TAKES_NUMBER, .help = "the cell that stops it"}},
    {0},
};

static const struct key_def keys[] = {
    {"Z", "surprise %w", "surprise", "the target or the chosen just came into view", "out"},
    {"F3 Q", "path", "path", "the cells of a shot", "@clear"},
    {0},
};

static const struct condition_def conditions[] = {
    {.name = "asleep", .help = "an attack on it is a surprise", .forms = "sleeping"},
    {.name = "paralysed", .help = "an attack on it is a surprise", .forms = "paralyzed"},
    {.name = "wandering", .help = "an attack on it is a surprise"},
    {.name = "fury",
     .help = "its damage x 1.5, before absorption",
     .forms = "furious",
     .lets_act = true},
    GENERIC_CONDITIONS,
};

const struct procedure pixel_dungeon_procedure;
const struct procedure pixel_dungeon_procedure = {
    GENERIC_SLOTS_BUT_SETTINGS,
    .settings = settings,
    .settings_count = SETTINGS,
    GENERIC_EFFECT_SLOTS,
    GENERIC_CREATURE_SLOTS,
    .conditions = conditions,
    .conditions_count = (int)(sizeof conditions / sizeof conditions[0]),
    .system = "pixel-dungeon",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .describe = describe,
    .seen = seen,
    .facts = facts,
    .usual_act = usual_act,
    .needed = needed,
    .asked = asked,
    .pending = generic_pending,
    .pending_act = generic_no_pending_act,
    .give = generic_give,
    .keys = keys,
    .options = options,
    .plays = pixel_dungeon_plays,
    .choices = generic_choices,
    .assumptions = generic_assumptions,
};
