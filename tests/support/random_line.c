#include "support/random_line.h"

#include <string.h>

#include "games/games.h"
#include "tracker/library.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

static const char *const names[] = {"goblin", "Ana", "wax rat", "Ünïcödé", "x", "#3"};
/* Words that some command knows, so that the code behind them is reached too. */
static const char *const words[] = {
    "0",       "2",           "5",      "9",        "shield",
    "riposte", "opportunity", "direct", "blind",    "shield-after",
    "deny",    "overspend",   "reach",  "henchman", "own",
    "luck",    "spells",      "bow",    "sword",    "fireball",
    "ranged"};
static const char *const amounts[] = {"0",   "1",     "3",  "7",      "12",
                                      "1d6", "2d4+1", "-5", "999999", "d"};
static const char *const changes[] = {"-3", "+2", "=4", "t5", "-1d6", "=0", "-999", "t", "4"};
/* What counters run at their ends. */
static const char *const lines[] = {"add goblin hp=1d6",
                                    "next",
                                    "damage #1 2d4",
                                    "note it is dark",
                                    "counter-run torch",
                                    "counter torch 2 per=act then=next",
                                    "undo",
                                    "hp #2",
                                    "ruling attack #1"};
static const char *const descriptions[] = {"name=Bo",
                                           "name=\"wax rat 2\"",
                                           "hidden=yes",
                                           "hidden=no",
                                           "traits=\"shield, reach 2\"",
                                           "traits=-",
                                           "conditions=\"prone, blind 2\"",
                                           "conditions=\"own torn arm, blinded\"",
                                           "conditions=-",
                                           "hp=+2",
                                           "note=\"holds the key\"",
                                           "note=-",
                                           "hp=-",
                                           "hp_max=-",
                                           "group=-",
                                           "damage=-",
                                           "level=-"};
static const char *const counts[] = {"1", "2", "0/2", "/3", "1d3", "0", "7/5"};
static const char *const numbers[] = {"0", "1", "2", "5", "9", "20", "-3", "101", "many"};

#define PICK(array)                                                                            \
    ((array)[draws_between(draws, 0, (int)(sizeof(array) / sizeof((array)[0])) - 1)])

static void add_someone(struct text *out, struct draws *draws, const struct state *state)
{
    int id = state->count == 0 ? 0 : draws_between(draws, 1, state->count);
    if (id == 0 || !state_is_present(state, id) || draws_between(draws, 1, 30) == 1) {
        text_add(out, "nobody");
        return;
    }
    combatant_word(state, id, out);
}

/* The usual target of a command: foes are attacked, and most others are for characters. */
static void add_somebody_fit(struct text *out, struct draws *draws, const char *command,
                             const struct state *state)
{
    bool is_for_foes = strcmp(command, "attack") == 0 || strcmp(command, "cast") == 0 ||
                       strcmp(command, "wait") == 0 || strcmp(command, "morale") == 0;
    int id = 0;
    for (int tries = 0; tries < 8 && id == 0 && state->count > 0; tries++) {
        int other = draws_between(draws, 1, state->count);
        bool is_foe = state_value(state, other, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
        id = state_is_in(state, other) && is_foe == is_for_foes ? other : 0;
    }
    if (id != 0 && draws_between(draws, 0, 3) > 0) {
        combatant_word(state, id, out);
    } else {
        add_someone(out, draws, state);
    }
}

static void add_argument(struct text *out, struct draws *draws, const struct argument_def *def,
                         const char *command, const struct state *state)
{
    text_add(out, " ");
    int choices = 0;
    switch (def->kind) {
    case ARGUMENT_COMBATANT:
        add_somebody_fit(out, draws, command, state);
        break;
    case ARGUMENT_COMBATANTS:
        if (draws_between(draws, 1, 10) == 1) {
            text_add(out, "*");
            break;
        }
        add_somebody_fit(out, draws, command, state);
        break;
    case ARGUMENT_NUMBER:
        text_add(out, "%s", PICK(amounts));
        break;
    case ARGUMENT_CHANGE:
        text_add(out, "%s", PICK(changes));
        break;
    case ARGUMENT_NAME:
        if ((strncmp(command, "counter", 7) == 0 || strcmp(command, "tick") == 0)) {
            text_add(out, "%s", PICK(counts));
            break;
        }
        if (draws_between(draws, 0, 1)) {
            text_add(out, "%s of the West", PICK(words));
            break;
        }
        text_add(out, "\"%s\"", PICK(names));
        break;
    case ARGUMENT_WORD:
        if (def->words == WORDS_COUNTER && state->counters > 0) {
            text_add(out, "%d", draws_between(draws, 1, state->counters));
            break;
        }
        text_add(out, "\"%s\"", draws_between(draws, 0, 1) ? PICK(words) : PICK(names));
        break;
    case ARGUMENT_CHOICE:
        while (def->choices[choices] != NULL) {
            choices++;
        }
        text_add(out, "%s", def->choices[draws_between(draws, 0, choices - 1)]);
        break;
    case ARGUMENT_TEXT:
        text_add(out, "some words / bribe 5 each / fight / flee / quest / puzzle");
        break;
    }
}

/* A value for an attribute of the system, within its range. */
static void add_attribute(struct text *out, struct draws *draws, const struct system *system)
{
    const struct value_def *def =
        &system->attributes[draws_between(draws, 0, system->attributes_count - 1)];
    int choices = 0;
    text_add(out, " %s=", def->name);
    if (def->kind == VALUE_DICE) {
        text_add(out, "1d8");
    } else if (def->kind == VALUE_SPAN) {
        text_add(out, "%d-9", draws_between(draws, 0, 9));
    } else if (def->kind == VALUE_CHOICE) {
        while (def->choices[choices] != NULL) {
            choices++;
        }
        text_add(out, "%s", def->choices[draws_between(draws, 0, choices - 1)]);
    } else if (def->kind == VALUE_FLAG) {
        text_add(out, "%s", draws_between(draws, 0, 1) ? "yes" : "no");
    } else {
        int high = def->high < 20 ? def->high : 20;
        text_add(out, "%d", draws_between(draws, def->low > 0 ? def->low : 0, high));
    }
}

static void add_any_options(struct text *out, struct draws *draws, const struct state *state)
{
    for (int i = draws_between(draws, 0, 4); i > 0; i--) {
        add_attribute(out, draws, state_system(state));
    }
    if (draws_between(draws, 0, 1)) {
        text_add(out, " side=%s", draws_between(draws, 0, 1) ? "party" : "foes");
    }
    if (draws_between(draws, 0, 2) > 0) {
        text_add(out, " hp=%s", PICK(amounts));
    }
    if (draws_between(draws, 0, 3) == 0) {
        text_add(out, " %s", PICK(descriptions));
    }
    if (draws_between(draws, 0, 5) == 0) {
        text_add(out, " group=");
        add_someone(out, draws, state);
    }
}

/* Whether the game has records of the kind before "=". */
static bool has_kind(const struct procedure *procedure, const char *record)
{
    size_t n = strcspn(record, "=");
    for (int i = 0; i < procedure->kinds_count; i++) {
        const char *name = procedure->kinds[i].name;
        if (strlen(name) == n && memcmp(name, record, n) == 0) {
            return true;
        }
    }
    return false;
}

/* A record that ships with the system: without them few of its commands are ever valid. */
static void add_record(struct text *out, struct draws *draws, const struct state *state)
{
    static const char *const records[] = {
        "class=halfling level=2", "class=wizard",    "class=cleric",    "class=barbarian",
        "class=warrior level=5",  "foe=wax-rats",    "foe=drain-eels",  "foe=mirror-stag",
        "foe=hollow-abbot",       "foe=thorn-imps",  "foe=well-spider", "foe=furnace-spirit",
        "class=wizzard",          "foe=needle-moths"};
    const char *record = PICK(records);
    if (has_kind(games_find(state_system(state)), record) && draws_between(draws, 0, 4) > 0) {
        text_add(out, " %s", record);
    } else {
        add_any_options(out, draws, state);
    }
}

/* A word of a combatant: an item, an ability, a condition. */
static void add_mark(struct text *out, struct draws *draws, const struct state *state)
{
    const struct effect *effect =
        state->effects > 0 ? &state->effect[draws_between(draws, 0, state->effects - 1)] : NULL;
    text_add(out, "\"%s\"",
             effect != NULL && effect->label[0] != '\0' ? effect->label : PICK(words));
}

static void add_option(struct text *out, struct draws *draws, const struct command_def *def,
                       const char *name, const struct state *state)
{
    struct option_about about =
        option_about(games_find(state_system(state)), state_system(state), def, name);
    int choices = 0;
    text_add(out, " %s", name);
    if (about.takes == OPTION_TAKES_FLAG && draws_between(draws, 0, 3) > 0) {
        return;
    }
    text_add(out, "=");
    if (about.takes == OPTION_TAKES_COMBATANT || about.takes == OPTION_TAKES_COMBATANTS) {
        add_someone(out, draws, state);
    } else if (about.takes == OPTION_TAKES_WORDS) {
        while (about.words[choices] != NULL) {
            choices++;
        }
        text_add(out, "%s", about.words[draws_between(draws, 0, choices - 1)]);
    } else if (about.takes == OPTION_TAKES_TEXT && strcmp(name, "then") == 0) {
        text_add(out, "\"%s\"", PICK(lines));
    } else if (about.takes == OPTION_TAKES_TEXT) {
        add_mark(out, draws, state);
    } else {
        text_add(out, "%s", PICK(numbers));
    }
}

static void add_arguments(struct text *out, struct draws *draws, const struct command_def *def,
                          const struct state *state)
{
    if (strcmp(def->name, "add") == 0) {
        text_add(out, " %s", draws_between(draws, 0, 3) == 0 ? "2 " : "");
        text_add(out, "\"%s\"", PICK(names));
        return;
    }
    for (int i = 0; i < def->arguments_count; i++) {
        if (def->arguments[i].is_optional && draws_between(draws, 1, 3) == 1) {
            break;
        }
        if (def->arguments[i].kind == ARGUMENT_WORD && draws_between(draws, 0, 1)) {
            text_add(out, " ");
            add_mark(out, draws, state);
        } else {
            add_argument(out, draws, &def->arguments[i], def->name, state);
        }
    }
}

static void add_options(struct text *out, struct draws *draws, const struct command_def *def,
                        const struct state *state)
{
    int options = 0;
    while (command_option_name(def, options) != NULL) {
        options++;
    }
    for (int i = 0; i < options; i++) {
        const char *name = command_option_name(def, i);
        if (strcmp(name, "*") == 0 && strcmp(def->name, "add") == 0) {
            add_record(out, draws, state);
        } else if (strcmp(name, "*") == 0) {
            add_any_options(out, draws, state);
        } else if (draws_between(draws, 1, 2 * options + 2) == 1) {
            add_option(out, draws, def, name, state);
        }
    }
}

/* One of those that keep a fight going, which this game may not have: then another one. */
static const struct command_def *pick_act(struct draws *draws,
                                          const struct command_def *const *defs, int count)
{
    static const char *const acts[] = {"attack",  "defend", "next",   "save",   "cast", "wait",
                                       "counter", "damage", "attack", "defend", "next"};
    enum { TRIES = 12 };
    for (int tries = 0; tries < TRIES; tries++) {
        const char *wanted = PICK(acts);
        for (int i = 0; i < count; i++) {
            if (strcmp(defs[i]->name, wanted) == 0) {
                return defs[i];
            }
        }
    }
    return NULL;
}

/* Commands that keep a fight going are drawn as often as all others together, however many
 * commands there are. */
static const struct command_def *pick(struct draws *draws,
                                      const struct command_def *const *defs, int count)
{
    const struct command_def *def =
        draws_between(draws, 0, 1) ? pick_act(draws, defs, count) : NULL;
    bool is_end;
    if (def != NULL) {
        return def;
    }
    do {
        def = defs[draws_between(draws, 0, count - 1)];
        /* An encounter that has ended is a short one. */
        is_end = strcmp(def->name, "flee") == 0 || strcmp(def->name, "withdraw") == 0 ||
                 strcmp(def->name, "out") == 0 || strcmp(def->name, "remove") == 0;
    } while (is_end && draws_between(draws, 0, 5) > 0);
    return def;
}

void random_line(struct text *out, struct draws *draws, const struct command_def *const *all,
                 int all_count, const struct state *state)
{
    /* Those of the application itself are none: so the lines are the same when one comes. */
    const struct command_def *defs[COMMANDS_MAX];
    int count = 0;
    for (int i = 0; i < all_count; i++) {
        defs[count] = all[i];
        count += all[i]->decide != NULL ? 1 : 0;
    }
    const struct command_def *def = pick(draws, defs, count);
    /* A fight needs combatants: the table is filled first, and again when it has become
     * empty. */
    int there = 0;
    for (int id = 1; id <= state->count; id++) {
        there += state_is_in(state, id) ? 1 : 0;
    }
    /* Nor can be counted where there is no counter. */
    bool has_none = (strncmp(def->name, "counter", 7) == 0 || strcmp(def->name, "tick") == 0) &&
                    state->counters == 0;
    for (int i = 0; has_none && i < count; i++) {
        def = strcmp(defs[i]->name, "counter") == 0 ? defs[i] : def;
    }
    bool is_empty = there < 6 && state->count < COMBATANTS_MAX / 2;
    for (int i = 0; is_empty && i < count; i++) {
        def = strcmp(defs[i]->name, "add") == 0 ? defs[i] : def;
    }
    text_add(out, "%s%s", draws_between(draws, 1, 4) == 1 ? "ruling " : "", def->name);
    add_arguments(out, draws, def, state);
    add_options(out, draws, def, state);
    /* Missing dice are rolled or asked for. */
    for (int i = draws_between(draws, -4, 2); i > 0 && def->takes_dice; i--) {
        text_add(out, " %d", draws_between(draws, 1, 8));
    }
}
