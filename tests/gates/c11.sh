#!/bin/sh
# The sources are C11 too, with no GNU extension; so are the fuzzers and the benchmarks, which nothing
# else compiles by gcc.
. tests/gates/tap.sh

syntax_of() {
    echo "$1" > "$tap_scratch/sample.c"
    "${CC:-cc}" -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror "$tap_scratch/sample.c"
}

check "every source, fuzzer and benchmark is C11" make -s --no-print-directory syntax-c11
refuse "an extension is seen" syntax_of 'int f(int a) { return ({ a; }); }'
check "C11 passes" syntax_of '_Static_assert(sizeof(int) >= 2, "int"); struct s { union { int a; }; };'
tap_end
