#!/bin/sh
# Every script of this folder and of data/demo, each into a campaign of its own: what it prints, what
# it complains about and its exit code (NAME.out), and where the encounter stands then (NAME.json).
# With ACCEPT=1 what happens is written down as what is expected.
. tests/gates/tap.sh

referee=$BUILD_DIR/referee
unset REFEREE_DB XDG_DATA_HOME

# $1 script, $2 base of the files with what is expected
compare() {
    campaign=$tap_scratch/campaign.db
    rm -f "$campaign"*
    "$referee" --db "$campaign" --seed 7 run "$1" > "$tap_scratch/out" 2> "$tap_scratch/err"
    echo "exit code $?" >> "$tap_scratch/err"
    cat "$tap_scratch/err" >> "$tap_scratch/out"
    "$referee" --db "$campaign" show --json > "$tap_scratch/json" 2>&1
    if [ -n "${ACCEPT:-}" ]; then
        cp "$tap_scratch/out" "$2.out"
        cp "$tap_scratch/json" "$2.json"
    fi
    diff "$2.out" "$tap_scratch/out" && diff "$2.json" "$tap_scratch/json"
}

for script in tests/scripts/*.referee data/demo/*.referee; do
    name=$(basename "$script" .referee)
    check "the script $name goes as it is written down" compare "$script" "tests/scripts/$name"
done
tap_end
