#!/bin/sh
# Random tables on the command line: roll @NAME, odds @NAME, files of one's own, and what is wrong
# with them; and consult at the table.
. tests/cli/program.sh

tables=$tap_scratch/own.yaml
cat > "$tables" <<'END'
tables:
  - name: hat
    title: What is in the hat
    dice: d66
    rows:
      - {roll: 11-46, text: a rabbit, then: [2x colour]}
      - {roll: 51-66, result: bribe}
  - name: colour
    rows:
      - {weight: 3, text: white}
      - text: "café ☕"
END

# ---- roll ----
run_referee roll @
holds "the tables are listed" grep -q '^@chest  *d6  *A chest$' "$tap_scratch/out"
holds "those for a dungeon without a map among them" \
    test "$(grep -cE '^@(room|search|trap|quest|clue) ' "$tap_scratch/out")" -eq 5
run_referee help tables
holds "the help says where tables of one's own go" grep -q 'XDG_DATA_HOME/referee/tables' "$tap_scratch/out"
run_referee roll @ --json
holds "tables are told as JSON" grep -q '{"table": "traveller", "title": "Somebody on the road", "dice": "d66"}' "$tap_scratch/out"
says "dice from the table choose the rows" 0 \
    "d6 [4]: wrapped in oilcloth; 2d6 [=8]: silver, thin from use; d10 [9]: a map of a place with two suns" \
    roll @chest --given 4,=8,9
says "missing dice are rolled" 0 "d6 [2]: a purse; 2d6 1 6 = 7: silver, thin from use" roll @chest --given 2 --seed 1
run_referee roll @chest -n 20 --seed 4
holds "COUNT rolls are as many lines" test "$(wc -l < "$tap_scratch/out")" -eq 20
cp "$tap_scratch/out" "$tap_scratch/first"
run_referee roll @chest -n 20 --seed 4
holds "a seed gives the same rolls again" cmp -s "$tap_scratch/first" "$tap_scratch/out"
says "JSON has the outcome and the trace" 0 \
    '{"table": "hat", "title": "What is in the hat", "dice": "d66", "seed": 1, "rolls": [{"outcome": {"text": "they want a bribe", "rows": [{"table": "hat", "total": 62, "text": "they want a bribe", "result": "bribe"}]}, "trace": [{"dice": "d66", "faces": [6, 2], "source": "given", "value": 62, "why": "hat", "rule": ""}], "text": "d66 [6 2] = 62: they want a bribe"}]}' \
    roll @hat --tables "$tables" --given 6,2 --json --seed 1
says "plain dice may be given too" 0 "2d6 [3 4] = 7" roll 2d6 --given 3,4
complains "given dice are of one roll" 2 "referee: --given has the dice of one roll, not of 2" \
    roll @chest --given 3 -n 2
complains "a face that cannot fall is refused" 2 "referee: 7 is not possible on a die of 1 to 6 (chest)" \
    roll @chest --given 7
complains "an unknown table names the nearest" 2 "referee: there is no table chst; did you mean chest?" roll @chst
complains "a word near to nothing points to the list" 2 \
    "referee: there is no table xyzzy; \`referee roll @\` lists them" roll @xyzzy
complains "a word too many is refused" 2 \
    "referee: roll does not take 3: it is referee roll NOTATION | @TABLE [-n COUNT]" roll @chest 3

# ---- odds ----
says "the odds of a table are told row by row" 0 "wind: The wind, d6
  1             16.67%  calm
  2-3           33.33%  a light breeze
  4-5           33.33%  a steady wind
  6             16.67%  a gale" odds @wind
says "the texts of the tables rolled on next have their odds" 0 "hat: What is in the hat, d66
  11-46         66.67%  a rabbit → 2x colour
  51-66         33.33%  they want a bribe

with the tables rolled on next
    37.50%  a rabbit; white; white
    33.33%  they want a bribe
    12.50%  a rabbit; white; café ☕
    12.50%  a rabbit; café ☕; white
     4.17%  a rabbit; café ☕; café ☕" odds @hat --tables "$tables"
says "odds are told as JSON" 0 \
    '{"table": "colour", "title": "colour", "dice": "d4", "rows": [{"roll": "weight 3", "text": "white", "result": null, "then": [], "probability": 0.75}, {"roll": "weight 1", "text": "café ☕", "result": null, "then": [], "probability": 0.25}], "texts": [{"text": "white", "probability": 0.75}, {"text": "café ☕", "probability": 0.25}], "unresolved": 0.0}' \
    odds @colour --json --tables "$tables"
complains "odds need a name" 2 "referee: the name of a table is missing after @; \`referee roll @\` lists them" odds @

# ---- files ----
complains "mistakes in a file that is named are wrong words" 2 \
    "referee: tests/content/bad/weight_and_roll.yaml:5:17: weight: expected roll: a table with dice has no weights
referee: tests/content/bad/weight_and_roll.yaml:9:15: roll: expected weight: a table without dice has none" \
    roll @wind --tables tests/content/bad/weight_and_roll.yaml
run_referee roll @wind --tables tests/content/bad/eleven_mistakes.yaml
holds "after ten mistakes there may be more" grep -qx 'referee: there may be more' "$tap_scratch/err"
complains "a file that is not there is an operating error" 3 \
    "referee: no/such/file: No such file or directory" roll @wind --tables no/such/file
XDG_DATA_HOME=$tap_scratch/data
export XDG_DATA_HOME
mkdir -p "$XDG_DATA_HOME/referee/tables"
cp "$tables" "$XDG_DATA_HOME/referee/tables/"
says "the user's own tables are there" 0 "d66 [6 6] = 66: they want a bribe" roll @hat --given 6,6
printf 'add 2 rat\nconsult hat 1 1 3 4\nconsult @wind 6\nundo\n' > "$tap_scratch/script"
says "consult rolls on them at the table" 0 "2 × rat join
What is in the hat: d66 [1 1] = 11: a rabbit
colour: d4 [3]: white
colour: d4 [4]: café ☕
The wind: d6 [6]: a gale
undone: consult wind" run "$tap_scratch/script" --db "$tap_scratch/own.db"
run_referee log --db "$tap_scratch/own.db" --json
holds "and the log has every line" grep -q '"text": "colour: d4 \[4\]: café ☕"' "$tap_scratch/out"
echo 'tables: 3' > "$XDG_DATA_HOME/referee/tables/bad.yaml"
printf 'tables:\n  - name: cap\n    rows:\n      - {text: "a", then: hatt}\n' \
    > "$XDG_DATA_HOME/referee/tables/cap.yaml"
run_referee roll @hat --given 6,6
holds "a file of the user's own with a mistake takes no other one away" test "$code" -eq 0
holds "a table of another file is rolled on" grep -q 'they want a bribe' "$tap_scratch/out"
holds "its mistake is told" grep -q 'referee/tables/bad.yaml:1:9: tables: expected a list of records' "$tap_scratch/err"
holds "and so is a name that is in no file" grep -q 'referee/tables/cap.yaml:4:27: then: there is no table hatt; did you mean hat?' "$tap_scratch/err"
run_referee show --db "$tap_scratch/own.db"
holds "they keep nobody from the campaign" test "$code" -eq 0
printf 'consult hat 6 6\nconsult cap\n' > "$tap_scratch/script"
run_referee run "$tap_scratch/script" --db "$tap_scratch/own.db"
holds "at the table, too, the others are there" grep -q 'they want a bribe' "$tap_scratch/out"
holds "consult says what is wrong when a table is missing" grep -q 'there is no table cap.* (a file has a mistake, so nothing of it is used: .*bad.yaml:1:9: tables: expected' "$tap_scratch/err"
tap_end
