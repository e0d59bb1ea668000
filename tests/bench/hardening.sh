#!/bin/sh
# What hardening costs in counted instructions: the same work by the program as it is released and by
# one that is built without. Counted, not timed, so that a busy machine changes nothing. Needs valgrind.
# `make hardening` builds both and runs this: sh tests/bench/hardening.sh HARDENED PLAIN
set -u
scratch=$(mktemp -d "${TMPDIR:-/tmp}/hardening.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT

# Prints how many instructions a command takes.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 > "$scratch/output" |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# $1 the build's folder, $2 which work, $3 how much of it.
work() {
    case $2 in
    start) instructions "$1/referee" --version ;;
    acts)
        rm -f "$scratch"/campaign.db*
        instructions "$1/referee" --db "$scratch/campaign.db" run data/demo/spire.referee ;;
    odds)
        line='{"system":"qud","action":"melee","inputs":{"dv":6,"av":5,"pv":4,"damage":"2d4"},"odds":true}'
        yes "$line" | head -n "$3" > "$scratch/lines"
        instructions "$1/referee" resolve --jsonl < "$scratch/lines" ;;
    rolls) instructions "$1/referee" roll 2d6+3 -n "$3" --seed 1 ;;
    frames) instructions "$1/tests/tui/fight/test_tour" ;;
    esac
}

printf '%-34s %14s %14s %8s\n' "instructions" "without" "hardened" "more"
while read -r name amount title; do
    hardened=$(work "$1" "$name" "$amount")
    plain=$(work "$2" "$name" "$amount")
    [ -n "$hardened" ] && [ -n "$plain" ] || { echo "hardening: $name was not counted" >&2; exit 1; }
    awk -v title="$title" -v plain="$plain" -v hardened="$hardened" 'BEGIN {
        printf "%-34s %14d %14d %7.1f%%\n", title, plain, hardened, (hardened / plain - 1) * 100 }'
done << 'END'
start 0 the program started
acts 0 the demo's acts, from a script
odds 300 odds, 300 lines of JSON
frames 0 the tour's keys and frames
rolls 20000 20,000 rolls of 2d6+3
END
