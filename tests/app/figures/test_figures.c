/* What figures say of fights that a referee plays: whose damage it is, what of it stands, what
 * of it were hit points, who was brought to 0 and who died of it. Each case is a few lines and
 * the numbers after them. */
#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_reading.h"
#include "app/figures/figures.h"
#include "app/log/questions.h"
#include "app/sitting/data.h"
#include "store/fixture.h"
#include "support/play.h"
#include "support/unit.h"

enum { LINES = 24, ROWS = 6 };

/* Of one combatant. */
struct expected {
    const char *name;
    int dealt, rolled, hp, lost, healed, to_0, killed, kills, downs;
};

struct figures_case {
    const char *name;
    const char *setup[LINES], *line[LINES];
    struct expected row[ROWS];
    const char *words; /* that narrow the acts; NULL: none */
};

#define TRILEMMA                                                                               \
    {                                                                                          \
        "encounter Ford system=trilemma", "add Ana side=party strength=14 wits=12 ac=24 hp=9", \
            "add Bo side=party strength=11 wits=12 ac=20 hp=7",                                \
            "add 2 rat strength=8 wits=3 ac=22 hp=6", "initiative 15 7 5", NULL                \
    }
/* Rat 1 acts, and can hit Bo by 24 with degrees to spend. */
#define RATS_TURN(ac, strength)                                                                \
    {                                                                                          \
        "encounter Ford system=trilemma", "add Ana side=party strength=14 wits=12 ac=24 hp=9", \
            "add Bo side=party strength=11 wits=12 ac=" ac " hp=7",                            \
            "add 2 rat strength=" strength " wits=3 ac=22 hp=6", "initiative 15 7 5", "next",  \
            "next", NULL                                                                       \
    }
#define DUNGEON                                                                                \
    {                                                                                          \
        "encounter Cellar system=4ad", "add Ann side=party level=2 hp=6",                      \
            "add Bo side=party level=2 hp=6", NULL                                             \
    }
#define GENERIC                                                                                \
    {                                                                                          \
        "encounter Stair system=pixel-dungeon",                                                \
            "add Ana side=party accuracy=12 dodge=5 damage=1-5 hp=20",                         \
            "add 2 gnoll accuracy=10 dodge=4 damage=1-6 hp=12", NULL                           \
    }

static const struct figures_case cases[] = {
    {"damage of a line belongs to the one whom by= names",
     TRILEMMA,
     {"damage r1 9 by=Bo", "damage r2 2d6 by=Bo 1 2"},
     {{"Bo", .dealt = 12, .hp = 9, .to_0 = 1, .kills = 1},
      {"Rat 1", .lost = 6, .downs = 1},
      {"Rat 2", .lost = 3}},
     NULL},
    {"half of an area is half of the damage",
     TRILEMMA,
     {"damage r1,r2/half 5 by=Ana"},
     {{"Ana", .dealt = 7, .hp = 7}, {"Rat 1", .lost = 5}, {"Rat 2", .lost = 2}},
     NULL},
    {"without by= nobody did it",
     TRILEMMA,
     {"damage r1 5", "hp r2 -3", "damage r1 3", "injury r1 dead"},
     {{.name = "Ana"}, {.name = "Bo"}, {"Rat 1", .lost = 6, .downs = 1}, {"Rat 2", .lost = 3}},
     NULL},
    {"a spell's damage is its caster's, and so is the death that its check brings",
     TRILEMMA,
     {"ruling declare Ana web", "cast by=Ana", "damage r1 8 by=Ana", "injury r1 dead"},
     {{"Ana", .dealt = 8, .hp = 6, .to_0 = 1, .killed = 1, .kills = 1},
      {"Rat 1", .lost = 6, .downs = 1}},
     NULL},
    {"hp -3 and out take by= too",
     TRILEMMA,
     {"hp r1 -3 by=Bo", "out r1 dead by=Ana", "out r2 dead"},
     {{"Bo", .dealt = 3, .hp = 3, .kills = 1},
      {"Ana", .killed = 1},
      {"Rat 1", .lost = 3, .downs = 1},
      {"Rat 2", .downs = 1}},
     NULL},
    {"one who is hurt by its own act did nothing to others",
     TRILEMMA,
     {"damage Bo 9 by=Bo"},
     {{"Bo", .dealt = 9, .lost = 7, .downs = 1}},
     NULL},
    {"temporary hit points that are set are neither damage nor healing",
     TRILEMMA,
     {"hp Ana t7", "hp Ana t3", "hp Ana t5", "damage Ana 6 by=r1"},
     {{"Ana", .lost = 6}, {"Rat 1", .dealt = 6, .hp = 6}},
     NULL},
    {"at 0 one fights on: whose blow calls for the check has killed",
     RATS_TURN("20", "8"),
     {"attack Bo 20 6", "ruling attack Bo by=r2 20 6", "ruling attack Bo by=r1 20 1",
      "injury Bo dead"},
     {{"Rat 1", .dealt = 7, .rolled = 7, .hp = 6, .killed = 1},
      {"Rat 2", .dealt = 6, .rolled = 6, .hp = 1, .to_0 = 1, .kills = 1},
      {"Bo", .lost = 7, .downs = 1}},
     NULL},
    {"what a late shield takes back was rolled, and is not dealt",
     RATS_TURN("20", "8"),
     {"attack Bo 20 3", "react Bo shield-after 19"},
     {{"Rat 1", .rolled = 3}, {.name = "Bo"}},
     NULL},
    {"the words do not matter for what stands",
     RATS_TURN("20", "8"),
     {"attack Bo 20 3", "react Bo shield-after 19"},
     {{"Rat 1", .rolled = 3, .hp = 3}, {"Bo", .lost = 3}},
     "action=attack"},
    {"a shield that is undone took nothing back",
     RATS_TURN("20", "8"),
     {"attack Bo 20 3", "react Bo shield-after 19", "undo"},
     {{"Rat 1", .dealt = 3, .rolled = 3, .hp = 3}, {"Bo", .lost = 3}},
     NULL},
    {"a shield that does not stop the hit takes no damage back",
     RATS_TURN("20", "8"),
     {"attack Bo 20 3", "react Bo shield-after 10"},
     {{"Rat 1", .dealt = 3, .rolled = 3, .hp = 3}, {"Bo", .lost = 3}},
     NULL},
    {"who falls by a hit that a shield stops was not brought to 0",
     RATS_TURN("20", "8"),
     {"damage Bo 4", "attack Bo 20 5", "react Bo shield-after 19"},
     {{"Rat 1", .rolled = 5}, {"Bo", .lost = 4}},
     NULL},
    {"a direct hit does no damage",
     RATS_TURN("4", "8"),
     {"attack Bo 16 3", "effect direct", "injury Bo dead"},
     {{"Rat 1", .rolled = 3, .killed = 1, .kills = 1}, {"Bo", .downs = 1}},
     NULL},
    {"a direct hit that a shield stops has none to take back",
     RATS_TURN("4", "8"),
     {"attack Bo 16 3", "effect direct", "react Bo shield-after 14"},
     {{"Rat 1", .rolled = 3}, {.name = "Bo"}},
     NULL},
    {"a direct hit that a shield makes an ordinary one deals its damage after all",
     RATS_TURN("9", "14"),
     {"attack Bo 20 3", "effect direct", "react Bo shield-after 15"},
     {{"Rat 1", .dealt = 3, .rolled = 3, .hp = 3}, {"Bo", .lost = 3}},
     NULL},
    {"also when it is thrown only then",
     RATS_TURN("9", "14"),
     {"attack Bo direct 20", "react Bo shield-after 15 3"},
     {{"Rat 1", .dealt = 3, .hp = 3}, {"Bo", .lost = 3}},
     NULL},
    {"a correction counts as it stands in the end",
     TRILEMMA,
     {"attack r1 14 6", "amend 14 2"},
     {{"Ana", .dealt = 2, .rolled = 2, .hp = 2}, {"Rat 1", .lost = 2}},
     NULL},
    {"a correction of a line changes its cause",
     TRILEMMA,
     {"damage r1 7 by=Ana", "amend damage r1 7 by=Bo"},
     {{.name = "Ana"}, {"Bo", .dealt = 7, .hp = 6, .to_0 = 1, .kills = 1}},
     NULL},
    {"what is undone is not counted",
     TRILEMMA,
     {"damage r1 7 by=Ana", "undo", "damage r2 2 by=Bo"},
     {{.name = "Ana"}, {"Bo", .dealt = 2, .hp = 2}},
     NULL},
    {"but is when it is asked for",
     TRILEMMA,
     {"damage r1 7 by=Ana", "undo", "damage r2 2 by=Bo"},
     {{"Ana", .dealt = 7, .hp = 6, .to_0 = 1, .kills = 1}, {.name = "Bo"}},
     "undone=yes"},
    {"bodies of a group are brought to 0 and killed one by one",
     DUNGEON,
     {"add rats foe=vermin level=3 count=9", "attack rats by=Ann 6 3", "damage rats 2 by=Bo"},
     {{"Ann", .hp = 3, .to_0 = 3, .killed = 3, .kills = 3},
      {"Bo", .dealt = 2, .hp = 2, .to_0 = 2, .killed = 2, .kills = 2},
      {"Rats", .lost = 5}},
     NULL},
    {"what is more than a group has is dealt and takes nothing",
     DUNGEON,
     {"add rats foe=vermin level=3 count=4", "attack rats by=Ann 6 6 6",
      "add bats foe=vermin level=3 count=2", "damage bats 9 by=Bo"},
     {{"Ann", .hp = 4, .to_0 = 4, .killed = 4, .kills = 4},
      {"Bo", .dealt = 9, .hp = 2, .to_0 = 2, .killed = 2, .kills = 2},
      {"Rats", .lost = 4, .downs = 1},
      {"Bats", .lost = 2, .downs = 1}},
     NULL},
    {"who is subdued lives",
     DUNGEON,
     {"add rats foe=vermin level=3 count=2", "attack rats by=Ann subdual 4",
      "attack rats by=Bo 4"},
     {{"Ann", .hp = 1, .to_0 = 1, .kills = 1},
      {"Bo", .hp = 1, .to_0 = 1, .killed = 1, .kills = 1},
      {"Rats", .lost = 2, .downs = 1}},
     NULL},
    {"kills that go on to the next group are the attacker's",
     DUNGEON,
     {"add rats foe=vermin level=3 count=1", "add bats foe=vermin level=3 count=9",
      "attack rats,bats by=Ann 6 2"},
     {{"Ann", .hp = 2, .to_0 = 2, .killed = 2, .kills = 2}},
     NULL},
    {"a major foe at Life 0 is dead, and what was more than its Life is dealt",
     DUNGEON,
     {"add ogre foe=weird level=2 hp=2", "attack ogre by=Ann 6 3"},
     {{"Ann", .dealt = 4, .rolled = 4, .hp = 2, .to_0 = 1, .killed = 1, .kills = 1},
      {"Ogre", .lost = 2, .downs = 1}},
     NULL},
    {"a shot at one who dies at 0",
     GENERIC,
     {"damage #2 15 by=Ana", "damage #3 4 by=Ana", "heal #3 2"},
     {{"Ana", .dealt = 19, .hp = 16, .to_0 = 1, .killed = 1, .kills = 1},
      {"Gnoll 1", .lost = 12, .downs = 1},
      {"Gnoll 2", .lost = 4, .healed = 2}},
     NULL},
};

static struct figures_row row_of(struct play *play, const char *name, const char *words)
{
    struct figures figures;
    struct figures_sums sums;
    struct asking asking;
    struct error err;
    struct figures_row found = {.id = 0};
    assert_int_equal(asking_read_line(&asking, str_of(words != NULL ? words : ""), &err),
                     STATUS_OK);
    struct sitting_acts_wish wish = {.asking = &asking, .undone = asking.undone};
    if (figures_read(&figures, play->sitting, &wish, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    figures_by_name(&figures, &sums);
    for (int i = 0; i < sums.rows; i++) {
        if (strcmp(sums.row[i].name, name) == 0) {
            found = sums.row[i];
        }
    }
    figures_sums_free(&sums);
    figures_free(&figures);
    return found;
}

static void check_number(const struct figures_case *one, const struct expected *row,
                         const char *what, int64_t is, int64_t expected)
{
    if (is != expected) {
        fail_msg("%s: %s: %s is %lld, not %lld", one->name, row->name, what, (long long)is,
                 (long long)expected);
    }
}

static void check_case(const struct figures_case *one)
{
    struct play *play = play_new(one->setup);
    for (int i = 0; i < LINES && one->line[i] != NULL; i++) {
        play_do(play, one->line[i]);
    }
    for (int i = 0; i < ROWS && one->row[i].name != NULL; i++) {
        const struct expected *row = &one->row[i];
        struct figures_row is = row_of(play, row->name, one->words);
        check_number(one, row, "damage dealt", is.damage_dealt, row->dealt);
        check_number(one, row, "damage rolled", is.damage_rolled, row->rolled);
        check_number(one, row, "hit points taken", is.hp_taken, row->hp);
        check_number(one, row, "hit points lost", is.damage_taken, row->lost);
        check_number(one, row, "healed", is.healed, row->healed);
        check_number(one, row, "brought to 0", is.brought_to_0, row->to_0);
        check_number(one, row, "killed", is.killed, row->killed);
        check_number(one, row, "kills", is.kills, row->kills);
        check_number(one, row, "downs", is.downs, row->downs);
    }
    play_free(play);
}

static void test_figures__say_what_happened(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_case(&cases[i]);
    }
}

/* Luck is of what was rolled, whether it stood or not: a shield makes nobody unlucky. */
static void test_figures__luck_is_of_what_was_rolled(void **state)
{
    struct play *play = play_new((const char *const[])RATS_TURN("20", "8"));
    double luck[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        play_do(play, i == 0 ? "attack Bo 20 6" : "react Bo shield-after 19");
        struct figures figures;
        struct error err;
        assert_int_equal(figures_read(&figures, play->sitting,
                                      &(struct sitting_acts_wish){.limit = 0}, &err),
                         STATUS_OK);
        luck[i] = figures_luck(&figures.side[SIDE_FOES]);
        figures_free(&figures);
    }
    assert_true(luck[0] > 0.5);
    assert_true(luck[0] == luck[1]);
    play_free(play);
}

/* "damage" of the ready questions counts what the figures count. */
static void test_figures__are_those_of_the_ready_questions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct play *play = play_new(cases[i].setup);
        const struct ready_question *question;
        struct sitting_acts_wish wish = {.limit = 0};
        struct answer answer;
        struct error err;
        for (int k = 0; k < LINES && cases[i].line[k] != NULL; k++) {
            play_do(play, cases[i].line[k]);
        }
        assert_int_equal(ready_question_find(&question, str_of("damage"), &err), STATUS_OK);
        assert_int_equal(ready_question_answer(&answer, play->sitting, question, &wish, &err),
                         STATUS_OK);
        for (int k = 0; k < answer.rows; k++) {
            struct figures_row is = row_of(play, answer.row[k].name, NULL);
            if (is.damage_dealt != (int64_t)answer.row[k].number[0]) {
                fail_msg("%s: %s: %lld in figures, %g in the answer", cases[i].name,
                         answer.row[k].name, (long long)is.damage_dealt,
                         answer.row[k].number[0]);
            }
        }
        for (int k = 0; k < ROWS && cases[i].row[k].name != NULL && cases[i].words == NULL;
             k++) {
            bool is_there = cases[i].row[k].dealt == 0;
            for (int n = 0; n < answer.rows; n++) {
                is_there = is_there || strcmp(answer.row[n].name, cases[i].row[k].name) == 0;
            }
            if (!is_there) {
                fail_msg("%s: %s is not in the answer", cases[i].name, cases[i].row[k].name);
            }
        }
        answer_free(&answer);
        play_free(play);
    }
}

/* A line without by= in a log of an older program said nothing else than now; by= that names
 * nobody, or goes with no damage, is refused. */
static void test_figures__by_names_somebody(void **state)
{
    static const char *const wrong[] = {"damage r1 3 by=Cy",
                                        "damage r1 3 by=", "hp r1 +3 by=Ana", "hp r1 =3 by=Ana",
                                        "hp r1 t3 by=Ana"};
    struct play *play = play_new((const char *const[])TRILEMMA);
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        sitting_run(play->sitting, wrong[i], true, &play->result);
        if (play->result.kind != RESULT_WRONG) {
            fail_msg("\"%s\" is not refused", wrong[i]);
        }
    }
    play_do(play, "damage r1 3 by=Ana");
    assert_string_equal(play->result.label, "Rat 1 takes 3 damage from Ana");
    play_free(play);
}

/* The key of damage names the caster after a cast, where it can be seen and deleted, for one
 * target after the other; not before a cast, nor once it was deleted. */
static void test_figures__the_key_of_damage_names_the_caster(void **state)
{
    struct play *play = play_new((const char *const[])TRILEMMA);
    (void)state;
    play_keys(play, "d");
    play_hides(play, "by=");
    play_do(play, "ruling declare Ana web");
    play_do(play, "cast by=Ana");
    play_do(play, "note the web spreads");
    play_keys(play, "Tab d");
    play_hides(play, "by=");
    play_do(play, "undo");
    play_keys(play, "Tab d");
    play_shows(play, "by=");
    play_shows(play, "says whose damage it is");
    play_keys(play, "Tab d text:4 Enter");
    assert_int_equal(play_value(play, "r1", FIELD_HP), 2);
    play_keys(play, "Tab Tab 7 d");
    assert_int_equal(play_value(play, "r2", FIELD_HP), 0);
    struct figures_row ana = row_of(play, "Ana", NULL);
    assert_int_equal(ana.damage_dealt, 11);
    assert_int_equal(ana.hp_taken, 10);
    assert_int_equal(ana.brought_to_0, 1);
    play_do(play, "injury r2 dead");
    assert_int_equal(row_of(play, "Ana", NULL).killed, 1);
    play_keys(play, "Tab d C-u text:1 Enter"); /* the spell is over */
    assert_int_equal(play_value(play, "r1", FIELD_HP), 1);
    assert_int_equal(row_of(play, "Ana", NULL).damage_dealt, 11);
    play_keys(play, "Tab d");
    play_hides(play, "by=");
    play_free(play);
}

/* A spell of the other game that only takes effect. */
static void test_figures__a_spell_that_is_told_is_its_casters(void **state)
{
    struct play *play = play_new((const char *const[])DUNGEON);
    (void)state;
    play_do(play, "add ogre foe=weird level=2 hp=9");
    play_do(play, "add Iri class=wizard side=party level=2");
    play_do(play, "ruling cast storm by=Iri on=Iri");
    play_keys(play, "Tab d text:5 Enter");
    assert_int_equal(row_of(play, "Iri", NULL).damage_dealt, 5);
    assert_int_equal(row_of(play, "Iri", NULL).hp_taken, 5);
    play_free(play);
}

/* An older program wrote no damage that was taken back: a late shield took all of the last hit.
 */
static void test_figures__of_an_old_log_too(void **state)
{
    static struct fixture file;
    struct play *play = play_new((const char *const[])RATS_TURN("20", "8"));
    struct sitting_options options = {.path = play->path};
    struct error err;
    (void)state;
    play_do(play, "attack Bo 20 3");
    play_do(play, "react Bo shield-after 19");
    text_format(file.path, sizeof file.path, "%s", play->path);
    sitting_close(play->sitting);
    fixture_tamper(&file,
                   "UPDATE event SET kind = 'noted', object = NULL, old = NULL, new = NULL,"
                   " text_new = NULL WHERE kind = 'damage_dealt'");
    fixture_seal_again(&file);
    assert_int_equal(sitting_open(&play->sitting, &options, &err), STATUS_OK);
    assert_int_equal(row_of(play, "Rat 1", NULL).damage_dealt, 0);
    assert_int_equal(row_of(play, "Rat 1", NULL).damage_rolled, 3);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures__say_what_happened),
        cmocka_unit_test(test_figures__luck_is_of_what_was_rolled),
        cmocka_unit_test(test_figures__are_those_of_the_ready_questions),
        cmocka_unit_test(test_figures__by_names_somebody),
        cmocka_unit_test(test_figures__the_key_of_damage_names_the_caster),
        cmocka_unit_test(test_figures__a_spell_that_is_told_is_its_casters),
        cmocka_unit_test(test_figures__of_an_old_log_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
