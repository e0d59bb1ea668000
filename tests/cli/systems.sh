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
complains "an unknown action is named" 2 \
    "referee: trilemma has no action morals; did you mean morale? it has $("$referee" systems trilemma | sed -n 's/^trilemma \([a-z]*\):.*/\1/p' | paste -sd , | sed 's/,/, /g')" \
    systems trilemma morals
tap_end
