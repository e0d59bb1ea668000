#!/bin/sh
# The released program and library: hardened, and the same byte by byte wherever, whenever and in
# whatever language they are built.
. tests/gates/tap.sh
build=${BUILD_DIR:-build/release}
built=${build%/*}
program=$build/referee
library=$(ls "$built"/library/lib/libresolver.so.*.*)

# ---- hardened ---------------------------------------------------------------------------------------

# What is missing of the protections that the linker writes down.
unprotected() {
    readelf -lW "$1" > "$tap_scratch/segments" && readelf -dW "$1" > "$tap_scratch/dynamic" || return
    grep -q GNU_RELRO "$tap_scratch/segments" || echo "$1 is without RELRO"
    grep -q BIND_NOW "$tap_scratch/dynamic" || echo "$1 is without BIND_NOW"
    awk '/GNU_STACK/ && /RWE/ { print "the stack can be executed" }' "$tap_scratch/segments"
}
is_no_pie() {
    readelf -hW "$1" | grep -q 'Type: *DYN' || echo "$1 always lies at one address"
}

# What is missing of those that the compiler writes into the code.
unguarded() {
    nm "$@" > "$tap_scratch/symbols" 2>&1 || return
    grep -q 'U __stack_chk_fail' "$tap_scratch/symbols" || echo "$1 has no guard of the stack"
    grep -q 'U __[a-z]*_chk' "$tap_scratch/symbols" || echo "$1 has no checked copying"
}

# Prints the objects that are not marked for the processor's control of jumps, where it has one.
unmarked() {
    case $(uname -m) in
    x86_64) mark='IBT, SHSTK' ;;
    *) return 0 ;;
    esac
    readelf -nW "$@" 2>&1 | awk -v mark="$mark" '
        /^File: / { if (file != "" && !marked) print file " is not marked"; file = $2; marked = 0 }
        index($0, mark) { marked = 1 }
        END { if (file == "" || !marked) print file " is not marked" }'
}

plain_program() {
    echo 'int main(void) { return 0; }' > "$tap_scratch/plain.c"
    "${CC:-cc}" -no-pie -fcf-protection=none -fno-stack-protector -Wl,-z,norelro,-z,lazy \
        -o "$tap_scratch/plain" "$tap_scratch/plain.c" &&
        "${CC:-cc}" -fcf-protection=none -c -o "$tap_scratch/plain.o" "$tap_scratch/plain.c" &&
        rm -f "$tap_scratch/plain.a" && ar rcs "$tap_scratch/plain.a" "$tap_scratch/plain.o"
}

for file in "$program" "$library"; do
    check "${file##*/} has read-only relocations, bound when it starts" unprotected "$file"
done
# The program itself may contain a C library, which is guarded whatever ours is.
check "every layer of the program guards its stack and checks what it copies" unguarded "$build"/lib*.a
check "${library##*/} guards its stack and checks what it copies" unguarded "$library"
check "the program lies at an address of chance" is_no_pie "$program"
check "every object is marked for control of jumps" unmarked "$build"/lib*.a
plain_program
refuse "a program without protections is seen" unprotected "$tap_scratch/plain"
refuse "one without guards is seen" unguarded "$tap_scratch/plain"
refuse "one at a fixed address is seen" is_no_pie "$tap_scratch/plain"
[ "$(uname -m)" != x86_64 ] || refuse "an unmarked object is seen" unmarked "$tap_scratch/plain.a"

# ---- the same everywhere ----------------------------------------------------------------------------

# Builds program and library in a copy of the tree: at another and longer path, with files of another
# day, in another language and time zone, and without what a compiler's cache may still know.
build_elsewhere() {
    copy=$tap_scratch/a/rather/longer/path
    mkdir -p "$copy" &&
        cp -R Makefile data schema src tests "$copy" &&
        find "$copy" -exec touch -d '2001-02-03 04:05:06' {} + &&
        env CCACHE_DISABLE=1 LC_ALL="$(another_language)" TZ=Pacific/Auckland \
            make -s --no-print-directory -j2 -C "$copy" BUILD=build all library > "$tap_scratch/made" 2>&1 ||
        { tail -n 20 "$tap_scratch/made"; return 1; }
}
another_language() {
    locale -a 2> /dev/null | grep -v -x -e C -e POSIX | head -n 1 | grep . || echo C
}
same_elsewhere() {
    cmp "$program" "$copy/build/release/referee"
    cmp "$library" "$copy/build/library/lib/${library##*/}"
    cmp "$built/library/lib/libresolver.a" "$copy/build/library/lib/libresolver.a"
}
# Nothing in the sources asks for the day they are compiled on; -Wdate-time refuses it.
asks_for_the_day() {
    echo 'const char *f(void) { return __DATE__ __TIME__; }' > "$tap_scratch/day.c"
    "${CC:-cc}" $(make -s --no-print-directory warnings) -Werror -fsyntax-only "$tap_scratch/day.c"
}

check "the copy is built" build_elsewhere
check "it is the same byte by byte" same_elsewhere
refuse "a source that holds the day it was compiled on is seen" asks_for_the_day
tap_end
