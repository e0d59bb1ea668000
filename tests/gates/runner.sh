#!/bin/sh
# The test runner itself: what it must not let pass.
. tests/gates/tap.sh

# Runs tests/run.sh over a script with the text $2 (with the setting $3); complains unless the last
# line is $1, or unless it failed exactly when it had to ($4: passes or fails).
verdict() {
    printf '%s\n' "$2" > "$tap_scratch/sample.sh"
    if sh tests/run.sh $3 "$tap_scratch/sample.sh" > "$tap_scratch/report" 2>&1; then
        ended=passes
    else
        ended=fails
    fi
    last=$(tail -n 1 "$tap_scratch/report")
    [ "$last" = "$1" ] || echo "last line: $last"
    [ "$ended" = "$4" ] || echo "the run $ended"
}

check "passed tests are counted" verdict "2 passed, 0 failed" 'echo 1..2; echo ok 1; echo ok 2' "" passes
check "a plan may come last" verdict "1 passed, 0 failed" 'echo ok 1; echo 1..1' "" passes
check "a failed test fails the run" verdict "1 passed, 1 failed" 'echo 1..2; echo ok 1; echo not ok 2' "" fails
check "a crash is a failure" verdict "1 passed, 1 failed" 'echo 1..1; echo ok 1; kill -9 $$' "" fails
check "a crash that hides tests is two" verdict "1 passed, 2 failed" 'echo 1..3; echo ok 1; kill -9 $$' "" fails
check "an error after passed tests is a failure" verdict "1 passed, 1 failed" 'echo 1..1; echo ok 1; exit 23' "" fails
check "a quiet end in the middle is a failure" verdict "1 passed, 1 failed" 'echo 1..2; echo ok 1; exit 0' "" fails
check "more tests than announced are a failure" verdict "2 passed, 1 failed" 'echo 1..1; echo ok 1; echo ok 2' "" fails
check "a program without a test is a failure" verdict "0 passed, 1 failed" 'exit 0' "" fails
check "no announced number is a failure" verdict "1 passed, 1 failed" 'echo ok 1' "" fails
check "a missing program is a failure" verdict "0 passed, 1 failed" 'exec no/such/program' "" fails
check "skipped tests are counted apart" verdict "1 passed, 0 failed, 1 skipped" 'echo 1..2; echo ok 1; echo "ok 2 # SKIP no pty"' "" passes
check "cmocka's way to skip is understood" verdict "1 passed, 0 failed, 1 skipped" 'echo 1..2; echo ok 1; echo "not ok 2 # SKIP test"' "" passes
check "skipped tests can be made to fail the run" verdict "1 passed, 0 failed, 1 skipped" 'echo 1..2; echo ok 1; echo "ok 2 # SKIP no pty"' FAIL_ON_SKIP=1 fails
check "a run of skipped tests alone fails" verdict "0 passed, 0 failed, 1 skipped" 'echo "1..0 # SKIP no pty"' "" fails
# Its line says how many tests it has, and how many seconds it took.
tells_time() {
    verdict "1 passed, 0 failed" 'echo 1..1; sleep 0.2; echo ok 1' "" passes
    grep -qE '^ok +1 +(0\.[2-9]|[1-9][0-9]*\.[0-9]) s  .*/sample\.sh$' "$tap_scratch/report" || cat "$tap_scratch/report"
}

check "how long a program took is told" tells_time
check "a setting reaches the program" verdict "1 passed, 0 failed" 'echo 1..1; test "$SAMPLE" = 7 && echo ok 1' SAMPLE=7 passes
check "no campaign of the user is in reach" verdict "1 passed, 0 failed" 'echo 1..1; test -z "${REFEREE_DB:-}${XDG_DATA_HOME:-}$(ls -A "$HOME")" && echo ok 1' "" passes
tap_end
