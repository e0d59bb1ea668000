/* Four Against Darkness played without a referee: what comes next. */
#include "games/four_against_darkness/plays.h"

#include <string.h>

#include "tracker/conditions.h"
#include "games/four_against_darkness/abilities.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/last_attacks.h"
#include "games/four_against_darkness/location.h"
#include "games/four_against_darkness/meeting.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/plays_attacks.h"
#include "games/four_against_darkness/plays_spells.h"
#include "games/four_against_darkness/rerolls.h"
#include "games/four_against_darkness/saves.h"
#include "games/four_against_darkness/settings.h"

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

/* Who flees is attacked once more by everybody who can. */
static void last_attack(const struct state *state, struct player *player, struct text *line)
{
    const struct effect *granted = NULL;
    while (line->n == 0 &&
           (granted = state_effect(state, granted, FOUR_GRANTED, ANYBODY, ANYBODY)) != NULL) {
        if (is_standing(state, granted->subject) && !is_helpless(state, granted->subject)) {
            plays_last_attack(state, player, granted->subject, granted->object, line);
        }
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
        struct error err;
        bool rolls = offer == REACTION_PUZZLE || offer == REACTION_MAGIC_CHALLENGE ||
                     offer == REACTION_TRIAL;
        int is_good = !rolls ? state_value(state, ids[i], FIELD_HP, 1)
                      : modifiers_break_down(state, &occasion, &breakdown, &err)
                          ? breakdown.bonus
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

/* What comes before the first blow; then the party attacks at once (`next`), or waits. */
static void start(const struct state *state, struct player *player, struct text *line)
{
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

/* Whether its defences are rolled one by one: it may roll one again, or adds to it. */
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

static void defend_alone(const struct state *state, struct player *player,
                         const struct effect *attack, struct text *line)
{
    int id = attack->subject;
    text_add(line, "defend #%d from=#%d", id, attack->object);
    if (!is_helpless(state, id) && is_at(state, player, id, POLICY_reacts_at)) {
        struct said said;
        said_begin(&said, ROLL_DEFENCE, id, attack->object);
        said_defence_moment(&said, state);
        plays_add_uses(state, player, &said, line);
    }
}

static void defend(const struct state *state, struct player *player, struct text *line)
{
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
        defend_alone(state, player, alone, line);
    }
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

/* After running, or in peace, the party is gone. */
static void leave(const struct state *state, struct text *line)
{
    bool any = false;
    for (int id = 1; id <= state->count && foes_left(state) > 0; id++) {
        if (state_is_in(state, id) && is_character(state, id)) {
            text_add(line, "%s#%d", any ? "," : "out ", id);
            any = true;
        }
    }
    text_add(line, "%s", any ? " fled" : "");
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

/* Life given back, or an end of a condition, by an ability of its own. */
static void help(const struct state *state, struct player *player, int by, struct text *line)
{
    char rest[LABEL_SIZE];
    const char *condition = NULL;
    int hurt = most_hurt(state, player);
    int helpless = table_rule(state, "blessing", "removes-condition")
                       ? helpless_one(state, &condition)
                       : 0;
    const struct effect *uses = NULL;
    while ((hurt != 0 || helpless != 0) && line->n == 0 &&
           (uses = state_effect(state, uses, FOUR_USES, by, 0)) != NULL) {
        const char *ability = uses->label;
        if (uses->amount == 0 || !player_does(player, state, by, POLICY_uses, ability)) {
            continue;
        }
        if (hurt != 0 && ability_says(state, player->library, by, ability, "heals-", rest)) {
            text_add(line, "use \"%s\" by=#%d on=#%d", ability, by, hurt);
        } else if (helpless != 0 &&
                   ability_says(state, player->library, by, ability, "ends-condition", rest)) {
            text_add(line, "use \"%s\" by=#%d on=#%d ends=\"%s\"", ability, by, helpless,
                     condition);
        }
    }
}

static void act_as(const struct state *state, struct player *player, int id, struct text *line)
{
    if (is_helpless(state, id)) {
        return;
    }
    help(state, player, id, line);
    if (line->n == 0) {
        plays_spell(state, player, id, line);
    }
    if (line->n == 0) {
        plays_attack(state, player, id, line);
    }
}

/* The first who can do something does it. Those who cast come last: what they put to sleep is
 * not woken then. */
static void act(const struct state *state, struct player *player, struct text *line)
{
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

/* ---- what comes next ------------------------------------------------------------------- */

static void settle(const struct state *state, struct player *player, struct text *line)
{
    int foe = morale_due(state);
    save(state, player, line);
    if (line->n == 0 && foe != 0) {
        text_add(line, "morale #%d", foe);
    }
    player_runs_counter(state, line);
    if (line->n == 0) {
        last_attack(state, player, line);
    }
    if (line->n == 0 && foes_attacks_left(state) > 0) {
        divert(state, player, line);
    }
    if (line->n == 0 && foes_attacks_left(state) > 0) {
        defend(state, player, line);
    }
    if (line->n == 0) {
        answer_offer(state, player, line);
    }
}

void plays_line(const struct state *state, struct player *player, struct text *line)
{
    roll_again(state, player, line);
    if (line->n > 0) {
        return;
    }
    if (course_over(state) != NULL) {
        leave(state, line);
        player_runs_counter(state, line);
        return;
    }
    settle(state, player, line);
    if (line->n > 0 || course_running(state) != NULL) {
        return;
    }
    if (course_order(state) == ORDER_OPEN) {
        start(state, player, line);
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
        act(state, player, line);
    }
}
