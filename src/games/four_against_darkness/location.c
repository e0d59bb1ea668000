/* Four Against Darkness at the table: where the fight is, and who can reach whom there
 * (Marching Order Effects). */
#include "games/four_against_darkness/location.h"

#include <string.h>

#include "base/utf8.h"
#include "games/four_against_darkness/combatant.h"
#include "tracker/options.h"

/* ---- ranks ----------------------------------------------------------------------------- */

/* Wandering monsters in a corridor come from behind: the ranks are reversed. */
static bool is_from_behind(const struct state *state)
{
    return situation_holds(state, "wandering") &&
           (situation_holds(state, "corridor") || situation_holds(state, "narrow"));
}

/* The number of ranks that fight hand to hand: two in a corridor, one in a narrow one, 0 for
 * all. */
static int ranks_in_melee(const struct state *state)
{
    return situation_holds(state, "narrow") ? 1 : situation_holds(state, "corridor") ? 2 : 0;
}

int location_abreast(const struct state *state)
{
    return ranks_in_melee(state);
}

int location_reach(const struct state *state, int ids[COMBATANTS_MAX])
{
    int count = marching_order(state, ids);
    int ranks = ranks_in_melee(state);
    if (ranks == 0 || ranks >= count) {
        return count;
    }
    if (is_from_behind(state)) {
        memmove(ids, ids + count - ranks, (size_t)ranks * sizeof ids[0]);
    }
    return ranks;
}

bool location_can_melee(const struct state *state, int id)
{
    int ids[COMBATANTS_MAX];
    int count = location_reach(state, ids);
    for (int i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

/* ---- the place ------------------------------------------------------------------------- */

const char *const location_words[] = {"room",     "corridor", "narrow",
                                      "grottoes", "caverns",  NULL};

/* The details of a place beside its kind. What the last two do is a house note, which `place`
 * says and takes off again. */
static const struct {
    const char *name, *off, *note;
} location_details[] = {
    {"dark", "dark=no", NULL},
    {"door", "door=no", NULL},
    {"wandering", "wandering=no", NULL},
    {"stalagmites", "stalagmites=no", "nothing explodes"},
    {"stalactites", "stalactites=no",
     "an attack with a two-handed weapon that explodes brings one down, 3 in 6"},
};

enum { LOCATION_DETAILS = sizeof location_details / sizeof location_details[0] };

/* False, with a wrong decision, when a detail is neither there nor not. */
static bool knows_details(struct decision *decision, const struct command *command)
{
    for (int i = 0; i < LOCATION_DETAILS; i++) {
        const char *name = location_details[i].name;
        const struct option *option = command_option(command, name);
        bool holds;
        if (option != NULL && option->value.p != NULL && !str_to_flag(option->value, &holds)) {
            decision_wrong(decision, "%s=%s: expected yes or no", name,
                           utf8_shown(option->value).text);
            return false;
        }
    }
    return true;
}

/* Kinds of places, then the details that can be changed. */
static void ask_for_location(struct decision *decision)
{
    struct question *question = decision_ask(decision, QUESTION_CHOICE, "where is the fight?");
    for (int i = 0; location_words[i] != NULL; i++) {
        question_offer(question, location_words[i], "");
    }
    for (int i = 0; i < LOCATION_DETAILS; i++) {
        bool holds = situation_holds(&decision->state, location_details[i].name);
        question_offer(question, holds ? location_details[i].off : location_details[i].name,
                       "");
    }
    question->rule = "marching order";
}

void location_say(const struct state *state, struct text *out)
{
    const char *dark = situation_holds(state, "dark") ? "dark" : "";
    for (int i = 0; location_words[i] != NULL; i++) {
        bool is_here = situation_holds(state, location_words[i]) && (i > 0 || dark[0] != '\0');
        if (is_here) {
            text_add(out, ", %s%s%s", dark, dark[0] != '\0' ? " " : "", location_words[i]);
            dark = "";
        }
    }
    if (dark[0] != '\0') {
        text_add(out, ", %s", dark);
    }
    if (situation_holds(state, "door")) {
        text_add(out, ", a door");
    }
    for (int i = 0; i < LOCATION_DETAILS; i++) {
        const char *name = location_details[i].name;
        if (location_details[i].note != NULL && situation_holds(state, name)) {
            text_add(out, ", %s", name);
        }
    }
}

/* A kind of place sets all details; without one only the named details change. */
void location_decide(struct decision *decision, const struct command *command)
{
    const struct argument *kind = &command->argument[0];
    if (!kind->is_given && command->options == 0) {
        ask_for_location(decision);
        return;
    }
    if (!knows_details(decision, command)) {
        return;
    }
    TEXT_BUFFER(text, 120);
    for (int i = 0; kind->is_given && location_words[i] != NULL; i++) {
        situation_set(decision, location_words[i], i == kind->choice);
    }
    for (int i = 0; i < LOCATION_DETAILS; i++) {
        const char *name = location_details[i].name;
        if (kind->is_given || command_option(command, name) != NULL) {
            situation_set(decision, name, option_flag(command, name, false));
        }
    }
    for (int i = 0; location_words[i] != NULL; i++) {
        text_add(&text, "%s",
                 situation_holds(&decision->state, location_words[i]) ? location_words[i] : "");
    }
    for (int i = 0; i < LOCATION_DETAILS; i++) {
        if (situation_holds(&decision->state, location_details[i].name)) {
            text_add_item(&text, location_details[i].name);
        }
    }
    struct event *event =
        decision->events > 0 ? decision_tell(decision, EVENT_NOTED, 0, 0) : NULL;
    decision_say(decision, event, "marching order", "the place: %s",
                 text.n > 0 ? text.p : "room");
    for (int i = 0; i < LOCATION_DETAILS && event != NULL; i++) {
        const char *name = location_details[i].name;
        if (location_details[i].note != NULL && situation_holds(&decision->state, name)) {
            event = decision_tell(decision, EVENT_NOTED, 0, 0);
            decision_say(decision, event, "environment", "%s: %s (a house note)", name,
                         location_details[i].note);
        }
    }
    decision_label(decision, "the place: %s", text.n > 0 ? text.p : "room");
}

static void add_word(const struct state *state, const char *word, struct text *out)
{
    if (situation_holds(state, word)) {
        text_add(out, "%s%s", out->n > 0 ? " " : "", word);
    }
}

void location_format(const struct state *state, int id, struct text *out)
{
    (void)id;
    for (int i = 0; location_words[i] != NULL; i++) {
        add_word(state, location_words[i], out);
    }
    for (int i = 0; i < LOCATION_DETAILS; i++) {
        add_word(state, location_details[i].name, out);
    }
}
