/* Four Against Darkness at the table: who in the party acts, and whether that may be now (flow
 * 4, 5). */
#include "games/four_against_darkness/party.h"

#include "tracker/options.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/location.h"
#include "games/four_against_darkness/meeting.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/rounds.h"

/* Names in a refusal, which has room for about two lines. */
enum { REFUSAL_OTHERS = 100 };

int party_actor(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : course_actor(&decision->state);
    if (id != 0 && !is_character(&decision->state, id)) {
        decision_wrong(decision, "%s is a foe: foes never roll to hit, characters defend",
                       state_name(&decision->state, id));
        return 0;
    }
    bool is_over = course_over(&decision->state) != NULL;
    if (id == 0 && decision_refuse(decision, is_over ? "flow 6" : "flow 5",
                                   is_over ? "the encounter is over"
                                           : "nobody in the party can act now: `next`")) {
        decision_wrong(decision, "who acts? by=NAME");
    }
    return id;
}

static const char *what_to_do(enum phase kind)
{
    return kind == PHASE_PARTY_SHOOTS ? "shoot or cast" : "fight hand to hand";
}

/* What comes first when the encounter begins with this act: reported before dice are asked
 * for. */
static bool may_come_first(struct decision *decision, int id, enum phase kind)
{
    const char *first = course_comes_first(&decision->state, kind);
    return first == NULL ||
           decision_refuse(decision, "flow 4",
                           "%s cannot %s yet: the round begins with %s (`next`)",
                           state_name(&decision->state, id), what_to_do(kind), first);
}

/* Why a kind of act is not possible now. */
static bool refuse_phase(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    enum phase now = course_phase(state);
    int left = foes_attacks_left(state);
    if (course_is_foes_phase(now) && left > 0) {
        return decision_refuse(decision, "flow 4", "it is %s: `defend` comes first",
                               course_phase_words(now));
    }
    if (kind == PHASE_PARTY_SHOOTS && course_party_may(state, PHASE_PARTY_MELEE) &&
        course_can_fight(state, id)) {
        return decision_refuse(decision, "flow 4",
                               "%s cannot shoot in %s: `wield` a melee weapon",
                               state_name(state, id), course_phase_words(now));
    }
    return decision_refuse(decision, "flow 4", "%s cannot %s in %s: `next` goes on",
                           state_name(state, id), what_to_do(kind), course_phase_words(now));
}

bool party_can_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const char *name = state_name(state, id);
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "flow 5", "%s is out of the fight", name)) {
        return false;
    }
    if (state_is_in(state, id) && !is_standing(state, id) &&
        !decision_refuse(decision, "death", "%s is at 0 Life: the lethal save comes first",
                         name)) {
        return false;
    }
    if (is_helpless(state, id) &&
        !decision_refuse(decision, "flow 5", "%s can do nothing now", name)) {
        return false;
    }
    return morale_is_settled(decision);
}

/* The party's first act begins the fight: it attacks at once, unless something came before. */
static bool begin_if_open(struct decision *decision)
{
    if (course_order(&decision->state) != ORDER_OPEN) {
        return true;
    }
    if (!meeting_may_begin(decision)) {
        return false;
    }
    rounds_begin(decision, course_order_to_begin(&decision->state));
    return decision_goes_on(decision);
}

static bool is_free_to_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_over = course_over(state) != NULL && !course_is_peace(state);
    return (!is_over || decision_refuse(decision, "flow 6", "the encounter is over")) &&
           (course_running(state) == NULL ||
            decision_refuse(decision, "fleeing & withdrawing",
                            "the party is fleeing: `defend`")) &&
           party_can_act(decision, id);
}

bool party_add_actors(const struct state *state, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    const char *gap = "";
    for (int i = 0; i < count; i++) {
        if (course_can_act(state, ids[i])) {
            text_add(out, "%s%s", gap, state_name(state, ids[i]));
            gap = ", ";
        }
    }
    return gap[0] != '\0';
}

/* The refusal names those who can act instead. */
static bool has_action_left(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    if (!state_value(state, id, FIELD_HAS_ACTED, 0)) {
        return true;
    }
    TEXT_BUFFER(others, REFUSAL_OTHERS);
    bool has_others = party_add_actors(state, &others);
    return decision_refuse(decision, "flow 5", "%s has acted this round%s%s%s",
                           state_name(state, id), has_others ? "; " : "", others.p,
                           has_others ? " can still act" : "");
}

static bool is_near(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    return kind != PHASE_PARTY_MELEE || location_can_melee(state, id) ||
           decision_refuse(decision, "marching order",
                           "%s stands too far back to fight hand to hand here",
                           state_name(state, id));
}

bool party_may_act(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    /* The foes are met before the first blow, which may ask for dice: refusals that do not
     * depend on them come first. */
    bool is_open = course_order(state) == ORDER_OPEN;
    if (!is_free_to_act(decision, id) ||
        (is_open && (!is_near(decision, id, kind) || !may_come_first(decision, id, kind))) ||
        !begin_if_open(decision) ||
        (!course_party_may(state, kind) && !refuse_phase(decision, id, kind)) ||
        !has_action_left(decision, id)) {
        return false;
    }
    return is_open || is_near(decision, id, kind);
}

bool party_may_use(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_theirs = course_is_foes_phase(course_phase(state));
    return is_free_to_act(decision, id) &&
           (!is_theirs ||
            decision_refuse(decision, "flow 4", "%s acts after %s: `next` goes on",
                            state_name(state, id), course_phase_words(course_phase(state)))) &&
           has_action_left(decision, id);
}

/* Whether there are foes that the party knows of. */
static bool faces_foes(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id) &&
            !state_has_effect(state, EFFECT_HIDDEN, id, 0)) {
            return true;
        }
    }
    return false;
}

bool party_is_fighting(const struct state *state)
{
    return course_over(state) == NULL &&
           (course_order(state) != ORDER_OPEN || faces_foes(state));
}

void party_use_action(struct decision *decision, int id)
{
    struct event *event = decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    if (course_order(&decision->state) == ORDER_OPEN) {
        decision_say(decision, event, "flow 5", "%s uses the action of round 1",
                     state_name(&decision->state, id));
    }
}
