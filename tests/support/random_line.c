#include "support/random_line.h"

#include <string.h>

static const char *const names[] = {"goblin", "Ana", "wax rat", "Ünïcödé", "x", "#3"};
/* Words that some command knows, so that what lies behind them is reached as well. */
static const char *const words[] = {"0",       "2",           "5",      "9",        "shield",
                                    "riposte", "opportunity", "direct", "blind",    "shield-after",
                                    "deny",    "overspend",   "reach",  "henchman", "allow",
                                    "luck",    "spells",      "bow",    "sword",    "fireball",
                                    "ranged"};
static const char *const amounts[] = {"0", "1", "3", "7", "12", "1d6", "2d4+1", "-5", "999999", "d"};
static const char *const changes[] = {"-3", "+2", "=4", "t5", "-1d6", "=0", "-999", "t", "4"};
static const char *const descriptions[] = {
    "name=Bo", "name=\"wax rat 2\"", "hidden=yes", "hidden=no", "traits=\"shield, reach 2\"",
    "traits=-", "conditions=\"prone, blind 2\"", "conditions=-", "note=\"holds the key\"",
    "note=-", "hp=-", "hp_max=-", "group=-", "damage=-", "level=-"};
static const char *const numbers[] = {"0", "1", "2", "5", "9", "20", "-3", "101", "many"};

#define PICK(array) ((array)[draws_between(draws, 0, (int)(sizeof(array) / sizeof((array)[0])) - 1)])

static void add_someone(struct text *out, struct draws *draws, const struct state *state)
{
    int id = state->count == 0 ? 0 : draws_between(draws, 1, state->count);
    if (id == 0 || !state_is_present(state, id) || draws_between(draws, 1, 30) == 1) {
        text_add(out, "nobody");
        return;
    }
    combatant_word(state, id, out);
}

static void add_argument(struct text *out, struct draws *draws, const struct argument_def *def,
                         const struct state *state)
{
    text_add(out, " ");
    int choices = 0;
    switch (def->kind) {
    case ARGUMENT_COMBATANT:
        add_someone(out, draws, state);
        break;
    case ARGUMENT_COMBATANTS:
        if (draws_between(draws, 1, 10) == 1) {
            text_add(out, "*");
            break;
        }
        add_someone(out, draws, state);
        break;
    case ARGUMENT_NUMBER:
        text_add(out, "%s", PICK(amounts));
        break;
    case ARGUMENT_CHANGE:
        text_add(out, "%s", PICK(changes));
        break;
    case ARGUMENT_NAME:
        if (draws_between(draws, 0, 1)) {
            text_add(out, "%s of the West", PICK(words));
            break;
        }
        text_add(out, "\"%s\"", PICK(names));
        break;
    case ARGUMENT_WORD:
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

static void add_option(struct text *out, struct draws *draws, const char *name,
                       const struct state *state)
{
    switch (draws_between(draws, 1, 4)) {
    case 1:
        text_add(out, " %s", name);
        break;
    case 2:
        text_add(out, " %s=", name);
        add_someone(out, draws, state);
        break;
    default:
        text_add(out, " %s=%s", name, PICK(numbers));
        break;
    }
}

void random_line(struct text *out, struct draws *draws, const struct command_def *const *defs,
                 int count, const struct state *state)
{
    const struct command_def *def;
    do {
        def = defs[draws_between(draws, 0, count - 1)];
    } while (def->decide == NULL);
    /* A fight needs people: the table is filled first, and again when it has grown empty. */
    int there = 0;
    for (int id = 1; id <= state->count; id++) {
        there += state_is_in(state, id) ? 1 : 0;
    }
    bool is_empty = there < 6 && state->count < COMBATANTS_MAX / 2;
    for (int i = 0; is_empty && i < count; i++) {
        def = strcmp(defs[i]->name, "add") == 0 ? defs[i] : def;
    }
    text_add(out, "%s%s", draws_between(draws, 1, 4) == 1 ? "ruling " : "", def->name);
    for (int i = 0; i < def->arguments_count; i++) {
        if (def->arguments[i].is_optional && draws_between(draws, 1, 3) == 1) {
            break;
        }
        add_argument(out, draws, &def->arguments[i], state);
    }
    int options = 0;
    while (command_option_name(def, options) != NULL) {
        options++;
    }
    for (int i = 0; i < options; i++) {
        const char *name = command_option_name(def, i);
        if (strcmp(name, "*") == 0) {
            add_any_options(out, draws, state);
        } else if (draws_between(draws, 1, options + 2) == 1) {
            add_option(out, draws, name, state);
        }
    }
    for (int i = draws_between(draws, 0, 3); i > 0 && def->takes_dice; i--) {
        text_add(out, " %d", draws_between(draws, 1, 8));
    }
}
