#!/bin/sh
# src and tests are laid out as .clang-format says: 96 columns, K&R. What it does not like is printed
# as the formatter's own complaints, and `make format` mends it.
. tests/gates/tap.sh

# $1 tree
complaints() {
    find "$@" -name '*.[ch]' | sort | xargs clang-format --dry-run --Werror 2>&1 |
        grep -E ': (error|warning): ' | cut -d: -f1,2 | sort -u | head -n 40
}

# A source with the text $1, in a tree with our rules.
complaints_about() {
    rm -rf "$tap_scratch/tree"
    mkdir -p "$tap_scratch/tree"
    cp .clang-format "$tap_scratch/tree"
    printf '%b' "$1" > "$tap_scratch/tree/sample.c"
    complaints "$tap_scratch/tree"
}

# Versions differ in a few dozen lines (macros of several lines, lists of arrays): the tree is laid out
# by this one, and another can only tell that it still knows the rules.
version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
if [ "$version" = 14 ]; then
    check "src and tests are laid out by .clang-format" complaints src tests
else
    echo "# src and tests are laid out by clang-format 14; this is $version"
fi
check "a laid out function passes" complaints_about 'int f(int a)\n{\n    return a;\n}\n'
refuse "a brace on the wrong line is seen" complaints_about 'int f(int a) {\n    return a;\n}\n'
refuse "two columns of indentation are seen" complaints_about 'int f(int a)\n{\n  return a;\n}\n'
refuse "a line of 97 columns is seen" complaints_about \
    'int f(int a)\n{\n    return a + 100000 + 100000 + 100000 + 100000 + 100000 + 100000 + 100000 + 100000 + 1000 + 100;\n}\n'
tap_end
