/* Chapter 5 of Trilemma, paragraph by paragraph, with worked numbers: a row for each of 5.1
 * to 5.22 and T1 to T33, and for each class of bug (B1 ...) that can arise here.
 *
 * A row is a little script (support/table_script.h). */
#include <stdio.h>
#include <string.h>

#include "support/table_script.h"
#include "support/unit.h"

struct row {
    const char *rule_texts;
    const char *script;
};

/* The worked numbers: Ana 27, Bo 19, the rats 8; wits 12 and a 7 are 19. */
#define FIGHT                                                                                  \
    "+add Ana side=party strength=14 wits=12 ac=24 hp=9\n"                                     \
    "+add Bo side=party strength=11 wits=12 ac=20 hp=7\n"                                      \
    "+add 4 rat strength=8 wits=3 ac=22 hp=6 morale=8\n"                                       \
    "+initiative 15 7 5\n"
#define ROUND "+next\n+next\n+next\n+next\n+next\n+next\n"

static const struct row rows[] = {
    {"5.1 T1",
     FIGHT "#Ana 27\n#Bo 19\n#r1 8\n>Ana\n+react Bo 15\n#Bo 4\n+next\n>Rat 1\n"
           "+next\n+next\n+next\n+next\n>Bo\n+next\n@after round 1\n+next\n>Ana\n#Bo 4\n"},
    {"5.2", FIGHT "+react Ana 4 for=\"a second rope\"\n#Ana 23\n"
                  "%Ana|init 23 = 27 rolled - 4 a second rope\n"
                  "+react Ana 4 for=\"a second rope\"\n%Ana|- 8 a second rope\n"},
    {"5.3 T6",
     FIGHT "!5.3 superior\n+attack r1 8 4\n+superior\n'pays 10 for superior: 27 → 17\n"
           "#Ana 17\n>Bo\n+next\n>Ana\n'Ana's turn at 17\n%Ana|27 rolled - 10 superior\n"
           "+attack r2 8 4\n!5.3 superior\n+next\n>Rat 1\n+next\n+next\n+next\n+next\n"
           "@after round 1\n!5.3 superior\n+next\n#Ana 17\n>Bo\n"},
    {"T6", FIGHT "+set Ana initiative=10\n+set Bo initiative=5\n+next\n+next\n+next\n+next\n"
                 "+next\n+next\n+next\n>Ana\n+attack r1 8 4\n!5.3 superior\n"},
    {"T6", "+setting superior_repeat yes\n" FIGHT
           "+next\n+superior\n#Ana 17\n>Bo\n+next\n>Ana\n+attack r1 8 4\n+superior\n#Ana "
           "7\n>Rat 1\n"},
    {"5.9 T2", FIGHT "+trait r1 riposte\n!5.9 react r1 riposte\n?react r1 riposte\n"
                     "!5.9 react r1 riposte overspend=no\n+react r1 riposte overspend=yes\n"
                     "'pays 10 for riposte: 8 → 0, flat-footed\n#r1 0\n~r1 flat-footed\n"
                     "%r1|init 0 = 8 rolled - 8 riposte\n"},
    {"T2", FIGHT "+setting overspend deny\n!5.9 react r1 9 overspend\n#r1 8\n"
                 "+setting overspend allow\n+react r1 9\n#r1 0\n"},
    {"5.9 T3", FIGHT "+react r1 8\n#r1 0\n!5.9 react r1 shield\n!5.9 react r1 1\n"},
    {"5.9 T4", FIGHT "+react r1 8\n+next\n+next\n+next\n+next\n>Rat 4\n+next\n>Rat 1\n"
                     "+reorient 10 7\n'Rat 1 re-orients: 0 → 10\n#r1 10\n"},
    {"T5",
     "+add A wits=5 hp=1\n+add B wits=5 hp=1\n+add C wits=6 hp=1\n+add D side=party wits=6 "
     "hp=1\n"
     "+initiative 10 10 9 9\n<D,C,A,B\n+move B up\n<D,C,B,A\n+move B up\n+move B up\n<B,D,C,A\n"
     "!5.1 move B up\n+react D 1\n<B,C,A,D\n!5.1 move D up\n+move C down\n<B,A,C,D\n"},
    {"5.6 T7", FIGHT "+reorient 2\n'14 is not higher, 27 stays\n#Ana 27\n!5.1 attack r1 8 4\n"
                     "!5.1 reorient 20\n"},
    {"5.6 T7", FIGHT "+react Ana 20\n#Ana 7\n>Ana\n+reorient 20\n"
                     "#Ana 32\n%Ana|init 32\n" ROUND "@after round 1\n"},
    {"5.4 T8", FIGHT
     "+react Bo shield\n#Bo 17\n+react Bo warn\n#Bo 15\n+react Bo draw\n#Bo 13\n"
     "+react Bo wits-check dc=15 8\n'= 20 vs DC 15: success\n#Bo 11\n+react Bo order\n#Bo 6\n"
     "+react Bo opportunity\n#Bo 1\n+attack r1 by=Bo 15 3\n=r1 hp 3\n"
     "!5.1 attack r1 by=Bo 15 3\n+next\n+next\n+next\n+next\n+next\n>Bo\n"
     "%Bo|init 1 = 19 rolled - 2 shield - 2 warn - 2 draw - 2 wits-check - 5 order - 5 "
     "opportunity\n"},
    {"5.4 T8",
     FIGHT "!5.4 react Ana riposte\n+trait Ana riposte\n+react Ana riposte\n#Ana 17\n"
           "!5.4 react Bo clear-order\n+command Bo under=Ana\n+react Bo clear-order\n#Bo 9\n"
           "xno reaction shout|react Bo shout\n?react Bo\n+trait Bo shield off\n"
           "!5.17 react Bo shield\n+trait Bo defence\n+react Bo shield\n#Bo 7\n"
           "!5.4 react Bo shield-after 3\n"},
    {"5.5 T9", FIGHT "!5.5 between Bo\n" ROUND "@after round 1\n>nobody\n"
                     "+between Bo for=\"a potion\"\n'Bo pays 2 for a potion: 19 → 17\n"
                     "+between Bo 0 for=\"talk\"\n#Bo 17\n+between Bo 5\n#Bo 12\n?between Ana\n"
                     "!5.5 react Bo 2\n!5.1 attack r1 by=Ana 8 4\n+demand foes\n"
                     "'round 2 begins, demanded by the foes\n!5.5 demand party\n"},
    {"5.5 T9", FIGHT
     "+attack r1 8 4\n%Ana|in melee with Rat 1\n" ROUND "@after round 1\n"
     "+next by=party\n'demanded by the party\n+attack r2 8 4\n%Ana|in melee with Rat 2\n"},
    {"5.7 T10",
     "+add Zed side=party strength=3 wits=12 ac=20 hp=9\n!5.7 declare Zed Sleep\n"
     "+add rat strength=8 wits=3 ac=22 hp=6\n+initiative 15 5\n!5.7 declare Zed Sleep\n"
     "+next\n+next\n@after round 1\n+declare Zed Sleep\n^Zed casting\n+next\n"
     "'Zed is casting Sleep: others can notice\n~Zed casting\n!5.7 attack rat 20 4\n+cast\n"
     "'Zed: Sleep takes effect\n^Zed casting\n!5.7 cast\n"},
    {"5.7 T10",
     FIGHT ROUND "+declare Bo Sleep\n+next\n+damage Bo 1\n'hurt while casting Sleep\n"
                 "*Bo interrupted?\n+next\n>Bo\n!5.7 cast\n!5.7 next\n+interrupt Bo no\n0\n"
                 "+next\n'Sleep takes effect\n"},
    {"5.7 T10",
     FIGHT ROUND "+declare Bo Sleep\n+next\n+damage Bo 1\n?interrupt Bo\n+interrupt Bo yes\n"
                 "'Sleep is lost\n^Bo casting\n!5.7 interrupt Bo yes\n"},
    {"5.8 T11",
     FIGHT "+attack r1 8 1\n!5.8 force\n" ROUND "@after round 1\n+declare Ana Sleep\n"
           "?force\n+force hp=1\n'Sleep comes to nothing, the bout was forced\n#Ana 17\n"
           "#Bo 9\n#r1 0\n=Ana hp 8\n=Bo hp 6\n=r2 hp 5\n@round 2\n>Ana\n"
           "%Ana|in melee with Rat 1\n!5.7 declare Ana Sleep\n"},
    {"5.8 T11",
     FIGHT "+set Ana initiative=9\n+set Bo initiative=12\n" ROUND
           "@after round 1\n+force except=Ana\n@round 2\n#Ana 9\n#Bo 2\n" ROUND
           "@after round 2\n+force\n'the bout ends by itself\n@after round 2\n#Ana 0\n"},
    {"5.10 T12",
     "+add P side=party wits=12\n+surprise P prepared\n+add Q side=party wits=12\n"
     "+surprise Q advantage\n+add V wits=10 morale=7\n+surprise V zero\n+add W wits=10\n"
     "+surprise W penalty\n+initiative 3 9 15 4\n#P 32\n#Q 21\n#V 0\n#W 14\n~V flat-footed\n"
     "!5.10 surprise V roll\n+ruling surprise V roll\n=V initiative -\n"},
    {"5.11 T13",
     "+add Hob side=party strength=5 ac=20\n+trait Hob henchman\n" FIGHT
     "#Hob 1\n!5.11 order Hob\n+command Hob under=Ana\n!5.11 react Hob shield\n+order Hob\n"
     "'Hob acts at 27, on Ana's order\n#Ana 27\n+attack r1 by=Hob 17 2\n=r1 hp 4\n"
     "!5.1 attack r1 by=Hob 17 2\n!5.11 order Hob\n+attack r2 8 4\n=r2 hp 2\n"
     "!5.1 reorient by=Hob 9\n"},
    {"5.11 T13",
     FIGHT "+add Hob side=party strength=5 ac=20\n+trait Hob henchman\n+initiative\n"
           "+command Hob under=Ana\n+next\n>Bo\n+order Hob\n#Ana 22\n"
           "'Hob acts at 27\n+attack r1 by=Hob 17 2\n=r1 hp 4\n>Bo\n"},
    {"5.11 T13",
     FIGHT "+command Bo under=Ana\n+order Bo\n#Bo 9\n+attack r1 by=Bo 15 3\n=r1 hp 3\n"
           "+attack r2 8 4\n+next\n>Bo\n+attack r2 15 1\n=r2 hp 1\n"},
    {"5.11 T13",
     "+add Hob side=party strength=5 ac=20 hp=5\n+trait Hob henchman\n" FIGHT
     "+trait Hob shield\n%Hob|AC 20\n+setting henchman_shield_ac2 yes\n"
     "%Hob|AC 22 = 20 + 2 shield\n" ROUND "+next\n@after round 1\n+force\n#Hob 0\n" ROUND
     "+next\n@after round 2\n#Hob 0\n+next\n#Hob 1\n"},
    {"T14", "+add 2 rat wits=3\n+setting group_rolls each\n+initiative 5 9\n#r1 8\n#r2 12\n"},
    {"T14", "+add 2 rat wits=3\n+initiative 5\n#r1 8\n#r2 8\n"},
    {"T15 B16",
     FIGHT "+next\n>Bo\n+add Cy side=party wits=10\n+add Dy side=party wits=1\n"
           "+initiative 20 2\n'Cy comes too late for this round\n#Cy 30\n#Dy 3\n+next\n"
           "+next\n+next\n+next\n+next\n>Dy\n+next\n@after round 1\n+next\n>Cy\n"},
    {"5.14", FIGHT "!5.14 attack Ana 8 4\n"},
    {"5.14", FIGHT "+attack r1 8 4\n'= 22 vs AC 22: hit\n=r1 hp 2\n+next\n+attack r1 10\n"
                   "'= 21 vs AC 22: miss\n"},
    {"5.15 T16",
     FIGHT "+set Ana ac=-\n=Ana ac -\n+set Ana armour=4\n%Ana|AC 24 (armour 4)\n"
           "+condition r1 blind\n+condition r1 constrained\n%r1|AC 12 = 22 - 5 blind - 5 "
           "constrained\n+condition r1 unaware\n%r1|AC 2 = 22\n+set r1 ac=10\n%r1|AC 0 = 10\n"
           "+attack r2 blind 3 4\n'AC 17 = 22 - 5 blind\n'= 17 vs AC 17: hit\n"},
    {"T16", FIGHT "+attack r2 bonus=3 10\n'AC 25 = 22 + 3 bonus\n'vs AC 25: miss\n"},
    {"5.16",
     FIGHT "+trait r1 reach\n+attack r1 8\n'AC 23 = 22 + 1 reach\n'= 22 vs AC 23: miss\n"},
    {"5.16", FIGHT "+trait r1,Ana reach\n+attack r1 8 4\n'vs AC 22: hit\n"},
    {"5.17 T17",
     FIGHT "+guard 13\n'Ana defends at 27 for this round\n~Ana defends\n+next\n+next\n"
           "+attack Ana 18\n'vs AC 27: miss\n+next\n+attack Ana 19 3\n'= 27 vs AC 27: hit\n"
           "+next\n+next\n+next\n@after round 1\n+next\n^Ana defends\n"},
    {"5.17 T17",
     FIGHT "+next\n+next\n>Rat 1\n+react Ana shield\n~Ana guards\n+attack Ana 17 12\n"
           "'vs defence 26: miss\n^Ana guards\n+next\n+attack Ana 17 3\n'vs AC 24: hit\n"
           "=Ana hp 6\n"},
    {"5.4 T17", FIGHT "+next\n+next\n+attack Ana 17 3\n=Ana hp 6\n+react Ana shield-after 12\n"
                      "'defends with 26 against 25: the attack misses\n=Ana hp 9\n#Ana 22\n"
                      "!5.4 react Ana shield-after 12\n"},
    {"5.4 T17",
     FIGHT "+next\n+next\n+attack Ana 17 3\n+react Ana shield-after 11\n'not enough\n"
           "=Ana hp 6\n#Ana 22\n"},
    {"5.19 T18",
     FIGHT "+set r1 ac=10\n+attack r1 11 3\n'hit, 3 extra\n%Ana|3 extra to spend on Rat 1\n"
           "!5.20 effect direct\n+effect \"drive back\" cost=2\n'drive back (2 extra, 1 left)\n"
           "!5.19 effect push cost=2\n+effect push\n!5.19 effect push\n"},
    {"5.20 T18", FIGHT "+set r1 ac=10\n+attack r1 16 3\n'4 extra\n=r1 hp 3\n+effect direct\n"
                       "'direct hit (4 extra, 0 left)\n=r1 hp 6\n=r1 injury_due 1\n"},
    {"5.20", FIGHT "+set r1 ac=10\n+attack r1 direct 16\n'4 extra, direct hit\n=r1 hp 6\n"
                   "=r1 injury_due 1\n*injury save due: Rat 1\n"},
    {"T18",
     FIGHT "+attack r1 8 4\n+next\n+attack r2 19 1\n'1 extra\n+next\n!5.19 effect push\n"},
    {"5.18 T19",
     FIGHT "+damage r1 6\n=r1 hp 0\n0\n+damage r1 1\n'injury save due: Rat 1, 1 beyond\n"
           "+damage r2 7\n'1 beyond\n=r2 hp 0\n+hp r3 t2\n+damage r3 8\n=r3 hp 0\n"
           "=r3 injury_due -\n+attack r3 8 1\n=r3 injury_due 1\n"},
    {"T20", FIGHT
     "!5.18 injury r1 dead\n+damage r1 7\n?injury r1\n?injury r1 ability=3 dc=15 14\n"
     "+injury r1 wounded ability=3 dc=15 note=\"broken leg\" 14\n'= 17 vs DC 15: success\n"
     "'wounded, broken leg\n0\n"},
    {"T20", FIGHT "+damage r1 7\n+injury r1 \"lost an ear\"\n'Rat 1: injury: lost an ear\n0\n"},
    {"5.21 T21",
     FIGHT "+engage Bo r1\n+shoot r1 facing=behind target=far 1 8 4\n'vs tenths 1\n=r1 hp 2\n"
           "^Ana melee\n"},
    {"5.21 T21",
     FIGHT "+engage Bo r1\n+shoot r1 facing=behind target=near 10 8 4\n'vs tenths 9\n"
           "=r1 hp 6\n=Bo hp 3\n"},
    {"5.21 T21",
     FIGHT "+engage Bo r1\n+shoot r1 facing=side 7 10 3\n'vs tenths 6\n'the other one\n"
           "=Bo hp 4\n=r1 hp 6\n"},
    {"5.21 T21",
     FIGHT "!5.21 shoot r1 other=Bo facing=side aim=2 7 8 4\n+aim\n~Ana aims\n" ROUND
           "+next\n>Ana\n+engage Bo r1\n+shoot r1 facing=side 8 8 4\n'vs tenths 8\n"
           "=r1 hp 2\n^Ana aims\n"},
    {"T21", FIGHT "+shoot r1 8 4\n=r1 hp 2\n-tenths\n%Ana|strength 14\n+engage Bo r2\n"
                  "+engage r2 r3\n?ruling shoot r2\n"},
    {"5.22 T22", FIGHT "!5.22 shoot r1 taking_aim 8 4\n+setting taking_aim yes\n"
                       "+shoot r1 taking_aim 8 4\n=r1 hp 2\n'Ana is taking aim at Rat 1\n"
                       "%r1|Ana has taken aim\n+damage r1 3\n'this may be the shot\n"},
    {"5.12", FIGHT "+set r1 morale=2\n'traitorous\n+set r1 morale=8\n'good pay\n'normal pay\n"
                   "+set r1 morale=12\n'mindless\n"},
    {"5.13 T23", FIGHT "+morale r1 4 4\n'= 8 vs morale 8: holds\n+morale r1 4 5\n=r3 out 3\n"},
    {"T23",
     FIGHT "+set r1 morale=12\n+morale r1\n'holds without a roll\n!5.12 morale Ana 3 3\n"},
    {"T24",
     FIGHT "+leader r1\n%r1|leader\n+out r1 fled\n'morale due: rats, 25% fallen, leader lost\n"
           "+split r4\n'a morale group of its own\n+dismiss r2\n+out r4 dead\n-morale due\n"},
    {"T24", FIGHT "+add Chief wits=5 hp=9\n+leader Chief of=r1\n+out Chief dead\n"
                  "'morale due: rats, leader lost\n"},
    {"T24", FIGHT
     "+out r1 dead\n*rats, 25% fallen\n+split r1\n*rats, 25% fallen\n+morale r2 2 2\n0\n"},
    {"5.13 T25",
     "+add 8 rat morale=8 hp=3\n+out r1 dead\n0\n+out r2 dead\n*25% fallen\n+dismiss\n"
     "+out r3 dead\n0\n+out r4 dead\n*50% fallen\n+dismiss\n+out r5 dead\n0\n+out r6 dead\n"
     "*another fallen after half\n"},
    {"5.13 T25",
     "+add 5 rat morale=8 hp=3\n+out r1 dead\n0\n+out r2 dead\n*25% fallen\n+dismiss\n"
     "+out r3 dead\n*50% fallen\n+dismiss\n+out r4 dead\n*another fallen\n+out r5 dead\n"
     "-morale due\n"},
    {"5.13 T25",
     FIGHT "+add ogre wits=2 morale=9 hp=30\n+attack r1 magic 8 6\n+damage r1 1\n"
           "+injury r1 dead\n'Ogre, ally slain by magic\n'rats, 25% fallen, ally slain\n"},
    {"5.13 T25",
     FIGHT "+add ogre wits=2 morale=9 hp=30\n+out r1 dead magic\n'Ogre, ally slain by magic\n"},
    {"5.13 T25", "+add 2 rat wits=3 morale=8\n+surprise rat* penalty\n+initiative 5 9\n"
                 "'morale due: rats, surprised\n+next\n+next\n@after round 1\n"
                 "'morale still due: rats, surprised\n^r1 surprised\n"},
    {"5.13 T26",
     FIGHT "!5.13 morale-due r1 surrender\n+morale-due r1 surrounded\n'rats, surrounded\n"
           "+morale-due r1 surrender\n*surrounded, offered surrender\n"
           "+morale-due r1 superior-force\n+morale-due r1 cannot-harm\n"
           "+morale-due r1 heroic-task\n+morale-due r1 temptation\n"
           "+morale-due r1 rear-guard\n+morale-due r1 charge\n?morale-due r1\n"},
    {"T27", FIGHT
     "+morale-due r1 charge\n+out r1 dead\n*rats, 25% fallen, must use a charge\n"
     "+next\n+next\n+next\n+next\n+next\n'morale still due: rats, 25% fallen\n+dismiss r2\n"
     "'dismissed: rats, 25% fallen\n0\n!5.13 dismiss r2\n"},
    {"T28", FIGHT "+setting fled_counts no\n+out r1 fled\n0\n+out r2 down\n*25% fallen\n"},
    {"T28", FIGHT
     "+out r1 surrendered\n*25% fallen\n+dismiss\n+add 4 rat morale=8 hp=3\n+out r2 dead\n"
     "0\n+out r3,r4 dead\n*50% fallen\n-25%\n"},
    {"T29",
     FIGHT "+morale r1 then=surrender 6 6\n=r3 out 4\n~r3 surrendered\n!5.13 morale r1 2 2\n"},
    {"T29",
     FIGHT "+morale r1 then=other note=\"they hide\" 6 6\n'rats break: they hide\n=r3 out -\n"},
    {"T30", FIGHT
     "!5.12 alternate r1\n+alternate r1 11 \"with the king\"\n%r1|morale 8\n+alternate r2\n"
     "%r1|morale 11 with the king\n+morale r1 5 6\n=r1 out -\n+alternate r1\n%r1|morale 8\n"},
    {"T31 5.21", FIGHT "+attack r1 8 4\n%r1|in melee with Ana\n+part Ana r1\n-in melee\n"
                       "!5.21 part Ana r1\n+engage Ana r2\n%r2|in melee with Ana\n" ROUND
                       "!5.5 engage Ana r1\n"},
    {"T32",
     FIGHT "+add Thing\n?attack Thing\n+attack Thing ac=18 4 5\n=Thing ac 18\n=Thing harm 5\n"
           "+damage Thing 2\n=Thing harm 7\n"},
    {"T32 5.1",
     "+add Ana side=party\n+add Bo side=party\n+add rat wits=3\n+set Ana initiative=31\n"
     "+initiative 14\n'no initiative yet, wits unknown: Bo\n#Ana 31\n#Rat 17\n#Bo \n"
     "?initiative\n+initiative wits=4 9\n#Bo 13\n=Bo wits 4\n!5.1 initiative\n"},
    /* Waiting, conditions, settings: what every table needs. */
    {"5.1", FIGHT
     "+delay\n>Bo\n~Ana waits\n+attack r1 11 2\n+act Ana\n>Ana\n^Ana waits\n+attack r1 8 1\n"
     "+next\n>Rat 1\n!5.1 act Ana\n"},
    {"5.1", FIGHT "+delay\n+act Ana\n>Ana\n+attack r1 8 1\n+next\n>Bo\n"},
    {"5.1", FIGHT "+delay\n" ROUND ">nobody\n#Ana 27\n+next\n>Ana\n"},
    {"5.1",
     FIGHT "+ready the door opens\n%Ana|ready: the door opens\n>Bo\n+act Ana\n>Ana\n"
           "+attack r1 8 1\n+next\n>Bo\n+next\n+next\n+next\n+next\n+next\n@after round 1\n"},
    {"conditions", FIGHT "+condition r1 poisoned rounds=2\n~r1 poisoned (2 rounds)\n" ROUND
                         "~r1 poisoned (1 round)\n" ROUND "+next\n^r1 poisoned\n"},
    {"conditions",
     FIGHT "+condition r1 grappled end=Bo\n+condition r2 slowed until=Bo\n+next\n>Bo\n"
           "'Rat 2: no longer slowed\n~r1 grappled (until Bo's turn ends)\n+next\n"
           "'Rat 1: no longer grappled\n+condition r1 blind\n+condition r1 blind off\n"
           "^r1 blind\n+hide r1\n~r1 hidden\n+reveal r1\n^r1 hidden\n"
           "xends in one way|condition r1 blind rounds=1 end=Bo\n"},
    {"shares",
     FIGHT "+damage r1,r2/half,r3/none 5\n=r1 hp 1\n=r2 hp 4\n=r3 hp 6\n"
           "+damage rat*,r4/none 1\n=r4 hp 6\n=r3 hp 5\n+heal Ana,r1/half 4\n=r1 hp 2\n"},
    {"settings",
     FIGHT "xdid you mean overspend|setting overspent deny\nxone of|setting overspend 3\n"
           "?setting overspend\n+setting between_price 5\n" ROUND "+between Bo\n#Bo 14\n"},
    /* Classes of bugs that other trackers had. */
    {"B1", "+add Low wits=-1 hp=0 ac=0\n+add Mid wits=0 hp=5\n+initiative 1 4\n#Low 0\n~Low "
           "flat-footed\n"
           "=Low hp 0\n+next\n>Low\n+attack Mid ac=0 strength=0 1 3\n=Mid ac 0\n"},
    {"B2", FIGHT "+next\n>Bo\n+remove Ana\n+add Zed wits=30 hp=4\n+initiative 20\n>Bo\n"
                 "+set r1 initiative=40\n>Bo\n"},
    {"B3",
     FIGHT "<Ana,Bo,Rat 1,Rat 2,Rat 3,Rat 4\n+set rat*,Ana,Bo initiative=9\n"
           "<Ana,Bo,Rat 1,Rat 2,Rat 3,Rat 4\n+damage r1 1\n<Ana,Bo,Rat 1,Rat 2,Rat 3,Rat 4\n"},
    {"B5 B11", FIGHT "+damage Ana 60\n=Ana hp 0\n+heal Ana 60\n=Ana hp 9\n"},
    {"B8", FIGHT "+set r4 initiative=50\n+damage r4 2\n'Rat 4: 6 → 4\n"},
    {"B9 B10",
     FIGHT "+add rat wits=3\n+rename #7 \"St. Kitt v1.2\"\n+damage \"St. Kitt v1.2\" 1\n"
           "=#7 harm 1\n"},
    {"B12", FIGHT "+condition r1 charmed until=Bo\n+condition r2 held end=Bo\n+remove Bo\n"
                  "'Rat 1: no longer charmed\n'Rat 2: no longer held\n^r1 charmed\n"},
    {"B12",
     FIGHT "+condition r1 charmed until=Bo\n+out Bo dead\n+next\n+next\n+next\n+next\n+next\n"
           "@after round 1\n^r1 charmed\n"},
    {"B13",
     FIGHT "+out Bo dead\n+next\n>Rat 1\n+back Bo\n+next\n>Bo\n+out r1,r2,r3,r4 dead\n+next\n"
           "@after round 1\n"},
    {"B14", FIGHT "+condition r1 slowed until=Ana\n+next\n+set Ana initiative=40\n-slowed\n"
                  "~r1 slowed\n+set Bo initiative=3\n>Bo\n~r1 slowed\n"},
    {"B15", FIGHT
     "+react r1 8\n+react r2 20 overspend\n#r1 0\n#r2 0\n<Ana,Bo,Rat 3,Rat 4,Rat 1,Rat 2\n"},
    {"B17",
     "+add Ana side=party wits=12\n+set Ana initiative=31\n+add rat wits=3\n+initiative 5\n"
     "#Ana 31\n#Rat 8\n"},
    {"B22", "+add \"Desmañados – a|b, 'c'\" wits=3 hp=4\n+damage #1 1\n=#1 hp 3\n"
            "+condition #1 \"sehr müde | 100%\"\n~#1 sehr müde | 100%\n+initiative 5\n>#1\n"},
};

static void test_chapter__every_row_goes_as_the_paragraph_has_it(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        failed += table_script_run("trilemma", rows[i].rule_texts, rows[i].script) ? 0 : 1;
    }
    assert_int_equal(failed, 0);
}

static bool is_named(const char *label)
{
    size_t n = strlen(label);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (const char *at = rows[i].rule_texts; (at = strstr(at, label)) != NULL; at += n) {
            if (at[n] == '\0' || at[n] == ' ') {
                return true;
            }
        }
    }
    return false;
}

/* T33 and the other classes of bugs need a campaign: tests/app/test_sitting_amend.c. */
static void test_chapter__has_a_row_for_every_paragraph_and_decision(void **state)
{
    (void)state;
    char label[16];
    for (int i = 1; i <= 22; i++) {
        snprintf(label, sizeof label, "5.%d", i);
        if (!is_named(label)) {
            fail_msg("no row names %s", label);
        }
    }
    for (int i = 1; i <= 32; i++) {
        snprintf(label, sizeof label, "T%d", i);
        if (!is_named(label)) {
            fail_msg("no row names %s", label);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chapter__every_row_goes_as_the_paragraph_has_it),
        cmocka_unit_test(test_chapter__has_a_row_for_every_paragraph_and_decision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
