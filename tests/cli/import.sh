#!/bin/sh
# Creatures from elsewhere on the command line: what becomes of them is told, they come in as one step,
# and nothing of a file is dropped in silence.
. tests/cli/program.sh

campaign=$tap_scratch/campaign.db
db() {
    run_referee --db "$campaign" "$@"
}
lines() {
    printf '%s\n' "$@" > "$tap_scratch/script"
    run_referee --db "$campaign" run "$tap_scratch/script"
}

lines 'encounter Fen system=trilemma'
cat > "$tap_scratch/page.txt" <<'END'
**Bog captain (2)** AC 5 [14], HD 3+1 (15hp), Att 1 × hook (1d8), THAC0 16 [+3], ML 9 (7 alone), AL C, TT B; fears fire

Eel: ac 8, hd 1, hp 4, att 1 bite (1d3), ml 5
END

# ---- told before it is done ----
db import "$tap_scratch/page.txt" --dry-run
holds "a dry run ends well where something can be taken" test "$code" -eq 0
holds "each creature has a line with its numbers" \
    grep -q '^bog-captain: taken, .*hp 15, .*strength 13, wits 10, ac 24, damage 1d8, morale 9' "$tap_scratch/out"
holds "what was guessed is told" grep -q 'ac 21: taken as descending' "$tap_scratch/out"
holds "the sums end the report" grep -q '^2 taken, 0 merged, 0 left out$' "$tap_scratch/out"
db library bog
holds "a dry run changes nothing" grep -q 'no kind has bog' "$tap_scratch/out"

# ---- done ----
db import "$tap_scratch/page.txt"
holds "the same is done without it" test "$code" -eq 0
db library bog captain
holds "the kinds are those of the campaign" grep -q '^  bog-captain  *creature  *campaign' "$tap_scratch/out"
lines 'kind bog-captain'
holds "its other morale stays with its label" grep -q '7 alone' "$tap_scratch/out"
holds "what no field takes is its description" grep -q 'fears fire' "$tap_scratch/out"
holds "clauses stand there as the page has them" grep -q 'thac0: 16 \[+3\]' "$tap_scratch/out"
lines 'add bog captain' 'list'
holds "a combatant joins with those numbers" test "$code" -eq 0
db import "$tap_scratch/page.txt"
holds "another with a name that is taken has a number" grep -q '^bog-captain-2: taken' "$tap_scratch/out"
lines 'kinds-undo'
db library bog
holds "one undo takes back all of an import" sh -c "! grep -q bog-captain-2 '$tap_scratch/out'"
holds "and no earlier one" grep -q 'bog-captain ' "$tap_scratch/out"

# ---- other shapes ----
mkdir -p "$tap_scratch/notes/deep"
cat > "$tap_scratch/notes/imp.md" <<'END'
---
tags: [fen]
---
```statblock
name: Fen imp
alignment: , chaotic
ac: 6 [13]
hit_dice: 1-1
moral: "7 (9 with king)"
```
It laughs.
END
printf '%s\n' '---' 'statblock: true' 'ac: 12' 'hp: 9' '---' 'Without a name.' > "$tap_scratch/notes/deep/Mud Hen.md"
printf '%s\n' '```statblock' 'monster: Goblin' '```' > "$tap_scratch/notes/shown.md"
db import "$tap_scratch/notes"
holds "a folder is read with the folders in it" grep -q '^2 taken, 0 merged, 1 left out$' "$tap_scratch/out"
holds "a creature without a name has that of its file" grep -q '^mud-hen: taken' "$tap_scratch/out"
holds "a mended line is told with its place" grep -q 'mended (line 6)' "$tap_scratch/out"
holds "what only shows another creature is left out" grep -q 'shows the creature Goblin' "$tap_scratch/out"
cat > "$tap_scratch/list.json" <<'END'
[{"name": "Marsh bear", "armorclass": "14 (11)", "hitdice": "3+1", "attackbonus": 3, "damage": "1d4/1d4",
  "morale": "N/A", "description": ["It is <strong>big</strong>."],},]
END
db import "$tap_scratch/list.json" --json
holds "JSON with a last comma is read" grep -q '"as": "marsh-bear", "state": "taken"' "$tap_scratch/out"
holds "the record is told with its fields" grep -q '"strength": "13", "wits": "10", "ac": "24"' "$tap_scratch/out"
holds "without its tags" grep -q 'It is big\.' "$tap_scratch/out"

# ---- what cannot be read ----
printf 'Only prose is here.\n' > "$tap_scratch/prose.txt"
db import "$tap_scratch/prose.txt"
holds "nothing taken is an end of its own" test "$code" -eq 1
holds "it is told why" grep -q 'no armour class, hit dice or hit points here' "$tap_scratch/out"
db import "$tap_scratch/nowhere.txt"
holds "a file that is not there is an operating error" test "$code" -eq 3
printf '\033]0;x\007Imp\033[2J: AC 5 [14], HD 1, hp 3\n' > "$tap_scratch/hostile.txt"
db import "$tap_scratch/hostile.txt"
holds "a hostile name is taken without its controls" grep -q '^imp: taken' "$tap_scratch/out"
holds "nothing of it reaches the terminal" sh -c "! LC_ALL=C grep -q '[[:cntrl:]]' '$tap_scratch/out'"
db import "$tap_scratch/page.txt" --system yuxtapa
holds "another game than the open one is named" grep -q 'open one of yuxtapa first' "$tap_scratch/err"

# ---- nothing is lost, whatever it looks like ----
campaign=$tap_scratch/odd.db
lines 'encounter Odd system=trilemma'
printf '```clyt\nname: Clay\nstats:\n- {}\n- AC: 5 [14]\n  HD: 3\n  ML: 9\n- loose words\n```\n' > "$tap_scratch/clay.md"
db import "$tap_scratch/clay.md" --json
holds "an entry of several keys is read whole" grep -q '"ac": "24".*"morale": "9"' "$tap_scratch/out"
holds "one without any is no fault" grep -q 'loose words' "$tap_scratch/out"
printf 'Guard: AC 5, HD 1, carries the key\nGuard: AC 5, HD 1, is a vampire\nGuard: AC 5, HD 1, is a vampire\n' > "$tap_scratch/guards.txt"
db import "$tap_scratch/guards.txt" --dry-run
holds "two of one name and other words are two kinds" grep -q '^2 taken, 1 merged, 0 left out$' "$tap_scratch/out"
i=0
while [ "$i" -lt 120 ]; do
    i=$((i + 1))
    echo "Rat: AC 5, HD 1, hp $i"
done > "$tap_scratch/rats.txt"
db import "$tap_scratch/rats.txt"
holds "names go on behind 99" grep -q '^rat-120: taken' "$tap_scratch/out"
printf 'Дракон x4: AC 5, HD 1\0 and more, hp 2\n' > "$tap_scratch/dragon.txt"
db import "$tap_scratch/dragon.txt" --json
holds "the name as it was is in the description" grep -q '"note": "name: Дракон\\nnumber here: 4' "$tap_scratch/out"
holds "a zero byte ends nothing" grep -q 'and more' "$tap_scratch/out"
printf '```statblock\nname: Per\nloot: 50%%%% [[A]\nac: 12\nhp: 3\ntwo: 10%%%% x: y\n```\n' > "$tap_scratch/per.md"
db import "$tap_scratch/per.md" --json
holds "what stands between two signs of percent stays" grep -q '"hp": "3".*"ac": "22"' "$tap_scratch/out"
printf -- '---\nstatblock: inline\n---\nHen: AC 7, HD 1, hp 3\n' > "$tap_scratch/hen.md"
db import "$tap_scratch/hen.md"
holds "a note without a block is read for stat lines" grep -q '^hen: taken' "$tap_scratch/out"
printf 'A\rGob: AC 5, HD 1, hp 4\rML 7\r' > "$tap_scratch/mac.txt"
db import "$tap_scratch/mac.txt"
holds "lines may end in a carriage return" grep -q '^gob: taken.*morale 7' "$tap_scratch/out"
campaign=$tap_scratch/campaign.db

# ---- at the table ----
lines "import $tap_scratch/page.txt"
holds "the table tells it too" grep -q 'nothing is done yet' "$tap_scratch/out"
lines "import $tap_scratch/page.txt yes"
holds "and takes them with yes" grep -q '2 kinds are imported' "$tap_scratch/out"

lines 'import'
holds "without a file it is asked for" test "$code" -eq 2
lines 'import pasted'
holds "nothing was pasted in a script" grep -q 'nothing was pasted' "$tap_scratch/err"
campaign=$tap_scratch/linear.db
printf '%s\n' 'encounter Fen system=trilemma' "import $tap_scratch/page.txt" no "import $tap_scratch/page.txt" yes quit |
    "$referee" --db "$campaign" table --linear > "$tap_scratch/out" 2>&1
holds "in plain lines the report is told line by line" grep -q 'bog-captain: taken' "$tap_scratch/out"
holds "then whether to take it is asked" grep -q '2 taken, 0 merged, 0 left out: import?' "$tap_scratch/out"
holds "no leaves it" grep -q 'nothing was imported' "$tap_scratch/out"
holds "yes takes it" grep -q '2 kinds are imported' "$tap_scratch/out"
campaign=$tap_scratch/campaign.db

# ---- records that are a file each, and files of YAML ----
mkdir -p "$tap_scratch/pack/foes.db"
cat > "$tap_scratch/pack/foes.db/imp.json" <<'END'
{"_key": "!actors!a1", "_id": "a1", "name": "Reed imp", "type": "monster",
 "system": {"hp": {"hd": "2", "max": 7}, "aac": {"value": 13}, "details": {"morale": "7"}}, "items": ["w1"]}
END
cat > "$tap_scratch/pack/foes.db/hook.json" <<'END'
{"_key": "!actors.items!a1.w1", "name": "Hook", "type": "weapon", "system": {"damage": "1d4+1"}}
END
db import "$tap_scratch/pack"
holds "an attack is joined to its actor" grep -q '^reed-imp: taken, .*damage 1d4+1' "$tap_scratch/out"
printf 'hp: 6\narmor: 1\nstr: 12\nwil: 7\nattacks:\n  - bite (d6)\n' > "$tap_scratch/reed eel.yaml"
db import "$tap_scratch/reed eel.yaml"
holds "a file of YAML has the name of its file" grep -q '^reed-eel: taken, .*ac 22' "$tap_scratch/out"
printf 'Mire King: AC 5 [14], HD 4 (18hp); They are immune to morale checks.\n' > "$tap_scratch/king.txt"
db import "$tap_scratch/king.txt"
holds "morale in prose is offered" grep -q 'edit-kind mire-king morale=12 takes that' "$tap_scratch/out"

# ---- what a whole file does not tell ----
campaign=$tap_scratch/default.db
lines 'encounter Fen system=trilemma'
printf 'Imp: HD 1, hp 3, ML 7\nEel: HD 2, hp 5, ML 8\n' > "$tap_scratch/bare.txt"
db import "$tap_scratch/bare.txt" --dry-run
holds "what none of them tells is asked about once" \
    grep -q 'ac: none of the 2 tells it, so it is 20; import-default ac VALUE has it filled in' "$tap_scratch/out"
lines 'import-default ac 24'
holds "the answer is kept with the campaign" grep -q 'imports have ac 24 where it is not told' "$tap_scratch/out"
db import "$tap_scratch/bare.txt" --dry-run
holds "and marked on each" grep -q 'ac 24: not told, your default' "$tap_scratch/out"
holds "and not asked again" sh -c "! grep -q 'ac: none of the 2' '$tap_scratch/out'"
lines 'imports-undo'
db import "$tap_scratch/bare.txt" --dry-run
holds "its undo has the usual value again" grep -q '^imp: taken, .*ac 20' "$tap_scratch/out"
lines 'import-default acc 24'
holds "a wrong field names the nearest" grep -q 'did you mean ac' "$tap_scratch/err"
lines 'import-default ac 900'
holds "a value out of its range is refused at once" sh -c "[ $code -eq 2 ] && grep -q 'ac=900: expected a whole number from 0 to 100' '$tap_scratch/err'"
lines 'import-default damage 2d'
holds "so is one of another type" sh -c "[ $code -eq 2 ] && grep -q 'damage: the sides of the die are missing' '$tap_scratch/err'"
lines 'import-default morale 7' 'import-default morale -'
holds "- has none again" grep -q 'imports have no default for morale' "$tap_scratch/out"

# ---- the question about it, while importing ----
linear() { # lines at a table without a screen
    printf '%s\n' "$@" quit | "$referee" --db "$campaign" table --linear > "$tap_scratch/out" 2>&1
}
linear "import $tap_scratch/bare.txt" - 900 22 1d4 once yes
holds "what none of them tells is asked before the import" \
    grep -q 'ac: none of the 2 tells it, so it is 20; a value for all of them, or - to leave it so' "$tap_scratch/out"
holds "an answer out of range is asked again" grep -q 'Answer again' "$tap_scratch/out"
holds "each one is asked about" grep -q 'damage: none of the 2 tells it' "$tap_scratch/out"
holds "then whether to take it" grep -q '2 taken, 0 merged, 0 left out: import?' "$tap_scratch/out"
lines 'kind imp'
holds "the answer is the value of each" sh -c "grep -q 'AC  22' '$tap_scratch/out' && grep -q 'damage  1d4' '$tap_scratch/out'"
lines 'kinds-undo'
linear "import $tap_scratch/bare.txt" - - - yes
db write kinds
holds "without an answer it stays as it was" sh -c "grep -q 'ac: 20' '$tap_scratch/out' && ! grep -q damage: '$tap_scratch/out'"
lines 'kinds-undo'
db import "$tap_scratch/bare.txt" --value ac=23 --value damage=- --keep --json
holds "scripts give the answers as options" grep -q '"ac": "23"' "$tap_scratch/out"
db import "$tap_scratch/bare.txt" --dry-run
holds "--keep has later imports take them too" grep -q 'ac 23: not told, your default' "$tap_scratch/out"
holds "an answer that leaves it so is not kept" grep -q 'damage: none of the 2 tells it' "$tap_scratch/out"
lines 'kinds-undo'
db import "$tap_scratch/bare.txt" --dry-run
holds "one undo takes back the kinds with what was kept" grep -q 'ac: none of the 2' "$tap_scratch/out"
db import "$tap_scratch/bare.txt" --value ac=900
holds "a value out of its range is a usage error" sh -c "[ $code -eq 2 ] && grep -q 'ac=900: expected a whole number from 0 to 100' '$tap_scratch/err'"
db import "$tap_scratch/bare.txt" --value ac
holds "so is one without a value" sh -c "[ $code -eq 2 ] && grep -q 'expected FIELD=VALUE' '$tap_scratch/err'"
printf 'Imp: AC 11, HD 1, hp 3, ML 7, D 1d4\nEel: AC 12, HD 2, hp 5, ML 8, D 1d4\n' > "$tap_scratch/numbers.txt"
db import "$tap_scratch/numbers.txt" --dry-run
holds "armour classes of one number are asked about" grep -q 'armour-class: all 2 are one number' "$tap_scratch/out"
db import "$tap_scratch/numbers.txt" --value armour-class=descending --dry-run
holds "the answer is how all of them are read" grep -q '^imp: taken, .*ac 18' "$tap_scratch/out"
lines 'import-default armour-class up'
holds "its words are told" grep -q 'expected ascending, descending or -, not up' "$tap_scratch/err"
mkdir -p "$tap_scratch/single"
for one in asp bee cow; do
    printf -- '---\nstatblock: true\nac: 5 [14]\nhp: 9\ndamage: 1d4\n---\n' > "$tap_scratch/single/$one.md"
done
db import "$tap_scratch/single" --dry-run
holds "notes with a creature each are asked about together" grep -q 'morale: none of the 3 tells it' "$tap_scratch/out"

# ---- blocks that cannot be read ----
printf '```statblock\nname: Bog Hag\n\tac: [5\nhp: }\n```\n```statblock\nname: Bog Cat\nac: 6 [13]\nhp: 4\n```\n' > "$tap_scratch/hag.md"
db import "$tap_scratch/hag.md" --dry-run --json
holds "a block that cannot be read is told with its place and name" \
    grep -q '"name": "Bog Hag", "as": null, "state": "left_out", "why": \["no YAML: [^"]*"\], "place": "2:1"' "$tap_scratch/out"
holds "its text is offered" grep -q '"record": {"note": "name: Bog Hag' "$tap_scratch/out"
holds "the others are taken" grep -q '"as": "bog-cat", "state": "taken"' "$tap_scratch/out"
holds "and it is asked about" grep -q 'blocks: 1 cannot be read and is left out' "$tap_scratch/out"
db import "$tap_scratch/hag.md" --value blocks=note
holds "the answer takes it as a kind with its text" grep -q '^bog-hag: taken' "$tap_scratch/out"
lines 'kind bog-hag'
holds "word for word" grep -q '^ac: \[5$' "$tap_scratch/out"
lines 'kinds-undo'

# ---- numbers beyond what a table has ----
printf 'Wall: AC 51, HD 1, hp 3, ML 99, D 1d4\n' > "$tap_scratch/wall.txt"
db import "$tap_scratch/wall.txt" --dry-run
holds "an armour class that is lowered is told" grep -q 'ac 60: taken as ascending, it would be 61, the most is 60' "$tap_scratch/out"
holds "a morale that is no score is told" grep -q 'morale: 99 is no score of 2 to 12' "$tap_scratch/out"
holds "with its place" grep -q '^wall: taken, .*(line 1)' "$tap_scratch/out"

# ---- cells of a printed column ----
cat > "$tap_scratch/columns.json" <<'END'
[{"Name": "Newt, small", "Armor Class:": "12", "Hit Dice:": "1", "Movement:": "30'", "Morale:": "8", "XP:": "25", "Damage:": "1d4"},
 {"Name": "Newt, large", "Armor Class:": "14", "Hit Dice:": "3", "Movement:": "", "Morale:": "", "XP:": "", "Damage:": "1d8"}]
END
db import "$tap_scratch/columns.json" --dry-run --json
holds "an empty cell has the value above" grep -q '"as": "newt-large".*"morale": "8"' "$tap_scratch/out"
holds "and is marked" grep -q 'morale 8: empty: the one above' "$tap_scratch/out"
holds "also where no field takes it" grep -q "move: 30' (empty: the one above)" "$tap_scratch/out"
campaign=$tap_scratch/campaign.db

# ---- another game ----
campaign=$tap_scratch/dungeon.db
lines 'encounter Cave system=four-against-darkness'
db import "$tap_scratch/page.txt"
holds "a game has a conversion of its own" grep -q '^bog-captain: taken, .*foe minion, .*level 3' "$tap_scratch/out"
campaign=$tap_scratch/qud.db
lines 'encounter Ruin system=caves-of-qud'
db import "$tap_scratch/page.txt"
holds "and one without it takes hit points alone" grep -q '^bog-captain: taken, source .*, hp 15' "$tap_scratch/out"

# ---- characters and encounters ----
campaign=$tap_scratch/tracker.db
lines 'encounter Fen system=trilemma'
cat > "$tap_scratch/fen.md" <<'END'
```statblock
name: Bog imp
ac: 6 [13]
hp: 4
```
```encounter
name: Causeway
creatures:
  - 3: Bog imp
  - 1d4: Mud hen, 2, 12
  - 2: Ferryman, friendly
```
END
db import "$tap_scratch/fen.md" --json
holds "a file is named by what it is" grep -q '"kind": "statblocks"' "$tap_scratch/out"
holds "a block comes in as a kind, an encounter as a prepared one" grep -q '"taken": 2, "merged": 0' "$tap_scratch/out"
holds "what has no kind is told" grep -q 'there is no kind Mud hen' "$tap_scratch/out"
db write encounters Causeway
holds "its foes are kinds of the campaign" grep -q '^      - kind: bog-imp' "$tap_scratch/out"
holds "with their number and hit points" grep -q '^        count: 1d4' "$tap_scratch/out"
holds "what a combatant has no field for is a note" grep -q 'Mud hen: armour class 12' "$tap_scratch/out"
lines 'start Causeway'
holds "a fight begins from it" test "$code" -eq 0
db write encounters Causeway --format statblock
cp "$tap_scratch/out" "$tap_scratch/again.md"
db import "$tap_scratch/again.md" --json
holds "what write makes of it is read back" grep -q '"name": "Causeway"' "$tap_scratch/out"
cat > "$tap_scratch/data.json" <<'END'
{"players": [{"name": "Ana", "hp": 0, "ac": 14, "initiative": 3}, {"name": "Odo", "hp": 9, "ac": 15, "initiative": 1}],
 "encounters": {"Cave": {"creatures": [{"name": "Ana", "hp": 0, "initiative": 2},
   {"name": "Newt", "hp": 3, "ac": 12, "initiative": 1}, {"name": "Newt", "hp": 3, "ac": 12, "initiative": 4}]}}}
END
db import "$tap_scratch/data.json" --json
holds "the tracker is known" grep -q '"kind": "obsidian"' "$tap_scratch/out"
db write party
holds "its players join the party" test "$(grep -c '^  name: \(Ana\|Odo\)$' "$tap_scratch/out")" -eq 2
holds "with their hit points" grep -q 'value hp 9' "$tap_scratch/out"
db write encounters Cave
holds "its encounters are prepared, without them" sh -c "grep -q 'kind: newt' '$tap_scratch/out' && ! grep -q Ana '$tap_scratch/out'"
lines 'kinds-undo'
db write party
holds "one undo takes all of it back" grep -q '^party: \[\]$' "$tap_scratch/out"

cp tests/content/import/running.json tests/content/import/vault.json "$tap_scratch"
db import "$tap_scratch/running.json" --json
holds "a running fight is known by its program" grep -q '"kind": "improved-initiative"' "$tap_scratch/out"
db write encounters 'running fight'
holds "it is a prepared encounter, without the players" \
    sh -c "grep -q 'kind: fen-imp' '$tap_scratch/out' && ! grep -q Bran '$tap_scratch/out'"
holds "how its foes stand is its note" grep -q 'Fen Imp: 3 of 7 HP, 2 temporary HP, prone (2 rounds), burning, hidden' "$tap_scratch/out"
db write party
holds "its players join the party" grep -q '^  name: Bran$' "$tap_scratch/out"
db import "$tap_scratch/vault.json"
holds "the parties of a vault are told" grep -q 'a party, whose players join the one party here: Ana' "$tap_scratch/out"
printf '{"players": [{"name": "Uma", "hp": 4, "ac": 12, "initiative": 1, "note": "wants the egg"},
 {"name": "Per", "hp": 4, "ac": 12, "initiative": 1, "note": "%0200d"}], "encounters": {}}' 7 > "$tap_scratch/players.json"
db import "$tap_scratch/players.json"
db write party
holds "what a character has no field for is its note" grep -q 'text note wants the egg' "$tap_scratch/out"
lines 'kind per'
holds "or the description of a kind, where it is long" grep -q '000007$' "$tap_scratch/out"
printf '{"weather": "rain"}' > "$tap_scratch/weather.json"
db import "$tap_scratch/weather.json" --json
holds "JSON of no known kind says so" grep -q '"kind": "unknown"' "$tap_scratch/out"

# ---- what is not read ----
mkdir -p "$tap_scratch/mixed"
cp "$tap_scratch/page.txt" "$tap_scratch/mixed"
touch "$tap_scratch/mixed/map.png" "$tap_scratch/mixed/notes.odt"
db import "$tap_scratch/mixed"
holds "files of a folder that are not read are told" \
    grep -q '2 files are of no kind that is read: map.png, notes.odt' "$tap_scratch/out"
printf '\377\376A\0C\0 \0005\0' > "$tap_scratch/wide.txt"
db import "$tap_scratch/wide.txt"
holds "letters of UTF-16 are told" grep -q 'its letters are UTF-16' "$tap_scratch/out"
mkfifo "$tap_scratch/pipe"
db import "$tap_scratch/pipe"
holds "a pipe is not waited for" test "$code" -eq 3
holds "and is told" grep -q 'expected a file or a folder' "$tap_scratch/err"
mkdir -p "$tap_scratch/deep/1/2/3/4/5/6/7/8/9"
cp "$tap_scratch/page.txt" "$tap_scratch/deep/1/2/3/4/5/6/7/8/9/"
db import "$tap_scratch/deep"
holds "so are folders that are too deep" grep -q 'folders are too deep' "$tap_scratch/out"
tap_end
