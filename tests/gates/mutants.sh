#!/bin/sh
# How rule code is changed for `make mutants`: which tokens, into what, which of them are picked; and
# that the lists of tests/mutants fit the sources as they are.
. tests/gates/tap.sh

mutate=$tap_scratch/mutate
sample=$tap_scratch/sample.c
LC_ALL=C
export LC_ALL

build() {
    ${CC:-cc} -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -o "$mutate" tests/mutants/mutate.c
}

# $1 a line of a function; the other arguments: what it may become, in the order of the tokens
becomes() {
    printf 'int f(int a, int b)\n{\n    %s\n}\n' "$1" > "$sample"
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@" > "$tap_scratch/wanted"
    [ $# -ne 0 ] || : > "$tap_scratch/wanted"
    "$mutate" 1 "$sample" | cut -f 7 | diff "$tap_scratch/wanted" -
}

check "the program is built" build
check "a comparison becomes its neighbour" becomes 'return a < b;' 'return a <= b;'
check "each other comparison becomes its neighbour" becomes 'g(a <= b, a > b, a >= b, a == b, a != b);' \
    'g(a < b, a > b, a >= b, a == b, a != b);' 'g(a <= b, a >= b, a >= b, a == b, a != b);' \
    'g(a <= b, a > b, a > b, a == b, a != b);' 'g(a <= b, a > b, a >= b, a != b, a != b);' \
    'g(a <= b, a > b, a >= b, a == b, a == b);'
check "and and or are exchanged" becomes 'return a && b;' 'return a || b;'
check "or becomes and" becomes 'return a || b;' 'return a && b;'
check "signs are turned" becomes 'a += -b;' 'a -= -b;' 'a += +b;'
check "a number becomes the next and the one before" becomes 'return 7;' 'return 8;' 'return 6;'
check "0 becomes 1" becomes 'return 0;' 'return 1;'
check "a decimal number keeps its decimals" becomes 'return 1.5;' 'return 2.5;' 'return 0.5;'
check "true and false are exchanged" becomes 'g(true, false);' 'g(false, false);' 'g(true, true);'
check "the larger becomes the smaller" becomes 'return a > b ? a : b;' 'return a < b ? a : b;'
check "a limit changes where it is set" becomes 'return a < 1 ? 1 : a;' 'return a > 1 ? 1 : a;' \
    'return a < 1 ? 2 : a;' 'return a < 1 ? 0 : a;'
check "each of two limits changes" becomes 'return a > b ? b : a < c ? c : a;' \
    'return a < b ? b : a < c ? c : a;' 'return a > b ? b : a > c ? c : a;'
check "the choice of a sign is turned" becomes 'return a < 0 ? -a : a;' 'return a > 0 ? -a : a;' \
    'return a < 0 ? +a : a;'
check "an index is a number" becomes 'return a[1] == b;' 'return a[2] == b;' 'return a[0] == b;' \
    'return a[1] != b;'
check "comments are left alone" becomes '/* a < 1 */ // b > 2'
check "texts and letters are left alone" becomes "g(\"a < 1 \\\" 2\", '1');"
check "lines for the preprocessor are left alone" becomes '
#define A(x) x < 1 && \
    x > 2
'
check "arrows, shifts and steps are left alone" becomes 'a->b << c; a++; --b; a = *c;'
check "sizes are left alone" becomes 'char a[4], *b[2][3], d[N_SIZE + 5]; struct c e[5]; enum { E_MAX = 6 }; TEXT_BUFFER(f, N_SIZE + 7);'
check "an empty beginning is left alone" becomes 'struct b a = {0};'
check "what is measured is left alone" becomes 'return sizeof a / sizeof a->b[0];'
check "the end of a text is left where it is" becomes "g(a[0] == '\\0');" "g(a[0] != '\\0');"
check "what is checked while the program runs is left alone" becomes 'CHECK(a[1] > 0 && b < 2);'
check "other bases are left alone" becomes 'return 0x1f;'

cat > "$sample" << 'END'
static const int limits[] = {3};
static int floor_of(int a)
{
    return a > limits[0];
}
static int floor_of_both(int a)
{
    return a > limits[0];
}
END
known=$tap_scratch/known
equivalent=$tap_scratch/equivalent
printf '# A comment.\n\n%s: floor_of\n- return a > limits[0];\n+ return a == limits[0];\nFor a reason.\n' \
    "$sample" > "$known"
printf '%s: limits\n- static const int limits[] = {3};\n+ static const int limits[] = {%d};\nA reason.\n\n' \
    "$sample" 2 "$sample" 4 > "$equivalent"

pick() {
    "$mutate" "$1" "$sample" | sort > "$tap_scratch/changes"
    awk -f tests/mutants/pick.awk "$known" "$equivalent" "$tap_scratch/changes" > "$tap_scratch/picked"
}

# The ones that are picked, without their paths: what, line number, function.
picked() {
    pick 1
    cut -f 1,3,4 "$tap_scratch/picked" | sort | diff "$tap_scratch/wanted" -
}

same_again() {
    pick "$1" && cp "$tap_scratch/picked" "$tap_scratch/first"
    pick "$2" && diff "$tap_scratch/first" "$tap_scratch/picked"
}

# The line in a function keeps its place in the order when the file above it changes.
keeps_place() {
    "$mutate" 1 "$sample" | grep floor_of_both | cut -f 1,2,6- > "$tap_scratch/first"
    sed -i 's/{3}/{3, 5, 7}/; s/^static int floor_of(/\n&/' "$sample"
    "$mutate" 1 "$sample" | grep floor_of_both | cut -f 1,2,6- | diff "$tap_scratch/first" -
}

tab=$(printf '\t')
sed "s/ /$tab/g" > "$tap_scratch/wanted" << 'END'
equivalent 1 limits
known 4 floor_of
picked 4 floor_of
picked 4 floor_of
picked 8 floor_of_both
picked 8 floor_of_both
END
check "each token is picked once, known changes are there, equivalent ones are marked" picked
check "one seed picks the same each time" same_again 1 1
refuse "another seed picks others" same_again 1 2
check "the order stands although other lines change" keeps_place
refuse "an entry that fits nothing is told" pick 1

# The lists as they are.
fits() {
    # shellcheck disable=SC2046
    "$mutate" 1 $(make -s --no-print-directory mutated-sources) | sort > "$tap_scratch/changes"
    awk -f tests/mutants/pick.awk tests/mutants/known tests/mutants/equivalent "$tap_scratch/changes" \
        > /dev/null
}
check "every entry of tests/mutants fits the sources" fits
tap_end
