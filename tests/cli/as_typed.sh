#!/bin/sh
# What people paste and what other programs write: byte order marks before files, minus signs and
# dashes, letters with marks in both forms, words for yes and no, attack and damage dice together.
. tests/cli/program.sh

mark='\0357\0273\0277'
printed_mark=$(printf '\357\273\277')
composed=$(printf 'Zo\303\253')
decomposed=$(printf 'Zoe\314\210')
HOME=$tap_scratch/home
XDG_CONFIG_HOME=$HOME/config
export HOME XDG_CONFIG_HOME
mkdir -p "$XDG_CONFIG_HOME/referee"

# $1 name, $2 a text that the output has; the rest are words for referee.
tells() {
    tells_name=$1
    tells_text=$2
    shift 2
    run_referee "$@"
    holds "$tells_name" grep -qF -- "$tells_text" "$tap_scratch/out" "$tap_scratch/err"
}

# ---- a byte order mark ----
campaign=$tap_scratch/marks.db
printf '%stables:\n  - name: hat\n    dice: d10\n    rows:\n      - {roll: 1-9, text: a rabbit}\n      - {roll: 0, text: a hat}\n' \
    "$printed_mark" > "$tap_scratch/own.yaml"
tells "a mark before a file of tables is skipped" "a hat" roll @hat --tables "$tap_scratch/own.yaml" --given 0
printf '%sgame: trilemma\nfoes: [{kind: moor wolf}]\n' "$printed_mark" > "$tap_scratch/ford.yaml"
input="read-encounter \"$tap_scratch/ford.yaml\" Ford\n"
tells "a mark before an encounter is skipped" "Ford is prepared" --db "$campaign" run
printf '%sbell: on\n' "$printed_mark" > "$XDG_CONFIG_HOME/referee/settings.yaml"
input="settings\n"
tells "a mark before the settings is skipped, and on is yes" "* bell                 yes" --db "$campaign" run
input="${mark}{\"notation\": \"d10\", \"given\": [0]}\n"
tells "a mark before lines of JSON is skipped; 0 on a d10 is 10" '"faces": [10]' resolve --jsonl
input="${mark}encounter The cave system=trilemma\nadd $decomposed hp=9\nhp $composed \0342\0210\02223\nshow zoe\n"
tells "a mark before a script is skipped" "9 → 6 of 9 HP" --db "$campaign" run

# ---- letters with marks ----
campaign=$tap_scratch/letters.db
input="encounter \"$decomposed rests\" system=trilemma\nadd $composed hp=9\nquestion-keep $decomposed by=$composed\nhp zoe -3\n"
tells "letters in two pieces are kept as one" "$composed rests" --db "$campaign" run
input="question-rename $composed hers\n"
tells "a question is found by either way of typing it" "hers" --db "$campaign" run
input=
tells "an encounter is found by letters in two pieces" '"round"' --db "$campaign" show "$decomposed rests" --json
tells "an encounter is found by letters without marks" "9 → 6 of 9 HP" --db "$campaign" log "encounter=zoe rests"
tells "a word of the log is found as its letters were typed" "$composed: 9" --db "$campaign" log "$decomposed"
tells "a name in the log is found without marks" "$composed: 9" --db "$campaign" log to=zoe

# ---- numbers ----
input=
tells "a pasted minus is a minus in a value" "[10] - 1 strength = 9" \
    resolve trilemma attack strength=−1 ac=20 --given 10
tells "an en dash in a range" "miss" resolve pixel-dungeon attack accuracy=1 dodge=100 damage=5–25 --given 0.01,0.99

# ---- dice typed together ----
fight='encounter Two system=trilemma\nadd Anka side=party strength=14 wits=12 ac=24 hp=9\nadd rat strength=8 wits=3 ac=22 hp=6\ninitiative 15 5\n'
input="${fight}attack rat 3 5\n"
tells "in a script the damage die of a miss is left" "the 5 is not used: it missed" --db "$tap_scratch/a.db" run
tells "at the linear table too" "the 5 is not used: it missed" --db "$tap_scratch/b.db" table --linear
input="${fight}attack rat\n3 5\n"
tells "as an answer to its question too" "the 5 is not used: it missed" --db "$tap_scratch/c.db" table --linear
input=
tells "resolve refuses them" "too many dice: 1 die is needed, 2 were given" \
    resolve trilemma attack strength=14 ac=22 --given 3,5
input='{"system": "trilemma", "action": "attack", "inputs": {"strength": 14, "ac": 22}, "given": [3, 5]}\n'
tells "so do lines of JSON" "too many dice: 1 die is needed, 2 were given" resolve --jsonl

tap_end
