#!/bin/sh
# referee systems: every game, its actions and parameters.
. tests/cli/program.sh

says "an action explains each parameter and outcome" 0 "trilemma morale: a morale check: 2d6 is at most the score holds  (5.13)
  score             2 to 12; required  (5.12)
                    the morale score
  modifier          -100 to 100; else 0  (5.13)
                    added to the score by the referee
  outcomes
    holds           2d6 is at most the score  (5.13)" systems trilemma morale
run_referee systems
holds "every system is listed with its alias" \
    grep -q '^four-against-darkness or 4ad: Four Against Darkness' "$tap_scratch/out"
holds "a system shows its actions" grep -q '^  morale  ' "$tap_scratch/out"
run_referee systems 4ad
holds "a system shows what its combatants have" \
    grep -q '^what a combatant of Four Against Darkness has' "$tap_scratch/out"
says "an action is told as JSON" 0 \
    "$("$referee" systems 4ad --json | sed 's/"actions": .*"attributes"/"actions": [{"name": "morale", "help": "a foe'"'"'s morale: d6, 4 or more stays", "rule": "morale", "parameters": [{"name": "modifier", "type": "number", "low": -100, "high": 100, "choices": null, "required": false, "default": "0", "rule": "morale", "help": "cowardly -1, courageous +1"}], "outcomes": [{"name": "stays", "type": "chance", "needs": null, "rule": "morale", "help": "4 or more"}]}], "attributes"/')" \
    systems 4ad morale --json
# What the data has beside the rules is told for every game, as text and as JSON; a game of tables
# alone has none.
for game in $("$referee" systems --json | grep -o '"system": "[a-z-]*"' | cut -d '"' -f 4); do
    count=$(sed -n '/^beside:/,$p' "data/$game/rules.yaml" | grep -c '^  - title: ')
    run_referee systems "$game"
    holds "$game tells its $count differences from the real game" \
        test "$(sed -n '/^Beside the real game/,$p' "$tap_scratch/out" | grep -c '^  [A-Z]')" = "$count"
    run_referee systems "$game" --json
    holds "and as JSON" test "$(sed 's/.*"beside": //' "$tap_scratch/out" |
        grep -o '"title": "' | wc -l | tr -d ' ')" = "$count"
done
run_referee systems caves-of-qud --json
holds "a difference has a title and a text, with the numbers of both" \
    grep -q '"title": "Criticals", "text": "[^"]*48.8%[^"]*65.7%' "$tap_scratch/out"
run_referee systems trilemma
holds "a game of tables has nothing to compare" \
    test "$(grep -c '^Beside' "$tap_scratch/out")" = 0
complains "an unknown action is named" 2 \
    "referee: trilemma has no action morals; did you mean morale? it has $("$referee" systems trilemma | sed -n 's/^trilemma \([a-z]*\):.*/\1/p' | paste -sd , | sed 's/,/, /g')" \
    systems trilemma morals
tap_end
