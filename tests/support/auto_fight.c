#include "support/auto_fight.h"

#include <stdio.h>
#include <string.h>

#include "support/unit.h"
#include "tracker/counters.h"

enum { ANSWERS_MAX = 12, LINE_SIZE = 400 };

static bool is_party(const struct state *state, int id)
{
    return state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

int auto_fight_left(const struct state *state, bool party)
{
    int left = 0;
    for (int id = 1; id <= state->count; id++) {
        left += state_is_in(state, id) && is_party(state, id) == party ? 1 : 0;
    }
    return left;
}

/* ---- lines ----------------------------------------------------------------------------- */

/* Somebody of that side who is still there; 0: nobody. */
static int one_of(struct auto_fight *fight, bool party)
{
    const struct state *state = &fight->table->state;
    int left = auto_fight_left(state, party);
    int nth = left > 0 ? draws_between(&fight->draws, 1, left) : 0;
    for (int id = 1; id <= state->count && nth > 0; id++) {
        nth -= state_is_in(state, id) && is_party(state, id) == party ? 1 : 0;
        if (nth == 0) {
            return id;
        }
    }
    return 0;
}

static void add_answer(struct auto_fight *fight, struct text *line)
{
    const struct question *question = &fight->table->decision.question;
    char word[32];
    switch (question->kind) {
    case QUESTION_DICE:
        text_format(word, sizeof word, "roll");
        break;
    case QUESTION_NUMBER:
        text_format(word, sizeof word, "%d",
                    draws_between(&fight->draws, question->low,
                                  question->high < question->low + 5 ? question->high
                                                                     : question->low + 5));
        break;
    case QUESTION_COMBATANT:
        text_format(word, sizeof word, "#%d", one_of(fight, question->wanted != WANTED_FOE));
        break;
    case QUESTION_TEXT:
        text_format(word, sizeof word, "so be it");
        break;
    case QUESTION_CHOICE:
        text_format(word, sizeof word, "%s",
                    question->choice[draws_between(&fight->draws, 0, question->choices - 1)]);
        break;
    }
    text_add(line, " %s%s", question->prefix, word);
}

static void print(const struct table *table, const char *line)
{
    const struct decision *decision = &table->decision;
    bool is_done = decision->verdict == VERDICT_DONE;
    printf("# %s%s%s\n", line, is_done ? "" : "   -> ",
           decision->verdict == VERDICT_REFUSED ? decision->refusal.reason
           : decision->verdict == VERDICT_WRONG ? decision->error.text
                                                : "");
    for (int i = 0; i < decision->events && is_done; i++) {
        if (decision->event[i].line.n > 0) {
            printf("#     %.*s\n", decision->event[i].line.n, decision->event[i].line.p);
        }
    }
}

/* Questions are answered at random; true when it was done. */
static bool run(struct auto_fight *fight, const char *words)
{
    TEXT_BUFFER(line, LINE_SIZE);
    text_add(&line, "%s", words);
    enum verdict verdict = table_try(fight->table, line.p);
    for (int i = 0; verdict == VERDICT_ASKS && i < ANSWERS_MAX; i++) {
        add_answer(fight, &line);
        verdict = table_try(fight->table, line.p);
    }
    if (fight->prints) {
        print(fight->table, line.p);
    }
    if (fight->see != NULL && verdict == VERDICT_DONE) {
        fight->see(fight->context, fight->table);
    }
    fight->lines += verdict == VERDICT_DONE ? 1 : 0;
    return verdict == VERDICT_DONE;
}

/* ---- what is done ---------------------------------------------------------------------- */

/* The first pending check that a command settles; others are the referee's, and stay. */
static bool settle(struct auto_fight *fight)
{
    struct table *table = fight->table;
    struct pending checks[PENDING_MAX];
    int count = pending_checks(table->procedure, &table->state, checks, PENDING_MAX);
    for (int i = 0; i < count && i < PENDING_MAX; i++) {
        if (checks[i].command[0] != '\0' && run(fight, checks[i].command)) {
            fight->has_attacked[checks[i].object] = true;
            return true;
        }
    }
    return false;
}

static const struct act {
    const char *name;
    bool has_target, has_actor;
} acts[] = {
    {"attack", true, true}, {"attack", true, true},   {"attack", true, true},
    {"shoot", true, true},  {"psionic", true, true},  {"spell", true, true},
    {"trap", true, true},   {"teleport", true, true}, {"cast", false, true},
    {"wait", false, false},
};
enum { ACTS = sizeof acts / sizeof acts[0] };

static bool do_act(struct auto_fight *fight, const struct act *act, int actor, int target)
{
    TEXT_BUFFER(line, LINE_SIZE);
    text_add(&line, "%s", act->name);
    if (act->has_target) {
        text_add(&line, " #%d", target);
    }
    if (act->has_actor) {
        text_add(&line, " by=#%d", actor);
    }
    return run(fight, line.p);
}

/* A random act of any game; an attack if this game does not have it, or it is impossible
 * now. */
static bool act(struct auto_fight *fight, int actor)
{
    int target = one_of(fight, !is_party(&fight->table->state, actor));
    int drawn = fight->only_attacks ? 0 : draws_between(&fight->draws, 0, ACTS - 1);
    bool is_done = do_act(fight, &acts[drawn], actor, target) ||
                   (drawn != 0 && do_act(fight, &acts[0], actor, target));
    fight->has_attacked[actor] = fight->has_attacked[actor] || is_done;
    return is_done;
}

/* Does one thing; false when nothing can be done. */
static bool go_on(struct auto_fight *fight)
{
    const struct table *table = fight->table;
    if (settle(fight)) {
        return true;
    }
    int actor = table->procedure->actor(&table->state);
    if (actor != 0 && actor != fight->acted && act(fight, actor)) {
        fight->acted = actor;
        return true;
    }
    fight->acted = 0;
    return run(fight, "next");
}

bool auto_fight(struct auto_fight *fight)
{
    fight->table->asks = true;
    for (int i = 0; i < AUTO_LINES_MAX; i++) {
        const struct state *state = &fight->table->state;
        if (auto_fight_left(state, true) == 0 || auto_fight_left(state, false) == 0) {
            return true;
        }
        if (!go_on(fight)) {
            return false;
        }
    }
    return false;
}
