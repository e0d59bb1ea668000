#!/bin/sh
# Files of at most 1,500 lines. Functions of more than 120 lines (braces included) are named, and no
# more: splitting one to satisfy a number makes it no easier to follow.
. tests/gates/tap.sh

too_long() {
    find "$@" -name '*.[ch]' | sort | xargs awk 'FNR == 1501 { print FILENAME ": more than 1500 lines" }'
}

# Functions are told by their braces in the first column, as .clang-format puts them.
long_functions() {
    find "$@" -name '*.[ch]' | sort | xargs awk '
        FNR == 1 { start = 0 }
        /^\{/ { start = FNR }
        /^\}/ && start {
            if (FNR - start + 1 > 120) print FILENAME ":" start ": a function of " FNR - start + 1 " lines"
            start = 0
        }'
}

# A file with one function of $2 lines and $3 empty lines, for the check $1.
sample() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree"
    awk -v lines="$2" -v empty="$3" 'BEGIN {
        print "void f(void)\n{"
        for (i = 2; i < lines; i++) print "    g();"
        print "}"
        for (i = 0; i < empty; i++) print ""
    }' > "$tap_scratch/tree/sample.c"
    "$1" "$tap_scratch/tree"
}

long_functions src tests | sed 's/^/# /'
check "files of src and tests keep their size" too_long src tests
check "a file of 1500 lines passes" sample too_long 10 1489
refuse "a file of more than 1500 lines is seen" sample too_long 10 1490
check "a function of 120 lines is not named" sample long_functions 120 0
refuse "a function of 121 lines is named" sample long_functions 121 0
tap_end
