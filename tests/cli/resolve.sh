#!/bin/sh
# referee resolve: given and generated dice, and JSON lines.
. tests/cli/program.sh

attack="trilemma attack strength=14 ac=22"
# The words of the attack are parted on purpose.
# shellcheck disable=SC2086
{
says "given dice are shown with their arithmetic" 0 "d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 [3]: 3 damage
  hit            yes
  four extra     no
  extra degrees  1
  damage         3
  rules          5.14 5.15 5.19 5.18" resolve $attack --given 14,3
says "a total is given with an equals sign" 0 "d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 [=3]: 3 damage
  hit            yes
  four extra     no
  extra degrees  1
  damage         3
  rules          5.14 5.15 5.19 5.18" resolve $attack --given 14,=3
complains "a face that cannot fall is refused" 2 \
    "referee: 23 is not possible on a die of 1 to 20 (attack)" resolve $attack --given 23
complains "a face too many is refused" 2 \
    "referee: too many dice: 2 dice are needed, 3 were given" \
    resolve $attack --given 14,3,9
run_referee resolve $attack --given 14,x
holds "a word that is no face is named" grep -q "given dice: x is not a die" "$tap_scratch/err"
holds "and is a usage error" test "$code" -eq 2
run_referee resolve $attack --given 14 --seed 3 --json
holds "what is missing is generated" grep -q '"source": "generated"' "$tap_scratch/out"
}
says "JSON has the shape of the contract" 0 \
    '{"system": "trilemma", "action": "morale", "inputs": {"score": 8, "modifier": 0}, "outcome": {"holds": true}, "trace": [{"dice": "2d6", "faces": [3, 4], "source": "given", "value": 7, "why": "morale", "rule": "5.13"}], "text": "2d6 [3 4] = 7 vs morale 8: holds", "rules": "5.13 5.12"}' \
    resolve trilemma morale score=8 --given "3 4" --json
says "what did not come about is null" 0 \
    '{"system": "trilemma", "action": "check", "inputs": {"ability": 0, "dc": 10, "edge": 0}, "outcome": {"success": false, "extra_degrees": null}, "trace": [{"dice": "d20", "faces": [2], "source": "given", "value": 2, "why": "check", "rule": "5.14"}], "text": "d20 [2] = 2 vs DC 10: failure", "rules": "5.14"}' \
    resolve trilemma check ability=0 dc=10 --given 2 --json
says "a path is a list of cells" 0 "      cell       row    column
         0         0         0
         1         0         1
         6         1         2
         7         1         3" resolve pixel path dx=3 dy=1
says "which JSON gives by name" 0 \
    '{"system": "pixel-dungeon", "action": "path", "inputs": {"dx": 1, "dy": 0, "beyond": 0}, "outcome": {"cells": [{"cell": 0, "row": 0, "column": 0}, {"cell": 1, "row": 0, "column": 1}]}, "trace": [], "text": "", "rules": ""}' \
    resolve pixel path dx=1 dy=0 --json
complains "a path has no odds" 2 "referee: path has no odds" odds pixel path dx=1 dy=0
complains "a system and an action are needed" 2 \
    "referee: a game and an action are missing; \`referee systems\` lists them" resolve

# ---- JSON lines ----
morale='{"system": "trilemma", "action": "morale", "inputs": {"score": 8}'
answer='"system": "trilemma", "action": "morale", "inputs": {"score": 8, "modifier": 0}, "outcome": {"holds": false}, "trace": [{"dice": "2d6", "faces": [5, 6], "source": "given", "value": 11, "why": "morale", "rule": "5.13"}], "text": "2d6 [5 6] = 11 vs morale 8: breaks", "rules": "5.13 5.12"}'
input="$morale, \"given\": [5, 6]}\n"
says "a request is answered" 0 "{$answer" resolve --jsonl
input="$morale, \"given\": \"5,6\", \"id\": [1.1, null]}"
says "dice may be a text, ids come back, and the last line needs no end" 0 \
    "{\"id\": [1.1, null], $answer" resolve --jsonl
input="nonsense\n$morale, \"given\": [5, 6]}\n"
says "a bad line is answered and reading goes on" 0 \
    "{\"error\": {\"line\": 1, \"text\": \"not JSON: '[' or '{' expected near 'nonsense' (column 8)\", \"code\": 2}}
{$answer" resolve --jsonl
input="$morale, \"given\": [5, 7], \"id\": \"a\"}\n"
says "an error has its id too" 0 \
    '{"id": "a", "error": {"line": 1, "text": "7 is not possible on a die of 1 to 6 (morale)", "code": 2}}' \
    resolve --jsonl
input="$morale, \"gven\": [5], \"id\": \"b\"}\n"
says "an unknown member names the nearest" 0 \
    '{"id": "b", "error": {"line": 1, "text": "a request has no gven; did you mean given? it has notation, or system, action and inputs, and given, seed, odds, id, dialect", "code": 2}}' \
    resolve --jsonl
input='{"notation": "2d6", "seed": 9}\n{"notation": "2d6", "odds": true}\n{"notation": "2dd6"}\n'
run_referee resolve --jsonl
cp "$tap_scratch/out" "$tap_scratch/lines"
{ "$referee" roll 2d6 --seed 9 --json; "$referee" odds 2d6 --json; } > "$tap_scratch/alone"
holds "a notation is answered as by roll and by odds" \
    test "$(head -n 2 "$tap_scratch/lines")" = "$(cat "$tap_scratch/alone")"
holds "and an error is one line" test "$(sed -n 3p "$tap_scratch/lines")" = \
    '{"error": {"line": 3, "text": "the sides of the die are missing, as in d6, d% or dF\n2dd6\n  ^", "code": 2}}'
input="$morale, \"odds\": true}\n"
run_referee resolve --jsonl
holds "odds of an act are those of odds --json" \
    test "$(cat "$tap_scratch/out")" = "$("$referee" odds trilemma morale score=8 --json)"
input=
for i in 1 2 3 4 5 6 7 8; do
    "$referee" roll d6 --json | sed 's/.*"seed": \([0-9]*\).*/\1/'
done | awk '$1 >= 9007199254740992' > "$tap_scratch/large"
holds "a fresh seed fits 53 bits" test ! -s "$tap_scratch/large"
run_referee roll d6 --json --seed 9223372036854775807
holds "a given seed may be larger" grep -q '"seed": 9223372036854775807' "$tap_scratch/out"
input="$morale, \"seed\": 4}\n$morale, \"seed\": 4}\n"
run_referee resolve --jsonl
holds "a request's own seed gives the same dice" test "$(sort -u "$tap_scratch/out" | wc -l)" -eq 1
input="$morale}\n$morale}\n$morale}\n$morale}\n$morale}\n"
run_referee resolve --jsonl --seed 4
holds "the dice of one seed go on from line to line" test "$(sort -u "$tap_scratch/out" | wc -l)" -gt 1
input=
{ head -c 1000000 /dev/zero | tr '\0' '['; echo; printf '%s, "given": [5, 6]}\n' "$morale"; } |
    "$referee" resolve --jsonl > "$tap_scratch/out" 2> "$tap_scratch/err"
holds "a line of a megabyte is answered with an error, and the next as usual" \
    test "$(cat "$tap_scratch/out")" = "{\"error\": {\"line\": 1, \"text\": \"a request has at most 65536 bytes\", \"code\": 2}}
{$answer"
{ head -c 60000 /dev/zero | tr '\0' '['; echo; } |
    "$referee" resolve --jsonl > "$tap_scratch/out" 2> "$tap_scratch/err"
holds "deep nesting is an error" grep -q '^{"error": {"line": 1, "text": "not JSON: ' "$tap_scratch/out"
printf '{"system": "\377"}\n' | "$referee" resolve --jsonl > "$tap_scratch/out" 2> "$tap_scratch/err"
holds "invalid UTF-8 is an error" grep -q '^{"error": {"line": 1, "text": "not JSON: ' "$tap_scratch/out"
complains "--jsonl takes no --given" 2 "referee: with --jsonl each request has its own given dice" \
    resolve --jsonl --given 3
complains "--jsonl takes no words" 2 \
    "referee: resolve does not take trilemma: it is referee resolve SYSTEM ACTION [name=value ...] | --jsonl" \
    resolve --jsonl trilemma
tap_end
