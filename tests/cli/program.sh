# For tests of the real program: prints TAP. `says NAME CODE TEXT WORDS...` runs referee with the
# words and passes when it ends with the code, prints exactly the text and complains about nothing;
# `complains NAME CODE TEXT WORDS...` when it ends with the code, prints nothing, and standard error
# is exactly the text. Standard input is $input, when that is set.
. tests/gates/tap.sh

referee=$BUILD_DIR/referee
unset REFEREE_DB XDG_DATA_HOME
input=

# Leaves the result in code, $tap_scratch/out and $tap_scratch/err.
run_referee() {
    if [ -n "$input" ]; then
        printf '%b' "$input" | "$referee" "$@" > "$tap_scratch/out" 2> "$tap_scratch/err"
    else
        "$referee" "$@" < /dev/null > "$tap_scratch/out" 2> "$tap_scratch/err"
    fi
    code=$?
}

# $1 name, $2 and $3 wanted code and file with the wanted text, $4 file with the text there is,
# $5 file that must be empty.
judge_run() {
    if [ "$code" -eq "$2" ] && cmp -s "$3" "$4" && [ ! -s "$5" ]; then
        tap_line ok "$1"
        return
    fi
    tap_line "not ok" "$1"
    echo "# ended with $code, not $2"
    diff "$3" "$4" | sed 's/^/# /'
    sed 's/^/# also: /' "$5"
}

says() {
    name=$1 wanted=$2
    printf '%s\n' "$3" > "$tap_scratch/wanted"
    [ -n "$3" ] || : > "$tap_scratch/wanted"
    shift 3
    run_referee "$@"
    judge_run "$name" "$wanted" "$tap_scratch/wanted" "$tap_scratch/out" "$tap_scratch/err"
}

complains() {
    name=$1 wanted=$2
    printf '%s\n' "$3" > "$tap_scratch/wanted"
    shift 3
    run_referee "$@"
    judge_run "$name" "$wanted" "$tap_scratch/wanted" "$tap_scratch/err" "$tap_scratch/out"
}

# Passes when the condition holds: holds NAME test ...
holds() {
    name=$1
    shift
    if "$@"; then
        tap_line ok "$name"
    else
        tap_line "not ok" "$name"
        echo "# does not hold: $*"
    fi
}
