#!/bin/sh
# The questions of schema/README.md, asked of a demo's campaign: each answer is the one that stands
# there. ACCEPT=1 writes the answers again.
. tests/cli/program.sh

readme=schema/README.md
campaign=$tap_scratch/campaign.db
"$referee" run --db "$campaign" data/demo/spire.referee > /dev/null || exit 2
printf 'morale #6 6 3\ncondition Marit prone rounds=3\ncondition Bran blind\n' |
    "$referee" run --db "$campaign" > /dev/null || exit 2

# Prints the document with the answer to each question after it: $1 how many questions there are.
answered() {
    awk -v scratch="$tap_scratch" -v campaign="$campaign" '
        state == "answer" { if ($0 != "```") next; state = ""; print; next }
        state == "asked" && $0 == "```" {
            state = "answer"
            print
            close(scratch "/query")
            system("sqlite3 -readonly \"" campaign "\" < " scratch "/query")
            next
        }
        { print; fflush() }
        $0 == "```sql" { state = "query"; printf "" > (scratch "/query"); next }
        state == "query" && $0 == "```" { state = "asked"; next }
        state == "query" { print >> (scratch "/query") }' "$readme"
}

answered > "$tap_scratch/answered"
if [ -n "${ACCEPT:-}" ]; then
    cp "$tap_scratch/answered" "$readme"
fi
diff "$readme" "$tap_scratch/answered" > "$tap_scratch/difference"
check "the answers are those that stand there" cat "$tap_scratch/difference"
holds "there are ten questions" test "$(grep -c '^```sql' "$readme")" -eq 10
holds "none of them has an empty answer" \
    test "$(tr '\n' '@' < "$tap_scratch/answered" | grep -c '```@```@```@')" -eq 0

# What the views say is what the program says.
run_referee show --json --db "$campaign"
holds "combatants are those of show" test \
    "$(sqlite3 "$campaign" "SELECT number || name || side || hp || hp_max || ifnull(out, '') FROM combatants")" = \
    "$(sqlite3 :memory: "SELECT json_extract(value, '\$.id') || json_extract(value, '\$.name') ||
        json_extract(value, '\$.side') || json_extract(value, '\$.hp') || json_extract(value, '\$.hp_max') ||
        ifnull(json_extract(value, '\$.out'), '')
        FROM json_each(readfile('$tap_scratch/out'), '\$.combatants') ORDER BY json_extract(value, '\$.id')")"
holds "scores can be asked for too" test \
    "$(sqlite3 "$campaign" "SELECT number || ' ' || score FROM combatants WHERE out IS NULL")" = \
    "$(sqlite3 :memory: "SELECT json_extract(value, '\$.id') || ' ' || json_extract(value, '\$.score')
        FROM json_each(readfile('$tap_scratch/out'), '\$.combatants')
        WHERE json_extract(value, '\$.out') IS NULL ORDER BY json_extract(value, '\$.id')")"
printf 'damage Marit 3\nundo\n' | "$referee" run --db "$campaign" > /dev/null
holds "what was taken back is left out" test \
    "$(sqlite3 "$campaign" "SELECT hp FROM combatants WHERE name = 'Marit'")" -eq 8
tap_end
