/* Which line a policy plays next (the slot `plays`), state by state: the line is the one that
 * is expected, and it can be done. */
#include <stdlib.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "tracker/policy.h"
#include "tracker/prepared.h"

enum { LINES_MAX = 12, ANSWERS_MAX = 4, PLAYS_MAX = 8 };

struct row {
    const char *lines[LINES_MAX];
    struct policy_answer answers[ANSWERS_MAX]; /* of both sides */
    int flees_at, reacts_at;                   /* 0: as usual */
    const char *assumes[2];                    /* an assumption and its word */
    const char *plays;
    const char *then[PLAYS_MAX]; /* what it plays after that */
};

static void answer(struct policy *policy, const struct row *row)
{
    policy_init(policy, "tried");
    for (int i = 0; i < ANSWERS_MAX && row->answers[i].question[0] != '\0'; i++) {
        policy->answer[policy->answers++] = row->answers[i];
    }
    policy->value[POLICY_flees_at] = row->flees_at;
    policy->value[POLICY_reacts_at] = row->reacts_at != 0 ? row->reacts_at : 100;
}

static void assume(struct player *player, const char *const assumes[2])
{
    const struct assumption_def *def = player->procedure->assumptions;
    for (int place = 0; assumes[0] != NULL && def[place].name != NULL; place++) {
        for (int k = 0;
             strcmp(def[place].name, assumes[0]) == 0 && def[place].choice[k] != NULL; k++) {
            if (strcmp(def[place].choice[k], assumes[1]) == 0) {
                player->assumed[place] = k;
            }
        }
    }
}

static void play_line(struct table *table, struct player *player, int row, const char *plays)
{
    TEXT_BUFFER(line, 400);
    table->procedure->plays(&table->state, player, &line);
    if (strcmp(line.p, plays) != 0) {
        fail_msg("row %d plays \"%s\", not \"%s\"", row, line.p, plays);
    }
    if (line.n > 0) {
        table_do(table, line.p);
    }
}

static void play(const char *system, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct table *table = table_new(system);
        for (int k = 0; k < LINES_MAX && rows[i].lines[k] != NULL; k++) {
            table_do(table, rows[i].lines[k]);
        }
        struct policy policy;
        answer(&policy, &rows[i]);
        struct player player = {.procedure = table->procedure,
                                .side = {&policy, &policy},
                                .library = table->decision.library,
                                .key = 1};
        assume(&player, rows[i].assumes);
        play_line(table, &player, (int)i + 1, rows[i].plays);
        for (int k = 0; k < PLAYS_MAX && rows[i].then[k] != NULL; k++) {
            play_line(table, &player, (int)i + 1, rows[i].then[k]);
        }
        table_free(table);
    }
}

#define ANA "add Ana side=party strength=14 wits=12 ac=24 hp=9"
#define RAT "add rat strength=8 wits=3 ac=22 hp=6 morale=8"
#define BEGIN "initiative 15 5"

static void test_next_line__trilemma(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {.lines = {ANA, RAT}, .plays = "initiative"},
        {.lines = {ANA, RAT, "set Ana initiative=9", "set rat initiative=5"},
         .plays = "initiative"},
        {.lines = {ANA, RAT, BEGIN}, .plays = "attack #2 by=#1"},
        {.lines = {ANA, RAT, BEGIN}, .flees_at = 100, .plays = "out #1 fled"},
        {.lines = {ANA, RAT, BEGIN, "ruling condition Ana stunned"}, .plays = ""},
        {.lines = {ANA, RAT, BEGIN, "set Ana initiative=0"},
         .answers = {{"reorient", "yes"}, {"opportunity", "no"}},
         .plays = "reorient by=#1"},
        {.lines = {ANA, RAT, BEGIN, "set Ana initiative=0"},
         .answers = {{"reorient", "no"}, {"opportunity", "no"}},
         .plays = "attack #2 by=#1"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 8", "add Bo side=party strength=3 hp=9"},
         .answers = {{"guard", "50"}},
         .plays = "guard by=#1"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 8"},
         .answers = {{"guard", "50"}},
         .plays = "attack #2 by=#1"},
        {.lines = {ANA, RAT, BEGIN, "next"}, .plays = "attack #1 by=#2"},
        {.lines = {ANA, RAT, BEGIN, "next"},
         .answers = {{"shield", "before"}},
         .plays = "react #1 shield"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 6", "next"},
         .answers = {{"shield", "danger"}},
         .plays = "react #1 shield"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 6", "next"},
         .answers = {{"shield", "no"}},
         .plays = "attack #1 by=#2"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 6", "next"},
         .reacts_at = 10,
         .answers = {{"shield", "danger"}},
         .plays = "attack #1 by=#2"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 9", "next", "attack Ana 20 1"},
         .answers = {{"shield", "after"}},
         .plays = "react #1 shield-after"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 9", "next", "attack Ana 20 1"},
         .answers = {{"shield", "no"}},
         .plays = "injury #1 out"},
        {.lines = {ANA, RAT, BEGIN, "trait Ana riposte", "next", "attack Ana 5"},
         .plays = "react #1 riposte"},
        {.lines = {ANA, RAT, BEGIN, "trait Ana riposte", "next", "attack Ana 5"},
         .answers = {{"riposte", "no"}},
         .plays = ""},
        {.lines = {ANA, RAT, BEGIN, "next", "set rat initiative=0"},
         .plays = "react #1 opportunity"},
        {.lines = {ANA, RAT, BEGIN, "next", "set rat initiative=0"},
         .answers = {{"opportunity", "no"}},
         .plays = "attack #1 by=#2"},
        {.lines = {ANA, RAT, BEGIN, "next", "set rat initiative=0", "react Ana opportunity"},
         .plays = "attack #2 by=#1"},
        {.lines = {ANA, RAT, BEGIN, "set rat ac=0", "attack rat 20 1"},
         .plays = "effect direct by=#1"},
        {.lines = {ANA, RAT, BEGIN, "set rat ac=0", "attack rat 20 1"},
         .answers = {{"degrees", "no"}},
         .plays = "superior"},
        {.lines = {ANA, RAT, BEGIN, "set rat ac=0 hp=1", "attack rat 20 6"},
         .plays = "injury #2 out"},
        {.lines = {ANA, RAT, "add Bo side=party strength=3 wits=3 hp=9", "trait Bo bow",
                   "initiative 5 6 20", "engage Ana rat"},
         .answers = {{"aim", "yes"}},
         .plays = "aim by=#3"},
        {.lines = {ANA, RAT, "add Bo side=party strength=3 wits=3 hp=9", "trait Bo bow",
                   "initiative 5 6 20", "engage Ana rat"},
         .answers = {{"facing", "above"}},
         .plays = "shoot #2 by=#3 other=#1 facing=above"},
        {.lines = {ANA, RAT, "add Bo side=party strength=3 wits=3 hp=9", "trait Bo henchman",
                   "command Bo under=Ana", BEGIN},
         .plays = "order #3 by=#1"},
        {.lines = {ANA, RAT, "add Bo side=party strength=3 wits=3 hp=9", "command Bo under=Ana",
                   "initiative 5 6 20", "next"},
         .plays = "react #3 clear-order"},
        {.lines = {ANA, RAT, BEGIN, "next", "next"}, .plays = "next by=party"},
        {.lines = {ANA, RAT, BEGIN, "next", "next", "declare Ana fireball", "next by=party"},
         .plays = "cast by=#1"},
        {.lines = {ANA, RAT, BEGIN, "next", "next", "declare Ana fireball", "next by=party",
                   "damage Ana 1"},
         .plays = "interrupt #1 yes"},
        {.lines = {ANA, RAT, "add Zoe side=party strength=3 hp=9", BEGIN},
         .plays = "attack #2 by=#1"},
        {.lines = {ANA, "add rat strength=8 wits=3 ac=22", BEGIN, "next"},
         .answers = {{"shield", "danger"}},
         .plays = "attack #1 by=#2"},
        {.lines = {ANA, RAT, BEGIN, "next", "damage Ana 9", "trait Ana shield amount=0",
                   "attack Ana 20 1"},
         .plays = "injury #1 out"},
        {.lines = {ANA, RAT, BEGIN, "next", "trait Ana riposte", "react Ana riposte",
                   "out rat fled"},
         .plays = ""},
        {.lines = {ANA, RAT, BEGIN, "attack rat 10", "superior"}, .plays = "attack #2 by=#1"},
        {.lines = {"add Ana side=party strength=14 wits=12 ac=24", RAT, BEGIN,
                   "add Bo side=party strength=3 hp=9"},
         .answers = {{"guard", "50"}},
         .plays = "attack #2 by=#1"},
        {.lines = {ANA, RAT, BEGIN, "damage Ana 8", "add Bo side=party strength=3 hp=9"},
         .answers = {{"guard", "0"}},
         .plays = "attack #2 by=#1"},
        {.lines = {ANA, RAT, BEGIN},
         .answers = {{"reorient", "yes"}},
         .plays = "attack #2 by=#1"},
        {.lines = {ANA, RAT, BEGIN, "next"},
         .answers = {{"shield", "before"}},
         .plays = "react #1 shield"},
        {.lines = {ANA, RAT, BEGIN, "next"},
         .answers = {{"shield", "before"}},
         .assumes = {"shields", "nobody"},
         .plays = "attack #1 by=#2"},
        {.lines = {ANA, RAT, "add Bo side=party strength=3 wits=3 hp=9", "trait Bo bow",
                   "initiative 5 6 20", "engage Ana rat"},
         .answers = {{"aim", "no"}},
         .plays = "shoot #2 by=#3 other=#1 facing=side"},
        {.lines = {ANA, RAT, "add Bo side=party strength=3 wits=3 hp=9", "trait Bo bow",
                   "initiative 5 6 20", "engage Ana rat", "aim"},
         .answers = {{"aim", "yes"}},
         .plays = "superior"},
        {.lines = {ANA, RAT, BEGIN, "next", "trait Ana riposte", "react Ana riposte",
                   "ruling out Ana fled"},
         .plays = ""},
        /* Each reaction once in a turn. */
        {.lines = {ANA, RAT, BEGIN, "set rat hp=99", "trait Ana riposte", "next",
                   "set rat initiative=0", "attack Ana 5"},
         .plays = "react #1 riposte",
         .then = {"attack #2 by=#1", "react #1 opportunity", "attack #2 by=#1", ""}},
    };
    play("trilemma", rows, sizeof rows / sizeof rows[0]);
}

#define ANN "add Ann class=warrior level=2"
#define RO "add Ro class=cleric level=2"
#define MO "add Mo class=wizard level=2"
#define PELL "add Pell class=halfling level=2"
#define GLADIATOR "add Lig class=light-gladiator level=2"
#define ENDS "setting blessing removes-condition"
#define SIX(what) "reactions rats " what "/" what "/" what "/" what "/" what "/" what
#define RATS "add rats foe=vermin level=3 count=9"

static void test_next_line__four_against_darkness(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {.lines = {ANN, RATS}, .plays = ""},
        {.lines = {RATS}, .plays = ""},
        {.lines = {ANN, RATS, "attack rats 4"}, .plays = ""},
        {.lines = {ANN, RO, RATS, "set Ann hp=1", "attack rats by=Ann 4"},
         .plays = "use \"healing\" by=#2 on=#1"},
        {.lines = {ANN, RO, RATS, "set Ann hp=1", "attack rats by=Ann 4"},
         .flees_at = 100,
         .plays = "flee"},
        {.lines = {ANN, RO, RATS, "place room door=yes", "attack rats by=Ann 4"},
         .flees_at = 100,
         .plays = "withdraw"},
        {.lines = {ANN, RO, RATS, ENDS, "condition Ann bound", "attack rats by=Ro 4"},
         .plays = ""},
        {.lines = {ANN, RO, RATS, ENDS, "condition Ann bound", "next", "ruling next",
                   "ruling next"},
         .plays = "use \"blessing\" by=#2 on=#1 ends=\"bound\""},
        {.lines = {ANN, RO, RATS, ENDS, "condition Ann bound", "uses Ro blessing 0", "next",
                   "ruling next", "ruling next"},
         .plays = "attack #3 by=#2"},
        {.lines = {ANN, RO, RATS, ENDS, "condition rats bound", "condition Ro mounted", "next",
                   "ruling next", "ruling next"},
         .plays = "attack #3 by=#1"},
        {.lines = {ANN, RO, RATS, "condition Ro bound", "attack rats by=Ann 4"}, .plays = ""},
        {.lines = {ANN, MO, RATS, "attack rats by=Ann 4"}, .plays = "cast bless by=#2 on=#1"},
        {.lines = {ANN, RO, MO, PELL, "equip Pell bow", RATS, "place corridor",
                   "attack rats by=Ann 4"},
         .plays = "attack #5 by=#2"},
        {.lines = {ANN, RO, MO, PELL, "equip Pell bow", RATS, "place corridor",
                   "attack rats by=Ann 4", "attack rats by=Ro 4"},
         .plays = "attack #5 by=#4"},
        {.lines = {ANN, RATS, "attack rats 4", "next"}, .plays = "defend #1 all"},
        {.lines = {ANN, PELL, RATS, "attack rats by=Ann 4", "next"},
         .plays = "defend #1,#2 all"},
        {.lines = {GLADIATOR, RATS, "attack rats by=Lig 4", "next"},
         .plays = "defend #1 from=#2 use=\"parry\""},
        {.lines = {GLADIATOR, RATS, "attack rats by=Lig 4", "next"},
         .reacts_at = 10,
         .plays = "defend #1 all"},
        {.lines = {ANN, RO, MO, PELL, "add imp foe=weird level=3 hp=4", "set Ann hp=1",
                   "attack imp by=Ann 4", "next"},
         .plays = "divert #1 #2 of=#5"},
        {.lines = {ANN, RATS, "save Ann fear level=3"}, .plays = ""},
        {.lines = {ANN, RO, RATS, "set Ann hp=1", "attack rats by=Ann 4", "next",
                   "defend Ann 1"},
         .plays = "save #1 lethal"},
        {.lines = {ANN, MO, RATS, SIX("bribe 5"), "wait 3"}, .plays = "decline #3"},
        {.lines = {ANN, MO, RATS, SIX("bribe 5"), "gold 100", "wait 3"},
         .answers = {{"offer", "accept"}},
         .plays = "accept #3 by=#1"},
        {.lines = {ANN, MO, RATS, SIX("puzzle 3"), "wait 3"},
         .answers = {{"offer", "accept"}},
         .plays = "accept #3 by=#1"},
        {.lines = {ANN, MO, RATS, SIX("magic challenge"), "wait 3"},
         .answers = {{"offer", "accept"}},
         .plays = "accept #3 by=#2"},
        {.lines = {MO, ANN, RATS, SIX("trial of champions"), "wait 3"},
         .answers = {{"offer", "accept"}},
         .plays = "accept #3 by=#2"},
        {.lines = {ANN, MO, RATS, SIX("peaceful"), "wait 3"}, .plays = "out #1,#2 fled"},
        {.lines = {ANN, MO, RATS, SIX("peaceful"), "out Ann dead", "wait 3"},
         .plays = "out #2 fled"},
        {.lines = {ANN, RO, "add rats foe=vermin level=3 count=2",
                   "add bats foe=vermin level=3 count=2", "attack rats by=Ann 2"},
         .plays = "attack #3,#4 by=#2"},
        {.lines = {ANN, RO, MO, "add rats foe=vermin level=1 count=5", "attack rats by=Ann 2"},
         .plays = "morale #4"},
        {.lines = {ANN, RO, RATS, "attack rats by=Ann 6 6 5", "morale rats 1"},
         .plays = "attack #3 by=#1"},
        {.lines = {ANN, RO, RATS, "attack rats by=Ann 6 6 5", "morale rats 1",
                   "ruling condition Ann bound"},
         .plays = "attack #3 by=#2"},
        {.lines = {ANN, RO, RATS, "attack rats by=Ann 6 6 5", "morale rats 1",
                   "ruling out Ann dead"},
         .plays = "attack #3 by=#2"},
        {.lines = {"add Ann class=warrior level=2 gear=none", RO, RATS, "attack rats by=Ro 4"},
         .plays = "attack #3 by=#1"},
        {.lines = {ANN, RO, RATS, "attack rats by=Ann 4", "flee"}, .plays = "defend #1,#2 all"},
        /* Nobody knows how much Life is left. */
        {.lines = {"add Ann side=party level=2", "add Bo side=party level=2", RATS,
                   "attack rats by=Ann 4"},
         .flees_at = 100,
         .plays = "attack #3 by=#2"},
        {.lines = {ANN, RATS, SIX("fight")}, .assumes = {"start", "wait"}, .plays = "wait"},
        {.lines = {ANN, RATS, SIX("fight"), "add bats foe=vermin level=3 count=2",
                   "out bats fled"},
         .assumes = {"start", "wait"},
         .plays = "wait"},
    };
    play("four-against-darkness", rows, sizeof rows / sizeof rows[0]);
}

static void test_next_line__yuxtapa(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {.lines = {"add Bo class=fighter side=party", "add 3 newt class=archer",
                   "order Bo n1 n2 n3", "next"},
         .plays = "attack #2,#3 by=#1 kind=circular"},
        {.lines = {"add Bo class=fighter side=party", "add 3 newt class=archer",
                   "order Bo n1 n2 n3", "next"},
         .assumes = {"around", "3"},
         .plays = "attack #2,#3,#4 by=#1 kind=circular"},
        {.lines = {"add Bo class=fighter side=party", "add 3 newt class=archer",
                   "order Bo n1 n2 n3", "next"},
         .assumes = {"around", "1"},
         .plays = "attack #2 by=#1"},
        {.lines = {"add Bo class=fighter side=party", "add newt class=archer", "order Bo newt",
                   "next"},
         .plays = "attack #2 by=#1"},
    };
    play("yuxtapa", rows, sizeof rows / sizeof rows[0]);
}

/* What else could be done in place of an act (the slot `choices`). */
static void test_next_line__choices_of_four_against_darkness(void **state)
{
    (void)state;
    static const struct {
        const char *lines[LINES_MAX];
        const char *has, *lacks;
    } rows[] = {
        {{ANN, "equip Ann bow", RATS},
         "wield {self} bow|take the bow in hand",
         "wield {self} rope"},
        {{ANN, "equip Ann bow", RATS}, "attack {foe} by={self}", "wield {self} sword"},
        {{GLADIATOR, RATS},
         "defend {self} use=parry|defend with parry",
         "attack {foe} by={self} use"},
        {{"add Bar class=barbarian level=2", RATS},
         "attack {foe} by={self} use=rage|attack {foe} with rage",
         "defend {self} use"},
        {{"add Ass class=assassin level=2", RATS},
         "attack {foe} by={self} use=hidden-strike|attack {foe} with hidden strike",
         "defend {self} use"},
        {{RO, RATS}, "use healing by={self} on={ally}|healing on {ally}", "ends="},
        {{RO, RATS, "uses Ro healing 0"}, "attack {foe} by={self}", "healing"},
        {{RO, ANN, RATS, "condition Ann bound"},
         "use blessing by={self} on={2} ends=bound|blessing on {2}",
         "on={3}"},
        {{RO, ANN, RATS, "condition rats bound", "condition Ann mounted"},
         "attack {foe} by={self}",
         "ends="},
        {{MO, RATS}, "cast fireball {foe} by={self}|cast fireball at {foe}", "barkskin"},
        {{MO, RATS},
         "cast protection by={self} on={ally}|cast protection on {ally}",
         "lightning on"},
        {{MO, RATS, "uses Mo spells 0"}, "attack {foe} by={self}", "cast"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = table_new("four-against-darkness");
        for (int k = 0; k < LINES_MAX && rows[i].lines[k] != NULL; k++) {
            table_do(table, rows[i].lines[k]);
        }
        TEXT_BUFFER(out, 4000);
        table->procedure->choices(&table->state, table->decision.library, 1, &out);
        assert_false(out.is_cut);
        if (strstr(out.p, rows[i].has) == NULL || strstr(out.p, rows[i].lacks) != NULL) {
            fail_msg("row %d:\n%s", (int)i + 1, out.p);
        }
        table_free(table);
    }
}

/* What everybody sees of somebody (the slot `seen`), as the items of a list. */
static void test_next_line__what_everybody_sees(void **state)
{
    (void)state;
    static const struct {
        const char *system, *lines[LINES_MAX];
        int id;
        const char *seen;
    } rows[] = {
        {"trilemma", {ANA, RAT, BEGIN}, 1, ""},
        {"trilemma", {ANA, RAT, BEGIN, "next", "next", "declare Ana sleep"}, 1, ""},
        {"trilemma",
         {ANA, RAT, BEGIN, "next", "next", "declare Ana sleep", "next by=party"},
         1,
         "casting"},
        {"trilemma", {ANA, RAT, BEGIN, "guard 5"}, 1, "defends"},
        {"four-against-darkness", {ANN, RATS}, 1, ""},
        {"four-against-darkness", {ANN, RATS, "out rats dead"}, 2, ""},
        {"four-against-darkness",
         {MO, RATS, "cast sleep rats by=Mo 5 2"},
         2,
         "4 asleep, 5 awake"},
        {"yuxtapa", {"add Bo class=fighter", "rust Bo"}, 1, "rusty"},
        {"yuxtapa", {"add Bo class=fighter"}, 1, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = table_new(rows[i].system);
        for (int k = 0; k < LINES_MAX && rows[i].lines[k] != NULL; k++) {
            table_do(table, rows[i].lines[k]);
        }
        TEXT_BUFFER(out, 200);
        table->procedure->seen(&table->state, rows[i].id, &out);
        if (strcmp(out.p, rows[i].seen) != 0) {
            fail_msg("row %d: \"%s\"", (int)i + 1, out.p);
        }
        table_free(table);
    }
}

/* What a fight of Trilemma lacks before it begins (the slot `missing`). */
static void test_next_line__what_trilemma_lacks(void **state)
{
    (void)state;
    static const struct {
        const char *lines[LINES_MAX];
        const char *missing; /* the texts, each with a line of its own */
    } rows[] = {
        {{ANA, RAT}, ""},
        {{ANA, "add rat strength=8 wits=3 armour=2 hp=6"}, "Rat has no morale (5.12)\n"},
        {{ANA, "add 2 rat strength=8 wits=3 ac=22 hp=6"}, "Rat 1 has no morale (5.12)\n"},
        {{ANA, RAT, "add Bo side=party", "out Bo fled"}, ""},
        {{ANA, RAT, "leader Ana of=rat", "out rat fled"},
         "Ana leads a group, and nobody of them is here (5.13)\n"},
        {{ANA, RAT, "leader rat of=rat"},
         "Rat leads a group, and nobody of them is here (5.13)\n"},
        {{ANA, RAT, "set Ana leads=crow"},
         "Ana leads the kind crow, and nobody of them is here (5.13)\n"},
        {{ANA, "add 2 rat strength=8 wits=3 ac=22 hp=6 morale=8", "leader r1 of=r2"}, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = table_new("trilemma");
        for (int k = 0; k < LINES_MAX && rows[i].lines[k] != NULL; k++) {
            table_do(table, rows[i].lines[k]);
        }
        struct missing missing[8];
        struct missing_list list = {.missing = missing, .most = 8};
        TEXT_BUFFER(out, 1000);
        table->procedure->missing(&table->state, &list);
        for (int k = 0; k < list.count && k < list.most; k++) {
            text_add(&out, "%s (%s)\n", missing[k].text, missing[k].rule);
        }
        if (strcmp(out.p, rows[i].missing) != 0) {
            fail_msg("row %d: \"%s\"", (int)i + 1, out.p);
        }
        table_free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_next_line__what_everybody_sees),
        cmocka_unit_test(test_next_line__what_trilemma_lacks),
        cmocka_unit_test(test_next_line__choices_of_four_against_darkness),
        cmocka_unit_test(test_next_line__four_against_darkness),
        cmocka_unit_test(test_next_line__yuxtapa),
        cmocka_unit_test(test_next_line__trilemma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
