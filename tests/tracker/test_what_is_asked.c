/* The text of a question for dice: the dice of the throw so far, and what the next die must
 * show. The numbers of each row are worked out by hand from the rules of its game. */
#include <string.h>

#include "support/table.h"
#include "support/unit.h"

struct row {
    const char *system;
    const char *fight; /* lines that set it up */
    const char *line;  /* which asks */
    const char *part;  /* of the question */
};

#define QUD                                                                                    \
    "add Teshk side=party to_hit=3 dv=7 av=4 shield_av=3 ma=3 shown_pv=7 damage=1d8 hp=24\n"   \
    "add Marrow side=party to_hit=2 dv=9 av=2 ma=6 shown_pv=5 ego=5 damage=1d6 hp=16 "         \
    "sharp=yes\n"                                                                              \
    "add Warden to_hit=4 dv=4 av=6 other_av=1 ma=4 shown_pv=9 damage=2d4 hp=30\n"
#define PIXEL                                                                                  \
    "add Ash side=party level=4 damage=2-8 dodge=12 armor=1 hp=18\n"                           \
    "add Hexer accuracy=11 dodge=10 damage=3-7 hp=14 magic=yes\n"
#define YUXTAPA                                                                                \
    "add Fay side=party class=fighter\nadd Will class=wizard\nadd Asa class=assassin\n"
#define DUNGEON                                                                                \
    "add Hild class=warrior level=2\nadd rats foe=vermin level=3 count=8 surprise=2\n"

static const struct row rows[] = {
    /* d20 + 2 must be higher than 4; PV 5 - 4 + 1 sharp = 2 against AV 7: d10 - 2 + 2 above 7.
     */
    {"qud", QUD, "attack Warden by=Marrow", "hit, d20 (3+ hits DV 4)"},
    {"qud", QUD, "attack Warden by=Marrow 12",
     "3 d10 (each 8+ passes AV 7 with PV 2; a 10 rolls another)"},
    {"qud", QUD, "attack Warden by=Marrow 12 5 10", "3 d10 after 5 10 (each 8+"},
    /* All three passed: PV is 2 less. */
    {"qud", QUD, "attack Warden by=Marrow 12 9 9 9",
     "(only a 10 may pass AV 7 with PV 0; a 10 rolls another)"},
    {"qud", QUD, "attack Warden by=Marrow 12 9 9 9 10 9 10 9 10 9",
     "(only a 10 may pass AV 7 with PV -2;"},
    /* PV 5 against AV 4, and against 4 and a shield of 3. */
    {"qud", QUD, "attack Teshk by=Warden 14", "(each 2+ passes AV 4 with PV 5;"},
    {"qud", QUD, "attack Teshk by=Warden block 14", "(each 5+ passes AV 7 with PV 5;"},
    {"qud", QUD, "attack Teshk by=Warden pv=9 14", "(all pass AV 4 with PV 9;"},
    {"qud", QUD, "attack Warden by=Teshk dv=40", "(20 hits DV 40)"},
    {"qud", QUD, "attack Warden by=Teshk dv=40 masterwork=yes", "(19+ hits DV 40)"},
    {"qud", QUD, "psionic Warden by=Marrow 12", "(all pass MA 4 with PV 6;"},
    {"qud", QUD, "psionic Warden by=Marrow ma=9 12", "(each 6+ passes MA 9 with PV 6;"},
    /* 13 at level 4: from 78 on, (78 - 0.5) / 100 x 13 is 10 or more; 77 falls short. */
    {"pixel", PIXEL, "attack Hexer by=Ash",
     "(accuracy 13 against dodge 10; 78+ always hits, below that dodge decides)"},
    {"pixel", PIXEL, "attack Hexer by=Ash dodge=18",
     "(accuracy 13 against dodge 18; dodge decides)"},
    /* Magic doubles 11 to 22. */
    {"pixel", PIXEL, "attack Ash by=Hexer",
     "(accuracy 22 against dodge 12; 56+ always hits, below that dodge decides)"},
    /* 0.595 x 13 = 7.735, and 0.775 x 10 is the first above. */
    {"pixel", PIXEL, "attack Hexer by=Ash 60", "dodge, d% (78+ escapes)"},
    {"pixel", PIXEL, "attack Hexer by=Ash 90", "dodge, d% (always a hit)"},
    {"pixel", PIXEL, "attack Hexer by=Ash 60 30", "damage, 2-8 (two d%, averaged)"},
    /* P = 17 - 5 for an assassin's +10 less 5 of rust; R is the face less 1. */
    {"yuxtapa", YUXTAPA, "attack Fay by=Asa", "d20 (8+ hits DV 17, 15+ critical)"},
    {"yuxtapa", YUXTAPA "rust Asa to_hit=-5\n", "attack Fay by=Asa",
     "d20 (13+ hits DV 17, 20 critical)"},
    {"yuxtapa", YUXTAPA "rust Asa to_hit=-5\n", "shoot Fay by=Asa",
     "d20 (11+ hits DV 17, 20 critical)"},
    {"yuxtapa", YUXTAPA, "attack Will by=Asa", "d20 (2+ hits DV 11, 3+ critical)"},
    {"yuxtapa", YUXTAPA, "spell Asa by=Will kind=missile", "d100 (10 or less resists)"},
    /* The die, and its earlier faces. */
    {"4ad", DUNGEON, "surprise", "surprise, d6 (surprised at 1 to 2)"},
    {"4ad", DUNGEON "surprise 6\n", "attack", "attack, d6! (hit 3+ with d6 +2, no natural 1)"},
    {"4ad", DUNGEON "surprise 6\n", "attack 6", "attack, d6! after 6 (hit 3+"},
    {"4ad", DUNGEON "surprise 6\n", "attack 6 6", "attack, d6! after 6 6 (hit 3+"},
    {"4ad", DUNGEON "surprise 6\n", "attack 6 6 6 6 6 6 6 6 6",
     "attack, d6! after ... 6 6 6 6 6 6 6 6 (hit 3+"},
    {"4ad", DUNGEON, "save Hild poison level=3", "save, d6! (saves 3+ with d6)"},
    {"4ad",
     DUNGEON
     "place room door\nsurprise 6\nwithdraw\ndefend all 6 6 6 6 6 6 6 6 1 1 1 1 1 1 1 1\n",
     "wandering", "(they come at 1)"},
};

static void set_up(struct table *table, const char *lines)
{
    while (*lines != '\0') {
        char line[200];
        int n = (int)strcspn(lines, "\n");
        assert_true(n < (int)sizeof line);
        memcpy(line, lines, (size_t)n);
        line[n] = '\0';
        table_do(table, line);
        lines += n + 1;
    }
}

static void test_asked__what_the_die_must_show_and_what_fell(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = table_new(rows[i].system);
        set_up(table, rows[i].fight);
        table->asks = true;
        enum verdict verdict = table_try(table, rows[i].line);
        const char *prompt = table_question(table);
        if (verdict != VERDICT_ASKS || strstr(prompt, rows[i].part) == NULL) {
            print_error("%s: \"%s\" is not in \"%s\"\n", rows[i].line, rows[i].part,
                        verdict == VERDICT_ASKS ? prompt : "no question");
            failed++;
        }
        table_free(table);
    }
    assert_int_equal(failed, 0);
}

/* A total that is offered in place of faces is one that can be thrown. */
static void test_asked__the_total_of_a_throw_has_its_ends(void **state)
{
    (void)state;
    struct table *table = table_new("pixel");
    set_up(table, PIXEL);
    table->asks = true;
    assert_int_equal(table_try(table, "attack Hexer by=Ash 60 30"), VERDICT_ASKS);
    const struct dice_request *dice = &table->decision.question.dice;
    assert_true(dice->takes_total);
    assert_int_equal(dice->total_low, 2);
    assert_int_equal(dice->total_high, 8);
    assert_int_equal(table_try(table, "attack Hexer by=Ash 60 30 =9"), VERDICT_WRONG);
    table_free(table);
}

/* The last opponent is the target when none is named; the side that acts does not matter. */
static void test_asked__nobody_where_one_opponent_is_left(void **state)
{
    (void)state;
    struct table *table = table_new("qud");
    set_up(table, QUD);
    table->asks = true;
    assert_int_equal(table_try(table, "attack by=Teshk"), VERDICT_ASKS);
    assert_int_equal(table->decision.question.kind, QUESTION_DICE);
    assert_non_null(strstr(table_question(table), "Teshk → Warden"));
    assert_int_equal(table_try(table, "attack by=Warden"), VERDICT_ASKS);
    assert_int_equal(table->decision.question.kind, QUESTION_COMBATANT);
    table_do(table, "out Marrow fled");
    assert_int_equal(table_try(table, "attack by=Warden"), VERDICT_ASKS);
    assert_non_null(strstr(table_question(table), "Warden → Teshk"));
    table_free(table);
}

/* A borrowed check can be skipped, by one key when its score is asked for. */
static void test_asked__a_borrowed_check_can_be_done_without(void **state)
{
    (void)state;
    struct table *table = table_new("qud");
    set_up(table, "add Teshk side=party hp=9\nadd 2 crab hp=4\nnext\nout c1 dead\n");
    table->asks = true;
    assert_int_equal(table_try(table, "morale c2"), VERDICT_ASKS);
    assert_int_equal(table->decision.question.kind, QUESTION_CHOICE);
    assert_string_equal(table->decision.question.choice[0], "off");
    assert_string_equal(table->decision.question.about[0], "(no morale check)");
    assert_string_equal(table->decision.question.prompt,
                        "crabs: morale score? You set it, 2 to 12: 7 holds 58%, 9 holds 83%");
    assert_int_equal(table->decision.question.else_takes, ELSE_TAKES_NUMBER);
    table_do(table, "morale c2 score=off");
    struct pending pending;
    assert_int_equal(table->procedure->pending(&table->state, &pending, 1), 0);
    table_free(table);
}

/* Who is missing is asked for, with those who are likely first. */
static void test_asked__whom_an_act_is_for(void **state)
{
    (void)state;
    static const struct {
        const char *system, *fight, *line, *prompt;
        enum wanted wanted;
        bool takes_several;
    } asked[] = {
        {"pixel", PIXEL, "heal", "heal: who?", WANTED_HURT, true},
        {"pixel", PIXEL, "back", "back: who?", WANTED_OUT, true},
        {"pixel", PIXEL, "damage", "damage: who?", WANTED_ANYBODY, true},
        {"pixel", PIXEL, "rename", "rename: who?", WANTED_SELECTED, false},
        {"pixel", PIXEL, "move Ash before", "move Ash: whom?", WANTED_ANYBODY, false},
        {"trilemma", "add Ana side=party\n", "engage Ana", "engage Ana: with whom?",
         WANTED_ANYBODY, false},
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct table *table = table_new(asked[i].system);
        set_up(table, asked[i].fight);
        table_wrong(table, asked[i].line, "needs");
        table->asks = true;
        assert_int_equal(table_try(table, asked[i].line), VERDICT_ASKS);
        const struct question *question = &table->decision.question;
        assert_int_equal(question->kind, QUESTION_COMBATANT);
        assert_memory_equal(question->prompt, asked[i].prompt, strlen(asked[i].prompt));
        assert_int_equal(question->wanted, asked[i].wanted);
        assert_int_equal(question->takes_several, asked[i].takes_several);
        table_free(table);
    }
}

/* Records and tables that a decision has none of. */
static void test_asked__without_a_library_there_are_no_records(void **state)
{
    (void)state;
    struct table *table = table_new("qud");
    table->decision.library = NULL;
    table_wrong(table, "add crab creature=\"salt crab\"", "there is no library of records");
    table_do(table, "add crab hp=3");
    table->asks = true;
    assert_int_equal(table_try(table, "add"), VERDICT_ASKS);
    assert_non_null(strstr(table_question(table), "like 3 rat hp=2d8"));
    table_free(table);
}

/* It is answered after the act that asks it, whose texts are gone by then. */
static void test_asked__a_question_owns_its_texts(void **state)
{
    (void)state;
    struct table *table = table_new("qud");
    table->asks = true;
    assert_int_equal(table_try(table, "add 3 crab hp=2d6"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.dice.label, "Crab 1: hit points");
    struct question question = {.kind = QUESTION_CHOICE};
    char word[] = "prayer", about[] = "once a day";
    question_offer(&question, word, about);
    question_offer(&question, "luck", NULL);
    memset(word, 'x', strlen(word));
    memset(about, 'x', strlen(about));
    assert_int_equal(question.choices, 2);
    assert_string_equal(question.choice[0], "prayer");
    assert_string_equal(question.about[0], "once a day");
    assert_string_equal(question.about[1], "");
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked__what_the_die_must_show_and_what_fell),
        cmocka_unit_test(test_asked__the_total_of_a_throw_has_its_ends),
        cmocka_unit_test(test_asked__nobody_where_one_opponent_is_left),
        cmocka_unit_test(test_asked__a_borrowed_check_can_be_done_without),
        cmocka_unit_test(test_asked__whom_an_act_is_for),
        cmocka_unit_test(test_asked__without_a_library_there_are_no_records),
        cmocka_unit_test(test_asked__a_question_owns_its_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
