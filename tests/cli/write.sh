#!/bin/sh
# `referee write`: what the campaign holds as YAML, JSON and notes, and back by `referee import`.
. tests/cli/program.sh

here=$tap_scratch/here.db
there=$tap_scratch/there.db
lines() {
    file=$1
    shift
    printf '%s\n' "$@" > "$tap_scratch/script"
    run_referee --db "$file" run "$tap_scratch/script"
}
lines "$here" 'encounter Fen system=trilemma' 'add-kind bog-imp hp=1d8 ac=24 morale=7 tags=fen, wet' \
    'join Bran hp=9 strength=13' 'prepare "Nest ledge" blank' 'plan-prepared "Nest ledge" at dusk'
lines "$there" 'encounter Other system=trilemma'

# ---- what is written ----
says "kinds are written as records" 0 'referee: 1
kinds:
- game: trilemma
  kind: creature
  record:
    name: bog-imp
    hp: "1d8"
    tags: [fen, wet]
    ac: 24
    morale: 7' --db "$here" write kinds
run_referee --db "$here" write party --json
holds "in JSON numbers are numbers" grep -q '"number": 1' "$tap_scratch/out"
run_referee --db "$here" write encounters 'nest ledge'
holds "a prepared encounter is its text as it was written" \
    grep -q '^      # Behind kind: one of `kinds`' "$tap_scratch/out"
run_referee --db "$here" write kinds gully-goblin
holds "a kind that ships can be written by its name" grep -q 'name: gully-goblin' "$tap_scratch/out"
run_referee --db "$here" write kinds bog-imp --format statblock
holds "a note has a statblock in the scale of books" grep -q '^ac: "5 \[14\]"' "$tap_scratch/out"
run_referee --db "$here" write encounters --format statblock
holds "and encounter blocks" grep -q '^  - 1d4+1: Gully goblin$' "$tap_scratch/out"

# ---- files ----
says "a file is written" 0 "written to $tap_scratch/all.yaml" --db "$here" write campaign -o "$tap_scratch/all.yaml"
says "its ending says what it is" 0 "written to $tap_scratch/all.json" --db "$here" write campaign -o "$tap_scratch/all.json"
holds "JSON it is" python3 -m json.tool "$tap_scratch/all.json" "$tap_scratch/none.json"
complains "a file that is there stays" 1 \
    "referee: $tap_scratch/all.yaml: there is a file of this name already; --replace writes over it" \
    --db "$here" write kinds -o "$tap_scratch/all.yaml"
run_referee --db "$here" write kinds -o "$tap_scratch/none/kinds.yaml"
holds "a missing folder is an operating error" test "$code" -eq 3 -a -s "$tap_scratch/err"

# ---- and back ----
run_referee --db "$there" import "$tap_scratch/all.yaml" --json
holds "it is told as our own" grep -q '"kind": "referee"' "$tap_scratch/out"
holds "all of it comes in" grep -q '"taken": 4, "merged": 0, "left_out": 0' "$tap_scratch/out"
run_referee --db "$there" write campaign
holds "exactly" cmp -s "$tap_scratch/out" "$tap_scratch/all.yaml"
run_referee --db "$there" import "$tap_scratch/all.json"
holds "the same again adds nothing" \
    test "$code" -eq 1 -a "$(tail -1 "$tap_scratch/out")" = '0 taken, 4 merged, 0 left out'
lines "$there" 'plan'
holds "the plan has its notes" grep -q 'at dusk' "$tap_scratch/out"

# ---- files of policies ----
XDG_DATA_HOME=$tap_scratch/data
export XDG_DATA_HOME
mkdir -p "$XDG_DATA_HOME/referee/policies/trilemma"
printf 'policies:\n  - name: bold\n    help: goes on whatever happens\n' > "$XDG_DATA_HOME/referee/policies/trilemma/mine.yaml"
run_referee --db "$here" write campaign -o "$tap_scratch/policies.yaml"
holds "a campaign has the user's files of policies" grep -q 'file: mine.yaml' "$tap_scratch/policies.yaml"
run_referee --db "$there" import "$tap_scratch/policies.yaml"
holds "those that are here are not written again" grep -q 'mine.yaml: there already' "$tap_scratch/out"
XDG_DATA_HOME=$tap_scratch/other-data
run_referee --db "$there" import "$tap_scratch/policies.yaml"
holds "elsewhere they come in" cmp -s "$tap_scratch/data/referee/policies/trilemma/mine.yaml" \
    "$XDG_DATA_HOME/referee/policies/trilemma/mine.yaml"
echo 'policies: [1]' > "$XDG_DATA_HOME/referee/policies/trilemma/mine.yaml"
run_referee --db "$there" import "$tap_scratch/policies.yaml"
holds "a file of their name stays" grep -q 'a file of policies with this name is here, and stays' "$tap_scratch/out"

# ---- words ----
complains "what to write is asked for" 2 \
    "referee: write needs what to write: it is referee write kinds, party, encounters or campaign" \
    --db "$here" write
complains "an unknown word names the nearest" 2 \
    "referee: expected kinds, party, encounters or campaign, not kind; did you mean kinds?" \
    --db "$here" write kind
complains "so does an unknown format" 2 \
    "referee: --format: expected yaml, json or statblock, not yml; did you mean yaml?" \
    --db "$here" write kinds --format yml
complains "so does an unknown kind" 2 "referee: there is no kind bogimp; did you mean bog-imp?" \
    --db "$here" write kinds bogimp
complains "a party has no statblocks" 2 \
    "referee: --format: the party has no statblocks: it is written as yaml or json" \
    --db "$here" write party --format statblock
complains "a campaign is whole" 2 "referee: campaign takes no names: it is all of it" --db "$here" write campaign Bran
tap_end
