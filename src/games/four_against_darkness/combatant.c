/* Four Against Darkness at the table: combatants as the rules see them, the marching order and
 * the place of the fight, what holds for the whole encounter, and the table rules. */
#include "games/four_against_darkness/combatant.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/options.h"

/* ==== Table rules: where printed editions are known to differ. The first word of each is
 * the reading of the rules analysis and the default. */

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

const struct setting_def four_against_darkness_settings[TABLE_RULES] = {
    {.name = "attack_natural_1",
     .words = WORDS("misses", "plain"),
     .rule = "attack",
     .help = "a natural 1 on an attack or a spell"},
    {.name = "lethal_save",
     .words = WORDS("survives", "dead"),
     .rule = "save rolls",
     .help = "0 Life: a save to survive at 1, or dead"},
    {.name = "level_drop",
     .words = WORDS("half", "below-half"),
     .rule = "major foes",
     .help = "when a major foe's level drops: at half Life, or below"},
    {.name = "acrobat_defence",
     .words = WORDS("half", "full"),
     .rule = "defense bonuses",
     .help = "an acrobat's defence: half the level, or all of it"},
    {.name = "parry",
     .words = WORDS("plus-2", "plus-1"),
     .rule = "class abilities",
     .help = "what a parry adds to defence"},
    {.name = "panache",
     .words = WORDS("plus-2", "a-point"),
     .rule = "class abilities",
     .help = "panache adds 2 to defence, or 1 for each point"},
    {.name = "trick",
     .words = WORDS("plus-2", "none"),
     .rule = "class abilities",
     .help = "what a trick adds to defence"},
    {.name = "rage",
     .words = WORDS("plus-2", "dice-only"),
     .rule = "class abilities",
     .help = "rage: +2, three dice, double; or without the +2"},
    {.name = "hidden_strike",
     .words = WORDS("plus-2L", "triple-only"),
     .rule = "class abilities",
     .help = "hidden strike: +2L and triple, or triple alone"},
    {.name = "sworn_enemy",
     .words = WORDS("plus-2", "next-die"),
     .rule = "special class bonuses",
     .help = "against a sworn enemy: +2, or the next higher die"},
    {.name = "boss_extras",
     .words = WORDS("every", "final"),
     .rule = "boss foes",
     .help = "which bosses have the extras: every one, or the final"},
    {.name = "major_morale",
     .words = WORDS("never", "below-half"),
     .rule = "morale",
     .help = "when a major foe checks morale"},
    {.name = "surprise_shield",
     .words = WORDS("always", "wandering"),
     .rule = "combat state",
     .help = "no shield on a surprised first defence: always, or wandering"},
    {.name = "defence_explodes",
     .words = WORDS("yes", "no"),
     .rule = "defence",
     .help = "whether the defence die explodes"},
    {.name = "defence_natural_1",
     .words = WORDS("plain", "fails"),
     .rule = "defence",
     .help = "a natural 1 on a defence: as its total says, or it fails"},
    {.name = "dual_wield_explodes",
     .words = WORDS("yes", "no"),
     .rule = "explosion",
     .help = "whether a ranger's attacks with two weapons explode"},
    {.name = "blessing",
     .words = WORDS("re-roll", "removes-condition"),
     .rule = "traits & special abilities",
     .help = "a blessing re-rolls a failed save, or ends a condition"},
    {.name = "refresh",
     .words = WORDS("rest", "never", "adventure"),
     .rule = "class abilities",
     .help = "when luck, spells and uses come back; all but never: also before an adventure"},
};

bool table_rule(const struct state *state, const char *name, const char *value)
{
    const struct setting_def *def = four_against_darkness_settings;
    while (strcmp(def->name, name) != 0) {
        def++;
        CHECK(def < four_against_darkness_settings + TABLE_RULES);
    }
    return strcmp(def->words[setting_value_of(state, def)], value) == 0;
}

/* ==== Combatants and what holds for the whole encounter. */

/* ---- levels ---------------------------------------------------------------------------- */

int tier_of_level(int level)
{
    int tier = 1 + level / 5;
    return tier < 5 ? tier : 5;
}

int die_of_tier(int tier)
{
    static const int sides[] = {6, 8, 10, 12, 20};
    CHECK(tier >= 1);
    return sides[tier <= 5 ? tier - 1 : 4];
}

int explodes_from(int sides)
{
    return sides == 6 ? 6 : sides == 20 ? 10 : sides / 2 + 3;
}

int highest_level(const struct state *state)
{
    int highest = 1;
    for (int id = 1; id <= state->count; id++) {
        int level = state_value(state, id, LEVEL, 1);
        if (state_is_present(state, id) && level > highest &&
            state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            highest = level;
        }
    }
    return highest;
}

/* ---- what a combatant is --------------------------------------------------------------- */

const char *class_of(const struct state *state, int id)
{
    const struct effect *effect = state_effect(state, NULL, FOUR_CLASS, id, 0);
    return effect != NULL ? effect->label : "";
}

bool kind_is(const struct state *state, int id, struct str word)
{
    static const char *const kinds[] = {[FOE_VERMIN] = "vermin",
                                        [FOE_MINION] = "minion",
                                        [FOE_WEIRD] = "weird",
                                        [FOE_BOSS] = "boss"};
    if (!state_is_set(state, id, FOE)) {
        return false;
    }
    int kind = state_value(state, id, FOE, 0);
    return library_names_equal(word, str_of(kinds[kind])) ||
           library_names_equal(word, str_of(kind <= FOE_MINION ? "minor" : "major"));
}

bool row_says(const struct effect *effect)
{
    return effect->kind == EFFECT_CONDITION || effect->kind == EFFECT_CONDITION_ROUNDS ||
           effect->kind == EFFECT_CONDITION_START || effect->kind == EFFECT_CONDITION_END ||
           effect->kind == FOUR_CLASS || effect->kind == FOUR_SOME ||
           (effect->kind == EFFECT_TRAIT && effect->amount > 0);
}

bool row_is(const struct state *state, int id, struct str word)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect_of(state, effect, id)) != NULL) {
        if (row_says(effect) && library_names_equal(str_of(effect->label), word)) {
            return true;
        }
    }
    return kind_is(state, id, word);
}

const char *special_find(const struct state *state, int id, const char *head)
{
    size_t n = strlen(head);
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SPECIAL, id, 0)) != NULL) {
        if (strncmp(effect->label, head, n) == 0 && strncmp(effect->label + n, ": ", 2) == 0) {
            return effect->label + n + 2;
        }
    }
    return NULL;
}

bool row_hates(const struct state *state, int foe, int id)
{
    static const char head[] = "hates: ";
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SPECIAL, foe, 0)) != NULL) {
        struct str list = str_of(effect->label);
        if (strncmp(effect->label, head, sizeof head - 1) != 0) {
            continue;
        }
        list = (struct str){list.p + sizeof head - 1, list.n - (int)(sizeof head - 1)};
        for (struct str item; str_next_part(&list, ',', &item);) {
            if (row_is(state, id, item)) {
                return true;
            }
        }
    }
    return false;
}

bool is_character(const struct state *state, int id)
{
    return state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

bool is_minor(const struct state *state, int id)
{
    int kind = state_value(state, id, FOE, FOE_VERMIN);
    return kind == FOE_VERMIN || kind == FOE_MINION;
}

bool is_many(const struct state *state, int id)
{
    return !is_character(state, id) && is_minor(state, id);
}

bool is_standing(const struct state *state, int id)
{
    return state_is_in(state, id) && state_value(state, id, FIELD_HP, 1) > 0;
}

/* True when this state effect is such a condition. */
static bool makes_helpless(const struct effect *effect)
{
    static const char *const words[] = {"asleep", "sleeping", "paralysed", "bound"};
    for (size_t i = 0; condition_is(effect) && i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_any_case(str_of(effect->label), str_of(words[i]))) {
            return true;
        }
    }
    return false;
}

bool is_helpless(const struct state *state, int id)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect_of(state, effect, id)) != NULL) {
        if (makes_helpless(effect)) {
            return true;
        }
    }
    return false;
}

int bodies_of(const struct state *state, int id)
{
    return is_minor(state, id) ? state_value(state, id, COUNT, 1) : 1;
}

int attacks_of(const struct state *state, int foe)
{
    return state_value(state, foe, ATTACKS, 1);
}

int bodies_awake(const struct state *state, int foe)
{
    int awake = bodies_of(state, foe);
    const struct effect *effect = NULL;
    while ((effect = state_effect_of(state, effect, foe)) != NULL) {
        if (makes_helpless(effect)) {
            return 0;
        }
        awake -= effect->kind == FOUR_SOME && effect->object == 0 ? effect->amount : 0;
    }
    return awake > 0 ? awake : 0;
}

/* ---- the two sides --------------------------------------------------------------------- */

int foes_left(const struct state *state)
{
    int left = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id)) {
            left += bodies_of(state, id);
        }
    }
    return left;
}

int only_foe(const struct state *state)
{
    int only = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id)) {
            if (only != 0) {
                return 0;
            }
            only = id;
        }
    }
    return only;
}

static bool marches_before(const struct state *state, int a, int b)
{
    int first = state_value(state, a, POSITION, COMBATANTS_MAX);
    int second = state_value(state, b, POSITION, COMBATANTS_MAX);
    if (first != second) {
        return first < second;
    }
    return state_value(state, a, FIELD_ENTRY, a) < state_value(state, b, FIELD_ENTRY, b);
}

/* One who falls leaves the place to the next, so ranks are counted among those who stand. */
int marching_order(const struct state *state, int ids[COMBATANTS_MAX])
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (!is_character(state, id) || !is_standing(state, id)) {
            continue;
        }
        int at = count++;
        while (at > 0 && marches_before(state, id, ids[at - 1])) {
            ids[at] = ids[at - 1];
            at--;
        }
        ids[at] = id;
    }
    return count;
}

int standing_characters(const struct state *state)
{
    int ids[COMBATANTS_MAX];
    return marching_order(state, ids);
}

/* ---- the encounter --------------------------------------------------------------------- */

bool situation_holds(const struct state *state, const char *word)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SITUATION, 0, 0)) != NULL) {
        if (library_names_equal(str_of(effect->label), str_of(word))) {
            return true;
        }
    }
    return false;
}

void situation_set(struct decision *decision, const char *word, bool holds)
{
    const struct effect *effect =
        state_effect_labelled(&decision->state, FOUR_SITUATION, 0, 0, str_of(word));
    if (holds && effect == NULL) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SITUATION, 0, 0, str_of(word), 1);
    } else if (!holds && effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* ==== Where the fight is, and who can reach whom there (Marching Order Effects). */

/* ---- ranks ----------------------------------------------------------------------------- */

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
    /* Wandering monsters in a corridor come from behind: the ranks are reversed. */
    if (situation_holds(state, "wandering") &&
        (situation_holds(state, "corridor") || situation_holds(state, "narrow"))) {
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
        /* Kinds of places, then the details that can be changed. */
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "where is the fight?");
        for (int i = 0; location_words[i] != NULL; i++) {
            question_offer(question, location_words[i], "");
        }
        for (int i = 0; i < LOCATION_DETAILS; i++) {
            bool holds = situation_holds(&decision->state, location_details[i].name);
            question_offer(question, holds ? location_details[i].off : location_details[i].name,
                           "");
        }
        question->rule = "marching order";
        return;
    }
    /* False, with a wrong decision, when a detail is neither there nor not. */
    for (int i = 0; i < LOCATION_DETAILS; i++) {
        const char *name = location_details[i].name;
        const struct option *option = command_option(command, name);
        bool holds;
        if (option != NULL && option->value.p != NULL && !str_to_flag(option->value, &holds)) {
            decision_wrong(decision, "%s=%s: expected yes or no", name,
                           utf8_shown(option->value).text);
            return;
        }
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
