#!/bin/sh
# referee roll and referee odds: dice expressions and acts, for people and as JSON, and what is
# wrong with them.
. tests/cli/program.sh

# ---- roll ----
says "one roll is a line with its faces" 0 "3d1+2: 1 1 1 = 5" roll 3d1+2
says "COUNT rolls are as many lines" 0 "d1 1
d1 1
d1 1" roll d1 -n 3
run_referee roll 10d10 -n 5 --seed 9
cp "$tap_scratch/out" "$tap_scratch/first"
run_referee roll 10d10 -n 5 --seed 9
holds "a seed gives the same rolls again" cmp -s "$tap_scratch/first" "$tap_scratch/out"
run_referee roll 10d10 -n 5 --seed 10
holds "another seed gives others" test -n "$(cmp "$tap_scratch/first" "$tap_scratch/out")"
holds "the rolls of one seed differ" test "$(sort -u "$tap_scratch/first" | wc -l)" -eq 5
run_referee roll 10d1000
cp "$tap_scratch/out" "$tap_scratch/first"
run_referee roll 10d1000
holds "without a seed every run differs" test -n "$(cmp "$tap_scratch/first" "$tap_scratch/out")"
complains "a count of 0 is refused" 2 \
    "referee: -n 0: expected a whole number from 1 to 1000000" roll d6 -n 0
complains "an expression is needed" 2 "referee: roll needs a dice expression, such as 2d6+3" roll
complains "what is wrong is pointed at" 2 "referee: the sides of the die are missing, as in d6, d% or dF
2d6+3d
      ^" roll 2d6+3d

# ---- notation as players write it ----
says "a repeated roll is as many lines" 0 "2d1 1 1 = 2
2d1 1 1 = 2
2d1 1 1 = 2" roll 3x 2d1
says "each as often as the count says" 0 "d1 1
d1 1
d1 1
d1 1" roll "2x d1" -n 2
says "without the blank it is a product" 0 "3*2d1: 1 1 = 6" roll 3x2d1
says "a comment is left out" 0 "2d1[# of the fire] 1 1 = 2" roll "2d1[# of the fire]" "# for Ana"
says "the explanation marks what became of the dice" 0 \
    "3d6r1!kh2[fire] [1r 6! (2) 3 (2)] = 9 (re-rolls 1 until another face falls)" roll "3d6r1!kh2[fire]" --given 1,6,2,3,2
says "successes are counted" 0 "10d10!>=8>=8 [8! 9! 1 2 3 4 5 6 7 10! 1 2 3] = 3 (explodes on 8, 9, 10, counts 8, 9, 10)" \
    roll "10d10!>=8>=8" --given 8,9,1,2,3,4,5,6,7,10,1,2,3
says "d66 reads two dice as tens and ones" 0 "d66 [3 5] = 35" roll d66 --given 3,5
says "adv keeps the better of two dice" 0 "2d20kh1+2 [4 (3)] = 6" roll "d20adv + 2" --given 4,3
says "pasted signs are read as typed ones" 0 "2d1*3-1: 1 1 = 5" roll "2d1×3−1"
says "a pasted minus in front is no option" 0 "-d1 1 = -1" roll "–d1"
says "max takes the best of a list" 0 "max(2d1,7) 1 1 = 7" roll "max(2d1, 7)"
says "faces stay numbers for programs, with marks beside them" 0 \
    '{"notation": "2x 2d6kh1", "seed": 3, "rolls": [{"total": 5, "trace": [{"dice": "2d6kh1", "faces": [2, 5], "marks": [["dropped"], []], "source": "generated", "value": 5, "why": "roll", "rule": ""}], "text": "2d6kh1 (2) 5 = 5"}, {"total": 2, "trace": [{"dice": "2d6kh1", "faces": [2, 1], "marks": [[], ["dropped"]], "source": "generated", "value": 2, "why": "roll", "rule": ""}], "text": "2d6kh1 2 (1) = 2"}]}' \
    roll "2x 2d6kh1" --seed 3 --json
complains "counting successes behind a sum is named" 2 \
    "referee: counting successes is written after the die: 6d6>=5; for the total see the column \"or more\" of \`odds 2d6+3\`
2d6+3>=10
     ^" roll "2d6+3>=10"
# ---- notation of other programs ----
says "the faces that count are told" 0 "5d10>7 [8 7 9 1 10] = 3 (counts 8, 9, 10)" \
    roll "5d10>7" --given 8,7,9,1,10
says "and those that are re-rolled once" 0 "2d6ro<2 [1r 3 4] = 7 (re-rolls 1 once)" \
    roll "2d6ro<2" --given 1,3,4
complains "six rolls are named, not left out as a comment" 2 \
    "referee: several rolls are written 6x 3d6
6#3d6
 ^" roll "6#3d6"
says "a number with a comment is one" 0 "6" roll "6 # torches"
complains "a critical is not counted" 2 \
    "referee: cs on a single die marks a critical elsewhere; to count write 1d20>19
1d20cs>19+7
    ^" roll "1d20cs>19+7"
says "Roll20 counts the number itself" 0 "5d10>=7 [7 1 1 1 8] = 2 (counts 7, 8, 9, 10)" \
    roll --dialect roll20 "5d10>7" --given 7,1,1,1,8
says "Foundry re-rolls once" 0 "1d20ro<10 [3r 4] = 4 (re-rolls 1 to 9 once)" \
    roll "1d20r<10" --dialect foundry --given 3,4
says "Avrae has operators of its own" 0 "2d6!min2 [1 6! 1] = 10" \
    roll --dialect avrae "2d6e6mi2" --given 1,6,1
says "our notation and what was typed are in the document" 0 \
    '{"notation": "1d20+7", "typed": "1d20cs>19+7", "seed": 1, "rolls": [{"total": 10, "trace": [{"dice": "1d20+7", "faces": [3], "source": "given", "value": 10, "why": "roll", "rule": ""}], "text": "1d20+7 [3] = 10"}]}' \
    roll "1d20cs>19+7" --dialect roll20 --seed 1 --given 3 --json
run_referee odds "2d6ro<2" --dialect roll20 --json
holds "and in that of odds" grep -q '^{"notation": "2d6ro<=2", "typed": "2d6ro<2", ' "$tap_scratch/out"
run_referee odds "5d10>7" --dialect roll20
holds "odds say which faces count" grep -qx '5d10>=7 (counts 7, 8, 9, 10)' "$tap_scratch/out"
complains "what we have not is refused by name" 2 \
    "referee: Avrae keeps and drops the dice that show this, which is not known; so many of the highest are 4d6kh3
4d6k3
   ^" odds --dialect avrae 4d6k3
complains "an unknown dialect is named" 2 \
    "referee: dialect: expected roll20, foundry or avrae; did you mean foundry?" roll --dialect foundy 2d6
complains "an act of a game has no dialect" 2 "referee: --dialect is for dice notation only" \
    odds --dialect roll20 trilemma check ability=3 dc=20
run_referee help dialects
holds "help has a table of them" grep -q '^  5d10x10 ' "$tap_scratch/out"
holds "with the dialects" grep -q '^--dialect foundry' "$tap_scratch/out"
holds "in 80 columns" test -z "$(grep '.\{81\}' "$tap_scratch/out")"

input='encounter Den system=trilemma\nroll 4d6r1 dialect=foundry for=luck 1 2 3 4 5\n'
run_referee --db "$tap_scratch/dialect.db" run
holds "at the table a dialect is an option" grep -qF 'luck: 4d6ro1 [1r 2 3 4 5] = 14 (re-rolls 1 once)' "$tap_scratch/out"
input='roll 5d10x2=10 dialect=foundry\n'
run_referee --db "$tap_scratch/dialect.db" run
holds "which refuses by name" grep -qF 'a limit on how often (x2=10, r1=1) is not known' "$tap_scratch/err"
input='roll @hat dialect=foundry\n'
run_referee --db "$tap_scratch/dialect.db" run
holds "and is for dice only" grep -qF 'not for a table' "$tap_scratch/err"
input='help dialects\nquit\n'
run_referee --db "$tap_scratch/dialect.db" table --linear
holds "plain lines have the same help" grep -q '^--dialect avrae' "$tap_scratch/out"
input='{"notation": "2d6e6", "dialect": "avrae", "odds": true}\n'
run_referee resolve --jsonl
holds "and so has a line of JSON" grep -q '^{"notation": "2d6!", "typed": "2d6e6", ' "$tap_scratch/out"
input='encounter Den2 system=trilemma\nadd rat hp=2d6>=7\n'
run_referee --db "$tap_scratch/dialect.db" run
holds "hit points are no comparison of a total" grep -qF 'no face meets this one' "$tap_scratch/err"
input='counter torch 2d66\n'
run_referee --db "$tap_scratch/dialect.db" run
holds "the length of a counter is refused by name" grep -qF '2x d66' "$tap_scratch/err"
input=

complains "too many rolls are refused" 2 "referee: at most 1,000,000 rolls, not 2000000" \
    roll "1000000x d6" -n 2
complains "--given has the dice of one roll" 2 "referee: --given has the dice of one roll, not of 3" \
    roll "3x d6" --given 1
complains "a parameter takes one number" 2 \
    "referee: damage: this repeats a roll, but one number is needed here; 3x4d6 without a blank multiplies
3x d6
^" odds trilemma attack strength=1 "damage=3x d6"

# ---- odds of an expression ----
says "the odds of a repeated roll are of one, and of a list exact" 0 \
    '{"notation": "max(d2,d2)", "distributions": {"total": {"1": 0.25, "2": 0.75}}, "mean": {"total": 1.75}, "deviation": {"total": 0.433012701892219}, "unresolved": 0.0}' \
    odds --json "3x max(d2, d2)  # twice"
says "the odds of counted successes are exact" 0 \
    '{"notation": "2d6!!cs>=6", "distributions": {"total": {"0": 0.694444444444444, "1": 0.277777777777778, "2": 0.0277777777777778}}, "mean": {"total": 0.333333333333333}, "deviation": {"total": 0.52704627669473}, "unresolved": 0.0}' \
    odds --json "2d6!!cs>=6"
says "odds are drawn as bars" 0 "2d4

total: average 5, deviation 1.5811
  total    chance   or less   or more
      2     6.25%     6.25%   100.00%  ██████████▎
      3    12.50%    18.75%    93.75%  ████████████████████▌
      4    18.75%    37.50%    81.25%  ██████████████████████████████▊
      5    25.00%    62.50%    62.50%  █████████████████████████████████████████
      6    18.75%    81.25%    37.50%  ██████████████████████████████▊
      7    12.50%    93.75%    18.75%  ████████████████████▌
      8     6.25%   100.00%     6.25%  ██████████▎" odds 2d4
export LC_ALL=C
says "without UTF-8 the bars are ASCII" 0 "d2

total: average 1.5, deviation 0.5
  total    chance   or less   or more
      1    50.00%    50.00%   100.00%  #########################################
      2    50.00%   100.00%    50.00%  #########################################" odds d2
run_referee odds 100d6
holds "many totals are put together" test "$(wc -l < "$tap_scratch/out")" -le 46
holds "the drawing fits 80 columns" test "$(awk 'length > 80' "$tap_scratch/out" | wc -l)" -eq 0
export LC_ALL=C.UTF-8
says "JSON has the shape of the contract" 0 \
    '{"notation": "2d2", "distributions": {"total": {"2": 0.25, "3": 0.5, "4": 0.25}}, "mean": {"total": 3.0}, "deviation": {"total": 0.707106781186548}, "unresolved": 0.0}' \
    odds --json "2 D2"
complains "odds of nothing are refused" 2 \
    "referee: odds needs a dice expression, such as 2d6+3, or a game and an action" odds
complains "division by zero is pointed at" 2 "referee: division by 0
1/0
  ^" odds 1/0

# ---- odds of an act ----
says "the odds of an act are told as JSON" 0 \
    '{"system": "trilemma", "action": "check", "inputs": {"ability": 5, "dc": 20, "edge": 0}, "probabilities": {"success": 0.3}, "distributions": {"extra_degrees": {"0": 0.25, "1": 0.05}}, "mean": {"extra_degrees": 0.05}, "unresolved": 0.0}' \
    odds trilemma check ability=5 dc=20 --json
says "the odds of an act are told in lines" 0 "trilemma morale score=7
  holds            58.33%  2d6 is at most the score" odds trilemma morale score=7
says "an alias stands for the full name" 0 \
    '{"system": "four-against-darkness", "action": "morale", "inputs": {"modifier": 0}, "probabilities": {"stays": 0.5}, "distributions": {}, "mean": {}, "unresolved": 0.0}' \
    odds --json 4ad morale
complains "an unknown system names the nearest" 2 \
    "referee: there is no game trilema; did you mean trilemma? the games are $("$referee" systems --json | grep -o '"system": "[a-z-]*"' | cut -d '"' -f 4 | paste -sd , | sed 's/,/, /g')" \
    odds trilema attack
complains "an unknown action names the nearest" 2 \
    "referee: trilemma has no action atack; did you mean attack? it has $("$referee" systems trilemma | sed -n 's/^trilemma \([a-z]*\):.*/\1/p' | paste -sd , | sed 's/,/, /g')" \
    odds trilemma atack
complains "an action is needed" 2 \
    "referee: an action of trilemma is missing; \`referee systems trilemma\` lists them" odds trilemma
run_referee odds trilemma check ability=5 dd=20
holds "an unknown parameter names the nearest" grep -q "check has no parameter dd; did you mean dc?" "$tap_scratch/err"
holds "and is a usage error" test "$code" -eq 2
complains "a missing parameter is named" 2 "referee: check needs dc=...: the number to reach" \
    odds trilemma check ability=5
complains "a value out of range is named" 2 \
    "referee: dc=101: expected a whole number from -100 to 100" odds trilemma check ability=5 dc=101
complains "a parameter given twice is named" 2 "referee: dc was given twice" \
    odds trilemma check ability=5 dc=1 dc=2
complains "a wrong expression in a parameter is pointed at" 2 "referee: damage: the sides of the die are missing, as in d6, d% or dF
1dd6
  ^" odds trilemma attack strength=1 damage=1dd6
run_referee odds 4ad attack level=3 foe=minr
holds "a wrong choice names the nearest" grep -q "foe=minr: expected one of minor, major; did you mean minor?" "$tap_scratch/err"

# ---- certainties: 0 and 1 exactly, and no other number, in every game ----
certain() {
    wanted=$1 absent=$2
    shift 2
    run_referee odds "$@" --json
    grep -q "$wanted" "$tap_scratch/out" && ! grep -q "$absent" "$tap_scratch/out"
}
holds "Trilemma: an armour class out of reach is hit with chance 0" \
    certain '"hit": 0.0' '"hit": 0.0[0-9]' trilemma attack strength=14 ac=100 damage=1d6 hp=3
holds "Trilemma: one below every roll is hit with chance 1" \
    certain '"hit": 1.0' '"hit": 0' trilemma attack strength=14 ac=2 damage=1d6 hp=3
holds "Four Against Darkness: morale that cannot break stays with chance 1" \
    certain '"stays": 1.0' '"stays": 0' 4ad morale modifier=9
holds "Four Against Darkness: morale that cannot hold stays with chance 0" \
    certain '"stays": 0.0' '"stays": 0.0[0-9]' 4ad morale modifier=-9
holds "Caves of Qud: resistance 100 leaves no damage, and nobody falls" \
    certain '"kill": 0.0}, "distributions": {"damage": {"0": 1.0}}' '"1":' qud effect damage=1d4 resistance=100 hp=1
holds "Caves of Qud: without resistance the last hit point is lost for certain" \
    certain '"kill": 1.0' '"0":' qud effect damage=1d4 resistance=0 hp=1
holds "Pixel Dungeon: accuracy 0 hits with chance 0" \
    certain '"hit": 0.0' '"hit": 0.0[0-9]' pixel attack accuracy=0 dodge=10 damage=1-3
holds "Pixel Dungeon: a surprise attack hits with chance 1" \
    certain '"hit": 1.0, "kill": 1.0' '"0":' pixel attack accuracy=10 surprise=yes damage=1-3 dodge=10 hp=1
holds "yuxtapa: resistance 100 resists every spell" \
    certain '"resisted": 1.0, "kill": 0.0' '"kill": 0.0[0-9]' yuxtapa spell kind=zap resistance=100 hp=3
holds "yuxtapa: resistance 0 resists none" \
    certain '"resisted": 0.0, "kill": 1.0' '"resisted": 0.0[0-9]' yuxtapa spell kind=zap resistance=0 hp=1
tap_end
