#!/bin/sh
# src/README.md is the map of the code: it names every module (`layer/module`, which stands for its
# .c, .h and .def), and none that is gone. And every source is on a list of the Makefile, so that
# no file lies about that is not built.
. tests/gates/tap.sh

modules_in() {
    (cd "$1" && find . -type f ! -name README.md | sed 's|^\./||; s|\.[a-z]*$||' | sort -u)
}

modules_named() {
    grep -o '`[a-z_0-9/]*/[a-z_0-9][a-z_0-9]*`\|`main`' "$1" | tr -d '`' | sort -u
}

# $1 map: each module has one sentence
twice() {
    sed -n 's/^- \(`.*`\): .*/\1/p' "$1" | grep -o '`[a-z_0-9/]*`' | sort | uniq -d |
        sed 's/$/ stands twice on the map/'
}

# $1 tree, $2 map
unnamed() {
    modules_named "$2" > "$tap_scratch/named"
    modules_in "$1" | comm -23 - "$tap_scratch/named" | sed 's/$/ is missing from the map/'
}

gone() {
    modules_named "$2" > "$tap_scratch/named"
    modules_in "$1" | comm -13 - "$tap_scratch/named" | sed 's/$/ is on the map, but not in the tree/'
}

# $1 tree, $2 file with the paths that are listed
unlisted() {
    sort -u "$2" > "$tap_scratch/listed"
    find "$1" -name '*.c' | sort | comm -23 - "$tap_scratch/listed" | sed 's/$/ is on no list of the Makefile/'
}

make -s --no-print-directory sources > "$tap_scratch/sources"
check "every module of src is on the map" unnamed src src/README.md
check "every module on the map is there" gone src src/README.md
check "no module is twice on the map" twice src/README.md
check "every source is on a list of the Makefile" unlisted src "$tap_scratch/sources"

mkdir -p "$tap_scratch/tree/base"
touch "$tap_scratch/tree/base/text.c" "$tap_scratch/tree/base/text.h" "$tap_scratch/tree/base/stray.c"
echo 'Text: `base/text`. Gone: `base/gone`.' > "$tap_scratch/map"
echo "$tap_scratch/tree/base/text.c" > "$tap_scratch/sources"
refuse "a module that the map misses is seen" unnamed "$tap_scratch/tree" "$tap_scratch/map"
refuse "a module that is gone is seen" gone "$tap_scratch/tree" "$tap_scratch/map"
printf -- '- `base/text`: building.\n- `base/text`, `base/utf8`: text.\n' > "$tap_scratch/map"
refuse "a module that stands twice is seen" twice "$tap_scratch/map"
refuse "a stray source is seen" unlisted "$tap_scratch/tree" "$tap_scratch/sources"
tap_end
