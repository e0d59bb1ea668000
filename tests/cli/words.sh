#!/bin/sh
# The words every subcommand shares: options, help, unknown words, lost output.
. tests/cli/program.sh

complains "an unknown subcommand names the nearest" 2 \
    "referee: there is no subcommand rol; did you mean roll?" rol 2d6
complains "a word near to nothing points to the help" 2 \
    "referee: there is no subcommand xyzzy; \`referee --help\` lists them" xyzzy
complains "an unknown option names the nearest" 2 \
    "referee: there is no option --jsn; did you mean --json?" odds 2d6 --jsn
complains "an option of another subcommand is refused" 2 \
    "referee: roll takes no --jsonl; \`referee roll --help\` lists what it takes" roll 2d6 --jsonl
complains "an option without its value is refused" 2 \
    "referee: --seed needs a value: --seed N" roll 2d6 --seed
complains "a seed that is no number is refused" 2 \
    "referee: --seed x: expected a whole number from 0 to 9223372036854775807" roll 2d6 --seed x
complains "an option given twice is refused" 2 "referee: --json was given twice" --json odds --json 2d6
complains "a flag takes no value" 2 "referee: --json takes no value" odds --json=yes 2d6
complains "a word too many is refused" 2 \
    "referee: systems does not take extra: it is referee systems [SYSTEM [ACTION]]" \
    systems trilemma attack extra

says "options stand anywhere" 0 '{"notation": "1d1", "seed": 5, "rolls": [{"total": 1, "trace": [{"dice": "1d1", "faces": [1], "source": "generated", "value": 1, "why": "roll", "rule": ""}], "text": "1d1 1"}]}' \
    --json --seed=5 roll 1d1
says "a minus and a digit begin an expression" 0 "-5" roll -5
says "a minus and a parenthesis begin an expression" 0 "-5" roll "-(2+3)"
says "a minus and a d begin an expression" 0 "-d1 1 = -1" roll -d1 --seed 1
says "behind two dashes there are no options" 0 "-5" roll -- -5
says "an expression may be in several words" 0 "9" roll 2 + 7

run_referee --help
holds "the help goes to standard output" test "$code" -eq 0 -a -s "$tap_scratch/out" -a ! -s "$tap_scratch/err"
for subcommand in table roll odds resolve systems run show commands log; do
    holds "the help names $subcommand" grep -q "^  $subcommand " "$tap_scratch/out"
done
holds "the help fits 80 columns" test "$(awk 'length > 80' "$tap_scratch/out" | wc -l)" -eq 0
for subcommand in roll odds resolve systems run show commands log; do
    run_referee "$subcommand" --help
    holds "the help of $subcommand begins with its words" \
        test "$(head -n 1 "$tap_scratch/out" | cut -d ' ' -f 1-2)" = "referee $subcommand"
    holds "the help of $subcommand fits 80 columns" \
        test "$(awk 'length > 80' "$tap_scratch/out" | wc -l)" -eq 0
done
run_referee --version
holds "the version is one line" grep -qx 'referee [0-9][0-9.]*' "$tap_scratch/out"

"$referee" odds 2d6 > /dev/full 2> "$tap_scratch/err"
holds "a full disk under standard output is an operating error" test $? -eq 3
holds "it is named" grep -qx 'referee: standard output: No space left on device' "$tap_scratch/err"
"$referee" odds 2d6 >&- 2> "$tap_scratch/err"
holds "a closed standard output is an operating error" test $? -eq 3
("$referee" roll d6 -n 1000000; echo $? > "$tap_scratch/code") 2> "$tap_scratch/err" | head -n 1 > /dev/null
holds "a reader that goes away is an operating error" test "$(cat "$tap_scratch/code")" -eq 3
tap_end
