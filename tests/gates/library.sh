#!/bin/sh
# What other programs see of the library: names that begin with resolver_ and no others, a header
# that compiles alone in every dialect and declares all of them, and what `make install` puts where.
. tests/gates/tap.sh
build=${BUILD_DIR:-build/release}
library=${build%/*}/library/lib
header=src/resolver/resolver.h

# Prints the names that the symbol list of nm, $@, shows to others and must not.
strangers() {
    "$@" > "$tap_scratch/symbols" || return
    awk 'NF > 2 && $3 !~ /^resolver_[a-z_]+$/ { print $3 " can be seen from outside" }' \
        "$tap_scratch/symbols"
    grep -q ' T resolver_resolve$' "$tap_scratch/symbols" || echo "resolver_resolve is not there"
}

# Every function of the header is in the library, and every one of the library in the header.
undeclared() {
    nm -g --defined-only "$library/libresolver.a" | awk 'NF > 2 { print $3 }' | sort \
        > "$tap_scratch/defined"
    grep -v '^ \*\|^typedef' "$header" | grep -o 'resolver_[a-z_]*(' | tr -d '(' |
        sort -u > "$tap_scratch/declared"
    diff "$tap_scratch/declared" "$tap_scratch/defined"
}

# $1 dialect, $2 language, $3 compiler, $4 a line behind the header.
compiles() {
    printf '#include <resolver.h>\n%s\n' "${4:-}" > "$tap_scratch/alone.src"
    "$3" -x "$2" -std="$1" -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"${header%/*}" \
        "$tap_scratch/alone.src"
}

# A program in C++ finds the functions under their names in C.
links_from_cpp() {
    echo '#include <resolver.h>
        int main() { return resolver_version()[0] == 0; }' > "$tap_scratch/program.cc"
    clang -x c++ -I"${header%/*}" "$tap_scratch/program.cc" -x none "$library/libresolver.a" \
        -lm -o "$tap_scratch/program" && "$tap_scratch/program"
}

soname() {
    objdump -p "$library"/libresolver.so.*.* | awk '$1 == "SONAME" { print $2 }' |
        grep -vx 'libresolver\.so\.[0-9]*'
    objdump -p "$library"/libresolver.so.*.* | grep -q SONAME || echo "there is no soname"
}

# What was built before is installed: this gate builds nothing.
make_install() {
    env -u BINDIR -u LIBDIR -u INCLUDEDIR make -s --no-print-directory -o all -o library \
        BUILD="${build%/*}" DESTDIR="$tap_scratch/root" PREFIX=/opt/games "$1"
}
installed() {
    (cd "$tap_scratch/root" && find . ! -type d | sort)
}
installs() {
    make_install install
    version=$(sed -n 's/^#define RESOLVER_VERSION_[A-Z]* //p' "$header" | paste -sd. -)
    cat > "$tap_scratch/wanted" <<END
./opt/games/bin/referee
./opt/games/include/resolver.h
./opt/games/lib/libresolver.a
./opt/games/lib/libresolver.so
./opt/games/lib/libresolver.so.${version%%.*}
./opt/games/lib/libresolver.so.$version
./opt/games/lib/pkgconfig/resolver.pc
END
    installed | grep -v '^[.]/opt/games/share/' | diff "$tap_scratch/wanted" - # the rest: install.sh
    cmp "$tap_scratch/root/opt/games/lib/libresolver.so" "$library/libresolver.so.$version"
}
uninstalls() {
    make_install uninstall
    installed
}

check "the static library shows only its own names" \
    strangers nm -g --defined-only "$library/libresolver.a"
check "the shared library shows only its own names" strangers nm -D --defined-only "$library"/libresolver.so.*.*
refuse "another name is seen" strangers nm -g --defined-only "$build/libresolver.a"
check "the header declares what is there, and nothing else" undeclared
check "the shared library has a soname of its major number" soname
for compiler in gcc clang; do
    check "the header compiles alone as C11 ($compiler)" compiles c11 c "$compiler"
    check "the header compiles alone as C17 ($compiler)" compiles c17 c "$compiler"
done
check "the header compiles alone as C++11" compiles c++11 c++ clang
check "the header compiles alone as C++17" compiles c++17 c++ clang
check "a C++ program links the library" links_from_cpp
refuse "a word that the dialect does not know is seen" compiles c11 c gcc 'void *none = nullptr;'
check "make install puts everything in its place" installs
check "make uninstall takes all of it away" uninstalls
tap_end
