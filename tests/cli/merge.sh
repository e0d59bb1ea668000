#!/bin/sh
# `referee merge FILE`: encounters of another campaign with every act, and what both have told apart.
. tests/cli/program.sh

here=$tap_scratch/here.db
there=$tap_scratch/there.db
lines() {
    file=$1
    shift
    printf '%s\n' "$@" > "$tap_scratch/script"
    run_referee --db "$file" run "$tap_scratch/script"
}
# The acts of an encounter without their numbers.
acts() {
    "$referee" --db "$1" log "encounter=$2" undone=any --json |
        sed 's/"id": [0-9]*, "address": "[^"]*"#[0-9]*", //g' | python3 -c '
import json, sys
for act in json.load(sys.stdin)["acts"]:
    act.pop("id"), act.pop("address"), act.pop("session"), act.pop("encounter")
    print(json.dumps(act, sort_keys=True))'
}
sound() {
    "$referee" --db "$1" verify > "$tap_scratch/verify" 2>&1
}

lines "$here" 'encounter Fen system=trilemma' 'add-kind imp hp=3' 'join Bran hp=9' 'add 2 imp' 'start'
cp "$here" "$tap_scratch/copy.db"
cp "$here" "$there"
lines "$there" 'damage "Imp 1" 1' 'remark it squeals' 'damage "Imp 2" 2' 'undo' 'damage "Imp 2" 1' \
    'marker turn' 'encounter Mill system=trilemma' 'add Rat hp=4' 'add Cat hp=5' 'undo' 'redo' 'remark first blood' \
    'note-encounter Mill by the water' 'edit-kind imp hp=4' 'encounter Fort system=qud' 'add Snapjaw hp=5'
cp "$there" "$tap_scratch/there-before.db"

# ---- what only they have, and what went on there ----
run_referee --db "$here" merge "$there"
holds "a merge that adds ends well" test "$code" -eq 0
holds "an encounter that went on there goes on here" grep -q '^Fen: goes on with 3 acts, 2 remarks$' "$tap_scratch/out"
holds "one that is only there is added" grep -q '^Mill: added, 2 acts, 1 remark$' "$tap_scratch/out"
holds "old and new numbers are told" grep -q '#[0-9]* .* now #[0-9]*' "$tap_scratch/out"
holds "kinds that differ are told" grep -q '^kind imp differs there; ours stays$' "$tap_scratch/out"
holds "the sums end the report" grep -q '^2 added, 1 appended, 0 there already, 0 left out$' "$tap_scratch/out"
holds "the campaign is sound" sound "$here"
for encounter in Fen Mill Fort; do
    acts "$here" "$encounter" > "$tap_scratch/ours"
    acts "$there" "$encounter" > "$tap_scratch/theirs"
    holds "$encounter has the same acts on all branches" cmp -s "$tap_scratch/ours" "$tap_scratch/theirs"
    "$referee" --db "$here" show "$encounter" > "$tap_scratch/ours"
    "$referee" --db "$there" show "$encounter" > "$tap_scratch/theirs"
    holds "$encounter stands as it stood" cmp -s "$tap_scratch/ours" "$tap_scratch/theirs"
done
lines "$here" 'remarks'
holds "remarks and markers follow" test "$(grep -c 'it squeals\|turn\|first blood' "$tap_scratch/out")" -eq 3
holds "the encounter on the table is the one of before" sh -c "'$referee' --db '$here' show | grep -q Imp"
holds "the other file is only read" cmp -s "$there" "$tap_scratch/there-before.db"
lines "$here" 'kind imp'
holds "kinds stay as they are here" grep -q '3$' "$tap_scratch/out"

# ---- again ----
run_referee --db "$here" merge "$there"
holds "the same file again adds nothing" \
    test "$code" -eq 1 -a "$(tail -1 "$tap_scratch/out")" = '0 added, 0 appended, 3 there already, 0 left out'
run_referee --db "$there" merge "$here" --json
holds "nor does the way back" grep -q '"added": 0, "appended": 0, "there": 3' "$tap_scratch/out"

# ---- logs that part ----
lines "$tap_scratch/copy.db" 'damage "Imp 1" 3'
run_referee --db "$here" merge "$tap_scratch/copy.db"
holds "where they part theirs is another one" grep -q '^Fen: added as Fen 2, ' "$tap_scratch/out"
run_referee --db "$here" merge "$tap_scratch/copy.db"
holds "which is known again" grep -q '^Fen: all of it is here as Fen 2$' "$tap_scratch/out"
lines "$tap_scratch/copy.db" 'damage "Imp 2" 1'
run_referee --db "$here" merge "$tap_scratch/copy.db"
holds "and goes on" grep -q '^Fen: goes on with 1 act$' "$tap_scratch/out"
holds "and all is sound" sound "$here"

# ---- another beginning under the same name ----
lines "$tap_scratch/other.db" 'encounter Mill system=trilemma' 'add Owl hp=2'
run_referee --db "$here" merge "$tap_scratch/other.db"
holds "a name alone makes no two the same" grep -q '^Mill: added as Mill 2, 1 act$' "$tap_scratch/out"
lines "$here" 'encounters-undo'
run_referee --db "$here" merge "$tap_scratch/other.db"
holds "undo archives what was added, and it is known still" \
    grep -q '^Mill: all of it is here as Mill 2, archived: unarchive-encounter "Mill 2" brings it back$' "$tap_scratch/out"
lines "$here" 'unarchive-encounter "Mill 2"' 'open "Mill 2"'
holds "that brings it back" test "$code" -eq 0
lines "$here" 'encounters-undo'
lines "$here" 'encounters-redo' 'open "Mill 2"'
holds "redo brings it back" test "$code" -eq 0

# ---- told before, at the table, and taken back ----
fight=$tap_scratch/fight.db
on=$tap_scratch/on.db
lines "$fight" 'encounter Reeds system=trilemma' 'add Rat hp=9'
cp "$fight" "$on"
lines "$on" 'damage Rat 2' 'damage Rat 3'
hp() {
    "$referee" --db "$fight" show Reeds --json | python3 -c '
import json, sys
print(json.load(sys.stdin)["combatants"][0]["hp"])'
}
run_referee --db "$fight" merge "$on" --dry-run
holds "a dry run tells what would be done" grep -q '^Reeds: goes on with 2 acts$' "$tap_scratch/out"
holds "and does nothing" test "$(hp)" = 9
lines "$fight" "merge $on"
holds "the table tells it too" grep -q 'nothing is done yet' "$tap_scratch/out"
holds "and does nothing either" test "$(hp)" = 9
lines "$fight" "merge $on yes" 'damage Rat 1' 'undo'
holds "yes merges, and the table goes on from there" test "$(hp)" = 4
lines "$fight" 'encounters-undo'
holds "its undo takes back the acts that came in" test "$(hp)" = 9
run_referee --db "$fight" merge "$on"
holds "the same file again tells the way back" \
    grep -q '^Reeds: all of it is here, but taken back: open "Reeds" and rewind [0-9]* brings it back$' "$tap_scratch/out"
lines "$fight" 'encounters-redo'
holds "and its redo brings them again" test "$(hp)" = 4
lines "$fight" 'damage Rat 1' 'encounters-undo'
holds "what was done since is not passed over" \
    grep -q 'Reeds has gone on since; take its later acts back first' "$tap_scratch/err"
holds "nothing is changed then" test "$(hp)" = 3
holds "and all of it is sound" sound "$fight"

# ---- macros ----
lines "$here" 'macro rush damage "Imp 1" 1' 'macro ours heal "Imp 1" 1'
lines "$there" 'macro rush damage "Imp 1" 2' 'macro theirs heal %1 2; damage %1 1'
run_referee --db "$here" merge "$there"
holds "a macro that only the other has is added" grep -q '^macro theirs: added$' "$tap_scratch/out"
holds "one with other lines is told, and ours stays" grep -q '^macro rush differs there; ours stays$' "$tap_scratch/out"
holds "that is something done" test "$code" -eq 0
lines "$here" 'macros'
holds "their lines are here" grep -q '^theirs *heal %1 2; damage %1 1$' "$tap_scratch/out"
run_referee --db "$here" merge "$there" --json
holds "a second time there is nothing" sh -c "[ $code -eq 1 ] && grep -q '\"macros\": \[\]' '$tap_scratch/out'"
lines "$here" 'macros-undo' 'macros'
holds "their undo takes them away" sh -c "! grep -q theirs '$tap_scratch/out'"
lines "$tap_scratch/empty.db" 'encounter Empty system=trilemma' "merge $there yes" 'encounters-undo' 'macros'
holds "that of encounters that came in takes them along" grep -q '^there are no macros' "$tap_scratch/out"
holds "and all of it is sound" sound "$here"

# ---- what cannot be merged ----
run_referee --db "$here" merge "$here"
holds "a campaign is not merged with itself" test "$code" -eq 2
holds "which is told" grep -q 'this is the campaign itself' "$tap_scratch/err"
run_referee --db "$here" merge "$tap_scratch/none.db"
holds "a file that is not there is an operating error" test "$code" -eq 3 -a ! -e "$tap_scratch/none.db"
echo text > "$tap_scratch/text.db"
run_referee --db "$here" merge "$tap_scratch/text.db"
holds "so is one that is no campaign" test "$code" -eq 3
complains "the file is asked for" 2 "referee: merge needs the file of a campaign: it is referee merge FILE" \
    --db "$here" merge
tap_end
