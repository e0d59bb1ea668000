#include "games/four_against_darkness/danger.h"

#include <string.h>

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/said.h"
#include "games/four_against_darkness/saves.h"
#include "games/four_against_darkness/settings.h"
#include "resolver/odds.h"

/* More Life than this is far from 0: then nothing is shown. */
enum { LIFE_MAX = 400, WAYS_MAX = 32 };

/* The outcomes of a defence, in the order of its action. */
enum { DEFENCE_BLOCKS, DEFENCE_DAMAGE };

/* A character after some of the pending rolls: the chances of each Life, twice. */
struct course {
    const struct state *state;
    struct arena *memory;
    int id;
    int life; /* at the start */
    /* At 0 Life it stays there. */
    double falls[LIFE_MAX + 1];
    /* At 0 Life it makes a lethal save: index 0 is dead, a survivor has 1 Life. */
    double dies[LIFE_MAX + 1];
    struct error err;
};

/* One outcome of an attack or a save: its damage, and then the damage of what the hit calls
 * for. */
struct way {
    int first, second;
    double mass;
};

/* All outcomes of one attack or save, and the chances that the lethal save at 0 Life fails
 * after the first and after the second damage. */
struct ways {
    struct way way[WAYS_MAX];
    int count;
    double fatal[2];
    /* The second damage comes after the lethal save for the first, for a survivor; otherwise it
     * is part of the first. */
    bool comes_later;
};

/* The damage that takes a character to 0 Life: the first; the second; the first, with the
 * second still to come. */
enum { FALLS_FIRST, FALLS_SECOND, FALLS_WITH_MORE, FALLS };

/* ---- the chances of one roll ----------------------------------------------------------- */

/* The chance that a save of this kind against this level fails; below 0 when it is unknown. */
static double chance_to_fail(struct course *course, int foe, struct str kind, int level)
{
    struct said said;
    struct inputs inputs;
    struct odds odds;
    size_t mark = course->memory->used;
    said_begin(&said, ROLL_SAVE, course->id, foe);
    said_word(&said, kind);
    if (!rolls_save(course->state, level, &inputs, &course->err) ||
        !said_finish(course->state, &said, &inputs, &course->err) ||
        odds_of(&odds, &inputs, course->memory, &course->err) != STATUS_OK) {
        return -1;
    }
    course->memory->used = mark;
    return 1 - odds.chance[0];
}

/* The chance to die at 0 Life from a source of this level. */
static double chance_to_die(struct course *course, int level)
{
    bool is_saved = table_rule(course->state, "lethal_save", "survives") && level > 0;
    return is_saved ? chance_to_fail(course, 0, str_of("lethal"), level) : 1;
}

/* ---- what happens to the character ----------------------------------------------------- */

/* Applies the outcomes of one roll to the chances of each Life; `fallen` gets the mass that
 * reaches 0, by the damage that takes it there. */
static void take(double chance[LIFE_MAX + 1], const struct ways *ways, int life,
                 double fallen[FALLS])
{
    double after[LIFE_MAX + 1] = {chance[0]};
    memset(fallen, 0, FALLS * sizeof fallen[0]);
    for (int now = 1; now <= life; now++) {
        for (int i = 0; i < ways->count && chance[now] > 0; i++) {
            const struct way *way = &ways->way[i];
            double mass = chance[now] * way->mass;
            int left = now - way->first;
            if (left <= 0) {
                fallen[way->second > 0 && ways->comes_later ? FALLS_WITH_MORE : FALLS_FIRST] +=
                    mass;
            } else if (left - way->second <= 0) {
                fallen[FALLS_SECOND] += mass;
            } else {
                after[left - way->second] += mass;
            }
        }
    }
    memcpy(chance, after, sizeof after);
}

/* Advances both. A survivor at 1 Life with damage still to come reaches 0 by it once more. */
static void suffer_ways(struct course *course, const struct ways *ways)
{
    double fallen[FALLS];
    double dies_once = ways->fatal[0], dies_of_more = ways->fatal[1];
    double dies[FALLS] = {dies_once, dies_of_more, dies_once + (1 - dies_once) * dies_of_more};
    take(course->falls, ways, course->life, fallen);
    for (int i = 0; i < FALLS; i++) {
        course->falls[0] += fallen[i];
    }
    take(course->dies, ways, course->life, fallen);
    for (int i = 0; i < FALLS; i++) {
        course->dies[0] += fallen[i] * dies[i];
        course->dies[1] += fallen[i] * (1 - dies[i]);
    }
}

static int damage_of(const struct threat *threat)
{
    return threat->is_death ? LIFE_MAX + 1 : threat->damage;
}

/* The chance that this threat comes true; below 0 when it is unknown. */
static double chance_of_threat(struct course *course, int foe, const struct threat *threat)
{
    return threat->level > 0 ? chance_to_fail(course, foe, threat->kind, threat->level) : 1;
}

static double fatal_of_threat(struct course *course, const struct threat *threat)
{
    return threat->is_death ? 1 : chance_to_die(course, threat->source_level);
}

/* A pending save. False when its chances are unknown. */
static bool suffer_save(struct course *course, int foe, const struct threat *threat)
{
    double chance = chance_of_threat(course, foe, threat);
    double fatal = fatal_of_threat(course, threat);
    struct ways ways = {.way = {{0, 0, 1 - chance}, {damage_of(threat), 0, chance}},
                        .count = 2,
                        .fatal = {fatal, 1}};
    if (chance < 0 || fatal < 0) {
        return false;
    }
    suffer_ways(course, &ways);
    return true;
}

/* The defence against this foe: the first one of the encounter has words of its own. */
static bool defence_odds(struct course *course, int foe, bool is_first, struct odds *out)
{
    struct said said;
    struct inputs inputs;
    const char *running = course_running(course->state);
    said_begin(&said, ROLL_DEFENCE, course->id, foe);
    said_word(&said, str_of(is_first ? "first-defence" : ""));
    said_word(&said, str_of(running != NULL ? running : ""));
    return rolls_defence(course->state, foe, &inputs, &course->err) &&
           said_finish(course->state, &said, &inputs, &course->err) &&
           odds_of(out, &inputs, course->memory, &course->err) == STATUS_OK;
}

/* The effect of the attack alone; a character who cannot defend takes all of it. */
static bool ways_of_attack(struct course *course, int foe, bool is_first, struct ways *out)
{
    struct odds odds;
    if (is_helpless(course->state, course->id)) {
        out->way[0] = (struct way){state_value(course->state, foe, DAMAGE, 1), 0, 1};
        out->count = 1;
        return true;
    }
    if (!defence_odds(course, foe, is_first, &odds)) {
        return false;
    }
    const struct odds_numbers *numbers = &odds.numbers[DEFENCE_DAMAGE];
    for (int i = 0; i < numbers->count && i < WAYS_MAX / 2; i++) {
        out->way[i] = (struct way){(int)numbers->value[i], 0, numbers->mass[i]};
    }
    out->count = numbers->count;
    return out->count <= WAYS_MAX / 2;
}

/* Splits each outcome that hits in two: the save it calls for succeeds or fails. */
static bool add_threat(struct course *course, int foe, struct ways *ways)
{
    struct threat threat;
    const char *on_hit = special_find(course->state, foe, "on_hit");
    if (on_hit == NULL || !harm_threat_of_hit(course->state, foe, on_hit, &threat)) {
        return true;
    }
    double chance = chance_of_threat(course, foe, &threat);
    ways->fatal[1] = fatal_of_threat(course, &threat);
    ways->comes_later = threat.level > 0 || threat.is_death;
    for (int i = 0, count = ways->count; i < count; i++) {
        struct way *way = &ways->way[i];
        if (way->first > 0) {
            ways->way[ways->count++] =
                (struct way){way->first, damage_of(&threat), way->mass * chance};
            way->mass *= 1 - chance;
        }
    }
    return chance >= 0 && ways->fatal[1] >= 0;
}

/* One attack, and what its hit calls for. */
static bool suffer_attack(struct course *course, int foe, bool is_first)
{
    size_t mark = course->memory->used;
    struct ways ways = {.fatal = {1, 1}};
    ways.fatal[0] = chance_to_die(course, state_value(course->state, foe, LEVEL, 1));
    bool is_known = ways.fatal[0] >= 0 && ways_of_attack(course, foe, is_first, &ways) &&
                    add_threat(course, foe, &ways);
    if (is_known) {
        suffer_ways(course, &ways);
    }
    course->memory->used = mark;
    return is_known;
}

/* ---- all of it ------------------------------------------------------------------------- */

/* The attacks in the order in which they are settled; returns their number, -1 when the chances
 * of one are unknown. */
static int suffer_attacks(struct course *course)
{
    const struct state *state = course->state;
    const struct effect *effect = NULL;
    bool is_first = !state_has_effect(state, FOUR_DEFENDED, course->id, 0);
    int attacks = 0;
    while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, course->id, ANYBODY)) !=
           NULL) {
        for (int i = 0; foes_attack_counts(state, effect) && i < effect->amount; i++) {
            if (!suffer_attack(course, effect->object, is_first)) {
                return -1;
            }
            is_first = false;
            attacks++;
        }
    }
    return attacks;
}

/* The pending saves that matter for Life; returns their number, -1 as above. */
static int suffer_saves(struct course *course)
{
    const struct state *state = course->state;
    const struct effect *effect = NULL;
    int saves = 0;
    while ((effect = state_effect(state, effect, FOUR_SAVE_DUE, course->id, ANYBODY)) != NULL) {
        struct threat threat;
        for (int i = 0; harm_threat_of_save(effect, &threat) && i < save_times(state, effect);
             i++) {
            if (!suffer_save(course, effect->object, &threat)) {
                return -1;
            }
            saves++;
        }
    }
    return saves;
}

static void tell(const struct course *course, int attacks, int saves, struct together *out)
{
    const struct state *state = course->state;
    struct text text = text_over(out->what, sizeof out->what);
    if (attacks > 0) {
        text_add(&text, "%d attack%s", attacks, attacks == 1 ? "" : "s");
    }
    if (saves > 0) {
        text_add(&text, "%s%d save%s", attacks > 0 ? ", " : "", saves, saves == 1 ? "" : "s");
    }
    text_add(&text, " due");
    out->count = attacks + saves;
    text_format(out->chance[0].name, sizeof out->chance[0].name, "to 0 %s",
                state_system(state)->hit_points);
    out->chance[0].is_fall = true;
    out->chance[0].value = course->falls[0];
    out->chances = 1;
    if (table_rule(state, "lethal_save", "survives") && course->falls[0] > 0 &&
        !harm_captures(state)) {
        text_format(out->chance[1].name, sizeof out->chance[1].name, "dead");
        out->chance[1].value = course->dies[0];
        out->chances = 2;
    }
}

bool danger_together(const struct state *state, int id, struct arena *memory,
                     struct together *out)
{
    struct course course = {.state = state, .memory = memory, .id = id};
    course.life = state_value(state, id, FIELD_HP, 0);
    course.life += state_value(state, id, FIELD_HP_TEMPORARY, 0);
    *out = (struct together){.chances = 0};
    if (!is_character(state, id) || !is_standing(state, id) || course.life < 1 ||
        course.life > LIFE_MAX) {
        return false;
    }
    course.falls[course.life] = 1;
    course.dies[course.life] = 1;
    int saves = suffer_saves(&course);
    int attacks = saves >= 0 ? suffer_attacks(&course) : -1;
    if (attacks < 0 || attacks + saves == 0) {
        return false;
    }
    tell(&course, attacks, saves, out);
    return true;
}
