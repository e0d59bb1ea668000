/* Four Against Darkness at the table: the party waits for the foes' reaction, which is carried
 * out (flow 3, Foe reaction). */
#include "games/four_against_darkness/reactions.h"

#include <string.h>

#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/encounter.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/texts.h"
#include "games/four_against_darkness/treasure.h"

/* Foes without their own table roll on this one, which is marked as a house rule. */
static const char house_table[] = "house-reaction";

/* ---- the reaction ---------------------------------------------------------------------- */

/* What a foe does when it is met: the result and its text. */
struct answer {
    enum reaction reaction;
    char text[TABLE_TEXT_MAX + 1];
};

/* "bribe: 5 gold each", "offer food and rest": the longest matching words at the beginning are
 * the result; any other text is something special. */
static void answer_read(struct answer *out, const char *label)
{
    static const char offer[] = "offer ";
    const char *words = label + (strncmp(label, offer, strlen(offer)) == 0 ? strlen(offer) : 0);
    size_t longest = 0;
    out->reaction = REACTION_SPECIAL;
    for (int i = REACTION_NONE + 1; i < REACTIONS; i++) {
        const char *word = reaction_word((enum reaction)i);
        size_t n = strlen(word);
        bool fits = strlen(words) >= n && strchr(" :,", words[n]) != NULL &&
                    library_names_equal((struct str){words, (int)n}, str_of(word));
        if (fits && n > longest) {
            out->reaction = (enum reaction)i;
            longest = n;
        }
    }
    text_format(out->text, sizeof out->text, "%s", label);
}

int reactions_of_house(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && !is_character(state, foe) &&
            !state_has_effect(state, FOUR_REACTION, foe, 0) &&
            !state_has_effect(state, EFFECT_HIDDEN, foe, 0)) {
            return foe;
        }
    }
    return 0;
}

/* One d6 on the foe's own six results, on the table it names, or on the house table. */
static bool answer_roll(struct decision *decision, int foe, struct answer *out)
{
    const struct effect *effect = state_effect(&decision->state, NULL, FOUR_REACTION, foe, 0);
    if (effect == NULL || effect->amount == 0) {
        struct table_act act;
        int table =
            decision_table(decision, str_of(effect != NULL ? effect->label : house_table));
        if (table < 0) {
            return false;
        }
        random_table_begin(&act, table);
        while (!random_table_is_done(&act)) {
            if (!decision_table_step(decision, &act, foe)) {
                return false;
            }
        }
        const struct table_row *row =
            &decision->tables->table[act.hit[0].table].row[act.hit[0].row];
        out->reaction = row->reaction != REACTION_NONE ? row->reaction : REACTION_SPECIAL;
        text_format(out->text, sizeof out->text, "%s", row->text);
        return true;
    }
    int face;
    char who[NAME_SIZE];
    text_format(who, sizeof who, "%s", state_name(&decision->state, foe));
    if (!rolls_d6(decision, foe, who, (struct source){"reaction", "foe reaction"}, &face)) {
        return false;
    }
    for (effect = NULL;
         (effect = state_effect(&decision->state, effect, FOUR_REACTION, foe, 0)) != NULL;) {
        if ((effect->amount >> (face - 1) & 1) != 0) {
            answer_read(out, effect->label);
            return true;
        }
    }
    decision_wrong(decision, "%s has no result for a %d: `reactions` takes all six", who, face);
    return false;
}

/* The first number of the text, multiplied by the number of characters if it says "each"; 0
 * when there is none. */
static int price_of(const struct state *state, int foe, const char *text)
{
    const char *digits = strpbrk(text, "0123456789");
    int64_t price = 0;
    if (digits != NULL) {
        int n = (int)strspn(digits, "0123456789");
        if (!str_to_int64((struct str){digits, n}, 0, 100000, &price)) {
            return 0;
        }
    }
    bool is_each = strstr(text, "each") != NULL;
    return (int)(is_each ? price * bodies_of(state, foe) : price);
}

/* They flee if they are fewer than the party; otherwise they fight. */
static enum reaction settled(const struct state *state, enum reaction reaction)
{
    if (reaction != REACTION_FLEE_OUTNUMBERED) {
        return reaction;
    }
    return foes_left(state) < standing_characters(state) ? REACTION_FLEE : REACTION_FIGHT;
}

static void answer_apply(struct decision *decision, int foe, const struct answer *answer)
{
    const struct state *state = &decision->state;
    int price = price_of(state, foe, answer->text);
    enum reaction reaction = settled(state, answer->reaction);
    char buf[60] = "";
    if (answer->reaction == REACTION_BRIBE) {
        int bodies = bodies_of(state, foe);
        text_format(buf, sizeof buf, ": %d gold for %d of them", price, bodies);
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "foe reaction",
                 "%s: %s%s", state_name(state, foe), answer->text, buf);
    attitude_set(decision, foe, reaction, price);
    if (reaction == REACTION_FLEE) {
        table_leave(decision, foe, OUT_FLED);
    } else if (reaction == REACTION_SLEEPING) {
        struct event *event = decision_effect(decision, EVENT_CONDITION_CHANGED,
                                              EFFECT_CONDITION, foe, 0, str_of("asleep"), 1);
        decision_say(decision, event, "foe reaction", "%s: asleep", state_name(state, foe));
    }
}

/* ---- waiting --------------------------------------------------------------------------- */

static bool may_wait(struct decision *decision)
{
    const struct state *state = &decision->state;
    if (situation_holds(state, "wandering") &&
        !decision_refuse(decision, "flow 4",
                         "wandering monsters attack: there is no reaction")) {
        return false;
    }
    bool is_too_late = course_order(state) != ORDER_OPEN || course_running(state) != NULL;
    return !is_too_late ||
           decision_refuse(decision, "flow 3",
                           "the fight has begun: it is too late for a reaction roll");
}

/* A fight after waiting has its own order; one that has begun keeps its order. */
static void fight_if_hostile(struct decision *decision)
{
    const struct state *state = &decision->state;
    for (int foe = 1; foe <= state->count; foe++) {
        bool waits = state_is_in(state, foe) && !is_character(state, foe) &&
                     attitude_is_offering(state, foe);
        if (waits) {
            return;
        }
    }
    for (int foe = 1; foe <= state->count; foe++) {
        bool fights = state_is_in(state, foe) && !is_character(state, foe) &&
                      attitude_of(state, foe) != REACTION_NONE &&
                      attitude_is_hostile(state, foe);
        if (fights && course_order(state) == ORDER_OPEN) {
            rounds_begin(decision, ORDER_WAITED);
            return;
        }
    }
}

/* The party waits: one foe's reaction, or that of all who have not shown it. */
void reactions_decide_wait(struct decision *decision, const struct command *command)
{
    int named = command->argument[0].is_given ? command->argument[0].id : 0;
    int asked = 0;
    if (named != 0 && is_character(&decision->state, named)) {
        decision_wrong(decision, "%s is a character", state_name(&decision->state, named));
        return;
    }
    if (!may_wait(decision) || !meeting_may_open(decision)) {
        return;
    }
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        bool counts =
            state_is_in(&decision->state, foe) && !is_character(&decision->state, foe);
        bool is_new = attitude_of(&decision->state, foe) == REACTION_NONE;
        if (!counts || (named != 0 ? foe != named : !is_new)) {
            continue;
        }
        struct answer answer;
        if ((attitude_of(&decision->state, foe) != REACTION_NONE &&
             !decision_refuse(decision, "foe reaction", "the reaction of %s was rolled already",
                              state_name(&decision->state, foe))) ||
            !answer_roll(decision, foe, &answer)) {
            return;
        }
        answer_apply(decision, foe, &answer);
        decision_label(decision, "%s: %s", state_name(&decision->state, foe),
                       reaction_word(answer.reaction));
        asked++;
    }
    if (asked == 0) {
        decision_refuse(decision, "foe reaction", "every reaction has been rolled");
        return;
    }
    fight_if_hostile(decision);
}

/* Results separated by "/"; faces with the same result share a state effect, a bit each.
 * Returns their number. */
static int put_results(struct decision *decision, int foe, struct str list)
{
    int face = 0;
    for (struct str one; face < 6 && str_next_part(&list, '/', &one);) {
        if (one.n == 0 || one.n >= LABEL_SIZE) {
            return 0;
        }
        const struct effect *same =
            state_effect_labelled(&decision->state, FOUR_REACTION, foe, 0, one);
        int faces = (same != NULL ? same->amount : 0) | 1 << face++;
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_REACTION, foe, 0, one, faces);
    }
    return list.n == 0 ? face : 0;
}

/* Six results that the referee types: `reactions goblins flee / fight / ...`; or @TABLE. */
void reactions_decide_reactions(struct decision *decision, const struct command *command)
{
    int foe = command->argument[0].id;
    struct str text = command->argument[1].is_given ? str_trimmed(command->argument[1].word)
                                                    : (struct str){"", 0};
    if (text.n == 0) {
        decision_ask(decision, QUESTION_TEXT, "%s: six results separated by \"/\", or @TABLE",
                     state_name(&decision->state, foe));
        return;
    }
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, FOUR_REACTION, foe, 0)) != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    if (text.p[0] == '@') {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_REACTION, foe, 0,
                        (struct str){text.p + 1, text.n - 1}, 0);
    } else if (put_results(decision, foe, text) != 6) {
        decision_wrong(decision,
                       "expected six results separated by \"/\": flee / ignore / bribe 5 "
                       "each / fight / fight / special");
        return;
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "foe reaction",
                 "%s: reactions are set", state_name(&decision->state, foe));
    decision_label(decision, "%s: reactions", state_name(&decision->state, foe));
}

/* ---- offers ---------------------------------------------------------------------------- */

static int first_offer(const struct state *state, const struct command *command)
{
    if (command->argument[0].is_given) {
        return command->argument[0].id;
    }
    int silent = 0;
    for (int foe = 1; foe <= state->count; foe++) {
        if (!state_is_in(state, foe) || is_character(state, foe)) {
            continue;
        }
        if (attitude_is_offering(state, foe)) {
            return foe;
        }
        silent = silent == 0 && !attitude_is_hostile(state, foe) ? foe : silent;
    }
    return silent;
}

/* The line that settles an offer with a roll: by whom, and the action of the system. */
static const char *roll_of(enum reaction attitude)
{
    return attitude == REACTION_PUZZLE            ? "save"
           : attitude == REACTION_MAGIC_CHALLENGE ? "spell"
           : attitude == REACTION_TRIAL           ? "attack"
                                                  : NULL;
}

/* The name of that roll in the log. */
static const char *act_of(enum reaction attitude)
{
    return attitude == REACTION_PUZZLE            ? "puzzle"
           : attitude == REACTION_MAGIC_CHALLENGE ? "magic challenge"
                                                  : "trial of champions";
}

static int character_of(struct decision *decision, const struct command *command,
                        const char *what)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    if (id != 0 && is_character(&decision->state, id)) {
        return id;
    }
    struct question *question =
        decision_ask(decision, QUESTION_COMBATANT, "who does it: %s?", what);
    text_format(question->prefix, sizeof question->prefix, "by=");
    question->wanted = WANTED_CHARACTER;
    return 0;
}

/* A save, a spell or an attack against the foe's level; success makes peace. */
static bool offer_roll(struct decision *decision, const struct command *command, int foe,
                       int *who_rolled, bool *is_success)
{
    const char *action = roll_of(attitude_of(&decision->state, foe));
    int id = character_of(decision, command, reaction_word(attitude_of(&decision->state, foe)));
    if (id == 0 ||
        !option_value(decision, command, "level", foe, LEVEL, (struct number_range){1, 50})) {
        return false;
    }
    struct said said;
    struct inputs inputs;
    enum roll roll = action[0] == 'a' ? ROLL_ATTACK : action[1] == 'p' ? ROLL_SPELL : ROLL_SAVE;
    said_begin(&said, roll, id, foe);
    inputs_begin(&inputs, state_system(&decision->state),
                 state_action(&decision->state, action));
    int level = state_value(&decision->state, foe, LEVEL, 1);
    inputs_give_number(&inputs, "level", level);
    if (roll == ROLL_ATTACK) {
        inputs_give_text(&inputs, "foe", str_of("major"));
        inputs_give_text(&inputs, "purpose", str_of("trial"));
    }
    if (!said_give(decision, command, &said, &inputs)) {
        return false;
    }
    struct outcome outcome;
    char who[NAME_SIZE * 2 + LABEL_SIZE + 8];
    text_format(who, sizeof who, "%s, %s → %s", state_name(&decision->state, id),
                act_of(attitude_of(&decision->state, foe)), state_name(&decision->state, foe));
    if (!decision_resolve(decision, &inputs, id, foe, who, &outcome)) {
        return false;
    }
    *is_success = outcome.value[0] != 0;
    *who_rolled = id;
    return true;
}

/* After a fight, or when the party has fled, no foe waits for an answer any more, unless there
 * was peace. */
static bool may_answer(struct decision *decision)
{
    const struct state *state = &decision->state;
    return course_over(state) == NULL || course_is_peace(state) ||
           decision_refuse(decision, "flow 6", "the encounter is over: %s", course_over(state));
}

/* The party accepts: a price is reported, blood is shed, or a roll decides. */
void reactions_decide_accept(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int foe = first_offer(state, command);
    if (foe == 0 || !attitude_is_offering(state, foe)) {
        bool is_peace = foe != 0 && course_is_peace(state);
        decision_refuse(decision, "foe reaction",
                        is_peace ? "%s ask%s for nothing: there is peace; `encounters` goes on"
                                 : "nobody offers anything",
                        is_peace ? state_name(state, foe) : "",
                        is_peace && !is_minor(state, foe) ? "s" : "");
        return;
    }
    int by; /* also where nobody has to roll or bleed, a name must be somebody's */
    if (!may_answer(decision) || !option_combatant(decision, command, "by", &by)) {
        return;
    }
    enum reaction attitude = attitude_of(state, foe);
    int price = state_effect(state, NULL, FOUR_ATTITUDE, foe, 0)->amount;
    bool is_success = true;
    int who_rolled = 0;
    const char *name = state_name(state, foe);
    if (roll_of(attitude) != NULL &&
        !offer_roll(decision, command, foe, &who_rolled, &is_success)) {
        return;
    }
    int giver = 0;
    if (attitude == REACTION_BLOOD_OFFERING) {
        giver = character_of(decision, command, "an offering of blood");
        if (giver == 0) {
            return;
        }
        harm_suffer(decision, giver, price > 0 ? price : 1, state_value(state, foe, LEVEL, 0),
                    "foe reaction");
    }
    attitude_set(decision, foe, is_success ? REACTION_PEACEFUL : REACTION_FIGHT, price);
    struct event *event = decision_tell(decision, EVENT_NOTED, foe, giver);
    if (attitude == REACTION_BRIBE) {
        char left[32] = "";
        if (gold_of(state) > 0) {
            text_format(left, sizeof left, " (%d left)", gold_change(decision, -price));
        }
        decision_say(decision, event, "foe reaction",
                     "%s: %d gold paid%s, they let the party pass", name, price, left);
    } else {
        decision_say(decision, event, "foe reaction",
                     is_success ? "%s: agreed (%s), peace" : "%s: the %s is lost, they fight",
                     name, reaction_word(attitude));
    }
    decision_label(decision, "%s: %s", name, is_success ? "agreed" : "they fight");
    fight_if_hostile(decision);
    /* With or without a fight after it, this is the last roll of the one who made it. */
    const char *action = roll_of(attitude);
    if (who_rolled != 0 && strcmp(action, "spell") == 0) {
        reroll_forget(decision, who_rolled);
    } else if (who_rolled != 0) {
        reroll_note(decision, who_rolled, action[0] == 'a' ? reroll_attack : reroll_save,
                    !is_success);
    }
}

/* The party refuses: they fight, in the order of a party that waited. */
void reactions_decide_decline(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int foe = first_offer(state, command);
    bool can = foe != 0 && !is_character(state, foe) && state_is_in(state, foe) &&
               attitude_of(state, foe) != REACTION_NONE && !attitude_is_hostile(state, foe);
    if (!can) {
        decision_refuse(decision, "foe reaction", "nobody offers anything");
        return;
    }
    if (!may_answer(decision)) {
        return;
    }
    attitude_set(decision, foe, REACTION_FIGHT, 0);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "foe reaction",
                 "%s: declined, they fight", state_name(&decision->state, foe));
    decision_label(decision, "%s: they fight", state_name(&decision->state, foe));
    fight_if_hostile(decision);
}
