/* Sentences that people read twice who played a demo fight from the screen alone, each as they
 * came upon it.
 */
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/state.h"

static const char *const duel[] = {
    "encounter Nest system=trilemma", "add Bo side=party strength=14 wits=12 hp=9",
    "add 3 goblin strength=9 wits=8 ac=20 hp=5", "initiative 10 5", NULL};

static const char *const hall[] = {"encounter Hall system=four-against-darkness",
                                   "add Hild class=warrior level=2",
                                   "add Pell class=halfling level=2",
                                   "add Corvin class=wizard level=2",
                                   "add Ro class=cleric level=2",
                                   NULL};

/* "trip cost=2 = one of your own" had two equals signs. */
static void test_effect__of_one_s_own_is_an_example(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "attack g1 19 3");
    play_keys(play, "E");
    play_shows(play, "/ other words, such as disarm cost=2");
    play_hides(play, "cost=2 =");
    play_free(play);
}

/* The newest act stands on top, and was called the beginning. */
static void test_list__says_of_its_ends_which_they_are(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "U Up");
    play_shows(play, "Up: this is the latest act");
    play_keys(play, "U Home Home");
    play_shows(play, "Home: this is the latest act");
    play_keys(play, "U End Down");
    play_shows(play, "Down: this is the start of the encounter");
    play_keys(play, "l End Down");
    play_shows(play, "Down: this is the newest line");
    play_keys(play, "l Home Up");
    play_shows(play, "Up: this is the first line");
    play_keys(play, "H Up");
    play_shows(play, "Up: this is the latest fight");
    play_keys(play, "H Down");
    play_shows(play, "Down: this is the first fight");
    play_keys(play, "? k");
    play_shows(play, "k: this is the top");
    play_free(play);
}

static void test_gold__of_a_boss_says_that_it_counts_three_times(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add king foe=boss level=5 hp=5");
    play_do(play, "attack by=Hild 2");
    play_do(play, "out king dead");
    play_keys(play, "m text:5 Enter");
    play_shows(play, "gold (a boss's x3 follows), 3d6*10");
    play_keys(play, "m text:5 Enter \"text:5 3 2\" Enter");
    play_shows(play, "300");
    play_shows(play, "(a boss: 3 x 100)");
    play_free(play);
}

/* Somebody else's damage stood above the die of luck, and "the rest" was to be rolled. */
static void test_luck__names_its_owner_and_asks_for_its_die_alone(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add ogres foe=minion level=6 count=4");
    play_do(play, "attack by=Ro 1");
    play_do(play, "next");
    play_do(play, "defend all 1 1 1 1");
    play_keys(play, "Home");
    play_shows(play, "J Pell: luck");
    play_keys(play, "J");
    play_shows(play, "Pell again, luck, in place of the 1: Pell defends against Ogres");
    play_shows(play, " type the dice, e.g. 4; 6: roll again and add; Enter rolls, Esc cancels");
    play_hides(play, "the rest");
    sitting_preview(play->sitting, "reroll", &play->result);
    assert_int_equal(play->result.kind, RESULT_ASKS);
    assert_string_equal(play->result.question.so_far, "");
    play_free(play);
}

/* The key named the blessing, and Enter would have taken somebody's luck instead. */
static void test_reroll__proposes_the_roll_that_its_key_is_named_after(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add rats foe=vermin level=3 count=9");
    play_do(play, "attack rats by=Ro 1");
    play_do(play, "save Hild poison level=3 1");
    play_do(play, "save Corvin poison level=3 1");
    play_keys(play, "Home");
    play_shows(play, "J Ro: blessing");
    play_keys(play, "J");
    play_shows(play, "who rolls again?");
    play_shows(play, "›c 3 L2 + Corvin");
    play_free(play);
}

/* The only foe was called selected like the one the cursor is on. */
static void test_row_of_the_selected__calls_nobody_else_so(void **state)
{
    (void)state;
    static const char *const pair[] = {
        "encounter Nest system=trilemma", "add Bo side=party strength=14 wits=12 hp=9",
        "add goblin strength=9 wits=8 ac=20 hp=5", "initiative 10 5", NULL};
    struct play *play = play_new(pair);
    play_keys(play, "Down Up");
    play_shows(play, "on Bo (selected): e hp");
    play_shows(play, "on Goblin: t shoot");
    play_free(play);
}

/* Everybody had a letter but the one who acts, who had to be hurt. */
static void test_damage__can_be_for_the_one_who_acts(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "3 d a");
    assert_int_equal(play_value(play, "Bo", FIELD_HP), 6);
    play_keys(play, "a a"); /* but nobody attacks itself */
    play_shows(play, "Bo attacks whom?");
    play_free(play);
}

/* "asleep +1" looked like a bonus. */
static void test_row__says_that_there_is_more_by_a_sign_that_is_no_bonus(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "condition g1 prone");
    play_do(play, "condition g1 blind rounds=3");
    play_do(play, "condition g1 stunned rounds=2");
    play_do(play, "condition g1 constrained");
    play_keys(play, "Home");
    play_shows(play, "prone …");
    play_hides(play, "prone +");
    play_free(play);
}

/* What was just taken back was offered again; "is 5 now" and "branch from 4" were riddles. */
static void test_undone__act_is_not_offered_again_and_past_acts_say_what_follows(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play->columns = 120;
    play_keys(play, "Home Down d text:2 Enter Up Down");
    play_shows(play, "again: damage 2");
    play_keys(play, "Home Down d text:2 Enter u Up Down");
    play_hides(play, "again:");
    play_keys(play, "Home Down d text:2 Enter u C-r Up Down");
    play_shows(play, "again: damage 2");
    play_do(play, "undo");
    play_do(play, "damage g1 1");
    play_keys(play, "U");
    play_shows(play, "you are here, follows act ");
    play_hides(play, "branch");
    play_free(play);
}

/* Enter promised to settle, and only closed the list. */
static void test_open_list__asks_who_is_spared_as_the_key_does(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add king foe=boss level=5 hp=9 attacks=2");
    play_do(play, "attack by=Ro 1");
    play_do(play, "next");
    play_keys(play, "Home &");
    play_shows(play, "is spared: `divert` changes who");
    play_shows(play, "you decide: divert");
    play_keys(play, "Home & 2");
    play_shows(play, "who is spared instead of Ro?");
    play_keys(play, "Home o b");
    play_shows(play, "King → Ro, not Pell");
    play_free(play);
}

/* Only where no dice decide it; a key that stands in the row above gives way. */
static void test_next__names_whose_turn_it_begins(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "encounter Ford system=yuxtapa");
    play_do(play, "add Quill side=party class=scout");
    play_do(play, "add 2 digger class=scout");
    play_do(play, "order Quill d1 d2");
    play_keys(play, "");
    play_shows(play, "n next");
    play_do(play, "next");
    play->columns = 90;
    play_keys(play, "");
    play_shows(play, "on Quill (selected): e hp  S water");
    play_shows(play, "n next: Digger 1");
    play->columns = 60;
    play_keys(play, "");
    play_shows(play, "n next");
    play_hides(play, "n next: ");
    play->columns = 120;
    play_keys(play, "n");
    play_shows(play, "n next: Digger 2");
    play_do(play, "open Nest");
    play_do(play, "out goblin*");
    play_keys(play, "");
    play_hides(play, "n next: ");
    play_free(play);
}

/* The row was hidden by what the last act said, so most of the time. */
static void test_row__that_says_whom_keys_touch_stays_beside_a_message(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play->rows = 24;
    play->columns = 80;
    play_keys(play, "Tab a text:19 Enter text:3 Enter");
    play_shows(play, "Bo hits Goblin 1");
    play_shows(play, "on Goblin 1: d damage");
    play_shows(play, "on Bo: e hp  c condition");
    play->rows = 23;
    play_keys(play, "Tab u");
    play_shows(play, "undone: Bo hits Goblin 1");
    play_hides(play, "on Goblin 1: d damage");
    play_keys(play, "Tab");
    play_shows(play, "on Goblin 1: d damage");
    play_free(play);
}

/* "r react" did not say that it is for the selected one, nor "a attack" that it asks. */
static void test_key__says_whom_it_is_for_or_that_it_asks(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "");
    play_shows(play, "a attack whom?");
    play_shows(play, "r react");
    play_keys(play, "Down");
    play_shows(play, "r Goblin 1: react");
    play_keys(play, "Down r");
    play_shows(play, "Goblin 1 at 13: which reaction?");
    play_keys(play, "Tab");
    play_shows(play, "a attack Goblin 1");
    play_shows(play, "r Goblin 1: react");
    play_hides(play, "whom?");
    play_free(play);
}

/* Somebody else was proposed than the one who had just been hit. */
static void test_reaction__is_proposed_for_who_was_hit_last(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "add Ana side=party strength=14 wits=12 ac=20 hp=9");
    play_do(play, "add Cid side=party strength=14 wits=12 ac=20 hp=9");
    play_do(play, "set Ana initiative=3");
    play_do(play, "set Cid initiative=2");
    play_do(play, "attack g1 2");
    play_do(play, "next");
    play_do(play, "attack Cid 19 3");
    play_keys(play, "r");
    play_shows(play, "who reacts?");
    play_keys(play, "r Enter");
    play_shows(play, "Cid at 2: which reaction?");
    play_free(play);
}

/* "attack though constrained": the rules lower its AC, and forbid no attack. */
static void test_turn__is_not_though_constrained(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "condition Bo constrained 3");
    play_keys(play, "");
    play_shows(play, "a attack whom?");
    play_hides(play, "though");
    play_do(play, "condition Bo stunned 3");
    play_keys(play, "");
    play_shows(play, "a attack though stunned");
    play_free(play);
}

/* It named nobody, and did not say what it would do. */
static void test_next__says_that_it_ends_the_round(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "next");
    play_do(play, "next");
    play_keys(play, "");
    play_shows(play, "n next");
    play_do(play, "next");
    play_keys(play, "");
    play_shows(play, "n end round");
    play->columns = 120;
    play_keys(play, "n");
    play_shows(play, "after round 1");
    play_shows(play, "v declare spell: who?");
    play_shows(play, ": act between rounds");
    play_free(play);
}

/* Who had waited had to be looked for and selected first. */
static void test_act_now__is_for_the_only_one_who_waits(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play->columns = 120;
    play_do(play, "add Ana side=party strength=14 wits=12 ac=20 hp=9");
    play_do(play, "set Ana initiative=20");
    play_keys(play, "");
    play_hides(play, "act now");
    play_keys(play, "w");
    play_shows(play, "Ana's turn");
    play_shows(play, "W Bo: act now");
    play_keys(play, "W");
    play_shows(play, "undo: Bo acts now");
    play_keys(play, "u w");
    play_shows(play, "Goblin 1's turn");
    play_hides(play, ": act now");
    play_keys(play, "W");
    play_shows(play, "act: who?");
    play_keys(play, "Home Down W");
    play_shows(play, "undo: Ana acts now");
    play_free(play);
}

/* "healing, 1d6" named nobody, so "heal 1d6 again" might have been for the last one healed. */
static void test_dice__of_an_amount_say_whom_they_are_for(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "hp Bo =3");
    play_keys(play, "h text:1d6 Enter");
    play_shows(play, "Bo: healing, 1d6");
    play_keys(play, "Tab d text:2d6 Enter");
    play_shows(play, "Goblin 1: damage, 2d6");
    play_keys(play, "e text:-1d4 Enter");
    play_shows(play, "Bo: damage, 1d4");
    play_free(play);
}

/* "shield-after" stood alone, as if its chance had been forgotten; "stops 0%" left open why. */
static void test_odds__of_a_hopeless_reaction_are_said(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "add Odo side=party strength=9 wits=12 ac=20 hp=9");
    play_do(play, "set Odo initiative=6");
    play_do(play, "next");
    play_do(play, "attack Odo 20 3");
    play_keys(play, "r Enter");
    play_shows(play, "shield-after  cannot stop 29");
    play_free(play);
}

/* Own words that begin with "off" were taken for the end of a condition. */
static void test_own_words__may_begin_with_off(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "c o \"text:off balance 2\" Enter");
    play_shows(play, "Bo: off balance (to the end of round 2)");
    play_keys(play, "c");
    play_shows(play, "off: one of them ends");
    play_keys(play, "c o \"text:off guard\" Enter c o \"text:off guard\" Enter");
    play_shows(play, "to end it: c condition, then off");
    play_free(play);
}

/* "3 × pale ticks: foe vermin, count 1d6" might have been three groups of 1d6. */
static void test_adding__says_no_count_beside_the_one_that_is_typed(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_keys(play, "+ Tab \"text:pale ticks\"");
    play_shows(play, "pale ticks: foe vermin, count 1d6, level 3");
    play_keys(play, "+ Tab \"text:3 pale ticks\"");
    play_shows(play, "3 × pale ticks: foe vermin, level 3");
    play_free(play);
}

/* Luck was offered after a roll that had gone well, where nobody would spend it. */
static void test_luck__is_offered_while_its_roll_has_failed(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add king foe=boss level=5 hp=9 attacks=4");
    play_do(play, "attack by=Pell 2");
    play_keys(play, "");
    play_shows(play, "J Pell: luck");
    play_do(play, "undo");
    play_do(play, "attack by=Pell 5");
    play_keys(play, "");
    play_hides(play, ": luck");
    play_do(play, "next");
    play_do(play, "defend Pell 1");
    play_keys(play, "");
    play_shows(play, "J Pell: luck");
    play_free(play);
}

/* "4 * 2" for three defences showed nothing before Enter, nor whose die was which. */
static void test_defences__show_what_is_known_before_a_rolled_die(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add king foe=boss level=5 hp=9 attacks=3");
    play_do(play, "attack by=Ro 1");
    play_do(play, "next");
    play_keys(play, "L \"text:6 * 2\"");
    play_shows(play, "still Hild's die");
    play_keys(play, "L \"text:5 * 2\"");
    play_shows(play, "Hild defends against King: d6! [5]");
    play_shows(play, "Enter then rolls: Pell defends against King");
    play_shows(play, "more: 2 as typed");
    play_keys(play, "L * 4"); /* the first has fallen: it is not rolled again */
    play_hides(play, "Enter then rolls: ");
    play_shows(play, "Enter takes it; Esc cancels");
    play_keys(play, "L \"text:5 1 *\"");
    play_shows(play, "Hild defends against King: d6! [5]");
    play_shows(play, "Pell defends against King: d6! [1]");
    play_shows(play, "Enter then rolls: Corvin defends against King");
    play_free(play);
}

/* A letter seemed to mean one of the shrikes. */
static void test_morale_due__asks_for_one_that_stands_for_its_group(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "set gob* morale=7");
    play_keys(play, "F3 D");
    play_shows(play, "whose morale? (one stands for its group)");
    play_keys(play, "F3 D b");
    play_shows(play, "goblins: why is there a morale check?");
    play_do(play, "encounter Ford system=yuxtapa");
    play_do(play, "add Quill side=party class=scout");
    play_do(play, "add 2 digger class=scout");
    play_do(play, "order Quill d1 d2");
    play_keys(play, ": text:morale Enter");
    play_shows(play, "whose morale? (one stands for its group)");
    play_free(play);
}

/* It seemed to heal the foe that it hit. */
static void test_direct_hit__says_what_becomes_of_its_damage(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "set g1 ac=10");
    play_do(play, "attack g1 19 3");
    play_keys(play, "E");
    play_shows(play, "d direct hit (damage undone, injury save due) costs 4");
    play_keys(play, "E d");
    play_shows(play, "direct hit, past HP (4 extra, 0 left)");
    play_shows(play, "Goblin 1 gets the damage back: 2 → 5 HP");
    play_free(play);
}

/* It was taken for a turn that begins at once, in the middle of another one. */
static void test_superior_initiative__is_said_to_come_later(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "attack g1 2");
    play_do(play, "next");
    play->columns = 180;
    play_keys(play, "");
    play_shows(play, "s Bo pays 10 init for another turn later, at ");
    play_free(play);
}

/* The letter alone gave it without an end, and the count had to come before the key. */
static void test_digit__before_a_condition_s_letter_is_its_rounds(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "c");
    play_shows(play, "u unaware: AC -10 │ w wounded │ o own: a reminder in your words");
    play_shows(play, "1-9 rounds counting this one, then a letter │ / types it");
    play_keys(play, "c 3");
    play_shows(play, "Bo, for 3 rounds, to the end of round 3: which condition?");
    play_keys(play, "c 3 4");
    play_shows(play, "press a letter: b, c, p, s, u, w or o; Esc cancels");
    play_keys(play, "c 3 Backspace p");
    play_shows(play, "│ prone");
    play_do(play, "undo");
    play_keys(play, "c 3 p");
    play_shows(play, "│ prone (3 rounds)");
    play_free(play);
}

/* "p party  f foes" was read as "party f". */
static void test_choices__have_a_line_between_them(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "n n n n n");
    play_shows(play, "Enter party │ f foes");
    play->glyphs = GLYPHS_ASCII;
    play_keys(play, "n");
    play_shows(play, "Enter party | f foes");
    play_free(play);
}

/* Letters were pressed other than those just read: the usual answer is Enter, and those who
 * know its letter have that too. */
static void test_usual_choice__is_taken_by_enter_and_by_its_letter(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "n n n n B");
    play_shows(play, "t talk free │ Enter act -2 │ h hard act -5");
    play_shows(play, "press Enter or a letter, or type a number and Enter; Esc cancels");
    play_keys(play, "B Enter");
    play_shows(play, "pays 2 for an act between rounds: 22 → 20");
    play_keys(play, "B a");
    play_shows(play, "20 → 18");
    play_keys(play, "B text:4 Enter");
    play_shows(play, "pays 4 for an act between rounds: 18 → 14");
    play_keys(play, "B h"); /* the log said the same of all of them */
    play_shows(play, "pays 5 for a hard act between rounds: 14 → 9");
    play_keys(play, "B t");
    play_shows(play, "Goblin 1: talk between rounds");
    play_keys(play, "n z");
    play_shows(play, "press a letter: p or f, or Enter; Esc cancels");
    play_keys(play, "n Enter");
    play_shows(play, "round 2 begins, demanded by the party");
    play_keys(play, "u n p");
    play_shows(play, "round 2 begins, demanded by the party");
    play_free(play);
}

/* Both keys were gone as soon as somebody else was selected. */
static void test_spells__are_offered_for_any_selection(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add \"wax rats\" count=8 level=3");
    play_do(play, "attack by=Hild 2");
    play_keys(play, "Home");
    play_shows(play, "on Hild (selected)");
    play_shows(play, "G Corvin: cast  V Ro: use");
    play_keys(play, "Home G");
    play_shows(play, "Corvin casts, ");
    play_keys(play, "Home Down Down Down G");
    play_shows(play, "Corvin casts, ");
    play_keys(play, "Home Down Down V");
    play_shows(play, "Ro uses");
    play_free(play);
}

/* It was read as a list of what can be done between the rounds. */
static void test_act_between_rounds__names_who_does_it(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "n n n n");
    play_shows(play, "B Goblin 3: act between");
    play_shows(play, "v declare spell"); /* "spell" alone was one that is cast at once */
    play_free(play);
}

/* The preview takes the place of the hint that Enter rolls, and then nothing named Enter.
 */
static void test_typed_answer__has_enter_beside_it(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "a Enter");
    play_hides(play, "Enter\n");
    play_keys(play, "a Enter text:12");
    play_shows(play, "attack, d20 (6+ hits AC 20), then damage");
    play_shows(play, " 12    ");
    play_shows(play, "    Enter");
    play_keys(play, "a Enter text:99"); /* Enter would refuse it */
    play_shows(play, "Goblin 1: 99 is not possible on a die of 1 to 20");
    play_hides(play, "    Enter");
    play_keys(play, "a Enter text:99 Backspace");
    play_shows(play, "    Enter");
    play_free(play);
}

/* "A amend last act" was pressed to find out whether it meant the last dice. */
static void test_title__names_the_act_that_is_mended_or_undone(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "c p");
    play_shows(play, "Nest · Trilemma · round 1");
    play_shows(play, "A amend or u undo: Bo: prone");
    play->columns = 50;
    play_keys(play, "");
    play_shows(play, "Nest · round 1");
    play_shows(play, "A amend or u undo: Bo: prone");
    play->columns = 44;
    play_keys(play, "");
    play_shows(play, "u undo: Bo: prone");
    play_hides(play, "A amend or");
    play_free(play);
}

/* The only foe, who had the turn, was marked without a letter: it seemed that nobody could be
 * chosen. */
static void test_whose_morale__has_a_letter_for_the_one_who_acts(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "set g1,g2,g3 morale=8");
    play_do(play, "out g2,g3 fled");
    play_do(play, "next");
    play_keys(play, "F3 D");
    play_shows(play, "whose morale?");
    play_shows(play, "▶›b  13   Goblin 1");
    play_free(play);
}

/* Nothing said how to leave the target of the one before for another. */
static void test_target__has_the_key_to_another_beside_it(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play->columns = 120;
    play_keys(play, "Tab");
    play_shows(play,
               "on Goblin 1 (target): d damage  t shoot  Z surprise  Tab next foe   on Bo");
    play->columns = 80; /* no key gives way to it */
    play_keys(play, "Tab");
    play_shows(play, "Z surprise   on Bo: e hp  c condition  h heal");
    play_free(play);
}

/* Somebody's own words took the room of casting and healing. */
static void test_own_words__take_no_room_from_other_keys(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add \"wax rats\" count=8 level=3");
    play_do(play, "attack by=Pell 4");
    play_do(play, "condition Hild own greased shield");
    play_keys(play, "Home");
    play_shows(play, "a attack Wax rats  n end attacks  G Corvin: cast  V Ro: use");
    play->columns = 140;
    play_keys(play, "Home");
    play_shows(play, "a attack Wax rats though greased shield  n end attacks");
    play_free(play);
}

/* "re-orient" was tried out after a push: it seemed to be about where one stands. */
static void test_re_orienting__is_called_what_it_does(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play->columns = 120;
    play_keys(play, "");
    play_shows(play, "o new initiative");
    play_keys(play, "o");
    play_shows(play, "Bo re-orients: initiative, d20");
    play_free(play);
}

/* "5 is not used: no die is missing", though the line had been written there with a die. */
static void test_luck__is_mended_in_the_line_that_is_proposed(void **state)
{
    (void)state;
    struct play *play = play_new(hall);
    play_do(play, "add \"wax rats\" count=8 level=3");
    play_do(play, "attack by=Pell 1");
    play_do(play, "reroll Pell 2");
    play_keys(play, "A");
    play_shows(play, ":amend reroll Pell by=Pell use=\"luck\" 2");
    play_keys(play, "A Backspace text:5");
    play_shows(play, "d6! [5] + 2 halfling L2 - 1 sling = 6 vs L 3: 2 kills");
    play_keys(play, "A Backspace text:5 Enter");
    play_shows(play, "amended: ");
    play_shows(play, "6/8");
    play_free(play);
}

/* Nothing on the screen named the keys that move the selection. */
static void test_heading__names_the_keys_that_select(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "");
    play_shows(play, "name  Up/Down select");
    play_keys(play, "a");
    play_hides(play, "Up/Down select");
    play_free(play);
}

/* What Enter would do is what the rules allow. */
static void test_usual_choice__that_is_refused_is_not_taken_by_enter(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "setting overspend deny");
    play_do(play, "set Bo initiative=1");
    play_keys(play, "n n n n End B");
    play_shows(play, "t talk free │ not now: a act -2");
    play_keys(play, "End B Enter");
    play_shows(play, "at what price in init?");
    play_hides(play, "Enter act");
    play_free(play);
}

/* Whether it would strike at once or ask was tried out. */
static void test_attack__that_asks_says_so_out_of_turn_and_though_hindered(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_do(play, "add Ana side=party strength=11 wits=4 ac=22 hp=9");
    play_do(play, "set Ana initiative=30");
    play_do(play, "react g1 opportunity");
    play_keys(play, "' Down Down Down");
    play_shows(play, "Goblin 1: attack whom?");
    play_hides(play, "m settle  "); /* "m uses it" stands above */
    play_keys(play, "' Down Down Down a");
    play_shows(play, " ›a  22 + Bo"); /* whose turn it is */
    play_keys(play, "Esc u");
    play_do(play, "condition Bo prone");
    play->columns = 160;
    play_keys(play, "'");
    play_shows(play, "a attack though prone, whom?");
    play_free(play);
}

/* The letters beside the names said "full", and nothing that they could say half. */
static void test_dice__of_several_say_that_capitals_halve(void **state)
{
    (void)state;
    struct play *play = play_new(duel);
    play_keys(play, "d / \"text:g1,g2 2d6\" Enter");
    play_shows(play, "a capital letter: half, then none");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effect__of_one_s_own_is_an_example),
        cmocka_unit_test(test_list__says_of_its_ends_which_they_are),
        cmocka_unit_test(test_gold__of_a_boss_says_that_it_counts_three_times),
        cmocka_unit_test(test_luck__names_its_owner_and_asks_for_its_die_alone),
        cmocka_unit_test(test_reroll__proposes_the_roll_that_its_key_is_named_after),
        cmocka_unit_test(test_row_of_the_selected__calls_nobody_else_so),
        cmocka_unit_test(test_damage__can_be_for_the_one_who_acts),
        cmocka_unit_test(test_row__says_that_there_is_more_by_a_sign_that_is_no_bonus),
        cmocka_unit_test(test_undone__act_is_not_offered_again_and_past_acts_say_what_follows),
        cmocka_unit_test(test_open_list__asks_who_is_spared_as_the_key_does),
        cmocka_unit_test(test_next__names_whose_turn_it_begins),
        cmocka_unit_test(test_row__that_says_whom_keys_touch_stays_beside_a_message),
        cmocka_unit_test(test_key__says_whom_it_is_for_or_that_it_asks),
        cmocka_unit_test(test_reaction__is_proposed_for_who_was_hit_last),
        cmocka_unit_test(test_turn__is_not_though_constrained),
        cmocka_unit_test(test_next__says_that_it_ends_the_round),
        cmocka_unit_test(test_act_now__is_for_the_only_one_who_waits),
        cmocka_unit_test(test_dice__of_an_amount_say_whom_they_are_for),
        cmocka_unit_test(test_odds__of_a_hopeless_reaction_are_said),
        cmocka_unit_test(test_own_words__may_begin_with_off),
        cmocka_unit_test(test_adding__says_no_count_beside_the_one_that_is_typed),
        cmocka_unit_test(test_luck__is_offered_while_its_roll_has_failed),
        cmocka_unit_test(test_defences__show_what_is_known_before_a_rolled_die),
        cmocka_unit_test(test_morale_due__asks_for_one_that_stands_for_its_group),
        cmocka_unit_test(test_direct_hit__says_what_becomes_of_its_damage),
        cmocka_unit_test(test_superior_initiative__is_said_to_come_later),
        cmocka_unit_test(test_digit__before_a_condition_s_letter_is_its_rounds),
        cmocka_unit_test(test_choices__have_a_line_between_them),
        cmocka_unit_test(test_spells__are_offered_for_any_selection),
        cmocka_unit_test(test_act_between_rounds__names_who_does_it),
        cmocka_unit_test(test_typed_answer__has_enter_beside_it),
        cmocka_unit_test(test_target__has_the_key_to_another_beside_it),
        cmocka_unit_test(test_title__names_the_act_that_is_mended_or_undone),
        cmocka_unit_test(test_whose_morale__has_a_letter_for_the_one_who_acts),
        cmocka_unit_test(test_own_words__take_no_room_from_other_keys),
        cmocka_unit_test(test_re_orienting__is_called_what_it_does),
        cmocka_unit_test(test_luck__is_mended_in_the_line_that_is_proposed),
        cmocka_unit_test(test_heading__names_the_keys_that_select),
        cmocka_unit_test(test_usual_choice__is_taken_by_enter_and_by_its_letter),
        cmocka_unit_test(test_usual_choice__that_is_refused_is_not_taken_by_enter),
        cmocka_unit_test(test_attack__that_asks_says_so_out_of_turn_and_though_hindered),
        cmocka_unit_test(test_dice__of_several_say_that_capitals_halve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
