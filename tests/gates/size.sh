#!/bin/sh
# Functions of at most 60 lines (braces included), files of at most 800.
. tests/gates/tap.sh

# Functions are told by their braces in the first column, as .clang-format puts them.
too_long() {
    find "$@" -name '*.[ch]' | sort | xargs awk '
        FNR == 1 { start = 0 }
        /^\{/ { start = FNR }
        /^\}/ && start {
            if (FNR - start + 1 > 60) print FILENAME ":" start ": a function of " FNR - start + 1 " lines"
            start = 0
        }
        FNR == 801 { print FILENAME ": more than 800 lines" }'
}

# A file with one function of $1 lines and $2 empty lines.
sample() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree"
    awk -v lines="$1" -v empty="$2" 'BEGIN {
        print "void f(void)\n{"
        for (i = 2; i < lines; i++) print "    g();"
        print "}"
        for (i = 0; i < empty; i++) print ""
    }' > "$tap_scratch/tree/sample.c"
    too_long "$tap_scratch/tree"
}

check "functions and files of src and tests keep their size" too_long src tests
check "a function of 60 lines passes" sample 60 0
refuse "a function of 61 lines is seen" sample 61 0
refuse "a file of more than 800 lines is seen" sample 10 800
tap_end
