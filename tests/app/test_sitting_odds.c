/* The odds of a line are those of the act that the line leads to: for every command of every
 * game, found from the tables, and a few that were once wrong. */
#include <stdlib.h>
#include <string.h>

#include "app/sitting/odds.h"
#include "app/sitting/state.h"
#include "support/acts.h"
#include "support/draws.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/command.h"

static struct play *demo(const char *path)
{
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_script(play, path);
    return play;
}

static const struct act_odds *only_act(struct play *play, const char *line)
{
    const struct line_odds *odds = sitting_line_odds(play->sitting, line);
    if (odds->count != 1) {
        fail_msg("%s: %d acts %s", line, odds->count, odds->why);
    }
    return &odds->act[0];
}

static double chance(const struct act_odds *act, const char *name)
{
    int at = outcome_find(act->inputs.action, name);
    assert_true(at >= 0 && act->odds.is_listed[at]);
    return act->odds.chance[at];
}

static double average(const struct act_odds *act, const char *name)
{
    int at = outcome_find(act->inputs.action, name);
    assert_true(at >= 0 && act->odds.is_listed[at]);
    return act->odds.numbers[at].mean;
}

/* ---- every command --------------------------------------------------------------------- */

enum { DEPTH_MOST = 4, ACTIONS_MOST = 16 };

struct walk {
    struct play *play;
    struct draws draws;
    struct result result;
    int acts, throws;
    bool is_met[ACTIONS_MOST]; /* beside the system's actions */
};

/* Runs the line with random dice until it is done; false when it asks for something else.
 * `given`: those dice. */
static bool complete(struct walk *walk, struct text *line, struct entered_dice *given)
{
    struct error err;
    for (int times = 0; times < 40; times++) {
        sitting_preview(walk->play->sitting, line->p, &walk->result);
        const struct question *question = &walk->result.question;
        if (walk->result.kind != RESULT_ASKS || question->kind != QUESTION_DICE) {
            return walk->result.kind == RESULT_DONE;
        }
        for (int i = 0; i < question->dice.missing; i++) {
            TEXT_BUFFER(face, 32);
            text_add(
                &face, "%d",
                draws_between(&walk->draws, (int)question->dice.low, (int)question->dice.high));
            text_add(line, " %s", face.p);
            assert_int_equal(entered_dice_read(given, str_of(face.p), &err), STATUS_OK);
        }
    }
    return false;
}

/* With the same dice the line's act and the act of its odds have the same arithmetic, to the
 * letter. */
static void check_arithmetic(struct walk *walk, const char *line, const struct inputs *inputs)
{
    static struct trace trace;
    static struct entered_dice given;
    TEXT_BUFFER(whole, COMMAND_LINE_MAX + 1);
    text_add(&whole, "%s", line);
    given.count = 0;
    if (!complete(walk, &whole, &given)) {
        return;
    }
    struct dice dice;
    struct outcome outcome;
    struct dice_stream stream = {0};
    dice_init_thrown(&dice, stream, given.entered, given.count, true, &trace);
    resolve_act(inputs, &dice, &outcome);
    TEXT_BUFFER(text, 360);
    trace_format(&trace, &text);
    if (dice.is_wanting || strstr(walk->result.text, text.p) == NULL) {
        fail_msg("%s\nis\n%s\nand not\n%s", whole.p, walk->result.text, text.p);
    }
}

static void check_act(struct walk *walk, const char *line, const struct question *question)
{
    static struct inputs inputs;
    const struct line_odds *odds = sitting_line_odds(walk->play->sitting, line);
    if (question->dice.rule[0] == '\0') {
        assert_int_equal(odds->count, 0); /* a random table */
        return;
    }
    if (odds->count != 1) {
        fail_msg("%s: asks for %s, and has no odds", line, question->dice.dice);
    }
    const struct act_odds *act = &odds->act[0];
    struct str rest = str_of(line);
    struct str name = str_next_word(&rest);
    name = str_equal(name, "ruling") ? str_next_word(&rest) : name;
    if (strncmp(act->act, name.p, (size_t)name.n) != 0) {
        fail_msg("%s: odds are of %s", line, act->act);
    }
    if (strncmp(act->error.text, "immune to ", 10) == 0) {
        return; /* a ruling lets it be tried, and nothing comes of it */
    }
    if (act->error.code != STATUS_OK) {
        fail_msg("%s: no odds: %s", line, act->error.text);
    }
    if (act->inputs.action->stages_count == 0) {
        const struct odds_numbers *total = &act->odds.numbers[0];
        int64_t apart = total->value[total->count - 1] - total->value[0];
        bool is_exploding = question->dice.total_high == INT64_MAX;
        if (!is_exploding && apart != question->dice.total_high - question->dice.total_low) {
            fail_msg("%s: %s %d %d", line, question->dice.dice, (int)question->dice.total_low,
                     (int)question->dice.total_high);
        }
        walk->throws++;
        return;
    }
    const struct system *system = state_system(sitting_state(walk->play->sitting));
    walk->is_met[act->inputs.action - system->actions] = true;
    walk->acts++;
    inputs = act->inputs;
    check_arithmetic(walk, line, &inputs);
}

/* The line with all answers to its questions, until dice are asked for. */
static void follow(struct walk *walk, const char *line, int depth)
{
    sitting_preview(walk->play->sitting, line, &walk->result);
    if (walk->result.kind != RESULT_ASKS || depth > DEPTH_MOST) {
        return;
    }
    const struct question question = walk->result.question;
    const struct state *state = sitting_state(walk->play->sitting);
    int answers = question.kind == QUESTION_DICE        ? 0
                  : question.kind == QUESTION_CHOICE    ? question.choices
                  : question.kind == QUESTION_COMBATANT ? state->count
                  : question.kind == QUESTION_NUMBER    ? 1
                                                        : 0;
    if (question.kind == QUESTION_DICE) {
        check_act(walk, line, &question);
    }
    for (int i = 0; i < answers; i++) {
        TEXT_BUFFER(next, COMMAND_LINE_MAX + 1);
        text_add(&next, "%s %s", line, question.prefix);
        if (question.kind == QUESTION_CHOICE) {
            text_add(&next, "%s", question.choice[i]);
        } else if (question.kind == QUESTION_COMBATANT) {
            text_add(&next, "#%d", i + 1);
        } else {
            text_add(&next, "%d", question.low > 3 ? question.low : 3);
        }
        follow(walk, next.p, depth + 1);
    }
}

/* Alone, and for each combatant that it can be about; refusals are overruled. */
static void follow_command(struct walk *walk, const struct command_def *def)
{
    const struct state *state = sitting_state(walk->play->sitting);
    bool takes_combatant =
        def->arguments_count > 0 && (def->arguments[0].kind == ARGUMENT_COMBATANT ||
                                     def->arguments[0].kind == ARGUMENT_COMBATANTS);
    for (int id = 0; id <= (takes_combatant ? state->count : 0); id++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "ruling %s", def->name);
        if (id != 0) {
            text_add(&line, " #%d", id);
        }
        follow(walk, line.p, 0);
    }
}

static void check_every_command(const char *path, const char *const *lines)
{
    struct walk walk = {.play = demo(path)};
    for (int i = 0; i < 2 && lines[i] != NULL; i++) {
        play_do(walk.play, lines[i]);
    }
    const struct command_def *const *defs;
    draws_init(&walk.draws);
    int count = sitting_commands(walk.play->sitting, &defs);
    for (int i = 0; i < count; i++) {
        follow_command(&walk, defs[i]);
    }
    const struct system *system = state_system(sitting_state(walk.play->sitting));
    for (int i = 0; i < count; i++) {
        const struct action *action = defs[i]->action;
        if (action != NULL && action->stages_count > 0 &&
            !walk.is_met[action - system->actions]) {
            fail_msg("%s: %s never asked for dice", system->id, defs[i]->name);
        }
    }
    /* A question that needs an option, or the end of a turn, is not reached by a plain
     * command. */
    int unmet = 0;
    for (int i = 0; i < system->actions_count; i++) {
        unmet += system->actions[i].stages_count > 0 && !walk.is_met[i] ? 1 : 0;
    }
    assert_true(unmet <= 1 && walk.acts > 0 && walk.throws > 0);
    play_free(walk.play);
}

static void test_line_odds__are_of_the_act_that_every_command_asks_for(void **state)
{
    static const struct {
        const char *path, *lines[2]; /* a demo, and what happens then */
    } fights[] = {
        {"data/demo/spire.referee", {NULL}},
        {"data/demo/dungeon.referee", {NULL}},
        {"data/demo/saltworks.referee",
         {"attack b2 by=Marrow 4", "attack Marrow by=b2 15 8 1 2 3"}},
        {"data/demo/sunken_larder.referee", {NULL}},
        {"data/demo/mill_pond.referee", {NULL}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof fights / sizeof fights[0]; i++) {
        check_every_command(fights[i].path, fights[i].lines);
    }
}

/* ---- what they are --------------------------------------------------------------------- */

static const char *const rats[] = {"add Ana side=party strength=14 wits=12 ac=24 hp=9",
                                   "add 2 rat strength=8 wits=3 ac=22 hp=6", "initiative 15 5",
                                   NULL};

static void test_line_odds__are_of_the_options_of_the_line(void **state)
{
    (void)state;
    struct play *play = play_new(rats);
    /* 8 and above hits: 13 of 20, and with a penalty die both must. */
    assert_close(chance(only_act(play, "attack r1"), "hit"), 0.65);
    assert_string_equal(only_act(play, "attack r1")->act, "attack");
    assert_close(chance(only_act(play, "attack r1 edge=-1"), "hit"), 0.65 * 0.65);
    assert_close(chance(only_act(play, "attack r1 bonus=5"), "hit"), 0.90);
    assert_close(chance(only_act(play, "attack r1 ac_bonus=5"), "hit"), 0.40);
    play_do(play, "set Ana damage=1d10");
    assert_close(average(only_act(play, "attack r1"), "damage"), 0.65 * 5.5);
    /* A direct hit, with 20 more than what hits at all, rolls no damage. */
    const struct act_odds *act = only_act(play, "attack r1 ac=4 direct");
    assert_string_equal(act->act, "attack direct");
    assert_close(chance(act, "four_extra"), 0.55);
    assert_close(average(act, "damage"), 0.45 * 5.5);
    assert_int_equal(act->subject, 1);
    assert_int_equal(act->object, 2);
    assert_int_equal(act->hurt, 2);
    play_free(play);
}

static void test_line_odds__in_mid_act_are_of_what_remains(void **state)
{
    (void)state;
    struct play *play = play_new(rats);
    const struct act_odds *act = only_act(play, "attack r1 8");
    assert_int_equal(act->since, ODDS_OF_REST);
    assert_close(chance(act, "hit"), 1);
    assert_close(average(act, "damage"), 3.5);
    /* The first of two dice for one throw says nothing by itself. */
    act = only_act(play, "attack r1 edge=-1 14");
    assert_int_equal(act->since, ODDS_FROM_START);
    assert_close(chance(act, "hit"), 0.65 * 0.65);
    act = only_act(play, "attack r1 defend 14 edge=1");
    assert_int_equal(act->since, ODDS_FROM_START);
    act = only_act(play, "attack r1 defend defender_edge=1 14 3");
    assert_int_equal(act->since, ODDS_FROM_WITHIN);
    /* What is complete has all its dice. */
    act = only_act(play, "attack r1 8 3");
    assert_int_equal(act->since, ODDS_FROM_START);
    assert_close(chance(act, "hit"), 0.65);
    play_free(play);
}

/* Nobody may know before the act whether the program's dice would hit. */
static void test_line_odds__throw_no_dice(void **state)
{
    (void)state;
    struct play *play = play_new(rats);
    static const char *const lines[] = {"attack r1 roll", "attack r1 *", "attack r1 * 3",
                                        "attack roll r1"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_close(chance(only_act(play, lines[i]), "hit"), 0.65);
    }
    play_free(play);
}

static void test_line_odds__of_choices_are_side_by_side(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Pond system=yuxtapa",
                                        "add Quill side=party class=wizard",
                                        "add 2 orc resistance=20 hp=4 dv=10",
                                        "order Quill o1",
                                        "next",
                                        NULL};
    struct play *play = play_new(lines);
    const struct line_odds *odds = sitting_line_odds(play->sitting, "spell o2");
    assert_int_equal(odds->count, 2);
    assert_string_equal(odds->act[0].act, "spell");
    assert_string_equal(odds->act[0].choice, "missile");
    assert_string_equal(odds->act[1].choice, "zap");
    /* 1d5 and 2d5, less resistance of 20 in 100. */
    assert_close(average(&odds->act[0], "damage"), 0.8 * 3);
    assert_close(average(&odds->act[1], "damage"), 0.8 * 6);
    assert_close(chance(&odds->act[0], "kill"), 0.8 * 2 / 5);
    assert_close(chance(&odds->act[1], "kill"), 0.8 * 22 / 25);
    assert_string_equal(only_act(play, "spell o2 kind=zap")->act, "spell zap");
    play_free(play);
}

static void test_line_odds__of_a_throw_alone_are_its_totals(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Pumps system=qud", "add 4 crab hp=4", NULL};
    struct play *play = play_new(lines);
    const struct act_odds *act = only_act(play, "morale c1 score=8");
    assert_close(chance(act, "they hold"), 26.0 / 36);
    assert_close(average(act, "total"), 7);
    double only;
    assert_string_equal(act_odds_chance(act, &only), "they hold");
    assert_close(only, 26.0 / 36);
    play_free(play);
}

static void test_line_odds__tell_why_there_are_none(void **state)
{
    (void)state;
    struct play *play = play_new(rats);
    const struct line_odds *odds = sitting_line_odds(play->sitting, "attack Ana by=r1");
    assert_int_equal(odds->count, 0);
    assert_non_null(strstr(odds->why, "turn"));
    static const char *const lines[] = {"undo", "note x", "attack nobody", "", "attack"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        odds = sitting_line_odds(play->sitting, lines[i]);
        assert_int_equal(odds->count, 0);
        assert_string_equal(odds->why, "");
    }
    play_do(play, "set Ana damage=100d1000!");
    const struct act_odds *act = only_act(play, "attack r1");
    assert_int_equal(act->error.code, STATUS_FULL);
    assert_non_null(strstr(act->error.text, "too large"));
    play_free(play);
}

static void test_line_odds__are_taken_again_when_the_state_changes(void **state)
{
    (void)state;
    struct play *play = play_new(rats);
    assert_close(chance(only_act(play, "attack r1"), "hit"), 0.65);
    play_do(play, "set r1 ac=25");
    assert_close(chance(only_act(play, "attack r1"), "hit"), 0.50);
    play_do(play, "undo");
    assert_close(chance(only_act(play, "attack r1"), "hit"), 0.65);
    /* The line to replace the last act is decided on the state before that act. */
    play_do(play, "attack r1 roll");
    assert_close(chance(only_act(play, "amend edge=1"), "hit"), 1 - 0.35 * 0.35);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_odds__are_of_the_act_that_every_command_asks_for),
        cmocka_unit_test(test_line_odds__are_of_the_options_of_the_line),
        cmocka_unit_test(test_line_odds__in_mid_act_are_of_what_remains),
        cmocka_unit_test(test_line_odds__throw_no_dice),
        cmocka_unit_test(test_line_odds__of_choices_are_side_by_side),
        cmocka_unit_test(test_line_odds__of_a_throw_alone_are_its_totals),
        cmocka_unit_test(test_line_odds__tell_why_there_are_none),
        cmocka_unit_test(test_line_odds__are_taken_again_when_the_state_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
