#!/bin/sh
# src/README.md is the map of the code: it names every folder with code in it, a line each, and none that
# is gone. What git has of src and tests is what is built: no file lies about that is not.
. tests/gates/tap.sh

folders_in() {
    find "$1" -mindepth 2 -type f \( -name '*.[ch]' -o -name '*.def' \) | sed "s|^$1/||; s|/[^/]*\$||" | sort -u
}

# The folders that begin a line of a list: "- `app/log`: what they hold."
folders_named() {
    sed -n 's/^- `\([a-z_0-9/]*\)`: ..*/\1/p' "$1" | sort
}

# $1 tree, $2 map
unnamed() {
    folders_named "$2" > "$tap_scratch/named"
    folders_in "$1" | comm -23 - "$tap_scratch/named" | sed 's/$/ is missing from the map/'
}

gone() {
    folders_in "$1" > "$tap_scratch/there"
    folders_named "$2" | comm -23 - "$tap_scratch/there" | sed 's/$/ is on the map twice, or not in the tree/'
}

# $1 file with the paths that are built, $2 with those there should be
not_the_same() {
    sort "$1" > "$tap_scratch/built"
    sort "$2" | diff "$tap_scratch/built" - | sed -n 's/^< \(.*\)/\1 is built, and git does not have it/p
        s/^> \(.*\)/\1 is not built/p'
}

# $1 tree: files that a comment or an include names with their folder, with or without an ending, and that are
# neither there nor written by the makefile.
named_in_vain() {
    (cd "$1" && grep -rnoE '(^|[^a-zA-Z_/.])[a-z_]+(/[a-z_0-9]+)+(\.(h|c|def))?' . | sed 's|^\./||' |
        while IFS=: read -r file line name; do
            name=${name#[!a-z]}
            case $name in
            resolver/systems.def | games/procedures.def) continue ;;
            esac
            [ -d "${name%%/*}" ] || continue
            [ -e "$name" ] || [ -e "$name.h" ] || [ -e "$name.c" ] || echo "$file:$line names $name"
        done)
}

# What is built of itself beside the program: a game for the recipe, programs that use the library.
kept() {
    git ls-files 'src/*.c' 'tests/*.c' | grep -v -e ^tests/recipe/ -e ^tests/library/ -e ^tests/mutants/ \
        -e ^tests/gates/
}

check "every folder of src is on the map" unnamed src src/README.md
check "every folder on the map is there, once" gone src src/README.md
check "every file that a source names is there" named_in_vain src
if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
    make -s --no-print-directory sources > "$tap_scratch/sources"
    kept > "$tap_scratch/kept"
    check "each file that git has is built, and no other" not_the_same "$tap_scratch/sources" "$tap_scratch/kept"
fi

mkdir -p "$tap_scratch/tree/base"
touch "$tap_scratch/tree/base/text.c" "$tap_scratch/tree/base/text.h"
echo '- `bass`: the base.' > "$tap_scratch/map"
refuse "a folder that the map misses is seen" unnamed "$tap_scratch/tree" "$tap_scratch/map"
refuse "a folder that is gone is seen" gone "$tap_scratch/tree" "$tap_scratch/map"
printf -- '- `base`: text.\n- `base`: the base.\n' > "$tap_scratch/map"
refuse "a folder that stands twice is seen" gone "$tap_scratch/tree" "$tap_scratch/map"
printf 'src/a.c\nsrc/b.c\n' > "$tap_scratch/sources"
printf 'src/a.c\n' > "$tap_scratch/kept"
echo '/* see base/text, and base/text.h */' > "$tap_scratch/tree/base/text.c"
check "names of files that are there pass" named_in_vain "$tap_scratch/tree"
echo '/* see base/none.h, and base/text.h */' > "$tap_scratch/tree/base/text.c"
refuse "a name of a file that is gone is seen" named_in_vain "$tap_scratch/tree"
echo '/* see base/none */' > "$tap_scratch/tree/base/text.c"
refuse "without its ending it is seen too" named_in_vain "$tap_scratch/tree"
refuse "a stray file is seen" not_the_same "$tap_scratch/sources" "$tap_scratch/kept"
refuse "a file that is not built is seen" not_the_same "$tap_scratch/kept" "$tap_scratch/sources"
tap_end
