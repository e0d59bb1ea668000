#!/bin/sh
# The subcommands that work on a campaign: run, show, commands and log.
. tests/cli/program.sh

campaign=$tap_scratch/table.db

# ---- no campaign yet ----
complains "there is nothing to show before the first act" 3 \
    "referee: $campaign: there is no campaign here" show --db "$campaign"
complains "there is no log before the first act" 3 \
    "referee: $campaign: there is no campaign here" log --db "$campaign"
run_referee commands --db "$campaign"
holds "the commands need no campaign" grep -q '^d    damage WHO' "$tap_scratch/out"
holds "and make none" test ! -e "$campaign"

for game in trilemma 4ad qud pixel-dungeon yuxtapa; do
    run_referee commands --system $game --db "$campaign"
    holds "every option of every command is explained ($game)" \
        awk '/^           [a-z_-]+=? *$/ {print "# " $0; bad = 1} END {exit bad || NR < 100}' "$tap_scratch/out"
done
run_referee commands --system qud --db "$campaign"
holds "the commands of a game need no encounter of it" grep -q '^a    attack .* \[dv=\]' "$tap_scratch/out"
run_referee commands --system qud --json --db "$campaign"
holds "the commands are told as JSON" grep -q '^{"system": "caves-of-qud", "commands": \[{"name": ' "$tap_scratch/out"
complains "an unknown game is named" 2 \
    "referee: there is no game trilema; did you mean trilemma? the games are trilemma, four-against-darkness, caves-of-qud, pixel-dungeon, yuxtapa" \
    commands --system trilema --db "$campaign"

# ---- run ----
input='add Anka hp=9\n\n# nothing\n  damage Anka 2\n'
says "run prints what each line did" 0 "Anka joins
Anka: 9 → 7 of 9 HP" run --db "$campaign"
input='note wind\nquit\nnote never\n'
says "quit ends a script" 0 "note: wind" run - --db "$campaign"
input='undo\ndamage Anka 1'
says "run --json is one document" 0 \
    '{"acts": [{"line": 1, "command": "undo", "label": "undone: note: wind", "text": ["undone: note: wind"]}, {"line": 2, "command": "damage Anka 1", "label": "Anka takes 1 damage", "text": ["Anka: 7 → 6 of 9 HP"]}], "error": null}' \
    run --json --db "$campaign"
input='damage Anka 1\ndamage Bnka 1\n'
run_referee run --json --db "$campaign"
holds "run --json names the line that failed" \
    grep -q '"error": {"line": 2, "text": "no combatant here is called Bnka; did you mean Anka?", "code": 2}}$' "$tap_scratch/out"
holds "and ends with its code" test "$code" -eq 2
input='undo\nundo\nundo\nundo\nundo\n'
run_referee run --db "$campaign"
holds "undo beyond the start is refused" test "$code" -eq 1
holds "with the place and what stays done" test "$(cat "$tap_scratch/err")" = \
    "referee: standard input:5: refused: there is nothing to undo: this is the start
referee: lines 1 to 4 were done, line 5 was not"
input='redo\nredo\nredo\nredo\n'
run_referee run --db "$campaign"
printf 'note a\0b\n' | "$referee" run --db "$campaign" > "$tap_scratch/out" 2> "$tap_scratch/err"
holds "a zero byte in a line is refused" test "$(head -n 1 "$tap_scratch/err")" = \
    "referee: standard input:1: the line is not text: it contains a zero byte"
head -c 100000 /dev/zero | tr '\0' x | "$referee" run --db "$campaign" > "$tap_scratch/out" 2> "$tap_scratch/err"
holds "a line without end is refused" test "$(head -n 1 "$tap_scratch/err")" = \
    "referee: standard input:1: the line is too long"
input=
complains "a script that is not there is an operating error" 3 \
    "referee: $tap_scratch/none: No such file or directory" run "$tap_scratch/none" --db "$campaign"
run_referee run "$tap_scratch" --db "$campaign"
holds "a folder is no script" test "$code" -eq 3
echo "no campaign" > "$tap_scratch/foreign.db"
run_referee run --db "$tap_scratch/foreign.db"
holds "another program's file is an operating error" test "$code" -eq 3
holds "and is left as it is" test "$(cat "$tap_scratch/foreign.db")" = "no campaign"

# ---- show, log ----
says "show draws the order" 0 "first encounter · trilemma · not started
  init   name  side   HP
         Anka  foes   5/9
undo: Anka takes 1 damage" show --db "$campaign"
LC_ALL=C says "show without UTF-8 is ASCII" 0 "first encounter - trilemma - not started
  init   name  side   HP
         Anka  foes   5/9
undo: Anka takes 1 damage" show --db "$campaign"
says "show as JSON" 0 \
    '{"encounter": "first encounter", "system": "trilemma", "round": 0, "phase": "not started", "turn": null, "counters": [], "combatants": [{"id": 1, "name": "Anka", "kind": "Anka", "side": "foes", "score": null, "hp": 5, "hp_max": 9, "hp_temporary": null, "harm": null, "out": null, "waiting": true, "acts": null, "words": "", "facts": [], "attributes": {}}], "due": [], "next": null, "undo": "Anka takes 1 damage", "redo": null}' \
    show --json --db "$campaign"
says "the log leaves out what was taken back" 0 "     1  r0   Anka joins
     2  r0   Anka: 9 → 7 of 9 HP
     5  r0   Anka: 7 → 6 of 9 HP
     6  r0   Anka: 6 → 5 of 9 HP" log --db "$campaign"
says "unless all is wanted: then it is marked" 0 "     1  r0   Anka joins
     2  r0   Anka: 9 → 7 of 9 HP
     3  r0   (undone) note: wind
     5  r0   Anka: 7 → 6 of 9 HP
     6  r0   Anka: 6 → 5 of 9 HP" log "first encounter" undone=any --db "$campaign"
says "undone=yes prints only what was undone" 0 "     3  r0   (undone) note: wind" log undone=yes --limit 7 --db "$campaign"
complains "another word is told what is expected" 2 \
    "referee: expected undone=yes, undone=any or undone=no
undone=maybe
       ^" log undone=maybe --db "$campaign"
complains "an unknown word names the nearest, with a caret" 2 \
    "referee: there is no word rond=; did you mean round?
not=rond=2
    ^" log not=rond=2 --db "$campaign"
says "words choose acts" 0 "     2  r0   Anka: 9 → 7 of 9 HP" log "damage=2.." --db "$campaign"
says "words that no act fits print nothing" 0 "" log by=Nobody --db "$campaign"
says "--limit prints the newest acts of the log" 0 "     6  r0   Anka: 6 → 5 of 9 HP" log --limit 1 --db "$campaign"
run_referee log --json --limit 2 --db "$campaign"
sed 's/"at_ms": [0-9]*/"at_ms": 0/g' "$tap_scratch/out" > "$tap_scratch/timeless"
holds "the log can be JSON" test "$(cat "$tap_scratch/timeless")" = \
    '{"encounter": "first encounter", "acts": [{"id": 5, "address": "\"first encounter\"#5", "encounter": "first encounter", "round": 0, "at_ms": 0, "session": null, "label": "Anka takes 1 damage", "command": "damage Anka 1", "undone": false, "by": null, "to": ["Anka"], "action": "damage", "lines": [{"text": "Anka: 7 → 6 of 9 HP", "rules": ""}], "requests": [], "outcomes": []}, {"id": 6, "address": "\"first encounter\"#6", "encounter": "first encounter", "round": 0, "at_ms": 0, "session": null, "label": "Anka takes 1 damage", "command": "damage Anka 1", "undone": false, "by": null, "to": ["Anka"], "action": "damage", "lines": [{"text": "Anka: 6 → 5 of 9 HP", "rules": ""}], "requests": [], "outcomes": []}]}'
input='encounter Cellar system=4ad\nadd Hild side=party level=2\n'
run_referee run --db "$campaign"
input=
says "the log of another encounter is printed by its name" 0 "     6  r0   Anka: 6 → 5 of 9 HP" \
    log "first encounter" --limit 1 --db "$campaign"
says "one argument that is an encounter's name means it, in any case of letters" 0 "    15  r0   Hild joins" \
    log cellar --db "$campaign"
says "with words the log is that of the campaign, each encounter under its name" 0 "first encounter
     1  r0   Anka joins

Cellar
    15  r0   Hild joins" log joins --db "$campaign"
says "a part of a name is no encounter, but can be asked for" 0 "Cellar
    15  r0   Hild joins" log encounter=cell --db "$campaign"

# ---- another encounter, another moment ----
says "another encounter is shown, and not opened" 0 "first encounter · trilemma · not started
  init   name  side   HP
         Anka  foes   5/9
undo: Anka takes 1 damage" show "first encounter" --db "$campaign"
run_referee show --json --db "$campaign"
holds "the other one is still open" grep -q '^{"encounter": "Cellar"' "$tap_scratch/out"
then='first encounter · trilemma · not started · as it was after "first encounter"#2
  init   name  side   HP
         Anka  foes   7/9
undo: Anka takes 2 damage
redo: Anka takes 1 damage'
says "an act of another encounter is named with it" 0 "$then" show '"first encounter"#2' --db "$campaign"
says "without quotes too, which a shell takes away" 0 "$then" show 'First encounter#2' --db "$campaign"
run_referee show '"first encounter"#2' --json --db "$campaign"
holds "as JSON it is told with its address" \
    grep -q '^{"encounter": "first encounter", "at": "\\"first encounter\\"#2", .*"hp": 7,' "$tap_scratch/out"
act=$("$referee" log --limit 1 --db "$campaign" | awk '{ print $1 }')
run_referee show "#$act" --json --db "$campaign"
holds "a number alone is of the open encounter" \
    grep -q '^{"encounter": "Cellar", "at": "\\"Cellar\\"#'"$act"'", ' "$tap_scratch/out"
complains "an act of another encounter is none of this one" 2 \
    "referee: Cellar has no act #2; \`referee log\` lists the acts with their numbers" show '#2' --db "$campaign"
complains "what was no act has no table" 2 \
    "referee: first encounter has no act #4; \`referee log\` lists the acts with their numbers" \
    show 'first encounter#4' --db "$campaign"
complains "an address without its encounter names the nearest" 2 \
    "referee: there is no encounter Celar; did you mean Cellar?" show 'Celar#8' --db "$campaign"
input='encounter "Row #3"\nadd Bo\nopen Cellar\n'
run_referee run --db "$campaign"
input=
run_referee show 'Row #3' --db "$campaign"
holds "a name that looks like an address is a name" grep -q '^Row #3 · four-against-darkness' "$tap_scratch/out"
printf 'open Cellar\n' | "$referee" run --db "$campaign" > "$tap_scratch/out" 2>&1
run_referee commands --db "$campaign"
holds "the commands are those of the open encounter's system" grep -q ' defend \[WHO\]' "$tap_scratch/out"
run_referee commands --json --db "$campaign"
holds "commands as JSON have their key" \
    grep -q '{"name": "undo", "usage": "undo", "help": "take the last act back; nothing is lost", "rule": "", "key": "u", "options": \[\]}' "$tap_scratch/out"

holds "and what their options take" \
    grep -q '{"name": "by", "words": \[\], "help": "who does it, if it is not the acting combatant"}' "$tap_scratch/out"
run_referee commands --db "$tap_scratch/none.db"
holds "and so do the lines" grep -q '^ *by=party|foes *the side that wants the next round' "$tap_scratch/out"

# ---- verifying ----
says "a sound campaign is told to be one" 0 "$campaign is sound: every act was read and leads to its recorded state" \
    verify --db "$campaign"
says "a sound campaign is told as JSON" 0 '{"sound": true, "faults": []}' verify --json --db "$campaign"
complains "verify needs a campaign" 3 "referee: $tap_scratch/none.db: there is no campaign here" \
    verify --db "$tap_scratch/none.db"
# The words of an act are overwritten in the file itself, where SQLite sees nothing wrong.
sed 's/combatant_added/combatant_burnt/' "$campaign" > "$tap_scratch/tampered.db"
run_referee verify --db "$tap_scratch/tampered.db"
holds "a campaign that was tampered with is found out" test "$code" -eq 3
input='add Anka hp=9\ndamage Anka 2\nnote wind\n'
run_referee run --db "$tap_scratch/whole.db"
input=
sed 's/9 → 7/9 → 8/' "$tap_scratch/whole.db" > "$tap_scratch/tampered.db"
run_referee show --db "$tap_scratch/tampered.db"
holds "to show it ends with an error" test "$code" -eq 3
holds "which names the place and the next step" \
    grep -q 'the log is damaged (act 2: .*`referee verify`' "$tap_scratch/err"
holds "it is shown as it stood before" grep -q 'Anka  foes   9/9' "$tap_scratch/out"
run_referee show --json --db "$tap_scratch/tampered.db"
holds "there is no JSON of it" test "$code" -eq 3 -a ! -s "$tap_scratch/out"
run_referee log --db "$tap_scratch/tampered.db"
holds "the acts that are whole are told, and the end is an error" \
    test "$code" -eq 3 -a "$(cat "$tap_scratch/out")" = "     1  r0   Anka joins
     3  r0   note: wind"
input='add Bran\n'
run_referee run --db "$tap_scratch/tampered.db"
holds "no act is taken" test "$code" -eq 3
holds "what to do is said in words" grep -q 'nothing more is written to it' "$tap_scratch/err"
input=

# ---- what cannot be seen ----
unseen=$tap_scratch/unseen.db
input='add An\0342\0200\0213ka\0302\0255 hp=9\nnote a\0342\0201\0240b\n'
says "characters that show nothing are dropped" 0 "Anka joins
note: ab" run --db "$unseen"
run_referee show --json --db "$unseen"
holds "so that a name is as it looks" grep -q '"name": "Anka", "kind": "Anka"' "$tap_scratch/out"
input=

# ---- several writers ----
# Each of them opens the campaign, which none has made yet, and writes what it has to.
several=$tap_scratch/several.db
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    printf 'note %s\nnote %s again\n' "$i" "$i" | "$referee" run --db "$several" >> "$tap_scratch/several" 2>&1 &
done
wait
holds "scripts that write at once wait for each other" \
    test "$("$referee" log --db "$several" | wc -l)" -eq 24
holds "and none is told of it" test "$(grep -vc '^note: ' "$tap_scratch/several")" -eq 0

# A trigger that another program added, and one that it dropped: named, with what to do.
cp "$campaign" "$tap_scratch/hostile.db"
sqlite3 "$tap_scratch/hostile.db" \
    "CREATE TRIGGER kinder AFTER INSERT ON event BEGIN SELECT 1; END; DROP TRIGGER log_update;"
says "what was done to the schema, and what to do about it" 3 \
    "trigger log_update: it is missing, so other programs could change acts
  what to do: go back to an earlier copy with referee restore; what this file holds is shown by sqlite3 with .dump
trigger kinder: it was added by another program, and could change what is written
  what to do: remove it with that program, or go back to an earlier copy with referee restore" \
    verify --db "$tap_scratch/hostile.db"
says "the same is told as JSON" 3 \
    '{"sound": false, "faults": [{"where": "trigger log_update", "what": "it is missing, so other programs could change acts", "next": "go back to an earlier copy with referee restore; what this file holds is shown by sqlite3 with .dump"}, {"where": "trigger kinder", "what": "it was added by another program, and could change what is written", "next": "remove it with that program, or go back to an earlier copy with referee restore"}]}' \
    verify --json --db "$tap_scratch/hostile.db"
# Faults that follow one another with the same advice: it stands once, behind them.
cp "$campaign" "$tap_scratch/dropped.db"
sqlite3 "$tap_scratch/dropped.db" "DROP TRIGGER log_update; DROP TRIGGER log_delete;"
holds "the same advice is told once" \
    test "$("$referee" verify --db "$tap_scratch/dropped.db" | grep -c "what to do")" -eq 1
holds "and each fault stands on its line" \
    test "$("$referee" verify --db "$tap_scratch/dropped.db" | grep -c "it is missing")" -eq 2
complains "and it is not opened" 3 \
    "referee: $tap_scratch/hostile.db: this campaign cannot be opened, because its schema was changed: trigger log_update: it is missing, so other programs could change acts. What to do: go back to an earlier copy with referee restore; what this file holds is shown by sqlite3 with .dump (1 more: referee verify lists them all)" \
    show --db "$tap_scratch/hostile.db"
cp "$campaign" "$tap_scratch/foreign.db"
sqlite3 "$tap_scratch/foreign.db" "PRAGMA application_id = 7"
says "another application's file is named" 3 "file: the database belongs to another application
  what to do: name the campaign's file with --db" verify --db "$tap_scratch/foreign.db"

# ---- where the campaign is ----
export REFEREE_DB="$tap_scratch/environment.db"
input='add Bran\n'
says "\$REFEREE_DB names the campaign" 0 "Bran joins" run
holds "and it is there" test -f "$tap_scratch/environment.db"
unset REFEREE_DB
export XDG_DATA_HOME="$tap_scratch/share"
mkdir "$XDG_DATA_HOME"
says "else it is in the data folder" 0 "Bran joins" run
holds "and that is there too" test -f "$tap_scratch/share/referee/campaign.db"
# ---- a game with groups ----
groups=$tap_scratch/groups.db
input='encounter pit system=four-against-darkness\nadd Ann side=party level=1 hp=2\nadd rats foe=vermin level=3 count=2\nattack rats 3\nnext\n'
run_referee run --db "$groups"
says "show counts a group, and tells what waits for one together" 0 \
    "pit · four-against-darkness · round 1, the foes' melee
  level  name  side   Life
  1 L1   Ann   party  2/2        has acted
  L3     Rats  foes   1 of 2
  Ann: level 1, tier 1, d6; attack +0; defence +0
  Rats: vermin; hit 3+  defend 4+; attacks 1  damage 1
! Ann defends 4+ against Rats: defend, 50% block  [defence]
  Ann, 1 attack due: to 0 Life 0%
next: 1 attack to defend against: \`defend\`
undo: the foes' melee" show --db "$groups"

# ---- a foe that was prepared ----
prepared=$tap_scratch/prepared.db
input='encounter crypt system=four-against-darkness\nadd king foe=tallow-king\nencounter gate system=four-against-darkness\nadd Ann class=warrior level=5\nopen crypt carry\n'
run_referee run --db "$prepared"
run_referee show --db "$prepared"
holds "a foe that was prepared follows the party that comes" \
    grep -q '^  L8 *King ' "$tap_scratch/out"

# ---- treasure that is left behind ----
behind=$tap_scratch/behind.db
input='encounter pit system=four-against-darkness\nadd Ann class=warrior level=2\nadd rats foe=vermin level=1 count=1\nattack rats 5\nencounter gate system=four-against-darkness carry\n'
run_referee run --db "$behind"
holds "the next encounter is told what was left in the one before" \
    grep -q 'left in the previous encounter: treasure of Rats' "$tap_scratch/out"


# ---- backup and rebuild ----
copy=$tap_scratch/copy.db
run_referee backup "$copy" --db "$campaign"
holds "backup copies the campaign" test "$code" -eq 0
says "and the copy is sound" 0 "$copy is sound: every act was read and leads to its recorded state" \
    verify --db "$copy"
holds "only its owner can read the copy" test "$(stat -c %a "$copy")" = 600
complains "a file that is there is not written over" 1 \
    "referee: $copy: there is a file of this name already; --replace writes over it" \
    backup "$copy" --db "$campaign"
complains "a folder is no file to write over" 1 "referee: $tap_scratch: this is a folder; name a file in it" \
    backup "$tap_scratch" --db "$campaign"
says "unless it is told" 0 "{\"campaign\": \"$campaign\", \"backup\": \"$copy\"}" \
    backup "$copy" --replace --json --db "$campaign"
ln -s "$copy" "$tap_scratch/link.db"
: > "$copy"
run_referee backup "$tap_scratch/link.db" --replace --db "$campaign"
holds "behind a link the file is replaced, and the link stays" \
    test "$code" -eq 0 -a -L "$tap_scratch/link.db" -a -s "$copy"
ln -s "$campaign" "$tap_scratch/own.db"
complains "the campaign is not its own copy, behind a link neither" 2 \
    "referee: the copy must go to another file than the campaign's" \
    backup "$tap_scratch/own.db" --replace --db "$campaign"
complains "a folder that is not there is named" 3 \
    "referee: $tap_scratch/nowhere/c.db: there is no folder $tap_scratch/nowhere" \
    backup "$tap_scratch/nowhere/c.db" --db "$campaign"
complains "backup needs a file" 2 \
    "referee: backup needs the file to copy to: it is referee backup FILE" backup --db "$campaign"
complains "backup needs a campaign" 3 "referee: $tap_scratch/none.db: there is no campaign here" \
    backup "$tap_scratch/x.db" --db "$tap_scratch/none.db"
# The way back is open also where the campaign cannot be opened any more.
ruin="$tap_scratch/ruin.db"
run_referee backup "$ruin" --db "$campaign"
mkdir "$ruin.backups"
says "there may be no copies yet" 0 "there are no copies in $ruin.backups" restore --db "$ruin"
run_referee backup "$ruin.backups/2026-01-01-200000.db" --db "$campaign"
echo "this is no campaign" >"$ruin"
complains "a copy that there is not is named" 2 \
    "referee: there is no copy of this name; referee restore lists them" \
    restore 2026-01-01-200001 --db "$ruin"
says "restore goes back to a copy, whatever is there now" 0 \
    "$ruin is as it was in the copy 2026-01-01-200000; what was there is kept in $tap_scratch/ruin-kept.db" \
    restore 2026-01-01-200000 --db "$ruin"
says "the copy is whole" 0 "$ruin is sound: every act was read and leads to its recorded state" \
    verify --db "$ruin"
holds "what was there is kept" grep -q "this is no campaign" "$tap_scratch/ruin-kept.db"

# A disk with less room than a reader's part in the write-ahead log takes: no file may grow beyond
# some kilobytes.
full="$tap_scratch/full.db"
without_room()
{
    (
        trap '' XFSZ
        ulimit -f 16
        "$referee" "$@" --db "$full" < "$tap_scratch/lines" > "$tap_scratch/out" 2> "$tap_scratch/err"
    )
    code=$?
}
echo 'note written too late' > "$tap_scratch/lines"
run_referee backup "$full" --db "$campaign"
without_room backup "$tap_scratch/no room.db"
holds "a copy that finds no room is no copy" test "$code" -eq 3
holds "the error names the file that was named" grep -q '/no room.db: the disk ' "$tap_scratch/err"
holds "nothing is left of it" test -z "$(ls "$tap_scratch" | grep 'no room')"
run_referee show --db "$full"
cp "$tap_scratch/out" "$tap_scratch/shown"
for reader in show log export figures questions verify; do
    without_room $reader
    holds "$reader needs no room on the disk" test "$code" -eq 0
    holds "$reader leaves nothing there" test "$(echo "$full"*)" = "$full"
done
without_room show
holds "what is shown is all of it" cmp -s "$tap_scratch/out" "$tap_scratch/shown"
without_room run
holds "an act is refused where there is no room" test "$code" -eq 3
holds "with the reason" grep -q 'full.db: the disk .*, so nothing was done$' "$tap_scratch/err"
cp "$tap_scratch/lines" "$tap_scratch/kept-lines"
echo 'encounter "Begun too late"' > "$tap_scratch/lines"
without_room run
holds "and so is an encounter, for the same reason" grep -q 'full.db: the disk .*, so nothing was done$' "$tap_scratch/err"
mv "$tap_scratch/kept-lines" "$tap_scratch/lines"
# A program was killed: its last act stands in the log beside the file.
mkfifo "$tap_scratch/pipe"
"$referee" run --db "$full" < "$tap_scratch/pipe" > "$tap_scratch/acknowledged" &
killed=$!
exec 9> "$tap_scratch/pipe"
echo 'note the last act' >&9
until grep -q 'the last act' "$tap_scratch/acknowledged"; do :; done
kill -9 "$killed"
wait "$killed" 2> "$tap_scratch/err"
exec 9>&-
rm -f "$full-shm"
without_room log
holds "an act in the log beside the file is read there too" grep -q 'note: the last act' "$tap_scratch/out"
holds "and stays there" test -s "$full-wal"

run_referee rebuild --db "$copy"
holds "rebuild makes again what is derived" test "$code" -eq 0
holds "and says so" grep -q "everything derived from the log was rebuilt, " \
    "$tap_scratch/out"
complains "rebuild makes no campaign" 3 "referee: $tap_scratch/none.db: there is no campaign here" \
    rebuild --db "$tap_scratch/none.db"
holds "none was made" test ! -e "$tap_scratch/none.db"

tap_end
