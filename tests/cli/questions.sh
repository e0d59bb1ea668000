#!/bin/sh
# The ready questions: each answer is that of its query in schema/questions.sql, for the fights of
# five games that are kept as scripts. Who killed is of the figures, and has no query.
. tests/cli/program.sh

campaign=$tap_scratch/campaign.db
queries=schema/questions.sql
export REFEREE_DB="$campaign"
keys=$(sed -n 's/^-- \([a-z-]*\): .*?$/\1/p' $queries)

# The answer of sqlite3 to a question, and that of the program, in one form.
asked_there() {
    awk -v key="$1" '/^-- [a-z-]*: .*\?$/ { is_it = index($0, "-- " key ":") == 1; begun = 1; next }
        !begun || is_it' $queries | sqlite3 -readonly "$campaign"
}
asked_here() {
    "$referee" questions "$@" --json > "$tap_scratch/answer.json"
    sqlite3 :memory: "SELECT (SELECT group_concat(CASE
                WHEN cell.type = 'real' THEN printf('%.4f', cell.value) ELSE cell.value END, '|')
            FROM json_each(row.value) AS cell)
        FROM json_each(readfile('$tap_scratch/answer.json'), '\$.rows') AS row"
}

holds "there are eleven" test "$(echo "$keys" | wc -w)" -eq 11
says "they are listed in their words" 0 "$(sed -n 's/^-- \([a-z-]*\): \(.*?\)$/\1 \2/p' $queries |
    sed '/^rounds/i killed Who killed most?' |
    while read -r key text; do printf '%-10s %s\n' "$key" "$text"; done)" questions

answered=
for script in tests/scripts/*_to_the_end.referee tests/scripts/trilemma_evening.referee data/demo/*.referee; do
    fight=$(basename "$script" .referee)
    rm -rf "$campaign"*
    "$referee" --seed 7 run "$script" > "$tap_scratch/told" 2>&1
    for key in $keys; do
        asked_there "$key" > "$tap_scratch/there"
        asked_here "$key" round=0.. > "$tap_scratch/here"
        [ ! -s "$tap_scratch/there" ] || answered="$answered $key"
        holds "$fight: $key" cmp -s "$tap_scratch/there" "$tap_scratch/here"
        [ "$(sqlite3 -readonly "$campaign" 'SELECT count(*) FROM encounter')" -eq 1 ] || continue
        asked_here "$key" > "$tap_scratch/here" # of the open fight, which is read in another way
        holds "$fight: $key, without words" cmp -s "$tap_scratch/there" "$tap_scratch/here"
    done
done
for key in $keys; do
    holds "some fight answers $key" sh -c "echo '$answered' | grep -qw -- '$key'"
done
rm -rf "$campaign"*
"$referee" run - > /dev/null << 'END'
encounter Ford system=trilemma
add Anka side=party strength=14 wits=12 ac=24 hp=9
add Bo side=party strength=12 wits=10 ac=20 hp=9
add 3 rat strength=8 wits=3 ac=22 hp=3
initiative 19 15 3
attack r1 20 4
injury r1 dead
damage r2 5 by=Bo
injury r2 wounded
END
says "who killed is what the figures say" 0 "Who killed most?
                            killed      to 0
Anka                             1         1
Bo                               0         1" questions killed
complains "an unknown question names the nearest" 2 "referee: there is no question mises; did you mean misses?" \
    questions mises
printf 'questions hits\n' | "$referee" run > "$tap_scratch/told"
holds "the table answers too" grep -q 'Who hit most often' "$tap_scratch/told"

# Questions that were kept: by name in every command that asks, with an undo of their own.
rm -rf "$campaign"*
"$referee" --seed 7 run tests/scripts/trilemma_evening.referee > /dev/null 2>&1
printf 'question-keep blows action=attack damage>=1\nquestion-keep "last words" about=morale\n' |
    "$referee" run > "$tap_scratch/told"
"$referee" log action=attack 'damage>=1' > "$tap_scratch/there"
"$referee" log question=blows > "$tap_scratch/here"
holds "a kept question finds something" test -s "$tap_scratch/here"
holds "log asks it by its name" cmp -s "$tap_scratch/there" "$tap_scratch/here"
"$referee" log action=attack 'damage>=1' round=2 > "$tap_scratch/there"
"$referee" log question=BLOWS r2 > "$tap_scratch/here"
holds "other words narrow the answer" cmp -s "$tap_scratch/there" "$tap_scratch/here"
"$referee" figures action=attack 'damage>=1' --json | sed 1d > "$tap_scratch/there"
"$referee" figures question=blows --json | sed 1d > "$tap_scratch/here"
holds "figures ask it by its name" cmp -s "$tap_scratch/there" "$tap_scratch/here"
"$referee" export question=blows -o "$tap_scratch/here.csv" > /dev/null
"$referee" export action=attack 'damage>=1' -o "$tap_scratch/there.csv" > /dev/null
holds "so does export" cmp -s "$tap_scratch/there.csv" "$tap_scratch/here.csv"
run_referee questions
holds "they are listed" grep -q '^question=blows *action=attack damage>=1$' "$tap_scratch/out"
run_referee questions --json
holds "the answer is told as JSON" test "$(sqlite3 :memory: "SELECT json_extract(readfile('$tap_scratch/out'),
    '\$.kept[0].name', '\$.kept[1].words')")" = '["blows","about=morale"]'
complains "an unknown name is shown with a caret and the nearest" 2 \
    "referee: no question was kept under this name; did you mean blows?
question=blws
         ^" log question=blws
complains "not= takes one word" 2 "referee: not= goes with one word, not a question
not=question=blows
^" log not=question=blows
printf 'question-rename blows hits\nquestion-delete "last words"\n' | "$referee" run > /dev/null
"$referee" questions | grep '^question=' > "$tap_scratch/here"
holds "one is renamed, one deleted" test "$(cat "$tap_scratch/here")" = \
    "question=hits       action=attack damage>=1"
printf 'questions-undo\nquestions-undo\n' | "$referee" run > /dev/null
holds "both are undone" test "$("$referee" questions | grep -c '^question=[bl]')" -eq 2
printf 'questions-redo\n' | "$referee" run > /dev/null
holds "one is redone" test "$("$referee" questions | grep -c '^question=[hl]')" -eq 2
printf 'undo\n' | "$referee" run > /dev/null
holds "undo at the table leaves them" test "$("$referee" questions | grep -c '^question=')" -eq 2
printf 'question-keep x rond=2\n' | "$referee" run > "$tap_scratch/told" 2>&1
holds "words that cannot be read are not kept" grep -q 'did you mean round' "$tap_scratch/told"
printf 'question-keep x question=hits\n' | "$referee" run > "$tap_scratch/told" 2>&1
holds "nor is a name in place of words" grep -q 'write its words' "$tap_scratch/told"
holds "and the campaign is sound" "$referee" verify
tap_end
