/* Four Against Darkness played without a referee: attacks, spells, what is due, what comes
 * next. */
#include "games/four_against_darkness/plays.h"

#include <string.h>

#include "tracker/conditions.h"
#include "games/four_against_darkness/abilities.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/defence.h"
#include "games/four_against_darkness/encounter.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/rolls.h"

/* ==== Whom a character attacks, with which weapon, and which abilities it uses with a roll. */

/* ---- abilities with a roll ------------------------------------------------------------- */

/* True when the ability adds to such rolls. */
static bool goes_with(const struct state *state, int id, const struct effect *uses,
                      enum roll roll)
{
    return uses->amount != 0 && modifiers_name(state, id, str_of(uses->label), roll);
}

/* True when it has an ability left for such a roll. */
static bool plays_has_use(const struct state *state, int id, enum roll roll)
{
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        if (goes_with(state, id, uses, roll)) {
            return true;
        }
    }
    return false;
}

/* Adds ` use="rage"` for abilities that add to this roll and that the policy uses. */
static void plays_add_uses(const struct state *state, const struct player *player,
                           const struct said *said, struct text *line)
{
    int id = said->occasion.who, count = 0;
    enum roll roll = said->occasion.roll;
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        struct str label = str_of(uses->label);
        if (!goes_with(state, id, uses, roll) ||
            !player_does(player, state, id, POLICY_uses, uses->label)) {
            continue;
        }
        struct said with = *said; /* its words are still those of `said`, which stays */
        said_word(&with, label);
        if (modifiers_idle(state, &with.occasion, label) == NULL) {
            text_add(line, "%s%s", count++ == 0 ? " use=\"" : ",", uses->label);
        }
    }
    text_add(line, "%s", count > 0 ? "\"" : "");
}

/* ---- whom ------------------------------------------------------------------------------ */

static bool is_immune(const struct state *state, int id, int foe)
{
    struct said said;
    char word[LABEL_SIZE];
    if (special_find(state, foe, "immune") == NULL) {
        return false;
    }
    said_begin(&said, ROLL_ATTACK, id, foe);
    said_attack_moment(&said, state);
    return said_is_immune(state, &said.occasion, word);
}

/* Sleepers wake when they are attacked, so they come after those who are awake; before all come
 * those whom the weapon can hurt. Hidden foes, and those who want no fight, are left alone
 * while there are others. */
static int rank_of(const struct state *state, int id, int foe)
{
    bool is_hidden = state_has_effect(state, EFFECT_HIDDEN, foe, ANYBODY);
    bool is_awake = bodies_awake(state, foe) == bodies_of(state, foe);
    return !attitude_is_hostile(state, foe) ? 0
           : is_hidden                      ? 1
                       : 2 + (is_awake ? 1 : 0) + (is_immune(state, id, foe) ? 0 : 2);
}

static int keep_engaged(const struct state *state, int id, int *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        /* Foes who fight hand to hand are engaged with those who can; others with the rest. */
        if (location_can_melee(state, id) != row_is(state, ids[i], str_of("ranged"))) {
            int foe = ids[i];
            ids[i] = ids[kept];
            ids[kept++] = foe;
        }
    }
    return kept > 0 ? kept : count;
}

/* The foes that this character may aim at: those who are awake and whom its weapon can hurt,
 * when there are any. Returns their number. */
static int plays_targets(const struct state *state, const struct player *player, int id,
                         int out[COMBATANTS_MAX])
{
    int best = 1, count = 0;
    for (int foe = 1; foe <= state->count; foe++) {
        if (!state_is_in(state, foe) || is_character(state, foe)) {
            continue;
        }
        int rank = rank_of(state, id, foe);
        if (rank > best) {
            best = rank;
            count = 0;
        }
        if (rank == best) {
            out[count++] = foe;
        }
    }
    return player_aims_by(player, state, id) == POLICY_engaged
               ? keep_engaged(state, id, out, count)
               : count;
}

/* ---- the attack ------------------------------------------------------------------------ */

/* What one blow can hardly take away. */
static bool is_tough(const struct state *state, int foe)
{
    int left =
        is_minor(state, foe) ? bodies_of(state, foe) : state_value(state, foe, FIELD_HP, 0);
    return left >= 2;
}

static void add_attack(const struct state *state, const struct player *player, int id, int foe,
                       struct text *line)
{
    struct said said;
    char word[LABEL_SIZE];
    text_add(line, " by=#%d", id);
    if (!is_tough(state, foe) || !plays_has_use(state, id, ROLL_ATTACK)) {
        return;
    }
    said_begin(&said, ROLL_ATTACK, id, foe);
    said_attack_moment(&said, state);
    if (!said_is_immune(state, &said.occasion, word)) {
        plays_add_uses(state, player, &said, line);
    }
}

/* True when the attack with what is in hand is possible in this phase. */
static bool can_attack(const struct state *state, int id)
{
    const struct effect *hand = gear_at(state, id, PLACE_HAND);
    bool shoots = hand != NULL && gear_is_for_shots(state, id, hand->label);
    bool only_shoots = shoots && !gear_is(state, id, hand->label, "melee");
    return (shoots && course_party_may(state, PHASE_PARTY_SHOOTS)) ||
           (!only_shoots && course_party_may(state, PHASE_PARTY_MELEE) &&
            location_can_melee(state, id));
}

/* The first weapon of the pack that it may use, for shots or hand to hand; NULL: none. */
static const struct effect *other_weapon(const struct state *state, int id, bool shoots)
{
    const struct effect *gear = NULL;
    while ((gear = state_effect(state, gear, FOUR_GEAR, id, 0)) != NULL) {
        bool fits = shoots ? gear_is_for_shots(state, id, gear->label)
                           : gear_is(state, id, gear->label, "melee");
        if (gear->amount != PLACE_HAND && fits && gear_may_use(state, id, gear->label)) {
            return gear;
        }
    }
    return NULL;
}

/* The attack of this character in the present phase, or taking a fitting weapon in hand for it;
 * adds nothing when there is none. */
static void plays_attack(const struct state *state, const struct player *player, int id,
                         struct text *line)
{
    int targets[COMBATANTS_MAX];
    if (!course_can_act(state, id)) {
        return;
    }
    if (!can_attack(state, id)) {
        /* In melee with a weapon that only shoots: another one is taken in hand, which takes no
         * action (Equipment). */
        const struct effect *other = NULL;
        if (course_party_may(state, PHASE_PARTY_MELEE) && location_can_melee(state, id)) {
            other = other_weapon(state, id, false);
        }
        if (other != NULL) {
            text_add(line, "wield #%d %s", id, other->label);
        }
        return;
    }
    int count = plays_targets(state, player, id, targets);
    int foe = player_aims(player, state, id, targets, count);
    if (foe != 0) {
        text_add(line, "attack #%d", foe);
        /* Kills beyond the first group go over to other minor foes of its level. */
        enum { FEW = 6 }; /* more are hardly killed by one blow */
        int bodies = bodies_of(state, foe), named = 1;
        for (int i = 0; i < count && is_minor(state, foe); i++) {
            int other = targets[i];
            bool fits =
                other != foe && is_minor(state, other) &&
                state_value(state, other, LEVEL, 0) == state_value(state, foe, LEVEL, 0);
            if (fits && bodies < FEW && named < TARGETS_MAX) {
                text_add(line, ",#%d", other);
                bodies += bodies_of(state, other);
                named++;
            }
        }
        add_attack(state, player, id, foe, line);
    }
}

/* A weapon for shots taken in hand by one who stands too far back to fight hand to hand; adds
 * nothing when nobody needs one. */
static void plays_take_bow(const struct state *state, struct text *line)
{
    for (int id = 1; id <= state->count && location_abreast(state) > 0; id++) {
        if (!is_character(state, id) || !is_standing(state, id) ||
            location_can_melee(state, id) || course_can_shoot(state, id)) {
            continue;
        }
        const struct effect *other = other_weapon(state, id, true);
        if (other != NULL) {
            text_add(line, "wield #%d %s", id, other->label);
            return;
        }
    }
}

/* ==== Spells. They are compared by the damage that they spare the party, in thousandths of
 * a Life in each round that is still to come: a foe that falls or sleeps does not attack, a
 * protected character is hit less often, and a blessed one helps the foes to fall. A spell
 * is cast when it spares more than the caster's attack would; the better, the more often. */

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
    char word[LABEL_SIZE];
    bool can_attack =
        course_can_fight(state, scene->by) ||
        (gear_at(state, scene->by, PLACE_HAND) != NULL &&
         gear_is_for_shots(state, scene->by, gear_at(state, scene->by, PLACE_HAND)->label));
    said_begin(&said, ROLL_ATTACK, scene->by, scene->aim);
    said_attack_moment(&said, state);
    return can_attack && !said_is_immune(state, &said.occasion, word) &&
                   modifiers_break_down(state, &said.occasion, &breakdown)
               ? spared_by(state, scene->aim, effect_of(state, scene->aim, &breakdown))
               : 0;
}

/* ---- spells at foes -------------------------------------------------------------------- */

/* The bonus of the spell against this foe; false when it is immune. */
static bool spell_rolls(const struct scene *scene, const struct library_record *record, int foe,
                        bool strikes, struct breakdown *out)
{
    struct said said;
    char word[LABEL_SIZE];
    said_begin(&said, ROLL_SPELL, scene->by, foe);
    spell_say(&said, record, record->name, strikes);
    return !said_is_immune(scene->state, &said.occasion, word) &&
           modifiers_break_down(scene->state, &said.occasion, out);
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

/* True when nobody else of the party acts before the foes attack: who is attacked wakes. */
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
        /* Of its share of the attacks, one face of the die in this many is blocked now. */
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
        struct choice choice = {.spell = record->name, .at = scene->aim};
        struct breakdown breakdown;
        if (choice.at != 0 && spell_rolls(scene, record, choice.at, true, &breakdown)) {
            choice.value = spared_by(scene->state, choice.at,
                                     effect_of(scene->state, choice.at, &breakdown));
        }
        return choice;
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

/* The spell that helps most in the party's shots and spells, if one helps more than the
 * character's attack; adds nothing when none does, none is left, or the policy casts none. */
static void plays_spell(const struct state *state, const struct player *player, int id,
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

/* ==== What could be done in place of an act (the slot `choices`). */

/* A name as it is typed, where a blank is a '-'. */
static void add_name(struct text *out, const char *name)
{
    for (const char *at = name; *at != '\0'; at++) {
        text_add_char(out, *at == ' ' ? '-' : *at);
    }
}

/* What the character can do a number of times: healing, an end of a condition, what goes with
 * an attack or a defence. */
static void add_uses(const struct state *state, const struct library *library, int id,
                     struct text *rows)
{
    char rest[LABEL_SIZE];
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        const char *name = uses->label;
        bool gives = ability_says(state, library, id, name, "heals-", rest) ||
                     ability_says(state, library, id, name, "gives-", rest);
        TEXT_BUFFER(typed, LABEL_SIZE);
        add_name(&typed, name);
        if (goes_with(state, id, uses, ROLL_ATTACK)) {
            text_add(rows, "attack {foe} by={self} use=%s|attack {foe} with %s\n", typed.p,
                     name);
        }
        if (goes_with(state, id, uses, ROLL_DEFENCE)) {
            text_add(rows, "defend {self} use=%s|defend with %s\n", typed.p, name);
        }
        if (uses->amount != 0 && gives) {
            text_add(rows, "use %s by={self} on={ally}|%s on {ally}\n", typed.p, name);
        }
        if (uses->amount == 0 ||
            !ability_says(state, library, id, name, "ends-condition", rest)) {
            continue;
        }
        for (int i = 0; i < state->effects; i++) {
            const struct effect *held = &state->effect[i];
            if (condition_is(held) && is_character(state, held->subject) &&
                is_helpless(state, held->subject)) {
                text_add(rows, "use %s by={self} on={%d} ends=%s|%s on {%d}\n", typed.p,
                         held->subject, held->label, name, held->subject);
            }
        }
    }
}

/* The spells that the character knows and has left, of its own or of a scroll. */
static void add_spells(const struct state *state, const struct library *library, int id,
                       struct text *rows)
{
    for (int i = 0; library != NULL && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        char rest[LABEL_SIZE];
        TEXT_BUFFER(typed, LABEL_SIZE);
        if (!can_cast(state, id, record)) {
            continue;
        }
        bool is_at_foes = ability_record_says(record, "strikes", rest) ||
                          ability_record_says(record, "on-foes", rest);
        add_name(&typed, record->name);
        if (is_at_foes) {
            text_add(rows, "cast %s {foe} by={self}|cast %s at {foe}\n", typed.p, record->name);
        } else if (ability_record_says(record, "gives-", rest)) {
            text_add(rows, "cast %s by={self} on={ally}|cast %s on {ally}\n", typed.p,
                     record->name);
        }
    }
}

/* The weapons of the pack, which take no action (Equipment). */
static void add_weapons(const struct state *state, int id, struct text *rows)
{
    const struct effect *gear = NULL;
    while ((gear = state_effect(state, gear, FOUR_GEAR, id, 0)) != NULL) {
        bool is_weapon = gear_is_for_shots(state, id, gear->label) ||
                         gear_is(state, id, gear->label, "melee");
        if (is_weapon && gear->amount != PLACE_HAND && gear_may_use(state, id, gear->label)) {
            text_add(rows, "wield {self} ");
            add_name(rows, gear->label);
            text_add(rows, "|take the %s in hand\n", gear->label);
        }
    }
}

void plays_choices(const struct state *state, const struct library *library, int id,
                   struct text *rows)
{
    add_uses(state, library, id, rows);
    text_add(rows, "attack {foe} by={self}\n");
    add_spells(state, library, id, rows);
    add_weapons(state, id, rows);
    text_add(rows, "wait\naccept\ndecline\nwithdraw\nflee\ndefend {self}\n");
}

/* ==== What is due, the start, the foes' attacks, running, the party's turn. */

const struct assumption_def four_against_darkness_assumptions[] = {
    {"start", "what the party does when it meets the foes", {"attack", "wait"}},
    {"offer",
     "offers of foes, such as a bribe; after peace all have fled",
     {"decline", "accept"}},
    {"save_level",
     "the level of a save against an unknown source",
     {"4", "1", "2", "3", "5", "6"}},
    {0},
};

/* The share of Life that one has left; false when it is not known. */
static bool is_at(const struct state *state, const struct player *player, int id,
                  enum policy_field field)
{
    int most = state_value(state, id, FIELD_HP_MAX, 0);
    return most > 0 && state_is_set(state, id, FIELD_HP) &&
           player_is_at(player, state, id, field, state_value(state, id, FIELD_HP, 0), most);
}

/* ---- what is due ----------------------------------------------------------------------- */

/* Luck and blessing: the roll that has just failed is made again. For an attack the last use is
 * kept back. */
static void roll_again(const struct state *state, struct player *player, struct text *line)
{
    int whom;
    const char *throw;
    char ability[LABEL_SIZE];
    int by = player->rolls_again ? reroll_of_failure(state, &whom, &throw, ability) : 0;
    if (by == 0 || !player_does(player, state, by, POLICY_luck, throw)) {
        return;
    }
    bool is_attack = strcmp(throw, reroll_attack) == 0;
    if (!is_attack || uses_find(state, by, str_of(ability))->amount != 1) {
        text_add(line, "reroll #%d by=#%d use=\"%s\"", whom, by, ability);
        player->takes_back = true;
    }
}

static void save(const struct state *state, struct player *player, struct text *line)
{
    const struct effect *due = save_due(state, 0);
    if (due == NULL) {
        return;
    }
    const struct effect *lethal = save_lethal(state, due->subject);
    due = lethal != NULL ? lethal : due;
    text_add(line, "save #%d%s", due->subject, lethal != NULL ? " lethal" : "");
    if (due->amount <= 0) {
        text_add(line, " level=%s", player_assumes(player, "save_level"));
    }
    if (plays_has_use(state, due->subject, ROLL_SAVE)) {
        struct said said;
        said_begin(&said, ROLL_SAVE, due->subject, due->object);
        said_word(&said, save_word(due));
        plays_add_uses(state, player, &said, line);
    }
}

/* ---- the start ------------------------------------------------------------------------- */

static int first_offer(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && !is_character(state, foe) &&
            attitude_is_offering(state, foe)) {
            return foe;
        }
    }
    return 0;
}

/* Who is best at the roll that an offer calls for, or else has most Life. */
static int best_at_offer(const struct state *state, int foe)
{
    enum reaction offer = attitude_of(state, foe);
    int ids[COMBATANTS_MAX], best = 0, most = 0;
    int count = marching_order(state, ids);
    for (int i = 0; i < count; i++) {
        struct occasion occasion = {.roll = offer == REACTION_PUZZLE            ? ROLL_SAVE
                                            : offer == REACTION_MAGIC_CHALLENGE ? ROLL_SPELL
                                                                                : ROLL_ATTACK,
                                    .who = ids[i],
                                    .against = foe};
        struct breakdown breakdown;
        bool rolls = offer == REACTION_PUZZLE || offer == REACTION_MAGIC_CHALLENGE ||
                     offer == REACTION_TRIAL;
        int is_good = !rolls ? state_value(state, ids[i], FIELD_HP, 1)
                      : modifiers_break_down(state, &occasion, &breakdown) ? breakdown.bonus
                                                                           : -1000;
        if (best == 0 || is_good > most) {
            best = ids[i];
            most = is_good;
        }
    }
    return best;
}

static void answer_offer(const struct state *state, struct player *player, struct text *line)
{
    int foe = first_offer(state);
    int by = foe != 0 ? best_at_offer(state, foe) : 0;
    if (by == 0) {
        return;
    }
    const char *word = policy_answer(player_policy(player, state, by), "offer");
    word = word != NULL ? word : player_assumes(player, "offer");
    text_add(line, "%s #%d", word, foe);
    if (strcmp(word, "accept") == 0) {
        text_add(line, " by=#%d", by);
    }
}

static bool is_unasked(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && !is_character(state, foe) &&
            attitude_of(state, foe) == REACTION_NONE) {
            return true;
        }
    }
    return false;
}

/* ---- the foes' attacks ----------------------------------------------------------------- */

/* Fewer attacks than characters: one who is hurt is spared, and the one with most Life of those
 * without an attack takes it. */
static void divert(const struct state *state, struct player *player, struct text *line)
{
    int ids[COMBATANTS_MAX], to = 0;
    int spared[COMBATANTS_MAX];
    if (foes_attacks_spared(state, spared) == 0) {
        return;
    }
    int count = location_reach(state, ids);
    for (int i = 0; i < count; i++) {
        bool can = foes_attacks_on(state, ids[i]) == 0 && !is_helpless(state, ids[i]) &&
                   !is_at(state, player, ids[i], POLICY_heals_at);
        if (can && (to == 0 || state_value(state, ids[i], FIELD_HP, 0) >
                                   state_value(state, to, FIELD_HP, 0))) {
            to = ids[i];
        }
    }
    for (int i = 0; i < count && to != 0 && line->n == 0; i++) {
        const struct effect *attack = foes_attacks_next(state, ids[i]);
        if (attack != NULL && foes_attacks_on(state, ids[i]) == 1 &&
            is_at(state, player, ids[i], POLICY_heals_at)) {
            text_add(line, "divert #%d #%d of=#%d", ids[i], to, attack->object);
        }
    }
}

/* True when its defences are rolled one by one: it may roll one again, or adds to it. */
static bool defends_alone(const struct state *state, const struct player *player, int id)
{
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        if (player->rolls_again && uses->amount != 0 &&
            gear_is(state, id, uses->label, "re-roll")) {
            return true;
        }
    }
    return plays_has_use(state, id, ROLL_DEFENCE) && is_at(state, player, id, POLICY_reacts_at);
}

/* ---- running --------------------------------------------------------------------------- */

/* The whole party runs when so much of its Life is left; its leader decides. */
static void run(const struct state *state, struct player *player, struct text *line)
{
    int ids[COMBATANTS_MAX], now = 0, most = 0;
    bool any_fights = false;
    if (marching_order(state, ids) == 0 ||
        player_policy(player, state, ids[0])->value[POLICY_flees_at] == 0) {
        return;
    }
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) && is_character(state, id)) {
            now += state_is_in(state, id) ? state_value(state, id, FIELD_HP, 0) : 0;
            most += state_value(state, id, FIELD_HP_MAX, 0);
        }
        any_fights = any_fights || attitude_fights(state, id);
    }
    if (any_fights && most > 0 &&
        player_is_at(player, state, ids[0], POLICY_flees_at, now, most)) {
        text_add(line, situation_holds(state, "door") ? "withdraw" : "flee");
    }
}

/* ---- the party's turn ------------------------------------------------------------------ */

/* The one with the smallest share of Life left who wants to be healed; 0: nobody. */
static int most_hurt(const struct state *state, const struct player *player)
{
    int hurt = 0, least = 0;
    for (int id = 1; id <= state->count; id++) {
        int hp = state_value(state, id, FIELD_HP, 0);
        int most = state_value(state, id, FIELD_HP_MAX, 0);
        if (!is_character(state, id) || !is_standing(state, id) || hp >= most ||
            !is_at(state, player, id, POLICY_heals_at)) {
            continue;
        }
        int share = (int)((int64_t)hp * 1000 / most);
        if (hurt == 0 || share < least) {
            hurt = id;
            least = share;
        }
    }
    return hurt;
}

/* Somebody who can do nothing for a condition that a blessing ends; 0: nobody. */
static int helpless_one(const struct state *state, const char **condition)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        int id = effect->subject;
        if (condition_is(effect) && is_character(state, id) && is_standing(state, id) &&
            is_helpless(state, id)) {
            *condition = effect->label;
            return id;
        }
    }
    return 0;
}

static void act_as(const struct state *state, struct player *player, int id, struct text *line)
{
    if (is_helpless(state, id)) {
        return;
    }
    /* Life given back, or an end of a condition, by an ability of its own. */
    char rest[LABEL_SIZE];
    const char *condition = NULL;
    int hurt = most_hurt(state, player);
    int helpless = table_rule(state, "blessing", "removes-condition")
                       ? helpless_one(state, &condition)
                       : 0;
    const struct effect *uses = NULL;
    while ((hurt != 0 || helpless != 0) && line->n == 0 &&
           (uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        const char *ability = uses->label;
        if (uses->amount == 0 || !player_does(player, state, id, POLICY_uses, ability)) {
            continue;
        }
        if (hurt != 0 && ability_says(state, player->library, id, ability, "heals-", rest)) {
            text_add(line, "use \"%s\" by=#%d on=#%d", ability, id, hurt);
        } else if (helpless != 0 &&
                   ability_says(state, player->library, id, ability, "ends-condition", rest)) {
            text_add(line, "use \"%s\" by=#%d on=#%d ends=\"%s\"", ability, id, helpless,
                     condition);
        }
    }
    if (line->n == 0) {
        plays_spell(state, player, id, line);
    }
    if (line->n == 0) {
        plays_attack(state, player, id, line);
    }
}

/* ---- what comes next ------------------------------------------------------------------- */

void plays_line(const struct state *state, struct player *player, struct text *line)
{
    roll_again(state, player, line);
    if (line->n > 0) {
        return;
    }
    if (course_over(state) != NULL) {
        /* After running, or in peace, the party is gone. */
        bool any = false;
        for (int id = 1; id <= state->count && foes_left(state) > 0; id++) {
            if (state_is_in(state, id) && is_character(state, id)) {
                text_add(line, "%s#%d", any ? "," : "out ", id);
                any = true;
            }
        }
        text_add(line, "%s", any ? " fled" : "");
        player_runs_counter(state, line);
        return;
    }
    int foe = morale_due(state);
    save(state, player, line);
    if (line->n == 0 && foe != 0) {
        text_add(line, "morale #%d", foe);
    }
    player_runs_counter(state, line);
    if (line->n == 0) {
        /* Who flees is attacked once more by everybody who can. */
        const struct effect *granted = NULL;
        while (line->n == 0 && (granted = state_effect(state, granted, FOUR_GRANTED, ANYBODY,
                                                       ANYBODY)) != NULL) {
            if (is_standing(state, granted->subject) && !is_helpless(state, granted->subject)) {
                text_add(line, "attack #%d", granted->object);
                add_attack(state, player, granted->subject, granted->object, line);
            }
        }
    }
    if (line->n == 0 && foes_attacks_left(state) > 0) {
        divert(state, player, line);
    }
    if (line->n == 0 && foes_attacks_left(state) > 0) {
        int ids[COMBATANTS_MAX], together = 0;
        int count = marching_order(state, ids);
        const struct effect *alone = NULL;
        for (int i = 0; i < count; i++) {
            const struct effect *attack = foes_attacks_next(state, ids[i]);
            if (attack == NULL) {
                continue;
            }
            if (defends_alone(state, player, ids[i])) {
                alone = alone == NULL ? attack : alone;
            } else {
                text_add(line, "%s#%d", together++ == 0 ? "defend " : ",", ids[i]);
            }
        }
        if (together > 0) {
            text_add(line, " all");
        } else if (alone != NULL) {
            int id = alone->subject;
            text_add(line, "defend #%d from=#%d", id, alone->object);
            if (!is_helpless(state, id) && is_at(state, player, id, POLICY_reacts_at)) {
                struct said said;
                said_begin(&said, ROLL_DEFENCE, id, alone->object);
                said_defence_moment(&said, state);
                plays_add_uses(state, player, &said, line);
            }
        }
    }
    if (line->n == 0) {
        answer_offer(state, player, line);
    }
    if (line->n > 0 || course_running(state) != NULL) {
        return;
    }
    if (course_order(state) == ORDER_OPEN) {
        /* What comes before the first blow; then the party attacks at once (`next`), or waits.
         */
        int surprising = meeting_surprise_due(state);
        bool can_wait = is_unasked(state) && !situation_holds(state, "wandering") &&
                        !situation_holds(state, "surprised") && standing_characters(state) > 0;
        if (meeting_start_due(state) != 0) {
            text_add(line, "meet");
        } else if (surprising != 0) {
            text_add(line, "surprise #%d", surprising);
        } else if (can_wait && strcmp(player_assumes(player, "start"), "wait") == 0) {
            text_add(line, "wait");
        }
        return;
    }
    if (course_is_foes_phase(course_phase(state))) {
        return;
    }
    run(state, player, line);
    if (line->n == 0) {
        plays_take_bow(state, line);
    }
    if (line->n == 0) {
        /* The first who can do something does it. Those who cast come last: what they put to
         * sleep is not woken then. */
        int ids[COMBATANTS_MAX], casters[COMBATANTS_MAX], cast = 0;
        int count = marching_order(state, ids);
        for (int i = 0; i < count && line->n == 0; i++) {
            if (state_value(state, ids[i], FIELD_HAS_ACTED, 0) != 0) {
                continue;
            }
            if (uses_left_for_spell(state, ids[i])) {
                casters[cast++] = ids[i];
            } else {
                act_as(state, player, ids[i], line);
            }
        }
        for (int i = 0; i < cast && line->n == 0; i++) {
            act_as(state, player, casters[i], line);
        }
    }
}
