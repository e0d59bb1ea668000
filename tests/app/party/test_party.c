/* The party of a campaign: who joins, leaves and comes tonight, what goes on from fight to
 * fight and is done between them, undone by itself, and the same after every restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/party/party.h"
#include "app/party/roster.h"
#include "app/sitting/state.h"
#include "store/changes.h"
#include "support/home.h"
#include "support/play.h"
#include "support/state_text.h"
#include "support/unit.h"
#include "tracker/counters.h"
#include "tracker/naming.h"

static const struct roster *roster(struct play *play)
{
    struct error err;
    const struct roster *found = sitting_roster(play->sitting, &err);
    if (found == NULL) {
        fail_msg("%s", err.text);
    }
    return found;
}

static int member(struct play *play, const char *name)
{
    int id = combatant_called(&roster(play)->state, str_of(name));
    if (id == 0) {
        fail_msg("nobody in the party is called %s", name);
    }
    return id;
}

static int hp(struct play *play, const char *name)
{
    int id = member(play, name);
    return state_value(&roster(play)->state, id, FIELD_HP, -1);
}

/* Every line leaves a roster that is the same, field by field, when the campaign is opened
 * again. */
static void act(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    if (play->result.kind != RESULT_DONE && play->result.kind != RESULT_TOLD) {
        fail_msg("%s: %s%s", line, play->result.error.text, play->result.refusal.reason);
    }
    struct state *before = malloc(sizeof *before);
    assert_non_null(before);
    sitting_forget_roster(play->sitting); /* so that it has the settings of the table */
    state_init(before, roster(play)->system);
    state_copy(before, &roster(play)->state);
    struct result *kept = malloc(sizeof *kept);
    assert_non_null(kept);
    *kept = play->result;
    play_reopen(play, false);
    assert_true(state_equal(before, &roster(play)->state));
    play->result = *kept;
    free(kept);
    free(before);
}

static int64_t changes(struct play *play)
{
    return roster(play)->changes;
}

static void tells(struct play *play, const char *line, const char *text)
{
    act(play, line);
    if (strstr(play->result.text, text) == NULL) {
        fail_msg("%s: expected %s in\n%s", line, text, play->result.text);
    }
}

/* It is not done, says why, and leaves no trace. */
static void check_not(struct play *play, const char *line, const char *text)
{
    int64_t before = changes(play), now = sitting_act_now(play->sitting);
    sitting_run(play->sitting, line, false, &play->result);
    const struct result *result = &play->result;
    assert_true(result->kind == RESULT_WRONG || result->kind == RESULT_REFUSED);
    const char *said =
        result->kind == RESULT_WRONG ? result->error.text : result->refusal.reason;
    if (strstr(said, text) == NULL) {
        fail_msg("%s: expected %s, not %s", line, text, said);
    }
    assert_int_equal(changes(play), before);
    assert_int_equal(sitting_act_now(play->sitting), now);
}

static struct play *four(void)
{
    static const char *const lines[] = {"encounter Nest system=four-against-darkness", NULL};
    struct play *play = play_new(lines);
    act(play, "join Hild class=warrior level=2");
    act(play, "join Pell class=halfling");
    act(play, "join Odo class=cleric");
    act(play, "join Wiz class=wizard");
    return play;
}

static void test_join__makes_a_party_with_henchmen_and_animals(void **state)
{
    (void)state;
    struct play *play = four();
    tells(play, "join Ida serves=Odo hp=4", "Ida joins the party");
    tells(play, "join Rex serves=Ida as=animal hp=2", "Rex joins the party");
    tells(play, "party",
          "Odo                     Life 5 of 5\n"
          "  Ida                   Life 4 of 4     henchman\n"
          "    Rex                 Life 2 of 2     animal\n"
          "Wiz                     Life 3 of 3");
    assert_int_equal(sitting_state(play->sitting)->count,
                     0); /* nothing of it is at the table */
    act(play, "leave Ida");
    tells(play, "party", "Wiz                     Life 3 of 3\nRex");
    act(play, "party-undo");
    tells(play, "party", "    Rex                 Life 2 of 2     animal");
    play_free(play);
}

static void test_fight__wounds_uses_conditions_and_xp_go_on(void **state)
{
    (void)state;
    struct play *play = four();
    tells(play, "bring", "Hild comes along: 8 of 8 Life");
    act(play, "damage Hild 3");
    act(play, "uses Pell luck 1");
    act(play, "condition Odo wounded");
    act(play, "xp minor=4");
    assert_int_equal(hp(play, "Hild"), 8); /* the roster has it when they come home */
    tells(play, "party",
          "at the table since (`home` writes it here):\nthe party: xp minor "
          "encounters 4, xp rolls 0\nHild: Life 8 to 5");
    tells(play, "home", "Pell: uses luck 2 to 1\nOdo: wounded");
    assert_int_equal(hp(play, "Hild"), 5);
    tells(play, "home", "the party has everything already");
    act(play, "encounter Ford");
    tells(play, "bring", "Hild comes along: 5 of 8 Life");
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    const struct state *there = sitting_state(play->sitting);
    assert_true(state_has_effect(there, EFFECT_CONDITION, play_id(play, "Odo"), 0));
    assert_int_equal(state_effect_labelled(there, effect_called(there, "uses"),
                                           play_id(play, "Pell"), 0, str_of("luck"))
                         ->amount,
                     1);
    assert_int_equal(state_effect_labelled(there, effect_called(there, "xp"), 0, 0,
                                           str_of("minor encounters"))
                         ->amount,
                     4);
    play_free(play);
}

static void test_fight__the_party_comes_home_when_it_is_parked(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild 3");
    act(play, "encounter Ford");
    assert_int_equal(hp(play, "Hild"), 5);
    act(play, "open Nest");
    act(play, "damage Hild 1");
    act(play, "open Ford");
    assert_int_equal(hp(play, "Hild"), 4);
    play_free(play);
}

static void test_between__a_rest_is_not_undone_by_the_fight_before(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild,Pell 3");
    tells(play, "party heal Hild 2", "Hild: Life 5 to 7");
    assert_int_equal(hp(play, "Hild"), 7);
    act(play, "note a walk");
    act(play, "encounter Ford"); /* Nest is parked: nothing new of it */
    assert_int_equal(hp(play, "Hild"), 7);
    act(play, "open Nest");
    act(play, "damage Pell 1");
    act(play, "open Ford");
    assert_int_equal(hp(play, "Hild"), 7);
    assert_int_equal(hp(play, "Pell"), 0);
    tells(play, "bring", "Hild comes along: 7 of 8 Life");
    play_free(play);
}

static void test_bring__brings_what_was_done_between_into_a_fight_that_runs(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild 3");
    act(play, "party heal Hild 2");
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    act(play, "bring");
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 7);
    assert_int_equal(sitting_state(play->sitting)->count, 4);
    tells(play, "home", "the party has everything already");
    act(play, "damage Hild 1");
    tells(play, "home", "Hild: Life 7 to 6");
    act(play, "undo");
    act(play, "home");
    act(play, "undo");
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    assert_int_equal(hp(play, "Hild"), 7);
    tells(play, "bring", "the party is here");
    act(play, "bring");
    assert_string_equal(play->result.text, "the party is here already, as it is");
    play_free(play);
}

static void test_carry__takes_along_what_was_done_between(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild,Odo 3");
    act(play, "party heal Hild 2");
    act(play, "encounter Ford carry");
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 7);
    assert_int_equal(play_value(play, "Odo", FIELD_HP), 2);
    act(play, "party heal Odo 1");
    act(play, "open Nest");
    assert_int_equal(hp(play, "Hild"), 7);
    assert_int_equal(hp(play, "Odo"), 3);
    act(play, "open Ford carry");
    assert_int_equal(play_value(play, "Odo", FIELD_HP), 3);
    play_free(play);
}

static void test_rest__brings_back_uses_by_the_rules_of_the_table(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "uses Pell luck 0");
    tells(play, "rest", "Pell: uses luck 0 to 2");
    tells(play, "party-undo", "rested; back: luck");
    tells(play, "rest", "rested; back: luck");
    act(play, "party-undo");
    act(play, "setting refresh never");
    check_not(play, "rest", "nothing comes back by a rule of this game");
    act(play, "setting refresh rest");
    tells(play, "rest Pell", "Pell: rested");
    act(play, "encounter Mill system=trilemma");
    act(play, "join Anka hp=9");
    check_not(play, "rest", "nothing comes back by a rule of this game");
    play_free(play);
}

/* Each has a name of its own, says what it changed, and is undone in the party's history. */
static void test_between__acts_are_done_by_name(void **state)
{
    (void)state;
    struct play *play = four();
    tells(play, "party-gain 20 from the mayor", "20 gold gained: from the mayor");
    tells(play, "party-buy Hild bow gold=5",
          "Hild buys bow for 5 gold\nthe party: gold 20 to 15");
    check_not(play, "party-buy Hild sling gold=16", "the party has only 15 gold");
    check_not(play, "party-buy Hild anvil", "anvil");
    check_not(play, "party-spend 16", "the party has only 15 gold");
    check_not(play, "party-spend much", "expected an amount");
    tells(play, "party-spend 15 a room", "the party: gold 15 to 0");
    tells(play, "party damage Hild,Odo 3", "Hild: Life 8 to 5");
    tells(play, "party-heal Hild,Odo 2", "Odo: Life 2 to 4");
    check_not(play, "party-heal Nobody 2", "Nobody");
    tells(play, "party-level Odo hp_max=9", "Life unhurt 5 to 9");
    check_not(play, "party-level Hild 6", "no XP roll is pending");
    act(play, "party xp rolls=1");
    tells(play, "party-level Hild 6", "level 2 to 3");
    check_not(play, "party-level Hild 6", "no XP roll is pending");
    tells(play, "party-die Pell", "Pell: dead");
    check_not(play, "bring Pell", "nobody of the party can come");
    tells(play, "party-undo", "undone: Pell: dead");
    act(play, "bring");
    tells(play, "party-history", "Hild buys bow for 5 gold");
    play_free(play);
}

/* Where one's own records say what a thing costs, that is paid; gold= says otherwise. */
static void test_between__what_has_a_price_is_paid(void **state)
{
    (void)state;
    assert_int_equal(home_begin("XDG_DATA_HOME"), 0);
    home_write("referee/library/four-against-darkness/gear.yaml",
               "items:\n  - name: rope-ladder\n    modifiers: is tool\n    price: 6\n");
    struct play *play = four();
    act(play, "party-gain 20 from the mayor");
    tells(play, "party-buy Hild rope-ladder",
          "Hild buys rope-ladder for 6 gold\nthe party: gold 20 to 14");
    tells(play, "party-buy Odo \"rope ladder\"", "the party: gold 14 to 8");
    tells(play, "party-buy Pell Rope-Ladder", "the party: gold 8 to 2");
    check_not(play, "party-buy Pell rope-ladder", "the party has only 2 gold");
    tells(play, "party-buy Hild rope-ladder gold=1", "the party: gold 2 to 1");
    play_free(play);
    assert_int_equal(home_end("XDG_DATA_HOME"), 0);
}

/* Where the game has no rule: gold is a counter, a thing a word in the note. */
static void test_between__acts_are_done_by_hand_in_other_games(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma", NULL};
    struct play *play = play_new(lines);
    act(play, "join Anka strength=14 hp=9 note=\"owes the ferryman\"");
    check_not(play, "party-spend 3", "the party has no gold: `party-gain 20` gives some");
    tells(play, "party-gain 20 reward", "the party: gold 20");
    tells(play, "party-gain 5", "the party: gold 20 to 25");
    tells(play, "party-buy Anka long rope gold=4", "Anka buys long rope for 4 gold");
    assert_string_equal(state_text(&roster(play)->state, member(play, "Anka"), TEXT_NOTE),
                        "owes the ferryman, long rope");
    check_not(play, "party-spend 22", "there are only 21 gold");
    tells(play, "party-spend 21 gold", "the party: gold 21: gone");
    check_not(play, "party-level Anka", "this game has no rule for a level");
    tells(play, "party-level Anka strength=15 hp_max=12", "strength 14 to 15");
    check_not(play, "party-adventure", "nothing comes back by a rule of this game");
    play_free(play);
}

/* What is counted lasts from fight to fight, and what is spent between them is gone in the
 * next. */
static void test_counters__go_on_from_fight_to_fight(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "party counter torch 6");
    act(play, "party counter arrows 3 of=Wiz per=manual");
    act(play, "party counter omen 0/4 per=manual");
    act(play, "bring");
    assert_int_equal(sitting_state(play->sitting)->counters, 3);
    act(play, "tick torch -2");
    act(play, "tick omen +1");
    act(play, "counter alarm 2 then=next"); /* of this fight */
    tells(play, "home", "the party: torch 6 to 4, omen 0 of 4 to 1 of 4");
    tells(play, "party", "torch: 4 rounds left\nomen: 1 of 4, by hand");
    tells(play, "party-sheet Wiz", "arrows");
    tells(play, "party-spend 3 arrows", "Wiz: arrows 3: gone");
    act(play, "bring");
    act(play, "encounter Mill carry");
    const struct state *there = sitting_state(play->sitting);
    int place;
    assert_int_equal(counters_called(there, str_of("torch"), 0, true, &place), 1);
    assert_int_equal(there->counter[place].number[COUNTER_NOW], 4);
    assert_int_equal(counters_called(there, str_of("arrows"), ANYBODY, true, &place), 0);
    assert_int_equal(counters_called(there, str_of("alarm"), ANYBODY, true, &place), 0);
    act(play, "open Nest");
    assert_int_equal(
        counters_called(sitting_state(play->sitting), str_of("arrows"), ANYBODY, true, &place),
        0);
    play_free(play);
}

/* Four Against Darkness: what the party met and found adds up over its encounters. */
static void test_adventure__adds_up(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "add rats foe=vermin level=1 count=3");
    act(play, "place corridor wandering");
    act(play, "next");
    act(play, "encounter Den carry");
    act(play, "add Ogre foe=weird level=5 life=6");
    act(play, "attack Ogre by=Hild with=sword 2");
    act(play, "out Ogre dead");
    act(play, "treasure gold=30");
    act(play, "home");
    tells(play, "party",
          "this adventure: wandering monsters 1, major foes 1, gold found 30\n"
          "final boss 2 in 6; minor encounters 0 of 10; XP rolls due 1; gold 30");
    act(play, "encounter Hall carry");
    act(play, "add King foe=boss level=6 life=8");
    act(play, "attack King by=Hild with=sword 2");
    tells(play, "boss 3", "not the final boss  [boss foes]");
    tells(play, "boss 5", "5 + 1 major foe before = 6: the final boss");
    check_not(play, "boss 5", "King is the final boss already");
    act(play, "out King dead");
    tells(play, "party", "due in Hall: treasure of King");
    act(play, "uses Pell luck 0");
    act(play, "home");
    tells(play, "party-adventure", "Pell: uses luck 0 to 2");
    tells(play, "party", "this adventure: wandering monsters 0, major foes 0, gold found 0");
    tells(play, "party", "; gold 30");
    act(play, "party-undo");
    tells(play, "party", "this adventure: wandering monsters 1, major foes 2, gold found 30");
    play_free(play);
}

static void test_adventure__uses_come_back_by_the_rule_of_the_table(void **state)
{
    (void)state;
    static const struct {
        const char *refresh;
        bool with_rest, with_adventure;
    } rules[] = {{"rest", true, true}, {"adventure", false, true}, {"never", false, false}};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct play *play = four();
        TEXT_BUFFER(line, 60);
        text_add(&line, "setting refresh %s", rules[i].refresh);
        act(play, line.p);
        act(play, "party uses Pell luck 0");
        sitting_run(play->sitting, "rest", false, &play->result);
        assert_int_equal(play->result.kind == RESULT_DONE, rules[i].with_rest);
        act(play, "party uses Pell luck 0");
        act(play, "party-adventure");
        assert_int_equal(strstr(play->result.text, "luck 0 to 2") != NULL,
                         rules[i].with_adventure);
        play_free(play);
    }
}

/* Gold that was spent between the fights is spent in a fight that goes on, too. */
static void test_bring__what_the_whole_party_has_comes_too(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "party-gain 20");
    act(play, "bring");
    tells(play, "gold", "the party has 20 gold");
    act(play, "party-spend 5");
    act(play, "bring");
    tells(play, "gold", "the party has 15 gold");
    tells(play, "bring", "the party is here already, as it is");
    play_free(play);
}

static void test_wandering__another_encounter_has_a_number(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    tells(play, "encounter carry numbered Den", "encounter Den,");
    tells(play, "encounter carry numbered Den", "encounter Den 2,");
    tells(play, "encounter carry numbered Den", "encounter Den 3,");
    assert_int_equal(sitting_state(play->sitting)->count, 4);
    play_free(play);
}

static void test_sheet__tells_where_each_number_came_from(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild 3");
    act(play, "uses Pell luck 1");
    act(play, "home");
    act(play, "party set Hild level=3 note=\"a | b\"");
    tells(play, "party-sheet Hild", "  Life             6            Hild: ");
    tells(play, "party-sheet Pell", "  uses luck        1            home from Nest#");
    tells(play, "party-history", "Hild: Life 8 to 5");
    char path[600];
    text_format(path, sizeof path, "%s.md", play->path);
    TEXT_BUFFER(line, 700);
    text_add(&line, "party-print \"%s\"", path);
    tells(play, line.p, "the party is written to");
    static char written[16000];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    written[fread(written, 1, sizeof written - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(written, "## Hild"));
    assert_non_null(strstr(written, "a \\| b"));
    check_not(play, line.p, "is there already: replace writes over it");
    text_add(&line, " replace");
    tells(play, line.p, "the party is written to");
    remove(path);
    check_not(play, "party-sheet Nobody", "is called Nobody");
    play_free(play);
}

static void test_undo__of_the_table_never_touches_the_roster(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild 3");
    act(play, "home");
    act(play, "undo");
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 8);
    assert_int_equal(hp(play, "Hild"), 5);
    act(play, "home"); /* what was undone there is undone here, too, and can be undone */
    assert_int_equal(hp(play, "Hild"), 8);
    act(play, "party-undo");
    assert_int_equal(hp(play, "Hild"), 5);
    play_free(play);
}

static void test_undo__a_fight_is_undone_to_its_start_and_played_again(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild 3");
    act(play, "damage Pell 1");
    act(play, "home");
    act(play, "undo");
    act(play, "undo");
    act(play, "undo");
    assert_int_equal(sitting_state(play->sitting)->count, 0);
    act(play, "party-undo");
    assert_int_equal(hp(play, "Hild"), 8);
    act(play, "bring");
    act(play, "damage Hild 1");
    act(play, "home");
    assert_int_equal(hp(play, "Hild"), 7);
    assert_int_equal(hp(play, "Pell"), 4);
    play_free(play);
}

/* Down to nothing and up again, each step as it was. */
static void test_undo__every_step_of_the_party_and_back(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "damage Hild 3");
    act(play, "party heal Hild 2");
    act(play, "party condition Odo wounded");
    act(play, "party set Wiz level=2");
    act(play, "away Pell");
    act(play, "leave Wiz");
    act(play, "party-gain 20");
    act(play, "party-buy Odo bow gold=5");
    act(play, "party counter torch 6");
    act(play, "party-spend 2 torch");
    act(play, "party-level Hild hp_max=12");
    act(play, "party-adventure");
    act(play, "party-die Odo");
    enum { STEPS = 16 };
    static struct state at[STEPS + 1];
    for (int i = STEPS; i >= 0; i--) {
        state_init(&at[i], roster(play)->system);
        state_copy(&at[i], &roster(play)->state);
        if (i > 0) {
            act(play, "party-undo");
        }
    }
    check_not(play, "party-undo", "nothing was changed in the party");
    assert_int_equal(at[0].count, 0);
    for (int i = 1; i <= STEPS; i++) {
        act(play, "party-redo");
        assert_int_equal(at[i].count, roster(play)->state.count);
        for (int id = 1; id <= at[i].count; id++) {
            assert_string_equal(state_name(&at[i], id), state_name(&roster(play)->state, id));
            assert_int_equal(state_value(&at[i], id, FIELD_HP, -1),
                             state_value(&roster(play)->state, id, FIELD_HP, -1));
        }
        assert_int_equal(at[i].effects, roster(play)->state.effects);
        assert_int_equal(at[i].counters, roster(play)->state.counters);
        assert_memory_equal(at[i].counter, roster(play)->state.counter, sizeof at[i].counter);
    }
    check_not(play, "party-redo", "nothing was taken back in the party");
    play_free(play);
}

static void test_tonight__who_is_away_or_dead_does_not_come(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "join Ida serves=Odo hp=4");
    act(play, "away Wiz, Odo");
    act(play, "party out Pell dead");
    act(play, "bring");
    assert_int_equal(sitting_state(play->sitting)->count, 2);
    play_id(play, "Hild");
    play_id(play, "Ida");
    act(play, "damage Ida 1");
    act(play, "home"); /* her master is not here, but she is still his */
    tells(play, "party", "  Ida                   Life 3 of 4     henchman");
    act(play, "here");
    act(play, "bring");
    assert_int_equal(sitting_state(play->sitting)->count, 4);
    check_not(play, "bring Pell", "nobody of the party can come");
    play_free(play);
}

static void test_enlist__takes_who_is_at_the_table(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Mill system=trilemma",
                                        "add Anka side=party strength=14 hp=9 note=\"her egg\"",
                                        "add Bo side=party hp=7 traits=shield", "damage Bo 2",
                                        NULL};
    struct play *play = play_new(lines);
    tells(play, "enlist Anka,Bo", "2 join the party");
    assert_int_equal(hp(play, "Bo"), 5);
    act(play, "damage Bo 1");
    act(play, "encounter Ford");
    assert_int_equal(hp(play, "Bo"), 4);
    act(play, "bring");
    const struct state *there = sitting_state(play->sitting);
    assert_string_equal(state_text(there, play_id(play, "Anka"), TEXT_NOTE), "her egg");
    assert_int_equal(play_value(play, "Bo", FIELD_HP), 4);
    assert_true(state_has_effect(there, EFFECT_TRAIT, play_id(play, "Bo"), 0));
    check_not(play, "enlist Bo", "Bo is in the party already");
    play_free(play);
}

static void test_games__each_has_a_party_of_its_own(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "encounter Mill system=trilemma");
    tells(play, "party", "nobody is in the party yet");
    act(play, "join Anka hp=9");
    act(play, "open Nest");
    tells(play, "party", "Hild");
    check_not(play, "bring Anka", "no combatant here is called Anka");
    act(play, "party-undo");
    tells(play, "party", "Odo                     Life 5 of 5");
    assert_null(strstr(play->result.text, "Wiz"));
    act(play, "open Mill");
    tells(play, "party", "Anka");
    play_free(play);
}

static void test_rename__goes_on_under_the_new_name(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "bring");
    act(play, "rename Hild Hildegard the Old");
    act(play, "damage Hildegard 1");
    act(play, "home");
    assert_int_equal(hp(play, "Hildegard the Old"), 7);
    act(play, "encounter Ford");
    act(play, "bring");
    play_id(play, "Hildegard the Old");
    act(play, "party rename Hildegard Hild");
    act(play, "bring"); /* the same one, by its number */
    assert_int_equal(sitting_state(play->sitting)->count, 4);
    play_id(play, "Hild");
    play_free(play);
}

static void test_names__hostile_ones_come_back_as_they_are(void **state)
{
    (void)state;
    static const char *const names[] = {"\"A \"\"b\"\" c\"",
                                        "\"value hp 3\"",
                                        "\"x=y, z\"",
                                        "\"\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\"",
                                        "\"effect trait 0 1 x\"",
                                        "\"draw 5\"",
                                        "\"-\"",
                                        "\"e\xcc\x81\""};
    struct play *play = four();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        TEXT_BUFFER(line, 200);
        text_add(&line, "join %s hp=3 note=\"name %d\"", names[i], (int)i);
        act(play, line.p);
    }
    act(play, "bring");
    act(play, "damage #5,#6,#7,#8,#9,#10,#11,#12 1");
    act(play, "home");
    for (int id = 5; id <= 12; id++) {
        assert_int_equal(state_value(&roster(play)->state, id, FIELD_HP, -1), 2);
        assert_string_equal(state_name(&roster(play)->state, id),
                            state_name(sitting_state(play->sitting), id));
    }
    play_free(play);
}

static void test_dice__of_the_party_are_its_own_and_stay(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "party damage Hild 1d6");
    int first = hp(play, "Hild");
    act(play, "party-undo");
    act(play, "party damage Hild 1d6"); /* the same die meets them again */
    assert_int_equal(hp(play, "Hild"), first);
    act(play, "join Ida hp=2d6 serves=Odo 3 4");
    assert_int_equal(hp(play, "Ida"), 7);
    play_free(play);
}

static void test_wrong__nothing_is_done(void **state)
{
    (void)state;
    struct play *play = four();
    check_not(play, "join", "join needs NAME");
    check_not(play, "join Odo hp=3",
              "Odo is in the party already; another one needs a name of their own");
    check_not(play, "join Ida serves=Nobody", "is called Nobody");
    check_not(play, "join Ida as=cat", "as=cat: expected henchman or animal");
    check_not(play, "join Ida hp=lots", "not lots");
    check_not(play, "leave Heidi", "is called Heidi");
    check_not(play, "away", "away needs MEMBERS");
    check_not(play, "party undo", "undo is no act of the party");
    check_not(play, "party ruling undo", "undo is no act of the party");
    check_not(play, "party haul Hild 3", "haul");
    check_not(play, "party heal Hild lots", "lots");
    check_not(play, "home", "nobody of the party was brought into this encounter");
    check_not(play, "bring Nobody", "is called Nobody");
    play_free(play);
}

static void test_wrong__a_foe_of_that_name_is_somebody_else(void **state)
{
    (void)state;
    struct play *play = four();
    act(play, "add Hild foe=vermin level=1 count=2");
    check_not(play, "bring", "a foe there is called Hild, too");
    assert_int_equal(sitting_state(play->sitting)->count, 1);
    play_free(play);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_join__makes_a_party_with_henchmen_and_animals),
        cmocka_unit_test(test_fight__wounds_uses_conditions_and_xp_go_on),
        cmocka_unit_test(test_fight__the_party_comes_home_when_it_is_parked),
        cmocka_unit_test(test_between__a_rest_is_not_undone_by_the_fight_before),
        cmocka_unit_test(test_bring__brings_what_was_done_between_into_a_fight_that_runs),
        cmocka_unit_test(test_carry__takes_along_what_was_done_between),
        cmocka_unit_test(test_rest__brings_back_uses_by_the_rules_of_the_table),
        cmocka_unit_test(test_between__acts_are_done_by_name),
        cmocka_unit_test(test_between__what_has_a_price_is_paid),
        cmocka_unit_test(test_between__acts_are_done_by_hand_in_other_games),
        cmocka_unit_test(test_counters__go_on_from_fight_to_fight),
        cmocka_unit_test(test_adventure__adds_up),
        cmocka_unit_test(test_adventure__uses_come_back_by_the_rule_of_the_table),
        cmocka_unit_test(test_bring__what_the_whole_party_has_comes_too),
        cmocka_unit_test(test_wandering__another_encounter_has_a_number),
        cmocka_unit_test(test_sheet__tells_where_each_number_came_from),
        cmocka_unit_test(test_undo__of_the_table_never_touches_the_roster),
        cmocka_unit_test(test_undo__a_fight_is_undone_to_its_start_and_played_again),
        cmocka_unit_test(test_undo__every_step_of_the_party_and_back),
        cmocka_unit_test(test_tonight__who_is_away_or_dead_does_not_come),
        cmocka_unit_test(test_enlist__takes_who_is_at_the_table),
        cmocka_unit_test(test_games__each_has_a_party_of_its_own),
        cmocka_unit_test(test_rename__goes_on_under_the_new_name),
        cmocka_unit_test(test_names__hostile_ones_come_back_as_they_are),
        cmocka_unit_test(test_dice__of_the_party_are_its_own_and_stay),
        cmocka_unit_test(test_wrong__nothing_is_done),
        cmocka_unit_test(test_wrong__a_foe_of_that_name_is_somebody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
