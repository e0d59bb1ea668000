#!/bin/sh
# The words every subcommand shares: options, help, unknown words, lost output.
. tests/cli/program.sh

complains "an unknown subcommand names the nearest" 2 \
    "referee: there is no subcommand rol; did you mean roll?" rol 2d6
complains "a word near to nothing points to the help" 2 \
    "referee: there is no subcommand xyzzy; \`referee --help\` lists them" xyzzy
complains "a command of the table says where it is typed" 2 \
    "referee: there is no subcommand demo: it is a command of the table, typed there after : or in a script (\`referee help demo\`)" demo
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
for subcommand in table roll odds resolve systems run show commands log verify help; do
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
cp "$tap_scratch/out" "$tap_scratch/log_help"
for words in "log -h" "-h log" "help log"; do
    # shellcheck disable=SC2086
    run_referee $words
    holds "referee $words is the same help" cmp -s "$tap_scratch/out" "$tap_scratch/log_help"
done
run_referee --help
cp "$tap_scratch/out" "$tap_scratch/help"
for words in -h help; do
    run_referee "$words"
    holds "referee $words is the help" cmp -s "$tap_scratch/out" "$tap_scratch/help"
done
topics=$(sed -n '/^`referee help WORD`/,/^$/s/^  \([a-z]*\) .*/\1/p' "$tap_scratch/help")
holds "the help names topics" test "$(echo "$topics" | wc -l)" -ge 7
for topic in $topics; do
    run_referee help "$topic"
    holds "there is help about $topic, within 80 columns" \
        test "$code" -eq 0 -a -s "$tap_scratch/out" -a "$(awk 'length > 80' "$tap_scratch/out" | wc -l)" -eq 0
done
run_referee help asking
for word in $(sed -n 's/^ASK([A-Z]*, *"\([a-z]*\)".*/\1/p' src/app/log/asking.def) \
    $(sed -n 's/^    {"\([a-z]*\)", EVENT_.*/\1/p' src/app/log/asking.c | sort -u) injury; do
    holds "the help about asking names $word" grep -qw "$word" "$tap_scratch/out"
done
run_referee help notation
holds "dice notation is explained" grep -q '^  dh1 dl1 d1     drop the highest or lowest; d is dl$' "$tap_scratch/out"
run_referee help attack --system pixel
holds "there is help about commands of a game" grep -q '^a    attack \[TARGET\] .*\[accuracy=\]' "$tap_scratch/out"
says "help as JSON has the same" 0 '{"name": "exit", "words": "", "help": "exit codes", "text": "'"$("$referee" help exit |
    sed 's/$/\\n/' | tr -d '\n')"'"}' help exit --json
complains "an unknown topic names the nearest" 2 \
    "referee: there is no help about dise; did you mean dice?" help dise
complains "a topic near to nothing points to the lists" 2 \
    "referee: there is no help about xyzzy; \`referee help\` lists the topics, \`referee commands\` the commands" \
    help xyzzy
run_referee --version
holds "the version is one line" grep -qx 'referee [0-9][0-9.]*' "$tap_scratch/out"

"$referee" odds 2d6 > /dev/full 2> "$tap_scratch/err"
holds "a full disk under standard output is an operating error" test $? -eq 3
holds "it is named" grep -qx 'referee: standard output: No space left on device' "$tap_scratch/err"
"$referee" odds 2d6 >&- 2> "$tap_scratch/err"
holds "a closed standard output is an operating error" test $? -eq 3
("$referee" roll d6 -n 1000000; echo $? > "$tap_scratch/code") 2> "$tap_scratch/err" | head -n 1 > /dev/null
holds "a reader that goes away ends the program as it ends others" \
    test "$(cat "$tap_scratch/code")" -eq 141
holds "nothing is said on the side" test ! -s "$tap_scratch/err"

# ---- scripts end with the first output that is lost ----
lost=$tap_scratch/lost.db
seq 3000 | sed 's/^/note n/' > "$tap_scratch/notes"
# How many acts a script of 3,000 does: $1 what reads its answers, the rest are its options.
acts_when_read_by() {
    reader=$1
    shift
    rm -f "$lost"*
    ("$referee" run --db "$lost" "$@" "$tap_scratch/notes"; echo $? > "$tap_scratch/code") \
        2> "$tap_scratch/err" | sh -c "$reader" > /dev/null
    "$referee" log --db "$lost" | wc -l
}
holds "a script ends when nobody reads its answers" test "$(acts_when_read_by 'head -n 3')" -lt 100
holds "as other programs do" test "$(cat "$tap_scratch/code")" -eq 141 -a ! -s "$tap_scratch/err"
holds "also one that answers at its end" test "$(acts_when_read_by 'exec 0<&-; true' --json)" -lt 3000
"$referee" run --db "$lost" "$tap_scratch/notes" > /dev/full 2> "$tap_scratch/err"
holds "a script whose answers cannot be kept is an operating error" test $? -eq 3
holds "which tells what was done" test "$(cat "$tap_scratch/err")" = \
    "referee: line 1 was done, and the script ends there
referee: standard output: No space left on device"
rm -f "$lost"*
(yes next | "$referee" table --linear --db "$lost"; echo $? > "$tap_scratch/code") \
    2> "$tap_scratch/err" | head -n 3 > /dev/null
holds "a table in lines ends when nobody reads it" test "$(cat "$tap_scratch/code")" -eq 141

# ---- the terminal's width ----
COLUMNS=40
export COLUMNS
for words in "commands --db $tap_scratch/none.db" "systems" "systems trilemma" "--help" "run --help" \
    "odds 3d6" "resolve trilemma attack strength=14 ac=22 --given 14,3" "roll 40d6"; do
    # shellcheck disable=SC2086
    run_referee $words
    holds "referee ${words%% --db*} keeps within 40 columns" \
        test -s "$tap_scratch/out" -a "$(LC_ALL=C.UTF-8 wc -L < "$tap_scratch/out")" -le 40
done
# shellcheck disable=SC2086
whole=$(COLUMNS= "$referee" systems trilemma | tr -d ' \n' | cksum)
holds "and nothing is cut" test "$("$referee" systems trilemma | tr -d ' \n' | cksum)" = "$whole"
COLUMNS=30
complains "an expression is shown round its caret" 2 "referee: an operator is
  missing before this: + - *
  or /
...+6+7+8+9+10+11 12+13+14...
                  ^" roll 1+2+3+4+5+6+7+8+9+10+11 12+13+14+15+16+17+18
unset COLUMNS
tap_end
