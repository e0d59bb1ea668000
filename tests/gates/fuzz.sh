#!/bin/sh
# The fuzzers are built by every check, and each takes its corpus: what was hostile once stays harmless.
. tests/gates/tap.sh
build=${BUILD_DIR:-build/release}
fuzzers=${build%/*}/clang/tests/fuzz

# $1 fuzzer, the rest: files that it is fed once each.
takes() {
    fuzzer=$1
    shift
    "$fuzzer" -artifact_prefix="$tap_scratch/" "$@" > "$tap_scratch/said" 2>&1 ||
        { tail -n 20 "$tap_scratch/said"; return 1; }
    grep -q "Running: $(printf '%s' "$1" | sed 's/[][*.]/\\&/g')" "$tap_scratch/said" ||
        echo "it did not run"
}

for source in tests/fuzz/fuzz_*.c; do
    name=${source##*/fuzz_}
    name=${name%.c}
    if [ -d "tests/fuzz/corpus/$name" ]; then
        set -- "tests/fuzz/corpus/$name"/*
    else
        echo "a text of any kind: 3d6 +2" > "$tap_scratch/any"
        set -- "$tap_scratch/any"
    fi
    check "fuzz_$name takes what it was fed before ($#)" takes "$fuzzers/fuzz_$name" "$@"
done
refuse "a fuzzer that is not there is seen" takes "$fuzzers/fuzz_nothing" Makefile
tap_end
