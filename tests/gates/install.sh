#!/bin/sh
# What people get: the installed files, each used from there and all of them taken away again, and the
# tarball of the sources, the same byte by byte from two paths, which builds.
. tests/gates/tap.sh
build=${BUILD_DIR:-build/release}
top=$PWD
root=$tap_scratch/root

quietly() { "$@" > "$tap_scratch/told" 2>&1 || { tail -n 5 "$tap_scratch/told"; return 1; }; }
in_make() { quietly make -s --no-print-directory BUILD="${build%/*}" PREFIX=/usr DESTDIR="$root" "$@"; }
files_below() { (cd "$1" && find . ! -type d | LC_ALL=C sort); }

# ---- installed --------------------------------------------------------------------------------------

check "it is installed" in_make install
files_below "$root" > "$tap_scratch/there"
missing() {
    for file in usr/bin/referee usr/lib/libresolver.a usr/lib/libresolver.so usr/lib/pkgconfig/resolver.pc \
        usr/include/resolver.h usr/share/man/man1/referee.1 usr/share/man/man7/referee-table.7 \
        usr/share/man/man7/referee-preparing.7 usr/share/man/man7/referee-reviewing.7 \
        usr/share/man/man7/referee-commands.7 usr/share/man/man5/referee-campaign.5 \
        usr/share/man/man7/referee-dice.7 usr/share/man/man5/referee-library.5 \
        usr/share/man/man5/referee-keys.5 usr/share/bash-completion/completions/referee \
        usr/share/zsh/site-functions/_referee usr/share/fish/vendor_completions.d/referee.fish \
        usr/share/applications/referee.desktop usr/share/doc/referee/LICENSE \
        usr/share/doc/referee/examples/demo/spire.referee; do
        [ -s "$root/$file" ] || echo "$file is not installed"
    done
}
check "every kind of file is there" missing
not_readable() {
    find "$root" ! -type l ! -perm -a+r | sed "s|^$root||; s|\$| cannot be read by all|"
    [ -x "$root/usr/bin/referee" ] || echo "the program cannot be run"
}
check "everybody can read them" not_readable
names_the_tree() { grep -rlF "$top" "$root" | sed 's/$/ names the tree it was built in/'; }
check "no file names the folder of the build" names_the_tree

# The first example of the installed page, by the installed program.
first_example() {
    example=$(sed -n 's/\\-/-/g; s/^ *\(referee roll .*\)/\1/p' "$root/usr/share/man/man1/referee.1" | head -n 1)
    [ -n "$example" ] || { echo "the page has no example"; return; }
    (cd "$tap_scratch" && env -i HOME="$tap_scratch" PATH="$root/usr/bin:/usr/bin:/bin" sh -c "$example") > "$tap_scratch/out" 2>&1 &&
        [ -s "$tap_scratch/out" ] || echo "does not work: $example"
}
check "the first example of the manual works from there" first_example
demo_plays() {
    (cd "$tap_scratch" && env -i HOME="$tap_scratch" PATH="$root/usr/bin:/usr/bin:/bin" referee --db demo.db run \
        "$root/usr/share/doc/referee/examples/demo/spire.referee") > "$tap_scratch/out" 2>&1 || tail -n 3 "$tap_scratch/out"
}
check "the installed demo plays" demo_plays
if command -v desktop-file-validate > /dev/null; then
    check "the desktop entry is valid" desktop-file-validate "$root/usr/share/applications/referee.desktop"
fi
check "it is taken away" in_make uninstall
check "nothing is left" files_below "$root"
touch "$root/usr/bin/other"
refuse "a file that is left is seen" files_below "$root"

# ---- the tarball ------------------------------------------------------------------------------------

# The same tree elsewhere, with files of another day and other rights, in another language.
dist_elsewhere() {
    copy=$tap_scratch/another/path
    mkdir -p "$copy" && quietly make -s --no-print-directory dist || return 1
    tar -xzf build/referee-*.tar.gz -C "$copy" --strip-components=1 &&
        find "$copy" -exec touch -d '2001-02-03 04:05:06' {} + && chmod -R g+w "$copy" &&
        (cd "$copy" && umask 077 && quietly env TZ=Pacific/Auckland make -s --no-print-directory dist) &&
        cmp build/referee-*.tar.gz "$copy"/build/referee-*.tar.gz
}
check "the tarball is the same from two paths" dist_elsewhere
lacks() {
    git ls-files > "$tap_scratch/listed" 2> /dev/null || return 0
    tar -tzf build/referee-*.tar.gz | sed 's|^[^/]*/||' | grep -v '/$' | LC_ALL=C sort > "$tap_scratch/packed"
    while read -r file; do [ ! -f "$file" ] || echo "$file"; done < "$tap_scratch/listed" | LC_ALL=C sort |
        diff - "$tap_scratch/packed"
}
check "it has every file that git has" lacks
unpacked_can() {
    (cd "$tap_scratch/another/path" && quietly make -s --no-print-directory help &&
        quietly env CCACHE_DISABLE=1 make -s --no-print-directory library)
}
check "the unpacked sources build" unpacked_can
tap_end
