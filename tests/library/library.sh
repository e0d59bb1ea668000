#!/bin/sh
# The library as other programs meet it: installed, found by pkg-config alone, linked static and
# shared, under the sanitizers for memory and for threads, and under valgrind. The last example drives
# the program instead, from a shell script.
. tests/gates/tap.sh

case $BUILD_DIR in
*clang) compiler=clang ;;
*) compiler=gcc ;;
esac
compiler=$(command -v "$compiler" || echo cc)

# Installs a library of its own kind: $1 name, $2 compiler flags. Leaves its place in $root.
install_kind() {
    root=$(pwd)/$BUILD_DIR/linked/$1/root
    PKG_CONFIG_LIBDIR=$root/lib/pkgconfig
    LD_LIBRARY_PATH=$root/lib
    export PKG_CONFIG_LIBDIR LD_LIBRARY_PATH
    flags=$2
    make -s --no-print-directory CC="$compiler" CFLAGS="$2" BUILD="$BUILD_DIR/linked/$1" \
        PREFIX="$root" DESTDIR= install-library > "$tap_scratch/make" 2>&1 || cat "$tap_scratch/make"
}

# Builds an example: $1 its name, $2 more flags, $3 flags of pkg-config. What pkg-config answers is
# parted into words on purpose.
# shellcheck disable=SC2046,SC2086
build() {
    "$compiler" -std=c11 -g -Wall -Wextra -Wpedantic -Werror $flags $2 \
        $(pkg-config --cflags resolver) "tests/library/$1.c" -o "$root/$1" \
        $(pkg-config --libs $3 resolver) -pthread
}

# What the words print must be what is expected of example $1.
prints() {
    expected=tests/library/$1.expected
    shift
    "$@" > "$tap_scratch/out" 2> "$tap_scratch/err" || echo "ended with $?"
    diff "$expected" "$tap_scratch/out"
    cat "$tap_scratch/err"
}

skip() {
    tap_line ok "$1 # SKIP $2"
}

# The newest form of debugging notes is not read by every valgrind.
check "the library is installed" install_kind plain -gdwarf-4
check "an example links the shared library" build fight "" ""
check "the example with the shared library fights to its end" prints fight "$root/fight"
loads_shared() {
    ldd "$root/fight" | grep -q "$root/lib/libresolver.so.1" || echo "not linked to libresolver.so.1"
}
check "the example loads the library that was installed" loads_shared
if command -v valgrind > /dev/null; then
    check "the example fights without a fault under valgrind" prints fight valgrind -q --error-exitcode=9 --leak-check=full \
        "$root/fight"
else
    skip "the example fights without a fault under valgrind" "valgrind is missing"
fi
check "an example links the static library" build fight -static --static
check "the example with the static library fights to its end" prints fight "$root/fight"
check "two threads link it" build threads "" ""
check "each thread plays its table as if it were alone" prints threads "$root/threads"

check "a library is built for the sanitizers of memory" install_kind memory \
    "-O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
check "an example links it" build fight "" ""
check "the example fights to its end under the sanitizers" prints fight "$root/fight"

# Some kernels spread memory wider than the sanitizer of threads can follow, unless they are told.
echo 'int main(void) { return 0; }' > "$tap_scratch/probe.c"
plainly=
if ! "$compiler" -fsanitize=thread -o "$tap_scratch/probe" "$tap_scratch/probe.c" 2> /dev/null; then
    skip "two threads under the sanitizer of threads" "the compiler has none"
elif "$tap_scratch/probe" 2> /dev/null || { plainly="setarch $(uname -m) -R" &&
    $plainly "$tap_scratch/probe" 2> /dev/null; }; then
    check "a library is built for the sanitizer of threads" install_kind threads \
        "-O1 -fsanitize=thread"
    check "two threads link it too" build threads "" ""
    # shellcheck disable=SC2086
    check "and both tables are as if alone, without a race" prints threads $plainly "$root/threads"
else
    skip "two threads under the sanitizer of threads" "it does not run on this kernel"
fi

check "a shell script fights by lines of JSON" prints stream \
    sh tests/library/stream.sh "$BUILD_DIR/referee"
check "a chat bot rolls, asks for odds and is told its mistakes" prints chat \
    sh tests/library/chat.sh "$BUILD_DIR/referee"
tap_end
