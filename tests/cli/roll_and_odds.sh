#!/bin/sh
# referee roll and referee odds: dice expressions and acts, for people and as JSON, and what is
# wrong with them.
. tests/cli/program.sh

# ---- roll ----
says "one roll is a line with its faces" 0 "3d1+2 1 1 1 = 5" roll 3d1+2
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

# ---- odds of an expression ----
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
says "the odds of an act as JSON" 0 \
    '{"system": "trilemma", "action": "check", "inputs": {"ability": 5, "dc": 20, "edge": 0}, "probabilities": {"success": 0.3}, "distributions": {"extra_degrees": {"0": 0.25, "1": 0.05}}, "mean": {"extra_degrees": 0.05}, "unresolved": 0.0}' \
    odds trilemma check ability=5 dc=20 --json
says "the odds of an act for people" 0 "trilemma morale score=7
  holds            58.33%  2d6 at most the score" odds trilemma morale score=7
says "an alias stands for the full name" 0 \
    '{"system": "four-against-darkness", "action": "morale", "inputs": {"modifier": 0}, "probabilities": {"stays": 0.5}, "distributions": {}, "mean": {}, "unresolved": 0.0}' \
    odds --json 4ad morale
complains "an unknown system names the nearest" 2 \
    "referee: there is no game trilema; did you mean trilemma? there are $("$referee" systems --json | grep -o '"system": "[a-z-]*"' | cut -d '"' -f 4 | paste -sd , | sed 's/,/, /g')" \
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
tap_end
