#!/bin/sh
# The ten ready questions: each answer is that of its query in schema/questions.sql, for the fights of
# five games that are kept as scripts.
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
    "$referee" questions "$1" round=0.. --json > "$tap_scratch/answer.json"
    sqlite3 :memory: "SELECT (SELECT group_concat(CASE
                WHEN cell.type = 'real' THEN printf('%.4f', cell.value) ELSE cell.value END, '|')
            FROM json_each(row.value) AS cell)
        FROM json_each(readfile('$tap_scratch/answer.json'), '\$.rows') AS row"
}

holds "there are ten" test "$(echo "$keys" | wc -w)" -eq 10
says "they are listed in their words" 0 "$(sed -n 's/^-- \([a-z-]*\): \(.*?\)$/\1 \2/p' $queries |
    while read -r key text; do printf '%-10s %s\n' "$key" "$text"; done)" questions

answered=
for script in tests/scripts/*_to_the_end.referee tests/scripts/trilemma_evening.referee data/demo/*.referee; do
    fight=$(basename "$script" .referee)
    rm -rf "$campaign"*
    "$referee" --seed 7 run "$script" > "$tap_scratch/told" 2>&1
    for key in $keys; do
        asked_there "$key" > "$tap_scratch/there"
        asked_here "$key" > "$tap_scratch/here"
        [ ! -s "$tap_scratch/there" ] || answered="$answered $key"
        holds "$fight: $key" cmp -s "$tap_scratch/there" "$tap_scratch/here"
    done
done
for key in $keys; do
    holds "some fight answers $key" sh -c "echo '$answered' | grep -qw -- '$key'"
done
complains "an unknown question names the nearest" 2 "referee: there is no question mises; did you mean misses?" \
    questions mises
printf 'questions hits\n' | "$referee" run > "$tap_scratch/told"
holds "the table answers too" grep -q 'Who hit most often' "$tap_scratch/told"
tap_end
