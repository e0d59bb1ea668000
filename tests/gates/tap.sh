# For the gates: prints TAP. `check NAME COMMAND...` passes when the command prints nothing and
# succeeds; `refuse NAME COMMAND...` passes when it prints a complaint or fails, and so shows that
# the gate is able to fail. What a failing check printed follows as comments.
tap_count=0
tap_failed=0
tap_scratch=$(mktemp -d "${TMPDIR:-/tmp}/gate.XXXXXX") || exit 2
trap 'rm -rf "$tap_scratch"' EXIT

tap_line() {
    tap_count=$((tap_count + 1))
    [ "$1" = ok ] || tap_failed=$((tap_failed + 1))
    echo "$1 $tap_count - $2"
}

check() {
    tap_name=$1
    shift
    if "$@" > "$tap_scratch/complaints" 2>&1 && [ ! -s "$tap_scratch/complaints" ]; then
        tap_line ok "$tap_name"
    else
        tap_line "not ok" "$tap_name"
        sed 's/^/# /' "$tap_scratch/complaints"
    fi
}

refuse() {
    tap_name=$1
    shift
    if "$@" > "$tap_scratch/complaints" 2>&1 && [ ! -s "$tap_scratch/complaints" ]; then
        tap_line "not ok" "$tap_name"
    else
        tap_line ok "$tap_name"
    fi
}

tap_end() {
    echo "1..$tap_count"
    [ "$tap_failed" -eq 0 ]
}
