#!/bin/sh
# The table in plain lines: what it says, what it asks, and that nothing of it needs a terminal.
. tests/cli/program.sh

campaign=$tap_scratch/linear.db

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
says "a fight in plain lines: acts, questions, refusals" 0 \
    "no encounter yet · trilemma · not started
  nobody is here
Type a command; help says more.
> add Anka side=party strength=14 wits=12 ac=24 hp=9
Anka joins
> add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16
2 × pelican join
> initiative 15 5
Anka: d20 [15] + 12 wits = 27  [5.1]
Pelican 1 and 1 more: d20 [5] + 6 wits = 11  [5.1]
round 1 begins  [5.1]
Anka's turn at 27  [5.1]
Turn: Anka.
> attack
attack whom? (Anka, Pelican 1, Pelican 2): pelican 1
Anka → Pelican 1: attack, d20 (8+ hits AC 22) (Enter rolls here): 33
Wrong: Anka → Pelican 1: 33 cannot fall on a die of 1 to 20 (attack)
Anka → Pelican 1: attack, d20 (8+ hits AC 22) (Enter rolls here): 14
d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra
Anka → Pelican 1: damage, 1d6 (Enter rolls here): 4
Anka → Pelican 1: d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 [4]: 4 damage  [5.14 5.15 5.19 5.18]
Pelican 1: 16 → 12 of 16 HP  [5.18]
Turn: Anka.
> attack p1
Refused: Anka has acted this round: \`next\` is due [5.1]; \`ruling\` before the command overrules it
> undo
undone: Anka hits Pelican 1
Turn: Anka.
> attack p1
Anka → Pelican 1: attack, d20 (8+ hits AC 22) (Enter rolls here): cancel
Nothing was done.
> quit" table --linear --db "$campaign"

input='show\n'
says "show, and the end of the input leaves" 0 \
    "first encounter · trilemma · round 1
  init   name       side   HP
> 27     Anka       party  9/9
  11     Pelican 1  foes   16/16
  11     Pelican 2  foes   16/16
undo: initiative for 3
redo: Anka hits Pelican 1
Type a command; help says more.
> show
first encounter · trilemma · round 1
  init   name       side   HP
> 27     Anka       party  9/9
  11     Pelican 1  foes   16/16
  11     Pelican 2  foes   16/16
undo: initiative for 3
redo: Anka hits Pelican 1
> " table --linear --db "$campaign"

input='attack p1\n'
run_referee table --linear --db "$campaign"
holds "the end of the input at a question leaves too" test "$code" -eq 0
run_referee log --db "$campaign"
holds "and nothing was done" test "$(grep -c undone "$tap_scratch/out")" -eq 2

input='attack p1\n\n\n'
run_referee table --linear --db "$campaign" --seed 1
holds "Enter rolls" grep -q '^Anka → Pelican 1: d20 [0-9]' "$tap_scratch/out"
input='help\n'
run_referee table --linear --db "$campaign"
holds "help tells of the questions" grep -q 'Enter rolls here; a name' "$tap_scratch/out"

input='damage p1 20\n'
run_referee table --linear --db "$campaign"
holds "what is due is said after the act, with its command" \
    grep -q '^! injury save due: Pelican 1: injury #2' "$tap_scratch/out"

printf 'note a\0b\n%s\n' note > "$tap_scratch/hostile"
head -c 100000 /dev/zero | tr '\0' x >> "$tap_scratch/hostile"
printf '\nnote \033]0;title\007 \377 end\nquit\n' >> "$tap_scratch/hostile"
"$referee" table --linear --db "$campaign" < "$tap_scratch/hostile" > "$tap_scratch/out" 2> "$tap_scratch/err"
code=$?
holds "hostile lines end nothing" test "$code" -eq 0
holds "zero bytes are said" grep -q '^The line is no text.$' "$tap_scratch/out"
holds "endless lines are said" grep -q '^The line is too long.$' "$tap_scratch/out"
holds "nothing reaches the terminal but text" test -z "$(tr -d '\012\040-\176\200-\377' < "$tap_scratch/out")"

"$referee" table --linear --db "$campaign" < "$tap_scratch" > "$tap_scratch/out" 2> "$tap_scratch/err"
code=$?
holds "input that cannot be read is an operating error" test "$code" -eq 3

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
