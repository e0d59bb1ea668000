#!/bin/sh
# Kinds on the command line: searching them, checking files, and adding files to one's own.
. tests/cli/program.sh

XDG_DATA_HOME=$tap_scratch/data
export XDG_DATA_HOME
own=$XDG_DATA_HOME/referee/library/trilemma

# ---- searching ----
run_referee library gully goblin --system trilemma
holds "kinds are found by words" grep -q '^  gully-goblin  *creature  *shipped  *HP 1d6, ' "$tap_scratch/out"
run_referee library gully goblin --json
holds "kinds are told as JSON" grep -q '"name": "gully-goblin", "from": "shipped", "fields": {"source": "house", "hp": "1d6"' "$tap_scratch/out"
run_referee library --weigh bridge-troll --system trilemma
holds "kinds are weighed against a stated party" \
    grep -q '^  bridge-troll .* Ysolde alone wins [0-9]%, the party of 4 9[0-9]%$' "$tap_scratch/out"
run_referee library --weigh bridge-troll --json --system trilemma
holds "a weighing is told as JSON, with the party and intervals" \
    grep -q '"weighed": {"fights": 400, "alone": {"names": \["Ysolde"\], "won": 0.0[0-9]*, "interval": \[.*"party": {"names": \["Ysolde", "Tamsin", "Odo", "Marit"\]' "$tap_scratch/out"
run_referee library --weigh sword --system four-against-darkness
holds "what nobody fights is not" grep -q '^  sword  *item  *shipped *$' "$tap_scratch/out"
says "nothing found is said" 0 "no kind has zzzz" library zzzz
complains "an unknown game is named" 2 \
    "referee: there is no game trilemna; did you mean trilemma? the games are trilemma, four-against-darkness, caves-of-qud, pixel-dungeon, yuxtapa" \
    library goblin --system trilemna

# ---- checking ----
cat > "$tap_scratch/good.yaml" <<'END'
# comments stay
creatures:
  - name: bog-imp
    hp: 1d6
    wits: 12
END
cat > "$tap_scratch/bad.yaml" <<'END'
creatures:
  - name: bog-imp
    strenth: 3
    hp: lots
  - name: reeve
    leads: bog-impp
END
says "a file without mistakes is told to have none" 0 "$tap_scratch/good.yaml: 1 kind for Trilemma, no mistake" \
    library check "$tap_scratch/good.yaml" --system trilemma
run_referee library check "$tap_scratch/bad.yaml" "$tap_scratch/good.yaml" --system trilemma
holds "mistakes are an error of usage" test "$code" -eq 2
holds "the nearest field is named, with its place" \
    grep -q "bad.yaml:3:5: strenth: a creature has no such field; did you mean strength?" "$tap_scratch/err"
holds "a name that leads nowhere is told beside them" \
    grep -q "bad.yaml:6:12: leads: there is no creature bog-impp; did you mean bog-imp?" "$tap_scratch/err"
holds "what was expected is named" grep -q "bad.yaml:4:9: hp: expected 0 to 10000, or dice such as 2d8" "$tap_scratch/err"
run_referee library check "$tap_scratch/bad.yaml" --system trilemma --json
holds "mistakes are told as JSON" grep -q '"kinds": 0, "mistakes": \[{"where": ' "$tap_scratch/out"
complains "the file is missing" 2 "referee: the file is missing: referee library check FILE" library check

# ---- adding ----
says "a file is added" 0 "1 kind for Trilemma added: $own/good.yaml" \
    library add "$tap_scratch/good.yaml" --system trilemma
holds "as it was written" cmp -s "$tap_scratch/good.yaml" "$own/good.yaml"
run_referee library imp --system trilemma
holds "and is found" grep -q '^  bog-imp  *creature  *yours  *HP 1d6, wits 12' "$tap_scratch/out"
complains "a file is never written over another one" 1 \
    "referee: $own/good.yaml: there is a file of this name already; --replace writes over it" \
    library add "$tap_scratch/good.yaml" --system trilemma
run_referee library add "$tap_scratch/good.yaml" --system trilemma --replace
holds "unless that is said" test "$code" -eq 0
run_referee library add "$tap_scratch/bad.yaml" --system trilemma
holds "a file with mistakes is not added" test "$code" -eq 2
holds "and is not there" test ! -e "$own/bad.yaml"
cp "$tap_scratch/good.yaml" "$tap_scratch/other.yaml"
run_referee library add "$tap_scratch/other.yaml" --system trilemma
holds "a name that another file has names that file" \
    grep -q "other.yaml:3:11: name: there is a creature bog-imp already, .*good.yaml:3:5" "$tap_scratch/err"

# ---- files of random tables ----
cat > "$tap_scratch/moor.yaml" <<'END'
# of the moor
tables:
  - name: moor
    rows:
      - {text: mist, weight: 3}
      - {text: wolves, then: wind}
END
sed 's/then: wind/then: wnid/; s/weight: 3/weigth: 3/' "$tap_scratch/moor.yaml" > "$tap_scratch/wrong.yaml"
says "a file of random tables is of no game" 0 "$tap_scratch/moor.yaml: 1 random table, no mistake" \
    library check "$tap_scratch/moor.yaml"
run_referee library check "$tap_scratch/wrong.yaml"
holds "its mistakes are told, too" test "$code" -eq 2
holds "its mistake has a place and the nearest word" \
    grep -q "wrong.yaml:5:22: weigth: a row has no such field; did you mean weight?" "$tap_scratch/err"
run_referee library add "$tap_scratch/wrong.yaml"
holds "with mistakes it is not added" test ! -e "$XDG_DATA_HOME/referee/tables/wrong.yaml"
run_referee library add "$tap_scratch/moor.yaml" --json
holds "it goes to the user's own tables" cmp -s "$tap_scratch/moor.yaml" "$XDG_DATA_HOME/referee/tables/moor.yaml"
holds "and is told as JSON" grep -q '"tables": 1' "$tap_scratch/out"
says "and is rolled on" 0 "d4 [2]: mist" roll @moor --given 2

# ---- a faulty file at the table ----
cp "$tap_scratch/bad.yaml" "$own/bad.yaml"
run_referee library imp --system trilemma
holds "a faulty file of one's own is told" test "$code" -eq 3
holds "and the others are searched" grep -q '^  bog-imp ' "$tap_scratch/out"

# ---- a kind that is gone ----
rm "$own/bad.yaml"
gone=$tap_scratch/gone.referee
input='encounter Mill system=trilemma\nadd 2 bog imp\nencounter Cellar system=four-against-darkness\n'
run_referee run --db "$gone"
printf 'foes:\n  - name: cellar-eel\n    foe: weird\n    level: 3\n' > "$tap_scratch/eel.yaml"
input=
run_referee library add "$tap_scratch/eel.yaml" --system four-against-darkness
holds "a foe of one's own is taken" test "$code" -eq 0
input='add cellar eel\n'
run_referee run --db "$gone"
input=
run_referee show --db "$gone"
holds "kinds that are there are not gone" test "$(grep -c 'is gone' "$tap_scratch/out")" -eq 0
rm "$XDG_DATA_HOME/referee/library/four-against-darkness/eel.yaml"
input=
run_referee show --db "$gone"
holds "the table says that the kind of a foe is gone" \
    grep -q 'the kind cellar eel is gone: archived, or its file was removed' "$tap_scratch/out"
input='open Mill\n'
run_referee run --db "$gone"
rm "$own/good.yaml" "$own/other.yaml" 2> /dev/null
input=
run_referee show --db "$gone" --json
holds "so does the JSON, of each" test "$(grep -o 'the kind bog imp is gone' "$tap_scratch/out" | wc -l)" -eq 2
input='show bog imp 1\nquit\n'
run_referee table --linear --db "$gone"
holds "the plain lines say that a kind is gone" grep -q 'the kind bog imp is gone' "$tap_scratch/out"

tap_end
