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
            SELECT json_extract(r.value, '\$.chance') AS chance, o.value AS outcome
            FROM json_each(readfile('$tap_scratch/log.json'), '\$.acts') AS act
            JOIN json_each(act.value, '\$.requests') AS r
            JOIN json_each(act.value, '\$.outcomes') AS o ON o.key = r.key
            WHERE r.value ->> '\$.by' IS NOT NULL), -- a trap is nobody's attack
        part AS (
            SELECT chance, outcome, outcome ->> '\$.hit' AS hit, 1 - (outcome ->> '\$.block') AS through,
                chance ->> '\$.probabilities.hit' AS p, 1 - (chance ->> '\$.probabilities.block') AS q
            FROM roll)
        SELECT printf('%d %d %.9f %d', sum(p IS NOT NULL OR q IS NOT NULL),
            total(hit) + total(through), total(p) + total(q),
            (SELECT count(*) FROM json_each(readfile('$tap_scratch/log.json'), '\$.acts')))
        FROM part"
}

counted() {
    "$referee" figures round=0.. --json > "$tap_scratch/figures.json"
    sqlite3 :memory: "
        SELECT printf('%d %d %.9f %d', total(value ->> '\$.attacks'), total(value ->> '\$.hits'),
            total(value ->> '\$.hits_expected'),
            json_extract(readfile('$tap_scratch/figures.json'), '\$.acts'))
        FROM json_each(readfile('$tap_scratch/figures.json'), '\$.$1')"
}

for script in tests/scripts/*_to_the_end.referee tests/scripts/trilemma_evening.referee data/demo/*.referee; do
    name=$(basename "$script" .referee)
    rm -rf "$campaign"*
    "$referee" --seed 7 run "$script" > "$tap_scratch/told" 2>&1
    expected=$(sums)
    holds "$name: attacks, hits and hits expected are the sums of the log" test "$(counted combatants)" = "$expected"
    holds "$name: so are those of the sides" test "$(counted sides)" = "$expected"
    holds "$name: percentiles lie between 0 and 1" test "$(sqlite3 :memory: "SELECT count(*)
        FROM json_each(readfile('$tap_scratch/figures.json'), '\$.combatants')
        WHERE NOT ifnull(value ->> '\$.hits_percentile' BETWEEN 0 AND 1, 1)
            OR (value ->> '\$.hits_percentile' IS NULL) <> (value ->> '\$.attacks' = 0)")" = 0
done
complains "a word that cannot be read is a usage error" 2 \
    "referee: there is no word rond=; did you mean round?
rond=2
^" figures rond=2
run_referee figures
holds "figures are printed in lines of at most 80 columns" \
    test "$code" -eq 0 -a -s "$tap_scratch/out" -a "$(awk 'length > 82' "$tap_scratch/out" | wc -l)" -eq 0
tap_end
