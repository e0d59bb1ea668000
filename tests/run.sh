#!/bin/sh
# Runs test programs and test scripts, reads the TAP they print, and adds up. The line of each says how
# many tests it has and how long it took.
#
#   sh tests/run.sh [NAME=VALUE | PROGRAM | SCRIPT.sh] ...
#
# A NAME=VALUE is put into the environment of what follows it. The output of a program that fails
# is shown at the end; the last line is always "N passed, N failed", with ", N skipped" when tests
# were skipped. Also a failure: a program that crashes, that ends with an error although every test
# passed (a leak, say), that runs no test, or that reports fewer or more tests than it announced.
# With FAIL_ON_SKIP=1 in the arguments, skipped tests make the run fail.
#
# Each program runs from the top of the source tree with an empty home directory of its own, which
# is also its $TMPDIR, so that nothing of the user's is read or written. Programs write small campaigns
# and wait for the disk at every act, so their homes are in memory where there is room; those of scripts,
# which copy whole trees, never are.
set -u

here=$(pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/referee-tests.XXXXXX") || exit 2
memory=
if [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -gt 1000000 ]; then
    memory=$(mktemp -d /dev/shm/referee-tests.XXXXXX) || memory=
fi
trap 'rm -rf "$work" "$memory"' EXIT
trap 'exit 130' INT TERM

fail_on_skip=
count=0
settings=
for argument in "$@"; do
    case $argument in
    FAIL_ON_SKIP=*) fail_on_skip=${argument#*=} ;;
    [A-Z]*=*) settings="$settings $argument" ;;
    *)
        count=$((count + 1))
        home=$work/$count/home
        [ -z "$memory" ] || [ "${argument%.sh}" != "$argument" ] || home=$memory/$count
        mkdir -p "$work/$count" "$home"
        echo "$home" > "$work/$count/place"
        echo "$argument" > "$work/$count/program"
        echo "$settings" > "$work/$count/settings"
        ;;
    esac
done

# Reads standard output in TAP, prints "passed failed skipped" and then a line for each complaint.
# cmocka 1.1.5 prints a skipped test as "not ok N # SKIP name".
judge() {
    awk -v status="$2" '
    function fail(why) { failed++; complaint[++complaints] = why }
    /^1\.\.[0-9]+/ {
        sub(/^1\.\./, ""); planned += $1; has_plan = 1
        if ($1 == 0 && toupper($0) ~ /# *SKIP/) { skipped++; planned++; complaint[++complaints] = "skipped: " $0 }
        next
    }
    /^(not )?ok/ && toupper($0) ~ /# *SKIP/ { skipped++; complaint[++complaints] = "skipped: " $0; next }
    /^ok/ { passed++; next }
    /^not ok/ { fail($0); next }
    /^Bail out!/ { fail($0) }
    END {
        seen = passed + failed + skipped
        if (status > 128) fail("killed by signal " (status - 128))
        if (!has_plan && seen == 0) fail("ran no test")
        else if (!has_plan) fail("announced no number of tests")
        else if (planned == 0) fail("ran no test")
        else if (seen != planned) fail("announced " planned " tests, reported " seen)
        if (status != 0 && failed == 0) fail("ended with status " status)
        print passed + 0, failed + 0, skipped + 0
        for (i = 1; i <= complaints; i++) print "    " complaint[i]
    }' "$1"
}

run_one() {
    directory=$work/$1
    program=$(cat "$directory/program")
    case $program in
    *.sh) command="sh $program" ;;
    */*) command=$program ;;
    *) command=./$program ;;
    esac
    home=$(cat "$directory/place")
    began=$(date +%s%N)
    # The settings are words without blanks, so splitting them is meant.
    # shellcheck disable=SC2046,SC2086
    env -u XDG_DATA_HOME -u XDG_CONFIG_HOME -u XDG_RUNTIME_DIR -u REFEREE_DB -u NO_COLOR -u MAKEFLAGS -u MAKELEVEL \
        HOME="$home" TMPDIR="$home" LC_ALL=C.UTF-8 \
        CMOCKA_MESSAGE_OUTPUT=TAP \
        $(cat "$directory/settings") \
        $command > "$directory/out" 2> "$directory/err" < /dev/null
    judge "$directory/out" $? > "$directory/verdict"
    rm -rf "$home"
    took=$((($(date +%s%N) - began) / 100000000)) # tenths of a second
    read -r passed failed skipped < "$directory/verdict"
    word=ok
    [ "$failed" -eq 0 ] || word=FAILED
    printf '%-6s %4d %4d.%d s  %s\n' "$word" $((passed + failed + skipped)) $((took / 10)) $((took % 10)) \
        "$program"
}

# Each lane takes the next program that nobody has taken, so that a slow one keeps no other waiting.
lane() {
    i=1
    while [ "$i" -le "$count" ]; do
        if mkdir "$work/$i/taken" 2>/dev/null; then
            run_one "$i"
        fi
        i=$((i + 1))
    done
}

cd "$here" || exit 2
# One lane more than there are processors: tests on a terminal wait most of the time.
lanes=$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1))
while [ "$lanes" -gt 0 ]; do
    lane 2>/dev/null &
    lanes=$((lanes - 1))
done
wait

all_passed=0
all_failed=0
all_skipped=0
i=1
while [ "$i" -le "$count" ]; do
    directory=$work/$i
    read -r passed failed skipped < "$directory/verdict"
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
    all_skipped=$((all_skipped + skipped))
    if [ "$failed" -ne 0 ]; then
        echo
        echo "---- $(cat "$directory/program")$(cat "$directory/settings")"
        cat "$directory/out" "$directory/err"
    fi
    if [ "$((failed + skipped))" -ne 0 ]; then
        echo "---- $(cat "$directory/program"):"
        sed 1d "$directory/verdict"
    fi
    i=$((i + 1))
done

status=0
[ "$all_failed" -eq 0 ] || status=1
[ "$all_passed" -ne 0 ] || status=1
if [ "$all_skipped" -ne 0 ] && [ "$fail_on_skip" = 1 ]; then
    echo "skipped tests fail this run; ALLOW_SKIP=1 lets them pass"
    status=1
fi
if [ "$all_skipped" -ne 0 ]; then
    echo "$all_passed passed, $all_failed failed, $all_skipped skipped"
else
    echo "$all_passed passed, $all_failed failed"
fi
exit $status
