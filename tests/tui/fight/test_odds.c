/* The pane shows the odds of the act that is being chosen or asked for, and names it. */
#include "app/sitting/sitting.h"
#include "support/play.h"
#include "support/unit.h"

static struct play *demo(const char *path)
{
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_script(play, path);
    return play;
}

/* The targets are chosen one after the other: the odds are against the one under the cursor. */
static void test_pane__spells_are_side_by_side(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/mill_pond.referee");
    play_do(play, "next");
    play_do(play, "next");
    play_keys(play, "s screen:odds_spell_whom");
    play_shows(play, "│ spell: Quill → Digger 1");
    play_shows(play, "│ missile  resisted 10%");
    play_shows(play, "│ zap  resisted 10%");
    play_keys(play, "s Down Down Down");
    play_shows(play, "│ spell: Quill → Sallow");
    play_shows(play, "│ zap  resisted 50%");
    play_keys(play, "s Enter z");
    play_shows(play, "│ spell zap: Quill → Digger 1");
    play_shows(play, "│ resisted 10%   to 0 HP 90%");
    play_hides(play, "│ hit");
    play_free(play);
}

static void test_pane__every_kind_of_attack_has_its_own(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/mill_pond.referee");
    play_do(play, "encounter Race system=yuxtapa");
    play_do(play, "add Brannoc side=party class=fighter");
    play_do(play, "add Nettle side=party class=assassin");
    play_do(play, "add 2 orc class=scout hp=5");
    play_do(play, "order Brannoc Nettle o1 o2");
    play_do(play, "next");
    play_keys(play, "t screen:odds_shot");
    play_shows(play, "│ shoot: Brannoc → Orc 1");
    play_keys(play, "Tab , B");
    play_shows(play, "│ trap: Orc 1");
    play_keys(play, "Down Down , P");
    play_shows(play, "│ teleport: Orc 1");
    play_keys(play, ": \"text:attack o1,o2 kind=circular\" screen:odds_circular");
    play_shows(play, "│ attack circular → Orc 1");
    /* After the first roll the odds are against the second target. */
    play_keys(play, ": \"text:attack o1,o2 kind=circular\" Enter text:2 Enter");
    play_shows(play, "│ attack circular → Orc 2");
    play_do(play, "next");
    play_keys(play, ": \"text:attack o1 kind=hidden\" screen:odds_hidden");
    play_shows(play, "│ attack hidden: Nettle → Orc 1");
    play_free(play);
}

static void test_pane__psionic_is_against_mental_armour(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/saltworks.referee");
    play_keys(play, "Q screen:odds_psionic");
    play_shows(play, "│ psionic: Marrow → Brinecrab 2");
    play_shows(play, "all pass MA 1");
    /* Half-way it is what remains. */
    play_keys(play, "Q a text:14 Enter");
    play_shows(play, "│ with the dice so far:");
    play_shows(play, "hit 100%");
    play_free(play);
}

static void test_pane__a_shot_into_a_melee_tells_who_is_hit(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/spire.referee");
    play_keys(play, ": \"text:shoot s3 other=Ysolde\" Enter screen:odds_melee_shot");
    play_shows(play, "│ side or above  in line 60%");
    play_shows(play, "│ behind, target near");
    play_shows(play, "│ behind, target far");
    play_shows(play, "│ in line 10%   hits it 4%");
    play_keys(play, ": \"text:shoot s3 other=Ysolde\" Enter b e");
    play_shows(play, "│ in line 90%");
    play_shows(play, "hits other 3%");
    play_keys(play, ": \"text:attack s3 direct\" Enter screen:odds_direct_hit");
    play_shows(play, "│ attack direct → Shrike 3");
    play_free(play);
}

static void test_pane__a_check_has_its_chance(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/spire.referee");
    play_keys(play, "m");
    play_shows(play, "│ morale: shrikes");
    play_shows(play, "│ holds 72%");
    play_free(play);
    play = demo("data/demo/dungeon.referee");
    play_keys(play, "f");
    play_shows(play, "│ defend against Tallow king");
    play_shows(play, "│ block 67%");
    play_keys(play, "S");
    play_shows(play, "a save against what?");
    play_keys(play, "S t screen:odds_save");
    play_shows(play, "│ save trap: Hild");
    play_shows(play, "│ 3  success 67%");
    play_shows(play, "│ 6  success 17%");
    play_free(play);
}

static void test_pane__in_the_list_of_commands_they_are_of_the_line(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/sunken_larder.referee");
    play_keys(play, "Tab");
    play_shows(play, "│ attack: Ash → Hexer");
    play_keys(play, "Tab : \"text:attack \"");
    play_shows(play, "│ attack: Ash → Hexer");
    play_keys(play, ": \"text:attack g2 surprise\" screen:odds_line");
    play_shows(play, "│ attack surprise → Gnawer 2");
    play_shows(play, "│ hit 100%");
    play_free(play);
}

/* A question that rolls nothing has no odds, rather than those of another act. */
static void test_pane__no_other_act_has_the_odds_of_an_attack(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/saltworks.referee");
    play_keys(play, "Tab");
    play_shows(play, "│ attack: Marrow → Brinecrab 2");
    play_keys(play, "Tab c");
    play_hides(play, "│ attack: Marrow → Brinecrab 2");
    play_keys(play, "Tab c Esc");
    play_shows(play, "│ attack: Marrow → Brinecrab 2");
    play_free(play);
}

/* Not those of a check that follows from later acts. */
static void test_pane__a_correction_has_those_of_the_act_that_is_corrected(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/spire.referee");
    play_do(play, "attack s3 18 4");
    play_do(play, "next");
    play_keys(play, ": \"text:amend act=38 attack s3 18 4\"");
    play_shows(play, "Odo Quill → Shrike 3");
    play_shows(play, "│ hit 40%");
    play_hides(play, "│ holds");
    play_free(play);
}

/* In a narrow pane they are one line. */
static void test_line__tells_each_choice(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/mill_pond.referee");
    play_do(play, "next");
    play_do(play, "next");
    play->columns = 60;
    play_keys(play, "s");
    play_shows(play, "spell → Digger 1: missile resisted 10%; zap resisted 10%");
    play_free(play);
}

/* The pane said "success 83%" of a spell that nothing comes of. */
static void test_pane__says_that_a_foe_is_immune_before_the_dice(void **state)
{
    (void)state;
    static const char *const crypt[] = {
        "encounter Crypt system=four-against-darkness",
        "add Corvin class=wizard level=2",
        "add hands foe=chalk-skeletons count=4",
        "reactions hands fight / fight / fight / fight / fight / fight",
        "wait 4",
        NULL};
    struct play *play = play_new(crypt);
    play_keys(play, "G");
    play_shows(play, "sleep  immune to sleep");
    play_keys(play, "G Esc : \"text:cast sleep hands by=Corvin\"");
    play_shows(play, "│ immune to sleep");
    play_hides(play, "success");
    play_keys(play, ": \"text:cast sleep hands by=Corvin\" Enter");
    play_shows(play, "│ immune to sleep");
    play_hides(play, "success");
    play->columns = 60;
    play_keys(play, ": \"text:cast sleep hands by=Corvin\" Enter");
    play_shows(play, "but immune to sleep");
    play_free(play);
}

/* Others than spells, whatever makes the foe immune. */
static void test_pane__says_so_of_an_attack_with_words_of_the_referee(void **state)
{
    (void)state;
    static const char *const crypt[] = {"encounter Crypt system=four-against-darkness",
                                        "add Hild class=warrior level=2",
                                        "add hands foe=chalk-skeletons count=4", NULL};
    struct play *play = play_new(crypt);
    play_keys(play, ": \"text:attack hands by=Hild when=poison\"");
    play_shows(play, "│ immune to poison");
    play_keys(play, ": \"text:attack hands by=Hild\"");
    play_hides(play, "│ immune to poison");
    play_shows(play, "│ hit");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pane__spells_are_side_by_side),
        cmocka_unit_test(test_pane__every_kind_of_attack_has_its_own),
        cmocka_unit_test(test_pane__psionic_is_against_mental_armour),
        cmocka_unit_test(test_pane__a_shot_into_a_melee_tells_who_is_hit),
        cmocka_unit_test(test_pane__a_check_has_its_chance),
        cmocka_unit_test(test_pane__in_the_list_of_commands_they_are_of_the_line),
        cmocka_unit_test(test_pane__no_other_act_has_the_odds_of_an_attack),
        cmocka_unit_test(test_pane__a_correction_has_those_of_the_act_that_is_corrected),
        cmocka_unit_test(test_line__tells_each_choice),
        cmocka_unit_test(test_pane__says_that_a_foe_is_immune_before_the_dice),
        cmocka_unit_test(test_pane__says_so_of_an_attack_with_words_of_the_referee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
