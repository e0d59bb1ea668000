/* Four Against Darkness played without a referee: spells.
 *
 * Spells are compared by the damage that they spare the party, in thousandths of a Life in each
 * round that is still to come: a foe that falls or sleeps does not attack, a protected
 * character is hit less often, and a blessed one helps the foes to fall. A spell is cast when
 * it spares more than the caster's attack would; the better, the more often. */
#include "games/four_against_darkness/plays_spells.h"

#include <string.h>

#include "games/four_against_darkness/abilities.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/location.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/plays_attacks.h"
#include "games/four_against_darkness/said.h"
#include "games/four_against_darkness/spells.h"

/* Half of the attacks hit, roughly. */
enum { HITS_OF_1000 = 500 };

/* ---- what a roll comes to -------------------------------------------------------------- */

/* Bodies of a group, Life of a major foe. */
static int left_of(const struct state *state, int foe)
{
    return is_minor(state, foe) ? bodies_of(state, foe) : state_value(state, foe, FIELD_HP, 1);
}

/* What this total does: floor(total / level), or the effect of a burst, before its limits. */
static int effect_of_total(const struct state *state, int foe, bool is_burst, int total)
{
    int level = state_value(state, foe, LEVEL, 1);
    level = level > 0 ? level : 1;
    return total < level                           ? 0
           : !is_burst                             ? total / level
           : is_minor(state, foe) && total > level ? total - level
                                                   : 1;
}

/* The mean effect, at most what is left, in thousandths; explosions are left out. A natural 1
 * misses. */
static int effect_of(const struct state *state, int foe, const struct breakdown *breakdown)
{
    int left = left_of(state, foe), sum = 0;
    for (int face = 2; face <= breakdown->die; face++) {
        int effect = effect_of_total(state, foe, breakdown->is_burst, face + breakdown->bonus) *
                     breakdown->multiplier;
        effect = breakdown->most >= 0 && effect > breakdown->most ? breakdown->most : effect;
        sum += effect < left ? effect : left;
    }
    return sum * 1000 / breakdown->die;
}

/* The chance that a spell works, in thousandths. */
static int works_of_1000(const struct state *state, int foe, const struct breakdown *breakdown)
{
    int level = state_value(state, foe, LEVEL, 1), faces = 0;
    for (int face = 2; face <= breakdown->die; face++) {
        faces += face + breakdown->bonus >= level ? 1 : 0;
    }
    return faces * 1000 / breakdown->die;
}

/* Damage in a round if all of its attacks hit. */
static int threat_of(const struct state *state, int foe)
{
    return attitude_fights(state, foe) ? bodies_awake(state, foe) * attacks_of(state, foe) *
                                             state_value(state, foe, DAMAGE, 1)
                                       : 0;
}

/* What is spared when so many thousandths of a body or a Life of this foe are gone. */
static int spared_by(const struct state *state, int foe, int effect)
{
    int left = left_of(state, foe);
    return left > 0 ? (int)((int64_t)effect * threat_of(state, foe) * HITS_OF_1000 /
                            ((int64_t)left * 1000))
                    : 0;
}

/* ---- the scene ------------------------------------------------------------------------- */

/* What spells are judged by. */
struct scene {
    const struct state *state;
    const struct player *player;
    int by;
    int aim;                            /* whom the caster would attack; 0: nobody */
    int threat;                         /* of all foes */
    int life;                           /* bodies and Life of all foes */
    int reach[COMBATANTS_MAX], reached; /* the characters whom foes can attack */
};

struct choice {
    const char *spell;
    int at, on; /* a foe, a character */
    int value;
};

static void look(struct scene *scene)
{
    const struct state *state = scene->state;
    int targets[COMBATANTS_MAX];
    int count = plays_targets(state, scene->player, scene->by, targets);
    scene->aim = player_aims(scene->player, state, scene->by, targets, count);
    for (int foe = 1; foe <= state->count; foe++) {
        if (attitude_fights(state, foe)) {
            scene->threat += threat_of(state, foe);
            scene->life += left_of(state, foe);
        }
    }
    scene->reached = location_reach(state, scene->reach);
}

/* Rounds to come, this one included: everybody takes about one body or Life a round, and the
 * last one takes longer. */
static int rounds_to_come(const struct scene *scene)
{
    int standing = standing_characters(scene->state);
    int rounds = 2 + scene->life / (standing > 0 ? standing : 1);
    return rounds < 6 ? rounds : 6;
}

/* What the caster's attack would spare. */
static int value_of_attack(const struct scene *scene)
{
    const struct state *state = scene->state;
    struct said said;
    struct breakdown breakdown;
    struct error err;
    char word[LABEL_SIZE];
    bool can_attack =
        course_can_fight(state, scene->by) ||
        (gear_at(state, scene->by, PLACE_HAND) != NULL &&
         gear_is_for_shots(state, scene->by, gear_at(state, scene->by, PLACE_HAND)->label));
    said_begin(&said, ROLL_ATTACK, scene->by, scene->aim);
    said_attack_moment(&said, state);
    return can_attack && !said_is_immune(state, &said.occasion, word) &&
                   modifiers_break_down(state, &said.occasion, &breakdown, &err)
               ? spared_by(state, scene->aim, effect_of(state, scene->aim, &breakdown))
               : 0;
}

/* ---- spells at foes -------------------------------------------------------------------- */

/* The bonus of the spell against this foe; false when it is immune. */
static bool spell_rolls(const struct scene *scene, const struct library_record *record, int foe,
                        bool strikes, struct breakdown *out)
{
    struct said said;
    struct error err;
    char word[LABEL_SIZE];
    said_begin(&said, ROLL_SPELL, scene->by, foe);
    spell_say(&said, record, record->name, strikes);
    return !said_is_immune(scene->state, &said.occasion, word) &&
           modifiers_break_down(scene->state, &said.occasion, out, &err);
}

static struct choice strike(const struct scene *scene, const struct library_record *record)
{
    struct choice choice = {.spell = record->name, .at = scene->aim};
    struct breakdown breakdown;
    if (choice.at != 0 && spell_rolls(scene, record, choice.at, true, &breakdown)) {
        choice.value =
            spared_by(scene->state, choice.at, effect_of(scene->state, choice.at, &breakdown));
    }
    return choice;
}

/* The bodies of a group that a spell reaches: all, or the mean of "bodies-d6+L". */
static int bodies_reached(const struct scene *scene, const struct library_record *record,
                          int foe)
{
    char dice[LABEL_SIZE];
    int bodies = bodies_awake(scene->state, foe);
    if (!ability_record_says(record, "bodies-", dice)) {
        return bodies;
    }
    char *level = strstr(dice, "+L");
    int added = level != NULL ? state_value(scene->state, scene->by, LEVEL, 1) : 0;
    struct dice_expr expr;
    int64_t low = 1, high = 1;
    if (level != NULL) {
        *level = '\0';
    }
    if (dice_expr_parse(&expr, str_of(dice), NULL) == STATUS_OK) {
        dice_expr_range(&expr, &low, &high);
    }
    int64_t mean = (low + high) / 2 + added;
    return mean < bodies ? (int)mean : bodies;
}

/* Whether nobody else of the party acts before the foes attack: who is attacked wakes. */
static bool is_last_to_act(const struct scene *scene)
{
    const struct state *state = scene->state;
    for (int id = 1; id <= state->count; id++) {
        bool comes = course_order(state) == ORDER_AT_ONCE ? course_action_to_come(state, id)
                                                          : course_can_act(state, id);
        if (id != scene->by && comes) {
            return false;
        }
    }
    return true;
}

/* The greatest threat of the foes that the spell can affect. One that is attacked wakes, so it
 * is spared for this round alone, and only if nobody attacks it now; others for longer. */
static struct choice on_foe(const struct scene *scene, const struct library_record *record)
{
    const struct state *state = scene->state;
    struct choice best = {.spell = record->name};
    struct breakdown breakdown;
    bool is_last = is_last_to_act(scene);
    int rounds = rounds_to_come(scene);
    for (int foe = 1; foe <= state->count; foe++) {
        bool fits = attitude_fights(state, foe) && (foe != scene->aim || is_last) &&
                    bodies_awake(state, foe) == bodies_of(state, foe);
        if (!fits || !spell_rolls(scene, record, foe, false, &breakdown)) {
            continue;
        }
        int64_t threat = (int64_t)bodies_reached(scene, record, foe) * attacks_of(state, foe) *
                         state_value(state, foe, DAMAGE, 1);
        int64_t value = works_of_1000(state, foe, &breakdown) * threat * HITS_OF_1000 / 1000 /
                        (foe == scene->aim ? rounds : 2);
        if (value > best.value) {
            best.at = foe;
            best.value = (int)value;
        }
    }
    return best;
}

/* ---- spells for characters ------------------------------------------------------------- */

/* How much a condition adds to this roll of a character against the foe. */
static int added_by(const struct scene *scene, enum roll roll, int id, const char *condition)
{
    struct occasion occasion = {.roll = roll, .who = id, .against = scene->aim};
    return modifiers_added_by(scene->state, &occasion, condition);
}

/* Who needs it most of those whom foes can attack and who lack the condition: for a defence the
 * one with the least Life, for an attack the first who fights. 0: nobody. */
static int lacks(const struct scene *scene, const char *condition, enum roll roll)
{
    const struct state *state = scene->state;
    int found = 0;
    for (int i = 0; i < scene->reached; i++) {
        int id = scene->reach[i];
        bool fits =
            !row_is(state, id, str_of(condition)) && (roll == ROLL_DEFENCE || id != scene->by);
        bool is_better =
            found == 0 || (roll == ROLL_DEFENCE && state_value(state, id, FIELD_HP, 1) <
                                                       state_value(state, found, FIELD_HP, 1));
        found = fits && is_better ? id : found;
    }
    return found;
}

static struct choice for_character(const struct scene *scene,
                                   const struct library_record *record, const char *condition)
{
    const struct state *state = scene->state;
    struct choice best = {.spell = record->name};
    int defends = lacks(scene, condition, ROLL_DEFENCE);
    int attacks = lacks(scene, condition, ROLL_ATTACK);
    int level = scene->aim != 0 ? state_value(state, scene->aim, LEVEL, 1) : 1;
    int added = defends != 0 ? added_by(scene, ROLL_DEFENCE, defends, condition) : 0;
    if (added > 0) {
        /* Of its share of the attacks, one face of the die in so many is blocked now. */
        int die = die_of_tier(tier_of_level(state_value(state, defends, LEVEL, 1)));
        best.on = defends;
        best.value = scene->threat * 1000 * added / (die * scene->reached);
    }
    added =
        attacks != 0 && scene->aim != 0 ? added_by(scene, ROLL_ATTACK, attacks, condition) : 0;
    if (added > 0) {
        /* The damage of one more in `level`, in each of the rounds after this one. */
        int value = spared_by(state, scene->aim, 1000 * added / (level > 0 ? level : 1)) *
                    (rounds_to_come(scene) - 1) / 2;
        if (value > best.value) {
            best.on = attacks;
            best.value = value;
        }
    }
    return best;
}

/* ---- which one ------------------------------------------------------------------------- */

static bool can_cast(const struct state *state, int id, const struct library_record *record)
{
    if (strcmp(record->kind->name, "ability") != 0 || !spell_is_known(state, id, record)) {
        return false;
    }
    const struct effect *uses = uses_for_spell(state, id, str_of(record->name));
    return uses != NULL && uses->amount != 0;
}

static struct choice judge(const struct scene *scene, const struct library_record *record)
{
    char word[LABEL_SIZE], rest[LABEL_SIZE];
    if (ability_record_says(record, "strikes", rest)) {
        return strike(scene, record);
    }
    if (!ability_record_says(record, "gives-", word)) {
        return (struct choice){.value = 0};
    }
    return ability_record_says(record, "on-foes", rest) ? on_foe(scene, record)
                                                        : for_character(scene, record, word);
}

/* Of the spells that help more than the attack, the better the more often: players do not
 * reckon so closely that they always cast the same. */
static struct choice draw_one(const struct scene *scene)
{
    const struct library *library = scene->player->library;
    struct choice drawn = {.spell = NULL};
    int64_t attack = value_of_attack(scene), sum = 0;
    for (int i = 0; i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (!can_cast(scene->state, scene->by, record)) {
            continue;
        }
        struct choice choice = judge(scene, record);
        bool helps = choice.value > attack;
        sum += helps ? choice.value : 0;
        if (helps && player_draws(scene->player, scene->state, scene->by,
                                  (int)((int64_t)choice.value * 100 / sum), record->name)) {
            drawn = choice;
        }
    }
    return drawn;
}

void plays_spell(const struct state *state, const struct player *player, int id,
                 struct text *line)
{
    struct scene scene = {.state = state, .player = player, .by = id};
    bool may = player->library != NULL && course_party_may(state, PHASE_PARTY_SHOOTS) &&
               uses_left_for_spell(state, id) &&
               player_does(player, state, id, POLICY_casts, "cast");
    if (!may) {
        return;
    }
    look(&scene);
    struct choice choice = draw_one(&scene);
    if (choice.spell == NULL) {
        return;
    }
    text_add(line, "cast %s", choice.spell);
    if (choice.at != 0) {
        text_add(line, " #%d", choice.at);
    }
    text_add(line, " by=#%d", id);
    if (choice.on != 0) {
        text_add(line, " on=#%d", choice.on);
    }
}
