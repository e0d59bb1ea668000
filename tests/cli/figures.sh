#!/bin/sh
# Figures against sums that sqlite3 makes of `log --json`: attacks, hits, damage, and what was expected
# of each, by side, for the fights of five games that are kept as scripts.
. tests/cli/program.sh

campaign=$tap_scratch/campaign.db
export REFEREE_DB="$campaign"

# An attack is a request whose chance has `hit`; one with `block` is the target's attack.
sums() {
    "$referee" log round=0.. --json > "$tap_scratch/log.json"
    sqlite3 :memory: "
        WITH roll AS (
            SELECT json_extract(r.value, '\$.chance') AS chance, o.value AS outcome,
                json_array_length(r.value, '\$.to') > 0 AS is_at_somebody -- drowning is not
            FROM json_each(readfile('$tap_scratch/log.json'), '\$.acts') AS act
            JOIN json_each(act.value, '\$.requests') AS r
            JOIN json_each(act.value, '\$.outcomes') AS o ON o.key = r.key
            WHERE r.value ->> '\$.by' IS NOT NULL), -- a trap is nobody's attack
        part AS (
            SELECT chance, outcome, is_at_somebody, outcome ->> '\$.hit' AS hit, 1 - (outcome ->> '\$.block') AS through,
                chance ->> '\$.probabilities.hit' AS p, 1 - (chance ->> '\$.probabilities.block') AS q
            FROM roll)
        SELECT printf('%d %d %.9f %d %.9f %d', sum(p IS NOT NULL OR q IS NOT NULL),
            total(hit) + total(through), total(p) + total(q),
            total(outcome ->> '\$.damage') FILTER (WHERE is_at_somebody),
            total(chance ->> '\$.mean.damage') FILTER (WHERE is_at_somebody),
            (SELECT count(*) FROM json_each(readfile('$tap_scratch/log.json'), '\$.acts')))
        FROM part"
}

counted() {
    "$referee" figures round=0.. --json > "$tap_scratch/figures.json"
    sqlite3 :memory: "
        SELECT printf('%d %d %.9f %d %.9f %d', total(value ->> '\$.attacks'), total(value ->> '\$.hits'),
            total(value ->> '\$.hits_expected'), total(value ->> '\$.damage_rolled'),
            total(value ->> '\$.damage_expected'),
            json_extract(readfile('$tap_scratch/figures.json'), '\$.acts'))
        FROM json_each(readfile('$tap_scratch/figures.json'), '\$.$1')"
}

# What stands of the damage: less what was taken back, with that of lines; and no more hit points were
# taken by it than there was damage, nor than were lost.
standing() {
    sqlite3 -readonly "$campaign" "
        SELECT cast($1 + ifnull(sum(new - old), 0) AS INTEGER) FROM happened WHERE kind = 'damage_dealt'"
}
dealt() {
    sqlite3 :memory: "
        SELECT printf('%d %d', total(value ->> '\$.damage_dealt'),
            total(value ->> '\$.hp_taken') <= total(value ->> '\$.damage_taken'))
        FROM json_each(readfile('$tap_scratch/figures.json'), '\$.combatants')"
}

for script in tests/scripts/*_to_the_end.referee tests/scripts/trilemma_evening.referee data/demo/*.referee; do
    name=$(basename "$script" .referee)
    rm -rf "$campaign"*
    "$referee" --seed 7 run "$script" > "$tap_scratch/told" 2>&1
    expected=$(sums)
    holds "$name: attacks, hits and damage, and what was expected of them, are the sums of the log" test "$(counted combatants)" = "$expected"
    if grep -q '"sums": \[{' "$tap_scratch/figures.json"; then
        several=yes
        holds "$name: a sum for each name has the same" test "$(counted sums)" = "$expected"
    fi
    holds "$name: so are those of the sides" test "$(counted sides)" = "$expected"
    holds "$name: damage that stands is the sum of the rolls and of what the log says beside them" \
        test "$(dealt)" = "$(standing "$(echo "$expected" | cut -d ' ' -f 4)") 1"
    holds "$name: percentiles lie between 0 and 1" test "$(sqlite3 :memory: "SELECT count(*)
        FROM json_each(readfile('$tap_scratch/figures.json'), '\$.combatants')
        WHERE NOT ifnull(value ->> '\$.hits_percentile' BETWEEN 0 AND 1, 1)
            OR (value ->> '\$.hits_percentile' IS NULL) <> (value ->> '\$.attacks' = 0)")" = 0
done
# Any word asks the campaign, also one that only says which acts count.
rm -rf "$campaign"*
printf '%s\n' 'encounter Ford system=trilemma' 'add Ana side=party strength=14 wits=12 ac=24 hp=9' \
    'add rat strength=8 wits=8 ac=22 hp=4' 'initiative 15 5' 'attack rat 14 2' 'undo' \
    'encounter Mill system=trilemma' 'add Bo side=party strength=12 wits=12 ac=24 hp=9' > "$tap_scratch/two"
"$referee" --seed 7 run "$tap_scratch/two" > "$tap_scratch/told" 2>&1
run_referee figures undone=yes --json
holds "undone=yes alone asks the campaign" \
    test "$(jq -c '[.acts, (.combatants | map(.hits) | add)]' "$tap_scratch/out")" = "[1,1]"
run_referee figures --json
holds "without words it is the open encounter" test "$(jq -c '.acts' "$tap_scratch/out")" = 1
complains "a word that cannot be read is a usage error" 2 \
    "referee: there is no word rond=; did you mean round?
rond=2
^" figures rond=2
run_referee figures
holds "figures are printed in lines of at most 80 columns" \
    test "$code" -eq 0 -a -s "$tap_scratch/out" -a "$(awk 'length > 82' "$tap_scratch/out" | wc -l)" -eq 0
# By whom, in every way of a table without a screen; what a late shield takes back; who died of it.
rm -rf "$campaign"*
printf '%s\n' 'encounter Ford system=trilemma' 'add Ana side=party strength=14 wits=12 ac=24 hp=9' \
    'add Bo side=party strength=11 wits=12 ac=20 hp=7' 'add 2 rat strength=8 wits=3 ac=22 hp=6' \
    'initiative 15 7 5' 'damage r2 9 by=Bo' 'injury r2 dead' 'hp Ana t7' 'hp Ana t3' next next \
    'attack Bo 20 3' 'react Bo shield-after 19' > "$tap_scratch/late"
"$referee" --seed 7 run "$tap_scratch/late" > "$tap_scratch/told" 2>&1
run_referee figures --json
row='[.name, .damage_dealt, .damage_rolled, .hp_taken, .damage_taken, .healed, .kills, .downs, .brought_to_0, .killed]'
holds "the numbers of each" test "$(jq -c ".combatants[] | $row" "$tap_scratch/out" | sort)" = \
    '["Ana",0,0,0,0,0,0,0,0,0]
["Bo",9,0,6,0,0,1,0,1,1]
["Rat 1",0,3,0,0,0,0,0,0,0]
["Rat 2",0,0,0,6,0,0,1,0,0]'
run_referee figures
holds "two columns stand in place of kills" grep -q 'HP  lost heal to 0 killed$' "$tap_scratch/out"
printf 'figures\n' | "$referee" run > "$tap_scratch/told"
holds "the table says it in words" grep -q '^Bo: 9 damage, 6 HP taken, 1 brought to 0, 1 killed$' "$tap_scratch/told"
holds "and what was rolled, where it does not stand" \
    grep -q '^Rat 1: 1 of 1 hits (average 0.5), 0 damage, 3 rolled (average 1.6)' "$tap_scratch/told"
"$referee" export --format json | jq -c ".figures.combatants[] | $row" | sort > "$tap_scratch/exported"
holds "an export has the same numbers" test "$(cat "$tap_scratch/exported")" = \
    "$("$referee" figures --json | jq -c ".combatants[] | $row" | sort)"
printf 'undo\n' | "$referee" run > /dev/null
run_referee figures --json
holds "without the shield the hit stands" \
    test "$(jq -c '.combatants[] | select(.name == "Rat 1") | [.damage_dealt, .hp_taken]' "$tap_scratch/out")" = "[3,3]"

# A damaged log: what is behind the gap is not counted, and the gap is named.
rm -rf "$campaign"*
printf '%s\n' 'encounter Ford system=trilemma' 'add Ana side=party strength=14 wits=12 ac=24 hp=9' \
    'add 2 rat strength=8 wits=8 ac=22 hp=9' 'initiative 15 5' 'damage r1 2' 'damage r2 5' 'damage r2 3' |
    "$referee" --seed 7 run > "$tap_scratch/told" 2>&1
trigger=$(sqlite3 "$campaign" "SELECT sql FROM sqlite_master WHERE name = 'event_update'")
sqlite3 "$campaign" "DROP TRIGGER event_update; UPDATE event SET new = 1 WHERE act = 5 AND kind = 'hp_changed'; $trigger"
run_referee figures --json
holds "what is behind a gap is not counted" test "$(jq -c '[.combatants[].damage_taken] | add' "$tap_scratch/out")" = 2
holds "the gap is named" grep -q 'act 5: its events differ from what was written' "$tap_scratch/err"
holds "and it is an operating error" test "$code" -eq 3
tap_end
