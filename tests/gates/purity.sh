#!/bin/sh
# base, resolver, tracker and games are pure: of what lies outside them they use only what purity.allow
# lists, and they have no writable data. Read from the archives of the release build, and from the
# library for other programs that is made of them.
. tests/gates/tap.sh
build=${BUILD_DIR:-build/release}
library=${build%/*}/library/lib/libresolver.a
sed '/^#/d; s/ .*//' tests/gates/purity.allow | sort -u > "$tap_scratch/allowed"

# Prints what the given archives need from outside and is not allowed.
foreign_symbols() {
    nm -P "$@" 2> /dev/null > "$tap_scratch/symbols"
    awk '$2 != "U" && $2 != "w" && NF > 1 { print $1 }' "$tap_scratch/symbols" | sort -u \
        > "$tap_scratch/defined"
    awk '$2 == "U" || $2 == "w" { print $1 }' "$tap_scratch/symbols" | sort -u |
        comm -23 - "$tap_scratch/defined" | comm -23 - "$tap_scratch/allowed" |
        sed 's/$/ is not in purity.allow/'
}

# Prints the sections of writable data that are not empty; .data.rel.ro is constant once loaded.
writable_data() {
    size -A "$@" | awk '
        / : *$|\(ex / { object = $1 }
        $1 ~ /^\.t?(data|bss)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print object ": " $1 " " $2 " bytes" }'
}

reasons_missing() {
    awk '!/^#/ && NF < 2 { print $1 " has no reason" }' tests/gates/purity.allow
}

has_symbols() {
    nm "$build/libbase.a" 2> /dev/null | grep -q ' T arena_take$' &&
        nm "$library" 2> /dev/null | grep -q ' t arena_take$'
}

compile_sample() {
    echo "$1" > "$tap_scratch/sample.c"
    "${CC:-cc}" -O2 -c -o "$tap_scratch/sample.o" "$tap_scratch/sample.c" &&
        rm -f "$tap_scratch/sample.a" &&
        ar rcs "$tap_scratch/sample.a" "$tap_scratch/sample.o"
}

check "the archives are there to be read" has_symbols
check "the pure layers use nothing outside but what is allowed" \
    foreign_symbols "$build/libbase.a" "$build/libresolver.a" "$build/libtracker.a" "$build/libgames.a"
for layer in base resolver tracker games; do
    check "$layer has no writable data" writable_data "$build/lib$layer.a"
done
check "the library uses nothing outside but what is allowed" foreign_symbols "$library"
check "the library has no writable data" writable_data "$library"
check "every allowed symbol has a reason" reasons_missing

compile_sample 'void *malloc(unsigned long); void *f(void) { return malloc(8); }'
refuse "a use of malloc is seen" foreign_symbols "$tap_scratch/sample.a"
compile_sample 'long time(long *); long f(void) { return time((long *)0); }'
refuse "a use of the clock is seen" foreign_symbols "$tap_scratch/sample.a"
compile_sample 'int f(void) { static int calls; return ++calls; }'
refuse "a counter kept between calls is seen" writable_data "$tap_scratch/sample.a"
compile_sample 'int limit = 7;'
refuse "a global that can be written is seen" writable_data "$tap_scratch/sample.a"
compile_sample '_Thread_local int depth; int f(void) { return ++depth; }'
refuse "a thread's own global is seen" writable_data "$tap_scratch/sample.a"
compile_sample 'const char *const words[] = {"a", "b"};'
check "a constant table is not taken for writable data" writable_data "$tap_scratch/sample.a"
tap_end
