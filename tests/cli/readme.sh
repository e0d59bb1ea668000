#!/bin/sh
# What README.md shows can be typed: its script is played to its end, and every line of the program
# does what it is for.
. tests/cli/program.sh

referee=$(cd "$BUILD_DIR" && pwd)/referee
readme=$PWD/README.md
cd "$tap_scratch" || exit 2
export REFEREE_DB="$tap_scratch/table.db"

sed -n '/^    encounter /,/^$/s/^    //p' "$readme" > fight.referee
holds "the script is there" test "$(grep -c . fight.referee)" -ge 5
sed -n 's/^    referee //p' "$readme" | sed 's/   .*//' > lines
holds "the lines of the program are there" test "$(grep -c . lines)" -ge 12
grep '^run ' lines > ordered
grep -v '^run ' lines >> ordered
while read -r line <&3; do
    # As a shell reads it, quotes and all.
    eval "run_referee $line"
    holds "referee $line" test "$code" -eq 0 -a -s out -a ! -s err
done 3< ordered
tap_end
