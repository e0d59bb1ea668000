#!/bin/sh
# The table in plain lines: what it says, what it asks, and that nothing of it needs a terminal.
. tests/cli/program.sh

campaign=$tap_scratch/linear.db
games=$("$referee" systems --json | grep -o '"system": "[a-z-]*"' | cut -d '"' -f 4 | paste -sd , | sed 's/,/, /g')

input='add Anka side=party strength=14 wits=12 ac=24 hp=9
add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16
initiative 15 5
attack
pelican 1
33
14
4
attack p1
undo
attack p1
cancel
quit
note never
'
says "a fight is told in plain lines: acts, questions, refusals" 0 \
    "No encounter yet. To begin one, its name and its game: encounter The cave system=trilemma.
The games: $games.
Type a command. show lists everybody, help explains more.
Command: add Anka side=party strength=14 wits=12 ac=24 hp=9
Anka joins.
first encounter, Trilemma, not started.
In the fight: 1 of the party, 0 foes.
Command: add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16
2 pelican join.
Command: initiative 15 5
Anka: d20 15 entered + 12 wits = 27.
Pelican 1 and Pelican 2: d20 5 entered + 6 wits = 11.
round 1 begins.
Anka's turn at 27.
Command: attack
Anka attacks whom? (Pelican 1, Pelican 2): pelican 1
Anka to Pelican 1: attack, d20 (8+ hits AC 22), then damage (Enter rolls all, * rolls one): 33
Wrong: Anka to Pelican 1: 33 is not possible on a die of 1 to 20 (attack).
Answer again, or type cancel.
Anka to Pelican 1: attack, d20 (8+ hits AC 22), then damage (Enter rolls all, * rolls one): 14
d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra.
Anka to Pelican 1: damage, 1d6 (Enter rolls): 4
Anka to Pelican 1: d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 4 entered: 4 damage.
Pelican 1: 16 to 12 of 16 HP.
Command: attack p1
Refused: Anka has acted this round: next ends the turn, says 5.1. Type ruling before the command to overrule it.
Command: undo
undone: Anka hits Pelican 1.
Command: attack p1
Anka to Pelican 1: attack, d20 (8+ hits AC 22), then damage (Enter rolls all, * rolls one): cancel
Nothing was done.
Command: quit" table --linear --db "$campaign"

input='encounter Nest system=trilemma
add Anka side=party wits=12 hp=9
add pelican wits=6 hp=16
initiative 15 5
next
next
next

undo
next
2
quit
'
says "Enter alone takes the usual answer of a question that has one" 0 \
    "No encounter yet. To begin one, its name and its game: encounter The cave system=trilemma.
The games: $games.
Type a command. show lists everybody, help explains more.
Command: encounter Nest system=trilemma
encounter Nest, Trilemma.
Nest, Trilemma, not started.
Nobody is here yet; add brings combatants.
Command: add Anka side=party wits=12 hp=9
Anka joins.
Command: add pelican wits=6 hp=16
Pelican joins.
Command: initiative 15 5
Anka: d20 15 entered + 12 wits = 27.
Pelican: d20 5 entered + 6 wits = 11.
round 1 begins.
Anka's turn at 27.
Command: next
Pelican's turn at 11.
Command: next
round 1 ends, the bout breaks apart.
Now: after round 1.
Command: next
round 2 begins: who demanded it? (only for the log) (1 party, 2 foes; Enter alone: party): 
round 2 begins, demanded by the party.
Anka's turn at 27.
Command: undo
undone: Anka's turn.
Now: after round 1.
Command: next
round 2 begins: who demanded it? (only for the log) (1 party, 2 foes; Enter alone: party): 2
round 2 begins, demanded by the foes.
Anka's turn at 27.
Command: quit" table --linear --db "$tap_scratch/usual.db"

input='odds
odds attack p2 edge=-1
odds attack p1 8
odds undo
odds attack Anka
morale p1
odds
cancel
quit
'
says "the odds, of the usual act, of a line and of what is asked" 0 \
    "first encounter, Trilemma, round 1.
In the fight: 1 of the party, 2 foes.
Turn: Anka.
Type a command. show lists everybody, help explains more.
Command: odds
attack: Anka to Pelican 1, hit 65%, direct hit 0%, save due 0%, average extra degrees 0.6, average damage 2.3, to 0 HP 0%.
attack: Anka to Pelican 2, hit 65%, direct hit 0%, save due 0%, average extra degrees 0.6, average damage 2.3, to 0 HP 0%.
Command: odds attack p2 edge=-1
attack: Anka to Pelican 2, hit 42%, direct hit 0%, save due 0%, average extra degrees 0.2, average damage 1.5, to 0 HP 0%.
Command: odds attack p1 8
attack: Anka to Pelican 1, with the dice so far, hit 100%, direct hit 0%, save due 0%, average extra degrees 0.0, average damage 3.5, to 0 HP 0%.
Command: odds undo
No odds: this rolls nothing, or something is asked first.
Command: odds attack Anka
No odds: Anka cannot attack itself: name another target.
Command: morale p1
pelicans: morale, 2d6 (8 or less holds), holds 72% (Enter rolls): odds
morale: pelicans, holds 72%.
pelicans: morale, 2d6 (8 or less holds), holds 72% (Enter rolls): cancel
Nothing was done.
Command: quit" table --linear --db "$campaign"

input='show\nshow p1\n\n'
says "show, one combatant, Enter alone; and the end of the input leaves" 0 \
    "first encounter, Trilemma, round 1.
In the fight: 1 of the party, 2 foes.
Turn: Anka.
Type a command. show lists everybody, help explains more.
Command: show
first encounter, Trilemma, round 1.
In the fight: 1 of the party, 2 foes.
Turn: Anka.
Anka, party, init 27, HP 9 of 9, has the turn.
Pelican 1, foe, init 11, HP 16 of 16.
Pelican 2, foe, init 11, HP 16 of 16.
Command: show p1
Pelican 1, foe, init 11, HP 16 of 16.
strength 12, wits 6.
AC 22.
morale 8.
init 11.
Command: 
first encounter, Trilemma, round 1.
In the fight: 1 of the party, 2 foes.
Turn: Anka.
Undo takes back: initiative for 3.
Redo does again: Anka hits Pelican 1.
Command: " table --linear --db "$campaign"

input='attack p1\n'
run_referee table --linear --db "$campaign"
holds "the end of the input at a question leaves too" test "$code" -eq 0
run_referee log undone=yes --db "$campaign"
holds "and nothing was done" test "$(grep -c undone "$tap_scratch/out")" -eq 2

input='attack p1\n\n\n'
run_referee table --linear --db "$campaign" --seed 1
holds "Enter rolls" grep -q '^Anka to Pelican 1: d20 [0-9]' "$tap_scratch/out"
input='help dice\n'
run_referee table --linear --db "$campaign"
holds "topics are explained there as by referee help" \
    grep -q '^  kh3 kl2 k3     keep the highest or lowest; k is kh$' "$tap_scratch/out"
input='help\n'
run_referee table --linear --db "$campaign"
holds "help tells of the questions" grep -q 'Enter rolls; a name' "$tap_scratch/out"

input='damage p1 20\n'
run_referee table --linear --db "$campaign"
holds "a pending check is told after the act, with its command" \
    grep -q '^To settle it: injury #2\.' "$tap_scratch/out"

input='damage\npelican 1, p2\nmany\n3\nhelp many\nhelp heal\nundo\nnext\nattack anka\n14 2\nwhy\n'
run_referee table --linear --db "$campaign"
holds "what a command lacks is asked for" grep -q \
    '^damage: who? (Pelican 1, Pelican 2; several separated by commas): pelican 1, p2$' "$tap_scratch/out"
holds "a wrong answer is told what was expected" grep -q \
    '^Wrong: damage must be a whole number up to 10000 or dice, such as 2d6+3, not many.$' "$tap_scratch/out"
holds "a command is explained by its name" grep -q '^heal: heal hit points' "$tap_scratch/out"
holds "why tells the rules" grep -q '^Pelican 1 to Anka: d20 14 .* \[5.14 5.15 5.18\].$' "$tap_scratch/out"

# An act that was wrong is decided again; the new dice are asked for, and what followed stays.
mended=$tap_scratch/mended.db
input='add Anka side=party strength=14 wits=12 ac=24 hp=9\nadd 2 pelican strength=12 wits=6 ac=22 hp=16
initiative 15 5\nattack p1 7\ndamage p2 2\namend act=4 edge=1\n14\n4\nundo\nquit\n'
run_referee table --linear --db "$mended"
holds "the new die of an act that is amended is asked for" \
    grep -q '^Anka to Pelican 1: attack, 2d20kh1 after 7 (8+ hits AC 22), then damage (Enter rolls all, \* rolls one): 14$' "$tap_scratch/out"
holds "what followed is told as played again" \
    grep -q '^played again: Pelican 2 takes 2 damage\.$' "$tap_scratch/out"
holds "one undo takes all of it back" \
    grep -q '^undone: amended: Anka hits Pelican 1\.$' "$tap_scratch/out"

# An evening that was prepared, for the ear: the log, looking for words in it, going on with the party.
ear=$tap_scratch/ear.db
input='encounter Cellar\nadd chief hp=14\nencounter Bridge\nadd Anka side=party strength=14 wits=12 hp=9
add pelican strength=8 wits=5 hp=16 ac=22\ninitiative 10 4\nquit\n'
run_referee table --linear --db "$ear"
# Who can be meant: those who are out when somebody comes back, and who is down when one is healed.
back=$tap_scratch/back.db
input='encounter Bridge\nadd Anka side=party strength=14 wits=12 hp=9
add 2 pelican strength=8 wits=5 hp=16 ac=22\nout Anka down\nout p1 dead\nback\ncancel\nheal\ncancel\n'
run_referee table --linear --db "$back"
holds "only those who are out come back" grep -q '^back: who? (Anka, Pelican 1; ' "$tap_scratch/out"
holds "who is down is healed too" grep -q '^heal: who? (Pelican 2, Anka; ' "$tap_scratch/out"

# What is wrong with a die is told by that die, and what is known already is said once.
input='attack pelican\n14\nfour\n4\nadd rat hp=2d6\n3 x\n=9x\ncancel\n'
says "a word in place of a die is reported by that die" 0 \
    "Bridge, Trilemma, round 1.
In the fight: 1 of the party, 1 foe.
Turn: Anka.
Type a command. show lists everybody, help explains more.
Command: attack pelican
Anka to Pelican: attack, d20 (8+ hits AC 22), then damage (Enter rolls all, * rolls one): 14
d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra.
Anka to Pelican: damage, 1d6 (Enter rolls): four
Wrong: four is not possible: each die shows 1 to 6; Enter rolls, cancel stops asking.
Anka to Pelican: damage, 1d6 (Enter rolls): 4
Anka to Pelican: d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 4 entered: 4 damage.
Pelican: 16 to 12 of 16 HP.
Command: add rat hp=2d6
Rat: hit points, 2d6 (Enter rolls): 3 x
Wrong: x is not possible: each die shows 1 to 6, and 2 are needed; Enter rolls, cancel stops asking.
Rat: hit points, 2d6 (Enter rolls): =9x
Wrong: =9x is not possible: each die shows 1 to 6, and 2 are needed; Enter rolls, cancel stops asking.
Rat: hit points, 2d6 (Enter rolls): cancel
Nothing was done.
Command: " table --linear --db "$ear"
input='next\n'
run_referee table --linear --db "$ear"
input='log\nlog 2\nlog r1 14\nlog 1 PELICAN\nlog nobody\nencounters\nopen\n2\nlog\nquit\n'
says "the log is told, and looked through" 0 \
    "Bridge, Trilemma, round 1.
In the fight: 1 of the party, 1 foe.
Turn: Pelican.
Type a command. show lists everybody, help explains more.
Command: log
Anka joins.
Pelican joins.
Round 1.
Anka: d20 10 entered + 12 wits = 22.
Pelican: d20 4 entered + 5 wits = 9.
round 1 begins.
Anka's turn at 22.
Anka to Pelican: d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 4 entered: 4 damage.
Pelican: 16 to 12 of 16 HP.
Anka leaves 1 extra degree unspent.
Pelican's turn at 9.
Command: log 2
Round 1.
Anka leaves 1 extra degree unspent.
Pelican's turn at 9.
There are older lines: type log 4 for more.
Command: log r1 14
Round 1.
Anka to Pelican: d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 4 entered: 4 damage.
Command: log 1 PELICAN
Round 1.
Pelican's turn at 9.
There are older lines: type log 2 PELICAN for more.
Command: log nobody
No log line contains nobody.
Command: encounters
Bridge (Trilemma, on the table, 5 acts, round 1).
Cellar (Trilemma, 1 act, not started).
Command: open
open: NAME (1 Cellar, 2 Bridge, or other words): 2
opened Bridge.
Command: log
Anka joins.
Pelican joins.
Round 1.
Anka: d20 10 entered + 12 wits = 22.
Pelican: d20 4 entered + 5 wits = 9.
round 1 begins.
Anka's turn at 22.
Anka to Pelican: d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 4 entered: 4 damage.
Pelican: 16 to 12 of 16 HP.
Anka leaves 1 extra degree unspent.
Pelican's turn at 9.
Command: quit" table --linear --db "$ear"
# One act in full: the chances it had, and its arithmetic.
input='log #5\nlog #3\nlog #1\nquit\n'
says "an act of the log is told in full" 0 \
    "Bridge, Trilemma, round 1.
In the fight: 1 of the party, 1 foe.
Turn: Pelican.
Type a command. show lists everybody, help explains more.
Command: log #5
act 5: attack pelican 14 4.
Anka to Pelican: d20 14 entered + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 4 entered: 4 damage.
chance: hit 65%; on average 0.6 extra degrees, 2.3 damage.
throw: d20 14 entered: attack, typed (5.14).
plus: 14 strength (5.14).
total: 28.
against: AC 22 (5.15).
result: hit (5.14).
result: 1 extra (5.19).
throw: 1d6 4 entered: damage, typed (5.18).
result: 4 damage (5.18).
Pelican: 16 to 12 of 16 HP.
Command: log #3
act 3: add pelican strength=8 wits=5 hp=16 ac=22.
Pelican joins.
Command: log #1
No entry: there is no act 1 in this encounter.
Command: quit" table --linear --db "$ear"
# The table as it was; nothing changes by it.
input='look #4\nlook back\nlook now\nlook sideways\nquit\n'
run_referee table --linear --db "$ear"
holds "look tells the table after any act" \
    grep -q '^Looking back at act [0-9]* of [0-9]*; to undo what came after it: rewind 4\.$' \
    "$tap_scratch/out"
holds "with hit points of then" grep -q '^Pelican, foe, .*HP 16 of 16' "$tap_scratch/out"
holds "look back goes on from there" grep -q 'came after it: rewind 3\.$' "$tap_scratch/out"
holds "look now is back" grep -q '^This is how it stands now\.$' "$tap_scratch/out"
holds "other words are told what look takes" \
    grep -q '^Wrong: look takes the number of an act .*, not sideways\.$' "$tap_scratch/out"
input='damage Anka 4\nopen cel carry\nundo\nlog\nencounter Loft\nshow\nlog\nquit\n'
says "the party goes on to the foes that wait" 0 \
    "Bridge, Trilemma, round 1.
In the fight: 1 of the party, 1 foe.
Turn: Pelican.
Type a command. show lists everybody, help explains more.
Command: damage Anka 4
Anka: 9 to 5 of 9 HP.
Command: open cel carry
opened Cellar.
Anka comes along: 5 of 9 HP.
Cellar, Trilemma, not started.
In the fight: 1 of the party, 1 foe.
Next: initiative, without Chief: wits unknown (set).
Command: undo
undone: the party comes along.
Command: log
Chief joins.
Command: encounter Loft
encounter Loft, Trilemma.
Loft, Trilemma, not started.
Nobody is here yet; add brings combatants.
Command: show
Loft, Trilemma, not started.
Nobody is here yet; add brings combatants.
Command: log
Nothing has happened yet.
Command: quit" table --linear --db "$ear"

printf 'note a\0b\n%s\n' note > "$tap_scratch/hostile"
head -c 100000 /dev/zero | tr '\0' x >> "$tap_scratch/hostile"
printf '\nnote \033]0;title\007 \377 end\nquit\n' >> "$tap_scratch/hostile"
"$referee" table --linear --db "$campaign" < "$tap_scratch/hostile" > "$tap_scratch/out" 2> "$tap_scratch/err"
code=$?
holds "hostile lines end nothing" test "$code" -eq 0
holds "zero bytes are said" grep -q '^The line is not text.$' "$tap_scratch/out"
holds "endless lines are said" grep -q '^The line is too long.$' "$tap_scratch/out"
holds "nothing reaches the terminal but text" test -z "$(tr -d '\012\040-\176\200-\377' < "$tap_scratch/out")"

"$referee" table --linear --db "$campaign" < "$tap_scratch" > "$tap_scratch/out" 2> "$tap_scratch/err"
code=$?
holds "input that cannot be read is an operating error" test "$code" -eq 3

# A condition in somebody's own words is not in the line of a turn, which players may see.
printf '%s\n' 'encounter Ford system=caves-of-qud' 'add Bo side=party hp=9' 'add crab hp=9' \
    'order Bo crab' next 'condition crab own dazed rounds=2' next undo |
    "$referee" --db "$tap_scratch/own.db" table --linear > "$tap_scratch/own"
holds "a condition of one's own words is said as it begins" \
    grep -q '^Crab: dazed' "$tap_scratch/own"
holds "and with the turn of the one who has it" \
    test "$(grep -A1 "^Crab's turn" "$tap_scratch/own" | tail -1 | cut -c1-13)" = "Crab is dazed"

# Each demo line by line, as somebody types it: the same fight as by `run`, told in sentences.
told_in_sentences() {
    for script in spire dungeon mill_pond saltworks sunken_larder; do
        rm -rf "$tap_scratch/told.db"* "$tap_scratch/run.db"*
        grep -v '^ *#' "data/demo/$script.referee" | grep . > "$tap_scratch/lines"
        "$referee" --db "$tap_scratch/run.db" --seed 3 run "data/demo/$script.referee" > /dev/null || return 1
        "$referee" --db "$tap_scratch/told.db" --seed 3 table --linear < "$tap_scratch/lines" \
            > "$tap_scratch/told" || return 1
        "$referee" --db "$tap_scratch/run.db" show --json > "$tap_scratch/run.json"
        "$referee" --db "$tap_scratch/told.db" show --json > "$tap_scratch/told.json"
        diff "$tap_scratch/run.json" "$tap_scratch/told.json" || return 1
        grep -v '^Command: ' "$tap_scratch/told" > "$tap_scratch/said"
        if grep -n '→\|×\|·\|…\|│\|█\|`\|  \|^ \|\[[0-9]\|[^.:?!,]$' "$tap_scratch/said"; then
            return 1
        fi
    done
}
holds "every demo is played whole, in sentences" told_in_sentences

# How many a prepared group is, its dice tell when it is met: in every reading.
prepared=$tap_scratch/prepared.db
input='encounter Cellar system=four-against-darkness
add Hild class=warrior level=2
add d6+2 rats foe=wax-rats
show rats
attack rats
4
1
show rats
'
run_referee table --linear --db "$prepared"
holds "a prepared group is said to be as many as its dice" \
    grep -q '^Rats, foe, .*d6+2 of them, rolled when met' "$tap_scratch/out"
holds "how many they are is asked for first when they are met" \
    grep -q '^Rats: how many, d6 (+2 is added), then attack (Enter rolls all, \* rolls one): 4$' "$tap_scratch/out"
holds "what was brought is said" grep -q '^Rats, foe, level 1, 6 of 6 left' "$tap_scratch/out"
input='undo
'
run_referee run --db "$prepared"
run_referee show --db "$prepared"
holds "show has the dice where hit points stand" \
    grep -q '^  L1  *Rats  *foes  *d6+2$' "$tap_scratch/out"
run_referee show --json --db "$prepared"
holds "and so has its JSON" \
    grep -q '"bodies": {"left": null, "of": null, "open": "d6+2"}' "$tap_scratch/out"

# Every detail of a place is offered, said and shown.
cave=$tap_scratch/cave.db
input='encounter Cave system=four-against-darkness
add Ann class=warrior level=2
add rats foe=vermin level=3 count=5
place
10
place stalagmites dark
place stalactites=no
place stalactites=perhaps
show
'
run_referee table --linear --db "$cave"
holds "the details of a place are offered by number" grep -q \
    '^where is the fight? (1 room, .* 6 dark, 7 door, 8 wandering, 9 stalagmites, 10 stalactites): 10$' "$tap_scratch/out"
holds "what stalactites do is said" \
    grep -q '^stalactites: an attack .* brings one down, 3 in 6 (a house note)\.$' "$tap_scratch/out"
holds "and what stalagmites do" grep -q '^stalagmites: nothing explodes (a house note)\.$' "$tap_scratch/out"
holds "a detail is taken off alone" grep -q '^the place: dark, stalagmites\.$' "$tap_scratch/out"
holds "another word is refused" grep -q '^Wrong: .*stalactites=perhaps: expected yes or no\.$' "$tap_scratch/out"
holds "show says them" grep -q '^Cave, Four Against Darkness, not started, dark, stalagmites\.$' "$tap_scratch/out"
run_referee show --json --db "$cave"
holds "and so does its JSON" grep -q '"phase": "not started, dark, stalagmites"' "$tap_scratch/out"
input='place
'
run_referee run --json --db "$cave"
holds "the question as JSON offers each, or takes it off" \
    test "$(grep -o '"answer": "[^"]*"' "$tap_scratch/out" | tail -5 | cut -d '"' -f 4 | paste -sd ' ' -)" = \
    'dark=no door wandering stalagmites=no stalactites'

input='roll 3d6*10
=35
=200
=40
'
run_referee table --linear --db "$cave"
holds "a total that cannot fall is refused with the nearest that can" \
    grep -q '^Wrong: roll: a total of 35 is not possible on 3d6\*10: the nearest are 30 and 40\.$' "$tap_scratch/out"
holds "one beyond the ends with the ends" \
    grep -q '^Wrong: roll: a total of 200 is not possible: it is 30 to 180\.$' "$tap_scratch/out"
holds "one of those is taken" grep -q '^roll: 3d6\*10 \[=40\]\.$' "$tap_scratch/out"

# Against the immune no chance is told, but why: asked for, and with the question for the dice.
immune=$tap_scratch/immune.db
input='encounter Crypt system=four-against-darkness
add Ann class=wizard level=2
add candle-golem
meet
odds cast sleep candle by=Ann
cast sleep candle by=Ann
4
'
run_referee table --linear --db "$immune"
holds "the odds against the immune are the reason, without a chance" \
    grep -q '^cast sleep: Ann against Candle golem: immune to sleep\.$' "$tap_scratch/out"
holds "the question for the dice says that the target is immune" \
    grep -q 'works .*, but immune to sleep (Enter rolls; 6: roll again and add): 4$' "$tap_scratch/out"
holds "the log says that the target was immune" grep -q '^Candle golem: immune to sleep\.$' "$tap_scratch/out"

input='quit\n'
complains "an encounter that is not there" 2 \
    "referee: there is no encounter Nowhere; \`encounters\` lists them" \
    table Nowhere --linear --db "$campaign"
run_referee run --linear --db "$campaign"
holds "--linear belongs to table" test "$code" -eq 2

input=
TERM=dumb run_referee table --db "$campaign"
holds "without a terminal the table names it" grep -q 'referee table --linear' "$tap_scratch/err"
tap_end
